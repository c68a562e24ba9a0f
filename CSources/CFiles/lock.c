#define _GNU_SOURCE 1
#include "cfiles.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Forked children ----
 *
 * A child has the parent's descriptors, and with them its locks: so it closes them, or what it does next would keep the
 * file locked after the parent is gone.
 */

typedef struct held {
    struct held *next;
    int descriptor;
} held;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static held *all;
static int is_watching;

static void before_fork(void) { pthread_mutex_lock(&mutex); }
static void in_parent(void) { pthread_mutex_unlock(&mutex); }

static void in_child(void)
{
    for (; all != NULL; all = all->next)
        close(all->descriptor);
    pthread_mutex_unlock(&mutex);
}

/* 0: memory ran out. */
static int remember(int descriptor)
{
    held *entry = malloc(sizeof *entry);

    if (entry == NULL)
        return 0;
    pthread_mutex_lock(&mutex);
    if (!is_watching)
        is_watching = pthread_atfork(before_fork, in_parent, in_child) == 0;
    entry->descriptor = descriptor;
    entry->next = all;
    all = entry;
    pthread_mutex_unlock(&mutex);
    return 1;
}

static void forget(int descriptor)
{
    held **place, *entry;

    pthread_mutex_lock(&mutex);
    for (place = &all; (entry = *place) != NULL; place = &entry->next) {
        if (entry->descriptor == descriptor) {
            *place = entry->next;
            free(entry);
            break;
        }
    }
    pthread_mutex_unlock(&mutex);
}

/* ---- The file ---- */

int64_t ctally_lock_process_id(void) { return getpid(); }

/* The number, and behind it the mark of the log, which CChecksum writes (log.c). */
enum { LOCK_CAPACITY = 24, LOCK_BYTES = LOCK_CAPACITY + 32 };

/* Whether a file may be a lock file of this library, and its number, or 0: digits and the end of a line, or what
 * remains of them after a power failure. -errno: that is unknown. */
static int is_ours(int descriptor, int64_t *out_holder)
{
    char text[LOCK_CAPACITY];
    struct stat status;
    size_t count, i;

    *out_holder = 0;
    if (fstat(descriptor, &status) != 0)
        return -errno;
    if (!S_ISREG(status.st_mode) ||
        (status.st_size >= (off_t)sizeof text && status.st_size != LOCK_BYTES))
        return 0;
    count = ctally_file_read(descriptor, text, sizeof text, 0);
    for (i = 0; i < count && i < 18 && text[i] >= '0' && text[i] <= '9'; i++)
        *out_holder = *out_holder * 10 + (text[i] - '0');
    for (; i < count; i++) {
        if (text[i] != '\n' && text[i] != '\0')
            return 0;
    }
    return 1;
}

static int is_alive(int64_t process) { return process > 0 && (kill((pid_t)process, 0) == 0 || errno != ESRCH); }

/* Whether a descriptor's file is still the one at the path. */
static int is_at(const char *path, int descriptor)
{
    struct stat opened, named;

    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/* On a full disk the number is missing. The lock still holds. The mark of a process that was killed stays. */
static void write_holder(int descriptor)
{
    char text[LOCK_CAPACITY] = {0};
    struct stat status;
    int count = snprintf(text, sizeof text, "%lld\n", (long long)getpid());

    if (fstat(descriptor, &status) == 0 && status.st_size == LOCK_BYTES)
        count = sizeof text;
    else if (ftruncate(descriptor, 0) != 0)
        count = 0;
    if (pwrite(descriptor, text, (size_t)count, 0) != count)
        errno = 0;
}

/* One attempt: like ctally_lock_acquire, or 2: try again. */
static int try_once(const char *path, int *out_descriptor, int64_t *out_holder)
{
    int descriptor, error, belongs_to_us, is_locked;
    int64_t size;

    /* Opening and closing another program's database would drop this process's locks on it. */
    if (ctally_file_kind(path, &size) == CTALLY_FILE_REGULAR && size >= LOCK_CAPACITY && size != LOCK_BYTES)
        return -EINVAL;
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (descriptor < 0)
        return errno == ELOOP || errno == EISDIR || errno == ENXIO ? -EINVAL : -errno;
    is_locked = flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    error = errno;
    belongs_to_us = is_ours(descriptor, out_holder);
    if (is_locked && belongs_to_us > 0 && is_at(path, descriptor)) {
        if (!remember(descriptor)) {
            close(descriptor);
            return -ENOMEM;
        }
        write_holder(descriptor);
        *out_descriptor = descriptor;
        return 0;
    }
    close(descriptor);
    if (belongs_to_us < 0)
        return belongs_to_us;
    if (is_locked)
        return belongs_to_us ? 2 : -EINVAL;
    if (error == EINTR)
        return 2;
    return error == EWOULDBLOCK ? 1 : -error;
}

int ctally_lock_acquire(const char *path, int *out_descriptor, int64_t *out_holder)
{
    int attempt, result = 2;

    *out_descriptor = -1;
    for (attempt = 0; attempt < 1000; attempt++) {
        result = try_once(path, out_descriptor, out_holder);
        /* A new holder first locks the file and then writes its number. Until then there is no number, or that of a
         * dead process. */
        if (result == 1 && !is_alive(*out_holder) && attempt < 20) {
            struct timespec millisecond = {0, 1000000};

            nanosleep(&millisecond, NULL);
            continue;
        }
        if (result != 2)
            return result;
    }
    return -EAGAIN;
}

/* Whether the log is still there, and the lock file has its mark. */
static int has_log(const char *path, int descriptor)
{
    char name[PATH_MAX];
    struct stat status;
    char first = 0;

    if (pread(descriptor, &first, 1, LOCK_CAPACITY) != 1 || first == 0)
        return 0;
    snprintf(name, sizeof name, "%.*s-wal", (int)(strlen(path) - strlen("-lock")), path);
    return stat(name, &status) == 0 && status.st_size > 0;
}

void ctally_lock_release(const char *path, int descriptor)
{
    /* A log that could not be moved into the file is judged by its mark the next time. */
    if (!has_log(path, descriptor))
        unlink(path);
    forget(descriptor);
    close(descriptor);
}
