/* Messages with further paths under random calls, against a model by sets: which paths each message has, and its state.
 * TALLY_SEED=N: what the random test printed; TALLY_SOAK=1: its long form. */
#include "draws.h"
#include "feeds.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS = 12, MESSAGES = 24 };

static const char *const paths[PATHS] = {
    "root", "root.a", "root.a.x", "root.a.x.y", "root.a.z", "root.b", "root.b.x", "root.c", "root.c.c", "root.a-b", "root.d",
    "root.d.e.f",
};

typedef struct message {
    int exists, own, state;  /* own: the path that it belongs to */
    unsigned places;         /* All of its paths, as bits. */
    uint32_t count;
    int64_t key, order;
} message;

typedef struct model {
    message messages[MESSAGES];
    int feeding, rules[PATHS];
    int64_t order;
} model;

/* ---- Sets ---- */

static int is_below(int path, int top)
{
    size_t length = strlen(paths[top]);

    return strncmp(paths[path], paths[top], length) == 0 && (paths[path][length] == 0 || paths[path][length] == '.');
}

static unsigned covered(int top, int subtree)
{
    unsigned bits = 0;

    for (int i = 0; i < PATHS; i++)
        bits |= (unsigned)(subtree ? is_below(i, top) : i == top) << i;
    return bits;
}

/* The rule of the nearest path that has one. */
static int threshold(const model *m, int own)
{
    int result = m->feeding;
    size_t longest = 0;

    for (int i = 0; i < PATHS; i++)
        if (m->rules[i] != 0 && is_below(own, i) && strlen(paths[i]) >= longest) {
            result = m->rules[i];
            longest = strlen(paths[i]);
        }
    return result;
}

static int feeds(const model *m, const message *it) { return it->exists && it->state < threshold(m, it->own); }

static int any_feeds(const model *m, unsigned bits)
{
    for (int i = 0; i < MESSAGES; i++)
        if (feeds(m, &m->messages[i]) && m->messages[i].places & bits)
            return 1;
    return 0;
}

/* Raises the state of the messages in a place. Returns how many had a smaller one. */
static size_t raise(model *m, unsigned bits, int64_t last, int state)
{
    size_t changed = 0;

    for (int i = 0; i < MESSAGES; i++) {
        message *it = &m->messages[i];

        if (!it->exists || !(it->places & bits) || it->state >= state || (last >= 0 && it->order > last))
            continue;
        it->state = state;
        changed++;
    }
    return changed;
}

/* ---- Comparing ---- */

static void check_path(world *w, const model *m, int path)
{
    uint64_t count = 0, numbers[3];
    int shows = 0;

    for (int i = 0; i < MESSAGES; i++)
        if (feeds(m, &m->messages[i]) && m->messages[i].places & covered(path, 1)) {
            count += m->messages[i].count;
            shows = 1;
        }
    check_badge(w->account, paths[path], shows, count);
    for (int subtree = 0; subtree < 2; subtree++) {
        tally_message_counts found = TALLY_MESSAGE_COUNTS_INIT;

        memset(numbers, 0, sizeof numbers);
        for (int i = 0; i < MESSAGES; i++)
            for (int state = 0; state < 3; state++)
                numbers[state] += m->messages[i].exists && m->messages[i].places & covered(path, subtree) &&
                                  m->messages[i].state <= state;
        check_ok(tally_message_get_counts(w->account, paths[path], subtree ? TALLY_SUBTREE : 0, &found));
        assert_int_equal(found.total, numbers[2]);
        assert_int_equal(found.unread, numbers[1]);
        assert_int_equal(found.unseen, numbers[0]);
    }
}

/* The list in pages, newest first, and where to begin reading. */
static void check_list(world *w, const model *m, int path, uint32_t flags)
{
    tally_message rows[5];
    tally_message_position position = TALLY_MESSAGE_POSITION_INIT;
    char text[4096], after[512] = "";
    tally_rows page = rows_in(rows, sizeof *rows, COUNT_OF(rows), 1 + random_below(5), text, sizeof text);
    unsigned bits = covered(path, flags & TALLY_SUBTREE);
    int64_t former = INT64_MAX, oldest = 0;
    size_t count = 0, expected = 0;
    tally_status status;

    do {
        status = tally_message_list(w->account, paths[path], flags, after[0] != 0 ? after : NULL, &page);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        for (size_t r = 0; r < page.count; r++) {
            int i = atoi(text + rows[r].id.offset + 1);

            assert_int_equal(m->messages[i].key, rows[r].key);
            assert_true(m->messages[i].exists && m->messages[i].order < former);
            assert_true(m->messages[i].places & bits);
            assert_int_equal(m->messages[i].state, rows[r].state);
            former = m->messages[i].order;
            if (rows[r].state < TALLY_MESSAGE_STATE_READ)
                oldest = rows[r].key;
            count++;
        }
        snprintf(after, sizeof after, "%s", status == TALLY_MORE ? page.next : "");
    } while (status == TALLY_MORE);
    for (int i = 0; i < MESSAGES; i++)
        expected += m->messages[i].exists && m->messages[i].places & bits &&
                    !(flags & TALLY_MESSAGES_UNREAD && m->messages[i].state >= TALLY_MESSAGE_STATE_READ);
    assert_int_equal(count, expected);
    check_ok(tally_message_first(w->account, paths[path], flags & TALLY_SUBTREE, TALLY_NO_LIMIT, &position));
    assert_int_equal(position.key, oldest);
}

static void check_all(world *w, const model *m)
{
    for (int i = 0; i < PATHS; i++)
        check_path(w, m, i);
    check_list(w, m, (int)random_below(PATHS), random_below(2) * TALLY_SUBTREE | random_below(2) * TALLY_MESSAGES_UNREAD);
    check_ok(tally_account_verify(w->account));
}

/* ---- Calls ---- */

static void write_also(unsigned places, int own, char *text, size_t capacity)
{
    size_t used = 0;
    int count = 0;

    text[0] = 0;
    for (int i = 0; i < PATHS && count < TALLY_MAX_ALSO; i++)
        if (places >> i & 1 && i != own) {
            used += (size_t)snprintf(text + used, capacity - used, "%s%s", count > 0 ? "\n" : "", paths[i]);
            count++;
        }
}

static void draw(message *it)
{
    it->own = (int)random_below(PATHS);
    it->count = random_below(4);
    it->places = 1u << it->own;
    for (unsigned n = random_below(4); n > 0; n--)
        it->places |= 1u << random_below(PATHS);
}

/* Posts one of the messages, again or for the first time. With `rejected` it is part of an item that is not applied. */
static void post(world *w, model *m, int i, int rejected)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    message next = {.exists = 1, .order = ++m->order};
    char id[16], also[256];

    draw(&next);
    snprintf(id, sizeof id, "m%d", i);
    write_also(next.places, next.own, also, sizeof also);
    options.id = id;
    options.count = next.count;
    options.flags = next.count == 0 ? TALLY_POST_DOT : 0;
    options.also = also;
    fake_clock_advance(&w->clock, 1000);
    if (rejected) {
        tally_operation operations[] = {
            {.kind = TALLY_OP_POST, .path = paths[next.own], .message = &options},
            {.kind = TALLY_OP_SET, .path = "a..b", .value = 1},
        };
        tally_item items[] = {{.account = "ann", .operations = operations, .count = 2}};
        tally_engine_batch_options plain = TALLY_ENGINE_BATCH_OPTIONS_INIT;

        check_status(tally_engine_batch(w->engine, items, 1, &plain), TALLY_PARTIAL);
        return;
    }
    check_ok(tally_message_post(w->account, paths[next.own], &options, &next.key));
    m->messages[i] = next;
}

static void clear(world *w, model *m, int path)
{
    unsigned whole = covered(path, 1), own = 1u << path;

    if (any_feeds(m, whole & ~own)) {
        check_status(tally_badge_clear(w->account, paths[path]), TALLY_HELD);
        return;
    }
    if (any_feeds(m, own))
        raise(m, own, -1, TALLY_MESSAGE_STATE_SEEN);
    check_status(tally_badge_clear(w->account, paths[path]), any_feeds(m, whole) ? TALLY_HELD : TALLY_OK);
}

static void clear_tree(world *w, model *m, int path)
{
    int any = any_feeds(m, ~0u);

    if (any)
        raise(m, covered(path, 1), -1, TALLY_MESSAGE_STATE_SEEN);
    check_status(tally_badge_clear_tree(w->account, paths[path]), any_feeds(m, covered(path, 1)) ? TALLY_HELD : TALLY_OK);
}

static void read_path(world *w, model *m, int path)
{
    uint32_t subtree = random_below(2) * TALLY_SUBTREE;
    int i = (int)random_below(MESSAGES);
    int64_t last = m->messages[i].exists && random_below(2) ? m->messages[i].order : -1;
    size_t changed = 0, expected = raise(m, covered(path, subtree != 0), last, TALLY_MESSAGE_STATE_READ);

    if (last >= 0)
        check_ok(tally_message_mark_read_until(w->account, paths[path], subtree, m->messages[i].key, &changed));
    else
        check_ok(tally_message_mark_path_read(w->account, paths[path], subtree, &changed));
    assert_int_equal(changed, expected);
}

static void set_rule(world *w, model *m, int path)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    m->rules[path] = (int)random_below(3);
    rule.feeding = m->rules[path];
    check_ok(tally_badge_set_rule(w->account, paths[path], m->rules[path] == 0 ? NULL : &rule));
}

static void change_one(world *w, model *m, message *it)
{
    char id[16];

    switch (random_below(5)) {
    case 0:
        check_ok(tally_message_mark_read(w->account, &it->key, 1, NULL));
        it->state = TALLY_MESSAGE_STATE_READ;
        break;
    case 1:
        check_ok(tally_message_mark_unread(w->account, &it->key, 1, NULL));
        if (it->state == TALLY_MESSAGE_STATE_READ)
            it->state = TALLY_MESSAGE_STATE_SEEN;
        break;
    case 2:
        check_ok(tally_message_mark_seen(w->account, &it->key, 1, NULL));
        if (it->state == TALLY_MESSAGE_STATE_UNSEEN)
            it->state = TALLY_MESSAGE_STATE_SEEN;
        break;
    case 3:
        check_ok(tally_message_remove(w->account, &it->key, 1));
        it->exists = 0;
        break;
    default:
        snprintf(id, sizeof id, "m%d", (int)(it - m->messages));
        check_ok(tally_message_withdraw(w->account, id));
        it->exists = 0;
    }
}

static void turn(world *w, model *m, unsigned flags)
{
    int i = (int)random_below(MESSAGES), path = (int)random_below(PATHS);

    switch (random_below(16)) {
    case 0: case 1: case 2: case 3: case 4: post(w, m, i, 0); break;
    case 5: post(w, m, i, 1); break;
    case 6: clear(w, m, path); break;
    case 7: clear_tree(w, m, path); break;
    case 8: case 9: read_path(w, m, path); break;
    case 10: set_rule(w, m, path); break;
    case 11:
        if (random_below(6) == 0) {
            world_close(w);
            world_open(w, flags);
        }
        break;
    default:
        if (m->messages[i].exists)
            change_one(w, m, &m->messages[i]);
    }
}

static unsigned live_flags;

static void live(uint64_t seed)
{
    static model m;
    world w;

    random_state = seed;
    memset(&m, 0, sizeof m);
    m.feeding = live_flags & WORLD_UNREAD ? 2 : 1;
    world_init(&w, live_flags);
    for (int turns = 0; turns < 120; turns++) {
        turn(&w, &m, live_flags);
        check_all(&w, &m);
    }
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

TEST_ALONE(random_calls_agree_with_the_model)
{
    live_flags = WORLD_FILE;
    live_many(live, 6, 1, 400);
}

TEST_ALONE(random_calls_agree_where_unread_messages_feed)
{
    live_flags = WORLD_FILE | WORLD_UNREAD;
    live_many(live, 6, 1, 400);
}
