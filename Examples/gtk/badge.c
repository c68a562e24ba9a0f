#include "badge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A badge as it is drawn: a copy of the last presentation. */
typedef struct badge {
    GtkWidget *area;
    tally_presentation presentation;
    char *path, *text;
} badge;

static badge *badge_of(GtkWidget *area)
{
    return g_object_get_data(G_OBJECT(area), "badge");
}

static void set_color(cairo_t *cairo, uint32_t color)
{
    cairo_set_source_rgba(cairo, (color >> 24) / 255.0, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
                          (color & 255) / 255.0);
}

static PangoLayout *layout_of(const badge *badge)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(badge->area, badge->text);
    PangoFontDescription *font = pango_font_description_new();

    pango_font_description_set_size(font, (int)(badge->presentation.font_size * PANGO_SCALE));
    pango_font_description_set_weight(font, (PangoWeight)badge->presentation.font_weight);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    return layout;
}

/* ---- Drawing ---- */

static void draw_pill(cairo_t *cairo, double width, double height)
{
    double radius = height / 2;

    cairo_arc(cairo, radius, radius, radius, G_PI / 2, 3 * G_PI / 2);
    cairo_arc(cairo, width - radius, radius, radius, -G_PI / 2, G_PI / 2);
    cairo_close_path(cairo);
    cairo_fill(cairo);
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer user_data)
{
    badge *badge = user_data;
    PangoLayout *layout;
    int text_width, text_height;

    (void)area;
    if (badge->presentation.kind == TALLY_KIND_NONE)
        return;
    set_color(cairo, badge->presentation.background_color);
    if (badge->presentation.kind == TALLY_KIND_DOT) {
        cairo_arc(cairo, width / 2.0, height / 2.0, badge->presentation.dot_radius, 0, 2 * G_PI);
        cairo_fill(cairo);
        return;
    }
    draw_pill(cairo, width, height);
    layout = layout_of(badge);
    pango_layout_get_pixel_size(layout, &text_width, &text_height);
    set_color(cairo, badge->presentation.text_color);
    cairo_move_to(cairo, (width - text_width) / 2.0, (height - text_height) / 2.0);
    pango_cairo_show_layout(cairo, layout);
    g_object_unref(layout);
}

/* Takes as much room as the dot, or the text with a margin on both sides. */
static void measure(badge *badge)
{
    int width = 0, height = 0;

    if (badge->presentation.kind == TALLY_KIND_DOT) {
        width = height = (int)ceil(2 * badge->presentation.dot_radius);
    } else if (badge->presentation.kind != TALLY_KIND_NONE) {
        PangoLayout *layout = layout_of(badge);

        pango_layout_get_pixel_size(layout, &width, &height);
        g_object_unref(layout);
        height += 2;
        width = MAX(width + 10, height);
    }
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(badge->area), width);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(badge->area), height);
    gtk_widget_set_visible(badge->area, badge->presentation.kind != TALLY_KIND_NONE);
    gtk_widget_queue_draw(badge->area);
    if (gtk_widget_get_parent(badge->area) != NULL)
        gtk_widget_queue_allocate(gtk_widget_get_parent(badge->area));
}

/* ---- The functions that the library calls, inside tally_engine_dispatch ---- */

static void present(badge *badge, const tally_presentation *presentation, const char *text)
{
    badge->presentation = *presentation;
    g_free(badge->text);
    badge->text = g_strdup(text);
    measure(badge);
    gtk_accessible_update_property(GTK_ACCESSIBLE(badge->area), GTK_ACCESSIBLE_PROPERTY_LABEL, badge->text, -1);
}

static void show_number(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    (void)path;
    present(user_data, presentation, text);
}

/* An app has pictures of its own. This one writes an icon's name in capitals. */
static void show_icon(void *user_data, const char *path, const tally_presentation *presentation, const char *text)
{
    char *capitals = g_utf8_strup(text, -1);

    (void)path;
    present(user_data, presentation, capitals);
    g_free(capitals);
}

static void show_without_text(void *user_data, const char *path, const tally_presentation *presentation,
                              const char *text)
{
    (void)path, (void)text;
    present(user_data, presentation, "");
}

/* ---- Making and looking ---- */

/* The library calls it once, when the scope is closed. */
static void release(void *user_data)
{
    badge *badge = user_data;

    g_object_set_data(G_OBJECT(badge->area), "badge", NULL);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(badge->area), NULL, NULL, NULL);
    g_object_unref(badge->area);
    g_free(badge->path);
    g_free(badge->text);
    g_free(badge);
}

GtkWidget *badge_new(tally_scope *scope, tally_account *account, const char *path)
{
    const tally_widget functions = {sizeof functions, 0, show_without_text, show_number, show_icon, show_without_text};
    badge *made = g_new0(badge, 1);

    made->area = g_object_ref_sink(gtk_drawing_area_new());
    made->path = g_strdup(path);
    made->text = g_strdup("");
    g_object_set_data(G_OBJECT(made->area), "badge", made);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(made->area), draw, made, NULL);
    gtk_widget_set_valign(made->area, GTK_ALIGN_CENTER);
    gtk_widget_set_can_target(made->area, FALSE);
    gtk_widget_set_visible(made->area, FALSE);
    if (tally_widget_bind(scope, account, path, &functions, made, release, NULL) < 0)
        g_warning("no badge is bound to %s", path);
    return made->area;
}

const char *badge_path(GtkWidget *area)
{
    return badge_of(area)->path;
}

void badge_offset(GtkWidget *area, float *out_x, float *out_y)
{
    *out_x = badge_of(area)->presentation.offset_x;
    *out_y = badge_of(area)->presentation.offset_y;
}

/* The pixels that GTK draws of the widget, as it is on the screen, 0xRRGGBBAA each. */
static uint32_t *pixels_of(GtkWidget *area, int *out_width, int *out_height)
{
    int width = gtk_widget_get_width(area), height = gtk_widget_get_height(area);
    GdkPaintable *paintable = gtk_widget_paintable_new(area);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    GskRenderer *renderer = gtk_native_get_renderer(gtk_widget_get_native(area));
    uint32_t *pixels = g_new0(uint32_t, (size_t)MAX(width * height, 1));
    GskRenderNode *node;

    gdk_paintable_snapshot(paintable, snapshot, width, height);
    node = gtk_snapshot_free_to_node(snapshot);
    if (node != NULL) {
        graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
        GdkTexture *texture = gsk_renderer_render_texture(renderer, node, &all);

        gdk_texture_download(texture, (guchar *)pixels, (size_t)width * 4);
        for (int at = 0; at < width * height; at++) /* From cairo's order, 0xAARRGGBB. */
            pixels[at] = pixels[at] << 8 | pixels[at] >> 24;
        g_object_unref(texture);
        gsk_render_node_unref(node);
    }
    g_object_unref(paintable);
    *out_width = width;
    *out_height = height;
    return pixels;
}

/* Colours of pixels at edges are mixed: those that are nearly the same count. */
static int is_near(uint32_t one, uint32_t other)
{
    for (int shift = 0; shift < 32; shift += 8)
        if (abs((int)(one >> shift & 255) - (int)(other >> shift & 255)) > 40)
            return 0;
    return 1;
}

void badge_describe(GtkWidget *area, FILE *out)
{
    static const char *const kinds[] = {"none", "dot", "icon", "number"};
    badge *badge = badge_of(area);
    int width, height, ink = 0;
    uint32_t *pixels, background = 0;

    if (!gtk_widget_get_mapped(area)) {
        fprintf(out, "%s none - 00000000 0\n", badge->path);
        return;
    }
    pixels = pixels_of(area, &width, &height);
    if (width > 0 && height > 0) {
        /* The middle of a dot; beside the text of a pill. */
        int column = badge->presentation.kind == TALLY_KIND_DOT ? width / 2 : 3;

        background = pixels[height / 2 * width + column];
        for (int at = 0; at < width * height; at++)
            ink += is_near(pixels[at], badge->presentation.text_color);
    }
    fprintf(out, "%s %s %s %08X %d\n", badge->path, kinds[badge->presentation.kind], *badge->text ? badge->text : "-",
            (unsigned)background, ink);
    g_free(pixels);
}
