# frozen_string_literal: true

module Tally
  # Operations that are applied together, all or none; as often as one likes, with the same values or others. Paths are
  # written down once. For one thread at a time.
  #
  #   account.apply(Tally::Batch.new.set("root.chat.bo", 3).add("root.mail", 1))
  class Batch
    TEMPLATE, SIZE, = Declarations::STRUCTS["tally_operation"]

    def initialize
      @rows, @paths, @known, @bytes = [], +"".b, {}, nil
    end

    # One operation. where: a path or a Node. value: the count, the delta or the mute.
    def append(kind, where, value = 0, expiry = nil)
      value = Library.integer(value, "int64_t")
      offset = where.is_a?(Node) ? nil : (@known[where] ||= intern(where))
      @rows << [kind, offset, where, value, Values.milliseconds(expiry)]
      @bytes = nil
      self
    end

    def set(where, count, expiry = nil)
      append(OP_SET, where, count, expiry)
    end

    def dot(where, expiry = nil)
      append(OP_DOT, where, 0, expiry)
    end

    def add(where, delta)
      append(OP_ADD, where, delta)
    end

    def clear(where)
      append(OP_CLEAR, where)
    end

    def force(where)
      append(OP_FORCE, where)
    end

    def mute(where, mode, expiry = nil)
      append(OP_MUTE, where, mode, expiry)
    end

    def get(where)
      append(OP_GET, where)
    end

    # Gives each operation another value.
    def values=(values)
      raise ::ArgumentError, "#{size} values are needed, not #{values.size}" unless values.size == size

      @rows.each_with_index { |row, index| row[3] = Library.integer(values[index], "int64_t") }
      @bytes = nil
    end

    def size
      @rows.size
    end

    # What each operation answered when the batch was applied last.
    def results
      return [] unless @bytes

      @rows.each_index.map do |row|
        _, status, _, _, _, _, count, shows, = @bytes.byteslice(row * SIZE, SIZE).unpack(TEMPLATE)
        OperationResult.new(status, count, shows != 0)
      end
    end

    def bytes # :nodoc:
      @bytes ||= begin
        @address = Fiddle::Pointer[@paths]
        first = @address.to_i
        @rows.flat_map do |kind, offset, where, value, expiry|
          [kind, 0, offset ? first + offset : 0, offset ? 0 : where.number, value, expiry, 0, 0, 0]
        end.pack(TEMPLATE * size)
      end
    end

    private

    def intern(path)
      offset = @paths.bytesize
      @paths << Library.text(path).b
      @bytes = nil
      offset
    end
  end
end
