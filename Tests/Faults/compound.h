/*
 * The cases of test_compound: each is a few steps that change files. A first fault ends the process within them, and a
 * second one happens while they are resumed. The contents of the files after each number of steps are known.
 */
#ifndef TALLY_COMPOUND_H
#define TALLY_COMPOUND_H

#include "support.h"

enum { COMPOUND_STEPS = 6, COMPOUND_STATE = 24576 };

/* The contents of the files, as text. */
typedef struct compound_state {
    char text[COMPOUND_STATE];
    size_t length;
} compound_state;

struct compound_case;

typedef struct session {
    const struct compound_case *c;
    world w;
    char second_file[320]; /* The copy, or the recovered file. */
    int begun;             /* The steps that were begun. */
    int acknowledged;      /* The steps that have returned OK, so that they are on the disk. */
} session;

#define COMPOUND_FILES 1u /* The steps work on files that no engine has open. */
#define COMPOUND_ASIDE 2u /* The file is opened with SET_ASIDE. */
#define COMPOUND_LARGE 4u /* It has too many pairs of faults to try all of them. */

#define COMPOUND_DAMAGED 8u /* The file is damaged, and stays so. */

typedef struct compound_case {
    const char *name;
    unsigned flags;
    /* Makes the files before the first step. NULL: there are none. */
    void (*make)(session *s);
    /* Each step is one change: all of it is on the disk when the step has returned OK. */
    tally_status (*steps[COMPOUND_STEPS + 1])(session *s);
    /* Adds the contents of further files; NULL: there are none. */
    void (*add_state)(session *s, compound_state *state);
    /* Checks the files besides the state; NULL: nothing. */
    void (*check)(session *s);
} compound_case;

extern const compound_case compound_cases[];
extern const size_t compound_case_count;

int compound_step_count(const compound_case *c);

/* Opens the engine and the account, unless the steps need none. In a failure nothing stays open. */
tally_status compound_open(session *s);
tally_status compound_close(session *s);
/* The step after so many of them. */
tally_status compound_step(session *s, int done);
/* Opens the files, verifies them, takes their state, and closes them. Nothing fails meanwhile. */
void compound_take_state(session *s, compound_state *state);

#endif
