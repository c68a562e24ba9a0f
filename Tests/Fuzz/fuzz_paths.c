/* A path, NUL, a name: what is made of them is canonical, stays the same the second time, and comes apart again. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The greatest input, and more than is ever put out. */
enum { LONGEST = 8000, ROOM = 8200 };

typedef struct text {
    char data[ROOM];
    size_t length;
} text;

static int is_same(const text *a, const text *b) {
    return a->length == b->length && strcmp(a->data, b->data) == 0;
}

static int is_within_limits(size_t length, size_t depth) { return depth <= 64 && length <= 4096; }

/* The tree knows the path by its canonical form alone. */
static void resolve(const char *path, const text *canonical, int is_good) {
    host *h = host_get(0);
    tally_account *account = host_account(h);
    tally_node node = 0, again = 0;
    text told;

    expect(tally_node_resolve(account, path, &node), is_good ? TALLY_OK : TALLY_ERROR_PATH);
    require((node != 0) == is_good);
    if (is_good) {
        char *exact = (char *)allocate(canonical->length + 1);
        expect(tally_node_get_path(account, node, exact, canonical->length, &told.length), TALLY_ERROR_BUFFER_TOO_SMALL);
        expect_ok(tally_node_get_path(account, node, exact, canonical->length + 1, &told.length));
        require(told.length == canonical->length && strcmp(exact, canonical->data) == 0);
        expect_ok(tally_node_resolve(account, exact, &again));
        require(again == node);
        expect_ok(tally_badge_set(account, path, 3));
        expect_ok(tally_account_verify(account));
        free(exact);
    }
    tally_account_release(account);
}

/* From the components, one by one, the path arises again. */
static void take_apart(const char *path, const text *canonical, size_t depth) {
    text whole, name, next;
    size_t i;

    strcpy(whole.data, "root");
    whole.length = 4;
    for (i = 0; i < depth; i++) {
        expect_ok(tally_path_component(path, i, name.data, ROOM, &name.length));
        require(strlen(name.data) == name.length && path_is_name(name.data, name.length));
        expect_ok(tally_path_join(whole.data, name.data, next.data, ROOM, &next.length));
        whole = next;
    }
    require(is_same(&whole, canonical));
    expect(tally_path_component(path, depth, name.data, ROOM, &name.length), TALLY_ERROR_NOT_FOUND);
    expect(tally_path_component(path, SIZE_MAX, name.data, ROOM, &name.length), TALLY_ERROR_NOT_FOUND);
}

static void join(const char *path, const char *name, const text *canonical, size_t depth, int is_good) {
    int is_name = path_is_name(name, strlen(name));
    text escaped, joined, parent, last;

    escaped.length = 0;
    expect(tally_path_escape(name, escaped.data, ROOM, &escaped.length), is_name ? TALLY_OK : TALLY_ERROR_PATH);
    if (!is_good || !is_name || !is_within_limits(canonical->length + 1 + escaped.length, depth + 1)) {
        expect(tally_path_join(path, name, joined.data, ROOM, &joined.length), TALLY_ERROR_PATH);
        return;
    }
    expect_ok(tally_path_join(path, name, joined.data, ROOM, &joined.length));
    require(strlen(joined.data) == joined.length && joined.length == canonical->length + 1 + escaped.length);
    require(memcmp(joined.data, canonical->data, canonical->length) == 0);
    require(strcmp(joined.data + canonical->length + 1, escaped.data) == 0);
    expect_ok(tally_path_parent(joined.data, parent.data, ROOM, &parent.length));
    require(is_same(&parent, canonical));
    expect_ok(tally_path_component(joined.data, depth, last.data, ROOM, &last.length));
    require(strcmp(last.data, name) == 0);
}

static void find_parent(const char *path, const text *canonical, size_t depth, int is_good) {
    text parent;
    tally_status expected = !is_good ? TALLY_ERROR_PATH : depth == 0 ? TALLY_ERROR_NOT_FOUND : TALLY_OK;

    expect(tally_path_parent(path, parent.data, ROOM, &parent.length), expected);
    if (expected != TALLY_OK) return;
    require(parent.length < canonical->length && memcmp(parent.data, canonical->data, parent.length) == 0);
    require(canonical->data[parent.length] == '.' && strlen(parent.data) == parent.length);
}

static char *c_string(const uint8_t *bytes, size_t length) {
    char *string = (char *)allocate(length + 1);

    if (length > 0) memcpy(string, bytes, length);
    string[length] = '\0';
    return string;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? (const uint8_t *)memchr(data, 0, size) : NULL;
    size_t length = end != NULL ? (size_t)(end - data) : size, depth = 0;
    char *path, *name;
    text canonical;
    int is_good;

    if (size > LONGEST) return 0;
    path = c_string(data, length);
    name = end != NULL ? c_string(end + 1, size - length - 1) : c_string(NULL, 0);
    is_good = path_canonical(path, length, canonical.data, &canonical.length, &depth)
        && is_within_limits(canonical.length, depth);
    find_parent(path, &canonical, depth, is_good);
    resolve(path, &canonical, is_good);
    if (is_good) take_apart(path, &canonical, depth);
    join(path, name, &canonical, depth, is_good);
    free(path);
    free(name);
    return 0;
}
