package dev.tally;

import com.sun.jna.Memory;
import java.time.Duration;

/** Functions that need no engine: versions, paths, presentations, snapshots, mappings and recovery. */
public final class Tally extends TallyMethods {
    /** A duration in options: without this time. The option says whether this is allowed. */
    public static final Duration OFF = Duration.ofMillis(-1);

    private Tally() {}

    /**
     * How to draw a badge.
     *
     * @param style the complete style
     * @param text the capped number, or the icon's name
     */
    public record Drawing(Presentation style, String text) {}

    /**
     * The version of the library.
     *
     * @return "0.1.0"
     */
    public static String version() {
        return Functions.tally_version_text();
    }

    /**
     * The version of the library as a number.
     *
     * @return major * 1,000,000 + minor * 1,000 + patch
     */
    public static int versionNumber() {
        return Functions.tally_version();
    }

    /**
     * The name of a status in tally.h.
     *
     * @param status the status
     * @return "TALLY_HELD" and the like
     */
    public static String statusName(Status status) {
        return Functions.tally_status_name(status.value());
    }

    /**
     * Describes a status in general.
     *
     * @param status the status
     * @return an English sentence
     */
    public static String statusMessage(Status status) {
        return Functions.tally_status_message(status.value());
    }

    /**
     * Computes the partition of an account.
     *
     * @param name the name of the account
     * @param partitions how many there are, up to 2^32 - 1
     * @return the number of the partition
     */
    public static long accountHash(String name, long partitions) {
        int[] partition = {0};
        int count = Raw.unsigned("partitions", partitions);
        Calls.check(Functions.tally_account_hash(Calls.text(name), count, partition));
        return Integer.toUnsignedLong(partition[0]);
    }

    /**
     * Returns how to draw a badge.
     *
     * @param kind the kind of badge
     * @param count its number
     * @param style the style; null: all defaults
     * @return how to draw it
     */
    public static Drawing present(BadgeKind kind, long count, Style style) {
        Raw.Block written = style == null ? null : style.write();
        Raw.Block badge = new Raw.Block(Badge.SIZE);
        badge.setInt(Raw.TALLY_BADGE_KIND, kind.value());
        badge.setLong(Raw.TALLY_BADGE_COUNT, count);
        return draw((presentation, text, capacity, length) ->
            Functions.tally_present(badge, written, presentation, text, capacity, length));
    }

    /**
     * Returns how to draw a badge.
     *
     * @param badge the badge
     * @param style the style; null: all defaults
     * @return how to draw it
     */
    public static Drawing present(Badge badge, Style style) {
        return present(badge.kind(), badge.count(), style);
    }

    interface Presenting {
        int call(Memory presentation, byte[] text, long capacity, long[] outLength);
    }

    static Drawing draw(Presenting presenting) {
        Memory presentation = Calls.sized(Presentation.SIZE);
        String text = Calls.string((buffer, capacity, size) -> presenting.call(presentation, buffer, capacity, size));
        return new Drawing(Presentation.read(presentation, null), text);
    }
}
