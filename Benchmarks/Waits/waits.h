/* waits.h: the parts of the program waits, which measures how long calls about one account wait for the others. */
#ifndef WAITS_H
#define WAITS_H

#include <stddef.h>
#include <stdint.h>
#include <tally.h>

#include "../histogram.h"

void histogram_merge(histogram *into, const histogram *from);

uint64_t nanoseconds(void);
void pause_for(uint64_t duration);

/* How long something took, less the time in which the thread could have run and waited for a processor: what is left is
 * what it computed, and what it waited for others. As far as the system says so (/proc/thread-self/schedstat). */
typedef struct timing {
    uint64_t start, delayed;
} timing;

timing timing_begin(void);
uint64_t timing_end(timing t);
/* Before a thread ends that has measured. */
void timing_close(void);

/* Ends the program with a message if the status is an error. */
void must(tally_status status, const char *what);

/* --- The disk: fsync and fdatasync of files in one folder, replaced --- */

/* From now on, a sync of a file in the folder takes that many milliseconds, and nothing else happens in it. */
void disk_begin(const char *folder);
void disk_set(int milliseconds);
/* How many syncs there were in the folder. */
uint64_t disk_syncs(void);

/* --- Watchers: threads that call get and set of an account, and one that calls nothing --- */

enum { GET, SET, MACHINE, WATCHERS };

/* Starts the threads, paused. pace: nanoseconds from the end of a call to the next one. */
void watch_begin(tally_account *account, uint64_t pace);
/* Returns when each thread knows. While they are paused, none is inside a call. */
void watch_resume(void);
void watch_pause(void);
/* Ends the threads. of: what they measured. */
void watch_end(histogram of[WATCHERS]);

/* --- Activities --- */

typedef struct sizes {
    size_t nodes, messages, items, reminders, batch;
    uint64_t duration; /* Nanoseconds of a row. */
    uint64_t pace;
} sizes;

typedef struct row {
    const char *name, *what;
    int disk;                    /* Milliseconds a sync takes. */
    int own_limit;               /* Milliseconds that the activity's own call may take; 0: no goal. */
    double seconds;              /* That were measured. */
    histogram own;               /* The activity's own calls. */
    histogram waits[WATCHERS];
} row;

extern const size_t activity_count;
const char *activity_name(size_t index);
/* Runs an activity on a new file in the folder. */
void activity_run(size_t index, const char *folder, const sizes *size, row *out);
/* Removes what they share. */
void activities_end(void);

/* --- Posts by several threads --- */

typedef struct posts {
    int threads, accounts;
    int is_mixed; /* Not only posts: all kinds of calls that are on the disk when they return. */
    double seconds;
    uint64_t syncs;
    uint64_t fewest, most; /* Commits of one thread. */
    histogram times;
} posts;

/* How it should be is in `out`. */
void posts_run(const char *folder, int disk, uint64_t duration, posts *out);

/* Removes a database with what lies beside it. */
void remove_store(const char *file);

#endif
