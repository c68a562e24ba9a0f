/* Batches that come again: applied once, whatever comes, whenever the process ends. */
#include "support.h"
#include "lists.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define HOUR INT64_C(3600000)

static tally_operation adding(const char *path, int64_t delta)
{
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = path, .value = delta};

    return operation;
}

static tally_batch_options from_source(const char *source, uint64_t epoch, uint64_t position)
{
    tally_batch_options options = BATCH_OPTIONS(.source = source, .epoch = epoch, .position = position);

    return options;
}

static tally_batch_options with_id(const char *id)
{
    tally_batch_options options = from_source(NULL, 0, 0);

    options.id = id;
    return options;
}

/* Adds 1 at "n". */
static tally_status add_once(tally_account *account, tally_batch_options options)
{
    tally_operation operation = adding("n", 1);
    tally_status status = tally_badge_batch(account, &operation, 1, &options, NULL);

    if (status >= 0)
        assert_int_equal(operation.status, status);
    else
        assert_true(operation.status < 0);
    return status;
}

static void check_position(tally_account *account, const char *source, uint64_t epoch, uint64_t position)
{
    uint64_t stored_epoch = 77, stored_position = 77;

    check_ok(account_position(account, source, &stored_epoch, &stored_position));
    assert_true(stored_epoch == epoch);
    assert_true(stored_position == position);
    check_ok(account_position(account, source, NULL, NULL));
}

/* Opens a copy of the file and its log with another engine, as the disk has them while the engine has the file open. */
static void open_copy(world *w, world *copy)
{
    char from[400], to[400];
    size_t count;
    char *bytes;
    const char *const parts[] = {"", "-wal"};
    size_t i;

    world_init(copy, WORLD_FILE | WORLD_CLOSED);
    for (i = 0; i < COUNT_OF(parts); i++) {
        snprintf(from, sizeof from, "%s%s", w->file, parts[i]);
        snprintf(to, sizeof to, "%s%s", copy->file, parts[i]);
        bytes = read_file(from, &count);
        assert_non_null(bytes);
        write_file(to, bytes, count);
        free(bytes);
    }
    world_open(copy, WORLD_FILE);
}

/* ---- Positions ---- */

static void old_positions_are_recognised(unsigned flags)
{
    world w;
    tally_operation operations[3];
    tally_batch_options options;
    uint64_t revision, now;

    world_init(&w, flags);
    check_status(account_position(w.account, "log", NULL, NULL), TALLY_ERROR_NOT_FOUND);
    check_message("'log'");
    check_ok(add_once(w.account, from_source("log", 0, 0)));
    check_position(w.account, "log", 0, 0);
    check_status(add_once(w.account, from_source("log", 0, 0)), TALLY_ALREADY_APPLIED);
    check_ok(add_once(w.account, from_source("log", 0, 7)));
    check_status(add_once(w.account, from_source("log", 0, 6)), TALLY_ALREADY_APPLIED);
    check_badge(w.account, "n", 1, 2);
    check_position(w.account, "log", 0, 7);
    /* Another log, another account: positions of their own. */
    check_ok(add_once(w.account, from_source("log2", 0, 3)));
    check_badge(w.account, "n", 1, 3);
    /* A batch of several: all of it, or nothing. */
    operations[0] = adding("a", 5);
    operations[1] = adding("a.b", 2);
    operations[2] = adding("a", 0);
    operations[2].kind = TALLY_OP_GET;
    options = from_source("log", 0, 8);
    check_ok(tally_badge_batch(w.account, operations, 3, &options, &revision));
    assert_int_equal(operations[2].count, 2);
    assert_int_not_equal(operations[2].badge_kind, TALLY_KIND_NONE);
    check_status(tally_badge_batch(w.account, operations, 3, &options, &now), TALLY_ALREADY_APPLIED);
    assert_true(now == revision);
    check_status(operations[2].status, TALLY_ALREADY_APPLIED);
    assert_int_equal(operations[2].count, 0);
    check_badge(w.account, "a.b", 1, 2);
    /* The largest there is, and nothing after it. */
    check_ok(add_once(w.account, from_source("log", UINT64_MAX, UINT64_MAX)));
    check_position(w.account, "log", UINT64_MAX, UINT64_MAX);
    check_status(add_once(w.account, from_source("log", UINT64_MAX, UINT64_MAX)), TALLY_ALREADY_APPLIED);
    check_status(add_once(w.account, from_source("log", UINT64_MAX, INT64_MAX)), TALLY_ALREADY_APPLIED);
    check_status(add_once(w.account, from_source("log", INT64_MAX, 0)), TALLY_ERROR_STALE_EPOCH);
    check_badge(w.account, "n", 1, 4);
    check_ok(tally_account_verify(w.account));
    world_end(&w);
}

TEST_ALONE(positions)
{
    old_positions_are_recognised(0);
    old_positions_are_recognised(WORLD_FILE);
    old_positions_are_recognised(WORLD_FILE | WORLD_FULL);
}

TEST(a_new_owner_takes_over, WORLD_FILE)
{
    tally_operation operations[2];
    tally_batch_options options;
    uint64_t revision = 77;

    check_ok(add_once(w->account, from_source("log", 3, 10)));
    /* The former owner is refused, whatever the position. */
    operations[0] = adding("n", 1);
    operations[1] = adding("n", 1);
    options = from_source("log", 2, 11);
    check_status(tally_badge_batch(w->account, operations, 2, &options, &revision), TALLY_ERROR_STALE_EPOCH);
    check_message("epoch 3");
    check_status(operations[0].status, TALLY_ERROR_NOT_APPLIED);
    check_status(operations[1].status, TALLY_ERROR_NOT_APPLIED);
    assert_true(revision == 77);
    check_status(add_once(w->account, from_source("log", 2, 9)), TALLY_ERROR_STALE_EPOCH);
    /* The new one takes over by its first batch, also where that is an old one. */
    check_status(add_once(w->account, from_source("log", 4, 10)), TALLY_ALREADY_APPLIED);
    check_position(w->account, "log", 4, 10);
    check_status(add_once(w->account, from_source("log", 3, 11)), TALLY_ERROR_STALE_EPOCH);
    check_ok(add_once(w->account, from_source("log", 4, 11)));
    /* Or by none at all: an empty one moves the epoch, and never the position backward. */
    options = from_source("log", 5, 4);
    check_status(tally_badge_batch(w->account, NULL, 0, &options, NULL), TALLY_ALREADY_APPLIED);
    check_position(w->account, "log", 5, 11);
    options.position = 12;
    check_ok(tally_badge_batch(w->account, NULL, 0, &options, NULL));
    check_position(w->account, "log", 5, 12);
    check_badge(w->account, "n", 1, 2);
}

TEST(a_rejected_batch_moves_no_position, WORLD_FILE)
{
    tally_operation operations[2];
    tally_batch_options options = from_source("log", 1, 5);
    tally_node node;

    operations[0] = adding("n", 1);
    operations[1] = adding("n", -2);
    options.id = "five";
    check_status(tally_badge_batch(w->account, operations, 2, &options, NULL), TALLY_ERROR_RANGE);
    check_status(operations[0].status, TALLY_ERROR_NOT_APPLIED);
    check_status(operations[1].status, TALLY_ERROR_RANGE);
    check_badge(w->account, "n", 0, 0);
    check_status(account_position(w->account, "log", NULL, NULL), TALLY_ERROR_NOT_FOUND);
    operations[1].path = "a..b";
    check_status(tally_badge_batch(w->account, operations, 2, &options, NULL), TALLY_ERROR_PATH);
    /* Neither its position nor its id is taken. By node it goes as well. */
    check_ok(tally_node_resolve(w->account, "n", &node));
    operations[1].path = NULL;
    operations[1].node = node;
    operations[1].value = 2;
    check_ok(tally_badge_batch(w->account, operations, 2, &options, NULL));
    check_badge(w->account, "n", 1, 3);
    check_position(w->account, "log", 1, 5);
    tally_node_release(w->account, node);
}

/* Observers hear of it as of any other batch, and messages that it sees are seen in the same transaction. */
TEST(messages_and_observers, WORLD_FILE)
{
    tally_operation operation = adding("in", 0);
    tally_batch_options options = from_source("log", 0, 1);
    uint64_t unseen;
    size_t told;

    world_add_feed(w);
    world_page(w, "{\"cursor\":\"c\",\"items\":[{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"count\":2}]}");
    check_ok(tally_observe(w->scope, w->account, "in", 0, NULL, NULL, NULL, NULL));
    operation.kind = TALLY_OP_CLEAR;
    check_ok(tally_badge_batch(w->account, &operation, 1, &options, NULL));
    check_badge(w->account, "in", 0, 0);
    check_ok(message_counts(w->account, "in", 0, NULL, NULL, &unseen));
    assert_int_equal(unseen, 0);
    {
        tally_event event;
        char text[64];

        event.struct_size = sizeof event;
        do {
            check_ok(tally_engine_next_event(w->engine, 0, &event, text, sizeof text));
        } while (event.kind != TALLY_EVENT_BADGE);
        assert_string_equal(text, "root.in");
        assert_int_equal(event.badge_kind, TALLY_KIND_NONE);
    }
    check_ok(tally_engine_dispatch(w->engine, 0, &told));
}

/* ---- Identifiers ---- */

TEST(repeated_ids_are_recognised, WORLD_FILE)
{
    tally_account *other;

    check_ok(add_once(w->account, with_id("a")));
    check_status(add_once(w->account, with_id("a")), TALLY_ALREADY_APPLIED);
    check_ok(add_once(w->account, with_id("b")));
    check_badge(w->account, "n", 1, 2);
    check_ok(tally_account_open(w->engine, "other", NULL, &other));
    check_ok(add_once(other, with_id("a")));
    tally_account_release(other);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_status(add_once(w->account, with_id("a")), TALLY_ALREADY_APPLIED);
    check_badge(w->account, "n", 1, 2);
}

static void ten_ids(tally_engine_options *options)
{
    options->max_batch_ids = 10;
}

static void an_hour(tally_engine_options *options)
{
    options->batch_id_time = HOUR;
}

TEST(ids_leave_by_number, WORLD_FILE | WORLD_CLOSED)
{
    char id[16];
    int i;

    w->configure = ten_ids;
    world_open(w, WORLD_FILE);
    for (i = 0; i < 25; i++) {
        snprintf(id, sizeof id, "%d", i);
        check_ok(add_once(w->account, with_id(id)));
    }
    for (i = 15; i < 25; i++) {
        snprintf(id, sizeof id, "%d", i);
        check_status(add_once(w->account, with_id(id)), TALLY_ALREADY_APPLIED);
    }
    check_ok(add_once(w->account, with_id("14")));
    check_ok(add_once(w->account, with_id("15")));
    check_status(add_once(w->account, with_id("17")), TALLY_ALREADY_APPLIED);
    check_badge(w->account, "n", 1, 27);
}

TEST(ids_leave_by_time, WORLD_FILE | WORLD_CLOSED)
{
    w->configure = an_hour;
    world_open(w, WORLD_FILE);
    check_ok(add_once(w->account, with_id("a")));
    fake_clock_advance(&w->clock, HOUR - 1);
    check_status(add_once(w->account, with_id("a")), TALLY_ALREADY_APPLIED);
    check_ok(add_once(w->account, with_id("b")));
    fake_clock_advance(&w->clock, 1);
    check_ok(add_once(w->account, with_id("a")));
    check_status(add_once(w->account, with_id("b")), TALLY_ALREADY_APPLIED);
    fake_clock_advance(&w->clock, HOUR);
    check_ok(add_once(w->account, with_id("b")));
    /* A clock that was set back forgets nothing. */
    w->clock.wall -= 1000 * HOUR;
    check_status(add_once(w->account, with_id("b")), TALLY_ALREADY_APPLIED);
    check_ok(add_once(w->account, with_id("c")));
    w->clock.wall += 1000 * HOUR;
    check_status(add_once(w->account, with_id("b")), TALLY_ALREADY_APPLIED);
    check_badge(w->account, "n", 1, 5);
}

TEST(ids_and_positions_together, WORLD_FILE)
{
    tally_batch_options options = from_source("log", 1, 1);

    options.id = "a";
    check_ok(add_once(w->account, options));
    /* The sender put it into the log twice: the place is passed, the content counts once. */
    options.position = 2;
    check_status(add_once(w->account, options), TALLY_ALREADY_APPLIED);
    check_position(w->account, "log", 1, 2);
    /* An old position is old whatever its id; and the id is not taken by it. */
    options.id = "b";
    check_status(add_once(w->account, options), TALLY_ALREADY_APPLIED);
    options.position = 3;
    check_ok(add_once(w->account, options));
    options.position = 4;
    options.epoch = 0;
    options.id = "c";
    check_status(add_once(w->account, options), TALLY_ERROR_STALE_EPOCH);
    check_badge(w->account, "n", 1, 2);
    check_position(w->account, "log", 1, 3);
}

/* ---- The disk ---- */

TEST(it_is_on_the_disk_when_it_returns, WORLD_FILE)
{
    world copy;

    check_ok(tally_badge_set(w->account, "before", 1));
    check_ok(add_once(w->account, from_source("log", 1, 41)));
    check_ok(add_once(w->account, with_id("a")));
    open_copy(w, &copy);
    check_badge(copy.account, "n", 1, 2);
    check_badge(copy.account, "before", 1, 1);
    check_position(copy.account, "log", 1, 41);
    check_status(add_once(copy.account, from_source("log", 1, 41)), TALLY_ALREADY_APPLIED);
    check_status(add_once(copy.account, with_id("a")), TALLY_ALREADY_APPLIED);
    world_end(&copy);
}

/* Reads so many lines of the consumer's, and kills it. */
static void consume(const char *file, int lines)
{
    const char *consumer = required_variable("TALLY_CONSUMER");
    int ends[2];
    pid_t child;
    FILE *from;
    char line[64];
    int i;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(consumer, "consumer", file, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    from = fdopen(ends[0], "r");
    assert_non_null(from);
    for (i = 0; i < lines; i++)
        assert_non_null(fgets(line, sizeof line, from));
    kill(child, SIGKILL);
    fclose(from);
    assert_true(waitpid(child, NULL, 0) == child);
}

TEST(kills_lose_and_repeat_nothing, WORLD_FILE | WORLD_CLOSED)
{
    unsigned random = 4711;
    int turn, turns = is_soak() ? 200 : 10;
    uint64_t position = 0;

    for (turn = 0; turn < turns; turn++) {
        tally_badge badge;

        random = random * 1103515245u + 12345u;
        consume(w->file, 7 + (int)((random >> 16) % 60));
        world_open(w, WORLD_FILE);
        check_ok(account_position(w->account, "log", NULL, &position));
        check_ok(tally_badge_get(w->account, "root.n", &badge));
        assert_true(badge.count == position + 1); /* From 0 on, each once. */
        world_close(w);
    }
    print_message("    %d kills, %llu entries\n", turns, (unsigned long long)position + 1);
}

/* ---- Bad input ---- */

TEST(bad_input, WORLD_FILE)
{
    tally_operation operation = adding("n", 1);
    tally_batch_options options;
    tally_engine *engine = NULL;
    tally_engine_options bad = {.struct_size = sizeof bad, .batch_id_time = 999};
    char longest[257];

    memset(longest, 'x', sizeof longest);
    longest[256] = '\0';
    options = from_source("", 0, 0);
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("name of a source");
    check_status(operation.status, TALLY_ERROR_NOT_APPLIED);
    options.source = longest;
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    options.source = "a\nb";
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    options.source = "\xFF";
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    options = with_id("");
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("identifier");
    options.id = longest;
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    options = with_id("a");
    options.position = 1;
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    check_message("needs a source");
    options = from_source(NULL, 1, 0);
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    options = from_source("log", 1, 1);
    options.reserved = 1;
    check_status(tally_badge_batch(w->account, &operation, 1, &options, NULL), TALLY_ERROR_ARGUMENT);
    longest[255] = '\0';
    check_ok(add_once(w->account, from_source(longest, 0, 1)));
    check_badge(w->account, "n", 1, 1);
    check_status(account_position(NULL, "log", NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(account_position(w->account, NULL, NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_status(account_position(w->account, "", NULL, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    check_status(account_position(w->account, "log", NULL, NULL), TALLY_ERROR_CLOSED);
    check_status(add_once(w->account, from_source("log", 0, 1)), TALLY_ERROR_CLOSED);

    check_status(tally_engine_open(&bad, &engine), TALLY_ERROR_RANGE);
    check_message("batch identifiers");
    bad.batch_id_time = -1;
    check_status(tally_engine_open(&bad, &engine), TALLY_ERROR_RANGE);
    bad.batch_id_time = INT64_MAX;
    check_ok(tally_engine_open(&bad, &engine));
    check_ok(tally_engine_close(engine, -1));
}
