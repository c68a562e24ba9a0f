/* Feeds that keep few messages, and none that are old, against a model: the oldest that are read go, and what went
 * does not come again. TALLY_SEED=N: what the random tests printed; TALLY_SOAK=1: their long form. */
#include "draws.h"
#include "feeds.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 120
#define SECOND INT64_C(1000)

/* Item i has the id and the sequence i. A revision of 0: it never came. The feed knows those again that it removed, but
 * not those that the server called gone. */
typedef struct item {
    int exists, is_read, is_seen, is_forgotten, rev;
    int64_t time; /* In milliseconds; 0: the server does not say it. */
} item;

typedef struct model {
    const char *path;
    tally_feed *feed;
    item items[MOST];
    int64_t max_age, max_messages;
} model;

static void take(model *m, int i, int rev, int64_t time, int is_read)
{
    item *it = &m->items[i];

    if (rev > it->rev || (!it->exists && !it->is_forgotten))
        *it = (item){1, is_read, is_read, 0, rev, time};
    else if (rev == it->rev && it->exists)
        it->is_read |= is_read;
    it->is_seen |= it->is_read;
}

/* A page has come: what is too old goes, and beyond the number what is read. */
static void tidy(model *m, int64_t now)
{
    int64_t newer = 0;
    int i;

    for (i = MOST - 1; i >= 0; i--) {
        item *it = &m->items[i];

        if (it->exists && m->max_age > 0 && it->time > 0 && it->time < now - m->max_age)
            *it = (item){.is_forgotten = 1, .rev = it->rev};
        if (!it->exists)
            continue;
        newer++;
        if (m->max_messages > 0 && newer > m->max_messages && it->is_read)
            *it = (item){.is_forgotten = 1, .rev = it->rev};
    }
}

static void check_items(world *w, const model *m)
{
    static tally_message rows[MOST];
    char text[16384];
    size_t count, size, k = 0;
    int i, unread = 0, unseen = 0;

    check_ok(message_list(w->account, m->path, 0, NULL, MOST, rows, MOST, text, sizeof text, &count, &size));
    for (i = MOST - 1; i >= 0; i--) {
        if (!m->items[i].exists)
            continue;
        if (k >= count || atoi(text + rows[k].id.offset) != i)
            fail_msg("%d should be here, and not %s", i, k < count ? text + rows[k].id.offset : "nothing");
        assert_int_equal(rows[k].state == TALLY_MESSAGE_STATE_READ, m->items[i].is_read);
        unread += !m->items[i].is_read;
        unseen += !m->items[i].is_seen;
        k++;
    }
    assert_int_equal(k, count);
    assert_int_equal(count_of(w, m->path, 1), unread);
    check_badge(w->account, m->path, unseen > 0, unseen);
}

/* Items anywhere in the order: new ones, newer revisions, and those that were sent before. */
static void send_page(world *w, model *m, int most)
{
    static char page[65536];
    size_t length = (size_t)snprintf(page, sizeof page, "{\"cursor\":\"%u\",\"items\":[", random_below(1u << 30));
    int i = (int)random_below(MOST), count = (int)random_below((unsigned)most + 1), k;

    for (k = 0; k < count; k++, i = (i + 7) % MOST) {
        const item *it = &m->items[i];
        int rev = it->rev + (it->rev == 0 || random_below(4) == 0), is_read = random_below(3) > 0;
        int64_t time = random_below(4) == 0 ? 0 : w->clock.wall / SECOND - random_below(5000);

        if (rev == it->rev)
            time = it->time / SECOND;
        length += (size_t)snprintf(page + length, sizeof page - length,
                                   "%s{\"id\":\"%d\",\"seq\":\"%d\",\"rev\":\"%d\",\"ts\":%lld,\"path\":\"%s\","
                                   "\"read\":%s}",
                                   k > 0 ? "," : "", i, i, rev, (long long)time, m->path, is_read ? "true" : "false");
        take(m, i, rev, time * SECOND, is_read);
    }
    i = (int)random_below(MOST);
    snprintf(page + length, sizeof page - length, "],\"gone\":[\"%d\"]}", i);
    if (m->items[i].exists)
        m->items[i] = (item){.rev = m->items[i].rev};
    check_ok(tally_feed_deliver(m->feed, page, strlen(page)));
}

static void read_one(world *w, model *m)
{
    int i = (int)random_below(MOST);
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    tally_message row;
    char text[512], id[8];

    if (!m->items[i].exists || m->items[i].is_read)
        return;
    snprintf(id, sizeof id, "%d", i);
    check_ok(tally_feed_get(m->feed, &state, NULL, 0, NULL));
    check_ok(message_find(w->account, state.id, id, &row, text, sizeof text));
    check_ok(tally_message_mark_read(w->account, &row.key, 1, NULL));
    m->items[i].is_read = m->items[i].is_seen = 1;
}

static void see_all(world *w, model *m)
{
    int i;

    for (i = 0; i < MOST; i++)
        m->items[i].is_seen = m->items[i].exists;
    check_ok(tally_badge_clear(w->account, m->path));
}

static void add_feed_with(world *w, model *m)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .initial_delay = -1, .interval = -1, .max_age = m->max_age,
        .max_messages = m->max_messages,
    };

    tally_feed_release(m->feed);
    check_ok(tally_feed_add(w->account, m->path, &options, &m->feed));
}

/* Two feeds with the same ids. */
static void run(world *w, int64_t max_age, int64_t max_messages)
{
    static model models[2];
    int round, k;

    seed();
    memset(models, 0, sizeof models);
    models[0].path = "in";
    models[1].path = "out";
    check_ok(tally_account_log_in(w->account));
    for (k = 0; k < 2; k++) {
        models[k].max_age = max_age;
        models[k].max_messages = max_messages;
        add_feed_with(w, &models[k]);
    }
    for (round = 0; round < (is_soak() ? 5000 : 400); round++) {
        model *m = &models[random_below(3) == 0];

        /* Now and then the limits change. */
        if (random_below(20) == 0) {
            m->max_age = max_age > 0 ? max_age / (1 + random_below(3)) : 0;
            m->max_messages = max_messages > 0 ? 1 + random_below(2 * (unsigned)max_messages) : 0;
            add_feed_with(w, m);
        }
        if (random_below(6) == 0)
            see_all(w, m);
        for (k = (int)random_below(6); k > 0; k--)
            read_one(w, m);
        send_page(w, m, random_below(8) == 0 ? 100 : 12);
        tidy(m, w->clock.wall);
        check_items(w, &models[0]);
        check_items(w, &models[1]);
        fake_clock_advance(&w->clock, (int64_t)random_below(60) * SECOND);
    }
    tally_feed_release(models[0].feed);
    tally_feed_release(models[1].feed);
    check_ok(tally_engine_verify(w->engine));
}

TEST(few_messages, WORLD_FILE) { run(w, 0, 12); }
TEST(no_old_messages, WORLD_FILE) { run(w, 3000 * SECOND, 0); }
TEST(few_messages_and_none_that_are_old, WORLD_FILE) { run(w, 3000 * SECOND, 30); }

/* ---- What a feed knows again ---- */

static void add_at(world *w, const char *url, int64_t most)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};

    options.url = url;
    options.max_messages = most;
    tally_feed_release(w->feed);
    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
}

/* A message that retention has removed does not come again, but from another URL it is another message. */
TEST(another_url_knows_nothing_of_the_old_one, WORLD_FILE)
{
    static const char three[] =
        PAGE("1", "{\"id\":\"1\",\"seq\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"read\":true},"
                  "{\"id\":\"2\",\"seq\":\"2\",\"rev\":\"1\",\"path\":\"in\",\"read\":true},"
                  "{\"id\":\"3\",\"seq\":\"3\",\"rev\":\"1\",\"path\":\"in\",\"read\":true}", "");
    static const char again[] = PAGE("2", "{\"id\":\"1\",\"seq\":\"9\",\"rev\":\"1\",\"path\":\"in\"}", "");
    tally_message row;
    char text[512];

    check_ok(tally_account_log_in(w->account));
    add_at(w, "https://example.org/a", 2);
    check_ok(tally_feed_deliver(w->feed, three, strlen(three)));
    assert_int_equal(count_of(w, "in", 0), 2);
    check_ok(tally_feed_deliver(w->feed, again, strlen(again)));
    check_status(message_find(w->account, state_of(w).id, "1", &row, text, sizeof text), TALLY_ERROR_NOT_FOUND);
    add_at(w, "https://example.org/b", 0);
    check_ok(tally_feed_deliver(w->feed, again, strlen(again)));
    check_ok(message_find(w->account, state_of(w).id, "1", &row, text, sizeof text));
    assert_int_equal(count_of(w, "in", 0), 1);
    check_ok(tally_engine_verify(w->engine));
}
