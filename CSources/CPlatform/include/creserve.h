/* Memory for Swift's objects. Its runtime ends the process where an object cannot have memory, so it must never be
 * without: beside malloc there is a reserve, which is filled before a call changes anything. Whoever is about to make
 * objects claims a share of it, and gives it up in the end. An object is made by malloc; where that fails, of the
 * reserve. What was taken is replaced by the next one who claims, or the claim fails, which is a status.
 *
 * A share is enough for what one call makes, which does not depend on how much there is; `ctally_reserve_refill` begins
 * another one where something of which there may be many is made, and `ctally_reserve_expect` asks for arrays, which
 * may be long. All blocks come from malloc, each for itself, so free takes all of them back. Any thread. */
#ifndef CTALLY_RESERVE_H
#define CTALLY_RESERVE_H

#include <stddef.h>
#include <stdint.h>

/* Claims a share. Not 0: it could not be had. */
int ctally_reserve_claim(void);

/* Gives it up. */
void ctally_reserve_release(void);

/* Replaces what was taken, for somebody who has a share. Not 0: it could not be had, all at once. */
int ctally_reserve_refill(void);

/* Puts a block of that size into the reserve, for an array. Answers its number; 0: it could not be had. */
uint64_t ctally_reserve_expect(size_t size);

/* The array was made. Takes the block out again, unless it was needed. */
void ctally_reserve_forget(uint64_t number);

/* What Swift's objects call for posix_memalign: the Makefile sees to it. */
int ctally_reserve_allocate(void **out_block, size_t alignment, size_t size);

#endif
