/* A second implementation of docs/snapshot-format.md, and of the header's rules for paths: plain, slow, and written
 * from the documents. Tests hold the library against it, and so do the fuzz targets. */
#ifndef TALLY_TEST_REFERENCE_H
#define TALLY_TEST_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* Says where, and aborts. support.c has it, and so have the fuzz targets. */
void require_at(int condition, const char *what, const char *file, int line);
#define require(condition) require_at((condition) != 0, #condition, __FILE__, __LINE__)

/* Memory, or the end of the program; never NULL. */
void *allocate(size_t size);

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

/* A copy whose memory ends where it ends, so that reading on is noticed. */
bytes bytes_copy(const void *data, size_t size);
void bytes_free(bytes *b);
int bytes_equal(const bytes *a, const bytes *b);

int text_is_utf8(const void *text, size_t length);
/* A JSON text by RFC 8259, in UTF-8, in which not more than 128 values lie within each other. */
int text_is_json(const void *text, size_t length);

/* ---- Paths ---- */

#define PATH_MAX_BYTES 65535u

/* The canonical form of a path, and its components (root not counted); 0: it is not well formed. No limits but that of
 * a component. out has room for length + 6. */
int path_canonical(const void *text, size_t length, char *out, size_t *out_length, size_t *out_depth);

/* Whether the bytes can be a component without escapes. */
int path_is_name(const void *name, size_t length);

/* ---- Snapshots and patches ---- */

enum { BADGE_NONE = 0, BADGE_DOT = 1, BADGE_COUNT = 2 };

/* Bits of a mute: without MUTE_ALL it holds back the number alone; with MUTE_PASSES highlights pass. */
#define MUTE_ALL 2u
#define MUTE_PASSES 4u

/* The state that a node owns. */
typedef struct own {
    unsigned badge;
    uint32_t count;
    int64_t expires;
    unsigned mute;
    int64_t mute_until;
    int64_t snooze;
} own;

int own_is_empty(const own *o);
int own_equal(const own *a, const own *b);

typedef struct entry {
    unsigned char *path; /* Relative, canonical. */
    size_t length;
    own before; /* Only for a patch; otherwise empty. */
    own after;
} entry;

/* Invariant: the paths rise by their bytes. */
typedef struct document {
    int is_patch;
    size_t count;
    size_t capacity;
    entry *entries;
} document;

void document_init(document *d, int is_patch);
void document_free(document *d);
void document_copy(document *d, const document *from);

/* 0: the bytes are not well formed; the document is empty. */
int document_read(document *d, const void *data, size_t size, int is_patch);
bytes document_write(const document *d);

/* Puts an entry where it belongs, in the place of one of the same path. */
void document_put(document *d, const void *path, size_t length, const own *before, const own *after);
void document_remove(document *d, size_t index);

void document_diff(document *patch, const document *from, const document *to);
void document_inverse(document *patch);
/* The first entry that conflicts: nothing was changed then. NULL: it was applied. */
const entry *document_apply(document *state, const document *patch, int force);
/* Removes expired badges and, with CHILDREN, the badges that this clears automatically. */
void document_expire(document *state, int64_t now, int is_sum);

/* How many entries there are before something that cannot be read; for mending headers. */
uint32_t entries_count(const unsigned char *data, size_t size, int is_patch);
/* Writes magic, version, flags and a checksum that are right. At least 18 bytes. */
void seal(unsigned char *data, size_t size, int is_patch);
/* The same for the export of an account, and for the badges in it where they have that many bytes. */
void seal_account(unsigned char *data, size_t size);
/* The same for the state of a source. */
void seal_source(unsigned char *data, size_t size);

#endif
