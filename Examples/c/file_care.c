/*
 * file_care.c: a program looks after its file. It measures, checks and compacts it, and recovers a damaged one.
 *
 *     cc -std=c99 file_care.c -o file_care $(pkg-config --cflags --libs tally)
 *     ./file_care FOLDER
 *
 * FOLDER exists and is empty. The files are created there.
 */
#include "example.h"

enum { CHATS = 5000, KEPT = 1000, PAGE = 4096 };

static int problems; /* Lines of the log that report one. */

static void log_line(void *user_data, tally_log_level level, const char *text)
{
    (void)user_data;
    (void)text; /* It names the page, or the table and the row. A real program writes it to its own log. */
    if (level == TALLY_LOG_ERROR)
        problems++;
}

static tally_engine *open_file(const char *file)
{
    tally_engine_options options = TALLY_ENGINE_OPTIONS_INIT;
    tally_engine *engine;

    options.file = file;
    options.log = log_line;
    check(tally_engine_open(&options, &engine));
    return engine;
}

static void show_in(const char *file, const char *path)
{
    tally_engine *engine = open_file(file);
    tally_account *account;

    check(tally_account_open(engine, "ann", NULL, &account));
    show(account, path);
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
}

/* A limit of nodes stops a program that invents paths without end. It changes while the engine is open. */
static void limit_nodes(tally_engine *engine, tally_account *account)
{
    int64_t old, now;

    check(tally_engine_limit(engine, TALLY_LIMIT_NODES, CHATS + 100, &old));
    check(tally_engine_limit(engine, TALLY_LIMIT_NODES, TALLY_LIMIT_KEEP, &now));
    printf("  %" PRId64 " nodes were allowed, and %" PRId64 " are now\n", old, now);
    for (int i = 0; i < 1000; i++) {
        char path[64];

        snprintf(path, sizeof path, "root.defect.%d", i);
        if (tally_badge_set(account, path, 1) == TALLY_ERROR_LIMIT) {
            printf("  the limit stops a defect\n");
            break;
        }
    }
    check(tally_badge_clear_tree(account, "root.defect"));
}

/* Writes badges, and removes most of them again, which leaves gaps in the file. */
static void use(const char *file)
{
    tally_engine *engine = open_file(file);
    tally_account *account;
    tally_stats stats = TALLY_STATS_INIT;
    char path[64];

    check(tally_account_open(engine, "ann", NULL, &account));
    for (int i = 0; i < CHATS; i++) {
        snprintf(path, sizeof path, "root.chats.%04d", i);
        check(tally_badge_set(account, path, 1));
    }
    check(tally_engine_flush(engine));
    check(tally_engine_get_stats(engine, 0, &stats));
    printf("  %" PRIu32 " account, %" PRIu64 " nodes, %" PRIu64 " badges not written yet\n", stats.accounts, stats.nodes,
           stats.unstored_badges);
    limit_nodes(engine, account);
    for (int i = KEPT; i < CHATS; i++) {
        snprintf(path, sizeof path, "root.chats.%04d", i);
        check(tally_badge_clear(account, path));
    }
    check(tally_engine_verify(engine));
    printf("  the file is sound\n");
    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
}

static long size_of(const char *name)
{
    FILE *file = fopen(name, "rb");
    long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;

    if (file != NULL)
        fclose(file);
    return size;
}

/* Rewrites the file without its gaps. No engine may have it open. */
static void compact(const char *file)
{
    long before = size_of(file), after;

    check(tally_file_vacuum(file));
    after = size_of(file);
    printf("  the file is %s\n", after < before ? "smaller" : "as large as before");
}

/* Overwrites a part of the last page, as a failing disk might. */
static void damage(const char *name)
{
    FILE *file = fopen(name, "r+b");

    if (file == NULL || fseek(file, 1000 - PAGE, SEEK_END) != 0 || fputs("damage", file) < 0 || fclose(file) != 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
}

/* Checks a file, and returns whether it is damaged. A damaged file may also be rejected as it is opened. */
static int is_damaged(const char *file)
{
    tally_engine *engine = open_file(file);
    tally_status status = tally_engine_verify(engine);

    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    if (status != TALLY_ERROR_CORRUPT)
        check(status);
    return status == TALLY_ERROR_CORRUPT;
}

/* Saves the readable parts in a new file. The damaged one is only read: keep it until somebody has looked at it. */
static void recover(const char *damaged, const char *fresh)
{
    tally_recovery recovery = TALLY_RECOVERY_INIT;

    check(tally_file_recover(damaged, fresh, &recovery));
    printf("  %" PRIu64 " damaged page, %" PRIu64 " badges saved, %" PRIu64 " lost\n", recovery.damaged_pages,
           recovery.badges_saved, recovery.badges_lost);
    if (recovery.doubtful_rows > 0)
        printf("  some of them come from the damaged page, and may be wrong\n");
}

int main(int argc, char **argv)
{
    char file[4096], fresh[4096];

    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return EXIT_FAILURE;
    }
    snprintf(file, sizeof file, "%s/badges.db", argv[1]);
    snprintf(fresh, sizeof fresh, "%s/recovered.db", argv[1]);

    printf("a day of work\n");
    use(file);
    printf("the night after it\n");
    compact(file);
    show_in(file, "root");

    printf("the disk fails\n");
    damage(file);
    if (is_damaged(file))
        printf("  the check finds damage%s\n", problems > 0 ? ", and the log says where" : "");
    recover(file, fresh);
    printf("  the new file is %s\n", is_damaged(fresh) ? "damaged" : "sound");
    show_in(fresh, "root");
    return EXIT_SUCCESS;
}
