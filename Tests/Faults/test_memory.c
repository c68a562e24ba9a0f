/*
 * The k-th allocation fails, for every k. Each call returns OK or TALLY_ERROR_NO_MEMORY, and a call that fails changes
 * nothing. Observers are notified of the last state, a completion comes exactly once, and the library releases the
 * host's data exactly once. Runs with fail_allocation.c preloaded.
 */
#include "support.h"
#include "lists.h"
#include "settings.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*arm)(long k, int for_ever);
static long (*disarm)(void);

#define LEAVES 24

/* The expected state, according to the calls that returned OK. */
typedef struct model {
    uint32_t leaf[LEAVES];
    int is_muted; /* The whole group "g0". */
    uint64_t fed; /* By messages. */
    uint64_t max_count; /* The style of the root. */
} model;

typedef struct workload {
    world w;
    model m;
    int refused;
    long disarmed; /* How many allocations had failed when the fault was taken back before the end. */
    /* Observers */
    uint64_t told_root, told_total, drawn_root, drawn_max_count;
    int observes_root, observes_total, draws_root;
    int given, given_back;
    /* Completions */
    int forced, completed;
    tally_status result;
} workload;

/* 1: it was done; 0: there was no memory. Anything else is wrong. */
static int done_at(workload *l, tally_status status, const char *what, int line)
{
    if (status == TALLY_ERROR_NO_MEMORY) {
        l->refused += 1;
        return 0;
    }
    if (status < 0) {
        print_error("%s: %s\n", what, tally_status_name(status));
        _fail(__FILE__, line);
    }
    return 1;
}

#define done(call) done_at(l, (call), #call, __LINE__)

static void told_root(void *user_data, const tally_event *event, const char *text)
{
    if (strcmp(text, "root") == 0 || text[0] == '\0')
        ((workload *)user_data)->told_root = event->count;
}

static void told_total(void *user_data, const tally_event *event, const char *text)
{
    (void)text;
    ((workload *)user_data)->told_total = event->count;
}

static void draw_root(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    workload *l = (workload *)user_data;

    (void)path;
    l->drawn_root = presentation->count;
    l->drawn_max_count = presentation->max_count;
    assert_true((text[0] != '\0') == (presentation->kind == TALLY_KIND_NUMBER));
}

static void given_back(void *user_data)
{
    ((workload *)user_data)->given_back += 1;
}

static void completed(void *user_data, const tally_event *event, const char *text)
{
    workload *l = (workload *)user_data;

    (void)text;
    l->completed += 1;
    l->result = event->result;
}

static void leaf_path(char *path, size_t capacity, int i)
{
    snprintf(path, capacity, "g%d.some_longer_name_of_a_group.leaf%d", i % 3, i);
}

static uint64_t expected_root(const model *m)
{
    uint64_t sum = m->fed;
    int i;

    for (i = 0; i < LEAVES; i++)
        sum += m->is_muted && i % 3 == 0 ? 0 : m->leaf[i];
    return sum;
}

/* ---- The work ---- */

static int open_all(workload *l, const char *file)
{
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .clock = fake_clock_tell,
    };
    world *w = &l->w;

    options.clock_user_data = &w->clock;
    options.seed = 1;
    options.file = file;
    options.max_loaded_accounts = 2;
    if (!done(tally_engine_open(&options, &w->engine))) {
        assert_null(w->engine);
        return 0;
    }
    if (!done(tally_account_open(w->engine, "ann", NULL, &w->account))) {
        assert_null(w->account);
        return 0;
    }
    return 1;
}

static void observe(workload *l)
{
    world *w = &l->w;
    tally_widget view = {sizeof view, 0, draw_root, draw_root, draw_root, draw_root};

    if (!done(tally_scope_open(w->engine, &w->scope)))
        return;
    l->given += 3;
    l->draws_root = done(tally_widget_bind(w->scope, w->account, "root", &view, l, given_back, NULL));
    l->observes_root = done(tally_observe(w->scope, w->account, "root", TALLY_SUBTREE | TALLY_OBSERVE_INITIAL,
                                          told_root, l, given_back, NULL));
    l->observes_total = done(tally_observe_total(w->scope, TALLY_OBSERVE_INITIAL, told_total, l, given_back, NULL));
    done(tally_account_log_in(w->account));
}

static void operate(workload *l)
{
    world *w = &l->w;
    char path[128], other[128];
    int i;

    for (i = 0; i < LEAVES; i++) {
        tally_node node;

        leaf_path(path, sizeof path, i);
        if (i % 4 == 0) {
            if (done(tally_node_resolve(w->account, path, &node))) {
                if (done(tally_node_set(w->account, node, i + 1)))
                    l->m.leaf[i] = (uint32_t)i + 1;
                tally_node_release(w->account, node);
            }
        } else if (i % 4 == 1) {
            if (done(tally_badge_add(w->account, path, i + 1)))
                l->m.leaf[i] += (uint32_t)i + 1;
        } else if (done(tally_badge_set(w->account, path, i + 1))) {
            l->m.leaf[i] = (uint32_t)i + 1;
        }
    }
    for (i = 0; i + 1 < LEAVES; i += 5) {
        tally_operation batch[3];

        memset(batch, 0, sizeof batch);
        leaf_path(path, sizeof path, i);
        leaf_path(other, sizeof other, i + 1);
        batch[0].kind = TALLY_OP_SET;
        batch[0].path = path;
        batch[0].value = 100;
        batch[1].kind = TALLY_OP_CLEAR;
        batch[1].path = other;
        batch[2].kind = TALLY_OP_GET;
        batch[2].path = path;
        if (done(tally_badge_batch(w->account, batch, 3, PLAIN_BATCH, NULL))) {
            l->m.leaf[i] = 100;
            l->m.leaf[i + 1] = 0;
            assert_int_equal(batch[2].count, 100);
        }
    }
    if (done(tally_badge_mute(w->account, "g0", TALLY_MUTE_ALL, TALLY_FOREVER)))
        l->m.is_muted = 1;
    leaf_path(path, sizeof path, 7);
    if (done(tally_badge_set_until(w->account, path, 50, w->clock.wall + 1000)))
        l->m.leaf[7] = 50;
    if (done(tally_badge_clear_tree(w->account, "g2"))) {
        for (i = 2; i < LEAVES; i += 3)
            l->m.leaf[i] = 0;
    }
    done(tally_engine_dispatch(w->engine, 0, NULL));
    if (l->m.leaf[7] == 50) {
        /* If there is no memory to let it end just now, the next call does. */
        fake_clock_advance(&w->clock, 2000);
        l->m.leaf[7] = 0;
    }
}

static void style_all(workload *l)
{
    world *w = &l->w;
    tally_style style = {
        .struct_size = sizeof style,
        .icon = "a name of an icon that is a little longer than usual, and longer than a small block of memory is",
    };
    tally_presentation presentation;
    char path[128], text[256];
    size_t length;
    int i;

    for (i = 0; i < LEAVES; i += 2) {
        leaf_path(path, sizeof path, i);
        style.fields = TALLY_STYLE_FIELD_ICON;
        done(tally_style_set(w->account, path, &style));
        presentation.struct_size = sizeof presentation;
        done(tally_badge_present(w->account, path, &presentation, text, sizeof text, &length));
        style.fields = TALLY_STYLE_FIELD_MAX_COUNT;
        style.max_count = (uint64_t)i + 1;
        if (done(tally_style_set(w->account, "root", &style)))
            l->m.max_count = style.max_count;
    }
    style.struct_size = sizeof style;
    done(tally_style_get(w->account, path, &style, text, sizeof text, &length));
    if (w->scope != NULL)
        done(tally_widget_refresh(w->scope));
}

static void list_all(workload *l)
{
    tally_badge_entry entries[128];
    char text[8192];
    size_t count, size, i;
    uint64_t sum = 0;

    if (!done(badge_list(l->w.account, "root", TALLY_SUBTREE, entries, COUNT_OF(entries), text, sizeof text,
                               &count, &size, NULL)))
        return;
    for (i = 0; i < count; i++) {
        if (strstr(text + entries[i].path.offset, ".leaf") != NULL)
            sum += entries[i].badge.count;
    }
    assert_true(sum <= 10000);
}

/* Steps until the forced refresh has ended; with the fault armed until something has come ten times, or nothing for a
 * while. Then without, so that the refresh ends whatever failed. */
static void pump_force(workload *l)
{
    intptr_t descriptor;
    int came = 0, idle = 0;
    patience p = {0};

    check_ok(tally_engine_get_descriptor(l->w.engine, &descriptor));
    while (l->completed < l->forced && is_patient(&p)) {
        struct pollfd wait;

        done(tally_engine_step(l->w.engine));
        if (came == 10 || idle == 1000)
            disarm();
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        if (l->completed == l->forced)
            return;
        if (poll(&wait, 1, 1) > 0)
            came += 1;
        else
            idle += 1;
    }
    assert_int_equal(l->completed, l->forced);
}

static void refresh(workload *l)
{
    world *w = &l->w;
    tally_feed_options options = {.struct_size = sizeof options};
    int64_t keys[1];
    tally_message messages[8];
    char text[1024];
    size_t count, size;

    options.url = w->page_url;
    options.prefix = "messages";
    options.initial_delay = options.interval = -1;
    if (!done(tally_feed_add(w->account, "feed", &options, &w->feed))) {
        assert_null(w->feed);
        return;
    }
    l->given += 1;
    l->result = TALLY_ERROR_INTERNAL;
    if (done(tally_feed_refresh_now(w->feed, completed, l, given_back, NULL))) {
        l->forced += 1;
        pump_force(l);
        if (l->result == TALLY_OK)
            l->m.fed = 6;
        else if (l->result == TALLY_ERROR_NO_MEMORY)
            l->refused += 1;
        else
            assert_true(l->result == TALLY_ERROR_LOGGED_OUT || l->result == TALLY_ERROR_NETWORK);
    }
    if (done(message_list(w->account, "root", TALLY_SUBTREE, 0, 8, messages, 8, text, sizeof text, &count,
                                &size))) {
        assert_int_equal(count, l->m.fed == 6 ? 3 : 0);
        if (count == 3) {
            keys[0] = messages[0].key; /* The newest: of count 3. */
            done(lease_outbox(w->account));
            if (done(tally_message_mark_read(w->account, keys, 1, NULL)))
                l->m.fed -= messages[0].count;
            if (done(tally_badge_clear(w->account, "messages.b")))
                l->m.fed = l->m.fed == 3 ? 1 : l->m.fed == 6 ? 4 : l->m.fed;
        }
    }
}

/* Accounts that take turns in memory, as far as there is a file; and one that comes and goes. */
static void visit_others(workload *l)
{
    static const char *const names[] = {"bo", "cy", "di"};
    tally_account *others[3];
    uint32_t counts[3] = {0, 0, 0};
    tally_text texts[8];
    char text[64];
    size_t count, size;
    int i, round;

    for (i = 0; i < 3; i++) {
        if (!done(tally_account_open(l->w.engine, names[i], NULL, &others[i])))
            assert_null(others[i]);
    }
    for (round = 0; round < 3; round++) {
        for (i = 0; i < 3; i++) {
            if (others[i] == NULL)
                continue;
            if (round != 1 || i != 0) {
                if (done(tally_badge_add(others[i], "a.b", 1)))
                    counts[i] += 1;
            } else {
                tally_operation operation = {0};
                tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;

                operation.kind = TALLY_OP_ADD;
                operation.path = "a.b";
                operation.value = 1;
                once.struct_size = sizeof once;
                once.source = "log";
                once.position = (uint64_t)round;
                once.id = "one";
                if (done(tally_badge_batch(others[i], &operation, 1, &once, NULL)))
                    counts[i] += 1;
            }
        }
    }
    done(account_list(l->w.engine, NULL, 8, texts, 8, text, sizeof text, &count, &size));
    if (others[2] != NULL && done(tally_account_remove(l->w.engine, "di"))) {
        check_status(tally_badge_set(others[2], "a.b", 1), TALLY_ERROR_NOT_FOUND);
        tally_account_release(others[2]);
        others[2] = NULL;
    }
    l->disarmed += disarm();
    for (i = 0; i < 3; i++) {
        if (others[i] == NULL)
            continue;
        check_badge(others[i], "root", counts[i] > 0, counts[i]);
        check_ok(tally_account_verify(others[i]));
        tally_account_release(others[i]);
    }
}

static void check_model(workload *l)
{
    world *w = &l->w;
    char path[128];
    int i;

    for (i = 0; i < LEAVES; i++) {
        leaf_path(path, sizeof path, i);
        check_badge(w->account, path, l->m.leaf[i] > 0, l->m.leaf[i]);
    }
    check_badge(w->account, "root", expected_root(&l->m) > 0, expected_root(&l->m));
}

static void finish(workload *l)
{
    world *w = &l->w;
    tally_badge total;
    int32_t logged_in;

    if (w->account != NULL) {
        check_model(l);
        check_ok(tally_engine_dispatch(w->engine, 0, NULL));
        if (l->observes_root)
            assert_true(l->told_root == expected_root(&l->m));
        if (l->draws_root) {
            assert_true(l->drawn_root == expected_root(&l->m));
            assert_true(l->drawn_max_count == (l->m.max_count == 0 ? 99 : l->m.max_count));
        }
        check_ok(tally_engine_get_total(w->engine, &total));
        check_ok(account_info(w->account, NULL, NULL, NULL, &logged_in));
        assert_true(total.count == (logged_in ? expected_root(&l->m) : 0));
        if (l->observes_total)
            assert_true(l->told_total == total.count);
        /* And it goes on. */
        check_ok(tally_badge_set(w->account, "afterwards", 1));
    }
    tally_scope_close(w->scope);
    tally_feed_release(w->feed);
    tally_account_release(w->account);
    if (w->engine != NULL)
        check_ok(tally_engine_close(w->engine, -1));
    w->scope = NULL;
    w->feed = NULL;
    w->account = NULL;
    w->engine = NULL;
    assert_int_equal(l->given_back, l->given);
    assert_int_equal(l->completed, l->forced);
}

static void reopen(workload *l)
{
    world *w = &l->w;

    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_model(l);
    check_badge(w->account, "afterwards", 1, 1);
    tally_account_release(w->account);
    check_ok(tally_engine_close(w->engine, -1));
    w->account = NULL;
    w->engine = NULL;
}

/* Runs it all with the k-th allocation failing; how many failed. */
static long run(long k, int for_ever, int with_file)
{
    workload *l = (workload *)calloc(1, sizeof *l);
    long fired;
    int was_open;

    require(l != NULL);
    world_init(&l->w, WORLD_CLOSED);
    write_text(l->w.page, "{\"cursor\":\"c1\",\"title\":\"A title\",\"items\":["
                          "{\"id\":\"1\",\"seq\":\"1\",\"path\":\"a\",\"count\":1,\"title\":\"one\"},"
                          "{\"id\":\"2\",\"seq\":\"2\",\"path\":\"b\",\"count\":2,\"body\":\"two\"},"
                          "{\"id\":\"3\",\"seq\":\"3\",\"path\":\"c\",\"count\":3}]}");
    arm(k, for_ever);
    was_open = open_all(l, with_file ? l->w.file : NULL);
    if (was_open) {
        observe(l);
        operate(l);
        style_all(l);
        list_all(l);
        refresh(l);
        if (with_file)
            done(tally_engine_flush(l->w.engine));
        visit_others(l);
    }
    fired = disarm() + l->disarmed;
    if (!for_ever && fired > 0 && l->refused > fired)
        fail_msg("one failure was reported %d times", l->refused);
    {
        uint64_t afterwards = was_open ? 1 : 0;

        finish(l);
        if (with_file && was_open) {
            l->m.fed += afterwards;
            memset(&l->w.options, 0, sizeof l->w.options);
            l->w.options.struct_size = sizeof l->w.options;
            l->w.options.file = l->w.file;
            reopen(l);
        }
    }
    remove_directory(l->w.directory);
    free(l);
    return fired;
}

static void load_faults(void)
{
    arm = NULL;
    *(void **)&arm = dlsym(RTLD_DEFAULT, "fault_arm");
    *(void **)&disarm = dlsym(RTLD_DEFAULT, "fault_disarm");
    if (arm == NULL || disarm == NULL)
        fail_msg("fail_allocation.so is not preloaded");
}

static void fail_each(int for_ever, int with_file)
{
    long k = 1;

    load_faults();
    while (run(k, for_ever, with_file) > 0) {
        k += 1;
        assert_true(k < 100000);
    }
    assert_true(k > 50);
    print_message("    %ld allocations failed\n", k - 1);
}

TEST_ALONE(one_fails)
{
    fail_each(0, 0);
}

TEST_ALONE(all_fail_from_one_on)
{
    fail_each(1, 0);
}

TEST_ALONE(one_fails_with_a_file)
{
    fail_each(0, 1);
}

TEST_ALONE(all_fail_from_one_on_with_a_file)
{
    fail_each(1, 1);
}

/* A mapping that uses everything, and an answer for it: the same page whenever there is memory, else NO_MEMORY. */
static long map_once(long k, int for_ever, char *page, size_t capacity)
{
    static const char mapping[] =
        "{\"list\":[\"$.a\",\"$.b\"],\"gone\":\"$.g\",\"greatest\":\"$.n\",\"title\":\"$.t\",\"next\":\"$.u\",\"item\":{\"id\":"
        "\"{@@}/{@}\",\"path\":\"in.{p}\",\"title\":[\"{x}\",\"<{p}>\"],\"ts\":\"$.s\",\"count\":\"$.n\",\"read\":\"$.r=yes\"}}";
    static const char body[] =
        "{\"t\":\"T\\u0041\",\"u\":\"http:\\/\\/a\",\"g\":[1,\"z\"],\"a\":{\"k\":{\"b\":[{\"n\":1,\"p\":\"x.y\\\\z\",\"r\":\"yes\"},"
        "{\"n\":\"22\",\"\\u0070\":\"q\",\"s\":\"2024-03-01T01:29:56+01:30\"},{\"n\":{}}]}}}";
    size_t length;
    tally_status status;
    long fired;

    page[0] = '\0';
    arm(k, for_ever);
    status = mapping_try(NULL, mapping, body, strlen(body), page, capacity, &length);
    fired = disarm();
    if (status != TALLY_OK || fired > 0)
        check_status(status, TALLY_ERROR_NO_MEMORY);
    return fired;
}

TEST_ALONE(mappings)
{
    char expected[2048], page[2048];
    int for_ever;

    load_faults();
    assert_int_equal(map_once(100000, 0, expected, sizeof expected), 0);
    for (for_ever = 0; for_ever < 2; for_ever++) {
        long k = 1;

        while (map_once(k, for_ever, page, sizeof page) > 0)
            k += 1;
        assert_true(k > 10);
        assert_string_equal(page, expected);
        print_message("    %ld allocations failed\n", k - 1);
    }
}

/* ---- What the host brings: pages, pushes, messages, answers ---- */

static uint64_t asked;

static void note_request(void *user_data, const tally_request *request)
{
    (void)user_data;
    asked = request->kind == TALLY_REQUEST_KIND_SEND ? request->id : 0;
}

static int was_done(tally_status status, long *refused)
{
    assert_true(status == TALLY_OK || status == TALLY_ERROR_NO_MEMORY);
    *refused += status != TALLY_OK;
    return status == TALLY_OK;
}

static long bring(long k)
{
    static const char page[] = "{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"page\",\"title\":\"\\u00e9\"}]}";
    static const char push[] = "{\"feed\":\"feed\",\"path\":\"push\",\"aps\":{\"alert\":\"a\\u00e9\"}}";
    static const char answer[] = "{\"cursor\":\"2\",\"items\":[{\"id\":\"2\",\"path\":\"answer\"}]}";
    tally_message_options message = {.struct_size = sizeof message, .title = "mine", .id = "m"};
    tally_feed_options options = {
        .struct_size = sizeof options, .url = "https://example.org/", .initial_delay = -1, .interval = -1,
    };
    world w;
    long fired, refused = 0;
    int has_page, has_push, has_post, was_removed;

    asked = 0;
    world_init(&w, 0);
    check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
    check_ok(tally_account_log_in(w.account));
    arm(k, 0);
    if (!was_done(tally_engine_set_transport(w.engine, note_request, NULL, NULL), &refused))
        check_ok(tally_engine_set_transport(w.engine, note_request, NULL, NULL));
    has_page = was_done(tally_feed_deliver(w.feed, page, sizeof page - 1), &refused);
    has_post = was_done(tally_message_post(w.account, "post", &message, NULL), &refused);
    was_removed = has_post && was_done(tally_message_withdraw(w.account, "m"), &refused);
    was_done(tally_feed_refresh(w.feed), &refused);
    was_done(tally_engine_step(w.engine), &refused);
    has_push = was_done(tally_account_push(w.account, push, sizeof push - 1), &refused);
    if (asked != 0 && !was_done(tally_transport_respond(w.engine, asked, 200, "A: b", answer, sizeof answer - 1), &refused))
        check_ok(tally_transport_respond(w.engine, asked, 200, "A: b", answer, sizeof answer - 1));
    was_done(tally_engine_step(w.engine), &refused);
    fired = disarm();
    assert_true(refused <= fired);
    check_ok(tally_engine_step(w.engine));
    check_badge(w.account, "page", has_page, (uint64_t)has_page);
    check_badge(w.account, "post", has_post && !was_removed, (uint64_t)(has_post && !was_removed));
    check_badge(w.account, "push", has_push, (uint64_t)has_push);
    if (fired == 0)
        check_badge(w.account, "answer", 1, 1);
    check_ok(tally_account_verify(w.account));
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
    return fired;
}

TEST_ALONE(what_the_host_brings)
{
    long k = 1;

    load_faults();
    while (bring(k) > 0)
        k += 1;
    assert_true(k > 20);
    print_message("    %ld allocations failed\n", k - 1);
}

/* A feed whose server has rejected it does not poll again because another server has got a credential. */
static long give_another(long k)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = "https://example.org/", .initial_delay = -1, .interval = -1,
    };
    tally_credential credential = {
        .struct_size = sizeof credential, .kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = "secret",
    };
    world w;
    long fired, refused = 0;

    world_init(&w, 0);
    check_ok(tally_engine_set_transport(w.engine, note_request, NULL, NULL));
    check_ok(tally_feed_add(w.account, "feed", &options, &w.feed));
    check_ok(tally_account_log_in(w.account));
    asked = 0;
    check_ok(tally_feed_refresh(w.feed));
    check_ok(tally_engine_step(w.engine));
    assert_true(asked != 0);
    check_ok(tally_transport_respond(w.engine, asked, 401, NULL, NULL, 0));
    check_ok(tally_engine_step(w.engine));
    asked = 0;
    arm(k, 0);
    was_done(tally_account_set_credential(w.account, "https://example.com/", &credential), &refused);
    fired = disarm();
    assert_true(refused <= fired);
    check_ok(tally_feed_refresh(w.feed));
    check_ok(tally_engine_step(w.engine));
    assert_true(asked == 0);
    world_end(&w);
    return fired;
}

TEST_ALONE(credentials)
{
    long k = 1;

    load_faults();
    while (give_another(k) > 0)
        k += 1;
    assert_true(k > 4);
    print_message("    %ld allocations failed\n", k - 1);
}

/* Groups: whatever has failed, they are those of the messages that are there. */
static long group(long k)
{
    tally_message_options message = {
        .struct_size = sizeof message, .category = "c", .thread = "t", .argument = "Ann", .argument_count = 2,
    };
    tally_group entries[4];
    tally_forms forms = {.struct_size = sizeof forms, .other = "%u of %@"};
    world w;
    char text[512], expected[64];
    long fired, refused = 0;
    int64_t key;
    uint64_t posted = 2;
    size_t count, size;
    int i, is_worded, is_seen;

    world_init(&w, 0);
    for (i = 0; i < 2; i++) {
        message.time = 1000 + i;
        check_ok(tally_message_post(w.account, "in", &message, NULL));
    }
    arm(k, 0);
    is_worded = was_done(tally_category_set(w.account, "c", "key", "%u"), &refused);
    is_worded &= was_done(tally_strings_set(w.account, "key", "en", &forms), &refused);
    was_done(group_list(w.account, "en", 0, 0, 4, entries, 4, text, sizeof text, &count, &size), &refused);
    message.argument = "Bo";
    message.time = 1002;
    posted += (uint64_t)was_done(tally_message_post(w.account, "in", &message, &key), &refused);
    was_done(tally_observe_groups(w.scope, w.account, TALLY_OBSERVE_INITIAL, NULL, NULL, NULL, NULL), &refused);
    message.time = 1003;
    posted += (uint64_t)was_done(tally_message_post(w.account, "in", &message, &key), &refused);
    was_done(group_get(w.account, "t", "en", 0, entries, text, sizeof text, &size), &refused);
    is_seen = was_done(tally_group_mark_seen(w.account, "t"), &refused);
    if (posted == 4)
        posted -= (uint64_t)was_done(tally_message_mark_seen(w.account, &key, 1, NULL), &refused);
    fired = disarm();
    assert_true(refused <= fired);
    check_ok(group_get(w.account, "t", "en", 0, entries, text, sizeof text, &size));
    assert_int_equal(entries[0].notifications, posted);
    assert_int_equal(entries[0].items, 2 * posted);
    assert_int_equal(entries[0].fresh, is_seen ? 0 : posted);
    snprintf(expected, sizeof expected, posted == 2 ? "2 of Ann" : posted == 3 ? "4 of Ann" : "6 of Bo and Ann");
    if (is_worded)
        assert_string_equal(text + entries[0].summary.offset, expected);
    drain(w.engine);
    check_ok(tally_account_verify(w.account));
    check_ok(tally_engine_verify(w.engine));
    world_end(&w);
    return fired;
}

TEST_ALONE(groups)
{
    long k = 1;

    load_faults();
    while (group(k) > 0)
        k += 1;
    assert_true(k > 20);
    print_message("    %ld allocations failed\n", k - 1);
}
