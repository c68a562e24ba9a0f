/* The line under a group: languages, forms and lists, each at the limits of its rule. The argument of a message is a
 * name in the line of those behind the newest one. TALLY_SEED=N: what a random test has printed. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 12

static void post(world *w, const char *thread, const char *category, const char *argument)
{
    static int64_t now = 1000;
    tally_message_options options = {
        .struct_size = sizeof options, .thread = thread, .category = category, .argument = argument, .title = "t",
        .time = now++,
    };

    check_ok(tally_message_post(w->account, "in", &options, NULL));
}

static tally_status set(world *w, const char *key, const char *language, const char *text)
{
    tally_forms forms = {.struct_size = sizeof forms, .other = text};

    return tally_strings_set(w->account, key, language, &forms);
}

/* The line of a thread, and its language. */
static const char *summary(world *w, const char *thread, const char *language, uint32_t flags, char *tag,
                           size_t capacity)
{
    static char text[65536];
    tally_group group;
    size_t size;

    check_ok(group_get(w->account, thread, language, flags, &group, text, sizeof text, &size));
    if (tag != NULL)
        snprintf(tag, capacity, "%s", text + group.language.offset);
    return text + group.summary.offset;
}

/* ---- Languages ---- */

/* Each tag is kept as CLDR writes it, and finds what is stored under the same language however it is spelled. */
TEST(tags_are_canonical, 0)
{
    static const struct {
        const char *tag, *kept;
    } rows[] = {
        {"en", "en"}, {"EN_us", "en-US"}, {"eN-gB", "en-GB"}, {"gsw", "gsw"}, {"zh-hant-hk", "zh-Hant-HK"},
        {"zh-TW", "zh-Hant-TW"}, {"zh-HK", "zh-Hant-HK"}, {"zh-MO", "zh-Hant-MO"}, {"zh-Hans-CN", "zh-CN"},
        {"zh-Hans", "zh"}, {"zh-Hant", "zh-Hant"}, {"zh-cmn", "zh"}, {"cmn", "zh"}, {"cmn-TW", "zh-Hant-TW"},
        {"zh-yue-Hant-HK", "yue-HK"}, {"iw", "he"}, {"in-ID", "id-ID"}, {"ji", "yi"}, {"jw", "jv"}, {"mo", "ro"},
        {"tl", "fil"}, {"sh", "sr-Latn"}, {"sh-RS", "sr-Latn-RS"}, {"sh-Cyrl", "sr"}, {"sr-Cyrl", "sr"},
        {"sr-Latn", "sr-Latn"}, {"es-419", "es-419"}, {"ca-ES-valencia", "ca-ES"}, {"de-1996", "de"},
        {"de-DE-1996", "de-DE"},
        {"en-US-u-nu-thai", "en-US"}, {"en-a-bcd-x-US", "en"}, {"en-x-GB", "en"}, {"und-Latn-DE", "und-Latn-DE"},
        {"und-DE", "und-DE"}, {"root-DE", "und-DE"}, {"en-Latn", "en"}, {"pt-PT", "pt-PT"},
        {"az-Cyrl-AZ", "az-Cyrl-AZ"},
        {"az-Latn", "az"}, {"uz-Arab", "uz-Arab"}, {"zz-ZZZZ-ZZ", "zz-Zzzz-ZZ"}, {"aa-Aaaa-AA", "aa-Aaaa-AA"},
        {"es-000", "es-000"}, {"es-999", "es-999"}, {"zh-abc", "abc"}, {"en-abcde", "en"}, {"en-1abc", "en"},
    };
    char thread[16], key[16], tag[32];
    size_t i;

    for (i = 0; i < COUNT_OF(rows); i++) {
        snprintf(thread, sizeof thread, "t%d", (int)i);
        snprintf(key, sizeof key, "k%d", (int)i);
        check_ok(tally_category_set(w->account, thread, key, NULL));
        check_ok(set(w, key, rows[i].tag, "found"));
        post(w, thread, thread, NULL);
        post(w, thread, thread, NULL);
        if (strcmp(summary(w, thread, rows[i].kept, 0, tag, sizeof tag), "found") != 0)
            fail_msg("%s does not find %s", rows[i].kept, rows[i].tag);
        if (strcmp(tag, rows[i].kept) != 0)
            fail_msg("%s is kept as %s, not %s", rows[i].tag, tag, rows[i].kept);
        assert_string_equal(summary(w, thread, rows[i].tag, 0, NULL, 0), "found");
    }
}

/* The languages that are looked up after one another. */
TEST(parents_of_languages, 0)
{
    static const char *const rows[][6] = {
        {"en-GB", "en-001", "en", NULL},
        {"en-AU", "en-001", "en", NULL},
        {"en-US", "en", NULL},
        {"en-AT", "en-150", "en-001", "en", NULL},
        {"es-MX", "es-419", "es", NULL},
        {"es-ES", "es", NULL},
        {"pt-AO", "pt-PT", "pt", NULL},
        {"pt-BR", "pt", NULL},
        {"zh-Hant-MO", "zh-Hant-HK", "zh-Hant", NULL},
        {"zh-TW", "zh-Hant", NULL},
        {"zh-CN", "zh", NULL},
        {"sr-Latn-RS", "sr-Latn", NULL},
        {"de-AT", "de", NULL},
        {"az-Cyrl-AZ", "az-Cyrl", NULL},
    };
    /* No parents of the languages above, though they are of the same language. */
    static const char *const others[][2] = {
        {"zh-TW", "zh"}, {"zh-Hant", "zh"}, {"sr-Latn", "sr"}, {"en-GB", "en-US"}, {"es-ES", "es-419"},
        {"pt-BR", "pt-PT"},
        {"az-Cyrl", "az"}, {"zh-CN", "zh-Hant"}, {"en", "en-001"},
    };
    size_t i, parent;
    char thread[32];

    for (i = 0; i < COUNT_OF(rows); i++)
        for (parent = 0; rows[i][parent] != NULL; parent++) {
            char tag[32];

            snprintf(thread, sizeof thread, "t%d-%d", (int)i, (int)parent);
            check_ok(tally_category_set(w->account, thread, thread, NULL));
            /* The nearest one wins over the others behind it. */
            for (size_t each = parent; rows[i][each] != NULL; each++)
                check_ok(set(w, thread, rows[i][each], rows[i][each]));
            post(w, thread, thread, NULL);
            post(w, thread, thread, NULL);
            if (strcmp(summary(w, thread, rows[i][0], 0, tag, sizeof tag), rows[i][parent]) != 0)
                fail_msg("%s finds %s, not %s", rows[i][0], tag, rows[i][parent]);
        }
    for (i = 0; i < COUNT_OF(others); i++) {
        snprintf(thread, sizeof thread, "o%d", (int)i);
        check_ok(tally_category_set(w->account, thread, thread, NULL));
        check_ok(set(w, thread, others[i][1], "wrong"));
        post(w, thread, thread, NULL);
        post(w, thread, thread, NULL);
        if (strcmp(summary(w, thread, others[i][0], 0, NULL, 0), "wrong") == 0)
            fail_msg("%s finds %s", others[i][0], others[i][1]);
    }
}

/* ---- Forms ---- */

TEST(forms_and_their_mistakes, 0)
{
    static const struct {
        const char *form, *line; /* NULL: it is refused. */
    } rows[] = {
        {"%u", "2"}, {"%1$u", "2"}, {"%@", "b and a"}, {"%2$@", "b and a"}, {"%%", "%"}, {"%%u", "%u"},
        {"%u%u", "22"},
        {"a%ub", "a2b"}, {"%u$", "2$"}, {"%u1$", "21$"}, {"\t\n x", "\t\n x"}, {"%2$@%1$u", "b and a2"},
        {"%@%", NULL},
        {"%", NULL}, {"a%", NULL}, {"%1", NULL}, {"%1$", NULL}, {"%2$", NULL}, {"%1$@", NULL}, {"%2$u", NULL},
        {"%1$%", NULL},
        {"%3$u", NULL}, {"%0$u", NULL}, {"%$u", NULL}, {"%11u", NULL}, {"%1u", NULL}, {"%d", NULL},
        {"%U", NULL}, {"% u", NULL},
        {"\x1F", NULL}, {"\x01", NULL}, {"\x08", NULL}, {"\x0B", NULL}, {"a\x0E", NULL}, {"\x0F", NULL},
        {"%2$@ %x", NULL},
    };
    size_t i;

    check_ok(tally_category_set(w->account, "c", "key", NULL));
    post(w, "t", "c", "a");
    post(w, "t", "c", "b");
    post(w, "t", "c", "c");
    for (i = 0; i < COUNT_OF(rows); i++) {
        tally_status status = set(w, "key", "en", rows[i].form);

        if (status != (rows[i].line != NULL ? TALLY_OK : TALLY_ERROR_MALFORMED))
            fail_msg("%s: status %d", rows[i].form, (int)status);
        if (rows[i].line != NULL && strcmp(summary(w, "t", "en", 0, NULL, 0), rows[i].line) != 0)
            fail_msg("%s: %s", rows[i].form, summary(w, "t", "en", 0, NULL, 0));
    }
}

/* ---- Lists ---- */

static void check_pair(world *w, const char *language, const char *item, const char *expected)
{
    static int number;
    char thread[16];

    snprintf(thread, sizeof thread, "p%d", ++number);
    post(w, thread, "c", item);
    post(w, thread, "c", "A");
    post(w, thread, "c", "lead");
    if (strcmp(summary(w, thread, language, 0, NULL, 0), expected) != 0)
        fail_msg("%s: %s, not %s", item, summary(w, thread, language, 0, NULL, 0), expected);
}

TEST(spanish_and_before_an_i, 0)
{
    static const struct {
        const char *item;
        int is_e;
    } rows[] = {
        {"i", 1}, {"I", 1}, {"Ivan", 1}, {"hi", 1}, {"Hijo", 1}, {"hIs", 1}, {"hia", 0}, {"Hielo", 0},
        {"hiE", 0}, {"hiA", 0},
        {"h", 0}, {"H", 0}, {"ha", 0}, {"hoi", 0}, {"j", 0}, {"y", 0}, {"ai", 0}, {"\xC3\xAD", 0}, {")", 0},
        {"hi ", 1},
        {"hio", 1}, {"hib", 1}, {"hid", 1}, {"hif", 1}, {"gi", 0}, {"hj", 0}, {"hh", 0},
    };
    size_t i;
    char line[64];

    check_ok(tally_category_set(w->account, "c", "key", NULL));
    check_ok(set(w, "key", "es", "%@"));
    for (i = 0; i < COUNT_OF(rows); i++) {
        snprintf(line, sizeof line, "A %s %s", rows[i].is_e ? "e" : "y", rows[i].item);
        check_pair(w, "es", rows[i].item, line);
    }
}

static void put_character(char *text, uint32_t c)
{
    if (c < 0x80)
        sprintf(text, "%c", (char)c);
    else if (c < 0x800)
        sprintf(text, "%c%c", (char)(0xC0 | c >> 6), (char)(0x80 | (c & 63)));
    else
        sprintf(text, "%c%c%c", (char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)), (char)(0x80 | (c & 63)));
}

/* By CLDR's data, a hyphen stands before what does not begin with a Hebrew character. These are all of them. */
static int is_hebrew(uint32_t c)
{
    return (c >= 0x591 && c <= 0x5C7) || (c >= 0x5D0 && c <= 0x5EA) || (c >= 0x5EF && c <= 0x5F4) ||
        (c >= 0xFB1D && c <= 0xFB36) || (c >= 0xFB38 && c <= 0xFB3C) || c == 0xFB3E || c == 0xFB40 || c == 0xFB41 ||
        c == 0xFB43 || c == 0xFB44 || (c >= 0xFB46 && c <= 0xFB4F);
}

TEST(hebrew_and_before_other_scripts, 0)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{'a', 'b'}, {0x57E, 0x610}, {0xFA40, 0xFA42}, {0xFB10, 0xFB90}, {0xFBFE, 0xFC20}, {0xAB1D, 0xAB1F}};
    size_t i;
    uint32_t c;

    check_ok(tally_category_set(w->account, "c", "key", NULL));
    check_ok(set(w, "key", "he", "%@"));
    for (i = 0; i < COUNT_OF(ranges); i++)
        for (c = ranges[i].first; c <= ranges[i].last; c++) {
            char item[8], line[32];

            put_character(item, c);
            snprintf(line, sizeof line, "A \xD7\x95%s%s", is_hebrew(c) ? "" : "-", item);
            check_pair(w, "he", item, line);
        }
}

/* A random sequence of names. The list has each name once, the one of the newest message first. */
static void check_list(world *w, const char *thread, const int *order, int count)
{
    char expected[512] = "";
    int i;

    for (i = 0; i < count; i++)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%sname %d",
                 i == 0 ? "" : i == count - 1 ? (count == 2 ? " and " : ", and ") : ", ", order[i]);
    assert_string_equal(summary(w, thread, "en", 0, NULL, 0), expected);
}

TEST(a_name_moves_to_the_front, 0)
{
    const char *given = getenv("TALLY_SEED");
    uint64_t random = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    int order[NAMES], count = 0, former = -1, name, i, step;
    char argument[16];

    print_message("    seed %llu (TALLY_SEED)\n", (unsigned long long)random);
    check_ok(tally_category_set(w->account, "c", "key", NULL));
    check_ok(set(w, "key", "en", "%@"));
    for (step = 0; step < 300; step++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        name = (int)((random >> 33) % (step < 100 ? 3 : NAMES));
        snprintf(argument, sizeof argument, "name %d", name);
        post(w, "t", "c", argument);
        if (former >= 0) {
            for (i = 0; i < count && order[i] != former; i++)
                continue;
            count += i == count;
            memmove(order + 1, order, (size_t)i * sizeof *order);
            order[0] = former;
            check_list(w, "t", order, count);
        }
        former = name;
    }
}

/* The categories of the first messages, the one of the newest first, as "2 of a, 1 of b, and 3 of c". */
static void categories_of(const char *posted, size_t count, char *line, size_t capacity)
{
    char order[8];
    int counts[128] = {0};
    size_t found = 0, i;

    while (count-- > 0) {
        if (counts[(int)posted[count]]++ == 0)
            order[found++] = posted[count];
    }
    line[0] = 0;
    for (i = 0; i < found; i++)
        snprintf(line + strlen(line), capacity - strlen(line), "%s%d of %c",
                 i == 0 ? "" : i == found - 1 ? (found == 2 ? " and " : ", and ") : ", ",
                 counts[(int)order[i]], order[i]);
}

/* Hidden previews count the newest message, too. */
TEST(categories_of_a_group, 0)
{
    static const char posted[] = "abacbbaacddcbabddda";
    char name[4] = "a", form[16], expected[128];
    size_t count;

    for (; name[0] <= 'd'; name[0]++) {
        snprintf(form, sizeof form, "%%u of %s", name);
        check_ok(tally_category_set(w->account, name, name, name));
        check_ok(set(w, name, "en", form));
    }
    for (count = 0; count < strlen(posted); count++) {
        name[0] = posted[count];
        post(w, "t", name, NULL);
        categories_of(posted, count + 1, expected, sizeof expected);
        assert_string_equal(summary(w, "t", "en", TALLY_GROUPS_HIDDEN, NULL, 0), expected);
        if (count == 0)
            continue;
        categories_of(posted, count, expected, sizeof expected);
        assert_string_equal(summary(w, "t", "en", 0, NULL, 0), expected);
    }
}

/* Wording without a space, or another sign of a text, is the name of a key, which is never shown. */
TEST(keys_that_are_names, 0)
{
    char key[] = "Key_x", name[4];
    int c;

    for (c = 0x21; c < 0x7F; c++) {
        int is_name = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '-' && c <= ':') || c == '_';

        if (c == '%')
            continue;
        key[4] = (char)c;
        snprintf(name, sizeof name, "n%c", (char)c);
        check_ok(tally_category_set(w->account, name, key, NULL));
        post(w, name, name, NULL);
        post(w, name, name, NULL);
        assert_string_equal(summary(w, name, "en", 0, NULL, 0), is_name ? "1 more notification" : key);
    }
}

/* The order in which parts of a tag may come. */
TEST(parts_of_a_tag, 0)
{
    static const char *const good[] = {
        "zh-yue", "zh-yue-Hant", "zh-yue-HK", "zh-yue-419", "zh-Hant-419", "de-AT-1996", "de-abcde-u-US",
        "de-u-abc-Latn-US",
        "de-1996-abcde", "de-Latn-AT-abcde", "de-a-b1-b-c2", "root-Latn", "de-u-12345678", "de-yue-1abc",
    };
    static const char *const bad[] = {
        "zh-yue-abc", "zh-Hant-yue", "zh-HK-Hant", "zh-HK-yue", "zh-HK-MO", "zh-419-HK", "zh-HK-419", "de-abcde-AT",
        "de-abcde-Latn", "de-abcde-419", "de-1996-AT", "de-a1", "de-1a", "de-12", "de-1", "de-u-", "de-x",
        "de-u-123456789",
        "de-ab1", "de-12a", "root-", "rootx", "d1", "d", "abcd", "1ab", "de-abc1", "zh-yu1", "de-Lat1", "de-AT-u",
    };
    size_t i;

    for (i = 0; i < COUNT_OF(good); i++)
        if (set(w, "key", good[i], "%u") != TALLY_OK)
            fail_msg("%s is refused", good[i]);
    for (i = 0; i < COUNT_OF(bad); i++)
        if (set(w, "key", bad[i], "%u") != TALLY_ERROR_ARGUMENT)
            fail_msg("%s is taken", bad[i]);
}

/* In Nepali the first link differs from those in the middle. In Malayalam, words follow the last item. */
TEST(links_of_a_list, 0)
{
    static const struct {
        const char *language, *lines[4];
    } rows[] = {
        {"ne", {"1 \xE0\xA4\xB0 2", "1,2 \xE0\xA4\xB0 3", "1,2, 3 \xE0\xA4\xB0 4", "1,2, 3, 4 \xE0\xA4\xB0 5"}},
        {"ml", {"1 \xE0\xB4\x95\xE0\xB5\x82\xE0\xB4\x9F\xE0\xB4\xBE\xE0\xB4\xA4\xE0\xB5\x86 2",
                "1, 2, 3 \xE0\xB4\x8E\xE0\xB4\xA8\xE0\xB5\x8D\xE0\xB4\xA8\xE0\xB4\xBF\xE0\xB4\xB5",
                "1, 2, 3, 4 \xE0\xB4\x8E\xE0\xB4\xA8\xE0\xB5\x8D\xE0\xB4\xA8\xE0\xB4\xBF\xE0\xB4\xB5", NULL}},
        {"ja", {"1\xE3\x80\x81" "2", "1\xE3\x80\x81" "2\xE3\x80\x81" "3", NULL, NULL}},
        {"en", {"1 and 2", "1, 2, and 3", "1, 2, 3, and 4", "1, 2, 3, 4, and 5"}},
        {"de", {"1 und 2", "1, 2 und 3", "1, 2, 3 und 4", NULL}},
    };
    size_t i;
    int count, name;

    check_ok(tally_category_set(w->account, "c", "key", NULL));
    for (i = 0; i < COUNT_OF(rows); i++) {
        check_ok(set(w, "key", rows[i].language, "%@"));
        for (count = 2; count <= 5 && rows[i].lines[count - 2] != NULL; count++) {
            char thread[32], argument[2] = "1";

            snprintf(thread, sizeof thread, "%s%d", rows[i].language, count);
            for (name = count; name >= 0; name--) {
                argument[0] = (char)('0' + name);
                post(w, thread, "c", argument);
            }
            if (strcmp(summary(w, thread, rows[i].language, 0, NULL, 0), rows[i].lines[count - 2]) != 0)
                fail_msg("%s: %s, not %s", thread, summary(w, thread, rows[i].language, 0, NULL, 0),
                         rows[i].lines[count - 2]);
        }
    }
}

/* The wording of a catalog's own language is there for all others, whatever tag that language has. */
TEST(source_languages_of_catalogs, 0)
{
    static const char *const tags[] = {
        "en", "gsw", "en-GB", "es-419", "zh-Hant", "zh-Hant-HK", "und-Latn-DE", "sr-Latn",
    };
    char file[512], tag[32], name[8];
    size_t i, taken, skipped;

    for (i = 0; i < COUNT_OF(tags); i++) {
        snprintf(name, sizeof name, "c%d", (int)i);
        snprintf(file, sizeof file,
                 "{\"sourceLanguage\":\"%s\",\"version\":\"1.0\",\"strings\":{\"%s\":{\"localizations\":{\"%s\":"
                 "{\"stringUnit\":{\"state\":\"translated\",\"value\":\"of %s\"}}}}}}",
                 tags[i], name, tags[i], tags[i]);
        check_ok(strings_import(w->account, TALLY_STRINGS_CATALOG, file, strlen(file), NULL, &taken, &skipped));
        assert_int_equal(taken, 1);
        check_ok(tally_category_set(w->account, name, name, NULL));
        post(w, name, name, NULL);
        post(w, name, name, NULL);
        snprintf(file, sizeof file, "of %s", tags[i]);
        if (strcmp(summary(w, name, "it", 0, tag, sizeof tag), file) != 0 || strcmp(tag, tags[i]) != 0)
            fail_msg("%s: %s in %s", tags[i], summary(w, name, "it", 0, NULL, 0), tag);
    }
}
