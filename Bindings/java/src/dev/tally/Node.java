package dev.tally;

import com.sun.jna.Memory;
import java.util.concurrent.atomic.AtomicBoolean;

/** A resolved path. It is released when it or its engine is closed. */
public final class Node implements AutoCloseable {
    private final Account account;
    private final long node;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    Node(Account account, long node) {
        this.account = account;
        this.node = node;
    }

    /** The handle of the node, for {@link Operation}. */
    public long handle() {
        return node;
    }

    public String path() {
        return account.handle.use(at -> Calls.string(
            (buffer, capacity, size) -> Functions.tally_node_path(at, node, buffer, capacity, size)));
    }

    public void set(long count) {
        account.handle.call(at -> Functions.tally_node_set(at, node, count));
    }

    public void dot() {
        account.handle.call(at -> Functions.tally_node_dot(at, node));
    }

    /** Sets the own badge, with an end. until: milliseconds since 1970; 0: no end. */
    public void set(long count, long until) {
        account.handle.call(at -> Functions.tally_node_set_until(at, node, count, until));
    }

    public void dot(long until) {
        account.handle.call(at -> Functions.tally_node_dot_until(at, node, until));
    }

    public void add(long delta) {
        account.handle.call(at -> Functions.tally_node_add(at, node, delta));
    }

    /** Clears the badge. Returns false if a child still lights it. */
    public boolean clear() {
        return account.handle.call(at -> Functions.tally_node_clear(at, node)) != Raw.TALLY_HELD;
    }

    /** Clears its badge and those below it. Returns false if unread messages still feed it. */
    public boolean clearTree() {
        return account.handle.call(at -> Functions.tally_node_clear_tree(at, node)) != Raw.TALLY_HELD;
    }

    public void mute(int mode, long until) {
        account.handle.call(at -> Functions.tally_node_mute(at, node, mode, until));
    }

    public Raw.Badge get() {
        Memory memory = new Memory(Raw.Badge.SIZE);
        account.handle.call(at -> Functions.tally_node_get(at, node, memory));
        return Raw.Badge.read(memory, null);
    }

    /** Every later call throws STALE_HANDLE. */
    @Override
    public void close() {
        if (!isClosed.compareAndSet(false, true)) return;
        try {
            account.handle.call(at -> Functions.tally_node_release(at, node));
        } catch (TallyException over) {
            if (over.status() != Raw.TALLY_ERROR_CLOSED) throw over;
        }
    }
}
