/* Files of another build of the library: one process saves the disks of a world, and another one loads them. */
#include "carry.h"

#include "world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_real(const device *d, const char *folder, const char *mode)
{
    char path[600];
    FILE *file;

    snprintf(path, sizeof path, "%s/seed-%llu-device-%d.db", folder, (unsigned long long)d->world->seed, d->number);
    file = fopen(path, mode);
    if (file == NULL)
        fail("%s: %s", path, strerror(errno));
    return file;
}

static void save(device *d, const char *folder)
{
    const inode *from = disk_find(d->file);
    size_t size = (size_t)inode_size(from);
    unsigned char *bytes = (unsigned char *)malloc(size + 1);
    FILE *file = open_real(d, folder, "wb");

    if (bytes == NULL || inode_read(from, bytes, size, 0) != size || fwrite(bytes, 1, size, file) != size
        || fclose(file) != 0)
        simulator_die("a file cannot be saved");
    free(bytes);
}

static void load(device *d, const char *folder)
{
    static unsigned char bytes[1 << 16];
    FILE *file = open_real(d, folder, "rb");
    inode *to;
    size_t count;
    int64_t size = 0;

    disk_remove(d->file);
    to = disk_create(d->file);
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) {
        inode_write(to, bytes, count, size);
        size += (int64_t)count;
    }
    fclose(file);
    disk_settle(d->number);
}

void carry_out(world *w, const char *folder)
{
    int number;

    for (number = 0; number < w->device_count; number++) {
        device_close(&w->devices[number]);
        save(&w->devices[number], folder);
    }
}

void carry_in(world *w, const char *folder)
{
    int number;

    for (number = 0; number < w->device_count; number++) {
        device *d = &w->devices[number];

        device_close(d);
        load(d, folder);
        device_open(d);
        device_check_reopened(d);
    }
}
