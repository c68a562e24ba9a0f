-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

return {
cdef = [[
typedef struct tally_engine tally_engine;
typedef struct tally_account tally_account;
typedef struct tally_feed tally_feed;
typedef struct tally_scope tally_scope;
typedef struct tally_trace tally_trace;
typedef struct tally_snapshot tally_snapshot;
typedef int32_t tally_status;
typedef int32_t tally_durability;
typedef int32_t tally_log_level;
typedef int32_t tally_limit;
typedef int32_t tally_aggregation;
typedef int32_t tally_feeding;
typedef int32_t tally_credential_kind;
typedef int32_t tally_grouping;
typedef int32_t tally_outbox_mode;
typedef int32_t tally_level;
typedef int32_t tally_mute_mode;
typedef int32_t tally_badge_kind;
typedef int32_t tally_counting;
typedef int32_t tally_message_state;
typedef int32_t tally_event_kind;
typedef int32_t tally_polling;
typedef int32_t tally_strings_kind;
typedef int32_t tally_summary_origin;
typedef int32_t tally_outbox_kind;
typedef int32_t tally_outbox_state;
typedef int32_t tally_unit;
typedef int32_t tally_smart;
typedef int32_t tally_reminder_state;
typedef int32_t tally_plan_action;
typedef int32_t tally_note_kind;
typedef uint64_t tally_node;
typedef int32_t tally_operation_kind;
typedef int32_t tally_overflow;
typedef int32_t tally_request_kind;
typedef int32_t tally_trace_kind;
typedef int32_t tally_cause;
typedef int32_t tally_account_change;
typedef struct tally_text { uint32_t offset; uint32_t length; } tally_text;
typedef struct tally_rows { uint32_t struct_size; uint32_t entry_size; void *entries; size_t capacity; char *text;
    size_t text_capacity; size_t count; size_t text_size; const char *next; } tally_rows;
typedef struct tally_bytes { const void *data; size_t size; } tally_bytes;
typedef void (*tally_release_callback)(void *user_data);
typedef void (*tally_clock_callback)(void *user_data, int64_t *out_wall, int64_t *out_elapsed);
typedef void (*tally_log_callback)(void *user_data, tally_log_level level, const char *text);
typedef size_t (*tally_zone_callback)(void *user_data, const char *name, void *bytes, size_t capacity);
typedef struct tally_engine_options { uint32_t struct_size; uint32_t flags; uint64_t seed; int64_t batch_id_time;
    const char *file; const char *ca_file; const char *user_agent; const char *zone; tally_clock_callback clock;
    void *clock_user_data; tally_release_callback clock_release_user_data; tally_log_callback log;
    void *log_user_data; tally_release_callback log_release_user_data; tally_zone_callback zone_file;
    void *zone_user_data; tally_release_callback zone_release_user_data; void *reserved_pointer;
    tally_durability durability; tally_log_level log_level; uint32_t max_depth; uint32_t max_path_bytes;
    uint32_t max_nodes; uint32_t max_accounts; uint32_t max_loaded_accounts; uint32_t max_feeds;
    uint32_t max_observers; uint32_t max_response_bytes; uint32_t max_batch_ids; uint32_t max_requests;
    uint32_t max_requests_per_origin; uint32_t max_forgotten; uint32_t max_marks; uint32_t max_failed_rows;
    uint32_t max_rejected; uint32_t max_reminder_log; uint32_t max_cached_groups; uint32_t max_events;
    uint32_t max_completions; uint32_t max_links; } tally_engine_options;
typedef struct tally_stats { uint32_t struct_size; uint32_t accounts; uint32_t loaded_accounts; uint32_t feeds;
    uint64_t account_loads; uint64_t account_evictions; uint64_t observers; uint64_t events; uint64_t nodes;
    uint64_t node_bytes; uint64_t unstored_badges; int64_t file_size; int64_t log_size; uint64_t commits;
    uint64_t committed_calls; uint64_t longest_wait_us; uint64_t longest_hold_us; uint32_t waiting_calls;
    uint32_t requests; uint32_t origin_requests; uint32_t drifts; } tally_stats;
typedef struct tally_recovery { uint32_t struct_size; uint32_t flags; uint64_t pages; uint64_t damaged_pages;
    uint64_t doubtful_rows; uint64_t accounts_saved; uint64_t accounts_lost; uint64_t badges_saved;
    uint64_t badges_lost; uint64_t feeds_saved; uint64_t feeds_lost; uint64_t messages_saved; uint64_t messages_lost;
    uint64_t others_saved; uint64_t others_lost; } tally_recovery;
typedef struct tally_account_options { uint32_t struct_size; uint32_t flags; tally_aggregation aggregation;
    tally_feeding feeding; } tally_account_options;
typedef struct tally_account_entry { tally_text name; } tally_account_entry;
typedef struct tally_credential { uint32_t struct_size; uint32_t flags; tally_credential_kind kind; uint32_t reserved;
    const char *name; const char *secret; const char *format; } tally_credential;
typedef struct tally_account_state { uint32_t struct_size; int32_t logged_in; int64_t id; uint64_t revision;
    uint64_t epoch; tally_aggregation aggregation; tally_feeding feeding; } tally_account_state;
typedef struct tally_account_settings { uint32_t struct_size; uint32_t flags; tally_grouping grouping;
    tally_outbox_mode outbox; tally_feeding feeding; uint32_t outbox_kinds; int64_t outbox_request_timeout;
    int64_t outbox_idle_timeout; const char *language; const char *outbox_url; const char *push_path;
    void *reserved_pointer; } tally_account_settings;
typedef struct tally_account_settings_entry { int64_t outbox_request_timeout; int64_t outbox_idle_timeout;
    tally_grouping grouping; tally_outbox_mode outbox; tally_feeding feeding; uint32_t outbox_kinds;
    tally_text language; tally_text outbox_url; tally_text push_path; } tally_account_settings_entry;
typedef struct tally_badge { uint64_t count; uint64_t revision; uint64_t highlights; tally_badge_kind kind;
    uint32_t flags; tally_level level; uint32_t reserved; } tally_badge;
typedef struct tally_badge_own { uint32_t struct_size; tally_badge_kind kind; uint64_t count; int64_t until;
    int64_t mute_until; tally_mute_mode mute; uint32_t flags; int64_t snoozed_until; } tally_badge_own;
typedef struct tally_badge_rule { uint32_t struct_size; tally_feeding feeding; uint32_t flags;
    tally_counting counting; } tally_badge_rule;
typedef struct tally_link { tally_text path; tally_text under; } tally_link;
typedef struct tally_badge_entry { tally_text path; tally_badge badge; } tally_badge_entry;
typedef struct tally_reason { uint64_t contributed; uint64_t fed_count; uint64_t kept_count; uint32_t own_count;
    uint32_t flags; int64_t message; tally_text path; tally_text id; uint64_t highlights; tally_level level;
    uint32_t reserved; } tally_reason;
typedef struct tally_message { int64_t key; int64_t feed; int64_t time; uint32_t count; tally_message_state state;
    tally_text id; tally_text path; tally_text kind; tally_text title; tally_text body; tally_text thread;
    tally_text category; tally_text argument; uint32_t argument_count; uint32_t data_size; tally_text link;
    tally_text icon; tally_text subtitle; tally_text also; tally_level level; uint32_t reserved;
    int64_t snoozed_until; } tally_message;
typedef struct tally_message_position { uint32_t struct_size; uint32_t reserved; int64_t key; int64_t time;
    uint64_t matching; uint64_t newer; uint64_t older; } tally_message_position;
typedef struct tally_message_counts { uint32_t struct_size; uint32_t reserved; uint64_t total; uint64_t unread;
    uint64_t unseen; } tally_message_counts;
typedef struct tally_message_options { uint32_t struct_size; uint32_t flags; int64_t time; uint32_t count;
    uint32_t argument_count; const char *id; const char *title; const char *body; const char *kind;
    const char *thread; const char *category; const char *argument; const char *link; const char *icon;
    const char *subtitle; const char *data; size_t data_length; const char *also; void *reserved_pointer;
    tally_level level; uint32_t reserved; } tally_message_options;
typedef struct tally_event { uint32_t struct_size; tally_event_kind kind; uint64_t token; int64_t account;
    int64_t feed; int64_t reminder; uint64_t count; uint64_t revision; tally_badge_kind badge_kind;
    tally_status result; int64_t retry_after; int64_t next_time; uint32_t added; uint32_t changed; uint32_t removed;
    uint32_t rejected; uint32_t text_length; int32_t missed; uint64_t total; uint64_t unread; uint64_t unseen;
    int32_t http_status; tally_level level; uint64_t highlights; uint64_t total_highlights; } tally_event;
typedef void (*tally_event_callback)(void *user_data, const tally_event *event, const char *text);
typedef void (*tally_notify_callback)(void *user_data);
typedef struct tally_feed_options { uint32_t struct_size; uint32_t flags; int64_t initial_delay; int64_t interval;
    int64_t visible_interval; int64_t request_timeout; int64_t idle_timeout; int64_t tolerance; int64_t away_time;
    int64_t max_age; int64_t max_messages; uint32_t page_limit; tally_polling polling; const char *url;
    const char *prefix; const char *mapping_preset; const char *mapping; const char *title; void *reserved;
    } tally_feed_options;
typedef struct tally_feed_entry { int64_t id; int64_t last_success; uint64_t rejected; int64_t initial_delay;
    int64_t interval; int64_t visible_interval; int64_t request_timeout; int64_t idle_timeout; int64_t tolerance;
    int64_t away_time; int64_t max_age; int64_t max_messages; uint32_t page_limit; uint32_t options; uint32_t flags;
    uint32_t reserved; tally_text name; tally_text url; tally_text prefix; tally_text title;
    tally_text mapping_preset; tally_text mapping; } tally_feed_entry;
typedef struct tally_rejected { int64_t id; int64_t time; tally_text reason; tally_text body; } tally_rejected;
typedef struct tally_drift { uint64_t ours; uint64_t theirs; int64_t feed; tally_text path; uint64_t our_highlights;
    uint64_t their_highlights; } tally_drift;
typedef struct tally_page_info { uint32_t struct_size; uint32_t first; int64_t away_time; uint32_t requested;
    uint32_t reserved; } tally_page_info;
typedef struct tally_feed_state { uint32_t struct_size; tally_status result; int64_t id; int64_t last_success;
    int64_t next_time; uint64_t requests; uint64_t not_modified; uint64_t failures; uint32_t in_flight;
    uint32_t failures_in_a_row; int32_t http_status; uint32_t reserved; } tally_feed_state;
typedef struct tally_forms { uint32_t struct_size; uint32_t flags; const char *zero; const char *one; const char *two;
    const char *few; const char *many; const char *other; } tally_forms;
typedef struct tally_import_report { uint32_t struct_size; uint32_t reserved; uint64_t taken; uint64_t skipped;
    } tally_import_report;
typedef struct tally_group { int64_t newest; int64_t oldest; uint64_t items; uint64_t notifications; uint64_t fresh;
    int64_t time; tally_summary_origin origin; tally_text thread; tally_text path; tally_text title;
    tally_text summary; tally_text language; uint32_t reserved; } tally_group;
typedef struct tally_outbox_entry { int64_t id; int64_t feed; int64_t attempt; int64_t next_time; int64_t lease_end;
    tally_outbox_kind kind; tally_outbox_state state; tally_text key; tally_text entity; tally_text body;
    } tally_outbox_entry;
typedef struct tally_outbox_counts { uint32_t struct_size; uint32_t reserved; uint64_t total; uint64_t leased;
    uint64_t failed; } tally_outbox_counts;
typedef struct tally_reminder_options { uint32_t struct_size; uint32_t fields; const char *title; const char *body;
    const char *path; const char *zone; int32_t produced; int32_t shelf_life; tally_unit shelf_unit;
    int32_t time_of_day; tally_smart smart; tally_unit repeat_unit; int32_t repeat_every; int32_t end; int32_t start;
    tally_unit overdue_unit; int32_t overdue_every; int32_t overdue_limit; } tally_reminder_options;
typedef struct tally_reminder { int64_t key; int64_t next_time; int64_t due_time; int64_t expires; int64_t stamp;
    uint32_t revision; tally_reminder_state state; int32_t expiry; int32_t span; int32_t days_left; int32_t is_smart;
    int32_t produced; int32_t shelf_life; tally_unit shelf_unit; int32_t time_of_day; int32_t entered;
    tally_smart smart; tally_unit repeat_unit; int32_t repeat_every; int32_t start; int32_t end;
    tally_unit overdue_unit; int32_t overdue_every; int32_t overdue_limit; tally_text id; tally_text title;
    tally_text body; tally_text path; tally_text zone; int32_t reserved; } tally_reminder;
typedef struct tally_plan_options { uint32_t struct_size; uint32_t flags; uint32_t limit; uint32_t reserve;
    } tally_plan_options;
typedef struct tally_plan_entry { int64_t id; int64_t time; int64_t occurrence; uint32_t revision;
    tally_plan_action action; tally_text reminder; tally_text title; tally_text body; tally_text path;
    } tally_plan_entry;
typedef struct tally_plan { uint32_t struct_size; uint32_t planned; uint64_t left_out; int64_t reach; uint64_t token;
    } tally_plan;
typedef struct tally_reminder_note { int64_t id; int64_t time; int64_t occurrence_time; uint32_t revision;
    tally_note_kind kind; tally_text reminder; } tally_reminder_note;
typedef struct tally_skipped_entry { int64_t line; tally_text uid; tally_text reason; } tally_skipped_entry;
typedef struct tally_snapshot_entry { tally_text path; uint64_t count; int64_t until; int64_t mute_until;
    tally_badge_kind kind; tally_mute_mode mute; int64_t snoozed_until; } tally_snapshot_entry;
typedef struct tally_patch_entry { tally_text path; uint64_t before_count; int64_t before_until;
    int64_t before_mute_until; tally_badge_kind before_kind; tally_mute_mode before_mute; uint64_t after_count;
    int64_t after_until; int64_t after_mute_until; tally_badge_kind after_kind; tally_mute_mode after_mute;
    int64_t before_snoozed_until; int64_t after_snoozed_until; } tally_patch_entry;
typedef struct tally_operation { tally_operation_kind kind; tally_status status; uint32_t flags;
    tally_badge_kind badge_kind; tally_node node; int64_t value; int64_t until; uint64_t count; const char *path;
    const char *id; int64_t key; uint64_t changed; const tally_message_options *message;
    const tally_reminder_options *reminder; } tally_operation;
typedef struct tally_batch_options { uint32_t struct_size; uint32_t flags; uint32_t operation_size; uint32_t reserved;
    uint64_t epoch; uint64_t position; const char *source; const char *id; } tally_batch_options;
typedef struct tally_position { uint32_t struct_size; uint32_t reserved; uint64_t epoch; uint64_t position;
    int64_t time; } tally_position;
typedef struct tally_style { uint32_t struct_size; uint32_t fields; float dot_radius; float offset_x; float offset_y;
    float font_size; int32_t font_weight; uint32_t text_color; uint32_t background_color; tally_overflow overflow;
    uint64_t max_count; const char *icon; void *reserved; uint32_t highlight_color; uint32_t reserved_2;
    } tally_style;
typedef struct tally_presentation { uint32_t struct_size; tally_badge_kind kind; uint64_t count; float dot_radius;
    float offset_x; float offset_y; float font_size; int32_t font_weight; uint32_t text_color;
    uint32_t background_color; tally_overflow overflow; uint64_t max_count; int32_t highlighted; uint32_t reserved;
    } tally_presentation;
typedef void (*tally_widget_function)(void *user_data, const char *path, const tally_presentation *presentation, const char *text);
typedef struct tally_widget { uint32_t struct_size; uint32_t flags; tally_widget_function show_dot;
    tally_widget_function show_number; tally_widget_function show_icon; tally_widget_function hide; } tally_widget;
typedef struct tally_request { uint32_t struct_size; tally_request_kind kind; int64_t id; uint64_t max_size;
    int64_t request_timeout; int64_t idle_timeout; const char *method; const char *url; const char *headers;
    size_t headers_size; const void *body; size_t body_size; uint32_t flags; uint32_t reserved; } tally_request;
typedef void (*tally_transport_callback)(void *user_data, const tally_request *request);
typedef struct tally_item { const char *account; const char *id; int64_t time; tally_operation *operations;
    size_t count; tally_status status; uint32_t flags; } tally_item;
typedef struct tally_engine_batch_options { uint32_t struct_size; uint32_t flags; uint32_t item_size;
    uint32_t operation_size; tally_aggregation aggregation; tally_feeding feeding; uint64_t epoch; uint64_t position;
    const char *source; void *reserved; } tally_engine_batch_options;
typedef struct tally_import { const char *account; const void *bytes; size_t size; tally_status status;
    uint32_t flags; void *reserved[2]; } tally_import;
typedef struct tally_trace_options { uint32_t struct_size; uint32_t kinds; uint64_t bytes; tally_account *account;
    void *reserved; } tally_trace_options;
typedef struct tally_trace_state { uint64_t count; int64_t until; int64_t mute_until; tally_badge_kind kind;
    tally_badge_kind own_kind; uint32_t own_count; tally_mute_mode mute; } tally_trace_state;
typedef struct tally_trace_record { uint32_t struct_size; tally_trace_kind kind; int64_t account; int64_t feed;
    uint64_t revision; int64_t time; tally_cause cause; uint32_t request; tally_account_change change;
    tally_log_level level; tally_status result; int32_t http_status; int32_t missed; uint32_t text_length;
    uint32_t headers_length; uint32_t body_length; uint64_t count; int64_t total; int64_t unread; int64_t unseen;
    uint32_t added; uint32_t changed; uint32_t removed; uint32_t rejected; tally_trace_state before;
    tally_trace_state after; } tally_trace_record;
uint32_t tally_version(void);
const char *tally_version_text(void);
const char *tally_status_name(tally_status status);
const char *tally_status_message(tally_status status);
tally_status tally_error_message(char *buffer, size_t capacity, size_t *out_length);
void tally_bytes_release(tally_bytes *bytes);
tally_status tally_engine_open(const tally_engine_options *options, tally_engine **out_engine);
tally_status tally_engine_close(tally_engine *engine, int64_t timeout);
tally_status tally_engine_flush(tally_engine *engine);
tally_status tally_engine_verify(tally_engine *engine);
tally_status tally_engine_limit(tally_engine *engine, tally_limit limit, int64_t value, int64_t *out_old);
tally_status tally_engine_backup(tally_engine *engine, const char *file, uint32_t flags);
tally_status tally_engine_get_stats(tally_engine *engine, uint32_t flags, tally_stats *out_stats);
tally_status tally_engine_set_foreground(tally_engine *engine, int32_t foreground);
tally_status tally_engine_set_network(tally_engine *engine, int32_t available);
tally_status tally_engine_woke(tally_engine *engine);
tally_status tally_file_recover(const char *damaged, const char *fresh, tally_recovery *out_recovery);
tally_status tally_file_vacuum(const char *file);
tally_status tally_account_open(tally_engine *engine, const char *name, const tally_account_options *options, tally_account **out_account);
tally_status tally_account_find(tally_engine *engine, int64_t id, tally_account **out_account);
void tally_account_release(tally_account *account);
tally_status tally_account_list(tally_engine *engine, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_account_remove(tally_engine *engine, const char *name);
tally_status tally_account_set_credential(tally_account *account, const char *url, const tally_credential *credential);
tally_status tally_account_remove_credential(tally_account *account, const char *url);
tally_status tally_account_log_in(tally_account *account);
tally_status tally_account_log_out(tally_account *account);
tally_status tally_account_get(tally_account *account, tally_account_state *out_state, char *name, size_t name_capacity, size_t *out_name_length);
tally_status tally_account_configure(tally_account *account, const tally_account_settings *settings);
tally_status tally_account_get_settings(tally_account *account, tally_rows *rows);
tally_status tally_account_export(tally_account *account, tally_bytes *out_bytes);
tally_status tally_account_import(tally_engine *engine, const char *name, const void *bytes, size_t size);
tally_status tally_account_hash(const char *name, uint32_t partitions, uint32_t *out_partition);
tally_status tally_badge_set(tally_account *account, const char *path, int64_t count);
tally_status tally_badge_dot(tally_account *account, const char *path);
tally_status tally_badge_set_until(tally_account *account, const char *path, int64_t count, int64_t until);
tally_status tally_badge_dot_until(tally_account *account, const char *path, int64_t until);
tally_status tally_badge_add(tally_account *account, const char *path, int64_t delta);
tally_status tally_badge_clear(tally_account *account, const char *path);
tally_status tally_badge_clear_tree(tally_account *account, const char *path);
tally_status tally_badge_mute(tally_account *account, const char *path, tally_mute_mode mode, int64_t until);
tally_status tally_badge_snooze(tally_account *account, const char *path, int64_t until);
tally_status tally_badge_flag(tally_account *account, const char *path, int32_t on);
tally_status tally_badge_get(tally_account *account, const char *path, tally_badge *out_badge);
tally_status tally_badge_get_own(tally_account *account, const char *path, tally_badge_own *out_own);
tally_status tally_badge_set_rule(tally_account *account, const char *path, const tally_badge_rule *rule);
tally_status tally_badge_get_rule(tally_account *account, const char *path, uint32_t flags, tally_badge_rule *out_rule);
tally_status tally_link_add(tally_account *account, const char *path, const char *under);
tally_status tally_link_remove(tally_account *account, const char *path, const char *under);
tally_status tally_link_list(tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_engine_get_total(tally_engine *engine, tally_badge *out_badge);
tally_status tally_engine_get_total_of_all(tally_engine *engine, tally_badge *out_badge);
tally_status tally_badge_list(tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows, uint64_t *out_revision);
tally_status tally_badge_changes(tally_account *account, uint64_t since, uint64_t epoch, tally_rows *rows, uint64_t *out_revision);
tally_status tally_badge_explain(tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_message_list(tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_message_list_from(tally_account *account, const char *path, uint32_t flags, int64_t key, const char *after, tally_rows *rows);
tally_status tally_message_first(tally_account *account, const char *path, uint32_t flags, uint64_t most, tally_message_position *out_position);
tally_status tally_message_get(tally_account *account, int64_t key, tally_rows *rows);
tally_status tally_message_find(tally_account *account, int64_t feed, const char *id, tally_rows *rows);
tally_status tally_message_get_data(tally_account *account, int64_t key, tally_bytes *out_bytes);
tally_status tally_message_get_counts(tally_account *account, const char *path, uint32_t flags, tally_message_counts *out_counts);
tally_status tally_message_mark_read(tally_account *account, const int64_t *keys, size_t count, size_t *out_changed);
tally_status tally_message_mark_path_read(tally_account *account, const char *path, uint32_t flags, size_t *out_changed);
tally_status tally_message_mark_read_until(tally_account *account, const char *path, uint32_t flags, int64_t last, size_t *out_changed);
tally_status tally_message_mark_unread(tally_account *account, const int64_t *keys, size_t count, size_t *out_changed);
tally_status tally_message_mark_seen(tally_account *account, const int64_t *keys, size_t count, size_t *out_changed);
tally_status tally_message_snooze(tally_account *account, int64_t key, int64_t until);
tally_status tally_message_post(tally_account *account, const char *path, const tally_message_options *options, int64_t *out_key);
tally_status tally_message_remove(tally_account *account, const int64_t *keys, size_t count);
tally_status tally_message_withdraw(tally_account *account, const char *id);
tally_status tally_scope_open(tally_engine *engine, tally_scope **out_scope);
void tally_scope_close(tally_scope *scope);
tally_status tally_observe(tally_scope *scope, tally_account *account, const char *path, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_messages(tally_scope *scope, tally_account *account, const char *path, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_groups(tally_scope *scope, tally_account *account, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_total(tally_scope *scope, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_feed(tally_scope *scope, tally_feed *feed, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_feeds(tally_scope *scope, tally_account *account, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_observe_reminders(tally_scope *scope, tally_account *account, uint32_t flags, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
void tally_unobserve(tally_scope *scope, uint64_t token);
tally_status tally_view_begin(tally_scope *scope, tally_account *account, const char *path, uint32_t flags, uint64_t *out_token);
void tally_view_end(tally_scope *scope, uint64_t token);
tally_status tally_engine_next_event(tally_engine *engine, int64_t timeout, tally_event *out_event, char *text, size_t text_capacity);
tally_status tally_engine_dispatch(tally_engine *engine, size_t limit, size_t *out_count);
tally_status tally_engine_interrupt(tally_engine *engine);
tally_status tally_engine_get_descriptor(tally_engine *engine, intptr_t *out_descriptor);
tally_status tally_engine_set_notify(tally_engine *engine, tally_notify_callback notify, void *user_data, tally_release_callback release_user_data);
tally_status tally_engine_step(tally_engine *engine);
tally_status tally_engine_get_timeout(tally_engine *engine, int64_t *out_timeout);
tally_status tally_feed_add(tally_account *account, const char *name, const tally_feed_options *options, tally_feed **out_feed);
tally_status tally_feed_find(tally_account *account, const char *name, tally_feed **out_feed);
tally_status tally_feed_find_by_id(tally_account *account, int64_t id, tally_feed **out_feed);
tally_status tally_feed_list(tally_account *account, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_feed_list_rejected(tally_account *account, int64_t feed, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_drift_list(tally_account *account, const char *path, uint32_t flags, const char *after, tally_rows *rows);
void tally_feed_release(tally_feed *feed);
tally_status tally_feed_remove(tally_feed *feed);
tally_status tally_feed_refresh(tally_feed *feed);
tally_status tally_feed_show_page(tally_feed *feed, uint32_t page, tally_page_info *out_info);
tally_status tally_feed_hide_page(tally_feed *feed, uint32_t page);
tally_status tally_feed_cancel(tally_feed *feed);
tally_status tally_feed_pause(tally_feed *feed, int32_t paused);
tally_status tally_feed_set_credential(tally_feed *feed, const tally_credential *credential);
tally_status tally_feed_remove_credential(tally_feed *feed);
tally_status tally_feed_refresh_now(tally_feed *feed, tally_event_callback callback, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_feed_get(tally_feed *feed, tally_feed_state *out_state, char *title, size_t title_capacity, size_t *out_title_length);
tally_status tally_feed_deliver(tally_feed *feed, const void *bytes, size_t size);
tally_status tally_account_push(tally_account *account, const void *payload, size_t size);
tally_status tally_feed_push(tally_feed *feed, const void *payload, size_t size);
tally_status tally_mapping_try(const char *preset, const char *mapping, const void *body, size_t size, tally_bytes *out_bytes);
tally_status tally_path_escape(const char *name, char *buffer, size_t capacity, size_t *out_length);
tally_status tally_path_join(const char *path, const char *name, char *buffer, size_t capacity, size_t *out_length);
tally_status tally_path_parent(const char *path, char *buffer, size_t capacity, size_t *out_length);
tally_status tally_path_component(const char *path, size_t index, char *buffer, size_t capacity, size_t *out_length);
tally_status tally_category_set(tally_account *account, const char *id, const char *summary, const char *hidden);
tally_status tally_category_remove(tally_account *account, const char *id);
tally_status tally_strings_set(tally_account *account, const char *key, const char *language, const tally_forms *forms);
tally_status tally_strings_remove(tally_account *account, const char *key, const char *language);
tally_status tally_strings_import(tally_account *account, tally_strings_kind kind, const void *bytes, size_t size, const char *language, tally_import_report *out_report);
tally_status tally_group_list(tally_account *account, const char *language, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_group_get(tally_account *account, const char *thread, const char *language, uint32_t flags, tally_rows *rows);
tally_status tally_group_list_messages(tally_account *account, const char *thread, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_group_mark_seen(tally_account *account, const char *thread);
tally_status tally_group_dismiss(tally_account *account, const char *thread, size_t *out_changed);
tally_status tally_outbox_lease(tally_account *account, int64_t duration, tally_rows *rows);
tally_status tally_outbox_ack(tally_account *account, int64_t id, const void *response, size_t size);
tally_status tally_outbox_fail(tally_account *account, int64_t id, int64_t attempt, int64_t retry_after);
tally_status tally_outbox_list(tally_account *account, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_outbox_get_counts(tally_account *account, tally_outbox_counts *out_counts);
tally_status tally_outbox_retry(tally_account *account, int64_t id, size_t *out_count);
tally_status tally_outbox_retry_all(tally_account *account, size_t *out_count);
tally_status tally_outbox_remove(tally_account *account, int64_t id, size_t *out_count);
tally_status tally_outbox_remove_failed(tally_account *account, size_t *out_count);
tally_status tally_reminder_put(tally_account *account, const char *id, const tally_reminder_options *options);
tally_status tally_reminder_edit(tally_account *account, const char *id, const tally_reminder_options *options);
tally_status tally_reminder_mark_done(tally_account *account, const char *id, uint32_t outcome);
tally_status tally_reminder_mark_undone(tally_account *account, const char *id);
tally_status tally_reminder_remove(tally_account *account, const char *id);
tally_status tally_reminder_snooze(tally_account *account, const char *id, int64_t until);
tally_status tally_reminder_acknowledge(tally_account *account, const char *id);
tally_status tally_reminder_list(tally_account *account, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_reminder_get(tally_account *account, const char *id, tally_rows *rows);
tally_status tally_reminder_plan(tally_account *account, const tally_plan_options *options, tally_rows *rows, tally_plan *out_plan);
tally_status tally_reminder_confirm_plan(tally_account *account, uint64_t token);
tally_status tally_reminder_list_notes(tally_account *account, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_reminder_export(tally_account *account, tally_bytes *out_bytes);
tally_status tally_reminder_import(tally_account *account, const void *bytes, size_t size, tally_rows *rows, tally_import_report *out_report);
tally_status tally_engine_set_zone(tally_engine *engine, const char *name);
tally_status tally_badge_digest(tally_account *account, const char *path, uint64_t *out_digest);
tally_status tally_badge_diff(tally_account *from, const char *from_path, tally_account *to, const char *to_path, tally_bytes *out_bytes);
tally_status tally_snapshot_decode(const void *bytes, size_t size, tally_snapshot **out_snapshot);
tally_status tally_snapshot_take(tally_account *account, const char *path, tally_snapshot **out_snapshot);
void tally_snapshot_release(tally_snapshot *snapshot);
tally_status tally_snapshot_encode(const tally_snapshot *snapshot, tally_bytes *out_bytes);
tally_status tally_snapshot_diff(const tally_snapshot *from, const tally_snapshot *to, tally_bytes *out_bytes);
tally_status tally_snapshot_list(const tally_snapshot *snapshot, const char *path, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_patch_inverse(const void *patch, size_t size, tally_bytes *out_bytes);
tally_status tally_patch_list(const void *patch, size_t size, const char *path, uint32_t flags, const char *after, tally_rows *rows);
tally_status tally_badge_restore(tally_account *account, const char *path, const tally_snapshot *snapshot);
tally_status tally_badge_apply(tally_account *account, const char *path, const void *patch, size_t size, uint32_t flags);
tally_status tally_account_verify(tally_account *account);
tally_status tally_node_resolve(tally_account *account, const char *path, tally_node *out_node);
void tally_node_release(tally_account *account, tally_node node);
tally_status tally_node_get_path(tally_account *account, tally_node node, char *buffer, size_t capacity, size_t *out_length);
tally_status tally_node_set(tally_account *account, tally_node node, int64_t count);
tally_status tally_node_dot(tally_account *account, tally_node node);
tally_status tally_node_set_until(tally_account *account, tally_node node, int64_t count, int64_t until);
tally_status tally_node_dot_until(tally_account *account, tally_node node, int64_t until);
tally_status tally_node_add(tally_account *account, tally_node node, int64_t delta);
tally_status tally_node_clear(tally_account *account, tally_node node);
tally_status tally_node_clear_tree(tally_account *account, tally_node node);
tally_status tally_node_mute(tally_account *account, tally_node node, tally_mute_mode mode, int64_t until);
tally_status tally_node_get(tally_account *account, tally_node node, tally_badge *out_badge);
tally_status tally_badge_batch(tally_account *account, tally_operation *operations, size_t count, const tally_batch_options *options, uint64_t *out_revision);
tally_status tally_account_get_position(tally_account *account, const char *source, tally_position *out_position);
tally_status tally_style_set(tally_account *account, const char *path, const tally_style *style);
tally_status tally_style_get(tally_account *account, const char *path, tally_style *out_style, char *icon, size_t icon_capacity, size_t *out_icon_length);
tally_status tally_badge_present(tally_account *account, const char *path, tally_presentation *out_presentation, char *text, size_t text_capacity, size_t *out_text_length);
tally_status tally_present(const tally_badge *badge, const tally_style *style, tally_presentation *out_presentation, char *text, size_t text_capacity, size_t *out_text_length);
tally_status tally_widget_bind(tally_scope *scope, tally_account *account, const char *path, const tally_widget *widget, void *user_data, tally_release_callback release_user_data, uint64_t *out_token);
tally_status tally_widget_refresh(tally_scope *scope);
tally_status tally_engine_set_transport(tally_engine *engine, tally_transport_callback callback, void *user_data, tally_release_callback release_user_data);
tally_status tally_transport_respond(tally_engine *engine, int64_t request_id, int32_t status, const char *headers, const void *body, size_t size);
tally_status tally_transport_progress(tally_engine *engine, int64_t request_id);
tally_status tally_engine_batch(tally_engine *engine, tally_item *items, size_t count, const tally_engine_batch_options *options);
tally_status tally_engine_get_position(tally_engine *engine, const char *source, tally_position *out_position);
tally_status tally_engine_export_account(tally_engine *engine, const char *name, tally_bytes *out_bytes);
tally_status tally_engine_export_source(tally_engine *engine, const char *source, tally_bytes *out_bytes);
tally_status tally_engine_import(tally_engine *engine, tally_import *imports, size_t count, uint32_t flags);
tally_status tally_trace_open(tally_engine *engine, const tally_trace_options *options, tally_trace **out_trace);
tally_status tally_trace_next(tally_trace *trace, int64_t timeout, tally_trace_record *out_record, char *text, size_t text_capacity);
tally_status tally_trace_get_descriptor(tally_trace *trace, intptr_t *out_descriptor);
void tally_trace_close(tally_trace *trace);
]],
constants = {
    VERSION_MAJOR = 0, VERSION_MINOR = 1, VERSION_PATCH = 0, VERSION = "0.1.0", VERSION_NUMBER = 1000,
    OK = 0,
    HELD = 1, MORE = 2, RESYNC = 3, ALREADY_APPLIED = 4, NOT_MODIFIED = 5, EMPTY = 6, SET_ASIDE = 7, PARTIAL = 8,
    ERROR_ARGUMENT = -1, ERROR_NO_MEMORY = -2, ERROR_PATH = -3, ERROR_RANGE = -4, ERROR_LIMIT = -5,
    ERROR_NOT_FOUND = -6, ERROR_EXISTS = -7, ERROR_CONFLICT = -8, ERROR_BUFFER_TOO_SMALL = -9,
    ERROR_STALE_HANDLE = -10, ERROR_CLOSED = -11, ERROR_FORKED = -12, ERROR_THREAD = -13, ERROR_UNSUPPORTED = -14,
    ERROR_INTERNAL = -15, ERROR_NOT_APPLIED = -16, ERROR_MALFORMED = -17, ERROR_IO = -20, ERROR_FULL = -21,
    ERROR_LOCKED = -22, ERROR_CORRUPT = -23, ERROR_NOT_A_STORE = -24, ERROR_NEWER = -25, ERROR_READ_ONLY = -26,
    ERROR_PERMISSION = -27, ERROR_STALE_EPOCH = -28, ERROR_URL = -40, ERROR_NETWORK = -41, ERROR_TIMEOUT = -42,
    ERROR_TLS = -43, ERROR_PROTOCOL = -44, ERROR_TOO_LARGE = -45, ERROR_SERVER = -46, ERROR_UNAUTHORIZED = -47,
    ERROR_RATE_LIMITED = -48, ERROR_LOGGED_OUT = -49, ERROR_CANCELLED = -50,
    LIST_FOLLOW = 256,
    DEFAULT = 0, OFF = -1, NO_LIMIT = 0, NO_WAIT = 0, NO_TIMEOUT = -1,
    DURABILITY_GROUP = 0, DURABILITY_FULL = 1,
    ENGINE_HOST_DRIVEN = 1, ENGINE_SET_ASIDE = 2, ENGINE_LOGGED_OUT = 4,
    LOG_ERROR = 1, LOG_WARNING = 2, LOG_INFO = 3,
    LIMIT_DEPTH = 1, LIMIT_PATH_BYTES = 2, LIMIT_NODES = 3, LIMIT_ACCOUNTS = 4, LIMIT_LOADED_ACCOUNTS = 5,
    LIMIT_FEEDS = 6, LIMIT_OBSERVERS = 7, LIMIT_RESPONSE_BYTES = 8, LIMIT_BATCH_IDS = 9, LIMIT_BATCH_ID_TIME = 10,
    LIMIT_REQUESTS = 11, LIMIT_REQUESTS_PER_ORIGIN = 12, LIMIT_FORGOTTEN = 13, LIMIT_MARKS = 14,
    LIMIT_FAILED_ROWS = 15, LIMIT_REJECTED = 16, LIMIT_REMINDER_LOG = 17, LIMIT_CACHED_GROUPS = 18, LIMIT_EVENTS = 19,
    LIMIT_COMPLETIONS = 20, LIMIT_LOG_LEVEL = 21, LIMIT_LINKS = 22,
    LIMIT_KEEP = -1, BACKUP_REPLACE = 1, STATS_RESET = 1,
    RECOVERY_UNCERTAIN = 1,
    AGGREGATION_DEFAULT = 0, AGGREGATION_CHILDREN = 1, AGGREGATION_SUM = 2,
    FEEDING_DEFAULT = 0, FEEDING_UNSEEN = 1, FEEDING_UNREAD = 2,
    ACCOUNT_EXISTING = 1,
    CREDENTIAL_KIND_BEARER = 1, CREDENTIAL_KIND_BASIC = 2, CREDENTIAL_KIND_HEADER = 3, CREDENTIAL_KIND_QUERY = 4,
    CREDENTIAL_FLAG_PLAIN = 1,
    GROUPING_DEFAULT = 0, GROUPING_AUTOMATIC = 1, GROUPING_BY_APP = 2, GROUPING_OFF = 3,
    OUTBOX_MODE_DEFAULT = 0, OUTBOX_MODE_OFF = 1, OUTBOX_MODE_LEASED = 2, OUTBOX_MODE_SENT = 3,
    OUTBOX_READS = 1, OUTBOX_REMINDERS = 2, OUTBOX_SEEN = 4, OUTBOX_MUTES = 8, OUTBOX_FLAGGED = 16,
    OUTBOX_SNOOZES = 32, OUTBOX_DISMISSALS = 64,
    MAX_COUNT = 4294967295, FOREVER = 0,
    LEVEL_PASSIVE = -1, LEVEL_NORMAL = 0, LEVEL_HIGHLIGHT = 1, LEVEL_CRITICAL = 2,
    MUTE_NONE = 0, MUTE_NUMBER = 1, MUTE_ALL = 2, MUTE_NUMBER_BUT_HIGHLIGHTS = 5, MUTE_ALL_BUT_HIGHLIGHTS = 6,
    MUTE_PASS_HIGHLIGHTS = 4,
    BADGE_OWN_COUNT = 1, BADGE_OWN_DOT = 2, BADGE_FED = 4, BADGE_CHILDREN = 8, BADGE_MUTE_NUMBER = 16,
    BADGE_MUTE_ALL = 32, BADGE_PASSES_HIGHLIGHTS = 64, BADGE_SNOOZED = 128,
    KIND_NONE = 0, KIND_DOT = 1, KIND_ICON = 2, KIND_NUMBER = 3,
    OWN_FLAGGED = 1, COUNTING_DEFAULT = 0, COUNTING_LIT = 1, RULE_EFFECTIVE = 1, LINK_UNDER = 2,
    LIST_CHILDREN = 0, SUBTREE = 1,
    REASON_OWN_COUNT = 1, REASON_OWN_DOT = 2, REASON_FED = 4, REASON_OVERRIDDEN = 8, REASON_MUTE_NUMBER = 16,
    REASON_MUTE_ALL = 32, REASON_LIGHTS = 64, REASON_MUTED = 128, REASON_MESSAGE = 256, REASON_LINKED = 512,
    REASON_COUNTING = 1024, REASON_FLAG = 2048, REASON_SNOOZED = 4096,
    MESSAGE_STATE_UNSEEN = 0, MESSAGE_STATE_SEEN = 1, MESSAGE_STATE_READ = 2,
    MESSAGES_UNREAD = 2, MESSAGES_UNSEEN = 4, MESSAGES_NEWEST = 8, MESSAGES_NEWER = 16, MESSAGES_HIGHLIGHTS = 32,
    POST_DOT = 1, POST_ONCE = 2, MAX_LINK = 2048, MAX_DATA = 65536, MAX_ALSO = 8,
    FEED_LOCAL = "tally:local",
    EVENT_BADGE = 1, EVENT_TOTAL = 2, EVENT_SYNCED = 3, EVENT_COMPLETION = 4, EVENT_AUTH = 5, EVENT_WIDGET = 6,
    EVENT_MESSAGES = 7, EVENT_GROUP = 8, EVENT_REMINDER = 9, EVENT_DRIFT = 10,
    OBSERVE_INITIAL = 2,
    VIEW_READ = 2,
    POLLING_MESSAGE_CENTER = 0, POLLING_UNREAD_COUNT = 1,
    FEED_OPTION_STOPS_IN_BACKGROUND = 1, FEED_OPTION_EXACT_DELAY = 2, FEED_OPTION_TEMPORARY = 4,
    FEED_ENTRY_RUNNING = 1, FEED_ENTRY_CREDENTIAL = 2,
    MAX_FEED_PAGES = 8,
    STRINGS_CATALOG = 1, STRINGS_DICTIONARY = 2,
    SUMMARY_ORIGIN_NONE = 0, SUMMARY_ORIGIN_CATEGORY = 1, SUMMARY_ORIGIN_DEFAULT = 2,
    GROUPS_HIDDEN = 1,
    OUTBOX_KIND_MESSAGE = 1, OUTBOX_KIND_MARK = 2, OUTBOX_KIND_REMINDER = 3, OUTBOX_KIND_REMOVAL = 4,
    OUTBOX_KIND_SEEN = 5, OUTBOX_KIND_SEEN_MARK = 6, OUTBOX_KIND_MUTE = 7, OUTBOX_KIND_FLAG = 8,
    OUTBOX_KIND_SNOOZE = 9, OUTBOX_KIND_DISMISSAL = 10,
    OUTBOX_STATE_WAITING = 0, OUTBOX_STATE_LEASED = 1, OUTBOX_STATE_FAILED = 2,
    FEED_REMINDERS = "tally:reminders",
    UNIT_MINUTE = 1, UNIT_HOUR = 2, UNIT_DAY = 3, UNIT_WEEK = 4, UNIT_MONTH = 5, UNIT_QUARTER = 6, UNIT_YEAR = 7,
    SMART_AUTOMATIC = 1, SMART_ON = 2, SMART_OFF = 3,
    REMINDER_FIELD_TITLE = 1, REMINDER_FIELD_BODY = 2, REMINDER_FIELD_PATH = 4, REMINDER_FIELD_ZONE = 8,
    REMINDER_FIELD_PRODUCED = 16, REMINDER_FIELD_SHELF_LIFE = 32, REMINDER_FIELD_TIME_OF_DAY = 64,
    REMINDER_FIELD_SMART = 128, REMINDER_FIELD_REPEAT = 256, REMINDER_FIELD_START = 512, REMINDER_FIELD_END = 1024,
    REMINDER_FIELD_OVERDUE = 2048,
    REMINDER_STATE_ACTIVE = 1, REMINDER_STATE_DONE = 2, REMINDER_STATE_EXPIRED = 3,
    PLAN_FLAG_FROM_SCRATCH = 1, PLAN_ACTION_DISARM = 1, PLAN_ACTION_ARM = 2,
    NOTE_CREATED = 1, NOTE_EDITED = 2, NOTE_PLANNED = 3, NOTE_ARMED = 4, NOTE_FIRED = 5, NOTE_MISSED = 6,
    NOTE_SNOOZED = 7, NOTE_ACKNOWLEDGED = 8, NOTE_CANCELLED = 9, NOTE_SUSPENDED = 10, NOTE_RESUMED = 11,
    NOTE_UPLOADED = 12, NOTE_UPLOAD_FAILED = 13, NOTE_DONE = 14, NOTE_UNDONE = 15, NOTE_REMOVED = 16,
    APPLY_OVERWRITE = 1,
    OP_SET = 1, OP_DOT = 2, OP_ADD = 3, OP_CLEAR = 4, OP_CLEAR_TREE = 5, OP_MUTE = 6, OP_GET = 7, OP_POST = 8,
    OP_WITHDRAW = 9, OP_READ = 10, OP_REMINDER_PUT = 11, OP_REMINDER_EDIT = 12, OP_REMINDER_DONE = 13,
    OP_REMINDER_UNDONE = 14, OP_REMINDER_REMOVE = 15, OP_REMINDER_SNOOZE = 16, OP_REMINDER_ACKNOWLEDGE = 17,
    BATCH_EACH = 1,
    OVERFLOW_PLUS = 0, OVERFLOW_ELLIPSIS = 1,
    FONT_WEIGHT_REGULAR = 400, FONT_WEIGHT_BOLD = 700,
    STYLE_FIELD_DOT_RADIUS = 1, STYLE_FIELD_OFFSET = 2, STYLE_FIELD_FONT_SIZE = 4, STYLE_FIELD_FONT_WEIGHT = 8,
    STYLE_FIELD_TEXT_COLOR = 16, STYLE_FIELD_BACKGROUND_COLOR = 32, STYLE_FIELD_MAX_COUNT = 64,
    STYLE_FIELD_OVERFLOW = 128, STYLE_FIELD_ICON = 256, STYLE_FIELD_HIGHLIGHT_COLOR = 512,
    REQUEST_KIND_SEND = 1, REQUEST_KIND_CANCEL = 2, REQUEST_FLAG_CREDENTIAL = 1,
    MAX_ITEMS = 65536, IMPORT_REPLACE = 1,
    TRACE_TRANSACTION = 1, TRACE_NODE = 2, TRACE_MESSAGE = 3, TRACE_GROUP = 4, TRACE_REMINDER = 5, TRACE_SYNCED = 6,
    TRACE_AUTH = 7, TRACE_LOG = 8, TRACE_ACCOUNT = 9, TRACE_EXCHANGE = 10, TRACE_LOST = 11,
    CAUSE_CALL = 1, CAUSE_BATCH = 2, CAUSE_ITEMS = 3, CAUSE_PAGE = 4, CAUSE_DELIVERY = 5, CAUSE_PUSH = 6,
    CAUSE_ACKNOWLEDGEMENT = 7, CAUSE_EXPIRY = 8, CAUSE_REMINDER = 9, CAUSE_RESTORE = 10, CAUSE_UPKEEP = 11,
    CHANGE_OPENED = 1, CHANGE_LOADED = 2, CHANGE_EVICTED = 3, CHANGE_DROPPED = 4, CHANGE_LOGGED_IN = 5,
    CHANGE_LOGGED_OUT = 6,
},
-- The members that a host sees.
structs = {
    tally_text = { {name = "offset", kind = "uint32_t"}, {name = "length", kind = "uint32_t"},},
    tally_rows = { {name = "entry_size", kind = "uint32_t"}, {name = "capacity", kind = "size_t"},
        {name = "text_capacity", kind = "size_t"}, {name = "count", kind = "size_t"},
        {name = "text_size", kind = "size_t"},},
    tally_bytes = { {name = "size", kind = "size_t"},},
    tally_engine_options = { {name = "flags", kind = "uint32_t"}, {name = "seed", kind = "uint64_t"},
        {name = "batch_id_time", kind = "int64_t"}, {name = "durability", kind = "int32_t"},
        {name = "log_level", kind = "int32_t"}, {name = "max_depth", kind = "uint32_t"},
        {name = "max_path_bytes", kind = "uint32_t"}, {name = "max_nodes", kind = "uint32_t"},
        {name = "max_accounts", kind = "uint32_t"}, {name = "max_loaded_accounts", kind = "uint32_t"},
        {name = "max_feeds", kind = "uint32_t"}, {name = "max_observers", kind = "uint32_t"},
        {name = "max_response_bytes", kind = "uint32_t"}, {name = "max_batch_ids", kind = "uint32_t"},
        {name = "max_requests", kind = "uint32_t"}, {name = "max_requests_per_origin", kind = "uint32_t"},
        {name = "max_forgotten", kind = "uint32_t"}, {name = "max_marks", kind = "uint32_t"},
        {name = "max_failed_rows", kind = "uint32_t"}, {name = "max_rejected", kind = "uint32_t"},
        {name = "max_reminder_log", kind = "uint32_t"}, {name = "max_cached_groups", kind = "uint32_t"},
        {name = "max_events", kind = "uint32_t"}, {name = "max_completions", kind = "uint32_t"},
        {name = "max_links", kind = "uint32_t"},},
    tally_stats = { {name = "accounts", kind = "uint32_t"}, {name = "loaded_accounts", kind = "uint32_t"},
        {name = "feeds", kind = "uint32_t"}, {name = "account_loads", kind = "uint64_t"},
        {name = "account_evictions", kind = "uint64_t"}, {name = "observers", kind = "uint64_t"},
        {name = "events", kind = "uint64_t"}, {name = "nodes", kind = "uint64_t"},
        {name = "node_bytes", kind = "uint64_t"}, {name = "unstored_badges", kind = "uint64_t"},
        {name = "file_size", kind = "int64_t"}, {name = "log_size", kind = "int64_t"},
        {name = "commits", kind = "uint64_t"}, {name = "committed_calls", kind = "uint64_t"},
        {name = "longest_wait_us", kind = "uint64_t"}, {name = "longest_hold_us", kind = "uint64_t"},
        {name = "waiting_calls", kind = "uint32_t"}, {name = "requests", kind = "uint32_t"},
        {name = "origin_requests", kind = "uint32_t"}, {name = "drifts", kind = "uint32_t"},},
    tally_recovery = { {name = "flags", kind = "uint32_t"}, {name = "pages", kind = "uint64_t"},
        {name = "damaged_pages", kind = "uint64_t"}, {name = "doubtful_rows", kind = "uint64_t"},
        {name = "accounts_saved", kind = "uint64_t"}, {name = "accounts_lost", kind = "uint64_t"},
        {name = "badges_saved", kind = "uint64_t"}, {name = "badges_lost", kind = "uint64_t"},
        {name = "feeds_saved", kind = "uint64_t"}, {name = "feeds_lost", kind = "uint64_t"},
        {name = "messages_saved", kind = "uint64_t"}, {name = "messages_lost", kind = "uint64_t"},
        {name = "others_saved", kind = "uint64_t"}, {name = "others_lost", kind = "uint64_t"},},
    tally_account_options = { {name = "flags", kind = "uint32_t"}, {name = "aggregation", kind = "int32_t"},
        {name = "feeding", kind = "int32_t"},},
    tally_account_entry = { {name = "name", kind = "text"},},
    tally_credential = { {name = "flags", kind = "uint32_t"}, {name = "kind", kind = "int32_t"},},
    tally_account_state = { {name = "logged_in", kind = "int32_t"}, {name = "id", kind = "int64_t"},
        {name = "revision", kind = "uint64_t"}, {name = "epoch", kind = "uint64_t"},
        {name = "aggregation", kind = "int32_t"}, {name = "feeding", kind = "int32_t"},},
    tally_account_settings = { {name = "flags", kind = "uint32_t"}, {name = "grouping", kind = "int32_t"},
        {name = "outbox", kind = "int32_t"}, {name = "feeding", kind = "int32_t"},
        {name = "outbox_kinds", kind = "uint32_t"}, {name = "outbox_request_timeout", kind = "int64_t"},
        {name = "outbox_idle_timeout", kind = "int64_t"},},
    tally_account_settings_entry = { {name = "outbox_request_timeout", kind = "int64_t"},
        {name = "outbox_idle_timeout", kind = "int64_t"}, {name = "grouping", kind = "int32_t"},
        {name = "outbox", kind = "int32_t"}, {name = "feeding", kind = "int32_t"},
        {name = "outbox_kinds", kind = "uint32_t"}, {name = "language", kind = "text"},
        {name = "outbox_url", kind = "text"}, {name = "push_path", kind = "text"},},
    tally_badge = { {name = "count", kind = "uint64_t"}, {name = "revision", kind = "uint64_t"},
        {name = "highlights", kind = "uint64_t"}, {name = "kind", kind = "int32_t"},
        {name = "flags", kind = "uint32_t"}, {name = "level", kind = "int32_t"},},
    tally_badge_own = { {name = "kind", kind = "int32_t"}, {name = "count", kind = "uint64_t"},
        {name = "until", kind = "int64_t"}, {name = "mute_until", kind = "int64_t"},
        {name = "mute", kind = "int32_t"}, {name = "flags", kind = "uint32_t"},
        {name = "snoozed_until", kind = "int64_t"},},
    tally_badge_rule = { {name = "feeding", kind = "int32_t"}, {name = "flags", kind = "uint32_t"},
        {name = "counting", kind = "int32_t"},},
    tally_link = { {name = "path", kind = "text"}, {name = "under", kind = "text"},},
    tally_badge_entry = { {name = "path", kind = "text"}, {name = "badge", kind = "tally_badge"},},
    tally_reason = { {name = "contributed", kind = "uint64_t"}, {name = "fed_count", kind = "uint64_t"},
        {name = "kept_count", kind = "uint64_t"}, {name = "own_count", kind = "uint32_t"},
        {name = "flags", kind = "uint32_t"}, {name = "message", kind = "int64_t"}, {name = "path", kind = "text"},
        {name = "id", kind = "text"}, {name = "highlights", kind = "uint64_t"}, {name = "level", kind = "int32_t"},},
    tally_message = { {name = "key", kind = "int64_t"}, {name = "feed", kind = "int64_t"},
        {name = "time", kind = "int64_t"}, {name = "count", kind = "uint32_t"}, {name = "state", kind = "int32_t"},
        {name = "id", kind = "text"}, {name = "path", kind = "text"}, {name = "kind", kind = "text"},
        {name = "title", kind = "text"}, {name = "body", kind = "text"}, {name = "thread", kind = "text"},
        {name = "category", kind = "text"}, {name = "argument", kind = "text"},
        {name = "argument_count", kind = "uint32_t"}, {name = "data_size", kind = "uint32_t"},
        {name = "link", kind = "text"}, {name = "icon", kind = "text"}, {name = "subtitle", kind = "text"},
        {name = "also", kind = "text"}, {name = "level", kind = "int32_t"},
        {name = "snoozed_until", kind = "int64_t"},},
    tally_message_position = { {name = "key", kind = "int64_t"}, {name = "time", kind = "int64_t"},
        {name = "matching", kind = "uint64_t"}, {name = "newer", kind = "uint64_t"},
        {name = "older", kind = "uint64_t"},},
    tally_message_counts = { {name = "total", kind = "uint64_t"}, {name = "unread", kind = "uint64_t"},
        {name = "unseen", kind = "uint64_t"},},
    tally_message_options = { {name = "flags", kind = "uint32_t"}, {name = "time", kind = "int64_t"},
        {name = "count", kind = "uint32_t"}, {name = "argument_count", kind = "uint32_t"},
        {name = "level", kind = "int32_t"},},
    tally_event = { {name = "kind", kind = "int32_t"}, {name = "token", kind = "uint64_t"},
        {name = "account", kind = "int64_t"}, {name = "feed", kind = "int64_t"},
        {name = "reminder", kind = "int64_t"}, {name = "count", kind = "uint64_t"},
        {name = "revision", kind = "uint64_t"}, {name = "badge_kind", kind = "int32_t"},
        {name = "result", kind = "int32_t"}, {name = "retry_after", kind = "int64_t"},
        {name = "next_time", kind = "int64_t"}, {name = "added", kind = "uint32_t"},
        {name = "changed", kind = "uint32_t"}, {name = "removed", kind = "uint32_t"},
        {name = "rejected", kind = "uint32_t"}, {name = "missed", kind = "int32_t"},
        {name = "total", kind = "uint64_t"}, {name = "unread", kind = "uint64_t"},
        {name = "unseen", kind = "uint64_t"}, {name = "http_status", kind = "int32_t"},
        {name = "level", kind = "int32_t"}, {name = "highlights", kind = "uint64_t"},
        {name = "total_highlights", kind = "uint64_t"},},
    tally_feed_options = { {name = "flags", kind = "uint32_t"}, {name = "initial_delay", kind = "int64_t"},
        {name = "interval", kind = "int64_t"}, {name = "visible_interval", kind = "int64_t"},
        {name = "request_timeout", kind = "int64_t"}, {name = "idle_timeout", kind = "int64_t"},
        {name = "tolerance", kind = "int64_t"}, {name = "away_time", kind = "int64_t"},
        {name = "max_age", kind = "int64_t"}, {name = "max_messages", kind = "int64_t"},
        {name = "page_limit", kind = "uint32_t"}, {name = "polling", kind = "int32_t"},},
    tally_feed_entry = { {name = "id", kind = "int64_t"}, {name = "last_success", kind = "int64_t"},
        {name = "rejected", kind = "uint64_t"}, {name = "initial_delay", kind = "int64_t"},
        {name = "interval", kind = "int64_t"}, {name = "visible_interval", kind = "int64_t"},
        {name = "request_timeout", kind = "int64_t"}, {name = "idle_timeout", kind = "int64_t"},
        {name = "tolerance", kind = "int64_t"}, {name = "away_time", kind = "int64_t"},
        {name = "max_age", kind = "int64_t"}, {name = "max_messages", kind = "int64_t"},
        {name = "page_limit", kind = "uint32_t"}, {name = "options", kind = "uint32_t"},
        {name = "flags", kind = "uint32_t"}, {name = "name", kind = "text"}, {name = "url", kind = "text"},
        {name = "prefix", kind = "text"}, {name = "title", kind = "text"}, {name = "mapping_preset", kind = "text"},
        {name = "mapping", kind = "text"},},
    tally_rejected = { {name = "id", kind = "int64_t"}, {name = "time", kind = "int64_t"},
        {name = "reason", kind = "text"}, {name = "body", kind = "text"},},
    tally_drift = { {name = "ours", kind = "uint64_t"}, {name = "theirs", kind = "uint64_t"},
        {name = "feed", kind = "int64_t"}, {name = "path", kind = "text"},
        {name = "our_highlights", kind = "uint64_t"}, {name = "their_highlights", kind = "uint64_t"},},
    tally_page_info = { {name = "first", kind = "uint32_t"}, {name = "away_time", kind = "int64_t"},
        {name = "requested", kind = "uint32_t"},},
    tally_feed_state = { {name = "result", kind = "int32_t"}, {name = "id", kind = "int64_t"},
        {name = "last_success", kind = "int64_t"}, {name = "next_time", kind = "int64_t"},
        {name = "requests", kind = "uint64_t"}, {name = "not_modified", kind = "uint64_t"},
        {name = "failures", kind = "uint64_t"}, {name = "in_flight", kind = "uint32_t"},
        {name = "failures_in_a_row", kind = "uint32_t"}, {name = "http_status", kind = "int32_t"},},
    tally_forms = { {name = "flags", kind = "uint32_t"},},
    tally_import_report = { {name = "taken", kind = "uint64_t"}, {name = "skipped", kind = "uint64_t"},},
    tally_group = { {name = "newest", kind = "int64_t"}, {name = "oldest", kind = "int64_t"},
        {name = "items", kind = "uint64_t"}, {name = "notifications", kind = "uint64_t"},
        {name = "fresh", kind = "uint64_t"}, {name = "time", kind = "int64_t"}, {name = "origin", kind = "int32_t"},
        {name = "thread", kind = "text"}, {name = "path", kind = "text"}, {name = "title", kind = "text"},
        {name = "summary", kind = "text"}, {name = "language", kind = "text"},},
    tally_outbox_entry = { {name = "id", kind = "int64_t"}, {name = "feed", kind = "int64_t"},
        {name = "attempt", kind = "int64_t"}, {name = "next_time", kind = "int64_t"},
        {name = "lease_end", kind = "int64_t"}, {name = "kind", kind = "int32_t"}, {name = "state", kind = "int32_t"},
        {name = "key", kind = "text"}, {name = "entity", kind = "text"}, {name = "body", kind = "text"},},
    tally_outbox_counts = { {name = "total", kind = "uint64_t"}, {name = "leased", kind = "uint64_t"},
        {name = "failed", kind = "uint64_t"},},
    tally_reminder_options = { {name = "fields", kind = "uint32_t"}, {name = "produced", kind = "int32_t"},
        {name = "shelf_life", kind = "int32_t"}, {name = "shelf_unit", kind = "int32_t"},
        {name = "time_of_day", kind = "int32_t"}, {name = "smart", kind = "int32_t"},
        {name = "repeat_unit", kind = "int32_t"}, {name = "repeat_every", kind = "int32_t"},
        {name = "end", kind = "int32_t"}, {name = "start", kind = "int32_t"},
        {name = "overdue_unit", kind = "int32_t"}, {name = "overdue_every", kind = "int32_t"},
        {name = "overdue_limit", kind = "int32_t"},},
    tally_reminder = { {name = "key", kind = "int64_t"}, {name = "next_time", kind = "int64_t"},
        {name = "due_time", kind = "int64_t"}, {name = "expires", kind = "int64_t"},
        {name = "stamp", kind = "int64_t"}, {name = "revision", kind = "uint32_t"},
        {name = "state", kind = "int32_t"}, {name = "expiry", kind = "int32_t"}, {name = "span", kind = "int32_t"},
        {name = "days_left", kind = "int32_t"}, {name = "is_smart", kind = "int32_t"},
        {name = "produced", kind = "int32_t"}, {name = "shelf_life", kind = "int32_t"},
        {name = "shelf_unit", kind = "int32_t"}, {name = "time_of_day", kind = "int32_t"},
        {name = "entered", kind = "int32_t"}, {name = "smart", kind = "int32_t"},
        {name = "repeat_unit", kind = "int32_t"}, {name = "repeat_every", kind = "int32_t"},
        {name = "start", kind = "int32_t"}, {name = "end", kind = "int32_t"},
        {name = "overdue_unit", kind = "int32_t"}, {name = "overdue_every", kind = "int32_t"},
        {name = "overdue_limit", kind = "int32_t"}, {name = "id", kind = "text"}, {name = "title", kind = "text"},
        {name = "body", kind = "text"}, {name = "path", kind = "text"}, {name = "zone", kind = "text"},},
    tally_plan_options = { {name = "flags", kind = "uint32_t"}, {name = "limit", kind = "uint32_t"},
        {name = "reserve", kind = "uint32_t"},},
    tally_plan_entry = { {name = "id", kind = "int64_t"}, {name = "time", kind = "int64_t"},
        {name = "occurrence", kind = "int64_t"}, {name = "revision", kind = "uint32_t"},
        {name = "action", kind = "int32_t"}, {name = "reminder", kind = "text"}, {name = "title", kind = "text"},
        {name = "body", kind = "text"}, {name = "path", kind = "text"},},
    tally_plan = { {name = "planned", kind = "uint32_t"}, {name = "left_out", kind = "uint64_t"},
        {name = "reach", kind = "int64_t"}, {name = "token", kind = "uint64_t"},},
    tally_reminder_note = { {name = "id", kind = "int64_t"}, {name = "time", kind = "int64_t"},
        {name = "occurrence_time", kind = "int64_t"}, {name = "revision", kind = "uint32_t"},
        {name = "kind", kind = "int32_t"}, {name = "reminder", kind = "text"},},
    tally_skipped_entry = { {name = "line", kind = "int64_t"}, {name = "uid", kind = "text"},
        {name = "reason", kind = "text"},},
    tally_snapshot_entry = { {name = "path", kind = "text"}, {name = "count", kind = "uint64_t"},
        {name = "until", kind = "int64_t"}, {name = "mute_until", kind = "int64_t"},
        {name = "kind", kind = "int32_t"}, {name = "mute", kind = "int32_t"},
        {name = "snoozed_until", kind = "int64_t"},},
    tally_patch_entry = { {name = "path", kind = "text"}, {name = "before_count", kind = "uint64_t"},
        {name = "before_until", kind = "int64_t"}, {name = "before_mute_until", kind = "int64_t"},
        {name = "before_kind", kind = "int32_t"}, {name = "before_mute", kind = "int32_t"},
        {name = "after_count", kind = "uint64_t"}, {name = "after_until", kind = "int64_t"},
        {name = "after_mute_until", kind = "int64_t"}, {name = "after_kind", kind = "int32_t"},
        {name = "after_mute", kind = "int32_t"}, {name = "before_snoozed_until", kind = "int64_t"},
        {name = "after_snoozed_until", kind = "int64_t"},},
    tally_operation = { {name = "kind", kind = "int32_t"}, {name = "status", kind = "int32_t"},
        {name = "flags", kind = "uint32_t"}, {name = "badge_kind", kind = "int32_t"},
        {name = "node", kind = "uint64_t"}, {name = "value", kind = "int64_t"}, {name = "until", kind = "int64_t"},
        {name = "count", kind = "uint64_t"}, {name = "key", kind = "int64_t"}, {name = "changed", kind = "uint64_t"},},
    tally_batch_options = { {name = "flags", kind = "uint32_t"}, {name = "epoch", kind = "uint64_t"},
        {name = "position", kind = "uint64_t"},},
    tally_position = { {name = "epoch", kind = "uint64_t"}, {name = "position", kind = "uint64_t"},
        {name = "time", kind = "int64_t"},},
    tally_style = { {name = "fields", kind = "uint32_t"}, {name = "dot_radius", kind = "float"},
        {name = "offset_x", kind = "float"}, {name = "offset_y", kind = "float"},
        {name = "font_size", kind = "float"}, {name = "font_weight", kind = "int32_t"},
        {name = "text_color", kind = "uint32_t"}, {name = "background_color", kind = "uint32_t"},
        {name = "overflow", kind = "int32_t"}, {name = "max_count", kind = "uint64_t"},
        {name = "highlight_color", kind = "uint32_t"},},
    tally_presentation = { {name = "kind", kind = "int32_t"}, {name = "count", kind = "uint64_t"},
        {name = "dot_radius", kind = "float"}, {name = "offset_x", kind = "float"},
        {name = "offset_y", kind = "float"}, {name = "font_size", kind = "float"},
        {name = "font_weight", kind = "int32_t"}, {name = "text_color", kind = "uint32_t"},
        {name = "background_color", kind = "uint32_t"}, {name = "overflow", kind = "int32_t"},
        {name = "max_count", kind = "uint64_t"}, {name = "highlighted", kind = "int32_t"},},
    tally_widget = { {name = "flags", kind = "uint32_t"},},
    tally_request = { {name = "kind", kind = "int32_t"}, {name = "id", kind = "int64_t"},
        {name = "max_size", kind = "uint64_t"}, {name = "request_timeout", kind = "int64_t"},
        {name = "idle_timeout", kind = "int64_t"}, {name = "headers_size", kind = "size_t"},
        {name = "body_size", kind = "size_t"}, {name = "flags", kind = "uint32_t"},},
    tally_item = { {name = "time", kind = "int64_t"}, {name = "count", kind = "size_t"},
        {name = "status", kind = "int32_t"}, {name = "flags", kind = "uint32_t"},},
    tally_engine_batch_options = { {name = "flags", kind = "uint32_t"}, {name = "aggregation", kind = "int32_t"},
        {name = "feeding", kind = "int32_t"}, {name = "epoch", kind = "uint64_t"},
        {name = "position", kind = "uint64_t"},},
    tally_import = { {name = "size", kind = "size_t"}, {name = "status", kind = "int32_t"},
        {name = "flags", kind = "uint32_t"},},
    tally_trace_options = { {name = "kinds", kind = "uint32_t"}, {name = "bytes", kind = "uint64_t"},},
    tally_trace_state = { {name = "count", kind = "uint64_t"}, {name = "until", kind = "int64_t"},
        {name = "mute_until", kind = "int64_t"}, {name = "kind", kind = "int32_t"},
        {name = "own_kind", kind = "int32_t"}, {name = "own_count", kind = "uint32_t"},
        {name = "mute", kind = "int32_t"},},
    tally_trace_record = { {name = "kind", kind = "int32_t"}, {name = "account", kind = "int64_t"},
        {name = "feed", kind = "int64_t"}, {name = "revision", kind = "uint64_t"}, {name = "time", kind = "int64_t"},
        {name = "cause", kind = "int32_t"}, {name = "request", kind = "uint32_t"},
        {name = "change", kind = "int32_t"}, {name = "level", kind = "int32_t"}, {name = "result", kind = "int32_t"},
        {name = "http_status", kind = "int32_t"}, {name = "missed", kind = "int32_t"},
        {name = "count", kind = "uint64_t"}, {name = "total", kind = "int64_t"}, {name = "unread", kind = "int64_t"},
        {name = "unseen", kind = "int64_t"}, {name = "added", kind = "uint32_t"},
        {name = "changed", kind = "uint32_t"}, {name = "removed", kind = "uint32_t"},
        {name = "rejected", kind = "uint32_t"}, {name = "before", kind = "tally_trace_state"},
        {name = "after", kind = "tally_trace_state"},},
},
-- The members of structures that say how large something is.
sizes = {
    tally_engine_options = {struct_size = "tally_engine_options"},
    tally_stats = {struct_size = "tally_stats"},
    tally_recovery = {struct_size = "tally_recovery"},
    tally_account_options = {struct_size = "tally_account_options"},
    tally_credential = {struct_size = "tally_credential"},
    tally_account_state = {struct_size = "tally_account_state"},
    tally_account_settings = {struct_size = "tally_account_settings"},
    tally_badge_own = {struct_size = "tally_badge_own"},
    tally_badge_rule = {struct_size = "tally_badge_rule"},
    tally_message_position = {struct_size = "tally_message_position"},
    tally_message_counts = {struct_size = "tally_message_counts"},
    tally_message_options = {struct_size = "tally_message_options"},
    tally_event = {struct_size = "tally_event"},
    tally_feed_options = {struct_size = "tally_feed_options"},
    tally_page_info = {struct_size = "tally_page_info"},
    tally_feed_state = {struct_size = "tally_feed_state"},
    tally_forms = {struct_size = "tally_forms"},
    tally_import_report = {struct_size = "tally_import_report"},
    tally_outbox_counts = {struct_size = "tally_outbox_counts"},
    tally_reminder_options = {struct_size = "tally_reminder_options"},
    tally_plan_options = {struct_size = "tally_plan_options"},
    tally_plan = {struct_size = "tally_plan"},
    tally_batch_options = {struct_size = "tally_batch_options", operation_size = "tally_operation"},
    tally_position = {struct_size = "tally_position"},
    tally_style = {struct_size = "tally_style"},
    tally_presentation = {struct_size = "tally_presentation"},
    tally_widget = {struct_size = "tally_widget"},
    tally_request = {struct_size = "tally_request"},
    tally_engine_batch_options = {struct_size = "tally_engine_batch_options", item_size = "tally_item", operation_size = "tally_operation"},
    tally_trace_options = {struct_size = "tally_trace_options"},
    tally_trace_record = {struct_size = "tally_trace_record"},
},
-- The bits of members that say which of them are given.
fields = {
    tally_reminder_options = { ["title"] = 1, ["body"] = 2, ["path"] = 4, ["zone"] = 8, ["produced"] = 16,
        ["shelf_life"] = 32, ["shelf_unit"] = 32, ["time_of_day"] = 64, ["smart"] = 128, ["repeat_unit"] = 256,
        ["repeat_every"] = 256, ["end"] = 1024, ["start"] = 512, ["overdue_unit"] = 2048, ["overdue_every"] = 2048,
        ["overdue_limit"] = 2048,},
    tally_style = { ["dot_radius"] = 1, ["offset_x"] = 2, ["offset_y"] = 2, ["font_size"] = 4, ["font_weight"] = 8,
        ["text_color"] = 16, ["background_color"] = 32, ["overflow"] = 128, ["max_count"] = 64, ["icon"] = 256,
        ["highlight_color"] = 512,},
},
-- Members of records that are true or false.
booleans = {first = true, highlighted = true, in_flight = true, is_smart = true, logged_in = true, missed = true, requested = true},
-- The members of an operation that come out.
results = {"status", "badge_kind", "count", "key", "changed"},
}
