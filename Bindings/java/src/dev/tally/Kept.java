package dev.tally;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Callbacks that the library has, until it says that it will not call them any more. */
final class Kept {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, Object> ALL = new ConcurrentHashMap<>();

    /** The library calls this then, with the number of the callback; also if the function that got it fails. */
    static final Functions.ReleaseCallback RELEASE =
        Hooks.attached(userData -> ALL.remove(Pointer.nativeValue(userData)));

    private Kept() {}

    /** The number of a callback that C gets together with {@link #RELEASE}. */
    static Pointer keep(Object callback) {
        long number = NUMBERS.incrementAndGet();
        if (callback != null) ALL.put(number, callback);
        return new Pointer(number);
    }

    static int count() {
        return ALL.size();
    }
}
