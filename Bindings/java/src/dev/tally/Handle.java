package dev.tally;

import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * A handle of the library's, released exactly once: when it is closed, or its owner was forgotten; but never while a
 * thread is in a call with it. Knows nothing of its owner, so that a cleaner can hold it.
 */
final class Handle {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Consumer<Pointer> release;
    private Pointer pointer;
    /** Calls in progress. */
    volatile int uses;
    private boolean isClosed;
    /** Whether a thread waits to take it over, so that it is not released by the one that leaves it last. */
    private boolean isAwaited;

    Handle(Pointer pointer, Consumer<Pointer> release) {
        this.pointer = pointer;
        this.release = release;
    }

    /** Closes the handle when `owner` becomes unreachable. */
    Handle ownedBy(Object owner) {
        CLEANER.register(owner, this::close);
        return this;
    }

    synchronized Pointer enter() {
        Hooks.checkUnlocked();
        if (isClosed) throw TallyException.of(Status.CLOSED, "it was closed");
        uses++;
        return pointer;
    }

    void exit() {
        Pointer last;
        synchronized (this) {
            uses--;
            notifyAll();
            last = takeLast();
        }
        if (last != null) release.accept(last);
    }

    /** Makes every later call throw CLOSED. The last user releases the handle. */
    void close() {
        Hooks.checkUnlocked();
        Pointer last;
        synchronized (this) {
            isClosed = true;
            last = takeLast();
        }
        if (last != null) release.accept(last);
    }

    /**
     * Closes the handle, waits until its users have left, and returns the pointer; null if it was closed before. An
     * interrupted thread goes on waiting, and stays interrupted.
     */
    Pointer takeOver(Runnable wake) {
        boolean wasInterrupted = false;
        try {
            synchronized (this) {
                if (isClosed) return null;
                isClosed = isAwaited = true;
                while (uses > 0) {
                    wake.run();
                    try {
                        wait(20);
                    } catch (InterruptedException interrupted) {
                        wasInterrupted = true;
                    }
                }
                Pointer taken = pointer;
                pointer = null;
                return taken;
            }
        } finally {
            if (wasInterrupted) Thread.currentThread().interrupt();
        }
    }

    /** Opens it again with what was taken over, because the library has not released it. */
    synchronized void giveBack(Pointer taken) {
        pointer = taken;
        isClosed = isAwaited = false;
    }

    /** The pointer, without being held. Under its lock. */
    Pointer peek() {
        return pointer;
    }

    private Pointer takeLast() {
        if (!isClosed || isAwaited || uses > 0) return null;
        Pointer last = pointer;
        pointer = null;
        return last;
    }

    /** A call with it; its status, where that is none of an error. */
    int call(ToIntFunction<Pointer> body) {
        Pointer entered = enter();
        try {
            return Calls.check(body.applyAsInt(entered));
        } finally {
            exit();
        }
    }

    interface Body<T> {
        T apply(Pointer pointer);
    }

    /** A call for which a handle may be missing: it means all of them. */
    static <T> T useAny(Handle handle, Body<T> body) {
        return handle == null ? body.apply(null) : handle.use(body);
    }

    /** A call that gives something else. */
    <T> T use(Body<T> body) {
        Pointer entered = enter();
        try {
            return body.apply(entered);
        } finally {
            exit();
        }
    }
}
