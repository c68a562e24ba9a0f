#include "account_fields.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Fields ---- */

/* Names of numbers (#), of texts ($), and of lists, whose elements stand in brackets; behind the head of 8 bytes.
 * Numbers that only a snapshot with keys has end with an exclamation mark. */
static const char grammar[] =
    "revision# kept_epoch! badges$ "
    "rule[ path$ feeding# counting# ] "
    "source[ name$ epoch# position# ] "
    "batch[ id$ time# ] "
    "feed[ name$ url$ prefix$ cursor$ epoch$ etag$ last_modified$ title$ last_success# poll# "
    "message[ id$ revision$ sequence$ path$ kind$ title$ body$ thread$ category$ argument$ "
    "link$ icon$ subtitle$ also$ data$ time# count# arguments# level# state# snooze# version# key! ] "
    "placed[ path$ icon$ revision$ count# end# place# dismissed# ] "
    "mark[ name$ revision$ sequence$ number# end# ] "
    "removed[ name$ revision$ sequence$ number# end# ] "
    "outbox[ kind# entity$ key$ revision$ value# sequence$ body$ attempts# next# version# ] ] "
    "grouping# language$ "
    "category[ id$ summary$ hidden$ ] "
    "format[ key$ language$ format$ ] "
    "seen[ thread$ rank$ key! ] "
    "reminder[ name$ title$ body$ path$ zone$ revision# state# produced# shelf_life# shelf_unit# time# entered# smart# "
    "repeat_unit# repeat_every# start# end# overdue_unit# overdue_every# overdue_limit# stamp# told# due# due_index# "
    "snoozed# snoozed_index# ] "
    "log[ kind# time# name$ revision# instant# ] "
    "link[ path$ target$ ] "
    "choice[ kind# path$ value# version# ] "
    "covered[ path$ count# end# place# ] "
    "icon[ path$ name$ ] ";

enum { HEAD = 8, CHECKSUM = 8, VERSION = 1 };

typedef struct reader {
    const bytes *snapshot;
    size_t position;
    account_field *fields;
    size_t capacity;
    size_t count;
    int is_wrong;
} reader;

static uint64_t read_number(reader *r)
{
    uint64_t value = 0;
    unsigned shift = 0;

    while (r->position < r->snapshot->size - CHECKSUM && shift < 64) {
        unsigned char byte = r->snapshot->data[r->position++];

        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
        shift += 7;
    }
    r->is_wrong = 1;
    return 0;
}

static void read_field(reader *r, const char *list, size_t list_length, const char *name, size_t length, int is_text)
{
    account_field field = {0};
    uint64_t value;

    snprintf(field.name, sizeof field.name, "%.*s%s%.*s", (int)list_length, list, list_length > 0 ? "." : "",
             (int)length, name);
    field.is_text = is_text;
    field.offset = r->position;
    value = read_number(r);
    if (is_text) {
        if (value > r->snapshot->size - CHECKSUM - r->position)
            r->is_wrong = 1;
        else
            r->position += (size_t)value;
    }
    field.size = r->position - field.offset;
    if (!r->is_wrong && r->count < r->capacity)
        r->fields[r->count++] = field;
}

/* Skips what an element would have: behind the bracket that ends it. */
static const char *behind_list(const char *at)
{
    int depth = 1;

    for (; depth > 0; at++)
        depth += (*at == '[') - (*at == ']');
    return at;
}

/* Reads what the grammar says from `at`, up to the end of the list or of the grammar. */
static void read_parts(reader *r, const char *at, const char *list, size_t list_length)
{
    while (!r->is_wrong && *at != '\0' && *at != ']') {
        size_t length = strcspn(at, "#!$[] ");

        if (at[length] == '[') {
            while (!r->is_wrong) {
                if (r->position >= r->snapshot->size - CHECKSUM || r->snapshot->data[r->position] > 1)
                    r->is_wrong = 1;
                else if (r->snapshot->data[r->position++] == 0)
                    break;
                else
                    read_parts(r, at + length + 1, at, length);
            }
            at = behind_list(at + length + 1);
        } else {
            if (length > 0 && (at[length] != '!' || r->snapshot->data[5] == 1))
                read_field(r, list, list_length, at, length, at[length] == '$');
            at += length + 1;
        }
    }
}

size_t account_fields(const bytes *snapshot, account_field *fields, size_t capacity)
{
    reader r = {snapshot, HEAD, fields, capacity, 0, 0};

    if (snapshot->size < HEAD + CHECKSUM || memcmp(snapshot->data, "TLYA", 4) != 0 || snapshot->data[4] != VERSION)
        return 0;
    read_parts(&r, grammar, "", 0);
    return r.is_wrong || r.position != snapshot->size - CHECKSUM ? 0 : r.count;
}

static size_t write_number(unsigned char *out, uint64_t value)
{
    size_t size = 0;

    while (value >= 0x80) {
        out[size++] = (unsigned char)(value | 0x80);
        value >>= 7;
    }
    out[size++] = (unsigned char)value;
    return size;
}

static bytes replaced(const bytes *snapshot, const account_field *field, const void *with, size_t size)
{
    bytes b;

    b.size = snapshot->size - field->size + size;
    b.data = (unsigned char *)allocate(b.size);
    memcpy(b.data, snapshot->data, field->offset);
    memcpy(b.data + field->offset, with, size);
    memcpy(b.data + field->offset + size, snapshot->data + field->offset + field->size,
           snapshot->size - field->offset - field->size);
    seal_account(b.data, b.size);
    return b;
}

bytes account_with_number(const bytes *snapshot, const account_field *field, uint64_t value)
{
    unsigned char number[10];

    return replaced(snapshot, field, number, write_number(number, value));
}

bytes account_with_text(const bytes *snapshot, const account_field *field, const void *text, size_t size)
{
    unsigned char *whole = (unsigned char *)allocate(size + 10);
    size_t length = write_number(whole, size);
    bytes b;

    memcpy(whole + length, text, size);
    b = replaced(snapshot, field, whole, length + size);
    free(whole);
    return b;
}

/* ---- Values ---- */

const uint64_t hostile_numbers[] = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 255, 256, 259, 65535, 86399, 86400, 1000000, 1000001,
    20260131, 20260231, 99991231, 99991232, INT32_MAX - 1, INT32_MAX, (uint64_t)INT32_MAX + 1, UINT32_MAX,
    (uint64_t)UINT32_MAX + 1, (UINT64_C(1) << 40) - 1, UINT64_C(1) << 40, (UINT64_C(1) << 41) - 1, UINT64_C(1) << 41,
    (UINT64_C(1) << 41) + 1, UINT64_C(1000000000000000), UINT64_C(1) << 53, (UINT64_C(1) << 53) + 1, UINT64_C(1) << 62,
    INT64_MAX / 1000, INT64_MAX / 1000 + 1, INT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MIN, (uint64_t)INT64_MIN + 1,
    (uint64_t)(INT64_MIN / 1000), (uint64_t)(INT64_MIN / 1000 - 1), (uint64_t)INT32_MIN, (uint64_t)-1, (uint64_t)-2,
    (uint64_t)-3, (uint64_t)-2 - (UINT64_C(1) << 41), (uint64_t)-3 - (UINT64_C(1) << 41),
};
const size_t hostile_number_count = sizeof hostile_numbers / sizeof hostile_numbers[0];

const char *const hostile_texts[] = {
    "", "a", "root", "root.a", "root.\\", "\x80", "\xC3", "\xED\xA0\x80", "\x01", "\x06", "\x0E\x0F", "\x06\x0F\x0E\x01\x02",
    "de", "DE", "UTC", "Europe/Berlin", "../../etc/passwd", "tally:local", "tally:reminders", "local:", "http://[",
    "file:///x#mapping=1", "{}", "{\"v\":1}", "0123456789abcdef0123456789abcdef", "%u", "%@",
};
const size_t hostile_text_count = sizeof hostile_texts / sizeof hostile_texts[0];

/* ---- What a host may do ---- */

static char text[1 << 16];

char account_trial[200];

static void checked(tally_status status, int is_fine, const char *what, int line)
{
    char message[1024] = "";
    size_t length;

    if (is_fine)
        return;
    tally_error_message(message, sizeof message, &length);
    fprintf(stderr, "%s:%d: with %s: %s: %s: %s\n", __FILE__, line, account_trial, what, tally_status_name(status), message);
    abort();
}

/* Somebody has made up what is stored. */
static int is_crafted;

static int is_fine(tally_status status)
{
    return is_crafted || (status != TALLY_ERROR_INTERNAL && status != TALLY_ERROR_CORRUPT && status != TALLY_ERROR_ARGUMENT);
}

/* Any status will do, except a defect, and damage where there is none. */
#define may(call) \
    do { \
        tally_status may_status = (call); \
        checked(may_status, is_fine(may_status), #call, __LINE__); \
    } while (0)
#define must(call) \
    do { \
        tally_status must_status = (call); \
        checked(must_status, is_crafted || must_status >= 0, #call, __LINE__); \
    } while (0)

static void use_reminders(tally_account *account, int64_t now)
{
    tally_reminder entries[16];
    tally_reminder_note notes[64];
    tally_plan_entry plan[64];
    tally_reminder_options edit = {.struct_size = sizeof edit, .title = "edited"};
    char name[16][300];
    size_t count, size, i;
    tally_status status = reminder_list(account, NULL, 16, entries, 16, text, sizeof text, &count, &size);

    may(status);
    may(reminder_log(account, 0, 64, notes, 64, text, sizeof text, &size, &size));
    may(reminder_export(account, text, sizeof text, &size));
    may(reminder_list(account, NULL, 16, entries, 16, text, sizeof text, &count, &size));
    for (i = 0; status >= 0 && i < count && i < 16; i++)
        snprintf(name[i], sizeof name[i], "%s", text + entries[i].id.offset);
    may(reminder_plan(account, NULL, plan, 64, text, sizeof text, &size, &size, NULL));
    for (i = 0; status >= 0 && i < count && i < 16; i++) {
        may(tally_reminder_acknowledge(account, name[i]));
        may(tally_reminder_snooze(account, name[i], now + 3600000));
        may(tally_reminder_mark_done(account, name[i], 0));
        may(tally_reminder_mark_undone(account, name[i]));
        may(tally_reminder_snooze(account, name[i], now + 60000));
        if (i % 2 == 0)
            may(reminder_edit(account, name[i], &edit));
    }
    may(reminder_plan(account, NULL, plan, 64, text, sizeof text, &size, &size, NULL));
}

static void use_messages(tally_account *account)
{
    tally_message messages[16];
    tally_group groups[16];
    tally_reason reasons[64];
    tally_badge badge;
    size_t count, size, i;
    uint64_t total, unread, unseen;
    tally_status status;

    may(tally_badge_get(account, "root", &badge));
    may(badge_explain(account, "root", reasons, 64, text, sizeof text, &count, &size));
    may(message_counts(account, "root", TALLY_SUBTREE, &total, &unread, &unseen));
    may(group_list(account, NULL, 0, 0, 16, groups, 16, text, sizeof text, &count, &size));
    may(group_list(account, "pt", TALLY_GROUPS_HIDDEN, 0, 16, groups, 16, text, sizeof text, &count, &size));
    may(tally_group_mark_seen(account, ""));
    status = message_list(account, "root", TALLY_SUBTREE, 0, 16, messages, 16, text, sizeof text,
                                &count, &size);
    may(status);
    for (i = 0; status >= 0 && i < count && i < 16; i++) {
        may(tally_message_mark_unread(account, &messages[i].key, 1, NULL));
        may(tally_message_mark_read_until(account, "root", TALLY_SUBTREE, messages[i].key, NULL));
        may(tally_message_mark_seen(account, &messages[i].key, 1, NULL));
    }
    may(tally_badge_add(account, "a.b", 1));
    may(tally_badge_clear(account, "in"));
}

static void use_outbox(tally_account *account)
{
    tally_outbox_entry rows[16];
    size_t count, size, i;
    tally_status status;

    may(lease_outbox(account));
    may(outbox_list(account, 0, 16, rows, 16, text, sizeof text, &count, &size));
    status = outbox_lease(account, 1000, 16, rows, 16, text, sizeof text, &count, &size);
    may(status);
    for (i = 0; status >= 0 && i < count && i < 16; i++) {
        if (i % 2 == 0)
            may(tally_outbox_fail(account, rows[i].id, rows[i].attempt, 1000));
        else
            may(tally_outbox_ack(account, rows[i].id, "{}", 2));
    }
    may(tally_outbox_retry_all(account, &count));
    may(outbox_lease(account, 1000, 16, rows, 16, text, sizeof text, &count, &size));
}

/* Pages for the feeds that there are. */
static void use_feeds(tally_account *account)
{
    static const char page[] =
        "{\"cursor\":\"9\",\"items\":[{\"id\":\"new\",\"path\":\"in\",\"count\":1,\"thread\":\"t\"}],"
        "\"marks\":{\"in\":{\"upto\":\"1\",\"ver\":9}},\"badges\":{\"set\":{\"count\":6}}}";
    tally_feed_entry entries[8];
    tally_feed_options options;
    tally_feed *feed;
    size_t count, size, i;
    char *names = (char *)allocate(sizeof text);
    tally_status status = feed_list(account, NULL, 8, entries, 8, names, sizeof text, &count, &size);

    may(status);
    for (i = 0; status >= 0 && i < count && i < 8; i++) {
        memset(&options, 0, sizeof options);
        options.struct_size = sizeof options;
        options.initial_delay = options.interval = -1;
        options.max_age = 1;
        options.max_messages = 2;
        /* The library's own is nobody else's. */
        if (tally_feed_add(account, names + entries[i].name.offset, &options, &feed) < 0)
            continue;
        may(tally_feed_deliver(feed, page, strlen(page)));
        tally_feed_release(feed);
    }
    free(names);
}

static void check_whole(tally_engine *engine, tally_account *account)
{
    bytes whole = {NULL, 0};
    tally_status status = account_export(account, NULL, 0, &whole.size);

    if (is_crafted) {
        whole.data = (unsigned char *)allocate(whole.size);
        may(account_export(account, whole.data, whole.size, &whole.size));
        bytes_free(&whole);
        may(tally_account_verify(account));
        may(tally_engine_verify(engine));
        return;
    }
    require(status == TALLY_ERROR_BUFFER_TOO_SMALL);
    whole.data = (unsigned char *)allocate(whole.size);
    must(account_export(account, whole.data, whole.size, &whole.size));
    status = tally_account_import(engine, "exercised", whole.data, whole.size);
    checked(status, status == TALLY_OK || status == TALLY_ERROR_LIMIT, "restoring it", __LINE__);
    if (status == TALLY_OK)
        must(tally_account_remove(engine, "exercised"));
    must(tally_account_verify(account));
    must(tally_engine_verify(engine));
    bytes_free(&whole);
}

static void step(tally_engine *engine)
{
    int64_t timeout;

    must(tally_engine_step(engine));
    must(tally_engine_get_timeout(engine, &timeout));
    must(tally_engine_dispatch(engine, 0, NULL));
}

void account_exercise(tally_engine *engine, const char *name, void (*advance)(void *user_data, int64_t milliseconds),
                      void *user_data)
{
    static const int64_t pauses[] = {3660000, INT64_C(40) * 86400000, INT64_C(4000) * 86400000};
    tally_account *account;
    size_t i;

    must(tally_account_open(engine, name, NULL, &account));
    if (account == NULL)
        return;
    use_reminders(account, INT64_C(1700000000000));
    may(tally_account_log_in(account));
    step(engine);
    for (i = 0; i < sizeof pauses / sizeof pauses[0]; i++) {
        advance(user_data, pauses[i]);
        step(engine);
    }
    use_reminders(account, INT64_C(1700000000000));
    use_messages(account);
    use_outbox(account);
    use_feeds(account);
    check_whole(engine, account);
    may(tally_account_log_out(account));
    step(engine);
    may(tally_reminder_remove(account, "milk"));
    check_whole(engine, account);
    tally_account_release(account);
}

void account_exercise_crafted(tally_engine *engine, const char *name,
                              void (*advance)(void *user_data, int64_t milliseconds), void *user_data)
{
    is_crafted = 1;
    account_exercise(engine, name, advance, user_data);
    is_crafted = 0;
}
