/* Credentials are set, expire and are forgotten; servers ask to wait. */
#include "steps.h"

#include <stdio.h>
#include <string.h>

#define SERVERS (FEEDS + 1) /* Those of the feeds, and the outbox. */

static void url_of(int server, char *url, size_t capacity)
{
    if (server == FEEDS)
        snprintf(url, capacity, "https://outbox.example/");
    else
        snprintf(url, capacity, "https://s%d.example/", server);
}

static int server_of(const request *r) { return r->feed < 0 ? FEEDS : r->feed; }

/* ---- Requests ---- */

static void check_token(const device *d, const permit *a, const request *r)
{
    char expected[24] = "";

    if (a->credential != 0)
        snprintf(expected, sizeof expected, "Bearer token-%d", a->credential);
    if (strcmp(r->token, expected) != 0 && !a->is_doubtful)
        fail("device %d sends the credential '%s' to server %d, expected '%s'", d->number, r->token, server_of(r),
             expected);
}

int permit_is_granted(device *d, const request *r)
{
    seat *s = &d->seats[r->user];
    const permit *a = &s->permits[server_of(r)];
    int wanted = d->world->wanted[r->user][server_of(r)], token = 0;

    if (!s->is_logged_in && !s->has_doubtful_login)
        fail("device %d sends a request of user %d, who is logged out", d->number, r->user);
    check_token(d, a, r);
    if (a->waits && a->credential == 0 && !a->is_doubtful)
        fail("device %d sends a request to server %d without the credential that it had", d->number, server_of(r));
    if (a->is_stopped)
        fail("device %d sends a request to server %d, which has rejected its credential", d->number, server_of(r));
    /* A wait in a later run ends by the wall clock. */
    if (d->world->now < a->not_before && a->offset == d->offset)
        fail("device %d sends a request to server %d %lld ms before the end of its wait", d->number,
             server_of(r), (long long)(a->not_before - d->world->now));
    (void)sscanf(r->token, "Bearer token-%d", &token);
    return wanted == 0 || wanted == token;
}

void permit_took(device *d, const request *r)
{
    permit *a = &d->seats[r->user].permits[server_of(r)];
    int seconds;

    if (device_is_hit(d)) {
        a->is_stopped = 0;
        a->not_before = 0;
        return;
    }
    /* A rejection of what was sent before a log-in says nothing of what comes after it. */
    a->is_stopped = r->status == 401 && !r->is_renewed;
    a->not_before = 0;
    if ((r->status == 429 || r->status == 503) && sscanf(r->headers, "Retry-After: %d", &seconds) == 1) {
        a->not_before = d->world->now + seconds * INT64_C(1000);
        a->offset = d->offset;
    }
}

/* ---- Credentials that are forgotten ---- */

void permit_forget(seat *s)
{
    int server;

    for (server = 0; server < SERVERS; server++) {
        permit *a = &s->permits[server];

        a->waits = a->waits || a->credential != 0;
        a->credential = 0;
        a->is_stopped = 0;
    }
}

/* A later run knows the wait of one row of the outbox, and not that of the others. It knows the end of a feed's wait by
 * the wall clock, which may have jumped since. */
void permit_reopened(seat *s)
{
    int server;

    permit_forget(s);
    for (server = 0; server < SERVERS; server++) {
        if (s->permits[server].offset != s->device->offset)
            s->permits[server].not_before = 0;
    }
    s->permits[FEEDS].not_before = 0;
}

static void renew(const seat *s)
{
    int i;

    for (i = 0; i < REQUESTS; i++)
        s->device->requests[i].is_renewed |= s->device->requests[i].user == s->user;
}

void permit_logged_in(seat *s)
{
    int server;

    renew(s);
    for (server = 0; server < SERVERS; server++)
        s->permits[server].is_stopped = 0;
}

void permit_doubt(seat *s)
{
    int server;

    for (server = 0; server < SERVERS; server++) {
        s->permits[server].is_doubtful = 1;
        s->permits[server].is_stopped = 0;
        s->permits[server].not_before = 0;
    }
}

void permit_removed_feed(seat *s, int feed)
{
    permit *a = &s->permits[feed];

    a->is_stopped = 0;
    a->not_before = 0;
    /* A feed that is added now waits only for a credential that its own requests had. */
    a->waits = a->credential != 0;
}

/* ---- Steps ---- */

static void set_token(seat *s, int server, int token)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;
    permit *a = &s->permits[server];
    char url[48], secret[24];
    int status;

    url_of(server, url, sizeof url);
    snprintf(secret, sizeof secret, "token-%d", token);
    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = secret;
    if (token == 0)
        status = tally_account_remove_credential(s->account, url);
    else
        status = tally_account_set_credential(s->account, url, &credential);
    tell("server %d: token %d", server, token);
    expect(s, status, token == 0 ? "tally_account_remove_credential" : "tally_account_set_credential");
    renew(s);
    a->is_stopped = 0;
    s->permits[FEEDS].is_stopped = 0; /* Each new credential of the account lets the outbox try again. */
    a->is_doubtful = status != TALLY_OK;
    if (status != TALLY_OK)
        return;
    a->credential = token;
    a->waits = token != 0;
}

static int draw_server(const seat *s, dice *d)
{
    int server = (int)dice_below(d, (unsigned)s->device->world->feed_count + 1);

    return server == s->device->world->feed_count ? FEEDS : server;
}

/* The user's right token, mostly; or one of before, or none any more. */
void step_credential(seat *s, dice *d)
{
    int server = draw_server(s, d), wanted = s->device->world->wanted[s->user][server];
    int is_right = !dice_one_in(d, 4), removes = dice_one_in(d, 5);

    set_token(s, server, removes ? 0 : is_right && wanted > 0 ? wanted : 1 + (int)dice_below(d, 3));
}

/* The server wants another token, or none. */
void step_server_token(seat *s, dice *d)
{
    world *w = s->device->world;
    int server = draw_server(s, d);

    w->last_token += 1;
    w->wanted[s->user][server] = dice_one_in(d, 3) ? 0 : w->last_token;
    tell("server %d of user %d wants token %d", server, s->user, w->wanted[s->user][server]);
}

void permit_grant_all(seat *s)
{
    int server;

    for (server = 0; server < SERVERS; server++) {
        const permit *a = &s->permits[server];
        int wanted = s->device->world->wanted[s->user][server];

        if (wanted != a->credential || a->waits || a->is_doubtful)
            set_token(s, server, wanted);
    }
}
