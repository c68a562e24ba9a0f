/*
 * The calls of the system by which the library itself changes names and files, without SQLite: they fail on command
 * (FAULT_SYSTEM), and what they did to names is lost with the power until the folder is synced. Lock files are the
 * exception. Nobody syncs them, and nothing depends on them after a loss of power, so they stay.
 *
 * At the end those by which it looks at files and locks them (FAULT_LOOK).
 */
#define _GNU_SOURCE 1
#include "fault_names.h"
#include "fault_vfs.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_lock_file(const char *path)
{
    static const char suffix[] = "-lock";
    size_t length = strlen(path);

    return length >= sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

/* They take the place of the C library's, for all libraries of the process. */
int link(const char *from, const char *to)
{
    int result;

    if (fault_fails(FAULT_SYSTEM | FAULT_LINK))
        return -1;
    fault_know_name(from);
    fault_know_name(to);
    result = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0)
        fault_set_name(to, from);
    return result;
}

int rename(const char *from, const char *to)
{
    int result;

    if (fault_fails(FAULT_SYSTEM))
        return -1;
    fault_know_name(from);
    fault_know_name(to);
    result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (result == 0) {
        fault_set_name(to, from);
        fault_set_name(from, NULL);
    }
    return result;
}

int unlink(const char *path)
{
    int result;

    if (fault_fails(FAULT_SYSTEM))
        return -1;
    if (is_lock_file(path))
        return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    fault_know_name(path);
    result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (result == 0)
        fault_set_name(path, NULL);
    return result;
}

/* The name of an open file. Returns whether it is a folder. */
static int name_of_open_file(int file, char path[PATH_MAX])
{
    struct stat status;
    char place[64];
    ssize_t length;

    snprintf(place, sizeof place, "/proc/self/fd/%d", file);
    length = readlink(place, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = '\0';
    return fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

static int sync_it(int file)
{
    char path[PATH_MAX];
    int is_folder = name_of_open_file(file, path);

    if (fault_fails(FAULT_SYSTEM | (is_folder ? FAULT_FOLDER : 0)))
        return -1;
    if (is_folder)
        fault_sync_directory();
    else if (path[0] == '/' && !is_lock_file(path))
        fault_sync_file(path);
    return 0;
}

int fsync(int file) { return sync_it(file); }
int fdatasync(int file) { return sync_it(file); }

/* Not the pwrite64 of SQLite, which the VFS above it counts. The library writes into its lock file alone. */
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    if (fault_fails(FAULT_SYSTEM))
        return -1;
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

/* ---- Looking at files ---- */

int fault_fails_own(unsigned operation, const void *caller)
{
    Dl_info info;

    return dladdr(caller, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "/libtally.so") != NULL &&
           fault_fails(operation);
}

#define LOOK_FAILS fault_fails_own(FAULT_LOOK, __builtin_return_address(0))

static int call_next(const char *name, const char *path, struct stat *out_status)
{
    void *found = dlsym(RTLD_NEXT, name);
    int (*next)(const char *, struct stat *);

    memcpy(&next, &found, sizeof next);
    return next(path, out_status);
}

int stat(const char *restrict path, struct stat *restrict out_status)
{
    return LOOK_FAILS ? -1 : call_next("stat", path, out_status);
}

int lstat(const char *restrict path, struct stat *restrict out_status)
{
    return LOOK_FAILS ? -1 : call_next("lstat", path, out_status);
}

int fstat(int file, struct stat *out_status)
{
    void *found = dlsym(RTLD_NEXT, "fstat");
    int (*next)(int, struct stat *);

    memcpy(&next, &found, sizeof next);
    return LOOK_FAILS ? -1 : next(file, out_status);
}

/* As on a system whose random bytes are not ready yet. A program that records (record.c) has its own. */
__attribute__((weak)) ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    if (fault_fails_own(FAULT_RANDOM, __builtin_return_address(0)))
        return -1;
    return syscall(SYS_getrandom, bytes, count, flags);
}

char *realpath(const char *restrict path, char *restrict name)
{
    void *found = dlsym(RTLD_NEXT, "realpath");
    char *(*next)(const char *, char *);

    memcpy(&next, &found, sizeof next);
    return LOOK_FAILS ? NULL : next(path, name);
}

int flock(int file, int operation)
{
    if (fault_fails_own(FAULT_LOOK | FAULT_LOCK, __builtin_return_address(0)))
        return -1;
    return (int)syscall(SYS_flock, file, operation);
}

int kill(pid_t process, int number)
{
    if (fault_fails_own(FAULT_LOCK, __builtin_return_address(0)))
        return -1;
    return (int)syscall(SYS_kill, process, number);
}

int access(const char *path, int mode)
{
    return LOOK_FAILS ? -1 : (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

int ftruncate(int file, off_t size)
{
    return LOOK_FAILS ? -1 : (int)syscall(SYS_ftruncate, file, size);
}

int fchmod(int file, mode_t mode) { return LOOK_FAILS ? -1 : (int)syscall(SYS_fchmod, file, mode); }
