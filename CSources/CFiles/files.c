#define _GNU_SOURCE 1
#include "cfiles.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *ctally_file_error_words(int error) { return strerror(error); }

/* ---- Names ---- */

static const char *const suffixes[] = {"-wal", "-journal", ""};
enum { SUFFIXES = 3 };

int ctally_file_kind(const char *path, int64_t *out_size)
{
    struct stat status;

    *out_size = 0;
    if (stat(path, &status) != 0)
        return errno == ENOENT ? CTALLY_FILE_NONE : -errno;
    *out_size = status.st_size;
    if (S_ISREG(status.st_mode))
        return CTALLY_FILE_REGULAR;
    return S_ISDIR(status.st_mode) ? CTALLY_FILE_DIRECTORY : CTALLY_FILE_OTHER;
}

int ctally_file_resolve(const char *path, char *name) { return realpath(path, name) != NULL ? 0 : -errno; }

int ctally_file_move(const char *from, const char *to)
{
    struct stat status;

    if (link(from, to) == 0)
        return unlink(from) == 0 ? 0 : -errno;
    /* Not every file system has links. */
    if (errno == EEXIST || errno == ENOENT)
        return -errno;
    if (lstat(to, &status) == 0)
        return -EEXIST;
    return rename(from, to) == 0 ? 0 : -errno;
}

/* Puts the n-th name together; whether nothing is there, or beside it. */
static int is_free_name(const char *file, int number, char *name, size_t capacity)
{
    struct stat status;
    char beside[PATH_MAX];
    int i, is_free = 1;

    if (number == 1)
        snprintf(name, capacity, "%s.damaged", file);
    else
        snprintf(name, capacity, "%s.damaged-%d", file, number);
    for (i = 0; i < SUFFIXES; i++) {
        snprintf(beside, sizeof beside, "%s%s", name, suffixes[i]);
        if (lstat(beside, &status) == 0)
            is_free = 0;
    }
    return is_free;
}

int ctally_file_set_aside(const char *file, char *name, size_t capacity)
{
    char from[PATH_MAX], to[PATH_MAX];
    int number, i;

    if (strlen(file) + 32 > capacity || strlen(file) + 32 > PATH_MAX)
        return -ENAMETOOLONG;
    for (number = 1; !is_free_name(file, number, name, capacity); number++) {
        if (number == 1000)
            return -EEXIST;
    }
    for (i = 0; i < SUFFIXES; i++) {
        int result;

        snprintf(from, sizeof from, "%s%s", file, suffixes[i]);
        snprintf(to, sizeof to, "%s%s", name, suffixes[i]);
        result = ctally_file_move(from, to);
        if (result != 0 && !(result == -ENOENT && suffixes[i][0] != '\0'))
            return result;
    }
    ctally_file_sync_directory(name);
    return 0;
}

void ctally_file_remove_database(const char *path)
{
    char name[PATH_MAX];
    int i;

    for (i = 0; i < SUFFIXES; i++) {
        if (snprintf(name, sizeof name, "%s%s", path, suffixes[i]) < (int)sizeof name)
            unlink(name);
    }
}

void ctally_file_remove_if_empty(const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
        unlink(path);
}

int ctally_file_judge_beside(const char *path)
{
    static const unsigned char magics[][4] = {{0x37, 0x7F, 0x06, 0x82}, {0x37, 0x7F, 0x06, 0x83}, {0xD9, 0xD5, 0x05, 0xF9}};
    unsigned char bytes[4] = {0, 0, 0, 0};
    struct stat status;
    int descriptor, i;

    if (lstat(path, &status) != 0)
        return 0;
    if (!S_ISREG(status.st_mode))
        return -EINVAL;
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return -errno;
    ctally_file_read(descriptor, bytes, sizeof bytes, 0);
    close(descriptor);
    if (bytes[0] == 0 && memcmp(bytes, bytes + 1, 3) == 0)
        return 0;
    for (i = 0; i < 3; i++) {
        if (memcmp(bytes, magics[i], 4) == 0)
            return 0;
    }
    return 1;
}

void ctally_file_sync_directory(const char *file)
{
    char name[PATH_MAX];
    const char *end = strrchr(file, '/');
    size_t length = end == NULL || end == file ? 1 : (size_t)(end - file);
    int descriptor;

    if (length >= sizeof name)
        return;
    memcpy(name, end == NULL ? "." : file, length);
    name[length] = '\0';
    descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

/* ---- Reading ---- */

int ctally_file_open(const char *path, int64_t *out_size)
{
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

    *out_size = 0;
    if (descriptor < 0)
        return -errno;
    if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        *out_size = status.st_size;
        return descriptor;
    }
    close(descriptor);
    return -EINVAL;
}

void ctally_file_close(int descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
}

size_t ctally_file_read(int descriptor, void *bytes, size_t count, int64_t offset)
{
    size_t done = 0;

    while (done < count) {
        ssize_t got = pread(descriptor, (char *)bytes + done, count - done, (off_t)(offset + (int64_t)done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        done += (size_t)got;
    }
    return done;
}

int ctally_journal_began_empty(const char *path)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char header[20];
    int64_t size;
    size_t count;
    int descriptor = ctally_file_open(path, &size);

    if (descriptor < 0)
        return 0;
    count = ctally_file_read(descriptor, header, sizeof header, 0);
    close(descriptor);
    return count == sizeof header && memcmp(header, magic, sizeof magic) == 0 &&
           (header[16] | header[17] | header[18] | header[19]) == 0;
}
