/*
 * snapshots.c: a state is kept, compared with a later one, and looked at without an engine.
 *
 *     cc -std=c99 snapshots.c -o snapshots $(pkg-config --cflags --libs tally)
 *
 * A program uses this for an undo, for a report of a defect, or to see what a night has brought.
 */
#include "example.h"

/* Prints a badge that a node owns; `path` is relative to the top of the snapshot, which itself has no name there. */
static void print_owned(const char *path, tally_badge_kind kind, uint64_t count, tally_mute_mode mute)
{
    printf("  %s: ", path[0] == '\0' ? "(top)" : path);
    if (kind == TALLY_KIND_NUMBER)
        printf("%" PRIu64, count);
    else
        printf("%s", kind == TALLY_KIND_DOT ? "a dot" : "nothing");
    printf("%s\n", mute == TALLY_MUTE_NONE ? "" : ", muted");
}

/* Lists a snapshot, two nodes at a time. */
static void print_snapshot(const tally_snapshot *snapshot)
{
    tally_snapshot_entry entries[2];
    char text[512];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_status status;

    do {
        status = check(tally_snapshot_list(snapshot, NULL, TALLY_SUBTREE, rows.next, &rows));
        for (size_t i = 0; i < rows.count; i++)
            print_owned(text + entries[i].path.offset, entries[i].kind, entries[i].count, entries[i].mute);
    } while (status == TALLY_MORE);
}

/* Lists what differs between two snapshots. */
static void print_difference(const tally_snapshot *from, const tally_snapshot *to)
{
    tally_patch_entry entries[16];
    char text[1024];
    tally_rows rows = TALLY_ROWS(entries, text);
    tally_bytes patch;

    check(tally_snapshot_diff(from, to, &patch));
    check(tally_patch_list(patch.data, patch.size, NULL, TALLY_SUBTREE, NULL, &rows));
    for (size_t i = 0; i < rows.count; i++)
        print_owned(text + entries[i].path.offset, entries[i].after_kind, entries[i].after_count,
                    entries[i].after_mute);
    tally_bytes_release(&patch);
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;
    tally_snapshot *evening, *morning;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_badge_set(account, "root.chat.bo", 3));
    check(tally_badge_dot(account, "root.chat.cy"));
    check(tally_badge_mute(account, "root.chat.cy", TALLY_MUTE_ALL, TALLY_FOREVER));
    check(tally_badge_set(account, "root.chat.dee", 1));
    check(tally_snapshot_take(account, "root.chat", &evening));

    check(tally_badge_add(account, "root.chat.bo", 4));
    check(tally_badge_clear(account, "root.chat.dee"));
    check(tally_snapshot_take(account, "root.chat", &morning));

    printf("the evening\n");
    print_snapshot(evening);
    printf("the night\n");
    print_difference(evening, morning);
    show(account, "root.chat");
    printf("the evening again\n");
    check(tally_badge_restore(account, "root.chat", evening));
    show(account, "root.chat");

    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    printf("the morning, without an engine\n");
    print_snapshot(morning); /* A snapshot belongs to no engine. */
    tally_snapshot_release(evening);
    tally_snapshot_release(morning);
    return EXIT_SUCCESS;
}
