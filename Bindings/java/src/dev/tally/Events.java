package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/** The events of an engine: waiting for them, and calling the functions of observers, widgets and completions. */
final class Events {
    private static final AtomicLong NUMBERS = new AtomicLong();

    /**
     * Listeners, widgets and futures, by the numbers that the library has as their user_data. They may refer to the
     * engine, because the library does not lead back to them: a forgotten engine can be collected.
     */
    final Map<Long, Object> functions = new ConcurrentHashMap<>();
    private final Handle engine;
    private final Hooks hooks;

    Events(Handle engine, Hooks hooks) {
        this.engine = engine;
        this.hooks = hooks;
    }

    long add(Object function) {
        long number = NUMBERS.incrementAndGet();
        functions.put(number, function);
        return number;
    }

    /** A future that the event of a call completes. */
    CompletableFuture<Event> completion(ToIntFunction<Pointer> call) {
        CompletableFuture<Event> future = new CompletableFuture<>();
        long number = add(future);
        boolean isBegun = false;
        try {
            isBegun = call.applyAsInt(new Pointer(number)) >= 0;
        } finally {
            if (!isBegun) functions.remove(number);
        }
        return future;
    }

    /** Forgets all functions. Futures end. */
    void close() {
        for (Object each : functions.values()) {
            if (each instanceof CompletableFuture<?> future) {
                future.completeExceptionally(TallyException.of(Status.CLOSED, "the engine was closed"));
            }
        }
        functions.clear();
    }

    /** The next event, after its listener was called; null: the time has passed, or the host has interrupted it. */
    Event next(Duration timeout) {
        hooks.rethrow();
        Inbox inbox = new Inbox(functions);
        Event event = inbox.during(() -> take(Times.orNone(timeout)));
        inbox.run();
        if (event != null) return event;
        // An error that comes with an event is thrown by the next call: the event must not get lost.
        hooks.rethrow();
        return engine.use(open -> null); // Throws CLOSED if a thread that closes the engine has woken this one.
    }

    /** Calls the listeners of pending events, and returns how many had one. After an error the others stay pending. */
    int dispatch() {
        for (int count = 0; ; count++) {
            hooks.rethrow();
            Inbox inbox = new Inbox(functions);
            long[] delivered = {0};
            inbox.during(() -> engine.call(at -> Functions.tally_engine_dispatch(at, 1, delivered)));
            inbox.run();
            if (delivered[0] == 0) return count;
        }
    }

    private Event take(long timeout) {
        return engine.use(at -> {
            Memory memory = Calls.sized(Event.SIZE);
            byte[] text = new byte[512];
            while (true) {
                memory.setInt(0, Event.SIZE);
                int status = Functions.tally_engine_next_event(at, timeout, memory, text, text.length);
                if (status == Raw.TALLY_EMPTY) return null;
                if (status != Raw.TALLY_ERROR_BUFFER_TOO_SMALL) {
                    Calls.check(status);
                    return Event.read(memory, text);
                }
                // The event stays first; of it only the length has to be known.
                text = new byte[Math.max(text.length * 2, 65536)];
            }
        });
    }
}
