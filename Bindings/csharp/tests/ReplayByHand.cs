using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Tally.Tests
{
    using Members = Dictionary<string, object>;

    /// <summary>The steps that are no functions, and those that make what others name.</summary>
    internal sealed partial class Replay : ITransport
    {
        private readonly List<Members> drawn = new List<Members>();
        private readonly List<Members> requests = new List<Members>();
        private readonly List<long> sent = new List<long>();
        private int notices;

        internal Members ByHand(string name)
        {
            switch (name)
            {
                case "go": elapsed += Number("to") - wall; wall = Number("to"); return Done(Engine.Step);
                case "wall": wall = Number("to"); return Done(Engine.Step);
                case "step": return Done(Engine.Step);
                case "events": return One("entries", Events().ToList());
                case "account_open":
                    return Keep(Engine.OpenAccount(String("account"), Options<AccountOptions>("options")));
                case "account_find":
                    return Keep(Engine.FindAccount(
                        accountNames.FirstOrDefault(each => each.Value == String("account")).Key));
                case "feed_add": return Keep(Account().Feeds.Add(String("feed"), Options<FeedOptions>("options")));
                case "feed_find": return Keep(Account().Feeds.Get(String("feed")));
                case "feed_find_by_id": return Keep(Account().Feeds.GetById(FeedId()));
                case "node_resolve": return Done(() => nodes[String("node")] = Account().Resolve(String("path")));
                case "badge_changes": return Changes();
                case "snapshot_take": return Taken();
                case "badge_restore": return Done(() => Restore());
                case "snapshot_diff": return Difference();
                case "snapshot_list": return Listed();
                case "badge_batch": return Batch();
                case "engine_batch": return EngineBatch();
                case "engine_get_position": return Members(Engine.GetPosition(String("source")));
                case "engine_import": return Imported();
                case "version":
                    return new Members { ["number"] = TallyLibrary.VersionNumber, ["text"] = TallyLibrary.Version };
                case "status_name": return One("text", TallyLibrary.GetStatusName((Status)Number("number")));
                case "status_message": return One("text", TallyLibrary.GetStatusMessage((Status)Number("number")));
                default: return OfHost(name);
            }
        }

        private Members OfHost(string name)
        {
            switch (name)
            {
                case "widget_bind": return Keep(Scope.Bind(Account(), String("path"), Draw));
                case "drawn": return TakeAll(drawn);
                case "engine_set_notify":
                    return Done(() => Engine.SetNotify(Number("on") != 0 ? () => notices++ : (Action)null));
                case "notified": Members found = One("count", notices); notices = 0; return found;
                case "engine_set_transport":
                    return Done(() => Engine.SetTransport(Number("on") != 0 ? this : null));
                case "requests": return TakeAll(requests);
                case "transport_respond":
                    return Done(() => Engine.Respond(Sent(), (int)Number("code"), String("headers"), Content("body")));
                case "transport_progress": return Done(() => Engine.ReportProgress(Sent()));
                default: throw new ReplayException($"no such function: {name}");
            }
        }

        // ---- Events ----

        internal void RefreshNow() => tokens[String("token")] = Feed().RefreshNow();

        private IEnumerable<Members> Events()
        {
            for (TallyEvent found = Engine.NextEvent(TimeSpan.Zero); found != null;
                found = Engine.NextEvent(TimeSpan.Zero)) yield return Event(found);
        }

        private Members Event(TallyEvent found)
        {
            Members members = Members(found);
            string token = tokens.FirstOrDefault(each => each.Value == found.Token).Key;
            if (token != null) members["token"] = token;
            members["account"] = accountNames.TryGetValue(found.Account, out string account) ? account : "";
            members["feed"] = feedNames.TryGetValue(found.Feed, out string feed) ? feed : "";
            return members;
        }

        private static Members TakeAll(List<Members> gathered)
        {
            Members found = One("entries", gathered.ToList());
            gathered.Clear();
            return found;
        }

        // ---- Objects ----

        private Members Keep(Account opened)
        {
            if (accounts.TryGetValue(String("account"), out Account former)) former.Dispose();
            accounts[String("account")] = opened;
            accountNames[opened.GetState().Id] = String("account");
            return new Members();
        }

        private Members Keep(Feed feed)
        {
            if (feeds.TryGetValue(String("feed"), out Feed former)) former.Dispose();
            feeds[String("feed")] = feed;
            feedNames[feed.GetInfo().State.Id] = String("feed");
            return new Members();
        }

        private Members Changes()
        {
            BadgeList changes = Account().GetChanges(Unsigned("since"), Unsigned("epoch"), Limit());
            return changes == null ? One("#status", "TALLY_RESYNC") : Revised(changes);
        }

        private Members Taken()
        {
            using (Snapshot snapshot = Account().TakeSnapshot(String("path")))
            {
                byte[] bytes = snapshot.Encode();
                using (Snapshot decoded = Snapshot.Decode(bytes))
                {
                    if (!bytes.SequenceEqual(decoded.Encode())) throw new ReplayException("it is another one");
                }
                return Hex(bytes);
            }
        }

        private void Restore()
        {
            using (Snapshot snapshot = Snapshot.Decode(Bytes("snapshot"))) Account().Restore(snapshot, String("path"));
        }

        private Members Difference()
        {
            using (Snapshot from = Snapshot.Decode(Bytes("from")))
            using (Snapshot to = Snapshot.Decode(Bytes("to"))) return Hex(from.Diff(to));
        }

        private Members Listed()
        {
            using (Snapshot snapshot = Snapshot.Decode(Bytes("snapshot")))
            {
                return Entries(snapshot.ListPage(String("path"), Flag(1), String("after"), Limit()));
            }
        }

        // ---- Batches ----

        private IEnumerable<Members> Rows(string name)
        {
            return ((List<object>)Value(name) ?? new List<object>()).Cast<Members>();
        }

        private static object Of(Members row, string name) => row.TryGetValue(name, out object value) ? value : null;

        private static Members Results(IEnumerable<OperationResult> results)
        {
            return One("operations", results.Select(Values.Members).ToList());
        }

        private List<Operation> Operations() => Rows("operations").Select(OneOperation).ToList();

        private Operation OneOperation(Members row)
        {
            string path = (string)Of(row, "path");
            Node node = row.ContainsKey("node") ? nodes[(string)row["node"]] : null;
            long value = Long(Values.Number(Of(row, "value")));
            DateTimeOffset? until = Values.Time(Of(row, "until"));
            switch ((OperationKind)(int)Values.Number(Of(row, "kind")))
            {
                case OperationKind.Set: return node == null ? Operation.Set(path, value, until) : Operation.Set(node, value, until);
                case OperationKind.Dot: return node == null ? Operation.Dot(path, until) : Operation.Dot(node, until);
                case OperationKind.Add: return node == null ? Operation.Add(path, value) : Operation.Add(node, value);
                case OperationKind.Clear: return node == null ? Operation.Clear(path) : Operation.Clear(node);
                case OperationKind.ClearTree: return node == null ? Operation.ClearTree(path) : Operation.ClearTree(node);
                case OperationKind.Mute:
                    return node == null ? Operation.Mute(path, (MuteMode)value, until) : Operation.Mute(node, (MuteMode)value, until);
                case OperationKind.Post: return Operation.Post(path);
                case OperationKind.Read: return Operation.Read(path);
                case OperationKind.Get: return node == null ? Operation.Get(path) : Operation.Get(node);
                default: throw new ReplayException("no such operation");
            }
        }

        private Members Batch()
        {
            BatchResult batch = Account().Batch(Operations(), Options<BatchOptions>("options"));
            Members found = Results(batch.Results);
            found["revision"] = batch.Revision;
            if (batch.IsRepeated) found["#status"] = "TALLY_ALREADY_APPLIED";
            OperationResult rejected = batch.Results.FirstOrDefault(each => each.IsRejected);
            if (rejected != null) found["#status"] = TallyLibrary.GetStatusName(rejected.Status);
            return found;
        }

        private Members EngineBatch()
        {
            List<Item> items = Rows("items").Select(OneItem).ToList();
            Members found = Answer(Engine.Batch(items, Options<EngineBatchOptions>("options")));
            found["items"] = items.Select(each => One("status", TallyLibrary.GetStatusName(each.Status))).ToList();
            return found;
        }

        private Item OneItem(Members given)
        {
            var item = new Item((string)Of(given, "account"), (string)Of(given, "id"), Values.Time(Of(given, "time")));
            foreach (Members row in ((List<object>)given["operations"]).Cast<Members>()) item.Append(OneOperation(row));
            return item;
        }

        private Members Imported()
        {
            IReadOnlyList<Status> statuses = Engine.ImportAll(Rows("imports").Select(each =>
                new Import((string)Of(each, "account"), FromHex((string)each["bytes"]))), Flag(1));
            Members found = One("imports", statuses.Select(each =>
                One("status", TallyLibrary.GetStatusName(each))).ToList());
            if (statuses.Any(each => each != Status.Ok)) found["#status"] = "TALLY_PARTIAL";
            return found;
        }

        private static byte[] FromHex(string hex)
        {
            return Enumerable.Range(0, hex.Length / 2).Select(at => Convert.ToByte(hex.Substring(at * 2, 2), 16)).ToArray();
        }

        // ---- The host's functions ----

        private void Draw(string path, Drawing drawing)
        {
            string[] functions = { "hide", "show_dot", "show_icon", "show_number" };
            drawn.Add(new Members
            {
                ["function"] = functions[(int)drawing.Style.Kind], ["path"] = path, ["text"] = drawing.Text,
            });
        }

        void ITransport.Send(Request request)
        {
            sent.Add(request.Id);
            Note(request.Id, RequestKind.Send, request.Method, request.Url);
        }

        void ITransport.Cancel(long request) => Note(request, RequestKind.Cancel, "GET", "");

        private void Note(long request, RequestKind kind, string method, string url)
        {
            requests.Add(new Members
            {
                ["request"] = $"r{sent.IndexOf(request) + 1}", ["kind"] = (int)kind, ["method"] = method, ["url"] = url,
            });
        }

        private long Sent() => sent[int.Parse(String("request").Substring(1), CultureInfo.InvariantCulture) - 1];
    }
}
