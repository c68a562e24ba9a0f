/*
 * Helper of test_once: applies a log to an account until it is killed, as the owner of the log would.
 *
 *     consumer FILE
 *
 * Entry N of the log, from 0, adds 1 to root.n. It begins a few entries before the account's position, like a program
 * that does not know which entries arrived. It writes a line for each entry, "N\n", after tally_badge_batch returned.
 */
#define _GNU_SOURCE 1
#include "tally.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    tally_engine_options options = {0};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;
    tally_engine *engine;
    tally_account *account;
    tally_position position = TALLY_POSITION_INIT;
    uint64_t applied;
    tally_status status;

    if (count != 2)
        return 2;
    options.struct_size = sizeof options;
    options.file = arguments[1];
    once.source = "log";
    if (tally_engine_open(&options, &engine) != TALLY_OK)
        return 3;
    if (tally_account_open(engine, "ann", NULL, &account) != TALLY_OK)
        return 4;
    status = tally_account_get_position(account, "log", &position);
    if (status != TALLY_OK && status != TALLY_ERROR_NOT_FOUND)
        return 5;
    applied = position.position;
    for (once.position = applied > 5 ? applied - 5 : 0;; once.position++) {
        tally_operation operation = {.kind = TALLY_OP_ADD, .path = "root.n", .value = 1};
        char line[32];
        int length;

        if (tally_badge_batch(account, &operation, 1, &once, NULL) < 0)
            return 6;
        length = snprintf(line, sizeof line, "%llu\n", (unsigned long long)once.position);
        if (write(STDOUT_FILENO, line, (size_t)length) != length)
            return 7;
    }
}
