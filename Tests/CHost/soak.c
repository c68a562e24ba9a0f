/* Every kind of call, on names that are few. What a call finds is left to chance, so many of them are refused:
 * test_soak.c says which errors that may be. */
#include "soak.h"
#include "lists.h"
#include "record.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

unsigned soak_below(worker *k, unsigned bound)
{
    k->random ^= k->random << 13;
    k->random ^= k->random >> 7;
    k->random ^= k->random << 17;
    return (unsigned)(k->random >> 32) % bound;
}

#define below(bound) soak_below(k, (bound))
#define ENTRIES(kind) k->entries.kind, COUNT_OF(k->entries.kind)
#define TEXT k->text, sizeof k->text, &k->count, &k->size
#define BYTES k->bytes, sizeof k->bytes, &k->size

static int64_t soon(worker *k)
{
    struct timespec now;

    if (k->s->clock != NULL)
        return k->s->clock->wall + (int64_t)below(3000);
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + (int64_t)below(3000);
}

static const char *name_of(worker *k, const char *kind, unsigned bound)
{
    char *name = k->names[k->next_name++ % COUNT_OF(k->names)];

    snprintf(name, sizeof k->names[0], "%s%u", kind, below(bound));
    return name;
}

/* ---- Badges ---- */

static tally_status set(worker *k) { return tally_badge_set(k->account, k->path, below(200)); }
static tally_status add(worker *k) { return tally_badge_add(k->account, k->path, (int64_t)below(5) - 2); }
static tally_status dot_until(worker *k) { return tally_badge_dot_until(k->account, k->path, soon(k)); }
static tally_status clear(worker *k) { return tally_badge_clear(k->account, k->path); }
static tally_status force(worker *k) { return tally_badge_clear_tree(k->account, below(4) ? k->path : "root"); }

static tally_status mute(worker *k)
{
    return tally_badge_mute(k->account, k->path, (int32_t)below(3), below(2) ? soon(k) : TALLY_FOREVER);
}

static tally_status get(worker *k)
{
    tally_badge badge;
    tally_status status = tally_badge_get(k->account, k->path, &badge);

    return status == TALLY_OK ? tally_engine_get_total(k->s->w.engine, &badge) : status;
}

static tally_status batch(worker *k)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operations[8] = {0};
    char paths[8][48], id[32];
    unsigned count = below(8), i;

    for (i = 0; i < count; i++) {
        snprintf(paths[i], sizeof paths[i], "in.a%u.b%u", below(4), below(8));
        operations[i] = (tally_operation){.kind = TALLY_OP_SET + (int32_t)below(7), .path = paths[i]};
        operations[i].value = below(3);
    }
    snprintf(id, sizeof id, "%llx", (unsigned long long)k->random);
    if (below(2))
        options.id = id;
    if (below(2)) {
        options.source = name_of(k, "source", 4);
        options.epoch = 1;
        options.position = below(1000000);
    }
    return tally_badge_batch(k->account, operations, count, below(4) ? &options : PLAIN_BATCH, NULL);
}

/* Changes badges, and what messages feed, before its last operation is rejected. */
static tally_status rejected_batch(worker *k)
{
    tally_operation operations[6] = {0};
    char paths[5][48];
    int i;
    tally_status status;

    for (i = 0; i < 5; i++) {
        snprintf(paths[i], sizeof paths[i], "in.a%u.b%u", below(4), below(8));
        operations[i] = (tally_operation){.kind = i % 2 ? TALLY_OP_MUTE : TALLY_OP_SET, .path = paths[i], .value = below(3)};
    }
    if (below(2))
        operations[4].kind = TALLY_OP_CLEAR;
    operations[5] = (tally_operation){.kind = TALLY_OP_SET, .path = "a..b", .value = 1};
    status = tally_badge_batch(k->account, operations, COUNT_OF(operations), PLAIN_BATCH, NULL);
    return status == TALLY_ERROR_PATH ? TALLY_OK : status == TALLY_ERROR_NOT_FOUND ? status : TALLY_ERROR_INTERNAL;
}

static tally_status perform_each(worker *k)
{
    tally_operation operations[16] = {0};
    unsigned i, count = 1 + below(COUNT_OF(operations));
    tally_node node;
    tally_status status = tally_node_resolve(k->account, k->path, &node);

    if (status != TALLY_OK)
        return status;
    for (i = 0; i < count; i++)
        operations[i] = (tally_operation){.node = below(3) ? node : 0, .path = k->path, .value = below(3),
                                          .kind = TALLY_OP_SET + (int32_t)below(7)};
    status = batch_each(k->account, operations, count);
    tally_node_release(k->account, node);
    return status;
}

static tally_status use_node(worker *k)
{
    tally_node node;
    tally_status status = tally_node_resolve(k->account, k->path, &node);

    if (status != TALLY_OK)
        return status;
    tally_node_add(k->account, node, below(3));
    tally_node_release(k->account, node);
    return TALLY_OK;
}

static tally_status list(worker *k)
{
    return badge_list(k->account, k->path, below(2), ENTRIES(badges), TEXT, NULL);
}

static tally_status changes(worker *k)
{
    uint64_t revision = 0;

    account_info(k->account, NULL, &revision, NULL, NULL);
    return badge_changes(k->account, revision > 50 ? revision - 50 : 0, 0, ENTRIES(badges), k->text,
                               sizeof k->text, &k->count, &revision);
}

static tally_status explain(worker *k)
{
    return badge_explain(k->account, "root", ENTRIES(reasons), TEXT);
}

static tally_status digest(worker *k)
{
    uint64_t digest;

    return tally_badge_digest(k->account, k->path, &digest);
}

static tally_status snapshot(worker *k)
{
    tally_status status = badge_snapshot(k->account, k->path, BYTES);

    return status == TALLY_OK ? badge_restore(k->account, "in.a0", k->bytes, k->size) : status;
}

static tally_status diff(worker *k)
{
    tally_status status = badge_diff(k->account, "in.a0", k->account, "in.a1", BYTES);

    return status == TALLY_OK ? tally_badge_apply(k->account, "in.a0", k->bytes, k->size, below(2)) : status;
}

static tally_status style(worker *k)
{
    tally_style style = {.struct_size = sizeof style, .fields = TALLY_STYLE_FIELD_ICON, .icon = "new"};
    tally_presentation drawn = {.struct_size = sizeof drawn};
    tally_status status = tally_style_set(k->account, k->path, below(3) ? NULL : &style);

    return status == TALLY_OK ? tally_badge_present(k->account, k->path, &drawn, k->text, sizeof k->text, &k->size)
                              : status;
}

/* ---- Messages ---- */

static tally_status post(worker *k)
{
    tally_message_options options = {.struct_size = sizeof options, .title = "A title", .body = "What it says."};

    options.id = below(3) ? NULL : name_of(k, "id", 40);
    options.thread = name_of(k, "thread", 8);
    options.category = name_of(k, "category", 3);
    options.argument = name_of(k, "Name ", 5);
    return tally_message_post(k->account, k->path, &options, NULL);
}

static tally_status remove_posted(worker *k) { return tally_message_withdraw(k->account, name_of(k, "id", 40)); }

static tally_status read_some(worker *k)
{
    int64_t keys[8];
    size_t i;
    tally_status status = message_list(k->account, "root", TALLY_SUBTREE, 0, 100, ENTRIES(messages), TEXT);

    if (status < TALLY_OK || k->count == 0)
        return status;
    for (i = 0; i < COUNT_OF(keys); i++)
        keys[i] = k->entries.messages[below((unsigned)k->count)].key;
    return below(4) ? tally_message_mark_read(k->account, keys, COUNT_OF(keys), NULL)
                    : tally_message_mark_unread(k->account, keys, COUNT_OF(keys), NULL);
}

static tally_status read_path(worker *k)
{
    return tally_message_mark_path_read(k->account, below(8) ? k->path : "root", TALLY_SUBTREE, NULL);
}

static tally_status count(worker *k)
{
    return message_counts(k->account, k->path, TALLY_SUBTREE, NULL, NULL, NULL);
}

static tally_status group(worker *k)
{
    const char *thread = name_of(k, "thread", 8);

    switch (below(6)) {
    case 0: return tally_group_mark_seen(k->account, thread);
    case 1: return tally_group_dismiss(k->account, thread, NULL);
    case 2: return group_messages(k->account, thread, 0, 50, ENTRIES(messages), TEXT);
    case 3: return group_get(k->account, thread, "de", 0, k->entries.groups, k->text, sizeof k->text, &k->size);
    default: return group_list(k->account, NULL, below(2), 0, 50, ENTRIES(groups), TEXT);
    }
}

static tally_status wording(worker *k)
{
    tally_forms forms = {.struct_size = sizeof forms, .other = "%u more of %@"};

    switch (below(3)) {
    case 0: return tally_strings_set(k->account, "%u of %@", name_of(k, "d", 1) ? "de" : NULL, &forms);
    case 1: return group_by(k->account, (int32_t)below(4), below(2) ? "de" : "en");
    default: return tally_category_set(k->account, name_of(k, "category", 3), "%u of %@", "%u");
    }
}

/* ---- Feeds ---- */

static size_t write_page(worker *k, char *page, size_t capacity)
{
    unsigned i, items = below(6);
    size_t size = (size_t)snprintf(page, capacity, "{\"cursor\":\"%u\",\"title\":\"T\",\"items\":[", below(100000));

    for (i = 0; i < items; i++)
        size += (size_t)snprintf(page + size, capacity - size,
                                 "%s{\"id\":\"%u\",\"seq\":\"%u\",\"path\":\"a%u.b%u\",\"title\":\"t\",\"thread\":\"t%u\"}",
                                 i ? "," : "", below(60), below(100000), below(4), below(8), below(4));
    return size + (size_t)snprintf(page + size, capacity - size,
                                   "%s],\"gone\":[\"%u\"],\"badges\":{\"set.b%u\":{\"count\":%u}},"
                                   "\"marks\":{\"a%u\":{\"upto\":\"%u\",\"ver\":%u}}}",
                                   items % 2 ? ",{\"id\":{}}" : "", below(60), below(8), below(3), below(4), below(100000),
                                   below(1000));
}

static tally_status use_feed(worker *k, tally_feed *feed)
{
    tally_feed_state state = {.struct_size = sizeof state};
    tally_page_info page = {.struct_size = sizeof page};
    static const char push[] = "{\"path\":\"pushed\",\"id\":\"7\",\"aps\":{\"alert\":\"new\",\"badge\":3}}";

    switch (below(12)) {
    case 0: return tally_feed_remove(feed);
    case 1: return tally_feed_refresh(feed);
    case 2: return tally_feed_show_page(feed, below(3), below(2) ? &page : NULL);
    case 3: return tally_feed_hide_page(feed, below(3));
    case 4: return tally_feed_cancel(feed);
    case 5: return tally_feed_pause(feed, (int32_t)below(2));
    case 6: return tally_feed_refresh_now(feed, NULL, NULL, NULL, NULL);
    case 7: return tally_feed_get(feed, &state, k->text, sizeof k->text, &k->size);
    case 8: return tally_feed_push(feed, push, sizeof push - 1);
    default: return tally_feed_deliver(feed, k->bytes, write_page(k, k->bytes, sizeof k->bytes));
    }
}

static tally_status add_feed(worker *k, tally_feed **out_feed)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = 100, .interval = 300, .prefix = "fed"};

    options.url = below(8) ? "https://example.org/feed" : "https://example.org/other";
    options.max_messages = 30;
    options.title = below(2) ? "title" : NULL;
    options.flags = below(2) ? TALLY_FEED_OPTION_EXACT_DELAY : 0;
    return tally_feed_add(k->account, name_of(k, "feed", 3), &options, out_feed);
}

static tally_status feed(worker *k)
{
    tally_feed *feed;
    tally_status status = add_feed(k, &feed);

    if (status != TALLY_OK)
        return status;
    status = use_feed(k, feed);
    tally_feed_release(feed);
    return status;
}

/* Posted messages are kept for a while only. */
static tally_status keep_posted(worker *k)
{
    tally_feed_options options = {.struct_size = sizeof options, .max_messages = 40, .max_age = 600000};

    return tally_feed_add(k->account, TALLY_FEED_LOCAL, &options, NULL);
}

static tally_status list_feeds(worker *k)
{
    tally_status status = feed_list(k->account, NULL, 50, ENTRIES(feeds), TEXT);

    if (status < TALLY_OK || k->count == 0)
        return status;
    return feed_rejected(k->account, k->entries.feeds[below((unsigned)k->count)].id, 0, 100, ENTRIES(rejected),
                               TEXT);
}

static tally_status answer_request(soak *s, int64_t id, unsigned random)
{
    static const char page[] = "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"seq\":\"1\",\"path\":\"a1.b1\"}]}";

    switch (random % 8) {
    case 0: return tally_transport_respond(s->w.engine, id, 304, NULL, NULL, 0);
    case 1: return tally_transport_respond(s->w.engine, id, TALLY_ERROR_NETWORK, NULL, "gone", 4);
    case 2: return tally_transport_respond(s->w.engine, id, 400, NULL, NULL, 0);
    default: return tally_transport_respond(s->w.engine, id, 200, "ETag: \"x\"\r\n", page, sizeof page - 1);
    }
}

static tally_status answer_one(worker *k)
{
    int64_t id = atomic_exchange(&k->s->requests[below(COUNT_OF(k->s->requests))], 0);

    return id == 0 ? TALLY_EMPTY : answer_request(k->s, id, below(8));
}

/* Half of the requests are answered within the call, the others later, by a worker; the first slot that is taken is
 * answered now. */
void soak_transport(void *user_data, const tally_request *request)
{
    soak *s = (soak *)user_data;
    unsigned random = atomic_fetch_add(&s->random, 1) * 2654435761u >> 8;
    uint64_t before = 0;

    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    if (random & 1)
        before = atomic_exchange(&s->requests[random / 2 % COUNT_OF(s->requests)], request->id);
    else
        before = request->id;
    if (before != 0)
        answer_request(s, before, random >> 8);
}

static tally_status push(worker *k)
{
    static const char push[] = "{\"spread\":1,\"aps\":{\"alert\":{\"title\":\"t\"},\"badge\":5}}";
    tally_status status = push_to(k->account, "icon");

    return status == TALLY_OK ? tally_account_push(k->account, push, sizeof push - 1) : status;
}

/* ---- The outbox: of some accounts the library sends it, of others the host leases it ---- */

static tally_status configure_outbox(worker *k)
{
    int is_sent = k->name[strlen(k->name) - 1] % 2;

    return is_sent ? send_outbox(k->account, "https://example.org/outbox") : lease_outbox(k->account);
}

static tally_status end_row(worker *k, const tally_outbox_entry *row)
{
    switch (below(3)) {
    case 0: return tally_outbox_fail(k->account, row->id, row->attempt, below(2) ? -1 : 10);
    default: return tally_outbox_ack(k->account, row->id, NULL, 0);
    }
}

static tally_status lease(worker *k)
{
    tally_status status = outbox_lease(k->account, 1000, 20, ENTRIES(rows), TEXT);
    size_t i, count = k->count;

    for (i = 0; status >= TALLY_OK && i < count; i++)
        status = end_row(k, &k->entries.rows[i]);
    return status;
}

static tally_status tend_outbox(worker *k)
{
    switch (below(4)) {
    case 0: return tally_outbox_remove_failed(k->account, NULL);
    case 1: return tally_outbox_retry_all(k->account, NULL);
    case 2: return outbox_counts(k->account, NULL, NULL, NULL);
    default: return outbox_list(k->account, 0, 50, ENTRIES(rows), TEXT);
    }
}

/* ---- Reminders ---- */

/* It fires every minute. */
static tally_reminder_options every_minute(worker *k)
{
    return (tally_reminder_options){
        .struct_size = sizeof(tally_reminder_options), .title = "Every minute", .path = k->path, .zone = "UTC",
        .produced = 20240101, .shelf_life = 60, .shelf_unit = TALLY_UNIT_YEAR, .smart = TALLY_SMART_OFF,
        .repeat_unit = TALLY_UNIT_MINUTE, .repeat_every = 1 + (int32_t)below(3), .start = 20240101, .end = 20790101,
        .time_of_day = (int32_t)below(60),
    };
}

static tally_status remind(worker *k)
{
    tally_reminder_options options = every_minute(k);
    const char *id = name_of(k, "r", 8);

    switch (below(8)) {
    case 0: return reminder_edit(k->account, id, &options);
    case 1: return tally_reminder_mark_done(k->account, id, 0);
    case 2: return tally_reminder_mark_undone(k->account, id);
    case 3: return tally_reminder_remove(k->account, id);
    case 4: return tally_reminder_snooze(k->account, id, soon(k) + 2000);
    case 5: return tally_reminder_acknowledge(k->account, id);
    default: return reminder_put(k->account, id, &options);
    }
}

static tally_status plan(worker *k)
{
    return reminder_plan(k->account, NULL, ENTRIES(plan), TEXT, NULL);
}

static tally_status list_reminders(worker *k)
{
    tally_status status;

    switch (below(3)) {
    case 0: return reminder_list(k->account, NULL, 50, ENTRIES(reminders), TEXT);
    case 1: return reminder_log(k->account, 0, 50, ENTRIES(notes), TEXT);
    default:
        status = reminder_export(k->account, BYTES);
        return status == TALLY_OK ? reminder_import(k->account, k->bytes, k->size, NULL, NULL) : status;
    }
}

/* ---- Who watches ---- */

static void told(void *user_data, const tally_event *event, const char *text)
{
    require(event->text_length == strlen(text));
    record_bytes("event", event, sizeof *event);
    record("%s", text);
    atomic_fetch_add(&((soak *)user_data)->told, 1);
}

static void drawn(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    record("drawn %s, %s", path, text);
    record_bytes("presentation", presentation, sizeof *presentation);
    atomic_fetch_add(&((soak *)user_data)->told, 1);
}

static tally_status observe_feed(worker *k, tally_scope *scope)
{
    tally_feed *feed;
    tally_status status = add_feed(k, &feed);

    if (status != TALLY_OK)
        return status;
    status = tally_observe_feed(scope, feed, 0, told, k->s, NULL, NULL);
    tally_feed_release(feed);
    return status;
}

static tally_status observe_one(worker *k, tally_scope *scope)
{
    tally_widget view = {.struct_size = sizeof view, .show_dot = drawn, .show_number = drawn, .show_icon = drawn, .hide = drawn};
    uint32_t flags = below(4);

    switch (below(7)) {
    case 0: return tally_observe_messages(scope, k->account, k->path, flags, told, k->s, NULL, NULL);
    case 1: return tally_observe_groups(scope, k->account, flags & TALLY_OBSERVE_INITIAL, told, k->s, NULL, NULL);
    case 2: return tally_observe_total(scope, TALLY_OBSERVE_INITIAL, told, k->s, NULL, NULL);
    case 3: return tally_widget_bind(scope, k->account, k->path, &view, k->s, NULL, NULL);
    case 4: return tally_view_begin(scope, k->account, k->path, 0, NULL);
    case 5: return observe_feed(k, scope);
    default: return tally_observe(scope, k->account, k->path, flags, told, k->s, NULL, NULL);
    }
}

/* A new scope in the place of an older one. */
static tally_status observe(worker *k)
{
    tally_scope *scope;
    tally_status status = tally_scope_open(k->s->w.engine, &scope);
    unsigned i;

    for (i = 0; i < 4 && status >= TALLY_OK; i++)
        status = observe_one(k, scope);
    tally_widget_refresh(scope);
    tally_scope_close((tally_scope *)atomic_exchange(&k->s->scopes[below(SOAK_SCOPES)], (uintptr_t)scope));
    return status;
}

static void notified(void *user_data) { atomic_fetch_add(&((soak *)user_data)->told, 1); }

static tally_status notify(worker *k)
{
    return tally_engine_set_notify(k->s->w.engine, below(2) ? notified : NULL, k->s, NULL);
}

/* ---- Accounts and the engine ---- */

static tally_status log_in(worker *k) { return tally_account_log_in(k->account); }
static tally_status log_out(worker *k) { return tally_account_log_out(k->account); }
static tally_status flush(worker *k) { return tally_engine_flush(k->s->w.engine); }
static tally_status verify(worker *k) { return tally_engine_verify(k->s->w.engine); }
static tally_status verify_tree(worker *k) { return tally_account_verify(k->account); }
static tally_status wake(worker *k) { return tally_engine_woke(k->s->w.engine); }
static tally_status zone(worker *k) { return tally_engine_set_zone(k->s->w.engine, below(2) ? "UTC" : "Europe/Berlin"); }

static tally_status foreground(worker *k) { return tally_engine_set_foreground(k->s->w.engine, (int32_t)below(2)); }
static tally_status network(worker *k) { return tally_engine_set_network(k->s->w.engine, (int32_t)below(2)); }

static tally_status list_accounts(worker *k)
{
    tally_stats stats = {.struct_size = sizeof stats};
    tally_status status = tally_engine_get_stats(k->s->w.engine, 0, &stats);

    return status == TALLY_OK ? account_list(k->s->w.engine, NULL, 50, ENTRIES(names), TEXT) : status;
}

static tally_status drop(worker *k)
{
    return strcmp(k->name, "ann") == 0 ? TALLY_OK : tally_account_remove(k->s->w.engine, k->name);
}

static tally_status export_account(worker *k)
{
    char copy[32];
    tally_status status = account_export(k->account, BYTES);

    if (status != TALLY_OK)
        return status;
    snprintf(copy, sizeof copy, "copy%d", k->index);
    status = tally_account_import(k->s->w.engine, copy, k->bytes, k->size);
    return status == TALLY_OK ? tally_account_remove(k->s->w.engine, copy) : status;
}

/* ---- Many accounts in one call ---- */

static tally_status items(worker *k)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_operation operations[6] = {0};
    tally_item all[6] = {0};
    tally_message_options message = {.struct_size = sizeof message, .title = "of a log"};
    tally_reminder_options reminder = every_minute(k);
    char accounts[6][16], ids[6][32];
    unsigned i, count = 1 + below(COUNT_OF(all));

    for (i = 0; i < count; i++) {
        snprintf(accounts[i], sizeof accounts[i], "account%u", below(6));
        snprintf(ids[i], sizeof ids[i], "%llx.%u", (unsigned long long)k->random, i);
        all[i] = (tally_item){.account = accounts[i], .operations = &operations[i], .count = 1};
        operations[i] = (tally_operation){.kind = TALLY_OP_SET, .value = below(3), .path = k->path};
        switch (below(6)) {
        case 0:
            operations[i].kind = TALLY_OP_POST;
            operations[i].message = &message;
            break;
        case 1: operations[i].kind = TALLY_OP_READ; break;
        case 2: operations[i].kind = TALLY_OP_CLEAR_TREE; break;
        case 3:
            operations[i].kind = TALLY_OP_REMINDER_PUT;
            operations[i].path = NULL;
            operations[i].id = name_of(k, "r", 8);
            operations[i].reminder = &reminder;
            break;
        case 4: operations[i].path = "a..b"; break; /* Rejected. */
        default: break;
        }
    }
    if (below(2)) {
        options.source = name_of(k, "log", 3);
        options.epoch = 1;
        options.position = below(1u << 20);
        for (i = 0; i < count; i++)
            all[i].id = ids[i];
    }
    return tally_engine_batch(k->s->w.engine, all, count, &options);
}

/* An account, or the state of a log, moves to where it is. */
static tally_status move(worker *k)
{
    int is_log = below(3) == 0;
    const char *account = is_log ? NULL : k->name, *source = is_log ? name_of(k, "log", 3) : NULL;
    tally_status status = engine_export(k->s->w.engine, account, source, BYTES);
    tally_import import = {.account = account, .bytes = k->bytes, .size = k->size};

    if (status != TALLY_OK)
        return status;
    /* The account that is never dropped is exported only. */
    return strcmp(k->name, "ann") == 0 && !is_log ? TALLY_OK
                                                  : tally_engine_import(k->s->w.engine, &import, 1, TALLY_IMPORT_REPLACE);
}

static tally_status backup(worker *k)
{
    char file[400];

    snprintf(file, sizeof file, "%s%d", k->s->copies, k->index);
    return tally_engine_backup(k->s->w.engine, file, TALLY_BACKUP_REPLACE);
}

#define CALL(function, weight) {#function, weight, function}

const soak_call soak_calls[] = {
    CALL(set, 200), CALL(add, 60), CALL(dot_until, 30), CALL(clear, 40), CALL(force, 10), CALL(mute, 20), CALL(get, 200),
    CALL(batch, 40), CALL(use_node, 20), CALL(list, 20), CALL(changes, 10), CALL(explain, 5), CALL(digest, 5),
    CALL(snapshot, 4), CALL(diff, 4), CALL(style, 10),
    CALL(post, 60), CALL(remove_posted, 10), CALL(read_some, 30), CALL(read_path, 10), CALL(count, 10), CALL(group, 20),
    CALL(wording, 4),
    CALL(feed, 60), CALL(keep_posted, 10), CALL(list_feeds, 4), CALL(answer_one, 60), CALL(push, 4),
    CALL(configure_outbox, 6), CALL(lease, 10), CALL(tend_outbox, 8),
    CALL(remind, 20), CALL(plan, 4), CALL(list_reminders, 4),
    CALL(observe, 8), CALL(notify, 2),
    CALL(log_in, 10), CALL(log_out, 4), CALL(flush, 2), CALL(verify, 1), CALL(verify_tree, 2), CALL(wake, 1),
    CALL(zone, 1), CALL(foreground, 2), CALL(network, 2), CALL(list_accounts, 2), CALL(drop, 3), CALL(export_account, 3),
    CALL(backup, 1),
    CALL(rejected_batch, 30), CALL(perform_each, 20), CALL(items, 20), CALL(move, 3),
};

const size_t soak_call_count = COUNT_OF(soak_calls);

const soak_call *soak_choose(worker *k)
{
    unsigned all = 0, number;
    size_t i;

    for (i = 0; i < soak_call_count; i++)
        all += soak_calls[i].weight;
    number = soak_below(k, all);
    for (i = 0; number >= soak_calls[i].weight; i++)
        number -= soak_calls[i].weight;
    return &soak_calls[i];
}
