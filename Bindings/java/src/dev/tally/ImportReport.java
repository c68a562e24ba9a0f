// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * The result of importing another program's file.
 *
 * @param taken the number of imported things
 * @param skipped the number of skipped things
 */
public record ImportReport(long taken, long skipped) {
    static final int SIZE = 24;

    static ImportReport read(Pointer at, byte[] text) {
        return new ImportReport(at.getLong(8), at.getLong(16));
    }
}
