// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>The methods of an account about its messages.</summary>
    public sealed partial class Messages
    {
        private readonly Account account;

        internal Messages(Account account)
        {
            this.account = account;
        }

        /// <summary>
        /// Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
        /// sequence is the newest when it arrives.
        /// </summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="unread">Only those that are not read.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Message> List(string path = "root", bool subtree = false, bool unread = false)
        {
            return Lists.All(after => Page(path, subtree, unread, after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="unread">Only those that are not read.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Page<Message> Page(string path = "root", bool subtree = false, bool unread = false,
            string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_message_list(account.Handle, Text.Utf8(path), (subtree ? 1u : 0u) | (unread ? 2u : 0u),
                from, ref rows), (NativeMessage at, byte[] text) => new Message(at, text));
        }

        /// <summary>
        /// Lists messages from one of them on: first that message, then the older ones, newest first.
        /// </summary>
        /// <remarks>
        /// <para>A chat that opens at a message makes two calls, one of them with <see
        /// cref="MessagesFlags.Newer"/>. Each has the room for its part of the screen. To continue either list,
        /// call with <c>next</c> and the same key, even if that message is gone.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="key">The message, at any path; 0: the newest one, or the oldest one if newer messages are
        /// listed.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="unread">Only those that are not read.</param>
        /// <param name="newer"><see cref="Messages.ListFrom"/>: newer ones instead of older ones.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Argument"/> (key is
        /// negative), <see cref="Status.NotFound"/> (key), <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Message> ListFrom(string path, long key = 0, bool subtree = false, bool unread = false,
            bool newer = false)
        {
            return Lists.All(after => ListFromPage(path, key, subtree, unread, newer, after: after));
        }

        /// <summary>Returns a page of <c>ListFrom</c>.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="key">The message, at any path; 0: the newest one, or the oldest one if newer messages are
        /// listed.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="unread">Only those that are not read.</param>
        /// <param name="newer"><see cref="Messages.ListFrom"/>: newer ones instead of older ones.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Argument"/> (key is
        /// negative), <see cref="Status.NotFound"/> (key), <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Page<Message> ListFromPage(string path, long key = 0, bool subtree = false, bool unread = false,
            bool newer = false, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_message_list_from(account.Handle, Text.Utf8(path),
                (subtree ? 1u : 0u) | (unread ? 2u : 0u) | (newer ? 16u : 0u), key, from, ref rows),
                (NativeMessage at, byte[] text) => new Message(at, text));
        }

        /// <summary>
        /// Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as
        /// a further one are read.
        /// </summary>
        /// <remarks>
        /// <para>"9 unread since yesterday" is <c>matching</c> and the <c>time</c> of the oldest one.</para>
        /// <para>Cost: O(log messages) for each path that is searched, and the sum of the numbers.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="most">The largest value of each number, which bounds the cost; <see
        /// cref="Constants.NoLimit"/>: the numbers are complete.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="unseen"><see cref="Messages.First"/>: only those that are not seen.</param>
        /// <param name="newest"><see cref="Messages.First"/>: the newest instead of the oldest.</param>
        /// <param name="highlights"><see cref="Messages.First"/>: only those of level HIGHLIGHT or above.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public MessagePosition First(string path, ulong most = 0, bool subtree = false, bool unseen = false,
            bool newest = false, bool highlights = false)
        {
            var result = new NativeMessagePosition { struct_size = Memory.SizeOf<NativeMessagePosition>() };
            Calls.Check(Native.tally_message_first(account.Handle, Text.Utf8(path),
                (subtree ? 1u : 0u) | (unseen ? 4u : 0u) | (newest ? 8u : 0u) | (highlights ? 32u : 0u), most,
                ref result));
            return new MessagePosition(result, null);
        }

        /// <summary>Reads one message.</summary>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Message Get(long key)
        {
            return Lists.One((ref NativeRows rows) => Native.tally_message_get(account.Handle, key, ref rows),
                (NativeMessage at, byte[] text) => new Message(at, text));
        }

        /// <summary>Reads the message that a server knows by an identifier, as a notification has it.</summary>
        /// <remarks>
        /// <para>Cost: O(log messages).</para>
        /// </remarks>
        /// <param name="id">Any text.</param>
        /// <param name="feed">The feed's identifier; 0: that of <see cref="Constants.FeedLocal"/>, which has the
        /// posted messages.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Message Find(string id, long feed = 0)
        {
            return Lists.One((ref NativeRows rows) => Native.tally_message_find(account.Handle, feed, Text.Utf8(id),
                ref rows), (NativeMessage at, byte[] text) => new Message(at, text));
        }

        /// <summary>Reads the data of a message. Lists leave them out, because they can be long.</summary>
        /// <remarks>
        /// <para>The data of a posted message are the host's bytes. Those of a server are JSON without white space,
        /// and without the escapes that JSON does not need. Members keep their order, and numbers their
        /// digits.</para>
        /// </remarks>
        /// <param name="key">That of the message.</param>
        /// <returns>The data; none: 0 bytes.</returns>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public byte[] Data(long key)
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_message_get_data(account.Handle, key,
                ref bytes));
        }

        /// <summary>Counts the messages at a path, or also below it.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public MessageCounts GetCounts(string path = "root", bool subtree = false)
        {
            var result = new NativeMessageCounts { struct_size = Memory.SizeOf<NativeMessageCounts>() };
            Calls.Check(Native.tally_message_get_counts(account.Handle, Text.Utf8(path), (subtree ? 1u : 0u),
                ref result));
            return new MessageCounts(result, null);
        }

        /// <summary>Marks messages as read.</summary>
        /// <param name="keys">The keys of messages.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long Read(params long[] keys)
        {
            Calls.Check(Native.tally_message_mark_read(account.Handle, keys, Text.Size(keys),
                out UIntPtr changedOut));
            return (long)changedOut;
        }

        /// <summary>Marks messages at a path as read.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long ReadPath(string path, bool subtree = false)
        {
            Calls.Check(Native.tally_message_mark_path_read(account.Handle, Text.Utf8(path), (subtree ? 1u : 0u),
                out UIntPtr changedOut));
            return (long)changedOut;
        }

        /// <summary>Marks a message as read, and those that <see cref="Messages.List"/> lists after it.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="last">Its key.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Argument"/> (last is not
        /// positive), <see cref="Status.NotFound"/> (last), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long ReadUntil(string path, long last, bool subtree = false)
        {
            Calls.Check(Native.tally_message_mark_read_until(account.Handle, Text.Utf8(path), (subtree ? 1u : 0u),
                last, out UIntPtr changedOut));
            return (long)changedOut;
        }

        /// <summary>Marks messages as unread again; they stay seen.</summary>
        /// <param name="keys">The keys of messages.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long Unread(params long[] keys)
        {
            Calls.Check(Native.tally_message_mark_unread(account.Handle, keys, Text.Size(keys),
                out UIntPtr changedOut));
            return (long)changedOut;
        }

        /// <summary>
        /// Marks messages as seen, in one transaction, as when a user dismisses single notifications.
        /// </summary>
        /// <remarks>
        /// <para>Seen messages leave their groups. They are unseen again only with a new revision from the server.
        /// Without keys the call changes nothing.</para>
        /// <para>Cost: O(messages).</para>
        /// </remarks>
        /// <param name="keys">The keys of messages.</param>
        /// <returns>How many were unseen.</returns>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (a key), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long MarkSeen(params long[] keys)
        {
            Calls.Check(Native.tally_message_mark_seen(account.Handle, keys, Text.Size(keys),
                out UIntPtr changedOut));
            return (long)changedOut;
        }

        /// <summary>
        /// Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen
        /// again.
        /// </summary>
        /// <remarks>
        /// <para>Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread
        /// messages and <see cref="Messages.First"/> have it, as any message that is seen and unread. A call
        /// replaces an earlier snooze. The snooze also ends when the message is read, removed, or changed by the
        /// server with a new revision. Then no time brings it back. A snooze whose time comes while the engine is
        /// closed has ended when the account is opened. The snooze is on the disk when the call returns. It is part
        /// of an account's export.</para>
        /// </remarks>
        /// <param name="until">When it ends; 0: now.</param>
        /// <exception cref="TallyException"><see cref="Status.Range"/> (<c>until</c> is over, or negative), <see
        /// cref="Status.NotFound"/> (key), <see cref="Status.Conflict"/> (the message is read), <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public void Snooze(long key, DateTimeOffset? until)
        {
            Calls.Check(Native.tally_message_snooze(account.Handle, key, Times.Milliseconds(until)));
        }

        /// <summary>Posts a message of the host's own, unseen.</summary>
        /// <remarks>
        /// <para>The message replaces the one that was posted with the same id, whatever its state. No response
        /// changes or removes it. The account may be logged out. Messages without an id and with the same time are
        /// listed in the order of posting.</para>
        /// <para>With <see cref="MessageFlags.Once"/> the call changes nothing if the account has a message of the
        /// id, or had one that the user has seen. It is then <see cref="Status.AlreadyApplied"/>: a dot for a new
        /// feature shows once, over restarts and retention. The last MaxForgotten removed messages, in the order of
        /// lists, are remembered until the feed is removed.</para>
        /// <para>A message with further paths counts at each of them, and once at every path above them, whichever
        /// ways lead there. It stays one message, which is listed at all of its paths. Reading or seeing it at one
        /// of them ends it at all. It belongs to <c>path</c>, so only the rules and the servers' marks of that path
        /// hold for it. A further path that occurs twice, or is <c>path</c> itself, has no effect.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="options">Null: all defaults.</param>
        /// <returns>Its key; 0 with <see cref="Status.AlreadyApplied"/>.</returns>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: ONCE without an id), <see
        /// cref="Status.Range"/> (time), <see cref="Status.Path"/> (one of them), <see cref="Status.TooLarge"/>
        /// (the data; all texts together exceed MaxResponseBytes), <see cref="Status.Limit"/> (also: more than <see
        /// cref="Constants.MaxAlso"/> further paths), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public long Post(string path, MessageOptions options = null)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_message_post(account.Handle, Text.Utf8(path), memory.Add(options),
                    out long keyOut));
                return keyOut;
            }
        }

        /// <summary>Removes messages of any feed, or posted ones, as when a user deletes them.</summary>
        /// <remarks>
        /// <para>A server's message stays removed while the server sends the same revision, or none; a greater
        /// revision brings it back. An account with an outbox gets a row of <see cref="OutboxKind.Removal"/>, so
        /// that the server removes it as well. The last MaxForgotten removed messages of a feed are remembered.
        /// Without keys the call changes nothing.</para>
        /// <para>Cost: O(log n) in the messages, for each one.</para>
        /// </remarks>
        /// <param name="keys">The keys of messages.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (a key), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Remove(params long[] keys)
        {
            Calls.Check(Native.tally_message_remove(account.Handle, keys, Text.Size(keys)));
        }

        /// <summary>Removes the message that was posted with an id.</summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Withdraw(string id)
        {
            Calls.Check(Native.tally_message_withdraw(account.Handle, Text.Utf8(id)));
        }
    }
}
