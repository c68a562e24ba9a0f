using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;

namespace Tally.Tests
{
    /// <summary>
    /// Badges that paths own, look-ups by identifiers, confirmed plans, large outputs, long lists, and observers of
    /// whole accounts.
    /// </summary>
    internal sealed class LookUpTests
    {
        private static readonly DateTimeOffset Start = DateTimeOffset.FromUnixTimeMilliseconds(1767225600000);
        private static readonly byte[] Empty = Encoding.UTF8.GetBytes("{\"cursor\":\"1\",\"items\":[]}");

        private sealed class Hand : IClock
        {
            internal TimeSpan Passed { get; set; }

            public DateTimeOffset Wall => Start + Passed;

            public TimeSpan Elapsed => TimeSpan.FromSeconds(1) + Passed;
        }

        /// <summary>An engine that the test drives, with an account that is logged in.</summary>
        private static void Driven(Action<Engine, Account, Hand> body)
        {
            var clock = new Hand();
            using (var engine = new Engine(new EngineOptions
                { Flags = EngineFlags.HostDriven, Zone = "UTC", Clock = clock }))
            using (Account ann = engine.OpenAccount("ann"))
            {
                ann.LogIn();
                body(engine, ann, clock);
            }
        }

        private static ReminderOptions Milk => new ReminderOptions
        { ShelfLife = 7, ShelfUnit = Unit.Day, Title = "Milk" };

        [Test]
        internal void ThingsPrintWhatTheyAre() => Driven((engine, ann, clock) =>
        {
            Check.Same("Account ann", ann.ToString());
            Feed feed = ann.Feeds.Add("inbox", new FeedOptions { Title = "Inbox" });
            string info = feed.GetInfo().ToString();
            Check.Same("FeedInfo { State = FeedState { ", info.Substring(0, 31));
            Check.Same(", Title = Inbox }", info.Substring(info.Length - 17));
            Account closed = engine.OpenAccount("bo");
            closed.Dispose();
            Check.Same("Account (closed)", closed.ToString());
            string message = "";
            try
            {
                ann.Get(null);
            }
            catch (TallyException problem)
            {
                message = problem.Message;
            }
            Check.Same("path must not be null", message);
        });

        [Test]
        internal void APathOwnsABadgeAndAMuteWithTheirEnds() => Driven((engine, ann, clock) =>
        {
            ann.Set("a", 3, until: Start.AddMinutes(1));
            ann.Mute("a", MuteMode.Number, Start.AddMinutes(2));
            ann.Dot("a.b");
            OwnBadge own = ann.GetOwn("a");
            Check.Same("Number 3", $"{own.Kind} {own.Count}");
            Check.Same(Start.AddMinutes(1), own.Until);
            Check.Same(MuteMode.Number, own.Mute);
            Check.Same(Start.AddMinutes(2), own.MuteUntil);
            OwnBadge dot = ann.GetOwn("a.b");
            Check.Same("Dot 0 None", $"{dot.Kind} {dot.Count} {dot.Mute}");
            Check.Same(null, dot.Until);
            Check.Same(null, dot.MuteUntil);
            Check.Same(BadgeKind.None, ann.GetOwn("root").Kind);
            Check.Fails(Status.Path, () => ann.GetOwn("a..b"));
        });

        [Test]
        internal void ARuleHoldsAtItsPathAndBelowUntilItIsRemoved() => Driven((engine, ann, clock) =>
        {
            ann.Messages.Post("mail.work", new MessageOptions { Count = 3 });
            ann.ClearTree("root");
            Check.Same("nothing", ann.Get("mail.work").ToString());
            ann.SetRule("mail", new BadgeRuleOptions { Feeding = Feeding.Unread });
            Check.Same("3", ann.Get("mail.work").ToString());
            Check.Same("Unread 0", $"{ann.GetRule("mail").Feeding} {ann.GetRule("mail").Flags}");
            Check.Same(Feeding.Default, ann.GetRule("mail.work").Feeding);
            Check.Same(Feeding.Unread, ann.GetRule("mail.work", effective: true).Feeding);
            ann.SetRule("mail", new BadgeRuleOptions { Feeding = Feeding.Unseen });
            Check.Same("nothing", ann.Get("mail.work").ToString());
            ann.Configure(new AccountSettings { Feeding = Feeding.Unread });
            Check.Same(Feeding.Unread, ann.GetSettings().Feeding);
            Check.Same(Feeding.Unseen, ann.GetRule("mail.work", effective: true).Feeding);
            ann.SetRule("mail");
            Check.Same("3", ann.Get("mail.work").ToString());
            Check.Same(Feeding.Default, ann.GetRule("mail").Feeding);
            Check.Same(Feeding.Unread, ann.GetRule("mail", effective: true).Feeding);
            ann.SetRule("mail", new BadgeRuleOptions { Feeding = Feeding.Unseen });
            ann.SetRule("mail", new BadgeRuleOptions());
            Check.Same(Feeding.Default, ann.GetRule("mail").Feeding);
            Check.Fails(Status.Argument, () => ann.SetRule("mail", new BadgeRuleOptions { Feeding = (Feeding)3 }));
        });

        [Test]
        internal void ThingsAreFoundByTheirIdentifiers() => Driven((engine, ann, clock) =>
        {
            long key = ann.Messages.Post("in", new MessageOptions { Id = "one", Title = "One" });
            Feed feed = ann.Feeds.Add("inbox");
            feed.Deliver(Encoding.UTF8.GetBytes(
                "{\"cursor\":\"1\",\"items\":[{\"id\":\"one\",\"path\":\"in\",\"title\":\"Fed\"}]}"));
            long id = feed.GetInfo().State.Id, account = ann.GetState().Id;
            Check.Same("One", ann.Messages.Get(key).Title);
            Check.Same(key, ann.Messages.Find("one").Key);
            Check.Same("Fed", ann.Messages.Find("one", id).Title);
            Check.Fails(Status.NotFound, () => ann.Messages.Get(key + 1000));
            Check.Fails(Status.NotFound, () => ann.Messages.Find("two", id));
            using (Feed found = ann.Feeds.GetById(id)) Check.Same(id, found.GetInfo().State.Id);
            using (Account found = engine.FindAccount(account)) Check.Same("ann", found.GetState().Name);
            Check.Fails(Status.NotFound, () => ann.Feeds.GetById(id + 1000));
            Check.Fails(Status.NotFound, () => engine.FindAccount(account + 1000));
        });

        [Test]
        internal void AReminderIsFoundAndCategoriesAndStringsAreRemoved() => Driven((engine, ann, clock) =>
        {
            ann.Reminders.Put("milk", Milk);
            Check.Same("Milk", ann.Reminders.Get("milk").Title);
            Check.Fails(Status.NotFound, () => ann.Reminders.Get("eggs"));
            ann.Groups.SetCategory("talk", "%u more messages");
            ann.Groups.SetStrings("%u more messages", new Forms { Other = "%u weitere" }, "de");
            ann.Groups.RemoveStrings("%u more messages", "de");
            ann.Groups.RemoveCategory("talk");
            Check.Fails(Status.NotFound, () => ann.Groups.RemoveStrings("%u more messages", "de"));
            Check.Fails(Status.NotFound, () => ann.Groups.RemoveCategory("talk"));
        });

        [Test]
        internal void APlanIsOfferedUntilItIsConfirmed() => Driven((engine, ann, clock) =>
        {
            ann.Reminders.Put("milk", Milk);
            PlanChanges first = ann.Reminders.Plan(), again = ann.Reminders.Plan();
            Check.True(first.Entries.Count > 0, "there is a plan");
            Check.Same(first.Entries.Count, again.Entries.Count);
            Check.Same(first.Entries[0].Time, again.Entries[0].Time);
            Check.Fails(Status.Conflict, () => ann.Reminders.ConfirmPlan(first.Plan.Token));
            Check.Same(Status.Ok, ann.Reminders.ConfirmPlan(again.Plan.Token));
            Check.Same(Status.AlreadyApplied, ann.Reminders.ConfirmPlan(again.Plan.Token));
            Check.Same(0, ann.Reminders.Plan().Entries.Count);
        });

        [Test]
        internal void AnImportOfRemindersNamesTheSkippedEntries() => Driven((engine, ann, clock) =>
        {
            const string file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:milk\r\nSUMMARY:Milk\r\n" +
                "DUE;VALUE=DATE:20990101\r\nEND:VTODO\r\nBEGIN:VTODO\r\nUID:{0}\r\n" +
                "DUE;VALUE=DATE:20990101\r\nEND:VTODO\r\nEND:VCALENDAR\r\n";
            string given = string.Format(file, new string('x', 300));
            ReminderImport made = ann.Reminders.Import(Encoding.UTF8.GetBytes(given));
            Check.Same(1ul, made.Taken);
            SkippedEntry skipped = made.Skipped.Single();
            Check.True(skipped.Line > 7 && skipped.Reason.Length > 0, "the entry and its reason");
            Check.Same("Milk", ann.Reminders.Get("milk").Title);
            Check.Fails(Status.Malformed, () => ann.Reminders.Import(Encoding.UTF8.GetBytes("nothing")));
        });

        /// <summary>A call returns at most 10,000 rows: longer lists go on, and rooms stay as they are.</summary>
        [Test]
        internal void ListsMayBeLongerThanACallReturns() => Driven((engine, ann, clock) =>
        {
            const int count = 10050;
            var item = new Item("ann");
            foreach (int at in Enumerable.Range(0, count)) item.Post("m", new MessageOptions { Id = $"{at}" });
            Check.Same(Status.Ok, engine.Batch(new[] { item }));
            ann.Batch(Enumerable.Range(0, count).Select(at => Operation.Set($"b.n{at}", 1)));
            Check.Same(count, ann.Messages.Page("m", limit: int.MaxValue).Count);
            Page<Message> most = ann.Messages.Page("m", limit: count - 1);
            Check.Same(count - 1, most.Count);
            Check.Same(1, ann.Messages.Page("m", after: most.Next, limit: 20000).Count);
            BadgeList badges = ann.List("b", subtree: true);
            Check.Same(count + 1, badges.Count);
            Check.True(!badges.HasMore, "these are all");
        });

        /// <summary>
        /// Two badges far apart change together all the time, so a list of one moment has the same number in both.
        /// </summary>
        [Test]
        internal void AListOfBadgesInSeveralCallsIsOfOneMoment() => Driven((engine, ann, clock) =>
        {
            const int last = 1500;
            ann.Batch(Enumerable.Range(0, last + 1).Select(at => Operation.Set($"b.n{at}", 1)));
            var isOver = new ManualResetEventSlim();
            var writing = new Thread(() =>
            {
                for (var count = 2; !isOver.IsSet; count++)
                    ann.Batch(new[] { Operation.Set("b.n0", count), Operation.Set("b.n999", count) });
            });
            writing.Start();
            try
            {
                foreach (int round in Enumerable.Range(0, 100))
                {
                    BadgeList rows = ann.List("b");
                    Check.Same(last + 1, rows.Count);
                    Check.Same(rows[0].Badge.Count, rows[last].Badge.Count);
                }
            }
            finally
            {
                isOver.Set();
                writing.Join();
            }
        });

        /// <summary>The library's memory would grow by 400 MB if its bytes were not released.</summary>
        [Test]
        internal void OwnedBytesAreReleased() => Driven((engine, ann, clock) =>
        {
            ann.Messages.Post("m", new MessageOptions { Title = new string('x', 1 << 20) });
            Check.True(ann.Export().Length > 1 << 20, "an export is large");
            long before = Resident();
            for (var round = 0; round < 400; round++) ann.Export();
            GC.Collect();
            Check.True(Resident() - before < 200 << 20, $"{Resident() - before} bytes are left");
        });

        private static long Resident()
        {
            using (var self = System.Diagnostics.Process.GetCurrentProcess()) return self.WorkingSet64;
        }

        [Test]
        internal void AllFeedsAreObserved() => CallbackTests.With((engine, ann, scope) =>
        {
            Account bo = engine.OpenAccount("bo");
            ann.LogIn();
            bo.LogIn();
            List<TallyEvent> all = new List<TallyEvent>(), ofBo = new List<TallyEvent>();
            Subscription every = scope.ObserveFeeds(all.Add), one = scope.ObserveFeeds(ofBo.Add, bo);
            Feed inbox = ann.Feeds.Add("inbox");
            inbox.Deliver(Empty);
            Check.Same(1, engine.Dispatch());
            bo.Feeds.Add("inbox").Deliver(Empty);
            TallyEvent returned = engine.NextEvent(TimeSpan.Zero);
            Check.Same("Synced 0", $"{returned.Kind} {returned.Token}");
            Check.Same($"{every.Token} {every.Token}", string.Join(" ", all.Select(each => each.Token)));
            Check.Same(one.Token, ofBo.Single().Token);
            Check.Same(bo.GetState().Id, ofBo.Single().Account);
            every.Dispose();
            inbox.Deliver(Empty);
            Check.Same(0, engine.Dispatch());
            Check.Same(2, all.Count);
            Check.Fails(Status.Argument, () => scope.ObserveFeeds(null));
        });

        [Test]
        internal void RemindersAreObserved() => Driven((engine, ann, clock) =>
        {
            ann.Reminders.Put("milk", Milk);
            var found = new List<TallyEvent>();
            using (Scope scope = engine.OpenScope())
            {
                scope.ObserveReminders(found.Add, ann);
                scope.ObserveReminders(each => throw new InvalidOperationException("a listener"));
                clock.Passed = TimeSpan.FromDays(30);
                Check.Same("a listener", Check.Throws<InvalidOperationException>(engine.Step).Message);
            }
            Check.Same(EventKind.Reminder, found.Single().Kind);
            Check.Same(ann.Reminders.Get("milk").Key, found.Single().Reminder);
        });
    }
}
