package dev.tally;

/** One operation of a batch, on a path or on a resolved node. */
public record Operation(int kind, String path, long node, long value, long until) {
    /** The result of an operation. `count` and `badgeKind` (TALLY_KIND_…): of GET, as of this operation. */
    public record Result(int status, long count, int badgeKind) {
        /** The badge in words: "dot", its number, or "nothing". */
        public String shown() {
            return Raw.shown(badgeKind, count);
        }
    }

    public static Operation set(String path, long count) {
        return new Operation(Raw.TALLY_OP_SET, path, 0, count, 0);
    }

    public static Operation dot(String path) {
        return new Operation(Raw.TALLY_OP_DOT, path, 0, 0, 0);
    }

    public static Operation add(String path, long delta) {
        return new Operation(Raw.TALLY_OP_ADD, path, 0, delta, 0);
    }

    public static Operation clear(String path) {
        return new Operation(Raw.TALLY_OP_CLEAR, path, 0, 0, 0);
    }

    public static Operation clearTree(String path) {
        return new Operation(Raw.TALLY_OP_CLEAR_TREE, path, 0, 0, 0);
    }

    public static Operation mute(String path, int mode) {
        return new Operation(Raw.TALLY_OP_MUTE, path, 0, mode, 0);
    }

    public static Operation get(String path) {
        return new Operation(Raw.TALLY_OP_GET, path, 0, 0, 0);
    }

    /** The same with an end, in milliseconds since 1970. */
    public Operation until(long time) {
        return new Operation(kind, path, node, value, time);
    }

    /** The same on a node. */
    public Operation at(Node target) {
        return new Operation(kind, null, target.handle(), value, until);
    }
}
