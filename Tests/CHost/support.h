/* Support for the tests of the C face: tests that register themselves, checks that report the status they got, a clock
 * that a test moves, a temporary directory, and a server that answers from a script. */
#ifndef TALLY_TEST_SUPPORT_H
#define TALLY_TEST_SUPPORT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <time.h>

#ifdef __cplusplus
extern "C" { /* cmocka's header does not say so itself. */
#endif

#include <cmocka.h>

#include "outputs.h"
#include "tally.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Checks ---- */

/* On the test's own thread: fails the test, with the names of both and the message. */
void check_status_at(tally_status actual, tally_status expected, const char *what, const char *file, int line);
#define check_status(call, expected) check_status_at((call), (expected), #call, __FILE__, __LINE__)
#define check_ok(call) check_status(call, TALLY_OK)

/* The thread's error message is there, and holds `part` (NULL: anything). */
void check_message_at(const char *part, const char *file, int line);
#define check_message(part) check_message_at((part), __FILE__, __LINE__)

/* On any thread, where cmocka's jumps are not allowed: says where, and aborts. */
void require_at(int condition, const char *what, const char *file, int line);
#define require(condition) require_at((condition) != 0, #condition, __FILE__, __LINE__)

int32_t kind_of(int shows, uint64_t count);
int64_t limit_of(tally_engine *engine, tally_limit limit);
void check_badge_at(tally_account *account, const char *path, int shows, uint64_t count, const char *file, int line);
#define check_badge(account, path, shows, count) \
    check_badge_at((account), (path), (shows), (count), __FILE__, __LINE__)

/* Whether TALLY_SOAK=1 asks for the long forms; whether the process runs under valgrind, or another machine is
 * emulated, and is slow; and the latter alone. A test that is_valgrind shortens is named when the program ends. */
int is_soak(void);
int is_valgrind(void);
int is_emulated(void);

/* Says that the running test does nothing, and why: it cannot run under valgrind or in an emulator. The program names
 * the test when it ends. Nothing else is a reason to leave out a test: a test that lacks something fails. */
void leave_out(const char *why);

/* The value of an environment variable, which the makefile sets. The program fails and names it if it is missing. */
const char *required_variable(const char *name);

/* From here on, permissions of files bind the calling thread, and the threads that it creates, even if root runs the
 * test; or no longer. Needs no privilege. */
void bind_by_permissions(int is_bound);

/* Whether the program was compiled with AddressSanitizer or ThreadSanitizer. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

/* The number of this thread; and waits until the thread with a number sleeps inside a call. */
int thread_number(void);
void await_asleep(int thread);

/* Every wait for something ends after this time, so that a hang fails the test and says what did not come. Nothing else
 * depends on it: a slow machine needs only a part of it. */
#define HANG_SECONDS 120

typedef struct patience {
    int64_t end; /* 0: it begins with the first wait. */
} patience;

/* Whether to go on waiting. */
int is_patient(patience *p);
/* The end of a wait that begins now, for pthread_cond_timedwait. */
struct timespec hang_end(void);

/* ---- The clock ---- */

#define CLOCK_START INT64_C(1700000000000)

typedef struct fake_clock {
    int64_t wall;
    int64_t elapsed;
} fake_clock;

void fake_clock_init(fake_clock *clock);
void fake_clock_tell(void *user_data, int64_t *out_wall, int64_t *out_elapsed);
void fake_clock_advance(fake_clock *clock, int64_t milliseconds);

/* ---- Files ---- */

/* A fresh directory below $TMPDIR, removed with all that is in it by remove_directory. */
void make_directory(char *path, size_t capacity);
void remove_directory(const char *path);
void write_file(const char *path, const void *bytes, size_t count);
void write_text(const char *path, const char *text);
/* The whole file; the caller frees. NULL: there is no such regular file. */
char *read_file(const char *path, size_t *out_count);

/* ---- A world: an engine with what most tests need ---- */

struct server;

typedef struct world {
    char directory[256];
    char file[300];      /* A database's name in it. */
    char page[300];      /* The file that the feed reads. */
    char page_url[320];
    fake_clock clock;
    tally_engine_options options;
    void (*configure)(tally_engine_options *options); /* Called before the engine is opened, unless it is NULL. */
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    tally_feed *feed;
    struct server *server;
} world;

#define WORLD_FILE 1u     /* With a database. */
#define WORLD_FULL 2u     /* Durability full. */
#define WORLD_THREAD 4u   /* With the library's own thread and the system's clock; else host-driven. */
#define WORLD_SUM 8u      /* Aggregation sum. */
#define WORLD_UNREAD 16u  /* The unread messages feed. */
#define WORLD_CLOSED 32u  /* Nothing is opened yet: see world_open. */
#define WORLD_SERVER 64u  /* With a server, which ends after the engine. */

void world_init(world *w, unsigned flags);
void world_open(world *w, unsigned flags);
/* Releases the handles and closes; the directory stays. */
void world_close(world *w);
/* Closes, and removes the directory. Nothing happens to a world that has ended. */
void world_end(world *w);
/* Adds a feed "feed" of the page's URL, asked only when forced, and logs in. */
void world_add_feed(world *w);
/* Steps until a forced refresh of the world's feed has ended; its result. */
tally_status world_sync(world *w);
/* The state of the world's feed. */
tally_feed_state state_of(world *w);
#define PAGE(cursor, items, rest) "{\"cursor\":\"" cursor "\",\"items\":[" items "]" rest "}"
/* Writes a page into the feed's file and syncs. */
void world_page(world *w, const char *json);
/* Steps the host-driven engine until *flag is not 0; fails the test if that takes too long. */
void world_pump(world *w, volatile int *flag);
/* Takes everything out of the queue, calling callbacks. */
void drain(tally_engine *engine);

/* ---- Tests ---- */

/* TEST(name, flags) { ... } is a test in a world `w` with these flags. The world ends after the test; a test whose
 * callbacks use its own variables until then calls world_end itself. TEST_ALONE(name) { ... } is a test without one. */
#define TEST(name, flags) \
    static void name(world *w); \
    TEST_REGISTERED(name, flags, name, NULL) \
    static void name(world *w)
#define TEST_ALONE(name) \
    static void name(void); \
    TEST_REGISTERED(name, 0, NULL, name) \
    static void name(void)

#define TEST_REGISTERED(name, flags, in_world, alone) \
    __attribute__((constructor)) static void register_##name(void) \
    { \
        test_register(#name, __LINE__, (flags), (in_world), (alone)); \
    }

void test_register(const char *name, int line, unsigned flags, void (*in_world)(world *w), void (*alone)(void));
/* Runs the program's tests in the order of its lines; TALLY_TEST=NAME runs one. support.c has a main that does just
 * this, for programs without one of their own. */
int tests_run(void);

/* ---- A server that responds by a script ---- */

typedef struct server server;

/* One answer: the bytes as they go over the wire, from its status line on; the connection is closed behind it. NULL:
 * closes without an answer. With `holds` it is kept back until server_release. */
typedef struct answer {
    const char *bytes;
    size_t count; /* 0: strlen */
    int holds;
} answer;

server *server_start(void);
void server_stop(server *s);
int server_port(server *s);
void server_url(server *s, char *buffer, size_t capacity);
/* Gives the account a bearer token for a server and logs in; NULL: only logs in. */
void log_in_to(tally_account *account, server *s, const char *token);
void log_in_at(tally_account *account, const char *url, const char *token);
/* Appends answers; after the last one that repeats. */
void server_answer(server *s, const char *bytes);
void server_answer_with(server *s, answer a);
/* A complete answer with headers ("A: b\r\n" each) and a body. */
void server_answer_http(server *s, int status, const char *headers, const char *body);
void server_answer_json(server *s, const char *body);
void server_hold_json(server *s, const char *body);
/* Lets one answer that is held go. */
void server_release(server *s);
/* Waits until so many requests have come in all (since the start). */
void server_wait(server *s, unsigned requests);
unsigned server_requests(server *s);
/* The head of the index-th request, borrowed until the server stops. */
const char *server_request(server *s, unsigned index);

#ifdef __cplusplus
}
#endif

#endif
