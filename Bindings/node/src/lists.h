/* Texts and lists of the library: their memory grows until all fits. */

static buffer *call_buffer(call *made, size_t capacity) {
    free(made->text.at);
    made->text.at = malloc(capacity);
    made->text.capacity = made->text.at != NULL ? capacity : 0;
    if (made->text.at == NULL) call_throw(made, TALLY_ERROR_NO_MEMORY, "no memory for a result");
    return &made->text;
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

/* Whether a call that fills a buffer is made once more, with more room. */
static bool call_again(call *made) {
    if (made->failed || made->status != TALLY_ERROR_BUFFER_TOO_SMALL) return false;
    call_buffer(made, made->text.size + 1);
    return !made->failed;
}

/* Appends the rows of a call to the list. */
static void take_rows(call *made) {
    for (size_t index = 0; index < made->rows.count && !made->failed; index++) {
        napi_handle_scope scope;
        napi_open_handle_scope(made->env, &scope);
        napi_set_element(made->env, made->list, made->taken++,
            made->row->make(made, (char *)made->rows.entries + index * made->row->size, made->rows.text));
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
    if (made->failed || made->status != TALLY_MORE || list->next == NULL || (made->limit > 0 && made->taken >= made->limit)) return false;
    return next_rows(made, after);
}

static void call_give_text(call *made, buffer *text) { call_give(made, make_characters(made, text->at, text->size)); }
/* An array of the rows. Its `next` continues the list; it has none if there are no more rows. */
static void call_give_rows(call *made) {
    if (made->rows.next != NULL && !made->failed)
        call_check(made, napi_set_named_property(made->env, made->list, "next",
                                                 make_string(made, made->rows.next)));
    call_give(made, made->list);
}
