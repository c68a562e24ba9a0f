/*
 * A server of the wire format, for one user's feed: items, marks and badges, each with the number of its latest change.
 * It follows docs/wire-format.md, and shares nothing with the library.
 */
#ifndef TALLY_SIM_SERVER_H
#define TALLY_SIM_SERVER_H

#include "model.h"

#include <stddef.h>

#define ITEMS 28
#define SERVER_MARKS 80
#define KEYS 512

typedef struct item {
    int64_t version;
    uint32_t id; /* 0: there is none. */
    uint32_t revision, sequence, count, number;
    int32_t node, is_read, is_gone, thread;
    int32_t is_seen; /* This revision, whatever marks say. */
} item;

typedef struct server_mark {
    int64_t version;
    uint32_t upto, number;
    int32_t node, is_used;
} server_mark;

typedef struct server_badge {
    int64_t until; /* Seconds. */
    uint32_t count, number;
    int32_t node, kind; /* SHOWS_… */
} server_badge;

/* How a server speaks: the wire format with versions, without them, or a format of its own. */
enum { SPEAKS_VERSIONS, SPEAKS_WITHOUT, SPEAKS_FOREIGN };

typedef struct mailbox {
    int speech, prefix; /* All its nodes are within the feed's prefix. */
    item items[ITEMS];
    server_mark marks[SERVER_MARKS];
    server_badge badges[NODES];
    uint32_t head, floor, last_id, last_sequence;
    unsigned epoch;
    uint64_t keys[KEYS]; /* Hashes of the idempotency keys that were taken. */
    unsigned key_count;
} mailbox;

/* A page, before it is written as JSON. */
typedef struct page {
    int speech, prefix;
    char cursor[CURSOR];
    unsigned epoch;
    int more, is_snapshot, is_reset, poll;
    int item_count, gone_count, mark_count, badge_count;
    item items[ITEMS];
    uint32_t gone[ITEMS];
    server_mark marks[SERVER_MARKS];
    server_badge badges[NODES];
} page;

void server_begin(mailbox *b, unsigned epoch);
/* A page of what has changed after a cursor, "": everything. Returns 200, or 410. */
int server_page(const mailbox *b, const char *since, int limit, page *out);
/* The number of bytes. */
size_t page_write(const page *p, char *text, size_t capacity);

/* Acts of the server's own people. Each returns whether anything was done. */
uint32_t server_post(mailbox *b, int node, uint32_t count, int64_t now); /* The id. */
int server_edit(mailbox *b, uint32_t id, uint32_t count, int node, int makes_unread);
int server_set_read(mailbox *b, uint32_t id, int is_read);
int server_remove(mailbox *b, uint32_t id);
int server_join_mark(mailbox *b, int node, uint32_t upto, int64_t version);
void server_mark_read(mailbox *b, int node, uint32_t upto);
void server_set_badge(mailbox *b, int node, int kind, uint32_t count, int64_t until);
/* Forgets removals: older cursors are too old. */
void server_forget(mailbox *b);
void server_renew_epoch(mailbox *b);

const item *server_find(const mailbox *b, uint32_t id);
int server_is_read(const mailbox *b, const item *of);
int server_is_seen(const mailbox *b, const item *of);
/* Performs what an outbox sends, once for each key. Returns 200 with the state afterwards, or 400. */
int server_take(mailbox *b, const char *key, const char *body, page *out);

/* The place that a server calls so: it is below its feed's prefix. */
int server_place(const mailbox *b, int node);
/* Without the prefix. */
const char *server_path(int node, int prefix, char *path, int capacity);
/* The node that this path means to a server; -1: none. */
int server_named(const mailbox *b, const char *path);

/* ---- Servers without versions (foreign.c) ---- */

extern const char foreign_mapping[];
int foreign_set_read(mailbox *b, uint32_t id, int is_read);
void foreign_take(mailbox *b, uint32_t id, uint32_t revision, int is_read);
void foreign_mark_read(mailbox *b, int node, uint32_t upto);
size_t foreign_write(const page *p, char *text, size_t capacity);

/* The body of a push with an item. */
void push_write(const mailbox *b, const item *of, const char *feed, int has_sequence, char *text, size_t capacity);

/* ---- Pages, as an account takes them (pages.c) ---- */

/* Whether a page begins a snapshot, whose pages are applied together. */
int model_replaces(const model *m, int feed, const page *first);
/* All pages of a round; a snapshot replaces what the feed has delivered. */
void model_take_pages(model *m, int feed, const page *pages, int count, int64_t now);
void model_take_answer(model *m, int feed, const page *p);
void model_take_push(model *m, int feed, const item *of, int has_sequence);

/* A text that grows in a buffer. */
typedef struct writer {
    char *text;
    size_t size, capacity;
} writer;

/* Appends to it. A text that is too long ends the run: the buffer of the simulator was too small. */
__attribute__((format(printf, 2, 3))) void put(writer *w, const char *format, ...);

#endif
