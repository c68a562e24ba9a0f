// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * A row of {@link Account#listPage} and {@link Account#changes}.
 *
 * @param badge what the path shows
 * @param path the path
 */
public record BadgeEntry(Badge badge, String path) {
    static final int SIZE = 40;

    static BadgeEntry read(Pointer at, byte[] text) {
        return new BadgeEntry(Badge.read(at.share(0), text), Raw.textIn(text, at.getInt(32), at.getInt(36)));
    }
}
