/* Every function of the header that lists: with room of every size it writes the rows that fit and nothing beyond them,
 * goes on behind the last one, and says what to make room for where not even one fits. */
#include "lists.h"
#include "settings.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNTOUCHED 0x55
#define TEXTS 4096
#define MOST 12

/* One row: the function, the type of its rows, and the call. */
#define FUNCTIONS(X) \
    X(tally_account_list, tally_account_entry, (w->engine, 0, after, rows)) \
    X(tally_badge_list, tally_badge_entry, (w->account, "root", TALLY_SUBTREE, after, rows, NULL)) \
    X(tally_badge_explain, tally_reason, (w->account, "root", 0, after, rows)) \
    X(tally_feed_list, tally_feed_entry, (w->account, 0, after, rows)) \
    X(tally_feed_list_rejected, tally_rejected, (w->account, feed_id(w), 0, after, rows)) \
    X(tally_message_list, tally_message, (w->account, "root", TALLY_SUBTREE, after, rows)) \
    X(tally_group_list, tally_group, (w->account, NULL, 0, after, rows)) \
    X(tally_group_list_messages, tally_message, (w->account, "t", 0, after, rows)) \
    X(tally_outbox_list, tally_outbox_entry, (w->account, 0, after, rows)) \
    X(tally_reminder_list, tally_reminder, (w->account, 0, after, rows)) \
    X(tally_reminder_list_notes, tally_reminder_note, (w->account, 0, after, rows)) \
    X(tally_snapshot_list, tally_snapshot_entry, (taken, NULL, TALLY_SUBTREE, after, rows)) \
    X(tally_patch_list, tally_patch_entry, (patch.data, patch.size, NULL, TALLY_SUBTREE, after, rows)) \
    X(tally_link_list, tally_link, (w->account, "root", TALLY_SUBTREE, after, rows)) \
    X(tally_message_list_from, tally_message, (w->account, "root", TALLY_SUBTREE | TALLY_MESSAGES_NEWER, 0, after, rows))

/* A snapshot of the other account of `begin`, and the patch from there to nothing. */
static tally_snapshot *taken;
static tally_bytes patch = TALLY_BYTES_INIT;

static int64_t feed_id(const world *w) {
    tally_feed_state state;
    memset(&state, 0, sizeof state);
    state.struct_size = sizeof state;
    check_ok(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    return state.id;
}

#define DEFINE(function, type, arguments) \
    static tally_status call_##function(world *w, const char *after, tally_rows *rows) { \
        (void)w; \
        return function arguments; \
    }
FUNCTIONS(DEFINE)

/* These never change: programs of the version that introduced a row work with every later library. */
#define FIRST_tally_account_entry 8
#define FIRST_tally_badge_entry 48
#define FIRST_tally_reason 56
#define FIRST_tally_link 16
#define FIRST_tally_feed_entry 160
#define FIRST_tally_rejected 32
#define FIRST_tally_message 104
#define FIRST_tally_group 96
#define FIRST_tally_outbox_entry 72
#define FIRST_tally_reminder 160
#define FIRST_tally_plan_entry 64
#define FIRST_tally_reminder_note 40
#define FIRST_tally_snapshot_entry 40
#define FIRST_tally_patch_entry 72

static const struct function {
    const char *name;
    size_t size, first; /* first: the size of a row in the version that introduced it */
    tally_status (*call)(world *w, const char *after, tally_rows *rows);
} functions[] = {
#define ROW(function, type, arguments) {#function, sizeof(type), FIRST_##type, call_##function},
    FUNCTIONS(ROW)
};

/* A whole list: its rows without texts, and its texts one behind the other. */
typedef struct list {
    unsigned char rows[MOST * sizeof(tally_reminder)];
    char text[TEXTS];
    size_t count, size;
} list;

static unsigned char entries[MOST * (sizeof(tally_reminder) + 16)];
static char text[TEXTS];

static int is_untouched(const void *bytes, size_t from, size_t to) {
    while (from < to && ((const unsigned char *)bytes)[from] == UNTOUCHED) from++;
    return from >= to;
}

static tally_rows fresh_rows(size_t size, size_t capacity, size_t text_capacity) {
    tally_rows rows = TALLY_ROWS_INIT;
    memset(entries, UNTOUCHED, sizeof entries);
    memset(text, UNTOUCHED, sizeof text);
    rows.entry_size = (uint32_t)size;
    rows.entries = entries;
    rows.capacity = capacity;
    rows.text = text;
    rows.text_capacity = text_capacity;
    return rows;
}

static void release_taken(void) {
    tally_snapshot_release(taken);
    taken = NULL;
    tally_bytes_release(&patch);
}

static int end_all(void **state) {
    (void)state;
    release_taken();
    return 0;
}

static void begin(world *w) {
    static const char *const names[] = {"milk", "rice"};
    tally_reminder_options options;
    tally_account *other;
    int64_t key;
    size_t changed;
    world_init(w, WORLD_UNREAD);
    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"1\",\"title\":\"News\",\"items\":["
                  "{\"id\":\"1\",\"path\":\"in\",\"thread\":\"t\",\"title\":\"One\"},"
                  "{\"id\":\"2\",\"path\":\"in\",\"thread\":\"t\",\"body\":\"Two\"},"
                  "{\"id\":\"3\",\"path\":\"in.a\",\"thread\":\"u\"},"
                  "{\"id\":\"4\",\"path\":\"in.c\",\"thread\":\"u\"},7,8]}");
    check_ok(tally_message_post(w->account, "in.b", NULL, &key));
    check_ok(tally_link_add(w->account, "in.b", "some"));
    check_ok(tally_link_add(w->account, "in.b", "more"));
    check_ok(tally_link_add(w->account, "in.a", "more"));
    check_ok(tally_message_mark_path_read(w->account, "in.a", 0, &changed));
    assert_int_equal(changed, 1);
    check_ok(tally_message_mark_path_read(w->account, "in.c", 0, &changed));
    check_ok(tally_account_open(w->engine, "bob", NULL, &other));
    check_ok(tally_badge_set(other, "a", 1));
    check_ok(tally_badge_dot(other, "a.b"));
    check_ok(tally_badge_mute(other, "c", TALLY_MUTE_ALL, TALLY_FOREVER));
    release_taken();
    check_ok(tally_snapshot_take(other, "root", &taken));
    check_ok(tally_badge_diff(other, "root", w->account, "root", &patch));
    tally_account_release(other);
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.produced = 20231101;
    options.shelf_life = 1;
    options.shelf_unit = TALLY_UNIT_MONTH;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        check_ok(reminder_put(w->account, names[i], &options));
}


/* A list with ample room. */
static void read_whole(const struct function *f, world *w, list *whole) {
    tally_rows rows = fresh_rows(f->size, MOST, sizeof text);
    check_ok(f->call(w, NULL, &rows));
    assert_null(rows.next);
    assert_in_range(rows.count, 2, MOST - 1);
    memcpy(whole->rows, entries, rows.count * f->size);
    memcpy(whole->text, text, rows.text_size);
    whole->count = rows.count;
    whole->size = rows.text_size;
}

/* Reads a list in rooms of one size; the texts of all parts together are those of the whole. */
static void read_in_parts(const struct function *f, world *w, const list *whole, size_t capacity, size_t bytes) {
    char next[512];
    const char *after = NULL;
    size_t count = 0, size = 0;
    for (;;) {
        tally_rows rows = fresh_rows(f->size, capacity, bytes);
        tally_status status = f->call(w, after, &rows);
        if (!is_untouched(entries, capacity * f->size, sizeof entries) || !is_untouched(text, bytes, sizeof text))
            fail_msg("%s writes beyond %zu rows and %zu bytes", f->name, capacity, bytes);
        if (status == TALLY_ERROR_BUFFER_TOO_SMALL) {
            /* It says how much room to make. */
            assert_true(rows.count >= 1 && (rows.count > capacity || rows.text_size > bytes));
            assert_true(bytes < whole->size || capacity < whole->count);
            return;
        }
        if (status < 0) fail_msg("%s, %zu rows, %zu bytes: %s", f->name, capacity, bytes, tally_status_name(status));
        assert_true(rows.count <= capacity && rows.text_size <= bytes);
        assert_true((status == TALLY_MORE) == (rows.next != NULL));
        const size_t texts = rows.next == NULL ? rows.text_size : (size_t)(rows.next - text);
        if (memcmp(text, whole->text + size, texts) != 0) fail_msg("%s has other texts in parts", f->name);
        count += rows.count;
        size += texts;
        if (status == TALLY_OK) break;
        assert_true(rows.count >= 1 && texts + strlen(rows.next) + 1 == rows.text_size);
        snprintf(next, sizeof next, "%s", rows.next);
        after = next;
    }
    assert_int_equal(count, whole->count);
    assert_int_equal(size, whole->size);
}

static void rooms_of_every_size(void **state) {
    static list whole;
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        read_whole(&functions[i], &w, &whole);
        for (size_t capacity = 0; capacity <= whole.count; capacity++)
            for (size_t bytes = 0; bytes <= whole.size; bytes++)
                read_in_parts(&functions[i], &w, &whole, capacity, bytes);
    }
    world_end(&w);
}

static void rows_of_other_versions(void **state) {
    static list whole;
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        const struct function *f = &functions[i];
        tally_rows rows;
        read_whole(f, &w, &whole);
        /* A newer program has larger rows. The members that this library does not know are zero. */
        rows = fresh_rows(f->size + 16, MOST, sizeof text);
        check_ok(f->call(&w, NULL, &rows));
        assert_int_equal(rows.count, whole.count);
        for (size_t row = 0; row < whole.count; row++) {
            static const char zeros[16];
            assert_memory_equal(entries + row * (f->size + 16), whole.rows + row * f->size, f->size);
            assert_memory_equal(entries + row * (f->size + 16) + f->size, zeros, sizeof zeros);
        }
        /* An older program has smaller rows, down to those of the first version. */
        for (size_t size = f->first; size < f->size; size += 8) {
            rows = fresh_rows(size, MOST, sizeof text);
            check_ok(f->call(&w, NULL, &rows));
            assert_int_equal(rows.count, whole.count);
            for (size_t row = 0; row < whole.count; row++)
                assert_memory_equal(entries + row * size, whole.rows + row * f->size, size);
            assert_true(is_untouched(entries, rows.count * size, sizeof entries));
        }
        rows = fresh_rows(f->first - 1, MOST, sizeof text);
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_ARGUMENT);
        rows = fresh_rows(0, MOST, sizeof text);
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_ARGUMENT);
        rows = fresh_rows((size_t)1 << 31, 0, sizeof text);
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_ARGUMENT);
        rows = fresh_rows(70000, 0, sizeof text);
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_ARGUMENT);
        rows = fresh_rows(f->size, MOST, sizeof text);
        rows.struct_size = 8;
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_ARGUMENT);
        assert_int_equal(rows.count + rows.text_size, 0);
        check_status(f->call(&w, NULL, NULL), TALLY_ERROR_ARGUMENT);
        /* No buffers have no room, whatever their capacities. */
        rows = fresh_rows(f->size, MOST, sizeof text);
        rows.entries = NULL;
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
        rows = fresh_rows(f->size, MOST, sizeof text);
        rows.text = NULL;
        check_status(f->call(&w, NULL, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    }
    world_end(&w);
}

static tally_rows *room_of(tally_rows *rows, size_t size, size_t capacity) {
    *rows = fresh_rows(size, capacity, sizeof text);
    return rows;
}

static tally_rows *room_for(tally_rows *rows, size_t size) { return room_of(rows, size, MOST); }

static tally_status post_as(tally_account *account, const char *id) {
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    options.id = id;
    return tally_message_post(account, "in", &options, NULL);
}

static size_t leased(world *w) {
    uint64_t total, count, failed;
    check_ok(outbox_counts(w->account, &total, &count, &failed));
    return (size_t)count;
}

/* A row that does not fit is not leased. */
static void leases_of_what_fits(void **state) {
    tally_rows rows;
    int64_t key;
    world w;
    (void)state;
    begin(&w);
    check_ok(tally_message_post(w.account, "in.d", NULL, &key));
    check_ok(tally_message_list(w.account, "in", 0, NULL, room_for(&rows, sizeof(tally_message))));
    for (size_t i = 0; i < rows.count; i++)
        check_ok(tally_message_mark_read(w.account, &((const tally_message *)(void *)entries)[i].key, 1, NULL));
    check_ok(tally_outbox_lease(w.account, 1000, room_for(&rows, sizeof(tally_outbox_entry))));
    const size_t count = rows.count;
    const tally_outbox_entry *row = (const tally_outbox_entry *)(void *)entries;
    assert_true(count >= 2);
    for (size_t i = 0; i < count; i++) check_ok(tally_outbox_fail(w.account, row[i].id, row[i].attempt, 0));
    for (size_t capacity = 0; capacity <= count; capacity++)
        for (size_t bytes = 0; bytes <= TEXTS / 4; bytes++) {
            rows = fresh_rows(sizeof(tally_outbox_entry), capacity, bytes);
            const tally_status status = tally_outbox_lease(w.account, 1000, &rows);
            const size_t given = status < 0 ? 0 : rows.count;
            assert_true(status == TALLY_OK || status == TALLY_MORE || status == TALLY_ERROR_BUFFER_TOO_SMALL);
            assert_int_equal(leased(&w), given);
            assert_true(status != TALLY_OK || given == count);
            assert_true(given <= capacity && is_untouched(entries, capacity * sizeof *row, sizeof entries));
            for (size_t i = 0; i < given; i++)
                check_ok(tally_outbox_fail(w.account, row[i].id, row[i].attempt, 0));
        }
    world_end(&w);
}

/* A plan is listed whole, or not at all; a group is one row, and so are settings, a message and a reminder. */
static void what_is_whole(void **state) {
    tally_rows rows;
    world w;
    (void)state;
    begin(&w);
    rows = fresh_rows(sizeof(tally_plan_entry), 1, sizeof text);
    check_status(tally_reminder_plan(w.account, NULL, &rows, NULL), TALLY_ERROR_BUFFER_TOO_SMALL);
    const size_t count = rows.count, size = rows.text_size;
    assert_in_range(count, 2, MOST);
    rows = fresh_rows(sizeof(tally_plan_entry), count, size - 1);
    check_status(tally_reminder_plan(w.account, NULL, &rows, NULL), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows = fresh_rows(sizeof(tally_plan_entry), count, size);
    check_ok(tally_reminder_plan(w.account, NULL, &rows, NULL));
    assert_true(rows.count == count && rows.text_size == size);
    rows = fresh_rows(sizeof(tally_group), 1, 1);
    check_status(tally_group_get(w.account, "t", NULL, 0, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows = fresh_rows(sizeof(tally_group), rows.count, rows.text_size);
    check_ok(tally_group_get(w.account, "t", NULL, 0, &rows));
    assert_int_equal(rows.count, 1);
    rows = fresh_rows(sizeof(tally_message), 1, TEXTS);
    check_ok(tally_message_list(w.account, "root", TALLY_SUBTREE, NULL, &rows) >= 0 ? TALLY_OK : TALLY_ERROR_INTERNAL);
    assert_int_equal(rows.count, 1);
    const tally_message listed = *(const tally_message *)(const void *)entries;
    char id[64];
    snprintf(id, sizeof id, "%s", text + listed.id.offset);
    rows = fresh_rows(sizeof(tally_message), 1, 1);
    check_status(tally_message_get(w.account, listed.key, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows = fresh_rows(sizeof(tally_message), rows.count, rows.text_size);
    check_ok(tally_message_get(w.account, listed.key, &rows));
    assert_true(rows.count == 1 && rows.next == NULL);
    assert_string_equal(text + ((const tally_message *)(const void *)entries)->id.offset, id);
    rows = fresh_rows(sizeof(tally_message), 1, 1);
    check_status(tally_message_find(w.account, listed.feed, id, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows = fresh_rows(sizeof(tally_message), rows.count, rows.text_size);
    check_ok(tally_message_find(w.account, listed.feed, id, &rows));
    assert_int_equal(((const tally_message *)(const void *)entries)->key, listed.key);
    rows = fresh_rows(sizeof(tally_reminder), 1, TEXTS);
    check_ok(tally_reminder_list(w.account, 0, NULL, &rows) >= 0 ? TALLY_OK : TALLY_ERROR_INTERNAL);
    snprintf(id, sizeof id, "%s", text + ((const tally_reminder *)(const void *)entries)->id.offset);
    rows = fresh_rows(sizeof(tally_reminder), 1, 1);
    check_status(tally_reminder_get(w.account, id, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    rows = fresh_rows(sizeof(tally_reminder), rows.count, rows.text_size);
    check_ok(tally_reminder_get(w.account, id, &rows));
    assert_string_equal(text + ((const tally_reminder *)(const void *)entries)->id.offset, id);
    rows = fresh_rows(sizeof(tally_account_settings_entry), 1, 2);
    check_status(tally_account_get_settings(w.account, &rows), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(rows.count, 1);
    rows = fresh_rows(sizeof(tally_account_settings_entry), 1, rows.text_size);
    check_ok(tally_account_get_settings(w.account, &rows));
    assert_int_equal(rows.count, 1);
    assert_true(is_untouched(entries, sizeof(tally_account_settings_entry), sizeof entries));
    world_end(&w);
}

/* Mutes change no revision. A badge that is muted between two pages is on the next one, and one that is unmuted is
 * not. */
static void mutes_between_pages(void **state) {
    const struct { const char *muted, *unmuted, *next; } cases[] = {{"b", NULL, "root.b"}, {NULL, "b", "root.c"}};
    char next[64];
    world w;
    (void)state;
    world_init(&w, WORLD_UNREAD);
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_badge_set(w.account, "c", 1));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        tally_badge_entry *entry = (tally_badge_entry *)(void *)entries;
        tally_rows rows = fresh_rows(sizeof *entry, 1, sizeof text);
        check_status(tally_badge_list(w.account, "root", 0, NULL, &rows, NULL), TALLY_MORE);
        assert_string_equal(text + entry->path.offset, "root.a");
        snprintf(next, sizeof next, "%s", rows.next);
        if (cases[i].muted != NULL)
            check_ok(tally_badge_mute(w.account, cases[i].muted, TALLY_MUTE_ALL, TALLY_FOREVER));
        if (cases[i].unmuted != NULL)
            check_ok(tally_badge_mute(w.account, cases[i].unmuted, TALLY_MUTE_NONE, TALLY_FOREVER));
        rows = fresh_rows(sizeof *entry, 1, sizeof text);
        assert_true(tally_badge_list(w.account, "root", 0, next, &rows, NULL) >= 0);
        assert_string_equal(text + entry->path.offset, cases[i].next);
    }
    world_end(&w);
}

/* A badge that a count covers changes no revision. It is a reason on the next page all the same. */
static void reasons_between_pages(void **state) {
    tally_reason *reason = (tally_reason *)(void *)entries;
    char next[64];
    world w;
    (void)state;
    world_init(&w, WORLD_UNREAD);
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_badge_set(w.account, "b.x", 1));
    for (int fed = 0; fed < 2; fed++) {
        tally_rows rows = fresh_rows(sizeof *reason, 1, sizeof text);
        check_status(tally_badge_explain(w.account, "root", 0, NULL, &rows), TALLY_MORE);
        snprintf(next, sizeof next, "%s", rows.next);
        if (fed) {
            check_ok(tally_badge_set(w.account, "b", 0));
            check_status(tally_badge_explain(w.account, "root", 0, NULL, &rows), TALLY_MORE);
            tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
            options.flags = TALLY_POST_DOT;
            check_ok(tally_message_post(w.account, "b", &options, NULL));
        } else {
            check_ok(tally_badge_dot(w.account, "b"));
        }
        rows = fresh_rows(sizeof *reason, MOST, sizeof text);
        check_ok(tally_badge_explain(w.account, "root", 0, next, &rows));
        assert_int_equal(rows.count, fed ? 3 : 2);
        assert_string_equal(text + reason->path.offset, "root.b");
    }
    world_end(&w);
}

/* The text that continues a list may be in the buffer that the list writes to. */
static void next_in_the_buffer(void **state) {
    static list whole;
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        const struct function *f = &functions[i];
        tally_rows rows = fresh_rows(f->size, 1, sizeof text);
        size_t count = 0;
        tally_status status = TALLY_MORE;
        read_whole(f, &w, &whole);
        rows.capacity = 1;
        rows.next = NULL;
        while (status == TALLY_MORE) {
            status = f->call(&w, rows.next, &rows);
            assert_true(status == TALLY_OK || status == TALLY_MORE);
            count += rows.count;
        }
        assert_int_equal(count, whole.count);
    }
    world_end(&w);
}

static tally_status follow_outbox(world *w, uint32_t flags, const char *after, tally_rows *rows) {
    return tally_outbox_list(w->account, flags, after, rows);
}

static tally_status follow_notes(world *w, uint32_t flags, const char *after, tally_rows *rows) {
    return tally_reminder_list_notes(w->account, flags, after, rows);
}

static void grow_outbox(world *w) {
    size_t changed;
    check_ok(tally_message_mark_path_read(w->account, "in", 0, &changed));
    assert_true(changed >= 1);
}

static void grow_notes(world *w) { check_ok(tally_reminder_remove(w->account, "milk")); }

static const struct growing {
    size_t size;
    tally_status (*call)(world *w, uint32_t flags, const char *after, tally_rows *rows);
    void (*grow)(world *w);
} growing[] = {{sizeof(tally_outbox_entry), follow_outbox, grow_outbox},
               {sizeof(tally_reminder_note), follow_notes, grow_notes}};

/* A list that grows at its end can be continued from there, with rows that were added since. */
static void lists_are_followed(void **state) {
    char end[64];
    tally_rows rows;
    world w;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(growing); i++) {
        const struct growing *g = &growing[i];
        world_init(&w, WORLD_UNREAD);
        check_ok(g->call(&w, TALLY_LIST_FOLLOW, NULL, room_for(&rows, g->size)));
        assert_true(rows.count == 0 && rows.text_size == 0 && rows.next == NULL);
        world_end(&w);
        begin(&w);
        check_ok(g->call(&w, TALLY_LIST_FOLLOW, NULL, room_for(&rows, g->size)));
        const size_t count = rows.count;
        assert_true(count >= 2 && rows.next != NULL && rows.text_size == (size_t)(rows.next - text) + strlen(rows.next) + 1);
        snprintf(end, sizeof end, "%s", rows.next);
        for (int turn = 0; turn < 2; turn++) {
            check_ok(g->call(&w, TALLY_LIST_FOLLOW, end, room_for(&rows, g->size)));
            assert_int_equal(rows.count, 0);
            assert_string_equal(rows.next, end);
        }
        check_ok(g->call(&w, 0, end, room_for(&rows, g->size)));
        assert_true(rows.count == 0 && rows.text_size == 0 && rows.next == NULL);
        g->grow(&w);
        check_ok(g->call(&w, TALLY_LIST_FOLLOW, end, room_for(&rows, g->size)));
        const size_t added = rows.count;
        assert_true(added >= 1);
        assert_string_not_equal(rows.next, end);
        check_ok(g->call(&w, 0, end, room_for(&rows, g->size)));
        assert_true(rows.count == added && rows.next == NULL);
        check_ok(g->call(&w, 0, NULL, room_for(&rows, g->size)));
        assert_int_equal(rows.count, count + added);
        check_status(g->call(&w, TALLY_LIST_FOLLOW << 1, NULL, room_for(&rows, g->size)), TALLY_ERROR_ARGUMENT);
        world_end(&w);
    }
}

/* With room of every size, a list that is followed loses no row, and says what to make room for. */
static void followed_in_rooms_of_every_size(void **state) {
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(growing); i++) {
        const struct growing *g = &growing[i];
        tally_rows rows;
        check_ok(g->call(&w, TALLY_LIST_FOLLOW, NULL, room_for(&rows, g->size)));
        const size_t whole = rows.count, most = rows.text_size;
        for (size_t bytes = 0; bytes <= most; bytes++) {
            char next[64] = "";
            size_t count = 0;
            tally_status status;
            do {
                rows = fresh_rows(g->size, MOST, bytes);
                status = g->call(&w, TALLY_LIST_FOLLOW, next, &rows);
                assert_true(is_untouched(text, bytes, sizeof text));
                if (status == TALLY_ERROR_BUFFER_TOO_SMALL) {
                    assert_true(rows.text_size > bytes && rows.next == NULL);
                    rows = fresh_rows(g->size, MOST, rows.text_size);
                    status = g->call(&w, TALLY_LIST_FOLLOW, next, &rows);
                }
                assert_true(status == TALLY_OK || (status == TALLY_MORE && rows.count > 0));
                count += rows.count;
                assert_non_null(rows.next);
                snprintf(next, sizeof next, "%s", rows.next);
            } while (status == TALLY_MORE);
            assert_int_equal(count, whole);
            /* At the end there is only the text. */
            for (size_t room = 0; room <= strlen(next) + 1; room++) {
                rows = fresh_rows(g->size, MOST, room);
                status = g->call(&w, TALLY_LIST_FOLLOW, next, &rows);
                check_status(status, room <= strlen(next) ? TALLY_ERROR_BUFFER_TOO_SMALL : TALLY_OK);
                assert_true(status == TALLY_OK ? strcmp(rows.next, next) == 0 : rows.text_size > room);
                assert_true(is_untouched(text, room, sizeof text));
            }
        }
    }
    world_end(&w);
}

/* A text belongs to its list: to the function, the account, and what is listed. Any other is refused. */
static void texts_of_other_lists(void **state) {
    static char next[COUNT_OF(functions)][512];
    static const char *const strange[] = {
        "x", "12345678", "0.0.0.00000000", "-1.2.3.00000000", "9999999999999999999999.0.0.12345678", "1.0", "....",
        "1.18446744073709551615.1.00000000", "1.4.99999999999.root00000000", "\xC3(", "root.a", "\x7F",
    };
    tally_account *bob;
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        tally_rows rows = fresh_rows(functions[i].size, 1, sizeof text);
        check_status(functions[i].call(&w, "", &rows), TALLY_MORE);
        snprintf(next[i], sizeof next[i], "%s", rows.next);
    }
    check_ok(tally_account_open(w.engine, "bob", NULL, &bob));
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        const struct function *f = &functions[i];
        char changed[512];
        tally_rows rows;
        for (size_t other = 0; other < COUNT_OF(functions); other++) {
            rows = fresh_rows(f->size, MOST, sizeof text);
            const tally_status status = f->call(&w, next[other], &rows);
            if (other == i) check_ok(status);
            else check_status(status, TALLY_ERROR_ARGUMENT);
            assert_true(other == i || (rows.count == 0 && rows.next == NULL));
        }
        for (size_t k = 0; k < COUNT_OF(strange); k++) {
            rows = fresh_rows(f->size, MOST, sizeof text);
            check_status(f->call(&w, strange[k], &rows), TALLY_ERROR_ARGUMENT);
            check_message("after");
        }
        /* Each changed character is found out, and each text that is cut. */
        for (size_t k = 0; k < strlen(next[i]); k++) {
            snprintf(changed, sizeof changed, "%s", next[i]);
            changed[k] = changed[k] == 'a' ? 'b' : 'a';
            rows = fresh_rows(f->size, MOST, sizeof text);
            check_status(f->call(&w, changed, &rows), TALLY_ERROR_ARGUMENT);
            changed[k] = 0;
            rows = fresh_rows(f->size, MOST, sizeof text);
            if (k > 0) check_status(f->call(&w, changed, &rows), TALLY_ERROR_ARGUMENT);
        }
    }
    tally_rows rows = fresh_rows(sizeof(tally_message), MOST, sizeof text);
    check_status(tally_message_list(bob, "root", TALLY_SUBTREE, next[5], &rows), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_list(w.account, "in", TALLY_SUBTREE, next[5], &rows), TALLY_ERROR_ARGUMENT);
    check_ok(tally_message_list(w.account, "root", TALLY_SUBTREE | TALLY_MESSAGES_UNREAD, next[5], &rows));
    tally_account_release(bob);
    world_end(&w);
}

/* A list goes on behind a row that was removed since, and in a later run. */
static void behind_what_is_gone(void **state) {
    char next[512];
    tally_badge_entry *entry = (tally_badge_entry *)(void *)entries;
    tally_message *message = (tally_message *)(void *)entries;
    tally_rows rows;
    world w;
    (void)state;
    world_init(&w, WORLD_FILE);
    check_ok(post_as(w.account, "1"));
    check_ok(post_as(w.account, "2"));
    check_ok(post_as(w.account, "3"));
    check_status(tally_message_list(w.account, "in", 0, NULL, room_of(&rows, sizeof *message, 2)), TALLY_MORE);
    snprintf(next, sizeof next, "%s", rows.next);
    check_ok(tally_message_withdraw(w.account, "2"));
    world_close(&w);
    world_open(&w, WORLD_FILE);
    check_ok(tally_message_list(w.account, "in", 0, next, room_of(&rows, sizeof *message, 2)));
    assert_int_equal(rows.count, 1);
    assert_string_equal(text + message->id.offset, "1");
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_badge_set(w.account, "b", 1));
    check_status(tally_badge_list(w.account, "root", 0, NULL, room_of(&rows, sizeof *entry, 1), NULL), TALLY_MORE);
    snprintf(next, sizeof next, "%s", rows.next);
    check_ok(tally_badge_clear(w.account, "a"));
    check_ok(tally_badge_list(w.account, "root", 0, next, room_of(&rows, sizeof *entry, 9), NULL));
    assert_int_equal(rows.count, 2);
    assert_string_equal(text + entry->path.offset, "root.b");
    world_end(&w);
}

/* Every function of the header that has rows is tested here, or with the changes (test_changes.c). */
static void every_list_is_tested(void **state) {
    static const char *const others[] = {"tally_outbox_lease", "tally_reminder_plan", "tally_reminder_import",
                                         "tally_group_get", "tally_badge_changes", "tally_account_get_settings",
                                         "tally_message_get", "tally_message_find", "tally_reminder_get"};
    size_t size, found = 0;
    char *header = read_file(required_variable("TALLY_HEADER"), &size);
    (void)state;
    require(header != NULL);
    for (char *place = header; (place = strstr(place, "tally_rows *rows")) != NULL; place++) {
        char *begin_of = place;
        while (strncmp(begin_of, "tally_status ", strlen("tally_status ")) != 0) begin_of--;
        const char *name = begin_of + strlen("tally_status ");
        const size_t length = strcspn(name, "(");
        size_t known = 0;
        for (size_t i = 0; i < COUNT_OF(functions); i++)
            known += strncmp(functions[i].name, name, length) == 0 && functions[i].name[length] == 0;
        for (size_t i = 0; i < COUNT_OF(others); i++)
            known += strncmp(others[i], name, length) == 0 && others[i][length] == 0;
        if (known != 1) fail_msg("%.*s is not in the table", (int)length, name);
        found += 1;
    }
    assert_int_equal(found, COUNT_OF(functions) + COUNT_OF(others));
    free(header);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_of_every_size),   cmocka_unit_test(rows_of_other_versions),
        cmocka_unit_test(leases_of_what_fits),   cmocka_unit_test(what_is_whole),
        cmocka_unit_test(mutes_between_pages),   cmocka_unit_test(next_in_the_buffer),
        cmocka_unit_test(texts_of_other_lists),  cmocka_unit_test(behind_what_is_gone),
        cmocka_unit_test(reasons_between_pages), cmocka_unit_test(lists_are_followed),
        cmocka_unit_test(followed_in_rooms_of_every_size),
        cmocka_unit_test(every_list_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, end_all);
}
