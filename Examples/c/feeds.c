/*
 * feeds.c: an app finds a feed again, gives it credentials, and reports which pages the user sees.
 *
 *     cc -std=c99 feeds.c -o feeds $(pkg-config --cflags --libs tally)
 *
 * The requests come to this program instead of a server (see transport.c), and the clock belongs to it, so that nothing
 * waits. Each request is printed with the credential that it carries.
 */
#include <string.h>

#include "example.h"

#define URL "https://example.org/feed"
#define MINUTE (INT64_C(60) * 1000)

static test_clock wall = {INT64_C(1767225600000)};
static tally_engine *engine;
static int next_id = 1;

/* Responds to a request with one new message, or rejects a wrong credential. */
static void transport(void *user_data, const tally_request *request)
{
    const char *credential = strstr(request->headers, "Authorization: ");
    char body[256];
    int is_valid;

    (void)user_data;
    if (request->kind != TALLY_REQUEST_KIND_SEND)
        return;
    is_valid = credential != NULL && strstr(credential, "old") == NULL;
    printf("  GET, %.*s\n", (int)strcspn(credential ? credential : "no credential", "\r\n"),
           credential ? credential : "no credential");
    snprintf(body, sizeof body, "{\"cursor\":\"%d\", \"title\":\"News\", \"items\":[{\"id\":\"%d\", \"path\":\"news\"}]}",
             next_id, next_id);
    if (is_valid)
        next_id++;
    check(tally_transport_respond(engine, request->id, is_valid ? 200 : 401, NULL, body, is_valid ? strlen(body) : 0));
}

/* Called for each feed of every account. A sign "not up to date" in an app needs all of them. */
static void any_feed(void *user_data, const tally_event *event, const char *text)
{
    (void)user_data;
    (void)text;
    if (event->kind == TALLY_EVENT_AUTH)
        printf("  a server wants another credential\n");
    else
        printf("  a request ended: %s\n", tally_status_name(event->result));
}

/* Called for one feed, for the page that shows it. */
static void this_feed(void *user_data, const tally_event *event, const char *title)
{
    (void)user_data;
    if (event->result == TALLY_OK)
        printf("  %s: %" PRIu32 " new\n", title, event->added);
}

static void step(int64_t duration)
{
    wall.now += duration;
    check(tally_engine_step(engine));
}

static tally_credential bearer(const char *secret)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;

    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = secret;
    return credential;
}

static void add(tally_account *account)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;

    options.url = URL;
    options.polling = TALLY_POLLING_UNREAD_COUNT; /* It polls only while the user sees a page. */
    check(tally_feed_add(account, "news", &options, NULL));
}

static void print_feeds(tally_account *account)
{
    tally_feed_entry entries[8];
    char text[2048];
    tally_rows rows = TALLY_ROWS(entries, text);

    check(tally_feed_list(account, 0, NULL, &rows));
    for (size_t i = 0; i < rows.count; i++)
        printf("  feed %s, %s, title “%s”, %s\n", text + entries[i].name.offset, text + entries[i].url.offset,
               text + entries[i].title.offset, entries[i].last_success ? "has responded" : "has never responded");
}

int main(void)
{
    tally_account *account;
    tally_scope *scope;
    tally_feed *feed;
    tally_page_info page = TALLY_PAGE_INFO_INIT;
    tally_credential credential;

    engine = open_with_clock(&wall);
    check(tally_engine_set_transport(engine, transport, NULL, NULL));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_scope_open(engine, &scope));
    check(tally_observe_feeds(scope, NULL, 0, any_feed, NULL, NULL, NULL));
    check(tally_account_log_in(account));

    printf("a feed with an old credential\n");
    credential = bearer("old");
    check(tally_account_set_credential(account, URL, &credential)); /* For all feeds of this server. */
    add(account);
    print_feeds(account);
    check(tally_feed_find(account, "news", &feed)); /* In a later run it finds the stored feed. */
    check(tally_observe_feed(scope, feed, 0, this_feed, NULL, NULL, NULL));
    check(tally_feed_refresh(feed));
    step(0);

    printf("the feed gets a credential of its own\n");
    credential = bearer("fresh");
    check(tally_feed_set_credential(feed, &credential));
    step(0);
    check(tally_account_remove_credential(account, URL)); /* Nothing uses the old one any more. */

    printf("the user opens the page\n");
    step(MINUTE);
    check(tally_feed_show_page(feed, 0, &page));
    printf("  %s, %s\n", page.first ? "for the first time" : "again", page.requested ? "with a request" : "no request");
    step(0);
    step(MINUTE);
    printf("the user closes it, and the machine sleeps\n");
    check(tally_feed_hide_page(feed, 0));
    step(60 * MINUTE);
    printf("the machine wakes, and the user comes back\n");
    check(tally_engine_woke(engine));
    check(tally_feed_show_page(feed, 0, &page));
    printf("  away for %" PRId64 " minutes\n", page.away_time / MINUTE);
    step(0);
    print_feeds(account);
    show(account, "root.news");

    tally_feed_release(feed);
    tally_scope_close(scope);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
