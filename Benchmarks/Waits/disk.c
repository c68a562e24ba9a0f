/* A disk that takes as long to sync as the program says. The program exports these functions (-rdynamic), so the
 * libraries that it loads call them in place of the C library's. */
#include <dlfcn.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "waits.h"

static char folder[PATH_MAX];
static size_t folder_length;
static atomic_int delay;
static atomic_uint_least64_t syncs;

void disk_begin(const char *path)
{
    if (!realpath(path, folder)) {
        perror(path);
        exit(2);
    }
    folder_length = strlen(folder);
}

void disk_set(int milliseconds) { atomic_store(&delay, milliseconds); }

uint64_t disk_syncs(void) { return atomic_load(&syncs); }

static int is_in_folder(int descriptor)
{
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path);
    return folder_length && length >= (ssize_t)folder_length && memcmp(path, folder, folder_length) == 0;
}

static int sync_with(const char *name, int descriptor)
{
    if (!is_in_folder(descriptor)) {
        int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
        return real ? real(descriptor) : -1;
    }
    atomic_fetch_add(&syncs, 1);
    int milliseconds = atomic_load(&delay);
    if (milliseconds > 0) pause_for((uint64_t)milliseconds * MILLISECOND);
    return 0;
}

int fsync(int descriptor) { return sync_with("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_with("fdatasync", descriptor); }
