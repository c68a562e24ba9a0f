package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An account, with its own tree of badges, feeds, messages and reminders. Closing it releases the handle; the account
 * stays open in the engine.
 */
public final class Account implements AutoCloseable {
    /** id: in events. epoch: of the revisions. aggregation, feeding: TALLY_AGGREGATION_…, TALLY_FEEDING_…. */
    public record State(String name, long id, long revision, long epoch, boolean loggedIn, int aggregation,
        int feeding) {}

    /** Badges, and their revision. hasMore: more follow. */
    public record Listing(List<Raw.BadgeEntry> entries, long revision, boolean hasMore) {}

    /** Changed badges. hasMore: call again immediately, with the revision. */
    public record Changes(List<Raw.BadgeEntry> entries, long revision, boolean hasMore) {}

    /** The results of a batch, and the revision afterwards. isRepeated: it had been applied before. */
    public record Batch(List<Operation.Result> results, long revision, boolean isRepeated) {}

    public record Position(long epoch, long position) {}

    public record Counts(long total, long unread, long unseen) {}

    public record OutboxCounts(long total, long leased, long failed) {}

    public record Import(long taken, long skipped) {}

    /** The notifications that the system must disarm, then arm. */
    public record PlanChanges(List<Raw.PlanEntry> entries, Raw.Plan plan) {}

    final Engine engine;
    final Handle handle;

    Account(Engine engine, Pointer pointer) {
        this.engine = engine;
        handle = new Handle(pointer, Functions::tally_account_release).ownedBy(this);
    }

    @Override
    public void close() {
        handle.close();
    }

    // ---- The account ----

    /** Logs in: the feeds may send requests. token: sent as a bearer token to the first feed's server; null: none. */
    public void logIn(String token) {
        handle.call(at -> Functions.tally_account_log_in(at, Calls.text(token)));
    }

    public void logOut() {
        handle.call(Functions::tally_account_log_out);
    }

    public State state() {
        Memory state = Calls.sized(Raw.TALLY_ACCOUNT_STATE_SIZE);
        String name = handle.use(at -> Calls.string(
            (buffer, capacity, size) -> Functions.tally_account_get(at, state, buffer, capacity, size)));
        return new State(name, state.getLong(Raw.TALLY_ACCOUNT_STATE_ID),
            state.getLong(Raw.TALLY_ACCOUNT_STATE_REVISION), state.getLong(Raw.TALLY_ACCOUNT_STATE_EPOCH),
            state.getInt(Raw.TALLY_ACCOUNT_STATE_LOGGED_IN) != 0, state.getInt(Raw.TALLY_ACCOUNT_STATE_AGGREGATION),
            state.getInt(Raw.TALLY_ACCOUNT_STATE_FEEDING));
    }

    /** Returns everything that is stored for the account, for {@link Engine#importAccount}. */
    public byte[] exportAccount() {
        return bytes((at, buffer, capacity, size) -> Functions.tally_account_export(at, buffer, capacity, size));
    }

    public void verify() {
        handle.call(Functions::tally_account_verify);
    }

    // ---- Badges ----

    public void set(String path, long count) {
        handle.call(at -> Functions.tally_badge_set(at, Calls.text(path), count));
    }

    /** Sets the own badge, with an end. until: milliseconds since 1970; 0: no end. */
    public void set(String path, long count, long until) {
        handle.call(at -> Functions.tally_badge_set_until(at, Calls.text(path), count, until));
    }

    public void dot(String path) {
        handle.call(at -> Functions.tally_badge_dot(at, Calls.text(path)));
    }

    public void dot(String path, long until) {
        handle.call(at -> Functions.tally_badge_dot_until(at, Calls.text(path), until));
    }

    public void add(String path, long delta) {
        handle.call(at -> Functions.tally_badge_add(at, Calls.text(path), delta));
    }

    /** Clears the badge, as when the user has looked. Returns false if a child still lights the path. */
    public boolean clear(String path) {
        return handle.call(at -> Functions.tally_badge_clear(at, Calls.text(path))) != Raw.TALLY_HELD;
    }

    /** Clears the badges of a path and of everything below it. Returns false if unread messages still feed the path. */
    public boolean clearTree(String path) {
        return handle.call(at -> Functions.tally_badge_clear_tree(at, Calls.text(path))) != Raw.TALLY_HELD;
    }

    /** Limits what the path contributes to its parent. mode: TALLY_MUTE_…. until: as in set. */
    public void mute(String path, int mode, long until) {
        handle.call(at -> Functions.tally_badge_mute(at, Calls.text(path), mode, until));
    }

    public Raw.Badge get(String path) {
        Memory memory = new Memory(Raw.Badge.SIZE);
        handle.call(at -> Functions.tally_badge_get(at, Calls.text(path), memory));
        return Raw.Badge.read(memory, null);
    }

    /** Lists the nodes that show a badge or are muted. flags: TALLY_LIST_…. */
    public Listing list(String path, int flags) {
        return listPage(path, flags, null, Calls.ALL);
    }

    /** Lists at most `limit` of these, after a path (null: from the first). Pages of one revision are of one moment. */
    public Listing listPage(String path, int flags, String after, int limit) {
        long[] revision = {0};
        Page<Raw.BadgeEntry> page = entries(limit, Raw.BadgeEntry.SIZE, Raw.BadgeEntry::read,
            (at, rows) -> Functions.tally_badge_list(at, Calls.text(path), flags, Calls.text(after), rows, revision));
        return new Listing(page, revision[0], page.hasMore());
    }

    /** As {@link #changes(long, long, int)}, up to 10,000 at a time. */
    public Optional<Changes> changes(long since, long epoch) {
        return changes(since, epoch, 10_000);
    }

    /**
     * Lists the badges that changed after a revision, in any order. Empty: the changes are no longer kept; list
     * everything. epoch: of {@link State}; 0: not compared. Throws BUFFER_TOO_SMALL if one transaction changed more
     * than `limit`.
     */
    public Optional<Changes> changes(long since, long epoch, int limit) {
        Calls.Rows<Raw.BadgeEntry> rows = new Calls.Rows<>(
            Raw.BadgeEntry.SIZE, Raw.BadgeEntry::read, Math.max(0, limit), Math.max(1024, Math.min(limit, 10_000) * 64L));
        long[] revision = {0};
        return handle.use(at -> {
            while (true) {
                int status = rows.fill(into -> Functions.tally_badge_changes(at, since, epoch, into, revision));
                if (status == Raw.TALLY_ERROR_BUFFER_TOO_SMALL && rows.textSize > rows.textCapacity) {
                    rows.grow(rows.capacity, Math.max(rows.textCapacity * 2, rows.textSize));
                    continue;
                }
                if (Calls.check(status) == Raw.TALLY_RESYNC) return Optional.empty();
                return Optional.of(new Changes(rows.read(), revision[0], status == Raw.TALLY_MORE));
            }
        });
    }

    /** Lists the reasons why a path shows what it shows. */
    public List<Raw.Reason> explain(String path) {
        return entries(Calls.ALL, Raw.Reason.SIZE, Raw.Reason::read,
            (at, rows) -> Functions.tally_badge_explain(at, Calls.text(path), 0, rows));
    }

    /** Applies operations in one transaction, all or none. options may be null. Throws {@link BatchException}. */
    public Batch batch(List<Operation> operations, Raw.BatchOptions options) {
        int size = Raw.TALLY_OPERATION_SIZE;
        Raw.Block memory = new Raw.Block(Math.max(1, operations.size()) * (long) size);
        for (int index = 0; index < operations.size(); index++) {
            Operation operation = operations.get(index);
            long start = (long) index * size;
            memory.setInt(start + Raw.TALLY_OPERATION_KIND, operation.kind());
            memory.setPointer(start + Raw.TALLY_OPERATION_PATH, memory.string(operation.path()));
            memory.setLong(start + Raw.TALLY_OPERATION_NODE, operation.node());
            memory.setLong(start + Raw.TALLY_OPERATION_VALUE, operation.value());
            memory.setLong(start + Raw.TALLY_OPERATION_UNTIL, operation.until());
        }
        Raw.Block written = options == null ? null : options.write();
        long[] revision = {0};
        return handle.use(at -> {
            int status = Functions.tally_badge_batch(at, memory, operations.size(), written, revision);
            String message = status < 0 ? Calls.lastMessage(status) : "";
            List<Operation.Result> results = Calls.read(memory, operations.size(), size, (entry, text) ->
                new Operation.Result(entry.getInt(Raw.TALLY_OPERATION_STATUS), entry.getLong(Raw.TALLY_OPERATION_COUNT),
                    entry.getInt(Raw.TALLY_OPERATION_BADGE_KIND)), null);
            if (status < 0) throw new BatchException(status, message, results);
            return new Batch(results, revision[0], status == Raw.TALLY_ALREADY_APPLIED);
        });
    }

    /**
     * Performs operations on nodes, each on its own: a rejected one does not stop the others. Throws {@link
     * BatchException} with the error of the first rejected one, and the results of all.
     */
    public List<Operation.Result> applyNodes(List<NodeOperation> operations) {
        int size = Raw.TALLY_NODE_OPERATION_SIZE;
        Raw.Block memory = new Raw.Block(Math.max(1, operations.size()) * (long) size);
        for (int index = 0; index < operations.size(); index++) {
            NodeOperation operation = operations.get(index);
            long start = (long) index * size;
            memory.setLong(start + Raw.TALLY_NODE_OPERATION_NODE, operation.node().handle());
            memory.setLong(start + Raw.TALLY_NODE_OPERATION_VALUE, operation.value());
            memory.setInt(start + Raw.TALLY_NODE_OPERATION_KIND, operation.kind());
        }
        return handle.use(at -> {
            int status = Functions.tally_node_apply(at, memory, operations.size());
            String message = status < 0 ? Calls.lastMessage(status) : "";
            List<Operation.Result> results = new ArrayList<>();
            for (int index = 0; index < operations.size(); index++) {
                long start = (long) index * size;
                results.add(operations.get(index).result(
                    memory.getInt(start + Raw.TALLY_NODE_OPERATION_STATUS),
                    memory.getLong(start + Raw.TALLY_NODE_OPERATION_VALUE)));
            }
            if (status < 0) throw new BatchException(status, message, results);
            return results;
        });
    }

    /** Reads how far a source was applied. */
    public Position batchPosition(String source) {
        long[] epoch = {0};
        long[] position = {0};
        handle.call(at -> Functions.tally_batch_position(at, Calls.text(source), epoch, position));
        return new Position(epoch[0], position[0]);
    }

    /** Resolves a path, so that operations need not look it up again. */
    public Node node(String path) {
        long[] node = {0};
        handle.call(at -> Functions.tally_node_resolve(at, Calls.text(path), node));
        return new Node(this, node[0]);
    }

    // ---- Snapshots and patches ----

    /** Returns what the path and the nodes below it own. */
    public Snapshot snapshot(String path) {
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_snapshot_take(at, Calls.text(path), out));
        return new Snapshot(out.getValue());
    }

    public long digest(String path) {
        long[] digest = {0};
        handle.call(at -> Functions.tally_badge_digest(at, Calls.text(path), digest));
        return digest[0];
    }

    /** Returns the minimal patch to a subtree of another account of the same engine, or of this one. */
    public byte[] diff(String path, Account to, String toPath) {
        Calls.text(path + toPath);
        return to.handle.use(other -> bytes((at, buffer, capacity, size) ->
            Functions.tally_badge_diff(at, path, other, toPath, buffer, capacity, size)));
    }

    /** flags: TALLY_APPLY_OVERWRITE. */
    public void apply(String path, byte[] patch, int flags) {
        handle.call(at -> Functions.tally_badge_apply(at, Calls.text(path), patch, patch.length, flags));
    }

    // ---- Presentation ----

    /** Replaces the style of a path; null removes it. */
    public void setStyle(String path, Raw.Style style) {
        Raw.Block written = style == null ? null : style.write();
        handle.call(at -> Functions.tally_style_set(at, Calls.text(path), written));
    }

    /** Reads the style of the path itself, without what it inherits. */
    public Raw.Style style(String path) {
        return handle.use(at -> {
            Memory memory = Calls.sized(Raw.Style.SIZE);
            byte[] buffer = new byte[256];
            long[] length = {0};
            Calls.check(Functions.tally_style_get(at, Calls.text(path), memory, buffer, buffer.length, length));
            // The pointer to the icon's name led into a buffer that has been moved since.
            memory.setPointer(Raw.Style.ICON, null);
            Raw.Style style = Raw.Style.read(memory);
            style.icon = length[0] == 0 ? null : Calls.utf8(buffer, length[0]);
            return style;
        });
    }

    public Tally.Drawing present(String path) {
        return handle.use(at -> Tally.draw((presentation, text, capacity, length) ->
            Functions.tally_badge_present(at, Calls.text(path), presentation, text, capacity, length)));
    }

    // ---- Feeds ----

    /** Adds a feed, or changes the options of one. options: null: all defaults, so that the host delivers pages. */
    public Feed addFeed(String name, Raw.FeedOptions options) {
        PointerByReference out = new PointerByReference();
        Raw.Block written = (options == null ? new Raw.FeedOptions() : options).write();
        handle.call(at -> Functions.tally_feed_add(at, Calls.text(name), written, out));
        return new Feed(this, out.getValue());
    }

    public Page<Raw.FeedEntry> feeds(String after, int limit) {
        return entries(limit, Raw.FeedEntry.SIZE, Raw.FeedEntry::read,
            (at, rows) -> Functions.tally_feed_list(at, Calls.text(after), rows));
    }

    /** Lists the rejected items of a feed. feed: its identifier. */
    public Page<Raw.Rejected> rejected(long feed, long after, int limit) {
        return entries(limit, Raw.Rejected.SIZE, Raw.Rejected::read,
            (at, rows) -> Functions.tally_feed_rejected(at, feed, after, rows));
    }

    /** Applies a push. */
    public void push(byte[] payload) {
        handle.call(at -> Functions.tally_push(at, payload, payload.length));
    }

    /** Sets the path whose badge follows the number for the icon in pushes; null: none. */
    public void setPushBadgePath(String path) {
        handle.call(at -> Functions.tally_push_badge_path(at, Calls.text(path)));
    }

    // ---- Messages ----

    /** Posts a message of the host's own, and returns its key. options may be null. */
    public long post(String path, Raw.MessageOptions options) {
        long[] key = {0};
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_message_post(at, Calls.text(path), written, key));
        return key[0];
    }

    /** Removes the message that was posted with an id. */
    public void withdraw(String id) {
        handle.call(at -> Functions.tally_message_withdraw(at, Calls.text(id)));
    }

    /**
     * Lists messages, the newest first, after the message with the key `after` (0: from the newest). flags:
     * TALLY_MESSAGES_….
     */
    public Page<Raw.Message> messages(String path, int flags, long after, int limit) {
        return entries(limit, Raw.Message.SIZE, Raw.Message::read,
            (at, rows) -> Functions.tally_message_list(at, Calls.text(path), flags, after, rows));
    }

    public Counts messageCounts(String path, int flags) {
        long[] total = {0};
        long[] unread = {0};
        long[] unseen = {0};
        handle.call(at -> Functions.tally_message_counts(at, Calls.text(path), flags, total, unread, unseen));
        return new Counts(total[0], unread[0], unseen[0]);
    }

    /** Marks messages as read. Returns how many were not read before. */
    public long read(long... keys) {
        return changed((at, out) -> Functions.tally_message_read(at, keys, keys.length, out));
    }

    public long readPath(String path, int flags) {
        return changed((at, out) -> Functions.tally_message_read_path(at, Calls.text(path), flags, out));
    }

    public long readUntil(String path, int flags, long last) {
        return changed((at, out) -> Functions.tally_message_read_until(at, Calls.text(path), flags, last, out));
    }

    public long unread(long... keys) {
        return changed((at, out) -> Functions.tally_message_unread(at, keys, keys.length, out));
    }

    /** Marks messages as seen, all or none. Returns how many were unseen. */
    public long markSeen(long... keys) {
        return changed((at, out) -> Functions.tally_message_mark_seen(at, keys, keys.length, out));
    }

    // ---- Groups ----

    /** Sets how messages are grouped. grouping: TALLY_GROUPING_…. language: null: as stored. */
    public void configureGroups(int grouping, String language) {
        handle.call(at -> Functions.tally_group_configure(at, grouping, Calls.text(language)));
    }

    public void setCategory(String id, String summary, String hidden) {
        handle.call(at -> Functions.tally_category_set(at, Calls.text(id), Calls.text(summary), Calls.text(hidden)));
    }

    public void setStrings(String key, String language, Raw.Forms forms) {
        Raw.Block written = forms == null ? null : forms.write();
        handle.call(at -> Functions.tally_strings_set(at, Calls.text(key), Calls.text(language), written));
    }

    /** Imports a file of translations. kind: TALLY_STRINGS_…. language: of a dictionary. */
    public Import importStrings(int kind, byte[] file, String language) {
        long[] taken = {0};
        long[] skipped = {0};
        handle.call(at ->
            Functions.tally_strings_import(at, kind, file, file.length, Calls.text(language), taken, skipped));
        return new Import(taken[0], skipped[0]);
    }

    /**
     * Lists groups, the newest first. language: null: the account's. after: the key of the last group's newest message;
     * 0: from the newest.
     */
    public Page<Raw.Group> groups(String language, int flags, long after, int limit) {
        return entries(limit, Raw.Group.SIZE, Raw.Group::read,
            (at, rows) -> Functions.tally_group_list(at, Calls.text(language), flags, after, rows));
    }

    public Raw.Group group(String thread, String language, int flags) {
        return entries(1, Raw.Group.SIZE, Raw.Group::read, (at, rows) ->
            Functions.tally_group_get(at, Calls.text(thread), Calls.text(language), flags, rows)).get(0);
    }

    public Page<Raw.Message> groupMessages(String thread, long after, int limit) {
        return entries(limit, Raw.Message.SIZE, Raw.Message::read,
            (at, rows) -> Functions.tally_group_messages(at, Calls.text(thread), after, rows));
    }

    public void groupSeen(String thread) {
        handle.call(at -> Functions.tally_group_seen(at, Calls.text(thread)));
    }

    /** Dismisses a group. Returns how many of its messages were unseen. */
    public long dismissGroup(String thread) {
        return changed((at, out) -> Functions.tally_group_dismiss(at, Calls.text(thread), out));
    }

    // ---- Outbox ----

    public void configureOutbox(Raw.OutboxOptions options) {
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_outbox_configure(at, written));
    }

    /** Leases at most `limit` rows that are due. Nobody else gets them for `duration` milliseconds. */
    public Page<Raw.OutboxEntry> leaseOutbox(long duration, int limit) {
        List<Raw.OutboxEntry> leased = new ArrayList<>();
        boolean hasMore = true;
        while (hasMore && (leased.isEmpty() || leased.size() < limit)) {
            try {
                Page<Raw.OutboxEntry> some = handle.use(at -> Calls.list(limit - leased.size(), false,
                    Raw.OutboxEntry.SIZE, Raw.OutboxEntry::read,
                    rows -> Functions.tally_outbox_lease(at, duration, rows)));
                leased.addAll(some);
                hasMore = some.hasMore();
            } catch (TallyException failed) {
                // The caller keeps the leased rows, and gets the error from the next call.
                if (leased.isEmpty()) throw failed;
                break;
            }
        }
        return new Page<>(leased, hasMore);
    }

    /** Reports that the server has taken a row. Returns false if the row was already removed. answer may be null. */
    public boolean acknowledgeOutbox(long sequence, byte[] answer) {
        int size = answer == null ? 0 : answer.length;
        return handle.call(at -> Functions.tally_outbox_ack(at, sequence, answer, size)) == Raw.TALLY_OK;
    }

    /** Reports that the server has not taken a row. Returns false if the row was already removed. */
    public boolean failOutbox(long sequence, long attempt, long retryAfter) {
        return handle.call(at -> Functions.tally_outbox_fail(at, sequence, attempt, retryAfter)) == Raw.TALLY_OK;
    }

    public Page<Raw.OutboxEntry> outbox(long after, int limit) {
        return entries(limit, Raw.OutboxEntry.SIZE, Raw.OutboxEntry::read,
            (at, rows) -> Functions.tally_outbox_list(at, after, rows));
    }

    public OutboxCounts outboxCounts() {
        long[] total = {0};
        long[] leased = {0};
        long[] failed = {0};
        handle.call(at -> Functions.tally_outbox_counts(at, total, leased, failed));
        return new OutboxCounts(total[0], leased[0], failed[0]);
    }

    /** Makes a row that waits or has failed due immediately. Returns 1, or 0 if it is another row. */
    public long retryOutbox(long sequence) {
        return changed((at, out) -> Functions.tally_outbox_retry(at, sequence, out));
    }

    /** Makes every row that waits or has failed due immediately. Returns how many. */
    public long retryAllOutbox() {
        return changed((at, out) -> Functions.tally_outbox_retry_all(at, out));
    }

    /** Removes a row that has failed for good. Returns 1, or 0 if it is another row. */
    public long removeOutbox(long sequence) {
        return changed((at, out) -> Functions.tally_outbox_remove(at, sequence, out));
    }

    /** Removes every row that has failed for good. Returns how many. */
    public long removeFailedOutbox() {
        return changed((at, out) -> Functions.tally_outbox_remove_failed(at, out));
    }

    // ---- Reminders ----

    public void putReminder(String id, Raw.ReminderOptions options) {
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_reminder_put(at, Calls.text(id), written));
    }

    public void editReminder(String id, Raw.ReminderOptions options) {
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_reminder_edit(at, Calls.text(id), written));
    }

    public void reminderDone(String id) {
        handle.call(at -> Functions.tally_reminder_done(at, Calls.text(id)));
    }

    public void reminderUndone(String id) {
        handle.call(at -> Functions.tally_reminder_undone(at, Calls.text(id)));
    }

    public void removeReminder(String id) {
        handle.call(at -> Functions.tally_reminder_remove(at, Calls.text(id)));
    }

    public void snoozeReminder(String id, long until) {
        handle.call(at -> Functions.tally_reminder_snooze(at, Calls.text(id), until));
    }

    public void acknowledgeReminder(String id) {
        handle.call(at -> Functions.tally_reminder_acknowledge(at, Calls.text(id)));
    }

    public Page<Raw.Reminder> reminders(String after, int limit) {
        return entries(limit, Raw.Reminder.SIZE, Raw.Reminder::read,
            (at, rows) -> Functions.tally_reminder_list(at, Calls.text(after), rows));
    }

    /**
     * Plans the notifications that the system fires while the program is closed, as the difference from the last plan.
     * options may be null.
     */
    public PlanChanges planReminders(Raw.PlanOptions options) {
        Raw.Block written = options == null ? null : options.write();
        Memory plan = Calls.sized(Raw.Plan.SIZE);
        List<Raw.PlanEntry> entries = entries(Calls.ALL, Raw.PlanEntry.SIZE, Raw.PlanEntry::read,
            (at, rows) -> Functions.tally_reminder_plan(at, written, rows, plan));
        return new PlanChanges(entries, Raw.Plan.read(plan, null));
    }

    public Page<Raw.ReminderNote> reminderLog(long after, int limit) {
        return entries(limit, Raw.ReminderNote.SIZE, Raw.ReminderNote::read,
            (at, rows) -> Functions.tally_reminder_log(at, after, rows));
    }

    /** Returns all reminders as iCalendar. */
    public String exportReminders() {
        byte[] bytes = bytes(
            (at, buffer, capacity, size) -> Functions.tally_reminder_export(at, buffer, capacity, size));
        return Calls.utf8(bytes, bytes.length);
    }

    public Import importReminders(byte[] file) {
        long[] taken = {0};
        long[] skipped = {0};
        handle.call(at -> Functions.tally_reminder_import(at, file, file.length, taken, skipped));
        return new Import(taken[0], skipped[0]);
    }

    // ---- Inside ----

    private interface Filling {
        int call(Pointer at, byte[] buffer, long capacity, long[] outSize);
    }

    private byte[] bytes(Filling filling) {
        return handle.use(at -> Calls.bytes((buffer, capacity, size) -> filling.call(at, buffer, capacity, size)));
    }

    private interface EntryListing {
        int call(Pointer at, Pointer rows);
    }

    private <T> Page<T> entries(int limit, int size, Calls.Reading<T> reading, EntryListing listing) {
        return handle.use(at -> Calls.list(limit, true, size, reading, rows -> listing.call(at, rows)));
    }

    private interface Changing {
        int call(Pointer at, long[] outCount);
    }

    private long changed(Changing changing) {
        long[] count = {0};
        handle.call(at -> changing.call(at, count));
        return count[0];
    }
}
