#include "model.h"

#include "tally.h"

#include <stdio.h>
#include <string.h>

#define FIRST_LEAF 13

void model_init(model *m)
{
    memset(m, 0, sizeof *m);
    m->accounts[1].is_sum = 1;
    m->accounts[1].feeds_unread = 1;
}

static int parent_of(int node) { return node == 0 ? -1 : (node - 1) / 3; }

void model_path(int node, char *path, int capacity)
{
    char above[64];

    if (node == 0) {
        snprintf(path, (size_t)capacity, "root");
        return;
    }
    model_path(parent_of(node), above, sizeof above);
    snprintf(path, (size_t)capacity, "%s.%c", above, "abc"[(node - 1) % 3]);
}

int model_depth(int node) { return node == 0 ? 0 : 1 + model_depth(parent_of(node)); }

int model_moved(int node, int from, int to)
{
    int above;

    if (node == from)
        return to;
    if (node == 0)
        return -1;
    above = model_moved(parent_of(node), from, to);
    return above < 0 ? -1 : 3 * above + 1 + (node - 1) % 3;
}

static int is_below(int node, int top, int is_subtree)
{
    return is_subtree ? model_moved(node, top, top) >= 0 : node == top;
}

/* ---- Badges that are shown ---- */

static int feeds(const model_account *a, const model_message *m)
{
    int node = m->node, is_unread;

    while (node >= 0 && a->rules[node] == 0)
        node = parent_of(node);
    is_unread = node >= 0 ? a->rules[node] == TALLY_FEEDING_UNREAD : a->feeds_unread;
    return m->id != 0 && m->state < (is_unread ? 2 : 1);
}

void model_show(const model_account *a, model_shown shown[MODEL_NODES])
{
    uint64_t sums[MODEL_NODES] = {0};
    int node, i;

    memset(shown, 0, MODEL_NODES * sizeof *shown);
    for (i = 0; i < MODEL_MESSAGES; i++) {
        if (!feeds(a, &a->messages[i]))
            continue;
        shown[a->messages[i].node].is_fed = 1;
        sums[a->messages[i].node] += a->messages[i].count;
    }
    /* Children before their parents. */
    for (node = MODEL_NODES - 1; node >= 0; node--) {
        const model_own *own = &a->own[node];
        model_shown *s = &shown[node];
        int parent = parent_of(node);

        s->count = a->is_sum ? sums[node] + own->count : sums[node] > 0 ? sums[node] : own->count;
        s->shows = own->kind != 0 || s->is_fed || s->is_lit;
        if (parent < 0 || own->mute == TALLY_MUTE_ALL)
            continue;
        shown[parent].is_lit = shown[parent].is_lit || s->shows;
        sums[parent] += own->mute == TALLY_MUTE_NUMBER ? 0 : s->count;
    }
}

static int is_changed(const model_shown a[MODEL_NODES], const model_shown b[MODEL_NODES])
{
    int node;

    for (node = 0; node < MODEL_NODES; node++) {
        if (a[node].shows != b[node].shows || a[node].count != b[node].count)
            return 1;
    }
    return 0;
}

static void forget_claim(model_account *a, int node)
{
    memset(&a->claims[node], 0, sizeof a->claims[node]);
    memset(&a->covered[node], 0, sizeof a->covered[node]);
}

static void set_own(model_account *a, int node, int kind, uint32_t count, int64_t expires)
{
    /* Removing a badge dismisses the claim on it. */
    if (kind == 0 && a->own[node].kind != 0)
        forget_claim(a, node);
    a->own[node].kind = kind;
    a->own[node].count = kind == 2 ? count : 0;
    a->own[node].expires = kind == 0 ? 0 : expires;
}

/* Whoever has lost its last contributing child since `before` loses its own badge, deepest first. */
static void clear_automatically(model_account *a, const model_shown before[MODEL_NODES])
{
    model_shown now[MODEL_NODES];
    int node;

    for (node = MODEL_NODES - 1; node >= 0 && !a->is_sum; node--) {
        model_show(a, now);
        if (before[node].is_lit && !now[node].is_lit)
            set_own(a, node, 0, 0, 0);
    }
}

static void count_revision(model_account *a, const model_shown before[MODEL_NODES])
{
    model_shown after[MODEL_NODES];

    model_show(a, after);
    a->revision += (uint64_t)is_changed(before, after);
}

/* ---- Operations ---- */

static int replace(model_account *a, int node, int kind, int64_t value, int64_t until, int64_t now)
{
    if (value < 0 || value > TALLY_MAX_COUNT || until < 0)
        return TALLY_ERROR_RANGE;
    if ((kind == 2 && value == 0) || (until != 0 && until <= now))
        kind = 0;
    set_own(a, node, kind, (uint32_t)value, until);
    return TALLY_OK;
}

static int add(model_account *a, int node, int64_t delta)
{
    int64_t sum = (int64_t)a->own[node].count + delta;

    if (delta == 0)
        return TALLY_OK;
    if (sum < 0 || sum > TALLY_MAX_COUNT)
        return TALLY_ERROR_RANGE;
    set_own(a, node, sum == 0 ? 0 : 2, (uint32_t)sum, a->own[node].expires);
    return TALLY_OK;
}

static void see(model_account *a, int node, int is_subtree)
{
    int i;

    for (i = 0; i < MODEL_MESSAGES; i++) {
        if (a->messages[i].id != 0 && a->messages[i].state == 0 && is_below(a->messages[i].node, node, is_subtree))
            a->messages[i].state = 1;
    }
}

static int clear(model_account *a, int node)
{
    model_shown shown[MODEL_NODES];

    model_show(a, shown);
    if (!a->is_sum && shown[node].is_lit)
        return TALLY_HELD;
    set_own(a, node, 0, 0, 0);
    /* Only messages that feed the badge become seen. */
    if (shown[node].is_fed)
        see(a, node, 0);
    model_show(a, shown);
    return shown[node].shows ? TALLY_HELD : TALLY_OK;
}

static int force(model_account *a, int top)
{
    model_shown shown[MODEL_NODES];
    int node;

    for (node = top; node < MODEL_NODES; node++) {
        if (is_below(node, top, 1))
            set_own(a, node, 0, 0, 0);
    }
    see(a, top, 1);
    model_show(a, shown);
    return shown[top].shows ? TALLY_HELD : TALLY_OK;
}

static int mute(model_account *a, int node, int64_t mode, int64_t until, int64_t now)
{
    if (mode < 0 || mode > 2)
        return TALLY_ERROR_ARGUMENT;
    if (until < 0)
        return TALLY_ERROR_RANGE;
    if (mode == 0 || (until != 0 && until <= now))
        mode = until = 0;
    a->own[node].mute = (int)mode;
    a->own[node].mute_until = until;
    return TALLY_OK;
}

/* Without a revision. */
static int operate(model_account *a, const model_operation *o, int64_t now)
{
    model_shown before[MODEL_NODES];
    int status = TALLY_OK;

    model_show(a, before);
    switch (o->kind) {
    case TALLY_OP_SET: status = replace(a, o->node, 2, o->value, o->until, now); break;
    case TALLY_OP_DOT: status = replace(a, o->node, 1, 0, o->until, now); break;
    case TALLY_OP_ADD: status = add(a, o->node, o->value); break;
    case TALLY_OP_CLEAR: status = clear(a, o->node); break;
    case TALLY_OP_CLEAR_TREE: status = force(a, o->node); break;
    case TALLY_OP_MUTE: return mute(a, o->node, o->value, o->until, now);
    default: break;
    }
    clear_automatically(a, before);
    return status;
}

int model_operate(model_account *a, const model_operation *operation, int64_t now)
{
    model_shown before[MODEL_NODES];
    int status;

    model_show(a, before);
    status = operate(a, operation, now);
    count_revision(a, before);
    return status;
}

int model_batch(model_account *a, const model_operation *operations, int count, int64_t now, int *statuses,
                model_shown *got)
{
    model_account copy = *a;
    model_shown before[MODEL_NODES], shown[MODEL_NODES];
    int i, j;

    model_show(a, before);
    for (i = 0; i < count; i++) {
        statuses[i] = operate(&copy, &operations[i], now);
        if (statuses[i] < 0) {
            for (j = 0; j < count; j++) {
                if (j != i)
                    statuses[j] = TALLY_ERROR_NOT_APPLIED;
            }
            return statuses[i];
        }
        model_show(&copy, shown);
        got[i] = shown[operations[i].node];
    }
    *a = copy;
    count_revision(a, before);
    return TALLY_OK;
}

/* The first instant until now at which something ends; INT64_MAX: there is none. */
static int64_t next_end(const model_account *a, int64_t now)
{
    int64_t next = INT64_MAX;
    int node;

    for (node = 0; node < MODEL_NODES; node++) {
        const model_own *own = &a->own[node];

        if (own->kind != 0 && own->expires != 0 && own->expires <= now && own->expires < next)
            next = own->expires;
        if (own->mute != 0 && own->mute_until != 0 && own->mute_until <= now && own->mute_until < next)
            next = own->mute_until;
    }
    return next;
}

/* All that ends at one instant is one operation. */
static void expire_at(model_account *a, int64_t now)
{
    model_shown before[MODEL_NODES];
    int node;

    model_show(a, before);
    for (node = 0; node < MODEL_NODES; node++) {
        model_own *own = &a->own[node];

        if (own->kind != 0 && own->expires != 0 && own->expires <= now)
            set_own(a, node, 0, 0, 0);
        if (own->mute != 0 && own->mute_until != 0 && own->mute_until <= now)
            own->mute = 0, own->mute_until = 0;
    }
    clear_automatically(a, before);
}

void model_expire(model_account *a, int64_t now)
{
    model_shown before[MODEL_NODES];
    int64_t next;

    model_show(a, before);
    while ((next = next_end(a, now)) != INT64_MAX)
        expire_at(a, next);
    count_revision(a, before);
}

/* ---- Messages ---- */

model_message *model_message_of(model_account *a, uint64_t id)
{
    int i;

    for (i = 0; i < MODEL_MESSAGES; i++) {
        if (a->messages[i].id == id)
            return &a->messages[i];
    }
    return NULL;
}

model_message *model_free_message(model_account *a) { return model_message_of(a, 0); }

static int mark_read(model_account *a, int node, int is_subtree, uint64_t limit)
{
    int i, changed = 0;

    for (i = 0; i < MODEL_MESSAGES; i++) {
        model_message *m = &a->messages[i];

        if (m->id == 0 || m->id > limit || m->state == 2 || !is_below(m->node, node, is_subtree))
            continue;
        m->state = 2;
        changed += 1;
    }
    return changed;
}

int model_read_at(model_account *a, int node, int is_subtree, uint64_t limit)
{
    model_page p;
    int changed;

    model_page_begin(&p, a);
    changed = mark_read(a, node, is_subtree, limit);
    model_page_end(&p);
    return changed;
}

void model_read(model_account *a, const uint64_t *ids, int count)
{
    model_page p;
    int i;

    model_page_begin(&p, a);
    for (i = 0; i < count; i++)
        model_message_of(a, ids[i])->state = 2;
    model_page_end(&p);
}

void model_set_rule(model_account *a, int node, int feeding)
{
    model_page p;

    model_page_begin(&p, a);
    a->rules[node] = feeding;
    model_page_end(&p);
}

/* ---- Pages ---- */

void model_page_begin(model_page *p, model_account *a)
{
    p->account = a;
    model_show(a, p->before);
}

void model_page_end(model_page *p)
{
    clear_automatically(p->account, p->before);
    count_revision(p->account, p->before);
}

void model_page_item(model_page *p, uint64_t id, unsigned revision, int node, uint32_t count, int is_read)
{
    model_message *m = model_message_of(p->account, id);

    if (m == NULL)
        m = model_free_message(p->account);
    else if (revision < m->revision)
        return;
    if (m->id == 0 || revision > m->revision) {
        m->id = id;
        m->revision = revision;
        m->node = node;
        m->count = count;
        m->state = 0;
    }
    if (is_read)
        m->state = 2;
}

void model_page_gone(model_page *p, uint64_t id)
{
    model_message *m = model_message_of(p->account, id);

    if (m != NULL)
        memset(m, 0, sizeof *m);
}

void model_page_mark(model_page *p, int node, uint64_t up_to) { mark_read(p->account, node, 1, up_to); }

void model_page_badge(model_page *p, int node, int kind, uint32_t count)
{
    model_account *a = p->account;
    model_own former = a->claims[node], below = a->covered[node];
    int owns = former.kind != 0 && a->own[node].kind == former.kind && a->own[node].count == former.count;

    if (kind != 0) {
        if (a->own[node].kind != 0 && !owns)
            a->covered[node] = a->own[node];
        set_own(a, node, kind, count, 0);
        a->claims[node] = a->own[node];
        return;
    }
    /* The server withdraws its own claim, and what that covers shows again. */
    memset(&a->claims[node], 0, sizeof former);
    if (owns)
        set_own(a, node, below.kind, below.count, 0);
    if (owns)
        forget_claim(a, node);
}

/* ---- Snapshots and patches: automatic clearing does not run ---- */

static void restore_own(model_account *a, int node, const model_own *own)
{
    if (own->kind == 0 && a->own[node].kind != 0)
        forget_claim(a, node);
    a->own[node] = *own;
}

void model_restore(model_account *a, int to, const model_account *source, int from)
{
    model_account copy = *source;
    model_shown before[MODEL_NODES];
    int node;

    model_show(a, before);
    for (node = from; node < MODEL_NODES; node++) {
        int place = model_moved(node, from, to);

        if (place >= 0)
            restore_own(a, place, &copy.own[node]);
    }
    count_revision(a, before);
}

int model_is_same(const model_own *a, const model_own *b)
{
    return a->kind == b->kind && a->count == b->count && a->expires == b->expires && a->mute == b->mute
           && a->mute_until == b->mute_until;
}

int model_apply(model_account *a, int at, const model_account *before, int from, const model_account *after, int to,
                int is_forced)
{
    model_account result = *a;
    model_shown shown[MODEL_NODES];
    int node;

    model_show(a, shown);
    for (node = from; node < MODEL_NODES; node++) {
        int there = model_moved(node, from, to), place = model_moved(node, from, at);

        if (there < 0 || model_is_same(&before->own[node], &after->own[there]))
            continue;
        if (!is_forced && !model_is_same(&a->own[place], &before->own[node]))
            return TALLY_ERROR_CONFLICT;
        restore_own(&result, place, &after->own[there]);
    }
    *a = result;
    count_revision(a, shown);
    return TALLY_OK;
}
