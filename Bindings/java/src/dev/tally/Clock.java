package dev.tally;

/**
 * A clock for tests. It is called on any thread, with locks held: it must return immediately and must not call the
 * library.
 */
public interface Clock {
    /** Milliseconds since 1970. */
    long wall();

    /** Milliseconds since any moment. They never go back. */
    long elapsed();
}
