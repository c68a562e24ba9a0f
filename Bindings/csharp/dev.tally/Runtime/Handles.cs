using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Tally
{
    /// <summary>
    /// A handle of the library's. The runtime releases it once: when its object is disposed of or was forgotten, but
    /// never during a call with it.
    /// </summary>
    internal abstract class LibraryHandle : SafeHandle
    {
        private readonly Action<IntPtr> release;

        protected LibraryHandle(IntPtr pointer, Action<IntPtr> release) : base(IntPtr.Zero, true)
        {
            this.release = release;
            SetHandle(pointer);
        }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected override bool ReleaseHandle()
        {
            release(handle);
            return true;
        }
    }

    internal sealed class AccountHandle : LibraryHandle
    {
        private static readonly AccountHandle None = new AccountHandle(IntPtr.Zero);

        internal AccountHandle(IntPtr pointer) : base(pointer, Native.tally_account_release) { }

        /// <summary>NULL where no account is given: it means all of them.</summary>
        internal static AccountHandle Of(Account account) => account == null ? None : account.Handle;
    }

    internal sealed class FeedHandle : LibraryHandle
    {
        internal FeedHandle(IntPtr pointer) : base(pointer, Native.tally_feed_release) { }
    }

    internal sealed class ScopeHandle : LibraryHandle
    {
        internal ScopeHandle(IntPtr pointer) : base(pointer, Native.tally_scope_close) { }
    }

    internal sealed class SnapshotHandle : LibraryHandle
    {
        internal SnapshotHandle(IntPtr pointer) : base(pointer, Native.tally_snapshot_release) { }
    }

    /// <summary>
    /// The handle of an engine. It counts the calls in progress, because closing an engine returns a status, and must
    /// wait for them.
    /// </summary>
    internal sealed class EngineHandle : LibraryHandle
    {
        private readonly object gate = new object();
        private int uses;
        private bool isClosing;

        internal EngineHandle(IntPtr pointer) : base(pointer, last => Native.tally_engine_close(last, -1)) { }

        /// <summary>A call in progress. The engine is not closed before it ends.</summary>
        internal struct Call : IDisposable
        {
            private readonly EngineHandle owner;

            internal Call(EngineHandle owner)
            {
                this.owner = owner;
            }

            internal IntPtr Engine => owner.handle;

            public void Dispose() => owner.Exit();
        }

        /// <summary>Another thread closes the engine, and waits for the calls in progress.</summary>
        internal bool IsClosing => Volatile.Read(ref isClosing);

        internal Call Enter()
        {
            Hooks.CheckUnlocked();
            lock (gate)
            {
                if (isClosing) throw new ObjectDisposedException(nameof(Engine));
                uses++;
            }
            return new Call(this);
        }

        private void Exit()
        {
            lock (gate)
            {
                uses--;
                Monitor.PulseAll(gate);
            }
        }

        /// <summary>
        /// Waits for the calls in progress, and closes the engine. Returns false if it was closed before. If the
        /// library refuses because this thread is in one of its callbacks, the engine stays open.
        /// </summary>
        internal bool Close(long timeout)
        {
            lock (gate)
            {
                if (isClosing) return false;
                isClosing = true;
                while (uses > 0)
                {
                    // A thread may begin to wait for an event only after this, so it is woken more than once.
                    Native.tally_engine_interrupt(handle);
                    Monitor.Wait(gate, 20);
                }
            }
            int status = Native.tally_engine_close(handle, timeout);
            TallyException failed = status < 0 ? new TallyException((Status)status, Calls.LastMessage(status)) : null;
            if (status == (int)Status.Thread)
            {
                lock (gate) isClosing = false;
                throw failed;
            }
            SetHandleAsInvalid();
            if (failed != null) throw failed;
            return true;
        }
    }
}
