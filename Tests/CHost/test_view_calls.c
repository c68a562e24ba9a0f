/* needs: tsan */
/* Views: calls allowed in a view's function, many threads, and invalid input. */
#include "views.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- Inside a view ---- */

static void unbind_itself(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;

    draw(c, 'n', path, presentation, text);
    tally_unobserve(c->w->scope, c->token);
    require(c->released == 0); /* Its user data is needed until it returns. */
    require(tally_badge_set(c->w->account, "a", 77) == TALLY_OK);
    require(tally_widget_refresh(c->w->scope) == TALLY_OK);
}

TEST(a_view_unbinds_itself, 0)
{
    canvas c = {0};
    tally_widget view = plain_view;

    view.show_number = unbind_itself;
    bind_view_with(w, &c, "a", &view);
    dispatch(w);
    check_ok(tally_badge_set(w->account, "a", 1));
    dispatch(w);
    check_last_drawn(&c, 2, 'n', "root.a", "1");
    assert_int_equal(c.released, 1);
    dispatch(w);
    assert_int_equal(c.count, 2);
    world_end(w);
    assert_int_equal(c.released, 1);
}

static void close_own_scope(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;

    draw(c, 'd', path, presentation, text);
    tally_scope_close(c->w->scope);
    c->w->scope = NULL;
}

TEST(a_view_closes_its_scope, 0)
{
    canvas c = {0}, other = {0};
    tally_widget view = plain_view;

    view.show_dot = close_own_scope;
    check_ok(tally_badge_dot(w->account, "a.b"));
    bind_view_with(w, &c, "a.b", &view);
    bind_view(w, &other, "a");
    dispatch(w);
    assert_int_equal(c.count, 1);
    assert_int_equal(other.count, 0);
    assert_int_equal(c.released, 1);
    assert_int_equal(other.released, 1);
}

/* Changes what it shows and how, until a limit: each is a later transaction. */
static void count_on(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;
    tally_style style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT);

    draw(c, 'n', path, presentation, text);
    require(tally_engine_close(c->w->engine, 0) == TALLY_ERROR_THREAD);
    if (presentation->count >= (uint64_t)c->limit)
        return;
    style.max_count = presentation->count;
    require(tally_style_set(c->w->account, "root", &style) == TALLY_OK);
    require(tally_badge_add(c->w->account, "a", 1) == TALLY_OK);
}

TEST(a_view_may_change_badges_and_styles, 0)
{
    canvas c = {.limit = 5};
    tally_widget view = plain_view;

    view.show_number = count_on;
    bind_view_with(w, &c, "a", &view);
    check_ok(tally_badge_set(w->account, "a", 1));
    dispatch(w);
    assert_int_equal(c.count, 5);
    check_drawn(&c, 0, 'n', "root.a", "1");
    check_drawn(&c, 1, 'n', "root.a", "1+");
    check_drawn(&c, 4, 'n', "root.a", "4+");
    world_end(w);
}

TEST(dispatch_counts_views, 0)
{
    canvas c = {0};
    size_t count;

    bind_view(w, &c, "a");
    bind_view(w, &c, "b");
    bind_view(w, &c, "c");
    check_status(tally_engine_dispatch(w->engine, 2, &count), TALLY_MORE);
    assert_int_equal(count, 2);
    assert_int_equal(c.count, 2);
    check_ok(tally_engine_dispatch(w->engine, 2, &count));
    assert_int_equal(count, 1);
    world_end(w);
}

/* ---- Threads ---- */

typedef struct painter {
    tally_engine *engine;
    tally_account *account;
    int is_done;
} painter;

static void *paint(void *argument)
{
    painter *p = (painter *)argument;
    int i;

    for (i = 0; i < 300; i++) {
        tally_style style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT | TALLY_STYLE_FIELD_ICON);

        style.max_count = (uint64_t)i + 1;
        style.icon = i % 2 == 0 ? "new" : "a longer name of an icon";
        require(tally_style_set(p->account, i % 3 == 0 ? "root" : "a", i % 7 == 0 ? NULL : &style) == TALLY_OK);
        require(tally_badge_set(p->account, "a.b", i) == TALLY_OK);
    }
    return NULL;
}

static void *deliver(void *argument)
{
    painter *p = (painter *)argument;

    while (!__atomic_load_n(&p->is_done, __ATOMIC_ACQUIRE))
        require(tally_engine_dispatch(p->engine, 0, NULL) >= 0);
    return NULL;
}

static void paint_consistently(void *user_data, const char *path, const tally_presentation *presentation,
                               const char *text)
{
    char expected[32];

    (void)path;
    if (presentation->kind == TALLY_KIND_NUMBER) {
        int over = presentation->count > presentation->max_count;

        snprintf(expected, sizeof expected, "%llu%s",
                 (unsigned long long)(over ? presentation->max_count : presentation->count), over ? "+" : "");
        require(strcmp(text, expected) == 0);
    }
    __atomic_add_fetch((int *)user_data, 1, __ATOMIC_RELAXED);
}

TEST(many_threads_together, WORLD_THREAD)
{
    painter p;
    pthread_t threads[4];
    int calls = 0, i;
    tally_widget view = plain_view;
    uint64_t token;

    view.show_dot = view.show_number = view.show_icon = view.hide = paint_consistently;
    p.engine = w->engine;
    p.account = w->account;
    p.is_done = 0;
    check_ok(tally_widget_bind(w->scope, w->account, "a", &view, &calls, NULL, &token));
    for (i = 0; i < 4; i++)
        require(pthread_create(&threads[i], NULL, i < 2 ? paint : deliver, &p) == 0);
    for (i = 0; i < 100; i++) {
        uint64_t other;
        int mine = 0;

        check_ok(tally_widget_bind(w->scope, w->account, "a.b", &view, &mine, NULL, &other));
        check_ok(tally_widget_refresh(w->scope));
        tally_unobserve(w->scope, other); /* From here on nobody touches `mine`. */
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    __atomic_store_n(&p.is_done, 1, __ATOMIC_RELEASE);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL)); /* The painters may have been done before anybody delivered. */
    tally_unobserve(w->scope, token);
    assert_true(calls > 0);
}

/* ---- Bad input of views ---- */

TEST(bad_views, 0)
{
    world other;
    canvas c = {0};
    tally_widget view;
    struct {
        tally_widget view;
        void *beyond;
    } newer;
    uint64_t token = 77;
    uint32_t size;
    int given = 0;

    world_init(&other, 0);
#define refused(expected, scope, account, path, view)                                                     \
    do {                                                                                                  \
        check_status(tally_widget_bind((scope), (account), (path), (view), &c, released, &token), expected); \
        assert_int_equal(c.released, ++given); /* Given back, also where it failed. */                    \
    } while (0)
    refused(TALLY_ERROR_ARGUMENT, NULL, w->account, "a", &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, NULL, "a", &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, NULL, &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", NULL);
    refused(TALLY_ERROR_ARGUMENT, w->scope, other.account, "a", &plain_view);
    check_message("another engine");
    refused(TALLY_ERROR_PATH, w->scope, w->account, "a..b", &plain_view);
    view = plain_view;
    view.flags = 1;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    for (size = 0; size < sizeof view; size++) {
        view = plain_view;
        view.struct_size = size;
        refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    }
    view = plain_view;
    view.show_dot = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.show_number = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.show_icon = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.hide = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    newer.view = plain_view;
    newer.view.struct_size = sizeof newer;
    newer.beyond = &newer;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &newer.view);
    check_status(tally_widget_refresh(NULL), TALLY_ERROR_ARGUMENT);
    assert_true(token == 77);
    newer.beyond = NULL;
    check_ok(tally_widget_bind(w->scope, w->account, "a", &newer.view, &c, released, NULL));
    dispatch(w);
    assert_int_equal(c.count, 1);
    world_end(&other);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    assert_int_equal(c.released, ++given);
    refused(TALLY_ERROR_CLOSED, w->scope, w->account, "a", &plain_view);
}

TEST_ALONE(views_count_as_observers)
{
    tally_engine_options options = {.struct_size = sizeof options, .max_observers = 1};
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    canvas c = {0};
    uint64_t token;

    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "ann", NULL, &account));
    check_ok(tally_scope_open(engine, &scope));
    check_ok(tally_widget_bind(scope, account, "a", &plain_view, &c, released, &token));
    check_status(tally_widget_bind(scope, account, "b", &plain_view, &c, released, NULL), TALLY_ERROR_LIMIT);
    check_status(tally_observe(scope, account, "b", 0, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    tally_unobserve(scope, token);
    check_ok(tally_observe(scope, account, "b", 0, NULL, NULL, NULL, NULL));
    tally_scope_close(scope);
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
    assert_int_equal(c.released, 2);
}
