// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    /// <summary>The methods of an account about its feeds.</summary>
    public sealed partial class Feeds
    {
        private readonly Account account;

        internal Feeds(Account account)
        {
            this.account = account;
        }

        /// <summary>Adds a feed, or changes the options of one.</summary>
        /// <remarks>
        /// <para>A feed is stored with its account and its options, and continues from its cursor. In later runs it
        /// runs as soon as its account is logged in. The options replace those that are stored. If the URL, prefix,
        /// MappingPreset or bytes of the mapping changed, the feed requests everything again, and the response
        /// replaces its messages.</para>
        /// </remarks>
        /// <param name="options">Null: all defaults.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an unknown profile), <see
        /// cref="Status.Malformed"/> (the mapping), <see cref="Status.Url"/>, <see cref="Status.Path"/>, <see
        /// cref="Status.Range"/>, <see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public Feed Add(string name, FeedOptions options = null)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_feed_add(account.Handle, Text.Utf8(name), memory.Add(options),
                    out IntPtr made));
                return new Feed(account, made);
            }
        }

        /// <summary>Finds a feed that runs, or that is stored with its options. It runs from now on.</summary>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Feed Get(string name)
        {
            Calls.Check(Native.tally_feed_find(account.Handle, Text.Utf8(name), out IntPtr made));
            return new Feed(account, made);
        }

        /// <summary>
        /// Finds a feed by its identifier, as events and messages have it. It acts like <see cref="Feeds.Get"/>.
        /// </summary>
        /// <remarks>
        /// <para><see cref="Feeds.List"/> has the names of the identifiers.</para>
        /// </remarks>
        /// <param name="id">Its identifier.</param>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (also: <see cref="Constants.FeedLocal"/>
        /// was not added), <see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Feed GetById(long id)
        {
            Calls.Check(Native.tally_feed_find_by_id(account.Handle, id, out IntPtr made));
            return new Feed(account, made);
        }

        /// <summary>
        /// Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(rows).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<FeedEntry> List()
        {
            return Lists.All(after => Page(after: after));
        }

        /// <summary>Returns a page of <c>List</c>.</summary>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<FeedEntry> Page(string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_feed_list(account.Handle, 0, from, ref rows), (NativeFeedEntry at, byte[] text) =>
                new FeedEntry(at, text));
        }

        /// <summary>Lists the rejected items of a feed by their identifiers, the oldest first.</summary>
        /// <remarks>
        /// <para>The last MaxRejected are kept until the feed requests everything again. Exports of accounts do not
        /// contain them.</para>
        /// </remarks>
        /// <param name="feed">Its identifier; for an unknown one the list is empty.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Rejected> ListRejected(long feed)
        {
            return Lists.All(after => RejectedPage(feed, after: after));
        }

        /// <summary>Returns a page of <c>ListRejected</c>.</summary>
        /// <param name="feed">Its identifier; for an unknown one the list is empty.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public Page<Rejected> RejectedPage(long feed, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) =>
                Native.tally_feed_list_rejected(account.Handle, feed, 0, from, ref rows),
                (NativeRejected at, byte[] text) => new Rejected(at, text));
        }
    }
}
