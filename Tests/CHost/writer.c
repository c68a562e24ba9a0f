/*
 * Helper of test_store: changes badges until it is killed, and prints each operation that was answered.
 *
 *     writer FILE full|group
 *
 * One line an operation, "N\n", written when tally_badge_batch has answered. Operation N sets root.n to N, and
 * root.k.<N % 16> to N: so the state after any number of operations is known from the number alone.
 */
#define _GNU_SOURCE 1
#include "lists.h"
#include "tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    tally_engine_options options = {0};
    tally_engine *engine;
    tally_account *account;
    tally_badge badge;
    int64_t n;

    if (count != 3)
        return 2;
    options.struct_size = sizeof options;
    options.file = arguments[1];
    options.durability = strcmp(arguments[2], "full") == 0 ? TALLY_DURABILITY_FULL : TALLY_DURABILITY_GROUP;
    if (tally_engine_open(&options, &engine) != TALLY_OK)
        return 3;
    if (tally_account_open(engine, "ann", NULL, &account) != TALLY_OK)
        return 4;
    if (tally_badge_get(account, "root.n", &badge) != TALLY_OK)
        return 5;
    for (n = (int64_t)badge.count + 1;; n++) {
        tally_operation operations[2];
        char key[32], line[32];
        int length;

        memset(operations, 0, sizeof operations);
        snprintf(key, sizeof key, "root.k.%d", (int)(n % 16));
        operations[0].kind = operations[1].kind = TALLY_OP_SET;
        operations[0].path = "root.n";
        operations[1].path = key;
        operations[0].value = operations[1].value = n;
        if (tally_badge_batch(account, operations, 2, PLAIN_BATCH, NULL) != TALLY_OK)
            return 6;
        length = snprintf(line, sizeof line, "%lld\n", (long long)n);
        if (write(STDOUT_FILENO, line, (size_t)length) != length)
            return 7;
    }
}
