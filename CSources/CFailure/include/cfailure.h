/* The messages of failures, one for each thread. Pure C, without an operating system. */
#ifndef CTALLY_FAILURE_H
#define CTALLY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

/* The message of the failure that the calling thread handles: at most CTALLY_ERROR_CAPACITY bytes including the NUL.
 * Many failures are handled internally, so a host sees the message only after ctally_error_tell. */
enum { CTALLY_ERROR_CAPACITY = 1024 };
void ctally_error_clear(void);
void ctally_error_append(const void *bytes, size_t count);
void ctally_error_append_text(const char *text);
/* Sets the whole message and returns status, so that a failure is one call. */
int32_t ctally_error_say(int32_t status, const char *text);
void ctally_error_append_number(int64_t number);
void ctally_error_append_unsigned(uint64_t number);
const char *ctally_error_text(size_t *out_count);

/* A call of the host fails: the message becomes the thread's last error. */
void ctally_error_tell(void);
const char *ctally_error_told(size_t *out_count);

/* A line for the log, built in a text of its own, so that the message of a current failure stays. */
void ctally_log_clear(void);
void ctally_log_append(const void *bytes, size_t count);
void ctally_log_append_quoted(const void *bytes, size_t count, int is_utf8);
void ctally_log_append_number(int64_t number);
const char *ctally_log_text(void);

/* Appends bytes from outside in a printable form. Control characters, and everything but ASCII if `is_utf8` is 0,
 * become '?'. Bytes beyond 200 become an ellipsis. */
void ctally_error_append_quoted(const void *bytes, size_t count, int is_utf8);

#endif
