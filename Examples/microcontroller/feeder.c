/*
 * feeder.c: has the whole library, and keeps the display of a device (device.c) up to date over a serial line.
 *
 *     feeder /dev/ttyUSB0
 *
 * Each line of its input is a path and a number, "chat.bo 3"; 0 removes the badge. A patch brings the device to the new
 * state. If the device refuses it, the device gets a snapshot. A line "damage" damages the next frame, to see that.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <tally.h>
#include <termios.h>
#include <unistd.h>

#include "line.h"

static int line = -1, is_to_damage;

static int failed(tally_status status)
{
    if (status < 0) fprintf(stderr, "%s\n", tally_status_name(status));
    return status < 0;
}

static int open_line(const char *name)
{
    struct termios settings;

    line = open(name, O_RDWR | O_NOCTTY);
    if (line < 0 || tcgetattr(line, &settings) != 0) return 0;
    cfmakeraw(&settings);
    cfsetspeed(&settings, B115200);
    return tcsetattr(line, TCSANOW, &settings) == 0;
}

static int write_all(const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(line, bytes, count);
        if (written <= 0) return 0;
        bytes += written;
        count -= (size_t)written;
    }
    return 1;
}

static int send_frame(int kind, const unsigned char *bytes, size_t size)
{
    unsigned char frame[4 + LINE_MOST_BYTES];

    if (size > LINE_MOST_BYTES) return 0;
    frame[0] = LINE_BEGIN;
    frame[1] = (unsigned char)kind;
    frame[2] = (unsigned char)size;
    frame[3] = (unsigned char)(size >> 8);
    if (size > 0) memcpy(frame + 4, bytes, size);
    if (is_to_damage && size > 0) frame[4 + size / 2] ^= 0x10;
    is_to_damage = 0;
    return write_all(frame, 4 + size);
}

/* Reads the device's response to a frame. A device without a response still waits for a byte that was lost. It gets
 * zeros, which end the frame, and begin none. */
static int was_applied(void)
{
    static const unsigned char zeros[64];
    struct pollfd waiting = {.fd = line, .events = POLLIN};
    unsigned char answer;

    for (int turn = 0; turn < 100; turn++) {
        if (poll(&waiting, 1, 5000) > 0) return read(line, &answer, 1) == 1 && answer == LINE_APPLIED;
        if (!write_all(zeros, sizeof zeros)) return 0;
    }
    return 0;
}

/* Brings the device to the present state. sent: what it has; NULL: nothing yet. */
static int update(tally_account *account, tally_snapshot **sent)
{
    tally_snapshot *now;
    tally_bytes bytes;
    int is_done = 0, is_sent;

    if (failed(tally_snapshot_take(account, "root", &now))) return 0;
    if (*sent != NULL && tally_snapshot_diff(*sent, now, &bytes) == TALLY_OK) {
        is_sent = send_frame(LINE_PATCH, bytes.data, bytes.size);
        tally_bytes_release(&bytes);
        if (!is_sent) {
            tally_snapshot_release(now);
            return 0;
        }
        is_done = was_applied();
        if (!is_done) puts("refused; a snapshot follows");
    }
    if (!is_done && !failed(tally_snapshot_encode(now, &bytes))) {
        is_done = send_frame(LINE_SNAPSHOT, bytes.data, bytes.size) && was_applied();
        tally_bytes_release(&bytes);
    }
    tally_snapshot_release(is_done ? *sent : now);
    if (is_done) *sent = now;
    return is_done;
}

int main(int argc, char **argv)
{
    tally_engine *engine = NULL;
    tally_account *account = NULL;
    tally_snapshot *sent = NULL;
    char text[256], path[200];
    int64_t count;
    int bad;

    if (argc != 2 || !open_line(argv[1])) {
        fprintf(stderr, "usage: feeder DEVICE\n");
        return 2;
    }
    bad = failed(tally_engine_open(NULL, &engine)) || failed(tally_account_open(engine, "display", NULL, &account)) ||
          !update(account, &sent);
    while (!bad && fgets(text, sizeof text, stdin) != NULL) {
        if (strcmp(text, "damage\n") == 0) is_to_damage = 1;
        else if (sscanf(text, "%199s %" SCNd64, path, &count) == 2)
            bad = failed(tally_badge_set(account, path, count)) || !update(account, &sent);
    }
    send_frame(LINE_QUIT, NULL, 0);
    tally_snapshot_release(sent);
    tally_account_release(account);
    bad |= failed(tally_engine_close(engine, TALLY_NO_TIMEOUT));
    close(line);
    return bad;
}
