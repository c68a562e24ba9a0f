# frozen_string_literal: true

module Tally
  # Opens an engine. With a block it closes the engine afterwards.
  def self.open(file = nil, **options, &block)
    Library.closing(Engine.new(file, **options), &block)
  end

  # An engine: one file, or none, with accounts in it.
  class Engine
    include Library::Handle

    OPEN = {}.compare_by_identity # Boxes, to be closed when the process ends.
    private_constant :OPEN

    # The problem of a damaged file that was renamed, and its new name; nil: no file was renamed.
    attr_reader :set_aside_message
    attr_reader :observers # :nodoc:

    # Ends all work in progress, writes everything and closes the file. timeout: seconds that writing may take. Threads
    # in `next_event` wake with ClosedError. The call waits for calls of other threads. Closing again does nothing.
    # After ThreadError (inside a callback) and ArgumentError (a wrong timeout) the engine is still open.
    def close(timeout: nil)
      milliseconds = timeout ? Library.integer((timeout * 1000).floor, "q") : -1
      raise Library.error(ERROR_ARGUMENT, "a timeout is 0 seconds or more") if timeout && milliseconds.negative?
      if calling? || Thread.current[:tally_inside]
        raise Library.error(ERROR_THREAD, "an engine cannot be closed inside a callback")
      end

      close_box(@box, milliseconds) if @box
    end

    # Opens an account, and creates it if it does not exist. existing: raises NotFoundError instead. With a block it
    # closes the account afterwards.
    def account(name, existing: false, aggregation: nil, feeding: nil, &block)
      options = Library::Options.account_options(existing: existing, aggregation: aggregation, feeding: feeding)
      Library.closing(Library.whole { Account.new(self, name, call(:account_open, name, options).first) }, &block)
    end

    # Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or ALREADY_APPLIED.
    # Each item has its `status` and `results`, also if this raises.
    def batch(items, source: nil, epoch: 0, position: 0, aggregation: 0, feeding: 0)
      Item.during(items) do |bytes, count|
        call(:engine_batch, bytes, count, { source: source, epoch: epoch, position: position,
                                            aggregation: Values.constant(aggregation, :AGGREGATION_),
                                            feeding: Values.constant(feeding, :FEEDING_) })
      end
    end

    # Imports accounts and sources, in one transaction. Each import is an account's name, or nil for a source, and its
    # bytes. Returns the status of each: a rejected one does not undo the others.
    def import(imports, replace: false)
      Library.importing(imports) do |rows, count|
        call(:engine_import, rows, count, Values.flag(replace, IMPORT_REPLACE))
      end
    end

    # Opens a scope. It holds observers, views and widgets of any accounts. Closing it removes all of them.
    def scope(&block)
      scope = Library.whole { Scope.new(self, call(:scope_open).first).tap { |made| @scopes[made] = true } }
      Library.closing(scope, &block)
    end

    def forget_scope(scope) # :nodoc:
      @scopes.delete(scope)
    end

    # For IO.select and event loops: readable while events are pending; host-driven: when `step` has work. Do not read
    # from it. It is a copy, which outlives the engine.
    def to_io
      box.check
      @descriptor ||= IO.for_fd(call(:engine_get_descriptor).first, autoclose: false).dup
    end

    # Host-driven: returns the seconds until `step` has work; nil: until `to_io` is readable.
    def timeout
      milliseconds, = call(:engine_get_timeout)
      milliseconds.negative? ? nil : milliseconds / 1000.0
    end

    # Host-driven: sends requests through the block, which gets a Request. Without a block libcurl sends them again.
    def transport(&block)
      raise Library.error(ERROR_UNSUPPORTED, "a transport needs host_driven") unless @host_driven

      callback = block && Callbacks.transport(self, block)
      call(:engine_set_transport, callback, nil, nil)
      @callbacks[callback] = callback # Earlier ones may have requests in flight.
    end

    def call(name, *arguments) # :nodoc:
      Library.call(name, self, *arguments)
    end

    private

    def start(options, flags, functions)
      host_driven = flags.anybits?(ENGINE_HOST_DRIVEN)
      functions = functions.compact
      unless host_driven || functions.empty?
        raise Library.error(ERROR_UNSUPPORTED, "clock, log and zone_file need host_driven: else the library calls " \
                                               "them from a thread of its own, which Ruby does not know")
      end
      functions = functions.to_h { |name, function| [name, Callbacks.public_send(name, function)] }
      @host_driven, @observers, @lock, @awaiting = host_driven, Observers.new, Mutex.new, 0
      @scopes = {}.compare_by_identity # Those that are open: observers last if nothing refers to their scope.
      @stepped, @pid = [], Process.pid # Notes of `step`.
      @callbacks, @wakes = functions, IO.pipe
      Library.whole do
        handle, status = Library.call(:engine_open, { flags: flags, **options, **functions })
        @set_aside_message = Library.last_message if status == SET_ASIDE
        keep(handle, functions)
      end
    end

    def close_box(box, milliseconds)
      message = nil
      wake = -> { @wakes[1].write(".") } if Process.pid == @pid # After fork the pipe is the parent's.
      status = box.close(wake) do |handle|
        Library::FUNCTIONS["tally_engine_close"].call(handle, milliseconds).tap do |answer|
          message = Library.last_message if answer.negative?
        end
      end
      return unless status

      forget unless status == ERROR_THREAD
      raise Library.error(status, message) if message

      Library.release_dropped
      Library.raise_errors
    end

    def forget
      ObjectSpace.undefine_finalizer(self)
      OPEN.delete(@box.handle)
      @box, @closed = nil, true
      @callbacks.clear
      @observers.clear
      @stepped.clear
      @scopes.clear
    end

    def keep(handle, functions)
      own(handle, Library::EngineBox, &self.class.release(functions))
      OPEN[handle] = @box
    end

    # It knows nothing of the engine, so that it may be collected. An engine that nobody has any more inside a callback
    # is put down again: it is closed afterwards.
    def self.release(functions) # :nodoc:
      lambda do |handle|
        if Library::FUNCTIONS["tally_engine_close"].call(handle, -1) == ERROR_THREAD
          Library::DROPPED << Library::Box.new(handle, "Engine", &release(functions))
        else
          OPEN.delete(handle)
          functions.clear
        end
      end
    end

    at_exit do
      Library.release_dropped
      OPEN.values.each(&:leave)
    end
  end
end
