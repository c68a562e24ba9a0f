package dev.tally;

/** One operation of {@link Account#applyNodes}. value: the count, the delta or the mute. A mute has no end here. */
public record NodeOperation(int kind, Node node, long value) {
    public static NodeOperation set(Node node, long count) {
        return new NodeOperation(Raw.TALLY_OP_SET, node, count);
    }

    public static NodeOperation dot(Node node) {
        return new NodeOperation(Raw.TALLY_OP_DOT, node, 0);
    }

    public static NodeOperation add(Node node, long delta) {
        return new NodeOperation(Raw.TALLY_OP_ADD, node, delta);
    }

    public static NodeOperation clear(Node node) {
        return new NodeOperation(Raw.TALLY_OP_CLEAR, node, 0);
    }

    public static NodeOperation clearTree(Node node) {
        return new NodeOperation(Raw.TALLY_OP_CLEAR_TREE, node, 0);
    }

    public static NodeOperation mute(Node node, int mode) {
        return new NodeOperation(Raw.TALLY_OP_MUTE, node, mode);
    }

    public static NodeOperation get(Node node) {
        return new NodeOperation(Raw.TALLY_OP_GET, node, 0);
    }

    /** The result of the operation. Only a get has a badge. */
    Operation.Result result(int status, long value) {
        long shown = kind == Raw.TALLY_OP_GET && status == Raw.TALLY_OK ? value : -1;
        int badgeKind = shown > 0 ? Raw.TALLY_KIND_NUMBER : shown == 0 ? Raw.TALLY_KIND_DOT : Raw.TALLY_KIND_NONE;
        return new Operation.Result(status, Math.max(shown, 0), badgeKind);
    }
}
