/* Groups of messages and reminders, in memory: what they cost beside storing them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

#include "contestants.h"
#include "measures.h"
#include "lists.h"

enum { PAGE = 10000, ITEM = 160 };

typedef struct engine {
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
} engine;

static int64_t now = INT64_C(1700000000000);

static void tell_time(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    (void)user_data;
    *out_wall = *out_elapsed = now;
}

static engine open_engine(void)
{
    engine e;
    tally_engine_options options = {
        .struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN, .clock = tell_time, .zone = "UTC"};
    tally_feed_options feed = {.struct_size = sizeof feed};
    must_tally(tally_engine_open(&options, &e.engine), "engine_open");
    must_tally(tally_account_open(e.engine, "bench", NULL, &e.account), "account_open");
    must_tally(tally_feed_add(e.account, "feed", &feed, &e.feed), "feed_add");
    must_tally(tally_account_log_in(e.account), "log_in");
    return e;
}

static void close_engine(engine *e)
{
    tally_feed_release(e->feed);
    tally_account_release(e->account);
    must_tally(tally_engine_close(e->engine, -1), "engine_close");
}

/* --- Groups --- */

/* A page of items, each in another thread than the one before. */
static size_t write_page(char *page, size_t number, size_t threads)
{
    size_t at = (size_t)sprintf(page, "{\"cursor\":\"%zu\",\"items\":[", number + 1);
    for (size_t i = 0; i < PAGE; i++) {
        size_t id = number * PAGE + i + 1;
        at += (size_t)sprintf(page + at, "%s{\"id\":\"%zu\",\"seq\":\"%zu\",\"path\":\"in.t%zu\",\"thread\":\"t%zu\","
                                         "\"category\":\"msg\",\"arg\":\"Name %zu\"}",
                              i ? "," : "", id, id, id % 100, id % threads, id / threads % 3);
    }
    return at + (size_t)sprintf(page + at, "]}");
}

static double deliver(engine *e, const char *page, size_t size)
{
    double start = cpu_seconds();
    must_tally(tally_feed_deliver(e->feed, page, size), "feed_deliver");
    return cpu_seconds() - start;
}

static double ask_all(engine *e, size_t threads)
{
    char thread[32], text[1024];
    size_t size;
    tally_group group;
    double start = cpu_seconds();
    for (size_t i = 0; i < threads; i++) {
        snprintf(thread, sizeof thread, "t%zu", i);
        must_tally(group_get(e->account, thread, "en", 0, &group, text, sizeof text, &size), "group_get");
    }
    return (cpu_seconds() - start) / (double)threads;
}

/* Two engines get the same pages in turn. From one of them, every group is read after the first pages. */
void measure_groups(size_t messages, size_t threads, group_costs *out)
{
    char *page = malloc((size_t)PAGE * ITEM + 256);
    size_t pages = messages / PAGE, warm = threads / PAGE + 1;
    engine plain = open_engine(), grouped = open_engine();
    double took[2] = {0, 0};
    if (!page || pages <= warm) exit(2);
    must_tally(tally_category_set(grouped.account, "msg", "%u more messages from %@", "%u messages"), "category_set");
    for (size_t i = 0; i < pages; i++) {
        size_t size = write_page(page, i, threads);
        double first = deliver(&plain, page, size), second = deliver(&grouped, page, size);
        if (i < warm) {
            if (i + 1 == warm) ask_all(&grouped, threads);
            continue;
        }
        took[0] += first;
        took[1] += second;
    }
    ask_all(&grouped, threads);
    out->summary = ask_all(&grouped, threads) * 1e6;
    out->storage = took[0] * 1e6 / (double)((pages - warm) * PAGE);
    out->arrival = took[1] * 1e6 / (double)((pages - warm) * PAGE) - out->storage;
    close_engine(&plain);
    close_engine(&grouped);
    free(page);
}

/* --- Reminders --- */

static void plan(engine *e, int from_scratch)
{
    static tally_plan_entry entries[256];
    static char text[65536];
    tally_plan_options options = {.struct_size = sizeof options, .flags = from_scratch ? TALLY_PLAN_FLAG_FROM_SCRATCH : 0};
    size_t count, size;
    must_tally(reminder_plan(e->account, &options, entries, 256, text, sizeof text, &count, &size, NULL), "plan");
}

enum { MAX_ROUNDS = 1000, MOST_LISTED = 10000 };

/* By days, weeks, months, quarters and years in a zone with daylight saving time, from days years ago. */
static engine open_recurring(size_t tasks, int done)
{
    engine e = open_engine();
    tally_reminder_options options = {.struct_size = sizeof options, .produced = 20000101, .shelf_life = 90,
                                      .shelf_unit = TALLY_UNIT_YEAR, .smart = TALLY_SMART_OFF, .end = 20891231,
                                      .zone = "America/New_York"};
    char id[32];
    for (size_t i = 0; i < tasks; i++) {
        snprintf(id, sizeof id, "r%05zu", i);
        options.repeat_unit = TALLY_UNIT_DAY + (int32_t)(i % 5);
        options.repeat_every = 1 + (int32_t)(i / 5 % 7);
        options.start = (int32_t)((2000 + i % 23) * 10000 + (1 + i % 12) * 100 + 1 + i % 28);
        options.time_of_day = 1 + (int32_t)(i * 7919 % 86399);
        must_tally(reminder_put(e.account, id, &options), "reminder_put");
        if (done) must_tally(tally_reminder_mark_done(e.account, id, 0), "reminder_done");
    }
    return e;
}

/* us for one of those that are listed. */
static double list_reminders(engine *e, size_t tasks, int done)
{
    static tally_reminder entries[MOST_LISTED];
    static char text[MOST_LISTED * 64];
    size_t count, size;
    double start = cpu_seconds();
    must_tally(reminder_list(e->account, NULL, tasks, entries, tasks, text, sizeof text, &count, &size), "list");
    double took = cpu_seconds() - start;
    for (size_t i = 0; i < tasks; i++)
        if (count != tasks || (entries[i].next_time > now) == done) must_tally(TALLY_ERROR_CONFLICT, "next_time");
    return took * 1e6 / (double)tasks;
}

/* The list computes the next time of active reminders, and not of done ones. So the difference is the cost of that. */
static double next_occurrence(size_t tasks, int rounds)
{
    double differences[MAX_ROUNDS];
    engine active = open_recurring(tasks, 0), done = open_recurring(tasks, 1);
    list_reminders(&active, tasks, 0);
    list_reminders(&done, tasks, 1);
    for (int i = 0; i < rounds; i++) {
        double with = list_reminders(&active, tasks, 0);
        differences[i] = with - list_reminders(&done, tasks, 1);
    }
    close_engine(&active);
    close_engine(&done);
    return median(differences, (size_t)rounds);
}

void measure_reminders(size_t tasks, int rounds, reminder_costs *out)
{
    double edits[MAX_ROUNDS];
    engine e = open_engine();
    char id[32];
    if (rounds > MAX_ROUNDS) rounds = MAX_ROUNDS;
    tally_reminder_options options = {.struct_size = sizeof options, .produced = 20231101, .shelf_unit = TALLY_UNIT_DAY};
    double start = cpu_seconds();
    for (size_t i = 0; i < tasks; i++) {
        snprintf(id, sizeof id, "r%zu", i);
        options.shelf_life = 20 + (int32_t)(i % 10);
        options.time_of_day = (int32_t)(i * 7919 % 86400) + 1;
        if (options.time_of_day > 86399) options.time_of_day = 1;
        must_tally(reminder_put(e.account, id, &options), "reminder_put");
    }
    out->put = (cpu_seconds() - start) * 1e6 / (double)tasks;
    start = cpu_seconds();
    plan(&e, 1);
    out->plan = (cpu_seconds() - start) * 1e3;
    for (int i = 0; i < rounds; i++) {
        tally_reminder_options edit = {.struct_size = sizeof edit, .time_of_day = 36000 + i};
        snprintf(id, sizeof id, "r%zu", (size_t)i * 7919 % tasks);
        start = cpu_seconds();
        must_tally(reminder_edit(e.account, id, &edit), "reminder_edit");
        plan(&e, 0);
        edits[i] = (cpu_seconds() - start) * 1e3;
    }
    out->edit = median(edits, (size_t)rounds);
    close_engine(&e);
    out->next = next_occurrence(tasks < MOST_LISTED ? tasks : MOST_LISTED, rounds);
}
