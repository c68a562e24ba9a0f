/* Paths and badges of the model. */
#include "model.h"

#include "tally.h"

#include <string.h>

int model_prefix[FEEDS];
int model_sees;

int node_parent(int node) { return node == 0 ? -1 : (node - 1) / 3; }

/* This is most of what the model does, so the ancestors of a node are bits of a number. */
int node_is_within(int node, int top)
{
    static uint64_t above[NODES];

    if (above[node] == 0)
        above[node] = UINT64_C(1) << node | (node == 0 ? 0 : 1) | (node < 4 ? 0 : UINT64_C(1) << node_parent(node))
                      | (node < 13 ? 0 : UINT64_C(1) << node_parent(node_parent(node)));
    return (int)(above[node] >> top & 1);
}

int node_depth(int node) { return node == 0 ? 0 : 1 + node_depth(node_parent(node)); }

void node_path(int node, char *path, int capacity)
{
    int depth = node_depth(node), at = 4 + 2 * depth;

    if (capacity <= at)
        simulator_die("a path is too long for its buffer");
    memcpy(path, "root", 4);
    path[at] = '\0';
    for (; node > 0; node = node_parent(node)) {
        path[--at] = "abc"[(node - 1) % 3];
        path[--at] = '.';
    }
}

int node_named(const char *path)
{
    int node = 0;

    if (strncmp(path, "root", 4) == 0)
        path += path[4] == '.' ? 5 : 4;
    for (; *path != '\0' && node < NODES; path += path[1] == '.' ? 2 : 1) {
        if (*path < 'a' || *path > 'c')
            return -1;
        node = 3 * node + 1 + *path - 'a';
    }
    return node < NODES ? node : -1;
}

/* ---- Counting ---- */

int model_feeds(const model *m, const message *of)
{
    int node = of->node;

    while (node >= 0 && m->rules[node] == 0)
        node = node_parent(node);
    return of->id != 0 && model_state(m, of) < ((node >= 0 ? m->rules[node] == 2 : m->feeds_unread) ? READ : SEEN);
}

/* The numbers at each node, and where they come from. */
typedef struct counted {
    uint32_t shared_counts[32]; /* Those of the messages with further nodes, by their ids. */
    uint32_t shared[NODES];     /* Those that are there, as bits; then also those that have a way there. */
    uint32_t shared_sources[NODES], shared_highlighted[NODES]; /* As `sources` and `highlighted`, of these messages. */
    uint32_t shared_criticals;
    uint64_t below[NODES];      /* The owners whose numbers have a way there. */
    uint64_t part[NODES];  /* The number of a node itself, or all of it where it counts its children. */
    uint64_t fed[NODES];
    uint64_t solved;
    uint64_t highlighted[NODES]; /* The owners of which at least the highlights have a way there. */
    uint64_t sources[NODES];     /* The nodes whose highlights reach a node, itself among them. */
    uint64_t highlights[NODES];  /* The part of `fed` that is highlighted. */
    int things[NODES], criticals[NODES];
    uint64_t loud;               /* The nodes that show something that is not passive. */
} counted;

/* The highlights that reach a node. */
typedef struct reached {
    uint64_t count;
    int things, criticals;
} reached;

static int has_bit(uint64_t bits, int node) { return (int)(bits >> node & 1); }

/* The first node of a set, and the rest of the set. */
static int take_node(uint64_t *nodes)
{
    int node = __builtin_ctzll(*nodes);

    *nodes &= *nodes - 1;
    return node;
}

/* The children, and what is linked there, each once. */
static uint64_t children_of(const model *m, int node)
{
    uint64_t found = 3 * node + 3 < NODES ? UINT64_C(7) << (3 * node + 1) : 0, linked = m->linked;

    while (linked != 0) {
        int child = take_node(&linked);

        if (has_bit(m->links[child], node))
            found |= UINT64_C(1) << child;
    }
    return found;
}

static uint64_t count_shared(const counted *c, uint32_t messages)
{
    uint64_t sum = 0;

    for (; messages != 0; messages &= messages - 1)
        sum += c->shared_counts[__builtin_ctz(messages)];
    return sum;
}

int message_level(int feed, uint32_t id, uint32_t count)
{
    static const int levels[] = {TALLY_LEVEL_NORMAL,   TALLY_LEVEL_HIGHLIGHT, TALLY_LEVEL_NORMAL, TALLY_LEVEL_PASSIVE,
                                 TALLY_LEVEL_CRITICAL, TALLY_LEVEL_NORMAL,    TALLY_LEVEL_HIGHLIGHT};

    return feed == REMINDING ? TALLY_LEVEL_NORMAL : levels[(id + count) % 7];
}

static reached highlights_at(const counted *c, int node)
{
    reached sum = {0, 0, 0};
    uint64_t sources = c->sources[node];
    uint32_t shared;

    while (sources != 0) {
        int source = take_node(&sources);

        sum.count += c->highlights[source];
        sum.things += c->things[source];
        sum.criticals += c->criticals[source];
    }
    for (shared = c->shared_sources[node]; shared != 0; shared &= shared - 1) {
        int id = __builtin_ctz(shared);

        sum.count += c->shared_counts[id];
        sum.things += 1;
        sum.criticals += c->shared_criticals >> id & 1;
    }
    return sum;
}

/* The highlights that a node passes on as a number of its own. */
static uint64_t own_highlights(const model *m, const counted *c, int node)
{
    return has_bit(m->counting, node) ? highlights_at(c, node).count : c->highlights[node];
}

int model_holds_back(const own_badge *own) { return own->snoozed_until != 0 ? TALLY_MUTE_ALL : own->mute; }

/* Counts what a child contributes. Returns 1 if that has a number. */
static int count_child(const model *m, int node, int child, counted *c, shown out[NODES])
{
    int held = model_holds_back(&m->own[child]), mode = held & 3;
    int passes = mode == 0 || (held & TALLY_MUTE_PASS_HIGHLIGHTS) != 0;
    reached highlights = highlights_at(c, child);
    int lights = mode == TALLY_MUTE_ALL ? passes && highlights.things > 0 : out[child].shows;

    out[node].is_lit |= lights;
    if (lights && (mode == TALLY_MUTE_ALL || has_bit(c->loud, child)))
        c->loud |= UINT64_C(1) << node;
    if (passes) {
        c->sources[node] |= c->sources[child];
        c->highlighted[node] |= UINT64_C(1) << child;
        c->highlighted[node] |= has_bit(m->counting, child) ? 0 : c->highlighted[child];
        c->shared_sources[node] |= c->shared_sources[child];
        c->shared_highlighted[node] |= has_bit(m->counting, child) ? 0 : c->shared_highlighted[child];
    }
    if (mode != TALLY_MUTE_NONE)
        return passes && highlights.count > 0;
    c->below[node] |= c->part[child] > 0 ? UINT64_C(1) << child : 0;
    c->below[node] |= has_bit(m->counting, child) ? 0 : c->below[child];
    return out[child].count > 0;
}

static void set_level(int node, const counted *c, shown out[NODES])
{
    reached highlights = highlights_at(c, node);

    if (!out[node].shows)
        return;
    out[node].highlights = highlights.count;
    out[node].level = highlights.criticals > 0 ? TALLY_LEVEL_CRITICAL
                      : highlights.things > 0  ? TALLY_LEVEL_HIGHLIGHT
                      : has_bit(c->loud, node) ? TALLY_LEVEL_NORMAL
                                               : TALLY_LEVEL_PASSIVE;
}

static void count_node(const model *m, int node, counted *c, shown out[NODES])
{
    const own_badge *own = &m->own[node];
    uint64_t children = children_of(m, node), below, sum = 0, numbered = 0, here = c->fed[node];
    uint32_t arriving = 0;

    if (has_bit(c->solved, node))
        return;
    c->solved |= UINT64_C(1) << node;
    c->sources[node] = UINT64_C(1) << node;
    if (own->kind != SHOWS_NOTHING)
        c->loud |= UINT64_C(1) << node;
    while (children != 0) {
        int child = take_node(&children);

        count_node(m, child, c, out);
        numbered += (uint64_t)count_child(m, node, child, c, out);
        if (model_holds_back(&m->own[child]) == TALLY_MUTE_NONE && !has_bit(m->counting, child))
            arriving |= c->shared[child];
    }
    here += has_bit(m->counting, node) ? count_shared(c, c->shared[node]) : 0;
    c->shared[node] |= arriving;
    for (below = c->below[node]; below != 0;)
        sum += c->part[take_node(&below)];
    for (below = c->highlighted[node] & ~c->below[node]; below != 0;)
        sum += own_highlights(m, c, take_node(&below));
    sum += count_shared(c, c->shared[node]) + count_shared(c, c->shared_highlighted[node] & ~c->shared[node]);
    sum = here + (has_bit(m->counting, node) ? numbered : sum);
    out[node].count = m->is_sum ? sum + own->count : sum > 0 ? sum : own->count;
    out[node].shows = own->kind != SHOWS_NOTHING || out[node].is_fed || out[node].is_lit;
    c->part[node] = has_bit(m->counting, node) ? out[node].count : out[node].count - (sum - here);
    set_level(node, c, out);
}

uint64_t message_places(const message *of) { return of->also | UINT64_C(1) << of->node; }

/* A message that feeds several nodes, and is one thing. */
static void count_at_all(const message *of, counted *c, shown out[NODES])
{
    uint64_t places = message_places(of);
    int level = message_level(of->feed, of->id, of->count);

    c->shared_counts[of->id] = level == TALLY_LEVEL_PASSIVE ? 0 : of->count;
    c->shared_criticals |= level == TALLY_LEVEL_CRITICAL ? UINT32_C(1) << of->id : 0;
    while (places != 0) {
        int node = take_node(&places);

        out[node].is_fed = 1;
        c->shared[node] |= UINT32_C(1) << of->id;
        c->loud |= level == TALLY_LEVEL_PASSIVE ? 0 : UINT64_C(1) << node;
        if (level >= TALLY_LEVEL_HIGHLIGHT) {
            c->shared_sources[node] |= UINT32_C(1) << of->id;
            c->shared_highlighted[node] |= UINT32_C(1) << of->id;
        }
    }
}

static void feed_node(const message *of, counted *c, shown out[NODES])
{
    int level = message_level(of->feed, of->id, of->count);

    out[of->node].is_fed = 1;
    if (level == TALLY_LEVEL_PASSIVE)
        return;
    c->loud |= UINT64_C(1) << of->node;
    c->fed[of->node] += of->count;
    if (level < TALLY_LEVEL_HIGHLIGHT)
        return;
    c->highlights[of->node] += of->count;
    c->things[of->node] += 1;
    c->criticals[of->node] += level == TALLY_LEVEL_CRITICAL;
}

void model_show(const model *m, shown out[NODES])
{
    counted c;
    int node, i;

    memset(&c, 0, sizeof c);
    memset(out, 0, NODES * sizeof *out);
    for (i = 0; i < MESSAGES; i++) {
        if (m->messages[i].id == 0 || !model_feeds(m, &m->messages[i]))
            continue;
        if (m->messages[i].also != 0)
            count_at_all(&m->messages[i], &c, out);
        else
            feed_node(&m->messages[i], &c, out);
    }
    for (node = 0; node < NODES; node++)
        count_node(m, node, &c, out);
}

/* A node, and all at which it counts. */
static uint64_t nodes_above(const model *m, int node)
{
    uint64_t found = UINT64_C(1) << node;
    uint64_t targets = m->links[node];

    if (node > 0)
        found |= nodes_above(m, node_parent(node));
    while (targets != 0)
        found |= nodes_above(m, take_node(&targets));
    return found;
}

int model_link(model *m, int node, int under)
{
    if (has_bit(nodes_above(m, under), node))
        return TALLY_ERROR_CONFLICT;
    m->links[node] |= UINT64_C(1) << under;
    m->linked |= UINT64_C(1) << node;
    /* A path that a view holds may have another child. */
    model_clear_viewed(m);
    return TALLY_OK;
}

int model_unlink(model *m, int node, int under)
{
    if (!has_bit(m->links[node], under))
        return TALLY_ERROR_NOT_FOUND;
    m->links[node] &= ~(UINT64_C(1) << under);
    if (m->links[node] == 0)
        m->linked &= ~(UINT64_C(1) << node);
    model_clear_viewed(m);
    return TALLY_OK;
}

static void put(own_badge *own, int kind, uint32_t count, int64_t until)
{
    own->kind = kind;
    own->count = kind == SHOWS_NUMBER ? count : 0;
    own->until = kind == SHOWS_NOTHING ? 0 : until;
}

/* Whoever removes the badge also dismisses the claims on it. */
static void replace(model *m, int node, int kind, uint32_t count, int64_t until)
{
    if (kind == SHOWS_NOTHING && m->own[node].kind != SHOWS_NOTHING)
        model_dismiss_claims(m, node);
    put(&m->own[node], kind, count, until);
}

int model_is_viewed(const model *m)
{
    int node;

    for (node = 0; node < NODES && m->viewed[node] == 0; node++)
        continue;
    return node < NODES;
}

static int has_unseen(const model *m, int node)
{
    int i;

    for (i = 0; i < MESSAGES; i++) {
        if (m->messages[i].id != 0 && has_bit(message_places(&m->messages[i]), node) && model_state(m, &m->messages[i]) == UNSEEN)
            return 1;
    }
    return 0;
}

static int is_to_clear(const model *m, const shown *now, int node)
{
    return (m->own[node].kind != SHOWS_NOTHING || (now[node].is_fed && has_unseen(m, node)))
           && (m->is_sum || !now[node].is_lit);
}

/* A node of a viewed subtree, or of what is linked there, is cleared whatever is below it. */
static int is_tree_to_clear(const model *m, const shown *now, int top)
{
    int node;

    for (node = 0; node < NODES; node++) {
        if ((m->own[node].kind != SHOWS_NOTHING || (now[node].is_fed && has_unseen(m, node)))
            && has_bit(nodes_above(m, node), top))
            return 1;
    }
    return 0;
}

void model_clear_viewed(model *m)
{
    int32_t viewed[NODES];
    shown now[NODES];
    int node, has_cleared;

    if (!model_is_viewed(m))
        return;
    memcpy(viewed, m->viewed, sizeof viewed);
    memset(m->viewed, 0, sizeof m->viewed);
    /* With links, what is cleared may have held back any other node. */
    do {
        has_cleared = 0;
        for (node = NODES - 1; node >= 0; node--) {
            model_show(m, now);
            if (viewed[node] % TREE_VIEW > 0 && is_to_clear(m, now, node)) {
                model_clear(m, node);
                has_cleared = 1;
            } else if (viewed[node] >= TREE_VIEW && is_tree_to_clear(m, now, node)) {
                model_clear_tree(m, node);
                has_cleared = 1;
            }
        }
    } while (has_cleared);
    memcpy(m->viewed, viewed, sizeof viewed);
}

/* A message that is unseen again may feed as much as before, if unread ones feed. The documentation says that a view
 * sees what is new there, and the header that it clears what is lit there: both may be. */
static void note_doubt(model *m, const shown before[NODES], const shown now[NODES])
{
    int node, top;

    for (node = 0; node < NODES; node++) {
        if (m->own[node].kind != SHOWS_NOTHING || !before[node].is_fed || !now[node].is_fed || !has_unseen(m, node))
            continue;
        if (m->viewed[node] > 0 && is_to_clear(m, now, node))
            m->is_doubtful = 1;
        for (top = 0; top < NODES; top++)
            if (m->viewed[top] >= TREE_VIEW && has_bit(nodes_above(m, node), top))
                m->is_doubtful = 1;
    }
}

int model_view(model *m, int node, int32_t view)
{
    shown now[NODES];

    m->viewed[node] += view;
    model_clear_viewed(m);
    model_show(m, now);
    return now[node].shows ? TALLY_HELD : TALLY_OK;
}

void model_clear_automatically(model *m, const shown before[NODES])
{
    shown now[NODES];
    int node, has_cleared;

    model_show(m, now);
    do {
        has_cleared = 0;
        for (node = NODES - 1; node >= 0 && !m->is_sum; node--) {
            if (!before[node].is_lit || now[node].is_lit || m->own[node].kind == SHOWS_NOTHING)
                continue;
            replace(m, node, SHOWS_NOTHING, 0, 0);
            model_show(m, now);
            has_cleared = 1;
        }
    } while (has_cleared);
    note_doubt(m, before, now);
    model_clear_viewed(m);
}

/* ---- Operations ---- */

int model_set(model *m, int node, int kind, int64_t count, int64_t until, int64_t now)
{
    shown before[NODES];

    if (count < 0 || count > TALLY_MAX_COUNT || until < 0)
        return TALLY_ERROR_RANGE;
    model_show(m, before);
    if ((kind == SHOWS_NUMBER && count == 0) || (until != 0 && until <= now))
        kind = SHOWS_NOTHING;
    replace(m, node, kind, (uint32_t)count, until);
    model_clear_automatically(m, before);
    return TALLY_OK;
}

int model_add(model *m, int node, int64_t delta)
{
    int64_t sum = (int64_t)m->own[node].count + delta;
    shown before[NODES];

    if (delta == 0)
        return TALLY_OK;
    if (sum < 0 || sum > TALLY_MAX_COUNT)
        return TALLY_ERROR_RANGE;
    model_show(m, before);
    replace(m, node, sum == 0 ? SHOWS_NOTHING : SHOWS_NUMBER, (uint32_t)sum, m->own[node].until);
    model_clear_automatically(m, before);
    return TALLY_OK;
}

/* Whether a message is below a node, or in what is linked there. */
static int is_below(const model *m, const message *of, int top)
{
    uint64_t places = message_places(of);

    while (places != 0)
        if (has_bit(nodes_above(m, take_node(&places)), top))
            return 1;
    return 0;
}

/* The nodes that are linked there are cleared as well. If one of these is within another one, it depends on their order
 * how far their marks reach. */
static void join_seen_below(model *m, int top)
{
    uint64_t sources = 0, linked = m->linked, others;

    while (linked != 0) {
        int source = take_node(&linked);

        if (!node_is_within(source, top) && has_bit(nodes_above(m, source), top))
            sources |= UINT64_C(1) << source;
    }
    model_join_seen(m, top, 1);
    for (others = sources; others != 0;) {
        int source = take_node(&others);
        uint64_t within = sources & ~(UINT64_C(1) << source);

        while (within != 0)
            if (node_is_within(take_node(&within), source))
                m->is_doubtful = 1;
        model_join_seen(m, source, 1);
    }
}

static void see_at(model *m, int top, int is_subtree)
{
    int i;

    if (model_sees && is_subtree)
        join_seen_below(m, top);
    else
        model_join_seen(m, top, 0);
    for (i = 0; i < MESSAGES; i++) {
        message *of = &m->messages[i];

        if (of->id != 0 && (is_subtree ? is_below(m, of, top) : has_bit(message_places(of), top)))
            model_see(m, &of, 1);
    }
}

int model_clear(model *m, int node)
{
    shown before[NODES], after[NODES];

    model_show(m, before);
    if (!m->is_sum && before[node].is_lit)
        return TALLY_HELD;
    replace(m, node, SHOWS_NOTHING, 0, 0);
    if (before[node].is_fed)
        see_at(m, node, 0);
    model_clear_automatically(m, before);
    model_show(m, after);
    return after[node].shows ? TALLY_HELD : TALLY_OK;
}

int model_clear_tree(model *m, int node)
{
    shown before[NODES], after[NODES];
    int below;

    model_show(m, before);
    for (below = 0; below < NODES; below++) {
        if (has_bit(nodes_above(m, below), node))
            replace(m, below, SHOWS_NOTHING, 0, 0);
    }
    see_at(m, node, 1);
    model_clear_automatically(m, before);
    model_show(m, after);
    return after[node].shows ? TALLY_HELD : TALLY_OK;
}

int model_mute(model *m, int node, int mode, int64_t until, int64_t now)
{
    if (mode < TALLY_MUTE_NONE || mode > TALLY_MUTE_ALL_BUT_HIGHLIGHTS)
        return TALLY_ERROR_ARGUMENT;
    if (until < 0)
        return TALLY_ERROR_RANGE;
    if (mode == TALLY_MUTE_NONE || (until != 0 && until <= now))
        mode = TALLY_MUTE_NONE, until = 0;
    m->own[node].mute = mode;
    m->own[node].mute_until = until;
    /* A child that is muted holds nothing any more. */
    model_clear_viewed(m);
    return TALLY_OK;
}

int model_snooze_node(model *m, int node, int64_t until, int64_t now)
{
    if (until < 0 || (until != 0 && until <= now))
        return TALLY_ERROR_RANGE;
    m->own[node].snoozed_until = until;
    /* As a mute. */
    model_clear_viewed(m);
    return TALLY_OK;
}

void model_set_rule(model *m, int node, int feeding, int counts)
{
    shown before[NODES];

    model_show(m, before);
    m->rules[node] = feeding;
    m->counting = (m->counting & ~(UINT64_C(1) << node)) | (uint64_t)counts << node;
    model_clear_automatically(m, before);
}

void model_set_feeding(model *m, int is_unread)
{
    shown before[NODES];

    model_show(m, before);
    m->feeds_unread = is_unread;
    model_clear_automatically(m, before);
}

static int moved(int node, int from, int to)
{
    int above;

    if (node == from)
        return to;
    if (node == 0)
        return -1;
    above = moved(node_parent(node), from, to);
    return above < 0 ? -1 : 3 * above + 1 + (node - 1) % 3;
}

/* Nothing is cleared automatically. */
void model_restore(model *m, int to, const model *source, int from)
{
    own_badge owned[NODES];
    int node;

    memcpy(owned, source->own, sizeof owned);
    for (node = from; node < NODES; node++) {
        int place = moved(node, from, to);

        if (place < 0)
            continue;
        if (owned[node].kind == SHOWS_NOTHING && m->own[place].kind != SHOWS_NOTHING)
            model_dismiss_claims(m, place);
        m->own[place] = owned[node];
    }
    model_clear_viewed(m);
}

/* ---- What ends ---- */

static int has_ended(int64_t until, int64_t now) { return until != 0 && until <= now; }

/* The first instant until now at which something ends; INT64_MAX: there is none. */
static int64_t next_end(const model *m, int64_t now)
{
    int64_t next = INT64_MAX;
    int node;

    for (node = 0; node < NODES; node++) {
        const own_badge *own = &m->own[node];

        if (own->kind != SHOWS_NOTHING && has_ended(own->until, now) && own->until < next)
            next = own->until;
        if (own->mute != TALLY_MUTE_NONE && has_ended(own->mute_until, now) && own->mute_until < next)
            next = own->mute_until;
        if (has_ended(own->snoozed_until, now) && own->snoozed_until < next)
            next = own->snoozed_until;
    }
    return next;
}

/* Everything that ends at one instant is one operation. */
void model_expire(model *m, int64_t now)
{
    int64_t next;
    int node, is_end = 0;

    while ((next = next_end(m, now)) != INT64_MAX) {
        shown before[NODES];

        model_show(m, before);
        for (node = 0; node < NODES; node++) {
            own_badge *own = &m->own[node];

            if (own->kind != SHOWS_NOTHING && has_ended(own->until, next)) {
                put(own, SHOWS_NOTHING, 0, 0);
                is_end = 1;
            }
            if (own->mute != TALLY_MUTE_NONE && has_ended(own->mute_until, next))
                own->mute = TALLY_MUTE_NONE, own->mute_until = 0;
            if (has_ended(own->snoozed_until, next))
                own->snoozed_until = 0;
        }
        model_clear_automatically(m, before);
    }
    if (is_end) {
        model_uncover(m, now);
        model_clear_viewed(m);
    }
}
