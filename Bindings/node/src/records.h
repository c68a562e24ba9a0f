/* Structures, buffers and lists of the library, and objects of JavaScript with the same members. */

/* --- Structures that go in --- */

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
    case TEXT: break; /* Only in rows, which come out. */
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
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        const field *member = kind->fields;
        size_t length = 0;
        napi_get_element(made->env, names, index, &name);
        napi_get_value_string_utf8(made->env, name, text, sizeof text, &length);
        while (member->name != NULL && strcmp(member->name, text) != 0) member++;
        if (member->name == NULL) {
            snprintf(message, sizeof message, "there is no option %s", text);
            call_fail(made, false, message);
        } else if (napi_get_property(made->env, object, name, &value) != napi_ok) {
            made->failed = true;
        } else {
            napi_typeof(made->env, value, &type);
            if (type != napi_undefined && type != napi_null) write_member(made, value, member, base);
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
    }
    return NULL;
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

/* --- Buffers and lists: they grow until all fits --- */

static buffer *call_buffer(call *made, size_t index) {
    buffer *made_buffer = &made->buffers[index];
    made_buffer->at = malloc(512);
    made_buffer->capacity = made_buffer->at != NULL ? 512 : 0;
    made->buffer_count = index + 1;
    return made_buffer;
}

static void make_room(call *made, size_t rows, size_t text) {
    tally_rows *list = &made->rows;
    free(list->entries);
    free(list->text);
    list->entries = calloc(rows, made->row->size);
    list->text = malloc(text);
    list->capacity = rows;
    list->text_capacity = text;
    if (list->entries == NULL || list->text == NULL) call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for a list");
}

/* The argument: how many rows at most. None: all. A list that continues comes in several calls. */
static tally_rows *call_rows(call *made, const structure *row, bool continues) {
    napi_value limit = call_next(made);
    size_t most = continues ? 1000 : 10000, count;
    if (made->failed) return NULL;
    made->row = row;
    made->limit = limit != NULL ? (size_t)integer_of(made, limit, 1, UINT32_MAX) : 0;
    count = made->limit == 0 && !continues ? 64 : made->limit == 0 || made->limit > most ? most : made->limit;
    made->rows.struct_size = sizeof made->rows;
    made->rows.entry_size = (uint32_t)row->size;
    if (!made->failed) call_check(made, napi_create_array(made->env, &made->list));
    if (!made->failed) make_room(made, count, 64 * count);
    return &made->rows;
}

static bool grow_buffers(call *made) {
    bool grown = false;
    for (size_t index = 0; index < made->buffer_count; index++) {
        buffer *each = &made->buffers[index];
        if (each->size + 1 <= each->capacity) continue;
        free(each->at);
        each->at = malloc(each->size + 1);
        each->capacity = each->at != NULL ? each->size + 1 : 0;
        grown = each->at != NULL;
    }
    if (!grown) call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for a result");
    return grown;
}

/* Whether a call that fills buffers is made once more, with more room. */
static bool call_again(call *made) {
    return !made->failed && made->status == TALLY_ERROR_BUFFER_TOO_SMALL && grow_buffers(made);
}

/* Appends the rows of a call to the list. */
static void take_rows(call *made) {
    for (size_t index = 0; index < made->rows.count && !made->failed; index++) {
        napi_handle_scope scope;
        napi_open_handle_scope(made->env, &scope);
        napi_set_element(made->env, made->list, made->taken++,
            make_object(made, made->row, (char *)made->rows.entries + index * made->row->size, made->rows.text));
        napi_close_handle_scope(made->env, scope);
    }
}

/* The library says what is enough for this call. More than the limit is not wanted: it reports that then. */
static bool grow_rows(call *made) {
    tally_rows *list = &made->rows;
    if (made->limit > 0 && list->count > made->limit) return false;
    make_room(made, list->count > list->capacity ? list->count : list->capacity,
        list->text_size > list->text_capacity ? list->text_size : list->text_capacity);
    return !made->failed;
}

/* Begins again, with room for as many rows as a call may have. */
static bool first_rows(call *made, const char **after) {
    size_t most = made->limit > 0 && made->limit < 10000 ? made->limit : 10000;
    call_check(made, napi_create_array(made->env, &made->list));
    made->taken = 0;
    made->turns++;
    *after = made->first;
    make_room(made, most, 64 * most);
    return !made->failed;
}

static bool next_rows(call *made, const char **after) {
    size_t length = strlen(made->rows.next), left = made->limit - made->taken;
    char *next = call_own(made, length + 1);
    if (next == NULL) return false;
    memcpy(next, made->rows.next, length + 1);
    if (made->limit > 0 && left < made->rows.capacity) made->rows.capacity = left;
    *after = next;
    return true;
}

/*
 * Whether a call that lists is made once more: with more room, or for the rows that follow. `after`: where the list
 * continues; NULL: it does not. `revision`: that of the rows. If it has changed, the list begins again, so that it is
 * of one moment. If badges change all the time, it gets the first revision, and badge_changes has what came after it.
 */
static bool call_list(call *made, const char **after, uint64_t *revision) {
    tally_rows *list = &made->rows;
    if (made->failed) return false;
    if (made->status == TALLY_ERROR_BUFFER_TOO_SMALL) return grow_rows(made);
    if (made->status < 0) return false;
    if (revision != NULL && made->taken == 0) made->revision = *revision;
    if (revision != NULL && *revision != made->revision && made->turns < 10) return first_rows(made, after);
    if (revision != NULL) *revision = made->revision;
    if (after != NULL && made->taken == 0) made->first = *after;
    take_rows(made);
    if (made->failed || list->next == NULL || (made->limit > 0 && made->taken >= made->limit)) return false;
    return next_rows(made, after);
}

static void call_give_text(call *made, buffer *text) { call_give(made, make_text(made, text->at, text->size)); }
/* An array of the rows. Its `next` continues the list; it has none if there are no more rows. */
static void call_give_rows(call *made) {
    if (made->rows.next != NULL && !made->failed)
        call_check(made, napi_set_named_property(made->env, made->list, "next",
                                                 make_text(made, made->rows.next, strlen(made->rows.next))));
    call_give(made, made->list);
}
