// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.util.Set;

/**
 * The badge that a node shows, and why.
 *
 * @param count the number; 0 for a dot or nothing
 * @param revision the revision that last changed what it shows; 0: none since the account was loaded
 * @param kind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param flags the reasons why a path shows a badge, and its mutes
 * @param manualCount its own count; 0: none
 */
public record Badge(long count, long revision, BadgeKind kind, Set<BadgeFlag> flags, long manualCount) {
    static final int SIZE = 32;

    static Badge read(Pointer at, byte[] text) {
        return new Badge(at.getLong(0), at.getLong(8), BadgeKind.of(at.getInt(16)),
            Codes.set(BadgeFlag.class, at.getInt(20)), at.getInt(24) & 0xFFFFFFFFL);
    }

    /**
     * The badge in words: "dot", its number, or "nothing".
     *
     * @return the words
     */
    public String shown() {
        return Raw.shown(kind, count);
    }

    /** "dot", the number, or "nothing". */
    @Override
    public String toString() {
        return shown();
    }
}
