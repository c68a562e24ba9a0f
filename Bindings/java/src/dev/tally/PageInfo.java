// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;

/**
 * A page as {@link Feed#pageShown} finds it.
 *
 * @param first whether the user sees it for the first time since log-in. False also while logged out
 * @param awayTime the time since the user last saw it; null: never, or it does not come into sight now
 * @param requested whether the call has begun a request
 */
public record PageInfo(boolean first, Duration awayTime, boolean requested) {
    static final int SIZE = 24;

    static PageInfo read(Pointer at, byte[] text) {
        return new PageInfo(at.getInt(4) != 0, Times.duration(at.getLong(8)), at.getInt(16) != 0);
    }
}
