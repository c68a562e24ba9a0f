// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * A row of {@link Account#messages}, {@link Account#message}, {@link Account#findMessage} and {@link
 * Account#groupMessages}.
 *
 * @param key identifies it in this file
 * @param feed the feed's identifier
 * @param time the server's; null: none
 * @param count added to the number. 0: a dot
 * @param state the message state
 * @param id the server's identifier
 * @param path the path
 * @param kind the kind
 * @param title the title
 * @param body the body
 * @param thread the thread
 * @param category the category
 * @param argument the argument
 * @param argumentCount the argument count
 * @param dataSize bytes of its data: see {@link Account#messageData}. 0: none
 * @param link the URL that it opens. The library does not read it
 * @param icon the name of an icon
 * @param subtitle the subtitle
 * @param also its further paths, sorted by their bytes, with a line feed between two
 * @param level the level
 * @param snoozedUntil when it becomes unseen again: see {@link Account#snoozeMessage}. null: it is not snoozed
 */
public record Message(long key, long feed, Instant time, long count, MessageState state, String id, String path,
    String kind, String title, String body, String thread, String category, String argument, long argumentCount,
    long dataSize, String link, String icon, String subtitle, String also, Level level, Instant snoozedUntil) {
    static final int SIZE = 152;

    static Message read(Pointer at, byte[] text) {
        return new Message(at.getLong(0), at.getLong(8), Times.instant(at.getLong(16)), at.getInt(24) & 0xFFFFFFFFL,
            MessageState.of(at.getInt(28)), Raw.textIn(text, at.getInt(32), at.getInt(36)),
            Raw.textIn(text, at.getInt(40), at.getInt(44)), Raw.textIn(text, at.getInt(48), at.getInt(52)),
            Raw.textIn(text, at.getInt(56), at.getInt(60)), Raw.textIn(text, at.getInt(64), at.getInt(68)),
            Raw.textIn(text, at.getInt(72), at.getInt(76)), Raw.textIn(text, at.getInt(80), at.getInt(84)),
            Raw.textIn(text, at.getInt(88), at.getInt(92)), at.getInt(96) & 0xFFFFFFFFL, at.getInt(100) & 0xFFFFFFFFL,
            Raw.textIn(text, at.getInt(104), at.getInt(108)), Raw.textIn(text, at.getInt(112), at.getInt(116)),
            Raw.textIn(text, at.getInt(120), at.getInt(124)), Raw.textIn(text, at.getInt(128), at.getInt(132)),
            Level.of(at.getInt(136)), Times.instant(at.getLong(144)));
    }
}
