/* Files, as far as SQLite does not see to them: what lies at a name, the lock beside a database, moving a database,
 * and reading one that is damaged. Errors are -errno. */
#ifndef CTALLY_FILES_H
#define CTALLY_FILES_H

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Errors ---- */

/* Numbers of errors that are told apart. */
static const int32_t ctally_errno_eacces = EACCES, ctally_errno_eperm = EPERM, ctally_errno_erofs = EROFS,
                     ctally_errno_enospc = ENOSPC, ctally_errno_edquot = EDQUOT, ctally_errno_enoent = ENOENT,
                     ctally_errno_enotdir = ENOTDIR, ctally_errno_eisdir = EISDIR, ctally_errno_enomem = ENOMEM,
                     ctally_errno_efbig = EFBIG, ctally_errno_einval = EINVAL, ctally_errno_eexist = EEXIST, ctally_errno_eio = EIO;

/* Borrowed until the thread's next call. */
const char *ctally_file_error_words(int error);

/* ---- Names ---- */

/* The longest name, NUL included. */
enum { CTALLY_PATH_MAX = PATH_MAX };

/* What is at a path: nothing, a regular file, a directory, something else; or -errno. */
enum { CTALLY_FILE_NONE = 0, CTALLY_FILE_REGULAR = 1, CTALLY_FILE_DIRECTORY = 2, CTALLY_FILE_OTHER = 3 };
int ctally_file_kind(const char *path, int64_t *out_size);

/* The name of a file without symbolic links, as SQLite makes it too, in CTALLY_PATH_MAX bytes. */
int ctally_file_resolve(const char *path, char *name);

/* Which file is at a path, whatever names it has. 0, or -errno. */
typedef struct ctally_file_identity {
    uint64_t device, number;
} ctally_file_identity;
int ctally_file_identify(const char *path, ctally_file_identity *out_identity);

/* Gives a file another name, never taking the place of one that is there. */
int ctally_file_move(const char *from, const char *to);

/*
 * Sets a database aside, with its log and its journal: under the first of FILE.damaged, FILE.damaged-2, … that is free.
 * The database goes last: until then it is where it was. Puts the name into `name`.
 */
int ctally_file_set_aside(const char *file, char *name, size_t capacity);

/* Removes a database that nobody has open, with what lies beside it. */
void ctally_file_remove_database(const char *path);

/*
 * What has the name of a log or a journal of SQLite's. FINE: it may be one (it may begin with zeros after a crash), or
 * nothing is there; DAMAGED: it was one, or is something short: SQLite would write over it or remove it; NOISE: nothing
 * of it is like one, as where the power went before its beginning was on the disk: then nothing in it was ever
 * promised. -EINVAL: no file, or a link to one; else -errno. No lock is ever held on such a file, so it may be opened.
 */
enum { CTALLY_BESIDE_FINE = 0, CTALLY_BESIDE_DAMAGED = 1, CTALLY_BESIDE_NOISE = 2 };
int ctally_file_judge_beside(const char *path);

/* Gives such a file the name with `.damaged` behind it, in place of a former one. */
int ctally_file_set_aside_beside(const char *path);

/* SQLite makes an empty log as soon as it reads; beside a file that is refused it must not stay. */
void ctally_file_remove_if_empty(const char *path);

/* Makes the entries of a file's directory last, as far as the system lets it. */
void ctally_file_sync_directory(const char *file);

/* ---- Reading ---- */

/* A regular file opened for reading alone, without waiting for whatever it may be instead: the descriptor, or -EINVAL
 * where it is none. */
int ctally_file_open(const char *path, int64_t *out_size);
void ctally_file_close(int descriptor);

/* Reads as much as there is, up to `count` bytes. Returns 0, or -errno if the system cannot read. */
int ctally_file_try_read(int descriptor, void *bytes, size_t count, int64_t offset, size_t *out_count);

/* Reads as much as there is; what cannot be read, twice, counts as not there. */
size_t ctally_file_read(int descriptor, void *bytes, size_t count, int64_t offset);

/*
 * The rollback journal of a transaction that was cut short: whatever it changed in the database was never committed,
 * and SQLite will take it back. NONE: there is none; BEGAN_EMPTY: the database was empty before; HAS_BEGINNING: the
 * first page was among what it changed, and `beginning` gets its first `size` bytes as they were; OTHER: neither.
 * -errno: the system cannot read it. No lock is ever held on a journal, so it may be opened.
 */
enum {
    CTALLY_JOURNAL_NONE = 0,
    CTALLY_JOURNAL_BEGAN_EMPTY = 1,
    CTALLY_JOURNAL_HAS_BEGINNING = 2,
    CTALLY_JOURNAL_OTHER = 3
};
int ctally_journal_read(const char *path, void *beginning, size_t size);

/* Whether the first page is in a log of SQLite's: then `beginning` gets its first `size` bytes. What a checkpoint that
 * was cut short wrote of it will be written again. -errno: the system cannot read the log. Complexity: the pages in the
 * log. */
int ctally_log_read(const char *path, void *beginning, size_t size);

/* ---- Zones ---- */

/* The file of a zone, which was checked to be a name: below TZDIR, else where systems have them. Its size; where that
 * is more than the capacity, nothing was read; 0: there is none. */
size_t ctally_zone_read(const char *name, void *bytes, size_t capacity);

/* The device's zone: its name, by TZ or by where /etc/localtime leads to; none where that is a file of its own. The
 * size of its file, which was read; 0: it is to be had by its name, or not at all. */
size_t ctally_zone_device(char *name, size_t name_capacity, void *bytes, size_t capacity);

/* ---- Copies ---- */

/* Whether a path leads to a database, by whatever name, or to what is kept beside it. */
int ctally_file_belongs_to(const char *path, const char *database);

int ctally_file_is_link(const char *path);

void ctally_file_remove(const char *path);

/*
 * A descriptor of a copy that is empty still, which gets the original's rights: -1 where it cannot be had. To close it
 * drops every lock that this process has on the file.
 */
int ctally_file_adopt(const char *copy, const char *original);

/* Who has another descriptor of the file is told of errors there. */
void ctally_file_sync(int descriptor);

/*
 * Gives a file that is complete its name: at once, so that there is never a part of it under that name. Without
 * `replaces` one that is there stays, and the answer is -EEXIST.
 */
int ctally_file_publish(const char *from, const char *to, int replaces);

/* ---- The lock file ---- */

/*
 * It is locked with flock, which belongs to the open file: so a second opener in the same process is refused too, and
 * the kernel lets go when the process dies, however it dies; a forked child does not keep it. It holds the process id
 * for messages. Whoever holds the lock, and nobody else, removes the file; who gets a lock on a file that was removed
 * meanwhile (its inode is no longer at the path) tries again.
 * Answers 0 with the descriptor; 1 where another holds it, with its process id (0: not known); -EINVAL: what is there
 * is no lock file of ours, and was left as it was.
 */
int ctally_lock_acquire(const char *path, int *out_descriptor, int64_t *out_holder);
void ctally_lock_release(const char *path, int descriptor);

int64_t ctally_lock_process_id(void);

#endif
