/* A world: users with devices, servers, a network and a clock, and everything that is known about them. */
#ifndef TALLY_SIM_WORLD_H
#define TALLY_SIM_WORLD_H

#include "permits.h"
#include "crowd.h"
#include "dice.h"
#include "disk.h"
#include "server.h"

#include "tally.h"

#include <stdint.h>

#define DEVICES 5
#define USERS 2
#define POSSIBLE 16
#define HISTORY 48
#define PAGES 21
#define BODY 65536
#define HEARD 32
#define VIEWS 2
#define WATCHERS 3
#define FOREIGN_ALWAYS 2

struct world;
struct device;

/* A request in flight. `feed` is -1 for one of the outbox. */
typedef struct request {
    int64_t id; /* 0: there is none. */
    int64_t due; /* The arrival of its response; 0: the server has not got it. */
    int user, feed, limit, is_overtaken;
    int status; /* The response that is on its way has it. */
    int is_page;
    int is_renewed; /* The user has logged in, or got another credential, since it was sent. */
    page answer;
    char since[CURSOR], key[40], headers[96], token[40];
    char *body; /* A POST has one; owned. */
} request;

#define REQUESTS 8

/* An account as the backup of a device may hold it. */
typedef struct kept {
    model models[POSSIBLE];
    int count, is_logged_in, has_doubtful_login, is_vague;
} kept;

/* The observers of one path, of its messages and of groups, and the last values that they got. */
typedef struct watched {
    uint64_t tokens[WATCHERS]; /* 0: it could not be registered. */
    uint64_t count, total, unread, unseen;
    uint64_t groups[5];
    int node, kind, is_subtree, has_heard[5];
} watched;

/* An account on a device. What it may hold: several states are possible after a fault, until something tells. */
typedef struct seat {
    struct device *device;
    int user, is_there, is_logged_in;
    int is_observed;
    uint64_t tokens[2]; /* The observers of all paths and of reminders; 0: none. */
    int has_doubtful_login; /* The log-in or log-out could not be stored. */
    tally_account *account;
    tally_feed *feeds[FEEDS];
    int is_vague; /* A numbering began again: only what everybody must agree on at the end is checked. */
    int may_restart[FEEDS], is_paused[FEEDS];
    model now[POSSIBLE];
    int now_count;
    model history[HISTORY]; /* The states that the disk may hold: since the last promise. */
    int history_count;
    page staged[FEEDS][PAGES]; /* A snapshot waits for its last page. */
    int staged_count[FEEDS];
    struct {
        uint64_t count;
        int shows;
    } seen[NODES]; /* The last value that the observer of each path got. */
    uint32_t last_post;
    kept kept;
    permit permits[FEEDS + 1]; /* To the servers of the feeds, and to that of the outbox. */
    int may_lack_account; /* The file was damaged: the account may be lost. */
    int lacks_settings;   /* The settings of the account were not stored, because the device was hit. */
    int is_adopting;      /* Another account takes its place, while the engine is open. */
    /* Reminders: the account is logged in since, in seconds; until then a report may be late, because a fault was in
     * the way; the events since the last step of the engine; the keys in the file. */
    int64_t since, sure_from, reminder_keys[REMINDERS];
    fired heard[HEARD];
    int heard_count, is_plan_unknown, lost_events;
    uint64_t views[VIEWS]; /* Their tokens; 0: none. */
    int view_nodes[VIEWS];
    watched watched;
} seat;

typedef struct device {
    struct world *world;
    int number, is_online, is_foreground, durability, has_failed_sync;
    char file[64];
    tally_engine *engine; /* NULL: it is off. */
    tally_scope *scope;
    int64_t offset; /* Its wall clock is ahead by it. */
    int64_t booted;
    seat seats[USERS];
    request requests[REQUESTS];
    int arms_sync; /* The fault that is armed makes syncs fail. */
    int run; /* The number of its openings. */
    crowd crowd, kept_crowd;
    int zone;
    /* The observer of the total, in the run in which it was registered. */
    uint64_t total_count;
    int total_kind, total_run;
    int64_t limits[32];
    int limit_runs[32];
} device;

typedef struct profile {
    const char *name;
    int devices, users, feeds; /* The most of each; the dice decide. */
    unsigned weights[64];      /* By kind of step: see steps.inc. */
    int has_foreign;           /* Servers may have no versions, or FOREIGN_ALWAYS. */
    unsigned bad_network;      /* Percent of the exchanges that go wrong. */
    unsigned bad_server;       /* Percent of the responses that are wrong. */
    unsigned longest_pass;     /* Milliseconds of a step in which time passes; 0: years. */
    unsigned fault_rate;       /* Percent of the steps in which the disk fails. */
    unsigned memory_rate;      /* Percent of the steps in which memory runs out. */
    int is_watched;            /* Devices observe messages and groups, which costs them queries. */
} profile;

typedef struct options {
    uint64_t seed, runs;
    int steps, until, is_verbose, is_twice, shrinks, kills, prints_hashes;
    const char *profile, *save, *load; /* Folders of files: see carry.h. */
    int carries_at; /* The step after which the files are saved or loaded. */
    uint64_t without; /* A bit for each kind of step. */
    const unsigned char *dropped; /* By step; NULL: none. */
} options;

typedef struct world {
    uint64_t seed;
    int step;
    const options *options;
    profile profile;
    int64_t now; /* The true time, milliseconds. */
    int device_count, user_count, feed_count, is_quiet, page_limit, clock_jumps, has_foreign;
    device devices[DEVICES];
    mailbox mailboxes[USERS][FEEDS];
    int wanted[USERS][FEEDS + 1], last_token; /* The tokens that the servers want; 0: none. */
    dice dice;
    /* The log: its hash, and the last line. */
    uint64_t log_hash;
    int64_t begun; /* The true time at the beginning. */
    double device_days;
    long log_lines, checks, reopenings, crashes, exchanges;
    char *log;
    size_t log_size, log_capacity;
} world;

extern world *current;

/* ---- Failing and telling ---- */

/* Ends the world: a check has failed. */
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);
__attribute__((format(printf, 1, 2))) void tell(const char *format, ...);

/* ---- Worlds (world.c) ---- */

/* 0: sound. Otherwise a line says what is wrong, `out_step` in which step. */
int world_run(const options *o, uint64_t seed, world *w, char *out_failure, size_t capacity, int *out_step);
/* Kills a device at each write of an act, and then at each write of the next one. */
int world_kills(const options *o, world *w, char *out_failure, size_t capacity);
int profile_find(const char *name, profile *out);
/* Draws a profile, or a swarm. */
void profile_draw(profile *p, uint64_t seed, int is_swarm);

/* ---- Devices (device.c) ---- */

void device_open(device *d);
void device_close(device *d);
void device_fill_options(device *d, tally_engine_options *out);
/* The process ends, now or in the fault that it did not survive, and begins again. */
void device_crash(device *d);
/* Only the process ends: nothing more reaches the disk. */
void device_die(device *d);
/* It shows one of the states that the disk may hold. */
void device_check_reopened(device *d);
int64_t device_wall(const device *d);
/* Steps the engine, and lets the network work until nothing more happens. */
void device_run(device *d);
void device_open_seat(device *d, seat *s);
void seat_add_feed(seat *s, int feed);
/* Every call of the library that may write goes through this: it notices faults. */
int device_is_hit(device *d);

/* ---- The network (network.c) ---- */

void network_transport(void *user_data, const tally_request *request);
/* Whether anything has happened. */
int network_run(device *d);
void network_drop(device *d);

/* ---- States that are possible (possible.c) ---- */

typedef int (*act)(model *m, void *argument);

/* The library has performed an act with a status: the states follow. */
void seat_did(seat *s, act perform, void *argument, int status, int is_durable, const char *what);
/* It may have, or not: a fault was in the way. */
void seat_may_have(seat *s, act perform, void *argument);
void seat_did_for_sure(seat *s, act perform, void *argument);
void seat_promise(seat *s);
/* Only what this account holds. */
void seat_promise_alone(seat *s);
void seat_expire(seat *s);
void seat_keep_cursors(seat *s, int feed, const char *cursor);
/* The device was opened again: no view lasts longer than its engine. */
void seat_reopened(seat *s);
void seat_add_history(seat *s, const model *m);

/* ---- Checks (check.c) ---- */

/* Another world begins. */
void check_begin(void);
/* Compares what an account holds with what it may hold. */
void check_seat(seat *s, const char *when);
/* The device has another engine: what was read before says nothing. */
void check_forget(const device *d);
/* Without its observers, whose events are still to come. */
void check_seat_alone(seat *s, const char *when);
void check_after_opening(seat *s);
void check_agreement(world *w);

/* ---- Reminders (reminding.c) ---- */

moment moment_of(const seat *s);
/* It logs in, or is opened while it is logged in. */
void seat_enters(seat *s);
void reminders_observe(seat *s);
void reminders_show(seat *s, int64_t out[REMINDERS][REMINDER_VALUES]);
int reminders_compare(int64_t expected[REMINDERS][REMINDER_VALUES], int64_t found[REMINDERS][REMINDER_VALUES],
                      char *out, size_t capacity);
/* The engine has worked: the states follow with what is due, and each event came once. */
void seat_fire(seat *s);

/* ---- Observers (watching.c) ---- */

/* Observes all paths. */
void observe(seat *s);
/* Observes a path and its messages, the groups, and the device's total; ends the observers of before. */
void watch(seat *s, int node);
void check_watched(seat *s);

/* ---- Steps (steps_*.c) ---- */

void step_perform(int kind, seat *s, dice *d);
int step_count(void);
const char *step_name(int kind);

#endif
