package dev.tally;

/** Sends the engine's requests instead of libcurl. */
public interface Transport {
    /**
     * Passes a request on, and must return soon, because the engine waits for it. Report the response with {@link
     * Engine#respond}, on any thread, also here. It is called on the engine's thread, or in {@link Engine#step}. If it
     * throws, the request fails, and {@link Engine#nextEvent}, dispatch or step throws the same.
     *
     * @param request the request
     */
    void send(Request request);

    /**
     * The response is not needed any more.
     *
     * @param request the id of the request
     */
    default void cancel(long request) {}
}
