/*
 * messages.c: a message is unseen, then seen, then read. A list of messages lets the user change that, and change it
 * back.
 *
 *     cc -std=c99 messages.c -o messages $(pkg-config --cflags --libs tally)
 *
 * The account feeds badges with unread messages, as a mail program does: a message that was only seen still counts.
 */
#include "example.h"

/* Called whenever messages at the observed path or below it have changed, with their numbers afterwards. */
static void messages_changed(void *user_data, const tally_event *event, const char *path)
{
    (void)user_data;
    printf("  %s: %" PRIu64 " messages, %" PRIu64 " unread, %" PRIu64 " unseen\n", path, event->total, event->unread,
           event->unseen);
}

static int64_t post(tally_account *account, const char *id, const char *thread, int64_t time)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;
    int64_t key;

    options.id = id;
    options.title = id;
    options.thread = thread;
    options.time = time;
    check(tally_message_post(account, "root.mail", &options, &key));
    return key;
}

/* Says what happened, and lets the observer say what that changed. */
static void happened(tally_engine *engine, const char *what)
{
    printf("%s\n", what);
    check(tally_engine_dispatch(engine, TALLY_NO_LIMIT, NULL));
}

static void print_fresh(tally_account *account, const char *thread)
{
    tally_group group[1];
    char text[512];
    tally_rows rows = TALLY_ROWS(group, text);

    check(tally_group_get(account, thread, "en", 0, &rows));
    printf("  thread %s: %" PRIu64 " messages, %" PRIu64 " fresh\n", thread, group[0].notifications, group[0].fresh);
}

/* Finds a message by the identifier that a system's notification carries, because that knows no keys. */
static void print_found(tally_account *account, const char *id)
{
    static const char *const states[] = {"unseen", "seen", "read"};
    tally_message message[1];
    char text[512];
    tally_rows rows = TALLY_ROWS(message, text);

    if (tally_message_find(account, 0, id, &rows) == TALLY_ERROR_NOT_FOUND)
        printf("  no message %s\n", id);
    else
        printf("  message %s at %s is %s\n", id, text + message[0].path.offset, states[message[0].state]);
}

int main(void)
{
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    tally_engine *engine;
    tally_account *account;
    tally_scope *scope;
    uint64_t token;
    size_t changed;
    int64_t lunch, plan;

    options.feeding = TALLY_FEEDING_UNREAD;
    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", &options, &account));
    check(tally_scope_open(engine, &scope));
    check(tally_observe_messages(scope, account, "root.mail", 0, messages_changed, NULL, NULL, &token));

    lunch = post(account, "lunch", "food", 1000);
    post(account, "dinner", "food", 2000);
    plan = post(account, "plan", "work", 3000);
    post(account, "budget", "work", 4000);
    happened(engine, "four messages arrive");

    print_fresh(account, "work");
    check(tally_group_mark_seen(account, "work")); /* The messages stay in their group, and in the badge. */
    print_fresh(account, "work");

    check(tally_message_mark_seen(account, &lunch, 1, &changed));
    happened(engine, "the user wipes away the notification about lunch");
    show(account, "root.mail");

    check(tally_message_mark_read_until(account, "root.mail", 0, plan, &changed)); /* The list has the newest first. */
    happened(engine, "the user reads everything up to the plan");
    show(account, "root.mail");

    check(tally_message_mark_unread(account, &lunch, 1, &changed));
    happened(engine, "the user keeps lunch for later");
    show(account, "root.mail");
    print_found(account, "lunch");

    check(tally_message_withdraw(account, "budget"));
    happened(engine, "the sender withdraws the budget");
    print_found(account, "budget");

    tally_unobserve(scope, token);
    check(tally_message_withdraw(account, "dinner"));
    happened(engine, "nobody observes how the dinner is withdrawn");
    show(account, "root.mail");

    tally_scope_close(scope);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
