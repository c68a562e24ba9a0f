# frozen_string_literal: true

module Tally
  # The library calls the functions of observers inside `dispatch`, `next_event` and `step`. These only note what is to
  # be called (Callbacks). It is called here, behind the library's call: so what it raises comes out of the method.
  class Engine
    INTERRUPT, LOOK = "i", "l" # They wake a thread that waits: to return, or to look again.
    private_constant :INTERRUPT, :LOOK

    # Waits for an event, calls its block if it has one, and returns it. timeout: seconds; 0: does not wait; nil: no
    # limit. A host-driven engine never waits. Returns nil if the time passed, or `interrupt` was called.
    def next_event(timeout = 0)
      deadline = timeout && (Process.clock_gettime(Process::CLOCK_MONOTONIC) + timeout)
      awaiting do
        loop do
          box.check
          event = take
          return event if event
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
      while !limit || count < limit
        notes = @stepped.empty? ? noting([]) { call(:engine_dispatch, 1) } : [@stepped.shift]
        break if notes.empty?

        count += 1
        call_all(notes)
      end
      count
    ensure # The descriptor says nothing of events that a dispatch leaves. So a thread that waits looks again.
      @wakes[1].write_nonblock(LOOK, exception: false) if @awaiting.positive?
    end

    # Host-driven: does the work that is due, then dispatches. The library notifies observers during this call; their
    # events are kept, and dispatched with the others.
    def step
      noting(@stepped) { call(:engine_step) }
      dispatch
    end

    # Wakes one `next_event` that waits, or the next one that would.
    def interrupt
      box.check
      raise Library.error(ERROR_FORKED, "the engine belongs to the parent process") if Process.pid != @pid

      @wakes[1].write(INTERRUPT)
    end

    private

    # Sets the list for the notes of this thread, and returns it.
    def noting(notes)
      before, Thread.current[:tally_notes] = Thread.current[:tally_notes], notes
      yield
      notes
    ensure
      Thread.current[:tally_notes] = before
    end

    def take
      text, event, status = nil
      notes = noting([]) { text, event, status = call(:engine_next_event, 0) }
      return unless status == OK

      event.text = text
      call_all(notes)
      event
    end

    # All are called, also if one of them raises.
    def call_all(notes)
      first, *others = notes
      calling { first&.call(observers) }
    ensure
      call_all(others) unless others.empty?
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

    # Counts the threads that wait for an event, or are about to.
    def awaiting
      @lock.synchronize { @awaiting += 1 }
      begin
        yield
      ensure
        @lock.synchronize { @awaiting -= 1 }
      end
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

  # An event. text: its subject, such as a path; also `path`.
  class Event
    attr_accessor :text

    alias path text

    # The badge of an EVENT_BADGE, EVENT_TOTAL or EVENT_SYNCED in words: "dot", its number, or "nothing".
    def shown
      Tally.shown(badge_kind, count)
    end
  end
end
