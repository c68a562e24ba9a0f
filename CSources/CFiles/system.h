/* The differences between systems with POSIX files. Each system has a file of its own. A port adds a file here, beside
 * those in CPlatform and CUV. docs/platforms.md says which systems are tested. Windows needs other files for all of
 * CFiles. */
#ifndef CTALLY_FILES_SYSTEM_H
#define CTALLY_FILES_SYSTEM_H

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Renames a file if nothing has the new name, as well as POSIX can. 0 or a negative errno. */
static inline int rename_unless_there(const char *from, const char *to)
{
    struct stat status;

    if (lstat(to, &status) == 0)
        return -EEXIST;
    return rename(from, to) == 0 ? 0 : -errno;
}

/* Each file has these:
 *
 *     sync_file(descriptor)         waits until the written data is on the disk; 0, or -1 with errno
 *     move_to_free_name(from, to)   renames a file if nothing has the new name; 0 or a negative errno
 *     zone_places                   the folders that may have the files of time zones, for an array
 *     device_zone                   the file that is, or links to, that of the device's zone */
#if defined(__APPLE__)
#include "system_apple.h"
#else
#include "system_unix.h"
#endif

#endif
