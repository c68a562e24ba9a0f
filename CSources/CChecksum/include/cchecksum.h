/*
 * A checksum in every page of a database, which SQLite lacks. It finds errors that SQLite cannot find: a changed bit in
 * a text or a number, or a page that was written to another page's place.
 *
 * A database that reserves CTALLY_CHECKSUM_BYTES at the end of each page, and is written through this VFS, has a seal
 * there: the page's number (4 bytes, big-endian), and a hash of everything before it, including the number (8 bytes,
 * little-endian). The hash leaves out the counters in the first page's header, which a program changes when it copies a
 * database (`sqlite3 file .backup`). So a copy is valid too. A read of a page with a wrong seal fails with
 * SQLITE_IOERR_DATA. A database without that reserved room is read and written unchanged.
 *
 * SQLite itself sees only zeros there, so its log (which has its own checksums) contains zeros. A program without this
 * VFS may find such a log, and write it into the database. Nothing is known about the pages that it leaves. The first
 * page is among them, if it is in every log (see ctally_checksum_take_written). While the first page has no seal, pages
 * without one are accepted, and the first page gets no seal. The store then rewrites all pages through its log, and the
 * first one last (see ctally_checksum_seal_first). A seal is never written into a page in place, because a crash could
 * garble a page that no log has. If the first page has a seal, a page without one is wrong, unless it is all zero: free
 * pages may be. A page that such a program changes keeps the old seal, and is wrong.
 */
#ifndef CTALLY_CHECKSUM_H
#define CTALLY_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Two bits, so that no single changed bit makes a header claim that there are no checksums. */
enum { CTALLY_CHECKSUM_BYTES = 12 };

struct sqlite3;

/* The name of the VFS. The first call registers it over the current default. NULL: there is no default, or no
 * memory. */
const char *ctally_checksum_vfs(void);

/* Makes the pages of a new database get seals, including those written before the first one. */
int ctally_checksum_begin(struct sqlite3 *database);

/* The page that was last found wrong; 0: none. */
uint32_t ctally_checksum_wrong_page(struct sqlite3 *database);

/* The number of failed reads of databases, logs and journals in this process. After such a read, SQLite may report a
 * damaged or foreign file for that reason alone. */
uint32_t ctally_checksum_failed_reads(void);

/* Whether the file, not its log, was written since the last call. Then the log may start from scratch, and its writer
 * must write the first page into it. */
int ctally_checksum_take_written(struct sqlite3 *database);

/* Whether the database's file has checksums. */
int ctally_checksum_is_kept(struct sqlite3 *database);

/* Whether the first page of the file has no seal, so that others may have none. 0 too if it cannot be read. */
int ctally_checksum_has_unsealed(struct sqlite3 *database);

/* Call it when all other pages of the file have seals and are on the disk. The next write of the first page then seals
 * it. */
void ctally_checksum_seal_first(struct sqlite3 *database);

/* Reads a page of the file with its seal. SQLITE_IOERR_DATA: it was read twice, and the seal is wrong. Its bytes are
 * still returned. SQLITE_IOERR_SHORT_READ: the file ends before the end of the page. */
int ctally_checksum_read_page(struct sqlite3 *database, void *page, int size, uint32_t number);

/* ---- The log ---- */

/* Examines a log that SQLite has not opened yet. SQLite takes an invalid frame for the end of the log. This tells the
 * end that a crash leaves from damage: the log was longer, because later transactions follow, or because the mark in
 * the lock file says so, where each sync of a log notes how many frames were on the disk.
 * descriptor: of the lock file.
 * 0: the log is sound, or there is none; 1: it is damaged, out_frame is the first invalid frame, from 1; otherwise the
 * negative number of an error of the system. */
int ctally_log_examine(const char *path, int descriptor, uint32_t *out_frame);

/* Makes the database keep the mark in its lock file, which the caller keeps open. */
void ctally_checksum_keep_mark(struct sqlite3 *database, int descriptor);

/* The first frame of the log, from 1, that was found to differ from what this process has written or recovered; 0:
 * none. Reads of such a frame fail with SQLITE_IOERR_DATA. */
uint32_t ctally_checksum_wrong_frame(struct sqlite3 *database);

/* The verdict on a page from another source. */
enum { CTALLY_PAGE_WRONG = 0, CTALLY_PAGE_RIGHT = 1, CTALLY_PAGE_UNSEALED = 2, CTALLY_PAGE_ZERO = 3 };
int ctally_checksum_judge(const void *page, size_t size, uint32_t number);

#endif
