/*
 * Preloaded before libtally: makes the k-th allocation fail, once or from then on. fault_arm: of those that the library
 * makes by aligned_alloc, where all of its storage comes from that grows with the host's data. fault_arm_each: of all
 * that the library makes, whichever way, and SQLite, libuv and libcurl.
 */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fail_allocation.h"

/* If it is set, it decides for each allocation. 1: this one fails. */
extern int (*fault_allocation)(void);
int (*fault_allocation)(void);

static long countdown = -1; /* Negative: none fails. */
static int stays;
static long fired;

/* For fault_arm_each. The threads of an engine allocate too. */
static volatile int is_each;
static long asked, failed;
static long first_failing;
static int fails_for_ever;
static unsigned char *kinds;
static long kind_capacity;

/* For fault_limit. */
static size_t limit;

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static int (*next_memalign)(void **, size_t, size_t);

/* The addresses of the code whose allocations fail. */
typedef struct region {
    uintptr_t start, end;
    int is_tally;
} region;

static region regions[8];
static int region_count;

/* dlsym itself allocates nothing where it succeeds. */
static void find_next(void)
{
    *(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc");
    *(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
    *(void **)&next_memalign = dlsym(RTLD_NEXT, "posix_memalign");
    *(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc");
}

/* ---- Each of the library's and of its libraries' ---- */

static int note_region(struct dl_phdr_info *info, size_t size, void *data)
{
    static const char *const names[] = {"libtally", "libsqlite3", "libuv", "libcurl"};
    size_t i;
    int n;

    (void)size;
    (void)data;
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (info->dlpi_name == NULL || strstr(info->dlpi_name, names[i]) == NULL)
            continue;
        for (n = 0; n < info->dlpi_phnum; n++) {
            const ElfW(Phdr) *part = &info->dlpi_phdr[n];

            if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || region_count == 8)
                continue;
            regions[region_count].start = info->dlpi_addr + part->p_vaddr;
            regions[region_count].end = info->dlpi_addr + part->p_vaddr + part->p_memsz;
            regions[region_count].is_tally = i == 0;
            region_count += 1;
        }
    }
    return 0;
}

void fault_arm_each(long k, int for_ever, unsigned char *out_kinds, long capacity)
{
    if (region_count == 0)
        dl_iterate_phdr(note_region, NULL);
    asked = 0;
    failed = 0;
    first_failing = k;
    fails_for_ever = for_ever;
    kinds = out_kinds;
    kind_capacity = capacity;
    is_each = 1;
}

long fault_disarm_each(long *out_asked)
{
    is_each = 0;
    if (out_asked != NULL)
        *out_asked = asked;
    return failed;
}

long fault_failed_each(void) { return failed; }
void fault_pause_each(int is_paused) { is_each = !is_paused; }

size_t fault_in_use(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

void fault_limit(size_t bytes)
{
    if (region_count == 0)
        dl_iterate_phdr(note_region, NULL);
    limit = bytes;
}

static int each_fails(const void *caller, size_t size, unsigned char kind)
{
    long number;
    int i;

    if (!is_each && limit == 0)
        return 0;
    for (i = 0; i < region_count; i++) {
        if ((uintptr_t)caller >= regions[i].start && (uintptr_t)caller < regions[i].end)
            break;
    }
    if (i == region_count)
        return 0;
    if (!is_each) {
        if (fault_in_use() + size <= limit)
            return 0;
        errno = ENOMEM;
        return 1;
    }
    number = __sync_add_and_fetch(&asked, 1);
    if (kinds != NULL && number <= kind_capacity)
        kinds[number - 1] = regions[i].is_tally ? kind : FAULT_OTHER;
    if (number < first_failing || (number > first_failing && !fails_for_ever))
        return 0;
    __sync_add_and_fetch(&failed, 1);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    if (next_malloc == NULL)
        find_next();
    return each_fails(__builtin_return_address(0), size, FAULT_OBJECT) ? NULL : next_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    if (next_malloc == NULL)
        find_next();
    return each_fails(__builtin_return_address(0), count * size, FAULT_OBJECT) ? NULL : next_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    if (next_malloc == NULL)
        find_next();
    return each_fails(__builtin_return_address(0), size, FAULT_OBJECT) ? NULL : next_realloc(block, size);
}

int posix_memalign(void **out_block, size_t alignment, size_t size)
{
    if (next_malloc == NULL)
        find_next();
    return each_fails(__builtin_return_address(0), size, FAULT_OBJECT) ? ENOMEM : next_memalign(out_block, alignment, size);
}

/* ---- Those of the library by aligned_alloc ---- */

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

    if (next_malloc == NULL)
        find_next();
    if (each_fails(__builtin_return_address(0), size, FAULT_STORAGE))
        return NULL;
    if ((countdown >= 0 || fault_allocation != NULL) && dladdr(__builtin_return_address(0), &caller) != 0
        && caller.dli_fname != NULL && strstr(caller.dli_fname, "libtally") != NULL && fails()) {
        errno = ENOMEM;
        return NULL;
    }
    error = next_memalign(&block, alignment, size);
    if (error != 0) {
        errno = error;
        return NULL;
    }
    return block;
}
