/* Worlds that begin with one build of the library, and go on with another one. */
#ifndef TALLY_SIM_CARRY_H
#define TALLY_SIM_CARRY_H

struct world;

/* Closes the devices, and writes their files into a folder of the system. */
void carry_out(struct world *w, const char *folder);
/* The devices open the files of the folder instead of their own, and show the same. */
void carry_in(struct world *w, const char *folder);

#endif
