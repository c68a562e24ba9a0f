/* The words of failures: a message for each thread. Pure C, without an operating system. */
#ifndef CTALLY_FAILURE_H
#define CTALLY_FAILURE_H

#include <stddef.h>
#include <stdint.h>

/* The words of the failure that the calling thread handles at the moment: at most CTALLY_ERROR_CAPACITY bytes, always
 * ended by NUL. Much of what fails inside is handled there, so a host sees them only after ctally_error_tell. */
enum { CTALLY_ERROR_CAPACITY = 1024 };
void ctally_error_clear(void);
void ctally_error_append(const void *bytes, size_t count);
void ctally_error_append_text(const char *text);
/* A whole message; returns status, so that a failure is one call. */
int32_t ctally_error_say(int32_t status, const char *text);
void ctally_error_append_number(int64_t number);
void ctally_error_append_unsigned(uint64_t number);
const char *ctally_error_text(size_t *out_count);

/* A call of the host's fails: from now on the words are the thread's last error. */
void ctally_error_tell(void);
const char *ctally_error_told(size_t *out_count);

/* A line for the log, built in a text of its own: it must not take the words from a failure that is being handled. */
void ctally_log_clear(void);
void ctally_log_append(const void *bytes, size_t count);
void ctally_log_append_quoted(const void *bytes, size_t count, int is_utf8);
void ctally_log_append_number(int64_t number);
const char *ctally_log_text(void);

/* Bytes from outside, made fit to be shown: control characters, and whatever is not ASCII where `is_utf8` is 0, appear
 * as '?'; what exceeds 200 bytes as an ellipsis. */
void ctally_error_append_quoted(const void *bytes, size_t count, int is_utf8);

#endif
