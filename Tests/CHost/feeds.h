/* Feeds that a test asks by hand: a feed at the test's server, and completions that say what came. */
#ifndef TALLY_TEST_FEEDS_H
#define TALLY_TEST_FEEDS_H

#include "support.h"

#define ITEM(id, path, count) \
    "{\"id\":\"" id "\",\"rev\":\"1\",\"seq\":\"" id "\",\"ts\":" id ",\"path\":\"" path "\",\"count\":" count \
    ",\"title\":\"t" id "\"}"

typedef struct completion {
    volatile int done;
    int released;
    int order;
    tally_event event;
    char text[512];
} completion;

/* The callbacks of a completion. */
void complete(void *user_data, const tally_event *event, const char *text);
void release(void *user_data);
/* Asks with a completion that is empty before. */
void force(world *w, completion *c);

/* Adds the world's feed at the server and logs in. -1: no automatic polling. */
void add_feed(world *w, server *s, int64_t initial_delay, int64_t interval, const char *token);
/* Steps until no request is in flight. */
void settle(world *w);
/* Steps until the server has had so many requests. */
void until_asked(world *w, server *s, unsigned requests);
/* The next event of a kind that waits, passing over others. */
tally_event next_of(world *w, int32_t kind, char *text, size_t capacity);

/* Whether the head of a request has this line. */
int has_header(const char *head, const char *line);
/* How many messages there are at and below a path: all (0), those that are not read (1), or not seen (2). */
uint64_t count_of(world *w, const char *path, int which);

#endif
