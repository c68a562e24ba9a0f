package dev.tally;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The host's functions as C calls them: clock, log, zones, notify and transport. What one throws never passes through
 * C: the first error is kept, and thrown by the next call that drains events. This knows nothing of the engine, so that
 * a forgotten engine can be collected.
 */
final class Hooks {
    /** The place of a thread: in no function of the host's, in a transport, or in one that C calls with locks held. */
    private enum Place { OUTSIDE, TRANSPORT, LOCKED }

    private static final ThreadLocal<Place> PLACE = ThreadLocal.withInitial(() -> Place.OUTSIDE);
    /**
     * A thread of the library's is attached to the JVM once, for its life, and as a daemon: the JVM does not wait for
     * it at its end. JNA's default attaches a thread that is no daemon, and detaches it again, for each call.
     */
    private static final CallbackThreadInitializer INITIALIZER = new CallbackThreadInitializer(true, false, "tally");

    private final AtomicReference<Throwable> thrown = new AtomicReference<>();

    /** A callback that C may call on threads of its own. */
    static <T extends Callback> T attached(T callback) {
        Native.setCallbackThreadInitializer(callback, INITIALIZER);
        return callback;
    }

    /** Throws THREAD inside a function that C has called. */
    static void checkOutside() {
        if (PLACE.get() != Place.OUTSIDE) {
            throw TallyException.of(Status.THREAD, "not inside a function that the library calls");
        }
    }

    /** Throws THREAD where a call of the library would wait for a lock that its own thread has. */
    static void checkUnlocked() {
        if (PLACE.get() == Place.LOCKED) {
            throw TallyException.of(Raw.TALLY_ERROR_THREAD,
                "clock, log, zone and notify functions must not call the library");
        }
    }

    private void guard(Place place, Runnable body) {
        Place outer = PLACE.get();
        PLACE.set(place);
        try {
            body.run();
        } catch (Throwable error) {
            thrown.compareAndSet(null, error);
        } finally {
            PLACE.set(outer);
        }
    }

    /** Throws what a function of the host's has thrown. */
    void rethrow() {
        Throwable caught = thrown.getAndSet(null);
        if (caught instanceof RuntimeException runtime) throw runtime;
        if (caught instanceof Error error) throw error;
        if (caught != null) throw new IllegalStateException(caught);
    }

    /** Writes the functions of an engine's options. */
    void write(EngineOptions options, Raw.Block written) {
        write(written, EngineOptions.CLOCK, options.clock == null ? null : clock(options.clock));
        write(written, EngineOptions.LOG, options.log == null ? null : log(options.log));
        write(written, EngineOptions.ZONE_FILE, options.zoneFile == null ? null : zoneFile(options.zoneFile));
    }

    /** Its user_data stands behind it, and then what releases that, also if the engine is not opened. */
    private static void write(Raw.Block written, int place, Callback callback) {
        if (callback == null) return;
        written.setPointer(place, CallbackReference.getFunctionPointer(callback));
        written.setPointer(place + 8, Kept.keep(callback));
        written.setPointer(place + 16, CallbackReference.getFunctionPointer(Kept.RELEASE));
    }

    Functions.ClockCallback clock(Clock clock) {
        AtomicReference<long[]> last = new AtomicReference<>(new long[2]);
        return attached((userData, outWall, outElapsed) -> {
            // If it throws, the clock stands still.
            guard(Place.LOCKED, () ->
                last.set(new long[] {clock.wall().toEpochMilli(), clock.elapsed().toMillis()}));
            outWall.setLong(0, last.get()[0]);
            outElapsed.setLong(0, last.get()[1]);
        });
    }

    Functions.LogCallback log(Log log) {
        return attached((userData, level, text) ->
            guard(Place.LOCKED, () -> log.log(LogLevel.of(level), Raw.stringAt(text))));
    }

    Functions.ZoneCallback zoneFile(ZoneFile zoneFile) {
        return attached((userData, name, bytes, capacity) -> {
            long[] size = {0};
            guard(Place.LOCKED, () -> {
                byte[] file = zoneFile.read(Raw.stringAt(name));
                if (file == null || file.length > capacity) return;
                bytes.write(0, file, 0, file.length);
                size[0] = file.length;
            });
            return size[0];
        });
    }

    Functions.NotifyCallback notify(Runnable notify) {
        return attached(userData -> guard(Place.LOCKED, notify));
    }

    Functions.TransportCallback transport(Transport transport, Handle engine) {
        return attached((userData, at) -> {
            Request request = Request.read(at, null);
            guard(Place.TRANSPORT, () -> {
                if (request.kind() != RequestKind.SEND) {
                    transport.cancel(request.id());
                    return;
                }
                try {
                    transport.send(request);
                } catch (Throwable error) {
                    answerFailed(engine, request.id(), error);
                    throw error;
                }
            });
        });
    }

    private static void answerFailed(Handle engine, long request, Throwable error) {
        byte[] words = String.valueOf(error.getMessage()).getBytes(StandardCharsets.UTF_8);
        byte[] body = words.length <= 1000 ? words : new byte[0];
        try {
            engine.use(at -> Functions.tally_transport_respond(
                at, request, Raw.TALLY_ERROR_NETWORK, null, body, body.length));
        } catch (TallyException closed) {
            // The engine ends, and nobody waits for the response.
        }
    }
}
