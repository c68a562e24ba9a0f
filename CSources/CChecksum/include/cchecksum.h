/*
 * A checksum in every page of a database: SQLite has none. It finds what SQLite cannot: a bit that changed in a text or
 * a number, a page that was written to another's place.
 *
 * A database that is made with CTALLY_CHECKSUM_BYTES reserved at the end of each page, and written through this VFS,
 * keeps there the page's number (4 bytes, big-endian) and a hash of all before it, that number included (8 bytes,
 * little-endian): the page is sealed. Of the first page's header, counters of SQLite's do not count, which a program
 * changes that copies a database (`sqlite3 file .backup`): so a copy is right too. What is read with a wrong seal is
 * SQLITE_IOERR_DATA. A database without that room is read and written as it is.
 *
 * SQLite itself only ever sees zeros there, so zeros are in its log (which has checksums of SQLite's own). So a program
 * without this VFS that finds such a log, and writes it into the database, as whoever reads last does, leaves pages of
 * which nothing is known. The first page is among them, if it is in every log (see ctally_checksum_take_written). While
 * the first page has no seal, pages without one are taken as they are, and the first page gets no seal. The store then
 * rewrites all pages through its log, and the first one last (see ctally_checksum_seal_first). A seal is never
 * written into a page in place: a crash could garble a page that no log holds. Where the first page has a seal, a page
 * without one is wrong, unless all of it is zero: free pages may be.
 * What such a program changes keeps the old seal, and is wrong.
 */
#ifndef CTALLY_CHECKSUM_H
#define CTALLY_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Two bits, so that no single one that changes makes a header say that there are none. */
enum { CTALLY_CHECKSUM_BYTES = 12 };

struct sqlite3;

/* The name of the VFS, registered with the first call, over what is the default then; NULL: there is none, or no
 * memory. */
const char *ctally_checksum_vfs(void);

/* Sees to it that the pages of a database that is made now get theirs, also those written before the first one. */
int ctally_checksum_begin(struct sqlite3 *database);

/* The page that was last found wrong; 0: none. */
uint32_t ctally_checksum_wrong_page(struct sqlite3 *database);

/* How many reads of databases, logs and journals the system has refused in this process. After such a read, SQLite may
 * report a damaged or foreign file for that reason alone. */
uint32_t ctally_checksum_failed_reads(void);

/* Whether the file, not its log, was written since the last call. Then the log may start from scratch, and its writer
 * has to write the first page into it. */
int ctally_checksum_take_written(struct sqlite3 *database);

/* Whether the database's file keeps them. */
int ctally_checksum_is_kept(struct sqlite3 *database);

/* Whether the first page of the file has no seal, so that others may have none. 0 too if it cannot be read. */
int ctally_checksum_has_unsealed(struct sqlite3 *database);

/* All other pages of the file have seals, and are on the disk: the next write of the first page seals it. */
void ctally_checksum_seal_first(struct sqlite3 *database);

/* Reads a page of the file with its seal. SQLITE_IOERR_DATA: it was read twice, and the seal is wrong. Its bytes are
 * still returned. SQLITE_IOERR_SHORT_READ: the file ends before the end of the page. */
int ctally_checksum_read_page(struct sqlite3 *database, void *page, int size, uint32_t number);

/* What is to be said of a page from elsewhere. */
enum { CTALLY_PAGE_WRONG = 0, CTALLY_PAGE_RIGHT = 1, CTALLY_PAGE_UNSEALED = 2, CTALLY_PAGE_ZERO = 3 };
int ctally_checksum_judge(const void *page, size_t size, uint32_t number);

#endif
