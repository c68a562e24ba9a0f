/* needs: alone */
/* Feeds against a real server: caching, compression, TLS, kept and broken connections, many requests. */
#define _GNU_SOURCE
#include "support.h"

#include "nginx.h"

#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ITEM(id, count) "{\"id\":\"" id "\",\"rev\":\"1\",\"path\":\"in\",\"count\":" count "}"

/* The pages lie in files; what else a server may do is configured. The clock of the test is at 1700000000. */
static const char configuration[] =
    "location /wait { add_header Retry-After 120 always; return 429; }\n"
    "location /away { add_header Retry-After 'Tue, 14 Nov 2023 22:15:20 GMT' always; return 503 '<html>'; }\n"
    "location /slow { limit_rate 400; }\n"
    "location /stuck { limit_rate 20; }\n"
    "location /large { limit_rate 1k; limit_rate_after 1k; }\n" /* It would take minutes. */
    "location /packed { gzip on; gzip_types application/json; gzip_min_length 1; }\n"
    "location /bomb { gzip_static always; }\n"
    "location /moved { return 302 /page; }\n";

static const char faster[] = "location /large { limit_rate 200k; limit_rate_after 1k; }\n";

typedef struct place {
    world w;
    nginx n;
} place;

static char ca_file[300];

static void trust(tally_engine_options *options)
{
    options->ca_file = ca_file;
}

static void put(place *p, const char *name, const char *text)
{
    char file[400], other[400];

    snprintf(other, sizeof other, "%s/files/new", p->n.directory);
    write_text(other, text);
    snprintf(file, sizeof file, "%s/files/%s", p->n.directory, name);
    assert_int_equal(rename(other, file), 0);
}

static void begin(place *p)
{
    char name[300];

    memset(p, 0, sizeof *p);
    make_directory(p->n.directory, sizeof p->n.directory);
    snprintf(name, sizeof name, "%s/files", p->n.directory);
    assert_int_equal(mkdir(name, 0755), 0);
    put(p, "page", PAGE("1", ITEM("1", "1"), ""));
    nginx_start(&p->n, configuration);
    world_init(&p->w, 0);
}

static void end_server(place *p)
{
    nginx_stop(&p->n, SIGTERM);
    nginx_end(&p->n);
    remove_directory(p->n.directory);
}

static void end(place *p)
{
    world_end(&p->w);
    end_server(p);
}

/* Points the world's feed at the server. */
static void point(place *p, const char *scheme, const char *name, int64_t idle_timeout)
{
    tally_feed_options options = {.struct_size = sizeof options};
    char url[128];

    snprintf(url, sizeof url, "%s:%d/%s", scheme, scheme[4] == 's' ? p->n.tls_port : p->n.port, name);
    options.url = url;
    options.initial_delay = options.interval = -1;
    options.idle_timeout = idle_timeout;
    tally_feed_release(p->w.feed);
    check_ok(tally_feed_add(p->w.account, "feed", &options, &p->w.feed));
    log_in_at(p->w.account, url, "token");
}

/* The server's log, a line a request; the caller frees. */
static char *log_of(place *p)
{
    char name[300], *text;
    size_t count;

    snprintf(name, sizeof name, "%s/access.log", p->n.directory);
    text = read_file(name, &count);
    require(text != NULL);
    return text;
}

/* It is written when the answer is on its way already. */
static void check_log(place *p, const char *part)
{
    char *text = log_of(p);
    patience patient = {0};

    while (strstr(text, part) == NULL) {
        if (!is_patient(&patient))
            fail_msg("no '%s' in the log:\n%s", part, text);
        free(text);
        usleep(1000);
        text = log_of(p);
    }
    free(text);
}

/* How many connections the requests came over. */
static int connections(place *p)
{
    char *text = log_of(p), *line;
    long seen[2048];
    int count = 0, i;

    for (line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        long connection;

        assert_int_equal(sscanf(line, "%*d %*s %ld", &connection), 1);
        for (i = 0; i < count && seen[i] != connection; i++)
            ;
        if (i == count && count < (int)COUNT_OF(seen))
            seen[count++] = connection;
    }
    free(text);
    return count;
}

/* ---- Tests ---- */

TEST_ALONE(not_modified)
{
    place p;
    int i;

    begin(&p);
    point(&p, "http://127.0.0.1", "page", 0);
    check_ok(world_sync(&p.w));
    for (i = 0; i < 10; i++)
        check_status(world_sync(&p.w), TALLY_NOT_MODIFIED);
    check_ok(world_sync(&p.w)); /* The tenth was not believed. */
    put(&p, "page", PAGE("2", ITEM("2", "5"), ",\"title\":\"of another length\"")); /* Else the ETag may be the same. */
    check_ok(world_sync(&p.w));
    check_badge(p.w.account, "in", 1, 6);
    check_log(&p, "304 -- ");
    assert_int_equal(connections(&p), 1); /* All of them over one. */
    point(&p, "http://127.0.0.1", "moved", 0);
    check_ok(world_sync(&p.w));
    assert_int_equal(connections(&p), 1);
    end(&p);
}

TEST_ALONE(told_to_wait)
{
    static const char *const names[] = {"wait", "away"};
    place p;
    size_t i;

    for (i = 0; i < 2; i++) {
        tally_feed_state feed;
        int64_t wait;

        begin(&p);
        point(&p, "http://127.0.0.1", names[i], 0);
        check_status(world_sync(&p.w), TALLY_ERROR_RATE_LIMITED);
        /* Without an interval nothing asks before somebody wants it, and then not before it may. */
        check_ok(tally_feed_refresh(p.w.feed));
        memset(&feed, 0, sizeof feed);
        feed.struct_size = sizeof feed;
        check_ok(tally_feed_get(p.w.feed, &feed, NULL, 0, NULL));
        wait = feed.next_time - p.w.clock.wall;
        assert_in_range(wait, 120000, 132000);
        check_log(&p, i == 0 ? "429 " : "503 ");
        end(&p);
    }
}

TEST_ALONE(slow_answers)
{
    place p;
    char page[1500];

    begin(&p);
    snprintf(page, sizeof page, PAGE("1", ITEM("1", "1"), ",\"title\":\"%01000d\""), 7);
    put(&p, "slow", page);
    put(&p, "stuck", page);
    point(&p, "http://127.0.0.1", "slow", 0);
    check_ok(world_sync(&p.w));
    check_badge(p.w.account, "in", 1, 1);
    point(&p, "http://127.0.0.1", "stuck", 200);
    check_status(world_sync(&p.w), TALLY_ERROR_TIMEOUT);
    check_badge(p.w.account, "in", 1, 1);
    end(&p);
}

TEST_ALONE(compressed_answers)
{
    place p;
    char command[600];
    struct rusage before, after;

    begin(&p);
    put(&p, "packed", PAGE("1", ITEM("1", "7"), ",\"title\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""));
    point(&p, "http://127.0.0.1", "packed", 0);
    check_ok(world_sync(&p.w));
    check_badge(p.w.account, "in", 1, 7);
    check_status(world_sync(&p.w), TALLY_NOT_MODIFIED); /* With a weak ETag, and as it came. */
    check_log(&p, "200 gzip- ");
    /* 100 kB that would be 100 MB. */
    snprintf(command, sizeof command,
             "(printf '{\"cursor\":\"9\",\"items\":['; head -c 100000000 /dev/zero | tr '\\0' ' '; printf ']}') | "
             "gzip -9 > %s/files/bomb.gz", p.n.directory);
    assert_int_equal(system(command), 0);
    point(&p, "http://127.0.0.1", "bomb", 0);
    getrusage(RUSAGE_SELF, &before);
    check_status(world_sync(&p.w), TALLY_ERROR_TOO_LARGE);
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 50000);
    check_log(&p, "200 gzip- ");
    check_badge(p.w.account, "in", 1, 7);
    end(&p);
}

/* How many bytes have come from the server over the connections that are open. */
static uint64_t received(const place *p)
{
    uint64_t sum = 0;
    int descriptor;

    for (descriptor = 0; descriptor < 256; descriptor++) {
        struct sockaddr_in address;
        struct tcp_info about;
        socklen_t size = sizeof address, about_size = sizeof about;

        if (getpeername(descriptor, (struct sockaddr *)&address, &size) != 0 || address.sin_family != AF_INET ||
            ntohs(address.sin_port) != p->n.port)
            continue;
        memset(&about, 0, sizeof about);
        require(getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &about, &about_size) == 0);
        sum += about.tcpi_bytes_received;
    }
    return sum;
}

/* A page of 300 kB. */
static void put_large(place *p)
{
    char *text = (char *)malloc(300100);

    require(text != NULL);
    snprintf(text, 300100, PAGE("2", ITEM("1", "4"), ",\"title\":\"%0300000d\""), 0);
    strcpy(text + 300000, "\"}");
    put(p, "large", text);
    free(text);
}

TEST_ALONE(too_large_and_broken_off)
{
    place p;
    char command[600];
    patience patient = {0};
    uint64_t before;

    begin(&p);
    snprintf(command, sizeof command, "truncate -s 9M %s/files/huge", p.n.directory);
    assert_int_equal(system(command), 0);
    point(&p, "http://127.0.0.1", "page", 0);
    check_ok(world_sync(&p.w));
    point(&p, "http://127.0.0.1", "huge", 0);
    check_status(world_sync(&p.w), TALLY_ERROR_TOO_LARGE);
    /* The server dies in the middle of an answer. */
    put_large(&p);
    point(&p, "http://127.0.0.1", "large", 0);
    check_ok(tally_feed_refresh(p.w.feed));
    check_ok(tally_engine_step(p.w.engine));
    before = received(&p);
    while (received(&p) < before + 1024 && is_patient(&patient)) {
        check_ok(tally_engine_step(p.w.engine));
        usleep(1000);
    }
    assert_true(state_of(&p.w).in_flight);
    nginx_stop(&p.n, SIGKILL);
    while (state_of(&p.w).in_flight && is_patient(&patient)) {
        check_ok(tally_engine_step(p.w.engine));
        usleep(1000);
    }
    check_status(state_of(&p.w).result, TALLY_ERROR_NETWORK);
    check_badge(p.w.account, "in", 1, 1);
    /* And is there again. */
    nginx_start(&p.n, faster);
    check_ok(world_sync(&p.w));
    check_badge(p.w.account, "in", 1, 4);
    /* A connection that was kept and is dead is no failure. */
    nginx_stop(&p.n, SIGTERM);
    nginx_start(&p.n, faster);
    check_status(world_sync(&p.w), TALLY_NOT_MODIFIED);
    end(&p);
}

static void run(place *p, const char *command)
{
    char whole[1000];

    snprintf(whole, sizeof whole, "cd %s && (%s) >openssl.log 2>&1", p->n.directory, command);
    if (system(whole) != 0)
        fail_msg("%s", whole);
}

/* A server with TLS, whose authority is in ca.pem and, for a directory of authorities, in hashed. */
static void begin_tls(place *p)
{
    memset(p, 0, sizeof *p);
    /* The environment of the tests may name the system's. */
    assert_int_equal(unsetenv("SSL_CERT_FILE"), 0);
    assert_int_equal(unsetenv("SSL_CERT_DIR"), 0);
    make_directory(p->n.directory, sizeof p->n.directory);
    run(p, "openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=authority -days 2");
    run(p, "openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=server");
    run(p, "echo subjectAltName=IP:127.0.0.1 > san && openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key "
           "-CAcreateserial -days 2 -extfile san -out server.pem");
    run(p, "mkdir hashed && cp ca.pem hashed/$(openssl x509 -hash -noout -in ca.pem).0");
    run(p, "mkdir files");
    put(p, "page", PAGE("1", ITEM("1", "1"), ""));
    nginx_start(&p->n, configuration);
}

/* The status of one sync over TLS with a new engine that trusts what the environment and the system name. */
static tally_status sync_with_tls(place *p)
{
    tally_status status;

    world_init(&p->w, 0);
    point(p, "https://127.0.0.1", "page", 0);
    status = world_sync(&p->w);
    world_end(&p->w);
    return status;
}

TEST_ALONE(certificates)
{
    place p;
    char name[300];

    begin_tls(&p);
    snprintf(ca_file, sizeof ca_file, "%s/ca.pem", p.n.directory);
    /* Its authority is not one of the system's. */
    check_status(sync_with_tls(&p), TALLY_ERROR_TLS);
    /* The environment may name it, or a directory that has it. */
    assert_int_equal(setenv("SSL_CERT_FILE", ca_file, 1), 0);
    check_ok(sync_with_tls(&p));
    assert_int_equal(unsetenv("SSL_CERT_FILE"), 0);
    snprintf(name, sizeof name, "%s/hashed", p.n.directory);
    assert_int_equal(setenv("SSL_CERT_DIR", name, 1), 0);
    check_ok(sync_with_tls(&p));
    /* Another directory does not have it. */
    assert_int_equal(setenv("SSL_CERT_DIR", p.n.directory, 1), 0);
    check_status(sync_with_tls(&p), TALLY_ERROR_TLS);
    assert_int_equal(unsetenv("SSL_CERT_DIR"), 0);
    world_init(&p.w, WORLD_CLOSED);
    p.w.configure = trust;
    world_open(&p.w, 0);
    point(&p, "https://127.0.0.1", "page", 0);
    check_ok(world_sync(&p.w));
    check_badge(p.w.account, "in", 1, 1);
    check_status(world_sync(&p.w), TALLY_NOT_MODIFIED);
    assert_int_equal(connections(&p), 3);
    /* For another name it is no good. */
    point(&p, "https://localhost", "page", 0);
    check_status(world_sync(&p.w), TALLY_ERROR_TLS);
    assert_int_equal(connections(&p), 3);
    end(&p);
}

/* The places of the authorities in other distributions than Debian. A name that ends with / is a directory of them. */
static const char *const authorities[] = {
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/var/lib/ca-certificates/ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/etc/ssl/cert.pem",
    "/usr/local/share/certs/ca-root-nss.crt",
    "/etc/openssl/certs/ca-certificates.crt",
    "/etc/ssl/certs/",
    "/etc/pki/tls/certs/",
    "/etc/openssl/certs/",
    "/usr/local/share/certs/",
};

static void write_number(const char *file, const char *format, unsigned number)
{
    char text[64];

    snprintf(text, sizeof text, format, number);
    write_text(file, text);
}

/* Runs in a process of its own: makes a system whose only authority is at `name` (NULL: it has none), and becomes the
 * program again, which syncs once there (sync_elsewhere). Only this process sees the changed folders. */
static void enter_system(const place *p, const char *name)
{
    static const char *const hidden[] = {"/etc", "/usr/local", "/var/lib"};
    unsigned user = geteuid(), group = getegid();
    char command[1000], port[16];
    size_t i;

    require(unshare(CLONE_NEWNS | (user == 0 ? 0 : CLONE_NEWUSER)) == 0);
    if (user != 0) {
        write_text("/proc/self/setgroups", "deny");
        write_number("/proc/self/uid_map", "0 %u 1", user);
        write_number("/proc/self/gid_map", "0 %u 1", group);
    }
    require(mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0);
    for (i = 0; i < sizeof hidden / sizeof *hidden; i++)
        require(mount("none", hidden[i], "tmpfs", 0, NULL) == 0);
    if (name != NULL) {
        snprintf(command, sizeof command, "mkdir -p $(dirname %sx) && cp %s/%s %s", name, p->n.directory,
                 name[strlen(name) - 1] == '/' ? "hashed/*" : "ca.pem", name);
        require(system(command) == 0);
    }
    snprintf(port, sizeof port, "%d", p->n.tls_port);
    require(setenv("TALLY_TLS_PORT", port, 1) == 0);
    execl("/proc/self/exe", "test_nginx", (char *)NULL);
    require(0);
}

typedef struct sync_result {
    int done;
    tally_status status;
    int names_the_file;
} sync_result;

static void take_result(void *user_data, const tally_event *event, const char *text)
{
    sync_result *result = user_data;

    result->status = event->result;
    result->names_the_file = text != NULL && strstr(text, "certificate authorities: /etc/") != NULL;
    result->done = 1;
    if (event->result != TALLY_OK)
        fprintf(stderr, "on another system: %s\n", text);
}

/* The other system: exits with 0 if the server is trusted, and with 1 if it is not and the error names the file. */
static int sync_elsewhere(const char *port)
{
    place p = {.n = {.tls_port = atoi(port)}};
    sync_result result = {0};

    world_init(&p.w, 0);
    point(&p, "https://127.0.0.1", "page", 0);
    check_ok(tally_feed_refresh_now(p.w.feed, take_result, &result, NULL, NULL));
    world_pump(&p.w, &result.done);
    world_end(&p.w);
    return result.status == TALLY_OK ? 0 : result.status == TALLY_ERROR_TLS && result.names_the_file ? 1 : 2;
}

static int sync_in_system(const place *p, const char *name)
{
    int status;
    pid_t process = fork();

    require(process >= 0);
    if (process == 0)
        enter_system(p, name);
    require(waitpid(process, &status, 0) == process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_ALONE(certificates_of_other_systems)
{
    place p;
    size_t i;

    begin_tls(&p);
    assert_int_equal(sync_in_system(&p, NULL), 1);
    for (i = 0; i < sizeof authorities / sizeof *authorities; i++)
        if (sync_in_system(&p, authorities[i]) != 0)
            fail_msg("the authority at %s is not found", authorities[i]);
    end_server(&p);
}

/* A thousand requests together: each gets a response, over as many connections as are kept. */
TEST_ALONE(a_thousand_feeds)
{
    enum { FEEDS = 1000 };
    static tally_feed *feeds[FEEDS];
    place p;
    char url[128], name[32];
    int i, open = FEEDS;
    patience patient = {0};

    begin(&p);
    for (i = 0; i < FEEDS; i++) {
        tally_feed_options options = {.struct_size = sizeof options};

        snprintf(url, sizeof url, "http://127.0.0.1:%d/page", p.n.port);
        snprintf(name, sizeof name, "feed %d", i);
        options.url = url;
        check_ok(tally_feed_add(p.w.account, name, &options, feeds + i));
    }
    check_ok(tally_account_log_in(p.w.account));
    fake_clock_advance(&p.w.clock, 1000);
    while (open > 0 && is_patient(&patient)) {
        check_ok(tally_engine_step(p.w.engine));
        for (i = open = 0; i < FEEDS; i++) {
            tally_feed_state feed = {.struct_size = sizeof feed};

            check_ok(tally_feed_get(feeds[i], &feed, NULL, 0, NULL));
            open += feed.result != TALLY_OK;
        }
    }
    assert_int_equal(open, 0);
    check_badge(p.w.account, "in", 1, FEEDS);
    assert_in_range(connections(&p), 1, 64);
    for (i = 0; i < FEEDS; i++)
        tally_feed_release(feeds[i]);
    end(&p);
}

int main(void)
{
    const char *port = getenv("TALLY_TLS_PORT");

    if (port != NULL)
        return sync_elsewhere(port);
    if (nginx_program() == NULL) {
        fprintf(stderr, "nginx is not installed: make deps-test\n");
        return 1;
    }
    return tests_run();
}
