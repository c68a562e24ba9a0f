#include "callbacks.h"

#include <string.h>

#include "_cgo_export.h"

/* Within a callback Go keeps its goroutine on this thread, so what is the thread's is the goroutine's. */
static __thread int depth;
static __thread uintptr_t innermost;

char *tally_go_message(void) {
    char words[1024];
    size_t length = 0;
    if (tally_error_message(words, sizeof words, &length) < 0) length = 0;
    char *message = malloc(length + 1);
    if (!message) return NULL;
    memcpy(message, words, length);
    message[length] = 0;
    return message;
}

tally_go_answer tally_go_answered(tally_status status) {
    tally_go_answer answer = {status, status < 0 ? tally_go_message() : NULL};
    return answer;
}

int tally_go_is_inside(void) { return depth > 0; }

void tally_go_on_event(void *user_data, const tally_event *event, const char *text) {
    ++depth;
    tallyGoEvent((uintptr_t)user_data, innermost, (tally_event *)event, (char *)text);
    --depth;
}

void tally_go_on_request(void *user_data, const tally_request *request) {
    ++depth;
    tallyGoRequest((uintptr_t)user_data, (tally_request *)request);
    --depth;
}

void tally_go_on_notify(void *user_data) {
    ++depth;
    tallyGoNotify((uintptr_t)user_data);
    --depth;
}

void tally_go_release(void *user_data) { tallyGoRelease((uintptr_t)user_data); }

static void on_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed) {
    ++depth;
    tallyGoClock((uintptr_t)user_data, out_wall, out_elapsed);
    --depth;
}

static void on_log(void *user_data, int32_t level, const char *text) {
    ++depth;
    tallyGoLog((uintptr_t)user_data, level, (char *)text);
    --depth;
}

static size_t on_zone(void *user_data, const char *name, void *bytes, size_t capacity) {
    ++depth;
    size_t size = tallyGoZone((uintptr_t)user_data, (char *)name, bytes, capacity);
    --depth;
    return size;
}

tally_go_answer go_engine_open(const tally_engine_options *given, uintptr_t hooks, int has_clock, int has_log,
                               int has_zone_file, tally_engine **out_engine) {
    /* A copy, since Go's memory may not have numbers where C has pointers. */
    tally_engine_options options = *given;
    options.clock = has_clock ? on_clock : NULL;
    options.log = has_log ? on_log : NULL;
    options.zone_file = has_zone_file ? on_zone : NULL;
    options.clock_user_data = options.log_user_data = options.zone_user_data = (void *)hooks;
    tally_go_answer answer = tally_go_answered(tally_engine_open(&options, out_engine));
    if (answer.status == TALLY_SET_ASIDE) answer.message = tally_go_message();
    return answer;
}

static void draw(void *user_data, const char *path, const tally_presentation *presentation, const char *text) {
    ++depth;
    tallyGoDraw((uintptr_t)user_data, innermost, (char *)path, (tally_presentation *)presentation, (char *)text);
    --depth;
}

tally_go_answer go_widget_bind(tally_scope *scope, tally_account *account, const char *path, uintptr_t widget,
                               uint64_t *out_token) {
    /* One function in Go, which gets the kind. */
    tally_widget functions = {sizeof functions, 0, draw, draw, draw, draw};
    return tally_go_answered(
        tally_widget_bind(scope, account, path, &functions, (void *)widget, tally_go_release, out_token));
}

tally_go_answer go_engine_next_event(tally_engine *engine, int64_t timeout, tally_event *out_event, char *text,
                                     size_t text_capacity, uintptr_t catcher) {
    uintptr_t outer = innermost;
    innermost = catcher;
    tally_go_answer answer =
        tally_go_answered(tally_engine_next_event(engine, timeout, out_event, text, text_capacity));
    innermost = outer;
    return answer;
}

tally_go_answer go_engine_dispatch(tally_engine *engine, size_t limit, size_t *out_count, uintptr_t catcher) {
    uintptr_t outer = innermost;
    innermost = catcher;
    tally_go_answer answer = tally_go_answered(tally_engine_dispatch(engine, limit, out_count));
    innermost = outer;
    return answer;
}

tally_go_answer go_engine_step(tally_engine *engine, uintptr_t catcher) {
    uintptr_t outer = innermost;
    innermost = catcher;
    tally_go_answer answer = tally_go_answered(tally_engine_step(engine));
    innermost = outer;
    return answer;
}
