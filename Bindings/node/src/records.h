/* Structures, buffers and lists of the library, and objects of JavaScript with the same members. */

/* --- Structures that go in --- */

static void write_structure(call *made, napi_value object, const structure *kind, char *base);

/* An array of objects, as structures of the library. */
static row_view rows_of(call *made, napi_value list, const structure *kind) {
    row_view view = {list, NULL, 0, kind};
    bool is_array = false;
    if (made->failed) return view;
    if (list == NULL || napi_is_array(made->env, list, &is_array) != napi_ok || !is_array) {
        call_fail(made, false, "an array of objects is needed");
        return view;
    }
    napi_get_array_length(made->env, list, &view.count);
    view.at = call_own(made, view.count * kind->size);
    for (uint32_t index = 0; index < view.count && !made->failed; index++) {
        napi_value object;
        napi_get_element(made->env, list, index, &object);
        write_structure(made, object, kind, view.at + index * kind->size);
    }
    return view;
}

static row_view call_array(call *made, const structure *kind) { return rows_of(made, call_next(made), kind); }

/* A member that points to bytes, to a structure or to several. */
static void write_pointer(call *made, napi_value value, const field *member, char *base) {
    const void *at = NULL;
    size_t number = 0;
    if (member->kind == BYTES) {
        byte_view view = bytes_of(made, value);
        at = view.at;
        number = view.size;
    } else if (member->kind == ROWS) {
        row_view view = rows_of(made, value, member->inner);
        at = view.at;
        number = view.count;
    } else {
        char *inner = call_own(made, member->inner->size);
        if (inner != NULL) write_structure(made, value, member->inner, inner);
        at = inner;
    }
    memcpy(base + member->offset, &at, sizeof at);
    if (member->kind != STRUCTURE) memcpy(base + member->number, &number, sizeof number);
}

static void write_member(call *made, napi_value value, const field *member, char *base) {
    char *at = base + member->offset;
    double number = 0;
    switch (member->kind) {
    case INT32: case BOOLEAN: {
        int32_t read = (int32_t)integer_of(made, value, INT32_MIN, INT32_MAX);
        memcpy(at, &read, sizeof read);
        break;
    }
    case UINT32: {
        uint32_t read = (uint32_t)integer_of(made, value, 0, UINT32_MAX);
        memcpy(at, &read, sizeof read);
        break;
    }
    case INT64: {
        int64_t read = integer_of(made, value, INT64_MIN, INT64_MAX);
        memcpy(at, &read, sizeof read);
        break;
    }
    case UINT64: {
        uint64_t read = unsigned_of(made, value);
        memcpy(at, &read, sizeof read);
        break;
    }
    case FLOAT: {
        float read;
        if (napi_get_value_double(made->env, value, &number) != napi_ok) call_fail(made, false, "a number is needed");
        read = (float)number;
        memcpy(at, &read, sizeof read);
        break;
    }
    case STRING: {
        const char *read = call_string(made, value, NULL);
        memcpy(at, &read, sizeof read);
        break;
    }
    case BYTES: case STRUCTURE: case ROWS: write_pointer(made, value, member, base); break;
    case TEXT: case SIZE: break; /* Texts are only in rows, which come out. */
    }
}

/* Sets the members that the object has. A member that the structure does not have is an error, not a misspelt wish. */
static void write_structure(call *made, napi_value object, const structure *kind, char *base) {
    napi_value names, name, value;
    napi_valuetype type = napi_undefined;
    uint32_t count = 0;
    char text[64], message[100];
    napi_typeof(made->env, object, &type);
    if (type != napi_object || napi_get_property_names(made->env, object, &names) != napi_ok
        || napi_get_array_length(made->env, names, &count) != napi_ok) {
        call_fail(made, false, "an object with options is needed");
        return;
    }
    if (kind->is_sized) memcpy(base, &(uint32_t){(uint32_t)kind->size}, sizeof(uint32_t));
    for (const field *member = kind->fields; member->name != NULL; member++)
        if (member->kind == SIZE) memcpy(base + member->offset, &(uint32_t){(uint32_t)member->number}, sizeof(uint32_t));
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        const field *member = kind->fields;
        const char *outer = made->name;
        size_t length = 0;
        napi_get_element(made->env, names, index, &name);
        napi_get_value_string_utf8(made->env, name, text, sizeof text, &length);
        while (member->name != NULL && strcmp(member->name, text) != 0) member++;
        if (member->name == NULL) {
            snprintf(message, sizeof message, "there is no option %s", text);
            call_fail(made, false, message);
        } else if (napi_get_property(made->env, object, name, &value) != napi_ok) {
            made->failed = true;
        } else if (!member->is_result) { /* The results of a former batch may stand in an object. */
            napi_typeof(made->env, value, &type);
            made->name = member->name;
            if (type != napi_undefined && type != napi_null) write_member(made, value, member, base);
            made->name = outer;
        }
    }
}

static void *call_structure(call *made, const structure *kind) {
    napi_value value = call_next(made);
    char *base;
    if (value == NULL) return NULL;
    base = call_own(made, kind->size);
    if (base != NULL) write_structure(made, value, kind, base);
    return base;
}

/* --- What comes out --- */

static napi_value make_integer(call *made, int64_t number) {
    napi_value value = NULL;
    bool is_exact = number >= -9007199254740991 && number <= 9007199254740991;
    call_check(made, is_exact ? napi_create_int64(made->env, number, &value)
                              : napi_create_bigint_int64(made->env, number, &value));
    return value;
}

static napi_value make_unsigned(call *made, uint64_t number) {
    napi_value value = NULL;
    call_check(made, number <= 9007199254740991u ? napi_create_int64(made->env, (int64_t)number, &value)
                                                 : napi_create_bigint_uint64(made->env, number, &value));
    return value;
}

static napi_value make_text(call *made, const char *text, size_t length) {
    napi_value value = NULL;
    call_check(made, napi_create_string_utf8(made->env, text != NULL ? text : "", length, &value));
    return value;
}

static napi_value make_bytes(call *made, const void *bytes, size_t size) {
    napi_value value = NULL;
    call_check(made, napi_create_buffer_copy(made->env, size, bytes != NULL ? bytes : "", NULL, &value));
    return value;
}

static napi_value make_member(call *made, const field *member, const char *base, const char *texts) {
    const char *at = base + member->offset;
    napi_value value = NULL;
    int32_t narrow;
    uint32_t wide;
    int64_t number;
    uint64_t natural;
    float real;
    tally_text text;
    const char *string;
    switch (member->kind) {
    case INT32: memcpy(&narrow, at, sizeof narrow); return make_integer(made, narrow);
    case UINT32: memcpy(&wide, at, sizeof wide); return make_integer(made, wide);
    case INT64: memcpy(&number, at, sizeof number); return make_integer(made, number);
    case UINT64: memcpy(&natural, at, sizeof natural); return make_unsigned(made, natural);
    case BOOLEAN:
        memcpy(&narrow, at, sizeof narrow);
        call_check(made, napi_get_boolean(made->env, narrow != 0, &value));
        return value;
    case FLOAT:
        memcpy(&real, at, sizeof real);
        call_check(made, napi_create_double(made->env, real, &value));
        return value;
    case STRING:
        memcpy(&string, at, sizeof string);
        return make_text(made, string, NAPI_AUTO_LENGTH);
    case TEXT:
        memcpy(&text, at, sizeof text);
        return make_text(made, texts != NULL ? texts + text.offset : "", texts != NULL ? text.length : 0);
    case BYTES: case STRUCTURE: case ROWS: case SIZE: break; /* They only go in. */
    }
    return NULL;
}

/* Writes what the library has set into the objects of an array. */
static void write_results(call *made, napi_value list, const structure *kind, const char *at, size_t count) {
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        const char *base = at + index * kind->size;
        napi_value object;
        napi_get_element(made->env, list, index, &object);
        for (const field *member = kind->fields; member->name != NULL && !made->failed; member++) {
            if (member->is_result) {
                napi_value value = make_member(made, member, base, NULL);
                if (!made->failed) call_check(made, napi_set_named_property(made->env, object, member->name, value));
            } else if (member->kind == ROWS) {
                const char *inner;
                size_t number;
                napi_value rows;
                memcpy(&inner, base + member->offset, sizeof inner);
                memcpy(&number, base + member->number, sizeof number);
                if (number > 0 && napi_get_named_property(made->env, object, member->name, &rows) == napi_ok)
                    write_results(made, rows, member->inner, inner, number);
            }
        }
    }
}

static void call_results(call *made, const row_view *view) {
    write_results(made, view->list, view->kind, view->at, view->count);
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
        call_give(made, make_text(made, words, strlen(words)));
    }
}

static napi_value make_object(call *made, const structure *kind, const void *base, const char *texts) {
    napi_value object = NULL;
    call_check(made, napi_create_object(made->env, &object));
    for (const field *member = kind->fields; member->name != NULL && !made->failed; member++)
        call_check(made, napi_set_named_property(made->env, object, member->name, make_member(made, member, base, texts)));
    return object;
}

static void call_give_structure(call *made, const structure *kind, const void *base, const char *texts) {
    call_give(made, make_object(made, kind, base, texts));
}
static void call_give_integer(call *made, int64_t number) { call_give(made, make_integer(made, number)); }
static void call_give_unsigned(call *made, uint64_t number) { call_give(made, make_unsigned(made, number)); }

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
