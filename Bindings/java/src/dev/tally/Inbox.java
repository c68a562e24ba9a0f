package dev.tally;

import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The notes of C's callbacks during one call on this thread. Listeners and widgets run when that call has returned,
 * so they may throw, and call anything.
 */
final class Inbox {
    private static final ThreadLocal<Inbox> CURRENT = new ThreadLocal<>();

    /** The callback of all observers that have a listener. tally_engine_next_event returns the event besides. */
    static final Functions.EventCallback ON_EVENT = Hooks.attached((userData, at, text) -> {
        Inbox inbox = CURRENT.get();
        if (inbox == null || inbox.tell == null) return;
        Event event = Event.read(at, bytes(text));
        inbox.calls.add(() -> inbox.tell.accept(event));
    });

    /** The callback of observers of all feeds or reminders: no token of an event leads to their listeners. */
    static final Functions.EventCallback ON_OTHER = Hooks.attached((userData, at, text) -> {
        Inbox inbox = CURRENT.get();
        Object kept = Kept.get(userData);
        if (inbox == null || kept == null) return;
        Event event = Event.read(at, bytes(text));
        inbox.calls.add(() -> tellKept(kept, userData, event));
    });

    /** The callback of all widgets. */
    private static final Functions.WidgetFunction ON_WIDGET = Hooks.attached((userData, path, at, text) -> {
        Inbox inbox = CURRENT.get();
        Widget widget = (Widget) Kept.get(userData);
        if (inbox == null || widget == null) return;
        String bound = Raw.stringAt(path);
        String words = text == null ? "" : Raw.stringAt(text);
        Tally.Drawing drawing = new Tally.Drawing(Presentation.read(at, null), words);
        inbox.calls.add(() -> widget.draw(bound, drawing));
    });

    private final List<Runnable> calls = new ArrayList<>();
    /** Receives events; null: the call returns them. */
    private final Consumer<Event> tell;

    Inbox(Consumer<Event> tell) {
        this.tell = tell;
    }

    /** The observer may have been removed since the note. */
    @SuppressWarnings("unchecked")
    private static void tellKept(Object kept, Pointer number, Event event) {
        Consumer<Event> listener = (Consumer<Event>) ((WeakReference<?>) kept).get();
        if (listener != null && Kept.get(number) == kept) listener.accept(event);
    }

    private static byte[] bytes(Pointer text) {
        return text == null ? new byte[0] : Raw.stringAt(text).getBytes(StandardCharsets.UTF_8);
    }

    /** A tally_widget. */
    static Memory widget() {
        Memory widget = Calls.sized(Raw.TALLY_WIDGET_SIZE);
        for (int at = Raw.TALLY_WIDGET_SHOW_DOT; at < Raw.TALLY_WIDGET_SIZE; at += 8) {
            widget.setPointer(at, CallbackReference.getFunctionPointer(ON_WIDGET));
        }
        return widget;
    }

    /** A call in which callbacks are made. */
    <T> T during(Supplier<T> call) {
        Inbox outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return call.get();
        } finally {
            CURRENT.set(outer);
        }
    }

    /** Makes the calls that were noted, all of them; throws what the first one has thrown. Whether there were any. */
    boolean run() {
        Throwable first = null;
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (RuntimeException | Error error) {
                if (first == null) first = error;
                else if (first != error) first.addSuppressed(error);
            }
        }
        if (first instanceof Error error) throw error;
        if (first != null) throw (RuntimeException) first;
        return !calls.isEmpty();
    }
}
