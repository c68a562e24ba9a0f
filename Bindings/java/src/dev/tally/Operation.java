package dev.tally;

import java.time.Instant;

/**
 * One operation of a batch, on a path or on a resolved node.
 *
 * @param kind the kind of operation
 * @param path the path; null: the operation is on `node`
 * @param node the handle of a node; 0: the operation is on `path`
 * @param value the count, the delta or the number of the mute, by the kind
 * @param until when the badge or the mute ends; null: it does not
 */
public record Operation(OperationKind kind, String path, long node, long value, Instant until) {
    /**
     * The result of an operation.
     *
     * @param status the status of the operation
     * @param count of GET: the count as of this operation
     * @param badgeKind of GET: what the path showed as of this operation
     */
    public record Result(Status status, long count, BadgeKind badgeKind) {
        /**
         * The badge in words: "dot", its number, or "nothing".
         *
         * @return the words
         */
        public String shown() {
            return Raw.shown(badgeKind, count);
        }
    }

    private Operation(OperationKind kind, String path, long value) {
        this(kind, path, 0, value, null);
    }

    /**
     * Sets the own badge to a count.
     *
     * @param path the path
     * @param count 0 removes the badge
     * @return the operation
     */
    public static Operation set(String path, long count) {
        return new Operation(OperationKind.SET, path, count);
    }

    /**
     * Sets the own badge to a dot.
     *
     * @param path the path
     * @return the operation
     */
    public static Operation dot(String path) {
        return new Operation(OperationKind.DOT, path, 0);
    }

    /**
     * Adds to the own count.
     *
     * @param path the path
     * @param delta may be negative
     * @return the operation
     */
    public static Operation add(String path, long delta) {
        return new Operation(OperationKind.ADD, path, delta);
    }

    /**
     * Clears the badge of a path.
     *
     * @param path the path
     * @return the operation
     */
    public static Operation clear(String path) {
        return new Operation(OperationKind.CLEAR, path, 0);
    }

    /**
     * Clears the badges of a path and of everything below it.
     *
     * @param path the path
     * @return the operation
     */
    public static Operation clearTree(String path) {
        return new Operation(OperationKind.CLEAR_TREE, path, 0);
    }

    /**
     * Mutes a path.
     *
     * @param path the path
     * @param mode what the mute hides
     * @return the operation
     */
    public static Operation mute(String path, MuteMode mode) {
        return new Operation(OperationKind.MUTE, path, mode.value());
    }

    /**
     * Reads what a path shows.
     *
     * @param path the path
     * @return the operation
     */
    public static Operation get(String path) {
        return new Operation(OperationKind.GET, path, 0);
    }

    /**
     * The same with an end.
     *
     * @param time when the badge or the mute ends
     * @return the operation
     */
    public Operation until(Instant time) {
        return new Operation(kind, path, node, value, time);
    }

    /**
     * The same on a node.
     *
     * @param target the node
     * @return the operation
     */
    public Operation at(Node target) {
        return new Operation(kind, null, target.handle(), value, until);
    }
}
