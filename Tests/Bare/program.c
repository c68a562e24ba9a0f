/* A machine without an operating system uses the tree. The output must be the same on every machine, except for lines
 * that begin with "memory". */
#include "program.h"

#include "tree_model.h"

static char line[160];
static int used;

static void say(const char *text)
{
    while (*text != 0 && used < (int)sizeof line - 2) line[used++] = *text++;
}

static void say_number(uint64_t number)
{
    char digits[21];
    int at = 20;

    digits[20] = 0;
    do { digits[--at] = (char)('0' + number % 10); } while ((number /= 10) != 0);
    say(digits + at);
}

static void end_line(void)
{
    line[used++] = '\n';
    line[used] = 0;
    program_say(line);
    used = 0;
}

void tree_model_failed(const char *what, int number)
{
    used = 0;
    say("WRONG, line ");
    say_number((uint64_t)number);
    say(": ");
    say(what);
    end_line();
    program_end(1);
}

#define check(condition) ((condition) ? (void)0 : tree_model_failed(#condition, __LINE__))
#define check_ok(call) check((call) == TALLY_OK)

static char rooms[2][1 << 19];

static tally_tree *make_tree(int which, int32_t aggregation)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;

    options.aggregation = aggregation;
    options.block = rooms[which];
    options.block_size = sizeof rooms[which];
    options.seed = 42;
    check_ok(tally_tree_create(&options, &tree));
    return tree;
}

static void name_path(char *path, int round, int number)
{
    char *at = path;

    *at++ = 'r';
    if (round > 9) *at++ = (char)('0' + round / 10);
    *at++ = (char)('0' + round % 10);
    *at++ = '.';
    *at++ = 'n';
    for (int part = 100; part > 0; part /= 10) *at++ = (char)('0' + number / part % 10);
    *at = 0;
}

static void say_state(tally_tree *tree, const char *what)
{
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;
    tally_tree_badge badge;
    uint64_t digest;

    check_ok(tally_tree_verify(tree));
    check_ok(tally_tree_get_stats(tree, &stats));
    check_ok(tally_tree_get(tree, "root", &badge));
    check_ok(tally_tree_digest(tree, "root", &digest));
    say(what);
    say(": root ");
    say_number(badge.count);
    say(", revision ");
    say_number(stats.revision);
    say(", digest ");
    say_number(digest);
    end_line();
    say("memory: ");
    say_number(stats.used);
    say(", at most ");
    say_number(stats.peak);
    end_line();
}

/* Paths come and go, so that nodes are reclaimed and paths moved together. Nodes that show nothing stay if they have a
 * handle or a style. */
static void churn(void)
{
    tally_tree *tree = make_tree(0, 0);
    tally_tree_style style = TALLY_TREE_STYLE_INIT, found = TALLY_TREE_STYLE_INIT;
    tally_tree_node node, stale;
    char path[16], text[16], icon[4];
    size_t length;

    style.fields = TALLY_TREE_STYLE_FIELD_MAX_COUNT;
    style.max_count = 7;
    check_ok(tally_tree_style_set(tree, "styled", &style));
    check_ok(tally_tree_node_resolve(tree, "kept", &node));
    check_ok(tally_tree_node_resolve(tree, "r0.n001", &stale));
    tally_tree_node_release(tree, stale);
    for (int round = 0; round < 40; round++) {
        for (int number = 0; number < 500; number++) {
            name_path(path, round, number);
            check_ok(tally_tree_set(tree, path, number + 1));
        }
        for (int number = round % 7; number < 500; number++) {
            name_path(path, round, number);
            check_ok(tally_tree_clear(tree, path));
        }
    }
    check_ok(tally_tree_node_get_path(tree, node, text, sizeof text, &length));
    say("kept: ");
    say(text);
    check_ok(tally_tree_style_get(tree, "styled", &found, icon, sizeof icon, &length));
    say(", styled: ");
    say_number(found.max_count);
    end_line();
    check(tally_tree_node_get_path(tree, stale, text, sizeof text, &length) == TALLY_ERROR_STALE_HANDLE);
    tally_tree_node_release(tree, node);
    say_state(tree, "20,000 paths");
    tally_tree_release(tree);
}

static void compare_with_the_model(void)
{
    tree_model_seed(20260131);
    for (int32_t aggregation = TALLY_TREE_AGGREGATION_CHILDREN; aggregation <= TALLY_TREE_AGGREGATION_SUM; aggregation++) {
        tally_tree *tree = make_tree(0, aggregation), *copy = make_tree(1, aggregation);
        tree_model_run(tree, copy, aggregation, 1500);
        say_state(tree, "model");
        tally_tree_release(copy);
        tally_tree_release(tree);
    }
}

/* A tree is made in a block of any size, or memory runs out. */
static void use_any_block(void)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;
    int made = 0;

    options.block = rooms[0];
    for (options.block_size = 1; options.block_size < 8192; options.block_size++) {
        tally_tree_status status = tally_tree_create(&options, &tree);
        check(status == TALLY_OK || (status == TALLY_ERROR_NO_MEMORY && tree == NULL && made == 0));
        made += status == TALLY_OK;
        tally_tree_release(tree);
    }
    check(made > 2048);
}

/* Numbers that 32 bits do not hold: counts, times, and limits that are refused. */
static void use_large_numbers(void)
{
    tally_tree *tree = make_tree(0, TALLY_TREE_AGGREGATION_SUM);
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *none;
    tally_tree_style style = TALLY_TREE_STYLE_INIT;
    tally_tree_presentation presentation = TALLY_TREE_PRESENTATION_INIT;
    char text[64];
    size_t length;
    int64_t year_2100 = INT64_C(4102444800000);

    check_ok(tally_tree_set(tree, "a", UINT32_MAX));
    check_ok(tally_tree_set_until(tree, "b", UINT32_MAX, year_2100));
    check(tally_tree_set(tree, "c", INT64_C(1) << 32) == TALLY_ERROR_RANGE);
    check_ok(tally_tree_expire(tree, year_2100 - 1));
    style.fields = TALLY_TREE_STYLE_FIELD_MAX_COUNT | TALLY_TREE_STYLE_FIELD_FONT_SIZE | TALLY_TREE_STYLE_FIELD_OFFSET;
    style.max_count = UINT64_MAX;
    style.font_size = 12.5f;
    style.offset_x = -1.5f;
    check_ok(tally_tree_style_set(tree, "root", &style));
    check_ok(tally_tree_present(tree, "root", &presentation, text, sizeof text, &length));
    say("two large counts: ");
    say(text);
    end_line();
    style.font_size = -1;
    check(tally_tree_style_set(tree, "root", &style) == TALLY_ERROR_RANGE);
    check_ok(tally_tree_expire(tree, year_2100));
    say_state(tree, "large numbers");
    options.block = rooms[1];
    options.block_size = sizeof rooms[1];
    options.max_nodes = UINT32_MAX;
    check(tally_tree_create(&options, &none) == TALLY_ERROR_RANGE);
    options.max_nodes = 0;
    options.struct_size = UINT32_MAX;
    check(tally_tree_create(&options, &none) == TALLY_ERROR_ARGUMENT);
    tally_tree_release(tree);
}

/* More handles of one place than there are generations: no former handle leads to it again. */
static void use_up_generations(void)
{
    tally_tree *tree = make_tree(0, 0);
    tally_tree_node first, node, last = 0;
    tally_tree_badge badge;
    int handles = 0;

    check_ok(tally_tree_node_resolve(tree, "a", &first));
    tally_tree_node_release(tree, first);
    for (int round = 0; round < 70000; round++) {
        check_ok(tally_tree_node_resolve(tree, "a", &node));
        check(node != first);
        handles += node != last;
        last = node;
        tally_tree_node_release(tree, node);
    }
    check(tally_tree_node_get(tree, first, &badge) == TALLY_ERROR_STALE_HANDLE);
    say("handles of one place: ");
    say_number((uint64_t)handles);
    end_line();
    tally_tree_release(tree);
}

/* More queries for changes than 16 bits count. The rare nodes change when a mark of their last query, which few bits
 * can hold, would be that of the current one. */
static void query_often(void)
{
    tally_tree *tree = make_tree(0, 0);
    tally_tree_entry entries[8];
    char text[64];
    tally_tree_rows rows = TALLY_TREE_ROWS(entries, text);
    uint64_t revision;
    size_t total = 0;

    check_ok(tally_tree_dot(tree, "a"));
    check(tally_tree_changes(tree, 0, &rows, &revision) == TALLY_RESYNC);
    revision = 1; /* That of "a", from which on changes are kept. */
    for (int query = 1; query <= 132000; query++) {
        check_ok(tally_tree_set(tree, "often", query));
        if (query % 65535 == 1) check_ok(tally_tree_set(tree, "rare", query));
        if (query % 65536 == 2) check_ok(tally_tree_set(tree, "seldom", query));
        check_ok(tally_tree_changes(tree, revision, &rows, &revision));
        total += rows.count;
    }
    say("changes: ");
    say_number(total);
    end_line();
    tally_tree_release(tree);
}

int main(void)
{
    use_any_block();
    churn();
    use_up_generations();
    query_often();
    compare_with_the_model();
    use_large_numbers();
    return 0;
}
