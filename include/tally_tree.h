/*
 * tally_tree.h: a tree of unread badges, without an operating system.
 *
 * This is the tree of Tally alone: badges, how they add up, what changed, snapshots, patches and how to draw them. It
 * has no store, network, clock, threads or I/O. From the C library it needs memcpy, memmove, memset, memcmp and strlen.
 * It is meant for microcontrollers, games and WebAssembly. The whole engine is in tally.h; both headers can be included
 * together, in any order.
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
 *     tally_tree_get(tree, "root", &badge);                   // kind NUMBER, count 3
 *     tally_tree_release(tree);
 *
 * CONVENTIONS, which hold for every function unless its comment says otherwise
 *
 * Status. A function that can fail returns a tally_tree_status: 0 is TALLY_OK, a negative number an error, a positive
 * number a qualified success. The numbers are those of tally.h. A call that fails changes nothing that can be seen.
 * Call tally_tree_error_message for a description of the error.
 *
 * Errors. A comment lists the errors of its function, without the prefix TALLY_ERROR_. It does not repeat these:
 * - ARGUMENT: a required pointer is NULL, a flag is unknown, or a reserved member is not zero.
 * - NO_MEMORY: every function that takes a tree or a path can fail with it.
 * - BUFFER_TOO_SMALL: every function that fills a buffer can fail with it.
 *
 * Ownership. "copied": the library keeps a copy. "borrowed until X": valid until X. "owned, release with F": the caller
 * calls F exactly once. All arguments are copied.
 *
 * Memory. The host provides all memory when it creates a tree: as a function, or as one block of fixed size. The tree
 * takes memory from nowhere else, and returns all of it when it is released. Functions that belong to no tree, such as
 * tally_tree_snapshot_diff, take any tree, and use its memory during the call.
 *
 * Threads. A tree belongs to one thread at a time. Different threads may use different trees at the same time.
 * Libraries for bare metal and WebAssembly are built without thread-local storage. There all trees belong to one thread
 * at a time. No function may be called within the host's memory function.
 *
 * Text is UTF-8, ended by NUL. Functions write text into a buffer that the caller provides. The buffer needs length + 1
 * bytes. out_length is always set to the length without the NUL. If the capacity is too small, the function fails with
 * BUFFER_TOO_SMALL and leaves the buffer untouched. A buffer may be NULL if its capacity is 0.
 *
 * Lists. A function that lists writes entries into one buffer of the caller, and their texts into another one, `text`.
 * It sets out_count to the number of entries, and out_text_size to the bytes of their texts, with the NULs. If the list
 * does not fit, both buffers are untouched, and out_count and out_text_size say what it needs. After any other error
 * both are 0.
 *
 * Bytes (snapshots and patches). A function writes them into a buffer of the caller, and always sets out_size to their
 * number. The buffer must not overlap what the call reads, and has undefined contents after an error. Input bytes may
 * come from anywhere: all of them are checked before anything changes.
 *
 * Structures. The caller sets struct_size to the size that it was compiled with. Defaults complete shorter options.
 * Longer options fail with ARGUMENT unless the unknown part is zero. An output is filled up to its size. Reserved
 * members and unknown flags must be zero. A member of options that is zero means its default.
 *
 * Time. The tree has no clock. The host passes the time to tally_tree_expire; that is the tree's time until the next
 * call. Times may have any unit and origin, but 0 means "no time". Snapshots carry them unchanged, so hosts that
 * exchange snapshots need the same unit. tally.h uses milliseconds since 1970-01-01 00:00 UTC.
 */
#ifndef TALLY_TREE_H
#define TALLY_TREE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------------------------
 * Statuses
 *
 * tally.h has the same numbers under the same names.
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

/* Returns the name of a status, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number. Borrowed for the life
 * of the process. */
const char *tally_tree_status_name(tally_tree_status status);

/*
 * Describes the last failed call of this thread, in English: "path 'a..b': a component is empty, at byte 2".
 *
 * Returns TALLY_OK.
 *
 * On a target without threads it is the last one of the program. A call that succeeds leaves the message unchanged. The
 * message is empty before the first error. 1,024 bytes always suffice. No memory is needed.
 */
tally_tree_status tally_tree_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Trees and their memory
 * ------------------------------------------------------------------------------------------------------------ */

typedef struct tally_tree tally_tree;

/*
 * Resizes a block of the host's memory, as realloc does.
 *
 * block      NULL: allocates new_size bytes
 * old_size   0 if block is NULL
 * new_size   0: frees the block, and returns NULL; otherwise the new size, larger or smaller
 *
 * A resized block keeps its first bytes, and may move. Memory is aligned as that of malloc: to 16 bytes, or to 8 if
 * pointers have 32 bits. If there is no memory, the function returns NULL and leaves the block unchanged.
 */
typedef void *(*tally_tree_memory)(void *user_data, void *block, size_t old_size, size_t new_size);

/* How a node's number is computed from its own count and its children's. */
#define TALLY_TREE_AGGREGATION_DEFAULT 0  /* CHILDREN */
#define TALLY_TREE_AGGREGATION_CHILDREN 1 /* The children's sum; if that is 0, its own count. */
#define TALLY_TREE_AGGREGATION_SUM 2      /* Both together. */

/* Options of tally_tree_create. Either `memory` or `block` is required, and not both. */
typedef struct tally_tree_options {
    uint32_t struct_size;     /* sizeof(tally_tree_options) */
    int32_t aggregation;      /* TALLY_TREE_AGGREGATION_… */
    uint32_t max_depth;       /* Components of a path, root not counted: 1 to 1,024. Default 64. */
    uint32_t max_path_bytes;  /* Bytes of a path, with root: 4 to 65,535. Default 4,096. */
    uint32_t max_nodes;       /* Nodes, root included: 1 to 1,073,741,824. Default 16,777,216. */
    uint32_t max_changes;     /* Changes that tally_tree_changes keeps, 16 bytes each: 1 to 1,048,576; rounded up to a
                                 power of two. Default 256. */
    uint64_t seed;            /* The seed of the table of paths. Paths from strangers need a random one. Default 0. */
    tally_tree_memory memory; /* Allocates, resizes and frees. */
    void *user_data;          /* Its first argument. Borrowed until the tree is released. */
    void *block;              /* Memory of the tree, of any alignment. Borrowed until the tree is released. */
    size_t block_size;        /* Its bytes. An empty tree takes about 4,000, a node 100 to 170 with its path;
                                 with 32-bit pointers 2,000, and 65 to 90. */
    uint64_t reserved[4];
} tally_tree_options;

/*
 * Creates a tree that has only its root.
 *
 * out_tree   owned, release with tally_tree_release; NULL after an error
 *
 * Returns TALLY_OK.
 * Errors: RANGE (a limit).
 * Cost: O(1).
 */
tally_tree_status tally_tree_create(const tally_tree_options *options, tally_tree **out_tree);

/* Releases a tree and all of its memory. NULL is accepted. */
void tally_tree_release(tally_tree *tree);

/* Numbers about a tree. */
typedef struct tally_tree_stats {
    uint32_t struct_size; /* sizeof(tally_tree_stats): set it before the call. */
    uint32_t nodes;       /* Nodes, root included. Empty ones are reclaimed from time to time. */
    uint64_t revision;    /* The revision of the last change that could be seen. */
    int64_t next_expiry;  /* When the next badge or mute expires; 0: none does. */
    uint64_t used;        /* Bytes of the host's memory in use, without what its allocator adds, */
    uint64_t peak;        /*     and the most that ever were. */
} tally_tree_stats;

/* Reads the numbers of a tree. Returns TALLY_OK. Cost: O(1). */
tally_tree_status tally_tree_get_stats(tally_tree *tree, tally_tree_stats *out_stats);

/*
 * Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
 *
 * Returns TALLY_OK.
 * Errors: INTERNAL (the message has the first wrong path).
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
 * A node shows a badge if it owns one, or if a child contributes one. The badge has a count; 0 is a dot. With CHILDREN
 * aggregation a node's own badge is removed when its last child stops contributing.
 *
 * All functions of this section can fail with PATH. Those that change a badge can fail with LIMIT: the tree has too
 * many nodes. They cost O(depth), and stop at the first ancestor whose contribution does not change.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Sets the node's own badge to a count; 0 removes it.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (not 0 to 2^32 - 1).
 */
tally_tree_status tally_tree_set(tally_tree *tree, const char *path, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: PATH, LIMIT. */
tally_tree_status tally_tree_dot(tally_tree *tree, const char *path);

/*
 * Sets the node's own badge to a count with an expiry: see tally_tree_expire.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (the count, or `until` is negative).
 *
 * A time that is not after the tree's time removes the badge immediately. 0: no expiry.
 */
tally_tree_status tally_tree_set_until(tally_tree *tree, const char *path, int64_t count, int64_t until);

/*
 * Sets the node's own badge to a dot with an expiry, as tally_tree_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (`until` is negative).
 */
tally_tree_status tally_tree_dot_until(tally_tree *tree, const char *path, int64_t until);

/*
 * Adds to the node's own count; a dot or nothing counts as 0.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (the result is not 0 to 2^32 - 1).
 *
 * A result of 0 removes the badge. The expiry stays.
 */
tally_tree_status tally_tree_add(tally_tree *tree, const char *path, int64_t delta);

/*
 * Removes the node's own badge, because the user has looked.
 *
 * Returns TALLY_OK, or TALLY_HELD if the node still shows a badge because of its children.
 * Errors: PATH, LIMIT.
 *
 * With CHILDREN aggregation nothing changes if a child contributes a badge.
 */
tally_tree_status tally_tree_clear(tally_tree *tree, const char *path);

/*
 * Removes the badges of the node and of everything below it. If a block is used up, clear it branch by branch.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(nodes below that show a badge or are muted), and memory for each of them.
 */
tally_tree_status tally_tree_clear_tree(tally_tree *tree, const char *path);

/* How a node contributes to its parent. A mute does not change what the node shows. */
#define TALLY_TREE_MUTE_NONE 0   /* All that the node shows. */
#define TALLY_TREE_MUTE_NUMBER 1 /* A dot at most. */
#define TALLY_TREE_MUTE_ALL 2    /* Nothing. */

/*
 * Mutes a node until a time, as tally_tree_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown mode), RANGE (`until` is negative).
 */
tally_tree_status tally_tree_mute(tally_tree *tree, const char *path, int32_t mode, int64_t until);

/*
 * Sets the tree's time, and removes what expires at or before it.
 *
 * Returns TALLY_OK.
 * Errors: RANGE (now is negative).
 * Cost: O(expired badges and mutes, times their depth).
 *
 * Badges that expire at the same time expire in one operation, others in order of time. So the result does not depend
 * on how often the host calls this. For the host's timer, tally_tree_get_stats has the next expiry.
 */
tally_tree_status tally_tree_expire(tally_tree *tree, int64_t now);

/* Flags of tally_tree_badge. */
#define TALLY_TREE_BADGE_OWN_COUNT 1u /* It owns a count. */
#define TALLY_TREE_BADGE_OWN_DOT 2u   /* It owns a dot. */
#define TALLY_TREE_BADGE_CHILDREN 8u     /* A child contributes a badge. */
#define TALLY_TREE_BADGE_MUTE_NUMBER 16u
#define TALLY_TREE_BADGE_MUTE_ALL 32u

/* Kinds of badges. */
#define TALLY_TREE_KIND_NONE 0   /* Nothing; so it is false in a condition. */
#define TALLY_TREE_KIND_DOT 1    /* A badge without a number. */
#define TALLY_TREE_KIND_ICON 2   /* An icon: only in a presentation. */
#define TALLY_TREE_KIND_NUMBER 3 /* A badge with a number. */

/* The badge that a node shows, and why. */
typedef struct tally_tree_badge {
    uint64_t count;        /* The number; 0 if it shows a dot or nothing. */
    uint64_t revision;     /* The revision that last changed what it shows; 0: none. */
    int32_t kind;          /* TALLY_TREE_KIND_NONE, _DOT or _NUMBER */
    uint32_t flags;        /* TALLY_TREE_BADGE_… */
    uint32_t own_count; /* Its own count, 0 if it has none. */
    uint32_t reserved;
} tally_tree_badge;

/*
 * Reads what a path shows.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 *
 * An unknown path shows nothing, which is not an error, and is not created.
 */
tally_tree_status tally_tree_get(tally_tree *tree, const char *path, tally_tree_badge *out_badge);

/* Flags of tally_tree_list. */
#define TALLY_TREE_LIST_CHILDREN 0u /* The nodes directly below. */
#define TALLY_TREE_SUBTREE 1u  /* The node and everything below it. */

/* A row of tally_tree_list and tally_tree_changes. */
typedef struct tally_tree_entry {
    tally_tree_badge badge;
    uint32_t path_offset; /* The place of its path in `text`, which NUL ends. */
    uint32_t path_length; /* Bytes, without the NUL. */
} tally_tree_entry;

/*
 * Lists the nodes that show a badge or are muted, sorted by the bytes of their paths.
 *
 * out_revision   may be NULL; the revision that the list shows
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(nodes listed); siblings are sorted.
 */
tally_tree_status tally_tree_list(tally_tree *tree, const char *path, uint32_t flags, tally_tree_entry *entries,
                                  size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                  size_t *out_text_size, uint64_t *out_revision);

/*
 * Lists the nodes whose badge changed after a revision, each once, in any order, with what they show now.
 *
 * since          the revision of tally_tree_list, or of the last call
 * out_revision   the `since` of the next call
 *
 * Returns TALLY_OK; TALLY_MORE: continue with out_revision; TALLY_RESYNC: list everything, `since` is unknown.
 * Errors: BUFFER_TOO_SMALL (not even one transaction fits; the buffers may hold a part of it).
 * Cost: O(changes); needs no memory after the first call.
 *
 * The list is for hosts that draw once a frame. A node that changed and changed back may be listed. The first call
 * begins to keep changes.
 *
 * `since` is unknown if it is older than what is kept (max_changes), or not a revision of this tree.
 */
tally_tree_status tally_tree_changes(tally_tree *tree, uint64_t since, tally_tree_entry *entries,
                                     size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                     uint64_t *out_revision);

/* Flags of tally_tree_reason. */
#define TALLY_TREE_REASON_OWN_COUNT 1u /* It owns a count. */
#define TALLY_TREE_REASON_OWN_DOT 2u   /* It owns a dot. */
#define TALLY_TREE_REASON_OVERRIDDEN 8u   /* CHILDREN: its own count adds nothing, as its children have a number. */
#define TALLY_TREE_REASON_MUTE_NUMBER 16u /* Its mute keeps the number that it shows from the path. */
#define TALLY_TREE_REASON_MUTE_ALL 32u    /* Its mute keeps everything that it shows from the path. */
#define TALLY_TREE_REASON_LIGHTS 64u      /* Its own badge reaches the path, which shows a badge. */
#define TALLY_TREE_REASON_MUTED 128u  /* A mute keeps its badge from the path; with LIGHTS only the number. */

/* A row of tally_tree_explain: a node behind what a path shows. */
typedef struct tally_tree_reason {
    uint64_t contributed;  /* How much of the path's count comes from its own. */
    uint64_t kept_count;   /* MUTE_NUMBER, MUTE_ALL: the number that its mute keeps back. */
    uint32_t own_count; /* Its own count, 0 if it has none. */
    uint32_t flags;        /* TALLY_TREE_REASON_… */
    uint32_t path_offset;  /* The place of its path in `text`, which NUL ends. */
    uint32_t path_length;  /* Bytes, without the NUL. */
} tally_tree_reason;

/*
 * Explains why a path shows what it shows.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(nodes below that show a badge or are muted, and the depth of each entry).
 *
 * The list has the nodes at and below the path that own a badge, even if a mute hides it. It also lists nodes below
 * whose mute hides something. The nodes are sorted by the bytes of their paths. The contributed counts add up to the
 * path's count. The path shows a badge if and only if an entry has LIGHTS.
 */
tally_tree_status tally_tree_explain(tally_tree *tree, const char *path, tally_tree_reason *entries,
                                     size_t entry_capacity, char *text, size_t text_capacity, size_t *out_count,
                                     size_t *out_text_size);

/* --------------------------------------------------------------------------------------------------------------
 * Transactions and batches
 *
 * All changes of a transaction are one revision, or none of them happens. Within it the tree reads as changed. An
 * operation that fails does not end it. Styles, handles and observers are not a part of it.
 * ------------------------------------------------------------------------------------------------------------ */

/* Begins a transaction. Returns TALLY_OK. Errors: ARGUMENT (a transaction is in progress). */
tally_tree_status tally_tree_begin(tally_tree *tree);

/*
 * Commits the transaction.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (no transaction is in progress).
 * Cost: O(what changed).
 *
 * If that fails with NO_MEMORY, the transaction is reverted, and has ended.
 */
tally_tree_status tally_tree_commit(tally_tree *tree);

/*
 * Reverts the transaction, and ends it.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (no transaction is in progress).
 * Cost: O(what changed).
 */
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

/* One operation of tally_tree_batch. */
typedef struct tally_tree_operation {
    int32_t kind;             /* TALLY_TREE_OP_… */
    tally_tree_status status; /* out: its own status */
    const char *path;         /* The path, if `node` is 0. Borrowed until the call returns. */
    tally_tree_node node;     /* The node, if it is not 0. */
    int64_t value;
    int64_t until;            /* SET, DOT, MUTE: the expiry, or 0. */
    uint64_t count;           /* out, GET: the count as of this operation. */
    int32_t badge_kind;       /* out, GET: TALLY_TREE_KIND_…, what it shows as of this operation. */
    int32_t reserved;
} tally_tree_operation;

/*
 * Applies operations in order as one transaction.
 *
 * out_revision   may be NULL; the tree's revision afterwards
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE, STALE_HANDLE (of an operation), ARGUMENT (also: a transaction is in progress).
 * Cost: that of the operations.
 *
 * TALLY_HELD does not fail it. If an operation fails, the batch returns its error, and the status of all others is
 * TALLY_ERROR_NOT_APPLIED.
 */
tally_tree_status tally_tree_batch(tally_tree *tree, tally_tree_operation *operations, size_t count,
                                   uint64_t *out_revision);

/* --------------------------------------------------------------------------------------------------------------
 * Nodes
 *
 * A node handle is a resolved path: operations on it need not look up the text again. It is valid until it was released
 * as often as it was resolved. Every function that takes a node can fail with STALE_HANDLE.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Resolves a path, and creates its node.
 *
 * out_node   owned, release with tally_tree_node_release once for each time it was resolved
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(length of the path).
 */
tally_tree_status tally_tree_node_resolve(tally_tree *tree, const char *path, tally_tree_node *out_node);

/* Releases a node handle once. Returns TALLY_OK. */
tally_tree_status tally_tree_node_release(tally_tree *tree, tally_tree_node node);

/* Writes the path of a node. It begins with `root`. Returns TALLY_OK. */
tally_tree_status tally_tree_node_path(tally_tree *tree, tally_tree_node node, char *buffer, size_t capacity,
                                       size_t *out_length);

/* Sets the node's own badge to a count: see tally_tree_set. Returns TALLY_OK. Errors: LIMIT, RANGE. */
tally_tree_status tally_tree_node_set(tally_tree *tree, tally_tree_node node, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: LIMIT. */
tally_tree_status tally_tree_node_dot(tally_tree *tree, tally_tree_node node);

/* Adds to the node's own count: see tally_tree_add. Returns TALLY_OK. Errors: LIMIT, RANGE. */
tally_tree_status tally_tree_node_add(tally_tree *tree, tally_tree_node node, int64_t delta);

/* Removes the node's own badge: see tally_tree_clear. Returns TALLY_OK or TALLY_HELD. Errors: LIMIT. */
tally_tree_status tally_tree_node_clear(tally_tree *tree, tally_tree_node node);

/* Removes the badges of the node and of everything below it. Returns TALLY_OK. Errors: LIMIT. */
tally_tree_status tally_tree_node_clear_tree(tally_tree *tree, tally_tree_node node);

/* Mutes a node: see tally_tree_mute. Returns TALLY_OK. Errors: LIMIT, ARGUMENT (an unknown mode), RANGE. */
tally_tree_status tally_tree_node_mute(tally_tree *tree, tally_tree_node node, int32_t mode, int64_t until);

/* Reads what a node shows: see tally_tree_get. Returns TALLY_OK. */
tally_tree_status tally_tree_node_get(tally_tree *tree, tally_tree_node node, tally_tree_badge *out_badge);

/* --------------------------------------------------------------------------------------------------------------
 * Observers
 *
 * There is no queue. The tree keeps the notices of the last transaction; a single operation is one. The next call that
 * changes something, observes, resolves a node or sets a style drops them. So a host must take them after each change.
 * ------------------------------------------------------------------------------------------------------------ */

/* Flags of tally_tree_observe. */

/*
 * Observes a path.
 *
 * out_observer   its number, never 0; it may be given again after tally_tree_unobserve
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (also: a transaction is in progress).
 * Cost: O(1); of a subtree O(badges shown below).
 */
tally_tree_status tally_tree_observe(tally_tree *tree, const char *path, uint32_t flags, uint32_t *out_observer);

/* Removes an observer and its pending notices. Returns TALLY_OK. Errors: NOT_FOUND. */
tally_tree_status tally_tree_unobserve(tally_tree *tree, uint32_t observer);

/* A change that an observer reports. */
typedef struct tally_tree_notice {
    uint32_t struct_size; /* sizeof(tally_tree_notice): set it before the call. */
    uint32_t observer;
    tally_tree_badge badge; /* The badge that the path shows now. */
    uint32_t path_length;   /* Bytes of the path, without the NUL. */
    uint32_t reserved;
} tally_tree_notice;

/*
 * Takes the next notice of the last transaction: a path changed what it shows.
 *
 * text   the path
 *
 * Returns TALLY_OK, or TALLY_EMPTY if there is none.
 *
 * Deeper paths come first, then the bytes of the paths decide, then the order of registration. After BUFFER_TOO_SMALL
 * out_notice has its length, and the notice stays.
 */
tally_tree_status tally_tree_next_notice(tally_tree *tree, tally_tree_notice *out_notice, char *text,
                                         size_t text_capacity);

/* --------------------------------------------------------------------------------------------------------------
 * Snapshots and patches
 *
 * These bytes hold what the nodes of a subtree own: badges, mutes and expiries. docs/snapshot-format.md describes them;
 * tally.h reads and writes the same. Equal states give equal bytes. Paths in them are relative to the top of the
 * subtree, so a subtree can be compared with, and written to, another place.
 *
 * A change of a tree is one transaction, or a part of the one in progress. It removes no badge automatically. During
 * the call, each of these functions takes about 8 kB of the tree's memory, and more in proportion to the bytes. The
 * message of MALFORMED names the byte.
 * ------------------------------------------------------------------------------------------------------------ */

/* Writes the snapshot of a path. Returns TALLY_OK. Errors: PATH. Cost: O(nodes listed below); siblings are sorted. */
tally_tree_status tally_tree_snapshot(tally_tree *tree, const char *path, void *buffer, size_t capacity,
                                      size_t *out_size);

/*
 * Replaces the contents of the path and its subtree with the snapshot.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED.
 * Cost: that of tally_tree_snapshot, O(bytes), and O(depth) for each difference.
 */
tally_tree_status tally_tree_restore(tally_tree *tree, const char *path, const void *snapshot, size_t size);

/*
 * Sets every node of the snapshot to what the snapshot contains, and leaves all other nodes unchanged.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED.
 * Cost: O(bytes), and O(depth) for each difference.
 */
tally_tree_status tally_tree_merge(tally_tree *tree, const char *path, const void *snapshot, size_t size);

/*
 * Computes a number that is equal for equal subtrees, and hardly ever equal for others.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(nodes) the first time, then O(what changed since).
 *
 * The number is the same on every machine. It is not safe against attackers.
 */
tally_tree_status tally_tree_digest(tally_tree *tree, const char *path, uint64_t *out_digest);

/* The own state of a node, as a snapshot has it. */
typedef struct tally_tree_own {
    int64_t expires;       /* When its badge expires; 0: never. */
    int64_t mute_until;    /* When its mute ends; 0: never. */
    uint32_t own_count; /* Its own count, 0 if it has none. */
    uint32_t flags;        /* TALLY_TREE_BADGE_OWN_COUNT, OWN_DOT, MUTE_NUMBER, MUTE_ALL */
    uint32_t path_offset;  /* The place of its path in `text`, relative to the snapshot's top. Empty: the top. */
    uint32_t path_length;  /* Bytes, without the NUL. */
} tally_tree_own;

/*
 * Lists what a snapshot contains, sorted by the bytes of the paths.
 *
 * tree   any
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
tally_tree_status tally_tree_snapshot_decode(tally_tree *tree, const void *snapshot, size_t size,
                                             tally_tree_own *entries, size_t entry_capacity, char *text,
                                             size_t text_capacity, size_t *out_count, size_t *out_text_size);

/*
 * Writes the minimal patch from one subtree to another, of the same tree or of another one of the same thread.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: that of tally_tree_digest, and O(what differs).
 */
tally_tree_status tally_tree_diff(tally_tree *from, const char *from_path, tally_tree *to, const char *to_path,
                                  void *buffer, size_t capacity, size_t *out_size);

/*
 * Writes the minimal patch from a subtree to a snapshot.
 *
 * Returns TALLY_OK.
 * Errors: PATH, MALFORMED.
 * Cost: that of tally_tree_snapshot, and O(bytes).
 */
tally_tree_status tally_tree_diff_snapshot(tally_tree *tree, const char *path, const void *snapshot, size_t size,
                                           void *buffer, size_t capacity, size_t *out_size);

/*
 * Writes the minimal patch from one snapshot to another.
 *
 * tree   any
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
tally_tree_status tally_tree_snapshot_diff(tally_tree *tree, const void *from, size_t from_size, const void *to,
                                           size_t to_size, void *buffer, size_t capacity, size_t *out_size);

/*
 * Writes the patch that undoes a patch.
 *
 * tree   any
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
tally_tree_status tally_tree_patch_inverse(tally_tree *tree, const void *patch, size_t size, void *buffer,
                                           size_t capacity, size_t *out_size);

/* Flags of tally_tree_apply. */
#define TALLY_TREE_APPLY_OVERWRITE 1u /* Writes the state after the patch, whatever the state is now. */

/*
 * Applies a patch at a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED, CONFLICT (the tree is not in the state that the patch begins with; the message names
 * the first path).
 * Cost: O(bytes), and O(depth) for each change.
 */
tally_tree_status tally_tree_apply(tally_tree *tree, const char *path, const void *patch, size_t size, uint32_t flags);

/* --------------------------------------------------------------------------------------------------------------
 * Presentation
 *
 * How to draw a badge: a kind, a text, and a complete style. A count shows as a number, capped in the text ("99+") but
 * not in `count`. Otherwise the icon of the path's own style shows, or a dot.
 *
 * A style belongs to a path. Members that it leaves out, except the icon, are inherited from the nearest ancestor that
 * has them. Styles are in no snapshot and have no revision. The library draws nothing. Lengths are points. Colors are
 * sRGB with alpha, 0xRRGGBBAA.
 * ------------------------------------------------------------------------------------------------------------ */

/* The replacement of a number above max_count. */
#define TALLY_TREE_OVERFLOW_PLUS 0     /* max_count and a plus: "99+". */
#define TALLY_TREE_OVERFLOW_ELLIPSIS 1 /* An ellipsis alone, U+2026. */

/* Fields of tally_tree_style: the members that it has. The others are ignored. */
#define TALLY_TREE_STYLE_FIELD_DOT_RADIUS 1u
#define TALLY_TREE_STYLE_FIELD_OFFSET 2u /* offset_x and offset_y */
#define TALLY_TREE_STYLE_FIELD_FONT_SIZE 4u
#define TALLY_TREE_STYLE_FIELD_FONT_WEIGHT 8u
#define TALLY_TREE_STYLE_FIELD_TEXT_COLOR 16u
#define TALLY_TREE_STYLE_FIELD_BACKGROUND_COLOR 32u
#define TALLY_TREE_STYLE_FIELD_MAX_COUNT 64u
#define TALLY_TREE_STYLE_FIELD_OVERFLOW 128u
#define TALLY_TREE_STYLE_FIELD_ICON 256u

/* How to draw a badge, as the host sets it for a path. */
typedef struct tally_tree_style {
    uint32_t struct_size;      /* sizeof(tally_tree_style) */
    uint32_t fields;           /* TALLY_TREE_STYLE_… */
    float dot_radius;          /* Finite, 0 or more. Default 3. */
    float offset_x;            /* From the top right corner of what the badge is drawn upon to the badge's center, */
    float offset_y;            /* to the right and down: finite. Default 0, 0. */
    float font_size;           /* Finite, above 0. Default 9. */
    int32_t font_weight;       /* 1 to 1,000. Default 700. */
    uint32_t text_color;       /* Default 0xFFFFFFFF, white. */
    uint32_t background_color; /* The color of the dot, and behind the number. Default 0xFF0000FF, red. */
    int32_t overflow;          /* TALLY_TREE_OVERFLOW_… Default PLUS. */
    uint64_t max_count;        /* The largest number that is written out: from 1. Default 99. */
    const char *icon;          /* 1 to 255 bytes of UTF-8 without control characters. Default: none. */
    uint64_t reserved[4];
} tally_tree_style;

/*
 * Replaces the style of a path. NULL, or no fields, removes it.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown field or overflow, an invalid icon), RANGE (a number).
 * Cost: O(length of the path).
 */
tally_tree_status tally_tree_style_set(tally_tree *tree, const char *path, const tally_tree_style *style);

/*
 * Reads the style of the path itself, nothing inherited; no fields if it has none.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(length of the path).
 *
 * out_style->icon points into `icon`, or is NULL if there is no icon or no room. 256 bytes always suffice. icon and
 * out_icon_length may both be NULL.
 */
tally_tree_status tally_tree_style_get(tally_tree *tree, const char *path, tally_tree_style *out_style, char *icon,
                                       size_t icon_capacity, size_t *out_icon_length);

/* How to draw a badge now. The members of a style mean what they mean there, with all defaults filled in. */
typedef struct tally_tree_presentation {
    uint32_t struct_size; /* sizeof(tally_tree_presentation): set it before the call. */
    int32_t kind;         /* TALLY_TREE_KIND_…; the text is the name of an icon, or the number, capped: "7", "99+". */
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
 * Reads how to draw a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(length and depth of the path).
 *
 * An unknown path shows nothing, and has the style that it would inherit. 256 bytes always suffice for the text. text
 * and out_text_length may both be NULL.
 */
tally_tree_status tally_tree_present(tally_tree *tree, const char *path, tally_tree_presentation *out_presentation,
                                     char *text, size_t text_capacity, size_t *out_text_length);

/*
 * Reads how to draw a count from elsewhere, as a sum over several trees.
 *
 * kind    TALLY_TREE_KIND_NONE, _DOT or _NUMBER
 * style   the badge's own; NULL: all defaults
 * tree    any
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: the kind), RANGE (of the style).
 *
 * A number of 0 is a dot, and the count of a dot is ignored.
 */
tally_tree_status tally_tree_present_count(tally_tree *tree, int32_t kind, uint64_t count,
                                           const tally_tree_style *style, tally_tree_presentation *out_presentation,
                                           char *text, size_t text_capacity, size_t *out_text_length);

/* --------------------------------------------------------------------------------------------------------------
 * Paths
 *
 * The limits are those of the tree. All functions of this section cost O(length).
 * ------------------------------------------------------------------------------------------------------------ */

/* Writes a name as a component of a path, with `\.` and `\\`. Returns TALLY_OK. Errors: PATH (not a component). */
tally_tree_status tally_tree_path_escape(tally_tree *tree, const char *name, char *buffer, size_t capacity,
                                         size_t *out_length);

/* Writes a path and a component below it, which is not escaped, as one path. Returns TALLY_OK. Errors: PATH. */
tally_tree_status tally_tree_path_join(tally_tree *tree, const char *path, const char *name, char *buffer,
                                       size_t capacity, size_t *out_length);

/* Writes the parent of a path. Returns TALLY_OK. Errors: PATH, NOT_FOUND (`root` has none). */
tally_tree_status tally_tree_path_parent(tally_tree *tree, const char *path, char *buffer, size_t capacity,
                                         size_t *out_length);

/*
 * Writes a component of a path, without escapes.
 *
 * index   from 0; `root` is not counted
 *
 * Returns TALLY_OK.
 * Errors: PATH, NOT_FOUND (beyond the last one).
 */
tally_tree_status tally_tree_path_component(tally_tree *tree, const char *path, size_t index, char *buffer,
                                            size_t capacity, size_t *out_length);

#ifdef __cplusplus
}
#endif

#endif
