// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;

/** The methods of Tally that follow from tally.h. */
abstract class TallyMethods {
    /** As many as there are. */
    public static final int NO_LIMIT = Raw.TALLY_NO_LIMIT;
    /** For {@link Engine#limit}: only reads. */
    public static final int LIMIT_KEEP = Raw.TALLY_LIMIT_KEEP;
    /** The largest count that can be set: 2^32 - 1. */
    public static final long MAX_COUNT = Raw.TALLY_MAX_COUNT;
    /** The most bytes of a message's link. */
    public static final int MAX_LINK = Raw.TALLY_MAX_LINK;
    /** The most bytes of a message's data. */
    public static final int MAX_DATA = Raw.TALLY_MAX_DATA;
    /** The most further paths of a message. */
    public static final int MAX_ALSO = Raw.TALLY_MAX_ALSO;
    /** The feed of messages that the host posts. */
    public static final String FEED_LOCAL = Raw.TALLY_FEED_LOCAL;
    /** The pages of a feed. */
    public static final int MAX_FEED_PAGES = Raw.TALLY_MAX_FEED_PAGES;
    /** The feed of the reminders' messages. */
    public static final String FEED_REMINDERS = Raw.TALLY_FEED_REMINDERS;
    /** A font weight. */
    public static final int FONT_WEIGHT_REGULAR = Raw.TALLY_FONT_WEIGHT_REGULAR;
    /** A font weight. */
    public static final int FONT_WEIGHT_BOLD = Raw.TALLY_FONT_WEIGHT_BOLD;
    /** The most items of a batch, and imports of a call. */
    public static final int MAX_ITEMS = Raw.TALLY_MAX_ITEMS;

    /** Only for Tally. */
    TallyMethods() {}

    /**
     * Saves the readable parts of a damaged file in a new one.
     *
     * <p>Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or
     * contradictory rows are left out and counted. If anything was lost, feeds request everything from scratch.
     *
     * <p>Cost: O(size of the file).
     *
     * @param damaged only read, as is its log; no engine may have it open
     * @param fresh must not exist; appears when it is complete and verified
     * @return the result.
     * @throws TallyException EXISTS (fresh, or {@code <fresh>.recovering} of a killed run), CONFLICT (a log of an
     *     earlier file lies beside fresh), NOT_A_STORE, NEWER, LOCKED, CORRUPT (nothing can be read), IO, FULL,
     *     READ_ONLY, PERMISSION.
     */
    public static Recovery recover(String damaged, String fresh) {
        Memory result = Calls.sized(Recovery.SIZE);
        Calls.check(Functions.tally_file_recover(Calls.text(damaged), Calls.text(fresh), result));
        return Recovery.read(result, null);
    }

    /**
     * Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it
     * fails, nothing is lost.
     *
     * <p>Cost: O(size of the file).
     *
     * @param file the path of the new file
     * @throws TallyException IO (also: there is no such file), FULL, LOCKED, CORRUPT, NOT_A_STORE, NEWER, READ_ONLY,
     *     PERMISSION.
     */
    public static void vacuum(String file) {
        Calls.check(Functions.tally_file_vacuum(Calls.text(file)));
    }

    /**
     * Shows what a mapping makes of a response, as a page of the wire format.
     *
     * <p>The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of
     * {"index", "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have
     * "total" instead of "count". preset and mapping are as mappingPreset and mapping of FeedOptions; one is
     * required.
     *
     * <p>Cost: O(response, times texts of the mapping).
     *
     * @param preset a shipped mapping
     * @param mapping a mapping, JSON
     * @param body the response
     * @return the page
     * @throws TallyException ARGUMENT (also: an unknown preset), MALFORMED (the mapping), PROTOCOL (the response).
     */
    public static String tryMapping(String preset, String mapping, byte[] body) {
        return Calls.longString(bytes -> Functions.tally_mapping_try(Calls.text(preset), Calls.text(mapping), body,
            body == null ? 0 : body.length, bytes));
    }

    /**
     * Returns a name as a component of a path, with {@code \.} and {@code \\}.
     *
     * @param name the name
     * @return the component
     * @throws TallyException PATH (not a component).
     */
    public static String escape(String name) {
        return Calls.string((buffer, capacity, size) -> Functions.tally_path_escape(Calls.text(name), buffer,
            capacity, size));
    }

    /**
     * Returns a path and a component below it, {@code name}, which it escapes.
     *
     * @param path {@code root}, or components separated by dots
     * @param name the name
     * @return the path
     * @throws TallyException PATH.
     */
    public static String join(String path, String name) {
        return Calls.string((buffer, capacity, size) -> Functions.tally_path_join(Calls.text(path), Calls.text(name),
            buffer, capacity, size));
    }

    /**
     * Returns the parent of a path.
     *
     * @param path {@code root}, or components separated by dots
     * @return the parent
     * @throws TallyException PATH, NOT_FOUND ({@code root} has none).
     */
    public static String parent(String path) {
        return Calls.string((buffer, capacity, size) -> Functions.tally_path_parent(Calls.text(path), buffer,
            capacity, size));
    }

    /**
     * Returns a component of a path, without escapes.
     *
     * @param path {@code root}, or components separated by dots
     * @param index from 0; {@code root} is not counted
     * @return the component
     * @throws TallyException PATH, NOT_FOUND (beyond the last one).
     */
    public static String component(String path, int index) {
        return Calls.string((buffer, capacity, size) -> Functions.tally_path_component(Calls.text(path), index,
            buffer, capacity, size));
    }

    /**
     * Returns the patch that undoes a patch. No engine is needed.
     *
     * <p>Cost: O(size).
     *
     * @param patch the bytes of the patch
     * @return the patch
     * @throws TallyException MALFORMED.
     */
    public static byte[] inverse(byte[] patch) {
        return Calls.bytes(bytes -> Functions.tally_patch_inverse(patch, patch == null ? 0 : patch.length, bytes));
    }

    /**
     * Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
     *
     * <p>Each call checks the bytes again.
     *
     * <p>Cost: O(size).
     *
     * @param patch the bytes of the patch
     * @param path relative to the top of the patch; {@code root}, "" or null: the top
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException MALFORMED, PATH.
     */
    public static Page<PatchEntry> patchList(byte[] patch, String path, String after, int limit, ListFlag... flags) {
        return Calls.page(after, limit, PatchEntry.SIZE, PatchEntry::read, (from, rows) ->
            Functions.tally_patch_list(patch, patch == null ? 0 : patch.length, Calls.text(path), Codes.bits(flags),
            from, rows));
    }
}
