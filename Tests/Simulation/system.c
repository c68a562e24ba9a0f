/*
 * The system's calls for files. They take the place of the C library's for all libraries of the process, and lead names
 * of simulated disks to these. All other names, such as those of the standard streams, go to the system.
 */
#define _GNU_SOURCE 1
#include "disk.h"
#include "vfs.h"
#include "world.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FIRST 1000000 /* The descriptors of simulated files. */
#define MOST 64

static struct {
    inode *node;
    int disk, is_directory;
    int64_t place;
} opened[MOST];

static int is_ours(int descriptor) { return descriptor >= FIRST && descriptor < FIRST + MOST; }
static inode *node_of(int descriptor) { return opened[descriptor - FIRST].node; }

static int is_directory(const char *path)
{
    size_t length = strlen(path);

    return disk_of(path) >= 0 && length <= sizeof DISK_ROOT + 1;
}

static int simulated_open(const char *path, int flags)
{
    int disk = disk_of(path), slot;
    inode *node;

    if (disk_fails(disk, DISK_OPEN))
        return -1;
    node = is_directory(path) ? NULL : flags & O_CREAT ? disk_create(path) : disk_find(path);
    if (node == NULL && !is_directory(path)) {
        errno = ENOENT;
        return -1;
    }
    for (slot = 0; slot < MOST && (opened[slot].node != NULL || opened[slot].is_directory); slot++)
        continue;
    if (slot == MOST) {
        errno = EMFILE;
        return -1;
    }
    opened[slot].node = inode_retain(node);
    opened[slot].disk = disk;
    opened[slot].is_directory = node == NULL;
    opened[slot].place = 0;
    return FIRST + slot;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    int mode;

    va_start(more, flags);
    mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, int) : 0;
    va_end(more);
    if (disk_of(path) >= 0)
        return simulated_open(path, flags);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

int close(int descriptor)
{
    int slot = descriptor - FIRST;

    if (!is_ours(descriptor))
        return (int)syscall(SYS_close, descriptor);
    if (opened[slot].node != NULL)
        inode_unlock(opened[slot].node, descriptor);
    inode_release(opened[slot].node);
    memset(&opened[slot], 0, sizeof opened[slot]);
    return 0;
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    if (!is_ours(descriptor))
        return syscall(SYS_pread64, descriptor, bytes, count, offset);
    if (disk_fails(opened[descriptor - FIRST].disk, DISK_READ))
        return -1;
    return (ssize_t)inode_read(node_of(descriptor), bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) __attribute__((alias("pread")));

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    if (!is_ours(descriptor))
        return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
    if (disk_fails(opened[descriptor - FIRST].disk, DISK_WRITE))
        return -1;
    inode_write(node_of(descriptor), bytes, count, offset);
    return (ssize_t)count;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) __attribute__((alias("pwrite")));

ssize_t read(int descriptor, void *bytes, size_t count)
{
    ssize_t got;

    if (!is_ours(descriptor))
        return syscall(SYS_read, descriptor, bytes, count);
    got = pread(descriptor, bytes, count, opened[descriptor - FIRST].place);
    opened[descriptor - FIRST].place += got > 0 ? got : 0;
    return got;
}

int ftruncate(int descriptor, off_t size)
{
    if (!is_ours(descriptor))
        return (int)syscall(SYS_ftruncate, descriptor, size);
    if (disk_fails(opened[descriptor - FIRST].disk, DISK_WRITE))
        return -1;
    inode_truncate(node_of(descriptor), size);
    return 0;
}

int fsync(int descriptor)
{
    int slot = descriptor - FIRST;

    if (!is_ours(descriptor))
        return (int)syscall(SYS_fsync, descriptor);
    if (disk_fails(opened[slot].disk, DISK_SYNC))
        return -1;
    if (opened[slot].is_directory)
        disk_sync_directory(opened[slot].disk);
    else
        inode_sync(node_of(descriptor));
    return 0;
}

int fdatasync(int descriptor) { return fsync(descriptor); }

int flock(int descriptor, int operation)
{
    if (!is_ours(descriptor))
        return (int)syscall(SYS_flock, descriptor, operation);
    if (operation & LOCK_UN) {
        inode_unlock(node_of(descriptor), descriptor);
    } else if (!inode_lock(node_of(descriptor), descriptor)) {
        errno = EWOULDBLOCK;
        return -1;
    }
    return 0;
}

/* ---- What would differ between processes ---- */

ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    (void)flags;
    vfs_random((char *)bytes, (int)count);
    return (ssize_t)count;
}

/* Files that are recovered or vacuumed note the time, although no engine has them. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    if (current == NULL)
        return (int)syscall(SYS_clock_gettime, clock, out);
    out->tv_sec = current->now / 1000;
    out->tv_nsec = current->now % 1000 * 1000000;
    return 0;
}

/* The file's lock names it. */
pid_t getpid(void) { return 4711; }

/* ---- Names ---- */

static void describe(const inode *node, struct stat *status)
{
    memset(status, 0, sizeof *status);
    status->st_dev = 77;
    status->st_ino = node == NULL ? 1000 : inode_number(node) + 10000;
    status->st_mode = node == NULL ? S_IFDIR | 0755 : S_IFREG | 0644;
    status->st_size = node == NULL ? 0 : inode_size(node);
    status->st_nlink = 1;
}

int stat(const char *restrict path, struct stat *restrict status)
{
    inode *node;

    if (disk_of(path) < 0)
        return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
    if (disk_fails(disk_of(path), DISK_OTHER))
        return -1;
    node = is_directory(path) ? NULL : disk_find(path);
    if (node == NULL && !is_directory(path)) {
        errno = ENOENT;
        return -1;
    }
    describe(node, status);
    return 0;
}

int lstat(const char *restrict path, struct stat *restrict status)
{
    return disk_of(path) >= 0 ? stat(path, status)
                              : (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}

int fstat(int descriptor, struct stat *status)
{
    if (!is_ours(descriptor))
        return (int)syscall(SYS_newfstatat, descriptor, "", status, AT_EMPTY_PATH);
    if (disk_fails(opened[descriptor - FIRST].disk, DISK_OTHER))
        return -1;
    describe(node_of(descriptor), status);
    return 0;
}

int unlink(const char *path)
{
    if (disk_of(path) < 0)
        return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (disk_fails(disk_of(path), DISK_REMOVE))
        return -1;
    errno = ENOENT;
    return disk_remove(path) ? 0 : -1;
}

static int move(const char *from, const char *to, int keeps_from)
{
    if (disk_fails(disk_of(from), DISK_REMOVE))
        return -1;
    errno = keeps_from && disk_find(to) != NULL ? EEXIST : ENOENT;
    return !(keeps_from && disk_find(to) != NULL) && disk_move(from, to, keeps_from) ? 0 : -1;
}

int rename(const char *from, const char *to)
{
    return disk_of(from) < 0 ? (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to) : move(from, to, 0);
}

int link(const char *from, const char *to)
{
    return disk_of(from) < 0 ? (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0) : move(from, to, 1);
}

int access(const char *path, int mode)
{
    struct stat status;

    return disk_of(path) < 0 ? (int)syscall(SYS_faccessat, AT_FDCWD, path, mode) : stat(path, &status);
}

int fchmod(int descriptor, mode_t mode) { return is_ours(descriptor) ? 0 : (int)syscall(SYS_fchmod, descriptor, mode); }

char *realpath(const char *restrict path, char *restrict resolved)
{
    static char *(*real)(const char *, char *);
    struct stat status;

    if (real == NULL)
        *(void **)&real = dlsym(RTLD_NEXT, "realpath");
    if (disk_of(path) < 0)
        return real(path, resolved);
    return stat(path, &status) == 0 ? strcpy(resolved, path) : NULL;
}
