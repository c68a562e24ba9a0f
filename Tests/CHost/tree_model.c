/* Random operations on a tree, beside a model that knows no shortcut. It needs nothing but tally_tree.h, so it also
 * runs where no operating system is (Tests/Bare). */
#include "tree_model.h"

/* The checks of a program that has no library for them. */
#define check(condition) ((condition) ? (void)0 : tree_model_failed(#condition, __LINE__))
#define check_status(call, expected) check((call) == (expected))
#define check_ok(call) check_status(call, TALLY_OK)

enum { NODES = TREE_MODEL_NODES };
const char *const tree_model_places[NODES] = {"root", "a", "b", "c", "a.x", "a.y", "b.x", "b.y", "c.x", "a.x.1", "a.x.2",
                                          "a.y.1", "b.x.1", "b.x.2", "c.x.1", "c.x.2"};
static const int parents[NODES] = {-1, 0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 8, 8};

typedef struct model {
    int is_sum;
    int dot[NODES], mute[NODES];
    uint64_t count[NODES];
} model;

static uint64_t random_state;

void tree_model_seed(uint64_t seed) { random_state = seed; }

unsigned tree_model_random(unsigned most)
{
    uint64_t mixed = random_state += UINT64_C(0x9E3779B97F4A7C15);

    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((mixed ^ mixed >> 31) % most);
}

static void model_shown(const model *m, int node, int *out_shows, uint64_t *out_count);

/* The sum that the children contribute. */
static void model_children(const model *m, int node, int *out_shows, uint64_t *out_count)
{
    *out_shows = 0;
    *out_count = 0;
    for (int child = node + 1; child < NODES; child++) {
        int is_shown;
        uint64_t count;
        if (parents[child] != node || m->mute[child] == TALLY_TREE_MUTE_ALL) continue;
        model_shown(m, child, &is_shown, &count);
        *out_shows |= is_shown;
        if (m->mute[child] == TALLY_TREE_MUTE_NONE) *out_count += count;
    }
}

static void model_shown(const model *m, int node, int *out_shows, uint64_t *out_count)
{
    model_children(m, node, out_shows, out_count);
    *out_shows |= m->dot[node] || m->count[node] > 0;
    if (m->is_sum) *out_count += m->count[node];
    else if (*out_count == 0) *out_count = m->count[node];
}

static int model_is_lit(const model *m, int node)
{
    int lit;
    uint64_t count;

    model_children(m, node, &lit, &count);
    return lit;
}

/* Changes one own badge; with CHILDREN what loses its last contributing child by that loses its own. */
static void model_put(model *m, int node, int dot, uint64_t count)
{
    int lit[NODES];

    for (int at = 0; at < NODES; at++) lit[at] = model_is_lit(m, at);
    m->dot[node] = dot;
    m->count[node] = count;
    if (m->is_sum) return;
    for (int at = NODES - 1; at >= 0; at--) /* Children come behind their parents. */
        if (lit[at] && !model_is_lit(m, at)) m->dot[at] = 0, m->count[at] = 0;
}

static int is_below(int node, int top)
{
    while (node > top) node = parents[node];
    return node == top;
}

static void model_clear_tree(model *m, int top)
{
    int lit[NODES];

    for (int at = 0; at < NODES; at++) lit[at] = model_is_lit(m, at);
    for (int at = 0; at < NODES; at++)
        if (is_below(at, top)) m->dot[at] = 0, m->count[at] = 0;
    if (m->is_sum) return;
    for (int at = NODES - 1; at >= 0; at--)
        if (lit[at] && !model_is_lit(m, at)) m->dot[at] = 0, m->count[at] = 0;
}

static void random_step(tally_tree *tree, model *m)
{
    int node = (int)tree_model_random(NODES), is_shown;
    const char *path = tree_model_places[node];
    int64_t number = tree_model_random(5), result;
    uint64_t count;

    switch (tree_model_random(7)) {
    case 0:
        check_ok(tally_tree_set(tree, path, number));
        model_put(m, node, 0, (uint64_t)number);
        break;
    case 1:
        check_ok(tally_tree_dot(tree, path));
        model_put(m, node, 1, 0);
        break;
    case 2:
        result = (int64_t)m->count[node] + number - 2;
        check_status(tally_tree_add(tree, path, number - 2), result < 0 ? TALLY_ERROR_RANGE : TALLY_OK);
        if (result >= 0 && number != 2) model_put(m, node, 0, (uint64_t)result);
        break;
    case 3:
        if (!m->is_sum && model_is_lit(m, node)) {
            check_status(tally_tree_clear(tree, path), TALLY_HELD);
        } else {
            model_put(m, node, 0, 0);
            model_shown(m, node, &is_shown, &count);
            check_status(tally_tree_clear(tree, path), is_shown ? TALLY_HELD : TALLY_OK);
        }
        break;
    case 4:
        if (tree_model_random(4) > 0) break;
        check_ok(tally_tree_clear_tree(tree, path));
        model_clear_tree(m, node);
        break;
    default:
        m->mute[node] = (int)tree_model_random(3);
        check_ok(tally_tree_mute(tree, path, m->mute[node], 0));
    }
}

void tree_model_run(tally_tree *tree, tally_tree *copy, int32_t aggregation, int steps)
{
    model m = {0};
    static unsigned char patch[2048]; /* Small machines have small stacks. */
    tally_tree_badge badge;
    size_t size;

    m.is_sum = aggregation == TALLY_TREE_AGGREGATION_SUM;
    for (int step = 0; step < steps; step++) {
        model former = m;
        int is_taken_back = tree_model_random(8) == 0;
        if (is_taken_back) check_ok(tally_tree_begin(tree));
        for (unsigned count = is_taken_back ? 1 + tree_model_random(4) : 1; count > 0; count--) random_step(tree, &m);
        if (is_taken_back) {
            check_ok(tally_tree_rollback(tree));
            m = former;
        }
        for (int node = 0; node < NODES; node++) {
            int is_shown;
            uint64_t count;
            model_shown(&m, node, &is_shown, &count);
            check_ok(tally_tree_get(tree, tree_model_places[node], &badge));
            check(badge.count == count);
            check(badge.kind == (count > 0  ? TALLY_TREE_KIND_NUMBER
                                 : is_shown ? TALLY_TREE_KIND_DOT
                                            : TALLY_TREE_KIND_NONE));
        }
        if (step % 10 == 9) {
            uint64_t one, two;
            check_ok(tally_tree_diff(copy, "root", tree, "root", patch, sizeof patch, &size));
            check_ok(tally_tree_apply(copy, "root", patch, size, 0));
            check_ok(tally_tree_digest(copy, "root", &one));
            check_ok(tally_tree_digest(tree, "root", &two));
            check(one == two);
            check_ok(tally_tree_verify(tree));
        }
    }
}
