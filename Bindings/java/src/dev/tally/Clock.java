package dev.tally;

/** A clock for tests. Asked from any thread, with locks held: it must return at once and must not call the library. */
public interface Clock {
    /** Milliseconds since 1970. */
    long wall();

    /** Milliseconds since any point, never going back. */
    long elapsed();
}
