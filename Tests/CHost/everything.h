/* A file with everything in it: made through the header, and checked through it. */
#ifndef TALLY_TEST_EVERYTHING_H
#define TALLY_TEST_EVERYTHING_H

#include "support.h"

/* Fills the world's account "ann" and a second one: badges of every kind, mutes, ends, a feed with a cursor and a
 * title, messages in every state, and batches with a source and with an identifier. The world has a file, is
 * host-driven, and its clock stands at CLOCK_START. */
void make_everything(world *w);

/* Checks that the file has all of it, and nothing else, while the clock stands at CLOCK_START. From 50 s on, what
 * expires then is gone, and from 60 s on a mute too. Opens nothing, so a test can call it before and after. */
void check_everything(world *w);

/* The same for the batches, and for the reminders. */
void check_batches(world *w);
void check_reminders(world *w);

/* The badges of one account, its messages and its reminders, as far as they can be read: for files that may be damaged.
 * Answers the first error, or OK. */
tally_status read_everything(tally_account *account, size_t *out_badges, size_t *out_messages);

#endif
