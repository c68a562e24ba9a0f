/* The first unread or unseen message with its numbers, and lists that begin at a message, against what the whole list
 * says. TALLY_SEED=N: what the random test printed; TALLY_SOAK=1: its long form. */
#include "draws.h"
#include "lists.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define check_argument(call) check_status(call, TALLY_ERROR_ARGUMENT)

enum { MOST = 1600, PATHS = 90, ROOM = 64 };

typedef struct all {
    tally_message rows[MOST];
    char text[MOST * 96];
    size_t count;
} all;

static char paths[PATHS][24];

/* ---- The whole list, newest first ---- */

static void read_all(world *w, all *of)
{
    tally_rows rows = TALLY_ROWS(of->rows, of->text);

    check_ok(tally_message_list(w->account, "root", TALLY_SUBTREE, NULL, &rows));
    of->count = rows.count;
}

static int is_place(const char *own, size_t size, const char *path, uint32_t flags)
{
    size_t length = strlen(path);

    return size >= length && strncmp(own, path, length) == 0 &&
           (size == length || (flags & TALLY_SUBTREE && own[length] == '.'));
}

/* A message is at its own path, and at its further ones. */
static int is_at(const all *of, size_t i, const char *path, uint32_t flags)
{
    const char *own = of->text + of->rows[i].path.offset;
    const char *also = of->text + of->rows[i].also.offset;

    if (is_place(own, strlen(own), path, flags))
        return 1;
    while (*also != '\0') {
        size_t size = strcspn(also, "\n");

        if (is_place(also, size, path, flags))
            return 1;
        also += size + (also[size] == '\n');
    }
    return 0;
}

static int is_wanted(const all *of, size_t i, uint32_t flags)
{
    if (flags & TALLY_MESSAGES_HIGHLIGHTS && of->rows[i].level < TALLY_LEVEL_HIGHLIGHT)
        return 0;
    if (flags & TALLY_MESSAGES_UNSEEN)
        return of->rows[i].state == TALLY_MESSAGE_STATE_UNSEEN;
    return !(flags & TALLY_MESSAGES_UNREAD) || of->rows[i].state != TALLY_MESSAGE_STATE_READ;
}

static uint64_t at_most(uint64_t number, uint64_t limit) { return limit != 0 && number > limit ? limit : number; }

/* ---- Comparing with it ---- */

static void check_first(world *w, const all *of, const char *path, uint32_t flags, uint64_t limit)
{
    tally_message_position found = TALLY_MESSAGE_POSITION_INIT, expected = TALLY_MESSAGE_POSITION_INIT;
    size_t i, place = of->count;
    uint64_t here = 0;
    uint32_t state = (flags & TALLY_MESSAGES_HIGHLIGHTS) |
                     (flags & TALLY_MESSAGES_UNSEEN ? TALLY_MESSAGES_UNSEEN : TALLY_MESSAGES_UNREAD);

    check_ok(tally_message_first(w->account, path, flags, limit, &found));
    for (i = 0; i < of->count; i++) {
        if (!is_at(of, i, path, flags))
            continue;
        if (is_wanted(of, i, state)) {
            if (place == of->count || !(flags & TALLY_MESSAGES_NEWEST)) {
                place = i;
                expected.newer = here;
            }
            expected.matching++;
        }
        here++;
    }
    if (place < of->count) {
        expected.key = of->rows[place].key;
        expected.time = of->rows[place].time;
        expected.older = at_most(here - expected.newer - 1, limit);
        expected.newer = at_most(expected.newer, limit);
        expected.matching = at_most(expected.matching, limit);
    }
    if (memcmp(&found, &expected, sizeof found) != 0)
        fail_msg("%s, flags %u, limit %d: %lld of %d between %d and %d, not %lld of %d between %d and %d", path,
                 (unsigned)flags, (int)limit, (long long)found.key, (int)found.matching, (int)found.newer,
                 (int)found.older, (long long)expected.key, (int)expected.matching, (int)expected.newer,
                 (int)expected.older);
}

/* Follows the list in parts of random sizes. */
static void check_from(world *w, const all *of, const char *path, uint32_t flags, size_t start, int64_t key)
{
    static char text[ROOM * 96];
    tally_message entries[ROOM];
    tally_rows rows = TALLY_ROWS(entries, text);
    int step = flags & TALLY_MESSAGES_NEWER ? -1 : 1;
    long i = key == 0 ? (step < 0 ? (long)of->count - 1 : 0) : (long)start + (step < 0 ? -1 : 0);
    tally_status status;

    do {
        size_t k;

        rows.capacity = 1 + random_below(ROOM - 1);
        status = tally_message_list_from(w->account, path, flags, key, rows.next, &rows);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        for (k = 0; k < rows.count; k++, i += step) {
            while (i >= 0 && i < (long)of->count && !(is_at(of, (size_t)i, path, flags) && is_wanted(of, (size_t)i, flags)))
                i += step;
            assert_true(i >= 0 && i < (long)of->count);
            assert_int_equal(entries[k].key, of->rows[i].key);
            assert_string_equal(text + entries[k].path.offset, of->text + of->rows[i].path.offset);
        }
    } while (status == TALLY_MORE);
    for (; i >= 0 && i < (long)of->count; i += step)
        assert_false(is_at(of, (size_t)i, path, flags) && is_wanted(of, (size_t)i, flags));
}

static void check_paths(world *w, all *of, int count)
{
    static const uint64_t limits[] = {TALLY_NO_LIMIT, 1, 7};
    int i;

    read_all(w, of);
    for (i = 0; i < count; i++) {
        const char *path = paths[random_below(PATHS)];
        uint32_t flags = random_below(3) ? TALLY_SUBTREE : 0;
        size_t start = of->count == 0 ? 0 : random_below((unsigned)of->count);

        if (random_below(3) == 0)
            path = random_below(2) ? "root" : "root.a";
        check_first(w, of, path,
                    flags | (random_below(4) == 0 ? TALLY_MESSAGES_UNSEEN : 0) |
                        (random_below(2) ? TALLY_MESSAGES_NEWEST : 0) | (random_below(4) == 0 ? TALLY_MESSAGES_HIGHLIGHTS : 0),
                    limits[random_below(3)]);
        flags |= (random_below(2) ? TALLY_MESSAGES_UNREAD : 0) | (random_below(2) ? TALLY_MESSAGES_NEWER : 0);
        check_from(w, of, path, flags, start, of->count == 0 || random_below(4) == 0 ? 0 : of->rows[start].key);
    }
}

/* ---- Random messages ---- */

static void name_paths(void)
{
    static const char *const odd[] = {"root", "root.a", "root.a.b", "root.a.b.c", "root.ab", "root.a-b", "root.a\\.b"};
    int i;

    for (i = 0; i < PATHS; i++)
        if (i < (int)(sizeof odd / sizeof *odd))
            snprintf(paths[i], sizeof paths[i], "%s", odd[i]);
        else
            snprintf(paths[i], sizeof paths[i], "root.a.p%d", i);
}

/* Times repeat, so the order is also that of the identifiers. */
static void post(world *w, int count, int over)
{
    static tally_operation operations[MOST];
    static tally_message_options messages[MOST];
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_item item = {0};
    int i;

    memset(operations, 0, sizeof operations);
    for (i = 0; i < count; i++) {
        messages[i] = (tally_message_options){.struct_size = sizeof messages[i], .time = 1 + random_below(2000)};
        if (random_below(4) == 0)
            messages[i].level = (tally_level)random_below(4) + TALLY_LEVEL_PASSIVE;
        if (random_below(16) == 0)
            messages[i].also = paths[random_below((unsigned)over)];
        operations[i].kind = TALLY_OP_POST;
        operations[i].path = paths[random_below((unsigned)over)];
        operations[i].message = &messages[i];
    }
    item.account = "ann";
    item.operations = operations;
    item.count = (size_t)count;
    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
}

static void act(world *w, const all *of)
{
    int64_t key = of->count == 0 ? 0 : of->rows[random_below((unsigned)of->count)].key;
    const char *path = paths[random_below(PATHS)];
    uint32_t flags = random_below(3) == 0 ? TALLY_SUBTREE : 0;

    switch (random_below(6)) {
    case 0: assert_true(tally_badge_clear(w->account, path) >= 0); break;
    case 1: check_ok(tally_message_mark_path_read(w->account, path, flags, NULL)); break;
    case 2:
        if (key != 0)
            check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
        break;
    case 3:
        if (key != 0)
            check_ok(tally_message_mark_read_until(w->account, path, flags, key, NULL));
        break;
    case 4:
        if (key != 0)
            check_ok(tally_message_mark_seen(w->account, &key, 1, NULL));
        break;
    default: post(w, 1 + (int)random_below(5), PATHS);
    }
}

static void live(world *w, int messages, int over)
{
    all *of = calloc(1, sizeof *of);
    int round, rounds = is_soak() ? 400 : is_valgrind() ? 4 : 40;

    assert_non_null(of);
    seed();
    name_paths();
    check_paths(w, of, 4);
    post(w, messages, over);
    for (round = 0; round < rounds; round++) {
        check_paths(w, of, 8);
        act(w, of);
    }
    check_ok(tally_account_verify(w->account));
    free(of);
}

TEST(few_messages, WORLD_FILE) { live(w, 30, 7); }
TEST(many_paths, WORLD_UNREAD) { live(w, 300, PATHS); }
TEST(many_messages_and_paths, 0) { live(w, 1300, PATHS); }
TEST(many_messages_at_few_paths, WORLD_UNREAD) { live(w, 1300, 5); }

/* ---- One by one ---- */

static int64_t post_at(world *w, const char *path, int64_t time)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    options.time = time;
    check_ok(tally_message_post(w->account, path, &options, &key));
    return key;
}

TEST(a_chat_opens_at_the_first_unread_message, WORLD_UNREAD)
{
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;
    tally_message entries[4];
    char text[512];
    tally_rows rows = TALLY_ROWS(entries, text);
    int64_t keys[12];
    int i;

    for (i = 0; i < 12; i++)
        keys[i] = post_at(w, "chat.bo", 100 + i);
    post_at(w, "chat.al", 90);
    check_ok(tally_message_mark_read_until(w->account, "chat.bo", 0, keys[4], NULL));
    check_ok(tally_message_first(w->account, "chat.bo", 0, TALLY_NO_LIMIT, &first));
    assert_int_equal(first.key, keys[5]);
    assert_int_equal(first.time, 105);
    assert_int_equal(first.matching, 7);
    assert_int_equal(first.newer, 6);
    assert_int_equal(first.older, 5);
    /* The screen: this one and three before it, then four behind it. */
    check_status(tally_message_list_from(w->account, "chat.bo", 0, first.key, NULL, &rows), TALLY_MORE);
    for (i = 0; i < 4; i++)
        assert_int_equal(entries[i].key, keys[5 - i]);
    /* The message is gone when the user scrolls. */
    check_ok(tally_message_list_from(w->account, "chat.bo", 0, first.key, rows.next, &rows));
    assert_int_equal(rows.count, 2);
    assert_int_equal(entries[1].key, keys[0]);
    check_status(tally_message_list_from(w->account, "chat.bo", TALLY_MESSAGES_NEWER, first.key, NULL, &rows), TALLY_MORE);
    for (i = 0; i < 4; i++)
        assert_int_equal(entries[i].key, keys[6 + i]);
    /* Nothing to read. */
    check_ok(tally_message_mark_path_read(w->account, "chat", TALLY_SUBTREE, NULL));
    check_ok(tally_message_first(w->account, "chat", TALLY_SUBTREE, 1, &first));
    assert_true(first.key == 0 && first.time == 0 && first.matching == 0 && first.newer == 0 && first.older == 0);
    check_ok(tally_message_first(w->account, "nowhere", TALLY_MESSAGES_UNSEEN, TALLY_NO_LIMIT, &first));
    assert_int_equal(first.key, 0);
}

TEST(a_list_goes_on_when_its_message_is_gone, 0)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    tally_message entries[2];
    char text[512], next[2][256];
    tally_rows rows = TALLY_ROWS(entries, text);
    int64_t keys[6];
    int i;

    for (i = 0; i < 6; i++)
        keys[i] = post_at(w, "in", 1 + i);
    options.time = 4;
    options.id = "m";
    check_ok(tally_message_post(w->account, "in", &options, &keys[3]));
    rows.capacity = 1;
    check_status(tally_message_list_from(w->account, "in", 0, keys[3], NULL, &rows), TALLY_MORE);
    assert_int_equal(entries[0].key, keys[3]);
    snprintf(next[0], sizeof next[0], "%s", rows.next);
    rows.capacity = 2;
    check_status(tally_message_list_from(w->account, "in", TALLY_MESSAGES_NEWER, keys[2], NULL, &rows), TALLY_MORE);
    snprintf(next[1], sizeof next[1], "%s", rows.next);
    check_ok(tally_message_withdraw(w->account, "m"));
    check_status(tally_message_list_from(w->account, "in", 0, keys[3], next[0], &rows), TALLY_MORE);
    assert_int_equal(entries[0].key, keys[2]);
    /* Each list has its own text, as has each message where one begins. */
    check_argument(tally_message_list_from(w->account, "in", TALLY_MESSAGES_NEWER, keys[3], next[0], &rows));
    check_argument(tally_message_list_from(w->account, "in", 0, keys[2], next[0], &rows));
    check_argument(tally_message_list(w->account, "in", 0, next[0], &rows));
    check_ok(tally_message_list_from(w->account, "in", TALLY_MESSAGES_NEWER, keys[2], next[1], &rows));
    check_status(tally_message_list_from(w->account, "in", 0, keys[3], NULL, &rows), TALLY_ERROR_NOT_FOUND);
    check_status(tally_message_list_from(w->account, "in", TALLY_MESSAGES_NEWER, keys[3], NULL, &rows),
                 TALLY_ERROR_NOT_FOUND);
    check_argument(tally_message_list_from(w->account, "in", 0, -1, NULL, &rows));
    check_argument(tally_message_list_from(w->account, "in", TALLY_MESSAGES_NEWEST, 0, NULL, &rows));
}
