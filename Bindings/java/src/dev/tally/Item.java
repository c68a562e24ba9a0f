package dev.tally;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations on one account, all or none, for {@link Engine#batch}. An item without an account lets time pass. An item
 * can be applied again. One thread at a time may use it.
 */
public final class Item {
    /**
     * The result of an operation.
     *
     * @param status the status of the operation
     * @param key the key of the message that it posted
     * @param changed the messages that it marked read
     */
    public record Result(Status status, long key, long changed) {}

    private record Operation(OperationKind kind, String path, String id, long value, Instant until, int flags,
        MessageOptions message, ReminderOptions reminder) {}

    private final String account;
    private final String id;
    private final Instant time;
    private final List<Operation> operations = new ArrayList<>();
    private Status status = Status.NOT_APPLIED;
    private List<Result> results = List.of();

    /**
     * An item without a name.
     *
     * @param account the name of the account; null: none
     */
    public Item(String account) {
        this(account, null, null);
    }

    /**
     * An item.
     *
     * @param account the name of the account; null: none
     * @param id its own name, so that it is applied once; null: none
     * @param time when it happened; null: not given
     */
    public Item(String account, String id, Instant time) {
        this.account = account;
        this.id = id;
        this.time = time;
    }

    /**
     * The status of the item.
     *
     * @return OK, ALREADY_APPLIED, or why the item was rejected
     */
    public Status status() {
        return status;
    }

    /**
     * The results of the operations.
     *
     * @return one for each operation
     */
    public List<Result> results() {
        return results;
    }

    // ---- Operations ----

    /**
     * Sets the own badge to a count.
     *
     * @param path the path
     * @param count 0 removes the badge
     * @return this
     */
    public Item set(String path, long count) {
        return set(path, count, null);
    }

    /**
     * Sets the own badge to a count with an end.
     *
     * @param path the path
     * @param count 0 removes the badge
     * @param until when it ends; null: it does not
     * @return this
     */
    public Item set(String path, long count, Instant until) {
        return append(OperationKind.SET, path, null, count, until);
    }

    /**
     * Sets the own badge to a dot.
     *
     * @param path the path
     * @return this
     */
    public Item dot(String path) {
        return dot(path, null);
    }

    /**
     * Sets the own badge to a dot with an end.
     *
     * @param path the path
     * @param until when it ends; null: it does not
     * @return this
     */
    public Item dot(String path, Instant until) {
        return append(OperationKind.DOT, path, null, 0, until);
    }

    /**
     * Adds to the own count.
     *
     * @param path the path
     * @param delta may be negative
     * @return this
     */
    public Item add(String path, long delta) {
        return append(OperationKind.ADD, path, null, delta, null);
    }

    /**
     * Clears the badge of a path.
     *
     * @param path the path
     * @return this
     */
    public Item clear(String path) {
        return append(OperationKind.CLEAR, path, null, 0, null);
    }

    /**
     * Clears the badges of a path and of everything below it.
     *
     * @param path the path
     * @return this
     */
    public Item clearTree(String path) {
        return append(OperationKind.CLEAR_TREE, path, null, 0, null);
    }

    /**
     * Mutes a path.
     *
     * @param path the path
     * @param mode what the mute hides
     * @param until when it ends; null: it does not
     * @return this
     */
    public Item mute(String path, MuteMode mode, Instant until) {
        return append(OperationKind.MUTE, path, null, mode.value(), until);
    }

    /**
     * Posts a message.
     *
     * @param path the path
     * @param options null: all defaults
     * @return this
     */
    public Item post(String path, MessageOptions options) {
        return append(new Operation(OperationKind.POST, path, null, 0, null, 0, options, null));
    }

    /**
     * Removes the message that was posted with an id.
     *
     * @param message the id of the message
     * @return this
     */
    public Item withdraw(String message) {
        return append(OperationKind.WITHDRAW, null, message, 0, null);
    }

    /**
     * Marks messages as read.
     *
     * @param path the path
     * @param flags {@link MessagesFlag#SUBTREE}: also the messages below the path
     * @return this
     */
    public Item readPath(String path, MessagesFlag... flags) {
        return append(new Operation(OperationKind.READ, path, null, 0, null, Codes.bits(flags), null, null));
    }

    /**
     * Enters a reminder, or replaces it.
     *
     * @param reminder the id of the reminder
     * @param options the terms of the reminder
     * @return this
     */
    public Item putReminder(String reminder, ReminderOptions options) {
        return append(new Operation(OperationKind.REMINDER_PUT, null, reminder, 0, null, 0, null, options));
    }

    /**
     * Changes a reminder.
     *
     * @param reminder the id of the reminder
     * @param options what is changed
     * @return this
     */
    public Item editReminder(String reminder, ReminderOptions options) {
        return append(new Operation(OperationKind.REMINDER_EDIT, null, reminder, 0, null, 0, null, options));
    }

    /**
     * Marks a reminder as done.
     *
     * @param reminder the id of the reminder
     * @return this
     */
    public Item reminderDone(String reminder) {
        return append(OperationKind.REMINDER_DONE, null, reminder, 0, null);
    }

    /**
     * Marks a reminder as not done.
     *
     * @param reminder the id of the reminder
     * @return this
     */
    public Item reminderUndone(String reminder) {
        return append(OperationKind.REMINDER_UNDONE, null, reminder, 0, null);
    }

    /**
     * Removes a reminder.
     *
     * @param reminder the id of the reminder
     * @return this
     */
    public Item removeReminder(String reminder) {
        return append(OperationKind.REMINDER_REMOVE, null, reminder, 0, null);
    }

    /**
     * Postpones a reminder.
     *
     * @param reminder the id of the reminder
     * @param until when it fires
     * @return this
     */
    public Item snoozeReminder(String reminder, Instant until) {
        return append(OperationKind.REMINDER_SNOOZE, null, reminder, 0, until);
    }

    /**
     * Acknowledges a reminder that has fired.
     *
     * @param reminder the id of the reminder
     * @return this
     */
    public Item acknowledgeReminder(String reminder) {
        return append(OperationKind.REMINDER_ACKNOWLEDGE, null, reminder, 0, null);
    }

    private Item append(OperationKind kind, String path, String name, long value, Instant until) {
        return append(new Operation(kind, path, name, value, until, 0, null, null));
    }

    private Item append(Operation operation) {
        operations.add(operation);
        return this;
    }

    /** Items as C has them, and the memory that they point to. */
    static final class Rows {
        final Raw.Block memory;
        private final List<Item> items;
        private final List<Raw.Block> operations = new ArrayList<>();
        private final List<Raw.Block> options = new ArrayList<>();

        Rows(List<Item> items) {
            this.items = List.copyOf(items);
            memory = new Raw.Block(Math.max(1, items.size()) * (long) Raw.TALLY_ITEM_SIZE);
            for (int index = 0; index < this.items.size(); index++) {
                Item item = this.items.get(index);
                long start = (long) index * Raw.TALLY_ITEM_SIZE;
                Raw.Block own = write(item.operations);
                operations.add(own);
                memory.setPointer(start + Raw.TALLY_ITEM_ACCOUNT, memory.string(item.account));
                memory.setPointer(start + Raw.TALLY_ITEM_ID, memory.string(item.id));
                memory.setLong(start + Raw.TALLY_ITEM_TIME, Times.timestamp(item.time));
                memory.setPointer(start + Raw.TALLY_ITEM_OPERATIONS, own);
                memory.setLong(start + Raw.TALLY_ITEM_COUNT, item.operations.size());
                memory.setInt(start + Raw.TALLY_ITEM_STATUS, Raw.TALLY_ERROR_NOT_APPLIED);
            }
        }

        int size() {
            return items.size();
        }

        private Raw.Block write(List<Operation> list) {
            Raw.Block own = new Raw.Block(Math.max(1, list.size()) * (long) Raw.TALLY_ITEM_OPERATION_SIZE);
            for (int index = 0; index < list.size(); index++) {
                Operation operation = list.get(index);
                long start = (long) index * Raw.TALLY_ITEM_OPERATION_SIZE;
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_KIND, operation.kind.value());
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_STATUS, Raw.TALLY_ERROR_NOT_APPLIED);
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_FLAGS, operation.flags);
                own.setLong(start + Raw.TALLY_ITEM_OPERATION_VALUE, operation.value);
                own.setLong(start + Raw.TALLY_ITEM_OPERATION_UNTIL, Times.timestamp(operation.until));
                own.setPointer(start + Raw.TALLY_ITEM_OPERATION_PATH, own.string(operation.path));
                own.setPointer(start + Raw.TALLY_ITEM_OPERATION_ID, own.string(operation.id));
                own.setPointer(start + Raw.TALLY_ITEM_OPERATION_MESSAGE,
                    kept(operation.message == null ? null : operation.message.write()));
                own.setPointer(start + Raw.TALLY_ITEM_OPERATION_REMINDER,
                    kept(operation.reminder == null ? null : operation.reminder.write()));
            }
            return own;
        }

        private Raw.Block kept(Raw.Block written) {
            if (written != null) options.add(written);
            return written;
        }

        /** Gives each item what the library has written to its row. */
        void take() {
            for (int index = 0; index < items.size(); index++) {
                Item item = items.get(index);
                long start = (long) index * Raw.TALLY_ITEM_SIZE;
                item.status = Status.of(memory.getInt(start + Raw.TALLY_ITEM_STATUS));
                item.results = Calls.read(operations.get(index), (int) memory.getLong(start + Raw.TALLY_ITEM_COUNT),
                    Raw.TALLY_ITEM_OPERATION_SIZE, (at, text) -> new Result(
                        Status.of(at.getInt(Raw.TALLY_ITEM_OPERATION_STATUS)), at.getLong(Raw.TALLY_ITEM_OPERATION_KEY),
                        at.getInt(Raw.TALLY_ITEM_OPERATION_CHANGED) & 0xFFFFFFFFL), null);
            }
        }
    }
}
