/*
 * watch.c: watches the badges that a server's feed sets, and reads commands.
 *
 *     cc -std=c99 -Iinclude Examples/c/watch.c -Lbuild -ltally -Wl,-rpath,build -o watch
 *     ./watch http://127.0.0.1:8080/feed badges.db [interval_ms]
 *
 * interval_ms: the polling interval of the feed. The first poll comes after one interval, or after 1 s if that is less.
 * Without it: the library's defaults. 0: only on `refresh`. The environment variable TALLY_TOKEN has a bearer token.
 *
 * It shows how a program with a loop of its own drains events: it sleeps in poll() on its own descriptors and on
 * tally_engine_get_descriptor, and when that is readable calls tally_engine_dispatch. No thread of its own, no timer,
 * no lock.
 *
 * Commands come one a line from standard input; `help` lists them. The answer to each ends with a line `ok`, `held` or
 * `error NAME: message`, so a program can drive this one. Lines of the tree begin with two spaces, lines about events
 * with `event`. It ends at `quit`, or at the end of its input.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tally.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 8192 };

/* Everything that this program has. */
typedef struct watch {
    tally_engine *engine;
    tally_account *account;
    tally_feed *feed;
    tally_scope *scope;

    /* The refresh that is waited for. Its result comes as a completion, its numbers in the event SYNCED. */
    int refreshing;
    int completed;
    tally_status result;
    char reason[1024];
    int synced;
    uint32_t added, changed, removed;

    int badges_changed; /* Since the tree was last printed. */

    /* Input that was read and not yet used. */
    char input[LINE_MAX_BYTES];
    size_t input_length;
    int skipping; /* The rest of a line that was too long. */
    int input_ended;
} watch;

/* ---- Statuses ---- */

/* The message of the last failed call, or the sentence of its status if there is none. */
static const char *message_of(tally_status status)
{
    static char message[1024];
    size_t length = 0;

    if (tally_error_message(message, sizeof message, &length) == TALLY_OK && length > 0)
        return message;
    return tally_status_message(status);
}

/* Text of a server's, or an error's: whatever a terminal would obey becomes a space. */
static void print_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        putchar(byte < 0x20 || byte == 0x7F ? ' ' : byte);
    }
}

static void print_error(tally_status status, const char *message)
{
    printf("error %s: ", tally_status_name(status));
    print_text(message, strlen(message));
    putchar('\n');
}

/* Ends the response to a command. A negative status is an error; zero and positive ones are successes. Of these, only
 * HELD matters to the user. */
static void print_status(tally_status status)
{
    if (status < 0)
        print_error(status, message_of(status));
    else
        puts(status == TALLY_HELD ? "held" : "ok");
}

/* ---- The tree ---- */

/* Prints a badge: its number, a dot, or nothing (a muted node may be listed without showing any). */
static void format_badge(const tally_badge *badge, char *buffer, size_t capacity)
{
    if (!badge->kind)
        snprintf(buffer, capacity, "-");
    else if (badge->count == 0)
        snprintf(buffer, capacity, "•");
    else
        snprintf(buffer, capacity, "%" PRIu64, badge->count);
}

/* Orders paths so that a node is followed directly by its subtree: as bytes, but a dot before any other byte. */
static const char *sorted_text;

static int compare_entries(const void *left, const void *right)
{
    const unsigned char *a = (const unsigned char *)sorted_text + ((const tally_badge_entry *)left)->path.offset;
    const unsigned char *b = (const unsigned char *)sorted_text + ((const tally_badge_entry *)right)->path.offset;

    while (*a != '\0' && *a == *b)
        a++, b++;
    int x = *a == '.' ? 1 : *a; /* No path has a byte 1: it is a control character. */
    int y = *b == '.' ? 1 : *b;
    return (x > y) - (x < y);
}

/* A path's last component, still escaped, and how deep it is. A backslash escapes the byte that follows it. */
static const char *last_component(const char *path, int *out_depth)
{
    const char *last = path;

    *out_depth = 0;
    for (const char *p = path; *p != '\0'; p++) {
        if (*p == '\\' && p[1] != '\0') {
            p++;
        } else if (*p == '.') {
            last = p + 1;
            ++*out_depth;
        }
    }
    return last;
}

static void print_node(const char *path, const tally_badge *badge)
{
    char shown[32];
    int depth;
    const char *name = last_component(path, &depth);
    int indent = 2 + 2 * depth;
    int width = indent < 24 ? 24 - indent : 1;

    format_badge(badge, shown, sizeof shown);
    printf("%*s%-*s %s\n", indent, "", width, name, shown);
}

/* Doubles the room of a list. */
static tally_status grow(tally_rows *rows)
{
    rows->capacity = rows->capacity == 0 ? 64 : rows->capacity * 2;
    rows->text_capacity = rows->capacity * 64;
    free(rows->entries);
    free(rows->text);
    rows->entries = malloc(rows->capacity * rows->entry_size);
    rows->text = malloc(rows->text_capacity);
    return rows->entries != NULL && rows->text != NULL ? TALLY_OK : TALLY_ERROR_NO_MEMORY;
}

/* Prints all badges that are lit, of one moment: with more room, until all of them fit. */
static tally_status print_tree(watch *w)
{
    tally_rows rows = TALLY_ROWS_INIT;
    tally_badge_entry *entries;
    tally_status status;

    rows.entry_size = sizeof *entries;
    do {
        status = grow(&rows);
        if (status == TALLY_OK)
            status = tally_badge_list(w->account, "root", TALLY_SUBTREE, NULL, &rows, NULL);
    } while (status == TALLY_MORE || status == TALLY_ERROR_BUFFER_TOO_SMALL);
    entries = rows.entries;
    if (status >= 0) {
        tally_badge nothing = {0};

        /* The root is listed only where it is lit; a tree without one would be hard to read. */
        sorted_text = rows.text;
        if (rows.count > 0)
            qsort(entries, rows.count, sizeof *entries, compare_entries);
        if (rows.count == 0 || strcmp(rows.text + entries[0].path.offset, "root") != 0)
            print_node("root", &nothing);
        for (size_t i = 0; i < rows.count; i++)
            print_node(rows.text + entries[i].path.offset, &entries[i].badge);
    }
    free(rows.entries);
    free(rows.text);
    return status;
}

/* ---- Events ---- */

static void print_result(tally_status result, int64_t retry_after)
{
    switch (result) {
    case TALLY_OK:
        printf("ok");
        break;
    case TALLY_NOT_MODIFIED:
        printf("not modified");
        break;
    default: /* An error: the server could not be reached, refused, or answered something else. */
        printf("%s", tally_status_name(result));
        break;
    }
    if (retry_after > 0)
        printf(", the server asks to wait %" PRId64 " s", (retry_after + 999) / 1000);
}

static void badge_changed(void *user_data, const tally_event *event, const char *text)
{
    watch *w = user_data;
    tally_badge badge = {0};
    char shown[32];

    badge.kind = event->badge_kind;
    badge.count = event->count;
    format_badge(&badge, shown, sizeof shown);
    printf("event badge %s %s (revision %" PRIu64 ")\n", text, shown, event->revision);
    w->badges_changed = 1;
}

static void refresh_completed(void *user_data, const tally_event *event, const char *text)
{
    watch *w = user_data;

    w->completed = 1;
    w->result = event->result;
    snprintf(w->reason, sizeof w->reason, "%s", event->text_length > 0 ? text : tally_status_message(event->result));
}

/* Events that belong to no observer have no callback, and come from tally_engine_next_event. */
static void other_event(watch *w, const tally_event *event, const char *text)
{
    switch (event->kind) {
    case TALLY_EVENT_SYNCED:
        w->synced = 1;
        w->added = event->added;
        w->changed = event->changed;
        w->removed = event->removed;
        printf("event synced ");
        print_result(event->result, event->retry_after);
        printf(": %" PRIu32 " added, %" PRIu32 " changed, %" PRIu32 " removed, %" PRIu32 " rejected; ", event->added,
               event->changed, event->removed, event->rejected);
        print_text(text, event->text_length);
        putchar('\n');
        break;
    case TALLY_EVENT_AUTH:
        printf("event auth: the server refuses the token; ");
        print_text(text, event->text_length);
        putchar('\n');
        break;
    default: /* Those with a callback have been told by it; and a newer library may have kinds of its own. */
        break;
    }
}

/* Takes everything out of the queue: first what has callbacks, then the rest. */
static tally_status drain(watch *w)
{
    static char *text;
    static size_t capacity;
    tally_status status = tally_engine_dispatch(w->engine, TALLY_NO_LIMIT, NULL);

    while (status >= 0) {
        tally_event event = {0};

        event.struct_size = sizeof event;
        status = tally_engine_next_event(w->engine, TALLY_NO_WAIT, &event, text, capacity);
        if (status == TALLY_EMPTY)
            return TALLY_OK;
        if (status == TALLY_ERROR_BUFFER_TOO_SMALL) { /* The event stays first. */
            char *larger = realloc(text, (size_t)event.text_length + 1);

            if (larger == NULL)
                return TALLY_ERROR_NO_MEMORY;
            text = larger;
            capacity = (size_t)event.text_length + 1;
            status = TALLY_OK;
        } else if (status >= 0) {
            other_event(w, &event, text != NULL ? text : "");
        }
    }
    return status;
}

/* Drains, and where badges changed prints the tree once, however many events there were. */
static tally_status show_events(watch *w)
{
    tally_status status = drain(w);

    if (status >= 0 && w->badges_changed) {
        w->badges_changed = 0;
        status = print_tree(w);
    }
    return status;
}

/* ---- Commands ---- */

static tally_status start_refresh(watch *w)
{
    tally_status status;

    w->completed = 0;
    w->synced = 0;
    status = tally_feed_refresh_now(w->feed, refresh_completed, w, NULL, NULL);
    w->refreshing = status >= 0;
    return status;
}

/* Ends the command `refresh` once its result is there; one that succeeded has told its numbers too. */
static void finish_refresh(watch *w)
{
    int succeeded = w->result == TALLY_OK || w->result == TALLY_NOT_MODIFIED;

    if (!w->refreshing || !w->completed || (succeeded && !w->synced))
        return;
    w->refreshing = 0;
    if (!succeeded) {
        print_error(w->result, w->reason);
        return;
    }
    if (w->result == TALLY_NOT_MODIFIED)
        puts("not modified");
    else
        printf("synced: %" PRIu32 " added, %" PRIu32 " changed, %" PRIu32 " removed\n", w->added, w->changed,
               w->removed);
    print_status(TALLY_OK);
}

static const char *state_name(int32_t state)
{
    switch (state) {
    case TALLY_MESSAGE_STATE_UNSEEN:
        return "unseen";
    case TALLY_MESSAGE_STATE_SEEN:
        return "seen";
    case TALLY_MESSAGE_STATE_READ:
        return "read";
    default:
        return "unknown";
    }
}

static void print_message(const tally_message *message, const char *text)
{
    const tally_text columns[] = {message->id, message->path, message->title};

    printf("%" PRIu64 "\t", message->key);
    print_text(text + columns[0].offset, columns[0].length);
    printf("\t%s", state_name(message->state));
    for (int i = 1; i < 3; i++) {
        putchar('\t');
        print_text(text + columns[i].offset, columns[i].length);
    }
    putchar('\n');
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);

    return copy == NULL ? NULL : strcpy(copy, text);
}

/* Lists the messages at a path and below, newest first: key, id, state, path and title, divided by tabs. */
static tally_status print_messages(watch *w, const char *path)
{
    tally_rows rows = TALLY_ROWS_INIT;
    const tally_message *messages;
    char *after = NULL; /* A copy of rows.next, since larger buffers may be needed for the next page. */
    tally_status status;

    rows.entry_size = sizeof *messages;
    status = grow(&rows);
    while (status == TALLY_OK || status == TALLY_MORE) {
        status = tally_message_list(w->account, path, TALLY_SUBTREE, after, &rows);
        if (status == TALLY_ERROR_BUFFER_TOO_SMALL) {
            status = grow(&rows);
            continue;
        }
        messages = rows.entries;
        for (size_t i = 0; status >= 0 && i < rows.count; i++)
            print_message(&messages[i], rows.text);
        free(after);
        after = status == TALLY_MORE ? copy_text(rows.next) : NULL;
        if (status == TALLY_MORE && after == NULL)
            status = TALLY_ERROR_NO_MEMORY;
        if (status == TALLY_OK)
            break;
    }
    free(after);
    free(rows.entries);
    free(rows.text);
    return status < 0 ? status : TALLY_OK;
}

/* A whole number; 0 where the text is none, 1 where it is. */
static int parse_integer(const char *text, int64_t *out_value)
{
    char *end;

    errno = 0;
    *out_value = strtoll(text, &end, 10);
    return errno == 0 && end != text && *end == '\0';
}

/* `set PATH N`: a path may hold spaces, so the number is what follows the last one. */
static void set_command(watch *w, char *arguments)
{
    char *space = strrchr(arguments, ' ');
    int64_t count;

    if (space == NULL || !parse_integer(space + 1, &count)) {
        print_error(TALLY_ERROR_ARGUMENT, "set PATH N");
        return;
    }
    *space = '\0';
    print_status(tally_badge_set(w->account, arguments, count));
}

static void read_command(watch *w, const char *argument)
{
    int64_t number;
    int64_t key;

    if (!parse_integer(argument, &number) || number <= 0) {
        print_error(TALLY_ERROR_ARGUMENT, "read KEY, as `messages` lists them");
        return;
    }
    key = (uint64_t)number;
    print_status(tally_message_mark_read(w->account, &key, 1, NULL));
}

/* Runs one line; 0 where it was `quit`. */
static int run(watch *w, char *line)
{
    char *space = strchr(line, ' ');
    char *arguments = space != NULL ? space + 1 : line + strlen(line);

    if (space != NULL)
        *space = '\0';
    if (strcmp(line, "quit") == 0) {
        print_status(TALLY_OK);
        return 0;
    } else if (strcmp(line, "tree") == 0) {
        print_status(print_tree(w));
    } else if (strcmp(line, "refresh") == 0) {
        tally_status status = start_refresh(w);

        if (status < 0)
            print_status(status);
    } else if (strcmp(line, "clear") == 0) {
        print_status(tally_badge_clear(w->account, arguments));
    } else if (strcmp(line, "clear_tree") == 0) {
        print_status(tally_badge_clear_tree(w->account, arguments));
    } else if (strcmp(line, "set") == 0) {
        set_command(w, arguments);
    } else if (strcmp(line, "dot") == 0) {
        print_status(tally_badge_dot(w->account, arguments));
    } else if (strcmp(line, "messages") == 0) {
        print_status(print_messages(w, *arguments != '\0' ? arguments : "root"));
    } else if (strcmp(line, "read") == 0) {
        read_command(w, arguments);
    } else if (strcmp(line, "flush") == 0) {
        print_status(tally_engine_flush(w->engine));
    } else if (strcmp(line, "help") == 0) {
        puts("tree | refresh | clear PATH | clear_tree PATH | set PATH N | dot PATH | messages [PATH] | read KEY | flush | "
             "quit");
        print_status(TALLY_OK);
    } else if (*line != '\0') {
        print_error(TALLY_ERROR_ARGUMENT, "no such command; `help` lists them");
    }
    return 1;
}

/* ---- Input and the loop ---- */

/* Takes the next whole line out of the input, without its end; 0: there is none yet. The last line need not end. */
static int next_line(watch *w, char *line)
{
    char *end = memchr(w->input, '\n', w->input_length);
    size_t length = end != NULL ? (size_t)(end - w->input) : w->input_length;
    size_t used = end != NULL ? length + 1 : length;

    if (end == NULL && w->input_length == sizeof w->input) { /* Too long: the whole line is ignored. */
        w->input_length = 0;
        if (!w->skipping)
            print_error(TALLY_ERROR_ARGUMENT, "the line is too long");
        w->skipping = 1;
        return 0;
    }
    if (end == NULL && (!w->input_ended || length == 0))
        return 0;
    memcpy(line, w->input, length);
    line[length > 0 && line[length - 1] == '\r' ? length - 1 : length] = '\0';
    w->input_length -= used;
    memmove(w->input, w->input + used, w->input_length);
    if (w->skipping) {
        w->skipping = 0;
        *line = '\0';
    }
    return 1;
}

static void read_input(watch *w)
{
    ssize_t got = read(STDIN_FILENO, w->input + w->input_length, sizeof w->input - w->input_length);

    if (got > 0)
        w->input_length += (size_t)got;
    else if (got == 0 || errno != EINTR)
        w->input_ended = 1;
}

/* Until `quit` or the end of the input. While a refresh is waited for, events go on, but no command begins. */
static tally_status loop(watch *w)
{
    static char line[LINE_MAX_BYTES + 1];
    intptr_t descriptor;
    tally_status status = tally_engine_get_descriptor(w->engine, &descriptor);

    while (status >= 0) {
        struct pollfd waits[2];

        while (!w->refreshing && next_line(w, line)) {
            if (!run(w, line))
                return TALLY_OK;
            fflush(stdout);
        }
        if (!w->refreshing && w->input_ended)
            return TALLY_OK;

        waits[0].fd = (int)descriptor;
        waits[0].events = POLLIN;
        waits[1].fd = w->refreshing ? -1 : STDIN_FILENO; /* poll ignores a negative one. */
        waits[1].events = POLLIN;
        waits[0].revents = waits[1].revents = 0;
        if (poll(waits, 2, -1) < 0) {
            if (errno == EINTR)
                continue;
            perror("poll");
            return TALLY_ERROR_IO;
        }
        if (waits[0].revents != 0) {
            status = show_events(w);
            finish_refresh(w);
        }
        if (waits[1].revents != 0)
            read_input(w);
        fflush(stdout);
    }
    return status;
}

/* ---- Beginning and end ---- */

/* The server's token, if the environment has one. */
static tally_status give_credential(watch *w, const char *url)
{
    tally_credential credential = TALLY_CREDENTIAL_INIT;

    credential.kind = TALLY_CREDENTIAL_KIND_BEARER;
    credential.secret = getenv("TALLY_TOKEN");
    return credential.secret ? tally_account_set_credential(w->account, url, &credential) : TALLY_OK;
}

/* Opens everything; what was opened before an error stays in `w`, and is closed by the caller. */
static tally_status open_all(watch *w, const char *url, const char *file, int64_t interval)
{
    tally_engine_options options = {0};
    tally_feed_options feed = {0};
    tally_status status;

    options.struct_size = sizeof options;
    options.file = file;
    feed.struct_size = sizeof feed;
    feed.url = url;
    if (interval == 0) {
        feed.initial_delay = feed.interval = TALLY_OFF;
    } else if (interval > 0) {
        feed.interval = interval;
        feed.initial_delay = interval < 1000 ? interval : 1000;
    }

    status = tally_engine_open(&options, &w->engine);
    if (status >= 0)
        status = tally_account_open(w->engine, "demo", NULL, &w->account);
    if (status >= 0)
        status = tally_scope_open(w->engine, &w->scope);
    if (status >= 0)
        status = tally_observe(w->scope, w->account, "root", TALLY_SUBTREE, badge_changed, w, NULL, NULL);
    if (status >= 0)
        status = tally_feed_add(w->account, "server", &feed, &w->feed);
    if (status >= 0)
        status = give_credential(w, feed.url);
    if (status >= 0)
        status = tally_account_log_in(w->account);
    return status;
}

/* Handles may be released in any order. Closing writes what is not written yet, so its answer matters. */
static tally_status close_all(watch *w)
{
    tally_scope_close(w->scope);
    tally_feed_release(w->feed);
    tally_account_release(w->account);
    return tally_engine_close(w->engine, TALLY_NO_TIMEOUT);
}

int main(int argument_count, char **arguments)
{
    static watch w;
    int64_t interval = -1;
    tally_status status, closed;

    if (argument_count < 3 || argument_count > 4
        || (argument_count == 4 && (!parse_integer(arguments[3], &interval) || interval < 0))) {
        fprintf(stderr, "usage: %s URL DBFILE [interval_ms]\n", arguments[0]);
        return 2;
    }
    status = open_all(&w, arguments[1], arguments[2], interval);
    if (status >= 0) {
        /* The state of the last run is available immediately, before any request. */
        status = print_tree(&w);
        puts("ready");
        fflush(stdout);
    }
    if (status >= 0)
        status = loop(&w);
    if (status < 0)
        fprintf(stderr, "%s: %s\n", tally_status_name(status), message_of(status));
    closed = close_all(&w);
    if (closed < 0)
        fprintf(stderr, "closing: %s: %s\n", tally_status_name(closed), tally_status_message(closed));
    return status < 0 || closed < 0;
}
