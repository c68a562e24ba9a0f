/* Snapshots, patches and digests through the header. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    unsigned char data[8192];
    size_t size;
} bytes;

static void snapshot(tally_account *account, const char *path, bytes *out) {
    check_ok(tally_badge_snapshot(account, path, out->data, sizeof out->data, &out->size));
}

static void diff(const bytes *from, const bytes *to, bytes *out) {
    check_ok(tally_snapshot_diff(from->data, from->size, to->data, to->size, out->data, sizeof out->data, &out->size));
}

static void assert_same(const bytes *a, const bytes *b) {
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

static uint64_t digest(tally_account *account, const char *path) {
    uint64_t value = 0;
    check_ok(tally_badge_digest(account, path, &value));
    return value;
}

static void a_snapshot_comes_back(void **state) {
    world w;
    bytes before, after;
    (void)state;
    world_init(&w, WORLD_FILE);
    check_ok(tally_badge_set(w.account, "a.x", 3));
    check_ok(tally_badge_dot_until(w.account, "a.y", CLOCK_START + 5000));
    check_ok(tally_badge_mute(w.account, "a.x", TALLY_MUTE_NUMBER, 0));
    snapshot(w.account, "root", &before);
    check_ok(tally_badge_force(w.account, "root"));
    check_ok(tally_badge_set(w.account, "b", 1));
    check_ok(tally_badge_restore(w.account, "root", before.data, before.size));
    check_badge(w.account, "root.a.x", 1, 3);
    check_badge(w.account, "root.a", 1, 0);
    check_badge(w.account, "root.b", 0, 0);
    snapshot(w.account, "root", &after);
    assert_same(&before, &after);

    /* What it brought is stored, and expires. */
    world_close(&w);
    world_open(&w, WORLD_FILE);
    snapshot(w.account, "root", &after);
    assert_same(&before, &after);
    fake_clock_advance(&w.clock, 6000);
    check_badge(w.account, "root.a.y", 0, 0);
    check_ok(tally_account_verify(w.account));
    world_end(&w);
}

/* Case 23: no manual badge is cleared by a patch, though the last child goes. */
static void a_patch_leads_there_and_back(void **state) {
    world w;
    bytes a, b, patch, back, now;
    (void)state;
    world_init(&w, 0);
    check_ok(tally_badge_set(w.account, "a", 2));
    snapshot(w.account, "root", &b);
    check_ok(tally_badge_dot(w.account, "a.x"));
    snapshot(w.account, "root", &a);
    diff(&a, &b, &patch);
    check_ok(tally_badge_apply(w.account, "root", patch.data, patch.size, 0));
    check_badge(w.account, "root.a", 1, 2);
    snapshot(w.account, "root", &now);
    assert_same(&now, &b);
    check_ok(tally_patch_inverse(patch.data, patch.size, back.data, sizeof back.data, &back.size));
    check_ok(tally_badge_apply(w.account, "root", back.data, back.size, 0));
    snapshot(w.account, "root", &now);
    assert_same(&now, &a);

    check_ok(tally_badge_force(w.account, "root"));
    check_status(tally_badge_apply(w.account, "root", patch.data, patch.size, 0), TALLY_ERROR_CONFLICT);
    check_message("a.x");
    check_badge(w.account, "root", 0, 0);
    check_ok(tally_badge_apply(w.account, "root", back.data, back.size, TALLY_APPLY_FORCE));
    check_badge(w.account, "root.a.x", 1, 0);
    check_status(tally_badge_apply(w.account, "root", back.data, back.size, 8), TALLY_ERROR_ARGUMENT);
    world_end(&w);
}

static void subtrees_are_compared(void **state) {
    world w;
    tally_account *other;
    bytes patch;
    (void)state;
    world_init(&w, 0);
    check_ok(tally_account_open(w.engine, "bo", NULL, &other));
    check_ok(tally_badge_set(w.account, "a", 1));
    check_ok(tally_badge_set(w.account, "a", 0));
    assert_true(digest(w.account, "a") == digest(other, "nothing.there"));
    check_ok(tally_badge_set(w.account, "a.x", 3));
    check_ok(tally_badge_set(other, "b.x", 4));
    assert_true(digest(w.account, "a") != digest(other, "b"));
    check_ok(tally_badge_diff(w.account, "a", other, "b", patch.data, sizeof patch.data, &patch.size));
    check_ok(tally_badge_apply(w.account, "a", patch.data, patch.size, 0));
    check_badge(w.account, "root.a.x", 1, 4);
    assert_true(digest(w.account, "a") == digest(other, "b"));
    tally_account_release(other);
    world_end(&w);
}

static void bad_bytes_are_refused(void **state) {
    world w;
    bytes good, bad;
    size_t size;
    (void)state;
    world_init(&w, 0);
    check_ok(tally_badge_set(w.account, "a.x", 3));
    check_ok(tally_badge_dot(w.account, "b"));
    snapshot(w.account, "root", &good);
    for (size_t i = 0; i < good.size; i++) {
        bad = good;
        bad.data[i] ^= 0x10;
        check_status(tally_badge_restore(w.account, "root", bad.data, bad.size), TALLY_ERROR_MALFORMED);
        check_status(tally_badge_restore(w.account, "root", good.data, i), TALLY_ERROR_MALFORMED);
        check_status(tally_badge_apply(w.account, "root", bad.data, bad.size, 0), TALLY_ERROR_MALFORMED);
        check_status(tally_patch_inverse(bad.data, i, NULL, 0, &size), TALLY_ERROR_MALFORMED);
    }
    check_message("byte");
    check_badge(w.account, "root", 1, 3);
    check_status(tally_badge_restore(w.account, "root", NULL, 4), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_restore(w.account, "root", NULL, 0), TALLY_ERROR_MALFORMED);
    check_status(tally_badge_snapshot(w.account, "root", NULL, 0, &size), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(size, good.size);
    check_status(tally_badge_snapshot(w.account, "root", NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_snapshot(w.account, "a..b", bad.data, sizeof bad.data, &size), TALLY_ERROR_PATH);
    check_status(tally_snapshot_diff(good.data, good.size, NULL, 0, bad.data, sizeof bad.data, &size),
                 TALLY_ERROR_MALFORMED);
    check_status(tally_badge_digest(w.account, "root", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_diff(w.account, "root", NULL, "root", bad.data, sizeof bad.data, &size),
                 TALLY_ERROR_ARGUMENT);
    world_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_comes_back),
        cmocka_unit_test(a_patch_leads_there_and_back),
        cmocka_unit_test(subtrees_are_compared),
        cmocka_unit_test(bad_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
