/* Damage of the write-ahead log: it is reported, never sealed into the file and never taken for the end of the log.
 * What a crash leaves is no damage. */
#include "support.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HEADER 32
#define FRAME (24 + 4096)

typedef struct part {
    char *bytes;
    size_t count;
} part;

/* The files that a killed process has left: the database, its log and its lock file. */
typedef struct remains {
    part file, log, lock;
    uint64_t acknowledged;
} remains;

static part take(const char *file, const char *suffix)
{
    char name[400];
    part p;

    snprintf(name, sizeof name, "%s%s", file, suffix);
    p.bytes = read_file(name, &p.count);
    require(p.bytes != NULL);
    return p;
}

static void put(const char *file, const char *suffix, const part *p)
{
    char name[400];

    snprintf(name, sizeof name, "%s%s", file, suffix);
    unlink(name);
    if (p != NULL)
        write_file(name, p->bytes, p->count);
}

static void release(remains *r)
{
    free(r->file.bytes);
    free(r->log.bytes);
    free(r->lock.bytes);
}

/* Runs the writer with full durability until it has acknowledged as many operations, and kills it. */
static remains kill_writer(const char *file, uint64_t wanted)
{
    const char *writer = required_variable("TALLY_WRITER");
    remains r = {0};
    char line[32];
    int ends[2], status;
    FILE *from;
    pid_t child;

    require(pipe(ends) == 0);
    child = fork();
    require(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        execl(writer, "writer", file, "full", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    from = fdopen(ends[0], "r");
    require(from != NULL);
    while (r.acknowledged < wanted && fgets(line, sizeof line, from) != NULL)
        r.acknowledged = strtoull(line, NULL, 10);
    kill(child, SIGKILL);
    while (fgets(line, sizeof line, from) != NULL) {
        if (strchr(line, '\n') != NULL)
            r.acknowledged = strtoull(line, NULL, 10);
    }
    fclose(from);
    require(waitpid(child, &status, 0) == child);
    require(r.acknowledged >= wanted);
    r.file = take(file, "");
    r.log = take(file, "-wal");
    r.lock = take(file, "-lock");
    return r;
}

/* Opens what is there: the number of operations in it, or the status. */
static tally_status open_it(const char *file, uint64_t *out_count)
{
    tally_engine_options options = {.struct_size = sizeof options, .file = file};
    tally_engine *engine;
    tally_account *account;
    tally_badge badge;
    tally_status status = tally_engine_open(&options, &engine);

    if (status != TALLY_OK)
        return status;
    status = tally_account_open(engine, "ann", NULL, &account);
    if (status == TALLY_OK)
        status = tally_badge_get(account, "root.n", &badge);
    *out_count = badge.count;
    if (status == TALLY_OK)
        status = tally_engine_verify(engine);
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
    return status;
}

static void lay_out(const char *file, const remains *r, const part *log, int with_lock)
{
    put(file, "", &r->file);
    put(file, "-wal", log);
    put(file, "-lock", with_lock ? &r->lock : NULL);
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

static uint64_t seed_of_test(void)
{
    const char *text = getenv("TALLY_SEED");

    return text != NULL ? strtoull(text, NULL, 10) : (uint64_t)time(NULL);
}

/* One bit of the log differs: all that was acknowledged is there, or the status is CORRUPT. */
TEST(a_flipped_bit_loses_nothing_in_silence, WORLD_FILE | WORLD_CLOSED)
{
    uint64_t seed = seed_of_test(), state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    remains r = kill_writer(w->file, 40);
    int turn, turns = is_soak() ? 20000 : is_valgrind() ? 10 : 200, reported = 0;
    uint64_t count;

    print_message("    seed %llu\n", (unsigned long long)seed);
    lay_out(w->file, &r, &r.log, 1);
    check_ok(open_it(w->file, &count));
    assert_true(count >= r.acknowledged);
    for (turn = 0; turn < turns; turn++) {
        part log = {(char *)malloc(r.log.count), r.log.count};
        /* The header and the headers of frames are small, so every second time it is one of them. */
        size_t frame = next_random(&state) % (r.log.count / FRAME);
        size_t place = turn % 4 == 1   ? next_random(&state) % HEADER
                       : turn % 4 == 3 ? HEADER + frame * FRAME + next_random(&state) % 24
                                       : next_random(&state) % r.log.count;
        tally_status status;

        memcpy(log.bytes, r.log.bytes, log.count);
        log.bytes[place] ^= (char)(1 << next_random(&state) % 8);
        lay_out(w->file, &r, &log, 1);
        status = open_it(w->file, &count);
        if (status != TALLY_ERROR_CORRUPT) {
            check_ok(status);
            if (count < r.acknowledged)
                fail_msg("byte %zu of %zu changed: %llu of %llu operations are there", place, log.count,
                         (unsigned long long)count, (unsigned long long)r.acknowledged);
        }
        reported += status == TALLY_ERROR_CORRUPT;
        free(log.bytes);
    }
    assert_true(reported > turns / 2);
    release(&r);
}

/* Without the lock file, a copy of file and log has what a crash may leave: a part of the last transaction is no
 * damage, and a change before it is. */
TEST(a_copy_without_its_lock_file, WORLD_FILE | WORLD_CLOSED)
{
    remains r = kill_writer(w->file, 40);
    size_t frames = (r.log.count - HEADER) / FRAME, cut;
    part log = r.log;
    uint64_t count;
    char fresh[400];

    for (cut = 1; cut < 3; cut++) {
        log.count = HEADER + (frames - cut) * FRAME + 1000;
        lay_out(w->file, &r, &log, 0);
        check_ok(open_it(w->file, &count));
        assert_true(count + 2 >= r.acknowledged);
    }
    log.count = r.log.count;
    log.bytes[HEADER + (frames / 2) * FRAME + 100] ^= 1;
    lay_out(w->file, &r, &log, 0);
    check_status(open_it(w->file, &count), TALLY_ERROR_CORRUPT);
    check_message("log was changed, at frame");
    /* The damage is still there the next time. Recovering saves what lies before it. */
    check_status(open_it(w->file, &count), TALLY_ERROR_CORRUPT);
    snprintf(fresh, sizeof fresh, "%s/fresh.db", w->directory);
    check_ok(tally_file_recover(w->file, fresh, NULL));
    check_ok(open_it(fresh, &count));
    assert_true(count > 0 && count < r.acknowledged);
    log.bytes[HEADER + (frames / 2) * FRAME + 100] ^= 1;
    lay_out(w->file, &r, &log, 0);
    check_ok(open_it(w->file, &count));
    assert_true(count >= r.acknowledged);
    release(&r);
}

/* The mark in the lock file says how much was on the disk: a log that is shorter was cut. */
TEST(a_log_that_was_cut, WORLD_FILE | WORLD_CLOSED)
{
    remains r = kill_writer(w->file, 40);
    size_t frames = (r.log.count - HEADER) / FRAME, kept[] = {0, 10, HEADER, HEADER + FRAME, 0}, i;
    part tail = {r.log.bytes, HEADER + (frames - 2) * FRAME};
    tally_status status;
    uint64_t count;

    kept[COUNT_OF(kept) - 1] = HEADER + frames / 2 * FRAME;
    for (i = 0; i < COUNT_OF(kept); i++) {
        part log = {r.log.bytes, kept[i]};

        lay_out(w->file, &r, &log, 1);
        check_status(open_it(w->file, &count), TALLY_ERROR_CORRUPT);
    }
    /* The writer may have been killed within a commit: then its last frames belong to nothing that was acknowledged. */
    lay_out(w->file, &r, &tail, 1);
    status = open_it(w->file, &count);
    if (status != TALLY_ERROR_CORRUPT) {
        check_ok(status);
        assert_true(count >= r.acknowledged);
    }
    /* Another log is not the one of the mark, and a log that was removed on purpose leaves the file. */
    lay_out(w->file, &r, NULL, 1);
    check_ok(open_it(w->file, &count));
    release(&r);
}

/* A process that goes on with the log of a killed one, and is killed too, at any moment. */
TEST(kill_after_kill, WORLD_FILE | WORLD_CLOSED)
{
    uint64_t wanted = 0, count;
    int turn;

    for (turn = 0; turn < (is_soak() ? 200 : 8); turn++) {
        remains r;

        wanted += turn % 3 == 0 ? 1 : 700;
        r = kill_writer(w->file, wanted);
        if (turn % 2) {
            check_ok(open_it(w->file, &count));
            assert_true(count >= r.acknowledged);
        }
        wanted = r.acknowledged;
        release(&r);
    }
}

/* ---- While the engine runs ---- */

static int open_log(world *w)
{
    char name[400];
    int descriptor;

    snprintf(name, sizeof name, "%s-wal", w->file);
    descriptor = open(name, O_RDWR);
    require(descriptor >= 0);
    return descriptor;
}

static void write_some(world *w)
{
    char path[32];
    int i;

    for (i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "a%d.b", i);
        check_ok(tally_badge_set(w->account, path, i + 1));
    }
}

/* Checks the file without its log: it has only pages that were written. */
static void check_file_alone(world *w)
{
    world copy;
    part file = take(w->file, "");

    world_init(&copy, WORLD_FILE | WORLD_CLOSED);
    put(copy.file, "", &file);
    world_open(&copy, WORLD_FILE);
    check_ok(tally_engine_verify(copy.engine));
    world_end(&copy);
    free(file.bytes);
}

static void change_the_log(world *w, int cuts)
{
    part log;
    int descriptor;
    tally_badge badge;
    off_t place;
    uint64_t count;

    write_some(w);
    log = take(w->file, "-wal");
    descriptor = open_log(w);
    if (cuts) {
        require(ftruncate(descriptor, HEADER + 2 * FRAME + 100) == 0);
    } else {
        /* One byte of each page: which of them are the last ones does not matter. */
        for (place = HEADER + 24 + 2000; place < (off_t)log.count; place += FRAME) {
            char changed = (char)(log.bytes[place] ^ 4);

            require(pwrite(descriptor, &changed, 1, place) == 1);
        }
    }
    check_status(tally_engine_verify(w->engine), TALLY_ERROR_CORRUPT);
    check_message("log was changed, at frame");
    /* Badges in memory can be read, and nothing more is promised. */
    check_ok(tally_badge_get(w->account, "a7.b", &badge));
    assert_true(badge.count == 8);
    check_status(tally_badge_set(w->account, "a7.b", 100), TALLY_ERROR_CORRUPT);
    tally_scope_close(w->scope);
    tally_account_release(w->account);
    check_status(tally_engine_close(w->engine, -1), TALLY_ERROR_CORRUPT);
    check_file_alone(w);
    check_status(open_it(w->file, &count), TALLY_ERROR_CORRUPT);
    /* With the log as it was, all is there. */
    put(w->file, "-wal", &log);
    world_open(w, WORLD_FILE | WORLD_FULL);
    check_badge(w->account, "a7.b", 1, 8);
    check_ok(tally_engine_verify(w->engine));
    close(descriptor);
    free(log.bytes);
}

TEST(bytes_that_change_while_it_is_open, WORLD_FILE | WORLD_FULL)
{
    change_the_log(w, 0);
}

TEST(a_log_that_is_cut_while_it_is_open, WORLD_FILE | WORLD_FULL)
{
    change_the_log(w, 1);
}
