/* curl_multi.h: libcurl's multi-socket interface on epoll and nothing else: asks, takes the bytes, asks again. */
#ifndef CURL_MULTI_H
#define CURL_MULTI_H

#include <stddef.h>

/* Makes so many requests, `at_once` of them at a time, over connections that are kept. headers: lines more, ended by
 * NULL; they and the user agent are what the library sends, so that both ask for the same. Answers how many were
 * answered with that status. */
size_t cm_requests(const char *url, const char *const *headers, size_t total, int at_once, long status);
/* Asks once, and makes the lines of a conditional request of the answer's. Answers how many. */
int cm_conditions(const char *url, char lines[2][256]);

#endif
