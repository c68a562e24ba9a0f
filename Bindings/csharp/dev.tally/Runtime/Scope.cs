using System;
using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using System.Threading;

namespace Tally
{
    /// <summary>Holds observers, views and widgets. Disposing of it removes them.</summary>
    public sealed partial class Scope : IDisposable
    {
        private readonly ScopeHandle ownHandle;
        private readonly Engine engine;
        /// <summary>The numbers of the functions of observers and widgets, by their tokens.</summary>
        private readonly ConcurrentDictionary<ulong, long> numbers = new ConcurrentDictionary<ulong, long>();

        internal Scope(Engine engine, IntPtr pointer)
        {
            this.engine = engine;
            ownHandle = new ScopeHandle(pointer);
        }

        internal delegate int Registering(EventCallback callback, IntPtr data, out ulong token);

        private Subscription Register(Action<TallyEvent> listener, Registering register)
        {
            if (listener != null) return Register(listener, Inbox.OnEvent, register);
            Calls.Check(register(null, IntPtr.Zero, out ulong token));
            return new Subscription(this, token, false);
        }

        private Subscription Register(object target, EventCallback callback, Registering register)
        {
            ulong token = 0;
            long number = engine.Called.Add(target, data => register(callback, data, out token));
            numbers[token] = number;
            return new Subscription(this, token, false);
        }

        /// <summary>Reports that the user looks at a path, until the subscription ends.</summary>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        /// <param name="account">An account of the same engine.</param>
        /// <param name="path">The path.</param>
        /// <param name="subtree">The user also looks at everything below the path.</param>
        /// <param name="read">Messages are marked read, not only seen.</param>
        public Subscription BeginView(Account account, string path, bool subtree = false, bool read = false)
        {
            Status status = Calls.Check(Native.tally_view_begin(
                Handle, Calls.Given(account, nameof(account)).Handle, Text.Utf8(path),
                (subtree ? 1u : 0u) | (read ? 2u : 0u), out ulong token));
            return new Subscription(this, token, status == Status.Held);
        }

        /// <summary>
        /// Binds a widget to a path. The function gets the path and how to draw it: now, whenever what the path shows
        /// changes, and when a style changes its look. The calls that drain events call it.
        /// </summary>
        public Subscription Bind(Account account, string path, Action<string, Drawing> draw)
        {
            Calls.Given(draw, nameof(draw));
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
                IntPtr drawn = memory.AddStructure(widget);
                return Register(draw, null, (EventCallback callback, IntPtr data, out ulong token) =>
                    Native.tally_widget_bind(Handle, of, bound, drawn, data, null, out token));
            }
        }

        /// <summary>
        /// Removes an observer or a widget, or ends a view, by its token. A token that the scope does not have is
        /// accepted: nothing happens.
        /// </summary>
        public void Unobserve(ulong token)
        {
            Forget(token);
            Native.tally_unobserve(Handle, token);
        }

        /// <summary>The function of a token is never called again, also with what was noted before.</summary>
        private void Forget(ulong token)
        {
            if (numbers.TryRemove(token, out long number)) engine.Called.Remove(number);
        }

        /// <summary>Ends a view by its token, as <see cref="Unobserve"/> does.</summary>
        public void EndView(ulong token) => Native.tally_view_end(Handle, token);

        /// <summary>For a call of the library.</summary>
        internal ScopeHandle Handle => Hooks.Unlocked(ownHandle);

        public void Dispose()
        {
            ownHandle.Dispose();
            engine.Forget(this);
            foreach (ulong token in numbers.Keys) Forget(token);
        }
    }

    /// <summary>An observer, a view or a widget. Disposing of it ends it.</summary>
    public sealed class Subscription : IDisposable
    {
        private readonly Scope scope;
        private int isOver;

        internal Subscription(Scope scope, ulong token, bool isHeld)
        {
            this.scope = scope;
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
            try
            {
                scope.Unobserve(Token);
            }
            catch (ObjectDisposedException)
            {
                // The scope has removed it.
            }
        }
    }
}
