// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * An item of a response that could not be used.
 *
 * @param id rises in its feed. Begins again at 1 when the feed requests everything again
 * @param time when the response arrived
 * @param reason why it was rejected
 * @param body the item's JSON, of the response or the mapping's page; its first 65,536 bytes
 */
public record Rejected(long id, Instant time, String reason, String body) {
    static final int SIZE = 32;

    static Rejected read(Pointer at, byte[] text) {
        return new Rejected(at.getLong(0), Times.instant(at.getLong(8)),
            Raw.textIn(text, at.getInt(16), at.getInt(20)), Raw.textIn(text, at.getInt(24), at.getInt(28)));
    }
}
