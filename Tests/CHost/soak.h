/* The calls of test_soak.c: every kind of call, on a bounded set of names. */
#ifndef TALLY_SOAK_H
#define TALLY_SOAK_H

#include "support.h"

#include <pthread.h>
#include <stdatomic.h>

#define SOAK_WORKERS 8
#define SOAK_SCOPES 12

/* The state that all workers share. */
typedef struct soak {
    world w;
    char copies[300];                     /* The beginning of the names of the backups. */
    int keeps_one;                        /* The account "ann" takes part, which is never dropped. */
    atomic_uintptr_t scopes[SOAK_SCOPES];
    atomic_int_least64_t requests[16];    /* Requests that nobody has answered yet. */
    atomic_uint random;                   /* Only for the callbacks. */
    atomic_ulong told;                    /* Callbacks that were called. */
    atomic_int is_over;
    const fake_clock *clock;              /* NULL: the system's. */
} soak;

typedef struct worker {
    soak *s;
    int index;
    uint64_t random;
    pthread_t thread;
    tally_account *account; /* The one of this call, under this name. */
    char name[16];
    char path[48];
    char names[4][32];
    unsigned next_name;
    char bytes[1 << 18];
    char text[1 << 16];
    union {
        tally_badge_entry badges[512];
        tally_reason reasons[512];
        tally_message messages[512];
        tally_group groups[64];
        tally_feed_entry feeds[64];
        tally_rejected rejected[128];
        tally_outbox_entry rows[64];
        tally_reminder reminders[64];
        tally_reminder_note notes[64];
        tally_plan_entry plan[512];
        tally_text names[64];
    } entries;
    size_t count, size;
} worker;

typedef struct soak_call {
    const char *name;
    unsigned weight; /* How often it is called, beside the others. */
    tally_status (*call)(worker *k);
} soak_call;

extern const soak_call soak_calls[];
extern const size_t soak_call_count;

unsigned soak_below(worker *k, unsigned bound);
/* A call, drawn by the weights. */
const soak_call *soak_choose(worker *k);
/* The server of the library's requests. */
void soak_transport(void *user_data, const tally_request *request);

#endif
