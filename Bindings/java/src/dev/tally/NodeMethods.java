// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;
import java.time.Instant;

/** The methods of Node that follow from tally.h. */
abstract class NodeMethods {
    /** The account of the node. */
    final Account account;
    /** The node in tally.h. */
    final long node;

    /**
     * The methods of a node.
     *
     * @param account the account
     * @param node the node
     */
    NodeMethods(Account account, long node) {
        this.account = account;
        this.node = node;
    }

    /**
     * Returns the path of a node. It begins with {@code root}.
     *
     * @return the path
     */
    public String path() {
        return account.handle.use(at -> Calls.string((buffer, capacity, size) -> Functions.tally_node_get_path(at,
            node, buffer, capacity, size)));
    }

    /**
     * Sets the node's own badge to {@code count}: see {@link Account#set}.
     *
     * @param count the count
     * @throws TallyException LIMIT, RANGE.
     */
    public void set(long count) {
        account.handle.call(at -> Functions.tally_node_set(at, node, count));
    }

    /**
     * Sets the node's own badge to a dot.
     *
     * @throws TallyException LIMIT.
     */
    public void dot() {
        account.handle.call(at -> Functions.tally_node_dot(at, node));
    }

    /**
     * Sets the node's own badge with an end: see {@link Account#set}.
     *
     * @param count the count
     * @param until when it ends; null: it does not
     * @throws TallyException LIMIT, RANGE.
     */
    public void set(long count, Instant until) {
        account.handle.call(at -> Functions.tally_node_set_until(at, node, count, Times.timestamp(until)));
    }

    /**
     * Sets the node's own badge to a dot with an end: see {@link Account#dot}.
     *
     * @param until when it ends; null: it does not
     * @throws TallyException LIMIT, RANGE.
     */
    public void dot(Instant until) {
        account.handle.call(at -> Functions.tally_node_dot_until(at, node, Times.timestamp(until)));
    }

    /**
     * Adds to the node's own count: see {@link Account#add}.
     *
     * @param delta added to the count; may be negative
     * @throws TallyException LIMIT, RANGE.
     */
    public void add(long delta) {
        account.handle.call(at -> Functions.tally_node_add(at, node, delta));
    }

    /**
     * Clears the badge of a node: see {@link Account#clear}.
     *
     * @return true or false.
     * @throws TallyException LIMIT, IO, FULL.
     */
    public boolean clear() {
        return account.handle.call(at -> Functions.tally_node_clear(at, node)) == Raw.TALLY_OK;
    }

    /**
     * Clears a whole subtree: see {@link Account#clearTree}.
     *
     * @return true or false.
     * @throws TallyException LIMIT, IO, FULL.
     */
    public boolean clearTree() {
        return account.handle.call(at -> Functions.tally_node_clear_tree(at, node)) == Raw.TALLY_OK;
    }

    /**
     * Mutes a node: see {@link Account#mute}.
     *
     * @param mode what the mute hides
     * @param until when it ends; null: it does not
     * @throws TallyException LIMIT, ARGUMENT (an unknown mode), RANGE.
     */
    public void mute(MuteMode mode, Instant until) {
        account.handle.call(at -> Functions.tally_node_mute(at, node, mode.value(), Times.timestamp(until)));
    }

    /**
     * Reads what a node shows: see {@link Account#get}.
     *
     * @return the badge
     */
    public Badge get() {
        Memory result = Calls.sized(Badge.SIZE);
        account.handle.call(at -> Functions.tally_node_get(at, node, result));
        return Badge.read(result, null);
    }
}
