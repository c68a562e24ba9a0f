/* The changes since a revision, and the recount. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <string.h>

typedef struct listing {
    tally_badge_entry entries[64];
    char text[4096];
    size_t count;
    uint64_t revision;
} listing;

static tally_status changes(tally_account *account, uint64_t since, listing *out) {
    return badge_changes(account, since, 0, out->entries, COUNT_OF(out->entries), out->text, sizeof out->text,
                               &out->count, &out->revision);
}

static const tally_badge_entry *find(const listing *list, const char *path) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->text + list->entries[i].path.offset, path) == 0) return &list->entries[i];
    }
    return NULL;
}

TEST(changes_are_listed_once, 0)
{
    listing list;
    check_status(changes(w->account, 0, &list), TALLY_OK);
    assert_int_equal(list.count, 0);
    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_set(w->account, "a.x", 4));
    check_ok(tally_badge_dot(w->account, "b"));
    check_ok(changes(w->account, 0, &list));
    assert_int_equal(list.count, 4); /* a.x, a, b, root */
    assert_int_equal(list.revision, 3);
    assert_int_equal(find(&list, "root.a.x")->badge.count, 4);
    assert_int_equal(find(&list, "root")->badge.count, 4);
    assert_int_equal(find(&list, "root.b")->badge.kind, 1);

    /* From the second change on: root and b, not a. A dot beside a number changes nothing at the root. */
    check_ok(changes(w->account, 2, &list));
    assert_int_equal(list.count, 1);
    assert_non_null(find(&list, "root.b"));
    check_ok(changes(w->account, list.revision, &list));
    assert_int_equal(list.count, 0);
}

TEST(unknown_changes_are_resync, 0)
{
    listing list;
    uint64_t epoch;
    check_ok(tally_badge_set(w->account, "a", 1));
    check_status(changes(w->account, 0, &list), TALLY_RESYNC);
    check_status(changes(w->account, 7, &list), TALLY_RESYNC);
    check_ok(account_info(w->account, NULL, NULL, &epoch, NULL));
    check_status(badge_changes(w->account, 1, epoch + 1, list.entries, 1, list.text, 10, &list.count,
                                     &list.revision),
                 TALLY_RESYNC);
    check_ok(badge_changes(w->account, 1, epoch, list.entries, 1, list.text, 10, &list.count, &list.revision));
}

TEST(little_room_takes_several_calls, 0)
{
    listing list;
    uint64_t since = 0;
    int calls = 0;
    size_t seen = 0;
    tally_status status;
    check_ok(changes(w->account, 0, &list));
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_badge_set(w->account, "b", 1));
    check_ok(tally_badge_set(w->account, "c", 1));
    do {
        status = badge_changes(w->account, since, 0, list.entries, 2, list.text, sizeof list.text, &list.count,
                                     &list.revision);
        assert_true(status == TALLY_OK || status == TALLY_MORE);
        assert_true(status == TALLY_OK || list.revision > since);
        since = list.revision;
        seen += list.count;
        calls += 1;
    } while (status == TALLY_MORE && calls < 10);
    assert_int_equal(status, TALLY_OK);
    assert_true(calls > 1 && seen >= 4);
    check_ok(tally_badge_set(w->account, "d.e.f", 1));
    check_status(badge_changes(w->account, since, 0, list.entries, 2, list.text, sizeof list.text, &list.count,
                                     &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(badge_changes(w->account, since, 0, NULL, 0, NULL, 0, &list.count, &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(tally_badge_changes(w->account, since, 0, NULL, &list.revision), TALLY_ERROR_ARGUMENT);
}

/* Revisions and epochs that were never told, and memory that is not there: an answer each, and nothing is written. */
TEST(odd_questions_are_answered, 0)
{
    static const uint64_t odd[] = {2, 3, UINT32_MAX, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    listing list;
    uint64_t epoch;
    size_t i;
    check_ok(changes(w->account, 0, &list));
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(account_info(w->account, NULL, NULL, &epoch, NULL));
    for (i = 0; i < COUNT_OF(odd); i++) {
        list.count = 7;
        check_status(changes(w->account, odd[i], &list), TALLY_RESYNC);
        assert_int_equal(list.count, 0);
        check_status(badge_changes(w->account, 0, epoch ^ odd[i], list.entries, 64, list.text, 4096, &list.count,
                                         &list.revision),
                     TALLY_RESYNC);
    }
    check_status(badge_changes(NULL, 0, 0, list.entries, 64, list.text, 4096, &list.count, &list.revision),
                 TALLY_ERROR_ARGUMENT);
    check_status(badge_changes(w->account, 0, 0, list.entries, 64, list.text, 4096, &list.count, NULL),
                 TALLY_ERROR_ARGUMENT);
    check_status(badge_changes(w->account, 0, 0, NULL, 64, list.text, 4096, &list.count, &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(badge_changes(w->account, 0, 0, list.entries, 64, NULL, 4096, &list.count, &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    /* More than there can be, is none. */
    check_status(badge_changes(w->account, 0, 0, list.entries, SIZE_MAX, list.text, 4096, &list.count,
                                     &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(badge_changes(w->account, 0, 0, list.entries, 64, list.text, SIZE_MAX, &list.count,
                                     &list.revision),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    check_ok(changes(w->account, 0, &list));
    assert_int_equal(list.count, 2);
}

TEST(the_recount_agrees, 0)
{
    for (int i = 0; i < 200; i++) {
        char path[32];
        snprintf(path, sizeof path, "a%d.b%d", i % 7, i % 13);
        check_ok(tally_badge_set(w->account, path, i % 5));
    }
    check_ok(tally_badge_clear_tree(w->account, "a3"));
    check_ok(tally_account_verify(w->account));
    check_status(tally_account_verify(NULL), TALLY_ERROR_ARGUMENT);
}
