// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;

namespace Tally
{
    /// <summary>The result of a call. Negative numbers are errors.</summary>
    public enum Status
    {
        Ok = 0,

        /// <summary>The badge still shows, because of something below it or messages that feed it.</summary>
        Held = 1,

        /// <summary>There is more: call again from where this list ends.</summary>
        More = 2,

        /// <summary>The requested changes are no longer kept: list everything instead.</summary>
        Resync = 3,

        /// <summary>This batch, or message, was applied before; nothing has changed.</summary>
        AlreadyApplied = 4,

        /// <summary>The server had nothing new.</summary>
        NotModified = 5,

        /// <summary>Nothing arrived in time, or the wait was interrupted.</summary>
        Empty = 6,

        /// <summary>The file was damaged. It was renamed, and a new one created.</summary>
        SetAside = 7,

        /// <summary>Some items of the batch were rejected; all others were applied.</summary>
        Partial = 8,

        /// <summary>Null, an unknown flag or a value without a meaning.</summary>
        Argument = -1,

        /// <summary>There was not enough memory.</summary>
        NoMemory = -2,

        /// <summary>An invalid path, or one that is too deep or too long.</summary>
        Path = -3,

        /// <summary>A number is out of its range.</summary>
        Range = -4,

        /// <summary>A limit set when opening would be exceeded.</summary>
        Limit = -5,

        /// <summary>There is no such account, feed, message or reminder.</summary>
        NotFound = -6,

        /// <summary>It exists already.</summary>
        Exists = -7,

        /// <summary>It contradicts what is stored.</summary>
        Conflict = -8,

        /// <summary>The caller's buffer is too small; the call reports the size needed.</summary>
        BufferTooSmall = -9,

        /// <summary>The node was released, or belongs to another account.</summary>
        StaleHandle = -10,

        /// <summary>The engine, or the handle's parent, was closed.</summary>
        Closed = -11,

        /// <summary>The engine belongs to the parent process.</summary>
        Forked = -12,

        /// <summary>Not allowed on this thread, or inside a callback.</summary>
        Thread = -13,

        /// <summary>Not available in this build or mode.</summary>
        Unsupported = -14,

        /// <summary>A defect of the library; please report it.</summary>
        Internal = -15,

        /// <summary>This operation was valid, but another one failed the batch.</summary>
        NotApplied = -16,

        /// <summary>Not a valid snapshot, patch, export or mapping.</summary>
        Malformed = -17,

        /// <summary>The file could not be read or written.</summary>
        Io = -20,

        /// <summary>The disk, or the database's size limit, is full.</summary>
        Full = -21,

        /// <summary>Another process has the file open.</summary>
        Locked = -22,

        /// <summary>The file is damaged. It was not changed.</summary>
        Corrupt = -23,

        /// <summary>Not a file of this library. It was not changed.</summary>
        NotAStore = -24,

        /// <summary>Written by a newer version. It was not changed.</summary>
        Newer = -25,

        /// <summary>The file or its directory is read-only.</summary>
        ReadOnly = -26,

        /// <summary>The system does not permit access.</summary>
        Permission = -27,

        /// <summary>The batch comes from a former owner of its source.</summary>
        StaleEpoch = -28,

        /// <summary>An invalid URL, or an unsupported scheme.</summary>
        Url = -40,

        /// <summary>The server could not be reached, or the connection broke.</summary>
        Network = -41,

        /// <summary>A deadline passed.</summary>
        Timeout = -42,

        /// <summary>The server's certificate or the handshake was rejected.</summary>
        Tls = -43,

        /// <summary>The response is not of the expected form; all of it was rejected.</summary>
        Protocol = -44,

        /// <summary>The response exceeds the limit; all of it was rejected.</summary>
        TooLarge = -45,

        /// <summary>The server responded with an error.</summary>
        Server = -46,

        /// <summary>The server rejected the credential, or the request waits for one.</summary>
        Unauthorized = -47,

        /// <summary>The server asks the client to wait.</summary>
        RateLimited = -48,

        /// <summary>The account is not logged in.</summary>
        LoggedOut = -49,

        /// <summary>The request was cancelled, or its feed was removed.</summary>
        Cancelled = -50,
    }

    /// <summary>The looks of a badge.</summary>
    public enum BadgeKind
    {
        /// <summary>No badge; false in a condition.</summary>
        None = 0,

        /// <summary>A badge without a number.</summary>
        Dot = 1,

        /// <summary>An icon: only in a presentation.</summary>
        Icon = 2,

        /// <summary>A badge with a number.</summary>
        Number = 3,
    }

    /// <summary>When a change is on the disk.</summary>
    public enum Durability
    {
        Group = 0,

        Full = 1,
    }

    /// <summary>How important a line of the log is.</summary>
    public enum LogLevel
    {
        Error = 1,

        Warning = 2,

        Info = 3,
    }

    /// <summary>A limit of an engine, or the level of its log.</summary>
    public enum Limit
    {
        /// <summary>MaxDepth; cannot change.</summary>
        Depth = 1,

        /// <summary>MaxPathBytes; cannot change.</summary>
        PathBytes = 2,

        /// <summary>MaxNodes.</summary>
        Nodes = 3,

        /// <summary>MaxAccounts.</summary>
        Accounts = 4,

        /// <summary>MaxLoadedAccounts; 0, all accounts, cannot change.</summary>
        LoadedAccounts = 5,

        /// <summary>MaxFeeds.</summary>
        Feeds = 6,

        /// <summary>MaxObservers.</summary>
        Observers = 7,

        /// <summary>MaxResponseBytes.</summary>
        ResponseBytes = 8,

        /// <summary>MaxBatchIds.</summary>
        BatchIds = 9,

        /// <summary>BatchIdTime, in milliseconds.</summary>
        BatchIdTime = 10,

        /// <summary>MaxRequests.</summary>
        Requests = 11,

        /// <summary>MaxRequestsPerOrigin.</summary>
        RequestsPerOrigin = 12,

        /// <summary>MaxForgotten.</summary>
        Forgotten = 13,

        /// <summary>MaxMarks.</summary>
        Marks = 14,

        /// <summary>MaxFailedRows.</summary>
        FailedRows = 15,

        /// <summary>MaxRejected.</summary>
        Rejected = 16,

        /// <summary>MaxReminderLog.</summary>
        ReminderLog = 17,

        /// <summary>MaxCachedGroups.</summary>
        CachedGroups = 18,

        /// <summary>MaxEvents.</summary>
        Events = 19,

        /// <summary>MaxCompletions.</summary>
        Completions = 20,

        /// <summary>LogLevel: the least important level to report.</summary>
        LogLevel = 21,

        /// <summary>MaxLinks.</summary>
        Links = 22,
    }

    /// <summary>How the number of a node is computed.</summary>
    public enum Aggregation
    {
        /// <summary>As stored; CHILDREN for a new account.</summary>
        Default = 0,

        /// <summary>The number of children and messages; the node's own if they have none.</summary>
        Children = 1,

        /// <summary>Both together.</summary>
        Sum = 2,
    }

    /// <summary>Which messages feed the badge at their path.</summary>
    public enum Feeding
    {
        /// <summary>As stored, UNSEEN for a new account; in a rule, as above the path.</summary>
        Default = 0,

        Unseen = 1,

        Unread = 2,
    }

    /// <summary>How the number of a path comes from its children.</summary>
    public enum Counting
    {
        /// <summary>As the account's aggregation says.</summary>
        Default = 0,

        /// <summary>
        /// The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be
        /// greater.
        /// </summary>
        Lit = 1,
    }

    /// <summary>The place of a credential in a request.</summary>
    public enum CredentialKind
    {
        /// <summary><c>Authorization: Bearer SECRET</c> (RFC 6750).</summary>
        Bearer = 1,

        /// <summary><c>Authorization: Basic …</c> (RFC 7617): name is the user, secret the password.</summary>
        Basic = 2,

        /// <summary>The header <c>name</c>.</summary>
        Header = 3,

        /// <summary>The parameter <c>name</c> of the URL.</summary>
        Query = 4,
    }

    /// <summary>The part of a badge that a mute hides from the parent.</summary>
    public enum MuteMode
    {
        /// <summary>All that the node shows.</summary>
        None = 0,

        /// <summary>At most a dot.</summary>
        Number = 1,

        /// <summary>Nothing.</summary>
        All = 2,

        /// <summary>NUMBER, but highlights pass with their number.</summary>
        NumberButHighlights = 5,

        /// <summary>ALL, but highlights pass with their number.</summary>
        AllButHighlights = 6,
    }

    /// <summary>How much a message matters.</summary>
    public enum Level
    {
        /// <summary>It shows at most a dot, whatever its count.</summary>
        Passive = -1,

        Normal = 0,

        /// <summary>A mention, or an answer to the user.</summary>
        Highlight = 1,

        Critical = 2,
    }

    /// <summary>The kinds of operations of a batch.</summary>
    public enum OperationKind
    {
        /// <summary>Value: the count.</summary>
        Set = 1,

        Dot = 2,

        /// <summary>Value: the delta.</summary>
        Add = 3,

        Clear = 4,

        ClearTree = 5,

        /// <summary>Value:.</summary>
        Mute = 6,

        Get = 7,

        /// <summary>Path, message: posts a message, as <see cref="Messages.Post"/>.</summary>
        Post = 8,

        /// <summary>Id: removes a posted message, as <see cref="Messages.Withdraw"/>.</summary>
        Withdraw = 9,

        /// <summary>Path, flags: marks messages read, as <see cref="Messages.ReadPath"/>.</summary>
        Read = 10,

        /// <summary>Id, reminder: as <see cref="Reminders.Put"/>.</summary>
        ReminderPut = 11,

        /// <summary>Id, reminder: as <see cref="Reminders.Edit"/>.</summary>
        ReminderEdit = 12,

        /// <summary>Id: as <see cref="Reminders.Done"/>.</summary>
        ReminderDone = 13,

        /// <summary>Id: as <see cref="Reminders.Undone"/>.</summary>
        ReminderUndone = 14,

        /// <summary>Id.</summary>
        ReminderRemove = 15,

        /// <summary>Id, until.</summary>
        ReminderSnooze = 16,

        /// <summary>Id.</summary>
        ReminderAcknowledge = 17,
    }

    /// <summary>The text in place of a number above the largest one.</summary>
    public enum OverflowStyle
    {
        /// <summary>MaxCount and a plus: "99+".</summary>
        Plus = 0,

        /// <summary>An ellipsis alone, U+2026.</summary>
        Ellipsis = 1,
    }

    /// <summary>When a feed polls: the defaults of its options.</summary>
    public enum Polling
    {
        /// <summary>Polls always, and when the user comes back.</summary>
        MessageCenter = 0,

        /// <summary>Polls only while the user sees a page.</summary>
        UnreadCount = 1,
    }

    /// <summary>Whether the user has seen or read a message.</summary>
    public enum MessageState
    {
        Unseen = 0,

        Seen = 1,

        Read = 2,
    }

    /// <summary>How messages are grouped.</summary>
    public enum Grouping
    {
        /// <summary>As stored; AUTOMATIC for a new account.</summary>
        Default = 0,

        /// <summary>By their threads.</summary>
        Automatic = 1,

        /// <summary>All messages of an account are the group of the thread "".</summary>
        ByApp = 2,

        /// <summary>Each message is listed separately.</summary>
        Off = 3,
    }

    /// <summary>Who sends the rows of the outbox.</summary>
    public enum OutboxMode
    {
        /// <summary>As stored; OFF for a new account.</summary>
        Default = 0,

        /// <summary>No rows are written. Rows that exist stay, and the library does not send them.</summary>
        Off = 1,

        /// <summary>The host sends the rows: see <see cref="Outbox.Lease"/>.</summary>
        Leased = 2,

        /// <summary>The library sends the rows to OutboxUrl.</summary>
        Sent = 3,
    }

    /// <summary>Kinds of files of translations.</summary>
    public enum StringsKind
    {
        /// <summary>.xcstrings: JSON, with all languages.</summary>
        Catalog = 1,

        /// <summary>.stringsdict: a property list (XML), of one language.</summary>
        Dictionary = 2,
    }

    /// <summary>The origin of a summary.</summary>
    public enum SummaryOrigin
    {
        /// <summary>No summary: the group is its leading message.</summary>
        None = 0,

        /// <summary>The formats of categories.</summary>
        Category = 1,

        /// <summary>The built-in words.</summary>
        Default = 2,
    }

    /// <summary>The subject of a row of the outbox.</summary>
    public enum OutboxKind
    {
        /// <summary>A message: entity is the server's identifier.</summary>
        Message = 1,

        /// <summary>A path and everything below, up to a sequence: entity is the path.</summary>
        Mark = 2,

        /// <summary>A reminder in its current state: entity is its identifier.</summary>
        Reminder = 3,

        /// <summary>A message that was removed: entity is the server's identifier.</summary>
        Removal = 4,

        /// <summary>A message that was seen: entity is the server's identifier.</summary>
        Seen = 5,

        /// <summary>A path and everything below, seen up to a sequence.</summary>
        SeenMark = 6,

        /// <summary>The mute of a path: entity is the path.</summary>
        Mute = 7,

        /// <summary>A path that is marked as unread, or is not any more.</summary>
        Flag = 8,

        /// <summary>The snooze of a path. That of a message is a MESSAGE.</summary>
        Snooze = 9,

        /// <summary>A badge of the feed's server that the user has removed: entity is its path.</summary>
        Dismissal = 10,
    }

    /// <summary>The state of a row of the outbox.</summary>
    public enum OutboxState
    {
        Waiting = 0,

        /// <summary>Until LeaseEnd, or until its result is reported.</summary>
        Leased = 1,

        /// <summary>For good.</summary>
        Failed = 2,
    }

    /// <summary>Units of time.</summary>
    public enum Unit
    {
        Minute = 1,

        Hour = 2,

        Day = 3,

        Week = 4,

        Month = 5,

        Quarter = 6,

        Year = 7,
    }

    /// <summary>Whether the library chooses the days of a reminder.</summary>
    public enum SmartMode
    {
        /// <summary>On if it keeps for at most 30 days; decided again at each edit.</summary>
        Automatic = 1,

        On = 2,

        Off = 3,
    }

    /// <summary>The state of a reminder.</summary>
    public enum ReminderState
    {
        Active = 1,

        Done = 2,

        /// <summary>Active, but its last good day has ended in its zone.</summary>
        Expired = 3,
    }

    /// <summary>The action on a notification of the system.</summary>
    public enum PlanAction
    {
        Disarm = 1,

        Arm = 2,
    }

    /// <summary>The subject of a note in the log of reminders.</summary>
    public enum NoteKind
    {
        Created = 1,

        Edited = 2,

        /// <summary>When it fires next.</summary>
        Planned = 3,

        /// <summary>A confirmed plan has armed it.</summary>
        Armed = 4,

        Fired = 5,

        Missed = 6,

        Snoozed = 7,

        Acknowledged = 8,

        /// <summary>A confirmed plan has disarmed it.</summary>
        Cancelled = 9,

        /// <summary>The account was logged out.</summary>
        Suspended = 10,

        /// <summary>The account was logged in again.</summary>
        Resumed = 11,

        Uploaded = 12,

        UploadFailed = 13,

        Done = 14,

        Undone = 15,

        Removed = 16,
    }

    /// <summary>The subject of an event.</summary>
    public enum EventKind
    {
        /// <summary>The visible badge of a path changed. text: the path.</summary>
        Badge = 1,

        /// <summary>The total over the accounts changed.</summary>
        Total = 2,

        /// <summary>A feed's request ended. text: the title, or the error. The number: of its prefix.</summary>
        Synced = 3,

        /// <summary>A <see cref="Feed.RefreshNow"/> ended; exactly one each. text: the error.</summary>
        Completion = 4,

        /// <summary>A server rejected the credential, or requests wait for one: set it. text: the error.</summary>
        Auth = 5,

        /// <summary>A widget was drawn. text: its path.</summary>
        Widget = 6,

        /// <summary>Messages changed. text: the observed path.</summary>
        Messages = 7,

        /// <summary>A group changed. text: its thread.</summary>
        Group = 8,

        /// <summary>A reminder has fired. text: its identifier.</summary>
        Reminder = 9,

        /// <summary>A server counts something else than its feed contributes. text: the path.</summary>
        Drift = 10,
    }

    /// <summary>The task of a transport about a request.</summary>
    public enum RequestKind
    {
        /// <summary>Send this, and report the response once with <see cref="Engine.Respond"/>.</summary>
        Send = 1,

        /// <summary>The response is no longer needed, and is ignored.</summary>
        Cancel = 2,
    }

    /// <summary>How an account is opened.</summary>
    [Flags]
    public enum AccountFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>Fails with <see cref="Status.NotFound"/> instead of creating the account.</summary>
        Existing = 1,
    }

    /// <summary>How an engine is opened.</summary>
    [Flags]
    public enum EngineFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The library has no thread of its own: the host calls <see cref="Engine.Step"/>.</summary>
        HostDriven = 1,

        /// <summary>Renames a damaged file and begins a new one: see <see cref="Engine"/>.</summary>
        SetAside = 2,

        /// <summary>For tools: see <see cref="Account.LogIn"/>.</summary>
        LoggedOut = 4,
    }

    /// <summary>The reasons why a path shows a badge, and its mutes.</summary>
    [Flags]
    public enum BadgeFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>It owns a count.</summary>
        OwnCount = 1,

        /// <summary>It owns a dot.</summary>
        OwnDot = 2,

        /// <summary>Messages or a flag feed it.</summary>
        Fed = 4,

        /// <summary>A child contributes a badge.</summary>
        Children = 8,

        MuteNumber = 16,

        MuteAll = 32,

        /// <summary>Its mute passes highlights.</summary>
        PassesHighlights = 64,

        /// <summary>It is snoozed, so its mute does not hold.</summary>
        Snoozed = 128,
    }

    /// <summary>The contribution of a reason, and its kind.</summary>
    [Flags]
    public enum ReasonFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>It owns a count.</summary>
        OwnCount = 1,

        /// <summary>It owns a dot.</summary>
        OwnDot = 2,

        /// <summary>Messages or a flag feed it.</summary>
        Fed = 4,

        /// <summary>CHILDREN: its own count adds nothing: its children or messages have one.</summary>
        Overridden = 8,

        /// <summary>Its mute hides the number that it shows from the path.</summary>
        MuteNumber = 16,

        /// <summary>Its mute hides everything that it shows from the path.</summary>
        MuteAll = 32,

        /// <summary>Its own badge, or what feeds it, reaches the path, which shows a badge.</summary>
        Lights = 64,

        /// <summary>A mute hides its badge from the path; with LIGHTS only the number.</summary>
        Muted = 128,

        /// <summary>It is a message that feeds the path.</summary>
        Message = 256,

        /// <summary>It, or more of it, reaches the path only by a link.</summary>
        Linked = 512,

        /// <summary>It counts its children, so they contribute nothing, and it their number.</summary>
        Counting = 1024,

        /// <summary>It is the flag of the path: see <see cref="Account.Flag"/>.</summary>
        Flag = 2048,

        /// <summary>It is snoozed, which hides everything that it shows from the path.</summary>
        Snoozed = 4096,
    }

    /// <summary>How a batch is performed.</summary>
    [Flags]
    public enum BatchFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>Each operation is performed on its own: see <see cref="Account.Batch"/>.</summary>
        Each = 1,
    }

    /// <summary>How a feed is polled.</summary>
    [Flags]
    public enum FeedFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>No timer polls while the application is in the background.</summary>
        StopsInBackground = 1,

        /// <summary>The first request is sent after InitialDelay, not at a random moment within it.</summary>
        ExactDelay = 2,

        /// <summary>The options are for this run; the stored ones, if there are any, stay.</summary>
        Temporary = 4,
    }

    /// <summary>The properties of a stored feed.</summary>
    [Flags]
    public enum FeedEntryFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>In this run it was added or found, or began when the account was logged in.</summary>
        Running = 1,

        /// <summary>Its requests have a credential, or wait for one.</summary>
        Credential = 2,
    }

    /// <summary>How a request is sent.</summary>
    [Flags]
    public enum RequestFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The request has a credential: follow redirects only within the same origin.</summary>
        Credential = 1,
    }

    /// <summary>Which messages are meant.</summary>
    [Flags]
    public enum MessagesFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The path itself and everything below it.</summary>
        Subtree = 1,

        /// <summary>Only those that are not read.</summary>
        Unread = 2,

        /// <summary><see cref="Messages.First"/>: only those that are not seen.</summary>
        Unseen = 4,

        /// <summary><see cref="Messages.First"/>: the newest instead of the oldest.</summary>
        Newest = 8,

        /// <summary><see cref="Messages.ListFrom"/>: newer ones instead of older ones.</summary>
        Newer = 16,

        /// <summary><see cref="Messages.First"/>: only those of level HIGHLIGHT or above.</summary>
        Highlights = 32,
    }

    /// <summary>How a message is posted.</summary>
    [Flags]
    public enum MessageFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The message feeds a dot.</summary>
        Dot = 1,

        /// <summary>It is posted only if the user has not seen a message of its id.</summary>
        Once = 2,
    }

    /// <summary>How notifications are planned.</summary>
    [Flags]
    public enum PlanFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The system has nothing armed: lists the whole plan.</summary>
        FromScratch = 1,
    }

    /// <summary>Where a credential may be sent.</summary>
    [Flags]
    public enum CredentialFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>It may also be sent over http: to another machine, where others can read it.</summary>
        Plain = 1,
    }

    /// <summary>The changes that an outbox sends.</summary>
    [Flags]
    public enum OutboxFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>Messages that are read, unread again, or removed.</summary>
        Reads = 1,

        /// <summary>Changes of reminders.</summary>
        Reminders = 2,

        /// <summary>Messages that are seen. Only with it, what other devices have seen is taken.</summary>
        Seen = 4,

        /// <summary>Mutes of paths. The same holds for these and for the next two.</summary>
        Mutes = 8,

        /// <summary>Paths that are marked as unread.</summary>
        Flagged = 16,

        /// <summary>Snoozes of paths and of messages.</summary>
        Snoozes = 32,

        /// <summary>Badges that a server has set with a revision, and that the user removes.</summary>
        Dismissals = 64,
    }

    /// <summary>The properties of a path that are no badge.</summary>
    [Flags]
    public enum OwnFlags : uint
    {
        /// <summary>None of them.</summary>
        None = 0,

        /// <summary>The path is marked as unread: see <see cref="Account.Flag"/>.</summary>
        Flagged = 1,
    }
}
