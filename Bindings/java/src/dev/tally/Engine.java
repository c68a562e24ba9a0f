package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.lang.ref.Reference;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * An engine. Any thread may use it, and what it makes. Listeners are called by {@link #dispatch}, {@link #nextEvent}
 * and {@link #runEvents}, on the thread that calls these, outside of the library: they may call anything, also close
 * it.
 */
public final class Engine implements AutoCloseable {
    /** Whether this thread is in a callback of the library's, in which an engine cannot be closed. */
    private static final ThreadLocal<Boolean> IN_CALLBACK = ThreadLocal.withInitial(() -> false);

    final Map<Long, Consumer<Raw.Event>> listeners = new ConcurrentHashMap<>();
    /** Those that are open: their observers live as long as the engine, whoever forgets the scope. */
    final Set<Scope> scopes = ConcurrentHashMap.newKeySet();
    private final Handle handle;
    /** What a callback of the library's has thrown. */
    private final AtomicReference<Throwable> thrown;
    private final Queue<Raw.Event> unclaimed = new ConcurrentLinkedQueue<>();
    private final boolean hasSetAside;

    private Engine(Pointer pointer, boolean hasSetAside, AtomicReference<Throwable> thrown, Object[] callbacks) {
        this.hasSetAside = hasSetAside;
        this.thrown = thrown;
        // What a cleaner holds must not lead back to the engine. The callbacks of the options live as long as it.
        handle = new Handle(pointer, last -> {
            Raw.tally_engine_close(last, -1);
            Reference.reachabilityFence(callbacks);
        }).ownedBy(this);
    }

    /** In memory only. */
    public static Engine open() {
        return open(new Raw.EngineOptions());
    }

    public static Engine open(Raw.EngineOptions options) {
        return open(options, null);
    }

    /** clock: for tests; null: the system's. It may throw, which {@link #nextEvent}, dispatch and step throw again. */
    public static Engine open(Raw.EngineOptions options, Clock clock) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        if (clock != null) options.clock(callback(clock, thrown));
        PointerByReference out = new PointerByReference();
        int status = Calls.check(Raw.tally_engine_open(options.write(), out));
        return new Engine(out.getValue(), status == Raw.TALLY_SET_ASIDE, thrown,
            new Object[] {options.clock, options.log, options.zoneFile});
    }

    private static Raw.ClockCallback callback(Clock clock, AtomicReference<Throwable> thrown) {
        AtomicReference<long[]> last = new AtomicReference<>(new long[2]);
        return (userData, outWall, outElapsed) -> {
            try {
                last.set(new long[] {clock.wall(), clock.elapsed()});
            } catch (Throwable error) {
                // Then the clock stands still.
                thrown.compareAndSet(null, error);
            }
            outWall.setLong(0, last.get()[0]);
            outElapsed.setLong(0, last.get()[1]);
        };
    }

    /** Whether the file was damaged, so that it was given another name (TALLY_ENGINE_SET_ASIDE). */
    public boolean hasSetAside() {
        return hasSetAside;
    }

    /** As {@link #close(long)}, however long writing takes. */
    @Override
    public void close() {
        close(-1);
    }

    /**
     * Writes everything and closes the file. Threads that wait for an event wake with CLOSED; other calls that are
     * under way are waited for. Closing what is closed does nothing. timeout: in milliseconds, -1: none.
     * Throws IO, FULL or TIMEOUT where something could not be written: it is closed all the same. Not within a
     * {@link Transport}'s methods (THREAD).
     */
    public void close(long timeout) {
        if (timeout < -1) throw new TallyException(Raw.TALLY_ERROR_ARGUMENT, "a timeout below -1");
        if (IN_CALLBACK.get()) throw new TallyException(Raw.TALLY_ERROR_THREAD, "not within a transport's methods");
        Pointer taken = null;
        boolean wasInterrupted = false;
        try {
            taken = handle.takeOver(() -> Raw.tally_interrupt(handle.peek()));
        } catch (InterruptedException interrupted) {
            // It is closed for everybody else; whoever leaves it last releases it.
            Thread.currentThread().interrupt();
            handle.close();
            wasInterrupted = true;
        }
        listeners.clear();
        scopes.clear();
        if (taken == null || wasInterrupted) return;
        Calls.check(Raw.tally_engine_close(taken, timeout));
    }

    /** Waits until all that was applied before is on the disk. */
    public void flush() {
        handle.call(Raw::tally_engine_flush);
    }

    /** Compares the whole file, or what is in memory, with what it should be. */
    public void verify() {
        handle.call(Raw::tally_engine_verify);
    }

    /** Copies the file while it is used. flags: {@link Raw#TALLY_BACKUP_REPLACE}. */
    public void backup(String file, int flags) {
        handle.call(engine -> Raw.tally_engine_backup(engine, Calls.text(file), flags));
    }

    public Raw.Limits limits() {
        Memory memory = Calls.sized(Raw.Limits.SIZE);
        handle.call(engine -> Raw.tally_engine_limits(engine, memory));
        return Raw.Limits.read(memory, null);
    }

    public Raw.Stats stats() {
        Memory memory = Calls.sized(Raw.Stats.SIZE);
        handle.call(engine -> Raw.tally_engine_stats(engine, memory));
        return Raw.Stats.read(memory, null);
    }

    /** What the application's icon shows: the total over the accounts that are logged in. */
    public Raw.Badge total() {
        Memory memory = new Memory(Raw.Badge.SIZE);
        handle.call(engine -> Raw.tally_engine_total(engine, memory));
        return Raw.Badge.read(memory, null);
    }

    /** The device's zone; null: what the options say, else the system. */
    public void setZone(String name) {
        handle.call(engine -> Raw.tally_zone_set(engine, Calls.text(name)));
    }

    // ---- Accounts ----

    public Account account(String name) {
        return account(name, null);
    }

    /** Opens an account, creating it where there is none. options: may be null. */
    public Account account(String name, Raw.AccountOptions options) {
        PointerByReference out = new PointerByReference();
        Raw.Block written = options == null ? null : options.write();
        handle.call(engine -> Raw.tally_account_open(engine, Calls.text(name), written, out));
        return new Account(this, out.getValue());
    }

    /** Names of accounts that are stored, after a name (null: from the first), `limit` at most. */
    public Page<String> accounts(String after, int limit) {
        return handle.use(engine -> Calls.list(Raw.TALLY_TEXT_SIZE, Calls::readText,
            (entries, capacity, text, textCapacity, count, textSize) -> Raw.tally_account_list(
                engine, Calls.text(after), limit, entries, capacity, text, textCapacity, count, textSize)));
    }

    /** Removes an account for good. */
    public void dropAccount(String name) {
        handle.call(engine -> Raw.tally_account_drop(engine, Calls.text(name)));
    }

    /** Makes an account of what {@link Account#snapshotAll} gave. */
    public void restoreAccount(String name, byte[] snapshot) {
        handle.call(engine -> Raw.tally_account_restore(engine, Calls.text(name), snapshot, snapshot.length));
    }

    // ---- Events ----

    /** A scope holds observers, until it is closed, or the engine is. */
    public Scope scope() {
        PointerByReference out = new PointerByReference();
        handle.call(engine -> Raw.tally_scope_open(engine, out));
        return new Scope(this, out.getValue());
    }

    /**
     * Waits for an event, calls its listener where it has one, and answers it; null: the time has passed, or somebody
     * called {@link #interrupt}. timeout: in milliseconds; 0: does not wait; -1: no limit. A listener's exception is
     * thrown from here.
     */
    public Raw.Event nextEvent(long timeout) {
        rethrow();
        Raw.Event event = unclaimed.poll();
        if (event != null) return event;
        event = take(timeout);
        rethrow();
        if (event != null) tell(event);
        return event;
    }

    /** Calls the listeners of what waits; answers how many events that were. Those without one stay for nextEvent. */
    public int dispatch() {
        int count = 0;
        while (true) {
            rethrow();
            Raw.Event event = take(0);
            if (event == null) return count;
            if (tell(event)) count++;
            else unclaimed.add(event);
        }
    }

    /** Calls listeners until the engine is closed: for a thread of its own. Events without a listener are dropped. */
    public void runEvents() {
        try {
            while (true) nextEvent(-1);
        } catch (TallyException closed) {
            if (closed.status() != Raw.TALLY_ERROR_CLOSED) throw closed;
        }
    }

    private Raw.Event take(long timeout) {
        return handle.use(engine -> {
            Memory memory = Calls.sized(Raw.Event.SIZE);
            byte[] text = new byte[512];
            while (true) {
                memory.setInt(0, Raw.Event.SIZE);
                int status = Raw.tally_next_event(engine, timeout, memory, text, text.length);
                if (status == Raw.TALLY_EMPTY) return null;
                if (status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                    Calls.check(status);
                    return Raw.Event.read(memory, text);
                }
                // The event stays first; of it only the length has to be known.
                text = new byte[Math.max(text.length * 2, 65536)];
            }
        });
    }

    private boolean tell(Raw.Event event) {
        Consumer<Raw.Event> listener;
        // Who registers just now has the lock until the listener can be found.
        synchronized (listeners) {
            listener = event.token() == 0 || event.kind() == Raw.TALLY_EVENT_REMINDER ? null
                : event.kind() == Raw.TALLY_EVENT_COMPLETION ? listeners.remove(event.token())
                : listeners.get(event.token());
        }
        if (listener == null) return false;
        listener.accept(event);
        return true;
    }

    /** Wakes a nextEvent that waits, or the next one that would. */
    public void interrupt() {
        handle.call(Raw::tally_interrupt);
    }

    /** For poll and epoll: readable while events wait. Borrowed. */
    public int descriptor() {
        int[] descriptor = {0};
        handle.call(engine -> Raw.tally_descriptor(engine, descriptor));
        return descriptor[0];
    }

    /**
     * `notify` runs when the queue is no longer empty, on any thread that uses the engine, without a lock held. It
     * wakes the host (`executor.execute(engine::dispatch)`), and must not close the engine. null ends it.
     */
    public void setNotify(Runnable notify) {
        AtomicReference<Throwable> into = thrown;
        Raw.Notify callback = notify == null ? null : userData -> guard(into, notify);
        Pointer kept = callback == null ? null : Kept.keep(callback);
        handle.call(engine ->
            Raw.tally_set_notify(engine, callback, kept, callback == null ? null : Kept.RELEASE));
    }

    /** With TALLY_ENGINE_HOST_DRIVEN: does what is due. From one thread. */
    public void step() {
        handle.call(Raw::tally_step);
        rethrow();
    }

    /** How long the host may wait before {@link #step} has something to do, in milliseconds; -1: without limit. */
    public long timeout() {
        long[] timeout = {0};
        handle.call(engine -> Raw.tally_timeout(engine, timeout));
        return timeout[0];
    }

    // ---- Transport ----

    /** Requests that begin from now on go out through it; null: by libcurl again. */
    public void setTransport(Transport transport) {
        AtomicReference<Throwable> into = thrown;
        Handle own = handle;
        Raw.TransportCallback callback = transport == null ? null : (userData, at) -> send(into, own, transport, at);
        Pointer number = callback == null ? null : Kept.keep(callback);
        handle.call(engine ->
            Raw.tally_transport_set(engine, callback, number, callback == null ? null : Kept.RELEASE));
    }

    private static void send(AtomicReference<Throwable> thrown, Handle handle, Transport transport, Pointer at) {
        Raw.Request request = Raw.Request.read(at, null);
        boolean wasIn = IN_CALLBACK.get();
        IN_CALLBACK.set(true);
        try {
            if (request.kind() == Raw.TALLY_REQUEST_SEND) transport.send(request);
            else transport.cancel(request.id());
        } catch (Throwable error) {
            thrown.compareAndSet(null, error);
            byte[] words = String.valueOf(error.getMessage()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            byte[] body = words.length <= 1000 ? words : new byte[0];
            if (request.kind() == Raw.TALLY_REQUEST_SEND) answerFailed(handle, request.id(), body);
        } finally {
            IN_CALLBACK.set(wasIn);
        }
    }

    private static void answerFailed(Handle handle, long id, byte[] words) {
        try {
            handle.use(engine ->
                Raw.tally_transport_answer(engine, id, Raw.TALLY_ERROR_NETWORK, null, words, words.length));
        } catch (TallyException closed) {
            // Then nobody waits for it.
        }
    }

    /** status: of HTTP, or TALLY_ERROR_NETWORK and the like, with words as the body. headers, body: may be null. */
    public void answer(long request, int status, String headers, byte[] body) {
        int size = body == null ? 0 : body.length;
        handle.call(engine -> Raw.tally_transport_answer(engine, request, status, Calls.text(headers), body, size));
    }

    /** Something of the answer has come. */
    public void progress(long request) {
        handle.call(engine -> Raw.tally_transport_progress(engine, request));
    }

    private static void guard(AtomicReference<Throwable> thrown, Runnable body) {
        try {
            body.run();
        } catch (Throwable error) {
            thrown.compareAndSet(null, error);
        }
    }

    /** Throws what a callback of the library's has thrown. */
    private void rethrow() {
        Throwable caught = thrown.getAndSet(null);
        if (caught instanceof RuntimeException runtime) throw runtime;
        if (caught instanceof Error error) throw error;
        if (caught != null) throw new IllegalStateException(caught);
    }
}
