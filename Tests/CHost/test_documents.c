/* Random own states, in trees of many shapes: snapshots, patches, digests, lists and explanations agree with the
 * documents of reference.c. TALLY_SEED=N: what the random tests printed; TALLY_SOAK=1: their long form. */
#include "draws.h"
#include "reference.h"
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (1u << 20)
#define MOST_NODES 16384
#define PATH_ROOM 320

/* ---- Random documents ---- */

/* How the names of a tree look, and how many entries it has. */
typedef struct shape {
    const char *prefixes[4];
    const char *letters;
    int most_letters, depth;
    size_t entries;
    int changes, rounds;
} shape;

static void make_path(const shape *s, char *path)
{
    int depth = (int)random_below((unsigned)s->depth + 1), level, i;

    *path = '\0';
    for (level = 0; level < depth; level++) {
        int count = 1 + (int)random_below((unsigned)s->most_letters);

        strcat(path, level > 0 ? "." : "");
        strcat(path, s->prefixes[random_below(4)]);
        for (i = 0; i < count; i++)
            strncat(path, &s->letters[random_below((unsigned)strlen(s->letters))], 1);
    }
    require(strlen(path) < PATH_ROOM);
}

/* Much ends at the same time. */
static int64_t an_end(int64_t now) { return (now / 4000 + 1 + random_below(5)) * 4000; }

static own make_own(int64_t now)
{
    static const uint32_t counts[] = {1, 2, 3, 127, 128, 20000, 2147483640};
    own o = {0};

    o.badge = random_below(4) == 0 ? BADGE_NONE : random_below(4) == 0 ? BADGE_DOT : BADGE_COUNT;
    if (o.badge == BADGE_COUNT)
        o.count = counts[random_below(COUNT_OF(counts))];
    if (o.badge != BADGE_NONE && random_below(5) == 0)
        o.expires = an_end(now);
    o.mute = random_below(3) == 0 ? 1 + random_below(2) : 0;
    if (o.mute != 0 && random_below(3) == 0)
        o.mute |= MUTE_PASSES;
    if (o.mute != 0 && random_below(3) == 0)
        o.mute_until = an_end(now);
    return o;
}

static void change(const shape *s, document *d, int64_t now)
{
    static const own nothing;
    char path[2 * PATH_ROOM];
    own o = make_own(now);
    size_t at = d->count > 0 ? random_below((unsigned)d->count) : 0;

    if (own_is_empty(&o))
        o.badge = BADGE_DOT;
    if (random_below(8) == 0) {
        /* Some entries in a row, of which some stay. */
        for (; at < d->count && random_below(12) > 0; at++)
            if (random_below(8) > 0)
                d->entries[at].after.count += d->entries[at].after.badge == BADGE_COUNT;
        return;
    }
    if (d->count >= s->entries || (d->count > 0 && random_below(4) == 0)) {
        document_remove(d, at);
    } else if (d->count > 0 && random_below(3) == 0) {
        d->entries[at].after = o;
    } else {
        make_path(s, path);
        document_put(d, path, strlen(path), &nothing, &o);
    }
}

/* ---- The badges that a document leads to, without any shortcut ---- */

typedef struct node {
    char path[PATH_ROOM];
    int parent, shows, lit, is_listed;
    own o;
    uint64_t sum, count;
} node;

typedef struct picture {
    node nodes[MOST_NODES];
    int count;
} picture;

/* The documents' order, in which parents come before their children and subtrees together. */
static int find_node(picture *p, const char *path, int top)
{
    int i;

    for (i = p->count - 1; i > top; i--)
        if (p->nodes[i].parent == top && strcmp(p->nodes[i].path, path) == 0)
            return i;
    require(p->count < MOST_NODES);
    memset(&p->nodes[p->count], 0, sizeof p->nodes[p->count]);
    snprintf(p->nodes[p->count].path, PATH_ROOM, "%s", path);
    p->nodes[p->count].parent = top;
    return p->count++;
}

static void draw(picture *p, const document *d, int is_sum)
{
    size_t i, k;
    int at;

    p->count = 0;
    find_node(p, "root", -1);
    for (i = 0; i < d->count; i++) {
        char path[PATH_ROOM] = "root";

        at = 0;
        for (k = 0; k < d->entries[i].length; k++) {
            size_t length = strlen(path);

            if (k == 0 || d->entries[i].path[k] == '.')
                path[length++] = '.';
            if (d->entries[i].path[k] != '.')
                path[length++] = (char)d->entries[i].path[k];
            path[length] = '\0';
            if (k + 1 == d->entries[i].length || d->entries[i].path[k + 1] == '.')
                at = find_node(p, path, at);
        }
        p->nodes[at].o = d->entries[i].after;
    }
    for (at = p->count - 1; at >= 0; at--) {
        node *n = &p->nodes[at];
        node *above = n->parent >= 0 ? &p->nodes[n->parent] : NULL;

        n->shows = n->lit || n->o.badge != BADGE_NONE;
        n->count = is_sum ? n->sum + n->o.count : n->sum > 0 ? n->sum : n->o.count;
        n->is_listed = n->shows || n->o.mute != 0;
        if (above == NULL || (n->o.mute & 3) == MUTE_ALL)
            continue;
        above->lit |= n->shows;
        if (n->o.mute == 0)
            above->sum += n->count;
    }
}

static int compare_nodes(const void *a, const void *b)
{
    return strcmp((*(const node *const *)a)->path, (*(const node *const *)b)->path);
}

/* The nodes at and below a place, sorted by their paths. */
static int sorted_below(picture *p, const char *top, node **out)
{
    size_t length = strlen(top);
    int count = 0, i;

    for (i = 0; i < p->count; i++)
        if (strncmp(p->nodes[i].path, top, length) == 0 &&
            (p->nodes[i].path[length] == '\0' || p->nodes[i].path[length] == '.'))
            out[count++] = &p->nodes[i];
    qsort(out, (size_t)count, sizeof *out, compare_nodes);
    return count;
}

/* ---- The library beside it ---- */

typedef struct bench {
    tally_account *account, *other;
    int is_sum;
    document state;
    picture picture, former;
    node *sorted[MOST_NODES];
    tally_badge_entry entries[MOST_NODES];
    tally_reason reasons[MOST_NODES];
    unsigned char buffer[ROOM];
    char text[2 * ROOM];
} bench;

static void check_shown(const tally_badge *badge, const node *n)
{
    assert_int_equal(badge->count, n->count);
    assert_int_equal(badge->kind, kind_of(n->shows, n->count));
}

static void check_list(bench *b, const char *top, int is_subtree)
{
    size_t count, size, k = 0;
    int nodes = sorted_below(&b->picture, top, b->sorted), i;
    const node *above = nodes > 0 && strcmp(b->sorted[0]->path, top) == 0 ? b->sorted[0] : NULL;

    check_ok(badge_list(b->account, top, is_subtree ? TALLY_SUBTREE : 0, b->entries, MOST_NODES, b->text,
                        sizeof b->text, &count, &size, NULL));
    for (i = 0; i < nodes; i++) {
        const node *n = b->sorted[i];

        if (!n->is_listed || (!is_subtree && (above == NULL || n->parent != above - b->picture.nodes)))
            continue;
        assert_true(k < count);
        assert_string_equal(b->text + b->entries[k].path.offset, n->path);
        check_shown(&b->entries[k].badge, n);
        k++;
    }
    assert_int_equal(k, count);
}

static void check_reasons(bench *b, const node *top)
{
    size_t count, size, k = 0;
    int nodes = sorted_below(&b->picture, top->path, b->sorted), i, lights = 0;
    uint64_t contributed = 0;

    check_ok(badge_explain(b->account, top->path, b->reasons, MOST_NODES, b->text, sizeof b->text, &count, &size));
    for (i = 0; i < nodes; i++) {
        const node *n = b->sorted[i];
        unsigned mute = n->o.mute & 3;
        int hides = n != top && ((mute == MUTE_ALL && n->shows) || (mute == TALLY_MUTE_NUMBER && n->count > 0));
        const tally_reason *r = &b->reasons[k];

        if (n->o.badge == BADGE_NONE && !hides)
            continue;
        assert_true(k < count);
        assert_string_equal(b->text + r->path.offset, n->path);
        assert_int_equal(r->own_count, n->o.count);
        assert_int_equal(r->kept_count, hides ? n->count : 0);
        contributed += r->contributed;
        lights |= (r->flags & TALLY_REASON_LIGHTS) != 0;
        k++;
    }
    assert_int_equal(k, count);
    assert_int_equal(contributed, top->count);
    assert_int_equal(lights, top->shows);
}

static void check_bytes(const bench *b, size_t size, const document *d)
{
    bytes expected = document_write(d);

    assert_int_equal(size, expected.size);
    assert_memory_equal(b->buffer, expected.data, size);
    bytes_free(&expected);
}

/* The patches between two states, made in each way, there and back. */
static void check_patches(bench *b, const document *next)
{
    document patch;
    bytes from = document_write(&b->state), to = document_write(next), there;
    size_t size;
    uint64_t one, two;

    document_init(&patch, 1);
    document_diff(&patch, &b->state, next);
    check_ok(snapshot_diff(from.data, from.size, to.data, to.size, b->buffer, ROOM, &size));
    check_bytes(b, size, &patch);
    check_ok(badge_diff(b->other, "root", b->account, "root", b->buffer, ROOM, &size));
    check_bytes(b, size, &patch);
    check_ok(tally_badge_apply(b->other, "root", b->buffer, size, 0));
    check_ok(tally_badge_digest(b->account, "root", &one));
    check_ok(tally_badge_digest(b->other, "root", &two));
    assert_true(one == two);
    there = document_write(&patch);
    check_ok(patch_inverse(there.data, there.size, b->buffer, ROOM, &size));
    document_inverse(&patch);
    check_bytes(b, size, &patch);
    bytes_free(&there);
    bytes_free(&from);
    bytes_free(&to);
    document_free(&patch);
}

/* Makes the changes of a patch with calls, one by one or all in a batch. Sums clear nothing automatically. */
static void make_changes(bench *b, const document *patch, int is_batch)
{
    static tally_operation operations[2 * MOST_NODES];
    static char paths[MOST_NODES][2 * PATH_ROOM];
    size_t i;

    for (i = 0; i < patch->count; i++) {
        const entry *e = &patch->entries[i];
        tally_operation *o = &operations[2 * i];

        snprintf(paths[i], sizeof paths[i], "root%s%.*s", e->length > 0 ? "." : "", (int)e->length,
                 (const char *)e->path);
        memset(o, 0, 2 * sizeof *o);
        o[0].path = o[1].path = paths[i];
        o[0].kind = e->after.badge == BADGE_DOT ? TALLY_OP_DOT : TALLY_OP_SET;
        o[0].value = e->after.count;
        o[0].until = e->after.expires;
        o[1].kind = TALLY_OP_MUTE;
        o[1].value = e->after.mute;
        o[1].until = e->after.mute_until;
    }
    if (is_batch) {
        check_ok(tally_badge_batch(b->account, operations, 2 * patch->count, PLAIN_BATCH, NULL));
        return;
    }
    for (i = 0; i < 2 * patch->count; i++) {
        const tally_operation *o = &operations[i];

        if (o->kind == TALLY_OP_MUTE)
            check_ok(tally_badge_mute(b->account, o->path, (tally_mute_mode)o->value, o->until));
        else if (o->kind == TALLY_OP_DOT)
            check_ok(o->until != 0 ? tally_badge_dot_until(b->account, o->path, o->until)
                                   : tally_badge_dot(b->account, o->path));
        else
            check_ok(o->until != 0 ? tally_badge_set_until(b->account, o->path, o->value, o->until)
                                   : tally_badge_set(b->account, o->path, o->value));
    }
}

/* Leads the account to a state, in one of some ways. */
static void lead_to(bench *b, const document *next)
{
    static const own nothing;
    const own *top = next->count > 0 && next->entries[0].length == 0 ? &next->entries[0].after : &nothing;
    document patch;
    bytes data;

    document_init(&patch, 1);
    document_diff(&patch, &b->state, next);
    switch (random_below(b->is_sum ? 7 : 3)) {
    case 0:
        data = document_write(next);
        check_ok(badge_restore(b->account, "root", data.data, data.size));
        break;
    case 1:
        data = document_write(&patch);
        check_ok(tally_badge_apply(b->account, "root", data.data, data.size, 0));
        break;
    case 2:
        /* The account has another state than the patch expects, which counts for nothing if it is forced. */
        check_ok(tally_badge_set(b->account, "root", 77));
        check_ok(tally_badge_mute(b->account, "root", TALLY_MUTE_ALL, 0));
        document_put(&patch, "", 0, &(own){.mute = 2, .mute_until = 1}, top);
        data = document_write(&patch);
        check_status(tally_badge_apply(b->account, "root", data.data, data.size, 0), TALLY_ERROR_CONFLICT);
        check_ok(tally_badge_apply(b->account, "root", data.data, data.size, 1));
        break;
    default:
        data = document_write(&patch);
        make_changes(b, &patch, (int)random_below(2));
        break;
    }
    bytes_free(&data);
    document_free(&patch);
}

static const node *node_at(bench *b, int nodes, const char *path)
{
    static node wanted;
    const node *key = &wanted, *const *found;

    snprintf(wanted.path, sizeof wanted.path, "%s", path);
    found = bsearch(&key, b->sorted, (size_t)nodes, sizeof *b->sorted, compare_nodes);
    return found != NULL ? *found : NULL;
}

/* Each node that shows something else than before is among the changes, and they say what their nodes show. */
static void check_changes(bench *b, uint64_t *revision)
{
    static const node none;
    static unsigned char is_told[2 * MOST_NODES];
    size_t count, i;
    int nodes = sorted_below(&b->picture, "root", b->sorted), k;

    check_ok(badge_changes(b->account, *revision, 0, b->entries, MOST_NODES, b->text, sizeof b->text, &count,
                           revision));
    memset(is_told, 0, sizeof is_told);
    for (i = 0; i < count; i++) {
        const node *n = node_at(b, nodes, b->text + b->entries[i].path.offset);

        check_shown(&b->entries[i].badge, n != NULL ? n : &none);
        if (n != NULL)
            is_told[n - b->picture.nodes] = 1;
    }
    /* Then also those that have shown the same before. The others are new. */
    for (k = 0; k < b->former.count; k++) {
        const node *old = &b->former.nodes[k], *n = node_at(b, nodes, old->path);

        if (n == NULL)
            continue;
        assert_true(is_told[n - b->picture.nodes] || (n->count == old->count && n->shows == old->shows));
        is_told[n - b->picture.nodes] = 1;
    }
    for (k = 0; k < b->picture.count; k++)
        assert_true(is_told[k] || !b->picture.nodes[k].shows);
}

static void run(world *w, unsigned flags, const shape *s)
{
    static bench b;
    document next;
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    uint64_t revision = 0;
    size_t size;
    int round, i, is_sum = (flags & WORLD_SUM) != 0;

    seed();
    options.aggregation = is_sum ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN;
    b.account = w->account;
    b.is_sum = is_sum;
    b.picture.count = 0;
    check_ok(tally_account_open(w->engine, "other", &options, &b.other));
    document_init(&b.state, 0);
    check_ok(badge_changes(b.account, 0, 0, b.entries, MOST_NODES, b.text, sizeof b.text, &size, &revision));
    for (round = 0; round < s->rounds * (is_soak() ? 20 : 1); round++) {
        document_copy(&next, &b.state);
        for (i = 1 + (int)random_below((unsigned)s->changes); i > 0; i--)
            change(s, &next, w->clock.wall);
        lead_to(&b, &next);
        check_ok(badge_snapshot(b.account, "root", b.buffer, ROOM, &size));
        check_bytes(&b, size, &next);
        check_patches(&b, &next);
        document_free(&b.state);
        b.state = next;
        b.former = b.picture;
        draw(&b.picture, &b.state, is_sum);
        check_changes(&b, &revision);
        check_list(&b, "root", 1);
        for (i = 0; i < 4; i++) {
            const node *n = &b.picture.nodes[random_below((unsigned)b.picture.count)];

            check_list(&b, n->path, i % 2);
            check_reasons(&b, n);
        }
        if (random_below(3) == 0) {
            fake_clock_advance(&w->clock, (int64_t)random_below(4000));
            document_expire(&b.state, w->clock.wall, is_sum);
            check_ok(badge_snapshot(b.account, "root", b.buffer, ROOM, &size));
            check_bytes(&b, size, &b.state);
            check_ok(badge_snapshot(b.other, "root", b.buffer, ROOM, &size));
            check_bytes(&b, size, &b.state);
            draw(&b.picture, &b.state, is_sum);
        }
        check_ok(tally_account_verify(b.account));
    }
    document_free(&b.state);
    tally_account_release(b.other);
}

/* Few names, so that states, parents and children change again and again. */
static const shape few = {{"", "", "", ""}, "abc", 1, 4, 40, 6, 600};
/* Names that begin alike, with letters below and above the dot behind them. */
static const shape alike = {{"", "1234567", "12345678", "1234567812345678"}, "!-/0a", 2, 3, 400, 120, 40};
/* Many siblings. */
static const shape wide = {{"x", "xy", "x", "x"}, "!-/09AZaz~", 3, 1, 2000, 900, 12};
/* Long paths, some of which take another way than short ones. */
static const shape deep = {{"abcdefghijklmnopqrstuvwxyz", "a", "b", "c"}, "pq", 1, 8, 200, 60, 50};
/* Names of which few bytes are alike. */
static const shape long_names = {{"", "", "", ""}, "abcdefgh", 60, 3, 200, 60, 50};
/* Names that hardly ever come again, so that the memory of those that are gone is used for others. */
static const shape passing = {{"", "a", "bcdefgh", "c"}, "0123456789abcdef", 24, 3, 60, 60, 150};

TEST(few_names, 0) { run(w, 0, &few); }
TEST(few_names_that_sum_up, WORLD_SUM) { run(w, WORLD_SUM, &few); }
TEST(few_names_in_a_file, WORLD_FILE) { run(w, 0, &few); }
TEST(names_that_begin_alike, 0) { run(w, 0, &alike); }
TEST(many_siblings, WORLD_SUM) { run(w, WORLD_SUM, &wide); }
TEST(long_paths, 0) { run(w, 0, &deep); }
TEST(names_with_many_letters, 0) { run(w, 0, &long_names); }
TEST(names_that_come_and_go, WORLD_SUM) { run(w, WORLD_SUM, &passing); }
TEST(names_that_come_and_go_again, 0) { run(w, 0, &passing); }
