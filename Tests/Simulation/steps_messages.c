/* Users read, and servers write. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

/* The model does not know which messages a vague seat has, but their server does. */
static const message *draw_of_server(const seat *s, dice *d)
{
    static message found;
    const world *w = s->device->world;
    int feed = (int)dice_below(d, (unsigned)w->feed_count);
    const item *of = &w->mailboxes[s->user][feed].items[dice_below(d, ITEMS)];

    found.feed = feed;
    found.id = of->id;
    return of->id == 0 ? NULL : &found;
}

const message *draw_message(const seat *s, dice *d)
{
    unsigned start = dice_below(d, MESSAGES), i;

    if (s->is_vague)
        return draw_of_server(s, d);
    for (i = 0; i < MESSAGES; i++) {
        const message *of = &s->now[0].messages[(start + i) % MESSAGES];

        if (of->id != 0)
            return of;
    }
    return NULL;
}

/* The feed of reminders has no name for the host: its messages are listed. */
static int64_t key_of_reminder(seat *s, uint32_t id)
{
    static tally_message found[MESSAGES];
    static char text[16384];
    tally_rows rows = TALLY_ROWS(found, text);
    char name[16];
    size_t i;

    snprintf(name, sizeof name, "r%u", id);
    if (tally_message_list(s->account, "root", TALLY_SUBTREE, NULL, &rows) != TALLY_OK)
        return 0;
    for (i = 0; i < rows.count; i++) {
        if (strcmp(text + found[i].id.offset, name) == 0)
            return found[i].key;
    }
    return 0;
}

int64_t key_of(seat *s, int feed, uint32_t id)
{
    tally_message found[1];
    char text[2048], name[16];
    tally_rows rows = TALLY_ROWS(found, text);
    tally_feed_state state = TALLY_FEED_STATE_INIT;

    if (feed == REMINDING)
        return key_of_reminder(s, id);
    snprintf(name, sizeof name, "%s%u", feed == LOCAL ? "p" : "", id);
    if (feed != LOCAL && tally_feed_get(s->feeds[feed], &state, NULL, 0, NULL) != TALLY_OK)
        return 0;
    return tally_message_find(s->account, feed == LOCAL ? 0 : state.id, name, &rows) == TALLY_OK ? found[0].key : 0;
}

/* Some messages, each once. Their keys are found before a fault can be in the way. */
static int draw_keys(seat *s, dice *d, choice *c, int64_t *keys)
{
    int want = 1 + (int)dice_below(d, 4), i, k;

    disk_suspend(s->device->number, 1);
    for (i = 0; i < want; i++) {
        const message *of = draw_message(s, d);

        if (of == NULL)
            break;
        for (k = 0; k < c->key_count && (c->keys[k].feed != of->feed || c->keys[k].id != of->id); k++)
            continue;
        if (k < c->key_count)
            continue;
        c->keys[k].feed = of->feed;
        c->keys[k].id = of->id;
        keys[k] = key_of(s, of->feed, of->id);
        c->key_count += keys[k] != 0;
    }
    disk_suspend(s->device->number, 0);
    return c->key_count;
}

static int find_all(model *m, const choice *c, message **out)
{
    int i;

    for (i = 0; i < c->key_count; i++) {
        out[i] = model_find(m, c->keys[i].feed, c->keys[i].id);
        if (out[i] == NULL)
            return 0;
    }
    return 1;
}

static int do_mark(model *m, void *argument)
{
    const choice *c = (const choice *)argument;
    message *of[8];

    if (!find_all(m, c, of))
        return TALLY_ERROR_NOT_FOUND;
    model_mark(m, of, c->key_count, c->mode);
    return TALLY_OK;
}

static int do_see(model *m, void *argument)
{
    const choice *c = (const choice *)argument;
    message *of[8];

    if (!find_all(m, c, of))
        return TALLY_ERROR_NOT_FOUND;
    model_see(m, of, c->key_count);
    return TALLY_OK;
}

static int do_read_at(model *m, void *argument)
{
    const choice *c = (const choice *)argument;
    const message *last = c->id == 0 ? NULL : model_find(m, c->feed, c->id);

    if (c->id != 0 && last == NULL)
        return TALLY_ERROR_NOT_FOUND;
    model_read_at(m, c->node, c->is_subtree, last);
    return TALLY_OK;
}

static int do_post(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    model_post(m, c->node, c->also, c->id, c->count, c->order);
    return TALLY_OK;
}

static int do_withdraw(model *m, void *argument)
{
    return model_withdraw(m, ((const choice *)argument)->id) ? TALLY_OK : TALLY_ERROR_NOT_FOUND;
}

static int do_remove(model *m, void *argument)
{
    const choice *c = (const choice *)argument;
    message *of[8];

    if (!find_all(m, c, of))
        return TALLY_ERROR_NOT_FOUND;
    model_remove(m, of, c->key_count);
    return TALLY_OK;
}

/* ---- Users ---- */

/* A server without revisions cannot say that a message is new again, and the model keeps few removals. */
static int may_remove(const seat *s, const choice *c)
{
    int i, room = 0;

    for (i = 0; i < REMOVALS; i++)
        room += s->now[0].removals[i].id == 0;
    for (i = 0; i < c->key_count; i++) {
        int feed = c->keys[i].feed;

        if (feed == REMINDING || (feed != LOCAL && s->device->world->mailboxes[s->user][feed].speech != SPEAKS_VERSIONS))
            return 0;
    }
    return c->key_count > 0 && room > 16;
}

void step_remove(seat *s, dice *d)
{
    choice c = {0};
    int64_t keys[8];

    draw_keys(s, d, &c, keys);
    if (!s->is_vague && may_remove(s, &c))
        seat_did(s, do_remove, &c, tally_message_remove(s->account, keys, (size_t)c.key_count), 1, "remove");
}

void step_read(seat *s, dice *d)
{
    choice c = {.mode = 1};
    int64_t keys[8];

    if (draw_keys(s, d, &c, keys) > 0)
        seat_did(s, do_mark, &c, tally_message_mark_read(s->account, keys, (size_t)c.key_count, NULL), 1, "read");
}

void step_unread(seat *s, dice *d)
{
    choice c = {.mode = 0};
    int64_t keys[8];

    if (draw_keys(s, d, &c, keys) > 0)
        seat_did(s, do_mark, &c, tally_message_mark_unread(s->account, keys, (size_t)c.key_count, NULL), 1, "unread");
}

void step_see(seat *s, dice *d)
{
    choice c = {0};
    int64_t keys[8];

    if (draw_keys(s, d, &c, keys) > 0)
        seat_did(s, do_see, &c, tally_message_mark_seen(s->account, keys, (size_t)c.key_count, NULL), 1, "see");
}

void step_read_path(seat *s, dice *d)
{
    choice c = {.node = draw_busy_node(s, d), .is_subtree = dice_one_in(d, 2)};
    char path[64];

    node_path(c.node, path, sizeof path);
    seat_did(s, do_read_at, &c,
             tally_message_mark_path_read(s->account, path, c.is_subtree ? TALLY_SUBTREE : 0, NULL), 1, "read path");
}

/* The place of a message that its server has not placed depends on its arrival: then the whole path is read. */
void step_read_until(seat *s, dice *d)
{
    const message *of = draw_message(s, d);
    choice c = {.is_subtree = dice_one_in(d, 2)};
    int64_t key;
    char path[64];
    int i;

    for (i = 0; i < MESSAGES; i++) {
        if (s->now[0].messages[i].is_unplaced)
            of = NULL;
    }
    if (of == NULL)
        return;
    disk_suspend(s->device->number, 1);
    key = key_of(s, of->feed, of->id);
    disk_suspend(s->device->number, 0);
    if (key == 0)
        return;
    c.feed = of->feed;
    c.id = of->id;
    c.node = of->node;
    while (c.node > 0 && dice_one_in(d, 2))
        c.node = node_parent(c.node);
    node_path(c.node, path, sizeof path);
    seat_did(s, do_read_at, &c,
             tally_message_mark_read_until(s->account, path, c.is_subtree ? TALLY_SUBTREE : 0, key, NULL), 1,
             "read until");
}

/* One to three further nodes, one per line. */
static void draw_also(choice *c, dice *d, char *also, size_t capacity)
{
    size_t used = 0;

    for (uint32_t i = 1 + dice_below(d, 3); i > 0; i--) {
        int node = draw_node(d);
        char path[64];

        node_path(node, path, sizeof path);
        used += (size_t)snprintf(also + used, capacity - used, "%s%s", used > 0 ? "\n" : "", path);
        c->also |= UINT64_C(1) << node;
    }
}

void step_post(seat *s, dice *d)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    choice c = {.node = draw_node(d), .id = 1 + dice_below(d, 10), .count = 1 + dice_below(d, 3)};
    char path[64], id[16], link[32], data[32], also[256];

    s->last_post += 1;
    c.order = UINT32_C(3000000000) + s->last_post;
    snprintf(id, sizeof id, "p%u", c.id);
    node_path(c.node, path, sizeof path);
    options.id = id;
    options.count = c.count;
    options.time = INT64_C(1700000000000) + s->last_post;
    options.title = "posted";
    if (dice_one_in(d, 6))
        options.flags = TALLY_POST_DOT, options.count = 0, c.count = 0;
    options.level = message_level(LOCAL, c.id, c.count);
    snprintf(link, sizeof link, "app:%u/%u", c.id, c.count);
    snprintf(data, sizeof data, "{\"count\":%u}", c.count);
    options.link = link;
    options.data = data;
    if (dice_one_in(d, 3)) {
        draw_also(&c, d, also, sizeof also);
        options.also = also;
    }
    seat_did(s, do_post, &c, tally_message_post(s->account, path, &options, NULL), 1, "post");
}

void step_withdraw(seat *s, dice *d)
{
    choice c = {.id = 1 + dice_below(d, 10)};
    char id[16];

    snprintf(id, sizeof id, "p%u", c.id);
    seat_did(s, do_withdraw, &c, tally_message_withdraw(s->account, id), 1, "withdraw");
}

static int do_dismiss(model *m, void *argument)
{
    return model_dismiss(m, ((const choice *)argument)->mode) > 0 ? TALLY_OK : TALLY_ERROR_NOT_FOUND;
}

void step_dismiss(seat *s, dice *d)
{
    choice c = {.mode = (int)dice_below(d, 5)};
    char thread[16] = "";

    if (c.mode > 0)
        snprintf(thread, sizeof thread, "t%d", c.mode - 1);
    seat_did(s, do_dismiss, &c, tally_group_dismiss(s->account, thread, NULL), 1, "dismiss");
}

/* ---- Servers ---- */

static mailbox *draw_mailbox(seat *s, dice *d, int *out_feed)
{
    *out_feed = (int)dice_below(d, (unsigned)s->device->world->feed_count);
    return &s->device->world->mailboxes[s->user][*out_feed];
}

static uint32_t draw_item(const mailbox *b, dice *d)
{
    unsigned start = dice_below(d, ITEMS), i;

    for (i = 0; i < ITEMS; i++) {
        const item *of = &b->items[(start + i) % ITEMS];

        if (of->id != 0 && !of->is_gone)
            return of->id;
    }
    return 0;
}

/* The item that has changed last, such as one that was just read. */
static uint32_t latest_item(const mailbox *b)
{
    const item *latest = NULL;
    int i;

    for (i = 0; i < ITEMS; i++) {
        const item *of = &b->items[i];

        if (of->id != 0 && !of->is_gone && (latest == NULL || of->number > latest->number))
            latest = of;
    }
    return latest == NULL ? 0 : latest->id;
}

static uint32_t count_of_item(dice *d) { return dice_one_in(d, 6) ? 0 : 1 + dice_below(d, 3); }

void step_server_post(seat *s, dice *d)
{
    int feed, more = 1 + (int)dice_below(d, 3);
    mailbox *b = draw_mailbox(s, d, &feed);

    while (more-- > 0) {
        uint32_t id = server_post(b, server_place(b, draw_node(d)), count_of_item(d), s->device->world->now);

        if (id == 0)
            server_remove(b, draw_item(b, d));
        tell("feed %d of user %d has item %u", feed, s->user, id);
    }
}

void step_server_edit(seat *s, dice *d)
{
    int feed, node = draw_node(d), moves = dice_one_in(d, 3), again = dice_one_in(d, 2);
    mailbox *b = draw_mailbox(s, d, &feed);
    uint32_t id = draw_item(b, d);
    const item *of = server_find(b, id);

    if (of != NULL)
        server_edit(b, id, count_of_item(d), moves ? server_place(b, node) : of->node, again);
}

void step_server_remove(seat *s, dice *d)
{
    int feed;
    mailbox *b = draw_mailbox(s, d, &feed);

    server_remove(b, dice_one_in(d, 2) ? latest_item(b) : draw_item(b, d));
}

void step_server_read(seat *s, dice *d)
{
    int feed;
    mailbox *b = draw_mailbox(s, d, &feed);

    server_set_read(b, draw_item(b, d), dice_one_in(d, 2));
}

void step_server_mark(seat *s, dice *d)
{
    int feed;
    mailbox *b = draw_mailbox(s, d, &feed);
    uint32_t below = 1 + dice_below(d, b->last_sequence + 1);

    server_mark_read(b, server_place(b, draw_node(d)), below);
}

void step_server_badge(seat *s, dice *d)
{
    int feed, kind = (int)dice_below(d, 3), node = draw_node(d);
    mailbox *b = draw_mailbox(s, d, &feed);
    int64_t until = dice_one_in(d, 3) ? s->device->world->now / 1000 + dice_below(d, 200000) : 0;

    server_set_badge(b, server_place(b, node), kind, 1 + dice_below(d, 5), kind == SHOWS_NOTHING ? 0 : until);
}

void step_server_forget(seat *s, dice *d)
{
    int feed;

    server_forget(draw_mailbox(s, d, &feed));
}

/* Its devices are vague from now on: the states of before end with the numbering. */
void step_server_epoch(seat *s, dice *d)
{
    world *w = s->device->world;
    int feed, i;

    server_renew_epoch(draw_mailbox(s, d, &feed));
    for (i = 0; i < w->device_count; i++)
        w->devices[i].seats[s->user].is_vague = 1;
}
