using System;
using System.Threading;
using System.Threading.Tasks;

namespace Tally
{
    /// <summary>A feed of an account. Disposing of it releases the handle; the feed continues.</summary>
    public sealed partial class Feed : IDisposable
    {
        private readonly FeedHandle ownHandle;
        private readonly Account account;

        internal Feed(Account account, IntPtr pointer)
        {
            this.account = account;
            ownHandle = new FeedHandle(pointer);
        }

        /// <summary>For a call of the library.</summary>
        internal FeedHandle Handle => Hooks.Unlocked(ownHandle);

        public void Dispose() => ownHandle.Dispose();

        /// <summary>
        /// Sends a request immediately, and returns the token of the event that follows: <see
        /// cref="EventKind.Completion"/>, from <see cref="Engine.NextEvent"/>.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.LoggedOut"/>.</exception>
        public ulong RefreshNow()
        {
            Calls.Check(Native.tally_feed_refresh_now(Handle, null, IntPtr.Zero, null, out ulong token));
            return token;
        }

        /// <summary>
        /// Sends a request immediately. The thread that drains the engine's events completes the task with the event,
        /// whose <see cref="TallyEvent.Result"/> is that of the request. If the engine is closed before, the task fails
        /// with <see cref="Status.Closed"/>.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.LoggedOut"/>.</exception>
        public Task<TallyEvent> RefreshNowAsync()
        {
            return account.Engine.Called.Completion(number =>
                Native.tally_feed_refresh_now(Handle, Inbox.OnEvent, number, null, out ulong _));
        }
    }

    /// <summary>A resolved path. It is released when it or its engine is disposed of.</summary>
    public sealed partial class Node : IDisposable
    {
        private readonly Account account;
        private readonly ulong handle;
        private int isOver;

        internal Node(Account account, ulong handle)
        {
            this.account = account;
            this.handle = handle;
        }

        internal ulong Number => handle;

        /// <summary>Every later call throws <see cref="Status.StaleHandle"/>.</summary>
        public void Dispose()
        {
            if (Interlocked.Exchange(ref isOver, 1) != 0) return;
            try
            {
                Native.tally_node_release(account.Handle, handle);
            }
            catch (ObjectDisposedException)
            {
                // The account has no handle to release it with. It goes with the engine.
            }
        }
    }

    /// <summary>
    /// The state of the nodes at and below a path. <see cref="Account.TakeSnapshot"/> takes one. It belongs to no
    /// engine and never changes.
    /// </summary>
    public sealed partial class Snapshot : IDisposable
    {
        internal readonly SnapshotHandle Handle;

        internal Snapshot(IntPtr pointer)
        {
            Handle = new SnapshotHandle(pointer);
        }

        public void Dispose() => Handle.Dispose();
    }

    /// <summary>Functions that need no engine: versions, presentations, mappings and recovery.</summary>
    public static partial class TallyLibrary
    {
        /// <summary>The library's version, "0.1.0".</summary>
        public static string Version => Text.Of(Native.tally_version_text());

        /// <summary>major * 1,000,000 + minor * 1,000 + patch.</summary>
        public static uint VersionNumber => Native.tally_version();

        /// <summary>The name of a status in C, "TALLY_HELD".</summary>
        public static string GetStatusName(Status status) => Text.Of(Native.tally_status_name((int)status));

        /// <summary>An English sentence that describes a status in general.</summary>
        public static string GetStatusMessage(Status status) => Text.Of(Native.tally_status_message((int)status));

        /// <summary>Returns how to draw a count.</summary>
        /// <param name="kind">None, Dot or Number; a Number of 0 is a dot.</param>
        /// <param name="count">The number.</param>
        /// <param name="style">Null: all defaults.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/>, <see cref="Status.Range"/>.</exception>
        public static Drawing Present(BadgeKind kind, ulong count, Style style = null)
        {
            using (var memory = new Memory())
            {
                IntPtr badge = memory.AddStructure(new NativeBadge { kind = (int)kind, count = count });
                IntPtr written = memory.Add(style);
                var result = new NativePresentation();
                string found = Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                {
                    result = new NativePresentation { struct_size = Memory.SizeOf<NativePresentation>() };
                    return Native.tally_present(badge, written, ref result, buffer, capacity, out size);
                });
                return new Drawing(new Presentation(result, null), found);
            }
        }

        /// <summary>Returns how to draw a badge. style: null: all defaults.</summary>
        public static Drawing Present(Badge badge, Style style = null)
        {
            return Present(Calls.Given(badge, nameof(badge)).Kind, badge.Count, style);
        }
    }
}
