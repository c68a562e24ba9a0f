/*
 * A disk that fails on command: a SQLite VFS above the usual one, and a SQLite allocator.
 *
 * For every file it keeps what a loss of power would leave: the bytes as of the last sync, and each write since. A loss
 * of power keeps, drops, tears or garbles each sector of these writes independently. So it may lose a write and keep a
 * later one. Names are directory entries: a file is created or deleted for good only after a sync of the directory.
 * SQLite has its VFS do this with the first sync of a journal or a log that it created.
 *
 * Nothing is really synced. For one thread.
 */
#ifndef TALLY_FAULT_VFS_H
#define TALLY_FAULT_VFS_H

/* A k that never comes: for those who only count. */
#define FAULT_NEVER 1000000000L

/* The operations that can be made to fail. */
#define FAULT_OPEN 1u
#define FAULT_READ 2u
#define FAULT_WRITE 4u
#define FAULT_SYNC 8u
#define FAULT_TRUNCATE 16u
#define FAULT_DELETE 32u
#define FAULT_OTHER 64u /* Locks, sizes, and whether a file is there. */
#define FAULT_ALL 127u
#define FAULT_MEMORY 128u /* The allocations of SQLite. */
#define FAULT_LIBRARY_MEMORY 256u /* Those of the library, where fail_allocation.so is preloaded. */
#define FAULT_PREAD 512u /* The system's pread, called by SQLite or the library. Needs no fault_install. */
#define FAULT_SYSTEM 1024u /* The library's own link, rename, unlink, sync of a folder or a file, and write. */
#define FAULT_LOOK 2048u /* Its own open, stat, realpath, flock, and changes of a file's length or rights. */
#define FAULT_OWN_PREAD 4096u /* As FAULT_PREAD, but called by the library alone. */
#define FAULT_LINK 8192u    /* Its link alone. */
#define FAULT_FOLDER 16384u /* Its syncs of folders alone. */
#define FAULT_LOCK 32768u   /* Its flock alone, and whether a process is alive. */
#define FAULT_OPEN_FOLDER 131072u /* Its open of folders alone. */
#define FAULT_RANDOM 65536u /* Its getrandom. */

typedef enum fault_kind {
    FAULT_ERROR, /* It fails, and has done nothing; what a failed sync did not sync, no later one does either. */
    FAULT_FULL,  /* The disk is full; nothing was written. */
    FAULT_SHORT, /* For a write: half of it was done. */
    FAULT_HALVES, /* For a read or a write: no failure, but the system does half of it, and must be called again. */
    FAULT_FLIP,   /* For FAULT_PREAD: no failure, but one bit differs from the disk's. */
    FAULT_CRASH  /* The process ends before it: nothing works from here on, until fault_power_loss. */
} fault_kind;

typedef enum power_loss {
    POWER_KEEP,  /* As when only the process was killed: everything that was written is there. */
    POWER_DROP,  /* Nothing is there that was not synced. */
    POWER_TEAR,  /* Each sector that was not synced is there or not. */
    POWER_GARBLE /* Or holds anything. */
} power_loss;

/* Registers the VFS as the default one, and the allocator. Before anything else of SQLite. */
void fault_install(void);

/* Whether FAULT_LIBRARY_MEMORY can be made to fail. */
int fault_has_library_memory(void);

/* The name of the VFS below, for those who want the files as they are. */
const char *fault_plain_vfs(void);

/* The k-th operation (1: the next one) of those in `operations` fails; for_ever: and all of them after it. */
void fault_arm(unsigned operations, fault_kind kind, long k, int for_ever);

/* From here on, calls of the system fail with this error. 0: EIO. */
void fault_set_error(int error);

/* How many have failed since it was armed. */
long fault_fired(void);

/* The same; and from here on nothing fails. */
long fault_disarm(void);

/* How many there were since it was armed, whether they failed or not. */
long fault_count(void);

/* From here on, the system's open fails with this error if SQLite or the library calls it to write or create a file:
 * this one, or one below this folder, as on a file system that is mounted read-only (EROFS). 0: no longer. Needs no
 * fault_install. */
void fault_read_only(const char *place, int error);

/* From here on, files say that a write which the power interrupts may damage its whole sector, of 512 bytes. So SQLite
 * fills the sector behind a commit, and syncs within a frame of its log. 0: what the disk below says. */
void fault_plain_sectors(int is_on);

/* In between, nothing fails, and nothing is counted. */
void fault_suspend(void);
void fault_resume(void);

int fault_has_crashed(void);

/* From here on nothing works, until fault_power_loss. */
void fault_crash(void);

/* Makes the files what is left of them. No file is open then. */
void fault_power_loss(power_loss how, unsigned long long seed);

/* Forgets all files, as when the directory that they were in was removed. */
void fault_forget(void);

#endif
