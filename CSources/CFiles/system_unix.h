/* Linux with glibc or musl. Android fits, but for time zones: it has one file of all of them. */

static inline int sync_file(int descriptor) { return fsync(descriptor); }

/* Without the sync a loss of power may keep the removal of the former name, and lose the new one. */
static inline int move_to_free_name(const char *from, const char *to)
{
    if (link(from, to) == 0) {
        int error = ctally_file_sync_directory(to);

        if (error == 0 && unlink(from) == 0)
            return 0;
        error = error != 0 ? error : -errno;
        unlink(to); /* The call has failed, so the file keeps its former name alone. */
        return error;
    }
    if (errno == EEXIST || errno == ENOENT)
        return -errno;
    /* Not every file system has links. */
    return rename_unless_there(from, to);
}

#define zone_places "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"
#define device_zone "/etc/localtime"
