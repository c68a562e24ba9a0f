/* What differs between systems that have files as POSIX says. A port to one of them adds its way here.
 * docs/platforms.md says which of them are tested. Windows needs other files for all of CFiles. */
#ifndef CTALLY_FILES_SYSTEM_H
#define CTALLY_FILES_SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Waits until what was written is on the disk. On Apple's systems fsync leaves it in the disk's own memory. */
static inline int sync_file(int descriptor)
{
#ifdef F_FULLFSYNC
    if (fcntl(descriptor, F_FULLFSYNC) == 0)
        return 0;
#endif
    return fsync(descriptor);
}

/* Renames a file where nothing has the other name. 0 or a negative errno. */
static inline int move_to_free_name(const char *from, const char *to)
{
    struct stat status;

#if defined(__APPLE__) && defined(RENAME_EXCL)
    if (renamex_np(from, to, RENAME_EXCL) == 0)
        return 0;
    if (errno != ENOTSUP)
        return -errno;
#else
    if (link(from, to) == 0)
        return unlink(from) == 0 ? 0 : -errno;
    if (errno == EEXIST || errno == ENOENT)
        return -errno;
#endif
    /* Not every file system has that. */
    if (lstat(to, &status) == 0)
        return -EEXIST;
    return rename(from, to) == 0 ? 0 : -errno;
}

#endif
