/* The rules of a feed (docs/concepts/feeds.md), written down a second time: when it polls, and what its callers get. */
#ifndef TALLY_TEST_FEED_MODEL_H
#define TALLY_TEST_FEED_MODEL_H

#include "feeds.h"

#define SECOND INT64_C(1000)
#define HOUR (3600 * SECOND)
#define NEVER INT64_MAX
#define LONG_AGO INT64_MIN

enum { PAGES = TALLY_MAX_FEED_PAGES, MOST_FORCES = 1000 };
enum plan { FIRST, AGAIN, BY_INTERVAL, BY_NO_CONTENT, BY_NOT_FOUND };
enum phase { LOGGED_OUT, IDLE, IN_FLIGHT, REFUSED };
enum mode { CONDITIONAL, UNCONDITIONAL, WHOLE };

/* A time that a random part makes earlier or later. */
typedef struct range {
    int64_t least, most;
} range;

/* The state that the rules need, on a clock that never goes back. */
typedef struct feed_model {
    tally_feed_options options; /* -1: off. */
    enum phase phase;
    enum plan plan;
    enum mode mode;
    int64_t now, last_start, last_success, last_byte, pending, woke, last_whole, left[PAGES];
    range mark, not_before;
    int64_t floor;
    int64_t idle_timeout, end; /* Deadlines of the request in flight. */
    unsigned shown, met, waiting, queued, failures, not_modified, malformed;
    int is_phased; /* The next interval is shortened by a random part. */
    int is_sent, is_foreground, is_paused, may_hurry, has_answer;
    struct {
        tally_status status;
        range retry_after;
    } ends[MOST_FORCES]; /* Calls of tally_feed_refresh_now end so, in order. */
    unsigned ended;
} feed_model;

int64_t least_of(int64_t a, int64_t b);
int64_t most_of(int64_t a, int64_t b);
/* The sum, or NEVER. */
int64_t plus(int64_t time, int64_t wait);
range exactly(int64_t time);
range later(range a, range b);

void model_init(feed_model *m);
/* When the timer fires, and when the feed polls or gives up; NEVER. */
range model_timer(const feed_model *m);
range model_due(const feed_model *m);
/* So many forced polls end, the oldest first; those of this request; all. */
void model_expect(feed_model *m, unsigned count, tally_status status, range retry_after);
void model_end_round(feed_model *m, tally_status status);
void model_end_all(feed_model *m, tally_status status, range retry_after);
/* The wait after a failure. */
range model_backoff(const feed_model *m);
void model_ask(feed_model *m, int64_t time);
void model_plan_first(feed_model *m);
void model_begin(feed_model *m);
void model_succeed(feed_model *m, enum plan plan, tally_status status);
void model_fail(feed_model *m, tally_status status, int is_malformed);
/* The user begins to see these pages. */
void model_see(feed_model *m, unsigned pages);
void model_log_in(feed_model *m);
void model_cancel(feed_model *m);
void model_hide(feed_model *m, unsigned page);
/* The server has asked for a wait. */
void model_limit(feed_model *m, int64_t asked);
/* The application came to the foreground, or left it. */
void model_show(feed_model *m);
/* The feed has another URL, of the same server or of another one. */
void model_move(feed_model *m, int is_same_server);
/* The network is back, or the machine is awake. */
void model_hurry(feed_model *m);

#endif
