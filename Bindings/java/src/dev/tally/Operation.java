// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Instant;
import java.util.List;

/**
 * An operation of a batch on an account, or of an item. Badges are named by a path or by a node, so there are two
 * methods for each kind of operation on them.
 *
 * <pre>
 * account.batch(List.of(Operation.set("root.chat", 3), Operation.dot("root.promo")));
 * </pre>
 */
public final class Operation {
    private final OperationKind kind;
    private int flags;
    private long node;
    private long value;
    private Instant until;
    private String path;
    private String id;
    private MessageOptions message;
    private ReminderOptions reminder;

    private Operation(OperationKind kind) {
        this.kind = kind;
    }

    /**
     * The result of an operation.
     *
     * @param status The operation's own status.
     * @param badgeKind GET: what the node shows as of this operation.
     * @param count GET: the count as of this operation.
     * @param key POST: the message's key.
     * @param changed READ: messages that were not read before.
     */
    public record Result(Status status, BadgeKind badgeKind, long count, long key, long changed) {
        static Result read(Pointer at, byte[] text) {
            return new Result(Status.of(at.getInt(4)), BadgeKind.of(at.getInt(12)), at.getLong(40), at.getLong(64),
                at.getLong(72));
        }

        /**
         * The badge that a {@link OperationKind#GET} read, in words: "dot", its number, or "nothing".
         *
         * @return the words
         */
        public String shown() {
            return Raw.shown(badgeKind, count);
        }

        /**
         * Whether the operation was rejected.
         *
         * @return whether its status is an error
         */
        public boolean isRejected() {
            return status.isError();
        }
    }

    /**
     * An operation that does what {@link Account#set} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param count the count
     * @return the operation
     */
    public static Operation set(String path, long count) {
        Operation made = new Operation(OperationKind.SET);
        made.path = path;
        made.value = count;
        return made;
    }

    /**
     * An operation that does what {@link Account#set} does.
     *
     * @param node the node
     * @param count the count
     * @return the operation
     */
    public static Operation set(Node node, long count) {
        Operation made = new Operation(OperationKind.SET);
        made.node = node.handle();
        made.value = count;
        return made;
    }

    /**
     * An operation that does what {@link Account#dot} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return the operation
     */
    public static Operation dot(String path) {
        Operation made = new Operation(OperationKind.DOT);
        made.path = path;
        return made;
    }

    /**
     * An operation that does what {@link Account#dot} does.
     *
     * @param node the node
     * @return the operation
     */
    public static Operation dot(Node node) {
        Operation made = new Operation(OperationKind.DOT);
        made.node = node.handle();
        return made;
    }

    /**
     * An operation that does what {@link Account#add} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param delta added to the count; may be negative
     * @return the operation
     */
    public static Operation add(String path, long delta) {
        Operation made = new Operation(OperationKind.ADD);
        made.path = path;
        made.value = delta;
        return made;
    }

    /**
     * An operation that does what {@link Account#add} does.
     *
     * @param node the node
     * @param delta added to the count; may be negative
     * @return the operation
     */
    public static Operation add(Node node, long delta) {
        Operation made = new Operation(OperationKind.ADD);
        made.node = node.handle();
        made.value = delta;
        return made;
    }

    /**
     * An operation that does what {@link Account#clear} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return the operation
     */
    public static Operation clear(String path) {
        Operation made = new Operation(OperationKind.CLEAR);
        made.path = path;
        return made;
    }

    /**
     * An operation that does what {@link Account#clear} does.
     *
     * @param node the node
     * @return the operation
     */
    public static Operation clear(Node node) {
        Operation made = new Operation(OperationKind.CLEAR);
        made.node = node.handle();
        return made;
    }

    /**
     * An operation that does what {@link Account#clearTree} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return the operation
     */
    public static Operation clearTree(String path) {
        Operation made = new Operation(OperationKind.CLEAR_TREE);
        made.path = path;
        return made;
    }

    /**
     * An operation that does what {@link Account#clearTree} does.
     *
     * @param node the node
     * @return the operation
     */
    public static Operation clearTree(Node node) {
        Operation made = new Operation(OperationKind.CLEAR_TREE);
        made.node = node.handle();
        return made;
    }

    /**
     * An operation that does what {@link Account#mute} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param mode what the mute hides
     * @return the operation
     */
    public static Operation mute(String path, MuteMode mode) {
        Operation made = new Operation(OperationKind.MUTE);
        made.path = path;
        made.value = mode.value();
        return made;
    }

    /**
     * An operation that does what {@link Account#mute} does.
     *
     * @param node the node
     * @param mode what the mute hides
     * @return the operation
     */
    public static Operation mute(Node node, MuteMode mode) {
        Operation made = new Operation(OperationKind.MUTE);
        made.node = node.handle();
        made.value = mode.value();
        return made;
    }

    /**
     * An operation that does what {@link Account#get} does.
     *
     * @param path {@code root}, or components separated by dots
     * @return the operation
     */
    public static Operation get(String path) {
        Operation made = new Operation(OperationKind.GET);
        made.path = path;
        return made;
    }

    /**
     * An operation that does what {@link Account#get} does.
     *
     * @param node the node
     * @return the operation
     */
    public static Operation get(Node node) {
        Operation made = new Operation(OperationKind.GET);
        made.node = node.handle();
        return made;
    }

    /**
     * An operation that does what {@link Account#post} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param message null: all defaults
     * @return the operation
     */
    public static Operation post(String path, MessageOptions message) {
        Operation made = new Operation(OperationKind.POST);
        made.path = path;
        made.message = message;
        return made;
    }

    /**
     * An operation that does what {@link Account#withdraw} does.
     *
     * @param id its identifier
     * @return the operation
     */
    public static Operation withdraw(String id) {
        Operation made = new Operation(OperationKind.WITHDRAW);
        made.id = id;
        return made;
    }

    /**
     * An operation that does what {@link Account#readPath} does.
     *
     * @param path {@code root}, or components separated by dots
     * @param flags {@link MessagesFlag#SUBTREE}: the path and everything below it; none: without it
     * @return the operation
     */
    public static Operation read(String path, MessagesFlag... flags) {
        Operation made = new Operation(OperationKind.READ);
        made.path = path;
        made.flags = Codes.bits(flags);
        return made;
    }

    /**
     * An operation that does what {@link Account#putReminder} does.
     *
     * @param id its identifier
     * @param reminder its members
     * @return the operation
     */
    public static Operation putReminder(String id, ReminderOptions reminder) {
        Operation made = new Operation(OperationKind.REMINDER_PUT);
        made.id = id;
        made.reminder = reminder;
        return made;
    }

    /**
     * An operation that does what {@link Account#editReminder} does.
     *
     * @param id its identifier
     * @param reminder its members
     * @return the operation
     */
    public static Operation editReminder(String id, ReminderOptions reminder) {
        Operation made = new Operation(OperationKind.REMINDER_EDIT);
        made.id = id;
        made.reminder = reminder;
        return made;
    }

    /**
     * An operation that does what {@link Account#reminderDone} does.
     *
     * @param id its identifier
     * @return the operation
     */
    public static Operation reminderDone(String id) {
        Operation made = new Operation(OperationKind.REMINDER_DONE);
        made.id = id;
        return made;
    }

    /**
     * An operation that does what {@link Account#reminderUndone} does.
     *
     * @param id its identifier
     * @return the operation
     */
    public static Operation reminderUndone(String id) {
        Operation made = new Operation(OperationKind.REMINDER_UNDONE);
        made.id = id;
        return made;
    }

    /**
     * An operation that does what {@link Account#removeReminder} does.
     *
     * @param id its identifier
     * @return the operation
     */
    public static Operation removeReminder(String id) {
        Operation made = new Operation(OperationKind.REMINDER_REMOVE);
        made.id = id;
        return made;
    }

    /**
     * An operation that does what {@link Account#snoozeReminder} does.
     *
     * @param id its identifier
     * @param until the new time of the occurrence
     * @return the operation
     */
    public static Operation snoozeReminder(String id, Instant until) {
        Operation made = new Operation(OperationKind.REMINDER_SNOOZE);
        made.id = id;
        made.until = until;
        return made;
    }

    /**
     * An operation that does what {@link Account#acknowledgeReminder} does.
     *
     * @param id its identifier
     * @return the operation
     */
    public static Operation acknowledgeReminder(String id) {
        Operation made = new Operation(OperationKind.REMINDER_ACKNOWLEDGE);
        made.id = id;
        return made;
    }

    /**
     * The kind of the operation.
     *
     * @return the kind
     */
    public OperationKind kind() {
        return kind;
    }

    /**
     * The same operation with an end: of a badge or of a mute.
     *
     * @param time when it ends; null: it does not
     * @return the operation with the end
     */
    public Operation until(Instant time) {
        Operation made = new Operation(kind);
        made.flags = flags;
        made.node = node;
        made.value = value;
        made.until = time;
        made.path = path;
        made.id = id;
        made.message = message;
        made.reminder = reminder;
        return made;
    }

    /** Operations as C has them, and the memory that they point to. Later a status is in each. */
    static Raw.Block write(List<Operation> operations) {
        Raw.Block memory = new Raw.Block(Math.max(1, operations.size()) * (long) Raw.TALLY_OPERATION_SIZE);
        for (int index = 0; index < operations.size(); index++) {
            operations.get(index).write(memory, (long) index * Raw.TALLY_OPERATION_SIZE);
        }
        return memory;
    }

    private void write(Raw.Block memory, long start) {
        memory.setInt(start + Raw.TALLY_OPERATION_KIND, Codes.number(kind));
        memory.setInt(start + Raw.TALLY_OPERATION_FLAGS, flags);
        memory.setLong(start + Raw.TALLY_OPERATION_NODE, node);
        memory.setLong(start + Raw.TALLY_OPERATION_VALUE, value);
        memory.setLong(start + Raw.TALLY_OPERATION_UNTIL, Times.timestamp(until));
        memory.setPointer(start + Raw.TALLY_OPERATION_PATH, memory.string(path));
        memory.setPointer(start + Raw.TALLY_OPERATION_ID, memory.string(id));
        memory.setPointer(start + Raw.TALLY_OPERATION_MESSAGE, memory.options(message == null ? null : message.write()));
        memory.setPointer(start + Raw.TALLY_OPERATION_REMINDER, memory.options(reminder == null ? null : reminder.write()));
    }

    /** The results that C has written. */
    static List<Result> results(Pointer memory, int count) {
        return Calls.read(memory, count, Raw.TALLY_OPERATION_SIZE, Result::read, null);
    }
}
