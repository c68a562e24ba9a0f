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
 *     tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
 *     tally_tree_badge badge;
 *     tally_tree *tree;
 *
 *     options.block = memory;
 *     options.block_size = sizeof memory;
 *     tally_tree_create(&options, &tree);
 *     tally_tree_set(tree, "chat.bo", 3);
 *     tally_tree_dot(tree, "promo");
 *     tally_tree_get(tree, "root", &badge);                   // kind TALLY_TREE_KIND_NUMBER, count 3
 *     tally_tree_release(tree);
 *
 * The names are those of tally.h: tally_tree_set does for a tree what tally_badge_set does for an account, and a
 * tally_tree_style is a tally_style. Four things are here alone. The host provides the memory and the time. Many calls
 * can form a transaction (tally_tree_begin). A snapshot can be merged (tally_tree_merge). An observer's notices are
 * taken with tally_tree_next_notice.
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
 * Stability. This header may change until version 0.2, and the changelog lists each change.
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
 * Text is UTF-8 and ends with NUL.
 *
 * Buffers. Functions write text into a buffer that the caller provides. The buffer needs length + 1 bytes. `out_length`
 * is always set to the length without the NUL. If the capacity is too small, the function fails with BUFFER_TOO_SMALL
 * and leaves the buffer untouched. A buffer may be NULL if its capacity is 0. If a function fills a structure and a
 * text, the text's buffer and length may both be NULL.
 *
 * Bytes (snapshots and patches). A function writes them into a buffer of the caller, and always sets out_size to their
 * number. The buffer must not overlap what the call reads, and has undefined contents after an error. Input bytes may
 * come from anywhere: all of them are checked before anything changes.
 *
 * Structures. The caller sets `struct_size` to the size that it was compiled with, at least 8; TALLY_TREE_..._INIT does
 * that. Defaults complete shorter options (of an older program). Longer options (of a newer program) fail with ARGUMENT
 * unless the unknown part is zero. An output is filled up to its size. A member of options that is zero means its
 * default. Reserved members and unknown flags must be zero.
 *
 * Time. The tree has no clock. The host passes the time to tally_tree_expire; that is the tree's time until the next
 * call. Times may have any unit and origin, but 0 means "no time". Snapshots carry them unchanged, so hosts that
 * exchange snapshots need the same unit. tally.h uses milliseconds since 1970-01-01 00:00 UTC.
 */
#ifndef TALLY_TREE_H
#define TALLY_TREE_H

#include <stddef.h>
#include <stdint.h>

/* Declarations begin with one of these, as in tally.h: the library exports the symbol, and the compiler warns if a
 * program ignores the status. Define TALLY_UNCHECKED before this header to turn these warnings off. */
#ifndef TALLY_API
#if defined(__GNUC__) && __GNUC__ >= 4
#define TALLY_API __attribute__((visibility("default")))
#else
#define TALLY_API
#endif
#endif
#ifndef TALLY_CHECKED
#if defined(TALLY_UNCHECKED) || !defined(__GNUC__)
#define TALLY_CHECKED TALLY_API
#else
#define TALLY_CHECKED TALLY_API __attribute__((warn_unused_result))
#endif
#endif

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
#define TALLY_MORE 2   /* There is more: call again from where this list ends. */
#define TALLY_RESYNC 3 /* The requested changes are no longer kept: list everything instead. */
#define TALLY_EMPTY 6  /* There is nothing to take. */

#define TALLY_ERROR_ARGUMENT (-1)         /* NULL, an unknown flag or a value without a meaning. */
#define TALLY_ERROR_NO_MEMORY (-2)        /* The host's memory is used up. */
#define TALLY_ERROR_PATH (-3)             /* An invalid path, or one that is too deep or too long. */
#define TALLY_ERROR_RANGE (-4)            /* A number is out of its range. */
#define TALLY_ERROR_LIMIT (-5)            /* The tree has as many nodes as it may have. */
#define TALLY_ERROR_NOT_FOUND (-6)        /* There is no such component or parent. */
#define TALLY_ERROR_CONFLICT (-8)         /* The tree is not in the state that the patch begins with. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9) /* The caller's buffer is too small; the call reports the size needed. */
#define TALLY_ERROR_STALE_HANDLE (-10)    /* The node was released, or belongs to another tree. */
#define TALLY_ERROR_INTERNAL (-15)        /* A defect of the library; please report it. */
#define TALLY_ERROR_NOT_APPLIED (-16)     /* This operation was valid, but another one failed the batch. */
#define TALLY_ERROR_MALFORMED (-17)       /* Not a valid snapshot or patch. */

/* Returns the name of a status, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number. Borrowed for the life
 * of the process. */
TALLY_API const char *tally_tree_status_name(tally_tree_status status);

/*
 * Describes the last failed call of this thread, in English: "path 'a..b': a component is empty, at byte 2".
 *
 * Returns TALLY_OK.
 *
 * On a target without threads it is the last one of the program. A call that succeeds leaves the message unchanged. The
 * message is empty before the first error. 1,024 bytes always suffice. No memory is needed.
 */
TALLY_API tally_tree_status tally_tree_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Lists
 *
 * A function that lists fills a tally_tree_rows, which names two buffers of the caller: one for rows, one for their
 * texts. The function writes as many rows as fit, and sets `count` and `text_size` to what it has written.
 * - TALLY_OK: these are all rows; `next` is NULL.
 * - TALLY_MORE: there are more rows. Call again with `next` as `after`.
 * - BUFFER_TOO_SMALL: not even one row fits. `count` and `text_size` say what is enough for all rows of this call.
 *
 * After any other error both are 0. An `after` of NULL or "" begins with the first row. `next` is the path of the last
 * row, in the text buffer. The call reads `after` before it writes, so a loop may pass `next` as it is. After an error
 * `next` is NULL, and the texts are lost: to call again with more room, pass a copy. A copy continues the list also
 * after changes, even if the last row was removed.
 *
 * Every list can fail with ARGUMENT. Then entry_size is smaller than such a row, or `after` is no `next`. An unknown
 * flag is another reason; flags without a description must be 0. The texts of one call begin below 4 GiB.
 *
 * Later versions add members at the end of a row. To a newer program the library writes zeros for the members that it
 * does not know.
 * ------------------------------------------------------------------------------------------------------------ */

/* A text of a row: where it begins in the text buffer, and its length without the NUL. */
typedef struct tally_tree_text {
    uint32_t offset;
    uint32_t length;
} tally_tree_text;

/* The output of a list. entry_size must be the size of the row's structure. The library never writes beyond the two
 * capacities. */
typedef struct tally_tree_rows {
    uint32_t struct_size; /* sizeof(tally_tree_rows) */
    uint32_t entry_size;  /* sizeof(tally_tree_entry), or of whatever the function lists. */
    void *entries;        /* The caller's array of rows. NULL: no room. */
    size_t capacity;      /* Rows that fit into entries. */
    char *text;           /* The caller's buffer for the texts of the rows, each with its NUL. NULL: no room. */
    size_t text_capacity; /* Bytes that fit into text. */
    size_t count;         /* out: rows written. */
    size_t text_size;     /* out: bytes of text written, with the NULs. */
    const char *next;     /* out: the `after` of the next call. NULL: there are no more rows, or there is no `after`. */
} tally_tree_rows;
#define TALLY_TREE_ROWS_INIT {sizeof(tally_tree_rows), 0u, NULL, 0, NULL, 0, 0, 0, NULL}
/* The same with the room of two arrays: tally_tree_rows rows = TALLY_TREE_ROWS(entries, text); */
#define TALLY_TREE_ROWS(e, t) \
    {sizeof(tally_tree_rows), sizeof *(e), (e), sizeof(e) / sizeof *(e), (t), sizeof(t), 0, 0, NULL}

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
typedef int32_t tally_tree_aggregation;

/* Options of tally_tree_create. Either `memory` or `block` is required, and not both. */
typedef struct tally_tree_options {
    uint32_t struct_size;     /* sizeof(tally_tree_options) */
    tally_tree_aggregation aggregation; /* TALLY_TREE_AGGREGATION_… */
    uint32_t max_depth;       /* Components of a path, root not counted: 1 to 1,024. Default 64. */
    uint32_t max_path_bytes;  /* Bytes of a path, with `root`: 4 to 65,535. Default 4,096. */
    uint32_t max_nodes;       /* Nodes, with the root: 1 to 1,073,741,824. Default 16,777,216. */
    uint32_t max_changes;     /* Changes that tally_tree_changes keeps, 16 bytes each: 1 to 1,048,576; rounded up to a
                                 power of two. Default 256. */
    uint64_t seed;            /* The seed of the table of paths. Paths from strangers need a random one. Default 0. */
    tally_tree_memory memory; /* Allocates, resizes and frees. */
    void *user_data;          /* Its first argument. Borrowed until the tree is released. */
    void *block;              /* Memory of the tree, of any alignment. Borrowed until the tree is released. */
    size_t block_size;        /* Its bytes. An empty tree takes about 4,000, a node 100 to 170 with its path;
                                 with 32-bit pointers 2,000, and 65 to 90. */
} tally_tree_options;
#define TALLY_TREE_OPTIONS_INIT {sizeof(tally_tree_options), 0, 0u, 0u, 0u, 0u, 0, NULL, NULL, NULL, 0}

/*
 * Creates a tree that has only its root.
 *
 * out_tree   owned, release with tally_tree_release; NULL after an error
 *
 * Returns TALLY_OK.
 * Errors: RANGE (a limit).
 * Cost: O(1).
 */
TALLY_CHECKED tally_tree_status tally_tree_create(const tally_tree_options *options, tally_tree **out_tree);

/* Releases a tree and all of its memory. NULL is accepted. */
TALLY_API void tally_tree_release(tally_tree *tree);

/* Numbers about a tree. */
typedef struct tally_tree_stats {
    uint32_t struct_size; /* sizeof(tally_tree_stats): set it before the call. */
    uint32_t nodes;       /* Nodes, with the root. Empty ones are reclaimed from time to time. */
    uint64_t revision;    /* The revision of the last change that could be seen. */
    int64_t next_expiry;  /* When the next badge or mute expires; 0: none does. */
    uint64_t used;        /* Bytes of the host's memory in use, without what its allocator adds, */
    uint64_t peak;        /*     and the most that ever were. */
} tally_tree_stats;
#define TALLY_TREE_STATS_INIT {sizeof(tally_tree_stats), 0u, 0, 0, 0, 0}

/* Reads the numbers of a tree. Returns TALLY_OK. Cost: O(1). */
TALLY_CHECKED tally_tree_status tally_tree_get_stats(tally_tree *tree, tally_tree_stats *out_stats);

/*
 * Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
 *
 * Returns TALLY_OK.
 * Errors: INTERNAL (the message has the first wrong path).
 * Cost: O(nodes).
 */
TALLY_CHECKED tally_tree_status tally_tree_verify(tally_tree *tree);

/* --------------------------------------------------------------------------------------------------------------
 * Badges
 *
 * A path is `root`, or components separated by '.'. The leading `root` may be left out: `chat.bo` is `root.chat.bo`.
 * Within a component `\.` and `\\` stand for a dot and a backslash. A component is 1 to 255 bytes of UTF-8 without
 * control characters (U+0000 to U+001F, U+007F to U+009F). Paths that the library writes begin with `root`.
 *
 * A node shows a badge if it owns one, or if a child contributes one. The badge has a count; 0 is a dot. With CHILDREN
 * aggregation a node's own badge is removed when its last child stops contributing.
 *
 * LIMIT means that the tree has too many nodes. A change costs O(depth of the path), and stops at the first ancestor
 * whose contribution stays the same. `until` is a timestamp, or TALLY_TREE_FOREVER. RANGE means that it is negative.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_TREE_MAX_COUNT INT64_C(4294967295) /* The largest count that can be set: 2^32 - 1. */
#define TALLY_TREE_FOREVER 0                     /* No expiry. */

/*
 * Sets the node's own badge to `count`. 0 removes the badge.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (not 0 to TALLY_TREE_MAX_COUNT).
 */
TALLY_CHECKED tally_tree_status tally_tree_set(tally_tree *tree, const char *path, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: PATH, LIMIT. */
TALLY_CHECKED tally_tree_status tally_tree_dot(tally_tree *tree, const char *path);

/*
 * Sets the node's own badge to `count`, and removes it at the time `until`: see tally_tree_expire.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE.
 *
 * A time that is not after the tree's time removes the badge immediately.
 */
TALLY_CHECKED tally_tree_status tally_tree_set_until(tally_tree *tree, const char *path, int64_t count, int64_t until);

/*
 * Sets the node's own badge to a dot with an end, as tally_tree_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE.
 */
TALLY_CHECKED tally_tree_status tally_tree_dot_until(tally_tree *tree, const char *path, int64_t until);

/*
 * Adds `delta` to the node's own count; a dot or no badge counts as 0.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (the result is not 0 to TALLY_TREE_MAX_COUNT).
 *
 * A result of 0 removes the badge. A delta of 0 changes nothing. The expiry stays.
 */
TALLY_CHECKED tally_tree_status tally_tree_add(tally_tree *tree, const char *path, int64_t delta);

/*
 * Clears the badge of a node, because the user has looked.
 *
 * Returns TALLY_OK, or TALLY_HELD if the node still shows a badge, because of a child.
 * Errors: PATH, LIMIT.
 *
 * The node's own badge is removed. With CHILDREN aggregation nothing changes if a child contributes a badge.
 */
TALLY_CHECKED tally_tree_status tally_tree_clear(tally_tree *tree, const char *path);

/*
 * Clears the badges of a node and of everything below it. If a block is used up, clear it branch by branch.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(nodes below that show a badge or are muted), and memory for each of them.
 */
TALLY_CHECKED tally_tree_status tally_tree_clear_tree(tally_tree *tree, const char *path);

/* How a node contributes to its parent. A mute does not change what the node shows. */
#define TALLY_TREE_MUTE_NONE 0   /* All that the node shows. */
#define TALLY_TREE_MUTE_NUMBER 1 /* At most a dot. */
#define TALLY_TREE_MUTE_ALL 2    /* Nothing. */
typedef int32_t tally_tree_mute_mode;

/*
 * Mutes a node until a time, as tally_tree_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown mode), RANGE.
 */
TALLY_CHECKED tally_tree_status tally_tree_mute(tally_tree *tree, const char *path, tally_tree_mute_mode mode,
                                                int64_t until);

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
TALLY_CHECKED tally_tree_status tally_tree_expire(tally_tree *tree, int64_t now);

/* Flags of tally_tree_badge. */
#define TALLY_TREE_BADGE_OWN_COUNT 1u /* It owns a count. */
#define TALLY_TREE_BADGE_OWN_DOT 2u   /* It owns a dot. */
#define TALLY_TREE_BADGE_CHILDREN 8u  /* A child contributes a badge. */
#define TALLY_TREE_BADGE_MUTE_NUMBER 16u
#define TALLY_TREE_BADGE_MUTE_ALL 32u

/* The looks of a badge. */
#define TALLY_TREE_KIND_NONE 0   /* No badge; false in a condition. */
#define TALLY_TREE_KIND_DOT 1    /* A badge without a number. */
#define TALLY_TREE_KIND_ICON 2   /* An icon: only in a presentation. */
#define TALLY_TREE_KIND_NUMBER 3 /* A badge with a number. */
typedef int32_t tally_tree_badge_kind;

/* The badge that a node shows, and why. This structure never grows. */
typedef struct tally_tree_badge {
    uint64_t count;             /* The number; 0 for a dot or nothing. */
    uint64_t revision;          /* The revision that last changed what it shows; 0: none. */
    tally_tree_badge_kind kind; /* TALLY_TREE_KIND_NONE, _DOT or _NUMBER */
    uint32_t flags;             /* TALLY_TREE_BADGE_… */
    uint32_t own_count;         /* Its own count; 0: none. */
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
TALLY_CHECKED tally_tree_status tally_tree_get(tally_tree *tree, const char *path, tally_tree_badge *out_badge);

/* The badge that a node owns, and its mute. What its children contribute is not in it. */
typedef struct tally_tree_badge_own {
    uint32_t struct_size;       /* sizeof(tally_tree_badge_own) */
    tally_tree_badge_kind kind; /* TALLY_TREE_KIND_NONE, _DOT or _NUMBER */
    uint64_t count;             /* Its own count, to TALLY_TREE_MAX_COUNT; 0 for a dot or nothing. */
    int64_t until;              /* When its badge ends; 0: it does not. */
    int64_t mute_until;         /* When its mute ends; 0: it does not. */
    tally_tree_mute_mode mute;  /* TALLY_TREE_MUTE_… */
    uint32_t flags;             /* 0 */
} tally_tree_badge_own;
#define TALLY_TREE_BADGE_OWN_INIT {sizeof(tally_tree_badge_own), 0, 0, 0, 0, 0, 0u}

/*
 * Reads what a path owns, with the times at which it ends.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 *
 * An unknown path owns nothing, which is not an error, and is not created.
 */
TALLY_CHECKED tally_tree_status tally_tree_get_own(tally_tree *tree, const char *path, tally_tree_badge_own *out_own);

/* Flags of tally_tree_list. */
#define TALLY_TREE_LIST_CHILDREN 0u /* The nodes directly below. */
#define TALLY_TREE_SUBTREE 1u       /* The path itself and everything below it. */

/* A row of tally_tree_list and tally_tree_changes. */
typedef struct tally_tree_entry {
    tally_tree_text path;
    tally_tree_badge badge;
} tally_tree_entry;

/*
 * Lists the nodes that show a badge or are muted, sorted by the bytes of their paths.
 *
 * rows           tally_tree_entry
 * out_revision   may be NULL; the revision of the rows
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH.
 * Cost: O(n log n) at most in the nodes listed below the path, also for a call that continues.
 *
 * The parts of a list are of one moment if they have the same revision.
 */
TALLY_CHECKED tally_tree_status tally_tree_list(tally_tree *tree, const char *path, uint32_t flags, const char *after,
                                                tally_tree_rows *rows, uint64_t *out_revision);

/*
 * Lists the nodes whose badge changed after a revision, each once, in any order, with what they show now.
 *
 * since          the out_revision of tally_tree_list or of the last call
 * rows           tally_tree_entry
 * out_revision   the `since` of the next call
 *
 * Returns TALLY_OK; TALLY_MORE: call again immediately with out_revision; TALLY_RESYNC: list everything, `since` is
 * unknown.
 * Errors: BUFFER_TOO_SMALL (not even one transaction fits: double the buffers).
 * Cost: O(changes); needs no memory after the first call.
 *
 * This is for hosts that draw once a frame. The last max_changes changes since the first call are kept.
 *
 * A node that changed and changed back may be listed. BUFFER_TOO_SMALL may leave some of the changes in the buffers.
 */
TALLY_CHECKED tally_tree_status tally_tree_changes(tally_tree *tree, uint64_t since, tally_tree_rows *rows,
                                                   uint64_t *out_revision);

/* Flags of tally_tree_reason. Those that tally_tree_badge has as well mean the same. */
#define TALLY_TREE_REASON_OWN_COUNT 1u    /* It owns a count. */
#define TALLY_TREE_REASON_OWN_DOT 2u      /* It owns a dot. */
#define TALLY_TREE_REASON_OVERRIDDEN 8u   /* CHILDREN: its own count adds nothing: its children have one. */
#define TALLY_TREE_REASON_MUTE_NUMBER 16u /* Its mute hides the number that it shows from the path. */
#define TALLY_TREE_REASON_MUTE_ALL 32u    /* Its mute hides everything that it shows from the path. */
#define TALLY_TREE_REASON_LIGHTS 64u      /* Its own badge reaches the path, which shows a badge. */
#define TALLY_TREE_REASON_MUTED 128u      /* A mute hides its badge from the path; with LIGHTS only the number. */

/* A row of tally_tree_explain: a badge behind what a path shows. */
typedef struct tally_tree_reason {
    uint64_t contributed; /* How much of the path's count comes from its own badge. */
    uint64_t kept_count;  /* MUTE_NUMBER, MUTE_ALL: the number that its mute hides; 0: a dot, or no mute. */
    uint32_t own_count;   /* Its own count; 0: none. */
    uint32_t flags;       /* TALLY_TREE_REASON_… */
    tally_tree_text path;
} tally_tree_reason;

/*
 * Explains why a path shows what it shows.
 *
 * rows   tally_tree_reason
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH.
 * Cost: O(nodes below that show a badge or are muted, and the depth of each row), also for a call that continues.
 *
 * It lists the nodes at or below the path that own a badge, even if a mute hides it. It also lists nodes below whose
 * mute hides something. The nodes are sorted by the bytes of their paths. The contributed counts add up to the path's
 * count. The path shows a badge if and only if an entry has LIGHTS.
 */
TALLY_CHECKED tally_tree_status tally_tree_explain(tally_tree *tree, const char *path, uint32_t flags,
                                                   const char *after, tally_tree_rows *rows);

/* --------------------------------------------------------------------------------------------------------------
 * Transactions and batches
 *
 * All changes of a transaction are one revision, or none of them happens. Within it the tree reads as changed. An
 * operation that fails does not end it. Styles, handles and observers are not a part of it.
 * ------------------------------------------------------------------------------------------------------------ */

/* Begins a transaction. Returns TALLY_OK. Errors: ARGUMENT (a transaction is in progress). */
TALLY_CHECKED tally_tree_status tally_tree_begin(tally_tree *tree);

/*
 * Commits the transaction.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (no transaction is in progress).
 * Cost: O(what changed).
 *
 * If that fails with NO_MEMORY, the transaction is reverted, and has ended.
 */
TALLY_CHECKED tally_tree_status tally_tree_commit(tally_tree *tree);

/*
 * Reverts the transaction, and ends it.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (no transaction is in progress).
 * Cost: O(what changed).
 */
TALLY_CHECKED tally_tree_status tally_tree_rollback(tally_tree *tree);

/* A node handle, see tally_tree_node_resolve. 0 is never one. */
typedef uint64_t tally_tree_node;

/* Kinds of tally_tree_operation. */
#define TALLY_TREE_OP_SET 1   /* value: the count */
#define TALLY_TREE_OP_DOT 2
#define TALLY_TREE_OP_ADD 3   /* value: the delta */
#define TALLY_TREE_OP_CLEAR 4
#define TALLY_TREE_OP_CLEAR_TREE 5
#define TALLY_TREE_OP_MUTE 6  /* value: TALLY_TREE_MUTE_… */
#define TALLY_TREE_OP_GET 7
typedef int32_t tally_tree_operation_kind;

/* One operation of tally_tree_batch. */
typedef struct tally_tree_operation {
    tally_tree_operation_kind kind;   /* TALLY_TREE_OP_… */
    tally_tree_status status;         /* out: the operation's own status */
    tally_tree_badge_kind badge_kind; /* out, GET: TALLY_TREE_KIND_…, what the node shows as of this operation */
    uint32_t flags;                   /* 0 */
    tally_tree_node node;             /* The node; 0: `path` names it. */
    int64_t value;
    int64_t until;                    /* SET, DOT, MUTE: the expiry, or TALLY_TREE_FOREVER. */
    uint64_t count;                   /* out, GET: the count as of this operation */
    const char *path;                 /* The node if `node` is 0. Borrowed until the call returns. */
    void *reserved;                   /* NULL */
} tally_tree_operation;

/*
 * Applies operations in order, all or none, as one transaction.
 *
 * operations     `status` is set in each of them
 * out_revision   may be NULL; the tree's revision afterwards
 *
 * Returns TALLY_OK; TALLY_HELD of an operation does not fail the batch.
 * Errors: PATH, LIMIT, RANGE, STALE_HANDLE (of an operation), ARGUMENT (also: a transaction is in progress).
 * Cost: that of the operations.
 *
 * The results are those of single calls. If an operation is rejected, the call returns its error, and the status of all
 * other operations is TALLY_ERROR_NOT_APPLIED.
 */
TALLY_CHECKED tally_tree_status tally_tree_batch(tally_tree *tree, tally_tree_operation *operations, size_t count,
                                                 uint64_t *out_revision);

/* --------------------------------------------------------------------------------------------------------------
 * Node handles
 *
 * A node handle is a resolved path: operations on it need not look up the text again. It is valid until it was released
 * as often as it was resolved. 0 is never a handle. Every function that takes a node, except tally_tree_node_release,
 * can fail with STALE_HANDLE: the node was released, or belongs to another tree.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Resolves a path, and creates it if it does not exist.
 *
 * out_node   owned, release with tally_tree_node_release once for each time it was resolved
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(length of the path).
 */
TALLY_CHECKED tally_tree_status tally_tree_node_resolve(tally_tree *tree, const char *path, tally_tree_node *out_node);

/* Releases a node handle once. 0, a released node and a node of another tree are accepted, and nothing happens. */
TALLY_API void tally_tree_node_release(tally_tree *tree, tally_tree_node node);

/* Writes the path of a node. It begins with `root`. Returns TALLY_OK. */
TALLY_CHECKED tally_tree_status tally_tree_node_get_path(tally_tree *tree, tally_tree_node node, char *buffer,
                                                         size_t capacity, size_t *out_length);

/* Sets the node's own badge to `count`: see tally_tree_set. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_tree_status tally_tree_node_set(tally_tree *tree, tally_tree_node node, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: LIMIT. */
TALLY_CHECKED tally_tree_status tally_tree_node_dot(tally_tree *tree, tally_tree_node node);

/* Sets the node's own badge with an end: see tally_tree_set_until. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_tree_status tally_tree_node_set_until(tally_tree *tree, tally_tree_node node, int64_t count,
                                                          int64_t until);

/* Sets the node's own badge to a dot with an end: see tally_tree_dot_until. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_tree_status tally_tree_node_dot_until(tally_tree *tree, tally_tree_node node, int64_t until);

/* Adds to the node's own count: see tally_tree_add. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_tree_status tally_tree_node_add(tally_tree *tree, tally_tree_node node, int64_t delta);

/* Clears the badge of a node: see tally_tree_clear. Returns TALLY_OK or TALLY_HELD. Errors: LIMIT. */
TALLY_CHECKED tally_tree_status tally_tree_node_clear(tally_tree *tree, tally_tree_node node);

/* Clears a whole subtree: see tally_tree_clear_tree. Returns TALLY_OK. Errors: LIMIT. */
TALLY_CHECKED tally_tree_status tally_tree_node_clear_tree(tally_tree *tree, tally_tree_node node);

/* Mutes a node: see tally_tree_mute. Returns TALLY_OK. Errors: LIMIT, ARGUMENT (an unknown mode), RANGE. */
TALLY_CHECKED tally_tree_status tally_tree_node_mute(tally_tree *tree, tally_tree_node node, tally_tree_mute_mode mode,
                                                     int64_t until);

/* Reads what a node shows: see tally_tree_get. Returns TALLY_OK. */
TALLY_CHECKED tally_tree_status tally_tree_node_get(tally_tree *tree, tally_tree_node node,
                                                    tally_tree_badge *out_badge);

/* --------------------------------------------------------------------------------------------------------------
 * Observers
 *
 * There is no queue. The tree keeps the notices of the last transaction; a single operation is one. The next call that
 * changes something, observes, resolves a node or sets a style drops them. So a host must take them after each change.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Observes a path.
 *
 * flags          TALLY_TREE_SUBTREE or 0
 * out_observer   its number, never 0; it may be given again after tally_tree_unobserve
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (also: a transaction is in progress).
 * Cost: O(1); of a subtree O(badges shown below).
 */
TALLY_CHECKED tally_tree_status tally_tree_observe(tally_tree *tree, const char *path, uint32_t flags,
                                                   uint32_t *out_observer);

/* Removes an observer and its pending notices. A number that is none is accepted, and nothing happens. */
TALLY_API void tally_tree_unobserve(tally_tree *tree, uint32_t observer);

/* A change that an observer reports. */
typedef struct tally_tree_notice {
    uint32_t struct_size; /* sizeof(tally_tree_notice): set it before the call. */
    uint32_t observer;
    tally_tree_badge badge; /* The badge that the path shows now. */
    uint32_t path_length;   /* Bytes of the path, without the NUL. */
    uint32_t reserved;
} tally_tree_notice;
#define TALLY_TREE_NOTICE_INIT {sizeof(tally_tree_notice), 0u, {0, 0, 0, 0u, 0u, 0u}, 0u, 0u}

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
TALLY_CHECKED tally_tree_status tally_tree_next_notice(tally_tree *tree, tally_tree_notice *out_notice, char *text,
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
TALLY_CHECKED tally_tree_status tally_tree_snapshot(tally_tree *tree, const char *path, void *buffer, size_t capacity,
                                                    size_t *out_size);

/*
 * Replaces the contents of the path and its subtree with the snapshot.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED.
 * Cost: that of tally_tree_snapshot, O(bytes), and O(depth) for each difference.
 */
TALLY_CHECKED tally_tree_status tally_tree_restore(tally_tree *tree, const char *path, const void *snapshot,
                                                   size_t size);

/*
 * Sets every node of the snapshot to what the snapshot contains, and leaves all other nodes unchanged.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED.
 * Cost: O(bytes), and O(depth) for each difference.
 */
TALLY_CHECKED tally_tree_status tally_tree_merge(tally_tree *tree, const char *path, const void *snapshot, size_t size);

/*
 * Computes a number that is equal for equal subtrees, and hardly ever equal for others.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(nodes) the first time, then O(what changed since).
 *
 * The number is the same on every machine. It is not safe against attackers.
 */
TALLY_CHECKED tally_tree_status tally_tree_digest(tally_tree *tree, const char *path, uint64_t *out_digest);

/* A row of tally_tree_snapshot_decode: what a node owns. */
typedef struct tally_tree_snapshot_entry {
    uint64_t count;             /* Its own count; 0 for a dot or nothing. */
    int64_t until;              /* When its badge ends; 0: it does not. */
    int64_t mute_until;         /* When its mute ends; 0: it does not. */
    tally_tree_badge_kind kind; /* TALLY_TREE_KIND_NONE, _DOT or _NUMBER */
    tally_tree_mute_mode mute;  /* TALLY_TREE_MUTE_… */
    tally_tree_text path;       /* As if the top of the snapshot were `root`. */
} tally_tree_snapshot_entry;

/*
 * Lists what a snapshot contains, sorted by the bytes of the paths.
 *
 * tree   any
 * rows   tally_tree_snapshot_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
TALLY_CHECKED tally_tree_status tally_tree_snapshot_decode(tally_tree *tree, const void *snapshot, size_t size,
                                                           const char *after, tally_tree_rows *rows);

/*
 * Writes the minimal patch from one subtree to another, of the same tree or of another one of the same thread.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: that of tally_tree_digest, and O(what differs).
 */
TALLY_CHECKED tally_tree_status tally_tree_diff(tally_tree *from, const char *from_path, tally_tree *to,
                                                const char *to_path, void *buffer, size_t capacity, size_t *out_size);

/*
 * Writes the minimal patch from a subtree to a snapshot.
 *
 * Returns TALLY_OK.
 * Errors: PATH, MALFORMED.
 * Cost: that of tally_tree_snapshot, and O(bytes).
 */
TALLY_CHECKED tally_tree_status tally_tree_diff_snapshot(tally_tree *tree, const char *path, const void *snapshot,
                                                         size_t size, void *buffer, size_t capacity, size_t *out_size);

/*
 * Writes the minimal patch from one snapshot to another.
 *
 * tree   any
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
TALLY_CHECKED tally_tree_status tally_tree_snapshot_diff(tally_tree *tree, const void *from, size_t from_size,
                                                         const void *to, size_t to_size, void *buffer, size_t capacity,
                                                         size_t *out_size);

/*
 * Writes the patch that undoes a patch.
 *
 * tree   any
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(bytes).
 */
TALLY_CHECKED tally_tree_status tally_tree_patch_inverse(tally_tree *tree, const void *patch, size_t size, void *buffer,
                                                         size_t capacity, size_t *out_size);

#define TALLY_TREE_APPLY_OVERWRITE 1u /* For tally_tree_apply: writes the state after the patch, whatever it is now. */

/*
 * Applies a patch at a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED, CONFLICT (the tree is not in the state that the patch begins with; the message names
 * the first path).
 * Cost: O(bytes), and O(depth) for each change.
 */
TALLY_CHECKED tally_tree_status tally_tree_apply(tally_tree *tree, const char *path, const void *patch, size_t size,
                                                 uint32_t flags);

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
typedef int32_t tally_tree_overflow;

/* Weights of fonts on the scale of OpenType and CSS; any number from 1 to 1,000 is valid. */
#define TALLY_TREE_FONT_WEIGHT_REGULAR 400
#define TALLY_TREE_FONT_WEIGHT_BOLD 700

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
    uint32_t struct_size;         /* sizeof(tally_tree_style); with fields it must reach at least to `icon`. */
    uint32_t fields;              /* TALLY_TREE_STYLE_FIELD_… */
    float dot_radius;             /* Points: finite, 0 or more. Default 3. */
    float offset_x;               /* From the top right corner of the view that has the badge to the badge's center, */
    float offset_y;               /* to the right and down, in points: finite. Default 0, 0. */
    float font_size;              /* Points: finite, above 0. Default 9. */
    int32_t font_weight;          /* 1 to 1,000. Default TALLY_TREE_FONT_WEIGHT_BOLD. */
    uint32_t text_color;          /* Default 0xFFFFFFFF, white. */
    uint32_t background_color;    /* The color of the dot, and behind the number. Default 0xFF0000FF, red. */
    tally_tree_overflow overflow; /* TALLY_TREE_OVERFLOW_… Default TALLY_TREE_OVERFLOW_PLUS. */
    uint64_t max_count;           /* The largest number to write out: from 1; UINT64_MAX: all. Default 99. */
    const char *icon;             /* The name of an icon, 1 to 255 bytes: "new", "hot". Default: none. Not inherited. */
    void *reserved;               /* NULL */
} tally_tree_style;
#define TALLY_TREE_STYLE_INIT \
    {sizeof(tally_tree_style), 0u, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0, NULL, NULL}

/*
 * Replaces the style of a path. NULL, or no fields, removes it.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown field or overflow, an invalid icon), RANGE (a number, also NaN).
 * Cost: O(length of the path).
 */
TALLY_CHECKED tally_tree_status tally_tree_style_set(tally_tree *tree, const char *path, const tally_tree_style *style);

/*
 * Reads the style of the path itself, without what it inherits.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(length of the path).
 *
 * Members that it leaves out are 0. out_style->icon points into `icon`, or is NULL if there is no icon or no room. 256
 * bytes always suffice.
 */
TALLY_CHECKED tally_tree_status tally_tree_style_get(tally_tree *tree, const char *path, tally_tree_style *out_style,
                                                     char *icon, size_t icon_capacity, size_t *out_icon_length);

/* How to draw a badge now. The members of a style have the same meaning there, with all defaults filled in. */
typedef struct tally_tree_presentation {
    uint32_t struct_size;       /* sizeof(tally_tree_presentation): set it before a call that fills one. */
    tally_tree_badge_kind kind; /* TALLY_TREE_KIND_…. text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty. */
    uint64_t count;             /* NUMBER: the number, not capped; otherwise 0. */
    float dot_radius;
    float offset_x;
    float offset_y;
    float font_size;
    int32_t font_weight;
    uint32_t text_color;
    uint32_t background_color;
    tally_tree_overflow overflow;
    uint64_t max_count;
} tally_tree_presentation;
#define TALLY_TREE_PRESENTATION_INIT \
    {sizeof(tally_tree_presentation), 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0}

/*
 * Reads how to draw a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(length and depth of the path).
 *
 * An unknown path shows nothing, and has the style that it would inherit. 256 bytes always suffice for the text.
 */
TALLY_CHECKED tally_tree_status tally_tree_present(tally_tree *tree, const char *path,
                                                   tally_tree_presentation *out_presentation, char *text,
                                                   size_t text_capacity, size_t *out_text_length);

/*
 * Reads how to draw any other badge, such as a sum over several trees.
 *
 * tree    any
 * badge   kind and count; the other members are ignored
 * style   NULL means all defaults
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (the kind, or the style), RANGE (of the style).
 *
 * The kind is TALLY_TREE_KIND_NONE, _DOT or _NUMBER. A NUMBER of 0 is a dot.
 */
TALLY_CHECKED tally_tree_status tally_tree_present_badge(tally_tree *tree, const tally_tree_badge *badge,
                                                         const tally_tree_style *style,
                                                         tally_tree_presentation *out_presentation, char *text,
                                                         size_t text_capacity, size_t *out_text_length);

/* --------------------------------------------------------------------------------------------------------------
 * Paths as text
 *
 * The limits are those of the tree. All functions of this section cost O(length).
 * ------------------------------------------------------------------------------------------------------------ */

/* Writes a name as a component of a path, with `\.` and `\\`. Returns TALLY_OK. Errors: PATH (not a component). */
TALLY_CHECKED tally_tree_status tally_tree_path_escape(tally_tree *tree, const char *name, char *buffer,
                                                       size_t capacity, size_t *out_length);

/* Writes a path and a component below it, `name`, which it escapes. Returns TALLY_OK. Errors: PATH. */
TALLY_CHECKED tally_tree_status tally_tree_path_join(tally_tree *tree, const char *path, const char *name, char *buffer,
                                                     size_t capacity, size_t *out_length);

/* Writes the parent of a path. Returns TALLY_OK. Errors: PATH, NOT_FOUND (`root` has none). */
TALLY_CHECKED tally_tree_status tally_tree_path_parent(tally_tree *tree, const char *path, char *buffer,
                                                       size_t capacity, size_t *out_length);

/*
 * Writes a component of a path, without escapes.
 *
 * index   from 0; `root` is not counted
 *
 * Returns TALLY_OK.
 * Errors: PATH, NOT_FOUND (beyond the last one).
 */
TALLY_CHECKED tally_tree_status tally_tree_path_component(tally_tree *tree, const char *path, size_t index,
                                                          char *buffer, size_t capacity, size_t *out_length);

#ifdef __cplusplus
}
#endif

#endif
