/* The least that is of use: badges are set, and the root is read. For the sizes of that: how much flash it takes, and
 * how much memory the tree takes with none, 100 and 1,000 badges. */
#include <tally_tree.h>

#include "program.h"

/* Also for what is free between the blocks, and for blocks that are moved when they grow. */
static char room[72 * 1024];

static void say(const char *what, uint64_t number)
{
    char text[64], *at = text, digits[21], *first = digits + 20;

    while (*what != 0) *at++ = *what++;
    *first = 0;
    do { *--first = (char)('0' + number % 10); } while ((number /= 10) != 0);
    while (*first != 0) *at++ = *first++;
    *at++ = '\n';
    *at = 0;
    program_say(text);
}

int main(void)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;
    tally_tree_badge badge;
    tally_tree *tree;

    options.block = room;
    options.block_size = sizeof room;
    options.max_depth = 8;
    options.max_path_bytes = 128;
    options.max_changes = 1;
    if (tally_tree_create(&options, &tree) != TALLY_OK) return 1;
    if (tally_tree_get_stats(tree, &stats) != TALLY_OK) return 4;
    say("empty ", stats.used);
    /* Ten of them below each chat; a path has 12 bytes, "root.c000.m0". */
    for (int number = 0; number < 1000; number++) {
        char path[] = "c000.m0";
        int chat = number / 10;
        path[1] = (char)('0' + chat / 100);
        path[2] = (char)('0' + chat / 10 % 10);
        path[3] = (char)('0' + chat % 10);
        path[6] = (char)('0' + number % 10);
        if (tally_tree_set(tree, path, 1) != TALLY_OK) return 2;
        if (number == 99 || number == 999) {
            if (tally_tree_get_stats(tree, &stats) != TALLY_OK) return 4;
            say(number == 99 ? "used-100 " : "used-1000 ", stats.used);
            say(number == 99 ? "peak-100 " : "peak-1000 ", stats.peak);
        }
    }
    if (tally_tree_get(tree, "root", &badge) != TALLY_OK || badge.count != 1000) return 3;
    return 0;
}
