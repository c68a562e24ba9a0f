#include "storefile.h"

#include <dirent.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

uint64_t hash_of_directory(const char *directory)
{
    struct dirent **names;
    int count = scandir(directory, &names, NULL, alphasort), i;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    require(count >= 0);
    for (i = 0; i < count; i++) {
        char name[600];
        const char *c;
        size_t size, k;
        char *bytes;

        require((size_t)snprintf(name, sizeof name, "%s/%s", directory, names[i]->d_name) < sizeof name);
        for (c = names[i]->d_name; *c != '\0'; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001B3);
        bytes = read_file(name, &size);
        for (k = 0; bytes != NULL && k < size; k++)
            hash = (hash ^ (unsigned char)bytes[k]) * UINT64_C(0x100000001B3);
        free(bytes);
        free(names[i]);
    }
    free(names);
    return hash;
}

tally_status open_file(world *w, const char *file, uint32_t flags)
{
    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.file = file;
    w->options.flags = TALLY_ENGINE_HOST_DRIVEN | flags;
    w->options.clock = fake_clock_tell;
    w->options.clock_user_data = &w->clock;
    w->engine = (tally_engine *)w;
    return tally_engine_open(&w->options, &w->engine);
}

char *make_file(world *w, size_t *out_count)
{
    world_open(w, WORLD_FILE);
    make_everything(w);
    world_close(w);
    return read_file(w->file, out_count);
}

void open_recovered(world *w, const char *file)
{
    check_ok(open_file(w, file, 0));
    check_ok(tally_engine_verify(w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_scope_open(w->engine, &w->scope));
}

int64_t select_number(const char *file, const char *sql)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    int64_t number;

    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    require(sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK);
    require(sqlite3_step(statement) == SQLITE_ROW);
    number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    require(sqlite3_close(database) == SQLITE_OK);
    return number;
}

static void run_sql_through(const char *file, const char *sql, const char *vfs)
{
    sqlite3 *database;

    require(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs) == SQLITE_OK);
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    require(sqlite3_close(database) == SQLITE_OK);
}

void run_sql(const char *file, const char *sql) { run_sql_through(file, sql, "tally-checksums"); }

void run_sql_of_others(const char *file, const char *sql) { run_sql_through(file, sql, NULL); }

void rebuild_without_checksums(const char *file)
{
    static const char dump[] =
        "SELECT group_concat(sql || ';' || iif(type = 'table', 'INSERT INTO ' || name || ' SELECT * FROM old.' || name "
        "|| ';', ''), '') || 'DELETE FROM sqlite_sequence; INSERT INTO sqlite_sequence SELECT * FROM old.sqlite_sequence;"
        "PRAGMA user_version = 1; PRAGMA application_id = 1415670905' "
        "FROM (SELECT * FROM old.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid)";
    char fresh[400], attach[500];
    sqlite3 *database;
    sqlite3_stmt *statement;

    require((size_t)snprintf(fresh, sizeof fresh, "%s-dump", file) < sizeof fresh);
    snprintf(attach, sizeof attach, "ATTACH '%s' AS old", file);
    require(sqlite3_open(fresh, &database) == SQLITE_OK);
    require(sqlite3_exec(database, attach, NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_prepare_v2(database, dump, -1, &statement, NULL) == SQLITE_OK);
    require(sqlite3_step(statement) == SQLITE_ROW);
    if (sqlite3_exec(database, (const char *)sqlite3_column_text(statement, 0), NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    require(sqlite3_close(database) == SQLITE_OK);
    require(rename(fresh, file) == 0);
}

void copy_file(const char *from, const char *to)
{
    size_t count;
    char *bytes = read_file(from, &count);

    require(bytes != NULL);
    write_file(to, bytes, count);
    free(bytes);
}
