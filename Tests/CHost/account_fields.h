/* The fields of an account's export (docs/account-export-format.md), to set each to what nobody expects; and
 * everything that a host may do with an account that was restored from it. For tests, and for the fuzz target. */
#ifndef TALLY_TEST_ACCOUNT_FIELDS_H
#define TALLY_TEST_ACCOUNT_FIELDS_H

#include "reference.h"
#include "tally.h"

typedef struct account_field {
    char name[48];
    int is_text; /* A length, and bytes; else a number. */
    size_t offset;
    size_t size; /* With the length of a text. */
} account_field;

enum { ACCOUNT_FIELDS = 4096 };

/* The fields in their order, `capacity` at most. 0: the bytes are no export of an account. */
size_t account_fields(const bytes *snapshot, account_field *fields, size_t capacity);

/* A copy with another value in the place of a field, and a checksum that is right. */
bytes account_with_number(const bytes *snapshot, const account_field *field, uint64_t value);
bytes account_with_text(const bytes *snapshot, const account_field *field, const void *text, size_t size);

/* Values at the limits of types and of what the library writes. */
extern const uint64_t hostile_numbers[];
extern const size_t hostile_number_count;
/* Texts ended by NUL. */
extern const char *const hostile_texts[];
extern const size_t hostile_text_count;

/* The tried value, for the message of a failure. */
extern char account_trial[200];

/* Calls everything that reads, changes, plans and sends what an account has, lets years pass, and takes it away.
 * advance: the engine's clock goes on by milliseconds. Nothing may trap; and what the account then is verifies, and
 * restores from a snapshot. */
void account_exercise(tally_engine *engine, const char *name, void (*advance)(void *user_data, int64_t milliseconds),
                      void *user_data);

/* The same for an account in a crafted file: any call may return CORRUPT, but nothing may trap. */
void account_exercise_crafted(tally_engine *engine, const char *name,
                              void (*advance)(void *user_data, int64_t milliseconds), void *user_data);

#endif
