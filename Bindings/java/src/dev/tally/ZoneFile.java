package dev.tally;

/**
 * Provides the files of time zones. It is called on any thread, with locks held: it must return soon and must not call
 * the library. If it throws, the next {@link Engine#nextEvent}, dispatch or step throws the same.
 */
@FunctionalInterface
public interface ZoneFile {
    /**
     * Reads the file of a zone.
     *
     * @param name the name of the zone
     * @return the file (TZif), at most 65,536 bytes; null: there is no such zone
     */
    byte[] read(String name);
}
