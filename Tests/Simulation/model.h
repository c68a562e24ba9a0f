/*
 * An account as the documentation describes it, written as plainly as possible: what it holds, and what each act and
 * each page make of it. Nothing here is the library's: badges are recounted from scratch, reads merge by the join of
 * docs/wire-format.md.
 *
 * The tree has 40 paths: each node has three children, named a, b and c, down to the third level.
 */
#ifndef TALLY_SIM_MODEL_H
#define TALLY_SIM_MODEL_H

#include "reminders.h"

#include <stdint.h>

#define NODES 40
#define FEEDS 3
#define LOCAL FEEDS /* The feed of posted messages. */
#define COVERED FEEDS /* Among the claims: what the host has set. */
#define REMINDING (FEEDS + 1) /* That of reminders that have fired. */
#define MESSAGES 104
#define MARKS 96
#define REMOVALS 64
#define CURSOR 40

enum { SHOWS_NOTHING, SHOWS_DOT, SHOWS_NUMBER };
enum { UNSEEN, SEEN, READ };

typedef struct own_badge {
    int64_t until; /* 0: it does not end. */
    int64_t mute_until;
    int64_t snoozed_until; /* 0: it is not snoozed. */
    uint32_t count;
    int32_t kind;
    int32_t mute;
    int32_t reserved;
} own_badge;

/* A message. Its register is `version`, and whether `state` is READ. */
typedef struct message {
    int64_t version;
    uint64_t also; /* A bit for each further node. Only posted messages have any. */
    uint32_t id; /* 0: there is none. */
    uint32_t revision, sequence, count;
    int32_t feed, node, state;
    int32_t thread;      /* 0: none. */
    int32_t is_pushed;   /* A snapshot without it does not remove it. */
    int32_t is_unplaced; /* A push without a sequence: no mark reaches it. */
    int32_t is_listed;   /* The snapshot that is applied contains it. */
    int32_t is_unpaged;  /* It was pushed, and no page has contained it. A response to the outbox may have. */
} message;

typedef struct mark {
    int64_t version;
    int32_t feed, node;
    uint32_t upto;
    int32_t is_used;
} mark;

/* A view of a subtree, in `viewed`. */
#define TREE_VIEW 0x10000

/* A server's message that the user removed. It comes back with a greater revision only. */
typedef struct removal {
    int32_t feed;
    uint32_t id; /* 0: none. */
    uint32_t revision;
} removal;

typedef struct model {
    int32_t is_sum, feeds_unread;
    int32_t rules[NODES]; /* 0: none; 1: unseen messages feed; 2: unread ones. */
    uint64_t links[NODES]; /* A bit for each node at which it counts too. */
    uint64_t linked;       /* The nodes that have such a bit. */
    uint64_t counting;     /* The nodes that count their children. */
    own_badge own[NODES];
    message messages[MESSAGES];
    mark marks[MARKS];
    removal removals[REMOVALS];
    own_badge placed[FEEDS + 1][NODES]; /* The claims of a feed, and the host's badges that claims cover. */
    int32_t places[FEEDS + 1][NODES];   /* The greatest is the latest; 0: there is none. */
    int32_t placed_listed[FEEDS][NODES];
    char cursors[FEEDS][CURSOR]; /* Empty: the feed begins from scratch. */
    int32_t is_doubtful;         /* The documentation allows more than this. */
    uint64_t position; /* That of the batches' source. */
    int32_t viewed[NODES]; /* How many views of each path there are, and TREE_VIEW for each of its subtree. */
    reminder reminders[REMINDERS];
    armed armed[ARMED];
} model;

typedef struct shown {
    uint64_t count, highlights;
    int shows, is_fed, is_lit; /* is_lit: a child contributes. */
    int level;
} shown;

/* ---- Claims ---- */

void model_claim(model *m, int feed, int node, const own_badge *badge, int64_t now);
void model_end_claim(model *m, int feed, int node, int64_t now);
void model_dismiss_claims(model *m, int node);
void model_uncover(model *m, int64_t now);

/* ---- Paths ---- */

/* The node below which the paths of each feed are. */
extern int model_prefix[FEEDS];
/* Whether accounts exchange what was seen. */
extern int model_sees;
/* The version of a mark that only says what was seen. */
#define SEEN_VERSION (-1)

int node_parent(int node); /* -1: of the root. */
int node_is_within(int node, int top);
int node_depth(int node);
/* "root.a.b" */
void node_path(int node, char *path, int capacity);
/* -1: it is none of these paths. */
int node_named(const char *path);

/* ---- Badges ---- */

void model_show(const model *m, shown out[NODES]);
/* The level of a message follows from its content, so nobody has to keep it. */
int message_level(int feed, uint32_t id, uint32_t count);
/* Everything that has ended by `now`. */
void model_expire(model *m, int64_t now);
/* These return the status. */
int model_set(model *m, int node, int kind, int64_t count, int64_t until, int64_t now);
int model_add(model *m, int node, int64_t delta);
int model_clear(model *m, int node);
int model_clear_tree(model *m, int node);
int model_mute(model *m, int node, int mode, int64_t until, int64_t now);
int model_snooze_node(model *m, int node, int64_t until, int64_t now);
/* The part that a node holds back: its mute, or everything while it is snoozed. */
int model_holds_back(const own_badge *own);
/* TALLY_HELD: a badge still shows, of a child or of unread messages. */
int model_view(model *m, int node, int32_t view);
int model_is_viewed(const model *m);
/* Clears the viewed paths as the user does, once no child holds them. */
void model_clear_viewed(model *m);
void model_set_rule(model *m, int node, int feeding, int counts);
int model_link(model *m, int node, int under);
int model_unlink(model *m, int node, int under);
void model_set_feeding(model *m, int is_unread);
/* Makes `to` and everything below it own what `from` of another account, of the same depth, owns. */
void model_restore(model *m, int to, const model *source, int from);

/* ---- Messages ---- */

int model_feeds(const model *m, const message *of);
/* The state that a reader sees: UNSEEN, SEEN, READ. */
int model_state(const model *m, const message *of);
message *model_find(model *m, int feed, uint32_t id);
/* These return how many messages have another state. */
int model_mark(model *m, message **messages, int count, int is_read);
int model_see(model *m, message **messages, int count);
/* Reads the messages of a place whose order is not above `last`, NULL: all. has_outbox: by marks, as devices do. */
int model_read_at(model *m, int node, int is_subtree, const message *last);
/* Whether a message comes after another one in the list, or is it. */
int message_is_until(const message *of, const message *last);
/* All nodes of a message. */
uint64_t message_places(const message *of);
/* also: the node itself has no effect. The id is below 32. */
void model_post(model *m, int node, uint64_t also, uint32_t id, uint32_t count, uint32_t order);
int model_withdraw(model *m, uint32_t id);
/* Removes messages of any feed. */
void model_remove(model *m, message **messages, int count);
/* Whether a revision of a message does not come back. A greater one does, and is no removed one from then on. */
int model_has_removed(model *m, int feed, uint32_t id, uint32_t revision);
/* Returns how many messages the group had; 0: there is no such group. */
int model_dismiss(model *m, int thread);
void model_remove_feed(model *m, int feed, int64_t now);

/* ---- How reads merge ---- */

void model_join_mark(model *m, int feed, int node, uint32_t upto, int64_t version);
/* Before the messages of a place become seen: the marks that say so, of each feed. */
void model_join_seen(model *m, int node, int is_subtree);
/* The version of the marks at a message; -1: none reaches it. */
int64_t model_marks_version(const model *m, const message *of);
int model_is_read(const model *m, const message *of);

/* For operations that change several things: what lost its last contributing child is cleared at the end. */
void model_clear_automatically(model *m, const shown before[NODES]);

void simulator_die(const char *what);

#endif
