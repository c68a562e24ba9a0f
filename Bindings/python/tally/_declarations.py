"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

# flake8: noqa
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, c_float, c_int32, c_int64, c_size_t, c_ssize_t, c_uint32,
                    c_uint64, c_void_p)
from typing import Any, Dict, List, Tuple

TALLY_VERSION_MAJOR = 0; TALLY_VERSION_MINOR = 1; TALLY_VERSION_PATCH = 0; TALLY_VERSION = '0.1.0';
TALLY_VERSION_NUMBER = 1000;
TALLY_OK = 0;
TALLY_HELD = 1; TALLY_MORE = 2; TALLY_RESYNC = 3; TALLY_ALREADY_APPLIED = 4; TALLY_NOT_MODIFIED = 5; TALLY_EMPTY = 6;
TALLY_SET_ASIDE = 7; TALLY_PARTIAL = 8;
TALLY_ERROR_ARGUMENT = -1; TALLY_ERROR_NO_MEMORY = -2; TALLY_ERROR_PATH = -3; TALLY_ERROR_RANGE = -4;
TALLY_ERROR_LIMIT = -5; TALLY_ERROR_NOT_FOUND = -6; TALLY_ERROR_EXISTS = -7; TALLY_ERROR_CONFLICT = -8;
TALLY_ERROR_BUFFER_TOO_SMALL = -9; TALLY_ERROR_STALE_HANDLE = -10; TALLY_ERROR_CLOSED = -11; TALLY_ERROR_FORKED = -12;
TALLY_ERROR_THREAD = -13; TALLY_ERROR_UNSUPPORTED = -14; TALLY_ERROR_INTERNAL = -15; TALLY_ERROR_NOT_APPLIED = -16;
TALLY_ERROR_MALFORMED = -17; TALLY_ERROR_IO = -20; TALLY_ERROR_FULL = -21; TALLY_ERROR_LOCKED = -22;
TALLY_ERROR_CORRUPT = -23; TALLY_ERROR_NOT_A_STORE = -24; TALLY_ERROR_NEWER = -25; TALLY_ERROR_READ_ONLY = -26;
TALLY_ERROR_PERMISSION = -27; TALLY_ERROR_STALE_EPOCH = -28; TALLY_ERROR_URL = -40; TALLY_ERROR_NETWORK = -41;
TALLY_ERROR_TIMEOUT = -42; TALLY_ERROR_TLS = -43; TALLY_ERROR_PROTOCOL = -44; TALLY_ERROR_TOO_LARGE = -45;
TALLY_ERROR_SERVER = -46; TALLY_ERROR_UNAUTHORIZED = -47; TALLY_ERROR_RATE_LIMITED = -48;
TALLY_ERROR_LOGGED_OUT = -49; TALLY_ERROR_CANCELLED = -50;
TALLY_LIST_FOLLOW = 256;
TALLY_DEFAULT = 0; TALLY_OFF = -1; TALLY_NO_LIMIT = 0; TALLY_NO_WAIT = 0; TALLY_NO_TIMEOUT = -1;
TALLY_DURABILITY_GROUP = 0; TALLY_DURABILITY_FULL = 1;
TALLY_ENGINE_HOST_DRIVEN = 1; TALLY_ENGINE_SET_ASIDE = 2; TALLY_ENGINE_LOGGED_OUT = 4;
TALLY_LOG_ERROR = 1; TALLY_LOG_WARNING = 2; TALLY_LOG_INFO = 3;
TALLY_LIMIT_DEPTH = 1; TALLY_LIMIT_PATH_BYTES = 2; TALLY_LIMIT_NODES = 3; TALLY_LIMIT_ACCOUNTS = 4;
TALLY_LIMIT_LOADED_ACCOUNTS = 5; TALLY_LIMIT_FEEDS = 6; TALLY_LIMIT_OBSERVERS = 7; TALLY_LIMIT_RESPONSE_BYTES = 8;
TALLY_LIMIT_BATCH_IDS = 9; TALLY_LIMIT_BATCH_ID_TIME = 10; TALLY_LIMIT_REQUESTS = 11;
TALLY_LIMIT_REQUESTS_PER_ORIGIN = 12; TALLY_LIMIT_FORGOTTEN = 13; TALLY_LIMIT_MARKS = 14;
TALLY_LIMIT_FAILED_ROWS = 15; TALLY_LIMIT_REJECTED = 16; TALLY_LIMIT_REMINDER_LOG = 17;
TALLY_LIMIT_CACHED_GROUPS = 18; TALLY_LIMIT_EVENTS = 19; TALLY_LIMIT_COMPLETIONS = 20; TALLY_LIMIT_LOG_LEVEL = 21;
TALLY_LIMIT_LINKS = 22;
TALLY_LIMIT_KEEP = -1; TALLY_BACKUP_REPLACE = 1; TALLY_STATS_RESET = 1;
TALLY_RECOVERY_UNCERTAIN = 1;
TALLY_AGGREGATION_DEFAULT = 0; TALLY_AGGREGATION_CHILDREN = 1; TALLY_AGGREGATION_SUM = 2;
TALLY_FEEDING_DEFAULT = 0; TALLY_FEEDING_UNSEEN = 1; TALLY_FEEDING_UNREAD = 2;
TALLY_ACCOUNT_EXISTING = 1;
TALLY_CREDENTIAL_KIND_BEARER = 1; TALLY_CREDENTIAL_KIND_BASIC = 2; TALLY_CREDENTIAL_KIND_HEADER = 3;
TALLY_CREDENTIAL_KIND_QUERY = 4;
TALLY_CREDENTIAL_FLAG_PLAIN = 1;
TALLY_GROUPING_DEFAULT = 0; TALLY_GROUPING_AUTOMATIC = 1; TALLY_GROUPING_BY_APP = 2; TALLY_GROUPING_OFF = 3;
TALLY_OUTBOX_MODE_DEFAULT = 0; TALLY_OUTBOX_MODE_OFF = 1; TALLY_OUTBOX_MODE_LEASED = 2; TALLY_OUTBOX_MODE_SENT = 3;
TALLY_OUTBOX_READS = 1; TALLY_OUTBOX_REMINDERS = 2; TALLY_OUTBOX_SEEN = 4; TALLY_OUTBOX_MUTES = 8;
TALLY_OUTBOX_FLAGGED = 16; TALLY_OUTBOX_SNOOZES = 32; TALLY_OUTBOX_DISMISSALS = 64;
TALLY_MAX_COUNT = 4294967295; TALLY_FOREVER = 0;
TALLY_LEVEL_PASSIVE = -1; TALLY_LEVEL_NORMAL = 0; TALLY_LEVEL_HIGHLIGHT = 1; TALLY_LEVEL_CRITICAL = 2;
TALLY_MUTE_NONE = 0; TALLY_MUTE_NUMBER = 1; TALLY_MUTE_ALL = 2; TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS = 5;
TALLY_MUTE_ALL_BUT_HIGHLIGHTS = 6;
TALLY_MUTE_PASS_HIGHLIGHTS = 4;
TALLY_BADGE_OWN_COUNT = 1; TALLY_BADGE_OWN_DOT = 2; TALLY_BADGE_FED = 4; TALLY_BADGE_CHILDREN = 8;
TALLY_BADGE_MUTE_NUMBER = 16; TALLY_BADGE_MUTE_ALL = 32; TALLY_BADGE_PASSES_HIGHLIGHTS = 64;
TALLY_BADGE_SNOOZED = 128;
TALLY_KIND_NONE = 0; TALLY_KIND_DOT = 1; TALLY_KIND_ICON = 2; TALLY_KIND_NUMBER = 3;
TALLY_OWN_FLAGGED = 1; TALLY_COUNTING_DEFAULT = 0; TALLY_COUNTING_LIT = 1; TALLY_RULE_EFFECTIVE = 1;
TALLY_LINK_UNDER = 2;
TALLY_LIST_CHILDREN = 0; TALLY_SUBTREE = 1;
TALLY_REASON_OWN_COUNT = 1; TALLY_REASON_OWN_DOT = 2; TALLY_REASON_FED = 4; TALLY_REASON_OVERRIDDEN = 8;
TALLY_REASON_MUTE_NUMBER = 16; TALLY_REASON_MUTE_ALL = 32; TALLY_REASON_LIGHTS = 64; TALLY_REASON_MUTED = 128;
TALLY_REASON_MESSAGE = 256; TALLY_REASON_LINKED = 512; TALLY_REASON_COUNTING = 1024; TALLY_REASON_FLAG = 2048;
TALLY_REASON_SNOOZED = 4096;
TALLY_MESSAGE_STATE_UNSEEN = 0; TALLY_MESSAGE_STATE_SEEN = 1; TALLY_MESSAGE_STATE_READ = 2;
TALLY_MESSAGES_UNREAD = 2; TALLY_MESSAGES_UNSEEN = 4; TALLY_MESSAGES_NEWEST = 8; TALLY_MESSAGES_NEWER = 16;
TALLY_MESSAGES_HIGHLIGHTS = 32;
TALLY_POST_DOT = 1; TALLY_POST_ONCE = 2; TALLY_MAX_LINK = 2048; TALLY_MAX_DATA = 65536; TALLY_MAX_ALSO = 8;
TALLY_FEED_LOCAL = 'tally:local';
TALLY_EVENT_BADGE = 1; TALLY_EVENT_TOTAL = 2; TALLY_EVENT_SYNCED = 3; TALLY_EVENT_COMPLETION = 4;
TALLY_EVENT_AUTH = 5; TALLY_EVENT_WIDGET = 6; TALLY_EVENT_MESSAGES = 7; TALLY_EVENT_GROUP = 8;
TALLY_EVENT_REMINDER = 9; TALLY_EVENT_DRIFT = 10;
TALLY_OBSERVE_INITIAL = 2;
TALLY_VIEW_READ = 2;
TALLY_POLLING_MESSAGE_CENTER = 0; TALLY_POLLING_UNREAD_COUNT = 1;
TALLY_FEED_OPTION_STOPS_IN_BACKGROUND = 1; TALLY_FEED_OPTION_EXACT_DELAY = 2; TALLY_FEED_OPTION_TEMPORARY = 4;
TALLY_FEED_ENTRY_RUNNING = 1; TALLY_FEED_ENTRY_CREDENTIAL = 2;
TALLY_MAX_FEED_PAGES = 8;
TALLY_STRINGS_CATALOG = 1; TALLY_STRINGS_DICTIONARY = 2;
TALLY_SUMMARY_ORIGIN_NONE = 0; TALLY_SUMMARY_ORIGIN_CATEGORY = 1; TALLY_SUMMARY_ORIGIN_DEFAULT = 2;
TALLY_GROUPS_HIDDEN = 1;
TALLY_OUTBOX_KIND_MESSAGE = 1; TALLY_OUTBOX_KIND_MARK = 2; TALLY_OUTBOX_KIND_REMINDER = 3;
TALLY_OUTBOX_KIND_REMOVAL = 4; TALLY_OUTBOX_KIND_SEEN = 5; TALLY_OUTBOX_KIND_SEEN_MARK = 6;
TALLY_OUTBOX_KIND_MUTE = 7; TALLY_OUTBOX_KIND_FLAG = 8; TALLY_OUTBOX_KIND_SNOOZE = 9;
TALLY_OUTBOX_KIND_DISMISSAL = 10;
TALLY_OUTBOX_STATE_WAITING = 0; TALLY_OUTBOX_STATE_LEASED = 1; TALLY_OUTBOX_STATE_FAILED = 2;
TALLY_FEED_REMINDERS = 'tally:reminders';
TALLY_UNIT_MINUTE = 1; TALLY_UNIT_HOUR = 2; TALLY_UNIT_DAY = 3; TALLY_UNIT_WEEK = 4; TALLY_UNIT_MONTH = 5;
TALLY_UNIT_QUARTER = 6; TALLY_UNIT_YEAR = 7;
TALLY_SMART_AUTOMATIC = 1; TALLY_SMART_ON = 2; TALLY_SMART_OFF = 3;
TALLY_REMINDER_FIELD_TITLE = 1; TALLY_REMINDER_FIELD_BODY = 2; TALLY_REMINDER_FIELD_PATH = 4;
TALLY_REMINDER_FIELD_ZONE = 8; TALLY_REMINDER_FIELD_PRODUCED = 16; TALLY_REMINDER_FIELD_SHELF_LIFE = 32;
TALLY_REMINDER_FIELD_TIME_OF_DAY = 64; TALLY_REMINDER_FIELD_SMART = 128; TALLY_REMINDER_FIELD_REPEAT = 256;
TALLY_REMINDER_FIELD_START = 512; TALLY_REMINDER_FIELD_END = 1024; TALLY_REMINDER_FIELD_OVERDUE = 2048;
TALLY_REMINDER_STATE_ACTIVE = 1; TALLY_REMINDER_STATE_DONE = 2; TALLY_REMINDER_STATE_EXPIRED = 3;
TALLY_PLAN_FLAG_FROM_SCRATCH = 1; TALLY_PLAN_ACTION_DISARM = 1; TALLY_PLAN_ACTION_ARM = 2;
TALLY_NOTE_CREATED = 1; TALLY_NOTE_EDITED = 2; TALLY_NOTE_PLANNED = 3; TALLY_NOTE_ARMED = 4; TALLY_NOTE_FIRED = 5;
TALLY_NOTE_MISSED = 6; TALLY_NOTE_SNOOZED = 7; TALLY_NOTE_ACKNOWLEDGED = 8; TALLY_NOTE_CANCELLED = 9;
TALLY_NOTE_SUSPENDED = 10; TALLY_NOTE_RESUMED = 11; TALLY_NOTE_UPLOADED = 12; TALLY_NOTE_UPLOAD_FAILED = 13;
TALLY_NOTE_DONE = 14; TALLY_NOTE_UNDONE = 15; TALLY_NOTE_REMOVED = 16;
TALLY_APPLY_OVERWRITE = 1;
TALLY_OP_SET = 1; TALLY_OP_DOT = 2; TALLY_OP_ADD = 3; TALLY_OP_CLEAR = 4; TALLY_OP_CLEAR_TREE = 5; TALLY_OP_MUTE = 6;
TALLY_OP_GET = 7; TALLY_OP_POST = 8; TALLY_OP_WITHDRAW = 9; TALLY_OP_READ = 10; TALLY_OP_REMINDER_PUT = 11;
TALLY_OP_REMINDER_EDIT = 12; TALLY_OP_REMINDER_DONE = 13; TALLY_OP_REMINDER_UNDONE = 14;
TALLY_OP_REMINDER_REMOVE = 15; TALLY_OP_REMINDER_SNOOZE = 16; TALLY_OP_REMINDER_ACKNOWLEDGE = 17;
TALLY_BATCH_EACH = 1;
TALLY_OVERFLOW_PLUS = 0; TALLY_OVERFLOW_ELLIPSIS = 1;
TALLY_FONT_WEIGHT_REGULAR = 400; TALLY_FONT_WEIGHT_BOLD = 700;
TALLY_STYLE_FIELD_DOT_RADIUS = 1; TALLY_STYLE_FIELD_OFFSET = 2; TALLY_STYLE_FIELD_FONT_SIZE = 4;
TALLY_STYLE_FIELD_FONT_WEIGHT = 8; TALLY_STYLE_FIELD_TEXT_COLOR = 16; TALLY_STYLE_FIELD_BACKGROUND_COLOR = 32;
TALLY_STYLE_FIELD_MAX_COUNT = 64; TALLY_STYLE_FIELD_OVERFLOW = 128; TALLY_STYLE_FIELD_ICON = 256;
TALLY_STYLE_FIELD_HIGHLIGHT_COLOR = 512;
TALLY_REQUEST_KIND_SEND = 1; TALLY_REQUEST_KIND_CANCEL = 2; TALLY_REQUEST_FLAG_CREDENTIAL = 1;
TALLY_MAX_ITEMS = 65536; TALLY_IMPORT_REPLACE = 1;
TALLY_TRACE_TRANSACTION = 1; TALLY_TRACE_NODE = 2; TALLY_TRACE_MESSAGE = 3; TALLY_TRACE_GROUP = 4;
TALLY_TRACE_REMINDER = 5; TALLY_TRACE_SYNCED = 6; TALLY_TRACE_AUTH = 7; TALLY_TRACE_LOG = 8; TALLY_TRACE_ACCOUNT = 9;
TALLY_TRACE_EXCHANGE = 10; TALLY_TRACE_LOST = 11;
TALLY_CAUSE_CALL = 1; TALLY_CAUSE_BATCH = 2; TALLY_CAUSE_ITEMS = 3; TALLY_CAUSE_PAGE = 4; TALLY_CAUSE_DELIVERY = 5;
TALLY_CAUSE_PUSH = 6; TALLY_CAUSE_ACKNOWLEDGEMENT = 7; TALLY_CAUSE_EXPIRY = 8; TALLY_CAUSE_REMINDER = 9;
TALLY_CAUSE_RESTORE = 10; TALLY_CAUSE_UPKEEP = 11;
TALLY_CHANGE_OPENED = 1; TALLY_CHANGE_LOADED = 2; TALLY_CHANGE_EVICTED = 3; TALLY_CHANGE_DROPPED = 4;
TALLY_CHANGE_LOGGED_IN = 5; TALLY_CHANGE_LOGGED_OUT = 6;


class tally_text(Structure):
    _fields_ = [("offset", c_uint32), ("length", c_uint32)]


class tally_rows(Structure):
    _fields_ = [("struct_size", c_uint32), ("entry_size", c_uint32), ("entries", c_void_p), ("capacity", c_size_t),
        ("text", c_void_p), ("text_capacity", c_size_t), ("count", c_size_t), ("text_size", c_size_t),
        ("next", c_char_p)]


class tally_bytes(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


tally_release_callback = CFUNCTYPE(None, c_void_p)


tally_clock_callback = CFUNCTYPE(None, c_void_p, POINTER(c_int64), POINTER(c_int64))


tally_log_callback = CFUNCTYPE(None, c_void_p, c_int32, c_char_p)


tally_zone_callback = CFUNCTYPE(c_size_t, c_void_p, c_char_p, c_void_p, c_size_t)


class tally_engine_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("seed", c_uint64), ("batch_id_time", c_int64),
        ("file", c_char_p), ("ca_file", c_char_p), ("user_agent", c_char_p), ("zone", c_char_p),
        ("clock", tally_clock_callback), ("clock_user_data", c_void_p),
        ("clock_release_user_data", tally_release_callback), ("log", tally_log_callback), ("log_user_data", c_void_p),
        ("log_release_user_data", tally_release_callback), ("zone_file", tally_zone_callback),
        ("zone_user_data", c_void_p), ("zone_release_user_data", tally_release_callback),
        ("reserved_pointer", c_void_p), ("durability", c_int32), ("log_level", c_int32), ("max_depth", c_uint32),
        ("max_path_bytes", c_uint32), ("max_nodes", c_uint32), ("max_accounts", c_uint32),
        ("max_loaded_accounts", c_uint32), ("max_feeds", c_uint32), ("max_observers", c_uint32),
        ("max_response_bytes", c_uint32), ("max_batch_ids", c_uint32), ("max_requests", c_uint32),
        ("max_requests_per_origin", c_uint32), ("max_forgotten", c_uint32), ("max_marks", c_uint32),
        ("max_failed_rows", c_uint32), ("max_rejected", c_uint32), ("max_reminder_log", c_uint32),
        ("max_cached_groups", c_uint32), ("max_events", c_uint32), ("max_completions", c_uint32),
        ("max_links", c_uint32)]


class tally_stats(Structure):
    _fields_ = [("struct_size", c_uint32), ("accounts", c_uint32), ("loaded_accounts", c_uint32), ("feeds", c_uint32),
        ("account_loads", c_uint64), ("account_evictions", c_uint64), ("observers", c_uint64), ("events", c_uint64),
        ("nodes", c_uint64), ("node_bytes", c_uint64), ("unstored_badges", c_uint64), ("file_size", c_int64),
        ("log_size", c_int64), ("commits", c_uint64), ("committed_calls", c_uint64), ("longest_wait_us", c_uint64),
        ("longest_hold_us", c_uint64), ("waiting_calls", c_uint32), ("requests", c_uint32),
        ("origin_requests", c_uint32), ("drifts", c_uint32)]


class tally_recovery(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("pages", c_uint64), ("damaged_pages", c_uint64),
        ("doubtful_rows", c_uint64), ("accounts_saved", c_uint64), ("accounts_lost", c_uint64),
        ("badges_saved", c_uint64), ("badges_lost", c_uint64), ("feeds_saved", c_uint64), ("feeds_lost", c_uint64),
        ("messages_saved", c_uint64), ("messages_lost", c_uint64), ("others_saved", c_uint64),
        ("others_lost", c_uint64)]


class tally_account_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("aggregation", c_int32), ("feeding", c_int32)]


class tally_account_entry(Structure):
    _fields_ = [("name", tally_text)]


class tally_credential(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("kind", c_int32), ("reserved", c_uint32),
        ("name", c_char_p), ("secret", c_char_p), ("format", c_char_p)]


class tally_account_state(Structure):
    _fields_ = [("struct_size", c_uint32), ("logged_in", c_int32), ("id", c_int64), ("revision", c_uint64),
        ("epoch", c_uint64), ("aggregation", c_int32), ("feeding", c_int32)]


class tally_account_settings(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("grouping", c_int32), ("outbox", c_int32),
        ("feeding", c_int32), ("outbox_kinds", c_uint32), ("outbox_request_timeout", c_int64),
        ("outbox_idle_timeout", c_int64), ("language", c_char_p), ("outbox_url", c_char_p), ("push_path", c_char_p),
        ("reserved_pointer", c_void_p)]


class tally_account_settings_entry(Structure):
    _fields_ = [("outbox_request_timeout", c_int64), ("outbox_idle_timeout", c_int64), ("grouping", c_int32),
        ("outbox", c_int32), ("feeding", c_int32), ("outbox_kinds", c_uint32), ("language", tally_text),
        ("outbox_url", tally_text), ("push_path", tally_text)]


class tally_badge(Structure):
    _fields_ = [("count", c_uint64), ("revision", c_uint64), ("highlights", c_uint64), ("kind", c_int32),
        ("flags", c_uint32), ("level", c_int32), ("reserved", c_uint32)]


class tally_badge_own(Structure):
    _fields_ = [("struct_size", c_uint32), ("kind", c_int32), ("count", c_uint64), ("until", c_int64),
        ("mute_until", c_int64), ("mute", c_int32), ("flags", c_uint32), ("snoozed_until", c_int64)]


class tally_badge_rule(Structure):
    _fields_ = [("struct_size", c_uint32), ("feeding", c_int32), ("flags", c_uint32), ("counting", c_int32)]


class tally_link(Structure):
    _fields_ = [("path", tally_text), ("under", tally_text)]


class tally_badge_entry(Structure):
    _fields_ = [("path", tally_text), ("badge", tally_badge)]


class tally_reason(Structure):
    _fields_ = [("contributed", c_uint64), ("fed_count", c_uint64), ("kept_count", c_uint64), ("own_count", c_uint32),
        ("flags", c_uint32), ("message", c_int64), ("path", tally_text), ("id", tally_text), ("highlights", c_uint64),
        ("level", c_int32), ("reserved", c_uint32)]


class tally_message(Structure):
    _fields_ = [("key", c_int64), ("feed", c_int64), ("time", c_int64), ("count", c_uint32), ("state", c_int32),
        ("id", tally_text), ("path", tally_text), ("kind", tally_text), ("title", tally_text), ("body", tally_text),
        ("thread", tally_text), ("category", tally_text), ("argument", tally_text), ("argument_count", c_uint32),
        ("data_size", c_uint32), ("link", tally_text), ("icon", tally_text), ("subtitle", tally_text),
        ("also", tally_text), ("level", c_int32), ("reserved", c_uint32), ("snoozed_until", c_int64)]


class tally_message_position(Structure):
    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("key", c_int64), ("time", c_int64),
        ("matching", c_uint64), ("newer", c_uint64), ("older", c_uint64)]


class tally_message_counts(Structure):
    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("total", c_uint64), ("unread", c_uint64),
        ("unseen", c_uint64)]


class tally_message_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("time", c_int64), ("count", c_uint32),
        ("argument_count", c_uint32), ("id", c_char_p), ("title", c_char_p), ("body", c_char_p), ("kind", c_char_p),
        ("thread", c_char_p), ("category", c_char_p), ("argument", c_char_p), ("link", c_char_p), ("icon", c_char_p),
        ("subtitle", c_char_p), ("data", c_char_p), ("data_length", c_size_t), ("also", c_char_p),
        ("reserved_pointer", c_void_p), ("level", c_int32), ("reserved", c_uint32)]


class tally_event(Structure):
    _fields_ = [("struct_size", c_uint32), ("kind", c_int32), ("token", c_uint64), ("account", c_int64),
        ("feed", c_int64), ("reminder", c_int64), ("count", c_uint64), ("revision", c_uint64),
        ("badge_kind", c_int32), ("result", c_int32), ("retry_after", c_int64), ("next_time", c_int64),
        ("added", c_uint32), ("changed", c_uint32), ("removed", c_uint32), ("rejected", c_uint32),
        ("text_length", c_uint32), ("missed", c_int32), ("total", c_uint64), ("unread", c_uint64),
        ("unseen", c_uint64), ("http_status", c_int32), ("level", c_int32), ("highlights", c_uint64),
        ("total_highlights", c_uint64)]


tally_event_callback = CFUNCTYPE(None, c_void_p, POINTER(tally_event), c_char_p)


tally_notify_callback = CFUNCTYPE(None, c_void_p)


class tally_feed_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("initial_delay", c_int64), ("interval", c_int64),
        ("visible_interval", c_int64), ("request_timeout", c_int64), ("idle_timeout", c_int64),
        ("tolerance", c_int64), ("away_time", c_int64), ("max_age", c_int64), ("max_messages", c_int64),
        ("page_limit", c_uint32), ("polling", c_int32), ("url", c_char_p), ("prefix", c_char_p),
        ("mapping_preset", c_char_p), ("mapping", c_char_p), ("title", c_char_p), ("reserved", c_void_p)]


class tally_feed_entry(Structure):
    _fields_ = [("id", c_int64), ("last_success", c_int64), ("rejected", c_uint64), ("initial_delay", c_int64),
        ("interval", c_int64), ("visible_interval", c_int64), ("request_timeout", c_int64), ("idle_timeout", c_int64),
        ("tolerance", c_int64), ("away_time", c_int64), ("max_age", c_int64), ("max_messages", c_int64),
        ("page_limit", c_uint32), ("options", c_uint32), ("flags", c_uint32), ("reserved", c_uint32),
        ("name", tally_text), ("url", tally_text), ("prefix", tally_text), ("title", tally_text),
        ("mapping_preset", tally_text), ("mapping", tally_text)]


class tally_rejected(Structure):
    _fields_ = [("id", c_int64), ("time", c_int64), ("reason", tally_text), ("body", tally_text)]


class tally_drift(Structure):
    _fields_ = [("ours", c_uint64), ("theirs", c_uint64), ("feed", c_int64), ("path", tally_text),
        ("our_highlights", c_uint64), ("their_highlights", c_uint64)]


class tally_page_info(Structure):
    _fields_ = [("struct_size", c_uint32), ("first", c_uint32), ("away_time", c_int64), ("requested", c_uint32),
        ("reserved", c_uint32)]


class tally_feed_state(Structure):
    _fields_ = [("struct_size", c_uint32), ("result", c_int32), ("id", c_int64), ("last_success", c_int64),
        ("next_time", c_int64), ("requests", c_uint64), ("not_modified", c_uint64), ("failures", c_uint64),
        ("in_flight", c_uint32), ("failures_in_a_row", c_uint32), ("http_status", c_int32), ("reserved", c_uint32)]


class tally_forms(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("zero", c_char_p), ("one", c_char_p),
        ("two", c_char_p), ("few", c_char_p), ("many", c_char_p), ("other", c_char_p)]


class tally_import_report(Structure):
    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("taken", c_uint64), ("skipped", c_uint64)]


class tally_group(Structure):
    _fields_ = [("newest", c_int64), ("oldest", c_int64), ("items", c_uint64), ("notifications", c_uint64),
        ("fresh", c_uint64), ("time", c_int64), ("origin", c_int32), ("thread", tally_text), ("path", tally_text),
        ("title", tally_text), ("summary", tally_text), ("language", tally_text), ("reserved", c_uint32)]


class tally_outbox_entry(Structure):
    _fields_ = [("id", c_int64), ("feed", c_int64), ("attempt", c_int64), ("next_time", c_int64),
        ("lease_end", c_int64), ("kind", c_int32), ("state", c_int32), ("key", tally_text), ("entity", tally_text),
        ("body", tally_text)]


class tally_outbox_counts(Structure):
    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("total", c_uint64), ("leased", c_uint64),
        ("failed", c_uint64)]


class tally_reminder_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("fields", c_uint32), ("title", c_char_p), ("body", c_char_p),
        ("path", c_char_p), ("zone", c_char_p), ("produced", c_int32), ("shelf_life", c_int32),
        ("shelf_unit", c_int32), ("time_of_day", c_int32), ("smart", c_int32), ("repeat_unit", c_int32),
        ("repeat_every", c_int32), ("end", c_int32), ("start", c_int32), ("overdue_unit", c_int32),
        ("overdue_every", c_int32), ("overdue_limit", c_int32)]


class tally_reminder(Structure):
    _fields_ = [("key", c_int64), ("next_time", c_int64), ("due_time", c_int64), ("expires", c_int64),
        ("stamp", c_int64), ("revision", c_uint32), ("state", c_int32), ("expiry", c_int32), ("span", c_int32),
        ("days_left", c_int32), ("is_smart", c_int32), ("produced", c_int32), ("shelf_life", c_int32),
        ("shelf_unit", c_int32), ("time_of_day", c_int32), ("entered", c_int32), ("smart", c_int32),
        ("repeat_unit", c_int32), ("repeat_every", c_int32), ("start", c_int32), ("end", c_int32),
        ("overdue_unit", c_int32), ("overdue_every", c_int32), ("overdue_limit", c_int32), ("id", tally_text),
        ("title", tally_text), ("body", tally_text), ("path", tally_text), ("zone", tally_text),
        ("reserved", c_int32)]


class tally_plan_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("limit", c_uint32), ("reserve", c_uint32)]


class tally_plan_entry(Structure):
    _fields_ = [("id", c_int64), ("time", c_int64), ("occurrence", c_int64), ("revision", c_uint32),
        ("action", c_int32), ("reminder", tally_text), ("title", tally_text), ("body", tally_text),
        ("path", tally_text)]


class tally_plan(Structure):
    _fields_ = [("struct_size", c_uint32), ("planned", c_uint32), ("left_out", c_uint64), ("reach", c_int64),
        ("token", c_uint64)]


class tally_reminder_note(Structure):
    _fields_ = [("id", c_int64), ("time", c_int64), ("occurrence_time", c_int64), ("revision", c_uint32),
        ("kind", c_int32), ("reminder", tally_text)]


class tally_skipped_entry(Structure):
    _fields_ = [("line", c_int64), ("uid", tally_text), ("reason", tally_text)]


class tally_snapshot_entry(Structure):
    _fields_ = [("path", tally_text), ("count", c_uint64), ("until", c_int64), ("mute_until", c_int64),
        ("kind", c_int32), ("mute", c_int32), ("snoozed_until", c_int64)]


class tally_patch_entry(Structure):
    _fields_ = [("path", tally_text), ("before_count", c_uint64), ("before_until", c_int64),
        ("before_mute_until", c_int64), ("before_kind", c_int32), ("before_mute", c_int32), ("after_count", c_uint64),
        ("after_until", c_int64), ("after_mute_until", c_int64), ("after_kind", c_int32), ("after_mute", c_int32),
        ("before_snoozed_until", c_int64), ("after_snoozed_until", c_int64)]


class tally_operation(Structure):
    _fields_ = [("kind", c_int32), ("status", c_int32), ("flags", c_uint32), ("badge_kind", c_int32),
        ("node", c_uint64), ("value", c_int64), ("until", c_int64), ("count", c_uint64), ("path", c_char_p),
        ("id", c_char_p), ("key", c_int64), ("changed", c_uint64), ("message", POINTER(tally_message_options)),
        ("reminder", POINTER(tally_reminder_options))]


class tally_batch_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("operation_size", c_uint32), ("reserved", c_uint32),
        ("epoch", c_uint64), ("position", c_uint64), ("source", c_char_p), ("id", c_char_p)]


class tally_position(Structure):
    _fields_ = [("struct_size", c_uint32), ("reserved", c_uint32), ("epoch", c_uint64), ("position", c_uint64),
        ("time", c_int64)]


class tally_style(Structure):
    _fields_ = [("struct_size", c_uint32), ("fields", c_uint32), ("dot_radius", c_float), ("offset_x", c_float),
        ("offset_y", c_float), ("font_size", c_float), ("font_weight", c_int32), ("text_color", c_uint32),
        ("background_color", c_uint32), ("overflow", c_int32), ("max_count", c_uint64), ("icon", c_char_p),
        ("reserved", c_void_p), ("highlight_color", c_uint32), ("reserved_2", c_uint32)]


class tally_presentation(Structure):
    _fields_ = [("struct_size", c_uint32), ("kind", c_int32), ("count", c_uint64), ("dot_radius", c_float),
        ("offset_x", c_float), ("offset_y", c_float), ("font_size", c_float), ("font_weight", c_int32),
        ("text_color", c_uint32), ("background_color", c_uint32), ("overflow", c_int32), ("max_count", c_uint64),
        ("highlighted", c_int32), ("reserved", c_uint32)]


tally_widget_function = CFUNCTYPE(None, c_void_p, c_char_p, POINTER(tally_presentation), c_char_p)


class tally_widget(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("show_dot", tally_widget_function),
        ("show_number", tally_widget_function), ("show_icon", tally_widget_function), ("hide", tally_widget_function)]


class tally_request(Structure):
    _fields_ = [("struct_size", c_uint32), ("kind", c_int32), ("id", c_int64), ("max_size", c_uint64),
        ("request_timeout", c_int64), ("idle_timeout", c_int64), ("method", c_char_p), ("url", c_char_p),
        ("headers", c_char_p), ("headers_size", c_size_t), ("body", c_void_p), ("body_size", c_size_t),
        ("flags", c_uint32), ("reserved", c_uint32)]


tally_transport_callback = CFUNCTYPE(None, c_void_p, POINTER(tally_request))


class tally_item(Structure):
    _fields_ = [("account", c_char_p), ("id", c_char_p), ("time", c_int64), ("operations", POINTER(tally_operation)),
        ("count", c_size_t), ("status", c_int32), ("flags", c_uint32)]


class tally_engine_batch_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("flags", c_uint32), ("item_size", c_uint32), ("operation_size", c_uint32),
        ("aggregation", c_int32), ("feeding", c_int32), ("epoch", c_uint64), ("position", c_uint64),
        ("source", c_char_p), ("reserved", c_void_p)]


class tally_import(Structure):
    _fields_ = [("account", c_char_p), ("bytes", c_void_p), ("size", c_size_t), ("status", c_int32),
        ("flags", c_uint32), ("reserved", c_void_p * 2)]


class tally_trace_options(Structure):
    _fields_ = [("struct_size", c_uint32), ("kinds", c_uint32), ("bytes", c_uint64), ("account", c_void_p),
        ("reserved", c_void_p)]


class tally_trace_state(Structure):
    _fields_ = [("count", c_uint64), ("until", c_int64), ("mute_until", c_int64), ("kind", c_int32),
        ("own_kind", c_int32), ("own_count", c_uint32), ("mute", c_int32)]


class tally_trace_record(Structure):
    _fields_ = [("struct_size", c_uint32), ("kind", c_int32), ("account", c_int64), ("feed", c_int64),
        ("revision", c_uint64), ("time", c_int64), ("cause", c_int32), ("request", c_uint32), ("change", c_int32),
        ("level", c_int32), ("result", c_int32), ("http_status", c_int32), ("missed", c_int32),
        ("text_length", c_uint32), ("headers_length", c_uint32), ("body_length", c_uint32), ("count", c_uint64),
        ("total", c_int64), ("unread", c_int64), ("unseen", c_int64), ("added", c_uint32), ("changed", c_uint32),
        ("removed", c_uint32), ("rejected", c_uint32), ("before", tally_trace_state), ("after", tally_trace_state)]


# Name: (result, arguments)
FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "tally_version": (c_uint32, []),
    "tally_version_text": (c_char_p, []),
    "tally_status_name": (c_char_p, [c_int32]),
    "tally_status_message": (c_char_p, [c_int32]),
    "tally_error_message": (c_int32, [c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_bytes_release": (None, [POINTER(tally_bytes)]),
    "tally_engine_open": (c_int32, [POINTER(tally_engine_options), POINTER(c_void_p)]),
    "tally_engine_close": (c_int32, [c_void_p, c_int64]),
    "tally_engine_flush": (c_int32, [c_void_p]),
    "tally_engine_verify": (c_int32, [c_void_p]),
    "tally_engine_limit": (c_int32, [c_void_p, c_int32, c_int64, POINTER(c_int64)]),
    "tally_engine_backup": (c_int32, [c_void_p, c_char_p, c_uint32]),
    "tally_engine_get_stats": (c_int32, [c_void_p, c_uint32, POINTER(tally_stats)]),
    "tally_engine_set_foreground": (c_int32, [c_void_p, c_int32]),
    "tally_engine_set_network": (c_int32, [c_void_p, c_int32]),
    "tally_engine_woke": (c_int32, [c_void_p]),
    "tally_file_recover": (c_int32, [c_char_p, c_char_p, POINTER(tally_recovery)]),
    "tally_file_vacuum": (c_int32, [c_char_p]),
    "tally_account_open": (c_int32, [c_void_p, c_char_p, POINTER(tally_account_options), POINTER(c_void_p)]),
    "tally_account_find": (c_int32, [c_void_p, c_int64, POINTER(c_void_p)]),
    "tally_account_release": (None, [c_void_p]),
    "tally_account_list": (c_int32, [c_void_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_account_remove": (c_int32, [c_void_p, c_char_p]),
    "tally_account_set_credential": (c_int32, [c_void_p, c_char_p, POINTER(tally_credential)]),
    "tally_account_remove_credential": (c_int32, [c_void_p, c_char_p]),
    "tally_account_log_in": (c_int32, [c_void_p]),
    "tally_account_log_out": (c_int32, [c_void_p]),
    "tally_account_get": (c_int32, [c_void_p, POINTER(tally_account_state), c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_account_configure": (c_int32, [c_void_p, POINTER(tally_account_settings)]),
    "tally_account_get_settings": (c_int32, [c_void_p, POINTER(tally_rows)]),
    "tally_account_export": (c_int32, [c_void_p, POINTER(tally_bytes)]),
    "tally_account_import": (c_int32, [c_void_p, c_char_p, c_void_p, c_size_t]),
    "tally_account_hash": (c_int32, [c_char_p, c_uint32, POINTER(c_uint32)]),
    "tally_badge_set": (c_int32, [c_void_p, c_char_p, c_int64]),
    "tally_badge_dot": (c_int32, [c_void_p, c_char_p]),
    "tally_badge_set_until": (c_int32, [c_void_p, c_char_p, c_int64, c_int64]),
    "tally_badge_dot_until": (c_int32, [c_void_p, c_char_p, c_int64]),
    "tally_badge_add": (c_int32, [c_void_p, c_char_p, c_int64]),
    "tally_badge_clear": (c_int32, [c_void_p, c_char_p]),
    "tally_badge_clear_tree": (c_int32, [c_void_p, c_char_p]),
    "tally_badge_mute": (c_int32, [c_void_p, c_char_p, c_int32, c_int64]),
    "tally_badge_snooze": (c_int32, [c_void_p, c_char_p, c_int64]),
    "tally_badge_flag": (c_int32, [c_void_p, c_char_p, c_int32]),
    "tally_badge_get": (c_int32, [c_void_p, c_char_p, POINTER(tally_badge)]),
    "tally_badge_get_own": (c_int32, [c_void_p, c_char_p, POINTER(tally_badge_own)]),
    "tally_badge_set_rule": (c_int32, [c_void_p, c_char_p, POINTER(tally_badge_rule)]),
    "tally_badge_get_rule": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(tally_badge_rule)]),
    "tally_link_add": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "tally_link_remove": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "tally_link_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_engine_get_total": (c_int32, [c_void_p, POINTER(tally_badge)]),
    "tally_engine_get_total_of_all": (c_int32, [c_void_p, POINTER(tally_badge)]),
    "tally_badge_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows), POINTER(c_uint64)]),
    "tally_badge_changes": (c_int32, [c_void_p, c_uint64, c_uint64, POINTER(tally_rows), POINTER(c_uint64)]),
    "tally_badge_explain": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_message_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_message_list_from": (c_int32, [c_void_p, c_char_p, c_uint32, c_int64, c_char_p, POINTER(tally_rows)]),
    "tally_message_first": (c_int32, [c_void_p, c_char_p, c_uint32, c_uint64, POINTER(tally_message_position)]),
    "tally_message_get": (c_int32, [c_void_p, c_int64, POINTER(tally_rows)]),
    "tally_message_find": (c_int32, [c_void_p, c_int64, c_char_p, POINTER(tally_rows)]),
    "tally_message_get_data": (c_int32, [c_void_p, c_int64, POINTER(tally_bytes)]),
    "tally_message_get_counts": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(tally_message_counts)]),
    "tally_message_mark_read": (c_int32, [c_void_p, POINTER(c_int64), c_size_t, POINTER(c_size_t)]),
    "tally_message_mark_path_read": (c_int32, [c_void_p, c_char_p, c_uint32, POINTER(c_size_t)]),
    "tally_message_mark_read_until": (c_int32, [c_void_p, c_char_p, c_uint32, c_int64, POINTER(c_size_t)]),
    "tally_message_mark_unread": (c_int32, [c_void_p, POINTER(c_int64), c_size_t, POINTER(c_size_t)]),
    "tally_message_mark_seen": (c_int32, [c_void_p, POINTER(c_int64), c_size_t, POINTER(c_size_t)]),
    "tally_message_snooze": (c_int32, [c_void_p, c_int64, c_int64]),
    "tally_message_post": (c_int32, [c_void_p, c_char_p, POINTER(tally_message_options), POINTER(c_int64)]),
    "tally_message_remove": (c_int32, [c_void_p, POINTER(c_int64), c_size_t]),
    "tally_message_withdraw": (c_int32, [c_void_p, c_char_p]),
    "tally_scope_open": (c_int32, [c_void_p, POINTER(c_void_p)]),
    "tally_scope_close": (None, [c_void_p]),
    "tally_observe": (c_int32, [c_void_p, c_void_p, c_char_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_observe_messages": (c_int32, [c_void_p, c_void_p, c_char_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_observe_groups": (c_int32, [c_void_p, c_void_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_observe_total": (c_int32, [c_void_p, c_uint32, tally_event_callback, c_void_p, tally_release_callback,
        POINTER(c_uint64)]),
    "tally_observe_feed": (c_int32, [c_void_p, c_void_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_observe_feeds": (c_int32, [c_void_p, c_void_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_observe_reminders": (c_int32, [c_void_p, c_void_p, c_uint32, tally_event_callback, c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_unobserve": (None, [c_void_p, c_uint64]),
    "tally_view_begin": (c_int32, [c_void_p, c_void_p, c_char_p, c_uint32, POINTER(c_uint64)]),
    "tally_view_end": (None, [c_void_p, c_uint64]),
    "tally_engine_next_event": (c_int32, [c_void_p, c_int64, POINTER(tally_event), c_void_p, c_size_t]),
    "tally_engine_dispatch": (c_int32, [c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_engine_interrupt": (c_int32, [c_void_p]),
    "tally_engine_get_descriptor": (c_int32, [c_void_p, POINTER(c_ssize_t)]),
    "tally_engine_set_notify": (c_int32, [c_void_p, tally_notify_callback, c_void_p, tally_release_callback]),
    "tally_engine_step": (c_int32, [c_void_p]),
    "tally_engine_get_timeout": (c_int32, [c_void_p, POINTER(c_int64)]),
    "tally_feed_add": (c_int32, [c_void_p, c_char_p, POINTER(tally_feed_options), POINTER(c_void_p)]),
    "tally_feed_find": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "tally_feed_find_by_id": (c_int32, [c_void_p, c_int64, POINTER(c_void_p)]),
    "tally_feed_list": (c_int32, [c_void_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_feed_list_rejected": (c_int32, [c_void_p, c_int64, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_drift_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_feed_release": (None, [c_void_p]),
    "tally_feed_remove": (c_int32, [c_void_p]),
    "tally_feed_refresh": (c_int32, [c_void_p]),
    "tally_feed_show_page": (c_int32, [c_void_p, c_uint32, POINTER(tally_page_info)]),
    "tally_feed_hide_page": (c_int32, [c_void_p, c_uint32]),
    "tally_feed_cancel": (c_int32, [c_void_p]),
    "tally_feed_pause": (c_int32, [c_void_p, c_int32]),
    "tally_feed_set_credential": (c_int32, [c_void_p, POINTER(tally_credential)]),
    "tally_feed_remove_credential": (c_int32, [c_void_p]),
    "tally_feed_refresh_now": (c_int32, [c_void_p, tally_event_callback, c_void_p, tally_release_callback,
        POINTER(c_uint64)]),
    "tally_feed_get": (c_int32, [c_void_p, POINTER(tally_feed_state), c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_feed_deliver": (c_int32, [c_void_p, c_void_p, c_size_t]),
    "tally_account_push": (c_int32, [c_void_p, c_void_p, c_size_t]),
    "tally_feed_push": (c_int32, [c_void_p, c_void_p, c_size_t]),
    "tally_mapping_try": (c_int32, [c_char_p, c_char_p, c_void_p, c_size_t, POINTER(tally_bytes)]),
    "tally_path_escape": (c_int32, [c_char_p, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_path_join": (c_int32, [c_char_p, c_char_p, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_path_parent": (c_int32, [c_char_p, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_path_component": (c_int32, [c_char_p, c_size_t, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_category_set": (c_int32, [c_void_p, c_char_p, c_char_p, c_char_p]),
    "tally_category_remove": (c_int32, [c_void_p, c_char_p]),
    "tally_strings_set": (c_int32, [c_void_p, c_char_p, c_char_p, POINTER(tally_forms)]),
    "tally_strings_remove": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "tally_strings_import": (c_int32, [c_void_p, c_int32, c_void_p, c_size_t, c_char_p,
        POINTER(tally_import_report)]),
    "tally_group_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_group_get": (c_int32, [c_void_p, c_char_p, c_char_p, c_uint32, POINTER(tally_rows)]),
    "tally_group_list_messages": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_group_mark_seen": (c_int32, [c_void_p, c_char_p]),
    "tally_group_dismiss": (c_int32, [c_void_p, c_char_p, POINTER(c_size_t)]),
    "tally_outbox_lease": (c_int32, [c_void_p, c_int64, POINTER(tally_rows)]),
    "tally_outbox_ack": (c_int32, [c_void_p, c_int64, c_void_p, c_size_t]),
    "tally_outbox_fail": (c_int32, [c_void_p, c_int64, c_int64, c_int64]),
    "tally_outbox_list": (c_int32, [c_void_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_outbox_get_counts": (c_int32, [c_void_p, POINTER(tally_outbox_counts)]),
    "tally_outbox_retry": (c_int32, [c_void_p, c_int64, POINTER(c_size_t)]),
    "tally_outbox_retry_all": (c_int32, [c_void_p, POINTER(c_size_t)]),
    "tally_outbox_remove": (c_int32, [c_void_p, c_int64, POINTER(c_size_t)]),
    "tally_outbox_remove_failed": (c_int32, [c_void_p, POINTER(c_size_t)]),
    "tally_reminder_put": (c_int32, [c_void_p, c_char_p, POINTER(tally_reminder_options)]),
    "tally_reminder_edit": (c_int32, [c_void_p, c_char_p, POINTER(tally_reminder_options)]),
    "tally_reminder_mark_done": (c_int32, [c_void_p, c_char_p, c_uint32]),
    "tally_reminder_mark_undone": (c_int32, [c_void_p, c_char_p]),
    "tally_reminder_remove": (c_int32, [c_void_p, c_char_p]),
    "tally_reminder_snooze": (c_int32, [c_void_p, c_char_p, c_int64]),
    "tally_reminder_acknowledge": (c_int32, [c_void_p, c_char_p]),
    "tally_reminder_list": (c_int32, [c_void_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_reminder_get": (c_int32, [c_void_p, c_char_p, POINTER(tally_rows)]),
    "tally_reminder_plan": (c_int32, [c_void_p, POINTER(tally_plan_options), POINTER(tally_rows),
        POINTER(tally_plan)]),
    "tally_reminder_confirm_plan": (c_int32, [c_void_p, c_uint64]),
    "tally_reminder_list_notes": (c_int32, [c_void_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_reminder_export": (c_int32, [c_void_p, POINTER(tally_bytes)]),
    "tally_reminder_import": (c_int32, [c_void_p, c_void_p, c_size_t, POINTER(tally_rows),
        POINTER(tally_import_report)]),
    "tally_engine_set_zone": (c_int32, [c_void_p, c_char_p]),
    "tally_badge_digest": (c_int32, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "tally_badge_diff": (c_int32, [c_void_p, c_char_p, c_void_p, c_char_p, POINTER(tally_bytes)]),
    "tally_snapshot_decode": (c_int32, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "tally_snapshot_take": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "tally_snapshot_release": (None, [c_void_p]),
    "tally_snapshot_encode": (c_int32, [c_void_p, POINTER(tally_bytes)]),
    "tally_snapshot_diff": (c_int32, [c_void_p, c_void_p, POINTER(tally_bytes)]),
    "tally_snapshot_list": (c_int32, [c_void_p, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_patch_inverse": (c_int32, [c_void_p, c_size_t, POINTER(tally_bytes)]),
    "tally_patch_list": (c_int32, [c_void_p, c_size_t, c_char_p, c_uint32, c_char_p, POINTER(tally_rows)]),
    "tally_badge_restore": (c_int32, [c_void_p, c_char_p, c_void_p]),
    "tally_badge_apply": (c_int32, [c_void_p, c_char_p, c_void_p, c_size_t, c_uint32]),
    "tally_account_verify": (c_int32, [c_void_p]),
    "tally_node_resolve": (c_int32, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "tally_node_release": (None, [c_void_p, c_uint64]),
    "tally_node_get_path": (c_int32, [c_void_p, c_uint64, c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_node_set": (c_int32, [c_void_p, c_uint64, c_int64]),
    "tally_node_dot": (c_int32, [c_void_p, c_uint64]),
    "tally_node_set_until": (c_int32, [c_void_p, c_uint64, c_int64, c_int64]),
    "tally_node_dot_until": (c_int32, [c_void_p, c_uint64, c_int64]),
    "tally_node_add": (c_int32, [c_void_p, c_uint64, c_int64]),
    "tally_node_clear": (c_int32, [c_void_p, c_uint64]),
    "tally_node_clear_tree": (c_int32, [c_void_p, c_uint64]),
    "tally_node_mute": (c_int32, [c_void_p, c_uint64, c_int32, c_int64]),
    "tally_node_get": (c_int32, [c_void_p, c_uint64, POINTER(tally_badge)]),
    "tally_badge_batch": (c_int32, [c_void_p, POINTER(tally_operation), c_size_t, POINTER(tally_batch_options),
        POINTER(c_uint64)]),
    "tally_account_get_position": (c_int32, [c_void_p, c_char_p, POINTER(tally_position)]),
    "tally_style_set": (c_int32, [c_void_p, c_char_p, POINTER(tally_style)]),
    "tally_style_get": (c_int32, [c_void_p, c_char_p, POINTER(tally_style), c_void_p, c_size_t, POINTER(c_size_t)]),
    "tally_badge_present": (c_int32, [c_void_p, c_char_p, POINTER(tally_presentation), c_void_p, c_size_t,
        POINTER(c_size_t)]),
    "tally_present": (c_int32, [POINTER(tally_badge), POINTER(tally_style), POINTER(tally_presentation), c_void_p,
        c_size_t, POINTER(c_size_t)]),
    "tally_widget_bind": (c_int32, [c_void_p, c_void_p, c_char_p, POINTER(tally_widget), c_void_p,
        tally_release_callback, POINTER(c_uint64)]),
    "tally_widget_refresh": (c_int32, [c_void_p]),
    "tally_engine_set_transport": (c_int32, [c_void_p, tally_transport_callback, c_void_p, tally_release_callback]),
    "tally_transport_respond": (c_int32, [c_void_p, c_int64, c_int32, c_char_p, c_void_p, c_size_t]),
    "tally_transport_progress": (c_int32, [c_void_p, c_int64]),
    "tally_engine_batch": (c_int32, [c_void_p, POINTER(tally_item), c_size_t, POINTER(tally_engine_batch_options)]),
    "tally_engine_get_position": (c_int32, [c_void_p, c_char_p, POINTER(tally_position)]),
    "tally_engine_export_account": (c_int32, [c_void_p, c_char_p, POINTER(tally_bytes)]),
    "tally_engine_export_source": (c_int32, [c_void_p, c_char_p, POINTER(tally_bytes)]),
    "tally_engine_import": (c_int32, [c_void_p, POINTER(tally_import), c_size_t, c_uint32]),
    "tally_trace_open": (c_int32, [c_void_p, POINTER(tally_trace_options), POINTER(c_void_p)]),
    "tally_trace_next": (c_int32, [c_void_p, c_int64, POINTER(tally_trace_record), c_void_p, c_size_t]),
    "tally_trace_get_descriptor": (c_int32, [c_void_p, POINTER(c_ssize_t)]),
    "tally_trace_close": (None, [c_void_p]),
}

# The bits of members that say which of them are given.
FIELDS: Dict[str, Dict[str, int]] = {
    "tally_reminder_options": { "title": 1, "body": 2, "path": 4, "zone": 8, "produced": 16, "shelf_life": 32,
        "shelf_unit": 32, "time_of_day": 64, "smart": 128, "repeat_unit": 256, "repeat_every": 256, "end": 1024,
        "start": 512, "overdue_unit": 2048, "overdue_every": 2048, "overdue_limit": 2048,},
    "tally_style": { "dot_radius": 1, "offset_x": 2, "offset_y": 2, "font_size": 4, "font_weight": 8,
        "text_color": 16, "background_color": 32, "overflow": 128, "max_count": 64, "icon": 256,
        "highlight_color": 512,},
}
