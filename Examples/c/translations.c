/*
 * translations.c: summaries of groups in the user's language, with the texts of a String Catalog (.xcstrings).
 *
 *     cc -std=c99 translations.c -o translations $(pkg-config --cflags --libs tally)
 */
#include <string.h>

#include "example.h"

#define FORMAT "%u more photos from %@"

/* A part of a catalog as Xcode writes it. A program reads it from its resources. It has all texts of the program, also
 * those that have nothing to do with badges. */
static const char catalog[] =
    "{\"version\":\"1.0\", \"sourceLanguage\":\"en\", \"strings\":{"
    "\"Delete “%s”?\":{\"localizations\":{\"de\":{\"stringUnit\":{\"state\":\"translated\","
    " \"value\":\"„%s“ löschen?\"}}}},"
    "\"" FORMAT "\":{\"localizations\":{"
    "\"en\":{\"variations\":{\"plural\":{"
    "\"one\":{\"stringUnit\":{\"state\":\"translated\", \"value\":\"%u more photo from %@\"}},"
    "\"other\":{\"stringUnit\":{\"state\":\"translated\", \"value\":\"%u more photos from %@\"}}}}},"
    "\"de\":{\"variations\":{\"plural\":{"
    "\"one\":{\"stringUnit\":{\"state\":\"translated\", \"value\":\"%u weiteres Bild von %@\"}},"
    "\"other\":{\"stringUnit\":{\"state\":\"translated\", \"value\":\"%u weitere Bilder von %@\"}}}}}}}}}";

static void photo(tally_account *account, const char *who)
{
    tally_message_options options = TALLY_MESSAGE_OPTIONS_INIT;

    options.title = "New photo";
    options.thread = "holiday";
    options.category = "photo";
    options.argument = who;
    check(tally_message_post(account, "root.photos", &options, NULL));
}

/* Prints the summary that a user of a language sees, and the language that it really has. */
static void print_summary(tally_account *account, const char *language)
{
    tally_group group[1];
    char text[512];
    tally_rows rows = TALLY_ROWS(group, text);

    check(tally_group_get(account, "holiday", language, 0, &rows));
    printf("  %s (%s): %s\n", language, text + group[0].language.offset, text + group[0].summary.offset);
}

static void import_catalog(tally_account *account)
{
    tally_import_report report = TALLY_IMPORT_REPORT_INIT;

    check(tally_strings_import(account, TALLY_STRINGS_CATALOG, catalog, strlen(catalog), NULL, &report));
    printf("%" PRIu64 " formats imported, %" PRIu64 " other texts skipped\n", report.taken, report.skipped);
}

int main(void)
{
    tally_engine *engine;
    tally_account *account;

    check(tally_engine_open(NULL, &engine));
    check(tally_account_open(engine, "ann", NULL, &account));
    check(tally_category_set(account, "photo", FORMAT, "%u photos"));
    import_catalog(account);

    photo(account, "Bo");
    photo(account, "Bo");
    print_summary(account, "de");
    photo(account, "Cy");
    print_summary(account, "de-AT"); /* Its parent is "de". */
    print_summary(account, "en");

    printf("without German\n");
    check(tally_strings_remove(account, FORMAT, "de"));
    print_summary(account, "de");

    printf("without the category, with the built-in words\n");
    check(tally_category_remove(account, "photo"));
    print_summary(account, "en");

    tally_account_release(account);
    check(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    return EXIT_SUCCESS;
}
