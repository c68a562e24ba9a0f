/*
 * tree.c: the tree alone, in memory of fixed size, as on a microcontroller: no operating system, no allocator.
 *
 *     cc -std=c99 tree.c -o tree $(pkg-config --cflags --libs tally-tree)
 */
#include <inttypes.h>
#include <stdio.h>
#include <tally_tree.h>

static char memory[2][32768];

static int failed(tally_tree_status status)
{
    char words[256];
    size_t length;

    if (status >= 0) return 0;
    if (tally_tree_error_message(words, sizeof words, &length) != TALLY_OK) words[0] = 0;
    fprintf(stderr, "%s: %s\n", tally_tree_status_name(status), words);
    return 1;
}

static tally_tree *make_tree(void *block, size_t size)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;

    options.block = block;
    options.block_size = size;
    return failed(tally_tree_create(&options, &tree)) ? NULL : tree;
}

/* Draws the nodes that the last change has changed. */
static void draw(tally_tree *tree)
{
    tally_tree_notice notice = TALLY_TREE_NOTICE_INIT;
    tally_tree_presentation presentation = TALLY_TREE_PRESENTATION_INIT;
    char path[128], text[64];
    size_t length;

    while (tally_tree_next_notice(tree, &notice, path, sizeof path) == TALLY_OK) {
        if (failed(tally_tree_present(tree, path, &presentation, text, sizeof text, &length))) return;
        if (presentation.kind == TALLY_TREE_KIND_NONE) printf("%s: nothing\n", path);
        else printf("%s: %s\n", path, length > 0 ? text : "a dot");
    }
}

int main(void)
{
    tally_tree *tree = make_tree(memory[0], sizeof memory[0]), *copy = make_tree(memory[1], sizeof memory[1]);
    tally_tree_style style = TALLY_TREE_STYLE_INIT;
    tally_tree_badge badge;
    unsigned char patch[256];
    size_t size;
    uint32_t observer;

    if (tree == NULL || copy == NULL) return 1;
    style.fields = TALLY_TREE_STYLE_FIELD_ICON;
    style.icon = "new";
    if (failed(tally_tree_style_set(tree, "shop", &style))) return 1;
    if (failed(tally_tree_observe(tree, "root", TALLY_TREE_SUBTREE, &observer))) return 1;

    if (failed(tally_tree_set(tree, "mail.ann", 3))) return 1;
    draw(tree);
    if (failed(tally_tree_dot_until(tree, "shop", 1000))) return 1; /* The host's clock; here it counts seconds. */
    draw(tree);
    printf("after the lunch break\n");
    if (failed(tally_tree_expire(tree, 3600))) return 1;
    draw(tree);

    /* The difference is sent to another device, over any wire. */
    if (failed(tally_tree_diff(copy, "root", tree, "root", patch, sizeof patch, &size))) return 1;
    if (failed(tally_tree_apply(copy, "root", patch, size, 0))) return 1;
    if (failed(tally_tree_get(copy, "mail", &badge))) return 1;
    printf("the copy has %" PRIu64 " in root.mail\n", badge.count);
    tally_tree_release(copy);
    tally_tree_release(tree);
    return 0;
}
