// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Options of {@link Engine#batch}. */
public final class EngineBatchOptions {
    static final int SIZE = 72;

    public int flags, aggregation, feeding;
    public long itemSize, operationSize, epoch, position;
    public String source;

    /** 0. */
    public EngineBatchOptions flags(int value) { flags = value; return this; }
    /** Sizeof(Item). */
    public EngineBatchOptions itemSize(long value) { itemSize = value; return this; }
    /** Sizeof(ItemOperation). */
    public EngineBatchOptions operationSize(long value) { operationSize = value; return this; }
    /** For accounts that the batch creates. */
    public EngineBatchOptions aggregation(int value) { aggregation = value; return this; }
    /** The same. */
    public EngineBatchOptions feeding(int value) { feeding = value; return this; }
    /** As in BatchOptions. */
    public EngineBatchOptions epoch(long value) { epoch = value; return this; }
    /** The place of the last item in the log, rising with each batch. Without a source: 0. */
    public EngineBatchOptions position(long value) { position = value; return this; }
    /** The log: 1 to 255 bytes, as an account's name. null: none. */
    public EngineBatchOptions source(String value) { source = value; return this; }

    /** As C has it. */
    Raw.Block write() {
        Raw.Block memory = new Raw.Block(72);
        memory.setInt(0, 72);
        memory.setInt(4, flags);
        memory.setInt(8, Raw.unsigned("itemSize", itemSize));
        memory.setInt(12, Raw.unsigned("operationSize", operationSize));
        memory.setInt(16, aggregation);
        memory.setInt(20, feeding);
        memory.setLong(24, epoch);
        memory.setLong(32, position);
        memory.setPointer(40, memory.string(source));
        return memory;
    }
}
