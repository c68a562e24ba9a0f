/* Parts of SQLite that Swift cannot express: casts and variadic functions. */
#ifndef CTALLY_CSQLITE_SHIM_H
#define CTALLY_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

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

/* The name of the VFS of a connection; NULL: the default. */
static inline const char *ctally_sqlite_vfs_name(sqlite3 *database) {
    sqlite3_vfs *vfs = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &vfs) != SQLITE_OK || !vfs) return 0;
    return vfs->zName;
}

/* Composed result codes are macros with a shift, which Swift does not import. */
static const int32_t ctally_sqlite_ioerr_data = SQLITE_IOERR_DATA,
                     ctally_sqlite_ioerr_short_read = SQLITE_IOERR_SHORT_READ;

/* sqlite3_db_config is variadic. A connection that may not write must not checkpoint on closing either. */
static inline int ctally_sqlite_set_checkpoint_on_close(sqlite3 *database, int enabled) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !enabled, (int *)0);
}
/* A foreign file must not run functions from its schema, nor corrupt itself by its own SQL. */
static inline void ctally_sqlite_harden(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

/* The errno of the last failed input or output, in the log or in the file; 0: unknown. SQLite forgets it if a commit
 * fails. */
static inline int ctally_sqlite_last_errno(sqlite3 *database) {
    static const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    int number = sqlite3_system_errno(database);
    for (int i = 0; i < 2 && number == 0; i++) {
        sqlite3_file *file = 0;
        if (sqlite3_file_control(database, "main", files[i], &file) == SQLITE_OK && file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number);
    }
    return number;
}

/*
 * The size of the database file and its first 100 bytes (zeros if it is shorter), read through SQLite's own descriptor.
 * Opening and closing the file separately would drop every POSIX lock that this process has on it. The bytes are read
 * twice and must be equal, since much depends on them and nothing else checks them.
 */
static inline int ctally_sqlite_read_header(sqlite3 *database, unsigned char header[100], int64_t *out_size) {
    sqlite3_file *file = 0;
    sqlite3_int64 size = 0;
    unsigned char again[100];
    memset(header, 0, 100);
    *out_size = 0;
    int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (result != SQLITE_OK) return result;
    if (!file || !file->pMethods) return SQLITE_CANTOPEN;
    result = file->pMethods->xFileSize(file, &size);
    if (result != SQLITE_OK) return result;
    *out_size = size;
    if (size < 100) return SQLITE_OK;
    result = file->pMethods->xRead(file, header, 100, 0);
    if (result == SQLITE_OK) result = file->pMethods->xRead(file, again, 100, 0);
    return result == SQLITE_OK && memcmp(header, again, 100) != 0 ? SQLITE_IOERR_READ : result;
}

#endif
