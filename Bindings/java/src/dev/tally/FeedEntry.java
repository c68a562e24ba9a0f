// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * A feed that is stored.
 *
 * @param id identifies the feed in events
 * @param lastSuccess when the last good response arrived; null: never
 * @param rejected its rejected items: see {@link Account#rejected}
 * @param initialDelay its options, as of FeedOptions, or null. All are zero if they are not stored and it does not
 *     run
 * @param interval the interval
 * @param visibleInterval the visible interval
 * @param requestTimeout the request timeout
 * @param idleTimeout the idle timeout
 * @param tolerance the tolerance
 * @param awayTime the away time
 * @param maxAge the max age
 * @param maxMessages the max messages
 * @param pageLimit the page limit
 * @param options how a feed is polled
 * @param flags the properties of a stored feed
 * @param name the name
 * @param url empty: none, as of {@link Tally#FEED_LOCAL}
 * @param prefix canonical
 * @param title the last title that the server sent, or that of the options; empty: none
 * @param mappingPreset the mapping preset
 * @param mapping the mapping
 */
public record FeedEntry(long id, Instant lastSuccess, long rejected, Duration initialDelay, Duration interval,
    Duration visibleInterval, Duration requestTimeout, Duration idleTimeout, Duration tolerance, Duration awayTime,
    Duration maxAge, long maxMessages, long pageLimit, Set<FeedFlag> options, Set<FeedEntryFlag> flags, String name,
    String url, String prefix, String title, String mappingPreset, String mapping) {
    static final int SIZE = 160;

    static FeedEntry read(Pointer at, byte[] text) {
        return new FeedEntry(at.getLong(0), Times.instant(at.getLong(8)), at.getLong(16),
            Times.duration(at.getLong(24)), Times.duration(at.getLong(32)), Times.duration(at.getLong(40)),
            Times.duration(at.getLong(48)), Times.duration(at.getLong(56)), Times.duration(at.getLong(64)),
            Times.duration(at.getLong(72)), Times.duration(at.getLong(80)), at.getLong(88),
            at.getInt(96) & 0xFFFFFFFFL, Codes.set(FeedFlag.class, at.getInt(100)),
            Codes.set(FeedEntryFlag.class, at.getInt(104)), Raw.textIn(text, at.getInt(112), at.getInt(116)),
            Raw.textIn(text, at.getInt(120), at.getInt(124)), Raw.textIn(text, at.getInt(128), at.getInt(132)),
            Raw.textIn(text, at.getInt(136), at.getInt(140)), Raw.textIn(text, at.getInt(144), at.getInt(148)),
            Raw.textIn(text, at.getInt(152), at.getInt(156)));
    }
}
