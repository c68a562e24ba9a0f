// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Instant;

/** A message for {@link Account#post}. */
public final class MessageOptions {
    static final int SIZE = 144;

    int flags, level;
    long time, count, argumentCount;
    String id, title, body, kind, thread, category, argument, link, icon, subtitle, data, also;

    /** All defaults. */
    public MessageOptions() {}

    /**
     * The message feeds a dot.
     *
     * @param value whether it applies
     * @return this
     */
    public MessageOptions dot(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_POST_DOT, value);
        return this;
    }

    /**
     * It is posted only if the user has not seen a message of its id.
     *
     * @param value whether it applies
     * @return this
     */
    public MessageOptions once(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_POST_ONCE, value);
        return this;
    }

    /**
     * It orders messages. null: now.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions time(Instant value) {
        time = Times.timestamp(value);
        return this;
    }

    /**
     * Added to the number. 0: 1, or 0 with {@link MessageOptions#dot}.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions count(long value) {
        count = value;
        return this;
    }

    /**
     * The argument count.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions argumentCount(long value) {
        argumentCount = value;
        return this;
    }

    /**
     * A name. null or empty: a new one.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions id(String value) {
        id = value;
        return this;
    }

    /**
     * The title.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions title(String value) {
        title = value;
        return this;
    }

    /**
     * The text below the title.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions body(String value) {
        body = value;
        return this;
    }

    /**
     * The kind of thing, a word of the host's.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions kind(String value) {
        kind = value;
        return this;
    }

    /**
     * The thread: messages with the same one are a group.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions thread(String value) {
        thread = value;
        return this;
    }

    /**
     * The category, whose format summaries have.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions category(String value) {
        category = value;
        return this;
    }

    /**
     * The name in place of {@code %@} in the format of a summary.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions argument(String value) {
        argument = value;
        return this;
    }

    /**
     * A URL, up to {@link Tally#MAX_LINK} bytes without control characters.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions link(String value) {
        link = value;
        return this;
    }

    /**
     * A name.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions icon(String value) {
        icon = value;
        return this;
    }

    /**
     * The subtitle.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions subtitle(String value) {
        subtitle = value;
        return this;
    }

    /**
     * The host's own, such as JSON, up to {@link Tally#MAX_DATA} bytes.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions data(String value) {
        data = value;
        return this;
    }

    /**
     * Further paths where it counts, one per line, up to {@link Tally#MAX_ALSO}.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions also(String value) {
        also = value;
        return this;
    }

    /**
     * The level.
     *
     * @param value the value
     * @return this
     */
    public MessageOptions level(Level value) {
        level = Codes.number(value);
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(144);
        memory.setInt(0, 144);
        memory.setInt(4, flags);
        memory.setLong(8, time);
        memory.setInt(16, Raw.unsigned("count", count));
        memory.setInt(20, Raw.unsigned("argumentCount", argumentCount));
        memory.setPointer(24, memory.string(id));
        memory.setPointer(32, memory.string(title));
        memory.setPointer(40, memory.string(body));
        memory.setPointer(48, memory.string(kind));
        memory.setPointer(56, memory.string(thread));
        memory.setPointer(64, memory.string(category));
        memory.setPointer(72, memory.string(argument));
        memory.setPointer(80, memory.string(link));
        memory.setPointer(88, memory.string(icon));
        memory.setPointer(96, memory.string(subtitle));
        memory.setPointer(104, memory.string(data));
        memory.setPointer(120, memory.string(also));
        memory.setInt(136, level);
        return memory;
    }
}
