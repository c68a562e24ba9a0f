#include "curl_multi.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { MAX_AT_ONCE = 256, BODY = 65536 };

typedef struct client {
    CURLM *multi;
    int epoll;
    long wait; /* ms; -1: none */
} client;

typedef struct transfer {
    CURL *easy;
    size_t count;
    char body[BODY];
} transfer;

static size_t take(char *bytes, size_t size, size_t count, void *context)
{
    transfer *t = context;
    size_t got = size * count;
    if (t->count + got > BODY) return 0;
    memcpy(t->body + t->count, bytes, got);
    t->count += got;
    return got;
}

/* The caller wants an ETag: somebody has to look at the lines. */
static size_t take_line(char *bytes, size_t size, size_t count, void *context)
{
    (void)bytes;
    (void)context;
    return size * count;
}

static int on_socket(CURL *easy, curl_socket_t s, int what, void *context, void *known)
{
    client *c = context;
    struct epoll_event event = {.data.fd = s};
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(c->epoll, EPOLL_CTL_DEL, s, NULL);
        curl_multi_assign(c->multi, s, NULL);
        return 0;
    }
    event.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
    epoll_ctl(c->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, s, &event);
    curl_multi_assign(c->multi, s, c);
    return 0;
}

static int on_timer(CURLM *multi, long wait, void *context)
{
    (void)multi;
    ((client *)context)->wait = wait;
    return 0;
}

size_t cm_requests(const char *url, const char *const *headers, size_t total, int at_once, long status)
{
    static transfer transfers[MAX_AT_ONCE];
    client c = {curl_multi_init(), epoll_create1(0), -1};
    struct curl_slist *lines = curl_slist_append(NULL, "Accept: application/json");
    size_t begun = 0, ended = 0, good = 0;
    int running, left;
    for (int i = 0; headers && headers[i]; i++) lines = curl_slist_append(lines, headers[i]);
    if (!c.multi || c.epoll < 0 || !lines || at_once > MAX_AT_ONCE) abort();
    curl_multi_setopt(c.multi, CURLMOPT_MAXCONNECTS, (long)at_once);
    curl_multi_setopt(c.multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    curl_multi_setopt(c.multi, CURLMOPT_SOCKETDATA, &c);
    curl_multi_setopt(c.multi, CURLMOPT_TIMERFUNCTION, on_timer);
    curl_multi_setopt(c.multi, CURLMOPT_TIMERDATA, &c);
    for (int i = 0; i < at_once; i++) {
        transfer *t = &transfers[i];
        t->easy = curl_easy_init();
        t->count = 0;
        curl_easy_setopt(t->easy, CURLOPT_URL, url);
        curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, lines);
        curl_easy_setopt(t->easy, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t);
        curl_easy_setopt(t->easy, CURLOPT_HEADERFUNCTION, take_line);
        curl_easy_setopt(t->easy, CURLOPT_USERAGENT, "tally/0.1.0");
        curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t);
        curl_easy_setopt(t->easy, CURLOPT_NOSIGNAL, 1L); /* Else it sets SIGPIPE twice a call. */
        curl_multi_add_handle(c.multi, t->easy);
        begun++;
    }
    while (ended < total) {
        struct epoll_event events[MAX_AT_ONCE];
        int count = epoll_wait(c.epoll, events, MAX_AT_ONCE, (int)c.wait);
        if (count == 0) curl_multi_socket_action(c.multi, CURL_SOCKET_TIMEOUT, 0, &running);
        for (int i = 0; i < count; i++)
            curl_multi_socket_action(
                c.multi, events[i].data.fd,
                (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR) ? CURL_CSELECT_IN : 0) |
                    (events[i].events & EPOLLOUT ? CURL_CSELECT_OUT : 0),
                &running);
        CURLMsg *message;
        while ((message = curl_multi_info_read(c.multi, &left))) {
            transfer *t;
            long answer = 0;
            CURL *easy = message->easy_handle;
            curl_easy_getinfo(easy, CURLINFO_PRIVATE, &t);
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer);
            good += message->data.result == CURLE_OK && answer == status;
            ended++;
            curl_multi_remove_handle(c.multi, easy);
            t->count = 0;
            if (begun < total) {
                curl_multi_add_handle(c.multi, easy);
                begun++;
            }
        }
    }
    for (int i = 0; i < at_once; i++) {
        curl_multi_remove_handle(c.multi, transfers[i].easy);
        curl_easy_cleanup(transfers[i].easy);
    }
    curl_multi_cleanup(c.multi);
    curl_slist_free_all(lines);
    close(c.epoll);
    return good;
}

typedef struct found {
    char (*lines)[256];
    int count;
} found;

static size_t take_header(char *bytes, size_t size, size_t count, void *context)
{
    found *f = context;
    char line[256];
    const char *asked = NULL;
    snprintf(line, sizeof line, "%.*s", (int)(size * count), bytes);
    line[strcspn(line, "\r\n")] = 0;
    if (strncasecmp(line, "etag: ", 6) == 0) asked = "If-None-Match";
    if (strncasecmp(line, "last-modified: ", 15) == 0) asked = "If-Modified-Since";
    if (asked && f->count < 2)
        snprintf(f->lines[f->count++], 256, "%s%s", asked, strchr(line, ':'));
    return size * count;
}

int cm_conditions(const char *url, char lines[2][256])
{
    static transfer t;
    found f = {lines, 0};
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &t);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &f);
    if (curl_easy_perform(easy) != CURLE_OK || !f.count) abort();
    curl_easy_cleanup(easy);
    return f.count;
}
