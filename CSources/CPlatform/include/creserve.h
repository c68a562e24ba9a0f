/* Memory for Swift's objects. Its runtime ends the process if there is none for an object. So there is a reserve beside
 * malloc, which is filled before a call changes anything. A function that makes objects claims a share of it first, and
 * releases the share in the end. An object comes from malloc; if malloc fails, from the reserve. The next claim
 * replaces what was taken, or fails, which is a status.
 *
 * A share holds what one call makes, however much is stored. ctally_reserve_refill begins another share before one more
 * of something is made of which there may be many. ctally_reserve_expect keeps memory ready for one array, which may be
 * long. Every block comes from a malloc of its own, so free takes back all of them. Any thread. */
#ifndef CTALLY_RESERVE_H
#define CTALLY_RESERVE_H

#include <stddef.h>
#include <stdint.h>

/* Claims a share. Not 0: there is no memory for it. */
int ctally_reserve_claim(void);

/* Releases the share. */
void ctally_reserve_release(void);

/* Replaces what was taken, for a caller that has a share. Not 0: there is no memory for all of it. */
int ctally_reserve_refill(void);

/* Puts a block of that size into the reserve, for an array. Answers its number; 0: there is no memory for it. */
uint64_t ctally_reserve_expect(size_t size);

/* The array was made. Takes the block out again, unless it was needed. */
void ctally_reserve_forget(uint64_t number);

/* What Swift's objects call instead of posix_memalign; the Makefile redirects them. */
int ctally_reserve_allocate(void **out_block, size_t alignment, size_t size);

#endif
