package dev.tally;

/**
 * Receives the engine's log. Any thread may call it while the engine holds locks: it must return soon and must not call
 * the library. What it throws is thrown by the next {@link Engine#nextEvent}, dispatch or step.
 */
@FunctionalInterface
public interface Log {
    /** level: {@link Raw#TALLY_LOG_ERROR} and the like. */
    void log(int level, String text);
}
