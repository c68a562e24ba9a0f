/* Snapshots, patches and digests through the header. */
#include "reference.h"
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct blob {
    unsigned char data[8192];
    size_t size;
} blob;

static void snapshot(tally_account *account, const char *path, blob *out) {
    check_ok(badge_snapshot(account, path, out->data, sizeof out->data, &out->size));
}

static void diff(const blob *from, const blob *to, blob *out) {
    check_ok(snapshot_diff(from->data, from->size, to->data, to->size, out->data, sizeof out->data, &out->size));
}

static void assert_same(const blob *a, const blob *b) {
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

static uint64_t digest(tally_account *account, const char *path) {
    uint64_t value = 0;
    check_ok(tally_badge_digest(account, path, &value));
    return value;
}

TEST(a_snapshot_comes_back, WORLD_FILE)
{
    blob before, after;
    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_dot_until(w->account, "a.y", CLOCK_START + 5000));
    check_ok(tally_badge_mute(w->account, "a.x", TALLY_MUTE_NUMBER, 0));
    snapshot(w->account, "root", &before);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(tally_badge_set(w->account, "b", 1));
    check_ok(badge_restore(w->account, "root", before.data, before.size));
    check_badge(w->account, "root.a.x", 1, 3);
    check_badge(w->account, "root.a", 1, 0);
    check_badge(w->account, "root.b", 0, 0);
    snapshot(w->account, "root", &after);
    assert_same(&before, &after);

    /* The restored badges are stored, and expire. */
    world_close(w);
    world_open(w, WORLD_FILE);
    snapshot(w->account, "root", &after);
    assert_same(&before, &after);
    fake_clock_advance(&w->clock, 6000);
    check_badge(w->account, "root.a.y", 0, 0);
    check_ok(tally_account_verify(w->account));
}

/* Case 23: no own badge is cleared by a patch, though the last child goes. */
TEST(a_patch_leads_there_and_back, 0)
{
    blob a, b, patch, back, now;
    check_ok(tally_badge_set(w->account, "a", 2));
    snapshot(w->account, "root", &b);
    check_ok(tally_badge_dot(w->account, "a.x"));
    snapshot(w->account, "root", &a);
    diff(&a, &b, &patch);
    check_ok(tally_badge_apply(w->account, "root", patch.data, patch.size, 0));
    check_badge(w->account, "root.a", 1, 2);
    snapshot(w->account, "root", &now);
    assert_same(&now, &b);
    check_ok(patch_inverse(patch.data, patch.size, back.data, sizeof back.data, &back.size));
    check_ok(tally_badge_apply(w->account, "root", back.data, back.size, 0));
    snapshot(w->account, "root", &now);
    assert_same(&now, &a);

    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_status(tally_badge_apply(w->account, "root", patch.data, patch.size, 0), TALLY_ERROR_CONFLICT);
    check_message("a.x");
    check_badge(w->account, "root", 0, 0);
    check_ok(tally_badge_apply(w->account, "root", back.data, back.size, TALLY_APPLY_OVERWRITE));
    check_badge(w->account, "root.a.x", 1, 0);
    check_status(tally_badge_apply(w->account, "root", back.data, back.size, 8), TALLY_ERROR_ARGUMENT);
}

/* The state goes as a snapshot, as a patch from nothing and as a patch to nothing, and is the same each time. */
static void goes_and_comes_back(world *w, const blob *nothing)
{
    blob state, patch, now;

    snapshot(w->account, "root", &state);
    diff(&state, nothing, &patch);
    check_ok(tally_badge_apply(w->account, "root", patch.data, patch.size, 0));
    snapshot(w->account, "root", &now);
    assert_same(&now, nothing);
    diff(nothing, &state, &patch);
    check_ok(tally_badge_apply(w->account, "root", patch.data, patch.size, 0));
    snapshot(w->account, "root", &now);
    assert_same(&now, &state);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    check_ok(badge_restore(w->account, "root", state.data, state.size));
    snapshot(w->account, "root", &now);
    assert_same(&now, &state);
    check_ok(tally_badge_clear_tree(w->account, "root"));
}

/* Counts, times, names and what names share, at the limits where their numbers get another byte. */
TEST(numbers_of_every_length, 0)
{
    blob nothing;
    int length, bits, off;

    snapshot(w->account, "root", &nothing);
    for (bits = 7; bits <= 35; bits += 7) {
        for (off = -1; off <= 1; off++) {
            int64_t count = (INT64_C(1) << bits) + off;

            if (count > TALLY_MAX_COUNT)
                count = TALLY_MAX_COUNT + (off > 0 ? 0 : off);
            check_ok(tally_badge_set(w->account, "a", count));
            goes_and_comes_back(w, &nothing);
            check_ok(tally_badge_set(w->account, "a", count));
            check_badge(w->account, "root.a", 1, (uint64_t)count);
            check_ok(tally_badge_clear_tree(w->account, "root"));
        }
    }
    /* A clock without a battery begins in 1970. */
    w->clock.wall = 1;
    for (bits = 7; bits <= 42; bits += 7) {
        for (off = -1; off <= 1; off++) {
            int64_t time = (INT64_C(1) << bits) + off;

            check_ok(tally_badge_set_until(w->account, "a", 1, time));
            check_ok(tally_badge_dot_until(w->account, "b", time));
            check_ok(tally_badge_mute(w->account, "c", TALLY_MUTE_ALL, time));
            goes_and_comes_back(w, &nothing);
            check_ok(tally_badge_mute(w->account, "c", TALLY_MUTE_NONE, 0));
        }
    }
    for (length = 120; length <= 135; length++) {
        char name[160];

        memset(name, 'n', sizeof name);
        name[length] = '\0';
        check_ok(tally_badge_set(w->account, name, 1));
        memcpy(name + length, "x", 2);
        check_ok(tally_badge_set(w->account, name, 2));
        memcpy(name + length, ".y", 3);
        check_ok(tally_badge_dot(w->account, name));
        goes_and_comes_back(w, &nothing);
    }
}

/* Names that begin alike, with bytes below and above the dot behind that, whatever the order in which they came. Eight
 * bytes are compared at a time. */
TEST(names_that_begin_alike, 0)
{
    static const char *const prefixes[] = {"", "1234567", "12345678", "123456789", "1234567812345678"};
    static const char *const ends[] = {"a", "a.b", "a!", "a!.c", "a-", "a b.d", "a/", "a0.e", "ab", "b.a", "b.a.x", "b.a!.y"};
    enum { PREFIXES = sizeof prefixes / sizeof *prefixes, COUNT = sizeof ends / sizeof *ends };
    blob nothing, first, now;
    int prefix, round, i;

    snapshot(w->account, "root", &nothing);
    for (prefix = 0; prefix < PREFIXES; prefix++) {
        for (round = 0; round < 2 * COUNT; round++) {
            for (i = 0; i < COUNT; i++) {
                int number = round < COUNT ? (round + i) % COUNT : (round + COUNT - i) % COUNT;
                char path[64];

                snprintf(path, sizeof path, "%s%s", prefixes[prefix], ends[number]);
                check_ok(tally_badge_set(w->account, path, number + 1));
            }
            check_ok(tally_badge_set(w->account, "0", 1)); /* Not all begin alike. */
            snapshot(w->account, "root", &now);
            if (round == 0)
                first = now;
            assert_same(&now, &first);
            goes_and_comes_back(w, &nothing);
        }
    }
}

/* As above, but with many siblings. */
TEST(many_names_that_begin_alike, 0)
{
    static const char bytes[] = "!-./09Aaz~";
    static const int steps[] = {1, 3, 7, 9, 11, 99}; /* Each leads to all names. */
    enum { BYTES = sizeof bytes - 1, COUNT = BYTES * BYTES };
    blob nothing, first, now;
    int round, i;

    snapshot(w->account, "root", &nothing);
    for (round = 0; round < 6; round++) {
        for (i = 0; i < COUNT; i++) {
            int number = (i * steps[round] + round) % COUNT;
            char path[64];

            snprintf(path, sizeof path, "12345678%s%c%s%c%s", number % 3 == 0 ? "12345678" : "",
                     bytes[number / BYTES], bytes[number / BYTES] == '.' ? "x" : "", bytes[number % BYTES],
                     bytes[number % BYTES] == '.' ? "y" : "");
            check_ok(tally_badge_set(w->account, path, number + 1));
        }
        check_ok(tally_badge_set(w->account, "0", 1));
        snapshot(w->account, "root", &now);
        if (round == 0)
            first = now;
        assert_same(&now, &first);
        goes_and_comes_back(w, &nothing);
    }
}

/* A patch with many entries is stored whole, also by an engine that had nothing to store before. */
TEST(a_large_patch_is_stored, WORLD_FILE)
{
    blob nothing, state, patch, now;
    char path[32];
    int i;

    snapshot(w->account, "root", &nothing);
    for (i = 0; i < 700; i++) {
        snprintf(path, sizeof path, "%c.%d", 'a' + i % 7, i);
        check_ok(tally_badge_set(w->account, path, 1 + i));
    }
    snapshot(w->account, "root", &state);
    check_ok(tally_badge_clear_tree(w->account, "root"));
    world_close(w);
    world_open(w, WORLD_FILE);
    diff(&nothing, &state, &patch);
    check_ok(tally_badge_apply(w->account, "root", patch.data, patch.size, 0));
    snapshot(w->account, "root", &now);
    assert_same(&now, &state);
    world_close(w);
    world_open(w, WORLD_FILE);
    snapshot(w->account, "root", &now);
    assert_same(&now, &state);
    check_ok(tally_engine_verify(w->engine));
}

TEST(subtrees_are_compared, 0)
{
    tally_account *other;
    blob patch;
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_badge_set(w->account, "a", 1));
    check_ok(tally_badge_set(w->account, "a", 0));
    assert_true(digest(w->account, "a") == digest(other, "nothing.there"));
    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_set(other, "b.x", 4));
    assert_true(digest(w->account, "a") != digest(other, "b"));
    check_ok(badge_diff(w->account, "a", other, "b", patch.data, sizeof patch.data, &patch.size));
    check_ok(tally_badge_apply(w->account, "a", patch.data, patch.size, 0));
    check_badge(w->account, "root.a.x", 1, 4);
    assert_true(digest(w->account, "a") == digest(other, "b"));
    tally_account_release(other);
}

/* The documented example, and its digest: the same in any account and engine, in any place. */
TEST(the_documented_example, 0)
{
    static const unsigned char example[] = {
        0x54, 0x4C, 0x59, 0x53, 0x01, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01, 'a',  0x02, 0xAC, 0x02, 0x01, 0x02,
        '.',  'x',  0x05, 0x05, 0x00, 0x01, 'b',  0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01,
        0xDA, 0xED, 0xE3, 0xAF, 0x94, 0x8E, 0x8F, 0x87,
    };
    world other;
    tally_account *foreign;
    document d;
    blob read;
    size_t size;
    world_init(&other, WORLD_SUM);
    w->clock.wall = other.clock.wall = -2;
    assert_true(document_read(&d, example, sizeof example, 0));
    assert_int_equal(d.count, 3);
    document_free(&d);
    check_ok(badge_restore(w->account, "root", example, sizeof example));
    check_ok(badge_restore(other.account, "elsewhere.y", example, sizeof example));
    assert_true(digest(w->account, "root") == UINT64_C(0xCAE872579996581E));
    assert_true(digest(other.account, "elsewhere.y") == UINT64_C(0xCAE872579996581E));
    assert_true(digest(other.account, "elsewhere") != UINT64_C(0xCAE872579996581E));
    snapshot(w->account, "root", &read);
    assert_int_equal(read.size, sizeof example);
    assert_memory_equal(read.data, example, sizeof example);

    /* Trees of different engines are compared by digests or snapshots, and not directly. */
    check_status(badge_diff(w->account, "root", other.account, "elsewhere.y", read.data, sizeof read.data, &size),
                 TALLY_ERROR_ARGUMENT);
    check_message("engines");
    check_ok(tally_account_open(w->engine, "bo", NULL, &foreign));
    assert_true(digest(foreign, "root") == 0 && digest(foreign, "root.unknown") == 0);
    tally_account_release(foreign);
    world_end(&other);
}

/* ---- Bad bytes ---- */

/* A state that bad bytes must leave as it is, a snapshot of it, and a patch that fits it. */
typedef struct scene {
    world w;
    blob snapshot;
    blob patch;
} scene;

static void scene_init(scene *s) {
    blob other;
    world_init(&s->w, 0);
    check_ok(tally_badge_set(s->w.account, "a.x", 300));
    check_ok(tally_badge_dot_until(s->w.account, "a.y", CLOCK_START + 5000));
    check_ok(tally_badge_mute(s->w.account, "b", TALLY_MUTE_NUMBER, CLOCK_START + 6000));
    snapshot(s->w.account, "root", &other);
    check_ok(tally_badge_set(s->w.account, "a.x", 3));
    check_ok(tally_badge_dot(s->w.account, "a.xy"));
    check_ok(tally_badge_mute(s->w.account, "b", TALLY_MUTE_ALL, 0));
    snapshot(s->w.account, "root", &s->snapshot);
    diff(&s->snapshot, &other, &s->patch);
}

static void scene_end(scene *s) {
    blob after;
    snapshot(s->w.account, "root", &after);
    assert_same(&after, &s->snapshot);
    check_ok(tally_account_verify(s->w.account));
    world_end(&s->w);
}

/* Every function that reads such bytes refuses them, and says where; nothing changes. The copy ends where the bytes
 * do, so that reading on is noticed. */
static void check_malformed(scene *s, const void *data, size_t size, int is_patch) {
    bytes b = bytes_copy(data, size);
    unsigned char out[16];
    size_t needed;
    if (is_patch) {
        check_status(tally_badge_apply(s->w.account, "root", b.data, size, 0), TALLY_ERROR_MALFORMED);
        check_message("byte");
        check_status(tally_badge_apply(s->w.account, "root", b.data, size, TALLY_APPLY_OVERWRITE), TALLY_ERROR_MALFORMED);
        check_status(patch_inverse(b.data, size, out, sizeof out, &needed), TALLY_ERROR_MALFORMED);
    } else {
        check_status(badge_restore(s->w.account, "root", b.data, size), TALLY_ERROR_MALFORMED);
        check_message("byte");
        check_status(snapshot_diff(b.data, size, s->snapshot.data, s->snapshot.size, out, sizeof out, &needed),
                     TALLY_ERROR_MALFORMED);
        check_status(snapshot_diff(s->snapshot.data, s->snapshot.size, b.data, size, out, sizeof out, &needed),
                     TALLY_ERROR_MALFORMED);
    }
    bytes_free(&b);
}

TEST_ALONE(corrupted_bytes)
{
    scene s;
    int is_patch;
    scene_init(&s);
    for (is_patch = 0; is_patch < 2; is_patch++) {
        const blob *good = is_patch ? &s.patch : &s.snapshot;
        for (size_t i = 0; i < 8 * good->size; i++) {
            blob bad = *good;
            bad.data[i / 8] ^= (unsigned char)(1u << i % 8);
            check_malformed(&s, bad.data, bad.size, is_patch);
        }
        check_malformed(&s, good->data, good->size, !is_patch); /* The one for the other. */
    }
    scene_end(&s);
}

/* The same with a checksum that is right: what is refused is what the reference refuses. */
TEST_ALONE(forged_bytes)
{
    static const unsigned char values[] = {0, 1, 2, 3, 4, 5, 24, 32, 64, 127, 128, 255, '.', '\\'};
    scene s;
    int is_patch, refused = 0, accepted = 0;
    scene_init(&s);
    for (is_patch = 0; is_patch < 2; is_patch++) {
        const blob *good = is_patch ? &s.patch : &s.snapshot;
        for (size_t i = 6; i + 8 < good->size; i++) {
            for (size_t v = 0; v < COUNT_OF(values); v++) {
                blob bad = *good, out;
                document d;
                bad.data[i] = values[v];
                seal(bad.data, bad.size, is_patch);
                if (!document_read(&d, bad.data, bad.size, is_patch)) {
                    check_malformed(&s, bad.data, bad.size, is_patch);
                    refused += 1;
                    continue;
                }
                document_free(&d);
                accepted += 1;
                if (is_patch)
                    check_ok(patch_inverse(bad.data, bad.size, out.data, sizeof out.data, &out.size));
                else
                    diff(&bad, good, &out);
            }
        }
    }
    assert_true(refused > 200 && accepted > 20);
    scene_end(&s);
}

TEST_ALONE(truncated_bytes)
{
    scene s;
    int is_patch;
    scene_init(&s);
    for (is_patch = 0; is_patch < 2; is_patch++) {
        const blob *good = is_patch ? &s.patch : &s.snapshot;
        for (size_t size = 0; size < good->size; size++) {
            blob bad = *good;
            check_malformed(&s, bad.data, size, is_patch);
            if (size < 18) continue;
            seal(bad.data, size, is_patch);
            check_malformed(&s, bad.data, size, is_patch);
        }
        for (size_t more = 1; more < 20; more++) { /* And something behind the end. */
            blob bad = *good;
            memset(bad.data + bad.size - 8, 0, more + 8);
            check_malformed(&s, good->data, good->size + 1, is_patch);
            seal(bad.data, bad.size + more, is_patch);
            check_malformed(&s, bad.data, bad.size + more, is_patch);
        }
    }
    scene_end(&s);
}

TEST_ALONE(entries_out_of_order)
{
    scene s;
    int is_patch;
    scene_init(&s);
    for (is_patch = 0; is_patch < 2; is_patch++) {
        const blob *good = is_patch ? &s.patch : &s.snapshot;
        document d;
        entry moved;
        bytes b;
        assert_true(document_read(&d, good->data, good->size, is_patch));
        assert_true(d.count >= 3);
        for (size_t i = 0; i + 1 < d.count; i++) { /* Two changed places, and one comes twice. */
            moved = d.entries[i];
            d.entries[i] = d.entries[i + 1];
            d.entries[i + 1] = moved;
            b = document_write(&d);
            check_malformed(&s, b.data, b.size, is_patch);
            bytes_free(&b);
            d.entries[i + 1] = d.entries[i];
            b = document_write(&d);
            check_malformed(&s, b.data, b.size, is_patch);
            bytes_free(&b);
            d.entries[i] = moved;
        }
        document_free(&d);
    }
    scene_end(&s);
}

/* ---- Numbers that are too large ---- */

static unsigned char *put_number(unsigned char *at, uint64_t number) {
    for (; number >= 0x80; number >>= 7) *at++ = (unsigned char)(number | 0x80);
    *at++ = (unsigned char)number;
    return at;
}

/* A document of one entry, as said. */
static size_t forge(unsigned char *data, int is_patch, uint32_t count, uint64_t shared, uint64_t length,
                    const void *state, size_t state_size) {
    unsigned char *at = data + 10;
    for (int i = 0; i < 4; i++) data[6 + i] = (unsigned char)(count >> (8 * i));
    at = put_number(at, shared);
    at = put_number(at, length);
    *at++ = 'k';
    if (is_patch) *at++ = 0;
    memcpy(at, state, state_size);
    at += state_size;
    seal(data, (size_t)(at - data) + 8, is_patch);
    return (size_t)(at - data) + 8;
}

TEST_ALONE(oversized_numbers)
{
    static const uint64_t large[] = {2,          127,        128,          65535,      65536,          UINT32_MAX - 1,
                                     UINT32_MAX, INT64_MAX,  (uint64_t)INT64_MAX + 1, UINT64_MAX - 10, UINT64_MAX,
                                     UINT64_C(1) << 32, (UINT64_C(1) << 32) + 1};
    static const struct {
        size_t size;
        unsigned char bytes[16];
    } states[] = {
        {1, {0}},                                                                /* Nothing */
        {1, {3}},                                                                /* No kind of badge */
        {1, {24}},                                                               /* Nor of mute */
        {1, {64}},                                                               /* Unknown bits */
        {1, {128}},
        {2, {4, 1}},                                                             /* An end of nothing */
        {2, {32, 1}},
        {2, {2, 0}},                                                             /* A count of 0 */
        {6, {2, 0x80, 0x80, 0x80, 0x80, 0x10}},                                  /* A count of 2^32 */
        {11, {2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}},               /* A count of 2^64 - 1 */
        {11, {2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2}},               /* More than 64 bits */
        {12, {2, 255, 255, 255, 255, 255, 255, 255, 255, 255, 128, 1}},
        {3, {2, 0x81, 0}},                                                       /* Longer than it need be */
        {2, {5, 0}},                                                             /* An end at 0 */
        {2, {0x28, 0}},
        {2, {2, 0x81}},                                                          /* Cut off */
        {2, {1, 1}},                                                             /* Too much */
    };
    scene s;
    unsigned char data[80] = {0}, dot = 1, out[80];
    size_t i, size, needed;
    int is_patch;
    scene_init(&s);
    for (is_patch = 0; is_patch < 2; is_patch++) {
        size = forge(data, is_patch, 1, 0, 1, &dot, 1); /* This one is good. */
        if (is_patch)
            check_ok(patch_inverse(data, size, out, sizeof out, &needed));
        else
            check_ok(snapshot_diff(data, size, data, size, out, sizeof out, &needed));
        for (i = 0; i < COUNT_OF(large); i++) {
            size = forge(data, is_patch, 1, large[i], 1, &dot, 1);
            check_malformed(&s, data, size, is_patch);
            size = forge(data, is_patch, 1, 0, large[i], &dot, 1);
            check_malformed(&s, data, size, is_patch);
            if (large[i] > UINT32_MAX) continue;
            size = forge(data, is_patch, (uint32_t)large[i], 0, 1, &dot, 1);
            check_malformed(&s, data, size, is_patch);
        }
        for (i = 0; i < COUNT_OF(states); i++) {
            size = forge(data, is_patch, 1, 0, 1, states[i].bytes, states[i].size);
            check_malformed(&s, data, size, is_patch);
        }
    }
    scene_end(&s);
}

TEST_ALONE(sizes_that_cannot_be)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 7, (size_t)PTRDIFF_MAX + 1};
    scene s;
    size_t i, needed;
    unsigned char out[1024];
    scene_init(&s);
    for (i = 0; i < COUNT_OF(sizes); i++) {
        const void *data = s.snapshot.data;
        check_status(badge_restore(s.w.account, "root", data, sizes[i]), TALLY_ERROR_ARGUMENT);
        check_status(tally_badge_apply(s.w.account, "root", data, sizes[i], 0), TALLY_ERROR_ARGUMENT);
        check_status(patch_inverse(data, sizes[i], out, sizeof out, &needed), TALLY_ERROR_ARGUMENT);
        check_status(snapshot_diff(data, sizes[i], data, s.snapshot.size, out, sizeof out, &needed),
                     TALLY_ERROR_ARGUMENT);
        check_status(snapshot_diff(data, s.snapshot.size, data, sizes[i], out, sizeof out, &needed),
                     TALLY_ERROR_ARGUMENT);
    }
    scene_end(&s);
}

/* ---- Good bytes in the wrong place ---- */

/* Paths that snapshots have room for, and trees have not: nothing is changed, though others would fit. */
TEST_ALONE(paths_beyond_the_limits)
{
    enum { LONGEST = 65535 };
    const own dot = {BADGE_DOT, 0, 0, 0, 0, 0}, nothing = {0, 0, 0, 0, 0, 0};
    scene s;
    char *path = (char *)allocate(LONGEST + 256);
    size_t length, needed;
    document d, patch;
    bytes b;
    int way;
    scene_init(&s);
    for (way = 0; way < 4; way++) {
        length = way == 3 ? LONGEST : way == 2 ? LONGEST + 1 : way == 1 ? 4096 : 65 * 2 - 1;
        for (size_t i = 0; i < length; i++) path[i] = i % (way == 0 ? 2 : 255) == (way == 0 ? 1 : 254) ? '.' : 'k';
        if (path[length - 1] == '.') path[length - 1] = 'k';
        document_init(&d, 0);
        document_put(&d, "fits", 4, &nothing, &dot);
        document_put(&d, path, length, &nothing, &dot);
        b = document_write(&d);
        if (way == 2) { /* Longer than any path. */
            check_malformed(&s, b.data, b.size, 0);
        } else {
            check_status(badge_restore(s.w.account, "root", b.data, b.size), TALLY_ERROR_PATH);
            check_message(NULL);
            check_status(snapshot_diff(b.data, b.size, b.data, b.size, NULL, 0, &needed),
                         TALLY_ERROR_BUFFER_TOO_SMALL);
        }
        bytes_free(&b);
        document_copy(&patch, &d);
        patch.is_patch = 1;
        b = document_write(&patch);
        if (way == 2)
            check_malformed(&s, b.data, b.size, 1);
        else
            check_status(tally_badge_apply(s.w.account, "root", b.data, b.size, TALLY_APPLY_OVERWRITE), TALLY_ERROR_PATH);
        bytes_free(&b);
        document_free(&patch);
        document_free(&d);
    }
    free(path);
    scene_end(&s);
}

/* As many nodes as are allowed, and one more. */
TEST(more_nodes_than_allowed, WORLD_CLOSED)
{
    const own dot = {BADGE_DOT, 0, 0, 0, 0, 0}, nothing = {0, 0, 0, 0, 0, 0};
    blob before, after;
    document d;
    bytes b;
    char path[16];
    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.max_nodes = 10;
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", NULL, &w->account));
    check_ok(tally_badge_set(w->account, "n0", 5));
    snapshot(w->account, "root", &before);
    document_init(&d, 0);
    for (int i = 0; i < 10; i++) document_put(&d, path, (size_t)sprintf(path, "n%d", i), &nothing, &dot);
    b = document_write(&d);
    check_status(badge_restore(w->account, "root", b.data, b.size), TALLY_ERROR_LIMIT);
    snapshot(w->account, "root", &after);
    assert_same(&before, &after);
    check_ok(tally_account_verify(w->account));
    bytes_free(&b);
    document_remove(&d, 9);
    b = document_write(&d);
    check_ok(badge_restore(w->account, "root", b.data, b.size));
    check_badge(w->account, "n8", 1, 0);
    bytes_free(&b);
    document_free(&d);
}

/* The first path that conflicts is named, wherever it stands among the entries, and nothing has changed. */
TEST(a_patch_to_the_wrong_state, 0)
{
    enum { NODES = 40 }; /* Beyond some checkpoints. */
    blob old, new, patch, wrong, now;
    char path[32];
    int i;
    for (i = 0; i < NODES; i++) {
        snprintf(path, sizeof path, "p.n%02d.é", i);
        check_ok(tally_badge_set(w->account, path, i + 1));
    }
    snapshot(w->account, "p", &old);
    for (i = 0; i < NODES; i++) {
        snprintf(path, sizeof path, "p.n%02d.é", i);
        if (i % 2 == 0)
            check_ok(tally_badge_clear(w->account, path));
        else
            check_ok(tally_badge_add(w->account, path, 1));
    }
    snapshot(w->account, "p", &new);
    diff(&old, &new, &patch);
    for (i = 0; i < NODES; i++) {
        check_ok(badge_restore(w->account, "p", old.data, old.size));
        snprintf(path, sizeof path, "p.n%02d.é", i);
        check_ok(tally_badge_mute(w->account, path, TALLY_MUTE_ALL, 0));
        check_ok(tally_badge_set(w->account, "p.n39.é", 4711)); /* A later one. */
        snapshot(w->account, "p", &wrong);
        check_status(tally_badge_apply(w->account, "p", patch.data, patch.size, 0), TALLY_ERROR_CONFLICT);
        check_message(path + 2);
        snapshot(w->account, "p", &now);
        assert_same(&now, &wrong);
        check_ok(tally_account_verify(w->account));
        check_ok(tally_badge_apply(w->account, "p", patch.data, patch.size, TALLY_APPLY_OVERWRITE));
        snapshot(w->account, "p", &now);
        assert_same(&now, &new);
        check_ok(tally_account_verify(w->account));
    }
    /* In another place, where there is nothing; forced, what is after is there. */
    check_status(tally_badge_apply(w->account, "q", patch.data, patch.size, 0), TALLY_ERROR_CONFLICT);
    check_message("n00.é");
    check_badge(w->account, "q", 0, 0);
    check_ok(tally_badge_apply(w->account, "q", patch.data, patch.size, TALLY_APPLY_OVERWRITE));
    snapshot(w->account, "q", &now);
    assert_same(&now, &new);
    /* The first one at the top itself. */
    check_ok(tally_badge_dot(w->account, "p"));
    snapshot(w->account, "p", &old);
    diff(&old, &new, &patch);
    check_ok(tally_badge_apply(w->account, "p", patch.data, patch.size, 0));
    check_status(tally_badge_apply(w->account, "p", patch.data, patch.size, 0), TALLY_ERROR_CONFLICT);
    check_message(NULL);
}

/* Ends of any time: what lies behind is gone at the first look, and what lies ahead is waited for. */
TEST_ALONE(times_of_any_value)
{
    static const int64_t times[] = {INT64_MIN, INT64_MIN + 1, -CLOCK_START, -1, 1, CLOCK_START - 1, CLOCK_START,
                                    CLOCK_START + 1, INT64_MAX - 1, INT64_MAX};
    static const int64_t clocks[] = {INT64_MIN, -1, 0, CLOCK_START, INT64_MAX - 1};
    const own nothing = {0, 0, 0, 0, 0, 0};
    size_t i, c;
    for (c = 0; c < COUNT_OF(clocks); c++) {
        world w;
        world_init(&w, WORLD_FILE);
        w.clock.wall = clocks[c];
        for (i = 0; i < COUNT_OF(times); i++) {
            own ends = {BADGE_DOT, 0, 0, 2, 0, 0};
            document d;
            bytes b;
            blob now;
            int64_t timeout;
            ends.expires = ends.mute_until = ends.snooze = times[i];
            document_init(&d, 0);
            document_put(&d, "a", 1, &nothing, &ends);
            b = document_write(&d);
            check_ok(badge_restore(w.account, "root", b.data, b.size));
            check_ok(tally_engine_step(w.engine));
            check_ok(tally_engine_get_timeout(w.engine, &timeout));
            assert_true(timeout >= -1);
            document_expire(&d, clocks[c], 0);
            bytes_free(&b);
            b = document_write(&d);
            snapshot(w.account, "root", &now);
            assert_int_equal(now.size, b.size);
            assert_memory_equal(now.data, b.data, b.size);
            bytes_free(&b);
            document_free(&d);
        }
        world_close(&w);
        world_open(&w, WORLD_FILE);
        check_ok(tally_account_verify(w.account));
        world_end(&w);
    }
}

/* ---- Arguments ---- */

TEST_ALONE(bad_arguments_are_refused)
{
    scene s;
    blob out;
    size_t size = 7;
    uint64_t digest = 7;
    tally_account *account;
    const unsigned char *data;
    scene_init(&s);
    account = s.w.account;
    data = s.snapshot.data;
#define refused(call) check_status(call, TALLY_ERROR_ARGUMENT)
    refused(badge_snapshot(NULL, "root", out.data, sizeof out.data, &size));
    refused(badge_snapshot(account, NULL, out.data, sizeof out.data, &size));
    refused(badge_snapshot(account, "root", out.data, sizeof out.data, NULL));
    refused(badge_restore(NULL, "root", data, s.snapshot.size));
    refused(badge_restore(account, NULL, data, s.snapshot.size));
    refused(badge_restore(account, "root", NULL, s.snapshot.size));
    refused(tally_badge_digest(NULL, "root", &digest));
    refused(tally_badge_digest(account, NULL, &digest));
    refused(tally_badge_digest(account, "root", NULL));
    refused(badge_diff(NULL, "root", account, "root", out.data, sizeof out.data, &size));
    refused(badge_diff(account, NULL, account, "root", out.data, sizeof out.data, &size));
    refused(badge_diff(account, "root", NULL, "root", out.data, sizeof out.data, &size));
    refused(badge_diff(account, "root", account, NULL, out.data, sizeof out.data, &size));
    refused(badge_diff(account, "root", account, "a", out.data, sizeof out.data, NULL));
    refused(snapshot_diff(NULL, 4, data, s.snapshot.size, out.data, sizeof out.data, &size));
    refused(snapshot_diff(data, s.snapshot.size, NULL, 4, out.data, sizeof out.data, &size));
    refused(snapshot_diff(data, s.snapshot.size, data, s.snapshot.size, out.data, sizeof out.data, NULL));
    refused(patch_inverse(NULL, 4, out.data, sizeof out.data, &size));
    refused(patch_inverse(s.patch.data, s.patch.size, out.data, sizeof out.data, NULL));
    refused(tally_badge_apply(NULL, "root", s.patch.data, s.patch.size, 0));
    refused(tally_badge_apply(account, NULL, s.patch.data, s.patch.size, 0));
    refused(tally_badge_apply(account, "root", NULL, s.patch.size, 0));
    refused(tally_badge_apply(account, "root", s.patch.data, s.patch.size, 2));
    refused(tally_badge_apply(account, "root", s.patch.data, s.patch.size, 0x80000000u));
#undef refused
    /* No bytes are no snapshot. */
    check_status(badge_restore(account, "root", NULL, 0), TALLY_ERROR_MALFORMED);
    check_status(tally_badge_apply(account, "root", NULL, 0, 0), TALLY_ERROR_MALFORMED);
    check_status(patch_inverse(NULL, 0, out.data, sizeof out.data, &size), TALLY_ERROR_MALFORMED);
    check_status(snapshot_diff(NULL, 0, data, s.snapshot.size, out.data, sizeof out.data, &size),
                 TALLY_ERROR_MALFORMED);
    check_status(snapshot_diff(data, s.snapshot.size, NULL, 0, out.data, sizeof out.data, &size),
                 TALLY_ERROR_MALFORMED);
#define bad_path(call) check_status(call, TALLY_ERROR_PATH)
    bad_path(badge_snapshot(account, "a..b", out.data, sizeof out.data, &size));
    bad_path(badge_restore(account, "a..b", data, s.snapshot.size));
    bad_path(tally_badge_digest(account, "a..b", &digest));
    bad_path(badge_diff(account, "a..b", account, "root", out.data, sizeof out.data, &size));
    bad_path(badge_diff(account, "root", account, "a..b", out.data, sizeof out.data, &size));
    bad_path(tally_badge_apply(account, "a..b", s.patch.data, s.patch.size, 0));
#undef bad_path
    scene_end(&s);
}

/* ---- Decoded snapshots ---- */

static void encode(const tally_snapshot *snapshot, blob *out) {
    check_ok(snapshot_encode(snapshot, out->data, sizeof out->data, &out->size));
}

static void compare(const tally_snapshot *from, const tally_snapshot *to, blob *out) {
    check_ok(decoded_diff(from, to, out->data, sizeof out->data, &out->size));
}

TEST(a_decoded_snapshot_says_what_its_bytes_say, 0)
{
    tally_snapshot *before, *after, *copy, *part;
    blob a, b, patch, same;
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_badge_dot_until(w->account, "a.x", CLOCK_START + 5000));
    snapshot(w->account, "root", &a);
    check_ok(tally_snapshot_take(w->account, "root", &before));
    encode(before, &same);
    assert_same(&a, &same);

    for (int i = 0; i < 100; i++) {
        char path[64];
        snprintf(path, sizeof path, "list.%d.a name of more than sixteen bytes", i);
        check_ok(tally_badge_set(w->account, path, 1 + 7 * i));
    }
    check_ok(tally_badge_clear_tree(w->account, "a.x"));
    snapshot(w->account, "root", &b);
    check_ok(tally_snapshot_decode(b.data, b.size, &after));
    diff(&a, &b, &patch);
    compare(before, after, &same);
    assert_same(&patch, &same);
    check_ok(decoded_diff(after, after, same.data, sizeof same.data, &same.size));
    assert_int_equal(same.size, 18);

    /* They are copies, of what was then, and outlive what they were made of. */
    memset(b.data, 0xFF, b.size);
    check_ok(tally_snapshot_take(w->account, "list.7", &part));
    tally_account_release(w->account);
    w->account = NULL;
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    compare(before, after, &same);
    assert_same(&patch, &same);
    encode(part, &same);
    check_ok(tally_snapshot_decode(same.data, same.size, &copy));
    compare(part, copy, &same);
    assert_int_equal(same.size, 18);
    tally_snapshot_release(before);
    tally_snapshot_release(after);
    tally_snapshot_release(part);
    tally_snapshot_release(copy);
    tally_snapshot_release(NULL);
}

/* The paths of a list, each with a blank. */
static const char *listed(const tally_snapshot *from, const char *path, uint32_t flags)
{
    static char paths[256];
    tally_snapshot_entry entries[8];
    char text[512];
    tally_rows rows = TALLY_ROWS(entries, text);
    size_t i;

    check_ok(tally_snapshot_list(from, path, flags, NULL, &rows));
    paths[0] = '\0';
    for (i = 0; i < rows.count; i++) {
        strcat(paths, text + entries[i].path.offset);
        strcat(paths, " ");
    }
    return paths;
}

TEST(entries_of_a_snapshot, 0)
{
    tally_snapshot_entry entries[8];
    char text[512];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_snapshot *taken;

    check_ok(tally_badge_set_until(w->account, "top", 3, CLOCK_START + 5000));
    check_ok(tally_badge_dot(w->account, "top.a"));
    check_ok(tally_badge_mute(w->account, "top.a.x", TALLY_MUTE_NUMBER, CLOCK_START + 6000));
    check_ok(tally_badge_set(w->account, "top.a.x", TALLY_MAX_COUNT));
    check_ok(tally_badge_set(w->account, "top.a!", 1));
    check_ok(tally_badge_set(w->account, "top.a/b", 1));
    check_ok(tally_badge_set(w->account, "above", 1));
    check_ok(tally_snapshot_take(w->account, "top", &taken));
    check_ok(tally_snapshot_list(taken, NULL, TALLY_SUBTREE, NULL, &rows));
    assert_int_equal(rows.count, 5);
    assert_int_equal(entries[0].path.length, 0);
    assert_int_equal(entries[0].kind, TALLY_KIND_NUMBER);
    assert_int_equal(entries[0].count, 3);
    assert_int_equal(entries[0].until, CLOCK_START + 5000);
    assert_int_equal(entries[0].mute, TALLY_MUTE_NONE);
    assert_string_equal(text + entries[1].path.offset, "a");
    assert_int_equal(entries[1].kind, TALLY_KIND_DOT);
    assert_int_equal(entries[1].count + (uint64_t)entries[1].until, 0);
    assert_string_equal(text + entries[3].path.offset, "a.x");
    assert_int_equal(entries[3].count, TALLY_MAX_COUNT);
    assert_int_equal(entries[3].mute, TALLY_MUTE_NUMBER);
    assert_int_equal(entries[3].mute_until, CLOCK_START + 6000);
    /* A part of it: "a!" and "a/b" are no nodes below "a". */
    assert_string_equal(listed(taken, "root", TALLY_SUBTREE), " a a! a.x a/b ");
    assert_string_equal(listed(taken, "", TALLY_LIST_CHILDREN), "a a! a/b ");
    assert_string_equal(listed(taken, "a", TALLY_SUBTREE), "a a.x ");
    assert_string_equal(listed(taken, "root.a", TALLY_LIST_CHILDREN), "a.x ");
    assert_string_equal(listed(taken, "a.x", TALLY_LIST_CHILDREN), "");
    assert_string_equal(listed(taken, "nowhere", TALLY_SUBTREE), "");
    check_status(tally_snapshot_list(taken, "a..b", 0, NULL, &rows), TALLY_ERROR_PATH);
    check_status(tally_snapshot_list(taken, "a", TALLY_SUBTREE << 1, NULL, &rows), TALLY_ERROR_ARGUMENT);
    check_status(tally_snapshot_list(NULL, "a", 0, NULL, &rows), TALLY_ERROR_ARGUMENT);
    tally_snapshot_release(taken);
}

TEST(entries_of_a_patch, 0)
{
    tally_patch_entry entries[8];
    char text[512];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_bytes patch = TALLY_BYTES_INIT;
    char *changed;

    check_ok(tally_badge_set(w->account, "one.a", 3));
    check_ok(tally_badge_set(w->account, "one.same", 3));
    check_ok(tally_badge_set(w->account, "two.same", 3));
    check_ok(tally_badge_set_until(w->account, "two.a", 4, CLOCK_START + 5000));
    check_ok(tally_badge_mute(w->account, "two.a", TALLY_MUTE_ALL, CLOCK_START + 6000));
    check_ok(tally_badge_dot(w->account, "two.b.c"));
    check_ok(tally_badge_diff(w->account, "one", w->account, "two", &patch));
    check_ok(tally_patch_list(patch.data, patch.size, NULL, TALLY_SUBTREE, NULL, &rows));
    assert_int_equal(rows.count, 2);
    assert_string_equal(text + entries[0].path.offset, "a");
    assert_int_equal(entries[0].before_kind, TALLY_KIND_NUMBER);
    assert_int_equal(entries[0].before_count, 3);
    assert_int_equal(entries[0].before_until + entries[0].before_mute_until + entries[0].before_mute, 0);
    assert_int_equal(entries[0].after_count, 4);
    assert_int_equal(entries[0].after_until, CLOCK_START + 5000);
    assert_int_equal(entries[0].after_mute, TALLY_MUTE_ALL);
    assert_int_equal(entries[0].after_mute_until, CLOCK_START + 6000);
    assert_string_equal(text + entries[1].path.offset, "b.c");
    assert_int_equal(entries[1].before_kind, TALLY_KIND_NONE);
    assert_int_equal(entries[1].after_kind, TALLY_KIND_DOT);
    check_ok(tally_patch_list(patch.data, patch.size, "b", TALLY_LIST_CHILDREN, NULL, &rows));
    assert_int_equal(rows.count, 1);
    check_status(tally_patch_list(patch.data, patch.size, "b.", 0, NULL, &rows), TALLY_ERROR_PATH);
    changed = (char *)malloc(patch.size);
    require(changed != NULL);
    memcpy(changed, patch.data, patch.size);
    changed[patch.size / 2] ^= 1;
    check_status(tally_patch_list(changed, patch.size, NULL, 0, NULL, &rows), TALLY_ERROR_MALFORMED);
    check_status(tally_patch_list(NULL, 0, NULL, 0, NULL, &rows), TALLY_ERROR_MALFORMED);
    check_status(tally_patch_list(NULL, 1, NULL, 0, NULL, &rows), TALLY_ERROR_ARGUMENT);
    assert_int_equal(rows.count + rows.text_size, 0);
    free(changed);
    tally_bytes_release(&patch);
}

TEST(a_decoded_snapshot_is_restored, WORLD_FILE)
{
    tally_snapshot *taken;
    tally_account *other;
    blob before, after;
    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_mute(w->account, "a.x", TALLY_MUTE_NUMBER, 0));
    check_ok(tally_badge_dot_until(w->account, "a.y", CLOCK_START + 5000));
    snapshot(w->account, "a", &before);
    check_ok(tally_snapshot_take(w->account, "a", &taken));
    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_badge_dot(other, "b.gone"));
    for (int i = 0; i < 2; i++) {
        check_ok(tally_badge_restore(other, "b", taken));
        snapshot(other, "b", &after);
        assert_same(&before, &after);
        check_badge(other, "root.b.gone", 0, 0);
    }
    fake_clock_advance(&w->clock, 6000);
    check_badge(other, "root.b.y", 0, 0);
    check_ok(tally_account_verify(other));
    tally_account_release(other);
    tally_snapshot_release(taken);
}

TEST(bad_handles_and_bytes_are_refused, 0)
{
    tally_snapshot *good, *bad;
    blob b, copy;
    size_t size;
    check_ok(tally_badge_set(w->account, "a.x", 3));
    check_ok(tally_badge_dot(w->account, "b"));
    snapshot(w->account, "root", &b);
    check_ok(tally_snapshot_take(w->account, "root", &good));
    for (size_t i = 0; i < b.size; i++) {
        copy = b;
        copy.data[i] ^= 0x10;
        bad = good;
        check_status(tally_snapshot_decode(copy.data, copy.size, &bad), TALLY_ERROR_MALFORMED);
        assert_null(bad);
        check_status(tally_snapshot_decode(b.data, i, &bad), TALLY_ERROR_MALFORMED);
    }
    check_message("byte");
    check_status(tally_snapshot_decode(NULL, 4, &bad), TALLY_ERROR_ARGUMENT);
    check_status(tally_snapshot_decode(NULL, 0, &bad), TALLY_ERROR_MALFORMED);
    check_status(tally_snapshot_decode(b.data, b.size, NULL), TALLY_ERROR_ARGUMENT);

    bad = good;
    check_status(tally_snapshot_take(w->account, "a..b", &bad), TALLY_ERROR_PATH);
    assert_null(bad);
    check_status(tally_snapshot_take(w->account, NULL, &bad), TALLY_ERROR_ARGUMENT);
    check_status(tally_snapshot_take(NULL, "root", &bad), TALLY_ERROR_ARGUMENT);
    check_status(tally_snapshot_take(w->account, "root", NULL), TALLY_ERROR_ARGUMENT);

    check_ok(snapshot_encode(good, copy.data, b.size, &size));
    check_status(snapshot_encode(NULL, copy.data, sizeof copy.data, &size), TALLY_ERROR_ARGUMENT);
    check_status(snapshot_encode(good, copy.data, sizeof copy.data, NULL), TALLY_ERROR_ARGUMENT);

    check_status(decoded_diff(NULL, good, copy.data, sizeof copy.data, &size), TALLY_ERROR_ARGUMENT);
    check_status(decoded_diff(good, NULL, copy.data, sizeof copy.data, &size), TALLY_ERROR_ARGUMENT);
    check_status(decoded_diff(good, good, copy.data, sizeof copy.data, NULL), TALLY_ERROR_ARGUMENT);
    check_ok(decoded_diff(good, good, copy.data, sizeof copy.data, &size));
    assert_int_equal(size, 18);

    check_status(tally_badge_restore(w->account, "root", NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_restore(NULL, "root", good), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_restore(w->account, NULL, good), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_restore(w->account, "a..b", good), TALLY_ERROR_PATH);
    tally_engine_close(w->engine, -1);
    w->engine = NULL;
    check_status(tally_badge_restore(w->account, "root", good), TALLY_ERROR_CLOSED);
    check_status(tally_snapshot_take(w->account, "root", &bad), TALLY_ERROR_CLOSED);
    tally_snapshot_release(good);
}

/* ---- Few bytes with many long paths ---- */

enum { SUFFIX = 4 };

/* A snapshot of so many dots. Their paths have `length` bytes, and differ only at the end. */
static bytes long_paths(size_t length, uint32_t count)
{
    char former[SUFFIX + 1] = "", suffix[32];
    bytes b;
    unsigned char *at;
    uint32_t i;
    size_t j;

    b.data = (unsigned char *)allocate(length + 40 + 12 * (size_t)count);
    at = b.data + 10;
    for (i = 0; i < count; i++) {
        size_t shared = 0;

        snprintf(suffix, sizeof suffix, "%04x", (unsigned)i);
        while (i > 0 && former[shared] == suffix[shared])
            shared += 1;
        at = put_number(at, i == 0 ? 0 : length - SUFFIX + shared);
        at = put_number(at, i == 0 ? length : SUFFIX - shared);
        for (j = 0; i == 0 && j < length - SUFFIX; j++)
            *at++ = j % 200 == 199 ? '.' : 'p';
        memcpy(at, suffix + shared, SUFFIX - shared);
        at += SUFFIX - shared;
        *at++ = 1;
        memcpy(former, suffix, SUFFIX);
    }
    for (j = 0; j < 4; j++)
        b.data[6 + j] = (unsigned char)(count >> 8 * j);
    b.size = (size_t)(at - b.data) + 8;
    seal(b.data, b.size, 0);
    return b;
}

/* A reader and a file have paths in full, so their sum has a limit. */
TEST(paths_have_a_limit_in_all, 0)
{
    tally_snapshot *decoded;
    bytes b = long_paths(65000, 20000);

    assert_true(b.size < 250000);
    check_status(tally_snapshot_decode(b.data, b.size, &decoded), TALLY_ERROR_MALFORMED);
    check_message("written out");
    bytes_free(&b);
    /* Below the limit of 64 MiB and 64 times the bytes. */
    b = long_paths(65000, 1000);
    check_ok(tally_snapshot_decode(b.data, b.size, &decoded));
    tally_snapshot_release(decoded);
    bytes_free(&b);
    b = long_paths(4000, 60000);
    check_status(tally_snapshot_decode(b.data, b.size, &decoded), TALLY_ERROR_MALFORMED);
    bytes_free(&b);
    b = long_paths(4000, 15000);
    check_ok(tally_snapshot_decode(b.data, b.size, &decoded));
    check_ok(tally_badge_restore(w->account, "root", decoded));
    tally_snapshot_release(decoded);
    bytes_free(&b);
    /* Shorter paths have no such limit. */
    b = long_paths(60, 60000);
    check_ok(tally_snapshot_decode(b.data, b.size, &decoded));
    tally_snapshot_release(decoded);
    bytes_free(&b);
}
