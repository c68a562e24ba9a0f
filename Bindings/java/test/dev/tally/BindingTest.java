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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

public class BindingTest {
    private static final byte[] PAGE = ("{\"cursor\":\"1\",\"items\":[{\"id\":\"1\",\"path\":\"chat.bo\",\"count\":2,"
        + "\"title\":\"Grüße 😀\"}]}").getBytes(StandardCharsets.UTF_8);

    private static void refused(int status, ThrowingRunnable body) {
        TallyException refused = assertThrows(TallyException.class, body);
        assertEquals(refused.getMessage(), status, refused.status());
    }

    private static Engine driven() {
        return Engine.open(new EngineOptions().flags(Raw.TALLY_ENGINE_HOST_DRIVEN));
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
        List<Class<?>> types = new ArrayList<>(List.of(Raw.class.getDeclaredClasses()));
        types.addAll(List.of(EngineOptions.class, AccountOptions.class, BatchOptions.class, EngineBatchOptions.class,
            FeedOptions.class, MessageOptions.class, Forms.class, AccountSettings.class, ReminderOptions.class,
            PlanOptions.class, Style.class));
        for (Class<?> type : types) {
            try {
                var field = type.getDeclaredField("SIZE");
                sizes.add(field.getInt(null));
                String name = type.getSimpleName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
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
        Feed feed = account.addFeed("feed", null);
        Snapshot snapshot = account.snapshot("root");
        Scope.Subscription subscription = scope.observe(account, "a", 0, event -> {});
        engine.close();
        engine.close();
        for (ThrowingRunnable call : List.<ThrowingRunnable>of(engine::flush, () -> engine.nextEvent(0),
            () -> engine.account("bo"), () -> account.set("a", 1), () -> account.list("root", 0), node::get,
            feed::refresh, () -> scope.observeTotal(0, null), () -> engine.setTransport(request -> {}))) {
            refused(Raw.TALLY_ERROR_CLOSED, call);
        }
        assertTrue(snapshot.encode().length > 0);
        for (AutoCloseable each : List.of(subscription, node, feed, scope, account, snapshot)) {
            assertCloses(each);
            assertCloses(each);
        }
        refused(Raw.TALLY_ERROR_CLOSED, snapshot::encode);
        refused(Raw.TALLY_ERROR_CLOSED, () -> account.set("a", 1));
        engine.close(-2);
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
            refused(Raw.TALLY_ERROR_CLOSED, () -> again.get("a"));
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
                if (locked.status() != Raw.TALLY_ERROR_LOCKED) throw locked;
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
        engine.scope().observe(account, "root", 0, event -> told.addAndGet((int) event.count() + engine.hashCode()));
        account.addFeed("feed", null);
        account.node("a.b");
        account.snapshot("root");
    }

    @Test
    public void aScopesObserversLiveAsLongAsItIsOpen() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            AtomicInteger told = new AtomicInteger();
            engine.scope().observe(account, "a", 0, event -> told.incrementAndGet());
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
        assertEquals(before, Kept.count());
    }

    // ---- Events ----

    @Test
    public void listenersAreToldAndOthersEventsStay() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> told = new ArrayList<>();
            Scope.Subscription first = scope.observe(account, "a", 0, event -> told.add("first " + event.count()));
            Scope.Subscription silent = scope.observe(account, "a", 0, null);
            account.set("a", 2);
            assertEquals(1, engine.dispatch());
            assertEquals(List.of("first 2"), told);
            Raw.Event event = engine.nextEvent(0);
            assertEquals(silent.token(), event.token());
            assertEquals("root.a", event.text());
            assertNull(engine.nextEvent(0));
            first.close();
            account.set("a", 3);
            assertEquals(0, engine.dispatch());
        }
    }

    @Test
    public void theSameListenerIsOneObserver() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            List<String> told = new ArrayList<>();
            java.util.function.Consumer<Raw.Event> changed = event -> told.add(event.text());
            Scope.Subscription first = scope.observe(account, "a", 0, changed);
            Scope.Subscription second = scope.observe(account, "root.a", 0, changed);
            assertEquals(first.token(), second.token());
            Scope.Subscription other = scope.observe(account, "b", 0, changed);
            Scope.Subscription another = scope.observe(account, "a", 0, event -> told.add("other"));
            assertEquals(3, java.util.Set.of(first.token(), other.token(), another.token()).size());
            account.set("a", 1);
            assertEquals(2, engine.dispatch());
            assertEquals(java.util.Set.of("root.a", "other"), java.util.Set.copyOf(told));
            first.close();
            first.close();
            account.set("a", 3);
            assertEquals(2, engine.dispatch()); // The second one is still there.
            second.close();
            Scope.Subscription again = scope.observe(account, "a", 0, changed);
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
            scope.observe(account, "a", 0, event -> {
                throw thrown;
            });
            scope.observe(account, "a", 0, event -> told.incrementAndGet());
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
        engine.scope().observe(account, "a", 0, event -> engine.close());
        account.set("a", 1);
        refused(Raw.TALLY_ERROR_CLOSED, engine::dispatch);
        refused(Raw.TALLY_ERROR_CLOSED, () -> account.get("a"));
    }

    @Test
    public void longTextsComeWhole() {
        try (Engine engine = Engine.open(new EngineOptions().maxDepth(1000).maxPathBytes(65535));
            Account account = engine.account("ann"); Scope scope = engine.scope()) {
            String path = "root" + ("." + "x".repeat(250)).repeat(200);
            scope.observe(account, path, 0, null);
            account.set(path, 1);
            assertEquals(path, engine.nextEvent(0).text());
            assertEquals(path, account.list(path, Raw.TALLY_SUBTREE).entries().get(0).path());
            for (int at = 0; at < 500; at++) account.set("many.n" + at, 1);
            assertEquals(500, account.list("many", 0).entries().size());
        }
    }

    @Test
    public void badgesAreListedPageByPage() {
        try (Engine engine = Engine.open(new EngineOptions()); Account account = engine.account("ann")) {
            for (int at = 0; at < 7; at++) account.set("a.n" + at, at + 1);
            List<String> paths = new ArrayList<>();
            Account.Listing page = null;
            do {
                page = account.listPage("a", 0, page == null ? null : page.next(), 3);
                assertTrue(page.entries().size() <= 3);
                assertEquals(7, page.revision());
                for (Raw.BadgeEntry entry : page.entries()) paths.add(entry.path());
            } while (page.hasMore());
            assertEquals(List.of("root.a.n0", "root.a.n1", "root.a.n2", "root.a.n3", "root.a.n4", "root.a.n5", "root.a.n6"),
                paths);
            assertFalse(account.list("a", 0).hasMore());
        }
    }

    @Test
    public void changesComeInPiecesOrNotAtAll() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.changes(0, 0);
            for (int at = 0; at < 10; at++) account.set("n" + at, 1);
            Account.Changes some = account.changes(0, 0, 4).orElseThrow();
            assertTrue(some.hasMore());
            refused(Raw.TALLY_ERROR_BUFFER_TOO_SMALL, () -> account.changes(0, 0, 1));
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
            scope.observe(account, "a", 0, null);
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
        scope.observe(account, "root", Raw.TALLY_SUBTREE, event -> told.incrementAndGet());
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
                        account.list("root", Raw.TALLY_SUBTREE);
                        engine.dispatch();
                    }
                } catch (TallyException closed) {
                    if (closed.status() != Raw.TALLY_ERROR_CLOSED) wrong.set(closed);
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
                engine.respond(request.id(), 200, "ETag: \"1\"\r\n", PAGE);
            });
            Feed feed = account.addFeed("inbox", new FeedOptions().url("https://example.org/feed"));
            account.setCredential("https://example.org",
                new Credential().kind(Raw.TALLY_CREDENTIAL_KIND_BEARER).secret("secret"));
            account.logIn();
            Thread thread = new Thread(engine::runEvents);
            thread.start();
            assertEquals(Raw.TALLY_OK, feed.refreshNow().get(60, TimeUnit.SECONDS).result());
            assertEquals("GET https://example.org/feed?limit=200", asked.get(0));
            assertEquals(2, account.get("chat.bo").count());
            Raw.Message message = account.messages("root", Raw.TALLY_SUBTREE, null, 10).get(0);
            assertEquals("Grüße 😀", message.title());
            assertEquals(1, account.read(message.key()));
            refused(Raw.TALLY_ERROR_NOT_FOUND, () -> account.read(message.key() + 1));
            engine.close();
            thread.join(60_000);
        }
    }

    @Test
    public void whatATransportThrowsIsThrownFromStepAndTheRequestHasFailed() throws Exception {
        try (Engine engine = driven(); Account account = engine.account("ann")) {
            RuntimeException thrown = new IllegalStateException("no network here");
            engine.setTransport(request -> {
                refused(Raw.TALLY_ERROR_THREAD, engine::close);
                throw thrown;
            });
            Feed feed = account.addFeed("inbox", new FeedOptions().url("https://example.org/feed"));
            account.logIn();
            CompletableFuture<Raw.Event> done = feed.refreshNow();
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> {
                while (true) engine.step();
            }));
            while (!done.isDone()) {
                engine.step();
                engine.dispatch();
            }
            assertEquals(Raw.TALLY_ERROR_NETWORK, done.get().result());
            assertEquals("no network here", done.get().text());
        }
    }

    @Test
    public void pagesAreDelivered() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Feed feed = account.addFeed("socket", new FeedOptions().title("kept"));
            refused(Raw.TALLY_ERROR_LOGGED_OUT, () -> feed.deliver(PAGE));
            account.logIn();
            feed.deliver(PAGE);
            assertEquals(2, account.get("root").count());
            assertEquals("kept", account.feeds(null, 10).get(0).title());
            assertEquals(0, feed.get().state().requests());
            refused(Raw.TALLY_ERROR_PROTOCOL, () -> feed.deliver(new byte[] {1}));
        }
    }

    @Test
    public void aFeedIsObserved() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            account.logIn();
            Feed feed = account.addFeed("inbox",
                new FeedOptions().title("Inbox").flags(Raw.TALLY_FEED_OPTION_EXACT_DELAY));
            List<Raw.Event> told = new ArrayList<>();
            Scope.Subscription subscription = scope.observeFeed(feed, told::add);
            feed.deliver(PAGE);
            assertEquals(1, engine.dispatch());
            Raw.Event event = told.get(0);
            assertEquals(Raw.TALLY_EVENT_SYNCED, event.kind());
            assertEquals(subscription.token(), event.token());
            assertEquals("Inbox", event.text());
            assertEquals("2", event.shown());
            assertEquals(new Raw.PageInfo(true, -1, false), feed.pageShown(0));
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
            public long wall() {
                if (broken.get() != 0) throw thrown;
                return 1767225600000L;
            }

            @Override
            public long elapsed() {
                return 1000;
            }
        };
        try (Engine engine = Engine.open(new EngineOptions().flags(Raw.TALLY_ENGINE_HOST_DRIVEN).clock(clock))) {
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
            assertEquals(Raw.TALLY_ERROR_PATH, error.status());
            assertEquals("TALLY_ERROR_PATH", error.statusName());
            assertTrue(error.getMessage().contains("a component is empty, at byte 2"));
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.set("a\0b", 1));
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.set(null, 1));
            for (String half : List.of("a\ud800", "\udc00b", "a\ud800b", "\udc00\ud800")) {
                refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.set(half, 1));
                refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.post("a", new MessageOptions().title(half)));
                refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.batch(List.of(Operation.set(half, 1)), null));
                refused(Raw.TALLY_ERROR_ARGUMENT, () -> Tally.join(half, "\udc00"));
            }
            account.set("\ud83d\ude00", 1);
            assertEquals("root.\ud83d\ude00", account.list("root", 0).entries().get(0).path());
            account.clearTree("root");
            refused(Raw.TALLY_ERROR_RANGE, () -> account.set("a", -1));
            refused(Raw.TALLY_ERROR_RANGE, () -> account.post("a", new MessageOptions().count(1L << 32)));
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> engine.account(""));
            BatchException batch = assertThrows(BatchException.class, () ->
                account.batch(List.of(Operation.set("a", 1), Operation.add("b", -1)), null));
            assertEquals(Raw.TALLY_ERROR_NOT_APPLIED, batch.results().get(0).status());
            assertEquals(Raw.TALLY_ERROR_RANGE, batch.results().get(1).status());
        }
    }

    @Test
    public void operationsOnNodesEachOnItsOwn() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Node node = account.node("n");
            Node other = account.node("o");
            BatchException refused = assertThrows(BatchException.class, () -> account.applyNodes(List.of(
                NodeOperation.set(node, 3), NodeOperation.set(other, -1), NodeOperation.add(node, 2),
                NodeOperation.get(node), NodeOperation.get(other), NodeOperation.dot(other), NodeOperation.get(other),
                NodeOperation.clear(other), NodeOperation.clearTree(other),
                NodeOperation.mute(node, Raw.TALLY_MUTE_ALL))));
            assertEquals(Raw.TALLY_ERROR_RANGE, refused.status());
            List<Operation.Result> results = refused.results();
            assertEquals(Raw.TALLY_OK, results.get(0).status());
            assertEquals(Raw.TALLY_ERROR_RANGE, results.get(1).status());
            assertEquals("5", results.get(3).shown());
            assertEquals("nothing", results.get(4).shown());
            assertEquals("dot", results.get(6).shown());
            assertEquals("nothing", account.get("root").shown());
            assertEquals(6, account.applyNodes(List.of(NodeOperation.add(node, 1), NodeOperation.get(node)))
                .get(1).count());
            assertTrue(account.applyNodes(List.of()).isEmpty());
            node.close();
            refused(Raw.TALLY_ERROR_STALE_HANDLE, () -> account.applyNodes(List.of(NodeOperation.get(node))));
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
                new Item("ann", "1", 0).add("chat.bo", 2).dot("mail"),
                new Item("bo", "2", 0).post("in", new MessageOptions().title("Hello").id("hello")).post("in", null)
                    .withdraw("hello").readPath("out", Raw.TALLY_SUBTREE)
                    .putReminder("milk", new ReminderOptions().shelfLife(10).shelfUnit(Raw.TALLY_UNIT_DAY))
                    .editReminder("milk", new ReminderOptions().title("Milk")).reminderDone("milk"),
                new Item("ann", "1", 0).add("chat.bo", 2),
                new Item("cy").set("b", 1).set("a", -1));
            EngineBatchOptions log = new EngineBatchOptions().source("log").epoch(1).position(4);
            assertEquals(Raw.TALLY_PARTIAL, engine.batch(items, log));
            assertEquals(
                List.of(Raw.TALLY_OK, Raw.TALLY_OK, Raw.TALLY_ALREADY_APPLIED, Raw.TALLY_ERROR_RANGE), statuses(items));
            assertEquals(Raw.TALLY_ERROR_NOT_APPLIED, items.get(3).results().get(0).status());
            assertEquals(Raw.TALLY_ERROR_RANGE, items.get(3).results().get(1).status());
            assertTrue(items.get(1).results().get(0).key() != 0);
            try (Account ann = engine.account("ann"); Account bo = engine.account("bo")) {
                assertEquals(2, ann.get("root").count());
                assertEquals(1, bo.get("in").count());
                assertEquals("Milk", bo.reminders(null, 10).get(0).title());
            }
            refused(Raw.TALLY_ERROR_NOT_FOUND,
                () -> engine.account("cy", new AccountOptions().flags(Raw.TALLY_ACCOUNT_EXISTING)));
            assertEquals(Raw.TALLY_ALREADY_APPLIED, engine.batch(items, log));
            assertEquals(new Engine.Position(1, 4, 0), engine.position("log"));
            refused(Raw.TALLY_ERROR_STALE_EPOCH,
                () -> engine.batch(items, new EngineBatchOptions().source("log").position(5)));
            assertEquals(java.util.Collections.nCopies(4, Raw.TALLY_ERROR_NOT_APPLIED), statuses(items));
            refused(Raw.TALLY_ERROR_NOT_FOUND, () -> engine.position("other"));
            assertEquals(Raw.TALLY_OK, engine.batch(List.of(), null));
        }
    }

    private static List<Integer> statuses(List<Item> items) {
        return items.stream().map(Item::status).toList();
    }

    @Test
    public void anotherEngineTakesThePlaceOfTheFirst() {
        try (Engine engine = driven(); Engine other = driven()) {
            engine.batch(List.of(new Item("ann", "1", 0).post("in", null)),
                new EngineBatchOptions().source("log").position(1));
            byte[] ann = engine.export("ann", null);
            List<Import> both = List.of(new Import("ann", ann), new Import(null, engine.export(null, "log")));
            List<Import> some = List.of(both.get(0), both.get(1), new Import("bad", new byte[] {1, 2, 3}));
            assertEquals(List.of(Raw.TALLY_OK, Raw.TALLY_OK, Raw.TALLY_ERROR_MALFORMED), other.importAll(some, 0));
            assertEquals(1, other.position("log").position());
            assertArrayEquals(ann, other.export("ann", null));
            assertEquals(List.of(Raw.TALLY_ERROR_EXISTS), other.importAll(both.subList(0, 1), 0));
            assertEquals(List.of(Raw.TALLY_OK, Raw.TALLY_OK), other.importAll(both, Raw.TALLY_IMPORT_REPLACE));
            assertEquals(List.of(), other.importAll(List.of(), 0));
            assertEquals(List.of(Raw.TALLY_ERROR_MALFORMED), other.importAll(List.of(new Import("bo", new byte[0])), 0));
            refused(Raw.TALLY_ERROR_NOT_FOUND, () -> other.export("bo", null));
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> other.importAll(List.of(new Import("b\0", ann)), 0));
        }
    }

    @Test
    public void badgesEndByTheTimeOfALog() {
        try (Engine engine = driven(); Account ann = engine.account("ann")) {
            engine.batch(List.of(new Item("ann", null, 1000).set("a", 1, 2000), new Item(null, null, 1999)),
                new EngineBatchOptions().source("log").position(1));
            assertEquals(1, ann.get("a").count());
            engine.batch(List.of(new Item(null, null, 2000)), new EngineBatchOptions().source("log").position(2));
            assertEquals(0, ann.get("a").count());
            assertEquals(2000, engine.position("log").time());
        }
    }

    @Test
    public void batchesStylesAndSnapshots() {
        try (Engine engine = Engine.open();
            Account account = engine.account("ann");
            Account bo = engine.account("bo")) {
            Node node = account.node("a.b");
            BatchOptions once = new BatchOptions().id("one");
            List<Operation> operations = List.of(Operation.set("a.b", 7), Operation.get(null).at(node),
                Operation.dot("c").until(System.currentTimeMillis() + 3_600_000), Operation.mute("c", 1));
            Account.Batch batch = account.batch(operations, once);
            assertEquals(7, batch.results().get(1).count());
            assertTrue(account.batch(operations, once).isRepeated());
            node.close();
            refused(Raw.TALLY_ERROR_STALE_HANDLE, node::get);

            account.setStyle("a", new Style()
                .fields(Raw.TALLY_STYLE_FIELD_MAX_COUNT | Raw.TALLY_STYLE_FIELD_ICON | Raw.TALLY_STYLE_FIELD_FONT_SIZE)
                .maxCount(5).icon("hot").fontSize(2.5f));
            assertEquals("5+", account.present("a.b").text());
            assertEquals("hot", account.style("a").icon);
            assertEquals(2.5f, account.style("a").fontSize, 0);
            assertNull(account.style("a.b").icon);
            assertEquals("99+", Tally.present(Raw.TALLY_KIND_NUMBER, 100, null).text());

            try (Snapshot snapshot = account.snapshot("root"); Snapshot other = bo.snapshot("root")) {
                byte[] patch = other.diff(snapshot);
                assertArrayEquals(patch, bo.diff("root", account, "root"));
                bo.apply("root", patch, 0);
                assertEquals(account.digest("root"), bo.digest("root"));
                refused(Raw.TALLY_ERROR_CONFLICT, () -> bo.apply("root", patch, 0));
                bo.apply("root", Tally.inverse(patch), 0);
                assertArrayEquals(other.encode(), bytes(bo));
                snapshot.restore(bo, "root");
                assertArrayEquals(snapshot.encode(), bytes(bo));
            }
            refused(Raw.TALLY_ERROR_MALFORMED, () -> Snapshot.decode(new byte[] {1, 2}));
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
            assertEquals(Raw.TALLY_KIND_DOT, account.get("a").kind());
            assertEquals(Raw.TALLY_KIND_NUMBER, account.get("b").kind());
            assertEquals("dot 3 nothing", account.get("a") + " " + account.get("b") + " " + account.get("c"));
            Node node = account.node("c");
            node.dot(Long.MAX_VALUE);
            assertEquals("dot", node.get().shown());
            node.set(4, Long.MAX_VALUE);
            assertEquals("4", node.get().shown());
            assertEquals("dot", account.batch(List.of(Operation.get("a")), null).results().get(0).shown());
            scope.observe(account, "a", Raw.TALLY_OBSERVE_INITIAL, null);
            assertEquals("dot", engine.nextEvent(0).shown());
            assertEquals("", Tally.present(Raw.TALLY_KIND_DOT, 7, null).text());
        }
    }

    @Test
    public void accountsSayWhatTheyAre() {
        try (Engine engine = Engine.open()) {
            AccountOptions existing = new AccountOptions().flags(Raw.TALLY_ACCOUNT_EXISTING);
            refused(Raw.TALLY_ERROR_NOT_FOUND, () -> engine.account("ann", existing));
            Account account = engine.account("ann");
            engine.account("ann", existing).close();
            account.set("a", 1);
            account.logIn();
            Account.State state = account.state();
            assertEquals("ann 1 true", state.name() + " " + state.revision() + " " + state.loggedIn());
            assertEquals(Raw.TALLY_FEEDING_UNSEEN, state.feeding());
            engine.setForeground(false);
            engine.setNetwork(false);
            engine.woke();
        }
    }

    @Test
    public void ofAReminderIsGivenWhatIsNotNull() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Raw.TALLY_UNIT_DAY)
                .title("Milk").body("Two").time(0));
            Raw.Reminder milk = account.reminders(null, 10).get(0);
            assertEquals("0 Milk Two", milk.time() + " " + milk.title() + " " + milk.body()); // 0 is midnight.
            account.editReminder("milk", new ReminderOptions().time(3600).body(""));
            account.editReminder("milk", new ReminderOptions());
            milk = account.reminders(null, 10).get(0);
            assertEquals("3600 Milk ", milk.time() + " " + milk.title() + " " + milk.body());
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.putReminder("bread", new ReminderOptions()));
        }
    }

    @Test
    public void listsFillTheirLimit() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.configure(new AccountSettings().outbox(Raw.TALLY_OUTBOX_MODE_LEASED));
            String body = "y".repeat(20_000);
            for (int number = 0; number < 5; number++) {
                account.putReminder("r" + number,
                    new ReminderOptions().shelfLife(7).shelfUnit(Raw.TALLY_UNIT_DAY).body(body));
            }
            // Each row is longer than the room that the library is first given.
            Page<Raw.Reminder> page = account.reminders(null, 3);
            assertTrue(page.hasMore());
            assertEquals(List.of("r0", "r1", "r2"), page.stream().map(Raw.Reminder::id).toList());
            assertFalse(account.reminders(page.next(), 3).hasMore());
            Page<Raw.OutboxEntry> first = account.leaseOutbox(60_000, 2);
            assertTrue(first.hasMore());
            assertEquals(List.of(1L, 2L), first.stream().map(Raw.OutboxEntry::sequence).toList());
            assertEquals(List.of(3L, 4L, 5L),
                account.leaseOutbox(60_000, 100).stream().map(Raw.OutboxEntry::sequence).toList());
            assertTrue(account.leaseOutbox(60_000, 100).isEmpty());
            refused(Raw.TALLY_ERROR_BUFFER_TOO_SMALL, () -> account.reminders(null, 0)); // No room for any.
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.reminders(null, -1));
        }
    }

    /** A list continues behind a place, not behind a row: the last row of the page may be removed meanwhile. */
    @Test
    public void listsContinueBehindAPlace() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            String body = "y".repeat(5_000); // The pages are longer than the first room for their texts.
            for (int at = 0; at < 9; at++) account.post("m", new MessageOptions().id("" + at).body(body));
            Page<Raw.Message> page = account.messages("m", 0, null, 3);
            assertEquals(List.of("8", "7", "6"), page.stream().map(Raw.Message::id).toList());
            String other = page.next();
            account.withdraw("6");
            List<String> rest = new ArrayList<>();
            while (page.next() != null) {
                page = account.messages("m", 0, page.next(), 3);
                page.forEach(message -> rest.add(message.id()));
            }
            assertEquals(List.of("5", "4", "3", "2", "1", "0"), rest);
            assertFalse(page.hasMore());
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.messages("n", 0, other, 3));
            refused(Raw.TALLY_ERROR_ARGUMENT, () -> account.groups(null, 0, other, 3));
            List<Raw.Reason> all = account.explain("m", null, 100);
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
            engine.backup(copy, 0);
            refused(Raw.TALLY_ERROR_EXISTS, () -> engine.backup(copy, 0));
            refused(Raw.TALLY_ERROR_LOCKED, () -> Engine.open(new EngineOptions().file(file)));
            engine.verify();
            assertTrue(engine.stats().fileSize() > 0);
            assertEquals(64, engine.limits().maxDepth());
            engine.importAccount("bo", ann.exportAccount());
            assertEquals(List.of("ann", "bo"), engine.accounts(null, 10));
            Page<String> first = engine.accounts(null, 1);
            assertTrue(first.hasMore());
            assertEquals(List.of("bo"), engine.accounts(first.next(), 10));
        }
        Raw.Recovery recovery = Tally.recover(copy, folder.resolve("fresh.db").toString());
        assertEquals(1, recovery.accountsSaved());
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
            refused(Raw.TALLY_ERROR_NOT_FOUND, () -> engine.setZone("No/Where"));
            assertTrue(asked.get() > 0);
        }
    }
}
