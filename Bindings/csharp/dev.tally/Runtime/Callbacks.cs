using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace Tally
{
    /// <summary>Unity's IL2CPP looks for this name at the functions that C may call.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type)
        {
            Type = type;
        }

        internal Type Type { get; }
    }

    /// <summary>
    /// Objects that the library has as user_data, until it says that it will not call them any more; also if the call
    /// fails that passes one. The functions that it calls are static, so they live as long as the program.
    /// </summary>
    internal static class Kept
    {
        internal static readonly ReleaseCallback Release = OnRelease;

        internal static IntPtr Keep(object target) => GCHandle.ToIntPtr(GCHandle.Alloc(target));

        internal static T Of<T>(IntPtr data) where T : class => GCHandle.FromIntPtr(data).Target as T;

        [MonoPInvokeCallback(typeof(ReleaseCallback))]
        private static void OnRelease(IntPtr data) => GCHandle.FromIntPtr(data).Free();
    }

    /// <summary>
    /// The functions of an engine's observers and widgets, and the tasks that events complete, by the numbers that the
    /// library has as their user_data. They may refer to the engine, because the library does not lead back to them: a
    /// forgotten engine can be collected.
    /// </summary>
    internal sealed class Called
    {
        private static long last;

        private readonly ConcurrentDictionary<long, object> targets = new ConcurrentDictionary<long, object>();

        /// <summary>Adds a function, and passes its number to C. It is forgotten if the call fails.</summary>
        internal long Add(object target, Func<IntPtr, int> call)
        {
            long number = Interlocked.Increment(ref last);
            targets[number] = target;
            var isPassed = false;
            try
            {
                Calls.Check(call((IntPtr)number));
                isPassed = true;
            }
            finally
            {
                if (!isPassed) Remove(number);
            }
            return number;
        }

        internal void Remove(long number) => targets.TryRemove(number, out object _);

        /// <summary>Calls a function, unless its subscription has ended since it was noted.</summary>
        internal void Call(long number, Action<object> call)
        {
            if (targets.TryGetValue(number, out object target)) call(target);
        }

        /// <summary>A task that an event completes, or the end of the engine.</summary>
        internal Task<TallyEvent> Completion(Func<IntPtr, int> begin)
        {
            // Its continuations may run for long, so they do not run on the thread that drains events.
            var source = new TaskCompletionSource<TallyEvent>(TaskCreationOptions.RunContinuationsAsynchronously);
            Add(source, begin);
            return source.Task;
        }

        /// <summary>Forgets all. Tasks fail.</summary>
        internal void End()
        {
            foreach (object each in targets.Values)
            {
                (each as TaskCompletionSource<TallyEvent>)?.TrySetException(
                    new TallyException(Status.Closed, "the engine was closed"));
            }
            targets.Clear();
        }
    }

    /// <summary>
    /// The notes of C's callbacks during one call on this thread. Listeners and widgets run when that call has
    /// returned, so no exception passes through C, and they may call anything.
    /// </summary>
    internal sealed class Inbox : IDisposable
    {
        internal static readonly EventCallback OnEvent = NoteEvent;
        internal static readonly WidgetFunction OnWidget = NoteWidget;

        [ThreadStatic] private static Inbox current;

        private readonly List<Action> calls = new List<Action>();
        private readonly Called called;
        private readonly Inbox outer;

        internal Inbox(Called called)
        {
            this.called = called;
            outer = current;
            current = this;
        }

        /// <summary>The call has returned.</summary>
        public void Dispose()
        {
            current = outer;
        }

        private void Note(long number, Action<object> call) => calls.Add(() => called.Call(number, call));

        [MonoPInvokeCallback(typeof(EventCallback))]
        private static void NoteEvent(IntPtr data, IntPtr at, IntPtr text)
        {
            Inbox inbox = current;
            if (inbox == null) return;
            var found = new TallyEvent(
                (NativeEvent)Marshal.PtrToStructure(at, typeof(NativeEvent)), Text.Of(text) ?? "");
            inbox.Note((long)data, target =>
            {
                if (target is TaskCompletionSource<TallyEvent> task)
                {
                    inbox.called.Remove((long)data);
                    task.TrySetResult(found);
                }
                else ((Action<TallyEvent>)target)(found);
            });
        }

        [MonoPInvokeCallback(typeof(WidgetFunction))]
        private static void NoteWidget(IntPtr data, IntPtr path, IntPtr at, IntPtr text)
        {
            if (current == null) return;
            string bound = Text.Of(path);
            var style = (NativePresentation)Marshal.PtrToStructure(at, typeof(NativePresentation));
            var drawing = new Drawing(new Presentation(style, null), Text.Of(text) ?? "");
            current.Note((long)data, target => ((Action<string, Drawing>)target)(bound, drawing));
        }

        /// <summary>
        /// Makes the calls that were noted, all of them, and throws what the first one has thrown. Returns whether
        /// there were any.
        /// </summary>
        internal bool Run()
        {
            Exception first = null;
            foreach (Action call in calls)
            {
                try
                {
                    call();
                }
                catch (Exception thrown)
                {
                    first = first ?? thrown;
                }
            }
            if (first != null) ExceptionDispatchInfo.Capture(first).Throw();
            return calls.Count > 0;
        }
    }
}
