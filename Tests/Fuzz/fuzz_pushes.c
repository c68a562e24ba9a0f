/* A control byte, and up to four payloads of pushes, divided by NUL, to the account and to a feed of its own: each is
 * taken as a whole, or changes nothing; and what was taken is counted, grouped and stored as any message is. */
#include "host.h"
#include "lists.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PUSHES = 4, GROUPS = 10000 };

/* Nothing is on the network. */
static void refuse(void *user_data, const tally_request *request) {
    tally_engine *engine = (tally_engine *)user_data;

    if (request->kind == TALLY_REQUEST_KIND_SEND)
        expect_ok(tally_transport_respond(engine, request->id, TALLY_ERROR_NETWORK, NULL, NULL, 0));
}

static tally_feed *add_feed(tally_account *account) {
    tally_feed_options options;
    tally_feed *feed;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.url = "http://h/feed";
    options.initial_delay = options.interval = -1;
    expect_ok(tally_feed_add(account, "feed", &options, &feed));
    return feed;
}

static uint64_t unseen(tally_account *account) {
    uint64_t count;

    expect_ok(message_counts(account, "root", TALLY_SUBTREE, NULL, NULL, &count));
    return count;
}

/* The groups hold exactly the messages that are unseen, each with words that are text. */
static void check_groups(tally_account *account, uint32_t flags) {
    room r = {0, 0, NULL, NULL};
    size_t count, size, i;
    uint64_t sum = 0;
    const tally_group *groups;
    const char *text;

    while (room_grows(&r, sizeof *groups,
                      group_list(account, "ru", flags, 0, GROUPS, r.entries, r.capacity, r.text, r.text_capacity,
                                 &count, &size))) {
    }
    groups = r.entries;
    text = r.text;
    for (i = 0; i < count; i++) {
        const tally_group *g = groups + i;
        require(g->newest != 0 && g->oldest != 0 && g->notifications > 0 && g->items >= g->notifications);
        require((size_t)g->summary.offset + g->summary.length < size && text[g->summary.offset + g->summary.length] == 0);
        require((g->summary.length == 0) == (g->origin == TALLY_SUMMARY_ORIGIN_NONE));
        sum += g->notifications;
    }
    require(sum == unseen(account));
    room_free(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned control = size > 0 ? data[0] : 0u;
    host *h = host_get(control & (CONTROL_SUM | CONTROL_LATER | CONTROL_UNREAD));
    tally_account *account = host_account(h);
    tally_feed *feed;
    size_t at = size > 0, pushes;
    bytes before;

    expect_ok(tally_engine_set_transport(h->engine, refuse, h->engine, NULL));
    feed = add_feed(account);
    expect_ok(tally_category_set(account, "msg", "%u more from %@", "%u"));
    expect_ok(push_to(account, "icon.x"));
    expect_ok(tally_account_log_in(account));
    before = listing_of(account);
    for (pushes = 0; at < size && pushes < PUSHES; pushes++) {
        const uint8_t *end = (const uint8_t *)memchr(data + at, 0, size - at);
        size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        uint64_t count = unseen(account);
        tally_status status = pushes % 2 != 0 ? tally_feed_push(feed, data + at, length)
                                              : tally_account_push(account, data + at, length);
        bytes after = listing_of(account);

        require(status == TALLY_OK || status < 0);
        if (status != TALLY_OK) require(bytes_equal(&before, &after) && unseen(account) == count);
        require(unseen(account) <= count + 1);
        bytes_free(&before);
        before = after;
        check_groups(account, control & 32u ? TALLY_GROUPS_HIDDEN : 0);
        expect_ok(tally_account_verify(account));
        expect_ok(tally_engine_step(h->engine));
        at += length + 1;
    }
    bytes_free(&before);
    expect_ok(tally_feed_remove(feed));
    check_groups(account, 0);
    expect_ok(tally_account_verify(account));
    tally_feed_release(feed);
    tally_account_release(account);
    expect_ok(tally_engine_set_transport(h->engine, NULL, NULL, NULL));
    return 0;
}
