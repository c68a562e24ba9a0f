// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Pointer;

/**
 * Numbers about an engine.
 *
 * @param accounts open accounts
 * @param loadedAccounts open accounts in memory
 * @param feeds feeds of these accounts that were added in this run
 * @param accountLoads how often an account was read since the engine was opened
 * @param accountEvictions how often an account left memory for another one
 * @param observers observers, views and widgets
 * @param events pending events
 * @param nodes nodes of the accounts in memory
 * @param nodeBytes bytes of these nodes and their paths
 * @param unstoredBadges badges that are not written yet, without those that are being written
 * @param fileSize bytes of the file
 * @param logSize bytes of its write-ahead log; 0: none
 * @param commits commits that calls waited for since the engine was opened
 * @param committedCalls the calls that waited for them. Several share a commit
 * @param longestWaitUs the longest wait for the lock of all accounts, in microseconds, since the engine was opened
 *     or the last {@link StatsFlag#RESET}
 * @param longestHoldUs the longest that one call used the store, measured in the same way
 * @param waitingCalls calls that are waiting for the store
 * @param requests requests of feeds in flight
 * @param originRequests the most of these to one origin
 * @param drifts events DRIFT since the engine was opened
 */
public record Stats(long accounts, long loadedAccounts, long feeds, long accountLoads, long accountEvictions,
    long observers, long events, long nodes, long nodeBytes, long unstoredBadges, long fileSize, long logSize,
    long commits, long committedCalls, long longestWaitUs, long longestHoldUs, long waitingCalls, long requests,
    long originRequests, long drifts) {
    static final int SIZE = 136;

    static Stats read(Pointer at, byte[] text) {
        return new Stats(at.getInt(4) & 0xFFFFFFFFL, at.getInt(8) & 0xFFFFFFFFL, at.getInt(12) & 0xFFFFFFFFL,
            at.getLong(16), at.getLong(24), at.getLong(32), at.getLong(40), at.getLong(48), at.getLong(56),
            at.getLong(64), at.getLong(72), at.getLong(80), at.getLong(88), at.getLong(96), at.getLong(104),
            at.getLong(112), at.getInt(120) & 0xFFFFFFFFL, at.getInt(124) & 0xFFFFFFFFL, at.getInt(128) & 0xFFFFFFFFL,
            at.getInt(132) & 0xFFFFFFFFL);
    }
}
