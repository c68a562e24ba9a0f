// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;
import java.time.Instant;

/**
 * An event: what has changed, or what has ended. Members that a kind does not have are 0.
 *
 * <pre>
 * kind         members besides kind, token and account
 * BADGE        count, badgeKind, revision: what the path shows; result
 * TOTAL        count, badgeKind, revision: of the total
 * WIDGET       count, badgeKind, revision: what the path shows
 * SYNCED       feed, result, httpStatus, retryAfter, nextTime: the next request; added, changed, removed,
 *              rejected; count, badgeKind, revision: what the feed's prefix shows
 * COMPLETION   feed, result, httpStatus, retryAfter
 * AUTH         feed (0: the outbox), result, httpStatus
 * MESSAGES     total, unread, unseen
 * GROUP        result
 * REMINDER     reminder: its key; count: occurrences that were due; revision: its own; nextTime: when it was due;
 *              missed; result
 * DRIFT        feed; count, highlights: what the feed contributes at the path and below;
 *              total, totalHighlights: what its server counts; result
 * </pre>
 *
 * @param kind what happened
 * @param token the observer's, widget's or completion's; otherwise 0
 * @param account the account's identifier, or 0
 * @param feed the feed's identifier, or 0
 * @param reminder REMINDER: the reminder's key; otherwise 0
 * @param count BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due
 * @param revision BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own
 * @param badgeKind BADGE, TOTAL, WIDGET, SYNCED: {@link BadgeKind#NONE}, {@link BadgeKind#DOT} or {@link
 *     BadgeKind#NUMBER}
 * @param result SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC
 * @param retryAfter the time that the server asked to wait; 0: none
 * @param nextTime SYNCED: when the feed is polled next; null: not planned. REMINDER: when it was due
 * @param added SYNCED: new messages
 * @param changed SYNCED: changed messages
 * @param removed SYNCED: removed messages
 * @param rejected SYNCED: items that could not be used
 * @param text the path, the name or the error that it is about, by its kind
 * @param missed REMINDER: whether it was missed; otherwise it fired
 * @param total MESSAGES: all messages. DRIFT: what the server counts
 * @param unread MESSAGES: those that are not read
 * @param unseen MESSAGES: those that are not seen
 * @param httpStatus SYNCED, COMPLETION, AUTH: of the last response; 0: there was none
 * @param level BADGE, TOTAL: as of Badge
 * @param highlights BADGE, TOTAL: as of Badge. DRIFT: the part of {@code count} that highlights have
 * @param totalHighlights DRIFT: the part of {@code total} that highlights have
 */
public record Event(EventKind kind, long token, long account, long feed, long reminder, long count, long revision,
    BadgeKind badgeKind, Status result, Duration retryAfter, Instant nextTime, long added, long changed, long removed,
    long rejected, String text, boolean missed, long total, long unread, long unseen, int httpStatus, Level level,
    long highlights, long totalHighlights) {
    static final int SIZE = 152;

    static Event read(Pointer at, byte[] text) {
        return new Event(EventKind.of(at.getInt(4)), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
            at.getLong(40), at.getLong(48), BadgeKind.of(at.getInt(56)), Status.of(at.getInt(60)),
            Times.duration(at.getLong(64)), Times.instant(at.getLong(72)), at.getInt(80) & 0xFFFFFFFFL,
            at.getInt(84) & 0xFFFFFFFFL, at.getInt(88) & 0xFFFFFFFFL, at.getInt(92) & 0xFFFFFFFFL,
            Raw.textIn(text, 0, at.getInt(96)), at.getInt(100) != 0, at.getLong(104), at.getLong(112),
            at.getLong(120), at.getInt(128), Level.of(at.getInt(132)), at.getLong(136), at.getLong(144));
    }

    /**
     * The badge in words: "dot", its number, or "nothing".
     *
     * @return the words
     */
    public String shown() {
        return Raw.shown(badgeKind, count);
    }
}
