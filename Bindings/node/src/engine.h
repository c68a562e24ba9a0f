/* The calls that no rule of Bindings/tools/emit_node.py covers: opening and closing. */

typedef struct engine_more {
    hooks hooks;
    uv_poll_t poll; /* Polls the engine's descriptor, on Node's loop. */
    bool is_polling;
    napi_env env;
    napi_ref wake;  /* The function that it calls. */
    napi_async_context context;
    napi_async_cleanup_hook_handle cleanup; /* When Node ends first. */
    box *held;
    atomic_int users; /* The engine's object, and each function of the options that the library has not released. */
} engine_more;

/* The library calls no function with this any more. */
static void release_more(void *user_data) {
    engine_more *more = (engine_more *)((char *)user_data - offsetof(engine_more, hooks));
    if (atomic_fetch_sub(&more->users, 1) == 1) free(more);
}

/* --- Node's loop --- */

static void forget_poll(uv_handle_t *handle) {
    engine_more *more = handle->data;
    napi_async_cleanup_hook_handle cleanup = more->cleanup;
    release_more(&more->hooks);
    if (cleanup != NULL) napi_remove_async_cleanup_hook(cleanup);
}

/* Frees what an engine kept; after that the engine is closed. */
static void stop_hooks(engine_more *more) {
    if (more->wake != NULL) napi_delete_reference(more->env, more->wake);
    if (more->context != NULL) napi_async_destroy(more->env, more->context);
    more->wake = NULL;
    more->context = NULL;
    release_queue(more->hooks.log);
    release_queue(more->hooks.transport);
    more->hooks.log = NULL;
    more->hooks.transport = NULL;
    more->held = NULL;
}

static void stop_polling(engine_more *more) {
    if (more->is_polling) uv_poll_stop(&more->poll);
}

static void release_engine(box *held, int64_t timeout, tally_status *out_status) {
    engine_more *more = held->more;
    void *engine = held->handle;
    stop_polling(more);
    *out_status = library.tally_engine_close(engine, timeout);
    held->handle = NULL;
    held->more = NULL;
    stop_hooks(more);
    if (more->is_polling) uv_close((uv_handle_t *)&more->poll, forget_poll);
    else forget_poll(&(uv_handle_t){.data = more});
}

/* Node ends, and the program did not close the engine. */
static void clean_up(napi_async_cleanup_hook_handle handle, void *data) {
    engine_more *more = data;
    tally_status status;
    more->cleanup = handle;
    release_engine(more->held, -1, &status);
}

static void release_handle(box *held) {
    void *handle = held->handle;
    tally_status status;
    if (handle == NULL) return;
    switch (held->kind) {
    case TALLY_ENGINE: release_engine(held, -1, &status); return;
    case TALLY_ACCOUNT: library.tally_account_release(handle); break;
    case TALLY_FEED: library.tally_feed_release(handle); break;
    case TALLY_SCOPE: library.tally_scope_close(handle); break;
    case TALLY_SNAPSHOT: library.tally_snapshot_release(handle); break;
    }
    held->handle = NULL;
}

static void wake_up(uv_poll_t *poll, int status, int events) {
    engine_more *more = poll->data;
    napi_handle_scope scope;
    napi_value function, receiver, error;
    bool is_pending = false;
    (void)status, (void)events;
    if (more->wake == NULL || napi_open_handle_scope(more->env, &scope) != napi_ok) return;
    napi_get_reference_value(more->env, more->wake, &function);
    napi_get_global(more->env, &receiver);
    napi_make_callback(more->env, more->context, receiver, function, 0, NULL, NULL);
    if (napi_is_exception_pending(more->env, &is_pending) == napi_ok && is_pending
        && napi_get_and_clear_last_exception(more->env, &error) == napi_ok)
        napi_fatal_exception(more->env, error);
    napi_close_handle_scope(more->env, scope);
}

/* engine_poll(engine, function): calls it on Node's loop whenever there are events. */
static napi_value call_engine_poll(napi_env env, napi_callback_info info) {
    call made;
    intptr_t descriptor = -1;
    uv_loop_t *loop = NULL;
    napi_value name, function;
    tally_engine *engine;
    engine_more *more;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    function = call_next(&made);
    if (made.failed || function == NULL) return call_end(&made);
    more = box_of(&made, made.arguments[0])->more;
    made.status = library.tally_engine_get_descriptor(engine, &descriptor);
    if (made.status < 0 || more->is_polling) return call_end(&made);
    call_check(&made, napi_create_string_utf8(env, "tally", NAPI_AUTO_LENGTH, &name));
    call_check(&made, napi_async_init(env, NULL, name, &more->context));
    call_check(&made, napi_create_reference(env, function, 1, &more->wake));
    call_check(&made, napi_get_uv_event_loop(env, &loop));
    if (made.failed) return call_end(&made);
    if (uv_poll_init(loop, &more->poll, (int)descriptor) != 0) {
        call_throw(&made, TALLY_ERROR_IO, "Node's loop cannot poll the engine's descriptor");
        return call_end(&made);
    }
    more->poll.data = more;
    more->is_polling = true;
    if (uv_poll_start(&more->poll, UV_READABLE, wake_up) != 0)
        call_throw(&made, TALLY_ERROR_IO, "Node's loop cannot poll the engine's descriptor");
    return call_end(&made);
}

/* engine_ref(engine, is_kept): whether the engine keeps the process running. */
static napi_value call_engine_ref(napi_env env, napi_callback_info info) {
    call made;
    bool is_kept;
    engine_more *more;
    call_begin(&made, env, info);
    call_handle(&made, TALLY_ENGINE);
    is_kept = call_integer(&made, 0, 1) != 0;
    if (made.failed) return call_end(&made);
    more = box_of(&made, made.arguments[0])->more;
    if (more->is_polling) (is_kept ? uv_ref : uv_unref)((uv_handle_t *)&more->poll);
    return call_end(&made);
}

/* --- Opening and closing --- */

static void open_engine(call *made, tally_engine_options *options, engine_more *more) {
    tally_engine *engine = NULL;
    made->status = library.tally_engine_open(options, &engine);
    if (made->status < 0) return;
    call_give_handle(made, TALLY_ENGINE, NULL);
    if (made->failed) {
        made->status = library.tally_engine_close(engine, -1);
        return;
    }
    more->held = box_of(made, made->results[0]);
    more->held->handle = engine;
    more->held->more = more;
    napi_add_async_cleanup_hook(made->env, clean_up, more, &more->cleanup);
    if (made->status == TALLY_SET_ASIDE) {
        char message[1024];
        size_t length = 0;
        library.tally_error_message(message, sizeof message, &length);
        call_give(made, make_text(made, message, length));
    }
}

/* engine_open(options, clock, log). clock: whether the program sets it; `wall` and `elapsed` are its first times. */
static napi_value call_engine_open(napi_env env, napi_callback_info info) {
    call made;
    tally_engine_options *options;
    napi_value is_set, wall, elapsed, log;
    engine_more *more = calloc(1, sizeof *more);
    call_begin(&made, env, info);
    if (more == NULL) {
        call_throw(&made, TALLY_ERROR_NO_MEMORY, "no memory for an engine");
        return call_end(&made);
    }
    more->env = env;
    atomic_store(&more->users, 1);
    options = call_structure(&made, &structure_tally_engine_options);
    is_set = call_next(&made);
    wall = call_next(&made);
    elapsed = call_next(&made);
    log = call_next(&made);
    if (is_set != NULL && !made.failed) {
        atomic_store(&more->hooks.wall, integer_of(&made, wall, INT64_MIN, INT64_MAX));
        atomic_store(&more->hooks.elapsed, integer_of(&made, elapsed, INT64_MIN, INT64_MAX));
        options->clock = read_clock;
        options->clock_user_data = &more->hooks;
        options->clock_release_user_data = release_more;
    }
    if (log != NULL && !made.failed) {
        more->hooks.log = make_queue(&made, log, "tally log", call_log);
        options->log = write_log;
        options->log_user_data = &more->hooks;
        options->log_release_user_data = release_more;
    }
    if (!made.failed) {
        atomic_fetch_add(&more->users, (options->clock != NULL) + (options->log != NULL));
        open_engine(&made, options, more);
    }
    if (made.failed || made.status < 0) {
        stop_hooks(more);
        release_more(&more->hooks);
    }
    return call_end(&made);
}

/* release(handle): releases the handle. A second call does nothing. engine_close(engine, timeout) is for engines. */
static napi_value call_release(napi_env env, napi_callback_info info) {
    call made;
    box *held;
    call_begin(&made, env, info);
    held = box_of(&made, call_next(&made));
    if (held == NULL) call_fail(&made, false, "a handle is needed");
    else release_handle(held);
    return call_end(&made);
}

static napi_value call_engine_close(napi_env env, napi_callback_info info) {
    call made;
    int64_t timeout;
    call_begin(&made, env, info);
    call_handle(&made, TALLY_ENGINE);
    timeout = call_integer(&made, -1, INT64_MAX);
    if (!made.failed) {
        box *held = box_of(&made, made.arguments[0]);
        engine_more *more = held->more;
        if (more->cleanup != NULL) {
            napi_remove_async_cleanup_hook(more->cleanup);
            more->cleanup = NULL;
        }
        release_engine(held, timeout, &made.status);
    }
    return call_end(&made);
}

/* engine_set_clock(engine, wall, elapsed) */
static napi_value call_engine_set_clock(napi_env env, napi_callback_info info) {
    call made;
    int64_t wall, elapsed;
    call_begin(&made, env, info);
    call_handle(&made, TALLY_ENGINE);
    wall = call_integer(&made, INT64_MIN, INT64_MAX);
    elapsed = call_integer(&made, INT64_MIN, INT64_MAX);
    if (!made.failed) {
        engine_more *more = box_of(&made, made.arguments[0])->more;
        atomic_store(&more->hooks.wall, wall);
        atomic_store(&more->hooks.elapsed, elapsed);
    }
    return call_end(&made);
}
