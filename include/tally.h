/*
 * tally.h: an embeddable engine for unread badges.
 *
 * Tally keeps trees of badges (the red dots and numbers that say "something below here is new"), carries every
 * change up to the ancestors, tells exactly what changed, stores all of it in one SQLite file, and fetches what is
 * unread on a loop of its own.
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
 *     tally_engine_close(engine, -1);
 *
 * CONVENTIONS, which hold for every function unless it says otherwise
 *
 * Status. A function that can fail returns a tally_status: 0 is TALLY_OK, a negative number an error, a positive
 * number a qualified success. After an error nothing has changed: no operation is ever half done. What went wrong,
 * in words, is had from tally_error_message on the same thread. The numbers never change from version to version.
 *
 * Ownership, in a closed vocabulary. "copied": the library keeps a copy, the caller's memory is free again when the
 * call returns. "borrowed until X": valid until X and not to be freed. "owned, release with F": the caller calls F
 * exactly once. All arguments are copied unless it says otherwise.
 *
 * Threads. "any": may be called from any thread at any time. "also in a callback": may be called from within a
 * callback that the library makes. "host's loop thread": from the one thread that drives the engine. Every function
 * is "any, also in a callback" unless it says otherwise. There is one writer at a time, and a reader never sees half
 * a transaction. pthread_cancel never ends a thread inside a call, but at its next cancellation point after the call;
 * in callbacks, too, cancellation may be disabled.
 *
 * Handles. tally_engine, tally_account, tally_feed and tally_scope are opaque. Releasing NULL does nothing. Handles
 * may be released in any order: what is left over after the engine was closed answers TALLY_ERROR_CLOSED, and is
 * still to be released. Using a handle after releasing it is undefined, as in C generally. (A tally_snapshot belongs
 * to no engine.)
 *
 * Text is UTF-8, ended by NUL. A text that is not UTF-8 is rejected before anything changes, and the message says which
 * argument or member it is: a path with PATH, a URL with URL, a mapping or a file of another program with MALFORMED, a
 * page or a push with PROTOCOL, anything else with ARGUMENT. Names of files are the system's, and may be any bytes.
 * Functions write text into a buffer that the caller provides. The buffer needs length + 1 bytes. The length (without
 * the NUL) is always reported. Where the capacity does not suffice the answer is
 * TALLY_ERROR_BUFFER_TOO_SMALL, and the buffer is left as it was. A buffer may be NULL where its capacity is 0.
 *
 * Lists. A function that lists fills a tally_rows, which names two buffers of the caller: one for rows, one for their
 * texts. It writes as many rows as fit, and sets count and text_size to what it has written.
 * - TALLY_OK: these are all rows.
 * - TALLY_MORE: there are more. Call again, with the place of the last row as each function says.
 * - TALLY_ERROR_BUFFER_TOO_SMALL: not even one row fits. count and text_size say what to make room for (the next call
 *   may need more). Nothing has changed.
 * After any other error count and text_size are 0.
 *
 * Structures whose first member is `uint32_t struct_size` must have it set by the caller to the size that it was
 * compiled with, at least 8. For options, a shorter structure (an older program) is filled up with defaults, a longer
 * one (a newer program) is refused unless what is unknown is zero; of outputs, as much is filled as there is room for.
 * Reserved members and unknown flags must be zero. NULL in place of options means all defaults, and a member that is
 * zero means its default.
 *
 * Memory. If there is no memory, a call fails with TALLY_ERROR_NO_MEMORY, also if its errors below do not name it, and
 * has changed nothing. The same call can succeed later. The library never ends the process for want of memory: it keeps
 * 16 kB for each open engine and for each call that runs at the same time, takes from that what must not fail, and
 * begins no call before that is complete again. Functions that release something, tally_engine_close, and the
 * functions that deliver events need none of it. The loop thread tries again every second.
 *
 * Time. Points in time are milliseconds since 1970-01-01 00:00 UTC, durations milliseconds, unless the name says
 * otherwise.
 *
 * Callbacks come as `callback, user_data, release_user_data`, and user_data is the first argument of the call.
 * release_user_data, where it is not NULL, is called exactly once, when the callback can never be called again (also
 * where the function that took it failed). It must not call the library. Callbacks are made only inside
 * tally_engine_next_event, tally_engine_dispatch and tally_engine_step, on the thread that called it, without any lock
 * held, and may call anything but tally_engine_close. notify, log and the host's transport are called elsewhere, and
 * say where. They are called without any lock held as well. Only the clock and zone_file are called with locks held.
 *
 * Fork. An engine does not survive fork(): in the child every call answers TALLY_ERROR_FORKED, and the child may
 * only release its handles (tally_engine_close then does just that, and answers TALLY_OK), or exec.
 *
 * Versions. Each function says since which version it exists; where it does not, since 0.1.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stddef.h>
#include <stdint.h>

/*
 * What each declaration begins with. TALLY_API: the symbol is the library's. TALLY_CHECKED: compilers warn where a
 * program ignores the status. Define TALLY_UNCHECKED before this header, and they do not.
 */
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
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_VERSION_MAJOR 0
#define TALLY_VERSION_MINOR 1
#define TALLY_VERSION_PATCH 0
#define TALLY_VERSION "0.1.0"
#define TALLY_VERSION_NUMBER 1000 /* As tally_version. */

/* The version of the library at run time: major * 1,000,000 + minor * 1,000 + patch. */
TALLY_API uint32_t tally_version(void);

/* The same as text, "0.1.0". Borrowed for ever. */
TALLY_API const char *tally_version_text(void);

typedef int32_t tally_status;

/* Success. */
#define TALLY_OK 0

/* Qualified successes. */
#define TALLY_HELD 1            /* The badge still shows, because something below it (or feeding it) does. */
#define TALLY_MORE 2            /* There is more: ask again from where this answer ends. */
#define TALLY_RESYNC 3          /* What was asked for is no longer kept: list everything instead. */
#define TALLY_ALREADY_APPLIED 4 /* This batch has been applied before; nothing was done. */
#define TALLY_NOT_MODIFIED 5    /* The server had nothing new. */
#define TALLY_EMPTY 6           /* Nothing arrived within the time, or the wait was interrupted. */
#define TALLY_SET_ASIDE 7       /* The file was damaged: it was given another name, and a new one begun. */

/* Errors. */
#define TALLY_ERROR_ARGUMENT (-1)          /* NULL, an unknown flag or a value that has no meaning. */
#define TALLY_ERROR_NO_MEMORY (-2)         /* There was not enough memory. */
#define TALLY_ERROR_PATH (-3)              /* Not a well-formed path, or too deep or too long. */
#define TALLY_ERROR_RANGE (-4)             /* A number is out of its range. */
#define TALLY_ERROR_LIMIT (-5)             /* A limit set when opening would be exceeded. */
#define TALLY_ERROR_NOT_FOUND (-6)         /* There is no such account, feed, message or observer. */
#define TALLY_ERROR_EXISTS (-7)            /* It exists already. */
#define TALLY_ERROR_CONFLICT (-8)          /* It contradicts what is stored. */
#define TALLY_ERROR_BUFFER_TOO_SMALL (-9)  /* The caller's buffer does not suffice; the size needed was told. */
#define TALLY_ERROR_STALE_HANDLE (-10)     /* The node was released, or belongs to another account. */
#define TALLY_ERROR_CLOSED (-11)           /* The engine, or the handle's parent, was closed. */
#define TALLY_ERROR_FORKED (-12)           /* The engine belongs to the parent process. */
#define TALLY_ERROR_THREAD (-13)           /* Not allowed on this thread, or inside a callback. */
#define TALLY_ERROR_UNSUPPORTED (-14)      /* Not available in this build or mode. */
#define TALLY_ERROR_INTERNAL (-15)         /* A defect of the library; please report it. */
#define TALLY_ERROR_NOT_APPLIED (-16)      /* This operation was fine, but another one refused the batch. */
#define TALLY_ERROR_MALFORMED (-17)        /* Bytes that are no snapshot, patch or mapping, or are damaged. */
#define TALLY_ERROR_IO (-20)               /* The file could not be read or written. */
#define TALLY_ERROR_FULL (-21)             /* The disk, or the database's size limit, is full. */
#define TALLY_ERROR_LOCKED (-22)           /* Another process has the file open. */
#define TALLY_ERROR_CORRUPT (-23)          /* The file is damaged. It was not changed. */
#define TALLY_ERROR_NOT_A_STORE (-24)      /* Not a file of this library. It was not changed. */
#define TALLY_ERROR_NEWER (-25)            /* Written by a newer version. It was not changed. */
#define TALLY_ERROR_READ_ONLY (-26)        /* The file or its directory is read-only. */
#define TALLY_ERROR_PERMISSION (-27)       /* The system does not permit access. */
#define TALLY_ERROR_STALE_EPOCH (-28)      /* The batch comes from a former owner. */
#define TALLY_ERROR_URL (-40)              /* Not a well-formed URL, or a scheme that is not supported. */
#define TALLY_ERROR_NETWORK (-41)          /* The server could not be reached, or the connection broke. */
#define TALLY_ERROR_TIMEOUT (-42)          /* A deadline passed. */
#define TALLY_ERROR_TLS (-43)              /* The server's certificate or the handshake was refused. */
#define TALLY_ERROR_PROTOCOL (-44)         /* The answer is not of the expected form; all of it was refused. */
#define TALLY_ERROR_TOO_LARGE (-45)        /* The answer exceeds the limit; all of it was refused. */
#define TALLY_ERROR_SERVER (-46)           /* The server answered with an error. */
#define TALLY_ERROR_UNAUTHORIZED (-47)     /* The server refused the credential. */
#define TALLY_ERROR_RATE_LIMITED (-48)     /* The server asked to wait. */
#define TALLY_ERROR_LOGGED_OUT (-49)       /* The account is not logged in. */
#define TALLY_ERROR_CANCELLED (-50)        /* It was cancelled, or its feed was removed. */

/* The name of a status, "TALLY_ERROR_PATH"; "TALLY_UNKNOWN" for a number that is none. Borrowed for ever. */
TALLY_API const char *tally_status_name(tally_status status);

/* A sentence for people, in English, without what is special to one call. Borrowed for ever. */
TALLY_API const char *tally_status_message(tally_status status);

/*
 * What the last failed call on this thread had to say, with the particulars: "path 'a..b': a component is empty, at
 * byte 2". A call that succeeds leaves it unchanged, whatever fails inside, except TALLY_SET_ASIDE of
 * tally_engine_open: its message describes what became of the file. The message is empty before the first error.
 * Errors: TALLY_ERROR_ARGUMENT (out_length is NULL), TALLY_ERROR_BUFFER_TOO_SMALL (1,024 bytes always suffice).
 */
TALLY_API tally_status tally_error_message(char *buffer, size_t capacity, size_t *out_length);

/* A text of a row: where it begins in the text buffer, and its length without the NUL that ends it. An absent text has
 * length 0. */
typedef struct tally_text {
    uint32_t offset;
    uint32_t length;
} tally_text;

/*
 * What a list is written to. The library writes entry_size bytes of each row: an older program, with smaller rows, gets
 * as much as it knows; a newer one gets zeros for what this library does not know. Lists never write behind capacity
 * rows and text_capacity bytes. All texts of one call begin below 4 GiB; further rows wait for the next call.
 * Errors of every list: ARGUMENT (rows is NULL, its struct_size or entry_size is too small, or a reserved member is not
 * zero) and BUFFER_TOO_SMALL.
 */
typedef struct tally_rows {
    uint32_t struct_size;  /* sizeof(tally_rows) */
    uint32_t entry_size;   /* The size of one row: sizeof(tally_message), or whatever the function lists. */
    void *entries;         /* The caller's array of rows. NULL: no room. */
    size_t capacity;       /* How many rows it holds. */
    char *text;            /* The caller's buffer for the texts of the rows, each ended by NUL. NULL: no room. */
    size_t text_capacity;  /* Its bytes. */
    size_t count;          /* out: rows written. */
    size_t text_size;      /* out: bytes of text written, NULs included. */
    size_t reserved[2];
} tally_rows;
#define TALLY_ROWS_INIT {sizeof(tally_rows), 0u, NULL, 0, NULL, 0, 0, 0, {0, 0}}

/* --------------------------------------------------------------------------------------------------------------
 * Engine
 * ------------------------------------------------------------------------------------------------------------ */

/* Releases a callback's user_data: called once, when the callback can never be called again. It must not call the
 * library. */
typedef void (*tally_release_callback)(void *user_data);

typedef struct tally_engine tally_engine;
typedef struct tally_account tally_account;
typedef struct tally_feed tally_feed;
typedef struct tally_scope tally_scope;

/*
 * Durability.
 * GROUP: written in groups by the loop: one begins within 50 ms, or when 1,000 badges have changed, however often each;
 * where 8,000 badges of one account wait, the call that changes the next one writes them itself. What cannot be written
 * is told by tally_engine_flush and tally_engine_close, and to the log; it stays in memory and is tried again every
 * second.
 * Changes of messages, batches with an id or a source, and what takes messages' badges away, are on the disk when the
 * call returns, and so is all before them.
 * FULL: a call that changes something returns when it is on the disk.
 *
 * Who waits for whom. A call that promises that something is on the disk waits for the disk. Calls of several threads
 * share a commit: all of them succeed, or all of them fail with the same error, and nothing of them is seen before. No
 * other call waits for the disk, but for lists and counts of messages, groups, outbox and reminders, which are read
 * from the file. Calls that use the file take turns in the order in which they come, so one of them may wait for a page
 * of another account: some 24 to 40 us for each item of the page. A call that is long because of its
 * account (a restore, a snapshot, a page, a forced clear) keeps other calls about this account waiting; calls that read
 * or change badges of other accounts go on. A change of a badge waits while another change of badges of its account is
 * written to the disk.
 *
 * After a crash or a loss of power the file holds a state that there was: all that was promised to be on the disk, what
 * came later in its order up to some moment, and no half of anything. One thing may surprise: a change that was refused
 * with IO because the disk did not confirm it has not happened; yet if the process ends before anything else could be
 * written, the disk may turn out to have taken it. And where a disk could not sync, and the system then behaves as if
 * it had, no promise is kept that is made before the machine was started anew.
 */
#define TALLY_DURABILITY_GROUP 0
#define TALLY_DURABILITY_FULL 1
typedef int32_t tally_durability;

/* Flags of tally_engine_options. */
#define TALLY_ENGINE_HOST_DRIVEN 1u /* No thread of the library's own: the host calls tally_engine_step. */
#define TALLY_ENGINE_SET_ASIDE 2u   /* A damaged file is set aside, and a new one begun: see tally_engine_open. */
#define TALLY_ENGINE_VACUUM 4u      /* The file is written anew: see tally_engine_open. */

/*
 * Clock for tests: tells the wall clock (milliseconds since 1970) and a clock that never goes back and counts sleep
 * (milliseconds since any point). Called from any thread, with locks held: it must return at once and must not call
 * the library. With TALLY_ENGINE_HOST_DRIVEN all due work follows this clock; the timeouts of a request follow the
 * system's as well.
 */
typedef void (*tally_clock_callback)(void *user_data, int64_t *out_wall, int64_t *out_elapsed);

#define TALLY_LOG_ERROR 1
#define TALLY_LOG_WARNING 2
#define TALLY_LOG_INFO 3
typedef int32_t tally_log_level;

/*
 * Gets the lines of the log in their order, one call at a time, on any thread that uses the engine. No lock is held,
 * and no other thread waits for it but tally_engine_close. It may call anything but tally_engine_close and
 * tally_engine_step, which fail there with TALLY_ERROR_THREAD. Lines that come while it runs are delivered afterwards,
 * on the same thread. Up to 32,768 bytes of them are kept. If there is no room, lines are lost, and a warning says how
 * many. A callback whose own calls are logged each time is called without end. text: at most 1,023 bytes, borrowed
 * until it returns.
 */
typedef void (*tally_log_callback)(void *user_data, tally_log_level level, const char *text);

/*
 * Gives the file of a zone (TZif) by its name, into the library's bytes, of that capacity (65,536). Answers its size;
 * 0: there is no such zone. Called from any thread, with locks held: it must return soon and must not call the library.
 */
typedef size_t (*tally_zone_callback)(void *user_data, const char *name, void *bytes, size_t capacity);

typedef struct tally_engine_options {
    uint32_t struct_size;       /* sizeof(tally_engine_options) */
    uint32_t flags;             /* TALLY_ENGINE_… */
    uint64_t seed;              /* For tests: of everything random. 0: a seed of the system's. */
    int64_t batch_id_time;      /* How long the identifier of a batch is remembered, in milliseconds: from 1,000.
                                   Default 86,400,000, a day. */
    const char *file;           /* Path of the database, created where it does not exist; NULL: in memory only. */
    const char *ca_file;        /* Certificate authorities in PEM form, read when a request needs them; NULL: the
                                   system's. */
    const char *user_agent;     /* Without control characters. NULL: "tally/" and the version. */
    const char *zone;           /* The name of the device's zone; NULL: what TZ says, else /etc/localtime. */
    tally_clock_callback clock; /* NULL: the system's clocks. */
    void *clock_user_data;      /* Borrowed until the engine is closed. */
    tally_log_callback log;     /* NULL: nothing is logged. */
    void *log_user_data;        /* Borrowed until the engine is closed. */
    tally_zone_callback zone_file; /* NULL: below TZDIR, else where systems have them. */
    void *zone_user_data;       /* Borrowed until the engine is closed. */
    tally_durability durability;         /* TALLY_DURABILITY_… */
    tally_log_level log_level;          /* The least important level that is told. Default TALLY_LOG_WARNING. */
    uint32_t max_depth;         /* Components of a path, root not counted: 1 to 1,024. Default 64. */
    uint32_t max_path_bytes;    /* Bytes of a path as it is put out: 4 to 65,535. Default 4,096. */
    uint32_t max_nodes;         /* Nodes of one account's tree, root included: 1 to 1,073,741,824. Default 16,777,216.
                                   A node goes, from time to time, when nothing at or below it is lit, muted, styled,
                                   observed or resolved; up to one in 64 may be waiting for that at the limit. */
    uint32_t max_accounts;      /* Accounts that are open: 1 to 16,777,216. Default 1,024. Releasing a handle does not
                                   close one; but see max_loaded_accounts. One that was dropped counts until its
                                   handles are released. */
    uint32_t max_loaded_accounts; /* Accounts that are in memory at once: 1 to 16,777,216; see below. 0: all that are
                                   open. */
    uint32_t max_feeds;         /* Feeds of all open accounts: 1 to 1,000,000. Default 100,000. */
    uint32_t max_observers;     /* Observers, views and widgets of the engine: 1 to 16,777,216. Default 1,048,576. */
    uint32_t max_response_bytes; /* Of one answer of a server: 1 to 1,073,741,824. Default 8 MiB. */
    uint32_t max_batch_ids;     /* Identifiers of batches that are remembered for an account, the latest ones: 1 to
                                   1,073,741,824. Default 10,000. */
    uint32_t max_flights;       /* Requests of feeds in flight: 1 to 65,535. Each one uses a socket. Default 256. */
    uint32_t max_flights_per_origin; /* Requests of feeds in flight to one origin (scheme, host and port): 1 to 65,535.
                                   Default 6. */
    uint32_t max_forgotten;     /* Messages of one feed that max_age or max_messages removed, remembered so that they do
                                   not come back: 1 to 1,073,741,824. Default 4,096. */
    uint32_t max_marks;         /* Stored positions of one feed up to which a path was read: 1 to 1,073,741,824. Default
                                   10,000. */
    uint32_t max_failed_rows;   /* Outbox rows that have failed for good, of all accounts: 1 to 1,073,741,824. Default
                                   10,000. */
    uint32_t max_rejected;      /* Rejected items of one feed, see tally_feed_rejected: 1 to 1,073,741,824. Default
                                   100. */
    uint32_t max_reminder_log;  /* Entries of one account in tally_reminder_log: 1 to 1,073,741,824. Default 10,000. */
    uint32_t max_cached_groups; /* Groups of one account whose summaries are kept in memory: 1 to 16,777,216. Default
                                   65,536. */
    uint32_t max_events;        /* Pending events of observers of subtrees and groups, and of reminders: 1 to
                                   16,777,216. Default 1,048,576. See "Watching". */
    uint32_t max_completions; /* Calls of tally_feed_refresh_now that have not ended, or whose COMPLETION is pending: 1
                               to 16,777,216. Default 65,536. */
    uint32_t reserved[7];
} tally_engine_options;
#define TALLY_ENGINE_OPTIONS_INIT \
    {sizeof(tally_engine_options), 0u, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0u, \
    0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, {0u, 0u, 0u, 0u, 0u, 0u, 0u}}

/*
 * Bounds. Nothing grows with use alone. This is what exists beside the data that the host stores, and what bounds it:
 *
 * In the file
 *   removed messages that are remembered    max_forgotten for each feed; the newest are kept
 *   read positions of paths                 max_marks for each feed; the furthest are kept
 *   outbox rows that failed for good        max_failed_rows for all accounts; the newest are kept
 *   other outbox rows                       not bounded: each is an action of the user that no server has yet
 *   rejected items                          max_rejected for each feed, 64 KiB each; the newest are kept
 *   the reminder log                        max_reminder_log for each account; the newest are kept
 *   identifiers of batches                  max_batch_ids and batch_id_time
 *   positions of groups that were seen      128, or twice the groups that exist
 *   positions of sources                    one for each name of a source
 *   the write-ahead log                     4 MB and the largest transaction
 *   files that were set aside               not bounded: the host removes them
 * In memory
 *   nodes, accounts, feeds, observers       max_nodes, max_accounts, max_loaded_accounts, max_feeds, max_observers
 *   requests                                max_flights, max_response_bytes; 64 idle connections
 *   summaries of groups                     max_cached_groups for each account, of 64 accounts and those whose groups
 *                                           are observed
 *   changes for tally_badge_changes         65,536 for each account
 *   events                                  one for each path that an observer observes, one SYNCED and AUTH for each
 *                                           feed, max_completions, and max_events for all others
 *   zones                                   one for each name of a zone that was used
 *
 * The first three in the file may be exceeded by a quarter before the oldest are removed. If a file is opened with a
 * lower limit than before, the rows that are too many are removed when the next row of their kind is added.
 *
 * Many accounts in one file. With max_loaded_accounts, and a file, only so many accounts are in memory: an account is
 * read by the first call that needs it, and one that was not used lately makes room for it. Handles stay valid, and
 * nothing is lost: a badge whose time is over while its account is not in memory is gone when it is read, and before
 * that where the account is logged in. An account stays in memory as long as it has observers, views, widgets, node
 * handles or styles, while a request of its feeds is under way, and while something of it could not be stored; so there
 * may be more. An account that is not in memory, not logged in, has no feeds in this run, and of which no handle is
 * left, is not open any more: it does not count for max_accounts. What is not stored is forgotten with an account's
 * memory: the revisions that last changed its nodes (tally_badge says 0 then), and what tally_badge_changes keeps (it
 * answers RESYNC). With it every function that takes an account may also give the errors NO_MEMORY, LIMIT, IO and
 * CORRUPT, when the account has to be read, and takes as long as that takes: linear in what is stored for the account.
 */


/*
 * Opens an engine: reads the file, or creates it, and starts the loop thread.
 * out_engine: owned, release with tally_engine_close; NULL after an error.
 *
 * One process, and one engine, has a file open at a time: LOCKED, and the message names the process that has it. The
 * lock ends with the process, however it ends; what it leaves beside the file (`<file>-lock`) keeps nobody out. A copy
 * of the file, or a backup that such a program made, may be opened and read by whoever likes, with any program for
 * SQLite databases, and by this library. But only this library may write: what another program changes is CORRUPT,
 * since it cannot be told from damage, and is to be had with tally_engine_recover.
 *
 * A file of an older version is brought to this one's, in one transaction; one of a newer version is NEWER. What is no
 * file of this library is NOT_A_STORE, also where a link or something else lies where its log or lock file would be; a
 * file there that is none of these is taken for a damaged log; but where nothing of its beginning is like a log's, as a
 * loss of power may leave it before anything in it was promised, it gets the name `<its name>.damaged`, in place of a
 * former one, and the database is opened. A damaged file is CORRUPT: where that is found when it is opened, here, else
 * by the call that reads what is damaged, and all of it by tally_engine_verify; it can be salvaged with
 * tally_engine_recover. A rejected file is left untouched, byte for byte. A file whose tables, indexes, views or
 * triggers are not exactly those of its version is CORRUPT too, and nothing in it is run. If a file or log is removed,
 * renamed or replaced while it is open, every write fails with IO until it is back.
 *
 * TALLY_ENGINE_SET_ASIDE: the call first compares the checksum of every page of the file. If one is wrong in two reads
 * of the whole page, the call renames the file, together with its log, to `<file>.damaged`, or to the first free name
 * of `<file>.damaged-2`, …, and begins a new file. It then returns TALLY_SET_ASIDE, and the message
 * (tally_error_message) says what was wrong and the new name. The call renames a file for no other reason. If the file
 * cannot be read, the call fails with IO. If the file was cut off, its log is damaged, or sound pages contain what this
 * library would not have written, the call fails with CORRUPT or leaves that to tally_engine_verify, as without the
 * flag. A file without checksums is never renamed.
 *
 * Room. What is written goes to SQLite's log (`<file>-wal`) first, and from there into the file: after 1,000 pages,
 * about 4 MB, by whoever writes just then, and by the loop thread when nothing was written for a second; the log is
 * then empty. It is never longer than that and the largest transaction. Where more than a tenth of the file is free,
 * the loop thread then gives it back, 1 MB at a time. A file that another program has put together from the tables of
 * one (the sqlite3 program's .recover) does not shrink, and its pages have no checksums. With TALLY_ENGINE_VACUUM the
 * file, whichever it is, is written anew at this opening, without gaps, and has both. That takes room for two more of
 * it, and time linear in its size; where it fails, so does the opening, and nothing is lost.
 * Where there is no room (FULL), what a call would have written has not happened, and badges of group durability stay
 * in memory: they are tried again every second, and the log has it once that they cannot be written (TALLY_LOG_ERROR),
 * and once that they are (TALLY_LOG_INFO).
 *
 * Answers: OK, SET_ASIDE. Errors: ARGUMENT, NO_MEMORY, RANGE, IO, FULL, LOCKED, CORRUPT, NOT_A_STORE, NEWER, READ_ONLY,
 * PERMISSION.
 * Complexity: what is stored is read account by account, when an account is opened; with TALLY_ENGINE_SET_ASIDE
 * and TALLY_ENGINE_VACUUM linear in the size of the file.
 */
TALLY_CHECKED tally_status tally_engine_open(const tally_engine_options *options, tally_engine **out_engine);

/*
 * Ends what is under way, writes everything, closes the file and releases the handle, whatever the answer but THREAD.
 * Pending completions and observers are dropped; their release_user_data is called. Callbacks that run on other
 * threads are waited for. A host's own transport is told of each request that it has not answered (CANCEL). timeout:
 * how long writing may take, in milliseconds; negative: as long as it takes. NULL is accepted.
 * Threads: any, but not in a callback. Other threads must not use the handle afterwards: one that waits in
 * tally_engine_next_event wakes with CLOSED, but one that is about to call it would come too late; so tell such a
 * thread to end, tally_engine_interrupt, join it, and then close.
 * Errors: THREAD (inside a callback): nothing was done, the engine is still open; IO, FULL or TIMEOUT: closed all the
 * same, what could not be written is lost.
 */
TALLY_CHECKED tally_status tally_engine_close(tally_engine *engine, int64_t timeout);

/* Waits until all that was applied before the call is on the disk.
 * Errors: CLOSED, FORKED, IO, FULL (nothing is lost: it stays in memory and is tried again). */
TALLY_CHECKED tally_status tally_engine_flush(tally_engine *engine);

/*
 * Reads the whole file and compares it with what it should be: the checksum of every page, the order of pages and
 * indexes, that tables and rows are such as this library writes, that what rows refer to is there; and that the badges
 * in memory are those of the file. Each thing that is wrong is told to the log (TALLY_LOG_ERROR), a hundred at most,
 * with the page or the table and row; the message has the first one and how many there are. An engine without a file
 * verifies what it has in memory.
 * Errors: CORRUPT (the file is damaged; the engine goes on with what can be read), INTERNAL (only what is in memory is
 * wrong), NO_MEMORY, CLOSED, FORKED, IO (something could not be read; it may be sound), FULL.
 * Complexity: linear in the size of the file. What needs the file waits meanwhile; badges can be read and changed, but
 * for the time in which one account is compared.
 */
TALLY_CHECKED tally_status tally_engine_verify(tally_engine *engine);

/* What tally_engine_recover found. `lost`: as far as anything in the file speaks of it. */
typedef struct tally_recovery {
    uint32_t struct_size; /* sizeof(tally_recovery) */
    uint32_t flags;          /* 0 */
    uint64_t pages;          /* Of the damaged file. */
    uint64_t damaged_pages;  /* Those of them that are cut off, cannot be read, or have a wrong checksum. */
    uint64_t doubtful_rows;  /* Saved from damaged pages: well-formed, but they may not be what was stored. */
    uint64_t accounts_saved;
    uint64_t accounts_lost;  /* Their badges and messages were saved: under the name, where that was found, or
                                "recovered-" and a number, with the default aggregation and feeding. */
    uint64_t badges_saved;   /* Rows: badges that nodes own, and mutes. */
    uint64_t badges_lost;
    uint64_t feeds_saved;
    uint64_t feeds_lost;     /* Their messages were saved, in a feed named "recovered-" and a number. */
    uint64_t messages_saved;
    uint64_t messages_lost;
    uint64_t others_saved;   /* All other rows: reminders, read marks, pending actions, how groups are worded. */
    uint64_t others_lost;    /* Includes rows that belong to a missing account or feed. */
    uint64_t reserved[6];
} tally_recovery;
#define TALLY_RECOVERY_INIT {sizeof(tally_recovery), 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0}}

/*
 * Salvages what can be read of a file into a new one. `damaged` is only read, with its log, and need not even be opened
 * by SQLite: every page is read for itself. `fresh` must not exist; it appears when it is complete, and has been
 * verified. The names of what could be saved, keys and revisions stay; the epoch of the revisions is another one. A row
 * that is impossible, or contradicts the others, is left out and counted. If anything was lost, feeds request
 * everything from scratch, so that what a server still has comes back.
 * out_recovery (may be NULL): what was saved and lost.
 * Threads: any; neither file may be open in an engine.
 * Errors: ARGUMENT, NO_MEMORY, EXISTS (fresh, or `<fresh>.recovering`, which a run that was killed leaves),
 * CONFLICT (a log or journal of an earlier file lies beside `fresh`, and would be written into it), NOT_A_STORE, NEWER,
 * LOCKED (damaged is open), CORRUPT (nothing in it can be read), IO, FULL, READ_ONLY, PERMISSION.
 * After an error there is no `fresh`.
 * Complexity: linear in the size of the file.
 */
TALLY_CHECKED tally_status tally_engine_recover(const char *damaged, const char *fresh, tally_recovery *out_recovery);

typedef struct tally_limits {
    uint32_t struct_size; /* sizeof(tally_limits) */
    uint32_t max_depth;
    uint32_t max_path_bytes;
    uint32_t max_nodes;
    uint32_t max_accounts;
    uint32_t max_feeds;
    uint32_t max_observers;
    uint32_t max_response_bytes;
    uint32_t max_loaded_accounts;
    uint32_t max_batch_ids;
    uint32_t max_flights;
    uint32_t max_flights_per_origin;
    uint32_t max_forgotten;
    uint32_t max_marks;
    uint32_t max_failed_rows;
    uint32_t max_rejected;
    uint32_t max_reminder_log;
    uint32_t max_cached_groups;
    uint32_t max_events;
    uint32_t max_completions;
    int64_t batch_id_time; /* Milliseconds. */
} tally_limits;
#define TALLY_LIMITS_INIT \
    {sizeof(tally_limits), 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u, 0}

/* The limits in force. Errors: ARGUMENT, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_engine_limits(tally_engine *engine, tally_limits *out_limits);

/* Flags of tally_engine_backup. */
#define TALLY_BACKUP_REPLACE 1u /* A file of that name is replaced. */

/*
 * Copies the engine's file into another one, while the engine is used: it holds what was applied before the call, and,
 * of what is applied during it, all up to some moment. The copy is a file like the original, of the same epoch and with
 * the same rights, to be opened like it. It is on the disk when the call returns. It grows under another name, with
 * -partial behind, so that there is never a part of it under its own; a file of that other name is taken for what is
 * left of a backup that was broken off, and removed.
 * It takes as long as that takes. Meanwhile who changes badges waits for nothing, and who waits for the disk anyway
 * waits for a megabyte to be copied, at most.
 * Where there is a file already the answer is EXISTS; with TALLY_BACKUP_REPLACE it is replaced, at once, when the copy
 * is complete, unless it is no regular file, or a symbolic link (EXISTS), or open in an engine (LOCKED), or was not
 * closed, so that its log lies beside it (CONFLICT). The engine's own file, by whatever name, is never replaced, nor is
 * what belongs to it (ARGUMENT).
 * Errors: these, UNSUPPORTED (the engine has no file), NO_MEMORY, CLOSED (also when it is closed meanwhile), FORKED,
 * IO, FULL, READ_ONLY, PERMISSION, CORRUPT (the original is damaged). Then there is no copy, and what was there is as
 * it was.
 * Threads: any, also in a callback. Closing the engine breaks it off.
 */
TALLY_CHECKED tally_status tally_engine_backup(tally_engine *engine, const char *file, uint32_t flags);

typedef struct tally_stats {
    uint32_t struct_size;       /* sizeof(tally_stats): set it before the call. */
    uint32_t accounts;          /* That are open. */
    uint32_t loaded_accounts;   /* Of these, in memory. */
    uint32_t feeds;             /* Of these accounts, that were added in this run. */
    uint64_t account_loads;     /* How often an account was read, since the engine was opened, */
    uint64_t account_evictions; /*     and made room for another one. */
    uint64_t observers;         /* And views and widgets. */
    uint64_t events;            /* That wait in the queue. */
    uint64_t nodes;             /* Of the accounts in memory. */
    uint64_t node_bytes;        /* What they take, with their paths. */
    uint64_t unstored_badges;   /* That wait to be stored, but for those that are being written just now. */
    int64_t file_size;          /* Bytes of the file, */
    int64_t log_size;           /*     and of SQLite's write-ahead log beside it. 0: there is none. */
    uint64_t commits;           /* That calls have waited for, since the engine was opened, */
    uint64_t committed_calls;   /*     and these calls: several share a commit. */
    uint64_t longest_wait_us;   /* Since the last call of this function, in microseconds: of a call for the lock of all
                                   accounts, */
    uint64_t longest_hold_us;   /*     and how long one call had the store for itself. */
    uint32_t waiting_calls;     /* That wait for the store. */
    uint32_t flights;           /* Requests of feeds in flight, */
    uint32_t origin_flights;    /*     and most of them to one origin. */
    uint32_t reserved;
} tally_stats;
#define TALLY_STATS_INIT {sizeof(tally_stats), 0u, 0u, 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0u, 0u, 0u}

/* What the engine is made of just now, but for accounts on which a call works for long at the moment. Errors: ARGUMENT,
 * CLOSED, FORKED. Complexity: the feeds, and the accounts in memory. */
TALLY_CHECKED tally_status tally_engine_stats(tally_engine *engine, tally_stats *out_stats);

/*
 * Presence: what becomes of the application and its machine. All feeds of all accounts are told, at once, and those
 * that are added later. A host that never tells is always in the foreground, and has a network.
 *
 * foreground: 1, the application is in front; 0, it is in the background, where pages are not seen (see
 * tally_feed_page_shown) and feeds with TALLY_FEED_STOPS_IN_BACKGROUND rest. Coming to the foreground with a page shown
 * counts as a return to that page.
 * Errors: ARGUMENT, CLOSED, FORKED. Complexity: the feeds.
 */
TALLY_CHECKED tally_status tally_engine_set_foreground(tally_engine *engine, int32_t foreground);

/*
 * available: 1, there is a network again, or another one; 0, it was lost. An attempt that waits after failures is made
 * at once when it is back; where that fails too, the next time not before one was made in its time, or the network was
 * lost. Errors and complexity: as tally_engine_set_foreground.
 */
TALLY_CHECKED tally_status tally_engine_set_network(tally_engine *engine, int32_t available);

/*
 * The machine slept, and is awake. As where the network is back; moreover failures within 10 s from now are not
 * counted, and tried again 2, 5 and 10 s from now. What became due during sleep happens once, whether this is called or
 * not. Errors and complexity: as tally_engine_set_foreground.
 */
TALLY_CHECKED tally_status tally_engine_woke(tally_engine *engine);

/* --------------------------------------------------------------------------------------------------------------
 * Accounts: each has a tree of badges, feeds and messages of its own
 * ------------------------------------------------------------------------------------------------------------ */

/*
 * How the number of a node is made of what its children contribute and what it owns.
 * CHILDREN: of the children (and messages) where they have a number, else its own. SUM: both together.
 */
#define TALLY_AGGREGATION_DEFAULT 0 /* As stored; CHILDREN for a new account. */
#define TALLY_AGGREGATION_CHILDREN 1
#define TALLY_AGGREGATION_SUM 2
typedef int32_t tally_aggregation;

/* Which messages feed the badge at their path. */
#define TALLY_FEEDING_DEFAULT 0 /* As stored; UNSEEN for a new account. */
#define TALLY_FEEDING_UNSEEN 1
#define TALLY_FEEDING_UNREAD 2
typedef int32_t tally_feeding;

/* Flags of tally_account_options. */
#define TALLY_ACCOUNT_EXISTING 1u /* An account that is not stored is not created: NOT_FOUND. */

typedef struct tally_account_options {
    uint32_t struct_size; /* sizeof(tally_account_options) */
    uint32_t flags;       /* TALLY_ACCOUNT_EXISTING, or 0 */
    tally_aggregation aggregation;  /* TALLY_AGGREGATION_… */
    tally_feeding feeding;      /* TALLY_FEEDING_… */
    uint64_t reserved[4];
} tally_account_options;
#define TALLY_ACCOUNT_OPTIONS_INIT {sizeof(tally_account_options), 0u, 0, 0, {0, 0, 0, 0}}

/*
 * Opens an account, creating it where there is none of that name (1 to 255 bytes of UTF-8 without control
 * characters). Opening one that is open already gives the same handle once more.
 * out_account: owned, release with tally_account_release once for each time it was opened; NULL after an error.
 * Errors: ARGUMENT, NO_MEMORY, LIMIT, CONFLICT (aggregation or feeding differ from what is stored), NOT_FOUND
 * (TALLY_ACCOUNT_EXISTING, and there is none of that name), CLOSED, FORKED, IO, FULL, CORRUPT.
 * Complexity: linear in what is stored for the account, the first time; with max_loaded_accounts constant, since then
 * the account is read by the first call that needs it.
 */
TALLY_CHECKED tally_status tally_account_open(tally_engine *engine, const char *name,
                                              const tally_account_options *options, tally_account **out_account);

/* Gives the handle back. The account stays in the engine, stays logged in and goes on syncing. */
TALLY_API void tally_account_release(tally_account *account);

/* A row of tally_account_list. */
typedef struct tally_account_entry {
    tally_text name;
} tally_account_entry;

/*
 * Lists the accounts that are stored, open or not, by the bytes of their names: those after the name `after` (NULL:
 * from the first; it need not exist). rows: tally_account_entry.
 * Returns: OK, MORE (go on after the last name). Errors: ARGUMENT, BUFFER_TOO_SMALL, CLOSED, FORKED, NO_MEMORY, IO,
 * CORRUPT. Complexity: what is listed.
 */
TALLY_CHECKED tally_status tally_account_list(tally_engine *engine, const char *after, tally_rows *rows);

/*
 * Removes an account, with its badges, messages, feeds, positions and whatever else is stored for it, for good; when it
 * returns, that is on the disk. It may be open: then it is logged out, its feeds go (outstanding completions get
 * TALLY_ERROR_CANCELLED), its observers are told that their paths show nothing, and are never called again; and calls
 * with its handles, and those of its feeds, answer NOT_FOUND. The handles are still to be released. An account that is
 * opened by this name afterwards is another one, with another identifier.
 * Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. After an error nothing was removed.
 * Complexity: linear in what is stored for it; calls of other accounts wait meanwhile where it is in memory.
 */
TALLY_CHECKED tally_status tally_account_remove(tally_engine *engine, const char *name);

/*
 * Logs in: what the account's feeds may send from now on. token: sent as `Authorization: Bearer`, kept in memory
 * only, never stored; NULL or empty: none. Logging in again replaces the token and starts the feeds again that were
 * stopped because the server refused the last one. Nobody is logged in when an engine has been opened.
 * Errors: ARGUMENT (a token with control characters), NO_MEMORY, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_account_log_in(tally_account *account, const char *token);

/*
 * Logs out: stops every request and timer of the account; what still arrives is dropped. Outstanding completions get
 * TALLY_ERROR_LOGGED_OUT. The badges stay and can be read; the total leaves them out.
 * Errors: CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_account_log_out(tally_account *account);

typedef struct tally_account_state {
    uint32_t struct_size; /* sizeof(tally_account_state) */
    int32_t logged_in;    /* 1 or 0. */
    int64_t id;           /* In events; never 0. */
    uint64_t revision;    /* Of its badges. */
    uint64_t epoch;       /* Of the revisions: another one when the store was created anew. */
    tally_aggregation aggregation;  /* TALLY_AGGREGATION_CHILDREN or _SUM */
    tally_feeding feeding;      /* TALLY_FEEDING_UNSEEN or _UNREAD */
} tally_account_state;
#define TALLY_ACCOUNT_STATE_INIT {sizeof(tally_account_state), 0, 0, 0, 0, 0, 0}

/*
 * The account's state and name.
 * name: the caller's buffer, of name_capacity; out_name_length: the length of the name. Both NULL: it is not asked for.
 * 256 bytes always suffice.
 * Errors: ARGUMENT, BUFFER_TOO_SMALL (name; out_state is filled), CLOSED, FORKED, NOT_FOUND (removed).
 */
TALLY_CHECKED tally_status tally_account_get(tally_account *account, tally_account_state *out_state, char *name,
                                             size_t name_capacity, size_t *out_name_length);

/*
 * All that belongs to an account, as bytes (docs/account-snapshot-format.md): how it was created, its badges, mutes and
 * expiries, its revision, its feeds with their cursors, its messages with their states, the positions of its sources
 * and the identifiers of its batches. For moving an account to another engine, or keeping it. It is of one moment,
 * whatever changes meanwhile: other accounts, and badges of this one, are changed without waiting for it. Styles,
 * observers and the credential are the host's, and no part of it. Equal accounts give equal bytes.
 *
 * snapshot: bytes going out go into the caller's buffer; out_size tells their number in any case, and where the
 * capacity does not suffice the answer is BUFFER_TOO_SMALL (they may be more the next time).
 * restore: makes an account of that name, which must not exist (EXISTS); it is on the disk when it returns, and is not
 * open. Its identifiers (of the account, of feeds and messages) are new. Bytes may come from anywhere: what is not well
 * formed is MALFORMED, and the message says what and where; then nothing has changed. The feeds go on where they were
 * when they are added in this engine.
 * Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT; snapshot also NOT_FOUND, BUFFER_TOO_SMALL; restore also
 * EXISTS, MALFORMED, FULL, PATH and LIMIT (beyond the limits of this engine).
 * Complexity: linear in what is stored for the account.
 */
TALLY_CHECKED tally_status tally_account_export(tally_account *account, void *buffer, size_t capacity,
                                                size_t *out_size);

/* Makes an account of exported bytes: see tally_account_export. Errors: those named there. */
TALLY_CHECKED tally_status tally_account_import(tally_engine *engine, const char *name, const void *snapshot,
                                                size_t size);

/*
 * Which of so many partitions an account of this name belongs to, 0 to partitions - 1: FNV-1a of 32 bits over the bytes
 * of the name, modulo partitions (docs/account-hash.md has it for other languages, with examples). For hosts that
 * divide accounts among machines. The same on every machine, for ever. Needs no engine.
 * Errors: ARGUMENT (no name of an account; partitions is 0).
 */
TALLY_CHECKED tally_status tally_account_hash(const char *name, uint32_t partitions, uint32_t *out_partition);

/* --------------------------------------------------------------------------------------------------------------
 * Badges
 *
 * A path is `root`, or components separated by '.', a leading `root` being the root itself, which may be left out:
 * `chat.bo` is `root.chat.bo`. Within a component `\.` and `\\` stand for a dot and a backslash. A component is 1 to
 * 255 bytes of valid UTF-8 without control characters (U+0000 to U+001F, U+007F to U+009F). Paths put out begin with
 * `root`.
 * A path that is not well formed, too deep or too long is TALLY_ERROR_PATH.
 *
 * What a node shows: a badge, where it owns one, messages feed it, or a child contributes one; and a count (0: a dot).
 *
 * All operations: errors ARGUMENT (NULL), PATH, NO_MEMORY, LIMIT (too many nodes), CLOSED, FORKED; with
 * TALLY_DURABILITY_FULL also IO and FULL. Complexity: the depth of the path; propagation ends at the first ancestor
 * whose contribution does not change.
 * ------------------------------------------------------------------------------------------------------------ */

/* The largest count that can be set: 2^32 - 1. */
#define TALLY_MAX_COUNT INT64_C(4294967295)

/* No expiry. */
#define TALLY_FOREVER 0

/* Sets the node's own badge to a count; 0 takes it away. Error RANGE: not 0 to TALLY_MAX_COUNT. */
TALLY_CHECKED tally_status tally_badge_set(tally_account *account, const char *path, int64_t count);

/* Sets the node's own badge to a dot. Errors: as above. */
TALLY_CHECKED tally_status tally_badge_dot(tally_account *account, const char *path);

/*
 * Sets the node's own badge to a count that ends: the badge is removed at the timestamp `until`. TALLY_FOREVER: no end.
 * A timestamp in the past removes it immediately. Everything that ends at the same time ends in one operation. What
 * ends at different times ends in the order of time, so the state does not depend on when the engine runs.
 * Errors: as above, and RANGE (count, or a negative `until`).
 */
TALLY_CHECKED tally_status tally_badge_set_until(tally_account *account, const char *path, int64_t count,
                                                 int64_t until);

/* Sets the node's own badge to a dot that ends, as tally_badge_set_until. Errors: as above, and RANGE (until). */
TALLY_CHECKED tally_status tally_badge_dot_until(tally_account *account, const char *path, int64_t until);

/* Adds to the node's own count (a dot or nothing counts as 0); where 0 results the badge goes. The expiry stays. A
 * delta of 0 changes nothing.
 * Error RANGE: the result is not 0 to TALLY_MAX_COUNT; nothing changed. */
TALLY_CHECKED tally_status tally_badge_add(tally_account *account, const char *path, int64_t delta);

/*
 * Takes the node's badge away, as when the user has looked: its own badge goes, and messages that feed it become seen.
 * CHILDREN: TALLY_HELD, and nothing changes, where a child contributes a badge. Else TALLY_HELD where the node still
 * shows one, by its children (SUM), or by messages that are not read, where those feed it.
 * Returns: OK, HELD. Errors: as above; also IO, FULL where messages feed it.
 */
TALLY_CHECKED tally_status tally_badge_clear(tally_account *account, const char *path);

/* Takes away the badges of the node and of everything below it; messages that feed them become seen.
 * Returns TALLY_HELD if the node still shows a badge, because of unread messages in an account that they feed.
 * Errors: as above; also IO, FULL where messages feed it. Complexity: what is lit below, not what exists. */
TALLY_CHECKED tally_status tally_badge_clear_tree(tally_account *account, const char *path);

/* What a node contributes to its parent. What it shows itself does not change. */
#define TALLY_MUTE_NONE 0   /* What it shows. */
#define TALLY_MUTE_NUMBER 1 /* A dot at most. */
#define TALLY_MUTE_ALL 2    /* Nothing. */
typedef int32_t tally_mute_mode;

/* Mutes a node; until: as in tally_badge_set_until. Errors: as above, and RANGE (until). */
TALLY_CHECKED tally_status tally_badge_mute(tally_account *account, const char *path, tally_mute_mode mode,
                                            int64_t until);

/* Flags of tally_badge. */
#define TALLY_BADGE_MANUAL_COUNT 1u /* It owns a count. */
#define TALLY_BADGE_MANUAL_DOT 2u   /* It owns a dot. */
#define TALLY_BADGE_FED 4u          /* Messages feed it. */
#define TALLY_BADGE_CHILDREN 8u     /* A child contributes a badge. */
#define TALLY_BADGE_MUTE_NUMBER 16u
#define TALLY_BADGE_MUTE_ALL 32u

/* What is shown. */
#define TALLY_KIND_NONE 0   /* Nothing; so it is false in a condition. */
#define TALLY_KIND_DOT 1    /* A badge without a number. */
#define TALLY_KIND_ICON 2   /* An icon: only in a presentation. */
#define TALLY_KIND_NUMBER 3 /* A badge with a number. */
typedef int32_t tally_badge_kind;

typedef struct tally_badge {
    uint64_t count;        /* The number; 0 where it shows a dot or nothing. */
    uint64_t revision;     /* The revision that last changed what it shows; 0: none since the account was read. */
    tally_badge_kind kind;          /* TALLY_KIND_NONE, _DOT or _NUMBER */
    uint32_t flags;        /* TALLY_BADGE_… */
    uint32_t manual_count; /* Its own count, 0 where there is none. */
    uint32_t reserved;
} tally_badge;

/* What a path shows. An unknown path shows nothing, which is no error, and creates nothing. */
TALLY_CHECKED tally_status tally_badge_get(tally_account *account, const char *path, tally_badge *out_badge);

/* The total over all accounts that are logged in: what an application's icon shows. flags and manual_count are 0,
 * the revision counts the changes of the total since the engine was opened. Errors: ARGUMENT, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_engine_total(tally_engine *engine, tally_badge *out_badge);

/* Flags of tally_badge_list. */
#define TALLY_LIST_CHILDREN 0u /* The nodes directly below. */
#define TALLY_LIST_SUBTREE 1u  /* The node itself and all below it. */

typedef struct tally_badge_entry {
    tally_badge badge;
    tally_text path;
} tally_badge_entry;

/*
 * Lists the nodes that show a badge, or are muted, by the bytes of their paths: those after the path `after` (NULL:
 * from the first; it need not exist). rows: tally_badge_entry.
 * out_revision (may be NULL): the revision that the rows show. A list that comes in several parts is of one moment if
 * all parts have the same revision.
 * Returns: OK, MORE (go on after the last path). Errors: as above, and BUFFER_TOO_SMALL. Complexity: what is listed
 * below the path, also by a call that goes on.
 */
TALLY_CHECKED tally_status tally_badge_list(tally_account *account, const char *path, uint32_t flags, const char *after,
                                            tally_rows *rows, uint64_t *out_revision);

/*
 * Lists the nodes whose badge changed after the revision `since`, each once, in no particular order, with what they
 * show now; for hosts that poll once a frame instead of taking callbacks. rows: tally_badge_entry. (A node that changed
 * and changed back may be listed.) since: what tally_badge_list or a former call answered in out_revision. epoch: as
 * tally_account_get tells it; 0: not compared. out_revision: what to ask with next.
 * Answers: OK; MORE: they did not all fit, go on at once with out_revision; RESYNC: `since` is older than what is kept
 * (the last 65,536 changes since the first call), is of another epoch, or lies in the future: list everything, and go
 * on with its revision. The first call begins to keep changes.
 * Errors: as above, and BUFFER_TOO_SMALL: not even the changes of one transaction fit. The buffers may then contain a
 * part of these changes, and count and text_size are only a little more than there was room for: double the room.
 * Complexity: what changed, whatever the size of the tree. After the first call it needs no memory.
 */
TALLY_CHECKED tally_status tally_badge_changes(tally_account *account, uint64_t since, uint64_t epoch, tally_rows *rows,
                                               uint64_t *out_revision);

/* Flags of tally_reason. The first six mean what those of tally_badge mean, where there are such. */
#define TALLY_REASON_MANUAL_COUNT 1u /* It owns a count. */
#define TALLY_REASON_MANUAL_DOT 2u   /* It owns a dot. */
#define TALLY_REASON_FED 4u          /* Messages feed it. */
#define TALLY_REASON_OVERRIDDEN 8u   /* CHILDREN: the count that it owns adds nothing, because its children, or what
                                        feeds it, have a number. */
#define TALLY_REASON_MUTE_NUMBER 16u /* Its mute keeps the number that it shows from the path. */
#define TALLY_REASON_MUTE_ALL 32u    /* Its mute keeps all that it shows from the path. */
#define TALLY_REASON_LIGHTS 64u      /* What it owns, or what feeds it, reaches the path, which shows a badge. */
#define TALLY_REASON_HELD_BACK 128u  /* A mute, its own or of a node between it and the path, keeps what it owns and
                                        what feeds it from the path: all of it, or, with LIGHTS, the number. */

#define TALLY_REASON_MESSAGE 256u    /* It is one of the messages that feed the path. */

typedef struct tally_reason {
    uint64_t contributed;  /* How much of the path's count comes from what it owns and what feeds it. */
    uint64_t fed_count;    /* The sum of the counts of the messages that feed it. MESSAGE: this one's. */
    uint64_t kept_count;   /* MUTE_NUMBER, MUTE_ALL: how much in number its mute keeps back; 0: a dot, or no mute. */
    uint32_t manual_count; /* Its own count, 0 where there is none. */
    uint32_t flags;        /* TALLY_REASON_… */
    uint64_t message;      /* MESSAGE: its key; else 0. */
    tally_text path;
    tally_text id;         /* MESSAGE: the server's identifier. */
} tally_reason;

/*
 * Explains why a path shows what it shows: behind each entry that messages feed (FED) come those messages, the oldest
 * first, each an entry with MESSAGE, and LIGHTS and HELD_BACK as of its node, whose entry has what they contribute.
 * Apart from these it lists the nodes at and below it that own a badge or that messages feed,
 * also those that a mute holds back; and the nodes below it whose mute keeps something back. Sorted by the bytes of
 * their paths. The path's own mute is not among them: it keeps nothing from the path itself.
 * The contributed counts add up to the count that tally_badge_get answers for the path, and it shows a badge exactly
 * where an entry has LIGHTS. With CHILDREN a node's own count adds nothing while its children, or what feeds it, have
 * a number: then the entry says OVERRIDDEN, and contributed has only what feeds it (0 where nothing does).
 * An unknown path, or one that shows nothing and keeps nothing back, has no entries.
 * rows: tally_reason. skip: how many rows to skip; 0: none. To go on after MORE, skip the rows that there are
 * already; if badges changed between the calls, begin again.
 * Returns: OK, MORE. Errors: as above, IO, CORRUPT, and BUFFER_TOO_SMALL.
 * Complexity: the messages listed, the nodes below that show a badge or are muted, or once did or were, and for each
 * entry the depth between it and the path; siblings are sorted. Takes some 64 bytes an entry during the call.
 */
TALLY_CHECKED tally_status tally_badge_explain(tally_account *account, const char *path, size_t skip, tally_rows *rows);

/*
 * Snapshots and patches: what the nodes of a subtree own themselves (manual badges, mutes, expiries), as bytes
 * (docs/snapshot-format.md). Equal states give equal bytes. Messages are no part of it. Paths in them are relative to
 * the subtree's top, so that a subtree can be compared with, and written to, another place.
 *
 * Bytes going out go into the caller's buffer, which must not overlap what the call reads; out_size tells their number,
 * and where the capacity does not suffice the answer is BUFFER_TOO_SMALL. After an error what the buffer holds means
 * nothing. Bytes coming in may come from anywhere: all of them are checked, and copied during the call, at some 6 ns a
 * node. What writes to an account is one transaction, on the disk when it returns; automatic clearing does not run.
 * Errors, beside those of badges: MALFORMED (with what and where in the message), CONFLICT, IO, FULL.
 */

/* A number that is equal for equal subtrees, and for others hardly ever; the same on every machine. Not for
 * adversaries. Errors: those of badges. Complexity: what changed since the last call. */
TALLY_CHECKED tally_status tally_badge_digest(tally_account *account, const char *path, uint64_t *out_digest);

/* The minimal patch from one subtree to another, of the same engine. Errors: those of badges, and BUFFER_TOO_SMALL.
 * Complexity: what differs, not what exists. */
TALLY_CHECKED tally_status tally_badge_diff(tally_account *from, const char *from_path, tally_account *to,
                                            const char *to_path, void *buffer, size_t capacity, size_t *out_size);

/*
 * A decoded snapshot: its bytes have been checked once, and are kept with what is needed to read them quickly: some
 * 1.5 bytes a node, and one path in sixteen. It belongs to no engine: it lives until it is released, also after a
 * fork. It never changes, so any number of threads may use it at once.
 */
typedef struct tally_snapshot tally_snapshot;

/* Decodes bytes. out_snapshot: owned, release with tally_snapshot_release; NULL after an error. bytes: copied.
 * Errors: ARGUMENT, MALFORMED, NO_MEMORY. Complexity: their number. */
TALLY_CHECKED tally_status tally_snapshot_decode(const void *bytes, size_t size, tally_snapshot **out_snapshot);

/* What is owned at and below a path. out_snapshot: as above. Errors: those of badges. Complexity: what is listed
 * below. */
TALLY_CHECKED tally_status tally_snapshot_take(tally_account *account, const char *path, tally_snapshot **out_snapshot);

/* Gives the handle back, and the memory. NULL is accepted. No other thread may be using it. */
TALLY_API void tally_snapshot_release(tally_snapshot *snapshot);

/* Its bytes. Errors: ARGUMENT, BUFFER_TOO_SMALL. */
TALLY_CHECKED tally_status tally_snapshot_encode(const tally_snapshot *snapshot, void *buffer, size_t capacity,
                                                 size_t *out_size);

/*
 * The minimal patch from one to another. Needs no engine.
 * Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY (of what differs nothing is kept, so little is needed).
 * Complexity: their bytes, at the speed of comparing memory where they are the same.
 */
TALLY_CHECKED tally_status tally_snapshot_diff(const tally_snapshot *from, const tally_snapshot *to, void *buffer,
                                               size_t capacity, size_t *out_size);

/* Makes the path and all below it own what the snapshot says, and nothing else. One transaction. Errors: those of
 * badges, CONFLICT, IO, FULL. */
TALLY_CHECKED tally_status tally_snapshot_restore(const tally_snapshot *snapshot, tally_account *account,
                                                  const char *path);

/* The patch that leads back. Needs no engine. Errors: ARGUMENT, MALFORMED, BUFFER_TOO_SMALL, NO_MEMORY. */
TALLY_CHECKED tally_status tally_patch_inverse(const void *patch, size_t size, void *buffer, size_t capacity,
                                               size_t *out_size);

/* Flags of tally_badge_apply. */
#define TALLY_APPLY_OVERWRITE 1u /* Writes what is after, whatever is there. */

/*
 * Applies a patch at a path.
 * Errors: those of badges, MALFORMED, IO, FULL, and CONFLICT: what is there is not what the patch begins with; the
 * message names the first path, and nothing has changed.
 */
TALLY_CHECKED tally_status tally_badge_apply(tally_account *account, const char *path, const void *patch, size_t size,
                                             uint32_t flags);

/*
 * Recounts the whole tree and compares it with what is kept: OK, or INTERNAL with the first path that is wrong in the
 * message. For tests, and for hosts that want to be sure.
 * Errors: INTERNAL, CLOSED, FORKED, NOT_FOUND (removed), NO_MEMORY. Complexity: all nodes.
 */
TALLY_CHECKED tally_status tally_account_verify(tally_account *account);

/*
 * Node handles: a path is resolved once, and then operated on without hashing its text again. A handle is valid until
 * it is released (as often as it was resolved), or the engine is closed; 0 is never one.
 * Errors of all of them: ARGUMENT, STALE_HANDLE (released, or of another account), CLOSED, FORKED, NO_MEMORY; of those
 * that change something also LIMIT (too many nodes), and with TALLY_DURABILITY_FULL IO and FULL.
 */
typedef uint64_t tally_node;

/* Resolves a path, which is created where it is unknown. out_node: owned, release with tally_node_release once for each
 * time it was resolved. Errors: as above, PATH, LIMIT. */
TALLY_CHECKED tally_status tally_node_resolve(tally_account *account, const char *path, tally_node *out_node);

/* Gives a handle back. Errors: as above. */
TALLY_CHECKED tally_status tally_node_release(tally_account *account, tally_node node);

/* Writes the path of a node, which begins with root. Errors: as above, BUFFER_TOO_SMALL. */
TALLY_CHECKED tally_status tally_node_path(tally_account *account, tally_node node, char *buffer, size_t capacity,
                                           size_t *out_length);

/* As tally_badge_set. Errors: as above, RANGE. */
TALLY_CHECKED tally_status tally_node_set(tally_account *account, tally_node node, int64_t count);

/* As tally_badge_dot. Errors: as above. */
TALLY_CHECKED tally_status tally_node_dot(tally_account *account, tally_node node);

/* As tally_badge_set_until. Errors: as above, RANGE. */
TALLY_CHECKED tally_status tally_node_set_until(tally_account *account, tally_node node, int64_t count, int64_t until);

/* As tally_badge_dot_until. Errors: as above, RANGE. */
TALLY_CHECKED tally_status tally_node_dot_until(tally_account *account, tally_node node, int64_t until);

/* As tally_badge_add. Errors: as above, RANGE. */
TALLY_CHECKED tally_status tally_node_add(tally_account *account, tally_node node, int64_t delta);

/* As tally_badge_clear. Returns: OK, HELD. Errors: as above; also IO, FULL where messages feed it. */
TALLY_CHECKED tally_status tally_node_clear(tally_account *account, tally_node node);

/* As tally_badge_clear_tree. Returns: OK, HELD. Errors: as above; also IO, FULL where messages feed it. */
TALLY_CHECKED tally_status tally_node_clear_tree(tally_account *account, tally_node node);

/* As tally_badge_mute. Errors: as above, RANGE. */
TALLY_CHECKED tally_status tally_node_mute(tally_account *account, tally_node node, tally_mute_mode mode,
                                           int64_t until);

/* As tally_badge_get. Errors: as above. */
TALLY_CHECKED tally_status tally_node_get(tally_account *account, tally_node node, tally_badge *out_badge);

/* Kinds of tally_operation. */
#define TALLY_OP_SET 1   /* value: the count */
#define TALLY_OP_DOT 2
#define TALLY_OP_ADD 3   /* value: the delta */
#define TALLY_OP_CLEAR 4
#define TALLY_OP_CLEAR_TREE 5
#define TALLY_OP_MUTE 6  /* value: TALLY_MUTE_… */
#define TALLY_OP_GET 7
typedef int32_t tally_operation_kind;

typedef struct tally_operation {
    tally_operation_kind kind;        /* TALLY_OP_… */
    tally_status status; /* out: its own status */
    tally_badge_kind badge_kind;  /* out, GET: TALLY_KIND_…, what it shows as of this operation. */
    uint32_t flags;      /* 0 */
    tally_node node;     /* The node, where it is not 0. */
    int64_t value;
    int64_t until;       /* SET, DOT, MUTE: the expiry, or TALLY_FOREVER. */
    uint64_t count;      /* out, GET: the count as of this operation. */
    const char *path;    /* The node, where `node` is 0. Borrowed until the call returns. */
    void *reserved;      /* NULL */
} tally_operation;

typedef struct tally_batch_options {
    uint32_t struct_size; /* sizeof(tally_batch_options) */
    uint32_t flags;       /* 0 */
    uint64_t epoch;       /* Of the log's owner: each new one has a greater one. Without a source: 0. */
    uint64_t position;    /* The batch's place in the log, an offset: rising, with gaps or without. Without a source:
                             0. */
    const char *source;   /* The log that the batch comes from: 1 to 255 bytes, as an account's name. NULL: none. */
    const char *id;       /* A name of its own: 1 to 255 bytes, as an account's name. NULL: none. */
    uint64_t reserved[3];
} tally_batch_options;
#define TALLY_BATCH_OPTIONS_INIT {sizeof(tally_batch_options), 0u, 0, 0, NULL, NULL, {0, 0, 0}}

/*
 * Applies operations in their order, all or nothing: one transaction, one revision, observers told at the end. It
 * gives what the operations give one by one. TALLY_HELD does not fail it. If one is refused, the answer is its error,
 * its status says why, and the status of every other one is TALLY_ERROR_NOT_APPLIED.
 * out_revision (may be NULL): the account's revision afterwards.
 *
 * Exactly once. A batch with a source or an id is recognised when it comes again; then nothing is done, and the answer,
 * and the status of each operation, is TALLY_ALREADY_APPLIED. What it is recognised by is stored in the transaction of
 * what it changes, with either durability: when it returns, both are on the disk; after a crash both are, or neither.
 * So whoever is not sure whether a batch arrived sends it again.
 * - With a source: for a host that applies a log. A batch whose position is not greater than that of the last one of
 *   the source has been applied (the first one of a source may have any). A batch of a smaller epoch than the last one
 *   is refused with STALE_EPOCH: its sender is no longer the log's owner. One of a greater epoch takes the log over,
 *   also where it has been applied already; the position goes on. A batch without operations moves the position and
 *   the epoch alone: so a new owner takes over before it begins, and one gets past a batch that is refused for good.
 *   Accounts have positions of their own: a log that changes several accounts has one for each. An account keeps the
 *   position of each source until it is removed, so use few names.
 * - With an id: for a sender that tries again, so that an `add` counts once. The account remembers as many of the last
 *   ones, and for as long, as max_batch_ids and batch_id_time say; an id that comes after that is new. Of an id it
 *   matters only that it is the same: what the batch does is not compared.
 * - With both, either recognises it; the position is noted in any case.
 *
 * Answers: OK, ALREADY_APPLIED. Errors: those of the operations, STALE_HANDLE; with a source or an id also ARGUMENT,
 * STALE_EPOCH, IO, FULL.
 * Complexity: that of the operations; with a source or an id, a transaction that waits for the disk.
 */
TALLY_CHECKED tally_status tally_badge_batch(tally_account *account, tally_operation *operations, size_t count,
                                             const tally_batch_options *options, uint64_t *out_revision);

/*
 * How far a source has been applied to the account: the epoch and the position of its last batch. What to read a log
 * from. Each pointer may be NULL.
 * Errors: ARGUMENT, NOT_FOUND (no batch of this source was ever applied), CLOSED, FORKED, NO_MEMORY, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_batch_position(tally_account *account, const char *source, uint64_t *out_epoch,
                                                uint64_t *out_position);

/* One operation of tally_node_apply. */
typedef struct tally_node_operation {
    tally_node node;     /* The node to change or to read. */
    int64_t value;       /* As for tally_operation. out, GET: the count, or -1 if the node shows no badge. */
    tally_operation_kind kind; /* TALLY_OP_…. MUTE has no end. */
    tally_status status; /* out: its own status */
} tally_node_operation;

/*
 * Performs operations on nodes in their order, each on its own. The result is that of the single calls (tally_node_set
 * and the others), but many operations share the cost of a call. It is the fastest way to change many nodes.
 *
 * account     the account of the nodes
 * operations  `status` is set in each of them
 * count       the number of operations
 *
 * Returns TALLY_OK, or the status of the first rejected operation; the error message describes that one.
 * Errors: ARGUMENT, RANGE, STALE_HANDLE, NO_MEMORY, CLOSED, FORKED; with full durability also IO, FULL.
 * Threads: any; allowed in callbacks.
 * Cost: that of the operations.
 *
 * The call is not a transaction; use tally_badge_batch for one. A rejected operation changes nothing, and the
 * operations after it are still performed. Other threads may see the state between two operations. After a crash the
 * store may have only the first ones. TALLY_HELD is a status of an operation, and does not reject it.
 *
 * Consecutive operations share a revision, up to 1,024 of them. Observers are notified at the end of such a run, once
 * for each badge. A badge that changes and changes back within a run counts as changed. CLEAR_TREE has its own
 * revision, and so has an operation that changes messages, and each operation while a view is open.
 *
 * With full durability the operations are one transaction, and the call waits for the disk once. A rejected operation
 * does not stop the others. If the transaction cannot be stored, no operation is performed, and each has that status.
 */
TALLY_CHECKED tally_status tally_node_apply(tally_account *account, tally_node_operation *operations, size_t count);

/*
 * Paths as text. The functions need no engine. Their limits are those of the defaults (64 components, 4,096 bytes).
 * The result is written into the caller's buffer (see "Text").
 */

/* Writes a name, of any bytes that a component may hold, as a component: with `\.` and `\\`.
 * Errors: ARGUMENT, PATH (not a name), BUFFER_TOO_SMALL. */
TALLY_CHECKED tally_status tally_path_escape(const char *name, char *buffer, size_t capacity, size_t *out_length);

/* Writes a path and a component below it as a path that begins with root. name: not escaped; the function does that.
 * Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NO_MEMORY. */
TALLY_CHECKED tally_status tally_path_join(const char *path, const char *name, char *buffer, size_t capacity,
                                           size_t *out_length);

/* Writes the parent of a path. Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND (root has none). */
TALLY_CHECKED tally_status tally_path_parent(const char *path, char *buffer, size_t capacity, size_t *out_length);

/* Writes a component of a path, without escapes. index: from 0; root itself is not counted.
 * Errors: ARGUMENT, PATH, BUFFER_TOO_SMALL, NOT_FOUND (beyond the last), NO_MEMORY. */
TALLY_CHECKED tally_status tally_path_component(const char *path, size_t index, char *buffer, size_t capacity,
                                                size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * Presentation: how a badge is drawn
 *
 * One answer for a path: a kind, a text, and a style with nothing left out. A count shows as a number; else an icon,
 * where the path's own style names one; else a dot. The text of a number is capped ("99+"), the count never.
 *
 * A style belongs to a path. Members that it leaves out are inherited from the nearest ancestor that has them, and
 * where none has, they are the defaults; so a style at `root` is the whole account's. The icon alone is not inherited.
 * Styles are the host's: they are not stored, are gone when the engine is closed, are in no snapshot, and take no
 * revision. The library draws nothing, and does not look at what they say but for max_count, overflow and icon.
 *
 * Lengths are points, the host's logical pixels. Colours are sRGB with alpha, 0xRRGGBBAA: 0xFF0000FF is an opaque red.
 * ------------------------------------------------------------------------------------------------------------ */

/* What stands for a number above max_count. */
#define TALLY_OVERFLOW_PLUS 0     /* max_count and a plus: "99+". */
#define TALLY_OVERFLOW_ELLIPSIS 1 /* An ellipsis alone, U+2026. */
typedef int32_t tally_overflow;

/* Fonts' weights, on the scale of OpenType and CSS; any number from 1 to 1,000 is one. */
#define TALLY_FONT_WEIGHT_REGULAR 400
#define TALLY_FONT_WEIGHT_BOLD 700

/* Fields of tally_style: which members it has. The others are left out, and not looked at. */
#define TALLY_STYLE_DOT_RADIUS 1u
#define TALLY_STYLE_OFFSET 2u /* offset_x and offset_y */
#define TALLY_STYLE_FONT_SIZE 4u
#define TALLY_STYLE_FONT_WEIGHT 8u
#define TALLY_STYLE_TEXT_COLOR 16u
#define TALLY_STYLE_BACKGROUND_COLOR 32u
#define TALLY_STYLE_MAX_COUNT 64u
#define TALLY_STYLE_OVERFLOW 128u
#define TALLY_STYLE_ICON 256u

typedef struct tally_style {
    uint32_t struct_size;      /* sizeof(tally_style); where `fields` is not 0, it reaches at least to `icon`. */
    uint32_t fields;           /* TALLY_STYLE_… */
    float dot_radius;          /* Points: finite, 0 or more. Default 3. */
    float offset_x;            /* Of the badge's centre from the top right corner of what it is drawn upon, */
    float offset_y;            /*     to the right and downwards, in points: finite. Default 0, 0. */
    float font_size;           /* Points: finite, above 0. Default 9. */
    int32_t font_weight;       /* 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD. */
    uint32_t text_color;       /* Default 0xFFFFFFFF, white. */
    uint32_t background_color; /* Of the dot, and behind the number. Default 0xFF0000FF, red. */
    tally_overflow overflow;          /* TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS. */
    uint64_t max_count;        /* The largest number that is written out: from 1; UINT64_MAX: each is. Default 99. */
    const char *icon;          /* What the host calls it, "new", "hot": 1 to 255 bytes of UTF-8 without control
                                  characters. Default: none. Not inherited. */
    void *reserved[5];
} tally_style;
#define TALLY_STYLE_INIT \
    {sizeof(tally_style), 0u, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0, NULL, {NULL, NULL, NULL, NULL, NULL}}

/*
 * Gives a path a style in the place of the one that it had. NULL, or no fields: takes it away. Widgets whose look
 * changes by it, at the path and below, are called again, in the order of "Watching" (deeper paths first).
 * style: copied, the icon's name too.
 * Errors: ARGUMENT (an unknown field or overflow, a bad icon), RANGE (a number, also NaN), PATH, NO_MEMORY, LIMIT (too
 * many nodes), CLOSED, FORKED. Complexity: the observers of the account, times the depth of their paths.
 */
TALLY_CHECKED tally_status tally_style_set(tally_account *account, const char *path, const tally_style *style);

/*
 * The style of the path itself, nothing inherited; no fields where it has none. What is left out is 0.
 * icon: the caller's buffer for the icon's name, of icon_capacity; out_style->icon points there, or is NULL where it
 * names none, or the buffer does not suffice. out_icon_length: the name's length, 0 where there is none. Both NULL: it
 * is not asked for. 256 bytes always suffice.
 * Errors: ARGUMENT, PATH, NO_MEMORY, BUFFER_TOO_SMALL (icon; out_style is told), CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_style_get(tally_account *account, const char *path, tally_style *out_style, char *icon,
                                           size_t icon_capacity, size_t *out_icon_length);

/* The members of a style mean what they mean there, and are never left out. */
typedef struct tally_presentation {
    uint32_t struct_size; /* sizeof(tally_presentation): set it before a call that fills one. */
    tally_badge_kind kind; /* TALLY_KIND_…. ICON: the text is the icon's name; NUMBER: the number, capped: "7", "99+".
                               */
    uint64_t count;       /* NUMBER: the number, not capped; else 0. */
    float dot_radius;
    float offset_x;
    float offset_y;
    float font_size;
    int32_t font_weight;
    uint32_t text_color;
    uint32_t background_color;
    tally_overflow overflow;
    uint64_t max_count;
    uint64_t reserved[4];
} tally_presentation;
#define TALLY_PRESENTATION_INIT \
    {sizeof(tally_presentation), 0, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0, 0u, 0u, 0, 0, {0, 0, 0, 0}}

/*
 * Returns how to draw a path. A count shows as a number. Otherwise the icon that a feed's page gave to the path's own
 * badge shows, or, if there is none, the icon of the path's style. Otherwise a dot shows. A page's icon is removed with
 * its badge, and when the badge is replaced. An unknown path shows nothing, and has the style that it would inherit.
 * text: the caller's buffer, of text_capacity; out_text_length: the length of the text, 0 for a dot or nothing. Both
 * NULL: it is not asked for. 256 bytes always suffice.
 * Errors: ARGUMENT, PATH, NO_MEMORY, BUFFER_TOO_SMALL (text; out_presentation is told), CLOSED, FORKED.
 * Complexity: the depth of the path.
 */
TALLY_CHECKED tally_status tally_badge_present(tally_account *account, const char *path,
                                               tally_presentation *out_presentation, char *text, size_t text_capacity,
                                               size_t *out_text_length);

/*
 * The same for a count, without an engine: the total over the accounts, or a number from elsewhere. kind:
 * TALLY_KIND_NONE for nothing, else _DOT or _NUMBER; a number of 0 is a dot, and the count of a dot is not looked at.
 * style: the badge's own; what it leaves out is the default. NULL: all defaults.
 * Errors: as of tally_badge_present and tally_style_set.
 */
TALLY_CHECKED tally_status tally_present(tally_badge_kind kind, uint64_t count, const tally_style *style,
                                         tally_presentation *out_presentation, char *text, size_t text_capacity,
                                         size_t *out_text_length);

/* --------------------------------------------------------------------------------------------------------------
 * Watching: observers and events
 *
 * What changes waits as events in a queue. It is drained in one of three ways, or a mixture of them:
 * 1. tally_engine_next_event waits for one event; tally_engine_dispatch calls the callbacks of all that wait.
 * 2. A descriptor for poll, epoll or select becomes readable while events wait; then tally_engine_dispatch.
 * 3. A notify callback wakes the host's own loop, which then calls tally_engine_dispatch.
 * Or the host drives everything (TALLY_ENGINE_HOST_DRIVEN): it waits for the descriptor and the timeout, and calls
 * tally_engine_step.
 *
 * Pending changes of one path are merged: its observer is told the latest state. A feed has at most one pending SYNCED
 * and AUTH, which are dropped when the feed is removed. An outbox has at most one pending AUTH, and a reminder one
 * REMINDER, which reports the newest occurrence. They are dropped with their account. No COMPLETION is merged or
 * dropped: while max_completions of them are pending or in progress, tally_feed_refresh_now fails with LIMIT.
 *
 * A host that does not take its events loses no state. At most max_events events are pending of subtree observers, of
 * observers of groups and of reminders together. Further ones are replaced by one event whose result is TALLY_RESYNC:
 *   BADGE      one for each observer; text is the observed path: list the subtree
 *   GROUP      one for each observer; text is empty: list the groups
 *   REMINDER   one for all accounts, with token and account 0; text is empty: list the reminders of each account
 *
 * Order: transactions in their order; within one, deeper paths first, then by the bytes of the path, then in the order
 * of registration. A merged event takes the place of its latest change.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_EVENT_BADGE 1      /* What a path shows changed. text: the path. */
#define TALLY_EVENT_TOTAL 2      /* The total over the accounts changed. */
#define TALLY_EVENT_SYNCED 3     /* A feed's request ended. text: the title, or what went wrong. */
#define TALLY_EVENT_COMPLETION 4 /* A forced refresh ended; exactly one for each. text: what went wrong. */
#define TALLY_EVENT_AUTH 5       /* A server refused the credential: log in again. text: what went wrong. */
#define TALLY_EVENT_WIDGET 6       /* A widget was drawn. text: its path. */
#define TALLY_EVENT_MESSAGES 7   /* Messages changed. text: the path that is observed. */
#define TALLY_EVENT_GROUP 8      /* A group changed. text: its thread. */
#define TALLY_EVENT_REMINDER 9   /* A reminder has fired. text: its identifier. */
typedef int32_t tally_event_kind;

typedef struct tally_event {
    uint32_t struct_size; /* sizeof(tally_event): set it before tally_engine_next_event */
    tally_event_kind kind;         /* TALLY_EVENT_… */
    uint64_t token;       /* The observer's, the widget's, the completion's, or the reminder's; else 0. */
    int64_t account;      /* The account's identifier, or 0. */
    int64_t feed;         /* The feed's identifier, or 0. */
    uint64_t count;       /* BADGE, TOTAL, WIDGET: the number. REMINDER: occurrences that were due. */
    uint64_t revision;    /* BADGE, TOTAL, WIDGET: the revision of the change. REMINDER: its own. */
    tally_badge_kind badge_kind;   /* BADGE, TOTAL, WIDGET: TALLY_KIND_NONE, _DOT or _NUMBER. */
    tally_status result;  /* SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED, or what went wrong. BADGE, GROUP, REMINDER: OK,
                             or RESYNC: it stands for events that there was no room for. */
    int64_t retry_after;  /* The wait that the server asked for, in milliseconds; 0: none. */
    int64_t next_time;    /* SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due. */
    uint32_t added;       /* SYNCED: messages that were new, */
    uint32_t changed;     /*         changed, */
    uint32_t removed;     /*         or gone. */
    uint32_t rejected;    /* SYNCED: items of the answer that could not be used. */
    uint32_t text_length; /* Bytes of the text, without the NUL. */
    int32_t missed;       /* REMINDER: 1, it was missed; 0, it has fired. */
    uint64_t total;       /* MESSAGES: how many there are, */
    uint64_t unread;      /*           of them not read, */
    uint64_t unseen;      /*           and not seen. */
    uint64_t reserved[1];
} tally_event;
#define TALLY_EVENT_INIT {sizeof(tally_event), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0u, 0u, 0u, 0u, 0, 0, 0, 0, {0}}

/* event and text are borrowed until the callback returns. */
typedef void (*tally_event_callback)(void *user_data, const tally_event *event, const char *text);

/*
 * A scope holds observers, views and widgets, of any accounts; closing it removes all of them, so nobody has to
 * remember to. out_scope: owned, release with tally_scope_close. Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_scope_open(tally_engine *engine, tally_scope **out_scope);

/* Removes the scope's observers, views and widgets, as tally_unobserve does each, and releases the handle. */
TALLY_API void tally_scope_close(tally_scope *scope);

/* Flags of observers. */
#define TALLY_OBSERVE_SUBTREE 1u /* The path and everything below it. */
#define TALLY_OBSERVE_INITIAL 2u /* Told once at registration, with the current state of the path. */

/*
 * Observes a path: told at most once a transaction, only where what it shows changed.
 * callback: NULL where the events are to be had from tally_engine_next_event alone.
 * out_token (may be NULL): identifies the observer in events and for tally_unobserve. The same account, path, flags
 * of subtree, callback (not NULL) and user_data in the same scope are not a second observer: the answer is the first
 * one's token (and release_user_data stays the first one's: it is called once, not twice).
 * Errors: ARGUMENT, PATH, NO_MEMORY, LIMIT, CLOSED, FORKED.
 * Complexity: constant; of a subtree, linear in what is lit below.
 */
TALLY_CHECKED tally_status tally_observe(tally_scope *scope, tally_account *account, const char *path, uint32_t flags,
                                         tally_event_callback callback, void *user_data,
                                         tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the messages at a path: told once when it is registered, and then at most once a transaction, where it
 * added, changed or removed some, or they were seen, read or unread again; whether a badge changed or not. With
 * TALLY_OBSERVE_SUBTREE also those below, all in one. TALLY_OBSERVE_INITIAL is implied. The event has how many there
 * are. Else as above; errors also IO, FULL, CORRUPT. Complexity: the messages there, now and for each event.
 */
TALLY_CHECKED tally_status tally_observe_messages(tally_scope *scope, tally_account *account, const char *path,
                                                  uint32_t flags, tally_event_callback callback, void *user_data,
                                                  tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Observes the groups of an account: told of each one at most once a transaction, where messages of it came, changed or
 * went, it was seen, or the words of its summary are others (so the summary may be another, or there may be no such
 * group any more). flags: TALLY_OBSERVE_INITIAL, which tells of all groups that there are. Else as above. Errors: as
 * above.
 */
TALLY_CHECKED tally_status tally_observe_groups(tally_scope *scope, tally_account *account, uint32_t flags,
                                                tally_event_callback callback, void *user_data,
                                                tally_release_callback release_user_data, uint64_t *out_token);

/* Observes the total over the accounts that are logged in. flags: TALLY_OBSERVE_INITIAL. Else as tally_observe.
 * Errors: ARGUMENT, NO_MEMORY, LIMIT, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_observe_total(tally_scope *scope, uint32_t flags, tally_event_callback callback,
                                               void *user_data, tally_release_callback release_user_data,
                                               uint64_t *out_token);

/*
 * Removes one observer, ends one view, or unbinds one widget. After it returns, also from inside a callback, the
 * callback is never called again. If other threads are calling it just now, tally_unobserve waits until those calls
 * return, so hold no lock that the callback takes. When it returns outside callbacks, no call of the callback is
 * running.
 *
 * Inside a callback it does not wait for calls that could not return before it does:
 * - the call that it is made in;
 * - a call on a thread that is waiting, in tally_unobserve or tally_scope_close, for an observer whose callback is
 *   running on this thread, or on a third thread that is waiting for this one in the same way.
 * Such a call is still running when tally_unobserve returns. user_data is released when the last of them has returned.
 * So two callbacks may remove each other's observers: the later one does not wait for the earlier one.
 *
 * Errors: NOT_FOUND, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_unobserve(tally_scope *scope, uint64_t token);

/*
 * The user looks at a path. The path is cleared immediately, as tally_badge_clear does. Every transaction that feeds or
 * lights the path itself, not a path below, ends with the same, so that no badge shows. If a child holds the path back
 * and is cleared later, or ends, the path is cleared then. The view lasts until tally_view_end, or until its scope is
 * closed. It is not stored. A path may be looked at more than once; each view ends on its own. Views count for
 * max_observers.
 * flags: 0. out_token (may be NULL): for tally_view_end.
 * Returns: OK, HELD (a child contributes a badge; the view has begun all the same).
 * Errors: ARGUMENT, PATH, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL (then it has not begun).
 */
TALLY_CHECKED tally_status tally_view_begin(tally_scope *scope, tally_account *account, const char *path,
                                            uint32_t flags, uint64_t *out_token);

/* Ends a view; nothing else changes. tally_unobserve does the same. Errors: NOT_FOUND, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_view_end(tally_scope *scope, uint64_t token);

/*
 * One function of a widget. path: the path that it is bound to. presentation: how to draw it. text: the number or the
 * icon's name, else empty. All of them are borrowed until it returns.
 */
typedef void (*tally_widget_function)(void *user_data, const char *path, const tally_presentation *presentation,
                                    const char *text);

/* What a host draws with: the function that fits presentation->kind is called. All four are required. */
typedef struct tally_widget {
    uint32_t struct_size; /* sizeof(tally_widget), which reaches at least to `hide`. */
    uint32_t flags;       /* 0 */
    tally_widget_function show_dot;
    tally_widget_function show_number;
    tally_widget_function show_icon;
    tally_widget_function hide; /* Nothing is shown. */
} tally_widget;
#define TALLY_WIDGET_INIT {sizeof(tally_widget), 0u, NULL, NULL, NULL, NULL}

/*
 * Binds a widget to a path: it is called with the current state once it is bound, whenever what the path shows changes,
 * and when a style changes how it looks; where callbacks are made, never inside this call. What waits is merged, so it
 * is called with the latest state. The scope holds it; tally_unobserve unbinds it. Unbinding does not call hide.
 * widget: copied.
 * out_token (may be NULL): identifies it in events (WIDGET) and for tally_unobserve. The same account, path, functions
 * and user_data in the same scope are not a second widget: the answer is the first one's token (and release_user_data
 * stays the first one's).
 * Errors: ARGUMENT (also: a function is NULL), PATH, NO_MEMORY, LIMIT (max_observers counts widgets too), CLOSED,
 * FORKED.
 * Complexity: the widgets and observers of this very path.
 */
TALLY_CHECKED tally_status tally_widget_bind(tally_scope *scope, tally_account *account, const char *path,
                                             const tally_widget *widget, void *user_data,
                                             tally_release_callback release_user_data, uint64_t *out_token);

/*
 * Has all widgets of the scope drawn once more, as when a host's window has come back: deeper paths first, then by the
 * bytes of the path, then in the order of binding.
 * Errors: ARGUMENT, NO_MEMORY (none is called), CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_widget_refresh(tally_scope *scope);

/*
 * Waits for an event and takes it out of the queue. Where its observer or completion has a callback, it is called
 * first, in this call. timeout: in milliseconds; 0: does not wait; -1: no limit. With TALLY_ENGINE_HOST_DRIVEN it
 * never waits.
 * text (of text_capacity): the event's text. out_event->struct_size must be set.
 * Answers: OK, EMPTY (the time passed, or tally_engine_interrupt). Errors: ARGUMENT, CLOSED (also while it waits),
 * FORKED, BUFFER_TOO_SMALL (out_event->text_length says what is needed; the event stays first in the queue, its
 * callback was not called).
 */
TALLY_CHECKED tally_status tally_engine_next_event(tally_engine *engine, int64_t timeout, tally_event *out_event,
                                                   char *text, size_t text_capacity);

/*
 * Calls the callbacks of the events that waited when it was called, and of what these callbacks cause, up to `limit`
 * events (0: as many as there are). Events without a callback stay for tally_engine_next_event. Does not wait.
 * out_count (may be NULL): how many were delivered. Answers: OK, MORE (the limit was reached). Errors: CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_engine_dispatch(tally_engine *engine, size_t limit, size_t *out_count);

/* Wakes one tally_engine_next_event that waits, or the next one that would. Not to be called in a signal handler.
 * Errors: ARGUMENT, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_engine_interrupt(tally_engine *engine);

/*
 * A descriptor for poll, epoll, select: readable while events wait. With TALLY_ENGINE_HOST_DRIVEN: readable when
 * tally_engine_step has something to do. Never read from it, never close it: borrowed until the engine is closed.
 * Errors: ARGUMENT, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_engine_descriptor(tally_engine *engine, int32_t *out_descriptor);

/* Wakes the host's loop: see tally_engine_set_notify. */
typedef void (*tally_notify_callback)(void *user_data);

/*
 * notify is called when the queue is no longer empty: once, then again only after the queue was drained. It wakes the
 * host's loop, and NULL ends it.
 *
 * notify is called on any thread that uses the engine: usually the one that put the event there, often the library's
 * loop thread. No lock is held, and no other thread waits for it but in this function and tally_engine_close. Calls do
 * not overlap. If notify is due again while it runs, the same thread calls it once more afterwards. It may call
 * anything but tally_engine_close and tally_engine_step, which fail there with THREAD. A call of it that drains the
 * queue may cause the next one.
 *
 * When tally_engine_set_notify returns, the former notify is never called again, and its user_data is released. If
 * another thread is calling it just now, tally_engine_set_notify waits for that call, so hold no lock that notify
 * takes. Inside a callback tally_engine_set_notify does not wait for a call that could not return before it does, as
 * tally_unobserve says. Then that call is still running, and user_data is released when it has returned.
 *
 * Errors: CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_engine_set_notify(tally_engine *engine, tally_notify_callback notify, void *user_data,
                                                   tally_release_callback release_user_data);

/*
 * With TALLY_ENGINE_HOST_DRIVEN: does what is due, without waiting, then calls callbacks as tally_engine_dispatch does.
 * After any call of the library the host steps, or reads the timeout again, before it blocks.
 * Threads: host's loop thread: one thread, not in a callback.
 * Errors: UNSUPPORTED (another mode), THREAD, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_engine_step(tally_engine *engine);

/* How long the host may wait for the descriptor before tally_engine_step has something to do, in milliseconds; 0: step
 * now; -1: as long as it likes. Errors: ARGUMENT, UNSUPPORTED, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_engine_timeout(tally_engine *engine, int64_t *out_timeout);

/* --------------------------------------------------------------------------------------------------------------
 * Feeds: where the unread comes from
 *
 * A feed is asked by HTTP: `GET url?since=<cursor>&limit=200`, and answers with a page of messages, what is gone,
 * badges and a cursor (docs/wire-format.md). A page is one transaction: all of it, or nothing. An empty answer never
 * hides a badge.
 *
 * When. Nothing is asked while the account is logged out, or after the server refused the credential. There is one
 * request of a feed at a time, and one more that waits for its end, which all share who want one meanwhile.
 * - For the first time within `initial_delay` after the feed was added or its account logged in, at a random moment;
 *   then `interval` after the start of the last request, whatever caused it; while the user sees a registered page,
 *   `visible_interval` after it, where that is shorter. The server may ask for longer ones (`poll`, X-Poll-Interval,
 *   204, 404). The first interval after log-in, or after a whole one was missed in sleep, is a random part of it. So
 *   many feeds with one interval are spread over it.
 * - When a registered page is shown for the first time since log-in, or returns after more than `away_time`; but not
 *   within `tolerance` of the last good answer.
 * - After a failure: once within 15 to 30 s (2.5 to 5 s while a page is seen), if the interval is longer than 30 s (5
 *   s). Then after 1, 2 and 4 intervals, but no more than an hour or one interval, whichever is longer. Up to a quarter
 *   is added at random. Without an interval: after 15 to 30 s, then up to twice as long each time, up to 10 minutes.
 * - In its turn. At most `max_flights_per_origin` requests to one origin (scheme, host and port) are in flight, and
 *   `max_flights` in all. Forced polls go first, then those that a push, a page or a refresh asks for, then timers.
 *   Half of all places are for origins that did not fail last time.
 * - Less often while an origin is down, after 5 failed requests in a row that different feeds sent (no response, or a
 *   status from 500). One feed then probes the origin, after 1 to 30 s each time. Meanwhile a timer that is due sends
 *   nothing, and comes again an interval later, at most an hour. So the feeds come back evenly when a probe succeeds.
 *   A push, a page or a refresh probes too, once a second; forced polls are always sent. After
 *   tally_engine_set_network and tally_engine_woke the next request probes.
 * - Not while a server has asked to wait (429, 503), no matter who requests the poll. The end of the wait is stored: a
 *   later run respects it too, unless the feed's URL then has another origin.
 * - Immediately, if tally_feed_add gives it another URL, prefix or mapping, unless all of its intervals are off. A
 *   request to the former URL is cancelled. A wait that the former server has asked for applies to its origin only.
 * A clock that jumps, and a machine that slept: what is due happens once.
 * ------------------------------------------------------------------------------------------------------------ */

/* Presets of tally_feed_options: what members that are 0 mean. */
#define TALLY_PRESET_MESSAGE_CENTRE 0 /* Polls, and asks when the user comes back. */
#define TALLY_PRESET_UNREAD_COUNT 1   /* Asks while, and because, the user sees a page; else not. */
typedef int32_t tally_preset;

/* Flags of tally_feed_options. */
#define TALLY_FEED_STOPS_IN_BACKGROUND 1u /* No timer asks while the application is in the background. */

typedef struct tally_feed_options {
    uint32_t struct_size;   /* sizeof(tally_feed_options) */
    uint32_t flags;         /* TALLY_FEED_… */
    int64_t initial_delay;  /* The longest, from 1. 0: the preset's, 1,000 and off. -1: off, no first request. */
    int64_t interval;       /* From 100. 0: the preset's, 600,000 and off. -1: off, only when something happens. */
    int64_t visible_interval; /* While a page is seen: from 100. 0: the preset's, off and 60,000. -1: off. */
    int64_t request_timeout; /* Of a request in all, from 100. 0: the default, 300,000. */
    int64_t idle_timeout;   /* Without a byte, from 100. 0: the default, 60,000. */
    int64_t tolerance;      /* Pages ask for nothing within this of the last good answer: from 1. 0: the preset's,
                               180,000 and none. -1: none. */
    int64_t away_time;      /* A page that was away for longer asks: from 1. 0: the preset's, none (each return asks)
                               and 60,000. -1: off, no return asks. */
    int64_t max_age;        /* Messages whose time (the server's) is longer ago go, read or not, after an answer. 0: no
                               limit. */
    int64_t max_messages;   /* Beyond so many, the oldest of the messages go that are read; likewise. 0: no limit. The
                               feed remembers the last max_forgotten messages that were removed, so they do not come
                               back when the server sends them again. */
    uint32_t page_limit;    /* Items a page, 1 to 10,000, sent as `limit`. 0: the default, 200. */
    tally_preset preset;        /* TALLY_PRESET_… */
    const char *url;        /* http:, https: or file:. NULL: nothing is polled; the host delivers what there is. */
    const char *prefix;     /* A path: what the feed's own paths begin at. NULL: root. */
    const char *mapping_preset; /* Of a server that does not speak the wire format: the name of a mapping that ships. */
    const char *mapping;    /* How its answers are read: a mapping, as JSON text (docs/mappings.md), of up to 65,536
                               bytes. With mapping_preset: what it says takes the place of what that says. NULL or
                               empty, both: the server speaks the wire format. */
    const char *memo;       /* Whatever the host wants kept with the feed, UTF-8, up to 65,536 bytes, for
                               tally_feed_list. NULL: what is kept stays; empty: nothing is kept any more. */
    void *reserved[5];
} tally_feed_options;
#define TALLY_FEED_OPTIONS_INIT \
    {sizeof(tally_feed_options), 0u, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0u, 0, NULL, NULL, NULL, NULL, NULL, {NULL, NULL, \
    NULL, NULL, NULL}}

/*
 * A server of any kind is read through a mapping, which says where in its JSON the list is, what an item's id, path,
 * title are, and how its cursor is called; docs/mappings.md has the language, and examples. It is checked when a feed
 * is added: what is wrong with it is MALFORMED, with the byte in the message. As mapping_preset there are
 *     github-notifications    GET https://api.github.com/notifications
 *     mastodon-v2             GET https://<server>/api/v2/notifications
 *     ntfy                    GET https://<server>/<topics>/json
 *     message-centre          {"title": "...", "list": [{"id": ...}, ...]}
 *     unread-count            {"count": N}, or a number alone
 * A mapping is not stored; the host gives it whenever it adds the feed.
 */

/*
 * Adds a feed, or, where the account has one of that name (1 to 255 bytes, as an account's), sets its options anew.
 * It is stored with the account, and its cursor goes on where it was; unless the URL, the prefix, mapping_preset or the
 * bytes of the mapping changed: then it asks for everything again, and the messages that it had brought go when the
 * answer is there. Feeds that were stored, but were not added in this run, are not asked.
 * out_feed (may be NULL): owned, release with tally_feed_release.
 * Errors: ARGUMENT (also: there is no such preset), MALFORMED (the mapping), URL, PATH, RANGE, NO_MEMORY, LIMIT,
 * CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_feed_add(tally_account *account, const char *name, const tally_feed_options *options,
                                          tally_feed **out_feed);

/* Flags of tally_feed_entry. */
#define TALLY_FEED_ADDED 1u /* It was added in this run. */

/* A feed that is stored. */
typedef struct tally_feed_entry {
    int64_t id;           /* In events. */
    int64_t last_success; /* When the last good answer came that brought something; 0: never. */
    uint64_t rejected;    /* Items that are set aside: see tally_feed_rejected. */
    uint32_t flags;       /* TALLY_FEED_… */
    tally_text name;
    tally_text url;       /* Empty: none; TALLY_FEED_LOCAL, where something was posted, is one of those. */
    tally_text prefix;    /* Canonical. */
    tally_text title;     /* What the server last gave; empty: none. */
    tally_text memo;      /* What tally_feed_add kept. */
    uint32_t reserved;
} tally_feed_entry;

/*
 * Lists the feeds of an account that are stored, added in this run or not, by the bytes of their names: those after the
 * name `after` (NULL: from the first; it need not exist). rows: tally_feed_entry.
 * Answers: OK, MORE (go on after the last name). Errors: ARGUMENT, NOT_FOUND (the account was dropped),
 * BUFFER_TOO_SMALL, CLOSED, FORKED, NO_MEMORY, IO, CORRUPT. Complexity: what is listed.
 */
TALLY_CHECKED tally_status tally_feed_list(tally_account *account, const char *after, tally_rows *rows);

/* An item of an answer that could not be used. */
typedef struct tally_rejected {
    uint64_t number; /* Greater than of those before it. */
    int64_t time;    /* When the answer came. */
    tally_text reason;
    tally_text body; /* Its JSON, as it stood in the answer, or in the page that the mapping made of that; at most the
                        first 65,536 bytes of it. */
} tally_rejected;

/*
 * Lists the rejected items of a feed's responses, the oldest first: those after a number (0: from the first). rows:
 * tally_rejected. The store keeps the last max_rejected, until the feed requests everything again. Account
 * snapshots do not contain them. feed: the identifier, from tally_feed_get, tally_feed_list or an event. The list is
 * empty for an unknown one. Results and errors: as of tally_feed_list.
 */
TALLY_CHECKED tally_status tally_feed_rejected(tally_account *account, int64_t feed, uint64_t after, tally_rows *rows);

/* Gives the handle back; the feed goes on. */
TALLY_API void tally_feed_release(tally_feed *feed);

/* Removes the feed, its messages and what they feed to badges, for good, and the manual badges that its answers have
 * set, unless somebody has set them to something else since.
 * Its completions get TALLY_ERROR_CANCELLED. The handle is still to be released. Errors: NOT_FOUND (removed before),
 * CLOSED, FORKED, IO, FULL. */
TALLY_CHECKED tally_status tally_feed_remove(tally_feed *feed);

/* Asks soon, unless a request is under way. Errors: NOT_FOUND, LOGGED_OUT, UNSUPPORTED (no URL), CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_feed_refresh(tally_feed *feed);

/*
 * Registered pages: places in the host's application, numbered 0 to TALLY_FEED_MAX_PAGES - 1 as it likes, where the
 * user sees what the feed brings. While one is shown, and the application is in the foreground, the user sees it.
 * Showing one that is shown, and hiding one that is not, does nothing. One that is shown at log-in is shown for the
 * first time then. Pages are not stored.
 * Errors: RANGE (no such number), NOT_FOUND, CLOSED, FORKED.
 */
#define TALLY_FEED_MAX_PAGES 8
TALLY_CHECKED tally_status tally_feed_page_shown(tally_feed *feed, uint32_t page);

/* A page is not shown any more: see tally_feed_page_shown. Errors: RANGE, NOT_FOUND, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_feed_page_hidden(tally_feed *feed, uint32_t page);

/* Breaks off the request under way, and the one that waits behind it; completions get TALLY_ERROR_CANCELLED, and there
 * is no SYNCED. What a page or more has changed already stays. The feed goes on by its interval. Where no request is
 * under way nothing happens. Errors: NOT_FOUND, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_feed_cancel(tally_feed *feed);

/* paused: 1, the feed asks nothing by itself, neither by timers nor because of pages; a request under way goes on, and
 * tally_feed_refresh and tally_feed_refresh_now are heard. 0: it goes on, and what became due meanwhile happens once.
 * Not stored. Errors: NOT_FOUND, CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_feed_pause(tally_feed *feed, int32_t paused);

/*
 * Asks now, whatever the interval, and completes exactly once, with an event COMPLETION (its result: OK,
 * NOT_MODIFIED, UNAUTHORIZED, RATE_LIMITED with retry_after, LOGGED_OUT, CANCELLED, or what went wrong). If a request
 * is under way, one more follows it, which all that ask meanwhile share.
 * out_token (may be NULL): that of the event.
 * Errors: NOT_FOUND, UNSUPPORTED (no URL), NO_MEMORY, LIMIT (max_completions), CLOSED, FORKED. That the account is
 * logged out is told by the completion.
 */
TALLY_CHECKED tally_status tally_feed_refresh_now(tally_feed *feed, tally_event_callback callback, void *user_data,
                                                  tally_release_callback release_user_data, uint64_t *out_token);

typedef struct tally_feed_state {
    uint32_t struct_size;  /* sizeof(tally_feed_state) */
    tally_status result;   /* Of the last request; TALLY_EMPTY: none yet in this run. */
    int64_t id;            /* In events. */
    int64_t last_success;  /* When the last good answer came; 0: never. Kept across runs. */
    int64_t next_time;     /* When it is polled next; 0: not planned. */
    uint64_t requests;     /* In this run. */
    uint64_t not_modified; /* Of these, answered with 304. */
    uint64_t failures;     /* Of these, failed. */
    uint32_t in_flight;    /* 1: a request is under way. */
    uint32_t failures_in_a_row;
} tally_feed_state;
#define TALLY_FEED_STATE_INIT {sizeof(tally_feed_state), 0, 0, 0, 0, 0, 0, 0, 0u, 0u}

/*
 * The state, and the title that the server last gave (empty: none). title may be NULL where out_title_length is NULL
 * too: then it is not asked for.
 * Errors: ARGUMENT, NOT_FOUND (removed), BUFFER_TOO_SMALL (title), CLOSED, FORKED, NO_MEMORY.
 */
TALLY_CHECKED tally_status tally_feed_get(tally_feed *feed, tally_feed_state *out_state, char *title,
                                          size_t title_capacity, size_t *out_title_length);

/*
 * A page that the host has by other means, from a socket, a message queue, a file: applied as an answer with status 200
 * would be, in one transaction: items, gone, marks, badges, cursor, title. It is read as the feed's answers are, by its
 * mapping if it has one. Then there is a SYNCED event. What would make a request begin anew (`reset`, another epoch,
 * the first page since the URL changed) makes this page everything that there is: what it does not hold goes, so it
 * must not say `more`; else `more` is passed over. What the user has read or unread here while a request is under way
 * stays. A request under way goes on; if its answer has anything new, it is asked for once more, behind this page's
 * cursor, so that the cursor never goes back. Timers stay.
 * bytes, size: copied. Nothing is taken while the account is logged out.
 * Errors: ARGUMENT, PROTOCOL (what is wrong and where, in the message), TOO_LARGE (max_response_bytes), NOT_FOUND,
 * LOGGED_OUT, CANCELLED (the feed was given another URL just now), NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL: nothing
 * has happened. Complexity: the page.
 */
TALLY_CHECKED tally_status tally_feed_deliver(tally_feed *feed, const void *bytes, size_t size);

/*
 * A push has come. Its bytes are a JSON object, of which everything may be missing:
 *     {"feed":"inbox", "cursor":"196014", "spread":30,
 *      "path":"inbox.mentions", "id":"196014", "rev":"3", "title":"…", "body":"…", "count":1, …}
 * or the payload of an APNs notification, which may have all of these beside `aps`.
 * - feed: the name of the feed that it is about, as it was added. tally_feed_push does not look at it. Without it all
 *   feeds of the account are asked.
 * - cursor: where the server is now. The one that the feed holds already: nothing is asked, and nothing taken.
 * - spread: seconds. It is asked after a random time up to that, so that not all clients come at once. Missing: what
 *   the feed's last page has said, or at once.
 * - path, with the other fields of an item in a page (docs/wire-format.md): what is new, taken at once. With an id it
 *   is that item, and stays when a snapshot does not have it; without one it counts until the feed has been asked and
 *   has answered, with 200 or 304. Without `feed` it belongs to no feed, and needs an id. Without a path there is no
 *   item.
 * - aps: alert (title, body, summary-arg, summary-arg-count; or the body alone), thread-id (also beside aps) and
 *   category are the item's title, body, argument, argument count, thread and category, where it does not say so
 *   itself. The number for the icon, badge, is set where tally_push_badge_path says. Otherwise it is ignored.
 * Unknown fields are ignored. Feeds without a URL are not polled.
 * Members beside aps belong to the application, which may use the names above for something else. If such a member is
 * not what its field needs (a string, a number in range, true or false), it is ignored like an unknown one. A string in
 * `path` must be a valid path. Members of aps that are not needed are ignored too.
 * Without aps an invalid `feed`, `cursor` or `spread`, or an invalid field of an item, is PROTOCOL.
 * A push with neither `feed` nor `path` only makes the feeds be polled. If the account has no feed with a URL, and
 * tally_push_badge_path has set no path, then a notification with an alert would be lost: tally_push returns PROTOCOL.
 * Errors: ARGUMENT, PROTOCOL (what is wrong in the message), TOO_LARGE (max_response_bytes), NOT_FOUND (no such feed
 * was added), LOGGED_OUT, NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL: nothing has happened, and nothing is asked.
 */
TALLY_CHECKED tally_status tally_push(tally_account *account, const void *payload, size_t size);

/* As tally_push, for one feed: `feed` in the payload is not looked at. Errors: as of tally_push. */
TALLY_CHECKED tally_status tally_feed_push(tally_feed *feed, const void *payload, size_t size);

/* From now on, in this run, the number that a push has for the icon (aps.badge) is the manual badge of a path, as by
 * tally_badge_set; 0 takes it away. path: NULL: of none, as it is at first.
 * Errors: ARGUMENT, PATH, NO_MEMORY, NOT_FOUND (the account was dropped), CLOSED, FORKED. */
TALLY_CHECKED tally_status tally_push_badge_path(tally_account *account, const char *path);

/*
 * What a mapping makes of an answer, for whoever writes one. Needs no engine and no network. preset, mapping: as
 * mapping_preset and mapping in tally_feed_options; one of them is required. body, size: the answer.
 * page: the answer as a page of the wire format (docs/wire-format.md), JSON, into the caller's buffer; out_length tells
 * its length in any case. Two things are added: "rejected", an array of {"index", "reason"}, the elements that could
 * not be used, counted from 0; and an item's "total" in place of "count", where the server keeps the number.
 * Errors: ARGUMENT (also: there is no such preset), MALFORMED (the mapping), PROTOCOL (the answer: in an exchange all
 * of it would be refused; what and where in the message), BUFFER_TOO_SMALL, NO_MEMORY.
 * Complexity: the answer times the texts of the mapping.
 */
TALLY_CHECKED tally_status tally_mapping_try(const char *preset, const char *mapping, const void *body, size_t size,
                                             char *page, size_t capacity, size_t *out_length);

/* --------------------------------------------------------------------------------------------------------------
 * The host's own transport
 *
 * Requests go out by libcurl, unless the host sends them: then the library asks it, and it answers with what the server
 * said. What is asked, when, for how long, and what an answer does, is the same; libcurl is not used, not even
 * initialised.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_REQUEST_SEND 1   /* Send this, and answer with tally_transport_answer, once. */
#define TALLY_REQUEST_CANCEL 2 /* Nobody waits for the answer any more: no answer is needed, and none is taken. */
typedef int32_t tally_request_kind;

/* Flags of tally_request. */
#define TALLY_REQUEST_CREDENTIAL 1u /* It carries a credential: follow redirects only within the same origin. */

/* All of it is borrowed until the callback returns. With CANCEL it is what it was. */
typedef struct tally_request {
    uint32_t struct_size;    /* As the library knows it. */
    tally_request_kind kind;            /* TALLY_REQUEST_SEND or _CANCEL */
    uint64_t id;             /* Never 0, and never used again by this engine. */
    uint64_t max_size;       /* An answer whose body is longer is refused. */
    int64_t request_timeout; /* The library ends the request by itself after that time, in milliseconds, */
    int64_t idle_timeout;    /* or after that without an answer or tally_transport_progress. */
    const char *method;      /* "GET" or "POST" */
    const char *url;
    const char *headers;     /* "Name: value", each line ended by CR and LF; empty: none. Send them as they are. */
    size_t headers_size;     /* Bytes of the headers, without the NUL. */
    const void *body;        /* Of POST; of body_size. */
    size_t body_size;
    uint32_t flags;          /* TALLY_REQUEST_… */
    uint32_t reserved[3];
} tally_request;
#define TALLY_REQUEST_INIT {sizeof(tally_request), 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, NULL, 0, 0u, {0u, 0u, 0u}}

/*
 * Called on the loop thread (with TALLY_ENGINE_HOST_DRIVEN: within tally_engine_step), one call at a time, without a
 * lock, so it holds up everything that the loop does: it hands the request on and returns. It may call anything but
 * tally_engine_close and tally_engine_step (THREAD), and should not wait for an event; it may answer there and then.
 * CANCEL comes for a request that was sent and not answered: after log-out, cancelling and removing a feed, when its
 * time is up, and, from within tally_engine_close, when the engine ends.
 */
typedef void (*tally_transport_callback)(void *user_data, const tally_request *request);

/*
 * Requests that begin from now on go out through `callback`; NULL: by libcurl again. Those under way end where they
 * began, and a former callback's release_user_data is called when all of its requests have ended. Set it before the
 * first feed is added, lest a request goes out by libcurl.
 * Errors: ARGUMENT, CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_engine_set_transport(tally_engine *engine, tally_transport_callback callback,
                                                      void *user_data, tally_release_callback release_user_data);

/*
 * The answer to a request, exactly once, from any thread, also from within the callback.
 * status: of HTTP, 200 to 599, redirects followed; or what prevented an answer: TALLY_ERROR_NETWORK, TALLY_ERROR_TLS,
 * TALLY_ERROR_TIMEOUT, TALLY_ERROR_PROTOCOL (the response is not valid HTTP) or TALLY_ERROR_TOO_LARGE. A response that
 * breaks off is TALLY_ERROR_NETWORK: several PROTOCOL in a row make the library request everything again.
 * headers: the answer's, "Name: value" a line, ended by CR and LF or LF; a status line is passed over. NULL: none. The
 * library looks at ETag, Last-Modified, Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval, Link.
 * It ignores a value that is not UTF-8, has control characters, or is longer than 8,192 bytes, and logs a
 * TALLY_LOG_WARNING.
 * body, size: decompressed; NULL where size is 0. Where there is no answer: what went wrong, in words for people
 * (UTF-8, at most 1,000 bytes), or nothing.
 * What is wrong with an answer is no error of this call: it is told by the feed, as of any answer.
 * Errors: ARGUMENT (also: the description of what went wrong is not UTF-8), RANGE (status), NO_MEMORY: the request is
 * still pending; NOT_FOUND (no such request, or one that was answered or cancelled): nothing happens; CLOSED, FORKED.
 * Complexity: the answer is copied.
 */
TALLY_CHECKED tally_status tally_transport_answer(tally_engine *engine, uint64_t request_id, int32_t status,
                                                  const char *headers, const void *body, size_t size);

/* Something of the answer has come, but not all of it: idle_timeout begins anew. Errors: NOT_FOUND, as above, CLOSED,
 * FORKED. */
TALLY_CHECKED tally_status tally_transport_progress(tally_engine *engine, uint64_t request_id);

/* --------------------------------------------------------------------------------------------------------------
 * Messages
 *
 * A message is unseen, seen or read; read implies seen. The unseen ones (or, where the account says so, the unread
 * ones) feed the badge at their path with their counts; one of count 0 feeds a dot.
 * What the user has read or unread here while a request is under way is not changed by its answer, but by the next
 * one's: a read never bounces back.
 * ------------------------------------------------------------------------------------------------------------ */

#define TALLY_MESSAGE_UNSEEN 0
#define TALLY_MESSAGE_SEEN 1
#define TALLY_MESSAGE_READ 2
typedef int32_t tally_message_state;

typedef struct tally_message {
    uint64_t key;   /* Identifies it in this store, for good; never 0. */
    int64_t feed;   /* The feed's identifier. */
    int64_t time;   /* As the server says; 0: it does not. */
    uint32_t count; /* What it adds to the number; 0: a dot. */
    tally_message_state state;  /* TALLY_MESSAGE_… */
    tally_text id;  /* The server's. */
    tally_text path;
    tally_text kind;
    tally_text title;
    tally_text body;
    tally_text thread;
    tally_text category;
    tally_text argument;
    uint32_t argument_count;
    uint32_t reserved;
} tally_message;

/* Flags for messages. */
#define TALLY_MESSAGES_SUBTREE 1u /* At the path and everywhere below it; else at exactly the path. */
#define TALLY_MESSAGES_UNREAD 2u  /* Lists and reads only those not read. */

/*
 * Lists messages, newest first (by the server's sequence, then its identifier): those after the message with the key
 * `after` (0: from the newest). rows: tally_message.
 * Answers: OK, MORE (go on with the last one's key). Errors: ARGUMENT, PATH, NOT_FOUND (after), BUFFER_TOO_SMALL,
 * NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_message_list(tally_account *account, const char *path, uint32_t flags, uint64_t after,
                                              tally_rows *rows);

/* How many there are at a path (or also below it). Each pointer may be NULL. Errors: ARGUMENT, PATH, CLOSED, FORKED,
 * NO_MEMORY, IO, CORRUPT. */
TALLY_CHECKED tally_status tally_message_counts(tally_account *account, const char *path, uint32_t flags,
                                                uint64_t *out_total, uint64_t *out_unread, uint64_t *out_unseen);

/*
 * Marks messages read, all or nothing, in one transaction. Reading what is read already is no error.
 * out_changed (may be NULL): how many were not read before.
 * Errors: ARGUMENT, NOT_FOUND (one of the keys), CLOSED, FORKED, NO_MEMORY, IO, FULL.
 */
TALLY_CHECKED tally_status tally_message_read(tally_account *account, const uint64_t *keys, size_t count,
                                              size_t *out_changed);

/* The same for all messages at a path; flags: TALLY_MESSAGES_SUBTREE. Errors: as above, and PATH. */
TALLY_CHECKED tally_status tally_message_read_path(tally_account *account, const char *path, uint32_t flags,
                                                   size_t *out_changed);

/* The same for those up to the message with the key `last`, as tally_message_list orders them: that one, and what it
 * lists behind it. 0: all. Errors: as above, and NOT_FOUND (last). */
TALLY_CHECKED tally_status tally_message_read_until(tally_account *account, const char *path, uint32_t flags,
                                                    uint64_t last, size_t *out_changed);

/*
 * Marks messages unread again; they stay seen. Else as tally_message_read.
 * out_changed (may be NULL): how many were read before.
 * Errors: ARGUMENT, NOT_FOUND (one of the keys), CLOSED, FORKED, NO_MEMORY, IO, FULL.
 */
TALLY_CHECKED tally_status tally_message_unread(tally_account *account, const uint64_t *keys, size_t count,
                                                size_t *out_changed);

/* Flags of tally_message_options. */
#define TALLY_MESSAGE_DOT 1u /* It feeds a dot. */

typedef struct tally_message_options {
    uint32_t struct_size;    /* sizeof(tally_message_options) */
    uint32_t flags;          /* TALLY_MESSAGE_DOT, or 0 */
    int64_t time;            /* It orders them. 0: now. */
    uint32_t count;          /* What it adds to the number. 0: the default, 1; with TALLY_MESSAGE_DOT: 0. */
    uint32_t argument_count;
    const char *id;          /* 1 to 255 bytes, as an account's name. NULL or empty: a new one. */
    const char *title;       /* These: UTF-8; NULL: none. */
    const char *body;
    const char *kind;
    const char *thread;
    const char *category;
    const char *argument;
    void *reserved[3];
} tally_message_options;
#define TALLY_MESSAGE_OPTIONS_INIT \
    {sizeof(tally_message_options), 0u, 0, 0u, 0u, NULL, NULL, NULL, NULL, NULL, NULL, NULL, {NULL, NULL, NULL}}

/*
 * Posts a message of the host's own, unseen. One with an id takes the place of the one that was posted with it,
 * whatever its state, so an id is also a key for replacing. No answer of a server changes or removes what was posted;
 * it may be posted while the account is logged out. Those without an id that have the same time are listed in the order
 * in which they were posted.
 * It belongs to the feed TALLY_FEED_LOCAL, which is there by itself. A host that adds it, with that name, and without
 * URL, prefix and mapping, may say how long its messages are kept (max_age, max_messages), and removes all of them with
 * tally_feed_remove.
 * out_key (may be NULL): the message's key.
 * Errors: ARGUMENT (also: a text is not UTF-8), RANGE (time), PATH, TOO_LARGE (its texts take more than
 * max_response_bytes), NO_MEMORY, LIMIT, CLOSED, FORKED, IO, FULL.
 */
#define TALLY_FEED_LOCAL "tally:local"
TALLY_CHECKED tally_status tally_message_post(tally_account *account, const char *path,
                                              const tally_message_options *options, uint64_t *out_key);

/* Removes the message that was posted with an id. Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. */
TALLY_CHECKED tally_status tally_message_remove(tally_account *account, const char *id);

/* --------------------------------------------------------------------------------------------------------------
 * Groups and summaries
 *
 * The unseen messages of an account are grouped by their threads; those without one are the group of the thread "". The
 * newest message of a group (as tally_message_list orders them) leads it, and its summary says what else there is: "7
 * more episodes from Song by Song and Serial". Where previews are hidden, it covers the leading one too, and names
 * nobody: "9 episodes".
 *
 * A message counts for its argument_count (0: 1), and may have an argument, a name. Its category says which format its
 * group is worded with: text with `%u` (the count) and `%@` (the arguments, newest first, each once, joined as a list);
 * `%%`, `%1$u` and `%2$@` are understood. Several categories whose formats have no arguments are joined as a list.
 * Where a format or an argument is missing, and with several categories of which one has arguments, the summary is a
 * built-in one: "8 more notifications". What the user has dismissed is seen: it leaves its group, and the badge where
 * that is fed by what is unseen, and is not read.
 *
 * Languages are named as in BCP 47 ("pt-PT"). A text is looked for in the language asked for, its parents, the
 * account's language, its parents, and at last the source text. It is worded when it is asked for, so a translation or
 * a language that comes later counts for what is there already.
 * ------------------------------------------------------------------------------------------------------------ */

/* How messages are grouped. */
#define TALLY_GROUPING_DEFAULT 0   /* As stored; AUTOMATIC for a new account. */
#define TALLY_GROUPING_AUTOMATIC 1 /* By their threads. */
#define TALLY_GROUPING_BY_APP 2    /* All of an account together, as the group of the thread "". */
#define TALLY_GROUPING_OFF 3       /* Each message is listed by itself. */
typedef int32_t tally_grouping;

/*
 * Says how the messages of an account are grouped, and in which language its summaries are where a call names none
 * (NULL: as stored; "": in none: built-in words are English then, and names in a source text are joined by commas
 * alone: "Ann, Bo"). Stored.
 * Errors: ARGUMENT, NO_MEMORY, CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_group_configure(tally_account *account, tally_grouping grouping, const char *language);

/*
 * Registers a category (1 to 255 bytes, as an account's name), in the place of the one of that id. summary: its format;
 * hidden: the one for hidden previews, which must not have arguments. NULL or empty: none. Each is the source text,
 * used for every count, and the key that its translations and plural forms stand under (tally_strings_set,
 * tally_strings_import). Stored.
 * Errors: ARGUMENT (also: not UTF-8), MALFORMED (a format; what and where in the message), TOO_LARGE (65,536 bytes),
 * NO_MEMORY, CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_category_set(tally_account *account, const char *id, const char *summary,
                                              const char *hidden);

/* The plural forms of a format. NULL: the language has no such form; then `other` is used. */
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
 * Puts the forms of a format under a key, for a language (NULL or "": the source text), in the place of those that were
 * there. Stored. Errors: as of tally_category_set.
 */
TALLY_CHECKED tally_status tally_strings_set(tally_account *account, const char *key, const char *language,
                                             const tally_forms *forms);

/* Kinds of files of translations. */
#define TALLY_STRINGS_CATALOG 1    /* .xcstrings: JSON, with all languages. */
#define TALLY_STRINGS_DICTIONARY 2 /* .stringsdict: a property list (XML), of one language. */
typedef int32_t tally_strings_kind;

/*
 * Imports a file of translations, all of it or nothing. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. A
 * text that is not a format is skipped, because such files contain all texts of a program. If a category has its key,
 * the text is MALFORMED. Plural forms without `other` are not a format.
 *
 * The source language of a catalogue stands in for every language that has no text of its own, with its own rules.
 * If it has no text for a key, summaries use the built-in words. A key of a catalogue is never shown, unless it is a
 * source text itself: one with a space, a percent sign or the like. If a category has a key without a source text, the
 * log callback gets a message (TALLY_LOG_WARNING) with that key. For texts that vary by device or width, the variation
 * `other` is used.
 *
 * kind                    TALLY_STRINGS_...
 * bytes, size             the file
 * language                of a dictionary; NULL for a catalogue
 * out_taken, out_skipped  how many formats of one key and language were taken, and how many texts were skipped; may be
 *                         NULL
 *
 * Errors: ARGUMENT, MALFORMED (what and where in the message), TOO_LARGE (max_response_bytes), NO_MEMORY, CLOSED,
 * FORKED, IO, FULL. Complexity: the file.
 */
TALLY_CHECKED tally_status tally_strings_import(tally_account *account, tally_strings_kind kind, const void *bytes,
                                                size_t size, const char *language, size_t *out_taken,
                                                size_t *out_skipped);

/* Where a summary comes from. */
#define TALLY_SUMMARY_NONE 0     /* There is none: the leading message is all there is. */
#define TALLY_SUMMARY_CATEGORY 1 /* The formats of categories. */
#define TALLY_SUMMARY_DEFAULT 2  /* The built-in words. */
typedef int32_t tally_summary_origin;

typedef struct tally_group {
    uint64_t newest;        /* The key of the leading message. */
    uint64_t oldest;        /* The key of the last one. */
    uint64_t items;         /* The sum of the argument counts of all its messages. */
    uint64_t notifications; /* How many messages there are, */
    uint64_t fresh;         /* and how many of them came since tally_group_seen. */
    int64_t time;           /* Of the leading message, as the server says; 0: it does not. */
    tally_summary_origin origin;         /* TALLY_SUMMARY_… */
    tally_text thread;
    tally_text path;        /* Of the leading message. */
    tally_text title;       /* Of the leading message. */
    tally_text summary;     /* Empty: none. */
    tally_text language;    /* The one that the summary was found in; "und": the source text that tally_category_set or
                               tally_strings_set has given. Empty: no summary. */
    uint32_t reserved;
} tally_group;

/* Flags of tally_group_list and tally_group_get. */
#define TALLY_GROUPS_HIDDEN 1u /* Previews are hidden. */

/*
 * Lists groups, the one with the newest message first: those after the one whose leading message has the key `after`
 * (0: from the newest). rows: tally_group. language: of the summaries; NULL or "": the account's.
 * Answers: OK, MORE (go on with the last one's `newest`). Errors: ARGUMENT (also: no tag of a language), NOT_FOUND
 * (after), BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
 * Complexity: n log m in the account's groups and messages, and what the summaries say; and the messages of a group
 * when it is first listed, and after something other than its newest message came, changed or went.
 */
TALLY_CHECKED tally_status tally_group_list(tally_account *account, const char *language, uint32_t flags,
                                            uint64_t after, tally_rows *rows);

/*
 * One group, by its thread (NULL: ""). rows: tally_group, one.
 * Errors: as above, and NOT_FOUND (no message, or not grouped by threads). Complexity: what the summary says, and as
 * above.
 */
TALLY_CHECKED tally_status tally_group_get(tally_account *account, const char *thread, const char *language,
                                           uint32_t flags, tally_rows *rows);

/* Lists the messages of a group, newest first. thread: NULL: "". rows: tally_message. Else as tally_message_list.
 * Errors: ARGUMENT, NOT_FOUND (after), BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT. */
TALLY_CHECKED tally_status tally_group_messages(tally_account *account, const char *thread, uint64_t after,
                                                tally_rows *rows);

/*
 * The user has seen the group: none of its messages is fresh any more. They stay in it, and in the badge. Stored.
 * Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. Complexity: the messages of the group.
 */
TALLY_CHECKED tally_status tally_group_seen(tally_account *account, const char *thread);

/*
 * The user dismisses a group, all of it (count 0), or the messages with these keys, whose thread is not looked at. They
 * are seen then, and no synchronizing brings them back, but a new revision does. Not grouped by threads, the thread ""
 * is all of them. out_changed (may be NULL): how many were unseen. One transaction.
 * Errors: ARGUMENT, NOT_FOUND (the group, or one of the keys: then nothing has changed), NO_MEMORY, CLOSED, FORKED, IO,
 * FULL. Complexity: the messages.
 */
TALLY_CHECKED tally_status tally_group_dismiss(tally_account *account, const char *thread, const uint64_t *keys,
                                               size_t count, size_t *out_changed);

/* --------------------------------------------------------------------------------------------------------------
 * Outbox: what the user has read, on its way to the servers
 *
 * Where an account has an outbox, what is read or unread again in it becomes rows, which are written in the transaction
 * that changes the messages: by the identifier of each message, and by path as a mark ("all up to here is read"), one
 * for each feed. (By one path alone, without what is below it, they are marks where the feed has nothing below it.)
 * A row goes to the server at least once; its key, 32 hexadecimal digits, is made once, and makes it count once.
 * Rows about one message or path are given out one after the other, in their order, and a mark after all rows of its
 * feed before it, and before all behind it. What was not given out yet is replaced by what is newer.
 * docs/wire-format.md has what is sent, and what the server answers.
 * Reads merge. If the server sends versions ("ver"), all devices of a user show the same once everything was exchanged,
 * whichever act was sent first, and whatever was lost, repeated or late. If it sends none, no response changes what was
 * read until the row was acknowledged and a request that began afterwards got its response. A row that has failed for
 * good no longer protects what was read. It stays until it is tried again or purged. The store keeps the newest
 * max_failed_rows such rows.
 * Logging out keeps the rows, and so does closing. They go with their feed, and with their account.
 * ------------------------------------------------------------------------------------------------------------ */

typedef struct tally_outbox_options {
    uint32_t struct_size;    /* sizeof(tally_outbox_options) */
    uint32_t flags;          /* None yet. */
    int64_t request_timeout; /* Of a request in all, from 100. 0: the default, 300,000. */
    int64_t idle_timeout;    /* Without a byte, from 100. 0: the default, 60,000. */
    const char *url;         /* http: or https:, where rows are sent with POST. NULL or empty: the host leases them. */
    void *reserved[3];
} tally_outbox_options;
#define TALLY_OUTBOX_OPTIONS_INIT {sizeof(tally_outbox_options), 0u, 0, 0, NULL, {NULL, NULL, NULL}}

/*
 * Gives the account an outbox, or another way to send it, in this run: it is not stored, so a host says so after
 * opening the account, before anything is read. Without one nothing is noted of what is read.
 * Built-in sending (url): leases of before end, since who had one may have been killed. From then on one row at a time,
 * while the account is logged in, with its credential and no other account's; at once, and always before one of its
 * feeds is asked, which does not wait for it. 2xx: it was taken; so it is with 409 and a body that says what the server
 * has. 401, and 403 without rate-limit headers: an event AUTH, whose feed is 0, and nothing more is sent until the
 * account is logged in again. 408, 409, 429, 5xx, and what did not reach the server: again later, at random within 30 s
 * at first and 10 minutes in the end, and not before the server's Retry-After. Any other 4xx: that row has failed for
 * good. Errors: ARGUMENT, URL, RANGE, NO_MEMORY, NOT_FOUND (the account was dropped), CLOSED, FORKED.
 */
TALLY_CHECKED tally_status tally_outbox_configure(tally_account *account, const tally_outbox_options *options);

/* What a row is about. */
#define TALLY_OUTBOX_MESSAGE 1 /* A message: entity is the server's identifier. */
#define TALLY_OUTBOX_MARK 2    /* A path and all below it, up to a sequence: entity is the path. */
#define TALLY_OUTBOX_REMINDER 3 /* A reminder, as it is now: entity is its identifier. */
typedef int32_t tally_outbox_kind;

/* The state of a row. */
#define TALLY_OUTBOX_WAITING 0
#define TALLY_OUTBOX_LEASED 1 /* Until lease_end, or somebody says what became of it. */
#define TALLY_OUTBOX_FAILED 2 /* For good. */
typedef int32_t tally_outbox_state;

typedef struct tally_outbox_entry {
    int64_t sequence;  /* Identifies the row in this store, for good; rows have their order by it. */
    int64_t feed;      /* The feed's identifier. */
    int64_t attempt;   /* How often it was given out. */
    int64_t next_time; /* Not given out before; 0: at once, or the row has failed for good. */
    int64_t lease_end; /* 0: nobody has it. */
    tally_outbox_kind kind;      /* TALLY_OUTBOX_… */
    tally_outbox_state state;     /* TALLY_OUTBOX_WAITING … */
    tally_text key;    /* To be sent as Idempotency-Key. */
    tally_text entity;
    tally_text body;   /* JSON. Empty until it is given out for the first time; from then on it stays. */
} tally_outbox_entry;

/*
 * Gives out rows that are due, in their order, as many as fit, for `duration` milliseconds (1 to 86,400,000): until
 * then nobody else gets them. rows: tally_outbox_entry. Whoever has not said by then what became of a row loses it to
 * the next one who asks. Any process of the host's may do so, also while the account is logged out; which credential
 * goes with a row is the host's to know then.
 * Answers: OK, MORE (more rows are due). Errors: ARGUMENT, RANGE, BUFFER_TOO_SMALL (then nothing was given out),
 * NO_MEMORY, NOT_FOUND (dropped), CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_outbox_lease(tally_account *account, int64_t duration, tally_rows *rows);

/*
 * The server has taken the row, which goes. It is so whoever says it, also after the lease has run out and somebody
 * else has the row; the other one will be told ALREADY_APPLIED.
 * answer, size: the body of the server's response. If it is a page of the wire format, what it says about existing
 * messages is merged. It may be late, so it adds no message and removes none; only pages do. Any other body is ignored.
 * NULL if size is 0.
 * Answers: OK, ALREADY_APPLIED (the row had gone before). Errors: ARGUMENT, NOT_FOUND (there never was one), CONFLICT
 * (it was never given out), CLOSED, FORKED, NO_MEMORY, IO, FULL.
 */
TALLY_CHECKED tally_status tally_outbox_ack(tally_account *account, int64_t sequence, const void *answer, size_t size);

/*
 * The server has not taken the row. attempt: as it was given out. retry_after: milliseconds until it may be given out
 * again, 0 to 86,400,000; -1: never, it has failed for good.
 * Answers: OK, ALREADY_APPLIED (the row had gone). Errors: RANGE, NOT_FOUND, CONFLICT (it was given out to somebody
 * else since, so this says nothing of it; or to nobody), NO_MEMORY, CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_outbox_fail(tally_account *account, int64_t sequence, int64_t attempt,
                                             int64_t retry_after);

/*
 * Lists rows in their order, those after a sequence (0: from the first), as tally_outbox_lease, but gives nothing out.
 * rows: tally_outbox_entry. A lease that has run out is listed until somebody else has the row.
 * Answers: OK, MORE. Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY, NOT_FOUND (dropped), CLOSED, FORKED, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_outbox_list(tally_account *account, int64_t after, tally_rows *rows);

/* How many rows there are; of these, somebody has, and have failed for good. Each pointer may be NULL. Errors: CLOSED,
 * FORKED, NOT_FOUND (dropped), NO_MEMORY, IO, CORRUPT. Complexity: O(n). */
TALLY_CHECKED tally_status tally_outbox_counts(tally_account *account, uint64_t *out_total, uint64_t *out_leased,
                                               uint64_t *out_failed);

/* A row (0: each) that waits for its time, or has failed for good, may be given out immediately. If the library sends
 * the outbox, its own wait after failures ends too; a wait that the server has asked for does not. out_count (may be
 * NULL): how many there were. Errors: CLOSED, FORKED, NOT_FOUND (dropped), NO_MEMORY, IO, FULL. */
TALLY_CHECKED tally_status tally_outbox_retry(tally_account *account, int64_t sequence, size_t *out_count);

/* Removes a row (0: each) that has failed for good. out_count (may be NULL): how many were removed.
 * Errors: CLOSED, FORKED, NOT_FOUND (the account was removed), NO_MEMORY, IO, FULL. */
TALLY_CHECKED tally_status tally_outbox_remove(tally_account *account, int64_t sequence, size_t *out_count);

/* --------------------------------------------------------------------------------------------------------------
 * Reminders: things that expire
 *
 * A reminder is about something that was produced on a day and keeps for some time. Its expiry is that day and the
 * shelf life, on the calendar, at most the end of the month; it is good through that whole day. Smart reminders fire
 * daily at the time of day, beginning one to five days before the expiry (a fifth of the days that it keeps), through
 * that day; they are on by default where it keeps for 30 days or less. Else it fires as it is said: from the start (by
 * default the day of entering) at the time of day, every so many of a unit, through the day of the end. Days and what
 * is longer are counted on the calendar from the start, minutes and hours as time that passes. A time of day that a
 * zone skips is taken by the offset before; of one that happens twice, the first.
 * A day is a number like 20260131. A zone is an IANA name; without one a reminder goes by the device's, wherever it is.
 *
 * While its account is logged in, what is due fires: its path shows 1, by a message of the feed TALLY_FEED_REMINDERS
 * with the reminder's identifier, until that is acknowledged, moved or done (or seen, where the account counts the
 * unseen); the log has it; and an event REMINDER tells it. Of what was due while the program was not running, or the
 * account not logged in, the newest is told once, as missed, at the next log-in; of what the machine slept through, it
 * fires when it wakes. A clock that is set is noticed within a minute; where it goes back by more than a day, what
 * fired since fires again. What has fired for a day does not fire again for it where the device has moved west, and
 * what it skips by moving east fires at once. Logging out takes everything out of the plan, logging in plans it again.
 * Rows stay with their account.
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

#define TALLY_SMART_AUTOMATIC 1 /* By how long it keeps, decided anew with each edit. */
#define TALLY_SMART_ON 2
#define TALLY_SMART_OFF 3
typedef int32_t tally_smart;

/* Fields of tally_reminder_options: which members are given. The others are not looked at. */
#define TALLY_REMINDER_TITLE 1u
#define TALLY_REMINDER_BODY 2u
#define TALLY_REMINDER_PATH 4u
#define TALLY_REMINDER_ZONE 8u
#define TALLY_REMINDER_PRODUCED 16u
#define TALLY_REMINDER_SHELF_LIFE 32u /* shelf_life and shelf_unit */
#define TALLY_REMINDER_TIME 64u
#define TALLY_REMINDER_SMART 128u
#define TALLY_REMINDER_REPEAT 256u    /* repeat_unit and repeat_every */
#define TALLY_REMINDER_START 512u
#define TALLY_REMINDER_END 1024u
#define TALLY_REMINDER_OVERDUE 2048u  /* overdue_unit, overdue_every and overdue_limit */

/*
 * A member that is not given (fields) has its default in tally_reminder_put, and stays as it is in tally_reminder_edit.
 * Taken away is a text that is given as NULL or "", a start and an end that are given as 0, and a repetition or a
 * reminding of what has expired that is given with all members 0. Of members that are given together, one that is 0
 * stays as it is.
 */
typedef struct tally_reminder_options {
    uint32_t struct_size;  /* sizeof(tally_reminder_options) */
    uint32_t fields;       /* TALLY_REMINDER_… */
    const char *title;     /* These: UTF-8. */
    const char *body;
    const char *path;      /* The badge that it lights. Empty: none. */
    const char *zone;      /* Empty: the device's. */
    int32_t produced;      /* A day. Default: today, in its zone. */
    int32_t shelf_life;    /* From 1. To be given. */
    tally_unit shelf_unit;    /* TALLY_UNIT_DAY, _MONTH or _YEAR. To be given. */
    int32_t time;          /* The time of day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00. */
    tally_smart smart;         /* TALLY_SMART_…. Default AUTOMATIC. */
    tally_unit repeat_unit;   /* Where it is not smart, to be given: TALLY_UNIT_…, */
    int32_t repeat_every;  /* how many of them, to 1,000,000 (default 1), */
    int32_t end;           /* and the last day on which it fires. */
    int32_t start;         /* The day from which repetitions are counted. Default: that of entering. */
    tally_unit overdue_unit; /* How to remind of what has expired, from the day after the expiry or the end on: every */
    int32_t overdue_every; /* so many, to 1,000,000 (default 1), */
    int32_t overdue_limit; /* so many times, to 1,000,000. Default: not at all. */
    uint64_t reserved[4];
} tally_reminder_options;
#define TALLY_REMINDER_OPTIONS_INIT \
    {sizeof(tally_reminder_options), 0u, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, {0, 0, 0, 0}}

/*
 * Enters a reminder. id: 1 to 255 bytes, as an account's name. It may be entered while the account is logged out.
 * Where the account has an outbox, this and what changes it become rows there (TALLY_OUTBOX_REMINDER).
 * Errors: ARGUMENT (the message names what is missing or wrong, also of a zone), RANGE (time), PATH, NOT_FOUND (the
 * zone), EXISTS, LIMIT (100,000 reminders), TOO_LARGE, NO_MEMORY, CLOSED, FORKED, IO, FULL.
 * Complexity: O(log n) of the account's reminders; the first call that needs them reads them.
 */
TALLY_CHECKED tally_status tally_reminder_put(tally_account *account, const char *id,
                                              const tally_reminder_options *options);

/* Changes a reminder, in one transaction: what is given of it, its revision, and what is planned of it. What has fired
 * stays as it is, and what would have fired before by its new terms is not missed. Errors: as above, and NOT_FOUND. */
TALLY_CHECKED tally_status tally_reminder_edit(tally_account *account, const char *id,
                                               const tally_reminder_options *options);

/*
 * Marks a reminder done: it no longer fires, and its badge is removed. tally_reminder_undone reverts that, as if the
 * reminder had never been done: if an occurrence was due and was not acknowledged, the badge shows it again, and the
 * reminder fires next when it would have. Occurrences that came due meanwhile light the badge too. The log records the
 * newest of them as missed, and no event reports it. If the account is logged out, the next log-in reports them.
 * Calling either twice is not an error.
 * Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL.
 */
TALLY_CHECKED tally_status tally_reminder_done(tally_account *account, const char *id);

/* Reverts tally_reminder_done: see there. Errors: ARGUMENT, NOT_FOUND, NO_MEMORY, CLOSED, FORKED, IO, FULL. */
TALLY_CHECKED tally_status tally_reminder_undone(tally_account *account, const char *id);

/* Removes it; its log stays. Errors: as above. */
TALLY_CHECKED tally_status tally_reminder_remove(tally_account *account, const char *id);

/* Moves one occurrence, the one that has fired and was not acknowledged, else the one that was moved before and has not
 * fired, else the next one, and nothing else: one at a time is moved. until: a point in time to come, not behind the
 * end. Errors: as above, RANGE, CONFLICT (it is done, or does not fire any more). */
TALLY_CHECKED tally_status tally_reminder_snooze(tally_account *account, const char *id, int64_t until);

/* What has fired was seen to: its badge goes out. Where nothing has, that is no error. Errors: as of
 * tally_reminder_done. */
TALLY_CHECKED tally_status tally_reminder_acknowledge(tally_account *account, const char *id);

/* The state of a reminder. */
#define TALLY_REMINDER_ACTIVE 1
#define TALLY_REMINDER_DONE 2
#define TALLY_REMINDER_EXPIRED 3 /* Active, and its last good day is over in its zone. */
typedef int32_t tally_reminder_state;

typedef struct tally_reminder {
    uint64_t number;     /* Its token in events. */
    int64_t next_time;   /* When it fires next; 0: no more. */
    int64_t due_time;    /* When it fired, not acknowledged; 0: it has not. */
    int64_t expires;     /* When its last good day ends; 0: its zone is not available. */
    int64_t stamp;       /* When it was last changed. */
    uint32_t revision;   /* One more with each edit, and whenever it is done or undone. */
    tally_reminder_state state;       /* TALLY_REMINDER_… */
    int32_t expiry;      /* The last good day. */
    int32_t span;        /* The days that it keeps, */
    int32_t days_left;   /* and those that are left; negative: it has expired. */
    int32_t is_smart;    /* 1 or 0. */
    int32_t produced;    /* From here on as they were given. */
    int32_t shelf_life;
    tally_unit shelf_unit;
    int32_t time;
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
 * Lists reminders by the bytes of their identifiers, those after one (NULL: from the first). rows: tally_reminder.
 * Answers: OK, MORE. Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT.
 */
TALLY_CHECKED tally_status tally_reminder_list(tally_account *account, const char *after, tally_rows *rows);

/* Flags of tally_plan_options. */
#define TALLY_PLAN_ANEW 1u /* The host's system has nothing armed, whatever was told before: all of the plan is told. */

typedef struct tally_plan_options {
    uint32_t struct_size; /* sizeof(tally_plan_options) */
    uint32_t flags;       /* TALLY_PLAN_ANEW, or 0 */
    uint32_t limit;       /* Notifications that the system takes, to 4,096. 0: the default, 64. */
    uint32_t reserve;     /* How many of them the host needs for other things. */
    uint64_t reserved[2];
} tally_plan_options;
#define TALLY_PLAN_OPTIONS_INIT {sizeof(tally_plan_options), 0u, 0u, 0u, {0, 0}}

#define TALLY_PLAN_DISARM 1
#define TALLY_PLAN_ARM 2
typedef int32_t tally_plan_action;

typedef struct tally_plan_entry {
    int64_t id;           /* From 1. Made only of the names of account and reminder, the revision and the occurrence,
                             so it is the same on each machine. See docs/plan-identifiers.md. */
    int64_t time;         /* When it is to fire, or was. */
    int64_t occurrence;   /* Which one it is. */
    uint32_t revision;    /* The reminder's. */
    tally_plan_action action;       /* TALLY_PLAN_DISARM or _ARM. */
    tally_text reminder;  /* Its identifier. Of what is disarmed: empty where it was deleted. */
    tally_text title;     /* These: of what is armed. */
    tally_text body;
    tally_text path;
} tally_plan_entry;

typedef struct tally_plan {
    uint32_t struct_size; /* sizeof(tally_plan) */
    uint32_t planned;     /* Entries of the plan. */
    uint64_t left_out;    /* What was left out. */
    int64_t reach;        /* All before it is in the plan; 0: everything is. */
} tally_plan;
#define TALLY_PLAN_INIT {sizeof(tally_plan), 0u, 0, 0}

/*
 * Plans what a system is to fire while the program is closed: one-shot notifications, the soonest ones, but each
 * reminder's next one first. The answer is the difference to what the system has: in this order, the host disarms, then
 * arms. It counts as done with this call. To be called after log-in and log-out (then it disarms all), each change, an
 * event REMINDER, tally_engine_set_zone, and when the program comes to the foreground. What fires in the program as
 * well is for the host to tell apart. The plan of an account that is not logged in (tally_account_log_in, the token may
 * be NULL) is empty. options, out_plan: may be NULL. rows: tally_plan_entry. The plan is listed whole: if not all of it
 * fits, the answer is BUFFER_TOO_SMALL, and nothing counts as done.
 * Errors: ARGUMENT, RANGE, BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, FULL. Complexity: entries times log of
 * reminders, and as many rows.
 */
TALLY_CHECKED tally_status tally_reminder_plan(tally_account *account, const tally_plan_options *options,
                                               tally_rows *rows, tally_plan *out_plan);

/* Kinds of tally_reminder_note. */
#define TALLY_NOTE_CREATED 1
#define TALLY_NOTE_EDITED 2
#define TALLY_NOTE_PLANNED 3 /* When it fires next. */
#define TALLY_NOTE_ARMED 4
#define TALLY_NOTE_FIRED 5
#define TALLY_NOTE_MISSED 6
#define TALLY_NOTE_SNOOZED 7
#define TALLY_NOTE_ACKNOWLEDGED 8
#define TALLY_NOTE_CANCELLED 9  /* It was disarmed. */
#define TALLY_NOTE_SUSPENDED 10 /* The account was logged out, */
#define TALLY_NOTE_RESUMED 11   /* and in again. */
#define TALLY_NOTE_UPLOADED 12
#define TALLY_NOTE_UPLOAD_FAILED 13
#define TALLY_NOTE_DONE 14
#define TALLY_NOTE_UNDONE 15
#define TALLY_NOTE_REMOVED 16
typedef int32_t tally_note_kind;

typedef struct tally_reminder_note {
    int64_t number;          /* From 1, in their order. */
    int64_t time;            /* When it was written. */
    int64_t occurrence_time; /* When what it is about fires; 0: it is about no occurrence. */
    uint32_t revision;
    tally_note_kind kind;            /* TALLY_NOTE_… */
    tally_text reminder;     /* Its identifier; empty: all of the account's. */
} tally_reminder_note;

/* Lists the log, those after a number (0: from the first). rows: tally_reminder_note. The last max_reminder_log of
 * an account are kept. Else as tally_reminder_list.
 * Errors: ARGUMENT, BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO, CORRUPT. */
TALLY_CHECKED tally_status tally_reminder_log(tally_account *account, int64_t after, tally_rows *rows);

/* Writes all reminders as iCalendar (RFC 5545, VTODO with VALARM), ended by NUL. DUE is the last second of the expiry:
 * going by the standard's example, a day alone would be over as it begins. DTSTART is the day from which repetitions
 * are counted, of smart ones that of production, at the time of day. Errors: ARGUMENT, NOT_FOUND (a zone is not to be
 * had), BUFFER_TOO_SMALL, NO_MEMORY, CLOSED, FORKED, IO. */
TALLY_CHECKED tally_status tally_reminder_export(tally_account *account, char *text, size_t capacity,
                                                 size_t *out_length);

/*
 * Imports the reminders of an iCalendar file: everything that can be taken, or nothing if the call fails. An entry
 * whose UID is a reminder's identifier replaces that reminder.
 *
 * If another program wrote an entry, or dropped its properties X-TALLY-..., the entry becomes the nearest reminder.
 * (These properties are read with and without a backslash before semicolons: Radicale adds backslashes.)
 * - It is good from the day of DTSTART (or else of DTSTAMP) through that of DUE (or else of RRULE's UNTIL), whether DUE
 *   is a day or a time. So the expiry and the firing days of an exported file stay the same.
 * - Without RRULE it is smart. With RRULE it repeats from DTSTART through UNTIL or COUNT, or without an end.
 * - Alarms are ignored. The time of day is that of DUE. With RRULE, or if DUE is a day or its last second, it is that
 *   of DTSTART, and 09:00 if there is none.
 * - The zone is the one that TZID names, with or without a VTIMEZONE, also behind a prefix
 *   (/example.org/Europe/Berlin); UTC; or the device's zone if nothing is said. If TZID names a zone that is not
 *   available, the call fails, and the message names it.
 * - With STATUS:COMPLETED it is done. With STATUS:CANCELLED too: it must not fire, and the host can still undo that.
 *
 * RRULE is followed if one repetition can say the same: one BYDAY of a week, which may move the start to the first such
 * day; all seven days; one BYMONTHDAY of a month (one after the 28th only if DTSTART is on that day; in shorter months
 * it fires on the last day); BYMONTH, BYHOUR and the like if they agree with DTSTART. An entry with any other rule (two
 * weekdays, for example, or 1MO) is skipped, and so is one with neither DUE nor UNTIL. A reminder of that name is
 * left unchanged. For each skipped entry, the log callback gets a message of level TALLY_LOG_WARNING with
 * the line in the file and the reason.
 *
 * out_taken        the number of reminders taken; may be NULL
 * out_passed_over  the number of skipped entries; may be NULL
 *
 * Errors: MALFORMED (the message has the line), and as of tally_reminder_put.
 */
TALLY_CHECKED tally_status tally_reminder_import(tally_account *account, const void *bytes, size_t size,
                                                 size_t *out_taken, size_t *out_passed_over);

/* The device is in another zone, or may be: what goes by the device's zone is planned anew. name: NULL: what the
 * options say, else the system. Errors: ARGUMENT, NOT_FOUND, TOO_LARGE, NO_MEMORY, CLOSED, FORKED; then the zone is the
 * former one. */
TALLY_CHECKED tally_status tally_engine_set_zone(tally_engine *engine, const char *name);

#ifdef __cplusplus
}
#endif

#endif /* TALLY_H */
