#define _GNU_SOURCE 1
#include "fault_vfs.h"
#include "fault_names.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SECTOR 512

static void need(int condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fault_vfs: %s\n", what);
    abort();
}

/* ---- What fails ---- */

static struct {
    unsigned operations;
    fault_kind kind;
    long k, count, fired;
    int for_ever, is_suspended, has_crashed, error;
} plan;

void fault_arm(unsigned operations, fault_kind kind, long k, int for_ever)
{
    plan.operations = operations;
    plan.kind = kind;
    plan.k = k;
    plan.for_ever = for_ever;
    plan.count = plan.fired = 0;
}

long fault_disarm(void)
{
    plan.operations = 0;
    return plan.fired;
}

void fault_set_error(int error) { plan.error = error; }
long fault_fired(void) { return plan.fired; }
long fault_count(void) { return plan.count; }
void fault_suspend(void) { plan.is_suspended += 1; }
void fault_resume(void) { plan.is_suspended -= 1; }
int fault_has_crashed(void) { return plan.has_crashed; }
void fault_crash(void) { plan.has_crashed = 1; }

/* Whether an operation fails. */
static int fails(unsigned operation)
{
    if (plan.has_crashed) {
        errno = EIO;
        return !(operation & (FAULT_MEMORY | FAULT_LIBRARY_MEMORY));
    }
    if (plan.is_suspended || !(plan.operations & operation))
        return 0;
    plan.count += 1;
    if (plan.count < plan.k || (plan.count > plan.k && !plan.for_ever))
        return 0;
    plan.fired += 1;
    /* Replaces the error of the VFS below. */
    errno = plan.kind == FAULT_FULL ? ENOSPC : plan.error != 0 ? plan.error : EIO;
    if (plan.kind == FAULT_CRASH)
        plan.has_crashed = 1;
    return 1;
}

/* ---- The system's pread ---- */

static ssize_t do_pread(int file, void *bytes, size_t count, off_t offset)
{
    return syscall(SYS_pread64, file, bytes, count, offset);
}

static ssize_t fail_pread(int file, void *bytes, size_t count, off_t offset, const void *caller)
{
    int has_failed = !plan.has_crashed && (fails(FAULT_PREAD) || fault_fails_own(FAULT_OWN_PREAD, caller));
    ssize_t result;

    if (has_failed && plan.kind != FAULT_FLIP)
        return -1;
    result = do_pread(file, bytes, count, offset);
    if (has_failed && result > 0)
        ((unsigned char *)bytes)[(size_t)plan.k * 37 % (size_t)result] ^= (unsigned char)(1 << plan.k % 8);
    return result;
}

/* They take the place of the C library's, for all libraries of the process. */
ssize_t pread(int file, void *bytes, size_t count, off_t offset)
{
    return fail_pread(file, bytes, count, offset, __builtin_return_address(0));
}

ssize_t pread64(int file, void *bytes, size_t count, off_t offset)
{
    return fail_pread(file, bytes, count, offset, __builtin_return_address(0));
}

/* ---- The system's open ---- */

static struct {
    char place[400];
    int error; /* 0: everything can be written. */
} read_only;

void fault_read_only(const char *place, int error)
{
    need(strlen(place) < sizeof read_only.place, "a long name");
    strcpy(read_only.place, place);
    read_only.error = error;
}

static int is_read_only(const char *path)
{
    size_t length = strlen(read_only.place);

    return read_only.error != 0 && strncmp(path, read_only.place, length) == 0
        && (path[length] == '\0' || path[length] == '/');
}

static int do_open(const char *path, int flags, int mode)
{
    if (((flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0) && is_read_only(path)) {
        errno = read_only.error;
        /* If the file may not be created, the first error is that there is none. */
        if ((flags & O_CREAT) == 0 && access(path, F_OK) != 0)
            errno = ENOENT;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

/* They take the place of the C library's, for all libraries of the process. */
int open(const char *path, int flags, ...)
{
    va_list more;
    int mode;

    va_start(more, flags);
    mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, int) : 0;
    va_end(more);
    if ((flags & O_CREAT) != 0 && plan.has_crashed) {
        errno = EIO;
        return -1;
    }
    if (fault_fails_own(FAULT_LOOK | (flags & O_DIRECTORY ? FAULT_OPEN_FOLDER : 0), __builtin_return_address(0)))
        return -1;
    return do_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));

/* ---- A file after a loss of power ---- */

typedef struct change {
    struct change *next;
    sqlite3_int64 offset; /* For a write; otherwise the length that the file was cut to. */
    int count;            /* -1: it was cut. */
    unsigned char bytes[];
} change;

typedef struct inode {
    unsigned char *bytes; /* As of the last sync. */
    sqlite3_int64 size, capacity;
    change *first, **end; /* Since then, in their order. */
    int uses;
} inode;

/* A directory entry: what the name stands for, and what it would stand for after a loss of power. */
typedef struct name {
    struct name *next;
    inode *live, *durable;
    char path[];
} name;

static name *names;

static inode *inode_retain(inode *i)
{
    if (i != NULL)
        i->uses += 1;
    return i;
}

static void inode_drop_changes(inode *i)
{
    while (i->first != NULL) {
        change *gone = i->first;

        i->first = gone->next;
        free(gone);
    }
    i->end = &i->first;
}

static void inode_release(inode *i)
{
    if (i == NULL || --i->uses > 0)
        return;
    inode_drop_changes(i);
    free(i->bytes);
    free(i);
}

static inode *inode_new(void)
{
    inode *i = (inode *)calloc(1, sizeof *i);

    need(i != NULL, "no memory");
    i->end = &i->first;
    i->uses = 1;
    return i;
}

static void inode_resize(inode *i, sqlite3_int64 size)
{
    if (size > i->capacity) {
        i->capacity = size * 2;
        i->bytes = (unsigned char *)realloc(i->bytes, (size_t)i->capacity);
        need(i->bytes != NULL, "no memory");
    }
    if (size > i->size)
        memset(i->bytes + i->size, 0, (size_t)(size - i->size));
    i->size = size;
}

static void inode_put(inode *i, sqlite3_int64 offset, const unsigned char *bytes, int count)
{
    if (offset + count > i->size)
        inode_resize(i, offset + count);
    memcpy(i->bytes + offset, bytes, (size_t)count);
}

static void inode_note(inode *i, sqlite3_int64 offset, const void *bytes, int count)
{
    size_t size = count < 0 ? 0 : (size_t)count;
    change *c = (change *)malloc(sizeof *c + size);

    need(c != NULL, "no memory");
    c->next = NULL;
    c->offset = offset;
    c->count = count;
    if (size > 0)
        memcpy(c->bytes, bytes, size);
    *i->end = c;
    i->end = &c->next;
}

static void inode_sync(inode *i)
{
    change *c;

    for (c = i->first; c != NULL; c = c->next) {
        if (c->count < 0)
            inode_resize(i, c->offset);
        else
            inode_put(i, c->offset, c->bytes, c->count);
    }
    inode_drop_changes(i);
}

/* A file that was there before is on the disk as it is. */
static inode *inode_load(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    inode *i;
    off_t size;

    if (descriptor < 0)
        return NULL;
    i = inode_new();
    size = lseek(descriptor, 0, SEEK_END);
    inode_resize(i, size);
    need(do_pread(descriptor, i->bytes, (size_t)size, 0) == size, "a file cannot be read");
    close(descriptor);
    return i;
}

static name *name_of(const char *path)
{
    name *n;
    size_t length = strlen(path);

    for (n = names; n != NULL; n = n->next) {
        if (strcmp(n->path, path) == 0)
            return n;
    }
    n = (name *)calloc(1, sizeof *n + length + 1);
    need(n != NULL, "no memory");
    memcpy(n->path, path, length);
    n->live = inode_load(path);
    n->durable = inode_retain(n->live);
    n->next = names;
    names = n;
    return n;
}

static void sync_directory(void)
{
    name *n;

    for (n = names; n != NULL; n = n->next) {
        inode *before = n->durable;

        n->durable = inode_retain(n->live);
        inode_release(before);
    }
}

/* ---- What the library itself does with names ---- */

int fault_fails(unsigned operation) { return fails(operation); }
void fault_sync_directory(void) { sync_directory(); }
void fault_know_name(const char *path) { name_of(path); }

void fault_set_name(const char *path, const char *source)
{
    name *n = name_of(path);
    inode *before = n->live;

    n->live = source != NULL ? inode_retain(name_of(source)->live) : NULL;
    inode_release(before);
}

void fault_sync_file(const char *path)
{
    name *n = name_of(path);

    if (n->live != NULL)
        inode_sync(n->live);
}

/* ---- A loss of power ---- */

static uint64_t random_state;

static unsigned next_random(unsigned below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 33) % below);
}

static void lose_write(inode *i, const change *c, power_loss how)
{
    int done = 0;

    while (done < c->count) {
        int step = SECTOR - (int)((c->offset + done) % SECTOR);
        unsigned fate = next_random(how == POWER_GARBLE ? 3 : 2);

        if (step > c->count - done)
            step = c->count - done;
        if (fate == 0) {
            inode_put(i, c->offset + done, c->bytes + done, step);
        } else if (fate == 2) {
            unsigned char garbage[SECTOR];
            int b;

            for (b = 0; b < step; b++)
                garbage[b] = (unsigned char)next_random(256);
            inode_put(i, c->offset + done, garbage, step);
        }
        done += step;
    }
}

static void lose_changes(inode *i, power_loss how)
{
    change *c;

    if (how == POWER_KEEP) {
        inode_sync(i);
        return;
    }
    for (c = i->first; how != POWER_DROP && c != NULL; c = c->next) {
        if (c->count >= 0)
            lose_write(i, c, how);
        else if (next_random(2))
            inode_resize(i, c->offset);
    }
    inode_drop_changes(i);
}

static void write_out(const name *n)
{
    int descriptor;

    if (n->live == NULL) {
        unlink(n->path);
        return;
    }
    descriptor = open(n->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    need(descriptor >= 0, "a file cannot be made");
    need(write(descriptor, n->live->bytes, (size_t)n->live->size) == n->live->size, "a file cannot be written");
    close(descriptor);
}

void fault_power_loss(power_loss how, unsigned long long seed)
{
    name *n;

    random_state = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    next_random(2);
    plan.has_crashed = 0;
    plan.is_suspended += 1;
    for (n = names; n != NULL; n = n->next) {
        int keeps = how == POWER_KEEP || (how != POWER_DROP && next_random(2));
        inode *before = keeps ? n->durable : n->live;

        if (keeps)
            n->durable = inode_retain(n->live);
        else
            n->live = inode_retain(n->durable);
        inode_release(before);
        if (n->live != NULL)
            lose_changes(n->live, how);
        write_out(n);
    }
    plan.is_suspended -= 1;
}

void fault_forget(void)
{
    while (names != NULL) {
        name *gone = names;

        names = gone->next;
        inode_release(gone->live);
        inode_release(gone->durable);
        free(gone);
    }
}

/* ---- Calls of the system that do half of it, or none ---- */

static int halves, breaks;
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);

static size_t half(size_t count)
{
    return halves && count > 1 ? count / 2 : count;
}

static ssize_t half_read(int file, void *bytes, size_t count) { return real_read(file, bytes, half(count)); }
static ssize_t half_write(int file, const void *bytes, size_t count) { return real_write(file, bytes, half(count)); }

static ssize_t half_pread(int file, void *bytes, size_t count, off_t offset)
{
    if (breaks) {
        errno = EIO;
        return -1;
    }
    return real_pread(file, bytes, half(count), offset);
}

static ssize_t half_pwrite(int file, const void *bytes, size_t count, off_t offset)
{
    return real_pwrite(file, bytes, half(count), offset);
}

static void replace_call(sqlite3_vfs *vfs, const char *call, sqlite3_syscall_ptr mine, void *out_real)
{
    sqlite3_syscall_ptr real = vfs->xGetSystemCall(vfs, call);

    if (real == NULL)
        return; /* It is not used here. */
    memcpy(out_real, &real, sizeof real);
    need(vfs->xSetSystemCall(vfs, call, mine) == SQLITE_OK, "a call cannot be replaced");
}

/* ---- Files ---- */

typedef struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* Behind this. */
    inode *node;        /* NULL: a file without a name, which nobody misses. */
    int syncs_directory;
} fault_file;

static sqlite3_vfs *plain;

static int file_close(sqlite3_file *file)
{
    fault_file *f = (fault_file *)file;
    int result = f->real->pMethods != NULL ? f->real->pMethods->xClose(f->real) : SQLITE_OK;

    inode_release(f->node);
    return result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    fault_file *f = (fault_file *)file;
    int has_failed = fails(FAULT_READ), result;

    if (has_failed && plan.has_crashed)
        return SQLITE_IOERR_READ;
    /* SQLite itself decides how it reports the system's error. */
    halves = has_failed && plan.kind == FAULT_HALVES;
    breaks = has_failed && plan.kind != FAULT_HALVES;
    result = f->real->pMethods->xRead(f->real, bytes, count, offset);
    halves = breaks = 0;
    return result;
}

static int put(fault_file *f, const void *bytes, int count, sqlite3_int64 offset)
{
    if (f->node != NULL)
        inode_note(f->node, offset, bytes, count);
    return f->real->pMethods->xWrite(f->real, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    fault_file *f = (fault_file *)file;

    int has_failed = fails(FAULT_WRITE), result;

    if (has_failed && (plan.has_crashed || plan.kind != FAULT_HALVES)) {
        if (!plan.has_crashed && plan.kind == FAULT_SHORT)
            put(f, bytes, count / 2, offset);
        return !plan.has_crashed && plan.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    halves = has_failed;
    result = put(f, bytes, count, offset);
    halves = 0;
    return result;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    fault_file *f = (fault_file *)file;

    if (fails(FAULT_TRUNCATE))
        return SQLITE_IOERR_TRUNCATE;
    if (f->node != NULL)
        inode_note(f->node, size, NULL, -1);
    return f->real->pMethods->xTruncate(f->real, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    fault_file *f = (fault_file *)file;

    (void)flags;
    if (fails(FAULT_SYNC)) {
        /* The system has tried, told it once, and holds the pages for clean: they are not tried again. */
        if (!plan.has_crashed && f->node != NULL)
            inode_drop_changes(f->node);
        return SQLITE_IOERR_FSYNC;
    }
    if (f->node != NULL)
        inode_sync(f->node);
    if (f->syncs_directory)
        sync_directory();
    f->syncs_directory = 0;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *out_size)
{
    fault_file *f = (fault_file *)file;

    if (fails(FAULT_OTHER))
        return SQLITE_IOERR_FSTAT;
    return f->real->pMethods->xFileSize(f->real, out_size);
}

static int file_lock(sqlite3_file *file, int level)
{
    fault_file *f = (fault_file *)file;

    if (fails(FAULT_OTHER))
        return SQLITE_IOERR_LOCK;
    return f->real->pMethods->xLock(f->real, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    fault_file *f = (fault_file *)file;

    return f->real->pMethods->xUnlock(f->real, level);
}

static int file_check_lock(sqlite3_file *file, int *out_is_locked)
{
    fault_file *f = (fault_file *)file;

    if (fails(FAULT_OTHER))
        return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return f->real->pMethods->xCheckReservedLock(f->real, out_is_locked);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    fault_file *f = (fault_file *)file;

    return f->real->pMethods->xFileControl(f->real, operation, argument);
}

static int has_plain_sectors;

void fault_plain_sectors(int is_on) { has_plain_sectors = is_on; }

static int file_sector_size(sqlite3_file *file)
{
    fault_file *f = (fault_file *)file;

    return has_plain_sectors ? 512 : f->real->pMethods->xSectorSize(f->real);
}

static int file_characteristics(sqlite3_file *file)
{
    fault_file *f = (fault_file *)file;
    int characteristics = f->real->pMethods->xDeviceCharacteristics(f->real);

    return has_plain_sectors ? characteristics & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE : characteristics;
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

/* ---- The VFS ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out_flags)
{
    fault_file *f = (fault_file *)file;
    name *n = path == NULL || (flags & SQLITE_OPEN_DELETEONCLOSE) ? NULL : name_of(path);
    int result;

    (void)vfs;
    memset(f, 0, sizeof *f);
    f->real = (sqlite3_file *)(f + 1);
    if (fails(FAULT_OPEN))
        return SQLITE_CANTOPEN;
    result = plain->xOpen(plain, path, f->real, flags, out_flags);
    if (result != SQLITE_OK) {
        if (f->real->pMethods != NULL)
            f->real->pMethods->xClose(f->real);
        return result;
    }
    f->base.pMethods = &file_methods;
    if (n == NULL)
        return SQLITE_OK;
    if (n->live == NULL)
        n->live = inode_new();
    f->syncs_directory = (flags & SQLITE_OPEN_CREATE) != 0
                         && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    f->node = inode_retain(n->live);
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory)
{
    name *n = name_of(path);
    int result;

    (void)vfs;
    if (fails(FAULT_DELETE))
        return SQLITE_IOERR_DELETE;
    fault_suspend(); /* It calls unlink, which is counted already. */
    result = plain->xDelete(plain, path, 0);
    fault_resume();
    if (result != SQLITE_OK)
        return result;
    inode_release(n->live);
    n->live = NULL;
    if (syncs_directory)
        sync_directory();
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *out_result)
{
    (void)vfs;
    if (fails(FAULT_OTHER))
        return SQLITE_IOERR_ACCESS;
    return plain->xAccess(plain, path, flags, out_result);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int capacity, char *out_path)
{
    (void)vfs;
    return plain->xFullPathname(plain, path, capacity, out_path);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out_bytes)
{
    (void)vfs;
    return plain->xRandomness(plain, count, out_bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return plain->xSleep(plain, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *out_time)
{
    (void)vfs;
    return plain->xCurrentTime(plain, out_time);
}

static int vfs_last_error(sqlite3_vfs *vfs, int capacity, char *out_text)
{
    (void)vfs;
    return plain->xGetLastError(plain, capacity, out_text);
}

static sqlite3_vfs fault_vfs = {
    .iVersion = 1,
    .zName = "fault",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
};

/* ---- Memory ---- */

static sqlite3_mem_methods plain_memory;

static void *memory_allocate(int count) { return fails(FAULT_MEMORY) ? NULL : plain_memory.xMalloc(count); }
static void *memory_resize(void *block, int count)
{
    return fails(FAULT_MEMORY) ? NULL : plain_memory.xRealloc(block, count);
}

static int fails_library(void) { return fails(FAULT_LIBRARY_MEMORY); }

static int (**library_hook(void))(void)
{
    void *hook = dlsym(RTLD_DEFAULT, "fault_allocation");
    int (**typed)(void);

    memcpy(&typed, &hook, sizeof typed);
    return typed;
}

int fault_has_library_memory(void) { return library_hook() != NULL; }

void fault_install(void)
{
    sqlite3_mem_methods memory;

    if (library_hook() != NULL)
        *library_hook() = fails_library;

    need(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &plain_memory) == SQLITE_OK, "SQLite has begun already");
    memory = plain_memory;
    memory.xMalloc = memory_allocate;
    memory.xRealloc = memory_resize;
    need(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory) == SQLITE_OK, "the allocator cannot be replaced");
    plain = sqlite3_vfs_find(NULL);
    need(plain != NULL, "there is no VFS");
    need(sizeof(off_t) == 8, "files are small here");
    replace_call(plain, "read", (sqlite3_syscall_ptr)half_read, &real_read);
    replace_call(plain, "write", (sqlite3_syscall_ptr)half_write, &real_write);
    replace_call(plain, "pread", (sqlite3_syscall_ptr)half_pread, &real_pread);
    replace_call(plain, "pwrite", (sqlite3_syscall_ptr)half_pwrite, &real_pwrite);
    replace_call(plain, "pread64", (sqlite3_syscall_ptr)half_pread, &real_pread);
    replace_call(plain, "pwrite64", (sqlite3_syscall_ptr)half_pwrite, &real_pwrite);
    fault_vfs.szOsFile = (int)sizeof(fault_file) + plain->szOsFile;
    fault_vfs.mxPathname = plain->mxPathname;
    need(sqlite3_vfs_register(&fault_vfs, 1) == SQLITE_OK, "the VFS cannot be registered");
}

const char *fault_plain_vfs(void) { return plain->zName; }
