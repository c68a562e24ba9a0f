/*
 * trace.h: a trace of operations, such as those that a host recorded. It is replayed in each way that tally.h offers:
 * by path, by node, and in batches of both. All ways must return the same results.
 *
 *     bench --trace FILE [--aggregation children|sum] [--batch N] [--rounds N] [--dump]
 *         FILE: one operation per line: set PATH N, dot PATH, add PATH D, clear PATH, clear_tree PATH,
 *         mute PATH none|number|all, get PATH. One space separates the fields; a path may contain spaces. - reads
 *         standard input.
 *         --batch: the operations of a batch, 1,000 by default. If a batch is rejected, its operations are applied one
 *         by one.
 *         --dump: prints the paths that show a badge in the end, with their counts
 */
#ifndef TRACE_H
#define TRACE_H

/* arguments: those after --trace. Returns 1 if the ways disagree, 2 if the trace cannot be replayed. */
int replay_trace(int count, char **arguments);

#endif
