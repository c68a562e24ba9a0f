// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

package dev.tally;

import java.time.Duration;
import java.util.Map;

final class Steps {
    private Steps() {}

    static Map<String, Object> call(Replay r, String name) {
        return switch (name) {
            case "engine_flush" -> Replay.done(() -> r.engine.flush());
            case "engine_verify" -> Replay.done(() -> r.engine.verify());
            case "engine_limit" -> Replay.one("old", r.engine.limit(Limit.of(r.small("limit")), r.number("value")));
            case "engine_backup" -> Replay.done(() -> r.engine.backup(r.file("file"), r.flags(BackupFlag.class)));
            case "engine_get_stats" -> Replay.members(r.engine.stats(r.flags(StatsFlag.class)));
            case "engine_set_foreground" -> Replay.done(() -> r.engine.setForeground(r.number("foreground") != 0));
            case "engine_set_network" -> Replay.done(() -> r.engine.setNetwork(r.number("available") != 0));
            case "engine_woke" -> Replay.done(() -> r.engine.woke());
            case "file_recover" -> Replay.members(Tally.recover(r.file("damaged"), r.file("fresh")));
            case "file_vacuum" -> Replay.done(() -> Tally.vacuum(r.file("file")));
            case "account_list" -> r.names();
            case "account_remove" -> Replay.done(() -> r.engine.removeAccount(r.string("name")));
            case "account_set_credential" -> Replay.done(() -> r.account().setCredential(r.string("url"),
                r.options("credential", new Credential())));
            case "account_remove_credential" -> Replay.done(() -> r.account().removeCredential(r.string("url")));
            case "account_log_in" -> Replay.done(() -> r.account().logIn());
            case "account_log_out" -> Replay.done(() -> r.account().logOut());
            case "account_get" -> Replay.members(r.account().state());
            case "account_configure" -> Replay.done(() -> r.account().configure(r.options("settings",
                new AccountSettings())));
            case "account_get_settings" -> Replay.members(r.account().settings());
            case "account_export" -> Replay.hex(r.account().exportAccount());
            case "account_import" -> Replay.done(() -> r.engine.importAccount(r.string("name"), r.bytes("bytes")));
            case "account_hash" -> Replay.one("partition", Tally.accountHash(r.string("name"),
                r.number("partitions")));
            case "badge_set" -> Replay.done(() -> r.account().set(r.string("path"), r.number("count")));
            case "badge_dot" -> Replay.done(() -> r.account().dot(r.string("path")));
            case "badge_set_until" -> Replay.done(() -> r.account().set(r.string("path"), r.number("count"),
                r.time("until")));
            case "badge_dot_until" -> Replay.done(() -> r.account().dot(r.string("path"), r.time("until")));
            case "badge_add" -> Replay.done(() -> r.account().add(r.string("path"), r.number("delta")));
            case "badge_clear" -> Replay.unless(r.account().clear(r.string("path")), "TALLY_HELD");
            case "badge_clear_tree" -> Replay.unless(r.account().clearTree(r.string("path")), "TALLY_HELD");
            case "badge_mute" -> Replay.done(() -> r.account().mute(r.string("path"), MuteMode.of(r.small("mode")),
                r.time("until")));
            case "badge_snooze" -> Replay.done(() -> r.account().snoozePath(r.string("path"), r.time("until")));
            case "badge_flag" -> Replay.done(() -> r.account().flag(r.string("path"), r.number("on") != 0));
            case "badge_get" -> Replay.members(r.account().get(r.string("path")));
            case "badge_get_own" -> Replay.members(r.account().getOwn(r.string("path")));
            case "badge_set_rule" -> Replay.done(() -> r.account().setRule(r.string("path"), r.options("rule",
                new BadgeRuleOptions())));
            case "badge_get_rule" -> Replay.members(r.account().getRule(r.string("path"), r.flags(RuleFlag.class)));
            case "link_add" -> Replay.done(() -> r.account().link(r.string("path"), r.string("under")));
            case "link_remove" -> Replay.done(() -> r.account().unlink(r.string("path"), r.string("under")));
            case "link_list" -> Replay.entries(r.account().links(r.string("path"), r.string("after"), r.limit(),
                r.flags(LinkFlag.class)));
            case "engine_get_total" -> Replay.members(r.engine.total());
            case "engine_get_total_of_all" -> Replay.members(r.engine.totalOfAll());
            case "badge_list" -> r.revised(r.account().list(r.string("path"), r.flags(ListFlag.class)));
            case "badge_explain" -> Replay.entries(r.account().explain(r.string("path"), r.string("after"),
                r.limit()));
            case "message_list" -> Replay.entries(r.account().messages(r.string("path"), r.string("after"), r.limit(),
                r.flags(MessagesFlag.class)));
            case "message_list_from" -> Replay.entries(r.account().messagesFrom(r.string("path"),
                r.key(r.string("key")), r.string("after"), r.limit(), r.flags(MessagesFlag.class)));
            case "message_first" -> Replay.members(r.account().firstMessage(r.string("path"), r.number("most"),
                r.flags(MessagesFlag.class)));
            case "message_get" -> Replay.members(r.account().message(r.key(r.string("key"))));
            case "message_find" -> Replay.members(r.account().findMessage(r.feedId(), r.string("id")));
            case "message_get_data" -> Replay.hex(r.account().messageData(r.key(r.string("key"))));
            case "message_get_counts" -> Replay.members(r.account().messageCounts(r.string("path"),
                r.flags(MessagesFlag.class)));
            case "message_mark_read" -> Replay.one("changed", r.account().read(r.keys()));
            case "message_mark_path_read" -> Replay.one("changed", r.account().readPath(r.string("path"),
                r.flags(MessagesFlag.class)));
            case "message_mark_read_until" -> Replay.one("changed", r.account().readUntil(r.string("path"),
                r.key(r.string("last")), r.flags(MessagesFlag.class)));
            case "message_mark_unread" -> Replay.one("changed", r.account().unread(r.keys()));
            case "message_mark_seen" -> Replay.one("changed", r.account().markSeen(r.keys()));
            case "message_snooze" -> Replay.done(() -> r.account().snoozeMessage(r.key(r.string("key")),
                r.time("until")));
            case "message_post" -> Replay.one("key", r.account().post(r.string("path"), r.options("options",
                new MessageOptions())));
            case "message_remove" -> Replay.done(() -> r.account().removeMessages(r.keys()));
            case "message_withdraw" -> Replay.done(() -> r.account().withdraw(r.string("id")));
            case "observe" -> r.keep(r.scope.observe(r.account(), r.string("path"), null,
                r.flags(ObserveFlag.class)));
            case "observe_messages" -> r.keep(r.scope.observeMessages(r.account(), r.string("path"), null,
                r.flags(ObserveFlag.class)));
            case "observe_groups" -> r.keep(r.scope.observeGroups(r.account(), null, r.flags(ObserveFlag.class)));
            case "observe_total" -> r.keep(r.scope.observeTotal(null, r.flags(ObserveFlag.class)));
            case "observe_feed" -> r.keep(r.scope.observeFeed(r.feed(), null));
            case "unobserve" -> Replay.done(() -> r.scope.unobserve(r.token()));
            case "view_begin" -> r.keep(r.scope.beginView(r.account(), r.string("path"), r.flags(ViewFlag.class)));
            case "view_end" -> Replay.done(() -> r.scope.unobserve(r.token()));
            case "engine_dispatch" -> Replay.one("count", r.engine.dispatch());
            case "engine_interrupt" -> Replay.done(() -> r.engine.interrupt());
            case "engine_get_descriptor" -> Replay.one("descriptor", r.engine.descriptor());
            case "engine_get_timeout" -> Replay.one("timeout", Replay.number(Duration.class, r.engine.timeout()));
            case "feed_list" -> Replay.entries(r.account().feeds(r.string("after"), r.limit()));
            case "feed_list_rejected" -> Replay.entries(r.account().rejected(r.feedId(), r.string("after"),
                r.limit()));
            case "drift_list" -> Replay.entries(r.account().drifts(r.string("path"), r.string("after"), r.limit(),
                r.flags(ListFlag.class)));
            case "feed_remove" -> Replay.done(() -> r.feed().remove());
            case "feed_refresh" -> Replay.done(() -> r.feed().refresh());
            case "feed_show_page" -> Replay.members(r.feed().pageShown(r.small("page")));
            case "feed_hide_page" -> Replay.done(() -> r.feed().pageHidden(r.small("page")));
            case "feed_cancel" -> Replay.done(() -> r.feed().cancel());
            case "feed_pause" -> Replay.done(() -> r.feed().pause(r.number("paused") != 0));
            case "feed_set_credential" -> Replay.done(() -> r.feed().setCredential(r.options("credential",
                new Credential())));
            case "feed_remove_credential" -> Replay.done(() -> r.feed().removeCredential());
            case "feed_refresh_now" -> Replay.done(() -> r.refreshNow());
            case "feed_get" -> r.feedState();
            case "feed_deliver" -> Replay.done(() -> r.feed().deliver(r.bytes("bytes")));
            case "account_push" -> Replay.done(() -> r.account().push(r.bytes("payload")));
            case "feed_push" -> Replay.done(() -> r.feed().push(r.bytes("payload")));
            case "mapping_try" -> Replay.one("text", Tally.tryMapping(r.string("preset"), r.string("mapping"),
                r.bytes("body")));
            case "path_escape" -> Replay.one("text", Tally.escape(r.string("name")));
            case "path_join" -> Replay.one("text", Tally.join(r.string("path"), r.string("name")));
            case "path_parent" -> Replay.one("text", Tally.parent(r.string("path")));
            case "path_component" -> Replay.one("text", Tally.component(r.string("path"), r.small("index")));
            case "category_set" -> Replay.done(() -> r.account().setCategory(r.string("id"), r.string("summary"),
                r.string("hidden")));
            case "category_remove" -> Replay.done(() -> r.account().removeCategory(r.string("id")));
            case "strings_set" -> Replay.done(() -> r.account().setStrings(r.string("key"), r.string("language"),
                r.options("forms", new Forms())));
            case "strings_remove" -> Replay.done(() -> r.account().removeStrings(r.string("key"),
                r.string("language")));
            case "strings_import" -> Replay.members(r.account().importStrings(StringsKind.of(r.small("kind")),
                r.bytes("bytes"), r.string("language")));
            case "group_list" -> Replay.entries(r.account().groups(r.string("language"), r.string("after"), r.limit(),
                r.flags(GroupsFlag.class)));
            case "group_get" -> Replay.members(r.account().group(r.string("thread"), r.string("language"),
                r.flags(GroupsFlag.class)));
            case "group_list_messages" -> Replay.entries(r.account().groupMessages(r.string("thread"),
                r.string("after"), r.limit()));
            case "group_mark_seen" -> Replay.done(() -> r.account().groupSeen(r.string("thread")));
            case "group_dismiss" -> Replay.one("changed", r.account().dismissGroup(r.string("thread")));
            case "outbox_lease" -> Replay.entries(r.account().leaseOutbox(r.duration("duration"), r.limit()));
            case "outbox_ack" -> Replay.unless(r.account().acknowledgeOutbox(r.number("id"), r.bytes("response")),
                "TALLY_ALREADY_APPLIED");
            case "outbox_fail" -> Replay.unless(r.account().failOutbox(r.number("id"), r.number("attempt"),
                r.duration("retry_after")), "TALLY_ALREADY_APPLIED");
            case "outbox_list" -> Replay.entries(r.account().outbox(r.string("after"), r.limit(),
                r.flags(ListFlag.class)));
            case "outbox_get_counts" -> Replay.members(r.account().outboxCounts());
            case "outbox_retry" -> Replay.one("count", r.account().retryOutbox(r.number("id")));
            case "outbox_retry_all" -> Replay.one("count", r.account().retryAllOutbox());
            case "outbox_remove" -> Replay.one("count", r.account().removeOutbox(r.number("id")));
            case "outbox_remove_failed" -> Replay.one("count", r.account().removeFailedOutbox());
            case "reminder_put" -> Replay.done(() -> r.account().putReminder(r.string("id"), r.options("options",
                new ReminderOptions())));
            case "reminder_edit" -> Replay.done(() -> r.account().editReminder(r.string("id"), r.options("options",
                new ReminderOptions())));
            case "reminder_mark_done" -> Replay.done(() -> r.account().reminderDone(r.string("id")));
            case "reminder_mark_undone" -> Replay.done(() -> r.account().reminderUndone(r.string("id")));
            case "reminder_remove" -> Replay.done(() -> r.account().removeReminder(r.string("id")));
            case "reminder_snooze" -> Replay.done(() -> r.account().snoozeReminder(r.string("id"), r.time("until")));
            case "reminder_acknowledge" -> Replay.done(() -> r.account().acknowledgeReminder(r.string("id")));
            case "reminder_list" -> Replay.entries(r.account().reminders(r.string("after"), r.limit()));
            case "reminder_get" -> Replay.members(r.account().reminder(r.string("id")));
            case "reminder_plan" -> r.planned(r.account().planReminders(r.options("options", new PlanOptions())));
            case "reminder_confirm_plan" -> Replay.unless(r.account().confirmPlan(r.token()),
                "TALLY_ALREADY_APPLIED");
            case "reminder_list_notes" -> Replay.entries(r.account().reminderLog(r.string("after"), r.limit(),
                r.flags(ListFlag.class)));
            case "reminder_export" -> Replay.one("text", r.account().exportReminders());
            case "reminder_import" -> r.imported(r.account().importReminders(r.bytes("bytes")));
            case "engine_set_zone" -> Replay.done(() -> r.engine.setZone(r.string("name")));
            case "badge_digest" -> Replay.one("digest", r.account().digest(r.string("path")));
            case "badge_diff" -> Replay.hex(r.account("from").diff(r.string("from_path"), r.account("to"),
                r.string("to_path")));
            case "patch_inverse" -> Replay.hex(Tally.inverse(r.bytes("patch")));
            case "patch_list" -> Replay.entries(Tally.patchList(r.bytes("patch"), r.string("path"), r.string("after"),
                r.limit(), r.flags(ListFlag.class)));
            case "badge_apply" -> Replay.done(() -> r.account().apply(r.string("path"), r.bytes("patch"),
                r.flags(ApplyFlag.class)));
            case "account_verify" -> Replay.done(() -> r.account().verify());
            case "node_release" -> Replay.done(() -> r.node().close());
            case "node_get_path" -> Replay.one("text", r.node().path());
            case "node_set" -> Replay.done(() -> r.node().set(r.number("count")));
            case "node_dot" -> Replay.done(() -> r.node().dot());
            case "node_set_until" -> Replay.done(() -> r.node().set(r.number("count"), r.time("until")));
            case "node_dot_until" -> Replay.done(() -> r.node().dot(r.time("until")));
            case "node_add" -> Replay.done(() -> r.node().add(r.number("delta")));
            case "node_clear" -> Replay.unless(r.node().clear(), "TALLY_HELD");
            case "node_clear_tree" -> Replay.unless(r.node().clearTree(), "TALLY_HELD");
            case "node_mute" -> Replay.done(() -> r.node().mute(MuteMode.of(r.small("mode")), r.time("until")));
            case "node_get" -> Replay.members(r.node().get());
            case "account_get_position" -> Replay.members(r.account().batchPosition(r.string("source")));
            case "style_set" -> Replay.done(() -> r.account().setStyle(r.string("path"), r.options("style",
                new Style())));
            case "style_get" -> Replay.members(r.account().style(r.string("path")));
            case "badge_present" -> Replay.members(r.account().present(r.string("path")));
            case "present" -> Replay.members(Tally.present(r.badgeKind(), r.badgeCount(), r.options("style",
                new Style())));
            case "widget_refresh" -> Replay.done(() -> r.scope.refreshWidgets());
            case "engine_export_account" -> Replay.hex(r.engine.exportAccount(r.string("name")));
            case "engine_export_source" -> Replay.hex(r.engine.exportSource(r.string("source")));
            default -> r.byHand(name);
        };
    }
}
