package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.concurrent.CompletableFuture;

/** A feed of an account. Closing it gives the handle back; the feed goes on. */
public final class Feed implements AutoCloseable {
    /** The state, and the title that the server last gave. */
    public record State(Raw.FeedState state, String title) {}

    private final Account account;
    private final Handle handle;

    Feed(Account account, Pointer pointer) {
        this.account = account;
        handle = new Handle(pointer, Functions::tally_feed_release).ownedBy(this);
    }

    /** Removes the feed and all that it has brought, for good. */
    public void remove() {
        handle.call(Functions::tally_feed_remove);
    }

    /** Asks soon. */
    public void refresh() {
        handle.call(Functions::tally_feed_refresh);
    }

    /**
     * Asks now. Completed by whoever drains the engine's events (a thread in {@link Engine#runEvents}, {@link
     * Engine#dispatch}), with the event, whose `result` says what became of it. If the engine is closed before
     * that, it completes with a {@link TallyException} of status CLOSED.
     */
    public CompletableFuture<Raw.Event> refreshNow() {
        CompletableFuture<Raw.Event> future = new CompletableFuture<>();
        long[] token = {0};
        synchronized (account.engine.listeners) {
            handle.call(feed -> Functions.tally_feed_refresh_now(feed, null, null, null, token));
            account.engine.pending.add(future);
            account.engine.listeners.put(token[0], event -> {
                account.engine.pending.remove(future);
                future.complete(event);
            });
        }
        return future;
    }

    /** Breaks off what is under way. */
    public void cancel() {
        handle.call(Functions::tally_feed_cancel);
    }

    public void pause(boolean paused) {
        handle.call(feed -> Functions.tally_feed_pause(feed, paused ? 1 : 0));
    }

    public void pageShown(int page) {
        handle.call(feed -> Functions.tally_feed_page_shown(feed, page));
    }

    public void pageHidden(int page) {
        handle.call(feed -> Functions.tally_feed_page_hidden(feed, page));
    }

    public State get() {
        Memory state = Calls.sized(Raw.FeedState.SIZE);
        String title = handle.use(feed -> Calls.string(
            (buffer, capacity, size) -> Functions.tally_feed_get(feed, state, buffer, capacity, size)));
        return new State(Raw.FeedState.read(state, null), title);
    }

    /** A page that the host has by other means. */
    public void deliver(byte[] page) {
        handle.call(feed -> Functions.tally_feed_deliver(feed, page, page.length));
    }

    /** A push has come for this feed. */
    public void push(byte[] payload) {
        handle.call(feed -> Functions.tally_feed_push(feed, payload, payload.length));
    }

    @Override
    public void close() {
        handle.close();
    }
}
