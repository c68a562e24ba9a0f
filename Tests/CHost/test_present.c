/* needs: tsan */
/* Presentation: how a path is drawn, and whose style it has. */
#include "views.h"
#include "lists.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Styles and presentations ---- */

TEST(a_path_is_drawn, 0)
{
    char text[256];
    tally_presentation presentation;

    check_present(w->account, "a", TALLY_KIND_NONE, "");
    check_ok(tally_badge_dot(w->account, "a.x"));
    check_present(w->account, "a", TALLY_KIND_DOT, "");
    set_icon(w->account, "a", "new");
    check_present(w->account, "a", TALLY_KIND_ICON, "new");
    check_present(w->account, "a.x", TALLY_KIND_DOT, "");
    check_present(w->account, "root", TALLY_KIND_DOT, "");
    check_ok(tally_badge_set(w->account, "a.x", 99));
    check_present(w->account, "a", TALLY_KIND_NUMBER, "99");
    check_ok(tally_badge_add(w->account, "a.x", 1));
    check_present(w->account, "a", TALLY_KIND_NUMBER, "99+");
    set_max_count(w->account, "root", 999);
    check_present(w->account, "a", TALLY_KIND_NUMBER, "100");
    presentation = present(w->account, "a", text);
    assert_true(presentation.count == 100);
    assert_true(presentation.max_count == 999);
    assert_int_equal(presentation.struct_size, sizeof presentation);
    check_badge(w->account, "a", 1, 100);
}

TEST(missing_fields_are_inherited, 0)
{
    char text[256];
    tally_presentation presentation;
    tally_style style = fresh_style(TALLY_STYLE_FIELD_DOT_RADIUS | TALLY_STYLE_FIELD_OFFSET | TALLY_STYLE_FIELD_TEXT_COLOR |
                                    TALLY_STYLE_FIELD_BACKGROUND_COLOR | TALLY_STYLE_FIELD_OVERFLOW);
    tally_style inner = fresh_style(TALLY_STYLE_FIELD_FONT_SIZE | TALLY_STYLE_FIELD_FONT_WEIGHT | TALLY_STYLE_FIELD_OFFSET);

    presentation = present(w->account, "a.b.c", text);
    assert_true(presentation.dot_radius == 3 && presentation.offset_x == 0 && presentation.offset_y == 0);
    assert_true(presentation.font_size == 9);
    assert_int_equal(presentation.font_weight, TALLY_FONT_WEIGHT_BOLD);
    assert_int_equal(presentation.text_color, 0xFFFFFFFFu);
    assert_int_equal(presentation.background_color, 0xFF0000FFu);
    assert_int_equal(presentation.overflow, TALLY_OVERFLOW_PLUS);
    assert_true(presentation.max_count == 99);

    style.dot_radius = 4.5f;
    style.offset_x = -2;
    style.offset_y = 3;
    style.text_color = 0x000000FFu;
    style.background_color = 0;
    style.overflow = TALLY_OVERFLOW_ELLIPSIS;
    style.max_count = 1; /* Not named in fields. */
    style.font_size = -5;
    check_ok(tally_style_set(w->account, "a", &style));
    inner.font_size = 12;
    inner.font_weight = 350;
    inner.offset_x = 1;
    check_ok(tally_style_set(w->account, "a.b", &inner));
    presentation = present(w->account, "a.b.c", text);
    assert_true(presentation.dot_radius == 4.5f && presentation.offset_x == 1 && presentation.offset_y == 0);
    assert_true(presentation.font_size == 12);
    assert_int_equal(presentation.font_weight, 350);
    assert_int_equal(presentation.text_color, 0x000000FFu);
    assert_int_equal(presentation.background_color, 0);
    assert_int_equal(presentation.overflow, TALLY_OVERFLOW_ELLIPSIS);
    assert_true(presentation.max_count == 99);
    check_ok(tally_badge_set(w->account, "a.b.c", 100));
    check_present(w->account, "a.b.c", TALLY_KIND_NUMBER, "\xE2\x80\xA6");
    /* It goes, in either way. */
    check_ok(tally_style_set(w->account, "a", NULL));
    inner.fields = 0;
    check_ok(tally_style_set(w->account, "a.b", &inner));
    presentation = present(w->account, "a.b.c", text);
    assert_true(presentation.dot_radius == 3 && presentation.font_size == 9);
    assert_string_equal(text, "99+");
}

TEST(a_style_is_read_back, 0)
{
    tally_style style = fresh_style(TALLY_STYLE_FIELD_OFFSET | TALLY_STYLE_FIELD_MAX_COUNT | TALLY_STYLE_FIELD_ICON), read;
    char icon[256], own[] = "hot";
    size_t length = 77;

    read = fresh_style(77);
    check_ok(tally_style_get(w->account, "a.b", &read, icon, sizeof icon, &length));
    assert_int_equal(read.fields, 0);
    assert_null(read.icon);
    assert_int_equal(length, 0);
    assert_string_equal(icon, "");
    style.offset_x = 1.5f;
    style.offset_y = -1;
    style.max_count = UINT64_MAX;
    style.icon = own;
    check_ok(tally_style_set(w->account, "a", &style));
    memset(own, 'x', 3); /* It was copied. */
    check_ok(tally_style_get(w->account, "a", &read, icon, sizeof icon, &length));
    assert_int_equal(read.struct_size, sizeof read);
    assert_int_equal(read.fields, style.fields);
    assert_true(read.offset_x == 1.5f && read.offset_y == -1 && read.max_count == UINT64_MAX);
    assert_true(read.dot_radius == 0 && read.font_weight == 0);
    assert_ptr_equal(read.icon, icon);
    assert_string_equal(icon, "hot");
    assert_int_equal(length, 3);
    /* A style that was read can be set. */
    check_ok(tally_style_set(w->account, "b", &read));
    check_ok(tally_style_get(w->account, "b", &read, NULL, 0, NULL));
    assert_int_equal(read.fields, style.fields);
    assert_null(read.icon);
    check_status(tally_style_get(w->account, "b", &read, icon, 3, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 3);
    assert_int_equal(read.fields, style.fields);
    assert_null(read.icon);
    check_ok(tally_style_get(w->account, "b", &read, icon, 4, NULL));
    assert_string_equal(read.icon, "hot");
    /* Nothing of it is inherited. */
    check_ok(tally_style_get(w->account, "a.c", &read, icon, sizeof icon, &length));
    assert_int_equal(read.fields, 0);
}

TEST(styles_are_the_hosts, WORLD_FILE)
{
    unsigned char before[256], after[256];
    size_t size, other;
    uint64_t revision;

    check_ok(tally_badge_set(w->account, "a", 3));
    check_ok(badge_snapshot(w->account, "root", before, sizeof before, &size));
    set_icon(w->account, "a", "new");
    set_max_count(w->account, "b", 2);
    check_ok(account_info(w->account, NULL, &revision, NULL, NULL));
    assert_true(revision == 1);
    check_ok(badge_snapshot(w->account, "root", after, sizeof after, &other));
    assert_int_equal(size, other);
    assert_memory_equal(before, after, size);
    check_ok(tally_account_verify(w->account));
    world_close(w);
    world_open(w, WORLD_FILE);
    set_max_count(w->account, "root", 1);
    check_present(w->account, "a", TALLY_KIND_NUMBER, "1+");
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_KIND_DOT, "");
}

TEST(expired_badges_are_not_drawn, 0)
{
    check_ok(tally_badge_set_until(w->account, "a", 3, w->clock.wall + 1000));
    check_present(w->account, "a", TALLY_KIND_NUMBER, "3");
    fake_clock_advance(&w->clock, 1000);
    check_present(w->account, "a", TALLY_KIND_NONE, "");
}

static const tally_badge five = {.kind = TALLY_KIND_NUMBER, .count = 5};

static void check_counted(int32_t given, uint64_t count, const tally_style *style, int32_t kind, const char *expected)
{
    /* As tally_badge_get may have it. */
    const tally_badge badge = {.kind = given, .count = count, .revision = 7, .flags = TALLY_BADGE_FED};
    tally_presentation presentation;
    char text[256];
    size_t length;

    memset(&presentation, 0x55, sizeof presentation);
    presentation.struct_size = sizeof presentation;
    check_ok(tally_present(&badge, style, &presentation, text, sizeof text, &length));
    assert_int_equal(presentation.kind, kind);
    assert_true(presentation.count == (kind == TALLY_KIND_NUMBER ? count : 0));
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

TEST_ALONE(without_a_tree)
{
    tally_style style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT | TALLY_STYLE_FIELD_ICON);

    check_counted(TALLY_KIND_NONE, 0, NULL, TALLY_KIND_NONE, "");
    check_counted(TALLY_KIND_NONE, 5, NULL, TALLY_KIND_NONE, "");
    check_counted(TALLY_KIND_DOT, 0, NULL, TALLY_KIND_DOT, "");
    check_counted(TALLY_KIND_NUMBER, 99, NULL, TALLY_KIND_NUMBER, "99");
    check_counted(TALLY_KIND_NUMBER, UINT64_MAX, NULL, TALLY_KIND_NUMBER, "99+");
    style.max_count = UINT64_MAX;
    style.icon = "free";
    check_counted(TALLY_KIND_NUMBER, UINT64_MAX, &style, TALLY_KIND_NUMBER, "18446744073709551615");
    check_counted(TALLY_KIND_DOT, 0, &style, TALLY_KIND_ICON, "free");
    check_counted(TALLY_KIND_NONE, 0, &style, TALLY_KIND_NONE, "");
    style.max_count = UINT64_MAX - 1;
    check_counted(TALLY_KIND_NUMBER, UINT64_MAX, &style, TALLY_KIND_NUMBER, "18446744073709551614+");
    style.fields |= TALLY_STYLE_FIELD_OVERFLOW;
    style.overflow = TALLY_OVERFLOW_ELLIPSIS;
    check_counted(TALLY_KIND_NUMBER, UINT64_MAX, &style, TALLY_KIND_NUMBER, "\xE2\x80\xA6");
}

/* ---- Bad input ---- */

/* Refused for a path and for a count alike; nothing is changed. */
static void check_bad_style(world *w, const tally_style *style, tally_status expected, const char *says)
{
    tally_presentation presentation;
    tally_style read = fresh_style(0);

    presentation.struct_size = sizeof presentation;
    check_status(tally_style_set(w->account, "a", style), expected);
    check_message(says);
    check_status(tally_present(&five, style, &presentation, NULL, 0, NULL), expected);
    check_message(says);
    check_ok(tally_style_get(w->account, "a", &read, NULL, 0, NULL));
    assert_int_equal(read.fields, TALLY_STYLE_FIELD_MAX_COUNT);
    assert_true(read.max_count == 7);
}

TEST(bad_numbers, 0)
{
    static const float bad[] = {-1, -FLT_MIN, -FLT_MAX, NAN, INFINITY, -INFINITY};
    static const int32_t weights[] = {INT32_MIN, -1, 0, 1001, INT32_MAX};
    static const int32_t overflows[] = {-1, 2, INT32_MIN};
    tally_style style;
    size_t i;

    set_max_count(w->account, "a", 7);
    for (i = 0; i < COUNT_OF(bad); i++) {
        style = fresh_style(TALLY_STYLE_FIELD_DOT_RADIUS);
        style.dot_radius = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "radius");
        style = fresh_style(TALLY_STYLE_FIELD_FONT_SIZE);
        style.font_size = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "size of a font");
        if (i < 3)
            continue;
        style = fresh_style(TALLY_STYLE_FIELD_OFFSET);
        style.offset_x = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "offset");
        style.offset_x = 0;
        style.offset_y = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "offset");
    }
    style = fresh_style(TALLY_STYLE_FIELD_FONT_SIZE); /* 0 */
    check_bad_style(w, &style, TALLY_ERROR_RANGE, "size of a font");
    for (i = 0; i < COUNT_OF(weights); i++) {
        style = fresh_style(TALLY_STYLE_FIELD_FONT_WEIGHT);
        style.font_weight = weights[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "weight");
    }
    style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT);
    check_bad_style(w, &style, TALLY_ERROR_RANGE, "largest count");
    for (i = 0; i < COUNT_OF(overflows); i++) {
        style = fresh_style(TALLY_STYLE_FIELD_OVERFLOW);
        style.overflow = overflows[i];
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "overflow");
    }
}

TEST(bad_icons, 0)
{
    static const char *const bad[] = {"", "\x80", "\xC0\xAF", "a\xFF", "\xED\xA0\x80", "a\nb", "\x7F", "\xC2\x85"};
    tally_style style = fresh_style(TALLY_STYLE_FIELD_ICON);
    char longer[258];
    size_t i;

    set_max_count(w->account, "a", 7);
    check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "icon");
    for (i = 0; i < COUNT_OF(bad); i++) {
        style.icon = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "icon");
    }
    memset(longer, 'i', sizeof longer);
    longer[256] = '\0';
    style.icon = longer;
    check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "255");
    longer[255] = '\0';
    check_ok(tally_style_set(w->account, "b", &style));
    check_ok(tally_badge_dot(w->account, "b"));
    check_present(w->account, "b", TALLY_KIND_ICON, longer);
    /* Not named in fields, so not looked at. */
    style.fields = 0;
    style.icon = "\xFF";
    check_ok(tally_style_set(w->account, "b", &style));
}

TEST(bad_structures, 0)
{
    tally_style style;
    tally_presentation presentation;
    struct {
        tally_style style;
        uint64_t beyond[2];
    } newer;
    struct {
        tally_presentation presentation;
        uint64_t beyond[2];
    } room;
    uint32_t size;
    size_t i;

    set_max_count(w->account, "a", 7);
    for (i = 10; i < 32; i++) {
        style = fresh_style((uint32_t)1 << i);
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "fields");
    }
    style = fresh_style(0);
    style.reserved = &style;
    check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "reserved");
    style = fresh_style(0);
    style.reserved_2 = 1;
    check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "reserved");
    for (size = 0; size < offsetof(tally_style, reserved); size++) {
        style = fresh_style(TALLY_STYLE_FIELD_BACKGROUND_COLOR);
        style.struct_size = size;
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "struct_size");
    }
    style.struct_size = size;
    check_ok(tally_style_set(w->account, "b", &style));
    memset(&newer, 0, sizeof newer);
    newer.style.struct_size = sizeof newer;
    newer.style.fields = TALLY_STYLE_FIELD_TEXT_COLOR;
    check_ok(tally_style_set(w->account, "b", &newer.style));
    newer.beyond[1] = 1;
    check_bad_style(w, &newer.style, TALLY_ERROR_ARGUMENT, "does not know");
    /* An older program that takes a style away. */
    style = fresh_style(0);
    style.struct_size = 8;
    check_ok(tally_style_set(w->account, "b", &style));

    presentation.struct_size = 7;
    check_status(tally_badge_present(w->account, "a", &presentation, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(&five, NULL, &presentation, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    style.struct_size = 0;
    check_status(tally_style_get(w->account, "a", &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    memset(&room, 0x55, sizeof room);
    room.presentation.struct_size = 16; /* An older program's. */
    check_ok(tally_present(&five, NULL, &room.presentation, NULL, 0, NULL));
    assert_int_equal(room.presentation.struct_size, 16);
    assert_int_equal(room.presentation.kind, TALLY_KIND_NUMBER);
    assert_true(room.presentation.count == 5);
    for (i = 16; i < sizeof room; i++)
        assert_int_equal(((unsigned char *)&room)[i], 0x55);
    room.presentation.struct_size = sizeof room; /* A newer program's. */
    check_ok(tally_present(&five, NULL, &room.presentation, NULL, 0, NULL));
    assert_int_equal(room.presentation.struct_size, sizeof room);
    assert_true(room.beyond[1] == UINT64_C(0x5555555555555555)); /* A later library may know the member before it. */
}

TEST(bad_arguments, 0)
{
    static const tally_badge bad[] = {
        {.kind = 2}, {.kind = -1}, {.kind = TALLY_KIND_ICON}, {.kind = TALLY_KIND_DOT, .level = 3},
        {.kind = TALLY_KIND_DOT, .level = -2}, {.kind = TALLY_KIND_DOT, .reserved = 1}};
    tally_presentation presentation = {.struct_size = sizeof presentation};
    tally_style style = fresh_style(0);
    char text[8];
    size_t length = 77, i;

    check_status(tally_style_set(NULL, "a", &style), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_set(w->account, NULL, &style), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(NULL, "a", &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(w->account, NULL, &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(w->account, "a", NULL, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(NULL, "a", &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(w->account, NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(w->account, "a", NULL, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(&five, NULL, NULL, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(NULL, NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    for (i = 0; i < COUNT_OF(bad); i++)
        check_status(tally_present(&bad[i], NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    assert_int_equal(length, 77);
    check_status(tally_style_set(w->account, "a..b", NULL), TALLY_ERROR_PATH);
    check_status(tally_style_set(w->account, "a..b", &style), TALLY_ERROR_PATH);
    check_status(tally_style_get(w->account, "a.", &style, NULL, 0, NULL), TALLY_ERROR_PATH);
    check_status(tally_badge_present(w->account, "\xFF", &presentation, text, 8, &length), TALLY_ERROR_PATH);
    check_message("UTF-8");

    /* Buffers */
    check_ok(tally_badge_set(w->account, "a", 100));
    memset(text, 'x', sizeof text);
    check_status(tally_badge_present(w->account, "a", &presentation, text, 3, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 3);
    assert_int_equal(text[0], 'x');
    assert_int_equal(presentation.kind, TALLY_KIND_NUMBER);
    check_status(tally_badge_present(w->account, "a", &presentation, NULL, 0, &length), TALLY_ERROR_BUFFER_TOO_SMALL);
    check_status(tally_badge_present(w->account, "nothing", &presentation, NULL, 0, &length),
                 TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(length, 0);
    check_ok(tally_badge_present(w->account, "a", &presentation, text, 4, NULL));
    assert_string_equal(text, "99+");
    assert_int_equal(text[4], 'x');
    check_ok(tally_badge_present(w->account, "a", &presentation, NULL, 0, NULL));

    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    check_status(tally_style_set(w->account, "a", NULL), TALLY_ERROR_CLOSED);
    check_status(tally_style_get(w->account, "a", &style, NULL, 0, NULL), TALLY_ERROR_CLOSED);
    check_status(tally_badge_present(w->account, "a", &presentation, text, 8, &length), TALLY_ERROR_CLOSED);
    check_status(tally_widget_refresh(w->scope), TALLY_ERROR_CLOSED);
}

TEST_ALONE(too_many_nodes)
{
    tally_engine *engine;
    tally_account *account;
    tally_engine_options options = {.struct_size = sizeof options, .max_nodes = 2};
    tally_style style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT);

    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "ann", NULL, &account));
    style.max_count = 5;
    check_status(tally_style_set(account, "a.b", &style), TALLY_ERROR_LIMIT);
    check_ok(tally_style_set(account, "c.d", NULL)); /* Takes away what is not there; makes no node. */
    check_ok(tally_style_set(account, "a", &style));
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
}
