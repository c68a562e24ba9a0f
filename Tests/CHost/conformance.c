/* needs: cjson sqlite */
/* Replays the conformance data: every case of every file of Tests/Conformance/data, each in an engine of its own.
 * TALLY_CONFORMANCE: the folder; TALLY_CASE: only cases whose names hold it. TALLY_RECORD: the file for a record of all
 * results, with all rows of each case's file (record.h). */
#include "conformance.h"
#include "record.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_WALL INT64_C(1767225600000)
/* Beyond it an integer is a string. */
#define MAX_PLAIN (INT64_C(1) << 53)
/* Set in cJSON's type of what a call has taken. */
#define TAKEN (1 << 16)

static size_t case_count, step_count;

/* ---- Numbers and texts in JSON ---- */

cJSON *integer_node(int64_t value)
{
    char text[24];

    if (value >= -MAX_PLAIN && value <= MAX_PLAIN)
        return cJSON_CreateNumber((double)value);
    snprintf(text, sizeof text, "%" PRId64, value);
    return cJSON_CreateString(text);
}

cJSON *unsigned_node(uint64_t value)
{
    char text[24];

    if (value <= (uint64_t)MAX_PLAIN)
        return cJSON_CreateNumber((double)value);
    snprintf(text, sizeof text, "%" PRIu64, value);
    return cJSON_CreateString(text);
}

/* Replaces "$x" by the value that was kept as x. */
static cJSON *resolve(run *r, cJSON *item)
{
    cJSON *kept;

    if (!cJSON_IsString(item) || item->valuestring[0] != '$')
        return item;
    kept = cJSON_GetObjectItemCaseSensitive(r->kept, item->valuestring + 1);
    if (kept == NULL)
        r->problem = "nothing was kept by this name";
    return kept;
}

static cJSON *take_from(run *r, cJSON *object, const char *name)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    if (item == NULL)
        return NULL;
    item->type |= TAKEN;
    item = resolve(r, item);
    return cJSON_IsNull(item) ? NULL : item;
}

static const char *text_of(run *r, cJSON *item)
{
    if (item == NULL)
        return NULL;
    if (!cJSON_IsString(item))
        r->problem = "an argument is no text";
    return item->valuestring;
}

static int64_t signed_of(run *r, cJSON *item)
{
    if (item == NULL)
        return 0;
    if (cJSON_IsString(item))
        return strtoll(item->valuestring, NULL, 10);
    if (!cJSON_IsNumber(item))
        r->problem = "an argument is no number";
    return (int64_t)item->valuedouble;
}

static uint64_t unsigned_of(run *r, cJSON *item)
{
    if (cJSON_IsString(item))
        return strtoull(item->valuestring, NULL, 10);
    return (uint64_t)signed_of(r, item);
}

/* ---- Arguments ---- */

cJSON *take(run *r, const char *name)
{
    return take_from(r, r->in, name);
}

const char *take_text(run *r, const char *name)
{
    return text_of(r, take(r, name));
}

const char *take_file(run *r, const char *name)
{
    static char room[2][512];
    static unsigned next;
    char *path = room[next++ % COUNT_OF(room)];
    const char *file = take_text(r, name);

    snprintf(path, sizeof room[0], "%s/%s", r->folder, file != NULL ? file : "");
    return path;
}

int64_t take_signed(run *r, const char *name)
{
    return signed_of(r, take(r, name));
}

uint64_t take_unsigned(run *r, const char *name)
{
    return unsigned_of(r, take(r, name));
}

size_t take_limit(run *r)
{
    cJSON *item = take(r, "limit");

    return item == NULL ? MAX_ENTRIES : (size_t)unsigned_of(r, item);
}

static int digit_of(char character)
{
    const char *digits = "0123456789abcdef";
    const char *found = strchr(digits, character);

    return character != '\0' && found != NULL ? (int)(found - digits) : -1;
}

const void *take_bytes(run *r, const char *name, size_t *out_size)
{
    static unsigned char room[4][MAX_BYTES];
    static unsigned next;
    cJSON *item = take(r, "text");
    unsigned char *bytes = room[next++ % COUNT_OF(room)];
    const char *digits;

    *out_size = 0;
    if (cJSON_IsString(item)) {
        *out_size = strlen(item->valuestring);
        return item->valuestring;
    }
    digits = take_text(r, name);
    if (digits == NULL)
        return NULL;
    for (; digits[0] != '\0' && *out_size < MAX_BYTES; digits += 2) {
        int high = digit_of(digits[0]), low = digit_of(digits[1]);

        if (high < 0 || low < 0) {
            r->problem = "bytes are no hexadecimal digits";
            return NULL;
        }
        bytes[(*out_size)++] = (unsigned char)(high << 4 | low);
    }
    return bytes;
}

void fill_structure(run *r, cJSON *object, const field *fields, void *structure)
{
    for (; fields->name != NULL; fields++) {
        cJSON *item = take_from(r, object, fields->name);
        char *member = (char *)structure + fields->offset;

        if (item == NULL)
            continue;
        switch (fields->kind) {
        case FIELD_I32: *(int32_t *)(void *)member = (int32_t)signed_of(r, item); break;
        case FIELD_U32: *(uint32_t *)(void *)member = (uint32_t)unsigned_of(r, item); break;
        case FIELD_I64: *(int64_t *)(void *)member = signed_of(r, item); break;
        case FIELD_U64: *(uint64_t *)(void *)member = unsigned_of(r, item); break;
        case FIELD_FLOAT: *(float *)(void *)member = (float)item->valuedouble; break;
        case FIELD_CHARS: *(const char **)(void *)member = text_of(r, item); break;
        case FIELD_TEXT:
        case FIELD_SPAN:
        case FIELD_STATUS:
        case FIELD_INNER: r->problem = "a member that only goes out"; break;
        }
    }
}

void *take_structure(run *r, const char *name, const field *fields, void *structure, size_t size)
{
    cJSON *object = take(r, name);
    uint32_t struct_size = (uint32_t)size;

    if (object == NULL)
        return NULL;
    memset(structure, 0, size);
    memcpy(structure, &struct_size, sizeof struct_size);
    fill_structure(r, object, fields, structure);
    return structure;
}

/* ---- Handles ---- */

static const named *find_name(const names *handles, const char *name)
{
    size_t i;

    for (i = 0; name != NULL && i < handles->count; i++)
        if (strcmp(handles->entries[i].name, name) == 0)
            return &handles->entries[i];
    return NULL;
}

void keep_handle(run *r, names *handles, const char *name, void *handle, uint64_t number)
{
    named *entry = (named *)find_name(handles, name);

    if (name == NULL)
        return;
    if (entry == NULL && handles->count == MAX_NAMES) {
        r->problem = "too many names";
        return;
    }
    if (entry == NULL)
        entry = &handles->entries[handles->count++];
    else if (handles == &r->accounts)
        tally_account_release((tally_account *)entry->handle);
    else if (handles == &r->feeds)
        tally_feed_release((tally_feed *)entry->handle);
    entry->name = name;
    entry->handle = handle;
    entry->number = number;
}

const char *name_of(const names *handles, uint64_t number)
{
    size_t i;

    for (i = 0; i < handles->count; i++)
        if (handles->entries[i].number == number)
            return handles->entries[i].name;
    return NULL;
}

static const named *take_name(run *r, names *handles, const char *name)
{
    static const named none;
    const named *entry = find_name(handles, take_text(r, name));

    if (entry == NULL)
        r->problem = "a handle that nobody made";
    return entry != NULL ? entry : &none;
}

tally_account *take_account(run *r, const char *name)
{
    return (tally_account *)take_name(r, &r->accounts, name)->handle;
}

tally_feed *take_feed(run *r)
{
    return (tally_feed *)take_name(r, &r->feeds, "feed")->handle;
}

uint64_t take_number(run *r, names *numbers, const char *name)
{
    return take_name(r, numbers, name)->number;
}

/* ---- Results ---- */

void give_text(run *r, const char *name, const char *text)
{
    cJSON_AddStringToObject(r->out, name, text);
}

void give_signed(run *r, const char *name, int64_t value)
{
    cJSON_AddItemToObject(r->out, name, integer_node(value));
}

void give_unsigned(run *r, const char *name, uint64_t value)
{
    cJSON_AddItemToObject(r->out, name, unsigned_node(value));
}

void give_bytes(run *r, const void *bytes, size_t size)
{
    char *digits = (char *)malloc(2 * size + 1);
    size_t i;

    require(digits != NULL);
    digits[0] = '\0';
    for (i = 0; i < size; i++)
        sprintf(digits + 2 * i, "%02x", ((const unsigned char *)bytes)[i]);
    give_text(r, "bytes", digits);
    free(digits);
}

cJSON *give_entry(run *r)
{
    cJSON *entries = cJSON_GetObjectItemCaseSensitive(r->out, "entries"), *entry = cJSON_CreateObject();

    if (entries == NULL)
        entries = cJSON_AddArrayToObject(r->out, "entries");
    cJSON_AddItemToArray(entries, entry);
    return entry;
}

void give_gathered(run *r, cJSON **array)
{
    cJSON_AddItemToObject(r->out, "entries", *array);
    *array = cJSON_CreateArray();
}

static cJSON *piece(const char *text, uint32_t offset, uint32_t length)
{
    char *copy = (char *)calloc((size_t)length + 1, 1);
    cJSON *item;

    require(copy != NULL);
    if (length > 0)
        memcpy(copy, text + offset, length);
    item = cJSON_CreateString(copy);
    free(copy);
    return item;
}

void give_structure(cJSON *object, const field *fields, const void *structure, const char *text)
{
    for (; fields->name != NULL; fields++) {
        const void *member = (const char *)structure + fields->offset;
        const uint32_t *span = (const uint32_t *)member;
        cJSON *item = NULL;

        switch (fields->kind) {
        case FIELD_I32: item = integer_node(*(const int32_t *)member); break;
        case FIELD_U32: item = integer_node(*(const uint32_t *)member); break;
        case FIELD_I64: item = integer_node(*(const int64_t *)member); break;
        case FIELD_U64: item = unsigned_node(*(const uint64_t *)member); break;
        case FIELD_FLOAT: item = cJSON_CreateNumber((double)*(const float *)member); break;
        case FIELD_CHARS:
            item = cJSON_CreateString(*(const char *const *)member != NULL ? *(const char *const *)member : "");
            break;
        case FIELD_TEXT:
        case FIELD_SPAN: item = piece(text, span[0], span[1]); break;
        case FIELD_STATUS: item = cJSON_CreateString(tally_status_name(*(const tally_status *)member)); break;
        case FIELD_INNER: give_structure(object, fields->inner, member, text); continue;
        }
        cJSON_AddItemToObject(object, fields->name, item);
    }
}

/* ---- Expectations ---- */

/* Whether what there is has all that is expected. */
static int agrees(run *r, cJSON *expected, cJSON *actual)
{
    cJSON *item, *other;

    expected = resolve(r, expected);
    if (expected == NULL || actual == NULL)
        return 0;
    if (cJSON_IsObject(expected)) {
        cJSON_ArrayForEach(item, expected)
            if (!agrees(r, item, cJSON_GetObjectItemCaseSensitive(actual, item->string)))
                return 0;
        return 1;
    }
    if (cJSON_IsArray(expected)) {
        if (cJSON_GetArraySize(expected) != cJSON_GetArraySize(actual))
            return 0;
        other = actual->child;
        cJSON_ArrayForEach(item, expected) {
            if (!agrees(r, item, other))
                return 0;
            other = other->next;
        }
        return 1;
    }
    if (cJSON_IsString(expected))
        return cJSON_IsString(actual) && strcmp(expected->valuestring, actual->valuestring) == 0;
    return cJSON_IsNumber(expected) && cJSON_IsNumber(actual)
           && !(expected->valuedouble < actual->valuedouble || expected->valuedouble > actual->valuedouble);
}

static const char *member_text(cJSON *object, const char *name, const char *missing)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

    return cJSON_IsString(item) ? item->valuestring : missing;
}

/* A member that no call has taken. Otherwise a misspelt word would be ignored. */
static const char *untaken(cJSON *object)
{
    const char *known[] = {"call", "status", "message", "out", "as"};
    cJSON *item;
    size_t i;

    cJSON_ArrayForEach(item, object) {
        for (i = 0; i < COUNT_OF(known) && strcmp(known[i], item->string) != 0; i++)
            ;
        if (i < COUNT_OF(known))
            continue;
        if (!(item->type & TAKEN))
            return item->string;
        if (cJSON_IsObject(item) && untaken(item) != NULL)
            return untaken(item);
    }
    return NULL;
}

static void keep(run *r, const char *name)
{
    const char *kinds[] = {"text", "bytes", "digest", "revision", "next"};
    cJSON *item = NULL;
    size_t i;

    for (i = 0; item == NULL && i < COUNT_OF(kinds); i++)
        item = cJSON_GetObjectItemCaseSensitive(r->out, kinds[i]);
    if (item == NULL)
        r->problem = "there is nothing to be kept";
    else {
        cJSON_DeleteItemFromObjectCaseSensitive(r->kept, name);
        cJSON_AddItemToObject(r->kept, name, cJSON_Duplicate(item, 1));
    }
}

/* Records all results of a step, also those that the case does not expect. */
static void record_step(run *r, tally_status status, const char *message)
{
    const char *call = member_text(r->in, "call", "");
    char *given;

    if (!is_recording())
        return;
    given = cJSON_PrintUnformatted(r->out);
    /* Statistics have times of the real clock. */
    record("%s: %s (%s) %s", call, tally_status_name(status), message,
           strcmp(call, "engine_get_stats") == 0 ? "" : given);
    free(given);
}

/* Does a step; what is wrong with it goes into `wrong`. */
static int take_step(run *r, char *wrong, size_t capacity)
{
    step_function function = find_call(member_text(r->in, "call", ""));
    cJSON *expected = cJSON_GetObjectItemCaseSensitive(r->in, "out");
    const char *name = member_text(r->in, "status", "TALLY_OK");
    char message[1024] = "";
    tally_status status;
    size_t length;

    if (function == NULL) {
        snprintf(wrong, capacity, "there is no such call");
        return 0;
    }
    r->problem = NULL;
    status = function(r);
    if (r->problem == NULL && untaken(r->in) != NULL) {
        snprintf(wrong, capacity, "nobody takes '%s'", untaken(r->in));
        return 0;
    }
    if (status < 0)
        tally_error_message(message, sizeof message, &length);
    record_step(r, status, message);
    if (r->problem == NULL && strcmp(tally_status_name(status), name) != 0) {
        snprintf(wrong, capacity, "the answer is %s (%s), expected %s", tally_status_name(status), message, name);
        return 0;
    }
    if (r->problem == NULL && strstr(message, member_text(r->in, "message", "")) == NULL) {
        snprintf(wrong, capacity, "the message is '%s'", message);
        return 0;
    }
    if (r->problem == NULL && expected != NULL && !agrees(r, expected, r->out)) {
        char *given = cJSON_PrintUnformatted(r->out);

        snprintf(wrong, capacity, "it gives %s", given);
        free(given);
        return 0;
    }
    if (r->problem == NULL && member_text(r->in, "as", NULL) != NULL)
        keep(r, member_text(r->in, "as", NULL));
    if (r->problem != NULL)
        snprintf(wrong, capacity, "%s", r->problem);
    return r->problem == NULL;
}

/* ---- Cases ---- */

static const field engine_fields[] = {
#define MEMBER(kind, name) {#name, FIELD_##kind, offsetof(tally_engine_options, name), NULL}
    MEMBER(U32, max_depth), MEMBER(U32, max_path_bytes), MEMBER(U32, max_nodes), MEMBER(U32, max_accounts),
    MEMBER(U32, max_feeds), MEMBER(U32, max_observers), MEMBER(U32, max_response_bytes),
    MEMBER(I64, batch_id_time), MEMBER(U32, max_batch_ids), MEMBER(U32, max_requests),
    MEMBER(U32, max_requests_per_origin), MEMBER(U32, max_forgotten), MEMBER(U32, max_marks),
    MEMBER(U32, max_failed_rows), MEMBER(U32, max_rejected), MEMBER(U32, max_reminder_log),
    MEMBER(U32, max_cached_groups), MEMBER(U32, max_events), MEMBER(U32, max_completions),
    {NULL, FIELD_I32, 0, NULL}
#undef MEMBER
};

static void open_case(run *r, cJSON *given)
{
    cJSON *wall = cJSON_GetObjectItemCaseSensitive(given, "wall");
    cJSON *more = cJSON_GetObjectItemCaseSensitive(given, "options");
    const char *file = member_text(given, "file", NULL);
    tally_engine_options options = {0};

    /* A record has the rows of a file. Cases about hosts state what an engine in memory is. */
    if (file == NULL && is_recording() && strncmp(member_text(given, "case", ""), "hosts:", 6) != 0)
        file = "recorded.db";
    memset(r, 0, sizeof *r);
    r->requests = cJSON_CreateArray();
    r->drawn = cJSON_CreateArray();
    r->clock.wall = cJSON_IsNumber(wall) ? (int64_t)wall->valuedouble : DEFAULT_WALL;
    r->clock.elapsed = 1000000;
    r->kept = cJSON_CreateObject();
    options.struct_size = sizeof options;
    options.flags = TALLY_ENGINE_HOST_DRIVEN;
    options.clock = fake_clock_tell;
    options.clock_user_data = &r->clock;
    options.seed = 1;
    options.zone = member_text(given, "zone", "UTC");
    if (file != NULL) {
        make_directory(r->folder, sizeof r->folder);
        snprintf(r->file, sizeof r->file, "%s/%s", r->folder, file);
        options.file = r->file;
    }
    if (more != NULL) {
        fill_structure(r, more, engine_fields, &options);
        require(untaken(more) == NULL);
    }
    check_ok(tally_engine_open(&options, &r->engine));
    check_ok(tally_scope_open(r->engine, &r->scope));
}

static void close_case(run *r)
{
    size_t i;

    for (i = 0; i < r->feeds.count; i++)
        tally_feed_release((tally_feed *)r->feeds.entries[i].handle);
    for (i = 0; i < r->accounts.count; i++)
        tally_account_release((tally_account *)r->accounts.entries[i].handle);
    tally_scope_close(r->scope);
    cJSON_Delete(r->kept);
    check_ok(tally_engine_close(r->engine, -1));
    if (r->file[0] != '\0')
        record_database(r->file);
    cJSON_Delete(r->requests);
    cJSON_Delete(r->drawn);
    if (r->folder[0] != '\0')
        remove_directory(r->folder);
}

/* 1: every step did what was expected. */
static int take_case(cJSON *given)
{
    static run r;
    static char wrong[65536];
    cJSON *steps = cJSON_GetObjectItemCaseSensitive(given, "steps");
    int number = 0, is_good = 1;

    require(cJSON_GetArraySize(steps) > 0);
    record("case %s", member_text(given, "case", "?"));
    open_case(&r, given);
    cJSON_ArrayForEach(r.in, steps) {
        number++;
        r.out = cJSON_CreateObject();
        is_good = take_step(&r, wrong, sizeof wrong);
        cJSON_Delete(r.out);
        if (!is_good) {
            char *step = cJSON_PrintUnformatted(r.in);

            print_error("%s\n  step %d: %s\n  %s\n", member_text(given, "case", "?"), number, step, wrong);
            free(step);
            break;
        }
        step_count++;
    }
    close_case(&r);
    case_count++;
    return is_good;
}

static void replay(void **state)
{
    const char *only = getenv("TALLY_CASE");
    const char *file = (const char *)*state;
    size_t size;
    char *text = read_file(file, &size), *line, *rest = NULL;
    int failures = 0;

    require(text != NULL);
    for (line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        cJSON *given = cJSON_Parse(line);

        require(given != NULL);
        if (only == NULL || strstr(member_text(given, "case", ""), only) != NULL)
            failures += !take_case(given);
        cJSON_Delete(given);
    }
    free(text);
    assert_int_equal(failures, 0);
}

static int is_data(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);

    return length > 6 && strcmp(entry->d_name + length - 6, ".jsonl") == 0;
}

int main(void)
{
    const char *folder = getenv("TALLY_CONFORMANCE");
    struct dirent **found;
    struct CMUnitTest tests[32];
    static char files[32][4096];
    int count, i, failed;

    if (folder == NULL)
        folder = "Tests/Conformance/data";
    count = scandir(folder, &found, is_data, alphasort);
    require(count > 0 && count <= 32);
    memset(tests, 0, sizeof tests);
    for (i = 0; i < count; i++) {
        snprintf(files[i], sizeof files[i], "%s/%s", folder, found[i]->d_name);
        tests[i].name = strrchr(files[i], '/') + 1;
        tests[i].test_func = replay;
        tests[i].initial_state = files[i];
        free(found[i]);
    }
    free(found);
    failed = _cmocka_run_group_tests("conformance", tests, (size_t)count, NULL, NULL);
    printf("%zu cases, %zu steps\n", case_count, step_count);
    return failed != 0 || case_count == 0;
}
