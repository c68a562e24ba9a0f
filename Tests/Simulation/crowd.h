/* The many accounts of an engine that a log feeds: each has three badges. */
#ifndef TALLY_SIM_CROWD_H
#define TALLY_SIM_CROWD_H

#include <stdint.h>

#define CROWD 12
#define CROWD_STATES 8
#define CROWD_BADGES 3

struct device;

typedef struct crowd_state {
    uint32_t counts[CROWD][CROWD_BADGES];
    int32_t is_there[CROWD];
    uint64_t position; /* How far the log was applied; 0: nothing of it. */
} crowd_state;

/* The state of the accounts, and those that the disk may hold. */
typedef struct crowd {
    crowd_state now, disk[CROWD_STATES];
    int disk_count, is_unknown;
} crowd;

/* The file holds what a copy of it held. */
void crowd_go_back(crowd *c, const crowd *kept);
/* The copy holds `from`, or after a fault what it held before. */
void crowd_keep(crowd *kept, const crowd *from, int is_certain);
/* After an opening that a fault has preceded: one of the states that the disk may hold. */
void crowd_reopened(struct device *d);
void crowd_check(struct device *d);

#endif
