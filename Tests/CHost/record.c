#include "support.h"
#include "record.h"


#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* The random numbers of a record are the same in each run. */
static void draw(unsigned char *bytes, size_t count)
{
    static uint64_t state;
    size_t i;

    for (i = 0; i < count; i++) {
        state = state * UINT64_C(0x5851F42D4C957F2D) + UINT64_C(0x14057B7EF767814F);
        bytes[i] = (unsigned char)(state >> 56);
    }
}

/* In place of the system's function, which the library calls for epochs. Other libraries call it before main. */
ssize_t getrandom(void *bytes, size_t count, unsigned flags);
ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    if (!is_recording())
        return syscall(SYS_getrandom, bytes, count, flags);
    memset(bytes, 7, count);
    return (ssize_t)count;
}

/* In place of SQLite's function, which the library calls for keys. SQLite also draws numbers for its journals, so the
 * numbers of its own function depend on the tables in memory that a library uses. */
static void give_random(sqlite3_context *context, int count, sqlite3_value **arguments)
{
    unsigned char bytes[64];
    int size = sqlite3_value_int(arguments[0]);

    require(count == 1 && size > 0 && size <= (int)sizeof bytes);
    draw(bytes, (size_t)size);
    sqlite3_result_blob(context, bytes, size, SQLITE_TRANSIENT);
}

static int extend(sqlite3 *database, char **error, const struct sqlite3_api_routines *routines)
{
    (void)error;
    (void)routines;
    return sqlite3_create_function_v2(database, "randomblob", 1, SQLITE_UTF8 | SQLITE_INNOCUOUS, NULL, give_random, NULL,
                                      NULL, NULL);
}

int is_recording(void) { return getenv("TALLY_RECORD") != NULL; }

static FILE *record_file(void)
{
    static FILE *file;

    if (file == NULL) {
        file = fopen(getenv("TALLY_RECORD"), "w");
        require(file != NULL);
        require(sqlite3_auto_extension((void (*)(void))extend) == SQLITE_OK);
    }
    return file;
}

void record(const char *format, ...)
{
    va_list arguments;

    if (!is_recording())
        return;
    va_start(arguments, format);
    require(vfprintf(record_file(), format, arguments) >= 0);
    va_end(arguments);
    require(fputc('\n', record_file()) == '\n');
}

static void write_digits(const void *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        fprintf(record_file(), "%02x", ((const unsigned char *)bytes)[i]);
}

void record_bytes(const char *what, const void *bytes, size_t count)
{
    if (!is_recording())
        return;
    fprintf(record_file(), "%s ", what);
    write_digits(bytes, count);
    record("%s", "");
}

static void record_row(sqlite3_stmt *rows)
{
    int column;

    for (column = 0; column < sqlite3_column_count(rows); column++) {
        fputs(column > 0 ? "|" : "  ", record_file());
        switch (sqlite3_column_type(rows, column)) {
        case SQLITE_NULL: fputs("null", record_file()); break;
        case SQLITE_INTEGER: fprintf(record_file(), "%" PRId64, (int64_t)sqlite3_column_int64(rows, column)); break;
        case SQLITE_FLOAT: fprintf(record_file(), "%a", sqlite3_column_double(rows, column)); break;
        case SQLITE_TEXT: fprintf(record_file(), "'%s'", (const char *)sqlite3_column_text(rows, column)); break;
        default: {
            const void *bytes = sqlite3_column_blob(rows, column);

            fputs("x", record_file());
            write_digits(bytes, (size_t)sqlite3_column_bytes(rows, column));
        }
        }
    }
    record("%s", "");
}

static void record_table(sqlite3 *database, const char *name)
{
    char *sql = sqlite3_mprintf("SELECT * FROM \"%w\"", name);
    sqlite3_stmt *rows = NULL;
    int result;

    require(sql != NULL && sqlite3_prepare_v2(database, sql, -1, &rows, NULL) == SQLITE_OK);
    record("table %s", name);
    while ((result = sqlite3_step(rows)) == SQLITE_ROW)
        record_row(rows);
    require(result == SQLITE_DONE);
    sqlite3_finalize(rows);
    sqlite3_free(sql);
}

/* After FNV-1a, eight bytes a step. */
uint64_t record_hash(const void *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325), word;
    size_t i;

    for (i = 0; i < count; i += 8) {
        word = 0;
        memcpy(&word, (const char *)bytes + i, count - i < 8 ? count - i : 8);
        hash = (hash ^ word) * UINT64_C(0x100000001B3);
        hash ^= hash >> 32;
    }
    return hash;
}

void record_database(const char *file)
{
    const char *sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    sqlite3 *database;
    sqlite3_stmt *tables;
    size_t size;
    char *bytes;

    if (!is_recording())
        return;
    bytes = read_file(file, &size);
    require(bytes != NULL);
    record("file of %zu bytes, hash %016" PRIx64, size, record_hash(bytes, size));
    free(bytes);
    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, "unix") == SQLITE_OK);
    require(sqlite3_prepare_v2(database, sql, -1, &tables, NULL) == SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        record_table(database, (const char *)sqlite3_column_text(tables, 0));
    sqlite3_finalize(tables);
    require(sqlite3_close(database) == SQLITE_OK);
}
