/* The checks: a device shows one of the states that it may hold, tells that to observers, and all agree at the end. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 128
#define TEXTS 32768

typedef struct row {
    uint64_t also;
    uint32_t id, count;
    int32_t feed, node, state;
    int32_t reserved; /* Rows are compared byte by byte. */
} row;

/* Everything that a device shows. */
typedef struct view {
    struct {
        uint64_t count, own_count, links, highlights;
        int64_t until, mute_until, snoozed_until;
        int kind, flags, own_kind, mute, rule, counting, level, reserved;
    } nodes[NODES];
    row rows[MESSAGES];
    int row_count;
    int64_t reminders[REMINDERS][REMINDER_VALUES];
} view;

static void need(int status, const char *call)
{
    char text[1024];
    size_t length;

    tally_error_message(text, sizeof text, &length);
    if (status != TALLY_OK)
        fail("%s: %d, %s", call, status, text);
}

static int compare_rows(const void *a, const void *b)
{
    const row *x = (const row *)a, *y = (const row *)b;

    return x->feed != y->feed ? (x->feed < y->feed ? -1 : 1) : x->id < y->id ? -1 : x->id > y->id;
}

/* ---- What a device shows ---- */

static void read_feeds(const seat *s, int64_t ids[FEEDS])
{
    int feed;

    for (feed = 0; feed < FEEDS; feed++) {
        tally_feed_state state = TALLY_FEED_STATE_INIT;

        ids[feed] = s->feeds[feed] != NULL && tally_feed_get(s->feeds[feed], &state, NULL, 0, NULL) == TALLY_OK
                        ? state.id
                        : 0;
    }
}

/* The link and the data of a message belong to its content. Posted ones have them, and those with versions. */
static void check_carried(const tally_message *of, int is_posted, const char *id, const char *link)
{
    char expected[32];

    if (of->link.length == 0 && !is_posted)
        return;
    snprintf(expected, sizeof expected, "app:%s/%u", id, of->count);
    if (strcmp(link, expected) != 0)
        fail("a message carries %s, not %s", link, expected);
    if (of->data_size != (uint32_t)snprintf(expected, sizeof expected, "{\"count\":%u}", of->count))
        fail("a message has %u bytes of data", of->data_size);
}

static int feed_of(const int64_t ids[FEEDS], int64_t id)
{
    int feed;

    for (feed = 0; feed < FEEDS && ids[feed] != id; feed++)
        continue;
    return feed;
}

/* The nodes that are named, one per line. */
static uint64_t nodes_named(const char *lines)
{
    uint64_t nodes = 0;
    char path[64];
    size_t length;

    for (; *lines != '\0'; lines += length + (lines[length] == '\n')) {
        length = strcspn(lines, "\n");
        snprintf(path, sizeof path, "%.*s", (int)length, lines);
        nodes |= UINT64_C(1) << node_named(path);
    }
    return nodes;
}

static void view_messages(view *v, seat *s)
{
    static tally_message messages[ROWS];
    static char text[TEXTS];
    tally_rows rows = TALLY_ROWS(messages, text);
    const char *after = NULL;
    int64_t ids[FEEDS];
    size_t i;

    read_feeds(s, ids);
    memset(v->rows, 0, sizeof v->rows);
    v->row_count = 0;
    do {
        int status = tally_message_list(s->account, "root", TALLY_SUBTREE, after, &rows);

        if (status != TALLY_MORE)
            need(status, "tally_message_list");
        for (i = 0; i < rows.count; i++) {
            const tally_message *m = &messages[i];
            const char *id = text + m->id.offset;
            int is_reminder = id[0] == 'r';

            check_carried(m, id[0] == 'p', id + (id[0] == 'p'), text + m->link.offset);
            if (m->level != message_level(is_reminder ? REMINDING : 0, (uint32_t)strtoul(id + (id[0] == 'p'), NULL, 10), m->count))
                fail("the message %s has level %d", id, m->level);
            if (v->row_count == MESSAGES)
                fail("an account has more messages than it may have");
            v->rows[v->row_count++] = (row){
                nodes_named(text + m->also.offset), (uint32_t)strtoul(id + (id[0] == 'p' || is_reminder), NULL, 10), m->count,
                is_reminder ? REMINDING : feed_of(ids, m->feed), node_named(text + m->path.offset), m->state, 0};
        }
        after = rows.next;
    } while (after != NULL);
    qsort(v->rows, (size_t)v->row_count, sizeof *v->rows, compare_rows);
}

/* The nodes that are not listed show nothing. */
static void view_list(view *v, seat *s)
{
    tally_badge_entry entries[NODES + 1];
    char text[4096];
    tally_rows rows = TALLY_ROWS(entries, text);
    size_t i;
    int node;

    need(tally_badge_list(s->account, "root", TALLY_SUBTREE, NULL, &rows, NULL), "tally_badge_list");
    for (node = 0; node < NODES; node++) {
        v->nodes[node].count = 0;
        v->nodes[node].kind = TALLY_KIND_NONE;
        v->nodes[node].flags = 0;
        v->nodes[node].highlights = 0;
        v->nodes[node].level = TALLY_LEVEL_NORMAL;
    }
    for (i = 0; i < rows.count; i++) {
        node = node_named(text + entries[i].path.offset);
        if (node < 0)
            fail("tally_badge_list lists %s", text + entries[i].path.offset);
        v->nodes[node].count = entries[i].badge.count;
        v->nodes[node].kind = entries[i].badge.kind;
        v->nodes[node].flags = (int)entries[i].badge.flags;
        v->nodes[node].highlights = entries[i].badge.highlights;
        v->nodes[node].level = entries[i].badge.level;
    }
}

/* The nodes at which a path counts too, as bits. */
static uint64_t links_at(seat *s, const char *path)
{
    tally_link links[NODES];
    char text[2048];
    tally_rows rows = TALLY_ROWS_INIT;
    uint64_t found = 0;

    rows.entries = links;
    rows.entry_size = sizeof *links;
    rows.capacity = NODES;
    rows.text = text;
    rows.text_capacity = sizeof text;
    need(tally_link_list(s->account, path, 0, NULL, &rows), "tally_link_list");
    for (size_t i = 0; i < rows.count; i++)
        found |= UINT64_C(1) << node_named(text + links[i].under.offset);
    return found;
}

static void view_nodes(view *v, seat *s)
{
    int node;

    for (node = 0; node < NODES; node++) {
        char path[64];
        tally_badge badge;
        tally_badge_own own = TALLY_BADGE_OWN_INIT;
        tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

        node_path(node, path, sizeof path);
        need(tally_badge_get(s->account, path, &badge), "tally_badge_get");
        need(tally_badge_get_own(s->account, path, &own), "tally_badge_get_own");
        need(tally_badge_get_rule(s->account, path, 0, &rule), "tally_badge_get_rule");
        if (badge.count != v->nodes[node].count || badge.kind != v->nodes[node].kind
            || (int)badge.flags != v->nodes[node].flags || badge.highlights != v->nodes[node].highlights
            || badge.level != v->nodes[node].level)
            fail("%s: the list has kind %d count %llu flags %x, tally_badge_get kind %d count %llu flags %x", path,
                 v->nodes[node].kind, (unsigned long long)v->nodes[node].count, (unsigned)v->nodes[node].flags,
                 badge.kind, (unsigned long long)badge.count, badge.flags);
        v->nodes[node].own_count = own.count;
        v->nodes[node].own_kind = own.kind;
        v->nodes[node].until = own.until;
        v->nodes[node].mute = own.mute;
        v->nodes[node].mute_until = own.mute_until;
        v->nodes[node].snoozed_until = own.snoozed_until;
        v->nodes[node].rule = rule.feeding;
        v->nodes[node].counting = rule.counting;
        v->nodes[node].links = links_at(s, path);
    }
}

static void view_of_seat(view *v, seat *s)
{
    memset(v, 0, sizeof *v);
    view_list(v, s);
    view_nodes(v, s);
    view_messages(v, s);
    reminders_show(s, v->reminders);
}

static int has_reminders(const model *m)
{
    int i;

    for (i = 0; i < REMINDERS && !m->reminders[i].is_there; i++)
        continue;
    return i < REMINDERS;
}

/* The last check of an account: what it showed, and the only state that it could hold. */
typedef struct former {
    view shown;
    model state;
    int run, age;
} former;

static former formers[DEVICES][USERS];

void check_begin(void) { memset(formers, 0, sizeof formers); }

/* Reads the list of badges. It reads what badges own, and messages, if they may have changed, and each 8th time. */
static view *view_again(seat *s)
{
    former *of = &formers[s->device->number][s->user];
    int is_known = !s->is_vague && s->now_count == 1 && of->run == s->device->run && of->age < 7;
    const model *m = &s->now[0];

    of->age = is_known ? of->age + 1 : 0;
    if (!is_known)
        memset(&of->shown, 0, sizeof of->shown);
    view_list(&of->shown, s);
    if (!is_known || memcmp(of->state.own, m->own, sizeof m->own) != 0
        || memcmp(of->state.rules, m->rules, sizeof m->rules) != 0
        || memcmp(of->state.links, m->links, sizeof m->links) != 0 || of->state.counting != m->counting)
        view_nodes(&of->shown, s);
    if (!is_known || memcmp(of->state.messages, m->messages, sizeof m->messages) != 0
        || memcmp(of->state.marks, m->marks, sizeof m->marks) != 0)
        view_messages(&of->shown, s);
    if (!is_known || has_reminders(m) || has_reminders(&of->state))
        reminders_show(s, of->shown.reminders);
    return &of->shown;
}

void check_forget(const device *d)
{
    int user;

    for (user = 0; user < USERS; user++)
        formers[d->number][user].run = 0;
}

static void keep_former(const seat *s)
{
    former *of = &formers[s->device->number][s->user];

    of->run = !s->is_vague && s->now_count == 1 ? s->device->run : 0;
    if (of->run > 0)
        of->state = s->now[0];
}

/* ---- What it may hold ---- */

static int kind_of(int kind)
{
    return kind == SHOWS_NOTHING ? TALLY_KIND_NONE : kind == SHOWS_DOT ? TALLY_KIND_DOT : TALLY_KIND_NUMBER;
}

static void view_of_model(view *v, const seat *s, const model *m)
{
    static const int own_flags[] = {0, TALLY_BADGE_OWN_DOT, TALLY_BADGE_OWN_COUNT};
    static const int mute_flags[] = {
        0, TALLY_BADGE_MUTE_NUMBER, TALLY_BADGE_MUTE_ALL, 0, 0, TALLY_BADGE_MUTE_NUMBER | TALLY_BADGE_PASSES_HIGHLIGHTS,
        TALLY_BADGE_MUTE_ALL | TALLY_BADGE_PASSES_HIGHLIGHTS};
    shown all[NODES];
    moment at = moment_of(s);
    int node, i;

    memset(v, 0, sizeof *v);
    for (i = 0; i < REMINDERS; i++)
        model_show_reminder(&m->reminders[i], &at, v->reminders[i]);
    model_show(m, all);
    for (node = 0; node < NODES; node++) {
        const own_badge *own = &m->own[node];

        v->nodes[node].count = all[node].count;
        v->nodes[node].kind = !all[node].shows ? TALLY_KIND_NONE
                              : all[node].count > 0 ? TALLY_KIND_NUMBER
                                                    : TALLY_KIND_DOT;
        v->nodes[node].flags = own_flags[own->kind] | mute_flags[own->mute]
                               | (own->snoozed_until != 0 ? (int)TALLY_BADGE_SNOOZED : 0)
                               | (all[node].is_fed ? (int)TALLY_BADGE_FED : 0)
                               | (all[node].is_lit ? (int)TALLY_BADGE_CHILDREN : 0);
        v->nodes[node].highlights = all[node].highlights;
        v->nodes[node].level = all[node].level;
        v->nodes[node].own_count = own->count;
        v->nodes[node].own_kind = kind_of(own->kind);
        v->nodes[node].until = own->until;
        v->nodes[node].mute = own->mute;
        v->nodes[node].mute_until = own->mute_until;
        v->nodes[node].snoozed_until = own->snoozed_until;
        v->nodes[node].rule = m->rules[node];
        v->nodes[node].counting = (int)(m->counting >> node & 1);
        v->nodes[node].links = m->links[node];
    }
    for (i = 0; i < MESSAGES; i++) {
        const message *of = &m->messages[i];

        if (of->id != 0)
            v->rows[v->row_count++] = (row){of->also, of->id, of->count, of->feed, of->node, model_state(m, of), 0};
    }
    qsort(v->rows, (size_t)v->row_count, sizeof *v->rows, compare_rows);
}

static int differs_node(const view *a, const view *b, int node)
{
    return memcmp(&a->nodes[node], &b->nodes[node], sizeof a->nodes[node]) != 0;
}

/* 1: they are the same. Otherwise `out` says where they differ. */
static int compare(view *expected, view *found, char *out, size_t capacity)
{
    int node, i;

    if (!reminders_compare(expected->reminders, found->reminders, out, capacity))
        return 0;

    for (i = 0; i < expected->row_count || i < found->row_count; i++) {
        const row *e = &expected->rows[i], *f = &found->rows[i];

        if (i < expected->row_count && i < found->row_count && memcmp(e, f, sizeof *e) == 0)
            continue;
        snprintf(out, capacity,
                 "message %d of %d, expected feed %d id %u node %d also %llx count %u state %d (%d messages), found feed %d id "
                 "%u node %d also %llx count %u state %d",
                 i, found->row_count, e->feed, e->id, e->node, (unsigned long long)e->also, e->count, e->state,
                 expected->row_count, f->feed, f->id, f->node, (unsigned long long)f->also, f->count, f->state);
        return 0;
    }
    for (node = NODES - 1; node >= 0; node--) {
        char path[64];

        if (!differs_node(expected, found, node))
            continue;
        node_path(node, path, sizeof path);
        snprintf(out, capacity,
                 "%s: expected kind %d count %llu highlights %llu level %d flags %x, own %d %llu until %lld, mute %d until %lld, snoozed until %lld, rule %d %d, links %llx; found "
                 "kind %d count %llu highlights %llu level %d flags %x, own %d %llu until %lld, mute %d until %lld, snoozed until %lld, rule %d %d, "
                 "links %llx",
                 path, expected->nodes[node].kind, (unsigned long long)expected->nodes[node].count,
                 (unsigned long long)expected->nodes[node].highlights, expected->nodes[node].level,
                 (unsigned)expected->nodes[node].flags, expected->nodes[node].own_kind,
                 (unsigned long long)expected->nodes[node].own_count, (long long)expected->nodes[node].until,
                 expected->nodes[node].mute, (long long)expected->nodes[node].mute_until,
                 (long long)expected->nodes[node].snoozed_until, expected->nodes[node].rule,
                 expected->nodes[node].counting, (unsigned long long)expected->nodes[node].links,
                 found->nodes[node].kind, (unsigned long long)found->nodes[node].count,
                 (unsigned long long)found->nodes[node].highlights, found->nodes[node].level,
                 (unsigned)found->nodes[node].flags, found->nodes[node].own_kind,
                 (unsigned long long)found->nodes[node].own_count, (long long)found->nodes[node].until,
                 found->nodes[node].mute, (long long)found->nodes[node].mute_until,
                 (long long)found->nodes[node].snoozed_until, found->nodes[node].rule,
                 found->nodes[node].counting, (unsigned long long)found->nodes[node].links);
        return 0;
    }
    return 1;
}

/* ---- Checks of a device ---- */

static void check_observers(const seat *s, const view *v)
{
    int node;

    if (!s->is_observed || device_is_hit(s->device))
        return;
    for (node = 0; node < NODES; node++) {
        char path[64];

        if (s->seen[node].count == v->nodes[node].count && s->seen[node].shows == v->nodes[node].kind)
            continue;
        node_path(node, path, sizeof path);
        fail("device %d, user %d, %s: an observer's last value is kind %d count %llu, the value kind %d count %llu",
             s->device->number, s->user, path, s->seen[node].shows, (unsigned long long)s->seen[node].count,
             v->nodes[node].kind, (unsigned long long)v->nodes[node].count);
    }
}

/* The events that observers get are checked once the engine has had a step. */
static void check_state(seat *s, const char *when, int with_observers)
{
    static view expected;
    view *found;
    char difference[700] = "";
    int i, kept = 0;

    if (s->account == NULL || disk_has_crashed(s->device->number))
        return;
    disk_suspend(s->device->number, 1);
    seat_expire(s);
    found = view_again(s);
    s->device->world->checks += 1;
    tell("device %d user %d shows %llx", s->device->number, s->user,
         (unsigned long long)hash_bytes(HASH_START, found, sizeof *found));
    for (i = 0; i < s->now_count && !s->is_vague; i++) {
        view_of_model(&expected, s, &s->now[i]);
        if (compare(&expected, found, difference, sizeof difference))
            s->now[kept++] = s->now[i];
    }
    if (!s->is_vague && kept == 0)
        fail("device %d, user %d, %s: %s", s->device->number, s->user, when, difference);
    if (!s->is_vague)
        s->now_count = kept;
    keep_former(s);
    if (with_observers)
        check_observers(s, found);
    if (with_observers && formers[s->device->number][s->user].age == 0)
        check_watched(s);
    need(tally_account_verify(s->account), "tally_account_verify");
    disk_suspend(s->device->number, 0);
}

void check_seat(seat *s, const char *when) { check_state(s, when, 1); }
void check_seat_alone(seat *s, const char *when) { check_state(s, when, 0); }

/* The states stay that the device shows, among those that the disk may hold. */
void check_after_opening(seat *s)
{
    static view expected, found;
    char difference[700] = "";
    int i, kept = 0;

    disk_suspend(s->device->number, 1);
    s->device->world->reopenings += 1;
    need(tally_engine_verify(s->device->engine), "tally_engine_verify after opening");
    view_of_seat(&found, s);
    for (i = s->history_count - 1; i >= 0 && !s->is_vague && kept < POSSIBLE; i--) {
        model m = s->history[i];

        model_expire(&m, device_wall(s->device));
        view_of_model(&expected, s, &m);
        if (compare(&expected, &found, difference, sizeof difference))
            s->now[kept++] = m;
    }
    if (s->is_vague)
        s->now[0] = s->history[0], kept = 1;
    if (kept == 0)
        fail("device %d, user %d, opened again: none of %d states that the disk may hold; %s", s->device->number,
             s->user, s->history_count, difference);
    s->now_count = kept;
    disk_suspend(s->device->number, 0);
    seat_promise_alone(s);
}

/* ---- Everybody agrees ---- */

/* The server may have removed a pushed message before any page has contained it. Pages do not say so. */
static int is_pushed(const seat *s, int feed, uint32_t id)
{
    message *of = s->is_vague ? NULL : model_find((model *)(uintptr_t)&s->now[0], feed, id);

    return s->is_vague || (of != NULL && (of->is_unpaged || of->is_pushed));
}

/* Without versions devices may differ if several have acted at the same time. */
static int agrees_on_reads(const world *w, const seat *s, const mailbox *b)
{
    int number, devices = 0;

    for (number = 0; number < w->device_count; number++)
        devices += w->devices[number].seats[s->user].is_there;
    return b->speech == SPEAKS_VERSIONS || devices == 1;
}

static void check_feed(world *w, seat *s, const view *v, int feed)
{
    const mailbox *b = &w->mailboxes[s->user][feed];
    int i, found = 0, there = 0;

    for (i = 0; i < v->row_count; i++) {
        const row *r = &v->rows[i];
        const item *of = r->feed == feed ? server_find(b, r->id) : NULL;

        if (r->feed != feed)
            continue;
        if (of == NULL && is_pushed(s, feed, r->id))
            continue;
        if (of == NULL)
            fail("at the end, device %d of user %d has message %u of feed %d, which its server has not",
                 s->device->number, s->user, r->id, feed);
        found += 1;
        if (of->node != r->node || of->count != r->count
            || (server_is_read(b, of) != (r->state == READ) && agrees_on_reads(w, s, b)))
            fail("at the end, device %d of user %d has message %u of feed %d at node %d, count %u, read %d; its server "
                 "at node %d, count %u, read %d",
                 s->device->number, s->user, r->id, feed, r->node, r->count, r->state == READ, of->node, of->count,
                 server_is_read(b, of));
        if (model_sees && !s->is_vague && server_is_seen(b, of) != (r->state != UNSEEN))
            fail("at the end, device %d of user %d has message %u of feed %d in state %d; its server says that it was seen: %d",
                 s->device->number, s->user, r->id, feed, r->state, server_is_seen(b, of));
    }
    for (i = 0; i < ITEMS; i++)
        there += b->items[i].id != 0 && !b->items[i].is_gone;
    if (found != there)
        fail("at the end, device %d of user %d has %d messages of feed %d, its server %d", s->device->number, s->user,
             found, feed, there);
}

/* The registers and marks are the same as well, so that no act was lost on its way. */
static void check_registers(world *w, seat *s, int feed)
{
    const mailbox *b = &w->mailboxes[s->user][feed];
    const model *m = &s->now[0];
    int i;

    for (i = 0; i < MESSAGES; i++) {
        const message *of = &m->messages[i];
        const item *there = of->id == 0 || of->feed != feed ? NULL : server_find(b, of->id);

        if (there != NULL && (there->version != of->version || there->is_read != (of->state == READ)))
            fail("at the end, device %d of user %d has message %u of feed %d with version %lld, read %d; its server "
                 "with version %lld, read %d: an act was lost",
                 s->device->number, s->user, of->id, feed, (long long)of->version, of->state == READ,
                 (long long)there->version, there->is_read);
    }
}

void check_agreement(world *w)
{
    static view v;
    int d, user, feed;

    for (d = 0; d < w->device_count; d++) {
        for (user = 0; user < USERS; user++) {
            seat *s = &w->devices[d].seats[user];

            if (!s->is_there)
                continue;
            check_seat(s, "at the end");
            view_of_seat(&v, s);
            for (feed = 0; feed < w->feed_count; feed++) {
                check_feed(w, s, &v, feed);
                if (!s->is_vague)
                    check_registers(w, s, feed);
            }
        }
    }
}
