// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** A message for {@link Account#post}. */
public final class MessageOptions {
    static final int SIZE = 104;

    public int flags;
    public long time, count, argumentCount;
    public String id, title, body, kind, thread, category, argument;

    /** {@link Raw#TALLY_POST_DOT}, or 0. */
    public MessageOptions flags(int value) { flags = value; return this; }
    /** It orders messages. 0: now. */
    public MessageOptions time(long value) { time = value; return this; }
    /** Added to the number. 0: 1, or 0 with {@link Raw#TALLY_POST_DOT}. */
    public MessageOptions count(long value) { count = value; return this; }
    public MessageOptions argumentCount(long value) { argumentCount = value; return this; }
    /** A name. null or empty: a new one. */
    public MessageOptions id(String value) { id = value; return this; }
    public MessageOptions title(String value) { title = value; return this; }
    public MessageOptions body(String value) { body = value; return this; }
    public MessageOptions kind(String value) { kind = value; return this; }
    public MessageOptions thread(String value) { thread = value; return this; }
    public MessageOptions category(String value) { category = value; return this; }
    public MessageOptions argument(String value) { argument = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(104);
        memory.setInt(0, 104);
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
        return memory;
    }
}
