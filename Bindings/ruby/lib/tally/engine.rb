# frozen_string_literal: true

module Tally
  # Opens an engine. With a block it closes the engine afterwards.
  def self.open(file = nil, **options)
    engine = Engine.new(file, **options)
    return engine unless block_given?

    begin
      yield engine
    ensure
      engine.close
    end
  end

  # An engine: one file, or none, with accounts in it.
  class Engine
    include Library::Handle

    OPEN = {}.compare_by_identity # Boxes, to be closed when the process ends.
    private_constant :OPEN

    # The problem of a damaged file that was renamed, and its new name; nil: no file was renamed.
    attr_reader :set_aside_message
    attr_reader :observers # :nodoc:

    # options: the members of tally_engine_options (durability, limits, zone, …), and host_driven, set_aside, vacuum:
    # true. Only host-driven engines take clock, log and zone_file. A clock returns two clocks in milliseconds, a log
    # takes a level and a text, and a zone_file returns a zone's TZif file by its name. None of them may call the
    # library.
    def initialize(file = nil, host_driven: false, set_aside: false, vacuum: false, flags: 0, clock: nil, log: nil,
                   zone_file: nil, **options)
      if !host_driven && (clock || log || zone_file)
        raise Library.error(ERROR_UNSUPPORTED, "clock, log and zone_file need host_driven: else the library calls " \
                                               "them from a thread of its own, which Ruby does not know")
      end
      flags |= Values.flag(host_driven, ENGINE_HOST_DRIVEN) | Values.flag(set_aside, ENGINE_SET_ASIDE) |
               Values.flag(vacuum, ENGINE_VACUUM)
      functions = { clock: clock && Callbacks.clock(clock), log: log && Callbacks.log(log),
                    zone_file: zone_file && Callbacks.zone_file(zone_file) }.compact
      @host_driven, @observers, @registering = host_driven, {}, Mutex.new
      @scopes = {}.compare_by_identity # Those that are open: observers last if nothing refers to their scope.
      @waiting, @stepped, @pid = Waiting.new, Thread::Queue.new, Process.pid
      @callbacks, @wakes = functions, IO.pipe
      Library.whole do
        handle, status = Library.call(:engine_open, { file: file&.to_s, flags: flags, **options,
                                                      **functions.transform_values(&:to_i) })
        @set_aside_message = Library.last_message if status == SET_ASIDE
        keep(handle, functions)
      end
    end

    # Ends all work in progress, writes everything and closes the file. timeout: seconds that writing may take. Threads
    # in `next_event` wake with ClosedError. The call waits for calls of other threads. Closing again does nothing.
    # After ThreadError (inside a callback) and ArgumentError (a wrong timeout) the engine is still open.
    def close(timeout: nil)
      milliseconds = timeout ? Library.integer((timeout * 1000).floor, "int64_t") : -1
      raise Library.error(ERROR_ARGUMENT, "a timeout is 0 seconds or more") if timeout && milliseconds.negative?
      if calling? || Thread.current[:tally_inside]
        raise Library.error(ERROR_THREAD, "an engine cannot be closed inside a callback")
      end

      close_box(@box, milliseconds) if @box
    end

    # Opens an account, and creates it if it does not exist. existing: raises NotFoundError instead. options:
    # aggregation, feeding.
    def account(name, existing: false, **options)
      account = Library.whole do
        options = { flags: Values.flag(existing, ACCOUNT_EXISTING), **options }
        Account.new(self, name, call(:account_open, name, options).first)
      end
      return account unless block_given?

      begin
        yield account
      ensure
        account.close
      end
    end

    # Lists the names of the stored accounts.
    def accounts
      Pages.new(nil) { |after, limit| account_page(after, limit) }
    end

    def account_page(after = nil, limit = 1000)
      list = call(:account_list, after, limit).first
      Library::List.new(list.map(&:name)).tap { |names| names.more = list.more? }
    end

    def remove_account(name)
      call(:account_remove, name)
    end

    # Creates an account from the bytes of Account#export_account.
    def import_account(name, bytes)
      call(:account_import, name, bytes)
    end

    # Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or ALREADY_APPLIED.
    # Each item has its `status` and `results`, also if this raises.
    def batch(items, source: nil, epoch: 0, position: 0, aggregation: 0, feeding: 0)
      Item.during(items) do |bytes, count|
        call(:engine_batch, bytes, count, { source: source, epoch: epoch, position: position, aggregation: aggregation,
                                            feeding: feeding, **Item::SIZES })
      end
    end

    # Reads how far `batch` has applied a source: where to continue reading it.
    def position(source)
      SourcePosition.new(*call(:engine_position, source).first(3))
    end

    # Returns the bytes that `import` reads: an account with its keys, or how far a source was applied.
    def export(account: nil, source: nil)
      call(:engine_export, account, source).first
    end

    # Imports accounts and sources, in one transaction. Each import is an account's name, or nil for a source, and its
    # bytes. Returns the status of each: a rejected one does not undo the others.
    def import(imports, replace: false)
      Import.statuses(imports) do |rows, count|
        call(:engine_import, rows, count, Values.flag(replace, IMPORT_REPLACE))
      end
    end

    # Reads the total over all accounts that are logged in.
    def total
      call(:engine_total).first
    end

    # Reports whether the application is in the foreground. At first it is.
    def foreground=(foreground)
      call(:engine_set_foreground, foreground)
    end

    # Reports that there is a network again, or another one, or that it was lost.
    def network=(available)
      call(:engine_set_network, available)
    end

    # Reports that the machine slept and is awake.
    def woke
      call(:engine_woke)
    end

    # Waits until everything that was applied before is on the disk.
    def flush
      call(:engine_flush)
    end

    # Checks the whole file, and compares the badges in memory with it.
    def verify
      call(:engine_verify)
    end

    # Copies the file into another one, while the engine is used.
    def backup(file, replace: false)
      call(:engine_backup, file.to_s, Values.flag(replace, BACKUP_REPLACE))
    end

    def limits
      call(:engine_limits).first
    end

    def stats
      call(:engine_stats).first
    end

    def zone=(name)
      call(:engine_set_zone, name)
    end

    # Opens a scope. It holds observers, views and widgets of any accounts. Closing it removes all of them.
    def scope
      scope = Library.whole { Scope.new(self, call(:scope_open).first).tap { |made| @scopes[made] = true } }
      return scope unless block_given?

      begin
        yield scope
      ensure
        scope.close
      end
    end

    def forget_scope(scope) # :nodoc:
      @scopes.delete(scope)
    end

    # For IO.select and event loops: readable while events are pending; host-driven: when `step` has work. Do not read
    # from it. It is a copy, which outlives the engine.
    def to_io
      box.check
      @descriptor ||= IO.for_fd(call(:engine_descriptor).first, autoclose: false).dup
    end

    # Host-driven: does the work that is due, then dispatches. The library notifies observers during this call; their
    # events are kept, and dispatched with the others.
    def step
      calling { Callbacks.stepping(@stepped) { call(:engine_step) } }
      dispatch
    end

    # Host-driven: returns the seconds until `step` has work; nil: until `to_io` is readable.
    def timeout
      milliseconds, = call(:engine_timeout)
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

    # Registers what the block gives, a token, with what is to be called. An event may come before the library has
    # returned the token: the thread that takes it waits for that here.
    def register(observer) # :nodoc:
      @registering.synchronize do
        Library.whole { yield.tap { |token| @observers[token] = observer } }
      end
    end

    # The functions of observers and widgets; only those that `step` calls do something.
    def event_function # :nodoc:
      @host_driven ? Callbacks.event : Callbacks::NOTHING
    end

    def widget_function # :nodoc:
      @host_driven ? Callbacks.widget : Callbacks::NOTHING
    end

    private

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

  # The functions that the library calls, on the thread that drives the engine.
  module Callbacks # :nodoc:
    NOTHING = Library::DLL["tally_status_name"] # A status is named, and nobody reads it.
    WIDGETS = ObjectSpace::WeakMap.new # By the numbers that the library has.

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
      @event ||= closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 3) do |_, event, text|
        Library.guarded { Thread.current[:tally_stepping]&.push(Event.copy(event, text)) }
      end
    end

    def widget
      @widget ||= closure(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 4) do |number, path, presentation, text|
        Library.guarded do
          Thread.current[:tally_stepping]&.push(Event.drawing(WIDGETS[number.to_i], path, presentation, text))
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
