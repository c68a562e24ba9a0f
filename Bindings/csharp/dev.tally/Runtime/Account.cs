using System;
using System.Collections.Generic;
using System.Linq;

namespace Tally
{
    /// <summary>
    /// An account, with its own tree of badges, feeds, messages and reminders. Disposing of it releases the handle; the
    /// account stays open in the engine.
    /// </summary>
    public sealed partial class Account : IDisposable
    {
        private readonly AccountHandle ownHandle;
        internal readonly Engine Engine;

        internal Account(Engine engine, IntPtr pointer)
        {
            Engine = engine;
            ownHandle = new AccountHandle(pointer);
            Messages = new Messages(this);
            Groups = new Groups(this);
            Outbox = new Outbox(this);
            Reminders = new Reminders(this);
            Feeds = new Feeds(this);
        }

        public Messages Messages { get; }

        public Groups Groups { get; }

        public Outbox Outbox { get; }

        public Reminders Reminders { get; }

        public Feeds Feeds { get; }

        /// <summary>For a call of the library.</summary>
        internal AccountHandle Handle => Hooks.Unlocked(ownHandle);

        public void Dispose() => ownHandle.Dispose();

        /// <summary>"Account ann", for logs and debuggers.</summary>
        public override string ToString()
        {
            try
            {
                return "Account " + GetState().Name;
            }
            catch (Exception problem) when (problem is TallyException || problem is ObjectDisposedException)
            {
                return "Account (closed)";
            }
        }

        /// <summary>
        /// Lists the nodes that show a badge or are muted. Up to 10,000 of them are of one revision. If there are more,
        /// and badges change all the time, some are newer than the revision.
        /// </summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it; otherwise the nodes directly below.</param>
        public BadgeList List(string path = "root", bool subtree = false)
        {
            return ListPage(path, subtree, null, int.MaxValue);
        }

        /// <summary>
        /// Lists at most `limit` of these, behind the `Next` of the page before. The pages of a list are of one moment
        /// if they have the same revision.
        /// </summary>
        public BadgeList ListPage(string path = "root", bool subtree = false, string after = null, int limit = 1000)
        {
            BadgeList found = ListOnce(path, subtree, after, limit, Lists.Usual, false);
            for (var turn = 1; found == null; turn++)
                found = ListOnce(path, subtree, after, limit, Lists.Most, turn == 10);
            return found;
        }

        /// <summary>
        /// The badges; null: some changed between the calls that the list needs. If the list is taken nevertheless,
        /// its revision is the first one, after which <see cref="GetChanges"/> has what is newer.
        /// </summary>
        private BadgeList ListOnce(string path, bool subtree, string after, int limit, int most, bool isTaken)
        {
            byte[] at = Text.Utf8(path);
            var revisions = new List<ulong>();
            Page<BadgeEntry> page = Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
            {
                int status = Native.tally_badge_list(
                    Handle, at, subtree ? 1u : 0u, from, ref rows, out ulong revision);
                if (status >= 0) revisions.Add(revision);
                return status;
            }, (NativeBadgeEntry row, byte[] text) => new BadgeEntry(row, text), most);
            bool isOfOneMoment = revisions.Distinct().Count() == 1;
            return isOfOneMoment || isTaken ? new BadgeList(page.ToList(), page.HasMore, page.Next, revisions[0]) : null;
        }

        /// <summary>
        /// Lists the badges that changed after a revision, in any order. Null: the changes are no longer kept, so list
        /// everything.
        /// </summary>
        /// <param name="since">The revision of a list, or of the last changes.</param>
        /// <param name="epoch">From <see cref="GetState"/>; 0: not compared.</param>
        /// <param name="limit">The most rows.</param>
        /// <exception cref="TallyException"><see cref="Status.BufferTooSmall"/>: one transaction changed more than
        /// `limit`.</exception>
        public BadgeList GetChanges(ulong since, ulong epoch, int limit = 10000)
        {
            if (limit < 0) throw new ArgumentOutOfRangeException(nameof(limit));
            int first = Math.Min(limit, 10000);
            var rows = new Rows<NativeBadgeEntry>(first, Math.Max(1024, first * 64L));
            while (true)
            {
                ulong revision = 0;
                int status = rows.Fill(limit, (ref NativeRows into) =>
                    Native.tally_badge_changes(Handle, since, epoch, ref into, out revision));
                if (status == (int)Status.BufferTooSmall && rows.Count <= limit)
                {
                    rows.Grow();
                    continue;
                }
                if (Calls.Check(status) == Status.Resync) return null;
                var found = new List<BadgeEntry>();
                rows.Read(found, (at, text) => new BadgeEntry(at, text));
                return new BadgeList(found, status == (int)Status.More, null, revision);
            }
        }

        /// <summary>
        /// Applies operations in one transaction, all or none, and only once if the options name the batch; or each on
        /// its own, with <see cref="BatchFlags.Each"/>.
        /// </summary>
        /// <exception cref="BatchException">An operation of a transaction was rejected.</exception>
        public BatchResult Batch(IEnumerable<Operation> operations, BatchOptions options = null)
        {
            BatchOptions given = options ?? new BatchOptions();
            using (var memory = new Memory())
            {
                NativeOperation[] rows = Calls.Given(operations, nameof(operations))
                    .Select(each => each.Write(memory)).ToArray();
                int status = Native.tally_badge_batch(
                    Handle, rows, (UIntPtr)rows.Length, memory.Add(given), out ulong revision);
                string message = status < 0 ? Calls.LastMessage(status) : null;
                OperationResult[] results = rows.Select(each => new OperationResult(each)).ToArray();
                bool isPartial = (given.Flags & BatchFlags.Each) != 0 && rows.Any(each => each.status == status);
                if (status < 0 && !isPartial) throw new BatchException((Status)status, message, results);
                return new BatchResult(results, revision, status == (int)Status.AlreadyApplied, message);
            }
        }

        /// <summary>
        /// Performs operations each on its own, which is the fastest way to change many badges by their nodes. The
        /// results say which were rejected; those after them are still performed.
        /// </summary>
        public BatchResult BatchEach(IEnumerable<Operation> operations)
        {
            return Batch(operations, new BatchOptions { Flags = BatchFlags.Each });
        }

        /// <summary>Resolves a path, so that operations need not look it up again.</summary>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>.</exception>
        public Node Resolve(string path)
        {
            Calls.Check(Native.tally_node_resolve(Handle, Text.Utf8(path), out ulong node));
            return new Node(this, node);
        }

        /// <summary>Reads the style of the path itself, without what it inherits.</summary>
        public Style GetStyle(string path)
        {
            byte[] at = Text.Utf8(path);
            var style = new NativeStyle();
            string icon = Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
            {
                style = new NativeStyle { struct_size = Memory.SizeOf<NativeStyle>() };
                return Native.tally_style_get(Handle, at, ref style, buffer, capacity, out size);
            });
            return Style.Read(style, icon);
        }
    }

    /// <summary>Badges, and their revision.</summary>
    public sealed class BadgeList : Page<BadgeEntry>
    {
        internal BadgeList(List<BadgeEntry> rows, bool hasMore, string next, ulong revision)
            : base(rows, hasMore, next)
        {
            Revision = revision;
        }

        /// <summary>If there are more changes, ask for those since this immediately.</summary>
        public ulong Revision { get; }
    }
}
