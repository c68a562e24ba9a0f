#include "views.h"

#include <stdio.h>
#include <string.h>

/* ---- Styles and presentations ---- */

tally_style fresh_style(uint32_t fields)
{
    tally_style style = {.struct_size = sizeof style, .fields = fields};

    return style;
}

void set_max_count(tally_account *account, const char *path, uint64_t max_count)
{
    tally_style style = fresh_style(TALLY_STYLE_FIELD_MAX_COUNT);

    style.max_count = max_count;
    check_ok(tally_style_set(account, path, &style));
}

void set_icon(tally_account *account, const char *path, const char *icon)
{
    tally_style style = fresh_style(TALLY_STYLE_FIELD_ICON);

    style.icon = icon;
    check_ok(tally_style_set(account, path, &style));
}

tally_presentation present(tally_account *account, const char *path, char *text)
{
    tally_presentation presentation;
    size_t length = 77;

    memset(&presentation, 0x55, sizeof presentation);
    presentation.struct_size = sizeof presentation;
    check_ok(tally_badge_present(account, path, &presentation, text, 256, &length));
    assert_int_equal(length, strlen(text));
    return presentation;
}

void check_present_at(tally_account *account, const char *path, int32_t kind, const char *expected, const char *file,
                      int line)
{
    char text[256];
    tally_presentation presentation = present(account, path, text);

    if (presentation.kind == kind && strcmp(text, expected) == 0)
        return;
    print_error("%s is drawn as %d '%s', expected %d '%s'\n", path, (int)presentation.kind, text, (int)kind, expected);
    _fail(file, line);
}

/* ---- Views ---- */

void draw(canvas *c, char function, const char *path, const tally_presentation *presentation, const char *text)
{
    /* An older library's is smaller. */
    const size_t size = presentation->struct_size < sizeof *presentation ? presentation->struct_size : sizeof *presentation;

    require(size > offsetof(tally_presentation, max_count));
    if (c->count < MAX_DRAWN) {
        drawn *d = &c->calls[c->count];

        d->function = function;
        snprintf(d->path, sizeof d->path, "%s", path);
        snprintf(d->text, sizeof d->text, "%s", text);
        memset(&d->presentation, 0, sizeof d->presentation);
        memcpy(&d->presentation, presentation, size);
    }
    c->count += 1;
}

static void draw_dot(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_KIND_DOT && *text == '\0');
    draw((canvas *)user_data, 'd', path, presentation, text);
}

static void draw_number(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_KIND_NUMBER);
    draw((canvas *)user_data, 'n', path, presentation, text);
}

static void draw_icon(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_KIND_ICON);
    draw((canvas *)user_data, 'i', path, presentation, text);
}

static void draw_nothing(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    require(presentation->kind == TALLY_KIND_NONE && *text == '\0');
    draw((canvas *)user_data, 'h', path, presentation, text);
}

void released(void *user_data)
{
    ((canvas *)user_data)->released += 1;
}

const tally_widget plain_view = {sizeof(tally_widget), 0, draw_dot, draw_number, draw_icon, draw_nothing};

uint64_t bind_view_with(world *w, canvas *c, const char *path, const tally_widget *view)
{
    uint64_t token = 0;

    c->w = w;
    check_ok(tally_widget_bind(w->scope, w->account, path, view, c, released, &token));
    assert_true(token != 0);
    c->token = token;
    return token;
}

uint64_t bind_view(world *w, canvas *c, const char *path) { return bind_view_with(w, c, path, &plain_view); }

void dispatch(world *w) { check_ok(tally_engine_dispatch(w->engine, 0, NULL)); }

void check_drawn_at(const canvas *c, int index, char function, const char *path, const char *text, const char *file,
                    int line)
{
    const drawn *d = &c->calls[index];

    if (index < c->count && d->function == function && strcmp(d->path, path) == 0 && strcmp(d->text, text) == 0)
        return;
    print_error("call %d of %d is %c %s '%s', expected %c %s '%s'\n", index, c->count,
                index < c->count ? d->function : '-', d->path, d->text, function, path, text);
    _fail(file, line);
}
