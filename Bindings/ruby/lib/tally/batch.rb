# frozen_string_literal: true

module Tally
  # Operations that are applied together, all or none; as often as one likes, with the same values or others. Paths are
  # written down once. For one thread at a time.
  #
  #   account.batch(Tally::Batch.new.set("root.chat.bo", 3).add("root.mail", 1))
  class Batch
    TEMPLATE, SIZE, NAMES = Declarations::STRUCTS["tally_operation"]
    WIDTH = NAMES.size
    PATH, VALUE, STATUS, COUNT, KIND = %i[path value status count badge_kind].map { |name| NAMES.index(name) }
    private_constant :TEMPLATE, :SIZE, :NAMES, :WIDTH, :PATH, :VALUE, :STATUS, :COUNT, :KIND

    def initialize
      @members, @offsets, @paths, @known, @bytes = [], [], +"".b, {}, nil
      @nodes = [] # Kept as long as the batch refers to them.
    end

    # One operation. where: a path or a Node. value: the count, the delta or the mute.
    def append(kind, where, value = 0, expiry = nil)
      value = check(value)
      if where.is_a?(Node)
        @offsets << nil
        @nodes << where
        node = where.number
      else
        @offsets << (@known[where] ||= intern(where))
      end
      @members.push(kind, 0, 0, 0, node || 0, value, check(Values.milliseconds(expiry)), 0, 0, 0)
      @bytes = nil
      self
    end

    # Replaces the values of all operations.
    def values=(values)
      raise ::ArgumentError, "#{size} values are needed, not #{values.size}" unless values.size == size

      position = VALUE - WIDTH
      values.map { |value| check(value) }.each { |value| @members[position += WIDTH] = value }
      @bytes &&= @members.pack(TEMPLATE * size)
    end

    def size
      @offsets.size
    end

    # The result of each operation when the batch was last applied.
    def results
      return [] unless @bytes

      Array.new(size) do |row|
        members = @bytes.byteslice(row * SIZE, SIZE).unpack(TEMPLATE)
        OperationResult.new(*members.values_at(STATUS, COUNT, KIND))
      end
    end

    def bytes # :nodoc:
      @bytes ||= begin
        @address = Fiddle::Pointer[@paths]
        first, position = @address.to_i, PATH - WIDTH
        @offsets.each { |offset| @members[position += WIDTH] = offset ? first + offset : 0 }
        @members.pack(TEMPLATE * size)
      end
    end

    private

    LIMITS = (-2**63..2**63 - 1).freeze
    private_constant :LIMITS

    def check(value)
      return value if value.is_a?(Integer) && LIMITS.cover?(value)

      Library.integer(value, "int64_t")
    end

    def intern(path)
      offset = @paths.bytesize
      raise ::TypeError, "a path or a Node is needed, not nil" if path.nil?

      @paths << Library.text(path).b
      offset
    end
  end
end
