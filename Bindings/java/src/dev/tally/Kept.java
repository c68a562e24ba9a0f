package dev.tally;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Callbacks that the library has, until it says that it will not call them any more. */
final class Kept {
    private static final AtomicLong NUMBERS = new AtomicLong();
    private static final Map<Long, Object> ALL = new ConcurrentHashMap<>();

    /** What the library calls then, with what {@link #keep} gave. */
    static final Raw.Release RELEASE = userData -> ALL.remove(Pointer.nativeValue(userData));

    private Kept() {}

    static Pointer keep(Object callback) {
        long number = NUMBERS.incrementAndGet();
        ALL.put(number, callback);
        return new Pointer(number);
    }

    static int count() {
        return ALL.size();
    }
}
