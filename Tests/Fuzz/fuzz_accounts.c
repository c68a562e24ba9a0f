/* Snapshots of accounts: what is taken means just those bytes, and what is not leaves nothing behind. */
#include "host.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { LEAST = 17 };

/* As bytes; mostly with checksums that are right again. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size > LEAST && seed % 8 != 0) seal_account(data + 1, size - 1);
    return size;
}

static void check_absence(const host *h) {
    size_t count, size;

    expect(tally_account_drop(h->engine, "guest"), TALLY_ERROR_NOT_FOUND);
    expect_ok(tally_account_list(h->engine, "gues", 1, NULL, 0, NULL, 0, &count, &size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    host *h = host_get(size > 0 ? data[0] & ~CONTROL_LATER : 0);
    bytes given = bytes_copy(data + (size > 0), size - (size > 0)), again;
    tally_status status = tally_account_restore(h->engine, "guest", given.data, given.size);
    tally_account *account;

    if (status != TALLY_OK) {
        require(status == TALLY_ERROR_MALFORMED || status == TALLY_ERROR_PATH ||
                (status == TALLY_ERROR_LIMIT && (h->control & CONTROL_SMALL)));
        check_absence(h);
        bytes_free(&given);
        return 0;
    }
    expect(tally_account_restore(h->engine, "guest", given.data, given.size), TALLY_ERROR_EXISTS);
    expect_ok(tally_account_open(h->engine, "guest", NULL, &account));
    expect_ok(tally_account_verify(account));
    again.data = (unsigned char *)allocate(2 * given.size);
    expect_ok(tally_account_snapshot(account, again.data, 2 * given.size, &again.size));
    /* Version 1 is only read. */
    require(given.data[4] < again.data[4] || bytes_equal(&given, &again));
    expect_ok(tally_account_drop(h->engine, "guest"));
    check_absence(h);
    tally_account_release(account);
    bytes_free(&again);
    bytes_free(&given);
    return 0;
}
