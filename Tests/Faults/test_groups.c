/* needs: disk sqlite */
/* When what waits is written: after a time, or after so many operations; what becomes of it where the disk refuses; and
 * that nobody waits for it before he has to. */
#include "support.h"
#include "lists.h"

#include "fault_vfs.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP 1000
#define ARREARS (8 * GROUP)

static tally_account *second_account(world *w)
{
    tally_account *account;

    check_ok(tally_account_open(w->engine, "bo", NULL, &account));
    return account;
}

static int64_t timeout_of(world *w)
{
    int64_t timeout;

    check_ok(tally_engine_get_timeout(w->engine, &timeout));
    return timeout;
}

static void set_often(tally_account *account, const char *path, int times)
{
    static int64_t value = 1;
    int i;

    for (i = 0; i < times; i++)
        check_ok(tally_badge_set(account, path, value++ % 1000 + 1));
}

/* So many badges below a path, each once. */
static void set_each(tally_account *account, const char *path, int count)
{
    char leaf[64];
    int i;

    for (i = 0; i < count; i++) {
        snprintf(leaf, sizeof leaf, "%s.leaf%d", path, i);
        check_ok(tally_badge_set(account, leaf, 1));
    }
}

static void begin(world *w)
{
    check_ok(tally_engine_step(w->engine));
    fault_arm(FAULT_SYNC, FAULT_ERROR, FAULT_NEVER, 0);
}

static void end(world *w)
{
    fault_disarm();
    world_end(w);
    fault_forget();
}

/* ---- When a group begins ---- */

TEST(a_group_begins_in_time, WORLD_FILE)
{
    begin(w);
    assert_int_equal(timeout_of(w), 1000); /* The log of what was made is emptied then. */
    set_often(w->account, "a", 1);
    assert_int_equal(timeout_of(w), 50);
    fake_clock_advance(&w->clock, 20);
    set_often(w->account, "b", 1);
    assert_int_equal(timeout_of(w), 30);
    fake_clock_advance(&w->clock, 29);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(fault_count(), 0);
    fake_clock_advance(&w->clock, 1);
    check_ok(tally_engine_step(w->engine));
    assert_true(fault_count() > 0);
    assert_int_equal(timeout_of(w), 1000); /* Then the log is emptied. */
    end(w);
}

TEST(a_group_begins_after_so_many_badges, WORLD_FILE)
{
    tally_account *second;

    begin(w);
    second = second_account(w);
    fault_arm(FAULT_SYNC, FAULT_ERROR, FAULT_NEVER, 0);
    set_each(w->account, "a", GROUP / 2);
    set_each(second, "a", GROUP / 2 - 1);
    assert_int_equal(timeout_of(w), 50);
    set_often(second, "one.more", 1);
    assert_int_equal(timeout_of(w), 0);
    assert_int_equal(fault_count(), 0);
    check_ok(tally_engine_step(w->engine));
    assert_true(fault_count() > 0);
    assert_int_equal(timeout_of(w), 1000);
    tally_account_release(second);
    end(w);
}

TEST(the_badges_of_a_batch_count, WORLD_FILE)
{
    static tally_operation batch[GROUP];
    static char paths[GROUP][16];
    int i;

    begin(w);
    memset(batch, 0, sizeof batch);
    for (i = 0; i < GROUP; i++) {
        batch[i].kind = TALLY_OP_SET;
        batch[i].path = "a";
        batch[i].value = i + 1;
    }
    check_ok(tally_badge_batch(w->account, batch, GROUP, PLAIN_BATCH, NULL)); /* It changes often, and is one. */
    assert_int_equal(timeout_of(w), 50);
    for (i = 0; i < GROUP; i++) {
        snprintf(paths[i], sizeof paths[i], "b.leaf%d", i);
        batch[i].path = paths[i];
    }
    check_ok(tally_badge_batch(w->account, batch, GROUP, PLAIN_BATCH, NULL));
    assert_int_equal(timeout_of(w), 0);
    end(w);
}

TEST(what_changes_nothing_does_not_count, WORLD_FILE)
{
    tally_badge badge;
    int i;

    begin(w);
    check_ok(tally_badge_set(w->account, "a", 1));
    for (i = 0; i < ARREARS; i++) {
        check_ok(tally_badge_set(w->account, "a", 1));
        check_ok(tally_badge_get(w->account, "a", &badge));
    }
    assert_int_equal(timeout_of(w), 50);
    assert_int_equal(fault_count(), 0);
    end(w);
}

/* ---- Who waits ---- */

TEST(a_caller_writes_when_eight_groups_wait, WORLD_FILE)
{
    begin(w);
    set_each(w->account, "a", ARREARS - 1);
    assert_int_equal(fault_count(), 0);
    set_often(w->account, "one.more", 1);
    assert_true(fault_count() > 0);
    assert_int_equal(timeout_of(w), 1000);
    end(w);
}

TEST(who_changes_one_badge_waits_for_nobody, WORLD_FILE)
{
    begin(w);
    set_often(w->account, "always.the.same", 2 * ARREARS);
    assert_int_equal(fault_count(), 0);
    assert_int_equal(timeout_of(w), 50);
    end(w);
}

TEST(nobody_writes_what_waits_of_another_account, WORLD_FILE)
{
    tally_account *second;

    begin(w);
    second = second_account(w);
    set_each(w->account, "a", ARREARS - 1);
    fault_arm(FAULT_SYNC, FAULT_ERROR, FAULT_NEVER, 0);
    set_each(second, "a", 10);
    assert_int_equal(fault_count(), 0);
    tally_account_release(second);
    end(w);
}

TEST(nobody_waits_for_a_disk_that_refuses, WORLD_FILE)
{
    size_t before;
    int i;

    begin(w);
    fault_arm(FAULT_ALL & ~FAULT_READ, FAULT_ERROR, 1, 1);
    set_each(w->account, "a", ARREARS);
    assert_true(fault_fired() > 0);
    fault_arm(FAULT_ALL & ~FAULT_READ, FAULT_ERROR, 1, 1);
    set_often(w->account, "always.the.same", 10 * ARREARS);
    assert_int_equal(fault_fired(), 0);
    assert_int_equal(timeout_of(w), 1000);
    /* However long it refuses, what waits is what has changed, and not how often. */
    before = mallinfo2().uordblks;
    for (i = 0; i < (is_valgrind() ? 100 : getenv("TALLY_EACH") != NULL ? 5000 : 1000); i++) {
        set_often(w->account, "some.badge.that.changes.all.the.time", 2);
        set_often(w->account, "another.badge.that.changes.all.the.time", 2);
        fake_clock_advance(&w->clock, 1000);
        check_ok(tally_engine_step(w->engine));
    }
    assert_true(fault_fired() > 0);
    assert_true(is_valgrind() || mallinfo2().uordblks < before + 100000);
    check_ok(tally_badge_set(w->account, "some.badge.that.changes.all.the.time", 4711));
    fault_disarm();
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_step(w->engine));
    fault_crash();
    tally_scope_close(w->scope);
    tally_account_release(w->account);
    tally_engine_close(w->engine, -1);
    fault_power_loss(POWER_DROP, 0);
    w->account = NULL;
    world_open(w, WORLD_FILE);
    check_badge(w->account, "some.badge.that.changes.all.the.time", 1, 4711);
    end(w);
}

TEST_ALONE(what_a_flush_could_not_write_is_tried_again)
{
    static const unsigned operations[] = {FAULT_WRITE, FAULT_SYNC, FAULT_MEMORY};
    size_t i;

    for (i = 0; i < COUNT_OF(operations); i++) {
        world w;
        tally_status status;

        world_init(&w, WORLD_FILE);
        begin(&w);
        set_often(w.account, "b", 1);
        check_ok(tally_engine_flush(w.engine));
        check_ok(tally_badge_set(w.account, "a", 3));
        fault_arm(operations[i], FAULT_ERROR, 1, 1);
        status = tally_engine_flush(w.engine);
        fault_disarm();
        check_status(status, operations[i] == FAULT_MEMORY ? TALLY_ERROR_NO_MEMORY : TALLY_ERROR_IO);
        check_message(NULL);
        assert_int_equal(timeout_of(&w), 1000);
        fake_clock_advance(&w.clock, 1000);
        check_ok(tally_engine_step(w.engine));
        assert_int_equal(timeout_of(&w), 1000);
        fault_crash();
        tally_scope_close(w.scope);
        tally_account_release(w.account);
        tally_engine_close(w.engine, -1);
        fault_power_loss(POWER_DROP, 0);
        world_open(&w, WORLD_FILE);
        check_badge(w.account, "a", 1, 3);
        end(&w);
    }
}

/* A change that fails for a reason of its own is not pending. */
TEST(an_engine_in_memory_rests, 0)
{
    static const int64_t keys[] = {4711};

    check_status(tally_message_mark_read(w->account, keys, 1, NULL), TALLY_ERROR_NOT_FOUND);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(timeout_of(w), -1);
    fake_clock_advance(&w->clock, 1000);
    check_ok(tally_engine_step(w->engine));
    assert_int_equal(timeout_of(w), -1);
}

/* ---- What was refused is not there ---- */

TEST_ALONE(an_account_that_could_not_be_opened_is_not_there)
{
    tally_account_options options = {.struct_size = sizeof options};
    long k, fired = 1;
    unsigned operations;

    for (operations = FAULT_ALL; operations != 0; operations = operations == FAULT_ALL ? FAULT_MEMORY : 0) {
        for (k = 1; k == 1 || fired > 0; k++) {
            world w;
            tally_account *account;
            tally_status status;

            world_init(&w, WORLD_FILE);
            begin(&w);
            check_ok(tally_badge_set(w.account, "before", 1));
            fault_arm(operations, FAULT_ERROR, k, 0);
            options.aggregation = TALLY_AGGREGATION_SUM;
            status = tally_account_open(w.engine, "bo", &options, &account);
            fired = fault_disarm();
            if (status != TALLY_OK) {
                check_status(status, operations == FAULT_MEMORY ? TALLY_ERROR_NO_MEMORY : TALLY_ERROR_IO);
                options.aggregation = TALLY_AGGREGATION_CHILDREN;
                check_ok(tally_account_open(w.engine, "bo", &options, &account));
            }
            tally_account_release(account);
            end(&w);
        }
        assert_true(k > 5);
    }
}

/* Neither in the file nor in memory does a feed go to another URL, where it answered that it did not. */
TEST_ALONE(a_feed_that_could_not_be_changed_is_as_before)
{
    tally_feed_options options = {.struct_size = sizeof options, .initial_delay = -1, .interval = -1};
    long k, fired = 1;
    unsigned operations;

    for (operations = FAULT_ALL; operations != 0; operations = operations == FAULT_ALL ? FAULT_MEMORY : 0) {
        for (k = 1; k == 1 || fired > 0; k++) {
            world w;
            tally_feed_state feed;
            char title[32];
            size_t length;
            tally_status status;

            world_init(&w, WORLD_FILE);
            begin(&w);
            world_add_feed(&w);
            world_page(&w, "{\"cursor\":\"c1\",\"title\":\"Centre\",\"items\":[{\"id\":\"1\",\"path\":\"in\"}]}");
            check_ok(tally_badge_set(w.account, "before", 1));
            fault_arm(operations, FAULT_ERROR, k, 0);
            options.url = "http://127.0.0.1:1/elsewhere";
            status = tally_feed_add(w.account, "feed", &options, NULL);
            fired = fault_disarm();
            if (status != TALLY_OK) {
                check_status(status, operations == FAULT_MEMORY ? TALLY_ERROR_NO_MEMORY : TALLY_ERROR_IO);
                world_page(&w, "{\"cursor\":\"c2\",\"title\":\"Still\",\"items\":[{\"id\":\"2\",\"path\":\"in\"}]}");
                check_badge(w.account, "in", 1, 2); /* It went on from c1, so nothing was replaced. */
                world_close(&w);
                world_open(&w, WORLD_FILE);
                world_add_feed(&w);
                memset(&feed, 0, sizeof feed);
                feed.struct_size = sizeof feed;
                check_ok(tally_feed_get(w.feed, &feed, title, sizeof title, &length));
                assert_true(feed.last_success != 0);
                assert_string_equal(title, "Still");
            }
            check_badge(w.account, "before", 1, 1);
            end(&w);
        }
        assert_true(k > 5);
    }
}

/* ---- Reminders that could not be stored ---- */

static int64_t next_time_of_milk(world *w)
{
    tally_reminder milk;
    char text[400];
    size_t count, size;

    assert_true(reminder_list(w->account, NULL, 1, &milk, 1, text, sizeof text, &count, &size) >= 0);
    assert_int_equal(count, 1);
    return milk.next_time;
}

static int64_t set_clock(world *w, int days)
{
    w->clock.wall += days * INT64_C(86400000);
    fake_clock_advance(&w->clock, 60000);
    check_ok(tally_engine_step(w->engine));
    return w->clock.wall;
}

/* A clock that was far ahead has fired a reminder. It fires again when the clock is right, whatever failed before. */
static int set_back_after_failure(world *w, long k)
{
    tally_reminder_options options = TALLY_REMINDER_OPTIONS_INIT;
    int64_t planned, now;
    int fired;

    options.produced = 20231113;
    options.shelf_life = 5;
    options.shelf_unit = TALLY_UNIT_DAY;
    options.smart = TALLY_SMART_OFF;
    options.repeat_unit = TALLY_UNIT_DAY;
    options.repeat_every = 1;
    options.start = 20231115;
    options.end = 20231118;
    check_ok(tally_account_log_in(w->account));
    check_ok(reminder_put(w->account, "milk", &options));
    planned = next_time_of_milk(w);
    assert_true(planned > w->clock.wall);
    set_clock(w, 40);
    assert_int_equal(next_time_of_milk(w), 0);
    fault_arm(FAULT_ALL, FAULT_ERROR, k, 1);
    (void)reminder_put(w->account, "oats", &options);
    fired = fault_disarm() > 0;
    now = set_clock(w, -40);
    assert_true(now < planned);
    assert_int_equal(next_time_of_milk(w), planned);
    return fired;
}

TEST_ALONE(a_clock_is_set_back_after_a_failure)
{
    int fired = 1;
    long k;

    for (k = 1; fired; k++) {
        world w;

        world_init(&w, WORLD_FILE);
        begin(&w);
        fired = set_back_after_failure(&w, k);
        end(&w);
    }
    assert_true(k > 3);
}

int main(void)
{
    fault_install();
    return tests_run();
}
