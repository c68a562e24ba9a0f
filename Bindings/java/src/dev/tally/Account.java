package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An account, with its own tree of badges, feeds, messages and reminders. Closing it releases the handle; the account
 * stays open in the engine.
 */
public final class Account extends AccountMethods implements AutoCloseable {
    /**
     * The state of an account.
     *
     * @param name the name by which it was opened
     * @param id identifies it in events
     * @param revision the revision of its badges
     * @param epoch identifies the series of revisions
     * @param loggedIn whether it is logged in
     * @param aggregation how numbers are computed
     * @param feeding which messages feed badges
     */
    public record State(String name, long id, long revision, long epoch, boolean loggedIn, Aggregation aggregation,
        Feeding feeding) {}

    /**
     * Badges, and their revision.
     *
     * @param entries the badges
     * @param revision their revision
     * @param hasMore whether more follow
     * @param next the {@code after} of the next page; null: no more follow
     */
    public record Listing(List<BadgeEntry> entries, long revision, boolean hasMore, String next) {}

    /**
     * Changed badges.
     *
     * @param entries the badges
     * @param revision their revision
     * @param hasMore whether there are more: call again immediately, with the revision
     */
    public record Changes(List<BadgeEntry> entries, long revision, boolean hasMore) {}

    /**
     * The results of a batch.
     *
     * @param results the result of each operation
     * @param revision the revision afterwards
     * @param isRepeated whether it had been applied before
     * @param message why the first rejected operation was rejected; null: none was
     */
    public record Batch(List<Operation.Result> results, long revision, boolean isRepeated, String message) {}

    /**
     * The result of an import of reminders.
     *
     * @param taken the number of imported reminders
     * @param skipped the entries that were left out, in the order of the file
     */
    public record ReminderImport(long taken, List<SkippedEntry> skipped) {}

    /**
     * The difference of a plan from the last confirmed one.
     *
     * @param entries the notifications that the system must disarm, then arm
     * @param plan the plan as a whole
     */
    public record PlanChanges(List<PlanEntry> entries, Plan plan) {}

    final Engine engine;

    Account(Engine engine, Pointer pointer) {
        super(new Handle(pointer, Functions::tally_account_release));
        this.engine = engine;
        handle.ownedBy(this);
    }

    @Override
    public void close() {
        handle.close();
    }

    /** The account with its name, or without it if it is closed. */
    @Override
    public String toString() {
        try {
            return "Account[" + state().name() + "]";
        } catch (TallyException closed) {
            return "Account[closed]";
        }
    }

    // ---- The account ----

    /**
     * Reads the state of the account.
     *
     * @return the state
     */
    public State state() {
        Memory state = Calls.sized(Raw.TALLY_ACCOUNT_STATE_SIZE);
        String name = handle.use(at -> Calls.string(
            (buffer, capacity, size) -> Functions.tally_account_get(at, state, buffer, capacity, size)));
        return new State(name, state.getLong(Raw.TALLY_ACCOUNT_STATE_ID),
            state.getLong(Raw.TALLY_ACCOUNT_STATE_REVISION), state.getLong(Raw.TALLY_ACCOUNT_STATE_EPOCH),
            state.getInt(Raw.TALLY_ACCOUNT_STATE_LOGGED_IN) != 0,
            Aggregation.of(state.getInt(Raw.TALLY_ACCOUNT_STATE_AGGREGATION)),
            Feeding.of(state.getInt(Raw.TALLY_ACCOUNT_STATE_FEEDING)));
    }

    // ---- Badges ----

    /**
     * Lists the nodes that show a badge or are muted. Up to 10,000 of them are of one moment. If there are more, and
     * badges change all the time, some are newer than the revision.
     *
     * @param path the path
     * @param flags {@link ListFlag#SUBTREE}: the path and everything below it; none: the nodes directly below
     * @return the nodes
     */
    public Listing list(String path, ListFlag... flags) {
        return listPage(path, null, Calls.ALL, flags);
    }

    /**
     * Lists a page of these. Pages of one revision are of one moment.
     *
     * @param path the path
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of entries
     * @param flags {@link ListFlag#SUBTREE}: the path and everything below it; none: the nodes directly below
     * @return the nodes
     */
    public Listing listPage(String path, String after, int limit, ListFlag... flags) {
        Listing found = listOnce(path, after, limit, Calls.USUAL, false, flags);
        for (int turn = 1; found == null; turn++) {
            found = listOnce(path, after, limit, Calls.MOST, turn == 10, flags);
        }
        return found;
    }

    /**
     * The badges; null: some changed between the calls that the list needs. If the list is taken nevertheless, its
     * revision is the first one, after which {@link #changes} has what is newer.
     */
    private Listing listOnce(
        String path, String after, int limit, int most, boolean isTaken, ListFlag... flags) {
        List<Long> revisions = new ArrayList<>();
        Page<BadgeEntry> page = handle.use(at -> Calls.page(after, limit, most, BadgeEntry.SIZE, BadgeEntry::read,
            (from, rows) -> {
                long[] revision = {0};
                int status = Functions.tally_badge_list(at, Calls.text(path), Codes.bits(flags), from, rows, revision);
                if (status >= 0) revisions.add(revision[0]);
                return status;
            }));
        boolean isOfOneMoment = revisions.stream().distinct().count() == 1;
        return isOfOneMoment || isTaken ? new Listing(page, revisions.get(0), page.hasMore(), page.next()) : null;
    }

    /**
     * Lists the badges that changed, up to 10,000 at a time.
     *
     * @param since the revision after which they changed
     * @param epoch of {@link State}; 0: not compared
     * @return the badges; empty: the changes are no longer kept, so list everything
     */
    public Optional<Changes> changes(long since, long epoch) {
        return changes(since, epoch, 10_000);
    }

    /**
     * Lists the badges that changed after a revision, in any order. Throws BUFFER_TOO_SMALL if one transaction changed
     * more than the limit.
     *
     * @param since the revision after which they changed
     * @param epoch of {@link State}; 0: not compared
     * @param limit the largest number of badges
     * @return the badges; empty: the changes are no longer kept, so list everything
     */
    public Optional<Changes> changes(long since, long epoch, int limit) {
        int most = Math.max(0, limit);
        int first = Math.min(most, 10_000);
        Calls.Rows<BadgeEntry> rows = new Calls.Rows<>(
            BadgeEntry.SIZE, BadgeEntry::read, first, Math.max(1024, first * 64L));
        long[] revision = {0};
        return handle.use(at -> {
            while (true) {
                int status = rows.fill(most, into -> Functions.tally_badge_changes(at, since, epoch, into, revision));
                if (status == Raw.TALLY_ERROR_BUFFER_TOO_SMALL && rows.count <= most) {
                    rows.grow();
                    continue;
                }
                if (Calls.check(status) == Raw.TALLY_RESYNC) return Optional.empty();
                return Optional.of(new Changes(rows.read(), revision[0], status == Raw.TALLY_MORE));
            }
        });
    }

    /**
     * Applies operations in one transaction, all or none.
     *
     * @param operations the operations
     * @return the results
     * @throws BatchException if one is rejected; it has all results
     */
    public Batch batch(List<Operation> operations) {
        return batch(operations, new BatchOptions());
    }

    /**
     * Performs operations each on its own, which is the fastest way to change many badges by their nodes. A rejected
     * operation changes nothing, and those after it are still performed.
     *
     * @param operations the operations
     * @return the results, also of rejected operations: see {@link Operation.Result#isRejected}
     */
    public Batch batchEach(List<Operation> operations) {
        return batch(operations, new BatchOptions().each(true));
    }

    /**
     * Applies operations in one transaction, and only once if the options name the batch; or each on its own, with
     * {@link BatchOptions#each}.
     *
     * @param operations the operations
     * @param options null: all defaults
     * @return the results
     * @throws BatchException if one is rejected and they are one transaction; it has all results
     */
    public Batch batch(List<Operation> operations, BatchOptions options) {
        BatchOptions given = options == null ? new BatchOptions() : options;
        Raw.Block memory = Operation.write(operations);
        long[] revision = {0};
        return handle.use(at -> {
            int status = Functions.tally_badge_batch(at, memory, operations.size(), given.write(), revision);
            String message = status < 0 ? Calls.lastMessage(status) : null;
            List<Operation.Result> results = Operation.results(memory, operations.size());
            boolean isPartial = (given.flags & Raw.TALLY_BATCH_EACH) != 0
                && results.stream().anyMatch(each -> each.status() == Status.of(status));
            if (status < 0 && !isPartial) throw new BatchException(status, message, results);
            return new Batch(results, revision[0], status == Raw.TALLY_ALREADY_APPLIED, message);
        });
    }

    /**
     * Resolves a path, so that operations need not look it up again.
     *
     * @param path the path
     * @return the node
     */
    public Node node(String path) {
        long[] node = {0};
        handle.call(at -> Functions.tally_node_resolve(at, Calls.text(path), node));
        return new Node(this, node[0]);
    }

    // ---- Presentation ----

    /**
     * Reads the style of the path itself, without what it inherits.
     *
     * @param path the path
     * @return the style
     */
    public Style style(String path) {
        return handle.use(at -> {
            Memory memory = Calls.sized(Style.SIZE);
            byte[] buffer = new byte[256];
            long[] length = {0};
            Calls.check(Functions.tally_style_get(at, Calls.text(path), memory, buffer, buffer.length, length));
            // The pointer to the icon's name led into a buffer that has been moved since.
            memory.setPointer(Style.ICON, null);
            Style style = Style.read(memory);
            style.icon = length[0] == 0 ? null : Calls.utf8(buffer, length[0]);
            return style;
        });
    }
}
