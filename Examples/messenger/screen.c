/*
 * screen.c: the screen. Everything is read from the library when it is drawn, and nothing is counted here.
 */
#include "messenger.h"

static tally_badge badge_at(tally_account *account, const char *path)
{
    tally_badge badge;

    check(tally_badge_get(account, path, &badge));
    return badge;
}

/* "3 unread, 1 mention, muted" */
static void draw_conversation(tally_account *account, const char *path)
{
    tally_badge badge = badge_at(account, path);
    tally_badge_own own = TALLY_BADGE_OWN_INIT;
    const char *comma = "";

    check(tally_badge_get_own(account, path, &own));
    printf("  %-8s", path + strlen(CHATS "."));
    if (badge.kind == TALLY_KIND_NUMBER) {
        printf("%" PRIu64 " unread", badge.count);
        comma = ", ";
    }
    if (badge.highlights > 0) {
        printf("%s%" PRIu64 " mention%s", comma, badge.highlights, badge.highlights > 1 ? "s" : "");
        comma = ", ";
    }
    if (own.flags & TALLY_OWN_FLAGGED) {
        printf("%smarked as unread", comma);
        comma = ", ";
    }
    if (own.snoozed_until != 0)
        printf("%ssnoozed", comma);
    else if (own.mute != TALLY_MUTE_NONE)
        printf("%smuted", comma);
    putchar('\n');
}

/* A conversation is a child of CHATS. The list has those that show a badge, are muted or are snoozed. */
static void draw_conversations(tally_account *account)
{
    tally_badge_entry entries[MAX_ROWS];
    char text[MAX_TEXT];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_status status;

    do {
        status = check(tally_badge_list(account, CHATS, TALLY_LIST_CHILDREN, rows.next, &rows, NULL));
        for (size_t i = 0; i < rows.count; i++)
            draw_conversation(account, text + entries[i].path.offset);
    } while (status == TALLY_MORE);
}

/* A tab, or the icon: a number, a dot, or nothing. */
static void draw_tab(tally_account *account, const char *name, const char *path)
{
    tally_badge badge = badge_at(account, path);

    printf("%-10s", name);
    if (badge.kind == TALLY_KIND_NUMBER)
        printf("%" PRIu64 "\n", badge.count);
    else
        printf("%s\n", badge.kind == TALLY_KIND_DOT ? "*" : "-");
}

void draw_screen(tally_account *account)
{
    draw_tab(account, "chats", CHATS);
    draw_conversations(account);
    draw_tab(account, "mentions", MENTIONS);
    draw_tab(account, "bell", BELL);
    draw_tab(account, "new", NEWS);
    draw_tab(account, "icon", "root");
}

void draw_messages(tally_account *account, const char *path, uint32_t flags)
{
    tally_message messages[MAX_ROWS];
    char text[MAX_TEXT];
    tally_rows rows = TALLY_ROWS(messages, text);
    tally_status status;

    do {
        status = check(tally_message_list(account, path, flags, rows.next, &rows));
        for (size_t i = 0; i < rows.count; i++)
            printf("  %s%s\n", text + messages[i].title.offset, messages[i].snoozed_until != 0 ? " (snoozed)" : "");
    } while (status == TALLY_MORE);
}

/* "first unread: Lunch? (1 of 3)": where a conversation scrolls to when it is opened. */
void draw_beginning(tally_account *account, const char *path, uint32_t flags, const char *name)
{
    tally_message_position first = TALLY_MESSAGE_POSITION_INIT;
    tally_message message[1];
    char text[MAX_TEXT];
    tally_rows rows = TALLY_ROWS(message, text);

    check(tally_message_first(account, path, flags, 1000, &first));
    if (first.key == 0) {
        printf("  first %s: none\n", name);
        return;
    }
    check(tally_message_get(account, first.key, &rows));
    printf("  first %s: %s (1 of %" PRIu64 ")\n", name, text + message[0].title.offset, first.matching);
}
