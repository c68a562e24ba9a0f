// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * The place of a message among those at its path, or in a subtree.
 *
 * @param key 0: there is no such message, and all members are 0
 * @param time the server's; null: none
 * @param matching the unread ones, or those that flags name, including this one
 * @param newer all messages that {@link Account#messages} lists before it
 * @param older all messages that {@link Account#messages} lists after it
 */
public record MessagePosition(long key, Instant time, long matching, long newer, long older) {
    static final int SIZE = 48;

    static MessagePosition read(Pointer at, byte[] text) {
        return new MessagePosition(at.getLong(8), Times.instant(at.getLong(16)), at.getLong(24), at.getLong(32),
            at.getLong(40));
    }
}
