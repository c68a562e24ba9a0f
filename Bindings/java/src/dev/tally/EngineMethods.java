// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.ptr.PointerByReference;

/** The methods of Engine that follow from tally.h. */
abstract class EngineMethods {
    /** The handle of the library. */
    final Handle handle;

    /**
     * The methods of a handle.
     *
     * @param handle the handle
     */
    EngineMethods(Handle handle) {
        this.handle = handle;
    }

    /**
     * Waits until everything that was applied before the call is on the disk.
     *
     * @throws TallyException IO, FULL (nothing is lost: the changes stay in memory and are tried again).
     */
    public void flush() {
        handle.call(at -> Functions.tally_engine_flush(at));
    }

    /**
     * Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
     * references.
     *
     * <p>Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
     * problems go to the log ({@link LogLevel#ERROR}), each with its page, or its table and row. The message has the
     * first. Badges can be used, except while their account is compared.
     *
     * <p>Cost: O(size of the file).
     *
     * @throws TallyException CORRUPT (the engine goes on with what can be read), INTERNAL (only memory is wrong), IO
     *     (unreadable, but perhaps sound), FULL.
     */
    public void verify() {
        handle.call(at -> Functions.tally_engine_verify(at));
    }

    /**
     * Reads or changes a limit while the engine is open.
     *
     * <p>A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables
     * from which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory
     * beyond it leave as soon as nothing needs them. A call that is working on an account keeps the former limit of
     * its nodes. The limits of paths cannot change because accounts and feeds in memory have room for the longest
     * path. An engine that was opened without maxLoadedAccounts, or has no file, keeps all accounts in memory.
     *
     * <p>Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
     *
     * @param limit the limit
     * @param value the new value, in the range of the option; or {@link Tally#LIMIT_KEEP}, which changes nothing
     * @return the value before the call.
     * @throws TallyException ARGUMENT (also: an unknown limit), RANGE, UNSUPPORTED (the limit cannot change).
     */
    public long limit(Limit limit, long value) {
        long[] result = {0};
        handle.call(at -> Functions.tally_engine_limit(at, limit.value(), value, result));
        return result[0];
    }

    /**
     * Reads a limit: see {@link #limit(Limit, long)}.
     *
     * @param limit the limit
     * @return the value before the call.
     * @throws TallyException ARGUMENT (also: an unknown limit), RANGE, UNSUPPORTED (the limit cannot change).
     */
    public long limit(Limit limit) {
        return limit(limit, Tally.LIMIT_KEEP);
    }

    /**
     * Copies the engine's file while the engine is in use.
     *
     * <p>The copy is on the disk when the call returns, with the original's epoch and permissions. It holds
     * everything applied before the call, and a prefix of what is applied during it. It is complete or absent: the
     * call writes {@code <file>-partial}, replaces that of an interrupted backup, and renames it at the end.
     *
     * <p>Changes of badges do not wait. A durable call waits for one megabyte at most.
     *
     * <p>Cost: O(size of the file).
     *
     * @param file the path of the new file
     * @param flags {@link BackupFlag#REPLACE}: replaces an existing file; none: without them
     * @throws TallyException EXISTS (without {@link BackupFlag#REPLACE}, or it is no regular file), LOCKED (open in
     *     an engine), CONFLICT (not closed: its log lies beside it), ARGUMENT (the engine's own files), UNSUPPORTED
     *     (the engine has no file), CLOSED (also: closed during the call), CORRUPT, IO, FULL, READ_ONLY, PERMISSION.
     */
    public void backup(String file, BackupFlag... flags) {
        handle.call(at -> Functions.tally_engine_backup(at, Calls.text(file), Codes.bits(flags)));
    }

    /**
     * Reads numbers about the engine, except of accounts on which a long call is working.
     *
     * <p>Cost: O(feeds, and accounts in memory).
     *
     * @param flags {@link StatsFlag#RESET}: longestWaitUs and longestHoldUs begin again; none: without them
     * @return the numbers
     */
    public Stats stats(StatsFlag... flags) {
        Memory result = Calls.sized(Stats.SIZE);
        handle.call(at -> Functions.tally_engine_get_stats(at, Codes.bits(flags), result));
        return Stats.read(result, null);
    }

    /**
     * Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
     *
     * <p>In the background, pages are not seen ({@link Feed#pageShown}), and timers of feeds with {@link
     * FeedOptions#stopsInBackground} do not poll. Coming to the foreground with a page shown counts as a return to
     * that page.
     *
     * <p>Cost: O(feeds).
     *
     * @param foreground whether the application is in the foreground
     */
    public void setForeground(boolean foreground) {
        handle.call(at -> Functions.tally_engine_set_foreground(at, foreground ? 1 : 0));
    }

    /**
     * Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there
     * is.
     *
     * <p>When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again
     * only after a regular attempt, or after the network was lost.
     *
     * <p>Cost: O(feeds).
     *
     * @param available whether there is a network
     */
    public void setNetwork(boolean available) {
        handle.call(at -> Functions.tally_engine_set_network(at, available ? 1 : 0));
    }

    /**
     * Tells all feeds that the machine was asleep and is awake, as if the network were back.
     *
     * <p>Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became
     * due during sleep is done once, also without this call.
     *
     * <p>Cost: O(feeds).
     */
    public void woke() {
        handle.call(at -> Functions.tally_engine_woke(at));
    }

    /**
     * Opens an account, and creates it if it does not exist.
     *
     * <p>Cost: O(stored data of the account) the first time; O(1) with maxLoadedAccounts.
     *
     * @param name the name
     * @param options null: all defaults
     * @return the account
     * @throws TallyException LIMIT, CONFLICT (another aggregation or feeding is stored; {@link Account#configure}
     *     changes the feeding), NOT_FOUND (with {@link AccountOptions#existing}), IO, FULL, CORRUPT.
     */
    public Account account(String name, AccountOptions options) {
        Raw.Block written = options == null ? null : options.write();
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_account_open(at, Calls.text(name), written, out));
        return new Account((Engine) this, out.getValue());
    }

    /**
     * The same with all defaults: see {@link #account(String, AccountOptions)}.
     *
     * @param name the name
     * @return the account
     * @throws TallyException LIMIT, CONFLICT (another aggregation or feeding is stored; {@link Account#configure}
     *     changes the feeding), NOT_FOUND (with {@link AccountOptions#existing}), IO, FULL, CORRUPT.
     */
    public Account account(String name) {
        return account(name, null);
    }

    /**
     * Finds an open account by its identifier, as events have it.
     *
     * <p>Cost: O(log accounts).
     *
     * @param id that of AccountState
     * @return the account
     * @throws TallyException NOT_FOUND (no open account has it), IO, CORRUPT.
     */
    public Account findAccount(long id) {
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_account_find(at, id, out));
        return new Account((Engine) this, out.getValue());
    }

    /**
     * Lists the stored accounts, open or not, sorted by the bytes of their names.
     *
     * <p>Cost: O(rows).
     *
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the names
     * @throws TallyException IO, CORRUPT.
     */
    public Page<String> accounts(String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, Raw.TALLY_ACCOUNT_ENTRY_SIZE, Calls::readName,
            (from, rows) -> Functions.tally_account_list(at, 0, from, rows)));
    }

    /**
     * Removes an account and everything stored for it.
     *
     * <p>The removal is on the disk when the call returns. An open account is logged out, and its pending
     * completions get CANCELLED. Its observers are notified that their paths show nothing, and are never called
     * again. Its handles fail with NOT_FOUND and must still be released. A later account of this name has another
     * identifier. If it is in memory, calls about other accounts wait meanwhile.
     *
     * <p>Cost: O(stored data of the account).
     *
     * @param name the name
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void removeAccount(String name) {
        handle.call(at -> Functions.tally_account_remove(at, Calls.text(name)));
    }

    /**
     * Creates an account, which must not exist, from exported bytes.
     *
     * <p>The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds
     * and messages, are new; {@link Engine#importAll} keeps those of messages. Feeds continue from their cursors
     * when they are added. The bytes may come from anywhere: all are checked.
     *
     * <p>Cost: O(size).
     *
     * @param name the name
     * @param content the content
     * @throws TallyException EXISTS, MALFORMED, PATH, LIMIT (of this engine), IO, FULL, CORRUPT.
     */
    public void importAccount(String name, byte[] content) {
        handle.call(at -> Functions.tally_account_import(at, Calls.text(name), content,
            content == null ? 0 : content.length));
    }

    /**
     * Reads the total of all accounts that are logged in: what an application's icon shows.
     *
     * <p>A mute of {@code root} holds back what the account adds. Flags are 0. The revision counts the changes of
     * the total since the engine was opened.
     *
     * @return the badge
     */
    public Badge total() {
        Memory result = Calls.sized(Badge.SIZE);
        handle.call(at -> Functions.tally_engine_get_total(at, result));
        return Badge.read(result, null);
    }

    /**
     * Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of
     * each account is of its own moment.
     *
     * <p>Cost: O(stored accounts, and the badges of those that are not in memory).
     *
     * @return the badge
     * @throws TallyException LIMIT (maxAccounts), IO, CORRUPT.
     */
    public Badge totalOfAll() {
        Memory result = Calls.sized(Badge.SIZE);
        handle.call(at -> Functions.tally_engine_get_total_of_all(at, result));
        return Badge.read(result, null);
    }

    /**
     * Wakes one {@link Engine#nextEvent} that waits, or the next one that would.
     *
     * <p>The call sets a flag. The next {@link Engine#nextEvent} that finds no event takes the flag and returns
     * {@link Status#EMPTY}. Several calls before that set the same flag, so they wake one wait. Do not call this
     * function in a signal handler.
     */
    public void interrupt() {
        handle.call(at -> Functions.tally_engine_interrupt(at));
    }

    /**
     * Returns a descriptor for poll, epoll or select.
     *
     * <p>The descriptor is readable while events are pending, or, with {@link EngineOptions#hostDriven}, when {@link
     * Engine#step} has work. After a dispatch that leaves only events without a callback, it is readable again when
     * the next event comes. A host that takes these too calls {@link Engine#nextEvent} until it returns {@link
     * Status#EMPTY}. Never read from the descriptor or close it.
     *
     * @return the descriptor
     */
    public long descriptor() {
        long[] result = {0};
        handle.call(at -> Functions.tally_engine_get_descriptor(at, result));
        return result[0];
    }

    /**
     * Sets the device's zone, and plans the reminders that follow it again.
     *
     * @param name null: that of the options or the system
     * @throws TallyException NOT_FOUND, TOO_LARGE.
     */
    public void setZone(String name) {
        handle.call(at -> Functions.tally_engine_set_zone(at, Calls.text(name)));
    }

    /**
     * Reports the response to a request, once, from any thread, also inside the callback.
     *
     * <p>A bad response is not an error of this call: the feed reports it. The library reads ETag, Last-Modified,
     * Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval and Link. It ignores an invalid value,
     * with control characters or more than 8,192 bytes, and logs a {@link LogLevel#WARNING}.
     *
     * <p>Cost: O(size): the response is copied.
     *
     * @param requestId of the request
     * @param status of HTTP, 200 to 599, after redirects; or NETWORK (also: it broke off), _TLS, _TIMEOUT, _PROTOCOL
     *     (no valid HTTP) or _TOO_LARGE
     * @param headers "Name: value" lines with LF or CR and LF; a status line is ignored; null: none
     * @param body decompressed; without a response a description of the error (UTF-8, at most 1,000 bytes), or
     *     nothing
     * @throws TallyException NOT_FOUND (no such request, or it has ended); ARGUMENT (also: the description is not
     *     UTF-8), RANGE (status), NO_MEMORY (the request is still pending).
     */
    public void respond(long requestId, int status, String headers, byte[] body) {
        handle.call(at -> Functions.tally_transport_respond(at, requestId, status, Calls.text(headers), body,
            body == null ? 0 : body.length));
    }

    /**
     * Reports that a part of the response has arrived, so that idleTimeout starts again.
     *
     * @param requestId of the request
     * @throws TallyException NOT_FOUND (no such request, or it has ended).
     */
    public void progress(long requestId) {
        handle.call(at -> Functions.tally_transport_progress(at, requestId));
    }

    /**
     * Reads how far a source was applied by {@link Engine#batch}.
     *
     * @param source the name of the source
     * @return the epoch, the position and the time
     * @throws TallyException NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
     */
    public Position position(String source) {
        Memory result = Calls.sized(Position.SIZE);
        handle.call(at -> Functions.tally_engine_get_position(at, Calls.text(source), result));
        return Position.read(result, null);
    }

    /**
     * Returns everything that is stored for an account, so that {@link Engine#importAll} can put it in the same
     * place.
     *
     * <p>The bytes are those of {@link Account#exportAccount}, with the keys of the account's messages and its
     * epoch.
     *
     * <p>Cost: O(stored data of the account).
     *
     * @param name the account's, which need not be open
     * @return the bytes
     * @throws TallyException NOT_FOUND, LIMIT, IO, CORRUPT.
     */
    public byte[] exportAccount(String name) {
        return handle.use(at -> Calls.bytes(bytes -> Functions.tally_engine_export_account(at, Calls.text(name),
            bytes)));
    }

    /**
     * Returns how far a source was applied, and the ids that it remembers, for {@link Engine#importAll}.
     *
     * <p>Cost: O(remembered ids).
     *
     * @param source the name of the source
     * @return the bytes
     * @throws TallyException NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
     */
    public byte[] exportSource(String source) {
        return handle.use(at -> Calls.bytes(bytes -> Functions.tally_engine_export_source(at, Calls.text(source),
            bytes)));
    }
}
