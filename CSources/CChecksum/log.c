#include "log.h"

#include "seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The format of SQLite's log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): a header, then frames. */
enum { HEADER = 32, FRAME = 24 };

static uint32_t big_endian(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int is_size(uint32_t size) { return size >= 512 && size <= 65536 && (size & (size - 1)) == 0; }

/* ---- The mark ----
 *
 * Behind the number in the lock file: how many frames of which log were on the disk. It is written after each sync of
 * the log, and is not synced itself. So it never promises too much. After the process was killed it is exact. After a
 * loss of power it may say less. Before the log is emptied, and before it begins again, the mark is taken back on the
 * disk, too: then the log has no salts that say whether the mark is about it.
 */

enum { MARK_PLACE = 24, MARK_BYTES = 32 };

static const unsigned char magic[8] = {'t', 'a', 'l', 'l', 'y', 'l', 'o', 'g'};

static void store(unsigned char *bytes, uint32_t number)
{
    bytes[0] = (unsigned char)(number >> 24);
    bytes[1] = (unsigned char)(number >> 16);
    bytes[2] = (unsigned char)(number >> 8);
    bytes[3] = (unsigned char)number;
}

static void write_mark(logged *log)
{
    unsigned char bytes[MARK_BYTES] = {0};
    uint64_t hash;

    if (log->mark < 0)
        return;
    log->has_mark = 1;
    memcpy(bytes, magic, 8);
    memcpy(bytes + 8, log->salts, 8);
    store(bytes + 16, log->marked);
    store(bytes + 20, (uint32_t)log->page_size);
    hash = ctally_checksum_hash(bytes, 24);
    memcpy(bytes + 24, &hash, 8);
    /* Without a mark less is known, and nothing is wrong. */
    if (pwrite(log->mark, bytes, sizeof bytes, MARK_PLACE) < 0)
        errno = 0;
}

typedef struct mark {
    unsigned char salts[8];
    uint32_t frames;
    uint32_t page_size;
} mark;

/* No frames: there is no mark. */
static void read_mark(int descriptor, mark *out_mark)
{
    unsigned char bytes[MARK_BYTES];
    uint64_t hash;

    memset(out_mark, 0, sizeof *out_mark);
    if (pread(descriptor, bytes, sizeof bytes, MARK_PLACE) != (ssize_t)sizeof bytes || memcmp(bytes, magic, 8) != 0)
        return;
    hash = ctally_checksum_hash(bytes, 24);
    if (memcmp(bytes + 24, &hash, 8) != 0)
        return;
    memcpy(out_mark->salts, bytes + 8, 8);
    out_mark->frames = big_endian(bytes + 16);
    out_mark->page_size = big_endian(bytes + 20);
}

static int clear_mark(int descriptor)
{
    static const unsigned char nothing[MARK_BYTES];

    return pwrite(descriptor, nothing, sizeof nothing, MARK_PLACE) == (ssize_t)sizeof nothing && fdatasync(descriptor) == 0;
}

/* ---- While the log is open ---- */

/* The frame that an offset is in, and the place in it. */
static int64_t locate(const logged *log, int64_t offset, int *out_place)
{
    int64_t size = log->page_size + FRAME;

    *out_place = (int)((offset - HEADER) % size);
    return (offset - HEADER) / size;
}

static int reserve(logged *log, int64_t count)
{
    uint32_t capacity = log->capacity < 64 ? 64 : log->capacity;
    uint64_t *hashes;

    if (count <= log->capacity)
        return 1;
    if (count > INT32_MAX / 2)
        return 0;
    while (capacity < count)
        capacity *= 2;
    hashes = sqlite3_realloc64(log->hashes, capacity * sizeof *hashes);
    if (hashes == NULL)
        return 0;
    log->hashes = hashes;
    log->capacity = capacity;
    return 1;
}

static int note(logged *log, int64_t frame, uint64_t hash)
{
    if (!reserve(log, frame + 1))
        return 0;
    while (log->count <= frame)
        log->hashes[log->count++] = 0;
    log->hashes[frame] = hash;
    return 1;
}

static void begin(logged *log, const unsigned char *header)
{
    uint32_t size = big_endian(header + 8);

    log->page_size = is_size(size) ? (int)size : 0;
    memcpy(log->salts, header + 16, 8);
    log->count = log->commit = log->written = log->read = log->end = log->marked = 0;
}

/* A log that is recovered goes on, and with it the mark that the former process has left. */
static void adopt(logged *log)
{
    mark found;

    if (log->mark < 0)
        return;
    read_mark(log->mark, &found);
    log->has_mark = found.frames > 0;
    if (memcmp(found.salts, log->salts, 8) == 0)
        log->marked = found.frames;
}

int ctally_log_will_write(logged *log, int count, int64_t offset)
{
    int64_t frame;
    int place;

    /* Everything is in the file, and the log begins again. */
    if (offset < HEADER && log->has_mark && log->mark >= 0) {
        if (!clear_mark(log->mark))
            return SQLITE_IOERR_WRITE;
        log->marked = 0;
        log->has_mark = 0;
    }
    if (offset < HEADER || log->page_size == 0)
        return SQLITE_OK;
    frame = locate(log, offset, &place);
    /* A transaction that could not be committed is overwritten, although it is on the disk. */
    if (frame < log->marked) {
        log->marked = (uint32_t)frame;
        write_mark(log);
    }
    if (place != FRAME || count != log->page_size)
        return SQLITE_OK;
    return note(log, frame, 0) ? SQLITE_OK : SQLITE_IOERR_NOMEM;
}

void ctally_log_did_write(logged *log, const unsigned char *bytes, int count, int64_t offset, int has_failed)
{
    int64_t frame;
    int place;

    if (offset < HEADER) {
        if (offset == 0 && count == HEADER && !has_failed)
            begin(log, bytes);
        else
            log->page_size = 0;
        return;
    }
    if (log->page_size == 0)
        return;
    frame = locate(log, offset, &place);
    log->end = 0;
    if (!has_failed && place == 0 && count == FRAME) {
        /* The headers of a transaction's frames may be written again, each after its frame was read, and that of the
         * commit last. Before a new frame, what is there is not its page: another process or transaction left it. */
        int is_again = frame + 1 == log->read && frame < log->written;

        log->commit = big_endian(bytes + 4) != 0 ? (uint32_t)frame + 1 : 0;
        log->read = 0;
        if (!is_again && frame < log->count)
            log->hashes[frame] = 0;
        if (frame >= log->written)
            log->written = (uint32_t)frame + 1;
        if (log->commit != 0 && frame < log->count && log->hashes[frame] != 0)
            log->end = log->commit;
        return;
    }
    if (!has_failed && place == FRAME && count == log->page_size) {
        log->hashes[frame] = ctally_checksum_hash(bytes, count);
        log->end = log->commit == frame + 1 ? log->commit : 0;
        return;
    }
    log->commit = 0;
    for (; frame < log->count && HEADER + frame * (log->page_size + FRAME) < offset + count; frame++)
        log->hashes[frame] = 0;
}

/* The frame of which a range is the page, or is all; -1: another range. */
static int64_t whole_page(const logged *log, int count, int64_t offset, int *out_begin)
{
    int64_t frame;
    int place;

    if (log->page_size == 0 || offset < HEADER)
        return -1;
    frame = locate(log, offset, &place);
    *out_begin = place == 0 ? FRAME : 0;
    if ((place == FRAME && count == log->page_size) || (place == 0 && count == log->page_size + FRAME))
        return frame;
    return -1;
}

int ctally_log_has(const logged *log, int count, int64_t offset)
{
    int begin;
    int64_t frame = whole_page(log, count, offset, &begin);

    return frame >= 0 && frame < log->count && log->hashes[frame] != 0;
}

int ctally_log_did_read(logged *log, const unsigned char *bytes, int count, int64_t offset)
{
    int start = 0;
    int64_t frame;
    uint64_t hash;

    /* SQLite reads the header when it recovers a log. */
    if (offset == 0 && count == HEADER && log->page_size == 0) {
        begin(log, bytes);
        adopt(log);
        return 1;
    }
    frame = whole_page(log, count, offset, &start);
    if (frame < 0)
        return 1;
    log->read = start == FRAME ? (uint32_t)frame + 1 : 0;
    hash = ctally_checksum_hash(bytes + start, log->page_size);
    if (!ctally_log_has(log, count, offset)) {
        /* Without memory for it, the page stays unknown. */
        (void)note(log, frame, hash);
        return 1;
    }
    if (log->hashes[frame] == hash)
        return 1;
    log->wrong = log->wrong != 0 ? log->wrong : (uint32_t)frame + 1;
    return 0;
}

void ctally_log_did_sync(logged *log)
{
    if (log->page_size == 0 || log->end <= log->marked)
        return;
    log->marked = log->end;
    write_mark(log);
}

int ctally_log_will_truncate(logged *log, int64_t size)
{
    int64_t frames = size < HEADER || log->page_size == 0 ? 0 : (size - HEADER) / (log->page_size + FRAME);

    if (frames < log->count)
        log->count = (uint32_t)frames;
    if (size < HEADER && log->has_mark && log->mark >= 0) {
        if (!clear_mark(log->mark))
            return SQLITE_IOERR_TRUNCATE;
        log->marked = 0;
        log->has_mark = 0;
    } else if (frames < log->marked) {
        log->marked = (uint32_t)frames;
        write_mark(log);
    }
    return SQLITE_OK;
}

void ctally_log_close(logged *log)
{
    sqlite3_free(log->hashes);
    memset(log, 0, sizeof *log);
    log->mark = -1;
}

/* ---- Before it is recovered ---- */

typedef struct chain {
    uint32_t first, second;
} chain;

static uint32_t word(const unsigned char *bytes, int is_big)
{
    uint32_t number = big_endian(bytes);

    return is_big ? number : __builtin_bswap32(number);
}

/* SQLite's checksum, which goes on from that of the bytes before. */
static chain sum(chain before, const unsigned char *bytes, size_t count, int is_big)
{
    size_t i;

    for (i = 0; i < count; i += 8) {
        before.first += word(bytes + i, is_big) + before.second;
        before.second += word(bytes + i + 4, is_big) + before.first;
    }
    return before;
}

static chain stored_chain(const unsigned char *bytes)
{
    chain c = {big_endian(bytes), big_endian(bytes + 4)};

    return c;
}

static int is_equal(chain a, chain b) { return a.first == b.first && a.second == b.second; }

typedef struct examination {
    int descriptor, is_big;
    uint32_t size;
    unsigned char salts[8];
    int has_salts;
    uint32_t valid;     /* The frames that SQLite recovers: up to the last commit before the first invalid frame. */
    int64_t broken;     /* The first invalid frame; -1: none. */
    int continues;      /* A commit behind it has a successor. */
    int is_known;       /* A frame has the salts. */
} examination;

enum { LOG_SOUND, LOG_DAMAGED, LOG_OTHER /* There is none, or the mark is about another one. */ };

/* Whether a frame follows the one with this checksum, in the same log. */
static int follows(const examination *e, chain before, const unsigned char *frame)
{
    chain computed = sum(sum(before, frame, 8, e->is_big), frame + FRAME, e->size, e->is_big);

    return (!e->has_salts || memcmp(frame + 8, e->salts, 8) == 0) && big_endian(frame) != 0 &&
           is_equal(computed, stored_chain(frame + 16));
}

/* 0, or the negative number of an error of the system. */
static int read_all(int descriptor, unsigned char *bytes, size_t count, int64_t offset, size_t *out_done)
{
    *out_done = 0;
    while (*out_done < count) {
        ssize_t done = pread(descriptor, bytes + *out_done, count - *out_done, (off_t)(offset + (int64_t)*out_done));

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -errno;
        if (done == 0)
            break;
        *out_done += (size_t)done;
    }
    return 0;
}

/* Reads all frames. A commit is synced before the next transaction is written. So if a frame is invalid, and a valid
 * commit behind it has a valid successor, the invalid frame was on the disk once. The invalid frame itself proves
 * nothing: it may be half of a frame that was being written over one that had failed to be committed. */
static int read_frames(examination *e, chain before, int is_broken)
{
    unsigned char *frame = malloc(e->size + FRAME);
    int was_commit = 0, result = frame == NULL ? -ENOMEM : 0;
    int64_t number = 0;

    e->broken = is_broken ? 0 : -1;
    while (result == 0) {
        size_t count;
        int is_valid;

        result = read_all(e->descriptor, frame, e->size + FRAME, HEADER + number * (int64_t)(e->size + FRAME), &count);
        if (result != 0 || count < e->size + FRAME)
            break;
        is_valid = follows(e, before, frame);
        e->is_known = e->is_known || (e->has_salts && memcmp(frame + 8, e->salts, 8) == 0);
        if (!is_valid && e->broken < 0)
            e->broken = number;
        if (e->broken < 0 && big_endian(frame + 4) != 0)
            e->valid = (uint32_t)number + 1;
        if (e->broken >= 0 && number > e->broken && is_valid && was_commit)
            e->continues = 1;
        was_commit = is_valid && e->broken >= 0 && number > e->broken && big_endian(frame + 4) != 0;
        before = stored_chain(frame + 16);
        number++;
    }
    free(frame);
    return result;
}

static int judge(const char *path, const mark *known, uint32_t *out_frame)
{
    unsigned char header[HEADER];
    examination e = {.is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__};
    size_t count;
    chain start = {0, 0};
    struct stat status;
    int is_header = 0, is_short, result;

    /* Something else may have the name of the log: a pipe must not hold this process. */
    e.descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (e.descriptor < 0)
        return errno == ENOENT ? LOG_OTHER : -errno;
    if (fstat(e.descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(e.descriptor);
        return LOG_OTHER;
    }
    result = read_all(e.descriptor, header, sizeof header, 0, &count);
    if (result != 0 || count < sizeof header) {
        close(e.descriptor);
        *out_frame = 1;
        return result != 0 ? result : known->frames > 0 ? LOG_DAMAGED : LOG_OTHER;
    }
    if ((big_endian(header) & 0xFFFFFFFE) == 0x377F0682 && is_size(big_endian(header + 8))) {
        is_header = is_equal(sum(start, header, 24, header[3] & 1), stored_chain(header + 24));
        e.is_big = is_header ? header[3] & 1 : e.is_big;
    }
    e.size = is_header ? big_endian(header + 8) : is_size(known->page_size) ? known->page_size : 4096;
    e.has_salts = is_header || known->frames > 0;
    memcpy(e.salts, is_header ? header + 16 : known->salts, 8);
    result = read_frames(&e, stored_chain(header + 24), !is_header);
    close(e.descriptor);
    if (result != 0)
        return result;
    is_short = is_header && memcmp(known->salts, e.salts, 8) == 0 && e.valid < known->frames;
    *out_frame = e.broken >= 0 ? (uint32_t)e.broken + 1 : e.valid + 1;
    /* An invalid header may be half of one that was being written when everything was in the file. */
    if (is_header ? is_short || e.continues : e.is_known && known->frames > 0)
        return LOG_DAMAGED;
    return is_header && memcmp(known->salts, e.salts, 8) == 0 ? LOG_SOUND : LOG_OTHER;
}

int ctally_log_examine(const char *path, int descriptor, uint32_t *out_frame)
{
    mark known;
    int result;

    read_mark(descriptor, &known);
    result = judge(path, &known, out_frame);
    /* Later the log may be empty, and must not be taken for the one of the mark. */
    if (result == LOG_OTHER && known.frames > 0 && !clear_mark(descriptor))
        return -errno;
    return result == LOG_DAMAGED ? 1 : result < 0 ? result : 0;
}
