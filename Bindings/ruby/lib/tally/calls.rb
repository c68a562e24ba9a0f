# frozen_string_literal: true

module Tally
  # One way in and out for all of the functions of the header.
  module Library # :nodoc:
    module_function

    MOST_ROWS = 10_000 # The rows that one call writes at most.
    FIRST_ROWS = 1000 # The rows that the first call writes of a list that is wanted whole: most lists are shorter.
    ATTEMPTS = 10 # How often a list is read that is to be of one moment.
    OWNED_BYTES = LAYOUTS.fetch("tally_bytes")[1] # Nothing else that comes out has more, without a structure.

    # How a function is called: read once from what its parameters are for.
    class Call
      def initialize(name)
        @name, @function = name, FUNCTIONS.fetch(name)
        result, @parameters = Declarations::FUNCTIONS.fetch(name)
        @answers = result == "tally_status"
        @makes = @parameters.any? { |role, name| role == "made" || %w[out_token out_node].include?(name) }
        inputs = @parameters.select { |role,| %w[handle text integer data keys struct raw list].include?(role) }
        @inputs, @list = inputs.size, inputs.index { |role,| role == "list" }
        @after = @list && inputs.index { |_, name| name == "after" }
      end

      # Texts or bytes, lists, then the rest in the order of the header, and the status at last.
      def call(*given)
        raise ::ArgumentError, "#{@inputs} arguments are needed, not #{given.size}" unless given.size == @inputs

        @after ? of_one_moment(given, given[@list]) : once(given)
      end

      private

      # A list with a revision is read again if its parts are of several moments. If that does not end, it has the
      # revision of its first part.
      def of_one_moment(given, limit)
        results = nil
        ATTEMPTS.times do
          results, revisions = in_pages(given.dup, limit)
          break if revisions.uniq.size == 1
        end
        results
      end

      # A list that continues, call by call, until it has as many rows as are wanted; and what each call gave besides.
      def in_pages(given, limit)
        list, *others, status = once(with_room(given, limit || FIRST_ROWS))
        list, *others, status = once(with_room(given, MOST_ROWS)) if list.more? && !limit
        revisions = [others]
        while list.more? && (limit.nil? || list.size < limit)
          given[@after] = list.next
          more, *further, status = once(with_room(given, limit ? limit - list.size : MOST_ROWS))
          revisions << further
          list.concat(more)
          list.more, list.next = more.more, more.next
        end
        [[list, *others, status], revisions]
      end

      def with_room(given, rows)
        given.tap { given[@list] = [rows, MOST_ROWS].min }
      end

      def once(given)
        Library.release_dropped
        boxes = []
        arguments, cells, kept = prepare(given, boxes)
        status = invoke(arguments, cells)
        # The new object is returned first. The next call raises the error.
        Library.raise_errors unless @makes && !status.negative?
        return status unless @answers
        raise Library.error(status) if status.negative?

        kept.clear
        results(status, cells)
      ensure
        cells&.each_value { |cell| FUNCTIONS["tally_bytes_release"].call(cell[:bytes]) if cell[:role] == "bytes" }
        boxes&.each(&:leave)
      end

      def invoke(arguments, cells)
        status = @function.call(*arguments)
        while @answers && status == ERROR_BUFFER_TOO_SMALL && (cells[:list] || cells[:buffer])
          grow(arguments, cells)
          status = @function.call(*arguments)
        end
        status
      end

      def prepare(given, boxes)
        arguments, cells, kept, next_given = [], {}, [], given.each
        @parameters.each do |role, name, kind, told|
          case role
          when "handle"
            object = next_given.next
            next arguments << nil if object.nil? && told == "optional"

            box = checked(object, kind).box
            arguments << box.enter
            boxes << box
          when "text"
            kept << (value = Library.text(next_given.next))
            arguments << value
          when "integer" then arguments << Library.integer(next_given.next, kind)
          when "data"
            value = next_given.next&.to_str&.dup # Another thread may change the caller's meanwhile.
            arguments.push(value, value ? value.bytesize : 0)
          when "keys"
            keys = Array(next_given.next)
            arguments.push(keys.map { |key| Library.integer(key, "int64_t") }.pack("q*"), keys.size)
          when "struct"
            value = next_given.next
            arguments << (value.is_a?(Hash) ? Library.pack(kind, value, kept) : value)
          when "raw" then arguments << next_given.next
          when "list"
            cells[:list] = { at: arguments.size, rows: Rows.new(kind, next_given.next) }
            arguments << cells[:list][:rows].bytes
          when "buffer"
            cells[:buffer] = { at: arguments.size, kind: kind, told: told }
            arguments.push("\0".b * 512, 512)
          else
            cells[name] = cell(role, name, kind)
            arguments << cells[name][:bytes]
          end
        end
        cells.each_value { |cell| cell[:bytes] ||= arguments[cell[:at]] }
        [arguments, cells, kept]
      end

      # The library cannot tell handles of one kind from those of another.
      def checked(object, kind)
        needed = Tally.const_get(kind.delete_prefix("tally_").capitalize)
        return object if object.is_a?(needed)

        raise ::TypeError, "#{needed} is needed, not #{object.class}"
      end

      def cell(role, _name, kind)
        return { role: role, kind: kind, bytes: "\0".b * OWNED_BYTES } unless role == "filled"

        _, size, names = LAYOUTS.fetch(kind)
        bytes = "\0".b * size
        bytes[0, 4] = [size].pack("L") if names.first == :struct_size
        { role: role, kind: kind, bytes: bytes }
      end

      # Makes room for the size that the call reported. If it reported none, doubles the room.
      def grow(arguments, cells)
        if (list = cells[:list])
          list[:rows].grow
          arguments[list[:at]] = list[:rows].bytes
        end
        return unless (buffer = cells[:buffer])

        capacity = arguments[buffer[:at] + 1]
        needed = buffer[:told] == "-" ? 0 : told(cells, buffer[:told]) + 1
        capacity = needed > capacity ? needed : 2 * capacity
        arguments[buffer[:at], 2] = buffer[:bytes] = "\0".b * capacity, capacity
        buffer[:bytes] = arguments[buffer[:at]]
      end

      def told(cells, name)
        cells.fetch(name)[:bytes].unpack1("Q")
      end

      def results(status, cells)
        given = []
        if (buffer = cells[:buffer])
          content = buffer[:told] == "-" ? buffer[:bytes].unpack1("Z*") : buffer[:bytes].byteslice(0, told(cells, buffer[:told]))
          given << (buffer[:kind] == "text" ? content.force_encoding(Encoding::UTF_8) : content)
        end
        cells.each_value { |cell| given << owned(cell[:bytes]) if cell[:role] == "bytes" }
        given << page(status, cells[:list][:rows]) if cells[:list]
        cells.each_value { |cell| given << value_of(cell) if %w[out made filled].include?(cell[:role]) }
        given << status
        given.size == 1 ? status : given
      end

      # A copy of bytes that the library has allocated.
      def owned(cell)
        address, size = cell.unpack("JJ")
        size.zero? ? "".b : Fiddle::Pointer.new(address)[0, size]
      end

      def page(status, rows)
        rows.records.tap { |list| list.more, list.next = status == MORE, rows.following }
      end

      def value_of(cell)
        case cell[:role]
        when "made" then cell[:bytes].unpack1("J")
        when "out" then cell[:bytes].unpack1(WIDTHS.fetch(cell[:kind]))
        else RECORDS.key?(cell[:kind]) ? RECORDS[cell[:kind]].read(cell[:bytes], 0, "") : cell[:bytes]
        end
      end
    end

    CALLS = Declarations::FUNCTIONS.keys.to_h { |name| [name.delete_prefix("tally_").to_sym, Call.new(name)] }.freeze

    # The functions of the header, by their names without `tally_`.
    def call(name, *arguments)
      CALLS.fetch(name).call(*arguments)
    end
  end
end
