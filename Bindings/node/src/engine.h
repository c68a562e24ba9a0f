/* The calls that no rule of Bindings/tools/emit_node.py covers: opening and closing. */

typedef struct engine_more {
    hooks hooks;
    napi_env env;
    box *held;
    atomic_int users; /* The engine's object, and each function that the library has not released. */
} engine_more;

/* The library calls no function with this any more. */
static void release_more(void *user_data) {
    engine_more *more = (engine_more *)((char *)user_data - offsetof(engine_more, hooks));
    if (atomic_fetch_sub(&more->users, 1) == 1) free(more);
}

/* Frees what an engine kept; after that the engine is closed. */
static void stop_hooks(engine_more *more) {
    release_queue(more->hooks.log);
    release_queue(more->hooks.transport);
    release_queue(more->hooks.wake);
    release_more(&more->hooks);
}

/* Node ends, and the program did not close the engine. */
static void clean_up(void *data) {
    release_handle(((engine_more *)data)->held);
}

static void release_engine(box *held, int64_t timeout, tally_status *out_status) {
    engine_more *more = held->more;
    void *engine = held->handle;
    napi_remove_env_cleanup_hook(more->env, clean_up, more);
    *out_status = library.tally_engine_close(engine, timeout);
    held->handle = NULL;
    held->more = NULL;
    stop_hooks(more);
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

/* The argument: an open engine; NULL: it has failed. */
static engine_more *call_engine(call *made) {
    call_handle(made, TALLY_ENGINE);
    return made->failed ? NULL : box_of(made, made->arguments[made->next - 1])->more;
}

/* engine_ref(engine, is_kept): whether the engine keeps the process running. */
static napi_value call_engine_ref(napi_env env, napi_callback_info info) {
    call made;
    bool is_kept;
    engine_more *more;
    call_begin(&made, env, info);
    more = call_engine(&made);
    is_kept = call_integer(&made, 0, 1) != 0;
    if (!made.failed && more->hooks.wake != NULL)
        (is_kept ? napi_ref_threadsafe_function : napi_unref_threadsafe_function)(env, more->hooks.wake);
    return call_end(&made);
}

/* --- Opening and closing --- */

static void open_engine(call *made, tally_engine_options *options, engine_more *more) {
    tally_engine *engine = NULL;
    tally_status status = TALLY_OK;
    made->status = library.tally_engine_open(options, &engine);
    if (made->status < 0) return;
    if (more->hooks.wake != NULL) {
        atomic_fetch_add(&more->users, 1);
        status = library.tally_engine_set_notify(engine, wake_loop, &more->hooks, release_more);
    }
    if (status >= 0) call_give_handle(made, TALLY_ENGINE, NULL);
    if (made->failed || status < 0) {
        made->status = library.tally_engine_close(engine, -1);
        if (status < 0) made->status = status;
        return;
    }
    more->held = box_of(made, made->results[0]);
    more->held->handle = engine;
    more->held->more = more;
    napi_add_env_cleanup_hook(made->env, clean_up, more);
    if (made->status == TALLY_SET_ASIDE) {
        char message[1024];
        size_t length = 0;
        library.tally_error_message(message, sizeof message, &length);
        call_give(made, make_characters(made, message, length));
    }
}

/* The functions of the arguments: clock (whether the program sets it), its first two times, log, wake. */
static void call_hooks(call *made, tally_engine_options *options, engine_more *more) {
    napi_value is_set = call_next(made), wall = call_next(made), elapsed = call_next(made);
    napi_value log = call_next(made), wake = call_next(made);
    if (is_set != NULL && !made->failed) {
        atomic_store(&more->hooks.wall, integer_of(made, wall, INT64_MIN, INT64_MAX));
        atomic_store(&more->hooks.elapsed, integer_of(made, elapsed, INT64_MIN, INT64_MAX));
        options->clock = read_clock;
        options->clock_user_data = &more->hooks;
        options->clock_release_user_data = release_more;
    }
    if (log != NULL && !made->failed) {
        more->hooks.log = make_queue(made, log, "tally log", call_log);
        options->log = write_log;
        options->log_user_data = &more->hooks;
        options->log_release_user_data = release_more;
    }
    if (wake != NULL && !made->failed) {
        more->hooks.wake = make_queue(made, wake, "tally", call_wake);
        if (!made->failed) napi_ref_threadsafe_function(made->env, more->hooks.wake);
    }
}

/* engine_open(options, clock, wall, elapsed, log, wake). wake: called on Node's loop when events are pending. */
static napi_value call_engine_open(napi_env env, napi_callback_info info) {
    call made;
    tally_engine_options *options;
    engine_more *more = calloc(1, sizeof *more);
    call_begin(&made, env, info);
    if (more == NULL) {
        call_throw(&made, TALLY_ERROR_NO_MEMORY, "no memory for an engine");
        return call_end(&made);
    }
    more->env = env;
    atomic_store(&more->users, 1);
    options = call_structure(&made, &structure_tally_engine_options);
    call_hooks(&made, options, more);
    if (!made.failed) {
        atomic_fetch_add(&more->users, (options->clock != NULL) + (options->log != NULL));
        open_engine(&made, options, more);
    }
    if (made.failed || made.status < 0) stop_hooks(more);
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
    if (!made.failed) release_engine(box_of(&made, made.arguments[0]), timeout, &made.status);
    return call_end(&made);
}

/* engine_set_clock(engine, wall, elapsed) */
static napi_value call_engine_set_clock(napi_env env, napi_callback_info info) {
    call made;
    engine_more *more;
    int64_t wall, elapsed;
    call_begin(&made, env, info);
    more = call_engine(&made);
    wall = call_integer(&made, INT64_MIN, INT64_MAX);
    elapsed = call_integer(&made, INT64_MIN, INT64_MAX);
    if (!made.failed) {
        atomic_store(&more->hooks.wall, wall);
        atomic_store(&more->hooks.elapsed, elapsed);
    }
    return call_end(&made);
}

/* engine_set_transport(engine, function or none) */
static napi_value call_engine_set_transport(napi_env env, napi_callback_info info) {
    call made;
    napi_value function;
    engine_more *more;
    call_begin(&made, env, info);
    more = call_engine(&made);
    function = call_next(&made);
    if (made.failed) return call_end(&made);
    if (function != NULL && more->hooks.transport != NULL) {
        call_throw(&made, TALLY_ERROR_EXISTS, "the engine has a transport already");
        return call_end(&made);
    }
    if (function != NULL) {
        more->hooks.transport = make_queue(&made, function, "tally transport", call_transport);
        /* When Node ends, the engine is closed before its queues: the latest hook runs first. */
        napi_remove_env_cleanup_hook(env, clean_up, more);
        napi_add_env_cleanup_hook(env, clean_up, more);
    }
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_set_transport(
        more->held->handle, function != NULL ? send_request : NULL, &more->hooks, NULL);
    return call_end(&made);
}
