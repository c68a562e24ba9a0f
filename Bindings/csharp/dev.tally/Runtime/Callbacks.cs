using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Threading;

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
    /// An object that the library has as user_data, until it says that it will not call it any more. The functions
    /// that it calls are static, so they live as long as the program.
    /// </summary>
    internal class Kept
    {
        internal static readonly ReleaseCallback Release = OnRelease;

        private readonly GCHandleType type;
        private GCHandle handle;
        private int isFree;

        /// <param name="type">Weak: another object keeps this one as long as the library may call it.</param>
        protected Kept(GCHandleType type)
        {
            this.type = type;
        }

        /// <summary>
        /// Passes this to C with <see cref="Release"/>, which C calls also if the call fails.
        /// </summary>
        internal int Lend(Func<IntPtr, int> call)
        {
            handle = GCHandle.Alloc(this, type);
            bool isPassed = false;
            try
            {
                int status = call(GCHandle.ToIntPtr(handle));
                isPassed = status >= 0;
                return status;
            }
            finally
            {
                if (!isPassed) Free();
            }
        }

        internal static T Of<T>(IntPtr data) where T : class => GCHandle.FromIntPtr(data).Target as T;

        private void Free()
        {
            if (Interlocked.Exchange(ref isFree, 1) == 0) handle.Free();
        }

        [MonoPInvokeCallback(typeof(ReleaseCallback))]
        private static void OnRelease(IntPtr data)
        {
            GCHandle given = GCHandle.FromIntPtr(data);
            if (given.Target is Kept kept) kept.Free();
            else given.Free();
        }
    }

    /// <summary>
    /// The function of an observer, a completion or a widget. Its scope or engine keeps it, so that a function that
    /// refers to its engine does not keep a forgotten engine alive.
    /// </summary>
    internal abstract class Called : Kept
    {
        protected Called() : base(GCHandleType.Weak) { }

        /// <summary>Its subscription ended, so it does not get what was noted before.</summary>
        internal bool IsOver { get; set; }
    }

    /// <summary>An observer's or a completion's function.</summary>
    internal sealed class Listener : Called
    {
        private readonly Action<TallyEvent> receive;

        internal Listener(Action<TallyEvent> receive)
        {
            this.receive = receive;
        }

        internal void Receive(TallyEvent found)
        {
            if (!IsOver) receive(found);
        }
    }

    /// <summary>A widget's function.</summary>
    internal sealed class Drawer : Called
    {
        private readonly Action<string, Drawing> draw;

        internal Drawer(Action<string, Drawing> draw)
        {
            this.draw = draw;
        }

        internal void Draw(string path, Drawing drawing)
        {
            if (!IsOver) draw(path, drawing);
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
        private readonly Inbox outer;

        internal Inbox()
        {
            outer = current;
            current = this;
        }

        /// <summary>The call has returned.</summary>
        public void Dispose()
        {
            current = outer;
        }

        [MonoPInvokeCallback(typeof(EventCallback))]
        private static void NoteEvent(IntPtr data, IntPtr at, IntPtr text)
        {
            Listener listener = Kept.Of<Listener>(data);
            if (current == null || listener == null) return;
            var found = new TallyEvent(
                (NativeEvent)Marshal.PtrToStructure(at, typeof(NativeEvent)), Text.Of(text) ?? "");
            current.calls.Add(() => listener.Receive(found));
        }

        [MonoPInvokeCallback(typeof(WidgetFunction))]
        private static void NoteWidget(IntPtr data, IntPtr path, IntPtr at, IntPtr text)
        {
            Drawer drawer = Kept.Of<Drawer>(data);
            if (current == null || drawer == null) return;
            string bound = Text.Of(path);
            var style = (NativePresentation)Marshal.PtrToStructure(at, typeof(NativePresentation));
            var drawing = new Drawing(new Presentation(style, null), Text.Of(text) ?? "");
            current.calls.Add(() => drawer.Draw(bound, drawing));
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
