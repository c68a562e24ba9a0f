/* Memory for Swift's objects. Swift's runtime ends the process if there is no memory for an object. So there is a
 * reserve beside malloc, which is filled before a call changes anything. A function that makes objects first claims a
 * share of it, and releases the share at the end. An object comes from malloc or, if malloc fails, from the reserve.
 * The next claim replaces the used part, or fails, which is a status.
 *
 * A share has enough for the objects of one call, however much is stored. ctally_reserve_refill refills the share
 * before the next of possibly many objects. ctally_reserve_expect keeps memory ready for one array, which may be long.
 * Every block comes from a malloc of its own, so free releases all of them. Any thread. */
#ifndef CTALLY_RESERVE_H
#define CTALLY_RESERVE_H

#include <stddef.h>
#include <stdint.h>

/* Claims a share. Not 0: memory ran out. */
int ctally_reserve_claim(void);

/* Releases the share. */
void ctally_reserve_release(void);

/* Replaces the used part, for a caller that has a share. Not 0: there is not enough memory. */
int ctally_reserve_refill(void);

/* Puts a block of that size into the reserve, for an array. Returns its number; 0: memory ran out. */
uint64_t ctally_reserve_expect(size_t size);

/* The array was made. Removes the block, unless it was needed. */
void ctally_reserve_forget(uint64_t number);

/* Swift's objects call this instead of posix_memalign. The Makefile redirects them. */
int ctally_reserve_allocate(void **out_block, size_t alignment, size_t size);

#endif
