# frozen_string_literal: true

module Tally
  # Operations on badges that are applied together, as often as one likes, with the same values or others.
  #
  #   account.batch(Tally::Batch.new.set("root.chat.bo", 3).add("root.mail", 1))
  class Batch < Operations
    # Appends an operation of any kind. where: a path or a Node. value: the count, the delta or the mute.
    def append(kind, where, value = 0, expiry = nil)
      raise ::TypeError, "a path or a Node is needed, not nil" if where.nil?

      super
    end

    # Replaces the values of all operations.
    def values=(values)
      raise ::ArgumentError, "#{size} values are needed, not #{values.size}" unless values.size == size

      position = VALUE - WIDTH
      values.map { |value| check(value) }.each { |value| @members[position += WIDTH] = value }
      @bytes &&= @members.pack(TEMPLATE * size)
    end
  end

  # The status, OK or ALREADY_APPLIED, and the account's revision afterwards.
  BatchResult = Struct.new(:status, :revision)
end
