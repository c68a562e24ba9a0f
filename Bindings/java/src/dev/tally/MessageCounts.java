// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * Numbers of messages.
 *
 * @param total all messages
 * @param unread those that are not read
 * @param unseen those that are not seen
 */
public record MessageCounts(long total, long unread, long unseen) {
    static final int SIZE = 32;

    static MessageCounts read(Pointer at, byte[] text) {
        return new MessageCounts(at.getLong(8), at.getLong(16), at.getLong(24));
    }
}
