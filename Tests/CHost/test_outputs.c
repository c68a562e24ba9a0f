/* Outputs of calls: bytes that the library allocates, structures of numbers, and the user data of an engine's options,
 * which it gives back. */
#include "lists.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* A batch of a source. */
static tally_status add_once_from(world *w, const char *source, uint64_t epoch, uint64_t position)
{
    tally_batch_options options = TALLY_BATCH_OPTIONS_INIT;
    tally_operation operation = {.kind = TALLY_OP_ADD, .path = "n", .value = 1};

    options.source = source;
    options.epoch = epoch;
    options.position = position;
    return tally_badge_batch(w->account, &operation, 1, &options, NULL);
}

/* ---- Bytes ---- */

static void check_bytes(tally_status status, tally_bytes *bytes)
{
    check_ok(status);
    assert_non_null(bytes->data);
    assert_true(bytes->size > 0);
    assert_int_equal(((const char *)bytes->data)[bytes->size], 0);
    tally_bytes_release(bytes);
    assert_null(bytes->data);
    assert_int_equal(bytes->size, 0);
    tally_bytes_release(bytes); /* They are empty. */
}

TEST(bytes_end_with_nul, 0)
{
    tally_bytes bytes, patch;
    tally_snapshot *snapshot;

    check_ok(tally_badge_set(w->account, "a.b", 3));
    check_ok(add_once_from(w, "log", 1, 7));
    check_bytes(tally_account_export(w->account, &bytes), &bytes);
    check_bytes(tally_engine_export_account(w->engine, "ann", &bytes), &bytes);
    check_bytes(tally_badge_diff(w->account, "a", w->account, "root", &bytes), &bytes);
    check_ok(tally_snapshot_take(w->account, "root", &snapshot));
    check_bytes(tally_snapshot_encode(snapshot, &bytes), &bytes);
    check_bytes(tally_snapshot_diff(snapshot, snapshot, &bytes), &bytes);
    tally_snapshot_release(snapshot);
    check_ok(tally_badge_diff(w->account, "a", w->account, "root", &patch));
    check_bytes(tally_patch_inverse(patch.data, patch.size, &bytes), &bytes);
    tally_bytes_release(&patch);
    check_bytes(tally_reminder_export(w->account, &bytes), &bytes);
    check_bytes(tally_mapping_try("ntfy", NULL, "[]", 2, &bytes), &bytes);
}

TEST(an_error_leaves_no_bytes, 0)
{
    char other[] = "the caller's";
    tally_bytes bytes = {other, sizeof other};

    tally_bytes_release(NULL);
    check_status(tally_engine_export_account(w->engine, "nobody", &bytes), TALLY_ERROR_NOT_FOUND);
    assert_null(bytes.data);
    assert_int_equal(bytes.size, 0);
    bytes = (tally_bytes){other, sizeof other};
    check_status(tally_patch_inverse("x", 1, &bytes), TALLY_ERROR_MALFORMED);
    assert_null(bytes.data);
    assert_int_equal(bytes.size, 0);
    check_status(tally_account_export(w->account, NULL), TALLY_ERROR_ARGUMENT);
    check_message("out_bytes");
}

TEST(bytes_outlive_the_engine, WORLD_FILE)
{
    tally_bytes bytes;

    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(tally_account_export(w->account, &bytes));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_ok(tally_account_import(w->engine, "bo", bytes.data, bytes.size));
    tally_bytes_release(&bytes);
}

/* ---- Structures of numbers ---- */

/* An older program gets the members that it knows, and nothing is written behind them. */
TEST(an_older_program_gets_fewer_numbers, 0)
{
    tally_message_counts counts = {8, 5, 77, 77, 77};
    tally_position position = {16, 5, 77, 77, 77};

    check_ok(tally_message_post(w->account, "in", NULL, NULL));
    check_ok(tally_message_get_counts(w->account, "in", 0, &counts));
    assert_int_equal(counts.struct_size, 8);
    assert_int_equal(counts.reserved, 0);
    assert_int_equal(counts.total, 77);
    counts = (tally_message_counts)TALLY_MESSAGE_COUNTS_INIT;
    check_ok(tally_message_get_counts(w->account, "in", 0, &counts));
    assert_true(counts.total == 1 && counts.unread == 1 && counts.unseen == 1);
    check_ok(add_once_from(w, "log", 2, 9));
    check_ok(tally_account_get_position(w->account, "log", &position));
    assert_true(position.epoch == 2 && position.position == 77);
    position = (tally_position)TALLY_POSITION_INIT;
    check_ok(tally_account_get_position(w->account, "log", &position));
    assert_true(position.epoch == 2 && position.position == 9 && position.time == 0);
}

TEST(structures_of_numbers_need_a_size, 0)
{
    tally_message_counts messages = {0};
    tally_outbox_counts outbox = {0};
    tally_position position = {0};
    tally_import_report report = {0};
    static const char catalog[] = "{\"sourceLanguage\":\"en\",\"strings\":{}}";

    check_status(tally_message_get_counts(w->account, "in", 0, &messages), TALLY_ERROR_ARGUMENT);
    check_status(tally_message_get_counts(w->account, "in", 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_get_counts(w->account, &outbox), TALLY_ERROR_ARGUMENT);
    check_status(tally_outbox_get_counts(w->account, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(add_once_from(w, "log", 1, 1));
    check_status(tally_account_get_position(w->account, "log", &position), TALLY_ERROR_ARGUMENT);
    check_status(tally_account_get_position(w->account, "log", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_engine_get_position(w->engine, "log", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_strings_import(w->account, TALLY_STRINGS_CATALOG, catalog, sizeof catalog - 1, NULL, &report),
                 TALLY_ERROR_ARGUMENT);
    check_ok(tally_strings_import(w->account, TALLY_STRINGS_CATALOG, catalog, sizeof catalog - 1, NULL, NULL));
}

/* A monitor does not take the numbers of another one. */
TEST(only_a_reset_resets_the_longest_times, WORLD_FILE)
{
    tally_stats stats = TALLY_STATS_INIT, again = TALLY_STATS_INIT;

    /* The store was used when the account was created. It may have taken less than a microsecond. */
    for (int i = 0; i < 1000 && stats.longest_hold_us == 0; i++) {
        check_ok(tally_message_post(w->account, "in", NULL, NULL));
        check_ok(tally_engine_get_stats(w->engine, 0, &stats));
    }
    assert_true(stats.longest_hold_us > 0);
    check_ok(tally_engine_get_stats(w->engine, 0, &again));
    assert_true(again.longest_hold_us >= stats.longest_hold_us);
    check_status(tally_engine_get_stats(w->engine, 2, &again), TALLY_ERROR_ARGUMENT);
    again.struct_size = 0;
    check_status(tally_engine_get_stats(w->engine, TALLY_STATS_RESET, &again), TALLY_ERROR_ARGUMENT);
    again.struct_size = sizeof again;
    check_ok(tally_engine_get_stats(w->engine, TALLY_STATS_RESET, &again));
    assert_true(again.longest_hold_us >= stats.longest_hold_us);
    check_ok(tally_engine_get_stats(w->engine, 0, &again));
    assert_int_equal(again.longest_hold_us, 0);
    assert_int_equal(again.longest_wait_us, 0);
}

/* ---- The user data of an engine's options ---- */

static void count_release(void *user_data) { ++*(int *)user_data; }

static size_t no_zone(void *user_data, const char *name, void *bytes, size_t capacity)
{
    (void)user_data, (void)name, (void)bytes, (void)capacity;
    return 0;
}

static void ignore_line(void *user_data, tally_log_level level, const char *text)
{
    (void)user_data, (void)level, (void)text;
}

static void system_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    (void)user_data;
    *out_wall = CLOCK_START;
    *out_elapsed = 0;
}

static tally_engine_options with_user_data(int released[3])
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;

    memset(released, 0, 3 * sizeof *released);
    options.clock = system_clock;
    options.clock_user_data = &released[0];
    options.clock_release_user_data = count_release;
    options.log = ignore_line;
    options.log_user_data = &released[1];
    options.log_release_user_data = count_release;
    options.zone_file = no_zone;
    options.zone_user_data = &released[2];
    options.zone_release_user_data = count_release;
    return options;
}

static void check_released(const int released[3], int times)
{
    for (int i = 0; i < 3; i++) assert_int_equal(released[i], times);
}

TEST_ALONE(user_data_is_released_with_the_last_handle)
{
    int released[3];
    tally_engine_options options = with_user_data(released);
    tally_engine *engine;
    tally_account *account;
    tally_badge badge;

    check_ok(tally_engine_open(&options, &engine));
    check_released(released, 0);
    check_ok(tally_engine_close(engine, -1));
    check_released(released, 1);
    options = with_user_data(released);
    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "ann", NULL, &account));
    check_ok(tally_engine_close(engine, -1));
    check_status(tally_badge_get(account, "a", &badge), TALLY_ERROR_CLOSED);
    check_released(released, 0);
    tally_account_release(account);
    check_released(released, 1);
    /* Each may lack its callback, and its release. */
    options = with_user_data(released);
    options.clock = NULL;
    options.log = NULL;
    options.zone_file = NULL;
    options.zone_release_user_data = NULL;
    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_engine_close(engine, -1));
    assert_int_equal(released[0] + released[1], 2);
    assert_int_equal(released[2], 0);
}

TEST_ALONE(an_open_that_fails_releases_the_user_data)
{
    int released[3];
    tally_engine_options options = with_user_data(released);
    tally_engine *engine;

    check_status(tally_engine_open(&options, NULL), TALLY_ERROR_ARGUMENT);
    check_released(released, 1);
    options = with_user_data(released);
    options.flags = 1u << 31;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_ARGUMENT);
    check_released(released, 1);
    options = with_user_data(released);
    options.max_depth = 1025;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_RANGE);
    check_released(released, 1);
    options = with_user_data(released);
    options.reserved_pointer = released;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_ARGUMENT);
    check_released(released, 1);
    options = with_user_data(released);
    options.file = "/nowhere/at/all.db";
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_IO);
    assert_null(engine);
    check_released(released, 1);
    /* The place of the members is not known. */
    options = with_user_data(released);
    options.struct_size = 0;
    check_status(tally_engine_open(&options, &engine), TALLY_ERROR_ARGUMENT);
    check_released(released, 0);
}

/* ---- Skipped entries of an import ---- */

static const char calendar[] =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//X//X//EN\r\n"
    "BEGIN:VTODO\r\nUID:good\r\nDUE;VALUE=DATE:20260504\r\nEND:VTODO\r\n"
    "BEGIN:VTODO\r\nUID:undated\r\nSUMMARY:x\r\nEND:VTODO\r\n"
    "BEGIN:VTODO\r\nUID:lost\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n"
    "END:VCALENDAR\r\n";

static size_t reminders(world *w)
{
    tally_reminder entries[8];
    char text[4096];
    size_t count, size;

    check_ok(reminder_list(w->account, NULL, 8, entries, 8, text, sizeof text, &count, &size));
    return count;
}

TEST(skipped_entries_are_listed, 0)
{
    tally_skipped_entry entries[4];
    char text[1024];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;

    check_ok(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, &report));
    assert_int_equal(report.taken, 1);
    assert_int_equal(report.skipped, 2);
    assert_int_equal(rows.count, 2);
    assert_null(rows.next);
    assert_int_equal(entries[0].line, 8);
    assert_string_equal(text + entries[0].reason.offset, "nothing says on which day it is due");
    assert_int_equal(entries[1].line, 12);
    assert_string_equal(text + entries[1].uid.offset, "lost");
    assert_string_equal(text + entries[1].reason.offset, "there is no zone 'Europe/Atlantis'");
    assert_int_equal(reminders(w), 1);
    /* The entries without a report; and neither. */
    check_ok(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, NULL));
    assert_int_equal(rows.count, 2);
    check_ok(tally_reminder_import(w->account, calendar, sizeof calendar - 1, NULL, NULL));
}

TEST(skipped_entries_must_fit, 0)
{
    tally_skipped_entry entries[4];
    char text[1024];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_import_report report = {sizeof report, 0, 7, 7};
    size_t needed;

    rows.capacity = 1;
    check_status(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, &report),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(reminders(w), 0);
    assert_int_equal(report.taken + report.skipped, 0);
    assert_int_equal(rows.count, 2);
    needed = rows.text_size;
    rows.capacity = 2;
    rows.text_capacity = needed - 1;
    check_status(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, &report),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    rows.text_capacity = needed;
    check_ok(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, &report));
    assert_int_equal(rows.text_size, needed);
    assert_int_equal(report.skipped, 2);
    assert_int_equal(reminders(w), 1);
    /* Another size of a row, and a file that is rejected. */
    rows.entry_size = 8;
    check_status(tally_reminder_import(w->account, calendar, sizeof calendar - 1, &rows, &report),
                 TALLY_ERROR_ARGUMENT);
    rows.entry_size = sizeof *entries;
    check_status(tally_reminder_import(w->account, calendar, 40, &rows, &report), TALLY_ERROR_MALFORMED);
    assert_int_equal(rows.count, 0);
}
