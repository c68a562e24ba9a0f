/*
 * Shared by test_crash and crash_writer: lanes of numbered operations, one thread each. The state of a lane after any
 * number of operations is known from the number alone. A board in shared memory outlives the writer. Each lane notes
 * there which operation it begins, and which ones have returned.
 */
#ifndef TALLY_CRASH_H
#define TALLY_CRASH_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Lane 0, of ann: operation n is a batch that sets lane0.n and lane0.k<n % KEYS> to n.
 * Lane 1, of ann: operation n sets lane1.k<n % KEYS> to n.
 * Lane 2, of bo: the same by node, with a dot put and taken away in between, so that n is only half of its calls.
 * Lane 3, of ann: an odd operation applies page p = (n + 1) / 2, which brings the message p at lane3.in, takes the
 * message p - KEYS away, and sets lane3.page to p; an even one reads the message that the one before it brought.
 */
#define LANES 4
#define MESSAGES 3
#define KEYS 8

/* The times of so many operations at the end of a lane are known. */
#define REMEMBERED 65536

typedef struct lane {
    atomic_ullong begun, answered; /* The last one. */
    atomic_ullong promised;        /* The last one that has to be on the disk. */
    /* When, on the board's clock, operation n began, and when it was answered, at n % REMEMBERED. */
    atomic_ullong begin[REMEMBERED], end[REMEMBERED];
} lane;

typedef struct board {
    atomic_ullong clock;
    lane lanes[LANES];
} board;

#endif
