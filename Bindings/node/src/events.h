/* Events and widgets. */

/* engine_next_event(engine): the status, the event with its text, and what widgets draw. It does not wait. */
static napi_value call_engine_next_event(napi_env env, napi_callback_info info) {
    call made;
    tally_event event = {.struct_size = sizeof event};
    buffer *text;
    tally_engine *engine;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    text = call_buffer(&made, 0);
    if (made.failed) return call_end(&made);
    begin_drawing(&made);
    do {
        made.status = library.tally_engine_next_event(engine, 0, &event, text->at, text->capacity);
        text->size = event.text_length;
    } while (call_again(&made));
    if (made.status == TALLY_OK) {
        call_give_structure(&made, &structure_tally_event, &event, NULL);
        if (!made.failed) napi_set_named_property(env, made.results[0], "text", make_text(&made, text->at, text->size));
        end_drawing(&made);
    }
    drawing.made = NULL;
    return call_end(&made);
}

/* engine_step(engine): the status, and what widgets draw. */
static napi_value call_engine_step(napi_env env, napi_callback_info info) {
    call made;
    tally_engine *engine;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    if (made.failed) return call_end(&made);
    begin_drawing(&made);
    made.status = library.tally_engine_step(engine);
    if (made.status >= 0) end_drawing(&made);
    drawing.made = NULL;
    return call_end(&made);
}

/* widget_bind(scope, account, path, number) */
static napi_value call_widget_bind(napi_env env, napi_callback_info info) {
    call made;
    const tally_widget widget = {sizeof widget, 0, draw_widget, draw_widget, draw_widget, draw_widget};
    tally_scope *scope;
    tally_account *account;
    const char *path;
    uint64_t number, token = 0;
    call_begin(&made, env, info);
    scope = call_handle(&made, TALLY_SCOPE);
    account = call_handle(&made, TALLY_ACCOUNT);
    path = call_text(&made);
    number = call_unsigned(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_widget_bind(scope, account, path, &widget, (void *)(uintptr_t)number, NULL, &token);
    if (made.status >= 0) call_give_unsigned(&made, token);
    return call_end(&made);
}
