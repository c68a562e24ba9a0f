# frozen_string_literal: true

require "fiddle"
require_relative "declarations"

module Tally
  # The base of all errors, with a status (ERROR_PATH), its name ("TALLY_ERROR_PATH") and a message. Each status has its
  # own subclass: Tally::PathError and so on.
  class Error < StandardError
    attr_reader :status

    def initialize(status, message)
      @status = status
      super(message)
    end

    def name
      Library.status_name(status)
    end

    def detailed
      "#{message} (#{name}, #{status})"
    end

    CLASSES = {} # rubocop:disable Style/MutableConstant
    Tally.constants.grep(/\AERROR_/).each do |constant|
      words = constant.to_s.delete_prefix("ERROR_").split("_")
      name = words.map { |word| %w[IO URL TLS].include?(word) ? word : word.capitalize }.join
      CLASSES[Tally.const_get(constant)] = Tally.const_set("#{name}Error", Class.new(Error))
    end
    CLASSES.freeze
  end

  # Calls of the library: finding it, one way in and out for all of its functions, and handles that anybody may drop.
  #
  # Finalizers run anywhere, also in a clock's function, where the library must not be called; so what was collected is
  # put down, and released by the next call.
  module Library # :nodoc:
    module_function

    def load
      chosen = ENV["TALLY_LIBRARY"]
      within = File.join(__dir__, "native", "libtally.so.0") # A gem may contain the library.
      Fiddle.dlopen(chosen || (File.exist?(within) ? within : "libtally.so.0"))
    rescue Fiddle::DLError => e
      where = chosen ? "TALLY_LIBRARY says #{chosen}" : "the loader looked for libtally.so.0"
      raise LoadError, "the library of Tally cannot be loaded (#{where}): #{e.message}. Install it (make install, or " \
                       "the package libtally0), or let the environment variable TALLY_LIBRARY name its file."
    end

    DLL = load
    TYPES = { "int32_t" => Fiddle::TYPE_INT, "uint32_t" => -Fiddle::TYPE_INT, "int64_t" => Fiddle::TYPE_LONG_LONG,
              "uint64_t" => -Fiddle::TYPE_LONG_LONG, "size_t" => Fiddle::TYPE_SIZE_T, "void" => Fiddle::TYPE_VOID,
              "tally_status" => Fiddle::TYPE_INT, "text" => Fiddle::TYPE_VOIDP }.freeze
    RANGES = { "int32_t" => -2**31..2**31 - 1, "uint32_t" => 0..2**32 - 1, "int64_t" => -2**63..2**63 - 1,
               "uint64_t" => 0..2**64 - 1, "size_t" => 0..2**64 - 1 }.freeze
    WIDTHS = { "int32_t" => "l", "uint32_t" => "L", "int64_t" => "q", "uint64_t" => "Q", "size_t" => "Q" }.freeze
    POINTER = Fiddle::TYPE_VOIDP

    # The C types of a function's parameters: a buffer, bytes and keys are two.
    def types_of(parameters)
      parameters.flat_map do |role, _, kind|
        case role
        when "buffer", "data", "keys" then [POINTER, Fiddle::TYPE_SIZE_T]
        when "integer" then [TYPES.fetch(kind)]
        else [POINTER]
        end
      end
    end

    FUNCTIONS = Declarations::FUNCTIONS.to_h do |name, (result, parameters)|
      [name, Fiddle::Function.new(DLL[name], types_of(parameters), TYPES.fetch(result), name: name)]
    end.freeze

    # --- Errors ---

    def status_name(status)
      FUNCTIONS["tally_status_name"].call(status).to_s
    end

    def last_message
      buffer = "\0".b * 1024
      length = "\0".b * 8
      FUNCTIONS["tally_error_message"].call(buffer, 1024, length)
      buffer.byteslice(0, length.unpack1("Q")).force_encoding(Encoding::UTF_8)
    end

    def error(status, message = last_message)
      Error::CLASSES.fetch(status, Error).new(status, message)
    end

    # --- Handles ---

    # Owns a handle, and counts its users: its object, the calls in progress, and the objects that belong to it. The
    # last user releases it.
    class Box
      attr_reader :handle

      def initialize(handle, what, &release)
        @handle, @what, @release, @users, @lock = handle, what, release, 1, Mutex.new
        @left = ConditionVariable.new
      end

      def enter
        @lock.synchronize do
          raise Library.error(ERROR_CLOSED, "this #{@what} was closed") if @users.zero? || @closing

          @users += 1
        end
        @handle
      end

      def leave
        last = @lock.synchronize do
          @users -= 1
          @left.broadcast
          @users.zero?
        end
        @release.call(@handle) if last
      end

      def use
        handle = enter
        begin
          yield handle
        ensure
          leave
        end
      end
    end

    # An engine's box. If closing fails, nothing changes.
    class EngineBox < Box
      def initialize(...)
        super
        @threads = Hash.new(0)
      end

      def enter
        super.tap { @threads[Thread.current] += 1 }
      end

      def leave
        @threads.delete(Thread.current) if @threads.key?(Thread.current) && (@threads[Thread.current] -= 1).zero?
        super
      end

      # Raises if it was closed, or another thread is closing it.
      def check
        raise Library.error(ERROR_CLOSED, "this #{@what} was closed") if @closing || @users.zero?
      end

      # Waits until nobody else uses it, and closes it by the block, which returns a status. `wake` wakes the threads
      # that wait in a call. Returns nil if it was closed, or another thread is closing it.
      def close(wake, &block)
        if @threads.key?(Thread.current)
          raise Library.error(ERROR_THREAD, "an engine cannot be closed inside a callback")
        end
        return unless @lock.synchronize { @closing || @users.zero? ? false : @closing = true }

        drain_and_close(wake, &block)
      end

      private

      def drain_and_close(wake)
        if wake # After fork the threads that used it are gone.
          wake.call
          @lock.synchronize { @left.wait(@lock) while @users > 1 }
        end
        status = yield @handle
        @users = 0 unless status == ERROR_THREAD # With any other error it is closed all the same.
        status
      ensure
        @closing = false
      end
    end

    DROPPED = Thread::Queue.new

    def drop(box)
      proc { DROPPED << box }
    end

    def release_dropped
      DROPPED.size.times { Thread.current[:tally_inside] ? break : DROPPED.pop(true).leave }
    rescue ::ThreadError # Another thread was quicker.
      nil
    end

    # An object with a handle. It can be closed, more than once, and may be collected in any order.
    module Handle
      # Releases the handle. Later calls raise ClosedError; closing again does nothing.
      def close
        box, @box = @box, nil
        @closed = true
        return unless box

        ObjectSpace.undefine_finalizer(self)
        box.leave
        Library.release_dropped
      end

      def closed?
        @closed ? true : false
      end

      def box # :nodoc:
        @box or raise Library.error(ERROR_CLOSED, "this #{self.class.name.split('::').last} was closed")
      end

      private

      def own(handle, kind = Box, &release)
        @box = kind.new(handle, self.class.name.split("::").last, &release)
        ObjectSpace.define_finalizer(self, Library.drop(@box))
      end
    end

    # Returns a block that releases a handle by a function of the library. A block refers to the object in which it was
    # created. So this one is created here: otherwise its object would never be collected.
    def releaser(name)
      ->(handle) { FUNCTIONS[name].call(handle) }
    end

    # Keeps other threads from raising an exception between the library's call and the end of the block.
    def whole(&block)
      Thread.handle_interrupt(Object => :never, &block)
    end

    # --- Callbacks: nothing may be thrown through the library ---

    def guarded(otherwise = nil)
      Thread.current[:tally_inside] = (before = Thread.current[:tally_inside]) || true
      yield
    rescue Exception => e # rubocop:disable Lint/RescueException
      keep_error(e)
      otherwise
    ensure
      Thread.current[:tally_inside] = before
    end

    # The first one comes out of the call that called back.
    def keep_error(error)
      return Thread.current[:tally_raised] = error unless Thread.current[:tally_raised]

      warn "tally: another callback failed too: #{error.message} (#{error.class})"
    end

    def raise_errors
      return unless (raised = Thread.current[:tally_raised])

      Thread.current[:tally_raised] = nil
      raise raised
    end

    # --- What goes in ---

    def text(value)
      return nil if value.nil?

      encoded = value.to_s.encode(Encoding::UTF_8)
      raise error(ERROR_ARGUMENT, "a text has a NUL character in it") if encoded.include?("\0")

      "#{encoded}\0" # A string that is a part of another one does not end there.
    end

    def integer(value, kind)
      number = case value
               when false then 0
               when true then 1
               when Integer then value
               when nil then raise ::TypeError, "a number is needed, not nil"
               when Float then raise ::TypeError, "#{value} is no whole number"
               else Integer(value)
               end
      raise ::RangeError, "#{number} is not in #{RANGES.fetch(kind)}" unless RANGES.fetch(kind).cover?(number)

      number
    end

    LAYOUTS = Declarations::STRUCTS
    KINDS = { "l" => "int32_t", "L" => "uint32_t", "q" => "int64_t", "Q" => "uint64_t" }.freeze

    # A structure's bytes from its members; `kept` keeps what it points to.
    def pack(name, members, kept)
      return nil unless members

      template, size, names = LAYOUTS.fetch(name)
      members = members.compact
      unknown = members.keys - names
      raise ::ArgumentError, "unknown: #{unknown.join(', ')}" unless unknown.empty?

      directives = template.delete("x").chars
      values = names.zip(directives).map do |member, directive|
        value = member == :struct_size ? size : members[member]
        case directive
        when "f" then value.to_f
        when "J" then pointer(value, kept)
        else integer(value || 0, KINDS.fetch(directive))
        end
      end
      values.pack(template)
    end

    def pointer(value, kept)
      return value.to_i unless value.is_a?(String)

      kept << (bytes = Fiddle::Pointer[text(value)]) << bytes
      bytes.to_i
    end

    # --- What comes out ---

    BOOLEANS = %i[first in_flight is_smart logged_in missed requested].freeze

    # Makes a Struct of a structure, with the members that a host sees.
    class Record
      attr_reader :made

      # more: members that come beside the structure.
      def initialize(name, *more)
        @template, @size, names = LAYOUTS.fetch(name)
        @sources = sources(names)
        class_name = name.delete_prefix("tally_").split("_").map(&:capitalize).join
        @made = Tally.const_set(class_name, Struct.new(*@sources.map(&:first), *more, keyword_init: false))
      end

      def read(bytes, row, texts)
        values = bytes.byteslice(row * @size, @size).unpack(@template)
        @made.new(*@sources.map do |name, position, length|
          if length
            texts.byteslice(values[position], values[length]).force_encoding(Encoding::UTF_8)
          elsif BOOLEANS.include?(name)
            values[position] != 0
          else
            values[position]
          end
        end)
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

    RECORDS = (%w[account_entry badge badge_entry reason presentation event feed_entry rejected page_info feed_state
                  message group outbox_entry reminder plan_entry plan reminder_note recovery limits stats].to_h do |name|
      ["tally_#{name}", Record.new("tally_#{name}")]
    end.merge("tally_account_state" => Record.new("tally_account_state", :name))).freeze

    # A page of a list. more?: the list continues.
    class List < Array
      attr_accessor :more, :revision

      alias more? more
    end

    # A list's memory. limit: how many rows it may have; nil: as many as there are.
    class Rows
      TEMPLATE, SIZE, NAMES = LAYOUTS.fetch("tally_rows")
      attr_reader :bytes # The library gets them.

      def initialize(kind, limit, rows = limit ? [limit, 1000].min : 64)
        raise Library.error(ERROR_ARGUMENT, "a list has room for one row or more") if limit && limit < 1

        @kind, @limit, @size = kind, limit, LAYOUTS.fetch(kind)[1]
        make_room(rows, 0)
      end

      # After BUFFER_TOO_SMALL the library has said how much one row needs, at least.
      def grow(times = 4)
        make_room([times * self[:capacity], self[:count]].max, [times * self[:text_capacity], self[:text_size]].max)
      end

      # Whether there is less than what is wanted; where there is more, it did not fit.
      def short?
        @limit.nil? || self[:count] < @limit
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
        rows = [rows, @limit].compact.min
        size = [size, 64 * rows].max
        @entries = Fiddle::Pointer.malloc(rows * @size, Fiddle::RUBY_FREE)
        @text = Fiddle::Pointer.malloc(size, Fiddle::RUBY_FREE)
        @bytes = [SIZE, @size, @entries.to_i, rows, @text.to_i, size, 0, 0, 0, 0].pack(TEMPLATE)
      end
    end

    # --- Functions ---

    # How a function is called: read once from what its parameters are for.
    class Call
      def initialize(name)
        @name, @function = name, FUNCTIONS.fetch(name)
        result, @parameters = Declarations::FUNCTIONS.fetch(name)
        @answers = result == "tally_status"
        @repeated = name != "tally_outbox_lease" # A row that was given out is not given out again.
        @makes = @parameters.any? { |role, name| role == "made" || %w[out_token out_node].include?(name) }
        @inputs = @parameters.count { |role,| %w[handle text integer data keys struct raw list].include?(role) }
      end

      # Texts or bytes, lists, then the rest in the order of the header, and the status at last.
      def call(*given)
        raise ::ArgumentError, "#{@inputs} arguments are needed, not #{given.size}" unless given.size == @inputs

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
        boxes&.each(&:leave)
      end

      private

      def invoke(arguments, cells)
        status = @function.call(*arguments)
        while @answers && again?(status, cells)
          grow(arguments, cells)
          status = @function.call(*arguments)
        end
        status
      end

      def again?(status, cells)
        list = cells[:list]
        return list || cells[:buffer] if status == ERROR_BUFFER_TOO_SMALL

        status == MORE && @repeated && list && list[:rows].short?
      end

      def prepare(given, boxes)
        arguments, cells, kept, next_given = [], {}, [], given.each
        @parameters.each do |role, name, kind, told|
          case role
          when "handle"
            box = checked(next_given.next, kind).box
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
            keys = (next_given.next || []).to_a
            arguments.push(keys.map { |key| Library.integer(key, "uint64_t") }.pack("Q*"), keys.size)
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
        return { role: role, kind: kind, bytes: "\0".b * 8 } unless role == "filled"

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
          content = buffer[:bytes].byteslice(0, told(cells, buffer[:told]))
          given << (buffer[:kind] == "text" ? content.force_encoding(Encoding::UTF_8) : content)
        end
        given << cells[:list][:rows].records.tap { |list| list.more = status == MORE } if cells[:list]
        cells.each_value { |cell| given << value_of(cell) if %w[out made filled].include?(cell[:role]) }
        given << status
        given.size == 1 ? status : given
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
