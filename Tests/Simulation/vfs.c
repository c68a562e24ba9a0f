/* The disk in memory, as SQLite sees it. */
#include "vfs.h"

#include "disk.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

typedef struct simulated_file {
    sqlite3_file base;
    inode *node;
    int disk; /* -1: a file without a name, which nobody misses. */
    int removes, syncs_directory;
    char path[200];
} simulated_file;

static simulated_file *of(sqlite3_file *file) { return (simulated_file *)file; }

static int fails(sqlite3_file *file, unsigned operation)
{
    return of(file)->disk >= 0 && disk_fails(of(file)->disk, operation);
}

static int file_close(sqlite3_file *file)
{
    if (of(file)->removes)
        disk_remove(of(file)->path);
    inode_release(of(file)->node);
    file->pMethods = NULL;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    size_t got;

    if (fails(file, DISK_READ))
        return SQLITE_IOERR_READ;
    got = inode_read(of(file)->node, bytes, (size_t)count, offset);
    if (got == (size_t)count)
        return SQLITE_OK;
    memset((char *)bytes + got, 0, (size_t)count - got);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    if (fails(file, DISK_WRITE))
        return errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    inode_write(of(file)->node, bytes, (size_t)count, offset);
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails(file, DISK_WRITE))
        return SQLITE_IOERR_TRUNCATE;
    inode_truncate(of(file)->node, size);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (fails(file, DISK_SYNC)) {
        if (!disk_has_crashed(of(file)->disk))
            inode_drop_pending(of(file)->node);
        return SQLITE_IOERR_FSYNC;
    }
    inode_sync(of(file)->node);
    if (of(file)->syncs_directory)
        disk_sync_directory(of(file)->disk);
    of(file)->syncs_directory = 0;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *out_size)
{
    if (fails(file, DISK_OTHER))
        return SQLITE_IOERR_FSTAT;
    *out_size = inode_size(of(file)->node);
    return SQLITE_OK;
}

/* One engine has a file at a time: the library's own lock file keeps others away. */
static int file_lock(sqlite3_file *file, int level)
{
    (void)level;
    return fails(file, DISK_OTHER) ? SQLITE_IOERR_LOCK : SQLITE_OK;
}

static int file_unlock(sqlite3_file *file, int level)
{
    (void)file;
    (void)level;
    return SQLITE_OK;
}

static int file_check_lock(sqlite3_file *file, int *out_is_locked)
{
    *out_is_locked = 0;
    return fails(file, DISK_OTHER) ? SQLITE_IOERR_CHECKRESERVEDLOCK : SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file;
    (void)operation;
    (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *file)
{
    (void)file;
    return 512;
}

static int file_characteristics(sqlite3_file *file)
{
    (void)file;
    return 0;
}

/* Version 1, without shared memory: the library must not need any. */
static const sqlite3_io_methods file_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags)
{
    simulated_file *f = of(file);
    inode *node;

    (void)vfs;
    memset(f, 0, sizeof *f);
    f->disk = path == NULL ? -1 : disk_of(path);
    if (path != NULL && (f->disk < 0 || strlen(path) >= sizeof f->path))
        return SQLITE_CANTOPEN;
    if (path == NULL) {
        f->node = disk_anonymous();
    } else {
        if (disk_fails(f->disk, DISK_OPEN))
            return SQLITE_CANTOPEN;
        node = flags & SQLITE_OPEN_CREATE ? disk_create(path) : disk_find(path);
        if (node == NULL)
            return SQLITE_CANTOPEN;
        f->node = inode_retain(node);
        strcpy(f->path, path);
        f->removes = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
        f->syncs_directory = (flags & SQLITE_OPEN_CREATE) != 0
                             && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL));
    }
    file->pMethods = &file_methods;
    if (out_flags != NULL)
        *out_flags = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory)
{
    (void)vfs;
    if (disk_fails(disk_of(path), DISK_REMOVE))
        return SQLITE_IOERR_DELETE;
    if (!disk_remove(path))
        return SQLITE_IOERR_DELETE_NOENT;
    if (syncs_directory)
        disk_sync_directory(disk_of(path));
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out_result)
{
    inode *node;

    (void)vfs;
    if (disk_fails(disk_of(path), DISK_OTHER))
        return SQLITE_IOERR_ACCESS;
    node = disk_find(path);
    *out_result = node != NULL && (flags != SQLITE_ACCESS_EXISTS || inode_size(node) > 0);
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int capacity, char *out_path)
{
    (void)vfs;
    if ((int)strlen(path) >= capacity)
        return SQLITE_CANTOPEN;
    strcpy(out_path, path);
    return SQLITE_OK;
}

static dice randomness;

void vfs_seed(uint64_t seed)
{
    randomness = dice_of(seed, 0, 0x5115);
    sqlite3_randomness(0, NULL);
}

void vfs_random(char *out_bytes, int count)
{
    int i;

    for (i = 0; i < count; i++)
        out_bytes[i] = (char)dice_below(&randomness, 256);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out_bytes)
{
    (void)vfs;
    vfs_random(out_bytes, count);
    return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *out_time)
{
    (void)vfs;
    *out_time = 2461000.5;
    return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int capacity, char *out_text)
{
    (void)vfs;
    (void)capacity;
    (void)out_text;
    return errno;
}

static sqlite3_vfs simulated_vfs = {
    .iVersion = 1,
    .szOsFile = (int)sizeof(simulated_file),
    .mxPathname = 512,
    .zName = "simulated",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
};

int vfs_install(void) { return sqlite3_vfs_register(&simulated_vfs, 1) == SQLITE_OK; }
