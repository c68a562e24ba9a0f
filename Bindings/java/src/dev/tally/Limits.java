// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;
import java.time.Duration;

/**
 * The limits of an engine, as EngineOptions has them.
 *
 * @param maxDepth the max depth
 * @param maxPathBytes the max path bytes
 * @param maxNodes the max nodes
 * @param maxAccounts the max accounts
 * @param maxFeeds the max feeds
 * @param maxObservers the max observers
 * @param maxResponseBytes the max response bytes
 * @param maxLoadedAccounts the max loaded accounts
 * @param maxBatchIds the max batch ids
 * @param maxRequests the max requests
 * @param maxRequestsPerOrigin the max requests per origin
 * @param maxForgotten the max forgotten
 * @param maxMarks the max marks
 * @param maxFailedRows the max failed rows
 * @param maxRejected the max rejected
 * @param maxReminderLog the max reminder log
 * @param maxCachedGroups the max cached groups
 * @param maxEvents the max events
 * @param maxCompletions the max completions
 * @param batchIdTime milliseconds
 */
public record Limits(long maxDepth, long maxPathBytes, long maxNodes, long maxAccounts, long maxFeeds,
    long maxObservers, long maxResponseBytes, long maxLoadedAccounts, long maxBatchIds, long maxRequests,
    long maxRequestsPerOrigin, long maxForgotten, long maxMarks, long maxFailedRows, long maxRejected,
    long maxReminderLog, long maxCachedGroups, long maxEvents, long maxCompletions, Duration batchIdTime) {
    static final int SIZE = 88;

    static Limits read(Pointer at, byte[] text) {
        return new Limits(at.getInt(4) & 0xFFFFFFFFL, at.getInt(8) & 0xFFFFFFFFL, at.getInt(12) & 0xFFFFFFFFL,
            at.getInt(16) & 0xFFFFFFFFL, at.getInt(20) & 0xFFFFFFFFL, at.getInt(24) & 0xFFFFFFFFL,
            at.getInt(28) & 0xFFFFFFFFL, at.getInt(32) & 0xFFFFFFFFL, at.getInt(36) & 0xFFFFFFFFL,
            at.getInt(40) & 0xFFFFFFFFL, at.getInt(44) & 0xFFFFFFFFL, at.getInt(48) & 0xFFFFFFFFL,
            at.getInt(52) & 0xFFFFFFFFL, at.getInt(56) & 0xFFFFFFFFL, at.getInt(60) & 0xFFFFFFFFL,
            at.getInt(64) & 0xFFFFFFFFL, at.getInt(68) & 0xFFFFFFFFL, at.getInt(72) & 0xFFFFFFFFL,
            at.getInt(76) & 0xFFFFFFFFL, Times.duration(at.getLong(80)));
    }
}
