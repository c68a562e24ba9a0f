/* measures.h: what is measured besides the workloads. Each fills in the medians of its rounds. */
#ifndef MEASURES_H
#define MEASURES_H

#include <stddef.h>
#include <stdint.h>

double median(double *values, size_t count); /* sorts them */

typedef struct event_costs {
    double delivery;  /* ns: one event by tally_engine_dispatch, its callback included */
    double set;       /* ns: a set of a node that nobody observes */
    double merge;     /* ns more, where it is observed and an event already waits */
} event_costs;
void measure_events(int rounds, event_costs *out);

/* Bytes of resident memory per node, of a tree of 10^depth leaves, all set. Runs in a process of its own. */
double measure_memory(const char *program, const char *name, uint32_t depth);
/* Runs in that process: name is tally, c-string, c-node or c++. */
void print_memory(const char *name, uint32_t depth);

typedef struct open_costs {
    double create; /* ms: a file that does not exist */
    double open;   /* ms: one that holds nothing */
} open_costs;
void measure_open(const char *directory, open_costs *out);

typedef struct store_rates { /* badges a second, from opening to the end of closing; reading: until the root is known */
    double raw_write;       /* C, 1,000 a transaction */
    double raw_write_large; /* C, 20,000 a transaction */
    double group_write;     /* tally, batches of 1,000, each flushed: 1,000 a transaction too */
    double batch_write;     /* tally, batches of 1,000, flushed at the end: it makes its groups itself */
    double one_write;       /* tally, one at a time, flushed at the end: likewise */
    double raw_read, raw_read_build, read;
} store_rates;
void measure_store(const char *directory, int rounds, size_t badges, store_rates *out);

/* Changes since a revision, where `leaves` of a tree's leaves changed since the last call. */
#define CHANGES_CASES 3
typedef struct changes_case {
    int small;       /* the tree of 10^4 leaves, else that of 10^depth */
    uint32_t leaves;
} changes_case;
extern const changes_case changes_cases[CHANGES_CASES];
typedef struct changes_costs { /* ns a node that was listed, its path and badge copied out */
    double first[CHANGES_CASES]; /* after changing them by their paths */
    double again[CHANGES_CASES]; /* the same once more */
} changes_costs;
void measure_changes(int rounds, uint32_t depth, changes_costs *out);

/* Two trees of 10^depth leaves, all of them set, of which a part differ. */
#define DIFF_CASES 6
typedef struct diff_case {
    double part;
    int in_runs; /* runs of 64 neighbours; otherwise drawn uniformly */
} diff_case;
extern const diff_case diff_cases[DIFF_CASES];
typedef struct diff_costs { /* ms */
    double live[DIFF_CASES];       /* tally_badge_diff, digests up to date, called again */
    double first_live[DIFF_CASES]; /* called for the first time, right after the digests */
    double digests[DIFF_CASES];    /* bringing them up to date after the changes */
    double snapshots[DIFF_CASES];  /* tally_snapshot_compare: of decoded ones */
    double bytes[DIFF_CASES];      /* tally_snapshot_diff: both are checked at every call */
    double scan[DIFF_CASES];       /* C, two sorted arrays of 16 bytes an entry */
    double encode, decode, restore; /* a snapshot; and restoring it into a new account */
    double snapshot_bytes;
} diff_costs;
void measure_diffs(int rounds, uint32_t depth, diff_costs *out);

typedef struct explain_costs { /* ns per reason, 1,000 of them, in trees of 10^depth leaves */
    double dense;  /* an inner node with 1,000 leaves below it, all lit */
    double sparse; /* the root, 1,000 leaves lit of all, after a forced clear of everything */
} explain_costs;
void measure_explain(int rounds, uint32_t depth, explain_costs *out);

typedef struct link_costs { /* ns for a set by node in a tree of 10^depth leaves, 1,000 of which are linked */
    double without; /* the same leaves in a tree without links */
    double linked;  /* below a link, so the set rises on two ways */
    double beside;  /* other leaves of the tree with links */
} link_costs;
void measure_links(int rounds, uint32_t depth, link_costs *out);

/* Bytes of the heap for each idle feed after its first response, without its URL; `feeds` of them, in one engine. */
double measure_feed(const char *directory, size_t feeds);

/* Requests a second of the processor, 64 in parallel on one thread, to an nginx of its own; 0: there is no nginx. */
#define HTTP_CASES 3
extern const char *const http_cases[HTTP_CASES];
typedef struct http_costs {
    double tally[HTTP_CASES], curl[HTTP_CASES];
} http_costs;
int measure_http(const char *directory, int rounds, size_t requests, http_costs *out);

/* Groups of messages, in memory; pages of 10,000. */
typedef struct group_costs {
    double storage; /* µs: a message that arrives, in an engine without groups */
    double arrival; /* µs more, if every group was read before */
    double summary; /* µs: a group with its summary */
} group_costs;
void measure_groups(size_t messages, size_t threads, group_costs *out);

/* badge_get of another account, on another thread: beside an engine at rest, and while pages of 10,000 items, or marks,
 * are applied. µs, but for the page. */
typedef struct page_waits {
    double usual[2];   /* The 99.9th percentile: at rest, and during pages. */
    double longest[2]; /* The same of the longest call. */
    double page;       /* ms: applying a page */
} page_waits;
void measure_pages(const char *directory, int rounds, int has_marks, page_waits *out);

/* Reminders, in memory: transactions of SQLite's are in it, the disk is not. */
typedef struct reminder_costs {
    double put;  /* µs: entering one */
    double plan; /* ms: the first plan of all */
    double edit; /* ms: an edit, and the plan after it */
    double next; /* µs: when one fires next that recurs by days or what is longer */
} reminder_costs;
void measure_reminders(size_t tasks, int rounds, reminder_costs *out);

/* Bytes of the library that this program uses, stripped; 0: not known. */
double stripped_size(void);

#endif
