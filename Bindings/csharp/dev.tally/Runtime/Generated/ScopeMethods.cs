// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Scope
    {
        /// <summary>
        /// Observes a path. The observer is notified at most once a transaction, and only if what the path shows
        /// changed.
        /// </summary>
        /// <remarks>
        /// <para>Each call makes another observer, also with the same listener.</para>
        /// <para>Cost: O(1); of a subtree O(badges shown below).</para>
        /// </remarks>
        /// <param name="account">An account of the same engine.</param>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="listener">Null: only <see cref="Engine.NextEvent"/> returns the events.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="initial">The current state of the path is reported first.</param>
        /// <returns>A token that identifies the observer in events and for <see cref="Scope.Unobserve"/>.</returns>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>.</exception>
        public Subscription Observe(Account account, string path, Action<TallyEvent> listener = null,
            bool subtree = false, bool initial = false)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe(Handle, Calls.Given(account, nameof(account)).Handle, Text.Utf8(path),
                (subtree ? 1u : 0u) | (initial ? 2u : 0u), callback, data, null, out token));
        }

        /// <summary>Observes the messages at a path; with <c>subtree</c> also those below.</summary>
        /// <remarks>
        /// <para>The observer is notified initially, and then at most once a transaction that adds, changes,
        /// removes, sees, reads or unreads any. The event has their numbers.</para>
        /// <para>Cost: O(messages there), now and for each event.</para>
        /// </remarks>
        /// <param name="account">An account of the same engine.</param>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="listener">Called with each event; null: only <see cref="Engine.NextEvent"/> returns the
        /// events.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public Subscription ObserveMessages(Account account, string path, Action<TallyEvent> listener = null,
            bool subtree = false)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_messages(Handle, Calls.Given(account, nameof(account)).Handle, Text.Utf8(path),
                (subtree ? 1u : 0u), callback, data, null, out token));
        }

        /// <summary>Observes the groups of an account.</summary>
        /// <remarks>
        /// <para>A group is reported at most once a transaction: if its messages change, it is seen, or the words
        /// of its summary change. It may be gone then. <c>initial</c> reports all groups.</para>
        /// </remarks>
        /// <param name="account">An account of the same engine.</param>
        /// <param name="listener">Called with each event; null: only <see cref="Engine.NextEvent"/> returns the
        /// events.</param>
        /// <param name="initial">The current state of the path is reported first.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public Subscription ObserveGroups(Account account, Action<TallyEvent> listener = null, bool initial = false)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_groups(Handle, Calls.Given(account, nameof(account)).Handle, (initial ? 2u : 0u),
                callback, data, null, out token));
        }

        /// <summary>Observes the total over all logged-in accounts.</summary>
        /// <param name="listener">Called with each event; null: only <see cref="Engine.NextEvent"/> returns the
        /// events.</param>
        /// <param name="initial">The current state of the path is reported first.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>.</exception>
        public Subscription ObserveTotal(Action<TallyEvent> listener = null, bool initial = false)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_total(Handle, (initial ? 2u : 0u), callback, data, null, out token));
        }

        /// <summary>Observes the requests of a feed, and the pages that the host delivers.</summary>
        /// <remarks>
        /// <para>Each SYNCED of the feed then also comes with the observer's token. While the account is not in
        /// memory (MaxLoadedAccounts), its number is the last known one.</para>
        /// </remarks>
        /// <param name="listener">Called with each event; null: only <see cref="Engine.NextEvent"/> returns the
        /// events.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>, <see cref="Status.NotFound"/> (the feed was
        /// removed).</exception>
        public Subscription ObserveFeed(Feed feed, Action<TallyEvent> listener = null)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_feed(Handle, Calls.Given(feed, nameof(feed)).Handle, 0, callback, data, null,
                out token));
        }

        /// <summary>Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.</summary>
        /// <remarks>
        /// <para>The observer is called for the events that <see cref="Engine.NextEvent"/> returns without a token,
        /// before it returns them. In the callback they have the observer's token.</para>
        /// </remarks>
        /// <param name="listener">Required.</param>
        /// <param name="account">Null: all accounts, also later ones.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>.</exception>
        public Subscription ObserveFeeds(Action<TallyEvent> listener, Account account = null)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_feeds(Handle, AccountHandle.Of(account), 0, callback, data, null, out token));
        }

        /// <summary>
        /// Observes the reminders of an account: the event <see cref="EventKind.Reminder"/>, as <see
        /// cref="Scope.ObserveFeeds"/> does for feeds.
        /// </summary>
        /// <param name="listener">Required.</param>
        /// <param name="account">Null: all accounts, also later ones.</param>
        /// <exception cref="TallyException"><see cref="Status.Limit"/>.</exception>
        public Subscription ObserveReminders(Action<TallyEvent> listener, Account account = null)
        {
            return Register(listener, (EventCallback callback, IntPtr data, out ulong token) =>
                Native.tally_observe_reminders(Handle, AccountHandle.Of(account), 0, callback, data, null,
                out token));
        }

        /// <summary>Draws all widgets of the scope again, for example when a window has come back.</summary>
        /// <remarks>
        /// <para>Order: deeper paths first, then the bytes of the paths, then the order of binding.</para>
        /// </remarks>
        public void RefreshWidgets()
        {
            Calls.Check(Native.tally_widget_refresh(Handle));
        }
    }
}
