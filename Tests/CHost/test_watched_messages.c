/* Observers of messages: whatever adds, moves, sees, reads or removes some, one by one or for many accounts in a batch,
 * their last event has the numbers that counting finds. TALLY_SEED=N: what the random test printed; TALLY_SOAK=1: its
 * long form. */
#include "lists.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCOUNTS 3
#define MOST_OPERATIONS 8

static const char *const paths[] = {"root", "root.a", "root.a.b", "root.a.b.c", "root.ab", "root.a\\.b", "root.d.e"};
enum { PATHS = sizeof paths / sizeof *paths, WATCHERS = 2 * PATHS, IDS = 12 };

static uint64_t random_state;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

typedef struct watcher {
    int path, is_deep, events, events_before;
    tally_message_counts told;
} watcher;

typedef struct user {
    char name[8];
    tally_account *account;
    watcher watchers[WATCHERS];
} user;

static void note(void *user_data, const tally_event *event, const char *text)
{
    watcher *w = (watcher *)user_data;

    (void)text;
    if (event->kind != TALLY_EVENT_MESSAGES)
        return;
    w->events++;
    w->told.total = event->total;
    w->told.unread = event->unread;
    w->told.unseen = event->unseen;
}

/* Each observer knows the numbers, and had at most one event. */
static void check_watchers(world *w, user *users)
{
    int u, i;

    for (u = 0; u < ACCOUNTS; u++)
        for (i = 0; i < WATCHERS; i++)
            users[u].watchers[i].events_before = users[u].watchers[i].events;
    drain(w->engine);
    for (u = 0; u < ACCOUNTS; u++)
        for (i = 0; i < WATCHERS; i++) {
            watcher *each = &users[u].watchers[i];
            tally_message_counts counts = TALLY_MESSAGE_COUNTS_INIT;

            check_ok(tally_message_get_counts(users[u].account, paths[each->path], each->is_deep ? TALLY_SUBTREE : 0,
                                              &counts));
            if (counts.total != each->told.total || counts.unread != each->told.unread ||
                counts.unseen != each->told.unseen)
                fail_msg("%s at %s, %d: told %d, %d, %d and not %d, %d, %d", users[u].name, paths[each->path],
                         each->is_deep, (int)each->told.total, (int)each->told.unread, (int)each->told.unseen,
                         (int)counts.total, (int)counts.unread, (int)counts.unseen);
            assert_true(each->events - each->events_before <= 1);
        }
}

/* A few posts, reads and removals. */
static size_t make_operations(tally_operation *operations, tally_message_options *messages, char ids[][8])
{
    size_t count = 1 + random_below(MOST_OPERATIONS - 1), i;

    memset(operations, 0, count * sizeof *operations);
    for (i = 0; i < count; i++) {
        tally_operation *o = &operations[i];

        snprintf(ids[i], sizeof ids[i], "m%u", random_below(IDS));
        o->path = paths[random_below(PATHS)];
        switch (random_below(5)) {
        case 0:
            o->kind = TALLY_OP_WITHDRAW;
            o->path = NULL;
            o->id = ids[i];
            break;
        case 1:
            o->kind = TALLY_OP_READ;
            o->flags = random_below(2) ? TALLY_SUBTREE : 0;
            break;
        default:
            o->kind = TALLY_OP_POST;
            messages[i] = (tally_message_options){.struct_size = sizeof messages[i], .id = ids[i], .title = "t"};
            o->message = &messages[i];
        }
    }
    return count;
}

/* Items of several accounts in one batch, of which one may be rejected. */
static void batch(world *w, user *users)
{
    static tally_operation operations[6][MOST_OPERATIONS];
    static tally_message_options messages[6][MOST_OPERATIONS];
    static char ids[6][MOST_OPERATIONS][8];
    tally_item items[6] = {{0}};
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    size_t count = 1 + random_below(6), rejected = 0, i;
    tally_status status;

    for (i = 0; i < count; i++) {
        items[i].account = users[random_below(ACCOUNTS)].name;
        items[i].operations = operations[i];
        items[i].count = make_operations(operations[i], messages[i], ids[i]);
        if (random_below(5) == 0)
            operations[i][items[i].count - 1].path = "a..b";
    }
    status = tally_engine_batch(w->engine, items, count, &options);
    for (i = 0; i < count; i++)
        if (items[i].status < 0)
            rejected++;
    assert_int_equal(status, rejected == 0 ? TALLY_OK : TALLY_PARTIAL);
}

static void act(user *u)
{
    tally_message rows[IDS];
    char text[4096], id[8];
    size_t count, size;
    const char *path = paths[random_below(PATHS)];
    tally_message_options options = {.struct_size = sizeof options, .title = "t"};
    tally_status status;

    check_ok(message_list(u->account, "root", TALLY_SUBTREE, NULL, IDS, rows, IDS, text, sizeof text, &count, &size));
    snprintf(id, sizeof id, "m%u", random_below(IDS));
    options.id = id;
    switch (random_below(6)) {
    case 0: check_ok(tally_message_post(u->account, path, &options, NULL)); break;
    case 1:
        status = tally_badge_clear_tree(u->account, path);
        assert_true(status == TALLY_OK || status == TALLY_HELD);
        break;
    case 2: check_ok(tally_message_mark_path_read(u->account, path, random_below(2) ? TALLY_SUBTREE : 0, NULL)); break;
    case 3:
        if (count > 0)
            check_ok(tally_message_mark_unread(u->account, &rows[random_below((unsigned)count)].key, 1, NULL));
        break;
    case 4:
        if (count > 0)
            check_ok(tally_message_mark_read(u->account, &rows[random_below((unsigned)count)].key, 1, NULL));
        break;
    default:
        status = tally_message_withdraw(u->account, id);
        assert_true(status == TALLY_OK || status == TALLY_ERROR_NOT_FOUND);
    }
}

TEST(the_last_event_has_the_numbers, WORLD_FILE)
{
    static user users[ACCOUNTS];
    const char *given = getenv("TALLY_SEED");
    int u, i, round;

    random_state = given != NULL ? strtoull(given, NULL, 10) : 20261130;
    print_message("    seed %llu (TALLY_SEED)\n", (unsigned long long)random_state);
    memset(users, 0, sizeof users);
    for (u = 0; u < ACCOUNTS; u++) {
        snprintf(users[u].name, sizeof users[u].name, "user%d", u);
        check_ok(tally_account_open(w->engine, users[u].name, NULL, &users[u].account));
        check_ok(tally_account_log_in(users[u].account));
        for (i = 0; i < WATCHERS; i++) {
            users[u].watchers[i].path = i / 2;
            users[u].watchers[i].is_deep = i % 2;
            check_ok(tally_observe_messages(w->scope, users[u].account, paths[i / 2], i % 2 ? TALLY_SUBTREE : 0, note,
                                            &users[u].watchers[i], NULL, NULL));
        }
    }
    for (round = 0; round < (is_soak() ? 10000 : 400); round++) {
        if (random_below(2) == 0)
            batch(w, users);
        else
            act(&users[random_below(ACCOUNTS)]);
        check_watchers(w, users);
    }
    check_ok(tally_engine_verify(w->engine));
    for (u = 0; u < ACCOUNTS; u++)
        tally_account_release(users[u].account);
    world_end(w);
}
