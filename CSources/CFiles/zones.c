/* Time zones of a system that has a file for each. Another system has other functions in place of this file. */
#define _GNU_SOURCE
#include "cfiles.h"
#include "system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t read_small(const char *path, void *bytes, size_t capacity)
{
    int64_t size = 0;
    int descriptor = ctally_file_open(path, &size);
    size_t count = 0;

    if (descriptor < 0) return 0;
    count = (size_t)size;
    if (count <= capacity) count = ctally_file_read(descriptor, bytes, count, 0);
    ctally_file_close(descriptor);
    return count;
}

size_t ctally_zone_read(const char *name, void *bytes, size_t capacity)
{
    static const char *const places[] = {zone_places};
    const char *own = getenv("TZDIR");
    char path[CTALLY_PATH_MAX];
    size_t size = 0;

    for (size_t index = 0; size == 0 && index < (own != NULL ? 1 : sizeof places / sizeof *places); index += 1) {
        int length = snprintf(path, sizeof path, "%s/%s", own != NULL ? own : places[index], name);
        if ((size_t)length < sizeof path) size = read_small(path, bytes, capacity);
    }
    return size;
}

size_t ctally_zone_device(char *name, size_t name_capacity, void *bytes, size_t capacity)
{
    static const char marker[] = "/zoneinfo/";
    const char *set = getenv("TZ");
    const char *path = device_zone, *part;
    char resolved[CTALLY_PATH_MAX];
    size_t size;

    name[0] = 0;
    if (set != NULL && *set == ':') set += 1;
    if (set != NULL && *set != '/') {
        /* POSIX does not define an empty one. All systems use UTC. */
        snprintf(name, name_capacity, "%s", *set != 0 ? set : "UTC");
        return 0;
    }
    if (set != NULL) path = set;
    size = read_small(path, bytes, capacity);
    if (size == 0) {
        if (set != NULL) snprintf(name, name_capacity, "%s", set);
        else if (access(path, F_OK) != 0) snprintf(name, name_capacity, "UTC");
    } else if (ctally_file_resolve(path, resolved) == 0 && (part = strstr(resolved, marker)) != NULL) {
        snprintf(name, name_capacity, "%s", part + sizeof marker - 1);
    }
    return size;
}
