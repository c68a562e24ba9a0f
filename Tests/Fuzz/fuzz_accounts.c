/* Exports of accounts: what is taken means just those bytes, whatever a host does with the account then nothing
 * traps, and what is not taken leaves nothing behind. */
#include "account_fields.h"
#include "host.h"
#include "lists.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { LEAST = 17 };

/* Sets a field to a value at some limit, or changes the bytes of a text; the checksum is right. */
static size_t mutate_field(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    static account_field fields[ACCOUNT_FIELDS];
    bytes whole = {data, size}, changed;
    size_t count = account_fields(&whole, fields, ACCOUNT_FIELDS);
    const account_field *field;

    if (count == 0) return 0;
    field = &fields[seed % count];
    seed /= (unsigned)count;
    if (!field->is_text) {
        uint64_t value = hostile_numbers[seed % hostile_number_count];

        /* Beside a limit as well as at it. */
        changed = account_with_number(&whole, field, value + (seed / hostile_number_count) % 3 - 1);
    } else if (seed % 2 == 0) {
        const char *text = hostile_texts[seed / 2 % hostile_text_count];

        changed = account_with_text(&whole, field, text, strlen(text));
    } else {
        /* The number of bytes precedes the bytes of a text. */
        unsigned char text[64];
        size_t length = field->size < sizeof text ? field->size : sizeof text;

        memcpy(text, data + field->offset + field->size - length, length);
        length = LLVMFuzzerMutate(text, length, sizeof text);
        changed = account_with_text(&whole, field, text, length);
    }
    size = changed.size <= max_size ? changed.size : 0;
    if (size > 0) memcpy(data, changed.data, size);
    bytes_free(&changed);
    return size;
}

/* By fields, or as bytes; mostly with checksums that are right again. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    size_t changed = 0;

    if (size > LEAST && seed % 4 != 0) changed = mutate_field(data + 1, size - 1, max_size - 1, seed / 4);
    if (changed > 0) return changed + 1;
    size = LLVMFuzzerMutate(data, size, max_size);
    if (size > LEAST && seed % 8 != 0) seal_account(data + 1, size - 1);
    return size;
}

static void check_absence(const host *h) {
    tally_text names[16];
    char text[1024];
    size_t count, size;

    expect(tally_account_remove(h->engine, "guest"), TALLY_ERROR_NOT_FOUND);
    expect_ok(account_list(h->engine, NULL, 16, names, 16, text, sizeof text, &count, &size));
    for (size_t i = 0; i < count; i++) require(strcmp(text + names[i].offset, "guest") != 0);
}

/* Whether the bytes are a snapshot with keys, which another function takes. */
static int has_keys(const bytes *given) { return given->size > 5 && given->data[5] == 1; }

static tally_status bring(const host *h, const bytes *given) {
    tally_import one = {.account = "guest", .bytes = given->data, .size = given->size};
    tally_status status;

    if (!has_keys(given)) return tally_account_import(h->engine, "guest", given->data, given->size);
    status = tally_engine_import(h->engine, &one, 1, 0);
    require(status == (one.status == TALLY_OK ? TALLY_OK : TALLY_PARTIAL));
    return one.status;
}

/* As the state of a source, they are taken or not. An engine that has one goes by its time, so it is another one. */
static void bring_source(const bytes *given) {
    tally_import one = {.bytes = given->data, .size = given->size};
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};
    tally_engine *engine;

    if (given->size < 4 || memcmp(given->data, "TLYL", 4) != 0) return;
    expect_ok(tally_engine_open(&options, &engine));
    (void)tally_engine_import(engine, &one, 1, 0);
    require(one.status == TALLY_OK || one.status == TALLY_ERROR_MALFORMED);
    expect_ok(tally_engine_verify(engine));
    expect_ok(tally_engine_close(engine, -1));
}

static void advance(void *user_data, int64_t milliseconds) { ((host *)user_data)->now += milliseconds; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    host *h = host_get(size > 0 ? data[0] & ~CONTROL_LATER : 0);
    bytes given = bytes_copy(data + (size > 0), size - (size > 0)), again;
    tally_status status = bring(h, &given);
    tally_account *account;

    if (status != TALLY_OK) {
        bring_source(&given);
        require(status == TALLY_ERROR_MALFORMED || status == TALLY_ERROR_PATH ||
                (status == TALLY_ERROR_LIMIT && (h->control & CONTROL_SMALL)) ||
                (status == TALLY_ERROR_CONFLICT && has_keys(&given)));
        check_absence(h);
        bytes_free(&given);
        return 0;
    }
    expect(bring(h, &given), TALLY_ERROR_EXISTS);
    expect_ok(tally_account_open(h->engine, "guest", NULL, &account));
    expect_ok(tally_account_verify(account));
    again.data = (unsigned char *)allocate(2 * given.size);
    if (has_keys(&given))
        expect_ok(engine_export(h->engine, "guest", NULL, again.data, 2 * given.size, &again.size));
    else
        expect_ok(account_export(account, again.data, 2 * given.size, &again.size));
    /* Keys and revisions that leave no room for later ones were replaced. Then the new export stays as it is. */
    if (!bytes_equal(&given, &again)) {
        bytes third = {(unsigned char *)allocate(2 * again.size + 64), 0};

        expect_ok(tally_account_remove(h->engine, "guest"));
        tally_account_release(account);
        expect_ok(bring(h, &again));
        expect_ok(tally_account_open(h->engine, "guest", NULL, &account));
        if (has_keys(&again))
            expect_ok(engine_export(h->engine, "guest", NULL, third.data, 2 * again.size + 64, &third.size));
        else
            expect_ok(account_export(account, third.data, 2 * again.size + 64, &third.size));
        require(bytes_equal(&again, &third));
        bytes_free(&third);
    }
    account_exercise(h->engine, "guest", advance, h);
    expect_ok(tally_account_remove(h->engine, "guest"));
    check_absence(h);
    tally_account_release(account);
    bytes_free(&again);
    bytes_free(&given);
    return 0;
}
