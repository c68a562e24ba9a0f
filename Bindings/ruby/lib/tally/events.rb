# frozen_string_literal: true

module Tally
  # Events are taken out of the library's queue here, and what observes is called here, in Ruby: so what it raises comes
  # out of the call, and no thread that Ruby does not know calls it.
  class Engine
    INTERRUPT, LOOK = "i", "l" # They wake a thread that waits: to return, or to look again.
    private_constant :INTERRUPT, :LOOK

    # Waits for an event, calls its block if it has one, and returns it. timeout: seconds; 0: does not wait; nil: no
    # limit. A host-driven engine never waits. Returns nil if the time passed, or `interrupt` was called.
    def next_event(timeout = 0)
      deadline = timeout && (Process.clock_gettime(Process::CLOCK_MONOTONIC) + timeout)
      @waiting.awaited do
        loop do
          box.check
          event = @waiting.take || take
          return event.tap { tell(event) unless event.frozen? } if event
          return nil if @host_driven || timeout&.zero? || !wait(deadline)
        end
      end
    end

    # Enumerates the pending events.
    def events
      return enum_for(:events) unless block_given?

      while (event = next_event)
        yield event
      end
    end

    # Calls the blocks of pending events, at most `limit`, and returns how many. If a block raises, this raises the
    # same, and later events stay pending. Events without a block stay for `next_event`.
    def dispatch(limit = nil)
      count = 0
      while (!limit || count < limit) && (event = take)
        tell(event) ? count += 1 : put_aside(event.freeze)
      end
      count
    end

    # Wakes one `next_event` that waits, or the next one that would.
    def interrupt
      box.check
      raise Library.error(ERROR_FORKED, "the engine belongs to the parent process") if Process.pid != @pid

      @wakes[1].write(INTERRUPT)
    end

    private

    # The descriptor says nothing of an event that was put aside. So a thread that waits looks again.
    def put_aside(event)
      @waiting.put(event)
      @wakes[1].write_nonblock(LOOK, exception: false) if @waiting.awaited?
    end

    def take
      return @stepped.pop(true) unless @stepped.empty?

      Library.release_dropped
      template, size, = Declarations::STRUCTS["tally_event"]
      event, text = ([size].pack("L") + ("\0" * (size - 4))).b, "\0".b * 512
      status = box.use do |handle|
        function = Library::FUNCTIONS["tally_engine_next_event"]
        answer = function.call(handle, 0, event, text, text.bytesize)
        while answer == ERROR_BUFFER_TOO_SMALL
          text = "\0".b * (Event.length_of(event, template) + 1)
          answer = function.call(handle, 0, event, text, text.bytesize)
        end
        raise Library.error(answer) if answer.negative?

        answer
      end
      return Event.of(event, text, template) if status == OK

      Library.raise_errors
    end

    # Calls what observes the event; whether something did.
    def tell(event)
      called = event.draw ? [event.draw] : @registering.synchronize { observers.of(event) }
      return false if called.empty?

      observers.delete(event.token) if event.kind == EVENT_COMPLETION
      calling { call_all(called, event) }
      true
    end

    # All are called, also if one of them raises.
    def call_all(called, event)
      first, *others = called
      first.call(event)
    ensure
      call_all(others, event) unless others.empty?
    end

    def calling
      Thread.current[:tally_calling] = (before = Thread.current[:tally_calling] || []) + [self]
      yield
    ensure
      Thread.current[:tally_calling] = before
    end

    def calling?
      (Thread.current[:tally_calling] || []).any? { |engine| engine.equal?(self) }
    end

    # Whether it is worth looking again.
    def wait(deadline)
      rest = deadline && [deadline - Process.clock_gettime(Process::CLOCK_MONOTONIC), 0].max
      readable, = IO.select([to_io, @wakes[0]], nil, nil, rest)
      return false unless readable
      return true unless readable.include?(@wakes[0])

      box.check # If it is closed, the byte stays for others that wait.
      @wakes[0].read_nonblock(1, exception: false) != INTERRUPT
    end
  end

  class Event # :nodoc:
    FIELDS = Declarations::STRUCTS["tally_event"][2]

    def self.length_of(bytes, template)
      bytes.unpack(template)[FIELDS.index(:text_length)]
    end
  end

  # An event. text: its subject, such as a path; also `path`.
  class Event
    attr_accessor :text
    attr_accessor :draw # :nodoc: of a widget, or an observer of reminders, that `step` has called.

    alias path text

    # The badge of an EVENT_BADGE, EVENT_TOTAL or EVENT_SYNCED in words: "dot", its number, or "nothing".
    def shown
      Tally.shown(badge_kind, count)
    end

    def self.of(bytes, text, template) # :nodoc:
      event = Library::RECORDS["tally_event"].read(bytes, 0, "")
      event.text = text.byteslice(0, length_of(bytes, template)).force_encoding(Encoding::UTF_8)
      event
    end
  end

  class Event # :nodoc:
    BYTES = Declarations::STRUCTS["tally_event"][1]
    private_constant :BYTES

    def self.copy(event, text)
      made = Library::RECORDS["tally_event"].read(Fiddle::Pointer.new(event.to_i, BYTES)[0, BYTES], 0, "")
      made.text = text.to_s.force_encoding(Encoding::UTF_8)
      made
    end

    SHOWN = { KIND_NONE => :hide, KIND_DOT => :show_dot, KIND_ICON => :show_icon,
              KIND_NUMBER => :show_number }.freeze

    # A widget that is to be drawn.
    def self.drawing(widget, path, presentation, text)
      size = Declarations::STRUCTS["tally_presentation"][1]
      drawn = Library::RECORDS["tally_presentation"].read(Fiddle::Pointer.new(presentation.to_i, size)[0, size], 0, "")
      made = Library::RECORDS["tally_event"].read("\0".b * BYTES, 0, "")
      made.kind, made.count = EVENT_WIDGET, drawn.count
      made.badge_kind = drawn.kind == KIND_ICON ? KIND_DOT : drawn.kind
      made.text, words = [path, text].map { |each| each.to_s.force_encoding(Encoding::UTF_8) }
      made.draw = ->(_) { widget.public_send(SHOWN.fetch(drawn.kind), made.text, drawn, words) }
      made
    end
  end

  # Events that nothing observes, until `next_event` takes them. As in the library's own queue, the next one like it
  # takes the place of one that waits; a completion has none like it.
  class Waiting # :nodoc:
    def initialize
      @events, @lock, @threads = {}, Mutex.new, 0
    end

    # Counts the threads that wait for an event, or are about to.
    def awaited
      @lock.synchronize { @threads += 1 }
      begin
        yield
      ensure
        @lock.synchronize { @threads -= 1 }
      end
    end

    def awaited?
      @threads.positive?
    end

    def put(event)
      key = about(event)
      @lock.synchronize do
        former = @events.delete(key)
        if former && event.kind == EVENT_REMINDER
          event = event.dup
          event.count += former.count
          event.freeze
        end
        @events[key] = event
      end
    end

    def take
      @lock.synchronize { @events.shift&.last }
    end

    private

    def about(event)
      case event.kind
      when EVENT_COMPLETION then Object.new
      when EVENT_SYNCED, EVENT_AUTH then [event.kind, event.feed, event.token]
      else [event.kind, event.token, event.reminder, event.text]
      end
    end
  end
end
