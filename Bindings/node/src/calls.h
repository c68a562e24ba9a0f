/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */

static const field fields_tally_engine_options[] = {
    {"flags", offsetof(tally_engine_options, flags), UINT32, false, NULL, 0},
    {"seed", offsetof(tally_engine_options, seed), UINT64, false, NULL, 0},
    {"batchIdTime", offsetof(tally_engine_options, batch_id_time), INT64, false, NULL, 0},
    {"file", offsetof(tally_engine_options, file), STRING, false, NULL, 0},
    {"caFile", offsetof(tally_engine_options, ca_file), STRING, false, NULL, 0},
    {"userAgent", offsetof(tally_engine_options, user_agent), STRING, false, NULL, 0},
    {"zone", offsetof(tally_engine_options, zone), STRING, false, NULL, 0},
    {"durability", offsetof(tally_engine_options, durability), INT32, false, NULL, 0},
    {"logLevel", offsetof(tally_engine_options, log_level), INT32, false, NULL, 0},
    {"maxDepth", offsetof(tally_engine_options, max_depth), UINT32, false, NULL, 0},
    {"maxPathBytes", offsetof(tally_engine_options, max_path_bytes), UINT32, false, NULL, 0},
    {"maxNodes", offsetof(tally_engine_options, max_nodes), UINT32, false, NULL, 0},
    {"maxAccounts", offsetof(tally_engine_options, max_accounts), UINT32, false, NULL, 0},
    {"maxLoadedAccounts", offsetof(tally_engine_options, max_loaded_accounts), UINT32, false, NULL, 0},
    {"maxFeeds", offsetof(tally_engine_options, max_feeds), UINT32, false, NULL, 0},
    {"maxObservers", offsetof(tally_engine_options, max_observers), UINT32, false, NULL, 0},
    {"maxResponseBytes", offsetof(tally_engine_options, max_response_bytes), UINT32, false, NULL, 0},
    {"maxBatchIds", offsetof(tally_engine_options, max_batch_ids), UINT32, false, NULL, 0},
    {"maxRequests", offsetof(tally_engine_options, max_requests), UINT32, false, NULL, 0},
    {"maxRequestsPerOrigin", offsetof(tally_engine_options, max_requests_per_origin), UINT32, false, NULL, 0},
    {"maxForgotten", offsetof(tally_engine_options, max_forgotten), UINT32, false, NULL, 0},
    {"maxMarks", offsetof(tally_engine_options, max_marks), UINT32, false, NULL, 0},
    {"maxFailedRows", offsetof(tally_engine_options, max_failed_rows), UINT32, false, NULL, 0},
    {"maxRejected", offsetof(tally_engine_options, max_rejected), UINT32, false, NULL, 0},
    {"maxReminderLog", offsetof(tally_engine_options, max_reminder_log), UINT32, false, NULL, 0},
    {"maxCachedGroups", offsetof(tally_engine_options, max_cached_groups), UINT32, false, NULL, 0},
    {"maxEvents", offsetof(tally_engine_options, max_events), UINT32, false, NULL, 0},
    {"maxCompletions", offsetof(tally_engine_options, max_completions), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_engine_options = {sizeof(tally_engine_options), 1, fields_tally_engine_options};

static const field fields_tally_stats[] = {
    {"accounts", offsetof(tally_stats, accounts), UINT32, false, NULL, 0},
    {"loadedAccounts", offsetof(tally_stats, loaded_accounts), UINT32, false, NULL, 0},
    {"feeds", offsetof(tally_stats, feeds), UINT32, false, NULL, 0},
    {"accountLoads", offsetof(tally_stats, account_loads), UINT64, false, NULL, 0},
    {"accountEvictions", offsetof(tally_stats, account_evictions), UINT64, false, NULL, 0},
    {"observers", offsetof(tally_stats, observers), UINT64, false, NULL, 0},
    {"events", offsetof(tally_stats, events), UINT64, false, NULL, 0},
    {"nodes", offsetof(tally_stats, nodes), UINT64, false, NULL, 0},
    {"nodeBytes", offsetof(tally_stats, node_bytes), UINT64, false, NULL, 0},
    {"unstoredBadges", offsetof(tally_stats, unstored_badges), UINT64, false, NULL, 0},
    {"fileSize", offsetof(tally_stats, file_size), INT64, false, NULL, 0},
    {"logSize", offsetof(tally_stats, log_size), INT64, false, NULL, 0},
    {"commits", offsetof(tally_stats, commits), UINT64, false, NULL, 0},
    {"committedCalls", offsetof(tally_stats, committed_calls), UINT64, false, NULL, 0},
    {"longestWaitUs", offsetof(tally_stats, longest_wait_us), UINT64, false, NULL, 0},
    {"longestHoldUs", offsetof(tally_stats, longest_hold_us), UINT64, false, NULL, 0},
    {"waitingCalls", offsetof(tally_stats, waiting_calls), UINT32, false, NULL, 0},
    {"requests", offsetof(tally_stats, requests), UINT32, false, NULL, 0},
    {"originRequests", offsetof(tally_stats, origin_requests), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_stats = {sizeof(tally_stats), 1, fields_tally_stats};

static const field fields_tally_recovery[] = {
    {"flags", offsetof(tally_recovery, flags), UINT32, false, NULL, 0},
    {"pages", offsetof(tally_recovery, pages), UINT64, false, NULL, 0},
    {"damagedPages", offsetof(tally_recovery, damaged_pages), UINT64, false, NULL, 0},
    {"doubtfulRows", offsetof(tally_recovery, doubtful_rows), UINT64, false, NULL, 0},
    {"accountsSaved", offsetof(tally_recovery, accounts_saved), UINT64, false, NULL, 0},
    {"accountsLost", offsetof(tally_recovery, accounts_lost), UINT64, false, NULL, 0},
    {"badgesSaved", offsetof(tally_recovery, badges_saved), UINT64, false, NULL, 0},
    {"badgesLost", offsetof(tally_recovery, badges_lost), UINT64, false, NULL, 0},
    {"feedsSaved", offsetof(tally_recovery, feeds_saved), UINT64, false, NULL, 0},
    {"feedsLost", offsetof(tally_recovery, feeds_lost), UINT64, false, NULL, 0},
    {"messagesSaved", offsetof(tally_recovery, messages_saved), UINT64, false, NULL, 0},
    {"messagesLost", offsetof(tally_recovery, messages_lost), UINT64, false, NULL, 0},
    {"othersSaved", offsetof(tally_recovery, others_saved), UINT64, false, NULL, 0},
    {"othersLost", offsetof(tally_recovery, others_lost), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_recovery = {sizeof(tally_recovery), 1, fields_tally_recovery};

static const field fields_tally_account_options[] = {
    {"flags", offsetof(tally_account_options, flags), UINT32, false, NULL, 0},
    {"aggregation", offsetof(tally_account_options, aggregation), INT32, false, NULL, 0},
    {"feeding", offsetof(tally_account_options, feeding), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_account_options = {sizeof(tally_account_options), 1, fields_tally_account_options};

static const field fields_tally_account_entry[] = {
    {"name", offsetof(tally_account_entry, name), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_account_entry = {sizeof(tally_account_entry), 0, fields_tally_account_entry};

static const field fields_tally_credential[] = {
    {"flags", offsetof(tally_credential, flags), UINT32, false, NULL, 0},
    {"kind", offsetof(tally_credential, kind), INT32, false, NULL, 0},
    {"name", offsetof(tally_credential, name), STRING, false, NULL, 0},
    {"secret", offsetof(tally_credential, secret), STRING, false, NULL, 0},
    {"format", offsetof(tally_credential, format), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_credential = {sizeof(tally_credential), 1, fields_tally_credential};

static const field fields_tally_account_state[] = {
    {"loggedIn", offsetof(tally_account_state, logged_in), BOOLEAN, false, NULL, 0},
    {"id", offsetof(tally_account_state, id), INT64, false, NULL, 0},
    {"revision", offsetof(tally_account_state, revision), UINT64, false, NULL, 0},
    {"epoch", offsetof(tally_account_state, epoch), UINT64, false, NULL, 0},
    {"aggregation", offsetof(tally_account_state, aggregation), INT32, false, NULL, 0},
    {"feeding", offsetof(tally_account_state, feeding), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_account_state = {sizeof(tally_account_state), 1, fields_tally_account_state};

static const field fields_tally_account_settings[] = {
    {"flags", offsetof(tally_account_settings, flags), UINT32, false, NULL, 0},
    {"grouping", offsetof(tally_account_settings, grouping), INT32, false, NULL, 0},
    {"outbox", offsetof(tally_account_settings, outbox), INT32, false, NULL, 0},
    {"feeding", offsetof(tally_account_settings, feeding), INT32, false, NULL, 0},
    {"outboxRequestTimeout", offsetof(tally_account_settings, outbox_request_timeout), INT64, false, NULL, 0},
    {"outboxIdleTimeout", offsetof(tally_account_settings, outbox_idle_timeout), INT64, false, NULL, 0},
    {"language", offsetof(tally_account_settings, language), STRING, false, NULL, 0},
    {"outboxUrl", offsetof(tally_account_settings, outbox_url), STRING, false, NULL, 0},
    {"pushPath", offsetof(tally_account_settings, push_path), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_account_settings = {sizeof(tally_account_settings), 1, fields_tally_account_settings};

static const field fields_tally_account_settings_entry[] = {
    {"outboxRequestTimeout", offsetof(tally_account_settings_entry, outbox_request_timeout), INT64, false, NULL, 0},
    {"outboxIdleTimeout", offsetof(tally_account_settings_entry, outbox_idle_timeout), INT64, false, NULL, 0},
    {"grouping", offsetof(tally_account_settings_entry, grouping), INT32, false, NULL, 0},
    {"outbox", offsetof(tally_account_settings_entry, outbox), INT32, false, NULL, 0},
    {"feeding", offsetof(tally_account_settings_entry, feeding), INT32, false, NULL, 0},
    {"language", offsetof(tally_account_settings_entry, language), TEXT, false, NULL, 0},
    {"outboxUrl", offsetof(tally_account_settings_entry, outbox_url), TEXT, false, NULL, 0},
    {"pushPath", offsetof(tally_account_settings_entry, push_path), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_account_settings_entry = {sizeof(tally_account_settings_entry), 0, fields_tally_account_settings_entry};

static const field fields_tally_badge[] = {
    {"count", offsetof(tally_badge, count), UINT64, false, NULL, 0},
    {"revision", offsetof(tally_badge, revision), UINT64, false, NULL, 0},
    {"highlights", offsetof(tally_badge, highlights), UINT64, false, NULL, 0},
    {"kind", offsetof(tally_badge, kind), INT32, false, NULL, 0},
    {"flags", offsetof(tally_badge, flags), UINT32, false, NULL, 0},
    {"level", offsetof(tally_badge, level), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_badge = {sizeof(tally_badge), 0, fields_tally_badge};

static const field fields_tally_badge_own[] = {
    {"kind", offsetof(tally_badge_own, kind), INT32, false, NULL, 0},
    {"count", offsetof(tally_badge_own, count), UINT64, false, NULL, 0},
    {"until", offsetof(tally_badge_own, until), INT64, false, NULL, 0},
    {"muteUntil", offsetof(tally_badge_own, mute_until), INT64, false, NULL, 0},
    {"mute", offsetof(tally_badge_own, mute), INT32, false, NULL, 0},
    {"flags", offsetof(tally_badge_own, flags), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_badge_own = {sizeof(tally_badge_own), 1, fields_tally_badge_own};

static const field fields_tally_badge_rule[] = {
    {"feeding", offsetof(tally_badge_rule, feeding), INT32, false, NULL, 0},
    {"flags", offsetof(tally_badge_rule, flags), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_badge_rule = {sizeof(tally_badge_rule), 1, fields_tally_badge_rule};

static const field fields_tally_badge_entry[] = {
    {"path", offsetof(tally_badge_entry, path), TEXT, false, NULL, 0},
    {"count", offsetof(tally_badge_entry, badge.count), UINT64, false, NULL, 0},
    {"revision", offsetof(tally_badge_entry, badge.revision), UINT64, false, NULL, 0},
    {"highlights", offsetof(tally_badge_entry, badge.highlights), UINT64, false, NULL, 0},
    {"kind", offsetof(tally_badge_entry, badge.kind), INT32, false, NULL, 0},
    {"flags", offsetof(tally_badge_entry, badge.flags), UINT32, false, NULL, 0},
    {"level", offsetof(tally_badge_entry, badge.level), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_badge_entry = {sizeof(tally_badge_entry), 0, fields_tally_badge_entry};

static const field fields_tally_reason[] = {
    {"contributed", offsetof(tally_reason, contributed), UINT64, false, NULL, 0},
    {"fedCount", offsetof(tally_reason, fed_count), UINT64, false, NULL, 0},
    {"keptCount", offsetof(tally_reason, kept_count), UINT64, false, NULL, 0},
    {"ownCount", offsetof(tally_reason, own_count), UINT32, false, NULL, 0},
    {"flags", offsetof(tally_reason, flags), UINT32, false, NULL, 0},
    {"message", offsetof(tally_reason, message), INT64, false, NULL, 0},
    {"path", offsetof(tally_reason, path), TEXT, false, NULL, 0},
    {"id", offsetof(tally_reason, id), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_reason = {sizeof(tally_reason), 0, fields_tally_reason};

static const field fields_tally_message[] = {
    {"key", offsetof(tally_message, key), INT64, false, NULL, 0},
    {"feed", offsetof(tally_message, feed), INT64, false, NULL, 0},
    {"time", offsetof(tally_message, time), INT64, false, NULL, 0},
    {"count", offsetof(tally_message, count), UINT32, false, NULL, 0},
    {"state", offsetof(tally_message, state), INT32, false, NULL, 0},
    {"id", offsetof(tally_message, id), TEXT, false, NULL, 0},
    {"path", offsetof(tally_message, path), TEXT, false, NULL, 0},
    {"kind", offsetof(tally_message, kind), TEXT, false, NULL, 0},
    {"title", offsetof(tally_message, title), TEXT, false, NULL, 0},
    {"body", offsetof(tally_message, body), TEXT, false, NULL, 0},
    {"thread", offsetof(tally_message, thread), TEXT, false, NULL, 0},
    {"category", offsetof(tally_message, category), TEXT, false, NULL, 0},
    {"argument", offsetof(tally_message, argument), TEXT, false, NULL, 0},
    {"argumentCount", offsetof(tally_message, argument_count), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_message = {sizeof(tally_message), 0, fields_tally_message};

static const field fields_tally_message_counts[] = {
    {"total", offsetof(tally_message_counts, total), UINT64, false, NULL, 0},
    {"unread", offsetof(tally_message_counts, unread), UINT64, false, NULL, 0},
    {"unseen", offsetof(tally_message_counts, unseen), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_message_counts = {sizeof(tally_message_counts), 1, fields_tally_message_counts};

static const field fields_tally_message_options[] = {
    {"flags", offsetof(tally_message_options, flags), UINT32, false, NULL, 0},
    {"time", offsetof(tally_message_options, time), INT64, false, NULL, 0},
    {"count", offsetof(tally_message_options, count), UINT32, false, NULL, 0},
    {"argumentCount", offsetof(tally_message_options, argument_count), UINT32, false, NULL, 0},
    {"id", offsetof(tally_message_options, id), STRING, false, NULL, 0},
    {"title", offsetof(tally_message_options, title), STRING, false, NULL, 0},
    {"body", offsetof(tally_message_options, body), STRING, false, NULL, 0},
    {"kind", offsetof(tally_message_options, kind), STRING, false, NULL, 0},
    {"thread", offsetof(tally_message_options, thread), STRING, false, NULL, 0},
    {"category", offsetof(tally_message_options, category), STRING, false, NULL, 0},
    {"argument", offsetof(tally_message_options, argument), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_message_options = {sizeof(tally_message_options), 1, fields_tally_message_options};

static const field fields_tally_event[] = {
    {"kind", offsetof(tally_event, kind), INT32, false, NULL, 0},
    {"token", offsetof(tally_event, token), UINT64, false, NULL, 0},
    {"account", offsetof(tally_event, account), INT64, false, NULL, 0},
    {"feed", offsetof(tally_event, feed), INT64, false, NULL, 0},
    {"reminder", offsetof(tally_event, reminder), INT64, false, NULL, 0},
    {"count", offsetof(tally_event, count), UINT64, false, NULL, 0},
    {"revision", offsetof(tally_event, revision), UINT64, false, NULL, 0},
    {"badgeKind", offsetof(tally_event, badge_kind), INT32, false, NULL, 0},
    {"result", offsetof(tally_event, result), INT32, false, NULL, 0},
    {"retryAfter", offsetof(tally_event, retry_after), INT64, false, NULL, 0},
    {"nextTime", offsetof(tally_event, next_time), INT64, false, NULL, 0},
    {"added", offsetof(tally_event, added), UINT32, false, NULL, 0},
    {"changed", offsetof(tally_event, changed), UINT32, false, NULL, 0},
    {"removed", offsetof(tally_event, removed), UINT32, false, NULL, 0},
    {"rejected", offsetof(tally_event, rejected), UINT32, false, NULL, 0},
    {"textLength", offsetof(tally_event, text_length), UINT32, false, NULL, 0},
    {"missed", offsetof(tally_event, missed), BOOLEAN, false, NULL, 0},
    {"total", offsetof(tally_event, total), UINT64, false, NULL, 0},
    {"unread", offsetof(tally_event, unread), UINT64, false, NULL, 0},
    {"unseen", offsetof(tally_event, unseen), UINT64, false, NULL, 0},
    {"httpStatus", offsetof(tally_event, http_status), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_event = {sizeof(tally_event), 1, fields_tally_event};

static const field fields_tally_feed_options[] = {
    {"flags", offsetof(tally_feed_options, flags), UINT32, false, NULL, 0},
    {"initialDelay", offsetof(tally_feed_options, initial_delay), INT64, false, NULL, 0},
    {"interval", offsetof(tally_feed_options, interval), INT64, false, NULL, 0},
    {"visibleInterval", offsetof(tally_feed_options, visible_interval), INT64, false, NULL, 0},
    {"requestTimeout", offsetof(tally_feed_options, request_timeout), INT64, false, NULL, 0},
    {"idleTimeout", offsetof(tally_feed_options, idle_timeout), INT64, false, NULL, 0},
    {"tolerance", offsetof(tally_feed_options, tolerance), INT64, false, NULL, 0},
    {"awayTime", offsetof(tally_feed_options, away_time), INT64, false, NULL, 0},
    {"maxAge", offsetof(tally_feed_options, max_age), INT64, false, NULL, 0},
    {"maxMessages", offsetof(tally_feed_options, max_messages), INT64, false, NULL, 0},
    {"pageLimit", offsetof(tally_feed_options, page_limit), UINT32, false, NULL, 0},
    {"polling", offsetof(tally_feed_options, polling), INT32, false, NULL, 0},
    {"url", offsetof(tally_feed_options, url), STRING, false, NULL, 0},
    {"prefix", offsetof(tally_feed_options, prefix), STRING, false, NULL, 0},
    {"mappingPreset", offsetof(tally_feed_options, mapping_preset), STRING, false, NULL, 0},
    {"mapping", offsetof(tally_feed_options, mapping), STRING, false, NULL, 0},
    {"title", offsetof(tally_feed_options, title), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_feed_options = {sizeof(tally_feed_options), 1, fields_tally_feed_options};

static const field fields_tally_feed_entry[] = {
    {"id", offsetof(tally_feed_entry, id), INT64, false, NULL, 0},
    {"lastSuccess", offsetof(tally_feed_entry, last_success), INT64, false, NULL, 0},
    {"rejected", offsetof(tally_feed_entry, rejected), UINT64, false, NULL, 0},
    {"initialDelay", offsetof(tally_feed_entry, initial_delay), INT64, false, NULL, 0},
    {"interval", offsetof(tally_feed_entry, interval), INT64, false, NULL, 0},
    {"visibleInterval", offsetof(tally_feed_entry, visible_interval), INT64, false, NULL, 0},
    {"requestTimeout", offsetof(tally_feed_entry, request_timeout), INT64, false, NULL, 0},
    {"idleTimeout", offsetof(tally_feed_entry, idle_timeout), INT64, false, NULL, 0},
    {"tolerance", offsetof(tally_feed_entry, tolerance), INT64, false, NULL, 0},
    {"awayTime", offsetof(tally_feed_entry, away_time), INT64, false, NULL, 0},
    {"maxAge", offsetof(tally_feed_entry, max_age), INT64, false, NULL, 0},
    {"maxMessages", offsetof(tally_feed_entry, max_messages), INT64, false, NULL, 0},
    {"pageLimit", offsetof(tally_feed_entry, page_limit), UINT32, false, NULL, 0},
    {"options", offsetof(tally_feed_entry, options), UINT32, false, NULL, 0},
    {"flags", offsetof(tally_feed_entry, flags), UINT32, false, NULL, 0},
    {"name", offsetof(tally_feed_entry, name), TEXT, false, NULL, 0},
    {"url", offsetof(tally_feed_entry, url), TEXT, false, NULL, 0},
    {"prefix", offsetof(tally_feed_entry, prefix), TEXT, false, NULL, 0},
    {"title", offsetof(tally_feed_entry, title), TEXT, false, NULL, 0},
    {"mappingPreset", offsetof(tally_feed_entry, mapping_preset), TEXT, false, NULL, 0},
    {"mapping", offsetof(tally_feed_entry, mapping), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_feed_entry = {sizeof(tally_feed_entry), 0, fields_tally_feed_entry};

static const field fields_tally_rejected[] = {
    {"id", offsetof(tally_rejected, id), INT64, false, NULL, 0},
    {"time", offsetof(tally_rejected, time), INT64, false, NULL, 0},
    {"reason", offsetof(tally_rejected, reason), TEXT, false, NULL, 0},
    {"body", offsetof(tally_rejected, body), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_rejected = {sizeof(tally_rejected), 0, fields_tally_rejected};

static const field fields_tally_page_info[] = {
    {"first", offsetof(tally_page_info, first), BOOLEAN, false, NULL, 0},
    {"awayTime", offsetof(tally_page_info, away_time), INT64, false, NULL, 0},
    {"requested", offsetof(tally_page_info, requested), BOOLEAN, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_page_info = {sizeof(tally_page_info), 1, fields_tally_page_info};

static const field fields_tally_feed_state[] = {
    {"result", offsetof(tally_feed_state, result), INT32, false, NULL, 0},
    {"id", offsetof(tally_feed_state, id), INT64, false, NULL, 0},
    {"lastSuccess", offsetof(tally_feed_state, last_success), INT64, false, NULL, 0},
    {"nextTime", offsetof(tally_feed_state, next_time), INT64, false, NULL, 0},
    {"requests", offsetof(tally_feed_state, requests), UINT64, false, NULL, 0},
    {"notModified", offsetof(tally_feed_state, not_modified), UINT64, false, NULL, 0},
    {"failures", offsetof(tally_feed_state, failures), UINT64, false, NULL, 0},
    {"inFlight", offsetof(tally_feed_state, in_flight), BOOLEAN, false, NULL, 0},
    {"failuresInARow", offsetof(tally_feed_state, failures_in_a_row), UINT32, false, NULL, 0},
    {"httpStatus", offsetof(tally_feed_state, http_status), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_feed_state = {sizeof(tally_feed_state), 1, fields_tally_feed_state};

static const field fields_tally_forms[] = {
    {"flags", offsetof(tally_forms, flags), UINT32, false, NULL, 0},
    {"zero", offsetof(tally_forms, zero), STRING, false, NULL, 0},
    {"one", offsetof(tally_forms, one), STRING, false, NULL, 0},
    {"two", offsetof(tally_forms, two), STRING, false, NULL, 0},
    {"few", offsetof(tally_forms, few), STRING, false, NULL, 0},
    {"many", offsetof(tally_forms, many), STRING, false, NULL, 0},
    {"other", offsetof(tally_forms, other), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_forms = {sizeof(tally_forms), 1, fields_tally_forms};

static const field fields_tally_import_report[] = {
    {"taken", offsetof(tally_import_report, taken), UINT64, false, NULL, 0},
    {"skipped", offsetof(tally_import_report, skipped), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_import_report = {sizeof(tally_import_report), 1, fields_tally_import_report};

static const field fields_tally_group[] = {
    {"newest", offsetof(tally_group, newest), INT64, false, NULL, 0},
    {"oldest", offsetof(tally_group, oldest), INT64, false, NULL, 0},
    {"items", offsetof(tally_group, items), UINT64, false, NULL, 0},
    {"notifications", offsetof(tally_group, notifications), UINT64, false, NULL, 0},
    {"fresh", offsetof(tally_group, fresh), UINT64, false, NULL, 0},
    {"time", offsetof(tally_group, time), INT64, false, NULL, 0},
    {"origin", offsetof(tally_group, origin), INT32, false, NULL, 0},
    {"thread", offsetof(tally_group, thread), TEXT, false, NULL, 0},
    {"path", offsetof(tally_group, path), TEXT, false, NULL, 0},
    {"title", offsetof(tally_group, title), TEXT, false, NULL, 0},
    {"summary", offsetof(tally_group, summary), TEXT, false, NULL, 0},
    {"language", offsetof(tally_group, language), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_group = {sizeof(tally_group), 0, fields_tally_group};

static const field fields_tally_outbox_entry[] = {
    {"id", offsetof(tally_outbox_entry, id), INT64, false, NULL, 0},
    {"feed", offsetof(tally_outbox_entry, feed), INT64, false, NULL, 0},
    {"attempt", offsetof(tally_outbox_entry, attempt), INT64, false, NULL, 0},
    {"nextTime", offsetof(tally_outbox_entry, next_time), INT64, false, NULL, 0},
    {"leaseEnd", offsetof(tally_outbox_entry, lease_end), INT64, false, NULL, 0},
    {"kind", offsetof(tally_outbox_entry, kind), INT32, false, NULL, 0},
    {"state", offsetof(tally_outbox_entry, state), INT32, false, NULL, 0},
    {"key", offsetof(tally_outbox_entry, key), TEXT, false, NULL, 0},
    {"entity", offsetof(tally_outbox_entry, entity), TEXT, false, NULL, 0},
    {"body", offsetof(tally_outbox_entry, body), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_outbox_entry = {sizeof(tally_outbox_entry), 0, fields_tally_outbox_entry};

static const field fields_tally_outbox_counts[] = {
    {"total", offsetof(tally_outbox_counts, total), UINT64, false, NULL, 0},
    {"leased", offsetof(tally_outbox_counts, leased), UINT64, false, NULL, 0},
    {"failed", offsetof(tally_outbox_counts, failed), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_outbox_counts = {sizeof(tally_outbox_counts), 1, fields_tally_outbox_counts};

static const field fields_tally_reminder_options[] = {
    {"fields", offsetof(tally_reminder_options, fields), UINT32, false, NULL, 0},
    {"title", offsetof(tally_reminder_options, title), STRING, false, NULL, 0},
    {"body", offsetof(tally_reminder_options, body), STRING, false, NULL, 0},
    {"path", offsetof(tally_reminder_options, path), STRING, false, NULL, 0},
    {"zone", offsetof(tally_reminder_options, zone), STRING, false, NULL, 0},
    {"produced", offsetof(tally_reminder_options, produced), INT32, false, NULL, 0},
    {"shelfLife", offsetof(tally_reminder_options, shelf_life), INT32, false, NULL, 0},
    {"shelfUnit", offsetof(tally_reminder_options, shelf_unit), INT32, false, NULL, 0},
    {"timeOfDay", offsetof(tally_reminder_options, time_of_day), INT32, false, NULL, 0},
    {"smart", offsetof(tally_reminder_options, smart), INT32, false, NULL, 0},
    {"repeatUnit", offsetof(tally_reminder_options, repeat_unit), INT32, false, NULL, 0},
    {"repeatEvery", offsetof(tally_reminder_options, repeat_every), INT32, false, NULL, 0},
    {"end", offsetof(tally_reminder_options, end), INT32, false, NULL, 0},
    {"start", offsetof(tally_reminder_options, start), INT32, false, NULL, 0},
    {"overdueUnit", offsetof(tally_reminder_options, overdue_unit), INT32, false, NULL, 0},
    {"overdueEvery", offsetof(tally_reminder_options, overdue_every), INT32, false, NULL, 0},
    {"overdueLimit", offsetof(tally_reminder_options, overdue_limit), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_reminder_options = {sizeof(tally_reminder_options), 1, fields_tally_reminder_options};

static const field fields_tally_reminder[] = {
    {"key", offsetof(tally_reminder, key), INT64, false, NULL, 0},
    {"nextTime", offsetof(tally_reminder, next_time), INT64, false, NULL, 0},
    {"dueTime", offsetof(tally_reminder, due_time), INT64, false, NULL, 0},
    {"expires", offsetof(tally_reminder, expires), INT64, false, NULL, 0},
    {"stamp", offsetof(tally_reminder, stamp), INT64, false, NULL, 0},
    {"revision", offsetof(tally_reminder, revision), UINT32, false, NULL, 0},
    {"state", offsetof(tally_reminder, state), INT32, false, NULL, 0},
    {"expiry", offsetof(tally_reminder, expiry), INT32, false, NULL, 0},
    {"span", offsetof(tally_reminder, span), INT32, false, NULL, 0},
    {"daysLeft", offsetof(tally_reminder, days_left), INT32, false, NULL, 0},
    {"isSmart", offsetof(tally_reminder, is_smart), BOOLEAN, false, NULL, 0},
    {"produced", offsetof(tally_reminder, produced), INT32, false, NULL, 0},
    {"shelfLife", offsetof(tally_reminder, shelf_life), INT32, false, NULL, 0},
    {"shelfUnit", offsetof(tally_reminder, shelf_unit), INT32, false, NULL, 0},
    {"timeOfDay", offsetof(tally_reminder, time_of_day), INT32, false, NULL, 0},
    {"entered", offsetof(tally_reminder, entered), INT32, false, NULL, 0},
    {"smart", offsetof(tally_reminder, smart), INT32, false, NULL, 0},
    {"repeatUnit", offsetof(tally_reminder, repeat_unit), INT32, false, NULL, 0},
    {"repeatEvery", offsetof(tally_reminder, repeat_every), INT32, false, NULL, 0},
    {"start", offsetof(tally_reminder, start), INT32, false, NULL, 0},
    {"end", offsetof(tally_reminder, end), INT32, false, NULL, 0},
    {"overdueUnit", offsetof(tally_reminder, overdue_unit), INT32, false, NULL, 0},
    {"overdueEvery", offsetof(tally_reminder, overdue_every), INT32, false, NULL, 0},
    {"overdueLimit", offsetof(tally_reminder, overdue_limit), INT32, false, NULL, 0},
    {"id", offsetof(tally_reminder, id), TEXT, false, NULL, 0},
    {"title", offsetof(tally_reminder, title), TEXT, false, NULL, 0},
    {"body", offsetof(tally_reminder, body), TEXT, false, NULL, 0},
    {"path", offsetof(tally_reminder, path), TEXT, false, NULL, 0},
    {"zone", offsetof(tally_reminder, zone), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_reminder = {sizeof(tally_reminder), 0, fields_tally_reminder};

static const field fields_tally_plan_options[] = {
    {"flags", offsetof(tally_plan_options, flags), UINT32, false, NULL, 0},
    {"limit", offsetof(tally_plan_options, limit), UINT32, false, NULL, 0},
    {"reserve", offsetof(tally_plan_options, reserve), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_plan_options = {sizeof(tally_plan_options), 1, fields_tally_plan_options};

static const field fields_tally_plan_entry[] = {
    {"id", offsetof(tally_plan_entry, id), INT64, false, NULL, 0},
    {"time", offsetof(tally_plan_entry, time), INT64, false, NULL, 0},
    {"occurrence", offsetof(tally_plan_entry, occurrence), INT64, false, NULL, 0},
    {"revision", offsetof(tally_plan_entry, revision), UINT32, false, NULL, 0},
    {"action", offsetof(tally_plan_entry, action), INT32, false, NULL, 0},
    {"reminder", offsetof(tally_plan_entry, reminder), TEXT, false, NULL, 0},
    {"title", offsetof(tally_plan_entry, title), TEXT, false, NULL, 0},
    {"body", offsetof(tally_plan_entry, body), TEXT, false, NULL, 0},
    {"path", offsetof(tally_plan_entry, path), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_plan_entry = {sizeof(tally_plan_entry), 0, fields_tally_plan_entry};

static const field fields_tally_plan[] = {
    {"planned", offsetof(tally_plan, planned), UINT32, false, NULL, 0},
    {"leftOut", offsetof(tally_plan, left_out), UINT64, false, NULL, 0},
    {"reach", offsetof(tally_plan, reach), INT64, false, NULL, 0},
    {"token", offsetof(tally_plan, token), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_plan = {sizeof(tally_plan), 1, fields_tally_plan};

static const field fields_tally_reminder_note[] = {
    {"id", offsetof(tally_reminder_note, id), INT64, false, NULL, 0},
    {"time", offsetof(tally_reminder_note, time), INT64, false, NULL, 0},
    {"occurrenceTime", offsetof(tally_reminder_note, occurrence_time), INT64, false, NULL, 0},
    {"revision", offsetof(tally_reminder_note, revision), UINT32, false, NULL, 0},
    {"kind", offsetof(tally_reminder_note, kind), INT32, false, NULL, 0},
    {"reminder", offsetof(tally_reminder_note, reminder), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_reminder_note = {sizeof(tally_reminder_note), 0, fields_tally_reminder_note};

static const field fields_tally_skipped_entry[] = {
    {"line", offsetof(tally_skipped_entry, line), INT64, false, NULL, 0},
    {"uid", offsetof(tally_skipped_entry, uid), TEXT, false, NULL, 0},
    {"reason", offsetof(tally_skipped_entry, reason), TEXT, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_skipped_entry = {sizeof(tally_skipped_entry), 0, fields_tally_skipped_entry};

static const field fields_tally_snapshot_entry[] = {
    {"path", offsetof(tally_snapshot_entry, path), TEXT, false, NULL, 0},
    {"count", offsetof(tally_snapshot_entry, count), UINT64, false, NULL, 0},
    {"until", offsetof(tally_snapshot_entry, until), INT64, false, NULL, 0},
    {"muteUntil", offsetof(tally_snapshot_entry, mute_until), INT64, false, NULL, 0},
    {"kind", offsetof(tally_snapshot_entry, kind), INT32, false, NULL, 0},
    {"mute", offsetof(tally_snapshot_entry, mute), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_snapshot_entry = {sizeof(tally_snapshot_entry), 0, fields_tally_snapshot_entry};

static const field fields_tally_patch_entry[] = {
    {"path", offsetof(tally_patch_entry, path), TEXT, false, NULL, 0},
    {"beforeCount", offsetof(tally_patch_entry, before_count), UINT64, false, NULL, 0},
    {"beforeUntil", offsetof(tally_patch_entry, before_until), INT64, false, NULL, 0},
    {"beforeMuteUntil", offsetof(tally_patch_entry, before_mute_until), INT64, false, NULL, 0},
    {"beforeKind", offsetof(tally_patch_entry, before_kind), INT32, false, NULL, 0},
    {"beforeMute", offsetof(tally_patch_entry, before_mute), INT32, false, NULL, 0},
    {"afterCount", offsetof(tally_patch_entry, after_count), UINT64, false, NULL, 0},
    {"afterUntil", offsetof(tally_patch_entry, after_until), INT64, false, NULL, 0},
    {"afterMuteUntil", offsetof(tally_patch_entry, after_mute_until), INT64, false, NULL, 0},
    {"afterKind", offsetof(tally_patch_entry, after_kind), INT32, false, NULL, 0},
    {"afterMute", offsetof(tally_patch_entry, after_mute), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_patch_entry = {sizeof(tally_patch_entry), 0, fields_tally_patch_entry};

static const field fields_tally_batch_options[] = {
    {"flags", offsetof(tally_batch_options, flags), UINT32, false, NULL, 0},
    {"epoch", offsetof(tally_batch_options, epoch), UINT64, false, NULL, 0},
    {"position", offsetof(tally_batch_options, position), UINT64, false, NULL, 0},
    {"source", offsetof(tally_batch_options, source), STRING, false, NULL, 0},
    {"id", offsetof(tally_batch_options, id), STRING, false, NULL, 0},
    {"", offsetof(tally_batch_options, operation_size), SIZE, false, NULL, sizeof(tally_operation)},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_batch_options = {sizeof(tally_batch_options), 1, fields_tally_batch_options};

static const field fields_tally_position[] = {
    {"epoch", offsetof(tally_position, epoch), UINT64, false, NULL, 0},
    {"position", offsetof(tally_position, position), UINT64, false, NULL, 0},
    {"time", offsetof(tally_position, time), INT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_position = {sizeof(tally_position), 1, fields_tally_position};

static const field fields_tally_style[] = {
    {"fields", offsetof(tally_style, fields), UINT32, false, NULL, 0},
    {"dotRadius", offsetof(tally_style, dot_radius), FLOAT, false, NULL, 0},
    {"offsetX", offsetof(tally_style, offset_x), FLOAT, false, NULL, 0},
    {"offsetY", offsetof(tally_style, offset_y), FLOAT, false, NULL, 0},
    {"fontSize", offsetof(tally_style, font_size), FLOAT, false, NULL, 0},
    {"fontWeight", offsetof(tally_style, font_weight), INT32, false, NULL, 0},
    {"textColor", offsetof(tally_style, text_color), UINT32, false, NULL, 0},
    {"backgroundColor", offsetof(tally_style, background_color), UINT32, false, NULL, 0},
    {"overflow", offsetof(tally_style, overflow), INT32, false, NULL, 0},
    {"maxCount", offsetof(tally_style, max_count), UINT64, false, NULL, 0},
    {"icon", offsetof(tally_style, icon), STRING, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_style = {sizeof(tally_style), 1, fields_tally_style};

static const field fields_tally_presentation[] = {
    {"kind", offsetof(tally_presentation, kind), INT32, false, NULL, 0},
    {"count", offsetof(tally_presentation, count), UINT64, false, NULL, 0},
    {"dotRadius", offsetof(tally_presentation, dot_radius), FLOAT, false, NULL, 0},
    {"offsetX", offsetof(tally_presentation, offset_x), FLOAT, false, NULL, 0},
    {"offsetY", offsetof(tally_presentation, offset_y), FLOAT, false, NULL, 0},
    {"fontSize", offsetof(tally_presentation, font_size), FLOAT, false, NULL, 0},
    {"fontWeight", offsetof(tally_presentation, font_weight), INT32, false, NULL, 0},
    {"textColor", offsetof(tally_presentation, text_color), UINT32, false, NULL, 0},
    {"backgroundColor", offsetof(tally_presentation, background_color), UINT32, false, NULL, 0},
    {"overflow", offsetof(tally_presentation, overflow), INT32, false, NULL, 0},
    {"maxCount", offsetof(tally_presentation, max_count), UINT64, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_presentation = {sizeof(tally_presentation), 1, fields_tally_presentation};

static const field fields_tally_request[] = {
    {"kind", offsetof(tally_request, kind), INT32, false, NULL, 0},
    {"id", offsetof(tally_request, id), INT64, false, NULL, 0},
    {"maxSize", offsetof(tally_request, max_size), UINT64, false, NULL, 0},
    {"requestTimeout", offsetof(tally_request, request_timeout), INT64, false, NULL, 0},
    {"idleTimeout", offsetof(tally_request, idle_timeout), INT64, false, NULL, 0},
    {"method", offsetof(tally_request, method), STRING, false, NULL, 0},
    {"url", offsetof(tally_request, url), STRING, false, NULL, 0},
    {"headers", offsetof(tally_request, headers), STRING, false, NULL, 0},
    {"headersSize", offsetof(tally_request, headers_size), UINT64, false, NULL, 0},
    {"bodySize", offsetof(tally_request, body_size), UINT64, false, NULL, 0},
    {"flags", offsetof(tally_request, flags), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_request = {sizeof(tally_request), 1, fields_tally_request};

static const field fields_tally_engine_batch_options[] = {
    {"flags", offsetof(tally_engine_batch_options, flags), UINT32, false, NULL, 0},
    {"aggregation", offsetof(tally_engine_batch_options, aggregation), INT32, false, NULL, 0},
    {"feeding", offsetof(tally_engine_batch_options, feeding), INT32, false, NULL, 0},
    {"epoch", offsetof(tally_engine_batch_options, epoch), UINT64, false, NULL, 0},
    {"position", offsetof(tally_engine_batch_options, position), UINT64, false, NULL, 0},
    {"source", offsetof(tally_engine_batch_options, source), STRING, false, NULL, 0},
    {"", offsetof(tally_engine_batch_options, item_size), SIZE, false, NULL, sizeof(tally_item)},
    {"", offsetof(tally_engine_batch_options, operation_size), SIZE, false, NULL, sizeof(tally_operation)},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_engine_batch_options = {sizeof(tally_engine_batch_options), 1, fields_tally_engine_batch_options};

static const field fields_tally_trace_options[] = {
    {"kinds", offsetof(tally_trace_options, kinds), UINT32, false, NULL, 0},
    {"bytes", offsetof(tally_trace_options, bytes), UINT64, false, NULL, offsetof(tally_trace_options, account)},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_trace_options = {sizeof(tally_trace_options), 1, fields_tally_trace_options};

static const field fields_tally_trace_state[] = {
    {"count", offsetof(tally_trace_state, count), UINT64, false, NULL, 0},
    {"until", offsetof(tally_trace_state, until), INT64, false, NULL, 0},
    {"muteUntil", offsetof(tally_trace_state, mute_until), INT64, false, NULL, 0},
    {"kind", offsetof(tally_trace_state, kind), INT32, false, NULL, 0},
    {"ownKind", offsetof(tally_trace_state, own_kind), INT32, false, NULL, 0},
    {"ownCount", offsetof(tally_trace_state, own_count), UINT32, false, NULL, 0},
    {"mute", offsetof(tally_trace_state, mute), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_trace_state = {sizeof(tally_trace_state), 0, fields_tally_trace_state};

static const field fields_tally_trace_record[] = {
    {"kind", offsetof(tally_trace_record, kind), INT32, false, NULL, 0},
    {"account", offsetof(tally_trace_record, account), INT64, false, NULL, 0},
    {"feed", offsetof(tally_trace_record, feed), INT64, false, NULL, 0},
    {"revision", offsetof(tally_trace_record, revision), UINT64, false, NULL, 0},
    {"time", offsetof(tally_trace_record, time), INT64, false, NULL, 0},
    {"cause", offsetof(tally_trace_record, cause), INT32, false, NULL, 0},
    {"request", offsetof(tally_trace_record, request), UINT32, false, NULL, 0},
    {"change", offsetof(tally_trace_record, change), INT32, false, NULL, 0},
    {"level", offsetof(tally_trace_record, level), INT32, false, NULL, 0},
    {"result", offsetof(tally_trace_record, result), INT32, false, NULL, 0},
    {"httpStatus", offsetof(tally_trace_record, http_status), INT32, false, NULL, 0},
    {"missed", offsetof(tally_trace_record, missed), BOOLEAN, false, NULL, 0},
    {"textLength", offsetof(tally_trace_record, text_length), UINT32, false, NULL, 0},
    {"headersLength", offsetof(tally_trace_record, headers_length), UINT32, false, NULL, 0},
    {"bodyLength", offsetof(tally_trace_record, body_length), UINT32, false, NULL, 0},
    {"count", offsetof(tally_trace_record, count), UINT64, false, NULL, 0},
    {"total", offsetof(tally_trace_record, total), INT64, false, NULL, 0},
    {"unread", offsetof(tally_trace_record, unread), INT64, false, NULL, 0},
    {"unseen", offsetof(tally_trace_record, unseen), INT64, false, NULL, 0},
    {"added", offsetof(tally_trace_record, added), UINT32, false, NULL, 0},
    {"changed", offsetof(tally_trace_record, changed), UINT32, false, NULL, 0},
    {"removed", offsetof(tally_trace_record, removed), UINT32, false, NULL, 0},
    {"rejected", offsetof(tally_trace_record, rejected), UINT32, false, NULL, 0},
    {"count", offsetof(tally_trace_record, before.count), UINT64, false, NULL, 0},
    {"until", offsetof(tally_trace_record, before.until), INT64, false, NULL, 0},
    {"muteUntil", offsetof(tally_trace_record, before.mute_until), INT64, false, NULL, 0},
    {"kind", offsetof(tally_trace_record, before.kind), INT32, false, NULL, 0},
    {"ownKind", offsetof(tally_trace_record, before.own_kind), INT32, false, NULL, 0},
    {"ownCount", offsetof(tally_trace_record, before.own_count), UINT32, false, NULL, 0},
    {"mute", offsetof(tally_trace_record, before.mute), INT32, false, NULL, 0},
    {"count", offsetof(tally_trace_record, after.count), UINT64, false, NULL, 0},
    {"until", offsetof(tally_trace_record, after.until), INT64, false, NULL, 0},
    {"muteUntil", offsetof(tally_trace_record, after.mute_until), INT64, false, NULL, 0},
    {"kind", offsetof(tally_trace_record, after.kind), INT32, false, NULL, 0},
    {"ownKind", offsetof(tally_trace_record, after.own_kind), INT32, false, NULL, 0},
    {"ownCount", offsetof(tally_trace_record, after.own_count), UINT32, false, NULL, 0},
    {"mute", offsetof(tally_trace_record, after.mute), INT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_trace_record = {sizeof(tally_trace_record), 1, fields_tally_trace_record};

static const field fields_tally_operation[] = {
    {"kind", offsetof(tally_operation, kind), INT32, false, NULL, 0},
    {"status", offsetof(tally_operation, status), INT32, true, NULL, 0},
    {"flags", offsetof(tally_operation, flags), UINT32, false, NULL, 0},
    {"badgeKind", offsetof(tally_operation, badge_kind), INT32, true, NULL, 0},
    {"node", offsetof(tally_operation, node), UINT64, false, NULL, 0},
    {"value", offsetof(tally_operation, value), INT64, false, NULL, 0},
    {"until", offsetof(tally_operation, until), INT64, false, NULL, 0},
    {"count", offsetof(tally_operation, count), UINT64, true, NULL, 0},
    {"path", offsetof(tally_operation, path), STRING, false, NULL, 0},
    {"id", offsetof(tally_operation, id), STRING, false, NULL, 0},
    {"key", offsetof(tally_operation, key), INT64, true, NULL, 0},
    {"changed", offsetof(tally_operation, changed), UINT64, true, NULL, 0},
    {"message", offsetof(tally_operation, message), STRUCTURE, false, &structure_tally_message_options, 0},
    {"reminder", offsetof(tally_operation, reminder), STRUCTURE, false, &structure_tally_reminder_options, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_operation = {sizeof(tally_operation), 0, fields_tally_operation};

static const field fields_tally_item[] = {
    {"account", offsetof(tally_item, account), STRING, false, NULL, 0},
    {"id", offsetof(tally_item, id), STRING, false, NULL, 0},
    {"time", offsetof(tally_item, time), INT64, false, NULL, 0},
    {"operations", offsetof(tally_item, operations), ROWS, false, &structure_tally_operation, offsetof(tally_item, count)},
    {"status", offsetof(tally_item, status), INT32, true, NULL, 0},
    {"flags", offsetof(tally_item, flags), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_item = {sizeof(tally_item), 0, fields_tally_item};

static const field fields_tally_import[] = {
    {"account", offsetof(tally_import, account), STRING, false, NULL, 0},
    {"bytes", offsetof(tally_import, bytes), BYTES, false, NULL, offsetof(tally_import, size)},
    {"status", offsetof(tally_import, status), INT32, true, NULL, 0},
    {"flags", offsetof(tally_import, flags), UINT32, false, NULL, 0},
    {NULL, 0, INT32, false, NULL, 0}};
static const structure structure_tally_import = {sizeof(tally_import), 0, fields_tally_import};

static napi_value call_version(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    return call_end_with_number(&made, library.tally_version());
}

static napi_value call_version_text(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    return call_end_with_text(&made, library.tally_version_text());
}

static napi_value call_status_name(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    return call_end_with_text(&made, library.tally_status_name((int32_t)call_integer(&made, INT32_MIN, INT32_MAX)));
}

static napi_value call_status_message(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    return call_end_with_text(&made, library.tally_status_message((int32_t)call_integer(&made, INT32_MIN, INT32_MAX)));
}

static napi_value call_engine_flush(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_flush(engine);
    return call_end(&made);
}

static napi_value call_engine_verify(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_verify(engine);
    return call_end(&made);
}

static napi_value call_engine_limit(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "limit";
    int32_t limit = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    made.name = "value";
    int64_t value = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    int64_t out_old = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_limit(engine, limit, value, &out_old);
    if (call_is_done(&made)) {
        call_give_integer(&made, out_old);
    }
    return call_end(&made);
}

static napi_value call_engine_backup(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "file";
    const char *file = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_backup(engine, file, flags);
    return call_end(&made);
}

static napi_value call_engine_get_stats(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_stats out_stats = {.struct_size = sizeof(tally_stats)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_stats(engine, flags, &out_stats);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_stats, &out_stats, NULL);
    }
    return call_end(&made);
}

static napi_value call_engine_set_foreground(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "foreground";
    int32_t foreground = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_set_foreground(engine, foreground);
    return call_end(&made);
}

static napi_value call_engine_set_network(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "available";
    int32_t available = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_set_network(engine, available);
    return call_end(&made);
}

static napi_value call_engine_woke(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_woke(engine);
    return call_end(&made);
}

static napi_value call_file_recover(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "damaged";
    const char *damaged = call_text(&made);
    made.name = "fresh";
    const char *fresh = call_text(&made);
    tally_recovery out_recovery = {.struct_size = sizeof(tally_recovery)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_file_recover(damaged, fresh, &out_recovery);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_recovery, &out_recovery, NULL);
    }
    return call_end(&made);
}

static napi_value call_file_vacuum(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "file";
    const char *file = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_file_vacuum(file);
    return call_end(&made);
}

static napi_value call_account_open(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text(&made);
    made.name = "options";
    tally_account_options *options = call_structure(&made, &structure_tally_account_options);
    tally_account *out_account = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_open(engine, name, options, &out_account);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_ACCOUNT, out_account);
    }
    return call_end(&made);
}

static napi_value call_account_find(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    tally_account *out_account = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_find(engine, id, &out_account);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_ACCOUNT, out_account);
    }
    return call_end(&made);
}

static napi_value call_account_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_account_entry, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_account_list(engine, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_account_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_remove(engine, name);
    return call_end(&made);
}

static napi_value call_account_set_credential(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "url";
    const char *url = call_text(&made);
    made.name = "credential";
    tally_credential *credential = call_structure(&made, &structure_tally_credential);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_set_credential(account, url, credential);
    return call_end(&made);
}

static napi_value call_account_remove_credential(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "url";
    const char *url = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_remove_credential(account, url);
    return call_end(&made);
}

static napi_value call_account_log_in(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_log_in(account);
    return call_end(&made);
}

static napi_value call_account_log_out(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_log_out(account);
    return call_end(&made);
}

static napi_value call_account_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    tally_account_state out_state = {.struct_size = sizeof(tally_account_state)};
    buffer *name_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_account_get(account, &out_state, name_buffer->at, name_buffer->capacity, &name_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, name_buffer);
        call_give_structure(&made, &structure_tally_account_state, &out_state, NULL);
    }
    return call_end(&made);
}

static napi_value call_account_configure(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "settings";
    tally_account_settings *settings = call_structure(&made, &structure_tally_account_settings);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_configure(account, settings);
    return call_end(&made);
}

static napi_value call_account_get_settings(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    tally_rows *rows = call_rows(&made, &structure_tally_account_settings_entry, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_account_get_settings(account, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_account_export(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_export(account, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_account_import(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text(&made);
    made.name = "bytes";
    byte_view bytes = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_import(engine, name, bytes.at, bytes.size);
    return call_end(&made);
}

static napi_value call_account_hash(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "name";
    const char *name = call_text(&made);
    made.name = "partitions";
    uint32_t partitions = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint32_t out_partition = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_hash(name, partitions, &out_partition);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_partition);
    }
    return call_end(&made);
}

static napi_value call_badge_set(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "count";
    int64_t count = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_set(account, path, count);
    return call_end(&made);
}

static napi_value call_badge_dot(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_dot(account, path);
    return call_end(&made);
}

static napi_value call_badge_set_until(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "count";
    int64_t count = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_set_until(account, path, count, until);
    return call_end(&made);
}

static napi_value call_badge_dot_until(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_dot_until(account, path, until);
    return call_end(&made);
}

static napi_value call_badge_add(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "delta";
    int64_t delta = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_add(account, path, delta);
    return call_end(&made);
}

static napi_value call_badge_clear(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_clear(account, path);
    return call_end(&made);
}

static napi_value call_badge_clear_tree(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_clear_tree(account, path);
    return call_end(&made);
}

static napi_value call_badge_mute(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "mode";
    int32_t mode = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_mute(account, path, mode, until);
    return call_end(&made);
}

static napi_value call_badge_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    tally_badge out_badge = {0};
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_get(account, path, &out_badge);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge, &out_badge, NULL);
    }
    return call_end(&made);
}

static napi_value call_badge_get_own(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    tally_badge_own out_own = {.struct_size = sizeof(tally_badge_own)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_get_own(account, path, &out_own);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge_own, &out_own, NULL);
    }
    return call_end(&made);
}

static napi_value call_badge_set_rule(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "rule";
    tally_badge_rule *rule = call_structure(&made, &structure_tally_badge_rule);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_set_rule(account, path, rule);
    return call_end(&made);
}

static napi_value call_badge_get_rule(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_badge_rule out_rule = {.struct_size = sizeof(tally_badge_rule)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_get_rule(account, path, flags, &out_rule);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge_rule, &out_rule, NULL);
    }
    return call_end(&made);
}

static napi_value call_engine_get_total(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    tally_badge out_badge = {0};
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_total(engine, &out_badge);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge, &out_badge, NULL);
    }
    return call_end(&made);
}

static napi_value call_engine_get_total_of_all(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    tally_badge out_badge = {0};
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_total_of_all(engine, &out_badge);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge, &out_badge, NULL);
    }
    return call_end(&made);
}

static napi_value call_badge_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_badge_entry, true);
    uint64_t out_revision = 0;
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_list(account, path, flags, after, rows, &out_revision);
    } while (call_list(&made, &after, &out_revision));
    if (call_is_done(&made)) {
        call_give_rows(&made);
        call_give_unsigned(&made, out_revision);
    }
    return call_end(&made);
}

static napi_value call_badge_changes(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "since";
    uint64_t since = (uint64_t)call_unsigned(&made);
    made.name = "epoch";
    uint64_t epoch = (uint64_t)call_unsigned(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_badge_entry, false);
    uint64_t out_revision = 0;
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_changes(account, since, epoch, rows, &out_revision);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
        call_give_unsigned(&made, out_revision);
    }
    return call_end(&made);
}

static napi_value call_badge_explain(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_reason, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_explain(account, path, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_message_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_message, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_message_list(account, path, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_message_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "key";
    int64_t key = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    tally_rows *rows = call_rows(&made, &structure_tally_message, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_message_get(account, key, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_message_find(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "feed";
    int64_t feed = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "id";
    const char *id = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_message, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_message_find(account, feed, id, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_message_get_counts(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_message_counts out_counts = {.struct_size = sizeof(tally_message_counts)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_get_counts(account, path, flags, &out_counts);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_message_counts, &out_counts, NULL);
    }
    return call_end(&made);
}

static napi_value call_message_mark_read(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "keys";
    key_view keys = call_keys(&made);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_mark_read(account, keys.at, keys.count, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_message_mark_path_read(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_mark_path_read(account, path, flags, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_message_mark_read_until(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "last";
    int64_t last = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_mark_read_until(account, path, flags, last, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_message_mark_unread(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "keys";
    key_view keys = call_keys(&made);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_mark_unread(account, keys.at, keys.count, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_message_mark_seen(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "keys";
    key_view keys = call_keys(&made);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_mark_seen(account, keys.at, keys.count, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_message_post(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "options";
    tally_message_options *options = call_structure(&made, &structure_tally_message_options);
    int64_t out_key = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_post(account, path, options, &out_key);
    if (call_is_done(&made)) {
        call_give_integer(&made, out_key);
    }
    return call_end(&made);
}

static napi_value call_message_withdraw(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_withdraw(account, id);
    return call_end(&made);
}

static napi_value call_scope_open(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    tally_scope *out_scope = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_scope_open(engine, &out_scope);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_SCOPE, out_scope);
    }
    return call_end(&made);
}

static napi_value call_observe(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe(scope, account, path, flags, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_messages(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_messages(scope, account, path, flags, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_groups(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_groups(scope, account, flags, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_total(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_total(scope, flags, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_feed(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_feed(scope, feed, flags, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_feeds(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle_or_none(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t number = call_unsigned(&made);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_feeds(scope, account, flags, note_event, (void *)(uintptr_t)number, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_observe_reminders(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle_or_none(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t number = call_unsigned(&made);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_observe_reminders(scope, account, flags, note_event, (void *)(uintptr_t)number, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_unobserve(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "token";
    uint64_t token = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    library.tally_unobserve(scope, token);
    return call_end(&made);
}

static napi_value call_view_begin(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_view_begin(scope, account, path, flags, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_view_end(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "token";
    uint64_t token = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    library.tally_view_end(scope, token);
    return call_end(&made);
}

static napi_value call_engine_interrupt(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_interrupt(engine);
    return call_end(&made);
}

static napi_value call_engine_get_descriptor(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    intptr_t out_descriptor = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_descriptor(engine, &out_descriptor);
    if (call_is_done(&made)) {
        call_give_integer(&made, out_descriptor);
    }
    return call_end(&made);
}

static napi_value call_engine_get_timeout(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    int64_t out_timeout = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_timeout(engine, &out_timeout);
    if (call_is_done(&made)) {
        call_give_integer(&made, out_timeout);
    }
    return call_end(&made);
}

static napi_value call_feed_add(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "name";
    const char *name = call_text(&made);
    made.name = "options";
    tally_feed_options *options = call_structure(&made, &structure_tally_feed_options);
    tally_feed *out_feed = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_add(account, name, options, &out_feed);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_FEED, out_feed);
    }
    return call_end(&made);
}

static napi_value call_feed_find(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "name";
    const char *name = call_text(&made);
    tally_feed *out_feed = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_find(account, name, &out_feed);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_FEED, out_feed);
    }
    return call_end(&made);
}

static napi_value call_feed_find_by_id(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    tally_feed *out_feed = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_find_by_id(account, id, &out_feed);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_FEED, out_feed);
    }
    return call_end(&made);
}

static napi_value call_feed_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_feed_entry, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_feed_list(account, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_feed_list_rejected(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "feed";
    int64_t feed = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_rejected, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_feed_list_rejected(account, feed, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_feed_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_remove(feed);
    return call_end(&made);
}

static napi_value call_feed_refresh(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_refresh(feed);
    return call_end(&made);
}

static napi_value call_feed_show_page(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "page";
    uint32_t page = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_page_info out_info = {.struct_size = sizeof(tally_page_info)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_show_page(feed, page, &out_info);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_page_info, &out_info, NULL);
    }
    return call_end(&made);
}

static napi_value call_feed_hide_page(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "page";
    uint32_t page = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_hide_page(feed, page);
    return call_end(&made);
}

static napi_value call_feed_cancel(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_cancel(feed);
    return call_end(&made);
}

static napi_value call_feed_pause(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "paused";
    int32_t paused = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_pause(feed, paused);
    return call_end(&made);
}

static napi_value call_feed_set_credential(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "credential";
    tally_credential *credential = call_structure(&made, &structure_tally_credential);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_set_credential(feed, credential);
    return call_end(&made);
}

static napi_value call_feed_remove_credential(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_remove_credential(feed);
    return call_end(&made);
}

static napi_value call_feed_refresh_now(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_refresh_now(feed, NULL, NULL, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_token);
    }
    return call_end(&made);
}

static napi_value call_feed_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    tally_feed_state out_state = {.struct_size = sizeof(tally_feed_state)};
    buffer *title_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_feed_get(feed, &out_state, title_buffer->at, title_buffer->capacity, &title_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, title_buffer);
        call_give_structure(&made, &structure_tally_feed_state, &out_state, NULL);
    }
    return call_end(&made);
}

static napi_value call_feed_deliver(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "bytes";
    byte_view bytes = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_deliver(feed, bytes.at, bytes.size);
    return call_end(&made);
}

static napi_value call_account_push(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "payload";
    byte_view payload = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_push(account, payload.at, payload.size);
    return call_end(&made);
}

static napi_value call_feed_push(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    made.name = "payload";
    byte_view payload = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_feed_push(feed, payload.at, payload.size);
    return call_end(&made);
}

static napi_value call_mapping_try(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "preset";
    const char *preset = call_text(&made);
    made.name = "mapping";
    const char *mapping = call_text(&made);
    made.name = "body";
    byte_view body = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_mapping_try(preset, mapping, body.at, body.size, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_text(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_path_escape(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "name";
    const char *name = call_text(&made);
    buffer *buffer_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_path_escape(name, buffer_buffer->at, buffer_buffer->capacity, &buffer_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, buffer_buffer);
    }
    return call_end(&made);
}

static napi_value call_path_join(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "name";
    const char *name = call_text(&made);
    buffer *buffer_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_path_join(path, name, buffer_buffer->at, buffer_buffer->capacity, &buffer_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, buffer_buffer);
    }
    return call_end(&made);
}

static napi_value call_path_parent(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "path";
    const char *path = call_text(&made);
    buffer *buffer_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_path_parent(path, buffer_buffer->at, buffer_buffer->capacity, &buffer_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, buffer_buffer);
    }
    return call_end(&made);
}

static napi_value call_path_component(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "index";
    size_t index = (size_t)call_unsigned(&made);
    buffer *buffer_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_path_component(path, index, buffer_buffer->at, buffer_buffer->capacity, &buffer_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, buffer_buffer);
    }
    return call_end(&made);
}

static napi_value call_category_set(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    made.name = "summary";
    const char *summary = call_text(&made);
    made.name = "hidden";
    const char *hidden = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_category_set(account, id, summary, hidden);
    return call_end(&made);
}

static napi_value call_category_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_category_remove(account, id);
    return call_end(&made);
}

static napi_value call_strings_set(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "key";
    const char *key = call_text(&made);
    made.name = "language";
    const char *language = call_text(&made);
    made.name = "forms";
    tally_forms *forms = call_structure(&made, &structure_tally_forms);
    if (made.failed) return call_end(&made);
    made.status = library.tally_strings_set(account, key, language, forms);
    return call_end(&made);
}

static napi_value call_strings_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "key";
    const char *key = call_text(&made);
    made.name = "language";
    const char *language = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_strings_remove(account, key, language);
    return call_end(&made);
}

static napi_value call_strings_import(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "kind";
    int32_t kind = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    made.name = "bytes";
    byte_view bytes = call_bytes(&made);
    made.name = "language";
    const char *language = call_text(&made);
    tally_import_report out_report = {.struct_size = sizeof(tally_import_report)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_strings_import(account, kind, bytes.at, bytes.size, language, &out_report);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_import_report, &out_report, NULL);
    }
    return call_end(&made);
}

static napi_value call_group_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "language";
    const char *language = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_group, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_group_list(account, language, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_group_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "thread";
    const char *thread = call_text(&made);
    made.name = "language";
    const char *language = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_rows *rows = call_rows(&made, &structure_tally_group, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_group_get(account, thread, language, flags, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_group_list_messages(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "thread";
    const char *thread = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_message, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_group_list_messages(account, thread, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_group_mark_seen(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "thread";
    const char *thread = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_group_mark_seen(account, thread);
    return call_end(&made);
}

static napi_value call_group_dismiss(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "thread";
    const char *thread = call_text(&made);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_group_dismiss(account, thread, &out_changed);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_changed);
    }
    return call_end(&made);
}

static napi_value call_outbox_lease(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "duration";
    int64_t duration = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    tally_rows *rows = call_rows(&made, &structure_tally_outbox_entry, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_outbox_lease(account, duration, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_outbox_ack(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "response";
    byte_view response = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_ack(account, id, response.at, response.size);
    return call_end(&made);
}

static napi_value call_outbox_fail(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "attempt";
    int64_t attempt = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "retryAfter";
    int64_t retry_after = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_fail(account, id, attempt, retry_after);
    return call_end(&made);
}

static napi_value call_outbox_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_outbox_entry, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_outbox_list(account, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_outbox_get_counts(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    tally_outbox_counts out_counts = {.struct_size = sizeof(tally_outbox_counts)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_get_counts(account, &out_counts);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_outbox_counts, &out_counts, NULL);
    }
    return call_end(&made);
}

static napi_value call_outbox_retry(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    size_t out_count = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_retry(account, id, &out_count);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_count);
    }
    return call_end(&made);
}

static napi_value call_outbox_retry_all(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    size_t out_count = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_retry_all(account, &out_count);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_count);
    }
    return call_end(&made);
}

static napi_value call_outbox_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    int64_t id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    size_t out_count = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_remove(account, id, &out_count);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_count);
    }
    return call_end(&made);
}

static napi_value call_outbox_remove_failed(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    size_t out_count = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_outbox_remove_failed(account, &out_count);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_count);
    }
    return call_end(&made);
}

static napi_value call_reminder_put(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    made.name = "options";
    tally_reminder_options *options = call_structure(&made, &structure_tally_reminder_options);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_put(account, id, options);
    return call_end(&made);
}

static napi_value call_reminder_edit(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    made.name = "options";
    tally_reminder_options *options = call_structure(&made, &structure_tally_reminder_options);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_edit(account, id, options);
    return call_end(&made);
}

static napi_value call_reminder_mark_done(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    made.name = "outcome";
    uint32_t outcome = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_mark_done(account, id, outcome);
    return call_end(&made);
}

static napi_value call_reminder_mark_undone(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_mark_undone(account, id);
    return call_end(&made);
}

static napi_value call_reminder_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_remove(account, id);
    return call_end(&made);
}

static napi_value call_reminder_snooze(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_snooze(account, id, until);
    return call_end(&made);
}

static napi_value call_reminder_acknowledge(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_acknowledge(account, id);
    return call_end(&made);
}

static napi_value call_reminder_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_reminder, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_reminder_list(account, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_reminder_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "id";
    const char *id = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_reminder, false);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_reminder_get(account, id, rows);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_reminder_plan(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "options";
    tally_plan_options *options = call_structure(&made, &structure_tally_plan_options);
    tally_rows *rows = call_rows(&made, &structure_tally_plan_entry, false);
    tally_plan out_plan = {.struct_size = sizeof(tally_plan)};
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_reminder_plan(account, options, rows, &out_plan);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
        call_give_structure(&made, &structure_tally_plan, &out_plan, NULL);
    }
    return call_end(&made);
}

static napi_value call_reminder_confirm_plan(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "token";
    uint64_t token = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_confirm_plan(account, token);
    return call_end(&made);
}

static napi_value call_reminder_list_notes(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_reminder_note, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_reminder_list_notes(account, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_reminder_export(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_reminder_export(account, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_text(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_reminder_import(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "bytes";
    byte_view bytes = call_bytes(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_skipped_entry, false);
    tally_import_report out_report = {.struct_size = sizeof(tally_import_report)};
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_reminder_import(account, bytes.at, bytes.size, rows, &out_report);
    } while (call_list(&made, NULL, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
        call_give_structure(&made, &structure_tally_import_report, &out_report, NULL);
    }
    return call_end(&made);
}

static napi_value call_engine_set_zone(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_set_zone(engine, name);
    return call_end(&made);
}

static napi_value call_badge_digest(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    uint64_t out_digest = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_digest(account, path, &out_digest);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_digest);
    }
    return call_end(&made);
}

static napi_value call_badge_diff(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "from";
    tally_account *from = call_handle(&made, TALLY_ACCOUNT);
    made.name = "fromPath";
    const char *from_path = call_text(&made);
    made.name = "to";
    tally_account *to = call_handle(&made, TALLY_ACCOUNT);
    made.name = "toPath";
    const char *to_path = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_diff(from, from_path, to, to_path, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_snapshot_decode(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "bytes";
    byte_view bytes = call_bytes(&made);
    tally_snapshot *out_snapshot = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_snapshot_decode(bytes.at, bytes.size, &out_snapshot);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_SNAPSHOT, out_snapshot);
    }
    return call_end(&made);
}

static napi_value call_snapshot_take(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    tally_snapshot *out_snapshot = NULL;
    if (made.failed) return call_end(&made);
    made.status = library.tally_snapshot_take(account, path, &out_snapshot);
    if (call_is_done(&made)) {
        call_give_handle(&made, TALLY_SNAPSHOT, out_snapshot);
    }
    return call_end(&made);
}

static napi_value call_snapshot_encode(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "snapshot";
    tally_snapshot *snapshot = call_handle(&made, TALLY_SNAPSHOT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_snapshot_encode(snapshot, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_snapshot_diff(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "from";
    tally_snapshot *from = call_handle(&made, TALLY_SNAPSHOT);
    made.name = "to";
    tally_snapshot *to = call_handle(&made, TALLY_SNAPSHOT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_snapshot_diff(from, to, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_snapshot_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "snapshot";
    tally_snapshot *snapshot = call_handle(&made, TALLY_SNAPSHOT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_snapshot_entry, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_snapshot_list(snapshot, path, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_patch_inverse(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "patch";
    byte_view patch = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_patch_inverse(patch.at, patch.size, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_patch_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "patch";
    byte_view patch = call_bytes(&made);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_patch_entry, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_patch_list(patch.at, patch.size, path, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_badge_restore(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "snapshot";
    tally_snapshot *snapshot = call_handle(&made, TALLY_SNAPSHOT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_restore(account, path, snapshot);
    return call_end(&made);
}

static napi_value call_badge_apply(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "patch";
    byte_view patch = call_bytes(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_apply(account, path, patch.at, patch.size, flags);
    return call_end(&made);
}

static napi_value call_account_verify(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_verify(account);
    return call_end(&made);
}

static napi_value call_node_resolve(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    uint64_t out_node = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_resolve(account, path, &out_node);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_node);
    }
    return call_end(&made);
}

static napi_value call_node_release(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    library.tally_node_release(account, node);
    return call_end(&made);
}

static napi_value call_node_get_path(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    buffer *buffer_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_node_get_path(account, node, buffer_buffer->at, buffer_buffer->capacity, &buffer_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, buffer_buffer);
    }
    return call_end(&made);
}

static napi_value call_node_set(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    made.name = "count";
    int64_t count = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_set(account, node, count);
    return call_end(&made);
}

static napi_value call_node_dot(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_dot(account, node);
    return call_end(&made);
}

static napi_value call_node_set_until(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    made.name = "count";
    int64_t count = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_set_until(account, node, count, until);
    return call_end(&made);
}

static napi_value call_node_dot_until(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_dot_until(account, node, until);
    return call_end(&made);
}

static napi_value call_node_add(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    made.name = "delta";
    int64_t delta = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_add(account, node, delta);
    return call_end(&made);
}

static napi_value call_node_clear(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_clear(account, node);
    return call_end(&made);
}

static napi_value call_node_clear_tree(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_clear_tree(account, node);
    return call_end(&made);
}

static napi_value call_node_mute(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    made.name = "mode";
    int32_t mode = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_mute(account, node, mode, until);
    return call_end(&made);
}

static napi_value call_node_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "node";
    uint64_t node = (uint64_t)call_unsigned(&made);
    tally_badge out_badge = {0};
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_get(account, node, &out_badge);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_badge, &out_badge, NULL);
    }
    return call_end(&made);
}

static napi_value call_badge_batch(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "operations";
    row_view operations = call_array(&made, &structure_tally_operation);
    made.name = "options";
    tally_batch_options *options = call_structure(&made, &structure_tally_batch_options);
    uint64_t out_revision = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_batch(account, (void *)operations.at, operations.count, options, &out_revision);
    call_results(&made, &operations);
    call_accept(&made, options, &operations);
    if (call_is_done(&made)) {
        call_give_unsigned(&made, out_revision);
    }
    return call_end(&made);
}

static napi_value call_account_get_position(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "source";
    const char *source = call_text(&made);
    tally_position out_position = {.struct_size = sizeof(tally_position)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_account_get_position(account, source, &out_position);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_position, &out_position, NULL);
    }
    return call_end(&made);
}

static napi_value call_style_set(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "style";
    tally_style *style = call_structure(&made, &structure_tally_style);
    if (made.failed) return call_end(&made);
    made.status = library.tally_style_set(account, path, style);
    return call_end(&made);
}

static napi_value call_style_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    tally_style out_style = {.struct_size = sizeof(tally_style)};
    buffer *icon_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_style_get(account, path, &out_style, icon_buffer->at, icon_buffer->capacity, &icon_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, icon_buffer);
        call_give_structure(&made, &structure_tally_style, &out_style, NULL);
    }
    return call_end(&made);
}

static napi_value call_badge_present(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    tally_presentation out_presentation = {.struct_size = sizeof(tally_presentation)};
    buffer *text_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_present(account, path, &out_presentation, text_buffer->at, text_buffer->capacity, &text_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, text_buffer);
        call_give_structure(&made, &structure_tally_presentation, &out_presentation, NULL);
    }
    return call_end(&made);
}

static napi_value call_present(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "badge";
    tally_badge *badge = call_structure(&made, &structure_tally_badge);
    made.name = "style";
    tally_style *style = call_structure(&made, &structure_tally_style);
    tally_presentation out_presentation = {.struct_size = sizeof(tally_presentation)};
    buffer *text_buffer = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_present(badge, style, &out_presentation, text_buffer->at, text_buffer->capacity, &text_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, text_buffer);
        call_give_structure(&made, &structure_tally_presentation, &out_presentation, NULL);
    }
    return call_end(&made);
}

static napi_value call_widget_refresh(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    if (made.failed) return call_end(&made);
    made.status = library.tally_widget_refresh(scope);
    return call_end(&made);
}

static napi_value call_transport_progress(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "requestId";
    int64_t request_id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_transport_progress(engine, request_id);
    return call_end(&made);
}

static napi_value call_engine_batch(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "items";
    row_view items = call_array(&made, &structure_tally_item);
    made.name = "options";
    tally_engine_batch_options *options = call_structure(&made, &structure_tally_engine_batch_options);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_batch(engine, (void *)items.at, items.count, options);
    call_results(&made, &items);
    return call_end(&made);
}

static napi_value call_engine_get_position(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "source";
    const char *source = call_text(&made);
    tally_position out_position = {.struct_size = sizeof(tally_position)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_get_position(engine, source, &out_position);
    if (call_is_done(&made)) {
        call_give_structure(&made, &structure_tally_position, &out_position, NULL);
    }
    return call_end(&made);
}

static napi_value call_engine_export_account(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_export_account(engine, name, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_engine_export_source(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "source";
    const char *source = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_export_source(engine, source, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_engine_import(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "imports";
    row_view imports = call_array(&made, &structure_tally_import);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_import(engine, (void *)imports.at, imports.count, flags);
    call_results(&made, &imports);
    return call_end(&made);
}

#define CALLS(X) \
    X(version) X(version_text) X(status_name) X(status_message) X(engine_flush) X(engine_verify) X(engine_limit) \
    X(engine_backup) X(engine_get_stats) X(engine_set_foreground) X(engine_set_network) X(engine_woke) \
    X(file_recover) X(file_vacuum) X(account_open) X(account_find) X(account_list) X(account_remove) \
    X(account_set_credential) X(account_remove_credential) X(account_log_in) X(account_log_out) X(account_get) \
    X(account_configure) X(account_get_settings) X(account_export) X(account_import) X(account_hash) \
    X(badge_set) X(badge_dot) X(badge_set_until) X(badge_dot_until) X(badge_add) X(badge_clear) \
    X(badge_clear_tree) X(badge_mute) X(badge_get) X(badge_get_own) X(badge_set_rule) X(badge_get_rule) \
    X(engine_get_total) X(engine_get_total_of_all) X(badge_list) X(badge_changes) X(badge_explain) \
    X(message_list) X(message_get) X(message_find) X(message_get_counts) X(message_mark_read) \
    X(message_mark_path_read) X(message_mark_read_until) X(message_mark_unread) X(message_mark_seen) \
    X(message_post) X(message_withdraw) X(scope_open) X(observe) X(observe_messages) X(observe_groups) \
    X(observe_total) X(observe_feed) X(observe_feeds) X(observe_reminders) X(unobserve) X(view_begin) \
    X(view_end) X(engine_interrupt) X(engine_get_descriptor) X(engine_get_timeout) X(feed_add) X(feed_find) \
    X(feed_find_by_id) X(feed_list) X(feed_list_rejected) X(feed_remove) X(feed_refresh) X(feed_show_page) \
    X(feed_hide_page) X(feed_cancel) X(feed_pause) X(feed_set_credential) X(feed_remove_credential) \
    X(feed_refresh_now) X(feed_get) X(feed_deliver) X(account_push) X(feed_push) X(mapping_try) X(path_escape) \
    X(path_join) X(path_parent) X(path_component) X(category_set) X(category_remove) X(strings_set) \
    X(strings_remove) X(strings_import) X(group_list) X(group_get) X(group_list_messages) X(group_mark_seen) \
    X(group_dismiss) X(outbox_lease) X(outbox_ack) X(outbox_fail) X(outbox_list) X(outbox_get_counts) \
    X(outbox_retry) X(outbox_retry_all) X(outbox_remove) X(outbox_remove_failed) X(reminder_put) \
    X(reminder_edit) X(reminder_mark_done) X(reminder_mark_undone) X(reminder_remove) X(reminder_snooze) \
    X(reminder_acknowledge) X(reminder_list) X(reminder_get) X(reminder_plan) X(reminder_confirm_plan) \
    X(reminder_list_notes) X(reminder_export) X(reminder_import) X(engine_set_zone) X(badge_digest) \
    X(badge_diff) X(snapshot_decode) X(snapshot_take) X(snapshot_encode) X(snapshot_diff) X(snapshot_list) \
    X(patch_inverse) X(patch_list) X(badge_restore) X(badge_apply) X(account_verify) X(node_resolve) \
    X(node_release) X(node_get_path) X(node_set) X(node_dot) X(node_set_until) X(node_dot_until) X(node_add) \
    X(node_clear) X(node_clear_tree) X(node_mute) X(node_get) X(badge_batch) X(account_get_position) \
    X(style_set) X(style_get) X(badge_present) X(present) X(widget_refresh) X(transport_progress) \
    X(engine_batch) X(engine_get_position) X(engine_export_account) X(engine_export_source) X(engine_import)
