/* Why a path shows what it shows, through the header. */
#include "support.h"
#include "lists.h"

#include <string.h>

typedef struct explanation {
    tally_reason reasons[16];
    char text[1024];
    size_t count;
    size_t text_size;
} explanation;

static void explain(tally_account *account, const char *path, explanation *out) {
    check_ok(badge_explain(account, path, out->reasons, COUNT_OF(out->reasons), out->text, sizeof out->text,
                                 &out->count, &out->text_size));
}

/* The index-th reason is of this path, says this, and contributes so much. */
static void check_reason_at(const explanation *e, size_t index, const char *path, uint32_t flags, uint64_t contributed,
                            int line) {
    const tally_reason *reason = &e->reasons[index];
    if (index >= e->count) fail_msg("line %d: only %zu reasons", line, e->count);
    if (strcmp(e->text + reason->path.offset, path) != 0 || reason->path.length != strlen(path)
        || reason->flags != flags || reason->contributed != contributed) {
        fail_msg("line %d: %s, flags %u, contributes %llu; expected %s, %u, %llu", line,
                 e->text + reason->path.offset, (unsigned)reason->flags, (unsigned long long)reason->contributed, path,
                 (unsigned)flags, (unsigned long long)contributed);
    }
}

#define check_reason(e, index, path, flags, contributed) \
    check_reason_at((e), (index), (path), (flags), (contributed), __LINE__)

#define COUNT TALLY_REASON_OWN_COUNT
#define DOT TALLY_REASON_OWN_DOT
#define LIGHTS TALLY_REASON_LIGHTS

TEST(the_reasons_of_a_badge_are_listed, 0)
{
    explanation e;
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 0);
    assert_int_equal(e.text_size, 0);
    check_ok(tally_badge_set(w->account, "chat.bo", 3));
    check_ok(tally_badge_dot(w->account, "chat.al"));
    check_ok(tally_badge_set(w->account, "chat", 9));
    check_ok(tally_badge_set(w->account, "other", 1));
    check_ok(tally_badge_clear(w->account, "other"));
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 3);
    check_reason(&e, 0, "root.chat", COUNT | TALLY_REASON_OVERRIDDEN | LIGHTS, 0);
    assert_int_equal(e.reasons[0].own_count, 9);
    check_reason(&e, 1, "root.chat.al", DOT | LIGHTS, 0);
    check_reason(&e, 2, "root.chat.bo", COUNT | LIGHTS, 3);
    assert_int_equal(e.text_size, sizeof "root.chat" + sizeof "root.chat.al" + sizeof "root.chat.bo");
    explain(w->account, "chat.bo", &e);
    assert_int_equal(e.count, 1);
    check_reason(&e, 0, "root.chat.bo", COUNT | LIGHTS, 3);
    explain(w->account, "never.heard.of", &e);
    assert_int_equal(e.count, 0);
}

TEST(under_sum_nothing_is_overridden, WORLD_SUM)
{
    explanation e;
    check_ok(tally_badge_set(w->account, "chat", 9));
    check_ok(tally_badge_set(w->account, "chat.bo", 3));
    explain(w->account, "chat", &e);
    assert_int_equal(e.count, 2);
    check_reason(&e, 0, "root.chat", COUNT | LIGHTS, 9);
    check_reason(&e, 1, "root.chat.bo", COUNT | LIGHTS, 3);
    check_badge(w->account, "chat", 1, 12);
}

TEST(mutes_say_what_they_keep, 0)
{
    explanation e;
    check_ok(tally_badge_set(w->account, "a.x", 4));
    check_ok(tally_badge_set(w->account, "a.y", 5));
    check_ok(tally_badge_mute(w->account, "a.x", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_badge_mute(w->account, "idle", TALLY_MUTE_ALL, 0));
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 2);
    check_reason(&e, 0, "root.a.x", COUNT | TALLY_REASON_MUTE_NUMBER | TALLY_REASON_MUTED | LIGHTS, 0);
    assert_int_equal(e.reasons[0].kept_count, 4);
    check_reason(&e, 1, "root.a.y", COUNT | LIGHTS, 5);
    check_ok(tally_badge_mute(w->account, "a", TALLY_MUTE_ALL, CLOCK_START + 1000));
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 3);
    check_reason(&e, 0, "root.a", TALLY_REASON_MUTE_ALL, 0);
    assert_int_equal(e.reasons[0].kept_count, 5);
    check_reason(&e, 1, "root.a.x", COUNT | TALLY_REASON_MUTE_NUMBER | TALLY_REASON_MUTED, 0);
    check_reason(&e, 2, "root.a.y", COUNT | TALLY_REASON_MUTED, 0);
    check_badge(w->account, "root", 0, 0);

    /* A badge that has expired is not listed any more. */
    fake_clock_advance(&w->clock, 1000);
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 2);
}

/* The index-th reason is this message, which can be read by its key. */
static void check_message_reason(tally_account *account, const explanation *e, size_t index, const char *path,
                                 const char *id, uint32_t flags, uint64_t count) {
    const tally_reason *reason = &e->reasons[index];
    size_t changed;
    check_reason(e, index, path, TALLY_REASON_MESSAGE | flags, 0);
    assert_string_equal(e->text + reason->id.offset, id);
    assert_int_equal(reason->id.length, strlen(id));
    assert_true(reason->fed_count == count);
    check_ok(tally_message_mark_unread(account, &reason->message, 1, &changed));
    assert_int_equal(changed, 0);
}

TEST(messages_are_reasons, 0)
{
    explanation e;
    world_add_feed(w);
    world_page(w, "{\"cursor\":\"1\",\"items\":["
                  "{\"id\":\"1\",\"rev\":\"1\",\"path\":\"in\",\"count\":1,\"title\":\"t\"},"
                  "{\"id\":\"2\",\"rev\":\"1\",\"path\":\"in\",\"count\":3,\"title\":\"t\"},"
                  "{\"id\":\"3\",\"rev\":\"1\",\"path\":\"news\",\"count\":0,\"title\":\"t\"}]}");
    check_ok(tally_badge_set(w->account, "in", 9));
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 5);
    check_reason(&e, 0, "root.in", COUNT | TALLY_REASON_FED | TALLY_REASON_OVERRIDDEN | LIGHTS, 4);
    assert_int_equal(e.reasons[0].fed_count, 4);
    assert_true(e.reasons[0].message == 0);
    check_message_reason(w->account, &e, 1, "root.in", "1", LIGHTS, 1);
    check_message_reason(w->account, &e, 2, "root.in", "2", LIGHTS, 3);
    check_reason(&e, 3, "root.news", TALLY_REASON_FED | LIGHTS, 0);
    check_message_reason(w->account, &e, 4, "root.news", "3", LIGHTS, 0);
    /* The texts of a message are its id and, for the text that continues the list, its sequence. */
    assert_int_equal(e.text_size, 3 * sizeof "root.in" + 2 * sizeof "root.news" + 6 * sizeof "1");
    /* Those that are held back; those that are seen light nothing. */
    check_ok(tally_badge_clear(w->account, "in"));
    check_ok(tally_badge_mute(w->account, "news", TALLY_MUTE_ALL, 0));
    explain(w->account, "root", &e);
    assert_int_equal(e.count, 2);
    check_message_reason(w->account, &e, 1, "root.news", "3", TALLY_REASON_MUTED, 0);
}

TEST(small_buffers_report_the_needed_size, 0)
{
    explanation e;
    size_t needed;
    check_ok(tally_badge_dot(w->account, "a"));
    check_ok(tally_badge_dot(w->account, "b"));
    needed = sizeof "root.a" + sizeof "root.b";
    memset(&e, 0x55, sizeof e);
    /* Without room for the text that continues it, a list is written whole or not at all. */
    for (size_t entries = 0; entries <= 2; entries++) {
        for (size_t size = 0; size <= needed; size++) {
            check_status(badge_explain(w->account, "root", e.reasons, entries, e.text, size, &e.count,
                                             &e.text_size),
                         entries == 2 && size == needed ? TALLY_OK : TALLY_ERROR_BUFFER_TOO_SMALL);
            assert_true(e.count >= 1 && e.count <= 2);
        }
    }
    assert_int_equal(e.text_size, needed);
    assert_int_equal(e.text[needed], 0x55);
    check_reason(&e, 1, "root.b", DOT | LIGHTS, 0);
    check_status(badge_explain(w->account, "root", NULL, 9, NULL, 99, &e.count, &e.text_size),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_message("text_size");
}
