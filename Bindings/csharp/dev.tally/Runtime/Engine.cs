using System;
using System.Collections.Generic;
using System.Linq;

namespace Tally
{
    /// <summary>
    /// An engine. Any thread may use it and its objects. Listeners run inside <see cref="Dispatch"/>, <see
    /// cref="NextEvent"/>, <see cref="Step"/> and <see cref="RunEvents"/>, on the thread that called them, outside the
    /// library. They may call anything, and also close the engine.
    /// </summary>
    public sealed partial class Engine : IDisposable
    {
        internal readonly EngineHandle Handle;
        private readonly bool isHostDriven;
        private readonly Hooks hooks;
        /// <summary>Those that are open: they live as long as the engine, also if the host forgets them.</summary>
        private readonly HashSet<Scope> scopes = new HashSet<Scope>();
        internal readonly Called Called = new Called();

        /// <summary>Opens an engine in a file, or in memory.</summary>
        public Engine(string file = null) : this(new EngineOptions { File = file }) { }

        /// <summary>
        /// Opens an engine. If its clock, log or zone function throws, the next call that drains events throws the
        /// same.
        /// </summary>
        public Engine(EngineOptions options)
        {
            hooks = new Hooks(Calls.Given(options, nameof(options)));
            Hooks.Prepare();
            isHostDriven = (options.Flags & EngineFlags.HostDriven) != 0;
            using (var memory = new Memory())
            {
                NativeEngineOptions at = ((IOptions<NativeEngineOptions>)options).Write(memory);
                hooks.Write(ref at);
                Status status = Calls.Check(Native.tally_engine_open(memory.AddStructure(at), out IntPtr made));
                Handle = new EngineHandle(made);
                HasSetAside = status == Status.SetAside;
            }
        }

        /// <summary>Whether the file was damaged and renamed (<see cref="EngineFlags.SetAside"/>).</summary>
        public bool HasSetAside { get; }

        /// <summary>Closes the engine without a limit of time.</summary>
        public void Dispose() => Close();

        /// <summary>
        /// Writes everything and closes the file. Threads that wait for an event wake. The call waits for other calls
        /// in progress. Closing twice does nothing. Later calls throw <see cref="ObjectDisposedException"/>.
        /// </summary>
        /// <param name="timeout">How long writing may take; null: no limit.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>, <see
        /// cref="Status.Timeout"/>: something could not be written, and the engine is closed. <see
        /// cref="Status.Thread"/>: inside a function that the library calls, and the engine stays open.</exception>
        public void Close(TimeSpan? timeout = null)
        {
            Hooks.CheckOutside();
            try
            {
                if (!Handle.Close(Times.Milliseconds(timeout, -1))) return;
            }
            catch (TallyException failed) when (failed.Status != Status.Thread)
            {
                End();
                throw;
            }
            End();
        }

        private void End()
        {
            lock (scopes) scopes.Clear();
            Called.End();
        }

        /// <summary>Opens a scope. It holds observers, views and widgets until it or the engine is closed.</summary>
        public Scope OpenScope()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_scope_open(call.Engine, out IntPtr made));
                var scope = new Scope(this, made);
                lock (scopes) scopes.Add(scope);
                return scope;
            }
        }

        internal void Forget(Scope scope)
        {
            lock (scopes) scopes.Remove(scope);
        }

        /// <summary>Reads a limit.</summary>
        public long GetLimit(Limit limit) => SetLimit(limit, Constants.LimitKeep);

        /// <summary>
        /// Applies items to many accounts, in one transaction. Each item has its status and results afterwards, also
        /// if this throws.
        /// </summary>
        /// <returns>Ok, Partial (some were rejected), or AlreadyApplied.</returns>
        public Status Batch(IEnumerable<Item> items, EngineBatchOptions options = null)
        {
            Item[] given = Calls.Given(items, nameof(items)).ToArray();
            using (EngineHandle.Call call = Handle.Enter())
            using (var memory = new Memory())
            {
                IntPtr written = memory.Add(options ?? new EngineBatchOptions());
                NativeItem[] rows = given.Select(each => each.Write(memory)).ToArray();
                try
                {
                    return Calls.Check(Native.tally_engine_batch(call.Engine, rows, (UIntPtr)rows.Length, written));
                }
                finally
                {
                    for (int at = 0; at < rows.Length; at++) given[at].Take(rows[at]);
                }
            }
        }

        /// <summary>
        /// Imports accounts and sources, in one transaction. Returns the status of each: a rejected one does not undo
        /// the others.
        /// </summary>
        /// <param name="imports">
        /// From <see cref="ExportAccount"/>, <see cref="ExportSource"/> or <see cref="Account.Export"/>.
        /// </param>
        /// <param name="replace">Replaces accounts and sources that exist.</param>
        public IReadOnlyList<Status> ImportAll(IEnumerable<Import> imports, bool replace = false)
        {
            using (EngineHandle.Call call = Handle.Enter())
            using (var memory = new Memory())
            {
                NativeImport[] rows = Calls.Given(imports, nameof(imports)).Select(each => each.Write(memory)).ToArray();
                Calls.Check(Native.tally_engine_import(call.Engine, rows, (UIntPtr)rows.Length, replace ? 1u : 0u));
                return rows.Select(each => (Status)each.status).ToArray();
            }
        }
    }
}
