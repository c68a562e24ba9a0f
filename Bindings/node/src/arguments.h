/* The arguments of a call, one after the other. */

/* NULL where there is none, or null or undefined. */
static napi_value given(call *made, napi_value value) {
    napi_valuetype type;
    if (made->failed || value == NULL || napi_typeof(made->env, value, &type) != napi_ok) return NULL;
    return type == napi_undefined || type == napi_null ? NULL : value;
}

static napi_value call_next(call *made) {
    napi_value value = made->next < made->count ? made->arguments[made->next] : NULL;
    made->next++;
    return given(made, value);
}

static box *box_of(call *made, napi_value value) {
    napi_valuetype type = napi_undefined;
    void *held = NULL;
    if (value == NULL || napi_typeof(made->env, value, &type) != napi_ok || type != napi_external) return NULL;
    return napi_get_value_external(made->env, value, &held) == napi_ok ? held : NULL;
}

static void *call_handle(call *made, handle_kind kind) {
    box *held = box_of(made, call_next(made));
    char message[80];
    if (made->failed) return NULL;
    if (held == NULL || held->kind != kind) {
        snprintf(message, sizeof message, "an object with %s %s handle is needed",
            kind == TALLY_ENGINE || kind == TALLY_ACCOUNT ? "an" : "a", handle_names[kind]);
        call_fail(made, false, message);
        return NULL;
    }
    if (held->handle == NULL) {
        snprintf(message, sizeof message, "this %s was closed", handle_names[kind]);
        call_throw(made, TALLY_ERROR_CLOSED, message);
    }
    return held->handle;
}

/* NULL where the argument is missing, null or undefined. */
static void *call_handle_or_none(call *made, handle_kind kind) {
    if (call_next(made) == NULL) return NULL;
    made->next--;
    return call_handle(made, kind);
}

/* Whether a text has half of a surrogate pair, which UTF-8 does not have: Node writes U+FFFD in its place. */
static bool has_half_a_pair(call *made, napi_value value, const char *text) {
    size_t length = 0;
    char16_t *units;
    bool found = false;
    if (strstr(text, "\xEF\xBF\xBD") == NULL) return false;
    if (napi_get_value_string_utf16(made->env, value, NULL, 0, &length) != napi_ok) return true;
    units = call_own(made, (length + 1) * sizeof *units);
    if (units == NULL || napi_get_value_string_utf16(made->env, value, units, length + 1, &length) != napi_ok) return true;
    for (size_t at = 0; at < length && !found; at++) {
        bool is_high = units[at] >= 0xD800 && units[at] < 0xDC00;
        bool is_pair = is_high && at + 1 < length && units[at + 1] >= 0xDC00 && units[at + 1] < 0xE000;
        found = !is_pair && units[at] >= 0xD800 && units[at] < 0xE000;
        if (is_pair) at++;
    }
    return found;
}

static char *call_string(call *made, napi_value value, size_t *out_length) {
    size_t length = 0;
    char *text;
    if (napi_get_value_string_utf8(made->env, value, NULL, 0, &length) != napi_ok) {
        call_fail(made, false, "a string is needed");
        return NULL;
    }
    text = call_own(made, length + 1);
    if (text == NULL || napi_get_value_string_utf8(made->env, value, text, length + 1, &length) != napi_ok) return NULL;
    if (strlen(text) != length) call_throw(made, TALLY_ERROR_ARGUMENT, "a text must not contain U+0000");
    else if (has_half_a_pair(made, value, text))
        call_throw(made, TALLY_ERROR_ARGUMENT, "a text has half of a surrogate pair");
    if (out_length != NULL) *out_length = length;
    return text;
}

static const char *call_text_or_none(call *made) {
    napi_value value = call_next(made);
    return value == NULL ? NULL : call_string(made, value, NULL);
}

static const char *call_text(call *made) {
    const char *text = call_text_or_none(made);
    if (text == NULL && !made->failed) call_fail(made, false, "a string is needed");
    return text;
}

/* A whole number that fits into 64 bits. `out_negative`: of which sign it is. */
static uint64_t number_of(call *made, napi_value value, bool *out_negative) {
    napi_valuetype type = napi_undefined;
    double number = 0;
    bool truth = false, is_lossless = false;
    uint64_t words[1] = {0};
    size_t count = 1;
    int sign = 0;
    *out_negative = false;
    if (value != NULL) napi_typeof(made->env, value, &type);
    if (type == napi_boolean && napi_get_value_bool(made->env, value, &truth) == napi_ok) return truth;
    if (type == napi_bigint && napi_get_value_bigint_words(made->env, value, &sign, &count, words) == napi_ok) {
        is_lossless = count <= 1 && (sign == 0 || words[0] <= (uint64_t)INT64_MAX + 1);
        *out_negative = sign != 0 && words[0] != 0;
        if (!is_lossless) call_fail(made, true, "a number does not fit into 64 bits");
        return sign != 0 ? 0 - words[0] : words[0];
    }
    if (type != napi_number || napi_get_value_double(made->env, value, &number) != napi_ok) {
        call_fail(made, false, "a number is needed");
        return 0;
    }
    if (!(number >= -9007199254740991.0 && number <= 9007199254740991.0) || number != (double)(int64_t)number) {
        call_fail(made, true, "a whole number is needed, as a bigint beyond 2 to the power of 53");
        return 0;
    }
    *out_negative = number < 0;
    return (uint64_t)(int64_t)number;
}

static int64_t integer_of(call *made, napi_value value, int64_t low, int64_t high) {
    bool is_negative;
    uint64_t bits = number_of(made, value, &is_negative);
    int64_t number = (int64_t)bits;
    if (made->failed) return 0;
    if ((!is_negative && bits > (uint64_t)INT64_MAX) || number < low || number > high)
        call_fail(made, true, "a number is out of range");
    return number;
}

static uint64_t unsigned_of(call *made, napi_value value) {
    bool is_negative;
    uint64_t bits = number_of(made, value, &is_negative);
    if (!made->failed && is_negative) call_fail(made, true, "a number must not be negative");
    return bits;
}

static int64_t call_integer(call *made, int64_t low, int64_t high) {
    napi_value value = call_next(made);
    return made->failed ? 0 : integer_of(made, value, low, high);
}

static uint64_t call_unsigned(call *made) {
    napi_value value = call_next(made);
    return made->failed ? 0 : unsigned_of(made, value);
}

/* A Uint8Array, or a string as UTF-8; none: NULL. Borrowed until the call ends. */
static byte_view bytes_of(call *made, napi_value value) {
    byte_view view = {NULL, 0};
    napi_valuetype type = napi_undefined;
    napi_typedarray_type kind;
    bool is_array = false;
    void *at = NULL;
    if (value == NULL) return view;
    napi_typeof(made->env, value, &type);
    if (type == napi_string) {
        size_t length = 0;
        view.at = napi_get_value_string_utf8(made->env, value, NULL, 0, &length) == napi_ok
            ? call_own(made, length + 1) : NULL;
        if (view.at != NULL) napi_get_value_string_utf8(made->env, value, (char *)view.at, length + 1, &view.size);
        return view;
    }
    if (napi_is_typedarray(made->env, value, &is_array) == napi_ok && is_array
        && napi_get_typedarray_info(made->env, value, &kind, &view.size, &at, NULL, NULL) == napi_ok
        && kind == napi_uint8_array) {
        view.at = view.size > 0 ? at : call_own(made, 1);
        return view;
    }
    call_fail(made, false, "a Uint8Array or a string is needed");
    return view;
}

static byte_view call_bytes(call *made) { return bytes_of(made, call_next(made)); }

static key_view call_keys(call *made) {
    key_view view = {NULL, 0};
    napi_value value = call_next(made), element;
    bool is_array = false;
    uint32_t count = 0;
    int64_t *keys;
    if (made->failed) return view;
    if (value == NULL || napi_is_array(made->env, value, &is_array) != napi_ok || !is_array) {
        call_fail(made, false, "an array of keys is needed");
        return view;
    }
    napi_get_array_length(made->env, value, &count);
    keys = call_own(made, count * sizeof *keys);
    for (uint32_t index = 0; index < count && !made->failed; index++) {
        napi_get_element(made->env, value, index, &element);
        keys[index] = integer_of(made, element, INT64_MIN, INT64_MAX);
    }
    view.at = keys;
    view.count = count;
    return view;
}
