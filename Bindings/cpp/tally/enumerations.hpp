// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
#ifndef TALLY_ENUMERATIONS_HPP
#define TALLY_ENUMERATIONS_HPP

#include <tally.h>

#include <cstdint>
#include <type_traits>

namespace tally {

/// The status of a call. A newer library may return numbers without a name.
enum class status : std::int32_t {
    ok = TALLY_OK, held = TALLY_HELD, more = TALLY_MORE, resync = TALLY_RESYNC,
    already_applied = TALLY_ALREADY_APPLIED, not_modified = TALLY_NOT_MODIFIED, empty = TALLY_EMPTY,
    set_aside = TALLY_SET_ASIDE, partial = TALLY_PARTIAL, argument = TALLY_ERROR_ARGUMENT,
    no_memory = TALLY_ERROR_NO_MEMORY, path = TALLY_ERROR_PATH, range = TALLY_ERROR_RANGE, limit = TALLY_ERROR_LIMIT,
    not_found = TALLY_ERROR_NOT_FOUND, exists = TALLY_ERROR_EXISTS, conflict = TALLY_ERROR_CONFLICT,
    buffer_too_small = TALLY_ERROR_BUFFER_TOO_SMALL, stale_handle = TALLY_ERROR_STALE_HANDLE,
    closed = TALLY_ERROR_CLOSED, forked = TALLY_ERROR_FORKED, thread = TALLY_ERROR_THREAD,
    unsupported = TALLY_ERROR_UNSUPPORTED, internal = TALLY_ERROR_INTERNAL, not_applied = TALLY_ERROR_NOT_APPLIED,
    malformed = TALLY_ERROR_MALFORMED, io = TALLY_ERROR_IO, full = TALLY_ERROR_FULL, locked = TALLY_ERROR_LOCKED,
    corrupt = TALLY_ERROR_CORRUPT, not_a_store = TALLY_ERROR_NOT_A_STORE, newer = TALLY_ERROR_NEWER,
    read_only = TALLY_ERROR_READ_ONLY, permission = TALLY_ERROR_PERMISSION, stale_epoch = TALLY_ERROR_STALE_EPOCH,
    url = TALLY_ERROR_URL, network = TALLY_ERROR_NETWORK, timeout = TALLY_ERROR_TIMEOUT, tls = TALLY_ERROR_TLS,
    protocol = TALLY_ERROR_PROTOCOL, too_large = TALLY_ERROR_TOO_LARGE, server = TALLY_ERROR_SERVER,
    unauthorized = TALLY_ERROR_UNAUTHORIZED, rate_limited = TALLY_ERROR_RATE_LIMITED,
    logged_out = TALLY_ERROR_LOGGED_OUT, cancelled = TALLY_ERROR_CANCELLED,
};

/// Whether an enumeration is a set of flags, which | combines and & selects.
template <typename T>
struct is_flags : std::false_type {};

/// How an account is opened. Combined with |.
enum class account_flags : std::uint32_t {
    none = 0, existing = TALLY_ACCOUNT_EXISTING,
};
/// How an engine is opened. Combined with |.
enum class engine_flags : std::uint32_t {
    none = 0, host_driven = TALLY_ENGINE_HOST_DRIVEN, set_aside = TALLY_ENGINE_SET_ASIDE,
    logged_out = TALLY_ENGINE_LOGGED_OUT,
};
/// How a file is copied. Combined with |.
enum class backup_flags : std::uint32_t {
    none = 0, replace = TALLY_BACKUP_REPLACE,
};
/// The reasons why a path shows a badge, and its mutes. Combined with |.
enum class badge_flags : std::uint32_t {
    none = 0, own_count = TALLY_BADGE_OWN_COUNT, own_dot = TALLY_BADGE_OWN_DOT, fed = TALLY_BADGE_FED,
    children = TALLY_BADGE_CHILDREN, mute_number = TALLY_BADGE_MUTE_NUMBER, mute_all = TALLY_BADGE_MUTE_ALL,
    passes_highlights = TALLY_BADGE_PASSES_HIGHLIGHTS, snoozed = TALLY_BADGE_SNOOZED,
};
/// Which nodes are listed, and whether the list can be continued from its end. Combined with |.
enum class list_flags : std::uint32_t {
    none = 0, children = TALLY_LIST_CHILDREN, subtree = TALLY_SUBTREE, follow = TALLY_LIST_FOLLOW,
};
/// The contribution of a reason, and its kind. Combined with |.
enum class reason_flags : std::uint32_t {
    none = 0, own_count = TALLY_REASON_OWN_COUNT, own_dot = TALLY_REASON_OWN_DOT, fed = TALLY_REASON_FED,
    overridden = TALLY_REASON_OVERRIDDEN, mute_number = TALLY_REASON_MUTE_NUMBER, mute_all = TALLY_REASON_MUTE_ALL,
    lights = TALLY_REASON_LIGHTS, muted = TALLY_REASON_MUTED, message = TALLY_REASON_MESSAGE,
    linked = TALLY_REASON_LINKED, counting = TALLY_REASON_COUNTING, flag = TALLY_REASON_FLAG,
    snoozed = TALLY_REASON_SNOOZED,
};
/// How a patch is applied. Combined with |.
enum class apply_flags : std::uint32_t {
    none = 0, overwrite = TALLY_APPLY_OVERWRITE,
};
/// How a batch is performed. Combined with |.
enum class batch_flags : std::uint32_t {
    none = 0, each = TALLY_BATCH_EACH,
};
/// The changes of which an observer is notified. Combined with |.
enum class observe_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, initial = TALLY_OBSERVE_INITIAL,
};
/// How a feed is polled. Combined with |.
enum class feed_flags : std::uint32_t {
    none = 0, stops_in_background = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND,
    exact_delay = TALLY_FEED_OPTION_EXACT_DELAY, temporary = TALLY_FEED_OPTION_TEMPORARY,
};
/// The properties of a stored feed. Combined with |.
enum class feed_entry_flags : std::uint32_t {
    none = 0, running = TALLY_FEED_ENTRY_RUNNING, credential = TALLY_FEED_ENTRY_CREDENTIAL,
};
/// How a request is sent. Combined with |.
enum class request_flags : std::uint32_t {
    none = 0, credential = TALLY_REQUEST_FLAG_CREDENTIAL,
};
/// Which messages are meant. Combined with |.
enum class messages_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, unread = TALLY_MESSAGES_UNREAD, unseen = TALLY_MESSAGES_UNSEEN,
    newest = TALLY_MESSAGES_NEWEST, newer = TALLY_MESSAGES_NEWER, highlights = TALLY_MESSAGES_HIGHLIGHTS,
};
/// How a message is posted. Combined with |.
enum class message_flags : std::uint32_t {
    none = 0, dot = TALLY_POST_DOT, once = TALLY_POST_ONCE,
};
/// How groups are summarised. Combined with |.
enum class groups_flags : std::uint32_t {
    none = 0, hidden = TALLY_GROUPS_HIDDEN,
};
/// Which members of a reminder are set. Combined with |.
enum class reminder_fields : std::uint32_t {
    none = 0, title = TALLY_REMINDER_FIELD_TITLE, body = TALLY_REMINDER_FIELD_BODY, path = TALLY_REMINDER_FIELD_PATH,
    zone = TALLY_REMINDER_FIELD_ZONE, produced = TALLY_REMINDER_FIELD_PRODUCED,
    shelf_life = TALLY_REMINDER_FIELD_SHELF_LIFE, time_of_day = TALLY_REMINDER_FIELD_TIME_OF_DAY,
    smart = TALLY_REMINDER_FIELD_SMART, repeat = TALLY_REMINDER_FIELD_REPEAT, start = TALLY_REMINDER_FIELD_START,
    end = TALLY_REMINDER_FIELD_END, overdue = TALLY_REMINDER_FIELD_OVERDUE,
};
/// How notifications are planned. Combined with |.
enum class plan_flags : std::uint32_t {
    none = 0, from_scratch = TALLY_PLAN_FLAG_FROM_SCRATCH,
};
/// Where a credential may be sent. Combined with |.
enum class credential_flags : std::uint32_t {
    none = 0, plain = TALLY_CREDENTIAL_FLAG_PLAIN,
};
/// Which rule is read. Combined with |.
enum class rule_flags : std::uint32_t {
    none = 0, effective = TALLY_RULE_EFFECTIVE,
};
/// What a view clears. Combined with |.
enum class view_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, read = TALLY_VIEW_READ,
};
/// Which links are listed. Combined with |.
enum class link_flags : std::uint32_t {
    none = 0, subtree = TALLY_SUBTREE, under = TALLY_LINK_UNDER,
};
/// How the numbers about an engine are read. Combined with |.
enum class stats_flags : std::uint32_t {
    none = 0, reset = TALLY_STATS_RESET,
};
/// The changes that an outbox sends. Combined with |.
enum class outbox_flags : std::uint32_t {
    none = 0, reads = TALLY_OUTBOX_READS, reminders = TALLY_OUTBOX_REMINDERS, seen = TALLY_OUTBOX_SEEN,
    mutes = TALLY_OUTBOX_MUTES, flagged = TALLY_OUTBOX_FLAGGED, snoozes = TALLY_OUTBOX_SNOOZES,
    dismissals = TALLY_OUTBOX_DISMISSALS,
};
/// How accounts and sources are imported. Combined with |.
enum class import_flags : std::uint32_t {
    none = 0, replace = TALLY_IMPORT_REPLACE,
};
/// The properties of a path that are no badge. Combined with |.
enum class own_flags : std::uint32_t {
    none = 0, flagged = TALLY_OWN_FLAGGED,
};
enum class badge_kind : std::int32_t {
    none = TALLY_KIND_NONE, dot = TALLY_KIND_DOT, icon = TALLY_KIND_ICON, number = TALLY_KIND_NUMBER,
};
enum class durability : std::int32_t {
    group = TALLY_DURABILITY_GROUP, full = TALLY_DURABILITY_FULL,
};
enum class log_level : std::int32_t {
    error = TALLY_LOG_ERROR, warning = TALLY_LOG_WARNING, info = TALLY_LOG_INFO,
};
enum class limit : std::int32_t {
    depth = TALLY_LIMIT_DEPTH, path_bytes = TALLY_LIMIT_PATH_BYTES, nodes = TALLY_LIMIT_NODES,
    accounts = TALLY_LIMIT_ACCOUNTS, loaded_accounts = TALLY_LIMIT_LOADED_ACCOUNTS, feeds = TALLY_LIMIT_FEEDS,
    observers = TALLY_LIMIT_OBSERVERS, response_bytes = TALLY_LIMIT_RESPONSE_BYTES, batch_ids = TALLY_LIMIT_BATCH_IDS,
    batch_id_time = TALLY_LIMIT_BATCH_ID_TIME, requests = TALLY_LIMIT_REQUESTS,
    requests_per_origin = TALLY_LIMIT_REQUESTS_PER_ORIGIN, forgotten = TALLY_LIMIT_FORGOTTEN,
    marks = TALLY_LIMIT_MARKS, failed_rows = TALLY_LIMIT_FAILED_ROWS, rejected = TALLY_LIMIT_REJECTED,
    reminder_log = TALLY_LIMIT_REMINDER_LOG, cached_groups = TALLY_LIMIT_CACHED_GROUPS, events = TALLY_LIMIT_EVENTS,
    completions = TALLY_LIMIT_COMPLETIONS, log_level = TALLY_LIMIT_LOG_LEVEL, links = TALLY_LIMIT_LINKS,
};
enum class aggregation : std::int32_t {
    default_ = TALLY_AGGREGATION_DEFAULT, children = TALLY_AGGREGATION_CHILDREN, sum = TALLY_AGGREGATION_SUM,
};
enum class feeding : std::int32_t {
    default_ = TALLY_FEEDING_DEFAULT, unseen = TALLY_FEEDING_UNSEEN, unread = TALLY_FEEDING_UNREAD,
};
enum class counting : std::int32_t {
    default_ = TALLY_COUNTING_DEFAULT, lit = TALLY_COUNTING_LIT,
};
enum class credential_kind : std::int32_t {
    bearer = TALLY_CREDENTIAL_KIND_BEARER, basic = TALLY_CREDENTIAL_KIND_BASIC, header = TALLY_CREDENTIAL_KIND_HEADER,
    query = TALLY_CREDENTIAL_KIND_QUERY,
};
enum class mute_mode : std::int32_t {
    none = TALLY_MUTE_NONE, number = TALLY_MUTE_NUMBER, all = TALLY_MUTE_ALL,
    number_but_highlights = TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS, all_but_highlights = TALLY_MUTE_ALL_BUT_HIGHLIGHTS,
};
enum class level : std::int32_t {
    passive = TALLY_LEVEL_PASSIVE, normal = TALLY_LEVEL_NORMAL, highlight = TALLY_LEVEL_HIGHLIGHT,
    critical = TALLY_LEVEL_CRITICAL,
};
enum class operation_kind : std::int32_t {
    set = TALLY_OP_SET, dot = TALLY_OP_DOT, add = TALLY_OP_ADD, clear = TALLY_OP_CLEAR,
    clear_tree = TALLY_OP_CLEAR_TREE, mute = TALLY_OP_MUTE, get = TALLY_OP_GET, post = TALLY_OP_POST,
    withdraw = TALLY_OP_WITHDRAW, read = TALLY_OP_READ, reminder_put = TALLY_OP_REMINDER_PUT,
    reminder_edit = TALLY_OP_REMINDER_EDIT, reminder_done = TALLY_OP_REMINDER_DONE,
    reminder_undone = TALLY_OP_REMINDER_UNDONE, reminder_remove = TALLY_OP_REMINDER_REMOVE,
    reminder_snooze = TALLY_OP_REMINDER_SNOOZE, reminder_acknowledge = TALLY_OP_REMINDER_ACKNOWLEDGE,
};
enum class overflow_style : std::int32_t {
    plus = TALLY_OVERFLOW_PLUS, ellipsis = TALLY_OVERFLOW_ELLIPSIS,
};
enum class polling : std::int32_t {
    message_center = TALLY_POLLING_MESSAGE_CENTER, unread_count = TALLY_POLLING_UNREAD_COUNT,
};
enum class message_state : std::int32_t {
    unseen = TALLY_MESSAGE_STATE_UNSEEN, seen = TALLY_MESSAGE_STATE_SEEN, read = TALLY_MESSAGE_STATE_READ,
};
enum class grouping : std::int32_t {
    default_ = TALLY_GROUPING_DEFAULT, automatic = TALLY_GROUPING_AUTOMATIC, by_app = TALLY_GROUPING_BY_APP,
    off = TALLY_GROUPING_OFF,
};
enum class outbox_mode : std::int32_t {
    default_ = TALLY_OUTBOX_MODE_DEFAULT, off = TALLY_OUTBOX_MODE_OFF, leased = TALLY_OUTBOX_MODE_LEASED,
    sent = TALLY_OUTBOX_MODE_SENT,
};
enum class strings_kind : std::int32_t {
    catalog = TALLY_STRINGS_CATALOG, dictionary = TALLY_STRINGS_DICTIONARY,
};
enum class summary_origin : std::int32_t {
    none = TALLY_SUMMARY_ORIGIN_NONE, category = TALLY_SUMMARY_ORIGIN_CATEGORY,
    default_ = TALLY_SUMMARY_ORIGIN_DEFAULT,
};
enum class outbox_kind : std::int32_t {
    message = TALLY_OUTBOX_KIND_MESSAGE, mark = TALLY_OUTBOX_KIND_MARK, reminder = TALLY_OUTBOX_KIND_REMINDER,
    removal = TALLY_OUTBOX_KIND_REMOVAL, seen = TALLY_OUTBOX_KIND_SEEN, seen_mark = TALLY_OUTBOX_KIND_SEEN_MARK,
    mute = TALLY_OUTBOX_KIND_MUTE, flag = TALLY_OUTBOX_KIND_FLAG, snooze = TALLY_OUTBOX_KIND_SNOOZE,
    dismissal = TALLY_OUTBOX_KIND_DISMISSAL,
};
enum class outbox_state : std::int32_t {
    waiting = TALLY_OUTBOX_STATE_WAITING, leased = TALLY_OUTBOX_STATE_LEASED, failed = TALLY_OUTBOX_STATE_FAILED,
};
enum class unit : std::int32_t {
    minute = TALLY_UNIT_MINUTE, hour = TALLY_UNIT_HOUR, day = TALLY_UNIT_DAY, week = TALLY_UNIT_WEEK,
    month = TALLY_UNIT_MONTH, quarter = TALLY_UNIT_QUARTER, year = TALLY_UNIT_YEAR,
};
enum class smart_mode : std::int32_t {
    automatic = TALLY_SMART_AUTOMATIC, on = TALLY_SMART_ON, off = TALLY_SMART_OFF,
};
enum class reminder_state : std::int32_t {
    active = TALLY_REMINDER_STATE_ACTIVE, done = TALLY_REMINDER_STATE_DONE, expired = TALLY_REMINDER_STATE_EXPIRED,
};
enum class plan_action : std::int32_t {
    disarm = TALLY_PLAN_ACTION_DISARM, arm = TALLY_PLAN_ACTION_ARM,
};
enum class note_kind : std::int32_t {
    created = TALLY_NOTE_CREATED, edited = TALLY_NOTE_EDITED, planned = TALLY_NOTE_PLANNED, armed = TALLY_NOTE_ARMED,
    fired = TALLY_NOTE_FIRED, missed = TALLY_NOTE_MISSED, snoozed = TALLY_NOTE_SNOOZED,
    acknowledged = TALLY_NOTE_ACKNOWLEDGED, cancelled = TALLY_NOTE_CANCELLED, suspended = TALLY_NOTE_SUSPENDED,
    resumed = TALLY_NOTE_RESUMED, uploaded = TALLY_NOTE_UPLOADED, upload_failed = TALLY_NOTE_UPLOAD_FAILED,
    done = TALLY_NOTE_DONE, undone = TALLY_NOTE_UNDONE, removed = TALLY_NOTE_REMOVED,
};
enum class event_kind : std::int32_t {
    badge = TALLY_EVENT_BADGE, total = TALLY_EVENT_TOTAL, synced = TALLY_EVENT_SYNCED,
    completion = TALLY_EVENT_COMPLETION, auth = TALLY_EVENT_AUTH, widget = TALLY_EVENT_WIDGET,
    messages = TALLY_EVENT_MESSAGES, group = TALLY_EVENT_GROUP, reminder = TALLY_EVENT_REMINDER,
    drift = TALLY_EVENT_DRIFT,
};

template <> struct is_flags<account_flags> : std::true_type {};
template <> struct is_flags<engine_flags> : std::true_type {};
template <> struct is_flags<backup_flags> : std::true_type {};
template <> struct is_flags<badge_flags> : std::true_type {};
template <> struct is_flags<list_flags> : std::true_type {};
template <> struct is_flags<reason_flags> : std::true_type {};
template <> struct is_flags<apply_flags> : std::true_type {};
template <> struct is_flags<batch_flags> : std::true_type {};
template <> struct is_flags<observe_flags> : std::true_type {};
template <> struct is_flags<feed_flags> : std::true_type {};
template <> struct is_flags<feed_entry_flags> : std::true_type {};
template <> struct is_flags<request_flags> : std::true_type {};
template <> struct is_flags<messages_flags> : std::true_type {};
template <> struct is_flags<message_flags> : std::true_type {};
template <> struct is_flags<groups_flags> : std::true_type {};
template <> struct is_flags<reminder_fields> : std::true_type {};
template <> struct is_flags<plan_flags> : std::true_type {};
template <> struct is_flags<credential_flags> : std::true_type {};
template <> struct is_flags<rule_flags> : std::true_type {};
template <> struct is_flags<view_flags> : std::true_type {};
template <> struct is_flags<link_flags> : std::true_type {};
template <> struct is_flags<stats_flags> : std::true_type {};
template <> struct is_flags<outbox_flags> : std::true_type {};
template <> struct is_flags<import_flags> : std::true_type {};
template <> struct is_flags<own_flags> : std::true_type {};

}  // namespace tally

#endif  // TALLY_ENUMERATIONS_HPP
