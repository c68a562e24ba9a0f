/* needs: tsan */
/* Views: which are called with how to draw a path, when, and in which order. */
#include "views.h"
#include "lists.h"

#include <stdio.h>
#include <string.h>

TEST(a_view_follows_its_path, 0)
{
    canvas c = {0};

    bind_view(w, &c, "a.b");
    assert_int_equal(c.count, 0); /* Never inside the call. */
    dispatch(w);
    check_last_drawn(&c, 1, 'h', "root.a.b", "");
    check_ok(tally_badge_dot(w->account, "a.b.c"));
    dispatch(w);
    check_last_drawn(&c, 2, 'd', "root.a.b", "");
    set_icon(w->account, "a.b", "new");
    dispatch(w);
    check_last_drawn(&c, 3, 'i', "root.a.b", "new");
    check_ok(tally_badge_set(w->account, "a.b.c", 120));
    dispatch(w);
    check_last_drawn(&c, 4, 'n', "root.a.b", "99+");
    assert_true(c.calls[3].presentation.count == 120);
    check_ok(tally_badge_clear_tree(w->account, "a"));
    dispatch(w);
    check_last_drawn(&c, 5, 'h', "root.a.b", "");
    /* A change that leaves the shown badge unchanged does not call it. */
    check_ok(tally_badge_set(w->account, "a.x", 3));
    dispatch(w);
    assert_int_equal(c.count, 5);
    world_end(w);
    assert_int_equal(c.released, 1);
    assert_int_equal(c.count, 5);
}

TEST(the_table_is_copied, 0)
{
    canvas c = {0};
    tally_widget view = plain_view;

    bind_view_with(w, &c, "a", &view);
    memset(&view, 0, sizeof view);
    dispatch(w);
    check_last_drawn(&c, 1, 'h', "root.a", "");
    world_end(w);
}

TEST(views_are_events, 0)
{
    canvas c = {0};
    tally_event event;
    char text[64];
    int64_t id, timeout;

    check_ok(account_info(w->account, &id, NULL, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 3));
    bind_view(w, &c, "a");
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 0);
    memset(&event, 0x55, sizeof event);
    event.struct_size = sizeof event;
    check_status(tally_engine_next_event(w->engine, 0, &event, text, 6), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(c.count, 0);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_WIDGET);
    assert_true(event.token == c.token && event.account == id && event.count == 3 && event.revision == 1);
    assert_int_not_equal(event.badge_kind, TALLY_KIND_NONE);
    assert_string_equal(text, "root.a");
    check_last_drawn(&c, 1, 'n', "root.a", "3");
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
    /* And a step calls it too. */
    check_ok(tally_badge_dot(w->account, "a"));
    check_ok(tally_engine_step(w->engine));
    check_last_drawn(&c, 2, 'd', "root.a", "");
    world_end(w);
}

TEST(pending_changes_are_merged, 0)
{
    canvas c = {0};
    int i;

    bind_view(w, &c, "a");
    for (i = 1; i <= 50; i++)
        check_ok(tally_badge_set(w->account, "a.x", i));
    set_max_count(w->account, "root", 9);
    check_ok(tally_widget_refresh(w->scope));
    dispatch(w);
    check_last_drawn(&c, 1, 'n', "root.a", "9+");
    world_end(w);
}

/* Views of one engine draw onto one canvas, in the order in which they are called. */
static void bind_several(world *w, canvas *c, const char *const *paths, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bind_view(w, c, paths[i]);
    dispatch(w);
    c->count = 0;
}

TEST(views_are_called_in_order, 0)
{
    static const char *const paths[] = {"root", "b", "a", "b.x", "a.z", "a.y", "c.d.e"};
    static const char *const order[] = {"root.c.d.e", "root.a.y", "root.a.z", "root.b.x", "root.a", "root.b", "root"};
    canvas c = {0};
    size_t i;

    bind_several(w, &c, paths, COUNT_OF(paths));
    /* A transaction, a refresh, and a style. */
    for (i = 0; i < 3; i++) {
        tally_operation batch[4];
        tally_batch_options sized = TALLY_BATCH_OPTIONS_INIT; /* A later header has larger operations. */
        size_t j;

        memset(batch, 0, sizeof batch);
        for (j = 0; j < COUNT_OF(batch); j++) {
            static const char *const lit[] = {"a.y", "a.z", "b.x", "c.d.e"};

            batch[j].kind = TALLY_OP_SET;
            batch[j].path = lit[j];
            batch[j].value = 5;
        }
        if (i == 0)
            check_ok(tally_badge_batch(w->account, batch, COUNT_OF(batch), &sized, NULL));
        if (i == 1)
            check_ok(tally_widget_refresh(w->scope));
        if (i == 2)
            set_max_count(w->account, "root", 4);
        dispatch(w);
        assert_int_equal(c.count, COUNT_OF(order));
        for (j = 0; j < COUNT_OF(order); j++)
            check_drawn(&c, (int)j, 'n', order[j], i < 2 ? (j == 6 ? "20" : j == 4 ? "10" : "5") : "4+");
        c.count = 0;
    }
    world_end(w);
}

TEST(a_style_calls_the_views_below_it, 0)
{
    static const char *const paths[] = {"root", "a", "a.x", "a.x.deep", "a.y", "ab", "b.x"};
    canvas c = {0};
    tally_style style;

    bind_several(w, &c, paths, COUNT_OF(paths));
    set_max_count(w->account, "a.x", 50); /* They show nothing, so they look the same. */
    dispatch(w);
    assert_int_equal(c.count, 0);
    set_max_count(w->account, "a.x", 99);
    check_ok(tally_badge_set(w->account, "a.x.deep", 1000));
    check_ok(tally_badge_set(w->account, "a.y", 1000));
    dispatch(w);
    c.count = 0;
    set_max_count(w->account, "a.x", 50); /* a.x and below */
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_drawn(&c, 0, 'n', "root.a.x.deep", "50+");
    check_drawn(&c, 1, 'n', "root.a.x", "50+");
    assert_true(c.calls[0].presentation.max_count == 50);
    c.count = 0;
    set_max_count(w->account, "a", 60); /* a.x has its own. */
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_drawn(&c, 0, 'n', "root.a.y", "60+");
    check_drawn(&c, 1, 'n', "root.a", "60+");
    c.count = 0;
    style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT | TALLY_STYLE_FIELD_TEXT_COLOR); /* The colour reaches all below. */
    style.max_count = 60;
    style.text_color = 0x112233FFu;
    check_ok(tally_style_set(w->account, "a", &style));
    dispatch(w);
    assert_int_equal(c.count, 4);
    c.count = 0;
    check_ok(tally_style_set(w->account, "a", &style)); /* The same once more: nobody. */
    dispatch(w);
    assert_int_equal(c.count, 0);
    style.fields |= TALLY_STYLE_FIELD_ICON | TALLY_STYLE_FIELD_DOT_RADIUS; /* Numbers show neither. */
    style.icon = "new";
    style.dot_radius = 7;
    check_ok(tally_style_set(w->account, "a", &style));
    dispatch(w);
    assert_int_equal(c.count, 0);
    check_ok(tally_badge_dot(w->account, "a.x.deep"));
    check_ok(tally_badge_dot(w->account, "a.y"));
    dispatch(w);
    c.count = 0;
    style.icon = "hot"; /* Not inherited: a alone. */
    check_ok(tally_style_set(w->account, "a", &style));
    dispatch(w);
    check_last_drawn(&c, 1, 'i', "root.a", "hot");
    c.count = 0;
    style.max_count = 5; /* Dots show no number and no text. */
    check_ok(tally_style_set(w->account, "a", &style));
    style.text_color = 0x445566FFu;
    check_ok(tally_style_set(w->account, "a.x", &style));
    dispatch(w);
    c.count = 0;
    set_max_count(w->account, "elsewhere", 5);
    dispatch(w);
    assert_int_equal(c.count, 0);
    check_ok(tally_style_set(w->account, "a", NULL));
    dispatch(w);
    assert_int_equal(c.count, 2); /* a.x has its own, which reaches below. */
    world_end(w);
}

TEST(other_accounts_are_left_alone, 0)
{
    canvas c = {0}, d = {0};
    tally_account *other;
    tally_scope *scope;
    uint64_t token;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_scope_open(w->engine, &scope));
    check_ok(tally_badge_set(w->account, "a", 7));
    bind_view(w, &c, "a");
    check_ok(tally_widget_bind(scope, other, "a", &plain_view, &d, released, &token));
    dispatch(w);
    set_max_count(w->account, "a", 5);
    dispatch(w);
    assert_int_equal(c.count, 2);
    assert_int_equal(d.count, 1);
    check_ok(tally_widget_refresh(scope));
    dispatch(w);
    assert_int_equal(c.count, 2);
    assert_int_equal(d.count, 2);
    /* One scope may hold views of several accounts. */
    check_ok(tally_widget_bind(w->scope, other, "a", &plain_view, &c, released, &token));
    check_ok(tally_badge_set(other, "a", 8));
    dispatch(w);
    check_last_drawn(&c, 3, 'n', "root.a", "8");
    check_last_drawn(&d, 3, 'n', "root.a", "8");
    check_ok(tally_widget_refresh(w->scope));
    dispatch(w);
    assert_int_equal(c.count, 5);
    tally_scope_close(scope);
    tally_account_release(other);
    world_end(w);
    assert_int_equal(c.released, 2);
    assert_int_equal(d.released, 1);
}

TEST(observers_and_views_together, 0)
{
    canvas c = {0};
    tally_event event = {.struct_size = sizeof event};
    char text[64];

    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    bind_view(w, &c, "a");
    dispatch(w);
    check_ok(tally_widget_refresh(w->scope)); /* Views alone. */
    set_max_count(w->account, "a", 3);
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_status(tally_engine_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
    check_ok(tally_badge_dot(w->account, "a"));
    dispatch(w);
    assert_int_equal(c.count, 3);
    check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_BADGE);
    world_end(w);
}

TEST(binding_twice_is_binding_once, 0)
{
    canvas c = {0};
    tally_widget other = plain_view;
    uint64_t first, again;

    first = bind_view(w, &c, "a");
    again = bind_view(w, &c, "root.a");
    assert_true(first == again);
    dispatch(w);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.released, 0);
    /* Another function, another path, an observer of the same: these are others. */
    other.hide = plain_view.show_dot;
    check_ok(tally_badge_set(w->account, "a", 1));
    assert_true(bind_view_with(w, &c, "a", &other) != first);
    assert_true(bind_view(w, &c, "b") != first);
    c.count = 0;
    dispatch(w);
    assert_int_equal(c.count, 3);
    tally_unobserve(w->scope, first); /* It was bound twice. */
    assert_int_equal(c.released, 0);
    tally_unobserve(w->scope, first);
    assert_int_equal(c.released, 1);
    assert_true(bind_view(w, &c, "a") != first);
    world_end(w);
    assert_int_equal(c.released, 4);
}

TEST(unbinding_ends_it, 0)
{
    canvas c = {0};

    bind_view(w, &c, "a");
    tally_unobserve(w->scope, c.token); /* Before it was called at all. */
    assert_int_equal(c.released, 1);
    dispatch(w);
    bind_view(w, &c, "a");
    dispatch(w);
    check_ok(tally_badge_dot(w->account, "a"));
    tally_unobserve(w->scope, c.token);
    assert_int_equal(c.released, 2);
    dispatch(w);
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_widget_refresh(w->scope));
    set_max_count(w->account, "a", 1);
    dispatch(w);
    assert_int_equal(c.count, 1);
}

TEST(closing_the_scope_unbinds, 0)
{
    canvas c = {0};
    char path[32];
    int i;

    for (i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "a%d.b%d", i % 10, i);
        bind_view(w, &c, path);
    }
    check_ok(tally_badge_dot(w->account, "a3.b3"));
    tally_scope_close(w->scope);
    assert_int_equal(c.released, 100);
    check_ok(tally_scope_open(w->engine, &w->scope));
    dispatch(w);
    set_max_count(w->account, "root", 3);
    check_ok(tally_widget_refresh(w->scope));
    dispatch(w);
    assert_int_equal(c.count, 0);
    /* The places are used again. */
    bind_view(w, &c, "a3.b3");
    dispatch(w);
    check_last_drawn(&c, 1, 'd', "root.a3.b3", "");
    world_end(w);
    assert_int_equal(c.released, 101);
}
