/* A zone's file, its rule alone, and its name. A rejected input is rejected at a byte; an accepted one gives offsets.
 * This file decides a second time whether a text is a rule. */
#include "host.h"

#include <ctype.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Defined in zones.swift. */
ptrdiff_t fuzz_zone(const void *data, size_t size);
int32_t fuzz_rule(const void *data, size_t size);
int32_t fuzz_zone_name(const void *data, size_t size);

/* A text that is read from its beginning; `at` is NULL once it is no rule. It ends with a NUL. */
typedef struct {
    const char *at;
} text;

static int has(text *rule, char wanted) {
    if (rule->at == NULL || *rule->at != wanted) return 0;
    rule->at++;
    return 1;
}

static void need(text *rule, int is_so) {
    if (!is_so) rule->at = NULL;
}

static void number(text *rule, long least, long most) {
    long value = 0;
    const char *start = rule->at;

    if (start == NULL) return;
    for (; isdigit((unsigned char)*rule->at) && value < 1000000; rule->at++) value = value * 10 + *rule->at - '0';
    need(rule, rule->at > start && value >= least && value <= most);
}

static void name(text *rule) {
    int is_quoted = has(rule, '<');
    const char *start = rule->at;

    if (start == NULL) return;
    while (is_quoted ? isalnum((unsigned char)*rule->at) || *rule->at == '+' || *rule->at == '-'
                     : isalpha((unsigned char)*rule->at))
        rule->at++;
    need(rule, rule->at - start >= 3);
    need(rule, !is_quoted || has(rule, '>'));
}

static void clock_time(text *rule, long hours) {
    if (!has(rule, '-')) has(rule, '+');
    number(rule, 0, hours);
    if (!has(rule, ':')) return;
    number(rule, 0, 59);
    if (has(rule, ':')) number(rule, 0, 59);
}

static void change(text *rule) {
    need(rule, has(rule, ','));
    if (has(rule, 'M')) {
        number(rule, 1, 12);
        need(rule, has(rule, '.'));
        number(rule, 1, 5);
        need(rule, has(rule, '.'));
        number(rule, 0, 6);
    } else if (has(rule, 'J')) {
        number(rule, 1, 365);
    } else {
        number(rule, 0, 365);
    }
    if (has(rule, '/')) clock_time(rule, 167);
}

static int is_rule(const char *bytes, size_t size) {
    text rule = {bytes};

    name(&rule);
    clock_time(&rule, 24);
    if (rule.at == NULL || rule.at == bytes + size) return rule.at != NULL;
    name(&rule);
    if (rule.at != NULL && *rule.at != ',') clock_time(&rule, 24);
    change(&rule);
    change(&rule);
    return rule.at == bytes + size;
}

static int is_name(const char *bytes, size_t size) {
    size_t at;

    if (size == 0 || size > 127 || bytes[0] == '/' || bytes[0] == '.' || bytes[size - 1] == '/') return 0;
    if (strlen(bytes) != size || strstr(bytes, "..") || strstr(bytes, "//") || strstr(bytes, "/.")) return 0;
    for (at = 0; at < size; at++)
        if (!isalnum((unsigned char)bytes[at]) && strchr("._+-/", bytes[at]) == NULL) return 0;
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A copy of its size, so that a byte too far is noticed, and one with a NUL behind it for the judge. */
    bytes exact = bytes_copy(data, size);
    char judged[4097];
    ptrdiff_t refused = fuzz_zone(exact.data, size);

    require(refused >= -1 && refused <= (ptrdiff_t)size);
    if (size < sizeof judged) {
        memcpy(judged, data, size);
        judged[size] = '\0';
        require(fuzz_rule(exact.data, size) == is_rule(judged, size));
        require(fuzz_zone_name(exact.data, size) == is_name(judged, size));
    }
    bytes_free(&exact);
    return 0;
}
