package dev.tally;

/**
 * One operation of {@link Account#applyNodes}. A mute has no end here.
 *
 * @param kind the kind of operation
 * @param node the node
 * @param value the count, the delta or the number of the mute, by the kind
 */
public record NodeOperation(OperationKind kind, Node node, long value) {
    /**
     * Sets the own badge to a count.
     *
     * @param node the node
     * @param count 0 removes the badge
     * @return the operation
     */
    public static NodeOperation set(Node node, long count) {
        return new NodeOperation(OperationKind.SET, node, count);
    }

    /**
     * Sets the own badge to a dot.
     *
     * @param node the node
     * @return the operation
     */
    public static NodeOperation dot(Node node) {
        return new NodeOperation(OperationKind.DOT, node, 0);
    }

    /**
     * Adds to the own count.
     *
     * @param node the node
     * @param delta may be negative
     * @return the operation
     */
    public static NodeOperation add(Node node, long delta) {
        return new NodeOperation(OperationKind.ADD, node, delta);
    }

    /**
     * Clears the badge of a node.
     *
     * @param node the node
     * @return the operation
     */
    public static NodeOperation clear(Node node) {
        return new NodeOperation(OperationKind.CLEAR, node, 0);
    }

    /**
     * Clears the badges of a node and of everything below it.
     *
     * @param node the node
     * @return the operation
     */
    public static NodeOperation clearTree(Node node) {
        return new NodeOperation(OperationKind.CLEAR_TREE, node, 0);
    }

    /**
     * Mutes a node.
     *
     * @param node the node
     * @param mode what the mute hides
     * @return the operation
     */
    public static NodeOperation mute(Node node, MuteMode mode) {
        return new NodeOperation(OperationKind.MUTE, node, mode.value());
    }

    /**
     * Reads what a node shows.
     *
     * @param node the node
     * @return the operation
     */
    public static NodeOperation get(Node node) {
        return new NodeOperation(OperationKind.GET, node, 0);
    }

    /** The result of the operation. Only a get has a badge. */
    Operation.Result result(Status status, long value) {
        long shown = kind == OperationKind.GET && status == Status.OK ? value : -1;
        BadgeKind badge = shown > 0 ? BadgeKind.NUMBER : shown == 0 ? BadgeKind.DOT : BadgeKind.NONE;
        return new Operation.Result(status, Math.max(shown, 0), badge);
    }
}
