package dev.tally;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.concurrent.CompletableFuture;

/** A feed of an account. Closing it releases the handle; the feed continues. */
public final class Feed implements AutoCloseable {
    /** The state, and the title: the last one that the server sent, or that of the options. */
    public record State(Raw.FeedState state, String title) {}

    private final Account account;
    final Handle handle;

    Feed(Account account, Pointer pointer) {
        this.account = account;
        handle = new Handle(pointer, Functions::tally_feed_release).ownedBy(this);
    }

    /** Removes the feed and its messages. */
    public void remove() {
        handle.call(Functions::tally_feed_remove);
    }

    /** Polls soon, unless a request is in flight. */
    public void refresh() {
        handle.call(Functions::tally_feed_refresh);
    }

    /**
     * Sends a request immediately. The thread that drains the engine's events ({@link Engine#runEvents}, {@link
     * Engine#dispatch}) completes the future with the event, whose `result` is that of the request. If the engine is
     * closed before, the future completes with a {@link TallyException} of status CLOSED.
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

    /** Cancels the request in flight. */
    public void cancel() {
        handle.call(Functions::tally_feed_cancel);
    }

    public void pause(boolean paused) {
        handle.call(feed -> Functions.tally_feed_pause(feed, paused ? 1 : 0));
    }

    /** Reports that a page (0 to 7) is shown, and says what is known of it. */
    public Raw.PageInfo pageShown(int page) {
        Memory info = Calls.sized(Raw.PageInfo.SIZE);
        handle.call(feed -> Functions.tally_feed_page_shown(feed, page, info));
        return Raw.PageInfo.read(info, null);
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

    /** Applies a page that the host has received in another way. */
    public void deliver(byte[] page) {
        handle.call(feed -> Functions.tally_feed_deliver(feed, page, page.length));
    }

    /** Applies a push about this feed. */
    public void push(byte[] payload) {
        handle.call(feed -> Functions.tally_feed_push(feed, payload, payload.length));
    }

    @Override
    public void close() {
        handle.close();
    }
}
