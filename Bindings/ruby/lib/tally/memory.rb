# frozen_string_literal: true

module Tally
  # Arguments and results of the library: texts, numbers, structures, records and lists.
  module Library # :nodoc:
    module_function

    def text(value)
      return nil if value.nil?

      encoded = value.to_s.encode(Encoding::UTF_8)
      raise error(ERROR_ARGUMENT, "a text has a NUL character in it") if encoded.include?("\0")

      "#{encoded}\0" # A string that is a part of another one does not end there.
    end

    RANGES = { "l" => -2**31..2**31 - 1, "L" => 0..2**32 - 1, "q" => -2**63..2**63 - 1, "Q" => 0..2**64 - 1 }.freeze

    # directive: that of Array#pack, which says how wide the number is. name: the argument's, for messages.
    def integer(value, directive, name = nil)
      number = case value
               when false then 0
               when true then 1
               when Integer then value
               else converted(value, name)
               end
      return number if RANGES.fetch(directive).cover?(number)

      raise ::RangeError, named(name, "#{number} is not in #{RANGES.fetch(directive)}")
    end

    def converted(value, name)
      raise ::TypeError, named(name, "#{value} is not a whole number") if value.is_a?(Float)
      raise ::TypeError, named(name, "a number is needed, not #{value.inspect}") unless value.respond_to?(:to_int)

      value.to_int
    end

    def named(name, message)
      name ? "#{name}: #{message}" : message
    end

    LAYOUTS = Declarations::STRUCTS
    # The members that say how large something is; of themselves, nil.
    SIZES = { struct_size: nil, item_size: "tally_item", operation_size: "tally_operation" }.freeze

    # A structure's bytes from its members; `kept` keeps what it points to.
    def pack(name, members, kept)
      return nil unless members

      template, _, names = LAYOUTS.fetch(name)
      members = members.compact
      unknown = members.keys - names
      raise ::ArgumentError, "unknown option: #{unknown.join(', ')}" unless unknown.empty?

      bits = Declarations::FIELDS[name]
      members = { fields: members.keys.map { |member| bits.fetch(member, 0) }.inject(0, :|), **members } if bits
      directives = template.delete("x").chars
      values = names.zip(directives).map do |member, directive|
        value = SIZES.key?(member) ? LAYOUTS.fetch(SIZES[member] || name)[1] : members[member]
        case directive
        when "f" then value.to_f
        when "J" then pointer(value, kept)
        else integer(value || 0, directive, member)
        end
      end
      values.pack(template)
    end

    # An address. A number of a program is none: the library would read there.
    def pointer(value, kept)
      case value
      when String
        kept << (bytes = Fiddle::Pointer[text(value)]) << bytes
        bytes.to_i
      when nil, Fiddle::Pointer, Fiddle::Closure, Fiddle::Function then value.to_i
      else raise ::TypeError, "a text is needed, not #{value.class}"
      end
    end

    # Structures are a Hash; bytes of them are passed on. The bytes keep what they point to.
    def structure(name, value)
      value.is_a?(Hash) ? pack(name, value, kept = []).tap { |bytes| bytes.instance_variable_set(:@kept, kept) } : value
    end

    # The numbers of messages.
    def packed(keys)
      Array(keys).map { |key| integer(key, "q") }.pack("q*")
    end

    # --- What comes out ---

    def cell
      "\0".b * 8
    end

    # The memory of a structure.
    def filled(name)
      _, size, names = LAYOUTS.fetch(name)
      ("\0".b * size).tap { |bytes| bytes[0, 4] = [size].pack("L") if names.first == :struct_size }
    end

    def record(name, bytes)
      RECORDS.fetch(name).read(bytes, 0, "")
    end

    # Gives the block memory for bytes that the library allocates, and releases these afterwards.
    def owning
      yield(cell = filled("tally_bytes"))
    ensure
      FUNCTIONS["tally_bytes_release"].call(cell)
    end

    # A copy of bytes that the library has allocated.
    def content(cell)
      address, size = cell.unpack("JJ")
      size.zero? ? "".b : Fiddle::Pointer.new(address)[0, size]
    end

    # A text at an address.
    def read(address)
      Fiddle::Pointer.new(address).to_s.force_encoding(Encoding::UTF_8)
    end

    # Makes a Struct of a structure, with the members that a host sees.
    class Record
      attr_reader :made

      # more: members that come beside the structure.
      def initialize(name, class_name, *more)
        @template, @size, names = LAYOUTS.fetch(name)
        @sources = sources(names)
        names = @sources.map(&:first) + more
        @made = Tally.const_set(class_name, Struct.new(*names, keyword_init: false))
        # A record is no collection of its members: `none?` of a badge would be an answer about these.
        @made.undef_method(*(Enumerable.instance_methods - Struct.instance_methods(false) - names))
      end

      def read(bytes, row, texts)
        values = bytes.byteslice(row * @size, @size).unpack(@template)
        @made.new(*@sources.map do |name, position, length|
          if length
            texts.byteslice(values[position], values[length]).force_encoding(Encoding::UTF_8)
          elsif Declarations::BOOLEANS.include?(name)
            values[position] != 0
          else
            values[position]
          end
        end)
      end

      # The structure at an address.
      def at(address)
        read(Fiddle::Pointer.new(address)[0, @size], 0, "")
      end

      private

      def sources(names)
        names.each_with_index.filter_map do |name, position|
          next if name == :struct_size || name.start_with?("reserved") || name.end_with?("_length")
          next [name, position, nil] unless name.end_with?("_offset")

          stem = name.to_s.delete_suffix("_offset")
          [stem.to_sym, position, names.index(:"#{stem}_length")]
        end
      end
    end

    # The members of a record that stand beside its structure.
    BESIDE = { "tally_account_state" => [:name] }.freeze
    RECORDS = Declarations::RECORDS.to_h { |name, made| [name, Record.new(name, made, *BESIDE[name])] }.freeze

    # A page of a list. more?: there are further rows. next: the text that continues the list, as `after` of the next
    # page; nil: no more rows, or the list has no pages.
    class List < Array
      attr_accessor :more, :next, :revision

      alias more? more
    end

    # Rows that are given out only once: further ones follow if their texts did not fit.
    def leased(limit)
      list, status = yield limit
      while status == MORE && list.size < limit
        more, status = yield limit - list.size
        list.concat(more)
      end
      list.tap { list.more = status == MORE }
    end

    # Memory for a text and its length. If the library does not say how much it needs, it is doubled.
    class Buffer
      attr_reader :bytes, :length

      def initialize
        @bytes, @length = "\0".b * 512, "\0".b * 8
      end

      def grow
        needed, capacity = size + 1, @bytes.bytesize
        @bytes = "\0".b * (needed > capacity ? needed : 2 * capacity)
      end

      def text
        (size.zero? ? @bytes.unpack1("Z*") : @bytes.byteslice(0, size)).force_encoding(Encoding::UTF_8)
      end

      private

      def size
        @length.unpack1("Q")
      end
    end

    # A list's memory. limit: how many rows the call may write; nil: those that belong together, however many.
    class Rows
      TEMPLATE, SIZE, NAMES = LAYOUTS.fetch("tally_rows")
      attr_reader :bytes # The library gets them.

      def initialize(kind, limit, rows = limit ? [limit, MOST_ROWS].min : 64)
        raise Library.error(ERROR_ARGUMENT, "a list has room for one row or more") if limit && limit < 1

        @kind, @size = kind, LAYOUTS.fetch(kind)[1]
        make_room(rows, 64 * rows)
      end

      # After BUFFER_TOO_SMALL the library has said how much the call needs. If it says nothing, the room is doubled.
      def grow
        rows, text = self[:capacity], self[:text_capacity]
        times = self[:count] > rows || self[:text_size] > text ? 1 : 2
        make_room([times * rows, self[:count]].max, [times * text, self[:text_size]].max)
      end

      # The text that continues the list, copied from the library's memory.
      def following
        address = self[:next]
        address.zero? ? nil : Library.read(address)
      end

      def records
        count, record = self[:count], RECORDS.fetch(@kind)
        entries, texts = @entries[0, count * @size], @text[0, self[:text_size]]
        List.new(count) { |row| record.read(entries, row, texts) }
      end

      private

      def [](name)
        @bytes.unpack(TEMPLATE)[NAMES.index(name)]
      end

      def make_room(rows, size)
        @entries = Fiddle::Pointer.malloc(rows * @size, Fiddle::RUBY_FREE)
        @text = Fiddle::Pointer.malloc(size, Fiddle::RUBY_FREE)
        @bytes = [SIZE, @size, @entries.to_i, rows, @text.to_i, size, 0, 0, 0].pack(TEMPLATE)
      end
    end
  end
end
