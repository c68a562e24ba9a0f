/* File functions that SQLite does not have: the kind of a file, the lock beside a database, moving a database, and
 * reading a damaged one. Errors are -errno. */
#ifndef CTALLY_FILES_H
#define CTALLY_FILES_H

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Errors ---- */

/* The error numbers that the library distinguishes. */
static const int32_t ctally_errno_eacces = EACCES, ctally_errno_eperm = EPERM, ctally_errno_erofs = EROFS,
                     ctally_errno_enospc = ENOSPC, ctally_errno_edquot = EDQUOT, ctally_errno_enoent = ENOENT,
                     ctally_errno_enotdir = ENOTDIR, ctally_errno_eisdir = EISDIR, ctally_errno_enomem = ENOMEM,
                     ctally_errno_efbig = EFBIG, ctally_errno_einval = EINVAL, ctally_errno_eexist = EEXIST, ctally_errno_eio = EIO;

/* Borrowed until the thread's next call. */
const char *ctally_file_error_words(int error);

/* ---- Names ---- */

/* The longest name, including NUL. */
enum { CTALLY_PATH_MAX = PATH_MAX };

/* The kind of a path: nothing, a regular file, a directory, something else; or -errno. */
enum { CTALLY_FILE_NONE = 0, CTALLY_FILE_REGULAR = 1, CTALLY_FILE_DIRECTORY = 2, CTALLY_FILE_OTHER = 3 };
int ctally_file_kind(const char *path, int64_t *out_size);

/* Writes the name of a file without symbolic links, as SQLite resolves it, into CTALLY_PATH_MAX bytes. */
int ctally_file_resolve(const char *path, char *name);

/* The identity of the file at a path, whatever names it has. 0, or -errno. */
typedef struct ctally_file_identity {
    uint64_t device, number;
} ctally_file_identity;
int ctally_file_identify(const char *path, ctally_file_identity *out_identity);

/* Renames a file and never replaces an existing one. */
int ctally_file_move(const char *from, const char *to);

/*
 * Sets a database aside, with its log and its journal: under the first of FILE.damaged, FILE.damaged-2, … that is free.
 * The database goes last: until then it is where it was. Puts the name into `name`.
 */
int ctally_file_set_aside(const char *file, char *name, size_t capacity);

/* Removes a database that nobody has open, with the files beside it. */
void ctally_file_remove_database(const char *path);

/*
 * The kind of a file with the name of an SQLite log or journal. FINE: it may be one (it may begin with zeros after a
 * crash), or there is none. DAMAGED: it was one, or it is short; SQLite would overwrite or remove it. NOISE: nothing of
 * it is like one, for example because the power failed before its beginning was on the disk; then nothing in it was
 * committed. -EINVAL: not a file, or a link to one; otherwise -errno. Nobody holds a lock on such a file, so it may be
 * opened.
 */
enum { CTALLY_BESIDE_FINE = 0, CTALLY_BESIDE_DAMAGED = 1, CTALLY_BESIDE_NOISE = 2 };
int ctally_file_judge_beside(const char *path);

/* Renames such a file to its name with `.damaged` behind it, and replaces a former one. */
int ctally_file_set_aside_beside(const char *path);

/* SQLite creates an empty log as soon as it reads. Beside a rejected file it must not stay. */
void ctally_file_remove_if_empty(const char *path);

/*
 * Makes the entries of a file's directory durable. 0 or a negative errno. Where the system cannot do that (a directory
 * that may not be read, a file system without it), there is nothing to wait for, and the result is 0.
 */
int ctally_file_sync_directory(const char *file);

/* ---- Reading ---- */

/* Opens a regular file only for reading, without waiting for other kinds of files. Returns the descriptor, or -EINVAL
 * if it is not a regular file. */
int ctally_file_open(const char *path, int64_t *out_size);
void ctally_file_close(int descriptor);

/* Reads up to `count` existing bytes. Returns 0, or -errno if the system cannot read. */
int ctally_file_try_read(int descriptor, void *bytes, size_t count, int64_t offset, size_t *out_count);

/* Reads up to the end of the file. Bytes that cannot be read, twice, count as missing. */
size_t ctally_file_read(int descriptor, void *bytes, size_t count, int64_t offset);

/*
 * The rollback journal of an interrupted transaction: its changes to the database were never committed, and SQLite will
 * undo them. NONE: there is none. BEGAN_EMPTY: the database was empty before. HAS_BEGINNING: it has changed the first
 * page, and `beginning` receives that page's first `size` bytes from before. OTHER: neither. -errno: the system cannot
 * read it. Nobody holds a lock on a journal, so it may be opened.
 */
enum {
    CTALLY_JOURNAL_NONE = 0,
    CTALLY_JOURNAL_BEGAN_EMPTY = 1,
    CTALLY_JOURNAL_HAS_BEGINNING = 2,
    CTALLY_JOURNAL_OTHER = 3
};
int ctally_journal_read(const char *path, void *beginning, size_t size);

/* Whether the first page is in an SQLite log. Then `beginning` receives its first `size` bytes. An interrupted
 * checkpoint of it will be repeated. -errno: the system cannot read the log. Cost: O(pages in the log). */
int ctally_log_read(const char *path, void *beginning, size_t size);

/* ---- Zones ---- */

/* Reads the file of a zone with a checked name, below TZDIR or in the system's folders. Returns its size. If that
 * exceeds the capacity, nothing was read. 0: there is none. */
size_t ctally_zone_read(const char *name, void *bytes, size_t capacity);

/* The device's zone. Its name comes from TZ or from the target of /etc/localtime; it is empty if that is not a link.
 * Returns the size of its file, which was read; 0: read it by its name, or it is not available. */
size_t ctally_zone_device(char *name, size_t name_capacity, void *bytes, size_t capacity);

/* ---- Copies ---- */

/* Whether a path leads to a database, by any name, or to a file beside it. */
int ctally_file_belongs_to(const char *path, const char *database);

int ctally_file_is_link(const char *path);

/* 0, also if there is no such file; or a negative errno. */
int ctally_file_remove(const char *path);

/*
 * Returns a descriptor of a copy that is still empty, with the original's rights; -1: not possible. Closing it drops
 * every lock that this process has on the file.
 */
int ctally_file_adopt(const char *copy, const char *original);

/* Another descriptor of the file reports errors. */
void ctally_file_sync(int descriptor);

/*
 * Renames a complete file in one step, so that there is never a part of it under the new name. Without `replaces` an
 * existing file stays, and the result is -EEXIST.
 */
int ctally_file_publish(const char *from, const char *to, int replaces);

/* ---- The lock file ---- */

/*
 * The file is locked with flock, which belongs to the open file. So a second open in the same process fails too, the
 * kernel releases the lock when the process dies, and a forked child does not keep it. It has the process id for
 * messages. Only the holder of the lock removes the file. A process that locks a removed file (its inode is no longer
 * at the path) tries again. Returns 0 with the descriptor; 1 if another process holds it, with its process id (0: not
 * known); -EINVAL: the existing file is not a lock file of this library, and stays unchanged.
 */
int ctally_lock_acquire(const char *path, int *out_descriptor, int64_t *out_holder);
void ctally_lock_release(const char *path, int descriptor);

int64_t ctally_lock_process_id(void);

#endif
