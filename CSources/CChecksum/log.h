/* The write-ahead log of an open database: what was written to it, and what must be there after a crash. */
#ifndef CTALLY_LOG_H
#define CTALLY_LOG_H

#include <stdint.h>

/*
 * SQLite checks its log when it recovers it, and not when it reads pages from it later. So the hash of each page that
 * was written or recovered is kept in memory, and each page that is read is compared. A page that was changed by
 * somebody else is never moved into the file and never returned.
 *
 * Invariant: hashes[n] is that of the page of frame n (from 0), or 0 if it is not known.
 */
typedef struct logged {
    uint64_t *hashes;
    uint32_t count, capacity;
    int page_size;          /* 0: not known yet. */
    unsigned char salts[8]; /* They name this beginning of the log. */
    uint32_t commit;        /* The frames up to the header of a commit, whose page is not written yet; 0: none. */
    uint32_t written;       /* The frames up to the last one that this process has written. */
    uint32_t read;          /* The frames up to the one that was read last, with its header; 0: another read. */
    uint32_t end;           /* The frames up to the commit that was written last; 0: more was written behind it. */
    uint32_t marked;        /* The frames of this log that the mark says. */
    int has_mark;           /* The mark may say some, of this log or an earlier one. */
    uint32_t wrong;         /* The first frame that was found changed, from 1; 0: none. */
    int mark;               /* The descriptor of the mark's file; -1: none. */
} logged;

/* Before a write. Returns a result of SQLite. */
int ctally_log_will_write(logged *log, int count, int64_t offset);
/* After a write. If it failed, nobody knows what is there. */
void ctally_log_did_write(logged *log, const unsigned char *bytes, int count, int64_t offset, int has_failed);
/* After a read that returned all bytes. 0: they were changed. */
int ctally_log_did_read(logged *log, const unsigned char *bytes, int count, int64_t offset);
/* Whether a range was written and must be readable. */
int ctally_log_has(const logged *log, int count, int64_t offset);
void ctally_log_did_sync(logged *log);
/* Returns a result of SQLite. */
int ctally_log_will_truncate(logged *log, int64_t size);
void ctally_log_close(logged *log);

#endif
