package dev.tally;

/**
 * Receives the engine's log. It is called on any thread: it must return soon and must not call the library. If it
 * throws, the next {@link Engine#nextEvent}, dispatch or step throws the same.
 */
@FunctionalInterface
public interface Log {
    /**
     * Receives a line of the log.
     *
     * @param level its importance
     * @param text the line
     */
    void log(LogLevel level, String text);
}
