// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.ptr.PointerByReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The methods of Account that follow from tally.h. */
abstract class AccountMethods {
    /** The handle of the library. */
    final Handle handle;

    /**
     * The methods of a handle.
     *
     * @param handle the handle
     */
    AccountMethods(Handle handle) {
        this.handle = handle;
    }

    /**
     * Gives the account a credential for one server, or replaces it.
     *
     * <p>Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page
     * to another one. It is kept in memory until the account logs out, and is never stored, listed, traced or
     * logged. Feeds of the server that stopped because it rejected the last credential poll again.
     *
     * <p>In later runs its feeds of the server wait until they have a credential: instead of a request, an event
     * AUTH follows. The same is true of an outbox that is sent to the server.
     *
     * @param url one of the server's; only its origin counts (scheme, host and port)
     * @param credential what is set of its members
     * @throws TallyException URL, ARGUMENT (also: it would be sent without encryption, and the flag PLAIN is not
     *     set), LIMIT (64 servers), IO, FULL.
     */
    public void setCredential(String url, Credential credential) {
        Raw.Block written = credential == null ? null : credential.write();
        handle.call(at -> Functions.tally_account_set_credential(at, Calls.text(url), written));
    }

    /**
     * Removes the account's credential for the server of {@code url}, if there is one. Its feeds of the server, and
     * an outbox that is sent there, need none.
     *
     * @param url a URL of the server
     * @throws TallyException URL, IO, FULL.
     */
    public void removeCredential(String url) {
        handle.call(at -> Functions.tally_account_remove_credential(at, Calls.text(url)));
    }

    /**
     * Logs in: the feeds of the account may send requests from now on.
     *
     * <p>This is stored. When a later run opens the account, it is logged in again, and its stored feeds run,
     * without a call. A feed whose requests had a credential waits until it is given one: credentials are never
     * stored. A feed that cannot run is logged. Logging in again restarts feeds that stopped because a server
     * rejected their credential.
     *
     * <p>With {@link EngineOptions#loggedOut} accounts begin logged out, only feeds that were added or found run,
     * and log-ins are not stored. A program that contains libtally.a runs stored feeds only if it calls a function
     * of feeds.
     *
     * @throws TallyException IO, FULL.
     */
    public void logIn() {
        handle.call(at -> Functions.tally_account_log_in(at));
    }

    /**
     * Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
     *
     * <p>Credentials are forgotten. Pending completions get LOGGED_OUT. The badges stay and can be read. The total
     * leaves them out.
     *
     * @throws TallyException IO, FULL (it is logged out in this run only: repeat the call).
     */
    public void logOut() {
        handle.call(at -> Functions.tally_account_log_out(at));
    }

    /**
     * Changes settings of an account, all or none. They are stored, and apply again in every later run.
     *
     * <p>The settings are on the disk when the call returns. A call that repeats stored settings writes nothing.
     * Another feeding changes what messages feed as {@link Account#setRule} does at {@code root}, but it does not
     * replace a rule.
     *
     * <p>What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of
     * paths are taken, but not sent: a path that this device has decided keeps its own.
     *
     * <p>With {@link OutboxMode#SENT}, the library sends one row at a time while the account is logged in, before
     * any of its feeds is polled. Requests carry the account's credential for this server, if it has one. When the
     * library begins to send, after this call or in a later run, former leases end.
     *
     * <pre>
     * 2xx, or 409 with the server's state      the row was taken
     * 401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
     * 408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
     * other 4xx                                the row has failed for good
     * </pre>
     *
     * <p>A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
     *
     * @param settings null: all defaults
     * @throws TallyException ARGUMENT (also: an invalid language; SENT without an outboxUrl), RANGE (a timeout),
     *     URL, PATH, IO, FULL; if it changes the feeding also LIMIT, CORRUPT.
     */
    public void configure(AccountSettings settings) {
        Raw.Block written = settings == null ? null : settings.write();
        handle.call(at -> Functions.tally_account_configure(at, written));
    }

    /**
     * Reads the settings of an account.
     *
     * @return the settings
     * @throws TallyException IO, CORRUPT.
     */
    public AccountSettingsEntry settings() {
        return handle.use(at -> Calls.list(1, AccountSettingsEntry.SIZE, AccountSettingsEntry::read, rows ->
            Functions.tally_account_get_settings(at, rows))).get(0);
    }

    /**
     * Returns everything that is stored for an account, to keep it or to import it into another engine: see
     * docs/account-export-format.md.
     *
     * <p>Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call.
     * Of the settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and
     * timeouts, the push path, styles, observers and credentials are not included.
     *
     * <p>Cost: O(stored data of the account).
     *
     * @return the bytes
     * @throws TallyException IO, CORRUPT.
     */
    public byte[] exportAccount() {
        return handle.use(at -> Calls.bytes(bytes -> Functions.tally_account_export(at, bytes)));
    }

    /**
     * Sets the node's own badge to {@code count}. 0 removes the badge.
     *
     * <p>A timestamp in the past removes the badge immediately. Badges that end at the same time end in one
     * operation, others in order of time. So the state does not depend on when the engine runs.
     *
     * @param path {@code root}, or components separated by dots
     * @param count the count
     * @throws TallyException PATH, LIMIT, RANGE (not 0 to {@link Tally#MAX_COUNT}).
     */
    public void set(String path, long count) {
        handle.call(at -> Functions.tally_badge_set(at, Calls.text(path), count));
    }

    /**
     * Sets the node's own badge to a dot.
     *
     * @param path {@code root}, or components separated by dots
     * @throws TallyException PATH, LIMIT.
     */
    public void dot(String path) {
        handle.call(at -> Functions.tally_badge_dot(at, Calls.text(path)));
    }

    /**
     * Sets the node's own badge to {@code count}, and removes it at the timestamp {@code until}.
     *
     * <p>A timestamp in the past removes the badge immediately. Badges that end at the same time end in one
     * operation, others in order of time. So the state does not depend on when the engine runs.
     *
     * @param path {@code root}, or components separated by dots
     * @param count the count
     * @param until when it ends; null: it does not
     * @throws TallyException PATH, LIMIT, RANGE.
     */
    public void set(String path, long count, Instant until) {
        handle.call(at -> Functions.tally_badge_set_until(at, Calls.text(path), count, Times.timestamp(until)));
    }

    /**
     * Sets the node's own badge to a dot with an end, as {@link Account#set}.
     *
     * @param path {@code root}, or components separated by dots
     * @param until when it ends; null: it does not
     * @throws TallyException PATH, LIMIT, RANGE.
     */
    public void dot(String path, Instant until) {
        handle.call(at -> Functions.tally_badge_dot_until(at, Calls.text(path), Times.timestamp(until)));
    }

    /**
     * Adds {@code delta} to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A
     * delta of 0 changes nothing. The expiry stays.
     *
     * @param path {@code root}, or components separated by dots
     * @param delta added to the count; may be negative
     * @throws TallyException PATH, LIMIT, RANGE (the result is not 0 to {@link Tally#MAX_COUNT}).
     */
    public void add(String path, long delta) {
        handle.call(at -> Functions.tally_badge_add(at, Calls.text(path), delta));
    }

    /**
     * Clears the badge of a node, because the user has looked.
     *
     * <p>The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing
     * changes if a child contributes a badge.
     *
     * <p>Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The
     * same revision of one does not show again: see docs/concepts/claims.md.
     *
     * @param path {@code root}, or components separated by dots
     * @return true, or false if the node still shows a badge, because of a child or of unread messages.
     * @throws TallyException PATH, LIMIT; if messages feed the node also IO, FULL.
     */
    public boolean clear(String path) {
        return handle.call(at -> Functions.tally_badge_clear(at, Calls.text(path))) == Raw.TALLY_OK;
    }

    /**
     * Clears the badges of a node and of everything below it. Messages that feed them become seen.
     *
     * <p>Cost: O(badges shown below).
     *
     * @param path {@code root}, or components separated by dots
     * @return true, or false if the node still shows a badge, because of unread messages there or below.
     * @throws TallyException PATH, LIMIT; if messages feed them also IO, FULL.
     */
    public boolean clearTree(String path) {
        return handle.call(at -> Functions.tally_badge_clear_tree(at, Calls.text(path))) == Raw.TALLY_OK;
    }

    /**
     * Mutes a node until a timestamp, as {@link Account#set}.
     *
     * <p>Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still
     * counts above it, as if the chat were not muted.
     *
     * @param path {@code root}, or components separated by dots
     * @param mode what the mute hides
     * @param until when it ends; null: it does not
     * @throws TallyException PATH, LIMIT, ARGUMENT (an unknown mode), RANGE.
     */
    public void mute(String path, MuteMode mode, Instant until) {
        handle.call(at -> Functions.tally_badge_mute(at, Calls.text(path), mode.value(), Times.timestamp(until)));
    }

    /**
     * Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
     *
     * <p>The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends.
     * Like a mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if
     * the account is opened after it.
     *
     * @param path {@code root}, or components separated by dots
     * @param until when it ends; 0: now
     * @throws TallyException PATH, LIMIT, RANGE ({@code until} is over, or negative).
     */
    public void snoozePath(String path, Instant until) {
        handle.call(at -> Functions.tally_badge_snooze(at, Calls.text(path), Times.timestamp(until)));
    }

    /**
     * Marks a path as unread, or ends that: a flagged path shows at least a dot.
     *
     * <p>The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So
     * set, dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clearTree
     * of a path above it. The flag is on the disk when the call returns. It is part of an account's export, and not
     * of snapshots.
     *
     * @param path {@code root}, or components separated by dots
     * @param on 1: flags the path; 0: ends the flag
     * @throws TallyException PATH, LIMIT, ARGUMENT (another {@code on}), IO, FULL, CORRUPT.
     */
    public void flag(String path, boolean on) {
        handle.call(at -> Functions.tally_badge_flag(at, Calls.text(path), on ? 1 : 0));
    }

    /**
     * Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
     *
     * @param path {@code root}, or components separated by dots
     * @return the badge
     * @throws TallyException PATH.
     */
    public Badge get(String path) {
        Memory result = Calls.sized(Badge.SIZE);
        handle.call(at -> Functions.tally_badge_get(at, Calls.text(path), result));
        return Badge.read(result, null);
    }

    /**
     * Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error,
     * and is not created.
     *
     * @param path {@code root}, or components separated by dots
     * @return what it owns
     * @throws TallyException PATH; if messages or a flag feed the path also IO, CORRUPT.
     */
    public OwnBadge getOwn(String path) {
        Memory result = Calls.sized(OwnBadge.SIZE);
        handle.call(at -> Functions.tally_badge_get_own(at, Calls.text(path), result));
        return OwnBadge.read(result, null);
    }

    /**
     * Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
     * chats.
     *
     * <p>The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
     * Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of
     * an account's export, and not of snapshots.
     *
     * <p>Cost: O(messages at the path and below it, and children).
     *
     * @param path {@code root}, or components separated by dots
     * @param rule null, or all DEFAULT: the path has no rule of its own any more
     * @throws TallyException PATH, ARGUMENT (an unknown feeding, counting or flag), LIMIT (65,536 rules, or too many
     *     nodes), IO, FULL, CORRUPT.
     */
    public void setRule(String path, BadgeRuleOptions rule) {
        Raw.Block written = rule == null ? null : rule.write();
        handle.call(at -> Functions.tally_badge_set_rule(at, Calls.text(path), written));
    }

    /**
     * Reads the rule that a path has of its own, or, with {@link RuleFlag#EFFECTIVE}, what holds there.
     *
     * <p>Without a rule of its own, all members are DEFAULT, which is not an error.
     *
     * @param path {@code root}, or components separated by dots
     * @param flags {@link RuleFlag#EFFECTIVE}: reads what holds at the path, so no member is DEFAULT; none: without
     *     them
     * @return the rule
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public BadgeRule getRule(String path, RuleFlag... flags) {
        Memory result = Calls.sized(BadgeRule.SIZE);
        handle.call(at -> Functions.tally_badge_get_rule(at, Calls.text(path), Codes.bits(flags), result));
        return BadgeRule.read(result, null);
    }

    /**
     * Links a path under another one: it counts there too, as if it were a child.
     *
     * <p>So a mention in a chat also counts at {@code mentions}. A path counts each badge and message below it once,
     * however many ways lead to it.
     *
     * <p>A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
     * automatic clearing, for HELD, and for clearTree of {@code under}, which clears it and what is below it.
     * Clearing {@code under} alone does not. A link to one's own ancestor is allowed and changes no number. Neither
     * path needs a node, and both keep theirs.
     *
     * <p>Observers of {@code under}, its revision and {@link Account#changes} see what arrives by a link; observers
     * of its subtree get no events for the linked path itself. A batch and a page are one change, with links too.
     * Expiry clears a linked badge everywhere. Snapshots, patches and diffs have no links: they compare and carry
     * what paths own. The link is on the disk when the call returns. Links are part of an account's export.
     *
     * <p>Cost: O(what is lit at the path and below it, times the paths where it counts).
     *
     * @param path the path that counts at one more place
     * @param under where
     * @throws TallyException PATH; CONFLICT (it would count at itself; the message names the way); LIMIT (16 links
     *     of one path, maxLinks of the account, or too many nodes); IO, FULL.
     */
    public void link(String path, String under) {
        handle.call(at -> Functions.tally_link_add(at, Calls.text(path), Calls.text(under)));
    }

    /**
     * Removes a link. Nothing is cleared by it: {@code under} loses what has no other way there, and keeps a badge
     * of its own.
     *
     * <p>Cost: O(what is lit at the path and below it, times the paths where it counts).
     *
     * @param path the linked path
     * @param under where it shall not count any more
     * @throws TallyException PATH, NOT_FOUND (there is no such link), IO, FULL.
     */
    public void unlink(String path, String under) {
        handle.call(at -> Functions.tally_link_remove(at, Calls.text(path), Calls.text(under)));
    }

    /**
     * Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
     *
     * <p>Cost: O(log n, and rows).
     *
     * @param path {@code root}, or components separated by dots
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; {@link LinkFlag#UNDER}: lists the links
     *     that lead to the path, sorted by where they lead; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public Page<Link> links(String path, String after, int limit, LinkFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, Link.SIZE, Link::read, (from, rows) ->
            Functions.tally_link_list(at, Calls.text(path), Codes.bits(flags), from, rows)));
    }

    /**
     * Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that
     * continues an unchanged list costs its own rows.
     *
     * <p>It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are
     * its flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something.
     * The nodes are sorted by the bytes of their paths. A message with further paths is listed once, under the path
     * that it belongs to, even if that is not below. The contributed counts add up to the path's count. The path
     * shows a badge if and only if an entry has LIGHTS. This holds for the parts together if {@link Account#state}
     * gives one revision before and behind them.
     *
     * <p>Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes
     * a node.
     *
     * @param path {@code root}, or components separated by dots
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the rows, and whether more follow
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public Page<Reason> explain(String path, String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, Reason.SIZE, Reason::read, (from, rows) ->
            Functions.tally_badge_explain(at, Calls.text(path), 0, from, rows)));
    }

    /**
     * Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
     * sequence is the newest when it arrives.
     *
     * @param path {@code root}, or components separated by dots
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; {@link MessagesFlag#UNREAD}: only those
     *     that are not read; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public Page<Message> messages(String path, String after, int limit, MessagesFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, Message.SIZE, Message::read, (from, rows) ->
            Functions.tally_message_list(at, Calls.text(path), Codes.bits(flags), from, rows)));
    }

    /**
     * Lists messages from one of them on: first that message, then the older ones, newest first.
     *
     * <p>A chat that opens at a message makes two calls, one of them with {@link MessagesFlag#NEWER}. Each has the
     * room for its part of the screen. To continue either list, call with {@code next} and the same key, even if
     * that message is gone.
     *
     * @param path {@code root}, or components separated by dots
     * @param key the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; {@link MessagesFlag#UNREAD}: only those
     *     that are not read; {@link MessagesFlag#NEWER}: {@link Account#messagesFrom}: newer ones instead of older
     *     ones; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException PATH, ARGUMENT (key is negative), NOT_FOUND (key), IO, CORRUPT.
     */
    public Page<Message> messagesFrom(String path, long key, String after, int limit, MessagesFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, Message.SIZE, Message::read, (from, rows) ->
            Functions.tally_message_list_from(at, Calls.text(path), Codes.bits(flags), key, from, rows)));
    }

    /**
     * Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
     * further one are read.
     *
     * <p>"9 unread since yesterday" is {@code matching} and the {@code time} of the oldest one.
     *
     * <p>Cost: O(log messages) for each path that is searched, and the sum of the numbers.
     *
     * @param path {@code root}, or components separated by dots
     * @param most the largest value of each number, which bounds the cost; {@link Tally#NO_LIMIT}: the numbers are
     *     complete
     * @param flags {@code SUBTREE}: the path itself and everything below it; {@link MessagesFlag#UNSEEN}: {@link
     *     Account#firstMessage}: only those that are not seen; {@link MessagesFlag#NEWEST}: {@link
     *     Account#firstMessage}: the newest instead of the oldest; {@link MessagesFlag#HIGHLIGHTS}: {@link
     *     Account#firstMessage}: only those of level HIGHLIGHT or above; none: without them
     * @return the messageposition
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public MessagePosition firstMessage(String path, long most, MessagesFlag... flags) {
        Memory result = Calls.sized(MessagePosition.SIZE);
        handle.call(at -> Functions.tally_message_first(at, Calls.text(path), Codes.bits(flags), most, result));
        return MessagePosition.read(result, null);
    }

    /**
     * Reads one message.
     *
     * @param key its key
     * @return the message
     * @throws TallyException NOT_FOUND, IO, CORRUPT.
     */
    public Message message(long key) {
        return handle.use(at -> Calls.list(1, Message.SIZE, Message::read, rows -> Functions.tally_message_get(at,
            key, rows))).get(0);
    }

    /**
     * Reads the message that a server knows by an identifier, as a notification has it.
     *
     * <p>Cost: O(log messages).
     *
     * @param feed the feed's identifier; 0: that of {@link Tally#FEED_LOCAL}, which has the posted messages
     * @param id any text
     * @return the message
     * @throws TallyException NOT_FOUND, IO, CORRUPT.
     */
    public Message findMessage(long feed, String id) {
        return handle.use(at -> Calls.list(1, Message.SIZE, Message::read, rows -> Functions.tally_message_find(at,
            feed, Calls.text(id), rows))).get(0);
    }

    /**
     * Reads the data of a message. Lists leave them out, because they can be long.
     *
     * <p>The data of a posted message are the host's bytes. Those of a server are JSON without white space, and
     * without the escapes that JSON does not need. Members keep their order, and numbers their digits.
     *
     * @param key that of the message
     * @return the data; none: 0 bytes.
     * @throws TallyException NOT_FOUND, IO, CORRUPT.
     */
    public byte[] messageData(long key) {
        return handle.use(at -> Calls.bytes(bytes -> Functions.tally_message_get_data(at, key, bytes)));
    }

    /**
     * Counts the messages at a path, or also below it.
     *
     * @param path {@code root}, or components separated by dots
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return the numbers
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public MessageCounts messageCounts(String path, MessagesFlag... flags) {
        Memory result = Calls.sized(MessageCounts.SIZE);
        handle.call(at -> Functions.tally_message_get_counts(at, Calls.text(path), Codes.bits(flags), result));
        return MessageCounts.read(result, null);
    }

    /**
     * Marks messages as read.
     *
     * @param keys the keys of messages
     * @return how many were changed
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public long read(long... keys) {
        long[] result = {0};
        handle.call(at -> Functions.tally_message_mark_read(at, keys, keys.length, result));
        return result[0];
    }

    /**
     * Marks messages at a path as read.
     *
     * @param path {@code root}, or components separated by dots
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return how many were changed
     * @throws TallyException PATH, IO, FULL.
     */
    public long readPath(String path, MessagesFlag... flags) {
        long[] result = {0};
        handle.call(at -> Functions.tally_message_mark_path_read(at, Calls.text(path), Codes.bits(flags), result));
        return result[0];
    }

    /**
     * Marks a message as read, and those that {@link Account#messages} lists after it.
     *
     * @param path {@code root}, or components separated by dots
     * @param last its key
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return how many were changed
     * @throws TallyException PATH, ARGUMENT (last is not positive), NOT_FOUND (last), IO, FULL.
     */
    public long readUntil(String path, long last, MessagesFlag... flags) {
        long[] result = {0};
        handle.call(at -> Functions.tally_message_mark_read_until(at, Calls.text(path), Codes.bits(flags), last,
            result));
        return result[0];
    }

    /**
     * Marks messages as unread again; they stay seen.
     *
     * @param keys the keys of messages
     * @return how many were changed
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public long unread(long... keys) {
        long[] result = {0};
        handle.call(at -> Functions.tally_message_mark_unread(at, keys, keys.length, result));
        return result[0];
    }

    /**
     * Marks messages as seen, in one transaction, as when a user dismisses single notifications.
     *
     * <p>Seen messages leave their groups. They are unseen again only with a new revision from the server. Without
     * keys the call changes nothing.
     *
     * <p>Cost: O(messages).
     *
     * @param keys the keys of messages
     * @return how many were unseen.
     * @throws TallyException NOT_FOUND (a key), IO, FULL.
     */
    public long markSeen(long... keys) {
        long[] result = {0};
        handle.call(at -> Functions.tally_message_mark_seen(at, keys, keys.length, result));
        return result[0];
    }

    /**
     * Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
     *
     * <p>Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
     * {@link Account#firstMessage} have it, as any message that is seen and unread. A call replaces an earlier
     * snooze. The snooze also ends when the message is read, removed, or changed by the server with a new revision.
     * Then no time brings it back. A snooze whose time comes while the engine is closed has ended when the account
     * is opened. The snooze is on the disk when the call returns. It is part of an account's export.
     *
     * @param key the key of the string
     * @param until when it ends; 0: now
     * @throws TallyException RANGE ({@code until} is over, or negative), NOT_FOUND (key), CONFLICT (the message is
     *     read), IO, FULL, CORRUPT.
     */
    public void snoozeMessage(long key, Instant until) {
        handle.call(at -> Functions.tally_message_snooze(at, key, Times.timestamp(until)));
    }

    /**
     * Posts a message of the host's own, unseen.
     *
     * <p>The message replaces the one that was posted with the same id, whatever its state. No response changes or
     * removes it. The account may be logged out. Messages without an id and with the same time are listed in the
     * order of posting.
     *
     * <p>With {@link MessageOptions#once} the call changes nothing if the account has a message of the id, or had
     * one that the user has seen. It is then {@link Status#ALREADY_APPLIED}: a dot for a new feature shows once,
     * over restarts and retention. The last maxForgotten removed messages, in the order of lists, are remembered
     * until the feed is removed.
     *
     * <p>A message with further paths counts at each of them, and once at every path above them, whichever ways lead
     * there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it
     * at all. It belongs to {@code path}, so only the rules and the servers' marks of that path hold for it. A
     * further path that occurs twice, or is {@code path} itself, has no effect.
     *
     * @param path {@code root}, or components separated by dots
     * @param options null: all defaults
     * @return its key; 0 with {@link Status#ALREADY_APPLIED}.
     * @throws TallyException ARGUMENT (also: ONCE without an id), RANGE (time), PATH (one of them), TOO_LARGE (the
     *     data; all texts together exceed maxResponseBytes), LIMIT (also: more than {@link Tally#MAX_ALSO} further
     *     paths), IO, FULL.
     */
    public long post(String path, MessageOptions options) {
        Raw.Block written = options == null ? null : options.write();
        long[] result = {0};
        handle.call(at -> Functions.tally_message_post(at, Calls.text(path), written, result));
        return result[0];
    }

    /**
     * Removes messages of any feed, or posted ones, as when a user deletes them.
     *
     * <p>A server's message stays removed while the server sends the same revision, or none; a greater revision
     * brings it back. An account with an outbox gets a row of {@link OutboxKind#REMOVAL}, so that the server removes
     * it as well. The last maxForgotten removed messages of a feed are remembered. Without keys the call changes
     * nothing.
     *
     * <p>Cost: O(log n) in the messages, for each one.
     *
     * @param keys the keys of messages
     * @throws TallyException NOT_FOUND (a key), IO, FULL.
     */
    public void removeMessages(long... keys) {
        handle.call(at -> Functions.tally_message_remove(at, keys, keys.length));
    }

    /**
     * Removes the message that was posted with an id.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void withdraw(String id) {
        handle.call(at -> Functions.tally_message_withdraw(at, Calls.text(id)));
    }

    /**
     * Adds a feed, or changes the options of one.
     *
     * <p>A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as
     * soon as its account is logged in. The options replace those that are stored. If the URL, prefix, mappingPreset
     * or bytes of the mapping changed, the feed requests everything again, and the response replaces its messages.
     *
     * @param name the name
     * @param options null: all defaults
     * @return the feed
     * @throws TallyException ARGUMENT (also: an unknown profile), MALFORMED (the mapping), URL, PATH, RANGE, LIMIT,
     *     IO, FULL.
     */
    public Feed addFeed(String name, FeedOptions options) {
        Raw.Block written = options == null ? null : options.write();
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_feed_add(at, Calls.text(name), written, out));
        return new Feed((Account) this, out.getValue());
    }

    /**
     * The same with all defaults: see {@link #addFeed(String, FeedOptions)}.
     *
     * @param name the name
     * @return the feed
     * @throws TallyException ARGUMENT (also: an unknown profile), MALFORMED (the mapping), URL, PATH, RANGE, LIMIT,
     *     IO, FULL.
     */
    public Feed addFeed(String name) {
        return addFeed(name, null);
    }

    /**
     * Finds a feed that runs, or that is stored with its options. It runs from now on.
     *
     * @param name the name
     * @return the feed
     * @throws TallyException NOT_FOUND, LIMIT, IO, CORRUPT.
     */
    public Feed findFeed(String name) {
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_feed_find(at, Calls.text(name), out));
        return new Feed((Account) this, out.getValue());
    }

    /**
     * Finds a feed by its identifier, as events and messages have it. It acts like {@link Account#findFeed}.
     *
     * <p>{@link Account#feeds} has the names of the identifiers.
     *
     * @param id its identifier
     * @return the feed
     * @throws TallyException NOT_FOUND (also: {@link Tally#FEED_LOCAL} was not added), LIMIT, IO, CORRUPT.
     */
    public Feed findFeedById(long id) {
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_feed_find_by_id(at, id, out));
        return new Feed((Account) this, out.getValue());
    }

    /**
     * Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
     *
     * <p>Cost: O(rows).
     *
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<FeedEntry> feeds(String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, FeedEntry.SIZE, FeedEntry::read, (from, rows) ->
            Functions.tally_feed_list(at, 0, from, rows)));
    }

    /**
     * Lists the rejected items of a feed by their identifiers, the oldest first.
     *
     * <p>The last maxRejected are kept until the feed requests everything again. Exports of accounts do not contain
     * them.
     *
     * @param feed its identifier; for an unknown one the list is empty
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<Rejected> rejected(long feed, String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, Rejected.SIZE, Rejected::read, (from, rows) ->
            Functions.tally_feed_list_rejected(at, feed, 0, from, rows)));
    }

    /**
     * Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
     * feeds.
     *
     * <p>Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256
     * of a feed are kept, also after the engine is closed. Exports of accounts do not contain them.
     *
     * @param path {@code root}, or components separated by dots
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@code SUBTREE}: the path itself and everything below it; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException PATH, IO, CORRUPT.
     */
    public Page<Drift> drifts(String path, String after, int limit, ListFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, Drift.SIZE, Drift::read, (from, rows) ->
            Functions.tally_drift_list(at, Calls.text(path), Codes.bits(flags), from, rows)));
    }

    /**
     * Applies a push: polls its feeds, and adds the message that it contains.
     *
     * <p>docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
     *
     * <pre>
     * {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
     * </pre>
     *
     * <p>Without {@code feed} all feeds with a URL are polled. If the feed has reached {@code cursor}, nothing is
     * polled and no message is added. With a {@code path} there is a message. Without an {@code id} it counts until
     * the feed's next good response; without a {@code feed} it needs an id.
     *
     * @param payload a JSON object, or the payload of an APNs notification with these members beside {@code aps}
     * @throws TallyException PROTOCOL, TOO_LARGE (maxResponseBytes), NOT_FOUND (no such feed was added), LOGGED_OUT,
     *     LIMIT, IO, FULL.
     */
    public void push(byte[] payload) {
        handle.call(at -> Functions.tally_account_push(at, payload, payload == null ? 0 : payload.length));
    }

    /**
     * Registers a category, or replaces the one with that id.
     *
     * <p>The category is stored. summary is its format, and hidden the format for hidden previews, without
     * arguments; null or empty: none. A format is the key of its translations and its own source text, for every
     * count. A mere name, such as "GROUP_MORE", is only a key and is never shown.
     *
     * @param id its identifier
     * @param summary the format of a summary; null: none
     * @param hidden the format while previews are hidden; null: none
     * @throws TallyException MALFORMED (a format), TOO_LARGE (65,536 bytes), IO, FULL.
     */
    public void setCategory(String id, String summary, String hidden) {
        handle.call(at -> Functions.tally_category_set(at, Calls.text(id), Calls.text(summary), Calls.text(hidden)));
    }

    /**
     * Removes a category; translations of its formats stay.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void removeCategory(String id) {
        handle.call(at -> Functions.tally_category_remove(at, Calls.text(id)));
    }

    /**
     * Sets the plural forms of a format for a language, and replaces the former ones.
     *
     * @param key the key of the string
     * @param language null or "" means the source text. They are stored
     * @param forms null: all defaults
     * @throws TallyException MALFORMED (a form), TOO_LARGE, IO, FULL.
     */
    public void setStrings(String key, String language, Forms forms) {
        Raw.Block written = forms == null ? null : forms.write();
        handle.call(at -> Functions.tally_strings_set(at, Calls.text(key), Calls.text(language), written));
    }

    /**
     * Removes the plural forms of a format for a language. A text is then looked up in the next language.
     *
     * @param key the key of the format
     * @param language null or "" means the source text
     * @throws TallyException ARGUMENT (also: an invalid language), NOT_FOUND, TOO_LARGE, IO, FULL.
     */
    public void removeStrings(String key, String language) {
        handle.call(at -> Functions.tally_strings_remove(at, Calls.text(key), Calls.text(language)));
    }

    /**
     * Imports the formats of a file of translations, all of them or none.
     *
     * <p>A text that is not a format is skipped, but is MALFORMED if its key is that of a category. Plural forms
     * need {@code other}. Integers of any kind ({@code %d}, {@code %lld}, {@code %arg}) are the count.
     * docs/concepts/groups.md explains how catalogs are used.
     *
     * <p>Cost: O(size).
     *
     * @param kind the kind of file
     * @param content the content
     * @param language of a dictionary; null for a catalog
     * @return the number of imported formats (keys in one language), and of skipped texts.
     * @throws TallyException MALFORMED, TOO_LARGE (maxResponseBytes), IO, FULL.
     */
    public ImportReport importStrings(StringsKind kind, byte[] content, String language) {
        Memory result = Calls.sized(ImportReport.SIZE);
        handle.call(at -> Functions.tally_strings_import(at, kind.value(), content,
            content == null ? 0 : content.length, Calls.text(language), result));
        return ImportReport.read(result, null);
    }

    /**
     * Lists groups, the one with the newest message first. A group's messages are read again after any change except
     * a newer message.
     *
     * <p>Cost: O(n log n) in groups and messages.
     *
     * @param language of the summaries; null or "": the account's
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@link GroupsFlag#HIDDEN}: previews are hidden; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException ARGUMENT (also: an invalid language), IO, CORRUPT.
     */
    public Page<Group> groups(String language, String after, int limit, GroupsFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, Group.SIZE, Group::read, (from, rows) ->
            Functions.tally_group_list(at, Calls.text(language), Codes.bits(flags), from, rows)));
    }

    /**
     * Reads one group.
     *
     * @param thread null means ""
     * @param language of the summaries; null: the account's
     * @param flags {@link GroupsFlag#HIDDEN}: previews are hidden; none: without them
     * @return the group
     * @throws TallyException ARGUMENT (also: an invalid language), NOT_FOUND (no message, or no grouping by
     *     threads), IO, CORRUPT.
     */
    public Group group(String thread, String language, GroupsFlag... flags) {
        return handle.use(at -> Calls.list(1, Group.SIZE, Group::read, rows -> Functions.tally_group_get(at,
            Calls.text(thread), Calls.text(language), Codes.bits(flags), rows))).get(0);
    }

    /**
     * Lists the messages of a group as {@link Account#messages} does.
     *
     * @param thread null means ""
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<Message> groupMessages(String thread, String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, Message.SIZE, Message::read, (from, rows) ->
            Functions.tally_group_list_messages(at, Calls.text(thread), 0, from, rows)));
    }

    /**
     * Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the
     * group and in the badge. This is stored.
     *
     * <p>Cost: O(messages of the group).
     *
     * @param thread the thread of the group; null or "": messages without a thread
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void groupSeen(String thread) {
        handle.call(at -> Functions.tally_group_mark_seen(at, Calls.text(thread)));
    }

    /**
     * Dismisses a group: its messages become seen, in one transaction.
     *
     * <p>A dismissed message comes back only with a new revision from the server. Without grouping by threads, the
     * thread "" is all of them. To dismiss single messages, call {@link Account#markSeen}.
     *
     * <p>Cost: O(messages).
     *
     * @param thread null means ""
     * @return how many messages were unseen.
     * @throws TallyException NOT_FOUND (the group), IO, FULL.
     */
    public long dismissGroup(String thread) {
        long[] result = {0};
        handle.call(at -> Functions.tally_group_dismiss(at, Calls.text(thread), result));
        return result[0];
    }

    /**
     * Gives out rows that are due, in order, as many as fit.
     *
     * <p>Nobody else gets them for {@code duration} milliseconds (1 to 86,400,000). A row whose result is not
     * reported by then goes to the next caller. The account may be logged out. The host chooses the credential.
     *
     * @param duration how long nobody else gets the rows
     * @param limit the largest number of rows
     * @return the rows, and whether more are due
     * @throws TallyException RANGE, IO, FULL.
     */
    public Page<OutboxEntry> leaseOutbox(Duration duration, int limit) {
        return handle.use(at -> Calls.lease(limit, OutboxEntry.SIZE, OutboxEntry::read, rows ->
            Functions.tally_outbox_lease(at, Times.orNone(duration), rows)));
    }

    /**
     * Reports that the server has taken a row, and removes it, also if its lease has ended.
     *
     * <p>If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are
     * ignored.
     *
     * @param id its identifier
     * @param response its body
     * @return true, or false if the row was already removed.
     * @throws TallyException NOT_FOUND (there was never such a row), CONFLICT (it was never given out), IO, FULL.
     */
    public boolean acknowledgeOutbox(long id, byte[] response) {
        return handle.call(at -> Functions.tally_outbox_ack(at, id, response,
            response == null ? 0 : response.length)) == Raw.TALLY_OK;
    }

    /**
     * Reports that the server has not taken a row.
     *
     * @param id its identifier
     * @param attempt as it was given out
     * @param retryAfter the time until it may be given out again, 0 ms to 86,400,000 ms; null: it has failed for
     *     good
     * @return true, or false if the row was already removed.
     * @throws TallyException RANGE, NOT_FOUND, CONFLICT (this is not its last attempt), IO, FULL.
     */
    public boolean failOutbox(long id, long attempt, Duration retryAfter) {
        return handle.call(at -> Functions.tally_outbox_fail(at, id, attempt,
            Times.orNone(retryAfter))) == Raw.TALLY_OK;
    }

    /**
     * Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
     *
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@link ListFlag#FOLLOW}: whether {@code next} is also set at the end of the list, to continue
     *     with rows that are added later; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<OutboxEntry> outbox(String after, int limit, ListFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, OutboxEntry.SIZE, OutboxEntry::read, (from, rows) ->
            Functions.tally_outbox_list(at, Codes.bits(flags), from, rows)));
    }

    /**
     * Counts the rows.
     *
     * <p>Cost: O(rows).
     *
     * @return the numbers
     * @throws TallyException IO, CORRUPT.
     */
    public OutboxCounts outboxCounts() {
        Memory result = Calls.sized(OutboxCounts.SIZE);
        handle.call(at -> Functions.tally_outbox_get_counts(at, result));
        return OutboxCounts.read(result, null);
    }

    /**
     * Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too,
     * but not a server's.
     *
     * @param id its identifier
     * @return 1, or 0 if it is another row.
     * @throws TallyException ARGUMENT (id is not positive), IO, FULL.
     */
    public long retryOutbox(long id) {
        long[] result = {0};
        handle.call(at -> Functions.tally_outbox_retry(at, id, result));
        return result[0];
    }

    /**
     * Makes every row that waits or has failed for good due immediately, as {@link Account#retryOutbox} does for
     * one.
     *
     * <p>Cost: O(rows).
     *
     * @return how many rows.
     * @throws TallyException IO, FULL.
     */
    public long retryAllOutbox() {
        long[] result = {0};
        handle.call(at -> Functions.tally_outbox_retry_all(at, result));
        return result[0];
    }

    /**
     * Removes a row that has failed for good.
     *
     * @param id its identifier
     * @return 1, or 0 if it is another row.
     * @throws TallyException ARGUMENT (id is not positive), IO, FULL.
     */
    public long removeOutbox(long id) {
        long[] result = {0};
        handle.call(at -> Functions.tally_outbox_remove(at, id, result));
        return result[0];
    }

    /**
     * Removes every row that has failed for good.
     *
     * <p>Cost: O(rows).
     *
     * @return how many.
     * @throws TallyException IO, FULL.
     */
    public long removeFailedOutbox() {
        long[] result = {0};
        handle.call(at -> Functions.tally_outbox_remove_failed(at, result));
        return result[0];
    }

    /**
     * Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
     *
     * <p>Cost: O(log reminders); the first call reads all of the account.
     *
     * @param id its identifier
     * @param options what is set of its members
     * @throws TallyException ARGUMENT (the message names what is missing or wrong, also about a zone), RANGE
     *     (timeOfDay), PATH, NOT_FOUND (the zone), EXISTS, LIMIT (100,000 reminders), TOO_LARGE, IO, FULL.
     */
    public void putReminder(String id, ReminderOptions options) {
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_reminder_put(at, Calls.text(id), written));
    }

    /**
     * Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
     * they were.
     *
     * <p>Past occurrences are unchanged, and none is missed because of the new members.
     *
     * @param id its identifier
     * @param options null: all defaults
     * @throws TallyException ARGUMENT (as in {@link Account#putReminder}), RANGE, PATH, NOT_FOUND (reminder or
     *     zone), LIMIT, TOO_LARGE, IO, FULL.
     */
    public void editReminder(String id, ReminderOptions options) {
        Raw.Block written = options == null ? null : options.write();
        handle.call(at -> Functions.tally_reminder_edit(at, Calls.text(id), written));
    }

    /**
     * Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, LIMIT (its revision is 4,294,967,295), IO, FULL.
     */
    public void reminderDone(String id) {
        handle.call(at -> Functions.tally_reminder_mark_done(at, Calls.text(id), 0));
    }

    /**
     * Reverts {@link Account#reminderDone}, as if it had never been called.
     *
     * <p>If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records
     * the newest as missed, without an event; for a logged-out account the next log-in reports it.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, LIMIT (its revision is 4,294,967,295), IO, FULL.
     */
    public void reminderUndone(String id) {
        handle.call(at -> Functions.tally_reminder_mark_undone(at, Calls.text(id)));
    }

    /**
     * Removes a reminder; its log stays.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void removeReminder(String id) {
        handle.call(at -> Functions.tally_reminder_remove(at, Calls.text(id)));
    }

    /**
     * Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was
     * moved before, else the next one.
     *
     * <p>One occurrence can be moved at a time.
     *
     * @param id its identifier
     * @param until the new time of the occurrence
     * @throws TallyException NOT_FOUND, RANGE (past, or after the end), CONFLICT (it is done, or does not fire any
     *     more), IO, FULL.
     */
    public void snoozeReminder(String id, Instant until) {
        handle.call(at -> Functions.tally_reminder_snooze(at, Calls.text(id), Times.timestamp(until)));
    }

    /**
     * Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
     *
     * @param id its identifier
     * @throws TallyException NOT_FOUND, IO, FULL.
     */
    public void acknowledgeReminder(String id) {
        handle.call(at -> Functions.tally_reminder_acknowledge(at, Calls.text(id)));
    }

    /**
     * Lists reminders, sorted by the bytes of their identifiers.
     *
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<Reminder> reminders(String after, int limit) {
        return handle.use(at -> Calls.page(after, limit, Reminder.SIZE, Reminder::read, (from, rows) ->
            Functions.tally_reminder_list(at, 0, from, rows)));
    }

    /**
     * Reads one reminder.
     *
     * @param id its identifier
     * @return the reminder
     * @throws TallyException NOT_FOUND, IO, CORRUPT.
     */
    public Reminder reminder(String id) {
        return handle.use(at -> Calls.list(1, Reminder.SIZE, Reminder::read, rows -> Functions.tally_reminder_get(at,
            Calls.text(id), rows))).get(0);
    }

    /**
     * Plans the notifications that the system fires while the program is closed: the soonest ones, but each
     * reminder's next one first.
     *
     * <p>The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host
     * carries them out, and confirms them with {@link Account#confirmPlan}. The library stores nothing of the plan
     * before that, so the next call offers an unconfirmed plan again, also in a later run.
     *
     * <p>Plan after log-in, log-out, each change, an event REMINDER and {@link Engine#setZone}, and when the program
     * comes to the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything.
     * The host must ignore notifications of what fires in the program as well. options and plan may be null.
     *
     * <p>Cost: O(entries times log reminders).
     *
     * @param options null: all defaults
     * @return the difference from the last confirmed plan
     * @throws TallyException RANGE, IO, FULL.
     */
    public Account.PlanChanges planReminders(PlanOptions options) {
        Raw.Block written = options == null ? null : options.write();
        Memory result = Calls.sized(Plan.SIZE);
        List<PlanEntry> found = handle.use(at -> Calls.list(Calls.ALL, PlanEntry.SIZE, PlanEntry::read, rows ->
            Functions.tally_reminder_plan(at, written, rows, result)));
        return new Account.PlanChanges(found, Plan.read(result, null));
    }

    /**
     * Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and
     * CANCELLED.
     *
     * <p>A plan is out of date after a later {@link Account#planReminders}, log-in or log-out, and in a later run. A
     * change of reminders does not matter: the next plan contains it. If a host has carried out a part of a plan
     * that it cannot confirm, it disarms everything, and plans with {@link PlanOptions#fromScratch}.
     *
     * <p>Cost: O(entries).
     *
     * @param token that of the account's last Plan
     * @return true, or false if this plan is confirmed.
     * @throws TallyException ARGUMENT (0), CONFLICT (the plan is out of date: plan again), IO, FULL.
     */
    public boolean confirmPlan(long token) {
        return handle.call(at -> Functions.tally_reminder_confirm_plan(at, token)) == Raw.TALLY_OK;
    }

    /**
     * Lists the log by the identifiers of its notes. The last maxReminderLog are kept.
     *
     * @param after the {@code next} of the page before; null: the first page
     * @param limit the largest number of rows
     * @param flags {@link ListFlag#FOLLOW}: whether {@code next} is also set at the end of the list, to continue
     *     with rows that are added later; none: without them
     * @return the rows, and whether more follow
     * @throws TallyException IO, CORRUPT.
     */
    public Page<ReminderNote> reminderLog(String after, int limit, ListFlag... flags) {
        return handle.use(at -> Calls.page(after, limit, ReminderNote.SIZE, ReminderNote::read, (from, rows) ->
            Functions.tally_reminder_list_notes(at, Codes.bits(flags), from, rows)));
    }

    /**
     * Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
     *
     * <p>DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of
     * production of a smart reminder, at the time of day.
     *
     * @return the calendar
     * @throws TallyException NOT_FOUND (a zone is not available), IO.
     */
    public String exportReminders() {
        return handle.use(at -> Calls.longString(bytes -> Functions.tally_reminder_export(at, bytes)));
    }

    /**
     * Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
     *
     * <p>An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes
     * the nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if
     * its UID, path or zone is invalid or not available. A {@link LogLevel#WARNING} has its line and the reason, and
     * those of a part of an entry that is ignored.
     *
     * @param content the content
     * @return the number of imported reminders, and of skipped entries.
     * @throws TallyException MALFORMED, LIMIT, IO, FULL.
     */
    public Account.ReminderImport importReminders(byte[] content) {
        Memory result = Calls.sized(ImportReport.SIZE);
        List<SkippedEntry> found = handle.use(at -> Calls.list(Calls.ALL, SkippedEntry.SIZE, SkippedEntry::read,
            rows -> Functions.tally_reminder_import(at, content, content == null ? 0 : content.length, rows,
            result)));
        return new Account.ReminderImport(ImportReport.read(result, null).taken(), found);
    }

    /**
     * Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same
     * on every machine. It is not safe against attackers.
     *
     * <p>Cost: O(what changed since the last call).
     *
     * @param path {@code root}, or components separated by dots
     * @return the number
     * @throws TallyException PATH.
     */
    public long digest(String path) {
        long[] result = {0};
        handle.call(at -> Functions.tally_badge_digest(at, Calls.text(path), result));
        return result[0];
    }

    /**
     * Returns the minimal patch from one subtree to another, of the same engine.
     *
     * <p>Cost: O(what differs).
     *
     * @param path the path here
     * @param to what the patch leads to
     * @param toPath the path there
     * @return the patch
     * @throws TallyException PATH.
     */
    public byte[] diff(String path, Account to, String toPath) {
        return to.handle.use(other -> handle.use(at -> Calls.bytes(bytes -> Functions.tally_badge_diff(at,
            Calls.text(path), other, Calls.text(toPath), bytes))));
    }

    /**
     * Takes a snapshot of a path.
     *
     * <p>Cost: O(n log n) at most in the nodes listed below.
     *
     * @param path {@code root}, or components separated by dots
     * @return the snapshot
     * @throws TallyException PATH.
     */
    public Snapshot snapshot(String path) {
        PointerByReference out = new PointerByReference();
        handle.call(at -> Functions.tally_snapshot_take(at, Calls.text(path), out));
        return new Snapshot(out.getValue());
    }

    /**
     * Replaces the contents of {@code path} and its subtree with a snapshot.
     *
     * @param path {@code root}, or components separated by dots
     * @param snapshot its bytes
     * @throws TallyException PATH, LIMIT, CONFLICT, IO, FULL.
     */
    public void restore(String path, Snapshot snapshot) {
        snapshot.handle.use(other -> handle.call(at -> Functions.tally_badge_restore(at, Calls.text(path), other)));
    }

    /**
     * Applies a patch at a path.
     *
     * @param path {@code root}, or components separated by dots
     * @param patch the bytes of the patch
     * @param flags {@link ApplyFlag#OVERWRITE}: writes the state after the patch, whatever the state is now; none:
     *     without them
     * @throws TallyException PATH, LIMIT, MALFORMED, IO, FULL, CONFLICT (the nodes are not in the state that the
     *     patch begins with; the message names the first).
     */
    public void apply(String path, byte[] patch, ApplyFlag... flags) {
        handle.call(at -> Functions.tally_badge_apply(at, Calls.text(path), patch, patch == null ? 0 : patch.length,
            Codes.bits(flags)));
    }

    /**
     * Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
     *
     * <p>Cost: O(nodes).
     *
     * @throws TallyException INTERNAL (the message has the first wrong path).
     */
    public void verify() {
        handle.call(at -> Functions.tally_account_verify(at));
    }

    /**
     * Reads how far a source was applied by {@link Account#batch}.
     *
     * @param source the name of the source
     * @return the epoch and the position
     * @throws TallyException NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
     */
    public Position batchPosition(String source) {
        Memory result = Calls.sized(Position.SIZE);
        handle.call(at -> Functions.tally_account_get_position(at, Calls.text(source), result));
        return Position.read(result, null);
    }

    /**
     * Replaces the style of a path.
     *
     * <p>null, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn
     * again, in the order of "Watching".
     *
     * <p>Cost: O(observers of the account, times the depth of their paths).
     *
     * @param path {@code root}, or components separated by dots
     * @param style the style; null: none
     * @throws TallyException PATH, LIMIT, ARGUMENT (an unknown field or overflow, an invalid icon), RANGE (a number,
     *     also NaN).
     */
    public void setStyle(String path, Style style) {
        Raw.Block written = style == null ? null : style.write();
        handle.call(at -> Functions.tally_style_set(at, Calls.text(path), written));
    }

    /**
     * Reads how to draw a path.
     *
     * <p>Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the
     * path's style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows
     * nothing, and has the style that it would inherit.
     *
     * <p>Cost: O(depth of the path).
     *
     * @param path {@code root}, or components separated by dots
     * @return how to draw it
     * @throws TallyException PATH.
     */
    public Tally.Drawing present(String path) {
        Memory result = Calls.sized(Presentation.SIZE);
        String text = handle.use(at -> Calls.string((buffer, capacity, size) -> Functions.tally_badge_present(at,
            Calls.text(path), result, buffer, capacity, size)));
        return new Tally.Drawing(Presentation.read(result, null), text);
    }
}
