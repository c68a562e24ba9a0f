/*
 * The library calls these: a clock that the program sets, the log, a transport, and the functions of widgets.
 *
 * The loop thread calls the log and the transport, so they reach JavaScript through Node's queue of calls from other
 * threads. Widgets and observers of whole accounts are called inside next_event and step, on the thread of JavaScript:
 * what they get is noted, and comes out of that call.
 */
#include <stdatomic.h>

typedef struct hooks {
    atomic_int_fast64_t wall, elapsed; /* The readings of a clock that the program sets. */
    napi_threadsafe_function log, transport;
} hooks;

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
    napi_value arguments[2], receiver;
    (void)context;
    if (env != NULL && napi_create_int32(env, line->level, &arguments[0]) == napi_ok
        && napi_create_string_utf8(env, line->text, NAPI_AUTO_LENGTH, &arguments[1]) == napi_ok
        && napi_get_undefined(env, &receiver) == napi_ok)
        napi_call_function(env, receiver, function, 2, arguments, NULL);
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
        napi_value request = make_object(&made, &structure_tally_request, &copy->request, NULL), receiver;
        if (!made.failed)
            napi_set_named_property(env, request, "body", make_bytes(&made, copy->request.body, copy->request.body_size));
        if (!made.failed && napi_get_undefined(env, &receiver) == napi_ok)
            napi_call_function(env, receiver, function, 1, &request, NULL);
    }
    free(copy);
}

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

/* --- Widgets, and observers of whole accounts --- */

/* The call that events are taken in, and what its widgets are to draw. */
static _Thread_local struct { call *made; napi_value list; uint32_t count; } drawing;

static void begin_drawing(call *made) {
    drawing.made = made;
    drawing.count = 0;
    call_check(made, napi_create_array(made->env, &drawing.list));
}

static void end_drawing(call *made) {
    if (!made->failed) call_give(made, drawing.list);
    drawing.made = NULL;
}

static void note(call *made, napi_value entry, void *user_data) {
    napi_set_named_property(made->env, entry, "number", make_unsigned(made, (uint64_t)(uintptr_t)user_data));
    napi_set_element(made->env, drawing.list, drawing.count++, entry);
}

/* An observer of a whole account. user_data: its number. */
static void note_event(void *user_data, const tally_event *event, const char *text) {
    call *made = drawing.made;
    napi_value entry, noted;
    if (made == NULL || made->failed) return;
    entry = make_object(made, &structure_tally_event, event, NULL);
    if (made->failed || napi_create_object(made->env, &noted) != napi_ok) return;
    napi_set_named_property(made->env, entry, "text", make_text(made, text, event->text_length));
    napi_set_named_property(made->env, noted, "event", entry);
    note(made, noted, user_data);
}

/* user_data: the number of the widget. */
static void draw_widget(void *user_data, const char *path, const tally_presentation *presentation, const char *text) {
    call *made = drawing.made;
    napi_value drawn;
    if (made == NULL || made->failed) return;
    drawn = make_object(made, &structure_tally_presentation, presentation, NULL);
    if (made->failed) return;
    napi_set_named_property(made->env, drawn, "path", make_text(made, path, NAPI_AUTO_LENGTH));
    napi_set_named_property(made->env, drawn, "text", make_text(made, text, NAPI_AUTO_LENGTH));
    note(made, drawn, user_data);
}
