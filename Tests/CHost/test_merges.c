/* Random pages with registers and marks, and acts of the user, against the rule of docs/wire-format.md: it is written
 * here once more, in the plainest way. TALLY_SEED=N: what the random tests printed; TALLY_SOAK=1: their long form. */
#include "draws.h"
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MESSAGES 600
#define MOST_MARKS 4096
#define PAGE_BYTES (1u << 20)

/* ---- The rule ---- */

typedef struct item {
    int known, path, rev, is_read, is_seen, has_arrived;
    int64_t version;
} item;

/* One of the version SEEN reads nothing: it says what was seen. */
#define SEEN (-1)

typedef struct mark {
    int path, upto;
    int64_t version;
} mark;

/* A feed. Item i has the sequence i + 1, so those from 10 and from 100 on are longer. */
typedef struct model {
    int messages, paths, has_versions, has_revisions, has_seen;
    char path[128][24];
    item items[MOST_MESSAGES];
    mark marks[MOST_MARKS];
    int mark_count;
} model;

static int is_at_or_below(const model *m, int path, int top)
{
    size_t length = strlen(m->path[top]);

    return strncmp(m->path[path], m->path[top], length) == 0 &&
           (m->path[path][length] == '\0' || m->path[path][length] == '.');
}

static int64_t marks_at(const model *m, int i)
{
    int64_t version = -1;
    int k;

    for (k = 0; k < m->mark_count; k++)
        if (m->marks[k].upto > i && m->marks[k].version > version &&
            is_at_or_below(m, m->items[i].path, m->marks[k].path))
            version = m->marks[k].version;
    return version;
}

static int shows_read(const model *m, int i)
{
    return m->items[i].is_read || marks_at(m, i) >= m->items[i].version;
}

/* Whether a mark reaches it. Without versions, it counted when the mark came. */
static int is_reached(const model *m, int i)
{
    int k;

    for (k = 0; k < m->mark_count && m->has_seen && m->has_versions; k++)
        if (m->marks[k].upto > i && is_at_or_below(m, m->items[i].path, m->marks[k].path))
            return 1;
    return 0;
}

static int shows_seen(const model *m, int i) { return m->items[i].is_seen || is_reached(m, i); }

/* A message that has moved, and that no version speaks of, is as read as it was. */
static void move(model *m, int i, int path, int is_read)
{
    item *it = &m->items[i];
    int was_read = shows_read(m, i);

    it->path = path;
    if (is_read || (was_read && !shows_read(m, i)))
        it->is_read = 1;
    if (!was_read && !it->is_read && shows_read(m, i))
        it->version = marks_at(m, i) + 1;
}

static void take(model *m, int i, int rev, int path, int64_t version, int is_read, int is_seen)
{
    item *it = &m->items[i];
    int is_new = !it->known || rev > it->rev;

    if (it->known && !m->has_revisions) {
        move(m, i, path, is_read);
        it->is_seen |= is_seen;
        return;
    }

    if (it->known && rev < it->rev)
        return;
    it->has_arrived = !it->known;
    it->known = 1;
    it->rev = rev;
    it->path = path;
    it->is_seen = is_seen || (is_new ? is_read : it->is_seen);
    if (!m->has_versions) {
        if (is_new && !is_read)
            it->version = marks_at(m, i) + 1;
        if (is_new && is_read)
            it->version = 0;
        it->is_read = is_read || (it->is_read && !is_new);
    } else if (is_new || version > it->version) {
        it->version = version;
        it->is_read = is_read;
    } else if (version == it->version) {
        it->is_read |= is_read;
    }
}

static void add_mark(model *m, int path, int upto, int64_t version)
{
    int i;

    if (version == SEEN && !m->has_seen)
        return;
    require(m->mark_count < MOST_MARKS);
    m->marks[m->mark_count++] = (mark){path, upto, version};
    if (version == SEEN)
        return;
    /* Without versions, a mark reads all that came in its page. */
    for (i = 0; i < upto && !m->has_versions; i++)
        if (m->items[i].has_arrived && !m->items[i].is_read && m->items[i].version > version &&
            is_at_or_below(m, m->items[i].path, path))
            m->items[i].version = -1;
}

/* Whether the marks from a place on say something new of a path. */
static int is_news(const model *m, int first, int path)
{
    int k, n, is_known;

    for (k = first; k < m->mark_count; k++) {
        if (m->marks[k].path != path)
            continue;
        for (n = 0, is_known = 0; n < first; n++)
            is_known |= m->marks[n].path == path && m->marks[n].upto >= m->marks[k].upto &&
                        m->marks[n].version >= m->marks[k].version;
        if (!is_known)
            return 1;
    }
    return 0;
}

/* Without versions, the marks of a page say that the messages were seen that are there. If they are no news, they say
 * so of those of the page. */
static void see_page(model *m, int first)
{
    int i, k;

    for (k = first; k < m->mark_count && m->has_seen && !m->has_versions; k++)
        for (i = 0; i < m->marks[k].upto; i++)
            if (m->items[i].known && is_at_or_below(m, m->items[i].path, m->marks[k].path) &&
                (m->items[i].has_arrived || is_news(m, first, m->marks[k].path)))
                m->items[i].is_seen = 1;
}

/* A message that was read is seen from then on. */
static void end_page(model *m, int first)
{
    int i;

    see_page(m, first);
    for (i = 0; i < m->messages; i++) {
        m->items[i].has_arrived = 0;
        if (m->items[i].known && shows_read(m, i))
            m->items[i].is_seen = 1;
    }
}

/* ---- Pages ---- */

typedef struct text {
    char *bytes;
    size_t count;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    t->count += (size_t)vsnprintf(t->bytes + t->count, PAGE_BYTES - t->count, format, arguments);
    va_end(arguments);
    require(t->count < PAGE_BYTES);
}

/* A path in JSON. */
static void put_path(text *t, const char *path)
{
    put(t, "\"");
    for (; *path != '\0'; path++)
        put(t, *path == '\\' ? "\\%c" : "%c", *path);
    put(t, "\"");
}

/* An item of the page, some of it newer than what the feed has, some older. An item has one path in each revision. */
static void put_item(text *t, model *m, int i, int64_t base)
{
    int rev = m->items[i].known ? m->items[i].rev + (int)random_below(8) / 6 - (int)random_below(8) / 7 : 1;
    int path, is_read = random_below(3) == 0, is_seen = random_below(4) == 0;
    int64_t version = base + random_below(7);

    if (rev < 1)
        rev = 1;
    path = m->has_revisions ? (i * 7 + (rev / 2) * 5) % m->paths : (int)random_below((unsigned)m->paths);
    put(t, "{\"id\":\"%d\",\"seq\":\"%d\",\"read\":%s,\"path\":", i, i + 1, is_read ? "true" : "false");
    put_path(t, m->path[path]);
    if (m->has_revisions)
        put(t, ",\"rev\":\"%d\"", rev);
    if (m->has_versions)
        put(t, ",\"ver\":%lld", (long long)version);
    if (is_seen)
        put(t, ",\"seen\":true");
    put(t, "}");
    take(m, i, rev, path, version, is_read, is_seen && m->has_seen);
}

static void make_page(text *t, model *m, int most, int64_t base)
{
    int i = (int)random_below((unsigned)m->messages), items = (int)random_below((unsigned)most + 1), k, n;
    int step = 1 + 6 * (int)random_below(2), count = (int)random_below(3);
    int first = random_below(3) == 0 ? 0 : (int)random_below((unsigned)m->paths), former = m->mark_count;
    static mark fresh[8];

    t->count = 0;
    put(t, "{\"cursor\":\"%u\",\"items\":[", random_below(1u << 30));
    for (k = 0; k < items; k++, i = (i + step) % m->messages) {
        put(t, k > 0 ? "," : "");
        put_item(t, m, i, base);
    }
    put(t, "],\"marks\":{");
    for (k = 0, n = 0; k < count; k++) {
        int path = (first + k) % m->paths, steps = 1 + (int)random_below(3), s;

        put(t, k > 0 ? "," : "");
        put_path(t, m->path[path]);
        put(t, ":[");
        for (s = 0; s < steps && n < 8; s++, n++) {
            fresh[n] = (mark){path, (int)random_below((unsigned)m->messages + 1), base + (int64_t)random_below(7) - 1};
            if (fresh[n].version < 0)
                fresh[n].version = 0;
            if (random_below(4) == 0) {
                fresh[n].version = SEEN;
                put(t, "%s{\"seen\":\"%d\"}", s > 0 ? "," : "", fresh[n].upto);
                continue;
            }
            put(t, "%s{\"upto\":\"%d\",\"ver\":%lld}", s > 0 ? "," : "", fresh[n].upto, (long long)fresh[n].version);
        }
        put(t, "]");
    }
    put(t, "}}");
    for (k = 0; k < n; k++)
        add_mark(m, fresh[k].path, fresh[k].upto, fresh[k].version);
    end_page(m, former);
}

/* ---- The library beside it ---- */

static int64_t key_of(tally_account *account, int64_t feed, int i, int32_t *out_state)
{
    char id[16], room[512];
    tally_message row;

    snprintf(id, sizeof id, "%d", i);
    check_ok(message_find(account, feed, id, &row, room, sizeof room));
    *out_state = row.state;
    return row.key;
}

static void check_items(tally_account *account, int64_t feed, const model *m)
{
    int i;

    for (i = 0; i < m->messages; i++) {
        int32_t state, expected;

        if (!m->items[i].known)
            continue;
        expected = shows_read(m, i) ? TALLY_MESSAGE_STATE_READ
                   : shows_seen(m, i) ? TALLY_MESSAGE_STATE_SEEN : TALLY_MESSAGE_STATE_UNSEEN;
        key_of(account, feed, i, &state);
        if (state != expected)
            print_error("item %d of revision %d at %s is in state %d, not %d\n", i, m->items[i].rev,
                        m->path[m->items[i].path], (int)state, (int)expected);
        assert_int_equal(state, expected);
    }
}

static void check_counts(tally_account *account, const model *const *models, int count)
{
    int path, i, k;

    for (path = 0; path < models[0]->paths; path++) {
        tally_message_counts counts = TALLY_MESSAGE_COUNTS_INIT;
        uint64_t unread = 0, unseen = 0;

        for (k = 0; k < count; k++)
            for (i = 0; i < models[k]->messages; i++)
                if (models[k]->items[i].known && is_at_or_below(models[k], models[k]->items[i].path, path) &&
                    !shows_read(models[k], i)) {
                    unread++;
                    unseen += !shows_seen(models[k], i);
                }
        check_ok(tally_message_get_counts(account, models[0]->path[path], TALLY_SUBTREE, &counts));
        assert_int_equal(counts.unread, unread);
        assert_int_equal(counts.unseen, unseen);
        check_badge(account, models[0]->path[path], unseen > 0, unseen);
    }
}

/* The user reads a path, of whatever feed its messages are. Nothing of it is sent. */
static void read_path(tally_account *account, model *models, int path)
{
    int is_deep = (int)random_below(2), i, k;
    size_t changed, expected = 0;

    for (k = 0; k < 2; k++)
        for (i = 0; i < models[k].messages; i++) {
            item *it = &models[k].items[i];
            int is_there = it->path == path || (is_deep && is_at_or_below(&models[k], it->path, path));

            if (!it->known || !is_there || shows_read(&models[k], i))
                continue;
            it->is_read = it->is_seen = 1;
            expected++;
        }
    check_ok(tally_message_mark_path_read(account, models[0].path[path], is_deep ? TALLY_SUBTREE : 0, &changed));
    assert_int_equal(changed, expected);
}

/* The user reads a message, or makes it unread. */
static void turn(tally_account *account, int64_t feed, model *m, int i)
{
    item *it = &m->items[i];
    int was_read = shows_read(m, i);
    int64_t marks = marks_at(m, i), key;
    int32_t state;
    size_t changed;

    key = key_of(account, feed, i, &state);
    check_ok(was_read ? tally_message_mark_unread(account, &key, 1, &changed)
                      : tally_message_mark_read(account, &key, 1, &changed));
    assert_int_equal(changed, 1);
    it->version = (marks > it->version ? marks : it->version) + 1;
    it->is_read = !was_read;
    it->is_seen = 1;
}

/* The user sees a message. */
static void see(tally_account *account, int64_t feed, model *m, int i)
{
    int32_t state;
    int64_t key = key_of(account, feed, i, &state);
    size_t changed;

    check_ok(tally_message_mark_seen(account, &key, 1, &changed));
    assert_int_equal(changed, state == TALLY_MESSAGE_STATE_UNSEEN);
    m->items[i].is_seen = 1;
}

static void act(tally_account *account, int64_t feed, model *models)
{
    int i = (int)random_below((unsigned)models[0].messages);

    if (random_below(5) == 0 && models[0].items[i].known)
        see(account, feed, &models[0], i);
    else if (random_below(5) == 0)
        read_path(account, models, (int)random_below((unsigned)models[0].paths));
    else if (models[0].items[i].known)
        turn(account, feed, &models[0], i);
}

static const char *const few_paths[] = {"in", "in.a", "in.a.x", "in.aa", "in.b", "in.a\\.b", "other", "other.in"};

/* The members that a server sends with its items, beside their paths. */
enum { VERSIONS = 1, REVISIONS = 2, SEES = 4 };

static void make_model(model *m, int messages, int sends)
{
    int i;

    memset(m, 0, sizeof *m);
    m->messages = messages;
    m->has_versions = (sends & VERSIONS) != 0;
    m->has_revisions = (sends & REVISIONS) != 0;
    m->has_seen = (sends & SEES) != 0;
    if (messages < 100) {
        m->paths = (int)COUNT_OF(few_paths);
        for (i = 0; i < m->paths; i++)
            snprintf(m->path[i], sizeof m->path[i], "%s", few_paths[i]);
        return;
    }
    /* More paths than the library looks through one by one. */
    m->paths = 111;
    for (i = 0; i < m->paths; i++) {
        if (i < 11)
            snprintf(m->path[i], sizeof m->path[i], i > 0 ? "w.%d" : "w", i - 1);
        else
            snprintf(m->path[i], sizeof m->path[i], "w.%d.%d", (i - 11) / 10, (i - 11) % 10);
    }
}

typedef struct device {
    tally_account *account;
    tally_feed *feed;
    int64_t number;
} device;

static void deliver(tally_feed *feed, const text *page)
{
    check_ok(tally_feed_deliver(feed, page->bytes, page->count));
}

static device add_device(world *w, const char *name, int sends)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    tally_feed_state state = TALLY_FEED_STATE_INIT;
    device d;

    check_ok(tally_account_open(w->engine, name, NULL, &d.account));
    settings.outbox_kinds = sends & SEES ? TALLY_OUTBOX_SEEN : 0;
    check_ok(tally_account_configure(d.account, &settings));
    check_ok(tally_account_log_in(d.account));
    check_ok(tally_feed_add(d.account, "feed", &options, &d.feed));
    check_ok(tally_feed_get(d.feed, &state, NULL, 0, NULL));
    d.number = state.id;
    return d;
}

static void end_device(device *d)
{
    tally_feed_release(d->feed);
    tally_account_release(d->account);
}

/* Two feeds of an account share all paths. */
static void run(world *w, int messages, int sends, int runs, int pages)
{
    static model models[2];
    const model *const both[2] = {&models[0], &models[1]};
    text page = {malloc(PAGE_BYTES), 0};
    int r, p;

    require(page.bytes != NULL);
    seed();
    for (r = 0; r < runs; r++) {
        tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
        tally_feed_state state = TALLY_FEED_STATE_INIT;
        tally_feed *other;
        char name[24];
        device d;

        snprintf(name, sizeof name, "user%d", r);
        d = add_device(w, name, sends);
        check_ok(tally_feed_add(d.account, "other", &options, &other));
        check_ok(tally_feed_get(other, &state, NULL, 0, NULL));
        make_model(&models[0], messages, sends);
        make_model(&models[1], messages, sends);
        for (p = 0; p < pages; p++) {
            int is_other = random_below(4) == 0;

            make_page(&page, &models[is_other], messages / 3, p / 3);
            deliver(is_other ? other : d.feed, &page);
            if (sends & VERSIONS && random_below(2) == 0 && messages < 100)
                act(d.account, d.number, models);
            check_items(d.account, d.number, &models[0]);
            check_items(d.account, state.id, &models[1]);
            check_counts(d.account, both, 2);
        }
        check_ok(tally_account_verify(d.account));
        tally_feed_release(other);
        end_device(&d);
    }
    check_ok(tally_engine_verify(w->engine));
    free(page.bytes);
}

TEST(registers_and_marks, WORLD_FILE) { run(w, 30, VERSIONS | REVISIONS, is_soak() ? 400 : 8, 30); }
TEST(seen_with_versions, WORLD_FILE) { run(w, 30, VERSIONS | REVISIONS | SEES, is_soak() ? 400 : 8, 30); }
TEST(seen_without_versions, WORLD_FILE) { run(w, 30, REVISIONS | SEES, is_soak() ? 400 : 8, 30); }
TEST(seen_without_versions_and_revisions, WORLD_FILE) { run(w, 30, SEES, is_soak() ? 400 : 8, 30); }
TEST(no_versions, WORLD_FILE) { run(w, 30, REVISIONS, is_soak() ? 400 : 8, 30); }
TEST(neither_versions_nor_revisions, WORLD_FILE) { run(w, 30, 0, is_soak() ? 400 : 8, 30); }
TEST(many_messages_and_paths, WORLD_FILE) { run(w, MOST_MESSAGES, VERSIONS | REVISIONS, is_soak() ? 20 : 2, 12); }
TEST(many_seen_messages, WORLD_FILE) { run(w, MOST_MESSAGES, VERSIONS | REVISIONS | SEES, is_soak() ? 20 : 2, 12); }
TEST(many_messages_and_paths_without_versions, WORLD_FILE) { run(w, MOST_MESSAGES, REVISIONS, is_soak() ? 20 : 2, 12); }
