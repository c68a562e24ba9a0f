/*
 * tally_tree.h: a tree of unread badges, without an operating system.
 *
 * This is the tree of Tally alone: badges, how they add up, what changed, snapshots, patches and how to draw them. It
 * has no store, no network, no clock, no threads and no I/O, and it needs of the C library memcpy, memmove, memset,
 * memcmp and strlen. It is meant for microcontrollers, games and WebAssembly. The whole engine is in tally.h; both
 * headers can be included together, in any order.
 *
 * A first program:
 *
 *     static char memory[32768];
 *     tally_tree_options options = {0};
 *     tally_tree_badge badge;
 *     tally_tree *tree;
 *
 *     options.struct_size = sizeof options;
 *     options.block = memory;
 *     options.block_size = sizeof memory;
 *     tally_tree_create(&options, &tree);
 *     tally_tree_set(tree, "chat.bo", 3);
 *     tally_tree_dot(tree, "promo");
 *     tally_tree_get(tree, "root", &badge);                   // shows 1, count 3
 *     tally_tree_release(tree);
 *
 * CONVENTIONS, which hold for every function unless it says otherwise
 *
 * Status. A function that can fail returns a tally_tree_status: 0 is TALLY_OK, a negative number an error, a positive
 * number a qualified success. The numbers are those of tally.h. A call that fails changes nothing that can be seen.
 * Call tally_tree_error_message for a description of the error. Every function that takes a pointer fails with
 * TALLY_ERROR_ARGUMENT if a required one is NULL, and every function that takes a tree or a path can fail with
 * TALLY_ERROR_NO_MEMORY. The comments do not repeat these two errors, nor BUFFER_TOO_SMALL where a buffer is filled.
 *
 * Ownership. "copied": the library keeps a copy. "borrowed until X": valid until X. "owned, release with F": the caller
 * calls F exactly once. All arguments are copied unless it says otherwise.
 *
 * Memory. The host provides all memory, when it creates a tree: as a function, or as one block of fixed size. The tree
 * takes memory from nowhere else, and returns all of it when it is released. Functions that belong to no tree, as
 * tally_tree_snapshot_diff, take any tree, and use its memory during the call.
 *
 * Threads. A tree belongs to one thread at a time. Different trees may be used by different threads at the same time.
 * On a target without threads (libraries for bare metal and for WebAssembly are built without thread-local storage) all
 * trees belong to one thread at a time. No function may be called within the host's memory function.
 *
 * Text is UTF-8, ended by NUL. Functions write text into a buffer that the caller provides. The buffer needs
 * length + 1 bytes. out_length is always set to the length without the NUL. If the capacity is too small, the function
 * returns TALLY_ERROR_BUFFER_TOO_SMALL and leaves the buffer untouched. A buffer may be NULL if its capacity is 0.
 *
 * Lists. A function that lists writes entries into one buffer of the caller, and their texts into another one, `text`.
 * It sets out_count to the number of entries, and out_text_size to the bytes of their texts, NULs included. If the list
 * does not fit, the function fails with TALLY_ERROR_BUFFER_TOO_SMALL and leaves both buffers untouched; out_count and
 * out_text_size then say what the list needs. After any other error both are 0.
 *
 * Bytes (snapshots and patches). A function writes them into a buffer of the caller, which must not overlap what the
 * call reads, and sets out_size to their number, also if they do not fit. After an error the buffer's contents mean
 * nothing. Bytes that come in may come from anywhere: all of them are checked before anything changes.
 *
 * Structures whose first member is struct_size must have it set by the caller to the size that it was compiled with.
 * Shorter options are filled up with defaults. Longer options fail with ARGUMENT unless what is unknown is zero. Of
 * outputs as much is filled as there is room for. Reserved members and unknown flags must be zero. A member of options
 * that is zero means its default.
 *
 * Time. The tree has no clock. The host passes the time to tally_tree_expire; that is the tree's time until the next
 * call. Times may have any unit and origin, but 0 means "no time". Snapshots carry them unchanged, so all hosts that
 * exchange snapshots need the same unit; tally.h uses milliseconds since 1970-01-01 00:00 UTC.
 */
#ifndef TALLY_TREE_H
#define TALLY_TREE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------------
 * Statuses. tally.h has the same numbers under the same names.
 * ------------------------------------------------------------------------------------------------------------ */

/* The same type as tally_status of tally.h. */
typedef int32_t tally_tree_status;

#define TALLY_OK 0
#define TALLY_HELD 1   /* The badge still shows, because something below it does. */
#define TALLY_MORE 2   /* There is more: ask again from where this list ends. */
#define TALLY_RESYNC 3 /* The changes are no longer kept: list everything instead. */
#define TALLY_EMPTY 6  /* There is nothing to take. */

#define TALLY_ERROR_ARGUMENT (-1)         /* NULL, an unknown flag or a value that has no meaning. */
#define TALLY_ERROR_NO_MEMORY (-2)        /* The host's memory is used up. */
#define TALLY_ERROR_PATH (-3)             /* An invalid path, or one that is too deep or too long. */
#define TALLY_ERROR_RANGE (-4)            /* A number is out of its range. */
#define TALLY_ERROR_LIMIT (-5)            /* The tree has as many nodes as it may have. */
#define TALLY_ERROR_NOT_FOUND (-6)        /* There is no such observer, component or parent. */
#define TALLY_ERROR_CONFLICT (-8)         /* The tree is not in the state that the patch begins with. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9) /* The caller's buffer is too small. */
#define TALLY_ERROR_STALE_HANDLE (-10)    /* The node was released, or belongs to another tree. */
#define TALLY_ERROR_INTERNAL (-15)        /* A defect of the library; please report it. */
#define TALLY_ERROR_NOT_APPLIED (-16)     /* This operation was fine, but another one failed the batch. */
#define TALLY_ERROR_MALFORMED (-17)       /* Bytes that are no snapshot or patch, or are damaged. */

/* The name of a status, "TALLY_ERROR_PATH"; "TALLY_UNKNOWN" for an unknown number. Borrowed for ever. */
const char *tally_tree_status_name(tally_tree_status status);

/*
 * Describes the last failed call of this thread (of the program, on a target without threads), in English: "path
 * 'a..b': a component is empty, at byte 2". A call that succeeds leaves the message unchanged. The message is empty
 * before the first error. 1,024 bytes always suffice. Needs no memory.
 */
tally_tree_status tally_tree_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Trees and their memory
 * ------------------------------------------------------------------------------------------------------------ */

typedef struct tally_tree tally_tree;

/*
 * The host's memory. It resizes a block, as realloc does:
 * - block is NULL: allocates new_size bytes. old_size is 0.
 * - new_size is 0: frees the block, and returns NULL.
 * - otherwise: grows or shrinks the block. It keeps the first bytes, and may move the block.
 * Memory is aligned as that of malloc: to 16 bytes, or to 8 where pointers have 32 bits. If there is no memory, the
 * function returns NULL and leaves the block unchanged.
 */
typedef void *(*tally_tree_memory)(void *user_data, void *block, size_t old_size, size_t new_size);

/* How the number of a node is made of what its children contribute and of its own count. */
#define TALLY_TREE_AGGREGATION_DEFAULT 0  /* CHILDREN */
#define TALLY_TREE_AGGREGATION_CHILDREN 1 /* The children's sum; if that is 0, its own count. */
#define TALLY_TREE_AGGREGATION_SUM 2      /* Both together. */

/* Either `memory` or `block` is required, and not both. */
typedef struct tally_tree_options {
    uint32_t struct_size;     /* sizeof(tally_tree_options) */
    int32_t aggregation;      /* TALLY_TREE_AGGREGATION_… */
    uint32_t max_depth;       /* Components of a path, root not counted: 1 to 1,024. Default 64. */
    uint32_t max_path_bytes;  /* Bytes of a path, with root: 4 to 65,535. Default 4,096. */
    uint32_t max_nodes;       /* Nodes, root included: 1 to 1,073,741,824. Default 16,777,216. */
    uint32_t max_changes;     /* Changes that tally_tree_changes keeps, 16 bytes each: 1 to 1,048,576; rounded up to a
                                 power of two. Default 256. */
    uint64_t seed;            /* Of the table of paths. Paths from strangers need a random one. Default 0. */
    tally_tree_memory memory; /* Allocates, resizes and frees. */
    void *user_data;          /* Its first argument. Borrowed until the tree is released. */
    void *block;              /* Memory of the tree, of any alignment. Borrowed until the tree is released. */
    size_t block_size;        /* Its bytes. An empty tree takes some 4,000, a node 100 to 170 with its path. */
    uint64_t reserved[4];
} tally_tree_options;

/*
 * Creates a tree that has its root alone.
 *
 * out_tree   owned, release with tally_tree_release; NULL after an error
 *
 * Errors: RANGE (a limit).
 * Cost: constant.
 */
tally_tree_status tally_tree_create(const tally_tree_options *options, tally_tree **out_tree);

/* Releases a tree and all of its memory. NULL is accepted. */
void tally_tree_release(tally_tree *tree);

typedef struct tally_tree_stats {
    uint32_t struct_size; /* sizeof(tally_tree_stats): set it before the call. */
    uint32_t nodes;       /* Nodes, root included. Empty ones are reclaimed from time to time. */
    uint64_t revision;    /* The revision of the last change that could be seen. */
    int64_t next_expiry;  /* When the next badge or mute expires; 0: none does. */
    uint64_t used;        /* Bytes of the host's memory in use, without what its allocator adds, */
    uint64_t peak;        /*     and the most that ever were. */
} tally_tree_stats;

/* Fills the numbers of a tree. Cost: O(1). */
tally_tree_status tally_tree_get_stats(tally_tree *tree, tally_tree_stats *out_stats);

/*
 * Recounts the whole tree and compares it with what is kept. For tests, and for hosts that want to be sure.
 *
 * Errors: INTERNAL, with the first wrong path in the message.
 * Cost: O(nodes).
 */
tally_tree_status tally_tree_verify(tally_tree *tree);

/* --------------------------------------------------------------------------------------------------------------
 * Badges
 *
 * A path is `root`, or components separated by '.'. The leading `root` may be left out: `chat.bo` is `root.chat.bo`.
 * Within a component `\.` and `\\` stand for a dot and a backslash. A component is 1 to 255 bytes of UTF-8 without
 * control characters. Paths that the library writes begin with `root`.
 *
 * A node shows a badge if it owns one, or if a child contributes one. The badge has a count; 0 is a dot.
 * With CHILDREN aggregation a node's own badge is removed when its last child stops contributing.
 *
 * Errors of all operations: PATH, LIMIT. Cost: O(depth). Propagation ends at the first ancestor whose contribution does
 * not change.
 * ------------------------------------------------------------------------------------------------------------ */

/* Sets the node's own badge to a count; 0 removes it. Errors: RANGE (not 0 to 2^32 - 1). */
tally_tree_status tally_tree_set(tally_tree *tree, const char *path, int64_t count);

/* Sets the node's own badge to a dot. */
tally_tree_status tally_tree_dot(tally_tree *tree, const char *path);

/* The same with an expiry: see tally_tree_expire. A time that is not after the tree's time removes the badge
 * immediately. 0: no expiry. Errors: RANGE (also: until is negative). */
tally_tree_status tally_tree_set_until(tally_tree *tree, const char *path, int64_t count, int64_t until);
tally_tree_status tally_tree_dot_until(tally_tree *tree, const char *path, int64_t until);

/* Adds to the node's own count; a dot or nothing counts as 0. A result of 0 removes the badge. The expiry stays.
 * Errors: RANGE (the result is not 0 to 2^32 - 1). */
tally_tree_status tally_tree_add(tally_tree *tree, const char *path, int64_t delta);

/* Removes the node's own badge, as when the user has looked. CHILDREN: returns TALLY_HELD, and changes nothing, if a
 * child contributes a badge. SUM: returns TALLY_HELD if the node still shows a badge, because of its children. */
tally_tree_status tally_tree_clear(tally_tree *tree, const char *path);

/* Removes the badges of the node and of everything below it. Cost: O(nodes below that show a badge or are muted). */
tally_tree_status tally_tree_clear_tree(tally_tree *tree, const char *path);

/* What a node contributes to its parent. What the node shows does not change. */
#define TALLY_TREE_MUTE_NONE 0   /* What it shows. */
#define TALLY_TREE_MUTE_NUMBER 1 /* A dot at most. */
#define TALLY_TREE_MUTE_ALL 2    /* Nothing. */

/* Mutes a node; until: as in tally_tree_set_until. Errors: ARGUMENT (an unknown mode), RANGE. */
tally_tree_status tally_tree_mute(tally_tree *tree, const char *path, int32_t mode, int64_t until);

/*
 * Sets the tree's time, and removes what expires at or before it. What expires at one time is one operation, and
 * later times come later, so the result does not depend on how often the host calls this. For the host's timer,
 * tally_tree_get_stats has the next expiry.
 *
 * Errors: RANGE (now is negative).
 * Cost: O(what expires), times its depth.
 */
tally_tree_status tally_tree_expire(tally_tree *tree, int64_t now);

/* Flags of tally_tree_badge. */
#define TALLY_TREE_MANUAL_COUNT 1u /* It owns a count. */
#define TALLY_TREE_MANUAL_DOT 2u   /* It owns a dot. */
#define TALLY_TREE_CHILDREN 8u     /* A child contributes a badge. */
#define TALLY_TREE_MUTED_NUMBER 16u
#define TALLY_TREE_MUTED_ALL 32u

typedef struct tally_tree_badge {
    uint64_t count;        /* The number; 0 if it shows a dot or nothing. */
    uint64_t revision;     /* The revision that last changed what it shows; 0: none. */
    int32_t shows;         /* 1: a badge is shown, 0: none. */
    uint32_t flags;        /* TALLY_TREE_… as above */
    uint32_t manual_count; /* Its own count, 0 if it has none. */
    uint32_t reserved;
} tally_tree_badge;

/* Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created. */
tally_tree_status tally_tree_get(tally_tree *tree, const char *path, tally_tree_badge *out_badge);

/* Flags of tally_tree_list. */
#define TALLY_TREE_LIST_CHILDREN 0u /* The nodes directly below. */
#define TALLY_TREE_LIST_SUBTREE 1u  /* The node and everything below it. */

typedef struct tally_tree_entry {
    tally_tree_badge badge;
    uint32_t path_offset; /* Where its path begins in `text`; ended by NUL. */
    uint32_t path_length; /* Bytes, without the NUL. */
} tally_tree_entry;

/*
 * Lists the nodes that show a badge, or are muted, sorted by the bytes of their paths.
 *
 * out_revision   the revision that the list shows; may be NULL
 *
 * Cost: O(n) of the nodes listed; siblings are sorted.
 */
tally_tree_status tally_tree_list(tally_tree *tree, const char *path, uint32_t flags, tally_tree_entry *entries,
                                  size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                  size_t *out_text_size, uint64_t *out_revision);

/*
 * Lists the nodes whose badge changed after a revision, each once, in no particular order, with what they show now.
 * For hosts that draw once a frame. A node that changed and changed back may be listed. The first call begins to keep
 * changes.
 *
 * since          the revision of tally_tree_list, or of the call before
 * out_revision   what to pass as `since` the next time
 *
 * Returns TALLY_OK; TALLY_MORE if not all changes fit: continue with out_revision; TALLY_RESYNC if `since` is older
 * than what is kept (max_changes), or not a revision of this tree: list everything, and continue with its revision.
 * Errors: BUFFER_TOO_SMALL (not even the changes of one transaction fit; the buffers may contain a part of them).
 * Cost: O(what changed), whatever the size of the tree. After the first call it needs no memory.
 */
tally_tree_status tally_tree_changes(tally_tree *tree, uint64_t since, tally_tree_entry *entries,
                                     size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                     uint64_t *out_revision);

/* Flags of tally_tree_reason. */
#define TALLY_TREE_REASON_MANUAL_COUNT 1u /* It owns a count. */
#define TALLY_TREE_REASON_MANUAL_DOT 2u   /* It owns a dot. */
#define TALLY_TREE_REASON_OVERRIDDEN 8u   /* CHILDREN: its own count adds nothing, because its children have a number. */
#define TALLY_TREE_REASON_MUTE_NUMBER 16u /* Its mute keeps the number that it shows from the path. */
#define TALLY_TREE_REASON_MUTE_ALL 32u    /* Its mute keeps all that it shows from the path. */
#define TALLY_TREE_REASON_LIGHTS 64u      /* Its own badge reaches the path, which shows a badge. */
#define TALLY_TREE_REASON_HELD_BACK 128u  /* A mute keeps its own badge from the path: all of it, or, with LIGHTS, the
                                             number. */

typedef struct tally_tree_reason {
    uint64_t contributed;  /* How much of the path's count comes from its own. */
    uint64_t kept_count;   /* MUTE_NUMBER, MUTE_ALL: how much in number its mute keeps back. */
    uint32_t manual_count; /* Its own count, 0 if it has none. */
    uint32_t flags;        /* TALLY_TREE_REASON_… */
    uint32_t path_offset;  /* Where its path begins in `text`; ended by NUL. */
    uint32_t path_length;  /* Bytes, without the NUL. */
} tally_tree_reason;

/*
 * Explains why a path shows what it shows: lists the nodes at and below it that own a badge, also those that a mute
 * holds back, and the nodes below it whose mute keeps something back. Sorted by the bytes of their paths. The
 * contributed counts add up to the path's count. The path shows a badge exactly if an entry has LIGHTS.
 *
 * Cost: O(n) of the nodes below that show a badge or are muted, and the depth of each entry.
 */
tally_tree_status tally_tree_explain(tally_tree *tree, const char *path, tally_tree_reason *entries,
                                     size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                     size_t *out_text_size);

/* --------------------------------------------------------------------------------------------------------------
 * Transactions and batches
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Begins a transaction: all changes up to tally_tree_commit are one revision, or none of them happens. An operation
 * that fails does not end the transaction. Within it the tree reads as changed. Styles, handles and observers are no
 * part of a transaction.
 *
 * begin: ARGUMENT if a transaction is in progress. commit, rollback: ARGUMENT if none is.
 * commit: after NO_MEMORY nothing of the transaction has happened, and it has ended.
 * Cost: commit and rollback O(what changed).
 */
tally_tree_status tally_tree_begin(tally_tree *tree);
tally_tree_status tally_tree_commit(tally_tree *tree);
tally_tree_status tally_tree_rollback(tally_tree *tree);

/* A node, see tally_tree_node_resolve. 0 is never one. */
typedef uint64_t tally_tree_node;

/* Kinds of tally_tree_operation. */
#define TALLY_TREE_OP_SET 1 /* value: the count */
#define TALLY_TREE_OP_DOT 2
#define TALLY_TREE_OP_ADD 3 /* value: the delta */
#define TALLY_TREE_OP_CLEAR 4
#define TALLY_TREE_OP_CLEAR_TREE 5
#define TALLY_TREE_OP_MUTE 6 /* value: TALLY_TREE_MUTE_… */
#define TALLY_TREE_OP_GET 7

typedef struct tally_tree_operation {
    int32_t kind;             /* TALLY_TREE_OP_… */
    tally_tree_status status; /* out: its own status */
    const char *path;         /* The path, if `node` is 0. Borrowed until the call returns. */
    tally_tree_node node;     /* The node, if it is not 0. */
    int64_t value;
    int64_t until;            /* SET, DOT, MUTE: the expiry, or 0. */
    uint64_t count;           /* out, GET: the count as of this operation. */
    int32_t shows;            /* out, GET: whether it shows a badge as of this operation. */
    int32_t reserved;
} tally_tree_operation;

/*
 * Applies operations in their order as one transaction. TALLY_HELD does not fail it. If an operation fails, the batch
 * returns its error, and the status of all others is TALLY_ERROR_NOT_APPLIED. Not within a transaction (ARGUMENT).
 *
 * out_revision   the tree's revision afterwards; may be NULL
 *
 * Errors: those of the operations, STALE_HANDLE.
 * Cost: that of the operations.
 */
tally_tree_status tally_tree_batch(tally_tree *tree, tally_tree_operation *operations, size_t count,
                                   uint64_t *out_revision);

/* --------------------------------------------------------------------------------------------------------------
 * Nodes
 *
 * A path is resolved once, and then operated on without hashing its text. A handle is valid until it was released as
 * often as it was resolved. Errors: STALE_HANDLE, and those of the operation by path.
 * ------------------------------------------------------------------------------------------------------------ */

/* Resolves a path, and creates its node. Errors: PATH, LIMIT. Cost: O(length of the path). */
tally_tree_status tally_tree_node_resolve(tally_tree *tree, const char *path, tally_tree_node *out_node);
tally_tree_status tally_tree_node_release(tally_tree *tree, tally_tree_node node);
tally_tree_status tally_tree_node_path(tally_tree *tree, tally_tree_node node, char *buffer, size_t capacity,
                                       size_t *out_length);
tally_tree_status tally_tree_node_set(tally_tree *tree, tally_tree_node node, int64_t count);
tally_tree_status tally_tree_node_dot(tally_tree *tree, tally_tree_node node);
tally_tree_status tally_tree_node_add(tally_tree *tree, tally_tree_node node, int64_t delta);
tally_tree_status tally_tree_node_clear(tally_tree *tree, tally_tree_node node);
tally_tree_status tally_tree_node_clear_tree(tally_tree *tree, tally_tree_node node);
tally_tree_status tally_tree_node_mute(tally_tree *tree, tally_tree_node node, int32_t mode, int64_t until);
tally_tree_status tally_tree_node_get(tally_tree *tree, tally_tree_node node, tally_tree_badge *out_badge);

/* --------------------------------------------------------------------------------------------------------------
 * Observers
 *
 * There is no queue. The tree keeps the notices of the last transaction (a single operation is one) until the next call
 * that changes something, observes, resolves a node or sets a style. So a host takes them after each change.
 * ------------------------------------------------------------------------------------------------------------ */

/* Flags of tally_tree_observe. */
#define TALLY_TREE_OBSERVE_SUBTREE 1u /* The path and everything below it. */

/*
 * Observes a path. Not within a transaction (ARGUMENT).
 *
 * out_observer   its number, never 0; it may be given again after tally_tree_unobserve
 *
 * Errors: PATH, LIMIT.
 * Cost: O(1); of a subtree, linear in what shows a badge below.
 */
tally_tree_status tally_tree_observe(tally_tree *tree, const char *path, uint32_t flags, uint32_t *out_observer);

/* Removes an observer and its pending notices. Errors: NOT_FOUND. */
tally_tree_status tally_tree_unobserve(tally_tree *tree, uint32_t observer);

typedef struct tally_tree_notice {
    uint32_t struct_size; /* sizeof(tally_tree_notice): set it before the call. */
    uint32_t observer;
    tally_tree_badge badge; /* What the path shows now. */
    uint32_t path_length;   /* Bytes of the path, without the NUL. */
    uint32_t reserved;
} tally_tree_notice;

/*
 * Takes the next notice of the last transaction: a path changed what it shows. Deeper paths come first, then the bytes
 * of the paths decide, then the order of registration.
 *
 * text   the path. BUFFER_TOO_SMALL: out_notice has its length, and the notice stays.
 *
 * Returns TALLY_OK, or TALLY_EMPTY if there is none.
 */
tally_tree_status tally_tree_next_notice(tally_tree *tree, tally_tree_notice *out_notice, char *text,
                                         size_t text_capacity);

/* --------------------------------------------------------------------------------------------------------------
 * Snapshots and patches: what the nodes of a subtree own (badges, mutes, expiries), as bytes. docs/snapshot-format.md
 * describes them; tally.h reads and writes the same. Equal states give equal bytes. Paths in them are relative to the
 * top of the subtree, so a subtree can be compared with, and written to, another place.
 *
 * What writes to a tree is one transaction, or a part of the one in progress. It removes no badge automatically.
 * All of these functions take some 8 kB of the tree's memory during the call, beside what grows with the bytes.
 * Errors, beside those of badges: MALFORMED, with the byte in the message.
 * ------------------------------------------------------------------------------------------------------------ */

/* Writes the snapshot of a path. Cost: O(n) of the nodes listed below; siblings are sorted. */
tally_tree_status tally_tree_snapshot(tally_tree *tree, const char *path, void *buffer, size_t capacity,
                                      size_t *out_size);

/* Replaces the contents of the path and its subtree with the snapshot. Cost: that of tally_tree_snapshot, O(bytes), and
 * O(depth) for each difference. */
tally_tree_status tally_tree_restore(tally_tree *tree, const char *path, const void *snapshot, size_t size);

/* Makes every node that the snapshot contains own what it says there, and leaves all others. Cost: O(bytes), and
 * O(depth) for each difference. */
tally_tree_status tally_tree_merge(tally_tree *tree, const char *path, const void *snapshot, size_t size);

/* A number that is equal for equal subtrees, and for different ones hardly ever; the same on every machine. Not safe
 * against attackers. Cost: O(nodes) the first time, then O(what changed since). */
tally_tree_status tally_tree_digest(tally_tree *tree, const char *path, uint64_t *out_digest);

/* What a node owns, as a snapshot has it. */
typedef struct tally_tree_own {
    int64_t expires;       /* When its badge expires; 0: never. */
    int64_t mute_until;    /* When its mute ends; 0: never. */
    uint32_t manual_count; /* Its own count, 0 if it has none. */
    uint32_t flags;        /* TALLY_TREE_MANUAL_COUNT, MANUAL_DOT, MUTED_NUMBER, MUTED_ALL */
    uint32_t path_offset;  /* Where its path begins in `text`, relative to the snapshot's top; empty: the top. */
    uint32_t path_length;  /* Bytes, without the NUL. */
} tally_tree_own;

/* Lists what a snapshot contains, sorted by the bytes of the paths. tree: any. Cost: O(bytes). */
tally_tree_status tally_tree_snapshot_decode(tally_tree *tree, const void *snapshot, size_t size,
                                             tally_tree_own *entries, size_t entry_capacity, char *text,
                                             size_t text_capacity, size_t *out_count, size_t *out_text_size);

/* Writes the minimal patch from one subtree to another, of the same tree or of another one, which the same thread uses.
 * Cost: that of tally_tree_digest, and O(what differs). */
tally_tree_status tally_tree_diff(tally_tree *from, const char *from_path, tally_tree *to, const char *to_path,
                                  void *buffer, size_t capacity, size_t *out_size);

/* Writes the minimal patch from a subtree to a snapshot. Cost: that of tally_tree_snapshot, and O(bytes). */
tally_tree_status tally_tree_diff_snapshot(tally_tree *tree, const char *path, const void *snapshot, size_t size,
                                           void *buffer, size_t capacity, size_t *out_size);

/* Writes the minimal patch from one snapshot to another. tree: any. Cost: O(bytes). */
tally_tree_status tally_tree_snapshot_diff(tally_tree *tree, const void *from, size_t from_size, const void *to,
                                           size_t to_size, void *buffer, size_t capacity, size_t *out_size);

/* Writes the patch that leads back. tree: any. Cost: O(bytes). */
tally_tree_status tally_tree_patch_inverse(tally_tree *tree, const void *patch, size_t size, void *buffer,
                                           size_t capacity, size_t *out_size);

/* Flags of tally_tree_apply. */
#define TALLY_TREE_APPLY_OVERWRITE 1u /* Writes the state after the patch, whatever the state is now. */

/* Applies a patch at a path. Errors: CONFLICT (the tree is not in the state that the patch begins with; the message
 * names the first such path). Cost: O(bytes), and O(depth) for each change. */
tally_tree_status tally_tree_apply(tally_tree *tree, const char *path, const void *patch, size_t size, uint32_t flags);

/* --------------------------------------------------------------------------------------------------------------
 * Presentation: how to draw a badge
 *
 * A count shows as a number. Otherwise the icon of the path's own style shows, if there is one. Otherwise a dot shows.
 * The text of a number is capped ("99+"), the count never.
 *
 * A style belongs to a path. What it leaves out is inherited from the nearest ancestor that has it; the icon is not
 * inherited. Styles are in no snapshot and take no revision. The library draws nothing. Lengths are points. Colours are
 * sRGB with alpha, 0xRRGGBBAA.
 * ------------------------------------------------------------------------------------------------------------ */

/* What stands for a number above max_count. */
#define TALLY_TREE_OVERFLOW_PLUS 0     /* max_count and a plus: "99+". */
#define TALLY_TREE_OVERFLOW_ELLIPSIS 1 /* An ellipsis alone, U+2026. */

/* Fields of tally_tree_style: which members it has. The others are ignored. */
#define TALLY_TREE_STYLE_DOT_RADIUS 1u
#define TALLY_TREE_STYLE_OFFSET 2u /* offset_x and offset_y */
#define TALLY_TREE_STYLE_FONT_SIZE 4u
#define TALLY_TREE_STYLE_FONT_WEIGHT 8u
#define TALLY_TREE_STYLE_TEXT_COLOR 16u
#define TALLY_TREE_STYLE_BACKGROUND_COLOR 32u
#define TALLY_TREE_STYLE_MAX_COUNT 64u
#define TALLY_TREE_STYLE_OVERFLOW 128u
#define TALLY_TREE_STYLE_ICON 256u

typedef struct tally_tree_style {
    uint32_t struct_size;      /* sizeof(tally_tree_style) */
    uint32_t fields;           /* TALLY_TREE_STYLE_… */
    float dot_radius;          /* Finite, 0 or more. Default 3. */
    float offset_x;            /* Of the badge's centre from the top right corner of what it is drawn upon, */
    float offset_y;            /*     to the right and downwards: finite. Default 0, 0. */
    float font_size;           /* Finite, above 0. Default 9. */
    int32_t font_weight;       /* 1 to 1,000. Default 700. */
    uint32_t text_color;       /* Default 0xFFFFFFFF, white. */
    uint32_t background_color; /* Of the dot, and behind the number. Default 0xFF0000FF, red. */
    int32_t overflow;          /* TALLY_TREE_OVERFLOW_… Default PLUS. */
    uint64_t max_count;        /* The largest number that is written out: from 1. Default 99. */
    const char *icon;          /* 1 to 255 bytes of UTF-8 without control characters. Default: none. */
    uint64_t reserved[4];
} tally_tree_style;

/* Replaces the style of a path. NULL, or no fields, removes it. Errors: ARGUMENT (an unknown field or overflow, a bad
 * icon), RANGE (a number), PATH, LIMIT. Cost: O(length of the path). */
tally_tree_status tally_tree_style_set(tally_tree *tree, const char *path, const tally_tree_style *style);

/*
 * Reads the style of the path itself, nothing inherited; no fields if it has none.
 *
 * icon   buffer for the icon's name; out_style->icon points there, or is NULL if there is no icon or no room. 256 bytes
 *        always suffice. icon and out_icon_length may both be NULL.
 *
 * Cost: O(length of the path).
 */
tally_tree_status tally_tree_style_get(tally_tree *tree, const char *path, tally_tree_style *out_style, char *icon,
                                       size_t icon_capacity, size_t *out_icon_length);

/* Kinds of tally_tree_presentation. */
#define TALLY_TREE_PRESENT_NONE 0   /* Nothing is shown. */
#define TALLY_TREE_PRESENT_DOT 1
#define TALLY_TREE_PRESENT_ICON 2   /* text: the icon's name. */
#define TALLY_TREE_PRESENT_NUMBER 3 /* text: the number, capped: "7", "99+". */

/* The members of a style mean what they mean there, with all defaults filled in. */
typedef struct tally_tree_presentation {
    uint32_t struct_size; /* sizeof(tally_tree_presentation): set it before the call. */
    int32_t kind;         /* TALLY_TREE_PRESENT_… */
    uint64_t count;       /* NUMBER: the number, not capped; otherwise 0. */
    float dot_radius;
    float offset_x;
    float offset_y;
    float font_size;
    int32_t font_weight;
    uint32_t text_color;
    uint32_t background_color;
    int32_t overflow;
    uint64_t max_count;
    uint64_t reserved[4];
} tally_tree_presentation;

/*
 * Returns how to draw a path. An unknown path shows nothing, and has the style that it would inherit.
 *
 * text   buffer for the number or the icon's name. 256 bytes always suffice. text and out_text_length may both be NULL.
 *
 * Cost: O(length of the path), and its depth.
 */
tally_tree_status tally_tree_present(tally_tree *tree, const char *path, tally_tree_presentation *out_presentation,
                                     char *text, size_t text_capacity, size_t *out_text_length);

/* The same for a count from elsewhere, as a sum over several trees. shows: 1, or 0 for nothing. style: the badge's own;
 * NULL: all defaults. tree: any. Errors: as of tally_tree_style_set. */
tally_tree_status tally_tree_present_count(tally_tree *tree, int32_t shows, uint64_t count,
                                           const tally_tree_style *style, tally_tree_presentation *out_presentation,
                                           char *text, size_t text_capacity, size_t *out_text_length);

/* --------------------------------------------------------------------------------------------------------------
 * Paths. The limits are those of the tree. Errors: PATH, NOT_FOUND. Cost: O(length).
 * ------------------------------------------------------------------------------------------------------------ */

/* Escapes a name, so that it can be a component. */
tally_tree_status tally_tree_path_escape(tally_tree *tree, const char *name, char *buffer, size_t capacity,
                                         size_t *out_length);

/* Joins a path and a component, which is not escaped. The result begins with root. */
tally_tree_status tally_tree_path_join(tally_tree *tree, const char *path, const char *name, char *buffer,
                                       size_t capacity, size_t *out_length);

/* The parent of a path. NOT_FOUND: of root. */
tally_tree_status tally_tree_path_parent(tally_tree *tree, const char *path, char *buffer, size_t capacity,
                                         size_t *out_length);

/* A component of a path, from 0, without escapes. root is not counted. NOT_FOUND: the path has fewer. */
tally_tree_status tally_tree_path_component(tally_tree *tree, const char *path, size_t index, char *buffer,
                                            size_t capacity, size_t *out_length);

#ifdef __cplusplus
}
#endif

#endif
