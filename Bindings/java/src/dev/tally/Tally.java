package dev.tally;

import com.sun.jna.Memory;

/** Functions that need no engine: versions, paths, presentations, snapshots, mappings and recovery. */
public final class Tally extends TallyMethods {
    private Tally() {}

    /** How to draw a badge. `style` is complete. `text` is the capped number, or the icon's name. */
    public record Drawing(Raw.Presentation style, String text) {}

    /** The library's version, "0.1.0". */
    public static String version() {
        return Functions.tally_version_text();
    }

    /** major * 1,000,000 + minor * 1,000 + patch. */
    public static int versionNumber() {
        return Functions.tally_version();
    }

    /** The name of a status, "TALLY_HELD". */
    public static String statusName(int status) {
        return Functions.tally_status_name(status);
    }

    /** An English sentence that describes a status in general. */
    public static String statusMessage(int status) {
        return Functions.tally_status_message(status);
    }

    /** Computes the partition of an account. partitions: up to 2^32 - 1. */
    public static long accountHash(String name, long partitions) {
        int[] partition = {0};
        int count = Raw.unsigned("partitions", partitions);
        Calls.check(Functions.tally_account_hash(Calls.text(name), count, partition));
        return Integer.toUnsignedLong(partition[0]);
    }

    /** Returns how to draw a count. kind: TALLY_KIND_…. style: null: all defaults. */
    public static Drawing present(int kind, long count, Style style) {
        Raw.Block written = style == null ? null : style.write();
        return draw((presentation, text, capacity, length) ->
            Functions.tally_present(kind, count, written, presentation, text, capacity, length));
    }

    interface Presenting {
        int call(Memory presentation, byte[] text, long capacity, long[] outLength);
    }

    static Drawing draw(Presenting presenting) {
        Memory presentation = Calls.sized(Raw.Presentation.SIZE);
        String text = Calls.string((buffer, capacity, size) -> presenting.call(presentation, buffer, capacity, size));
        return new Drawing(Raw.Presentation.read(presentation, null), text);
    }

}
