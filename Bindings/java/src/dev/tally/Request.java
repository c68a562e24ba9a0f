// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;
import java.util.Set;

/**
 * An HTTP request for the host's transport. CANCEL repeats the members of SEND.
 *
 * @param kind {@link RequestKind#SEND} or {@link RequestKind#CANCEL}
 * @param id rises until the engine is closed
 * @param maxSize a longer body is rejected
 * @param requestTimeout the time after which the library ends the request
 * @param idleTimeout the time without a response or {@link Engine#progress} after which it does
 * @param method "GET" or "POST"
 * @param url the url
 * @param headers "Name: value", each line with CR and LF; empty: none. Send them unchanged
 * @param body the body of a POST
 * @param flags how a request is sent
 */
public record Request(RequestKind kind, long id, long maxSize, Duration requestTimeout, Duration idleTimeout,
    String method, String url, String headers, byte[] body, Set<RequestFlag> flags) {
    static final int SIZE = 96;

    static Request read(Pointer at, byte[] text) {
        return new Request(RequestKind.of(at.getInt(4)), at.getLong(8), at.getLong(16),
            Times.duration(at.getLong(24)), Times.duration(at.getLong(32)), Raw.stringAt(at.getPointer(40)),
            Raw.stringAt(at.getPointer(48)), Raw.stringAt(at.getPointer(56)),
            Raw.bytesAt(at.getPointer(72), at.getLong(80)), Codes.set(RequestFlag.class, at.getInt(88)));
    }

    /** The request. If it has a credential, the URL and the headers are left out, so that no log has it. */
    @Override
    public String toString() {
        String where = flags.contains(RequestFlag.CREDENTIAL) ? "" : ", url=" + url + ", headers=" + headers;
        return "Request[kind=" + kind + ", id=" + id + ", method=" + method + where + ", flags=" + flags + "]";
    }
}
