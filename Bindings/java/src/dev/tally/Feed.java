package dev.tally;

import com.sun.jna.Pointer;
import java.util.concurrent.CompletableFuture;

/** A feed of an account. Closing it releases the handle; the feed continues. */
public final class Feed extends FeedMethods implements AutoCloseable {
    /**
     * The state of a feed, and its title.
     *
     * @param state the state
     * @param title the last one that the server sent, or that of the options
     */
    public record State(FeedState state, String title) {}

    private final Account account;

    Feed(Account account, Pointer pointer) {
        super(new Handle(pointer, Functions::tally_feed_release));
        this.account = account;
        handle.ownedBy(this);
    }

    /**
     * Sends a request immediately. The thread that drains the engine's events ({@link Engine#runEvents}, {@link
     * Engine#dispatch}, {@link Engine#step}) completes the future with the event, whose `result` is that of the
     * request. If the engine is closed before, the future completes with a {@link TallyException.Closed}.
     *
     * @return the event, when the request has ended
     */
    public CompletableFuture<Event> refreshNow() {
        return account.engine.events.completion(number -> handle.call(feed ->
            Functions.tally_feed_refresh_now(feed, Inbox.ON_EVENT, number, null, new long[1])));
    }

    @Override
    public void close() {
        handle.close();
    }
}
