/* curl_multi.h: libcurl's multi-socket interface on epoll and nothing else: asks, takes the bytes, asks again. */
#ifndef CURL_MULTI_H
#define CURL_MULTI_H

#include <stddef.h>

/* Makes so many requests, `at_once` of them at a time, over connections that are kept. header: one line more, or NULL.
 * Answers how many were answered with that status. */
size_t cm_requests(const char *url, const char *header, size_t total, int at_once, long status);
/* The answer's ETag. */
void cm_etag(const char *url, char *etag, size_t capacity);

#endif
