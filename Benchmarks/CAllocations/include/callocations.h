/* callocations.h: counts what a program asks of the allocator, by standing before malloc and the like. glibc only. */
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/* Calls of malloc, calloc, realloc and the aligned ones by this thread so far; always 0 where they are not counted. */
uint64_t callocations_count(void);

#endif
