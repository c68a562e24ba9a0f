/* URLs: which server a credential is for, and who could read it on its way. The transport is the test's. */
#include "feeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tally_credential bearer(uint32_t flags)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;

    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = "secret";
    credential.flags = flags;
    return credential;
}

/* Without TALLY_CREDENTIAL_FLAG_PLAIN, a credential goes by https alone, or to this machine. */
TEST(who_can_read_a_credential, 0)
{
    static const struct {
        const char *url;
        int is_private;
    } rows[] = {
        {"https://a.example/", 1}, {"HTTPS://a.example", 1}, {"http://a.example/", 0}, {"http://localhost/", 1},
        {"http://LocalHost:8080/x", 1}, {"http://localhos/", 0}, {"http://localhosts/", 0},
        {"http://localhost.example/", 0},
        {"http://127.0.0.1/", 1}, {"http://127.1/", 1}, {"http://127.255.255.254:1/", 1}, {"http://0x7f.1/", 1},
        {"http://2130706433/", 1}, {"http://126.0.0.1/", 0}, {"http://128.0.0.1/", 0}, {"http://12.7.0.1/", 0},
        {"http://137.0.0.1/", 0}, {"http://227.0.0.1/", 0}, {"http://117.0.0.1/", 0}, {"http://127.0.0.1.example/", 0},
        {"http://127.0.0.example/", 0}, {"http://127.0.0.1.1/", 0}, {"http://127a.0.0.1/", 0}, {"http://127.0.0.a/", 0},
        {"http://[::1]/", 1}, {"http://[::1]:80/", 1}, {"http://[::2]/", 0}, {"http://[::]/", 0}, {"http://[::11]/", 0},
        {"http://user@localhost/", 1},
    };
    tally_credential guarded = bearer(0), plain = bearer(TALLY_CREDENTIAL_FLAG_PLAIN);
    size_t i;

    for (i = 0; i < COUNT_OF(rows); i++) {
        tally_status status = tally_account_set_credential(w->account, rows[i].url, &guarded);

        if ((status == TALLY_OK) != rows[i].is_private)
            fail_msg("%s: status %d", rows[i].url, (int)status);
        check_ok(tally_account_set_credential(w->account, rows[i].url, &plain));
        check_ok(tally_account_remove_credential(w->account, rows[i].url));
    }
}

/* ---- Origins ---- */

typedef struct last_request {
    int64_t id;
    int has_secret;
} last_request;

static void transport(void *user_data, const tally_request *request)
{
    last_request *last = (last_request *)user_data;

    last->id = request->id;
    last->has_secret = strstr(request->headers, "Authorization: Bearer secret\r\n") != NULL;
}

/* Scheme, host and port are the origin for which a credential was given. */
TEST(a_credential_is_for_an_origin, 0)
{
    static const struct {
        const char *given, *polled;
        int is_same;
    } rows[] = {
        {"https://a.example", "https://a.example/x?y", 1}, {"https://a.example/x", "https://a.example/y", 1},
        {"https://a.example:443", "https://a.example/", 1}, {"https://a.example", "https://a.example:443/", 1},
        {"http://a.example:80", "http://a.example/", 1}, {"HTTPS://A.Example", "https://a.eXample/", 1},
        {"https://a.example", "http://a.example/", 0}, {"http://a.example", "https://a.example/", 0},
        {"https://a.example", "https://a.example:444/", 0}, {"https://a.example:8080", "https://a.example:808/", 0},
        {"https://a.example:808", "https://a.example:8080/", 0}, {"https://a.example", "https://a.example.org/", 0},
        {"https://a.example.org", "https://a.example/", 0}, {"https://a.example", "https://b.example/", 0},
        {"https://a.example", "https://a.exampl/", 0}, {"https://a.example", "https://a.examplf/", 0},
        {"https://@.example", "https://a.example/", 0}, {"https://[::1]", "https://[::1]:443/", 1},
        {"https://[::1]", "https://[::2]/", 0}, {"https://z.example", "https://Z.EXAMPLE/", 1},
        {"http://a.example:443", "https://a.example/", 0},
    };
    last_request last = {0};
    tally_credential credential = bearer(TALLY_CREDENTIAL_FLAG_PLAIN);
    size_t i;

    check_ok(tally_engine_set_transport(w->engine, transport, &last, NULL));
    check_ok(tally_account_log_in(w->account));
    for (i = 0; i < COUNT_OF(rows); i++) {
        tally_feed_options options = TALLY_FEED_OPTIONS_INIT;

        check_ok(tally_account_set_credential(w->account, rows[i].given, &credential));
        options.url = rows[i].polled;
        options.initial_delay = options.interval = -1;
        check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
        check_ok(tally_feed_refresh(w->feed));
        last.id = 0;
        check_ok(tally_engine_step(w->engine));
        assert_true(last.id != 0);
        if (last.has_secret != rows[i].is_same)
            fail_msg("%s for %s: %d", rows[i].given, rows[i].polled, last.has_secret);
        check_ok(tally_feed_remove(w->feed));
        tally_feed_release(w->feed);
        w->feed = NULL;
        check_ok(tally_account_remove_credential(w->account, rows[i].given));
    }
    world_end(w); /* It still calls the transport. */
}
