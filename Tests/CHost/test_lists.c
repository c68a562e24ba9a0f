/* Every function of the header that lists: in buffers of every smaller size it fails, says how much is needed, and
 * leaves the buffers and the account unchanged. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNTOUCHED 0x55
#define TEXTS 2048

/* What a function is called with. */
typedef struct room {
    void *entries;
    size_t capacity;
    char *text;
    size_t text_capacity;
    size_t count;
    size_t text_size;
} room;

#define ENTRIES(type) (type *)r->entries, r->capacity
#define OUTPUTS r->text, r->text_capacity, &r->count, &r->text_size

/* One row: the function, the type of an entry, and the call. */
#define FUNCTIONS(X) \
    X(tally_account_list, tally_text, (w->engine, NULL, 9, ENTRIES(tally_text), OUTPUTS)) \
    X(tally_badge_list, tally_badge_entry, \
      (w->account, "root", TALLY_LIST_SUBTREE, ENTRIES(tally_badge_entry), OUTPUTS, NULL)) \
    X(tally_badge_explain, tally_reason, (w->account, "root", ENTRIES(tally_reason), OUTPUTS)) \
    X(tally_feed_list, tally_feed_entry, (w->account, NULL, 9, ENTRIES(tally_feed_entry), OUTPUTS)) \
    X(tally_feed_rejected, tally_rejected, (w->account, feed_id(w), 0, 9, ENTRIES(tally_rejected), OUTPUTS)) \
    X(tally_message_list, tally_message, \
      (w->account, "root", TALLY_MESSAGES_SUBTREE, 0, 9, ENTRIES(tally_message), OUTPUTS)) \
    X(tally_group_list, tally_group, (w->account, NULL, 0, 0, 9, ENTRIES(tally_group), OUTPUTS)) \
    X(tally_group_messages, tally_message, (w->account, "t", 0, 9, ENTRIES(tally_message), OUTPUTS)) \
    X(tally_outbox_list, tally_outbox_entry, (w->account, 0, 9, ENTRIES(tally_outbox_entry), OUTPUTS)) \
    X(tally_outbox_lease, tally_outbox_entry, (w->account, 1000, 9, ENTRIES(tally_outbox_entry), OUTPUTS)) \
    X(tally_reminder_list, tally_reminder, (w->account, NULL, 9, ENTRIES(tally_reminder), OUTPUTS)) \
    X(tally_reminder_log, tally_reminder_note, (w->account, 0, 9, ENTRIES(tally_reminder_note), OUTPUTS)) \
    X(tally_reminder_plan, tally_plan_entry, (w->account, NULL, ENTRIES(tally_plan_entry), OUTPUTS, NULL))

static int64_t feed_id(const world *w) {
    tally_feed_state state;
    memset(&state, 0, sizeof state);
    state.struct_size = sizeof state;
    check_ok(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    return state.id;
}

#define DEFINE(function, type, arguments) \
    static tally_status call_##function(world *w, room *r) { \
        (void)w; \
        return function arguments; \
    }
FUNCTIONS(DEFINE)

/* Of one group, the caller's buffer is a structure. */
static tally_status call_tally_group_get(world *w, room *r) {
    r->count = 1;
    return group_get(w->account, "t", NULL, 0, r->capacity == 0 ? NULL : (tally_group *)r->entries, r->text,
                           r->text_capacity, &r->text_size);
}

static const struct {
    const char *name;
    size_t entry_size;
    tally_status (*call)(world *w, room *r);
} functions[] = {
#define ROW(function, type, arguments) {#function, sizeof(type), call_##function},
    FUNCTIONS(ROW)
    {"tally_group_get", sizeof(tally_group), call_tally_group_get},
};

static int is_untouched(const void *bytes, size_t from, size_t to) {
    while (from < to && ((const unsigned char *)bytes)[from] == UNTOUCHED) from++;
    return from == to;
}

static void begin(world *w) {
    static const char *const names[] = {"milk", "rice"};
    tally_reminder_options options;
    uint64_t key;
    size_t changed;
    world_init(w, WORLD_UNREAD);
    check_ok(tally_outbox_configure(w->account, NULL));
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"1\",\"title\":\"News\",\"items\":["
                  "{\"id\":\"1\",\"path\":\"in\",\"thread\":\"t\",\"title\":\"One\"},"
                  "{\"id\":\"2\",\"path\":\"in\",\"thread\":\"t\",\"body\":\"Two\"},"
                  "{\"id\":\"3\",\"path\":\"in.a\",\"thread\":\"u\"},7,8]}");
    check_ok(tally_message_post(w->account, "in.b", NULL, &key));
    check_ok(tally_message_read_path(w->account, "in.a", 0, &changed));
    assert_int_equal(changed, 1);
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.produced = 20231101;
    options.shelf_life = 1;
    options.shelf_unit = TALLY_UNIT_MONTH;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        check_ok(tally_reminder_put(w->account, names[i], &options));
}

static void lists_fit_or_change_nothing(void **state) {
    static unsigned char entries[9 * sizeof(tally_message)];
    static char text[TEXTS];
    world w;
    (void)state;
    begin(&w);
    for (size_t i = 0; i < COUNT_OF(functions); i++) {
        room r = {NULL, 9, NULL, sizeof text, 0, 0};
        size_t count, size;
        memset(entries, UNTOUCHED, sizeof entries);
        memset(text, UNTOUCHED, sizeof text);
        /* Buffers that are NULL have no room, whatever their capacities. (tally_group_get needs its structure.) */
        r.entries = strcmp(functions[i].name, "tally_group_get") == 0 ? entries : NULL;
        check_status(functions[i].call(&w, &r), TALLY_ERROR_BUFFER_TOO_SMALL);
        count = r.count;
        size = r.text_size;
        if (count < 1 || size <= count || size >= sizeof text)
            fail_msg("%s: %zu entries, %zu bytes", functions[i].name, count, size);
        r.entries = entries;
        for (r.capacity = strcmp(functions[i].name, "tally_group_get") == 0; r.capacity <= count; r.capacity++) {
            for (size_t bytes = 0; bytes <= size; bytes++) {
                if (r.capacity == count && bytes == size) break;
                r.text = bytes == 0 ? NULL : text;
                r.text_capacity = bytes;
                r.count = r.text_size = 0;
                if (functions[i].call(&w, &r) != TALLY_ERROR_BUFFER_TOO_SMALL || r.count != count
                    || r.text_size != size || !is_untouched(entries, 0, sizeof entries)
                    || !is_untouched(text, 0, sizeof text))
                    fail_msg("%s, room for %zu entries of %zu and %zu bytes of %zu", functions[i].name, r.capacity,
                             count, bytes, size);
            }
        }
        r.capacity = count;
        r.text = text;
        r.text_capacity = size;
        check_ok(functions[i].call(&w, &r));
        if (r.count != count || r.text_size != size
            || is_untouched(entries, (count - 1) * functions[i].entry_size, count * functions[i].entry_size)
            || !is_untouched(entries, count * functions[i].entry_size, sizeof entries)
            || text[size - 1] != 0 || !is_untouched(text, size, sizeof text))
            fail_msg("%s: not what was promised, or beyond it", functions[i].name);
    }
    world_end(&w);
}

/* The table has every function of the header that has out_text_size. */
static void every_list_is_tested(void **state) {
    size_t size, found = 0;
    char *header = read_file(getenv("TALLY_HEADER"), &size);
    (void)state;
    require(header != NULL);
    for (char *place = header; (place = strstr(place, "\ntally_status tally_")) != NULL; place++) {
        char *end = strstr(place, ");");
        char *name = place + strlen("\ntally_status ");
        size_t length = strcspn(name, "(");
        size_t i = 0;
        require(end != NULL);
        *end = 0;
        if (strstr(place, "out_text_size") != NULL) {
            while (i < COUNT_OF(functions)
                   && (strncmp(functions[i].name, name, length) != 0 || functions[i].name[length] != 0))
                i++;
            if (i == COUNT_OF(functions)) fail_msg("%.*s is not in the table", (int)length, name);
            found += 1;
        }
        *end = ')';
    }
    assert_int_equal(found, COUNT_OF(functions));
    free(header);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_fit_or_change_nothing),
        cmocka_unit_test(every_list_is_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
