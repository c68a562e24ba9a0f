/* needs: tsan */
/* Icons that a page gives its badges. */
#include "views.h"

#define BADGES(badges) "{\"cursor\":\"c\",\"items\":[],\"badges\":{" badges "}}"

static void count_calls(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)path;
    (void)presentation;
    (void)text;
    *(int *)user_data += 1;
}

TEST(an_icon_of_a_page, WORLD_FILE)
{
    tally_widget view = {sizeof view, 0, count_calls, count_calls, count_calls, count_calls};
    int calls = 0;

    world_add_feed(w);
    set_icon(w->account, "styled", "ours");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"n\\u0065w\"},\"b\":{\"count\":3,\"icon\":\"hot\"},"
                         "\"styled\":{\"dot\":true,\"icon\":\"theirs\"},\"plain\":{\"dot\":true},"
                         "\"c\":{\"dot\":true,\"icon\":\"end\",\"until\":1700000060},"
                         "\"bad\":{\"dot\":true,\"icon\":7},\"worse\":{\"dot\":true,\"icon\":\"\"}"));
    check_present(w->account, "a", TALLY_KIND_ICON, "new");
    check_present(w->account, "b", TALLY_KIND_NUMBER, "3");
    check_present(w->account, "c", TALLY_KIND_ICON, "end");
    check_present(w->account, "styled", TALLY_KIND_ICON, "theirs");
    check_present(w->account, "plain", TALLY_KIND_DOT, "");
    check_present(w->account, "worse", TALLY_KIND_DOT, "");
    check_present(w->account, "bad", TALLY_KIND_NONE, "");
    check_present(w->account, "root", TALLY_KIND_NUMBER, "3");
    /* It outlives the program, and goes with its badge. */
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    check_ok(tally_engine_verify(w->engine));
    check_present(w->account, "a", TALLY_KIND_ICON, "new");
    check_present(w->account, "styled", TALLY_KIND_ICON, "theirs");
    fake_clock_advance(&w->clock, 60000);
    check_present(w->account, "c", TALLY_KIND_NONE, "");
    check_ok(tally_badge_dot(w->account, "c"));
    check_present(w->account, "c", TALLY_KIND_DOT, "");
    check_ok(tally_badge_clear(w->account, "a"));
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    check_ok(tally_badge_set(w->account, "styled", 2));
    check_ok(tally_badge_dot(w->account, "styled"));
    check_ok(tally_badge_clear_tree(w->account, "b"));
    check_ok(tally_engine_flush(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    check_present(w->account, "b", TALLY_KIND_NONE, "");
    check_present(w->account, "c", TALLY_KIND_DOT, "");
    check_present(w->account, "styled", TALLY_KIND_DOT, "");
    /* The page replaces it, and its views are notified although the path shows the same. */
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"hot\"}"));
    check_ok(tally_widget_bind(w->scope, w->account, "a", &view, &calls, NULL, NULL));
    drain(w->engine);
    assert_int_equal(calls, 1);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"free\"}"));
    drain(w->engine);
    assert_int_equal(calls, 2);
    check_present(w->account, "a", TALLY_KIND_ICON, "free");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"free\"}"));
    drain(w->engine);
    assert_int_equal(calls, 2);
    world_page(w, BADGES("\"a\":{\"dot\":true}"));
    drain(w->engine);
    assert_int_equal(calls, 3);
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\"},\"b\":{\"dot\":true,\"icon\":\"new\"}"));
    world_page(w, BADGES("\"b\":null"));
    check_ok(tally_badge_dot(w->account, "b"));
    check_present(w->account, "b", TALLY_KIND_DOT, "");
    check_ok(tally_feed_remove(w->feed));
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    check_ok(tally_account_verify(w->account));
}

/* A badge that is over when it comes is none, and no icon of it waits for another one. */
TEST(an_icon_that_is_over, WORLD_FILE)
{
    world_add_feed(w);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\",\"until\":1600000000}"));
    check_present(w->account, "a", TALLY_KIND_NONE, "");
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    check_ok(tally_engine_flush(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    check_ok(tally_engine_verify(w->engine));
}

/* A patch and a snapshot that change only a path's mute leave the icon of its badge, also of one that has an end.
 * */
TEST(a_mute_leaves_the_icon, WORLD_FILE)
{
    static const char *const badges[] = {
        BADGES("\"a\":{\"dot\":true,\"icon\":\"new\",\"until\":1800000000}"),
        BADGES("\"a\":{\"dot\":true,\"icon\":\"new\"}"),
    };
    size_t i;

    world_add_feed(w);
    for (i = 0; i < COUNT_OF(badges); i++) {
        tally_snapshot *before = NULL, *after = NULL;
        char patch[1024];
        size_t length;

        world_page(w, badges[i]);
        check_ok(tally_snapshot_take(w->account, "root", &before));
        check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NUMBER, 0));
        check_ok(tally_snapshot_take(w->account, "root", &after));
        check_present(w->account, "a", TALLY_KIND_ICON, "new");
        check_ok(tally_badge_restore(w->account, "root", before));
        check_present(w->account, "a", TALLY_KIND_ICON, "new");
        check_ok(decoded_diff(before, after, patch, sizeof patch, &length));
        check_ok(tally_badge_apply(w->account, "root", patch, length, 0));
        check_present(w->account, "a", TALLY_KIND_ICON, "new");
        tally_snapshot_release(before);
        tally_snapshot_release(after);
        check_ok(tally_engine_verify(w->engine));
        check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_NONE, 0));
    }
}

static void four_nodes(tally_engine_options *options)
{
    options->max_nodes = 4;
}

/* A transaction that fails leaves the icons that there were; an export of the account has them. */
TEST(an_icon_comes_back, WORLD_CLOSED)
{
    static char bytes[65536];
    static const char page[] = BADGES("\"a\":{\"dot\":true,\"icon\":\"hot\"},\"full.x\":{\"dot\":true}");
    tally_account *copy;
    size_t size;

    w->configure = four_nodes;
    world_open(w, 0);
    world_add_feed(w);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\"},\"b\":{\"dot\":true,\"icon\":\"hot\"}"));
    check_status(tally_feed_deliver(w->feed, page, sizeof page - 1), TALLY_ERROR_LIMIT);
    check_present(w->account, "a", TALLY_KIND_ICON, "new");
    check_ok(tally_badge_set(w->account, "b", 1));
    check_ok(tally_badge_dot(w->account, "b"));
    check_ok(account_export(w->account, bytes, sizeof bytes, &size));
    check_ok(tally_account_import(w->engine, "bo", bytes, size));
    check_ok(tally_account_open(w->engine, "bo", NULL, &copy));
    check_present(copy, "a", TALLY_KIND_ICON, "new");
    check_present(copy, "b", TALLY_KIND_DOT, "");
    tally_account_release(copy);
}
