// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Feed
    {
        /// <summary>
        /// Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a
        /// badge before, or the host has, that one shows again.
        /// </summary>
        /// <remarks>
        /// <para>Pending completions get <see cref="Status.Cancelled"/>.</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Remove()
        {
            Calls.Check(Native.tally_feed_remove(Handle));
        }

        /// <summary>Polls soon, unless a request is in flight.</summary>
        /// <exception cref="TallyException"><see cref="Status.LoggedOut"/>, <see cref="Status.Unsupported"/> (no
        /// URL).</exception>
        public void Refresh()
        {
            Calls.Check(Native.tally_feed_refresh(Handle));
        }

        /// <summary>
        /// Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating
        /// the call does nothing.
        /// </summary>
        /// <param name="page">Its number, below <see cref="Constants.MaxFeedPages"/>.</param>
        /// <returns>-1 and zeros if the user does not begin to see the page.</returns>
        /// <exception cref="TallyException"><see cref="Status.Range"/> (of the page).</exception>
        public PageInfo PageShown(uint page)
        {
            var result = new NativePageInfo { struct_size = Memory.SizeOf<NativePageInfo>() };
            Calls.Check(Native.tally_feed_show_page(Handle, page, ref result));
            return new PageInfo(result, null);
        }

        /// <summary>Reports that a page is no longer shown. Repeating the call does nothing.</summary>
        /// <exception cref="TallyException"><see cref="Status.Range"/>.</exception>
        public void PageHidden(uint page)
        {
            Calls.Check(Native.tally_feed_hide_page(Handle, page));
        }

        /// <summary>Cancels the request in flight and the one that waits for it, if any.</summary>
        /// <remarks>
        /// <para>Completions get <see cref="Status.Cancelled"/>, and no SYNCED follows. Pages that were applied
        /// stay. The feed goes on with its interval.</para>
        /// </remarks>
        public void Cancel()
        {
            Calls.Check(Native.tally_feed_cancel(Handle));
        }

        /// <summary>Pauses or resumes a feed.</summary>
        /// <remarks>
        /// <para>A paused feed polls neither by timers nor because of pages. A request in flight, <see
        /// cref="Feed.Refresh"/> and <see cref="Feed.RefreshNow"/> work as usual. What became due meanwhile happens
        /// once. Not stored.</para>
        /// </remarks>
        public void Pause(bool paused = true)
        {
            Calls.Check(Native.tally_feed_pause(Handle, paused ? 1 : 0));
        }

        /// <summary>
        /// Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no
        /// other one.
        /// </summary>
        /// <remarks>
        /// <para>If the feed gets a URL of another server, the credential is not sent until it is set again.</para>
        /// </remarks>
        /// <param name="credential">The members that are set.</param>
        /// <exception cref="TallyException"><see cref="Status.Url"/> (the feed has none), <see
        /// cref="Status.Argument"/> (as <see cref="Account.SetCredential"/>), <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void SetCredential(Credential credential)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_feed_set_credential(Handle, memory.Add(credential)));
            }
        }

        /// <summary>Removes the feed's own credential: that of the account for its server counts again.</summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void RemoveCredential()
        {
            Calls.Check(Native.tally_feed_remove_credential(Handle));
        }

        /// <summary>
        /// Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
        /// </summary>
        public FeedInfo GetInfo()
        {
            var result = new NativeFeedState();
            string found = Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
            {
                result = new NativeFeedState { struct_size = Memory.SizeOf<NativeFeedState>() };
                return Native.tally_feed_get(Handle, ref result, buffer, capacity, out size);
            });
            return new FeedInfo(new FeedState(result, null), found);
        }

        /// <summary>Applies a page that the host received in another way.</summary>
        /// <remarks>
        /// <para>The page is applied like a response with status 200: in one transaction, and by the feed's mapping
        /// if there is one. A SYNCED event follows. Timers are unchanged.</para>
        /// <para>If a request would start from scratch (<c>reset</c>, another epoch, a new URL), this page replaces
        /// everything and must not say <c>more</c>. Otherwise <c>more</c> is ignored. What the user reads or
        /// unreads during a request stays. A request in flight continues; if its response has news, it is repeated
        /// from this page's cursor, so the cursor never goes back.</para>
        /// <para>Cost: O(size).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Protocol"/>, <see cref="Status.TooLarge"/>
        /// (MaxResponseBytes), <see cref="Status.LoggedOut"/>, <see cref="Status.Cancelled"/> (the URL has just
        /// changed), <see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Deliver(byte[] page)
        {
            Calls.Check(Native.tally_feed_deliver(Handle, page, Text.Size(page)));
        }

        /// <summary>
        /// Applies a push to one feed, as <see cref="Account.Push"/> does. <c>feed</c> in the payload is ignored.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Protocol"/>, <see cref="Status.TooLarge"/>, <see
        /// cref="Status.LoggedOut"/>, <see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Push(byte[] payload)
        {
            Calls.Check(Native.tally_feed_push(Handle, payload, Text.Size(payload)));
        }
    }
}
