#include "cchecksum.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

/* ---- The hash ---- */

/* Bytes in memory as a number, least significant first. */
static uint64_t load(const unsigned char *bytes)
{
    uint64_t word = 0;

    memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint32_t page_number(const unsigned char *trailer)
{
    return (uint32_t)trailer[0] << 24 | (uint32_t)trailer[1] << 16 | (uint32_t)trailer[2] << 8 | trailer[3];
}

/* What any program for SQLite's databases changes in the first page when it copies one, or changes its journal: nothing
 * of what is stored. The journal's two bytes count, but for which of the two kinds it is. */
enum { NEUTRAL_BYTES = 104 };

static void neutralize(unsigned char header[NEUTRAL_BYTES])
{
    if (header[18] == 1 && header[19] == 1)
        header[18] = header[19] = 2;
    memset(header + 24, 0, 4); /* The counter of changes, */
    memset(header + 40, 0, 4); /* that of the schema, */
    memset(header + 92, 0, 8); /* and by which version, at which change, it was written. */
}

/* Each step is a bijection of the state for a given word, and of the word for a given state: so pages that differ in one
 * word only never have the same hash. */
static uint64_t stir(uint64_t state, const unsigned char *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i += 8) {
        state ^= load(bytes + i);
        state *= UINT64_C(0x9E3779B185EBCA87);
        state = state << 31 | state >> 33;
    }
    return state;
}

/* Of all of a page but the hash itself. */
static uint64_t hash(const unsigned char *page, size_t size, uint32_t number)
{
    size_t count = size - 8, begin = 0;
    uint64_t state = UINT64_C(0x27D4EB2F165667C5) + count;

    if (number == 1) {
        unsigned char header[NEUTRAL_BYTES];

        begin = sizeof header;
        memcpy(header, page, begin);
        neutralize(header);
        state = stir(state, header, begin);
    }
    state = stir(state, page + begin, count - begin);
    state ^= state >> 33;
    state *= UINT64_C(0xC2B2AE3D27D4EB4F);
    return state ^ state >> 29;
}

static void seal(unsigned char *page, int size, uint32_t number)
{
    unsigned char *trailer = page + size - CTALLY_CHECKSUM_BYTES;
    uint64_t sum;
    int i;

    trailer[0] = (unsigned char)(number >> 24);
    trailer[1] = (unsigned char)(number >> 16);
    trailer[2] = (unsigned char)(number >> 8);
    trailer[3] = (unsigned char)number;
    sum = hash(page, (size_t)size, number);
    for (i = 0; i < 8; i++)
        trailer[4 + i] = (unsigned char)(sum >> 8 * i);
}

static void unseal(unsigned char *page, int size)
{
    memset(page + size - CTALLY_CHECKSUM_BYTES, 0, CTALLY_CHECKSUM_BYTES);
}

static int is_zero(const unsigned char *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++) {
        if (bytes[i] != 0)
            return 0;
    }
    return 1;
}

int ctally_checksum_judge(const void *bytes, size_t size, uint32_t number)
{
    const unsigned char *page = bytes, *trailer = page + size - CTALLY_CHECKSUM_BYTES;

    if (page_number(trailer) == number && load(page + size - 8) == hash(page, size, number))
        return CTALLY_PAGE_RIGHT;
    if (!is_zero(trailer, CTALLY_CHECKSUM_BYTES))
        return CTALLY_PAGE_WRONG;
    return is_zero(page, size) ? CTALLY_PAGE_ZERO : CTALLY_PAGE_UNSEALED;
}

/* ---- Files ---- */

typedef struct summed_file {
    sqlite3_file base;
    int is_kept;
    int page_size;    /* 0: not known yet. */
    int is_new;       /* It was empty when it was opened, and its first page was not written yet. */
    int has_unsealed; /* Pages were written before the first one. */
    uint32_t wrong_page;
} summed_file;

/* The file of the VFS below lies behind ours. */
enum { OWN_SIZE = (sizeof(summed_file) + 15) / 16 * 16 };

static sqlite3_vfs *below;

static sqlite3_file *inner(sqlite3_file *file)
{
    return (sqlite3_file *)((char *)file + OWN_SIZE);
}

/* The sizes that pages of SQLite may have. */
static int is_page_size(int count) { return count >= 512 && count <= 65536 && (count & (count - 1)) == 0; }

/* Whether all of a page is read or written, and not only a part of one that is as long as a page could be. */
static int is_page(const summed_file *file, int count, sqlite3_int64 offset)
{
    return (file->page_size != 0 ? count == file->page_size : is_page_size(count)) && offset % count == 0 &&
           offset / count < UINT32_MAX;
}

/* The first page says whether there are checksums, and how long pages are. */
static void take_note(summed_file *file, const unsigned char *bytes, int count, sqlite3_int64 offset)
{
    int size;

    if (offset != 0 || count < 24 || memcmp(bytes, "SQLite format 3", 16) != 0)
        return;
    size = bytes[16] << 8 | bytes[17];
    size = size == 1 ? 65536 : size;
    file->page_size = is_page_size(size) ? size : 0;
    file->is_kept = bytes[20] == CTALLY_CHECKSUM_BYTES;
}

static int file_close(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

/* Reads a page with its seal. */
static int read_sealed(summed_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int result = inner(&file->base)->pMethods->xRead(inner(&file->base), bytes, count, offset);
    uint32_t number = (uint32_t)(offset / count) + 1;

    if (result != SQLITE_OK)
        return result;
    take_note(file, bytes, count, offset);
    if (!file->is_kept || ctally_checksum_judge(bytes, (size_t)count, number) != CTALLY_PAGE_WRONG)
        return SQLITE_OK;
    file->wrong_page = number;
    return SQLITE_IOERR_DATA;
}

/* Versions from 3.45 on may read a part of a page, where a long text or blob goes on: all of it is looked at. */
static int read_part(summed_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int size = file->page_size, result;
    unsigned char *page = sqlite3_malloc(size);

    if (page == NULL)
        return SQLITE_IOERR_NOMEM;
    result = read_sealed(file, page, size, offset / size * size);
    if (result == SQLITE_OK) {
        unseal(page, size);
        memcpy(bytes, page + offset % size, (size_t)count);
    }
    sqlite3_free(page);
    return result;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    summed_file *own = (summed_file *)file;
    int result;

    if (is_page(own, count, offset)) {
        result = read_sealed(own, bytes, count, offset);
        if (result == SQLITE_OK && own->is_kept)
            unseal(bytes, count);
        return result;
    }
    /* Of the first page the header is read by itself, before anything is known. */
    if (own->is_kept && own->page_size != 0 && offset >= own->page_size &&
        offset % own->page_size + count <= own->page_size)
        return read_part(own, bytes, count, offset);
    result = inner(file)->pMethods->xRead(inner(file), bytes, count, offset);
    if (result == SQLITE_OK)
        take_note(own, bytes, count, offset);
    return result;
}

/* Seals what was written before the first page, when nobody knew yet that there are checksums: a copy that is larger than
 * SQLite's cache comes in any order. */
static int seal_earlier(summed_file *own, int size)
{
    sqlite3_file *file = inner(&own->base);
    sqlite3_int64 end = 0, offset;
    unsigned char *page = sqlite3_malloc(size);
    int result = page == NULL ? SQLITE_IOERR_NOMEM : file->pMethods->xFileSize(file, &end);

    for (offset = size; result == SQLITE_OK && offset + size <= end; offset += size) {
        result = file->pMethods->xRead(file, page, size, offset);
        if (result != SQLITE_OK)
            break;
        seal(page, size, (uint32_t)(offset / size) + 1);
        result = file->pMethods->xWrite(file, page, size, offset);
    }
    sqlite3_free(page);
    return result;
}

/* The room at the end of a page is nobody's but ours, also in SQLite's own buffers: so it is filled in there, and emptied
 * again. */
static int write_sealed(sqlite3_file *file, unsigned char *page, int size, sqlite3_int64 offset)
{
    int result;

    seal(page, size, (uint32_t)(offset / size) + 1);
    result = inner(file)->pMethods->xWrite(inner(file), page, size, offset);
    unseal(page, size);
    return result;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    summed_file *own = (summed_file *)file;

    take_note(own, bytes, count, offset);
    if (is_page(own, count, offset) && own->is_new) {
        own->has_unsealed = own->has_unsealed || !own->is_kept;
        if (offset == 0) {
            int result = own->is_kept && own->has_unsealed ? seal_earlier(own, count) : SQLITE_OK;

            if (result != SQLITE_OK)
                return result;
            own->is_new = 0;
        }
    }
    if (own->is_kept && is_page(own, count, offset))
        return write_sealed(file, (unsigned char *)bytes, count, offset);
    return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int file_sync(sqlite3_file *file, int flags) { return inner(file)->pMethods->xSync(inner(file), flags); }

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return inner(file)->pMethods->xFileSize(inner(file), size);
}

static int file_lock(sqlite3_file *file, int level) { return inner(file)->pMethods->xLock(inner(file), level); }

static int file_unlock(sqlite3_file *file, int level) { return inner(file)->pMethods->xUnlock(inner(file), level); }

static int file_check_lock(sqlite3_file *file, int *out)
{
    return inner(file)->pMethods->xCheckReservedLock(inner(file), out);
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return inner(file)->pMethods->xSectorSize(inner(file)); }

static int file_characteristics(sqlite3_file *file)
{
    /* SQLITE_IOCAP_SUBPAGE_READ of newer versions: parts of pages would come in unseen. */
    return inner(file)->pMethods->xDeviceCharacteristics(inner(file)) & ~0x00008000;
}

static int file_map_shared(sqlite3_file *file, int region, int size, int extends, void volatile **out)
{
    return inner(file)->pMethods->xShmMap(inner(file), region, size, extends, out);
}

static int file_lock_shared(sqlite3_file *file, int offset, int count, int flags)
{
    return inner(file)->pMethods->xShmLock(inner(file), offset, count, flags);
}

static void file_order_shared(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static int file_unmap_shared(sqlite3_file *file, int deletes)
{
    return inner(file)->pMethods->xShmUnmap(inner(file), deletes);
}

#define METHODS(version)                                                                                          \
    {                                                                                                             \
        .iVersion = version, .xClose = file_close, .xRead = file_read, .xWrite = file_write,                      \
        .xTruncate = file_truncate, .xSync = file_sync, .xFileSize = file_size, .xLock = file_lock,               \
        .xUnlock = file_unlock, .xCheckReservedLock = file_check_lock, .xFileControl = file_control,              \
        .xSectorSize = file_sector_size, .xDeviceCharacteristics = file_characteristics,                          \
        .xShmMap = file_map_shared, .xShmLock = file_lock_shared, .xShmBarrier = file_order_shared,               \
        .xShmUnmap = file_unmap_shared                                                                            \
    }

/* Without and with shared memory, as the VFS below has it. Never with memory in which files are mapped: what is read
 * there is not seen. */
static const sqlite3_io_methods methods_1 = METHODS(1), methods_2 = METHODS(2);

/* ---- The VFS: files that are databases are ours, all else is left to the one below ---- */

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    sqlite3_int64 size;
    int result;

    (void)vfs;
    if (!(flags & SQLITE_OPEN_MAIN_DB))
        return below->xOpen(below, name, file, flags, out_flags);
    memset(file, 0, OWN_SIZE);
    result = below->xOpen(below, name, inner(file), flags, out_flags);
    /* Where it failed halfway, it is closed through ours. */
    if (inner(file)->pMethods != NULL)
        file->pMethods = inner(file)->pMethods->iVersion >= 2 ? &methods_2 : &methods_1;
    if (result == SQLITE_OK && inner(file)->pMethods->xFileSize(inner(file), &size) == SQLITE_OK)
        ((summed_file *)file)->is_new = size == 0;
    return result;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *name, int syncs)
{
    (void)vfs;
    return below->xDelete(below, name, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    return below->xAccess(below, name, flags, out);
}

static int vfs_full_name(sqlite3_vfs *vfs, const char *name, int capacity, char *out)
{
    (void)vfs;
    return below->xFullPathname(below, name, capacity, out);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *out)
{
    (void)vfs;
    return below->xRandomness(below, count, out);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return below->xSleep(below, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, double *out)
{
    (void)vfs;
    if (below->xCurrentTime == NULL) { /* Left out of some builds. */
        sqlite3_int64 milliseconds = 0;
        int result = below->xCurrentTimeInt64(below, &milliseconds);

        *out = (double)milliseconds / 86400000.0;
        return result;
    }
    return below->xCurrentTime(below, out);
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *out)
{
    (void)vfs;
    return below->xGetLastError ? below->xGetLastError(below, count, out) : 0;
}

/* Another copy of this code in the process has a name of its own. */
static char vfs_name[] = "tally-checksums\0\0";

static sqlite3_vfs summed_vfs = {
    .iVersion = 1,
    .zName = vfs_name,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_name,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
};

static pthread_mutex_t registration = PTHREAD_MUTEX_INITIALIZER;

const char *ctally_checksum_vfs(void)
{
    const char *name = NULL;

    pthread_mutex_lock(&registration);
    if (below == NULL) {
        /* The first answer may be that there is no memory to set SQLite up: then it is asked again. */
        sqlite3_vfs *usual = sqlite3_vfs_find(NULL);

        if (usual != NULL) {
            for (char last = '2'; last <= '9' && sqlite3_vfs_find(vfs_name) != NULL; last += 1) {
                vfs_name[sizeof vfs_name - 3] = '-';
                vfs_name[sizeof vfs_name - 2] = last;
            }
            summed_vfs.szOsFile = OWN_SIZE + usual->szOsFile;
            summed_vfs.mxPathname = usual->mxPathname;
            if (sqlite3_vfs_register(&summed_vfs, 0) == SQLITE_OK)
                below = usual;
        }
    }
    if (below != NULL)
        name = summed_vfs.zName;
    pthread_mutex_unlock(&registration);
    return name;
}

/* A library that is unloaded must not leave its VFS in SQLite's list. */
__attribute__((destructor)) static void leave(void)
{
    if (below != NULL)
        sqlite3_vfs_unregister(&summed_vfs);
}

/* ---- Of a connection ---- */

static summed_file *file_of(sqlite3 *database)
{
    sqlite3_file *file = NULL;

    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || file == NULL)
        return NULL;
    return file->pMethods == &methods_1 || file->pMethods == &methods_2 ? (summed_file *)file : NULL;
}

int ctally_checksum_begin(sqlite3 *database)
{
    summed_file *file = file_of(database);
    int count = CTALLY_CHECKSUM_BYTES;

    if (file == NULL)
        return SQLITE_OK;
    file->is_kept = 1;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

uint32_t ctally_checksum_wrong_page(sqlite3 *database)
{
    summed_file *file = file_of(database);

    return file == NULL ? 0 : file->wrong_page;
}

int ctally_checksum_is_kept(sqlite3 *database)
{
    summed_file *file = file_of(database);

    return file != NULL && file->is_kept;
}

int ctally_checksum_read_page(sqlite3 *database, void *page, int size, uint32_t number)
{
    summed_file *file = file_of(database);

    if (file == NULL || number == 0)
        return SQLITE_NOTFOUND;
    return read_sealed(file, page, size, (sqlite3_int64)(number - 1) * size);
}
