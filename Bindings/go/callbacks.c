#include "callbacks.h"

#include <string.h>

/* Within a callback Go keeps its goroutine on this thread, so what is the thread's is the goroutine's. */
__thread int tally_go_depth;
__thread uintptr_t tally_go_innermost;

uintptr_t tally_go_enter(uintptr_t catcher) {
    uintptr_t outer = tally_go_innermost;
    tally_go_innermost = catcher;
    return outer;
}

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

int tally_go_is_inside(void) { return tally_go_depth > 0; }

tally_go_answer go_engine_open(const tally_engine_options *given, uintptr_t hooks, int has_clock, int has_log,
                               int has_zone_file, tally_engine **out_engine) {
    /* A copy, since Go's memory may not have numbers where C has pointers. */
    tally_engine_options options = *given;
    options.clock = has_clock ? tally_go_on_clock : NULL;
    options.log = has_log ? tally_go_on_log : NULL;
    options.zone_file = has_zone_file ? tally_go_on_zone : NULL;
    options.clock_user_data = options.log_user_data = options.zone_user_data = (void *)hooks;
    tally_go_answer answer = tally_go_answered(tally_engine_open(&options, out_engine));
    if (answer.status == TALLY_SET_ASIDE) answer.message = tally_go_message();
    return answer;
}

tally_go_answer go_widget_bind(tally_scope *scope, tally_account *account, const char *path, uintptr_t widget,
                               uint64_t *out_token) {
    /* One function in Go, which gets the kind. */
    tally_widget functions = {sizeof functions, 0, tally_go_on_draw, tally_go_on_draw, tally_go_on_draw, tally_go_on_draw};
    return tally_go_answered(
        tally_widget_bind(scope, account, path, &functions, (void *)widget, tally_go_on_release, out_token));
}
