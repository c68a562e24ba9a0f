/*
 * outbox.c: an app sends to its server what the user has read. It shows the reads that the server rejected, and lets
 * the user decide about them.
 *
 *     cc -std=c99 outbox.c -o outbox $(pkg-config --cflags --libs tally)
 *
 * Each read of a message becomes a row of the outbox, in the same transaction. The app leases rows, sends them, and
 * reports the result of each. Here nothing is sent, and a function of this program decides what the server accepts.
 */
#include <string.h>

#include "example.h"

static const char page[] =
    "{\"cursor\":\"4\", \"items\":["
    "{\"id\":\"hello\", \"path\":\"mail\"}, {\"id\":\"locked\", \"path\":\"mail\"},"
    "{\"id\":\"gone\", \"path\":\"mail\"}, {\"id\":\"bye\", \"path\":\"mail\"}]}";

/* Prints the rows that are not sent. */
static void print_rows(tally_account *account)
{
    static const char *const states[] = {"waits", "is leased", "has failed"};
    tally_outbox_entry entries[8];
    char text[2048];
    tally_rows rows = TALLY_ROWS(entries, text);

    check(tally_outbox_list(account, 0, NULL, &rows));
    for (size_t i = 0; i < rows.count; i++)
        printf("  %s %s, attempts: %" PRId64 "\n", text + entries[i].entity.offset, states[entries[i].state],
               entries[i].attempt);
    if (rows.count == 0)
        printf("  everything is sent\n");
}

/* Returns the id of the row about a message. A list on the screen would keep it with each of its lines. */
static int64_t row_about(tally_account *account, const char *message)
{
    tally_outbox_entry entries[8];
    char text[2048];
    tally_rows rows = TALLY_ROWS(entries, text);

    check(tally_outbox_list(account, 0, NULL, &rows));
    for (size_t i = 0; i < rows.count; i++)
        if (strcmp(text + entries[i].entity.offset, message) == 0)
            return entries[i].id;
    fprintf(stderr, "no row about %s\n", message);
    exit(EXIT_FAILURE);
}

/* Sends what is due. The server rejects the message "gone" always, and "locked" until it is unlocked. */
static void send_rows(tally_account *account, int is_unlocked)
{
    tally_outbox_entry entries[8];
    char text[2048];
    tally_rows rows = TALLY_ROWS(entries, text);

    check(tally_outbox_lease(account, 60000, &rows));
    for (size_t i = 0; i < rows.count; i++) {
        const char *entity = text + entries[i].entity.offset;

        if (strcmp(entity, "gone") == 0 || (strcmp(entity, "locked") == 0 && !is_unlocked))
            check(tally_outbox_fail(account, entries[i].id, entries[i].attempt, -1)); /* -1: for good. */
        else
            check(tally_outbox_ack(account, entries[i].id, NULL, 0));
    }
}

static void read_mail(tally_account *account)
{
    tally_feed_options options = TALLY_FEED_OPTIONS_INIT;
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    tally_feed *feed;

    settings.outbox = TALLY_OUTBOX_MODE_LEASED;
    check(tally_account_configure(account, &settings));
    check(tally_account_log_in(account));
    check(tally_feed_add(account, "mail", &options, &feed));
    check(tally_feed_deliver(feed, page, strlen(page)));
    tally_feed_release(feed);

    /* Message by message: reading a whole path would be one row, a mark. */
    for (int i = 0; i < 4; i++) {
        tally_message message[1];
        char text[512];
        tally_rows rows = TALLY_ROWS(message, text);

        check(tally_message_list(account, "root.mail", TALLY_MESSAGES_UNREAD, NULL, &rows));
        check(tally_message_mark_read(account, &message[0].key, 1, NULL));
    }
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;
    size_t count;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    printf("the user reads four messages\n");
    read_mail(account);
    print_rows(account);

    printf("the app sends them\n");
    send_rows(account, 0);
    print_rows(account);

    printf("the user gives up one of them\n");
    check(tally_outbox_remove(account, row_about(account, "gone"), &count));
    printf("  %zu removed\n", count);
    printf("and tries the other one again\n");
    check(tally_outbox_retry(account, row_about(account, "locked"), &count));
    printf("  %zu is due\n", count);
    print_rows(account);
    send_rows(account, 1);
    print_rows(account);

    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
