/*
 * The network between devices and servers. A request may be lost, its response too; a response may be late, wrong or
 * come twice. What the server does with a request happens once the request has arrived.
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Requests come ---- */

static void copy_header(const char *headers, const char *name, char *out, size_t capacity)
{
    const char *at = strstr(headers, name);
    size_t length;

    out[0] = '\0';
    if (at == NULL)
        return;
    at += strlen(name);
    length = strcspn(at, "\r\n");
    if (length >= capacity)
        fail("a header is too long: %s", name);
    memcpy(out, at, length);
    out[length] = '\0';
}

static void read_get(request *r, const char *url)
{
    const char *since = strstr(url, "since="), *limit = strstr(url, "limit=");

    if (since != NULL) {
        size_t length = strcspn(since + 6, "&");

        if (length >= sizeof r->since)
            fail("a request has a long cursor: %s", url);
        memcpy(r->since, since + 6, length);
        r->since[length] = '\0';
    }
    r->limit = limit == NULL ? 200 : atoi(limit + 6);
}

/* The cursor of a request tells what the device has applied. It is read when the responses before it are known. */
static void learn(device *d, const request *r)
{
    seat *s = &d->seats[r->user];

    if (r->feed < 0)
        return;
    /* A snapshot in several pages is applied with the last one. A page may be requested again. */
    while (s->staged_count[r->feed] > 0) {
        const page *last = &s->staged[r->feed][s->staged_count[r->feed] - 1];

        if (last->more && strcmp(last->cursor, r->since) == 0)
            return;
        s->staged_count[r->feed] -= 1;
    }
    if (!s->is_vague)
        seat_keep_cursors(s, r->feed, r->since);
}

static request *find(device *d, int64_t id)
{
    int i;

    for (i = 0; i < REQUESTS; i++) {
        if (d->requests[i].id == id)
            return &d->requests[i];
    }
    return NULL;
}

static void forget(request *r)
{
    free(r->body);
    memset(r, 0, sizeof *r);
}

void network_transport(void *user_data, const tally_request *sent)
{
    device *d = (device *)user_data;
    request *r = find(d, sent->kind == TALLY_REQUEST_KIND_SEND ? 0 : sent->id);
    int server, user;

    if (sent->kind != TALLY_REQUEST_KIND_SEND) {
        if (r != NULL)
            forget(r);
        return;
    }
    if (r == NULL)
        fail("device %d has more than %d requests in flight", d->number, REQUESTS);
    memset(r, 0, sizeof *r);
    r->id = sent->id;
    if (sent->headers != NULL)
        copy_header(sent->headers, "Authorization: ", r->token, sizeof r->token);
    if (sscanf(sent->url, "https://s%d.example/u%d/f%d", &server, &user, &r->feed) == 3) {
        r->user = user;
        read_get(r, sent->url);
    } else if (sscanf(sent->url, "https://outbox.example/u%d", &user) == 1) {
        r->user = user;
        r->feed = -1;
        copy_header(sent->headers, "Idempotency-Key: ", r->key, sizeof r->key);
        r->body = (char *)calloc(1, sent->body_size + 1);
        if (r->body == NULL)
            simulator_die("no memory");
        memcpy(r->body, sent->body, sent->body_size);
    } else {
        fail("an unknown URL: %s", sent->url);
    }
    tell("device %d sends %s %s", d->number, sent->url, r->body == NULL ? "" : r->body);
}

void network_drop(device *d)
{
    int i;

    for (i = 0; i < REQUESTS; i++)
        forget(&d->requests[i]);
}

/* ---- Servers respond ---- */

static void serve_outbox(world *w, request *r)
{
    const char *name = strstr(r->body, "\"feed\":\"f");
    int feed = name == NULL ? -1 : name[9] - '0';

    if (feed < 0 || feed >= w->feed_count) {
        r->status = 204;
        return;
    }
    r->feed = -1;
    r->limit = feed; /* Whose page it is. */
    r->status = server_take(&w->mailboxes[r->user][feed], r->key, r->body, &r->answer);
    r->is_page = r->status == 200;
    if (r->status == 400)
        fail("the outbox sends what no server understands: %s", r->body);
    if (r->is_page && dice_one_in(&w->dice, 10))
        r->is_page = 0, r->status = 204;
}

static void serve(device *d, request *r)
{
    world *w = d->world;

    if (!permit_is_granted(d, r)) {
        r->status = 401;
        return;
    }
    if (r->feed < 0) {
        serve_outbox(w, r);
        return;
    }
    r->status = server_page(&w->mailboxes[r->user][r->feed], r->since, r->limit, &r->answer);
    r->is_page = r->status == 200;
}

static void spoil(world *w, request *r)
{
    static const int statuses[] = {500, 503, 429, 404, 410, 401, 204, 200, 408, 400, 304};
    int status = statuses[dice_below(&w->dice, sizeof statuses / sizeof *statuses)];

    /* A device that has had no page yet stores in its own time that its server has said nothing. */
    if (r->feed >= 0 && r->since[0] == '\0' && (status == 204 || status == 304))
        status = 500;
    if (r->feed < 0 && (status == 204 || status == 200 || status == 304 || status == 410))
        status = 500;
    r->is_page = 0;
    r->status = status;
    if (status == 503 || status == 429)
        snprintf(r->headers, sizeof r->headers, "Retry-After: %u\r\n", dice_below(&w->dice, 3600));
}

/* The fate of a request that has just been sent. */
static void decide(device *d, request *r)
{
    world *w = d->world;
    unsigned bad = w->is_quiet ? 0 : dice_below(&w->dice, 100);

    r->due = w->now;
    learn(d, r);
    if (!d->is_online) {
        r->status = TALLY_ERROR_NETWORK;
        return;
    }
    if (!w->is_quiet && bad < w->profile.bad_network) {
        int is_lost_before = dice_one_in(&w->dice, 2);

        if (!is_lost_before)
            serve(d, r);
        if (is_lost_before || dice_one_in(&w->dice, 2)) {
            r->is_page = 0;
            r->status = TALLY_ERROR_NETWORK;
        }
        r->due = w->now + (dice_one_in(&w->dice, 3) ? 0 : (int64_t)dice_below(&w->dice, 400000));
        return;
    }
    serve(d, r);
    if (!w->is_quiet && dice_below(&w->dice, 100) < w->profile.bad_server)
        spoil(w, r);
    /* A server that takes some seconds: meanwhile messages come and go. */
    if (!w->is_quiet && r->feed < 0 && dice_one_in(&w->dice, 3))
        r->due += 1 + (int64_t)dice_below(&w->dice, 10000);
}

/* ---- Responses arrive ---- */

typedef struct delivery {
    int feed, count;
    const page *pages;
    int64_t now;
} delivery;

static int take_pages(model *m, void *argument)
{
    const delivery *of = (const delivery *)argument;

    model_take_pages(m, of->feed, of->pages, of->count, of->now);
    return TALLY_OK;
}

static int take_answer(model *m, void *argument)
{
    const delivery *of = (const delivery *)argument;

    model_take_answer(m, of->feed, of->pages);
    return TALLY_OK;
}

static void settle(seat *s, act perform, delivery *of, int is_doubtful)
{
    if (s->is_vague)
        return;
    seat_expire(s);
    if (is_doubtful || device_is_hit(s->device))
        seat_may_have(s, perform, of);
    else
        seat_did_for_sure(s, perform, of);
}

/* A page has arrived, and the engine has worked: the states follow, with the last page of a snapshot. */
static void arrived(seat *s, int feed, const page *p, int is_doubtful)
{
    delivery of = {feed, 1, p, device_wall(s->device)};

    if (p->epoch != s->device->world->mailboxes[s->user][feed].epoch)
        s->may_restart[feed] = 1;
    if (s->staged_count[feed] == 0 && !model_replaces(&s->now[0], feed, p)) {
        settle(s, take_pages, &of, is_doubtful);
        return;
    }
    if (s->staged_count[feed] == PAGES)
        fail("a snapshot has more than %d pages", PAGES);
    s->staged[feed][s->staged_count[feed]++] = *p;
    if (p->more)
        return;
    of.pages = s->staged[feed];
    of.count = s->staged_count[feed];
    settle(s, take_pages, &of, is_doubtful);
}

/* The server has taken a row of the outbox. Responses to requests that began before may be older than that, so the
 * device may request them again. */
static void note_taken(device *d, const request *taken)
{
    int i;

    for (i = 0; i < REQUESTS; i++) {
        request *r = &d->requests[i];

        if (r->id != 0 && r->user == taken->user && r->feed == taken->limit)
            r->is_overtaken = 1;
    }
}

/* Without memory the engine takes no response: it gets it again later. */
static void respond_again(device *d, request *sent)
{
    request *r = find(d, 0);

    if (r == NULL)
        fail("device %d has more than %d requests in flight", d->number, REQUESTS);
    *r = *sent;
    r->due = d->world->now + 1000;
    sent->body = NULL;
}

static void respond(device *d, request *sent)
{
    static char body[BODY];
    request r = *sent;
    seat *s = &d->seats[r.user];
    delivery of = {r.limit, 1, &r.answer, 0};
    size_t size = 0;
    int status;

    if (r.is_page)
        size = page_write(&r.answer, body, sizeof body);
    else if (r.status == 200)
        size = (size_t)snprintf(body, sizeof body, "{\"items\":[],\"cursor\":");
    tell("device %d gets %d for feed %d: %.*s", d->number, r.status, r.feed, (int)size, body);
    d->world->exchanges += 1;
    if (r.feed >= 0 && (r.status == 410 || r.status == 200) && !r.is_page)
        s->may_restart[r.feed] = 1;
    status = tally_transport_respond(d->engine, r.id, r.status, r.headers[0] == '\0' ? NULL : r.headers, body, size);
    if (status == TALLY_OK && dice_one_in(&d->world->dice, 8)
        && tally_transport_respond(d->engine, r.id, r.status, NULL, body, size) == TALLY_OK)
        fail("a response is taken twice");
    if (status != TALLY_OK) {
        if (status == TALLY_ERROR_NO_MEMORY && device_is_hit(d))
            respond_again(d, sent);
        else if (status != TALLY_ERROR_NOT_FOUND)
            fail("tally_transport_respond: %d", status);
        return;
    }
    status = tally_engine_step(d->engine);
    if (status != TALLY_OK && !device_is_hit(d))
        fail("tally_engine_step: %d", status);
    permit_took(d, &r);
    if (r.feed < 0 && r.status < 300)
        note_taken(d, &r);
    if (!r.is_page || !s->is_logged_in)
        return;
    if (r.feed < 0)
        settle(s, take_answer, &of, 0);
    else
        arrived(s, r.feed, &r.answer, r.is_overtaken);
}

int network_run(device *d)
{
    int i, has_worked = 0;

    for (i = 0; i < REQUESTS && !disk_has_crashed(d->number); i++) {
        request *r = &d->requests[i];
        request sent;

        if (r->id == 0)
            continue;
        if (r->due == 0) {
            decide(d, r);
            has_worked = 1;
        }
        if (r->due > d->world->now)
            continue;
        /* The engine may send the next request into this place. */
        sent = *r;
        r->body = NULL;
        forget(r);
        respond(d, &sent);
        free(sent.body);
        has_worked = 1;
    }
    return has_worked;
}
