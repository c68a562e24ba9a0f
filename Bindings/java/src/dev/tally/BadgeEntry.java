// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * A row of {@link Account#listPage} and {@link Account#changes}.
 *
 * @param path the path
 * @param badge what the path shows
 */
public record BadgeEntry(String path, Badge badge) {
    static final int SIZE = 48;

    static BadgeEntry read(Pointer at, byte[] text) {
        return new BadgeEntry(Raw.textIn(text, at.getInt(0), at.getInt(4)), Badge.read(at.share(8), text));
    }
}
