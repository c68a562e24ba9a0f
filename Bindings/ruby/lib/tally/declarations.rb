# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  VERSION_MAJOR = 0; VERSION_MINOR = 1; VERSION_PATCH = 0; VERSION = "0.1.0"; VERSION_NUMBER = 1000;
  OK = 0;
  HELD = 1; MORE = 2; RESYNC = 3; ALREADY_APPLIED = 4; NOT_MODIFIED = 5; EMPTY = 6; SET_ASIDE = 7; PARTIAL = 8;
  ERROR_ARGUMENT = -1; ERROR_NO_MEMORY = -2; ERROR_PATH = -3; ERROR_RANGE = -4; ERROR_LIMIT = -5;
  ERROR_NOT_FOUND = -6; ERROR_EXISTS = -7; ERROR_CONFLICT = -8; ERROR_BUFFER_TOO_SMALL = -9; ERROR_STALE_HANDLE = -10;
  ERROR_CLOSED = -11; ERROR_FORKED = -12; ERROR_THREAD = -13; ERROR_UNSUPPORTED = -14; ERROR_INTERNAL = -15;
  ERROR_NOT_APPLIED = -16; ERROR_MALFORMED = -17; ERROR_IO = -20; ERROR_FULL = -21; ERROR_LOCKED = -22;
  ERROR_CORRUPT = -23; ERROR_NOT_A_STORE = -24; ERROR_NEWER = -25; ERROR_READ_ONLY = -26; ERROR_PERMISSION = -27;
  ERROR_STALE_EPOCH = -28; ERROR_URL = -40; ERROR_NETWORK = -41; ERROR_TIMEOUT = -42; ERROR_TLS = -43;
  ERROR_PROTOCOL = -44; ERROR_TOO_LARGE = -45; ERROR_SERVER = -46; ERROR_UNAUTHORIZED = -47; ERROR_RATE_LIMITED = -48;
  ERROR_LOGGED_OUT = -49; ERROR_CANCELLED = -50;
  LIST_FOLLOW = 256;
  DEFAULT = 0; OFF = -1; NO_LIMIT = 0; NO_WAIT = 0; NO_TIMEOUT = -1;
  DURABILITY_GROUP = 0; DURABILITY_FULL = 1;
  ENGINE_HOST_DRIVEN = 1; ENGINE_SET_ASIDE = 2; ENGINE_LOGGED_OUT = 4;
  LOG_ERROR = 1; LOG_WARNING = 2; LOG_INFO = 3;
  LIMIT_DEPTH = 1; LIMIT_PATH_BYTES = 2; LIMIT_NODES = 3; LIMIT_ACCOUNTS = 4; LIMIT_LOADED_ACCOUNTS = 5;
  LIMIT_FEEDS = 6; LIMIT_OBSERVERS = 7; LIMIT_RESPONSE_BYTES = 8; LIMIT_BATCH_IDS = 9; LIMIT_BATCH_ID_TIME = 10;
  LIMIT_REQUESTS = 11; LIMIT_REQUESTS_PER_ORIGIN = 12; LIMIT_FORGOTTEN = 13; LIMIT_MARKS = 14; LIMIT_FAILED_ROWS = 15;
  LIMIT_REJECTED = 16; LIMIT_REMINDER_LOG = 17; LIMIT_CACHED_GROUPS = 18; LIMIT_EVENTS = 19; LIMIT_COMPLETIONS = 20;
  LIMIT_LOG_LEVEL = 21; LIMIT_LINKS = 22;
  LIMIT_KEEP = -1; BACKUP_REPLACE = 1; STATS_RESET = 1;
  RECOVERY_UNCERTAIN = 1;
  AGGREGATION_DEFAULT = 0; AGGREGATION_CHILDREN = 1; AGGREGATION_SUM = 2;
  FEEDING_DEFAULT = 0; FEEDING_UNSEEN = 1; FEEDING_UNREAD = 2;
  ACCOUNT_EXISTING = 1;
  CREDENTIAL_KIND_BEARER = 1; CREDENTIAL_KIND_BASIC = 2; CREDENTIAL_KIND_HEADER = 3; CREDENTIAL_KIND_QUERY = 4;
  CREDENTIAL_FLAG_PLAIN = 1;
  GROUPING_DEFAULT = 0; GROUPING_AUTOMATIC = 1; GROUPING_BY_APP = 2; GROUPING_OFF = 3;
  OUTBOX_MODE_DEFAULT = 0; OUTBOX_MODE_OFF = 1; OUTBOX_MODE_LEASED = 2; OUTBOX_MODE_SENT = 3;
  OUTBOX_READS = 1; OUTBOX_REMINDERS = 2; OUTBOX_SEEN = 4; OUTBOX_MUTES = 8; OUTBOX_FLAGGED = 16; OUTBOX_SNOOZES = 32;
  OUTBOX_DISMISSALS = 64;
  MAX_COUNT = 4294967295; FOREVER = 0;
  LEVEL_PASSIVE = -1; LEVEL_NORMAL = 0; LEVEL_HIGHLIGHT = 1; LEVEL_CRITICAL = 2;
  MUTE_NONE = 0; MUTE_NUMBER = 1; MUTE_ALL = 2; MUTE_NUMBER_BUT_HIGHLIGHTS = 5; MUTE_ALL_BUT_HIGHLIGHTS = 6;
  MUTE_PASS_HIGHLIGHTS = 4;
  BADGE_OWN_COUNT = 1; BADGE_OWN_DOT = 2; BADGE_FED = 4; BADGE_CHILDREN = 8; BADGE_MUTE_NUMBER = 16;
  BADGE_MUTE_ALL = 32; BADGE_PASSES_HIGHLIGHTS = 64; BADGE_SNOOZED = 128;
  KIND_NONE = 0; KIND_DOT = 1; KIND_ICON = 2; KIND_NUMBER = 3;
  OWN_FLAGGED = 1; COUNTING_DEFAULT = 0; COUNTING_LIT = 1; RULE_EFFECTIVE = 1; LINK_UNDER = 2;
  LIST_CHILDREN = 0; SUBTREE = 1;
  REASON_OWN_COUNT = 1; REASON_OWN_DOT = 2; REASON_FED = 4; REASON_OVERRIDDEN = 8; REASON_MUTE_NUMBER = 16;
  REASON_MUTE_ALL = 32; REASON_LIGHTS = 64; REASON_MUTED = 128; REASON_MESSAGE = 256; REASON_LINKED = 512;
  REASON_COUNTING = 1024; REASON_FLAG = 2048; REASON_SNOOZED = 4096;
  MESSAGE_STATE_UNSEEN = 0; MESSAGE_STATE_SEEN = 1; MESSAGE_STATE_READ = 2;
  MESSAGES_UNREAD = 2; MESSAGES_UNSEEN = 4; MESSAGES_NEWEST = 8; MESSAGES_NEWER = 16; MESSAGES_HIGHLIGHTS = 32;
  POST_DOT = 1; POST_ONCE = 2; MAX_LINK = 2048; MAX_DATA = 65536; MAX_ALSO = 8;
  FEED_LOCAL = "tally:local";
  EVENT_BADGE = 1; EVENT_TOTAL = 2; EVENT_SYNCED = 3; EVENT_COMPLETION = 4; EVENT_AUTH = 5; EVENT_WIDGET = 6;
  EVENT_MESSAGES = 7; EVENT_GROUP = 8; EVENT_REMINDER = 9; EVENT_DRIFT = 10;
  OBSERVE_INITIAL = 2;
  VIEW_READ = 2;
  POLLING_MESSAGE_CENTER = 0; POLLING_UNREAD_COUNT = 1;
  FEED_OPTION_STOPS_IN_BACKGROUND = 1; FEED_OPTION_EXACT_DELAY = 2; FEED_OPTION_TEMPORARY = 4; FEED_ENTRY_RUNNING = 1;
  FEED_ENTRY_CREDENTIAL = 2;
  MAX_FEED_PAGES = 8;
  STRINGS_CATALOG = 1; STRINGS_DICTIONARY = 2;
  SUMMARY_ORIGIN_NONE = 0; SUMMARY_ORIGIN_CATEGORY = 1; SUMMARY_ORIGIN_DEFAULT = 2;
  GROUPS_HIDDEN = 1;
  OUTBOX_KIND_MESSAGE = 1; OUTBOX_KIND_MARK = 2; OUTBOX_KIND_REMINDER = 3; OUTBOX_KIND_REMOVAL = 4;
  OUTBOX_KIND_SEEN = 5; OUTBOX_KIND_SEEN_MARK = 6; OUTBOX_KIND_MUTE = 7; OUTBOX_KIND_FLAG = 8; OUTBOX_KIND_SNOOZE = 9;
  OUTBOX_KIND_DISMISSAL = 10;
  OUTBOX_STATE_WAITING = 0; OUTBOX_STATE_LEASED = 1; OUTBOX_STATE_FAILED = 2;
  FEED_REMINDERS = "tally:reminders";
  UNIT_MINUTE = 1; UNIT_HOUR = 2; UNIT_DAY = 3; UNIT_WEEK = 4; UNIT_MONTH = 5; UNIT_QUARTER = 6; UNIT_YEAR = 7;
  SMART_AUTOMATIC = 1; SMART_ON = 2; SMART_OFF = 3;
  REMINDER_FIELD_TITLE = 1; REMINDER_FIELD_BODY = 2; REMINDER_FIELD_PATH = 4; REMINDER_FIELD_ZONE = 8;
  REMINDER_FIELD_PRODUCED = 16; REMINDER_FIELD_SHELF_LIFE = 32; REMINDER_FIELD_TIME_OF_DAY = 64;
  REMINDER_FIELD_SMART = 128; REMINDER_FIELD_REPEAT = 256; REMINDER_FIELD_START = 512; REMINDER_FIELD_END = 1024;
  REMINDER_FIELD_OVERDUE = 2048;
  REMINDER_STATE_ACTIVE = 1; REMINDER_STATE_DONE = 2; REMINDER_STATE_EXPIRED = 3;
  PLAN_FLAG_FROM_SCRATCH = 1; PLAN_ACTION_DISARM = 1; PLAN_ACTION_ARM = 2;
  NOTE_CREATED = 1; NOTE_EDITED = 2; NOTE_PLANNED = 3; NOTE_ARMED = 4; NOTE_FIRED = 5; NOTE_MISSED = 6;
  NOTE_SNOOZED = 7; NOTE_ACKNOWLEDGED = 8; NOTE_CANCELLED = 9; NOTE_SUSPENDED = 10; NOTE_RESUMED = 11;
  NOTE_UPLOADED = 12; NOTE_UPLOAD_FAILED = 13; NOTE_DONE = 14; NOTE_UNDONE = 15; NOTE_REMOVED = 16;
  APPLY_OVERWRITE = 1;
  OP_SET = 1; OP_DOT = 2; OP_ADD = 3; OP_CLEAR = 4; OP_CLEAR_TREE = 5; OP_MUTE = 6; OP_GET = 7; OP_POST = 8;
  OP_WITHDRAW = 9; OP_READ = 10; OP_REMINDER_PUT = 11; OP_REMINDER_EDIT = 12; OP_REMINDER_DONE = 13;
  OP_REMINDER_UNDONE = 14; OP_REMINDER_REMOVE = 15; OP_REMINDER_SNOOZE = 16; OP_REMINDER_ACKNOWLEDGE = 17;
  BATCH_EACH = 1;
  OVERFLOW_PLUS = 0; OVERFLOW_ELLIPSIS = 1;
  FONT_WEIGHT_REGULAR = 400; FONT_WEIGHT_BOLD = 700;
  STYLE_FIELD_DOT_RADIUS = 1; STYLE_FIELD_OFFSET = 2; STYLE_FIELD_FONT_SIZE = 4; STYLE_FIELD_FONT_WEIGHT = 8;
  STYLE_FIELD_TEXT_COLOR = 16; STYLE_FIELD_BACKGROUND_COLOR = 32; STYLE_FIELD_MAX_COUNT = 64;
  STYLE_FIELD_OVERFLOW = 128; STYLE_FIELD_ICON = 256; STYLE_FIELD_HIGHLIGHT_COLOR = 512;
  REQUEST_KIND_SEND = 1; REQUEST_KIND_CANCEL = 2; REQUEST_FLAG_CREDENTIAL = 1;
  MAX_ITEMS = 65536; IMPORT_REPLACE = 1;
  TRACE_TRANSACTION = 1; TRACE_NODE = 2; TRACE_MESSAGE = 3; TRACE_GROUP = 4; TRACE_REMINDER = 5; TRACE_SYNCED = 6;
  TRACE_AUTH = 7; TRACE_LOG = 8; TRACE_ACCOUNT = 9; TRACE_EXCHANGE = 10; TRACE_LOST = 11;
  CAUSE_CALL = 1; CAUSE_BATCH = 2; CAUSE_ITEMS = 3; CAUSE_PAGE = 4; CAUSE_DELIVERY = 5; CAUSE_PUSH = 6;
  CAUSE_ACKNOWLEDGEMENT = 7; CAUSE_EXPIRY = 8; CAUSE_REMINDER = 9; CAUSE_RESTORE = 10; CAUSE_UPKEEP = 11;
  CHANGE_OPENED = 1; CHANGE_LOADED = 2; CHANGE_EVICTED = 3; CHANGE_DROPPED = 4; CHANGE_LOGGED_IN = 5;
  CHANGE_LOGGED_OUT = 6;

  module Declarations # :nodoc:
    # Name: [how it is packed, its size, its members].
    STRUCTS = {
      "tally_text" => ["LL", 8, %i[offset length]],
      "tally_rows" => ["LLJQJQQQJ", 64, %i[struct_size entry_size entries capacity text text_capacity count text_size
        next]],
      "tally_bytes" => ["JQ", 16, %i[data size]],
      "tally_engine_options" => ["LLQqJJJJJJJJJJJJJJllLLLLLLLLLLLLLLLLLLLL", 224, %i[struct_size flags seed
        batch_id_time file ca_file user_agent zone clock clock_user_data clock_release_user_data log log_user_data
        log_release_user_data zone_file zone_user_data zone_release_user_data reserved_pointer durability log_level
        max_depth max_path_bytes max_nodes max_accounts max_loaded_accounts max_feeds max_observers max_response_bytes
        max_batch_ids max_requests max_requests_per_origin max_forgotten max_marks max_failed_rows max_rejected
        max_reminder_log max_cached_groups max_events max_completions max_links]],
      "tally_stats" => ["LLLLQQQQQQQqqQQQQLLLL", 136, %i[struct_size accounts loaded_accounts feeds account_loads
        account_evictions observers events nodes node_bytes unstored_badges file_size log_size commits committed_calls
        longest_wait_us longest_hold_us waiting_calls requests origin_requests drifts]],
      "tally_recovery" => ["LLQQQQQQQQQQQQQ", 112, %i[struct_size flags pages damaged_pages doubtful_rows
        accounts_saved accounts_lost badges_saved badges_lost feeds_saved feeds_lost messages_saved messages_lost
        others_saved others_lost]],
      "tally_account_options" => ["LLll", 16, %i[struct_size flags aggregation feeding]],
      "tally_account_entry" => ["LL", 8, %i[name_offset name_length]],
      "tally_credential" => ["LLlLJJJ", 40, %i[struct_size flags kind reserved name secret format]],
      "tally_account_state" => ["LlqQQll", 40, %i[struct_size logged_in id revision epoch aggregation feeding]],
      "tally_account_settings" => ["LLlllLqqJJJJ", 72, %i[struct_size flags grouping outbox feeding outbox_kinds
        outbox_request_timeout outbox_idle_timeout language outbox_url push_path reserved_pointer]],
      "tally_account_settings_entry" => ["qqlllLLLLLLL", 56, %i[outbox_request_timeout outbox_idle_timeout grouping
        outbox feeding outbox_kinds language_offset language_length outbox_url_offset outbox_url_length
        push_path_offset push_path_length]],
      "tally_badge" => ["QQQlLlL", 40, %i[count revision highlights kind flags level reserved]],
      "tally_badge_own" => ["LlQqqlLq", 48, %i[struct_size kind count until mute_until mute flags snoozed_until]],
      "tally_badge_rule" => ["LlLl", 16, %i[struct_size feeding flags counting]],
      "tally_link" => ["LLLL", 16, %i[path_offset path_length under_offset under_length]],
      "tally_badge_entry" => ["LLQQQlLlL", 48, %i[path_offset path_length count revision highlights kind flags level
        reserved]],
      "tally_reason" => ["QQQLLqLLLLQlL", 72, %i[contributed fed_count kept_count own_count flags message path_offset
        path_length id_offset id_length highlights level reserved]],
      "tally_message" => ["qqqLlLLLLLLLLLLLLLLLLLLLLLLLLLLlLq", 152, %i[key feed time count state id_offset id_length
        path_offset path_length kind_offset kind_length title_offset title_length body_offset body_length
        thread_offset thread_length category_offset category_length argument_offset argument_length argument_count
        data_size link_offset link_length icon_offset icon_length subtitle_offset subtitle_length also_offset
        also_length level reserved snoozed_until]],
      "tally_message_position" => ["LLqqQQQ", 48, %i[struct_size reserved key time matching newer older]],
      "tally_message_counts" => ["LLQQQ", 32, %i[struct_size reserved total unread unseen]],
      "tally_message_options" => ["LLqLLJJJJJJJJJJJQJJlL", 144, %i[struct_size flags time count argument_count id
        title body kind thread category argument link icon subtitle data data_length also reserved_pointer level
        reserved]],
      "tally_event" => ["LlQqqqQQllqqLLLLLlQQQllQQ", 152, %i[struct_size kind token account feed reminder count
        revision badge_kind result retry_after next_time added changed removed rejected text_length missed total
        unread unseen http_status level highlights total_highlights]],
      "tally_feed_options" => ["LLqqqqqqqqqLlJJJJJJ", 136, %i[struct_size flags initial_delay interval
        visible_interval request_timeout idle_timeout tolerance away_time max_age max_messages page_limit polling url
        prefix mapping_preset mapping title reserved]],
      "tally_feed_entry" => ["qqQqqqqqqqqqLLLLLLLLLLLLLLLL", 160, %i[id last_success rejected initial_delay interval
        visible_interval request_timeout idle_timeout tolerance away_time max_age max_messages page_limit options
        flags reserved name_offset name_length url_offset url_length prefix_offset prefix_length title_offset
        title_length mapping_preset_offset mapping_preset_length mapping_offset mapping_length]],
      "tally_rejected" => ["qqLLLL", 32, %i[id time reason_offset reason_length body_offset body_length]],
      "tally_drift" => ["QQqLLQQ", 48, %i[ours theirs feed path_offset path_length our_highlights their_highlights]],
      "tally_page_info" => ["LLqLL", 24, %i[struct_size first away_time requested reserved]],
      "tally_feed_state" => ["LlqqqQQQLLlL", 72, %i[struct_size result id last_success next_time requests not_modified
        failures in_flight failures_in_a_row http_status reserved]],
      "tally_forms" => ["LLJJJJJJ", 56, %i[struct_size flags zero one two few many other]],
      "tally_import_report" => ["LLQQ", 24, %i[struct_size reserved taken skipped]],
      "tally_group" => ["qqQQQqlLLLLLLLLLLL", 96, %i[newest oldest items notifications fresh time origin thread_offset
        thread_length path_offset path_length title_offset title_length summary_offset summary_length language_offset
        language_length reserved]],
      "tally_outbox_entry" => ["qqqqqllLLLLLL", 72, %i[id feed attempt next_time lease_end kind state key_offset
        key_length entity_offset entity_length body_offset body_length]],
      "tally_outbox_counts" => ["LLQQQ", 32, %i[struct_size reserved total leased failed]],
      "tally_reminder_options" => ["LLJJJJllllllllllll", 88, %i[struct_size fields title body path zone produced
        shelf_life shelf_unit time_of_day smart repeat_unit repeat_every end start overdue_unit overdue_every
        overdue_limit]],
      "tally_reminder" => ["qqqqqLllllllllllllllllllLLLLLLLLLLl", 160, %i[key next_time due_time expires stamp
        revision state expiry span days_left is_smart produced shelf_life shelf_unit time_of_day entered smart
        repeat_unit repeat_every start end overdue_unit overdue_every overdue_limit id_offset id_length title_offset
        title_length body_offset body_length path_offset path_length zone_offset zone_length reserved]],
      "tally_plan_options" => ["LLLL", 16, %i[struct_size flags limit reserve]],
      "tally_plan_entry" => ["qqqLlLLLLLLLL", 64, %i[id time occurrence revision action reminder_offset
        reminder_length title_offset title_length body_offset body_length path_offset path_length]],
      "tally_plan" => ["LLQqQ", 32, %i[struct_size planned left_out reach token]],
      "tally_reminder_note" => ["qqqLlLL", 40, %i[id time occurrence_time revision kind reminder_offset
        reminder_length]],
      "tally_skipped_entry" => ["qLLLL", 24, %i[line uid_offset uid_length reason_offset reason_length]],
      "tally_snapshot_entry" => ["LLQqqllq", 48, %i[path_offset path_length count until mute_until kind mute
        snoozed_until]],
      "tally_patch_entry" => ["LLQqqllQqqllqq", 88, %i[path_offset path_length before_count before_until
        before_mute_until before_kind before_mute after_count after_until after_mute_until after_kind after_mute
        before_snoozed_until after_snoozed_until]],
      "tally_operation" => ["llLlQqqQJJqQJJ", 96, %i[kind status flags badge_kind node value until count path id key
        changed message reminder]],
      "tally_batch_options" => ["LLLLQQJJ", 48, %i[struct_size flags operation_size reserved epoch position source
        id]],
      "tally_position" => ["LLQQq", 32, %i[struct_size reserved epoch position time]],
      "tally_style" => ["LLfffflLLlQJJLL", 72, %i[struct_size fields dot_radius offset_x offset_y font_size
        font_weight text_color background_color overflow max_count icon reserved highlight_color reserved_2]],
      "tally_presentation" => ["LlQfffflLLlQlL", 64, %i[struct_size kind count dot_radius offset_x offset_y font_size
        font_weight text_color background_color overflow max_count highlighted reserved]],
      "tally_widget" => ["LLJJJJ", 40, %i[struct_size flags show_dot show_number show_icon hide]],
      "tally_request" => ["LlqQqqJJJQJQLL", 96, %i[struct_size kind id max_size request_timeout idle_timeout method
        url headers headers_size body body_size flags reserved]],
      "tally_item" => ["JJqJQlL", 48, %i[account id time operations count status flags]],
      "tally_engine_batch_options" => ["LLLLllQQJJ", 56, %i[struct_size flags item_size operation_size aggregation
        feeding epoch position source reserved]],
      "tally_import" => ["JJQlLJJ", 48, %i[account bytes size status flags reserved reserved]],
      "tally_trace_options" => ["LLQJJ", 32, %i[struct_size kinds bytes account reserved]],
      "tally_trace_state" => ["QqqllLl", 40, %i[count until mute_until kind own_kind own_count mute]],
      "tally_trace_record" => ["LlqqQqlLlllllLLLQqqqLLLLQqqllLlQqqllLl", 208, %i[struct_size kind account feed
        revision time cause request change level result http_status missed text_length headers_length body_length
        count total unread unseen added changed removed rejected count until mute_until kind own_kind own_count mute
        count until mute_until kind own_kind own_count mute]],
    }.freeze

    # Name: its result and its parameters, as Array#pack calls them; v: nothing.
    FUNCTIONS = {
      tally_version: "L", tally_version_text: "J", tally_status_name: "Jl", tally_status_message: "Jl",
      tally_error_message: "lJQJ", tally_bytes_release: "vJ", tally_engine_open: "lJJ", tally_engine_close: "lJq",
      tally_engine_flush: "lJ", tally_engine_verify: "lJ", tally_engine_limit: "lJlqJ", tally_engine_backup: "lJJL",
      tally_engine_get_stats: "lJLJ", tally_engine_set_foreground: "lJl", tally_engine_set_network: "lJl",
      tally_engine_woke: "lJ", tally_file_recover: "lJJJ", tally_file_vacuum: "lJ", tally_account_open: "lJJJJ",
      tally_account_find: "lJqJ", tally_account_release: "vJ", tally_account_list: "lJLJJ",
      tally_account_remove: "lJJ", tally_account_set_credential: "lJJJ", tally_account_remove_credential: "lJJ",
      tally_account_log_in: "lJ", tally_account_log_out: "lJ", tally_account_get: "lJJJQJ",
      tally_account_configure: "lJJ", tally_account_get_settings: "lJJ", tally_account_export: "lJJ",
      tally_account_import: "lJJJQ", tally_account_hash: "lJLJ", tally_badge_set: "lJJq", tally_badge_dot: "lJJ",
      tally_badge_set_until: "lJJqq", tally_badge_dot_until: "lJJq", tally_badge_add: "lJJq",
      tally_badge_clear: "lJJ", tally_badge_clear_tree: "lJJ", tally_badge_mute: "lJJlq", tally_badge_snooze: "lJJq",
      tally_badge_flag: "lJJl", tally_badge_get: "lJJJ", tally_badge_get_own: "lJJJ", tally_badge_set_rule: "lJJJ",
      tally_badge_get_rule: "lJJLJ", tally_link_add: "lJJJ", tally_link_remove: "lJJJ", tally_link_list: "lJJLJJ",
      tally_engine_get_total: "lJJ", tally_engine_get_total_of_all: "lJJ", tally_badge_list: "lJJLJJJ",
      tally_badge_changes: "lJQQJJ", tally_badge_explain: "lJJLJJ", tally_message_list: "lJJLJJ",
      tally_message_list_from: "lJJLqJJ", tally_message_first: "lJJLQJ", tally_message_get: "lJqJ",
      tally_message_find: "lJqJJ", tally_message_get_data: "lJqJ", tally_message_get_counts: "lJJLJ",
      tally_message_mark_read: "lJJQJ", tally_message_mark_path_read: "lJJLJ",
      tally_message_mark_read_until: "lJJLqJ", tally_message_mark_unread: "lJJQJ", tally_message_mark_seen: "lJJQJ",
      tally_message_snooze: "lJqq", tally_message_post: "lJJJJ", tally_message_remove: "lJJQ",
      tally_message_withdraw: "lJJ", tally_scope_open: "lJJ", tally_scope_close: "vJ", tally_observe: "lJJJLJJJJ",
      tally_observe_messages: "lJJJLJJJJ", tally_observe_groups: "lJJLJJJJ", tally_observe_total: "lJLJJJJ",
      tally_observe_feed: "lJJLJJJJ", tally_observe_feeds: "lJJLJJJJ", tally_observe_reminders: "lJJLJJJJ",
      tally_unobserve: "vJQ", tally_view_begin: "lJJJLJ", tally_view_end: "vJQ", tally_engine_next_event: "lJqJJQ",
      tally_engine_dispatch: "lJQJ", tally_engine_interrupt: "lJ", tally_engine_get_descriptor: "lJJ",
      tally_engine_set_notify: "lJJJJ", tally_engine_step: "lJ", tally_engine_get_timeout: "lJJ",
      tally_feed_add: "lJJJJ", tally_feed_find: "lJJJ", tally_feed_find_by_id: "lJqJ", tally_feed_list: "lJLJJ",
      tally_feed_list_rejected: "lJqLJJ", tally_drift_list: "lJJLJJ", tally_feed_release: "vJ",
      tally_feed_remove: "lJ", tally_feed_refresh: "lJ", tally_feed_show_page: "lJLJ", tally_feed_hide_page: "lJL",
      tally_feed_cancel: "lJ", tally_feed_pause: "lJl", tally_feed_set_credential: "lJJ",
      tally_feed_remove_credential: "lJ", tally_feed_refresh_now: "lJJJJJ", tally_feed_get: "lJJJQJ",
      tally_feed_deliver: "lJJQ", tally_account_push: "lJJQ", tally_feed_push: "lJJQ", tally_mapping_try: "lJJJQJ",
      tally_path_escape: "lJJQJ", tally_path_join: "lJJJQJ", tally_path_parent: "lJJQJ",
      tally_path_component: "lJQJQJ", tally_category_set: "lJJJJ", tally_category_remove: "lJJ",
      tally_strings_set: "lJJJJ", tally_strings_remove: "lJJJ", tally_strings_import: "lJlJQJJ",
      tally_group_list: "lJJLJJ", tally_group_get: "lJJJLJ", tally_group_list_messages: "lJJLJJ",
      tally_group_mark_seen: "lJJ", tally_group_dismiss: "lJJJ", tally_outbox_lease: "lJqJ",
      tally_outbox_ack: "lJqJQ", tally_outbox_fail: "lJqqq", tally_outbox_list: "lJLJJ",
      tally_outbox_get_counts: "lJJ", tally_outbox_retry: "lJqJ", tally_outbox_retry_all: "lJJ",
      tally_outbox_remove: "lJqJ", tally_outbox_remove_failed: "lJJ", tally_reminder_put: "lJJJ",
      tally_reminder_edit: "lJJJ", tally_reminder_mark_done: "lJJL", tally_reminder_mark_undone: "lJJ",
      tally_reminder_remove: "lJJ", tally_reminder_snooze: "lJJq", tally_reminder_acknowledge: "lJJ",
      tally_reminder_list: "lJLJJ", tally_reminder_get: "lJJJ", tally_reminder_plan: "lJJJJ",
      tally_reminder_confirm_plan: "lJQ", tally_reminder_list_notes: "lJLJJ", tally_reminder_export: "lJJ",
      tally_reminder_import: "lJJQJJ", tally_engine_set_zone: "lJJ", tally_badge_digest: "lJJJ",
      tally_badge_diff: "lJJJJJ", tally_snapshot_decode: "lJQJ", tally_snapshot_take: "lJJJ",
      tally_snapshot_release: "vJ", tally_snapshot_encode: "lJJ", tally_snapshot_diff: "lJJJ",
      tally_snapshot_list: "lJJLJJ", tally_patch_inverse: "lJQJ", tally_patch_list: "lJQJLJJ",
      tally_badge_restore: "lJJJ", tally_badge_apply: "lJJJQL", tally_account_verify: "lJ",
      tally_node_resolve: "lJJJ", tally_node_release: "vJQ", tally_node_get_path: "lJQJQJ", tally_node_set: "lJQq",
      tally_node_dot: "lJQ", tally_node_set_until: "lJQqq", tally_node_dot_until: "lJQq", tally_node_add: "lJQq",
      tally_node_clear: "lJQ", tally_node_clear_tree: "lJQ", tally_node_mute: "lJQlq", tally_node_get: "lJQJ",
      tally_badge_batch: "lJJQJJ", tally_account_get_position: "lJJJ", tally_style_set: "lJJJ",
      tally_style_get: "lJJJJQJ", tally_badge_present: "lJJJJQJ", tally_present: "lJJJJQJ",
      tally_widget_bind: "lJJJJJJJ", tally_widget_refresh: "lJ", tally_engine_set_transport: "lJJJJ",
      tally_transport_respond: "lJqlJJQ", tally_transport_progress: "lJq", tally_engine_batch: "lJJQJ",
      tally_engine_get_position: "lJJJ", tally_engine_export_account: "lJJJ", tally_engine_export_source: "lJJJ",
      tally_engine_import: "lJJQL", tally_trace_open: "lJJJ", tally_trace_next: "lJqJJQ",
      tally_trace_get_descriptor: "lJJ", tally_trace_close: "vJ",
    }.freeze

    # The records that structures become.
    RECORDS = {
      "tally_account_entry" => "AccountEntry", "tally_account_settings_entry" => "AccountSettingsEntry",
      "tally_account_state" => "AccountState", "tally_badge" => "Badge", "tally_badge_rule" => "BadgeRule",
      "tally_badge_own" => "OwnBadge", "tally_badge_entry" => "BadgeEntry", "tally_link" => "Link",
      "tally_reason" => "Reason", "tally_presentation" => "Presentation", "tally_event" => "Event",
      "tally_feed_entry" => "FeedEntry", "tally_rejected" => "Rejected", "tally_drift" => "Drift",
      "tally_page_info" => "PageInfo", "tally_feed_state" => "FeedState", "tally_message" => "Message",
      "tally_group" => "Group", "tally_outbox_entry" => "OutboxEntry", "tally_reminder" => "Reminder",
      "tally_plan_entry" => "PlanEntry", "tally_plan" => "Plan", "tally_reminder_note" => "ReminderNote",
      "tally_recovery" => "Recovery", "tally_stats" => "Stats", "tally_position" => "Position",
      "tally_message_position" => "MessagePosition", "tally_message_counts" => "MessageCounts",
      "tally_outbox_counts" => "OutboxCounts", "tally_import_report" => "ImportReport",
      "tally_snapshot_entry" => "SnapshotEntry", "tally_patch_entry" => "PatchEntry",
      "tally_skipped_entry" => "SkippedEntry",
    }.freeze
    # Bits that say which members are given.
    FIELDS = {
      "tally_reminder_options" => { title: 1, body: 2, path: 4, zone: 8, produced: 16, shelf_life: 32, shelf_unit: 32,
        time_of_day: 64, smart: 128, repeat_unit: 256, repeat_every: 256, end: 1024, start: 512, overdue_unit: 2048,
        overdue_every: 2048, overdue_limit: 2048 },
      "tally_style" => { dot_radius: 1, offset_x: 2, offset_y: 2, font_size: 4, font_weight: 8, text_color: 16,
        background_color: 32, overflow: 128, max_count: 64, icon: 256, highlight_color: 512 },
    }.freeze
    # Members of records that are true or false.
    BOOLEANS = %i[first highlighted in_flight is_smart logged_in missed requested].freeze
    # The members of an operation that come out.
    RESULTS = %i[status badge_kind count key changed].freeze
  end
end
