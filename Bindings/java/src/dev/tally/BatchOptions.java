// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Account#batch}. */
public final class BatchOptions {
    static final int SIZE = 48;

    int flags;
    long epoch, position;
    String source, id;

    /** All defaults. */
    public BatchOptions() {}

    /**
     * Each operation is performed on its own: see {@link Account#batch}.
     *
     * @param value whether it applies
     * @return this
     */
    public BatchOptions each(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_BATCH_EACH, value);
        return this;
    }

    /**
     * The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
     *
     * @param value the value
     * @return this
     */
    public BatchOptions epoch(long value) {
        epoch = value;
        return this;
    }

    /**
     * The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
     *
     * @param value the value
     * @return this
     */
    public BatchOptions position(long value) {
        position = value;
        return this;
    }

    /**
     * A name: the log that the batch comes from. null: none.
     *
     * @param value the value
     * @return this
     */
    public BatchOptions source(String value) {
        source = value;
        return this;
    }

    /**
     * A name of the batch itself. null: none.
     *
     * @param value the value
     * @return this
     */
    public BatchOptions id(String value) {
        id = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(48);
        memory.setInt(0, 48);
        memory.setInt(8, Raw.TALLY_OPERATION_SIZE);
        memory.setInt(4, flags);
        memory.setLong(16, epoch);
        memory.setLong(24, position);
        memory.setPointer(32, memory.string(source));
        memory.setPointer(40, memory.string(id));
        return memory;
    }
}
