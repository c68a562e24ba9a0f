/* Structures of the library, and objects of JavaScript with the same members: the generated functions read and make
 * them of these parts. */

/* --- What goes in. NULL: the object does not have the member. --- */

static bool is(const char *name, const char *known) { return strcmp(name, known) == 0; }

static int32_t read_int32(call *made, napi_value value) {
    return value == NULL ? 0 : (int32_t)integer_of(made, value, INT32_MIN, INT32_MAX);
}
static uint32_t read_uint32(call *made, napi_value value) {
    return value == NULL ? 0 : (uint32_t)integer_of(made, value, 0, UINT32_MAX);
}
static int64_t read_int64(call *made, napi_value value) {
    return value == NULL ? 0 : integer_of(made, value, INT64_MIN, INT64_MAX);
}
static uint64_t read_uint64(call *made, napi_value value) { return value == NULL ? 0 : unsigned_of(made, value); }

static float read_float(call *made, napi_value value) {
    double number = 0;
    if (value != NULL && napi_get_value_double(made->env, value, &number) != napi_ok)
        call_fail(made, false, "a number is needed");
    return (float)number;
}

static const char *read_string(call *made, napi_value value) {
    return value == NULL ? NULL : call_string(made, value, NULL);
}

/* Reads the members that the object has. A member that the structure does not have is an error, not a misspelt wish. */
static void read_members(call *made, napi_value object, const structure *kind, void *into) {
    napi_value names, name, value;
    napi_valuetype type = napi_undefined;
    uint32_t count = 0;
    const char *outer = made->name;
    char text[64], message[100];
    napi_typeof(made->env, object, &type);
    if (type != napi_object || napi_get_property_names(made->env, object, &names) != napi_ok
        || napi_get_array_length(made->env, names, &count) != napi_ok) {
        call_fail(made, false, "an object with options is needed");
        return;
    }
    memcpy(into, kind->initial, kind->size);
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        size_t length = 0;
        napi_get_element(made->env, names, index, &name);
        napi_get_value_string_utf8(made->env, name, text, sizeof text, &length);
        if (napi_get_property(made->env, object, name, &value) != napi_ok) {
            made->failed = true;
            return;
        }
        made->name = text;
        if (kind->read(made, text, given(made, value), into)) continue;
        made->name = outer;
        snprintf(message, sizeof message, "there is no option %s", text);
        call_fail(made, false, message);
    }
    made->name = outer;
}

static void *read_structure(call *made, napi_value value, const structure *kind) {
    void *into = value == NULL ? NULL : call_own(made, kind->size);
    if (into != NULL) read_members(made, value, kind, into);
    return into;
}

static void *call_structure(call *made, const structure *kind) { return read_structure(made, call_next(made), kind); }

/* An array of objects, as structures of the library. */
static row_view read_rows(call *made, napi_value list, const structure *kind) {
    row_view view = {list, NULL, 0, kind};
    bool is_array = false;
    if (made->failed || list == NULL) return view;
    if (napi_is_array(made->env, list, &is_array) != napi_ok || !is_array) {
        call_fail(made, false, "an array of objects is needed");
        return view;
    }
    napi_get_array_length(made->env, list, &view.count);
    view.at = call_own(made, view.count * kind->size);
    for (uint32_t index = 0; index < view.count && !made->failed; index++) {
        napi_value object;
        napi_get_element(made->env, list, index, &object);
        read_members(made, object, kind, view.at + index * kind->size);
    }
    return view;
}

static row_view call_array(call *made, const structure *kind) {
    napi_value list = call_next(made);
    if (list == NULL) call_fail(made, false, "an array of objects is needed");
    return read_rows(made, list, kind);
}

/* --- What comes out. NULL: the call has failed. --- */

static napi_value make_int64(call *made, int64_t number) {
    napi_value value = NULL;
    bool is_exact = number >= -9007199254740991 && number <= 9007199254740991;
    call_check(made, is_exact ? napi_create_int64(made->env, number, &value)
                              : napi_create_bigint_int64(made->env, number, &value));
    return value;
}
static napi_value make_int32(call *made, int32_t number) { return make_int64(made, number); }
static napi_value make_uint32(call *made, uint32_t number) { return make_int64(made, number); }

static napi_value make_uint64(call *made, uint64_t number) {
    napi_value value = NULL;
    call_check(made, number <= 9007199254740991u ? napi_create_int64(made->env, (int64_t)number, &value)
                                                 : napi_create_bigint_uint64(made->env, number, &value));
    return value;
}

static napi_value make_boolean(call *made, int32_t truth) {
    napi_value value = NULL;
    call_check(made, napi_get_boolean(made->env, truth != 0, &value));
    return value;
}

static napi_value make_float(call *made, float number) {
    napi_value value = NULL;
    call_check(made, napi_create_double(made->env, number, &value));
    return value;
}

static napi_value make_characters(call *made, const char *text, size_t length) {
    napi_value value = NULL;
    call_check(made, napi_create_string_utf8(made->env, text != NULL ? text : "", length, &value));
    return value;
}
static napi_value make_string(call *made, const char *text) { return make_characters(made, text, NAPI_AUTO_LENGTH); }
static napi_value make_text(call *made, tally_text text, const char *texts) {
    return make_characters(made, texts != NULL ? texts + text.offset : "", texts != NULL ? text.length : 0);
}

static napi_value make_bytes(call *made, const void *bytes, size_t size) {
    napi_value value = NULL;
    call_check(made, napi_create_buffer_copy(made->env, size, bytes != NULL ? bytes : "", NULL, &value));
    return value;
}

static napi_value make_object(call *made) {
    napi_value object = NULL;
    call_check(made, napi_create_object(made->env, &object));
    return object;
}

static void set(call *made, napi_value object, const char *name, napi_value value) {
    if (!made->failed) call_check(made, napi_set_named_property(made->env, object, name, value));
}

/* --- Results of batches --- */

static napi_value get(call *made, napi_value object, const char *name) {
    napi_value value = NULL;
    if (!made->failed) call_check(made, napi_get_named_property(made->env, object, name, &value));
    return value;
}

/* Writes what the library has set into the objects of an array. */
static void set_results(call *made, napi_value list, const structure *kind, const void *rows, size_t count) {
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        napi_value object;
        napi_get_element(made->env, list, index, &object);
        kind->set_results(made, object, (const char *)rows + index * kind->size);
    }
}

static void call_results(call *made, const row_view *view) {
    set_results(made, view->list, view->kind, view->at, view->count);
}

/* With TALLY_BATCH_EACH rejected operations are results, and the call does not throw. */
static void call_accept(call *made, const tally_batch_options *options, const row_view *view) {
    const tally_operation *operations = (const void *)view->at;
    char message[1024];
    if (made->failed || made->status >= 0 || options == NULL || !(options->flags & TALLY_BATCH_EACH)) return;
    for (uint32_t index = 0; index < view->count && !made->accepted; index++)
        made->accepted = operations[index].status == made->status;
    if (made->accepted) {
        const char *words = error_words(made->status, message, sizeof message);
        call_give(made, make_characters(made, words, strlen(words)));
    }
}

/* --- Handles --- */

static void finalize_box(napi_env env, void *held, void *hint) {
    (void)env, (void)hint;
    release_handle(held);
    free(held);
}

static void call_give_handle(call *made, handle_kind kind, void *handle) {
    box *held = calloc(1, sizeof *held);
    napi_value value = NULL;
    if (held == NULL) {
        box kept = {kind, handle, NULL};
        release_handle(&kept);
        call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for a handle");
        return;
    }
    held->kind = kind;
    held->handle = handle;
    if (napi_create_external(made->env, held, finalize_box, NULL, &value) != napi_ok) {
        finalize_box(made->env, held, NULL);
        call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for a handle");
        return;
    }
    call_give(made, value);
}
