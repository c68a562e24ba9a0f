package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Holds observers, views and widgets. Closing it removes them. It lives until then, or until the engine is closed. */
public final class Scope extends ScopeMethods implements AutoCloseable {
    private final Engine engine;
    /** Registrations, by their tokens. Adding an observer again gives its token. */
    private final Map<Long, Registered> tokens = new ConcurrentHashMap<>();
    /** The library tells observers apart by their numbers, so the same listener always has the same one. */
    private final Map<Object, Known> known = new IdentityHashMap<>();

    /** The number of a function, and how many observers or widgets call it. It is forgotten with the last of them. */
    private static final class Known {
        private final long number;
        private int uses;

        private Known(long number) {
            this.number = number;
        }
    }

    /** How often a token was given and not yet taken back. Views have no function. */
    private record Registered(Known own, int times) {}

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
        int call(Pointer scope, Functions.EventCallback callback, Pointer number, long[] outToken);
    }

    @Override
    Subscription register(Consumer<Event> listener, Registering registering) {
        if (listener == null) return register(null, null, registering);
        synchronized (known) {
            Known own = known.computeIfAbsent(listener, each -> new Known(engine.events.add(each)));
            return register(own, Inbox.ON_EVENT, registering);
        }
    }

    private Subscription register(Known own, Functions.EventCallback callback, Registering registering) {
        long[] token = {0};
        synchronized (known) {
            try {
                Pointer number = own == null ? null : new Pointer(own.number);
                int status = handle.call(scope -> registering.call(scope, callback, number, token));
                tokens.merge(token[0], new Registered(own, 1), (before, one) -> new Registered(own, before.times + 1));
                if (own != null) own.uses++;
                return new Subscription(token[0], status == Raw.TALLY_HELD);
            } finally {
                if (own != null) forgetUnused(own);
            }
        }
    }

    private void forget(long token) {
        synchronized (known) {
            Registered before = tokens.remove(token);
            if (before == null) return;
            if (before.times > 1) tokens.put(token, new Registered(before.own, before.times - 1));
            if (before.own == null) return;
            before.own.uses--;
            forgetUnused(before.own);
        }
    }

    private void forgetUnused(Known own) {
        if (own.uses == 0) known.remove(engine.events.functions.remove(own.number));
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
        Known own = new Known(engine.events.add(widget));
        return account.handle.use(at -> register(own, null, (scope, callback, number, token) ->
            Functions.tally_widget_bind(scope, at, path, functions, number, null, token)));
    }

    @Override
    public void close() {
        handle.close();
        engine.scopes.remove(this);
        for (long token : List.copyOf(tokens.keySet())) while (tokens.containsKey(token)) forget(token);
    }
}
