// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * A row of {@link Account#importReminders}: an entry of the file that was skipped.
 *
 * @param line the line where the entry, or the property that cannot be used, begins. From 1
 * @param uid its UID; empty if it has none, or was not read as far as that
 * @param reason why, in English
 */
public record SkippedEntry(long line, String uid, String reason) {
    static final int SIZE = 24;

    static SkippedEntry read(Pointer at, byte[] text) {
        return new SkippedEntry(at.getLong(0), Raw.textIn(text, at.getInt(8), at.getInt(12)),
            Raw.textIn(text, at.getInt(16), at.getInt(20)));
    }
}
