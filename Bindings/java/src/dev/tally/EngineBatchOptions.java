// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Engine#batch}. */
public final class EngineBatchOptions {
    static final int SIZE = 56;

    int flags, aggregation, feeding;
    long epoch, position;
    String source;

    /** All defaults. */
    public EngineBatchOptions() {}

    /**
     * For accounts that the batch creates.
     *
     * @param value the value
     * @return this
     */
    public EngineBatchOptions aggregation(Aggregation value) {
        aggregation = Codes.number(value);
        return this;
    }

    /**
     * The same.
     *
     * @param value the value
     * @return this
     */
    public EngineBatchOptions feeding(Feeding value) {
        feeding = Codes.number(value);
        return this;
    }

    /**
     * As in BatchOptions.
     *
     * @param value the value
     * @return this
     */
    public EngineBatchOptions epoch(long value) {
        epoch = value;
        return this;
    }

    /**
     * The place of the last item in the log, rising with each batch. Without a source: 0.
     *
     * @param value the value
     * @return this
     */
    public EngineBatchOptions position(long value) {
        position = value;
        return this;
    }

    /**
     * The log: 1 to 255 bytes, as an account's name. null: none.
     *
     * @param value the value
     * @return this
     */
    public EngineBatchOptions source(String value) {
        source = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(56);
        memory.setInt(0, 56);
        memory.setInt(8, Raw.TALLY_ITEM_SIZE);
        memory.setInt(12, Raw.TALLY_OPERATION_SIZE);
        memory.setInt(4, flags);
        memory.setInt(16, aggregation);
        memory.setInt(20, feeding);
        memory.setLong(24, epoch);
        memory.setLong(32, position);
        memory.setPointer(40, memory.string(source));
        return memory;
    }
}
