/* Files of translations at the limits of their grammar: the XML of property lists, and JSON. */
#include "support.h"
#include "lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A dictionary with one key, up to the text for other numbers; and what follows it. */
#define HEAD \
    "<plist><dict><key>key</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>" \
    "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>" \
    "<key>NSStringFormatValueTypeKey</key><string>d</string><key>other</key>"
#define TAIL "</dict></dict></dict></plist>"

static const char *compose(char *file, const char *a, const char *b, const char *c, const char *d, const char *e)
{
    strcpy(file, a);
    strcat(file, b);
    strcat(file, c);
    strcat(file, d);
    return strcat(file, e);
}

static const char *summary(world *w)
{
    static char text[4096];
    tally_group group;
    size_t size;

    check_ok(group_get(w->account, "t", "en", 0, &group, text, sizeof text, &size));
    return text + group.summary.offset;
}

static void begin(world *w)
{
    int i;

    check_ok(tally_category_set(w->account, "c", "key", NULL));
    for (i = 0; i < 2; i++) {
        tally_message_options options = {.struct_size = sizeof options, .thread = "t", .category = "c", .title = "t"};

        check_ok(tally_message_post(w->account, "in", &options, NULL));
    }
}

/* The file is taken and the line is this one, or it is malformed: NULL. */
static void check_file(world *w, const char *file, size_t size, const char *line)
{
    /* Not one byte behind the file may be read. */
    char *copy = (char *)malloc(size);
    size_t taken, skipped;
    tally_status status;

    require(copy != NULL);
    memcpy(copy, file, size);
    status = strings_import(w->account, file[0] == '{' ? TALLY_STRINGS_CATALOG : TALLY_STRINGS_DICTIONARY, copy, size,
                            file[0] == '{' ? NULL : "en", &taken, &skipped);
    free(copy);
    if (status != (line != NULL ? TALLY_OK : TALLY_ERROR_MALFORMED))
        fail_msg("%s: status %d", file, (int)status);
    if (line != NULL && strcmp(summary(w), line) != 0)
        fail_msg("%s: %s, not %s", file, summary(w), line);
}

TEST(texts_of_property_lists, 0)
{
    static const struct {
        const char *text, *line; /* NULL: malformed. */
    } rows[] = {
        {"plain", "plain"}, {"&amp;&lt;&gt;&quot;&apos;", "&<>\"'"}, {"&#65;&#x42;&#x6a;&#x4A;", "ABjJ"},
        {"&#9;x", "\tx"}, {"&#0;", NULL}, {"&#x0;", NULL}, {"&#127;", "\x7F"}, {"&#128;", "\xC2\x80"},
        {"&#x7FF;&#x800;", "\xDF\xBF\xE0\xA0\x80"}, {"&#xFFFF;&#x10000;", "\xEF\xBF\xBF\xF0\x90\x80\x80"},
        {"&#x10FFFF;", "\xF4\x8F\xBF\xBF"}, {"&#1114111;", "\xF4\x8F\xBF\xBF"}, {"&#x110000;", NULL},
        {"&#1114112;", NULL},
        {"&#xD7FF;", "\xED\x9F\xBF"}, {"&#xD800;", NULL}, {"&#xDFFF;", NULL}, {"&#xE000;", "\xEE\x80\x80"},
        {"&#55295;", "\xED\x9F\xBF"}, {"&#55296;", NULL}, {"&#57343;", NULL}, {"&#57344;", "\xEE\x80\x80"},
        {"&#;", NULL}, {"&#x;", NULL}, {"&#xG;", NULL}, {"&#x/;", NULL}, {"&#x:;", NULL}, {"&#x@;", NULL},
        {"&#x`;", NULL},
        {"&#xg;", NULL}, {"&#xf;x", NULL}, {"&#A;", NULL}, {"&#/;", NULL}, {"&#:;", NULL}, {"&#6a;", NULL},
        {"&#X41;", NULL},
        {"&;", NULL}, {"&#65", NULL}, {"&am;", NULL}, {"&ampx;", NULL}, {"&AMP;", NULL}, {"&lt", NULL}, {"&x;", NULL},
        {"&#00000065;", "A"}, {"&#000000065;", NULL}, {"&#000065;", "A"}, {"&#x00041;", "A"}, {"&#4294967361;", NULL},
        {"&#x41 ;", NULL},
        {"a<!-- b -->c", "ac"}, {"a<!-- b --c", NULL}, {"<![CDATA[<&amp;>]]>", "<&amp;>"}, {"x<![CDATA[]]>y", "xy"},
        {"<![CDATA[a]]>b<![CDATA[c]]>", "abc"}, {"<![CDATA[a]]", NULL}, {"<![CDATA[\xC3]]>", NULL},
        {"\xC3\xA9", "\xC3\xA9"},
        {"\xC3", NULL}, {"\xED\xA0\x80", NULL}, {"\xF4\x90\x80\x80", NULL}, {"\xC0\x80", NULL}, {"\x80", NULL},
        {"a<b/>c", NULL}, {"a<b", NULL}, {"%d", "1"}, {"%lld", "1"}, {"%x", NULL}, {"%", NULL}, {"", ""},
    };
    char file[2048];
    size_t i;

    begin(w);
    for (i = 0; i < COUNT_OF(rows); i++) {
        compose(file, HEAD, "<string>", rows[i].text, "</string>", TAIL);
        check_file(w, file, strlen(file), rows[i].line);
    }
}

TEST(elements_of_property_lists, 0)
{
    static const struct {
        const char *before, *behind;
        int is_good;
    } rows[] = {
        {"", "", 1}, {"<?xml version=\"1.0\"?>\n", "\n", 1}, {" \t\r\n\v\f", " ", 1}, {"<!-- a -->", "<!-- b -->", 1},
        {"<!DOCTYPE plist PUBLIC \"a\" \"b\">", "", 1}, {"<!DOCTYPE plist [<!ENTITY a \"b\">]>", "", 0},
        {"<!DOCTYPE plist [>", "", 0}, {"<!DOCTYPE plist", "", 0}, {"<?xml", "", 0}, {"<!-- a --", "", 0},
        {"x", "", 0},
        {"\x08", "", 0}, {"\x0E", "", 0}, {"", "x", 0}, {"", "<a/>", 0}, {"", "</plist>", 0}, {"", "<?a", 0},
    };
    static const struct {
        const char *string;
        int is_good;
    } strings[] = {
        {"<string>a</string>", 1}, {"<string >a</string>", 1}, {"<string a=\"b\">a</string>", 1},
        {"<string>a</string >", 0},
        {"<string>a</strinG>", 0}, {"<string>a</strings>", 0}, {"<string>a</strin>", 0}, {"<String>a</String>", 0},
        {"<string><string>a</string>", 0}, {"<string a<>a</string>", 0}, {"< string>a</string>", 0}, {"<1>a</1>", 0},
        {"<integer>1</integer>", 0}, {"a", 0}, {"<string>a</string>b", 0}, {"<string>a", 0},
        {"", 0},
        {"<string>a</string><key>zero</key><string>b</string>", 1}, {"<string>a</string><key>zero</key>", 0},
        {"<string>a</string><key>other</key><string>b</string>", 0}, {"<string>a</string><string>b</string>", 0},
        {"<string>a</string><key>x</key><array><a/><b>c</b><![CDATA[</array>]]><!-- </array> --></array>", 1},
        {"<string>a</string><key>x</key><array><a></array>", 0}, {"<string>a</string><key>x</key><array>", 0},
    };
    char file[2048];
    size_t i, size;

    begin(w);
    for (i = 0; i < COUNT_OF(rows); i++) {
        compose(file, rows[i].before, HEAD, "<string>a</string>", TAIL, rows[i].behind);
        check_file(w, file, strlen(file), rows[i].is_good ? "a" : NULL);
    }
    for (i = 0; i < COUNT_OF(strings); i++) {
        compose(file, HEAD, strings[i].string, TAIL, "", "");
        check_file(w, file, strlen(file), strings[i].is_good ? "a" : NULL);
    }
    /* Cut off anywhere. */
    compose(file, HEAD, "<string>&#65;<!-- b --><![CDATA[c]]></string>", TAIL, "", "");
    for (size = 1; size < strlen(file); size++)
        check_file(w, file, size, NULL);
}

/* 32 elements within each other, and no more. */
TEST(elements_within_each_other, 0)
{
    int depth, most;

    begin(w);
    for (most = 31; most <= 32; most++) {
        char file[4096] = HEAD "<string>a</string><key>x</key>";

        for (depth = 0; depth < most; depth++)
            strcat(file, "<a>");
        for (depth = 0; depth < most; depth++)
            strcat(file, "</a>");
        strcat(file, TAIL);
        check_file(w, file, strlen(file), most == 31 ? "a" : NULL);
    }
}
