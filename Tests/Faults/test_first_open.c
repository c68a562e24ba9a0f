/*
 * The first engine of a process, where memory or descriptors run out at any point: opening it returns OK, NO_MEMORY or
 * IO, and later it succeeds. Each attempt is a process of its own, because libuv prepares itself once for a process.
 * Runs with fail_allocation.c preloaded.
 */
#include "support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define STEP 128

static void (*limit_memory)(size_t bytes);
static size_t (*in_use)(void);

enum { OPENED, REFUSED, WRONG, NOT_AGAIN };

/* In a process of its own: opens an engine with so many bytes more (0: no limit) or so many descriptors, and then one
 * without a limit. */
static int open_in_child(size_t room, rlim_t descriptors)
{
    pid_t child = fork();
    int status;

    require(child >= 0);
    if (child == 0) {
        tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
        tally_engine *engine = NULL;
        struct rlimit former, limit;
        tally_status result, again;

        options.flags = TALLY_ENGINE_HOST_DRIVEN;
        require(getrlimit(RLIMIT_NOFILE, &former) == 0);
        limit = former;
        if (descriptors != 0)
            limit.rlim_cur = descriptors;
        require(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        if (room != 0)
            limit_memory(in_use() + room);
        result = tally_engine_open(&options, &engine);
        limit_memory(0);
        require(setrlimit(RLIMIT_NOFILE, &former) == 0);
        if (result == TALLY_OK && tally_engine_close(engine, 10000) != TALLY_OK)
            _exit(WRONG);
        if (result != TALLY_OK && result != (room != 0 ? TALLY_ERROR_NO_MEMORY : TALLY_ERROR_IO))
            _exit(WRONG);
        again = tally_engine_open(&options, &engine);
        if (again != TALLY_OK || tally_engine_close(engine, 10000) != TALLY_OK)
            _exit(NOT_AGAIN);
        _exit(result == TALLY_OK ? OPENED : REFUSED);
    }
    require(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status))
        fail_msg("with %zu bytes or %d descriptors more: signal %d", room, (int)descriptors, WTERMSIG(status));
    if (WEXITSTATUS(status) > REFUSED)
        fail_msg("with %zu bytes or %d descriptors more: %d", room, (int)descriptors, WEXITSTATUS(status));
    return WEXITSTATUS(status);
}

static void load_faults(void)
{
    *(void **)&limit_memory = dlsym(RTLD_DEFAULT, "fault_limit");
    *(void **)&in_use = dlsym(RTLD_DEFAULT, "fault_in_use");
    require(limit_memory != NULL && in_use != NULL);
}

/* The loop is made early, while little memory is in use. Behind it the steps are longer. */
TEST_ALONE(memory_runs_out_in_the_first_open)
{
    size_t room;
    int refused = 0;

    load_faults();
    for (room = STEP; open_in_child(room, 0) != OPENED; room += room < 256 * 1024 ? STEP : room / 16)
        refused += 1;
    print_message("    refused %d times, opened with %zu bytes\n", refused, room);
    assert_true(refused > 100);
}

TEST_ALONE(descriptors_run_out_in_the_first_open)
{
    rlim_t count = 3;
    int refused = 0;

    load_faults();
    for (; open_in_child(0, count) != OPENED; count += 1)
        refused += 1;
    print_message("    refused %d times, opened with %d descriptors\n", refused, (int)count);
    assert_true(refused > 0);
}
