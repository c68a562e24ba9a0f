/*
 * The library calls these on any of its threads: a clock that the program sets, the log, a transport, and what wakes
 * Node's loop when events are pending. They reach JavaScript through Node's queue of calls from other threads.
 */
#include <stdatomic.h>

typedef struct hooks {
    atomic_int_fast64_t wall, elapsed; /* The readings of a clock that the program sets. */
    napi_threadsafe_function log, transport, wake;
} hooks;

/* Calls a function of the program on Node's loop. Nobody can catch what it throws: it is an uncaught exception. */
static void call_function(napi_env env, napi_value function, size_t count, const napi_value *arguments) {
    napi_value receiver, error;
    bool is_pending = false;
    if (napi_get_undefined(env, &receiver) == napi_ok)
        napi_call_function(env, receiver, function, count, arguments, NULL);
    if (napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending
        && napi_get_and_clear_last_exception(env, &error) == napi_ok)
        napi_fatal_exception(env, error);
}

/* --- The clock --- */

static void read_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed) {
    hooks *kept = user_data;
    *out_wall = atomic_load(&kept->wall);
    *out_elapsed = atomic_load(&kept->elapsed);
}

/* --- The log --- */

typedef struct { int32_t level; char text[]; } log_line;

static void write_log(void *user_data, tally_log_level level, const char *text) {
    hooks *kept = user_data;
    log_line *line = kept->log == NULL ? NULL : malloc(sizeof *line + strlen(text) + 1);
    if (line == NULL) return;
    line->level = level;
    strcpy(line->text, text);
    if (napi_call_threadsafe_function(kept->log, line, napi_tsfn_nonblocking) != napi_ok) free(line);
}

static void call_log(napi_env env, napi_value function, void *context, void *data) {
    log_line *line = data;
    napi_value arguments[2];
    (void)context;
    if (env != NULL && napi_create_int32(env, line->level, &arguments[0]) == napi_ok
        && napi_create_string_utf8(env, line->text, NAPI_AUTO_LENGTH, &arguments[1]) == napi_ok)
        call_function(env, function, 2, arguments);
    free(line);
}

/* --- The transport --- */

/* A copy of a request; its texts are behind it. */
typedef struct { tally_request request; char texts[]; } request_copy;

static void send_request(void *user_data, const tally_request *request) {
    hooks *kept = user_data;
    size_t method = strlen(request->method) + 1, url = strlen(request->url) + 1, headers = request->headers_size + 1;
    request_copy *copy = calloc(1, sizeof *copy + method + url + headers + request->body_size + 1);
    if (copy == NULL) return; /* Its time runs out. */
    copy->request = *request;
    copy->request.method = memcpy(copy->texts, request->method, method);
    copy->request.url = memcpy(copy->texts + method, request->url, url);
    copy->request.headers = memcpy(copy->texts + method + url, request->headers, headers - 1);
    copy->request.body = copy->texts + method + url + headers;
    if (request->body_size > 0) memcpy(copy->texts + method + url + headers, request->body, request->body_size);
    if (napi_call_threadsafe_function(kept->transport, copy, napi_tsfn_nonblocking) != napi_ok) free(copy);
}

static void call_transport(napi_env env, napi_value function, void *context, void *data) {
    request_copy *copy = data;
    (void)context;
    if (env != NULL) {
        call made = {.env = env};
        napi_value request = make_tally_request(&made, &copy->request, NULL);
        set(&made, request, "body", make_bytes(&made, copy->request.body, copy->request.body_size));
        if (!made.failed) call_function(env, function, 1, &request);
    }
    free(copy);
}

/* --- Pending events --- */

static void wake_loop(void *user_data) {
    napi_call_threadsafe_function(((hooks *)user_data)->wake, NULL, napi_tsfn_nonblocking);
}

static void call_wake(napi_env env, napi_value function, void *context, void *data) {
    (void)context, (void)data;
    if (env != NULL) call_function(env, function, 0, NULL);
}

/* --- Queues --- */

static napi_threadsafe_function make_queue(call *made, napi_value function, const char *name,
                                           napi_threadsafe_function_call_js run) {
    napi_threadsafe_function queue = NULL;
    napi_value text;
    napi_valuetype type = napi_undefined;
    napi_typeof(made->env, function, &type);
    if (type != napi_function) {
        call_fail(made, false, "a function is needed");
        return NULL;
    }
    call_check(made, napi_create_string_utf8(made->env, name, NAPI_AUTO_LENGTH, &text));
    call_check(made, napi_create_threadsafe_function(made->env, function, NULL, text, 0, 1, NULL, NULL, NULL, run, &queue));
    /* The queue alone does not keep the process running. */
    if (queue != NULL) napi_unref_threadsafe_function(made->env, queue);
    return queue;
}

static void release_queue(napi_threadsafe_function queue) {
    if (queue != NULL) napi_release_threadsafe_function(queue, napi_tsfn_release);
}
