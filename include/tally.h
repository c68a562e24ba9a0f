/*
 * tally.h: an embeddable engine for unread badges.
 *
 * Tally is an embeddable engine for unread badges: the red dots and numbers that tell a user that something below is
 * new. It carries every change up to the ancestors, reports exactly what changed, and stores everything in one SQLite
 * file. It also fetches unread messages on a loop of its own. docs/concepts explains these ideas, with examples.
 *
 * A first program:
 *
 *     tally_engine *engine;
 *     tally_account *account;
 *     tally_badge badge;
 *
 *     tally_engine_open(NULL, &engine);                       // in memory; or options with a file
 *     tally_account_open(engine, "ann", NULL, &account);
 *     tally_badge_set(account, "root.chat.bo", 3);
 *     tally_badge_dot(account, "root.promo");
 *     tally_badge_get(account, "root", &badge);               // kind TALLY_KIND_NUMBER, count 3
 *     tally_account_release(account);
 *     tally_engine_close(engine, TALLY_NO_TIMEOUT);
 *
 * CONVENTIONS, which hold for every function unless its comment says otherwise
 *
 * Status. A function that can fail returns a tally_status. 0 is TALLY_OK, a negative number is an error, and a positive
 * number is a qualified success. A call that fails changes nothing. Call tally_error_message on the same thread for a
 * description of the error. The numbers never change.
 *
 * Errors. A comment lists the errors of its function, without the prefix TALLY_ERROR_. It does not repeat those that
 * many functions have in common:
 * - ARGUMENT: a required pointer is NULL, a flag is unknown, a reserved member is not zero, or a name is invalid.
 * - NO_MEMORY, CLOSED, FORKED: every function that returns a status can fail with them.
 * - NOT_FOUND: the account or the feed of the handle was removed.
 * - LIMIT, IO: with max_loaded_accounts a call may have to read its account first.
 * - CORRUPT: every function that uses the file can find damage in it.
 * - IO, FULL: with full durability, every function that changes badges can fail with them.
 * - MALFORMED, PROTOCOL: the message says what is wrong, and where.
 *
 * Later versions add kinds, flags in outputs, and statuses. A program ignores an event, a row or a flag that it does
 * not know. It treats an unknown positive status as success, and an unknown negative one as an error.
 *
 * Stability. The introduction of each section says how stable the section is. "Stable from 0.1" means that only
 * additions follow: a program that compiles and works with 0.1 does so with every later version. "May change until 0.2"
 * means that names, parameters and behavior can still change in version 0.2, and the changelog lists each change.
 *
 * Order. The sections come in the order of need. Stable are version, lists, bytes, engine, files, accounts,
 * badges, messages, watching, feeds. The others: paths, groups, outbox, reminders, snapshots, nodes, batches,
 * presentation, transport, many accounts, traces.
 *
 * Ownership. "copied": the library keeps a copy, and the caller may free its memory when the call returns. "borrowed
 * until X": the memory is valid until X, and the caller must not free it. "owned, release with F": the caller must
 * call F exactly once. All arguments are copied. A handle that a call returns is NULL after an error. An output for a
 * token, a key, a position or a number of things may be NULL. Others may be NULL only if the comment says so.
 *
 * Threads. Every function may be called from any thread, and inside callbacks. There is one writer at a time. A reader
 * never sees half a transaction. pthread_cancel takes effect only after the call, at the thread's next cancellation
 * point. Cancellation may also be disabled inside callbacks.
 *
 * Handles. tally_engine, tally_account, tally_feed, tally_scope and tally_trace are opaque. Releasing NULL does
 * nothing. Handles may be released in any order. A handle that outlives its engine fails with CLOSED and must still be
 * released. Using a handle after its release is undefined. A tally_snapshot belongs to no engine. An engine does not
 * survive fork(): in the child every call fails with FORKED. The child may only exec or release its handles.
 * tally_engine_close then only releases, and returns TALLY_OK.
 *
 * Text is UTF-8 and ends with NUL. Invalid UTF-8 is rejected before anything changes, and the message names the
 * argument or member. The error is ARGUMENT, but PATH for a path, URL for a URL, and PROTOCOL for a page or a push. For
 * a mapping or another program's file it is MALFORMED. A file name may be any bytes. A "name" is 1 to 255 bytes of
 * UTF-8 without control characters. The arguments `name` and `id` are names.
 *
 * Buffers. Functions write text into a buffer that the caller provides. The buffer needs length + 1 bytes. `out_length`
 * is always set to the length without the NUL. If the capacity is too small, the function fails with BUFFER_TOO_SMALL
 * and leaves the buffer untouched. A buffer may be NULL if its capacity is 0. If a function fills a structure and a
 * text, the text's buffer and length may both be NULL. A large output is a tally_bytes instead, which the library
 * allocates: see "Bytes".
 *
 * Structures. The caller sets `struct_size` to the size that it was compiled with, at least 8; TALLY_..._INIT does
 * that. Defaults complete shorter options (of an older program). Longer options (of a newer program) fail with ARGUMENT
 * unless the unknown part is zero. An output is filled up to its size. A structure that a callback receives has the
 * library's `struct_size`: a program that copies it copies no more bytes. NULL options mean all defaults, and a member
 * that is zero means its default. Reserved members and unknown flags must be zero. Sizes and counts of memory are
 * size_t. Everything else in structures has a fixed width.
 *
 * Identifiers. A number that the library gives to a thing to identify it is an int64_t named `id`. It is positive and
 * never used again in its file, unless its comment says otherwise. A thing that already has a text `id`, such as a
 * message or a reminder, has the number as its `key`.
 *
 * Numbers in options. The comment of a member or parameter says which of these meanings it has:
 *
 *     where                                                        0               -1
 *     limits of tally_engine_options, max_loaded_accounts aside    TALLY_DEFAULT   -
 *     max_loaded_accounts                                          TALLY_NO_LIMIT  -
 *     seed of tally_engine_options                                 TALLY_DEFAULT   -
 *     times of tally_feed_options that a profile has               TALLY_DEFAULT   TALLY_OFF
 *     request_timeout, idle_timeout, page_limit of a feed          TALLY_DEFAULT   -
 *     max_age, max_messages of a feed                              TALLY_NO_LIMIT  -
 *     timeout of tally_engine_next_event and tally_trace_next      TALLY_NO_WAIT   TALLY_NO_TIMEOUT
 *     timeout of tally_engine_close                                TALLY_NO_WAIT   TALLY_NO_TIMEOUT
 *     limit of tally_engine_dispatch                               TALLY_NO_LIMIT  -
 *     until, a timestamp                                           TALLY_FOREVER   -
 *
 * Defaults. That of a feed's time is its profile's, and that of the seed the system's.
 *
 * Memory. A call that finds no memory fails with NO_MEMORY and changes nothing. The same call can succeed later. The
 * library never ends the process when memory runs out. It keeps a reserve of 16 kB for each open engine and for each
 * call that runs at the same time. A call begins only when its reserve is complete. Functions that release something,
 * tally_engine_close, and the functions that deliver events need none.
 *
 * Callbacks are passed as `callback, user_data, release_user_data`. user_data is the first argument of each call. If
 * release_user_data is not NULL, it is called exactly once, when the callback can never be called again. This also
 * happens if the function that took it fails. It must not call the library. Callbacks run only inside
 * tally_engine_next_event, tally_engine_dispatch and tally_engine_step, on the thread that called them. No lock is
 * held, and they may call anything except tally_engine_close. The comments of notify, log and the transport say where
 * these run. They hold no lock, and may call anything except tally_engine_close and tally_engine_step (THREAD). Clock
 * and zone_file run on any thread, with locks held: they must return immediately, and must not call the library.
 *
 * Time and versions. Timestamps are milliseconds since 1970-01-01 00:00 UTC. Durations are milliseconds. Every function
 * exists since version 0.1 unless its comment names a later one.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

/* Declarations begin with one of these. TALLY_API: the library exports the symbol. TALLY_CHECKED: the compiler also
 * warns if a program ignores the status. Define TALLY_UNCHECKED before this header to turn these warnings off. */
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
 * Version, status, errors
 *
 * Stable from 0.1: only additions.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_VERSION_MAJOR 0
#define TALLY_VERSION_MINOR 1
#define TALLY_VERSION_PATCH 0
#define TALLY_VERSION "0.1.0"
#define TALLY_VERSION_NUMBER 1000 /* As tally_version. */

/* Returns the library's version at run time: major * 1,000,000 + minor * 1,000 + patch. */
TALLY_API uint32_t tally_version(void);

/* Returns the version as text, "0.1.0". Borrowed for the life of the process. */
TALLY_API const char *tally_version_text(void);

typedef int32_t tally_status;

/* Success. */
#define TALLY_OK 0

/* Qualified successes. */
#define TALLY_HELD 1            /* The badge still shows, because of something below it or messages that feed it. */
#define TALLY_MORE 2            /* There is more: call again from where this list ends. */
#define TALLY_RESYNC 3          /* The requested changes are no longer kept: list everything instead. */
#define TALLY_ALREADY_APPLIED 4 /* This batch, or message, was applied before; nothing has changed. */
#define TALLY_NOT_MODIFIED 5    /* The server had nothing new. */
#define TALLY_EMPTY 6           /* Nothing arrived in time, or the wait was interrupted. */
#define TALLY_SET_ASIDE 7       /* The file was damaged. It was renamed, and a new one created. */
#define TALLY_PARTIAL 8         /* Some items of the batch were rejected; all others were applied. */

/* Errors. */
#define TALLY_ERROR_ARGUMENT (-1)          /* NULL, an unknown flag or a value without a meaning. */
#define TALLY_ERROR_NO_MEMORY (-2)         /* There was not enough memory. */
#define TALLY_ERROR_PATH (-3)              /* An invalid path, or one that is too deep or too long. */
#define TALLY_ERROR_RANGE (-4)             /* A number is out of its range. */
#define TALLY_ERROR_LIMIT (-5)             /* A limit set when opening would be exceeded. */
#define TALLY_ERROR_NOT_FOUND (-6)         /* There is no such account, feed, message or reminder. */
#define TALLY_ERROR_EXISTS (-7)            /* It exists already. */
#define TALLY_ERROR_CONFLICT (-8)          /* It contradicts what is stored. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9)  /* The caller's buffer is too small; the call reports the size needed. */
#define TALLY_ERROR_STALE_HANDLE (-10)     /* The node was released, or belongs to another account. */
#define TALLY_ERROR_CLOSED (-11)           /* The engine, or the handle's parent, was closed. */
#define TALLY_ERROR_FORKED (-12)           /* The engine belongs to the parent process. */
#define TALLY_ERROR_THREAD (-13)           /* Not allowed on this thread, or inside a callback. */
#define TALLY_ERROR_UNSUPPORTED (-14)      /* Not available in this build or mode. */
#define TALLY_ERROR_INTERNAL (-15)         /* A defect of the library; please report it. */
#define TALLY_ERROR_NOT_APPLIED (-16)      /* This operation was valid, but another one failed the batch. */
#define TALLY_ERROR_MALFORMED (-17)        /* Not a valid snapshot, patch, export or mapping. */
#define TALLY_ERROR_IO (-20)               /* The file could not be read or written. */
#define TALLY_ERROR_FULL (-21)             /* The disk, or the database's size limit, is full. */
#define TALLY_ERROR_LOCKED (-22)           /* Another process has the file open. */
#define TALLY_ERROR_CORRUPT (-23)          /* The file is damaged. It was not changed. */
#define TALLY_ERROR_NOT_A_STORE (-24)      /* Not a file of this library. It was not changed. */
#define TALLY_ERROR_NEWER (-25)            /* Written by a newer version. It was not changed. */
#define TALLY_ERROR_READ_ONLY (-26)        /* The file or its directory is read-only. */
#define TALLY_ERROR_PERMISSION (-27)       /* The system does not permit access. */
#define TALLY_ERROR_STALE_EPOCH (-28)      /* The batch comes from a former owner of its source. */
#define TALLY_ERROR_URL (-40)              /* An invalid URL, or an unsupported scheme. */
#define TALLY_ERROR_NETWORK (-41)          /* The server could not be reached, or the connection broke. */
#define TALLY_ERROR_TIMEOUT (-42)          /* A deadline passed. */
#define TALLY_ERROR_TLS (-43)              /* The server's certificate or the handshake was rejected. */
#define TALLY_ERROR_PROTOCOL (-44)         /* The response is not of the expected form; all of it was rejected. */
#define TALLY_ERROR_TOO_LARGE (-45)        /* The response exceeds the limit; all of it was rejected. */
#define TALLY_ERROR_SERVER (-46)           /* The server responded with an error. */
#define TALLY_ERROR_UNAUTHORIZED (-47)     /* The server rejected the credential, or the request waits for one. */
#define TALLY_ERROR_RATE_LIMITED (-48)     /* The server asks the client to wait. */
#define TALLY_ERROR_LOGGED_OUT (-49)       /* The account is not logged in. */
#define TALLY_ERROR_CANCELLED (-50)        /* The request was cancelled, or its feed was removed. */

/* Returns the name of a status, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number. Borrowed for the life
 * of the process. */
TALLY_API const char *tally_status_name(tally_status status);

/* Returns an English sentence that describes a status in general. Borrowed for the life of the process. */
TALLY_API const char *tally_status_message(tally_status status);

/*
 * Describes the last failed call of this thread: "path 'a..b': a component is empty, at byte 2".
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL.
 *
 * A call that succeeds leaves the message unchanged. There are two exceptions. After TALLY_SET_ASIDE of
 * tally_engine_open, the message says how the file was renamed. After TALLY_PARTIAL of a batch or an import of many
 * accounts, it describes the first rejected one. The message is empty before the first error. 1,024 bytes always
 * suffice.
 */
TALLY_API tally_status tally_error_message(char *buffer, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Lists
 *
 * Stable from 0.1: only additions.
 *
 * A function that lists fills a tally_rows, which names two buffers of the caller: one for rows, one for their texts.
 * The function writes as many rows as fit, and sets `count` and `text_size` to what it has written.
 * - TALLY_OK: these are all rows; `next` is NULL.
 * - TALLY_MORE: there are more rows. Call again with `next` as `after`.
 * - BUFFER_TOO_SMALL: not even one row fits, with its `next`. `count` and `text_size` say what is enough for this call.
 *
 * After any other error both are 0. An `after` of NULL or "" begins with the first row. `next` is a text in the text
 * buffer that only the library reads. The call reads `after` before it writes, so a loop may pass `next` as it is.
 * After an error `next` is NULL, and the texts are lost: to call again with more room, pass a copy. A copy continues
 * the list also after changes and in a later run, even if the last row was removed. It belongs to its list: to the
 * function, the account, and the path as it was written, the thread or the feed.
 *
 * Every list can fail with ARGUMENT. Then entry_size is not the size of such a row in any version, or `after` is no
 * `next` of this list. An unknown flag is another reason; flags without a description must be 0. The texts of one call
 * begin below 4 GiB; further rows are left for the next call.
 *
 * Lists that grow at their end take TALLY_LIST_FOLLOW. `next` is then also set with TALLY_OK, so that a later call with
 * it lists the rows that were added meanwhile. If there are none yet, `next` is the `after` of the call.
 *
 * Later versions add members at the end of a row. An older program gets the part of a row that it knows. To a newer one
 * the library writes zeros for the members that it does not know.
 * ------------------------------------------------------------------------------------------------------------ */

/* A flag of the lists whose comments name it: `next` is also set at the end of the list. See above. */
#define TALLY_LIST_FOLLOW 256u

/* A text of a row: where it begins in the text buffer, and its length without the NUL. An absent text has length 0. */
typedef struct tally_text {
    uint32_t offset;
    uint32_t length;
} tally_text;

/* The output of a list. entry_size must be the size of the row's structure. The library never writes beyond the two
 * capacities. */
typedef struct tally_rows {
    uint32_t struct_size;  /* sizeof(tally_rows) */
    uint32_t entry_size;   /* sizeof(tally_message), or of whatever the function lists. */
    void *entries;         /* The caller's array of rows. NULL: no room. */
    size_t capacity;       /* Rows that fit into entries. */
    char *text;            /* The caller's buffer for the texts of the rows, each with its NUL. NULL: no room. */
    size_t text_capacity;  /* Bytes that fit into text. */
    size_t count;          /* out: rows written. */
    size_t text_size;      /* out: bytes of text written, with the NULs and `next`. */
    const char *next;      /* out: the `after` of the next call. NULL: there are no more rows, or there is no `after`. */
} tally_rows;
#define TALLY_ROWS_INIT {sizeof(tally_rows), 0u, NULL, 0, NULL, 0, 0, 0, NULL}
/* The same with the room of two arrays: tally_rows rows = TALLY_ROWS(entries, text); */
#define TALLY_ROWS(e, t) {sizeof(tally_rows), sizeof *(e), (e), sizeof(e) / sizeof *(e), (t), sizeof(t), 0, 0, NULL}

/* --------------------------------------------------------------------------------------------------------------
 * Bytes
 *
 * Stable from 0.1: only additions.
 *
 * A function whose output can be large allocates it and fills a tally_bytes, so one call is enough. The caller owns the
 * bytes and releases them with tally_bytes_release. They belong to no engine. After an error the tally_bytes is empty:
 * NULL and 0. The function overwrites the former members without releasing them.
 * ------------------------------------------------------------------------------------------------------------ */

/* Bytes that the library has allocated. `data` ends with a NUL that `size` does not count. */
typedef struct tally_bytes {
    const void *data; /* NULL: there are none. */
    size_t size;
} tally_bytes;
#define TALLY_BYTES_INIT {NULL, 0}

/* Frees the bytes, and sets both members to zero. NULL and an empty tally_bytes are accepted. The call is also valid
 * after the engine was closed, and after a fork. */
TALLY_API void tally_bytes_release(tally_bytes *bytes);

/* --------------------------------------------------------------------------------------------------------------
 * Engine
 *
 * Stable from 0.1: only additions.
 * ------------------------------------------------------------------------------------------------------------ */

/* Special numbers: see "Numbers in options" above. */
#define TALLY_DEFAULT 0       /* The default of an option. */
#define TALLY_OFF (-1)        /* A time of a feed that never comes. */
#define TALLY_NO_LIMIT 0      /* As many as there are. */
#define TALLY_NO_WAIT 0       /* A timeout that has passed already. */
#define TALLY_NO_TIMEOUT (-1) /* A timeout that never passes. */

/* Releases a callback's user_data: see "Callbacks" above. */
typedef void (*tally_release_callback)(void *user_data);

typedef struct tally_engine tally_engine;
typedef struct tally_account tally_account;
typedef struct tally_feed tally_feed;
typedef struct tally_scope tally_scope;
typedef struct tally_trace tally_trace;

/* When a change is on the disk. docs/concepts/durability.md says what a crash keeps, concepts/threads.md who waits.
 * - GROUP: the loop thread writes badges in groups, within about 50 ms. Changes of messages, batches with an id or a
 *   source, and clears of badges that messages feed are on the disk when the call returns. Badges that cannot be
 *   written stay in memory, and are tried again every second. tally_engine_flush, tally_engine_close and the log report
 *   that.
 * - FULL: every call that changes something returns when the change is on the disk. */
#define TALLY_DURABILITY_GROUP 0
#define TALLY_DURABILITY_FULL 1
typedef int32_t tally_durability;

/* Flags of tally_engine_options. */
#define TALLY_ENGINE_HOST_DRIVEN 1u /* The library has no thread of its own: the host calls tally_engine_step. */
#define TALLY_ENGINE_SET_ASIDE 2u   /* Renames a damaged file and begins a new one: see tally_engine_open. */
#define TALLY_ENGINE_LOGGED_OUT 4u  /* For tools: see tally_account_log_in. */

/*
 * A clock for tests: the wall clock in milliseconds since 1970, and a clock that never goes back and counts sleep.
 *
 * With TALLY_ENGINE_HOST_DRIVEN all due work follows this clock. Timeouts of requests follow the system's clock, too.
 */
typedef void (*tally_clock_callback)(void *user_data, int64_t *out_wall, int64_t *out_elapsed);

#define TALLY_LOG_ERROR 1
#define TALLY_LOG_WARNING 2
#define TALLY_LOG_INFO 3
typedef int32_t tally_log_level;

/*
 * Receives the lines of the log in order, one call at a time, on any thread that uses the engine.
 *
 * text   at most 1,023 bytes, borrowed until the callback returns
 *
 * Lines that arrive during a call follow on the same thread. Beyond 32,768 bytes they are lost, and a warning says how
 * many. A callback whose own calls are logged never ends.
 */
typedef void (*tally_log_callback)(void *user_data, tally_log_level level, const char *text);

/*
 * Reads the file of a zone (TZif) by its name into `bytes`, which has room for `capacity` bytes (65,536).
 *
 * Returns its size, or 0 if the zone does not exist.
 */
typedef size_t (*tally_zone_callback)(void *user_data, const char *name, void *bytes, size_t capacity);

/* Options of tally_engine_open. Nothing grows with use alone: docs/concepts/durability.md lists what exists besides the
 * host's data, and which of these limits bounds it. */
typedef struct tally_engine_options {
    uint32_t struct_size;       /* sizeof(tally_engine_options) */
    uint32_t flags;             /* TALLY_ENGINE_… */
    uint64_t seed;              /* For tests: the seed of everything random. TALLY_DEFAULT: the system's. */
    int64_t batch_id_time;      /* How long the id of a batch is remembered: from 1,000. Default 86,400,000, a day. */
    const char *file;           /* Path of the database, created if it does not exist. NULL: in memory only. */
    const char *ca_file;        /* Certificate authorities in PEM form, read when needed. NULL: the system's. */
    const char *user_agent;     /* Without control characters. NULL: "tally/" and the version. */
    const char *zone;           /* The name of the device's zone. NULL: TZ, or /etc/localtime. */
    tally_clock_callback clock; /* NULL: the system's clocks. */
    void *clock_user_data;
    tally_release_callback clock_release_user_data; /* NULL: nothing is to be released. See tally_engine_open. */
    tally_log_callback log;     /* NULL: nothing is logged. */
    void *log_user_data;
    tally_release_callback log_release_user_data;   /* The same for the log. */
    tally_zone_callback zone_file; /* NULL: reads below TZDIR, or where systems keep zones. */
    void *zone_user_data;
    tally_release_callback zone_release_user_data;  /* The same for the zone files. */
    void *reserved_pointer;     /* NULL */
    tally_durability durability;         /* TALLY_DURABILITY_… */
    tally_log_level log_level;          /* The least important level to report. Default TALLY_LOG_WARNING. */
    uint32_t max_depth;         /* Components of a path, root not counted: 1 to 1,024. Default 64. */
    uint32_t max_path_bytes;    /* Bytes of a path, with `root`: 4 to 65,535. Default 4,096. */
    uint32_t max_nodes;         /* Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216. */
    uint32_t max_accounts;      /* Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md. */
    uint32_t max_loaded_accounts; /* Accounts in memory: 1 to 16,777,216. TALLY_NO_LIMIT: all. See "Accounts". */
    uint32_t max_feeds;         /* Feeds of all open accounts: 1 to 1,000,000. Default 100,000. */
    uint32_t max_observers;     /* Observers, views and widgets: 1 to 16,777,216. Default 1,048,576. */
    uint32_t max_response_bytes; /* The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB. */
    uint32_t max_batch_ids;     /* Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000. */
    uint32_t max_requests;      /* Requests of feeds in flight, a socket each: 1 to 65,535. Default 256. */
    uint32_t max_requests_per_origin; /* The same to one origin (scheme, host, port): 1 to 65,535. Default 6. */
    uint32_t max_forgotten;     /* Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096. */
    uint32_t max_marks;         /* Read positions of one feed: 1 to 1,073,741,824. Default 10,000. */
    uint32_t max_failed_rows;   /* Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000. */
    uint32_t max_rejected;      /* Rejected items of one feed: 1 to 1,073,741,824. Default 100. */
    uint32_t max_reminder_log;  /* Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000. */
    uint32_t max_cached_groups; /* Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536. */
    uint32_t max_events;        /* Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576. */
    uint32_t max_completions; /* Calls of tally_feed_refresh_now, see there: 1 to 16,777,216. Default 65,536. */
    uint32_t max_links;         /* Links of one account: 1 to 1,073,741,824. Default 65,536. */
} tally_engine_options;
#define TALLY_ENGINE_OPTIONS_INIT \
    {sizeof(tally_engine_options), 0u, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
    NULL, NULL, 0, 0, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, \
    0u}

/*
 * Opens an engine: reads or creates the file, and starts the loop.
 *
 * out_engine   owned, release with tally_engine_close
 *
 * Returns TALLY_OK, or TALLY_SET_ASIDE if a damaged file was renamed.
 * Errors: RANGE, IO, FULL, LOCKED (names the engine's process), CORRUPT, NOT_A_STORE, NEWER, READ_ONLY, PERMISSION.
 * Cost: O(messages with further paths): an account is read when it is opened; with SET_ASIDE O(size of the file).
 *
 * One engine has a file open at a time. Other programs may read it while no engine has it open, and copies always. Only
 * this library may write it. A rejected file is left untouched. docs/concepts/durability.md has all rules. While the
 * file or its log is missing, renamed or replaced, every write fails with IO.
 *
 * Each release_user_data of the options is called exactly once: when the engine is closed and all its other handles are
 * released. No callback can run any more then. If the call fails, it releases them before it returns, unless it cannot
 * read the options because their struct_size is wrong. A forked child releases nothing.
 *
 * TALLY_ENGINE_SET_ASIDE compares the checksum of every page. If one is wrong in two reads, the file and its log are
 * renamed to `<file>.damaged`, or `<file>.damaged-2` and so on. tally_error_message says what was wrong, and the new
 * name. Files without checksums, truncated files and damaged logs are never renamed.
 */
TALLY_CHECKED tally_status tally_engine_open(const tally_engine_options *options, tally_engine **out_engine);

/*
 * Ends all work in progress, writes everything, closes the file and releases the handle.
 *
 * timeout   the milliseconds that writing may take, TALLY_NO_WAIT or TALLY_NO_TIMEOUT
 *
 * Returns TALLY_OK.
 * Errors: THREAD (inside a callback: the engine stays open); IO, FULL, TIMEOUT (the engine is closed, and unwritten
 * changes are lost).
 * Threads: any, but not in a callback.
 *
 * The call drops pending completions and observers, and calls their release_user_data. It waits for callbacks on other
 * threads. The host's transport gets CANCEL for requests without a response. Other threads must not use the handle
 * afterwards: tell them to end, call tally_engine_interrupt, join them, and then close. A thread that waits in
 * tally_engine_next_event wakes with CLOSED.
 */
TALLY_CHECKED tally_status tally_engine_close(tally_engine *engine, int64_t timeout);

/*
 * Waits until everything that was applied before the call is on the disk.
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL (nothing is lost: the changes stay in memory and are tried again).
 */
TALLY_CHECKED tally_status tally_engine_flush(tally_engine *engine);

/*
 * Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its references.
 *
 * Returns TALLY_OK.
 * Errors: CORRUPT (the engine goes on with what can be read), INTERNAL (only memory is wrong), IO (unreadable, but
 * perhaps sound), FULL.
 * Cost: O(size of the file).
 *
 * Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred problems
 * go to the log (TALLY_LOG_ERROR), each with its page, or its table and row. The message has the first. Badges can be
 * used, except while their account is compared.
 */
TALLY_CHECKED tally_status tally_engine_verify(tally_engine *engine);

/* Limits for tally_engine_limit: each is the option of tally_engine_open that its comment names. */
#define TALLY_LIMIT_DEPTH 1               /* max_depth; cannot change. */
#define TALLY_LIMIT_PATH_BYTES 2          /* max_path_bytes; cannot change. */
#define TALLY_LIMIT_NODES 3               /* max_nodes */
#define TALLY_LIMIT_ACCOUNTS 4            /* max_accounts */
#define TALLY_LIMIT_LOADED_ACCOUNTS 5     /* max_loaded_accounts; 0, all accounts, cannot change. */
#define TALLY_LIMIT_FEEDS 6               /* max_feeds */
#define TALLY_LIMIT_OBSERVERS 7           /* max_observers */
#define TALLY_LIMIT_RESPONSE_BYTES 8      /* max_response_bytes */
#define TALLY_LIMIT_BATCH_IDS 9           /* max_batch_ids */
#define TALLY_LIMIT_BATCH_ID_TIME 10      /* batch_id_time, in milliseconds. */
#define TALLY_LIMIT_REQUESTS 11           /* max_requests */
#define TALLY_LIMIT_REQUESTS_PER_ORIGIN 12 /* max_requests_per_origin */
#define TALLY_LIMIT_FORGOTTEN 13          /* max_forgotten */
#define TALLY_LIMIT_MARKS 14              /* max_marks */
#define TALLY_LIMIT_FAILED_ROWS 15        /* max_failed_rows */
#define TALLY_LIMIT_REJECTED 16           /* max_rejected */
#define TALLY_LIMIT_REMINDER_LOG 17       /* max_reminder_log */
#define TALLY_LIMIT_CACHED_GROUPS 18      /* max_cached_groups */
#define TALLY_LIMIT_EVENTS 19             /* max_events */
#define TALLY_LIMIT_COMPLETIONS 20        /* max_completions */
#define TALLY_LIMIT_LOG_LEVEL 21          /* log_level: the least important level to report, TALLY_LOG_… */
#define TALLY_LIMIT_LINKS 22              /* max_links */
typedef int32_t tally_limit;

#define TALLY_LIMIT_KEEP (-1) /* For tally_engine_limit: only reads. */

/*
 * Reads or changes a limit while the engine is open.
 *
 * value     the new value, in the range of the option; or TALLY_LIMIT_KEEP, which changes nothing
 * out_old   may be NULL; the value before the call
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an unknown limit), RANGE, UNSUPPORTED (the limit cannot change).
 * Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
 *
 * A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from which
 * old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond it leave as
 * soon as nothing needs them. A call that is working on an account keeps the former limit of its nodes.
 * The limits of paths cannot change because accounts and feeds in memory have room for the longest path. An engine that
 * was opened without max_loaded_accounts, or has no file, keeps all accounts in memory.
 */
TALLY_CHECKED tally_status tally_engine_limit(tally_engine *engine, tally_limit limit, int64_t value, int64_t *out_old);

#define TALLY_BACKUP_REPLACE 1u /* For tally_engine_backup: replaces an existing file. */

/*
 * Copies the engine's file while the engine is in use.
 *
 * Returns TALLY_OK.
 * Errors: EXISTS (without TALLY_BACKUP_REPLACE, or it is no regular file), LOCKED (open in an engine), CONFLICT (not
 * closed: its log lies beside it), ARGUMENT (the engine's own files), UNSUPPORTED (the engine has no file), CLOSED
 * (also: closed during the call), CORRUPT, IO, FULL, READ_ONLY, PERMISSION.
 * Cost: O(size of the file).
 *
 * The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything applied
 * before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
 * `<file>-partial`, replaces that of an interrupted backup, and renames it at the end.
 *
 * Changes of badges do not wait. A durable call waits for one megabyte at most.
 */
TALLY_CHECKED tally_status tally_engine_backup(tally_engine *engine, const char *file, uint32_t flags);

/* Numbers about an engine. */
typedef struct tally_stats {
    uint32_t struct_size;       /* sizeof(tally_stats): set it before the call. */
    uint32_t accounts;          /* Open accounts. */
    uint32_t loaded_accounts;   /* Open accounts in memory. */
    uint32_t feeds;             /* Feeds of these accounts that were added in this run. */
    uint64_t account_loads;     /* How often an account was read since the engine was opened. */
    uint64_t account_evictions; /* How often an account left memory for another one. */
    uint64_t observers;         /* Observers, views and widgets. */
    uint64_t events;            /* Pending events. */
    uint64_t nodes;             /* Nodes of the accounts in memory. */
    uint64_t node_bytes;        /* Bytes of these nodes and their paths. */
    uint64_t unstored_badges;   /* Badges that are not written yet, without those that are being written. */
    int64_t file_size;          /* Bytes of the file. */
    int64_t log_size;           /* Bytes of its write-ahead log; 0: none. */
    uint64_t commits;           /* Commits that calls waited for since the engine was opened. */
    uint64_t committed_calls;   /* The calls that waited for them. Several share a commit. */
    uint64_t longest_wait_us;   /* The longest wait for the lock of all accounts, in microseconds, since the engine was
                                   opened or the last TALLY_STATS_RESET. */
    uint64_t longest_hold_us;   /* The longest that one call used the store, measured in the same way. */
    uint32_t waiting_calls;     /* Calls that are waiting for the store. */
    uint32_t requests;          /* Requests of feeds in flight. */
    uint32_t origin_requests;   /* The most of these to one origin. */
    uint32_t drifts;            /* Events DRIFT since the engine was opened. */
} tally_stats;
#define TALLY_STATS_INIT {sizeof(tally_stats), 0u, 0u, 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0u, 0u, 0u}

#define TALLY_STATS_RESET 1u /* For tally_engine_get_stats: longest_wait_us and longest_hold_us begin again. */

/*
 * Reads numbers about the engine, except of accounts on which a long call is working.
 *
 * flags   TALLY_STATS_RESET or 0. Without it the call changes nothing, so several monitors can read the numbers
 *
 * Returns TALLY_OK.
 * Cost: O(feeds, and accounts in memory).
 */
TALLY_CHECKED tally_status tally_engine_get_stats(tally_engine *engine, uint32_t flags, tally_stats *out_stats);

/*
 * Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
 *
 * Returns TALLY_OK.
 * Cost: O(feeds).
 *
 * In the background, pages are not seen (tally_feed_show_page), and timers of feeds with
 * TALLY_FEED_OPTION_STOPS_IN_BACKGROUND do not poll. Coming to the foreground with a page shown counts as a return to
 * that page.
 */
TALLY_CHECKED tally_status tally_engine_set_foreground(tally_engine *engine, int32_t foreground);

/*
 * Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first there is.
 *
 * Returns TALLY_OK.
 * Cost: O(feeds).
 *
 * When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
 * after a regular attempt, or after the network was lost.
 */
TALLY_CHECKED tally_status tally_engine_set_network(tally_engine *engine, int32_t available);

/*
 * Tells all feeds that the machine was asleep and is awake, as if the network were back.
 *
 * Returns TALLY_OK.
 * Cost: O(feeds).
 *
 * Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due during
 * sleep is done once, also without this call.
 */
TALLY_CHECKED tally_status tally_engine_woke(tally_engine *engine);

/* --------------------------------------------------------------------------------------------------------------
 * Files
 *
 * Stable from 0.1: only additions.
 *
 * These functions work on a file that no engine has open.
 * ------------------------------------------------------------------------------------------------------------ */

/* The results of tally_file_recover. A thing counts as lost if something in the file still refers to it. */
typedef struct tally_recovery {
    uint32_t struct_size; /* sizeof(tally_recovery) */
    uint32_t flags;          /* 0, or TALLY_RECOVERY_UNCERTAIN. */
    uint64_t pages;          /* Pages of the damaged file. */
    uint64_t damaged_pages;  /* Damaged pages: truncated, unreadable, or with a wrong checksum. */
    uint64_t doubtful_rows;  /* Saved from damaged pages: valid, but perhaps not what was stored. */
    uint64_t accounts_saved;
    uint64_t accounts_lost;  /* Their badges and messages were saved, under their name or a new one, with defaults. */
    uint64_t badges_saved;   /* Badges that nodes own, and mutes. */
    uint64_t badges_lost;
    uint64_t feeds_saved;
    uint64_t feeds_lost;     /* Their messages were saved, in a feed named "recovered-" and a number. */
    uint64_t messages_saved;
    uint64_t messages_lost;
    uint64_t others_saved;   /* Other rows: reminders, read marks, pending actions, words of groups. */
    uint64_t others_lost;    /* With the rows that belong to a missing account or feed. */
} tally_recovery;
#define TALLY_RECOVERY_INIT {sizeof(tally_recovery), 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
#define TALLY_RECOVERY_UNCERTAIN 1u /* More may be lost: a page that may have contained rows says nothing about them. */

/*
 * Saves the readable parts of a damaged file in a new one.
 *
 * damaged        only read, as is its log; no engine may have it open
 * fresh          must not exist; appears when it is complete and verified
 * out_recovery   may be NULL; the result
 *
 * Returns TALLY_OK.
 * Errors: EXISTS (fresh, or `<fresh>.recovering` of a killed run), CONFLICT (a log of an earlier file lies beside
 * fresh), NOT_A_STORE, NEWER, LOCKED, CORRUPT (nothing can be read), IO, FULL, READ_ONLY, PERMISSION.
 * Cost: O(size of the file).
 *
 * Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
 * are left out and counted. If anything was lost, feeds request everything from scratch.
 */
TALLY_CHECKED tally_status tally_file_recover(const char *damaged, const char *fresh, tally_recovery *out_recovery);

/*
 * Rewrites a file without gaps, with checksums on every page.
 *
 * Returns TALLY_OK.
 * Errors: IO (also: there is no such file), FULL, LOCKED, CORRUPT, NOT_A_STORE, NEWER, READ_ONLY, PERMISSION.
 * Cost: O(size of the file).
 *
 * The call needs room for two more copies. If it fails, nothing is lost.
 */
TALLY_CHECKED tally_status tally_file_vacuum(const char *file);

/* --------------------------------------------------------------------------------------------------------------
 * Accounts
 *
 * Stable from 0.1: only additions.
 *
 * Each account has its own tree of badges, feeds and messages. docs/concepts/accounts.md explains which of them are
 * open or in memory, and their total.
 * ------------------------------------------------------------------------------------------------------------ */

/* How a node's number is computed from its own count and its children's. See docs/concepts/aggregation.md. */
#define TALLY_AGGREGATION_DEFAULT 0 /* As stored; CHILDREN for a new account. */
#define TALLY_AGGREGATION_CHILDREN 1 /* The number of children and messages; the node's own if they have none. */
#define TALLY_AGGREGATION_SUM 2 /* Both together. */
typedef int32_t tally_aggregation;

/* Which messages feed the badge at their path. */
#define TALLY_FEEDING_DEFAULT 0 /* As stored, UNSEEN for a new account; in a rule, as above the path. */
#define TALLY_FEEDING_UNSEEN 1
#define TALLY_FEEDING_UNREAD 2
typedef int32_t tally_feeding;

#define TALLY_ACCOUNT_EXISTING 1u /* Fails with NOT_FOUND instead of creating the account. */

/* Options of tally_account_open. */
typedef struct tally_account_options {
    uint32_t struct_size; /* sizeof(tally_account_options) */
    uint32_t flags;       /* TALLY_ACCOUNT_EXISTING, or 0 */
    tally_aggregation aggregation;  /* TALLY_AGGREGATION_… */
    tally_feeding feeding;      /* TALLY_FEEDING_… */
} tally_account_options;
#define TALLY_ACCOUNT_OPTIONS_INIT {sizeof(tally_account_options), 0u, 0, 0}

/*
 * Opens an account, and creates it if it does not exist.
 *
 * out_account   owned, release with tally_account_release once for each time it was opened
 *
 * Returns TALLY_OK.
 * Errors: LIMIT, CONFLICT (another aggregation or feeding is stored; tally_account_configure changes the feeding),
 * NOT_FOUND (with TALLY_ACCOUNT_EXISTING), IO, FULL, CORRUPT.
 * Cost: O(stored data of the account) the first time; O(1) with max_loaded_accounts.
 *
 * If the account is open, the call returns the same handle again.
 */
TALLY_CHECKED tally_status tally_account_open(tally_engine *engine, const char *name,
                                              const tally_account_options *options, tally_account **out_account);

/*
 * Finds an open account by its identifier, as events have it.
 *
 * id            that of tally_account_state
 * out_account   owned, release with tally_account_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no open account has it), IO, CORRUPT.
 * Cost: O(log accounts).
 */
TALLY_CHECKED tally_status tally_account_find(tally_engine *engine, int64_t id, tally_account **out_account);

/* Releases a handle. The account stays open, stays logged in and continues to sync. */
TALLY_API void tally_account_release(tally_account *account);

/* A row of tally_account_list. */
typedef struct tally_account_entry {
    tally_text name;
} tally_account_entry;

/*
 * Lists the stored accounts, open or not, sorted by the bytes of their names.
 *
 * rows   tally_account_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(rows).
 */
TALLY_CHECKED tally_status tally_account_list(tally_engine *engine, uint32_t flags, const char *after,
                                              tally_rows *rows);

/*
 * Removes an account and everything stored for it.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, IO, FULL.
 * Cost: O(stored data of the account).
 *
 * The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
 * TALLY_ERROR_CANCELLED. Its observers are notified that their paths show nothing, and are never called again. Its
 * handles fail with NOT_FOUND and must still be released. A later account of this name has another identifier. If it is
 * in memory, calls about other accounts wait meanwhile.
 */
TALLY_CHECKED tally_status tally_account_remove(tally_engine *engine, const char *name);

/* The place of a credential in a request. */
#define TALLY_CREDENTIAL_KIND_BEARER 1 /* `Authorization: Bearer SECRET` (RFC 6750). */
#define TALLY_CREDENTIAL_KIND_BASIC 2  /* `Authorization: Basic …` (RFC 7617): name is the user, secret the password. */
#define TALLY_CREDENTIAL_KIND_HEADER 3 /* The header `name`. */
#define TALLY_CREDENTIAL_KIND_QUERY 4  /* The parameter `name` of the URL. */
typedef int32_t tally_credential_kind;

#define TALLY_CREDENTIAL_FLAG_PLAIN 1u /* It may also be sent over http: to another machine, where others can read it. */

/* A credential for a server: up to 16,384 bytes for each string, without control characters. */
typedef struct tally_credential {
    uint32_t struct_size; /* sizeof(tally_credential) */
    uint32_t flags;       /* TALLY_CREDENTIAL_FLAG_PLAIN, or 0 */
    tally_credential_kind kind; /* TALLY_CREDENTIAL_KIND_… Required. */
    uint32_t reserved;
    const char *name;     /* BASIC, HEADER, QUERY; otherwise NULL. */
    const char *secret;   /* Required. */
    const char *format;   /* HEADER: the value, in which {token} stands for the secret. NULL: the secret alone. */
} tally_credential;
#define TALLY_CREDENTIAL_INIT {sizeof(tally_credential), 0u, 0, 0u, NULL, NULL, NULL}

/*
 * Gives the account a credential for one server, or replaces it.
 *
 * url   one of the server's; only its origin counts (scheme, host and port)
 *
 * Returns TALLY_OK.
 * Errors: URL, ARGUMENT (also: it would be sent without encryption, and the flag PLAIN is not set), LIMIT (64 servers),
 * IO, FULL.
 *
 * Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to another
 * one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged. Feeds of the
 * server that stopped because it rejected the last credential poll again.
 *
 * In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH follows.
 * The same is true of an outbox that is sent to the server.
 */
TALLY_CHECKED tally_status tally_account_set_credential(tally_account *account, const char *url,
                                                        const tally_credential *credential);

/*
 * Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an outbox
 * that is sent there, need none.
 *
 * Returns TALLY_OK.
 * Errors: URL, IO, FULL.
 */
TALLY_CHECKED tally_status tally_account_remove_credential(tally_account *account, const char *url);

/*
 * Logs in: the feeds of the account may send requests from now on.
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL.
 *
 * This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a call.
 * A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed that cannot
 * run is logged. Logging in again restarts feeds that stopped because a server rejected their credential.
 *
 * With TALLY_ENGINE_LOGGED_OUT accounts begin logged out, only feeds that were added or found run, and log-ins are not
 * stored. A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
 */
TALLY_CHECKED tally_status tally_account_log_in(tally_account *account);

/*
 * Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL (it is logged out in this run only: repeat the call).
 *
 * Credentials are forgotten. Pending completions get TALLY_ERROR_LOGGED_OUT. The badges stay and can be read. The total
 * leaves them out.
 */
TALLY_CHECKED tally_status tally_account_log_out(tally_account *account);

/* The state of an account. */
typedef struct tally_account_state {
    uint32_t struct_size; /* sizeof(tally_account_state) */
    int32_t logged_in;    /* 1 or 0. */
    int64_t id;           /* Identifies the account in events. */
    uint64_t revision;    /* The revision of its badges. */
    uint64_t epoch;       /* Identifies the series of revisions. A new store has a new epoch. */
    tally_aggregation aggregation;  /* TALLY_AGGREGATION_CHILDREN or _SUM */
    tally_feeding feeding;      /* TALLY_FEEDING_UNSEEN or _UNREAD */
} tally_account_state;
#define TALLY_ACCOUNT_STATE_INIT {sizeof(tally_account_state), 0, 0, 0, 0, 0, 0}

/*
 * Reads the account's state and name. 256 bytes always suffice for the name.
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL (of the name; out_state is filled).
 */
TALLY_CHECKED tally_status tally_account_get(tally_account *account, tally_account_state *out_state, char *name,
                                             size_t name_capacity, size_t *out_name_length);

/* How messages are grouped. */
#define TALLY_GROUPING_DEFAULT 0   /* As stored; AUTOMATIC for a new account. */
#define TALLY_GROUPING_AUTOMATIC 1 /* By their threads. */
#define TALLY_GROUPING_BY_APP 2    /* All messages of an account are the group of the thread "". */
#define TALLY_GROUPING_OFF 3       /* Each message is listed separately. */
typedef int32_t tally_grouping;

/* Whether changes become rows of the account's outbox, and who sends the rows. */
#define TALLY_OUTBOX_MODE_DEFAULT 0 /* As stored; OFF for a new account. */
#define TALLY_OUTBOX_MODE_OFF 1     /* No rows are written. Rows that exist stay, and the library does not send them. */
#define TALLY_OUTBOX_MODE_LEASED 2  /* The host sends the rows: see tally_outbox_lease. */
#define TALLY_OUTBOX_MODE_SENT 3    /* The library sends the rows to outbox_url. */
typedef int32_t tally_outbox_mode;

/* The changes that an outbox sends. */
#define TALLY_OUTBOX_READS 1u     /* Messages that are read, unread again, or removed. */
#define TALLY_OUTBOX_REMINDERS 2u /* Changes of reminders. */
#define TALLY_OUTBOX_SEEN 4u      /* Messages that are seen. Only with it, what other devices have seen is taken. */
#define TALLY_OUTBOX_MUTES 8u     /* Mutes of paths. The same holds for these and for the next two. */
#define TALLY_OUTBOX_FLAGGED 16u  /* Paths that are marked as unread. */
#define TALLY_OUTBOX_SNOOZES 32u  /* Snoozes of paths and of messages. */
#define TALLY_OUTBOX_DISMISSALS 64u /* Badges that a server has set with a revision, and that the user removes. */

/* Settings of an account, for tally_account_configure. A member that is 0 or NULL leaves its setting unchanged. */
typedef struct tally_account_settings {
    uint32_t struct_size;           /* sizeof(tally_account_settings) */
    uint32_t flags;                 /* 0 */
    tally_grouping grouping;        /* TALLY_GROUPING_…: how messages are grouped. At first AUTOMATIC. */
    tally_outbox_mode outbox;       /* TALLY_OUTBOX_MODE_… At first OFF. */
    tally_feeding feeding;          /* TALLY_FEEDING_…: which messages feed badges where no rule holds. At first that of
                                       tally_account_open. */
    uint32_t outbox_kinds;          /* TALLY_OUTBOX_…: what the outbox sends. At first READS and REMINDERS. */
    int64_t outbox_request_timeout; /* For a whole request, from 100. At first 300,000. */
    int64_t outbox_idle_timeout;    /* Without a byte, from 100. At first 60,000. */
    const char *language;           /* The language of summaries. Empty: none, so built-in words are English. */
    const char *outbox_url;         /* http: or https:, to which rows are sent with POST. SENT needs it. Empty: none. */
    const char *push_path;          /* The path whose own badge follows `aps.badge` of pushes, the icon's number; a
                                       number of 0 removes the badge. `root` is the root. Empty: none. */
    void *reserved_pointer;
} tally_account_settings;
#define TALLY_ACCOUNT_SETTINGS_INIT \
    {sizeof(tally_account_settings), 0u, 0, 0, 0, 0u, 0, 0, NULL, NULL, NULL, NULL}

/*
 * Changes settings of an account, all or none. They are stored, and apply again in every later run.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an invalid language; SENT without an outbox_url), RANGE (a timeout), URL, PATH, IO, FULL; if
 * it changes the feeding also LIMIT, CORRUPT.
 *
 * The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
 * feeding changes what messages feed as tally_badge_set_rule does at `root`, but it does not replace a rule.
 *
 * What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths are
 * taken, but not sent: a path that this device has decided keeps its own.
 *
 * With TALLY_OUTBOX_MODE_SENT, the library sends one row at a time while the account is logged in, before any of its
 * feeds is polled. Requests carry the account's credential for this server, if it has one. When the library begins to
 * send, after this call or in a later run, former leases end.
 *
 *     2xx, or 409 with the server's state      the row was taken
 *     401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
 *     408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
 *     other 4xx                                the row has failed for good
 *
 * A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
 */
TALLY_CHECKED tally_status tally_account_configure(tally_account *account, const tally_account_settings *settings);

/* The row of tally_account_get_settings. A setting that was never changed has its first value. */
typedef struct tally_account_settings_entry {
    int64_t outbox_request_timeout; /* Milliseconds. */
    int64_t outbox_idle_timeout;    /* Milliseconds. */
    tally_grouping grouping;        /* TALLY_GROUPING_AUTOMATIC … */
    tally_outbox_mode outbox;       /* TALLY_OUTBOX_MODE_OFF … */
    tally_feeding feeding;          /* TALLY_FEEDING_UNSEEN or _UNREAD */
    uint32_t outbox_kinds;          /* TALLY_OUTBOX_… */
    tally_text language;            /* Canonical; empty: none. */
    tally_text outbox_url;          /* Empty: none. */
    tally_text push_path;           /* Canonical; empty: none. */
} tally_account_settings_entry;

/*
 * Reads the settings of an account.
 *
 * rows   one tally_account_settings_entry
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_account_get_settings(tally_account *account, tally_rows *rows);

/*
 * Writes everything that is stored for an account, to keep it or to import it into another engine: see
 * docs/account-export-format.md.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: IO, CORRUPT.
 * Cost: O(stored data of the account).
 *
 * Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
 * settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts, the
 * push path, styles, observers and credentials are not included.
 */
TALLY_CHECKED tally_status tally_account_export(tally_account *account, tally_bytes *out_bytes);

/*
 * Creates an account, which must not exist, from exported bytes.
 *
 * Returns TALLY_OK.
 * Errors: EXISTS, MALFORMED, PATH, LIMIT (of this engine), IO, FULL, CORRUPT.
 * Cost: O(size).
 *
 * The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
 * messages, are new; tally_engine_import keeps those of messages. Feeds continue from their cursors when they are
 * added. The bytes may come from anywhere: all are checked.
 */
TALLY_CHECKED tally_status tally_account_import(tally_engine *engine, const char *name, const void *bytes,
                                                size_t size);

/*
 * Computes the partition of an account, for hosts that divide accounts among machines.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (an invalid name; partitions is 0).
 *
 * The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the same
 * on every machine and in every version. No engine is needed.
 */
TALLY_CHECKED tally_status tally_account_hash(const char *name, uint32_t partitions, uint32_t *out_partition);

/* --------------------------------------------------------------------------------------------------------------
 * Badges
 *
 * Stable from 0.1: only additions.
 *
 * A path is `root`, or components separated by '.'. The leading `root` may be left out: `chat.bo` is `root.chat.bo`.
 * Within a component `\.` and `\\` stand for a dot and a backslash. A component is 1 to 255 bytes of UTF-8 without
 * control characters (U+0000 to U+001F, U+007F to U+009F). Paths that the library writes begin with `root`.
 *
 * A node shows a badge if it owns one, messages feed it, or a child contributes one. The badge has a count; 0 is a dot.
 * With CHILDREN aggregation a node's own badge is removed when its last child stops contributing.
 * docs/concepts/aggregation.md explains how badges rise, and docs/concepts/seen-and-read.md how to clear them.
 *
 * LIMIT means that the account has too many nodes. A change costs O(depth of the path), and stops at the first ancestor
 * whose contribution stays the same. `until` is a timestamp, or TALLY_FOREVER. RANGE means that it is negative.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_MAX_COUNT INT64_C(4294967295) /* The largest count that can be set: 2^32 - 1. */
#define TALLY_FOREVER 0                     /* No expiry. */

/*
 * Sets the node's own badge to `count`. 0 removes the badge.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (not 0 to TALLY_MAX_COUNT).
 */
TALLY_CHECKED tally_status tally_badge_set(tally_account *account, const char *path, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: PATH, LIMIT. */
TALLY_CHECKED tally_status tally_badge_dot(tally_account *account, const char *path);

/*
 * Sets the node's own badge to `count`, and removes it at the timestamp `until`.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE.
 *
 * A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation, others
 * in order of time. So the state does not depend on when the engine runs.
 */
TALLY_CHECKED tally_status tally_badge_set_until(tally_account *account, const char *path, int64_t count,
                                                 int64_t until);

/*
 * Sets the node's own badge to a dot with an end, as tally_badge_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE.
 */
TALLY_CHECKED tally_status tally_badge_dot_until(tally_account *account, const char *path, int64_t until);

/*
 * Adds `delta` to the node's own count; a dot or no badge counts as 0.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (the result is not 0 to TALLY_MAX_COUNT).
 *
 * A result of 0 removes the badge. A delta of 0 changes nothing. The expiry stays.
 */
TALLY_CHECKED tally_status tally_badge_add(tally_account *account, const char *path, int64_t delta);

/*
 * Clears the badge of a node, because the user has looked.
 *
 * Returns TALLY_OK, or TALLY_HELD if the node still shows a badge, because of a child or of unread messages.
 * Errors: PATH, LIMIT; if messages feed the node also IO, FULL.
 *
 * The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing changes if
 * a child contributes a badge.
 *
 * Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
 * revision of one does not show again: see docs/concepts/claims.md.
 */
TALLY_CHECKED tally_status tally_badge_clear(tally_account *account, const char *path);

/*
 * Clears the badges of a node and of everything below it. Messages that feed them become seen.
 *
 * Returns TALLY_OK, or TALLY_HELD if the node still shows a badge, because of unread messages there or below.
 * Errors: PATH, LIMIT; if messages feed them also IO, FULL.
 * Cost: O(badges shown below).
 */
TALLY_CHECKED tally_status tally_badge_clear_tree(tally_account *account, const char *path);

/* How much a message matters. */
#define TALLY_LEVEL_PASSIVE (-1) /* It shows at most a dot, whatever its count. */
#define TALLY_LEVEL_NORMAL 0
#define TALLY_LEVEL_HIGHLIGHT 1  /* A mention, or an answer to the user. */
#define TALLY_LEVEL_CRITICAL 2
typedef int32_t tally_level;

/* How a node contributes to its parent. A mute does not change what the node shows. */
#define TALLY_MUTE_NONE 0   /* All that the node shows. */
#define TALLY_MUTE_NUMBER 1 /* At most a dot. */
#define TALLY_MUTE_ALL 2    /* Nothing. */
#define TALLY_MUTE_NUMBER_BUT_HIGHLIGHTS 5 /* NUMBER, but highlights pass with their number. */
#define TALLY_MUTE_ALL_BUT_HIGHLIGHTS 6    /* ALL, but highlights pass with their number. */
typedef int32_t tally_mute_mode;

/* The bit by which the last two modes differ from NUMBER and ALL. */
#define TALLY_MUTE_PASS_HIGHLIGHTS 4u

/*
 * Mutes a node until a timestamp, as tally_badge_set_until.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown mode), RANGE.
 *
 * Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts above
 * it, as if the chat were not muted.
 */
TALLY_CHECKED tally_status tally_badge_mute(tally_account *account, const char *path, tally_mute_mode mode,
                                            int64_t until);

/*
 * Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
 *
 * until   when it ends; 0: now
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, RANGE (`until` is over, or negative).
 *
 * The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a mute,
 * a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account is opened
 * after it.
 */
TALLY_CHECKED tally_status tally_badge_snooze(tally_account *account, const char *path, int64_t until);

/*
 * Marks a path as unread, or ends that: a flagged path shows at least a dot.
 *
 * on   1: flags the path; 0: ends the flag
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (another `on`), IO, FULL, CORRUPT.
 *
 * The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set, dot
 * and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a path above
 * it. The flag is on the disk when the call returns. It is part of an account's export, and not of snapshots.
 */
TALLY_CHECKED tally_status tally_badge_flag(tally_account *account, const char *path, int32_t on);

/* Flags of tally_badge. */
#define TALLY_BADGE_OWN_COUNT 1u /* It owns a count. */
#define TALLY_BADGE_OWN_DOT 2u   /* It owns a dot. */
#define TALLY_BADGE_FED 4u          /* Messages or a flag feed it. */
#define TALLY_BADGE_CHILDREN 8u     /* A child contributes a badge. */
#define TALLY_BADGE_MUTE_NUMBER 16u
#define TALLY_BADGE_MUTE_ALL 32u
#define TALLY_BADGE_PASSES_HIGHLIGHTS 64u /* Its mute passes highlights. */
#define TALLY_BADGE_SNOOZED 128u          /* It is snoozed, so its mute does not hold. */

/* The looks of a badge. */
#define TALLY_KIND_NONE 0   /* No badge; false in a condition. */
#define TALLY_KIND_DOT 1    /* A badge without a number. */
#define TALLY_KIND_ICON 2   /* An icon: only in a presentation. */
#define TALLY_KIND_NUMBER 3 /* A badge with a number. */
typedef int32_t tally_badge_kind;

/* The badge that a node shows, and why. This structure never grows. */
typedef struct tally_badge {
    uint64_t count;        /* The number; 0 for a dot or nothing. */
    uint64_t revision;     /* The revision that last changed what it shows; 0: none since the account was loaded. */
    uint64_t highlights;   /* The part of what it shows that comes from messages of level HIGHLIGHT or above. */
    tally_badge_kind kind; /* TALLY_KIND_NONE, _DOT or _NUMBER */
    uint32_t flags;        /* TALLY_BADGE_… */
    tally_level level;     /* The greatest level among what it shows; NORMAL if it shows nothing. */
    uint32_t reserved;
} tally_badge;

/*
 * Reads what a path shows.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 *
 * An unknown path shows nothing, which is not an error, and is not created.
 */
TALLY_CHECKED tally_status tally_badge_get(tally_account *account, const char *path, tally_badge *out_badge);

#define TALLY_OWN_FLAGGED 1u /* The path is marked as unread: see tally_badge_flag. */

/* The badge that a node owns, and its mute. What its messages and children contribute is not in it. */
typedef struct tally_badge_own {
    uint32_t struct_size;  /* sizeof(tally_badge_own) */
    tally_badge_kind kind; /* TALLY_KIND_NONE, _DOT or _NUMBER */
    uint64_t count;        /* Its own count, to TALLY_MAX_COUNT; 0 for a dot or nothing. */
    int64_t until;         /* When its badge ends; 0: it does not. */
    int64_t mute_until;    /* When its mute ends; 0: it does not. */
    tally_mute_mode mute;  /* TALLY_MUTE_… */
    uint32_t flags;        /* TALLY_OWN_FLAGGED, or 0. */
    int64_t snoozed_until; /* When its snooze ends; 0: it is not snoozed. */
} tally_badge_own;
#define TALLY_BADGE_OWN_INIT {sizeof(tally_badge_own), 0, 0, 0, 0, 0, 0u, 0}

/*
 * Reads what a path owns, with the times at which it ends.
 *
 * Returns TALLY_OK.
 * Errors: PATH; if messages or a flag feed the path also IO, CORRUPT.
 *
 * An unknown path owns nothing, which is not an error, and is not created.
 */
TALLY_CHECKED tally_status tally_badge_get_own(tally_account *account, const char *path, tally_badge_own *out_own);

#define TALLY_COUNTING_DEFAULT 0 /* As the account's aggregation says. */
#define TALLY_COUNTING_LIT 1     /* The number of children, also linked ones, that contribute a number. Highlights stay
                                    a sum, which may be greater. */
typedef int32_t tally_counting;

/*
 * How a path counts. `feeding` holds at its path, and below it until another path has its own. Where none holds,
 * messages feed badges as the account's feeding says. `counting` holds at its path alone: a tab that counts
 * conversations passes this number on.
 */
typedef struct tally_badge_rule {
    uint32_t struct_size;  /* sizeof(tally_badge_rule) */
    tally_feeding feeding; /* TALLY_FEEDING_…: which messages feed the badge. DEFAULT: as above the path. */
    uint32_t flags;        /* 0 */
    tally_counting counting; /* TALLY_COUNTING_…: how the path's number comes from its children. */
} tally_badge_rule;
#define TALLY_BADGE_RULE_INIT {sizeof(tally_badge_rule), 0, 0u, 0u}

/*
 * Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of chats.
 *
 * rule   NULL, or all DEFAULT: the path has no rule of its own any more
 *
 * Returns TALLY_OK.
 * Errors: PATH, ARGUMENT (an unknown feeding, counting or flag), LIMIT (65,536 rules, or too many nodes), IO, FULL,
 * CORRUPT.
 * Cost: O(messages at the path and below it, and children).
 *
 * The rule is on the disk when the call returns, and the badges that exist already follow it: one revision. Messages
 * stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an account's
 * export, and not of snapshots.
 */
TALLY_CHECKED tally_status tally_badge_set_rule(tally_account *account, const char *path,
                                                const tally_badge_rule *rule);

#define TALLY_RULE_EFFECTIVE 1u /* Reads what holds at the path, so no member is DEFAULT. */

/*
 * Reads the rule that a path has of its own, or, with TALLY_RULE_EFFECTIVE, what holds there.
 *
 * flags   TALLY_RULE_EFFECTIVE, or 0
 *
 * Returns TALLY_OK.
 * Errors: PATH, IO, CORRUPT.
 *
 * Without a rule of its own, all members are DEFAULT, which is not an error.
 */
TALLY_CHECKED tally_status tally_badge_get_rule(tally_account *account, const char *path, uint32_t flags,
                                                tally_badge_rule *out_rule);

/*
 * Links a path under another one: it counts there too, as if it were a child. So a mention in a chat also counts at
 * `mentions`. A path counts each badge and message below it once, however many ways lead to it.
 *
 * path    the path that counts at one more place
 * under   where
 *
 * Returns TALLY_OK, also if it is linked there already.
 * Errors: PATH; CONFLICT (it would count at itself; the message names the way); LIMIT (16 links of one path, max_links
 * of the account, or too many nodes); IO, FULL.
 * Cost: O(what is lit at the path and below it, times the paths where it counts).
 *
 * A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the automatic
 * clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing `under` alone does
 * not. A link to one's own ancestor is allowed and changes no number. Neither path needs a node, and both keep theirs.
 *
 * Observers of `under`, its revision and tally_badge_changes see what arrives by a link; observers of its subtree get
 * no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a linked badge
 * everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The link is on the
 * disk when the call returns. Links are part of an account's export.
 */
TALLY_CHECKED tally_status tally_link_add(tally_account *account, const char *path, const char *under);

/*
 * Removes a link.
 *
 * path    the linked path
 * under   where it shall not count any more
 *
 * Returns TALLY_OK.
 * Errors: PATH, NOT_FOUND (there is no such link), IO, FULL.
 * Cost: O(what is lit at the path and below it, times the paths where it counts).
 *
 * Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its own.
 */
TALLY_CHECKED tally_status tally_link_remove(tally_account *account, const char *path, const char *under);

/* A row of tally_link_list. */
typedef struct tally_link {
    tally_text path;
    tally_text under;
} tally_link;

#define TALLY_LINK_UNDER 2u /* Lists the links that lead to the path, sorted by where they lead. */

/*
 * Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
 *
 * flags   TALLY_SUBTREE: also those of the paths below, so `root` has all; TALLY_LINK_UNDER
 * rows    tally_link
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(log n, and rows).
 */
TALLY_CHECKED tally_status tally_link_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                           tally_rows *rows);

/*
 * Reads the total of all accounts that are logged in: what an application's icon shows.
 *
 * Returns TALLY_OK.
 *
 * A mute of `root` holds back what the account adds. Flags are 0. The revision counts the changes of the total since
 * the engine was opened.
 */
TALLY_CHECKED tally_status tally_engine_get_total(tally_engine *engine, tally_badge *out_badge);

/*
 * Reads the total of all stored accounts, logged in or not, open or not.
 *
 * Returns TALLY_OK.
 * Errors: LIMIT (max_accounts), IO, CORRUPT.
 * Cost: O(stored accounts, and the badges of those that are not in memory).
 *
 * Flags and revision are 0. The part of each account is of its own moment.
 */
TALLY_CHECKED tally_status tally_engine_get_total_of_all(tally_engine *engine, tally_badge *out_badge);

/* Flags of tally_badge_list, tally_snapshot_list and tally_patch_list. */
#define TALLY_LIST_CHILDREN 0u /* The nodes directly below. */
#define TALLY_SUBTREE 1u       /* The path itself and everything below it. */

/* A row of tally_badge_list and tally_badge_changes. */
typedef struct tally_badge_entry {
    tally_text path;
    tally_badge badge;
} tally_badge_entry;

/*
 * Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths.
 *
 * rows           tally_badge_entry
 * out_revision   may be NULL; the revision of the rows
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL.
 * Cost: O(n log n) at most in the nodes listed below the path. A call that continues an unchanged list costs its own
 * rows.
 *
 * The parts of a list are of one moment if they have the same revision.
 */
TALLY_CHECKED tally_status tally_badge_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                            tally_rows *rows, uint64_t *out_revision);

/*
 * Lists the nodes whose badge changed after a revision, each once, in any order, with what they show now.
 *
 * since          the out_revision of tally_badge_list or of the last call
 * epoch          from tally_account_get; 0: not compared
 * rows           tally_badge_entry
 * out_revision   the `since` of the next call
 *
 * Returns TALLY_OK; TALLY_MORE: call again immediately with out_revision; TALLY_RESYNC: list everything, `since` is
 * unknown.
 * Errors: BUFFER_TOO_SMALL (not even one transaction fits: double the buffers).
 * Cost: O(changes); needs no memory after the first call.
 *
 * This is for hosts that poll once a frame. The last 65,536 changes since the first call are kept.
 *
 * A node that changed and changed back may be listed. BUFFER_TOO_SMALL may leave some of the changes in the buffers.
 */
TALLY_CHECKED tally_status tally_badge_changes(tally_account *account, uint64_t since, uint64_t epoch, tally_rows *rows,
                                               uint64_t *out_revision);

/* Flags of tally_reason. Those that tally_badge has as well mean the same. */
#define TALLY_REASON_OWN_COUNT 1u    /* It owns a count. */
#define TALLY_REASON_OWN_DOT 2u      /* It owns a dot. */
#define TALLY_REASON_FED 4u          /* Messages or a flag feed it. */
#define TALLY_REASON_OVERRIDDEN 8u   /* CHILDREN: its own count adds nothing: its children or messages have one. */
#define TALLY_REASON_MUTE_NUMBER 16u /* Its mute hides the number that it shows from the path. */
#define TALLY_REASON_MUTE_ALL 32u    /* Its mute hides everything that it shows from the path. */
#define TALLY_REASON_LIGHTS 64u      /* Its own badge, or what feeds it, reaches the path, which shows a badge. */
#define TALLY_REASON_MUTED 128u  /* A mute hides its badge from the path; with LIGHTS only the number. */
#define TALLY_REASON_MESSAGE 256u    /* It is a message that feeds the path. */
#define TALLY_REASON_LINKED 512u     /* It, or more of it, reaches the path only by a link. */
#define TALLY_REASON_COUNTING 1024u  /* It counts its children, so they contribute nothing, and it their number. */
#define TALLY_REASON_FLAG 2048u      /* It is the flag of the path: see tally_badge_flag. */
#define TALLY_REASON_SNOOZED 4096u   /* It is snoozed, which hides everything that it shows from the path. */

/* A row of tally_badge_explain: a badge or a message behind what a path shows. */
typedef struct tally_reason {
    uint64_t contributed;  /* How much of the path's count comes from its own badge and its messages. */
    uint64_t fed_count;    /* The sum of its messages' counts; that of the message. A passive one counts 0. */
    uint64_t kept_count;   /* MUTE_NUMBER, MUTE_ALL, SNOOZED: the number that this hides; 0: a dot, or none of them. */
    uint32_t own_count;    /* Its own count; 0: none. */
    uint32_t flags;        /* TALLY_REASON_… */
    int64_t message;       /* MESSAGE: its key; otherwise 0. */
    tally_text path;
    tally_text id;         /* MESSAGE: the server's identifier. */
    uint64_t highlights;   /* The sum of the counts of its highlights that reach the path. */
    tally_level level;     /* LIGHTS: the greatest level with which it reaches the path; otherwise 0. */
    uint32_t reserved;
} tally_reason;

/*
 * Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags.
 *
 * rows   tally_reason
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a node.
 * A call that continues an unchanged list costs its own rows.
 *
 * It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
 * flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The nodes
 * are sorted by the bytes of their paths.
 * A message with further paths is listed once, under the path that it belongs to, even if that is not below.
 * The contributed counts add up to the path's count. The path shows a badge if and only if an entry has LIGHTS. This
 * holds for the parts together if tally_account_get gives one revision before and behind them.
 */
TALLY_CHECKED tally_status tally_badge_explain(tally_account *account, const char *path, uint32_t flags,
                                               const char *after, tally_rows *rows);

/* --------------------------------------------------------------------------------------------------------------
 * Messages
 *
 * Stable from 0.1: only additions.
 *
 * A message is unseen, seen or read; read implies seen. Unseen messages, or unread ones in accounts with UNREAD
 * feeding, feed the badge at their path with their counts. A count of 0 feeds a dot. docs/concepts/seen-and-read.md
 * compares clear, clear_tree, read and dismiss. A call that changes messages changes all or none. out_changed is the
 * number of messages whose state has changed. NOT_FOUND means that one of the keys belongs to no message.
 *
 * The response to a request does not change what the user read or unread while it was in flight. The next one does.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_MESSAGE_STATE_UNSEEN 0
#define TALLY_MESSAGE_STATE_SEEN 1
#define TALLY_MESSAGE_STATE_READ 2
typedef int32_t tally_message_state;

/* A row of tally_message_list, tally_message_get, tally_message_find and tally_group_list_messages. */
typedef struct tally_message {
    int64_t key;    /* Identifies it in this file. */
    int64_t feed;   /* The feed's identifier. */
    int64_t time;   /* The server's; 0: none. */
    uint32_t count; /* Added to the number. 0: a dot. */
    tally_message_state state;  /* TALLY_MESSAGE_STATE_… */
    tally_text id;  /* The server's identifier. */
    tally_text path;
    tally_text kind;
    tally_text title;
    tally_text body;
    tally_text thread;
    tally_text category;
    tally_text argument;
    uint32_t argument_count;
    uint32_t data_size;   /* Bytes of its data: see tally_message_get_data. 0: none. */
    tally_text link;      /* The URL that it opens. The library does not read it. */
    tally_text icon;      /* The name of an icon. */
    tally_text subtitle;
    tally_text also;      /* Its further paths, sorted by their bytes, with a line feed between two. */
    tally_level level;    /* TALLY_LEVEL_… */
    uint32_t reserved;
    int64_t snoozed_until; /* When it becomes unseen again: see tally_message_snooze. 0: it is not snoozed. */
} tally_message;

/* Flags for messages. */
#define TALLY_MESSAGES_UNREAD 2u  /* Only those that are not read. */
#define TALLY_MESSAGES_UNSEEN 4u  /* tally_message_first: only those that are not seen. */
#define TALLY_MESSAGES_NEWEST 8u  /* tally_message_first: the newest instead of the oldest. */
#define TALLY_MESSAGES_NEWER 16u  /* tally_message_list_from: newer ones instead of older ones. */
#define TALLY_MESSAGES_HIGHLIGHTS 32u /* tally_message_first: only those of level HIGHLIGHT or above. */

/*
 * Lists messages, the newest first, sorted by the server's sequence, then its identifier.
 *
 * rows   tally_message
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL, IO, CORRUPT.
 *
 * A push without a sequence is the newest when it arrives.
 */
TALLY_CHECKED tally_status tally_message_list(tally_account *account, const char *path, uint32_t flags,
                                              const char *after, tally_rows *rows);

/*
 * Lists messages from one of them on: first that message, then the older ones, newest first.
 *
 * flags   TALLY_SUBTREE; TALLY_MESSAGES_UNREAD; TALLY_MESSAGES_NEWER: the messages that are newer than it, oldest first
 * key     the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
 * rows    tally_message
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, ARGUMENT (key is negative), NOT_FOUND (key), BUFFER_TOO_SMALL, IO, CORRUPT.
 *
 * A chat that opens at a message makes two calls, one of them with TALLY_MESSAGES_NEWER. Each has the room for its part
 * of the screen. To continue either list, call with `next` and the same key, even if that message is gone.
 */
TALLY_CHECKED tally_status tally_message_list_from(tally_account *account, const char *path, uint32_t flags,
                                                   int64_t key, const char *after, tally_rows *rows);

/* The place of a message among those at its path, or in a subtree. */
typedef struct tally_message_position {
    uint32_t struct_size; /* sizeof(tally_message_position): set it before the call. */
    uint32_t reserved;
    int64_t key;          /* 0: there is no such message, and all members are 0. */
    int64_t time;         /* The server's; 0: none. */
    uint64_t matching;    /* The unread ones, or those that flags name, including this one. */
    uint64_t newer;       /* All messages that tally_message_list lists before it. */
    uint64_t older;       /* All messages that tally_message_list lists after it. */
} tally_message_position;
#define TALLY_MESSAGE_POSITION_INIT {sizeof(tally_message_position), 0u, 0, 0, 0, 0, 0}

/*
 * Finds where to begin reading: the oldest unread message at a path.
 *
 * flags   TALLY_SUBTREE; TALLY_MESSAGES_UNSEEN: an unseen one; TALLY_MESSAGES_NEWEST: the newest one;
 *         TALLY_MESSAGES_HIGHLIGHTS: one of level HIGHLIGHT or above
 * most    the largest value of each number, which bounds the cost; TALLY_NO_LIMIT: the numbers are complete
 *
 * Returns TALLY_OK, also if there is no such message.
 * Errors: PATH, IO, CORRUPT.
 * Cost: O(log messages) for each path that is searched, and the sum of the numbers. All messages that have such a path
 * as a further one are read.
 *
 * "9 unread since yesterday" is `matching` and the `time` of the oldest one.
 */
TALLY_CHECKED tally_status tally_message_first(tally_account *account, const char *path, uint32_t flags,
                                               uint64_t most, tally_message_position *out_position);

/* Reads one message as a row of tally_message. Returns TALLY_OK. Errors: NOT_FOUND, BUFFER_TOO_SMALL, IO, CORRUPT. */
TALLY_CHECKED tally_status tally_message_get(tally_account *account, int64_t key, tally_rows *rows);

/*
 * Reads the message that a server knows by an identifier, as a notification has it, as a row of tally_message.
 *
 * feed   the feed's identifier; 0: that of TALLY_FEED_LOCAL, which has the posted messages
 * id     any text
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(log messages).
 */
TALLY_CHECKED tally_status tally_message_find(tally_account *account, int64_t feed, const char *id, tally_rows *rows);

/*
 * Reads the data of a message. Lists leave them out, because they can be long.
 *
 * key         that of the message
 * out_bytes   the data; none: 0 bytes
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, IO, CORRUPT.
 *
 * The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without the
 * escapes that JSON does not need. Members keep their order, and numbers their digits.
 */
TALLY_CHECKED tally_status tally_message_get_data(tally_account *account, int64_t key, tally_bytes *out_bytes);

/* Numbers of messages. */
typedef struct tally_message_counts {
    uint32_t struct_size; /* sizeof(tally_message_counts): set it before the call. */
    uint32_t reserved;
    uint64_t total;       /* All messages. */
    uint64_t unread;      /* Those that are not read. */
    uint64_t unseen;      /* Those that are not seen. */
} tally_message_counts;
#define TALLY_MESSAGE_COUNTS_INIT {sizeof(tally_message_counts), 0u, 0, 0, 0}

/*
 * Counts the messages at a path, or also below it.
 *
 * flags   TALLY_SUBTREE or 0
 *
 * Returns TALLY_OK.
 * Errors: PATH, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_message_get_counts(tally_account *account, const char *path, uint32_t flags,
                                                    tally_message_counts *out_counts);

/* Marks messages as read. Returns TALLY_OK. Errors: NOT_FOUND, IO, FULL. */
TALLY_CHECKED tally_status tally_message_mark_read(tally_account *account, const int64_t *keys, size_t count,
                                                   size_t *out_changed);

/*
 * Marks messages at a path as read.
 *
 * flags   TALLY_SUBTREE or 0
 *
 * Returns TALLY_OK.
 * Errors: PATH, IO, FULL.
 */
TALLY_CHECKED tally_status tally_message_mark_path_read(tally_account *account, const char *path, uint32_t flags,
                                                        size_t *out_changed);

/*
 * Marks a message as read, and those that tally_message_list lists after it.
 *
 * last   its key
 *
 * Returns TALLY_OK.
 * Errors: PATH, ARGUMENT (last is not positive), NOT_FOUND (last), IO, FULL.
 */
TALLY_CHECKED tally_status tally_message_mark_read_until(tally_account *account, const char *path, uint32_t flags,
                                                         int64_t last, size_t *out_changed);

/* Marks messages as unread again; they stay seen. Returns TALLY_OK. Errors: NOT_FOUND, IO, FULL. */
TALLY_CHECKED tally_status tally_message_mark_unread(tally_account *account, const int64_t *keys, size_t count,
                                                     size_t *out_changed);

/*
 * Marks messages as seen, in one transaction, as when a user dismisses single notifications.
 *
 * out_changed   how many were unseen; may be NULL
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (a key), IO, FULL.
 * Cost: O(messages).
 *
 * Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys the
 * call changes nothing.
 */
TALLY_CHECKED tally_status tally_message_mark_seen(tally_account *account, const int64_t *keys, size_t count,
                                                   size_t *out_changed);

/*
 * Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
 *
 * until   when it ends; 0: now
 *
 * Returns TALLY_OK.
 * Errors: RANGE (`until` is over, or negative), NOT_FOUND (key), CONFLICT (the message is read), IO, FULL, CORRUPT.
 *
 * Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
 * tally_message_first have it, as any message that is seen and unread. A call replaces an earlier snooze. The snooze
 * also ends when the message is read, removed, or changed by the server with a new revision. Then no time brings it
 * back. A snooze whose time comes while the engine is closed has ended when the account is opened. The snooze is on the
 * disk when the call returns. It is part of an account's export.
 */
TALLY_CHECKED tally_status tally_message_snooze(tally_account *account, int64_t key, int64_t until);

#define TALLY_POST_DOT 1u  /* The message feeds a dot. */
#define TALLY_POST_ONCE 2u /* It is posted only if the user has not seen a message of its id. */
#define TALLY_MAX_LINK 2048  /* The most bytes of a message's link. */
#define TALLY_MAX_DATA 65536 /* The most bytes of a message's data. */
#define TALLY_MAX_ALSO 8     /* The most further paths of a message. */

/* A message for tally_message_post. */
typedef struct tally_message_options {
    uint32_t struct_size;    /* sizeof(tally_message_options) */
    uint32_t flags;          /* TALLY_POST_… */
    int64_t time;            /* It orders messages. 0: now. */
    uint32_t count;          /* Added to the number. 0: 1, or 0 with TALLY_POST_DOT. */
    uint32_t argument_count;
    const char *id;          /* A name. NULL or empty: a new one. */
    const char *title;       /* The texts are UTF-8; NULL: none. */
    const char *body;
    const char *kind;
    const char *thread;
    const char *category;
    const char *argument;
    const char *link;        /* A URL, up to TALLY_MAX_LINK bytes without control characters. */
    const char *icon;        /* A name. */
    const char *subtitle;
    const char *data;        /* The host's own, such as JSON, up to TALLY_MAX_DATA bytes. */
    size_t data_length;      /* Bytes of data. 0: a NUL ends them. */
    const char *also;        /* Further paths where it counts, one per line, up to TALLY_MAX_ALSO. */
    void *reserved_pointer;
    tally_level level;       /* TALLY_LEVEL_… */
    uint32_t reserved;
} tally_message_options;
#define TALLY_MESSAGE_OPTIONS_INIT \
    {sizeof(tally_message_options), 0u, 0, 0u, 0u, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, \
     0, NULL, NULL, 0, 0u}

/* The feed of posted messages. It exists without being added. A host that adds it, without URL, prefix and mapping, can
 * set max_age and max_messages, and remove all of them with tally_feed_remove. */
#define TALLY_FEED_LOCAL "tally:local"

/*
 * Posts a message of the host's own, unseen.
 *
 * out_key   its key; 0 with TALLY_ALREADY_APPLIED
 *
 * Returns TALLY_OK or TALLY_ALREADY_APPLIED.
 * Errors: ARGUMENT (also: ONCE without an id), RANGE (time), PATH (one of them), TOO_LARGE (the data; all texts
 * together exceed max_response_bytes), LIMIT (also: more than TALLY_MAX_ALSO further paths), IO, FULL.
 *
 * The message replaces the one that was posted with the same id, whatever its state. No response changes or removes it.
 * The account may be logged out. Messages without an id and with the same time are listed in the order of posting.
 *
 * With TALLY_POST_ONCE the call changes nothing if the account has a message of the id, or had one that the user has
 * seen. It is then TALLY_ALREADY_APPLIED: a dot for a new feature shows once, over restarts and retention. The last
 * max_forgotten removed messages, in the order of lists, are remembered until the feed is removed.
 *
 * A message with further paths counts at each of them, and once at every path above them, whichever ways lead there. It
 * stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at all. It
 * belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path that occurs
 * twice, or is `path` itself, has no effect.
 */
TALLY_CHECKED tally_status tally_message_post(tally_account *account, const char *path,
                                              const tally_message_options *options, int64_t *out_key);

/*
 * Removes messages of any feed, or posted ones, as when a user deletes them.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (a key), IO, FULL.
 * Cost: O(log n) in the messages, for each one.
 *
 * A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
 * back. An account with an outbox gets a row of TALLY_OUTBOX_KIND_REMOVAL, so that the server removes it as well. The
 * last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.
 */
TALLY_CHECKED tally_status tally_message_remove(tally_account *account, const int64_t *keys, size_t count);

/* Removes the message that was posted with an id. Returns TALLY_OK. Errors: NOT_FOUND, IO, FULL. */
TALLY_CHECKED tally_status tally_message_withdraw(tally_account *account, const char *id);

/* --------------------------------------------------------------------------------------------------------------
 * Watching
 *
 * Stable from 0.1: only additions.
 *
 * Changes become events in a queue. docs/concepts/watching.md compares the ways to drain it: tally_engine_next_event,
 * tally_engine_dispatch after the descriptor became readable or notify was called, or tally_engine_step.
 *
 * Pending changes of one path are merged: its observer is notified of the latest state. A feed has at most one pending
 * AUTH, and one SYNCED besides those of its observers. An outbox has at most one AUTH, and a reminder one REMINDER,
 * which reports the newest occurrence. These are dropped with their feed or account. A COMPLETION is never merged or
 * dropped.
 *
 * At most max_events events of subtree observers, group observers, reminders and differences are pending. One event
 * with the result TALLY_RESYNC replaces further ones, so a host that takes no events loses no state:
 * - BADGE, GROUP: one for each observer, with the observed path or no text; list the subtree, or the groups.
 * - REMINDER: one for all accounts, with account and reminder 0 and no text; list each account's reminders.
 * - DRIFT: one for all accounts, with account and feed 0 and no text; tally_drift_list lists each account's.
 *
 * Order: transactions in order; within one, deeper paths first, then the bytes of the paths, then the order of
 * registration. A merged event has the place of its latest change.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_EVENT_BADGE 1      /* The visible badge of a path changed. text: the path. */
#define TALLY_EVENT_TOTAL 2      /* The total over the accounts changed. */
#define TALLY_EVENT_SYNCED 3     /* A feed's request ended. text: the title, or the error. The number: of its prefix. */
#define TALLY_EVENT_COMPLETION 4 /* A tally_feed_refresh_now ended; exactly one each. text: the error. */
#define TALLY_EVENT_AUTH 5       /* A server rejected the credential, or requests wait for one: set it. text: the error. */
#define TALLY_EVENT_WIDGET 6       /* A widget was drawn. text: its path. */
#define TALLY_EVENT_MESSAGES 7   /* Messages changed. text: the observed path. */
#define TALLY_EVENT_GROUP 8      /* A group changed. text: its thread. */
#define TALLY_EVENT_REMINDER 9   /* A reminder has fired. text: its identifier. */
#define TALLY_EVENT_DRIFT 10     /* A server counts something else than its feed contributes. text: the path. */
typedef int32_t tally_event_kind;

/*
 * An event: what has changed, or what has ended. Members that a kind does not have are 0.
 *
 *     kind         members besides kind, token and account
 *     BADGE        count, badge_kind, revision: what the path shows; result
 *     TOTAL        count, badge_kind, revision: of the total
 *     WIDGET       count, badge_kind, revision: what the path shows
 *     SYNCED       feed, result, http_status, retry_after, next_time: the next request; added, changed, removed,
 *                  rejected; count, badge_kind, revision: what the feed's prefix shows
 *     COMPLETION   feed, result, http_status, retry_after
 *     AUTH         feed (0: the outbox), result, http_status
 *     MESSAGES     total, unread, unseen
 *     GROUP        result
 *     REMINDER     reminder: its key; count: occurrences that were due; revision: its own; next_time: when it was due;
 *                  missed; result
 *     DRIFT        feed; count, highlights: what the feed contributes at the path and below;
 *                  total, total_highlights: what its server counts; result
 */
typedef struct tally_event {
    uint32_t struct_size; /* sizeof(tally_event): set it before tally_engine_next_event. */
    tally_event_kind kind;         /* TALLY_EVENT_… */
    uint64_t token;       /* The observer's, widget's or completion's; otherwise 0. */
    int64_t account;      /* The account's identifier, or 0. */
    int64_t feed;         /* The feed's identifier, or 0. */
    int64_t reminder;     /* REMINDER: the reminder's key; otherwise 0. */
    uint64_t count;       /* BADGE, TOTAL, WIDGET, SYNCED, DRIFT: the number. REMINDER: occurrences that were due. */
    uint64_t revision;    /* BADGE, TOTAL, WIDGET, SYNCED: of the number's last change. REMINDER: its own. */
    tally_badge_kind badge_kind;   /* BADGE, TOTAL, WIDGET, SYNCED: TALLY_KIND_NONE, _DOT or _NUMBER. */
    tally_status result;  /* SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED or the error. Others: OK or RESYNC. */
    int64_t retry_after;  /* Milliseconds that the server asked to wait; 0: none. */
    int64_t next_time;    /* SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due. */
    uint32_t added;       /* SYNCED: new messages. */
    uint32_t changed;     /* SYNCED: changed messages. */
    uint32_t removed;     /* SYNCED: removed messages. */
    uint32_t rejected;    /* SYNCED: items that could not be used. */
    uint32_t text_length; /* Bytes of the text, without the NUL. */
    int32_t missed;       /* REMINDER: 1, it was missed; 0, it fired. */
    uint64_t total;       /* MESSAGES: all messages. DRIFT: what the server counts. */
    uint64_t unread;      /* MESSAGES: those that are not read. */
    uint64_t unseen;      /* MESSAGES: those that are not seen. */
    int32_t http_status;  /* SYNCED, COMPLETION, AUTH: of the last response; 0: there was none. */
    tally_level level;    /* BADGE, TOTAL: as of tally_badge. */
    uint64_t highlights;  /* BADGE, TOTAL: as of tally_badge. DRIFT: the part of `count` that highlights have. */
    uint64_t total_highlights; /* DRIFT: the part of `total` that highlights have. */
} tally_event;
#define TALLY_EVENT_INIT \
    {sizeof(tally_event), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0u, 0u, 0u, 0u, 0, 0, 0, 0, 0, 0, 0, 0}

/* Receives an event. event and text are borrowed until it returns. */
typedef void (*tally_event_callback)(void *user_data, const tally_event *event, const char *text);

/*
 * Opens a scope.
 *
 * out_scope   owned, release with tally_scope_close
 *
 * Returns TALLY_OK.
 *
 * A scope holds observers, views and widgets of any accounts. Closing it removes all of them.
 */
TALLY_CHECKED tally_status tally_scope_open(tally_engine *engine, tally_scope **out_scope);

/* Removes the scope's observers, views and widgets, as tally_unobserve does, and releases the handle. */
TALLY_API void tally_scope_close(tally_scope *scope);

/* Flags of observers. */
#define TALLY_OBSERVE_INITIAL 2u /* The current state of the path is reported first. */

/*
 * Observes a path.
 *
 * callback    NULL: only tally_engine_next_event returns the events
 * out_token   identifies the observer in events and for tally_unobserve
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(1); of a subtree O(badges shown below).
 *
 * The observer is notified at most once a transaction, and only if what the path shows changed.
 *
 * Observing twice with the same scope, account, path, SUBTREE flag, user_data and callback (not NULL) is one observer.
 * The second call returns the token of the first one, and release_user_data is called once. Each registration needs its
 * own tally_unobserve. This holds for all observers and widgets.
 */
TALLY_CHECKED tally_status tally_observe(tally_scope *scope, tally_account *account, const char *path, uint32_t flags,
                                         tally_event_callback callback, void *user_data,
                                         tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the messages at a path; with TALLY_SUBTREE also those below.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, IO, FULL, CORRUPT.
 * Cost: O(messages there), now and for each event.
 *
 * The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads or
 * unreads any. The event has their numbers.
 */
TALLY_CHECKED tally_status tally_observe_messages(tally_scope *scope, tally_account *account, const char *path,
                                                  uint32_t flags, tally_event_callback callback, void *user_data,
                                                  tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the groups of an account.
 *
 * Returns TALLY_OK.
 * Errors: LIMIT, IO, FULL, CORRUPT.
 *
 * A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
 * change. It may be gone then. TALLY_OBSERVE_INITIAL reports all groups.
 */
TALLY_CHECKED tally_status tally_observe_groups(tally_scope *scope, tally_account *account, uint32_t flags,
                                                tally_event_callback callback, void *user_data,
                                                tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the total over all logged-in accounts.
 *
 * flags   TALLY_OBSERVE_INITIAL or 0
 *
 * Returns TALLY_OK.
 * Errors: LIMIT.
 */
TALLY_CHECKED tally_status tally_observe_total(tally_scope *scope, uint32_t flags, tally_event_callback callback,
                                               void *user_data, tally_release_callback release_user_data,
                                               uint64_t *out_token);

/*
 * Observes the requests of a feed, and the pages that the host delivers.
 *
 * flags   0
 *
 * Returns TALLY_OK.
 * Errors: LIMIT, NOT_FOUND (the feed was removed).
 *
 * Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
 * (max_loaded_accounts), its number is the last known one.
 */
TALLY_CHECKED tally_status tally_observe_feed(tally_scope *scope, tally_feed *feed, uint32_t flags,
                                              tally_event_callback callback, void *user_data,
                                              tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
 *
 * account    NULL: all accounts, also later ones
 * flags      0
 * callback   required
 *
 * Returns TALLY_OK.
 * Errors: LIMIT.
 *
 * The observer is called for the events that tally_engine_next_event returns without a token, before it returns them.
 * In the callback they have the observer's token.
 */
TALLY_CHECKED tally_status tally_observe_feeds(tally_scope *scope, tally_account *account, uint32_t flags,
                                               tally_event_callback callback, void *user_data,
                                               tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the reminders of an account: the event REMINDER, as tally_observe_feeds does for feeds.
 *
 * account    NULL: all accounts, also later ones
 * flags      0
 * callback   required
 *
 * Returns TALLY_OK.
 * Errors: LIMIT.
 */
TALLY_CHECKED tally_status tally_observe_reminders(tally_scope *scope, tally_account *account, uint32_t flags,
                                                   tally_event_callback callback, void *user_data,
                                                   tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Removes an observer, ends a view, or unbinds a widget. A token that the scope does not have is accepted: nothing
 * happens.
 *
 * The callback is never called again. If other threads are running the callback, the function waits for them, so hold
 * no lock that the callback takes. Inside a callback it does not wait for calls that cannot return before it does: its
 * own, and those that wait for this thread. Such a call still runs when tally_unobserve returns. user_data is released
 * when the last one has returned.
 */
TALLY_API void tally_unobserve(tally_scope *scope, uint64_t token);

/* A flag of tally_view_begin: messages are marked as read, not only as seen. */
#define TALLY_VIEW_READ 2u

/*
 * Reports that the user is looking at a path, or also at everything below it.
 *
 * flags       TALLY_SUBTREE: as with a list that shows everything below the path; TALLY_VIEW_READ
 * out_token   for tally_view_end
 *
 * Returns TALLY_OK, or TALLY_HELD if the path shows a badge all the same; the view has begun in both cases.
 * Errors: PATH, LIMIT (max_observers), IO, FULL.
 * Cost: that of the clearing, now and for each transaction that the view ends.
 *
 * The path is cleared immediately, as by tally_badge_clear, and at the end of every transaction that lights the path
 * itself. If a child holds the badge, the path is cleared when the child is. With TALLY_SUBTREE, the call clears as
 * tally_badge_clear_tree does, and so does every transaction that lights something below the path or linked there.
 *
 * Clearing marks messages as seen. So in an account that unread messages feed, they keep their badges unless the view
 * has TALLY_VIEW_READ. Each view of a path lasts until its tally_view_end, or until its scope is closed.
 */
TALLY_CHECKED tally_status tally_view_begin(tally_scope *scope, tally_account *account, const char *path,
                                            uint32_t flags, uint64_t *out_token);

/* Ends a view; nothing else changes. tally_unobserve does the same, and accepts the same tokens. */
TALLY_API void tally_view_end(tally_scope *scope, uint64_t token);

/*
 * Waits for an event, and takes it from the queue.
 *
 * timeout   milliseconds, TALLY_NO_WAIT or TALLY_NO_TIMEOUT
 *
 * Returns TALLY_OK, or TALLY_EMPTY if the time passed or tally_engine_interrupt was called.
 * Errors: CLOSED (also while it waits), BUFFER_TOO_SMALL (of the text; the event stays first, its callback was not
 * called).
 *
 * If its observer or completion has a callback, the function calls it first. With TALLY_ENGINE_HOST_DRIVEN it never
 * waits.
 */
TALLY_CHECKED tally_status tally_engine_next_event(tally_engine *engine, int64_t timeout, tally_event *out_event,
                                                   char *text, size_t text_capacity);

/*
 * Calls the callbacks of the pending events, and of events that these callbacks cause, without waiting.
 *
 * limit       the most events, or TALLY_NO_LIMIT
 * out_count   how many were delivered
 *
 * Returns TALLY_OK, or TALLY_MORE if the limit was reached.
 *
 * Events without a callback stay for tally_engine_next_event. Every kind of event can have one: see tally_observe and
 * the functions after it.
 */
TALLY_CHECKED tally_status tally_engine_dispatch(tally_engine *engine, size_t limit, size_t *out_count);

/*
 * Wakes one tally_engine_next_event that waits, or the next one that would.
 *
 * Returns TALLY_OK.
 *
 * The call sets a flag. The next tally_engine_next_event that finds no event takes the flag and returns TALLY_EMPTY.
 * Several calls before that set the same flag, so they wake one wait. Do not call this function in a signal handler.
 */
TALLY_CHECKED tally_status tally_engine_interrupt(tally_engine *engine);

/*
 * Returns a descriptor for poll, epoll or select.
 *
 * Returns TALLY_OK.
 *
 * The descriptor is readable while events are pending, or, with TALLY_ENGINE_HOST_DRIVEN, when tally_engine_step has
 * work. After a dispatch that leaves only events without a callback, it is readable again when the next event comes. A
 * host that takes these too calls tally_engine_next_event until it returns TALLY_EMPTY. Never read from the descriptor
 * or close it. Borrowed until the engine is closed.
 */
TALLY_CHECKED tally_status tally_engine_get_descriptor(tally_engine *engine, intptr_t *out_descriptor);

/* Wakes the host's loop: see tally_engine_set_notify. */
typedef void (*tally_notify_callback)(void *user_data);

/*
 * Sets the callback that wakes the host's loop; NULL removes it.
 *
 * Returns TALLY_OK.
 *
 * The callback is called when the queue is no longer empty: once, then again only after the queue was drained. The same
 * events count as for the descriptor. It runs on any thread that uses the engine, often the library's loop thread. Only
 * this function and tally_engine_close wait for it. Its calls do not overlap: if it is due again while it runs, the
 * same thread calls it again. When the function returns, the former notify is never called again, and its user_data is
 * released. It waits for a running call, with the exceptions of tally_unobserve.
 */
TALLY_CHECKED tally_status tally_engine_set_notify(tally_engine *engine, tally_notify_callback notify, void *user_data,
                                                   tally_release_callback release_user_data);

/*
 * Does all due work without waiting, and then calls callbacks as tally_engine_dispatch does.
 *
 * Returns TALLY_OK.
 * Errors: UNSUPPORTED (not host-driven), THREAD (in a callback, or another thread is stepping).
 * Threads: one thread at a time, not in a callback.
 *
 * After any call of the library, a host with TALLY_ENGINE_HOST_DRIVEN must step, or read the timeout again, before it
 * blocks.
 */
TALLY_CHECKED tally_status tally_engine_step(tally_engine *engine);

/*
 * Reads how long the host may wait for the descriptor before tally_engine_step has work, in milliseconds.
 *
 * Returns TALLY_OK.
 * Errors: UNSUPPORTED (not host-driven).
 *
 * 0: step now; TALLY_NO_TIMEOUT: nothing is due.
 */
TALLY_CHECKED tally_status tally_engine_get_timeout(tally_engine *engine, int64_t *out_timeout);

/* --------------------------------------------------------------------------------------------------------------
 * Feeds
 *
 * Stable from 0.1: only additions.
 *
 * A feed polls a server by HTTP: `GET url?since=<cursor>&limit=200`. The response is a page of new messages, removed
 * ones, badges and a cursor (docs/wire-format.md), or what a mapping makes of another server's JSON (docs/mappings.md).
 * A page is one transaction. An empty response never hides a badge.
 *
 * A feed polls while its account is logged in and the server accepts the credential. It first polls within
 * `initial_delay`, then every `interval`, when pages are shown, when a push or the host requests it, and when its URL
 * changes. It has at most one request in flight, and one more that waits for its end. After failures it polls less
 * often. While a server asks to wait (429, 503), it does not poll at all, not even in a later run.
 * docs/concepts/feeds.md has the details.
 * ------------------------------------------------------------------------------------------------------------ */

/* When a feed polls, and the meaning of members of tally_feed_options that are 0. */
#define TALLY_POLLING_MESSAGE_CENTER 0 /* Polls always, and when the user comes back. */
#define TALLY_POLLING_UNREAD_COUNT 1   /* Polls only while the user sees a page. */
typedef int32_t tally_polling;

#define TALLY_FEED_OPTION_STOPS_IN_BACKGROUND 1u /* No timer polls while the application is in the background. */
#define TALLY_FEED_OPTION_EXACT_DELAY 2u /* The first request is sent after initial_delay, not at a random moment within it. */
#define TALLY_FEED_OPTION_TEMPORARY 4u   /* The options are for this run; the stored ones, if there are any, stay. */

/* Options of tally_feed_add. Times: TALLY_DEFAULT is the profile's value (MESSAGE_CENTER's; UNREAD_COUNT's). */
typedef struct tally_feed_options {
    uint32_t struct_size;   /* sizeof(tally_feed_options) */
    uint32_t flags;         /* TALLY_FEED_OPTION_… */
    int64_t initial_delay;  /* The first request begins within this: from 1. Profile: 1,000; off. */
    int64_t interval;       /* Between requests: from 100. Profile: 600,000; off. */
    int64_t visible_interval; /* While a page is seen: from 100. Profile: off; 60,000. */
    int64_t request_timeout; /* For a whole request, from 100. 0: 300,000. */
    int64_t idle_timeout;   /* Without a byte, from 100. 0: 60,000. */
    int64_t tolerance;      /* A page does not poll this soon after a good response: from 1. Profile: 180,000; off. */
    int64_t away_time;      /* A page that returns after this polls: from 1. Profile: 0 (each return); 60,000. */
    int64_t max_age;        /* Messages that are older by the server's time are removed, read or not. 0: no limit. */
    int64_t max_messages;   /* Beyond this number the oldest read messages are removed. 0: no limit. */
    uint32_t page_limit;    /* Items a page, 1 to 10,000, sent as `limit`. 0: 200. */
    tally_polling polling;       /* TALLY_POLLING_… */
    const char *url;        /* http:, https: or file: (a regular file). NULL: nothing is polled; the host delivers pages. */
    const char *prefix;     /* The path below which the feed's own paths are. NULL: root. */
    const char *mapping_preset; /* A shipped mapping, for a server with another format: "github-notifications",
                                   "mastodon-v2", "ntfy", "message-center" or "unread-count". */
    const char *mapping;    /* A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of
                               mapping_preset. NULL or empty, both: the wire format. */
    const char *title;      /* The title until the server sends one, UTF-8, up to 1,024 bytes. NULL: none. */
    void *reserved;
} tally_feed_options;
#define TALLY_FEED_OPTIONS_INIT \
    {sizeof(tally_feed_options), 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0, NULL, NULL, NULL, NULL, NULL, NULL}

/*
 * Adds a feed, or changes the options of one.
 *
 * out_feed   may be NULL; owned, release with tally_feed_release
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an unknown profile), MALFORMED (the mapping), URL, PATH, RANGE, LIMIT, IO, FULL.
 *
 * A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon as
 * its account is logged in. The options replace those that are stored. If the URL, prefix, mapping_preset or bytes of
 * the mapping changed, the feed requests everything again, and the response replaces its messages.
 */
TALLY_CHECKED tally_status tally_feed_add(tally_account *account, const char *name, const tally_feed_options *options,
                                          tally_feed **out_feed);

/*
 * Finds a feed that runs, or that is stored with its options. It runs from now on.
 *
 * out_feed   owned, release with tally_feed_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, LIMIT, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_feed_find(tally_account *account, const char *name, tally_feed **out_feed);

/*
 * Finds a feed by its identifier, as events and messages have it. It acts like tally_feed_find.
 *
 * out_feed   owned, release with tally_feed_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (also: TALLY_FEED_LOCAL was not added), LIMIT, IO, CORRUPT.
 *
 * tally_feed_list has the names of the identifiers.
 */
TALLY_CHECKED tally_status tally_feed_find_by_id(tally_account *account, int64_t id, tally_feed **out_feed);

#define TALLY_FEED_ENTRY_RUNNING 1u /* In this run it was added or found, or began when the account was logged in. */
#define TALLY_FEED_ENTRY_CREDENTIAL 2u /* Its requests have a credential, or wait for one. */

/* A feed that is stored. */
typedef struct tally_feed_entry {
    int64_t id;           /* Identifies the feed in events. */
    int64_t last_success; /* When the last good response arrived; 0: never. */
    uint64_t rejected;    /* Its rejected items: see tally_feed_list_rejected. */
    int64_t initial_delay;    /* Its options, as of tally_feed_options, or TALLY_OFF. All are 0 if they are not stored and
                                 it does not run. */
    int64_t interval;
    int64_t visible_interval;
    int64_t request_timeout;
    int64_t idle_timeout;
    int64_t tolerance;
    int64_t away_time;
    int64_t max_age;
    int64_t max_messages;
    uint32_t page_limit;
    uint32_t options;     /* TALLY_FEED_OPTION_… */
    uint32_t flags;       /* TALLY_FEED_ENTRY_… */
    uint32_t reserved;
    tally_text name;
    tally_text url;       /* Empty: none, as of TALLY_FEED_LOCAL. */
    tally_text prefix;    /* Canonical. */
    tally_text title;     /* The last title that the server sent, or that of the options; empty: none. */
    tally_text mapping_preset;
    tally_text mapping;
} tally_feed_entry;

/*
 * Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
 *
 * rows   tally_feed_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(rows).
 */
TALLY_CHECKED tally_status tally_feed_list(tally_account *account, uint32_t flags, const char *after, tally_rows *rows);

/* An item of a response that could not be used. */
typedef struct tally_rejected {
    int64_t id;      /* Rises in its feed. Begins again at 1 when the feed requests everything again. */
    int64_t time;    /* When the response arrived. */
    tally_text reason;
    tally_text body; /* The item's JSON, of the response or the mapping's page; its first 65,536 bytes. */
} tally_rejected;

/*
 * Lists the rejected items of a feed by their identifiers, the oldest first.
 *
 * feed   its identifier; for an unknown one the list is empty
 * rows   tally_rejected
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 *
 * The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain them.
 */
TALLY_CHECKED tally_status tally_feed_list_rejected(tally_account *account, int64_t feed, uint32_t flags,
                                                    const char *after, tally_rows *rows);

/* A path where the server of a feed counts something else than the feed contributes. */
typedef struct tally_drift {
    uint64_t ours;   /* The sum that the feed's messages contribute at the path and below, mutes aside. */
    uint64_t theirs; /* The number that its server counts there. */
    int64_t feed;    /* The feed's identifier. */
    tally_text path;
    uint64_t our_highlights;   /* The part of `ours` that highlights have. */
    uint64_t their_highlights; /* That of `theirs`; as ours, if the server did not say. */
} tally_drift;

/*
 * Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by feeds.
 *
 * flags   TALLY_SUBTREE: also below the path
 * rows    tally_drift
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL, IO, CORRUPT.
 *
 * Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a feed
 * are kept, also after the engine is closed. Exports of accounts do not contain them.
 */
TALLY_CHECKED tally_status tally_drift_list(tally_account *account, const char *path, uint32_t flags,
                                            const char *after, tally_rows *rows);

/* Releases a handle; the feed continues. */
TALLY_API void tally_feed_release(tally_feed *feed);

/*
 * Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge before,
 * or the host has, that one shows again.
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL.
 *
 * Pending completions get TALLY_ERROR_CANCELLED. The handle must still be released.
 */
TALLY_CHECKED tally_status tally_feed_remove(tally_feed *feed);

/* Polls soon, unless a request is in flight. Returns TALLY_OK. Errors: LOGGED_OUT, UNSUPPORTED (no URL). */
TALLY_CHECKED tally_status tally_feed_refresh(tally_feed *feed);

/* Registered pages are places in the host's application where the user sees the feed's messages, numbered from 0. While
 * one is shown and the application is in the foreground, the user sees it. Pages are not stored. */
#define TALLY_MAX_FEED_PAGES 8

/* A page as tally_feed_show_page finds it. */
typedef struct tally_page_info {
    uint32_t struct_size; /* sizeof(tally_page_info) */
    uint32_t first;       /* 1: the user sees it for the first time since log-in. 0 also while logged out. */
    int64_t away_time;    /* Milliseconds since the user last saw it; -1: never, or it does not come into sight now. */
    uint32_t requested;   /* 1: the call has begun a request. */
    uint32_t reserved;
} tally_page_info;
#define TALLY_PAGE_INFO_INIT {sizeof(tally_page_info), 0u, 0, 0u, 0u}

/*
 * Reports that a page is shown.
 *
 * page       its number, below TALLY_MAX_FEED_PAGES
 * out_info   may be NULL; -1 and zeros if the user does not begin to see the page
 *
 * Returns TALLY_OK.
 * Errors: RANGE (of the page).
 *
 * A page that is shown at log-in is shown for the first time then. Repeating the call does nothing.
 */
TALLY_CHECKED tally_status tally_feed_show_page(tally_feed *feed, uint32_t page, tally_page_info *out_info);

/* Reports that a page is no longer shown. Repeating the call does nothing. Returns TALLY_OK. Errors: RANGE. */
TALLY_CHECKED tally_status tally_feed_hide_page(tally_feed *feed, uint32_t page);

/*
 * Cancels the request in flight and the one that waits for it, if any.
 *
 * Returns TALLY_OK.
 *
 * Completions get TALLY_ERROR_CANCELLED, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
 * interval.
 */
TALLY_CHECKED tally_status tally_feed_cancel(tally_feed *feed);

/*
 * Pauses or resumes a feed.
 *
 * Returns TALLY_OK.
 *
 * A paused feed polls neither by timers nor because of pages. A request in flight, tally_feed_refresh and
 * tally_feed_refresh_now work as usual. What became due meanwhile happens once. Not stored.
 */
TALLY_CHECKED tally_status tally_feed_pause(tally_feed *feed, int32_t paused);

/*
 * Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other one.
 *
 * Returns TALLY_OK.
 * Errors: URL (the feed has none), ARGUMENT (as tally_account_set_credential), IO, FULL.
 *
 * If the feed gets a URL of another server, the credential is not sent until it is set again.
 */
TALLY_CHECKED tally_status tally_feed_set_credential(tally_feed *feed, const tally_credential *credential);

/*
 * Removes the feed's own credential: that of the account for its server counts again.
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL.
 */
TALLY_CHECKED tally_status tally_feed_remove_credential(tally_feed *feed);

/*
 * Sends a request immediately, ignoring the polling interval.
 *
 * out_token   the token of the event
 *
 * Returns TALLY_OK.
 * Errors: UNSUPPORTED (no URL), LIMIT (max_completions).
 *
 * Exactly one COMPLETION follows. Its result is OK, NOT_MODIFIED, UNAUTHORIZED, RATE_LIMITED (with retry_after),
 * LOGGED_OUT, CANCELLED or another error. If a request is in flight, one more follows it, which all callers share. At
 * most max_completions calls are in progress, or have their COMPLETION pending.
 */
TALLY_CHECKED tally_status tally_feed_refresh_now(tally_feed *feed, tally_event_callback callback, void *user_data,
                                                  tally_release_callback release_user_data, uint64_t *out_token);

/* The state of a feed. */
typedef struct tally_feed_state {
    uint32_t struct_size;  /* sizeof(tally_feed_state) */
    tally_status result;   /* The result of the last request. TALLY_EMPTY: none yet in this run. */
    int64_t id;            /* Identifies the feed in events. */
    int64_t last_success;  /* The last good response, with news or not; 0: never. Kept across runs. */
    int64_t next_time;     /* When it is polled next; 0: not planned. */
    uint64_t requests;     /* In this run. */
    uint64_t not_modified; /* Requests with the response 304. */
    uint64_t failures;     /* Requests that failed. */
    uint32_t in_flight;    /* 1: a request is in flight. */
    uint32_t failures_in_a_row;
    int32_t http_status;   /* The status of the last response; 0: there was none. */
    uint32_t reserved;
} tally_feed_state;
#define TALLY_FEED_STATE_INIT {sizeof(tally_feed_state), 0, 0, 0, 0, 0, 0, 0, 0u, 0u, 0, 0u}

/*
 * Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
 *
 * Returns TALLY_OK.
 * Errors: BUFFER_TOO_SMALL (of the title).
 */
TALLY_CHECKED tally_status tally_feed_get(tally_feed *feed, tally_feed_state *out_state, char *title,
                                          size_t title_capacity, size_t *out_title_length);

/*
 * Applies a page that the host received in another way.
 *
 * Returns TALLY_OK.
 * Errors: PROTOCOL, TOO_LARGE (max_response_bytes), LOGGED_OUT, CANCELLED (the URL has just changed), LIMIT, IO, FULL.
 * Cost: O(size).
 *
 * The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is one. A
 * SYNCED event follows. Timers are unchanged.
 *
 * If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and must not
 * say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A request in flight
 * continues; if its response has news, it is repeated from this page's cursor, so the cursor never goes back.
 */
TALLY_CHECKED tally_status tally_feed_deliver(tally_feed *feed, const void *bytes, size_t size);

/*
 * Applies a push: polls its feeds, and adds the message that it contains.
 *
 * payload   a JSON object, or the payload of an APNs notification with these members beside `aps`
 *
 * Returns TALLY_OK.
 * Errors: PROTOCOL, TOO_LARGE (max_response_bytes), NOT_FOUND (no such feed was added), LOGGED_OUT, LIMIT, IO, FULL.
 *
 * docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
 *
 *     {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
 *
 * Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no message is
 * added. With a `path` there is a message. Without an `id` it counts until the feed's next good response; without a
 * `feed` it needs an id.
 */
TALLY_CHECKED tally_status tally_account_push(tally_account *account, const void *payload, size_t size);

/*
 * Applies a push to one feed, as tally_account_push does. `feed` in the payload is ignored.
 *
 * Returns TALLY_OK.
 * Errors: PROTOCOL, TOO_LARGE, LOGGED_OUT, LIMIT, IO, FULL.
 */
TALLY_CHECKED tally_status tally_feed_push(tally_feed *feed, const void *payload, size_t size);

/*
 * Shows what a mapping makes of a response, as a page of the wire format.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an unknown preset), MALFORMED (the mapping), PROTOCOL (the response).
 * Cost: O(response, times texts of the mapping).
 *
 * The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
 * "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
 * "count". preset and mapping are as mapping_preset and mapping of tally_feed_options; one is required.
 */
TALLY_CHECKED tally_status tally_mapping_try(const char *preset, const char *mapping, const void *body, size_t size,
                                             tally_bytes *out_bytes);

/* --------------------------------------------------------------------------------------------------------------
 * Paths as text
 *
 * May change until 0.2.
 *
 * These functions need no engine. Their limits are the defaults: 64 components, 4,096 bytes.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Writes a name as a component of a path, with `\.` and `\\`.
 *
 * Returns TALLY_OK.
 * Errors: PATH (not a component), BUFFER_TOO_SMALL.
 */
TALLY_CHECKED tally_status tally_path_escape(const char *name, char *buffer, size_t capacity, size_t *out_length);

/*
 * Writes a path and a component below it, `name`, which it escapes.
 *
 * Returns TALLY_OK.
 * Errors: PATH, BUFFER_TOO_SMALL.
 */
TALLY_CHECKED tally_status tally_path_join(const char *path, const char *name, char *buffer, size_t capacity,
                                           size_t *out_length);

/* Writes the parent of a path. Returns TALLY_OK. Errors: PATH, BUFFER_TOO_SMALL, NOT_FOUND (`root` has none). */
TALLY_CHECKED tally_status tally_path_parent(const char *path, char *buffer, size_t capacity, size_t *out_length);

/*
 * Writes a component of a path, without escapes.
 *
 * index   from 0; `root` is not counted
 *
 * Returns TALLY_OK.
 * Errors: PATH, BUFFER_TOO_SMALL, NOT_FOUND (beyond the last one).
 */
TALLY_CHECKED tally_status tally_path_component(const char *path, size_t index, char *buffer, size_t capacity,
                                                size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Groups and summaries
 *
 * May change until 0.2.
 *
 * The unseen messages of an account are grouped by their threads; those without one are the group "". The newest
 * message leads the group. A summary describes the others: "7 more episodes from Song by Song and Serial".
 * docs/concepts/groups.md explains formats and languages.
 *
 * A category has the format of the summary. `%u` is the sum of the argument_counts (0 counts as 1), and `%@` the list
 * of arguments; `%1$u`, `%2$@` and `%%` work too. If a format or an argument is missing, the summary consists of
 * built-in words. Languages are BCP 47 tags ("pt-PT"). A text is looked up when the summary is read. The requested
 * language and its parents come first, then the account's and its parents, then the source text.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Registers a category, or replaces the one with that id.
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED (a format), TOO_LARGE (65,536 bytes), IO, FULL.
 *
 * The category is stored. summary is its format, and hidden the format for hidden previews, without arguments; NULL or
 * empty: none. A format is the key of its translations and its own source text, for every count. A mere name, such as
 * "GROUP_MORE", is only a key and is never shown.
 */
TALLY_CHECKED tally_status tally_category_set(tally_account *account, const char *id, const char *summary,
                                              const char *hidden);

/* Removes a category; translations of its formats stay. Returns TALLY_OK. Errors: NOT_FOUND, IO, FULL. */
TALLY_CHECKED tally_status tally_category_remove(tally_account *account, const char *id);

/* The plural forms of a format. NULL: the language has no such form, and `other` is used. */
typedef struct tally_forms {
    uint32_t struct_size; /* sizeof(tally_forms) */
    uint32_t flags;       /* 0 */
    const char *zero;
    const char *one;
    const char *two;
    const char *few;
    const char *many;
    const char *other; /* Required. */
} tally_forms;
#define TALLY_FORMS_INIT {sizeof(tally_forms), 0u, NULL, NULL, NULL, NULL, NULL, NULL}

/*
 * Sets the plural forms of a format for a language, and replaces the former ones.
 *
 * language   NULL or "" means the source text. They are stored
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED (a form), TOO_LARGE, IO, FULL.
 */
TALLY_CHECKED tally_status tally_strings_set(tally_account *account, const char *key, const char *language,
                                             const tally_forms *forms);

/*
 * Removes the plural forms of a format for a language.
 *
 * language   NULL or "" means the source text
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an invalid language), NOT_FOUND, TOO_LARGE, IO, FULL.
 *
 * A text is then looked up in the next language, as the introduction says.
 */
TALLY_CHECKED tally_status tally_strings_remove(tally_account *account, const char *key, const char *language);

/* Kinds of files of translations. */
#define TALLY_STRINGS_CATALOG 1    /* .xcstrings: JSON, with all languages. */
#define TALLY_STRINGS_DICTIONARY 2 /* .stringsdict: a property list (XML), of one language. */
typedef int32_t tally_strings_kind;

/* The result of importing another program's file. */
typedef struct tally_import_report {
    uint32_t struct_size; /* sizeof(tally_import_report): set it before the call. */
    uint32_t reserved;
    uint64_t taken;       /* The number of imported things. */
    uint64_t skipped;     /* The number of skipped things. */
} tally_import_report;
#define TALLY_IMPORT_REPORT_INIT {sizeof(tally_import_report), 0u, 0, 0}

/*
 * Imports the formats of a file of translations, all of them or none.
 *
 * language     of a dictionary; NULL for a catalog
 * out_report   may be NULL; the number of imported formats (keys in one language), and of skipped texts
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED, TOO_LARGE (max_response_bytes), IO, FULL.
 * Cost: O(size).
 *
 * A text that is not a format is skipped, but is MALFORMED if its key is that of a category. Plural forms need `other`.
 * Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how catalogs are used.
 */
TALLY_CHECKED tally_status tally_strings_import(tally_account *account, tally_strings_kind kind, const void *bytes,
                                                size_t size, const char *language, tally_import_report *out_report);

/* The origin of a summary. */
#define TALLY_SUMMARY_ORIGIN_NONE 0     /* No summary: the group is its leading message. */
#define TALLY_SUMMARY_ORIGIN_CATEGORY 1 /* The formats of categories. */
#define TALLY_SUMMARY_ORIGIN_DEFAULT 2  /* The built-in words. */
typedef int32_t tally_summary_origin;

/* A row of tally_group_list and tally_group_get. */
typedef struct tally_group {
    int64_t newest;         /* The key of the leading message. */
    int64_t oldest;         /* The key of the last one. */
    uint64_t items;         /* The sum of the argument counts of all its messages. */
    uint64_t notifications; /* Its messages. */
    uint64_t fresh;         /* Its messages that arrived since tally_group_mark_seen. */
    int64_t time;           /* The leading message's, by the server; 0: none. */
    tally_summary_origin origin;         /* TALLY_SUMMARY_ORIGIN_… */
    tally_text thread;      /* "": messages without a thread; with BY_APP all. */
    tally_text path;        /* The path of the leading message. */
    tally_text title;       /* The title of the leading message. */
    tally_text summary;     /* Empty: none. */
    tally_text language;    /* The language of the summary. "und": a source text of the account. Empty: no summary. */
    uint32_t reserved;
} tally_group;

#define TALLY_GROUPS_HIDDEN 1u /* For tally_group_list and tally_group_get: previews are hidden. */

/*
 * Lists groups, the one with the newest message first.
 *
 * language   of the summaries; NULL or "": the account's
 * rows       tally_group
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: ARGUMENT (also: an invalid language), BUFFER_TOO_SMALL, IO, CORRUPT.
 * Cost: O(n log n) in groups and messages.
 *
 * A group's messages are read again after any change except a newer message.
 */
TALLY_CHECKED tally_status tally_group_list(tally_account *account, const char *language, uint32_t flags,
                                            const char *after, tally_rows *rows);

/*
 * Reads one group as a row of tally_group.
 *
 * thread   NULL means ""
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (also: an invalid language), NOT_FOUND (no message, or no grouping by threads), BUFFER_TOO_SMALL,
 * IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_group_get(tally_account *account, const char *thread, const char *language,
                                           uint32_t flags, tally_rows *rows);

/*
 * Lists the messages of a group as tally_message_list does.
 *
 * thread   NULL means ""
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_group_list_messages(tally_account *account, const char *thread, uint32_t flags,
                                                     const char *after, tally_rows *rows);

/*
 * Reports that the user has seen the group: none of its messages is fresh any more.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, IO, FULL.
 * Cost: O(messages of the group).
 *
 * The messages stay in the group and in the badge. This is stored.
 */
TALLY_CHECKED tally_status tally_group_mark_seen(tally_account *account, const char *thread);

/*
 * Dismisses a group: its messages become seen, in one transaction.
 *
 * thread        NULL means ""
 * out_changed   how many messages were unseen; may be NULL
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (the group), IO, FULL.
 * Cost: O(messages).
 *
 * A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread ""
 * is all of them. To dismiss single messages, call tally_message_mark_seen.
 */
TALLY_CHECKED tally_status tally_group_dismiss(tally_account *account, const char *thread, size_t *out_changed);

/* --------------------------------------------------------------------------------------------------------------
 * Outbox
 *
 * May change until 0.2.
 *
 * An account with an outbox sends to its server what the user reads and unreads, and changes of reminders. The settings
 * of the account turn it on, and say what it sends (tally_account_configure). At first it is off, and no rows are
 * written. Rows are written in the transaction of the change. A row is about a message, or a path: a mark says "all up
 * to here is read", for each feed. docs/wire-format.md describes requests and responses.
 * docs/concepts/seen-and-read.md says how reads of several devices merge.
 *
 * With TALLY_OUTBOX_SEEN, what the user sees goes to the other devices too, so a bell that is opened on one of them
 * clears on all. Seeing a message writes TALLY_OUTBOX_KIND_SEEN; clearing a path writes TALLY_OUTBOX_KIND_SEEN_MARK.
 * Reading says it as well. If the server gives versions, messages that come late with a smaller `seq` arrive seen.
 *
 * A row goes to the server at least once. Its key, 32 hexadecimal digits, makes it count once. Rows about one message
 * or path are given out one after the other. A mark comes after all earlier rows of its feed, and before all later
 * ones. A newer row replaces one that was not given out. A row that failed for good stays until it is tried again or
 * removed; the newest max_failed_rows are kept. Others stay until they are sent, also after log-out, or until their
 * feed or account is removed.
 * ------------------------------------------------------------------------------------------------------------ */

/* The subject of a row. */
#define TALLY_OUTBOX_KIND_MESSAGE 1 /* A message: entity is the server's identifier. */
#define TALLY_OUTBOX_KIND_MARK 2    /* A path and everything below, up to a sequence: entity is the path. */
#define TALLY_OUTBOX_KIND_REMINDER 3 /* A reminder in its current state: entity is its identifier. */
#define TALLY_OUTBOX_KIND_REMOVAL 4 /* A message that was removed: entity is the server's identifier. */
#define TALLY_OUTBOX_KIND_SEEN 5    /* A message that was seen: entity is the server's identifier. */
#define TALLY_OUTBOX_KIND_SEEN_MARK 6 /* A path and everything below, seen up to a sequence. */
#define TALLY_OUTBOX_KIND_MUTE 7    /* The mute of a path: entity is the path. */
#define TALLY_OUTBOX_KIND_FLAG 8    /* A path that is marked as unread, or is not any more. */
#define TALLY_OUTBOX_KIND_SNOOZE 9  /* The snooze of a path. That of a message is a MESSAGE. */
#define TALLY_OUTBOX_KIND_DISMISSAL 10 /* A badge of the feed's server that the user has removed: entity is its path. */
typedef int32_t tally_outbox_kind;

/* The state of a row. */
#define TALLY_OUTBOX_STATE_WAITING 0
#define TALLY_OUTBOX_STATE_LEASED 1 /* Until lease_end, or until its result is reported. */
#define TALLY_OUTBOX_STATE_FAILED 2 /* For good. */
typedef int32_t tally_outbox_state;

/* A row of tally_outbox_lease and tally_outbox_list. */
typedef struct tally_outbox_entry {
    int64_t id;        /* Identifies the row in this file, and orders the rows. */
    int64_t feed;      /* The feed's identifier. */
    int64_t attempt;   /* How often it was given out. */
    int64_t next_time; /* Not given out before; 0: immediately, or it has failed for good. */
    int64_t lease_end; /* 0: it is not leased. */
    tally_outbox_kind kind;      /* TALLY_OUTBOX_KIND_… */
    tally_outbox_state state;     /* TALLY_OUTBOX_STATE_WAITING … */
    tally_text key;    /* Send it as Idempotency-Key. */
    tally_text entity;
    tally_text body;   /* JSON. Empty until it is first given out, and unchanged from then on. */
} tally_outbox_entry;

/*
 * Gives out rows that are due, in order, as many as fit.
 *
 * rows   tally_outbox_entry
 *
 * Returns TALLY_OK, or TALLY_MORE if more rows are due.
 * Errors: RANGE, BUFFER_TOO_SMALL (nothing was given out), IO, FULL.
 *
 * Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then goes
 * to the next caller. The account may be logged out. The host chooses the credential.
 */
TALLY_CHECKED tally_status tally_outbox_lease(tally_account *account, int64_t duration, tally_rows *rows);

/*
 * Reports that the server has taken a row, and removes it, also if its lease has ended.
 *
 * response   its body
 *
 * Returns TALLY_OK, or TALLY_ALREADY_APPLIED if the row was already removed.
 * Errors: NOT_FOUND (there was never such a row), CONFLICT (it was never given out), IO, FULL.
 *
 * If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
 */
TALLY_CHECKED tally_status tally_outbox_ack(tally_account *account, int64_t id, const void *response, size_t size);

/*
 * Reports that the server has not taken a row.
 *
 * attempt       as it was given out
 * retry_after   milliseconds until it may be given out again, 0 to 86,400,000; -1: it has failed for good
 *
 * Returns TALLY_OK, or TALLY_ALREADY_APPLIED if the row was already removed.
 * Errors: RANGE, NOT_FOUND, CONFLICT (this is not its last attempt), IO, FULL.
 */
TALLY_CHECKED tally_status tally_outbox_fail(tally_account *account, int64_t id, int64_t attempt,
                                             int64_t retry_after);

/*
 * Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
 *
 * flags   TALLY_LIST_FOLLOW, or 0
 * rows    tally_outbox_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_outbox_list(tally_account *account, uint32_t flags, const char *after,
                                             tally_rows *rows);

/* Numbers of rows of an outbox. */
typedef struct tally_outbox_counts {
    uint32_t struct_size; /* sizeof(tally_outbox_counts): set it before the call. */
    uint32_t reserved;
    uint64_t total;       /* All rows. */
    uint64_t leased;      /* The leased rows. */
    uint64_t failed;      /* The rows that failed for good. */
} tally_outbox_counts;
#define TALLY_OUTBOX_COUNTS_INIT {sizeof(tally_outbox_counts), 0u, 0, 0, 0}

/*
 * Counts the rows.
 *
 * Returns TALLY_OK.
 * Errors: IO, CORRUPT.
 * Cost: O(rows).
 */
TALLY_CHECKED tally_status tally_outbox_get_counts(tally_account *account, tally_outbox_counts *out_counts);

/*
 * Makes a row that waits or has failed for good due immediately.
 *
 * out_count   1, or 0 if it is another row
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (id is not positive), IO, FULL.
 *
 * The library's own wait after failures ends too, but not a server's.
 */
TALLY_CHECKED tally_status tally_outbox_retry(tally_account *account, int64_t id, size_t *out_count);

/*
 * Makes every row that waits or has failed for good due immediately, as tally_outbox_retry does for one.
 *
 * out_count   how many rows
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL.
 * Cost: O(rows).
 */
TALLY_CHECKED tally_status tally_outbox_retry_all(tally_account *account, size_t *out_count);

/*
 * Removes a row that has failed for good.
 *
 * out_count   1, or 0 if it is another row
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (id is not positive), IO, FULL.
 */
TALLY_CHECKED tally_status tally_outbox_remove(tally_account *account, int64_t id, size_t *out_count);

/*
 * Removes every row that has failed for good.
 *
 * out_count   how many
 *
 * Returns TALLY_OK.
 * Errors: IO, FULL.
 * Cost: O(rows).
 */
TALLY_CHECKED tally_status tally_outbox_remove_failed(tally_account *account, size_t *out_count);

/* --------------------------------------------------------------------------------------------------------------
 * Reminders
 *
 * May change until 0.2.
 *
 * A reminder is about something that expires. It expires on the day of production plus the shelf life, at most the end
 * of the month, and is good through that day. A smart reminder fires daily, beginning one to five days before the
 * expiry. Any other repeats as its options say. A day is a number like 20260131. A zone is an IANA name; without one a
 * reminder follows the device. docs/concepts/reminders.md has the rules for times, zones and clocks that change.
 *
 * A reminder fires while its account is logged in. Its path then shows 1, because of a message of the feed
 * TALLY_FEED_REMINDERS with its identifier. The badge lasts until the reminder is acknowledged, moved or done, or seen
 * in an account with UNSEEN feeding. The log notes it, and an event REMINDER reports it. If occurrences were due while
 * the program was closed or the account logged out, the next log-in reports the newest as missed.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_FEED_REMINDERS "tally:reminders"

/* Units of time. */
#define TALLY_UNIT_MINUTE 1
#define TALLY_UNIT_HOUR 2
#define TALLY_UNIT_DAY 3
#define TALLY_UNIT_WEEK 4
#define TALLY_UNIT_MONTH 5
#define TALLY_UNIT_QUARTER 6
#define TALLY_UNIT_YEAR 7
typedef int32_t tally_unit;

#define TALLY_SMART_AUTOMATIC 1 /* On if it keeps for at most 30 days; decided again at each edit. */
#define TALLY_SMART_ON 2
#define TALLY_SMART_OFF 3
typedef int32_t tally_smart;

/* Fields of tally_reminder_options: the members that are given. The others are ignored. */
#define TALLY_REMINDER_FIELD_TITLE 1u
#define TALLY_REMINDER_FIELD_BODY 2u
#define TALLY_REMINDER_FIELD_PATH 4u
#define TALLY_REMINDER_FIELD_ZONE 8u
#define TALLY_REMINDER_FIELD_PRODUCED 16u
#define TALLY_REMINDER_FIELD_SHELF_LIFE 32u /* shelf_life and shelf_unit */
#define TALLY_REMINDER_FIELD_TIME_OF_DAY 64u
#define TALLY_REMINDER_FIELD_SMART 128u
#define TALLY_REMINDER_FIELD_REPEAT 256u    /* repeat_unit and repeat_every */
#define TALLY_REMINDER_FIELD_START 512u
#define TALLY_REMINDER_FIELD_END 1024u
#define TALLY_REMINDER_FIELD_OVERDUE 2048u  /* overdue_unit, overdue_every and overdue_limit */

/* The contents and dates of a reminder. A member that is not in `fields` has its default in tally_reminder_put, and is
 * unchanged by tally_reminder_edit. NULL or "" removes a text, and 0 a start or an end. 0 in all its members removes a
 * repetition or overdue reminding. If only some of these members are 0, or shelf_unit, those are unchanged. */
typedef struct tally_reminder_options {
    uint32_t struct_size;  /* sizeof(tally_reminder_options) */
    uint32_t fields;       /* TALLY_REMINDER_FIELD_… */
    const char *title;     /* These are UTF-8. */
    const char *body;
    const char *path;      /* The path of its badge. Empty: none. */
    const char *zone;      /* Empty: the device's. */
    int32_t produced;      /* A day. Default: today, in its zone. */
    int32_t shelf_life;    /* From 1. Required. */
    tally_unit shelf_unit;    /* TALLY_UNIT_DAY, _MONTH or _YEAR. Required. */
    int32_t time_of_day;   /* Seconds since midnight, 0 to 86,399. Default 32,400, 09:00. */
    tally_smart smart;         /* TALLY_SMART_…. Default AUTOMATIC. */
    tally_unit repeat_unit;   /* TALLY_UNIT_…. Required unless it is smart. */
    int32_t repeat_every;  /* It fires every so many units, to 1,000,000. Default 1. */
    int32_t end;           /* The last day on which it fires. Required unless it is smart. */
    int32_t start;         /* The day from which repetitions count. Default: the day of entering. */
    tally_unit overdue_unit; /* TALLY_UNIT_…, counted from the day after the expiry or the end. */
    int32_t overdue_every; /* It fires every so many of these units, to 1,000,000. Default 1. */
    int32_t overdue_limit; /* How many times it fires then, to 1,000,000. Default: 0. */
} tally_reminder_options;
#define TALLY_REMINDER_OPTIONS_INIT \
    {sizeof(tally_reminder_options), 0u, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/*
 * Enters a reminder, also while the account is logged out. With an outbox this and every change become rows.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (the message names what is missing or wrong, also about a zone), RANGE (time_of_day), PATH,
 * NOT_FOUND (the zone), EXISTS, LIMIT (100,000 reminders), TOO_LARGE, IO, FULL.
 * Cost: O(log reminders); the first call reads all of the account.
 */
TALLY_CHECKED tally_status tally_reminder_put(tally_account *account, const char *id,
                                              const tally_reminder_options *options);

/*
 * Changes the given members of a reminder, its revision and its plan, in one transaction; nothing if all are as they
 * were.
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (as in tally_reminder_put), RANGE, PATH, NOT_FOUND (reminder or zone), LIMIT, TOO_LARGE, IO, FULL.
 *
 * Past occurrences are unchanged, and none is missed because of the new members.
 */
TALLY_CHECKED tally_status tally_reminder_edit(tally_account *account, const char *id,
                                               const tally_reminder_options *options);

/*
 * Marks a reminder as done: it no longer fires, and its badge is removed. Repeating the call is not an error.
 *
 * outcome   0; other values are reserved for what became of the thing, such as used up or thrown away
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, LIMIT (its revision is UINT32_MAX), IO, FULL.
 */
TALLY_CHECKED tally_status tally_reminder_mark_done(tally_account *account, const char *id, uint32_t outcome);

/*
 * Reverts tally_reminder_mark_done, as if it had never been called.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, LIMIT (its revision is UINT32_MAX), IO, FULL.
 *
 * If an occurrence was due and not acknowledged, or became due meanwhile, the badge shows it. The log records the
 * newest as missed, without an event; for a logged-out account the next log-in reports it.
 */
TALLY_CHECKED tally_status tally_reminder_mark_undone(tally_account *account, const char *id);

/* Removes a reminder; its log stays. Returns TALLY_OK. Errors: NOT_FOUND, IO, FULL. */
TALLY_CHECKED tally_status tally_reminder_remove(tally_account *account, const char *id);

/*
 * Moves one occurrence to a timestamp in the future: the unacknowledged one that fired, else the one that was moved
 * before, else the next one.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, RANGE (past, or after the end), CONFLICT (it is done, or does not fire any more), IO, FULL.
 *
 * One occurrence can be moved at a time.
 */
TALLY_CHECKED tally_status tally_reminder_snooze(tally_account *account, const char *id, int64_t until);

/*
 * Acknowledges what has fired: its badge is removed. If nothing has fired, this is not an error.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, IO, FULL.
 */
TALLY_CHECKED tally_status tally_reminder_acknowledge(tally_account *account, const char *id);

/* The state of a reminder. */
#define TALLY_REMINDER_STATE_ACTIVE 1
#define TALLY_REMINDER_STATE_DONE 2
#define TALLY_REMINDER_STATE_EXPIRED 3 /* Active, but its last good day has ended in its zone. */
typedef int32_t tally_reminder_state;

/* A row of tally_reminder_list and tally_reminder_get. */
typedef struct tally_reminder {
    int64_t key;         /* Identifies it in this file. It is `reminder` of its events. */
    int64_t next_time;   /* When it fires next; 0: never. */
    int64_t due_time;    /* When it fired, if not acknowledged; 0: it has not. */
    int64_t expires;     /* When its last good day ends; 0: its zone is not available. */
    int64_t stamp;       /* When the reminder was last changed. */
    uint32_t revision;   /* One more with each edit, done and undone. */
    tally_reminder_state state;       /* TALLY_REMINDER_STATE_… */
    int32_t expiry;      /* The last good day. */
    int32_t span;        /* The days from production to expiry. */
    int32_t days_left;   /* The days that are left; negative: it has expired. */
    int32_t is_smart;    /* 1 or 0. */
    int32_t produced;    /* The members from here on are as they were given. */
    int32_t shelf_life;
    tally_unit shelf_unit;
    int32_t time_of_day;
    int32_t entered;
    tally_smart smart;
    tally_unit repeat_unit;
    int32_t repeat_every;
    int32_t start;
    int32_t end;
    tally_unit overdue_unit;
    int32_t overdue_every;
    int32_t overdue_limit;
    tally_text id;
    tally_text title;
    tally_text body;
    tally_text path;
    tally_text zone;
    int32_t reserved;
} tally_reminder;

/*
 * Lists reminders, sorted by the bytes of their identifiers.
 *
 * rows   tally_reminder
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_reminder_list(tally_account *account, uint32_t flags, const char *after,
                                               tally_rows *rows);

/* Reads one reminder as a row of tally_reminder. Returns TALLY_OK. Errors: NOT_FOUND, BUFFER_TOO_SMALL, IO, CORRUPT. */
TALLY_CHECKED tally_status tally_reminder_get(tally_account *account, const char *id, tally_rows *rows);

#define TALLY_PLAN_FLAG_FROM_SCRATCH 1u /* The system has nothing armed: lists the whole plan. */

/* Options of tally_reminder_plan. */
typedef struct tally_plan_options {
    uint32_t struct_size; /* sizeof(tally_plan_options) */
    uint32_t flags;       /* TALLY_PLAN_FLAG_FROM_SCRATCH or 0 */
    uint32_t limit;       /* Notifications that the system accepts, to 4,096. 0: 64. */
    uint32_t reserve;     /* How many of them the host needs for other things. */
} tally_plan_options;
#define TALLY_PLAN_OPTIONS_INIT {sizeof(tally_plan_options), 0u, 0u, 0u}

#define TALLY_PLAN_ACTION_DISARM 1
#define TALLY_PLAN_ACTION_ARM 2
typedef int32_t tally_plan_action;

/* A row of tally_reminder_plan. */
typedef struct tally_plan_entry {
    int64_t id;           /* From 1, the same on every machine: docs/plan-identifiers.md. */
    int64_t time;         /* When it fires, or would have. */
    int64_t occurrence;   /* Which occurrence of the reminder it is. */
    uint32_t revision;    /* The reminder's. */
    tally_plan_action action;       /* TALLY_PLAN_ACTION_DISARM or _ARM. */
    tally_text reminder;  /* Its identifier. DISARM: empty if the reminder was removed. */
    tally_text title;     /* These: ARM only. */
    tally_text body;
    tally_text path;
} tally_plan_entry;

/* The plan as a whole. */
typedef struct tally_plan {
    uint32_t struct_size; /* sizeof(tally_plan) */
    uint32_t planned;     /* Entries in the plan. */
    uint64_t left_out;    /* Occurrences that did not fit. */
    int64_t reach;        /* Everything before it is in the plan; 0: everything is. */
    uint64_t token;       /* For tally_reminder_confirm_plan; never 0. */
} tally_plan;
#define TALLY_PLAN_INIT {sizeof(tally_plan), 0u, 0, 0, 0}

/*
 * Plans the notifications that the system fires while the program is closed: the soonest ones, but each reminder's next
 * one first.
 *
 * rows   tally_plan_entry
 *
 * Returns TALLY_OK.
 * Errors: RANGE, BUFFER_TOO_SMALL (all rows must fit), IO, FULL.
 * Cost: O(entries times log reminders).
 *
 * The rows are the difference from the last confirmed plan: first what to disarm, then what to arm. The host carries
 * them out, and confirms them with tally_reminder_confirm_plan. The library stores nothing of the plan before that, so
 * the next call offers an unconfirmed plan again, also in a later run.
 *
 * Plan after log-in, log-out, each change, an event REMINDER and tally_engine_set_zone, and when the program comes to
 * the foreground. The plan of an account that is not logged in is empty, so its rows disarm everything. The host must
 * ignore notifications of what fires in the program as well. options and out_plan may be NULL.
 */
TALLY_CHECKED tally_status tally_reminder_plan(tally_account *account, const tally_plan_options *options,
                                               tally_rows *rows, tally_plan *out_plan);

/*
 * Confirms that the host has carried out a plan: the library stores it, and the log gets its ARMED and CANCELLED.
 *
 * token   that of the account's last tally_plan
 *
 * Returns TALLY_OK, or TALLY_ALREADY_APPLIED if this plan is confirmed.
 * Errors: ARGUMENT (0), CONFLICT (the plan is out of date: plan again), IO, FULL.
 * Cost: O(entries).
 *
 * A plan is out of date after a later tally_reminder_plan, log-in or log-out, and in a later run. A change of reminders
 * does not matter: the next plan contains it. If a host has carried out a part of a plan that it cannot confirm, it
 * disarms everything, and plans with TALLY_PLAN_FLAG_FROM_SCRATCH.
 */
TALLY_CHECKED tally_status tally_reminder_confirm_plan(tally_account *account, uint64_t token);

/* Kinds of tally_reminder_note. */
#define TALLY_NOTE_CREATED 1
#define TALLY_NOTE_EDITED 2
#define TALLY_NOTE_PLANNED 3 /* When it fires next. */
#define TALLY_NOTE_ARMED 4      /* A confirmed plan has armed it. */
#define TALLY_NOTE_FIRED 5
#define TALLY_NOTE_MISSED 6
#define TALLY_NOTE_SNOOZED 7
#define TALLY_NOTE_ACKNOWLEDGED 8
#define TALLY_NOTE_CANCELLED 9  /* A confirmed plan has disarmed it. */
#define TALLY_NOTE_SUSPENDED 10 /* The account was logged out. */
#define TALLY_NOTE_RESUMED 11   /* The account was logged in again. */
#define TALLY_NOTE_UPLOADED 12
#define TALLY_NOTE_UPLOAD_FAILED 13
#define TALLY_NOTE_DONE 14
#define TALLY_NOTE_UNDONE 15
#define TALLY_NOTE_REMOVED 16
typedef int32_t tally_note_kind;

/* A row of tally_reminder_list_notes. */
typedef struct tally_reminder_note {
    int64_t id;              /* From 1 in each account, in order. */
    int64_t time;            /* When it was written. */
    int64_t occurrence_time; /* When its occurrence fires; 0: it is about none. */
    uint32_t revision;
    tally_note_kind kind;            /* TALLY_NOTE_… */
    tally_text reminder;     /* Its identifier; empty: all of the account's. */
} tally_reminder_note;

/*
 * Lists the log by the identifiers of its notes. The last max_reminder_log are kept.
 *
 * flags   TALLY_LIST_FOLLOW, or 0
 * rows    tally_reminder_note
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: BUFFER_TOO_SMALL, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_reminder_list_notes(tally_account *account, uint32_t flags, const char *after,
                                                     tally_rows *rows);

/*
 * Writes all reminders as iCalendar (RFC 5545, VTODO with VALARM).
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (a zone is not available), IO.
 *
 * DUE is the last second of the expiry. DTSTART is the day from which repetitions count, or the day of production of a
 * smart reminder, at the time of day.
 */
TALLY_CHECKED tally_status tally_reminder_export(tally_account *account, tally_bytes *out_bytes);

/* A row of tally_reminder_import: an entry of the file that was skipped. */
typedef struct tally_skipped_entry {
    int64_t line;      /* The line where the entry, or the property that cannot be used, begins. From 1. */
    tally_text uid;    /* Its UID; empty if it has none, or was not read as far as that. */
    tally_text reason; /* Why, in English. */
} tally_skipped_entry;

/*
 * Imports the reminders of an iCalendar file: all usable ones, or none if the call fails.
 *
 * rows         tally_skipped_entry, in the order of the file; NULL: they are only counted
 * out_report   may be NULL; the number of imported reminders, and of skipped entries
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED, LIMIT, BUFFER_TOO_SMALL (all skipped entries must fit; nothing is imported), IO, FULL.
 *
 * An entry whose UID is a reminder's identifier replaces that reminder. An entry of another program becomes the nearest
 * reminder: see docs/concepts/reminders.md. An entry is skipped if no reminder can express it, or if its UID, path or
 * zone is invalid or not available. A TALLY_LOG_WARNING has its line and the reason, and those of a part of an entry
 * that is ignored.
 */
TALLY_CHECKED tally_status tally_reminder_import(tally_account *account, const void *bytes, size_t size,
                                                 tally_rows *rows, tally_import_report *out_report);

/*
 * Sets the device's zone, and plans the reminders that follow it again.
 *
 * name   NULL: that of the options or the system
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, TOO_LARGE.
 */
TALLY_CHECKED tally_status tally_engine_set_zone(tally_engine *engine, const char *name);

/* --------------------------------------------------------------------------------------------------------------
 * Snapshots and patches
 *
 * May change until 0.2.
 *
 * These bytes hold what the nodes of a subtree own: badges, mutes, snoozes and expiries, but no messages or flags.
 * docs/snapshot-format.md describes them. Equal states give equal bytes. Paths in them are relative to the top of the
 * subtree, so a subtree can be compared with, and written to, another place.
 *
 * Input bytes may come from anywhere: all of them are checked and copied, at about 6 ns per node. A change of an
 * account is one transaction, on the disk when the call returns. It clears no badge automatically.
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * Computes a number that is equal for equal subtrees, and hardly ever equal for others.
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(what changed since the last call).
 *
 * The number is the same on every machine. It is not safe against attackers.
 */
TALLY_CHECKED tally_status tally_badge_digest(tally_account *account, const char *path, uint64_t *out_digest);

/*
 * Writes the minimal patch from one subtree to another, of the same engine.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(what differs).
 */
TALLY_CHECKED tally_status tally_badge_diff(tally_account *from, const char *from_path, tally_account *to,
                                            const char *to_path, tally_bytes *out_bytes);

/* A decoded snapshot: checked once, and quick to read, with about 1.5 bytes per node and one path in sixteen. It never
 * changes, so any number of threads may use it. It belongs to no engine, and lives until it is released, also after a
 * fork. */
typedef struct tally_snapshot tally_snapshot;

/*
 * Decodes the bytes of a snapshot, and copies them.
 *
 * out_snapshot   owned, release with tally_snapshot_release
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(size).
 */
TALLY_CHECKED tally_status tally_snapshot_decode(const void *bytes, size_t size, tally_snapshot **out_snapshot);

/*
 * Takes a snapshot of a path.
 *
 * out_snapshot   owned, release with tally_snapshot_release
 *
 * Returns TALLY_OK.
 * Errors: PATH.
 * Cost: O(n log n) at most in the nodes listed below.
 */
TALLY_CHECKED tally_status tally_snapshot_take(tally_account *account, const char *path, tally_snapshot **out_snapshot);

/* Releases a snapshot and its memory. NULL is accepted. No other thread may be using it. */
TALLY_API void tally_snapshot_release(tally_snapshot *snapshot);

/*
 * Writes the bytes of a snapshot.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Cost: O(size).
 */
TALLY_CHECKED tally_status tally_snapshot_encode(const tally_snapshot *snapshot, tally_bytes *out_bytes);

/*
 * Writes the minimal patch from one snapshot to another. No engine is needed, and little memory.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Cost: O(bytes), at the speed of comparing memory where they are equal.
 */
TALLY_CHECKED tally_status tally_snapshot_diff(const tally_snapshot *from, const tally_snapshot *to,
                                               tally_bytes *out_bytes);

/* A row of tally_snapshot_list: what a node owns. */
typedef struct tally_snapshot_entry {
    tally_text path;       /* Relative to the top of the snapshot; empty: the top itself. */
    uint64_t count;        /* Its own count; 0 for a dot or nothing. */
    int64_t until;         /* When its badge ends; 0: it does not. */
    int64_t mute_until;    /* When its mute ends; 0: it does not. */
    tally_badge_kind kind; /* TALLY_KIND_NONE, _DOT or _NUMBER */
    tally_mute_mode mute;  /* TALLY_MUTE_… */
    int64_t snoozed_until; /* When its snooze ends; 0: it is not snoozed. */
} tally_snapshot_entry;

/*
 * Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No engine is
 * needed.
 *
 * path    relative to the top of the snapshot; `root`, "" or NULL: the top
 * flags   TALLY_SUBTREE, or TALLY_LIST_CHILDREN
 * rows    tally_snapshot_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: PATH, BUFFER_TOO_SMALL.
 * Cost: O(nodes of the snapshot), with little work for those that are not listed.
 *
 * A badge that has ended is listed too.
 */
TALLY_CHECKED tally_status tally_snapshot_list(const tally_snapshot *snapshot, const char *path, uint32_t flags,
                                               const char *after, tally_rows *rows);

/*
 * Writes the patch that undoes a patch. No engine is needed.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: MALFORMED.
 * Cost: O(size).
 */
TALLY_CHECKED tally_status tally_patch_inverse(const void *patch, size_t size, tally_bytes *out_bytes);

/* A row of tally_patch_list: what a node owns before and after the patch. The members mean what those of
 * tally_snapshot_entry mean. */
typedef struct tally_patch_entry {
    tally_text path; /* Relative to the top of the patch; empty: the top itself. */
    uint64_t before_count;
    int64_t before_until;
    int64_t before_mute_until;
    tally_badge_kind before_kind; /* TALLY_KIND_NONE, _DOT or _NUMBER */
    tally_mute_mode before_mute;  /* TALLY_MUTE_… */
    uint64_t after_count;
    int64_t after_until;
    int64_t after_mute_until;
    tally_badge_kind after_kind;  /* TALLY_KIND_NONE, _DOT or _NUMBER */
    tally_mute_mode after_mute;   /* TALLY_MUTE_… */
    int64_t before_snoozed_until;
    int64_t after_snoozed_until;
} tally_patch_entry;

/*
 * Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
 *
 * path    relative to the top of the patch; `root`, "" or NULL: the top
 * flags   TALLY_SUBTREE, or TALLY_LIST_CHILDREN
 * rows    tally_patch_entry
 *
 * Returns TALLY_OK or TALLY_MORE.
 * Errors: MALFORMED, PATH, BUFFER_TOO_SMALL.
 * Cost: O(size). Each call checks the bytes again.
 */
TALLY_CHECKED tally_status tally_patch_list(const void *patch, size_t size, const char *path, uint32_t flags,
                                            const char *after, tally_rows *rows);

/*
 * Replaces the contents of `path` and its subtree with a snapshot.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, CONFLICT, IO, FULL.
 */
TALLY_CHECKED tally_status tally_badge_restore(tally_account *account, const char *path,
                                               const tally_snapshot *snapshot);

#define TALLY_APPLY_OVERWRITE 1u /* For tally_badge_apply: writes the state after the patch, whatever the state is now. */

/*
 * Applies a patch at a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, MALFORMED, IO, FULL, CONFLICT (the nodes are not in the state that the patch begins with; the
 * message names the first).
 */
TALLY_CHECKED tally_status tally_badge_apply(tally_account *account, const char *path, const void *patch, size_t size,
                                             uint32_t flags);

/*
 * Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
 *
 * Returns TALLY_OK.
 * Errors: INTERNAL (the message has the first wrong path).
 * Cost: O(nodes).
 */
TALLY_CHECKED tally_status tally_account_verify(tally_account *account);

/* --------------------------------------------------------------------------------------------------------------
 * Node handles
 *
 * May change until 0.2.
 *
 * A node handle is a resolved path: operations on it need not look up the text again. It is valid until it was released
 * as often as it was resolved, or until the engine is closed. 0 is never a handle. Every function that takes a node,
 * except tally_node_release, can fail with STALE_HANDLE: the node was released, or belongs to another account.
 * ------------------------------------------------------------------------------------------------------------ */

typedef uint64_t tally_node;

/*
 * Resolves a path, and creates it if it does not exist.
 *
 * out_node   owned, release with tally_node_release once for each time it was resolved
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT.
 * Cost: O(length of the path).
 */
TALLY_CHECKED tally_status tally_node_resolve(tally_account *account, const char *path, tally_node *out_node);

/* Releases a node handle once. 0, a released node and a node of another account are accepted, and nothing happens. */
TALLY_API void tally_node_release(tally_account *account, tally_node node);

/* Writes the path of a node. It begins with `root`. Returns TALLY_OK. Errors: BUFFER_TOO_SMALL. */
TALLY_CHECKED tally_status tally_node_get_path(tally_account *account, tally_node node, char *buffer, size_t capacity,
                                               size_t *out_length);

/* Sets the node's own badge to `count`: see tally_badge_set. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_status tally_node_set(tally_account *account, tally_node node, int64_t count);

/* Sets the node's own badge to a dot. Returns TALLY_OK. Errors: LIMIT. */
TALLY_CHECKED tally_status tally_node_dot(tally_account *account, tally_node node);

/* Sets the node's own badge with an end: see tally_badge_set_until. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_status tally_node_set_until(tally_account *account, tally_node node, int64_t count, int64_t until);

/* Sets the node's own badge to a dot with an end: see tally_badge_dot_until. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_status tally_node_dot_until(tally_account *account, tally_node node, int64_t until);

/* Adds to the node's own count: see tally_badge_add. Returns TALLY_OK. Errors: LIMIT, RANGE. */
TALLY_CHECKED tally_status tally_node_add(tally_account *account, tally_node node, int64_t delta);

/* Clears the badge of a node: see tally_badge_clear. Returns TALLY_OK or TALLY_HELD. Errors: LIMIT, IO, FULL. */
TALLY_CHECKED tally_status tally_node_clear(tally_account *account, tally_node node);

/* Clears a whole subtree: see tally_badge_clear_tree. Returns TALLY_OK or TALLY_HELD. Errors: LIMIT, IO, FULL. */
TALLY_CHECKED tally_status tally_node_clear_tree(tally_account *account, tally_node node);

/* Mutes a node: see tally_badge_mute. Returns TALLY_OK. Errors: LIMIT, ARGUMENT (an unknown mode), RANGE. */
TALLY_CHECKED tally_status tally_node_mute(tally_account *account, tally_node node, tally_mute_mode mode,
                                           int64_t until);

/* Reads what a node shows: see tally_badge_get. Returns TALLY_OK. */
TALLY_CHECKED tally_status tally_node_get(tally_account *account, tally_node node, tally_badge *out_badge);

/* --------------------------------------------------------------------------------------------------------------
 * Batches
 *
 * May change until 0.2.
 *
 * A batch is one transaction, unless it has TALLY_BATCH_EACH, which is faster for operations on nodes.
 * ------------------------------------------------------------------------------------------------------------ */

/* Kinds of operations. Items take all but GET; those from POST on are for items alone: see tally_engine_batch. */
#define TALLY_OP_SET 1                   /* value: the count */
#define TALLY_OP_DOT 2
#define TALLY_OP_ADD 3                   /* value: the delta */
#define TALLY_OP_CLEAR 4
#define TALLY_OP_CLEAR_TREE 5
#define TALLY_OP_MUTE 6                  /* value: TALLY_MUTE_… */
#define TALLY_OP_GET 7
#define TALLY_OP_POST 8                  /* path, message: posts a message, as tally_message_post */
#define TALLY_OP_WITHDRAW 9              /* id: removes a posted message, as tally_message_withdraw */
#define TALLY_OP_READ 10                 /* path, flags: marks messages read, as tally_message_mark_path_read */
#define TALLY_OP_REMINDER_PUT 11         /* id, reminder: as tally_reminder_put */
#define TALLY_OP_REMINDER_EDIT 12        /* id, reminder: as tally_reminder_edit */
#define TALLY_OP_REMINDER_DONE 13        /* id: as tally_reminder_mark_done */
#define TALLY_OP_REMINDER_UNDONE 14      /* id: as tally_reminder_mark_undone */
#define TALLY_OP_REMINDER_REMOVE 15      /* id */
#define TALLY_OP_REMINDER_SNOOZE 16      /* id, until */
#define TALLY_OP_REMINDER_ACKNOWLEDGE 17 /* id */
typedef int32_t tally_operation_kind;

/* One operation of a batch or of an item. Its kind ignores members that do not name it. Later versions add members at
 * the end, and the options of a batch say how large the program's structure is. */
typedef struct tally_operation {
    tally_operation_kind kind;   /* TALLY_OP_… */
    tally_status status;         /* out: the operation's own status */
    uint32_t flags;              /* READ: TALLY_SUBTREE, or 0. All others: 0. */
    tally_badge_kind badge_kind; /* out, GET: TALLY_KIND_…, what the node shows as of this operation */
    tally_node node;             /* The node; 0: `path` names it. Items: 0. */
    int64_t value;               /* SET: the count. ADD: the delta. MUTE: TALLY_MUTE_… */
    int64_t until;               /* SET, DOT, MUTE: the expiry, or TALLY_FOREVER. SNOOZE: the new time. */
    uint64_t count;              /* out, GET: the count as of this operation */
    const char *path;            /* The badge if `node` is 0, or where the message is. */
    const char *id;              /* The id of the message to remove, or of the reminder. */
    int64_t key;                 /* out, POST: the message's key */
    uint64_t changed;            /* out, READ: messages that were not read before */
    const tally_message_options *message;   /* POST. NULL: all defaults. */
    const tally_reminder_options *reminder; /* REMINDER_PUT, REMINDER_EDIT. */
} tally_operation;

/* Flags of tally_batch_options. */
#define TALLY_BATCH_EACH 1u /* Each operation is performed on its own: see tally_badge_batch. */

/* Options of tally_badge_batch. */
typedef struct tally_batch_options {
    uint32_t struct_size;    /* sizeof(tally_batch_options) */
    uint32_t flags;          /* TALLY_BATCH_… */
    uint32_t operation_size; /* sizeof(tally_operation) */
    uint32_t reserved;
    uint64_t epoch;     /* The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source. */
    uint64_t position;  /* The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source. */
    const char *source; /* A name: the log that the batch comes from. NULL: none. */
    const char *id;     /* A name of the batch itself. NULL: none. */
} tally_batch_options;
#define TALLY_BATCH_OPTIONS_INIT {sizeof(tally_batch_options), 0u, sizeof(tally_operation), 0u, 0, 0, NULL, NULL}

/*
 * Applies operations in order: all or none, or each on its own.
 *
 * operations     `status` is set in each of them
 * options        may be NULL without operations
 * out_revision   may be NULL; the account's revision afterwards
 *
 * Returns TALLY_OK or TALLY_ALREADY_APPLIED; TALLY_HELD of an operation does not fail the batch.
 * Errors: PATH, LIMIT, RANGE, ARGUMENT, STALE_HANDLE (of an operation); with a source or an id also STALE_EPOCH, IO,
 * FULL.
 * Cost: that of the operations; with a source or an id a transaction that waits for the disk.
 *
 * The results are those of single calls. The batch is one transaction and one revision. If an operation is rejected,
 * the call returns its error, and the status of all other operations is TALLY_ERROR_NOT_APPLIED.
 *
 * A batch with a source or an id is applied exactly once, with either durability: see docs/concepts/durability.md. A
 * repeated batch changes nothing, and it and its operations return TALLY_ALREADY_APPLIED. With a source, a batch is new
 * if its position is greater than that of the last one. A smaller epoch fails with STALE_EPOCH, and a greater one takes
 * the source over. A batch without operations only moves the position and the epoch. An account keeps a position for
 * each source until it is removed, so use few names.
 *
 * With TALLY_BATCH_EACH the batch is not a transaction, and has no source and no id (ARGUMENT). A rejected operation
 * changes nothing, and those after it are still performed. The call returns the status of the first rejected one, and
 * the error message describes it. If messages feed a badge, IO and FULL are possible.
 *
 * Other threads may see the state between two such operations, and a crash may keep only the first ones. Up to 1,024
 * consecutive operations share a revision, and observers are notified after such a run, also of a badge that changed
 * back. These have their own revision: CLEAR_TREE, an operation that changes messages, and every one while a view is
 * open. One that creates a path may have its own, too. With full durability all are one transaction. If it cannot be
 * stored, none is performed, and each has that status.
 */
TALLY_CHECKED tally_status tally_badge_batch(tally_account *account, tally_operation *operations, size_t count,
                                             const tally_batch_options *options, uint64_t *out_revision);

/* How far the batches of a source were applied: where to continue reading the log. */
typedef struct tally_position {
    uint32_t struct_size; /* sizeof(tally_position): set it before the call. */
    uint32_t reserved;
    uint64_t epoch;       /* As in tally_batch_options. */
    uint64_t position;    /* The position of the last batch. */
    int64_t time;         /* The time of the last item of tally_engine_batch. 0: there is none. */
} tally_position;
#define TALLY_POSITION_INIT {sizeof(tally_position), 0u, 0, 0, 0}

/*
 * Reads how far a source was applied by tally_badge_batch.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_account_get_position(tally_account *account, const char *source,
                                                      tally_position *out_position);

/* --------------------------------------------------------------------------------------------------------------
 * Presentation and widgets
 *
 * May change until 0.2.
 *
 * How to draw the badge of a path: a kind, a text, and a complete style. A count shows as a number, capped in the text
 * ("99+") but not in `count`. Otherwise an icon shows, or a dot.
 *
 * A style belongs to a path. Members that it leaves out, except the icon, are inherited from the nearest ancestor that
 * has them, or are the defaults. Styles belong to the host: they are not stored, are in no snapshot and have no
 * revision. Lengths are points (logical pixels). Colors are sRGB with alpha, 0xRRGGBBAA. The library draws nothing.
 * ------------------------------------------------------------------------------------------------------------ */

/* The replacement of a number above max_count. */
#define TALLY_OVERFLOW_PLUS 0     /* max_count and a plus: "99+". */
#define TALLY_OVERFLOW_ELLIPSIS 1 /* An ellipsis alone, U+2026. */
typedef int32_t tally_overflow;

/* Weights of fonts on the scale of OpenType and CSS; any number from 1 to 1,000 is valid. */
#define TALLY_FONT_WEIGHT_REGULAR 400
#define TALLY_FONT_WEIGHT_BOLD 700

/* Fields of tally_style: the members that it has. The others are ignored. */
#define TALLY_STYLE_FIELD_DOT_RADIUS 1u
#define TALLY_STYLE_FIELD_OFFSET 2u /* offset_x and offset_y */
#define TALLY_STYLE_FIELD_FONT_SIZE 4u
#define TALLY_STYLE_FIELD_FONT_WEIGHT 8u
#define TALLY_STYLE_FIELD_TEXT_COLOR 16u
#define TALLY_STYLE_FIELD_BACKGROUND_COLOR 32u
#define TALLY_STYLE_FIELD_MAX_COUNT 64u
#define TALLY_STYLE_FIELD_OVERFLOW 128u
#define TALLY_STYLE_FIELD_ICON 256u
#define TALLY_STYLE_FIELD_HIGHLIGHT_COLOR 512u

/* How to draw a badge, as the host sets it for a path. */
typedef struct tally_style {
    uint32_t struct_size;      /* sizeof(tally_style); with fields it must reach at least to `icon`. */
    uint32_t fields;           /* TALLY_STYLE_FIELD_… */
    float dot_radius;          /* Points: finite, 0 or more. Default 3. */
    float offset_x;            /* From the top right corner of the view that has the badge to the badge's center, */
    float offset_y;            /* to the right and down, in points: finite. Default 0, 0. */
    float font_size;           /* Points: finite, above 0. Default 9. */
    int32_t font_weight;       /* 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD. */
    uint32_t text_color;       /* Default 0xFFFFFFFF, white. */
    uint32_t background_color; /* The color of the dot, and behind the number. Default 0xFF0000FF, red. */
    tally_overflow overflow;          /* TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS. */
    uint64_t max_count;        /* The largest number to write out: from 1; UINT64_MAX: all. Default 99. */
    const char *icon;          /* The host's name for an icon, a name: "new", "hot". Default: none. Not inherited. */
    void *reserved;
    uint32_t highlight_color;  /* The background of a badge whose level is HIGHLIGHT or above. Default: the same. */
    uint32_t reserved_2;
} tally_style;
#define TALLY_STYLE_INIT {sizeof(tally_style), 0u, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0, NULL, NULL, 0u, 0u}

/*
 * Replaces the style of a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT, ARGUMENT (an unknown field or overflow, an invalid icon), RANGE (a number, also NaN).
 * Cost: O(observers of the account, times the depth of their paths).
 *
 * NULL, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in the
 * order of "Watching".
 */
TALLY_CHECKED tally_status tally_style_set(tally_account *account, const char *path, const tally_style *style);

/*
 * Reads the style of the path itself, without what it inherits.
 *
 * Returns TALLY_OK.
 * Errors: PATH, BUFFER_TOO_SMALL (of the icon; out_style is filled).
 *
 * Members that it leaves out are 0. out_style->icon points into `icon`, or is NULL if there is no icon or no room. 256
 * bytes always suffice.
 */
TALLY_CHECKED tally_status tally_style_get(tally_account *account, const char *path, tally_style *out_style, char *icon,
                                           size_t icon_capacity, size_t *out_icon_length);

/* How to draw a badge now. The members of a style have the same meaning there, with all defaults filled in. */
typedef struct tally_presentation {
    uint32_t struct_size; /* sizeof(tally_presentation): set it before a call that fills one. */
    tally_badge_kind kind; /* TALLY_KIND_…. text: ICON, its name; NUMBER, "7" or "99+"; otherwise empty. */
    uint64_t count;       /* NUMBER: the number, not capped; otherwise 0. */
    float dot_radius;
    float offset_x;
    float offset_y;
    float font_size;
    int32_t font_weight;
    uint32_t text_color;
    uint32_t background_color;
    tally_overflow overflow;
    uint64_t max_count;
    int32_t highlighted;  /* 1: its level is HIGHLIGHT or above, and background_color is the style's highlight_color. */
    uint32_t reserved;
} tally_presentation;
#define TALLY_PRESENTATION_INIT {sizeof(tally_presentation), 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0, 0, 0u}

/*
 * Reads how to draw a path.
 *
 * Returns TALLY_OK.
 * Errors: PATH, BUFFER_TOO_SMALL (of the text; out_presentation is filled).
 * Cost: O(depth of the path).
 *
 * Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's style.
 * A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing, and has the
 * style that it would inherit. 256 bytes always suffice for the text.
 */
TALLY_CHECKED tally_status tally_badge_present(tally_account *account, const char *path,
                                               tally_presentation *out_presentation, char *text, size_t text_capacity,
                                               size_t *out_text_length);

/*
 * Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
 *
 * badge   a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
 * style   NULL means all defaults
 *
 * Returns TALLY_OK.
 * Errors: ARGUMENT (the badge, or the style), RANGE (of the style), BUFFER_TOO_SMALL.
 */
TALLY_CHECKED tally_status tally_present(const tally_badge *badge, const tally_style *style,
                                         tally_presentation *out_presentation, char *text, size_t text_capacity,
                                         size_t *out_text_length);

/*
 * One function of a widget. All arguments are borrowed until it returns.
 *
 * path   what it is bound to
 * text   the number or the icon's name, otherwise empty
 */
typedef void (*tally_widget_function)(void *user_data, const char *path, const tally_presentation *presentation,
                                    const char *text);

/* How a host draws: the function that fits presentation->kind is called. All four are required. */
typedef struct tally_widget {
    uint32_t struct_size; /* sizeof(tally_widget); it must reach at least to `hide`. */
    uint32_t flags;       /* 0 */
    tally_widget_function show_dot;
    tally_widget_function show_number;
    tally_widget_function show_icon;
    tally_widget_function hide; /* Nothing is shown. */
} tally_widget;
#define TALLY_WIDGET_INIT {sizeof(tally_widget), 0u, NULL, NULL, NULL, NULL}

/*
 * Binds a widget to a path.
 *
 * out_token   identifies the widget in events and for tally_unobserve
 *
 * Returns TALLY_OK.
 * Errors: PATH, LIMIT (max_observers), ARGUMENT (a function is NULL).
 * Cost: O(widgets and observers of this path).
 *
 * The widget is drawn with the current state first, then whenever the path shows something else or a style changes its
 * look. Its functions are called where callbacks are, never inside this function, always with the latest state.
 * tally_unobserve unbinds it without calling `hide`.
 */
TALLY_CHECKED tally_status tally_widget_bind(tally_scope *scope, tally_account *account, const char *path,
                                             const tally_widget *widget, void *user_data,
                                             tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Draws all widgets of the scope again, for example when a window has come back.
 *
 * Returns TALLY_OK.
 *
 * Order: deeper paths first, then the bytes of the paths, then the order of binding.
 */
TALLY_CHECKED tally_status tally_widget_refresh(tally_scope *scope);

/* --------------------------------------------------------------------------------------------------------------
 * The host's own transport
 *
 * May change until 0.2.
 *
 * By default libcurl sends the requests. If the host sends them, the library passes each request to a callback, and the
 * host reports the response. Everything else is unchanged. libcurl is not even initialized.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_REQUEST_KIND_SEND 1   /* Send this, and report the response once with tally_transport_respond. */
#define TALLY_REQUEST_KIND_CANCEL 2 /* The response is no longer needed, and is ignored. */
typedef int32_t tally_request_kind;

#define TALLY_REQUEST_FLAG_CREDENTIAL 1u /* The request has a credential: follow redirects only within the same origin. */

/* An HTTP request for the host's transport. Borrowed until the callback returns. CANCEL repeats the members of SEND. */
typedef struct tally_request {
    uint32_t struct_size;    /* The library's size of it. */
    tally_request_kind kind;            /* TALLY_REQUEST_KIND_SEND or _CANCEL */
    int64_t id;              /* Rises until the engine is closed. */
    uint64_t max_size;       /* A longer body is rejected. */
    int64_t request_timeout; /* Milliseconds after which the library ends the request. */
    int64_t idle_timeout;    /* Milliseconds without a response or tally_transport_progress after which it does. */
    const char *method;      /* "GET" or "POST" */
    const char *url;
    const char *headers;     /* "Name: value", each line with CR and LF; empty: none. Send them unchanged. */
    size_t headers_size;     /* Bytes of headers, without the NUL. */
    const void *body;        /* The body of a POST. */
    size_t body_size;
    uint32_t flags;          /* TALLY_REQUEST_FLAG_… */
    uint32_t reserved;
} tally_request;
#define TALLY_REQUEST_INIT {sizeof(tally_request), 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, NULL, 0, 0u, 0u}

/*
 * Passes a request to the host, on the loop thread (with TALLY_ENGINE_HOST_DRIVEN inside tally_engine_step).
 *
 * Calls come one at a time. The loop waits for it, so it should start the request and return. It may report the
 * response immediately. It should not wait for an event. CANCEL comes for a request without a response: after log-out,
 * if its feed is cancelled or removed, if its time is up, and inside tally_engine_close.
 */
typedef void (*tally_transport_callback)(void *user_data, const tally_request *request);

/*
 * Sends requests through `callback` from now on; NULL: by libcurl again.
 *
 * Returns TALLY_OK.
 *
 * Requests in flight finish where they began. Then the former callback's user_data is released. Call it before the
 * first feed is added.
 */
TALLY_CHECKED tally_status tally_engine_set_transport(tally_engine *engine, tally_transport_callback callback,
                                                      void *user_data, tally_release_callback release_user_data);

/*
 * Reports the response to a request, once, from any thread, also inside the callback.
 *
 * status    of HTTP, 200 to 599, after redirects; or TALLY_ERROR_NETWORK (also: it broke off), _TLS, _TIMEOUT,
 *           _PROTOCOL (no valid HTTP) or _TOO_LARGE
 * headers   "Name: value" lines with LF or CR and LF; a status line is ignored; NULL: none
 * body      decompressed; without a response a description of the error (UTF-8, at most 1,000 bytes), or nothing
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no such request, or it has ended); ARGUMENT (also: the description is not UTF-8), RANGE (status),
 * NO_MEMORY (the request is still pending).
 * Cost: O(size): the response is copied.
 *
 * A bad response is not an error of this call: the feed reports it. The library reads ETag, Last-Modified, Retry-After,
 * X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval and Link. It ignores an invalid value, with control
 * characters or more than 8,192 bytes, and logs a TALLY_LOG_WARNING.
 */
TALLY_CHECKED tally_status tally_transport_respond(tally_engine *engine, int64_t request_id, int32_t status,
                                                   const char *headers, const void *body, size_t size);

/*
 * Reports that a part of the response has arrived, so that idle_timeout starts again.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no such request, or it has ended).
 */
TALLY_CHECKED tally_status tally_transport_progress(tally_engine *engine, int64_t request_id);

/* --------------------------------------------------------------------------------------------------------------
 * Many accounts
 *
 * May change until 0.2.
 *
 * These functions are for servers that keep the accounts of many users in one file, and feed them from a log.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_MAX_ITEMS 65536 /* The most items of a batch, and imports of a call. */

/* Operations on one account, all or nothing. */
typedef struct tally_item {
    const char *account;              /* Its name; created if it does not exist. NULL: the item has only a time. */
    const char *id;                   /* 1 to 255 bytes, as an account's name. NULL: none. Needs a source. */
    int64_t time;                     /* When it happened, to the year 9999. 0: not given. Needs a source. */
    tally_operation *operations;      /* In their order; all kinds but GET. */
    size_t count;                     /* The number of operations. */
    tally_status status;              /* out: OK, ALREADY_APPLIED, or why it was rejected */
    uint32_t flags;                   /* 0 */
} tally_item;

/* Options of tally_engine_batch. */
typedef struct tally_engine_batch_options {
    uint32_t struct_size;    /* sizeof(tally_engine_batch_options) */
    uint32_t flags;          /* 0 */
    uint32_t item_size;      /* sizeof(tally_item) */
    uint32_t operation_size; /* sizeof(tally_operation) */
    tally_aggregation aggregation; /* For accounts that the batch creates. */
    tally_feeding feeding;         /* The same. */
    uint64_t epoch;          /* As in tally_batch_options. */
    uint64_t position;       /* The place of the last item in the log, rising with each batch. Without a source: 0. */
    const char *source;      /* The log: 1 to 255 bytes, as an account's name. NULL: none. */
    void *reserved;          /* NULL */
} tally_engine_batch_options;
#define TALLY_ENGINE_BATCH_OPTIONS_INIT \
    {sizeof(tally_engine_batch_options), 0u, sizeof(tally_item), sizeof(tally_operation), 0, 0, 0, 0, NULL, \
    NULL}

/*
 * Applies items to many accounts, in order, in one transaction, which is on the disk when the call returns.
 *
 * items     `status` is set in each of them, and in their operations
 * options   may be NULL without items
 *
 * Returns TALLY_OK; TALLY_PARTIAL if items were rejected (the message describes the first); TALLY_ALREADY_APPLIED if
 * the source had reached this position.
 * Errors: ARGUMENT, STALE_EPOCH, LIMIT (max_accounts), IO, FULL, CORRUPT.
 * Cost: that of the operations, reading accounts that are not in memory, and one transaction that waits for the disk.
 *
 * Readers see it after that. The changes of one account are one revision. docs/scale.md lists the guarantees.
 *
 * A rejected item changes nothing and creates no account; the others are applied. Its status and that of the rejected
 * operation say why. Its other operations have TALLY_ERROR_NOT_APPLIED. If the call fails, all operations have it, but
 * after ARGUMENT they may be untouched.
 *
 * An item whose id was applied from this source has TALLY_ALREADY_APPLIED. A source remembers the last max_batch_ids
 * ids that are not older than batch_id_time. Its position is independent of those of tally_badge_batch.
 *
 * If items have times, all accounts of the engine follow them from then on: badges end, reminders fire and ids are
 * forgotten. The time of a source never goes back: an earlier item counts as simultaneous. An item with only a time
 * lets time pass while the log is silent. A message without an id gets one made of its item's id and the source.
 */
TALLY_CHECKED tally_status tally_engine_batch(tally_engine *engine, tally_item *items, size_t count,
                                              const tally_engine_batch_options *options);

/*
 * Reads how far a source was applied by tally_engine_batch.
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_engine_get_position(tally_engine *engine, const char *source,
                                                     tally_position *out_position);

/*
 * Writes everything that is stored for an account, so that tally_engine_import can put it in the same place.
 *
 * name        the account's, which need not be open
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND, LIMIT, IO, CORRUPT.
 * Cost: O(stored data of the account).
 *
 * The bytes are those of tally_account_export, with the keys of the account's messages and its epoch.
 */
TALLY_CHECKED tally_status tally_engine_export_account(tally_engine *engine, const char *name, tally_bytes *out_bytes);

/*
 * Writes how far a source was applied, and the ids that it remembers, for tally_engine_import.
 *
 * out_bytes   owned, release with tally_bytes_release
 *
 * Returns TALLY_OK.
 * Errors: NOT_FOUND (no batch of this source was applied), IO, CORRUPT.
 * Cost: O(remembered ids).
 */
TALLY_CHECKED tally_status tally_engine_export_source(tally_engine *engine, const char *source, tally_bytes *out_bytes);

/* One account, or how far one source was applied. */
typedef struct tally_import {
    const char *account;  /* Its name. NULL: a source, whose name is in the bytes. */
    const void *bytes;    /* From tally_engine_export_account, tally_engine_export_source or tally_account_export. */
    size_t size;          /* The number of bytes. */
    tally_status status;  /* out: OK, or why it was rejected */
    uint32_t flags;       /* 0 */
    void *reserved[2];    /* NULL */
} tally_import;

#define TALLY_IMPORT_REPLACE 1u /* For tally_engine_import: replaces accounts and sources that exist. */

/*
 * Imports accounts and sources in one transaction, which is on the disk when the call returns.
 *
 * Returns TALLY_OK; TALLY_PARTIAL if imports were rejected (the message describes the first).
 * Errors: ARGUMENT, IO, FULL, CORRUPT.
 *
 * Messages keep their keys, revisions their epoch and sources their ids, so this engine can take another one's place:
 * see docs/scale.md. The bytes may come from anywhere: every one is checked. A rejected import changes nothing. Its
 * status is EXISTS (without TALLY_IMPORT_REPLACE), CONFLICT, RANGE or one of tally_account_import. CONFLICT: another
 * account has such a key. RANGE: a source is over a day ahead of the clock, or its epoch or position above 2^62.
 * Replacing an open account acts like tally_account_remove. Its revisions in an epoch are never used again. Keys above
 * 2^48 and revisions above 2^52 are replaced.
 */
TALLY_CHECKED tally_status tally_engine_import(tally_engine *engine, tally_import *imports, size_t count,
                                               uint32_t flags);

/* --------------------------------------------------------------------------------------------------------------
 * Traces
 *
 * May change until 0.2.
 *
 * A trace shows a developer what the engine does, and why. It changes nothing for the host: it takes no events, calls
 * no callback, and makes neither the engine's descriptor readable nor calls notify. Records lie in a ring of bytes and
 * are never merged. A record that finds no room takes the place of the oldest ones, and a record LOST says how many.
 *
 * The records of a transaction come one after the other: TRANSACTION, then a NODE for each node that it touched. A
 * MESSAGE for each path, a GROUP for each thread, and a REMINDER for each one that fired follow. A change that waits
 * for the disk is recorded when it is visible. While a trace asks for TRANSACTION or NODE, changes of badges take
 * longer. Without an open trace nothing is recorded. Credentials are never recorded, but a URL or a body may hold what
 * only the server's user should see.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_TRACE_TRANSACTION 1 /* Badges of an account changed. text: its name. */
#define TALLY_TRACE_NODE 2        /* A node of the transaction before. text: its path. */
#define TALLY_TRACE_MESSAGE 3     /* Messages at a path changed. text: the path. */
#define TALLY_TRACE_GROUP 4       /* Unseen messages of a thread changed. text: the thread. */
#define TALLY_TRACE_REMINDER 5    /* A reminder has fired. text: its identifier. */
#define TALLY_TRACE_SYNCED 6      /* A feed's request ended, or its page was delivered. text: the title, or the error. */
#define TALLY_TRACE_AUTH 7        /* A server rejected the credential. text: the error. */
#define TALLY_TRACE_LOG 8         /* A line of the log that the host takes. text: the line. */
#define TALLY_TRACE_ACCOUNT 9     /* Something happened to an account. text: its name. */
#define TALLY_TRACE_EXCHANGE 10   /* A response came, or a request failed. text: URL, header lines, body. */
#define TALLY_TRACE_LOST 11       /* Records were dropped before this one. */
typedef int32_t tally_trace_kind;

/* Why a transaction was made. */
#define TALLY_CAUSE_CALL 1            /* A call about one account. */
#define TALLY_CAUSE_BATCH 2           /* tally_badge_batch as one transaction. */
#define TALLY_CAUSE_ITEMS 3           /* tally_engine_batch. */
#define TALLY_CAUSE_PAGE 4            /* The response to a feed's request. */
#define TALLY_CAUSE_DELIVERY 5        /* A page that the host delivered. */
#define TALLY_CAUSE_PUSH 6            /* A push that the host delivered. */
#define TALLY_CAUSE_ACKNOWLEDGEMENT 7 /* A server has accepted a row of the outbox. */
#define TALLY_CAUSE_EXPIRY 8          /* Something has ended by its time. */
#define TALLY_CAUSE_REMINDER 9        /* A reminder has fired. */
#define TALLY_CAUSE_RESTORE 10        /* Accounts were imported. */
#define TALLY_CAUSE_UPKEEP 11         /* Old messages were removed. */
typedef int32_t tally_cause;

/* Events of an account. */
#define TALLY_CHANGE_OPENED 1
#define TALLY_CHANGE_LOADED 2     /* Read into memory. */
#define TALLY_CHANGE_EVICTED 3    /* Left memory for another one. */
#define TALLY_CHANGE_DROPPED 4    /* Removed with its data. */
#define TALLY_CHANGE_LOGGED_IN 5
#define TALLY_CHANGE_LOGGED_OUT 6
typedef int32_t tally_account_change;

/* Options of tally_trace_open. */
typedef struct tally_trace_options {
    uint32_t struct_size;   /* sizeof(tally_trace_options) */
    uint32_t kinds;         /* The sum of 1u << TALLY_TRACE_… of the kinds that are wanted. Default: all but EXCHANGE. */
    uint64_t bytes;         /* The size of the ring, 4,096 to 2^30. Default 1,048,576. */
    tally_account *account; /* NULL: all accounts. */
    void *reserved;
} tally_trace_options;
#define TALLY_TRACE_OPTIONS_INIT {sizeof(tally_trace_options), 0u, 0, NULL, NULL}

/* The badge that a node owns, and the one that it shows. */
typedef struct tally_trace_state {
    uint64_t count;            /* The number that it shows; 0 for a dot or nothing. */
    int64_t until;             /* When its own badge ends; 0: it does not. */
    int64_t mute_until;        /* When its mute ends; 0: it does not. */
    tally_badge_kind kind;     /* Shown: TALLY_KIND_NONE, _DOT or _NUMBER. */
    tally_badge_kind own_kind; /* Owned: TALLY_KIND_NONE, _DOT or _NUMBER. */
    uint32_t own_count;        /* Its own count; 0: none. */
    tally_mute_mode mute;      /* TALLY_MUTE_… */
} tally_trace_state;

/* A record of a trace. Members that its kind does not name are 0. */
typedef struct tally_trace_record {
    uint32_t struct_size;        /* sizeof(tally_trace_record): set it before tally_trace_next. */
    tally_trace_kind kind;       /* TALLY_TRACE_… */
    int64_t account;             /* The account's identifier, or 0. */
    int64_t feed;                /* SYNCED, AUTH, EXCHANGE: the feed's identifier; 0: the outbox. TRANSACTION, NODE: the
                                    cause's, or 0. */
    uint64_t revision;           /* TRANSACTION, NODE: of the account afterwards. REMINDER: its own. */
    int64_t time;                /* When it happened, by the wall clock. REMINDER: when it was due. */
    tally_cause cause;           /* TRANSACTION, NODE: TALLY_CAUSE_… */
    uint32_t request;            /* EXCHANGE: its number in its feed. With CAUSE_PAGE: that of the exchange. */
    tally_account_change change; /* ACCOUNT: TALLY_CHANGE_… */
    tally_log_level level;       /* LOG: TALLY_LOG_… */
    tally_status result;         /* SYNCED, AUTH: the result. */
    int32_t http_status;         /* EXCHANGE: of the response; 0: there was none. */
    int32_t missed;              /* REMINDER: 1, it was missed; 0, it fired. */
    uint32_t text_length;        /* Bytes of the text, without the NUL. EXCHANGE: of the URL. */
    uint32_t headers_length;     /* EXCHANGE: bytes of the response's header lines, which follow the URL. */
    uint32_t body_length;        /* EXCHANGE: bytes of the body that follow, at most 4,096. */
    uint64_t count;              /* LOST: records. REMINDER: occurrences that were due. */
    int64_t total;               /* MESSAGE: the change of the number of all messages. */
    int64_t unread;              /* MESSAGE: of those that are not read. */
    int64_t unseen;              /* MESSAGE: of those that are not seen. */
    uint32_t added;              /* SYNCED: new messages. */
    uint32_t changed;            /* SYNCED: changed messages. */
    uint32_t removed;            /* SYNCED: removed messages. */
    uint32_t rejected;           /* SYNCED: items that could not be used. */
    tally_trace_state before;    /* NODE: before the transaction. */
    tally_trace_state after;     /* NODE: after it. */
} tally_trace_record;
#define TALLY_TRACE_RECORD_INIT \
    {sizeof(tally_trace_record), 0, 0, 0, 0, 0, 0, 0u, 0, 0, 0, 0, 0, 0u, 0u, 0u, 0, 0, 0, 0, 0u, 0u, 0u, 0u, \
     {0, 0, 0, 0, 0, 0u, 0}, {0, 0, 0, 0, 0, 0u, 0}}

/*
 * Opens a trace. It begins with what happens from now on.
 *
 * options     NULL: all defaults
 * out_trace   owned, release with tally_trace_close
 *
 * Returns TALLY_OK.
 * Errors: RANGE (bytes), IO, FULL, CORRUPT.
 * Cost: O(open accounts).
 */
TALLY_CHECKED tally_status tally_trace_open(tally_engine *engine, const tally_trace_options *options,
                                            tally_trace **out_trace);

/*
 * Waits for a record and takes it. The texts follow each other in `text`, and a NUL follows the last one.
 *
 * timeout   milliseconds, TALLY_NO_WAIT or TALLY_NO_TIMEOUT. It waits also with TALLY_ENGINE_HOST_DRIVEN
 *
 * Returns TALLY_OK, or TALLY_EMPTY if the time passed.
 * Errors: CLOSED (also: the trace or the engine was closed during the wait), BUFFER_TOO_SMALL (of the texts; the record
 * stays first, out_record has their lengths).
 */
TALLY_CHECKED tally_status tally_trace_next(tally_trace *trace, int64_t timeout, tally_trace_record *out_record,
                                            char *text, size_t text_capacity);

/*
 * Returns a descriptor for poll, epoll or select that is readable while there are records.
 *
 * Returns TALLY_OK.
 *
 * Never read from it or close it. Borrowed until the trace is closed.
 */
TALLY_CHECKED tally_status tally_trace_get_descriptor(tally_trace *trace, intptr_t *out_descriptor);

/* Ends a trace, and releases the handle. A tally_trace_next that waits on another thread returns CLOSED. */
TALLY_API void tally_trace_close(tally_trace *trace);

#ifdef __cplusplus
}
#endif

#endif /* TALLY_H */
