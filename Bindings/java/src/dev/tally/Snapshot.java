package dev.tally;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;

/**
 * The state of the nodes at and below a path. {@link Account#snapshot} takes one. It belongs to no engine and never
 * changes. Any number of threads may use it.
 */
public final class Snapshot implements AutoCloseable {
    private final Handle handle;

    Snapshot(Pointer pointer) {
        handle = new Handle(pointer, Functions::tally_snapshot_release).ownedBy(this);
    }

    public static Snapshot decode(byte[] bytes) {
        PointerByReference out = new PointerByReference();
        Calls.check(Functions.tally_snapshot_decode(bytes, bytes.length, out));
        return new Snapshot(out.getValue());
    }

    public byte[] encode() {
        return handle.use(at -> Calls.bytes(
            (buffer, capacity, size) -> Functions.tally_snapshot_encode(at, buffer, capacity, size)));
    }

    /** Returns the minimal patch to another snapshot. */
    public byte[] diff(Snapshot to) {
        return handle.use(at -> to.handle.use(other -> Calls.bytes(
            (buffer, capacity, size) -> Functions.tally_snapshot_diff(at, other, buffer, capacity, size))));
    }

    /** Replaces the contents of the path and its subtree with the snapshot. */
    public void restore(Account account, String path) {
        handle.use(at -> account.handle.call(to -> Functions.tally_snapshot_restore(at, to, Calls.text(path))));
    }

    @Override
    public void close() {
        handle.close();
    }
}
