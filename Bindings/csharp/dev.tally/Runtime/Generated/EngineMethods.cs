// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Engine
    {
        /// <summary>Waits until everything that was applied before the call is on the disk.</summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/> (nothing is lost:
        /// the changes stay in memory and are tried again).</exception>
        public void Flush()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_flush(call.Engine));
            }
        }

        /// <summary>
        /// Checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
        /// references.
        /// </summary>
        /// <remarks>
        /// <para>Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to
        /// a hundred problems go to the log (<see cref="LogLevel.Error"/>), each with its page, or its table and
        /// row. The message has the first. Badges can be used, except while their account is compared.</para>
        /// <para>Cost: O(size of the file).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Corrupt"/> (the engine goes on with what can be
        /// read), <see cref="Status.Internal"/> (only memory is wrong), <see cref="Status.Io"/> (unreadable, but
        /// perhaps sound), <see cref="Status.Full"/>.</exception>
        public void Verify()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_verify(call.Engine));
            }
        }

        /// <summary>Reads or changes a limit while the engine is open.</summary>
        /// <remarks>
        /// <para>A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected.
        /// Tables from which old rows leave, such as the ids of batches, are cut when the next row arrives.
        /// Accounts in memory beyond it leave as soon as nothing needs them. A call that is working on an account
        /// keeps the former limit of its nodes. The limits of paths cannot change because accounts and feeds in
        /// memory have room for the longest path. An engine that was opened without MaxLoadedAccounts, or has no
        /// file, keeps all accounts in memory.</para>
        /// <para>Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for
        /// requests.</para>
        /// </remarks>
        /// <param name="value">The new value, in the range of the option; or <see cref="Constants.LimitKeep"/>,
        /// which changes nothing.</param>
        /// <returns>The value before the call.</returns>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an unknown limit), <see
        /// cref="Status.Range"/>, <see cref="Status.Unsupported"/> (the limit cannot change).</exception>
        public long SetLimit(Limit limit, long value)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_limit(call.Engine, (int)limit, value, out long oldOut));
                return oldOut;
            }
        }

        /// <summary>Copies the engine's file while the engine is in use.</summary>
        /// <remarks>
        /// <para>The copy is on the disk when the call returns, with the original's epoch and permissions. It holds
        /// everything applied before the call, and a prefix of what is applied during it. It is complete or absent:
        /// the call writes <c>&lt;file&gt;-partial</c>, replaces that of an interrupted backup, and renames it at
        /// the end.</para>
        /// <para>Changes of badges do not wait. A durable call waits for one megabyte at most.</para>
        /// <para>Cost: O(size of the file).</para>
        /// </remarks>
        /// <param name="replace">Replaces an existing file.</param>
        /// <exception cref="TallyException"><see cref="Status.Exists"/> (without <c>replace</c>, or it is no
        /// regular file), <see cref="Status.Locked"/> (open in an engine), <see cref="Status.Conflict"/> (not
        /// closed: its log lies beside it), <see cref="Status.Argument"/> (the engine's own files), <see
        /// cref="Status.Unsupported"/> (the engine has no file), <see cref="Status.Closed"/> (also: closed during
        /// the call), <see cref="Status.Corrupt"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>, <see
        /// cref="Status.ReadOnly"/>, <see cref="Status.Permission"/>.</exception>
        public void Backup(string file, bool replace = false)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_backup(call.Engine, Text.Utf8(file), (replace ? 1u : 0u)));
            }
        }

        /// <summary>Reads numbers about the engine, except of accounts on which a long call is working.</summary>
        /// <remarks>
        /// <para>Cost: O(feeds, and accounts in memory).</para>
        /// </remarks>
        /// <param name="reset">LongestWaitUs and LongestHoldUs begin again.</param>
        public Stats GetStats(bool reset = false)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                var result = new NativeStats { struct_size = Memory.SizeOf<NativeStats>() };
                Calls.Check(Native.tally_engine_get_stats(call.Engine, (reset ? 1u : 0u), ref result));
                return new Stats(result, null);
            }
        }

        /// <summary>
        /// Tells all feeds, also later ones, whether the application is in the foreground; at first it is.
        /// </summary>
        /// <remarks>
        /// <para>In the background, pages are not seen (<see cref="Feed.PageShown"/>), and timers of feeds with
        /// <see cref="FeedFlags.StopsInBackground"/> do not poll. Coming to the foreground with a page shown counts
        /// as a return to that page.</para>
        /// <para>Cost: O(feeds).</para>
        /// </remarks>
        public void SetForeground(bool foreground)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_set_foreground(call.Engine, foreground ? 1 : 0));
            }
        }

        /// <summary>
        /// Tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first
        /// there is.
        /// </summary>
        /// <remarks>
        /// <para>When it is back, a feed that waits after a failure polls immediately. If that fails too, this
        /// happens again only after a regular attempt, or after the network was lost.</para>
        /// <para>Cost: O(feeds).</para>
        /// </remarks>
        public void SetNetwork(bool available)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_set_network(call.Engine, available ? 1 : 0));
            }
        }

        /// <summary>
        /// Tells all feeds that the machine was asleep and is awake, as if the network were back.
        /// </summary>
        /// <remarks>
        /// <para>Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that
        /// became due during sleep is done once, also without this call.</para>
        /// <para>Cost: O(feeds).</para>
        /// </remarks>
        public void Woke()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_woke(call.Engine));
            }
        }

        /// <summary>Opens an account, and creates it if it does not exist.</summary>
        /// <remarks>
        /// <para>Cost: O(stored data of the account) the first time; O(1) with MaxLoadedAccounts.</para>
        /// </remarks>
        /// <param name="options">Null: all defaults.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Conflict"/> (another
        /// aggregation or feeding is stored; <see cref="Account.Configure"/> changes the feeding), <see
        /// cref="Status.NotFound"/> (with <see cref="AccountFlags.Existing"/>), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public Account OpenAccount(string name, AccountOptions options = null)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                using (var memory = new Memory())
                {
                    Calls.Check(Native.tally_account_open(call.Engine, Text.Utf8(name), memory.Add(options),
                        out IntPtr made));
                    return new Account(this, made);
                }
            }
        }

        /// <summary>Finds an open account by its identifier, as events have it.</summary>
        /// <remarks>
        /// <para>Cost: O(log accounts).</para>
        /// </remarks>
        /// <param name="id">That of AccountState.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no open account has it), <see
        /// cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Account FindAccount(long id)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_account_find(call.Engine, id, out IntPtr made));
                return new Account(this, made);
            }
        }

        /// <summary>Lists the stored accounts, open or not, sorted by the bytes of their names.</summary>
        /// <remarks>
        /// <para>Cost: O(rows).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<AccountEntry> ListAccounts()
        {
            return Lists.All(after => AccountPage(after: after));
        }

        /// <summary>Returns a page of <c>ListAccounts</c>.</summary>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<AccountEntry> AccountPage(string after = null, int limit = 1000)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                    Native.tally_account_list(call.Engine, 0, from, ref rows), (NativeAccountEntry at, byte[] text) =>
                    new AccountEntry(at, text));
            }
        }

        /// <summary>Removes an account and everything stored for it.</summary>
        /// <remarks>
        /// <para>The removal is on the disk when the call returns. An open account is logged out, and its pending
        /// completions get <see cref="Status.Cancelled"/>. Its observers are notified that their paths show
        /// nothing, and are never called again. Its handles fail with <see cref="Status.NotFound"/> and must still
        /// be released. A later account of this name has another identifier. If it is in memory, calls about other
        /// accounts wait meanwhile.</para>
        /// <para>Cost: O(stored data of the account).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void RemoveAccount(string name)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_account_remove(call.Engine, Text.Utf8(name)));
            }
        }

        /// <summary>Creates an account, which must not exist, from exported bytes.</summary>
        /// <remarks>
        /// <para>The account is on the disk when the call returns, and is not open. Its identifiers, and those of
        /// its feeds and messages, are new; <see cref="Engine.ImportAll"/> keeps those of messages. Feeds continue
        /// from their cursors when they are added. The bytes may come from anywhere: all are checked.</para>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Exists"/>, <see cref="Status.Malformed"/>, <see
        /// cref="Status.Path"/>, <see cref="Status.Limit"/> (of this engine), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public void ImportAccount(string name, byte[] content)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_account_import(call.Engine, Text.Utf8(name), content, Text.Size(content)));
            }
        }

        /// <summary>Reads the total of all accounts that are logged in: what an application's icon shows.</summary>
        /// <remarks>
        /// <para>A mute of <c>root</c> holds back what the account adds. Flags are 0. The revision counts the
        /// changes of the total since the engine was opened.</para>
        /// </remarks>
        public Badge GetTotal()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                var result = new NativeBadge();
                Calls.Check(Native.tally_engine_get_total(call.Engine, ref result));
                return new Badge(result, null);
            }
        }

        /// <summary>
        /// Reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The
        /// part of each account is of its own moment.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(stored accounts, and the badges of those that are not in memory).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Limit"/> (MaxAccounts), <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Badge GetTotalOfAll()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                var result = new NativeBadge();
                Calls.Check(Native.tally_engine_get_total_of_all(call.Engine, ref result));
                return new Badge(result, null);
            }
        }

        /// <summary>Returns a descriptor for poll, epoll or select.</summary>
        /// <remarks>
        /// <para>The descriptor is readable while events are pending, or, with <see
        /// cref="EngineFlags.HostDriven"/>, when <see cref="Engine.Step"/> has work. After a dispatch that leaves
        /// only events without a callback, it is readable again when the next event comes. A host that takes these
        /// too calls <see cref="Engine.NextEvent"/> until it returns <see cref="Status.Empty"/>. Never read from
        /// the descriptor or close it.</para>
        /// </remarks>
        public long GetDescriptor()
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_get_descriptor(call.Engine, out IntPtr descriptorOut));
                return (long)descriptorOut;
            }
        }

        /// <summary>Sets the device's zone, and plans the reminders that follow it again.</summary>
        /// <param name="name">Null: that of the options or the system.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see
        /// cref="Status.TooLarge"/>.</exception>
        public void SetZone(string name = null)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_engine_set_zone(call.Engine, Text.Utf8(name)));
            }
        }

        /// <summary>Reports the response to a request, once, from any thread, also inside the callback.</summary>
        /// <remarks>
        /// <para>A bad response is not an error of this call: the feed reports it. The library reads ETag,
        /// Last-Modified, Retry-After, X-RateLimit-Remaining, X-RateLimit-Reset, X-Poll-Interval and Link. It
        /// ignores an invalid value, with control characters or more than 8,192 bytes, and logs a <see
        /// cref="LogLevel.Warning"/>.</para>
        /// <para>Cost: O(size): the response is copied.</para>
        /// </remarks>
        /// <param name="code">Of HTTP, 200 to 599, after redirects; or <see cref="Status.Network"/> (also: it broke
        /// off), _TLS, _TIMEOUT, _PROTOCOL (no valid HTTP) or _TOO_LARGE.</param>
        /// <param name="headers">"Name: value" lines with LF or CR and LF; a status line is ignored; null:
        /// none.</param>
        /// <param name="body">Decompressed; without a response a description of the error (UTF-8, at most 1,000
        /// bytes), or nothing.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no such request, or it has ended); <see
        /// cref="Status.Argument"/> (also: the description is not UTF-8), <see cref="Status.Range"/> (status), <see
        /// cref="Status.NoMemory"/> (the request is still pending).</exception>
        public void Respond(long requestId, int code, string headers, byte[] body)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_transport_respond(call.Engine, requestId, code, Text.Utf8(headers), body,
                    Text.Size(body)));
            }
        }

        /// <summary>Reports that a part of the response has arrived, so that IdleTimeout starts again.</summary>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no such request, or it has
        /// ended).</exception>
        public void ReportProgress(long requestId)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                Calls.Check(Native.tally_transport_progress(call.Engine, requestId));
            }
        }

        /// <summary>Reads how far a source was applied by <see cref="Engine.Batch"/>.</summary>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no batch of this source was applied),
        /// <see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public BatchPosition GetPosition(string source)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                var result = new NativePosition { struct_size = Memory.SizeOf<NativePosition>() };
                Calls.Check(Native.tally_engine_get_position(call.Engine, Text.Utf8(source), ref result));
                return new BatchPosition(result, null);
            }
        }

        /// <summary>
        /// Returns everything that is stored for an account, so that <see cref="Engine.ImportAll"/> can put it in
        /// the same place.
        /// </summary>
        /// <remarks>
        /// <para>The bytes are those of <see cref="Account.Export"/>, with the keys of the account's messages and
        /// its epoch.</para>
        /// <para>Cost: O(stored data of the account).</para>
        /// </remarks>
        /// <param name="name">The account's, which need not be open.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public byte[] ExportAccount(string name)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                return Calls.Bytes((ref NativeBytes bytes) => Native.tally_engine_export_account(call.Engine,
                    Text.Utf8(name), ref bytes));
            }
        }

        /// <summary>
        /// Returns how far a source was applied, and the ids that it remembers, for <see cref="Engine.ImportAll"/>.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(remembered ids).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no batch of this source was applied),
        /// <see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public byte[] ExportSource(string source)
        {
            using (EngineHandle.Call call = Handle.Enter())
            {
                return Calls.Bytes((ref NativeBytes bytes) => Native.tally_engine_export_source(call.Engine,
                    Text.Utf8(source), ref bytes));
            }
        }
    }
}
