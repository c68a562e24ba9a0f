/* The C code that generated calls and Go need: results with messages, and callbacks that call Go. */
#ifndef TALLY_GO_CALLBACKS_H
#define TALLY_GO_CALLBACKS_H

#include <stdint.h>
#include <stdlib.h>
#include <tally.h>

/* A status, and where it is an error its message, to be freed. */
typedef struct tally_go_answer {
    tally_status status;
    char *message;
} tally_go_answer;

tally_go_answer tally_go_answered(tally_status status);

/* The message of this thread, also where there is no error. To be freed. */
char *tally_go_message(void);

void tally_go_on_event(void *user_data, const tally_event *event, const char *text);
void tally_go_on_request(void *user_data, const tally_request *request);
void tally_go_on_notify(void *user_data);
void tally_go_release(void *user_data);

/* Whether this thread is within a callback. */
int tally_go_is_inside(void);

tally_go_answer go_engine_open(const tally_engine_options *given, uintptr_t hooks, int has_clock, int has_log,
                               int has_zone_file, tally_engine **out_engine);
tally_go_answer go_widget_bind(tally_scope *scope, tally_account *account, const char *path, uintptr_t widget,
                               uint64_t *out_token);

/* catcher: the handle of the object that receives what callbacks panic with. */
tally_go_answer go_engine_next_event(tally_engine *engine, int64_t timeout, tally_event *out_event, char *text,
                                     size_t text_capacity, uintptr_t catcher);
tally_go_answer go_engine_dispatch(tally_engine *engine, size_t limit, size_t *out_count, uintptr_t catcher);
tally_go_answer go_engine_step(tally_engine *engine, uintptr_t catcher);

#endif
