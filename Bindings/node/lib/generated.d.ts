// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

/** A whole number: a bigint where a number would not be exact. Arguments may be either. */
export type Integer = number | bigint;

export const VERSION_MAJOR: 0;
export const VERSION_MINOR: 1;
export const VERSION_PATCH: 0;
export const VERSION: "0.1.0";
export const VERSION_NUMBER: 1000;
export const OK: 0;
export const HELD: 1;
export const MORE: 2;
export const RESYNC: 3;
export const ALREADY_APPLIED: 4;
export const NOT_MODIFIED: 5;
export const EMPTY: 6;
export const SET_ASIDE: 7;
export const PARTIAL: 8;
export const ERROR_ARGUMENT: -1;
export const ERROR_NO_MEMORY: -2;
export const ERROR_PATH: -3;
export const ERROR_RANGE: -4;
export const ERROR_LIMIT: -5;
export const ERROR_NOT_FOUND: -6;
export const ERROR_EXISTS: -7;
export const ERROR_CONFLICT: -8;
export const ERROR_BUFFER_TOO_SMALL: -9;
export const ERROR_STALE_HANDLE: -10;
export const ERROR_CLOSED: -11;
export const ERROR_FORKED: -12;
export const ERROR_THREAD: -13;
export const ERROR_UNSUPPORTED: -14;
export const ERROR_INTERNAL: -15;
export const ERROR_NOT_APPLIED: -16;
export const ERROR_MALFORMED: -17;
export const ERROR_IO: -20;
export const ERROR_FULL: -21;
export const ERROR_LOCKED: -22;
export const ERROR_CORRUPT: -23;
export const ERROR_NOT_A_STORE: -24;
export const ERROR_NEWER: -25;
export const ERROR_READ_ONLY: -26;
export const ERROR_PERMISSION: -27;
export const ERROR_STALE_EPOCH: -28;
export const ERROR_URL: -40;
export const ERROR_NETWORK: -41;
export const ERROR_TIMEOUT: -42;
export const ERROR_TLS: -43;
export const ERROR_PROTOCOL: -44;
export const ERROR_TOO_LARGE: -45;
export const ERROR_SERVER: -46;
export const ERROR_UNAUTHORIZED: -47;
export const ERROR_RATE_LIMITED: -48;
export const ERROR_LOGGED_OUT: -49;
export const ERROR_CANCELLED: -50;
export const DURABILITY_GROUP: 0;
export const DURABILITY_FULL: 1;
export const ENGINE_HOST_DRIVEN: 1;
export const ENGINE_SET_ASIDE: 2;
export const ENGINE_VACUUM: 4;
export const LOG_ERROR: 1;
export const LOG_WARNING: 2;
export const LOG_INFO: 3;
export const RECOVERY_UNCERTAIN: 1;
export const BACKUP_REPLACE: 1;
export const AGGREGATION_DEFAULT: 0;
export const AGGREGATION_CHILDREN: 1;
export const AGGREGATION_SUM: 2;
export const FEEDING_DEFAULT: 0;
export const FEEDING_UNSEEN: 1;
export const FEEDING_UNREAD: 2;
export const ACCOUNT_EXISTING: 1;
export const MAX_COUNT: 4294967295;
export const FOREVER: 0;
export const MUTE_NONE: 0;
export const MUTE_NUMBER: 1;
export const MUTE_ALL: 2;
export const BADGE_MANUAL_COUNT: 1;
export const BADGE_MANUAL_DOT: 2;
export const BADGE_FED: 4;
export const BADGE_CHILDREN: 8;
export const BADGE_MUTE_NUMBER: 16;
export const BADGE_MUTE_ALL: 32;
export const KIND_NONE: 0;
export const KIND_DOT: 1;
export const KIND_ICON: 2;
export const KIND_NUMBER: 3;
export const LIST_CHILDREN: 0;
export const SUBTREE: 1;
export const REASON_MANUAL_COUNT: 1;
export const REASON_MANUAL_DOT: 2;
export const REASON_FED: 4;
export const REASON_OVERRIDDEN: 8;
export const REASON_MUTE_NUMBER: 16;
export const REASON_MUTE_ALL: 32;
export const REASON_LIGHTS: 64;
export const REASON_MUTED: 128;
export const REASON_MESSAGE: 256;
export const APPLY_OVERWRITE: 1;
export const OP_SET: 1;
export const OP_DOT: 2;
export const OP_ADD: 3;
export const OP_CLEAR: 4;
export const OP_CLEAR_TREE: 5;
export const OP_MUTE: 6;
export const OP_GET: 7;
export const OVERFLOW_PLUS: 0;
export const OVERFLOW_ELLIPSIS: 1;
export const FONT_WEIGHT_REGULAR: 400;
export const FONT_WEIGHT_BOLD: 700;
export const STYLE_FIELD_DOT_RADIUS: 1;
export const STYLE_FIELD_OFFSET: 2;
export const STYLE_FIELD_FONT_SIZE: 4;
export const STYLE_FIELD_FONT_WEIGHT: 8;
export const STYLE_FIELD_TEXT_COLOR: 16;
export const STYLE_FIELD_BACKGROUND_COLOR: 32;
export const STYLE_FIELD_MAX_COUNT: 64;
export const STYLE_FIELD_OVERFLOW: 128;
export const STYLE_FIELD_ICON: 256;
export const EVENT_BADGE: 1;
export const EVENT_TOTAL: 2;
export const EVENT_SYNCED: 3;
export const EVENT_COMPLETION: 4;
export const EVENT_AUTH: 5;
export const EVENT_WIDGET: 6;
export const EVENT_MESSAGES: 7;
export const EVENT_GROUP: 8;
export const EVENT_REMINDER: 9;
export const OBSERVE_INITIAL: 2;
export const POLLING_MESSAGE_CENTER: 0;
export const POLLING_UNREAD_COUNT: 1;
export const FEED_OPTION_STOPS_IN_BACKGROUND: 1;
export const FEED_OPTION_EXACT_DELAY: 2;
export const FEED_ENTRY_ADDED: 1;
export const MAX_FEED_PAGES: 8;
export const REQUEST_KIND_SEND: 1;
export const REQUEST_KIND_CANCEL: 2;
export const REQUEST_FLAG_CREDENTIAL: 1;
export const MESSAGE_STATE_UNSEEN: 0;
export const MESSAGE_STATE_SEEN: 1;
export const MESSAGE_STATE_READ: 2;
export const MESSAGES_UNREAD: 2;
export const POST_DOT: 1;
export const FEED_LOCAL: "tally:local";
export const GROUPING_DEFAULT: 0;
export const GROUPING_AUTOMATIC: 1;
export const GROUPING_BY_APP: 2;
export const GROUPING_OFF: 3;
export const STRINGS_CATALOG: 1;
export const STRINGS_DICTIONARY: 2;
export const SUMMARY_ORIGIN_NONE: 0;
export const SUMMARY_ORIGIN_CATEGORY: 1;
export const SUMMARY_ORIGIN_DEFAULT: 2;
export const GROUPS_HIDDEN: 1;
export const OUTBOX_KIND_MESSAGE: 1;
export const OUTBOX_KIND_MARK: 2;
export const OUTBOX_KIND_REMINDER: 3;
export const OUTBOX_STATE_WAITING: 0;
export const OUTBOX_STATE_LEASED: 1;
export const OUTBOX_STATE_FAILED: 2;
export const FEED_REMINDERS: "tally:reminders";
export const UNIT_MINUTE: 1;
export const UNIT_HOUR: 2;
export const UNIT_DAY: 3;
export const UNIT_WEEK: 4;
export const UNIT_MONTH: 5;
export const UNIT_QUARTER: 6;
export const UNIT_YEAR: 7;
export const SMART_AUTOMATIC: 1;
export const SMART_ON: 2;
export const SMART_OFF: 3;
export const REMINDER_FIELD_TITLE: 1;
export const REMINDER_FIELD_BODY: 2;
export const REMINDER_FIELD_PATH: 4;
export const REMINDER_FIELD_ZONE: 8;
export const REMINDER_FIELD_PRODUCED: 16;
export const REMINDER_FIELD_SHELF_LIFE: 32;
export const REMINDER_FIELD_TIME: 64;
export const REMINDER_FIELD_SMART: 128;
export const REMINDER_FIELD_REPEAT: 256;
export const REMINDER_FIELD_START: 512;
export const REMINDER_FIELD_END: 1024;
export const REMINDER_FIELD_OVERDUE: 2048;
export const REMINDER_STATE_ACTIVE: 1;
export const REMINDER_STATE_DONE: 2;
export const REMINDER_STATE_EXPIRED: 3;
export const PLAN_FLAG_FROM_SCRATCH: 1;
export const PLAN_FLAG_PEEK: 2;
export const PLAN_ACTION_DISARM: 1;
export const PLAN_ACTION_ARM: 2;
export const NOTE_CREATED: 1;
export const NOTE_EDITED: 2;
export const NOTE_PLANNED: 3;
export const NOTE_ARMED: 4;
export const NOTE_FIRED: 5;
export const NOTE_MISSED: 6;
export const NOTE_SNOOZED: 7;
export const NOTE_ACKNOWLEDGED: 8;
export const NOTE_CANCELLED: 9;
export const NOTE_SUSPENDED: 10;
export const NOTE_RESUMED: 11;
export const NOTE_UPLOADED: 12;
export const NOTE_UPLOAD_FAILED: 13;
export const NOTE_DONE: 14;
export const NOTE_UNDONE: 15;
export const NOTE_REMOVED: 16;
export const OP_POST: 8;
export const OP_WITHDRAW: 9;
export const OP_READ: 10;
export const OP_REMINDER_PUT: 11;
export const OP_REMINDER_EDIT: 12;
export const OP_REMINDER_DONE: 13;
export const OP_REMINDER_UNDONE: 14;
export const OP_REMINDER_REMOVE: 15;
export const OP_REMINDER_SNOOZE: 16;
export const OP_REMINDER_ACKNOWLEDGE: 17;
export const MAX_ITEMS: 65536;
export const IMPORT_REPLACE: 1;
export const TRACE_TRANSACTION: 1;
export const TRACE_NODE: 2;
export const TRACE_MESSAGE: 3;
export const TRACE_GROUP: 4;
export const TRACE_REMINDER: 5;
export const TRACE_SYNCED: 6;
export const TRACE_AUTH: 7;
export const TRACE_LOG: 8;
export const TRACE_ACCOUNT: 9;
export const TRACE_EXCHANGE: 10;
export const TRACE_LOST: 11;
export const CAUSE_CALL: 1;
export const CAUSE_BATCH: 2;
export const CAUSE_ITEMS: 3;
export const CAUSE_PAGE: 4;
export const CAUSE_DELIVERY: 5;
export const CAUSE_PUSH: 6;
export const CAUSE_ACKNOWLEDGEMENT: 7;
export const CAUSE_EXPIRY: 8;
export const CAUSE_REMINDER: 9;
export const CAUSE_RESTORE: 10;
export const CAUSE_UPKEEP: 11;
export const CHANGE_OPENED: 1;
export const CHANGE_LOADED: 2;
export const CHANGE_EVICTED: 3;
export const CHANGE_DROPPED: 4;
export const CHANGE_LOGGED_IN: 5;
export const CHANGE_LOGGED_OUT: 6;

/** A call failed. There is a class for each status. */
export class TallyError extends Error {
  readonly status: number;
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

/** The facts about an account, and its revision. */
export interface AccountState {
  name: string;
  loggedIn: boolean;
  id: Integer;
  revision: Integer;
  epoch: Integer;
  aggregation: number;
  feeding: number;
}

/** The badge that a path shows. As a string: "dot", its number, or "nothing". */
export interface Badge {
  count: Integer;
  revision: Integer;
  kind: number;
  flags: number;
  manualCount: number;
}

/** The badge that a path shows, in a list. */
export interface BadgeEntry {
  count: Integer;
  revision: Integer;
  kind: number;
  flags: number;
  manualCount: number;
  path: string;
}

/** One reason why a path shows what it shows. */
export interface Reason {
  contributed: Integer;
  fedCount: Integer;
  keptCount: Integer;
  manualCount: number;
  flags: number;
  message: Integer;
  path: string;
  id: string;
}

/** How a badge is drawn: lengths in points, colours 0xRRGGBBAA. */
export interface Presentation {
  kind: number;
  count: Integer;
  dotRadius: number;
  offsetX: number;
  offsetY: number;
  fontSize: number;
  fontWeight: number;
  textColor: number;
  backgroundColor: number;
  overflow: number;
  maxCount: Integer;
}

/** Something that happened. */
export interface Event {
  kind: number;
  token: Integer;
  account: Integer;
  feed: Integer;
  count: Integer;
  revision: Integer;
  badgeKind: number;
  result: number;
  retryAfter: Integer;
  nextTime: Integer;
  added: number;
  changed: number;
  removed: number;
  rejected: number;
  textLength: number;
  missed: boolean;
  total: Integer;
  unread: Integer;
  unseen: Integer;
}

/** A feed that is stored. */
export interface FeedEntry {
  id: Integer;
  lastSuccess: Integer;
  rejected: Integer;
  flags: number;
  name: string;
  url: string;
  prefix: string;
  title: string;
  memo: string;
}

/** An item of a response that could not be used. */
export interface Rejected {
  number: Integer;
  time: Integer;
  reason: string;
  body: string;
}

/** Facts about a page, for its feed. */
export interface PageInfo {
  first: boolean;
  awayTime: Integer;
  requested: boolean;
}

/** The state of a feed. */
export interface FeedState {
  result: number;
  id: Integer;
  lastSuccess: Integer;
  nextTime: Integer;
  requests: Integer;
  notModified: Integer;
  failures: Integer;
  inFlight: boolean;
  failuresInARow: number;
}

/** A message. */
export interface Message {
  key: Integer;
  feed: Integer;
  time: Integer;
  count: number;
  state: number;
  id: string;
  path: string;
  kind: string;
  title: string;
  body: string;
  thread: string;
  category: string;
  argument: string;
  argumentCount: number;
}

/** The unseen messages of a thread, and their summary. */
export interface Group {
  newest: Integer;
  oldest: Integer;
  items: Integer;
  notifications: Integer;
  fresh: Integer;
  time: Integer;
  origin: number;
  thread: string;
  path: string;
  title: string;
  summary: string;
  language: string;
}

/** A row on its way to the server. */
export interface OutboxEntry {
  sequence: Integer;
  feed: Integer;
  attempt: Integer;
  nextTime: Integer;
  leaseEnd: Integer;
  kind: number;
  state: number;
  key: string;
  entity: string;
  body: string;
}

/** A reminder. */
export interface Reminder {
  number: Integer;
  nextTime: Integer;
  dueTime: Integer;
  expires: Integer;
  stamp: Integer;
  revision: number;
  state: number;
  expiry: number;
  span: number;
  daysLeft: number;
  isSmart: boolean;
  produced: number;
  shelfLife: number;
  shelfUnit: number;
  time: number;
  entered: number;
  smart: number;
  repeatUnit: number;
  repeatEvery: number;
  start: number;
  end: number;
  overdueUnit: number;
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
  id: Integer;
  time: Integer;
  occurrence: Integer;
  revision: number;
  action: number;
  reminder: string;
  title: string;
  body: string;
  path: string;
}

/** The reach of a plan. */
export interface Plan {
  planned: number;
  leftOut: Integer;
  reach: Integer;
}

/** A note in the log of reminders. */
export interface ReminderNote {
  number: Integer;
  time: Integer;
  occurrenceTime: Integer;
  revision: number;
  kind: number;
  reminder: string;
}

/** The numbers of things that were saved and lost. */
export interface Recovery {
  flags: number;
  pages: Integer;
  damagedPages: Integer;
  doubtfulRows: Integer;
  accountsSaved: Integer;
  accountsLost: Integer;
  badgesSaved: Integer;
  badgesLost: Integer;
  feedsSaved: Integer;
  feedsLost: Integer;
  messagesSaved: Integer;
  messagesLost: Integer;
  othersSaved: Integer;
  othersLost: Integer;
}

/** The limits in force. */
export interface Limits {
  maxDepth: number;
  maxPathBytes: number;
  maxNodes: number;
  maxAccounts: number;
  maxFeeds: number;
  maxObservers: number;
  maxResponseBytes: number;
  maxLoadedAccounts: number;
  maxBatchIds: number;
  maxRequests: number;
  maxRequestsPerOrigin: number;
  maxForgotten: number;
  maxMarks: number;
  maxFailedRows: number;
  maxRejected: number;
  maxReminderLog: number;
  maxCachedGroups: number;
  maxEvents: number;
  maxCompletions: number;
  batchIdTime: Integer;
}

/** The contents of an engine at this moment. */
export interface Stats {
  accounts: number;
  loadedAccounts: number;
  feeds: number;
  accountLoads: Integer;
  accountEvictions: Integer;
  observers: Integer;
  events: Integer;
  nodes: Integer;
  nodeBytes: Integer;
  unstoredBadges: Integer;
  fileSize: Integer;
  logSize: Integer;
  commits: Integer;
  committedCalls: Integer;
  longestWaitUs: Integer;
  longestHoldUs: Integer;
  waitingCalls: number;
  requests: number;
  originRequests: number;
}

/** How an account is opened. */
export interface AccountOptions {
  flags?: number;
  aggregation?: number;
  feeding?: number;
}

/** The marks by which a batch is recognised. */
export interface BatchOptions {
  flags?: number;
  epoch?: Integer;
  position?: Integer;
  source?: string;
  id?: string;
}

/** How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is off. */
export interface FeedOptions {
  flags?: number;
  initialDelay?: Integer;
  interval?: Integer;
  visibleInterval?: Integer;
  requestTimeout?: Integer;
  idleTimeout?: Integer;
  tolerance?: Integer;
  awayTime?: Integer;
  maxAge?: Integer;
  maxMessages?: Integer;
  pageLimit?: number;
  polling?: number;
  url?: string;
  prefix?: string;
  mappingPreset?: string;
  mapping?: string;
  memo?: string;
  title?: string;
}

/** A message that the host posts. */
export interface MessageOptions {
  flags?: number;
  time?: Integer;
  count?: number;
  argumentCount?: number;
  id?: string;
  title?: string;
  body?: string;
  kind?: string;
  thread?: string;
  category?: string;
  argument?: string;
}

/** The plural forms of a format; `other` is required. */
export interface Forms {
  flags?: number;
  zero?: string;
  one?: string;
  two?: string;
  few?: string;
  many?: string;
  other?: string;
}

/** How the outbox is sent. */
export interface OutboxOptions {
  flags?: number;
  requestTimeout?: Integer;
  idleTimeout?: Integer;
  url?: string;
}

/** The terms of a reminder that a user enters. A shelf life and its unit are required. */
export interface ReminderOptions {
  title?: string;
  body?: string;
  path?: string;
  zone?: string;
  produced?: number;
  shelfLife?: number;
  shelfUnit?: number;
  time?: number;
  smart?: number;
  repeatUnit?: number;
  repeatEvery?: number;
  end?: number;
  start?: number;
  overdueUnit?: number;
  overdueEvery?: number;
  overdueLimit?: number;
}

/** The limits of a plan. */
export interface PlanOptions {
  flags?: number;
  limit?: number;
  reserve?: number;
}

/** Options of an engine as tally.h has them. */
export interface EngineLimits {
  flags?: number;
  seed?: Integer;
  batchIdTime?: Integer;
  file?: string;
  caFile?: string;
  userAgent?: string;
  zone?: string;
  durability?: number;
  logLevel?: number;
  maxDepth?: number;
  maxPathBytes?: number;
  maxNodes?: number;
  maxAccounts?: number;
  maxLoadedAccounts?: number;
  maxFeeds?: number;
  maxObservers?: number;
  maxResponseBytes?: number;
  maxBatchIds?: number;
  maxRequests?: number;
  maxRequestsPerOrigin?: number;
  maxForgotten?: number;
  maxMarks?: number;
  maxFailedRows?: number;
  maxRejected?: number;
  maxReminderLog?: number;
  maxCachedGroups?: number;
  maxEvents?: number;
  maxCompletions?: number;
}

/** A request that a transport sends. */
export interface Request {
  kind: number;
  id: Integer;
  maxSize: Integer;
  requestTimeout: Integer;
  idleTimeout: Integer;
  method: string;
  url: string;
  headers: string;
  headersSize: Integer;
  bodySize: Integer;
  flags: number;
}

/** How badges are drawn. Members that are left out are inherited. */
export interface Style {
  dotRadius?: number;
  offsetX?: number;
  offsetY?: number;
  fontSize?: number;
  fontWeight?: number;
  textColor?: number;
  backgroundColor?: number;
  overflow?: number;
  maxCount?: Integer;
  icon?: string;
}
