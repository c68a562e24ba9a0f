package dev.tally;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * An engine. Any thread may use it and its objects. Listeners run inside {@link #dispatch}, {@link #nextEvent} and
 * {@link #runEvents}, on the thread that called them, outside the library. They may call anything, also close the
 * engine.
 */
public final class Engine extends EngineMethods implements AutoCloseable {
    final Events events;
    /** Those that are open: their observers live as long as the engine, whether the host keeps the scope or not. */
    final Set<Scope> scopes = ConcurrentHashMap.newKeySet();
    private final Hooks hooks;
    /** Held by the thread that steps, or reads the timeout: the library allows one at a time. */
    private final ReentrantLock stepping = new ReentrantLock();
    private final boolean hasSetAside;

    private Engine(Pointer pointer, boolean hasSetAside, Hooks hooks) {
        // A cleaner's references must not lead back to the engine.
        super(new Handle(pointer, last -> Functions.tally_engine_close(last, -1)));
        this.hasSetAside = hasSetAside;
        this.hooks = hooks;
        events = new Events(handle, hooks);
        handle.ownedBy(this);
    }

    /**
     * Opens an engine in memory.
     *
     * @return the engine
     */
    public static Engine open() {
        return open(new EngineOptions());
    }

    /**
     * Opens an engine. If a clock, log or zone function throws, the next nextEvent, dispatch or step throws the same.
     *
     * @param options the options
     * @return the engine
     */
    public static Engine open(EngineOptions options) {
        Hooks hooks = new Hooks();
        Raw.Block written = options.write();
        hooks.write(options, written);
        PointerByReference out = new PointerByReference();
        int status = Calls.check(Functions.tally_engine_open(written, out));
        return new Engine(out.getValue(), status == Raw.TALLY_SET_ASIDE, hooks);
    }

    /**
     * Whether the file was damaged and renamed: see {@link EngineOptions#setAside}.
     *
     * @return whether it was
     */
    public boolean hasSetAside() {
        return hasSetAside;
    }

    /** Closes the engine as {@link #close(Duration)} does, without a limit for writing. */
    @Override
    public void close() {
        close(null);
    }

    /**
     * Writes everything and closes the file. Threads that wait for an event wake with CLOSED. The call waits for other
     * calls in progress, also if this thread is interrupted. Closing twice does nothing.
     *
     * <p>If something could not be written, this throws IO, FULL or TIMEOUT, and the engine is closed. Inside a
     * function that the library calls (a {@link Transport}, {@link Clock}, {@link Log}, {@link ZoneFile} or notify) it
     * throws THREAD, and the engine stays open.
     *
     * @param timeout how long writing may take; null: no limit
     */
    public void close(Duration timeout) {
        Hooks.checkOutside();
        Pointer taken = handle.takeOver(() -> Functions.tally_engine_interrupt(handle.peek()));
        if (taken == null) return;
        int status = Functions.tally_engine_close(taken, Times.orNone(timeout));
        TallyException refused = status < 0 ? TallyException.of(status, Calls.lastMessage(status)) : null;
        if (status == Raw.TALLY_ERROR_THREAD) {
            handle.giveBack(taken);
        } else {
            events.close();
            scopes.clear();
        }
        if (refused != null) throw refused;
    }

    /**
     * Applies items to many accounts, in one transaction. Each item has its status and results, also if this throws.
     *
     * @param items the items
     * @return {@link Status#OK}, {@link Status#PARTIAL} if some were rejected, or {@link Status#ALREADY_APPLIED}
     */
    public Status batch(List<Item> items) {
        return batch(items, null);
    }

    /**
     * Applies items of a log to many accounts, in one transaction. Each item has its status and results, also if this
     * throws.
     *
     * @param items the items
     * @param options null: all defaults
     * @return {@link Status#OK}, {@link Status#PARTIAL} if some were rejected, or {@link Status#ALREADY_APPLIED}
     */
    public Status batch(List<Item> items, EngineBatchOptions options) {
        Item.Rows rows = new Item.Rows(items);
        Raw.Block written = (options == null ? new EngineBatchOptions() : options).write();
        try {
            return Status.of(
                handle.call(engine -> Functions.tally_engine_batch(engine, rows.memory, rows.size(), written)));
        } finally {
            rows.take();
        }
    }

    /**
     * Imports accounts and sources, in one transaction. A rejected one does not undo the others.
     *
     * @param imports the accounts and sources
     * @param flags {@link ImportFlag#REPLACE}: replaces those that exist
     * @return the status of each
     */
    public List<Status> importAll(List<Import> imports, ImportFlag... flags) {
        Import.Rows rows = new Import.Rows(imports);
        handle.call(engine -> Functions.tally_engine_import(engine, rows.memory, rows.count, Codes.bits(flags)));
        return rows.statuses();
    }

    // ---- Events ----

    /**
     * Opens a scope. It holds observers, views and widgets until it is closed, or the engine is.
     *
     * @return the scope
     */
    public Scope scope() {
        PointerByReference out = new PointerByReference();
        handle.call(engine -> Functions.tally_scope_open(engine, out));
        return new Scope(this, out.getValue());
    }

    /**
     * Waits for an event without a limit, calls its listener if it has one, and returns it. If the listener throws,
     * this throws the same.
     *
     * @return the event; null: {@link #interrupt} was called
     */
    public Event nextEvent() {
        return nextEvent(null);
    }

    /**
     * Waits for an event, calls its listener if it has one, and returns it. If the listener throws, this throws the
     * same.
     *
     * @param timeout how long to wait; null: no limit
     * @return the event; null: the time has passed, or {@link #interrupt} was called
     */
    public Event nextEvent(Duration timeout) {
        return events.next(timeout);
    }

    /**
     * Calls the listeners of pending events. Events without a listener stay for nextEvent.
     *
     * @return how many events had a listener
     */
    public int dispatch() {
        return events.dispatch();
    }

    /** Calls listeners until the engine is closed: for a thread of its own. Events without a listener are dropped. */
    public void runEvents() {
        try {
            while (true) nextEvent();
        } catch (TallyException.Closed closed) {
            // This is how the host ends it.
        }
    }

    /**
     * Sets the function that wakes the host's loop, such as {@code () -> executor.execute(engine::dispatch)}. It runs
     * when the queue is no longer empty, on any thread that uses the engine, without a lock. It must not close the
     * engine.
     *
     * @param notify the function; null removes it
     */
    public void setNotify(Runnable notify) {
        Functions.NotifyCallback callback = notify == null ? null : hooks.notify(notify);
        handle.call(engine -> Functions.tally_engine_set_notify(engine, callback, Kept.keep(callback), Kept.RELEASE));
    }

    /**
     * With {@link EngineOptions#hostDriven}: does what is due, and calls all listeners, also if one throws. It then
     * throws the first exception, with the later ones suppressed. One thread at a time: another one gets THREAD.
     */
    public void step() {
        Inbox inbox = new Inbox(events.functions);
        try {
            inbox.during(() -> whileAlone(() -> handle.call(Functions::tally_engine_step)));
        } finally {
            inbox.run();
        }
        hooks.rethrow();
    }

    /**
     * Returns how long the host may wait before {@link #step} has work. Throws THREAD while another thread steps.
     *
     * @return the time; null: no limit
     */
    public Duration timeout() {
        long[] timeout = {0};
        whileAlone(() -> handle.call(engine -> Functions.tally_engine_get_timeout(engine, timeout)));
        return Times.duration(timeout[0]);
    }

    private int whileAlone(Supplier<Integer> call) {
        if (!stepping.tryLock()) throw TallyException.of(Status.THREAD, "another thread steps the engine");
        try {
            return call.get();
        } finally {
            stepping.unlock();
        }
    }

    // ---- Transport ----

    /**
     * Reports that a request has failed.
     *
     * @param request the id of the request
     * @param reason {@link Status#NETWORK}, {@link Status#TLS}, {@link Status#TIMEOUT} or {@link Status#PROTOCOL}
     * @param message a description of the error, at most 1,000 bytes in UTF-8; null: none
     */
    public void respond(long request, Status reason, String message) {
        respond(request, reason.value(), null, message == null ? null : message.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Sends requests through a transport from now on.
     *
     * @param transport the transport; null: libcurl sends them again
     */
    public void setTransport(Transport transport) {
        Functions.TransportCallback callback = transport == null ? null : hooks.transport(transport, handle);
        handle.call(
            engine -> Functions.tally_engine_set_transport(engine, callback, Kept.keep(callback), Kept.RELEASE));
    }
}
