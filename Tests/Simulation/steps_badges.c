/* Users and programs change badges. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

int draw_node(dice *d)
{
    static const int firsts[] = {0, 1, 4, 13};
    unsigned depth = dice_one_in(d, 6) ? 0 : 1 + dice_below(d, 3);

    return depth == 0 ? 0 : firsts[depth] + (int)dice_below(d, depth == 1 ? 3 : depth == 2 ? 9 : 27);
}

int draw_busy_node(const seat *s, dice *d)
{
    int start = draw_node(d), i;
    shown all[NODES];

    if (s->is_vague || dice_one_in(d, 4))
        return start;
    model_show(&s->now[0], all);
    for (i = 0; i < NODES; i++) {
        int node = (start + i) % NODES;

        if (all[node].shows)
            return node;
    }
    return start;
}

void expect(seat *s, int status, const char *call)
{
    char text[1024];
    size_t length;

    tell("%s: %d", call, status);
    if (status == TALLY_OK || device_is_hit(s->device))
        return;
    tally_error_message(text, sizeof text, &length);
    fail("%s: %d, %s", call, status, text);
}

static int64_t draw_until(const seat *s, dice *d)
{
    static const int64_t spans[] = {1, 1000, 60000, 3600000, 86400000, INT64_C(30) * 86400000};

    if (!dice_one_in(d, 3))
        return TALLY_FOREVER;
    return device_wall(s->device) + (dice_one_in(d, 8) ? -1000 : 1) * spans[dice_below(d, 6)];
}

static uint32_t draw_count(dice *d)
{
    return dice_one_in(d, 20) ? UINT32_MAX : dice_below(d, 5);
}

/* ---- Acts of the model ---- */

static int do_set(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return model_set(m, c->node, c->kind, c->value, c->until, c->now);
}

static int do_add(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return model_add(m, c->node, c->value);
}

static int do_clear(model *m, void *argument) { return model_clear(m, ((const choice *)argument)->node); }
static int do_clear_tree(model *m, void *argument) { return model_clear_tree(m, ((const choice *)argument)->node); }

static int draw_mute(dice *d)
{
    static const int modes[] = {TALLY_MUTE_NONE, TALLY_MUTE_NUMBER, TALLY_MUTE_ALL, TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS,
                                TALLY_MUTE_ALL_BUT_HIGHLIGHTS};

    return modes[dice_below(d, 5)];
}

static int do_mute(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return model_mute(m, c->node, c->mode, c->until, c->now);
}

static int do_snooze(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return model_snooze_node(m, c->node, c->until, c->now);
}

static int do_rule(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    model_set_rule(m, c->node, c->mode, (int)c->value);
    return TALLY_OK;
}

static int do_link(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    return c->mode ? model_unlink(m, c->node, c->other) : model_link(m, c->node, c->other);
}

static int do_feeding(model *m, void *argument)
{
    model_set_feeding(m, ((const choice *)argument)->mode == TALLY_FEEDING_UNREAD);
    return TALLY_OK;
}

static int do_restore(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    model_restore(m, c->other, m, c->node);
    return TALLY_OK;
}

/* ---- Steps ---- */

void step_set(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .kind = dice_one_in(d, 3) ? SHOWS_DOT : SHOWS_NUMBER};
    char path[64];
    int status;

    c.value = c.kind == SHOWS_DOT ? 0 : draw_count(d);
    c.until = draw_until(s, d);
    c.now = device_wall(s->device);
    node_path(c.node, path, sizeof path);
    if (c.kind == SHOWS_DOT)
        status = c.until == 0 ? tally_badge_dot(s->account, path) : tally_badge_dot_until(s->account, path, c.until);
    else if (c.until == 0)
        status = tally_badge_set(s->account, path, c.value);
    else
        status = tally_badge_set_until(s->account, path, c.value, c.until);
    tell("%s: kind %d, count %lld, until %lld", path, c.kind, (long long)c.value, (long long)c.until);
    seat_did(s, do_set, &c, status, 0, "set");
}

void step_add(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .value = (int64_t)dice_below(d, 7) - 3};
    char path[64];

    node_path(c.node, path, sizeof path);
    tell("%s: %lld", path, (long long)c.value);
    seat_did(s, do_add, &c, tally_badge_add(s->account, path, c.value), 0, "add");
}

void step_clear(seat *s, dice *d)
{
    choice c = {.node = draw_busy_node(s, d)};
    char path[64];

    node_path(c.node, path, sizeof path);
    tell("%s: %lld", path, (long long)c.value);
    seat_did(s, do_clear, &c, tally_badge_clear(s->account, path), 0, "clear");
}

void step_clear_tree(seat *s, dice *d)
{
    choice c = {.node = draw_busy_node(s, d)};
    char path[64];

    node_path(c.node, path, sizeof path);
    tell("%s: %lld", path, (long long)c.value);
    seat_did(s, do_clear_tree, &c, tally_badge_clear_tree(s->account, path), 0, "clear_tree");
}

static void snooze(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .now = device_wall(s->device)};
    char path[64];

    c.until = draw_until(s, d);
    node_path(c.node, path, sizeof path);
    tell("%s: until %lld", path, (long long)c.until);
    seat_did(s, do_snooze, &c, tally_badge_snooze(s->account, path, c.until), 0, "snooze");
}

void step_mute(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .mode = draw_mute(d), .now = device_wall(s->device)};
    char path[64];

    if (dice_one_in(d, 3)) {
        snooze(s, d);
        return;
    }
    c.until = draw_until(s, d);
    node_path(c.node, path, sizeof path);
    tell("%s: mode %d, until %lld", path, c.mode, (long long)c.until);
    seat_did(s, do_mute, &c, tally_badge_mute(s->account, path, c.mode, c.until), 0, "mute");
}

void step_rule(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .mode = (int)dice_below(d, 3), .value = dice_one_in(d, 4)};
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;
    char path[64];

    rule.feeding = c.mode;
    rule.counting = c.value ? TALLY_COUNTING_LIT : TALLY_COUNTING_DEFAULT;
    node_path(c.node, path, sizeof path);
    tell("%s: feeding %d, counting %d", path, c.mode, (int)c.value);
    seat_did(s, do_rule, &c, tally_badge_set_rule(s->account, path, c.mode == 0 && c.value == 0 ? NULL : &rule), 1,
             "rule");
}

/* A link, or its end, if the drawn one is there. */
void step_link(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .other = draw_node(d)};
    char path[64], under[64];
    int status;

    c.mode = s->now_count > 0 && (s->now[0].links[c.node] >> c.other & 1) && dice_one_in(d, 2);
    node_path(c.node, path, sizeof path);
    node_path(c.other, under, sizeof under);
    status = c.mode ? tally_link_remove(s->account, path, under) : tally_link_add(s->account, path, under);
    tell("%s %s under %s", c.mode ? "no longer" : "now", path, under);
    seat_did(s, do_link, &c, status, 1, "link");
}

void step_feeding(seat *s, dice *d)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    choice c = {.mode = dice_one_in(d, 2) ? TALLY_FEEDING_UNREAD : TALLY_FEEDING_UNSEEN};

    settings.feeding = c.mode;
    seat_did(s, do_feeding, &c, tally_account_configure(s->account, &settings), 1, "feeding");
}

/* Nothing that needs an end: a node's operations are those of its path. */
void step_node(seat *s, dice *d)
{
    choice c = {.node = draw_node(d), .value = draw_count(d), .mode = draw_mute(d)};
    tally_node node;
    char path[64];

    node_path(c.node, path, sizeof path);
    if (tally_node_resolve(s->account, path, &node) != TALLY_OK) {
        expect(s, TALLY_ERROR_INTERNAL, "tally_node_resolve");
        return;
    }
    c.kind = SHOWS_NUMBER;
    switch (dice_below(d, 6)) {
    case 0: seat_did(s, do_set, &c, tally_node_set(s->account, node, c.value), 0, "node set"); break;
    case 1:
        c.kind = SHOWS_DOT;
        c.value = 0;
        seat_did(s, do_set, &c, tally_node_dot(s->account, node), 0, "node dot");
        break;
    case 2:
        c.value = 1;
        seat_did(s, do_add, &c, tally_node_add(s->account, node, c.value), 0, "node add");
        break;
    case 3: seat_did(s, do_clear, &c, tally_node_clear(s->account, node), 0, "node clear"); break;
    case 4: seat_did(s, do_clear_tree, &c, tally_node_clear_tree(s->account, node), 0, "node clear_tree"); break;
    default: seat_did(s, do_mute, &c, tally_node_mute(s->account, node, c.mode, 0), 0, "node mute"); break;
    }
    tally_node_release(s->account, node);
}

void step_restore(seat *s, dice *d)
{
    choice c = {.node = draw_node(d)};
    tally_snapshot *snapshot;
    char from[64], to[64];

    do
        c.other = draw_node(d);
    while (node_depth(c.other) != node_depth(c.node));
    node_path(c.node, from, sizeof from);
    node_path(c.other, to, sizeof to);
    if (tally_snapshot_take(s->account, from, &snapshot) != TALLY_OK) {
        expect(s, TALLY_ERROR_INTERNAL, "tally_snapshot_take");
        return;
    }
    seat_did(s, do_restore, &c, tally_badge_restore(s->account, to, snapshot), 1, "restore");
    tally_snapshot_release(snapshot);
}

/* ---- Batches ---- */

typedef struct batch {
    choice operations[6];
    int kinds[6], count;
    uint64_t position;
    int is_new;
} batch;

static int perform(model *m, int kind, choice *c)
{
    switch (kind) {
    case TALLY_OP_SET: c->kind = SHOWS_NUMBER; return do_set(m, c);
    case TALLY_OP_DOT: c->kind = SHOWS_DOT; return do_set(m, c);
    case TALLY_OP_ADD: return do_add(m, c);
    case TALLY_OP_CLEAR: return do_clear(m, c);
    case TALLY_OP_CLEAR_TREE: return do_clear_tree(m, c);
    default: return do_mute(m, c);
    }
}

static int do_batch(model *m, void *argument)
{
    batch *b = (batch *)argument;
    model copy = *m;
    int i;

    if (b->position <= m->position)
        return TALLY_ALREADY_APPLIED;
    /* A view clears at the end of the transaction. */
    memset(copy.viewed, 0, sizeof copy.viewed);
    for (i = 0; i < b->count; i++) {
        int status = perform(&copy, b->kinds[i], &b->operations[i]);

        if (status < 0)
            return status;
    }
    memcpy(copy.viewed, m->viewed, sizeof copy.viewed);
    model_clear_viewed(&copy);
    copy.position = b->position;
    *m = copy;
    return TALLY_OK;
}

/* One transaction, applied once: sometimes its position was reached already. */
void step_batch(seat *s, dice *d)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operations[6];
    char paths[6][64];
    batch b = {.count = (int)dice_below(d, 7)};
    int i;

    memset(operations, 0, sizeof operations);
    for (i = 0; i < b.count; i++) {
        choice *c = &b.operations[i];

        b.kinds[i] = TALLY_OP_SET + (int)dice_below(d, 6);
        c->node = draw_node(d);
        c->mode = draw_mute(d);
        c->now = device_wall(s->device);
        c->value = b.kinds[i] == TALLY_OP_ADD    ? (int64_t)dice_below(d, 4) - 1
                   : b.kinds[i] == TALLY_OP_MUTE ? c->mode
                   : b.kinds[i] == TALLY_OP_SET  ? (int64_t)draw_count(d)
                                                 : 0;
        node_path(c->node, paths[i], sizeof paths[i]);
        operations[i].kind = b.kinds[i];
        operations[i].path = paths[i];
        operations[i].value = c->value;
    }
    b.position = s->now[0].position + (dice_one_in(d, 4) ? 0 : 1 + dice_below(d, 3));
    if (b.position == 0)
        b.position = 1;
    options.source = "log";
    options.epoch = 1;
    options.position = b.position;
    seat_did(s, do_batch, &b, tally_badge_batch(s->account, operations, (size_t)b.count, &options, NULL), 1, "batch");
}
