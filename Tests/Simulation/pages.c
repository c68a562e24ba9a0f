/* The model takes pages, responses to an outbox, and pushes. */
#include "server.h"

#include <string.h>

static void note_covered(model *m)
{
    int i;

    for (i = 0; i < MESSAGES; i++) {
        message *of = &m->messages[i];

        if (of->id != 0 && of->state == UNSEEN && model_is_read(m, of))
            of->state = SEEN;
    }
}

static void take_content(message *of, int feed, const item *from)
{
    of->id = from->id;
    of->feed = feed;
    of->revision = from->revision;
    of->node = from->node;
    of->count = from->count;
    of->thread = from->thread + 1;
}

/* A greater revision is new content with a register of its own. */
static void take_as_new(message *of, int feed, const item *from)
{
    take_content(of, feed, from);
    of->version = from->version;
    of->state = from->is_read ? READ : from->is_seen && model_sees ? SEEN : UNSEEN;
}

/* The greater version wins; at a tie, read. What was read and is unread again stays seen. */
static void join(model *m, message *of, const item *from)
{
    if (of->state == UNSEEN && (model_is_read(m, of) || (from->is_seen && model_sees)))
        of->state = SEEN;
    if (from->version < of->version)
        return;
    if (from->is_read || (of->state == READ && from->version == of->version))
        of->state = READ;
    else if (of->state == READ)
        of->state = SEEN;
    of->version = from->version;
}

static message *room(model *m)
{
    message *of = model_find(m, LOCAL, 0);

    if (of == NULL)
        simulator_die("the model has no room for another message");
    memset(of, 0, sizeof *of);
    return of;
}

/* An item of a page; only_joins: of a response to an outbox, which adds no message. */
static void take_item(model *m, int feed, const item *from, int only_joins, int is_snapshot)
{
    message *of = model_find(m, feed, from->id);
    int is_new = of == NULL;

    if (is_new && (only_joins || model_has_removed(m, feed, from->id, from->revision)))
        return;
    if (is_new)
        of = room(m);
    if (is_new || from->revision > of->revision) {
        take_as_new(of, feed, from);
        of->sequence = from->sequence;
        of->is_pushed = of->is_unplaced = 0;
    } else if (from->revision == of->revision) {
        /* Before its place is known no mark covers it, and afterwards only one that its register does not overrule. */
        join(m, of, from);
        if (of->is_unplaced && !only_joins) {
            of->sequence = from->sequence;
            of->is_unplaced = 0;
            take_content(of, feed, from);
        }
    }
    if (!of->is_unplaced)
        of->is_pushed = 0;
    if (!only_joins)
        of->is_unpaged = 0;
    if (is_snapshot)
        of->is_listed = 1, of->is_pushed = 0;
}

static void take_gone(model *m, int feed, uint32_t id)
{
    message *of = model_find(m, feed, id);

    if (of != NULL)
        memset(of, 0, sizeof *of);
}

static void take_badges(model *m, int feed, const page *p, int64_t now)
{
    int i;

    for (i = 0; i < p->badge_count; i++) {
        const server_badge *from = &p->badges[i];
        own_badge placed = {.kind = from->kind, .count = from->kind == SHOWS_NUMBER ? from->count : 0};

        m->placed_listed[feed][from->node] = 1;
        if (from->kind == SHOWS_NOTHING) {
            model_end_claim(m, feed, from->node, now);
            continue;
        }
        placed.until = from->until * 1000;
        model_claim(m, feed, from->node, &placed, now);
    }
}

static void take_page(model *m, int feed, const page *p, int is_snapshot, int64_t now)
{
    int i;

    for (i = 0; i < p->item_count; i++)
        take_item(m, feed, &p->items[i], 0, is_snapshot);
    for (i = 0; i < p->gone_count; i++)
        take_gone(m, feed, p->gone[i]);
    for (i = 0; i < p->mark_count; i++)
        model_join_mark(m, feed, p->marks[i].node, p->marks[i].upto, p->marks[i].version);
    take_badges(m, feed, p, now);
}

/* Everything that the snapshot does not contain is removed. Badges that somebody has changed since stay, and
 * what the feed's claims cover shows again. */
static void remove_unlisted(model *m, int feed, int64_t now)
{
    int i, node;

    for (i = 0; i < MESSAGES; i++) {
        message *of = &m->messages[i];

        if (of->id != 0 && of->feed == feed && !of->is_listed && !of->is_pushed)
            memset(of, 0, sizeof *of);
    }
    for (node = 0; node < NODES; node++) {
        if (!m->placed_listed[feed][node])
            model_end_claim(m, feed, node, now);
    }
}

/* A feed without a cursor has nothing to replace: what it has was pushed. */
int model_replaces(const model *m, int feed, const page *first)
{
    return first->is_snapshot && m->cursors[feed][0] != '\0';
}

void model_take_pages(model *m, int feed, const page *pages, int count, int64_t now)
{
    shown before[NODES];
    int i, is_snapshot = model_replaces(m, feed, pages);

    model_show(m, before);
    for (i = 0; i < MESSAGES; i++)
        m->messages[i].is_listed = 0;
    memset(m->placed_listed, 0, sizeof m->placed_listed);
    for (i = 0; i < count; i++)
        take_page(m, feed, &pages[i], is_snapshot, now);
    if (is_snapshot)
        remove_unlisted(m, feed, now);
    for (i = 0; i < MESSAGES; i++)
        m->messages[i].is_listed = 0;
    memset(m->placed_listed, 0, sizeof m->placed_listed);
    strcpy(m->cursors[feed], pages[count - 1].cursor);
    note_covered(m);
    model_clear_automatically(m, before);
}

void model_take_answer(model *m, int feed, const page *p)
{
    shown before[NODES];
    int i;

    model_show(m, before);
    for (i = 0; i < p->mark_count; i++)
        model_join_mark(m, feed, p->marks[i].node, p->marks[i].upto, p->marks[i].version);
    for (i = 0; i < p->item_count; i++)
        take_item(m, feed, &p->items[i], 1, 0);
    note_covered(m);
    model_clear_automatically(m, before);
}

void model_take_push(model *m, int feed, const item *from, int has_sequence)
{
    message *of = model_find(m, feed, from->id);
    shown before[NODES];

    if (of == NULL && model_has_removed(m, feed, from->id, from->revision))
        return;
    model_show(m, before);
    if (of == NULL) {
        of = room(m);
        take_as_new(of, feed, from);
        of->sequence = from->sequence;
        of->is_pushed = of->is_unpaged = 1;
        of->is_unplaced = !has_sequence;
    } else if (from->revision > of->revision) {
        take_as_new(of, feed, from);
        of->sequence = from->sequence;
        of->is_unplaced = !has_sequence;
        of->is_pushed = of->is_pushed || !has_sequence;
    } else if (from->revision == of->revision) {
        join(m, of, from);
        if (of->is_unplaced && has_sequence) {
            of->sequence = from->sequence;
            of->is_unplaced = 0;
        }
    }
    note_covered(m);
    model_clear_automatically(m, before);
}
