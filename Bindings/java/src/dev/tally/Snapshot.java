package dev.tally;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;

/**
 * What a path and all below it own: taken by {@link Account#snapshot}, or decoded. It belongs to no engine, never
 * changes, and may be used by any number of threads.
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

    /** The minimal patch to another one. */
    public byte[] diff(Snapshot to) {
        return handle.use(at -> to.handle.use(other -> Calls.bytes(
            (buffer, capacity, size) -> Functions.tally_snapshot_diff(at, other, buffer, capacity, size))));
    }

    /** Makes the path and all below it own what this says, and nothing else. */
    public void restore(Account account, String path) {
        handle.use(at -> account.handle.call(to -> Functions.tally_snapshot_restore(at, to, Calls.text(path))));
    }

    @Override
    public void close() {
        handle.close();
    }
}
