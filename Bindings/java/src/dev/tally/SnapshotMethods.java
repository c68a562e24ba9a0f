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
     * Replaces the contents of {@code path} and its subtree with the snapshot.
     *
     * @param account an account of the same engine
     * @param path {@code root}, or components separated by dots
     * @throws TallyException PATH, LIMIT, CONFLICT, IO, FULL.
     */
    public void restore(Account account, String path) {
        account.handle.use(other -> handle.call(at -> Functions.tally_snapshot_restore(at, other, Calls.text(path))));
    }
}
