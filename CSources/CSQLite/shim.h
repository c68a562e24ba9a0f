#ifndef CTALLY_CSQLITE_SHIM_H
#define CTALLY_CSQLITE_SHIM_H

#include <sqlite3.h>

/* SQLITE_TRANSIENT and SQLITE_STATIC are casts, which Swift does not import. */
static inline int ctally_sqlite_bind_text_transient(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}
static inline int ctally_sqlite_bind_text_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_STATIC);
}
static inline int ctally_sqlite_bind_blob_static(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_STATIC);
}

#endif
