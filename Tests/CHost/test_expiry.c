/* Badges and mutes that end: in each way that they can get into a tree, alone, they end in time, for a reader and for
 * an observer, and the host learns when to step. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIFE 500
#define PATH "root.a.b"

enum way { CALL, NODE, BATCH, BATCH_EACH, BATCH_OF_A_SOURCE, ITEMS, PATCH, RESTORE, IMPORT, REOPEN, WAYS };
enum what { NUMBER, DOT, MUTE_NUMBER, MUTE_ALL, WHATS };

typedef struct told {
    int events;
    tally_event last;
} told;

static void note(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;

    (void)text;
    t->events++;
    t->last = *event;
}

static tally_operation operation_of(enum what what, int64_t until)
{
    tally_operation o = {.path = PATH, .until = until};

    o.kind = what == NUMBER ? TALLY_OP_SET : what == DOT ? TALLY_OP_DOT : TALLY_OP_MUTE;
    o.value = what == NUMBER ? 3 : what == MUTE_NUMBER ? TALLY_MUTE_NUMBER : what == MUTE_ALL ? TALLY_MUTE_ALL : 0;
    return o;
}

static void call(tally_account *account, tally_operation o)
{
    if (o.kind == TALLY_OP_SET)
        check_ok(tally_badge_set_until(account, o.path, o.value, o.until));
    else if (o.kind == TALLY_OP_DOT)
        check_ok(tally_badge_dot_until(account, o.path, o.until));
    else
        check_ok(tally_badge_mute(account, o.path, (tally_mute_mode)o.value, o.until));
}

static void call_node(tally_account *account, tally_operation o)
{
    tally_node node;

    check_ok(tally_node_resolve(account, o.path, &node));
    if (o.kind == TALLY_OP_SET)
        check_ok(tally_node_set_until(account, node, o.value, o.until));
    else if (o.kind == TALLY_OP_DOT)
        check_ok(tally_node_dot_until(account, node, o.until));
    else
        check_ok(tally_node_mute(account, node, (tally_mute_mode)o.value, o.until));
}

static void batch(world *w, enum way way, tally_operation o)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;

    options.flags = way == BATCH_EACH ? TALLY_BATCH_EACH : 0;
    if (way == BATCH_OF_A_SOURCE) {
        options.source = "log";
        options.epoch = options.position = 1;
    }
    check_ok(tally_badge_batch(w->account, &o, 1, &options, NULL));
}

static void items(world *w, tally_operation o)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_item item = {.account = "ann", .operations = &o, .count = 1};

    check_ok(tally_engine_batch(w->engine, &item, 1, &options));
}

/* From another account, which has it. */
static void carry(world *w, enum way way, tally_operation o)
{
    tally_account_options options = {.struct_size = sizeof options, .aggregation = TALLY_AGGREGATION_SUM};
    tally_bytes bytes = TALLY_BYTES_INIT;
    tally_snapshot *snapshot;
    tally_account *other;

    check_ok(tally_account_open(w->engine, "other", &options, &other));
    if (o.kind == TALLY_OP_MUTE)
        check_ok(tally_badge_set(other, PATH, 3));
    if (way == PATCH) {
        call(other, o);
        check_ok(tally_badge_diff(w->account, "root", other, "root", &bytes));
        check_ok(tally_badge_apply(w->account, "root", bytes.data, bytes.size, 0));
    } else if (way == RESTORE) {
        call(other, o);
        check_ok(tally_snapshot_take(other, "root", &snapshot));
        check_ok(tally_badge_restore(w->account, "root", snapshot));
        tally_snapshot_release(snapshot);
    } else {
        call(w->account, o);
        check_ok(tally_account_export(w->account, &bytes));
        check_ok(tally_account_remove(w->engine, "ann"));
        tally_account_release(w->account);
        check_ok(tally_account_import(w->engine, "ann", bytes.data, bytes.size));
        check_ok(tally_account_open(w->engine, "ann", &options, &w->account));
    }
    tally_bytes_release(&bytes);
    tally_account_release(other);
    check_ok(tally_account_remove(w->engine, "other"));
}

static void put(world *w, unsigned flags, enum way way, tally_operation o)
{
    switch (way) {
    case CALL: call(w->account, o); break;
    case NODE: call_node(w->account, o); break;
    case BATCH:
    case BATCH_EACH:
    case BATCH_OF_A_SOURCE: batch(w, way, o); break;
    case ITEMS: items(w, o); break;
    case REOPEN:
        call(w->account, o);
        world_close(w);
        world_open(w, flags);
        break;
    default: carry(w, way, o);
    }
}

static void check_shown(world *w, enum what what, int has_ended)
{
    static const struct {
        int shows, count;
    } expected[WHATS][2] = {{{1, 3}, {0, 0}}, {{1, 0}, {0, 0}}, {{1, 0}, {1, 3}}, {{0, 0}, {1, 3}}};

    check_badge(w->account, "root", expected[what][has_ended].shows, (uint64_t)expected[what][has_ended].count);
    if (what == MUTE_NUMBER || what == MUTE_ALL) /* It holds back what rises from its path. */
        check_badge(w->account, PATH, 1, 3);
    else
        check_badge(w->account, PATH, expected[what][has_ended].shows, (uint64_t)expected[what][has_ended].count);
}

/* by_step: the loop ends it, and nobody reads. Otherwise a reader finds that it has ended. */
static void ends(unsigned flags, enum way way, enum what what, int by_step)
{
    world w;
    told t = {0};
    int64_t timeout;
    int is_mute = what == MUTE_NUMBER || what == MUTE_ALL;

    world_init(&w, flags);
    if (is_mute)
        check_ok(tally_badge_set(w.account, PATH, 3));
    put(&w, flags, way, operation_of(what, w.clock.wall + LIFE));
    check_ok(tally_observe(w.scope, w.account, "root", 0, note, &t, NULL, NULL));
    check_ok(tally_engine_step(w.engine));
    assert_int_equal(t.events, 0);
    check_ok(tally_engine_get_timeout(w.engine, &timeout));
    if (timeout < 0 || timeout > LIFE)
        fail_msg("way %d, what %d: the next step is after %d ms", way, what, (int)timeout);
    if (by_step) {
        fake_clock_advance(&w.clock, LIFE - 1);
        check_ok(tally_engine_step(w.engine));
        assert_int_equal(t.events, 0);
        fake_clock_advance(&w.clock, 1);
        check_ok(tally_engine_step(w.engine));
        if (t.events != 1)
            fail_msg("way %d, what %d: %d events", way, what, t.events);
        assert_int_equal(t.last.badge_kind, is_mute ? TALLY_KIND_NUMBER : TALLY_KIND_NONE);
    } else {
        fake_clock_advance(&w.clock, LIFE - 1);
        check_shown(&w, what, 0);
        fake_clock_advance(&w.clock, 1);
        check_shown(&w, what, 1);
        check_ok(tally_engine_dispatch(w.engine, TALLY_NO_LIMIT, NULL));
        assert_int_equal(t.events, 1);
    }
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
}

TEST_ALONE(whichever_way_it_came)
{
    int way, what, by_step, has_file;

    for (way = 0; way < WAYS; way++)
        for (what = 0; what < WHATS; what++)
            for (by_step = 0; by_step < 2; by_step++)
                for (has_file = 0; has_file < 2; has_file++)
                    if (has_file || way != REOPEN)
                        ends(WORLD_SUM | (has_file ? WORLD_FILE : 0), (enum way)way, (enum what)what, by_step);
}
