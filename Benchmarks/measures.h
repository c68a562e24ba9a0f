/* measures.h: what is measured besides the workloads. Each fills in the medians of its rounds. */
#ifndef MEASURES_H
#define MEASURES_H

#include <stddef.h>

double median(double *values, size_t count); /* sorts them */

typedef struct event_costs {
    double delivery;  /* ns: one event by tally_dispatch, its callback included */
    double set;       /* ns: a set of a node that nobody observes */
    double merge;     /* ns more, where it is observed and an event already waits */
} event_costs;
void measure_events(int rounds, event_costs *out);

/* Bytes of resident memory a node, of W1's tree with all leaves set. Runs in a process of its own. */
double measure_memory(const char *program, const char *name);
/* What that process does: name is tally, c-string, c-node or c++. */
void print_memory(const char *name);

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

/* Bytes of the library that this program uses, stripped; 0: not known. */
double stripped_size(void);

#endif
