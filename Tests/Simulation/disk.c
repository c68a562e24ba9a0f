#include "disk.h"

#include "memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR 512

typedef struct change {
    struct change *next;
    int64_t offset; /* For a write; otherwise the length that the file was cut to. */
    long count;     /* -1: it was cut. */
    unsigned char bytes[];
} change;

typedef struct content {
    unsigned char *bytes;
    int64_t size, capacity;
} content;

struct inode {
    content live, durable;
    change *first, **end; /* Since the last sync, in their order. */
    uint64_t number;
    int uses, locked_by;
};

/* A directory entry: what the name stands for, and what it would stand for after a loss of power. */
typedef struct name {
    struct name *next;
    inode *live, *durable;
    char path[];
} name;

static struct {
    name *names;
    unsigned kinds;
    disk_fault fault;
    long k, count, fired, operations;
    int for_ever, is_suspended, has_crashed;
} disks[DISKS];

static uint64_t last_number;

static void *need(void *block)
{
    if (block != NULL)
        return block;
    fputs("simulator: no memory\n", stderr);
    abort();
}

/* ---- Faults ---- */

int disk_of(const char *path)
{
    const char *digit = path + sizeof DISK_ROOT - 1;

    if (strncmp(path, DISK_ROOT, sizeof DISK_ROOT - 1) != 0 || *digit < '0' || *digit >= '0' + DISKS)
        return -1;
    return digit[1] == '/' || digit[1] == '\0' ? *digit - '0' : -1;
}

void disk_arm(int disk, unsigned operations, disk_fault kind, long k, int for_ever)
{
    disks[disk].kinds = operations;
    disks[disk].fault = kind;
    disks[disk].k = k;
    disks[disk].for_ever = for_ever;
    disks[disk].count = disks[disk].fired = 0;
}

long disk_disarm(int disk)
{
    long fired = disks[disk].fired;

    disks[disk].kinds = 0;
    disks[disk].fired = 0;
    return fired;
}

long disk_fired(int disk) { return disks[disk].fired; }
int disk_has_crashed(int disk) { return disks[disk].has_crashed; }

void disk_suspend(int disk, int is_suspended)
{
    disks[disk].is_suspended += is_suspended ? 1 : -1;
    memory_suspend(is_suspended);
}


long disk_operations(int disk) { return disks[disk].operations; }

int disk_fails(int disk, unsigned operation)
{
    disks[disk].operations += 1;
    errno = EIO;
    if (disks[disk].has_crashed)
        return 1;
    if (disks[disk].is_suspended || !(disks[disk].kinds & operation))
        return 0;
    disks[disk].count += 1;
    if (disks[disk].count < disks[disk].k || (disks[disk].count > disks[disk].k && !disks[disk].for_ever))
        return 0;
    disks[disk].fired += 1;
    if (disks[disk].fault == DISK_FULL)
        errno = ENOSPC;
    disks[disk].has_crashed = disks[disk].fault == DISK_CRASH;
    return 1;
}

/* ---- Files ---- */

static void content_resize(content *c, int64_t size)
{
    if (size > c->capacity) {
        c->capacity = size * 2;
        c->bytes = (unsigned char *)need(realloc(c->bytes, (size_t)c->capacity));
    }
    if (size > c->size)
        memset(c->bytes + c->size, 0, (size_t)(size - c->size));
    c->size = size;
}

static void content_put(content *c, const void *bytes, size_t count, int64_t offset)
{
    if (offset + (int64_t)count > c->size)
        content_resize(c, offset + (int64_t)count);
    if (count > 0)
        memcpy(c->bytes + offset, bytes, count);
}

inode *disk_anonymous(void)
{
    inode *i = (inode *)need(calloc(1, sizeof *i));

    i->end = &i->first;
    i->uses = 1;
    i->locked_by = -1;
    i->number = ++last_number;
    return i;
}

inode *inode_retain(inode *i)
{
    if (i != NULL)
        i->uses += 1;
    return i;
}

void inode_drop_pending(inode *i)
{
    while (i->first != NULL) {
        change *gone = i->first;

        i->first = gone->next;
        free(gone);
    }
    i->end = &i->first;
}

void inode_release(inode *i)
{
    if (i == NULL || --i->uses > 0)
        return;
    inode_drop_pending(i);
    free(i->live.bytes);
    free(i->durable.bytes);
    free(i);
}

uint64_t inode_number(const inode *i) { return i->number; }
int64_t inode_size(const inode *i) { return i->live.size; }

size_t inode_read(const inode *i, void *bytes, size_t count, int64_t offset)
{
    if (offset >= i->live.size)
        return 0;
    if ((int64_t)count > i->live.size - offset)
        count = (size_t)(i->live.size - offset);
    memcpy(bytes, i->live.bytes + offset, count);
    return count;
}

static void note(inode *i, const void *bytes, long count, int64_t offset)
{
    size_t size = count < 0 ? 0 : (size_t)count;
    change *c = (change *)need(malloc(sizeof *c + size));

    c->next = NULL;
    c->offset = offset;
    c->count = count;
    if (size > 0)
        memcpy(c->bytes, bytes, size);
    *i->end = c;
    i->end = &c->next;
}

void inode_write(inode *i, const void *bytes, size_t count, int64_t offset)
{
    content_put(&i->live, bytes, count, offset);
    note(i, bytes, (long)count, offset);
}

void inode_truncate(inode *i, int64_t size)
{
    content_resize(&i->live, size);
    note(i, NULL, -1, size);
}

static void apply(inode *i, const change *c)
{
    if (c->count < 0)
        content_resize(&i->durable, c->offset);
    else
        content_put(&i->durable, c->bytes, (size_t)c->count, c->offset);
}

void inode_sync(inode *i)
{
    change *c;

    for (c = i->first; c != NULL; c = c->next)
        apply(i, c);
    inode_drop_pending(i);
}

int inode_lock(inode *i, int descriptor)
{
    if (i->locked_by >= 0 && i->locked_by != descriptor)
        return 0;
    i->locked_by = descriptor;
    return 1;
}

void inode_unlock(inode *i, int descriptor)
{
    if (i->locked_by == descriptor)
        i->locked_by = -1;
}

/* ---- Names ---- */

static name *entry(const char *path)
{
    int disk = disk_of(path);
    size_t length = strlen(path);
    name *n;

    for (n = disks[disk].names; n != NULL; n = n->next) {
        if (strcmp(n->path, path) == 0)
            return n;
    }
    n = (name *)need(calloc(1, sizeof *n + length + 1));
    memcpy(n->path, path, length);
    n->next = disks[disk].names;
    disks[disk].names = n;
    return n;
}

inode *disk_find(const char *path) { return entry(path)->live; }

inode *disk_create(const char *path)
{
    name *n = entry(path);

    if (n->live == NULL)
        n->live = disk_anonymous();
    return n->live;
}

int disk_remove(const char *path)
{
    name *n = entry(path);

    if (n->live == NULL)
        return 0;
    inode_release(n->live);
    n->live = NULL;
    return 1;
}

int disk_move(const char *from, const char *to, int keeps_from)
{
    inode *moved = inode_retain(disk_find(from));

    if (moved == NULL)
        return 0;
    disk_remove(to);
    entry(to)->live = moved;
    if (!keeps_from)
        disk_remove(from);
    return 1;
}

void disk_sync_directory(int disk)
{
    name *n;

    for (n = disks[disk].names; n != NULL; n = n->next) {
        inode *before = n->durable;

        n->durable = inode_retain(n->live);
        inode_release(before);
    }
}

void disk_reset(void)
{
    int disk;

    for (disk = 0; disk < DISKS; disk++) {
        while (disks[disk].names != NULL) {
            name *gone = disks[disk].names;

            disks[disk].names = gone->next;
            inode_release(gone->live);
            inode_release(gone->durable);
            free(gone);
        }
        memset(&disks[disk], 0, sizeof disks[disk]);
    }
    last_number = 0;
}

void disk_settle(int disk)
{
    name *n;

    disk_sync_directory(disk);
    for (n = disks[disk].names; n != NULL; n = n->next) {
        if (n->live == NULL)
            continue;
        inode_drop_pending(n->live);
        content_resize(&n->live->durable, 0);
        content_put(&n->live->durable, n->live->live.bytes, (size_t)n->live->live.size, 0);
    }
}

uint64_t disk_hash(int disk)
{
    uint64_t sum = 0;
    name *n;

    for (n = disks[disk].names; n != NULL; n = n->next) {
        if (n->live != NULL)
            sum += hash_bytes(hash_bytes(HASH_START, n->path, strlen(n->path)), n->live->live.bytes,
                              (size_t)n->live->live.size);
    }
    return sum;
}

/* ---- A loss of power ---- */

/* Each sector is on the disk as it was at some moment: with all writes to it until then, and none that came later. */
static int has_sector(uint64_t moment, int64_t sector, unsigned number, unsigned count)
{
    dice d = dice_of(moment, (uint64_t)sector, 7);

    return number < dice_below(&d, count + 1);
}

static void tear(inode *i, const change *c, uint64_t moment, unsigned number, unsigned count)
{
    long done = 0;

    while (done < c->count) {
        long step = SECTOR - (long)((c->offset + done) % SECTOR);

        if (step > c->count - done)
            step = c->count - done;
        if (has_sector(moment, (c->offset + done) / SECTOR, number, count))
            content_put(&i->durable, c->bytes + done, (size_t)step, c->offset + done);
        done += step;
    }
}

/* Everything pending is kept, lost or torn; afterwards the live content is the durable one. */
static void lose(inode *i, unsigned how, dice *d)
{
    uint64_t moment = dice_next(d);
    unsigned count = 0, number = 0;
    change *c;

    for (c = i->first; c != NULL; c = c->next)
        count += 1;
    for (c = i->first; c != NULL && how > 0; c = c->next, number++) {
        if (how == 1 || (c->count < 0 && has_sector(moment, -1, number, count)))
            apply(i, c);
        else if (c->count >= 0)
            tear(i, c, moment, number, count);
    }
    inode_drop_pending(i);
    content_resize(&i->live, 0);
    content_put(&i->live, i->durable.bytes, (size_t)i->durable.size, 0);
}

void disk_lose_power(int disk, int loses, dice *d)
{
    unsigned how = dice_below(d, 3); /* 0: all is lost; 1: all is kept; 2: it is torn. */
    name *n;

    disks[disk].has_crashed = 0;
    disks[disk].kinds = 0;
    disks[disk].fired = 0;
    if (!loses)
        return;
    for (n = disks[disk].names; n != NULL; n = n->next) {
        int keeps = how == 1 || (how == 2 && dice_one_in(d, 2));
        inode *before = keeps ? n->durable : n->live;

        if (keeps)
            n->durable = inode_retain(n->live);
        else
            n->live = inode_retain(n->durable);
        inode_release(before);
        if (n->live != NULL)
            lose(n->live, how, d);
    }
}
