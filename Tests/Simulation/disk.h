/*
 * A disk in memory: files with names, and for each file what is synced apart from what was only written. A loss of
 * power keeps, loses or tears what was not synced.
 */
#ifndef TALLY_SIM_DISK_H
#define TALLY_SIM_DISK_H

#include "dice.h"

#include <stdint.h>
#include <stddef.h>

/* The names of its files begin with this, followed by the number of the disk and a slash. */
#define DISK_ROOT "/simulated/"
#define DISKS 8

typedef struct inode inode;

/* Operations that a fault can meet. */
enum { DISK_WRITE = 1, DISK_SYNC = 2, DISK_OPEN = 4, DISK_REMOVE = 8, DISK_READ = 16, DISK_OTHER = 32 };
/* CRASH: this operation and all later ones fail, until the power is back. */
typedef enum { DISK_FAIL, DISK_FULL, DISK_CRASH } disk_fault;

/* Forgets all files. */
void disk_reset(void);
/* The k-th operation of these kinds fails, or each from there on. 0 operations: none fails. */
void disk_arm(int disk, unsigned operations, disk_fault kind, long k, int for_ever);
/* Ends the fault, unless it is a crash. Returns how many operations have failed since it was armed. */
long disk_disarm(int disk);
/* How many operations have failed since it was armed. */
long disk_fired(int disk);
int disk_has_crashed(int disk);
/* While it is suspended, nothing fails. */
void disk_suspend(int disk, int is_suspended);
/* The power goes and comes back. 0: everything that was written is there, as after a kill of the process. */
void disk_lose_power(int disk, int loses, dice *d);
/* Everything that was written is on the disk, as after the end of a machine that worked. */
void disk_settle(int disk);
/* How many operations were made, of all kinds. */
long disk_operations(int disk);
/* A hash of the live files. */
uint64_t disk_hash(int disk);

/* ---- For the system's calls and SQLite's ---- */

/* The disk of a path; -1: the path is none of a disk. */
int disk_of(const char *path);
/* Returns 1 if the operation fails, and sets errno. */
int disk_fails(int disk, unsigned operation);
/* NULL: there is no such file. */
inode *disk_find(const char *path);
inode *disk_create(const char *path);
inode *disk_anonymous(void);
/* Returns 0 if there is no such file. */
int disk_remove(const char *path);
int disk_move(const char *from, const char *to, int keeps_from);
void disk_sync_directory(int disk);

inode *inode_retain(inode *i);
void inode_release(inode *i);
uint64_t inode_number(const inode *i);
int64_t inode_size(const inode *i);
/* Returns how many bytes there are, at most count. */
size_t inode_read(const inode *i, void *bytes, size_t count, int64_t offset);
void inode_write(inode *i, const void *bytes, size_t count, int64_t offset);
void inode_truncate(inode *i, int64_t size);
void inode_sync(inode *i);
/* A sync failed: the system tells it once, and never writes what was pending. */
void inode_drop_pending(inode *i);
/* The exclusive lock of a descriptor; 0: somebody has it. */
int inode_lock(inode *i, int descriptor);
void inode_unlock(inode *i, int descriptor);

#endif
