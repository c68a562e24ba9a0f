/*
 * paths.c: names that come from users or servers become parts of paths, and parts of paths become names again.
 *
 *     cc -std=c99 paths.c -o paths $(pkg-config --cflags --libs tally)
 *
 * A dot separates the components of a path. A name that contains one must be escaped, because it would otherwise become
 * two components. Never build a path with sprintf from a name that somebody else has chosen.
 */
#include "example.h"

/* Sends somebody's mail to a badge of its own, and returns the path of that badge in `path`. */
static void mail_arrives(tally_account *account, const char *sender, char *path, size_t capacity)
{
    size_t length;

    check(tally_path_join("root.mail", sender, path, capacity, &length));
    check(tally_badge_add(account, path, 1));
}

/* Prints the names that a path consists of, without the escapes. */
static void print_names(const char *path)
{
    char name[256];
    size_t length, index = 0;
    tally_status status;

    while ((status = tally_path_component(path, index, name, sizeof name, &length)) == TALLY_OK)
        printf("  component %zu: %s\n", index++, name);
    if (status != TALLY_ERROR_NOT_FOUND) /* Beyond the last component. */
        check(status);
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;
    char path[512], parent[512], name[256];
    size_t length;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));

    mail_arrives(account, "bo@example.org", path, sizeof path);
    mail_arrives(account, "bo@example.org", path, sizeof path);
    mail_arrives(account, "newsletter", path, sizeof path);
    show(account, "root.mail");

    check(tally_path_join("root.mail", "bo@example.org", path, sizeof path, &length));
    show(account, path);
    print_names(path);
    check(tally_path_parent(path, parent, sizeof parent, &length));
    printf("its parent is %s\n", parent);

    /* The escaped name alone is for a program that writes the rest of the path itself. */
    check(tally_path_escape("v1.2\\beta", name, sizeof name, &length));
    printf("root.releases.%s has the name\n", name);
    snprintf(path, sizeof path, "root.releases.%s", name);
    check(tally_path_component(path, 1, name, sizeof name, &length));
    printf("  %s\n", name);

    if (tally_path_escape("", name, sizeof name, &length) == TALLY_ERROR_PATH)
        printf("an empty name is no component\n");

    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
