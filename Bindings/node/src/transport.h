/* Requests that the program sends itself. */

/* engine_set_transport(engine, function or none) */
static napi_value call_engine_set_transport(napi_env env, napi_callback_info info) {
    call made;
    tally_engine *engine;
    napi_value function;
    engine_more *more;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    function = call_next(&made);
    if (made.failed) return call_end(&made);
    more = box_of(&made, made.arguments[0])->more;
    if (function != NULL && more->hooks.transport != NULL) {
        call_throw(&made, TALLY_ERROR_EXISTS, "the engine has a transport already");
        return call_end(&made);
    }
    if (function != NULL) more->hooks.transport = make_queue(&made, function, "tally transport", call_transport);
    if (made.failed) return call_end(&made);
    made.status = library.tally_engine_set_transport(engine, function != NULL ? send_request : NULL, &more->hooks, NULL);
    return call_end(&made);
}

/* transport_respond(engine, request, status, headers, body) */
static napi_value call_transport_respond(napi_env env, napi_callback_info info) {
    call made;
    tally_engine *engine;
    uint64_t request;
    int32_t status;
    const char *headers;
    byte_view body;
    call_begin(&made, env, info);
    engine = call_handle(&made, TALLY_ENGINE);
    request = call_unsigned(&made);
    status = (int32_t)call_integer(&made, INT32_MIN, INT32_MAX);
    headers = call_text(&made);
    body = call_bytes(&made);
    if (made.failed) return call_end(&made);
    made.status = library.tally_transport_respond(engine, request, status, headers, body.size > 0 ? body.at : NULL, body.size);
    return call_end(&made);
}
