#include "cchecksum.h"
#include "log.h"
#include "seal.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

/* ---- Files ---- */

/* The seal of the first page states which pages have one. ALL: each page. SOME: pages may have none, because another
 * program has copied the database, or written a log into it. */
typedef enum seals { SEALS_UNKNOWN, SEALS_ALL, SEALS_SOME } seals;

typedef struct summed_file {
    sqlite3_file base;
    int is_kept;
    int page_size;    /* 0: not known yet. */
    int is_new;       /* It was empty when it was opened, and its first page was not written yet. */
    int has_unsealed; /* Pages were written before the first one. */
    int is_written;   /* Since ctally_checksum_take_written. */
    int synced;       /* The flags of the last sync of an unchanged log or journal; 0: it has changed. */
    seals first;
    uint32_t wrong_page;
    int mark;                      /* For its log: the descriptor of the mark's file, and 1; 0: none. */
    struct summed_file *log;       /* While it is open. */
    struct summed_file *database;  /* Only a log has one. */
    logged logged;                 /* Only for a log. */
} summed_file;

/* The file of the VFS below follows this one. */
enum { OWN_SIZE = (sizeof(summed_file) + 15) / 16 * 16 };

static sqlite3_vfs *below;
static uint32_t failed_reads; /* Counts those of all threads. */

static sqlite3_file *inner(sqlite3_file *file)
{
    return (sqlite3_file *)((char *)file + OWN_SIZE);
}

/* The valid sizes of SQLite's pages. */
static int is_page_size(int count) { return count >= 512 && count <= 65536 && (count & (count - 1)) == 0; }

/* Whether a read or write covers a whole page, and not just a part of the same length. */
static int is_page(const summed_file *file, int count, sqlite3_int64 offset)
{
    return (file->page_size != 0 ? count == file->page_size : is_page_size(count)) && offset % count == 0 &&
           offset / count < UINT32_MAX;
}

/* The first page says whether there are checksums, and the size of pages. */
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

static int file_close(sqlite3_file *file)
{
    summed_file *own = (summed_file *)file;

    ctally_log_close(&own->logged);
    if (own->database != NULL)
        own->database->log = NULL;
    if (own->log != NULL)
        own->log->database = NULL;
    return inner(file)->pMethods->xClose(inner(file));
}

/* Reads bytes unchanged. */
static int read_below(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int result = inner(file)->pMethods->xRead(inner(file), bytes, count, offset);

    if (result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ)
        __atomic_add_fetch(&failed_reads, 1, __ATOMIC_RELAXED);
    return result;
}

/* Finds out whether each page has a seal. */
static int find_seals(summed_file *file, int size)
{
    unsigned char *page;
    int result;

    if (file->first != SEALS_UNKNOWN)
        return SQLITE_OK;
    page = sqlite3_malloc(size);
    if (page == NULL)
        return SQLITE_IOERR_NOMEM;
    result = read_below(&file->base, page, size, 0);
    if (result == SQLITE_OK)
        file->first = ctally_checksum_judge(page, (size_t)size, 1) == CTALLY_PAGE_UNSEALED ? SEALS_SOME : SEALS_ALL;
    sqlite3_free(page);
    /* A file that was truncated to nothing is started from scratch. */
    return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

/* Returns SQLITE_IOERR_DATA if a page that was read is wrong, or why that is unknown. A page without a seal is right
 * only if the first page has none either. */
static int judge_read(summed_file *file, const unsigned char *page, int size, uint32_t number)
{
    int judgement = ctally_checksum_judge(page, (size_t)size, number), result;

    if (judgement == CTALLY_PAGE_WRONG)
        return SQLITE_IOERR_DATA;
    if (judgement != CTALLY_PAGE_UNSEALED || number == 1)
        return SQLITE_OK;
    result = find_seals(file, size);
    return result == SQLITE_OK && file->first == SEALS_ALL ? SQLITE_IOERR_DATA : result;
}

/* Reads a page with its seal. A page is wrong only if it was read completely, twice, and its seal was wrong both times,
 * because transfers from the disk can fail too. */
static int read_sealed(summed_file *file, void *bytes, int count, sqlite3_int64 offset, int has_seal)
{
    uint32_t number = (uint32_t)(offset / count) + 1;
    int attempt;

    for (attempt = 0; attempt < 2; attempt++) {
        int result = read_below(&file->base, bytes, count, offset);

        if (result == SQLITE_OK && has_seal)
            result = judge_read(file, bytes, count, number);
        if (result == SQLITE_OK)
            take_note(file, bytes, count, offset);
        if (result != SQLITE_IOERR_DATA)
            return result;
    }
    file->wrong_page = number;
    return SQLITE_IOERR_DATA;
}

/* Versions from 3.45 on may read a part of a page that continues a long text or blob. The whole page is checked. */
static int read_part(summed_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    int size = file->page_size, result;
    unsigned char *page = sqlite3_malloc(size);

    if (page == NULL)
        return SQLITE_IOERR_NOMEM;
    result = read_sealed(file, page, size, offset / size * size, 1);
    if (result == SQLITE_OK) {
        ctally_checksum_unseal(page, size);
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
        result = read_sealed(own, bytes, count, offset, own->is_kept);
        if (result == SQLITE_OK && own->is_kept)
            ctally_checksum_unseal(bytes, count);
        return result;
    }
    /* The first page's header is read alone, before anything is known. */
    if (own->is_kept && own->page_size != 0 && offset >= own->page_size &&
        offset % own->page_size + count <= own->page_size)
        return read_part(own, bytes, count, offset);
    result = read_below(file, bytes, count, offset);
    if (result == SQLITE_OK)
        take_note(own, bytes, count, offset);
    return result;
}

/* Seals the pages that were written before the first one, when the checksums were not known yet. A copy that is larger
 * than SQLite's cache is written in any order. */
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
        ctally_checksum_seal(page, size, (uint32_t)(offset / size) + 1);
        result = file->pMethods->xWrite(file, page, size, offset);
    }
    sqlite3_free(page);
    return result;
}

/* The end of a page is free, even in SQLite's own buffers. So the seal is written there, and removed again. */
static int write_sealed(sqlite3_file *file, unsigned char *page, int size, sqlite3_int64 offset)
{
    int result;

    ctally_checksum_seal(page, size, (uint32_t)(offset / size) + 1);
    result = inner(file)->pMethods->xWrite(inner(file), page, size, offset);
    ctally_checksum_unseal(page, size);
    if (result == SQLITE_OK && offset == 0)
        ((summed_file *)file)->first = SEALS_ALL;
    return result;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    summed_file *own = (summed_file *)file;
    int was_kept = own->is_kept;

    own->is_written = 1;
    take_note(own, bytes, count, offset);
    if (was_kept && own->is_kept && !own->is_new && offset == 0 && is_page(own, count, offset)) {
        int result = find_seals(own, count);

        if (result != SQLITE_OK)
            return result;
        /* With a seal here, the other pages would count as damaged. */
        if (own->first == SEALS_SOME)
            return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
    }
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

/* ---- Logs: see log.h ---- */

/* A page is wrong only if it was read completely, twice. */
static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset)
{
    summed_file *own = (summed_file *)file;
    uint32_t wrong = own->logged.wrong;
    int attempt;

    if (own->database != NULL)
        own->logged.mark = own->database->mark - 1;
    for (attempt = 0; attempt < 2; attempt++) {
        int result = read_below(file, bytes, count, offset);

        if (result == SQLITE_OK && ctally_log_did_read(&own->logged, bytes, count, offset)) {
            /* A frame that is right the second time was not changed. */
            own->logged.wrong = wrong;
            return SQLITE_OK;
        }
        if (result != SQLITE_OK && (result != SQLITE_IOERR_SHORT_READ || !ctally_log_has(&own->logged, count, offset)))
            return result;
        if (result == SQLITE_IOERR_SHORT_READ && own->logged.wrong == 0)
            own->logged.wrong = (uint32_t)((offset - 32) / (own->logged.page_size + 24)) + 1;
    }
    return SQLITE_IOERR_DATA;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    summed_file *own = (summed_file *)file;
    int result;

    own->synced = 0;
    if (own->database != NULL)
        own->logged.mark = own->database->mark - 1;
    result = ctally_log_will_write(&own->logged, count, offset);
    if (result != SQLITE_OK)
        return result;
    result = inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
    ctally_log_did_write(&own->logged, bytes, count, offset, result != SQLITE_OK);
    return result;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int result = ctally_log_will_truncate(&((summed_file *)file)->logged, size);

    ((summed_file *)file)->synced = 0;
    return result != SQLITE_OK ? result : inner(file)->pMethods->xTruncate(inner(file), size);
}

/* Writes to a journal. */
static int write_below(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    ((summed_file *)file)->synced = 0;
    return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    ((summed_file *)file)->synced = 0;
    return inner(file)->pMethods->xTruncate(inner(file), size);
}

static int file_sync(sqlite3_file *file, int flags) { return inner(file)->pMethods->xSync(inner(file), flags); }

/* SQLite syncs the log before it moves it into the database, although each commit has synced it already. */
static int sync_below(sqlite3_file *file, int flags)
{
    summed_file *own = (summed_file *)file;
    int result;

    if (own->synced == flags)
        return SQLITE_OK;
    result = file_sync(file, flags);
    own->synced = result == SQLITE_OK ? flags : 0;
    if (result == SQLITE_OK)
        ctally_log_did_sync(&own->logged);
    return result;
}

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
    /* SQLITE_IOCAP_SUBPAGE_READ of newer versions would allow reads of parts of pages without a check. */
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

#define METHODS(version, read, write, truncate, sync)                                                             \
    {                                                                                                             \
        .iVersion = version, .xClose = file_close, .xRead = read, .xWrite = write,                                \
        .xTruncate = truncate, .xSync = sync, .xFileSize = file_size, .xLock = file_lock,                    \
        .xUnlock = file_unlock, .xCheckReservedLock = file_check_lock, .xFileControl = file_control,              \
        .xSectorSize = file_sector_size, .xDeviceCharacteristics = file_characteristics,                          \
        .xShmMap = file_map_shared, .xShmLock = file_lock_shared, .xShmBarrier = file_order_shared,               \
        .xShmUnmap = file_unmap_shared                                                                            \
    }

/* Without and with shared memory, like the VFS below. Never with mapped files, because reads from them cannot be
 * checked. */
static const sqlite3_io_methods methods_1 = METHODS(1, file_read, file_write, file_truncate, file_sync);
static const sqlite3_io_methods methods_2 = METHODS(2, file_read, file_write, file_truncate, file_sync);
static const sqlite3_io_methods methods_log = METHODS(1, log_read, log_write, log_truncate, sync_below);
static const sqlite3_io_methods methods_journal = METHODS(1, read_below, write_below, file_truncate, sync_below);

/* ---- The VFS: databases are ours, their logs and journals to see what fails, all else is left to the one below ----
 *  */

static int is_database(const sqlite3_file *file)
{
    return file != NULL && (file->pMethods == &methods_1 || file->pMethods == &methods_2);
}

static void connect_log(summed_file *log, sqlite3_file *database)
{
    if (!is_database(database))
        return;
    log->database = (summed_file *)database;
    log->database->log = log;
}

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    sqlite3_int64 size;
    int result;

    (void)vfs;
    if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)))
        return below->xOpen(below, name, file, flags, out_flags);
    memset(file, 0, OWN_SIZE);
    result = below->xOpen(below, name, inner(file), flags, out_flags);
    ((summed_file *)file)->logged.mark = -1;
    if (!(flags & SQLITE_OPEN_MAIN_DB)) {
        if (inner(file)->pMethods != NULL)
            file->pMethods = flags & SQLITE_OPEN_WAL ? &methods_log : &methods_journal;
        if (flags & SQLITE_OPEN_WAL && result == SQLITE_OK && name != NULL)
            connect_log((summed_file *)file, sqlite3_database_file_object(name));
        return result;
    }
    /* If it failed halfway, this VFS closes it. */
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
    if (below->xCurrentTime == NULL) { /* Missing in some builds. */
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

/* Another copy of this code in the process has its own name. */
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
        /* The first call may fail because SQLite has no memory to initialise, so it is repeated. */
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
    return is_database(file) ? (summed_file *)file : NULL;
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

uint32_t ctally_checksum_wrong_frame(sqlite3 *database)
{
    summed_file *file = file_of(database);

    return file == NULL || file->log == NULL ? 0 : file->log->logged.wrong;
}

void ctally_checksum_keep_mark(sqlite3 *database, int descriptor)
{
    summed_file *file = file_of(database);

    if (file != NULL)
        file->mark = descriptor + 1;
}

uint32_t ctally_checksum_failed_reads(void) { return __atomic_load_n(&failed_reads, __ATOMIC_RELAXED); }

int ctally_checksum_take_written(sqlite3 *database)
{
    summed_file *file = file_of(database);
    int is_written = file != NULL && file->is_written;

    if (is_written)
        file->is_written = 0;
    return is_written;
}

int ctally_checksum_is_kept(sqlite3 *database)
{
    summed_file *file = file_of(database);

    return file != NULL && file->is_kept;
}

int ctally_checksum_has_unsealed(sqlite3 *database)
{
    summed_file *file = file_of(database);

    if (file == NULL || !file->is_kept || file->page_size == 0 || file->is_new)
        return 0;
    return find_seals(file, file->page_size) == SQLITE_OK && file->first == SEALS_SOME;
}

void ctally_checksum_seal_first(sqlite3 *database)
{
    summed_file *file = file_of(database);

    if (file != NULL)
        file->first = SEALS_ALL;
}

int ctally_checksum_read_page(sqlite3 *database, void *page, int size, uint32_t number)
{
    summed_file *file = file_of(database);

    if (file == NULL || number == 0)
        return SQLITE_NOTFOUND;
    return read_sealed(file, page, size, (sqlite3_int64)(number - 1) * size, 1);
}
