/* A snapshot and a patch: the patch is turned round, applied to the snapshot's state, taken back, and forced. */
#include "host.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    return mutate(data, size, max_size, seed, 1);
}

static bytes inverse_of(const bytes *patch) {
    bytes b;
    size_t size;

    expect(patch_inverse(patch->data, patch->size, NULL, 0, &b.size), TALLY_ERROR_BUFFER_TOO_SMALL);
    b.data = (unsigned char *)allocate(b.size);
    expect_ok(patch_inverse(patch->data, patch->size, b.data, b.size, &size));
    require(size == b.size);
    return b;
}

static bytes turn_round(const bytes *patch, const document *read) {
    document inverse;
    bytes expected, actual = inverse_of(patch), twice = inverse_of(&actual);

    document_copy(&inverse, read);
    document_inverse(&inverse);
    expected = document_write(&inverse);
    require(bytes_equal(&actual, &expected));
    require(bytes_equal(&twice, patch));
    document_free(&inverse);
    bytes_free(&expected);
    bytes_free(&twice);
    return actual;
}

/* The message names the first path: shown up to 200 bytes, control characters none. */
static void check_message(const entry *conflict) {
    char message[1024];
    size_t length, shown = conflict->length < 100 ? conflict->length : 100;

    expect_ok(tally_error_message(message, sizeof message, &length));
    require(memmem(message, length, conflict->path, shown) != NULL);
}

static int takes(const host *h, const document *patch) {
    size_t i;

    for (i = 0; i < patch->count; i++) {
        const entry *e = patch->entries + i;
        if (!own_is_empty(&e->after) && !host_takes_path(h, e->path, e->length)) return 0;
    }
    return host_takes_path(h, "", 0);
}

/* Applies a patch to what `state` says, which then says what is there. */
static void apply(const host *h, tally_account *account, const bytes *patch, const document *read, int force,
                  document *state) {
    document after;
    const entry *conflict;
    tally_status status;

    document_copy(&after, state);
    conflict = document_apply(&after, read, force);
    status = tally_badge_apply(account, h->path, patch->data, patch->size, force ? TALLY_APPLY_OVERWRITE : 0);
    if (!host_takes_path(h, "", 0)) {
        require(status == TALLY_ERROR_PATH);
    } else if (conflict != NULL) {
        require(status == TALLY_ERROR_CONFLICT);
        check_message(conflict);
    } else if (status == TALLY_ERROR_LIMIT) {
        require(h->control & CONTROL_SMALL);
    } else {
        require(status == (takes(h, read) ? TALLY_OK : TALLY_ERROR_PATH));
    }
    if (status == TALLY_OK) {
        document_free(state);
        *state = after;
    } else {
        document_free(&after);
    }
    host_check(h, account, state);
}

static void refuse(const host *h, tally_account *account, const bytes *patch, document *state) {
    size_t size;

    expect(tally_badge_apply(account, h->path, patch->data, patch->size, 0), TALLY_ERROR_MALFORMED);
    expect(tally_badge_apply(account, h->path, patch->data, patch->size, TALLY_APPLY_OVERWRITE), TALLY_ERROR_MALFORMED);
    expect(patch_inverse(patch->data, patch->size, NULL, 0, &size), TALLY_ERROR_MALFORMED);
    host_check(h, account, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = input_split(data, size);
    host *h = host_get(in.control);
    tally_account *account = host_account(h);
    document state, patch, back;

    document_read(&state, in.first.data, in.first.size, 0);
    if (badge_restore(account, h->path, in.first.data, in.first.size) != TALLY_OK) document_free(&state);
    host_check(h, account, &state);
    if (document_read(&patch, in.second.data, in.second.size, 1)) {
        bytes inverse = turn_round(&in.second, &patch);
        require(document_read(&back, inverse.data, inverse.size, 1));
        apply(h, account, &in.second, &patch, 0, &state);
        apply(h, account, &inverse, &back, 0, &state);
        apply(h, account, &in.second, &patch, 1, &state);
        apply(h, account, &inverse, &back, 1, &state);
        document_free(&back);
        bytes_free(&inverse);
    } else {
        refuse(h, account, &in.second, &state);
    }
    document_free(&patch);
    document_free(&state);
    tally_account_release(account);
    input_free(&in);
    return 0;
}
