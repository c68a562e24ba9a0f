#include "support.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fnmatch.h>
#include <ftw.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* ---- Checks ---- */

static void last_message(char *buffer, size_t capacity)
{
    size_t length;

    if (tally_error_message(buffer, capacity, &length) != TALLY_OK)
        buffer[0] = '\0';
}

void check_status_at(tally_status actual, tally_status expected, const char *what, const char *file, int line)
{
    char message[1024];

    if (actual == expected)
        return;
    last_message(message, sizeof message);
    print_error("%s\n    is %s (%d), expected %s; last message: %s\n", what, tally_status_name(actual), (int)actual,
                tally_status_name(expected), message);
    _fail(file, line);
}

void check_message_at(const char *part, const char *file, int line)
{
    char message[1024];

    last_message(message, sizeof message);
    if (message[0] != '\0' && (part == NULL || strstr(message, part) != NULL))
        return;
    print_error("the message is '%s', expected '%s' in it\n", message, part != NULL ? part : "something");
    _fail(file, line);
}

void require_at(int condition, const char *what, const char *file, int line)
{
    if (condition)
        return;
    fprintf(stderr, "%s:%d: %s is not so\n", file, line, what);
    abort();
}

/* A number, or a dot where there is none. */
int64_t limit_of(tally_engine *engine, tally_limit limit)
{
    int64_t value = -1;

    check_ok(tally_engine_limit(engine, limit, TALLY_LIMIT_KEEP, &value));
    return value;
}

int32_t kind_of(int shows, uint64_t count)
{
    return count > 0 ? TALLY_KIND_NUMBER : shows ? TALLY_KIND_DOT : TALLY_KIND_NONE;
}

void check_badge_at(tally_account *account, const char *path, int shows, uint64_t count, const char *file, int line)
{
    tally_badge badge;

    check_status_at(tally_badge_get(account, path, &badge), TALLY_OK, path, file, line);
    if (badge.kind == kind_of(shows, count) && badge.count == count)
        return;
    print_error("%s is (%d,%llu), expected (%d,%llu)\n", path, (int)badge.kind, (unsigned long long)badge.count, shows,
                (unsigned long long)count);
    _fail(file, line);
}

int is_soak(void)
{
    const char *soak = getenv("TALLY_SOAK");

    return soak != NULL && strcmp(soak, "1") == 0;
}

int is_emulated(void) { return getenv("TALLY_EMULATED") != NULL; }

/* ---- Tests that do less ---- */

enum { LESS_MAX = 64 };

typedef struct list_of_names {
    const char *names[LESS_MAX], *reasons[LESS_MAX];
    size_t count;
} list_of_names;

static list_of_names shortened, left_out;
static const char *running_test; /* NULL: the program has a main of its own, and names itself. */
static pid_t listing_process;

static void print_names(const char *title, const list_of_names *list)
{
    size_t i;

    if (list->count == 0)
        return;
    printf("    %s %s, %s: ", title, is_emulated() ? "in qemu" : "under valgrind", program_invocation_short_name);
    for (i = 0; i < list->count; i++) {
        printf("%s%s", i > 0 ? ", " : "", list->names[i]);
        if (list->reasons[i] != NULL)
            printf(" (%s)", list->reasons[i]);
    }
    printf("\n");
}

static void print_less(void)
{
    if (getpid() != listing_process)
        return;
    print_names("shortened", &shortened);
    print_names("left out", &left_out);
}

static void note_less(list_of_names *list, const char *reason)
{
    const char *name = running_test != NULL ? running_test : program_invocation_short_name;
    size_t i;

    for (i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0)
            return;
    }
    require(list->count < LESS_MAX);
    if (listing_process == 0) {
        listing_process = getpid();
        require(atexit(print_less) == 0);
    }
    list->names[list->count] = name;
    list->reasons[list->count++] = reason;
}

void leave_out(const char *why)
{
    require(is_valgrind());
    shortened.count -= shortened.count > 0 && shortened.names[shortened.count - 1] == running_test;
    note_less(&left_out, why);
}

int is_valgrind(void)
{
    const char *preloaded = getenv("LD_PRELOAD");
    int is = is_emulated() || (preloaded != NULL && (strstr(preloaded, "valgrind") != NULL || strstr(preloaded, "vgpreload") != NULL));

    if (is)
        note_less(&shortened, NULL);
    return is;
}

const char *required_variable(const char *name)
{
    const char *value = getenv(name);

    if (value != NULL && value[0] != '\0')
        return value;
    fprintf(stderr, "The environment variable %s is missing. The makefile sets it (Tests/c.mk, Tests/machines.mk).\n", name);
    abort();
}

/* Root may do what permissions forbid by two capabilities. A thread may take them from itself, and have them again. */
void bind_by_permissions(int is_bound)
{
    enum { VERSION = 0x20080522, WORDS = 2 };
    const uint32_t ignoring = 1u << 1 | 1u << 2; /* CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH */
    struct { uint32_t version; int thread; } header = {VERSION, 0};
    struct { uint32_t effective, permitted, inheritable; } sets[WORDS];

    memset(sets, 0, sizeof sets);
    require(syscall(SYS_capget, &header, sets) == 0);
    sets[0].effective = is_bound ? sets[0].effective & ~ignoring : sets[0].effective | (sets[0].permitted & ignoring);
    require(syscall(SYS_capset, &header, sets) == 0);
}

int thread_number(void)
{
    return (int)syscall(SYS_gettid);
}

/* As Linux tells: "number (name) state". */
static int is_asleep(int thread)
{
    char name[64], line[256] = "";
    const char *state;
    FILE *file;

    snprintf(name, sizeof name, "/proc/self/task/%d/stat", thread);
    file = fopen(name, "r");
    require(file != NULL);
    require(fgets(line, sizeof line, file) != NULL);
    fclose(file);
    state = strrchr(line, ')');
    return state != NULL && state[2] == 'S';
}

/* Under valgrind also a thread sleeps that waits for its turn, but not for many of ours. */
void await_asleep(int thread)
{
    int looks;

    for (looks = 0; looks < 100; looks++) {
        if (!is_asleep(thread))
            looks = 0;
        sched_yield();
    }
}

int is_patient(patience *p)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (p->end == 0)
        p->end = (int64_t)now.tv_sec + HANG_SECONDS;
    return (int64_t)now.tv_sec <= p->end;
}

struct timespec hang_end(void)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += HANG_SECONDS;
    return end;
}

/* ---- The clock ---- */

void fake_clock_init(fake_clock *clock)
{
    clock->wall = CLOCK_START;
    clock->elapsed = 1000000;
}

void fake_clock_tell(void *user_data, int64_t *out_wall, int64_t *out_elapsed)
{
    fake_clock *clock = (fake_clock *)user_data;

    *out_wall = clock->wall;
    *out_elapsed = clock->elapsed;
}

void fake_clock_advance(fake_clock *clock, int64_t milliseconds)
{
    clock->wall += milliseconds;
    clock->elapsed += milliseconds;
}

/* ---- Files ---- */

void make_directory(char *path, size_t capacity)
{
    const char *base = getenv("TMPDIR");
    /* Names of files are in results, so a record has the same ones (record.h). */
    static int number;
    int is_recorded = getenv("TALLY_RECORD") != NULL;
    int length = is_recorded ? snprintf(path, capacity, "%s/tally-test-%d", base != NULL ? base : "/tmp", ++number)
                             : snprintf(path, capacity, "%s/tally-test-XXXXXX", base != NULL ? base : "/tmp");

    require(length > 0 && (size_t)length < capacity);
    require(is_recorded ? mkdir(path, 0700) == 0 : mkdtemp(path) != NULL);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

void remove_directory(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void write_file(const char *path, const void *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");

    require(file != NULL);
    require(count == 0 || fwrite(bytes, 1, count, file) == count);
    require(fclose(file) == 0);
}

void write_text(const char *path, const char *text)
{
    write_file(path, text, strlen(text));
}

char *read_file(const char *path, size_t *out_count)
{
    FILE *file;
    char *bytes;
    long size;
    struct stat status;

    *out_count = 0;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return NULL;
    file = fopen(path, "rb");
    require(file != NULL);
    require(fseek(file, 0, SEEK_END) == 0);
    size = ftell(file);
    require(size >= 0);
    rewind(file);
    bytes = (char *)malloc((size_t)size + 1);
    require(bytes != NULL);
    require(fread(bytes, 1, (size_t)size, file) == (size_t)size);
    bytes[size] = '\0';
    fclose(file);
    *out_count = (size_t)size;
    return bytes;
}

/* ---- A world ---- */

void world_init(world *w, unsigned flags)
{
    memset(w, 0, sizeof *w);
    make_directory(w->directory, sizeof w->directory);
    snprintf(w->file, sizeof w->file, "%s/badges.db", w->directory);
    snprintf(w->page, sizeof w->page, "%s/page.json", w->directory);
    snprintf(w->page_url, sizeof w->page_url, "file://%s", w->page);
    fake_clock_init(&w->clock);
    if (flags & WORLD_SERVER)
        w->server = server_start();
    if (!(flags & WORLD_CLOSED))
        world_open(w, flags);
}

void world_open(world *w, unsigned flags)
{
    tally_account_options account = {0};

    memset(&w->options, 0, sizeof w->options);
    w->options.struct_size = sizeof w->options;
    w->options.seed = 7;
    if (flags & WORLD_FILE)
        w->options.file = w->file;
    if (flags & WORLD_FULL)
        w->options.durability = TALLY_DURABILITY_FULL;
    if (!(flags & WORLD_THREAD)) {
        w->options.flags = TALLY_ENGINE_HOST_DRIVEN;
        w->options.clock = fake_clock_tell;
        w->options.clock_user_data = &w->clock;
    }
    account.struct_size = sizeof account;
    account.aggregation = flags & WORLD_SUM ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN;
    account.feeding = flags & WORLD_UNREAD ? TALLY_FEEDING_UNREAD : TALLY_FEEDING_UNSEEN;
    if (w->configure != NULL)
        w->configure(&w->options);
    check_ok(tally_engine_open(&w->options, &w->engine));
    check_ok(tally_account_open(w->engine, "ann", &account, &w->account));
    check_ok(tally_scope_open(w->engine, &w->scope));
}

void world_close(world *w)
{
    tally_scope_close(w->scope);
    tally_feed_release(w->feed);
    tally_account_release(w->account);
    check_ok(tally_engine_close(w->engine, -1));
    w->scope = NULL;
    w->feed = NULL;
    w->account = NULL;
    w->engine = NULL;
}

void world_end(world *w)
{
    world_close(w);
    if (w->server != NULL)
        server_stop(w->server);
    w->server = NULL;
    remove_directory(w->directory);
}

void world_add_feed(world *w)
{
    tally_feed_options options = {
        .struct_size = sizeof options, .url = w->page_url, .initial_delay = -1, .interval = -1,
    };

    check_ok(tally_feed_add(w->account, "feed", &options, &w->feed));
    check_ok(tally_account_log_in(w->account));
}

void world_pump(world *w, volatile int *flag)
{
    intptr_t descriptor;
    patience p = {0};

    check_ok(tally_engine_get_descriptor(w->engine, &descriptor));
    while (is_patient(&p)) {
        struct pollfd wait;
        int64_t timeout;

        check_ok(tally_engine_step(w->engine));
        if (*flag)
            return;
        check_ok(tally_engine_get_timeout(w->engine, &timeout));
        wait.fd = (int)descriptor;
        wait.events = POLLIN;
        wait.revents = 0;
        /* Another thread (a server) may be what is waited for, so never for long. */
        poll(&wait, 1, timeout < 0 || timeout > 10 ? 10 : (int)timeout);
    }
    fail_msg("what was waited for did not come");
}

typedef struct completion {
    volatile int done;
    tally_status result;
} completion;

static void take_completion(void *user_data, const tally_event *event, const char *text)
{
    completion *c = (completion *)user_data;

    (void)text;
    c->result = event->result;
    c->done += 1;
}

tally_status world_sync(world *w)
{
    completion c;

    c.done = 0;
    c.result = TALLY_ERROR_INTERNAL;
    check_ok(tally_feed_refresh_now(w->feed, take_completion, &c, NULL, NULL));
    world_pump(w, &c.done);
    assert_int_equal(c.done, 1);
    return c.result;
}

tally_feed_state state_of(world *w)
{
    tally_feed_state state = {.struct_size = sizeof state};

    check_ok(tally_feed_get(w->feed, &state, NULL, 0, NULL));
    return state;
}

void world_page(world *w, const char *json)
{
    write_text(w->page, json);
    check_ok(world_sync(w));
}

void drain(tally_engine *engine)
{
    tally_event event;
    char text[5000];
    tally_status status;

    do {
        event.struct_size = sizeof event;
        status = tally_engine_next_event(engine, 0, &event, text, sizeof text);
    } while (status == TALLY_OK);
    check_status(status, TALLY_EMPTY);
}

/* ---- Tests ---- */

typedef struct test {
    const char *name;
    int line;
    unsigned flags;
    void (*in_world)(world *w);
    void (*alone)(void);
} test;

static test tests[64];
static size_t test_count;

/* Compilers need not keep the order of constructors. */
void test_register(const char *name, int line, unsigned flags, void (*in_world)(world *w), void (*alone)(void))
{
    test added = {name, line, flags, in_world, alone};
    size_t at = test_count;

    require(test_count < COUNT_OF(tests));
    for (; at > 0 && tests[at - 1].line > line; at--)
        tests[at] = tests[at - 1];
    tests[at] = added;
    test_count += 1;
}

static void test_run(void **state)
{
    const test *t = (const test *)*state;
    world w;

    running_test = t->name;
    if (t->in_world == NULL) {
        t->alone();
        return;
    }
    world_init(&w, t->flags);
    t->in_world(&w);
    world_end(&w);
}

int tests_run(void)
{
    struct CMUnitTest units[COUNT_OF(tests)] = {{0}};
    const char *only = getenv("TALLY_TEST");
    size_t i;

    for (i = 0; i < test_count; i++) {
        units[i].name = tests[i].name;
        units[i].test_func = test_run;
        units[i].initial_state = &tests[i];
    }
    if (only != NULL) {
        for (i = 0; i < test_count && fnmatch(only, tests[i].name, 0) != 0; i++)
            continue;
        if (i == test_count) {
            fprintf(stderr, "%s: no test has the name TALLY_TEST=%s\n", program_invocation_short_name, only);
            return 1;
        }
        cmocka_set_test_filter(only);
    }
    return _cmocka_run_group_tests(program_invocation_short_name, units, test_count, NULL, NULL);
}

__attribute__((weak)) int main(void)
{
    return tests_run();
}

/* ---- The server ---- */

#define MAX_ANSWERS 64
#define MAX_REQUESTS 256

struct server {
    int listener;
    int port;
    int stop_pipe[2];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    answer answers[MAX_ANSWERS];
    char *owned[MAX_ANSWERS];
    unsigned answer_count;
    unsigned next_answer;
    char *requests[MAX_REQUESTS];
    unsigned request_count;
    unsigned released;
    int stops;
};

/* Waits for a descriptor or the end; 0: the end. */
static int server_readable(server *s, int descriptor)
{
    struct pollfd waits[2];

    waits[0].fd = descriptor;
    waits[0].events = POLLIN;
    waits[1].fd = s->stop_pipe[0];
    waits[1].events = POLLIN;
    waits[0].revents = waits[1].revents = 0;
    while (poll(waits, 2, -1) < 0)
        require(errno == EINTR);
    return waits[1].revents == 0;
}

static char *read_head(server *s, int connection)
{
    size_t used = 0, capacity = 16384;
    char *head = (char *)malloc(capacity);

    require(head != NULL);
    for (;;) {
        ssize_t got;

        if (!server_readable(s, connection))
            break;
        got = read(connection, head + used, capacity - 1 - used);
        if (got <= 0)
            break;
        used += (size_t)got;
        head[used] = '\0';
        if (strstr(head, "\r\n\r\n") != NULL)
            return head;
    }
    free(head);
    return NULL;
}

static void serve(server *s, int connection)
{
    char *head = read_head(s, connection);
    answer a;
    size_t count, sent = 0;

    if (head == NULL)
        return;
    pthread_mutex_lock(&s->lock);
    require(s->request_count < MAX_REQUESTS);
    s->requests[s->request_count++] = head;
    pthread_cond_broadcast(&s->changed);
    while (s->answer_count == 0 && !s->stops)
        pthread_cond_wait(&s->changed, &s->lock);
    if (s->answer_count == 0) {
        pthread_mutex_unlock(&s->lock);
        return;
    }
    if (s->next_answer == s->answer_count) /* The last one repeats until there is another. */
        s->next_answer -= 1;
    a = s->answers[s->next_answer++];
    if (a.holds) {
        while (s->released == 0 && !s->stops)
            pthread_cond_wait(&s->changed, &s->lock);
        if (s->released > 0)
            s->released -= 1;
    }
    pthread_mutex_unlock(&s->lock);
    if (a.bytes == NULL)
        return;
    count = a.count > 0 ? a.count : strlen(a.bytes);
    while (sent < count) {
        ssize_t wrote = send(connection, a.bytes + sent, count - sent, MSG_NOSIGNAL);

        if (wrote <= 0)
            return;
        sent += (size_t)wrote;
    }
    shutdown(connection, SHUT_WR);
}

static void *run_server(void *argument)
{
    server *s = (server *)argument;

    while (server_readable(s, s->listener)) {
        int connection = accept(s->listener, NULL, NULL);

        if (connection < 0)
            continue;
        serve(s, connection);
        close(connection);
    }
    return NULL;
}

server *server_start(void)
{
    server *s = (server *)calloc(1, sizeof *s);
    struct sockaddr_in address;
    socklen_t size = sizeof address;

    require(s != NULL);
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    require(s->listener >= 0);
    require(bind(s->listener, (struct sockaddr *)&address, sizeof address) == 0);
    require(listen(s->listener, 16) == 0);
    require(getsockname(s->listener, (struct sockaddr *)&address, &size) == 0);
    s->port = ntohs(address.sin_port);
    require(pipe(s->stop_pipe) == 0);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    require(pthread_create(&s->thread, NULL, run_server, s) == 0);
    return s;
}

void server_stop(server *s)
{
    unsigned i;

    pthread_mutex_lock(&s->lock);
    s->stops = 1;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    require(write(s->stop_pipe[1], "x", 1) == 1);
    pthread_join(s->thread, NULL);
    close(s->listener);
    close(s->stop_pipe[0]);
    close(s->stop_pipe[1]);
    for (i = 0; i < s->request_count; i++)
        free(s->requests[i]);
    for (i = 0; i < s->answer_count; i++)
        free(s->owned[i]);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    free(s);
}

int server_port(server *s)
{
    return s->port;
}

void server_url(server *s, char *buffer, size_t capacity)
{
    snprintf(buffer, capacity, "http://127.0.0.1:%d/feed", s->port);
}

void log_in_at(tally_account *account, const char *url, const char *token)
{
    const tally_credential credential = {
        .struct_size = sizeof credential, .kind = TALLY_CREDENTIAL_KIND_BEARER, .secret = token,
    };

    if (token != NULL)
        check_ok(tally_account_set_credential(account, url, &credential));
    check_ok(tally_account_log_in(account));
}

void log_in_to(tally_account *account, server *s, const char *token)
{
    char url[64];

    server_url(s, url, sizeof url);
    log_in_at(account, url, token);
}

void server_answer_with(server *s, answer a)
{
    size_t count = a.bytes == NULL ? 0 : a.count > 0 ? a.count : strlen(a.bytes);
    char *copy = NULL;

    if (a.bytes != NULL) {
        copy = (char *)malloc(count + 1);
        require(copy != NULL);
        memcpy(copy, a.bytes, count);
        copy[count] = '\0';
        a.bytes = copy;
        a.count = count;
    }
    pthread_mutex_lock(&s->lock);
    require(s->answer_count < MAX_ANSWERS);
    s->owned[s->answer_count] = copy;
    s->answers[s->answer_count++] = a;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void server_answer(server *s, const char *bytes)
{
    answer a;

    a.bytes = bytes;
    a.count = 0;
    a.holds = 0;
    server_answer_with(s, a);
}

static char *http_answer(int status, const char *headers, const char *body)
{
    size_t capacity = strlen(headers) + strlen(body) + 256;
    char *text = (char *)malloc(capacity);

    require(text != NULL);
    snprintf(text, capacity, "HTTP/1.1 %d Said\r\nConnection: close\r\nContent-Length: %lu\r\n%s\r\n%s", status,
             (unsigned long)strlen(body), headers, body);
    return text;
}

void server_answer_http(server *s, int status, const char *headers, const char *body)
{
    char *text = http_answer(status, headers, body);

    server_answer(s, text);
    free(text);
}

void server_answer_json(server *s, const char *body)
{
    server_answer_http(s, 200, "Content-Type: application/json\r\n", body);
}

void server_hold_json(server *s, const char *body)
{
    answer a;
    char *text = http_answer(200, "Content-Type: application/json\r\n", body);

    a.bytes = text;
    a.count = 0;
    a.holds = 1;
    server_answer_with(s, a);
    free(text);
}

void server_release(server *s)
{
    pthread_mutex_lock(&s->lock);
    s->released += 1;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void server_wait(server *s, unsigned requests)
{
    struct timespec end = hang_end();

    pthread_mutex_lock(&s->lock);
    while (s->request_count < requests)
        require(pthread_cond_timedwait(&s->changed, &s->lock, &end) == 0);
    pthread_mutex_unlock(&s->lock);
}

unsigned server_requests(server *s)
{
    unsigned count;

    pthread_mutex_lock(&s->lock);
    count = s->request_count;
    pthread_mutex_unlock(&s->lock);
    return count;
}

const char *server_request(server *s, unsigned index)
{
    const char *head;

    pthread_mutex_lock(&s->lock);
    require(index < s->request_count);
    head = s->requests[index];
    pthread_mutex_unlock(&s->lock);
    return head;
}
