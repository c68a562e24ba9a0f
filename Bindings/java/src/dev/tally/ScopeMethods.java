// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.util.function.Consumer;

/** The methods of Scope that follow from tally.h. */
abstract class ScopeMethods {
    /** The handle of the library. */
    final Handle handle;

    /**
     * The methods of a handle.
     *
     * @param handle the handle
     */
    ScopeMethods(Handle handle) {
        this.handle = handle;
    }

    /**
     * Registers what the library gives a token for.
     *
     * @param listener called with its events; null: none
     * @param registering the call
     * @return it: closing it ends it
     */
    abstract Scope.Subscription register(Consumer<Event> listener, Scope.Registering registering);

    /**
     * Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
     *
     * <p>Observing twice with the same scope, account, path, flags and listener is one observer. Each registration
     * needs its own {@link Scope#unobserve}. This holds for all observers and widgets.
     *
     * @param account an account of the same engine
     * @param path {@code root}, or components separated by dots
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@code SUBTREE}: the path itself and everything below it; {@link ObserveFlag#INITIAL}: the
     *     current state of the path is reported first
     * @return it: closing it ends it
     * @throws TallyException PATH, LIMIT.
     */
    public Scope.Subscription observe(Account account, String path, Consumer<Event> listener, ObserveFlag... flags) {
        Calls.text(path);
        return account.handle.use(at -> register(listener, (scope, callback, number, token) ->
            Functions.tally_observe(scope, at, path, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the messages at a path; with {@code SUBTREE} also those below.
     *
     * <p>The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees,
     * reads or unreads any. The event has their numbers.
     *
     * @param account an account of the same engine
     * @param path {@code root}, or components separated by dots
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@code SUBTREE}: the path itself and everything below it
     * @return it: closing it ends it
     * @throws TallyException PATH, LIMIT, IO, FULL, CORRUPT.
     */
    public Scope.Subscription observeMessages(Account account, String path, Consumer<Event> listener,
        ObserveFlag... flags) {
        Calls.text(path);
        return account.handle.use(at -> register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_messages(scope, at, path, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the groups of an account.
     *
     * <p>A group is reported at most once a transaction: if its messages change, it is seen, or the words of its
     * summary change. It may be gone then. {@link ObserveFlag#INITIAL} reports all groups.
     *
     * @param account an account of the same engine
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@link ObserveFlag#INITIAL}: the current state of the path is reported first
     * @return it: closing it ends it
     * @throws TallyException LIMIT, IO, FULL, CORRUPT.
     */
    public Scope.Subscription observeGroups(Account account, Consumer<Event> listener, ObserveFlag... flags) {
        return account.handle.use(at -> register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_groups(scope, at, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the total over all logged-in accounts.
     *
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@link ObserveFlag#INITIAL}: the current state of the path is reported first
     * @return it: closing it ends it
     * @throws TallyException LIMIT.
     */
    public Scope.Subscription observeTotal(Consumer<Event> listener, ObserveFlag... flags) {
        return register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_total(scope, Codes.bits(flags), callback, number, null, token));
    }

    /**
     * Observes the requests of a feed, and the pages that the host delivers.
     *
     * <p>Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
     * (maxLoadedAccounts), its number is the last known one.
     *
     * @param feed the feed
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @return it: closing it ends it
     * @throws TallyException LIMIT, NOT_FOUND (the feed was removed).
     */
    public Scope.Subscription observeFeed(Feed feed, Consumer<Event> listener) {
        return feed.handle.use(at -> register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_feed(scope, at, 0, callback, number, null, token)));
    }

    /**
     * Observes all feeds of an account: SYNCED, and AUTH, also that of the outbox.
     *
     * <p>The observer is called for the events that {@link Engine#nextEvent} returns without a token, before it
     * returns them. In the callback they have the observer's token.
     *
     * @param account null: all accounts, also later ones
     * @param listener called with each event; required
     * @return it: closing it ends it
     * @throws TallyException LIMIT.
     */
    public Scope.Subscription observeFeeds(Account account, Consumer<Event> listener) {
        return Handle.useAny(account == null ? null : account.handle, at ->
            register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_feeds(scope, at, 0, callback, number, null, token)));
    }

    /**
     * Observes the reminders of an account: the event REMINDER, as {@link Scope#observeFeeds} does for feeds.
     *
     * @param account null: all accounts, also later ones
     * @param listener called with each event; required
     * @return it: closing it ends it
     * @throws TallyException LIMIT.
     */
    public Scope.Subscription observeReminders(Account account, Consumer<Event> listener) {
        return Handle.useAny(account == null ? null : account.handle, at ->
            register(listener, (scope, callback, number, token) ->
            Functions.tally_observe_reminders(scope, at, 0, callback, number, null, token)));
    }

    /**
     * Reports that the user is looking at a path, or also at everything below it.
     *
     * <p>The path is cleared immediately, as by {@link Account#clear}, and at the end of every transaction that
     * lights the path itself. If a child holds the badge, the path is cleared when the child is. With {@code
     * SUBTREE}, the call clears as {@link Account#clearTree} does, and so does every transaction that lights
     * something below the path or linked there.
     *
     * <p>Clearing marks messages as seen. So in an account that unread messages feed, they keep their badges unless
     * the view has {@link ViewFlag#READ}. Each view of a path lasts until its {@link Scope#unobserve}, or until its
     * scope is closed.
     *
     * @param account an account of the same engine
     * @param path {@code root}, or components separated by dots
     * @param flags {@code SUBTREE}: the path itself and everything below it
     * @return it: closing it ends it
     * @throws TallyException PATH, LIMIT (maxObservers), IO, FULL.
     */
    public Scope.Subscription beginView(Account account, String path, ViewFlag... flags) {
        Calls.text(path);
        return account.handle.use(at -> register(null, (scope, callback, number, token) ->
            Functions.tally_view_begin(scope, at, path, Codes.bits(flags), token)));
    }

    /**
     * Draws all widgets of the scope again, for example when a window has come back.
     *
     * <p>Order: deeper paths first, then the bytes of the paths, then the order of binding.
     */
    public void refreshWidgets() {
        handle.call(Functions::tally_widget_refresh);
    }
}
