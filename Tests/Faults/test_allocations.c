/* needs: functions.h */
/*
 * Every call of the header, with each of its allocations failing: alone, and together with all that follow it. The call
 * succeeds, or answers TALLY_ERROR_NO_MEMORY and has changed nothing; and then the same call succeeds. A process of its
 * own makes it, so that one that aborts is counted, with the function and the number of the allocation. Runs with
 * fail_allocation.c preloaded. TALLY_SOAK=1: each allocation, else some of the storage's and of other libraries'.
 * TALLY_TEST=FUNCTION: the calls of one function.
 */
#include "every_call.h"
#include "fail_allocation.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_ALLOCATIONS 20000
#define SAMPLE 6
#define SAMPLE_OF_OBJECTS 16

static void (*arm)(long k, int for_ever, unsigned char *out_kinds, long capacity);
static long (*disarm)(long *out_asked);

/* The reports of the process that makes the calls. */
static struct progress {
    long asked;                           /* Allocations of the call; -1: it was not made yet. */
    long next;                            /* This attempt: twice its place in the plan, and for ever. */
    long failed;                          /* Allocations that have failed. */
    long planned;
    int plan[MAX_ALLOCATIONS];            /* Which allocations are to fail. */
    unsigned char kinds[MAX_ALLOCATIONS]; /* The code that asks for them. */
    char complaint[300];
} *progress;

static const char *const functions[] = {
#define FUNCTION(name) #name,
#include "functions.h"
#undef FUNCTION
};

static long aborts, complaints;

/* ---- In a process of its own ---- */

static void complain(const char *what, tally_status status)
{
    char message[128] = "";
    size_t length;

    tally_error_message(message, sizeof message, &length);
    if (progress->complaint[0] == '\0')
        snprintf(progress->complaint, sizeof progress->complaint, "%s: %s: %s", what, tally_status_name(status), message);
    _exit(3);
}

static void verify(fixture *f)
{
    tally_status status = tally_engine_verify(f->w.engine);

    if (status != TALLY_OK)
        complain("the engine is not sound", status);
}

static void check_refused(const every_call *row, fixture *f, uint64_t before)
{
    tally_status status;

    if (f->account != NULL || f->second != NULL || f->scope != NULL || f->feed != NULL ||
        f->opened != NULL)
        complain("it has failed, and there is a handle", TALLY_ERROR_NO_MEMORY);
    if (f->w.engine != NULL && !(row->flags & AWAY) && every_call_state(f) != before)
        complain("it has failed, and something has changed", TALLY_ERROR_NO_MEMORY);
    status = row->call(f);
    if (status < 0)
        complain("once there is memory", status);
}

/* One call in which the k-th allocation fails; 0: none. Answers how many have failed. */
static long attempt(const every_call *row, long k, int for_ever, long *out_asked)
{
    fixture *f = (fixture *)malloc(sizeof *f);
    uint64_t before;
    tally_status status;
    long failed;

    require(f != NULL);
    every_call_begin(f, row->flags);
    before = every_call_state(f);
    every_call_part(f);
    arm(k, for_ever, k == 0 ? progress->kinds : NULL, MAX_ALLOCATIONS);
    status = row->call(f);
    /* While there is none it stays so. */
    if (for_ever && status == TALLY_ERROR_NO_MEMORY && !(row->flags & ENDS) && (status = row->call(f)) >= 0)
        status = TALLY_ERROR_NO_MEMORY;
    failed = disarm(out_asked);
    if (status == TALLY_ERROR_NO_MEMORY && failed > 0 && !(row->flags & (ENDS | STEPS)))
        check_refused(row, f, before);
    else if (status < 0)
        complain(k == 0 ? "where nothing fails" : "it answers", status);
    if (row->flags & STEPS)
        row->call(f);
    if (f->w.engine != NULL)
        verify(f);
    every_call_end(f);
    free(f);
    return failed;
}

/* In the short form many of the objects', which cannot be refused, and some of the others. */
static void make_plan(void)
{
    long k, count = progress->asked < MAX_ALLOCATIONS ? progress->asked : MAX_ALLOCATIONS;
    long objects = 0, met = 0, step = is_soak() ? 1 : count / SAMPLE + 1, object_step;

    for (k = 1; k <= count; k++)
        objects += progress->kinds[k - 1] == FAULT_OBJECT;
    object_step = is_soak() ? 1 : objects / SAMPLE_OF_OBJECTS + 1;
    for (k = 1; k <= count; k++) {
        int is_object = progress->kinds[k - 1] == FAULT_OBJECT;

        if (k % step == 1 % step || (is_object && met % object_step == 0))
            progress->plan[progress->planned++] = (int)k;
        met += is_object;
    }
}

/* Goes on where the process before it has ended. */
static void make_attempts(const every_call *row)
{
    if (progress->asked < 0) {
        long asked;

        /* The first time has what comes once in a process. */
        attempt(row, 0, 0, &asked);
        attempt(row, 0, 0, &asked);
        progress->asked = asked;
        make_plan();
    }
    while (progress->next < 2 * progress->planned) {
        alarm(HANG_SECONDS);
        progress->failed += attempt(row, progress->plan[progress->next / 2], progress->next % 2, NULL);
        progress->next += 1;
    }
}

/* ---- In the first process ---- */

static void be_quiet(void)
{
    struct rlimit none = {0, 0};
    int null = open("/dev/null", O_WRONLY);

    setrlimit(RLIMIT_CORE, &none);
    if (getenv("TALLY_TEST") == NULL && null >= 0)
        dup2(null, 2);
}

static void describe(const every_call *row, const char *what)
{
    long at = progress->next / 2;

    printf("%s (flags %u): %s", row->function, row->flags, what);
    if (progress->asked >= 0)
        printf(", where allocation %d of %ld fails%s", progress->plan[at], progress->asked,
               progress->next % 2 ? ", and all behind it" : "");
    printf("%s%s\n", progress->complaint[0] != '\0' ? ": " : "", progress->complaint);
}

static void try_call(const every_call *row)
{
    memset(progress, 0, sizeof *progress);
    progress->asked = -1;
    for (;;) {
        pid_t child;
        int status;

        fflush(stdout);
        child = fork();
        require(child >= 0);
        if (child == 0) {
            be_quiet();
            make_attempts(row);
            _exit(0);
        }
        require(waitpid(child, &status, 0) == child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return;
        if (WIFSIGNALED(status)) {
            aborts += 1;
            describe(row, WTERMSIG(status) == SIGALRM ? "does not end" : "aborts");
        } else {
            complaints += 1;
            describe(row, "is wrong");
        }
        if (progress->asked < 0)
            return;
        progress->failed += 1;
        progress->next += 1;
        progress->complaint[0] = '\0';
    }
}

static int has_call(const char *function)
{
    const every_call *row;

    for (row = every_calls; row->function != NULL; row++) {
        if (strcmp(row->function, function) == 0)
            return 1;
    }
    return 0;
}

int main(void)
{
    const char *only = getenv("TALLY_TEST");
    const every_call *row;
    long calls = 0, failed = 0;
    size_t i;

    *(void **)&arm = dlsym(RTLD_DEFAULT, "fault_arm_each");
    *(void **)&disarm = dlsym(RTLD_DEFAULT, "fault_disarm_each");
    progress = (struct progress *)mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (arm == NULL || disarm == NULL || progress == MAP_FAILED) {
        fprintf(stderr, "fail_allocation.so is not preloaded\n");
        return 1;
    }
    for (i = 0; i < COUNT_OF(functions); i++) {
        if (!has_call(functions[i])) {
            printf("%s: has no call in calls.h\n", functions[i]);
            complaints += 1;
        }
    }
    for (row = every_calls; row->function != NULL; row++) {
        if (only != NULL && strcmp(only, row->function) != 0)
            continue;
        try_call(row);
        calls += 1;
        failed += progress->failed;
    }
    if (calls == 0) {
        fprintf(stderr, "calls.h has no call of TALLY_TEST=%s\n", only != NULL ? only : "");
        return 1;
    }
    printf("%ld calls, %ld failing allocations: %ld aborts, %ld wrong\n", calls, failed, aborts, complaints);
    return aborts + complaints != 0;
}
