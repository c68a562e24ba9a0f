/* Two snapshots: read, compared, restored one over the other; what comes out is what the reference says. */
#include "host.h"
#include "lists.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    return mutate(data, size, max_size, seed, 0);
}

/* The two need no engine. */
static void compare(const input *in, const document *first, const document *second, int are_good) {
    bytes expected, actual;
    document patch;
    size_t needed;

    if (!are_good) {
        expect(snapshot_diff(in->first.data, in->first.size, in->second.data, in->second.size, NULL, 0, &needed),
               TALLY_ERROR_MALFORMED);
        return;
    }
    document_diff(&patch, first, second);
    expected = document_write(&patch);
    actual.data = (unsigned char *)allocate(expected.size);
    expect(snapshot_diff(in->first.data, in->first.size, in->second.data, in->second.size, actual.data,
                               expected.size - 1, &actual.size),
           TALLY_ERROR_BUFFER_TOO_SMALL);
    require(actual.size == expected.size);
    expect_ok(snapshot_diff(in->first.data, in->first.size, in->second.data, in->second.size, actual.data,
                                  expected.size, &actual.size));
    require(bytes_equal(&actual, &expected));
    bytes_free(&actual);
    bytes_free(&expected);
    document_free(&patch);
}

static int takes(const host *h, const document *d) {
    size_t i;

    for (i = 0; i < d->count; i++) {
        if (!host_takes_path(h, d->entries[i].path, d->entries[i].length)) return 0;
    }
    return host_takes_path(h, "", 0);
}

/* Restores bytes over what `state` says, which then says what is there. */
static void restore(const host *h, tally_account *account, const bytes *b, const document *d, int is_good,
                    document *state) {
    tally_status status = badge_restore(account, h->path, b->data, b->size);

    if (!is_good)
        require(status == TALLY_ERROR_MALFORMED);
    else if (status == TALLY_ERROR_LIMIT)
        require(h->control & CONTROL_SMALL);
    else
        require(status == (takes(h, d) ? TALLY_OK : TALLY_ERROR_PATH));
    if (status == TALLY_OK) {
        document_free(state);
        document_copy(state, d);
    }
    host_check(h, account, state);
}

/* The difference of two trees is that of what they hold, and leads from one to the other. */
static void compare_trees(const host *h, tally_account *from, const document *from_state, tally_account *to,
                          document *to_state) {
    document patch;
    bytes expected, actual;
    uint64_t digests[2];
    tally_status status;

    document_diff(&patch, from_state, to_state);
    expected = document_write(&patch);
    actual.data = (unsigned char *)allocate(expected.size);
    expect_ok(badge_diff(from, h->path, to, h->path, actual.data, expected.size, &actual.size));
    require(bytes_equal(&actual, &expected));
    status = tally_badge_apply(from, h->path, actual.data, actual.size, 0);
    require(status == TALLY_OK || (status == TALLY_ERROR_LIMIT && (h->control & CONTROL_SMALL)));
    if (status == TALLY_OK) {
        host_check(h, from, to_state);
        expect_ok(tally_badge_digest(from, h->path, digests));
        expect_ok(tally_badge_digest(to, h->path, digests + 1));
        require(digests[0] == digests[1]);
    }
    bytes_free(&actual);
    bytes_free(&expected);
    document_free(&patch);
}

/* The time passes up to a point between all that ends. */
static void pass_time(host *h, tally_account *account, document *state) {
    int64_t timeout;

    h->now = INT64_C(1700000000000);
    expect_ok(tally_engine_step(h->engine));
    expect_ok(tally_engine_get_timeout(h->engine, &timeout));
    require(timeout >= -1);
    host_check(h, account, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = input_split(data, size);
    host *h = host_get(in.control);
    tally_account *one = host_account(h), *other = host_account(h);
    document first, second, state, other_state;
    int is_first = document_read(&first, in.first.data, in.first.size, 0);
    int is_second = document_read(&second, in.second.data, in.second.size, 0);

    compare(&in, &first, &second, is_first && is_second);
    document_init(&state, 0);
    document_init(&other_state, 0);
    restore(h, one, &in.first, &first, is_first, &state);
    restore(h, other, &in.first, &first, is_first, &other_state);
    restore(h, other, &in.second, &second, is_second, &other_state);
    compare_trees(h, one, &state, other, &other_state);
    pass_time(h, other, &other_state);
    document_free(&first);
    document_free(&second);
    document_free(&state);
    document_free(&other_state);
    tally_account_release(one);
    tally_account_release(other);
    input_free(&in);
    return 0;
}
