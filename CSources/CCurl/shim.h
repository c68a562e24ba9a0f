#ifndef CTALLY_CCURL_SHIM_H
#define CTALLY_CCURL_SHIM_H

#include <curl/curl.h>
#include <pthread.h>

#include "authorities.h"

/* The seconds since 1970 of a date in words; negative: the text is no date. On a 32-bit machine with glibc, libcurl may
 * have been built with a time_t of 32 bits, and Tally with one of 64. The lower half is in the same register in both
 * cases. So only that is read, and dates after 2038 are unknown. */
#if defined(__GLIBC__) && defined(__USE_TIME_BITS64) && __TIMESIZE == 32
int32_t ctally_curl_lower_date(const char *text, const void *unused) __asm__("curl_getdate");
static inline int64_t ctally_curl_date(const char *text) { return ctally_curl_lower_date(text, NULL); }
#else
static inline int64_t ctally_curl_date(const char *text) { return (int64_t)curl_getdate(text, NULL); }
#endif

/* libcurl's setters are variadic, which Swift cannot call. So there is an inline function for each argument type. */

typedef size_t (*ctally_curl_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ctally_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ctally_curl_set_large(CURL *easy, CURLoption option, int64_t value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}
static inline CURLcode ctally_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ctally_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ctally_curl_set_lines(CURL *easy, CURLoption option, struct curl_slist *lines) {
    return curl_easy_setopt(easy, option, lines);
}
static inline CURLcode ctally_curl_set_callback(CURL *easy, CURLoption option, ctally_curl_data_callback callback) {
    return curl_easy_setopt(easy, option, callback);
}

static inline long ctally_curl_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}
/* Borrowed from the handle; may be NULL. */
static inline const char *ctally_curl_text(CURL *easy, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}
static inline void *ctally_curl_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? (void *)value : NULL;
}

static inline CURLMcode ctally_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode ctally_curl_multi_watch(CURLM *multi, curl_socket_callback on_socket,
                                                curl_multi_timer_callback on_timer, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, on_timer);
    if (code == CURLM_OK) code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code;
}

/* The next transfer that ended, with its result; NULL: there is none. */
static inline CURL *ctally_curl_next_done(CURLM *multi, CURLcode *out_code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        if (message->msg != CURLMSG_DONE) continue;
        *out_code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

/* libcurl's initialisation, once in a process, by the first thread. It is never undone, because the host may use
 * libcurl too. */
static pthread_once_t ctally_curl_once = PTHREAD_ONCE_INIT;
static CURLcode ctally_curl_readiness = CURLE_FAILED_INIT;
static inline void ctally_curl_initialize(void) { ctally_curl_readiness = curl_global_init(CURL_GLOBAL_DEFAULT); }
static inline int ctally_curl_prepare(void) {
    pthread_once(&ctally_curl_once, ctally_curl_initialize);
    return ctally_curl_readiness == CURLE_OK;
}

#endif
