// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * Numbers of rows of an outbox.
 *
 * @param total all rows
 * @param leased the leased rows
 * @param failed the rows that failed for good
 */
public record OutboxCounts(long total, long leased, long failed) {
    static final int SIZE = 32;

    static OutboxCounts read(Pointer at, byte[] text) {
        return new OutboxCounts(at.getLong(8), at.getLong(16), at.getLong(24));
    }
}
