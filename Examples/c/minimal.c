/*
 * minimal.c: badges in memory.
 *
 *     cc -std=c99 -Iinclude Examples/c/minimal.c -Lbuild -ltally -Wl,-rpath,build -o minimal && ./minimal
 */
#include <inttypes.h>
#include <stdio.h>
#include <tally.h>

/* Every call returns a status. A positive one (TALLY_HELD) is a success that says more. */
static int failed(tally_status status)
{
    if (status < 0)
        fprintf(stderr, "%s: %s\n", tally_status_name(status), tally_status_message(status));
    return status < 0;
}

/* A badge is a number, a dot or nothing. */
static void print(const char *path, const tally_badge *badge)
{
    if (badge->kind == TALLY_KIND_NUMBER)
        printf("%s shows %" PRIu64 "\n", path, badge->count);
    else
        printf("%s shows %s\n", path, badge->kind == TALLY_KIND_DOT ? "a dot" : "nothing");
}

int main(void)
{
    tally_engine *engine = NULL;
    tally_account *account = NULL;
    tally_badge badge;

    int bad = failed(tally_engine_open(NULL, &engine))
        || failed(tally_account_open(engine, "demo", NULL, &account))
        || failed(tally_badge_set(account, "inbox.mentions", 2))
        || failed(tally_badge_set(account, "inbox.replies", 1))
        || failed(tally_badge_dot(account, "promo.item1"))
        || failed(tally_badge_get(account, "root", &badge));
    if (!bad)
        print("root", &badge); /* 3: a dot adds nothing to a number. */
    bad = bad || failed(tally_badge_get(account, "promo", &badge));
    if (!bad)
        print("promo", &badge); /* A dot. */

    tally_account_release(account);
    bad |= failed(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return bad;
}
