package dev.tally;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.jna.Pointer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarFile;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** The permissions of the host's functions, the threads on which they run, and how long they are kept. */
public class CallbacksTest {
    /** Every wait ends after this time, so that a hang fails the test. Nothing else depends on it. */
    private static final long HANG_SECONDS = 120;

    private static Engine driven() {
        return Engine.open(new EngineOptions().hostDriven(true));
    }

    private static Status status(ThrowingRunnable body) {
        try {
            body.run();
            return Status.OK;
        } catch (TallyException refused) {
            return refused.status();
        } catch (Throwable other) {
            throw new AssertionError(other);
        }
    }

    // ---- The interface ----

    /** Objects that other tests have forgotten are collected at any time, so fewer may be kept than before. */
    static void assertReleased(int before) {
        assertTrue("more functions are kept than before", Kept.count() <= before);
    }

    @Test
    public void noTypeOfJnaIsPublic() throws Exception {
        Path jar = Path.of(Engine.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> found = new ArrayList<>();
        int count = 0;
        try (JarFile file = new JarFile(jar.toFile())) {
            for (var entry : Collections.list(file.entries())) {
                if (!entry.getName().endsWith(".class")) continue;
                Class<?> type = Class.forName(entry.getName().replace('/', '.').replaceAll("\\.class$", ""));
                if (!isPublic(type)) continue;
                count++;
                List<Object> all = new ArrayList<>(List.of(type.getInterfaces()));
                if (type.getSuperclass() != null) all.add(type.getSuperclass());
                for (Method method : type.getDeclaredMethods()) if (isPublic(method.getModifiers())) all.add(method);
                for (Field field : type.getDeclaredFields()) if (isPublic(field.getModifiers())) all.add(field);
                for (Constructor<?> each : type.getDeclaredConstructors()) if (isPublic(each.getModifiers())) all.add(each);
                for (Object each : all) {
                    String words = each instanceof Method method ? method.toGenericString()
                        : each instanceof Field field ? field.toGenericString() : each.toString();
                    boolean isInner = words.contains("com.sun.jna") || words.contains("dev.tally.Raw");
                    if (isInner) found.add(type.getName() + ": " + words);
                }
            }
        }
        assertEquals(List.of(), found);
        assertTrue(count > 30);
    }

    private static boolean isPublic(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isPublic(Class<?> type) {
        return type == null || isPublic(type.getModifiers()) && isPublic(type.getEnclosingClass());
    }

    // ---- Threads ----

    @Test
    public void theLibrarysThreadIsAttachedOnceAndAsADaemon() throws Exception {
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        EngineOptions options = new EngineOptions().logLevel(LogLevel.INFO)
            .log((level, text) -> {});
        try (Engine engine = Engine.open(options); Account account = engine.account("ann")) {
            engine.setTransport(request -> {
                threads.add(Thread.currentThread());
                engine.respond(request.id(), 304, null, null);
            });
            account.logIn();
            FeedOptions inbox = new FeedOptions().url("https://example.org/feed").initialDelay(Tally.OFF);
            Feed feed = account.addFeed("inbox", inbox);
            new Thread(engine::runEvents).start();
            for (int round = 0; round < 3; round++) {
                assertEquals(304, feed.refreshNow().get(60, TimeUnit.SECONDS).httpStatus());
            }
            assertEquals(304, feed.get().state().httpStatus());
        }
        assertTrue(threads.size() >= 3);
        for (Thread thread : threads) {
            assertSame(threads.get(0), thread);
            assertTrue(thread.isDaemon());
        }
    }

    @Test
    public void stepAndTimeoutAreForOneThread() throws Exception {
        try (Engine engine = driven(); Account account = engine.account("ann")) {
            List<Status> answers = new ArrayList<>();
            engine.setTransport(request -> answers.addAll(CompletableFuture.supplyAsync(
                () -> List.of(status(engine::timeout), status(engine::step))).join()));
            account.logIn();
            account.addFeed("inbox", new FeedOptions().url("https://example.org/feed")).refreshNow();
            while (answers.isEmpty()) engine.step();
            assertEquals(List.of(Status.THREAD, Status.THREAD), answers);
            assertTrue(engine.timeout().compareTo(Duration.ofMinutes(1)) <= 0); // The request has an idle timeout.
        }
    }

    // ---- How long callbacks are kept ----

    @Test
    public void refusedCallbacksAreNotKept() {
        Engine engine = driven();
        Account account = engine.account("ann");
        Scope scope = engine.scope();
        int before = Kept.count();
        assertEquals(Status.PATH, status(() -> scope.bind(account, "a..b", (path, drawing) -> {})));
        assertReleased(before);
        engine.close();
        assertEquals(Status.CLOSED, status(() -> engine.setNotify(() -> {})));
        assertEquals(Status.CLOSED, status(() -> engine.setTransport(request -> {})));
        assertEquals(Status.CLOSED, status(() -> scope.bind(account, "a", (path, drawing) -> {})));
        assertReleased(before);
        scope.close();
    }

    @Test
    public void optionsAreNotChangedByOpening() {
        List<String> lines = new ArrayList<>();
        Clock clock = new Clock() {
            @Override
            public Instant wall() {
                return Instant.ofEpochMilli(1_767_225_600_000L);
            }

            @Override
            public Duration elapsed() {
                return Duration.ofSeconds(1000);
            }
        };
        Log log = (level, text) -> lines.add(text);
        EngineOptions options = new EngineOptions().hostDriven(true).maxDepth(3)
            .zone("Europe/Berlin").clock(clock).log(log);
        int before = Kept.count();
        for (int turn = 0; turn < 2; turn++) {
            try (Engine engine = Engine.open(options); Account account = engine.account("ann")) {
                account.set("a.b.c", 1);
                assertEquals(Status.PATH, status(() -> account.set("a.b.c.d", 1)));
            }
            assertEquals(Raw.TALLY_ENGINE_HOST_DRIVEN, options.flags);
            assertEquals(3, options.maxDepth);
            assertEquals("Europe/Berlin", options.zone);
            assertSame(clock, options.clock);
            assertSame(log, options.log);
            assertNull(options.zoneFile);
            assertNull(options.file);
            assertEquals(0, options.maxNodes);
            assertReleased(before); // The library has released the clock and the log.
        }
        assertEquals(Status.RANGE, status(() -> Engine.open(options.maxDepth(5000))));
        assertReleased(before);
    }

    // ---- What they may do ----

    @Test
    public void functionsThatRunWithLocksHeldCannotCallTheLibrary() {
        List<Status> answers = new ArrayList<>();
        try (Engine engine = driven(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            scope.observe(account, "a", event -> {});
            List<ThrowingRunnable> calls = List.of(engine::close, () -> account.get("a"), account::close, scope::close);
            engine.setNotify(() -> calls.forEach(call -> answers.add(status(call))));
            account.set("a", 1);
            assertEquals(Collections.nCopies(calls.size(), Status.THREAD), answers);
            // The rejected calls have changed nothing: the engine is open.
            assertEquals(1, account.get("a").count());
            assertEquals(1, engine.dispatch());
        }
    }

    @Test
    public void aRefusedCloseLeavesTheEngineOpen() {
        Engine engine = driven();
        Account account = engine.account("ann");
        Scope scope = engine.scope();
        List<Status> answers = new ArrayList<>();
        AtomicInteger told = new AtomicInteger();
        scope.observe(account, "a", event -> told.incrementAndGet());
        engine.setTransport(request -> answers.add(status(() -> engine.close(Duration.ofMillis(-2)))));
        account.logIn();
        account.addFeed("inbox", new FeedOptions().url("https://example.org/feed")).refreshNow();
        while (answers.isEmpty()) engine.step();
        assertEquals(List.of(Status.THREAD), answers);
        account.set("a", 1);
        engine.step();
        assertEquals(1, told.get());
        engine.close(Duration.ofMillis(-2));
        assertEquals(Status.CLOSED, status(() -> account.get("a")));
    }

    @Test
    public void whatALogThrowsIsThrownFromNextEvent() {
        RuntimeException thrown = new IllegalStateException("the disk of the log is full");
        EngineOptions options = new EngineOptions().hostDriven(true)
            .zone("Here/There").zoneFile(name -> {
                throw thrown;
            });
        try (Engine engine = Engine.open(options)) {
            status(() -> engine.setZone("No/Where"));
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> engine.nextEvent(Duration.ZERO)));
        }
    }

    @Test
    public void stepCallsListenersAndWidgetsOutsideOfTheLibrary() {
        try (Engine engine = driven(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> told = new ArrayList<>();
            RuntimeException thrown = new IllegalStateException("no");
            scope.observe(account, "a", event -> {
                throw thrown;
            });
            scope.observe(account, "a", event -> {
                told.add("a " + event.count());
                engine.timeout();
            });
            scope.bind(account, "a", (path, drawing) -> told.add(path + " draws " + drawing.text()));
            account.set("a", 3);
            assertSame(thrown, assertThrows(IllegalStateException.class, engine::step));
            assertEquals(Set.of("a 3", "root.a draws 3"), Set.copyOf(told));
            engine.step();
            assertEquals(2, told.size());
        }
    }

    @Test
    public void widgetsAreDrawn() {
        int before = Kept.count();
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> drawn = new ArrayList<>();
            Widget widget = (path, drawing) -> drawn.add(path + " " + drawing.style().kind() + " " + drawing.text());
            try (Scope.Subscription bound = scope.bind(account, "a", widget)) {
                assertEquals(1, engine.dispatch());
                account.set("a", 3);
                Event event = engine.nextEvent(Duration.ZERO);
                assertEquals(EventKind.WIDGET, event.kind());
                assertEquals(bound.token(), event.token());
                scope.refreshWidgets();
                assertEquals(1, engine.dispatch());
            }
            account.dot("a");
            assertEquals(0, engine.dispatch());
            String three = "root.a " + BadgeKind.NUMBER + " 3";
            assertEquals(List.of("root.a " + BadgeKind.NONE + " ", three, three), drawn);
        }
        assertReleased(before);
    }

    // ---- Closing ----

    @Test
    public void whoClosesWaitsAndReleasesTheHandle() throws Exception {
        AtomicInteger released = new AtomicInteger();
        Handle handle = new Handle(new Pointer(1), last -> released.incrementAndGet());
        handle.enter();
        CountDownLatch waits = new CountDownLatch(1);
        CompletableFuture<Pointer> taken = CompletableFuture.supplyAsync(() -> handle.takeOver(waits::countDown));
        assertTrue(waits.await(60, TimeUnit.SECONDS));
        // The thread that leaves last must not release what another one waits for: that one reports how it went.
        handle.exit();
        assertEquals(new Pointer(1), taken.get(60, TimeUnit.SECONDS));
        assertEquals(0, released.get());
        assertEquals(Status.CLOSED, status(handle::enter));
        handle.giveBack(new Pointer(1));
        assertEquals(new Pointer(1), handle.enter());
        handle.exit();
        handle.close();
        assertEquals(1, released.get());
    }

    @Test
    public void anInterruptedThreadClosesTheEngineAllTheSame() throws Exception {
        String file = Files.createTempDirectory("tally").resolve("badges.db").toString();
        Engine engine = Engine.open(new EngineOptions().file(file));
        CountDownLatch waits = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            waits.countDown();
            engine.runEvents();
        });
        waiting.start();
        assertTrue(waits.await(60, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        engine.close();
        assertTrue(Thread.interrupted());
        Engine.open(new EngineOptions().file(file)).close();
        waiting.join(60_000);
    }

    @Test
    public void aStepCompletesAForcedRefresh() {
        try (Engine engine = driven(); Account account = engine.account("ann")) {
            account.logIn();
            engine.setTransport(request -> engine.respond(request.id(), 200, "", "{\"cursor\":\"1\",\"items\":[]}".getBytes()));
            CompletableFuture<Event> done =
                account.addFeed("inbox", new FeedOptions().url("https://example.org/feed")).refreshNow();
            for (int turn = 0; turn < 10 && !done.isDone(); turn++) engine.step();
            assertEquals(Status.OK, done.getNow(null).result());
        }
    }

    @Test
    public void aForcedRefreshEndsWithTheEngine() throws Exception {
        Engine engine = driven();
        Account account = engine.account("ann");
        account.logIn();
        CompletableFuture<Event> done =
            account.addFeed("inbox", new FeedOptions().url("https://example.org/feed")).refreshNow();
        engine.close();
        ExecutionException ended = assertThrows(ExecutionException.class, () -> done.get(60, TimeUnit.SECONDS));
        assertNotNull(ended.getCause());
        assertEquals(Status.CLOSED, ((TallyException) ended.getCause()).status());
    }

    /** A dispatch leaves events that have no listener; a thread that waits gets them. */
    @Test
    public void aDispatchLeavesEventsToThreadsThatWait() throws Exception {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            scope.observe(account, "a", null);
            for (int number = 1; number <= 20; number++) {
                CompletableFuture<Event> taken =
                    CompletableFuture.supplyAsync(() -> engine.nextEvent(Duration.ofSeconds(2 * HANG_SECONDS)));
                while (engine.handle.uses == 0) Thread.onSpinWait();
                account.set("a", number);
                assertEquals(0, engine.dispatch());
                Event event = taken.get(HANG_SECONDS, TimeUnit.SECONDS);
                assertEquals(number, event.count());
            }
        }
    }

    @Test
    public void anInterruptEndsOneWait() throws Exception {
        try (Engine engine = Engine.open()) {
            for (int round = 0; round < 20; round++) {
                CompletableFuture<Event> waits = CompletableFuture.supplyAsync(engine::nextEvent);
                while (engine.handle.uses == 0) Thread.onSpinWait();
                engine.interrupt();
                engine.dispatch();
                assertNull(waits.get(HANG_SECONDS, TimeUnit.SECONDS));
            }
            engine.interrupt();
            assertNull(engine.nextEvent());
        }
    }
}
