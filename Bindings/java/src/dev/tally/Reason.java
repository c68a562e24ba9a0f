// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.util.Set;

/**
 * A row of {@link Account#explain}: a badge or a message behind what a path shows.
 *
 * @param contributed how much of the path's count comes from its own badge and its messages
 * @param fedCount the sum of its messages' counts; that of the message. A passive one counts 0
 * @param keptCount MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them
 * @param ownCount its own count; 0: none
 * @param flags the contribution of a reason, and its kind
 * @param message MESSAGE: its key; otherwise 0
 * @param path the path
 * @param id MESSAGE: the server's identifier
 * @param highlights the sum of the counts of its highlights that reach the path
 * @param level LIGHTS: the greatest level with which it reaches the path; otherwise 0
 */
public record Reason(long contributed, long fedCount, long keptCount, long ownCount, Set<ReasonFlag> flags,
    long message, String path, String id, long highlights, Level level) {
    static final int SIZE = 72;

    static Reason read(Pointer at, byte[] text) {
        return new Reason(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
            Codes.set(ReasonFlag.class, at.getInt(28)), at.getLong(32),
            Raw.textIn(text, at.getInt(40), at.getInt(44)), Raw.textIn(text, at.getInt(48), at.getInt(52)),
            at.getLong(56), Level.of(at.getInt(64)));
    }
}
