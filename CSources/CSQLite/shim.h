/* What Swift cannot say about SQLite and files: casts, variadic functions, and the lock file. */
#ifndef CTALLY_CSQLITE_SHIM_H
#define CTALLY_CSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import. */
static inline int ctally_sqlite_bind_text_transient(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}
static inline int ctally_sqlite_bind_text_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_STATIC);
}
static inline int ctally_sqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

/* Composed result codes are macros with a shift, which Swift does not import. */
static const int32_t ctally_sqlite_ioerr_data = SQLITE_IOERR_DATA;

/* sqlite3_db_config is variadic. A connection that may not write must not checkpoint when it is closed either. */
static inline int ctally_sqlite_set_checkpoint_on_close(sqlite3 *database, int enabled) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}
/* A file from elsewhere must not run functions from its schema, nor corrupt itself by its own SQL. */
static inline void ctally_sqlite_harden(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

/*
 * The size of the database file and its first 100 bytes (zeros where it is shorter), read through SQLite's own
 * descriptor: to open and close the file oneself would drop every POSIX lock that this process has on it.
 */
static inline int ctally_sqlite_read_header(sqlite3 *database, unsigned char header[100], int64_t *out_size) {
    sqlite3_file *file = 0;
    sqlite3_int64 size = 0;
    memset(header, 0, 100);
    *out_size = 0;
    int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK) return result;
    if (!file || !file->pMethods) return SQLITE_CANTOPEN;
    result = file->pMethods->xFileSize(file, &size);
    if (result != SQLITE_OK) return result;
    *out_size = size;
    return size < 100 ? SQLITE_OK : file->pMethods->xRead(file, header, 100, 0);
}

/* What is at a path: nothing, a regular file, a directory, something else; or -errno. */
enum { CTALLY_FILE_NONE = 0, CTALLY_FILE_REGULAR = 1, CTALLY_FILE_DIRECTORY = 2, CTALLY_FILE_OTHER = 3 };
static inline int ctally_file_kind(const char *path, int64_t *out_size) {
    struct stat status;
    *out_size = 0;
    if (stat(path, &status) != 0) return errno == ENOENT ? CTALLY_FILE_NONE : -errno;
    *out_size = status.st_size;
    if (S_ISREG(status.st_mode)) return CTALLY_FILE_REGULAR;
    return S_ISDIR(status.st_mode) ? CTALLY_FILE_DIRECTORY : CTALLY_FILE_OTHER;
}

/*
 * Whether there is a rollback journal of a transaction that began with an empty file: then whatever the file holds now
 * was never committed, and SQLite will make it empty again. No lock is ever held on a journal, so it may be opened.
 */
static inline int ctally_journal_began_empty(const char *path) {
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char header[20];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    ssize_t count = pread(descriptor, header, sizeof header, 0);
    close(descriptor);
    return count == (ssize_t)sizeof header && memcmp(header, magic, sizeof magic) == 0 &&
           (header[16] | header[17] | header[18] | header[19]) == 0;
}

/* SQLite makes an empty log as soon as it reads; beside a file that is refused it must not stay. */
static inline void ctally_file_remove_if_empty(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) unlink(path);
}

static inline int64_t ctally_lock_process_id(void) { return getpid(); }

static inline const char *ctally_file_error_words(int error) { return strerror(error); }

/* Numbers of errors that are told apart. */
static const int32_t ctally_errno_eacces = EACCES, ctally_errno_eperm = EPERM, ctally_errno_erofs = EROFS,
                     ctally_errno_enospc = ENOSPC, ctally_errno_edquot = EDQUOT, ctally_errno_enoent = ENOENT,
                     ctally_errno_enotdir = ENOTDIR, ctally_errno_eisdir = EISDIR, ctally_errno_enomem = ENOMEM;

/*
 * The lock file. It is locked with flock, which belongs to the open file: so a second opener in the same process is
 * refused too, and the kernel lets go when the process dies, however it dies. It holds the process id for messages.
 * Whoever holds the lock, and nobody else, removes the file; who gets a lock on a file that was removed meanwhile
 * (its inode is no longer at the path) tries again.
 * Answers 0 with the descriptor; 1 where another holds it, with its process id (0: not known); or -errno.
 */
static inline int ctally_lock_acquire(const char *path, int *out_descriptor, int64_t *out_holder) {
    int64_t process_id = getpid();
    *out_descriptor = -1;
    *out_holder = 0;
    for (int attempt = 0; attempt < 1000; attempt += 1) {
        struct stat opened, named;
        char text[24];
        int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor < 0) return -errno;
        int locked = flock(descriptor, LOCK_EX | LOCK_NB);
        if (locked != 0) {
            int error = errno;
            ssize_t count = pread(descriptor, text, sizeof text, 0);
            for (ssize_t i = 0; i < count && i < 18 && text[i] >= '0' && text[i] <= '9'; i += 1)
                *out_holder = *out_holder * 10 + (text[i] - '0');
            close(descriptor);
            if (error == EINTR) continue;
            return error == EWOULDBLOCK ? 1 : -error;
        }
        if (fstat(descriptor, &opened) != 0 || stat(path, &named) != 0 || opened.st_ino != named.st_ino ||
            opened.st_dev != named.st_dev) {
            close(descriptor);
            continue;
        }
        int count = 0;
        for (int64_t rest = process_id; rest > 0; rest /= 10) count += 1;
        int64_t rest = process_id;
        for (int i = count; i > 0; i -= 1, rest /= 10) text[i - 1] = (char)('0' + rest % 10);
        text[count] = '\n';
        /* On a full disk the number is missing; the lock holds all the same. */
        if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, text, (size_t)count + 1, 0) != count + 1) errno = 0;
        *out_descriptor = descriptor;
        return 0;
    }
    return -EAGAIN;
}

static inline void ctally_lock_release(const char *path, int descriptor) {
    unlink(path);
    close(descriptor);
}

#endif
