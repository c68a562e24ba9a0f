#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int graft(int node, int below)
{
    return node == 0 ? below : 3 * graft(node_parent(node), below) + 1 + (node - 1) % 3;
}

int server_place(const mailbox *b, int node)
{
    if (b->prefix == 0)
        return node;
    while (node_depth(node) > 2)
        node = node_parent(node);
    return graft(node, b->prefix);
}

int server_named(const mailbox *b, const char *path)
{
    int node = node_named(path);

    return node < 0 || node_depth(node) + node_depth(b->prefix) > 3 ? -1 : graft(node, b->prefix);
}

void server_begin(mailbox *b, unsigned epoch)
{
    memset(b, 0, sizeof *b);
    b->epoch = epoch;
}

static const item *at(const mailbox *b, uint32_t id)
{
    int i;

    for (i = 0; i < ITEMS; i++) {
        if (b->items[i].id == id)
            return &b->items[i];
    }
    return NULL;
}

const item *server_find(const mailbox *b, uint32_t id)
{
    const item *found = id == 0 ? NULL : at(b, id);

    return found != NULL && !found->is_gone ? found : NULL;
}

static item *find(mailbox *b, uint32_t id) { return (item *)(uintptr_t)server_find(b, id); }

static int64_t marks_version(const mailbox *b, int node, uint32_t sequence)
{
    int64_t version = -1;
    int i;

    for (i = 0; i < SERVER_MARKS; i++) {
        const server_mark *k = &b->marks[i];

        if (k->is_used && node_is_within(node, k->node) && sequence <= k->upto && k->version > version)
            version = k->version;
    }
    return version;
}

int server_is_read(const mailbox *b, const item *of)
{
    return of->is_read || marks_version(b, of->node, of->sequence) >= of->version;
}

int server_is_seen(const mailbox *b, const item *of)
{
    int i, is_reached = 0;

    for (i = 0; i < SERVER_MARKS; i++) {
        const server_mark *k = &b->marks[i];

        is_reached = is_reached || (k->is_used && node_is_within(of->node, k->node) && of->sequence <= k->upto);
    }
    return of->is_seen || is_reached || server_is_read(b, of);
}

/* ---- What its people do ---- */

void server_forget(mailbox *b)
{
    int i;

    for (i = 0; i < ITEMS; i++) {
        if (b->items[i].is_gone)
            memset(&b->items[i], 0, sizeof b->items[i]);
    }
    for (i = 0; i < NODES; i++) {
        if (b->badges[i].kind == SHOWS_NOTHING)
            b->badges[i].number = 0;
    }
    b->floor = ++b->head;
}

uint32_t server_post(mailbox *b, int node, uint32_t count, int64_t now)
{
    item *of = (item *)(uintptr_t)at(b, 0);

    if (of == NULL) {
        server_forget(b);
        of = (item *)(uintptr_t)at(b, 0);
    }
    if (of == NULL)
        return 0;
    of->id = ++b->last_id;
    of->sequence = ++b->last_sequence;
    of->revision = 1;
    of->node = node;
    of->count = count;
    of->thread = (int)(now / 1000 % 4);
    of->number = ++b->head;
    of->version = marks_version(b, node, of->sequence) + 1;
    return of->id;
}

int server_edit(mailbox *b, uint32_t id, uint32_t count, int node, int makes_unread)
{
    item *of = find(b, id);
    int64_t marks;

    if (of == NULL)
        return 0;
    of->revision += 1;
    of->is_seen = 0;
    of->count = count;
    of->node = node;
    of->number = ++b->head;
    marks = marks_version(b, node, of->sequence);
    if (makes_unread) {
        of->version = (marks > of->version ? marks : of->version) + 1;
        of->is_read = 0;
    }
    return 1;
}

int server_set_read(mailbox *b, uint32_t id, int is_read)
{
    item *of = find(b, id);
    int64_t marks;

    if (of == NULL || b->speech != SPEAKS_VERSIONS)
        return foreign_set_read(b, id, is_read);
    marks = marks_version(b, of->node, of->sequence);
    of->version = (marks > of->version ? marks : of->version) + 1;
    of->is_read = is_read;
    of->is_seen = 1;
    of->number = ++b->head;
    return 1;
}

int server_remove(mailbox *b, uint32_t id)
{
    item *of = find(b, id);

    if (of == NULL)
        return 0;
    of->is_gone = 1;
    of->number = ++b->head;
    return 1;
}

int server_join_mark(mailbox *b, int node, uint32_t upto, int64_t version)
{
    int i, slot = -1;

    for (i = 0; i < SERVER_MARKS; i++) {
        const server_mark *k = &b->marks[i];

        if (k->is_used && k->node == node && k->upto >= upto && k->version >= version)
            return 0;
    }
    for (i = 0; i < SERVER_MARKS; i++) {
        server_mark *k = &b->marks[i];

        if (k->is_used && k->node == node && k->upto <= upto && k->version <= version)
            k->is_used = 0;
        if (!k->is_used && slot < 0)
            slot = i;
    }
    if (slot < 0)
        simulator_die("a server has no room for another mark");
    b->marks[slot] = (server_mark){version, upto, ++b->head, node, 1};
    return 1;
}

void server_mark_read(mailbox *b, int node, uint32_t upto)
{
    int64_t latest = 0;
    int i;

    if (b->speech != SPEAKS_VERSIONS) {
        foreign_mark_read(b, node, upto);
        return;
    }
    for (i = 0; i < ITEMS; i++) {
        if (b->items[i].id != 0 && node_is_within(b->items[i].node, node) && b->items[i].version > latest)
            latest = b->items[i].version;
    }
    for (i = 0; i < SERVER_MARKS; i++) {
        const server_mark *k = &b->marks[i];

        if (k->is_used && (node_is_within(k->node, node) || node_is_within(node, k->node)) && k->version > latest)
            latest = k->version;
    }
    server_join_mark(b, node, upto, latest + 1);
}

void server_set_badge(mailbox *b, int node, int kind, uint32_t count, int64_t until)
{
    if (b->speech != SPEAKS_FOREIGN)
        b->badges[node] = (server_badge){until, count, ++b->head, node, kind};
}

void server_renew_epoch(mailbox *b)
{
    server_forget(b);
    b->epoch += 1;
}

/* ---- Pages ---- */

/* The place of a client: how far it has read, and up to which number it misses no removal. */
static int read_cursor(const mailbox *b, const char *since, uint32_t *out_number, uint32_t *out_base)
{
    unsigned epoch, number, base;

    if (sscanf(since, "e%u-%u-%u", &epoch, &number, &base) != 3)
        return 0;
    *out_number = number;
    *out_base = base;
    return epoch == b->epoch && base >= b->floor && base <= b->head && number <= b->head;
}

/* The least number above `number`: 0: there is none. */
static uint32_t next_number(const mailbox *b, uint32_t number, int is_snapshot)
{
    uint32_t next = 0;
    int i;

#define CONSIDER(n) \
    if ((n) > number && (next == 0 || (n) < next)) \
    next = (n)
    for (i = 0; i < ITEMS; i++) {
        if (b->items[i].id != 0 && !(is_snapshot && b->items[i].is_gone)) {
            CONSIDER(b->items[i].number);
        }
    }
    for (i = 0; i < SERVER_MARKS; i++) {
        if (b->marks[i].is_used) {
            CONSIDER(b->marks[i].number);
        }
    }
    for (i = 0; i < NODES; i++) {
        if (!(is_snapshot && b->badges[i].kind == SHOWS_NOTHING)) {
            CONSIDER(b->badges[i].number);
        }
    }
#undef CONSIDER
    return next;
}

static void add_row(const mailbox *b, uint32_t number, page *out)
{
    int i;

    for (i = 0; i < ITEMS; i++) {
        if (b->items[i].id == 0 || b->items[i].number != number)
            continue;
        if (b->items[i].is_gone)
            out->gone[out->gone_count++] = b->items[i].id;
        else
            out->items[out->item_count++] = b->items[i];
        return;
    }
    for (i = 0; i < NODES; i++) {
        if (b->badges[i].number == number)
            out->badges[out->badge_count++] = b->badges[i];
    }
}

/* Every mark that reaches an item of the page, and those that have changed. */
static void add_marks(const mailbox *b, uint32_t from, uint32_t to, page *out)
{
    int i, k;

    for (k = 0; k < SERVER_MARKS; k++) {
        const server_mark *of = &b->marks[k];
        int is_wanted = of->number > from && of->number <= to;

        for (i = 0; i < out->item_count; i++)
            is_wanted = is_wanted || node_is_within(out->items[i].node, of->node);
        if (of->is_used && is_wanted)
            out->marks[out->mark_count++] = *of;
    }
}

int server_page(const mailbox *b, const char *since, int limit, page *out)
{
    uint32_t number = 0, base = b->head, next, from;
    int rows = 0;

    memset(out, 0, sizeof *out);
    out->epoch = b->epoch;
    out->speech = b->speech;
    out->prefix = b->prefix;
    out->is_snapshot = since[0] == '\0';
    if (!out->is_snapshot && !read_cursor(b, since, &number, &base))
        return 410;
    from = number;
    while ((next = next_number(b, number, out->is_snapshot)) != 0) {
        if (rows++ == limit) {
            out->more = 1;
            break;
        }
        add_row(b, next, out);
        number = next;
    }
    if (!out->more)
        number = b->head;
    add_marks(b, from, number, out);
    snprintf(out->cursor, sizeof out->cursor, "e%u-%u-%u", b->epoch, number, number > base ? number : base);
    return 200;
}
