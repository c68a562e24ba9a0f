#include "support.h"

#include "fault_vfs.h"
#include "picture.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOLDER 24 /* The bytes of the number in a lock file. */

static void join(char *path, size_t capacity, const char *directory, const char *name)
{
    require((size_t)snprintf(path, capacity, "%s/%s", directory, name) < capacity);
}

static void add_hash(picture *p, const void *bytes, size_t count)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    size_t i;

    for (i = 0; i < count; i++)
        p->hash = (p->hash ^ byte[i]) * UINT64_C(0x100000001B3);
}

static void take_file(picture *p, const char *directory, const char *name)
{
    pictured_file *file = &p->files[p->count];
    size_t length = strlen(name), skipped;
    struct stat status;
    char path[400];
    int i;

    require(p->count < PICTURE_FILES && length < sizeof file->name);
    join(path, sizeof path, directory, name);
    require(lstat(path, &status) == 0 && S_ISREG(status.st_mode));
    memset(file, 0, sizeof *file);
    memcpy(file->name, name, length);
    file->inode = (uint64_t)status.st_ino;
    add_hash(p, name, length + 1);
    for (i = 0; i < p->count && p->files[i].inode != file->inode; i++)
        continue;
    file->same_as = i;
    p->count += 1;
    add_hash(p, &i, sizeof i);
    if (i < p->count - 1)
        return;
    file->bytes = read_file(path, &file->size);
    require(file->bytes != NULL);
    skipped = length > 5 && strcmp(name + length - 5, "-lock") == 0 ? HOLDER : 0;
    add_hash(p, &file->size, sizeof file->size);
    if (file->size > skipped)
        add_hash(p, file->bytes + skipped, file->size - skipped);
}

void picture_take(picture *p, const char *directory)
{
    struct dirent **names;
    int count = scandir(directory, &names, NULL, alphasort), i;

    require(count >= 0);
    memset(p, 0, sizeof *p);
    p->hash = UINT64_C(0xCBF29CE484222325);
    for (i = 0; i < count; i++) {
        if (strcmp(names[i]->d_name, ".") != 0 && strcmp(names[i]->d_name, "..") != 0)
            take_file(p, directory, names[i]->d_name);
        free(names[i]);
    }
    free(names);
}

void picture_put_back(const picture *p, const char *directory)
{
    struct dirent **names;
    char path[400], other[400];
    int count = scandir(directory, &names, NULL, alphasort), i;

    require(count >= 0);
    for (i = 0; i < count; i++) {
        if (strcmp(names[i]->d_name, ".") != 0 && strcmp(names[i]->d_name, "..") != 0) {
            join(path, sizeof path, directory, names[i]->d_name);
            require(unlink(path) == 0);
        }
        free(names[i]);
    }
    free(names);
    for (i = 0; i < p->count; i++) {
        join(path, sizeof path, directory, p->files[i].name);
        if (p->files[i].bytes != NULL) {
            write_file(path, p->files[i].bytes, p->files[i].size);
            continue;
        }
        join(other, sizeof other, directory, p->files[p->files[i].same_as].name);
        require(link(other, path) == 0);
    }
    fault_forget();
}

void picture_free(picture *p)
{
    int i;

    for (i = 0; i < p->count; i++)
        free(p->files[i].bytes);
    p->count = 0;
}
