/* Files that are old, newer, damaged, not ours, in the wrong place or without room: each is a status and a message, and
 * what is not ours, or is refused, is left byte for byte as it was. */
#include "everything.h"

#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- What the tests share ---- */

/* The file of an older version, as it was kept. */
static void copy_kept_file(world *w, int version)
{
    const char *folder = getenv("TALLY_FILES");
    char name[400];
    size_t count;
    char *bytes;

    require((size_t)snprintf(name, sizeof name, "%s/schema-%d.db", folder != NULL ? folder : "Tests/CHost/files",
                             version) < sizeof name);
    bytes = read_file(name, &count);
    require(bytes != NULL);
    write_file(w->file, bytes, count);
    free(bytes);
}

/* ---- Older versions ---- */

static const int kept_versions[] = {1};

static void kept_files_come_with_everything(void **state)
{
    size_t i;

    (void)state;
    for (i = 0; i < COUNT_OF(kept_versions); i++) {
        world w;

        world_init(&w, WORLD_CLOSED);
        copy_kept_file(&w, kept_versions[i]);
        world_open(&w, WORLD_FILE);
        check_everything(&w);
        check_ok(tally_badge_set(w.account, "a.b", 4));
        check_ok(tally_badge_set(w.account, "a.b", 3));
        world_close(&w);
        world_open(&w, WORLD_FILE);
        check_everything(&w);
        fake_clock_advance(&w.clock, 70000);
        check_everything(&w);
        world_end(&w);
    }
}

/* Killed while the file is brought up to date: it is the one or the other. */
static void a_kill_while_migrating(void **state)
{
    int turn, turns = is_soak() ? 300 : 30;

    (void)state;
    for (turn = 0; turn < turns; turn++) {
        world w;
        pid_t child;
        int status;

        world_init(&w, WORLD_CLOSED);
        copy_kept_file(&w, 1);
        child = fork();
        require(child >= 0);
        if (child == 0) {
            tally_engine *engine;

            memset(&w.options, 0, sizeof w.options);
            w.options.struct_size = sizeof w.options;
            w.options.file = w.file;
            tally_engine_open(&w.options, &engine);
            pause();
        }
        usleep((useconds_t)(turn % 100) * 300);
        kill(child, SIGKILL);
        require(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
        world_open(&w, WORLD_FILE);
        check_everything(&w);
        world_end(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_files_come_with_everything),
        cmocka_unit_test(a_kill_while_migrating),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
