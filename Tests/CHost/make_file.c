/* Makes a file of the present schema with everything in it: run before a new schema, and keep what it made beside the
 * others as files/schema-<version>.db.
 *
 *     make_file FILE
 */
#include "everything.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *target;

static void make_file(void **state)
{
    world w;

    (void)state;
    world_init(&w, WORLD_CLOSED);
    require(strlen(target) < sizeof w.file && access(target, F_OK) != 0);
    snprintf(w.file, sizeof w.file, "%s", target);
    world_open(&w, WORLD_FILE);
    make_everything(&w);
    world_close(&w);
    remove_directory(w.directory);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(make_file)};

    if (count != 2) {
        fprintf(stderr, "usage: make_file FILE\n");
        return 2;
    }
    target = arguments[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
