/*
 * Preloaded before libtally: makes the k-th aligned_alloc that libtally calls fail, once or from then on. All storage
 * of the library that grows with the host's data comes from there.
 */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

void fault_arm(long k, int for_ever);
long fault_disarm(void);

/* Where it is set, it is asked instead: 1: this one fails. */
extern int (*fault_allocation)(void);
int (*fault_allocation)(void);

static long countdown = -1; /* Negative: none fails. */
static int stays;
static long fired;

/* k: 1 is the next one. */
void fault_arm(long k, int for_ever)
{
    fired = 0;
    stays = for_ever;
    countdown = k;
}

/* How many failed since it was armed. */
long fault_disarm(void)
{
    countdown = -1;
    return fired;
}

static int fails(void)
{
    if (fault_allocation != NULL)
        return fault_allocation();
    if (countdown > 0)
        countdown -= 1;
    if (countdown != 0)
        return 0;
    fired += 1;
    if (!stays)
        countdown = -1;
    return 1;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    Dl_info caller;
    void *block = NULL;
    int error;

    if ((countdown >= 0 || fault_allocation != NULL) && dladdr(__builtin_return_address(0), &caller) != 0
        && caller.dli_fname != NULL && strstr(caller.dli_fname, "libtally") != NULL && fails()) {
        errno = ENOMEM;
        return NULL;
    }
    error = posix_memalign(&block, alignment, size);
    if (error != 0) {
        errno = error;
        return NULL;
    }
    return block;
}
