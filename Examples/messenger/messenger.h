/*
 * messenger.h: what the files of the messenger share.
 */
#ifndef MESSENGER_H
#define MESSENGER_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>

/* The tree. The server's paths begin below root, so its "chat.bo" is CHATS ".bo". */
#define CHATS "root.chat"       /* A child for each conversation. */
#define MENTIONS "root.mentions" /* Every mention, which is in its conversation too. */
#define BELL "root.bell"        /* Likes, invitations and the like. */
#define NEWS "root.new"         /* A child for each feature that the user has not tried. */

enum { MAX_PATH = 256, MAX_TEXT = 16384, MAX_ROWS = 64 };

/* Returns 0 and positive statuses, which are successes. An error ends the program. */
tally_status check(tally_status status);

/* screen.c */
void draw_screen(tally_account *account);
void draw_messages(tally_account *account, const char *path, uint32_t flags);
void draw_beginning(tally_account *account, const char *path, uint32_t flags, const char *name);

#endif
