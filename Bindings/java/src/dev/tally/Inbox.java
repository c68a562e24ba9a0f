package dev.tally;

import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The notes of C's callbacks during one call on this thread. Listeners and widgets run when that call has returned,
 * so they may throw, and call anything.
 */
final class Inbox {
    private static final ThreadLocal<Inbox> CURRENT = new ThreadLocal<>();

    /** The callback of all observers and completions. */
    static final Functions.EventCallback ON_EVENT = Hooks.attached((userData, at, text) -> {
        Inbox inbox = CURRENT.get();
        if (inbox == null) return;
        Event event = Event.read(at, bytes(text));
        inbox.note(userData, function -> tell(function, event));
    });

    /** The callback of all widgets. */
    private static final Functions.WidgetFunction ON_WIDGET = Hooks.attached((userData, path, at, text) -> {
        Inbox inbox = CURRENT.get();
        if (inbox == null) return;
        String bound = Raw.stringAt(path);
        Tally.Drawing drawing = new Tally.Drawing(Presentation.read(at, null), text == null ? "" : Raw.stringAt(text));
        inbox.note(userData, widget -> ((Widget) widget).draw(bound, drawing));
    });

    private final List<Runnable> calls = new ArrayList<>();
    private final Map<Long, Object> functions;

    /**
     * The notes of one call.
     *
     * @param functions of {@link Events}
     */
    Inbox(Map<Long, Object> functions) {
        this.functions = functions;
    }

    /** Notes a call of the function with a number. What it observes may end before the call is made. */
    private void note(Pointer userData, Consumer<Object> call) {
        long number = Pointer.nativeValue(userData);
        calls.add(() -> {
            Object function = functions.get(number);
            if (function instanceof CompletableFuture<?>) functions.remove(number);
            if (function != null) call.accept(function);
        });
    }

    @SuppressWarnings("unchecked")
    private static void tell(Object function, Event event) {
        if (function instanceof CompletableFuture<?>) ((CompletableFuture<Event>) function).complete(event);
        else ((Consumer<Event>) function).accept(event);
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

    /** Makes the calls that were noted, all of them; throws what the first one has thrown. */
    void run() {
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
    }
}
