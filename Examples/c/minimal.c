/*
 * minimal.c: badges in memory.
 *
 *     cc -std=c99 -Iinclude Examples/c/minimal.c -Lbuild -ltally -Wl,-rpath,build -o minimal && ./minimal
 */
#include <inttypes.h>
#include <stdio.h>
#include <tally.h>

/* Every call answers a status. A positive one (TALLY_HELD) is a success that says more. */
static int failed(tally_status status)
{
    if (status < 0)
        fprintf(stderr, "%s: %s\n", tally_status_name(status), tally_status_message(status));
    return status < 0;
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
        printf("root shows %" PRIu64 "\n", badge.count); /* 3: a dot adds nothing to a number. */

    tally_account_release(account);
    bad |= failed(tally_engine_close(engine, -1));
    return bad;
}
