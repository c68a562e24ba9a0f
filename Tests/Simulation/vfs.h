#ifndef TALLY_SIM_VFS_H
#define TALLY_SIM_VFS_H

#include <stdint.h>

/* Makes the disk in memory the one that SQLite uses, for all files. Returns whether that worked. */
int vfs_install(void);
/* SQLite's random numbers begin again. */
void vfs_seed(uint64_t seed);
/* Random bytes of the world. */
void vfs_random(char *out_bytes, int count);

#endif
