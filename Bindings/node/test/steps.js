// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

"use strict";

const tally = require("../lib/index.js");

const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** What each step calls, as methods of a replay. `lacks`: the steps that there is no function for. */
module.exports = {
  lacks: ["engine_dispatch", "engine_interrupt", "engine_set_notify", "engine_set_transport", "feed_refresh_now"],
  engine_flush() {
    return this.engine.flush();
  },
  engine_verify() {
    return this.engine.verify();
  },
  engine_limit(step) {
    return { old: this.engine.limit(step.int("limit"), step.int("value")) };
  },
  engine_backup(step) {
    return this.engine.backup(this.file(step, "file"), { replace: step.has(1) });
  },
  engine_get_stats(step) {
    return this.engine.stats({ reset: step.has(1) });
  },
  engine_set_foreground(step) {
    return this.engine.setForeground(step.int("foreground") !== 0);
  },
  engine_set_network(step) {
    return this.engine.setNetwork(step.int("available") !== 0);
  },
  engine_woke() {
    return this.engine.woke();
  },
  file_recover(step) {
    return tally.recover(this.file(step, "damaged"), this.file(step, "fresh"));
  },
  file_vacuum(step) {
    return tally.vacuum(this.file(step, "file"));
  },
  account_list(step) {
    return this.names(this.engine.accountPage(step.text("after"), step.limit));
  },
  account_remove(step) {
    return this.engine.removeAccount(step.text("name"));
  },
  account_set_credential(step) {
    return this.account(step).setCredential(step.text("url"), step.options("credential"));
  },
  account_remove_credential(step) {
    return this.account(step).removeCredential(step.text("url"));
  },
  account_log_in(step) {
    return this.account(step).logIn();
  },
  account_log_out(step) {
    return this.account(step).logOut();
  },
  account_get(step) {
    return this.account(step).state();
  },
  account_configure(step) {
    return this.account(step).configure(step.options("settings"));
  },
  account_get_settings(step) {
    return this.account(step).settings();
  },
  account_export(step) {
    return { bytes: hex(this.account(step).exportAccount()) };
  },
  account_import(step) {
    return this.engine.importAccount(step.text("name"), step.content("bytes"));
  },
  account_hash(step) {
    return { partition: tally.accountHash(step.text("name"), step.int("partitions")) };
  },
  badge_set(step) {
    return this.account(step).set(step.text("path"), step.int("count"));
  },
  badge_dot(step) {
    return this.account(step).dot(step.text("path"));
  },
  badge_set_until(step) {
    return this.account(step).set(step.text("path"), step.int("count"), step.int("until"));
  },
  badge_dot_until(step) {
    return this.account(step).dot(step.text("path"), step.int("until"));
  },
  badge_add(step) {
    return this.account(step).add(step.text("path"), step.int("delta"));
  },
  badge_clear(step) {
    return this.account(step).clear(step.text("path"));
  },
  badge_clear_tree(step) {
    return this.account(step).clearTree(step.text("path"));
  },
  badge_mute(step) {
    return this.account(step).mute(step.text("path"), step.int("mode"), step.int("until"));
  },
  badge_snooze(step) {
    return this.account(step).snooze(step.text("path"), step.int("until"));
  },
  badge_flag(step) {
    return this.account(step).flag(step.text("path"), step.int("on") !== 0);
  },
  badge_get(step) {
    return this.account(step).get(step.text("path"));
  },
  badge_get_own(step) {
    return this.account(step).getOwn(step.text("path"));
  },
  badge_set_rule(step) {
    return this.account(step).setRule(step.text("path"), step.options("rule"));
  },
  badge_get_rule(step) {
    return this.account(step).getRule(step.text("path"), { effective: step.has(1) });
  },
  link_add(step) {
    return this.account(step).link(step.text("path"), step.text("under"));
  },
  link_remove(step) {
    return this.account(step).unlink(step.text("path"), step.text("under"));
  },
  link_list(step) {
    return this.entries(this.account(step).linksPage(step.text("path"), { after: step.text("after"), limit: step.limit, subtree: step.has(1), under: step.has(2) }));
  },
  engine_get_total() {
    return this.engine.total();
  },
  engine_get_total_of_all() {
    return this.engine.totalOfAll();
  },
  badge_list(step) {
    return this.revised(this.account(step).list(step.text("path"), { subtree: step.has(1) }));
  },
  badge_explain(step) {
    return this.entries(this.account(step).explainPage(step.text("path"), step.text("after"), step.limit));
  },
  message_list(step) {
    return this.entries(this.account(step).messages.page(step.text("path"), { after: step.text("after"), limit: step.limit, subtree: step.has(1), unread: step.has(2) }));
  },
  message_list_from(step) {
    return this.entries(this.account(step).messages.listFromPage(step.text("path"), this.key(step, "key"), { after: step.text("after"), limit: step.limit, subtree: step.has(1), unread: step.has(2), newer: step.has(16) }));
  },
  message_first(step) {
    return this.account(step).messages.first(step.text("path"), step.int("most"), { subtree: step.has(1), unseen: step.has(4), newest: step.has(8), highlights: step.has(32) });
  },
  message_get(step) {
    return this.account(step).messages.get(this.key(step, "key"));
  },
  message_find(step) {
    return this.account(step).messages.find(step.text("id"), this.feedId(step));
  },
  message_get_data(step) {
    return { bytes: hex(this.account(step).messages.data(this.key(step, "key"))) };
  },
  message_get_counts(step) {
    return this.account(step).messages.counts(step.text("path"), { subtree: step.has(1) });
  },
  message_mark_read(step) {
    return { changed: this.account(step).messages.read(this.keys(step)) };
  },
  message_mark_path_read(step) {
    return { changed: this.account(step).messages.readPath(step.text("path"), { subtree: step.has(1) }) };
  },
  message_mark_read_until(step) {
    return { changed: this.account(step).messages.readUntil(step.text("path"), this.key(step, "last"), { subtree: step.has(1) }) };
  },
  message_mark_unread(step) {
    return { changed: this.account(step).messages.unread(this.keys(step)) };
  },
  message_mark_seen(step) {
    return { changed: this.account(step).messages.markSeen(this.keys(step)) };
  },
  message_snooze(step) {
    return this.account(step).messages.snooze(this.key(step, "key"), step.int("until"));
  },
  message_post(step) {
    return this.done(this.account(step).messages.post(step.text("path"), step.options()));
  },
  message_remove(step) {
    return this.account(step).messages.remove(this.keys(step));
  },
  message_withdraw(step) {
    return this.account(step).messages.withdraw(step.text("id"));
  },
  observe(step) {
    return this.watch(step, this.scope.observe(this.account(step), step.text("path"), null, { subtree: step.has(1), initial: step.has(2) }));
  },
  observe_messages(step) {
    return this.watch(step, this.scope.observeMessages(this.account(step), step.text("path"), null, { subtree: step.has(1) }));
  },
  observe_groups(step) {
    return this.watch(step, this.scope.observeGroups(this.account(step), null, { initial: step.has(2) }));
  },
  observe_total(step) {
    return this.watch(step, this.scope.observeTotal(null, { initial: step.has(2) }));
  },
  observe_feed(step) {
    return this.watch(step, this.scope.observeFeed(this.feed(step), null));
  },
  unobserve(step) {
    return this.scope.unobserve(this.token(step));
  },
  view_begin(step) {
    return this.beginView(step);
  },
  view_end(step) {
    return this.scope.endView(this.token(step));
  },
  engine_get_descriptor() {
    return { descriptor: this.engine.descriptor };
  },
  engine_get_timeout() {
    return { timeout: this.engine.timeout() };
  },
  feed_list(step) {
    return this.entries(this.account(step).feeds.page(step.text("after"), step.limit));
  },
  feed_list_rejected(step) {
    return this.entries(this.account(step).feeds.rejectedPage(this.feedId(step), step.text("after"), step.limit));
  },
  drift_list(step) {
    return this.entries(this.account(step).driftsPage(step.text("path"), { after: step.text("after"), limit: step.limit, subtree: step.has(1) }));
  },
  feed_remove(step) {
    return this.feed(step).remove();
  },
  feed_refresh(step) {
    return this.feed(step).refresh();
  },
  feed_show_page(step) {
    return this.feed(step).pageShown(step.int("page"));
  },
  feed_hide_page(step) {
    return this.feed(step).pageHidden(step.int("page"));
  },
  feed_cancel(step) {
    return this.feed(step).cancel();
  },
  feed_pause(step) {
    return this.feed(step).pause(step.int("paused") !== 0);
  },
  feed_set_credential(step) {
    return this.feed(step).setCredential(step.options("credential"));
  },
  feed_remove_credential(step) {
    return this.feed(step).removeCredential();
  },
  feed_get(step) {
    return this.feedState(step);
  },
  feed_deliver(step) {
    return this.feed(step).deliver(step.content("bytes"));
  },
  account_push(step) {
    return this.account(step).push(step.content("payload"));
  },
  feed_push(step) {
    return this.feed(step).push(step.content("payload"));
  },
  mapping_try(step) {
    return { text: tally.tryMapping(step.content("body"), { preset: step.text("preset"), mapping: step.text("mapping") }) };
  },
  path_escape(step) {
    return { text: tally.escape(step.text("name")) };
  },
  path_join(step) {
    return { text: tally.join(step.text("path"), step.text("name")) };
  },
  path_parent(step) {
    return { text: tally.parent(step.text("path")) };
  },
  path_component(step) {
    return { text: tally.component(step.text("path"), step.int("index")) };
  },
  category_set(step) {
    return this.account(step).groups.setCategory(step.text("id"), step.text("summary"), step.text("hidden"));
  },
  category_remove(step) {
    return this.account(step).groups.removeCategory(step.text("id"));
  },
  strings_set(step) {
    return this.account(step).groups.setStrings(step.text("key"), step.text("language"), step.options("forms"));
  },
  strings_remove(step) {
    return this.account(step).groups.removeStrings(step.text("key"), step.text("language"));
  },
  strings_import(step) {
    return this.account(step).groups.importStrings(step.int("kind"), step.content("bytes"), step.text("language"));
  },
  group_list(step) {
    return this.entries(this.account(step).groups.page(step.text("language"), { after: step.text("after"), limit: step.limit, hidden: step.has(1) }));
  },
  group_get(step) {
    return this.account(step).groups.get(step.text("thread"), step.text("language"), { hidden: step.has(1) });
  },
  group_list_messages(step) {
    return this.entries(this.account(step).groups.messagesPage(step.text("thread"), step.text("after"), step.limit));
  },
  group_mark_seen(step) {
    return this.account(step).groups.seen(step.text("thread"));
  },
  group_dismiss(step) {
    return { changed: this.account(step).groups.dismiss(step.text("thread")) };
  },
  outbox_lease(step) {
    return this.entries(this.account(step).outbox.lease(step.int("duration"), step.limit));
  },
  outbox_ack(step) {
    return this.account(step).outbox.ack(step.int("id"), step.content("response"));
  },
  outbox_fail(step) {
    return this.account(step).outbox.fail(step.int("id"), step.int("attempt"), step.int("retry_after"));
  },
  outbox_list(step) {
    return this.entries(this.account(step).outbox.page({ after: step.text("after"), limit: step.limit, follow: step.has(256) }));
  },
  outbox_get_counts(step) {
    return this.account(step).outbox.counts();
  },
  outbox_retry(step) {
    return { count: this.account(step).outbox.retry(step.int("id")) };
  },
  outbox_retry_all(step) {
    return { count: this.account(step).outbox.retryAll() };
  },
  outbox_remove(step) {
    return { count: this.account(step).outbox.remove(step.int("id")) };
  },
  outbox_remove_failed(step) {
    return { count: this.account(step).outbox.removeFailed() };
  },
  reminder_put(step) {
    return this.account(step).reminders.put(step.text("id"), step.options("options"));
  },
  reminder_edit(step) {
    return this.account(step).reminders.edit(step.text("id"), step.options("options"));
  },
  reminder_mark_done(step) {
    return this.account(step).reminders.done(step.text("id"));
  },
  reminder_mark_undone(step) {
    return this.account(step).reminders.undone(step.text("id"));
  },
  reminder_remove(step) {
    return this.account(step).reminders.remove(step.text("id"));
  },
  reminder_snooze(step) {
    return this.account(step).reminders.snooze(step.text("id"), step.int("until"));
  },
  reminder_acknowledge(step) {
    return this.account(step).reminders.acknowledge(step.text("id"));
  },
  reminder_list(step) {
    return this.entries(this.account(step).reminders.page(step.text("after"), step.limit));
  },
  reminder_get(step) {
    return this.account(step).reminders.get(step.text("id"));
  },
  reminder_plan(step) {
    return this.planned(step, this.account(step).reminders.plan(step.options("options")));
  },
  reminder_confirm_plan(step) {
    return this.account(step).reminders.confirmPlan(this.token(step));
  },
  reminder_list_notes(step) {
    return this.entries(this.account(step).reminders.logPage({ after: step.text("after"), limit: step.limit, follow: step.has(256) }));
  },
  reminder_export(step) {
    return { text: this.account(step).reminders.export() };
  },
  reminder_import(step) {
    return this.account(step).reminders.import(step.content("bytes"));
  },
  engine_set_zone(step) {
    return this.engine.setZone(step.text("name"));
  },
  badge_digest(step) {
    return { digest: this.account(step).digest(step.text("path")) };
  },
  badge_diff(step) {
    return { bytes: hex(this.account(step, "from").diff(step.text("from_path"), this.account(step, "to"), step.text("to_path"))) };
  },
  patch_inverse(step) {
    return { bytes: hex(tally.inverse(step.content("patch"))) };
  },
  patch_list(step) {
    return this.entries(tally.patchListPage(step.content("patch"), step.text("path"), { after: step.text("after"), limit: step.limit, subtree: step.has(1) }));
  },
  badge_apply(step) {
    return this.account(step).apply(step.text("path"), step.content("patch"), { overwrite: step.has(1) });
  },
  account_verify(step) {
    return this.account(step).verify();
  },
  node_release(step) {
    return this.node(step).close();
  },
  node_get_path(step) {
    return { text: this.node(step).path() };
  },
  node_set(step) {
    return this.node(step).set(step.int("count"));
  },
  node_dot(step) {
    return this.node(step).dot();
  },
  node_set_until(step) {
    return this.node(step).set(step.int("count"), step.int("until"));
  },
  node_dot_until(step) {
    return this.node(step).dot(step.int("until"));
  },
  node_add(step) {
    return this.node(step).add(step.int("delta"));
  },
  node_clear(step) {
    return this.node(step).clear();
  },
  node_clear_tree(step) {
    return this.node(step).clearTree();
  },
  node_mute(step) {
    return this.node(step).mute(step.int("mode"), step.int("until"));
  },
  node_get(step) {
    return this.node(step).get();
  },
  account_get_position(step) {
    return this.account(step).batchPosition(step.text("source"));
  },
  style_set(step) {
    return this.account(step).setStyle(step.text("path"), this.style(step.object("style")));
  },
  style_get(step) {
    return this.styleOf(this.account(step).style(step.text("path")));
  },
  badge_present(step) {
    return this.account(step).present(step.text("path"));
  },
  present(step) {
    return tally.present(step.options("badge"), this.style(step.object("style")));
  },
  widget_refresh() {
    return this.scope.refreshWidgets();
  },
  engine_export_account(step) {
    return { bytes: hex(this.engine.exportAccount(step.text("name"))) };
  },
  engine_export_source(step) {
    return { bytes: hex(this.engine.exportSource(step.text("source"))) };
  },
};
