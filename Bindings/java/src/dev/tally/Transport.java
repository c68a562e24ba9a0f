package dev.tally;

/** Sends the engine's requests in the place of libcurl. */
public interface Transport {
    /**
     * Hands a request on, and returns soon: it holds up everything else that the engine does. Answer it with {@link
     * Engine#answer}, from any thread, also here. On the engine's thread, or in {@link Engine#step}. Where it throws,
     * the request has failed, and {@link Engine#nextEvent}, dispatch or step throws the same.
     */
    void send(Raw.Request request);

    /** Nobody waits for the answer any more. */
    default void cancel(long request) {}
}
