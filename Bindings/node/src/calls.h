/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */

static bool read_tally_engine_options(call *made, const char *name, napi_value value, void *base) {
    tally_engine_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "seed")) into->seed = read_uint64(made, value);
    else if (is(name, "batchIdTime")) into->batch_id_time = read_int64(made, value);
    else if (is(name, "file")) into->file = read_string(made, value);
    else if (is(name, "caFile")) into->ca_file = read_string(made, value);
    else if (is(name, "userAgent")) into->user_agent = read_string(made, value);
    else if (is(name, "zone")) into->zone = read_string(made, value);
    else if (is(name, "durability")) into->durability = read_int32(made, value);
    else if (is(name, "logLevel")) into->log_level = read_int32(made, value);
    else if (is(name, "maxDepth")) into->max_depth = read_uint32(made, value);
    else if (is(name, "maxPathBytes")) into->max_path_bytes = read_uint32(made, value);
    else if (is(name, "maxNodes")) into->max_nodes = read_uint32(made, value);
    else if (is(name, "maxAccounts")) into->max_accounts = read_uint32(made, value);
    else if (is(name, "maxLoadedAccounts")) into->max_loaded_accounts = read_uint32(made, value);
    else if (is(name, "maxFeeds")) into->max_feeds = read_uint32(made, value);
    else if (is(name, "maxObservers")) into->max_observers = read_uint32(made, value);
    else if (is(name, "maxResponseBytes")) into->max_response_bytes = read_uint32(made, value);
    else if (is(name, "maxBatchIds")) into->max_batch_ids = read_uint32(made, value);
    else if (is(name, "maxRequests")) into->max_requests = read_uint32(made, value);
    else if (is(name, "maxRequestsPerOrigin")) into->max_requests_per_origin = read_uint32(made, value);
    else if (is(name, "maxForgotten")) into->max_forgotten = read_uint32(made, value);
    else if (is(name, "maxMarks")) into->max_marks = read_uint32(made, value);
    else if (is(name, "maxFailedRows")) into->max_failed_rows = read_uint32(made, value);
    else if (is(name, "maxRejected")) into->max_rejected = read_uint32(made, value);
    else if (is(name, "maxReminderLog")) into->max_reminder_log = read_uint32(made, value);
    else if (is(name, "maxCachedGroups")) into->max_cached_groups = read_uint32(made, value);
    else if (is(name, "maxEvents")) into->max_events = read_uint32(made, value);
    else if (is(name, "maxCompletions")) into->max_completions = read_uint32(made, value);
    else if (is(name, "maxLinks")) into->max_links = read_uint32(made, value);
    else return false;
    return true;
}
static const structure structure_tally_engine_options = {
    .size = sizeof(tally_engine_options),
    .initial = &(const tally_engine_options){.struct_size = sizeof(tally_engine_options)},
    .read = read_tally_engine_options,
};

static napi_value make_tally_stats(call *made, const void *base, const char *texts) {
    const tally_stats *from = base;
    napi_value object = make_object(made);
    set(made, object, "accounts", make_uint32(made, from->accounts));
    set(made, object, "loadedAccounts", make_uint32(made, from->loaded_accounts));
    set(made, object, "feeds", make_uint32(made, from->feeds));
    set(made, object, "accountLoads", make_uint64(made, from->account_loads));
    set(made, object, "accountEvictions", make_uint64(made, from->account_evictions));
    set(made, object, "observers", make_uint64(made, from->observers));
    set(made, object, "events", make_uint64(made, from->events));
    set(made, object, "nodes", make_uint64(made, from->nodes));
    set(made, object, "nodeBytes", make_uint64(made, from->node_bytes));
    set(made, object, "unstoredBadges", make_uint64(made, from->unstored_badges));
    set(made, object, "fileSize", make_int64(made, from->file_size));
    set(made, object, "logSize", make_int64(made, from->log_size));
    set(made, object, "commits", make_uint64(made, from->commits));
    set(made, object, "committedCalls", make_uint64(made, from->committed_calls));
    set(made, object, "longestWaitUs", make_uint64(made, from->longest_wait_us));
    set(made, object, "longestHoldUs", make_uint64(made, from->longest_hold_us));
    set(made, object, "waitingCalls", make_uint32(made, from->waiting_calls));
    set(made, object, "requests", make_uint32(made, from->requests));
    set(made, object, "originRequests", make_uint32(made, from->origin_requests));
    set(made, object, "drifts", make_uint32(made, from->drifts));
    (void)texts;
    return object;
}
static const structure structure_tally_stats = {
    .size = sizeof(tally_stats),
    .make = make_tally_stats,
};

static napi_value make_tally_recovery(call *made, const void *base, const char *texts) {
    const tally_recovery *from = base;
    napi_value object = make_object(made);
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "pages", make_uint64(made, from->pages));
    set(made, object, "damagedPages", make_uint64(made, from->damaged_pages));
    set(made, object, "doubtfulRows", make_uint64(made, from->doubtful_rows));
    set(made, object, "accountsSaved", make_uint64(made, from->accounts_saved));
    set(made, object, "accountsLost", make_uint64(made, from->accounts_lost));
    set(made, object, "badgesSaved", make_uint64(made, from->badges_saved));
    set(made, object, "badgesLost", make_uint64(made, from->badges_lost));
    set(made, object, "feedsSaved", make_uint64(made, from->feeds_saved));
    set(made, object, "feedsLost", make_uint64(made, from->feeds_lost));
    set(made, object, "messagesSaved", make_uint64(made, from->messages_saved));
    set(made, object, "messagesLost", make_uint64(made, from->messages_lost));
    set(made, object, "othersSaved", make_uint64(made, from->others_saved));
    set(made, object, "othersLost", make_uint64(made, from->others_lost));
    (void)texts;
    return object;
}
static const structure structure_tally_recovery = {
    .size = sizeof(tally_recovery),
    .make = make_tally_recovery,
};

static bool read_tally_account_options(call *made, const char *name, napi_value value, void *base) {
    tally_account_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "aggregation")) into->aggregation = read_int32(made, value);
    else if (is(name, "feeding")) into->feeding = read_int32(made, value);
    else return false;
    return true;
}
static const structure structure_tally_account_options = {
    .size = sizeof(tally_account_options),
    .initial = &(const tally_account_options){.struct_size = sizeof(tally_account_options)},
    .read = read_tally_account_options,
};

static napi_value make_tally_account_entry(call *made, const void *base, const char *texts) {
    const tally_account_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "name", make_text(made, from->name, texts));
    return object;
}
static const structure structure_tally_account_entry = {
    .size = sizeof(tally_account_entry),
    .make = make_tally_account_entry,
};

static bool read_tally_credential(call *made, const char *name, napi_value value, void *base) {
    tally_credential *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "kind")) into->kind = read_int32(made, value);
    else if (is(name, "name")) into->name = read_string(made, value);
    else if (is(name, "secret")) into->secret = read_string(made, value);
    else if (is(name, "format")) into->format = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_credential = {
    .size = sizeof(tally_credential),
    .initial = &(const tally_credential){.struct_size = sizeof(tally_credential)},
    .read = read_tally_credential,
};

static napi_value make_tally_account_state(call *made, const void *base, const char *texts) {
    const tally_account_state *from = base;
    napi_value object = make_object(made);
    set(made, object, "loggedIn", make_boolean(made, from->logged_in));
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "revision", make_uint64(made, from->revision));
    set(made, object, "epoch", make_uint64(made, from->epoch));
    set(made, object, "aggregation", make_int32(made, from->aggregation));
    set(made, object, "feeding", make_int32(made, from->feeding));
    (void)texts;
    return object;
}
static const structure structure_tally_account_state = {
    .size = sizeof(tally_account_state),
    .make = make_tally_account_state,
};

static bool read_tally_account_settings(call *made, const char *name, napi_value value, void *base) {
    tally_account_settings *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "grouping")) into->grouping = read_int32(made, value);
    else if (is(name, "outbox")) into->outbox = read_int32(made, value);
    else if (is(name, "feeding")) into->feeding = read_int32(made, value);
    else if (is(name, "outboxKinds")) into->outbox_kinds = read_uint32(made, value);
    else if (is(name, "outboxRequestTimeout")) into->outbox_request_timeout = read_int64(made, value);
    else if (is(name, "outboxIdleTimeout")) into->outbox_idle_timeout = read_int64(made, value);
    else if (is(name, "language")) into->language = read_string(made, value);
    else if (is(name, "outboxUrl")) into->outbox_url = read_string(made, value);
    else if (is(name, "pushPath")) into->push_path = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_account_settings = {
    .size = sizeof(tally_account_settings),
    .initial = &(const tally_account_settings){.struct_size = sizeof(tally_account_settings)},
    .read = read_tally_account_settings,
};

static napi_value make_tally_account_settings_entry(call *made, const void *base, const char *texts) {
    const tally_account_settings_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "outboxRequestTimeout", make_int64(made, from->outbox_request_timeout));
    set(made, object, "outboxIdleTimeout", make_int64(made, from->outbox_idle_timeout));
    set(made, object, "grouping", make_int32(made, from->grouping));
    set(made, object, "outbox", make_int32(made, from->outbox));
    set(made, object, "feeding", make_int32(made, from->feeding));
    set(made, object, "outboxKinds", make_uint32(made, from->outbox_kinds));
    set(made, object, "language", make_text(made, from->language, texts));
    set(made, object, "outboxUrl", make_text(made, from->outbox_url, texts));
    set(made, object, "pushPath", make_text(made, from->push_path, texts));
    return object;
}
static const structure structure_tally_account_settings_entry = {
    .size = sizeof(tally_account_settings_entry),
    .make = make_tally_account_settings_entry,
};

static bool read_tally_badge(call *made, const char *name, napi_value value, void *base) {
    tally_badge *into = base;
    if (is(name, "count")) into->count = read_uint64(made, value);
    else if (is(name, "revision")) into->revision = read_uint64(made, value);
    else if (is(name, "highlights")) into->highlights = read_uint64(made, value);
    else if (is(name, "kind")) into->kind = read_int32(made, value);
    else if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "level")) into->level = read_int32(made, value);
    else return false;
    return true;
}

static napi_value make_tally_badge(call *made, const void *base, const char *texts) {
    const tally_badge *from = base;
    napi_value object = make_object(made);
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "revision", make_uint64(made, from->revision));
    set(made, object, "highlights", make_uint64(made, from->highlights));
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "level", make_int32(made, from->level));
    (void)texts;
    return object;
}
static const structure structure_tally_badge = {
    .size = sizeof(tally_badge),
    .initial = &(const tally_badge){0},
    .read = read_tally_badge,
    .make = make_tally_badge,
};

static napi_value make_tally_badge_own(call *made, const void *base, const char *texts) {
    const tally_badge_own *from = base;
    napi_value object = make_object(made);
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "until", make_int64(made, from->until));
    set(made, object, "muteUntil", make_int64(made, from->mute_until));
    set(made, object, "mute", make_int32(made, from->mute));
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "snoozedUntil", make_int64(made, from->snoozed_until));
    (void)texts;
    return object;
}
static const structure structure_tally_badge_own = {
    .size = sizeof(tally_badge_own),
    .make = make_tally_badge_own,
};

static bool read_tally_badge_rule(call *made, const char *name, napi_value value, void *base) {
    tally_badge_rule *into = base;
    if (is(name, "feeding")) into->feeding = read_int32(made, value);
    else if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "counting")) into->counting = read_int32(made, value);
    else return false;
    return true;
}

static napi_value make_tally_badge_rule(call *made, const void *base, const char *texts) {
    const tally_badge_rule *from = base;
    napi_value object = make_object(made);
    set(made, object, "feeding", make_int32(made, from->feeding));
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "counting", make_int32(made, from->counting));
    (void)texts;
    return object;
}
static const structure structure_tally_badge_rule = {
    .size = sizeof(tally_badge_rule),
    .initial = &(const tally_badge_rule){.struct_size = sizeof(tally_badge_rule)},
    .read = read_tally_badge_rule,
    .make = make_tally_badge_rule,
};

static napi_value make_tally_link(call *made, const void *base, const char *texts) {
    const tally_link *from = base;
    napi_value object = make_object(made);
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "under", make_text(made, from->under, texts));
    return object;
}
static const structure structure_tally_link = {
    .size = sizeof(tally_link),
    .make = make_tally_link,
};

static napi_value make_tally_badge_entry(call *made, const void *base, const char *texts) {
    const tally_badge_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "count", make_uint64(made, from->badge.count));
    set(made, object, "revision", make_uint64(made, from->badge.revision));
    set(made, object, "highlights", make_uint64(made, from->badge.highlights));
    set(made, object, "kind", make_int32(made, from->badge.kind));
    set(made, object, "flags", make_uint32(made, from->badge.flags));
    set(made, object, "level", make_int32(made, from->badge.level));
    return object;
}
static const structure structure_tally_badge_entry = {
    .size = sizeof(tally_badge_entry),
    .make = make_tally_badge_entry,
};

static napi_value make_tally_reason(call *made, const void *base, const char *texts) {
    const tally_reason *from = base;
    napi_value object = make_object(made);
    set(made, object, "contributed", make_uint64(made, from->contributed));
    set(made, object, "fedCount", make_uint64(made, from->fed_count));
    set(made, object, "keptCount", make_uint64(made, from->kept_count));
    set(made, object, "ownCount", make_uint32(made, from->own_count));
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "message", make_int64(made, from->message));
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "id", make_text(made, from->id, texts));
    set(made, object, "highlights", make_uint64(made, from->highlights));
    set(made, object, "level", make_int32(made, from->level));
    return object;
}
static const structure structure_tally_reason = {
    .size = sizeof(tally_reason),
    .make = make_tally_reason,
};

static napi_value make_tally_message(call *made, const void *base, const char *texts) {
    const tally_message *from = base;
    napi_value object = make_object(made);
    set(made, object, "key", make_int64(made, from->key));
    set(made, object, "feed", make_int64(made, from->feed));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "count", make_uint32(made, from->count));
    set(made, object, "state", make_int32(made, from->state));
    set(made, object, "id", make_text(made, from->id, texts));
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "kind", make_text(made, from->kind, texts));
    set(made, object, "title", make_text(made, from->title, texts));
    set(made, object, "body", make_text(made, from->body, texts));
    set(made, object, "thread", make_text(made, from->thread, texts));
    set(made, object, "category", make_text(made, from->category, texts));
    set(made, object, "argument", make_text(made, from->argument, texts));
    set(made, object, "argumentCount", make_uint32(made, from->argument_count));
    set(made, object, "dataSize", make_uint32(made, from->data_size));
    set(made, object, "link", make_text(made, from->link, texts));
    set(made, object, "icon", make_text(made, from->icon, texts));
    set(made, object, "subtitle", make_text(made, from->subtitle, texts));
    set(made, object, "also", make_text(made, from->also, texts));
    set(made, object, "level", make_int32(made, from->level));
    set(made, object, "snoozedUntil", make_int64(made, from->snoozed_until));
    return object;
}
static const structure structure_tally_message = {
    .size = sizeof(tally_message),
    .make = make_tally_message,
};

static napi_value make_tally_message_position(call *made, const void *base, const char *texts) {
    const tally_message_position *from = base;
    napi_value object = make_object(made);
    set(made, object, "key", make_int64(made, from->key));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "matching", make_uint64(made, from->matching));
    set(made, object, "newer", make_uint64(made, from->newer));
    set(made, object, "older", make_uint64(made, from->older));
    (void)texts;
    return object;
}
static const structure structure_tally_message_position = {
    .size = sizeof(tally_message_position),
    .make = make_tally_message_position,
};

static napi_value make_tally_message_counts(call *made, const void *base, const char *texts) {
    const tally_message_counts *from = base;
    napi_value object = make_object(made);
    set(made, object, "total", make_uint64(made, from->total));
    set(made, object, "unread", make_uint64(made, from->unread));
    set(made, object, "unseen", make_uint64(made, from->unseen));
    (void)texts;
    return object;
}
static const structure structure_tally_message_counts = {
    .size = sizeof(tally_message_counts),
    .make = make_tally_message_counts,
};

static bool read_tally_message_options(call *made, const char *name, napi_value value, void *base) {
    tally_message_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "time")) into->time = read_int64(made, value);
    else if (is(name, "count")) into->count = read_uint32(made, value);
    else if (is(name, "argumentCount")) into->argument_count = read_uint32(made, value);
    else if (is(name, "id")) into->id = read_string(made, value);
    else if (is(name, "title")) into->title = read_string(made, value);
    else if (is(name, "body")) into->body = read_string(made, value);
    else if (is(name, "kind")) into->kind = read_string(made, value);
    else if (is(name, "thread")) into->thread = read_string(made, value);
    else if (is(name, "category")) into->category = read_string(made, value);
    else if (is(name, "argument")) into->argument = read_string(made, value);
    else if (is(name, "link")) into->link = read_string(made, value);
    else if (is(name, "icon")) into->icon = read_string(made, value);
    else if (is(name, "subtitle")) into->subtitle = read_string(made, value);
    else if (is(name, "data")) into->data = read_string(made, value);
    else if (is(name, "also")) into->also = read_string(made, value);
    else if (is(name, "level")) into->level = read_int32(made, value);
    else return false;
    return true;
}
static const structure structure_tally_message_options = {
    .size = sizeof(tally_message_options),
    .initial = &(const tally_message_options){.struct_size = sizeof(tally_message_options)},
    .read = read_tally_message_options,
};

static napi_value make_tally_event(call *made, const void *base, const char *texts) {
    const tally_event *from = base;
    napi_value object = make_object(made);
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "token", make_uint64(made, from->token));
    set(made, object, "account", make_int64(made, from->account));
    set(made, object, "feed", make_int64(made, from->feed));
    set(made, object, "reminder", make_int64(made, from->reminder));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "revision", make_uint64(made, from->revision));
    set(made, object, "badgeKind", make_int32(made, from->badge_kind));
    set(made, object, "result", make_int32(made, from->result));
    set(made, object, "retryAfter", make_int64(made, from->retry_after));
    set(made, object, "nextTime", make_int64(made, from->next_time));
    set(made, object, "added", make_uint32(made, from->added));
    set(made, object, "changed", make_uint32(made, from->changed));
    set(made, object, "removed", make_uint32(made, from->removed));
    set(made, object, "rejected", make_uint32(made, from->rejected));
    set(made, object, "missed", make_boolean(made, from->missed));
    set(made, object, "total", make_uint64(made, from->total));
    set(made, object, "unread", make_uint64(made, from->unread));
    set(made, object, "unseen", make_uint64(made, from->unseen));
    set(made, object, "httpStatus", make_int32(made, from->http_status));
    set(made, object, "level", make_int32(made, from->level));
    set(made, object, "highlights", make_uint64(made, from->highlights));
    set(made, object, "totalHighlights", make_uint64(made, from->total_highlights));
    (void)texts;
    return object;
}
static const structure structure_tally_event = {
    .size = sizeof(tally_event),
    .make = make_tally_event,
};

static bool read_tally_feed_options(call *made, const char *name, napi_value value, void *base) {
    tally_feed_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "initialDelay")) into->initial_delay = read_int64(made, value);
    else if (is(name, "interval")) into->interval = read_int64(made, value);
    else if (is(name, "visibleInterval")) into->visible_interval = read_int64(made, value);
    else if (is(name, "requestTimeout")) into->request_timeout = read_int64(made, value);
    else if (is(name, "idleTimeout")) into->idle_timeout = read_int64(made, value);
    else if (is(name, "tolerance")) into->tolerance = read_int64(made, value);
    else if (is(name, "awayTime")) into->away_time = read_int64(made, value);
    else if (is(name, "maxAge")) into->max_age = read_int64(made, value);
    else if (is(name, "maxMessages")) into->max_messages = read_int64(made, value);
    else if (is(name, "pageLimit")) into->page_limit = read_uint32(made, value);
    else if (is(name, "polling")) into->polling = read_int32(made, value);
    else if (is(name, "url")) into->url = read_string(made, value);
    else if (is(name, "prefix")) into->prefix = read_string(made, value);
    else if (is(name, "mappingPreset")) into->mapping_preset = read_string(made, value);
    else if (is(name, "mapping")) into->mapping = read_string(made, value);
    else if (is(name, "title")) into->title = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_feed_options = {
    .size = sizeof(tally_feed_options),
    .initial = &(const tally_feed_options){.struct_size = sizeof(tally_feed_options)},
    .read = read_tally_feed_options,
};

static napi_value make_tally_feed_entry(call *made, const void *base, const char *texts) {
    const tally_feed_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "lastSuccess", make_int64(made, from->last_success));
    set(made, object, "rejected", make_uint64(made, from->rejected));
    set(made, object, "initialDelay", make_int64(made, from->initial_delay));
    set(made, object, "interval", make_int64(made, from->interval));
    set(made, object, "visibleInterval", make_int64(made, from->visible_interval));
    set(made, object, "requestTimeout", make_int64(made, from->request_timeout));
    set(made, object, "idleTimeout", make_int64(made, from->idle_timeout));
    set(made, object, "tolerance", make_int64(made, from->tolerance));
    set(made, object, "awayTime", make_int64(made, from->away_time));
    set(made, object, "maxAge", make_int64(made, from->max_age));
    set(made, object, "maxMessages", make_int64(made, from->max_messages));
    set(made, object, "pageLimit", make_uint32(made, from->page_limit));
    set(made, object, "options", make_uint32(made, from->options));
    set(made, object, "flags", make_uint32(made, from->flags));
    set(made, object, "name", make_text(made, from->name, texts));
    set(made, object, "url", make_text(made, from->url, texts));
    set(made, object, "prefix", make_text(made, from->prefix, texts));
    set(made, object, "title", make_text(made, from->title, texts));
    set(made, object, "mappingPreset", make_text(made, from->mapping_preset, texts));
    set(made, object, "mapping", make_text(made, from->mapping, texts));
    return object;
}
static const structure structure_tally_feed_entry = {
    .size = sizeof(tally_feed_entry),
    .make = make_tally_feed_entry,
};

static napi_value make_tally_rejected(call *made, const void *base, const char *texts) {
    const tally_rejected *from = base;
    napi_value object = make_object(made);
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "reason", make_text(made, from->reason, texts));
    set(made, object, "body", make_text(made, from->body, texts));
    return object;
}
static const structure structure_tally_rejected = {
    .size = sizeof(tally_rejected),
    .make = make_tally_rejected,
};

static napi_value make_tally_drift(call *made, const void *base, const char *texts) {
    const tally_drift *from = base;
    napi_value object = make_object(made);
    set(made, object, "ours", make_uint64(made, from->ours));
    set(made, object, "theirs", make_uint64(made, from->theirs));
    set(made, object, "feed", make_int64(made, from->feed));
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "ourHighlights", make_uint64(made, from->our_highlights));
    set(made, object, "theirHighlights", make_uint64(made, from->their_highlights));
    return object;
}
static const structure structure_tally_drift = {
    .size = sizeof(tally_drift),
    .make = make_tally_drift,
};

static napi_value make_tally_page_info(call *made, const void *base, const char *texts) {
    const tally_page_info *from = base;
    napi_value object = make_object(made);
    set(made, object, "first", make_boolean(made, from->first));
    set(made, object, "awayTime", make_int64(made, from->away_time));
    set(made, object, "requested", make_boolean(made, from->requested));
    (void)texts;
    return object;
}
static const structure structure_tally_page_info = {
    .size = sizeof(tally_page_info),
    .make = make_tally_page_info,
};

static napi_value make_tally_feed_state(call *made, const void *base, const char *texts) {
    const tally_feed_state *from = base;
    napi_value object = make_object(made);
    set(made, object, "result", make_int32(made, from->result));
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "lastSuccess", make_int64(made, from->last_success));
    set(made, object, "nextTime", make_int64(made, from->next_time));
    set(made, object, "requests", make_uint64(made, from->requests));
    set(made, object, "notModified", make_uint64(made, from->not_modified));
    set(made, object, "failures", make_uint64(made, from->failures));
    set(made, object, "inFlight", make_boolean(made, from->in_flight));
    set(made, object, "failuresInARow", make_uint32(made, from->failures_in_a_row));
    set(made, object, "httpStatus", make_int32(made, from->http_status));
    (void)texts;
    return object;
}
static const structure structure_tally_feed_state = {
    .size = sizeof(tally_feed_state),
    .make = make_tally_feed_state,
};

static bool read_tally_forms(call *made, const char *name, napi_value value, void *base) {
    tally_forms *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "zero")) into->zero = read_string(made, value);
    else if (is(name, "one")) into->one = read_string(made, value);
    else if (is(name, "two")) into->two = read_string(made, value);
    else if (is(name, "few")) into->few = read_string(made, value);
    else if (is(name, "many")) into->many = read_string(made, value);
    else if (is(name, "other")) into->other = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_forms = {
    .size = sizeof(tally_forms),
    .initial = &(const tally_forms){.struct_size = sizeof(tally_forms)},
    .read = read_tally_forms,
};

static napi_value make_tally_import_report(call *made, const void *base, const char *texts) {
    const tally_import_report *from = base;
    napi_value object = make_object(made);
    set(made, object, "taken", make_uint64(made, from->taken));
    set(made, object, "skipped", make_uint64(made, from->skipped));
    (void)texts;
    return object;
}
static const structure structure_tally_import_report = {
    .size = sizeof(tally_import_report),
    .make = make_tally_import_report,
};

static napi_value make_tally_group(call *made, const void *base, const char *texts) {
    const tally_group *from = base;
    napi_value object = make_object(made);
    set(made, object, "newest", make_int64(made, from->newest));
    set(made, object, "oldest", make_int64(made, from->oldest));
    set(made, object, "items", make_uint64(made, from->items));
    set(made, object, "notifications", make_uint64(made, from->notifications));
    set(made, object, "fresh", make_uint64(made, from->fresh));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "origin", make_int32(made, from->origin));
    set(made, object, "thread", make_text(made, from->thread, texts));
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "title", make_text(made, from->title, texts));
    set(made, object, "summary", make_text(made, from->summary, texts));
    set(made, object, "language", make_text(made, from->language, texts));
    return object;
}
static const structure structure_tally_group = {
    .size = sizeof(tally_group),
    .make = make_tally_group,
};

static napi_value make_tally_outbox_entry(call *made, const void *base, const char *texts) {
    const tally_outbox_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "feed", make_int64(made, from->feed));
    set(made, object, "attempt", make_int64(made, from->attempt));
    set(made, object, "nextTime", make_int64(made, from->next_time));
    set(made, object, "leaseEnd", make_int64(made, from->lease_end));
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "state", make_int32(made, from->state));
    set(made, object, "key", make_text(made, from->key, texts));
    set(made, object, "entity", make_text(made, from->entity, texts));
    set(made, object, "body", make_text(made, from->body, texts));
    return object;
}
static const structure structure_tally_outbox_entry = {
    .size = sizeof(tally_outbox_entry),
    .make = make_tally_outbox_entry,
};

static napi_value make_tally_outbox_counts(call *made, const void *base, const char *texts) {
    const tally_outbox_counts *from = base;
    napi_value object = make_object(made);
    set(made, object, "total", make_uint64(made, from->total));
    set(made, object, "leased", make_uint64(made, from->leased));
    set(made, object, "failed", make_uint64(made, from->failed));
    (void)texts;
    return object;
}
static const structure structure_tally_outbox_counts = {
    .size = sizeof(tally_outbox_counts),
    .make = make_tally_outbox_counts,
};

static bool read_tally_reminder_options(call *made, const char *name, napi_value value, void *base) {
    tally_reminder_options *into = base;
    if (is(name, "fields")) into->fields = read_uint32(made, value);
    else if (is(name, "title")) into->title = read_string(made, value);
    else if (is(name, "body")) into->body = read_string(made, value);
    else if (is(name, "path")) into->path = read_string(made, value);
    else if (is(name, "zone")) into->zone = read_string(made, value);
    else if (is(name, "produced")) into->produced = read_int32(made, value);
    else if (is(name, "shelfLife")) into->shelf_life = read_int32(made, value);
    else if (is(name, "shelfUnit")) into->shelf_unit = read_int32(made, value);
    else if (is(name, "timeOfDay")) into->time_of_day = read_int32(made, value);
    else if (is(name, "smart")) into->smart = read_int32(made, value);
    else if (is(name, "repeatUnit")) into->repeat_unit = read_int32(made, value);
    else if (is(name, "repeatEvery")) into->repeat_every = read_int32(made, value);
    else if (is(name, "end")) into->end = read_int32(made, value);
    else if (is(name, "start")) into->start = read_int32(made, value);
    else if (is(name, "overdueUnit")) into->overdue_unit = read_int32(made, value);
    else if (is(name, "overdueEvery")) into->overdue_every = read_int32(made, value);
    else if (is(name, "overdueLimit")) into->overdue_limit = read_int32(made, value);
    else return false;
    return true;
}
static const structure structure_tally_reminder_options = {
    .size = sizeof(tally_reminder_options),
    .initial = &(const tally_reminder_options){.struct_size = sizeof(tally_reminder_options)},
    .read = read_tally_reminder_options,
};

static napi_value make_tally_reminder(call *made, const void *base, const char *texts) {
    const tally_reminder *from = base;
    napi_value object = make_object(made);
    set(made, object, "key", make_int64(made, from->key));
    set(made, object, "nextTime", make_int64(made, from->next_time));
    set(made, object, "dueTime", make_int64(made, from->due_time));
    set(made, object, "expires", make_int64(made, from->expires));
    set(made, object, "stamp", make_int64(made, from->stamp));
    set(made, object, "revision", make_uint32(made, from->revision));
    set(made, object, "state", make_int32(made, from->state));
    set(made, object, "expiry", make_int32(made, from->expiry));
    set(made, object, "span", make_int32(made, from->span));
    set(made, object, "daysLeft", make_int32(made, from->days_left));
    set(made, object, "isSmart", make_boolean(made, from->is_smart));
    set(made, object, "produced", make_int32(made, from->produced));
    set(made, object, "shelfLife", make_int32(made, from->shelf_life));
    set(made, object, "shelfUnit", make_int32(made, from->shelf_unit));
    set(made, object, "timeOfDay", make_int32(made, from->time_of_day));
    set(made, object, "entered", make_int32(made, from->entered));
    set(made, object, "smart", make_int32(made, from->smart));
    set(made, object, "repeatUnit", make_int32(made, from->repeat_unit));
    set(made, object, "repeatEvery", make_int32(made, from->repeat_every));
    set(made, object, "start", make_int32(made, from->start));
    set(made, object, "end", make_int32(made, from->end));
    set(made, object, "overdueUnit", make_int32(made, from->overdue_unit));
    set(made, object, "overdueEvery", make_int32(made, from->overdue_every));
    set(made, object, "overdueLimit", make_int32(made, from->overdue_limit));
    set(made, object, "id", make_text(made, from->id, texts));
    set(made, object, "title", make_text(made, from->title, texts));
    set(made, object, "body", make_text(made, from->body, texts));
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "zone", make_text(made, from->zone, texts));
    return object;
}
static const structure structure_tally_reminder = {
    .size = sizeof(tally_reminder),
    .make = make_tally_reminder,
};

static bool read_tally_plan_options(call *made, const char *name, napi_value value, void *base) {
    tally_plan_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "limit")) into->limit = read_uint32(made, value);
    else if (is(name, "reserve")) into->reserve = read_uint32(made, value);
    else return false;
    return true;
}
static const structure structure_tally_plan_options = {
    .size = sizeof(tally_plan_options),
    .initial = &(const tally_plan_options){.struct_size = sizeof(tally_plan_options)},
    .read = read_tally_plan_options,
};

static napi_value make_tally_plan_entry(call *made, const void *base, const char *texts) {
    const tally_plan_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "occurrence", make_int64(made, from->occurrence));
    set(made, object, "revision", make_uint32(made, from->revision));
    set(made, object, "action", make_int32(made, from->action));
    set(made, object, "reminder", make_text(made, from->reminder, texts));
    set(made, object, "title", make_text(made, from->title, texts));
    set(made, object, "body", make_text(made, from->body, texts));
    set(made, object, "path", make_text(made, from->path, texts));
    return object;
}
static const structure structure_tally_plan_entry = {
    .size = sizeof(tally_plan_entry),
    .make = make_tally_plan_entry,
};

static napi_value make_tally_plan(call *made, const void *base, const char *texts) {
    const tally_plan *from = base;
    napi_value object = make_object(made);
    set(made, object, "planned", make_uint32(made, from->planned));
    set(made, object, "leftOut", make_uint64(made, from->left_out));
    set(made, object, "reach", make_int64(made, from->reach));
    set(made, object, "token", make_uint64(made, from->token));
    (void)texts;
    return object;
}
static const structure structure_tally_plan = {
    .size = sizeof(tally_plan),
    .make = make_tally_plan,
};

static napi_value make_tally_reminder_note(call *made, const void *base, const char *texts) {
    const tally_reminder_note *from = base;
    napi_value object = make_object(made);
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "occurrenceTime", make_int64(made, from->occurrence_time));
    set(made, object, "revision", make_uint32(made, from->revision));
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "reminder", make_text(made, from->reminder, texts));
    return object;
}
static const structure structure_tally_reminder_note = {
    .size = sizeof(tally_reminder_note),
    .make = make_tally_reminder_note,
};

static napi_value make_tally_skipped_entry(call *made, const void *base, const char *texts) {
    const tally_skipped_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "line", make_int64(made, from->line));
    set(made, object, "uid", make_text(made, from->uid, texts));
    set(made, object, "reason", make_text(made, from->reason, texts));
    return object;
}
static const structure structure_tally_skipped_entry = {
    .size = sizeof(tally_skipped_entry),
    .make = make_tally_skipped_entry,
};

static napi_value make_tally_snapshot_entry(call *made, const void *base, const char *texts) {
    const tally_snapshot_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "until", make_int64(made, from->until));
    set(made, object, "muteUntil", make_int64(made, from->mute_until));
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "mute", make_int32(made, from->mute));
    set(made, object, "snoozedUntil", make_int64(made, from->snoozed_until));
    return object;
}
static const structure structure_tally_snapshot_entry = {
    .size = sizeof(tally_snapshot_entry),
    .make = make_tally_snapshot_entry,
};

static napi_value make_tally_patch_entry(call *made, const void *base, const char *texts) {
    const tally_patch_entry *from = base;
    napi_value object = make_object(made);
    set(made, object, "path", make_text(made, from->path, texts));
    set(made, object, "beforeCount", make_uint64(made, from->before_count));
    set(made, object, "beforeUntil", make_int64(made, from->before_until));
    set(made, object, "beforeMuteUntil", make_int64(made, from->before_mute_until));
    set(made, object, "beforeKind", make_int32(made, from->before_kind));
    set(made, object, "beforeMute", make_int32(made, from->before_mute));
    set(made, object, "afterCount", make_uint64(made, from->after_count));
    set(made, object, "afterUntil", make_int64(made, from->after_until));
    set(made, object, "afterMuteUntil", make_int64(made, from->after_mute_until));
    set(made, object, "afterKind", make_int32(made, from->after_kind));
    set(made, object, "afterMute", make_int32(made, from->after_mute));
    set(made, object, "beforeSnoozedUntil", make_int64(made, from->before_snoozed_until));
    set(made, object, "afterSnoozedUntil", make_int64(made, from->after_snoozed_until));
    return object;
}
static const structure structure_tally_patch_entry = {
    .size = sizeof(tally_patch_entry),
    .make = make_tally_patch_entry,
};

static bool read_tally_batch_options(call *made, const char *name, napi_value value, void *base) {
    tally_batch_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "epoch")) into->epoch = read_uint64(made, value);
    else if (is(name, "position")) into->position = read_uint64(made, value);
    else if (is(name, "source")) into->source = read_string(made, value);
    else if (is(name, "id")) into->id = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_batch_options = {
    .size = sizeof(tally_batch_options),
    .initial = &(const tally_batch_options){.struct_size = sizeof(tally_batch_options), .operation_size = sizeof(tally_operation)},
    .read = read_tally_batch_options,
};

static napi_value make_tally_position(call *made, const void *base, const char *texts) {
    const tally_position *from = base;
    napi_value object = make_object(made);
    set(made, object, "epoch", make_uint64(made, from->epoch));
    set(made, object, "position", make_uint64(made, from->position));
    set(made, object, "time", make_int64(made, from->time));
    (void)texts;
    return object;
}
static const structure structure_tally_position = {
    .size = sizeof(tally_position),
    .make = make_tally_position,
};

static bool read_tally_style(call *made, const char *name, napi_value value, void *base) {
    tally_style *into = base;
    if (is(name, "fields")) into->fields = read_uint32(made, value);
    else if (is(name, "dotRadius")) into->dot_radius = read_float(made, value);
    else if (is(name, "offsetX")) into->offset_x = read_float(made, value);
    else if (is(name, "offsetY")) into->offset_y = read_float(made, value);
    else if (is(name, "fontSize")) into->font_size = read_float(made, value);
    else if (is(name, "fontWeight")) into->font_weight = read_int32(made, value);
    else if (is(name, "textColor")) into->text_color = read_uint32(made, value);
    else if (is(name, "backgroundColor")) into->background_color = read_uint32(made, value);
    else if (is(name, "overflow")) into->overflow = read_int32(made, value);
    else if (is(name, "maxCount")) into->max_count = read_uint64(made, value);
    else if (is(name, "icon")) into->icon = read_string(made, value);
    else if (is(name, "highlightColor")) into->highlight_color = read_uint32(made, value);
    else return false;
    return true;
}

static napi_value make_tally_style(call *made, const void *base, const char *texts) {
    const tally_style *from = base;
    napi_value object = make_object(made);
    set(made, object, "fields", make_uint32(made, from->fields));
    set(made, object, "dotRadius", make_float(made, from->dot_radius));
    set(made, object, "offsetX", make_float(made, from->offset_x));
    set(made, object, "offsetY", make_float(made, from->offset_y));
    set(made, object, "fontSize", make_float(made, from->font_size));
    set(made, object, "fontWeight", make_int32(made, from->font_weight));
    set(made, object, "textColor", make_uint32(made, from->text_color));
    set(made, object, "backgroundColor", make_uint32(made, from->background_color));
    set(made, object, "overflow", make_int32(made, from->overflow));
    set(made, object, "maxCount", make_uint64(made, from->max_count));
    set(made, object, "icon", make_string(made, from->icon));
    set(made, object, "highlightColor", make_uint32(made, from->highlight_color));
    (void)texts;
    return object;
}
static const structure structure_tally_style = {
    .size = sizeof(tally_style),
    .initial = &(const tally_style){.struct_size = sizeof(tally_style)},
    .read = read_tally_style,
    .make = make_tally_style,
};

static napi_value make_tally_presentation(call *made, const void *base, const char *texts) {
    const tally_presentation *from = base;
    napi_value object = make_object(made);
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "dotRadius", make_float(made, from->dot_radius));
    set(made, object, "offsetX", make_float(made, from->offset_x));
    set(made, object, "offsetY", make_float(made, from->offset_y));
    set(made, object, "fontSize", make_float(made, from->font_size));
    set(made, object, "fontWeight", make_int32(made, from->font_weight));
    set(made, object, "textColor", make_uint32(made, from->text_color));
    set(made, object, "backgroundColor", make_uint32(made, from->background_color));
    set(made, object, "overflow", make_int32(made, from->overflow));
    set(made, object, "maxCount", make_uint64(made, from->max_count));
    set(made, object, "highlighted", make_int32(made, from->highlighted));
    (void)texts;
    return object;
}
static const structure structure_tally_presentation = {
    .size = sizeof(tally_presentation),
    .make = make_tally_presentation,
};

static napi_value make_tally_request(call *made, const void *base, const char *texts) {
    const tally_request *from = base;
    napi_value object = make_object(made);
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "id", make_int64(made, from->id));
    set(made, object, "maxSize", make_uint64(made, from->max_size));
    set(made, object, "requestTimeout", make_int64(made, from->request_timeout));
    set(made, object, "idleTimeout", make_int64(made, from->idle_timeout));
    set(made, object, "method", make_string(made, from->method));
    set(made, object, "url", make_string(made, from->url));
    set(made, object, "headers", make_string(made, from->headers));
    set(made, object, "flags", make_uint32(made, from->flags));
    (void)texts;
    return object;
}
static const structure structure_tally_request = {
    .size = sizeof(tally_request),
    .make = make_tally_request,
};

static bool read_tally_engine_batch_options(call *made, const char *name, napi_value value, void *base) {
    tally_engine_batch_options *into = base;
    if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "aggregation")) into->aggregation = read_int32(made, value);
    else if (is(name, "feeding")) into->feeding = read_int32(made, value);
    else if (is(name, "epoch")) into->epoch = read_uint64(made, value);
    else if (is(name, "position")) into->position = read_uint64(made, value);
    else if (is(name, "source")) into->source = read_string(made, value);
    else return false;
    return true;
}
static const structure structure_tally_engine_batch_options = {
    .size = sizeof(tally_engine_batch_options),
    .initial = &(const tally_engine_batch_options){.struct_size = sizeof(tally_engine_batch_options), .item_size = sizeof(tally_item), .operation_size = sizeof(tally_operation)},
    .read = read_tally_engine_batch_options,
};

static bool read_tally_trace_options(call *made, const char *name, napi_value value, void *base) {
    tally_trace_options *into = base;
    if (is(name, "kinds")) into->kinds = read_uint32(made, value);
    else if (is(name, "bytes")) into->bytes = read_uint64(made, value);
    else return false;
    return true;
}
static const structure structure_tally_trace_options = {
    .size = sizeof(tally_trace_options),
    .initial = &(const tally_trace_options){.struct_size = sizeof(tally_trace_options)},
    .read = read_tally_trace_options,
};

static napi_value make_tally_trace_record(call *made, const void *base, const char *texts) {
    const tally_trace_record *from = base;
    napi_value object = make_object(made);
    set(made, object, "kind", make_int32(made, from->kind));
    set(made, object, "account", make_int64(made, from->account));
    set(made, object, "feed", make_int64(made, from->feed));
    set(made, object, "revision", make_uint64(made, from->revision));
    set(made, object, "time", make_int64(made, from->time));
    set(made, object, "cause", make_int32(made, from->cause));
    set(made, object, "request", make_uint32(made, from->request));
    set(made, object, "change", make_int32(made, from->change));
    set(made, object, "level", make_int32(made, from->level));
    set(made, object, "result", make_int32(made, from->result));
    set(made, object, "httpStatus", make_int32(made, from->http_status));
    set(made, object, "missed", make_boolean(made, from->missed));
    set(made, object, "headersLength", make_uint32(made, from->headers_length));
    set(made, object, "bodyLength", make_uint32(made, from->body_length));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "total", make_int64(made, from->total));
    set(made, object, "unread", make_int64(made, from->unread));
    set(made, object, "unseen", make_int64(made, from->unseen));
    set(made, object, "added", make_uint32(made, from->added));
    set(made, object, "changed", make_uint32(made, from->changed));
    set(made, object, "removed", make_uint32(made, from->removed));
    set(made, object, "rejected", make_uint32(made, from->rejected));
    set(made, object, "count", make_uint64(made, from->before.count));
    set(made, object, "until", make_int64(made, from->before.until));
    set(made, object, "muteUntil", make_int64(made, from->before.mute_until));
    set(made, object, "kind", make_int32(made, from->before.kind));
    set(made, object, "ownKind", make_int32(made, from->before.own_kind));
    set(made, object, "ownCount", make_uint32(made, from->before.own_count));
    set(made, object, "mute", make_int32(made, from->before.mute));
    set(made, object, "count", make_uint64(made, from->after.count));
    set(made, object, "until", make_int64(made, from->after.until));
    set(made, object, "muteUntil", make_int64(made, from->after.mute_until));
    set(made, object, "kind", make_int32(made, from->after.kind));
    set(made, object, "ownKind", make_int32(made, from->after.own_kind));
    set(made, object, "ownCount", make_uint32(made, from->after.own_count));
    set(made, object, "mute", make_int32(made, from->after.mute));
    (void)texts;
    return object;
}
static const structure structure_tally_trace_record = {
    .size = sizeof(tally_trace_record),
    .make = make_tally_trace_record,
};

static bool read_tally_operation(call *made, const char *name, napi_value value, void *base) {
    tally_operation *into = base;
    if (is(name, "kind")) into->kind = read_int32(made, value);
    else if (is(name, "status")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "flags")) into->flags = read_uint32(made, value);
    else if (is(name, "badgeKind")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "node")) into->node = read_uint64(made, value);
    else if (is(name, "value")) into->value = read_int64(made, value);
    else if (is(name, "until")) into->until = read_int64(made, value);
    else if (is(name, "count")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "path")) into->path = read_string(made, value);
    else if (is(name, "id")) into->id = read_string(made, value);
    else if (is(name, "key")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "changed")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "message")) into->message = read_structure(made, value, &structure_tally_message_options);
    else if (is(name, "reminder")) into->reminder = read_structure(made, value, &structure_tally_reminder_options);
    else return false;
    return true;
}

static void results_tally_operation(call *made, napi_value object, const void *base) {
    const tally_operation *from = base;
    set(made, object, "status", make_int32(made, from->status));
    set(made, object, "badgeKind", make_int32(made, from->badge_kind));
    set(made, object, "count", make_uint64(made, from->count));
    set(made, object, "key", make_int64(made, from->key));
    set(made, object, "changed", make_uint64(made, from->changed));
}
static const structure structure_tally_operation = {
    .size = sizeof(tally_operation),
    .initial = &(const tally_operation){0},
    .read = read_tally_operation,
    .set_results = results_tally_operation,
};

static bool read_tally_item(call *made, const char *name, napi_value value, void *base) {
    tally_item *into = base;
    if (is(name, "account")) into->account = read_string(made, value);
    else if (is(name, "id")) into->id = read_string(made, value);
    else if (is(name, "time")) into->time = read_int64(made, value);
    else if (is(name, "operations")) {
        row_view view = read_rows(made, value, &structure_tally_operation);
        into->operations = (void *)view.at;
        into->count = view.count;
    } else if (is(name, "status")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "flags")) into->flags = read_uint32(made, value);
    else return false;
    return true;
}

static void results_tally_item(call *made, napi_value object, const void *base) {
    const tally_item *from = base;
    set_results(made, get(made, object, "operations"), &structure_tally_operation, from->operations, from->count);
    set(made, object, "status", make_int32(made, from->status));
}
static const structure structure_tally_item = {
    .size = sizeof(tally_item),
    .initial = &(const tally_item){0},
    .read = read_tally_item,
    .set_results = results_tally_item,
};

static bool read_tally_import(call *made, const char *name, napi_value value, void *base) {
    tally_import *into = base;
    if (is(name, "account")) into->account = read_string(made, value);
    else if (is(name, "bytes")) {
        byte_view view = bytes_of(made, value);
        into->bytes = (void *)view.at;
        into->size = view.size;
    } else if (is(name, "status")) {} /* A result of an earlier batch may stand there. */
    else if (is(name, "flags")) into->flags = read_uint32(made, value);
    else return false;
    return true;
}

static void results_tally_import(call *made, napi_value object, const void *base) {
    const tally_import *from = base;
    set(made, object, "status", make_int32(made, from->status));
}
static const structure structure_tally_import = {
    .size = sizeof(tally_import),
    .initial = &(const tally_import){0},
    .read = read_tally_import,
    .set_results = results_tally_import,
};

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
        call_give(&made, make_int64(&made, out_old));
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
        call_give(&made, make_tally_stats(&made, &out_stats, NULL));
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
        call_give(&made, make_tally_recovery(&made, &out_recovery, NULL));
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
    const char *after = call_text_or_none(&made);
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
    buffer *name_buffer = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_account_get(account, &out_state, name_buffer->at, name_buffer->capacity, &name_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, name_buffer);
        call_give(&made, make_tally_account_state(&made, &out_state, NULL));
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
        call_give(&made, make_uint64(&made, out_partition));
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

static napi_value call_badge_snooze(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_snooze(account, path, until);
    return call_end(&made);
}

static napi_value call_badge_flag(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "on";
    int32_t on = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_flag(account, path, on);
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
        call_give(&made, make_tally_badge(&made, &out_badge, NULL));
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
        call_give(&made, make_tally_badge_own(&made, &out_own, NULL));
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
        call_give(&made, make_tally_badge_rule(&made, &out_rule, NULL));
    }
    return call_end(&made);
}

static napi_value call_link_add(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "under";
    const char *under = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_link_add(account, path, under);
    return call_end(&made);
}

static napi_value call_link_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "under";
    const char *under = call_text(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_link_remove(account, path, under);
    return call_end(&made);
}

static napi_value call_link_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_link, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_link_list(account, path, flags, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
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
        call_give(&made, make_tally_badge(&made, &out_badge, NULL));
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
        call_give(&made, make_tally_badge(&made, &out_badge, NULL));
    }
    return call_end(&made);
}

static napi_value call_badge_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_badge_entry, true);
    uint64_t out_revision = 0;
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_list(account, path, flags, after, rows, &out_revision);
    } while (call_list(&made, &after, &out_revision));
    if (call_is_done(&made)) {
        call_give_rows(&made);
        call_give(&made, make_uint64(&made, out_revision));
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
        call_give(&made, make_uint64(&made, out_revision));
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
    const char *after = call_text_or_none(&made);
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
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
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

static napi_value call_message_list_from(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "key";
    int64_t key = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_message, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_message_list_from(account, path, flags, key, after, rows);
    } while (call_list(&made, &after, NULL));
    if (call_is_done(&made)) {
        call_give_rows(&made);
    }
    return call_end(&made);
}

static napi_value call_message_first(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "most";
    uint64_t most = (uint64_t)call_unsigned(&made);
    tally_message_position out_position = {.struct_size = sizeof(tally_message_position)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_first(account, path, flags, most, &out_position);
    if (call_is_done(&made)) {
        call_give(&made, make_tally_message_position(&made, &out_position, NULL));
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

static napi_value call_message_get_data(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "key";
    int64_t key = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_get_data(account, key, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_bytes(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_message_get_counts(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    tally_message_counts out_counts = {.struct_size = sizeof(tally_message_counts)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_get_counts(account, path, flags, &out_counts);
    if (call_is_done(&made)) {
        call_give(&made, make_tally_message_counts(&made, &out_counts, NULL));
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
        call_give(&made, make_uint64(&made, out_changed));
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
        call_give(&made, make_uint64(&made, out_changed));
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
        call_give(&made, make_uint64(&made, out_changed));
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
        call_give(&made, make_uint64(&made, out_changed));
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
        call_give(&made, make_uint64(&made, out_changed));
    }
    return call_end(&made);
}

static napi_value call_message_snooze(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "key";
    int64_t key = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "until";
    int64_t until = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_snooze(account, key, until);
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
        call_give(&made, make_int64(&made, out_key));
    }
    return call_end(&made);
}

static napi_value call_message_remove(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "keys";
    key_view keys = call_keys(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_message_remove(account, keys.at, keys.count);
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_uint64(&made, out_token));
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
        call_give(&made, make_int64(&made, out_descriptor));
    }
    return call_end(&made);
}

static napi_value call_engine_step(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    begin_notes(&made);
    made.status = library.tally_engine_step(engine);
    if (call_is_done(&made)) {
        call_give(&made, made.notes);
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
        call_give(&made, make_int64(&made, out_timeout));
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
    const char *after = call_text_or_none(&made);
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
    const char *after = call_text_or_none(&made);
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

static napi_value call_drift_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
    tally_rows *rows = call_rows(&made, &structure_tally_drift, true);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_drift_list(account, path, flags, after, rows);
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
        call_give(&made, make_tally_page_info(&made, &out_info, NULL));
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
        call_give(&made, make_uint64(&made, out_token));
    }
    return call_end(&made);
}

static napi_value call_feed_get(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "feed";
    tally_feed *feed = call_handle(&made, TALLY_FEED);
    tally_feed_state out_state = {.struct_size = sizeof(tally_feed_state)};
    buffer *title_buffer = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_feed_get(feed, &out_state, title_buffer->at, title_buffer->capacity, &title_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, title_buffer);
        call_give(&made, make_tally_feed_state(&made, &out_state, NULL));
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
    const char *preset = call_text_or_none(&made);
    made.name = "mapping";
    const char *mapping = call_text_or_none(&made);
    made.name = "body";
    byte_view body = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_mapping_try(preset, mapping, body.at, body.size, &made.given);
    if (call_is_done(&made)) {
        call_give(&made, make_characters(&made, made.given.data, made.given.size));
    }
    return call_end(&made);
}

static napi_value call_path_escape(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "name";
    const char *name = call_text(&made);
    buffer *buffer_buffer = call_buffer(&made, 512);
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
    buffer *buffer_buffer = call_buffer(&made, 512);
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
    buffer *buffer_buffer = call_buffer(&made, 512);
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
    buffer *buffer_buffer = call_buffer(&made, 512);
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
    const char *summary = call_text_or_none(&made);
    made.name = "hidden";
    const char *hidden = call_text_or_none(&made);
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
    const char *language = call_text_or_none(&made);
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
    const char *language = call_text_or_none(&made);
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
    const char *language = call_text_or_none(&made);
    tally_import_report out_report = {.struct_size = sizeof(tally_import_report)};
    if (made.failed) return call_end(&made);
    made.status = library.tally_strings_import(account, kind, bytes.at, bytes.size, language, &out_report);
    if (call_is_done(&made)) {
        call_give(&made, make_tally_import_report(&made, &out_report, NULL));
    }
    return call_end(&made);
}

static napi_value call_group_list(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "language";
    const char *language = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
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
    const char *thread = call_text_or_none(&made);
    made.name = "language";
    const char *language = call_text_or_none(&made);
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
    const char *thread = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
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
    const char *thread = call_text_or_none(&made);
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
    const char *thread = call_text_or_none(&made);
    size_t out_changed = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_group_dismiss(account, thread, &out_changed);
    if (call_is_done(&made)) {
        call_give(&made, make_uint64(&made, out_changed));
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
    const char *after = call_text_or_none(&made);
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
        call_give(&made, make_tally_outbox_counts(&made, &out_counts, NULL));
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
        call_give(&made, make_uint64(&made, out_count));
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
        call_give(&made, make_uint64(&made, out_count));
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
        call_give(&made, make_uint64(&made, out_count));
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
        call_give(&made, make_uint64(&made, out_count));
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
    const char *after = call_text_or_none(&made);
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
        call_give(&made, make_tally_plan(&made, &out_plan, NULL));
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
    const char *after = call_text_or_none(&made);
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
        call_give(&made, make_characters(&made, made.given.data, made.given.size));
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
        call_give(&made, make_tally_import_report(&made, &out_report, NULL));
    }
    return call_end(&made);
}

static napi_value call_engine_set_zone(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "name";
    const char *name = call_text_or_none(&made);
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
    const char *path = call_text_or_none(&made);
    uint64_t out_digest = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_digest(account, path, &out_digest);
    if (call_is_done(&made)) {
        call_give(&made, make_uint64(&made, out_digest));
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
    const char *path = call_text_or_none(&made);
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
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
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
    const char *path = call_text_or_none(&made);
    made.name = "flags";
    uint32_t flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    made.name = "after";
    const char *after = call_text_or_none(&made);
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
    const char *path = call_text_or_none(&made);
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
        call_give(&made, make_uint64(&made, out_node));
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
    buffer *buffer_buffer = call_buffer(&made, 512);
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
        call_give(&made, make_tally_badge(&made, &out_badge, NULL));
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
        call_give(&made, make_uint64(&made, out_revision));
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
        call_give(&made, make_tally_position(&made, &out_position, NULL));
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
    buffer *icon_buffer = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_style_get(account, path, &out_style, icon_buffer->at, icon_buffer->capacity, &icon_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, icon_buffer);
        call_give(&made, make_tally_style(&made, &out_style, NULL));
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
    buffer *text_buffer = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_badge_present(account, path, &out_presentation, text_buffer->at, text_buffer->capacity, &text_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, text_buffer);
        call_give(&made, make_tally_presentation(&made, &out_presentation, NULL));
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
    buffer *text_buffer = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    do {
        made.status = library.tally_present(badge, style, &out_presentation, text_buffer->at, text_buffer->capacity, &text_buffer->size);
    } while (call_again(&made));
    if (call_is_done(&made)) {
        call_give_text(&made, text_buffer);
        call_give(&made, make_tally_presentation(&made, &out_presentation, NULL));
    }
    return call_end(&made);
}

static napi_value call_widget_bind(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "scope";
    tally_scope *scope = call_handle(&made, TALLY_SCOPE);
    made.name = "account";
    tally_account *account = call_handle(&made, TALLY_ACCOUNT);
    made.name = "path";
    const char *path = call_text(&made);
    uint64_t number = call_unsigned(&made);
    uint64_t out_token = 0;
    if (made.failed) return call_end(&made);
    made.status = library.tally_widget_bind(scope, account, path, &noted_widget, (void *)(uintptr_t)number, NULL, &out_token);
    if (call_is_done(&made)) {
        call_give(&made, make_uint64(&made, out_token));
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

static napi_value call_transport_respond(napi_env env, napi_callback_info info) {
    call made;
    call_begin(&made, env, info);
    made.name = "engine";
    tally_engine *engine = call_handle(&made, TALLY_ENGINE);
    made.name = "requestId";
    int64_t request_id = (int64_t)call_integer(&made, INT64_MIN, INT64_MAX);
    made.name = "status";
    int32_t status = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    made.name = "headers";
    const char *headers = call_text(&made);
    made.name = "body";
    byte_view body = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_transport_respond(engine, request_id, status, headers, body.at, body.size);
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
        call_give(&made, make_tally_position(&made, &out_position, NULL));
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
    X(badge_clear_tree) X(badge_mute) X(badge_snooze) X(badge_flag) X(badge_get) X(badge_get_own) \
    X(badge_set_rule) X(badge_get_rule) X(link_add) X(link_remove) X(link_list) X(engine_get_total) \
    X(engine_get_total_of_all) X(badge_list) X(badge_changes) X(badge_explain) X(message_list) \
    X(message_list_from) X(message_first) X(message_get) X(message_find) X(message_get_data) \
    X(message_get_counts) X(message_mark_read) X(message_mark_path_read) X(message_mark_read_until) \
    X(message_mark_unread) X(message_mark_seen) X(message_snooze) X(message_post) X(message_remove) \
    X(message_withdraw) X(scope_open) X(observe) X(observe_messages) X(observe_groups) X(observe_total) \
    X(observe_feed) X(observe_feeds) X(observe_reminders) X(unobserve) X(view_begin) X(view_end) \
    X(engine_interrupt) X(engine_get_descriptor) X(engine_step) X(engine_get_timeout) X(feed_add) X(feed_find) \
    X(feed_find_by_id) X(feed_list) X(feed_list_rejected) X(drift_list) X(feed_remove) X(feed_refresh) \
    X(feed_show_page) X(feed_hide_page) X(feed_cancel) X(feed_pause) X(feed_set_credential) \
    X(feed_remove_credential) X(feed_refresh_now) X(feed_get) X(feed_deliver) X(account_push) X(feed_push) \
    X(mapping_try) X(path_escape) X(path_join) X(path_parent) X(path_component) X(category_set) \
    X(category_remove) X(strings_set) X(strings_remove) X(strings_import) X(group_list) X(group_get) \
    X(group_list_messages) X(group_mark_seen) X(group_dismiss) X(outbox_lease) X(outbox_ack) X(outbox_fail) \
    X(outbox_list) X(outbox_get_counts) X(outbox_retry) X(outbox_retry_all) X(outbox_remove) \
    X(outbox_remove_failed) X(reminder_put) X(reminder_edit) X(reminder_mark_done) X(reminder_mark_undone) \
    X(reminder_remove) X(reminder_snooze) X(reminder_acknowledge) X(reminder_list) X(reminder_get) \
    X(reminder_plan) X(reminder_confirm_plan) X(reminder_list_notes) X(reminder_export) X(reminder_import) \
    X(engine_set_zone) X(badge_digest) X(badge_diff) X(snapshot_decode) X(snapshot_take) X(snapshot_encode) \
    X(snapshot_diff) X(snapshot_list) X(patch_inverse) X(patch_list) X(badge_restore) X(badge_apply) \
    X(account_verify) X(node_resolve) X(node_release) X(node_get_path) X(node_set) X(node_dot) X(node_set_until) \
    X(node_dot_until) X(node_add) X(node_clear) X(node_clear_tree) X(node_mute) X(node_get) X(badge_batch) \
    X(account_get_position) X(style_set) X(style_get) X(badge_present) X(present) X(widget_bind) \
    X(widget_refresh) X(transport_respond) X(transport_progress) X(engine_batch) X(engine_get_position) \
    X(engine_export_account) X(engine_export_source) X(engine_import)
