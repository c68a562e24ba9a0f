/* Activities with many things that are due at some time: reminders and feeds. */
#include <stdio.h>
#include <stdlib.h>

#include "scene.h"
#include "lists.h"

/* --- Reminders --- */

void prepare_plan(scene *s)
{
    tally_reminder_options options = {.struct_size = sizeof options, .shelf_life = 20, .shelf_unit = TALLY_UNIT_DAY};
    char id[32];
    for (size_t i = 0; i < s->size->reminders; i++) {
        snprintf(id, sizeof id, "r%zu", i);
        options.time_of_day = 1 + (int32_t)(i * 7919 % 86399);
        must(reminder_put(s->account, id, &options), "reminder_put");
    }
    s->entry_count = 2 * 4096;
    s->text_size = s->entry_count * 64;
    s->entries = allocate(s->entry_count * sizeof(tally_plan_entry));
    s->text = allocate(s->text_size);
}

void plan(scene *s)
{
    tally_plan_options options = {.struct_size = sizeof options, .flags = TALLY_PLAN_FLAG_FROM_SCRATCH, .limit = 4096};
    size_t count, size;
    must(reminder_plan(s->account, &options, s->entries, s->entry_count, s->text, s->text_size, &count, &size,
                             NULL), "reminder_plan");
}

void prepare_reminders(scene *s)
{
    prepare_plan(s);
}

void export_reminders(scene *s)
{
    tally_bytes bytes;
    must(tally_reminder_export(s->account, &bytes), "reminder_export");
    tally_bytes_release(&bytes);
}

/* All reminders are read again at the next call, which logs in. */
void read_reminders(scene *s)
{
    must(tally_account_log_out(s->account), "log_out");
    must(tally_account_log_in(s->account), "log_in");
    tally_reminder_snooze(s->account, "r0", INT64_C(1) << 42); /* That is behind its end. */
}

/* --- Many feeds --- */

static void not_modified(void *user_data, const tally_request *request)
{
    scene *s = user_data;
    if (request->kind == TALLY_REQUEST_KIND_SEND)
        must(tally_transport_respond(s->engine, request->id, 304, NULL, NULL, 0), "transport_respond");
}

void prepare_feeds(scene *s)
{
    tally_feed_options options = {.struct_size = sizeof options, .url = "https://example.org/feed", .initial_delay = 1,
                                  .interval = 86400000};
    char name[32];
    must(tally_engine_set_transport(s->engine, not_modified, s, NULL), "transport_set");
    for (size_t i = 0; i < s->size->reminders; i++) {
        snprintf(name, sizeof name, "f%zu", i);
        must(tally_feed_add(s->account, name, &options, NULL), "feed_add");
    }
}

/* Makes all feeds due. */
void make_feeds_due(scene *s)
{
    must(tally_account_log_out(s->account), "log_out");
    must(tally_account_log_in(s->account), "log_in");
    pause_for(100 * MILLISECOND);
}
