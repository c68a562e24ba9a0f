// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

/// <reference types="node" />
import { EventEmitter } from "node:events";

import { AccountOptions, AccountSettings, AccountSettingsEntry, AccountState, Badge, BadgeEntry, BadgeRule,
  BadgeRuleOptions, Credential, Drift, FeedEntry, FeedOptions, FeedState, Forms, Group, ImportReport, Integer, Limit,
  Link, Message, MessageCounts, MessageOptions, MessagePosition, MuteMode, OutboxCounts, OutboxEntry, OwnBadge,
  PageInfo, PatchEntry, Plan, PlanEntry, PlanOptions, Position, Presentation, Reason, Recovery, Rejected, Reminder,
  ReminderNote, ReminderOptions, SkippedEntry, SnapshotEntry, Stats, Status, StringsKind, Style, Time
  } from "./generated";
import { Account, Bytes, Feed, Listener, Page, Snapshot } from "./index";

/** An object with a handle. */
declare class Handle {
  /** Releases the handle. Later calls throw ClosedError. Closing twice is not an error. */
  close(): void;
}

/** A part of an account. */
declare class Room {
  readonly account: Account;
}

declare class EngineMethods extends EventEmitter {
  /**
   * Waits until everything that was applied before the call is on the disk.
   *
   * Throws IOError, FullError (nothing is lost: the changes stay in memory and are tried again).
   */
  flush(): Status;
  /**
   * Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its references.
   *
   * Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
   * problems go to the log (`LOG_ERROR`), each with its page, or its table and row. The message has the first. Badges
   * can be used, except while their account is compared.
   *
   * Throws CorruptError (the engine goes on with what can be read), InternalError (only memory is wrong), IOError
   * (unreadable, but perhaps sound), FullError.
   * Cost: O(size of the file).
   */
  verify(): Status;
  /**
   * Reads or changes a limit while the engine is open.
   *
   * A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from
   * which old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond it
   * leave as soon as nothing needs them. A call that is working on an account keeps the former limit of its nodes.
   * The limits of paths cannot change because accounts and feeds in memory have room for the longest path. An engine
   * that was opened without maxLoadedAccounts, or has no file, keeps all accounts in memory.
   *
   * Returns the value before the call.
   * Throws ArgumentError (also: an unknown limit), RangeError, UnsupportedError (the limit cannot change).
   * Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
   *
   * @param value the new value, in the range of the option; or `LIMIT_KEEP`, which changes nothing
   */
  limit(limit: Limit, value?: Integer): Integer;
  /**
   * Copies the engine's file while the engine is in use.
   *
   * The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
   * applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
   * `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
   *
   * Changes of badges do not wait. A durable call waits for one megabyte at most.
   *
   * Throws ExistsError (without `replace`, or it is no regular file), LockedError (open in an engine), ConflictError
   * (not closed: its log lies beside it), ArgumentError (the engine's own files), UnsupportedError (the engine has no
   * file), ClosedError (also: closed during the call), CorruptError, IOError, FullError, ReadOnlyError,
   * PermissionError.
   * Cost: O(size of the file).
   *
   * @param options.replace replaces an existing file
   */
  backup(file: string, options?: { replace?: boolean }): Status;
  /**
   * Reads numbers about the engine, except of accounts on which a long call is working.
   *
   * Cost: O(feeds, and accounts in memory).
   *
   * @param options.reset longestWaitUs and longestHoldUs begin again
   */
  stats(options?: { reset?: boolean }): Stats;
  /**
   * Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
   *
   * In the background, pages are not seen (`Feed.pageShown`), and timers of feeds with `stopsInBackground` do not
   * poll. Coming to the foreground with a page shown counts as a return to that page.
   *
   * Cost: O(feeds).
   */
  setForeground(foreground: boolean): Status;
  /**
   * Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there is.
   *
   * When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
   * after a regular attempt, or after the network was lost.
   *
   * Cost: O(feeds).
   */
  setNetwork(available: boolean): Status;
  /**
   * Tells all feeds that the machine was asleep and is awake, as if the network were back.
   *
   * Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due
   * during sleep is done once, also without this call.
   *
   * Cost: O(feeds).
   */
  woke(): Status;
  /**
   * Opens an account, and creates it if it does not exist.
   *
   * Throws LimitError, ConflictError (another aggregation or feeding is stored; `Account.configure` changes the
   * feeding), NotFoundError (with `existing`), IOError, FullError, CorruptError.
   * Cost: O(stored data of the account) the first time; O(1) with maxLoadedAccounts.
   */
  account(name: string, options?: AccountOptions): Account;
  /**
   * Finds an open account by its identifier, as events have it.
   *
   * Throws NotFoundError (no open account has it), IOError, CorruptError.
   * Cost: O(log accounts).
   *
   * @param id that of `AccountState`
   */
  findAccount(id: Integer): Account;
  /**
   * Lists the stored accounts, open or not, sorted by the bytes of their names.
   *
   * Throws IOError, CorruptError.
   * Cost: O(rows).
   */
  accounts(): Generator<string>;
  /**
   * A page of `Engine.accounts`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   * Cost: O(rows).
   *
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  accountPage(after?: string | null, limit?: number): Page<string>;
  /**
   * Removes an account and everything stored for it.
   *
   * The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
   * CancelledError. Its observers are notified that their paths show nothing, and are never called again. Its handles
   * fail with NotFoundError and must still be released. A later account of this name has another identifier. If it is
   * in memory, calls about other accounts wait meanwhile.
   *
   * Throws NotFoundError, IOError, FullError.
   * Cost: O(stored data of the account).
   */
  removeAccount(name: string): Status;
  /**
   * Creates an account, which must not exist, from exported bytes.
   *
   * The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
   * messages, are new; `Engine.import` keeps those of messages. Feeds continue from their cursors when they are
   * added. The bytes may come from anywhere: all are checked.
   *
   * Throws ExistsError, MalformedError, PathError, LimitError (of this engine), IOError, FullError, CorruptError.
   * Cost: O(size).
   */
  importAccount(name: string, bytes: Bytes): Status;
  /**
   * Reads the total of all accounts that are logged in: what an application's icon shows.
   *
   * A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total
   * since the engine was opened.
   */
  total(): Badge;
  /**
   * Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The part of each
   * account is of its own moment.
   *
   * Throws LimitError (maxAccounts), IOError, CorruptError.
   * Cost: O(stored accounts, and the badges of those that are not in memory).
   */
  totalOfAll(): Badge;
  /**
   * Sets the device's zone, and plans the reminders that follow it again.
   *
   * Throws NotFoundError, TooLargeError.
   *
   * @param name null: that of the options or the system
   */
  setZone(name?: string | null): Status;
  /**
   * Reads how far a source was applied by `Engine.batch`.
   *
   * Throws NotFoundError (no batch of this source was applied), IOError, CorruptError.
   */
  position(source: string): Position;
  /**
   * Returns everything that is stored for an account, so that `Engine.import` can put it in the same place.
   *
   * The bytes are those of `Account.exportAccount`, with the keys of the account's messages and its epoch.
   *
   * Throws NotFoundError, LimitError, IOError, CorruptError.
   * Cost: O(stored data of the account).
   *
   * @param name the account's, which need not be open
   */
  exportAccount(name: string): Buffer;
  /**
   * Returns how far a source was applied, and the ids that it remembers, for `Engine.import`.
   *
   * Throws NotFoundError (no batch of this source was applied), IOError, CorruptError.
   * Cost: O(remembered ids).
   */
  exportSource(source: string): Buffer;
}

declare class AccountMethods extends Handle {
  /**
   * Gives the account a credential for one server, or replaces it.
   *
   * Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
   * another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged.
   * Feeds of the server that stopped because it rejected the last credential poll again.
   *
   * In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH
   * follows. The same is true of an outbox that is sent to the server.
   *
   * Throws URLError, ArgumentError (also: it would be sent without encryption, and the flag PLAIN is not set),
   * LimitError (64 servers), IOError, FullError.
   *
   * @param url one of the server's; only its origin counts (scheme, host and port)
   */
  setCredential(url: string, credential?: Credential): Status;
  /**
   * Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an outbox
   * that is sent there, need none.
   *
   * Throws URLError, IOError, FullError.
   */
  removeCredential(url: string): Status;
  /**
   * Logs in: the feeds of the account may send requests from now on.
   *
   * This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
   * call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
   * that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
   * credential.
   *
   * With `loggedOut` accounts begin logged out, only feeds that were added or found run, and log-ins are not stored.
   * A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
   *
   * Throws IOError, FullError.
   */
  logIn(): Status;
  /**
   * Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
   *
   * Credentials are forgotten. Pending completions get LoggedOutError. The badges stay and can be read. The total
   * leaves them out.
   *
   * Throws IOError, FullError (it is logged out in this run only: repeat the call).
   */
  logOut(): Status;
  /** Reads the account's state and name. */
  state(): AccountState;
  /**
   * Changes settings of an account, all or none. They are stored, and apply again in every later run.
   *
   * The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
   * feeding changes what messages feed as `Account.setRule` does at `root`, but it does not replace a rule.
   *
   * What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths
   * are taken, but not sent: a path that this device has decided keeps its own.
   *
   * With `OUTBOX_MODE_SENT`, the library sends one row at a time while the account is logged in, before any of its
   * feeds is polled. Requests carry the account's credential for this server, if it has one. When the library begins
   * to send, after this call or in a later run, former leases end.
   *
   *     2xx, or 409 with the server's state      the row was taken
   *     401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
   *     408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
   *     other 4xx                                the row has failed for good
   *
   * A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
   *
   * Throws ArgumentError (also: an invalid language; SENT without an outboxUrl), RangeError (a timeout), URLError,
   * PathError, IOError, FullError; if it changes the feeding also LimitError, CorruptError.
   */
  configure(settings: AccountSettings): Status;
  /**
   * Reads the settings of an account.
   *
   * Throws IOError, CorruptError.
   */
  settings(): AccountSettingsEntry;
  /**
   * Returns everything that is stored for an account, to keep it or to import it into another engine: see
   * docs/account-export-format.md.
   *
   * Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
   * settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts, the
   * push path, styles, observers and credentials are not included.
   *
   * Throws IOError, CorruptError.
   * Cost: O(stored data of the account).
   */
  exportAccount(): Buffer;
  /**
   * Sets the node's own badge to `count`. 0 removes the badge.
   *
   * A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
   * others in order of time. So the state does not depend on when the engine runs.
   *
   * Throws PathError, LimitError, RangeError (not 0 to `MAX_COUNT`).
   *
   * @param path `root`, or components separated by dots
   * @param until when the badge ends; undefined: it does not
   */
  set(path: string, count: Integer, until?: Time): Status;
  /**
   * Sets the node's own badge to a dot.
   *
   * Throws PathError, LimitError.
   *
   * @param path `root`, or components separated by dots
   * @param until when the badge ends; undefined: it does not
   */
  dot(path: string, until?: Time): Status;
  /**
   * Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta of
   * 0 changes nothing. The expiry stays.
   *
   * Throws PathError, LimitError, RangeError (the result is not 0 to `MAX_COUNT`).
   *
   * @param path `root`, or components separated by dots
   */
  add(path: string, delta: Integer): Status;
  /**
   * Clears the badge of a node, because the user has looked.
   *
   * The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing changes
   * if a child contributes a badge.
   *
   * Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
   * revision of one does not show again: see docs/concepts/claims.md.
   *
   * Returns `OK`, or `HELD` if the node still shows a badge, because of a child or of unread messages.
   * Throws PathError, LimitError; if messages feed the node also IOError, FullError.
   *
   * @param path `root`, or components separated by dots
   */
  clear(path: string): Status;
  /**
   * Clears the badges of a node and of everything below it. Messages that feed them become seen.
   *
   * Returns `OK`, or `HELD` if the node still shows a badge, because of unread messages there or below.
   * Throws PathError, LimitError; if messages feed them also IOError, FullError.
   * Cost: O(badges shown below).
   *
   * @param path `root`, or components separated by dots
   */
  clearTree(path: string): Status;
  /**
   * Mutes a node until a timestamp, as `Account.set`.
   *
   * Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts
   * above it, as if the chat were not muted.
   *
   * Throws PathError, LimitError, ArgumentError (an unknown mode), RangeError.
   *
   * @param path `root`, or components separated by dots
   * @param until when it ends; undefined: it does not
   */
  mute(path: string, mode: MuteMode, until?: Time): Status;
  /**
   * Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
   *
   * The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
   * mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account
   * is opened after it.
   *
   * Throws PathError, LimitError, RangeError (`until` is over, or negative).
   *
   * @param path `root`, or components separated by dots
   * @param until when it ends; 0: now
   */
  snooze(path: string, until: Time): Status;
  /**
   * Marks a path as unread, or ends that: a flagged path shows at least a dot.
   *
   * The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set,
   * dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a
   * path above it. The flag is on the disk when the call returns. It is part of an account's export, and not of
   * snapshots.
   *
   * Throws PathError, LimitError, ArgumentError (another `on`), IOError, FullError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param on 1: flags the path; 0: ends the flag
   */
  flag(path: string, on: boolean): Status;
  /**
   * Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
   *
   * Throws PathError.
   *
   * @param path `root`, or components separated by dots
   */
  get(path: string): Badge;
  /**
   * Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error, and
   * is not created.
   *
   * Throws PathError; if messages or a flag feed the path also IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   */
  getOwn(path: string): OwnBadge;
  /**
   * Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
   * chats.
   *
   * The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
   * Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an
   * account's export, and not of snapshots.
   *
   * Throws PathError, ArgumentError (an unknown feeding, counting or flag), LimitError (65,536 rules, or too many
   * nodes), IOError, FullError, CorruptError.
   * Cost: O(messages at the path and below it, and children).
   *
   * @param path `root`, or components separated by dots
   * @param rule undefined, or all DEFAULT: the path has no rule of its own any more
   */
  setRule(path: string, rule?: BadgeRuleOptions): Status;
  /**
   * Reads the rule that a path has of its own, or, with `effective`, what holds there.
   *
   * Without a rule of its own, all members are DEFAULT, which is not an error.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.effective reads what holds at the path, so no member is DEFAULT
   */
  getRule(path: string, options?: { effective?: boolean }): BadgeRule;
  /**
   * Links a path under another one: it counts there too, as if it were a child.
   *
   * So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however
   * many ways lead to it.
   *
   * A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
   * automatic clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing
   * `under` alone does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a node,
   * and both keep theirs.
   *
   * Observers of `under`, its revision and `Account.changes` see what arrives by a link; observers of its subtree get
   * no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a linked
   * badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The link is
   * on the disk when the call returns. Links are part of an account's export.
   *
   * Throws PathError; ConflictError (it would count at itself; the message names the way); LimitError (16 links of
   * one path, maxLinks of the account, or too many nodes); IOError, FullError.
   * Cost: O(what is lit at the path and below it, times the paths where it counts).
   *
   * @param path the path that counts at one more place
   * @param under where
   */
  link(path: string, under: string): Status;
  /**
   * Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its
   * own.
   *
   * Throws PathError, NotFoundError (there is no such link), IOError, FullError.
   * Cost: O(what is lit at the path and below it, times the paths where it counts).
   *
   * @param path the linked path
   * @param under where it shall not count any more
   */
  unlink(path: string, under: string): Status;
  /**
   * Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
   *
   * Throws PathError, IOError, CorruptError.
   * Cost: O(log n, and rows).
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.under lists the links that lead to the path, sorted by where they lead
   */
  links(path?: string, options?: { subtree?: boolean; under?: boolean }): Generator<Link>;
  /**
   * A page of `Account.links`: at most `limit` rows, those after `after`.
   *
   * Throws PathError, IOError, CorruptError.
   * Cost: O(log n, and rows).
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.under lists the links that lead to the path, sorted by where they lead
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  linksPage(path?: string,
    options?: { subtree?: boolean; under?: boolean; after?: string | null; limit?: number }): Page<Link>;
  /**
   * Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths. A call that
   * continues an unchanged list costs its own rows.
   *
   * The parts of a list are of one moment if they have the same revision.
   *
   * Returns the revision of the rows.
   * Throws PathError.
   * Cost: O(n log n) at most in the nodes listed below the path.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   */
  list(path?: string, options?: { subtree?: boolean }): Page<BadgeEntry> & { revision: Integer };
  /**
   * A page of `Account.list`: at most `limit` rows, those after `after`.
   *
   * Returns the revision of the rows.
   * Throws PathError.
   * Cost: O(n log n) at most in the nodes listed below the path.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  listPage(path?: string,
    options?: { subtree?: boolean; after?: string | null; limit?: number }): Page<BadgeEntry> & { revision: Integer };
  /**
   * Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that continues
   * an unchanged list costs its own rows.
   *
   * It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
   * flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The nodes
   * are sorted by the bytes of their paths. A message with further paths is listed once, under the path that it
   * belongs to, even if that is not below. The contributed counts add up to the path's count. The path shows a badge
   * if and only if an entry has LIGHTS. This holds for the parts together if `Account.state` gives one revision
   * before and behind them.
   *
   * Throws PathError, IOError, CorruptError.
   * Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
   * node.
   *
   * @param path `root`, or components separated by dots
   */
  explain(path: string): Generator<Reason>;
  /**
   * A page of `Account.explain`: at most `limit` rows, those after `after`.
   *
   * Throws PathError, IOError, CorruptError.
   * Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
   * node.
   *
   * @param path `root`, or components separated by dots
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  explainPage(path: string, after?: string | null, limit?: number): Page<Reason>;
  /**
   * Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
   * feeds.
   *
   * Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
   * feed are kept, also after the engine is closed. Exports of accounts do not contain them.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   */
  drifts(path?: string, options?: { subtree?: boolean }): Generator<Drift>;
  /**
   * A page of `Account.drifts`: at most `limit` rows, those after `after`.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  driftsPage(path?: string, options?: { subtree?: boolean; after?: string | null; limit?: number }): Page<Drift>;
  /**
   * Applies a push: polls its feeds, and adds the message that it contains.
   *
   * docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
   *
   *     {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
   *
   * Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no
   * message is added. With a `path` there is a message. Without an `id` it counts until the feed's next good
   * response; without a `feed` it needs an id.
   *
   * Throws ProtocolError, TooLargeError (maxResponseBytes), NotFoundError (no such feed was added), LoggedOutError,
   * LimitError, IOError, FullError.
   *
   * @param payload a JSON object, or the payload of an APNs notification with these members beside `aps`
   */
  push(payload: Bytes): Status;
  /**
   * Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same on
   * every machine. It is not safe against attackers.
   *
   * Throws PathError.
   * Cost: O(what changed since the last call).
   *
   * @param path `root`, or components separated by dots
   */
  digest(path?: string): Integer;
  /**
   * Returns the minimal patch from one subtree to another, of the same engine.
   *
   * Throws PathError.
   * Cost: O(what differs).
   */
  diff(path: string, to: Account, toPath: string): Buffer;
  /**
   * Takes a snapshot of a path.
   *
   * Throws PathError.
   * Cost: O(n log n) at most in the nodes listed below.
   *
   * @param path `root`, or components separated by dots
   */
  snapshot(path?: string): Snapshot;
  /**
   * Replaces the contents of `path` and its subtree with a snapshot.
   *
   * Throws PathError, LimitError, ConflictError, IOError, FullError.
   *
   * @param path `root`, or components separated by dots
   */
  restore(snapshot: Snapshot, path?: string): Status;
  /**
   * Applies a patch at a path.
   *
   * Throws PathError, LimitError, MalformedError, IOError, FullError, ConflictError (the nodes are not in the state
   * that the patch begins with; the message names the first).
   *
   * @param path `root`, or components separated by dots
   * @param options.overwrite writes the state after the patch, whatever the state is now
   */
  apply(path: string, patch: Bytes, options?: { overwrite?: boolean }): Status;
  /**
   * Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
   *
   * Throws InternalError (the message has the first wrong path).
   * Cost: O(nodes).
   */
  verify(): Status;
  /**
   * Reads how far a source was applied by `Account.batch`.
   *
   * Throws NotFoundError (no batch of this source was applied), IOError, CorruptError.
   */
  batchPosition(source: string): Position;
  /**
   * Replaces the style of a path.
   *
   * null, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in
   * the order of "Watching".
   *
   * Throws PathError, LimitError, ArgumentError (an unknown field or overflow, an invalid icon), RangeError (a
   * number, also NaN).
   * Cost: O(observers of the account, times the depth of their paths).
   *
   * @param path `root`, or components separated by dots
   */
  setStyle(path: string, style: Omit<Style, "fields"> | null): Status;
  /**
   * Reads the style of the path itself, without what it inherits. Members that it leaves out are null.
   *
   * Throws PathError.
   *
   * @param path `root`, or components separated by dots
   */
  style(path: string): Omit<Style, "fields">;
  /**
   * Reads how to draw a path.
   *
   * Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
   * style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing,
   * and has the style that it would inherit.
   *
   * Throws PathError.
   * Cost: O(depth of the path).
   *
   * @param path `root`, or components separated by dots
   */
  present(path: string): Presentation & { text: string };
}

declare class NodeMethods {
  /** Returns the path of a node. It begins with `root`. */
  path(): string;
  /**
   * Sets the node's own badge to `count`: see `Account.set`.
   *
   * Throws LimitError, RangeError.
   *
   * @param until when the badge ends; undefined: it does not
   */
  set(count: Integer, until?: Time): Status;
  /**
   * Sets the node's own badge to a dot.
   *
   * Throws LimitError.
   *
   * @param until when the badge ends; undefined: it does not
   */
  dot(until?: Time): Status;
  /**
   * Adds to the node's own count: see `Account.add`.
   *
   * Throws LimitError, RangeError.
   */
  add(delta: Integer): Status;
  /**
   * Clears the badge of a node: see `Account.clear`.
   *
   * Returns `OK` or `HELD`.
   * Throws LimitError, IOError, FullError.
   */
  clear(): Status;
  /**
   * Clears a whole subtree: see `Account.clearTree`.
   *
   * Returns `OK` or `HELD`.
   * Throws LimitError, IOError, FullError.
   */
  clearTree(): Status;
  /**
   * Mutes a node: see `Account.mute`.
   *
   * Throws LimitError, ArgumentError (an unknown mode), RangeError.
   *
   * @param until when it ends; undefined: it does not
   */
  mute(mode: MuteMode, until?: Time): Status;
  /** Reads what a node shows: see `Account.get`. */
  get(): Badge;
}

declare class FeedMethods extends Handle {
  /**
   * Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
   * before, or the host has, that one shows again.
   *
   * Pending completions get CancelledError.
   *
   * Throws IOError, FullError.
   */
  remove(): Status;
  /**
   * Polls soon, unless a request is in flight.
   *
   * Throws LoggedOutError, UnsupportedError (no URL).
   */
  refresh(): Status;
  /**
   * Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the call
   * does nothing.
   *
   * Returns -1 and zeros if the user does not begin to see the page.
   * Throws RangeError (of the page).
   *
   * @param page its number, below `MAX_FEED_PAGES`
   */
  pageShown(page: number): PageInfo;
  /**
   * Reports that a page is no longer shown. Repeating the call does nothing.
   *
   * Throws RangeError.
   */
  pageHidden(page: number): Status;
  /**
   * Cancels the request in flight and the one that waits for it, if any.
   *
   * Completions get CancelledError, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
   * interval.
   */
  cancel(): Status;
  /**
   * Pauses or resumes a feed.
   *
   * A paused feed polls neither by timers nor because of pages. A request in flight, `Feed.refresh` and
   * `Feed.refreshNow` work as usual. What became due meanwhile happens once. Not stored.
   */
  pause(paused?: boolean): Status;
  /**
   * Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
   * one.
   *
   * If the feed gets a URL of another server, the credential is not sent until it is set again.
   *
   * Throws URLError (the feed has none), ArgumentError (as `Account.setCredential`), IOError, FullError.
   */
  setCredential(credential?: Credential): Status;
  /**
   * Removes the feed's own credential: that of the account for its server counts again.
   *
   * Throws IOError, FullError.
   */
  removeCredential(): Status;
  /** Reads the state of a feed, and its title: the last one that the server sent, or that of the options. */
  state(): FeedState & { title: string };
  /**
   * Applies a page that the host received in another way.
   *
   * The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
   * one. A SYNCED event follows. Timers are unchanged.
   *
   * If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and must
   * not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A request in
   * flight continues; if its response has news, it is repeated from this page's cursor, so the cursor never goes
   * back.
   *
   * Throws ProtocolError, TooLargeError (maxResponseBytes), LoggedOutError, CancelledError (the URL has just
   * changed), LimitError, IOError, FullError.
   * Cost: O(size).
   */
  deliver(page: Bytes): Status;
  /**
   * Applies a push to one feed, as `Account.push` does. `feed` in the payload is ignored.
   *
   * Throws ProtocolError, TooLargeError, LoggedOutError, LimitError, IOError, FullError.
   */
  push(payload: Bytes): Status;
}

declare class SnapshotMethods extends Handle {
  /**
   * Decodes the bytes of a snapshot.
   *
   * Throws MalformedError.
   * Cost: O(size).
   */
  static decode(bytes: Bytes): Snapshot;
  /**
   * Returns the bytes of a snapshot.
   *
   * Cost: O(size).
   */
  encode(): Buffer;
  /**
   * Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
   *
   * Cost: O(bytes), at the speed of comparing memory where they are equal.
   */
  diff(to: Snapshot): Buffer;
  /**
   * Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No engine
   * is needed.
   *
   * A badge that has ended is listed too.
   *
   * Throws PathError.
   * Cost: O(nodes of the snapshot), with little work for those that are not listed.
   *
   * @param path relative to the top of the snapshot; `root`, "" or null: the top
   * @param options.subtree the path itself and everything below it
   */
  list(path?: string, options?: { subtree?: boolean }): Generator<SnapshotEntry>;
  /**
   * A page of `Snapshot.list`: at most `limit` rows, those after `after`.
   *
   * Throws PathError.
   * Cost: O(nodes of the snapshot), with little work for those that are not listed.
   *
   * @param path relative to the top of the snapshot; `root`, "" or null: the top
   * @param options.subtree the path itself and everything below it
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  listPage(path?: string,
    options?: { subtree?: boolean; after?: string | null; limit?: number }): Page<SnapshotEntry>;
}

declare class ScopeMethods extends Handle {
  /**
   * Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
   *
   * Observing twice with the same scope, account, path, `subtree` and listener is one observer. Each registration
   * needs its own `Scope.unobserve`. This holds for all observers and widgets.
   *
   * Returns a token that identifies the observer in events and for `Scope.unobserve`.
   * Throws PathError, LimitError.
   * Cost: O(1); of a subtree O(badges shown below).
   *
   * @param account an account of the same engine
   * @param path `root`, or components separated by dots
   * @param listener null: only `Engine.nextEvent` returns the events
   * @param options.subtree the path itself and everything below it
   * @param options.initial the current state of the path is reported first
   */
  observe(account: Account, path: string, listener?: Listener | null,
    options?: { subtree?: boolean; initial?: boolean }): Integer;
  /**
   * Observes the messages at a path; with `subtree` also those below.
   *
   * The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads
   * or unreads any. The event has their numbers.
   *
   * Throws PathError, LimitError, IOError, FullError, CorruptError.
   * Cost: O(messages there), now and for each event.
   *
   * @param account an account of the same engine
   * @param path `root`, or components separated by dots
   * @param listener called with each event; null: only `Engine.nextEvent` returns the events
   * @param options.subtree the path itself and everything below it
   */
  observeMessages(account: Account, path: string, listener?: Listener | null,
    options?: { subtree?: boolean }): Integer;
  /**
   * Observes the groups of an account.
   *
   * A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
   * change. It may be gone then. `initial` reports all groups.
   *
   * Throws LimitError, IOError, FullError, CorruptError.
   *
   * @param account an account of the same engine
   * @param listener called with each event; null: only `Engine.nextEvent` returns the events
   * @param options.initial the current state of the path is reported first
   */
  observeGroups(account: Account, listener?: Listener | null, options?: { initial?: boolean }): Integer;
  /**
   * Observes the total over all logged-in accounts.
   *
   * Throws LimitError.
   *
   * @param listener called with each event; null: only `Engine.nextEvent` returns the events
   * @param options.initial the current state of the path is reported first
   */
  observeTotal(listener?: Listener | null, options?: { initial?: boolean }): Integer;
  /**
   * Observes the requests of a feed, and the pages that the host delivers.
   *
   * Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
   * (maxLoadedAccounts), its number is the last known one.
   *
   * Throws LimitError, NotFoundError (the feed was removed).
   *
   * @param listener called with each event; null: only `Engine.nextEvent` returns the events
   */
  observeFeed(feed: Feed, listener?: Listener | null): Integer;
  /**
   * Draws all widgets of the scope again, for example when a window has come back.
   *
   * Order: deeper paths first, then the bytes of the paths, then the order of binding.
   */
  refreshWidgets(): Status;
}

declare class Feeds extends Room {
  /**
   * Adds a feed, or changes the options of one.
   *
   * A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon
   * as its account is logged in. The options replace those that are stored. If the URL, prefix, mappingPreset or
   * bytes of the mapping changed, the feed requests everything again, and the response replaces its messages.
   *
   * Throws ArgumentError (also: an unknown profile), MalformedError (the mapping), URLError, PathError, RangeError,
   * LimitError, IOError, FullError.
   */
  add(name: string, options?: FeedOptions): Feed;
  /**
   * Finds a feed that runs, or that is stored with its options. It runs from now on.
   *
   * Throws NotFoundError, LimitError, IOError, CorruptError.
   */
  get(name: string): Feed;
  /**
   * Finds a feed by its identifier, as events and messages have it. It acts like `Feeds.get`.
   *
   * `Feeds.list` has the names of the identifiers.
   *
   * Throws NotFoundError (also: `FEED_LOCAL` was not added), LimitError, IOError, CorruptError.
   *
   * @param id its identifier
   */
  getById(id: Integer): Feed;
  /**
   * Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
   *
   * Throws IOError, CorruptError.
   * Cost: O(rows).
   */
  list(): Generator<FeedEntry>;
  /**
   * A page of `Feeds.list`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   * Cost: O(rows).
   *
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  page(after?: string | null, limit?: number): Page<FeedEntry>;
  /**
   * Lists the rejected items of a feed by their identifiers, the oldest first.
   *
   * The last maxRejected are kept until the feed requests everything again. Exports of accounts do not contain them.
   *
   * Throws IOError, CorruptError.
   *
   * @param feed its identifier; for an unknown one the list is empty
   */
  rejected(feed: Integer): Generator<Rejected>;
  /**
   * A page of `Feeds.rejected`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   *
   * @param feed its identifier; for an unknown one the list is empty
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  rejectedPage(feed: Integer, after?: string | null, limit?: number): Page<Rejected>;
}

declare class Messages extends Room {
  /**
   * Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a sequence
   * is the newest when it arrives.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.unread only those that are not read
   */
  list(path?: string, options?: { subtree?: boolean; unread?: boolean }): Generator<Message>;
  /**
   * A page of `Messages.list`: at most `limit` rows, those after `after`.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   * @param options.unread only those that are not read
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  page(path?: string,
    options?: { subtree?: boolean; unread?: boolean; after?: string | null; limit?: number }): Page<Message>;
  /**
   * Lists messages from one of them on: first that message, then the older ones, newest first.
   *
   * A chat that opens at a message makes two calls, one of them with `newer`. Each has the room for its part of the
   * screen. To continue either list, call with `next` and the same key, even if that message is gone.
   *
   * Throws PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param key the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
   * @param options.subtree the path itself and everything below it
   * @param options.unread only those that are not read
   * @param options.newer `Messages.listFrom`: newer ones instead of older ones
   */
  listFrom(path: string, key?: Integer,
    options?: { subtree?: boolean; unread?: boolean; newer?: boolean }): Generator<Message>;
  /**
   * A page of `Messages.listFrom`: at most `limit` rows, those after `after`.
   *
   * Throws PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param key the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
   * @param options.subtree the path itself and everything below it
   * @param options.unread only those that are not read
   * @param options.newer `Messages.listFrom`: newer ones instead of older ones
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  listFromPage(path: string, key?: Integer,
    options?: { subtree?: boolean; unread?: boolean; newer?: boolean; after?: string | null; limit?: number }): Page<Message>;
  /**
   * Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
   * further one are read.
   *
   * "9 unread since yesterday" is `matching` and the `time` of the oldest one.
   *
   * Throws PathError, IOError, CorruptError.
   * Cost: O(log messages) for each path that is searched, and the sum of the numbers.
   *
   * @param path `root`, or components separated by dots
   * @param most the largest value of each number, which bounds the cost; `NO_LIMIT`: the numbers are complete
   * @param options.subtree the path itself and everything below it
   * @param options.unseen `Messages.first`: only those that are not seen
   * @param options.newest `Messages.first`: the newest instead of the oldest
   * @param options.highlights `Messages.first`: only those of level HIGHLIGHT or above
   */
  first(path: string, most?: Integer,
    options?: { subtree?: boolean; unseen?: boolean; newest?: boolean; highlights?: boolean }): MessagePosition;
  /**
   * Reads one message.
   *
   * Throws NotFoundError, IOError, CorruptError.
   */
  get(key: Integer): Message;
  /**
   * Reads the message that a server knows by an identifier, as a notification has it.
   *
   * Throws NotFoundError, IOError, CorruptError.
   * Cost: O(log messages).
   *
   * @param id any text
   * @param feed the feed's identifier; 0: that of `FEED_LOCAL`, which has the posted messages
   */
  find(id: string, feed?: Integer): Message;
  /**
   * Reads the data of a message. Lists leave them out, because they can be long.
   *
   * The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without
   * the escapes that JSON does not need. Members keep their order, and numbers their digits.
   *
   * Returns the data; none: 0 bytes.
   * Throws NotFoundError, IOError, CorruptError.
   *
   * @param key that of the message
   */
  data(key: Integer): Buffer;
  /**
   * Counts the messages at a path, or also below it.
   *
   * Throws PathError, IOError, CorruptError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   */
  counts(path?: string, options?: { subtree?: boolean }): MessageCounts;
  /**
   * Marks messages as read.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param keys the keys of messages
   */
  read(keys: Integer[]): number;
  /**
   * Marks messages at a path as read.
   *
   * Throws PathError, IOError, FullError.
   *
   * @param path `root`, or components separated by dots
   * @param options.subtree the path itself and everything below it
   */
  readPath(path: string, options?: { subtree?: boolean }): number;
  /**
   * Marks a message as read, and those that `Messages.list` lists after it.
   *
   * Throws PathError, ArgumentError (last is not positive), NotFoundError (last), IOError, FullError.
   *
   * @param path `root`, or components separated by dots
   * @param last its key
   * @param options.subtree the path itself and everything below it
   */
  readUntil(path: string, last: Integer, options?: { subtree?: boolean }): number;
  /**
   * Marks messages as unread again; they stay seen.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param keys the keys of messages
   */
  unread(keys: Integer[]): number;
  /**
   * Marks messages as seen, in one transaction, as when a user dismisses single notifications.
   *
   * Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys
   * the call changes nothing.
   *
   * Returns how many were unseen.
   * Throws NotFoundError (a key), IOError, FullError.
   * Cost: O(messages).
   *
   * @param keys the keys of messages
   */
  markSeen(keys: Integer[]): number;
  /**
   * Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
   *
   * Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
   * `Messages.first` have it, as any message that is seen and unread. A call replaces an earlier snooze. The snooze
   * also ends when the message is read, removed, or changed by the server with a new revision. Then no time brings it
   * back. A snooze whose time comes while the engine is closed has ended when the account is opened. The snooze is on
   * the disk when the call returns. It is part of an account's export.
   *
   * Throws RangeError (`until` is over, or negative), NotFoundError (key), ConflictError (the message is read),
   * IOError, FullError, CorruptError.
   *
   * @param until when it ends; 0: now
   */
  snooze(key: Integer, until: Time): Status;
  /**
   * Posts a message of the host's own, unseen.
   *
   * The message replaces the one that was posted with the same id, whatever its state. No response changes or removes
   * it. The account may be logged out. Messages without an id and with the same time are listed in the order of
   * posting.
   *
   * With `once` the call changes nothing if the account has a message of the id, or had one that the user has seen.
   * It is then `ALREADY_APPLIED`: a dot for a new feature shows once, over restarts and retention. The last
   * maxForgotten removed messages, in the order of lists, are remembered until the feed is removed.
   *
   * A message with further paths counts at each of them, and once at every path above them, whichever ways lead
   * there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at
   * all. It belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path that
   * occurs twice, or is `path` itself, has no effect.
   *
   * Returns its key; 0 with `ALREADY_APPLIED`.
   * Throws ArgumentError (also: ONCE without an id), RangeError (time), PathError (one of them), TooLargeError (the
   * data; all texts together exceed maxResponseBytes), LimitError (also: more than `MAX_ALSO` further paths),
   * IOError, FullError.
   *
   * @param path `root`, or components separated by dots
   */
  post(path: string, options?: MessageOptions): Integer;
  /**
   * Removes messages of any feed, or posted ones, as when a user deletes them.
   *
   * A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
   * back. An account with an outbox gets a row of `OUTBOX_KIND_REMOVAL`, so that the server removes it as well. The
   * last maxForgotten removed messages of a feed are remembered. Without keys the call changes nothing.
   *
   * Throws NotFoundError (a key), IOError, FullError.
   * Cost: O(log n) in the messages, for each one.
   *
   * @param keys the keys of messages
   */
  remove(keys: Integer[]): Status;
  /**
   * Removes the message that was posted with an id.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param id its identifier
   */
  withdraw(id: string): Status;
}

declare class Groups extends Room {
  /**
   * Registers a category, or replaces the one with that id.
   *
   * The category is stored. summary is its format, and hidden the format for hidden previews, without arguments; null
   * or empty: none. A format is the key of its translations and its own source text, for every count. A mere name,
   * such as "GROUP_MORE", is only a key and is never shown.
   *
   * Throws MalformedError (a format), TooLargeError (65,536 bytes), IOError, FullError.
   *
   * @param id its identifier
   */
  setCategory(id: string, summary?: string | null, hidden?: string | null): Status;
  /**
   * Removes a category; translations of its formats stay.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param id its identifier
   */
  removeCategory(id: string): Status;
  /**
   * Sets the plural forms of a format for a language, and replaces the former ones.
   *
   * Throws MalformedError (a form), TooLargeError, IOError, FullError.
   *
   * @param language null or "" means the source text. They are stored
   */
  setStrings(key: string, language: string | null, forms: Forms): Status;
  /**
   * Removes the plural forms of a format for a language. A text is then looked up in the next language.
   *
   * Throws ArgumentError (also: an invalid language), NotFoundError, TooLargeError, IOError, FullError.
   *
   * @param language null or "" means the source text
   */
  removeStrings(key: string, language?: string | null): Status;
  /**
   * Imports the formats of a file of translations, all of them or none.
   *
   * A text that is not a format is skipped, but is MalformedError if its key is that of a category. Plural forms need
   * `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how catalogs
   * are used.
   *
   * Returns the number of imported formats (keys in one language), and of skipped texts.
   * Throws MalformedError, TooLargeError (maxResponseBytes), IOError, FullError.
   * Cost: O(size).
   *
   * @param language of a dictionary; null for a catalog
   */
  importStrings(kind: StringsKind, content: Bytes, language?: string | null): ImportReport;
  /**
   * Lists groups, the one with the newest message first. A group's messages are read again after any change except a
   * newer message.
   *
   * Throws ArgumentError (also: an invalid language), IOError, CorruptError.
   * Cost: O(n log n) in groups and messages.
   *
   * @param language of the summaries; null or "": the account's
   * @param options.hidden previews are hidden
   */
  list(language?: string | null, options?: { hidden?: boolean }): Generator<Group>;
  /**
   * A page of `Groups.list`: at most `limit` rows, those after `after`.
   *
   * Throws ArgumentError (also: an invalid language), IOError, CorruptError.
   * Cost: O(n log n) in groups and messages.
   *
   * @param language of the summaries; null or "": the account's
   * @param options.hidden previews are hidden
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  page(language?: string | null, options?: { hidden?: boolean; after?: string | null; limit?: number }): Page<Group>;
  /**
   * Reads one group.
   *
   * Throws ArgumentError (also: an invalid language), NotFoundError (no message, or no grouping by threads), IOError,
   * CorruptError.
   *
   * @param thread null means ""
   * @param language of the summaries; null: the account's
   * @param options.hidden previews are hidden
   */
  get(thread: string | null, language?: string | null, options?: { hidden?: boolean }): Group;
  /**
   * Lists the messages of a group as `Messages.list` does.
   *
   * Throws IOError, CorruptError.
   *
   * @param thread null means ""
   */
  messages(thread: string | null): Generator<Message>;
  /**
   * A page of `Groups.messages`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   *
   * @param thread null means ""
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  messagesPage(thread: string | null, after?: string | null, limit?: number): Page<Message>;
  /**
   * Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the group
   * and in the badge. This is stored.
   *
   * Throws NotFoundError, IOError, FullError.
   * Cost: O(messages of the group).
   *
   * @param thread the thread of the group; null or "": messages without a thread
   */
  seen(thread: string | null): Status;
  /**
   * Dismisses a group: its messages become seen, in one transaction.
   *
   * A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread
   * "" is all of them. To dismiss single messages, call `Messages.markSeen`.
   *
   * Returns how many messages were unseen.
   * Throws NotFoundError (the group), IOError, FullError.
   * Cost: O(messages).
   *
   * @param thread null means ""
   */
  dismiss(thread: string | null): number;
}

declare class Outbox extends Room {
  /**
   * Gives out rows that are due, in order, as many as fit.
   *
   * Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then
   * goes to the next caller. The account may be logged out. The host chooses the credential.
   *
   * Throws RangeError, IOError, FullError.
   *
   * @param limit the largest number of rows
   */
  lease(duration: Integer, limit?: number): Page<OutboxEntry>;
  /**
   * Reports that the server has taken a row, and removes it, also if its lease has ended.
   *
   * If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
   *
   * Returns `OK`, or `ALREADY_APPLIED` if the row was already removed.
   * Throws NotFoundError (there was never such a row), ConflictError (it was never given out), IOError, FullError.
   *
   * @param id its identifier
   * @param response its body
   */
  ack(id: Integer, response?: Bytes | null): Status;
  /**
   * Reports that the server has not taken a row.
   *
   * Returns `OK`, or `ALREADY_APPLIED` if the row was already removed.
   * Throws RangeError, NotFoundError, ConflictError (this is not its last attempt), IOError, FullError.
   *
   * @param id its identifier
   * @param attempt as it was given out
   * @param retryAfter the time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has failed for good
   */
  fail(id: Integer, attempt: Integer, retryAfter?: Integer): Status;
  /**
   * Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
   *
   * Throws IOError, CorruptError.
   */
  list(): Generator<OutboxEntry>;
  /**
   * A page of `Outbox.list`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   *
   * @param options.follow whether `next` is also set at the end of the list, to continue with rows that are added
   *   later
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  page(options?: { follow?: boolean; after?: string | null; limit?: number }): Page<OutboxEntry>;
  /**
   * Counts the rows.
   *
   * Throws IOError, CorruptError.
   * Cost: O(rows).
   */
  counts(): OutboxCounts;
  /**
   * Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too,
   * but not a server's.
   *
   * Returns 1, or 0 if it is another row.
   * Throws ArgumentError (id is not positive), IOError, FullError.
   *
   * @param id its identifier
   */
  retry(id: Integer): number;
  /**
   * Makes every row that waits or has failed for good due immediately, as `Outbox.retry` does for one.
   *
   * Returns how many rows.
   * Throws IOError, FullError.
   * Cost: O(rows).
   */
  retryAll(): number;
  /**
   * Removes a row that has failed for good.
   *
   * Returns 1, or 0 if it is another row.
   * Throws ArgumentError (id is not positive), IOError, FullError.
   *
   * @param id its identifier
   */
  remove(id: Integer): number;
  /**
   * Removes every row that has failed for good.
   *
   * Returns how many.
   * Throws IOError, FullError.
   * Cost: O(rows).
   */
  removeFailed(): number;
}

declare class Reminders extends Room {
  /**
   * Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
   *
   * Throws ArgumentError (the message names what is missing or wrong, also about a zone), RangeError (timeOfDay),
   * PathError, NotFoundError (the zone), ExistsError, LimitError (100,000 reminders), TooLargeError, IOError,
   * FullError.
   * Cost: O(log reminders); the first call reads all of the account.
   *
   * @param id its identifier
   */
  put(id: string, options: ReminderOptions): Status;
  /**
   * Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as
   * they were.
   *
   * Past occurrences are unchanged, and none is missed because of the new members.
   *
   * Throws ArgumentError (as in `Reminders.put`), RangeError, PathError, NotFoundError (reminder or zone),
   * LimitError, TooLargeError, IOError, FullError.
   *
   * @param id its identifier
   */
  edit(id: string, options: ReminderOptions): Status;
  /**
   * Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
   *
   * Throws NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
   *
   * @param id its identifier
   */
  done(id: string): Status;
  /**
   * Reverts `Reminders.done`, as if it had never been called.
   *
   * If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
   * newest as missed, without an event; for a logged-out account the next log-in reports it.
   *
   * Throws NotFoundError, LimitError (its revision is 4,294,967,295), IOError, FullError.
   *
   * @param id its identifier
   */
  undone(id: string): Status;
  /**
   * Removes a reminder; its log stays.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param id its identifier
   */
  remove(id: string): Status;
  /**
   * Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was moved
   * before, else the next one.
   *
   * One occurrence can be moved at a time.
   *
   * Throws NotFoundError, RangeError (past, or after the end), ConflictError (it is done, or does not fire any more),
   * IOError, FullError.
   *
   * @param id its identifier
   * @param until the new time of the occurrence
   */
  snooze(id: string, until: Time): Status;
  /**
   * Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
   *
   * Throws NotFoundError, IOError, FullError.
   *
   * @param id its identifier
   */
  acknowledge(id: string): Status;
  /**
   * Lists reminders, sorted by the bytes of their identifiers.
   *
   * Throws IOError, CorruptError.
   */
  list(): Generator<Reminder>;
  /**
   * A page of `Reminders.list`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   *
   * @param after the `next` of the page before; null: the first page
   * @param limit the largest number of rows
   */
  page(after?: string | null, limit?: number): Page<Reminder>;
  /**
   * Reads one reminder.
   *
   * Throws NotFoundError, IOError, CorruptError.
   *
   * @param id its identifier
   */
  get(id: string): Reminder;
  /**
   * Plans the notifications that the system fires while the program is closed: the soonest ones, but each reminder's
   * next one first.
   *
   * The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host
   * carries them out, and confirms them with `Reminders.confirmPlan`. The library stores nothing of the plan before
   * that, so the next call offers an unconfirmed plan again, also in a later run.
   *
   * Plan after log-in, log-out, each change, an event REMINDER and `Engine.setZone`, and when the program comes to
   * the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host
   * must ignore notifications of what fires in the program as well. options and plan may be null.
   *
   * Throws RangeError, IOError, FullError.
   * Cost: O(entries times log reminders).
   */
  plan(options?: PlanOptions): Plan & { entries: PlanEntry[] };
  /**
   * Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and CANCELLED.
   *
   * A plan is out of date after a later `Reminders.plan`, log-in or log-out, and in a later run. A change of
   * reminders does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot
   * confirm, it disarms everything, and plans with `fromScratch`.
   *
   * Returns `OK`, or `ALREADY_APPLIED` if this plan is confirmed.
   * Throws ArgumentError (0), ConflictError (the plan is out of date: plan again), IOError, FullError.
   * Cost: O(entries).
   *
   * @param token that of the account's last `Plan`
   */
  confirmPlan(token: Integer): Status;
  /**
   * Lists the log by the identifiers of its notes. The last maxReminderLog are kept.
   *
   * Throws IOError, CorruptError.
   */
  log(): Generator<ReminderNote>;
  /**
   * A page of `Reminders.log`: at most `limit` rows, those after `after`.
   *
   * Throws IOError, CorruptError.
   *
   * @param options.follow whether `next` is also set at the end of the list, to continue with rows that are added
   *   later
   * @param options.after the `next` of the page before; null: the first page
   * @param options.limit the largest number of rows
   */
  logPage(options?: { follow?: boolean; after?: string | null; limit?: number }): Page<ReminderNote>;
  /**
   * Returns all reminders as iCalendar (RFC 5545, VTODO with VALARM).
   *
   * DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production
   * of a smart reminder, at the time of day.
   *
   * Throws NotFoundError (a zone is not available), IOError.
   */
  export(): string;
  /**
   * Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
   *
   * An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the
   * nearest reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its
   * UID, path or zone is invalid or not available. A `LOG_WARNING` has its line and the reason, and those of a part
   * of an entry that is ignored.
   *
   * Returns the number of imported reminders, and of skipped entries.
   * Throws MalformedError, LimitError, IOError, FullError.
   */
  import(content: Bytes): ImportReport & { entries: SkippedEntry[] };
}

/**
 * Saves the readable parts of a damaged file in a new one.
 *
 * Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
 * are left out and counted. If anything was lost, feeds request everything from scratch.
 *
 * Returns the result.
 * Throws ExistsError (fresh, or `<fresh>.recovering` of a killed run), ConflictError (a log of an earlier file lies
 * beside fresh), NotAStoreError, NewerError, LockedError, CorruptError (nothing can be read), IOError, FullError,
 * ReadOnlyError, PermissionError.
 * Cost: O(size of the file).
 *
 * @param damaged only read, as is its log; no engine may have it open
 * @param fresh must not exist; appears when it is complete and verified
 */
export function recover(damaged: string, fresh: string): Recovery;

/**
 * Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it fails,
 * nothing is lost.
 *
 * Throws IOError (also: there is no such file), FullError, LockedError, CorruptError, NotAStoreError, NewerError,
 * ReadOnlyError, PermissionError.
 * Cost: O(size of the file).
 */
export function vacuum(file: string): Status;

/**
 * Computes the partition of an account, for hosts that divide accounts among machines.
 *
 * The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the
 * same on every machine and in every version. No engine is needed.
 *
 * Throws ArgumentError (an invalid name; partitions is 0).
 */
export function accountHash(name: string, partitions: number): number;

/**
 * Shows what a mapping makes of a response, as a page of the wire format.
 *
 * The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
 * "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
 * "count". preset and mapping are as mappingPreset and mapping of `FeedOptions`; one is required.
 *
 * Throws ArgumentError (also: an unknown preset), MalformedError (the mapping), ProtocolError (the response).
 * Cost: O(response, times texts of the mapping).
 */
export function tryMapping(body: Bytes, options?: { preset?: string | null; mapping?: string | null }): string;

/**
 * Returns the patch that undoes a patch. No engine is needed.
 *
 * Throws MalformedError.
 * Cost: O(size).
 */
export function inverse(patch: Bytes): Buffer;

/**
 * Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
 *
 * Each call checks the bytes again.
 *
 * Throws MalformedError, PathError.
 * Cost: O(size).
 *
 * @param path relative to the top of the patch; `root`, "" or null: the top
 * @param options.subtree the path itself and everything below it
 */
export function patchList(patch: Bytes, path?: string, options?: { subtree?: boolean }): Generator<PatchEntry>;

/**
 * A page of `patchList`: at most `limit` rows, those after `after`.
 *
 * Throws MalformedError, PathError.
 * Cost: O(size).
 *
 * @param path relative to the top of the patch; `root`, "" or null: the top
 * @param options.subtree the path itself and everything below it
 * @param options.after the `next` of the page before; null: the first page
 * @param options.limit the largest number of rows
 */
export function patchListPage(patch: Bytes, path?: string,
  options?: { subtree?: boolean; after?: string | null; limit?: number }): Page<PatchEntry>;

/**
 * Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
 *
 * Throws ArgumentError (the badge, or the style), RangeError (of the style).
 *
 * @param badge a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
 * @param style null means all defaults
 */
export function present(badge: Pick<Badge, "kind" | "count">,
  style?: Omit<Style, "fields"> | null): Presentation & { text: string };

/**
 * Returns a name as a component of a path, with `\.` and `\\`.
 *
 * Throws PathError (not a component).
 */
export function escape(name: string): string;

/**
 * Returns the parent of a path.
 *
 * Throws PathError, NotFoundError (`root` has none).
 *
 * @param path `root`, or components separated by dots
 */
export function parent(path: string): string;

/**
 * Returns a component of a path, without escapes.
 *
 * Throws PathError, NotFoundError (beyond the last one).
 *
 * @param path `root`, or components separated by dots
 * @param index from 0; `root` is not counted
 */
export function component(path: string, index: number): string;

export { EngineMethods, AccountMethods, NodeMethods, FeedMethods, SnapshotMethods, ScopeMethods, Feeds, Messages,
  Groups, Outbox, Reminders };
