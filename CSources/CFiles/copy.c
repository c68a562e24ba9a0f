#define _GNU_SOURCE 1
#include "cfiles.h"
#include "system.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The part behind the last slash. */
static const char *last_component(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* The directory of a path. Returns whether the name is short enough. */
static int directory_of(const char *path, char directory[CTALLY_PATH_MAX])
{
    size_t length = (size_t)(last_component(path) - path);

    if (length >= CTALLY_PATH_MAX)
        return 0;
    memcpy(directory, length != 0 ? path : ".", length != 0 ? length : 1);
    directory[length != 0 ? length : 1] = '\0';
    return 1;
}

static int is_same(const char *a, const char *b)
{
    struct stat first, second;

    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

int ctally_file_belongs_to(const char *path, const char *database)
{
    static const char *const beside[] = {"", "-wal", "-shm", "-journal", "-lock"};
    const char *name = last_component(path), *own = last_component(database);
    size_t length = strlen(own), i;
    char directory[CTALLY_PATH_MAX], home[CTALLY_PATH_MAX];

    if (is_same(path, database))
        return 1;
    if (strncmp(name, own, length) != 0)
        return 0;
    for (i = 0; i < sizeof beside / sizeof *beside; i++) {
        if (strcmp(name + length, beside[i]) == 0)
            return directory_of(path, directory) && directory_of(database, home) && is_same(directory, home);
    }
    return 0;
}

int ctally_file_is_link(const char *path)
{
    struct stat status;

    return lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

int ctally_file_remove(const char *path) { return unlink(path) == 0 || errno == ENOENT ? 0 : -errno; }

int ctally_file_adopt(const char *copy, const char *original)
{
    struct stat status;
    int descriptor = open(copy, O_RDWR | O_CLOEXEC | O_NOFOLLOW);

    if (descriptor >= 0 && stat(original, &status) == 0 && fchmod(descriptor, status.st_mode & 0777) != 0)
        errno = 0; /* The file keeps the process's default rights. */
    return descriptor;
}

void ctally_file_sync(int descriptor) { sync_file(descriptor); }

int ctally_file_publish(const char *from, const char *to, int replaces)
{
    if (!replaces)
        return ctally_file_move(from, to);
    return rename(from, to) == 0 ? 0 : -errno;
}
