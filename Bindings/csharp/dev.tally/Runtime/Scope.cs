using System;
using System.Runtime.InteropServices;
using System.Threading;

namespace Tally
{
    /// <summary>Holds observers, views and widgets. Disposing of it removes them.</summary>
    public sealed partial class Scope : IDisposable
    {
        internal readonly ScopeHandle Handle;
        private readonly Engine engine;

        internal Scope(Engine engine, IntPtr pointer)
        {
            this.engine = engine;
            Handle = new ScopeHandle(pointer);
        }

        internal delegate int Registering(
            EventCallback callback, IntPtr data, ReleaseCallback release, out ulong token);

        private Subscription Register(Action<TallyEvent> listener, Registering register)
        {
            ulong token = 0;
            if (listener == null)
            {
                Calls.Check(register(null, IntPtr.Zero, null, out token));
                return new Subscription(this, token, false, null);
            }
            var kept = new Listener(listener);
            Calls.Check(kept.Lend(data => register(Inbox.OnEvent, data, Kept.Release, out token)));
            return new Subscription(this, token, false, () => kept.IsOver = true);
        }

        /// <summary>Reports that the user looks at a path, until the subscription ends.</summary>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public Subscription BeginView(Account account, string path)
        {
            Status status = Calls.Check(Native.tally_view_begin(
                Handle, Calls.Given(account, nameof(account)).Handle, Text.Utf8(path), 0, out ulong token));
            return new Subscription(this, token, status == Status.Held, null);
        }

        /// <summary>
        /// Binds a widget to a path. The function gets the path and how to draw it: now, whenever what the path shows
        /// changes, and when a style changes its look. The calls that drain events call it.
        /// </summary>
        public Subscription Bind(Account account, string path, Action<string, Drawing> draw)
        {
            var kept = new Drawer(Calls.Given(draw, nameof(draw)));
            ulong token = 0;
            byte[] bound = Text.Utf8(path);
            AccountHandle of = Calls.Given(account, nameof(account)).Handle;
            IntPtr function = Marshal.GetFunctionPointerForDelegate(Inbox.OnWidget);
            var widget = new NativeWidget
            {
                struct_size = Memory.SizeOf<NativeWidget>(), show_dot = function, show_number = function,
                show_icon = function, hide = function,
            };
            using (var memory = new Memory())
            {
                IntPtr functions = memory.AddStructure(widget);
                Calls.Check(kept.Lend(data => Native.tally_widget_bind(
                    Handle, of, bound, functions, data, Kept.Release, out token)));
            }
            return new Subscription(this, token, false, () => kept.IsOver = true);
        }

        /// <summary>Removes an observer or a widget, or ends a view, by its token.</summary>
        public void Unobserve(ulong token) => Calls.Check(Native.tally_unobserve(Handle, token));

        /// <summary>Ends a view by its token.</summary>
        public void EndView(ulong token) => Calls.Check(Native.tally_view_end(Handle, token));

        public void Dispose()
        {
            Handle.Dispose();
            engine.Forget(this);
        }
    }

    /// <summary>An observer, a view or a widget. Disposing of it ends it.</summary>
    public sealed class Subscription : IDisposable
    {
        private readonly Scope scope;
        private readonly Action end;
        private int isOver;

        internal Subscription(Scope scope, ulong token, bool isHeld, Action end)
        {
            this.scope = scope;
            this.end = end;
            Token = token;
            IsHeld = isHeld;
        }

        /// <summary>Its token in events.</summary>
        public ulong Token { get; }

        /// <summary>For a view: whether a child contributes a badge, so that the path still shows one.</summary>
        public bool IsHeld { get; }

        /// <summary>
        /// Ends it: its function is never called again. Doing so twice, or after its scope or engine, is no error.
        /// </summary>
        public void Dispose()
        {
            if (Interlocked.Exchange(ref isOver, 1) != 0) return;
            end?.Invoke();
            try
            {
                scope.Unobserve(Token);
            }
            catch (ObjectDisposedException)
            {
                // The scope has removed it.
            }
            catch (TallyException over) when (over.Status == Status.Closed || over.Status == Status.NotFound)
            {
                // The engine was closed, or the account was removed.
            }
        }
    }
}
