// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Duration;

/** Options of {@link Account#addFeed}. Times: null is the profile's value (MESSAGE_CENTER's; UNREAD_COUNT's). */
public final class FeedOptions {
    static final int SIZE = 136;

    int flags, polling;
    long initialDelay, interval, visibleInterval, requestTimeout, idleTimeout, tolerance, awayTime, maxAge,
        maxMessages, pageLimit;
    String url, prefix, mappingPreset, mapping, title;

    /** All defaults. */
    public FeedOptions() {}

    /**
     * No timer polls while the application is in the background.
     *
     * @param value whether it applies
     * @return this
     */
    public FeedOptions stopsInBackground(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_FEED_OPTION_STOPS_IN_BACKGROUND, value);
        return this;
    }

    /**
     * The first request is sent after initialDelay, not at a random moment within it.
     *
     * @param value whether it applies
     * @return this
     */
    public FeedOptions exactDelay(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_FEED_OPTION_EXACT_DELAY, value);
        return this;
    }

    /**
     * The options are for this run; the stored ones, if there are any, stay.
     *
     * @param value whether it applies
     * @return this
     */
    public FeedOptions temporary(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_FEED_OPTION_TEMPORARY, value);
        return this;
    }

    /**
     * The first request begins within this: from 1 ms. null: 1,000 ms with {@link Polling#MESSAGE_CENTER}, off with
     * {@link Polling#UNREAD_COUNT}. {@link Tally#OFF}: off.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions initialDelay(Duration value) {
        initialDelay = Times.milliseconds(value);
        return this;
    }

    /**
     * Between requests: from 100 ms. null: 600,000 ms with {@link Polling#MESSAGE_CENTER}, off with {@link
     * Polling#UNREAD_COUNT}. {@link Tally#OFF}: off.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions interval(Duration value) {
        interval = Times.milliseconds(value);
        return this;
    }

    /**
     * While a page is seen: from 100 ms. null: off with {@link Polling#MESSAGE_CENTER}, 60,000 ms with {@link
     * Polling#UNREAD_COUNT}. {@link Tally#OFF}: off.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions visibleInterval(Duration value) {
        visibleInterval = Times.milliseconds(value);
        return this;
    }

    /**
     * For a whole request, from 100 ms. null: 300,000 ms.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions requestTimeout(Duration value) {
        requestTimeout = Times.milliseconds(value);
        return this;
    }

    /**
     * Without a byte, from 100 ms. null: 60,000 ms.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions idleTimeout(Duration value) {
        idleTimeout = Times.milliseconds(value);
        return this;
    }

    /**
     * A page does not poll this soon after a good response: from 1 ms. null: 180,000 ms with {@link
     * Polling#MESSAGE_CENTER}, off with {@link Polling#UNREAD_COUNT}. {@link Tally#OFF}: off.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions tolerance(Duration value) {
        tolerance = Times.milliseconds(value);
        return this;
    }

    /**
     * A page that returns after this polls: from 1 ms. null: 0 ms (each return) with {@link Polling#MESSAGE_CENTER},
     * 60,000 ms with {@link Polling#UNREAD_COUNT}. {@link Tally#OFF}: off.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions awayTime(Duration value) {
        awayTime = Times.milliseconds(value);
        return this;
    }

    /**
     * Messages that are older by the server's time are removed, read or not. null: no limit.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions maxAge(Duration value) {
        maxAge = Times.milliseconds(value);
        return this;
    }

    /**
     * Beyond this number the oldest read messages are removed. 0: no limit.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions maxMessages(long value) {
        maxMessages = value;
        return this;
    }

    /**
     * Items a page, 1 to 10,000, sent as {@code limit}. 0: 200.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions pageLimit(long value) {
        pageLimit = value;
        return this;
    }

    /**
     * The polling.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions polling(Polling value) {
        polling = Codes.number(value);
        return this;
    }

    /**
     * http:, https: or file: (a regular file). null: nothing is polled; the host delivers pages.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions url(String value) {
        url = value;
        return this;
    }

    /**
     * The path below which the feed's own paths are. null: root.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions prefix(String value) {
        prefix = value;
        return this;
    }

    /**
     * A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
     * "message-center" or "unread-count".
     *
     * @param value the value
     * @return this
     */
    public FeedOptions mappingPreset(String value) {
        mappingPreset = value;
        return this;
    }

    /**
     * A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mappingPreset. null or
     * empty, both: the wire format.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions mapping(String value) {
        mapping = value;
        return this;
    }

    /**
     * The title until the server sends one, UTF-8, up to 1,024 bytes. null: none.
     *
     * @param value the value
     * @return this
     */
    public FeedOptions title(String value) {
        title = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(136);
        memory.setInt(0, 136);
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
