package dev.tally;

/**
 * Provides the files of time zones. Any thread may call it while the engine holds locks: it must return soon and must
 * not call the library. What it throws is thrown by the next {@link Engine#nextEvent}, dispatch or step.
 */
@FunctionalInterface
public interface ZoneFile {
    /** The file of a zone (TZif) by its name, at most 65,536 bytes; null: there is no such zone. */
    byte[] read(String name);
}
