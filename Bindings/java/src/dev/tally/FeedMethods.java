// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import com.sun.jna.Memory;

/** The methods of Feed that follow from tally.h. */
abstract class FeedMethods {
    /** The handle of the library. */
    final Handle handle;

    /**
     * The methods of a handle.
     *
     * @param handle the handle
     */
    FeedMethods(Handle handle) {
        this.handle = handle;
    }

    /**
     * Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
     * before, or the host has, that one shows again.
     *
     * <p>Pending completions get CANCELLED.
     *
     * @throws TallyException IO, FULL.
     */
    public void remove() {
        handle.call(at -> Functions.tally_feed_remove(at));
    }

    /**
     * Polls soon, unless a request is in flight.
     *
     * @throws TallyException LOGGED_OUT, UNSUPPORTED (no URL).
     */
    public void refresh() {
        handle.call(at -> Functions.tally_feed_refresh(at));
    }

    /**
     * Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the
     * call does nothing.
     *
     * @param page its number, below {@link Tally#MAX_FEED_PAGES}
     * @return -1 and zeros if the user does not begin to see the page.
     * @throws TallyException RANGE (of the page).
     */
    public PageInfo pageShown(int page) {
        Memory result = Calls.sized(PageInfo.SIZE);
        handle.call(at -> Functions.tally_feed_show_page(at, page, result));
        return PageInfo.read(result, null);
    }

    /**
     * Reports that a page is no longer shown. Repeating the call does nothing.
     *
     * @param page its number
     * @throws TallyException RANGE.
     */
    public void pageHidden(int page) {
        handle.call(at -> Functions.tally_feed_hide_page(at, page));
    }

    /**
     * Cancels the request in flight and the one that waits for it, if any.
     *
     * <p>Completions get CANCELLED, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
     * interval.
     */
    public void cancel() {
        handle.call(at -> Functions.tally_feed_cancel(at));
    }

    /**
     * Pauses or resumes a feed.
     *
     * <p>A paused feed polls neither by timers nor because of pages. A request in flight, {@link Feed#refresh} and
     * {@link Feed#refreshNow} work as usual. What became due meanwhile happens once. Not stored.
     *
     * @param paused whether it rests
     */
    public void pause(boolean paused) {
        handle.call(at -> Functions.tally_feed_pause(at, paused ? 1 : 0));
    }

    /**
     * Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
     * one.
     *
     * <p>If the feed gets a URL of another server, the credential is not sent until it is set again.
     *
     * @param credential what is set of its members
     * @throws TallyException URL (the feed has none), ARGUMENT (as {@link Account#setCredential}), IO, FULL.
     */
    public void setCredential(Credential credential) {
        Raw.Block written = credential == null ? null : credential.write();
        handle.call(at -> Functions.tally_feed_set_credential(at, written));
    }

    /**
     * Removes the feed's own credential: that of the account for its server counts again.
     *
     * @throws TallyException IO, FULL.
     */
    public void removeCredential() {
        handle.call(at -> Functions.tally_feed_remove_credential(at));
    }

    /**
     * Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
     *
     * @return the state
     */
    public Feed.State get() {
        Memory result = Calls.sized(FeedState.SIZE);
        String text = handle.use(at -> Calls.string((buffer, capacity, size) -> Functions.tally_feed_get(at, result,
            buffer, capacity, size)));
        return new Feed.State(FeedState.read(result, null), text);
    }

    /**
     * Applies a page that the host received in another way.
     *
     * <p>The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there
     * is one. A SYNCED event follows. Timers are unchanged.
     *
     * <p>If a request would start from scratch ({@code reset}, another epoch, a new URL), this page replaces
     * everything and must not say {@code more}. Otherwise {@code more} is ignored. What the user reads or unreads
     * during a request stays. A request in flight continues; if its response has news, it is repeated from this
     * page's cursor, so the cursor never goes back.
     *
     * <p>Cost: O(size).
     *
     * @param page the content
     * @throws TallyException PROTOCOL, TOO_LARGE (maxResponseBytes), LOGGED_OUT, CANCELLED (the URL has just
     *     changed), LIMIT, IO, FULL.
     */
    public void deliver(byte[] page) {
        handle.call(at -> Functions.tally_feed_deliver(at, page, page == null ? 0 : page.length));
    }

    /**
     * Applies a push to one feed, as {@link Account#push} does. {@code feed} in the payload is ignored.
     *
     * @param payload the payload, JSON
     * @throws TallyException PROTOCOL, TOO_LARGE, LOGGED_OUT, LIMIT, IO, FULL.
     */
    public void push(byte[] payload) {
        handle.call(at -> Functions.tally_feed_push(at, payload, payload == null ? 0 : payload.length));
    }
}
