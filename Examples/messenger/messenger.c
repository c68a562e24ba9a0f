/*
 * messenger.c: a messenger in a terminal. Run it twice, with two databases, as two devices of one user: see README.md.
 *
 *     cc -std=c99 messenger.c screen.c -o messenger $(pkg-config --cflags --libs tally)
 *     ./messenger phone.db http://127.0.0.1:8080
 *
 * Each line of the input is a command. The library does the counting, and carries to the other devices what the user
 * reads, sees, mutes, flags and snoozes.
 */
#include "messenger.h"

#include <time.h>

typedef struct messenger {
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
} messenger;

tally_status check(tally_status status)
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

/* ---- Opening ---- */

static void set_rules(tally_account *account)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    /* A message counts until it is read. The bell counts what is new since it was last opened. */
    rule.feeding = TALLY_FEEDING_UNREAD;
    check(tally_badge_set_rule(account, "root", &rule));
    rule.feeding = TALLY_FEEDING_UNSEEN;
    check(tally_badge_set_rule(account, BELL, &rule));
    /* The tab and the icon count conversations, not messages. */
    rule.feeding = TALLY_FEEDING_DEFAULT;
    rule.counting = TALLY_COUNTING_LIT;
    check(tally_badge_set_rule(account, CHATS, &rule));
    /* A mention counts in its conversation already, so the icon does not get it twice. */
    check(tally_badge_mute(account, MENTIONS, TALLY_MUTE_ALL, TALLY_FOREVER));
}

/* The outbox sends what the user does here. The feed brings what other devices did. */
static void connect(messenger *m, const char *url)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    char outbox[512], feed[512];

    snprintf(outbox, sizeof outbox, "%s/outbox", url);
    snprintf(feed, sizeof feed, "%s/feed", url);
    settings.outbox = TALLY_OUTBOX_MODE_SENT;
    settings.outbox_kinds = TALLY_OUTBOX_READS | TALLY_OUTBOX_SEEN | TALLY_OUTBOX_MUTES | TALLY_OUTBOX_FLAGGED |
                            TALLY_OUTBOX_SNOOZES;
    settings.outbox_url = outbox;
    check(tally_account_configure(m->account, &settings));
    options.url = feed;
    options.interval = 60000;
    check(tally_feed_add(m->account, "messenger", &options, &m->feed));
    check(tally_account_log_in(m->account));
}

/* A dot at a feature, once for each version of the program, also if it runs a thousand times. */
static void announce(tally_account *account, const char *feature, uint64_t version)
{
    tally_operation dot = {0};
    tally_batch_options once = TALLY_BATCH_OPTIONS_INIT;
    char path[MAX_PATH];

    snprintf(path, sizeof path, NEWS ".%s", feature);
    dot.kind = TALLY_OP_DOT;
    dot.path = path;
    dot.until = TALLY_FOREVER;
    once.source = path;
    once.epoch = 1;
    once.position = version; /* An equal or smaller one does nothing. */
    check(tally_badge_batch(account, &dot, 1, &once, NULL));
}

static void open_messenger(messenger *m, const char *file, const char *url)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;

    options.file = file;
    check(tally_engine_open(&options, &m->engine));
    check(tally_account_open(m->engine, "me", NULL, &m->account));
    set_rules(m->account);
    connect(m, url);
    announce(m->account, "search", 2);
}

static void close_messenger(messenger *m)
{
    tally_feed_release(m->feed);
    tally_account_release(m->account);
    check(tally_engine_close(m->engine, TALLY_NO_TIMEOUT));
}

/* ---- Syncing ---- */

static void completed(void *user_data, const tally_event *event, const char *text)
{
    if (event->result < 0) printf("  not refreshed: %s\n", text);
    *(int *)user_data = 1;
}

static void take_event(messenger *m, int64_t timeout)
{
    tally_event event = TALLY_EVENT_INIT;
    char text[1024];

    (void)check(tally_engine_next_event(m->engine, timeout, &event, text, sizeof text));
}

static uint64_t count_unsent(messenger *m)
{
    tally_outbox_counts counts = TALLY_OUTBOX_COUNTS_INIT;

    check(tally_outbox_get_counts(m->account, &counts));
    return counts.total - counts.failed;
}

/* An app does not wait: the library sends and polls on its own. Here each command shall show its result. */
static void synchronize(messenger *m)
{
    int is_complete = 0;

    for (int i = 0; count_unsent(m) > 0; i++) {
        if (i == 500) {
            printf("  %" PRIu64 " changes wait for the server\n", count_unsent(m));
            break;
        }
        take_event(m, 20);
    }
    check(tally_feed_refresh_now(m->feed, completed, &is_complete, NULL, NULL));
    while (!is_complete)
        take_event(m, TALLY_NO_TIMEOUT);
}

/* ---- Commands ---- */

static int64_t seconds_from_now(const char *seconds)
{
    return ((int64_t)time(NULL) + atoi(seconds)) * 1000;
}

/* Shows where to begin, and then the user has read everything. */
static void open_conversation(messenger *m, const char *path)
{
    draw_beginning(m->account, path, 0, "unread");
    draw_beginning(m->account, path, TALLY_MESSAGES_HIGHLIGHTS, "mention");
    check(tally_message_mark_path_read(m->account, path, 0, NULL));
}

/* The newest unread message of a conversation comes back later. */
static void snooze_newest(messenger *m, const char *path, const char *seconds)
{
    tally_message_position newest = TALLY_MESSAGE_POSITION_INIT;

    check(tally_message_first(m->account, path, TALLY_MESSAGES_NEWEST, 1, &newest));
    if (newest.key != 0) check(tally_message_snooze(m->account, newest.key, seconds_from_now(seconds)));
}

/* All that is listed is seen, but not read. */
static void open_bell(messenger *m)
{
    draw_messages(m->account, BELL, 0);
    check(tally_badge_clear(m->account, BELL));
}

/* Returns whether the command is known. */
static int perform(messenger *m, const char *command, const char *name, const char *seconds)
{
    char path[MAX_PATH];

    snprintf(path, sizeof path, CHATS ".%s", name);
    if (strcmp(command, "sync") == 0)
        synchronize(m);
    else if (strcmp(command, "show") == 0)
        draw_screen(m->account);
    else if (strcmp(command, "bell") == 0)
        open_bell(m);
    else if (strcmp(command, "search") == 0)
        check(tally_badge_clear(m->account, NEWS ".search"));
    else if (*name == 0)
        return 0;
    else if (strcmp(command, "open") == 0)
        open_conversation(m, path);
    else if (strcmp(command, "mute") == 0)
        check(tally_badge_mute(m->account, path, TALLY_MUTE_ALL_BUT_HIGHLIGHTS, TALLY_FOREVER));
    else if (strcmp(command, "unmute") == 0)
        check(tally_badge_mute(m->account, path, TALLY_MUTE_NONE, TALLY_FOREVER));
    else if (strcmp(command, "unread") == 0)
        check(tally_badge_flag(m->account, path, 1));
    else if (strcmp(command, "snooze") == 0)
        check(tally_badge_snooze(m->account, path, seconds_from_now(seconds)));
    else if (strcmp(command, "later") == 0)
        snooze_newest(m, path, seconds);
    else
        return 0;
    return 1;
}

int main(int argument_count, char **arguments)
{
    messenger m;
    char line[256];

    if (argument_count != 3) {
        fprintf(stderr, "usage: messenger DATABASE URL\n");
        return EXIT_FAILURE;
    }
    open_messenger(&m, arguments[1], arguments[2]);
    for (;;) {
        char command[16] = "", name[128] = "", seconds[16] = "";

        printf("> ");
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL) break;
        if (sscanf(line, "%15s %127s %15s", command, name, seconds) < 1) continue;
        if (strcmp(command, "quit") == 0) break;
        if (!perform(&m, command, name, seconds))
            printf("  sync, show, bell, search, open CHAT, mute CHAT, unmute CHAT, unread CHAT,\n"
                   "  snooze CHAT SECONDS, later CHAT SECONDS, quit\n");
    }
    putchar('\n');
    close_messenger(&m);
    return EXIT_SUCCESS;
}
