// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;

namespace Tally
{
    /// <summary>Options of <see cref="Engine"/>.</summary>
    public sealed class EngineOptions : IOptions<NativeEngineOptions>
    {
        public EngineFlags Flags { get; set; }

        /// <summary>For tests: the seed of everything random. 0: the system's.</summary>
        public ulong Seed { get; set; }

        /// <summary>
        /// How long the id of a batch is remembered: from 1,000 ms. Default 86,400,000 ms, a day.
        /// </summary>
        public TimeSpan BatchIdTime { get; set; }

        /// <summary>Path of the database, created if it does not exist. null: in memory only.</summary>
        public string File { get; set; }

        /// <summary>Certificate authorities in PEM form, read when needed. null: the system's.</summary>
        public string CaFile { get; set; }

        /// <summary>Without control characters. null: "tally/" and the version.</summary>
        public string UserAgent { get; set; }

        /// <summary>The name of the device's zone. null: TZ, or /etc/localtime.</summary>
        public string Zone { get; set; }

        /// <summary>Null: the system's clocks.</summary>
        /// <remarks>
        /// <para>It is called on any thread.</para>
        /// </remarks>
        public IClock Clock { get; set; }

        /// <summary>Null: nothing is logged.</summary>
        /// <remarks>
        /// <para>It is called on any thread.</para>
        /// </remarks>
        public Action<LogLevel, string> Log { get; set; }

        /// <summary>Null: reads below TZDIR, or where systems keep zones.</summary>
        /// <remarks>
        /// <para>It is called on any thread.</para>
        /// </remarks>
        public Func<string, byte[]> ZoneFile { get; set; }

        /// <summary>One of <see cref="Durability.Group"/>, <see cref="Durability.Full"/>.</summary>
        public Durability Durability { get; set; }

        /// <summary>The least important level to report. Default <see cref="LogLevel.Warning"/>.</summary>
        public LogLevel LogLevel { get; set; }

        /// <summary>Components of a path, root not counted: 1 to 1,024. Default 64.</summary>
        public uint MaxDepth { get; set; }

        /// <summary>Bytes of a path, with <c>root</c>: 4 to 65,535. Default 4,096.</summary>
        public uint MaxPathBytes { get; set; }

        /// <summary>Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.</summary>
        public uint MaxNodes { get; set; }

        /// <summary>Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.</summary>
        public uint MaxAccounts { get; set; }

        /// <summary>
        /// Accounts in memory: 1 to 16,777,216. <see cref="Constants.NoLimit"/>: all. See "Accounts".
        /// </summary>
        public uint MaxLoadedAccounts { get; set; }

        /// <summary>Feeds of all open accounts: 1 to 1,000,000. Default 100,000.</summary>
        public uint MaxFeeds { get; set; }

        /// <summary>Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.</summary>
        public uint MaxObservers { get; set; }

        /// <summary>The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.</summary>
        public uint MaxResponseBytes { get; set; }

        /// <summary>Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.</summary>
        public uint MaxBatchIds { get; set; }

        /// <summary>Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.</summary>
        public uint MaxRequests { get; set; }

        /// <summary>The same to one origin (scheme, host, port): 1 to 65,535. Default 6.</summary>
        public uint MaxRequestsPerOrigin { get; set; }

        /// <summary>Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.</summary>
        public uint MaxForgotten { get; set; }

        /// <summary>Read positions of one feed: 1 to 1,073,741,824. Default 10,000.</summary>
        public uint MaxMarks { get; set; }

        /// <summary>Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.</summary>
        public uint MaxFailedRows { get; set; }

        /// <summary>Rejected items of one feed: 1 to 1,073,741,824. Default 100.</summary>
        public uint MaxRejected { get; set; }

        /// <summary>Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.</summary>
        public uint MaxReminderLog { get; set; }

        /// <summary>Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.</summary>
        public uint MaxCachedGroups { get; set; }

        /// <summary>Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.</summary>
        public uint MaxEvents { get; set; }

        /// <summary>Calls of <see cref="Feed.RefreshNow"/>, see there: 1 to 16,777,216. Default 65,536.</summary>
        public uint MaxCompletions { get; set; }

        /// <summary>Links of one account: 1 to 1,073,741,824. Default 65,536.</summary>
        public uint MaxLinks { get; set; }

        NativeEngineOptions IOptions<NativeEngineOptions>.Write(Memory memory)
        {
            var at = new NativeEngineOptions();
            at.struct_size = Memory.SizeOf<NativeEngineOptions>();
            at.flags = (uint)Flags;
            at.seed = Seed;
            at.batch_id_time = Times.Milliseconds(BatchIdTime);
            at.file = memory.Text(File);
            at.ca_file = memory.Text(CaFile);
            at.user_agent = memory.Text(UserAgent);
            at.zone = memory.Text(Zone);
            at.durability = (int)Durability;
            at.log_level = (int)LogLevel;
            at.max_depth = MaxDepth;
            at.max_path_bytes = MaxPathBytes;
            at.max_nodes = MaxNodes;
            at.max_accounts = MaxAccounts;
            at.max_loaded_accounts = MaxLoadedAccounts;
            at.max_feeds = MaxFeeds;
            at.max_observers = MaxObservers;
            at.max_response_bytes = MaxResponseBytes;
            at.max_batch_ids = MaxBatchIds;
            at.max_requests = MaxRequests;
            at.max_requests_per_origin = MaxRequestsPerOrigin;
            at.max_forgotten = MaxForgotten;
            at.max_marks = MaxMarks;
            at.max_failed_rows = MaxFailedRows;
            at.max_rejected = MaxRejected;
            at.max_reminder_log = MaxReminderLog;
            at.max_cached_groups = MaxCachedGroups;
            at.max_events = MaxEvents;
            at.max_completions = MaxCompletions;
            at.max_links = MaxLinks;
            return at;
        }
    }

    /// <summary>How an account is opened.</summary>
    public sealed class AccountOptions : IOptions<NativeAccountOptions>
    {
        /// <summary><see cref="AccountFlags.Existing"/>, or 0.</summary>
        public AccountFlags Flags { get; set; }

        /// <summary>
        /// One of <see cref="Aggregation.Default"/>, <see cref="Aggregation.Children"/>, <see
        /// cref="Aggregation.Sum"/>.
        /// </summary>
        public Aggregation Aggregation { get; set; }

        /// <summary>
        /// One of <see cref="Feeding.Default"/>, <see cref="Feeding.Unseen"/>, <see cref="Feeding.Unread"/>.
        /// </summary>
        public Feeding Feeding { get; set; }

        NativeAccountOptions IOptions<NativeAccountOptions>.Write(Memory memory)
        {
            var at = new NativeAccountOptions();
            at.struct_size = Memory.SizeOf<NativeAccountOptions>();
            at.flags = (uint)Flags;
            at.aggregation = (int)Aggregation;
            at.feeding = (int)Feeding;
            return at;
        }
    }

    /// <summary>A credential for a server.</summary>
    public sealed class Credential : IOptions<NativeCredential>
    {
        /// <summary><see cref="CredentialFlags.Plain"/>, or 0.</summary>
        public CredentialFlags Flags { get; set; }

        /// <summary>
        /// One of <see cref="CredentialKind.Bearer"/>, <see cref="CredentialKind.Basic"/>, <see
        /// cref="CredentialKind.Header"/>, <see cref="CredentialKind.Query"/>.
        /// </summary>
        public CredentialKind Kind { get; set; }

        /// <summary>
        /// <see cref="CredentialKind.Basic"/>, <see cref="CredentialKind.Header"/>, <see
        /// cref="CredentialKind.Query"/>; otherwise null.
        /// </summary>
        public string Name { get; set; }

        public string Secret { get; set; }

        /// <summary>
        /// <see cref="CredentialKind.Header"/>: the value, in which {token} stands for the secret. null: the secret
        /// alone.
        /// </summary>
        public string Format { get; set; }

        NativeCredential IOptions<NativeCredential>.Write(Memory memory)
        {
            var at = new NativeCredential();
            at.struct_size = Memory.SizeOf<NativeCredential>();
            at.flags = (uint)Flags;
            at.kind = (int)Kind;
            at.name = memory.Text(Name);
            at.secret = memory.Text(Secret);
            at.format = memory.Text(Format);
            return at;
        }
    }

    /// <summary>Settings of an account. Those that are left out stay unchanged.</summary>
    public sealed class AccountSettings : IOptions<NativeAccountSettings>
    {
        /// <summary>How messages are grouped. At first <see cref="Grouping.Automatic"/>.</summary>
        public Grouping Grouping { get; set; }

        /// <summary>At first <see cref="OutboxMode.Off"/>.</summary>
        public OutboxMode Outbox { get; set; }

        /// <summary>
        /// Which messages feed badges where no rule holds. At first that of <see cref="Engine.OpenAccount"/>.
        /// </summary>
        public Feeding Feeding { get; set; }

        /// <summary>What the outbox sends. At first READS and REMINDERS.</summary>
        public OutboxFlags OutboxKinds { get; set; }

        /// <summary>For a whole request, from 100 ms. At first 300,000 ms.</summary>
        public TimeSpan OutboxRequestTimeout { get; set; }

        /// <summary>Without a byte, from 100 ms. At first 60,000 ms.</summary>
        public TimeSpan OutboxIdleTimeout { get; set; }

        /// <summary>The language of summaries. Empty: none, so built-in words are English.</summary>
        public string Language { get; set; }

        /// <summary>
        /// http: or https:, to which rows are sent with POST. <see cref="OutboxMode.Sent"/> needs it. Empty: none.
        /// </summary>
        public string OutboxUrl { get; set; }

        /// <summary>
        /// The path whose own badge follows <c>aps.badge</c> of pushes, the icon's number; a number of 0 removes
        /// the badge. <c>root</c> is the root. Empty: none.
        /// </summary>
        public string PushPath { get; set; }

        NativeAccountSettings IOptions<NativeAccountSettings>.Write(Memory memory)
        {
            var at = new NativeAccountSettings();
            at.struct_size = Memory.SizeOf<NativeAccountSettings>();
            at.grouping = (int)Grouping;
            at.outbox = (int)Outbox;
            at.feeding = (int)Feeding;
            at.outbox_kinds = (uint)OutboxKinds;
            at.outbox_request_timeout = Times.Milliseconds(OutboxRequestTimeout);
            at.outbox_idle_timeout = Times.Milliseconds(OutboxIdleTimeout);
            at.language = memory.Text(Language);
            at.outbox_url = memory.Text(OutboxUrl);
            at.push_path = memory.Text(PushPath);
            return at;
        }
    }

    /// <summary>How a path counts. Members that are left out are those above the path.</summary>
    public sealed class BadgeRuleOptions : IOptions<NativeBadgeRule>
    {
        /// <summary>Which messages feed the badge. <see cref="Feeding.Default"/>: as above the path.</summary>
        public Feeding Feeding { get; set; }

        /// <summary>How the path's number comes from its children.</summary>
        public Counting Counting { get; set; }

        NativeBadgeRule IOptions<NativeBadgeRule>.Write(Memory memory)
        {
            var at = new NativeBadgeRule();
            at.struct_size = Memory.SizeOf<NativeBadgeRule>();
            at.feeding = (int)Feeding;
            at.counting = (int)Counting;
            return at;
        }
    }

    /// <summary>A message that the host posts.</summary>
    public sealed class MessageOptions : IOptions<NativeMessageOptions>
    {
        public MessageFlags Flags { get; set; }

        /// <summary>It orders messages. null: now.</summary>
        public DateTimeOffset? Time { get; set; }

        /// <summary>Added to the number. 0: 1, or 0 with <see cref="MessageFlags.Dot"/>.</summary>
        public uint Count { get; set; }

        /// <summary>Added to the number in place of <c>%u</c> in the format of a summary; 0 counts as 1.</summary>
        public uint ArgumentCount { get; set; }

        /// <summary>A name. null or empty: a new one.</summary>
        public string Id { get; set; }

        /// <summary>The title.</summary>
        public string Title { get; set; }

        /// <summary>The text below the title.</summary>
        public string Body { get; set; }

        /// <summary>The kind of thing, a word of the host's.</summary>
        public string Kind { get; set; }

        /// <summary>The thread: messages with the same one are a group.</summary>
        public string Thread { get; set; }

        /// <summary>The category, whose format summaries have.</summary>
        public string Category { get; set; }

        /// <summary>The name in place of <c>%@</c> in the format of a summary.</summary>
        public string Argument { get; set; }

        /// <summary>A URL, up to <see cref="Constants.MaxLink"/> bytes without control characters.</summary>
        public string Link { get; set; }

        /// <summary>A name.</summary>
        public string Icon { get; set; }

        public string Subtitle { get; set; }

        /// <summary>The host's own, such as JSON, up to <see cref="Constants.MaxData"/> bytes.</summary>
        public string Data { get; set; }

        /// <summary>Further paths where it counts, one per line, up to <see cref="Constants.MaxAlso"/>.</summary>
        public string Also { get; set; }

        /// <summary>
        /// One of <see cref="Level.Passive"/>, <see cref="Level.Normal"/>, <see cref="Level.Highlight"/>, <see
        /// cref="Level.Critical"/>.
        /// </summary>
        public Level Level { get; set; }

        NativeMessageOptions IOptions<NativeMessageOptions>.Write(Memory memory)
        {
            var at = new NativeMessageOptions();
            at.struct_size = Memory.SizeOf<NativeMessageOptions>();
            at.flags = (uint)Flags;
            at.time = Times.Milliseconds(Time);
            at.count = Count;
            at.argument_count = ArgumentCount;
            at.id = memory.Text(Id);
            at.title = memory.Text(Title);
            at.body = memory.Text(Body);
            at.kind = memory.Text(Kind);
            at.thread = memory.Text(Thread);
            at.category = memory.Text(Category);
            at.argument = memory.Text(Argument);
            at.link = memory.Text(Link);
            at.icon = memory.Text(Icon);
            at.subtitle = memory.Text(Subtitle);
            at.data = memory.Text(Data);
            at.also = memory.Text(Also);
            at.level = (int)Level;
            return at;
        }
    }

    /// <summary>
    /// How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and
    /// <c>Timeout.InfiniteTimeSpan</c> is off.
    /// </summary>
    public sealed class FeedOptions : IOptions<NativeFeedOptions>
    {
        public FeedFlags Flags { get; set; }

        /// <summary>
        /// The first request begins within this: from 1 ms. 0: 1,000 ms with <see cref="Polling.MessageCenter"/>,
        /// off with <see cref="Polling.UnreadCount"/>. <c>Timeout.InfiniteTimeSpan</c>: off.
        /// </summary>
        public TimeSpan InitialDelay { get; set; }

        /// <summary>
        /// Between requests: from 100 ms. 0: 600,000 ms with <see cref="Polling.MessageCenter"/>, off with <see
        /// cref="Polling.UnreadCount"/>. <c>Timeout.InfiniteTimeSpan</c>: off.
        /// </summary>
        public TimeSpan Interval { get; set; }

        /// <summary>
        /// While a page is seen: from 100 ms. 0: off with <see cref="Polling.MessageCenter"/>, 60,000 ms with <see
        /// cref="Polling.UnreadCount"/>. <c>Timeout.InfiniteTimeSpan</c>: off.
        /// </summary>
        public TimeSpan VisibleInterval { get; set; }

        /// <summary>For a whole request, from 100 ms. 0: 300,000 ms.</summary>
        public TimeSpan RequestTimeout { get; set; }

        /// <summary>Without a byte, from 100 ms. 0: 60,000 ms.</summary>
        public TimeSpan IdleTimeout { get; set; }

        /// <summary>
        /// A page does not poll this soon after a good response: from 1 ms. 0: 180,000 ms with <see
        /// cref="Polling.MessageCenter"/>, off with <see cref="Polling.UnreadCount"/>.
        /// <c>Timeout.InfiniteTimeSpan</c>: off.
        /// </summary>
        public TimeSpan Tolerance { get; set; }

        /// <summary>
        /// A page that returns after this polls: from 1 ms. 0: 0 ms (each return) with <see
        /// cref="Polling.MessageCenter"/>, 60,000 ms with <see cref="Polling.UnreadCount"/>.
        /// <c>Timeout.InfiniteTimeSpan</c>: off.
        /// </summary>
        public TimeSpan AwayTime { get; set; }

        /// <summary>Messages that are older by the server's time are removed, read or not. 0: no limit.</summary>
        public TimeSpan MaxAge { get; set; }

        /// <summary>Beyond this number the oldest read messages are removed. 0: no limit.</summary>
        public long MaxMessages { get; set; }

        /// <summary>Items a page, 1 to 10,000, sent as <c>limit</c>. 0: 200.</summary>
        public uint PageLimit { get; set; }

        /// <summary>One of <see cref="Polling.MessageCenter"/>, <see cref="Polling.UnreadCount"/>.</summary>
        public Polling Polling { get; set; }

        /// <summary>
        /// http:, https: or file: (a regular file). null: nothing is polled; the host delivers pages.
        /// </summary>
        public string Url { get; set; }

        /// <summary>The path below which the feed's own paths are. null: root.</summary>
        public string Prefix { get; set; }

        /// <summary>
        /// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
        /// "message-center" or "unread-count".
        /// </summary>
        public string MappingPreset { get; set; }

        /// <summary>
        /// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of MappingPreset.
        /// null or empty, both: the wire format.
        /// </summary>
        public string Mapping { get; set; }

        /// <summary>The title until the server sends one, UTF-8, up to 1,024 bytes. null: none.</summary>
        public string Title { get; set; }

        NativeFeedOptions IOptions<NativeFeedOptions>.Write(Memory memory)
        {
            var at = new NativeFeedOptions();
            at.struct_size = Memory.SizeOf<NativeFeedOptions>();
            at.flags = (uint)Flags;
            at.initial_delay = Times.Milliseconds(InitialDelay);
            at.interval = Times.Milliseconds(Interval);
            at.visible_interval = Times.Milliseconds(VisibleInterval);
            at.request_timeout = Times.Milliseconds(RequestTimeout);
            at.idle_timeout = Times.Milliseconds(IdleTimeout);
            at.tolerance = Times.Milliseconds(Tolerance);
            at.away_time = Times.Milliseconds(AwayTime);
            at.max_age = Times.Milliseconds(MaxAge);
            at.max_messages = MaxMessages;
            at.page_limit = PageLimit;
            at.polling = (int)Polling;
            at.url = memory.Text(Url);
            at.prefix = memory.Text(Prefix);
            at.mapping_preset = memory.Text(MappingPreset);
            at.mapping = memory.Text(Mapping);
            at.title = memory.Text(Title);
            return at;
        }
    }

    /// <summary>The plural forms of a format; <c>other</c> is required.</summary>
    public sealed class Forms : IOptions<NativeForms>
    {
        /// <summary>The form for the plural category <c>zero</c>.</summary>
        public string Zero { get; set; }

        /// <summary>The form for the plural category <c>one</c>.</summary>
        public string One { get; set; }

        /// <summary>The form for the plural category <c>two</c>.</summary>
        public string Two { get; set; }

        /// <summary>The form for the plural category <c>few</c>.</summary>
        public string Few { get; set; }

        /// <summary>The form for the plural category <c>many</c>.</summary>
        public string Many { get; set; }

        /// <summary>The form for the plural category <c>other</c>.</summary>
        public string Other { get; set; }

        NativeForms IOptions<NativeForms>.Write(Memory memory)
        {
            var at = new NativeForms();
            at.struct_size = Memory.SizeOf<NativeForms>();
            at.zero = memory.Text(Zero);
            at.one = memory.Text(One);
            at.two = memory.Text(Two);
            at.few = memory.Text(Few);
            at.many = memory.Text(Many);
            at.other = memory.Text(Other);
            return at;
        }
    }

    /// <summary>The terms of a reminder that a user enters. A shelf life and its unit are required.</summary>
    /// <remarks>
    /// <para>A member that is null is not given.</para>
    /// </remarks>
    public sealed class ReminderOptions : IOptions<NativeReminderOptions>
    {
        /// <summary>The title.</summary>
        public string Title { get; set; }

        /// <summary>The text below the title.</summary>
        public string Body { get; set; }

        /// <summary>The path of its badge. Empty: none.</summary>
        public string Path { get; set; }

        /// <summary>Empty: the device's.</summary>
        public string Zone { get; set; }

        /// <summary>A day. Default: today, in its zone.</summary>
        public int? Produced { get; set; }

        /// <summary>From 1.</summary>
        public int? ShelfLife { get; set; }

        /// <summary><see cref="Unit.Day"/>, <see cref="Unit.Month"/> or <see cref="Unit.Year"/>.</summary>
        public Unit? ShelfUnit { get; set; }

        /// <summary>Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.</summary>
        public TimeSpan? TimeOfDay { get; set; }

        /// <summary>Default <see cref="SmartMode.Automatic"/>.</summary>
        public SmartMode? Smart { get; set; }

        /// <summary>Required unless it is smart.</summary>
        public Unit? RepeatUnit { get; set; }

        /// <summary>It fires every so many units, to 1,000,000. Default 1.</summary>
        public int? RepeatEvery { get; set; }

        /// <summary>The last day on which it fires. Required unless it is smart.</summary>
        public int? End { get; set; }

        /// <summary>The day from which repetitions count. Default: the day of entering.</summary>
        public int? Start { get; set; }

        /// <summary>Counted from the day after the expiry or the end.</summary>
        public Unit? OverdueUnit { get; set; }

        /// <summary>It fires every so many of these units, to 1,000,000. Default 1.</summary>
        public int? OverdueEvery { get; set; }

        /// <summary>How many times it fires then, to 1,000,000. Default: 0.</summary>
        public int? OverdueLimit { get; set; }

        NativeReminderOptions IOptions<NativeReminderOptions>.Write(Memory memory)
        {
            var at = new NativeReminderOptions();
            at.struct_size = Memory.SizeOf<NativeReminderOptions>();
            if (Title != null)
            {
                at.title = memory.Text(Title);
                at.fields |= 1; // TALLY_REMINDER_FIELD_TITLE
            }
            if (Body != null)
            {
                at.body = memory.Text(Body);
                at.fields |= 2; // TALLY_REMINDER_FIELD_BODY
            }
            if (Path != null)
            {
                at.path = memory.Text(Path);
                at.fields |= 4; // TALLY_REMINDER_FIELD_PATH
            }
            if (Zone != null)
            {
                at.zone = memory.Text(Zone);
                at.fields |= 8; // TALLY_REMINDER_FIELD_ZONE
            }
            if (Produced != null)
            {
                at.produced = Produced.Value;
                at.fields |= 16; // TALLY_REMINDER_FIELD_PRODUCED
            }
            if (ShelfLife != null)
            {
                at.shelf_life = ShelfLife.Value;
                at.fields |= 32; // TALLY_REMINDER_FIELD_SHELF_LIFE
            }
            if (ShelfUnit != null)
            {
                at.shelf_unit = (int)ShelfUnit.Value;
                at.fields |= 32; // TALLY_REMINDER_FIELD_SHELF_LIFE
            }
            if (TimeOfDay != null)
            {
                at.time_of_day = Times.Seconds(TimeOfDay.Value);
                at.fields |= 64; // TALLY_REMINDER_FIELD_TIME_OF_DAY
            }
            if (Smart != null)
            {
                at.smart = (int)Smart.Value;
                at.fields |= 128; // TALLY_REMINDER_FIELD_SMART
            }
            if (RepeatUnit != null)
            {
                at.repeat_unit = (int)RepeatUnit.Value;
                at.fields |= 256; // TALLY_REMINDER_FIELD_REPEAT
            }
            if (RepeatEvery != null)
            {
                at.repeat_every = RepeatEvery.Value;
                at.fields |= 256; // TALLY_REMINDER_FIELD_REPEAT
            }
            if (End != null)
            {
                at.end = End.Value;
                at.fields |= 1024; // TALLY_REMINDER_FIELD_END
            }
            if (Start != null)
            {
                at.start = Start.Value;
                at.fields |= 512; // TALLY_REMINDER_FIELD_START
            }
            if (OverdueUnit != null)
            {
                at.overdue_unit = (int)OverdueUnit.Value;
                at.fields |= 2048; // TALLY_REMINDER_FIELD_OVERDUE
            }
            if (OverdueEvery != null)
            {
                at.overdue_every = OverdueEvery.Value;
                at.fields |= 2048; // TALLY_REMINDER_FIELD_OVERDUE
            }
            if (OverdueLimit != null)
            {
                at.overdue_limit = OverdueLimit.Value;
                at.fields |= 2048; // TALLY_REMINDER_FIELD_OVERDUE
            }
            return at;
        }
    }

    /// <summary>The limits of a plan.</summary>
    public sealed class PlanOptions : IOptions<NativePlanOptions>
    {
        /// <summary><see cref="PlanFlags.FromScratch"/> or 0.</summary>
        public PlanFlags Flags { get; set; }

        /// <summary>Notifications that the system accepts, to 4,096. 0: 64.</summary>
        public uint Limit { get; set; }

        /// <summary>How many of them the host needs for other things.</summary>
        public uint Reserve { get; set; }

        NativePlanOptions IOptions<NativePlanOptions>.Write(Memory memory)
        {
            var at = new NativePlanOptions();
            at.struct_size = Memory.SizeOf<NativePlanOptions>();
            at.flags = (uint)Flags;
            at.limit = Limit;
            at.reserve = Reserve;
            return at;
        }
    }

    /// <summary>How a batch is performed, and the marks by which it is recognised.</summary>
    public sealed class BatchOptions : IOptions<NativeBatchOptions>
    {
        public BatchFlags Flags { get; set; }

        /// <summary>
        /// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
        /// </summary>
        public ulong Epoch { get; set; }

        /// <summary>The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.</summary>
        public ulong Position { get; set; }

        /// <summary>A name: the log that the batch comes from. null: none.</summary>
        public string Source { get; set; }

        /// <summary>A name of the batch itself. null: none.</summary>
        public string Id { get; set; }

        NativeBatchOptions IOptions<NativeBatchOptions>.Write(Memory memory)
        {
            var at = new NativeBatchOptions();
            at.struct_size = Memory.SizeOf<NativeBatchOptions>();
            at.operation_size = Memory.SizeOf<NativeOperation>();
            at.flags = (uint)Flags;
            at.epoch = Epoch;
            at.position = Position;
            at.source = memory.Text(Source);
            at.id = memory.Text(Id);
            return at;
        }
    }

    /// <summary>How to draw a badge, as the host sets it for a path.</summary>
    /// <remarks>
    /// <para>A member that is null is not given.</para>
    /// </remarks>
    public sealed class Style : IOptions<NativeStyle>
    {
        /// <summary>Points: finite, 0 or more. Default 3.</summary>
        public float? DotRadius { get; set; }

        /// <summary>From the top right corner of the view that has the badge to the badge's center.</summary>
        public float? OffsetX { get; set; }

        /// <summary>To the right and down, in points: finite. Default 0, 0.</summary>
        public float? OffsetY { get; set; }

        /// <summary>Points: finite, above 0. Default 9.</summary>
        public float? FontSize { get; set; }

        /// <summary>1 to 1,000. Default <see cref="Constants.FontWeightBold"/>.</summary>
        public int? FontWeight { get; set; }

        /// <summary>Default 0xFFFFFFFF, white.</summary>
        public uint? TextColor { get; set; }

        /// <summary>The color of the dot, and behind the number. Default 0xFF0000FF, red.</summary>
        public uint? BackgroundColor { get; set; }

        /// <summary>Default <see cref="OverflowStyle.Plus"/>.</summary>
        public OverflowStyle? Overflow { get; set; }

        /// <summary>The largest number to write out: from 1; <c>ulong.MaxValue</c>: all. Default 99.</summary>
        public ulong? MaxCount { get; set; }

        /// <summary>The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.</summary>
        public string Icon { get; set; }

        /// <summary>The background of a badge whose level is HIGHLIGHT or above. Default: the same.</summary>
        public uint? HighlightColor { get; set; }

        NativeStyle IOptions<NativeStyle>.Write(Memory memory)
        {
            var at = new NativeStyle();
            at.struct_size = Memory.SizeOf<NativeStyle>();
            if (DotRadius != null)
            {
                at.dot_radius = DotRadius.Value;
                at.fields |= 1; // TALLY_STYLE_FIELD_DOT_RADIUS
            }
            if (OffsetX != null)
            {
                at.offset_x = OffsetX.Value;
                at.fields |= 2; // TALLY_STYLE_FIELD_OFFSET
            }
            if (OffsetY != null)
            {
                at.offset_y = OffsetY.Value;
                at.fields |= 2; // TALLY_STYLE_FIELD_OFFSET
            }
            if (FontSize != null)
            {
                at.font_size = FontSize.Value;
                at.fields |= 4; // TALLY_STYLE_FIELD_FONT_SIZE
            }
            if (FontWeight != null)
            {
                at.font_weight = FontWeight.Value;
                at.fields |= 8; // TALLY_STYLE_FIELD_FONT_WEIGHT
            }
            if (TextColor != null)
            {
                at.text_color = TextColor.Value;
                at.fields |= 16; // TALLY_STYLE_FIELD_TEXT_COLOR
            }
            if (BackgroundColor != null)
            {
                at.background_color = BackgroundColor.Value;
                at.fields |= 32; // TALLY_STYLE_FIELD_BACKGROUND_COLOR
            }
            if (Overflow != null)
            {
                at.overflow = (int)Overflow.Value;
                at.fields |= 128; // TALLY_STYLE_FIELD_OVERFLOW
            }
            if (MaxCount != null)
            {
                at.max_count = MaxCount.Value;
                at.fields |= 64; // TALLY_STYLE_FIELD_MAX_COUNT
            }
            if (Icon != null)
            {
                at.icon = memory.Text(Icon);
                at.fields |= 256; // TALLY_STYLE_FIELD_ICON
            }
            if (HighlightColor != null)
            {
                at.highlight_color = HighlightColor.Value;
                at.fields |= 512; // TALLY_STYLE_FIELD_HIGHLIGHT_COLOR
            }
            return at;
        }

        internal static Style Read(NativeStyle at, string icon)
        {
            var style = new Style();
            if ((at.fields & 1) != 0) style.DotRadius = at.dot_radius;
            if ((at.fields & 2) != 0) style.OffsetX = at.offset_x;
            if ((at.fields & 2) != 0) style.OffsetY = at.offset_y;
            if ((at.fields & 4) != 0) style.FontSize = at.font_size;
            if ((at.fields & 8) != 0) style.FontWeight = at.font_weight;
            if ((at.fields & 16) != 0) style.TextColor = at.text_color;
            if ((at.fields & 32) != 0) style.BackgroundColor = at.background_color;
            if ((at.fields & 128) != 0) style.Overflow = (OverflowStyle)at.overflow;
            if ((at.fields & 64) != 0) style.MaxCount = at.max_count;
            if ((at.fields & 256) != 0) style.Icon = icon;
            if ((at.fields & 512) != 0) style.HighlightColor = at.highlight_color;
            return style;
        }
    }

    /// <summary>Options of <see cref="Engine.Batch"/>.</summary>
    public sealed class EngineBatchOptions : IOptions<NativeEngineBatchOptions>
    {
        /// <summary>For accounts that the batch creates.</summary>
        public Aggregation Aggregation { get; set; }

        /// <summary>The same.</summary>
        public Feeding Feeding { get; set; }

        /// <summary>As in BatchOptions.</summary>
        public ulong Epoch { get; set; }

        /// <summary>The place of the last item in the log, rising with each batch. Without a source: 0.</summary>
        public ulong Position { get; set; }

        /// <summary>The log: 1 to 255 bytes, as an account's name. null: none.</summary>
        public string Source { get; set; }

        NativeEngineBatchOptions IOptions<NativeEngineBatchOptions>.Write(Memory memory)
        {
            var at = new NativeEngineBatchOptions();
            at.struct_size = Memory.SizeOf<NativeEngineBatchOptions>();
            at.item_size = Memory.SizeOf<NativeItem>();
            at.operation_size = Memory.SizeOf<NativeOperation>();
            at.aggregation = (int)Aggregation;
            at.feeding = (int)Feeding;
            at.epoch = Epoch;
            at.position = Position;
            at.source = memory.Text(Source);
            return at;
        }
    }
}
