/* The replay of the conformance data (Tests/Conformance/README.md) in C: what a step is given, and what it gives. */
#ifndef TALLY_CONFORMANCE_H
#define TALLY_CONFORMANCE_H

#include "support.h"

#include <cjson/cJSON.h>

/* How much a call may give: room for all that a case asks for. */
#define MAX_ENTRIES 10000
#define MAX_BYTES (1u << 20)

/* ---- Structures, by the names of their members ---- */

typedef enum field_kind {
    FIELD_I32,
    FIELD_U32,
    FIELD_I64,
    FIELD_U64,
    FIELD_FLOAT,
    FIELD_CHARS, /* const char *, going in */
    FIELD_TEXT,  /* tally_text, going out */
    FIELD_SPAN,  /* an offset and behind it a length, going out */
    FIELD_STATUS, /* By its name, going out. */
    FIELD_INNER  /* A structure whose members stand among those of the outer one. */
} field_kind;

typedef struct field {
    const char *name; /* NULL: the last one. */
    field_kind kind;
    size_t offset;
    const struct field *inner;
} field;

/* ---- The current case ---- */

#define MAX_NAMES 64

typedef struct named {
    const char *name; /* Borrowed from the case. */
    void *handle;
    uint64_t number;
} named;

typedef struct names {
    named entries[MAX_NAMES];
    size_t count;
} names;

typedef struct run {
    fake_clock clock;
    tally_engine *engine;
    tally_scope *scope;
    names accounts;
    names feeds;
    names nodes;
    names tokens;
    names sent;    /* Requests of the host's transport. */
    cJSON *requests, *drawn; /* Arrays: the calls of the transport and of the widgets. */
    int64_t notices;
    char folder[256]; /* The folder of the case's files; empty: it has none. */
    char file[512];   /* The engine's file in it; empty: it is in memory. */
    cJSON *kept; /* The values that steps have kept by "as". */
    cJSON *in;   /* The step. */
    cJSON *out;  /* The result of the step. */
    const char *problem; /* Why the step cannot be done at all: a defect of the data, or of this replay. */
} run;

typedef tally_status (*step_function)(run *r);

/* A step's function by its name; NULL: there is none. How many there are, and their names. */
step_function find_call(const char *name);

/* Arguments: those that are missing are NULL and 0. Taken arguments are noted, so that an unused one is an error. */
const char *take_text(run *r, const char *name);
/* The path of a file in the case's folder. Borrowed until the next but one. */
const char *take_file(run *r, const char *name);
int64_t take_signed(run *r, const char *name);
uint64_t take_unsigned(run *r, const char *name);
size_t take_limit(run *r);
/* Bytes: from `name` as hexadecimal digits, or from "text". Borrowed until the next step. */
const void *take_bytes(run *r, const char *name, size_t *out_size);
/* The members of an object, in a structure that begins with its size; NULL: there is no such object. */
void *take_structure(run *r, const char *name, const field *fields, void *structure, size_t size);
cJSON *take(run *r, const char *name);

/* Handles, by their names. Missing or unknown: a problem. */
tally_account *take_account(run *r, const char *name);
tally_feed *take_feed(run *r);
uint64_t take_number(run *r, names *numbers, const char *name);
void keep_handle(run *r, names *handles, const char *name, void *handle, uint64_t number);
const char *name_of(const names *handles, uint64_t number);

/* Results. */
void give_text(run *r, const char *name, const char *text);
void give_signed(run *r, const char *name, int64_t value);
void give_unsigned(run *r, const char *name, uint64_t value);
void give_bytes(run *r, const void *bytes, size_t size);
void give_structure(cJSON *object, const field *fields, const void *structure, const char *text);
/* Appends an object to the list `entries`. */
cJSON *give_entry(run *r);
/* Gives an array as `entries`, and an empty one takes its place. */
void give_gathered(run *r, cJSON **array);
cJSON *integer_node(int64_t value);
cJSON *unsigned_node(uint64_t value);

/* The member of a structure in JSON. */
void fill_structure(run *r, cJSON *object, const field *fields, void *structure);

#endif
