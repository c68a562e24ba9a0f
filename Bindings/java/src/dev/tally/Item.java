package dev.tally;

import java.util.ArrayList;
import java.util.List;

/**
 * Operations on one account, all or none, for {@link Engine#batch}. An item without an account lets time pass. An item
 * can be applied again. One thread at a time may use it.
 */
public final class Item {
    /** status: of the operation. key: of the message that it posted. changed: messages that it marked read. */
    public record Result(int status, long key, long changed) {}

    private record Operation(int kind, String path, String id, long value, long until, int flags,
        MessageOptions message, ReminderOptions reminder) {}

    private final String account;
    private final String id;
    private final long time;
    private final List<Operation> operations = new ArrayList<>();
    private int status = Raw.TALLY_ERROR_NOT_APPLIED;
    private List<Result> results = List.of();

    public Item(String account) {
        this(account, null, 0);
    }

    /** account: null: none. id: its own name, so that it is applied once. time: when it happened; 0: none. */
    public Item(String account, String id, long time) {
        this.account = account;
        this.id = id;
        this.time = time;
    }

    /** OK, ALREADY_APPLIED, or why the item was rejected. */
    public int status() {
        return status;
    }

    /** One for each operation. */
    public List<Result> results() {
        return results;
    }

    public Item set(String path, long count) {
        return set(path, count, 0);
    }

    public Item set(String path, long count, long until) {
        return append(Raw.TALLY_OP_SET, path, null, count, until);
    }

    public Item dot(String path) {
        return dot(path, 0);
    }

    public Item dot(String path, long until) {
        return append(Raw.TALLY_OP_DOT, path, null, 0, until);
    }

    public Item add(String path, long delta) {
        return append(Raw.TALLY_OP_ADD, path, null, delta, 0);
    }

    public Item clear(String path) {
        return append(Raw.TALLY_OP_CLEAR, path, null, 0, 0);
    }

    public Item clearTree(String path) {
        return append(Raw.TALLY_OP_CLEAR_TREE, path, null, 0, 0);
    }

    public Item mute(String path, int mode, long until) {
        return append(Raw.TALLY_OP_MUTE, path, null, mode, until);
    }

    /** Posts a message. options may be null. */
    public Item post(String path, MessageOptions options) {
        return append(new Operation(Raw.TALLY_OP_POST, path, null, 0, 0, 0, options, null));
    }

    /** Removes the message that was posted with an id. */
    public Item withdraw(String message) {
        return append(Raw.TALLY_OP_WITHDRAW, null, message, 0, 0);
    }

    /** Marks messages as read. flags: {@link Raw#TALLY_SUBTREE}, or 0. */
    public Item readPath(String path, int flags) {
        return append(new Operation(Raw.TALLY_OP_READ, path, null, 0, 0, flags, null, null));
    }

    public Item putReminder(String reminder, ReminderOptions options) {
        return append(new Operation(Raw.TALLY_OP_REMINDER_PUT, null, reminder, 0, 0, 0, null, options));
    }

    public Item editReminder(String reminder, ReminderOptions options) {
        return append(new Operation(Raw.TALLY_OP_REMINDER_EDIT, null, reminder, 0, 0, 0, null, options));
    }

    public Item reminderDone(String reminder) {
        return append(Raw.TALLY_OP_REMINDER_DONE, null, reminder, 0, 0);
    }

    public Item reminderUndone(String reminder) {
        return append(Raw.TALLY_OP_REMINDER_UNDONE, null, reminder, 0, 0);
    }

    public Item removeReminder(String reminder) {
        return append(Raw.TALLY_OP_REMINDER_REMOVE, null, reminder, 0, 0);
    }

    public Item snoozeReminder(String reminder, long until) {
        return append(Raw.TALLY_OP_REMINDER_SNOOZE, null, reminder, 0, until);
    }

    public Item acknowledgeReminder(String reminder) {
        return append(Raw.TALLY_OP_REMINDER_ACKNOWLEDGE, null, reminder, 0, 0);
    }

    private Item append(int kind, String path, String name, long value, long until) {
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
                memory.setLong(start + Raw.TALLY_ITEM_TIME, item.time);
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
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_KIND, operation.kind);
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_STATUS, Raw.TALLY_ERROR_NOT_APPLIED);
                own.setInt(start + Raw.TALLY_ITEM_OPERATION_FLAGS, operation.flags);
                own.setLong(start + Raw.TALLY_ITEM_OPERATION_VALUE, operation.value);
                own.setLong(start + Raw.TALLY_ITEM_OPERATION_UNTIL, operation.until);
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
                item.status = memory.getInt(start + Raw.TALLY_ITEM_STATUS);
                item.results = Calls.read(operations.get(index), (int) memory.getLong(start + Raw.TALLY_ITEM_COUNT),
                    Raw.TALLY_ITEM_OPERATION_SIZE, (at, text) -> new Result(
                        at.getInt(Raw.TALLY_ITEM_OPERATION_STATUS), at.getLong(Raw.TALLY_ITEM_OPERATION_KEY),
                        at.getInt(Raw.TALLY_ITEM_OPERATION_CHANGED) & 0xFFFFFFFFL), null);
            }
        }
    }
}
