/* A record of what the library did, byte by byte, for comparing two libraries, or two runs of one. TALLY_RECORD names
 * the file; without it nothing is recorded. */
#ifndef TALLY_TEST_RECORD_H
#define TALLY_TEST_RECORD_H

#include <stddef.h>
#include <stdint.h>

/* Whether there is a record. */
int is_recording(void);

/* Writes a line. */
void record(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes bytes as hexadecimal digits. */
void record_bytes(const char *what, const void *bytes, size_t count);

uint64_t record_hash(const void *bytes, size_t count);

/* Writes all rows of all tables of a closed database, and the hash of the file. */
void record_database(const char *file);

#endif
