// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * A path where the server of a feed counts something else than the feed contributes.
 *
 * @param ours the sum that the feed's messages contribute at the path and below, mutes aside
 * @param theirs the number that its server counts there
 * @param feed the feed's identifier
 * @param path the path
 * @param ourHighlights the part of {@code ours} that highlights have
 * @param theirHighlights that of {@code theirs}; as ours, if the server did not say
 */
public record Drift(long ours, long theirs, long feed, String path, long ourHighlights, long theirHighlights) {
    static final int SIZE = 48;

    static Drift read(Pointer at, byte[] text) {
        return new Drift(at.getLong(0), at.getLong(8), at.getLong(16), Raw.textIn(text, at.getInt(24), at.getInt(28)),
            at.getLong(32), at.getLong(40));
    }
}
