using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;

namespace Tally.Tests
{
    /// <summary>Errors, texts, lists, times and batches.</summary>
    internal sealed class BindingTests
    {
        private static readonly DateTimeOffset Start = DateTimeOffset.FromUnixTimeMilliseconds(1767225600000);

        private static void With(Action<Engine, Account> body)
        {
            using (var engine = new Engine())
            using (Account account = engine.OpenAccount("ann")) body(engine, account);
        }

        // ---- Errors ----

        [Test]
        internal void ErrorsHaveAStatusANameAndWords() => With((engine, ann) =>
        {
            TallyException found = Check.Fails(Status.Path, () => ann.Set("a..b", 1));
            Check.Same("TALLY_ERROR_PATH", found.StatusName);
            Check.True(found.Message.Contains("a..b") && found.Message.Contains("empty"), found.Message);
            Check.Fails(Status.Range, () => ann.Set("a", -1));
            Check.Fails(Status.NotFound, () => ann.Messages.Read(77));
            Check.Throws<ArgumentNullException>(() => ann.Diff("root", null, "root"));
            Check.Throws<ArgumentOutOfRangeException>(() => ann.Messages.Page(limit: -1));
            Check.Fails(Status.Argument, () => ann.Set(null, 1));
            Check.Same("TALLY_HELD", TallyLibrary.GetStatusName(Status.Held));
            Check.True(TallyLibrary.GetStatusMessage(Status.Path).Length > 10, "a sentence");
        });

        [Test]
        internal void MessagesBelongToTheThreadThatFailed() => With((engine, ann) =>
        {
            var wrong = 0;
            var threads = Enumerable.Range(0, 4).Select(number => new Thread(() =>
            {
                for (var round = 0; round < 200; round++)
                {
                    TallyException found = Check.Fails(Status.Path, () => ann.Dot($"t{number}..x"));
                    if (!found.Message.Contains($"t{number}..x")) Interlocked.Increment(ref wrong);
                }
            })).ToList();
            threads.ForEach(each => each.Start());
            threads.ForEach(each => each.Join());
            Check.Same(0, wrong);
        });

        [Test]
        internal void ARejectedBatchHasTheResultsOfAll() => With((engine, ann) =>
        {
            BatchException found = Check.Throws<BatchException>(() => ann.Batch(new[]
            { Operation.Set("a", 1), Operation.Set("b", -1) }));
            Check.Same(Status.Range, found.Status);
            Check.Same("NotApplied Range", string.Join(" ", found.Results.Select(each => each.Status)));
            Check.Same("nothing", ann.Get("root").ToString());
            BatchResult done = ann.Batch(new[] { Operation.Set("a", 1), Operation.Get("root") }, new BatchOptions { Id = "x" });
            Check.Same("1", done.Results[1].Shown);
            Check.True(ann.Batch(new[] { Operation.Set("a", 9) }, new BatchOptions { Id = "x" }).IsRepeated, "repeated");
        });

        // ---- Texts ----

        [Test]
        internal void TextsThatAreNotUtf8AreRejected() => With((engine, ann) =>
        {
            Check.Fails(Status.Argument, () => ann.Dot("a\0b"));
            Check.Fails(Status.Argument, () => ann.Dot("a\ud83d"));
            Check.Fails(Status.Argument, () => ann.Dot("a\ude00b"));
            Check.Fails(Status.Argument, () => ann.Messages.Post("a", new MessageOptions { Title = "x\0y" }));
            Check.Same("nothing", ann.Get("root").ToString());
        });

        [Test]
        internal void EmojiAndLongTextsComeWhole() => With((engine, ann) =>
        {
            string title = "Grüße 😀 " + new string('é', 40000);
            long key = ann.Messages.Post("chat.日本", new MessageOptions { Title = title, Id = "😀" });
            Message found = ann.Messages.List(subtree: true).Single();
            Check.Same(title, found.Title);
            Check.Same("😀", found.Id);
            Check.Same("root.chat.日本", found.Path);
            Check.Same(key, found.Key);
            string path = string.Join(".", Enumerable.Repeat(new string('x', 250), 12));
            using (Node node = ann.Resolve(path)) Check.Same("root." + path, node.GetPath());
            Check.Same("a\\.b", TallyPath.Escape("a.b"));
            Check.Same("root.x.a\\.b", TallyPath.Join("root.x", "a.b"));
            Check.Same("", found.Body);
        });

        // ---- Lists ----

        [Test]
        internal void ListsGoOnBeyondOnePage() => With((engine, ann) =>
        {
            const int count = 2500;
            for (var number = 0; number < count; number++)
                ann.Messages.Post("m", new MessageOptions { Id = $"{number:D5}", Time = Start.AddSeconds(number) });
            Check.Same(count, ann.Messages.List(subtree: true).Select(each => each.Key).Distinct().Count());
            Page<Message> page = ann.Messages.Page(subtree: true);
            Check.True(page.Count == 1000 && page.HasMore, "a page has its limit");
            Check.Same("02499", page[0].Id);
            Page<Message> next = ann.Messages.Page(subtree: true, after: page.Next, limit: 2000);
            Check.True(next.Count == 1500 && !next.HasMore, "the rest");
            Check.Same("01499", ann.Messages.List(subtree: true).Skip(1000).First().Id);
            // A list that nobody reads to its end asks for no more than it needs.
            Check.Same(1, ann.Messages.List(subtree: true).Take(1).Count());
        });

        [Test]
        internal void ListsGoOnBehindWhatIsGone() => With((engine, ann) =>
        {
            foreach (string id in new[] { "1", "2", "3" }) ann.Messages.Post("m", new MessageOptions { Id = id });
            Page<Message> page = ann.Messages.Page("m", limit: 2);
            ann.Messages.Withdraw("2");
            Page<Message> rest = ann.Messages.Page("m", after: page.Next);
            Check.Same("1", rest.Single().Id);
            Check.Same(null, rest.Next);
            Check.Fails(Status.Argument, () => ann.Messages.Page("other", after: page.Next));
            Check.Same(2, ann.Explain("root").Count(each => each.Id.Length > 0));
            Check.Same(1, ann.ExplainPage("root", limit: 1).Count);
        });

        [Test]
        internal void NamesListOnByTheLastOne() => With((engine, ann) =>
        {
            for (var number = 0; number < 1200; number++) ann.Reminders.Put($"r{number:D5}", new ReminderOptions
            { ShelfLife = 7, ShelfUnit = Unit.Day, Produced = 20260101 });
            Check.Same(1200, ann.Reminders.List().Count());
            Check.Same("r01199", ann.Reminders.List().Last().Id);
            Check.Same(0, ann.Feeds.List().Count(each => each.Name.StartsWith("r", StringComparison.Ordinal)));
        });

        [Test]
        internal void BadgesAreListedWithTheirRevision() => With((engine, ann) =>
        {
            for (var number = 0; number < 3000; number++) ann.Set($"a.n{number:D4}", 1);
            BadgeList all = ann.List(subtree: true);
            Check.Same(3002, all.Count);
            Check.Same("root.a.n2999", all[3001].Path);
            Check.Same(3000UL, all[0].Badge.Count);
            BadgeList first = ann.ListPage(subtree: true, limit: 12);
            BadgeList page = ann.ListPage(subtree: true, after: first.Next, limit: 5);
            Check.True(page.Count == 5 && page.HasMore && page.Revision == all.Revision, "a page");
            Check.Same(all[12].Path, page[0].Path);
            ann.GetChanges(all.Revision, 0);
            ann.Dot("b");
            Check.Same("root.b", ann.GetChanges(all.Revision, 0).Single().Path);
        });

        // ---- Times ----

        [Test]
        internal void TimesAndDurationsHaveTheirTypes() => With((engine, ann) =>
        {
            ann.Set("past", 1, until: Start);
            Check.Same("nothing", ann.Get("past").ToString());
            ann.Set("late", 1, until: DateTimeOffset.MaxValue);
            Check.Same("1", ann.Get("late").ToString());
            ann.Messages.Post("m", new MessageOptions { Time = Start });
            Check.Same(Start, ann.Messages.List(subtree: true).Single().Time);
            ann.Feeds.Add("f", new FeedOptions
            { Url = "https://example.org/", Interval = Timeout.InfiniteTimeSpan, MaxAge = TimeSpan.FromDays(2) }).Dispose();
            FeedEntry feed = ann.Feeds.List().Single(each => each.Name == "f");
            Check.Same(Timeout.InfiniteTimeSpan, feed.Interval);
            Check.Same(TimeSpan.FromDays(2), feed.MaxAge);
            Check.Same(null, feed.LastSuccess);
            Check.Same(86400000L, engine.GetLimit(Limit.BatchIdTime));
            Check.Same(null, engine.NextEvent(TimeSpan.FromTicks(1)));
        });

        [Test]
        internal void OnlyGivenMembersOfAReminderChange() => With((engine, ann) =>
        {
            ann.Reminders.Put("milk", new ReminderOptions
            {
                Title = "Milk", Body = "2 l", ShelfLife = 7, ShelfUnit = Unit.Day, TimeOfDay = TimeSpan.Zero,
            });
            ann.Reminders.Edit("milk", new ReminderOptions { Body = "" });
            Reminder found = ann.Reminders.List().Single();
            Check.Same("Milk", found.Title);
            Check.Same("", found.Body);
            Check.Same(0, found.TimeOfDay);
        });

        // ---- Many accounts, styles, snapshots, files ----

        [Test]
        internal void ItemsOfManyAccountsAreAppliedOnce() => With((engine, ann) =>
        {
            var items = new[]
            {
                new Item("ann", "1", Start).Add("a", 2).Post("m", new MessageOptions { Id = "x", Title = "Hi" }),
                new Item("bo", "2").Set("a", -1),
            };
            var options = new EngineBatchOptions { Source = "log", Position = 7 };
            Check.Same(Status.Partial, engine.Batch(items, options));
            Check.Same("Ok Range", string.Join(" ", items.Select(each => each.Status)));
            Check.True(items[0].Results[1].Key != 0, "a message has a key");
            Check.Same(7UL, engine.GetPosition("log").Position);
            Check.Same(Status.AlreadyApplied, engine.Batch(items, options));
            byte[] bytes = engine.ExportAccount("ann");
            using (var other = new Engine())
            {
                Check.Same("Ok,Malformed", string.Join(",", other.ImportAll(new[]
                { new Import("ann", bytes), new Import("bo", new byte[3]) })));
                using (Account copy = other.OpenAccount("ann")) Check.Same("2", copy.Get("a").ToString());
                Check.Same("ann", other.ListAccounts().Single().Name);
            }
        });

        [Test]
        internal void StylesKeepWhatIsGiven() => With((engine, ann) =>
        {
            ann.SetStyle("a", new Style { MaxCount = 9, Overflow = OverflowStyle.Ellipsis, Icon = "hot" });
            Style found = ann.GetStyle("a");
            Check.Same(9UL, found.MaxCount);
            Check.Same("hot", found.Icon);
            Check.Same(null, found.FontSize);
            ann.Set("a.b", 12);
            Check.Same("\u2026", ann.Present("a.b").Text);
            Check.Same("99+", TallyLibrary.Present(BadgeKind.Number, 100).Text);
            Check.Same("12", TallyLibrary.Present(ann.Get("a.b")).Text);
            ann.SetStyle("a", null);
            Check.Same(null, ann.GetStyle("a").MaxCount);
        });

        [Test]
        internal void NodesAndSnapshots() => With((engine, ann) =>
        {
            using (Node node = ann.Resolve("a.b"))
            using (Snapshot empty = ann.TakeSnapshot())
            {
                node.Set(4);
                BatchResult done = ann.BatchEach(new[]
                {
                    Operation.Add(node, 1), Operation.Set("a..b", 1), Operation.Get(node), Operation.Get("a"),
                });
                Check.Same("Ok Path Ok Ok", string.Join(" ", done.Results.Select(each => each.Status)));
                Check.Same("5 5", $"{done.Results[2].Shown} {done.Results[3].Shown}");
                Check.True(done.Results[1].IsRejected && done.Message.Contains("a..b"), done.Message);
                Check.Same(null, ann.BatchEach(new[] { Operation.Get(node) }).Message);
                Check.Throws<ArgumentNullException>(() => Operation.Get((Node)null));
                var named = new BatchOptions { Flags = BatchFlags.Each, Id = "1" };
                Check.Fails(Status.Argument, () => ann.Batch(new[] { Operation.Dot("b") }, named));
                using (Snapshot full = ann.TakeSnapshot()) ann.Apply("root", TallyLibrary.Inverse(empty.Diff(full)));
                Check.Same("nothing", node.Get().ToString());
            }
        });

        [Test]
        internal void SnapshotsAndPatchesListTheirNodes() => With((engine, ann) =>
        {
            using (Snapshot before = ann.TakeSnapshot())
            {
                ann.Set("a.x", 3);
                ann.Dot("b");
                ann.Mute("b", MuteMode.Number);
                using (Snapshot after = ann.TakeSnapshot())
                {
                    Check.Same("a.x b", string.Join(" ", after.List(subtree: true).Select(each => each.Path)));
                    Check.Same(MuteMode.Number, after.List().Single().Mute);
                    Page<SnapshotEntry> first = after.ListPage(subtree: true, limit: 1);
                    Check.Same(3UL, first.Single().Count);
                    Check.Same("SnapshotEntry { Path = a.x, Count = 3, Until = , MuteUntil = , Kind = Number, Mute = None, "
                        + "SnoozedUntil =  }",
                        first.Single().ToString());
                    Check.Same("b", after.ListPage(subtree: true, after: first.Next).Single().Path);
                    byte[] patch = before.Diff(after);
                    PatchEntry change = TallyLibrary.PatchList(patch, subtree: true).First();
                    Check.Same("a.x None Number 3", $"{change.Path} {change.BeforeKind} {change.AfterKind} {change.AfterCount}");
                    Check.Same(1, TallyLibrary.PatchListPage(patch, limit: 1).Count);
                    Check.Fails(Status.Malformed, () => TallyLibrary.PatchListPage(new byte[1]));
                }
            }
        });

        [Test]
        internal void TheOutboxIsFollowed() => With((engine, ann) =>
        {
            ann.Configure(new AccountSettings { Outbox = OutboxMode.Leased });
            Page<OutboxEntry> rows = ann.Outbox.Page(follow: true);
            Check.Same(0, rows.Count);
            ann.Reminders.Put("milk", new ReminderOptions { ShelfLife = 7, ShelfUnit = Unit.Day });
            rows = ann.Outbox.Page(follow: true, after: rows.Next);
            Check.Same(1L, rows.Single().Id);
            Check.Same(0, ann.Outbox.Page(follow: true, after: rows.Next).Count);
            Check.Same(null, ann.Outbox.Page().Next);
            Check.Same(1, ann.Outbox.List().Count());
        });

        [Test]
        internal void LimitsChange() => With((engine, ann) =>
        {
            ann.Set("a", 1);
            long nodes = engine.GetLimit(Limit.Nodes);
            Check.Same(nodes, engine.SetLimit(Limit.Nodes, 2));
            Check.Fails(Status.Limit, () => ann.Set("b", 1));
            Check.Same(2L, engine.SetLimit(Limit.Nodes, nodes));
            ann.Set("b", 1);
            Check.Fails(Status.Unsupported, () => engine.SetLimit(Limit.Depth, 8));
        });

        [Test]
        internal void FilesAreKeptCopiedAndSalvaged()
        {
            string folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())).FullName;
            string file = Path.Combine(folder, "badges.db"), copy = Path.Combine(folder, "copy.db");
            using (var engine = new Engine(file))
            using (Account ann = engine.OpenAccount("ann"))
            {
                ann.Set("a", 4);
                engine.Flush();
                engine.Backup(copy);
                Check.Fails(Status.Exists, () => engine.Backup(copy));
                engine.Backup(copy, replace: true);
                Check.Fails(Status.Locked, () => new Engine(file).Dispose());
            }
            Check.Same(1UL, TallyLibrary.Recover(copy, Path.Combine(folder, "fresh.db")).AccountsSaved);
            TallyLibrary.Vacuum(Path.Combine(folder, "fresh.db"));
            Check.Fails(Status.Io, () => TallyLibrary.Vacuum(Path.Combine(folder, "none.db")));
            using (var engine = new Engine(copy))
            using (Account ann = engine.OpenAccount("ann")) Check.Same(4UL, ann.Get("a").Count);
            Directory.Delete(folder, true);
        }
    }
}
