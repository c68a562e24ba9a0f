/* needs: disk sqlite */
/*
 * The mark behind the number in the lock file says how many frames of SQLite's log were on the disk. It must not count
 * a frame of which only the header was written: a page that an earlier process has left there has another content.
 *
 * SQLite syncs between a header and its page only if it fills sectors, and the sector ends between the two: with pages
 * of 4,096 and sectors of 512 bytes in one of 64 frames. So the log has another length in each try.
 */
#include "support.h"

#include "fault_vfs.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMITS = 40, PATHS = 2000, LEFT = 24, FLAGS = WORLD_FILE | WORLD_FULL };

typedef struct try {
    world *w;
    int commits; /* Before the large transaction. */
    long k;      /* The write, sync or call of the library at which the second process ends. */
} try;

/* Runs a process, which ends without closing anything; what it returns. */
static int run_process(int body(const try *), const try *t)
{
    pid_t child;
    int status;

    fflush(NULL);
    child = fork();
    require(child >= 0);
    if (child == 0)
        _exit(body(t));
    require(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Some commits, and a transaction of many pages, whose first frames stay in the log. */
static int leave_frames(const try *t)
{
    static tally_operation operations[PATHS];
    static char paths[PATHS][32];
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    int i;

    world_open(t->w, FLAGS);
    for (i = 0; i < t->commits / 2; i++)
        if (tally_badge_set(t->w->account, "root.small", i + 1) < 0)
            return 1;
    if (t->commits % 2 != 0 && tally_account_log_in(t->w->account) < 0)
        return 1;
    for (i = 0; i < PATHS; i++) {
        snprintf(paths[i], sizeof paths[i], "root.large%d.entry", i);
        operations[i] = (tally_operation){.kind = TALLY_OP_SET, .path = paths[i], .value = i + 1};
    }
    fault_arm(FAULT_WRITE, FAULT_CRASH, LEFT, 0);
    return tally_badge_batch(t->w->account, operations, PATHS, &options, NULL) >= 0 || fault_fired() == 0;
}

/* 1: the commit was not reached by the fault. */
static int end_in_a_commit(const try *t)
{
    world_open(t->w, FLAGS);
    fault_arm(FAULT_WRITE | FAULT_SYNC | FAULT_SYSTEM, FAULT_CRASH, t->k, 0);
    (void)tally_badge_set(t->w->account, "root.next", 7);
    return fault_fired() == 0;
}

TEST_ALONE(it_counts_no_page_that_another_process_has_left)
{
    long tries = 0;
    int commits;

    fault_plain_sectors(1);
    for (commits = 0; commits < COMMITS; commits++) {
        int is_done = 0;
        long k;

        for (k = 1; !is_done; k++, tries++) {
            world w;
            try t = {&w, commits, k};

            world_init(&w, FLAGS);
            world_close(&w);
            assert_int_equal(run_process(leave_frames, &t), 0);
            is_done = run_process(end_in_a_commit, &t);
            world_open(&w, FLAGS);
            check_ok(tally_engine_verify(w.engine));
            check_badge(w.account, "root.small", commits >= 2, (uint32_t)commits / 2);
            if (is_done)
                check_badge(w.account, "root.next", 1, 7);
            world_end(&w);
            fault_forget();
        }
        assert_true(k > 4);
    }
    fault_plain_sectors(0);
    print_message("    %ld processes ended in a commit\n", tries);
}

int main(void)
{
    fault_install();
    return tests_run();
}
