/* Batches of items and imports: arrays of objects, in which the results are written. */

static void *structure_in(call *made, napi_value object, const char *name, const structure *kind) {
    napi_value value = member_of(made, object, name);
    char *base = value != NULL && !made->failed ? call_own(made, kind->size) : NULL;
    if (base != NULL) write_structure(made, value, kind, base);
    return base;
}

static const char *string_in(call *made, napi_value object, const char *name) {
    napi_value value = member_of(made, object, name);
    return value == NULL || made->failed ? NULL : call_string(made, value, NULL);
}

static int64_t integer_in(call *made, napi_value object, const char *name, int64_t low, int64_t high) {
    napi_value value = member_of(made, object, name);
    return value == NULL || made->failed ? 0 : integer_of(made, value, low, high);
}

static void read_item_operation(call *made, napi_value object, tally_item_operation *operation) {
    operation->kind = (int32_t)integer_in(made, object, "kind", INT32_MIN, INT32_MAX);
    operation->path = string_in(made, object, "path");
    operation->id = string_in(made, object, "id");
    operation->value = integer_in(made, object, "value", INT64_MIN, INT64_MAX);
    operation->until = integer_in(made, object, "until", INT64_MIN, INT64_MAX);
    operation->flags = (uint32_t)integer_in(made, object, "flags", 0, UINT32_MAX);
    operation->message = structure_in(made, object, "message", &structure_tally_message_options);
    operation->reminder = structure_in(made, object, "reminder", &structure_tally_reminder_options);
}

/* Returns the item's array of operations. */
static napi_value read_item(call *made, napi_value object, tally_item *item) {
    napi_value list = member_of(made, object, "operations"), element;
    bool is_array = false;
    uint32_t count = 0;
    if (made->failed) return NULL;
    item->account = string_in(made, object, "account");
    item->id = string_in(made, object, "id");
    item->time = integer_in(made, object, "time", INT64_MIN, INT64_MAX);
    if (list == NULL || made->failed) return NULL;
    if (napi_is_array(made->env, list, &is_array) != napi_ok || !is_array
        || napi_get_array_length(made->env, list, &count) != napi_ok) {
        call_fail(made, false, "an array of operations is needed");
        return NULL;
    }
    item->operations = call_own(made, count * sizeof *item->operations);
    item->count = count;
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        napi_get_element(made->env, list, index, &element);
        read_item_operation(made, element, &item->operations[index]);
    }
    return list;
}

static void write_item(call *made, napi_value object, napi_value list, const tally_item *item) {
    napi_value element;
    write_result(made, object, "status", make_integer(made, item->status));
    for (uint32_t index = 0; index < item->count && !made->failed; index++) {
        const tally_item_operation *operation = &item->operations[index];
        napi_get_element(made->env, list, index, &element);
        write_result(made, element, "status", make_integer(made, operation->status));
        write_result(made, element, "key", make_unsigned(made, operation->key));
        write_result(made, element, "changed", make_integer(made, operation->changed));
    }
}

/* engine_batch(engine, items, options): the results are written also if the call fails. */
static napi_value call_engine_batch(napi_env env, napi_callback_info info) {
    call made;
    uint32_t count = 0;
    tally_item *items = NULL;
    napi_value list, object, *operations;
    tally_engine_batch_options none = TALLY_ENGINE_BATCH_OPTIONS_INIT, *options;
    tally_engine *engine;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    list = read_list(&made, sizeof *items, &count, &items);
    options = call_structure(&made, &structure_tally_engine_batch_options);
    if (options == NULL) options = &none;
    operations = call_own(&made, (count + 1) * sizeof *operations);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        napi_get_element(env, list, index, &object);
        operations[index] = read_item(&made, object, &items[index]);
    }
    if (made.failed) return call_end(&made);
    options->item_size = sizeof(tally_item);
    options->operation_size = sizeof(tally_item_operation);
    made.status = library.tally_engine_batch(engine, items, count, options);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        napi_get_element(env, list, index, &object);
        write_item(&made, object, operations[index], &items[index]);
    }
    return call_end(&made);
}

/* engine_import(engine, imports, flags) */
static napi_value call_engine_import(napi_env env, napi_callback_info info) {
    call made;
    uint32_t count = 0, flags;
    tally_import *imports = NULL;
    napi_value list, object, bytes;
    tally_engine *engine;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    list = read_list(&made, sizeof *imports, &count, &imports);
    flags = (uint32_t)call_integer(&made, 0, UINT32_MAX);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        byte_view view;
        napi_get_element(env, list, index, &object);
        imports[index].account = string_in(&made, object, "account");
        bytes = member_of(&made, object, "snapshot");
        if (made.failed) break;
        view = bytes_of(&made, bytes);
        imports[index].snapshot = view.at;
        imports[index].size = view.size;
    }
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_import(engine, imports, count, flags);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        napi_get_element(env, list, index, &object);
        write_result(&made, object, "status", make_integer(&made, imports[index].status));
    }
    return call_end(&made);
}
