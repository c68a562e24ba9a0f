/*
 * The badges of the specification, written as plainly as possible: arrays, and each call computes everything from
 * scratch. A tree of 40 paths: each node has three children, named a, b and c, down to the third level.
 */
#ifndef TALLY_MODEL_H
#define TALLY_MODEL_H

#include <stdint.h>

#define MODEL_NODES 40
#define MODEL_MESSAGES 48
#define MODEL_ACCOUNTS 2

typedef struct model_own {
    int kind; /* 0: nothing, 1: a dot, 2: a count. */
    uint32_t count;
    int64_t expires; /* 0: never. */
    int mute;
    int64_t mute_until;
} model_own;

typedef struct model_message {
    uint64_t id; /* 0: there is none. */
    int node;
    uint32_t count;
    int state;
    unsigned revision;
} model_message;

typedef struct model_account {
    int is_sum, feeds_unread;
    int rules[MODEL_NODES]; /* TALLY_FEEDING_…; 0: none. One holds at its node, and below it up to the next one. */
    model_own own[MODEL_NODES];
    model_own claims[MODEL_NODES];  /* The badges that the server has lit. */
    model_own covered[MODEL_NODES]; /* The host's own badges below them. */
    model_message messages[MODEL_MESSAGES];
    uint64_t revision;
    uint64_t position; /* The position of the log whose batches are applied once. */
} model_account;

typedef struct model {
    model_account accounts[MODEL_ACCOUNTS];
} model;

typedef struct model_shown {
    int shows, is_lit, is_fed;
    uint64_t count;
} model_shown;

/* kind: TALLY_OP_… */
typedef struct model_operation {
    int kind, node;
    int64_t value, until;
} model_operation;

void model_init(model *m);

/* "root.a.b", of node 0 "root". */
void model_path(int node, char *path, int capacity);
int model_depth(int node);
/* The node that lies below `to` as `node` lies below `from`, which has the same depth; -1: it does not lie there. */
int model_moved(int node, int from, int to);

void model_show(const model_account *a, model_shown shown[MODEL_NODES]);

/* Each of these is one operation, with its revision; those of badges and batches answer a status. */
int model_operate(model_account *a, const model_operation *operation, int64_t now);
/* All or nothing; statuses gets that of each one. */
int model_batch(model_account *a, const model_operation *operations, int count, int64_t now, int *statuses,
                model_shown *got);
/* Messages feed badges at a node, and below it, by another rule. */
void model_set_rule(model_account *a, int node, int feeding);
void model_expire(model_account *a, int64_t now);
int model_is_same(const model_own *a, const model_own *b);
/* Marks read those at a node, or also below it; those with the id up to `limit`. */
int model_read_at(model_account *a, int node, int is_subtree, uint64_t limit);
void model_read(model_account *a, const uint64_t *ids, int count);
/* Makes `to` and all below it own what `from` of the other account, of the same depth, owns. */
void model_restore(model_account *a, int to, const model_account *source, int from);
/* The patch from one subtree to another, applied to a third. */
int model_apply(model_account *a, int at, const model_account *before, int from, const model_account *after, int to,
                int is_forced);

/* A page: begin, any of the parts, end. */
typedef struct model_page {
    model_account *account;
    model_shown before[MODEL_NODES];
} model_page;

void model_page_begin(model_page *p, model_account *a);
void model_page_item(model_page *p, uint64_t id, unsigned revision, int node, uint32_t count, int is_read);
void model_page_gone(model_page *p, uint64_t id);
void model_page_mark(model_page *p, int node, uint64_t up_to);
/* Claims do not end, and the trials with claims have no badges of the host that end. */
void model_page_badge(model_page *p, int node, int kind, uint32_t count);
void model_page_end(model_page *p);

/* The message with that id; NULL: there is none. */
model_message *model_message_of(model_account *a, uint64_t id);
/* Room for a new one; NULL: there is none. */
model_message *model_free_message(model_account *a);

#endif
