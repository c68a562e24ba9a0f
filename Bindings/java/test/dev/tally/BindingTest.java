package dev.tally;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

public class BindingTest {
    private static final byte[] PAGE = ("{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":2,"
        + "\"title\":\"Grüße 😀\"}]}").getBytes(StandardCharsets.UTF_8);

    private static void refused(Status status, ThrowingRunnable body) {
        TallyException refused = assertThrows(TallyException.class, body);
        assertEquals(refused.getMessage(), status, refused.status());
    }

    private static Engine driven() {
        return Engine.open(new EngineOptions().hostDriven(true));
    }

    // ---- The declarations ----

    @Test
    public void everyFunctionOfTheHeaderIsDeclared() throws Exception {
        String header = Files.readString(Path.of(System.getenv("TALLY_HEADER"))).replaceAll("(?s)/\\*.*?\\*/", "");
        Set<String> wanted = new TreeSet<>();
        var found = Pattern.compile("^(?!typedef)[^#\\n]*?\\b(tally_\\w+)\\(", Pattern.MULTILINE).matcher(header);
        while (found.find()) wanted.add(found.group(1));
        Set<String> declared = new TreeSet<>();
        for (Method method : Functions.class.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) declared.add(method.getName());
        }
        assertEquals(wanted, declared);
        assertTrue(wanted.size() > 140);
    }

    @Test
    public void structuresAreAsLargeAsInC() throws Exception {
        StringBuilder program = new StringBuilder("#include <stdio.h>\n#include <tally.h>\nint main(void) {\n");
        List<Integer> sizes = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>(List.of(EngineOptions.class, AccountOptions.class, BatchOptions.class,
            EngineBatchOptions.class, FeedOptions.class, MessageOptions.class, Forms.class, AccountSettings.class, ReminderOptions.class,
            PlanOptions.class, Style.class, Credential.class, Badge.class, BadgeEntry.class, Event.class, FeedEntry.class,
            FeedState.class, Group.class, Message.class, OutboxEntry.class, PageInfo.class, Plan.class,
            PlanEntry.class, Presentation.class, Reason.class, Recovery.class, Rejected.class, Reminder.class,
            ReminderNote.class, Request.class, Stats.class, AccountSettingsEntry.class, Position.class, MessageCounts.class,
            OutboxCounts.class, ImportReport.class, SkippedEntry.class, OwnBadge.class, BadgeRule.class,
            BadgeRuleOptions.class, SnapshotEntry.class, PatchEntry.class));
        for (Class<?> type : types) {
            try {
                var field = type.getDeclaredField("SIZE");
                sizes.add(field.getInt(null));
                String name = type.getSimpleName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
                if (type == OwnBadge.class) name = "_badge_own";
                if (type == BadgeRuleOptions.class) name = "_badge_rule";
                program.append("printf(\"%d\\n\", (int)sizeof(tally" + name + "));\n");
            } catch (NoSuchFieldException none) {
                continue;
            }
        }
        Path folder = Files.createTempDirectory("tally");
        Files.writeString(folder.resolve("sizes.c"), program + "}\n");
        String include = Path.of(System.getenv("TALLY_HEADER")).getParent().toString();
        run(folder, System.getenv("CC"), "-I" + include, "sizes.c", "-o", "sizes");
        String printed = run(folder, "./sizes");
        assertEquals(sizes, Arrays.stream(printed.strip().split("\n")).map(Integer::valueOf).toList());
        assertTrue(sizes.size() > 25);
    }

    private static String run(Path folder, String... command) throws Exception {
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(output, 0, process.waitFor());
        return output;
    }

    @Test
    public void theReadmeHasTheExample() throws Exception {
        Path folder = Path.of("Bindings/java");
        assertTrue(Files.readString(folder.resolve("README.md"))
            .contains(Files.readString(folder.resolve("examples/Hello.java"))));
    }

    // ---- Lifetime ----

    @Test
    public void closedIsClosed() {
        Engine engine = Engine.open();
        Account account = engine.account("ann");
        Scope scope = engine.scope();
        Node node = account.node("a");
        Feed feed = account.addFeed("feed");
        Snapshot snapshot = account.snapshot("root");
        Scope.Subscription subscription = scope.observe(account, "a", event -> {});
        engine.close();
        engine.close();
        for (ThrowingRunnable call : List.<ThrowingRunnable>of(engine::flush, () -> engine.nextEvent(Duration.ZERO),
            () -> engine.account("bo"), () -> account.set("a", 1), () -> account.list("root"), node::get,
            feed::refresh, () -> scope.observeTotal(null), () -> engine.setTransport(request -> {}))) {
            refused(Status.CLOSED, call);
        }
        assertTrue(snapshot.encode().length > 0);
        for (AutoCloseable each : List.of(subscription, node, feed, scope, account, snapshot)) {
            assertCloses(each);
            assertCloses(each);
        }
        refused(Status.CLOSED, snapshot::encode);
        refused(Status.CLOSED, () -> account.set("a", 1));
        engine.close(Duration.ofMillis(-2));
    }

    private static void assertCloses(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception error) {
            throw new AssertionError(closeable.toString(), error);
        }
    }

    @Test
    public void accountsAreClosedBeforeAndAfterTheirEngine() {
        try (Engine engine = Engine.open()) {
            Account first = engine.account("ann");
            Account again = engine.account("ann");
            first.set("a", 1);
            first.close();
            assertEquals(1, again.get("a").count());
            again.close();
            refused(Status.CLOSED, () -> again.get("a"));
            assertEquals(1, engine.account("ann").get("a").count());
        }
    }

    @Test
    public void whatIsForgottenIsReleasedInAnyOrder() throws Exception {
        String file = Files.createTempDirectory("tally").resolve("badges.db").toString();
        int before = Kept.count();
        for (int round = 0; round < 20; round++) forget(null);
        forget(file);
        // All of them are gone when the file can be opened and no callback is kept. Other tests count those too.
        for (long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2); ; ) {
            System.gc();
            try (Engine engine = Engine.open(new EngineOptions().file(file))) {
                assertEquals(3, engine.account("ann").get("root").count());
                if (Kept.count() <= before) return;
            } catch (TallyException locked) {
                if (locked.status() != Status.LOCKED) throw locked;
            }
            assertTrue("an engine is not released", System.nanoTime() - end < 0);
            Thread.sleep(10);
        }
    }

    private static void forget(String file) {
        Engine engine = Engine.open(new EngineOptions().file(file));
        Account account = engine.account("ann");
        account.set("a", 3);
        AtomicInteger told = new AtomicInteger();
        engine.scope().observe(account, "root", event -> told.addAndGet((int) event.count() + engine.hashCode()));
        account.addFeed("feed");
        account.node("a.b");
        account.snapshot("root");
    }

    @Test
    public void aScopesObserversLiveAsLongAsItIsOpen() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            AtomicInteger told = new AtomicInteger();
            engine.scope().observe(account, "a", event -> told.incrementAndGet());
            for (int round = 0; round < 5; round++) System.gc();
            account.set("a", 1);
            assertEquals(1, engine.dispatch());
            assertEquals(1, told.get());
        }
    }

    @Test
    public void callbacksAreKeptUntilTheLibraryGivesThemBack() {
        int before = Kept.count();
        Engine engine = driven();
        engine.setNotify(() -> {});
        engine.setTransport(request -> {});
        assertEquals(before + 2, Kept.count());
        engine.setNotify(null);
        engine.setTransport(request -> {});
        assertEquals(before + 1, Kept.count());
        engine.close();
        CallbacksTest.assertReleased(before);
    }

    // ---- Events ----

    @Test
    public void listenersAreToldAndOthersEventsStay() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> told = new ArrayList<>();
            Scope.Subscription first = scope.observe(account, "a", event -> told.add("first " + event.count()));
            Scope.Subscription silent = scope.observe(account, "a", null);
            account.set("a", 2);
            assertEquals(1, engine.dispatch());
            assertEquals(List.of("first 2"), told);
            Event event = engine.nextEvent(Duration.ZERO);
            assertEquals(silent.token(), event.token());
            assertEquals("root.a", event.text());
            assertNull(engine.nextEvent(Duration.ZERO));
            first.close();
            account.set("a", 3);
            assertEquals(0, engine.dispatch());
        }
    }

    @Test
    public void theSameListenerIsOneObserver() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> told = new ArrayList<>();
            java.util.function.Consumer<Event> changed = event -> told.add(event.text());
            Scope.Subscription first = scope.observe(account, "a", changed);
            Scope.Subscription second = scope.observe(account, "root.a", changed);
            assertEquals(first.token(), second.token());
            Scope.Subscription other = scope.observe(account, "b", changed);
            Scope.Subscription another = scope.observe(account, "a", event -> told.add("other"));
            assertEquals(3, java.util.Set.of(first.token(), other.token(), another.token()).size());
            account.set("a", 1);
            assertEquals(2, engine.dispatch());
            assertEquals(java.util.Set.of("root.a", "other"), java.util.Set.copyOf(told));
            first.close();
            first.close();
            account.set("a", 3);
            assertEquals(2, engine.dispatch()); // The second one is still there.
            second.close();
            Scope.Subscription again = scope.observe(account, "a", changed);
            assertFalse(again.token() == first.token());
            account.set("a", 2);
            assertEquals(2, engine.dispatch());
        }
    }

    @Test
    public void whatAListenerThrowsIsThrownFromDispatch() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            RuntimeException thrown = new IllegalStateException("no");
            AtomicInteger told = new AtomicInteger();
            scope.observe(account, "a", event -> {
                throw thrown;
            });
            scope.observe(account, "a", event -> told.incrementAndGet());
            account.set("a", 1);
            assertSame(thrown, assertThrows(IllegalStateException.class, engine::dispatch));
            assertEquals(1, engine.dispatch());
            assertEquals(1, told.get());
        }
    }

    @Test
    public void aListenerMayCloseTheEngine() {
        Engine engine = Engine.open();
        Account account = engine.account("ann");
        engine.scope().observe(account, "a", event -> engine.close());
        account.set("a", 1);
        refused(Status.CLOSED, engine::dispatch);
        refused(Status.CLOSED, () -> account.get("a"));
    }

    @Test
    public void longTextsComeWhole() {
        try (Engine engine = Engine.open(new EngineOptions().maxDepth(1000).maxPathBytes(65535));
            Account account = engine.account("ann"); Scope scope = engine.scope()) {
            String path = "root" + ("." + "x".repeat(250)).repeat(200);
            scope.observe(account, path, null);
            account.set(path, 1);
            assertEquals(path, engine.nextEvent(Duration.ZERO).text());
            assertEquals(path, account.list(path, ListFlag.SUBTREE).entries().get(0).path());
            for (int at = 0; at < 500; at++) account.set("many.n" + at, 1);
            assertEquals(500, account.list("many").entries().size());
        }
    }

    @Test
    public void badgesAreListedPageByPage() {
        try (Engine engine = Engine.open(new EngineOptions()); Account account = engine.account("ann")) {
            for (int at = 0; at < 7; at++) account.set("a.n" + at, at + 1);
            List<String> paths = new ArrayList<>();
            Account.Listing page = null;
            do {
                page = account.listPage("a", page == null ? null : page.next(), 3);
                assertTrue(page.entries().size() <= 3);
                assertEquals(7, page.revision());
                for (BadgeEntry entry : page.entries()) paths.add(entry.path());
                assertEquals(page.hasMore(), page.next() != null);
            } while (page.next() != null);
            assertEquals(List.of("root.a.n0", "root.a.n1", "root.a.n2", "root.a.n3", "root.a.n4", "root.a.n5", "root.a.n6"),
                paths);
            assertFalse(account.list("a").hasMore());
        }
    }

    @Test
    public void changesComeInPiecesOrNotAtAll() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.changes(0, 0);
            for (int at = 0; at < 10; at++) account.set("n" + at, 1);
            Account.Changes some = account.changes(0, 0, 4).orElseThrow();
            assertTrue(some.hasMore());
            refused(Status.BUFFER_TOO_SMALL, () -> account.changes(0, 0, 1));
            assertFalse(account.changes(some.revision(), 0).orElseThrow().hasMore());
            assertTrue(account.changes(99, 0).isEmpty());
            assertTrue(account.changes(0, account.state().epoch() + 1).isEmpty());
        }
    }

    @Test
    public void notifyWakesTheHost() throws Exception {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            CountDownLatch woken = new CountDownLatch(1);
            engine.setNotify(woken::countDown);
            scope.observe(account, "a", null);
            account.set("a", 1);
            assertTrue(woken.await(60, TimeUnit.SECONDS));
            assertTrue(engine.descriptor() >= 0);
        }
    }

    // ---- Threads ----

    @Test
    public void closingWakesWhoWaitsForEvents() throws Exception {
        Engine engine = Engine.open();
        List<Thread> threads = new ArrayList<>();
        for (int at = 0; at < 3; at++) threads.add(new Thread(engine::runEvents));
        threads.forEach(Thread::start);
        engine.close();
        for (Thread thread : threads) {
            thread.join(60_000);
            assertFalse(thread.isAlive());
        }
    }

    @Test
    public void threadsOutliveTheEngine() throws Exception {
        Engine engine = Engine.open();
        Account account = engine.account("ann");
        Scope scope = engine.scope();
        AtomicInteger told = new AtomicInteger();
        scope.observe(account, "root", event -> told.incrementAndGet(), ObserveFlag.SUBTREE);
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(4);
        List<Thread> threads = new ArrayList<>();
        for (int at = 0; at < 4; at++) {
            String path = "t" + at;
            threads.add(new Thread(() -> {
                try {
                    for (int round = 0; ; round++) {
                        if (round == 100) running.countDown();
                        account.add(path, 1);
                        account.list("root", ListFlag.SUBTREE);
                        engine.dispatch();
                    }
                } catch (TallyException closed) {
                    if (closed.status() != Status.CLOSED) wrong.set(closed);
                } catch (Throwable error) {
                    wrong.set(error);
                }
            }));
        }
        threads.forEach(Thread::start);
        assertTrue(running.await(60, TimeUnit.SECONDS));
        engine.close();
        for (Thread thread : threads) {
            thread.join(60_000);
            assertFalse(thread.isAlive());
        }
        assertNull(String.valueOf(wrong.get()), wrong.get());
        assertTrue(told.get() > 0);
    }

    @Test
    public void messagesBelongToTheThreadThatFailed() throws Exception {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            List<CompletableFuture<Void>> all = new ArrayList<>();
            for (int at = 0; at < 4; at++) {
                String bad = "p" + at + "..x";
                all.add(CompletableFuture.runAsync(() -> {
                    for (int round = 0; round < 500; round++) {
                        TallyException error = assertThrows(TallyException.class, () -> account.set(bad, 1));
                        assertTrue(error.getMessage(), error.getMessage().contains("'" + bad + "'"));
                    }
                }));
            }
            for (CompletableFuture<Void> each : all) each.get(60, TimeUnit.SECONDS);
        }
    }

    // ---- Feeds ----

    @Test
    public void aHostsTransportAnswersAndAForcedRefreshCompletes() throws Exception {
        Engine engine = Engine.open();
        try (Account account = engine.account("ann")) {
            List<String> asked = new ArrayList<>();
            engine.setTransport(request -> {
                asked.add(request.method() + " " + request.url());
                asked.add(request.headers() + request);
                engine.respond(request.id(), 200, "ETag: \"1\"\r\n", PAGE);
            });
            Feed feed = account.addFeed("inbox", new FeedOptions().url("https://example.org/feed"));
            account.setCredential("https://example.org",
                new Credential().kind(CredentialKind.BEARER).secret("secret"));
            account.logIn();
            Thread thread = new Thread(engine::runEvents);
            thread.start();
            assertEquals(Status.OK, feed.refreshNow().get(60, TimeUnit.SECONDS).result());
            assertEquals("GET https://example.org/feed?limit=200", asked.get(0));
            assertTrue(asked.get(1), asked.get(1).contains("Bearer secret\r\n"));
            assertEquals("It is in the headers alone.", asked.get(1).indexOf("secret"), asked.get(1).lastIndexOf("secret"));
            assertTrue(asked.get(1), asked.get(1).endsWith(", method=GET, flags=[CREDENTIAL]]"));
            assertEquals(2, account.get("chat.bo").count());
            Message message = account.messages("root", null, 10, MessagesFlag.SUBTREE).get(0);
            assertEquals("Grüße 😀", message.title());
            assertEquals(1, account.read(message.key()));
            refused(Status.NOT_FOUND, () -> account.read(message.key() + 1));
            engine.close();
            thread.join(60_000);
        }
    }

    @Test
    public void whatATransportThrowsIsThrownFromStepAndTheRequestHasFailed() throws Exception {
        try (Engine engine = driven(); Account account = engine.account("ann")) {
            RuntimeException thrown = new IllegalStateException("no network here");
            engine.setTransport(request -> {
                refused(Status.THREAD, engine::close);
                throw thrown;
            });
            Feed feed = account.addFeed("inbox", new FeedOptions().url("https://example.org/feed"));
            account.logIn();
            CompletableFuture<Event> done = feed.refreshNow();
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> {
                while (true) engine.step();
            }));
            while (!done.isDone()) {
                engine.step();
                engine.dispatch();
            }
            assertEquals(Status.NETWORK, done.get().result());
            assertEquals("no network here", done.get().text());
        }
    }

    @Test
    public void aTransportReportsThatThereIsNoResponse() throws Exception {
        try (Engine engine = driven(); Account account = engine.account("ann")) {
            engine.setTransport(request -> engine.respond(request.id(), Status.TIMEOUT, "too slow"));
            account.logIn();
            CompletableFuture<Event> done =
                account.addFeed("inbox", new FeedOptions().url("https://example.org/feed")).refreshNow();
            while (!done.isDone()) {
                engine.step();
                engine.dispatch();
            }
            assertEquals("TIMEOUT too slow", done.get().result() + " " + done.get().text());
        }
    }

    @Test
    public void pagesAreDelivered() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Feed feed = account.addFeed("socket", new FeedOptions().title("kept"));
            refused(Status.LOGGED_OUT, () -> feed.deliver(PAGE));
            account.logIn();
            feed.deliver(PAGE);
            assertEquals(2, account.get("root").count());
            assertEquals("kept", account.feeds(null, 10).get(0).title());
            assertEquals(0, feed.get().state().requests());
            refused(Status.PROTOCOL, () -> feed.deliver(new byte[] {1}));
        }
    }

    @Test
    public void aFeedIsObserved() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            account.logIn();
            Feed feed = account.addFeed("inbox",
                new FeedOptions().title("Inbox").exactDelay(true));
            List<Event> told = new ArrayList<>();
            Scope.Subscription subscription = scope.observeFeed(feed, told::add);
            feed.deliver(PAGE);
            assertEquals(1, engine.dispatch());
            Event event = told.get(0);
            assertEquals(EventKind.SYNCED, event.kind());
            assertEquals(subscription.token(), event.token());
            assertEquals("Inbox", event.text());
            assertEquals("2", event.shown());
            assertEquals(new PageInfo(true, null, false), feed.pageShown(0));
            subscription.close();
            feed.deliver(PAGE);
            assertEquals(0, engine.dispatch());
            assertEquals(1, told.size());
        }
    }

    @Test
    public void whatAClockThrowsIsThrownFromStep() {
        AtomicInteger broken = new AtomicInteger();
        RuntimeException thrown = new IllegalStateException("no time");
        Clock clock = new Clock() {
            @Override
            public Instant wall() {
                if (broken.get() != 0) throw thrown;
                return Instant.ofEpochMilli(1767225600000L);
            }

            @Override
            public Duration elapsed() {
                return Duration.ofSeconds(1);
            }
        };
        try (Engine engine = Engine.open(new EngineOptions().hostDriven(true).clock(clock))) {
            engine.step();
            broken.set(1);
            assertSame(thrown, assertThrows(IllegalStateException.class, engine::step));
            broken.set(0);
            engine.step();
        }
    }

    // ---- Errors and values ----

    @Test
    public void errorsHaveStatusNameAndWords() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            TallyException error = assertThrows(TallyException.class, () -> account.set("a..b", 1));
            assertEquals(Status.PATH, error.status());
            assertEquals("TALLY_ERROR_PATH", error.statusName());
            assertTrue(error.getMessage().contains("a component is empty, at byte 2"));
            assertThrows(TallyException.Path.class, () -> account.set("a..b", 1));
            refused(Status.ARGUMENT, () -> account.set("a\0b", 1));
            refused(Status.ARGUMENT, () -> account.set(null, 1));
            for (String half : List.of("a\ud800", "\udc00b", "a\ud800b", "\udc00\ud800")) {
                refused(Status.ARGUMENT, () -> account.set(half, 1));
                refused(Status.ARGUMENT, () -> account.post("a", new MessageOptions().title(half)));
                refused(Status.ARGUMENT, () -> account.batch(List.of(Operation.set(half, 1))));
                refused(Status.ARGUMENT, () -> Tally.join(half, "\udc00"));
            }
            account.set("\ud83d\ude00", 1);
            assertEquals("root.\ud83d\ude00", account.list("root").entries().get(0).path());
            account.clearTree("root");
            refused(Status.RANGE, () -> account.set("a", -1));
            refused(Status.RANGE, () -> account.post("a", new MessageOptions().count(1L << 32)));
            refused(Status.ARGUMENT, () -> engine.account(""));
            BatchException batch = assertThrows(BatchException.class, () ->
                account.batch(List.of(Operation.set("a", 1), Operation.add("b", -1))));
            assertEquals(Status.NOT_APPLIED, batch.results().get(0).status());
            assertEquals(Status.RANGE, batch.results().get(1).status());
        }
    }

    @Test
    public void eachErrorHasAClassOfItsName() {
        for (Status status : Status.values()) {
            if (!status.isError()) continue;
            TallyException error = TallyException.of(status, "no");
            assertEquals(status, error.status());
            String name = error.getClass().getSimpleName().toUpperCase(java.util.Locale.ROOT);
            assertEquals(status.name().replace("_", ""), name);
        }
        TallyException later = TallyException.of(-1234, "no");
        assertSame(TallyException.class, later.getClass());
        assertSame(Status.UNKNOWN, later.status());
    }

    @Test
    public void numbersOfANewerLibraryAreUnknown() {
        assertSame(EventKind.UNKNOWN, EventKind.of(1234));
        assertSame(EventKind.SYNCED, EventKind.of(EventKind.SYNCED.value()));
        assertSame(Status.UNKNOWN, Status.of(77));
        assertFalse(Status.UNKNOWN.isError());
        assertEquals(Set.of(BadgeFlag.FED), Codes.set(BadgeFlag.class, 1 << 30 | BadgeFlag.FED.value()));
        assertNull(Times.timeOfDay(86_400));
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            refused(Status.ARGUMENT, () -> account.mute("a", MuteMode.UNKNOWN, null));
        }
    }

    @Test
    public void timesBecomeNumbersAndTimesAgain() {
        assertEquals(0, Times.timestamp(null));
        assertEquals(1, Times.timestamp(Instant.EPOCH)); // 0 is no time.
        assertEquals(Long.MAX_VALUE, Times.timestamp(Instant.MAX));
        assertEquals(Long.MIN_VALUE, Times.timestamp(Instant.MIN));
        assertEquals(at(-5), Times.instant(Times.timestamp(at(-5))));
        assertEquals(1001, Times.milliseconds(Duration.ofSeconds(1).plusNanos(1)));
        assertEquals(-1, Times.milliseconds(Tally.OFF));
        assertEquals(-1, Times.milliseconds(Duration.ofNanos(-1)));
        assertEquals(Long.MAX_VALUE, Times.milliseconds(Duration.ofSeconds(Long.MAX_VALUE)));
        assertEquals("0 -1", Times.milliseconds(null) + " " + Times.orNone(null));
        assertNull(Times.duration(-1));
        assertEquals(20260131, Times.number(LocalDate.of(2026, 1, 31)));
        assertEquals(LocalDate.of(2026, 1, 31), Times.day(20260131));
        assertEquals(-1, Times.number(LocalDate.MAX));
        assertNull(Times.day(0));
    }

    @Test
    public void aCredentialDoesNotShowItsSecret() {
        Credential credential = new Credential().kind(CredentialKind.BASIC).name("ann").secret("hunter2");
        assertEquals("Credential[kind=BASIC, name=ann, secret=…, format=null]", credential.toString());
        assertEquals("Credential[kind=null, name=null, secret=null, format=null]", new Credential().toString());
    }

    @Test
    public void operationsOnNodesEachOnItsOwn() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Node node = account.node("n");
            Node other = account.node("o");
            Account.Batch done = account.batchEach(List.of(
                Operation.set(node, 3), Operation.set(other, -1), Operation.add(node, 2),
                Operation.get(node), Operation.get(other), Operation.dot(other), Operation.get("o"),
                Operation.clear(other), Operation.clearTree("o"), Operation.mute("n", MuteMode.ALL)));
            List<Operation.Result> results = done.results();
            assertEquals(Status.OK, results.get(0).status());
            assertEquals(Status.RANGE, results.get(1).status());
            assertTrue(results.get(1).isRejected());
            assertTrue(done.message(), done.message().startsWith("a count must be"));
            assertEquals("5", results.get(3).shown());
            assertEquals("nothing", results.get(4).shown());
            assertEquals("dot", results.get(6).shown());
            assertEquals("nothing", account.get("root").shown());
            done = account.batchEach(List.of(Operation.add(node, 1), Operation.get(node)));
            assertEquals(6, done.results().get(1).count());
            assertNull(done.message());
            assertTrue(account.batchEach(List.of()).results().isEmpty());
            node.close();
            assertEquals(Status.STALE_HANDLE,
                account.batchEach(List.of(Operation.get(node))).results().get(0).status());
            BatchOptions named = new BatchOptions().each(true).id("1");
            refused(Status.ARGUMENT, () -> account.batch(List.of(Operation.dot("n")), named));
        }
    }

    @Test
    public void mutesOfABatchEnd() {
        AtomicLong time = new AtomicLong();
        Clock clock = new Clock() {
            @Override
            public Instant wall() {
                return at(1_000_000 + time.get());
            }

            @Override
            public Duration elapsed() {
                return Duration.ofMillis(time.get());
            }
        };
        EngineOptions options = new EngineOptions().hostDriven(true).clock(clock);
        try (Engine engine = Engine.open(options); Account account = engine.account("ann")) {
            account.batchEach(List.of(Operation.set("a", 1),
                Operation.mute("a", MuteMode.ALL).until(at(1_000_005))));
            assertEquals("nothing", account.get("root").shown());
            time.set(5);
            engine.step();
            assertEquals("1", account.get("root").shown());
        }
    }

    @Test
    public void snapshotsAndPatchesListTheirNodes() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann");
            Snapshot before = account.snapshot("root")) {
            account.set("a.x", 3);
            account.dot("b");
            account.mute("b", MuteMode.NUMBER, null);
            try (Snapshot after = account.snapshot("root")) {
                Page<SnapshotEntry> entries = after.list("root", null, 10, ListFlag.SUBTREE);
                assertEquals(List.of("a.x", "b"), entries.stream().map(SnapshotEntry::path).toList());
                assertEquals(3, entries.get(0).count());
                assertEquals(MuteMode.NUMBER, entries.get(1).mute());
                Page<SnapshotEntry> first = after.list("root", null, 1, ListFlag.SUBTREE);
                assertTrue(first.hasMore());
                assertEquals("b", after.list("root", first.next(), 10, ListFlag.SUBTREE).get(0).path());
                Page<PatchEntry> changes = Tally.patchList(before.diff(after), "root", null, 10, ListFlag.SUBTREE);
                assertEquals(List.of("a.x", "b"), changes.stream().map(PatchEntry::path).toList());
                assertEquals(BadgeKind.NONE, changes.get(0).beforeKind());
                assertEquals(3, changes.get(0).afterCount());
                refused(Status.MALFORMED, () -> Tally.patchList(new byte[] {1}, null, null, 10));
            }
        }
    }

    @Test
    public void theOutboxIsFollowed() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.configure(new AccountSettings().outbox(OutboxMode.LEASED));
            Page<OutboxEntry> rows = account.outbox(null, 10, ListFlag.FOLLOW);
            assertTrue(rows.isEmpty());
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY));
            rows = account.outbox(rows.next(), 10, ListFlag.FOLLOW);
            assertEquals(1, rows.size());
            assertFalse(rows.hasMore());
            assertTrue(account.outbox(rows.next(), 10, ListFlag.FOLLOW).isEmpty());
            assertNull(account.outbox(null, 10).next());
        }
    }

    @Test
    public void limitsChange() {
        try (Engine engine = Engine.open(new EngineOptions().maxDepth(7)); Account account = engine.account("ann")) {
            assertEquals(7, engine.limit(Limit.DEPTH));
            account.set("a", 1);
            assertEquals(engine.limit(Limit.NODES), engine.limit(Limit.NODES, 2));
            refused(Status.LIMIT, () -> account.set("b", 1));
            assertEquals(2, engine.limit(Limit.NODES, 9));
            account.set("b", 1);
            refused(Status.UNSUPPORTED, () -> engine.limit(Limit.DEPTH, 8));
        }
    }

    private static byte[] bytes(Account account) {
        try (Snapshot snapshot = account.snapshot("root")) {
            return snapshot.encode();
        }
    }

    @Test
    public void itemsOfManyAccountsAreAppliedOnce() {
        try (Engine engine = driven()) {
            List<Item> items = List.of(
                new Item("ann", "1", null).add("chat.bo", 2).dot("mail"),
                new Item("bo", "2", null).post("in", new MessageOptions().title("Hello").id("hello")).post("in", null)
                    .withdraw("hello").readPath("out", MessagesFlag.SUBTREE)
                    .putReminder("milk", new ReminderOptions().shelfLife(10).shelfUnit(Unit.DAY))
                    .editReminder("milk", new ReminderOptions().title("Milk")).reminderDone("milk"),
                new Item("ann", "1", null).add("chat.bo", 2),
                new Item("cy").set("b", 1).set("a", -1));
            EngineBatchOptions log = new EngineBatchOptions().source("log").epoch(1).position(4);
            assertEquals(Status.PARTIAL, engine.batch(items, log));
            assertEquals(
                List.of(Status.OK, Status.OK, Status.ALREADY_APPLIED, Status.RANGE), statuses(items));
            assertEquals(Status.NOT_APPLIED, items.get(3).results().get(0).status());
            assertEquals(Status.RANGE, items.get(3).results().get(1).status());
            assertTrue(items.get(1).results().get(0).key() != 0);
            try (Account ann = engine.account("ann"); Account bo = engine.account("bo")) {
                assertEquals(2, ann.get("root").count());
                assertEquals(1, bo.get("in").count());
                assertEquals("Milk", bo.reminders(null, 10).get(0).title());
            }
            refused(Status.NOT_FOUND,
                () -> engine.account("cy", new AccountOptions().existing(true)));
            assertEquals(Status.ALREADY_APPLIED, engine.batch(items, log));
            assertEquals(new Position(1, 4, null), engine.position("log"));
            refused(Status.STALE_EPOCH,
                () -> engine.batch(items, new EngineBatchOptions().source("log").position(5)));
            assertEquals(java.util.Collections.nCopies(4, Status.NOT_APPLIED), statuses(items));
            refused(Status.NOT_FOUND, () -> engine.position("other"));
            assertEquals(Status.OK, engine.batch(List.of()));
        }
    }

    private static List<Status> statuses(List<Item> items) {
        return items.stream().map(Item::status).toList();
    }

    @Test
    public void anotherEngineTakesThePlaceOfTheFirst() {
        try (Engine engine = driven(); Engine other = driven()) {
            engine.batch(List.of(new Item("ann", "1", null).post("in", null)),
                new EngineBatchOptions().source("log").position(1));
            byte[] ann = engine.exportAccount("ann");
            List<Import> both = List.of(new Import("ann", ann), new Import(null, engine.exportSource("log")));
            List<Import> some = List.of(both.get(0), both.get(1), new Import("bad", new byte[] {1, 2, 3}));
            assertEquals(List.of(Status.OK, Status.OK, Status.MALFORMED), other.importAll(some));
            assertEquals(1, other.position("log").position());
            assertArrayEquals(ann, other.exportAccount("ann"));
            assertEquals(List.of(Status.EXISTS), other.importAll(both.subList(0, 1)));
            assertEquals(List.of(Status.OK, Status.OK), other.importAll(both, ImportFlag.REPLACE));
            assertEquals(List.of(), other.importAll(List.of()));
            assertEquals(List.of(Status.MALFORMED), other.importAll(List.of(new Import("bo", new byte[0]))));
            refused(Status.NOT_FOUND, () -> other.exportAccount("bo"));
            refused(Status.ARGUMENT, () -> other.importAll(List.of(new Import("b\0", ann))));
        }
    }

    private static Instant at(long milliseconds) {
        return Instant.ofEpochMilli(milliseconds);
    }

    @Test
    public void badgesEndByTheTimeOfALog() {
        try (Engine engine = driven(); Account ann = engine.account("ann")) {
            engine.batch(List.of(new Item("ann", null, at(1000)).set("a", 1, at(2000)),
                new Item(null, null, at(1999))),
                new EngineBatchOptions().source("log").position(1));
            assertEquals(1, ann.get("a").count());
            engine.batch(List.of(new Item(null, null, at(2000))), new EngineBatchOptions().source("log").position(2));
            assertEquals(0, ann.get("a").count());
            assertEquals(at(2000), engine.position("log").time());
        }
    }

    @Test
    public void batchesStylesAndSnapshots() {
        try (Engine engine = Engine.open();
            Account account = engine.account("ann");
            Account bo = engine.account("bo")) {
            Node node = account.node("a.b");
            BatchOptions once = new BatchOptions().id("one");
            List<Operation> operations = List.of(Operation.set("a.b", 7), Operation.get(node),
                Operation.dot("c").until(Instant.now().plusSeconds(3600)), Operation.mute("c", MuteMode.NUMBER));
            Account.Batch batch = account.batch(operations, once);
            assertEquals(7, batch.results().get(1).count());
            assertTrue(account.batch(operations, once).isRepeated());
            node.close();
            refused(Status.STALE_HANDLE, node::get);

            account.setStyle("a", new Style().maxCount(5).icon("hot").fontSize(2.5f));
            assertEquals("5+", account.present("a.b").text());
            assertEquals("hot", account.style("a").icon());
            assertEquals(Float.valueOf(2.5f), account.style("a").fontSize());
            assertNull(account.style("a").dotRadius());
            assertNull(account.style("a.b").icon());
            assertEquals("99+", Tally.present(BadgeKind.NUMBER, 100, null).text());
            assertEquals(account.get("a.b").shown(), Tally.present(account.get("a.b"), null).text());

            try (Snapshot snapshot = account.snapshot("root"); Snapshot other = bo.snapshot("root")) {
                byte[] patch = other.diff(snapshot);
                assertArrayEquals(patch, bo.diff("root", account, "root"));
                bo.apply("root", patch);
                assertEquals(account.digest("root"), bo.digest("root"));
                refused(Status.CONFLICT, () -> bo.apply("root", patch));
                bo.apply("root", Tally.inverse(patch));
                assertArrayEquals(other.encode(), bytes(bo));
                bo.restore("root", snapshot);
                assertArrayEquals(snapshot.encode(), bytes(bo));
            }
            refused(Status.MALFORMED, () -> Snapshot.decode(new byte[] {1, 2}));
            assertFalse(account.explain("root", null, 10).isEmpty());
            assertEquals("root.a\\.b", Tally.join("root", "a.b"));
            assertEquals(1, Tally.component("x.y", 1).length());
        }
    }

    @Test
    public void badgesHaveKinds() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            account.dot("a");
            account.set("b", 3);
            assertEquals(BadgeKind.DOT, account.get("a").kind());
            assertEquals(BadgeKind.NUMBER, account.get("b").kind());
            assertEquals("dot 3 nothing", account.get("a") + " " + account.get("b") + " " + account.get("c"));
            Node node = account.node("c");
            node.dot(Instant.MAX);
            assertEquals("dot", node.get().shown());
            node.set(4, Instant.MAX);
            assertEquals("4", node.get().shown());
            assertEquals("dot", account.batch(List.of(Operation.get("a"))).results().get(0).shown());
            scope.observe(account, "a", null, ObserveFlag.INITIAL);
            assertEquals("dot", engine.nextEvent(Duration.ZERO).shown());
            assertEquals("", Tally.present(BadgeKind.DOT, 7, null).text());
        }
    }

    @Test
    public void accountsSayWhatTheyAre() {
        try (Engine engine = Engine.open()) {
            AccountOptions existing = new AccountOptions().existing(true);
            refused(Status.NOT_FOUND, () -> engine.account("ann", existing));
            Account account = engine.account("ann");
            engine.account("ann", existing).close();
            account.set("a", 1);
            account.logIn();
            Account.State state = account.state();
            assertEquals("ann 1 true", state.name() + " " + state.revision() + " " + state.loggedIn());
            assertEquals("Account[ann]", account.toString());
            assertEquals(Feeding.UNSEEN, state.feeding());
            engine.setForeground(false);
            engine.setNetwork(false);
            engine.woke();
        }
    }

    @Test
    public void ofAReminderIsGivenWhatIsNotNull() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY)
                .title("Milk").body("Two").timeOfDay(LocalTime.MIDNIGHT));
            Reminder milk = account.reminders(null, 10).get(0);
            assertEquals("00:00 Milk Two", milk.timeOfDay() + " " + milk.title() + " " + milk.body());
            account.editReminder("milk", new ReminderOptions().timeOfDay(LocalTime.of(1, 0)).body(""));
            account.editReminder("milk", new ReminderOptions());
            milk = account.reminders(null, 10).get(0);
            assertEquals("01:00 Milk ", milk.timeOfDay() + " " + milk.title() + " " + milk.body());
            account.editReminder("milk", new ReminderOptions().repeatUnit(Unit.DAY).end(LocalDate.of(2099, 12, 31)));
            milk = account.reminders(null, 10).get(0);
            assertEquals("DAY 2099-12-31 null", milk.repeatUnit() + " " + milk.end() + " " + milk.overdueUnit());
            account.editReminder("milk", new ReminderOptions().repeatUnit(null).end(null));
            milk = account.reminders(null, 10).get(0);
            assertEquals("null null", milk.repeatUnit() + " " + milk.end());
            refused(Status.ARGUMENT, () -> account.putReminder("bread", new ReminderOptions()));
        }
    }

    @Test
    public void listsFillTheirLimit() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.configure(new AccountSettings().outbox(OutboxMode.LEASED));
            String body = "y".repeat(20_000);
            for (int number = 0; number < 5; number++) {
                account.putReminder("r" + number,
                    new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY).body(body));
            }
            // Each row is longer than the room that the library is first given.
            Page<Reminder> page = account.reminders(null, 3);
            assertTrue(page.hasMore());
            assertEquals(List.of("r0", "r1", "r2"), page.stream().map(Reminder::id).toList());
            assertFalse(account.reminders(page.next(), 3).hasMore());
            Page<OutboxEntry> first = account.leaseOutbox(Duration.ofMinutes(1), 2);
            assertTrue(first.hasMore());
            assertNull(first.next());
            assertEquals(List.of(1L, 2L), first.stream().map(OutboxEntry::id).toList());
            assertEquals(List.of(3L, 4L, 5L),
                account.leaseOutbox(Duration.ofMinutes(1), 100).stream().map(OutboxEntry::id).toList());
            assertTrue(account.leaseOutbox(Duration.ofMinutes(1), 100).isEmpty());
            refused(Status.BUFFER_TOO_SMALL, () -> account.reminders(null, 0)); // No room for any.
            refused(Status.ARGUMENT, () -> account.reminders(null, -1));
        }
    }

    /** A list continues behind a place, not behind a row: the last row of the page may be removed meanwhile. */
    @Test
    public void listsContinueBehindAPlace() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            String body = "y".repeat(5_000); // The pages are longer than the first room for their texts.
            for (int at = 0; at < 9; at++) account.post("m", new MessageOptions().id("" + at).body(body));
            Page<Message> page = account.messages("m", null, 3);
            assertEquals(List.of("8", "7", "6"), page.stream().map(Message::id).toList());
            String other = page.next();
            account.withdraw("6");
            List<String> rest = new ArrayList<>();
            while (page.next() != null) {
                page = account.messages("m", page.next(), 3);
                page.forEach(message -> rest.add(message.id()));
            }
            assertEquals(List.of("5", "4", "3", "2", "1", "0"), rest);
            assertFalse(page.hasMore());
            refused(Status.ARGUMENT, () -> account.messages("n", other, 3));
            refused(Status.ARGUMENT, () -> account.groups(null, other, 3));
            List<Reason> all = account.explain("m", null, 100);
            assertEquals(9, all.size()); // The node, and its messages.
            String behindTwo = account.explain("m", null, 2).next();
            assertEquals(all.subList(2, 9), account.explain("m", behindTwo, 100));
        }
    }

    @Test
    public void filesAreKeptCopiedAndSalvaged() throws Exception {
        Path folder = Files.createTempDirectory("tally");
        String file = folder.resolve("badges.db").toString();
        String copy = folder.resolve("copy.db").toString();
        try (Engine engine = Engine.open(new EngineOptions().file(file)); Account ann = engine.account("ann")) {
            ann.set("a", 4);
            engine.flush();
            engine.backup(copy);
            refused(Status.EXISTS, () -> engine.backup(copy));
            refused(Status.LOCKED, () -> Engine.open(new EngineOptions().file(file)));
            engine.verify();
            assertTrue(engine.stats().fileSize() > 0);
            assertEquals(64, engine.limit(Limit.DEPTH));
            engine.importAccount("bo", ann.exportAccount());
            assertEquals(List.of("ann", "bo"), engine.accounts(null, 10));
            Page<String> first = engine.accounts(null, 1);
            assertTrue(first.hasMore());
            assertEquals(List.of("bo"), engine.accounts(first.next(), 10));
        }
        Recovery recovery = Tally.recover(copy, folder.resolve("fresh.db").toString());
        assertEquals(1, recovery.accountsSaved());
        Tally.vacuum(folder.resolve("fresh.db").toString());
        refused(Status.IO, () -> Tally.vacuum(folder.resolve("none.db").toString()));
        try (Engine engine = Engine.open(new EngineOptions().file(copy))) {
            assertFalse(engine.hasSetAside());
            assertNotNull(engine.account("ann").get("a"));
            assertEquals(4, engine.account("ann").get("a").count());
        }
    }

    @Test
    public void logAndZoneCallbacksWork() {
        AtomicInteger asked = new AtomicInteger();
        EngineOptions options = new EngineOptions().zone("Here/There")
            .zoneFile(name -> {
                asked.incrementAndGet();
                return null;
            });
        try (Engine engine = Engine.open(options)) {
            for (int round = 0; round < 5; round++) System.gc();
            refused(Status.NOT_FOUND, () -> engine.setZone("No/Where"));
            assertTrue(asked.get() > 0);
        }
    }
}
