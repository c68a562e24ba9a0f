package dev.tally;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;

/** Badges that paths own, look-ups by identifiers, confirmed plans, large outputs, and observers of whole accounts. */
public class LookUpsTest {
    private static final Instant START = Instant.ofEpochMilli(1_767_225_600_000L);

    private static void refused(Status status, ThrowingRunnable body) {
        assertEquals(status, assertThrows(TallyException.class, body).status());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** An engine that the test drives, whose clocks are so many milliseconds after START. */
    private static Engine driven(AtomicLong passed) {
        return Engine.open(new EngineOptions().hostDriven(true).zone("UTC").clock(new Clock() {
            @Override
            public Instant wall() {
                return START.plusMillis(passed.get());
            }

            @Override
            public Duration elapsed() {
                return Duration.ofSeconds(1).plusMillis(passed.get());
            }
        }));
    }

    @Test
    public void aPathOwnsABadgeAndAMuteWithTheirEnds() {
        try (Engine engine = driven(new AtomicLong()); Account account = engine.account("ann")) {
            Instant end = START.plusSeconds(60);
            Instant muteEnd = START.plusSeconds(90);
            account.set("a", 3, end);
            account.mute("a", MuteMode.NUMBER, muteEnd);
            account.dot("a.b");
            assertEquals(new OwnBadge(BadgeKind.NUMBER, 3, end, muteEnd, MuteMode.NUMBER, Set.of(), null),
                account.getOwn("a"));
            assertEquals(new OwnBadge(BadgeKind.DOT, 0, null, null, MuteMode.NONE, Set.of(), null), account.getOwn("a.b"));
            assertEquals(new OwnBadge(BadgeKind.NONE, 0, null, null, MuteMode.NONE, Set.of(), null), account.getOwn("root"));
            refused(Status.PATH, () -> account.getOwn("a..b"));
        }
    }

    @Test
    public void aRuleHoldsAtItsPathAndBelowUntilItIsRemoved() {
        BadgeRule none = new BadgeRule(Feeding.DEFAULT, 0, Counting.DEFAULT);
        BadgeRule unseen = new BadgeRule(Feeding.UNSEEN, 0, Counting.DEFAULT);
        BadgeRule unread = new BadgeRule(Feeding.UNREAD, 0, Counting.DEFAULT);
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.post("mail.work", new MessageOptions().count(3));
            account.clearTree("root");
            assertEquals("nothing", account.get("mail.work").toString());
            account.setRule("mail", new BadgeRuleOptions().feeding(Feeding.UNREAD));
            assertEquals("3", account.get("mail.work").toString());
            assertEquals(List.of(unread, none), List.of(account.getRule("mail"), account.getRule("mail.work")));
            assertEquals(unread, account.getRule("mail.work", RuleFlag.EFFECTIVE));
            account.setRule("mail", new BadgeRuleOptions().feeding(Feeding.UNSEEN));
            assertEquals("nothing", account.get("mail.work").toString());
            account.configure(new AccountSettings().feeding(Feeding.UNREAD));
            assertEquals(Feeding.UNREAD, account.settings().feeding());
            assertEquals(unseen, account.getRule("mail.work", RuleFlag.EFFECTIVE));
            account.setRule("mail", null);
            assertEquals("3", account.get("mail.work").toString());
            assertEquals(none, account.getRule("mail"));
            assertEquals(unread, account.getRule("mail", RuleFlag.EFFECTIVE));
            account.setRule("mail", new BadgeRuleOptions().feeding(Feeding.UNSEEN));
            account.setRule("mail", new BadgeRuleOptions());
            assertEquals(none, account.getRule("mail"));
            refused(Status.PATH, () -> account.setRule("a..b", null));
        }
    }

    @Test
    public void thingsAreFoundByTheirIdentifiers() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.logIn();
            long key = account.post("in", new MessageOptions().id("one").title("One"));
            Feed feed = account.addFeed("inbox");
            feed.deliver(utf8("{\"cursor\":\"1\",\"items\":[{\"id\":\"one\",\"path\":\"in\",\"title\":\"Fed\"}]}"));
            long id = feed.get().state().id();
            assertEquals("One", account.message(key).title());
            assertEquals(key, account.findMessage(0, "one").key());
            assertEquals("Fed", account.findMessage(id, "one").title());
            refused(Status.NOT_FOUND, () -> account.message(key + 1000));
            refused(Status.NOT_FOUND, () -> account.findMessage(id, "two"));
            try (Feed found = account.findFeedById(id); Account same = engine.findAccount(account.state().id())) {
                assertEquals(id, found.get().state().id());
                assertEquals("ann", same.state().name());
            }
            refused(Status.NOT_FOUND, () -> account.findFeedById(id + 1000));
            refused(Status.NOT_FOUND, () -> engine.findAccount(account.state().id() + 1000));
        }
    }

    @Test
    public void aReminderIsFoundAndCategoriesAndStringsAreRemoved() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY).title("Milk"));
            assertEquals("Milk", account.reminder("milk").title());
            refused(Status.NOT_FOUND, () -> account.reminder("eggs"));
            account.setCategory("talk", "%u more messages", null);
            account.setStrings("%u more messages", "de", new Forms().other("%u weitere"));
            account.removeStrings("%u more messages", "de");
            account.removeCategory("talk");
            refused(Status.NOT_FOUND, () -> account.removeStrings("%u more messages", "de"));
            refused(Status.NOT_FOUND, () -> account.removeCategory("talk"));
        }
    }

    @Test
    public void aPlanIsOfferedUntilItIsConfirmed() {
        try (Engine engine = driven(new AtomicLong()); Account account = engine.account("ann")) {
            account.logIn();
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY));
            Account.PlanChanges first = account.planReminders(null);
            assertFalse(first.entries().isEmpty());
            Account.PlanChanges again = account.planReminders(null);
            assertEquals(first.entries(), again.entries());
            refused(Status.CONFLICT, () -> account.confirmPlan(first.plan().token()));
            assertTrue(account.confirmPlan(again.plan().token()));
            assertFalse(account.confirmPlan(again.plan().token()));
            assertEquals(List.of(), account.planReminders(null).entries());
        }
    }

    @Test
    public void anImportOfRemindersNamesTheSkippedEntries() {
        String file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\n"
            + "DUE;VALUE=DATE:20990101\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:" + "x".repeat(300) + "\r\n"
            + "DUE;VALUE=DATE:20990101\r\nEND:VTODO\r\nEND:VCALENDAR\r\n";
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Account.ReminderImport made = account.importReminders(utf8(file));
            assertEquals(1, made.taken());
            assertEquals(1, made.skipped().size());
            assertTrue(made.skipped().get(0).line() > 7);
            assertFalse(made.skipped().get(0).reason().isEmpty());
            assertEquals("Milk", account.reminder("milk").title());
            refused(Status.MALFORMED, () -> account.importReminders(utf8("nothing")));
        }
    }

    // ---- Large outputs ----

    @Test
    public void ownedBytesAreReleasedAlsoAfterAnError() {
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            account.set("a", 1);
            List<Pointer> given = new ArrayList<>();
            byte[] bytes = account.handle.use(at -> Calls.bytes(out -> {
                given.add(out);
                int status = Functions.tally_account_export(at, out);
                assertTrue(out.getLong(Raw.TALLY_BYTES_LENGTH) > 0);
                return status;
            }));
            assertArrayEquals(account.exportAccount(), bytes);
            // More than an array of Java holds: the copy fails.
            assertThrows(ArithmeticException.class, () -> account.handle.use(at -> Calls.bytes(out -> {
                given.add(out);
                int status = Functions.tally_account_export(at, out);
                out.setLong(Raw.TALLY_BYTES_LENGTH, 1L << 40);
                return status;
            })));
            assertEquals(2, given.size());
            for (Pointer each : given) {
                assertNull(each.getPointer(Raw.TALLY_BYTES_DATA)); // tally_bytes_release has set it.
                assertEquals(0, each.getLong(Raw.TALLY_BYTES_LENGTH));
            }
        }
    }

    /** A call returns at most 10,000 rows: longer lists continue, and rooms stay as they are. */
    @Test
    public void listsMayBeLongerThanACallReturns() {
        int count = 10_050;
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            Item item = new Item("ann", null, null);
            List<Operation> operations = new ArrayList<>();
            for (int at = 0; at < count; at++) {
                item.post("m", new MessageOptions().id("" + at));
                operations.add(Operation.set("b.n" + at, 1));
            }
            assertEquals(Status.OK, engine.batch(List.of(item)));
            account.batch(operations);
            assertEquals(count, account.messages("m", null, Integer.MAX_VALUE).size());
            Page<Message> most = account.messages("m", null, count - 1);
            assertEquals(count - 1, most.size());
            assertEquals(1, account.messages("m", most.next(), 20_000).size());
            Account.Listing badges = account.list("b", ListFlag.SUBTREE);
            assertEquals(count + 1, badges.entries().size());
            assertFalse(badges.hasMore());
        }
    }

    /** Two badges far apart change together all the time, so a list of one moment has the same number in both. */
    @Test
    public void aListOfBadgesInSeveralCallsIsOfOneMoment() throws Exception {
        int last = 1500;
        try (Engine engine = Engine.open(); Account account = engine.account("ann")) {
            List<Operation> all = new ArrayList<>();
            for (int at = 0; at <= last; at++) all.add(Operation.set("b.n" + at, 1));
            account.batch(all);
            AtomicBoolean isOver = new AtomicBoolean();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                for (int count = 2; !isOver.get(); count++) {
                    account.batch(List.of(Operation.set("b.n0", count), Operation.set("b.n999", count)));
                }
            });
            for (int round = 0; round < 100; round++) {
                List<BadgeEntry> rows = account.list("b").entries();
                assertEquals(last + 1, rows.size());
                assertEquals(rows.get(0).badge().count(), rows.get(last).badge().count());
            }
            isOver.set(true);
            writing.get(60, TimeUnit.SECONDS);
        }
    }

    // ---- Observers of whole accounts ----

    @Test
    public void allFeedsAreObserved() {
        byte[] page = utf8("{\"cursor\":\"1\",\"items\":[]}");
        int before = Kept.count();
        try (Engine engine = Engine.open(); Account ann = engine.account("ann"); Account bo = engine.account("bo");
            Scope scope = engine.scope()) {
            ann.logIn();
            bo.logIn();
            List<Event> all = new ArrayList<>();
            List<Event> ofBo = new ArrayList<>();
            Scope.Subscription every = scope.observeFeeds(null, all::add);
            Scope.Subscription one = scope.observeFeeds(bo, ofBo::add);
            ann.addFeed("inbox").deliver(page);
            assertEquals(1, engine.dispatch());
            bo.addFeed("inbox").deliver(page);
            Event event = engine.nextEvent(Duration.ZERO);
            assertEquals(EventKind.SYNCED, event.kind());
            assertEquals(0, event.token());
            assertEquals(List.of(every.token(), every.token()), all.stream().map(Event::token).toList());
            assertEquals(List.of(one.token()), ofBo.stream().map(Event::token).toList());
            assertEquals(bo.state().id(), ofBo.get(0).account());
            every.close();
            one.close();
            ann.findFeed("inbox").deliver(page);
            assertEquals(0, engine.dispatch());
            assertEquals(2, all.size());
            refused(Status.ARGUMENT, () -> scope.observeFeeds(null, null));
        }
        CallbacksTest.assertReleased(before);
    }

    @Test
    public void remindersAreObserved() {
        AtomicLong passed = new AtomicLong();
        try (Engine engine = driven(passed); Account account = engine.account("ann"); Scope scope = engine.scope()) {
            account.logIn();
            account.putReminder("milk", new ReminderOptions().shelfLife(7).shelfUnit(Unit.DAY));
            List<Event> told = new ArrayList<>();
            Consumer<Event> fails = event -> {
                throw new IllegalStateException("a listener");
            };
            scope.observeReminders(account, told::add);
            Scope.Subscription other = scope.observeReminders(null, fails);
            passed.set(Duration.ofDays(30).toMillis());
            assertEquals("a listener", assertThrows(IllegalStateException.class, engine::step).getMessage());
            assertEquals(1, told.size());
            assertEquals(EventKind.REMINDER, told.get(0).kind());
            assertEquals(account.reminder("milk").key(), told.get(0).reminder());
            other.close();
        }
    }
}
