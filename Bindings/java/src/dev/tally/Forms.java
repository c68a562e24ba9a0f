// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** The plural forms of a format. null: the language has no such form, and {@code other} is used. */
public final class Forms {
    static final int SIZE = 56;

    int flags;
    String zero, one, two, few, many, other;

    /** All defaults. */
    public Forms() {}

    /**
     * The form for the plural category {@code zero}.
     *
     * @param value the value
     * @return this
     */
    public Forms zero(String value) {
        zero = value;
        return this;
    }

    /**
     * The form for the plural category {@code one}.
     *
     * @param value the value
     * @return this
     */
    public Forms one(String value) {
        one = value;
        return this;
    }

    /**
     * The form for the plural category {@code two}.
     *
     * @param value the value
     * @return this
     */
    public Forms two(String value) {
        two = value;
        return this;
    }

    /**
     * The form for the plural category {@code few}.
     *
     * @param value the value
     * @return this
     */
    public Forms few(String value) {
        few = value;
        return this;
    }

    /**
     * The form for the plural category {@code many}.
     *
     * @param value the value
     * @return this
     */
    public Forms many(String value) {
        many = value;
        return this;
    }

    /**
     * The form for the plural category {@code other}.
     *
     * @param value the value
     * @return this
     */
    public Forms other(String value) {
        other = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(56);
        memory.setInt(0, 56);
        memory.setInt(4, flags);
        memory.setPointer(8, memory.string(zero));
        memory.setPointer(16, memory.string(one));
        memory.setPointer(24, memory.string(two));
        memory.setPointer(32, memory.string(few));
        memory.setPointer(40, memory.string(many));
        memory.setPointer(48, memory.string(other));
        return memory;
    }
}
