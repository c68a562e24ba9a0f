/* Accounts as such: which there are, and how they come and go. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Partitions ---- */

static void check_partition(const char *name, uint32_t partitions, uint32_t expected)
{
    uint32_t partition = 77;

    check_ok(tally_account_hash(name, partitions, &partition));
    assert_int_equal(partition, expected);
}

/* The table of docs/account-hash.md. */
static void partitions_of_names(void **state)
{
    char longest[257];
    uint32_t partition = 77;

    (void)state;
    memset(longest, 'x', sizeof longest);
    longest[255] = '\0';
    check_partition("a", UINT32_MAX, 0xe40c292cu);
    check_partition("ann", UINT32_MAX, 0x1529cc18u);
    check_partition("foobar", UINT32_MAX, 0xbf9cf968u);
    check_partition("m\xC3\xBCller", UINT32_MAX, 0x52fa575cu);
    check_partition(longest, UINT32_MAX, 0x6318963fu);
    check_partition("a", 16, 12);
    check_partition("foobar", 100, 20);
    check_partition(longest, 2, 1);
    check_partition("ann", 1, 0);
    check_status(tally_account_hash("ann", 0, &partition), TALLY_ERROR_ARGUMENT);
    check_message("partition");
    check_status(tally_account_hash(NULL, 2, &partition), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("ann", 2, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("", 2, &partition), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_hash("a\tb", 2, &partition), TALLY_ERROR_ARGUMENT);
    longest[255] = 'x';
    longest[256] = '\0';
    check_status(tally_account_hash(longest, 2, &partition), TALLY_ERROR_ARGUMENT);
    assert_int_equal(partition, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partitions_of_names),
    };

    return cmocka_run_group_tests_name("accounts", tests, NULL, NULL);
}
