// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Duration;

/**
 * Options of {@link Engine#open}. Nothing grows with use alone: docs/concepts/durability.md lists what exists
 * besides the host's data, and which of these limits bounds it.
 */
public final class EngineOptions {
    static final int SIZE = 224;
    static final int CLOCK = 56;
    static final int LOG = 80;
    static final int ZONE_FILE = 104;

    int flags, durability, logLevel;
    long seed, batchIdTime, maxDepth, maxPathBytes, maxNodes, maxAccounts, maxLoadedAccounts, maxFeeds, maxObservers,
        maxResponseBytes, maxBatchIds, maxRequests, maxRequestsPerOrigin, maxForgotten, maxMarks, maxFailedRows,
        maxRejected, maxReminderLog, maxCachedGroups, maxEvents, maxCompletions, maxLinks;
    String file, caFile, userAgent, zone;
    Clock clock;
    Log log;
    ZoneFile zoneFile;

    /** All defaults. */
    public EngineOptions() {}

    /**
     * The library has no thread of its own: the host calls {@link Engine#step}.
     *
     * @param value whether it applies
     * @return this
     */
    public EngineOptions hostDriven(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_ENGINE_HOST_DRIVEN, value);
        return this;
    }

    /**
     * Renames a damaged file and begins a new one: see {@link Engine#open}.
     *
     * @param value whether it applies
     * @return this
     */
    public EngineOptions setAside(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_ENGINE_SET_ASIDE, value);
        return this;
    }

    /**
     * For tools: see {@link Account#logIn}.
     *
     * @param value whether it applies
     * @return this
     */
    public EngineOptions loggedOut(boolean value) {
        flags = Codes.with(flags, Raw.TALLY_ENGINE_LOGGED_OUT, value);
        return this;
    }

    /**
     * For tests: the seed of everything random; 0: the system's.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions seed(long value) {
        seed = value;
        return this;
    }

    /**
     * How long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions batchIdTime(Duration value) {
        batchIdTime = Times.milliseconds(value);
        return this;
    }

    /**
     * Path of the database, created if it does not exist. null: in memory only.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions file(String value) {
        file = value;
        return this;
    }

    /**
     * Certificate authorities in PEM form, read when needed. null: the system's.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions caFile(String value) {
        caFile = value;
        return this;
    }

    /**
     * Without control characters. null: "tally/" and the version.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions userAgent(String value) {
        userAgent = value;
        return this;
    }

    /**
     * The name of the device's zone. null: TZ, or /etc/localtime.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions zone(String value) {
        zone = value;
        return this;
    }

    /**
     * null: the system's clocks.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions clock(Clock value) {
        clock = value;
        return this;
    }

    /**
     * null: nothing is logged.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions log(Log value) {
        log = value;
        return this;
    }

    /**
     * null: reads below TZDIR, or where systems keep zones.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions zoneFile(ZoneFile value) {
        zoneFile = value;
        return this;
    }

    /**
     * The durability.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions durability(Durability value) {
        durability = Codes.number(value);
        return this;
    }

    /**
     * The least important level to report. Default {@link LogLevel#WARNING}.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions logLevel(LogLevel value) {
        logLevel = Codes.number(value);
        return this;
    }

    /**
     * Components of a path, root not counted: 1 to 1,024. Default 64.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxDepth(long value) {
        maxDepth = value;
        return this;
    }

    /**
     * Bytes of a path, with {@code root}: 4 to 65,535. Default 4,096.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxPathBytes(long value) {
        maxPathBytes = value;
        return this;
    }

    /**
     * Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxNodes(long value) {
        maxNodes = value;
        return this;
    }

    /**
     * Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxAccounts(long value) {
        maxAccounts = value;
        return this;
    }

    /**
     * Accounts in memory: 1 to 16,777,216. {@link Tally#NO_LIMIT}: all. See "Accounts".
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxLoadedAccounts(long value) {
        maxLoadedAccounts = value;
        return this;
    }

    /**
     * Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxFeeds(long value) {
        maxFeeds = value;
        return this;
    }

    /**
     * Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxObservers(long value) {
        maxObservers = value;
        return this;
    }

    /**
     * The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxResponseBytes(long value) {
        maxResponseBytes = value;
        return this;
    }

    /**
     * Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxBatchIds(long value) {
        maxBatchIds = value;
        return this;
    }

    /**
     * Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxRequests(long value) {
        maxRequests = value;
        return this;
    }

    /**
     * The same to one origin (scheme, host, port): 1 to 65,535. Default 6.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxRequestsPerOrigin(long value) {
        maxRequestsPerOrigin = value;
        return this;
    }

    /**
     * Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxForgotten(long value) {
        maxForgotten = value;
        return this;
    }

    /**
     * Read positions of one feed: 1 to 1,073,741,824. Default 10,000.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxMarks(long value) {
        maxMarks = value;
        return this;
    }

    /**
     * Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxFailedRows(long value) {
        maxFailedRows = value;
        return this;
    }

    /**
     * Rejected items of one feed: 1 to 1,073,741,824. Default 100.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxRejected(long value) {
        maxRejected = value;
        return this;
    }

    /**
     * Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxReminderLog(long value) {
        maxReminderLog = value;
        return this;
    }

    /**
     * Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxCachedGroups(long value) {
        maxCachedGroups = value;
        return this;
    }

    /**
     * Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxEvents(long value) {
        maxEvents = value;
        return this;
    }

    /**
     * Calls of {@link Feed#refreshNow}, see there: 1 to 16,777,216. Default 65,536.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxCompletions(long value) {
        maxCompletions = value;
        return this;
    }

    /**
     * Links of one account: 1 to 1,073,741,824. Default 65,536.
     *
     * @param value the value
     * @return this
     */
    public EngineOptions maxLinks(long value) {
        maxLinks = value;
        return this;
    }

    Raw.Block write() {
        Raw.Block memory = new Raw.Block(224);
        memory.setInt(0, 224);
        memory.setInt(4, flags);
        memory.setLong(8, seed);
        memory.setLong(16, batchIdTime);
        memory.setPointer(24, memory.string(file));
        memory.setPointer(32, memory.string(caFile));
        memory.setPointer(40, memory.string(userAgent));
        memory.setPointer(48, memory.string(zone));
        memory.setInt(136, durability);
        memory.setInt(140, logLevel);
        memory.setInt(144, Raw.unsigned("maxDepth", maxDepth));
        memory.setInt(148, Raw.unsigned("maxPathBytes", maxPathBytes));
        memory.setInt(152, Raw.unsigned("maxNodes", maxNodes));
        memory.setInt(156, Raw.unsigned("maxAccounts", maxAccounts));
        memory.setInt(160, Raw.unsigned("maxLoadedAccounts", maxLoadedAccounts));
        memory.setInt(164, Raw.unsigned("maxFeeds", maxFeeds));
        memory.setInt(168, Raw.unsigned("maxObservers", maxObservers));
        memory.setInt(172, Raw.unsigned("maxResponseBytes", maxResponseBytes));
        memory.setInt(176, Raw.unsigned("maxBatchIds", maxBatchIds));
        memory.setInt(180, Raw.unsigned("maxRequests", maxRequests));
        memory.setInt(184, Raw.unsigned("maxRequestsPerOrigin", maxRequestsPerOrigin));
        memory.setInt(188, Raw.unsigned("maxForgotten", maxForgotten));
        memory.setInt(192, Raw.unsigned("maxMarks", maxMarks));
        memory.setInt(196, Raw.unsigned("maxFailedRows", maxFailedRows));
        memory.setInt(200, Raw.unsigned("maxRejected", maxRejected));
        memory.setInt(204, Raw.unsigned("maxReminderLog", maxReminderLog));
        memory.setInt(208, Raw.unsigned("maxCachedGroups", maxCachedGroups));
        memory.setInt(212, Raw.unsigned("maxEvents", maxEvents));
        memory.setInt(216, Raw.unsigned("maxCompletions", maxCompletions));
        memory.setInt(220, Raw.unsigned("maxLinks", maxLinks));
        return memory;
    }
}
