/* Shared by the fuzz targets: an engine to feed, the inputs' form, and mutations that know snapshots and patches. */
#ifndef TALLY_FUZZ_HOST_H
#define TALLY_FUZZ_HOST_H

#include "reference.h"
#include "tally.h"

/* Fails unless the call returns `expected`. */
void expect_at(tally_status actual, tally_status expected, const char *what, const char *file, int line);
#define expect(call, expected) expect_at((call), (expected), #call, __FILE__, __LINE__)
#define expect_ok(call) expect((call), TALLY_OK)

/* ---- An engine ---- */

/* The choices of an input's first byte. */
#define CONTROL_SUM 1u    /* Aggregation sum. */
#define CONTROL_SMALL 2u  /* Limits that are soon reached: see SMALL_. */
#define CONTROL_BELOW 4u  /* The work is done at root.x.y, else at root. */
#define CONTROL_LATER 8u  /* The clock begins at a time of today, else at 0. */
#define CONTROL_UNREAD 16u /* The unread messages feed, else the unseen. */
#define CONTROL_FILE 224u  /* With a database in a file. Three bits, because it is slow. */

#define SMALL_DEPTH 4u
#define SMALL_PATH_BYTES 40u
#define SMALL_NODES 12u

typedef struct host {
    unsigned control;
    tally_engine *engine;
    char file[64]; /* Empty: in memory. */
    int64_t now;
    const char *path; /* The path at which the work is done. */
    unsigned inputs;
    unsigned long accounts;
} host;

/* An engine as the control byte says: one that was used before, with the clock set back, or a new one. */
host *host_get(unsigned control);
/* A new account of it; release it. */
tally_account *host_account(host *h);
/* The account as it is after its engine, with a file, was closed and opened again; release it instead. */
tally_account *host_reopen(host *h, tally_account *account);
/* Whether the engine's limits have room for a path below the place of work. */
int host_takes_path(const host *h, const void *relative, size_t length);

/* After what is due has expired, the account has at `path` what the document says, and its recount agrees. */
void host_check(const host *h, tally_account *account, document *state);
/* The list of the nodes below root, as text. */
bytes listing_of(tally_account *account);

/* ---- Inputs ---- */

/* A control byte, the length of the first part (two bytes, least significant first; as many bytes as there are, where
 * that is less), and two parts, each in memory of its own. */
typedef struct input {
    unsigned control;
    bytes first;
    bytes second;
} input;

input input_split(const uint8_t *data, size_t size);
void input_free(input *in);
/* A snapshot, and a second one or a patch: changed as bytes, as sealed bytes, or by its entries. */
size_t mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed, int second_is_patch);

/* Room for a list, of its own blocks, so that what is written behind them is found. */
typedef struct room {
    size_t capacity, text_capacity;
    void *entries;
    char *text;
} room;

/* Makes more room while a list does not fit; 0: it fits. Begin with no room at all. */
int room_grows(room *r, size_t entry_size, tally_status status);
void room_free(room *r);

#endif
