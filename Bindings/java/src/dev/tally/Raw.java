// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** The constants and structures of tally.h. uint64_t is a long of the same bits. */
public final class Raw {
    private Raw() {}

    public static final String TALLY_VERSION = "0.1.0";
    public static final int TALLY_VERSION_MAJOR = 0, TALLY_VERSION_MINOR = 1, TALLY_VERSION_PATCH = 0,
        TALLY_VERSION_NUMBER = 1000;
    public static final int TALLY_OK = 0;
    public static final int TALLY_HELD = 1, TALLY_MORE = 2, TALLY_RESYNC = 3, TALLY_ALREADY_APPLIED = 4,
        TALLY_NOT_MODIFIED = 5, TALLY_EMPTY = 6, TALLY_SET_ASIDE = 7, TALLY_PARTIAL = 8;
    public static final int TALLY_ERROR_ARGUMENT = -1, TALLY_ERROR_NO_MEMORY = -2, TALLY_ERROR_PATH = -3,
        TALLY_ERROR_RANGE = -4, TALLY_ERROR_LIMIT = -5, TALLY_ERROR_NOT_FOUND = -6, TALLY_ERROR_EXISTS = -7,
        TALLY_ERROR_CONFLICT = -8, TALLY_ERROR_BUFFER_TOO_SMALL = -9, TALLY_ERROR_STALE_HANDLE = -10,
        TALLY_ERROR_CLOSED = -11, TALLY_ERROR_FORKED = -12, TALLY_ERROR_THREAD = -13, TALLY_ERROR_UNSUPPORTED = -14,
        TALLY_ERROR_INTERNAL = -15, TALLY_ERROR_NOT_APPLIED = -16, TALLY_ERROR_MALFORMED = -17, TALLY_ERROR_IO = -20,
        TALLY_ERROR_FULL = -21, TALLY_ERROR_LOCKED = -22, TALLY_ERROR_CORRUPT = -23, TALLY_ERROR_NOT_A_STORE = -24,
        TALLY_ERROR_NEWER = -25, TALLY_ERROR_READ_ONLY = -26, TALLY_ERROR_PERMISSION = -27,
        TALLY_ERROR_STALE_EPOCH = -28, TALLY_ERROR_URL = -40, TALLY_ERROR_NETWORK = -41, TALLY_ERROR_TIMEOUT = -42,
        TALLY_ERROR_TLS = -43, TALLY_ERROR_PROTOCOL = -44, TALLY_ERROR_TOO_LARGE = -45, TALLY_ERROR_SERVER = -46,
        TALLY_ERROR_UNAUTHORIZED = -47, TALLY_ERROR_RATE_LIMITED = -48, TALLY_ERROR_LOGGED_OUT = -49,
        TALLY_ERROR_CANCELLED = -50;
    public static final int TALLY_DURABILITY_GROUP = 0, TALLY_DURABILITY_FULL = 1;
    public static final int TALLY_ENGINE_HOST_DRIVEN = 1, TALLY_ENGINE_SET_ASIDE = 2, TALLY_ENGINE_VACUUM = 4;
    public static final int TALLY_LOG_ERROR = 1, TALLY_LOG_WARNING = 2, TALLY_LOG_INFO = 3,
        TALLY_RECOVERY_UNCERTAIN = 1, TALLY_BACKUP_REPLACE = 1;
    public static final int TALLY_AGGREGATION_DEFAULT = 0, TALLY_AGGREGATION_CHILDREN = 1, TALLY_AGGREGATION_SUM = 2;
    public static final int TALLY_FEEDING_DEFAULT = 0, TALLY_FEEDING_UNSEEN = 1, TALLY_FEEDING_UNREAD = 2;
    public static final int TALLY_ACCOUNT_EXISTING = 1;
    public static final int TALLY_FOREVER = 0;
    public static final long TALLY_MAX_COUNT = 4294967295L;
    public static final int TALLY_MUTE_NONE = 0, TALLY_MUTE_NUMBER = 1, TALLY_MUTE_ALL = 2;
    public static final int TALLY_BADGE_MANUAL_COUNT = 1, TALLY_BADGE_MANUAL_DOT = 2, TALLY_BADGE_FED = 4,
        TALLY_BADGE_CHILDREN = 8, TALLY_BADGE_MUTE_NUMBER = 16, TALLY_BADGE_MUTE_ALL = 32;
    public static final int TALLY_KIND_NONE = 0, TALLY_KIND_DOT = 1, TALLY_KIND_ICON = 2, TALLY_KIND_NUMBER = 3;
    public static final int TALLY_LIST_CHILDREN = 0, TALLY_SUBTREE = 1;
    public static final int TALLY_REASON_MANUAL_COUNT = 1, TALLY_REASON_MANUAL_DOT = 2, TALLY_REASON_FED = 4,
        TALLY_REASON_OVERRIDDEN = 8, TALLY_REASON_MUTE_NUMBER = 16, TALLY_REASON_MUTE_ALL = 32,
        TALLY_REASON_LIGHTS = 64, TALLY_REASON_MUTED = 128, TALLY_REASON_MESSAGE = 256;
    public static final int TALLY_APPLY_OVERWRITE = 1;
    public static final int TALLY_OP_SET = 1, TALLY_OP_DOT = 2, TALLY_OP_ADD = 3, TALLY_OP_CLEAR = 4,
        TALLY_OP_CLEAR_TREE = 5, TALLY_OP_MUTE = 6, TALLY_OP_GET = 7;
    public static final int TALLY_OVERFLOW_PLUS = 0, TALLY_OVERFLOW_ELLIPSIS = 1;
    public static final int TALLY_FONT_WEIGHT_REGULAR = 400, TALLY_FONT_WEIGHT_BOLD = 700;
    public static final int TALLY_STYLE_FIELD_DOT_RADIUS = 1, TALLY_STYLE_FIELD_OFFSET = 2,
        TALLY_STYLE_FIELD_FONT_SIZE = 4, TALLY_STYLE_FIELD_FONT_WEIGHT = 8, TALLY_STYLE_FIELD_TEXT_COLOR = 16,
        TALLY_STYLE_FIELD_BACKGROUND_COLOR = 32, TALLY_STYLE_FIELD_MAX_COUNT = 64, TALLY_STYLE_FIELD_OVERFLOW = 128,
        TALLY_STYLE_FIELD_ICON = 256;
    public static final int TALLY_EVENT_BADGE = 1, TALLY_EVENT_TOTAL = 2, TALLY_EVENT_SYNCED = 3,
        TALLY_EVENT_COMPLETION = 4, TALLY_EVENT_AUTH = 5, TALLY_EVENT_WIDGET = 6, TALLY_EVENT_MESSAGES = 7,
        TALLY_EVENT_GROUP = 8, TALLY_EVENT_REMINDER = 9;
    public static final int TALLY_OBSERVE_INITIAL = 2;
    public static final int TALLY_POLLING_MESSAGE_CENTER = 0, TALLY_POLLING_UNREAD_COUNT = 1;
    public static final int TALLY_FEED_OPTION_STOPS_IN_BACKGROUND = 1, TALLY_FEED_OPTION_EXACT_DELAY = 2,
        TALLY_FEED_ENTRY_ADDED = 1;
    public static final int TALLY_MAX_FEED_PAGES = 8;
    public static final int TALLY_REQUEST_KIND_SEND = 1, TALLY_REQUEST_KIND_CANCEL = 2,
        TALLY_REQUEST_FLAG_CREDENTIAL = 1;
    public static final int TALLY_MESSAGE_STATE_UNSEEN = 0, TALLY_MESSAGE_STATE_SEEN = 1,
        TALLY_MESSAGE_STATE_READ = 2;
    public static final int TALLY_MESSAGES_UNREAD = 2;
    public static final int TALLY_POST_DOT = 1;
    public static final String TALLY_FEED_LOCAL = "tally:local";
    public static final int TALLY_GROUPING_DEFAULT = 0, TALLY_GROUPING_AUTOMATIC = 1, TALLY_GROUPING_BY_APP = 2,
        TALLY_GROUPING_OFF = 3;
    public static final int TALLY_STRINGS_CATALOG = 1, TALLY_STRINGS_DICTIONARY = 2;
    public static final int TALLY_SUMMARY_ORIGIN_NONE = 0, TALLY_SUMMARY_ORIGIN_CATEGORY = 1,
        TALLY_SUMMARY_ORIGIN_DEFAULT = 2;
    public static final int TALLY_GROUPS_HIDDEN = 1;
    public static final int TALLY_OUTBOX_KIND_MESSAGE = 1, TALLY_OUTBOX_KIND_MARK = 2, TALLY_OUTBOX_KIND_REMINDER = 3;
    public static final int TALLY_OUTBOX_STATE_WAITING = 0, TALLY_OUTBOX_STATE_LEASED = 1,
        TALLY_OUTBOX_STATE_FAILED = 2;
    public static final String TALLY_FEED_REMINDERS = "tally:reminders";
    public static final int TALLY_UNIT_MINUTE = 1, TALLY_UNIT_HOUR = 2, TALLY_UNIT_DAY = 3, TALLY_UNIT_WEEK = 4,
        TALLY_UNIT_MONTH = 5, TALLY_UNIT_QUARTER = 6, TALLY_UNIT_YEAR = 7;
    public static final int TALLY_SMART_AUTOMATIC = 1, TALLY_SMART_ON = 2, TALLY_SMART_OFF = 3;
    public static final int TALLY_REMINDER_FIELD_TITLE = 1, TALLY_REMINDER_FIELD_BODY = 2,
        TALLY_REMINDER_FIELD_PATH = 4, TALLY_REMINDER_FIELD_ZONE = 8, TALLY_REMINDER_FIELD_PRODUCED = 16,
        TALLY_REMINDER_FIELD_SHELF_LIFE = 32, TALLY_REMINDER_FIELD_TIME = 64, TALLY_REMINDER_FIELD_SMART = 128,
        TALLY_REMINDER_FIELD_REPEAT = 256, TALLY_REMINDER_FIELD_START = 512, TALLY_REMINDER_FIELD_END = 1024,
        TALLY_REMINDER_FIELD_OVERDUE = 2048;
    public static final int TALLY_REMINDER_STATE_ACTIVE = 1, TALLY_REMINDER_STATE_DONE = 2,
        TALLY_REMINDER_STATE_EXPIRED = 3;
    public static final int TALLY_PLAN_FLAG_FROM_SCRATCH = 1, TALLY_PLAN_FLAG_PEEK = 2, TALLY_PLAN_ACTION_DISARM = 1,
        TALLY_PLAN_ACTION_ARM = 2;
    public static final int TALLY_NOTE_CREATED = 1, TALLY_NOTE_EDITED = 2, TALLY_NOTE_PLANNED = 3,
        TALLY_NOTE_ARMED = 4, TALLY_NOTE_FIRED = 5, TALLY_NOTE_MISSED = 6, TALLY_NOTE_SNOOZED = 7,
        TALLY_NOTE_ACKNOWLEDGED = 8, TALLY_NOTE_CANCELLED = 9, TALLY_NOTE_SUSPENDED = 10, TALLY_NOTE_RESUMED = 11,
        TALLY_NOTE_UPLOADED = 12, TALLY_NOTE_UPLOAD_FAILED = 13, TALLY_NOTE_DONE = 14, TALLY_NOTE_UNDONE = 15,
        TALLY_NOTE_REMOVED = 16;
    public static final int TALLY_OP_POST = 8, TALLY_OP_WITHDRAW = 9, TALLY_OP_READ = 10, TALLY_OP_REMINDER_PUT = 11,
        TALLY_OP_REMINDER_EDIT = 12, TALLY_OP_REMINDER_DONE = 13, TALLY_OP_REMINDER_UNDONE = 14,
        TALLY_OP_REMINDER_REMOVE = 15, TALLY_OP_REMINDER_SNOOZE = 16, TALLY_OP_REMINDER_ACKNOWLEDGE = 17,
        TALLY_MAX_ITEMS = 65536;
    public static final int TALLY_IMPORT_REPLACE = 1;
    public static final int TALLY_TRACE_TRANSACTION = 1, TALLY_TRACE_NODE = 2, TALLY_TRACE_MESSAGE = 3,
        TALLY_TRACE_GROUP = 4, TALLY_TRACE_REMINDER = 5, TALLY_TRACE_SYNCED = 6, TALLY_TRACE_AUTH = 7,
        TALLY_TRACE_LOG = 8, TALLY_TRACE_ACCOUNT = 9, TALLY_TRACE_EXCHANGE = 10, TALLY_TRACE_LOST = 11;
    public static final int TALLY_CAUSE_CALL = 1, TALLY_CAUSE_BATCH = 2, TALLY_CAUSE_ITEMS = 3, TALLY_CAUSE_PAGE = 4,
        TALLY_CAUSE_DELIVERY = 5, TALLY_CAUSE_PUSH = 6, TALLY_CAUSE_ACKNOWLEDGEMENT = 7, TALLY_CAUSE_EXPIRY = 8,
        TALLY_CAUSE_REMINDER = 9, TALLY_CAUSE_RESTORE = 10, TALLY_CAUSE_UPKEEP = 11;
    public static final int TALLY_CHANGE_OPENED = 1, TALLY_CHANGE_LOADED = 2, TALLY_CHANGE_EVICTED = 3,
        TALLY_CHANGE_DROPPED = 4, TALLY_CHANGE_LOGGED_IN = 5, TALLY_CHANGE_LOGGED_OUT = 6;

    /** Options of tally_engine_open. Nothing grows with use alone: docs/concepts/durability.md lists what exists
     * besides the host's data, and which of these limits bounds it. */
    public static final class EngineOptions {
        static final int SIZE = 216;
        static final int CLOCK = 56;
        static final int LOG = 72;
        static final int ZONE_FILE = 88;

        public int flags, durability, logLevel;
        public long seed, batchIdTime, maxDepth, maxPathBytes, maxNodes, maxAccounts, maxLoadedAccounts, maxFeeds,
            maxObservers, maxResponseBytes, maxBatchIds, maxRequests, maxRequestsPerOrigin, maxForgotten, maxMarks,
            maxFailedRows, maxRejected, maxReminderLog, maxCachedGroups, maxEvents, maxCompletions;
        public String file, caFile, userAgent, zone;
        public Clock clock;
        public Log log;
        public ZoneFile zoneFile;

        /** TALLY_ENGINE_… */
        public EngineOptions flags(int value) { flags = value; return this; }
        /** For tests: the seed of everything random. 0: the system's. */
        public EngineOptions seed(long value) { seed = value; return this; }
        /** How long the id of a batch is remembered: from 1,000. Default 86,400,000, a day. */
        public EngineOptions batchIdTime(long value) { batchIdTime = value; return this; }
        /** Path of the database, created if it does not exist. NULL: in memory only. */
        public EngineOptions file(String value) { file = value; return this; }
        /** Certificate authorities in PEM form, read when needed. NULL: the system's. */
        public EngineOptions caFile(String value) { caFile = value; return this; }
        /** Without control characters. NULL: "tally/" and the version. */
        public EngineOptions userAgent(String value) { userAgent = value; return this; }
        /** The name of the device's zone. NULL: TZ, or /etc/localtime. */
        public EngineOptions zone(String value) { zone = value; return this; }
        /** NULL: the system's clocks. */
        public EngineOptions clock(Clock value) { clock = value; return this; }
        /** NULL: nothing is logged. */
        public EngineOptions log(Log value) { log = value; return this; }
        /** NULL: reads below TZDIR, or where systems keep zones. */
        public EngineOptions zoneFile(ZoneFile value) { zoneFile = value; return this; }
        /** TALLY_DURABILITY_… */
        public EngineOptions durability(int value) { durability = value; return this; }
        /** The least important level to report. Default TALLY_LOG_WARNING. */
        public EngineOptions logLevel(int value) { logLevel = value; return this; }
        /** Components of a path, root not counted: 1 to 1,024. Default 64. */
        public EngineOptions maxDepth(long value) { maxDepth = value; return this; }
        /** Bytes of a path, with `root`: 4 to 65,535. Default 4,096. */
        public EngineOptions maxPathBytes(long value) { maxPathBytes = value; return this; }
        /** Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216. */
        public EngineOptions maxNodes(long value) { maxNodes = value; return this; }
        /** Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md. */
        public EngineOptions maxAccounts(long value) { maxAccounts = value; return this; }
        /** Accounts in memory: 1 to 16,777,216. 0: all. See docs/concepts/accounts.md. */
        public EngineOptions maxLoadedAccounts(long value) { maxLoadedAccounts = value; return this; }
        /** Feeds of all open accounts: 1 to 1,000,000. Default 100,000. */
        public EngineOptions maxFeeds(long value) { maxFeeds = value; return this; }
        /** Observers, views and widgets: 1 to 16,777,216. Default 1,048,576. */
        public EngineOptions maxObservers(long value) { maxObservers = value; return this; }
        /** The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB. */
        public EngineOptions maxResponseBytes(long value) { maxResponseBytes = value; return this; }
        /** Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000. */
        public EngineOptions maxBatchIds(long value) { maxBatchIds = value; return this; }
        /** Requests of feeds in flight, a socket each: 1 to 65,535. Default 256. */
        public EngineOptions maxRequests(long value) { maxRequests = value; return this; }
        /** The same to one origin (scheme, host, port): 1 to 65,535. Default 6. */
        public EngineOptions maxRequestsPerOrigin(long value) { maxRequestsPerOrigin = value; return this; }
        /** Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096. */
        public EngineOptions maxForgotten(long value) { maxForgotten = value; return this; }
        /** Read positions of one feed: 1 to 1,073,741,824. Default 10,000. */
        public EngineOptions maxMarks(long value) { maxMarks = value; return this; }
        /** Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000. */
        public EngineOptions maxFailedRows(long value) { maxFailedRows = value; return this; }
        /** Rejected items of one feed: 1 to 1,073,741,824. Default 100. */
        public EngineOptions maxRejected(long value) { maxRejected = value; return this; }
        /** Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000. */
        public EngineOptions maxReminderLog(long value) { maxReminderLog = value; return this; }
        /** Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536. */
        public EngineOptions maxCachedGroups(long value) { maxCachedGroups = value; return this; }
        /** Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576. */
        public EngineOptions maxEvents(long value) { maxEvents = value; return this; }
        /** Calls of tally_feed_refresh_now, see there: 1 to 16,777,216. Default 65,536. */
        public EngineOptions maxCompletions(long value) { maxCompletions = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(216);
            memory.setInt(0, 216);
            memory.setInt(4, flags);
            memory.setLong(8, seed);
            memory.setLong(16, batchIdTime);
            memory.setPointer(24, memory.string(file));
            memory.setPointer(32, memory.string(caFile));
            memory.setPointer(40, memory.string(userAgent));
            memory.setPointer(48, memory.string(zone));
            memory.setInt(104, durability);
            memory.setInt(108, logLevel);
            memory.setInt(112, unsigned("maxDepth", maxDepth));
            memory.setInt(116, unsigned("maxPathBytes", maxPathBytes));
            memory.setInt(120, unsigned("maxNodes", maxNodes));
            memory.setInt(124, unsigned("maxAccounts", maxAccounts));
            memory.setInt(128, unsigned("maxLoadedAccounts", maxLoadedAccounts));
            memory.setInt(132, unsigned("maxFeeds", maxFeeds));
            memory.setInt(136, unsigned("maxObservers", maxObservers));
            memory.setInt(140, unsigned("maxResponseBytes", maxResponseBytes));
            memory.setInt(144, unsigned("maxBatchIds", maxBatchIds));
            memory.setInt(148, unsigned("maxRequests", maxRequests));
            memory.setInt(152, unsigned("maxRequestsPerOrigin", maxRequestsPerOrigin));
            memory.setInt(156, unsigned("maxForgotten", maxForgotten));
            memory.setInt(160, unsigned("maxMarks", maxMarks));
            memory.setInt(164, unsigned("maxFailedRows", maxFailedRows));
            memory.setInt(168, unsigned("maxRejected", maxRejected));
            memory.setInt(172, unsigned("maxReminderLog", maxReminderLog));
            memory.setInt(176, unsigned("maxCachedGroups", maxCachedGroups));
            memory.setInt(180, unsigned("maxEvents", maxEvents));
            memory.setInt(184, unsigned("maxCompletions", maxCompletions));
            return memory;
        }
    }

    /** The results of tally_engine_recover. A thing counts as lost if something in the file still refers to it. */
    public record Recovery(int flags, long pages, long damagedPages, long doubtfulRows, long accountsSaved,
        long accountsLost, long badgesSaved, long badgesLost, long feedsSaved, long feedsLost, long messagesSaved,
        long messagesLost, long othersSaved, long othersLost) {
        static final int SIZE = 160;

        static Recovery read(Pointer at, byte[] text) {
            return new Recovery(at.getInt(4), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getLong(40), at.getLong(48), at.getLong(56), at.getLong(64), at.getLong(72), at.getLong(80),
                at.getLong(88), at.getLong(96), at.getLong(104));
        }
    }

    /** The limits of an engine, as tally_engine_options has them. */
    public record Limits(long maxDepth, long maxPathBytes, long maxNodes, long maxAccounts, long maxFeeds,
        long maxObservers, long maxResponseBytes, long maxLoadedAccounts, long maxBatchIds, long maxRequests,
        long maxRequestsPerOrigin, long maxForgotten, long maxMarks, long maxFailedRows, long maxRejected,
        long maxReminderLog, long maxCachedGroups, long maxEvents, long maxCompletions, long batchIdTime) {
        static final int SIZE = 88;

        static Limits read(Pointer at, byte[] text) {
            return new Limits(at.getInt(4) & 0xFFFFFFFFL, at.getInt(8) & 0xFFFFFFFFL, at.getInt(12) & 0xFFFFFFFFL,
                at.getInt(16) & 0xFFFFFFFFL, at.getInt(20) & 0xFFFFFFFFL, at.getInt(24) & 0xFFFFFFFFL,
                at.getInt(28) & 0xFFFFFFFFL, at.getInt(32) & 0xFFFFFFFFL, at.getInt(36) & 0xFFFFFFFFL,
                at.getInt(40) & 0xFFFFFFFFL, at.getInt(44) & 0xFFFFFFFFL, at.getInt(48) & 0xFFFFFFFFL,
                at.getInt(52) & 0xFFFFFFFFL, at.getInt(56) & 0xFFFFFFFFL, at.getInt(60) & 0xFFFFFFFFL,
                at.getInt(64) & 0xFFFFFFFFL, at.getInt(68) & 0xFFFFFFFFL, at.getInt(72) & 0xFFFFFFFFL,
                at.getInt(76) & 0xFFFFFFFFL, at.getLong(80));
        }
    }

    /** Numbers about an engine. */
    public record Stats(long accounts, long loadedAccounts, long feeds, long accountLoads, long accountEvictions,
        long observers, long events, long nodes, long nodeBytes, long unstoredBadges, long fileSize, long logSize,
        long commits, long committedCalls, long longestWaitUs, long longestHoldUs, long waitingCalls, long requests,
        long originRequests) {
        static final int SIZE = 136;

        static Stats read(Pointer at, byte[] text) {
            return new Stats(at.getInt(4) & 0xFFFFFFFFL, at.getInt(8) & 0xFFFFFFFFL, at.getInt(12) & 0xFFFFFFFFL,
                at.getLong(16), at.getLong(24), at.getLong(32), at.getLong(40), at.getLong(48), at.getLong(56),
                at.getLong(64), at.getLong(72), at.getLong(80), at.getLong(88), at.getLong(96), at.getLong(104),
                at.getLong(112), at.getInt(120) & 0xFFFFFFFFL, at.getInt(124) & 0xFFFFFFFFL,
                at.getInt(128) & 0xFFFFFFFFL);
        }
    }

    /** Options of tally_account_open. */
    public static final class AccountOptions {
        static final int SIZE = 48;

        public int flags, aggregation, feeding;

        /** TALLY_ACCOUNT_EXISTING, or 0 */
        public AccountOptions flags(int value) { flags = value; return this; }
        /** TALLY_AGGREGATION_… */
        public AccountOptions aggregation(int value) { aggregation = value; return this; }
        /** TALLY_FEEDING_… */
        public AccountOptions feeding(int value) { feeding = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(48);
            memory.setInt(0, 48);
            memory.setInt(4, flags);
            memory.setInt(8, aggregation);
            memory.setInt(12, feeding);
            return memory;
        }
    }

    /** The badge that a node shows, and why. */
    public record Badge(long count, long revision, int kind, int flags, long manualCount) {
        static final int SIZE = 32;

        static Badge read(Pointer at, byte[] text) {
            return new Badge(at.getLong(0), at.getLong(8), at.getInt(16), at.getInt(20), at.getInt(24) & 0xFFFFFFFFL);
        }

        /** What a badge shows: "dot", its number, or "nothing". */
        public String shown() {
            return Raw.shown(kind, count);
        }

        /** "dot", the number, or "nothing". */
        @Override
        public String toString() {
            return shown();
        }
    }

    /** A row of tally_badge_list and tally_badge_changes. */
    public record BadgeEntry(Badge badge, String path) {
        static final int SIZE = 40;

        static BadgeEntry read(Pointer at, byte[] text) {
            return new BadgeEntry(Badge.read(at.share(0), text), textIn(text, at.getInt(32), at.getInt(36)));
        }
    }

    /** A row of tally_badge_explain: a badge or a message behind what a path shows. */
    public record Reason(long contributed, long fedCount, long keptCount, long manualCount, int flags, long message,
        String path, String id) {
        static final int SIZE = 56;

        static Reason read(Pointer at, byte[] text) {
            return new Reason(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
                at.getInt(28), at.getLong(32), textIn(text, at.getInt(40), at.getInt(44)),
                textIn(text, at.getInt(48), at.getInt(52)));
        }
    }

    /** Options of tally_badge_batch. */
    public static final class BatchOptions {
        static final int SIZE = 64;

        public int flags;
        public long epoch, position;
        public String source, id;

        /** 0 */
        public BatchOptions flags(int value) { flags = value; return this; }
        /** The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source. */
        public BatchOptions epoch(long value) { epoch = value; return this; }
        /** The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0 without a source. */
        public BatchOptions position(long value) { position = value; return this; }
        /** A name: the log that the batch comes from. NULL: none. */
        public BatchOptions source(String value) { source = value; return this; }
        /** A name of the batch itself. NULL: none. */
        public BatchOptions id(String value) { id = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(64);
            memory.setInt(0, 64);
            memory.setInt(4, flags);
            memory.setLong(8, epoch);
            memory.setLong(16, position);
            memory.setPointer(24, memory.string(source));
            memory.setPointer(32, memory.string(id));
            return memory;
        }
    }

    /** How to draw a badge, as the host sets it for a path. */
    public static final class Style {
        static final int SIZE = 96;

        public int fields, fontWeight, overflow;
        public float dotRadius, offsetX, offsetY, fontSize;
        public long textColor, backgroundColor, maxCount;
        public String icon;

        /** TALLY_STYLE_FIELD_… */
        public Style fields(int value) { fields = value; return this; }
        /** Points: finite, 0 or more. Default 3. */
        public Style dotRadius(float value) { dotRadius = value; return this; }
        /** From the top right corner of the view that has the badge to the badge's center, */
        public Style offsetX(float value) { offsetX = value; return this; }
        /** to the right and down, in points: finite. Default 0, 0. */
        public Style offsetY(float value) { offsetY = value; return this; }
        /** Points: finite, above 0. Default 9. */
        public Style fontSize(float value) { fontSize = value; return this; }
        /** 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD. */
        public Style fontWeight(int value) { fontWeight = value; return this; }
        /** Default 0xFFFFFFFF, white. */
        public Style textColor(long value) { textColor = value; return this; }
        /** The color of the dot, and behind the number. Default 0xFF0000FF, red. */
        public Style backgroundColor(long value) { backgroundColor = value; return this; }
        /** TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS. */
        public Style overflow(int value) { overflow = value; return this; }
        /** The largest number to write out: from 1; UINT64_MAX: all. Default 99. */
        public Style maxCount(long value) { maxCount = value; return this; }
        /** The host's name for an icon, a name: "new", "hot". Default: none. Not inherited. */
        public Style icon(String value) { icon = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(96);
            memory.setInt(0, 96);
            memory.setInt(4, fields);
            memory.setFloat(8, dotRadius);
            memory.setFloat(12, offsetX);
            memory.setFloat(16, offsetY);
            memory.setFloat(20, fontSize);
            memory.setInt(24, fontWeight);
            memory.setInt(28, unsigned("textColor", textColor));
            memory.setInt(32, unsigned("backgroundColor", backgroundColor));
            memory.setInt(36, overflow);
            memory.setLong(40, maxCount);
            memory.setPointer(48, memory.string(icon));
            return memory;
        }

        static final int ICON = 48;

        static Style read(Pointer at) {
            Style style = new Style();
            style.fields = at.getInt(4);
            style.dotRadius = at.getFloat(8);
            style.offsetX = at.getFloat(12);
            style.offsetY = at.getFloat(16);
            style.fontSize = at.getFloat(20);
            style.fontWeight = at.getInt(24);
            style.textColor = at.getInt(28) & 0xFFFFFFFFL;
            style.backgroundColor = at.getInt(32) & 0xFFFFFFFFL;
            style.overflow = at.getInt(36);
            style.maxCount = at.getLong(40);
            style.icon = stringAt(at.getPointer(48));
            return style;
        }
    }

    /** How to draw a badge now. The members of a style have the same meaning there, with all defaults filled in. */
    public record Presentation(int kind, long count, float dotRadius, float offsetX, float offsetY, float fontSize,
        int fontWeight, long textColor, long backgroundColor, int overflow, long maxCount) {
        static final int SIZE = 88;

        static Presentation read(Pointer at, byte[] text) {
            return new Presentation(at.getInt(4), at.getLong(8), at.getFloat(16), at.getFloat(20), at.getFloat(24),
                at.getFloat(28), at.getInt(32), at.getInt(36) & 0xFFFFFFFFL, at.getInt(40) & 0xFFFFFFFFL,
                at.getInt(44), at.getLong(48));
        }
    }

    /** An event: what has changed, or what has ended. Members that a kind does not have are 0. kind members besides
     * kind, token and account BADGE count, badge_kind, revision: what the path shows; result TOTAL count,
     * badge_kind, revision: of the total WIDGET count, badge_kind, revision: what the path shows SYNCED feed,
     * result, retry_after, next_time: the next request; added, changed, removed, rejected; count, badge_kind,
     * revision: what the feed's prefix shows COMPLETION feed, result, retry_after AUTH feed (0: the outbox), result
     * MESSAGES total, unread, unseen GROUP result REMINDER count: occurrences that were due; revision: its own;
     * next_time: when it was due; missed; result */
    public record Event(int kind, long token, long account, long feed, long count, long revision, int badgeKind,
        int result, long retryAfter, long nextTime, long added, long changed, long removed, long rejected,
        String text, boolean missed, long total, long unread, long unseen) {
        static final int SIZE = 128;

        static Event read(Pointer at, byte[] text) {
            return new Event(at.getInt(4), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getLong(40), at.getInt(48), at.getInt(52), at.getLong(56), at.getLong(64),
                at.getInt(72) & 0xFFFFFFFFL, at.getInt(76) & 0xFFFFFFFFL, at.getInt(80) & 0xFFFFFFFFL,
                at.getInt(84) & 0xFFFFFFFFL, textIn(text, 0, at.getInt(88)), at.getInt(92) != 0, at.getLong(96),
                at.getLong(104), at.getLong(112));
        }

        /** What a badge shows: "dot", its number, or "nothing". */
        public String shown() {
            return Raw.shown(badgeKind, count);
        }
    }

    /** Options of tally_feed_add. Times: 0 is the value of the profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is
     * off. */
    public static final class FeedOptions {
        static final int SIZE = 168;

        public int flags, polling;
        public long initialDelay, interval, visibleInterval, requestTimeout, idleTimeout, tolerance, awayTime, maxAge,
            maxMessages, pageLimit;
        public String url, prefix, mappingPreset, mapping, memo, title;

        /** TALLY_FEED_OPTION_… */
        public FeedOptions flags(int value) { flags = value; return this; }
        /** The first request begins within this: from 1. Profile: 1,000; off. */
        public FeedOptions initialDelay(long value) { initialDelay = value; return this; }
        /** Between requests: from 100. Profile: 600,000; off. */
        public FeedOptions interval(long value) { interval = value; return this; }
        /** While a page is seen: from 100. Profile: off; 60,000. */
        public FeedOptions visibleInterval(long value) { visibleInterval = value; return this; }
        /** For a whole request, from 100. 0: 300,000. */
        public FeedOptions requestTimeout(long value) { requestTimeout = value; return this; }
        /** Without a byte, from 100. 0: 60,000. */
        public FeedOptions idleTimeout(long value) { idleTimeout = value; return this; }
        /** A page does not poll this soon after a good response: from 1. Profile: 180,000; off. */
        public FeedOptions tolerance(long value) { tolerance = value; return this; }
        /** A page that returns after this polls: from 1. Profile: 0 (each return); 60,000. */
        public FeedOptions awayTime(long value) { awayTime = value; return this; }
        /** Messages that are older by the server's time are removed, read or not. 0: no limit. */
        public FeedOptions maxAge(long value) { maxAge = value; return this; }
        /** Beyond this number the oldest read messages are removed. 0: no limit. */
        public FeedOptions maxMessages(long value) { maxMessages = value; return this; }
        /** Items a page, 1 to 10,000, sent as `limit`. 0: 200. */
        public FeedOptions pageLimit(long value) { pageLimit = value; return this; }
        /** TALLY_POLLING_… */
        public FeedOptions polling(int value) { polling = value; return this; }
        /** http:, https: or file: (a regular file). NULL: nothing is polled; the host delivers pages. */
        public FeedOptions url(String value) { url = value; return this; }
        /** The path below which the feed's own paths are. NULL: root. */
        public FeedOptions prefix(String value) { prefix = value; return this; }
        /** A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
         * "message-center" or "unread-count". */
        public FeedOptions mappingPreset(String value) { mappingPreset = value; return this; }
        /** A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset.
         * NULL or empty, both: the wire format. */
        public FeedOptions mapping(String value) { mapping = value; return this; }
        /** Kept for tally_feed_list, UTF-8, up to 65,536 bytes. NULL: unchanged; empty: none. */
        public FeedOptions memo(String value) { memo = value; return this; }
        /** The title until the server sends one, UTF-8, up to 1,024 bytes. Not stored. NULL: none. */
        public FeedOptions title(String value) { title = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(168);
            memory.setInt(0, 168);
            memory.setInt(4, flags);
            memory.setLong(8, initialDelay);
            memory.setLong(16, interval);
            memory.setLong(24, visibleInterval);
            memory.setLong(32, requestTimeout);
            memory.setLong(40, idleTimeout);
            memory.setLong(48, tolerance);
            memory.setLong(56, awayTime);
            memory.setLong(64, maxAge);
            memory.setLong(72, maxMessages);
            memory.setInt(80, unsigned("pageLimit", pageLimit));
            memory.setInt(84, polling);
            memory.setPointer(88, memory.string(url));
            memory.setPointer(96, memory.string(prefix));
            memory.setPointer(104, memory.string(mappingPreset));
            memory.setPointer(112, memory.string(mapping));
            memory.setPointer(120, memory.string(memo));
            memory.setPointer(128, memory.string(title));
            return memory;
        }
    }

    /** A feed that is stored. */
    public record FeedEntry(long id, long lastSuccess, long rejected, int flags, String name, String url,
        String prefix, String title, String memo) {
        static final int SIZE = 72;

        static FeedEntry read(Pointer at, byte[] text) {
            return new FeedEntry(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24),
                textIn(text, at.getInt(28), at.getInt(32)), textIn(text, at.getInt(36), at.getInt(40)),
                textIn(text, at.getInt(44), at.getInt(48)), textIn(text, at.getInt(52), at.getInt(56)),
                textIn(text, at.getInt(60), at.getInt(64)));
        }
    }

    /** An item of a response that could not be used. */
    public record Rejected(long number, long time, String reason, String body) {
        static final int SIZE = 32;

        static Rejected read(Pointer at, byte[] text) {
            return new Rejected(at.getLong(0), at.getLong(8), textIn(text, at.getInt(16), at.getInt(20)),
                textIn(text, at.getInt(24), at.getInt(28)));
        }
    }

    /** A page as tally_feed_page_shown finds it. */
    public record PageInfo(boolean first, long awayTime, boolean requested) {
        static final int SIZE = 24;

        static PageInfo read(Pointer at, byte[] text) {
            return new PageInfo(at.getInt(4) != 0, at.getLong(8), at.getInt(16) != 0);
        }
    }

    /** The state of a feed. */
    public record FeedState(int result, long id, long lastSuccess, long nextTime, long requests, long notModified,
        long failures, boolean inFlight, long failuresInARow) {
        static final int SIZE = 64;

        static FeedState read(Pointer at, byte[] text) {
            return new FeedState(at.getInt(4), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getLong(40), at.getLong(48), at.getInt(56) != 0, at.getInt(60) & 0xFFFFFFFFL);
        }
    }

    /** An HTTP request for the host's transport. Borrowed until the callback returns. CANCEL repeats the members of
     * SEND. */
    public record Request(int kind, long id, long maxSize, long requestTimeout, long idleTimeout, String method,
        String url, String headers, byte[] body, int flags) {
        static final int SIZE = 104;

        static Request read(Pointer at, byte[] text) {
            return new Request(at.getInt(4), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                stringAt(at.getPointer(40)), stringAt(at.getPointer(48)), stringAt(at.getPointer(56)),
                bytesAt(at.getPointer(72), at.getLong(80)), at.getInt(88));
        }
    }

    /** A row of tally_message_list and tally_group_messages. */
    public record Message(long key, long feed, long time, long count, int state, String id, String path, String kind,
        String title, String body, String thread, String category, String argument, long argumentCount) {
        static final int SIZE = 104;

        static Message read(Pointer at, byte[] text) {
            return new Message(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
                at.getInt(28), textIn(text, at.getInt(32), at.getInt(36)), textIn(text, at.getInt(40), at.getInt(44)),
                textIn(text, at.getInt(48), at.getInt(52)), textIn(text, at.getInt(56), at.getInt(60)),
                textIn(text, at.getInt(64), at.getInt(68)), textIn(text, at.getInt(72), at.getInt(76)),
                textIn(text, at.getInt(80), at.getInt(84)), textIn(text, at.getInt(88), at.getInt(92)),
                at.getInt(96) & 0xFFFFFFFFL);
        }
    }

    /** A message for tally_message_post. */
    public static final class MessageOptions {
        static final int SIZE = 104;

        public int flags;
        public long time, count, argumentCount;
        public String id, title, body, kind, thread, category, argument;

        /** TALLY_POST_DOT, or 0 */
        public MessageOptions flags(int value) { flags = value; return this; }
        /** It orders messages. 0: now. */
        public MessageOptions time(long value) { time = value; return this; }
        /** Added to the number. 0: 1, or 0 with TALLY_POST_DOT. */
        public MessageOptions count(long value) { count = value; return this; }
        public MessageOptions argumentCount(long value) { argumentCount = value; return this; }
        /** A name. NULL or empty: a new one. */
        public MessageOptions id(String value) { id = value; return this; }
        /** The texts are UTF-8; NULL: none. */
        public MessageOptions title(String value) { title = value; return this; }
        public MessageOptions body(String value) { body = value; return this; }
        public MessageOptions kind(String value) { kind = value; return this; }
        public MessageOptions thread(String value) { thread = value; return this; }
        public MessageOptions category(String value) { category = value; return this; }
        public MessageOptions argument(String value) { argument = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(104);
            memory.setInt(0, 104);
            memory.setInt(4, flags);
            memory.setLong(8, time);
            memory.setInt(16, unsigned("count", count));
            memory.setInt(20, unsigned("argumentCount", argumentCount));
            memory.setPointer(24, memory.string(id));
            memory.setPointer(32, memory.string(title));
            memory.setPointer(40, memory.string(body));
            memory.setPointer(48, memory.string(kind));
            memory.setPointer(56, memory.string(thread));
            memory.setPointer(64, memory.string(category));
            memory.setPointer(72, memory.string(argument));
            return memory;
        }
    }

    /** The plural forms of a format. NULL: the language has no such form, and `other` is used. */
    public static final class Forms {
        static final int SIZE = 56;

        public int flags;
        public String zero, one, two, few, many, other;

        /** 0 */
        public Forms flags(int value) { flags = value; return this; }
        public Forms zero(String value) { zero = value; return this; }
        public Forms one(String value) { one = value; return this; }
        public Forms two(String value) { two = value; return this; }
        public Forms few(String value) { few = value; return this; }
        public Forms many(String value) { many = value; return this; }
        /** Required. */
        public Forms other(String value) { other = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(56);
            memory.setInt(0, 56);
            memory.setInt(4, flags);
            memory.setPointer(8, memory.string(zero));
            memory.setPointer(16, memory.string(one));
            memory.setPointer(24, memory.string(two));
            memory.setPointer(32, memory.string(few));
            memory.setPointer(40, memory.string(many));
            memory.setPointer(48, memory.string(other));
            return memory;
        }
    }

    /** A row of tally_group_list and tally_group_get. */
    public record Group(long newest, long oldest, long items, long notifications, long fresh, long time, int origin,
        String thread, String path, String title, String summary, String language) {
        static final int SIZE = 96;

        static Group read(Pointer at, byte[] text) {
            return new Group(at.getLong(0), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getLong(40), at.getInt(48), textIn(text, at.getInt(52), at.getInt(56)),
                textIn(text, at.getInt(60), at.getInt(64)), textIn(text, at.getInt(68), at.getInt(72)),
                textIn(text, at.getInt(76), at.getInt(80)), textIn(text, at.getInt(84), at.getInt(88)));
        }
    }

    /** Options of tally_outbox_configure. */
    public static final class OutboxOptions {
        static final int SIZE = 56;

        public int flags;
        public long requestTimeout, idleTimeout;
        public String url;

        /** 0 */
        public OutboxOptions flags(int value) { flags = value; return this; }
        /** For a whole request, from 100. 0: 300,000. */
        public OutboxOptions requestTimeout(long value) { requestTimeout = value; return this; }
        /** Without a byte, from 100. 0: 60,000. */
        public OutboxOptions idleTimeout(long value) { idleTimeout = value; return this; }
        /** http: or https:, to which rows are sent with POST. NULL or empty: the host leases. */
        public OutboxOptions url(String value) { url = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(56);
            memory.setInt(0, 56);
            memory.setInt(4, flags);
            memory.setLong(8, requestTimeout);
            memory.setLong(16, idleTimeout);
            memory.setPointer(24, memory.string(url));
            return memory;
        }
    }

    /** A row of tally_outbox_lease and tally_outbox_list. */
    public record OutboxEntry(long sequence, long feed, long attempt, long nextTime, long leaseEnd, int kind,
        int state, String key, String entity, String body) {
        static final int SIZE = 72;

        static OutboxEntry read(Pointer at, byte[] text) {
            return new OutboxEntry(at.getLong(0), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getInt(40), at.getInt(44), textIn(text, at.getInt(48), at.getInt(52)),
                textIn(text, at.getInt(56), at.getInt(60)), textIn(text, at.getInt(64), at.getInt(68)));
        }
    }

    /** The contents and dates of a reminder. A member that is not in `fields` has its default in tally_reminder_put,
     * and is unchanged by tally_reminder_edit. NULL or "" removes a text, and 0 a start or an end. 0 in all its
     * members removes a repetition or overdue reminding. If only some of these members are 0, or shelf_unit, those
     * are unchanged. */
    public static final class ReminderOptions {
        static final int SIZE = 120;

        /** null: not given. 0 and an empty text are given. */
        public String title, body, path, zone;
        public Integer produced, shelfLife, shelfUnit, time, smart, repeatUnit, repeatEvery, end, start, overdueUnit,
            overdueEvery, overdueLimit;

        /** These are UTF-8. */
        public ReminderOptions title(String value) { title = value; return this; }
        public ReminderOptions body(String value) { body = value; return this; }
        /** The path of its badge. Empty: none. */
        public ReminderOptions path(String value) { path = value; return this; }
        /** Empty: the device's. */
        public ReminderOptions zone(String value) { zone = value; return this; }
        /** A day. Default: today, in its zone. */
        public ReminderOptions produced(int value) { produced = value; return this; }
        /** From 1. Required. */
        public ReminderOptions shelfLife(int value) { shelfLife = value; return this; }
        /** TALLY_UNIT_DAY, _MONTH or _YEAR. Required. */
        public ReminderOptions shelfUnit(int value) { shelfUnit = value; return this; }
        /** Seconds since midnight, 0 to 86,399. Default 32,400, 09:00. */
        public ReminderOptions time(int value) { time = value; return this; }
        /** TALLY_SMART_…. Default AUTOMATIC. */
        public ReminderOptions smart(int value) { smart = value; return this; }
        /** TALLY_UNIT_…. Required unless it is smart. */
        public ReminderOptions repeatUnit(int value) { repeatUnit = value; return this; }
        /** It fires every so many units, to 1,000,000. Default 1. */
        public ReminderOptions repeatEvery(int value) { repeatEvery = value; return this; }
        /** The last day on which it fires. Required unless it is smart. */
        public ReminderOptions end(int value) { end = value; return this; }
        /** The day from which repetitions count. Default: the day of entering. */
        public ReminderOptions start(int value) { start = value; return this; }
        /** TALLY_UNIT_…, counted from the day after the expiry or the end. */
        public ReminderOptions overdueUnit(int value) { overdueUnit = value; return this; }
        /** It fires every so many of these units, to 1,000,000. Default 1. */
        public ReminderOptions overdueEvery(int value) { overdueEvery = value; return this; }
        /** How many times it fires then, to 1,000,000. Default: 0. */
        public ReminderOptions overdueLimit(int value) { overdueLimit = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(120);
            memory.setInt(0, 120);
            int fields = 0;
            if (title != null) {
                memory.setPointer(8, memory.string(title));
                fields |= TALLY_REMINDER_FIELD_TITLE;
            }
            if (body != null) {
                memory.setPointer(16, memory.string(body));
                fields |= TALLY_REMINDER_FIELD_BODY;
            }
            if (path != null) {
                memory.setPointer(24, memory.string(path));
                fields |= TALLY_REMINDER_FIELD_PATH;
            }
            if (zone != null) {
                memory.setPointer(32, memory.string(zone));
                fields |= TALLY_REMINDER_FIELD_ZONE;
            }
            if (produced != null) {
                memory.setInt(40, produced);
                fields |= TALLY_REMINDER_FIELD_PRODUCED;
            }
            if (shelfLife != null) {
                memory.setInt(44, shelfLife);
                fields |= TALLY_REMINDER_FIELD_SHELF_LIFE;
            }
            if (shelfUnit != null) {
                memory.setInt(48, shelfUnit);
                fields |= TALLY_REMINDER_FIELD_SHELF_LIFE;
            }
            if (time != null) {
                memory.setInt(52, time);
                fields |= TALLY_REMINDER_FIELD_TIME;
            }
            if (smart != null) {
                memory.setInt(56, smart);
                fields |= TALLY_REMINDER_FIELD_SMART;
            }
            if (repeatUnit != null) {
                memory.setInt(60, repeatUnit);
                fields |= TALLY_REMINDER_FIELD_REPEAT;
            }
            if (repeatEvery != null) {
                memory.setInt(64, repeatEvery);
                fields |= TALLY_REMINDER_FIELD_REPEAT;
            }
            if (end != null) {
                memory.setInt(68, end);
                fields |= TALLY_REMINDER_FIELD_END;
            }
            if (start != null) {
                memory.setInt(72, start);
                fields |= TALLY_REMINDER_FIELD_START;
            }
            if (overdueUnit != null) {
                memory.setInt(76, overdueUnit);
                fields |= TALLY_REMINDER_FIELD_OVERDUE;
            }
            if (overdueEvery != null) {
                memory.setInt(80, overdueEvery);
                fields |= TALLY_REMINDER_FIELD_OVERDUE;
            }
            if (overdueLimit != null) {
                memory.setInt(84, overdueLimit);
                fields |= TALLY_REMINDER_FIELD_OVERDUE;
            }
            memory.setInt(4, fields);
            return memory;
        }
    }

    /** A row of tally_reminder_list. */
    public record Reminder(long number, long nextTime, long dueTime, long expires, long stamp, long revision,
        int state, int expiry, int span, int daysLeft, boolean isSmart, int produced, int shelfLife, int shelfUnit,
        int time, int entered, int smart, int repeatUnit, int repeatEvery, int start, int end, int overdueUnit,
        int overdueEvery, int overdueLimit, String id, String title, String body, String path, String zone) {
        static final int SIZE = 160;

        static Reminder read(Pointer at, byte[] text) {
            return new Reminder(at.getLong(0), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getInt(40) & 0xFFFFFFFFL, at.getInt(44), at.getInt(48), at.getInt(52), at.getInt(56),
                at.getInt(60) != 0, at.getInt(64), at.getInt(68), at.getInt(72), at.getInt(76), at.getInt(80),
                at.getInt(84), at.getInt(88), at.getInt(92), at.getInt(96), at.getInt(100), at.getInt(104),
                at.getInt(108), at.getInt(112), textIn(text, at.getInt(116), at.getInt(120)),
                textIn(text, at.getInt(124), at.getInt(128)), textIn(text, at.getInt(132), at.getInt(136)),
                textIn(text, at.getInt(140), at.getInt(144)), textIn(text, at.getInt(148), at.getInt(152)));
        }
    }

    /** Options of tally_reminder_plan. */
    public static final class PlanOptions {
        static final int SIZE = 32;

        public int flags;
        public long limit, reserve;

        /** TALLY_PLAN_FLAG_FROM_SCRATCH and _PEEK, or 0 */
        public PlanOptions flags(int value) { flags = value; return this; }
        /** Notifications that the system accepts, to 4,096. 0: 64. */
        public PlanOptions limit(long value) { limit = value; return this; }
        /** How many of them the host needs for other things. */
        public PlanOptions reserve(long value) { reserve = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(32);
            memory.setInt(0, 32);
            memory.setInt(4, flags);
            memory.setInt(8, unsigned("limit", limit));
            memory.setInt(12, unsigned("reserve", reserve));
            return memory;
        }
    }

    /** A row of tally_reminder_plan. */
    public record PlanEntry(long id, long time, long occurrence, long revision, int action, String reminder,
        String title, String body, String path) {
        static final int SIZE = 64;

        static PlanEntry read(Pointer at, byte[] text) {
            return new PlanEntry(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
                at.getInt(28), textIn(text, at.getInt(32), at.getInt(36)), textIn(text, at.getInt(40), at.getInt(44)),
                textIn(text, at.getInt(48), at.getInt(52)), textIn(text, at.getInt(56), at.getInt(60)));
        }
    }

    /** The plan as a whole. */
    public record Plan(long planned, long leftOut, long reach) {
        static final int SIZE = 24;

        static Plan read(Pointer at, byte[] text) {
            return new Plan(at.getInt(4) & 0xFFFFFFFFL, at.getLong(8), at.getLong(16));
        }
    }

    /** A row of tally_reminder_log. */
    public record ReminderNote(long number, long time, long occurrenceTime, long revision, int kind,
        String reminder) {
        static final int SIZE = 40;

        static ReminderNote read(Pointer at, byte[] text) {
            return new ReminderNote(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24) & 0xFFFFFFFFL,
                at.getInt(28), textIn(text, at.getInt(32), at.getInt(36)));
        }
    }

    /** Options of tally_engine_batch. */
    public static final class EngineBatchOptions {
        static final int SIZE = 72;

        public int flags, aggregation, feeding;
        public long itemSize, operationSize, epoch, position;
        public String source;

        /** 0 */
        public EngineBatchOptions flags(int value) { flags = value; return this; }
        /** sizeof(tally_item) */
        public EngineBatchOptions itemSize(long value) { itemSize = value; return this; }
        /** sizeof(tally_item_operation) */
        public EngineBatchOptions operationSize(long value) { operationSize = value; return this; }
        /** For accounts that the batch creates. */
        public EngineBatchOptions aggregation(int value) { aggregation = value; return this; }
        /** The same. */
        public EngineBatchOptions feeding(int value) { feeding = value; return this; }
        /** As in tally_batch_options. */
        public EngineBatchOptions epoch(long value) { epoch = value; return this; }
        /** The place of the last item in the log, rising with each batch. Without a source: 0. */
        public EngineBatchOptions position(long value) { position = value; return this; }
        /** The log: 1 to 255 bytes, as an account's name. NULL: none. */
        public EngineBatchOptions source(String value) { source = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(72);
            memory.setInt(0, 72);
            memory.setInt(4, flags);
            memory.setInt(8, unsigned("itemSize", itemSize));
            memory.setInt(12, unsigned("operationSize", operationSize));
            memory.setInt(16, aggregation);
            memory.setInt(20, feeding);
            memory.setLong(24, epoch);
            memory.setLong(32, position);
            memory.setPointer(40, memory.string(source));
            return memory;
        }
    }

    /** Options of tally_trace_open. */
    public static final class TraceOptions {
        static final int SIZE = 48;

        public long kinds, bytes;
        public String account;

        /** The sum of 1u &lt;&lt; TALLY_TRACE_… of the kinds that are wanted. Default: all but EXCHANGE. */
        public TraceOptions kinds(long value) { kinds = value; return this; }
        /** The size of the ring, 4,096 to 2^30. Default 1,048,576. */
        public TraceOptions bytes(long value) { bytes = value; return this; }
        /** NULL: all accounts. */
        public TraceOptions account(String value) { account = value; return this; }

        /** As C has it. */
        Block write() {
            Block memory = new Block(48);
            memory.setInt(0, 48);
            memory.setInt(4, unsigned("kinds", kinds));
            memory.setLong(8, bytes);
            memory.setPointer(16, memory.string(account));
            return memory;
        }
    }

    /** The badge that a node owns, and the one that it shows. */
    public record TraceState(long count, long until, long muteUntil, int kind, int ownKind, long ownCount, int mute) {
        static final int SIZE = 40;

        static TraceState read(Pointer at, byte[] text) {
            return new TraceState(at.getLong(0), at.getLong(8), at.getLong(16), at.getInt(24), at.getInt(28),
                at.getInt(32) & 0xFFFFFFFFL, at.getInt(36));
        }
    }

    /** A record of a trace. Members that its kind does not name are 0. */
    public record TraceRecord(int kind, long account, long feed, long revision, long time, int cause, long request,
        int change, int level, int result, int httpStatus, boolean missed, String text, long headersLength,
        long bodyLength, long count, long total, long unread, long unseen, long added, long changed, long removed,
        long rejected, TraceState before, TraceState after) {
        static final int SIZE = 224;

        static TraceRecord read(Pointer at, byte[] text) {
            return new TraceRecord(at.getInt(4), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getInt(40), at.getInt(44) & 0xFFFFFFFFL, at.getInt(48), at.getInt(52), at.getInt(56),
                at.getInt(60), at.getInt(64) != 0, textIn(text, 0, at.getInt(68)), at.getInt(72) & 0xFFFFFFFFL,
                at.getInt(76) & 0xFFFFFFFFL, at.getLong(80), at.getLong(88), at.getLong(96), at.getLong(104),
                at.getInt(112) & 0xFFFFFFFFL, at.getInt(116) & 0xFFFFFFFFL, at.getInt(120) & 0xFFFFFFFFL,
                at.getInt(124) & 0xFFFFFFFFL, TraceState.read(at.share(128), text),
                TraceState.read(at.share(168), text));
        }
    }

    static final int TALLY_ACCOUNT_ENTRY_NAME = 0, TALLY_ACCOUNT_ENTRY_SIZE = 8;

    static final int TALLY_ACCOUNT_STATE_STRUCT_SIZE = 0, TALLY_ACCOUNT_STATE_LOGGED_IN = 4,
        TALLY_ACCOUNT_STATE_ID = 8, TALLY_ACCOUNT_STATE_REVISION = 16, TALLY_ACCOUNT_STATE_EPOCH = 24,
        TALLY_ACCOUNT_STATE_AGGREGATION = 32, TALLY_ACCOUNT_STATE_FEEDING = 36, TALLY_ACCOUNT_STATE_SIZE = 40;

    static final int TALLY_IMPORT_ACCOUNT = 0, TALLY_IMPORT_SNAPSHOT = 8, TALLY_IMPORT_LENGTH = 16,
        TALLY_IMPORT_STATUS = 24, TALLY_IMPORT_FLAGS = 28, TALLY_IMPORT_SIZE = 48;

    static final int TALLY_ITEM_ACCOUNT = 0, TALLY_ITEM_ID = 8, TALLY_ITEM_TIME = 16, TALLY_ITEM_OPERATIONS = 24,
        TALLY_ITEM_COUNT = 32, TALLY_ITEM_STATUS = 40, TALLY_ITEM_FLAGS = 44, TALLY_ITEM_SIZE = 64;

    static final int TALLY_ITEM_OPERATION_KIND = 0, TALLY_ITEM_OPERATION_STATUS = 4, TALLY_ITEM_OPERATION_FLAGS = 8,
        TALLY_ITEM_OPERATION_CHANGED = 12, TALLY_ITEM_OPERATION_VALUE = 16, TALLY_ITEM_OPERATION_UNTIL = 24,
        TALLY_ITEM_OPERATION_KEY = 32, TALLY_ITEM_OPERATION_PATH = 40, TALLY_ITEM_OPERATION_ID = 48,
        TALLY_ITEM_OPERATION_MESSAGE = 56, TALLY_ITEM_OPERATION_REMINDER = 64, TALLY_ITEM_OPERATION_SIZE = 88;

    static final int TALLY_NODE_OPERATION_NODE = 0, TALLY_NODE_OPERATION_VALUE = 8, TALLY_NODE_OPERATION_KIND = 16,
        TALLY_NODE_OPERATION_STATUS = 20, TALLY_NODE_OPERATION_SIZE = 24;

    static final int TALLY_OPERATION_KIND = 0, TALLY_OPERATION_STATUS = 4, TALLY_OPERATION_BADGE_KIND = 8,
        TALLY_OPERATION_FLAGS = 12, TALLY_OPERATION_NODE = 16, TALLY_OPERATION_VALUE = 24, TALLY_OPERATION_UNTIL = 32,
        TALLY_OPERATION_COUNT = 40, TALLY_OPERATION_PATH = 48, TALLY_OPERATION_SIZE = 64;

    static final int TALLY_ROWS_STRUCT_SIZE = 0, TALLY_ROWS_ENTRY_SIZE = 4, TALLY_ROWS_ENTRIES = 8,
        TALLY_ROWS_CAPACITY = 16, TALLY_ROWS_TEXT = 24, TALLY_ROWS_TEXT_CAPACITY = 32, TALLY_ROWS_COUNT = 40,
        TALLY_ROWS_TEXT_SIZE = 48, TALLY_ROWS_SIZE = 72;

    static final int TALLY_WIDGET_STRUCT_SIZE = 0, TALLY_WIDGET_FLAGS = 4, TALLY_WIDGET_SHOW_DOT = 8,
        TALLY_WIDGET_SHOW_NUMBER = 16, TALLY_WIDGET_SHOW_ICON = 24, TALLY_WIDGET_HIDE = 32, TALLY_WIDGET_SIZE = 40;

    /** Memory of a structure, and of the texts that it points to. */
    static final class Block extends Memory {
        private final java.util.List<Memory> texts = new java.util.ArrayList<>();

        Block(long size) {
            super(size);
            clear();
        }

        /** A text, ended by NUL, that lives as long as this. */
        Pointer string(String text) {
            if (text == null) return null;
            byte[] bytes = Calls.text(text).getBytes(StandardCharsets.UTF_8);
            Memory memory = new Memory(bytes.length + 1);
            memory.write(0, bytes, 0, bytes.length);
            memory.setByte(bytes.length, (byte) 0);
            texts.add(memory);
            return memory;
        }
    }

    /** What a badge shows: "dot", its number, or "nothing". */
    static String shown(int kind, long count) {
        return kind == TALLY_KIND_NONE ? "nothing" : kind == TALLY_KIND_DOT ? "dot" : Long.toUnsignedString(count);
    }

    static String textIn(byte[] text, int offset, int length) {
        return text == null ? "" : new String(text, offset, length, StandardCharsets.UTF_8);
    }

    static String stringAt(Pointer at) {
        return at == null ? null : at.getString(0, "UTF-8");
    }

    static byte[] bytesAt(Pointer at, long size) {
        return at == null ? new byte[0] : at.getByteArray(0, Math.toIntExact(size));
    }

    static int unsigned(String name, long value) {
        if (value < 0 || value > 0xFFFFFFFFL) throw new TallyException(TALLY_ERROR_RANGE, name + " is out of range");
        return (int) value;
    }
}
