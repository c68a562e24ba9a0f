// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System.Collections.Generic;

namespace Tally.Tests
{
    internal static class Steps
    {
        internal static Dictionary<string, object> Call(Replay r, string name)
        {
            switch (name)
            {
                case "engine_flush": return Replay.Done(() => r.Engine.Flush());
                case "engine_verify": return Replay.Done(() => r.Engine.Verify());
                case "engine_limit": return Replay.One("old",
                        r.Engine.SetLimit(limit: (Limit)r.Number("limit"), value: r.Number("value")));
                case "engine_backup": return Replay.Done(() => r.Engine.Backup(file: r.File("file"),
                        replace: r.Flag(1)));
                case "engine_get_stats": return Replay.Members(r.Engine.GetStats(reset: r.Flag(1)));
                case "engine_set_foreground": return
                        Replay.Done(() => r.Engine.SetForeground(foreground: r.Number("foreground") != 0));
                case "engine_set_network": return
                        Replay.Done(() => r.Engine.SetNetwork(available: r.Number("available") != 0));
                case "engine_woke": return Replay.Done(() => r.Engine.Woke());
                case "file_recover": return Replay.Members(TallyLibrary.Recover(damaged: r.File("damaged"),
                        fresh: r.File("fresh")));
                case "file_vacuum": return Replay.Done(() => TallyLibrary.Vacuum(file: r.File("file")));
                case "account_list": return Replay.Entries(r.Engine.AccountPage(after: r.String("after"),
                        limit: r.Limit()));
                case "account_remove": return
                        Replay.Done(() => r.Engine.RemoveAccount(name: r.String("name")));
                case "account_set_credential": return
                        Replay.Done(() => r.Account().SetCredential(url: r.String("url"),
                        credential: r.Options<Credential>("credential")));
                case "account_remove_credential": return
                        Replay.Done(() => r.Account().RemoveCredential(url: r.String("url")));
                case "account_log_in": return Replay.Done(() => r.Account().LogIn());
                case "account_log_out": return Replay.Done(() => r.Account().LogOut());
                case "account_get": return Replay.Members(r.Account().GetState());
                case "account_configure": return
                        Replay.Done(() => r.Account().Configure(settings: r.Options<AccountSettings>("settings")));
                case "account_get_settings": return Replay.Members(r.Account().GetSettings());
                case "account_export": return Replay.Hex(r.Account().Export());
                case "account_import": return Replay.Done(() => r.Engine.ImportAccount(name: r.String("name"),
                        content: r.Bytes("bytes")));
                case "account_hash": return Replay.One("partition",
                        TallyLibrary.AccountHash(name: r.String("name"),
                        partitions: (uint)r.Number("partitions")));
                case "badge_set": return Replay.Done(() => r.Account().Set(path: r.String("path"),
                        count: r.Number("count")));
                case "badge_dot": return Replay.Done(() => r.Account().Dot(path: r.String("path")));
                case "badge_set_until": return Replay.Done(() => r.Account().Set(path: r.String("path"),
                        count: r.Number("count"), until: r.Time("until")));
                case "badge_dot_until": return Replay.Done(() => r.Account().Dot(path: r.String("path"),
                        until: r.Time("until")));
                case "badge_add": return Replay.Done(() => r.Account().Add(path: r.String("path"),
                        delta: r.Number("delta")));
                case "badge_clear": return Replay.Answer(r.Account().Clear(path: r.String("path")));
                case "badge_clear_tree": return Replay.Answer(r.Account().ClearTree(path: r.String("path")));
                case "badge_mute": return Replay.Done(() => r.Account().Mute(path: r.String("path"),
                        mode: (MuteMode)r.Number("mode"), until: r.Time("until")));
                case "badge_snooze": return Replay.Done(() => r.Account().Snooze(path: r.String("path"),
                        until: r.Time("until")));
                case "badge_flag": return Replay.Done(() => r.Account().Flag(path: r.String("path"),
                        on: r.Number("on") != 0));
                case "badge_get": return Replay.Members(r.Account().Get(path: r.String("path")));
                case "badge_get_own": return Replay.Members(r.Account().GetOwn(path: r.String("path")));
                case "badge_set_rule": return Replay.Done(() => r.Account().SetRule(path: r.String("path"),
                        rule: r.Options<BadgeRuleOptions>("rule")));
                case "badge_get_rule": return Replay.Members(r.Account().GetRule(path: r.String("path"),
                        effective: r.Flag(1)));
                case "link_add": return Replay.Done(() => r.Account().Link(path: r.String("path"),
                        under: r.String("under")));
                case "link_remove": return Replay.Done(() => r.Account().Unlink(path: r.String("path"),
                        under: r.String("under")));
                case "link_list": return Replay.Entries(r.Account().LinksPage(path: r.String("path"),
                        subtree: r.Flag(1), under: r.Flag(2), after: r.String("after"), limit: r.Limit()));
                case "engine_get_total": return Replay.Members(r.Engine.GetTotal());
                case "engine_get_total_of_all": return Replay.Members(r.Engine.GetTotalOfAll());
                case "badge_list": return r.Revised(r.Account().List(path: r.String("path"),
                        subtree: r.Flag(1)));
                case "badge_explain": return Replay.Entries(r.Account().ExplainPage(path: r.String("path"),
                        after: r.String("after"), limit: r.Limit()));
                case "message_list": return Replay.Entries(r.Account().Messages.Page(path: r.String("path"),
                        subtree: r.Flag(1), unread: r.Flag(2), after: r.String("after"), limit: r.Limit()));
                case "message_list_from": return
                        Replay.Entries(r.Account().Messages.ListFromPage(path: r.String("path"),
                        subtree: r.Flag(1), unread: r.Flag(2), newer: r.Flag(16), key: r.Key(r.String("key")),
                        after: r.String("after"), limit: r.Limit()));
                case "message_first": return Replay.Members(r.Account().Messages.First(path: r.String("path"),
                        subtree: r.Flag(1), unseen: r.Flag(4), newest: r.Flag(8), highlights: r.Flag(32),
                        most: r.Unsigned("most")));
                case "message_get": return
                        Replay.Members(r.Account().Messages.Get(key: r.Key(r.String("key"))));
                case "message_find": return Replay.Members(r.Account().Messages.Find(feed: r.FeedId(),
                        id: r.String("id")));
                case "message_get_data": return
                        Replay.Hex(r.Account().Messages.Data(key: r.Key(r.String("key"))));
                case "message_get_counts": return
                        Replay.Members(r.Account().Messages.GetCounts(path: r.String("path"),
                        subtree: r.Flag(1)));
                case "message_mark_read": return Replay.One("changed",
                        r.Account().Messages.Read(keys: r.Keys()));
                case "message_mark_path_read": return Replay.One("changed",
                        r.Account().Messages.ReadPath(path: r.String("path"), subtree: r.Flag(1)));
                case "message_mark_read_until": return Replay.One("changed",
                        r.Account().Messages.ReadUntil(path: r.String("path"), subtree: r.Flag(1),
                        last: r.Key(r.String("last"))));
                case "message_mark_unread": return Replay.One("changed",
                        r.Account().Messages.Unread(keys: r.Keys()));
                case "message_mark_seen": return Replay.One("changed",
                        r.Account().Messages.MarkSeen(keys: r.Keys()));
                case "message_snooze": return
                        Replay.Done(() => r.Account().Messages.Snooze(key: r.Key(r.String("key")),
                        until: r.Time("until")));
                case "message_post": return Replay.One("key",
                        r.Account().Messages.Post(path: r.String("path"),
                        options: r.Options<MessageOptions>("options")));
                case "message_remove": return Replay.Done(() => r.Account().Messages.Remove(keys: r.Keys()));
                case "message_withdraw": return
                        Replay.Done(() => r.Account().Messages.Withdraw(id: r.String("id")));
                case "observe": return r.Keep(r.Scope.Observe(account: r.Account("account"),
                        path: r.String("path"), subtree: r.Flag(1), initial: r.Flag(2)));
                case "observe_messages": return r.Keep(r.Scope.ObserveMessages(account: r.Account("account"),
                        path: r.String("path"), subtree: r.Flag(1)));
                case "observe_groups": return r.Keep(r.Scope.ObserveGroups(account: r.Account("account"),
                        initial: r.Flag(2)));
                case "observe_total": return r.Keep(r.Scope.ObserveTotal(initial: r.Flag(2)));
                case "observe_feed": return r.Keep(r.Scope.ObserveFeed(feed: r.Feed()));
                case "unobserve": return Replay.Done(() => r.Scope.Unobserve(token: r.Token()));
                case "view_begin": return r.Keep(r.Scope.BeginView(account: r.Account("account"),
                        path: r.String("path"), subtree: r.Flag(1), read: r.Flag(2)));
                case "view_end": return Replay.Done(() => r.Scope.EndView(token: r.Token()));
                case "engine_dispatch": return Replay.One("count", r.Engine.Dispatch());
                case "engine_interrupt": return Replay.Done(() => r.Engine.Interrupt());
                case "engine_get_descriptor": return Replay.One("descriptor", r.Engine.GetDescriptor());
                case "engine_get_timeout": return Replay.One("timeout", r.Engine.GetTimeout());
                case "feed_list": return Replay.Entries(r.Account().Feeds.Page(after: r.String("after"),
                        limit: r.Limit()));
                case "feed_list_rejected": return
                        Replay.Entries(r.Account().Feeds.RejectedPage(feed: r.FeedId(),
                        after: r.String("after"), limit: r.Limit()));
                case "drift_list": return Replay.Entries(r.Account().DriftsPage(path: r.String("path"),
                        subtree: r.Flag(1), after: r.String("after"), limit: r.Limit()));
                case "feed_remove": return Replay.Done(() => r.Feed().Remove());
                case "feed_refresh": return Replay.Done(() => r.Feed().Refresh());
                case "feed_show_page": return
                        Replay.Members(r.Feed().PageShown(page: (uint)r.Number("page")));
                case "feed_hide_page": return
                        Replay.Done(() => r.Feed().PageHidden(page: (uint)r.Number("page")));
                case "feed_cancel": return Replay.Done(() => r.Feed().Cancel());
                case "feed_pause": return Replay.Done(() => r.Feed().Pause(paused: r.Number("paused") != 0));
                case "feed_set_credential": return
                        Replay.Done(() => r.Feed().SetCredential(credential: r.Options<Credential>("credential")));
                case "feed_remove_credential": return Replay.Done(() => r.Feed().RemoveCredential());
                case "feed_refresh_now": return Replay.Done(r.RefreshNow);
                case "feed_get": return r.FeedState();
                case "feed_deliver": return Replay.Done(() => r.Feed().Deliver(page: r.Bytes("bytes")));
                case "account_push": return Replay.Done(() => r.Account().Push(payload: r.Bytes("payload")));
                case "feed_push": return Replay.Done(() => r.Feed().Push(payload: r.Bytes("payload")));
                case "mapping_try": return Replay.One("text",
                        TallyLibrary.TryMapping(preset: r.String("preset"), mapping: r.String("mapping"),
                        body: r.Bytes("body")));
                case "path_escape": return Replay.One("text", TallyPath.Escape(name: r.String("name")));
                case "path_join": return Replay.One("text", TallyPath.Join(path: r.String("path"),
                        name: r.String("name")));
                case "path_parent": return Replay.One("text", TallyPath.GetParent(path: r.String("path")));
                case "path_component": return Replay.One("text",
                        TallyPath.GetComponent(path: r.String("path"), index: (int)r.Number("index")));
                case "category_set": return
                        Replay.Done(() => r.Account().Groups.SetCategory(id: r.String("id"),
                        summary: r.String("summary"), hidden: r.String("hidden")));
                case "category_remove": return
                        Replay.Done(() => r.Account().Groups.RemoveCategory(id: r.String("id")));
                case "strings_set": return
                        Replay.Done(() => r.Account().Groups.SetStrings(key: r.String("key"),
                        language: r.String("language"), forms: r.Options<Forms>("forms")));
                case "strings_remove": return
                        Replay.Done(() => r.Account().Groups.RemoveStrings(key: r.String("key"),
                        language: r.String("language")));
                case "strings_import": return
                        Replay.Members(r.Account().Groups.ImportStrings(kind: (StringsKind)r.Number("kind"),
                        content: r.Bytes("bytes"), language: r.String("language")));
                case "group_list": return
                        Replay.Entries(r.Account().Groups.Page(language: r.String("language"),
                        hidden: r.Flag(1), after: r.String("after"), limit: r.Limit()));
                case "group_get": return Replay.Members(r.Account().Groups.Get(thread: r.String("thread"),
                        language: r.String("language"), hidden: r.Flag(1)));
                case "group_list_messages": return
                        Replay.Entries(r.Account().Groups.MessagesPage(thread: r.String("thread"),
                        after: r.String("after"), limit: r.Limit()));
                case "group_mark_seen": return
                        Replay.Done(() => r.Account().Groups.Seen(thread: r.String("thread")));
                case "group_dismiss": return Replay.One("changed",
                        r.Account().Groups.Dismiss(thread: r.String("thread")));
                case "outbox_lease": return
                        Replay.Entries(r.Account().Outbox.Lease(duration: r.Span("duration"),
                        limit: r.Limit()));
                case "outbox_ack": return Replay.Answer(r.Account().Outbox.Ack(id: r.Number("id"),
                        response: r.Bytes("response")));
                case "outbox_fail": return Replay.Answer(r.Account().Outbox.Fail(id: r.Number("id"),
                        attempt: r.Number("attempt"), retryAfter: r.Span("retry_after")));
                case "outbox_list": return Replay.Entries(r.Account().Outbox.Page(follow: r.Flag(256),
                        after: r.String("after"), limit: r.Limit()));
                case "outbox_get_counts": return Replay.Members(r.Account().Outbox.GetCounts());
                case "outbox_retry": return Replay.One("count", r.Account().Outbox.Retry(id: r.Number("id")));
                case "outbox_retry_all": return Replay.One("count", r.Account().Outbox.RetryAll());
                case "outbox_remove": return Replay.One("count",
                        r.Account().Outbox.Remove(id: r.Number("id")));
                case "outbox_remove_failed": return Replay.One("count", r.Account().Outbox.RemoveFailed());
                case "reminder_put": return Replay.Done(() => r.Account().Reminders.Put(id: r.String("id"),
                        options: r.Options<ReminderOptions>("options")));
                case "reminder_edit": return Replay.Done(() => r.Account().Reminders.Edit(id: r.String("id"),
                        options: r.Options<ReminderOptions>("options")));
                case "reminder_mark_done": return
                        Replay.Done(() => r.Account().Reminders.Done(id: r.String("id")));
                case "reminder_mark_undone": return
                        Replay.Done(() => r.Account().Reminders.Undone(id: r.String("id")));
                case "reminder_remove": return
                        Replay.Done(() => r.Account().Reminders.Remove(id: r.String("id")));
                case "reminder_snooze": return
                        Replay.Done(() => r.Account().Reminders.Snooze(id: r.String("id"),
                        until: r.Time("until")));
                case "reminder_acknowledge": return
                        Replay.Done(() => r.Account().Reminders.Acknowledge(id: r.String("id")));
                case "reminder_list": return
                        Replay.Entries(r.Account().Reminders.Page(after: r.String("after"),
                        limit: r.Limit()));
                case "reminder_get": return Replay.Members(r.Account().Reminders.Get(id: r.String("id")));
                case "reminder_plan": return
                        r.Planned(r.Account().Reminders.Plan(options: r.Options<PlanOptions>("options")));
                case "reminder_confirm_plan": return
                        Replay.Answer(r.Account().Reminders.ConfirmPlan(token: r.Token()));
                case "reminder_list_notes": return
                        Replay.Entries(r.Account().Reminders.LogPage(follow: r.Flag(256),
                        after: r.String("after"), limit: r.Limit()));
                case "reminder_export": return Replay.One("text", r.Account().Reminders.Export());
                case "reminder_import": return
                        Replay.Imported(r.Account().Reminders.Import(content: r.Bytes("bytes")));
                case "engine_set_zone": return Replay.Done(() => r.Engine.SetZone(name: r.String("name")));
                case "badge_digest": return Replay.One("digest",
                        r.Account().GetDigest(path: r.String("path")));
                case "badge_diff": return Replay.Hex(r.Account("from").Diff(path: r.String("from_path"),
                        to: r.Account("to"), toPath: r.String("to_path")));
                case "patch_inverse": return Replay.Hex(TallyLibrary.Inverse(patch: r.Bytes("patch")));
                case "patch_list": return Replay.Entries(TallyLibrary.PatchListPage(patch: r.Bytes("patch"),
                        path: r.String("path"), subtree: r.Flag(1), after: r.String("after"),
                        limit: r.Limit()));
                case "badge_apply": return Replay.Done(() => r.Account().Apply(path: r.String("path"),
                        patch: r.Bytes("patch"), overwrite: r.Flag(1)));
                case "account_verify": return Replay.Done(() => r.Account().Verify());
                case "node_release": return Replay.Done(() => r.Node().Dispose());
                case "node_get_path": return Replay.One("text", r.Node().GetPath());
                case "node_set": return Replay.Done(() => r.Node().Set(count: r.Number("count")));
                case "node_dot": return Replay.Done(() => r.Node().Dot());
                case "node_set_until": return Replay.Done(() => r.Node().Set(count: r.Number("count"),
                        until: r.Time("until")));
                case "node_dot_until": return Replay.Done(() => r.Node().Dot(until: r.Time("until")));
                case "node_add": return Replay.Done(() => r.Node().Add(delta: r.Number("delta")));
                case "node_clear": return Replay.Answer(r.Node().Clear());
                case "node_clear_tree": return Replay.Answer(r.Node().ClearTree());
                case "node_mute": return Replay.Done(() => r.Node().Mute(mode: (MuteMode)r.Number("mode"),
                        until: r.Time("until")));
                case "node_get": return Replay.Members(r.Node().Get());
                case "account_get_position": return
                        Replay.Members(r.Account().GetBatchPosition(source: r.String("source")));
                case "style_set": return Replay.Done(() => r.Account().SetStyle(path: r.String("path"),
                        style: r.Options<Style>("style")));
                case "style_get": return Replay.Styled(r.Account().GetStyle(path: r.String("path")));
                case "badge_present": return Replay.Members(r.Account().Present(path: r.String("path")));
                case "present": return Replay.Members(TallyLibrary.Present(kind: r.BadgeKind(),
                        count: r.BadgeCount(), style: r.Options<Style>("style")));
                case "widget_refresh": return Replay.Done(() => r.Scope.RefreshWidgets());
                case "engine_export_account": return
                        Replay.Hex(r.Engine.ExportAccount(name: r.String("name")));
                case "engine_export_source": return
                        Replay.Hex(r.Engine.ExportSource(source: r.String("source")));
                default: return r.ByHand(name);
            }
        }
    }
}
