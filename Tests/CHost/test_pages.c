/* Lists in pages: a list that is read in small pages has each row once, and in the order of one large page, even if
 * messages of several feeds have the same place in the order. */
#include "feeds.h"
#include "lists.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 2400

typedef struct list {
    tally_message rows[MOST];
    char text[1 << 20];
    size_t count;
} list;

/* Reads one page of a list into the rows that are given. */
typedef tally_status read_page(world *w, const char *place, uint32_t flags, const char *after, size_t limit,
                               tally_message *rows, char *text, size_t text_capacity, size_t *out_count,
                               size_t *out_size);

static tally_status page_of_path(world *w, const char *place, uint32_t flags, const char *after, size_t limit,
                                 tally_message *rows, char *text, size_t text_capacity, size_t *out_count,
                                 size_t *out_size)
{
    return message_list(w->account, place, flags, after, limit, rows, MOST, text, text_capacity, out_count, out_size);
}

static tally_status page_of_group(world *w, const char *place, uint32_t flags, const char *after, size_t limit,
                                  tally_message *rows, char *text, size_t text_capacity, size_t *out_count,
                                  size_t *out_size)
{
    (void)flags;
    return group_messages(w->account, place, after, limit, rows, MOST, text, text_capacity, out_count, out_size);
}

static void check_pages(world *w, read_page *read, const char *place, uint32_t flags, size_t limit, size_t expected)
{
    static list whole, part;
    char after[1024] = "";
    size_t seen = 0, i;
    tally_status status;

    check_ok(read(w, place, flags, NULL, MOST, whole.rows, whole.text, sizeof whole.text, &whole.count, &i));
    assert_int_equal(whole.count, expected);
    /* The newest comes first. What was sent with one sequence is in the order of the keys. */
    for (i = 1; i < whole.count; i++) {
        const tally_message *a = &whole.rows[i - 1], *b = &whole.rows[i];
        int order = atoi(whole.text + a->id.offset) - atoi(whole.text + b->id.offset);

        assert_true(order > 0 || (order == 0 && a->key > b->key));
    }
    do {
        status = read(w, place, flags, *after != '\0' ? after : NULL, limit, part.rows, part.text, sizeof part.text,
                      &part.count, &i);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        assert_true(part.count <= limit && seen + part.count <= whole.count);
        for (i = 0; i < part.count; i++)
            assert_int_equal(part.rows[i].key, whole.rows[seen + i].key);
        seen += part.count;
        if (status == TALLY_MORE)
            snprintf(after, sizeof after, "%s", *next_of_list());
    } while (status == TALLY_MORE);
    assert_int_equal(seen, whole.count);
}

/* Two feeds have the same items, at so many paths. Every third item is read. */
static void fill(world *w, int items, int paths)
{
    static char page[1 << 20];
    int f, i;

    check_ok(tally_account_log_in(w->account));
    for (f = 0; f < 2; f++) {
        tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
        size_t length = (size_t)snprintf(page, sizeof page, "{\"cursor\":\"1\",\"items\":[");
        tally_feed *feed;

        for (i = 0; i < items; i++)
            length += (size_t)snprintf(page + length, sizeof page - length,
                                       "%s{\"id\":\"%d\",\"seq\":\"%d\",\"path\":\"in.%d\",\"thread\":\"t%d\"%s}",
                                       i > 0 ? "," : "", 1000 + i, 1000 + i, i % paths, i % 2,
                                       i % 3 == 0 ? ",\"read\":true" : "");
        snprintf(page + length, sizeof page - length, "]}");
        check_ok(tally_feed_add(w->account, f == 0 ? "one" : "two", &options, &feed));
        check_ok(tally_feed_deliver(feed, page, strlen(page)));
        tally_feed_release(feed);
    }
}

/* How many of the items are at a path, and not read. */
static size_t number_of(int items, int paths, int path, int is_unread)
{
    int i;
    size_t count = 0;

    for (i = 0; i < items; i++)
        count += (path < 0 || i % paths == path) && (!is_unread || i % 3 != 0);
    return 2 * count;
}

static void check_paths(world *w, int items, int paths)
{
    static const size_t limits[] = {1, 2, 7};
    size_t i;

    fill(w, items, paths);
    for (i = 0; i < COUNT_OF(limits); i++) {
        size_t limit = items > 200 ? 97 * limits[i] : limits[i];

        check_pages(w, page_of_path, "in", TALLY_SUBTREE, limit, number_of(items, paths, -1, 0));
        check_pages(w, page_of_path, "in", TALLY_SUBTREE | TALLY_MESSAGES_UNREAD, limit,
                    number_of(items, paths, -1, 1));
        check_pages(w, page_of_path, "in.1", 0, limit, number_of(items, paths, 1, 0));
        check_pages(w, page_of_path, "in.1", TALLY_MESSAGES_UNREAD, limit, number_of(items, paths, 1, 1));
        check_pages(w, page_of_path, "in.1", TALLY_SUBTREE, limit, number_of(items, paths, 1, 0));
    }
}

TEST(few_messages_at_few_paths, WORLD_FILE) { check_paths(w, 40, 3); }
TEST(few_messages_at_many_paths, WORLD_FILE) { check_paths(w, 140, 70); }
TEST(many_messages_at_few_paths, WORLD_FILE) { check_paths(w, 1100, 3); }
TEST(many_messages_at_many_paths, WORLD_FILE) { check_paths(w, 1100, 500); }

static void check_groups(world *w, int items, tally_grouping grouping)
{
    static const size_t limits[] = {1, 2, 7};
    size_t i, count[2] = {0, 0};
    int k;

    fill(w, items, 3);
    check_ok(group_by(w->account, grouping, NULL));
    for (k = 0; k < items; k++)
        count[k % 2] += k % 3 != 0 ? 2 : 0;
    for (i = 0; i < COUNT_OF(limits); i++) {
        size_t limit = items > 200 ? 97 * limits[i] : limits[i];

        if (grouping == TALLY_GROUPING_BY_APP) {
            check_pages(w, page_of_group, "", 0, limit, count[0] + count[1]);
            continue;
        }
        check_pages(w, page_of_group, "t0", 0, limit, count[0]);
        check_pages(w, page_of_group, "t1", 0, limit, count[1]);
    }
}

TEST(groups_of_few_messages, WORLD_FILE) { check_groups(w, 40, TALLY_GROUPING_AUTOMATIC); }
TEST(groups_of_many_messages, WORLD_FILE) { check_groups(w, 1100, TALLY_GROUPING_AUTOMATIC); }
TEST(one_group_of_few_messages, WORLD_FILE) { check_groups(w, 40, TALLY_GROUPING_BY_APP); }
TEST(one_group_of_many_messages, WORLD_FILE) { check_groups(w, 1100, TALLY_GROUPING_BY_APP); }
