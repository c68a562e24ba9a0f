// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Account#groups} and {@link Account#group}.
 *
 * @param newest the key of the leading message
 * @param oldest the key of the last one
 * @param items the sum of the argument counts of all its messages
 * @param notifications its messages
 * @param fresh its messages that arrived since {@link Account#groupSeen}
 * @param time the leading message's, by the server; null: none
 * @param origin the summary origin
 * @param thread "": messages without a thread; with BY_APP all
 * @param path the path of the leading message
 * @param title the title of the leading message
 * @param summary empty: none
 * @param language the language of the summary. "und": a source text of the account. Empty: no summary
 */
public record Group(long newest, long oldest, long items, long notifications, long fresh, Instant time,
    SummaryOrigin origin, String thread, String path, String title, String summary, String language) {
    static final int SIZE = 96;

    static Group read(Pointer at, byte[] text) {
        return new Group(at.getLong(0), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
            Times.instant(at.getLong(40)), SummaryOrigin.of(at.getInt(48)),
            Raw.textIn(text, at.getInt(52), at.getInt(56)), Raw.textIn(text, at.getInt(60), at.getInt(64)),
            Raw.textIn(text, at.getInt(68), at.getInt(72)), Raw.textIn(text, at.getInt(76), at.getInt(80)),
            Raw.textIn(text, at.getInt(84), at.getInt(88)));
    }
}
