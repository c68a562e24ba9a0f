// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** The constants of tally.h, and the records that come out. uint64_t is a long of the same bits. */
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
    public static final int TALLY_ENGINE_HOST_DRIVEN = 1, TALLY_ENGINE_SET_ASIDE = 2, TALLY_ENGINE_VACUUM = 4,
        TALLY_ENGINE_LOGGED_OUT = 8;
    public static final int TALLY_LOG_ERROR = 1, TALLY_LOG_WARNING = 2, TALLY_LOG_INFO = 3,
        TALLY_RECOVERY_UNCERTAIN = 1, TALLY_BACKUP_REPLACE = 1;
    public static final int TALLY_AGGREGATION_DEFAULT = 0, TALLY_AGGREGATION_CHILDREN = 1, TALLY_AGGREGATION_SUM = 2;
    public static final int TALLY_FEEDING_DEFAULT = 0, TALLY_FEEDING_UNSEEN = 1, TALLY_FEEDING_UNREAD = 2;
    public static final int TALLY_ACCOUNT_EXISTING = 1;
    public static final int TALLY_CREDENTIAL_KIND_BEARER = 1, TALLY_CREDENTIAL_KIND_BASIC = 2,
        TALLY_CREDENTIAL_KIND_HEADER = 3, TALLY_CREDENTIAL_KIND_QUERY = 4;
    public static final int TALLY_CREDENTIAL_FLAG_PLAIN = 1;
    public static final int TALLY_GROUPING_DEFAULT = 0, TALLY_GROUPING_AUTOMATIC = 1, TALLY_GROUPING_BY_APP = 2,
        TALLY_GROUPING_OFF = 3;
    public static final int TALLY_OUTBOX_MODE_DEFAULT = 0, TALLY_OUTBOX_MODE_OFF = 1, TALLY_OUTBOX_MODE_LEASED = 2,
        TALLY_OUTBOX_MODE_SENT = 3;
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
        TALLY_FEED_OPTION_TEMPORARY = 4, TALLY_FEED_ENTRY_RUNNING = 1, TALLY_FEED_ENTRY_CREDENTIAL = 2;
    public static final int TALLY_MAX_FEED_PAGES = 8;
    public static final int TALLY_REQUEST_KIND_SEND = 1, TALLY_REQUEST_KIND_CANCEL = 2,
        TALLY_REQUEST_FLAG_CREDENTIAL = 1;
    public static final int TALLY_MESSAGE_STATE_UNSEEN = 0, TALLY_MESSAGE_STATE_SEEN = 1,
        TALLY_MESSAGE_STATE_READ = 2;
    public static final int TALLY_MESSAGES_UNREAD = 2;
    public static final int TALLY_POST_DOT = 1;
    public static final String TALLY_FEED_LOCAL = "tally:local";
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

    /** The row of tally_account_get_settings. A setting that was never changed has its first value. */
    public record AccountSettingsEntry(long outboxRequestTimeout, long outboxIdleTimeout, int grouping, int outbox,
        String language, String outboxUrl, String pushPath) {
        static final int SIZE = 48;

        static AccountSettingsEntry read(Pointer at, byte[] text) {
            return new AccountSettingsEntry(at.getLong(0), at.getLong(8), at.getInt(16), at.getInt(20),
                textIn(text, at.getInt(24), at.getInt(28)), textIn(text, at.getInt(32), at.getInt(36)),
                textIn(text, at.getInt(40), at.getInt(44)));
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

    /** An event: what has changed, or what has ended. Members that a kind does not have are 0.
     * <pre>
     * kind         members besides kind, token and account
     * BADGE        count, badge_kind, revision: what the path shows; result
     * TOTAL        count, badge_kind, revision: of the total
     * WIDGET       count, badge_kind, revision: what the path shows
     * SYNCED       feed, result, retry_after, next_time: the next request; added, changed, removed, rejected;
     *              count, badge_kind, revision: what the feed's prefix shows
     * COMPLETION   feed, result, retry_after
     * AUTH         feed (0: the outbox), result
     * MESSAGES     total, unread, unseen
     * GROUP        result
     * REMINDER     count: occurrences that were due; revision: its own; next_time: when it was due; missed; result
     * </pre> */
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

    /** A feed that is stored. */
    public record FeedEntry(long id, long lastSuccess, long rejected, long initialDelay, long interval,
        long visibleInterval, long requestTimeout, long idleTimeout, long tolerance, long awayTime, long maxAge,
        long maxMessages, long pageLimit, long options, int flags, String name, String url, String prefix,
        String title, String mappingPreset, String mapping) {
        static final int SIZE = 160;

        static FeedEntry read(Pointer at, byte[] text) {
            return new FeedEntry(at.getLong(0), at.getLong(8), at.getLong(16), at.getLong(24), at.getLong(32),
                at.getLong(40), at.getLong(48), at.getLong(56), at.getLong(64), at.getLong(72), at.getLong(80),
                at.getLong(88), at.getInt(96) & 0xFFFFFFFFL, at.getInt(100) & 0xFFFFFFFFL, at.getInt(104),
                textIn(text, at.getInt(112), at.getInt(116)), textIn(text, at.getInt(120), at.getInt(124)),
                textIn(text, at.getInt(128), at.getInt(132)), textIn(text, at.getInt(136), at.getInt(140)),
                textIn(text, at.getInt(144), at.getInt(148)), textIn(text, at.getInt(152), at.getInt(156)));
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
        TALLY_ROWS_TEXT_SIZE = 48, TALLY_ROWS_NEXT = 56, TALLY_ROWS_SIZE = 64;

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
