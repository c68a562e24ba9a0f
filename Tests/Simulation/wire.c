/* The bytes of the wire format: pages and pushes out, what an outbox sends in. */
#include "server.h"

#include "dice.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put(writer *w, const char *format, ...)
{
    va_list arguments;
    int count;

    va_start(arguments, format);
    count = vsnprintf(w->text + w->size, w->capacity - w->size, format, arguments);
    va_end(arguments);
    if (count < 0 || (size_t)count >= w->capacity - w->size)
        simulator_die("a page is too long for its buffer");
    w->size += (size_t)count;
}

/* Without the leading `root`, which is optional: both ways of writing a path occur. */
const char *server_path(int node, int prefix, char *path, int capacity)
{
    char *at = path;

    node_path(node, path, capacity);
    if (node == prefix)
        return "root";
    if (prefix == 0)
        return node % 2 == 0 ? path : path + 5;
    at += 5 + 2 * node_depth(prefix);
    if (node % 2 != 0)
        return at;
    at -= 5;
    memcpy(at, "root.", 5);
    return at;
}

static void put_item_members(writer *w, const item *of, int speech, int prefix)
{
    char path[64];

    put(w, "\"path\":\"%s\",\"rev\":\"%u\",\"count\":%u,\"read\":%s,\"thread\":\"t%d\",\"title\":\"No. %u\","
           "\"level\":%d",
        server_path(of->node, prefix, path, sizeof path), of->revision, of->count, of->is_read ? "true" : "false",
        of->thread, of->revision, message_level(0, of->id, of->count));
    if (speech == SPEAKS_VERSIONS)
        put(w, ",\"ver\":%lld,\"link\":\"app:%u/%u\",\"data\":{ \"count\" : %u }", (long long)of->version, of->id,
            of->count, of->count);
    if (speech == SPEAKS_VERSIONS && of->is_seen)
        put(w, ",\"seen\":true");
}

static void put_marks(writer *w, const page *p)
{
    char path[64];
    int node, i, paths = 0;

    for (node = 0; node < NODES; node++) {
        int steps = 0;

        for (i = 0; i < p->mark_count; i++) {
            if (p->marks[i].node != node)
                continue;
            if (steps++ == 0)
                put(w, "%s\"%s\":[", paths++ == 0 ? ",\"marks\":{" : ",",
                    server_path(node, p->prefix, path, sizeof path));
            if (p->marks[i].version == SEEN_VERSION)
                put(w, "%s{\"seen\":\"%u\"}", steps > 1 ? "," : "", p->marks[i].upto);
            else
                put(w, "%s{\"upto\":\"%u\",\"ver\":%lld}", steps > 1 ? "," : "", p->marks[i].upto,
                    (long long)p->marks[i].version);
        }
        if (steps > 0)
            put(w, "]");
    }
    if (paths > 0)
        put(w, "}");
}

static void put_badges(writer *w, const page *p)
{
    char path[64];
    int i;

    for (i = 0; i < p->badge_count; i++) {
        const server_badge *of = &p->badges[i];

        put(w, "%s\"%s\":", i == 0 ? ",\"badges\":{" : ",",
            server_path(of->node, p->prefix, path, sizeof path));
        if (of->kind == SHOWS_NOTHING) {
            put(w, "null");
            continue;
        }
        if (of->kind == SHOWS_DOT)
            put(w, "{\"dot\":true");
        else
            put(w, "{\"count\":%u", of->count);
        if (of->until != 0)
            put(w, ",\"until\":%lld", (long long)of->until);
        put(w, "}");
    }
    if (p->badge_count > 0)
        put(w, "}");
}

size_t page_write(const page *p, char *text, size_t capacity)
{
    writer w = {text, 0, capacity};
    int i;

    if (p->speech == SPEAKS_FOREIGN)
        return foreign_write(p, text, capacity);
    put(&w, "{\"v\":1,\"epoch\":\"e%u\",\"cursor\":\"%s\",\"more\":%s", p->epoch, p->cursor,
        p->more ? "true" : "false");
    if (p->is_reset)
        put(&w, ",\"reset\":true");
    if (p->poll > 0)
        put(&w, ",\"poll\":%d", p->poll);
    put(&w, ",\"items\":[");
    for (i = 0; i < p->item_count; i++) {
        put(&w, "%s{\"id\":\"%u\",\"seq\":\"%u\",", i > 0 ? "," : "", p->items[i].id, p->items[i].sequence);
        put_item_members(&w, &p->items[i], p->speech, p->prefix);
        put(&w, "}");
    }
    put(&w, "]");
    for (i = 0; i < p->gone_count; i++)
        put(&w, "%s\"%u\"", i == 0 ? ",\"gone\":[" : ",", p->gone[i]);
    if (p->gone_count > 0)
        put(&w, "]");
    put_marks(&w, p);
    put_badges(&w, p);
    put(&w, "}");
    return w.size;
}

void push_write(const mailbox *b, const item *of, const char *feed, int has_sequence, char *text, size_t capacity)
{
    writer w = {text, 0, capacity};

    put(&w, "{\"feed\":\"%s\"", feed);
    if (of != NULL) {
        put(&w, ",\"id\":\"%u\",", of->id);
        if (has_sequence)
            put(&w, "\"seq\":\"%u\",", of->sequence);
        put_item_members(&w, of, b->speech, b->prefix);
    }
    put(&w, "}");
}

/* ---- What an outbox sends ---- */

static int64_t number(const cJSON *object, const char *name, int64_t otherwise)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);

    if (cJSON_IsNumber(value))
        return (int64_t)value->valuedouble;
    return cJSON_IsString(value) ? strtoll(value->valuestring, NULL, 10) : otherwise;
}

static item *item_of(mailbox *b, const cJSON *written)
{
    return (item *)(uintptr_t)server_find(b, (uint32_t)number(written, "id", 0));
}

/* A write about a former revision is stale; otherwise the greater version wins, and at a tie, read. */
static void take_item(mailbox *b, const cJSON *written)
{
    item *of = item_of(b, written);
    int64_t version = number(written, "ver", -1);
    int is_read = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(written, "read"));

    if (b->speech != SPEAKS_VERSIONS) {
        foreign_take(b, of == NULL ? 0 : of->id, (uint32_t)number(written, "rev", 0), is_read);
        return;
    }
    if (of == NULL || number(written, "rev", of->revision) < of->revision)
        return;
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(written, "deleted"))) {
        server_remove(b, of->id);
        return;
    }
    /* An act on an item sees it. */
    if (!of->is_seen)
        of->number = ++b->head;
    of->is_seen = 1;
    if (cJSON_GetObjectItemCaseSensitive(written, "read") == NULL || version < of->version
        || (version == of->version && is_read <= of->is_read))
        return;
    of->version = version;
    of->is_read = is_read;
    of->number = ++b->head;
}

/* No client has seen more than it was sent. */
static void take_seen(mailbox *b, int node, uint32_t upto)
{
    server_join_mark(b, node, upto < b->last_sequence ? upto : b->last_sequence, SEEN_VERSION);
}

static void take_mark(mailbox *b, int node, const cJSON *written)
{
    const cJSON *step = cJSON_IsArray(written) ? written->child : written;

    for (; step != NULL; step = cJSON_IsArray(written) ? step->next : NULL) {
        if (b->speech != SPEAKS_VERSIONS)
            foreign_mark_read(b, node, (uint32_t)number(step, "upto", 0));
        else if (cJSON_GetObjectItemCaseSensitive(step, "seen") != NULL)
            take_seen(b, node, (uint32_t)number(step, "seen", 0));
        else
            server_join_mark(b, node, (uint32_t)number(step, "upto", 0), number(step, "ver", 0));
    }
}

static int take_new(mailbox *b, const char *key)
{
    uint64_t hash = hash_bytes(HASH_START, key, strlen(key));
    unsigned i;

    for (i = 0; i < KEYS && i < b->key_count; i++) {
        if (b->keys[i] == hash)
            return 0;
    }
    b->keys[b->key_count++ % KEYS] = hash;
    return 1;
}

/* The state of what was written, and the marks that reach it. */
static void describe(const mailbox *b, const cJSON *items, const cJSON *marks, page *out)
{
    const cJSON *at;
    int k, i;

    memset(out, 0, sizeof *out);
    out->epoch = b->epoch;
    out->speech = b->speech == SPEAKS_VERSIONS ? SPEAKS_VERSIONS : SPEAKS_WITHOUT;
    out->prefix = b->prefix;
    strcpy(out->cursor, "none");
    for (at = items == NULL ? NULL : items->child; at != NULL; at = at->next) {
        const item *of = server_find(b, (uint32_t)number(at, "id", 0));

        if (of != NULL)
            out->items[out->item_count++] = *of;
        else
            out->gone[out->gone_count++] = (uint32_t)number(at, "id", 0);
    }
    for (k = 0; k < SERVER_MARKS; k++) {
        int is_wanted = 0;

        for (at = marks == NULL ? NULL : marks->child; at != NULL; at = at->next)
            is_wanted = is_wanted || server_named(b, at->string) == b->marks[k].node;
        for (i = 0; i < out->item_count; i++)
            is_wanted = is_wanted || node_is_within(out->items[i].node, b->marks[k].node);
        if (b->marks[k].is_used && is_wanted)
            out->marks[out->mark_count++] = b->marks[k];
    }
}

int server_take(mailbox *b, const char *key, const char *body, page *out)
{
    cJSON *written = cJSON_Parse(body);
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(written, "items");
    const cJSON *marks = cJSON_GetObjectItemCaseSensitive(written, "marks");
    const cJSON *at;

    if (written == NULL || (items == NULL && marks == NULL)) {
        cJSON_Delete(written);
        return 400;
    }
    if (take_new(b, key)) {
        for (at = items == NULL ? NULL : items->child; at != NULL; at = at->next)
            take_item(b, at);
        for (at = marks == NULL ? NULL : marks->child; at != NULL; at = at->next)
            take_mark(b, server_named(b, at->string), at);
    }
    describe(b, items, marks, out);
    cJSON_Delete(written);
    return 200;
}
