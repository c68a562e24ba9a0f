/* Apple's systems. Never compiled so far: docs/platforms.md. */
#include <fcntl.h>

/* fsync leaves the data in the disk's own memory. Not every file system has the other call. */
static inline int sync_file(int descriptor)
{
    return fcntl(descriptor, F_FULLFSYNC) == 0 ? 0 : fsync(descriptor);
}

static inline int move_to_free_name(const char *from, const char *to)
{
    if (renamex_np(from, to, RENAME_EXCL) == 0)
        return 0;
    return errno == ENOTSUP ? rename_unless_there(from, to) : -errno;
}

#define zone_places "/var/db/timezone/zoneinfo", "/usr/share/zoneinfo"
#define device_zone "/etc/localtime"
