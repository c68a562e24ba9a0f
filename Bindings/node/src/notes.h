/*
 * Events. Widgets and observers of whole accounts are called inside next_event and step, on the thread of JavaScript:
 * what they get is noted, and comes out of that call.
 */

static void begin_notes(call *made) {
    noting = made;
    call_check(made, napi_create_array(made->env, &made->notes));
}

static void note(napi_value entry, void *user_data) {
    set(noting, entry, "number", make_uint64(noting, (uint64_t)(uintptr_t)user_data));
    if (!noting->failed) napi_set_element(noting->env, noting->notes, noting->note_count++, entry);
}

static napi_value make_event(call *made, const tally_event *event, const char *text) {
    napi_value entry = make_tally_event(made, event, NULL);
    set(made, entry, "text", make_characters(made, text, event->text_length));
    return entry;
}

/* An observer of a whole account. user_data: its number. */
static void note_event(void *user_data, const tally_event *event, const char *text) {
    napi_value noted;
    if (noting == NULL || noting->failed) return;
    noted = make_object(noting);
    set(noting, noted, "event", make_event(noting, event, text));
    note(noted, user_data);
}

/* user_data: the number of the widget. */
static void note_widget(void *user_data, const char *path, const tally_presentation *presentation, const char *text) {
    napi_value drawn;
    if (noting == NULL || noting->failed) return;
    drawn = make_tally_presentation(noting, presentation, NULL);
    set(noting, drawn, "path", make_string(noting, path));
    set(noting, drawn, "text", make_string(noting, text));
    note(drawn, user_data);
}

/* engine_next_event(engine): the status, the event with its text, and what was noted. It does not wait. */
static napi_value call_engine_next_event(napi_env env, napi_callback_info info) {
    call made;
    tally_event event = {.struct_size = sizeof event};
    buffer *text;
    tally_engine *engine;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    text = call_buffer(&made, 512);
    if (made.failed) return call_end(&made);
    begin_notes(&made);
    do {
        made.status = library.tally_engine_next_event(engine, 0, &event, text->at, text->capacity);
        text->size = event.text_length;
    } while (call_again(&made));
    if (made.status == TALLY_OK) {
        call_give(&made, make_event(&made, &event, text->at));
        call_give(&made, made.notes);
    }
    return call_end(&made);
}
