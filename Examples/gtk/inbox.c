/*
 * inbox.c: a desktop inbox with GTK 4. Tabs and rows have badges that Tally draws through bound widgets, live from a
 * server, and a list has the summaries of groups in the user's language.
 *
 *     cc -std=gnu11 inbox.c badge.c -o inbox $(pkg-config --cflags --libs tally gtk4) -lm
 *     python3 ../feed-server/feed_server.py --port 8080      in another terminal
 *     ./inbox --feed http://127.0.0.1:8080/feed
 *
 * A click on a row reads its messages. With --control, standard input has commands, one a line: `look` writes what is
 * drawn and what tally_badge_present says, `tab NUMBER` shows a tab, `open PATH` clicks a row, `shot FILE` writes a
 * picture, `quit` ends.
 */
#include "badge.h"

#include <glib-unix.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct row { const char *path, *title, *hint; } row;
typedef struct tab { const char *path, *title; const row *rows; } tab;

static const row INBOX[] = {
    {"root.inbox.direct", "Direct messages", "From one person"},
    {"root.inbox.mentions", "Mentions", "Somebody wrote your name"},
    {"root.inbox.invitations", "Invitations", "Rooms that you may join"},
    {"root.inbox.digest", "Weekly digest", "The best of the last seven days"},
    {NULL, NULL, NULL}};
static const row UPDATES[] = {
    {"root.updates.releases", "Releases", "New versions of what you use"},
    {"root.updates.builds", "Builds", "Results of your branches"},
    {NULL, NULL, NULL}};
static const row SHOP[] = {
    {"root.shop.offers", "Offers", "For a short time"},
    {"root.shop.orders", "Orders", "On their way to you"},
    {NULL, NULL, NULL}};
static const tab TABS[] = {
    {"root.inbox", "Inbox", INBOX}, {"root.updates", "Updates", UPDATES}, {"root.shop", "Shop", SHOP}};

typedef struct inbox {
    char *feed_url, *file, *language;
    gboolean has_control;
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
    tally_scope *scope;
    GtkApplication *application;
    GtkWidget *window, *tabs, *groups;
    GPtrArray *badges; /* The badges of the tabs, and of the rows. */
    guint descriptor_source, control_source;
} inbox;

static void check(tally_status status)
{
    char message[1024] = "";
    size_t length;

    if (status >= 0)
        return;
    tally_error_message(message, sizeof message, &length);
    g_printerr("%s: %s\n", tally_status_name(status), message);
    exit(EXIT_FAILURE);
}

/* ---- The engine ---- */

static void set_style(inbox *inbox, const char *path, uint32_t background, float font_size)
{
    const tally_style style = {.struct_size = sizeof style,
        .fields = TALLY_STYLE_FIELD_BACKGROUND_COLOR | TALLY_STYLE_FIELD_FONT_SIZE | TALLY_STYLE_FIELD_DOT_RADIUS | TALLY_STYLE_FIELD_OFFSET,
        .background_color = background, .font_size = font_size, .dot_radius = 4.5f, .offset_x = 17, .offset_y = 5};

    check(tally_style_set(inbox->account, path, &style));
}

/* Paths below inherit the style of a tab. */
static void set_styles(inbox *inbox)
{
    set_style(inbox, "root", 0xE01B24FF, 8.5f);
    set_style(inbox, "root.updates", 0x1C71D8FF, 8.5f);
    set_style(inbox, "root.shop", 0x26A269FF, 8.5f);
}

/* The words of a group that has more messages than its leading one. */
static void set_words(inbox *inbox)
{
    static const char *const words[][3] = {
        {"en", "%u more message from %@", "%u more messages from %@"},
        {"de", "%u weitere Nachricht von %@", "%u weitere Nachrichten von %@"},
        {"fr", "%u autre message de %@", "%u autres messages de %@"}};

    check(tally_category_set(inbox->account, "talk", words[0][2], NULL));
    for (size_t index = 0; index < G_N_ELEMENTS(words); index++) {
        const tally_forms forms = {.struct_size = sizeof forms, .one = words[index][1], .other = words[index][2]};

        check(tally_strings_set(inbox->account, words[0][2], words[index][0], &forms));
    }
    tally_account_settings settings = {.struct_size = sizeof settings, .language = inbox->language};

    check(tally_account_configure(inbox->account, &settings));
}

/* Takes all events, also those that have no observer: the descriptor is readable while any is pending. Callbacks are
 * called here. */
static gboolean take_events(gint descriptor, GIOCondition condition, gpointer user_data)
{
    tally_event event = {.struct_size = sizeof event};
    char text[8192];
    tally_status status;

    (void)descriptor, (void)condition;
    do {
        status = tally_engine_next_event(((inbox *)user_data)->engine, 0, &event, text, sizeof text);
        check(status);
    } while (status == TALLY_OK);
    return G_SOURCE_CONTINUE;
}

static void open_engine(inbox *inbox)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    intptr_t descriptor;

    options.file = inbox->file;
    check(tally_engine_open(&options, &inbox->engine));
    check(tally_account_open(inbox->engine, "me", NULL, &inbox->account));
    check(tally_scope_open(inbox->engine, &inbox->scope));
    check(tally_account_log_in(inbox->account));
    set_styles(inbox);
    set_words(inbox);
    check(tally_engine_get_descriptor(inbox->engine, &descriptor));
    inbox->descriptor_source = g_unix_fd_add((int)descriptor, G_IO_IN, take_events, inbox);
}

static void add_feed(inbox *inbox)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_credential credential = TALLY_CREDENTIAL_INIT;

    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = g_getenv("TALLY_TOKEN");
    options.url = inbox->feed_url;
    options.interval = 1000;
    options.initial_delay = 0;
    if (inbox->feed_url == NULL)
        return;
    if (credential.secret != NULL)
        check(tally_account_set_credential(inbox->account, inbox->feed_url, &credential));
    check(tally_feed_add(inbox->account, "inbox", &options, &inbox->feed));
}

static void close_engine(inbox *inbox)
{
    g_source_remove(inbox->descriptor_source);
    tally_scope_close(inbox->scope);
    tally_feed_release(inbox->feed);
    tally_account_release(inbox->account);
    check(tally_engine_close(inbox->engine, TALLY_NO_TIMEOUT));
}

/* ---- Rows ---- */

static void open_path(inbox *inbox, const char *path)
{
    check(tally_message_mark_path_read(inbox->account, path, TALLY_SUBTREE, NULL));
    check(tally_badge_clear_tree(inbox->account, path));
}

static void activate_row(GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
    (void)list;
    open_path(user_data, g_object_get_data(G_OBJECT(row), "path"));
}

static GtkWidget *label_new(const char *text, const char *style)
{
    GtkWidget *label = gtk_label_new(text);

    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(label, style);
    return label;
}

static GtkWidget *two_lines(const char *title, const char *hint)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);

    gtk_box_append(GTK_BOX(box), label_new(title, "title"));
    gtk_box_append(GTK_BOX(box), label_new(hint, "hint"));
    gtk_widget_set_visible(gtk_widget_get_last_child(box), *hint != '\0');
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    gtk_widget_set_hexpand(box, TRUE);
    return box;
}

static GtkWidget *badge_on(inbox *inbox, const char *path)
{
    GtkWidget *badge = badge_new(inbox->scope, inbox->account, path);

    g_ptr_array_add(inbox->badges, badge);
    return badge;
}

/* A list on one side of the window. */
static void use_card(GtkWidget *list, GtkAlign side)
{
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(list, "card");
    gtk_widget_set_size_request(list, 330, -1);
    gtk_widget_set_halign(list, side);
    gtk_widget_set_valign(list, GTK_ALIGN_START);
}

static GtkWidget *list_of(inbox *inbox, const tab *tab)
{
    GtkWidget *list = gtk_list_box_new();

    use_card(list, GTK_ALIGN_START);
    for (const row *each = tab->rows; each->path != NULL; each++) {
        GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);

        gtk_box_append(GTK_BOX(box), two_lines(each->title, each->hint));
        gtk_box_append(GTK_BOX(box), badge_on(inbox, each->path));
        gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
        g_object_set_data(G_OBJECT(row), "path", (gpointer)each->path);
        gtk_list_box_append(GTK_LIST_BOX(list), row);
    }
    g_signal_connect(list, "row-activated", G_CALLBACK(activate_row), inbox);
    return list;
}

/* ---- Tabs ---- */

/* The centre of a badge is at the top right corner of the title, and further by the offset of its style. */
static gboolean place_badge(GtkOverlay *overlay, GtkWidget *badge, GdkRectangle *out_place, gpointer user_data)
{
    GtkRequisition size;
    float x, y;

    (void)user_data;
    badge_offset(badge, &x, &y);
    gtk_widget_get_preferred_size(badge, NULL, &size);
    out_place->width = size.width;
    out_place->height = size.height;
    out_place->x = gtk_widget_get_width(GTK_WIDGET(overlay)) + (int)x - size.width / 2;
    out_place->y = (int)y - size.height / 2;
    return TRUE;
}

static GtkWidget *tab_title(inbox *inbox, const tab *tab)
{
    GtkWidget *overlay = gtk_overlay_new();

    gtk_overlay_set_child(GTK_OVERLAY(overlay), gtk_label_new(tab->title));
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), badge_on(inbox, tab->path));
    g_signal_connect(overlay, "get-child-position", G_CALLBACK(place_badge), NULL);
    gtk_widget_add_css_class(overlay, "tab");
    return overlay;
}

/* ---- Groups ---- */

/* Reads groups, the newest first, with room for `limit` and their texts. */
static void fill_groups(inbox *inbox, size_t limit)
{
    tally_group entries[16];
    char text[16384];
    tally_rows rows = TALLY_ROWS(entries, text);
    GtkWidget *row;

    rows.capacity = MIN(limit, rows.capacity);
    while ((row = gtk_widget_get_first_child(inbox->groups)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(inbox->groups), row);
    check(tally_group_list(inbox->account, inbox->language, 0, NULL, &rows));
    for (size_t index = 0; index < rows.count; index++) {
        const tally_group *group = &entries[index];
        const char *summary = text + group->summary.offset;

        gtk_list_box_append(GTK_LIST_BOX(inbox->groups),
                            two_lines(text + group->title.offset, group->summary.length > 0 ? summary : ""));
    }
}

static void groups_changed(void *user_data, const tally_event *event, const char *thread)
{
    (void)event, (void)thread;
    fill_groups(user_data, 8);
}

static GtkWidget *groups_list(inbox *inbox)
{
    inbox->groups = gtk_list_box_new();
    use_card(inbox->groups, GTK_ALIGN_END);
    gtk_widget_add_css_class(inbox->groups, "groups");
    check(tally_observe_groups(inbox->scope, inbox->account, TALLY_OBSERVE_INITIAL, groups_changed, inbox, NULL, NULL));
    return inbox->groups;
}

/* ---- Control, for tests and pictures ---- */

static void write_picture(inbox *inbox, const char *file)
{
    int width = gtk_widget_get_width(inbox->window), height = gtk_widget_get_height(inbox->window);
    GdkPaintable *paintable = gtk_widget_paintable_new(inbox->window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    graphene_rect_t all = GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height);
    GskRenderNode *node;
    GdkTexture *texture;

    gdk_paintable_snapshot(paintable, snapshot, width, height);
    node = gtk_snapshot_free_to_node(snapshot);
    texture = gsk_renderer_render_texture(gtk_native_get_renderer(GTK_NATIVE(inbox->window)), node, &all);
    if (!gdk_texture_save_to_png(texture, file))
        g_printerr("%s cannot be written\n", file);
    g_object_unref(texture);
    gsk_render_node_unref(node);
    g_object_unref(paintable);
}

static void look(inbox *inbox)
{
    static const char *const kinds[] = {"none", "dot", "icon", "number"};

    for (guint index = 0; index < inbox->badges->len; index++) {
        GtkWidget *badge = g_ptr_array_index(inbox->badges, index);
        tally_presentation presentation = {.struct_size = sizeof presentation};
        char text[256];
        size_t length;

        check(tally_badge_present(inbox->account, badge_path(badge), &presentation, text, sizeof text, &length));
        printf("%s ", gtk_widget_get_mapped(gtk_widget_get_parent(badge)) ? "drawn" : "hidden");
        badge_describe(badge, stdout);
        printf("present %s %s %s %08X\n", badge_path(badge), kinds[presentation.kind], length > 0 ? text : "-",
               (unsigned)presentation.background_color);
    }
    for (GtkWidget *row = gtk_widget_get_first_child(inbox->groups); row; row = gtk_widget_get_next_sibling(row)) {
        GtkWidget *title = gtk_widget_get_first_child(gtk_list_box_row_get_child(GTK_LIST_BOX_ROW(row)));

        printf("group %s: %s\n", gtk_label_get_text(GTK_LABEL(title)),
               gtk_label_get_text(GTK_LABEL(gtk_widget_get_next_sibling(title))));
    }
    puts("end");
    fflush(stdout);
}

static gboolean obey(gint descriptor, GIOCondition condition, gpointer user_data)
{
    static char line[4096];
    inbox *inbox = user_data;

    (void)descriptor, (void)condition;
    if (fgets(line, sizeof line, stdin) == NULL || strcmp(line, "quit\n") == 0) {
        inbox->control_source = 0;
        gtk_window_destroy(GTK_WINDOW(inbox->window));
        return G_SOURCE_REMOVE;
    }
    g_strchomp(line);
    if (strcmp(line, "look") == 0)
        look(inbox);
    else if (g_str_has_prefix(line, "tab "))
        gtk_notebook_set_current_page(GTK_NOTEBOOK(inbox->tabs), atoi(line + 4));
    else if (g_str_has_prefix(line, "open "))
        open_path(inbox, line + 5);
    else if (g_str_has_prefix(line, "shot "))
        write_picture(inbox, line + 5);
    else
        g_printerr("there is no command %s\n", line);
    return G_SOURCE_CONTINUE;
}

/* ---- The window ---- */

static const char STYLE[] =
    "window { background: #f6f5f4; color: #2e3436; font-family: Cantarell, sans-serif; font-size: 11pt; }"
    "notebook, notebook > stack { background: none; }"
    "notebook > header { background: #ffffff; border-bottom: 1px solid #deddda; padding: 4px 10px 0 10px; }"
    "notebook > header tab { padding: 2px 16px; }"
    ".tab { padding: 11px 30px 9px 4px; }"
    ".card { margin: 18px; }"
    ".groups { margin-top: 62px; }"
    ".card { background: #ffffff; border-radius: 12px; border: 1px solid #deddda; padding: 4px; }"
    ".card > row { padding: 9px 12px; border-radius: 8px; min-height: 40px; }"
    ".title { font-weight: 600; }"
    ".hint { color: #77767b; font-size: 9.5pt; }";

static void use_style(void)
{
    GtkCssProvider *provider = gtk_css_provider_new();

    gtk_css_provider_load_from_data(provider, STYLE, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(provider);
}

static void open_window(GtkApplication *application, gpointer user_data)
{
    inbox *inbox = user_data;
    GtkWidget *page = gtk_overlay_new();

    use_style();
    inbox->tabs = gtk_notebook_new();
    inbox->window = gtk_application_window_new(application);
    gtk_window_set_title(GTK_WINDOW(inbox->window), "Inbox");
    gtk_window_set_default_size(GTK_WINDOW(inbox->window), 720, 350);
    for (size_t index = 0; index < G_N_ELEMENTS(TABS); index++)
        gtk_notebook_append_page(GTK_NOTEBOOK(inbox->tabs), list_of(inbox, &TABS[index]),
                                 tab_title(inbox, &TABS[index]));
    gtk_notebook_set_show_border(GTK_NOTEBOOK(inbox->tabs), FALSE);
    gtk_overlay_set_child(GTK_OVERLAY(page), inbox->tabs);
    gtk_overlay_add_overlay(GTK_OVERLAY(page), groups_list(inbox));
    gtk_window_set_child(GTK_WINDOW(inbox->window), page);
    gtk_window_present(GTK_WINDOW(inbox->window));
    setvbuf(stdin, NULL, _IONBF, 0); /* The loop watches the descriptor, so no line may wait in a buffer. */
    if (inbox->has_control)
        inbox->control_source = g_unix_fd_add(STDIN_FILENO, G_IO_IN | G_IO_HUP, obey, inbox);
    add_feed(inbox);
}

/* The user's language as a BCP 47 tag: "pt-PT" for pt_PT.UTF-8. */
static char *language_of_user(void)
{
    const char *name = g_get_language_names()[0];
    char *tag = g_strndup(name, strcspn(name, ".@"));

    if (strcmp(tag, "C") == 0 || strcmp(tag, "POSIX") == 0)
        return g_free(tag), g_strdup("en");
    return g_strdelimit(tag, "_", '-');
}

int main(int argc, char **argv)
{
    static inbox inbox;
    const GOptionEntry options[] = {
        {"feed", 'f', 0, G_OPTION_ARG_STRING, &inbox.feed_url, "Poll this server", "URL"},
        {"db", 'd', 0, G_OPTION_ARG_FILENAME, &inbox.file, "Keep badges in this file", "FILE"},
        {"language", 'l', 0, G_OPTION_ARG_STRING, &inbox.language, "Write summaries in this language", "TAG"},
        {"control", 'c', 0, G_OPTION_ARG_NONE, &inbox.has_control, "Obey commands from standard input", NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL}};
    GOptionContext *context = g_option_context_new("");
    GError *error = NULL;
    int status;

    g_option_context_add_main_entries(context, options, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("inbox: %s\n", error->message);
        return EXIT_FAILURE;
    }
    g_option_context_free(context);
    if (inbox.language == NULL)
        inbox.language = language_of_user();
    inbox.badges = g_ptr_array_new();
    open_engine(&inbox);
    inbox.application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    g_signal_connect(inbox.application, "activate", G_CALLBACK(open_window), &inbox);
    status = g_application_run(G_APPLICATION(inbox.application), 1, argv);
    if (inbox.control_source != 0)
        g_source_remove(inbox.control_source);
    close_engine(&inbox);
    g_object_unref(inbox.application);
    g_ptr_array_unref(inbox.badges);
    g_free(inbox.feed_url), g_free(inbox.file), g_free(inbox.language);
    return status;
}
