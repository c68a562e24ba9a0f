/*
 * A writer of several threads is killed, again and again, at any moment, also while it opens the file: what was
 * promised to be on the disk is there; nothing is there that was not begun; and no operation is there without those
 * that were answered before it began.
 */
#include "support.h"
#include "lists.h"

#include "crash.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct arena {
    world w;
    char board_name[320];
    board *b;
    uint64_t state; /* The state of the random numbers. */
    uint64_t checked, promised, kills, early;
} arena;

static unsigned next_random(arena *a, unsigned below)
{
    a->state ^= a->state << 13;
    a->state ^= a->state >> 7;
    a->state ^= a->state << 17;
    return (unsigned)((a->state >> 33) % below);
}

static uint64_t seed_of_test(void)
{
    const char *text = getenv("TALLY_SEED");

    return text != NULL ? strtoull(text, NULL, 10) : (uint64_t)time(NULL);
}

/* ---- The writer ---- */

static void begin(arena *a, uint64_t seed)
{
    int descriptor;

    memset(a, 0, sizeof *a);
    a->state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    world_init(&a->w, WORLD_FILE | WORLD_CLOSED);
    snprintf(a->board_name, sizeof a->board_name, "%s/board", a->w.directory);
    descriptor = open(a->board_name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    require(descriptor >= 0 && ftruncate(descriptor, sizeof *a->b) == 0);
    a->b = (board *)mmap(NULL, sizeof *a->b, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    require(a->b != MAP_FAILED);
    close(descriptor);
}

static void end(arena *a)
{
    munmap(a->b, sizeof *a->b);
    remove_directory(a->w.directory);
}

static void run_and_kill(arena *a, const char *durability)
{
    const char *writer = required_variable("TALLY_CRASH_WRITER");
    /* Most of them within the work, after so many ticks of the clock; some as early as it gets. */
    unsigned ticks = next_random(a, 4) == 0 ? 0 : 1 + next_random(a, 20000);
    unsigned microseconds = next_random(a, ticks == 0 ? 20000 : 1000);
    uint64_t before = atomic_load(&a->b->clock);
    patience p = {0};
    int status;
    pid_t ended = 0, child = fork();

    require(child >= 0);
    if (child == 0) {
        execl(writer, "crash_writer", a->w.file, durability, a->board_name,
              a->w.page, (char *)NULL);
        _exit(127);
    }
    while (atomic_load(&a->b->clock) < before + ticks && ended == 0 && is_patient(&p)) {
        usleep(100);
        ended = waitpid(child, &status, WNOHANG);
    }
    if (ended == 0) {
        usleep(microseconds);
        kill(child, SIGKILL);
        require(waitpid(child, &status, 0) == child);
    }
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
        fail_msg("the writer ended before the kill, with %d", WEXITSTATUS(status));
    a->kills += 1;
    a->early += atomic_load(&a->b->clock) == before;
}

/* ---- The contents of the file ---- */

static uint64_t count_of(tally_account *account, const char *path)
{
    tally_badge badge;

    check_ok(tally_badge_get(account, path, &badge));
    return badge.count;
}

/* The keys are as after n operations; the answer is n. */
static uint64_t keys_of_lane(tally_account *account, int lane)
{
    uint64_t values[KEYS], n = 0, sum = 0;
    char path[32];
    int i;

    for (i = 0; i < KEYS; i++) {
        snprintf(path, sizeof path, "lane%d.k%d", lane, i);
        values[i] = count_of(account, path);
        if (values[i] > n)
            n = values[i];
        sum += values[i];
    }
    /* None of them is muted, which only rejected batches do. */
    snprintf(path, sizeof path, "lane%d", lane);
    assert_true(count_of(account, path) == sum + (lane == 0 ? n : 0));
    for (i = 0; i < KEYS; i++) {
        /* The last number up to n that leaves the rest i. */
        uint64_t expected = n >= (uint64_t)i ? n - (n - (uint64_t)i) % KEYS : 0;

        if (values[i] != expected)
            fail_msg("lane %d: after %llu operations key %d has %llu", lane, (unsigned long long)n, i,
                     (unsigned long long)values[i]);
    }
    return n;
}

/* The messages are as after n operations; the answer is n. */
static uint64_t messages_of_lane(tally_account *account)
{
    tally_message messages[2 * KEYS];
    char text[8192], id[32];
    size_t count, size, i;
    uint64_t page = count_of(account, "lane3.page"), unread, total, rows;

    check_ok(message_list(account, "lane3.in", 0, 0, COUNT_OF(messages), messages, COUNT_OF(messages), text,
                                sizeof text, &count, &size));
    assert_int_equal(count, page < KEYS ? page : KEYS);
    check_ok(message_counts(account, "lane3.in", 0, &total, &unread, NULL));
    assert_true(unread <= 1);
    /* The outbox has the messages that were read, neither more nor less. */
    check_ok(outbox_counts(account, &rows, NULL, NULL));
    assert_int_equal(rows, page - (unread ? 1 : 0));
    for (i = 0; i < count; i++) {
        snprintf(id, sizeof id, "m%llu", (unsigned long long)(page - i));
        assert_string_equal(text + messages[i].id.offset, id);
        assert_int_equal(messages[i].state, i == 0 && unread ? TALLY_MESSAGE_STATE_UNSEEN : TALLY_MESSAGE_STATE_READ);
    }
    check_badge(account, "lane3.in", unread != 0, unread);
    return page == 0 ? 0 : 2 * page - (unread ? 1 : 0);
}

static void check_lane(arena *a, int i, uint64_t n, const uint64_t from[LANES])
{
    lane *l = &a->b->lanes[i];
    uint64_t promised = atomic_load(&l->promised), begun = atomic_load(&l->begun), answered = atomic_load(&l->answered);

    if (n < promised)
        fail_msg("lane %d has %llu operations, and %llu were promised", i, (unsigned long long)n,
                 (unsigned long long)promised);
    if (n > (begun > answered ? begun : answered))
        fail_msg("lane %d has %llu operations, and %llu were begun", i, (unsigned long long)n,
                 (unsigned long long)begun);
    a->checked += answered - from[i];
    a->promised += promised > from[i] ? promised - from[i] : 0;
}

/* Nothing later without all that was earlier. */
static void check_order(arena *a, const uint64_t present[LANES], const uint64_t from[LANES])
{
    int i, j;

    for (i = 0; i < LANES; i++) {
        uint64_t missing = present[i] + 1;
        unsigned long long end;

        if (missing > atomic_load(&a->b->lanes[i].answered))
            continue;
        end = atomic_load(&a->b->lanes[i].end[missing % REMEMBERED]);
        for (j = 0; j < LANES; j++) {
            if (present[j] > from[j] && end < atomic_load(&a->b->lanes[j].begin[present[j] % REMEMBERED]))
                fail_msg("operation %llu of lane %d is there, and not %llu of lane %d, which was answered before",
                         (unsigned long long)present[j], j, (unsigned long long)missing, i);
        }
    }
}

static void check_file(arena *a, uint64_t from[LANES])
{
    tally_account *bo;
    tally_account_options options = {.struct_size = sizeof options, .aggregation = TALLY_AGGREGATION_SUM};
    uint64_t present[LANES];
    int i;

    world_open(&a->w, WORLD_FILE);
    check_ok(tally_account_open(a->w.engine, "bo", &options, &bo));
    present[0] = keys_of_lane(a->w.account, 0);
    assert_true(count_of(a->w.account, "lane0.n") == present[0]);
    present[1] = keys_of_lane(a->w.account, 1);
    present[2] = keys_of_lane(bo, 2);
    present[MESSAGES] = messages_of_lane(a->w.account);
    for (i = 0; i < LANES; i++)
        check_lane(a, i, present[i], from);
    check_order(a, present, from);
    check_ok(tally_account_verify(a->w.account));
    check_ok(tally_account_verify(bo));
    /* The next run goes on from what there is; which is safe now, since the file is closed in order. */
    check_ok(tally_badge_clear(bo, "lane2.dot"));
    for (i = 0; i < LANES; i++) {
        atomic_store(&a->b->lanes[i].begun, present[i]);
        atomic_store(&a->b->lanes[i].answered, present[i]);
        atomic_store(&a->b->lanes[i].promised, present[i]);
        from[i] = present[i];
    }
    tally_account_release(bo);
    world_close(&a->w);
}

TEST_ALONE(nothing_is_lost)
{
    static const char *const durabilities[] = {"full", "group"};
    uint64_t seed = seed_of_test(), from[LANES] = {0};
    int turn, turns = is_soak() ? 1000 : 20;
    arena a;

    print_message("    seed %llu\n", (unsigned long long)seed);
    begin(&a, seed);
    for (turn = 0; turn < turns; turn++) {
        run_and_kill(&a, durabilities[turn % 2]);
        check_file(&a, from);
    }
    print_message("    %llu kills, %llu of them before anything was done; of %llu operations answered with OK, "
                  "%llu were promised, and were there\n",
                  (unsigned long long)a.kills, (unsigned long long)a.early, (unsigned long long)a.checked,
                  (unsigned long long)a.promised);
    assert_true(a.promised > 0);
    end(&a);
}
