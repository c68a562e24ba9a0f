// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.ptr.PointerByReference;

/** The methods of Snapshot that follow from tally.h. */
abstract class SnapshotMethods {
    /** The handle of the library. */
    final Handle handle;

    /**
     * The methods of a handle.
     *
     * @param handle the handle
     */
    SnapshotMethods(Handle handle) {
        this.handle = handle;
    }

    /**
     * Decodes the bytes of a snapshot.
     *
     * <p>Cost: O(size).
     *
     * @param content the content
     * @return the snapshot
     * @throws TallyException MALFORMED.
     */
    public static Snapshot decode(byte[] content) {
        PointerByReference out = new PointerByReference();
        Calls.check(Functions.tally_snapshot_decode(content, content == null ? 0 : content.length, out));
        return new Snapshot(out.getValue());
    }

    /**
     * Returns the bytes of a snapshot.
     *
     * <p>Cost: O(size).
     *
     * @return the bytes
     */
    public byte[] encode() {
        return handle.use(at -> Calls.bytes(bytes -> Functions.tally_snapshot_encode(at, bytes)));
    }

    /**
     * Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
     *
     * <p>Cost: O(bytes), at the speed of comparing memory where they are equal.
     *
     * @param to what the patch leads to
     * @return the patch
     */
    public byte[] diff(Snapshot to) {
        return to.handle.use(other -> handle.use(at -> Calls.bytes(bytes -> Functions.tally_snapshot_diff(at, other,
            bytes))));
    }

    /**
     * Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
     * engine is needed.
     *
     * <p>A badge that has ended is listed too.
     *
     * <p>Cost: O(nodes of the snapshot), with little work for those that are not listed.
     *
     * @param path relative to the top of the snapshot; {@code root}, "" or null: the top
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException PATH.
     */
    public Page<SnapshotEntry> list(String path, String after, int limit, ListFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, SnapshotEntry.SIZE, SnapshotEntry::read, (from, rows) ->
            Functions.tally_snapshot_list(at, Calls.text(path), Codes.bits(flags), from, rows)));
    }
}
