/* What a backup needs of files. */
#ifndef CTALLY_CSQLITE_BACKUP_H
#define CTALLY_CSQLITE_BACKUP_H

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name of what SQLite reads and writes the files of a connection with; NULL: the usual. */
static inline const char *ctally_sqlite_vfs_name(sqlite3 *database) {
    sqlite3_vfs *vfs = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK || !vfs) return 0;
    return vfs->zName;
}

static const int32_t ctally_errno_eexist = EEXIST;

/* What comes behind the last slash. */
static inline const char *ctally_file_last_component(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The directory that a path is in. Answers whether the name is short enough. */
static inline int ctally_file_directory(const char *path, char directory[4096]) {
    size_t length = (size_t)(ctally_file_last_component(path) - path);
    if (length >= 4096) return 0;
    memcpy(directory, length ? path : ".", length ? length : 1);
    directory[length ? length : 1] = 0;
    return 1;
}

static inline int ctally_file_is_same(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Whether a path leads to a database, by whatever name, or to what is kept beside it. */
static inline int ctally_file_belongs_to(const char *path, const char *database) {
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal", "-lock"};
    const char *name = ctally_file_last_component(path), *own = ctally_file_last_component(database);
    size_t length = strlen(own);
    char directory[4096], home[4096];
    if (ctally_file_is_same(path, database)) return 1;
    if (strncmp(name, own, length) != 0) return 0;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i += 1)
        if (strcmp(name + length, suffixes[i]) == 0)
            return ctally_file_directory(path, directory) && ctally_file_directory(database, home) &&
                   ctally_file_is_same(directory, home);
    return 0;
}

static inline int ctally_file_is_link(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static inline void ctally_file_remove(const char *path) { unlink(path); }

/*
 * A descriptor of a copy that is empty still, which gets the original's rights: -1 where it cannot be had. To close it
 * drops every lock that this process has on the file.
 */
static inline int ctally_file_adopt(const char *copy, const char *original) {
    struct stat status;
    int descriptor = open(copy, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor >= 0 && stat(original, &status) == 0) (void)!fchmod(descriptor, status.st_mode & 0777);
    return descriptor;
}

/* Who has another descriptor of the file is told of errors there. */
static inline void ctally_file_sync(int descriptor) { fsync(descriptor); }

static inline void ctally_file_close(int descriptor) { close(descriptor); }

/* Makes a name last: the directory that it is in goes to the disk. Where a system cannot, it has to do without. */
static inline void ctally_file_sync_directory(const char *path) {
    char directory[4096];
    if (!ctally_file_directory(path, directory)) return;
    int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    fsync(descriptor);
    close(descriptor);
}

/*
 * Gives a file that is complete its name: at once, so that there is never a part of it under that name. Without
 * `replaces` one that is there stays, and the answer is EEXIST. Answers 0 or an errno.
 */
static inline int ctally_file_publish(const char *from, const char *to, int replaces) {
    struct stat status;
    if (!replaces) {
        if (link(from, to) == 0) {
            unlink(from);
            return 0;
        }
        if (errno == EEXIST) return EEXIST;
        /* A file system without links. */
        if (lstat(to, &status) == 0) return EEXIST;
    }
    return rename(from, to) == 0 ? 0 : errno;
}

#endif
