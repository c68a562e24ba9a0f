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
public final class Scope extends ScopeMethods implements AutoCloseable {
    private final Engine engine;
    /** How often each token was given and not yet taken back: adding an observer again gives its token. */
    private final Map<Long, Integer> tokens = new ConcurrentHashMap<>();

    Scope(Engine engine, Pointer pointer) {
        super(new Handle(pointer, Functions::tally_scope_close));
        this.engine = engine;
        handle.ownedBy(this);
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

    interface Registering {
        int call(Pointer scope, long[] outToken);
    }

    @Override
    Subscription register(Consumer<Event> listener, Registering registering) {
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

    interface Observing {
        int call(Pointer scope, Functions.EventCallback callback, Pointer number, long[] outToken);
    }

    @Override
    Subscription observe(Consumer<Event> listener, Observing observing) {
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

    interface ObservingAll {
        int call(Pointer scope, Pointer account, int flags, Functions.EventCallback callback, Pointer number,
            Functions.ReleaseCallback release, long[] outToken);
    }

    /** The engine keeps the listener by its token. The library has only a number, so a forgotten engine can end. */
    @Override
    Subscription observeAll(Account account, Consumer<Event> listener, ObservingAll observing) {
        if (listener == null) throw TallyException.of(Status.ARGUMENT, "a listener is required");
        Handle.Body<Subscription> observed = at -> register(listener, (scope, token) ->
            Kept.lend(new WeakReference<>(listener), number ->
                observing.call(scope, at, 0, Inbox.ON_OTHER, number, Kept.RELEASE, token)));
        return account == null ? observed.apply(null) : account.handle.use(observed);
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

    @Override
    public void close() {
        handle.close();
        engine.scopes.remove(this);
        engine.events.listeners.keySet().removeAll(tokens.keySet());
    }
}
