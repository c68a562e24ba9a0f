// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * A row of {@link Account#links}.
 *
 * @param path the path
 * @param under the under
 */
public record Link(String path, String under) {
    static final int SIZE = 16;

    static Link read(Pointer at, byte[] text) {
        return new Link(Raw.textIn(text, at.getInt(0), at.getInt(4)), Raw.textIn(text, at.getInt(8), at.getInt(12)));
    }
}
