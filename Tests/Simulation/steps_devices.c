/* Time passes; devices, networks and processes come and go. */
#include "steps.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

static int draw_feed(const seat *s, dice *d) { return (int)dice_below(d, (unsigned)s->device->world->feed_count); }

/* From milliseconds to years; sometimes exactly until the engine has work. */
void step_pass(seat *s, dice *d)
{
    static const int64_t spans[] = {10, 1000, 20000, 60000, 700000, 4000000, 100000000, 40000000000};
    int64_t span = 1 + (int64_t)dice_below(d, (unsigned)spans[dice_below(d, 7)]), wait = 0;

    if (dice_one_in(d, 60))
        span = spans[7];
    if (dice_one_in(d, 2) && tally_engine_get_timeout(s->device->engine, &wait) == TALLY_OK && wait > 0
        && wait < spans[6])
        span = wait;
    if (s->device->world->profile.longest_pass > 0)
        span = 1 + (int64_t)dice_below(d, s->device->world->profile.longest_pass);
    s->device->world->now += span;
    tell("%lld ms pass", (long long)span);
}

void step_clock(seat *s, dice *d)
{
    static const int64_t jumps[] = {1000, 3600000, 86400000, 2592000000};
    int64_t jump = jumps[dice_below(d, 4)];
    int user;

    s->device->world->clock_jumps += 1;
    s->device->offset += dice_one_in(d, 2) ? jump : -jump;
    /* The library notices it within a minute. Notifications of the system that were past may be ahead again. */
    s->device->world->now += 61000;
    for (user = 0; user < USERS; user++)
        s->device->seats[user].is_plan_unknown = 1;
}

void step_zone(seat *s, dice *d)
{
    int zone = (int)dice_below(d, ZONES);

    disk_suspend(s->device->number, 1);
    expect(s, tally_engine_set_zone(s->device->engine, zone_name(zone)), "tally_engine_set_zone");
    disk_suspend(s->device->number, 0);
    s->device->zone = zone;
}

/* ---- Feeds ---- */

static int do_push(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    if (c->mode == 0)
        return TALLY_ERROR_LOGGED_OUT;
    if (c->item != NULL)
        model_take_push(m, c->feed, c->item, c->has_sequence);
    return TALLY_OK;
}

/* Before the message's page, after it, or without a message; also of one that was removed meanwhile. */
void step_push(seat *s, dice *d)
{
    choice c = {.feed = draw_feed(s, d), .has_sequence = !dice_one_in(d, 3), .mode = s->is_logged_in};
    const mailbox *b = &s->device->world->mailboxes[s->user][c.feed];
    const item *of = &b->items[dice_below(d, ITEMS)];
    char text[1024], name[8];
    int names_feed = dice_one_in(d, 2), status;

    if (of->id != 0 && !(of->is_gone && !dice_one_in(d, 4)))
        c.item = of;
    snprintf(name, sizeof name, "f%d", c.feed);
    push_write(b, c.item, name, c.has_sequence, text, sizeof text);
    status = names_feed ? tally_account_push(s->account, text, strlen(text))
                        : tally_feed_push(s->feeds[c.feed], text, strlen(text));
    if (s->is_vague)
        tell("push: %d", status);
    else
        seat_did(s, do_push, &c, status, c.item != NULL, "push");
}

void step_refresh(seat *s, dice *d)
{
    tally_feed *feed = s->feeds[draw_feed(s, d)];

    if (dice_one_in(d, 2))
        expect(s, tally_feed_refresh_now(feed, NULL, NULL, NULL, NULL), "tally_feed_refresh_now");
    else if (s->is_logged_in)
        expect(s, tally_feed_refresh(feed), "tally_feed_refresh");
}

typedef struct delivered {
    int feed, is_logged_in;
    int64_t now;
    page page;
} delivered;

static int do_deliver(model *m, void *argument)
{
    delivered *of = (delivered *)argument;

    if (!of->is_logged_in)
        return TALLY_ERROR_LOGGED_OUT;
    model_take_pages(m, of->feed, &of->page, 1, of->now);
    return TALLY_OK;
}

/* The host has received the page in another way. */
void step_deliver(seat *s, dice *d)
{
    static char body[BODY];
    delivered of = {.feed = draw_feed(s, d), .is_logged_in = s->is_logged_in, .now = device_wall(s->device)};
    world *w = s->device->world;
    size_t size;
    int i, status;

    if (s->is_vague || s->may_restart[of.feed] || s->now_count != 1
        || server_page(&w->mailboxes[s->user][of.feed], s->now[0].cursors[of.feed], 200, &of.page) != 200)
        return;
    size = page_write(&of.page, body, sizeof body);
    status = tally_feed_deliver(s->feeds[of.feed], body, size);
    seat_did(s, do_deliver, &of, status, 1, "deliver");
    if (status != TALLY_OK)
        return;
    s->staged_count[of.feed] = 0;
    for (i = 0; i < REQUESTS; i++) {
        request *r = &s->device->requests[i];

        if (r->id != 0 && r->user == s->user && r->feed == of.feed)
            r->is_overtaken = 1;
    }
}

void step_pause(seat *s, dice *d)
{
    int feed = draw_feed(s, d);

    s->is_paused[feed] = !s->is_paused[feed];
    expect(s, tally_feed_pause(s->feeds[feed], s->is_paused[feed]), "tally_feed_pause");
}

void step_cancel(seat *s, dice *d)
{
    int feed = draw_feed(s, d);

    expect(s, tally_feed_cancel(s->feeds[feed]), "tally_feed_cancel");
    s->staged_count[feed] = 0;
}

void step_page(seat *s, dice *d)
{
    tally_feed *feed = s->feeds[draw_feed(s, d)];
    uint32_t page = dice_below(d, 2);

    if (dice_one_in(d, 2))
        expect(s, tally_feed_show_page(feed, page, NULL), "tally_feed_show_page");
    else
        expect(s, tally_feed_hide_page(feed, page), "tally_feed_hide_page");
}

static int do_remove_feed(model *m, void *argument)
{
    const choice *c = (const choice *)argument;

    model_remove_feed(m, c->feed, c->now);
    return TALLY_OK;
}

/* The feed begins again. What was not sent to its server is lost with it. */
void step_remove_feed(seat *s, dice *d)
{
    choice c = {.feed = draw_feed(s, d), .now = device_wall(s->device)};
    int status = tally_feed_remove(s->feeds[c.feed]), was_vague = s->is_vague;

    seat_did(s, do_remove_feed, &c, status, 1, "remove feed");
    if (status != TALLY_OK)
        return;
    s->staged_count[c.feed] = s->is_paused[c.feed] = 0;
    s->is_vague = was_vague;
    permit_removed_feed(s, c.feed);
    tally_feed_release(s->feeds[c.feed]);
    s->feeds[c.feed] = NULL;
    seat_add_feed(s, c.feed);
}

/* ---- Accounts ---- */

static int is_hit_by(seat *s, int status, const char *call)
{
    if (status != TALLY_OK)
        expect(s, status, call);
    return status != TALLY_OK;
}

/* An export that is imported under another name gives the same export: equal accounts give equal bytes. */
void step_copy(seat *s, dice *d)
{
    tally_engine *engine = s->device->engine;
    tally_bytes first = TALLY_BYTES_INIT, second = TALLY_BYTES_INIT;
    tally_account *copy = NULL;

    (void)d;
    (void)tally_account_remove(engine, "copy"); /* A fault may have left it. */
    if (!is_hit_by(s, tally_account_export(s->account, &first), "tally_account_export")
        && !is_hit_by(s, tally_account_import(engine, "copy", first.data, first.size), "tally_account_import")
        && !is_hit_by(s, tally_account_open(engine, "copy", NULL, &copy), "tally_account_open")
        && !is_hit_by(s, tally_account_export(copy, &second), "tally_account_export")) {
        if (first.size != second.size || memcmp(first.data, second.data, first.size) != 0)
            fail("device %d, user %d: an imported account has another export", s->device->number, s->user);
        is_hit_by(s, tally_account_verify(copy), "tally_account_verify of a copy");
        is_hit_by(s, tally_account_remove(engine, "copy"), "tally_account_remove");
    }
    tally_account_release(copy);
    tally_bytes_release(&first);
    tally_bytes_release(&second);
}

/* In the copy pushed messages are ordinary ones, and keep the places of their arrival. */
static int may_have_pushed(const seat *s)
{
    int i, k;

    for (i = 0; i < s->now_count && !s->is_vague; i++) {
        for (k = 0; k < MESSAGES; k++) {
            if (s->now[i].messages[k].id != 0 && s->now[i].messages[k].is_pushed)
                return 1;
        }
    }
    return s->is_vague;
}

/* A device of the same user with the same time, or this one. */
static seat *draw_origin(seat *s, dice *d)
{
    world *w = s->device->world;
    seat *from = &w->devices[dice_below(d, (unsigned)w->device_count)].seats[s->user];

    return from->is_there && from->account != NULL && from->device->offset == s->device->offset ? from : s;
}

static void let_go(seat *s)
{
    tally_scope *scope = s->device->scope;
    int feed, i;

    for (i = 0; i < 2; i++)
        tally_unobserve(scope, s->tokens[i]);
    for (i = 0; i < VIEWS; i++)
        tally_view_end(scope, s->views[i]);
    for (i = 0; i < WATCHERS; i++)
        tally_unobserve(scope, s->watched.tokens[i]);
    for (feed = 0; feed < FEEDS; feed++) {
        tally_feed_release(s->feeds[feed]);
        s->feeds[feed] = NULL;
        s->staged_count[feed] = s->is_paused[feed] = 0;
    }
    tally_account_release(s->account);
    s->account = NULL;
}

/* The states of another account; views, log-ins and notifications stay where they are. */
static void take_states(seat *s, const seat *from)
{
    int i;

    s->is_vague = s->is_vague || from->is_vague;
    s->now_count = from->now_count;
    memcpy(s->now, from->now, sizeof s->now);
    for (i = 0; i < FEEDS; i++)
        s->may_restart[i] = s->may_restart[i] || from->may_restart[i];
    if (s->last_post < from->last_post)
        s->last_post = from->last_post;
    s->is_plan_unknown = 1;
    s->has_doubtful_login = 1;
    s->sure_from = from->sure_from > s->sure_from ? from->sure_from : s->sure_from;
    permit_doubt(s);
    seat_reopened(s);
    if (!disk_has_crashed(s->device->number))
        s->history_count = 0;
    for (i = 0; i < s->now_count; i++)
        seat_add_history(s, &s->now[i]);
}

/* The account of another device, or its own export, takes the place of an account. */
void step_adopt(seat *s, dice *d)
{
    seat *from = draw_origin(s, d);
    tally_bytes bytes = TALLY_BYTES_INIT;
    tally_import import = {0};
    char name[16];
    int status;

    if (may_have_pushed(from))
        return;
    snprintf(name, sizeof name, "user%d", s->user);
    memory_suspend(1);
    status = tally_account_export(from->account, &bytes);
    memory_suspend(0);
    tell("tally_account_export of device %d: %d", from->device->number, status);
    if (is_hit_by(s, status, "tally_account_export"))
        return;
    import.account = name;
    import.bytes = bytes.data;
    import.size = bytes.size;
    status = tally_engine_import(s->device->engine, &import, 1, TALLY_IMPORT_REPLACE);
    tally_bytes_release(&bytes);
    tell("tally_engine_import: %d, %d", status, import.status);
    if (is_hit_by(s, status, "tally_engine_import"))
        return;
    let_go(s);
    take_states(s, from);
    s->is_adopting = 1;
    device_open_seat(s->device, s);
    s->is_adopting = 0;
}

void step_log_out(seat *s, dice *d)
{
    int status = tally_account_log_out(s->account);

    (void)d;
    expect(s, status, "tally_account_log_out");
    if (status == TALLY_ERROR_NO_MEMORY)
        return;
    /* Also if it is not stored, it is logged out in this run. */
    s->is_logged_in = 0;
    permit_forget(s);
    s->has_doubtful_login = status != TALLY_OK;
    memset(s->staged_count, 0, sizeof s->staged_count);
}

void step_log_in(seat *s, dice *d)
{
    int status = tally_account_log_in(s->account);

    (void)d;
    expect(s, status, "tally_account_log_in");
    s->has_doubtful_login = status != TALLY_OK && status != TALLY_ERROR_NO_MEMORY;
    permit_logged_in(s);
    if (status == TALLY_OK && !s->is_logged_in)
        seat_enters(s);
    if (status == TALLY_OK)
        s->is_logged_in = 1;
}

void step_retry(seat *s, dice *d)
{
    (void)d;
    expect(s, tally_outbox_retry_all(s->account, NULL), "tally_outbox_retry_all");
}

/* ---- Machines ---- */

void step_network(seat *s, dice *d)
{
    (void)d;
    s->device->is_online = !s->device->is_online;
    expect(s, tally_engine_set_network(s->device->engine, s->device->is_online), "tally_engine_set_network");
}

void step_foreground(seat *s, dice *d)
{
    device *of = s->device;

    if (dice_one_in(d, 3)) {
        expect(s, tally_engine_woke(of->engine), "tally_engine_woke");
        return;
    }
    of->is_foreground = !of->is_foreground;
    expect(s, tally_engine_set_foreground(of->engine, of->is_foreground), "tally_engine_set_foreground");
}

void step_kill(seat *s, dice *d)
{
    (void)d;
    device_crash(s->device);
}

void step_reopen(seat *s, dice *d)
{
    device *of = s->device;
    int64_t boot = of->world->now - (int64_t)dice_below(d, 100000);

    device_close(of);
    /* Changes that could not be written are lost: the end of the step opens it. */
    if (device_is_hit(of))
        return;
    of->booted = boot;
    device_open(of);
}

void step_flush(seat *s, dice *d)
{
    int status = tally_engine_flush(s->device->engine);

    (void)d;
    expect(s, status, "tally_engine_flush");
    if (status == TALLY_OK && !device_is_hit(s->device))
        seat_promise(s);
}

void step_verify(seat *s, dice *d)
{
    (void)d;
    expect(s, tally_engine_verify(s->device->engine), "tally_engine_verify");
}
