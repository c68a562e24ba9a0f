package dev.tally;

/**
 * Provides the files of time zones. It is called on any thread, with locks held: it must return soon and must not call
 * the library. If it throws, the next {@link Engine#nextEvent}, dispatch or step throws the same.
 */
@FunctionalInterface
public interface ZoneFile {
    /** The file of a zone (TZif) by its name, at most 65,536 bytes; null: there is no such zone. */
    byte[] read(String name);
}
