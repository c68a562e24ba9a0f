// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

import { Bytes, Node, TallyEvent } from "./index";

/** A whole number: a bigint where a number would not be exact. Arguments may be either. */
export type Integer = number | bigint;
/** Milliseconds since 1970-01-01 00:00 UTC, or a date; 0: none. */
export type Time = Integer | Date;

export const VERSION_MAJOR: 0;
export const VERSION_MINOR: 1;
export const VERSION_PATCH: 0;
export const VERSION: "0.1.0";
/** As `versionNumber`. */
export const VERSION_NUMBER: 1000;
export const OK: 0;
/** The badge still shows, because of something below it or messages that feed it. */
export const HELD: 1;
/** There is more: call again from where this list ends. */
export const MORE: 2;
/** The requested changes are no longer kept: list everything instead. */
export const RESYNC: 3;
/** This batch, or message, was applied before; nothing has changed. */
export const ALREADY_APPLIED: 4;
/** The server had nothing new. */
export const NOT_MODIFIED: 5;
/** Nothing arrived in time, or the wait was interrupted. */
export const EMPTY: 6;
/** The file was damaged. It was renamed, and a new one created. */
export const SET_ASIDE: 7;
/** Some items of the batch were rejected; all others were applied. */
export const PARTIAL: 8;
/** null, an unknown flag or a value without a meaning. */
export const ERROR_ARGUMENT: -1;
/** There was not enough memory. */
export const ERROR_NO_MEMORY: -2;
/** An invalid path, or one that is too deep or too long. */
export const ERROR_PATH: -3;
/** A number is out of its range. */
export const ERROR_RANGE: -4;
/** A limit set when opening would be exceeded. */
export const ERROR_LIMIT: -5;
/** There is no such account, feed, message or reminder. */
export const ERROR_NOT_FOUND: -6;
/** It exists already. */
export const ERROR_EXISTS: -7;
/** It contradicts what is stored. */
export const ERROR_CONFLICT: -8;
/** The caller's buffer is too small; the call reports the size needed. */
export const ERROR_BUFFER_TOO_SMALL: -9;
/** The node was released, or belongs to another account. */
export const ERROR_STALE_HANDLE: -10;
/** The engine, or the handle's parent, was closed. */
export const ERROR_CLOSED: -11;
/** The engine belongs to the parent process. */
export const ERROR_FORKED: -12;
/** Not allowed on this thread, or inside a callback. */
export const ERROR_THREAD: -13;
/** Not available in this build or mode. */
export const ERROR_UNSUPPORTED: -14;
/** A defect of the library; please report it. */
export const ERROR_INTERNAL: -15;
/** This operation was valid, but another one failed the batch. */
export const ERROR_NOT_APPLIED: -16;
/** Not a valid snapshot, patch, export or mapping. */
export const ERROR_MALFORMED: -17;
/** The file could not be read or written. */
export const ERROR_IO: -20;
/** The disk, or the database's size limit, is full. */
export const ERROR_FULL: -21;
/** Another process has the file open. */
export const ERROR_LOCKED: -22;
/** The file is damaged. It was not changed. */
export const ERROR_CORRUPT: -23;
/** Not a file of this library. It was not changed. */
export const ERROR_NOT_A_STORE: -24;
/** Written by a newer version. It was not changed. */
export const ERROR_NEWER: -25;
/** The file or its directory is read-only. */
export const ERROR_READ_ONLY: -26;
/** The system does not permit access. */
export const ERROR_PERMISSION: -27;
/** The batch comes from a former owner of its source. */
export const ERROR_STALE_EPOCH: -28;
/** An invalid URL, or an unsupported scheme. */
export const ERROR_URL: -40;
/** The server could not be reached, or the connection broke. */
export const ERROR_NETWORK: -41;
/** A deadline passed. */
export const ERROR_TIMEOUT: -42;
/** The server's certificate or the handshake was rejected. */
export const ERROR_TLS: -43;
/** The response is not of the expected form; all of it was rejected. */
export const ERROR_PROTOCOL: -44;
/** The response exceeds the limit; all of it was rejected. */
export const ERROR_TOO_LARGE: -45;
/** The server responded with an error. */
export const ERROR_SERVER: -46;
/** The server rejected the credential, or the request waits for one. */
export const ERROR_UNAUTHORIZED: -47;
/** The server asks the client to wait. */
export const ERROR_RATE_LIMITED: -48;
/** The account is not logged in. */
export const ERROR_LOGGED_OUT: -49;
/** The request was cancelled, or its feed was removed. */
export const ERROR_CANCELLED: -50;
export const LIST_FOLLOW: 256;
/** The default of an option. */
export const DEFAULT: 0;
/** A time of a feed that never comes. */
export const OFF: -1;
/** As many as there are. */
export const NO_LIMIT: 0;
/** A timeout that has passed already. */
export const NO_WAIT: 0;
/** A timeout that never passes. */
export const NO_TIMEOUT: -1;
export const DURABILITY_GROUP: 0;
export const DURABILITY_FULL: 1;
/** The library has no thread of its own: the host calls `Engine.step`. */
export const ENGINE_HOST_DRIVEN: 1;
/** Renames a damaged file and begins a new one: see `open`. */
export const ENGINE_SET_ASIDE: 2;
/** For tools: see `Account.logIn`. */
export const ENGINE_LOGGED_OUT: 4;
export const LOG_ERROR: 1;
export const LOG_WARNING: 2;
export const LOG_INFO: 3;
/** maxDepth; cannot change. */
export const LIMIT_DEPTH: 1;
/** maxPathBytes; cannot change. */
export const LIMIT_PATH_BYTES: 2;
/** maxNodes */
export const LIMIT_NODES: 3;
/** maxAccounts */
export const LIMIT_ACCOUNTS: 4;
/** maxLoadedAccounts; 0, all accounts, cannot change. */
export const LIMIT_LOADED_ACCOUNTS: 5;
/** maxFeeds */
export const LIMIT_FEEDS: 6;
/** maxObservers */
export const LIMIT_OBSERVERS: 7;
/** maxResponseBytes */
export const LIMIT_RESPONSE_BYTES: 8;
/** maxBatchIds */
export const LIMIT_BATCH_IDS: 9;
/** batchIdTime, in milliseconds. */
export const LIMIT_BATCH_ID_TIME: 10;
/** maxRequests */
export const LIMIT_REQUESTS: 11;
/** maxRequestsPerOrigin */
export const LIMIT_REQUESTS_PER_ORIGIN: 12;
/** maxForgotten */
export const LIMIT_FORGOTTEN: 13;
/** maxMarks */
export const LIMIT_MARKS: 14;
/** maxFailedRows */
export const LIMIT_FAILED_ROWS: 15;
/** maxRejected */
export const LIMIT_REJECTED: 16;
/** maxReminderLog */
export const LIMIT_REMINDER_LOG: 17;
/** maxCachedGroups */
export const LIMIT_CACHED_GROUPS: 18;
/** maxEvents */
export const LIMIT_EVENTS: 19;
/** maxCompletions */
export const LIMIT_COMPLETIONS: 20;
/** logLevel: the least important level to report, */
export const LIMIT_LOG_LEVEL: 21;
/** maxLinks */
export const LIMIT_LINKS: 22;
/** For `Engine.limit`: only reads. */
export const LIMIT_KEEP: -1;
/** For `Engine.backup`: replaces an existing file. */
export const BACKUP_REPLACE: 1;
/** For `Engine.stats`: longestWaitUs and longestHoldUs begin again. */
export const STATS_RESET: 1;
/** More may be lost: a page that may have contained rows says nothing about them. */
export const RECOVERY_UNCERTAIN: 1;
/** As stored; CHILDREN for a new account. */
export const AGGREGATION_DEFAULT: 0;
/** The number of children and messages; the node's own if they have none. */
export const AGGREGATION_CHILDREN: 1;
/** Both together. */
export const AGGREGATION_SUM: 2;
/** As stored, UNSEEN for a new account; in a rule, as above the path. */
export const FEEDING_DEFAULT: 0;
export const FEEDING_UNSEEN: 1;
export const FEEDING_UNREAD: 2;
/** Fails with NotFoundError instead of creating the account. */
export const ACCOUNT_EXISTING: 1;
/** `Authorization: Bearer SECRET` (RFC 6750). */
export const CREDENTIAL_KIND_BEARER: 1;
/** `Authorization: Basic …` (RFC 7617): name is the user, secret the password. */
export const CREDENTIAL_KIND_BASIC: 2;
/** The header `name`. */
export const CREDENTIAL_KIND_HEADER: 3;
/** The parameter `name` of the URL. */
export const CREDENTIAL_KIND_QUERY: 4;
/** It may also be sent over http: to another machine, where others can read it. */
export const CREDENTIAL_FLAG_PLAIN: 1;
/** As stored; AUTOMATIC for a new account. */
export const GROUPING_DEFAULT: 0;
/** By their threads. */
export const GROUPING_AUTOMATIC: 1;
/** All messages of an account are the group of the thread "". */
export const GROUPING_BY_APP: 2;
/** Each message is listed separately. */
export const GROUPING_OFF: 3;
/** As stored; OFF for a new account. */
export const OUTBOX_MODE_DEFAULT: 0;
/** No rows are written. Rows that exist stay, and the library does not send them. */
export const OUTBOX_MODE_OFF: 1;
/** The host sends the rows: see `Outbox.lease`. */
export const OUTBOX_MODE_LEASED: 2;
/** The library sends the rows to outboxUrl. */
export const OUTBOX_MODE_SENT: 3;
/** Messages that are read, unread again, or removed. */
export const OUTBOX_READS: 1;
/** Changes of reminders. */
export const OUTBOX_REMINDERS: 2;
/** Messages that are seen. Only with it, what other devices have seen is taken. */
export const OUTBOX_SEEN: 4;
/** Mutes of paths. The same holds for these and for the next two. */
export const OUTBOX_MUTES: 8;
/** Paths that are marked as unread. */
export const OUTBOX_FLAGGED: 16;
/** Snoozes of paths and of messages. */
export const OUTBOX_SNOOZES: 32;
/** Badges that a server has set with a revision, and that the user removes. */
export const OUTBOX_DISMISSALS: 64;
/** The largest count that can be set: 2^32 - 1. */
export const MAX_COUNT: 4294967295;
/** No expiry. */
export const FOREVER: 0;
/** It shows at most a dot, whatever its count. */
export const LEVEL_PASSIVE: -1;
export const LEVEL_NORMAL: 0;
/** A mention, or an answer to the user. */
export const LEVEL_HIGHLIGHT: 1;
export const LEVEL_CRITICAL: 2;
/** All that the node shows. */
export const MUTE_NONE: 0;
/** At most a dot. */
export const MUTE_NUMBER: 1;
/** Nothing. */
export const MUTE_ALL: 2;
/** NUMBER, but highlights pass with their number. */
export const MUTE_NUMBER_BUT_HIGHLIGHTS: 5;
/** ALL, but highlights pass with their number. */
export const MUTE_ALL_BUT_HIGHLIGHTS: 6;
export const MUTE_PASS_HIGHLIGHTS: 4;
/** It owns a count. */
export const BADGE_OWN_COUNT: 1;
/** It owns a dot. */
export const BADGE_OWN_DOT: 2;
/** Messages or a flag feed it. */
export const BADGE_FED: 4;
/** A child contributes a badge. */
export const BADGE_CHILDREN: 8;
export const BADGE_MUTE_NUMBER: 16;
export const BADGE_MUTE_ALL: 32;
/** Its mute passes highlights. */
export const BADGE_PASSES_HIGHLIGHTS: 64;
/** It is snoozed, so its mute does not hold. */
export const BADGE_SNOOZED: 128;
/** No badge; false in a condition. */
export const KIND_NONE: 0;
/** A badge without a number. */
export const KIND_DOT: 1;
/** An icon: only in a presentation. */
export const KIND_ICON: 2;
/** A badge with a number. */
export const KIND_NUMBER: 3;
/** The path is marked as unread: see `Account.flag`. */
export const OWN_FLAGGED: 1;
/** As the account's aggregation says. */
export const COUNTING_DEFAULT: 0;
/**
 * The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be greater.
 */
export const COUNTING_LIT: 1;
/** Reads what holds at the path, so no member is DEFAULT. */
export const RULE_EFFECTIVE: 1;
/** Lists the links that lead to the path, sorted by where they lead. */
export const LINK_UNDER: 2;
/** The nodes directly below. */
export const LIST_CHILDREN: 0;
/** The path itself and everything below it. */
export const SUBTREE: 1;
/** It owns a count. */
export const REASON_OWN_COUNT: 1;
/** It owns a dot. */
export const REASON_OWN_DOT: 2;
/** Messages or a flag feed it. */
export const REASON_FED: 4;
/** CHILDREN: its own count adds nothing: its children or messages have one. */
export const REASON_OVERRIDDEN: 8;
/** Its mute hides the number that it shows from the path. */
export const REASON_MUTE_NUMBER: 16;
/** Its mute hides everything that it shows from the path. */
export const REASON_MUTE_ALL: 32;
/** Its own badge, or what feeds it, reaches the path, which shows a badge. */
export const REASON_LIGHTS: 64;
/** A mute hides its badge from the path; with LIGHTS only the number. */
export const REASON_MUTED: 128;
/** It is a message that feeds the path. */
export const REASON_MESSAGE: 256;
/** It, or more of it, reaches the path only by a link. */
export const REASON_LINKED: 512;
/** It counts its children, so they contribute nothing, and it their number. */
export const REASON_COUNTING: 1024;
/** It is the flag of the path: see `Account.flag`. */
export const REASON_FLAG: 2048;
/** It is snoozed, which hides everything that it shows from the path. */
export const REASON_SNOOZED: 4096;
export const MESSAGE_STATE_UNSEEN: 0;
export const MESSAGE_STATE_SEEN: 1;
export const MESSAGE_STATE_READ: 2;
/** Only those that are not read. */
export const MESSAGES_UNREAD: 2;
/** `Messages.first`: only those that are not seen. */
export const MESSAGES_UNSEEN: 4;
/** `Messages.first`: the newest instead of the oldest. */
export const MESSAGES_NEWEST: 8;
/** `Messages.listFrom`: newer ones instead of older ones. */
export const MESSAGES_NEWER: 16;
/** `Messages.first`: only those of level HIGHLIGHT or above. */
export const MESSAGES_HIGHLIGHTS: 32;
/** The message feeds a dot. */
export const POST_DOT: 1;
/** It is posted only if the user has not seen a message of its id. */
export const POST_ONCE: 2;
/** The most bytes of a message's link. */
export const MAX_LINK: 2048;
/** The most bytes of a message's data. */
export const MAX_DATA: 65536;
/** The most further paths of a message. */
export const MAX_ALSO: 8;
export const FEED_LOCAL: "tally:local";
/** The visible badge of a path changed. text: the path. */
export const EVENT_BADGE: 1;
/** The total over the accounts changed. */
export const EVENT_TOTAL: 2;
/** A feed's request ended. text: the title, or the error. The number: of its prefix. */
export const EVENT_SYNCED: 3;
/** A `Feed.refreshNow` ended; exactly one each. text: the error. */
export const EVENT_COMPLETION: 4;
/** A server rejected the credential, or requests wait for one: set it. text: the error. */
export const EVENT_AUTH: 5;
/** A widget was drawn. text: its path. */
export const EVENT_WIDGET: 6;
/** Messages changed. text: the observed path. */
export const EVENT_MESSAGES: 7;
/** A group changed. text: its thread. */
export const EVENT_GROUP: 8;
/** A reminder has fired. text: its identifier. */
export const EVENT_REMINDER: 9;
/** A server counts something else than its feed contributes. text: the path. */
export const EVENT_DRIFT: 10;
/** The current state of the path is reported first. */
export const OBSERVE_INITIAL: 2;
export const VIEW_READ: 2;
/** Polls always, and when the user comes back. */
export const POLLING_MESSAGE_CENTER: 0;
/** Polls only while the user sees a page. */
export const POLLING_UNREAD_COUNT: 1;
/** No timer polls while the application is in the background. */
export const FEED_OPTION_STOPS_IN_BACKGROUND: 1;
/** The first request is sent after initialDelay, not at a random moment within it. */
export const FEED_OPTION_EXACT_DELAY: 2;
/** The options are for this run; the stored ones, if there are any, stay. */
export const FEED_OPTION_TEMPORARY: 4;
/** In this run it was added or found, or began when the account was logged in. */
export const FEED_ENTRY_RUNNING: 1;
/** Its requests have a credential, or wait for one. */
export const FEED_ENTRY_CREDENTIAL: 2;
export const MAX_FEED_PAGES: 8;
/** .xcstrings: JSON, with all languages. */
export const STRINGS_CATALOG: 1;
/** .stringsdict: a property list (XML), of one language. */
export const STRINGS_DICTIONARY: 2;
/** No summary: the group is its leading message. */
export const SUMMARY_ORIGIN_NONE: 0;
/** The formats of categories. */
export const SUMMARY_ORIGIN_CATEGORY: 1;
/** The built-in words. */
export const SUMMARY_ORIGIN_DEFAULT: 2;
/** For `Groups.list` and `Groups.get`: previews are hidden. */
export const GROUPS_HIDDEN: 1;
/** A message: entity is the server's identifier. */
export const OUTBOX_KIND_MESSAGE: 1;
/** A path and everything below, up to a sequence: entity is the path. */
export const OUTBOX_KIND_MARK: 2;
/** A reminder in its current state: entity is its identifier. */
export const OUTBOX_KIND_REMINDER: 3;
/** A message that was removed: entity is the server's identifier. */
export const OUTBOX_KIND_REMOVAL: 4;
/** A message that was seen: entity is the server's identifier. */
export const OUTBOX_KIND_SEEN: 5;
/** A path and everything below, seen up to a sequence. */
export const OUTBOX_KIND_SEEN_MARK: 6;
/** The mute of a path: entity is the path. */
export const OUTBOX_KIND_MUTE: 7;
/** A path that is marked as unread, or is not any more. */
export const OUTBOX_KIND_FLAG: 8;
/** The snooze of a path. That of a message is a MESSAGE. */
export const OUTBOX_KIND_SNOOZE: 9;
/** A badge of the feed's server that the user has removed: entity is its path. */
export const OUTBOX_KIND_DISMISSAL: 10;
export const OUTBOX_STATE_WAITING: 0;
/** Until leaseEnd, or until its result is reported. */
export const OUTBOX_STATE_LEASED: 1;
/** For good. */
export const OUTBOX_STATE_FAILED: 2;
export const FEED_REMINDERS: "tally:reminders";
export const UNIT_MINUTE: 1;
export const UNIT_HOUR: 2;
export const UNIT_DAY: 3;
export const UNIT_WEEK: 4;
export const UNIT_MONTH: 5;
export const UNIT_QUARTER: 6;
export const UNIT_YEAR: 7;
/** On if it keeps for at most 30 days; decided again at each edit. */
export const SMART_AUTOMATIC: 1;
export const SMART_ON: 2;
export const SMART_OFF: 3;
export const REMINDER_FIELD_TITLE: 1;
export const REMINDER_FIELD_BODY: 2;
export const REMINDER_FIELD_PATH: 4;
export const REMINDER_FIELD_ZONE: 8;
export const REMINDER_FIELD_PRODUCED: 16;
/** shelfLife and shelfUnit */
export const REMINDER_FIELD_SHELF_LIFE: 32;
export const REMINDER_FIELD_TIME_OF_DAY: 64;
export const REMINDER_FIELD_SMART: 128;
/** repeatUnit and repeatEvery */
export const REMINDER_FIELD_REPEAT: 256;
export const REMINDER_FIELD_START: 512;
export const REMINDER_FIELD_END: 1024;
/** overdueUnit, overdueEvery and overdueLimit */
export const REMINDER_FIELD_OVERDUE: 2048;
export const REMINDER_STATE_ACTIVE: 1;
export const REMINDER_STATE_DONE: 2;
/** Active, but its last good day has ended in its zone. */
export const REMINDER_STATE_EXPIRED: 3;
/** The system has nothing armed: lists the whole plan. */
export const PLAN_FLAG_FROM_SCRATCH: 1;
export const PLAN_ACTION_DISARM: 1;
export const PLAN_ACTION_ARM: 2;
export const NOTE_CREATED: 1;
export const NOTE_EDITED: 2;
/** When it fires next. */
export const NOTE_PLANNED: 3;
/** A confirmed plan has armed it. */
export const NOTE_ARMED: 4;
export const NOTE_FIRED: 5;
export const NOTE_MISSED: 6;
export const NOTE_SNOOZED: 7;
export const NOTE_ACKNOWLEDGED: 8;
/** A confirmed plan has disarmed it. */
export const NOTE_CANCELLED: 9;
/** The account was logged out. */
export const NOTE_SUSPENDED: 10;
/** The account was logged in again. */
export const NOTE_RESUMED: 11;
export const NOTE_UPLOADED: 12;
export const NOTE_UPLOAD_FAILED: 13;
export const NOTE_DONE: 14;
export const NOTE_UNDONE: 15;
export const NOTE_REMOVED: 16;
/** For `Account.apply`: writes the state after the patch, whatever the state is now. */
export const APPLY_OVERWRITE: 1;
/** value: the count */
export const OP_SET: 1;
export const OP_DOT: 2;
/** value: the delta */
export const OP_ADD: 3;
export const OP_CLEAR: 4;
export const OP_CLEAR_TREE: 5;
/** value: */
export const OP_MUTE: 6;
export const OP_GET: 7;
/** path, message: posts a message, as `Messages.post` */
export const OP_POST: 8;
/** id: removes a posted message, as `Messages.withdraw` */
export const OP_WITHDRAW: 9;
/** path, flags: marks messages read, as `Messages.readPath` */
export const OP_READ: 10;
/** id, reminder: as `Reminders.put` */
export const OP_REMINDER_PUT: 11;
/** id, reminder: as `Reminders.edit` */
export const OP_REMINDER_EDIT: 12;
/** id: as `Reminders.done` */
export const OP_REMINDER_DONE: 13;
/** id: as `Reminders.undone` */
export const OP_REMINDER_UNDONE: 14;
/** id */
export const OP_REMINDER_REMOVE: 15;
/** id, until */
export const OP_REMINDER_SNOOZE: 16;
/** id */
export const OP_REMINDER_ACKNOWLEDGE: 17;
/** Each operation is performed on its own: see `Account.batch`. */
export const BATCH_EACH: 1;
/** maxCount and a plus: "99+". */
export const OVERFLOW_PLUS: 0;
/** An ellipsis alone, U+2026. */
export const OVERFLOW_ELLIPSIS: 1;
export const FONT_WEIGHT_REGULAR: 400;
export const FONT_WEIGHT_BOLD: 700;
export const STYLE_FIELD_DOT_RADIUS: 1;
/** offsetX and offsetY */
export const STYLE_FIELD_OFFSET: 2;
export const STYLE_FIELD_FONT_SIZE: 4;
export const STYLE_FIELD_FONT_WEIGHT: 8;
export const STYLE_FIELD_TEXT_COLOR: 16;
export const STYLE_FIELD_BACKGROUND_COLOR: 32;
export const STYLE_FIELD_MAX_COUNT: 64;
export const STYLE_FIELD_OVERFLOW: 128;
export const STYLE_FIELD_ICON: 256;
export const STYLE_FIELD_HIGHLIGHT_COLOR: 512;
/** Send this, and report the response once with `Engine.transportRespond`. */
export const REQUEST_KIND_SEND: 1;
/** The response is no longer needed, and is ignored. */
export const REQUEST_KIND_CANCEL: 2;
/** The request has a credential: follow redirects only within the same origin. */
export const REQUEST_FLAG_CREDENTIAL: 1;
/** The most items of a batch, and imports of a call. */
export const MAX_ITEMS: 65536;
/** For `Engine.import`: replaces accounts and sources that exist. */
export const IMPORT_REPLACE: 1;
/** Badges of an account changed. text: its name. */
export const TRACE_TRANSACTION: 1;
/** A node of the transaction before. text: its path. */
export const TRACE_NODE: 2;
/** Messages at a path changed. text: the path. */
export const TRACE_MESSAGE: 3;
/** Unseen messages of a thread changed. text: the thread. */
export const TRACE_GROUP: 4;
/** A reminder has fired. text: its identifier. */
export const TRACE_REMINDER: 5;
/** A feed's request ended, or its page was delivered. text: the title, or the error. */
export const TRACE_SYNCED: 6;
/** A server rejected the credential. text: the error. */
export const TRACE_AUTH: 7;
/** A line of the log that the host takes. text: the line. */
export const TRACE_LOG: 8;
/** Something happened to an account. text: its name. */
export const TRACE_ACCOUNT: 9;
/** A response came, or a request failed. text: URL, header lines, body. */
export const TRACE_EXCHANGE: 10;
/** Records were dropped before this one. */
export const TRACE_LOST: 11;
/** A call about one account. */
export const CAUSE_CALL: 1;
/** `Account.batch` as one transaction. */
export const CAUSE_BATCH: 2;
/** `Engine.batch`. */
export const CAUSE_ITEMS: 3;
/** The response to a feed's request. */
export const CAUSE_PAGE: 4;
/** A page that the host delivered. */
export const CAUSE_DELIVERY: 5;
/** A push that the host delivered. */
export const CAUSE_PUSH: 6;
/** A server has accepted a row of the outbox. */
export const CAUSE_ACKNOWLEDGEMENT: 7;
/** Something has ended by its time. */
export const CAUSE_EXPIRY: 8;
/** A reminder has fired. */
export const CAUSE_REMINDER: 9;
/** Accounts were imported. */
export const CAUSE_RESTORE: 10;
/** Old messages were removed. */
export const CAUSE_UPKEEP: 11;
export const CHANGE_OPENED: 1;
/** Read into memory. */
export const CHANGE_LOADED: 2;
/** Left memory for another one. */
export const CHANGE_EVICTED: 3;
/** Removed with its data. */
export const CHANGE_DROPPED: 4;
export const CHANGE_LOGGED_IN: 5;
export const CHANGE_LOGGED_OUT: 6;

export type BadgeKind = typeof KIND_NONE | typeof KIND_DOT | typeof KIND_ICON | typeof KIND_NUMBER;
export type Durability = typeof DURABILITY_GROUP | typeof DURABILITY_FULL;
export type LogLevel = typeof LOG_ERROR | typeof LOG_WARNING | typeof LOG_INFO;
export type Limit = typeof LIMIT_DEPTH | typeof LIMIT_PATH_BYTES | typeof LIMIT_NODES | typeof LIMIT_ACCOUNTS
  | typeof LIMIT_LOADED_ACCOUNTS | typeof LIMIT_FEEDS | typeof LIMIT_OBSERVERS | typeof LIMIT_RESPONSE_BYTES
  | typeof LIMIT_BATCH_IDS | typeof LIMIT_BATCH_ID_TIME | typeof LIMIT_REQUESTS | typeof LIMIT_REQUESTS_PER_ORIGIN
  | typeof LIMIT_FORGOTTEN | typeof LIMIT_MARKS | typeof LIMIT_FAILED_ROWS | typeof LIMIT_REJECTED
  | typeof LIMIT_REMINDER_LOG | typeof LIMIT_CACHED_GROUPS | typeof LIMIT_EVENTS | typeof LIMIT_COMPLETIONS
  | typeof LIMIT_LOG_LEVEL | typeof LIMIT_LINKS;
export type Aggregation = typeof AGGREGATION_DEFAULT | typeof AGGREGATION_CHILDREN | typeof AGGREGATION_SUM;
export type Feeding = typeof FEEDING_DEFAULT | typeof FEEDING_UNSEEN | typeof FEEDING_UNREAD;
export type Counting = typeof COUNTING_DEFAULT | typeof COUNTING_LIT;
export type CredentialKind = typeof CREDENTIAL_KIND_BEARER | typeof CREDENTIAL_KIND_BASIC
  | typeof CREDENTIAL_KIND_HEADER | typeof CREDENTIAL_KIND_QUERY;
export type MuteMode = typeof MUTE_NONE | typeof MUTE_NUMBER | typeof MUTE_ALL | typeof MUTE_NUMBER_BUT_HIGHLIGHTS
  | typeof MUTE_ALL_BUT_HIGHLIGHTS;
export type Level = typeof LEVEL_PASSIVE | typeof LEVEL_NORMAL | typeof LEVEL_HIGHLIGHT | typeof LEVEL_CRITICAL;
export type OperationKind = typeof OP_SET | typeof OP_DOT | typeof OP_ADD | typeof OP_CLEAR | typeof OP_CLEAR_TREE
  | typeof OP_MUTE | typeof OP_GET | typeof OP_POST | typeof OP_WITHDRAW | typeof OP_READ | typeof OP_REMINDER_PUT
  | typeof OP_REMINDER_EDIT | typeof OP_REMINDER_DONE | typeof OP_REMINDER_UNDONE | typeof OP_REMINDER_REMOVE
  | typeof OP_REMINDER_SNOOZE | typeof OP_REMINDER_ACKNOWLEDGE;
export type OverflowStyle = typeof OVERFLOW_PLUS | typeof OVERFLOW_ELLIPSIS;
export type Polling = typeof POLLING_MESSAGE_CENTER | typeof POLLING_UNREAD_COUNT;
export type MessageState = typeof MESSAGE_STATE_UNSEEN | typeof MESSAGE_STATE_SEEN | typeof MESSAGE_STATE_READ;
export type Grouping = typeof GROUPING_DEFAULT | typeof GROUPING_AUTOMATIC | typeof GROUPING_BY_APP
  | typeof GROUPING_OFF;
export type OutboxMode = typeof OUTBOX_MODE_DEFAULT | typeof OUTBOX_MODE_OFF | typeof OUTBOX_MODE_LEASED
  | typeof OUTBOX_MODE_SENT;
export type StringsKind = typeof STRINGS_CATALOG | typeof STRINGS_DICTIONARY;
export type SummaryOrigin = typeof SUMMARY_ORIGIN_NONE | typeof SUMMARY_ORIGIN_CATEGORY
  | typeof SUMMARY_ORIGIN_DEFAULT;
export type OutboxKind = typeof OUTBOX_KIND_MESSAGE | typeof OUTBOX_KIND_MARK | typeof OUTBOX_KIND_REMINDER
  | typeof OUTBOX_KIND_REMOVAL | typeof OUTBOX_KIND_SEEN | typeof OUTBOX_KIND_SEEN_MARK | typeof OUTBOX_KIND_MUTE
  | typeof OUTBOX_KIND_FLAG | typeof OUTBOX_KIND_SNOOZE | typeof OUTBOX_KIND_DISMISSAL;
export type OutboxState = typeof OUTBOX_STATE_WAITING | typeof OUTBOX_STATE_LEASED | typeof OUTBOX_STATE_FAILED;
export type Unit = typeof UNIT_MINUTE | typeof UNIT_HOUR | typeof UNIT_DAY | typeof UNIT_WEEK | typeof UNIT_MONTH
  | typeof UNIT_QUARTER | typeof UNIT_YEAR;
export type SmartMode = typeof SMART_AUTOMATIC | typeof SMART_ON | typeof SMART_OFF;
export type ReminderState = typeof REMINDER_STATE_ACTIVE | typeof REMINDER_STATE_DONE | typeof REMINDER_STATE_EXPIRED;
export type PlanAction = typeof PLAN_ACTION_DISARM | typeof PLAN_ACTION_ARM;
export type NoteKind = typeof NOTE_CREATED | typeof NOTE_EDITED | typeof NOTE_PLANNED | typeof NOTE_ARMED
  | typeof NOTE_FIRED | typeof NOTE_MISSED | typeof NOTE_SNOOZED | typeof NOTE_ACKNOWLEDGED | typeof NOTE_CANCELLED
  | typeof NOTE_SUSPENDED | typeof NOTE_RESUMED | typeof NOTE_UPLOADED | typeof NOTE_UPLOAD_FAILED | typeof NOTE_DONE
  | typeof NOTE_UNDONE | typeof NOTE_REMOVED;
export type EventKind = typeof EVENT_BADGE | typeof EVENT_TOTAL | typeof EVENT_SYNCED | typeof EVENT_COMPLETION
  | typeof EVENT_AUTH | typeof EVENT_WIDGET | typeof EVENT_MESSAGES | typeof EVENT_GROUP | typeof EVENT_REMINDER
  | typeof EVENT_DRIFT;
export type RequestKind = typeof REQUEST_KIND_SEND | typeof REQUEST_KIND_CANCEL;
export type Status = typeof OK | typeof HELD | typeof MORE | typeof RESYNC | typeof ALREADY_APPLIED
  | typeof NOT_MODIFIED | typeof EMPTY | typeof SET_ASIDE | typeof PARTIAL | typeof ERROR_ARGUMENT
  | typeof ERROR_NO_MEMORY | typeof ERROR_PATH | typeof ERROR_RANGE | typeof ERROR_LIMIT | typeof ERROR_NOT_FOUND
  | typeof ERROR_EXISTS | typeof ERROR_CONFLICT | typeof ERROR_BUFFER_TOO_SMALL | typeof ERROR_STALE_HANDLE
  | typeof ERROR_CLOSED | typeof ERROR_FORKED | typeof ERROR_THREAD | typeof ERROR_UNSUPPORTED | typeof ERROR_INTERNAL
  | typeof ERROR_NOT_APPLIED | typeof ERROR_MALFORMED | typeof ERROR_IO | typeof ERROR_FULL | typeof ERROR_LOCKED
  | typeof ERROR_CORRUPT | typeof ERROR_NOT_A_STORE | typeof ERROR_NEWER | typeof ERROR_READ_ONLY
  | typeof ERROR_PERMISSION | typeof ERROR_STALE_EPOCH | typeof ERROR_URL | typeof ERROR_NETWORK
  | typeof ERROR_TIMEOUT | typeof ERROR_TLS | typeof ERROR_PROTOCOL | typeof ERROR_TOO_LARGE | typeof ERROR_SERVER
  | typeof ERROR_UNAUTHORIZED | typeof ERROR_RATE_LIMITED | typeof ERROR_LOGGED_OUT | typeof ERROR_CANCELLED;

/** Events by the names under which an engine emits them. A request emits `synced` once. */
export interface EngineEvents {
  /** The visible badge of a path changed. text: the path. */
  badge: [event: TallyEvent];
  /** The total over the accounts changed. */
  total: [event: TallyEvent];
  /** A feed's request ended. text: the title, or the error. The number: of its prefix. */
  synced: [event: TallyEvent];
  /** A `Feed.refreshNow` ended; exactly one each. text: the error. */
  completion: [event: TallyEvent];
  /** A server rejected the credential, or requests wait for one: set it. text: the error. */
  auth: [event: TallyEvent];
  /** A widget was drawn. text: its path. */
  widget: [event: TallyEvent];
  /** Messages changed. text: the observed path. */
  messages: [event: TallyEvent];
  /** A group changed. text: its thread. */
  group: [event: TallyEvent];
  /** A reminder has fired. text: its identifier. */
  reminder: [event: TallyEvent];
  /** A server counts something else than its feed contributes. text: the path. */
  drift: [event: TallyEvent];
}

/**
 * One operation of a batch or of an item: see `Operation`, which makes them. The library sets the members that say
 * so.
 */
export interface Operation {
  /** The change that it makes. */
  kind: OperationKind;
  /** Set: the operation's own status. */
  status?: Status;
  /** READ: `subtree`, or 0. All others: 0. */
  flags?: number;
  /** Set: GET: what the node shows as of this operation. */
  badgeKind?: BadgeKind;
  /** The node; 0: `path` names it. Items: 0. */
  node?: Node;
  /** SET: the count. ADD: the delta. MUTE:. */
  value?: Integer;
  /** SET, DOT, MUTE: the expiry, or `FOREVER`. SNOOZE: the new time. */
  until?: Time;
  /** Set: GET: the count as of this operation. */
  count?: Integer;
  /** The badge if `node` is 0, or where the message is. */
  path?: string;
  /** The id of the message to remove, or of the reminder. */
  id?: string;
  /** Set: POST: the message's key. */
  key?: Integer;
  /** Set: READ: messages that were not read before. */
  changed?: Integer;
  /** POST. null: all defaults. */
  message?: MessageOptions;
  /** REMINDER_PUT, REMINDER_EDIT. */
  reminder?: ReminderOptions;
}

/** Operations on one account, all or nothing. The library sets the members that say so. */
export interface Item {
  /** Its name; created if it does not exist. null: the item has only a time. */
  account?: string;
  /** 1 to 255 bytes, as an account's name. null: none. Needs a source. */
  id?: string;
  /** When it happened, to the year 9999. 0: not given. Needs a source. */
  time?: Time;
  /** In their order; all kinds but GET. */
  operations?: Operation[];
  /** Set: OK, ALREADY_APPLIED, or why it was rejected. */
  status?: Status;
  /** 0. */
  flags?: number;
}

/** One account, or how far a source was applied (without `account`). The library sets the members that say so. */
export interface Import {
  /** Its name. null: a source, whose name is in the bytes. */
  account?: string;
  /** From `Engine.exportAccount`, `Engine.exportSource` or `Account.exportAccount`. */
  bytes: Bytes;
  /** Set: OK, or why it was rejected. */
  status?: Status;
  /** 0. */
  flags?: number;
}

/** Makes operations for batches and items. `place` is a path or a node. */
export const Operation: {
  /** Does what `Account.set` does. */
  set(place: string | Node, count: Integer, until?: Time): Operation;
  /** Does what `Account.dot` does. */
  dot(place: string | Node, until?: Time): Operation;
  /** Does what `Account.add` does. */
  add(place: string | Node, delta: Integer): Operation;
  /** Does what `Account.clear` does. */
  clear(place: string | Node): Operation;
  /** Does what `Account.clearTree` does. */
  clearTree(place: string | Node): Operation;
  /** Does what `Account.mute` does. */
  mute(place: string | Node, mode: MuteMode, until?: Time): Operation;
  /** Does what `Account.get` does. */
  get(place: string | Node): Operation;
  /** Does what `Messages.post` does. */
  post(path: string, message?: MessageOptions): Operation;
  /** Does what `Messages.withdraw` does. */
  withdraw(id: string): Operation;
  /** Does what `Messages.readPath` does. */
  read(path: string, options?: { subtree?: boolean }): Operation;
  /** Does what `Reminders.put` does. */
  putReminder(id: string, reminder: ReminderOptions): Operation;
  /** Does what `Reminders.edit` does. */
  editReminder(id: string, reminder: ReminderOptions): Operation;
  /** Does what `Reminders.done` does. */
  reminderDone(id: string): Operation;
  /** Does what `Reminders.undone` does. */
  reminderUndone(id: string): Operation;
  /** Does what `Reminders.remove` does. */
  removeReminder(id: string): Operation;
  /** Does what `Reminders.snooze` does. */
  snoozeReminder(id: string, until: Time): Operation;
  /** Does what `Reminders.acknowledge` does. */
  acknowledgeReminder(id: string): Operation;
};

/** A call failed. There is a class for each status. */
export class TallyError extends Error {
  readonly status: Status;
  readonly code: string;
}
export class ArgumentError extends TallyError {}
export class NoMemoryError extends TallyError {}
export class PathError extends TallyError {}
export class RangeError extends TallyError {}
export class LimitError extends TallyError {}
export class NotFoundError extends TallyError {}
export class ExistsError extends TallyError {}
export class ConflictError extends TallyError {}
export class BufferTooSmallError extends TallyError {}
export class StaleHandleError extends TallyError {}
export class ClosedError extends TallyError {}
export class ForkedError extends TallyError {}
export class ThreadError extends TallyError {}
export class UnsupportedError extends TallyError {}
export class InternalError extends TallyError {}
export class NotAppliedError extends TallyError {}
export class MalformedError extends TallyError {}
export class IOError extends TallyError {}
export class FullError extends TallyError {}
export class LockedError extends TallyError {}
export class CorruptError extends TallyError {}
export class NotAStoreError extends TallyError {}
export class NewerError extends TallyError {}
export class ReadOnlyError extends TallyError {}
export class PermissionError extends TallyError {}
export class StaleEpochError extends TallyError {}
export class URLError extends TallyError {}
export class NetworkError extends TallyError {}
export class TimeoutError extends TallyError {}
export class TLSError extends TallyError {}
export class ProtocolError extends TallyError {}
export class TooLargeError extends TallyError {}
export class ServerError extends TallyError {}
export class UnauthorizedError extends TallyError {}
export class RateLimitedError extends TallyError {}
export class LoggedOutError extends TallyError {}
export class CancelledError extends TallyError {}

/** An account that is stored. */
export interface AccountEntry {
  name: string;
}

/** The settings of an account. */
export interface AccountSettingsEntry {
  /** Milliseconds. */
  outboxRequestTimeout: Integer;
  /** Milliseconds. */
  outboxIdleTimeout: Integer;
  /** `GROUPING_AUTOMATIC` …. */
  grouping: Grouping;
  /** `OUTBOX_MODE_OFF` …. */
  outbox: OutboxMode;
  /** `FEEDING_UNSEEN` or `FEEDING_UNREAD`. */
  feeding: Feeding;
  outboxKinds: number;
  /** Canonical; empty: none. */
  language: string;
  /** Empty: none. */
  outboxUrl: string;
  /** Canonical; empty: none. */
  pushPath: string;
}

/** The facts about an account, and its revision. */
export interface AccountState {
  name: string;
  /** 1 or 0. */
  loggedIn: boolean;
  /** Identifies the account in events. */
  id: Integer;
  /** The revision of its badges. */
  revision: Integer;
  /** Identifies the series of revisions. A new store has a new epoch. */
  epoch: Integer;
  /** `AGGREGATION_CHILDREN` or `AGGREGATION_SUM`. */
  aggregation: Aggregation;
  /** `FEEDING_UNSEEN` or `FEEDING_UNREAD`. */
  feeding: Feeding;
}

/** The badge that a path shows. As a string: "dot", its number, or "nothing". */
export interface Badge {
  /** The number; 0 for a dot or nothing. */
  count: Integer;
  /** The revision that last changed what it shows; 0: none since the account was loaded. */
  revision: Integer;
  /** The part of what it shows that comes from messages of level HIGHLIGHT or above. */
  highlights: Integer;
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  kind: BadgeKind;
  flags: number;
  /** The greatest level among what it shows; NORMAL if it shows nothing. */
  level: Level;
}
export class Badge {
  constructor(members: Pick<Badge, "kind" | "count">);
  /** "dot", its number, or "nothing". */
  toString(): string;
  /** The count. */
  valueOf(): Integer;
}

/** How a path counts. */
export interface BadgeRule {
  /** Which messages feed the badge. DEFAULT: as above the path. */
  feeding: Feeding;
  /** 0. */
  flags: number;
  /** How the path's number comes from its children. */
  counting: Counting;
}

/** The badge that a path owns, and its mute, with the times at which they end. */
export interface OwnBadge {
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  kind: BadgeKind;
  /** Its own count, to `MAX_COUNT`; 0 for a dot or nothing. */
  count: Integer;
  /** When its badge ends; 0: it does not. */
  until: Integer;
  /** When its mute ends; 0: it does not. */
  muteUntil: Integer;
  /** One of `MUTE_NONE`, `MUTE_NUMBER`, `MUTE_ALL`, `MUTE_NUMBER_BUT_HIGHLIGHTS`, `MUTE_ALL_BUT_HIGHLIGHTS`. */
  mute: MuteMode;
  /** `flagged`, or 0. */
  flags: number;
  /** When its snooze ends; 0: it is not snoozed. */
  snoozedUntil: Integer;
}

/** The badge that a path shows, in a list. */
export interface BadgeEntry {
  path: string;
  /** The number; 0 for a dot or nothing. */
  count: Integer;
  /** The revision that last changed what it shows; 0: none since the account was loaded. */
  revision: Integer;
  /** The part of what it shows that comes from messages of level HIGHLIGHT or above. */
  highlights: Integer;
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  kind: BadgeKind;
  flags: number;
  /** The greatest level among what it shows; NORMAL if it shows nothing. */
  level: Level;
}

/** A path that counts at another one too. */
export interface Link {
  path: string;
  under: string;
}

/** One reason why a path shows what it shows. */
export interface Reason {
  /** How much of the path's count comes from its own badge and its messages. */
  contributed: Integer;
  /** The sum of its messages' counts; that of the message. A passive one counts 0. */
  fedCount: Integer;
  /** MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them. */
  keptCount: Integer;
  /** Its own count; 0: none. */
  ownCount: number;
  flags: number;
  /** MESSAGE: its key; otherwise 0. */
  message: Integer;
  path: string;
  /** MESSAGE: the server's identifier. */
  id: string;
  /** The sum of the counts of its highlights that reach the path. */
  highlights: Integer;
  /** LIGHTS: the greatest level with which it reaches the path; otherwise 0. */
  level: Level;
}

/** How a badge is drawn: lengths in points, colours 0xRRGGBBAA. */
export interface Presentation {
  /** Text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty. */
  kind: BadgeKind;
  /** NUMBER: the number, not capped; otherwise 0. */
  count: Integer;
  dotRadius: number;
  offsetX: number;
  offsetY: number;
  fontSize: number;
  fontWeight: number;
  textColor: number;
  backgroundColor: number;
  /** One of `OVERFLOW_PLUS`, `OVERFLOW_ELLIPSIS`. */
  overflow: OverflowStyle;
  maxCount: Integer;
  /** 1: its level is HIGHLIGHT or above, and backgroundColor is the style's highlightColor. */
  highlighted: number;
}

/** Something that happened. */
export interface Event {
  kind: EventKind;
  /** The observer's, widget's or completion's; otherwise 0. */
  token: Integer;
  /** The account's identifier, or 0. */
  account: Integer;
  /** The feed's identifier, or 0. */
  feed: Integer;
  /** REMINDER: the reminder's key; otherwise 0. */
  reminder: Integer;
  /** BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due. */
  count: Integer;
  /** BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own. */
  revision: Integer;
  /** BADGE, TOTAL, WIDGET, SYNCED: `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  badgeKind: BadgeKind;
  /** SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC. */
  result: Status;
  /** Milliseconds that the server asked to wait; 0: none. */
  retryAfter: Integer;
  /** SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due. */
  nextTime: Integer;
  /** SYNCED: new messages. */
  added: number;
  /** SYNCED: changed messages. */
  changed: number;
  /** SYNCED: removed messages. */
  removed: number;
  /** SYNCED: items that could not be used. */
  rejected: number;
  /** REMINDER: 1, it was missed; 0, it fired. */
  missed: boolean;
  /** MESSAGES: all messages. DRIFT: what the server counts. */
  total: Integer;
  /** MESSAGES: those that are not read. */
  unread: Integer;
  /** MESSAGES: those that are not seen. */
  unseen: Integer;
  /** SYNCED, COMPLETION, AUTH: of the last response; 0: there was none. */
  httpStatus: number;
  /** BADGE, TOTAL: as of `Badge`. */
  level: Level;
  /** BADGE, TOTAL: as of `Badge`. DRIFT: the part of `count` that highlights have. */
  highlights: Integer;
  /** DRIFT: the part of `total` that highlights have. */
  totalHighlights: Integer;
}

/** A feed that is stored. */
export interface FeedEntry {
  /** Identifies the feed in events. */
  id: Integer;
  /** When the last good response arrived; 0: never. */
  lastSuccess: Integer;
  /** Its rejected items: see `Feeds.rejected`. */
  rejected: Integer;
  /** Its options, as of `FeedOptions`, or -1. All are 0 if they are not stored and it does not run. */
  initialDelay: Integer;
  interval: Integer;
  visibleInterval: Integer;
  requestTimeout: Integer;
  idleTimeout: Integer;
  tolerance: Integer;
  awayTime: Integer;
  maxAge: Integer;
  maxMessages: Integer;
  pageLimit: number;
  options: number;
  flags: number;
  name: string;
  /** Empty: none, as of `FEED_LOCAL`. */
  url: string;
  /** Canonical. */
  prefix: string;
  /** The last title that the server sent, or that of the options; empty: none. */
  title: string;
  mappingPreset: string;
  mapping: string;
}

/** An item of a response that could not be used. */
export interface Rejected {
  /** Rises in its feed. Begins again at 1 when the feed requests everything again. */
  id: Integer;
  /** When the response arrived. */
  time: Integer;
  reason: string;
  /** The item's JSON, of the response or the mapping's page; its first 65,536 bytes. */
  body: string;
}

/** A path where the server of a feed counts something else than the feed contributes. */
export interface Drift {
  /** The sum that the feed's messages contribute at the path and below, mutes aside. */
  ours: Integer;
  /** The number that its server counts there. */
  theirs: Integer;
  /** The feed's identifier. */
  feed: Integer;
  path: string;
  /** The part of `ours` that highlights have. */
  ourHighlights: Integer;
  /** That of `theirs`; as ours, if the server did not say. */
  theirHighlights: Integer;
}

/** Facts about a page, for its feed. */
export interface PageInfo {
  /** 1: the user sees it for the first time since log-in. 0 also while logged out. */
  first: boolean;
  /** Milliseconds since the user last saw it; -1: never, or it does not come into sight now. */
  awayTime: Integer;
  /** 1: the call has begun a request. */
  requested: boolean;
}

/** The state of a feed. */
export interface FeedState {
  /** The result of the last request. `EMPTY`: none yet in this run. */
  result: Status;
  /** Identifies the feed in events. */
  id: Integer;
  /** The last good response, with news or not; 0: never. Kept across runs. */
  lastSuccess: Integer;
  /** When it is polled next; 0: not planned. */
  nextTime: Integer;
  /** In this run. */
  requests: Integer;
  /** Requests with the response 304. */
  notModified: Integer;
  /** Requests that failed. */
  failures: Integer;
  /** 1: a request is in flight. */
  inFlight: boolean;
  failuresInARow: number;
  /** The status of the last response; 0: there was none. */
  httpStatus: number;
}

/** A message. */
export interface Message {
  /** Identifies it in this file. */
  key: Integer;
  /** The feed's identifier. */
  feed: Integer;
  /** The server's; 0: none. */
  time: Integer;
  /** Added to the number. 0: a dot. */
  count: number;
  /** One of `MESSAGE_STATE_UNSEEN`, `MESSAGE_STATE_SEEN`, `MESSAGE_STATE_READ`. */
  state: MessageState;
  /** The server's identifier. */
  id: string;
  path: string;
  kind: string;
  title: string;
  body: string;
  thread: string;
  category: string;
  argument: string;
  argumentCount: number;
  /** Bytes of its data: see `Messages.data`. 0: none. */
  dataSize: number;
  /** The URL that it opens. The library does not read it. */
  link: string;
  /** The name of an icon. */
  icon: string;
  subtitle: string;
  /** Its further paths, sorted by their bytes, with a line feed between two. */
  also: string;
  /** One of `LEVEL_PASSIVE`, `LEVEL_NORMAL`, `LEVEL_HIGHLIGHT`, `LEVEL_CRITICAL`. */
  level: Level;
  /** When it becomes unseen again: see `Messages.snooze`. 0: it is not snoozed. */
  snoozedUntil: Integer;
}

/** The unseen messages of a thread, and their summary. */
export interface Group {
  /** The key of the leading message. */
  newest: Integer;
  /** The key of the last one. */
  oldest: Integer;
  /** The sum of the argument counts of all its messages. */
  items: Integer;
  /** Its messages. */
  notifications: Integer;
  /** Its messages that arrived since `Groups.seen`. */
  fresh: Integer;
  /** The leading message's, by the server; 0: none. */
  time: Integer;
  /** One of `SUMMARY_ORIGIN_NONE`, `SUMMARY_ORIGIN_CATEGORY`, `SUMMARY_ORIGIN_DEFAULT`. */
  origin: SummaryOrigin;
  /** "": messages without a thread; with BY_APP all. */
  thread: string;
  /** The path of the leading message. */
  path: string;
  /** The title of the leading message. */
  title: string;
  /** Empty: none. */
  summary: string;
  /** The language of the summary. "und": a source text of the account. Empty: no summary. */
  language: string;
}

/** A row on its way to the server. */
export interface OutboxEntry {
  /** Identifies the row in this file, and orders the rows. */
  id: Integer;
  /** The feed's identifier. */
  feed: Integer;
  /** How often it was given out. */
  attempt: Integer;
  /** Not given out before; 0: immediately, or it has failed for good. */
  nextTime: Integer;
  /** 0: it is not leased. */
  leaseEnd: Integer;
  /**
   * One of `OUTBOX_KIND_MESSAGE`, `OUTBOX_KIND_MARK`, `OUTBOX_KIND_REMINDER`, `OUTBOX_KIND_REMOVAL`,
   * `OUTBOX_KIND_SEEN`, `OUTBOX_KIND_SEEN_MARK`, `OUTBOX_KIND_MUTE`, `OUTBOX_KIND_FLAG`, `OUTBOX_KIND_SNOOZE`,
   * `OUTBOX_KIND_DISMISSAL`.
   */
  kind: OutboxKind;
  /** `OUTBOX_STATE_WAITING` …. */
  state: OutboxState;
  /** Send it as Idempotency-Key. */
  key: string;
  entity: string;
  /** JSON. Empty until it is first given out, and unchanged from then on. */
  body: string;
}

/** A reminder. */
export interface Reminder {
  /** Identifies it in this file. It is `reminder` of its events. */
  key: Integer;
  /** When it fires next; 0: never. */
  nextTime: Integer;
  /** When it fired, if not acknowledged; 0: it has not. */
  dueTime: Integer;
  /** When its last good day ends; 0: its zone is not available. */
  expires: Integer;
  /** When the reminder was last changed. */
  stamp: Integer;
  /** One more with each edit, done and undone. */
  revision: number;
  /** One of `REMINDER_STATE_ACTIVE`, `REMINDER_STATE_DONE`, `REMINDER_STATE_EXPIRED`. */
  state: ReminderState | 0;
  /** The last good day. */
  expiry: number;
  /** The days from production to expiry. */
  span: number;
  /** The days that are left; negative: it has expired. */
  daysLeft: number;
  /** 1 or 0. */
  isSmart: boolean;
  /** The members from here on are as they were given. */
  produced: number;
  shelfLife: number;
  /** One of `UNIT_MINUTE`, `UNIT_HOUR`, `UNIT_DAY`, `UNIT_WEEK`, `UNIT_MONTH`, `UNIT_QUARTER`, `UNIT_YEAR`. */
  shelfUnit: Unit | 0;
  timeOfDay: number;
  entered: number;
  /** One of `SMART_AUTOMATIC`, `SMART_ON`, `SMART_OFF`. */
  smart: SmartMode | 0;
  /** One of `UNIT_MINUTE`, `UNIT_HOUR`, `UNIT_DAY`, `UNIT_WEEK`, `UNIT_MONTH`, `UNIT_QUARTER`, `UNIT_YEAR`. */
  repeatUnit: Unit | 0;
  repeatEvery: number;
  start: number;
  end: number;
  /** One of `UNIT_MINUTE`, `UNIT_HOUR`, `UNIT_DAY`, `UNIT_WEEK`, `UNIT_MONTH`, `UNIT_QUARTER`, `UNIT_YEAR`. */
  overdueUnit: Unit | 0;
  overdueEvery: number;
  overdueLimit: number;
  id: string;
  title: string;
  body: string;
  path: string;
  zone: string;
}

/** A notification that the system is to arm or disarm. */
export interface PlanEntry {
  /** From 1, the same on every machine: docs/plan-identifiers.md. */
  id: Integer;
  /** When it fires, or would have. */
  time: Integer;
  /** Which occurrence of the reminder it is. */
  occurrence: Integer;
  /** The reminder's. */
  revision: number;
  /** `PLAN_ACTION_DISARM` or `PLAN_ACTION_ARM`. */
  action: PlanAction | 0;
  /** Its identifier. DISARM: empty if the reminder was removed. */
  reminder: string;
  /** These: ARM only. */
  title: string;
  body: string;
  path: string;
}

/** The reach of a plan. */
export interface Plan {
  /** Entries in the plan. */
  planned: number;
  /** Occurrences that did not fit. */
  leftOut: Integer;
  /** Everything before it is in the plan; 0: everything is. */
  reach: Integer;
  /** For `Reminders.confirmPlan`; never 0. */
  token: Integer;
}

/** A note in the log of reminders. */
export interface ReminderNote {
  /** From 1 in each account, in order. */
  id: Integer;
  /** When it was written. */
  time: Integer;
  /** When its occurrence fires; 0: it is about none. */
  occurrenceTime: Integer;
  revision: number;
  /**
   * One of `NOTE_CREATED`, `NOTE_EDITED`, `NOTE_PLANNED`, `NOTE_ARMED`, `NOTE_FIRED`, `NOTE_MISSED`, `NOTE_SNOOZED`,
   * `NOTE_ACKNOWLEDGED`, `NOTE_CANCELLED`, `NOTE_SUSPENDED`, `NOTE_RESUMED`, `NOTE_UPLOADED`, `NOTE_UPLOAD_FAILED`,
   * `NOTE_DONE`, `NOTE_UNDONE`, `NOTE_REMOVED`.
   */
  kind: NoteKind;
  /** Its identifier; empty: all of the account's. */
  reminder: string;
}

/** The numbers of things that were saved and lost. */
export interface Recovery {
  /** 0, or `RECOVERY_UNCERTAIN`. */
  flags: number;
  /** Pages of the damaged file. */
  pages: Integer;
  /** Damaged pages: truncated, unreadable, or with a wrong checksum. */
  damagedPages: Integer;
  /** Saved from damaged pages: valid, but perhaps not what was stored. */
  doubtfulRows: Integer;
  accountsSaved: Integer;
  /** Their badges and messages were saved, under their name or a new one, with defaults. */
  accountsLost: Integer;
  /** Badges that nodes own, and mutes. */
  badgesSaved: Integer;
  badgesLost: Integer;
  feedsSaved: Integer;
  /** Their messages were saved, in a feed named "recovered-" and a number. */
  feedsLost: Integer;
  messagesSaved: Integer;
  messagesLost: Integer;
  /** Other rows: reminders, read marks, pending actions, words of groups. */
  othersSaved: Integer;
  /** With the rows that belong to a missing account or feed. */
  othersLost: Integer;
}

/** The contents of an engine at this moment. */
export interface Stats {
  /** Open accounts. */
  accounts: number;
  /** Open accounts in memory. */
  loadedAccounts: number;
  /** Feeds of these accounts that were added in this run. */
  feeds: number;
  /** How often an account was read since the engine was opened. */
  accountLoads: Integer;
  /** How often an account left memory for another one. */
  accountEvictions: Integer;
  /** Observers, views and widgets. */
  observers: Integer;
  /** Pending events. */
  events: Integer;
  /** Nodes of the accounts in memory. */
  nodes: Integer;
  /** Bytes of these nodes and their paths. */
  nodeBytes: Integer;
  /** Badges that are not written yet, without those that are being written. */
  unstoredBadges: Integer;
  /** Bytes of the file. */
  fileSize: Integer;
  /** Bytes of its write-ahead log; 0: none. */
  logSize: Integer;
  /** Commits that calls waited for since the engine was opened. */
  commits: Integer;
  /** The calls that waited for them. Several share a commit. */
  committedCalls: Integer;
  /**
   * The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last `reset`.
   */
  longestWaitUs: Integer;
  /** The longest that one call used the store, measured in the same way. */
  longestHoldUs: Integer;
  /** Calls that are waiting for the store. */
  waitingCalls: number;
  /** Requests of feeds in flight. */
  requests: number;
  /** The most of these to one origin. */
  originRequests: number;
  /** Events DRIFT since the engine was opened. */
  drifts: number;
}

/** How far the batches of a source were applied. */
export interface Position {
  /** As in `BatchOptions`. */
  epoch: Integer;
  /** The position of the last batch. */
  position: Integer;
  /** The time of the last item of `Engine.batch`. 0: there is none. */
  time: Integer;
}

/** The place of a message among those at its path, or in a subtree. */
export interface MessagePosition {
  /** 0: there is no such message, and all members are 0. */
  key: Integer;
  /** The server's; 0: none. */
  time: Integer;
  /** The unread ones, or those that flags name, including this one. */
  matching: Integer;
  /** All messages that `Messages.list` lists before it. */
  newer: Integer;
  /** All messages that `Messages.list` lists after it. */
  older: Integer;
}

/** Numbers of messages. */
export interface MessageCounts {
  /** All messages. */
  total: Integer;
  /** Those that are not read. */
  unread: Integer;
  /** Those that are not seen. */
  unseen: Integer;
}

/** Numbers of rows of an outbox. */
export interface OutboxCounts {
  /** All rows. */
  total: Integer;
  /** The leased rows. */
  leased: Integer;
  /** The rows that failed for good. */
  failed: Integer;
}

/** The result of importing another program's file. */
export interface ImportReport {
  /** The number of imported things. */
  taken: Integer;
  /** The number of skipped things. */
  skipped: Integer;
}

/** What a node of a snapshot owns. */
export interface SnapshotEntry {
  /** Relative to the top of the snapshot; empty: the top itself. */
  path: string;
  /** Its own count; 0 for a dot or nothing. */
  count: Integer;
  /** When its badge ends; 0: it does not. */
  until: Integer;
  /** When its mute ends; 0: it does not. */
  muteUntil: Integer;
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  kind: BadgeKind;
  /** One of `MUTE_NONE`, `MUTE_NUMBER`, `MUTE_ALL`, `MUTE_NUMBER_BUT_HIGHLIGHTS`, `MUTE_ALL_BUT_HIGHLIGHTS`. */
  mute: MuteMode;
  /** When its snooze ends; 0: it is not snoozed. */
  snoozedUntil: Integer;
}

/** What a node owns before and after a patch. */
export interface PatchEntry {
  /** Relative to the top of the patch; empty: the top itself. */
  path: string;
  beforeCount: Integer;
  beforeUntil: Integer;
  beforeMuteUntil: Integer;
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  beforeKind: BadgeKind;
  /** One of `MUTE_NONE`, `MUTE_NUMBER`, `MUTE_ALL`, `MUTE_NUMBER_BUT_HIGHLIGHTS`, `MUTE_ALL_BUT_HIGHLIGHTS`. */
  beforeMute: MuteMode;
  afterCount: Integer;
  afterUntil: Integer;
  afterMuteUntil: Integer;
  /** `KIND_NONE`, `KIND_DOT` or `KIND_NUMBER`. */
  afterKind: BadgeKind;
  /** One of `MUTE_NONE`, `MUTE_NUMBER`, `MUTE_ALL`, `MUTE_NUMBER_BUT_HIGHLIGHTS`, `MUTE_ALL_BUT_HIGHLIGHTS`. */
  afterMute: MuteMode;
  beforeSnoozedUntil: Integer;
  afterSnoozedUntil: Integer;
}

/** An entry of an imported file that was skipped. */
export interface SkippedEntry {
  /** The line where the entry, or the property that cannot be used, begins. From 1. */
  line: Integer;
  /** Its UID; empty if it has none, or was not read as far as that. */
  uid: string;
  /** Why, in English. */
  reason: string;
}

/** How a path counts. Members that are left out are those above the path. */
export interface BadgeRuleOptions {
  /** Which messages feed the badge. DEFAULT: as above the path. */
  feeding?: Feeding;
  /** 0. */
  flags?: number;
  /** How the path's number comes from its children. */
  counting?: Counting;
}

/** How an account is opened. */
export interface AccountOptions {
  /** Fails with NotFoundError instead of creating the account. */
  existing?: boolean;
  /** `existing`, or 0. */
  flags?: number;
  /** One of `AGGREGATION_DEFAULT`, `AGGREGATION_CHILDREN`, `AGGREGATION_SUM`. */
  aggregation?: Aggregation;
  /** One of `FEEDING_DEFAULT`, `FEEDING_UNSEEN`, `FEEDING_UNREAD`. */
  feeding?: Feeding;
}

/** Settings of an account. Those that are left out stay unchanged. */
export interface AccountSettings {
  /** 0. */
  flags?: number;
  /** How messages are grouped. At first AUTOMATIC. */
  grouping?: Grouping;
  /** At first OFF. */
  outbox?: OutboxMode;
  /** Which messages feed badges where no rule holds. At first that of `Engine.account`. */
  feeding?: Feeding;
  /** What the outbox sends. At first READS and REMINDERS. */
  outboxKinds?: number;
  /** For a whole request, from 100 ms. At first 300,000 ms. */
  outboxRequestTimeout?: Integer;
  /** Without a byte, from 100 ms. At first 60,000 ms. */
  outboxIdleTimeout?: Integer;
  /** The language of summaries. Empty: none, so built-in words are English. */
  language?: string;
  /** http: or https:, to which rows are sent with POST. SENT needs it. Empty: none. */
  outboxUrl?: string;
  /**
   * The path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the badge.
   * `root` is the root. Empty: none.
   */
  pushPath?: string;
}

/** A credential for a server. */
export interface Credential {
  /** It may also be sent over http: to another machine, where others can read it. */
  plain?: boolean;
  /** `plain`, or 0. */
  flags?: number;
  /** One of `CREDENTIAL_KIND_BEARER`, `CREDENTIAL_KIND_BASIC`, `CREDENTIAL_KIND_HEADER`, `CREDENTIAL_KIND_QUERY`. */
  kind?: CredentialKind;
  /** BASIC, HEADER, QUERY; otherwise null. */
  name?: string;
  secret?: string;
  /** HEADER: the value, in which {token} stands for the secret. null: the secret alone. */
  format?: string;
}

/** How a batch is performed, and the marks by which it is recognised. */
export interface BatchOptions {
  /** Each operation is performed on its own: see `Account.batch`. */
  each?: boolean;
  /** Flags as a number, beside those above. */
  flags?: number;
  /** The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source. */
  epoch?: Integer;
  /** The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source. */
  position?: Integer;
  /** A name: the log that the batch comes from. null: none. */
  source?: string;
  /** A name of the batch itself. null: none. */
  id?: string;
}

/** How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is off. */
export interface FeedOptions {
  /** No timer polls while the application is in the background. */
  stopsInBackground?: boolean;
  /** The first request is sent after initialDelay, not at a random moment within it. */
  exactDelay?: boolean;
  /** The options are for this run; the stored ones, if there are any, stay. */
  temporary?: boolean;
  /** Flags as a number, beside those above. */
  flags?: number;
  /**
   * The first request begins within this: from 1 ms. 0: 1,000 ms with `POLLING_MESSAGE_CENTER`, off with
   * `POLLING_UNREAD_COUNT`. -1: off.
   */
  initialDelay?: Integer;
  /**
   * Between requests: from 100 ms. 0: 600,000 ms with `POLLING_MESSAGE_CENTER`, off with `POLLING_UNREAD_COUNT`. -1:
   * off.
   */
  interval?: Integer;
  /**
   * While a page is seen: from 100 ms. 0: off with `POLLING_MESSAGE_CENTER`, 60,000 ms with `POLLING_UNREAD_COUNT`.
   * -1: off.
   */
  visibleInterval?: Integer;
  /** For a whole request, from 100 ms. 0: 300,000 ms. */
  requestTimeout?: Integer;
  /** Without a byte, from 100 ms. 0: 60,000 ms. */
  idleTimeout?: Integer;
  /**
   * A page does not poll this soon after a good response: from 1 ms. 0: 180,000 ms with `POLLING_MESSAGE_CENTER`, off
   * with `POLLING_UNREAD_COUNT`. -1: off.
   */
  tolerance?: Integer;
  /**
   * A page that returns after this polls: from 1 ms. 0: 0 ms (each return) with `POLLING_MESSAGE_CENTER`, 60,000 ms
   * with `POLLING_UNREAD_COUNT`. -1: off.
   */
  awayTime?: Integer;
  /** Messages that are older by the server's time are removed, read or not. 0: no limit. */
  maxAge?: Integer;
  /** Beyond this number the oldest read messages are removed. 0: no limit. */
  maxMessages?: Integer;
  /** Items a page, 1 to 10,000, sent as `limit`. 0: 200. */
  pageLimit?: number;
  /** One of `POLLING_MESSAGE_CENTER`, `POLLING_UNREAD_COUNT`. */
  polling?: Polling;
  /** http:, https: or file: (a regular file). null: nothing is polled; the host delivers pages. */
  url?: string;
  /** The path below which the feed's own paths are. null: root. */
  prefix?: string;
  /**
   * A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
   * "message-center" or "unread-count".
   */
  mappingPreset?: string;
  /**
   * A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mappingPreset. null or
   * empty, both: the wire format.
   */
  mapping?: string;
  /** The title until the server sends one, UTF-8, up to 1,024 bytes. null: none. */
  title?: string;
}

/** A message that the host posts. */
export interface MessageOptions {
  /** The message feeds a dot. */
  dot?: boolean;
  /** It is posted only if the user has not seen a message of its id. */
  once?: boolean;
  /** Flags as a number, beside those above. */
  flags?: number;
  /** It orders messages. 0: now. */
  time?: Time;
  /** Added to the number. 0: 1, or 0 with `dot`. */
  count?: number;
  /** Added to the number in place of `%u` in the format of a summary; 0 counts as 1. */
  argumentCount?: number;
  /** A name. null or empty: a new one. */
  id?: string;
  /** The title. */
  title?: string;
  /** The text below the title. */
  body?: string;
  /** The kind of thing, a word of the host's. */
  kind?: string;
  /** The thread: messages with the same one are a group. */
  thread?: string;
  /** The category, whose format summaries have. */
  category?: string;
  /** The name in place of `%@` in the format of a summary. */
  argument?: string;
  /** A URL, up to `MAX_LINK` bytes without control characters. */
  link?: string;
  /** A name. */
  icon?: string;
  subtitle?: string;
  /** The host's own, such as JSON, up to `MAX_DATA` bytes. */
  data?: string;
  /** Further paths where it counts, one per line, up to `MAX_ALSO`. */
  also?: string;
  /** One of `LEVEL_PASSIVE`, `LEVEL_NORMAL`, `LEVEL_HIGHLIGHT`, `LEVEL_CRITICAL`. */
  level?: Level;
}

/** The plural forms of a format; `other` is required. */
export interface Forms {
  /** 0. */
  flags?: number;
  /** The form for the plural category `zero`. */
  zero?: string;
  /** The form for the plural category `one`. */
  one?: string;
  /** The form for the plural category `two`. */
  two?: string;
  /** The form for the plural category `few`. */
  few?: string;
  /** The form for the plural category `many`. */
  many?: string;
  /** The form for the plural category `other`. */
  other?: string;
}

/** The terms of a reminder that a user enters. A shelf life and its unit are required. */
export interface ReminderOptions {
  /** The title. */
  title?: string;
  /** The text below the title. */
  body?: string;
  /** The path of its badge. Empty: none. */
  path?: string;
  /** Empty: the device's. */
  zone?: string;
  /** A day. Default: today, in its zone. */
  produced?: number | Date;
  /** From 1. */
  shelfLife?: number;
  /** `UNIT_DAY`, `UNIT_MONTH` or `UNIT_YEAR`. */
  shelfUnit?: Unit | 0;
  /** Seconds since midnight, 0 to 86,399. Default 32,400, 09:00. */
  timeOfDay?: number;
  /** Default AUTOMATIC. */
  smart?: SmartMode | 0;
  /** Required unless it is smart. */
  repeatUnit?: Unit | 0;
  /** It fires every so many units, to 1,000,000. Default 1. */
  repeatEvery?: number;
  /** The last day on which it fires. Required unless it is smart. */
  end?: number | Date;
  /** The day from which repetitions count. Default: the day of entering. */
  start?: number | Date;
  /** Counted from the day after the expiry or the end. */
  overdueUnit?: Unit | 0;
  /** It fires every so many of these units, to 1,000,000. Default 1. */
  overdueEvery?: number;
  /** How many times it fires then, to 1,000,000. Default: 0. */
  overdueLimit?: number;
}

/** The limits of a plan. */
export interface PlanOptions {
  /** The system has nothing armed: lists the whole plan. */
  fromScratch?: boolean;
  /** `fromScratch` or 0. */
  flags?: number;
  /** Notifications that the system accepts, to 4,096. 0: 64. */
  limit?: number;
  /** How many of them the host needs for other things. */
  reserve?: number;
}

/** How an engine is opened: its limits. */
export interface EngineLimits {
  /** The library has no thread of its own: the host calls `Engine.step`. */
  hostDriven?: boolean;
  /** Renames a damaged file and begins a new one: see `open`. */
  setAside?: boolean;
  /** For tools: see `Account.logIn`. */
  loggedOut?: boolean;
  /** Flags as a number, beside those above. */
  flags?: number;
  /** For tests: the seed of everything random. 0: the system's. */
  seed?: Integer;
  /** How long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day. */
  batchIdTime?: Integer;
  /** Path of the database, created if it does not exist. null: in memory only. */
  file?: string;
  /** Certificate authorities in PEM form, read when needed. null: the system's. */
  caFile?: string;
  /** Without control characters. null: "tally/" and the version. */
  userAgent?: string;
  /** The name of the device's zone. null: TZ, or /etc/localtime. */
  zone?: string;
  /** One of `DURABILITY_GROUP`, `DURABILITY_FULL`. */
  durability?: Durability;
  /** The least important level to report. Default `LOG_WARNING`. */
  logLevel?: LogLevel | 0;
  /** Components of a path, root not counted: 1 to 1,024. Default 64. */
  maxDepth?: number;
  /** Bytes of a path, with `root`: 4 to 65,535. Default 4,096. */
  maxPathBytes?: number;
  /** Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216. */
  maxNodes?: number;
  /** Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md. */
  maxAccounts?: number;
  /** Accounts in memory: 1 to 16,777,216. `NO_LIMIT`: all. See "Accounts". */
  maxLoadedAccounts?: number;
  /** Feeds of all open accounts: 1 to 1,000,000. Default 100,000. */
  maxFeeds?: number;
  /** Observers, views and widgets: 1 to 16,777,216. Default 1,048,576. */
  maxObservers?: number;
  /** The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB. */
  maxResponseBytes?: number;
  /** Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000. */
  maxBatchIds?: number;
  /** Requests of feeds in flight, a socket each: 1 to 65,535. Default 256. */
  maxRequests?: number;
  /** The same to one origin (scheme, host, port): 1 to 65,535. Default 6. */
  maxRequestsPerOrigin?: number;
  /** Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096. */
  maxForgotten?: number;
  /** Read positions of one feed: 1 to 1,073,741,824. Default 10,000. */
  maxMarks?: number;
  /** Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000. */
  maxFailedRows?: number;
  /** Rejected items of one feed: 1 to 1,073,741,824. Default 100. */
  maxRejected?: number;
  /** Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000. */
  maxReminderLog?: number;
  /** Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536. */
  maxCachedGroups?: number;
  /** Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576. */
  maxEvents?: number;
  /** Calls of `Feed.refreshNow`, see there: 1 to 16,777,216. Default 65,536. */
  maxCompletions?: number;
  /** Links of one account: 1 to 1,073,741,824. Default 65,536. */
  maxLinks?: number;
}

/** A request that a transport sends. */
export interface Request {
  /** `REQUEST_KIND_SEND` or `REQUEST_KIND_CANCEL`. */
  kind: RequestKind;
  /** Rises until the engine is closed. */
  id: Integer;
  /** A longer body is rejected. */
  maxSize: Integer;
  /** Milliseconds after which the library ends the request. */
  requestTimeout: Integer;
  /** Milliseconds without a response or `Engine.transportProgress` after which it does. */
  idleTimeout: Integer;
  /** "GET" or "POST". */
  method: string;
  url: string;
  /** "Name: value", each line with CR and LF; empty: none. Send them unchanged. */
  headers: string;
  flags: number;
}

/** How badges are drawn. Members that are left out are inherited. */
export interface Style {
  /** Points: finite, 0 or more. Default 3. */
  dotRadius?: number;
  /** From the top right corner of the view that has the badge to the badge's center,. */
  offsetX?: number;
  /** To the right and down, in points: finite. Default 0, 0. */
  offsetY?: number;
  /** Points: finite, above 0. Default 9. */
  fontSize?: number;
  /** 1 to 1,000. Default `FONT_WEIGHT_BOLD`. */
  fontWeight?: number;
  /** Default 0xFFFFFFFF, white. */
  textColor?: number;
  /** The color of the dot, and behind the number. Default 0xFF0000FF, red. */
  backgroundColor?: number;
  /** Default `OVERFLOW_PLUS`. */
  overflow?: OverflowStyle;
  /** The largest number to write out: from 1; 2^64 - 1: all. Default 99. */
  maxCount?: Integer;
  /** The host's name for an icon, a name: "new", "hot". Default: none. Not inherited. */
  icon?: string;
  /** The background of a badge whose level is HIGHLIGHT or above. Default: the same. */
  highlightColor?: number;
}
