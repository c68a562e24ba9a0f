#include "host.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Accounts and nodes stay until the engine is closed; so it is, after so many inputs. */
enum { INPUTS_AN_ENGINE = 150 };

void require_at(int condition, const char *what, const char *file, int line) {
    if (condition) return;
    fprintf(stderr, "%s:%d: %s is not so\n", file, line, what);
    abort();
}

void expect_at(tally_status actual, tally_status expected, const char *what, const char *file, int line) {
    char message[1024];
    size_t length;

    if (actual == expected) return;
    if (tally_error_message(message, sizeof message, &length) != TALLY_OK) message[0] = '\0';
    fprintf(stderr, "%s:%d: %s is %s, expected %s; last message: %s\n", file, line, what, tally_status_name(actual),
            tally_status_name(expected), message);
    abort();
}

/* ---- An engine ---- */

static void tell_time(void *user_data, int64_t *out_wall, int64_t *out_elapsed) {
    const host *h = (const host *)user_data;

    *out_wall = h->now;
    *out_elapsed = h->now;
}

static void open_engine(host *h) {
    tally_engine_options options;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.flags = TALLY_ENGINE_HOST_DRIVEN;
    options.file = h->file[0] != '\0' ? h->file : NULL;
    options.clock = tell_time;
    options.clock_user_data = h;
    options.seed = 1;
    options.max_accounts = INPUTS_AN_ENGINE * 2 + 2;
    if (h->control & CONTROL_SMALL) {
        options.max_depth = SMALL_DEPTH;
        options.max_path_bytes = SMALL_PATH_BYTES;
        options.max_nodes = SMALL_NODES;
    }
    expect_ok(tally_engine_open(&options, &h->engine));
}

static void close_engine(host *h) {
    static const char *const suffixes[] = {"", "-wal", "-shm", "-lock"};
    char name[80];
    size_t i;

    if (h->engine != NULL) expect_ok(tally_engine_close(h->engine, -1));
    h->engine = NULL;
    h->inputs = 0;
    for (i = 0; h->file[0] != '\0' && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(name, sizeof name, "%s%s", h->file, suffixes[i]);
        unlink(name);
    }
}

/* One of each kind that the lower bits choose; the last one has a file. */
static host hosts[33];

/* In the end, so that what is leaked is found. */
static void close_all(void) {
    size_t i;

    for (i = 0; i < sizeof hosts / sizeof hosts[0]; i++) close_engine(hosts + i);
}

host *host_get(unsigned control) {
    static int is_used;
    int has_file = (control & CONTROL_FILE) == CONTROL_FILE;
    host *h = hosts + (has_file ? 32 : control % 32);

    if (!is_used) atexit(close_all);
    is_used = 1;
    if (has_file)
        snprintf(h->file, sizeof h->file, "%s/tally-fuzz-%ld.db", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp",
                 (long)getpid());
    if (has_file || h->inputs == INPUTS_AN_ENGINE) close_engine(h);
    h->control = control;
    h->path = control & CONTROL_BELOW ? "root.x.y" : "root";
    h->now = control & CONTROL_LATER ? INT64_C(1700000000000) : 0;
    if (h->engine == NULL) open_engine(h);
    h->inputs += 1;
    return h;
}

static tally_account *open_account(host *h, const char *name) {
    tally_account_options options;
    tally_account *account;

    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.aggregation = h->control & CONTROL_SUM ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN;
    options.feeding = h->control & CONTROL_UNREAD ? TALLY_FEEDING_UNREAD : TALLY_FEEDING_UNSEEN;
    expect_ok(tally_account_open(h->engine, name, &options, &account));
    return account;
}

tally_account *host_account(host *h) {
    char name[32];

    snprintf(name, sizeof name, "%lu", h->accounts++);
    return open_account(h, name);
}

tally_account *host_reopen(host *h, tally_account *account) {
    char name[32];

    tally_account_release(account);
    expect_ok(tally_engine_close(h->engine, -1));
    open_engine(h);
    snprintf(name, sizeof name, "%lu", h->accounts - 1);
    return open_account(h, name);
}

int host_takes_path(const host *h, const void *relative, size_t length) {
    size_t capacity = strlen(h->path) + length + 8, whole_length = strlen(h->path), depth;
    char *whole = (char *)allocate(capacity), *canonical = (char *)allocate(capacity);
    int is_small = (h->control & CONTROL_SMALL) != 0, takes;

    memcpy(whole, h->path, whole_length);
    if (length > 0) {
        whole[whole_length] = '.';
        memcpy(whole + whole_length + 1, relative, length);
        whole_length += length + 1;
    }
    takes = path_canonical(whole, whole_length, canonical, &whole_length, &depth)
        && depth <= (is_small ? SMALL_DEPTH : 64) && whole_length <= (is_small ? SMALL_PATH_BYTES : 4096);
    free(whole);
    free(canonical);
    return takes;
}

static bytes snapshot_of(tally_account *account, const char *path) {
    bytes b = {NULL, 0};
    size_t size;

    expect(badge_snapshot(account, path, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    expect_ok(badge_snapshot(account, path, b.data, b.size, &size));
    require(size == b.size);
    return b;
}

void host_check(const host *h, tally_account *account, document *state) {
    bytes expected, actual;

    document_expire(state, h->now, (h->control & CONTROL_SUM) != 0);
    expected = document_write(state);
    actual = snapshot_of(account, h->path);
    require(bytes_equal(&actual, &expected));
    bytes_free(&actual);
    bytes_free(&expected);
    expect_ok(tally_account_verify(account));
}

int room_grows(room *r, size_t entry_size, tally_status status) {
    if (status == TALLY_OK) return 0;
    require(status == TALLY_MORE || status == TALLY_ERROR_BUFFER_TOO_SMALL);
    room_free(r);
    r->capacity = r->capacity == 0 ? 1 : r->capacity * 2;
    r->text_capacity = r->text_capacity == 0 ? 64 : r->text_capacity * 4;
    r->entries = allocate(r->capacity * entry_size);
    r->text = (char *)allocate(r->text_capacity);
    return 1;
}

void room_free(room *r) {
    free(r->entries);
    free(r->text);
}

bytes listing_of(tally_account *account) {
    room r = {0, 0, NULL, NULL};
    size_t count, text_size, i, used = 0;
    const tally_badge_entry *entries;
    const char *text;
    bytes b;

    while (room_grows(&r, sizeof *entries,
                      badge_list(account, "root", TALLY_SUBTREE, r.entries, r.capacity, r.text, r.text_capacity,
                                 &count, &text_size, NULL))) {
    }
    entries = r.entries;
    text = r.text;
    b.data = (unsigned char *)allocate(text_size + count * 64 + 1);
    for (i = 0; i < count; i++) {
        const tally_badge_entry *e = entries + i;
        require((size_t)e->path.offset + e->path.length < text_size);
        require(strlen(text + e->path.offset) == e->path.length);
        used += (size_t)sprintf((char *)b.data + used, "%s %d %llu %x\n", text + e->path.offset, (int)e->badge.kind,
                                (unsigned long long)e->badge.count, (unsigned)e->badge.flags);
    }
    b.size = used;
    room_free(&r);
    return b;
}

/* ---- Inputs ---- */

enum { PREFIX = 3 };

input input_split(const uint8_t *data, size_t size) {
    input in = {size > 0 ? data[0] : 0u, {NULL, 0}, {NULL, 0}};
    size_t first = size >= PREFIX ? (size_t)data[1] | (size_t)data[2] << 8 : 0;
    size_t rest = size >= PREFIX ? size - PREFIX : 0;

    if (first > rest) first = rest;
    in.first = bytes_copy(data + (rest > 0 ? PREFIX : 0), first);
    in.second = bytes_copy(data + (rest > 0 ? PREFIX + first : 0), rest - first);
    return in;
}

void input_free(input *in) {
    bytes_free(&in->first);
    bytes_free(&in->second);
}
