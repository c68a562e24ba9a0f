// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;

/**
 * The state of a feed.
 *
 * @param result the result of the last request. {@link Status#EMPTY}: none yet in this run
 * @param id identifies the feed in events
 * @param lastSuccess the last good response, with news or not; null: never. Kept across runs
 * @param nextTime when it is polled next; null: not planned
 * @param requests in this run
 * @param notModified requests with the response 304
 * @param failures requests that failed
 * @param inFlight whether a request is in flight
 * @param failuresInARow the failures in a row
 * @param httpStatus the status of the last response; 0: there was none
 */
public record FeedState(Status result, long id, Instant lastSuccess, Instant nextTime, long requests,
    long notModified, long failures, boolean inFlight, long failuresInARow, int httpStatus) {
    static final int SIZE = 72;

    static FeedState read(Pointer at, byte[] text) {
        return new FeedState(Status.of(at.getInt(4)), at.getLong(8), Times.instant(at.getLong(16)),
            Times.instant(at.getLong(24)), at.getLong(32), at.getLong(40), at.getLong(48), at.getInt(56) != 0,
            at.getInt(60) & 0xFFFFFFFFL, at.getInt(64));
    }
}
