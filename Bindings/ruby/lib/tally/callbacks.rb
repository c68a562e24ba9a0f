# frozen_string_literal: true

module Tally
  # The functions that the library calls, on the thread that drives the engine.
  module Callbacks # :nodoc:
    NOTHING = Library::DLL["tally_status_name"] # A status is named, and nobody reads it.
    OBJECTS = ObjectSpace::WeakMap.new # Widgets and blocks, by the numbers that the library has.

    module_function

    # Sets the list for the events of the engine that this thread steps.
    def stepping(events)
      before, Thread.current[:tally_stepping] = Thread.current[:tally_stepping], events
      yield
    ensure
      Thread.current[:tally_stepping] = before
    end

    # All engines share these two.
    def event
      @event ||= closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 3) do |_number, event, text|
        Library.guarded { Thread.current[:tally_stepping]&.push(Event.copy(event, text)) }
      end
    end

    def widget
      @widget ||= closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 4) do |number, path, presentation, text|
        Library.guarded do
          Thread.current[:tally_stepping]&.push(Event.drawing(OBJECTS[number.to_i], path, presentation, text))
        end
      end
    end

    def closure(result, types, &block)
      Fiddle::Closure::BlockCaller.new(result, types, &block)
    end

    def clock(function)
      last = [0, 0]
      closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 3) do |_, wall, elapsed|
        Library.guarded { last = function.call.map(&:to_i) }
        Fiddle::Pointer.new(wall.to_i, 8)[0, 8] = [last[0]].pack("q")
        Fiddle::Pointer.new(elapsed.to_i, 8)[0, 8] = [last[1]].pack("q")
      end
    end

    def log(function)
      closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP, Fiddle::TYPE_INT, Fiddle::TYPE_VOIDP]) do |_, level, text|
        Library.guarded { function.call(level, text.to_s.force_encoding(Encoding::UTF_8)) }
      end
    end

    def zone_file(function)
      types = [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP, Fiddle::TYPE_SIZE_T]
      closure(Fiddle::TYPE_SIZE_T, types) do |_, name, bytes, capacity|
        Library.guarded(0) do
          content = function.call(name.to_s)
          next 0 if content.nil? || content.bytesize > capacity

          Fiddle::Pointer.new(bytes.to_i, capacity)[0, content.bytesize] = content
          content.bytesize
        end
      end
    end

    def transport(engine, block)
      closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP, Fiddle::TYPE_VOIDP]) do |_, request|
        Library.guarded { block.call(Request.new(engine, request)) }
      end
    end
  end

  # A request for a transport: to send (REQUEST_KIND_SEND), or to cancel (REQUEST_KIND_CANCEL).
  class Request
    MEMBERS = %i[kind id method url headers body body_size max_size request_timeout idle_timeout flags].freeze
    attr_reader(*(MEMBERS - [:body_size]))

    def initialize(engine, pointer) # :nodoc:
      template, size, names = Declarations::STRUCTS["tally_request"]
      told = names.zip(Fiddle::Pointer.new(pointer.to_i, size)[0, size].unpack(template)).to_h
      @engine = engine
      @kind, @id, @max_size, @request_timeout, @idle_timeout, @flags =
        told.values_at(:kind, :id, :max_size, :request_timeout, :idle_timeout, :flags)
      @method, @url, @headers = told.values_at(:method, :url, :headers).map { |text| Fiddle::Pointer.new(text).to_s }
      @body = told[:body_size].zero? ? "" : Fiddle::Pointer.new(told[:body], told[:body_size])[0, told[:body_size]]
    end

    # Reports the response, once. status: of HTTP, or ERROR_NETWORK and so on. headers: a Hash, or lines.
    def respond(status, headers = nil, body = nil)
      headers = headers.map { |name, value| "#{name}: #{value}\r\n" }.join if headers.is_a?(Hash)
      @engine.call(:transport_respond, id, status, headers, body)
    end

    # Reports that a part of the response has come.
    def progress
      @engine.call(:transport_progress, id)
    end
  end
end
