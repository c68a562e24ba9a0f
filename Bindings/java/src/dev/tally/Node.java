package dev.tally;

import java.util.concurrent.atomic.AtomicBoolean;

/** A resolved path. It is released when it or its engine is closed. */
public final class Node extends NodeMethods implements AutoCloseable {
    private final AtomicBoolean isClosed = new AtomicBoolean();

    Node(Account account, long node) {
        super(account, node);
    }

    /**
     * The handle of the node, for {@link Operation}.
     *
     * @return the handle
     */
    public long handle() {
        return node;
    }

    /** Every later call throws STALE_HANDLE. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) return;
        try {
            account.handle.use(at -> {
                Functions.tally_node_release(at, node);
                return null;
            });
        } catch (TallyException.Closed over) {
            // The account has no handle to release it with. It goes with the engine.
        }
    }
}
