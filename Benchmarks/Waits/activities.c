/* The activities of one account while others call get and set of another account. Each one has a file of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "lists.h"

enum { PAGE = 10000, ENTRY = 112, REST = 10 * MILLISECOND };

void *allocate(size_t size)
{
    void *bytes = malloc(size ? size : 1);
    if (!bytes) abort();
    return bytes;
}

/* --- The scene --- */

/* A file whose account has many messages and leaves, made once; empty: not yet. */
static char large[4100];

static void copy_file(const char *from, const char *to)
{
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    char bytes[65536];
    size_t size;
    if (!in || !out) abort();
    while ((size = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (fwrite(bytes, 1, size, out) != size) abort();
    if (fclose(in) != 0 || fclose(out) != 0) abort();
}

/* With an account that has nothing, or the one of the large file. */
static void open_scene(scene *s, const char *folder, int is_large)
{
    tally_engine_options options = {.struct_size = sizeof options, .file = s->file};
    tally_feed_options feed = {.struct_size = sizeof feed, .max_messages = 1 << 30};
    snprintf(s->file, sizeof s->file, "%s/waits.db", folder);
    snprintf(s->copy, sizeof s->copy, "%s.copy", s->file);
    remove_store(s->file);
    if (is_large) copy_file(large, s->file);
    s->number = is_large ? 1 << 20 : 0;
    must(tally_engine_open(&options, &s->engine), "engine_open");
    must(tally_account_open(s->engine, "busy", NULL, &s->account), "account_open");
    must(tally_account_open(s->engine, "other", NULL, &s->other), "account_open");
    must(tally_account_log_in(s->account), "log_in");
    must(tally_feed_add(s->account, "feed", &feed, &s->feed), "feed_add");
}

static void close_scene(scene *s)
{
    tally_feed_release(s->feed);
    tally_account_release(s->account);
    tally_account_release(s->other);
    must(tally_engine_close(s->engine, -1), "engine_close");
    free(s->entries);
    free(s->text);
    free(s->paths);
}

/* So many leaves, a thousand below each inner node, with counts that are others each time. */
static void set_leaves(scene *s, size_t count)
{
    enum { PATH = 32, BATCH = 1000 };
    tally_operation *operations = calloc(BATCH, sizeof *operations);
    char *paths = allocate(BATCH * PATH);
    s->number++;
    for (size_t first = 0; first < count; first += BATCH) {
        size_t n = count - first < BATCH ? count - first : BATCH;
        for (size_t i = 0; i < n; i++) {
            snprintf(paths + i * PATH, PATH, "tree.n%zu.n%zu", first / BATCH, i);
            operations[i].kind = TALLY_OP_SET;
            operations[i].path = paths + i * PATH;
            operations[i].value = (int64_t)(1 + (first + i + s->number) % 99);
        }
        must(tally_badge_batch(s->account, operations, n, PLAIN_BATCH, NULL), "badge_batch");
    }
    free(operations);
    free(paths);
}

static size_t write_page(char *page, size_t first, size_t count, size_t number)
{
    size_t at = (size_t)sprintf(page, "{\"cursor\":\"c%zu\",\"items\":[", number);
    for (size_t i = first; i < first + count; i++)
        at += (size_t)sprintf(page + at, "%s{\"id\":\"m%zu\",\"seq\":\"%zu\",\"path\":\"in.t%zu.u%zu\"}",
                              i > first ? "," : "", i + 1, i + 1, i % 100, i / 100 % 100);
    return at + (size_t)sprintf(page + at, "]}");
}

static void deliver_items(scene *s, size_t first, size_t count)
{
    char *page = allocate((count + 1) * ENTRY);
    size_t size = write_page(page, first, count, ++s->number);
    must(tally_feed_deliver(s->feed, page, size), "feed_deliver");
    free(page);
}

static void add_messages(scene *s)
{
    for (size_t first = 0; first < s->size->messages; first += PAGE) {
        size_t left = s->size->messages - first;
        deliver_items(s, first, left < PAGE ? left : PAGE);
    }
}

static void add_leaves(scene *s) { set_leaves(s, s->size->nodes); }

static void make_large(const char *folder, const sizes *size)
{
    scene s = {.size = size};
    if (large[0]) return;
    open_scene(&s, folder, 0);
    add_messages(&s);
    add_leaves(&s);
    close_scene(&s);
    snprintf(large, sizeof large, "%s/waits-large.db", folder);
    if (rename(s.file, large) != 0) abort();
    remove_store(s.file);
}

void activities_end(void)
{
    if (large[0]) remove_store(large);
    large[0] = 0;
}

/* --- Nothing, and posts --- */

static void rest(scene *s)
{
    (void)s;
    pause_for(REST);
}

static void post(scene *s)
{
    tally_message_options options = {.struct_size = sizeof options, .title = "A message", .kind = "note"};
    must(tally_message_post(s->account, "in.posts", &options, NULL), "message_post");
}

/* --- Messages --- */

static void make_unread(scene *s)
{
    if (!s->entries) {
        tally_message *messages = allocate(PAGE * sizeof *messages);
        int64_t *keys = s->entries = allocate(s->size->messages * sizeof *keys);
        const char *after = NULL;
        char *text = allocate(PAGE * ENTRY);
        size_t count, text_size;
        do {
            must(message_list(s->account, "root", TALLY_SUBTREE, after, PAGE, messages, PAGE, text,
                                    PAGE * ENTRY, &count, &text_size), "message_list");
            for (size_t i = 0; i < count; i++) keys[s->entry_count++] = messages[i].key;
            after = *next_of_list();
        } while (after != NULL);
        free(messages);
        free(text);
    }
    must(tally_message_mark_unread(s->account, s->entries, s->entry_count, NULL), "message_unread");
}

static void read_all(scene *s)
{
    must(tally_message_mark_path_read(s->account, "root", TALLY_SUBTREE, NULL), "read_path");
}

static void prepare_page(scene *s)
{
    free(s->text);
    s->text = allocate((s->size->items + 1) * ENTRY);
    s->text_size = write_page(s->text, s->number * s->size->items, s->size->items, s->number + 1);
    s->number++;
}

static void deliver_page(scene *s) { must(tally_feed_deliver(s->feed, s->text, s->text_size), "feed_deliver"); }

static void deliver_small(scene *s) { deliver_items(s, s->number * 100, 100); }

static void deliver_nothing(scene *s)
{
    char page[64];
    int size = snprintf(page, sizeof page, "{\"cursor\":\"c%zu\",\"items\":[]}", ++s->number);
    must(tally_feed_deliver(s->feed, page, (size_t)size), "feed_deliver");
}

static void prepare_list(scene *s)
{
    s->entries = allocate(PAGE * sizeof(tally_message));
    s->text = allocate(PAGE * ENTRY);
}

/* The next 10,000. */
static void list(scene *s)
{
    tally_message *messages = s->entries;
    size_t count, size;
    must(message_list(s->account, "root", TALLY_SUBTREE, s->after, PAGE, messages, PAGE, s->text, PAGE * ENTRY, &count,
                      &size), "message_list");
    s->after = *next_of_list();
}

/* --- Large trees --- */

static void explain(scene *s)
{
    size_t count, size;
    must(badge_explain(s->account, "root", s->entries, s->entry_count, s->text, s->text_size, &count, &size),
         "badge_explain");
}

static void prepare_explain(scene *s)
{
    add_leaves(s);
    badge_explain(s->account, "root", NULL, 0, NULL, 0, &s->entry_count, &s->text_size);
    s->entries = allocate(s->entry_count * sizeof(tally_reason));
    s->text = allocate(s->text_size);
}

static void take_snapshot(scene *s)
{
    size_t size;
    must(badge_snapshot(s->account, "root", s->text, s->text_size, &size), "badge_snapshot");
}

static void prepare_snapshot(scene *s)
{
    add_leaves(s);
    badge_snapshot(s->account, "root", NULL, 0, &s->text_size);
    s->text = allocate(s->text_size);
    take_snapshot(s);
}

static void restore_snapshot(scene *s)
{
    must(badge_restore(s->account, "root", s->text, s->text_size), "badge_restore");
}

static void force_all(scene *s)
{
    must(tally_badge_clear_tree(s->account, "root"), "badge_clear_tree");
    must(tally_engine_flush(s->engine), "engine_flush");
}

static void prepare_restore(scene *s)
{
    prepare_snapshot(s);
    force_all(s);
}

/* --- Accounts --- */

static void export_account(scene *s)
{
    tally_bytes bytes;
    must(tally_account_export(s->account, &bytes), "account_export");
    tally_bytes_release(&bytes);
}

static void prepare_export(scene *s)
{
    account_export(s->account, NULL, 0, &s->text_size);
    s->text = allocate(s->text_size += s->text_size / 8);
}

static void prepare_import(scene *s)
{
    prepare_export(s);
    must(account_export(s->account, s->text, s->text_size, &s->text_size), "account_snapshot");
}

static void import_account(scene *s)
{
    must(tally_account_import(s->engine, "copy", s->text, s->text_size), "account_restore");
}

static void prepare_stored_copy(scene *s)
{
    prepare_import(s);
    import_account(s);
    tally_feed_release(s->feed);
    s->feed = NULL;
    tally_account_release(s->account);
    s->account = NULL;
}

static void open_copy(scene *s) { must(tally_account_open(s->engine, "copy", NULL, &s->account), "account_open"); }

static void prepare_open_copy(scene *s)
{
    prepare_stored_copy(s);
    open_copy(s);
}

static void drop_copy(scene *s)
{
    must(tally_account_remove(s->engine, "copy"), "account_drop");
    tally_account_release(s->account);
    s->account = NULL;
}

static void import_again(scene *s)
{
    drop_copy(s);
    import_account(s);
}

static void import_and_open(scene *s)
{
    import_account(s);
    open_copy(s);
}

static void drop_stored_copy(scene *s) { must(tally_account_remove(s->engine, "copy"), "account_drop"); }

/* --- Retention --- */

/* As many old messages of the host as the large account has, and a feed that keeps none of them. */
static void prepare_old(scene *s)
{
    enum { BATCH = 1000 };
    tally_message_options message = {.struct_size = sizeof message, .time = 1};
    tally_feed_options options = {.struct_size = sizeof options, .max_age = 86400000};
    tally_operation *operations = calloc(BATCH, sizeof *operations);
    tally_item item = {.account = "busy", .operations = operations, .count = BATCH};
    tally_engine_batch_options batch = TALLY_ENGINE_BATCH_OPTIONS_INIT;
    for (size_t i = 0; i < BATCH; i++) {
        operations[i].kind = TALLY_OP_POST;
        operations[i].path = "in.old";
        operations[i].message = &message;
    }
    must(tally_feed_remove(s->feed), "feed_remove");
    tally_feed_release(s->feed);
    for (size_t first = 0; first < s->size->messages; first += BATCH)
        must(tally_engine_batch(s->engine, &item, 1, &batch), "engine_batch");
    must(tally_feed_add(s->account, TALLY_FEED_LOCAL, &options, &s->feed), "feed_add");
    free(operations);
}

/* --- The whole file --- */

static void verify(scene *s) { must(tally_engine_verify(s->engine), "engine_verify"); }

static void backup(scene *s) { must(tally_engine_backup(s->engine, s->copy, TALLY_BACKUP_REPLACE), "engine_backup"); }

/* --- Changes that the loop writes --- */

/* As many changes of one badge as may wait, and one more, each measured. */
static void change_one(scene *s)
{
    for (int i = 0; i < 8001; i++) {
        timing t = timing_begin();
        must(tally_badge_set(s->account, "in.one", 1 + i % 9), "badge_set");
        histogram_add(s->own, timing_end(t));
    }
    pause_for(REST);
}

static void change_many(scene *s)
{
    set_leaves(s, s->size->batch);
    must(tally_engine_flush(s->engine), "engine_flush");
}

/* --- All of them --- */

typedef struct activity {
    const char *name, *what;
    int disk;                 /* Milliseconds a sync takes. */
    int own_limit;            /* Milliseconds that a call of its own may take. */
    void (*prepare)(scene *);
    void (*call)(scene *);    /* It is measured, again and again. */
    void (*reset)(scene *);   /* Makes the next call possible, and is not measured. */
    int is_large;             /* It has many messages and leaves, before `prepare`. */
    int watches_itself;       /* The watchers call get and set of the same account. */
    int measures_itself;      /* Its calls are in `own` already. */
} activity;

static const activity activities[] = {
    {.name = "idle", .what = "idle", .call = rest},
    {.name = "posts", .what = "durable posts", .call = post},
    {.name = "posts-5", .what = "durable posts", .disk = 5, .call = post},
    {.name = "posts-200", .what = "durable posts", .disk = 200, .call = post},
    {.name = "own-200", .what = "posts; get and set are its own", .disk = 200, .call = post, .watches_itself = 1},
    {.name = "page-200", .what = "pages of 100 items", .disk = 200, .call = deliver_small},
    {.name = "idle-200", .what = "idle", .disk = 200, .call = rest},
    {.name = "read", .what = "read_path of all messages", .is_large = 1, .call = read_all,
     .reset = make_unread},
    {.name = "page", .what = "a page of 30,000 items", .prepare = prepare_page, .call = deliver_page,
     .reset = prepare_page},
    {.name = "empty", .what = "an empty page, max_messages", .own_limit = 5, .is_large = 1,
     .call = deliver_nothing},
    {.name = "retention", .what = "a post that removes all old messages", .prepare = prepare_old, .call = post,
     .reset = prepare_old},
    {.name = "list", .what = "listing messages, 10,000 a call", .is_large = 1, .prepare = prepare_list, .call = list},
    {.name = "restore", .what = "restoring a tree", .prepare = prepare_restore, .call = restore_snapshot,
     .reset = force_all},
    {.name = "force", .what = "forced clear of a tree, flushed", .prepare = prepare_snapshot, .call = force_all,
     .reset = restore_snapshot},
    {.name = "snapshot", .what = "encoding a tree", .prepare = prepare_snapshot, .call = take_snapshot},
    {.name = "explain", .what = "explaining a tree", .prepare = prepare_explain, .call = explain},
    {.name = "export", .what = "exporting an account", .is_large = 1, .prepare = prepare_export,
     .call = export_account},
    {.name = "import", .what = "importing an account", .is_large = 1, .prepare = prepare_import, .call = import_account,
     .reset = drop_stored_copy},
    {.name = "open", .what = "opening a large account", .is_large = 1, .prepare = prepare_stored_copy,
     .call = open_copy, .reset = import_again},
    {.name = "drop", .what = "removing a large account", .is_large = 1, .prepare = prepare_open_copy, .call = drop_copy,
     .reset = import_and_open},
    {.name = "plan", .what = "planning 4,096 reminders", .prepare = prepare_plan, .call = plan},
    {.name = "calendar", .what = "exporting 4,096 reminders", .prepare = prepare_reminders, .call = export_reminders},
    {.name = "reminders", .what = "reading 4,096 reminders", .prepare = prepare_reminders, .call = read_reminders},
    {.name = "feeds", .what = "logging in with 4,096 feeds", .prepare = prepare_feeds, .call = make_feeds_due},
    {.name = "verify", .what = "verifying the file", .is_large = 1, .call = verify},
    {.name = "backup", .what = "a backup", .is_large = 1, .call = backup},
    {.name = "one", .what = "one badge 8,001 times", .own_limit = 5, .call = change_one, .measures_itself = 1},
    {.name = "one-200", .what = "one badge 8,001 times", .disk = 200, .own_limit = 5, .call = change_one,
     .measures_itself = 1},
    {.name = "many", .what = "8,000 badges, flushed", .call = change_many},
    {.name = "many-200", .what = "8,000 badges, flushed", .disk = 200, .call = change_many},
    {.name = "idle-again", .what = "idle", .call = rest},
};

const size_t activity_count = sizeof activities / sizeof activities[0];

const char *activity_name(size_t index) { return activities[index].name; }

/* Returns how long a call took; the watchers run meanwhile. */
static uint64_t call_once(const activity *a, scene *s, histogram *own)
{
    uint64_t start = nanoseconds();
    timing t = timing_begin();
    a->call(s);
    uint64_t took = nanoseconds() - start;
    if (!a->measures_itself) histogram_add(own, a->own_limit ? timing_end(t) : took);
    return took;
}

/* Calls until what was measured took as long as it should, or all of it four times as long; at least once. A sync that
 * takes long makes a row longer. */
static uint64_t call_often(const activity *a, scene *s, histogram *own)
{
    uint64_t duration = s->size->duration * (a->disk > 100 ? 2 : 1), busy = 0, begin = nanoseconds();
    for (;;) {
        watch_resume();
        disk_set(a->disk);
        do busy += call_once(a, s, own);
        while (!a->reset && busy < duration);
        watch_pause();
        disk_set(0);
        if (busy >= duration || nanoseconds() - begin >= duration * 4) return busy;
        a->reset(s);
    }
}

void activity_run(size_t index, const char *folder, const sizes *size, row *out)
{
    const activity *a = &activities[index];
    scene s = {.size = size, .own = &out->own};
    out->name = a->name;
    out->what = a->what;
    out->disk = a->disk;
    out->own_limit = a->own_limit;
    if (a->is_large) make_large(folder, size);
    open_scene(&s, folder, a->is_large);
    if (a->prepare) a->prepare(&s);
    must(tally_engine_flush(s.engine), "engine_flush");
    watch_begin(a->watches_itself ? s.account : s.other, size->pace);
    out->seconds = (double)call_often(a, &s, &out->own) / 1e9;
    watch_end(out->waits);
    close_scene(&s);
    remove_store(s.file);
}
