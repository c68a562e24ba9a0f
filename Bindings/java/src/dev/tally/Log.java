package dev.tally;

/**
 * Receives the engine's log. It is called on any thread: it must return soon and must not call the library. If it
 * throws, the next {@link Engine#nextEvent}, dispatch or step throws the same.
 */
@FunctionalInterface
public interface Log {
    /** level: {@link Raw#TALLY_LOG_ERROR} and the like. */
    void log(int level, String text);
}
