// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.util.Set;

/**
 * The badge that a node shows, and why. This structure never grows.
 *
 * @param count the number; 0 for a dot or nothing
 * @param revision the revision that last changed what it shows; 0: none since the account was loaded
 * @param highlights the part of what it shows that comes from messages of level HIGHLIGHT or above
 * @param kind {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link BadgeKind#NUMBER}
 * @param flags the reasons why a path shows a badge, and its mutes
 * @param level the greatest level among what it shows; NORMAL if it shows nothing
 */
public record Badge(long count, long revision, long highlights, BadgeKind kind, Set<BadgeFlag> flags, Level level) {
    static final int SIZE = 40;

    static Badge read(Pointer at, byte[] text) {
        return new Badge(at.getLong(0), at.getLong(8), at.getLong(16), BadgeKind.of(at.getInt(24)),
            Codes.set(BadgeFlag.class, at.getInt(28)), Level.of(at.getInt(32)));
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
