/* A histogram of durations in nanoseconds: 64 classes for each power of two. */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { CLASSES = 64, POWERS = 40, MILLISECOND = 1000000 };

typedef struct histogram {
    uint64_t calls[POWERS * CLASSES];
    uint64_t count;
    uint64_t longest;
    uint64_t stalled; /* The sum of those over a millisecond. */
} histogram;

static inline unsigned class_of(uint64_t time)
{
    unsigned power = 0;
    if (time < CLASSES) return (unsigned)time;
    while (time >> power >= 2 * CLASSES) power++;
    return power * CLASSES + (unsigned)(time >> power);
}

/* The shortest time of a class. */
static inline double time_of(unsigned class)
{
    if (class < CLASSES) return class;
    return (double)((uint64_t)(CLASSES + class % CLASSES) << (class / CLASSES - 1));
}

static inline void histogram_add(histogram *h, uint64_t duration)
{
    unsigned class = class_of(duration);
    h->calls[class < POWERS * CLASSES ? class : POWERS * CLASSES - 1] += 1;
    h->count += 1;
    if (duration > h->longest) h->longest = duration;
    if (duration > MILLISECOND) h->stalled += duration;
}

static inline double longest_ms(const histogram *h) { return (double)h->longest / MILLISECOND; }

/* Milliseconds, within 1.6 %. */
static inline double percentile(const histogram *h, double part)
{
    uint64_t wanted = (uint64_t)((double)h->count * part), seen = 0;
    for (unsigned class = 0; class < POWERS * CLASSES; class++) {
        seen += h->calls[class];
        if (seen > wanted) return time_of(class) / MILLISECOND;
    }
    return longest_ms(h);
}

#endif
