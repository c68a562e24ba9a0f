/* Generated from include/tally.h by Bindings/tools/generate.py: not to be edited. */
#ifndef TALLY_GO_TRAMPOLINES_H
#define TALLY_GO_TRAMPOLINES_H

#include <tally.h>

void tally_go_on_release(void *user_data);
void tally_go_on_clock(void *user_data, int64_t *out_wall, int64_t *out_elapsed);
void tally_go_on_log(void *user_data, tally_log_level level, const char *text);
size_t tally_go_on_zone(void *user_data, const char *name, void *bytes, size_t capacity);
void tally_go_on_event(void *user_data, const tally_event *event, const char *text);
void tally_go_on_notify(void *user_data);
void tally_go_on_draw(void *user_data, const char *path, const tally_presentation *presentation, const char *text);
void tally_go_on_request(void *user_data, const tally_request *request);

#endif
