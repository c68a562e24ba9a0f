// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Account#addFeed}. Times: 0 is the value of the profile (MESSAGE_CENTER's; UNREAD_COUNT's),
 * and -1 is off. */
public final class FeedOptions {
    static final int SIZE = 168;

    public int flags, polling;
    public long initialDelay, interval, visibleInterval, requestTimeout, idleTimeout, tolerance, awayTime, maxAge,
        maxMessages, pageLimit;
    public String url, prefix, mappingPreset, mapping, title;

    /**
     * {@link Raw#TALLY_FEED_OPTION_STOPS_IN_BACKGROUND}, {@link Raw#TALLY_FEED_OPTION_EXACT_DELAY}, {@link
     * Raw#TALLY_FEED_OPTION_TEMPORARY}.
     */
    public FeedOptions flags(int value) { flags = value; return this; }
    /** The first request begins within this: from 1 ms. Profile: 1,000 ms; off. */
    public FeedOptions initialDelay(long value) { initialDelay = value; return this; }
    /** Between requests: from 100 ms. Profile: 600,000 ms; off. */
    public FeedOptions interval(long value) { interval = value; return this; }
    /** While a page is seen: from 100 ms. Profile: off; 60,000 ms. */
    public FeedOptions visibleInterval(long value) { visibleInterval = value; return this; }
    /** For a whole request, from 100 ms. 0: 300,000 ms. */
    public FeedOptions requestTimeout(long value) { requestTimeout = value; return this; }
    /** Without a byte, from 100 ms. 0: 60,000 ms. */
    public FeedOptions idleTimeout(long value) { idleTimeout = value; return this; }
    /** A page does not poll this soon after a good response: from 1 ms. Profile: 180,000 ms; off. */
    public FeedOptions tolerance(long value) { tolerance = value; return this; }
    /** A page that returns after this polls: from 1 ms. Profile: 0 ms (each return); 60,000 ms. */
    public FeedOptions awayTime(long value) { awayTime = value; return this; }
    /** Messages that are older by the server's time are removed, read or not. 0: no limit. */
    public FeedOptions maxAge(long value) { maxAge = value; return this; }
    /** Beyond this number the oldest read messages are removed. 0: no limit. */
    public FeedOptions maxMessages(long value) { maxMessages = value; return this; }
    /** Items a page, 1 to 10,000, sent as {@code limit}. 0: 200. */
    public FeedOptions pageLimit(long value) { pageLimit = value; return this; }
    /** {@link Raw#TALLY_POLLING_MESSAGE_CENTER}, {@link Raw#TALLY_POLLING_UNREAD_COUNT}. */
    public FeedOptions polling(int value) { polling = value; return this; }
    /** http:, https: or file: (a regular file). null: nothing is polled; the host delivers pages. */
    public FeedOptions url(String value) { url = value; return this; }
    /** The path below which the feed's own paths are. null: root. */
    public FeedOptions prefix(String value) { prefix = value; return this; }
    /**
     * A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
     * "message-center" or "unread-count".
     */
    public FeedOptions mappingPreset(String value) { mappingPreset = value; return this; }
    /**
     * A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset. null
     * or empty, both: the wire format.
     */
    public FeedOptions mapping(String value) { mapping = value; return this; }
    /** The title until the server sends one, UTF-8, up to 1,024 bytes. null: none. */
    public FeedOptions title(String value) { title = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(168);
        memory.setInt(0, 168);
        memory.setInt(4, flags);
        memory.setLong(8, initialDelay);
        memory.setLong(16, interval);
        memory.setLong(24, visibleInterval);
        memory.setLong(32, requestTimeout);
        memory.setLong(40, idleTimeout);
        memory.setLong(48, tolerance);
        memory.setLong(56, awayTime);
        memory.setLong(64, maxAge);
        memory.setLong(72, maxMessages);
        memory.setInt(80, Raw.unsigned("pageLimit", pageLimit));
        memory.setInt(84, polling);
        memory.setPointer(88, memory.string(url));
        memory.setPointer(96, memory.string(prefix));
        memory.setPointer(104, memory.string(mappingPreset));
        memory.setPointer(112, memory.string(mapping));
        memory.setPointer(120, memory.string(title));
        return memory;
    }
}
