/*
 * settings.c: the page of settings of an app. What the user chooses is stored with the account.
 *
 *     cc -std=c99 settings.c -o settings $(pkg-config --cflags --libs tally)
 *
 * The switch “Count messages until I have read them” is the feeding of the account. A folder can have a switch of its
 * own, which is a rule of its path, and holds below the path as well.
 */
#include "example.h"

/* Prints what the page shows when the user opens it. */
static void print_settings(tally_account *account)
{
    static const char *const groupings[] = {"", "by threads", "by app", "off"};
    tally_account_settings_entry settings[1];
    char text[1024];
    tally_rows rows = TALLY_ROWS(settings, text);

    check(tally_account_get_settings(account, &rows));
    printf("  count until read: %s\n", settings[0].feeding == TALLY_FEEDING_UNREAD ? "yes" : "no");
    printf("  group messages: %s\n", groupings[settings[0].grouping]);
    printf("  language: %s\n", settings[0].language.length > 0 ? text + settings[0].language.offset : "none");
}

/* Prints the switch of a folder: its own position, or the one that it takes from above. */
static void print_folder(tally_account *account, const char *path)
{
    tally_badge_rule own = TALLY_BADGE_RULE_INIT, effective = TALLY_BADGE_RULE_INIT;

    check(tally_badge_get_rule(account, path, 0, &own));
    check(tally_badge_get_rule(account, path, TALLY_RULE_EFFECTIVE, &effective));
    printf("  %s, count until read: %s (%s)\n", path, effective.feeding == TALLY_FEEDING_UNREAD ? "yes" : "no",
           own.feeding == TALLY_FEEDING_DEFAULT ? "from above" : "its own");
}

static void set_folder(tally_account *account, const char *path, tally_feeding feeding)
{
    tally_badge_rule rule = TALLY_BADGE_RULE_INIT;

    rule.feeding = feeding;
    check(tally_badge_set_rule(account, path, &rule));
}

/* Posts a message, and lets the user look at it without reading it. */
static void arrive_and_look(tally_account *account, const char *path)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    options.title = "Hello";
    check(tally_message_post(account, path, &options, NULL));
    check(tally_badge_clear(account, path));
    show(account, path);
}

int main(void)
{
    tally_account_settings settings = TALLY_ACCOUNT_SETTINGS_INIT;
    tally_engine *engine;
    tally_account *account;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    printf("at first\n");
    print_settings(account);

    printf("the user chooses\n");
    settings.grouping = TALLY_GROUPING_BY_APP;
    settings.language = "pt-pt"; /* It is stored in its canonical form. */
    check(tally_account_configure(account, &settings));
    set_folder(account, "root.mail", TALLY_FEEDING_UNREAD);
    set_folder(account, "root.mail.lists", TALLY_FEEDING_UNSEEN);
    print_settings(account);
    print_folder(account, "root.mail");
    print_folder(account, "root.mail.work");
    print_folder(account, "root.mail.lists");
    print_folder(account, "root.news");

    printf("messages arrive, and the user looks at all of them\n");
    arrive_and_look(account, "root.mail.work");
    arrive_and_look(account, "root.mail.lists");
    arrive_and_look(account, "root.news");

    printf("the user removes the switch of the lists\n");
    check(tally_badge_set_rule(account, "root.mail.lists", NULL));
    print_folder(account, "root.mail.lists");
    show(account, "root.mail.lists"); /* Badges of messages that exist already follow. */

    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
