/*
 * Events. Widgets and observers of whole accounts are called inside next_event and step, on the thread of JavaScript:
 * what they get is noted, and comes out of that call.
 */

static void begin_notes(call *made) {
    noting = made;
    call_check(made, napi_create_array(made->env, &made->notes));
}

static void note(napi_value entry, void *user_data) {
    napi_set_named_property(noting->env, entry, "number", make_unsigned(noting, (uint64_t)(uintptr_t)user_data));
    napi_set_element(noting->env, noting->notes, noting->note_count++, entry);
}

static napi_value make_event(call *made, const tally_event *event, const char *text) {
    napi_value entry = make_object(made, &structure_tally_event, event, NULL);
    if (!made->failed) napi_set_named_property(made->env, entry, "text", make_text(made, text, event->text_length));
    return entry;
}

/* An observer of a whole account. user_data: its number. */
static void note_event(void *user_data, const tally_event *event, const char *text) {
    napi_value entry, noted;
    if (noting == NULL || noting->failed) return;
    entry = make_event(noting, event, text);
    if (noting->failed || napi_create_object(noting->env, &noted) != napi_ok) return;
    napi_set_named_property(noting->env, noted, "event", entry);
    note(noted, user_data);
}

/* user_data: the number of the widget. */
static void note_widget(void *user_data, const char *path, const tally_presentation *presentation, const char *text) {
    napi_value drawn;
    if (noting == NULL || noting->failed) return;
    drawn = make_object(noting, &structure_tally_presentation, presentation, NULL);
    if (noting->failed) return;
    napi_set_named_property(noting->env, drawn, "path", make_text(noting, path, NAPI_AUTO_LENGTH));
    napi_set_named_property(noting->env, drawn, "text", make_text(noting, text, NAPI_AUTO_LENGTH));
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
    text = call_buffer(&made, 0);
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
