package dev.tally;

import com.sun.jna.Memory;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The events of an engine: waiting for them, and calling their listeners. A dispatch sets events without a listener
 * aside, which the library does not know of. So it wakes the threads that wait in the library, and they look again.
 */
final class Events {
    final Map<Long, Consumer<Event>> listeners = new ConcurrentHashMap<>();
    /** Threads that wait, or are about to. */
    final AtomicInteger waiting = new AtomicInteger();
    private final Queue<Event> setAside = new ConcurrentLinkedQueue<>();
    /** Whether the host has interrupted a wait, and no wait has ended because of that. */
    private final AtomicBoolean isInterrupted = new AtomicBoolean();
    private final Handle engine;
    private final Hooks hooks;
    private final boolean isHostDriven;

    Events(Handle engine, Hooks hooks, boolean isHostDriven) {
        this.engine = engine;
        this.hooks = hooks;
        this.isHostDriven = isHostDriven;
    }

    /** The next event, after its listener was called; null: the time has passed, or the host has interrupted it. */
    Event next(Duration timeout) {
        boolean isWithoutEnd = Times.orNone(timeout) < 0;
        long begun = System.nanoTime();
        waiting.incrementAndGet();
        try {
            while (true) {
                hooks.rethrow();
                Event event = setAside.poll();
                if (event != null) return event;
                long rest = isWithoutEnd ? -1 : Times.rest(timeout, System.nanoTime() - begun);
                event = takeAndTell(rest);
                if (event != null) return event;
                // An error that comes with an event is thrown by the next call: the event must not get lost.
                hooks.rethrow();
                event = setAside.poll();
                if (event != null || isHostDriven || rest == 0 || isInterrupted.getAndSet(false)) return event;
            }
        } finally {
            waiting.decrementAndGet();
            wake();
        }
    }

    private Event takeAndTell(long timeout) {
        Inbox inbox = new Inbox(null);
        Event event = inbox.during(() -> take(timeout));
        if (event != null && !inbox.run()) tell(event);
        return event;
    }

    /** Calls the listeners of pending events, and returns how many had one. */
    int dispatch() {
        int count = 0;
        try {
            while (true) {
                hooks.rethrow();
                Inbox inbox = new Inbox(null);
                Event event = inbox.during(() -> take(0));
                if (event == null) return count;
                if (inbox.run() || tell(event)) count++;
                else setAside.add(event);
            }
        } finally {
            wake();
        }
    }

    void interrupt() {
        isInterrupted.set(true);
        engine.call(Functions::tally_engine_interrupt);
    }

    /** This thread may have taken the library's mark that it is to wake another one. */
    private void wake() {
        if (!isInterrupted.get() && (setAside.isEmpty() || waiting.get() == 0)) return;
        try {
            engine.call(Functions::tally_engine_interrupt);
        } catch (TallyException.Closed closed) {
            // Those that wait hear of it from the library.
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

    /** Calls the listener of an event; whether it has one. */
    boolean tell(Event event) {
        Consumer<Event> listener;
        // A thread that registers has the lock until the listener can be found.
        synchronized (listeners) {
            listener = event.token() == 0 ? null
                : event.kind() == EventKind.COMPLETION ? listeners.remove(event.token())
                : listeners.get(event.token());
        }
        if (listener == null) return false;
        listener.accept(event);
        return true;
    }
}
