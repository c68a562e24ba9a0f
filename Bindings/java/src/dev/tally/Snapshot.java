package dev.tally;

import com.sun.jna.Pointer;

/**
 * The state of the nodes at and below a path. {@link Account#snapshot} takes one. It belongs to no engine and never
 * changes. Any number of threads may use it.
 */
public final class Snapshot extends SnapshotMethods implements AutoCloseable {
    Snapshot(Pointer pointer) {
        super(new Handle(pointer, Functions::tally_snapshot_release));
        handle.ownedBy(this);
    }

    @Override
    public void close() {
        handle.close();
    }
}
