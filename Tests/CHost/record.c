#include "record.h"
#include "support.h"

#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *record_file(void)
{
    static FILE *file;
    const char *name = getenv("TALLY_RECORD");

    if (file == NULL && name != NULL) {
        file = fopen(name, "w");
        require(file != NULL);
    }
    return file;
}

int is_recording(void) { return record_file() != NULL; }

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
    sqlite3_stmt *rows;
    int result;

    require(sql != NULL && sqlite3_prepare_v2(database, sql, -1, &rows, NULL) == SQLITE_OK);
    record("table %s", name);
    while ((result = sqlite3_step(rows)) == SQLITE_ROW)
        record_row(rows);
    require(result == SQLITE_DONE);
    sqlite3_finalize(rows);
    sqlite3_free(sql);
}

/* FNV-1a. */
static uint64_t hash_of(const char *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    size_t i;

    for (i = 0; i < count; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001B3);
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
    record("file of %zu bytes, hash %016" PRIx64, size, hash_of(bytes, size));
    free(bytes);
    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    require(sqlite3_prepare_v2(database, sql, -1, &tables, NULL) == SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW)
        record_table(database, (const char *)sqlite3_column_text(tables, 0));
    sqlite3_finalize(tables);
    require(sqlite3_close(database) == SQLITE_OK);
}
