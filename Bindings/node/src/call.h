/*
 * One call of the library: arguments from JavaScript, memory that lives as long as the call, results to JavaScript.
 *
 * A call gives its status alone, or an array of its status and what comes out: texts and bytes first, then lists, then
 * the rest in the order of the header. A call that fails throws what `make_error` makes, a TallyError. An argument of a
 * wrong type throws a TypeError or a RangeError before the library is called.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 10, MAX_RESULTS = 8 };

/* Memory that a call frees when it ends. */
typedef struct owned { struct owned *next; max_align_t memory[]; } owned;

/* A structure of the library: how an object is read into it, or made of it. */
typedef struct call call;
typedef struct structure {
    size_t size;
    const void *initial;
    bool (*read)(call *made, const char *name, napi_value value, void *into); /* Whether it has a member of this name. */
    void (*set_results)(call *made, napi_value object, const void *from);
    napi_value (*make)(call *made, const void *from, const char *texts);
} structure;

typedef enum { TALLY_ENGINE, TALLY_ACCOUNT, TALLY_FEED, TALLY_SCOPE, TALLY_SNAPSHOT } handle_kind;
static const char *const handle_names[] = {"engine", "account", "feed", "scope", "snapshot"};

/* The contents of an object of JavaScript. `handle` is NULL after it was released. */
typedef struct { handle_kind kind; void *handle; void *more; } box;

typedef struct { char *at; size_t capacity, size; } buffer;
typedef struct { const void *at; size_t size; } byte_view;
typedef struct { const int64_t *at; size_t count; } key_view;
typedef struct { napi_value list; char *at; uint32_t count; const structure *kind; } row_view;

struct call {
    napi_env env;
    napi_value arguments[MAX_ARGUMENTS];
    size_t count, next;
    const char *name; /* The argument, or the member of one, that is read: for messages. */
    tally_status status;
    bool failed;   /* An exception is pending. */
    bool accepted; /* The status is an error, but the results of a batch say of which operations. */
    owned *owned;
    buffer text;       /* A text that comes out. */
    tally_bytes given; /* The library's, released when the call ends. */
    tally_rows rows;
    const structure *row;
    size_t limit;      /* The number of rows; 0: all. */
    napi_value list;   /* The rows so far. */
    uint32_t taken;    /* Their number. */
    uint64_t revision; /* Theirs, where the list has one. */
    const char *first; /* The place at which the list began. */
    int turns;         /* How often it began again. */
    napi_value results[MAX_RESULTS];
    size_t result_count;
    napi_value notes;  /* From widgets and observers that the library called. */
    uint32_t note_count;
};

/* An instance of the addon keeps the function that makes errors. */
typedef struct { napi_ref make_error; } instance;

static void release_handle(box *held);
static void begin_notes(call *made);
static void note_event(void *user_data, const tally_event *event, const char *text);
static void note_widget(void *user_data, const char *path, const tally_presentation *presentation, const char *text);
static const tally_widget noted_widget = {sizeof noted_widget, 0, note_widget, note_widget, note_widget, note_widget};

static _Thread_local call *noting; /* The call that takes notes. */

/* --- Beginning, failing, ending --- */

static void call_begin(call *made, napi_env env, napi_callback_info info) {
    memset(made, 0, sizeof *made);
    made->env = env;
    made->count = MAX_ARGUMENTS;
    napi_get_cb_info(env, info, &made->count, made->arguments, NULL, NULL);
    if (made->count > MAX_ARGUMENTS) made->count = MAX_ARGUMENTS;
}

/* kind: TypeError, or RangeError, with Node's own codes. Only the first failure is kept. */
static void call_fail(call *made, bool is_range, const char *message) {
    char named[200];
    if (made->failed) return;
    made->failed = true;
    snprintf(named, sizeof named, "%s%s%s", made->name != NULL ? made->name : "", made->name != NULL ? ": " : "", message);
    if (is_range) napi_throw_range_error(made->env, "ERR_OUT_OF_RANGE", named);
    else napi_throw_type_error(made->env, "ERR_INVALID_ARG_TYPE", named);
}

static void call_throw(call *made, tally_status status, const char *message) {
    instance *kept = NULL;
    napi_value make, receiver, arguments[2], error;
    if (made->failed) return;
    made->failed = true;
    napi_get_instance_data(made->env, (void **)&kept);
    if (kept == NULL || kept->make_error == NULL
        || napi_get_reference_value(made->env, kept->make_error, &make) != napi_ok
        || napi_create_int32(made->env, status, &arguments[0]) != napi_ok
        || napi_create_string_utf8(made->env, message, NAPI_AUTO_LENGTH, &arguments[1]) != napi_ok
        || napi_get_undefined(made->env, &receiver) != napi_ok
        || napi_call_function(made->env, receiver, make, 2, arguments, &error) != napi_ok) {
        napi_throw_error(made->env, library.tally_status_name(status), message);
        return;
    }
    napi_throw(made->env, error);
}

static void *call_own(call *made, size_t size) {
    owned *each = size < SIZE_MAX - sizeof *each ? calloc(1, sizeof *each + size + 1) : NULL;
    if (each == NULL) {
        call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for the arguments of a call");
        return NULL;
    }
    each->next = made->owned;
    made->owned = each;
    return each->memory;
}

static void call_free(call *made) {
    while (made->owned != NULL) {
        owned *next = made->owned->next;
        free(made->owned);
        made->owned = next;
    }
    free(made->text.at);
    library.tally_bytes_release(&made->given);
    free(made->rows.entries);
    free(made->rows.text);
    noting = NULL;
}

static void call_give(call *made, napi_value result) { made->results[made->result_count++] = result; }

/* Throws if a call of Node's failed: memory ran out, or the process ends. */
static void call_check(call *made, napi_status status) {
    bool is_pending = false;
    if (status == napi_ok || made->failed) return;
    if (napi_is_exception_pending(made->env, &is_pending) == napi_ok && is_pending) made->failed = true;
    else call_throw(made, TALLY_ERROR_NO_MEMORY, "Node has no memory for the result of a call");
}

/* Whether the call has results. */
static bool call_is_done(const call *made) { return made->status >= 0 || made->accepted; }

static const char *error_words(tally_status status, char *message, size_t capacity) {
    size_t length = 0;
    library.tally_error_message(message, capacity, &length);
    return length > 0 ? message : library.tally_status_message(status);
}

static napi_value call_end(call *made) {
    napi_value status, list;
    if (!made->failed && !call_is_done(made)) {
        char message[1024];
        call_throw(made, made->status, error_words(made->status, message, sizeof message));
    }
    call_free(made);
    if (made->failed || napi_create_int32(made->env, made->status, &status) != napi_ok) return NULL;
    if (made->result_count == 0) return status;
    if (napi_create_array_with_length(made->env, made->result_count + 1, &list) != napi_ok) return NULL;
    napi_set_element(made->env, list, 0, status);
    for (size_t index = 0; index < made->result_count; index++)
        napi_set_element(made->env, list, (uint32_t)index + 1, made->results[index]);
    return list;
}

static napi_value call_end_with_text(call *made, const char *text) {
    napi_value result = NULL;
    if (!made->failed) napi_create_string_utf8(made->env, text, NAPI_AUTO_LENGTH, &result);
    call_free(made);
    return result;
}

static napi_value call_end_with_number(call *made, uint32_t number) {
    napi_value result = NULL;
    if (!made->failed) napi_create_uint32(made->env, number, &result);
    call_free(made);
    return result;
}
