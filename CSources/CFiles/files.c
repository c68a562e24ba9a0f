#define _GNU_SOURCE 1
#include "cfiles.h"
#include "system.h"

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

int ctally_file_identify(const char *path, ctally_file_identity *out_identity)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return -errno;
    out_identity->device = (uint64_t)status.st_dev;
    out_identity->number = (uint64_t)status.st_ino;
    return 0;
}

int ctally_file_move(const char *from, const char *to) { return move_to_free_name(from, to); }

/* Makes the n-th name. Returns whether nothing has that name, or the names beside it. */
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
    /* Without the sync the damaged file may have its former name after a loss of power, and is set aside again. */
    (void)ctally_file_sync_directory(name);
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
    /* It stays with a log that could not be moved into the file. */
    if (snprintf(name, sizeof name, "%s-lock", path) < (int)sizeof name)
        unlink(name);
}

void ctally_file_remove_if_empty(const char *path)
{
    struct stat status;

    if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
        unlink(path);
}

/* How many of the first bytes are those of a log, in either order of bytes, or of a journal: of the likeliest of them.
 *  */
static int likeness(const unsigned char bytes[8])
{
    static const unsigned char beginnings[][8] = {{0x37, 0x7F, 0x06, 0x82, 0x00, 0x2D, 0xE2, 0x18},
                                                  {0x37, 0x7F, 0x06, 0x83, 0x00, 0x2D, 0xE2, 0x18},
                                                  {0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7}};
    int best = 0, i, k;

    for (i = 0; i < 3; i++) {
        int count = 0;

        if (memcmp(bytes, beginnings[i], 4) == 0)
            return 8;
        for (k = 0; k < 8; k++)
            count += bytes[k] == beginnings[i][k];
        best = count > best ? count : best;
    }
    return best;
}

int ctally_file_judge_beside(const char *path)
{
    enum { SHORTEST = 28 }; /* The shortest beginning of a log or a journal. */
    unsigned char bytes[8] = {0};
    struct stat status;
    size_t count;
    int descriptor, error;

    if (lstat(path, &status) != 0)
        return CTALLY_BESIDE_FINE;
    if (!S_ISREG(status.st_mode))
        return -EINVAL;
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0)
        return -errno;
    error = ctally_file_try_read(descriptor, bytes, sizeof bytes, 0, &count);
    close(descriptor);
    if (error != 0)
        return error;
    if ((bytes[0] == 0 && memcmp(bytes, bytes + 1, 3) == 0) || likeness(bytes) == 8)
        return CTALLY_BESIDE_FINE;
    return status.st_size < SHORTEST || likeness(bytes) >= 4 ? CTALLY_BESIDE_DAMAGED : CTALLY_BESIDE_NOISE;
}

int ctally_file_set_aside_beside(const char *path)
{
    char name[PATH_MAX];

    if (snprintf(name, sizeof name, "%s.damaged", path) >= (int)sizeof name)
        return -ENAMETOOLONG;
    return rename(path, name) == 0 ? 0 : -errno;
}

int ctally_file_sync_directory(const char *file)
{
    char name[PATH_MAX];
    const char *end = strrchr(file, '/');
    int descriptor, error = 0;

    if (end == NULL)
        strcpy(name, ".");
    else if (snprintf(name, sizeof name, "%.*s", (int)(end + 1 - file), file) >= (int)sizeof name)
        return -ENAMETOOLONG;
    descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return errno == EACCES || errno == EPERM ? 0 : -errno;
    if (sync_file(descriptor) != 0 && errno != EINVAL && errno != ENOTSUP && errno != EROFS)
        error = -errno;
    close(descriptor);
    return error;
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

int ctally_file_try_read(int descriptor, void *bytes, size_t count, int64_t offset, size_t *out_count)
{
    *out_count = 0;
    while (*out_count < count) {
        ssize_t got = pread(descriptor, (char *)bytes + *out_count, count - *out_count,
                            (off_t)(offset + (int64_t)*out_count));

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        *out_count += (size_t)got;
    }
    return 0;
}

size_t ctally_file_read(int descriptor, void *bytes, size_t count, int64_t offset)
{
    size_t done;

    if (ctally_file_try_read(descriptor, bytes, count, offset, &done) != 0)
        ctally_file_try_read(descriptor, bytes, count, offset, &done);
    return done;
}

/* Whether all bytes are there: 1, 0, or -errno. */
static int read_whole(int descriptor, void *bytes, size_t count, int64_t offset)
{
    size_t done;
    int error = ctally_file_try_read(descriptor, bytes, count, offset, &done);

    return error != 0 ? error : done == count;
}

static uint32_t number_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int read_journal(int descriptor, void *beginning, size_t size)
{
    static const unsigned char magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    /* The magic, the number of pages, a nonce, the former number of the file's pages, the size of sectors and that of
     * pages. */
    unsigned char header[28], page[4];
    int64_t first;
    int result = read_whole(descriptor, header, sizeof header, 0);

    if (result <= 0)
        return result < 0 ? result : CTALLY_JOURNAL_NONE;
    if (memcmp(header, magic, sizeof magic) != 0)
        return CTALLY_JOURNAL_NONE;
    if (number_at(header + 16) == 0)
        return CTALLY_JOURNAL_BEGAN_EMPTY;
    /* The former pages begin in the second sector, each behind its number. */
    first = number_at(header + 20);
    result = read_whole(descriptor, page, sizeof page, first);
    if (result > 0 && number_at(page) == 1)
        result = read_whole(descriptor, beginning, size, first + (int64_t)sizeof page);
    else if (result > 0)
        result = 0;
    if (result < 0)
        return result;
    return result > 0 ? CTALLY_JOURNAL_HAS_BEGINNING : CTALLY_JOURNAL_OTHER;
}

int ctally_journal_read(const char *path, void *beginning, size_t size)
{
    int64_t length;
    int result, descriptor = ctally_file_open(path, &length);

    if (descriptor < 0)
        return descriptor == -ENOENT ? CTALLY_JOURNAL_NONE : descriptor;
    result = read_journal(descriptor, beginning, size);
    close(descriptor);
    return result;
}

static int read_log(int descriptor, void *beginning, size_t size)
{
    /* The header: the magic, the version, the size of pages, a number, two salts, two checksums. A frame: its page's
     * number, the size of the database, the same salts, two checksums. */
    unsigned char header[32], frame[24];
    int64_t offset = sizeof header;
    int result = read_whole(descriptor, header, sizeof header, 0);

    if (result <= 0)
        return result;
    if (number_at(header + 4) != 3007000 || number_at(header + 8) < 512)
        return 0;
    while ((result = read_whole(descriptor, frame, sizeof frame, offset)) > 0) {
        if (memcmp(frame + 8, header + 16, 8) != 0)
            return 0;
        offset += sizeof frame;
        if (number_at(frame) == 1 && (result = read_whole(descriptor, beginning, size, offset)) != 0)
            return result;
        offset += number_at(header + 8);
    }
    return result;
}

int ctally_log_read(const char *path, void *beginning, size_t size)
{
    int64_t length;
    int result, descriptor = ctally_file_open(path, &length);

    if (descriptor < 0)
        return descriptor == -ENOENT ? 0 : descriptor;
    result = read_log(descriptor, beginning, size);
    close(descriptor);
    return result;
}
