package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Holds observers, views and widgets. Closing it removes them. It lives until then, or until the engine is closed. */
public final class Scope implements AutoCloseable {
    private final Engine engine;
    private final Handle handle;
    /** How often each token was given and not yet taken back: adding an observer again gives its token. */
    private final Map<Long, Integer> tokens = new ConcurrentHashMap<>();

    Scope(Engine engine, Pointer pointer) {
        this.engine = engine;
        handle = new Handle(pointer, Functions::tally_scope_close).ownedBy(this);
        engine.scopes.add(this);
    }

    /** An observer, a view or a widget. */
    public final class Subscription implements AutoCloseable {
        private final long token;
        private final boolean isHeld;
        private final AtomicBoolean isOver = new AtomicBoolean();

        private Subscription(long token, boolean isHeld) {
            this.token = token;
            this.isHeld = isHeld;
        }

        /**
         * For a view: whether a child contributes a badge, so that the path still shows one.
         *
         * @return whether it is held
         */
        public boolean isHeld() {
            return isHeld;
        }

        /**
         * Its token in events.
         *
         * @return the token
         */
        public long token() {
            return token;
        }

        /**
         * Removes the observer, view or widget. Unless it was added twice, its listener is never called again. Closing
         * this again is not an error.
         */
        @Override
        public void close() {
            if (isOver.getAndSet(true) || !tokens.containsKey(token)) return;
            try {
                unobserve(token);
            } catch (TallyException.Closed over) {
                // The scope has removed it.
            }
        }
    }

    /**
     * Removes an observer, or ends a view. A token that the scope does not have is accepted: nothing happens.
     *
     * @param token its token
     */
    public void unobserve(long token) {
        forget(token);
        handle.use(scope -> {
            Functions.tally_unobserve(scope, token);
            return null;
        });
    }

    private interface Registering {
        int call(Pointer scope, long[] outToken);
    }

    private Subscription register(Consumer<Event> listener, Registering registering) {
        long[] token = {0};
        synchronized (engine.events.listeners) {
            int status = handle.call(scope -> registering.call(scope, token));
            tokens.merge(token[0], 1, Integer::sum);
            if (listener != null) engine.events.listeners.put(token[0], listener);
            return new Subscription(token[0], status == Raw.TALLY_HELD);
        }
    }

    /**
     * A listener's number, by which the library tells observers of one callback apart, and the tokens of its observers.
     * The same listener at the same path is no second observer. It goes with the last of them.
     */
    private record Known(long number, Set<Long> tokens) {}

    private final Map<Consumer<Event>, Known> known = new IdentityHashMap<>();
    private long lastNumber;

    private interface Observing {
        int call(Pointer scope, Functions.EventCallback callback, Pointer number, long[] outToken);
    }

    private Subscription observe(Consumer<Event> listener, Observing observing) {
        if (listener == null) return register(null, (scope, token) -> observing.call(scope, null, null, token));
        synchronized (engine.events.listeners) {
            Known own = known.containsKey(listener) ? known.get(listener) : new Known(++lastNumber, new HashSet<>());
            Subscription made = register(listener,
                (scope, token) -> observing.call(scope, Inbox.ON_EVENT, new Pointer(own.number()), token));
            own.tokens().add(made.token);
            known.put(listener, own);
            return made;
        }
    }

    private void forget(long token) {
        synchronized (engine.events.listeners) {
            if (tokens.merge(token, -1, Integer::sum) > 0) return;
            tokens.remove(token);
            Consumer<Event> listener = engine.events.listeners.remove(token);
            Known own = known.get(listener);
            if (own != null && own.tokens().remove(token) && own.tokens().isEmpty()) known.remove(listener);
        }
    }

    /**
     * Observes a path.
     *
     * @param account the account
     * @param path the path
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags what is observed
     * @return the observer
     */
    public Subscription observe(Account account, String path, Consumer<Event> listener, ObserveFlag... flags) {
        Calls.text(path);
        return account.handle.use(at -> observe(listener, (scope, callback, number, token) ->
            Functions.tally_observe(scope, at, path, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the messages at a path.
     *
     * @param account the account
     * @param path the path
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@link ObserveFlag#SUBTREE}: also the messages below it
     * @return the observer
     */
    public Subscription observeMessages(Account account, String path, Consumer<Event> listener, ObserveFlag... flags) {
        Calls.text(path);
        return account.handle.use(at -> observe(listener, (scope, callback, number, token) ->
            Functions.tally_observe_messages(scope, at, path, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the groups of an account.
     *
     * @param account the account
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@link ObserveFlag#INITIAL}: the current groups are reported first
     * @return the observer
     */
    public Subscription observeGroups(Account account, Consumer<Event> listener, ObserveFlag... flags) {
        return account.handle.use(at -> observe(listener, (scope, callback, number, token) ->
            Functions.tally_observe_groups(scope, at, Codes.bits(flags), callback, number, null, token)));
    }

    /**
     * Observes the total over the accounts that are logged in.
     *
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @param flags {@link ObserveFlag#INITIAL}: the current total is reported first
     * @return the observer
     */
    public Subscription observeTotal(Consumer<Event> listener, ObserveFlag... flags) {
        return observe(listener, (scope, callback, number, token) ->
            Functions.tally_observe_total(scope, Codes.bits(flags), callback, number, null, token));
    }

    /**
     * Observes the requests of a feed, and the pages that the host delivers.
     *
     * @param feed the feed
     * @param listener called with each event; null: only {@link Engine#nextEvent} returns the events
     * @return the observer
     */
    public Subscription observeFeed(Feed feed, Consumer<Event> listener) {
        return feed.handle.use(at -> observe(listener, (scope, callback, number, token) ->
            Functions.tally_observe_feed(scope, at, 0, callback, number, null, token)));
    }

    /**
     * Observes all feeds of an account: SYNCED, and AUTH, also that of the outbox. The listener is called for the
     * events that {@link Engine#nextEvent} returns without a token, and gets them with the observer's token. Each call
     * makes another observer.
     *
     * @param account null: all accounts, also later ones
     * @param listener called with each event; required
     * @return the observer
     * @throws TallyException LIMIT, ARGUMENT.
     */
    public Subscription observeFeeds(Account account, Consumer<Event> listener) {
        return observeAll(account, listener, Functions::tally_observe_feeds);
    }

    /**
     * Observes the reminders of an account: the event REMINDER, whose token is the reminder's. Each call makes another
     * observer.
     *
     * @param account null: all accounts, also later ones
     * @param listener called with each event; required
     * @return the observer
     * @throws TallyException LIMIT, ARGUMENT.
     */
    public Subscription observeReminders(Account account, Consumer<Event> listener) {
        return observeAll(account, listener, Functions::tally_observe_reminders);
    }

    private interface ObservingAll {
        int call(Pointer scope, Pointer account, int flags, Functions.EventCallback callback, Pointer number,
            Functions.ReleaseCallback release, long[] outToken);
    }

    /** The engine keeps the listener by its token. The library has only a number, so a forgotten engine can end. */
    private Subscription observeAll(Account account, Consumer<Event> listener, ObservingAll observing) {
        if (listener == null) throw TallyException.of(Status.ARGUMENT, "a listener is required");
        Handle.Body<Subscription> observed = at -> register(listener, (scope, token) ->
            Kept.lend(new WeakReference<>(listener), number ->
                observing.call(scope, at, 0, Inbox.ON_OTHER, number, Kept.RELEASE, token)));
        return account == null ? observed.apply(null) : account.handle.use(observed);
    }

    /**
     * Reports that the user looks at a path, until the view is closed.
     *
     * @param account the account
     * @param path the path
     * @return the view
     */
    public Subscription beginView(Account account, String path) {
        Calls.text(path);
        return account.handle.use(at -> register(null,
            (scope, token) -> Functions.tally_view_begin(scope, at, path, 0, token)));
    }

    /**
     * Binds a widget to a path. It is called with the current state, whenever what the path shows changes, and when a
     * style changes its look. Each call binds another widget. {@link Engine#nextEvent}, dispatch and step call it.
     *
     * @param account the account
     * @param path the path
     * @param widget draws the badge
     * @return the binding
     */
    public Subscription bind(Account account, String path, Widget widget) {
        Calls.text(path);
        Memory functions = Inbox.widget();
        return account.handle.use(at -> register(null, (scope, token) -> Kept.lend(widget,
            number -> Functions.tally_widget_bind(scope, at, path, functions, number, Kept.RELEASE, token))));
    }

    /** Draws all widgets of this scope again. */
    public void refreshWidgets() {
        handle.call(Functions::tally_widget_refresh);
    }

    @Override
    public void close() {
        handle.close();
        engine.scopes.remove(this);
        engine.events.listeners.keySet().removeAll(tokens.keySet());
    }
}
