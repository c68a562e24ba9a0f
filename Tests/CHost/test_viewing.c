/* Views of a subtree and views that read: whatever lights or feeds what a view covers, the same transaction ends it.
 * TALLY_SEED=N: what the random test printed; TALLY_SOAK=1: its long form. */
#include "draws.h"
#include "lists.h"
#include "settings.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

#define ITEM(id, path) "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"path\":\"" path "\"}"

static void check_numbers_at(world *w, const char *path, uint64_t total, uint64_t unread, uint64_t unseen, int line)
{
    tally_message_counts counts = TALLY_MESSAGE_COUNTS_INIT;

    check_ok(tally_message_get_counts(w->account, path, TALLY_SUBTREE, &counts));
    if (counts.total != total || counts.unread != unread || counts.unseen != unseen)
        fail_msg("line %d, %s: %d messages, %d unread, %d unseen", line, path, (int)counts.total, (int)counts.unread,
                 (int)counts.unseen);
}
#define check_numbers(w, path, total, unread, unseen) check_numbers_at((w), (path), (total), (unread), (unseen), __LINE__)

static int64_t post_to(world *w, const char *path)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    check_ok(tally_message_post(w->account, path, &options, &key));
    return key;
}

static uint64_t view(world *w, const char *path, uint32_t flags, tally_status expected)
{
    uint64_t token;

    check_status(tally_view_begin(w->scope, w->account, path, flags, &token), expected);
    return token;
}

/* ---- Subtrees ---- */

TEST(a_view_of_a_subtree_clears_what_is_below, WORLD_FILE)
{
    tally_operation operations[2];
    uint64_t token, revision, same;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in") "," ITEM("2", "in.a.b") "," ITEM("3", "in-x"), ""));
    check_ok(tally_badge_set(w->account, "in.c", 4));
    check_ok(tally_badge_set(w->account, "in.d", 1));
    check_ok(tally_badge_mute(w->account, "in.d", TALLY_MUTE_ALL, 0));
    token = view(w, "in", TALLY_SUBTREE, TALLY_OK);
    check_badge(w->account, "in", 0, 0);
    check_badge(w->account, "in.d", 0, 0);
    check_numbers(w, "in", 2, 2, 0);
    check_badge(w->account, "in-x", 1, 1);
    /* No reader sees what comes while it lasts. */
    check_ok(account_info(w->account, NULL, &revision, NULL, NULL));
    check_ok(tally_badge_set(w->account, "in.c", 4));
    check_ok(tally_badge_dot(w->account, "in.d"));
    check_ok(tally_badge_add(w->account, "in.new.path", 2));
    memset(operations, 0, sizeof operations);
    operations[0].kind = operations[1].kind = TALLY_OP_SET;
    operations[0].path = "in.e";
    operations[1].path = "in.a";
    operations[0].value = operations[1].value = 3;
    check_ok(tally_badge_batch(w->account, operations, 2, PLAIN_BATCH, NULL));
    world_page(w, PAGE("2", ITEM("4", "in.a.b") "," ITEM("5", "in"), ""));
    post_to(w, "in.c");
    check_badge(w->account, "in.d", 0, 0);
    check_badge(w->account, "in", 0, 0);
    check_numbers(w, "in", 5, 5, 0);
    check_ok(account_info(w->account, NULL, &same, NULL, NULL));
    assert_true(same == revision);
    check_ok(tally_badge_mute(w->account, "in.d", TALLY_MUTE_NONE, 0));
    check_badge(w->account, "in", 0, 0);
    /* Others are not concerned, and nothing is once it has ended. */
    check_ok(tally_badge_set(w->account, "in-x", 7));
    check_badge(w->account, "in-x", 1, 1); /* The message's number. */
    tally_view_end(w->scope, token);
    world_page(w, PAGE("3", ITEM("6", "in.a.b"), ""));
    check_badge(w->account, "in", 1, 1);
    check_ok(tally_account_verify(w->account));
}

TEST(a_view_of_a_subtree_covers_what_is_linked_there, WORLD_FILE)
{
    uint64_t token;

    check_ok(tally_link_add(w->account, "chat.bo.mention", "mentions.mine"));
    check_ok(tally_badge_set(w->account, "chat.bo.mention", 2));
    post_to(w, "chat.bo.mention.deep");
    token = view(w, "mentions", TALLY_SUBTREE, TALLY_OK);
    check_badge(w->account, "chat", 0, 0);
    check_numbers(w, "chat", 1, 1, 0);
    check_ok(tally_badge_set(w->account, "chat.bo.mention", 3));
    post_to(w, "chat.bo.mention.deep");
    check_badge(w->account, "root", 0, 0);
    check_numbers(w, "chat", 2, 2, 0);
    /* A link brings what is lit already. */
    check_ok(tally_badge_set(w->account, "chat.al", 5));
    check_badge(w->account, "chat", 1, 5);
    check_ok(tally_link_add(w->account, "chat.al", "mentions"));
    check_badge(w->account, "chat", 0, 0);
    /* It is not covered any more. */
    check_ok(tally_link_remove(w->account, "chat.bo.mention", "mentions.mine"));
    check_ok(tally_badge_set(w->account, "chat.bo.mention", 3));
    check_badge(w->account, "chat", 1, 3);
    check_ok(tally_link_add(w->account, "chat.bo", "mentions"));
    check_badge(w->account, "chat", 0, 0);
    tally_view_end(w->scope, token);
    check_ok(tally_badge_set(w->account, "chat.al", 5));
    check_badge(w->account, "mentions", 1, 5);
    /* A linked child holds a path back, as any child does. */
    view(w, "mentions", 0, TALLY_HELD);
    check_ok(tally_badge_set(w->account, "mentions", 9));
    check_ok(tally_badge_clear(w->account, "chat.al"));
    check_badge(w->account, "mentions", 0, 0);
    check_ok(tally_account_verify(w->account));
}

/* ---- Reading ---- */

TEST(a_view_of_a_subtree_leaves_what_is_unread, WORLD_UNREAD)
{
    uint64_t token;

    post_to(w, "in.a");
    check_ok(tally_badge_set(w->account, "in.b", 1));
    token = view(w, "in", TALLY_SUBTREE, TALLY_HELD);
    check_badge(w->account, "in.b", 0, 0);
    check_badge(w->account, "in", 1, 1);
    check_numbers(w, "in", 1, 1, 0);
    post_to(w, "in.a.x");
    check_badge(w->account, "in", 1, 2);
    check_numbers(w, "in", 2, 2, 0);
    tally_view_end(w->scope, token);
    token = view(w, "in", TALLY_SUBTREE | TALLY_VIEW_READ, TALLY_OK);
    check_badge(w->account, "in", 0, 0);
    check_numbers(w, "in", 2, 0, 0);
    post_to(w, "in.a");
    check_ok(tally_badge_set(w->account, "in.b", 1));
    check_badge(w->account, "root", 0, 0);
    check_numbers(w, "in", 3, 0, 0);
    tally_view_end(w->scope, token);
    post_to(w, "in.a");
    check_numbers(w, "in", 4, 1, 1);
    check_ok(tally_account_verify(w->account));
}

TEST(a_view_that_reads, WORLD_UNREAD | WORLD_FILE)
{
    int64_t key;

    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in") "," ITEM("2", "in.a"), ""));
    view(w, "in", TALLY_VIEW_READ, TALLY_HELD);
    check_numbers(w, "in", 2, 2, 2); /* Nothing is read while a child holds the path back. */
    key = post_to(w, "in");
    check_numbers(w, "in", 3, 3, 3);
    check_ok(tally_message_mark_path_read(w->account, "in.a", 0, NULL));
    check_numbers(w, "in", 3, 0, 0);
    check_badge(w->account, "in", 0, 0);
    world_page(w, PAGE("2", ITEM("3", "in") "," ITEM("4", "out"), ""));
    check_numbers(w, "in", 4, 0, 0);
    check_numbers(w, "out", 1, 1, 1);
    /* A message that the user marks as unread would feed the badge again. */
    check_ok(tally_message_mark_unread(w->account, &key, 1, NULL));
    check_numbers(w, "in", 4, 0, 0);
    check_ok(tally_badge_set(w->account, "in", 2));
    check_badge(w->account, "in", 0, 0);
    check_ok(tally_account_verify(w->account));
}

/* Messages that were seen already are read when the view begins; one that another view has seen, too. */
TEST(a_view_that_reads_what_is_seen, 0)
{
    uint64_t views[2];

    post_to(w, "in");
    check_ok(tally_badge_clear(w->account, "in"));
    check_numbers(w, "in", 1, 1, 0);
    views[0] = view(w, "root", TALLY_SUBTREE, TALLY_OK);
    views[1] = view(w, "in", TALLY_VIEW_READ, TALLY_OK);
    check_numbers(w, "in", 1, 0, 0);
    post_to(w, "in");
    check_numbers(w, "in", 2, 0, 0);
    post_to(w, "in.a");
    check_numbers(w, "in", 3, 1, 0);
    tally_view_end(w->scope, views[1]);
    post_to(w, "in");
    check_numbers(w, "in", 4, 2, 0);
    tally_view_end(w->scope, views[0]);
    post_to(w, "in");
    check_numbers(w, "in", 5, 3, 1);
}

/* The reads of a view are sent, as others are. */
TEST(a_view_that_reads_sends, WORLD_UNREAD)
{
    uint64_t waiting;

    check_ok(lease_outbox(w->account));
    world_add_feed(w);
    world_page(w, PAGE("1", ITEM("1", "in.a"), ""));
    view(w, "in", TALLY_SUBTREE | TALLY_VIEW_READ, TALLY_OK);
    check_ok(outbox_counts(w->account, &waiting, NULL, NULL));
    assert_true(waiting > 0);
}

/* An end of a badge releases a path that a view reads, on the loop. */
TEST(an_end_releases_a_view_that_reads, WORLD_UNREAD)
{
    check_ok(tally_badge_set_until(w->account, "in.a", 1, w->clock.wall + 1000));
    post_to(w, "in");
    view(w, "in", TALLY_VIEW_READ, TALLY_HELD);
    check_numbers(w, "in", 1, 1, 1);
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_step(w->engine));
    check_numbers(w, "in", 1, 0, 0);
    check_badge(w->account, "in", 0, 0);
}

/* ---- Random views of subtrees ---- */

static const char *const paths[] = {"root", "root.a", "root.a.b", "root.a.b.c", "root.ab", "root.d", "root.d.e", "root.f"};
enum { PATHS = sizeof paths / sizeof *paths, VIEWS = 3, MOST = 400 };

typedef struct model {
    struct { uint64_t token; int path, reads; } views[VIEWS];
    struct { int64_t key; int path, state; } messages[MOST];
    int links[PATHS][PATHS], count, is_unread;
} model;

static int is_at_or_below(int path, int top)
{
    size_t length = strlen(paths[top]);

    return strncmp(paths[path], paths[top], length) == 0 && (paths[path][length] == '\0' || paths[path][length] == '.');
}

/* A bit for each path that a view of one covers. */
static unsigned covered_by(const model *m, int top)
{
    unsigned tops = 1u << top, covered = 0, before;
    int path, from, under;

    do {
        before = tops;
        for (path = 0; path < PATHS; path++)
            for (from = 0; from < PATHS; from++)
                if (tops & (1u << from) && is_at_or_below(path, from))
                    covered |= 1u << path;
        for (from = 0; from < PATHS; from++)
            for (under = 0; under < PATHS; under++)
                if (m->links[from][under] && covered & (1u << under))
                    tops |= 1u << from;
    } while (tops != before);
    return covered;
}

/* Views clear at the end of a transaction. */
static void end_of_transaction(model *m)
{
    int v, i;

    for (v = 0; v < VIEWS; v++) {
        unsigned covered = covered_by(m, m->views[v].path);

        for (i = 0; m->views[v].token != 0 && i < m->count; i++)
            if (covered & (1u << m->messages[i].path)) {
                if (m->views[v].reads)
                    m->messages[i].state = 2;
                else if (m->messages[i].state == 0)
                    m->messages[i].state = 1;
            }
    }
}

static void check_model(world *w, const model *m)
{
    static tally_message rows[MOST];
    static char text[MOST * 64];
    tally_rows list = TALLY_ROWS(rows, text);
    size_t k;
    int p, v, i;

    check_ok(tally_message_list(w->account, "root", TALLY_SUBTREE, NULL, &list));
    assert_int_equal(list.count, m->count);
    for (k = 0; k < list.count; k++)
        for (i = 0; i < m->count; i++)
            if (rows[k].key == m->messages[i].key && rows[k].state != m->messages[i].state)
                fail_msg("a message at %s is %d, not %d", paths[m->messages[i].path], (int)rows[k].state,
                         m->messages[i].state);
    for (p = 0; p < PATHS; p++)
        for (v = 0; v < VIEWS; v++) {
            tally_badge_own own = TALLY_BADGE_OWN_INIT;

            check_ok(tally_badge_get_own(w->account, paths[p], &own));
            if (m->views[v].token != 0 && covered_by(m, m->views[v].path) & (1u << p) && own.kind != TALLY_KIND_NONE)
                fail_msg("%s owns a badge, and a view of %s covers it", paths[p], paths[m->views[v].path]);
        }
    check_ok(tally_account_verify(w->account));
}

static void act(world *w, model *m)
{
    int path = (int)random_below(PATHS), other = (int)random_below(PATHS), v = (int)random_below(VIEWS), i;
    const char *at = paths[path];

    switch (random_below(8)) {
    case 0:
        if (m->views[v].token != 0) {
            tally_view_end(w->scope, m->views[v].token);
            m->views[v].token = 0;
            return;
        }
        m->views[v].path = path;
        m->views[v].reads = (int)random_below(2);
        assert_true(tally_view_begin(w->scope, w->account, at, TALLY_SUBTREE | (m->views[v].reads ? TALLY_VIEW_READ : 0),
                                     &m->views[v].token) >= 0);
        end_of_transaction(m);
        return;
    case 1: check_ok(tally_badge_set(w->account, at, 1 + random_below(9))); break;
    case 2: check_ok(tally_badge_mute(w->account, at, (tally_mute_mode)random_below(3), 0)); break;
    case 3:
        if (m->links[path][other]) {
            check_ok(tally_link_remove(w->account, at, paths[other]));
            m->links[path][other] = 0;
        } else if (tally_link_add(w->account, at, paths[other]) == TALLY_OK) {
            m->links[path][other] = 1;
        }
        break;
    case 4:
        if (m->count == 0)
            return;
        i = (int)random_below((unsigned)m->count);
        if (!m->is_unread)
            return; /* It would not feed, and stay as it is until its path is cleared again. */
        check_ok(tally_message_mark_unread(w->account, &m->messages[i].key, 1, NULL));
        m->messages[i].state = m->messages[i].state == 2 ? 1 : m->messages[i].state;
        break;
    default:
        if (m->count == MOST)
            return;
        m->messages[m->count].key = post_to(w, at);
        m->messages[m->count].path = path;
        m->messages[m->count++].state = 0;
    }
    end_of_transaction(m);
}

static void live(world *w, int is_unread)
{
    static model m;
    int round, rounds = is_soak() ? 20000 : is_valgrind() ? 60 : 600;

    seed();
    memset(&m, 0, sizeof m);
    m.is_unread = is_unread;
    for (round = 0; round < rounds; round++) {
        act(w, &m);
        check_model(w, &m);
    }
}

TEST(random_views_of_the_unseen, 0) { live(w, 0); }
TEST(random_views_of_the_unread, WORLD_UNREAD) { live(w, 1); }
TEST(random_views_with_full_durability, WORLD_FULL | WORLD_FILE) { live(w, 0); }
TEST(random_views_under_sum, WORLD_SUM) { live(w, 0); }
