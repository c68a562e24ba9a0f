/* The C code that generated calls and Go need: results with messages, and callbacks that call Go. */
#ifndef TALLY_GO_CALLBACKS_H
#define TALLY_GO_CALLBACKS_H

#include <stdint.h>
#include <stdlib.h>
#include <tally.h>

#include "trampolines.h"

/* A status, and where it is an error its message, to be freed. */
typedef struct tally_go_answer {
    tally_status status;
    char *message;
} tally_go_answer;

tally_go_answer tally_go_answered(tally_status status);

/* The message of this thread, also where there is no error. To be freed. */
char *tally_go_message(void);

/* How many callbacks this thread is within, and the catcher of the innermost call that delivers. */
extern __thread int tally_go_depth;
extern __thread uintptr_t tally_go_innermost;

/* Sets the catcher of this thread, and returns the former one. */
uintptr_t tally_go_enter(uintptr_t catcher);

/* Whether this thread is within a callback. */
int tally_go_is_inside(void);

tally_go_answer go_engine_open(const tally_engine_options *given, uintptr_t hooks, int has_clock, int has_log,
                               int has_zone_file, tally_engine **out_engine);
tally_go_answer go_widget_bind(tally_scope *scope, tally_account *account, const char *path, uintptr_t widget,
                               uint64_t *out_token);

#endif
