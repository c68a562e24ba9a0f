/*
 * device.c: a device with a display of eight badges, on a Cortex-M3 without an operating system. It has the tree alone
 * (tally_tree.h). A program that has the whole library (feeder.c) sends it snapshots and patches over a serial line.
 *
 *     make microcontroller        compiles both; see README.md
 */
#include <tally_tree.h>

#include "board.h"
#include "line.h"

enum { ROOM = 8192 };
static char room[ROOM];
static unsigned char frame[LINE_MOST_BYTES];

static const char *const places[] = {"mail", "chat", "calls", "calendar", "tasks", "news", "photos", "system"};
enum { PLACES = sizeof places / sizeof *places };

/* ---- The serial line: the first of the board ---- */

static volatile uint32_t *const serial = (volatile uint32_t *)0x40004000;
enum { DATA, STATE, CONTROL, DIVISOR = 4 };
enum { IS_FULL = 1, HAS_BYTE = 2, CAN_SEND = 1, CAN_RECEIVE = 2 };

static void open_line(void)
{
    serial[DIVISOR] = 16;
    serial[CONTROL] = CAN_SEND | CAN_RECEIVE;
}

static unsigned char receive(void)
{
    while (!(serial[STATE] & HAS_BYTE)) {}
    return (unsigned char)serial[DATA];
}

static void send(unsigned char byte)
{
    while (serial[STATE] & IS_FULL) {}
    serial[DATA] = byte;
}

/* The kind of the next frame; its bytes are in `frame`. Bytes outside frames are ignored. */
static int next_frame(size_t *out_size)
{
    int kind;

    for (;;) {
        while (receive() != LINE_BEGIN) {}
        kind = receive();
        *out_size = receive();
        *out_size |= (size_t)receive() << 8;
        if (*out_size <= sizeof frame) break;
        send(LINE_REFUSED);
    }
    for (size_t at = 0; at < *out_size; at++) frame[at] = receive();
    return kind;
}

/* ---- The display: the screen of the debugger takes its place ---- */

static char *put(char *at, const char *text)
{
    while (*text != 0) *at++ = *text++;
    return at;
}

static void draw(tally_tree *tree)
{
    tally_tree_presentation badge = TALLY_TREE_PRESENTATION_INIT;
    char row[256], text[32], *at = row;
    size_t length;

    for (int place = 0; place < PLACES; place++) {
        *at++ = '[';
        at = put(at, places[place]);
        if (tally_tree_present(tree, places[place], &badge, text, sizeof text, &length) != TALLY_OK) text[0] = 0;
        if (badge.kind != TALLY_TREE_KIND_NONE) *at++ = ' ';
        at = put(at, badge.kind == TALLY_TREE_KIND_DOT ? "*" : text);
        *at++ = ']';
    }
    *at++ = '\n';
    *at = 0;
    board_say(row);
}

static char *put_number(char *at, uint64_t number)
{
    char digits[21], *first = digits + 20;

    *first = 0;
    do { *--first = (char)('0' + number % 10); } while ((number /= 10) != 0);
    return put(at, first);
}

static void say_memory(tally_tree *tree)
{
    tally_tree_stats stats = TALLY_TREE_STATS_INIT;
    char row[80], *at;

    if (tally_tree_get_stats(tree, &stats) != TALLY_OK) return;
    at = put_number(put(row, "memory: tree "), stats.peak);
    at = put_number(put(at, ", stack "), board_stack_used());
    at = put(at, "\n");
    *at = 0;
    board_say(row);
}

int main(void)
{
    tally_tree_options options = TALLY_TREE_OPTIONS_INIT;
    tally_tree *tree;
    size_t size;

    options.block = room;
    options.block_size = sizeof room;
    options.max_depth = 8;
    options.max_path_bytes = 128;
    options.max_nodes = 64;
    options.max_changes = 1;
    if (tally_tree_create(&options, &tree) != TALLY_OK) return 1;
    open_line();
    for (;;) {
        tally_tree_status status;
        int kind = next_frame(&size);

        if (kind == LINE_QUIT) break;
        if (kind == LINE_SNAPSHOT) status = tally_tree_restore(tree, "root", frame, size);
        else if (kind == LINE_PATCH) status = tally_tree_apply(tree, "root", frame, size, 0);
        else status = TALLY_ERROR_ARGUMENT;
        /* A damaged frame, or a patch for another state, has changed nothing. The sender then sends a snapshot. */
        if (status == TALLY_OK) draw(tree);
        send(status == TALLY_OK ? LINE_APPLIED : LINE_REFUSED);
    }
    say_memory(tree);
    tally_tree_release(tree);
    return 0;
}
