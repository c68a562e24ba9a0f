/* Users look at paths, hosts observe others, and limits change. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

/* ---- Views ---- */

/* value: TREE_VIEW for a view of a subtree, otherwise 1. */
static int do_view(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return model_view(m, c->node, (int32_t)c->value);
}

static int do_leave(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    m->viewed[c->node] -= (int32_t)c->value;
    return TALLY_OK;
}

/* A user begins to look at a path, or at all below it, or leaves one. */
void step_view(seat *s, dice *d)
{
    choice c = {.node = draw_busy_node(s, d)};
    int slot = (int)dice_below(d, VIEWS), status;
    char path[64];

    /* The last view of each user is of a subtree. */
    c.value = slot == VIEWS - 1 ? TREE_VIEW : 1;
    if (s->views[slot] != 0) {
        c.node = s->view_nodes[slot];
        if (dice_one_in(d, 2))
            tally_view_end(s->device->scope, s->views[slot]);
        else
            tally_unobserve(s->device->scope, s->views[slot]);
        s->views[slot] = 0;
        seat_did(s, do_leave, &c, TALLY_OK, 0, "view end");
        return;
    }
    /* After a fault it is not known what a view has cleared. So only crashes come while there is one. */
    disk_arm(s->device->number, 0, DISK_FAIL, 1, 0);
    node_path(c.node, path, sizeof path);
    status = tally_view_begin(s->device->scope, s->account, path, slot == VIEWS - 1 ? TALLY_SUBTREE : 0,
                              &s->views[slot]);
    s->view_nodes[slot] = c.node;
    tell("view of %s%s", path, slot == VIEWS - 1 ? " and below" : "");
    seat_did(s, do_view, &c, status, 1, "view begin");
}

/* ---- Observers ---- */

/* A host observes another path, and everything else again. */
void step_observe(seat *s, dice *d) { watch(s, draw_node(d)); }

/* ---- Limits ---- */

/* Within these, a limit takes nothing from anybody. Accounts in memory count as open. */
static const struct {
    int limit;
    int64_t least, most;
} limits[] = {
    {TALLY_LIMIT_EVENTS, 1, 60},           {TALLY_LIMIT_ACCOUNTS, 20, 100},
    {TALLY_LIMIT_LOADED_ACCOUNTS, 1, 3},   {TALLY_LIMIT_FEEDS, 16, 1000},
    {TALLY_LIMIT_OBSERVERS, 100, 1000},    {TALLY_LIMIT_RESPONSE_BYTES, BODY, 1000000},
    {TALLY_LIMIT_BATCH_IDS, 1, 100},       {TALLY_LIMIT_BATCH_ID_TIME, 1000, 100000000},
    {TALLY_LIMIT_REQUESTS, 1, 8},          {TALLY_LIMIT_REQUESTS_PER_ORIGIN, 1, 8},
    {TALLY_LIMIT_MARKS, MARKS, 1000},      {TALLY_LIMIT_FAILED_ROWS, 100, 1000},
    {TALLY_LIMIT_FORGOTTEN, 1000, 9000},      {TALLY_LIMIT_REJECTED, 1, 100},
    {TALLY_LIMIT_REMINDER_LOG, 9000, 20000},    {TALLY_LIMIT_CACHED_GROUPS, 1, 10},
    {TALLY_LIMIT_NODES, 64, 1000000},      {TALLY_LIMIT_COMPLETIONS, 100, 1000},
    {TALLY_LIMIT_LOG_LEVEL, 1, 3},
};

/* A limit changes while the engine is open, often that of events: the rest of them comes as RESYNC. */
void step_limit(seat *s, dice *d)
{
    device *of = s->device;
    unsigned which = dice_one_in(d, 3) ? 0 : dice_below(d, sizeof limits / sizeof *limits);
    int limit = limits[which].limit, status;
    int64_t value = limits[which].least + dice_below(d, (unsigned)(limits[which].most - limits[which].least + 1));
    int64_t old = -1, now = -1;

    status = tally_engine_limit(of->engine, (tally_limit)limit, value, &old);
    tell("limit %d: %lld, before %lld: %d", limit, (long long)value, (long long)old, status);
    if (limit == TALLY_LIMIT_LOADED_ACCOUNTS && of->number % 2 == 0) {
        if (status != TALLY_ERROR_UNSUPPORTED)
            fail("tally_engine_limit of accounts in memory: %d", status);
        return;
    }
    expect(s, status, "tally_engine_limit");
    if (tally_engine_limit(of->engine, (tally_limit)limit, TALLY_LIMIT_KEEP, &now) != TALLY_OK || now != value)
        fail("the limit %d is %lld, and was set to %lld", limit, (long long)now, (long long)value);
    if (of->limit_runs[limit] == of->run && of->limits[limit] != old)
        fail("the limit %d was %lld, and was set to %lld before", limit, (long long)old,
             (long long)of->limits[limit]);
    of->limit_runs[limit] = of->run;
    of->limits[limit] = value;
    if (tally_engine_limit(of->engine, TALLY_LIMIT_DEPTH, 10, NULL) != TALLY_ERROR_UNSUPPORTED)
        fail("the depth of paths can change");
}
