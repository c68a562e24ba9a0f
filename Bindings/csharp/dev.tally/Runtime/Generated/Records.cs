// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;

namespace Tally
{
    /// <summary>The contents of an engine at this moment.</summary>
    public sealed class Stats
    {
        /// <summary>Open accounts.</summary>
        public uint Accounts { get; }

        /// <summary>Open accounts in memory.</summary>
        public uint LoadedAccounts { get; }

        /// <summary>Feeds of these accounts that were added in this run.</summary>
        public uint Feeds { get; }

        /// <summary>How often an account was read since the engine was opened.</summary>
        public ulong AccountLoads { get; }

        /// <summary>How often an account left memory for another one.</summary>
        public ulong AccountEvictions { get; }

        /// <summary>Observers, views and widgets.</summary>
        public ulong Observers { get; }

        /// <summary>Pending events.</summary>
        public ulong Events { get; }

        /// <summary>Nodes of the accounts in memory.</summary>
        public ulong Nodes { get; }

        /// <summary>Bytes of these nodes and their paths.</summary>
        public ulong NodeBytes { get; }

        /// <summary>Badges that are not written yet, without those that are being written.</summary>
        public ulong UnstoredBadges { get; }

        /// <summary>Bytes of the file.</summary>
        public long FileSize { get; }

        /// <summary>Bytes of its write-ahead log; 0: none.</summary>
        public long LogSize { get; }

        /// <summary>Commits that calls waited for since the engine was opened.</summary>
        public ulong Commits { get; }

        /// <summary>The calls that waited for them. Several share a commit.</summary>
        public ulong CommittedCalls { get; }

        /// <summary>
        /// The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last
        /// <c>reset</c>.
        /// </summary>
        public ulong LongestWaitUs { get; }

        /// <summary>The longest that one call used the store, measured in the same way.</summary>
        public ulong LongestHoldUs { get; }

        /// <summary>Calls that are waiting for the store.</summary>
        public uint WaitingCalls { get; }

        /// <summary>Requests of feeds in flight.</summary>
        public uint Requests { get; }

        /// <summary>The most of these to one origin.</summary>
        public uint OriginRequests { get; }

        /// <summary>Events DRIFT since the engine was opened.</summary>
        public uint Drifts { get; }

        internal Stats(NativeStats at, byte[] text)
        {
            Accounts = at.accounts;
            LoadedAccounts = at.loaded_accounts;
            Feeds = at.feeds;
            AccountLoads = at.account_loads;
            AccountEvictions = at.account_evictions;
            Observers = at.observers;
            Events = at.events;
            Nodes = at.nodes;
            NodeBytes = at.node_bytes;
            UnstoredBadges = at.unstored_badges;
            FileSize = at.file_size;
            LogSize = at.log_size;
            Commits = at.commits;
            CommittedCalls = at.committed_calls;
            LongestWaitUs = at.longest_wait_us;
            LongestHoldUs = at.longest_hold_us;
            WaitingCalls = at.waiting_calls;
            Requests = at.requests;
            OriginRequests = at.origin_requests;
            Drifts = at.drifts;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Stats {{ Accounts = {Accounts}, LoadedAccounts = {LoadedAccounts}, Feeds = {Feeds}, "
            + $"AccountLoads = {AccountLoads}, AccountEvictions = {AccountEvictions}, "
            + $"Observers = {Observers}, Events = {Events}, Nodes = {Nodes}, NodeBytes = {NodeBytes}, "
            + $"UnstoredBadges = {UnstoredBadges}, FileSize = {FileSize}, LogSize = {LogSize}, "
            + $"Commits = {Commits}, CommittedCalls = {CommittedCalls}, LongestWaitUs = {LongestWaitUs}, "
            + $"LongestHoldUs = {LongestHoldUs}, WaitingCalls = {WaitingCalls}, Requests = {Requests}, "
            + $"OriginRequests = {OriginRequests}, Drifts = {Drifts} }}";
    }

    /// <summary>The numbers of things that were saved and lost.</summary>
    public sealed class Recovery
    {
        /// <summary>Whether more may be lost than was counted.</summary>
        public bool Uncertain { get; }

        /// <summary>Pages of the damaged file.</summary>
        public ulong Pages { get; }

        /// <summary>Damaged pages: truncated, unreadable, or with a wrong checksum.</summary>
        public ulong DamagedPages { get; }

        /// <summary>Saved from damaged pages: valid, but perhaps not what was stored.</summary>
        public ulong DoubtfulRows { get; }

        public ulong AccountsSaved { get; }

        /// <summary>Their badges and messages were saved, under their name or a new one, with defaults.</summary>
        public ulong AccountsLost { get; }

        /// <summary>Badges that nodes own, and mutes.</summary>
        public ulong BadgesSaved { get; }

        public ulong BadgesLost { get; }

        public ulong FeedsSaved { get; }

        /// <summary>Their messages were saved, in a feed named "recovered-" and a number.</summary>
        public ulong FeedsLost { get; }

        public ulong MessagesSaved { get; }

        public ulong MessagesLost { get; }

        /// <summary>Other rows: reminders, read marks, pending actions, words of groups.</summary>
        public ulong OthersSaved { get; }

        /// <summary>With the rows that belong to a missing account or feed.</summary>
        public ulong OthersLost { get; }

        internal Recovery(NativeRecovery at, byte[] text)
        {
            Uncertain = at.flags != 0;
            Pages = at.pages;
            DamagedPages = at.damaged_pages;
            DoubtfulRows = at.doubtful_rows;
            AccountsSaved = at.accounts_saved;
            AccountsLost = at.accounts_lost;
            BadgesSaved = at.badges_saved;
            BadgesLost = at.badges_lost;
            FeedsSaved = at.feeds_saved;
            FeedsLost = at.feeds_lost;
            MessagesSaved = at.messages_saved;
            MessagesLost = at.messages_lost;
            OthersSaved = at.others_saved;
            OthersLost = at.others_lost;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Recovery {{ Uncertain = {Uncertain}, Pages = {Pages}, DamagedPages = {DamagedPages}, "
            + $"DoubtfulRows = {DoubtfulRows}, AccountsSaved = {AccountsSaved}, "
            + $"AccountsLost = {AccountsLost}, BadgesSaved = {BadgesSaved}, BadgesLost = {BadgesLost}, "
            + $"FeedsSaved = {FeedsSaved}, FeedsLost = {FeedsLost}, MessagesSaved = {MessagesSaved}, "
            + $"MessagesLost = {MessagesLost}, OthersSaved = {OthersSaved}, OthersLost = {OthersLost} }}";
    }

    /// <summary>An account that is stored.</summary>
    public sealed class AccountEntry
    {
        public string Name { get; }

        internal AccountEntry(NativeAccountEntry at, byte[] text)
        {
            Name = Text.Of(at.name, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"AccountEntry {{ Name = {Name} }}";
    }

    /// <summary>The facts about an account, and its revision.</summary>
    public sealed class AccountState
    {
        /// <summary>The name of the account.</summary>
        public string Name { get; }

        /// <summary>1 or 0.</summary>
        public bool LoggedIn { get; }

        /// <summary>Identifies the account in events.</summary>
        public long Id { get; }

        /// <summary>The revision of its badges.</summary>
        public ulong Revision { get; }

        /// <summary>Identifies the series of revisions. A new store has a new epoch.</summary>
        public ulong Epoch { get; }

        /// <summary><see cref="Aggregation.Children"/> or <see cref="Aggregation.Sum"/>.</summary>
        public Aggregation Aggregation { get; }

        /// <summary><see cref="Feeding.Unseen"/> or <see cref="Feeding.Unread"/>.</summary>
        public Feeding Feeding { get; }

        internal AccountState(NativeAccountState at, string text)
        {
            Name = text;
            LoggedIn = at.logged_in != 0;
            Id = at.id;
            Revision = at.revision;
            Epoch = at.epoch;
            Aggregation = (Aggregation)at.aggregation;
            Feeding = (Feeding)at.feeding;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"AccountState {{ Name = {Name}, LoggedIn = {LoggedIn}, Id = {Id}, Revision = {Revision}, "
            + $"Epoch = {Epoch}, Aggregation = {Aggregation}, Feeding = {Feeding} }}";
    }

    /// <summary>The settings of an account.</summary>
    public sealed class AccountSettingsEntry
    {
        public TimeSpan OutboxRequestTimeout { get; }

        public TimeSpan OutboxIdleTimeout { get; }

        /// <summary><see cref="Grouping.Automatic"/> ….</summary>
        public Grouping Grouping { get; }

        /// <summary><see cref="OutboxMode.Off"/> ….</summary>
        public OutboxMode Outbox { get; }

        /// <summary><see cref="Feeding.Unseen"/> or <see cref="Feeding.Unread"/>.</summary>
        public Feeding Feeding { get; }

        public OutboxFlags OutboxKinds { get; }

        /// <summary>Canonical; empty: none.</summary>
        public string Language { get; }

        /// <summary>Empty: none.</summary>
        public string OutboxUrl { get; }

        /// <summary>Canonical; empty: none.</summary>
        public string PushPath { get; }

        internal AccountSettingsEntry(NativeAccountSettingsEntry at, byte[] text)
        {
            OutboxRequestTimeout = Times.Span(at.outbox_request_timeout);
            OutboxIdleTimeout = Times.Span(at.outbox_idle_timeout);
            Grouping = (Grouping)at.grouping;
            Outbox = (OutboxMode)at.outbox;
            Feeding = (Feeding)at.feeding;
            OutboxKinds = (OutboxFlags)at.outbox_kinds;
            Language = Text.Of(at.language, text);
            OutboxUrl = Text.Of(at.outbox_url, text);
            PushPath = Text.Of(at.push_path, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"AccountSettingsEntry {{ OutboxRequestTimeout = {OutboxRequestTimeout}, "
            + $"OutboxIdleTimeout = {OutboxIdleTimeout}, Grouping = {Grouping}, Outbox = {Outbox}, "
            + $"Feeding = {Feeding}, OutboxKinds = {OutboxKinds}, Language = {Language}, "
            + $"OutboxUrl = {OutboxUrl}, PushPath = {PushPath} }}";
    }

    /// <summary>The badge that a path shows. As a string: "dot", its number, or "nothing".</summary>
    public sealed class Badge
    {
        /// <summary>The number; 0 for a dot or nothing.</summary>
        public ulong Count { get; }

        /// <summary>The revision that last changed what it shows; 0: none since the account was loaded.</summary>
        public ulong Revision { get; }

        /// <summary>
        /// The part of what it shows that comes from messages of level <see cref="Level.Highlight"/> or above.
        /// </summary>
        public ulong Highlights { get; }

        /// <summary>
        /// <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind Kind { get; }

        public BadgeFlags Flags { get; }

        /// <summary>
        /// The greatest level among what it shows; <see cref="Level.Normal"/> if it shows nothing.
        /// </summary>
        public Level Level { get; }

        internal Badge(NativeBadge at, byte[] text)
        {
            Count = at.count;
            Revision = at.revision;
            Highlights = at.highlights;
            Kind = (BadgeKind)at.kind;
            Flags = (BadgeFlags)at.flags;
            Level = (Level)at.level;
        }

        /// <summary>The badge in words: "dot", its number, or "nothing".</summary>
        public string Shown => Calls.InWords(Kind, Count);

        /// <summary>"dot", the number, or "nothing".</summary>
        public override string ToString() => Shown;
    }

    /// <summary>The badge that a path owns, and its mute, with the times at which they end.</summary>
    public sealed class OwnBadge
    {
        /// <summary>
        /// <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind Kind { get; }

        /// <summary>Its own count, to <see cref="Constants.MaxCount"/>; 0 for a dot or nothing.</summary>
        public ulong Count { get; }

        /// <summary>When its badge ends; null: it does not.</summary>
        public DateTimeOffset? Until { get; }

        /// <summary>When its mute ends; null: it does not.</summary>
        public DateTimeOffset? MuteUntil { get; }

        /// <summary>
        /// One of <see cref="MuteMode.None"/>, <see cref="MuteMode.Number"/>, <see cref="MuteMode.All"/>, <see
        /// cref="MuteMode.NumberButHighlights"/>, <see cref="MuteMode.AllButHighlights"/>.
        /// </summary>
        public MuteMode Mute { get; }

        /// <summary><see cref="OwnFlags.Flagged"/>, or 0.</summary>
        public OwnFlags Flags { get; }

        /// <summary>When its snooze ends; null: it is not snoozed.</summary>
        public DateTimeOffset? SnoozedUntil { get; }

        internal OwnBadge(NativeBadgeOwn at, byte[] text)
        {
            Kind = (BadgeKind)at.kind;
            Count = at.count;
            Until = Times.Moment(at.until);
            MuteUntil = Times.Moment(at.mute_until);
            Mute = (MuteMode)at.mute;
            Flags = (OwnFlags)at.flags;
            SnoozedUntil = Times.Moment(at.snoozed_until);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"OwnBadge {{ Kind = {Kind}, Count = {Count}, Until = {Until}, MuteUntil = {MuteUntil}, "
            + $"Mute = {Mute}, Flags = {Flags}, SnoozedUntil = {SnoozedUntil} }}";
    }

    /// <summary>How a path counts.</summary>
    public sealed class BadgeRule
    {
        /// <summary>Which messages feed the badge. <see cref="Feeding.Default"/>: as above the path.</summary>
        public Feeding Feeding { get; }

        /// <summary>0.</summary>
        public uint Flags { get; }

        /// <summary>How the path's number comes from its children.</summary>
        public Counting Counting { get; }

        internal BadgeRule(NativeBadgeRule at, byte[] text)
        {
            Feeding = (Feeding)at.feeding;
            Flags = at.flags;
            Counting = (Counting)at.counting;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"BadgeRule {{ Feeding = {Feeding}, Flags = {Flags}, Counting = {Counting} }}";
    }

    /// <summary>A path that counts at another one too.</summary>
    public sealed class Link
    {
        public string Path { get; }

        public string Under { get; }

        internal Link(NativeLink at, byte[] text)
        {
            Path = Text.Of(at.path, text);
            Under = Text.Of(at.under, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Link {{ Path = {Path}, Under = {Under} }}";
    }

    /// <summary>The badge that a path shows, in a list.</summary>
    public sealed class BadgeEntry
    {
        public string Path { get; }

        public Badge Badge { get; }

        internal BadgeEntry(NativeBadgeEntry at, byte[] text)
        {
            Path = Text.Of(at.path, text);
            Badge = new Badge(at.badge, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"BadgeEntry {{ Path = {Path}, Badge = {Badge} }}";
    }

    /// <summary>One reason why a path shows what it shows.</summary>
    public sealed class Reason
    {
        /// <summary>How much of the path's count comes from its own badge and its messages.</summary>
        public ulong Contributed { get; }

        /// <summary>The sum of its messages' counts; that of the message. A passive one counts 0.</summary>
        public ulong FedCount { get; }

        /// <summary>
        /// <see cref="MuteMode.Number"/>, <see cref="MuteMode.All"/>, SNOOZED: the number that this hides; 0: a
        /// dot, or none of them.
        /// </summary>
        public ulong KeptCount { get; }

        /// <summary>Its own count; 0: none.</summary>
        public uint OwnCount { get; }

        public ReasonFlags Flags { get; }

        /// <summary>MESSAGE: its key; otherwise 0.</summary>
        public long Message { get; }

        public string Path { get; }

        /// <summary>MESSAGE: the server's identifier.</summary>
        public string Id { get; }

        /// <summary>The sum of the counts of its highlights that reach the path.</summary>
        public ulong Highlights { get; }

        /// <summary>LIGHTS: the greatest level with which it reaches the path; otherwise 0.</summary>
        public Level Level { get; }

        internal Reason(NativeReason at, byte[] text)
        {
            Contributed = at.contributed;
            FedCount = at.fed_count;
            KeptCount = at.kept_count;
            OwnCount = at.own_count;
            Flags = (ReasonFlags)at.flags;
            Message = at.message;
            Path = Text.Of(at.path, text);
            Id = Text.Of(at.id, text);
            Highlights = at.highlights;
            Level = (Level)at.level;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Reason {{ Contributed = {Contributed}, FedCount = {FedCount}, KeptCount = {KeptCount}, "
            + $"OwnCount = {OwnCount}, Flags = {Flags}, Message = {Message}, Path = {Path}, Id = {Id}, "
            + $"Highlights = {Highlights}, Level = {Level} }}";
    }

    /// <summary>A message.</summary>
    public sealed class Message
    {
        /// <summary>Identifies it in this file.</summary>
        public long Key { get; }

        /// <summary>The feed's identifier.</summary>
        public long Feed { get; }

        /// <summary>The server's; null: none.</summary>
        public DateTimeOffset? Time { get; }

        /// <summary>Added to the number. 0: a dot.</summary>
        public uint Count { get; }

        /// <summary>
        /// One of <see cref="MessageState.Unseen"/>, <see cref="MessageState.Seen"/>, <see
        /// cref="MessageState.Read"/>.
        /// </summary>
        public MessageState State { get; }

        /// <summary>The server's identifier.</summary>
        public string Id { get; }

        public string Path { get; }

        public string Kind { get; }

        public string Title { get; }

        public string Body { get; }

        public string Thread { get; }

        public string Category { get; }

        public string Argument { get; }

        public uint ArgumentCount { get; }

        /// <summary>Bytes of its data: see <see cref="Messages.Data"/>. 0: none.</summary>
        public uint DataSize { get; }

        /// <summary>The URL that it opens. The library does not read it.</summary>
        public string Link { get; }

        /// <summary>The name of an icon.</summary>
        public string Icon { get; }

        public string Subtitle { get; }

        /// <summary>Its further paths, sorted by their bytes, with a line feed between two.</summary>
        public string Also { get; }

        /// <summary>
        /// One of <see cref="Level.Passive"/>, <see cref="Level.Normal"/>, <see cref="Level.Highlight"/>, <see
        /// cref="Level.Critical"/>.
        /// </summary>
        public Level Level { get; }

        /// <summary>
        /// When it becomes unseen again: see <see cref="Messages.Snooze"/>. null: it is not snoozed.
        /// </summary>
        public DateTimeOffset? SnoozedUntil { get; }

        internal Message(NativeMessage at, byte[] text)
        {
            Key = at.key;
            Feed = at.feed;
            Time = Times.Moment(at.time);
            Count = at.count;
            State = (MessageState)at.state;
            Id = Text.Of(at.id, text);
            Path = Text.Of(at.path, text);
            Kind = Text.Of(at.kind, text);
            Title = Text.Of(at.title, text);
            Body = Text.Of(at.body, text);
            Thread = Text.Of(at.thread, text);
            Category = Text.Of(at.category, text);
            Argument = Text.Of(at.argument, text);
            ArgumentCount = at.argument_count;
            DataSize = at.data_size;
            Link = Text.Of(at.link, text);
            Icon = Text.Of(at.icon, text);
            Subtitle = Text.Of(at.subtitle, text);
            Also = Text.Of(at.also, text);
            Level = (Level)at.level;
            SnoozedUntil = Times.Moment(at.snoozed_until);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Message {{ Key = {Key}, Feed = {Feed}, Time = {Time}, Count = {Count}, State = {State}, "
            + $"Id = {Id}, Path = {Path}, Kind = {Kind}, Title = {Title}, Body = {Body}, "
            + $"Thread = {Thread}, Category = {Category}, Argument = {Argument}, "
            + $"ArgumentCount = {ArgumentCount}, DataSize = {DataSize}, Link = {Link}, Icon = {Icon}, "
            + $"Subtitle = {Subtitle}, Also = {Also}, Level = {Level}, SnoozedUntil = {SnoozedUntil} }}";
    }

    /// <summary>The place of a message among those at its path, or in a subtree.</summary>
    public sealed class MessagePosition
    {
        /// <summary>0: there is no such message, and all members are 0.</summary>
        public long Key { get; }

        /// <summary>The server's; null: none.</summary>
        public DateTimeOffset? Time { get; }

        /// <summary>The unread ones, or those that flags name, including this one.</summary>
        public ulong Matching { get; }

        /// <summary>All messages that <see cref="Messages.List"/> lists before it.</summary>
        public ulong Newer { get; }

        /// <summary>All messages that <see cref="Messages.List"/> lists after it.</summary>
        public ulong Older { get; }

        internal MessagePosition(NativeMessagePosition at, byte[] text)
        {
            Key = at.key;
            Time = Times.Moment(at.time);
            Matching = at.matching;
            Newer = at.newer;
            Older = at.older;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"MessagePosition {{ Key = {Key}, Time = {Time}, Matching = {Matching}, Newer = {Newer}, "
            + $"Older = {Older} }}";
    }

    /// <summary>Numbers of messages.</summary>
    public sealed class MessageCounts
    {
        /// <summary>All messages.</summary>
        public ulong Total { get; }

        /// <summary>Those that are not read.</summary>
        public ulong Unread { get; }

        /// <summary>Those that are not seen.</summary>
        public ulong Unseen { get; }

        internal MessageCounts(NativeMessageCounts at, byte[] text)
        {
            Total = at.total;
            Unread = at.unread;
            Unseen = at.unseen;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"MessageCounts {{ Total = {Total}, Unread = {Unread}, Unseen = {Unseen} }}";
    }

    /// <summary>Something that happened.</summary>
    public sealed class TallyEvent
    {
        public EventKind Kind { get; }

        /// <summary>The observer's, widget's or completion's; otherwise 0.</summary>
        public ulong Token { get; }

        /// <summary>The account's identifier, or 0.</summary>
        public long Account { get; }

        /// <summary>The feed's identifier, or 0.</summary>
        public long Feed { get; }

        /// <summary><see cref="EventKind.Reminder"/>: the reminder's key; otherwise 0.</summary>
        public long Reminder { get; }

        /// <summary>
        /// <see cref="EventKind.Badge"/>, <see cref="EventKind.Total"/>, <see cref="EventKind.Widget"/>, <see
        /// cref="EventKind.Synced"/>, <see cref="EventKind.Drift"/>: the number. <see cref="EventKind.Reminder"/>:
        /// occurrences that were due.
        /// </summary>
        public ulong Count { get; }

        /// <summary>
        /// <see cref="EventKind.Badge"/>, <see cref="EventKind.Total"/>, <see cref="EventKind.Widget"/>, <see
        /// cref="EventKind.Synced"/>: of the number's last change. <see cref="EventKind.Reminder"/>: its own.
        /// </summary>
        public ulong Revision { get; }

        /// <summary>
        /// <see cref="EventKind.Badge"/>, <see cref="EventKind.Total"/>, <see cref="EventKind.Widget"/>, <see
        /// cref="EventKind.Synced"/>: <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see
        /// cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind BadgeKind { get; }

        /// <summary>
        /// <see cref="EventKind.Synced"/>, <see cref="EventKind.Completion"/>, <see cref="EventKind.Auth"/>: <see
        /// cref="Status.Ok"/>, <see cref="Status.NotModified"/> or the error. Others: <see cref="Status.Ok"/> or
        /// <see cref="Status.Resync"/>.
        /// </summary>
        public Status Result { get; }

        /// <summary>Milliseconds that the server asked to wait; 0: none.</summary>
        public TimeSpan RetryAfter { get; }

        /// <summary>
        /// <see cref="EventKind.Synced"/>: when the feed is polled next; null: not planned. <see
        /// cref="EventKind.Reminder"/>: when it was due.
        /// </summary>
        public DateTimeOffset? NextTime { get; }

        /// <summary><see cref="EventKind.Synced"/>: new messages.</summary>
        public uint Added { get; }

        /// <summary><see cref="EventKind.Synced"/>: changed messages.</summary>
        public uint Changed { get; }

        /// <summary><see cref="EventKind.Synced"/>: removed messages.</summary>
        public uint Removed { get; }

        /// <summary><see cref="EventKind.Synced"/>: items that could not be used.</summary>
        public uint Rejected { get; }

        /// <summary><see cref="EventKind.Reminder"/>: 1, it was missed; 0, it fired.</summary>
        public bool Missed { get; }

        /// <summary>
        /// <see cref="EventKind.Messages"/>: all messages. <see cref="EventKind.Drift"/>: what the server counts.
        /// </summary>
        public ulong Total { get; }

        /// <summary><see cref="EventKind.Messages"/>: those that are not read.</summary>
        public ulong Unread { get; }

        /// <summary><see cref="EventKind.Messages"/>: those that are not seen.</summary>
        public ulong Unseen { get; }

        /// <summary>
        /// <see cref="EventKind.Synced"/>, <see cref="EventKind.Completion"/>, <see cref="EventKind.Auth"/>: of the
        /// last response; 0: there was none.
        /// </summary>
        public int HttpStatus { get; }

        /// <summary><see cref="EventKind.Badge"/>, <see cref="EventKind.Total"/>: as of Badge.</summary>
        public Level Level { get; }

        /// <summary>
        /// <see cref="EventKind.Badge"/>, <see cref="EventKind.Total"/>: as of Badge. <see
        /// cref="EventKind.Drift"/>: the part of <c>count</c> that highlights have.
        /// </summary>
        public ulong Highlights { get; }

        /// <summary><see cref="EventKind.Drift"/>: the part of <c>total</c> that highlights have.</summary>
        public ulong TotalHighlights { get; }

        /// <summary>The text, which each kind of event has for something else.</summary>
        public string Text { get; }

        internal TallyEvent(NativeEvent at, string text)
        {
            Kind = (EventKind)at.kind;
            Token = at.token;
            Account = at.account;
            Feed = at.feed;
            Reminder = at.reminder;
            Count = at.count;
            Revision = at.revision;
            BadgeKind = (BadgeKind)at.badge_kind;
            Result = (Status)at.result;
            RetryAfter = Times.Span(at.retry_after);
            NextTime = Times.Moment(at.next_time);
            Added = at.added;
            Changed = at.changed;
            Removed = at.removed;
            Rejected = at.rejected;
            Missed = at.missed != 0;
            Total = at.total;
            Unread = at.unread;
            Unseen = at.unseen;
            HttpStatus = at.http_status;
            Level = (Level)at.level;
            Highlights = at.highlights;
            TotalHighlights = at.total_highlights;
            Text = text;
        }

        /// <summary>The badge in words: "dot", its number, or "nothing".</summary>
        public string Shown => Calls.InWords(BadgeKind, Count);

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"TallyEvent {{ Kind = {Kind}, Token = {Token}, Account = {Account}, Feed = {Feed}, "
            + $"Reminder = {Reminder}, Count = {Count}, Revision = {Revision}, BadgeKind = {BadgeKind}, "
            + $"Result = {Result}, RetryAfter = {RetryAfter}, NextTime = {NextTime}, Added = {Added}, "
            + $"Changed = {Changed}, Removed = {Removed}, Rejected = {Rejected}, Missed = {Missed}, "
            + $"Total = {Total}, Unread = {Unread}, Unseen = {Unseen}, HttpStatus = {HttpStatus}, "
            + $"Level = {Level}, Highlights = {Highlights}, TotalHighlights = {TotalHighlights}, "
            + $"Text = {Text} }}";
    }

    /// <summary>A feed that is stored.</summary>
    public sealed class FeedEntry
    {
        /// <summary>Identifies the feed in events.</summary>
        public long Id { get; }

        /// <summary>When the last good response arrived; null: never.</summary>
        public DateTimeOffset? LastSuccess { get; }

        /// <summary>Its rejected items: see <see cref="Feeds.ListRejected"/>.</summary>
        public ulong Rejected { get; }

        /// <summary>
        /// Its options, as of FeedOptions, or <c>Timeout.InfiniteTimeSpan</c>. All are 0 if they are not stored and
        /// it does not run.
        /// </summary>
        public TimeSpan InitialDelay { get; }

        public TimeSpan Interval { get; }

        public TimeSpan VisibleInterval { get; }

        public TimeSpan RequestTimeout { get; }

        public TimeSpan IdleTimeout { get; }

        public TimeSpan Tolerance { get; }

        public TimeSpan AwayTime { get; }

        public TimeSpan MaxAge { get; }

        public long MaxMessages { get; }

        public uint PageLimit { get; }

        public FeedFlags Options { get; }

        public FeedEntryFlags Flags { get; }

        public string Name { get; }

        /// <summary>Empty: none, as of <see cref="Constants.FeedLocal"/>.</summary>
        public string Url { get; }

        /// <summary>Canonical.</summary>
        public string Prefix { get; }

        /// <summary>The last title that the server sent, or that of the options; empty: none.</summary>
        public string Title { get; }

        public string MappingPreset { get; }

        public string Mapping { get; }

        internal FeedEntry(NativeFeedEntry at, byte[] text)
        {
            Id = at.id;
            LastSuccess = Times.Moment(at.last_success);
            Rejected = at.rejected;
            InitialDelay = Times.Span(at.initial_delay);
            Interval = Times.Span(at.interval);
            VisibleInterval = Times.Span(at.visible_interval);
            RequestTimeout = Times.Span(at.request_timeout);
            IdleTimeout = Times.Span(at.idle_timeout);
            Tolerance = Times.Span(at.tolerance);
            AwayTime = Times.Span(at.away_time);
            MaxAge = Times.Span(at.max_age);
            MaxMessages = at.max_messages;
            PageLimit = at.page_limit;
            Options = (FeedFlags)at.options;
            Flags = (FeedEntryFlags)at.flags;
            Name = Text.Of(at.name, text);
            Url = Text.Of(at.url, text);
            Prefix = Text.Of(at.prefix, text);
            Title = Text.Of(at.title, text);
            MappingPreset = Text.Of(at.mapping_preset, text);
            Mapping = Text.Of(at.mapping, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"FeedEntry {{ Id = {Id}, LastSuccess = {LastSuccess}, Rejected = {Rejected}, "
            + $"InitialDelay = {InitialDelay}, Interval = {Interval}, "
            + $"VisibleInterval = {VisibleInterval}, RequestTimeout = {RequestTimeout}, "
            + $"IdleTimeout = {IdleTimeout}, Tolerance = {Tolerance}, AwayTime = {AwayTime}, "
            + $"MaxAge = {MaxAge}, MaxMessages = {MaxMessages}, PageLimit = {PageLimit}, "
            + $"Options = {Options}, Flags = {Flags}, Name = {Name}, Url = {Url}, Prefix = {Prefix}, "
            + $"Title = {Title}, MappingPreset = {MappingPreset}, Mapping = {Mapping} }}";
    }

    /// <summary>An item of a response that could not be used.</summary>
    public sealed class Rejected
    {
        /// <summary>Rises in its feed. Begins again at 1 when the feed requests everything again.</summary>
        public long Id { get; }

        /// <summary>When the response arrived.</summary>
        public DateTimeOffset? Time { get; }

        public string Reason { get; }

        /// <summary>The item's JSON, of the response or the mapping's page; its first 65,536 bytes.</summary>
        public string Body { get; }

        internal Rejected(NativeRejected at, byte[] text)
        {
            Id = at.id;
            Time = Times.Moment(at.time);
            Reason = Text.Of(at.reason, text);
            Body = Text.Of(at.body, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Rejected {{ Id = {Id}, Time = {Time}, Reason = {Reason}, Body = {Body} }}";
    }

    /// <summary>A path where the server of a feed counts something else than the feed contributes.</summary>
    public sealed class Drift
    {
        /// <summary>The sum that the feed's messages contribute at the path and below, mutes aside.</summary>
        public ulong Ours { get; }

        /// <summary>The number that its server counts there.</summary>
        public ulong Theirs { get; }

        /// <summary>The feed's identifier.</summary>
        public long Feed { get; }

        public string Path { get; }

        /// <summary>The part of <c>ours</c> that highlights have.</summary>
        public ulong OurHighlights { get; }

        /// <summary>That of <c>theirs</c>; as ours, if the server did not say.</summary>
        public ulong TheirHighlights { get; }

        internal Drift(NativeDrift at, byte[] text)
        {
            Ours = at.ours;
            Theirs = at.theirs;
            Feed = at.feed;
            Path = Text.Of(at.path, text);
            OurHighlights = at.our_highlights;
            TheirHighlights = at.their_highlights;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Drift {{ Ours = {Ours}, Theirs = {Theirs}, Feed = {Feed}, Path = {Path}, "
            + $"OurHighlights = {OurHighlights}, TheirHighlights = {TheirHighlights} }}";
    }

    /// <summary>Facts about a page, for its feed.</summary>
    public sealed class PageInfo
    {
        /// <summary>1: the user sees it for the first time since log-in. 0 also while logged out.</summary>
        public bool First { get; }

        /// <summary>
        /// The time since the user last saw it; <c>Timeout.InfiniteTimeSpan</c>: never, or it does not come into
        /// sight now.
        /// </summary>
        public TimeSpan AwayTime { get; }

        /// <summary>1: the call has begun a request.</summary>
        public bool Requested { get; }

        internal PageInfo(NativePageInfo at, byte[] text)
        {
            First = at.first != 0;
            AwayTime = Times.Span(at.away_time);
            Requested = at.requested != 0;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"PageInfo {{ First = {First}, AwayTime = {AwayTime}, Requested = {Requested} }}";
    }

    /// <summary>The state of a feed.</summary>
    public sealed class FeedState
    {
        /// <summary>The result of the last request. <see cref="Status.Empty"/>: none yet in this run.</summary>
        public Status Result { get; }

        /// <summary>Identifies the feed in events.</summary>
        public long Id { get; }

        /// <summary>The last good response, with news or not; null: never. Kept across runs.</summary>
        public DateTimeOffset? LastSuccess { get; }

        /// <summary>When it is polled next; null: not planned.</summary>
        public DateTimeOffset? NextTime { get; }

        /// <summary>In this run.</summary>
        public ulong Requests { get; }

        /// <summary>Requests with the response 304.</summary>
        public ulong NotModified { get; }

        /// <summary>Requests that failed.</summary>
        public ulong Failures { get; }

        /// <summary>1: a request is in flight.</summary>
        public bool InFlight { get; }

        public uint FailuresInARow { get; }

        /// <summary>The status of the last response; 0: there was none.</summary>
        public int HttpStatus { get; }

        internal FeedState(NativeFeedState at, byte[] text)
        {
            Result = (Status)at.result;
            Id = at.id;
            LastSuccess = Times.Moment(at.last_success);
            NextTime = Times.Moment(at.next_time);
            Requests = at.requests;
            NotModified = at.not_modified;
            Failures = at.failures;
            InFlight = at.in_flight != 0;
            FailuresInARow = at.failures_in_a_row;
            HttpStatus = at.http_status;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"FeedState {{ Result = {Result}, Id = {Id}, LastSuccess = {LastSuccess}, "
            + $"NextTime = {NextTime}, Requests = {Requests}, NotModified = {NotModified}, "
            + $"Failures = {Failures}, InFlight = {InFlight}, FailuresInARow = {FailuresInARow}, "
            + $"HttpStatus = {HttpStatus} }}";
    }

    /// <summary>The result of importing another program's file.</summary>
    public sealed class ImportReport
    {
        /// <summary>The number of imported things.</summary>
        public ulong Taken { get; }

        /// <summary>The number of skipped things.</summary>
        public ulong Skipped { get; }

        internal ImportReport(NativeImportReport at, byte[] text)
        {
            Taken = at.taken;
            Skipped = at.skipped;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"ImportReport {{ Taken = {Taken}, Skipped = {Skipped} }}";
    }

    /// <summary>The unseen messages of a thread, and their summary.</summary>
    public sealed class Group
    {
        /// <summary>The key of the leading message.</summary>
        public long Newest { get; }

        /// <summary>The key of the last one.</summary>
        public long Oldest { get; }

        /// <summary>The sum of the argument counts of all its messages.</summary>
        public ulong Items { get; }

        /// <summary>Its messages.</summary>
        public ulong Notifications { get; }

        /// <summary>Its messages that arrived since <see cref="Groups.Seen"/>.</summary>
        public ulong Fresh { get; }

        /// <summary>The leading message's, by the server; null: none.</summary>
        public DateTimeOffset? Time { get; }

        /// <summary>
        /// One of <see cref="SummaryOrigin.None"/>, <see cref="SummaryOrigin.Category"/>, <see
        /// cref="SummaryOrigin.Default"/>.
        /// </summary>
        public SummaryOrigin Origin { get; }

        /// <summary>"": messages without a thread; with BY_APP all.</summary>
        public string Thread { get; }

        /// <summary>The path of the leading message.</summary>
        public string Path { get; }

        /// <summary>The title of the leading message.</summary>
        public string Title { get; }

        /// <summary>Empty: none.</summary>
        public string Summary { get; }

        /// <summary>The language of the summary. "und": a source text of the account. Empty: no summary.</summary>
        public string Language { get; }

        internal Group(NativeGroup at, byte[] text)
        {
            Newest = at.newest;
            Oldest = at.oldest;
            Items = at.items;
            Notifications = at.notifications;
            Fresh = at.fresh;
            Time = Times.Moment(at.time);
            Origin = (SummaryOrigin)at.origin;
            Thread = Text.Of(at.thread, text);
            Path = Text.Of(at.path, text);
            Title = Text.Of(at.title, text);
            Summary = Text.Of(at.summary, text);
            Language = Text.Of(at.language, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Group {{ Newest = {Newest}, Oldest = {Oldest}, Items = {Items}, "
            + $"Notifications = {Notifications}, Fresh = {Fresh}, Time = {Time}, Origin = {Origin}, "
            + $"Thread = {Thread}, Path = {Path}, Title = {Title}, Summary = {Summary}, "
            + $"Language = {Language} }}";
    }

    /// <summary>A row on its way to the server.</summary>
    public sealed class OutboxEntry
    {
        /// <summary>Identifies the row in this file, and orders the rows.</summary>
        public long Id { get; }

        /// <summary>The feed's identifier.</summary>
        public long Feed { get; }

        /// <summary>How often it was given out.</summary>
        public long Attempt { get; }

        /// <summary>Not given out before; null: immediately, or it has failed for good.</summary>
        public DateTimeOffset? NextTime { get; }

        /// <summary>Null: it is not leased.</summary>
        public DateTimeOffset? LeaseEnd { get; }

        /// <summary>
        /// One of <see cref="OutboxKind.Message"/>, <see cref="OutboxKind.Mark"/>, <see
        /// cref="OutboxKind.Reminder"/>, <see cref="OutboxKind.Removal"/>, <see cref="OutboxKind.Seen"/>, <see
        /// cref="OutboxKind.SeenMark"/>, <see cref="OutboxKind.Mute"/>, <see cref="OutboxKind.Flag"/>, <see
        /// cref="OutboxKind.Snooze"/>, <see cref="OutboxKind.Dismissal"/>.
        /// </summary>
        public OutboxKind Kind { get; }

        /// <summary><see cref="OutboxState.Waiting"/> ….</summary>
        public OutboxState State { get; }

        /// <summary>Send it as Idempotency-Key.</summary>
        public string Key { get; }

        public string Entity { get; }

        /// <summary>JSON. Empty until it is first given out, and unchanged from then on.</summary>
        public string Body { get; }

        internal OutboxEntry(NativeOutboxEntry at, byte[] text)
        {
            Id = at.id;
            Feed = at.feed;
            Attempt = at.attempt;
            NextTime = Times.Moment(at.next_time);
            LeaseEnd = Times.Moment(at.lease_end);
            Kind = (OutboxKind)at.kind;
            State = (OutboxState)at.state;
            Key = Text.Of(at.key, text);
            Entity = Text.Of(at.entity, text);
            Body = Text.Of(at.body, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"OutboxEntry {{ Id = {Id}, Feed = {Feed}, Attempt = {Attempt}, NextTime = {NextTime}, "
            + $"LeaseEnd = {LeaseEnd}, Kind = {Kind}, State = {State}, Key = {Key}, Entity = {Entity}, "
            + $"Body = {Body} }}";
    }

    /// <summary>Numbers of rows of an outbox.</summary>
    public sealed class OutboxCounts
    {
        /// <summary>All rows.</summary>
        public ulong Total { get; }

        /// <summary>The leased rows.</summary>
        public ulong Leased { get; }

        /// <summary>The rows that failed for good.</summary>
        public ulong Failed { get; }

        internal OutboxCounts(NativeOutboxCounts at, byte[] text)
        {
            Total = at.total;
            Leased = at.leased;
            Failed = at.failed;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"OutboxCounts {{ Total = {Total}, Leased = {Leased}, Failed = {Failed} }}";
    }

    /// <summary>A reminder.</summary>
    public sealed class Reminder
    {
        /// <summary>Identifies it in this file. It is <c>reminder</c> of its events.</summary>
        public long Key { get; }

        /// <summary>When it fires next; null: never.</summary>
        public DateTimeOffset? NextTime { get; }

        /// <summary>When it fired, if not acknowledged; null: it has not.</summary>
        public DateTimeOffset? DueTime { get; }

        /// <summary>When its last good day ends; null: its zone is not available.</summary>
        public DateTimeOffset? Expires { get; }

        /// <summary>When the reminder was last changed.</summary>
        public DateTimeOffset? Stamp { get; }

        /// <summary>One more with each edit, done and undone.</summary>
        public uint Revision { get; }

        /// <summary>
        /// One of <see cref="ReminderState.Active"/>, <see cref="ReminderState.Done"/>, <see
        /// cref="ReminderState.Expired"/>.
        /// </summary>
        public ReminderState State { get; }

        /// <summary>The last good day.</summary>
        public int Expiry { get; }

        /// <summary>The days from production to expiry.</summary>
        public int Span { get; }

        /// <summary>The days that are left; negative: it has expired.</summary>
        public int DaysLeft { get; }

        /// <summary>1 or 0.</summary>
        public bool IsSmart { get; }

        /// <summary>The members from here on are as they were given.</summary>
        public int Produced { get; }

        public int ShelfLife { get; }

        /// <summary>
        /// One of <see cref="Unit.Minute"/>, <see cref="Unit.Hour"/>, <see cref="Unit.Day"/>, <see
        /// cref="Unit.Week"/>, <see cref="Unit.Month"/>, <see cref="Unit.Quarter"/>, <see cref="Unit.Year"/>.
        /// </summary>
        public Unit ShelfUnit { get; }

        public int TimeOfDay { get; }

        public int Entered { get; }

        /// <summary>
        /// One of <see cref="SmartMode.Automatic"/>, <see cref="SmartMode.On"/>, <see cref="SmartMode.Off"/>.
        /// </summary>
        public SmartMode Smart { get; }

        /// <summary>
        /// One of <see cref="Unit.Minute"/>, <see cref="Unit.Hour"/>, <see cref="Unit.Day"/>, <see
        /// cref="Unit.Week"/>, <see cref="Unit.Month"/>, <see cref="Unit.Quarter"/>, <see cref="Unit.Year"/>.
        /// </summary>
        public Unit RepeatUnit { get; }

        public int RepeatEvery { get; }

        public int Start { get; }

        public int End { get; }

        /// <summary>
        /// One of <see cref="Unit.Minute"/>, <see cref="Unit.Hour"/>, <see cref="Unit.Day"/>, <see
        /// cref="Unit.Week"/>, <see cref="Unit.Month"/>, <see cref="Unit.Quarter"/>, <see cref="Unit.Year"/>.
        /// </summary>
        public Unit OverdueUnit { get; }

        public int OverdueEvery { get; }

        public int OverdueLimit { get; }

        public string Id { get; }

        public string Title { get; }

        public string Body { get; }

        public string Path { get; }

        public string Zone { get; }

        internal Reminder(NativeReminder at, byte[] text)
        {
            Key = at.key;
            NextTime = Times.Moment(at.next_time);
            DueTime = Times.Moment(at.due_time);
            Expires = Times.Moment(at.expires);
            Stamp = Times.Moment(at.stamp);
            Revision = at.revision;
            State = (ReminderState)at.state;
            Expiry = at.expiry;
            Span = at.span;
            DaysLeft = at.days_left;
            IsSmart = at.is_smart != 0;
            Produced = at.produced;
            ShelfLife = at.shelf_life;
            ShelfUnit = (Unit)at.shelf_unit;
            TimeOfDay = at.time_of_day;
            Entered = at.entered;
            Smart = (SmartMode)at.smart;
            RepeatUnit = (Unit)at.repeat_unit;
            RepeatEvery = at.repeat_every;
            Start = at.start;
            End = at.end;
            OverdueUnit = (Unit)at.overdue_unit;
            OverdueEvery = at.overdue_every;
            OverdueLimit = at.overdue_limit;
            Id = Text.Of(at.id, text);
            Title = Text.Of(at.title, text);
            Body = Text.Of(at.body, text);
            Path = Text.Of(at.path, text);
            Zone = Text.Of(at.zone, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Reminder {{ Key = {Key}, NextTime = {NextTime}, DueTime = {DueTime}, Expires = {Expires}, "
            + $"Stamp = {Stamp}, Revision = {Revision}, State = {State}, Expiry = {Expiry}, "
            + $"Span = {Span}, DaysLeft = {DaysLeft}, IsSmart = {IsSmart}, Produced = {Produced}, "
            + $"ShelfLife = {ShelfLife}, ShelfUnit = {ShelfUnit}, TimeOfDay = {TimeOfDay}, "
            + $"Entered = {Entered}, Smart = {Smart}, RepeatUnit = {RepeatUnit}, "
            + $"RepeatEvery = {RepeatEvery}, Start = {Start}, End = {End}, OverdueUnit = {OverdueUnit}, "
            + $"OverdueEvery = {OverdueEvery}, OverdueLimit = {OverdueLimit}, Id = {Id}, Title = {Title}, "
            + $"Body = {Body}, Path = {Path}, Zone = {Zone} }}";
    }

    /// <summary>A notification that the system is to arm or disarm.</summary>
    public sealed class PlanEntry
    {
        /// <summary>From 1, the same on every machine: docs/plan-identifiers.md.</summary>
        public long Id { get; }

        /// <summary>When it fires, or would have.</summary>
        public DateTimeOffset? Time { get; }

        /// <summary>Which occurrence of the reminder it is.</summary>
        public long Occurrence { get; }

        /// <summary>The reminder's.</summary>
        public uint Revision { get; }

        /// <summary><see cref="PlanAction.Disarm"/> or <see cref="PlanAction.Arm"/>.</summary>
        public PlanAction Action { get; }

        /// <summary>Its identifier. <see cref="PlanAction.Disarm"/>: empty if the reminder was removed.</summary>
        public string Reminder { get; }

        /// <summary>These: <see cref="PlanAction.Arm"/> only.</summary>
        public string Title { get; }

        public string Body { get; }

        public string Path { get; }

        internal PlanEntry(NativePlanEntry at, byte[] text)
        {
            Id = at.id;
            Time = Times.Moment(at.time);
            Occurrence = at.occurrence;
            Revision = at.revision;
            Action = (PlanAction)at.action;
            Reminder = Text.Of(at.reminder, text);
            Title = Text.Of(at.title, text);
            Body = Text.Of(at.body, text);
            Path = Text.Of(at.path, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"PlanEntry {{ Id = {Id}, Time = {Time}, Occurrence = {Occurrence}, Revision = {Revision}, "
            + $"Action = {Action}, Reminder = {Reminder}, Title = {Title}, Body = {Body}, Path = {Path} }}";
    }

    /// <summary>The reach of a plan.</summary>
    public sealed class Plan
    {
        /// <summary>Entries in the plan.</summary>
        public uint Planned { get; }

        /// <summary>Occurrences that did not fit.</summary>
        public ulong LeftOut { get; }

        /// <summary>Everything before it is in the plan; null: everything is.</summary>
        public DateTimeOffset? Reach { get; }

        /// <summary>For <see cref="Reminders.ConfirmPlan"/>; never 0.</summary>
        public ulong Token { get; }

        internal Plan(NativePlan at, byte[] text)
        {
            Planned = at.planned;
            LeftOut = at.left_out;
            Reach = Times.Moment(at.reach);
            Token = at.token;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Plan {{ Planned = {Planned}, LeftOut = {LeftOut}, Reach = {Reach}, Token = {Token} }}";
    }

    /// <summary>A note in the log of reminders.</summary>
    public sealed class ReminderNote
    {
        /// <summary>From 1 in each account, in order.</summary>
        public long Id { get; }

        /// <summary>When it was written.</summary>
        public DateTimeOffset? Time { get; }

        /// <summary>When its occurrence fires; null: it is about none.</summary>
        public DateTimeOffset? OccurrenceTime { get; }

        public uint Revision { get; }

        /// <summary>
        /// One of <see cref="NoteKind.Created"/>, <see cref="NoteKind.Edited"/>, <see cref="NoteKind.Planned"/>,
        /// <see cref="NoteKind.Armed"/>, <see cref="NoteKind.Fired"/>, <see cref="NoteKind.Missed"/>, <see
        /// cref="NoteKind.Snoozed"/>, <see cref="NoteKind.Acknowledged"/>, <see cref="NoteKind.Cancelled"/>, <see
        /// cref="NoteKind.Suspended"/>, <see cref="NoteKind.Resumed"/>, <see cref="NoteKind.Uploaded"/>, <see
        /// cref="NoteKind.UploadFailed"/>, <see cref="NoteKind.Done"/>, <see cref="NoteKind.Undone"/>, <see
        /// cref="NoteKind.Removed"/>.
        /// </summary>
        public NoteKind Kind { get; }

        /// <summary>Its identifier; empty: all of the account's.</summary>
        public string Reminder { get; }

        internal ReminderNote(NativeReminderNote at, byte[] text)
        {
            Id = at.id;
            Time = Times.Moment(at.time);
            OccurrenceTime = Times.Moment(at.occurrence_time);
            Revision = at.revision;
            Kind = (NoteKind)at.kind;
            Reminder = Text.Of(at.reminder, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"ReminderNote {{ Id = {Id}, Time = {Time}, OccurrenceTime = {OccurrenceTime}, "
            + $"Revision = {Revision}, Kind = {Kind}, Reminder = {Reminder} }}";
    }

    /// <summary>An entry of an imported file that was skipped.</summary>
    public sealed class SkippedEntry
    {
        /// <summary>The line where the entry, or the property that cannot be used, begins. From 1.</summary>
        public long Line { get; }

        /// <summary>Its UID; empty if it has none, or was not read as far as that.</summary>
        public string Uid { get; }

        /// <summary>Why, in English.</summary>
        public string Reason { get; }

        internal SkippedEntry(NativeSkippedEntry at, byte[] text)
        {
            Line = at.line;
            Uid = Text.Of(at.uid, text);
            Reason = Text.Of(at.reason, text);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"SkippedEntry {{ Line = {Line}, Uid = {Uid}, Reason = {Reason} }}";
    }

    /// <summary>What a node of a snapshot owns.</summary>
    public sealed class SnapshotEntry
    {
        /// <summary>Relative to the top of the snapshot; empty: the top itself.</summary>
        public string Path { get; }

        /// <summary>Its own count; 0 for a dot or nothing.</summary>
        public ulong Count { get; }

        /// <summary>When its badge ends; null: it does not.</summary>
        public DateTimeOffset? Until { get; }

        /// <summary>When its mute ends; null: it does not.</summary>
        public DateTimeOffset? MuteUntil { get; }

        /// <summary>
        /// <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind Kind { get; }

        /// <summary>
        /// One of <see cref="MuteMode.None"/>, <see cref="MuteMode.Number"/>, <see cref="MuteMode.All"/>, <see
        /// cref="MuteMode.NumberButHighlights"/>, <see cref="MuteMode.AllButHighlights"/>.
        /// </summary>
        public MuteMode Mute { get; }

        /// <summary>When its snooze ends; null: it is not snoozed.</summary>
        public DateTimeOffset? SnoozedUntil { get; }

        internal SnapshotEntry(NativeSnapshotEntry at, byte[] text)
        {
            Path = Text.Of(at.path, text);
            Count = at.count;
            Until = Times.Moment(at.until);
            MuteUntil = Times.Moment(at.mute_until);
            Kind = (BadgeKind)at.kind;
            Mute = (MuteMode)at.mute;
            SnoozedUntil = Times.Moment(at.snoozed_until);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"SnapshotEntry {{ Path = {Path}, Count = {Count}, Until = {Until}, "
            + $"MuteUntil = {MuteUntil}, Kind = {Kind}, Mute = {Mute}, SnoozedUntil = {SnoozedUntil} }}";
    }

    /// <summary>What a node owns before and after a patch.</summary>
    public sealed class PatchEntry
    {
        /// <summary>Relative to the top of the patch; empty: the top itself.</summary>
        public string Path { get; }

        public ulong BeforeCount { get; }

        public DateTimeOffset? BeforeUntil { get; }

        public DateTimeOffset? BeforeMuteUntil { get; }

        /// <summary>
        /// <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind BeforeKind { get; }

        /// <summary>
        /// One of <see cref="MuteMode.None"/>, <see cref="MuteMode.Number"/>, <see cref="MuteMode.All"/>, <see
        /// cref="MuteMode.NumberButHighlights"/>, <see cref="MuteMode.AllButHighlights"/>.
        /// </summary>
        public MuteMode BeforeMute { get; }

        public ulong AfterCount { get; }

        public DateTimeOffset? AfterUntil { get; }

        public DateTimeOffset? AfterMuteUntil { get; }

        /// <summary>
        /// <see cref="BadgeKind.None"/>, <see cref="BadgeKind.Dot"/> or <see cref="BadgeKind.Number"/>.
        /// </summary>
        public BadgeKind AfterKind { get; }

        /// <summary>
        /// One of <see cref="MuteMode.None"/>, <see cref="MuteMode.Number"/>, <see cref="MuteMode.All"/>, <see
        /// cref="MuteMode.NumberButHighlights"/>, <see cref="MuteMode.AllButHighlights"/>.
        /// </summary>
        public MuteMode AfterMute { get; }

        public DateTimeOffset? BeforeSnoozedUntil { get; }

        public DateTimeOffset? AfterSnoozedUntil { get; }

        internal PatchEntry(NativePatchEntry at, byte[] text)
        {
            Path = Text.Of(at.path, text);
            BeforeCount = at.before_count;
            BeforeUntil = Times.Moment(at.before_until);
            BeforeMuteUntil = Times.Moment(at.before_mute_until);
            BeforeKind = (BadgeKind)at.before_kind;
            BeforeMute = (MuteMode)at.before_mute;
            AfterCount = at.after_count;
            AfterUntil = Times.Moment(at.after_until);
            AfterMuteUntil = Times.Moment(at.after_mute_until);
            AfterKind = (BadgeKind)at.after_kind;
            AfterMute = (MuteMode)at.after_mute;
            BeforeSnoozedUntil = Times.Moment(at.before_snoozed_until);
            AfterSnoozedUntil = Times.Moment(at.after_snoozed_until);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"PatchEntry {{ Path = {Path}, BeforeCount = {BeforeCount}, BeforeUntil = {BeforeUntil}, "
            + $"BeforeMuteUntil = {BeforeMuteUntil}, BeforeKind = {BeforeKind}, "
            + $"BeforeMute = {BeforeMute}, AfterCount = {AfterCount}, AfterUntil = {AfterUntil}, "
            + $"AfterMuteUntil = {AfterMuteUntil}, AfterKind = {AfterKind}, AfterMute = {AfterMute}, "
            + $"BeforeSnoozedUntil = {BeforeSnoozedUntil}, AfterSnoozedUntil = {AfterSnoozedUntil} }}";
    }

    /// <summary>How far the batches of a source were applied.</summary>
    public sealed class BatchPosition
    {
        /// <summary>As in BatchOptions.</summary>
        public ulong Epoch { get; }

        /// <summary>The position of the last batch.</summary>
        public ulong Position { get; }

        /// <summary>The time of the last item of <see cref="Engine.Batch"/>. null: there is none.</summary>
        public DateTimeOffset? Time { get; }

        internal BatchPosition(NativePosition at, byte[] text)
        {
            Epoch = at.epoch;
            Position = at.position;
            Time = Times.Moment(at.time);
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"BatchPosition {{ Epoch = {Epoch}, Position = {Position}, Time = {Time} }}";
    }

    /// <summary>How a badge is drawn: lengths in points, colours 0xRRGGBBAA.</summary>
    public sealed class Presentation
    {
        /// <summary>
        /// Text: <see cref="BadgeKind.Icon"/>, its name; <see cref="BadgeKind.Number"/>, "7" or "99+"; otherwise
        /// empty.
        /// </summary>
        public BadgeKind Kind { get; }

        /// <summary><see cref="BadgeKind.Number"/>: the number, not capped; otherwise 0.</summary>
        public ulong Count { get; }

        public float DotRadius { get; }

        public float OffsetX { get; }

        public float OffsetY { get; }

        public float FontSize { get; }

        public int FontWeight { get; }

        public uint TextColor { get; }

        public uint BackgroundColor { get; }

        /// <summary>One of <see cref="OverflowStyle.Plus"/>, <see cref="OverflowStyle.Ellipsis"/>.</summary>
        public OverflowStyle Overflow { get; }

        public ulong MaxCount { get; }

        /// <summary>
        /// 1: its level is HIGHLIGHT or above, and BackgroundColor is the style's HighlightColor.
        /// </summary>
        public bool Highlighted { get; }

        internal Presentation(NativePresentation at, byte[] text)
        {
            Kind = (BadgeKind)at.kind;
            Count = at.count;
            DotRadius = at.dot_radius;
            OffsetX = at.offset_x;
            OffsetY = at.offset_y;
            FontSize = at.font_size;
            FontWeight = at.font_weight;
            TextColor = at.text_color;
            BackgroundColor = at.background_color;
            Overflow = (OverflowStyle)at.overflow;
            MaxCount = at.max_count;
            Highlighted = at.highlighted != 0;
        }

        /// <summary>The members with their values.</summary>
        public override string ToString() =>
            $"Presentation {{ Kind = {Kind}, Count = {Count}, DotRadius = {DotRadius}, "
            + $"OffsetX = {OffsetX}, OffsetY = {OffsetY}, FontSize = {FontSize}, "
            + $"FontWeight = {FontWeight}, TextColor = {TextColor}, BackgroundColor = {BackgroundColor}, "
            + $"Overflow = {Overflow}, MaxCount = {MaxCount}, Highlighted = {Highlighted} }}";
    }

    /// <summary>
    /// An HTTP request for the host's transport. Borrowed until the callback returns. CANCEL repeats the members of
    /// SEND.
    /// </summary>
    public sealed class Request
    {
        /// <summary><see cref="RequestKind.Send"/> or <see cref="RequestKind.Cancel"/>.</summary>
        public RequestKind Kind { get; }

        /// <summary>Rises until the engine is closed.</summary>
        public long Id { get; }

        /// <summary>A longer body is rejected.</summary>
        public ulong MaxSize { get; }

        /// <summary>Milliseconds after which the library ends the request.</summary>
        public TimeSpan RequestTimeout { get; }

        /// <summary>
        /// Milliseconds without a response or <see cref="Engine.ReportProgress"/> after which it does.
        /// </summary>
        public TimeSpan IdleTimeout { get; }

        /// <summary>"GET" or "POST".</summary>
        public string Method { get; }

        public string Url { get; }

        /// <summary>"Name: value", each line with CR and LF; empty: none. Send them unchanged.</summary>
        public string Headers { get; }

        /// <summary>The body of a POST.</summary>
        public byte[] Body { get; }

        public RequestFlags Flags { get; }

        internal Request(NativeRequest at, byte[] text)
        {
            Kind = (RequestKind)at.kind;
            Id = at.id;
            MaxSize = at.max_size;
            RequestTimeout = Times.Span(at.request_timeout);
            IdleTimeout = Times.Span(at.idle_timeout);
            Method = Text.Of(at.method);
            Url = Text.Of(at.url);
            Headers = Text.Of(at.headers);
            Body = Text.Bytes(at.body, at.body_size);
            Flags = (RequestFlags)at.flags;
        }

        /// <summary>The request. If it has a credential, the URL is left out, so that no log has it.</summary>
        public override string ToString() =>
            $"Request {{ Kind = {Kind}, Id = {Id}, Method = {Method}"
            + (Flags.HasFlag(RequestFlags.Credential) ? " }" : $", Url = {Url} }}");
    }
}
