/* Batches: arrays of operations, in which the results are written. */

static napi_value member_of(call *made, napi_value object, const char *name) {
    napi_value value = NULL;
    napi_valuetype type = napi_undefined;
    if (napi_get_named_property(made->env, object, name, &value) != napi_ok) {
        call_fail(made, false, "an operation is an object");
        return NULL;
    }
    napi_typeof(made->env, value, &type);
    return type == napi_undefined || type == napi_null ? NULL : value;
}

static void read_operation(call *made, napi_value object, tally_operation *operation) {
    napi_value kind = member_of(made, object, "kind"), path = member_of(made, object, "path");
    napi_value node = member_of(made, object, "node"), value = member_of(made, object, "value");
    napi_value until = member_of(made, object, "until");
    if (made->failed) return;
    operation->kind = (int32_t)integer_of(made, kind, INT32_MIN, INT32_MAX);
    if (node != NULL) operation->node = unsigned_of(made, node);
    if (value != NULL) operation->value = integer_of(made, value, INT64_MIN, INT64_MAX);
    if (until != NULL) operation->until = integer_of(made, until, INT64_MIN, INT64_MAX);
    if (path != NULL && !made->failed) operation->path = call_string(made, path, NULL);
}

/* The array, how many it has, and memory for as many operations of a size. */
static napi_value read_list(call *made, size_t size, uint32_t *out_count, void *out_memory) {
    napi_value list = call_next(made);
    bool is_array = false;
    void *memory;
    if (made->failed) return NULL;
    if (list == NULL || napi_is_array(made->env, list, &is_array) != napi_ok || !is_array) {
        call_fail(made, false, "an array of operations is needed");
        return NULL;
    }
    napi_get_array_length(made->env, list, out_count);
    memory = call_own(made, *out_count * size);
    memcpy(out_memory, &memory, sizeof memory);
    return list;
}

static void write_result(call *made, napi_value object, const char *name, napi_value value) {
    if (value != NULL) call_check(made, napi_set_named_property(made->env, object, name, value));
}

/* badge_batch(account, operations, options): the status and the revision. */
static napi_value call_badge_batch(napi_env env, napi_callback_info info) {
    call made;
    uint32_t count = 0;
    uint64_t revision = 0;
    tally_operation *operations = NULL;
    tally_account *account;
    napi_value list, object;
    tally_batch_options *options;
    call_begin(&made, env, info);
    account = call_handle(&made, TALLY_ACCOUNT);
    list = read_list(&made, sizeof *operations, &count, &operations);
    options = call_structure(&made, &structure_tally_batch_options);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        napi_get_element(env, list, index, &object);
        read_operation(&made, object, &operations[index]);
    }
    if (made.failed) return call_end(&made);
    made.status = library.tally_badge_batch(account, operations, count, options, &revision);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        napi_get_element(env, list, index, &object);
        write_result(&made, object, "status", make_integer(&made, operations[index].status));
        write_result(&made, object, "count", make_unsigned(&made, operations[index].count));
        write_result(&made, object, "badgeKind", make_integer(&made, operations[index].badge_kind));
    }
    if (made.status >= 0) call_give_unsigned(&made, revision);
    return call_end(&made);
}

/* node_apply(account, operations) */
static napi_value call_node_apply(napi_env env, napi_callback_info info) {
    call made;
    uint32_t count = 0;
    tally_node_operation *operations = NULL;
    tally_account *account;
    napi_value list, object;
    call_begin(&made, env, info);
    account = call_handle(&made, TALLY_ACCOUNT);
    list = read_list(&made, sizeof *operations, &count, &operations);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        tally_operation whole = {0};
        napi_get_element(env, list, index, &object);
        read_operation(&made, object, &whole);
        operations[index] = (tally_node_operation){.node = whole.node, .value = whole.value, .kind = whole.kind};
    }
    if (made.failed) return call_end(&made);
    made.status = library.tally_node_apply(account, operations, count);
    for (uint32_t index = 0; index < count && !made.failed; index++) {
        int is_read = operations[index].kind == TALLY_OP_GET && operations[index].status == TALLY_OK;
        int64_t shown = is_read ? operations[index].value : -1;
        int32_t kind = shown > 0 ? TALLY_KIND_NUMBER : shown == 0 ? TALLY_KIND_DOT : TALLY_KIND_NONE;
        napi_get_element(env, list, index, &object);
        write_result(&made, object, "status", make_integer(&made, operations[index].status));
        write_result(&made, object, "count", make_unsigned(&made, shown > 0 ? (uint64_t)shown : 0));
        write_result(&made, object, "badgeKind", make_integer(&made, kind));
    }
    return call_end(&made);
}
