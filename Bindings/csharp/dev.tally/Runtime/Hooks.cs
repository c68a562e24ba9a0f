using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Tally
{
    /// <summary>A clock for tests. It is called on any thread, and must not call the library.</summary>
    public interface IClock
    {
        /// <summary>The wall clock.</summary>
        DateTimeOffset Wall { get; }

        /// <summary>The time since any moment. It never goes back, and counts sleep.</summary>
        TimeSpan Elapsed { get; }
    }

    /// <summary>Sends the engine's requests instead of libcurl.</summary>
    public interface ITransport
    {
        /// <summary>
        /// Passes a request on, and must return soon, because the engine waits for it. Report the response with <see
        /// cref="Engine.Respond"/>, on any thread, also here. If it throws, the request fails.
        /// </summary>
        void Send(Request request);

        /// <summary>The response is not needed any more.</summary>
        void Cancel(long request);
    }

    /// <summary>
    /// The host's functions as C calls them: clock, log, zones, notify and transport. What one throws never passes
    /// through C: the first exception is kept, and thrown by the next call that drains events. This does not refer to
    /// the engine, so that a forgotten engine can be collected.
    /// </summary>
    internal sealed class Hooks
    {
        internal static readonly ClockCallback OnClock = CallClock;
        internal static readonly LogCallback OnLog = CallLog;
        internal static readonly ZoneCallback OnZone = CallZone;
        internal static readonly NotifyCallback OnNotify = CallNotify;
        internal static readonly TransportCallback OnTransport = CallTransport;

        [ThreadStatic] private static int depth;
        [ThreadStatic] private static int locked;

        private readonly IClock clock;
        private readonly Action<LogLevel, string> log;
        private readonly Func<string, byte[]> zoneFile;
        private Exception thrown;
        private long wall;
        private long elapsed;

        internal Hooks(EngineOptions options)
        {
            clock = options.Clock;
            log = options.Log;
            zoneFile = options.ZoneFile;
        }

        /// <summary>A function that C keeps until another one takes its place, and the hooks of its engine.</summary>
        internal sealed class Hook<T>
        {
            internal readonly Hooks Hooks;
            internal readonly T Function;
            internal readonly WeakReference<EngineHandle> Engine;

            internal Hook(Hooks hooks, T function, EngineHandle engine)
            {
                Hooks = hooks;
                Function = function;
                Engine = new WeakReference<EngineHandle>(engine);
            }
        }

        /// <summary>
        /// Writes the functions of options, with these hooks as their user_data. The library releases each of them,
        /// also if the engine is not opened.
        /// </summary>
        internal void Write(ref NativeEngineOptions at)
        {
            if (clock != null) at.clock = Lent(OnClock, out at.clock_user_data, out at.clock_release_user_data);
            if (log != null) at.log = Lent(OnLog, out at.log_user_data, out at.log_release_user_data);
            if (zoneFile != null) at.zone_file = Lent(OnZone, out at.zone_user_data, out at.zone_release_user_data);
        }

        private IntPtr Lent(Delegate function, out IntPtr data, out IntPtr release)
        {
            data = Kept.Keep(this);
            release = Marshal.GetFunctionPointerForDelegate(Kept.Release);
            return Marshal.GetFunctionPointerForDelegate(function);
        }

        /// <summary>Throws inside a function that C has called: closing the engine would wait for itself.</summary>
        internal static void CheckOutside()
        {
            if (depth > 0) throw new TallyException(Status.Thread, "not inside a function that the library calls");
        }

        /// <summary>Throws in a clock and a zone function: the call would wait for a lock of its own thread.</summary>
        internal static void CheckUnlocked()
        {
            if (locked > 0) throw new TallyException(Status.Thread, "a clock or zone function calls the library");
        }

        /// <summary>The same for a handle that a call needs.</summary>
        internal static T Unlocked<T>(T handle)
        {
            CheckUnlocked();
            return handle;
        }

        /// <summary>Throws what a function of the host's has thrown.</summary>
        internal void Rethrow()
        {
            Exception caught = Interlocked.Exchange(ref thrown, null);
            if (caught != null) ExceptionDispatchInfo.Capture(caught).Throw();
        }

        private void GuardLocked(Action body)
        {
            locked++;
            Guard(body);
            locked--;
        }

        private void Guard(Action body)
        {
            depth++;
            try
            {
                body();
            }
            catch (Exception error)
            {
                Interlocked.CompareExchange(ref thrown, error, null);
            }
            finally
            {
                depth--;
            }
        }

        /// <summary>
        /// Compiles the functions that C calls: on a thread of the library's, nothing should happen before Admit.
        /// </summary>
        internal static void Prepare()
        {
            OnClock(IntPtr.Zero, out long wall, out long elapsed);
            OnLog(IntPtr.Zero, 0, IntPtr.Zero);
            OnZone(IntPtr.Zero, IntPtr.Zero, IntPtr.Zero, UIntPtr.Zero);
            OnNotify(IntPtr.Zero);
            OnTransport(IntPtr.Zero, IntPtr.Zero);
        }

        [MonoPInvokeCallback(typeof(ClockCallback))]
        private static void CallClock(IntPtr data, out long outWall, out long outElapsed)
        {
            outWall = outElapsed = 0;
            if (data != IntPtr.Zero) Read(Kept.Of<Hooks>(data), out outWall, out outElapsed);
        }

        /// <summary>If the clock throws, it stands still.</summary>
        private static void Read(Hooks hooks, out long outWall, out long outElapsed)
        {
            hooks.GuardLocked(() =>
            {
                long now = hooks.clock.Wall.ToUnixTimeMilliseconds();
                Interlocked.Exchange(ref hooks.elapsed, Times.Milliseconds(hooks.clock.Elapsed));
                Interlocked.Exchange(ref hooks.wall, now);
            });
            outWall = Interlocked.Read(ref hooks.wall);
            outElapsed = Interlocked.Read(ref hooks.elapsed);
        }

        [MonoPInvokeCallback(typeof(LogCallback))]
        private static void CallLog(IntPtr data, int level, IntPtr text)
        {
            if (data != IntPtr.Zero) Write(Kept.Of<Hooks>(data), level, text);
        }

        private static void Write(Hooks hooks, int level, IntPtr text)
        {
            hooks.Guard(() => hooks.log((LogLevel)level, Text.Of(text)));
        }

        [MonoPInvokeCallback(typeof(ZoneCallback))]
        private static UIntPtr CallZone(IntPtr data, IntPtr name, IntPtr bytes, UIntPtr capacity)
        {
            return data == IntPtr.Zero ? UIntPtr.Zero : ReadZone(Kept.Of<Hooks>(data), name, bytes, capacity);
        }

        private static UIntPtr ReadZone(Hooks hooks, IntPtr name, IntPtr bytes, UIntPtr capacity)
        {
            var size = 0;
            hooks.GuardLocked(() =>
            {
                byte[] file = hooks.zoneFile(Text.Of(name));
                if (file == null || (ulong)file.Length > (ulong)capacity) return;
                Marshal.Copy(file, 0, bytes, file.Length);
                size = file.Length;
            });
            return (UIntPtr)size;
        }

        [MonoPInvokeCallback(typeof(NotifyCallback))]
        private static void CallNotify(IntPtr data)
        {
            Hook<Action> hook = data == IntPtr.Zero ? null : Kept.Of<Hook<Action>>(data);
            hook?.Hooks.Guard(hook.Function);
        }

        [MonoPInvokeCallback(typeof(TransportCallback))]
        private static void CallTransport(IntPtr data, IntPtr at)
        {
            if (data != IntPtr.Zero) Transport(Kept.Of<Hook<ITransport>>(data), at);
        }

        private static void Transport(Hook<ITransport> hook, IntPtr at)
        {
            hook.Hooks.Guard(() =>
            {
                var request = new Request((NativeRequest)Marshal.PtrToStructure(at, typeof(NativeRequest)), null);
                if (request.Kind == RequestKind.Send) Send(hook, request);
                else hook.Function.Cancel(request.Id);
            });
        }

        private static void Send(Hook<ITransport> hook, Request request)
        {
            try
            {
                hook.Function.Send(request);
            }
            catch (Exception error)
            {
                if (hook.Engine.TryGetTarget(out EngineHandle engine)) Fail(engine, request.Id, error.Message);
                throw;
            }
        }

        private static void Fail(EngineHandle engine, long request, string message)
        {
            byte[] words = Encoding.UTF8.GetBytes(message ?? "");
            if (words.Length > 1000) words = new byte[0];
            try
            {
                using (EngineHandle.Call call = engine.Enter())
                {
                    // Its status has no meaning here: if the request has ended, nobody waits for the response.
                    Native.tally_transport_respond(
                        call.Engine, request, (int)Status.Network, null, words, Text.Size(words));
                }
            }
            catch (ObjectDisposedException)
            {
                // The engine ends, and nobody waits for the response.
            }
        }
    }
}
