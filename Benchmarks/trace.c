#include "trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <unistd.h>

#include "contestants.h"
#include "lists.h"
#include "measures.h"

#define MAX_ROUNDS 100

typedef struct trace {
    char *text; /* The file. The paths point into it, each ended by NUL. */
    tally_operation *operations; /* That of line i + 1. */
    size_t count;
} trace;

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

/* Reads a file as a whole, with one byte to spare for the NUL after its last line. */
static char *read_all(const char *file, size_t *out_length)
{
    int descriptor = strcmp(file, "-") == 0 ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail("%s: %s", file, strerror(errno));
    size_t length = 0, capacity = 1 << 16;
    char *text = must_allocate(capacity + 1);
    for (;;) {
        ssize_t got = read(descriptor, text + length, capacity - length);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) fail("%s: %s", file, strerror(errno));
        if (got == 0) break;
        length += (size_t)got;
        if (length < capacity) continue;
        char *larger = must_allocate(2 * capacity + 1);
        memcpy(larger, text, length);
        free(text);
        text = larger;
        capacity *= 2;
    }
    if (descriptor != STDIN_FILENO) close(descriptor);
    *out_length = length;
    return text;
}

enum { NOTHING, NUMBER, MODE }; /* the field after the path */

static const struct {
    const char *word;
    tally_operation_kind kind;
    int value;
} operation_words[] = {
    {"set", TALLY_OP_SET, NUMBER}, {"dot", TALLY_OP_DOT, NOTHING}, {"add", TALLY_OP_ADD, NUMBER},
    {"clear", TALLY_OP_CLEAR, NOTHING}, {"clear_tree", TALLY_OP_CLEAR_TREE, NOTHING}, {"mute", TALLY_OP_MUTE, MODE},
    {"get", TALLY_OP_GET, NOTHING},
};
#define OPERATION_WORDS (sizeof operation_words / sizeof operation_words[0])

static const struct {
    const char *word;
    int64_t mode;
} mode_words[] = {{"none", TALLY_MUTE_NONE}, {"number", TALLY_MUTE_NUMBER}, {"all", TALLY_MUTE_ALL}};
#define MODE_WORDS (sizeof mode_words / sizeof mode_words[0])

/* Reads -?[0-9]+. A number beyond 64 bits becomes the nearest one within, which the library rejects as well. */
static int read_number(const char *text, int64_t *out_value)
{
    size_t sign = text[0] == '-';
    if (!text[sign] || text[sign + strspn(text + sign, "0123456789")]) return 0;
    *out_value = strtoll(text, NULL, 10);
    return 1;
}

static int read_mode(const char *text, int64_t *out_value)
{
    for (size_t i = 0; i < MODE_WORDS; i++) {
        if (strcmp(text, mode_words[i].word) != 0) continue;
        *out_value = mode_words[i].mode;
        return 1;
    }
    return 0;
}

/* Why a path is invalid; NULL: it is valid. */
static const char *problem_of_path(const char *path)
{
    static char buffer[4097], message[1024];
    size_t length;
    tally_status status = tally_path_parent(path, buffer, sizeof buffer, &length);
    if (status >= 0 || status == TALLY_ERROR_NOT_FOUND) return NULL; /* root has no parent, but it is a valid path */
    (void)tally_error_message(message, sizeof message, &length);
    return message;
}

/* Reads a line, which ends with NUL, and ends its path with NUL. Returns why the line is malformed, or NULL. */
static const char *read_line(char *line, size_t length, tally_operation *out)
{
    if (memchr(line, 0, length)) return "a byte is 0";
    char *path = strchr(line, ' ');
    if (!path) return "a path is missing";
    *path++ = 0;
    size_t word = 0;
    while (word < OPERATION_WORDS && strcmp(line, operation_words[word].word) != 0) word++;
    if (word == OPERATION_WORDS) return "it names no operation";
    memset(out, 0, sizeof *out);
    out->kind = operation_words[word].kind;
    out->until = TALLY_FOREVER;
    out->path = path;
    if (operation_words[word].value != NOTHING) {
        char *value = strrchr(path, ' ');
        if (!value) return "a path or a value is missing";
        *value++ = 0;
        if (operation_words[word].value == MODE ? !read_mode(value, &out->value) : !read_number(value, &out->value))
            return operation_words[word].value == MODE ? "the mode is none of none, number, all" : "no integer ends it";
    }
    return problem_of_path(path);
}

static trace read_trace(const char *file)
{
    size_t length, lines = 1;
    char *text = read_all(file, &length);
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    trace t = {text, must_allocate(lines * sizeof *t.operations), 0};
    for (char *line = text, *end = text + length; line < end;) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        if (!newline) newline = end;
        *newline = 0;
        const char *problem = read_line(line, (size_t)(newline - line), &t.operations[t.count]);
        if (problem) fail("%s: line %zu: %s", file, t.count + 1, problem);
        t.count++;
        line = newline + 1;
    }
    return t;
}

/* --- Replaying ---------------------------------------------------------------------------------------------------- */

/* The results of one way: a status and, for `get`, a count for each operation; and the badges in the end. */
typedef struct outcome {
    double ns; /* per operation */
    tally_operation *operations;
    char *shown;
} outcome;

static void apply_by_path(tally_account *account, tally_operation *o)
{
    tally_badge badge;
    switch (o->kind) {
    case TALLY_OP_SET: o->status = tally_badge_set(account, o->path, o->value); break;
    case TALLY_OP_DOT: o->status = tally_badge_dot(account, o->path); break;
    case TALLY_OP_ADD: o->status = tally_badge_add(account, o->path, o->value); break;
    case TALLY_OP_CLEAR: o->status = tally_badge_clear(account, o->path); break;
    case TALLY_OP_CLEAR_TREE: o->status = tally_badge_clear_tree(account, o->path); break;
    case TALLY_OP_MUTE: o->status = tally_badge_mute(account, o->path, (int32_t)o->value, TALLY_FOREVER); break;
    default:
        o->status = tally_badge_get(account, o->path, &badge);
        if (o->status == TALLY_OK) o->count = badge.count;
    }
}

static void apply_by_node(tally_account *account, tally_operation *o)
{
    tally_badge badge;
    switch (o->kind) {
    case TALLY_OP_SET: o->status = tally_node_set(account, o->node, o->value); break;
    case TALLY_OP_DOT: o->status = tally_node_dot(account, o->node); break;
    case TALLY_OP_ADD: o->status = tally_node_add(account, o->node, o->value); break;
    case TALLY_OP_CLEAR: o->status = tally_node_clear(account, o->node); break;
    case TALLY_OP_CLEAR_TREE: o->status = tally_node_clear_tree(account, o->node); break;
    case TALLY_OP_MUTE: o->status = tally_node_mute(account, o->node, (int32_t)o->value, TALLY_FOREVER); break;
    default:
        o->status = tally_node_get(account, o->node, &badge);
        if (o->status == TALLY_OK) o->count = badge.count;
    }
}

static void apply_singly(tally_account *account, tally_operation *operations, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        operations[i].count = 0;
        if (operations[i].node) apply_by_node(account, &operations[i]);
        else apply_by_path(account, &operations[i]);
    }
}

static void apply_in_batches(tally_account *account, tally_operation *operations, size_t count, size_t size)
{
    for (size_t done = 0; done < count; done += size) {
        size_t part = count - done < size ? count - done : size;
        if (tally_badge_batch(account, operations + done, part, PLAIN_BATCH, NULL) < 0)
            apply_singly(account, operations + done, part);
    }
}

/* The paths that show a badge, sorted, with their counts: a line each. */
static char *list_shown(tally_account *account)
{
    static tally_badge_entry entries[4096];
    static char texts[1 << 18];
    tally_rows rows = TALLY_ROWS(entries, texts);
    char *shown;
    size_t length;
    FILE *out = open_memstream(&shown, &length);
    if (!out) fail("out of memory");
    do {
        must_tally(tally_badge_list(account, "root", TALLY_SUBTREE, rows.next, &rows, NULL), "badge_list");
        for (size_t i = 0; i < rows.count; i++) {
            const char *path = texts + entries[i].path.offset;
            if (entries[i].badge.kind != TALLY_KIND_NONE)
                fprintf(out, "%s %llu\n", path, (unsigned long long)entries[i].badge.count);
        }
    } while (rows.next);
    if (fclose(out) != 0) fail("out of memory");
    return shown;
}

/* batch: the operations of a batch; 0: one call for each operation. */
static outcome replay(const trace *t, tally_aggregation aggregation, int by_node, size_t batch)
{
    tally_engine *engine;
    tally_account *account;
    tally_account_options options = TALLY_ACCOUNT_OPTIONS_INIT;
    options.aggregation = aggregation;
    must_tally(tally_engine_open(contestant_options, &engine), "engine_open");
    must_tally(tally_account_open(engine, "trace", &options, &account), "account_open");
    outcome result = {0, must_allocate(t->count * sizeof *result.operations), NULL};
    memcpy(result.operations, t->operations, t->count * sizeof *result.operations);
    for (size_t i = 0; by_node && i < t->count; i++) {
        must_tally(tally_node_resolve(account, result.operations[i].path, &result.operations[i].node), "node_resolve");
        result.operations[i].path = NULL;
    }
    double start = cpu_seconds();
    if (batch) apply_in_batches(account, result.operations, t->count, batch);
    else apply_singly(account, result.operations, t->count);
    result.ns = t->count ? (cpu_seconds() - start) * 1e9 / (double)t->count : 0;
    result.shown = list_shown(account);
    tally_account_release(account);
    must_tally(tally_engine_close(engine, -1), "engine_close");
    return result;
}

static void free_outcome(outcome *o)
{
    free(o->operations);
    free(o->shown);
}

/* Reports the first difference. */
static int is_same(const trace *t, const char *way, const outcome *got, const outcome *expected)
{
    for (size_t i = 0; i < t->count; i++) {
        const tally_operation *a = &got->operations[i], *b = &expected->operations[i];
        if (a->status == b->status && (a->kind != TALLY_OP_GET || a->count == b->count)) continue;
        fprintf(stderr, "bench: %s: WRONG: line %zu: %s, %llu; expected %s, %llu\n", way, i + 1,
                tally_status_name(a->status), (unsigned long long)a->count, tally_status_name(b->status),
                (unsigned long long)b->count);
        return 0;
    }
    if (strcmp(got->shown, expected->shown) == 0) return 1;
    fprintf(stderr, "bench: %s: WRONG: other badges show in the end\n", way);
    return 0;
}

static const struct {
    const char *name, *title;
    int by_node, in_batches;
} ways[] = {
    {"trace-path", "by path, one call each", 0, 0},
    {"trace-node", "by node, one call each", 1, 0},
    {"trace-batch-path", "by path, in batches", 0, 1},
    {"trace-batch-node", "by node, in batches", 1, 1},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static void print_outcome(const trace *t, const outcome *first, int must_dump)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        const tally_operation *o = &first->operations[i];
        if (o->status != TALLY_OK) fprintf(stderr, "line %zu: %s\n", i + 1, tally_status_name(o->status));
        if (o->kind == TALLY_OP_GET) sum += o->count;
    }
    printf("sum of the counts that get returned: %llu\n", (unsigned long long)sum);
    if (must_dump) fputs(first->shown, stdout);
}

static int usage(void)
{
    fprintf(stderr, "usage: bench --trace FILE [--aggregation children|sum] [--batch N] [--rounds 1..%d] [--dump]\n",
            MAX_ROUNDS);
    return 2;
}

int replay_trace(int count, char **arguments)
{
    tally_aggregation aggregation = TALLY_AGGREGATION_DEFAULT;
    size_t batch = 1000;
    int rounds = 5, must_dump = 0, wrong = 0;
    if (count < 1) return usage();
    for (int i = 1; i < count; i++) {
        const char *name = arguments[i];
        if (strcmp(name, "--dump") == 0) {
            must_dump = 1;
            continue;
        }
        if (i + 1 == count) return usage();
        const char *value = arguments[++i];
        if (strcmp(name, "--batch") == 0) batch = strtoul(value, NULL, 10);
        else if (strcmp(name, "--rounds") == 0) rounds = atoi(value);
        else if (strcmp(name, "--spoil") == 0) spoiled_contestant = value;
        else if (strcmp(name, "--aggregation") == 0 && strcmp(value, "sum") == 0) aggregation = TALLY_AGGREGATION_SUM;
        else if (strcmp(name, "--aggregation") == 0 && strcmp(value, "children") == 0)
            aggregation = TALLY_AGGREGATION_CHILDREN;
        else return usage();
    }
    if (batch < 1 || rounds < 1 || rounds > MAX_ROUNDS) return usage();

    trace t = read_trace(arguments[0]);
    static double ns[WAYS][MAX_ROUNDS];
    outcome first = {0};
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            outcome got = replay(&t, aggregation, ways[i].by_node, ways[i].in_batches ? batch : 0);
            ns[i][round] = got.ns;
            if (is_spoiled(ways[i].name)) got.shown[0] = '?';
            if (!first.shown) {
                first = got;
                continue;
            }
            wrong |= !is_same(&t, ways[i].title, &got, &first);
            free_outcome(&got);
        }
    }
    printf("%zu operations, %d rounds, batches of %zu\n", t.count, rounds, batch);
    for (int i = 0; i < WAYS; i++)
        printf("  %-36s %9.2f ns per operation\n", ways[i].title, median(ns[i], (size_t)rounds));
    print_outcome(&t, &first, must_dump);
    if (!wrong) printf("All %d ways agree on all results.\n", WAYS);
    free_outcome(&first);
    free(t.operations);
    free(t.text);
    return wrong;
}
