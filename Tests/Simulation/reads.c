/* Messages of the model, and how reads merge: the join of docs/wire-format.md. */
#include "model.h"

#include <string.h>

int64_t model_marks_version(const model *m, const message *of)
{
    int64_t version = -1;
    int i;

    for (i = 0; i < MARKS && !of->is_unplaced; i++) {
        const mark *k = &m->marks[i];

        if (k->is_used && k->feed == of->feed && node_is_within(of->node, k->node) && of->sequence <= k->upto
            && k->version > version)
            version = k->version;
    }
    return version;
}

/* A message is seen if a mark reaches it, whatever its version. */
static int is_reached(const model *m, const message *of)
{
    int i;

    for (i = 0; i < MARKS && model_sees && of->feed < LOCAL && !of->is_unplaced; i++) {
        const mark *k = &m->marks[i];

        if (k->is_used && k->feed == of->feed && node_is_within(of->node, k->node) && of->sequence <= k->upto)
            return 1;
    }
    return 0;
}

int model_is_read(const model *m, const message *of)
{
    return of->state == READ || (of->feed < LOCAL && model_marks_version(m, of) >= of->version);
}

int model_state(const model *m, const message *of)
{
    if (model_is_read(m, of))
        return READ;
    return of->state == UNSEEN && is_reached(m, of) ? SEEN : of->state;
}

message *model_find(model *m, int feed, uint32_t id)
{
    int i;

    for (i = 0; i < MESSAGES; i++) {
        if (m->messages[i].id == id && (id == 0 || m->messages[i].feed == feed))
            return &m->messages[i];
    }
    return NULL;
}

/* A message that a mark has read was seen: it stays so if it is unread again. */
static void note_covered(model *m)
{
    int i;

    for (i = 0; i < MESSAGES; i++) {
        message *of = &m->messages[i];

        if (of->id != 0 && of->state == UNSEEN && model_is_read(m, of))
            of->state = SEEN;
    }
}

void model_join_mark(model *m, int feed, int node, uint32_t upto, int64_t version)
{
    int i, free_slot = -1;

    for (i = 0; i < MARKS; i++) {
        const mark *k = &m->marks[i];

        if (k->is_used && k->feed == feed && k->node == node && k->upto >= upto && k->version >= version)
            return;
    }
    for (i = 0; i < MARKS; i++) {
        mark *k = &m->marks[i];

        if (k->is_used && k->feed == feed && k->node == node && k->upto <= upto && k->version <= version)
            memset(k, 0, sizeof *k);
        if (!k->is_used && free_slot < 0)
            free_slot = i;
    }
    if (free_slot < 0)
        simulator_die("the model has no room for another mark");
    m->marks[free_slot] = (mark){.version = version, .feed = feed, .node = node, .upto = upto, .is_used = 1};
    note_covered(m);
}

/* ---- Acts ---- */

static int mark_one(model *m, message *of, int is_read)
{
    int64_t marks = of->feed >= LOCAL ? -1 : model_marks_version(m, of);

    if (model_is_read(m, of) == is_read)
        return 0;
    of->version = (marks > of->version ? marks : of->version) + 1;
    of->state = is_read ? READ : SEEN;
    return 1;
}

int model_mark(model *m, message **messages, int count, int is_read)
{
    shown before[NODES];
    int i, changed = 0;

    model_show(m, before);
    for (i = 0; i < count; i++)
        changed += mark_one(m, messages[i], is_read);
    model_clear_automatically(m, before);
    return changed;
}

int model_see(model *m, message **messages, int count)
{
    shown before[NODES];
    int i, changed = 0;

    model_show(m, before);
    for (i = 0; i < count; i++) {
        if (model_state(m, messages[i]) != UNSEEN)
            continue;
        messages[i]->state = SEEN;
        changed += 1;
    }
    model_clear_automatically(m, before);
    return changed;
}

int message_is_until(const message *of, const message *last)
{
    if (of->is_unplaced != last->is_unplaced)
        return last->is_unplaced;
    if (of->sequence != last->sequence)
        return of->sequence < last->sequence;
    return of->id <= last->id;
}

static int is_at(const message *of, int node, int is_subtree)
{
    for (int place = 0; place < NODES; place++)
        if (message_places(of) >> place & 1 && (is_subtree ? node_is_within(place, node) : place == node))
            return 1;
    return 0;
}

/* One greater than the registers of the path and below, and than the marks of the path, those above and below. */
static int64_t overruling(const model *m, int feed, int node)
{
    int64_t latest = 0;
    int i;

    for (i = 0; i < MESSAGES; i++) {
        const message *of = &m->messages[i];

        if (of->id != 0 && of->feed == feed && node_is_within(of->node, node) && of->version > latest)
            latest = of->version;
    }
    for (i = 0; i < MARKS; i++) {
        const mark *k = &m->marks[i];

        if (k->is_used && k->feed == feed && (node_is_within(k->node, node) || node_is_within(node, k->node))
            && k->version > latest)
            latest = k->version;
    }
    return latest + 1;
}

static int has_messages_below(const model *m, int feed, int node)
{
    int i;

    for (i = 0; i < MESSAGES; i++) {
        const message *of = &m->messages[i];

        if (of->id != 0 && of->feed == feed && of->node != node && node_is_within(of->node, node))
            return 1;
    }
    return 0;
}

/* A feed's mark reaches the last of the unseen messages that its server has placed. */
static void see_feed_at(model *m, int feed, int node, int is_subtree)
{
    int at = node_is_within(model_prefix[feed], node) ? model_prefix[feed] : node;
    int i, is_marked = 0;
    uint32_t upto = 0;

    if (!is_subtree && has_messages_below(m, feed, node))
        return;
    for (i = 0; i < MESSAGES; i++) {
        const message *of = &m->messages[i];

        if (of->id == 0 || of->feed != feed || of->is_unplaced || !is_at(of, node, is_subtree)
            || model_state(m, of) != UNSEEN)
            continue;
        is_marked = 1;
        upto = of->sequence > upto ? of->sequence : upto;
    }
    if (is_marked)
        model_join_mark(m, feed, at, upto, SEEN_VERSION);
}

void model_join_seen(model *m, int node, int is_subtree)
{
    for (int feed = 0; feed < LOCAL && model_sees; feed++)
        see_feed_at(m, feed, node, is_subtree);
}

/* One by one: posted messages, those that their server has not placed, and all if a mark would say too much. */
static int read_feed_at(model *m, int feed, int node, int is_subtree, const message *last)
{
    /* The feed knows nothing above its prefix. */
    int at = feed < LOCAL && node_is_within(model_prefix[feed], node) ? model_prefix[feed] : node;
    int says_too_much = feed >= LOCAL || (!is_subtree && has_messages_below(m, feed, node));
    int i, changed = 0, is_marked = 0;
    uint32_t upto = 0;
    message *singles[MESSAGES];
    int count = 0;

    for (i = 0; i < MESSAGES; i++) {
        message *of = &m->messages[i];

        if (of->id == 0 || of->feed != feed || !is_at(of, node, is_subtree) || model_is_read(m, of)
            || (last != NULL && !message_is_until(of, last)))
            continue;
        changed += 1;
        if (says_too_much || of->is_unplaced)
            singles[count++] = of;
        else
            is_marked = 1, upto = of->sequence > upto ? of->sequence : upto;
    }
    if (is_marked)
        model_join_mark(m, feed, at, upto, overruling(m, feed, at));
    for (i = 0; i < count; i++)
        mark_one(m, singles[i], 1);
    return changed;
}

int model_read_at(model *m, int node, int is_subtree, const message *last)
{
    message until;
    shown before[NODES];
    int feed, changed = 0;

    if (last != NULL)
        until = *last;
    model_show(m, before);
    for (feed = 0; feed <= REMINDING; feed++)
        changed += read_feed_at(m, feed, node, is_subtree, last == NULL ? NULL : &until);
    model_clear_automatically(m, before);
    return changed;
}

/* ---- Posted messages, feeds ---- */

void model_post(model *m, int node, uint64_t also, uint32_t id, uint32_t count, uint32_t order)
{
    message *of = model_find(m, LOCAL, id);
    shown before[NODES];

    model_show(m, before);
    if (of == NULL)
        of = model_find(m, LOCAL, 0);
    if (of == NULL)
        simulator_die("the model has no room for another message");
    memset(of, 0, sizeof *of);
    of->id = id;
    of->feed = LOCAL;
    of->node = node;
    of->also = also & ~(UINT64_C(1) << node);
    of->count = count;
    of->sequence = order;
    model_clear_automatically(m, before);
}

int model_withdraw(model *m, uint32_t id)
{
    message *of = model_find(m, LOCAL, id);
    shown before[NODES];

    if (of == NULL)
        return 0;
    model_show(m, before);
    memset(of, 0, sizeof *of);
    model_clear_automatically(m, before);
    return 1;
}

static removal *find_removal(model *m, int feed, uint32_t id)
{
    int i;

    for (i = 0; i < REMOVALS; i++) {
        if (m->removals[i].id == id && (id == 0 || m->removals[i].feed == feed))
            return &m->removals[i];
    }
    return NULL;
}

void model_remove(model *m, message **messages, int count)
{
    shown before[NODES];
    int i;

    model_show(m, before);
    for (i = 0; i < count; i++) {
        removal *free = find_removal(m, 0, 0);

        if (messages[i]->feed < FEEDS) {
            if (free == NULL)
                simulator_die("the model has no room for another removal");
            *free = (removal){messages[i]->feed, messages[i]->id, messages[i]->revision};
        }
        memset(messages[i], 0, sizeof *messages[i]);
    }
    model_clear_automatically(m, before);
}

int model_has_removed(model *m, int feed, uint32_t id, uint32_t revision)
{
    removal *of = find_removal(m, feed, id);

    if (of == NULL)
        return 0;
    if (revision <= of->revision)
        return 1;
    memset(of, 0, sizeof *of);
    return 0;
}

/* A group is the unseen messages of a thread. */
int model_dismiss(model *m, int thread)
{
    message *of[MESSAGES];
    int i, count = 0;

    for (i = 0; i < MESSAGES; i++) {
        if (m->messages[i].id != 0 && m->messages[i].thread == thread && model_state(m, &m->messages[i]) == UNSEEN)
            of[count++] = &m->messages[i];
    }
    model_see(m, of, count);
    return count;
}

void model_remove_feed(model *m, int feed, int64_t now)
{
    shown before[NODES];
    int i, node;

    model_show(m, before);
    for (i = 0; i < MESSAGES; i++) {
        if (m->messages[i].id != 0 && m->messages[i].feed == feed)
            memset(&m->messages[i], 0, sizeof m->messages[i]);
    }
    for (i = 0; i < MARKS; i++) {
        if (m->marks[i].is_used && m->marks[i].feed == feed)
            memset(&m->marks[i], 0, sizeof m->marks[i]);
    }
    for (i = 0; i < REMOVALS; i++) {
        if (m->removals[i].id != 0 && m->removals[i].feed == feed)
            memset(&m->removals[i], 0, sizeof m->removals[i]);
    }
    for (node = 0; node < NODES; node++)
        model_end_claim(m, feed, node, now);
    memset(m->cursors[feed], 0, sizeof m->cursors[feed]);
    model_clear_automatically(m, before);
}
