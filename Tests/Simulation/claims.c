/* The model of what servers have lit: each feed has a claim on a path's own badge, and the latest one shows. The
 * simulated servers give no revisions. A claim is recognised by its value, as the library does it. */
#include "model.h"

#include <string.h>

static int is_same(const own_badge *a, const own_badge *b)
{
    return a->kind == b->kind && a->count == b->count && a->until == b->until;
}

static void own(model *m, int node, const own_badge *now)
{
    m->own[node].kind = now->kind;
    m->own[node].count = now->count;
    m->own[node].until = now->until;
}

static void drop(model *m, int feed, int node)
{
    memset(&m->placed[feed][node], 0, sizeof m->placed[feed][node]);
    m->places[feed][node] = 0;
}

/* Somebody has removed the badge: all claims are dismissed. */
void model_dismiss_claims(model *m, int node)
{
    for (int feed = 0; feed <= COVERED; feed++)
        drop(m, feed, node);
}

static int last_place(const model *m, int node)
{
    int last = 0;

    for (int feed = 0; feed < FEEDS; feed++)
        if (m->places[feed][node] > last)
            last = m->places[feed][node];
    return last;
}

/* The latest claim that is left, or the host's badge; -1: none. */
static int latest(const model *m, int node, int besides, int64_t now)
{
    int found = -1;

    for (int feed = 0; feed <= COVERED; feed++) {
        const own_badge *of = &m->placed[feed][node];

        if (feed == besides || m->places[feed][node] == 0 || (of->until != 0 && of->until <= now))
            continue;
        if (found < 0 || m->places[feed][node] > m->places[found][node])
            found = feed;
    }
    return found;
}

/* The path owns the latest claim that is left. */
static int show_next(model *m, int node, int besides, int64_t now)
{
    int next = latest(m, node, besides, now);

    if (next < 0)
        return 0;
    own(m, node, &m->placed[next][node]);
    if (next == COVERED)
        drop(m, COVERED, node);
    return 1;
}

/* A claim is gone. */
void model_end_claim(model *m, int feed, int node, int64_t now)
{
    own_badge gone = m->placed[feed][node], none = {0};
    int had = m->places[feed][node] != 0;

    drop(m, feed, node);
    if (had && is_same(&m->own[node], &gone) && !show_next(m, node, feed, now))
        own(m, node, &none);
}

void model_claim(model *m, int feed, int node, const own_badge *badge, int64_t now)
{
    own_badge former = m->placed[feed][node];
    int had = m->places[feed][node] != 0, place = last_place(m, node) + 2;

    m->placed[feed][node] = *badge;
    m->places[feed][node] = place;
    if (badge->until != 0 && badge->until <= now) {
        own_badge none = {0};

        if (had && is_same(&m->own[node], &former) && !show_next(m, node, feed, now))
            own(m, node, &none);
        return;
    }
    if (m->own[node].kind != SHOWS_NOTHING && !(had && is_same(&m->own[node], &former))) {
        int before = latest(m, node, feed, 0);

        if (before < 0 || before == COVERED || !is_same(&m->placed[before][node], &m->own[node])) {
            own_badge *covered = &m->placed[COVERED][node];

            memset(covered, 0, sizeof *covered);
            covered->kind = m->own[node].kind;
            covered->count = m->own[node].count;
            covered->until = m->own[node].until;
            m->places[COVERED][node] = place - 1;
        }
    }
    own(m, node, badge);
}

/* Badges have ended: the claims that they have covered show. */
void model_uncover(model *m, int64_t now)
{
    for (int node = 0; node < NODES; node++) {
        if (last_place(m, node) > 0 && m->own[node].kind == SHOWS_NOTHING)
            show_next(m, node, -1, now);
        for (int feed = 0; feed < FEEDS; feed++)
            if (m->places[feed][node] != 0 && m->placed[feed][node].until != 0 && m->placed[feed][node].until <= now)
                drop(m, feed, node);
    }
}
