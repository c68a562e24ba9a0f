using System;
using System.Threading;
using System.Threading.Tasks;

namespace Tally
{
    /// <summary>The events of an engine, and the host's own functions.</summary>
    public sealed partial class Engine
    {
        /// <summary>
        /// How long a call of the library waits at most. A runtime cannot stop a thread during a call. Without this, a
        /// program would not end, and Unity would not reload it, while a thread waits.
        /// </summary>
        private const long MostMilliseconds = 500;

        private int isInterrupted;

        /// <summary>
        /// Waits for an event, calls its listener if it has one, and returns it. Returns null if the time passed, or
        /// <see cref="Interrupt"/> was called. If the listener throws, this throws the same.
        /// </summary>
        /// <param name="timeout">Null: no limit. Zero: does not wait.</param>
        public TallyEvent NextEvent(TimeSpan? timeout = null)
        {
            hooks.Rethrow();
            long left = Times.Milliseconds(timeout, -1);
            while (true)
            {
                long part = left < 0 ? MostMilliseconds : Math.Min(left, MostMilliseconds);
                TallyEvent found = Next(part);
                if (found != null) return found;
                left -= left < 0 ? 0 : part;
                bool isOver = left == 0 || isHostDriven || Handle.IsClosing;
                if (Interlocked.Exchange(ref isInterrupted, 0) != 0 || isOver) return null;
            }
        }

        private TallyEvent Next(long timeout)
        {
            TallyEvent found;
            var inbox = new Inbox(Called);
            using (inbox) found = Take(timeout);
            inbox.Run();
            // An exception that comes with an event is thrown by the next call: the event must not get lost.
            if (found == null) hooks.Rethrow();
            return found;
        }

        /// <summary>
        /// Wakes one <see cref="NextEvent"/> that waits, or the next one that would. Several calls before that
        /// wake one wait.
        /// </summary>
        public void Interrupt()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                // The flag comes first: the thread that the library wakes must find it.
                Interlocked.Exchange(ref isInterrupted, 1);
                Calls.Check(Native.tally_engine_interrupt(call.Engine));
            }
        }

        private TallyEvent Take(long timeout)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                var text = new byte[512];
                while (true)
                {
                    var result = new NativeEvent { struct_size = Memory.SizeOf<NativeEvent>() };
                    int status = Native.tally_engine_next_event(
                        call.Engine, timeout, ref result, text, (UIntPtr)text.Length);
                    if (status == (int)Status.Empty) return null;
                    if (status != (int)Status.BufferTooSmall)
                    {
                        Calls.Check(status);
                        return new TallyEvent(result, System.Text.Encoding.UTF8.GetString(
                            text, 0, (int)result.text_length));
                    }
                    // The event stays the first one.
                    text = new byte[Math.Max(text.Length * 2, 65536)];
                }
            }
        }

        /// <summary>
        /// Waits for an event on another thread, as <see cref="NextEvent"/> does. One task or thread at a time should
        /// drain the events of an engine.
        /// </summary>
        public Task<TallyEvent> NextEventAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return Task.Run(() =>
            {
                using (cancellation.Register(Interrupt))
                {
                    TallyEvent found = NextEvent();
                    if (found == null) cancellation.ThrowIfCancellationRequested();
                    return found;
                }
            }, cancellation);
        }

        /// <summary>
        /// Calls the listeners of pending events, and returns how many events there were. Events without a listener
        /// stay for <see cref="NextEvent"/>.
        /// </summary>
        public int Dispatch()
        {
            var total = 0;
            while (true)
            {
                hooks.Rethrow();
                UIntPtr count;
                var inbox = new Inbox(Called);
                using (inbox)
                using (EngineHandle.Call call = Handle.Enter())
                {
                    Calls.Check(Native.tally_engine_dispatch(call.Engine, UIntPtr.Zero, out count));
                }
                total += (int)count;
                // Listeners may have caused further events.
                if (!inbox.Run()) return total;
            }
        }

        /// <summary>
        /// Calls listeners until the engine is closed or the token is cancelled: for a thread of its own. Events
        /// without a listener are dropped.
        /// </summary>
        public void RunEvents(CancellationToken cancellation = default(CancellationToken))
        {
            using (cancellation.Register(Interrupt))
            {
                try
                {
                    while (!cancellation.IsCancellationRequested) NextEvent();
                }
                catch (ObjectDisposedException)
                {
                    // The engine was closed.
                }
                catch (TallyException closed) when (closed.Status == Status.Closed)
                {
                    // It was closed while this waited.
                }
            }
        }

        /// <summary>Calls listeners on a thread of their own, as <see cref="RunEvents"/> does.</summary>
        public Task RunEventsAsync(CancellationToken cancellation = default(CancellationToken))
        {
            return Task.Factory.StartNew(() => RunEvents(cancellation), CancellationToken.None,
                TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        /// <summary>
        /// With <see cref="EngineFlags.HostDriven"/>: does what is due, and calls all listeners, also if one throws. It
        /// then throws the first exception. One thread at a time: another one gets <see cref="Status.Thread"/>.
        /// </summary>
        public void Step()
        {
            var inbox = new Inbox(Called);
            try
            {
                using (inbox)
                using (EngineHandle.Call call = Handle.Enter())
                {
                    Calls.Check(Native.tally_engine_step(call.Engine));
                }
            }
            finally
            {
                inbox.Run();
            }
            hooks.Rethrow();
        }

        /// <summary>
        /// With <see cref="EngineFlags.HostDriven"/>: how long the host may wait before <see cref="Step"/> has work.
        /// <see cref="Timeout.InfiniteTimeSpan"/>: no limit.
        /// </summary>
        public TimeSpan GetTimeout()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_get_timeout(call.Engine, out long timeout));
                return Times.Span(timeout);
            }
        }

        /// <summary>
        /// Sets the function that wakes the host's loop; null removes it. It runs when the queue is no longer empty, on
        /// any thread that uses the engine, without a lock. It must not close the engine.
        /// </summary>
        /// <example><c>engine.SetNotify(() => context.Post(_ => engine.Dispatch(), null))</c></example>
        public void SetNotify(Action notify)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(notify == null
                    ? Native.tally_engine_set_notify(call.Engine, null, IntPtr.Zero, null)
                    : Native.tally_engine_set_notify(call.Engine, Hooks.OnNotify,
                        Kept.Keep(new Hooks.Hook<Action>(hooks, notify, Handle)), Kept.Release));
            }
        }

        /// <summary>Sends requests through a transport from now on; null: libcurl sends them again.</summary>
        public void SetTransport(ITransport transport)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(transport == null
                    ? Native.tally_engine_set_transport(call.Engine, null, IntPtr.Zero, null)
                    : Native.tally_engine_set_transport(call.Engine, Hooks.OnTransport,
                        Kept.Keep(new Hooks.Hook<ITransport>(hooks, transport, Handle)), Kept.Release));
            }
        }
    }
}
