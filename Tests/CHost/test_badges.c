/* The cases of the specification of badges, through the header: each as a script, run one by one, by node handles, as
 * a batch, and with every change written before it is answered. Then expiry, handles, lists, paths, limits, totals. */
#include "support.h"
#include "lists.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Scripts ---- */

/*
 * Steps divided by ';': "set P N", "dot P", "add P D", "clear P", "force P", "mute P none|number|all" (each may end
 * with a status other than OK: HELD, RANGE), "get P SHOWS COUNT", "until P N MS" (set_until, MS from the start), "at
 * MS" (the clock goes there), "page JSON" (the feed's next answer), "same R" (the revision is what it was), "empty P"
 * (a path that no node exists for: its list is empty).
 */
typedef struct script {
    const char *name;
    unsigned flags; /* WORLD_SUM, WORLD_UNREAD */
    const char *steps;
} script;

typedef enum way { BY_PATH, BY_NODE, IN_BATCH } way;

#define MAX_BATCH 32

typedef struct runner {
    world w;
    way how;
    tally_operation batch[MAX_BATCH];
    tally_status expected[MAX_BATCH];
    int expected_shows[MAX_BATCH];
    uint64_t expected_count[MAX_BATCH];
    char paths[MAX_BATCH][128];
    size_t count;
} runner;

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"path\":\"" path "\",\"count\":" count ",\"title\":\"t\"}"

static const script scripts[] = {
    {"1 a parent sums its children", 0,
     "set root.a.x 3; set root.a.y 4; get root.a 1 7; get root 1 7; get root.a.x 1 3; get root.a.z 0 0"},
    {"2 a dot adds nothing to a number", 0, "dot root.a.x; set root.a.y 4; get root.a 1 4; get root 1 4"},
    {"3 its own number where the children have none; then all goes", 0,
     "dot root.a.x; dot root.a.y; set root.a 2; get root.a 1 2; set root.a.x 5; get root.a 1 5; clear root.a.x;"
     "get root.a 1 2; clear root.a.y; get root.a 0 0; get root 0 0"},
    {"4 held, then forced", 0,
     "set root.a.x 3; clear root.a HELD; get root.a 1 3; force root.a; get root.a 0 0; get root.a.x 0 0; get root 0 0"},
    {"5 a cleared descendant does not block", 0,
     "set root.x.y.z 7; clear root.x.y.z; get root 0 0; set root.x 3; get root.x 1 3; get root 1 3"},
    {"6 force stays below its path", 0,
     "set root.a.b.a 1; set root.a.c 1; force root.a.b.a; get root.a.c 1 1; get root.a 1 1; get root.a.b 0 0"},
    {"7 an unknown path below clears nothing", 0, "set root.x 1; clear root.x.y.x; get root.x 1 1; force x.y; get x 1 1"},
    {"8 root may be left out", 0, "set a.b 5; get root.a.b 1 5; get root 1 5; get a.b 1 5; set root.root 2; get root 1 7"},
    {"9 children", 0,
     "set root.a 5; dot root.a.x; get root.a 1 5; set root.a.x 2; get root.a 1 2; clear root.a.x; get root.a 0 0"},
    {"9 sum", WORLD_SUM,
     "set root.a 5; dot root.a.x; get root.a 1 5; set root.a.x 2; get root.a 1 7; clear root.a.x; get root.a 1 5;"
     "clear root.a; get root.a 0 0"},
    {"10 64 bits", 0,
     "set root.a 4294967295; set root.b 4294967295; get root 1 8589934590; set root.a 4294967296 RANGE;"
     "set root.a -1 RANGE; get root 1 8589934590; get root.a 1 4294967295"},
    {"11 muting", 0,
     "set root.chat.muted 9; mute root.chat.muted number; get root.chat.muted 1 9; get root.chat 1 0;"
     "mute root.chat.muted all; get root.chat 0 0; get root.chat.muted 1 9; get root 0 0;"
     "mute root.chat.muted none; get root.chat 1 9; get root 1 9"},
    {"12 the same again takes no revision", 0, "set root.a 3; same; set root.a 3; same; get root.a 1 3"},
    {"13 a second child", 0, "dot root.a.x; dot root.a.y; get root.a 1 0; clear root.a.x; get root.a 1 0"},
    {"16 nothing creates nothing", 0, "set root.a 0; empty root.a; add root.a 0; clear root.a; force root.a; same; get root 0 0"},
    {"17 add", 0,
     "dot root.a.x; set root.a 2; add root.a -2; get root.a 1 0; add root.a 1; get root.a 1 1; add root.a -2 RANGE;"
     "get root.a 1 1; add root.b 4294967295; add root.b 1 RANGE; add root.c -1 RANGE; add root.a.x 3; get root.a 1 3;"
     "add root.d 9223372036854775807 RANGE; add root.d -9223372036854775808 RANGE; empty root.d"},
    {"18 until", 0, "until root.a 2 5000; dot root.a.x; get root.a 1 2; at 4999; get root.a 1 2; at 5000; get root.a 1 0"},
    {"19 a batch gives what its operations give", 0,
     "dot root.a.x; set root.a 2; clear root.a.x; dot root.a.x; get root.a 1 0"},
    {"20 children: messages and a number", 0,
     "page " PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "3"), "") "; set root.in 9; get root.in 1 4;"
     "clear root.in; get root.in 0 0; unread root.in 2; unseen root.in 0"},
    {"20 sum: messages and a number", WORLD_SUM,
     "page " PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "3"), "") "; set root.in 9; get root.in 1 13;"
     "clear root.in; get root.in 0 0; unread root.in 2; unseen root.in 0"},
    {"21 a message of count 0 is a dot", 0,
     "page " PAGE("1", ITEM("1", "news", "0"), "") "; get root.news 1 0; get root 1 0; unseen root.news 1"},
    {"22 messages at two depths", 0,
     "page " PAGE("1", ITEM("1", "in", "2") "," ITEM("2", "in.vip", "1"), "") "; get root.in 1 3; clear root.in HELD;"
     "unseen root.in 1; get root.in 1 3; clear root.in.vip; clear root.in; get root.in 0 0; get root 0 0"},
    {"24 a page is one operation", 0,
     "page " PAGE("1", ITEM("1", "a.y", "1"), "") "; set root.a 2; get root.a 1 1; "
     "page " PAGE("2", ITEM("2", "a.y", "0"), ",\"gone\":[\"1\"]") "; get root.a 1 2; get root.a.y 1 0"},
    {"what an account of chats shows: the unread", WORLD_UNREAD,
     "page " PAGE("1", ITEM("1", "in", "1") "," ITEM("2", "in", "3"), "") "; get root.in 1 4; clear root.in HELD;"
     "get root.in 1 4; unseen root.in 0; unread root.in 2"},
    {"force on root takes all, messages too", 0,
     "page " PAGE("1", ITEM("1", "in", "2") "," ITEM("2", "in.vip", "1"), "") "; set root.z 4; dot root.in; force root;"
     "get root 0 0; unseen root.in 0; unread root.in 1"},
};

static void check_counts(runner *r, const char *path, int is_unread, uint64_t expected)
{
    uint64_t total, unread, unseen;

    check_ok(message_counts(r->w.account, path, 0, &total, &unread, &unseen));
    assert_int_equal(is_unread ? unread : unseen, expected);
}

static void flush_batch(runner *r)
{
    uint64_t before, after, told;
    size_t i;

    if (r->count == 0)
        return;
    check_ok(account_info(r->w.account, NULL, &before, NULL, NULL));
    check_ok(tally_badge_batch(r->w.account, r->batch, r->count, PLAIN_BATCH, &told));
    check_ok(account_info(r->w.account, NULL, &after, NULL, NULL));
    assert_int_equal(told, after);
    assert_true(after - before <= 1);
    for (i = 0; i < r->count; i++) {
        check_status(r->batch[i].status, r->expected[i]);
        if (r->batch[i].kind == TALLY_OP_GET) {
            assert_int_equal(r->batch[i].badge_kind, kind_of(r->expected_shows[i], r->expected_count[i]));
            assert_int_equal(r->batch[i].count, r->expected_count[i]);
        }
    }
    r->count = 0;
}

static tally_operation *add_operation(runner *r, int32_t kind, const char *path, int64_t value, tally_status expected)
{
    tally_operation *o;

    if (r->count == MAX_BATCH)
        flush_batch(r);
    o = &r->batch[r->count];
    memset(o, 0, sizeof *o);
    snprintf(r->paths[r->count], sizeof r->paths[0], "%s", path);
    o->kind = kind;
    o->path = r->paths[r->count];
    o->value = value;
    o->status = TALLY_ERROR_INTERNAL;
    r->expected[r->count++] = expected;
    return o;
}

/* One that is refused would refuse the whole batch, so it goes in one of its own, with a witness. */
static void refused_batch(runner *r, int32_t kind, const char *path, int64_t value, tally_status expected)
{
    tally_operation operations[2];
    uint64_t before, after;

    flush_batch(r);
    memset(operations, 0, sizeof operations);
    operations[0].kind = TALLY_OP_SET;
    operations[0].path = "root.never";
    operations[0].value = 77;
    operations[1].kind = kind;
    operations[1].path = path;
    operations[1].value = value;
    check_ok(account_info(r->w.account, NULL, &before, NULL, NULL));
    check_status(tally_badge_batch(r->w.account, operations, 2, PLAIN_BATCH, NULL), expected);
    check_status(operations[0].status, TALLY_ERROR_NOT_APPLIED);
    check_status(operations[1].status, expected);
    check_ok(account_info(r->w.account, NULL, &after, NULL, NULL));
    assert_int_equal(before, after);
    check_badge(r->w.account, "root.never", 0, 0);
}

static tally_status by_path(tally_account *a, int32_t kind, const char *path, int64_t value)
{
    switch (kind) {
    case TALLY_OP_SET:
        return tally_badge_set(a, path, value);
    case TALLY_OP_DOT:
        return tally_badge_dot(a, path);
    case TALLY_OP_ADD:
        return tally_badge_add(a, path, value);
    case TALLY_OP_CLEAR:
        return tally_badge_clear(a, path);
    case TALLY_OP_CLEAR_TREE:
        return tally_badge_clear_tree(a, path);
    default:
        return tally_badge_mute(a, path, (int32_t)value, TALLY_FOREVER);
    }
}

static tally_status by_node(tally_account *a, int32_t kind, const char *path, int64_t value)
{
    tally_node node;
    tally_status status;

    check_ok(tally_node_resolve(a, path, &node));
    switch (kind) {
    case TALLY_OP_SET:
        status = tally_node_set(a, node, value);
        break;
    case TALLY_OP_DOT:
        status = tally_node_dot(a, node);
        break;
    case TALLY_OP_ADD:
        status = tally_node_add(a, node, value);
        break;
    case TALLY_OP_CLEAR:
        status = tally_node_clear(a, node);
        break;
    case TALLY_OP_CLEAR_TREE:
        status = tally_node_clear_tree(a, node);
        break;
    default:
        status = tally_node_mute(a, node, (int32_t)value, TALLY_FOREVER);
    }
    tally_node_release(a, node);
    return status;
}

static void operate(runner *r, int32_t kind, const char *path, int64_t value, tally_status expected)
{
    if (r->how == IN_BATCH && expected < 0)
        refused_batch(r, kind, path, value, expected);
    else if (r->how == IN_BATCH)
        add_operation(r, kind, path, value, expected);
    else
        check_status((r->how == BY_PATH ? by_path : by_node)(r->w.account, kind, path, value), expected);
}

static void look(runner *r, const char *path, int shows, uint64_t count)
{
    tally_badge badge;
    tally_node node;

    if (r->how == IN_BATCH) {
        add_operation(r, TALLY_OP_GET, path, 0, TALLY_OK);
        r->expected_shows[r->count - 1] = shows;
        r->expected_count[r->count - 1] = count;
        return;
    }
    check_badge(r->w.account, path, shows, count);
    if (r->how == BY_NODE) {
        check_ok(tally_node_resolve(r->w.account, path, &node));
        check_ok(tally_node_get(r->w.account, node, &badge));
        tally_node_release(r->w.account, node);
        assert_int_equal(badge.kind, kind_of(shows, count));
        assert_int_equal(badge.count, count);
    }
}

static tally_status status_named(const char *name)
{
    if (name[0] == '\0')
        return TALLY_OK;
    if (strcmp(name, "HELD") == 0)
        return TALLY_HELD;
    require(strcmp(name, "RANGE") == 0);
    return TALLY_ERROR_RANGE;
}

static void check_empty(runner *r, const char *path)
{
    size_t count, size;

    check_ok(badge_list(r->w.account, path, TALLY_SUBTREE, NULL, 0, NULL, 0, &count, &size, NULL));
    assert_int_equal(count, 0);
    assert_int_equal(size, 0);
}

static void other_step(runner *r, const char *step, const char *verb, const char *path, char words[4][64], uint64_t *revision)
{
    uint64_t now;

    flush_batch(r);
    if (strcmp(verb, "page") == 0) {
        if (r->w.feed == NULL)
            world_add_feed(&r->w);
        world_page(&r->w, step + strlen("page "));
    } else if (strcmp(verb, "until") == 0) {
        check_ok(tally_badge_set_until(r->w.account, path, strtoll(words[0], NULL, 10),
                                       CLOCK_START + strtoll(words[1], NULL, 10)));
    } else if (strcmp(verb, "at") == 0) {
        fake_clock_advance(&r->w.clock, CLOCK_START + strtoll(path, NULL, 10) - r->w.clock.wall);
    } else if (strcmp(verb, "same") == 0) {
        check_ok(account_info(r->w.account, NULL, &now, NULL, NULL));
        assert_true(*revision == UINT64_MAX || *revision == now);
        *revision = now;
    } else if (strcmp(verb, "empty") == 0) {
        check_empty(r, path);
    } else {
        require(strcmp(verb, "unread") == 0 || strcmp(verb, "unseen") == 0);
        check_counts(r, path, strcmp(verb, "unread") == 0, strtoull(words[0], NULL, 10));
    }
}

static void run_step(runner *r, const char *step, uint64_t *revision)
{
    static const char *const verbs[] = {"set", "dot", "add", "clear", "force", "mute"};
    char verb[16] = "", path[512] = "", words[4][64] = {"", "", "", ""};
    size_t i;

    sscanf(step, "%15s %511s %63s %63s", verb, path, words[0], words[1]);
    if (strcmp(verb, "get") == 0) {
        look(r, path, atoi(words[0]), strtoull(words[1], NULL, 10));
        return;
    }
    for (i = 0; i < COUNT_OF(verbs); i++) {
        int32_t kind = (int32_t)i + 1;
        int has_value = kind == TALLY_OP_SET || kind == TALLY_OP_ADD || kind == TALLY_OP_MUTE;
        int64_t value = has_value ? strtoll(words[0], NULL, 10) : 0;

        if (strcmp(verb, verbs[i]) != 0)
            continue;
        if (kind == TALLY_OP_MUTE)
            value = strcmp(words[0], "none") == 0 ? TALLY_MUTE_NONE
                    : strcmp(words[0], "all") == 0 ? TALLY_MUTE_ALL
                                                   : TALLY_MUTE_NUMBER;
        operate(r, kind, path, value, status_named(words[has_value]));
        return;
    }
    other_step(r, step, verb, path, words, revision);
}

static void run_script(const script *s, way how, unsigned flags)
{
    runner r = {.how = how};
    char *copy = strdup(s->steps), *rest = copy, *step;
    uint64_t revision = UINT64_MAX;

    world_init(&r.w, s->flags | flags);
    while ((step = strsep(&rest, ";")) != NULL) {
        while (*step == ' ')
            step += 1;
        if (*step != '\0')
            run_step(&r, step, &revision);
    }
    flush_batch(&r);
    free(copy);
    world_end(&r.w);
}

static void run_all(way how, unsigned flags)
{
    size_t i;

    for (i = 0; i < COUNT_OF(scripts); i++) {
        print_message("    case %s\n", scripts[i].name);
        run_script(&scripts[i], how, flags);
    }
}

TEST_ALONE(cases_by_path)
{
    run_all(BY_PATH, 0);
}

TEST_ALONE(cases_by_node)
{
    run_all(BY_NODE, 0);
}

TEST_ALONE(cases_in_batches)
{
    run_all(IN_BATCH, 0);
}

TEST_ALONE(cases_written_in_full)
{
    run_all(BY_PATH, WORLD_FILE | WORLD_FULL);
    run_all(IN_BATCH, WORLD_FILE | WORLD_FULL);
}

/* ---- Cases 12, 13 and 19 as an observer has them ---- */

typedef struct told {
    int count;
    tally_event last;
    char path[128];
} told;

static void tell(void *user_data, const tally_event *event, const char *text)
{
    told *t = (told *)user_data;

    t->count += 1;
    t->last = *event;
    snprintf(t->path, sizeof t->path, "%s", text);
}

TEST(observers_are_notified_of_changes, 0)
{
    told t = {0};
    tally_operation batch[2];

    check_ok(tally_observe(w->scope, w->account, "root.a", 0, tell, &t, NULL, NULL));
    check_ok(tally_badge_dot(w->account, "root.a.x"));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    check_ok(tally_badge_dot(w->account, "root.a.y"));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(t.count, 1);
    assert_string_equal(t.path, "root.a");
    check_ok(tally_badge_set(w->account, "root.a", 3));
    check_ok(tally_badge_set(w->account, "root.a", 3));
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(t.count, 2);
    assert_int_equal(t.last.count, 3);
    /* As one by one: the automatic clearing of root.a happens in the middle. */
    check_ok(tally_badge_clear(w->account, "root.a.y"));
    memset(batch, 0, sizeof batch);
    batch[0].kind = TALLY_OP_CLEAR;
    batch[0].path = "root.a.x";
    batch[1].kind = TALLY_OP_DOT;
    batch[1].path = "root.a.x";
    check_ok(tally_badge_batch(w->account, batch, 2, PLAIN_BATCH, NULL));
    check_badge(w->account, "root.a", 1, 0);
    check_ok(tally_engine_dispatch(w->engine, 0, NULL));
    assert_int_equal(t.count, 3);
    assert_int_equal(t.last.count, 0);
    assert_int_not_equal(t.last.badge_kind, TALLY_KIND_NONE);
}

/* ---- What a path owns ---- */

static tally_badge_own own_of(world *w, const char *path)
{
    tally_badge_own own = TALLY_BADGE_OWN_INIT;

    check_ok(tally_badge_get_own(w->account, path, &own));
    assert_int_equal(own.flags, 0);
    return own;
}

TEST(what_a_path_owns_and_when_it_ends, WORLD_FILE)
{
    tally_badge_own own;

    check_ok(tally_badge_set_until(w->account, "in", TALLY_MAX_COUNT, CLOCK_START + 1000));
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_NUMBER, CLOCK_START + 2000));
    check_ok(tally_badge_set(w->account, "in.child", 4));
    check_ok(tally_badge_dot(w->account, "dot"));
    own = own_of(w, "in");
    assert_int_equal(own.kind, TALLY_KIND_NUMBER);
    assert_true(own.count == TALLY_MAX_COUNT);
    assert_true(own.until == CLOCK_START + 1000);
    assert_int_equal(own.mute, TALLY_MUTE_NUMBER);
    assert_true(own.mute_until == CLOCK_START + 2000);
    own = own_of(w, "dot");
    assert_int_equal(own.kind, TALLY_KIND_DOT);
    assert_true(own.count == 0 && own.until == 0 && own.mute_until == 0);
    assert_int_equal(own.mute, TALLY_MUTE_NONE);

    /* Ends are kept, and pass. */
    world_close(w);
    world_open(w, WORLD_FILE);
    assert_true(own_of(w, "in").until == CLOCK_START + 1000);
    fake_clock_advance(&w->clock, 1000);
    own = own_of(w, "in");
    assert_int_equal(own.kind, TALLY_KIND_NONE);
    assert_true(own.count == 0 && own.until == 0 && own.mute_until == CLOCK_START + 2000);

    /* A path that only shows a badge owns none, nor does one that does not exist. */
    assert_int_equal(own_of(w, "root").kind, TALLY_KIND_NONE);
    assert_int_equal(own_of(w, "nowhere").kind, TALLY_KIND_NONE);
    check_status(tally_badge_get_own(w->account, "a..b", &own), TALLY_ERROR_PATH);
    own.struct_size = 4;
    check_status(tally_badge_get_own(w->account, "in", &own), TALLY_ERROR_ARGUMENT);
}

TEST(what_messages_contribute_is_not_owned, 0)
{
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "2"), ""));
    assert_int_equal(own_of(w, "in").kind, TALLY_KIND_NONE);
    assert_true(own_of(w, "in").count == 0);
}

/* ---- Flags and expiry ---- */

TEST(flags_say_why, 0)
{
    tally_badge badge;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in", "2"), ""));
    check_ok(tally_badge_set(w->account, "in", 7));
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    check_ok(tally_badge_get(w->account, "in", &badge));
    assert_int_equal(badge.flags, TALLY_BADGE_OWN_COUNT | TALLY_BADGE_FED | TALLY_BADGE_MUTE_NUMBER);
    assert_int_equal(badge.count, 2);
    assert_true(badge.highlights == 0 && badge.level == 0 && badge.reserved == 0);
    check_ok(tally_badge_dot(w->account, "in"));
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_ALL, TALLY_FOREVER));
    check_ok(tally_badge_get(w->account, "in", &badge));
    assert_int_equal(badge.flags, TALLY_BADGE_OWN_DOT | TALLY_BADGE_FED | TALLY_BADGE_MUTE_ALL);
    check_ok(tally_badge_mute(w->account, "in", TALLY_MUTE_NONE, TALLY_FOREVER));
    check_ok(tally_badge_get(w->account, "root", &badge));
    assert_int_equal(badge.flags, TALLY_BADGE_CHILDREN);
    check_ok(tally_badge_get(w->account, "nowhere", &badge));
    assert_int_equal(badge.flags | badge.revision | badge.count, 0);
}

TEST(badges_expire, 0)
{
    told t = {0};
    int64_t timeout;

    check_ok(tally_observe(w->scope, w->account, "root", 0, tell, &t, NULL, NULL));
    check_ok(tally_badge_set_until(w->account, "a", 2, CLOCK_START + 1000));
    check_ok(tally_badge_dot_until(w->account, "b", CLOCK_START + 2000));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(t.count, 1);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 1000);
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 0);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(t.count, 2);
    assert_int_not_equal(t.last.badge_kind, TALLY_KIND_NONE);
    assert_int_equal(t.last.count, 0);
    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 1000);
    /* An operation that gives no end takes the end away; add and mute keep it. */
    check_ok(tally_badge_set(w->account, "b", 1));
    check_ok(tally_badge_set_until(w->account, "c", 1, CLOCK_START + 2000));
    check_ok(tally_badge_add(w->account, "c", 4));
    check_ok(tally_badge_mute(w->account, "c", TALLY_MUTE_NUMBER, TALLY_FOREVER));
    fake_clock_advance(&w->clock, 1000);
    check_badge(w->account, "b", 1, 1);
    check_badge(w->account, "c", 0, 0);
    /* In the past: immediately. A mute ends too. */
    check_ok(tally_badge_set_until(w->account, "b", 9, CLOCK_START));
    check_badge(w->account, "b", 0, 0);
    check_ok(tally_badge_set(w->account, "m", 5));
    check_ok(tally_badge_mute(w->account, "m", TALLY_MUTE_ALL, w->clock.wall + 500));
    check_badge(w->account, "root", 0, 0);
    fake_clock_advance(&w->clock, 500);
    check_badge(w->account, "root", 1, 5);
    check_status(tally_badge_set_until(w->account, "b", 9, -1), TALLY_ERROR_RANGE);
    check_message("until");
    check_status(tally_badge_dot_until(w->account, "b", -1), TALLY_ERROR_RANGE);
    check_status(tally_badge_mute(w->account, "b", TALLY_MUTE_ALL, -1), TALLY_ERROR_RANGE);
    check_badge(w->account, "b", 0, 0);
}

TEST(several_expiries_are_one_operation, 0)
{
    uint64_t before, after;

    check_ok(tally_badge_dot_until(w->account, "p.a", CLOCK_START + 10));
    check_ok(tally_badge_dot_until(w->account, "p.b", CLOCK_START + 20));
    check_ok(tally_badge_set(w->account, "p", 2));
    check_ok(account_info(w->account, NULL, &before, NULL, NULL));
    fake_clock_advance(&w->clock, 100);
    check_badge(w->account, "p", 0, 0); /* Its last child went, and so its own badge. */
    check_ok(account_info(w->account, NULL, &after, NULL, NULL));
    assert_int_equal(after, before + 1);
}

/* ---- Handles ---- */

TEST(node_handles, 0)
{
    tally_account *other;
    tally_node node, again, foreign;
    tally_badge badge;
    char path[64];
    size_t length;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_node_resolve(w->account, "a\\.b.c", &node));
    assert_true(node != 0);
    check_ok(tally_node_resolve(w->account, "root.a\\.b.c", &again));
    assert_true(again == node);
    check_ok(tally_node_get_path(w->account, node, path, sizeof path, &length));
    assert_string_equal(path, "root.a\\.b.c");
    assert_int_equal(length, strlen(path));
    memset(path, 'x', sizeof path);
    check_status(tally_node_get_path(w->account, node, path, length, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 11);
    assert_int_equal(path[0], 'x');
    check_ok(tally_node_get_path(w->account, node, path, length + 1, &length));
    tally_node_release(w->account, node);
    check_ok(tally_node_set(w->account, node, 4)); /* Resolved twice, released once. */
    tally_node_release(w->account, node);
    check_status(tally_node_set(w->account, node, 5), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_dot(w->account, node), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_add(w->account, node, 1), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_clear(w->account, node), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_clear_tree(w->account, node), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_mute(w->account, node, TALLY_MUTE_ALL, 0), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_get(w->account, node, &badge), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_get_path(w->account, node, path, sizeof path, &length), TALLY_ERROR_STALE_HANDLE);
    check_message("released");
    tally_node_release(w->account, node);
    check_badge(w->account, "a\\.b.c", 1, 4);
    /* Another account's, where the same place in the tree is in use too. */
    check_ok(tally_node_resolve(other, "a", &foreign));
    check_ok(tally_node_resolve(w->account, "a", &node));
    check_status(tally_node_set(w->account, foreign, 1), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_set(other, node, 1), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_set(w->account, 0, 1), TALLY_ERROR_STALE_HANDLE);
    check_status(tally_node_set(w->account, UINT64_MAX, 1), TALLY_ERROR_STALE_HANDLE);
    /* Releasing what is not there changes nothing, not even the message. */
    check_status(tally_badge_set(w->account, "a..b", 1), TALLY_ERROR_PATH);
    tally_node_release(w->account, 0);
    tally_node_release(w->account, foreign);
    tally_node_release(other, node);
    tally_node_release(NULL, node);
    check_message("a..b");
    check_ok(tally_node_set(w->account, node, 1));
    check_ok(tally_node_set(other, foreign, 1));
    tally_account_release(other);
}

TEST(handles_in_batches, 0)
{
    tally_node node;
    tally_operation batch[3];

    check_ok(tally_node_resolve(w->account, "n", &node));
    memset(batch, 0, sizeof batch);
    batch[0].kind = TALLY_OP_SET;
    batch[0].node = node;
    batch[0].value = 3;
    batch[1].kind = TALLY_OP_MUTE;
    batch[1].node = node;
    batch[1].value = TALLY_MUTE_NUMBER;
    batch[2].kind = TALLY_OP_GET;
    batch[2].path = "root";
    check_ok(tally_badge_batch(w->account, batch, 3, PLAIN_BATCH, NULL));
    assert_int_not_equal(batch[2].badge_kind, TALLY_KIND_NONE);
    assert_int_equal(batch[2].count, 0);
    tally_node_release(w->account, node);
    check_status(tally_badge_batch(w->account, batch, 3, PLAIN_BATCH, NULL), TALLY_ERROR_STALE_HANDLE);
    check_status(batch[0].status, TALLY_ERROR_STALE_HANDLE);
    check_status(batch[1].status, TALLY_ERROR_NOT_APPLIED);
    check_status(batch[2].status, TALLY_ERROR_NOT_APPLIED);
    check_ok(tally_badge_batch(w->account, NULL, 0, NULL, NULL));
}

/* A rejected batch undoes everything: counts, dots, mutes, expiries, and explicit and automatic clears. */
TEST(refused_batches_change_nothing, 0)
{
    tally_operation batch[7];
    tally_badge_entry before[16], after[16];
    char text_before[512], text_after[512];
    size_t count, size, count_after, size_after, i;
    uint64_t revision, revision_after;

    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_set_until(w->account, "a", 8, CLOCK_START + 100));
    check_ok(tally_badge_mute(w->account, "b", TALLY_MUTE_ALL, TALLY_FOREVER));
    check_ok(tally_badge_dot(w->account, "b.z"));
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    check_ok(badge_list(w->account, "root", TALLY_SUBTREE, before, 16, text_before, sizeof text_before, &count,
                              &size, &revision));
    memset(batch, 0, sizeof batch);
    for (i = 0; i < COUNT_OF(batch); i++)
        batch[i].path = "a";
    batch[0].kind = TALLY_OP_CLEAR;
    batch[0].path = "a.x";
    batch[1].kind = TALLY_OP_CLEAR_TREE;
    batch[1].path = "root";
    batch[2].kind = TALLY_OP_DOT;
    batch[2].until = CLOCK_START + 5;
    batch[3].kind = TALLY_OP_MUTE;
    batch[3].path = "b";
    batch[4].kind = TALLY_OP_SET;
    batch[4].path = "new.one";
    batch[4].value = 5;
    batch[5].kind = TALLY_OP_ADD;
    batch[5].value = 7;
    batch[6].kind = TALLY_OP_SET;
    batch[6].path = "bad..path";
    check_status(tally_badge_batch(w->account, batch, 7, PLAIN_BATCH, NULL), TALLY_ERROR_PATH);
    check_message("bad..path");
    for (i = 0; i < 6; i++)
        check_status(batch[i].status, TALLY_ERROR_NOT_APPLIED);
    check_status(batch[6].status, TALLY_ERROR_PATH);
    check_ok(badge_list(w->account, "root", TALLY_SUBTREE, after, 16, text_after, sizeof text_after,
                              &count_after, &size_after, &revision_after));
    assert_int_equal(count, count_after);
    assert_int_equal(size, size_after);
    assert_int_equal(revision, revision_after);
    assert_memory_equal(before, after, count * sizeof before[0]);
    assert_memory_equal(text_before, text_after, size);
    fake_clock_advance(&w->clock, 99);
    check_badge(w->account, "root", 1, 3);
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_badge_set(w->account, "a.x", 0));
    check_badge(w->account, "root", 0, 0);
}

/* ---- Lists ---- */

TEST(lists, 0)
{
    tally_badge_entry entries[8];
    char text[128];
    size_t count, size, i;
    uint64_t revision, info;

    check_ok(tally_badge_set(w->account, "a.b", 1));
    check_ok(tally_badge_dot(w->account, "a-"));
    check_ok(tally_badge_set(w->account, "b", 2));
    check_ok(tally_badge_mute(w->account, "z", TALLY_MUTE_ALL, TALLY_FOREVER));
    check_ok(tally_badge_set(w->account, "gone", 2));
    check_ok(tally_badge_clear(w->account, "gone"));
    check_ok(badge_list(w->account, "root", TALLY_SUBTREE, entries, 8, text, sizeof text, &count, &size,
                              &revision));
    assert_int_equal(count, 6);
    /* By their bytes: '-' comes before '.'. */
    assert_string_equal(text + entries[1].path.offset, "root.a");
    assert_string_equal(text + entries[2].path.offset, "root.a-");
    assert_string_equal(text + entries[3].path.offset, "root.a.b");
    for (i = 0, info = 0; i < count; i++) {
        assert_int_equal(strlen(text + entries[i].path.offset), entries[i].path.length);
        info += entries[i].path.length + 1;
    }
    assert_int_equal(info, size);
    assert_int_equal(entries[0].badge.count, 3);
    assert_int_equal(entries[5].badge.flags, TALLY_BADGE_MUTE_ALL);
    assert_int_equal(entries[5].badge.kind, TALLY_KIND_NONE);
    check_ok(account_info(w->account, NULL, &info, NULL, NULL));
    assert_int_equal(info, revision);

    check_status(badge_list(w->account, "", 0, NULL, 0, NULL, 0, &count, &size, NULL), TALLY_ERROR_PATH);
    check_ok(badge_list(w->account, "root", TALLY_LIST_CHILDREN, entries, 8, text, sizeof text, &count, &size, NULL));
    assert_int_equal(count, 4);
    assert_string_equal(text + entries[0].path.offset, "root.a");
    check_ok(badge_list(w->account, "a", TALLY_LIST_CHILDREN, entries, 8, text, sizeof text, &count, &size,
                              NULL));
    assert_int_equal(count, 1);
    check_ok(badge_list(w->account, "nowhere.at.all", TALLY_SUBTREE, NULL, 0, NULL, 0, &count, &size, NULL));
    assert_int_equal(count, 0);

    /* Too small: the first ones. (test_lists.c has rooms of every size.) */
    check_ok(badge_list(w->account, "root", TALLY_SUBTREE, entries, 8, text, sizeof text, &count, &size, NULL));
    check_status(badge_list(w->account, "root", TALLY_SUBTREE, entries, 5, text, sizeof text, &count, &size, NULL),
                 TALLY_MORE);
    assert_int_equal(count, 5);
    check_status(badge_list(w->account, "root", TALLY_SUBTREE, NULL, 0, NULL, 0, &count, &size, NULL),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
}

/* ---- Paths ---- */

static void check_text(tally_status status, const char *got, const size_t *length, const char *expected)
{
    check_ok(status);
    assert_string_equal(got, expected);
    assert_int_equal(*length, strlen(expected));
}

TEST_ALONE(path_functions)
{
    char b[5000], name[300], deep[200] = "root";
    size_t n, i;

    check_text(tally_path_escape("a.b\\c", b, sizeof b, &n), b, &n, "a\\.b\\\\c");
    check_text(tally_path_escape("\xC3\xA9", b, sizeof b, &n), b, &n, "\xC3\xA9");
    check_status(tally_path_escape("", b, sizeof b, &n), TALLY_ERROR_PATH);
    check_status(tally_path_escape("a\n", b, sizeof b, &n), TALLY_ERROR_PATH);
    check_status(tally_path_escape("\x7F", b, sizeof b, &n), TALLY_ERROR_PATH);
    check_status(tally_path_escape("\xC0\x80", b, sizeof b, &n), TALLY_ERROR_PATH);
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    check_status(tally_path_escape(name, b, sizeof b, &n), TALLY_ERROR_PATH);
    name[255] = '\0';
    check_text(tally_path_escape(name, b, sizeof b, &n), b, &n, name);
    memset(b, 'x', 8);
    check_status(tally_path_escape("a.b", b, 4, &n), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(n, 4);
    assert_int_equal(b[0], 'x');
    check_text(tally_path_escape("a.b", b, 5, &n), b, &n, "a\\.b");
    check_status(tally_path_escape("a.b", NULL, 0, &n), TALLY_ERROR_BUFFER_TOO_SMALL);

    check_text(tally_path_join("root", "x.y", b, sizeof b, &n), b, &n, "root.x\\.y");
    check_text(tally_path_join("a.b", "root", b, sizeof b, &n), b, &n, "root.a.b.root");
    check_status(tally_path_join("a..b", "c", b, sizeof b, &n), TALLY_ERROR_PATH);
    check_status(tally_path_join("a", "", b, sizeof b, &n), TALLY_ERROR_PATH);
    for (i = 0; i < 64; i++)
        strcat(deep, ".d");
    check_status(tally_path_join(deep, "x", b, sizeof b, &n), TALLY_ERROR_PATH);
    check_ok(tally_path_parent(deep, b, sizeof b, &n));
    assert_int_equal(n, strlen(deep) - 2);

    check_text(tally_path_parent("a.b\\.c", b, sizeof b, &n), b, &n, "root.a");
    check_text(tally_path_parent("a\\\\.b", b, sizeof b, &n), b, &n, "root.a\\\\");
    check_text(tally_path_parent("a", b, sizeof b, &n), b, &n, "root");
    check_status(tally_path_parent("root", b, sizeof b, &n), TALLY_ERROR_NOT_FOUND);
    check_text(tally_path_component("root.a\\.b.c\\\\d", 0, b, sizeof b, &n), b, &n, "a.b");
    check_text(tally_path_component("root.a\\.b.c\\\\d", 1, b, sizeof b, &n), b, &n, "c\\d");
    check_status(tally_path_component("root.a", 1, b, sizeof b, &n), TALLY_ERROR_NOT_FOUND);
    check_status(tally_path_component("root", 0, b, sizeof b, &n), TALLY_ERROR_NOT_FOUND);
    check_status(tally_path_component("root.a", SIZE_MAX, b, sizeof b, &n), TALLY_ERROR_NOT_FOUND);
    check_text(tally_path_component("root.root", 0, b, sizeof b, &n), b, &n, "root");
    check_text(tally_path_component("rooted", 0, b, sizeof b, &n), b, &n, "rooted");
    check_status(tally_path_component("a.", 0, b, sizeof b, &n), TALLY_ERROR_PATH);
    check_status(tally_path_component("a\\x", 0, b, sizeof b, &n), TALLY_ERROR_PATH);
}

/* ---- Limits ---- */

TEST(limits, WORLD_CLOSED)
{
    tally_account *accounts[3];
    tally_feed_options feed = {.struct_size = sizeof feed, .url = "http://127.0.0.1:9/"};
    uint64_t token;
    int i;
    char path[32];
    tally_status status = TALLY_OK;

    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.max_depth = 2;
    w->options.max_path_bytes = 12;
    w->options.max_nodes = 5;
    w->options.max_accounts = 2;
    w->options.max_feeds = 1;
    w->options.max_observers = 2;
    w->options.max_response_bytes = 77;
    check_ok(tally_engine_open(&w->options, &w->engine));
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_DEPTH), 2);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_PATH_BYTES), 12);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_NODES), 5);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_ACCOUNTS), 2);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_FEEDS), 1);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_OBSERVERS), 2);
    assert_int_equal(limit_of(w->engine, TALLY_LIMIT_RESPONSE_BYTES), 77);

    check_ok(tally_account_open(w->engine, "a", NULL, &accounts[0]));
    check_ok(tally_account_open(w->engine, "b", NULL, &accounts[1]));
    check_status(tally_account_open(w->engine, "c", NULL, &accounts[2]), TALLY_ERROR_LIMIT);
    assert_null(accounts[2]);
    tally_account_release(accounts[1]);

    check_ok(tally_badge_set(accounts[0], "root.ab.cdef", 1)); /* 12 bytes */
    check_status(tally_badge_set(accounts[0], "root.ab.cdefg", 1), TALLY_ERROR_PATH);
    check_message("longer");
    check_status(tally_badge_set(accounts[0], "ab.cdefg", 1), TALLY_ERROR_PATH); /* As it is put out. */
    check_status(tally_badge_set(accounts[0], "a.b.c", 1), TALLY_ERROR_PATH);
    for (i = 0; i < 5 && status == TALLY_OK; i++) {
        snprintf(path, sizeof path, "n%d", i);
        status = tally_badge_set(accounts[0], path, 1);
    }
    check_status(status, TALLY_ERROR_LIMIT);
    check_message(NULL);
    assert_true(i - 1 == 2 || i - 1 == 3); /* root, root.ab, root.ab.cdef, and two, or three where root is not counted */
    check_badge(accounts[0], "root", 1, 1 + (uint64_t)(i - 1));

    check_ok(tally_scope_open(w->engine, &w->scope));
    check_ok(tally_observe(w->scope, accounts[0], "root", 0, NULL, NULL, NULL, &token));
    check_ok(tally_observe(w->scope, accounts[0], "ab", 0, NULL, NULL, NULL, NULL));
    check_status(tally_observe(w->scope, accounts[0], "n1", 0, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    check_status(tally_observe_total(w->scope, 0, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    tally_unobserve(w->scope, token);
    check_ok(tally_observe_total(w->scope, 0, NULL, NULL, NULL, NULL));

    check_ok(tally_feed_add(accounts[0], "f", &feed, NULL));
    check_ok(tally_feed_add(accounts[0], "f", &feed, NULL)); /* The same. */
    check_status(tally_feed_add(accounts[0], "g", &feed, &w->feed), TALLY_ERROR_LIMIT);
    assert_null(w->feed);
    tally_account_release(accounts[0]);
}

/* ---- Totals ---- */

/* Far more different paths than there may be nodes, over time: what is dark again makes room. */
TEST(paths_without_end, WORLD_CLOSED)
{
    tally_node node;
    char path[64];
    const uint64_t count = is_soak() ? 100000000 : is_valgrind() ? 20000 : 1000000;
    const uint64_t lit = 1000;
    uint64_t i;

    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.max_nodes = 5000;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_node_resolve(w->account, "kept.all.along", &node));
    for (i = 0; i < count; i++) {
        snprintf(path, sizeof path, "shop%d.order%" PRIu64, (int)(i % 10), i);
        check_ok(tally_badge_set(w->account, path, (int64_t)(i % 100 + 1)));
        if (i < lit) continue;
        snprintf(path, sizeof path, "shop%d.order%" PRIu64, (int)((i - lit) % 10), i - lit);
        check_ok(tally_badge_clear(w->account, path));
    }
    check_ok(tally_account_verify(w->account));
    check_ok(tally_node_set(w->account, node, 7));
    check_badge(w->account, "kept.all.along", 1, 7);
    check_badge(w->account, path, 0, 0);
    snprintf(path, sizeof path, "shop%d.order%" PRIu64, (int)((count - 1) % 10), count - 1);
    check_badge(w->account, path, 1, (count - 1) % 100 + 1);
    tally_node_release(w->account, node);
}

TEST(totals, 0)
{
    tally_account *other, *same;
    tally_badge badge;
    told t = {0};
    int64_t id, other_id;
    int32_t logged_in;
    uint64_t epoch, other_epoch;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_account_open(w->engine, "bo", NULL, &same));
    check_ok(account_info(w->account, &id, NULL, &epoch, &logged_in));
    check_ok(account_info(other, &other_id, NULL, &other_epoch, NULL));
    assert_true(id != 0 && other_id != 0 && id != other_id);
    assert_true(epoch != 0 && epoch == other_epoch);
    assert_int_equal(logged_in, 0);
    check_ok(tally_observe_total(w->scope, TALLY_OBSERVE_INITIAL, tell, &t, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(tally_badge_dot(other, "a"));
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.kind, TALLY_KIND_NONE);
    check_ok(tally_account_log_in(other));
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_not_equal(badge.kind, TALLY_KIND_NONE);
    assert_int_equal(badge.count, 0);
    check_ok(tally_account_log_in(w->account));
    check_ok(account_info(w->account, NULL, NULL, NULL, &logged_in));
    assert_int_equal(logged_in, 1);
    check_ok(tally_badge_set(same, "b", 4)); /* Another handle to the same. */
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.count, 7);
    assert_int_equal(badge.flags, 0);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(t.count, 1); /* Merged. */
    assert_int_equal(t.last.kind, TALLY_EVENT_TOTAL);
    assert_int_equal(t.last.count, 7);
    assert_int_equal(t.last.revision, badge.revision);
    check_ok(tally_account_log_out(other));
    check_ok(tally_account_log_out(other));
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(t.count, 2);
    assert_int_equal(t.last.count, 3);
    check_badge(other, "root", 1, 4); /* Its badges stay. */
    /* An expiry moves the total too. */
    check_ok(tally_badge_set_until(w->account, "a", 5, CLOCK_START + 100));
    fake_clock_advance(&w->clock, 100);
    check_ok(tally_engine_get_total(w->engine, &badge));
    assert_int_equal(badge.kind, TALLY_KIND_NONE);
    tally_account_release(same);
    tally_account_release(other);
}

TEST(accounts_conflict, WORLD_SUM)
{
    tally_account *again = NULL;
    tally_account_options options = {.struct_size = sizeof options};

    check_ok(tally_account_open(w->engine, "ann", &options, &again)); /* As stored. */
    tally_account_release(again);
    options.aggregation = TALLY_AGGREGATION_CHILDREN;
    check_status(tally_account_open(w->engine, "ann", &options, &again), TALLY_ERROR_CONFLICT);
    check_message("ann");
    assert_null(again);
    options.aggregation = TALLY_AGGREGATION_SUM;
    options.feeding = TALLY_FEEDING_UNREAD;
    check_status(tally_account_open(w->engine, "ann", &options, &again), TALLY_ERROR_CONFLICT);
    options.feeding = 3;
    check_status(tally_account_open(w->engine, "ann", &options, &again), TALLY_ERROR_ARGUMENT);
    options.feeding = 0;
    options.aggregation = -1;
    check_status(tally_account_open(w->engine, "ann", &options, &again), TALLY_ERROR_ARGUMENT);
}

/* Badges end in the order of their times, whether the engine looks often, once, or after it was opened again. */
TEST_ALONE(ends_in_their_order)
{
    world w;
    int way;

    for (way = 0; way < 3; way++) {
        int64_t start = CLOCK_START;
        unsigned flags = way == 2 ? WORLD_FILE : 0;
        int passed;

        world_init(&w, flags);
        check_ok(tally_badge_set(w.account, "root", 5));
        check_ok(tally_badge_dot_until(w.account, "x", start + 500));
        check_ok(tally_badge_dot(w.account, "y"));
        check_ok(tally_badge_mute(w.account, "y", TALLY_MUTE_ALL, start + 1000));
        if (way == 2)
            world_close(&w);
        for (passed = 0; passed < 1000; passed += way == 0 ? 500 : 1000) {
            fake_clock_advance(&w.clock, way == 0 ? 500 : 1000);
            if (way == 0)
                check_badge(w.account, "root", passed == 500, 0);
        }
        if (way == 2)
            world_open(&w, flags);
        check_badge(w.account, "root", 1, 0);
        world_end(&w);
    }
}
