/*
 * game_loop.c: a game draws sixty times a second, and reads the changes once a frame. It needs no callbacks, no queue
 * to drain, no thread of the library, and no memory but the arrays below.
 *
 *     cc -std=c99 game_loop.c -o game_loop $(pkg-config --cflags --libs tally)
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

/* The icons on the screen, and the badges that they show now. */
static struct icon {
    const char *path;
    tally_badge badge;
} icons[] = {{"root", {0}}, {"root.mail", {0}}, {"root.shop", {0}}};

enum { ICONS = sizeof icons / sizeof icons[0], CHANGES_A_TIME = 32 };

/* Up to which revision the icons are up to date. */
static uint64_t revision, epoch;

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

/* Reads every icon: at the start, and if the library no longer keeps the changes since `revision`. It reads the
 * revision first. So a change in between is reported again, and none is missed. */
static void read_icons(tally_account *account)
{
    tally_account_state state = TALLY_ACCOUNT_STATE_INIT;

    check(tally_account_get(account, &state, NULL, 0, NULL));
    revision = state.revision;
    epoch = state.epoch;
    for (size_t i = 0; i < ICONS; i++)
        check(tally_badge_get(account, icons[i].path, &icons[i].badge));
}

/* Called once a frame. The cost depends on the changes, not on the size of the tree. Returns whether to draw again. */
static int update_icons(tally_account *account)
{
    static tally_badge_entry entries[CHANGES_A_TIME]; /* At least what one transaction changes. */
    static char text[CHANGES_A_TIME * 256];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_status status;
    int changed = 0;

    do {
        status = check(tally_badge_changes(account, revision, epoch, &rows, &revision));
        if (status == TALLY_RESYNC) {
            read_icons(account);
            return 1;
        }
        for (size_t e = 0; e < rows.count; e++)
            for (size_t i = 0; i < ICONS; i++)
                if (strcmp(text + entries[e].path.offset, icons[i].path) == 0) {
                    icons[i].badge = entries[e].badge;
                    changed = 1;
                }
    } while (status == TALLY_MORE); /* They did not all fit. */
    return changed;
}

static void draw(int frame)
{
    printf("frame %d:", frame);
    for (size_t i = 0; i < ICONS; i++) {
        if (!icons[i].badge.kind)
            printf("  %s -", icons[i].path);
        else if (icons[i].badge.count == 0)
            printf("  %s *", icons[i].path);
        else
            printf("  %s %" PRIu64, icons[i].path, icons[i].badge.count);
    }
    putchar('\n');
}

/* The events of the game. */
static void play(tally_account *account, int frame)
{
    if (frame == 1)
        check(tally_badge_set(account, "mail.guild", 2));
    if (frame == 2) {
        check(tally_badge_add(account, "mail.guild", 1)); /* Two changes of one frame are drawn as one. */
        check(tally_badge_dot(account, "shop.hats.new"));
    }
    if (frame == 4)
        check(tally_badge_clear_tree(account, "mail"));
    if (frame == 5)
        check(tally_badge_clear(account, "shop.hats.new"));
}

int main(void)
{
    tally_engine_options options = {.struct_size = sizeof options, .flags = TALLY_ENGINE_HOST_DRIVEN};
    tally_engine *engine;
    tally_account *account;

    check(tally_engine_open(&options, &engine));
    check(tally_account_open(engine, "player", NULL, &account));
    read_icons(account);
    for (int frame = 0; frame < 8; frame++) {
        play(account, frame);
        check(tally_engine_step(engine)); /* Does what is due: expiring badges, feeds, reminders, writing. */
        if (update_icons(account) || frame == 0)
            draw(frame);
    }
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
