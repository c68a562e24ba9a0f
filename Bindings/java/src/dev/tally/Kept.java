package dev.tally;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToIntFunction;

/** Callbacks that the library has, until it says that it will not call them any more. */
final class Kept {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, Object> ALL = new ConcurrentHashMap<>();

    /** The library calls this then, with the number that {@link #lend} passed. */
    static final Functions.ReleaseCallback RELEASE = Hooks.attached(userData -> ALL.remove(Pointer.nativeValue(userData)));

    private Kept() {}

    /** Passes a callback to C, by a number, together with {@link #RELEASE}. If C did not take it, it is not kept. */
    static int lend(Object callback, ToIntFunction<Pointer> call) {
        Pointer number = keep(callback);
        int status = Raw.TALLY_ERROR_INTERNAL;
        try {
            status = call.applyAsInt(number);
        } finally {
            if (status < 0) ALL.remove(Pointer.nativeValue(number));
        }
        return status;
    }

    /** The number of a callback that C releases in any case. */
    static Pointer keep(Object callback) {
        long number = NUMBERS.incrementAndGet();
        ALL.put(number, callback);
        return new Pointer(number);
    }

    static Object get(Pointer number) {
        return ALL.get(Pointer.nativeValue(number));
    }

    static int count() {
        return ALL.size();
    }
}
