/*
 * glib_host.c: a program with GLib's main loop, as those of GTK have one.
 *
 *     cc -std=c99 glib_host.c -o glib_host $(pkg-config --cflags --libs tally glib-2.0)
 *     ./glib_host             the library works on its own thread, and tells the loop through a descriptor
 *     ./glib_host driven      the loop drives the engine too: one thread in all, and a GSource of our own
 */
#include <glib-unix.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

typedef struct host {
    GMainLoop *loop;
    tally_engine *engine;
    tally_account *account;
} host;

/* Returns 0 and positive statuses (TALLY_HELD, …), which are successes. An error ends this program. */
static tally_status check(tally_status status)
{
    char message[1024] = "";
    size_t length;

    if (status < 0) {
        tally_error_message(message, sizeof message, &length);
        fprintf(stderr, "%s: %s\n", tally_status_name(status), message);
        exit(EXIT_FAILURE);
    }
    return status;
}

/* Called within tally_engine_dispatch or tally_engine_step, on the thread of the loop, without a lock: it may call
 * anything. */
static void badge_changed(void *user_data, const tally_event *event, const char *path)
{
    host *host = user_data;

    if (event->badge_kind && event->count > 0)
        printf("%s: %" PRIu64 "\n", path, event->count);
    else
        printf("%s: %s\n", path, event->badge_kind ? "dot" : "nothing");

    if (strcmp(path, "root.promo") == 0) {
        if (event->badge_kind) /* Seen now: the badge expires after a short time. */
            check(tally_badge_dot_until(host->account, path, g_get_real_time() / 1000 + 50));
        else
            check(tally_badge_clear(host->account, "chat.bo"));
    }
    if (strcmp(path, "root") == 0 && !event->badge_kind)
        g_main_loop_quit(host->loop);
}

/* ---- The library has a thread of its own ---- */

static gboolean dispatch(gint descriptor, GIOCondition condition, gpointer user_data)
{
    (void)descriptor, (void)condition;
    check(tally_engine_dispatch(((host *)user_data)->engine, 0, NULL));
    return G_SOURCE_CONTINUE;
}

/* ---- The loop drives the engine ---- */

typedef struct engine_source {
    GSource source;
    gpointer tag; /* The tag of the descriptor. */
    host *host;
} engine_source;

/* Before the loop blocks: how long may it? */
static gboolean prepare(GSource *source, gint *timeout)
{
    int64_t milliseconds;

    check(tally_engine_get_timeout(((engine_source *)source)->host->engine, &milliseconds));
    *timeout = milliseconds > G_MAXINT ? G_MAXINT : (gint)milliseconds;
    return milliseconds == 0;
}

/* After it has blocked: is there something to do? */
static gboolean is_due(GSource *source)
{
    int64_t milliseconds;

    check(tally_engine_get_timeout(((engine_source *)source)->host->engine, &milliseconds));
    return milliseconds == 0 || g_source_query_unix_fd(source, ((engine_source *)source)->tag) != 0;
}

static gboolean step(GSource *source, GSourceFunc callback, gpointer user_data)
{
    (void)callback, (void)user_data;
    check(tally_engine_step(((engine_source *)source)->host->engine));
    return G_SOURCE_CONTINUE;
}

static guint attach(host *host, int driven)
{
    static GSourceFuncs functions = {.prepare = prepare, .check = is_due, .dispatch = step};
    intptr_t descriptor;
    GSource *source;
    guint id;

    check(tally_engine_get_descriptor(host->engine, &descriptor)); /* Borrowed: never read from, never closed. */
    if (!driven)
        return g_unix_fd_add((int)descriptor, G_IO_IN, dispatch, host);
    source = g_source_new(&functions, sizeof(engine_source));
    ((engine_source *)source)->host = host;
    ((engine_source *)source)->tag = g_source_add_unix_fd(source, (int)descriptor, G_IO_IN);
    id = g_source_attach(source, NULL);
    g_source_unref(source); /* The context has it now. */
    return id;
}

int main(int argc, char **argv)
{
    int driven = argc > 1 && strcmp(argv[1], "driven") == 0;
    tally_engine_options options = {.struct_size = sizeof options, .flags = driven ? TALLY_ENGINE_HOST_DRIVEN : 0};
    host host = {.loop = g_main_loop_new(NULL, FALSE)};
    tally_scope *scope;
    guint source;

    check(tally_engine_open(&options, &host.engine));
    check(tally_account_open(host.engine, "ann", NULL, &host.account));
    check(tally_scope_open(host.engine, &scope));
    check(tally_observe(scope, host.account, "root", TALLY_SUBTREE, badge_changed, &host, NULL, NULL));
    source = attach(&host, driven);

    check(tally_badge_set(host.account, "chat.bo", 3));
    check(tally_badge_dot(host.account, "promo"));
    g_main_loop_run(host.loop);

    /* First what watches the descriptor, then the engine, whose descriptor it is. */
    g_source_remove(source);
    g_main_loop_unref(host.loop);
    tally_scope_close(scope);
    tally_account_release(host.account);
    check(tally_engine_close(host.engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
