package dev.tally;

import java.time.Duration;
import java.time.Instant;

/**
 * A clock for tests. It is called on any thread, with locks held: it must return immediately and must not call the
 * library.
 */
public interface Clock {
    /**
     * The time of day, which may jump.
     *
     * @return the time
     */
    Instant wall();

    /**
     * The time since any moment. It never goes back.
     *
     * @return the time since then
     */
    Duration elapsed();
}
