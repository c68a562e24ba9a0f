/* Declarations that the files of steps share. */
#ifndef TALLY_SIM_STEPS_H
#define TALLY_SIM_STEPS_H

#include "world.h"

/* A choice of the dice, which an act of the model needs as well. */
typedef struct choice {
    int node, other, kind, mode, is_subtree, has_sequence;
    int64_t value, until, now;
    uint64_t also; /* A bit for each further node of a message. */
    uint32_t id, count, order;
    int feed, key_count;
    struct {
        int feed;
        uint32_t id;
    } keys[8];
    const item *item;
} choice;



int draw_node(dice *d);
/* A node at which there is something, mostly. */
int draw_busy_node(const seat *s, dice *d);
const message *draw_message(const seat *s, dice *d);
/* 0: there is no such message. */
int64_t key_of(seat *s, int feed, uint32_t id);
/* A call that changes no state of the model has succeeded, unless a fault was in the way. */
void expect(seat *s, int status, const char *call);

#define STEP(name, functions) void step_##name(seat *s, dice *d);
#define WORLD(functions)
#define NONE(functions, reason)
#include "steps.inc"
#undef STEP
#undef WORLD
#undef NONE

#endif
