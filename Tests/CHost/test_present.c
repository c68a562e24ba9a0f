/* Presentation and views: how a path is drawn, whose style it has, and who is told of both. */
#include "support.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Styles and presentations ---- */

static tally_style fresh_style(uint32_t fields)
{
    tally_style style = {.struct_size = sizeof style, .fields = fields};

    return style;
}

static void set_max_count(tally_account *account, const char *path, uint64_t max_count)
{
    tally_style style = fresh_style(TALLY_STYLE_MAX_COUNT);

    style.max_count = max_count;
    check_ok(tally_style_set(account, path, &style));
}

static void set_icon(tally_account *account, const char *path, const char *icon)
{
    tally_style style = fresh_style(TALLY_STYLE_ICON);

    style.icon = icon;
    check_ok(tally_style_set(account, path, &style));
}

static tally_presentation present(tally_account *account, const char *path, char *text)
{
    tally_presentation presentation;
    size_t length = 77;

    memset(&presentation, 0x55, sizeof presentation);
    presentation.struct_size = sizeof presentation;
    check_ok(tally_badge_present(account, path, &presentation, text, 256, &length));
    assert_int_equal(length, strlen(text));
    return presentation;
}

static void check_present_at(tally_account *account, const char *path, int32_t kind, const char *expected, int line)
{
    char text[256];
    tally_presentation presentation = present(account, path, text);

    if (presentation.kind == kind && strcmp(text, expected) == 0)
        return;
    print_error("%s is drawn as %d '%s', expected %d '%s'\n", path, (int)presentation.kind, text, (int)kind, expected);
    _fail(__FILE__, line);
}

#define check_present(account, path, kind, text) check_present_at((account), (path), (kind), (text), __LINE__)

TEST(a_path_is_drawn, 0)
{
    char text[256];
    tally_presentation presentation;

    check_present(w->account, "a", TALLY_PRESENT_NONE, "");
    check_ok(tally_badge_dot(w->account, "a.x"));
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    set_icon(w->account, "a", "new");
    check_present(w->account, "a", TALLY_PRESENT_ICON, "new");
    check_present(w->account, "a.x", TALLY_PRESENT_DOT, "");
    check_present(w->account, "root", TALLY_PRESENT_DOT, "");
    check_ok(tally_badge_set(w->account, "a.x", 99));
    check_present(w->account, "a", TALLY_PRESENT_NUMBER, "99");
    check_ok(tally_badge_add(w->account, "a.x", 1));
    check_present(w->account, "a", TALLY_PRESENT_NUMBER, "99+");
    set_max_count(w->account, "root", 999);
    check_present(w->account, "a", TALLY_PRESENT_NUMBER, "100");
    presentation = present(w->account, "a", text);
    assert_true(presentation.count == 100);
    assert_true(presentation.max_count == 999);
    assert_int_equal(presentation.struct_size, sizeof presentation);
    assert_int_equal(presentation.reserved[0] | presentation.reserved[3], 0);
    check_badge(w->account, "a", 1, 100);
}

TEST(what_is_left_out_is_inherited, 0)
{
    char text[256];
    tally_presentation presentation;
    tally_style style = fresh_style(TALLY_STYLE_DOT_RADIUS | TALLY_STYLE_OFFSET | TALLY_STYLE_TEXT_COLOR |
                                    TALLY_STYLE_BACKGROUND_COLOR | TALLY_STYLE_OVERFLOW);
    tally_style inner = fresh_style(TALLY_STYLE_FONT_SIZE | TALLY_STYLE_FONT_WEIGHT | TALLY_STYLE_OFFSET);

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
    check_present(w->account, "a.b.c", TALLY_PRESENT_NUMBER, "\xE2\x80\xA6");
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
    tally_style style = fresh_style(TALLY_STYLE_OFFSET | TALLY_STYLE_MAX_COUNT | TALLY_STYLE_ICON), read;
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
    /* What was read can be set. */
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
    check_ok(tally_badge_snapshot(w->account, "root", before, sizeof before, &size));
    set_icon(w->account, "a", "new");
    set_max_count(w->account, "b", 2);
    check_ok(tally_account_info(w->account, NULL, &revision, NULL, NULL));
    assert_true(revision == 1);
    check_ok(tally_badge_snapshot(w->account, "root", after, sizeof after, &other));
    assert_int_equal(size, other);
    assert_memory_equal(before, after, size);
    check_ok(tally_account_verify(w->account));
    world_close(w);
    world_open(w, WORLD_FILE);
    set_max_count(w->account, "root", 1);
    check_present(w->account, "a", TALLY_PRESENT_NUMBER, "1+");
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
}

TEST(what_is_due_is_not_drawn, 0)
{
    check_ok(tally_badge_set_until(w->account, "a", 3, w->clock.wall + 1000));
    check_present(w->account, "a", TALLY_PRESENT_NUMBER, "3");
    fake_clock_advance(&w->clock, 1000);
    check_present(w->account, "a", TALLY_PRESENT_NONE, "");
}

static void check_counted(int32_t shows, uint64_t count, const tally_style *style, int32_t kind, const char *expected)
{
    tally_presentation presentation;
    char text[256];
    size_t length;

    memset(&presentation, 0x55, sizeof presentation);
    presentation.struct_size = sizeof presentation;
    check_ok(tally_present(shows, count, style, &presentation, text, sizeof text, &length));
    assert_int_equal(presentation.kind, kind);
    assert_true(presentation.count == (kind == TALLY_PRESENT_NUMBER ? count : 0));
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

TEST_ALONE(without_a_tree)
{
    tally_style style = fresh_style(TALLY_STYLE_MAX_COUNT | TALLY_STYLE_ICON);

    check_counted(0, 0, NULL, TALLY_PRESENT_NONE, "");
    check_counted(0, 5, NULL, TALLY_PRESENT_NONE, "");
    check_counted(1, 0, NULL, TALLY_PRESENT_DOT, "");
    check_counted(1, 99, NULL, TALLY_PRESENT_NUMBER, "99");
    check_counted(1, UINT64_MAX, NULL, TALLY_PRESENT_NUMBER, "99+");
    style.max_count = UINT64_MAX;
    style.icon = "free";
    check_counted(1, UINT64_MAX, &style, TALLY_PRESENT_NUMBER, "18446744073709551615");
    check_counted(1, 0, &style, TALLY_PRESENT_ICON, "free");
    check_counted(0, 0, &style, TALLY_PRESENT_NONE, "");
    style.max_count = UINT64_MAX - 1;
    check_counted(1, UINT64_MAX, &style, TALLY_PRESENT_NUMBER, "18446744073709551614+");
    style.fields |= TALLY_STYLE_OVERFLOW;
    style.overflow = TALLY_OVERFLOW_ELLIPSIS;
    check_counted(1, UINT64_MAX, &style, TALLY_PRESENT_NUMBER, "\xE2\x80\xA6");
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
    check_status(tally_present(1, 1, style, &presentation, NULL, 0, NULL), expected);
    check_message(says);
    check_ok(tally_style_get(w->account, "a", &read, NULL, 0, NULL));
    assert_int_equal(read.fields, TALLY_STYLE_MAX_COUNT);
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
        style = fresh_style(TALLY_STYLE_DOT_RADIUS);
        style.dot_radius = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "radius");
        style = fresh_style(TALLY_STYLE_FONT_SIZE);
        style.font_size = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "size of a font");
        if (i < 3)
            continue;
        style = fresh_style(TALLY_STYLE_OFFSET);
        style.offset_x = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "offset");
        style.offset_x = 0;
        style.offset_y = bad[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "offset");
    }
    style = fresh_style(TALLY_STYLE_FONT_SIZE); /* 0 */
    check_bad_style(w, &style, TALLY_ERROR_RANGE, "size of a font");
    for (i = 0; i < COUNT_OF(weights); i++) {
        style = fresh_style(TALLY_STYLE_FONT_WEIGHT);
        style.font_weight = weights[i];
        check_bad_style(w, &style, TALLY_ERROR_RANGE, "weight");
    }
    style = fresh_style(TALLY_STYLE_MAX_COUNT);
    check_bad_style(w, &style, TALLY_ERROR_RANGE, "largest count");
    for (i = 0; i < COUNT_OF(overflows); i++) {
        style = fresh_style(TALLY_STYLE_OVERFLOW);
        style.overflow = overflows[i];
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "overflow");
    }
}

TEST(bad_icons, 0)
{
    static const char *const bad[] = {"", "\x80", "\xC0\xAF", "a\xFF", "\xED\xA0\x80", "a\nb", "\x7F", "\xC2\x85"};
    tally_style style = fresh_style(TALLY_STYLE_ICON);
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
    check_present(w->account, "b", TALLY_PRESENT_ICON, longer);
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
    for (i = 9; i < 32; i++) {
        style = fresh_style((uint32_t)1 << i);
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "fields");
    }
    for (i = 0; i < COUNT_OF(style.reserved); i++) {
        style = fresh_style(0);
        style.reserved[i] = 1;
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "reserved");
    }
    for (size = 0; size < offsetof(tally_style, reserved); size++) {
        style = fresh_style(TALLY_STYLE_BACKGROUND_COLOR);
        style.struct_size = size;
        check_bad_style(w, &style, TALLY_ERROR_ARGUMENT, "struct_size");
    }
    style.struct_size = size;
    check_ok(tally_style_set(w->account, "b", &style));
    memset(&newer, 0, sizeof newer);
    newer.style.struct_size = sizeof newer;
    newer.style.fields = TALLY_STYLE_TEXT_COLOR;
    check_ok(tally_style_set(w->account, "b", &newer.style));
    newer.beyond[1] = 1;
    check_bad_style(w, &newer.style, TALLY_ERROR_ARGUMENT, "does not know");
    /* An older program that takes a style away. */
    style = fresh_style(0);
    style.struct_size = 8;
    check_ok(tally_style_set(w->account, "b", &style));

    presentation.struct_size = 7;
    check_status(tally_badge_present(w->account, "a", &presentation, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(1, 1, NULL, &presentation, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    style.struct_size = 0;
    check_status(tally_style_get(w->account, "a", &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    memset(&room, 0x55, sizeof room);
    room.presentation.struct_size = 16; /* An older program's. */
    check_ok(tally_present(1, 5, NULL, &room.presentation, NULL, 0, NULL));
    assert_int_equal(room.presentation.struct_size, 16);
    assert_int_equal(room.presentation.kind, TALLY_PRESENT_NUMBER);
    assert_true(room.presentation.count == 5);
    for (i = 16; i < sizeof room; i++)
        assert_int_equal(((unsigned char *)&room)[i], 0x55);
    room.presentation.struct_size = sizeof room; /* A newer program's. */
    check_ok(tally_present(1, 5, NULL, &room.presentation, NULL, 0, NULL));
    assert_int_equal(room.presentation.struct_size, sizeof room);
    assert_true(room.beyond[0] == UINT64_C(0x5555555555555555));
}

TEST(bad_arguments, 0)
{
    tally_presentation presentation = {.struct_size = sizeof presentation};
    tally_style style = fresh_style(0);
    char text[8];
    size_t length = 77;

    check_status(tally_style_set(NULL, "a", &style), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_set(w->account, NULL, &style), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(NULL, "a", &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(w->account, NULL, &style, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_style_get(w->account, "a", NULL, NULL, 0, NULL), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(NULL, "a", &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(w->account, NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_badge_present(w->account, "a", NULL, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(1, 1, NULL, NULL, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(2, 1, NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
    check_status(tally_present(-1, 1, NULL, &presentation, text, 8, &length), TALLY_ERROR_ARGUMENT);
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
    assert_int_equal(presentation.kind, TALLY_PRESENT_NUMBER);
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
    check_status(tally_view_refresh(w->scope), TALLY_ERROR_CLOSED);
}

TEST_ALONE(too_many_nodes)
{
    tally_engine *engine;
    tally_account *account;
    tally_engine_options options = {.struct_size = sizeof options, .max_nodes = 2};
    tally_style style = fresh_style(TALLY_STYLE_MAX_COUNT);

    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "ann", NULL, &account));
    style.max_count = 5;
    check_status(tally_style_set(account, "a.b", &style), TALLY_ERROR_LIMIT);
    check_ok(tally_style_set(account, "c.d", NULL)); /* Takes away what is not there; makes no node. */
    check_ok(tally_style_set(account, "a", &style));
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
}

/* ---- Views ---- */

#define MAX_DRAWN 256

typedef struct drawn {
    char function; /* 'd', 'n', 'i', 'h' */
    char path[64];
    char text[64];
    tally_presentation presentation;
} drawn;

typedef struct canvas {
    world *w;
    uint64_t token;
    int count;
    int released;
    int limit; /* What a function of its own wants to know. */
    drawn calls[MAX_DRAWN];
} canvas;

static void draw(canvas *c, char function, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->struct_size == sizeof *presentation);
    if (c->count < MAX_DRAWN) {
        drawn *d = &c->calls[c->count];

        d->function = function;
        snprintf(d->path, sizeof d->path, "%s", path);
        snprintf(d->text, sizeof d->text, "%s", text);
        d->presentation = *presentation;
    }
    c->count += 1;
}

static void draw_dot(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_PRESENT_DOT && *text == '\0');
    draw((canvas *)user_data, 'd', path, presentation, text);
}

static void draw_number(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_PRESENT_NUMBER);
    draw((canvas *)user_data, 'n', path, presentation, text);
}

static void draw_icon(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_PRESENT_ICON);
    draw((canvas *)user_data, 'i', path, presentation, text);
}

static void draw_nothing(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_PRESENT_NONE && *text == '\0');
    draw((canvas *)user_data, 'h', path, presentation, text);
}

static void released(void *user_data)
{
    ((canvas *)user_data)->released += 1;
}

static const tally_view plain_view = {sizeof(tally_view), 0, draw_dot, draw_number, draw_icon, draw_nothing};

static uint64_t bind_with(world *w, canvas *c, const char *path, const tally_view *view)
{
    uint64_t token = 0;

    c->w = w;
    check_ok(tally_view_bind(w->scope, w->account, path, view, c, released, &token));
    assert_true(token != 0);
    c->token = token;
    return token;
}

static uint64_t bind(world *w, canvas *c, const char *path) { return bind_with(w, c, path, &plain_view); }

static void dispatch(world *w) { check_ok(tally_dispatch(w->engine, 0, NULL)); }

static void check_drawn_at(const canvas *c, int index, char function, const char *path, const char *text, int line)
{
    const drawn *d = &c->calls[index];

    if (index < c->count && d->function == function && strcmp(d->path, path) == 0 && strcmp(d->text, text) == 0)
        return;
    print_error("call %d of %d is %c %s '%s', expected %c %s '%s'\n", index, c->count,
                index < c->count ? d->function : '-', d->path, d->text, function, path, text);
    _fail(__FILE__, line);
}

/* Exactly these calls were made since the last check. */
#define check_drawn(c, index, function, path, text) check_drawn_at((c), (index), (function), (path), (text), __LINE__)
#define check_last_drawn(c, total, function, path, text) \
    do { \
        assert_int_equal((c)->count, (total)); \
        check_drawn((c), (total) - 1, (function), (path), (text)); \
    } while (0)

TEST(a_view_follows_its_path, 0)
{
    canvas c = {0};

    bind(w, &c, "a.b");
    assert_int_equal(c.count, 0); /* Never inside the call. */
    dispatch(w);
    check_last_drawn(&c, 1, 'h', "root.a.b", "");
    check_ok(tally_badge_dot(w->account, "a.b.c"));
    dispatch(w);
    check_last_drawn(&c, 2, 'd', "root.a.b", "");
    set_icon(w->account, "a.b", "new");
    dispatch(w);
    check_last_drawn(&c, 3, 'i', "root.a.b", "new");
    check_ok(tally_badge_set(w->account, "a.b.c", 120));
    dispatch(w);
    check_last_drawn(&c, 4, 'n', "root.a.b", "99+");
    assert_true(c.calls[3].presentation.count == 120);
    check_ok(tally_badge_force(w->account, "a"));
    dispatch(w);
    check_last_drawn(&c, 5, 'h', "root.a.b", "");
    /* What does not change what it shows does not call it. */
    check_ok(tally_badge_set(w->account, "a.x", 3));
    dispatch(w);
    assert_int_equal(c.count, 5);
    world_end(w);
    assert_int_equal(c.released, 1);
    assert_int_equal(c.count, 5);
}

TEST(the_table_is_copied, 0)
{
    canvas c = {0};
    tally_view view = plain_view;

    bind_with(w, &c, "a", &view);
    memset(&view, 0, sizeof view);
    dispatch(w);
    check_last_drawn(&c, 1, 'h', "root.a", "");
    world_end(w);
}

TEST(views_are_events, 0)
{
    canvas c = {0};
    tally_event event;
    char text[64];
    int64_t id, timeout;

    check_ok(tally_account_info(w->account, &id, NULL, NULL, NULL));
    check_ok(tally_badge_set(w->account, "a", 3));
    bind(w, &c, "a");
    check_ok(tally_timeout(w->engine, &timeout));
    assert_int_equal(timeout, 0);
    memset(&event, 0x55, sizeof event);
    event.struct_size = sizeof event;
    check_status(tally_next_event(w->engine, 0, &event, text, 6), TALLY_ERROR_BUFFER_TOO_SMALL);
    assert_int_equal(c.count, 0);
    check_ok(tally_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_VIEW);
    assert_true(event.token == c.token && event.account == id && event.count == 3 && event.revision == 1);
    assert_int_equal(event.shows, 1);
    assert_string_equal(text, "root.a");
    check_last_drawn(&c, 1, 'n', "root.a", "3");
    check_status(tally_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
    /* And a step calls it too. */
    check_ok(tally_badge_dot(w->account, "a"));
    check_ok(tally_step(w->engine));
    check_last_drawn(&c, 2, 'd', "root.a", "");
    world_end(w);
}

TEST(what_waits_is_merged, 0)
{
    canvas c = {0};
    int i;

    bind(w, &c, "a");
    for (i = 1; i <= 50; i++)
        check_ok(tally_badge_set(w->account, "a.x", i));
    set_max_count(w->account, "root", 9);
    check_ok(tally_view_refresh(w->scope));
    dispatch(w);
    check_last_drawn(&c, 1, 'n', "root.a", "9+");
    world_end(w);
}

/* Views of one engine draw onto one canvas, in the order in which they are called. */
static void bind_several(world *w, canvas *c, const char *const *paths, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bind(w, c, paths[i]);
    dispatch(w);
    c->count = 0;
}

TEST(views_are_called_in_order, 0)
{
    static const char *const paths[] = {"root", "b", "a", "b.x", "a.z", "a.y", "c.d.e"};
    static const char *const order[] = {"root.c.d.e", "root.a.y", "root.a.z", "root.b.x", "root.a", "root.b", "root"};
    canvas c = {0};
    size_t i;

    bind_several(w, &c, paths, COUNT_OF(paths));
    /* A transaction, a refresh, and a style. */
    for (i = 0; i < 3; i++) {
        tally_operation batch[4];
        size_t j;

        memset(batch, 0, sizeof batch);
        for (j = 0; j < COUNT_OF(batch); j++) {
            static const char *const lit[] = {"a.y", "a.z", "b.x", "c.d.e"};

            batch[j].kind = TALLY_OP_SET;
            batch[j].path = lit[j];
            batch[j].value = 5;
        }
        if (i == 0)
            check_ok(tally_badge_batch(w->account, batch, COUNT_OF(batch), NULL, NULL));
        if (i == 1)
            check_ok(tally_view_refresh(w->scope));
        if (i == 2)
            set_max_count(w->account, "root", 4);
        dispatch(w);
        assert_int_equal(c.count, COUNT_OF(order));
        for (j = 0; j < COUNT_OF(order); j++)
            check_drawn(&c, (int)j, 'n', order[j], i < 2 ? (j == 6 ? "20" : j == 4 ? "10" : "5") : "4+");
        c.count = 0;
    }
    world_end(w);
}

TEST(a_style_calls_the_views_below_it, 0)
{
    static const char *const paths[] = {"root", "a", "a.x", "a.x.deep", "a.y", "ab", "b.x"};
    canvas c = {0};
    tally_style style;

    bind_several(w, &c, paths, COUNT_OF(paths));
    set_max_count(w->account, "a.x", 50); /* a.x and below */
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_drawn(&c, 0, 'h', "root.a.x.deep", "");
    check_drawn(&c, 1, 'h', "root.a.x", "");
    assert_true(c.calls[0].presentation.max_count == 50);
    c.count = 0;
    set_max_count(w->account, "a", 60); /* a.x has its own. */
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_drawn(&c, 0, 'h', "root.a.y", "");
    check_drawn(&c, 1, 'h', "root.a", "");
    c.count = 0;
    style = fresh_style(TALLY_STYLE_MAX_COUNT | TALLY_STYLE_TEXT_COLOR); /* The colour reaches all below. */
    style.max_count = 60;
    style.text_color = 0x112233FFu;
    check_ok(tally_style_set(w->account, "a", &style));
    dispatch(w);
    assert_int_equal(c.count, 4);
    c.count = 0;
    check_ok(tally_style_set(w->account, "a", &style)); /* The same once more: nobody. */
    dispatch(w);
    assert_int_equal(c.count, 0);
    style.fields |= TALLY_STYLE_ICON; /* Not inherited: a alone. */
    style.icon = "new";
    check_ok(tally_style_set(w->account, "a", &style));
    dispatch(w);
    check_last_drawn(&c, 1, 'h', "root.a", "");
    c.count = 0;
    set_max_count(w->account, "elsewhere", 5);
    dispatch(w);
    assert_int_equal(c.count, 0);
    check_ok(tally_style_set(w->account, "a", NULL));
    dispatch(w);
    assert_int_equal(c.count, 4);
    world_end(w);
}

TEST(other_accounts_are_left_alone, 0)
{
    canvas c = {0}, d = {0};
    tally_account *other;
    tally_scope *scope;
    uint64_t token;

    check_ok(tally_account_open(w->engine, "bo", NULL, &other));
    check_ok(tally_scope_open(w->engine, &scope));
    bind(w, &c, "a");
    check_ok(tally_view_bind(scope, other, "a", &plain_view, &d, released, &token));
    dispatch(w);
    set_max_count(w->account, "a", 5);
    dispatch(w);
    assert_int_equal(c.count, 2);
    assert_int_equal(d.count, 1);
    check_ok(tally_view_refresh(scope));
    dispatch(w);
    assert_int_equal(c.count, 2);
    assert_int_equal(d.count, 2);
    /* One scope may hold views of several accounts. */
    check_ok(tally_view_bind(w->scope, other, "a", &plain_view, &c, released, &token));
    check_ok(tally_badge_set(other, "a", 8));
    dispatch(w);
    check_last_drawn(&c, 3, 'n', "root.a", "8");
    check_last_drawn(&d, 3, 'n', "root.a", "8");
    check_ok(tally_view_refresh(w->scope));
    dispatch(w);
    assert_int_equal(c.count, 5);
    tally_scope_close(scope);
    tally_account_release(other);
    world_end(w);
    assert_int_equal(c.released, 2);
    assert_int_equal(d.released, 1);
}

TEST(observers_and_views_together, 0)
{
    canvas c = {0};
    tally_event event = {.struct_size = sizeof event};
    char text[64];

    check_ok(tally_observe(w->scope, w->account, "a", 0, NULL, NULL, NULL, NULL));
    bind(w, &c, "a");
    dispatch(w);
    check_ok(tally_view_refresh(w->scope)); /* Views alone. */
    set_max_count(w->account, "a", 3);
    dispatch(w);
    assert_int_equal(c.count, 2);
    check_status(tally_next_event(w->engine, 0, &event, text, sizeof text), TALLY_EMPTY);
    check_ok(tally_badge_dot(w->account, "a"));
    dispatch(w);
    assert_int_equal(c.count, 3);
    check_ok(tally_next_event(w->engine, 0, &event, text, sizeof text));
    assert_int_equal(event.kind, TALLY_EVENT_BADGE);
    world_end(w);
}

TEST(binding_twice_is_binding_once, 0)
{
    canvas c = {0};
    tally_view other = plain_view;
    uint64_t first, again;

    first = bind(w, &c, "a");
    again = bind(w, &c, "root.a");
    assert_true(first == again);
    dispatch(w);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.released, 0);
    /* Another function, another path, an observer of the same: these are others. */
    other.hide = draw_dot;
    check_ok(tally_badge_set(w->account, "a", 1));
    assert_true(bind_with(w, &c, "a", &other) != first);
    assert_true(bind(w, &c, "b") != first);
    c.count = 0;
    dispatch(w);
    assert_int_equal(c.count, 3);
    check_ok(tally_unobserve(w->scope, first));
    assert_int_equal(c.released, 1);
    assert_true(bind(w, &c, "a") != first);
    world_end(w);
    assert_int_equal(c.released, 4);
}

TEST(unbinding_ends_it, 0)
{
    canvas c = {0};

    bind(w, &c, "a");
    check_ok(tally_unobserve(w->scope, c.token)); /* Before it was called at all. */
    assert_int_equal(c.released, 1);
    dispatch(w);
    bind(w, &c, "a");
    dispatch(w);
    check_ok(tally_badge_dot(w->account, "a"));
    check_ok(tally_unobserve(w->scope, c.token));
    assert_int_equal(c.released, 2);
    dispatch(w);
    check_ok(tally_badge_set(w->account, "a", 2));
    check_ok(tally_view_refresh(w->scope));
    set_max_count(w->account, "a", 1);
    dispatch(w);
    assert_int_equal(c.count, 1);
    check_status(tally_unobserve(w->scope, c.token), TALLY_ERROR_NOT_FOUND);
}

TEST(closing_the_scope_unbinds, 0)
{
    canvas c = {0};
    char path[32];
    int i;

    for (i = 0; i < 100; i++) {
        snprintf(path, sizeof path, "a%d.b%d", i % 10, i);
        bind(w, &c, path);
    }
    check_ok(tally_badge_dot(w->account, "a3.b3"));
    tally_scope_close(w->scope);
    assert_int_equal(c.released, 100);
    check_ok(tally_scope_open(w->engine, &w->scope));
    dispatch(w);
    set_max_count(w->account, "root", 3);
    check_ok(tally_view_refresh(w->scope));
    dispatch(w);
    assert_int_equal(c.count, 0);
    /* The places are used again. */
    bind(w, &c, "a3.b3");
    dispatch(w);
    check_last_drawn(&c, 1, 'd', "root.a3.b3", "");
    world_end(w);
    assert_int_equal(c.released, 101);
}

/* ---- Inside a view ---- */

static void unbind_itself(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;

    draw(c, 'n', path, presentation, text);
    require(tally_unobserve(c->w->scope, c->token) == TALLY_OK);
    require(c->released == 0); /* Its user data is needed until it returns. */
    require(tally_badge_set(c->w->account, "a", 77) == TALLY_OK);
    require(tally_view_refresh(c->w->scope) == TALLY_OK);
}

TEST(a_view_unbinds_itself, 0)
{
    canvas c = {0};
    tally_view view = plain_view;

    view.show_number = unbind_itself;
    bind_with(w, &c, "a", &view);
    dispatch(w);
    check_ok(tally_badge_set(w->account, "a", 1));
    dispatch(w);
    check_last_drawn(&c, 2, 'n', "root.a", "1");
    assert_int_equal(c.released, 1);
    dispatch(w);
    assert_int_equal(c.count, 2);
    world_end(w);
    assert_int_equal(c.released, 1);
}

static void close_own_scope(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;

    draw(c, 'd', path, presentation, text);
    tally_scope_close(c->w->scope);
    c->w->scope = NULL;
}

TEST(a_view_closes_its_scope, 0)
{
    canvas c = {0}, other = {0};
    tally_view view = plain_view;

    view.show_dot = close_own_scope;
    check_ok(tally_badge_dot(w->account, "a.b"));
    bind_with(w, &c, "a.b", &view);
    bind(w, &other, "a");
    dispatch(w);
    assert_int_equal(c.count, 1);
    assert_int_equal(other.count, 0);
    assert_int_equal(c.released, 1);
    assert_int_equal(other.released, 1);
}

/* Changes what it shows and how, until a limit: each is a later transaction. */
static void count_on(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    canvas *c = (canvas *)user_data;
    tally_style style = fresh_style(TALLY_STYLE_MAX_COUNT);

    draw(c, 'n', path, presentation, text);
    require(tally_engine_close(c->w->engine, 0) == TALLY_ERROR_THREAD);
    if (presentation->count >= (uint64_t)c->limit)
        return;
    style.max_count = presentation->count;
    require(tally_style_set(c->w->account, "root", &style) == TALLY_OK);
    require(tally_badge_add(c->w->account, "a", 1) == TALLY_OK);
}

TEST(a_view_may_change_badges_and_styles, 0)
{
    canvas c = {.limit = 5};
    tally_view view = plain_view;

    view.show_number = count_on;
    bind_with(w, &c, "a", &view);
    check_ok(tally_badge_set(w->account, "a", 1));
    dispatch(w);
    assert_int_equal(c.count, 5);
    check_drawn(&c, 0, 'n', "root.a", "1");
    check_drawn(&c, 1, 'n', "root.a", "1+");
    check_drawn(&c, 4, 'n', "root.a", "4+");
    world_end(w);
}

TEST(dispatch_counts_views, 0)
{
    canvas c = {0};
    size_t count;

    bind(w, &c, "a");
    bind(w, &c, "b");
    bind(w, &c, "c");
    check_status(tally_dispatch(w->engine, 2, &count), TALLY_MORE);
    assert_int_equal(count, 2);
    assert_int_equal(c.count, 2);
    check_ok(tally_dispatch(w->engine, 2, &count));
    assert_int_equal(count, 1);
    world_end(w);
}

/* ---- Threads ---- */

typedef struct painter {
    tally_engine *engine;
    tally_account *account;
    int is_done;
} painter;

static void *paint(void *argument)
{
    painter *p = (painter *)argument;
    int i;

    for (i = 0; i < 300; i++) {
        tally_style style = fresh_style(TALLY_STYLE_MAX_COUNT | TALLY_STYLE_ICON);

        style.max_count = (uint64_t)i + 1;
        style.icon = i % 2 == 0 ? "new" : "a longer name of an icon";
        require(tally_style_set(p->account, i % 3 == 0 ? "root" : "a", i % 7 == 0 ? NULL : &style) == TALLY_OK);
        require(tally_badge_set(p->account, "a.b", i) == TALLY_OK);
    }
    return NULL;
}

static void *deliver(void *argument)
{
    painter *p = (painter *)argument;

    while (!__atomic_load_n(&p->is_done, __ATOMIC_ACQUIRE))
        require(tally_dispatch(p->engine, 0, NULL) >= 0);
    return NULL;
}

static void paint_consistently(void *user_data, const char *path, const tally_presentation *presentation,
                               const char *text)
{
    char expected[32];

    (void)path;
    if (presentation->kind == TALLY_PRESENT_NUMBER) {
        int over = presentation->count > presentation->max_count;

        snprintf(expected, sizeof expected, "%llu%s",
                 (unsigned long long)(over ? presentation->max_count : presentation->count), over ? "+" : "");
        require(strcmp(text, expected) == 0);
    }
    __atomic_add_fetch((int *)user_data, 1, __ATOMIC_RELAXED);
}

TEST(many_threads_at_once, WORLD_THREAD)
{
    painter p;
    pthread_t threads[4];
    int calls = 0, i;
    tally_view view = plain_view;
    uint64_t token;

    view.show_dot = view.show_number = view.show_icon = view.hide = paint_consistently;
    p.engine = w->engine;
    p.account = w->account;
    p.is_done = 0;
    check_ok(tally_view_bind(w->scope, w->account, "a", &view, &calls, NULL, &token));
    for (i = 0; i < 4; i++)
        require(pthread_create(&threads[i], NULL, i < 2 ? paint : deliver, &p) == 0);
    for (i = 0; i < 100; i++) {
        uint64_t other;
        int mine = 0;

        check_ok(tally_view_bind(w->scope, w->account, "a.b", &view, &mine, NULL, &other));
        check_ok(tally_view_refresh(w->scope));
        check_ok(tally_unobserve(w->scope, other)); /* From here on nobody touches `mine`. */
    }
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    __atomic_store_n(&p.is_done, 1, __ATOMIC_RELEASE);
    pthread_join(threads[2], NULL);
    pthread_join(threads[3], NULL);
    check_ok(tally_dispatch(w->engine, 0, NULL)); /* The painters may have been done before anybody delivered. */
    check_ok(tally_unobserve(w->scope, token));
    assert_true(calls > 0);
}

/* ---- Bad input of views ---- */

TEST(bad_views, 0)
{
    world other;
    canvas c = {0};
    tally_view view;
    struct {
        tally_view view;
        void *beyond;
    } newer;
    uint64_t token = 77;
    uint32_t size;
    int given = 0;

    world_init(&other, 0);
#define refused(expected, scope, account, path, view)                                                     \
    do {                                                                                                  \
        check_status(tally_view_bind((scope), (account), (path), (view), &c, released, &token), expected); \
        assert_int_equal(c.released, ++given); /* Given back, also where it failed. */                    \
    } while (0)
    refused(TALLY_ERROR_ARGUMENT, NULL, w->account, "a", &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, NULL, "a", &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, NULL, &plain_view);
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", NULL);
    refused(TALLY_ERROR_ARGUMENT, w->scope, other.account, "a", &plain_view);
    check_message("another engine");
    refused(TALLY_ERROR_PATH, w->scope, w->account, "a..b", &plain_view);
    view = plain_view;
    view.flags = 1;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    for (size = 0; size < sizeof view; size++) {
        view = plain_view;
        view.struct_size = size;
        refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    }
    view = plain_view;
    view.show_dot = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.show_number = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.show_icon = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    view = plain_view;
    view.hide = NULL;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &view);
    newer.view = plain_view;
    newer.view.struct_size = sizeof newer;
    newer.beyond = &newer;
    refused(TALLY_ERROR_ARGUMENT, w->scope, w->account, "a", &newer.view);
    check_status(tally_view_refresh(NULL), TALLY_ERROR_ARGUMENT);
    assert_true(token == 77);
    newer.beyond = NULL;
    check_ok(tally_view_bind(w->scope, w->account, "a", &newer.view, &c, released, NULL));
    dispatch(w);
    assert_int_equal(c.count, 1);
    world_end(&other);
    check_ok(tally_engine_close(w->engine, -1));
    w->engine = NULL;
    assert_int_equal(c.released, ++given);
    refused(TALLY_ERROR_CLOSED, w->scope, w->account, "a", &plain_view);
}

TEST_ALONE(views_count_as_observers)
{
    tally_engine_options options = {.struct_size = sizeof options, .max_observers = 1};
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    canvas c = {0};
    uint64_t token;

    check_ok(tally_engine_open(&options, &engine));
    check_ok(tally_account_open(engine, "ann", NULL, &account));
    check_ok(tally_scope_open(engine, &scope));
    check_ok(tally_view_bind(scope, account, "a", &plain_view, &c, released, &token));
    check_status(tally_view_bind(scope, account, "b", &plain_view, &c, released, NULL), TALLY_ERROR_LIMIT);
    check_status(tally_observe(scope, account, "b", 0, NULL, NULL, NULL, NULL), TALLY_ERROR_LIMIT);
    check_ok(tally_unobserve(scope, token));
    check_ok(tally_observe(scope, account, "b", 0, NULL, NULL, NULL, NULL));
    tally_scope_close(scope);
    tally_account_release(account);
    check_ok(tally_engine_close(engine, -1));
    assert_int_equal(c.released, 2);
}

/* ---- Icons of pages ---- */

#define BADGES(badges) "{\"cursor\":\"c\",\"items\":[],\"badges\":{" badges "}}"

static void count_calls(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)path;
    (void)presentation;
    (void)text;
    *(int *)user_data += 1;
}

TEST(an_icon_of_a_page, WORLD_FILE)
{
    tally_view view = {sizeof view, 0, count_calls, count_calls, count_calls, count_calls};
    int calls = 0;

    world_add_feed(w);
    set_icon(w->account, "styled", "ours");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"n\\u0065w\"},\"b\":{\"count\":3,\"icon\":\"hot\"},"
                         "\"styled\":{\"dot\":true,\"icon\":\"theirs\"},\"plain\":{\"dot\":true},"
                         "\"c\":{\"dot\":true,\"icon\":\"end\",\"until\":1700000060},"
                         "\"bad\":{\"dot\":true,\"icon\":7},\"worse\":{\"dot\":true,\"icon\":\"\"}"));
    check_present(w->account, "a", TALLY_PRESENT_ICON, "new");
    check_present(w->account, "b", TALLY_PRESENT_NUMBER, "3");
    check_present(w->account, "c", TALLY_PRESENT_ICON, "end");
    check_present(w->account, "styled", TALLY_PRESENT_ICON, "theirs");
    check_present(w->account, "plain", TALLY_PRESENT_DOT, "");
    check_present(w->account, "worse", TALLY_PRESENT_DOT, "");
    check_present(w->account, "bad", TALLY_PRESENT_NONE, "");
    check_present(w->account, "root", TALLY_PRESENT_NUMBER, "3");
    /* It outlives the program, and goes with its badge. */
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    check_ok(tally_engine_verify(w->engine));
    check_present(w->account, "a", TALLY_PRESENT_ICON, "new");
    check_present(w->account, "styled", TALLY_PRESENT_ICON, "theirs");
    fake_clock_advance(&w->clock, 60000);
    check_present(w->account, "c", TALLY_PRESENT_NONE, "");
    check_ok(tally_badge_dot(w->account, "c"));
    check_present(w->account, "c", TALLY_PRESENT_DOT, "");
    check_ok(tally_badge_clear(w->account, "a"));
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    check_ok(tally_badge_set(w->account, "styled", 2));
    check_ok(tally_badge_dot(w->account, "styled"));
    check_ok(tally_badge_force(w->account, "b"));
    check_ok(tally_engine_flush(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    world_add_feed(w);
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    check_present(w->account, "b", TALLY_PRESENT_NONE, "");
    check_present(w->account, "c", TALLY_PRESENT_DOT, "");
    check_present(w->account, "styled", TALLY_PRESENT_DOT, "");
    /* The page replaces it, and its views are notified although the path shows the same. */
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"hot\"}"));
    check_ok(tally_view_bind(w->scope, w->account, "a", &view, &calls, NULL, NULL));
    drain(w->engine);
    assert_int_equal(calls, 1);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"free\"}"));
    drain(w->engine);
    assert_int_equal(calls, 2);
    check_present(w->account, "a", TALLY_PRESENT_ICON, "free");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"free\"}"));
    drain(w->engine);
    assert_int_equal(calls, 2);
    world_page(w, BADGES("\"a\":{\"dot\":true}"));
    drain(w->engine);
    assert_int_equal(calls, 3);
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\"},\"b\":{\"dot\":true,\"icon\":\"new\"}"));
    world_page(w, BADGES("\"b\":null"));
    check_ok(tally_badge_dot(w->account, "b"));
    check_present(w->account, "b", TALLY_PRESENT_DOT, "");
    check_ok(tally_feed_remove(w->feed));
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    check_ok(tally_account_verify(w->account));
}

/* A badge that is over when it comes is none, and no icon of it waits for another one. */
TEST(an_icon_that_is_over, WORLD_FILE)
{
    world_add_feed(w);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\",\"until\":1600000000}"));
    check_present(w->account, "a", TALLY_PRESENT_NONE, "");
    check_ok(tally_badge_dot(w->account, "a"));
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    check_ok(tally_engine_flush(w->engine));
    world_close(w);
    world_open(w, WORLD_FILE);
    check_present(w->account, "a", TALLY_PRESENT_DOT, "");
    check_ok(tally_engine_verify(w->engine));
}

static void four_nodes(tally_engine_options *options)
{
    options->max_nodes = 4;
}

/* A transaction that fails leaves the icons that there were; a snapshot of the account has them. */
TEST(an_icon_comes_back, WORLD_CLOSED)
{
    static char bytes[65536];
    static const char page[] = BADGES("\"a\":{\"dot\":true,\"icon\":\"hot\"},\"full.x\":{\"dot\":true}");
    tally_account *copy;
    size_t size;

    w->configure = four_nodes;
    world_open(w, 0);
    world_add_feed(w);
    world_page(w, BADGES("\"a\":{\"dot\":true,\"icon\":\"new\"},\"b\":{\"dot\":true,\"icon\":\"hot\"}"));
    check_status(tally_feed_deliver(w->feed, page, sizeof page - 1), TALLY_ERROR_LIMIT);
    check_present(w->account, "a", TALLY_PRESENT_ICON, "new");
    check_ok(tally_badge_set(w->account, "b", 1));
    check_ok(tally_badge_dot(w->account, "b"));
    check_ok(tally_account_snapshot(w->account, bytes, sizeof bytes, &size));
    check_ok(tally_account_restore(w->engine, "bo", bytes, size));
    check_ok(tally_account_open(w->engine, "bo", NULL, &copy));
    check_present(copy, "a", TALLY_PRESENT_ICON, "new");
    check_present(copy, "b", TALLY_PRESENT_DOT, "");
    tally_account_release(copy);
}
