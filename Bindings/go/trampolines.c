/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */
#include "callbacks.h"

#include "_cgo_export.h"

void tally_go_on_release(void *user_data) {
    tallyGoRelease((uintptr_t)user_data);
}

void tally_go_on_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed) {
    ++tally_go_depth;
    tallyGoClock((uintptr_t)user_data, out_wall, out_elapsed);
    --tally_go_depth;
}

void tally_go_on_log(void *user_data, tally_log_level level, const char *text) {
    ++tally_go_depth;
    tallyGoLog((uintptr_t)user_data, level, (char *)text);
    --tally_go_depth;
}

size_t tally_go_on_zone(void *user_data, const char *name, void *bytes, size_t capacity) {
    ++tally_go_depth;
    size_t result = tallyGoZone((uintptr_t)user_data, (char *)name, bytes, capacity);
    --tally_go_depth;
    return result;
}

void tally_go_on_event(void *user_data, const tally_event *event, const char *text) {
    ++tally_go_depth;
    tallyGoEvent((uintptr_t)user_data, tally_go_innermost, (tally_event *)event, (char *)text);
    --tally_go_depth;
}

void tally_go_on_notify(void *user_data) {
    ++tally_go_depth;
    tallyGoNotify((uintptr_t)user_data);
    --tally_go_depth;
}

void tally_go_on_draw(void *user_data, const char *path, const tally_presentation *presentation, const char *text) {
    ++tally_go_depth;
    tallyGoDraw((uintptr_t)user_data, tally_go_innermost, (char *)path, (tally_presentation *)presentation, (char *)text);
    --tally_go_depth;
}

void tally_go_on_request(void *user_data, const tally_request *request) {
    ++tally_go_depth;
    tallyGoRequest((uintptr_t)user_data, (tally_request *)request);
    --tally_go_depth;
}
