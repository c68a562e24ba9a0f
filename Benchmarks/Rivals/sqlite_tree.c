#include "sqlite_tree.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTHING, DOT, COUNT };

static void fail(sqlite3 *db, const char *what)
{
    fprintf(stderr, "bench: sqlite: %s: %s\n", what, db ? sqlite3_errmsg(db) : "");
    exit(2);
}

static void run(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(db, sql);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(db, sql);
    return statement;
}

static void step(sqlite3 *db, sqlite3_stmt *s)
{
    if (sqlite3_step(s) != SQLITE_DONE) fail(db, "step");
    sqlite3_reset(s);
}

/* --- The tree ---------------------------------------------------------------------------------------------------- */

struct sq_tree {
    sqlite3 *db;
    sqlite3_stmt *find, *add, *own, *up, *wipe;
};

sq_tree *sq_create(const workload *w, int whole)
{
    sq_tree *t = must_allocate(sizeof *t);
    if (sqlite3_open(":memory:", &t->db) != SQLITE_OK) fail(t->db, "open");
    run(t->db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
               "CREATE TABLE node(id INTEGER PRIMARY KEY, parent INTEGER, path TEXT NOT NULL UNIQUE,"
               " kind INTEGER NOT NULL DEFAULT 0, own INTEGER NOT NULL DEFAULT 0, sum INTEGER NOT NULL DEFAULT 0,"
               " lit INTEGER NOT NULL DEFAULT 0);"
               "INSERT INTO node(id, parent, path) VALUES (1, NULL, 'root');");
    t->find = prepare(t->db, "SELECT id, parent, kind, own, sum, lit FROM node WHERE path = ?1");
    t->add = prepare(t->db, "INSERT INTO node(parent, path) VALUES (?1, ?2)");
    t->own = prepare(t->db, "UPDATE node SET kind = ?2, own = ?3 WHERE id = ?1");
    t->up = prepare(t->db,
                    "WITH RECURSIVE up(id) AS (SELECT ?1 UNION ALL SELECT node.parent FROM up JOIN node"
                    " ON node.id = up.id WHERE node.parent IS NOT NULL)"
                    " UPDATE node SET sum = sum + ?2, lit = lit + ?3 WHERE id IN (SELECT id FROM up)");
    t->wipe = prepare(t->db, "UPDATE node SET kind = 0, own = 0, sum = 0, lit = 0"
                             " WHERE path = ?1 OR (path > ?1 || '.' AND path < ?1 || '/')");
    run(t->db, "BEGIN");
    char path[512];
    for (uint32_t node = 1; whole && node < w->node_count; node++) {
        int length = (int)workload_path(w, node, path);
        sqlite3_bind_int64(t->add, 1, (sqlite3_int64)workload_parent(w, node) + 1);
        sqlite3_bind_text(t->add, 2, path, length, SQLITE_STATIC);
        step(t->db, t->add);
    }
    run(t->db, "COMMIT");
    return t;
}

void sq_destroy(sq_tree *t)
{
    sqlite3_finalize(t->find);
    sqlite3_finalize(t->add);
    sqlite3_finalize(t->own);
    sqlite3_finalize(t->up);
    sqlite3_finalize(t->wipe);
    sqlite3_close(t->db);
    free(t);
}

typedef struct row {
    sqlite3_int64 id, parent, own, sum, lit;
    int kind;
} row;

static int find(sq_tree *t, const char *path, size_t length, row *r)
{
    sqlite3_bind_text(t->find, 1, path, (int)length, SQLITE_STATIC);
    int found = sqlite3_step(t->find) == SQLITE_ROW;
    if (found)
        *r = (row){.id = sqlite3_column_int64(t->find, 0), .parent = sqlite3_column_int64(t->find, 1),
                   .kind = sqlite3_column_int(t->find, 2), .own = sqlite3_column_int64(t->find, 3),
                   .sum = sqlite3_column_int64(t->find, 4), .lit = sqlite3_column_int64(t->find, 5)};
    sqlite3_reset(t->find);
    return found;
}

static void find_or_add(sq_tree *t, const char *path, size_t length, row *r)
{
    if (find(t, path, length, r)) return;
    size_t cut = length;
    while (path[cut - 1] != '.') cut--;
    row parent;
    find_or_add(t, path, cut - 1, &parent);
    sqlite3_bind_int64(t->add, 1, parent.id);
    sqlite3_bind_text(t->add, 2, path, (int)length, SQLITE_STATIC);
    step(t->db, t->add);
    *r = (row){.id = sqlite3_last_insert_rowid(t->db), .parent = parent.id};
}

static void up(sq_tree *t, sqlite3_int64 from, sqlite3_int64 count_delta, sqlite3_int64 lit_delta)
{
    if (!from || (!count_delta && !lit_delta)) return;
    sqlite3_bind_int64(t->up, 1, from);
    sqlite3_bind_int64(t->up, 2, count_delta);
    sqlite3_bind_int64(t->up, 3, lit_delta);
    step(t->db, t->up);
}

static void change(sq_tree *t, const row *r, int kind, uint32_t own)
{
    if (r->kind == kind && r->own == own) return;
    sqlite3_bind_int64(t->own, 1, r->id);
    sqlite3_bind_int(t->own, 2, kind);
    sqlite3_bind_int64(t->own, 3, own);
    step(t->db, t->own);
    up(t, r->parent, own - r->own, (kind != NOTHING) - (r->kind != NOTHING));
}

void sq_set(sq_tree *t, const char *path, uint32_t count)
{
    row r;
    find_or_add(t, path, strlen(path), &r);
    change(t, &r, count ? COUNT : NOTHING, count);
}

void sq_dot(sq_tree *t, const char *path)
{
    row r;
    find_or_add(t, path, strlen(path), &r);
    change(t, &r, DOT, 0);
}

void sq_clear(sq_tree *t, const char *path)
{
    row r;
    if (find(t, path, strlen(path), &r)) change(t, &r, NOTHING, 0);
}

void sq_force(sq_tree *t, const char *path)
{
    row r;
    if (!find(t, path, strlen(path), &r)) return;
    sqlite3_int64 lit = r.lit + (r.kind != NOTHING);
    if (!lit) return;
    sqlite3_bind_text(t->wipe, 1, path, -1, SQLITE_STATIC);
    step(t->db, t->wipe);
    up(t, r.parent, -(r.sum + r.own), -lit);
}

int sq_get(sq_tree *t, const char *path, uint64_t *out_count)
{
    row r;
    *out_count = 0;
    if (!find(t, path, strlen(path), &r)) return 0;
    *out_count = (uint64_t)(r.sum ? r.sum : r.own);
    return r.kind != NOTHING || r.lit != 0;
}

/* --- The file ----------------------------------------------------------------------------------------------------- */

static sqlite3 *open_file(const char *file)
{
    sqlite3 *db;
    if (sqlite3_open(file, &db) != SQLITE_OK) fail(db, file);
    run(db, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL;");
    return db;
}

void sq_write(const char *file, const workload *w, const uint32_t *order, size_t count, size_t rows)
{
    sqlite3 *db = open_file(file);
    run(db, "CREATE TABLE badge(account INTEGER NOT NULL, path TEXT NOT NULL, kind INTEGER NOT NULL,"
            " count INTEGER NOT NULL, expires INTEGER NOT NULL, mute INTEGER NOT NULL, mute_until INTEGER NOT NULL,"
            " PRIMARY KEY(account, path)) WITHOUT ROWID;");
    sqlite3_stmt *s = prepare(db, "INSERT INTO badge(account, path, kind, count, expires, mute, mute_until)"
                                  " VALUES (1, ?1, ?2, ?3, 0, 0, 0) ON CONFLICT(account, path) DO UPDATE SET"
                                  " kind = excluded.kind, count = excluded.count, expires = excluded.expires,"
                                  " mute = excluded.mute, mute_until = excluded.mute_until");
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
    char path[512];
    for (size_t i = 0; i < count; i++) {
        if (i % rows == 0) step(db, begin);
        sqlite3_bind_text(s, 1, path, (int)workload_path(w, workload_leaf(w, order[i]), path), SQLITE_STATIC);
        sqlite3_bind_int(s, 2, COUNT);
        sqlite3_bind_int64(s, 3, 1 + (sqlite3_int64)(i % 99));
        step(db, s);
        if (i % rows == rows - 1 || i == count - 1) step(db, commit);
    }
    sqlite3_finalize(s);
    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    if (sqlite3_close(db) != SQLITE_OK) fail(db, "close");
}

size_t sq_read(const char *file, void (*visit)(void *, const char *, int, uint32_t), void *context)
{
    sqlite3 *db = open_file(file);
    sqlite3_stmt *s = prepare(db, "SELECT path, kind, count, expires, mute, mute_until FROM badge WHERE account = 1"
                                  " ORDER BY path");
    size_t count = 0;
    int64_t rest = 0;
    for (; sqlite3_step(s) == SQLITE_ROW; count++) {
        const char *path = (const char *)sqlite3_column_text(s, 0);
        int kind = sqlite3_column_int(s, 1);
        uint32_t own = (uint32_t)sqlite3_column_int64(s, 2);
        rest += sqlite3_column_int64(s, 3) + sqlite3_column_int(s, 4) + sqlite3_column_int64(s, 5);
        if (visit) visit(context, path, kind, own);
    }
    if (rest) fail(db, "unexpected rows");
    sqlite3_finalize(s);
    sqlite3_close(db);
    return count;
}
