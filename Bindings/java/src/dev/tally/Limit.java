// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

/** Limits for {@link Engine#limit}: each is the option of {@link Engine#open} that its comment names. */
public enum Limit implements Coded {
    /** maxDepth; cannot change. */
    DEPTH(1),
    /** maxPathBytes; cannot change. */
    PATH_BYTES(2),
    /** maxNodes. */
    NODES(3),
    /** maxAccounts. */
    ACCOUNTS(4),
    /** maxLoadedAccounts; 0, all accounts, cannot change. */
    LOADED_ACCOUNTS(5),
    /** maxFeeds. */
    FEEDS(6),
    /** maxObservers. */
    OBSERVERS(7),
    /** maxResponseBytes. */
    RESPONSE_BYTES(8),
    /** maxBatchIds. */
    BATCH_IDS(9),
    /** batchIdTime, in milliseconds. */
    BATCH_ID_TIME(10),
    /** maxRequests. */
    REQUESTS(11),
    /** maxRequestsPerOrigin. */
    REQUESTS_PER_ORIGIN(12),
    /** maxForgotten. */
    FORGOTTEN(13),
    /** maxMarks. */
    MARKS(14),
    /** maxFailedRows. */
    FAILED_ROWS(15),
    /** maxRejected. */
    REJECTED(16),
    /** maxReminderLog. */
    REMINDER_LOG(17),
    /** maxCachedGroups. */
    CACHED_GROUPS(18),
    /** maxEvents. */
    EVENTS(19),
    /** maxCompletions. */
    COMPLETIONS(20),
    /** logLevel: the least important level to report, a log level. */
    LOG_LEVEL(21),
    /** maxLinks. */
    LINKS(22),
    /** A number that this version does not know: the library is newer. */
    UNKNOWN(Integer.MIN_VALUE);

    private final int value;

    Limit(int value) {
        this.value = value;
    }

    static Limit of(int value) {
        return Codes.find(Limit.class, value, UNKNOWN);
    }

    /** The number in tally.h. */
    @Override
    public int value() {
        return value;
    }
}
