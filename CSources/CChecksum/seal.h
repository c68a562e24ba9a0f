/* Sealing pages. */
#ifndef CTALLY_SEAL_H
#define CTALLY_SEAL_H

#include <stdint.h>

/* Writes the page's number and hash to its end. */
void ctally_checksum_seal(unsigned char *page, int size, uint32_t number);

/* Writes zeros there. */
void ctally_checksum_unseal(unsigned char *page, int size);

/* The hash of all bytes of a page in the log; never 0. */
uint64_t ctally_checksum_hash(const unsigned char *page, int size);

#endif
