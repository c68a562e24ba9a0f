using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace Tally.Tests
{
    using Members = Dictionary<string, object>;

    /// <summary>Replays a case of Tests/Conformance, and throws at the first step that is wrong.</summary>
    internal sealed partial class Replay : IClock, IDisposable
    {
        private long wall = 1767225600000;
        private long elapsed = 1000000;
        internal readonly Engine Engine;
        internal readonly Scope Scope;
        private readonly Dictionary<string, Account> accounts = new Dictionary<string, Account>();
        private readonly Dictionary<long, string> accountNames = new Dictionary<long, string>();
        private readonly Dictionary<string, Feed> feeds = new Dictionary<string, Feed>();
        private readonly Dictionary<long, string> feedNames = new Dictionary<long, string>();
        private readonly Dictionary<string, Node> nodes = new Dictionary<string, Node>();
        private readonly Dictionary<string, ulong> tokens = new Dictionary<string, ulong>();
        private readonly Dictionary<string, object> kept = new Dictionary<string, object>();
        private readonly string folder;
        private Members step;

        private Replay(Members test)
        {
            if (test.ContainsKey("wall")) wall = (long)Values.Number(test["wall"]);
            var options = new EngineOptions
            {
                Flags = EngineFlags.HostDriven, Seed = 1, Clock = this,
                Zone = test.ContainsKey("zone") ? (string)test["zone"] : "UTC",
            };
            if (test.ContainsKey("options")) Values.Fill(options, (Members)test["options"]);
            if (test.ContainsKey("file"))
            {
                folder = Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())).FullName;
                options.File = Path.Combine(folder, (string)test["file"]);
            }
            Engine = new Engine(options);
            Scope = Engine.OpenScope();
        }

        DateTimeOffset IClock.Wall => DateTimeOffset.FromUnixTimeMilliseconds(wall);

        TimeSpan IClock.Elapsed => new TimeSpan(elapsed * TimeSpan.TicksPerMillisecond);

        /// <summary>Returns the number of cases.</summary>
        internal static int RunFile(string path)
        {
            var count = 0;
            foreach (string line in System.IO.File.ReadLines(path, Encoding.UTF8).Where(line => line.Trim() != ""))
            {
                Run(Json.Parse(line));
                count++;
            }
            return count;
        }

        internal static void Run(Members test)
        {
            using (var replay = new Replay(test))
            {
                var at = 0;
                foreach (Members each in ((List<object>)test["steps"]).Cast<Members>())
                    replay.Perform(each, $"{test["case"]}, step {at++}: {each["call"]}");
            }
        }

        public void Dispose()
        {
            foreach (Account each in accounts.Values) each.Dispose();
            foreach (Feed each in feeds.Values) each.Dispose();
            Scope.Dispose();
            Engine.Dispose();
            if (folder != null) Directory.Delete(folder, true);
        }

        // ---- A step ----

        private void Perform(Members raw, string where)
        {
            step = (Members)Resolved(raw);
            Members found;
            try
            {
                found = Steps.Call(this, (string)step["call"]);
            }
            catch (BatchException refused)
            {
                found = Refusal(refused);
                found["operations"] = refused.Results.Select(Values.Members).ToList();
            }
            catch (TallyException refused)
            {
                found = Refusal(refused);
            }
            catch (Exception broken) when (!(broken is ReplayException))
            {
                throw new ReplayException($"{where}: {broken}");
            }
            string status = found.ContainsKey("#status") ? (string)found["#status"] : "TALLY_OK";
            string message = found.ContainsKey("#message") ? (string)found["#message"] : "";
            if ((String("status") ?? "TALLY_OK") != status) throw new ReplayException($"{where}: {status} {message}");
            if (!message.Contains(String("message") ?? "")) throw new ReplayException($"{where}: {message}");
            if (step.ContainsKey("out"))
            {
                bool isUnordered = (string)step["call"] == "badge_changes";
                foreach (KeyValuePair<string, object> each in (Members)step["out"])
                    Values.Compare(found.TryGetValue(each.Key, out object value) ? value : null, each.Value,
                        isUnordered, $"{where}: {each.Key}");
            }
            if (raw.ContainsKey("as")) KeepValue((string)raw["as"], found);
        }

        private void KeepValue(string name, Members found)
        {
            string member = new[] { "text", "bytes", "digest", "revision", "next" }.First(found.ContainsKey);
            kept[name] = found[member] is string ? found[member] : Convert.ToDecimal(found[member]);
        }

        private static Members Refusal(TallyException refused)
        {
            return new Members { ["#status"] = refused.StatusName, ["#message"] = refused.Message };
        }

        private object Resolved(object value)
        {
            if (value is string text && text.StartsWith("$", StringComparison.Ordinal)) return kept[text.Substring(1)];
            if (value is List<object> list) return list.Select(Resolved).ToList();
            if (value is Members members) return members.ToDictionary(each => each.Key, each => Resolved(each.Value));
            return value;
        }

        // ---- Arguments ----

        private object Value(string name) => step.TryGetValue(name, out object value) ? value : null;

        internal string String(string name) => Value(name) as string;

        internal long Number(string name) => Long(Values.Number(Value(name)));

        internal ulong Unsigned(string name)
        {
            decimal number = Values.Number(Value(name));
            return number < 0 ? unchecked((ulong)(long)number) : (ulong)number;
        }

        private static long Long(decimal number)
        {
            return number > long.MaxValue ? unchecked((long)(ulong)number) : (long)number;
        }

        internal BadgeKind BadgeKind() => (BadgeKind)(int)Values.Number(((Members)Value("badge"))["kind"]);

        internal ulong BadgeCount() => (ulong)Values.Number(((Members)Value("badge"))["count"]);

        internal bool Flag(int bit) => (Number("flags") & bit) != 0;

        internal int Limit() => step.ContainsKey("limit") ? (int)Number("limit") : 10000;

        internal DateTimeOffset? Time(string name) => Values.Time(Value(name));

        internal TimeSpan Span(string name) => new TimeSpan(Number(name) * TimeSpan.TicksPerMillisecond);

        internal byte[] Bytes(string name)
        {
            string hex = String(name);
            return hex == null ? Content("text") : FromHex(hex);
        }

        private byte[] Content(string name) => Encoding.UTF8.GetBytes(String(name) ?? String("text") ?? "");

        internal Account Account(string name = "account") => accounts[String(name)];

        internal Feed Feed() => feeds[String("feed")];

        internal long FeedId() => feedNames.FirstOrDefault(each => each.Value == String("feed")).Key;

        internal Node Node() => nodes[String("node")];

        internal ulong Token() => tokens[String("token")];

        internal T Options<T>(string name) where T : class, new()
        {
            return Value(name) is Members given ? Values.Fill(new T(), given) : null;
        }

        internal long Key(string id)
        {
            if (id == null) return 0;
            return Account().Messages.List("root", subtree: true).FirstOrDefault(each => each.Id == id)?.Key
                ?? long.MaxValue;
        }

        internal long[] Keys()
        {
            return ((List<object>)Value("keys") ?? new List<object>()).Select(id => Key((string)id)).ToArray();
        }

        internal string File(string name) => folder == null ? String(name) : Path.Combine(folder, String(name));

        // ---- Results ----

        internal static Members Done(Action body)
        {
            body();
            return new Members();
        }

        internal static Members Answer(Status status)
        {
            return new Members { ["#status"] = TallyLibrary.GetStatusName(status) };
        }

        internal static Members One(string name, object value) => new Members { [name] = Values.Plain(value) };

        internal static Members Members(object value) => Values.Members(value);

        internal static Members Hex(byte[] bytes)
        {
            return One("bytes", string.Concat(bytes.Select(each => each.ToString("x2"))));
        }

        internal static Members Entries<T>(IReadOnlyList<T> list)
        {
            Members found = One("entries", list.Select(each => Values.Members(each)).ToList());
            if (list is Page<T> page && page.HasMore) found["#status"] = "TALLY_MORE";
            if (list is Page<T> part && part.Next != null) found["next"] = part.Next;
            return found;
        }

        internal Members Revised(BadgeList list)
        {
            Members found = Entries(list);
            found["revision"] = list.Revision;
            return found;
        }

        internal static Members Imported(ReminderImport made)
        {
            Members found = Entries(made.Skipped);
            found["taken"] = Values.Plain(made.Taken);
            found["skipped"] = Values.Plain((ulong)made.Skipped.Count);
            return found;
        }

        internal Members Planned(PlanChanges changes)
        {
            if (String("token") != null) tokens[String("token")] = changes.Plan.Token;
            Members found = Entries(changes.Entries);
            foreach (KeyValuePair<string, object> each in Values.Members(changes.Plan)) found[each.Key] = each.Value;
            return found;
        }

        internal static Members Styled(Style style)
        {
            Members found = Values.Members(style);
            found["fields"] = Values.Fields(style);
            return found;
        }

        internal Members FeedState()
        {
            FeedInfo info = Feed().GetInfo();
            Members found = Values.Members(info.State);
            found["text"] = info.Title;
            return found;
        }

        internal Members Keep(Subscription subscription)
        {
            if (String("token") != null) tokens[String("token")] = subscription.Token;
            return subscription.IsHeld ? One("#status", "TALLY_HELD") : new Members();
        }
    }
}
