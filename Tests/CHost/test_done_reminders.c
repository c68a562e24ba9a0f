/* Reminders that are done stay done, whatever else about them changes. */
#include "lists.h"
#include "support.h"

static void check_state(world *w, const char *id, tally_reminder_state state, const char *title)
{
    tally_reminder row;
    char text[1024];

    check_ok(reminder_get(w->account, id, &row, text, sizeof text));
    assert_int_equal(row.state, state);
    assert_string_equal(text + row.title.offset, title);
}

static void edit(world *w, const char *id, const tally_reminder_options *options)
{
    check_ok(reminder_edit(w->account, id, options));
}

TEST(an_edit_leaves_it_done, WORLD_FILE)
{
    tally_reminder_options options = {
        .struct_size = sizeof options, .title = "Milk", .path = "fridge", .zone = "UTC", .produced = 20231101,
        .shelf_life = 30, .shelf_unit = TALLY_UNIT_DAY,
    };
    tally_reminder_options title = {.struct_size = sizeof title, .title = "Oat milk"};
    tally_reminder_options place = {.struct_size = sizeof place, .path = "shelf"};

    check_ok(reminder_put(w->account, "milk", &options));
    edit(w, "milk", &title);
    check_state(w, "milk", TALLY_REMINDER_STATE_ACTIVE, "Oat milk");
    check_ok(tally_reminder_mark_done(w->account, "milk", 0));
    edit(w, "milk", &place);
    check_state(w, "milk", TALLY_REMINDER_STATE_DONE, "Oat milk");
    title.title = "Soy milk";
    edit(w, "milk", &title);
    check_state(w, "milk", TALLY_REMINDER_STATE_DONE, "Soy milk");
    check_badge(w->account, "shelf", 0, 0);
    world_close(w);
    world_open(w, WORLD_FILE);
    check_state(w, "milk", TALLY_REMINDER_STATE_DONE, "Soy milk");
    check_ok(tally_reminder_mark_undone(w->account, "milk"));
    check_state(w, "milk", TALLY_REMINDER_STATE_ACTIVE, "Soy milk");
    check_ok(tally_engine_verify(w->engine));
}
