/* A control byte, and up to three answers of a feed, divided by NUL: each is applied as a whole, or changes nothing. */
#include "host.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ANSWERS = 3, MESSAGES = 10000 };

static int page;
static char page_url[64];

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    page = memfd_create("page", MFD_CLOEXEC);
    require(page >= 0);
    snprintf(page_url, sizeof page_url, "file:///proc/self/fd/%d", page);
    return 0;
}

/* ---- Asking ---- */

typedef struct completion {
    int count;
    tally_status result;
} completion;

static void complete(void *user_data, const tally_event *event, const char *text) {
    completion *c = (completion *)user_data;

    require(strlen(text) == event->text_length);
    c->count += 1;
    c->result = event->result;
}

static tally_status ask(host *h, tally_feed *feed, const uint8_t *body, size_t size) {
    completion c = {0, TALLY_ERROR_INTERNAL};
    int turns;

    require(ftruncate(page, 0) == 0 && pwrite(page, body, size, 0) == (ssize_t)size);
    expect_ok(tally_feed_refresh_now(feed, complete, &c, NULL, NULL));
    for (turns = 0; c.count == 0 && turns < 100000; turns++) expect_ok(tally_engine_step(h->engine));
    require(c.count == 1);
    return c.result;
}

/* ---- Looking ---- */

static void check_text(const char *text, size_t size, const tally_text *part) {
    require((size_t)part->offset + part->length < size || (part->length == 0 && part->offset <= size));
    if (part->length > 0) require(text[part->offset + part->length] == '\0');
}

/* The lists of messages agree with the counts. */
static void check_messages(tally_account *account) {
    uint64_t total, unread, unseen, listed_unread = 0, listed_unseen = 0;
    room r = {0, 0, NULL, NULL};
    size_t count, size, i;
    const tally_message *messages;
    const char *text;

    while (room_grows(&r, sizeof *messages,
                      message_list(account, "root", TALLY_SUBTREE, 0, MESSAGES, r.entries, r.capacity, r.text,
                                   r.text_capacity, &count, &size))) {
    }
    messages = r.entries;
    text = r.text;
    for (i = 0; i < count; i++) {
        const tally_message *m = messages + i;
        const tally_text *parts[] = {&m->id,   &m->path,   &m->kind,     &m->title,
                                     &m->body, &m->thread, &m->category, &m->argument};
        size_t part;
        for (part = 0; part < sizeof parts / sizeof parts[0]; part++) check_text(text, size, parts[part]);
        require(m->key != 0 && m->id.length > 0 && m->path.length >= 4);
        listed_unread += m->state != TALLY_MESSAGE_STATE_READ;
        listed_unseen += m->state == TALLY_MESSAGE_STATE_UNSEEN;
    }
    expect_ok(message_counts(account, "root", TALLY_SUBTREE, &total, &unread, &unseen));
    require(total == count && unread == listed_unread && unseen == listed_unseen);
    room_free(&r);
}

/* All that can be seen. */
static bytes state_of(tally_account *account) {
    expect_ok(tally_account_verify(account));
    check_messages(account);
    return listing_of(account);
}

static tally_feed *add_feed(const host *h, tally_account *account) {
    tally_feed_options options;
    tally_feed *feed;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.url = page_url;
    options.prefix = h->control & CONTROL_BELOW && !(h->control & CONTROL_SMALL) ? h->path : NULL;
    options.initial_delay = -1;
    options.interval = -1;
    expect_ok(tally_feed_add(account, "feed", &options, &feed));
    expect_ok(tally_account_log_in(account));
    return feed;
}

/* Opens the account again, and checks that the state is unchanged. */
static tally_account *reopen(host *h, tally_account *account, const bytes *before) {
    bytes after;

    account = host_reopen(h, account);
    after = state_of(account);
    require(bytes_equal(before, &after));
    bytes_free(&after);
    return account;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    host *h = host_get(size > 0 ? data[0] : 0u);
    tally_account *account = host_account(h);
    tally_feed *feed = add_feed(h, account);
    size_t at = size > 0, answers;
    bytes before = state_of(account);

    for (answers = 0; at < size && answers < ANSWERS; answers++) {
        const uint8_t *end = (const uint8_t *)memchr(data + at, 0, size - at);
        size_t length = end != NULL ? (size_t)(end - data) - at : size - at;
        tally_status status = ask(h, feed, data + at, length);
        bytes after = state_of(account);
        require(status == TALLY_OK || status < 0);
        if (status != TALLY_OK) require(bytes_equal(&before, &after));
        if (status == TALLY_OK) require(text_is_json(data + at, length));
        bytes_free(&before);
        before = after;
        at += length + 1;
    }
    if (h->file[0] != '\0') {
        tally_feed_release(feed);
        account = reopen(h, account, &before);
        feed = add_feed(h, account);
    }
    bytes_free(&before);
    expect_ok(tally_feed_remove(feed));
    check_messages(account);
    expect_ok(tally_account_verify(account));
    tally_feed_release(feed);
    tally_account_release(account);
    return 0;
}
