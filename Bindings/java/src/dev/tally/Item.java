package dev.tally;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations on one account, all or none, for {@link Engine#batch}. An item without an account lets time pass. An item
 * can be applied again. One thread at a time may use it.
 */
public final class Item extends ItemMethods {
    private final String account;
    private final String id;
    private final Instant time;
    private final List<Operation> operations = new ArrayList<>();
    private Status status = Status.NOT_APPLIED;
    private List<Operation.Result> results = List.of();

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
    public List<Operation.Result> results() {
        return results;
    }

    /**
     * Appends an operation.
     *
     * @param operation the operation; of a badge by its path
     * @return this
     */
    @Override
    public Item append(Operation operation) {
        operations.add(operation);
        return this;
    }

    /** Items as C has them, and the memory that they point to. */
    static final class Rows {
        final Raw.Block memory;
        private final List<Item> items;
        private final List<Raw.Block> operations = new ArrayList<>();

        Rows(List<Item> items) {
            this.items = List.copyOf(items);
            memory = new Raw.Block(Math.max(1, items.size()) * (long) Raw.TALLY_ITEM_SIZE);
            for (int index = 0; index < this.items.size(); index++) {
                Item item = this.items.get(index);
                long start = (long) index * Raw.TALLY_ITEM_SIZE;
                Raw.Block own = Operation.write(item.operations);
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

        /** Takes the results over to the items. The memory of the operations lives at least until this is called. */
        void take() {
            for (int index = 0; index < items.size(); index++) {
                long start = (long) index * Raw.TALLY_ITEM_SIZE;
                Item item = items.get(index);
                item.status = Status.of(memory.getInt(start + Raw.TALLY_ITEM_STATUS));
                int count = (int) memory.getLong(start + Raw.TALLY_ITEM_COUNT);
                item.results = Operation.results(operations.get(index), count);
            }
        }
    }
}
