/* Every function of the header, in a typical call, in a world that has something of each kind. */
#ifndef TALLY_TEST_EVERY_CALL_H
#define TALLY_TEST_EVERY_CALL_H

#include "support.h"

/* The needs of a call. */
enum {
    PURE = 1,      /* No engine. */
    CLOSED = 2,    /* An engine that is not open yet. */
    ENDS = 4,      /* It gives something back: it must not fail, and is made once. */
    STEPS = 8,     /* It does what is due; what fails is tried again. */
    ON_FILE = 16,  /* A file; else the engine is in memory. */
    AGAIN = 32,    /* The file is there already, with something of each kind. */
    CHECKED = 64,  /* It is opened with TALLY_ENGINE_SET_ASIDE. */
    FULL = 128,    /* Durability full. */
    BUSY = 256,    /* The feed has begun a request. */
    RESTS = 512,   /* The account is logged out. */
    AWAY = 1024,   /* The account is not in memory. */
    EVENTS = 2048, /* Events wait. */
    CURL = 4096,   /* Requests go out by libcurl. */
    SENDS = 8192,  /* The outbox is sent. */
    DUE = 16384,   /* Much is due. */
    LEASED = 32768, /* A row of the outbox is leased. */
    THREAD = 65536, /* The engine has its own thread. */
    MANY = 131072, /* Many feeds that complete something, and many reminders. */
    TRACED = 262144 /* A trace is open, and has a record. */
};

#define MAX_ENTRIES 64

typedef struct fixture {
    world w;
    unsigned flags;
    tally_engine_options options;
    char other_file[300];
    tally_account *bo;
    tally_snapshot *first;
    tally_trace *trace;
    tally_node node;
    uint64_t observer, looking, asked;
    int64_t key, row, old;
    unsigned char *patch, *snapshot, *whole, *source;
    size_t patch_size, snapshot_size, whole_size, source_size;
    tally_widget view;
    tally_reminder_options reminder;
    tally_forms forms;
    tally_credential credential;
    int waits, given, given_back, completed;
    /* The outputs of calls. */
    tally_account *account;
    tally_snapshot *second;
    tally_scope *scope;
    tally_trace *opened;
    tally_feed *feed;
    tally_stats stats;
    tally_bytes output;
    tally_position position;
    tally_message_counts messages;
    tally_message_position begin;
    tally_outbox_counts outbox;
    tally_import_report report;
    intptr_t descriptor;
    tally_badge badge;
    tally_badge_own own;
    tally_badge_rule rule;
    tally_style style;
    tally_presentation presentation;
    tally_event event;
    tally_trace_record record;
    tally_feed_state state;
    tally_page_info page;
    tally_group group;
    tally_message message;
    tally_reminder found;
    tally_plan plan;
    int32_t number;
    tally_account_state known;
    uint32_t token32;
    uint64_t token;
    int64_t posted;
    int64_t when;
    size_t count, size;
    uint64_t entries[MAX_ENTRIES * 32];
    char text[16384];
    unsigned char bytes[65536];
} fixture;

typedef struct every_call {
    const char *function; /* NULL ends the table. */
    unsigned flags;
    tally_status (*call)(fixture *f);
} every_call;

extern const every_call every_calls[];

void every_call_begin(fixture *f, unsigned flags);
/* The last step before the call; the state was taken before. */
void every_call_part(fixture *f);
void every_call_end(fixture *f);
/* A hash of the state. */
uint64_t every_call_state(fixture *f);

#endif
