/* The functions of fail_allocation.so, which is preloaded. Tests find them by dlsym. */
#ifndef TALLY_TEST_FAIL_ALLOCATION_H
#define TALLY_TEST_FAIL_ALLOCATION_H

#include <stddef.h>

/* The k-th aligned_alloc of the library fails, or each from there on. Disarming answers how many have. */
void fault_arm(long k, int for_ever);
long fault_disarm(void);

/* The code that allocates. */
enum { FAULT_STORAGE = 1, FAULT_OBJECT, FAULT_OTHER }; /* CMemory, Swift's runtime, another library */

/* The same for all allocations of the library and of SQLite, libuv and libcurl in its service. out_kinds (or NULL): who
 * wanted each. Disarming answers how many have failed, and out_asked how many there were. */
void fault_arm_each(long k, int for_ever, unsigned char *out_kinds, long capacity);
long fault_disarm_each(long *out_asked);

/* How many have failed since it was armed. */
long fault_failed_each(void);
/* 1: none fails, and none is counted, until 0. */
void fault_pause_each(int is_paused);

/* All these allocations fail that would leave more than so many bytes of the process in use. 0: none fails. */
void fault_limit(size_t bytes);
/* How many bytes are in use. */
size_t fault_in_use(void);

#endif
