// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>The methods of an account about its groups.</summary>
    public sealed partial class Groups
    {
        private readonly Account account;

        internal Groups(Account account)
        {
            this.account = account;
        }

        /// <summary>Registers a category, or replaces the one with that id.</summary>
        /// <remarks>
        /// <para>The category is stored. summary is its format, and hidden the format for hidden previews, without
        /// arguments; null or empty: none. A format is the key of its translations and its own source text, for
        /// every count. A mere name, such as "GROUP_MORE", is only a key and is never shown.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/> (a format), <see
        /// cref="Status.TooLarge"/> (65,536 bytes), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void SetCategory(string id, string summary = null, string hidden = null)
        {
            Calls.Check(Native.tally_category_set(account.Handle, Text.Utf8(id), Text.Utf8(summary),
                Text.Utf8(hidden)));
        }

        /// <summary>Removes a category; translations of its formats stay.</summary>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void RemoveCategory(string id)
        {
            Calls.Check(Native.tally_category_remove(account.Handle, Text.Utf8(id)));
        }

        /// <summary>Sets the plural forms of a format for a language, and replaces the former ones.</summary>
        /// <param name="forms">The members that are set.</param>
        /// <param name="language">Null or "" means the source text. They are stored.</param>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/> (a form), <see cref="Status.TooLarge"/>,
        /// <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void SetStrings(string key, Forms forms, string language = null)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_strings_set(account.Handle, Text.Utf8(key), Text.Utf8(language),
                    memory.Add(forms)));
            }
        }

        /// <summary>
        /// Removes the plural forms of a format for a language. A text is then looked up in the next language.
        /// </summary>
        /// <param name="language">Null or "" means the source text.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an invalid language), <see
        /// cref="Status.NotFound"/>, <see cref="Status.TooLarge"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void RemoveStrings(string key, string language = null)
        {
            Calls.Check(Native.tally_strings_remove(account.Handle, Text.Utf8(key), Text.Utf8(language)));
        }

        /// <summary>Imports the formats of a file of translations, all of them or none.</summary>
        /// <remarks>
        /// <para>A text that is not a format is skipped, but is <see cref="Status.Malformed"/> if its key is that
        /// of a category. Plural forms need <c>other</c>. Integers of any kind (<c>%d</c>, <c>%lld</c>,
        /// <c>%arg</c>) are the count. docs/concepts/groups.md explains how catalogs are used.</para>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <param name="language">Of a dictionary; null for a catalog.</param>
        /// <returns>The number of imported formats (keys in one language), and of skipped texts.</returns>
        /// <exception cref="TallyException"><see cref="Status.Malformed"/>, <see cref="Status.TooLarge"/>
        /// (MaxResponseBytes), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public ImportReport ImportStrings(StringsKind kind, byte[] content, string language = null)
        {
            var result = new NativeImportReport { struct_size = Memory.SizeOf<NativeImportReport>() };
            Calls.Check(Native.tally_strings_import(account.Handle, (int)kind, content, Text.Size(content),
                Text.Utf8(language), ref result));
            return new ImportReport(result, null);
        }

        /// <summary>
        /// Lists groups, the one with the newest message first. A group's messages are read again after any change
        /// except a newer message.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(n log n) in groups and messages.</para>
        /// </remarks>
        /// <param name="language">Of the summaries; null or "": the account's.</param>
        /// <param name="hidden">Previews are hidden.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an invalid language), <see
        /// cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Group> List(string language = null, bool hidden = false)
        {
            return Lists.All(after => Page(language, hidden, after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="language">Of the summaries; null or "": the account's.</param>
        /// <param name="hidden">Previews are hidden.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an invalid language), <see
        /// cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<Group> Page(string language = null, bool hidden = false, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_group_list(account.Handle, Text.Utf8(language), (hidden ? 1u : 0u), from, ref rows),
                (NativeGroup at, byte[] text) => new Group(at, text));
        }

        /// <summary>Reads one group.</summary>
        /// <param name="thread">Null means "".</param>
        /// <param name="language">Of the summaries; null: the account's.</param>
        /// <param name="hidden">Previews are hidden.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an invalid language), <see
        /// cref="Status.NotFound"/> (no message, or no grouping by threads), <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Group Get(string thread, string language = null, bool hidden = false)
        {
            return Lists.One((ref NativeRows rows) => Native.tally_group_get(account.Handle, Text.Utf8(thread),
                Text.Utf8(language), (hidden ? 1u : 0u), ref rows), (NativeGroup at, byte[] text) => new Group(at,
                text));
        }

        /// <summary>Lists the messages of a group as <see cref="Messages.List"/> does.</summary>
        /// <param name="thread">Null means "".</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Message> ListMessages(string thread)
        {
            return Lists.All(after => MessagesPage(thread, after: after));
        }

        /// <summary>Returns a page of <c>ListMessages</c>.</summary>
        /// <param name="thread">Null means "".</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<Message> MessagesPage(string thread, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_group_list_messages(account.Handle, Text.Utf8(thread), 0, from, ref rows),
                (NativeMessage at, byte[] text) => new Message(at, text));
        }

        /// <summary>
        /// Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in
        /// the group and in the badge. This is stored.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(messages of the group).</para>
        /// </remarks>
        /// <param name="thread">The thread of the group; null or "": messages without a thread.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Seen(string thread)
        {
            Calls.Check(Native.tally_group_mark_seen(account.Handle, Text.Utf8(thread)));
        }

        /// <summary>Dismisses a group: its messages become seen, in one transaction.</summary>
        /// <remarks>
        /// <para>A dismissed message comes back only with a new revision from the server. Without grouping by
        /// threads, the thread "" is all of them. To dismiss single messages, call <see
        /// cref="Messages.MarkSeen"/>.</para>
        /// <para>Cost: O(messages).</para>
        /// </remarks>
        /// <param name="thread">Null means "".</param>
        /// <returns>How many messages were unseen.</returns>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (the group), <see cref="Status.Io"/>,
        /// <see cref="Status.Full"/>.</exception>
        public long Dismiss(string thread)
        {
            Calls.Check(Native.tally_group_dismiss(account.Handle, Text.Utf8(thread), out UIntPtr changedOut));
            return (long)changedOut;
        }
    }
}
