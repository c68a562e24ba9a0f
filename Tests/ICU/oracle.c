/* Plural forms and lists, compared with ICU: every language of the tables and every locale of ICU's, every number from
 * 0 to 2,000 and great ones, lists of one to six; in Spanish and Hebrew, every character that an item may begin with.
 *
 * `known` lists the known differences, with their reasons. Any other difference fails, and so does an entry that no
 * longer differs. An ICU other than that of Debian 12 has another CLDR: its differences are only printed. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uclean.h>
#include <unicode/ulistformatter.h>
#include <unicode/uloc.h>
#include <unicode/upluralrules.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

/* Defined in summary.swift. */
ptrdiff_t summary_known(ptrdiff_t index, void *text, ptrdiff_t room);
bool summary_choose(const void *tag, ptrdiff_t size, void *rules);
int32_t summary_plural(const void *rules, uint64_t number);
ptrdiff_t summary_join(const void *rules, const void *const *items, const ptrdiff_t *sizes, ptrdiff_t count, void *text,
                       ptrdiff_t room);

enum { ROOM = 512, LONGEST_LIST = 6 };

/* ICU 72 has CLDR 42, the tables have what their first line says. */
typedef struct difference {
    const char *locale; /* With its regions, but for Portuguese. */
    const char *ours;   /* A plural form, or "list". */
    const char *theirs;
    const char *why;
    int seen;
} difference;

#define BY_TRUNCATION(locale) {locale, "other", "one", "0: ICU asks pt, CLDR's parent is pt-PT", 0}

static difference known[] = {
    {"ca", "other", "many", "CLDR 42 has a form for millions", 0},
    {"he", "many", "other", "CLDR 42 has no form for tens any more", 0},
    {"mt", "few", "two", "CLDR 42 has a form for 2", 0},
    {"mt", "few", "other", "102, 202...: with it", 0},
    {"ro", "other", "few", "101, 201...: CLDR 42 corrects it", 0},
    {"ars", "list", "list", "to ICU it is another name of ar-SA", 0},
    {"cs", "list", "list", "CLDR 42 has a no-break space behind a", 0},
    {"cv", "list", "list", "new in CLDR 42", 0},
    {"ff_Adlm", "list", "list", "CLDR 42 has a word for and in longer lists too", 0},
    BY_TRUNCATION("pt_AO"), BY_TRUNCATION("pt_CH"), BY_TRUNCATION("pt_CV"), BY_TRUNCATION("pt_GQ"),
    BY_TRUNCATION("pt_GW"), BY_TRUNCATION("pt_LU"), BY_TRUNCATION("pt_MO"), BY_TRUNCATION("pt_MZ"),
    BY_TRUNCATION("pt_ST"), BY_TRUNCATION("pt_TL"),
};

enum { KNOWN = sizeof known / sizeof *known };

typedef struct language {
    char name[ULOC_FULLNAME_CAPACITY];
    uint64_t rules[8];
    UPluralRules *plurals;
    UListFormatter *lists;
} language;

static int failures;
static long long comparisons;

/* Whether it is known that this language differs in this. */
static int is_known(const char *locale, const char *ours, const char *theirs) {
    int i;

    for (i = 0; i < KNOWN; i++) {
        size_t length = strlen(known[i].locale);
        if (strncmp(known[i].locale, locale, length) != 0) continue;
        if (locale[length] != '\0' && locale[length] != '_') continue;
        if (strcmp(known[i].ours, ours) != 0 || strcmp(known[i].theirs, theirs) != 0) continue;
        known[i].seen = 1;
        return 1;
    }
    return 0;
}

static void fail(const char *locale, const char *ours, const char *theirs) {
    failures++;
    fprintf(stderr, "%s: \"%s\", but ICU says \"%s\"\n", locale, ours, theirs);
}

static void must(UErrorCode status, const char *what) {
    if (U_SUCCESS(status)) return;
    fprintf(stderr, "%s: %s\n", what, u_errorName(status));
    exit(2);
}

static const char *category(int32_t number) {
    static const char *const names[] = {"", "zero", "one", "two", "few", "many", "other"};
    return names[number];
}

static int compare_plural(language *of, uint64_t number) {
    UErrorCode status = U_ZERO_ERROR;
    UChar wide[16];
    char theirs[64], ours[64];
    const char *form = category(summary_plural(of->rules, number));
    int32_t length = uplrules_select(of->plurals, (double)number, wide, 16, &status);

    must(status, of->name);
    u_UCharsToChars(wide, theirs, length + 1);
    comparisons++;
    if (strcmp(form, theirs) == 0 || is_known(of->name, form, theirs)) return 1;
    snprintf(ours, sizeof ours, "%llu is %s", (unsigned long long)number, form);
    fail(of->name, ours, theirs);
    return 0;
}

static int compare_list(language *of, const char *const *items, int count) {
    UErrorCode status = U_ZERO_ERROR;
    UChar wide[LONGEST_LIST][64], joined[ROOM];
    const UChar *texts[LONGEST_LIST];
    int32_t lengths[LONGEST_LIST], length;
    ptrdiff_t sizes[LONGEST_LIST], size;
    char theirs[ROOM], ours[ROOM];
    int i;

    for (i = 0; i < count; i++) {
        u_strFromUTF8(wide[i], 64, &lengths[i], items[i], -1, &status);
        texts[i] = wide[i];
        sizes[i] = (ptrdiff_t)strlen(items[i]);
    }
    length = ulistfmt_format(of->lists, texts, lengths, count, joined, ROOM, &status);
    u_strToUTF8(theirs, ROOM, NULL, joined, length, &status);
    must(status, of->name);
    size = summary_join(of->rules, (const void *const *)items, sizes, count, ours, ROOM - 1);
    if (size < 0 || size >= ROOM) exit(2);
    ours[size] = '\0';
    comparisons++;
    if (strcmp(ours, theirs) == 0 || is_known(of->name, "list", "list")) return 1;
    fail(of->name, ours, theirs);
    return 0;
}

static void compare_plurals(language *of) {
    static const uint64_t great[] = {
        10000, 12345, 20000, 21000, 40000, 99999, 100000, 100001, 101000, 999999, 1000000, 1000001, 1000002, 1100000,
        2000000, 2000001, 3000000, 4294967295u, 4294967296u, 9007199254740991u,
    };
    uint64_t number;
    size_t i;

    for (number = 0; number <= 2000; number++) {
        if (!compare_plural(of, number)) return;
    }
    for (i = 0; i < sizeof great / sizeof *great; i++) {
        if (!compare_plural(of, great[i])) return;
    }
}

/* Each word in each place of a list of each length. */
static void compare_lists(language *of) {
    static const char *const words[] = {
        "Ana", "Inés", "iris", "i", "Í", "Hilario", "hi", "HI", "h", "hiato", "hielo", "HIELO", "hIA", "hí", "y",
        "100%u {0}", "{1}", "42", "דנה", "שׁ", "ישראל", "Иван", "李", "ﬠ", "-", " ",
    };
    enum { WORDS = sizeof words / sizeof *words };
    int count, place, word, i;

    for (count = 1; count <= LONGEST_LIST; count++) {
        for (place = 0; place < count; place++) {
            for (word = 0; word < WORDS; word++) {
                const char *items[LONGEST_LIST];
                for (i = 0; i < count; i++) items[i] = words[(word + (i - place + WORDS) * 5) % WORDS];
                if (!compare_list(of, items, count)) return;
            }
        }
    }
}

/* Spanish and Hebrew look at the beginning of the last item. */
static void compare_beginnings(language *of) {
    uint32_t code;

    for (code = 1; code <= 0x10FFFF; code++) {
        char item[8] = {0};
        const char *items[2] = {"a", item};
        UErrorCode status = U_ZERO_ERROR;
        UChar wide[3] = {0};
        int32_t length = 0;

        if (code >= 0xD800 && code <= 0xDFFF) continue;
        u_strFromUTF32(wide, 3, &length, (const UChar32 *)&code, 1, &status);
        u_strToUTF8(item, sizeof item, NULL, wide, length, &status);
        must(status, of->name);
        if (!compare_list(of, items, 2)) return;
    }
}

static void compare(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    language of;

    memset(&of, 0, sizeof of);
    snprintf(of.name, sizeof of.name, "%s", locale);
    if (!summary_choose(locale, (ptrdiff_t)strlen(locale), of.rules)) {
        fail(locale, "refused", "a locale");
        return;
    }
    of.plurals = uplrules_open(locale, &status);
    of.lists = ulistfmt_open(locale, &status);
    must(status, locale);
    compare_plurals(&of);
    compare_lists(&of);
    if (strcmp(locale, "es") == 0 || strcmp(locale, "he") == 0) compare_beginnings(&of);
    uplrules_close(of.plurals);
    ulistfmt_close(of.lists);
}

int main(void) {
    char tag[ULOC_FULLNAME_CAPACITY];
    int32_t i, ours = 0;
    ptrdiff_t size;
    UErrorCode status = U_ZERO_ERROR;

    /* ICU asks it where it knows nothing of a language. */
    uloc_setDefault("und", &status);
    must(status, "und");
    for (; (size = summary_known(ours, tag, sizeof tag - 1)) > 0; ours++) {
        tag[size] = '\0';
        for (i = 0; i < (int32_t)size; i++) {
            if (tag[i] == '-') tag[i] = '_';
        }
        compare(tag);
    }
    for (i = 0; i < uloc_countAvailable(); i++) compare(uloc_getAvailable(i));
    for (i = 0; i < KNOWN; i++) {
        if (known[i].seen) continue;
        fprintf(stderr, "%s is said to differ (%s), and does not\n", known[i].locale, known[i].why);
        failures++;
    }
    printf("%d languages of the tables and %d locales of ICU %s: %lld comparisons, %d known differences, %d others\n",
           ours, uloc_countAvailable(), U_ICU_VERSION, comparisons, (int)KNOWN, failures);
    u_cleanup();
    return failures == 0 || U_ICU_VERSION_MAJOR_NUM != 72 ? 0 : 1;
}
