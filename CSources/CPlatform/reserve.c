#include "creserve.h"

#include <errno.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

/* The blocks of a share: the most that one call may need. A larger one may replace a smaller one. */
enum { kinds = 7, kept_shares = 8 };
static const struct {
    size_t size;
    int count;
} share[kinds] = {{64, 16}, {128, 8}, {256, 6}, {512, 4}, {1024, 2}, {2048, 2}, {4096, 1}};

typedef struct block {
    struct block *next;
    size_t size;
    uint64_t number;
} block;

/* Claimed shares, and complete shares. */
static _Atomic int claimed, whole;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Under the lock. */
static block *stock[kinds];
static int counts[kinds];
static block *expected;
static uint64_t last_number;

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }
static void watch_forks(void) { pthread_atfork(before_fork, after_fork, after_fork); }

/* Fills the reserve up to a number of shares. Under the lock. */
static int fill(int shares) {
    for (int kind = 0; kind < kinds; kind++) {
        while (counts[kind] < shares * share[kind].count) {
            block *made = malloc(share[kind].size);
            if (made == NULL) return ENOMEM;
            made->next = stock[kind];
            stock[kind] = made;
            counts[kind] += 1;
        }
    }
    /* Another thread may have filled it further. Then this is too low, and the next claim looks at the blocks. */
    whole = shares;
    return 0;
}

static int fill_for(int shares) {
    pthread_mutex_lock(&lock);
    int result = fill(shares);
    pthread_mutex_unlock(&lock);
    return result;
}

/* Frees what a peak of calls has left. */
static void shrink(void) {
    pthread_mutex_lock(&lock);
    for (int kind = 0; kind < kinds; kind++) {
        while (counts[kind] > kept_shares * share[kind].count) {
            block *last = stock[kind];
            stock[kind] = last->next;
            counts[kind] -= 1;
            free(last);
        }
    }
    if (whole > kept_shares) whole = kept_shares;
    pthread_mutex_unlock(&lock);
}

int ctally_reserve_claim(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int shares = atomic_fetch_add(&claimed, 1) + 1;
    if (shares <= whole) return 0;
    pthread_once(&once, watch_forks);
    int result = fill_for(shares);
    if (result != 0) atomic_fetch_sub(&claimed, 1);
    return result;
}

void ctally_reserve_release(void) {
    if (atomic_fetch_sub(&claimed, 1) == 1 && whole > kept_shares) shrink();
}

int ctally_reserve_refill(void) {
    int shares = claimed;
    return shares <= whole ? 0 : fill_for(shares);
}

/* The smallest block that is large enough. Of equal ones, one of the stock. Under the lock. */
static void *take(size_t size) {
    block **found = NULL;
    for (block **each = &expected; *each != NULL; each = &(*each)->next) {
        if ((*each)->size >= size && (found == NULL || (*each)->size < (*found)->size)) found = each;
    }
    for (int kind = 0; kind < kinds; kind++) {
        if (share[kind].size < size || stock[kind] == NULL) continue;
        if (found != NULL && (*found)->size < share[kind].size) break;
        block *taken = stock[kind];
        stock[kind] = taken->next;
        counts[kind] -= 1;
        whole = 0;
        return taken;
    }
    if (found == NULL) return NULL;
    block *taken = *found;
    *found = taken->next;
    return taken;
}

uint64_t ctally_reserve_expect(size_t size) {
    block *made = malloc(size < sizeof *made ? sizeof *made : size);
    if (made == NULL) return 0;
    pthread_mutex_lock(&lock);
    made->size = size;
    uint64_t number = made->number = ++last_number;
    made->next = expected;
    expected = made;
    pthread_mutex_unlock(&lock);
    return number;
}

void ctally_reserve_forget(uint64_t number) {
    pthread_mutex_lock(&lock);
    block **each = &expected;
    while (*each != NULL && (*each)->number != number) each = &(*each)->next;
    block *found = *each;
    if (found != NULL) *each = found->next;
    pthread_mutex_unlock(&lock);
    free(found);
}

int ctally_reserve_allocate(void **out_block, size_t alignment, size_t size) {
    int is_usual = alignment <= alignof(max_align_t);
    void *made = is_usual ? malloc(size) : aligned_alloc(alignment, size);
    if (made == NULL && is_usual) {
        pthread_mutex_lock(&lock);
        made = take(size);
        pthread_mutex_unlock(&lock);
    }
    *out_block = made;
    return made == NULL ? ENOMEM : 0;
}
