#include "feed_model.h"

#include <string.h>

int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }
int64_t most_of(int64_t a, int64_t b) { return a > b ? a : b; }
range exactly(int64_t time) { return (range){time, time}; }
range later(range a, range b) { return (range){most_of(a.least, b.least), most_of(a.most, b.most)}; }
static int64_t since(const feed_model *m, int64_t time) { return time == LONG_AGO ? NEVER : m->now - time; }
static int64_t option(int64_t value) { return value < 0 ? NEVER : value; }
int64_t plus(int64_t time, int64_t wait) { return time > 0 && wait > NEVER - time ? NEVER : time + wait; }
static int64_t times(int64_t number, int64_t factor) { return number > NEVER / factor ? NEVER : number * factor; }

void model_init(feed_model *m)
{
    int page;

    memset(m, 0, sizeof *m);
    m->now = SECOND;
    m->last_start = m->last_success = m->woke = m->last_whole = LONG_AGO;
    for (page = 0; page < PAGES; page++)
        m->left[page] = LONG_AGO;
    m->pending = NEVER;
    m->mark = exactly(NEVER);
    m->not_before = exactly(LONG_AGO);
    m->is_foreground = m->may_hurry = 1;
}

static int is_seen(const feed_model *m) { return m->is_foreground && m->shown != 0; }

static int64_t interval_of(const feed_model *m)
{
    int64_t interval = option(m->options.interval);

    return is_seen(m) ? least_of(interval, option(m->options.visible_interval)) : interval;
}

/* From the start of the last request, by an interval that may be shortened. */
static range by(const feed_model *m, int64_t interval)
{
    range when = exactly(interval == NEVER ? NEVER : plus(m->last_start, most_of(interval, m->floor)));

    if (m->is_phased && interval != NEVER)
        when.least = m->last_start + most_of(1, m->floor);
    return when;
}

range model_timer(const feed_model *m)
{
    int64_t interval = interval_of(m), longer = times(interval, 10);

    switch (m->plan) {
    case FIRST: return m->mark;
    case AGAIN: return later(m->mark, exactly(m->last_start == LONG_AGO ? LONG_AGO : m->last_start + m->floor));
    case BY_NO_CONTENT: return by(m, most_of(interval, least_of(longer, HOUR)));
    case BY_NOT_FOUND: return by(m, longer);
    default: return by(m, interval);
    }
}

static int has_timers(const feed_model *m)
{
    return m->is_foreground || !(m->options.flags & TALLY_FEED_OPTION_STOPS_IN_BACKGROUND);
}

range model_due(const feed_model *m)
{
    range due = exactly(NEVER);

    if (m->phase == IN_FLIGHT && m->is_sent)
        return exactly(m->last_start + m->options.request_timeout + SECOND); /* The transport ends it before. */
    if (m->phase != IDLE || m->is_paused)
        return due;
    if (has_timers(m))
        due = model_timer(m);
    due = (range){least_of(due.least, m->pending), least_of(due.most, m->pending)};
    return due.least == NEVER ? due : later(due, m->not_before);
}

void model_expect(feed_model *m, unsigned count, tally_status status, range retry_after)
{
    for (; count > 0; count--) {
        require(m->ended < MOST_FORCES);
        m->ends[m->ended].status = status;
        m->ends[m->ended++].retry_after = retry_after;
    }
}

void model_end_round(feed_model *m, tally_status status)
{
    model_expect(m, m->waiting, status, exactly(0));
    m->waiting = 0;
}

void model_end_all(feed_model *m, tally_status status, range retry_after)
{
    model_expect(m, m->waiting + m->queued, status, retry_after);
    m->waiting = m->queued = 0;
    m->pending = NEVER;
}

void model_ask(feed_model *m, int64_t time)
{
    if (m->phase == IDLE || m->phase == IN_FLIGHT)
        m->pending = least_of(m->pending, time);
}

range model_backoff(const feed_model *m)
{
    int64_t base = is_seen(m) ? 5 * SECOND : 30 * SECOND, interval = interval_of(m), wait;
    unsigned before = m->failures > 1 ? m->failures - 1 : 0, doublings;

    if (interval == NEVER || (before == 0 && base < interval)) {
        wait = before > 10 ? 600 * SECOND : least_of(600 * SECOND, base << before);
        return (range){wait - wait / 2, wait};
    }
    doublings = base < interval ? before - 1 : before;
    wait = least_of(times(interval, doublings < 2 ? 1 << doublings : 4), HOUR);
    wait = most_of(most_of(wait, interval), SECOND);
    return (range){wait, plus(wait, wait / 4)};
}

void model_fail(feed_model *m, tally_status status, int is_malformed)
{
    int64_t awake = since(m, m->woke);
    range wait;

    m->phase = IDLE;
    model_end_round(m, status);
    m->plan = AGAIN;
    if (awake < 10 * SECOND) {
        m->mark = exactly(m->woke + (awake < 2 * SECOND ? 2 : awake < 5 * SECOND ? 5 : 10) * SECOND);
        return;
    }
    m->failures += 1;
    m->malformed = is_malformed && m->malformed < 6 ? m->malformed + 1 : m->malformed;
    wait = model_backoff(m);
    m->mark = (range){plus(m->now, wait.least), plus(m->now, wait.most)};
}

void model_succeed(feed_model *m, enum plan plan, tally_status status)
{
    m->phase = IDLE;
    m->failures = 0;
    m->last_success = m->now;
    m->may_hurry = 1;
    m->plan = plan;
    model_end_round(m, status);
}

void model_plan_first(feed_model *m)
{
    int64_t delay = option(m->options.initial_delay);

    m->mark = exactly(plus(m->now, delay));
    if (m->mark.most != NEVER && !(m->options.flags & TALLY_FEED_OPTION_EXACT_DELAY))
        m->mark.least = m->now + 1;
}

void model_see(feed_model *m, unsigned pages)
{
    int is_event = (pages & ~m->met) != 0, page;

    if (m->phase != IDLE && m->phase != IN_FLIGHT)
        return;
    m->met |= pages;
    for (page = 0; page < PAGES; page++)
        if ((pages >> page & 1) && since(m, m->left[page]) > m->options.away_time)
            is_event = 1;
    if (is_event && since(m, m->last_success) >= m->options.tolerance && m->phase == IDLE)
        model_ask(m, m->now);
}

void model_log_in(feed_model *m)
{
    m->plan = m->phase == REFUSED && m->options.initial_delay < 0 ? BY_INTERVAL : FIRST;
    m->phase = IDLE;
    model_plan_first(m);
    m->is_phased = 1;
    m->failures = 0;
    m->floor = 0;
    m->may_hurry = 1;
    m->met = 0;
    if (m->is_foreground)
        model_see(m, m->shown);
}

void model_hurry(feed_model *m)
{
    if (m->phase != IDLE || m->plan != AGAIN || !m->may_hurry || !has_timers(m))
        return;
    m->may_hurry = 0;
    model_ask(m, most_of(m->now, m->last_start + SECOND));
}

void model_begin(feed_model *m)
{
    if (m->queued == 0 && m->pending > m->now) { /* A timer has fired. */
        m->may_hurry = 1;
        /* After a whole interval that was missed. */
        if (m->plan != FIRST)
            m->is_phased = m->now - model_due(m).least >= interval_of(m);
    }
    m->phase = IN_FLIGHT;
    m->is_sent = 0;
    m->last_start = m->now;
    m->pending = NEVER;
    m->waiting = m->queued;
    m->queued = 0;
    m->mode = m->malformed >= 6 && since(m, m->last_whole) >= 600 * SECOND ? WHOLE
        : m->not_modified >= 10 || m->malformed >= 3 ? UNCONDITIONAL : CONDITIONAL;
    if (m->mode == WHOLE)
        m->last_whole = m->now;
}

void model_cancel(feed_model *m)
{
    if (m->phase != IN_FLIGHT)
        return;
    m->phase = IDLE;
    m->plan = BY_INTERVAL;
    model_end_all(m, TALLY_ERROR_CANCELLED, exactly(0));
}

void model_show(feed_model *m)
{
    int page;

    if (m->is_foreground) {
        model_see(m, m->shown);
        return;
    }
    for (page = 0; page < PAGES; page++)
        if (m->shown >> page & 1)
            m->left[page] = m->now;
}

void model_move(feed_model *m, int is_same_server)
{
    int was_in_flight = m->phase == IN_FLIGHT;

    if (m->phase == REFUSED && !is_same_server)
        m->phase = IDLE;
    m->failures = m->not_modified = m->malformed = 0;
    m->floor = 0;
    m->last_success = m->last_whole = LONG_AGO;
    m->has_answer = 0;
    if (!is_same_server)
        m->not_before = exactly(LONG_AGO);
    if (m->phase != IDLE && m->phase != IN_FLIGHT)
        return;
    if (was_in_flight) {
        m->phase = IDLE;
        m->queued += m->waiting;
        m->waiting = 0;
    }
    m->plan = BY_INTERVAL;
    if (was_in_flight || m->options.initial_delay > 0 || m->options.interval > 0 || m->options.visible_interval > 0)
        model_ask(m, m->now);
}

void model_hide(feed_model *m, unsigned page)
{
    if ((m->shown >> page & 1) && m->is_foreground)
        m->left[page] = m->now;
    m->shown &= ~(1u << page);
}

void model_limit(feed_model *m, int64_t asked)
{
    range wait;

    m->failures += 1;
    m->phase = IDLE;
    m->plan = AGAIN;
    wait = later(model_backoff(m), exactly(asked));
    wait.most = plus(wait.most, wait.most / 10);
    model_end_all(m, TALLY_ERROR_RATE_LIMITED, wait);
    m->mark = m->not_before = (range){plus(m->now, wait.least), plus(m->now, wait.most)};
}
