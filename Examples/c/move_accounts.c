/*
 * move_accounts.c: a server keeps the accounts of many users, and a second machine takes over some of them.
 *
 *     cc -std=c99 move_accounts.c -o move_accounts $(pkg-config --cflags --libs tally)
 *
 * Both machines read the same log of orders. An account moves together with the position of the log, up to which it
 * was applied. Here two engines in one process stand for the two machines.
 */
#include <string.h>

#include "example.h"

#define LOG "orders"

enum { ACCOUNTS = 3 };

static const char *const users[ACCOUNTS] = {"ann", "bo", "cy"};

/* Applies one line of the log: a user gets orders. */
static void apply(tally_engine *engine, uint64_t position, const char *user, int64_t orders)
{
    tally_engine_batch_options options = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "root.orders", .value = orders};
    tally_item item = {.account = user, .operations = &operation, .count = 1};

    options.source = LOG;
    options.epoch = 1;
    options.position = position;
    if (check(tally_engine_batch(engine, &item, 1, &options)) == TALLY_ALREADY_APPLIED)
        printf("  position %" PRIu64 " was applied before\n", position);
}

static void print_machine(const char *name, tally_engine *engine)
{
    tally_position position = TALLY_POSITION_INIT;
    tally_badge total;

    check(tally_engine_get_position(engine, LOG, &position));
    check(tally_engine_get_total_of_all(engine, &total)); /* Accounts on a server are not logged in; this has all. */
    printf("  %s, at position %" PRIu64 " of the log: %" PRIu64 " orders\n", name, position.position, total.count);
}

/* Applies a batch of a log that belongs to one account, such as the actions on one of the user's devices. */
static void apply_own_log(tally_engine *engine, const char *user)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operation = {.kind = TALLY_OP_DOT, .path = "root.offers"};
    tally_account *account;

    options.source = "phone";
    options.epoch = 1;
    options.position = 41;
    check(tally_account_open(engine, user, NULL, &account));
    check(tally_badge_batch(account, &operation, 1, &options, NULL));
    tally_account_release(account);
}

static void print_own_log(tally_engine *engine, const char *user)
{
    tally_position position = TALLY_POSITION_INIT;
    tally_account *account;

    check(tally_account_open(engine, user, NULL, &account));
    check(tally_account_get_position(account, "phone", &position));
    printf("  the phone of %s continues after position %" PRIu64 "\n", user, position.position);
    tally_account_release(account);
}

/* Moves accounts and the position of the log. The new machine imports all of them in one transaction, and only then the
 * old one removes them: a crash in between leaves an account on both machines, never on none. */
static void move(tally_engine *from, tally_engine *to, const char *const *names, size_t count)
{
    tally_import imports[ACCOUNTS + 1] = {{0}};
    tally_bytes bytes[ACCOUNTS + 1];

    for (size_t i = 0; i < count; i++) {
        check(tally_engine_export_account(from, names[i], &bytes[i]));
        imports[i].account = names[i];
    }
    check(tally_engine_export_source(from, LOG, &bytes[count])); /* Its import has no account. */
    for (size_t i = 0; i <= count; i++) {
        imports[i].bytes = bytes[i].data;
        imports[i].size = bytes[i].size;
    }
    check(tally_engine_import(to, imports, count + 1, 0));
    for (size_t i = 0; i < count; i++)
        check(tally_account_remove(from, names[i]));
    for (size_t i = 0; i <= count; i++)
        tally_bytes_release(&bytes[i]);
}

/* Copies an account to another name, for example to look into a user's complaint. */
static void copy(tally_engine *engine, const char *from, const char *to)
{
    tally_account *account;
    tally_bytes original, copied;
    int is_equal;

    check(tally_account_open(engine, from, NULL, &account));
    check(tally_account_export(account, &original));
    tally_account_release(account);
    check(tally_account_import(engine, to, original.data, original.size));
    check(tally_account_open(engine, to, NULL, &account));
    check(tally_account_export(account, &copied));
    tally_account_release(account);
    is_equal = original.size == copied.size && memcmp(original.data, copied.data, copied.size) == 0;
    printf("  %s and %s are %s\n", from, to, is_equal ? "equal" : "different");
    tally_bytes_release(&original);
    tally_bytes_release(&copied);
}

int main(void)
{
    const char *moving[ACCOUNTS];
    size_t count = 0;
    tally_engine *old, *new;

    check(tally_engine_open(NULL, &old));
    check(tally_engine_open(NULL, &new));
    printf("one machine\n");
    apply(old, 1, "ann", 1);
    apply(old, 2, "bo", 2);
    apply(old, 3, "cy", 4);
    apply_own_log(old, "cy");
    print_machine("the old machine", old);

    printf("a second machine\n");
    for (size_t i = 0; i < ACCOUNTS; i++) {
        uint32_t partition;

        check(tally_account_hash(users[i], 2, &partition)); /* The same on every machine, and in every version. */
        printf("  %s belongs to partition %" PRIu32 "\n", users[i], partition);
        if (partition == 1)
            moving[count++] = users[i];
    }
    move(old, new, moving, count);
    print_machine("the old machine", old);
    print_machine("the new machine", new);

    printf("the new machine reads the log\n");
    apply(new, 3, "cy", 4);
    apply(new, 4, "cy", 8);
    print_machine("the new machine", new);
    print_own_log(new, "cy");
    copy(new, "cy", "copy of cy");

    check(tally_engine_close(old, TALLY_NO_TIMEOUT));
    check(tally_engine_close(new, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
