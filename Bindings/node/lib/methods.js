// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

"use strict";

const { EventEmitter } = require("node:events");

const constants = require("./constants.js");
const { native, Handle, Room, HANDLE } = require("./native.js");
const { Badge, classes, first, flag, known, merged, milliseconds, namesOf, optionsIn, pages, reminderIn, revised,
  rows, styleIn, styleOut } = require("./values.js");

class EngineMethods extends EventEmitter {
  flush() {
    return native.engine_flush(this[HANDLE]);
  }

  verify() {
    return native.engine_verify(this[HANDLE]);
  }

  limit(limit, value = -1) {
    return first(native.engine_limit(this[HANDLE], limit, value));
  }

  backup(file, options) {
    const { replace = false } = known(options, "replace");
    return native.engine_backup(this[HANDLE], String(file), flag(replace, constants.BACKUP_REPLACE));
  }

  stats(options) {
    const { reset = false } = known(options, "reset");
    return first(native.engine_get_stats(this[HANDLE], flag(reset, constants.STATS_RESET)));
  }

  setForeground(foreground) {
    return native.engine_set_foreground(this[HANDLE], foreground);
  }

  setNetwork(available) {
    return native.engine_set_network(this[HANDLE], available);
  }

  woke() {
    return native.engine_woke(this[HANDLE]);
  }

  account(name, options) {
    return new classes.Account(this, name, first(native.account_open(this[HANDLE], name, optionsIn(options,
      { existing: constants.ACCOUNT_EXISTING }))));
  }

  findAccount(id) {
    return classes.Account._found(this, first(native.account_find(this[HANDLE], id)));
  }

  accounts() {
    return pages((after) => this.accountPage(after));
  }

  accountPage(after, limit = 1000) {
    return namesOf(native.account_list(this[HANDLE], 0, after, limit));
  }

  removeAccount(name) {
    return native.account_remove(this[HANDLE], name);
  }

  importAccount(name, bytes) {
    return native.account_import(this[HANDLE], name, bytes);
  }

  total() {
    return new Badge(first(native.engine_get_total(this[HANDLE])));
  }

  totalOfAll() {
    return new Badge(first(native.engine_get_total_of_all(this[HANDLE])));
  }

  setZone(name) {
    return native.engine_set_zone(this[HANDLE], name);
  }

  position(source) {
    return first(native.engine_get_position(this[HANDLE], source));
  }

  exportAccount(name) {
    return first(native.engine_export_account(this[HANDLE], name));
  }

  exportSource(source) {
    return first(native.engine_export_source(this[HANDLE], source));
  }
}

class AccountMethods extends Handle {
  setCredential(url, credential) {
    return native.account_set_credential(this[HANDLE], url, optionsIn(credential,
      { plain: constants.CREDENTIAL_FLAG_PLAIN }));
  }

  removeCredential(url) {
    return native.account_remove_credential(this[HANDLE], url);
  }

  logIn() {
    return native.account_log_in(this[HANDLE]);
  }

  logOut() {
    return native.account_log_out(this[HANDLE]);
  }

  state() {
    return merged(native.account_get(this[HANDLE]), "name");
  }

  configure(settings) {
    return native.account_configure(this[HANDLE], optionsIn(settings));
  }

  settings() {
    return first(native.account_get_settings(this[HANDLE], null))[0];
  }

  exportAccount() {
    return first(native.account_export(this[HANDLE]));
  }

  set(path, count, until) {
    if (until === undefined) return native.badge_set(this[HANDLE], path, count);
    return native.badge_set_until(this[HANDLE], path, count, milliseconds(until));
  }

  dot(path, until) {
    if (until === undefined) return native.badge_dot(this[HANDLE], path);
    return native.badge_dot_until(this[HANDLE], path, milliseconds(until));
  }

  add(path, delta) {
    return native.badge_add(this[HANDLE], path, delta);
  }

  clear(path) {
    return native.badge_clear(this[HANDLE], path);
  }

  clearTree(path) {
    return native.badge_clear_tree(this[HANDLE], path);
  }

  mute(path, mode, until) {
    return native.badge_mute(this[HANDLE], path, mode, milliseconds(until));
  }

  snooze(path, until) {
    return native.badge_snooze(this[HANDLE], path, milliseconds(until));
  }

  flag(path, on) {
    return native.badge_flag(this[HANDLE], path, on);
  }

  get(path) {
    return new Badge(first(native.badge_get(this[HANDLE], path)));
  }

  getOwn(path) {
    return first(native.badge_get_own(this[HANDLE], path));
  }

  setRule(path, rule) {
    return native.badge_set_rule(this[HANDLE], path, optionsIn(rule));
  }

  getRule(path, options) {
    const { effective = false } = known(options, "effective");
    return first(native.badge_get_rule(this[HANDLE], path, flag(effective, constants.RULE_EFFECTIVE)));
  }

  link(path, under) {
    return native.link_add(this[HANDLE], path, under);
  }

  unlink(path, under) {
    return native.link_remove(this[HANDLE], path, under);
  }

  links(path = "root", options) {
    const { subtree = false, under = false } = known(options, "subtree", "under");
    return pages((after) => this.linksPage(path, { subtree, under, after }));
  }

  linksPage(path = "root", options) {
    const { subtree = false, under = false, after, limit = 1000 } = known(options, "subtree", "under", "after",
      "limit");
    return rows(native.link_list(this[HANDLE], path, flag(subtree, constants.SUBTREE) |
      flag(under, constants.LINK_UNDER), after, limit));
  }

  list(path = "root", options) {
    const { subtree = false } = known(options, "subtree");
    return revised(native.badge_list(this[HANDLE], path, flag(subtree, constants.SUBTREE), null, null));
  }

  listPage(path = "root", options) {
    const { subtree = false, after, limit = 1000 } = known(options, "subtree", "after", "limit");
    return revised(native.badge_list(this[HANDLE], path, flag(subtree, constants.SUBTREE), after, limit));
  }

  explain(path) {
    return pages((after) => this.explainPage(path, after));
  }

  explainPage(path, after, limit = 1000) {
    return rows(native.badge_explain(this[HANDLE], path, 0, after, limit));
  }

  drifts(path = "root", options) {
    const { subtree = false } = known(options, "subtree");
    return pages((after) => this.driftsPage(path, { subtree, after }));
  }

  driftsPage(path = "root", options) {
    const { subtree = false, after, limit = 1000 } = known(options, "subtree", "after", "limit");
    return rows(native.drift_list(this[HANDLE], path, flag(subtree, constants.SUBTREE), after, limit));
  }

  push(payload) {
    return native.account_push(this[HANDLE], payload);
  }

  digest(path = "root") {
    return first(native.badge_digest(this[HANDLE], path));
  }

  diff(path, to, toPath) {
    return first(native.badge_diff(this[HANDLE], path, to[HANDLE], toPath));
  }

  snapshot(path = "root") {
    return new classes.Snapshot(first(native.snapshot_take(this[HANDLE], path)));
  }

  restore(snapshot, path = "root") {
    return native.badge_restore(this[HANDLE], path, snapshot[HANDLE]);
  }

  apply(path, patch, options) {
    const { overwrite = false } = known(options, "overwrite");
    return native.badge_apply(this[HANDLE], path, patch, flag(overwrite, constants.APPLY_OVERWRITE));
  }

  verify() {
    return native.account_verify(this[HANDLE]);
  }

  batchPosition(source) {
    return first(native.account_get_position(this[HANDLE], source));
  }

  setStyle(path, style) {
    return native.style_set(this[HANDLE], path, styleIn(style));
  }

  style(path) {
    return styleOut(native.style_get(this[HANDLE], path));
  }

  present(path) {
    return merged(native.badge_present(this[HANDLE], path), "text");
  }
}

class NodeMethods {
  path() {
    return first(native.node_get_path(this.account[HANDLE], this.number));
  }

  set(count, until) {
    if (until === undefined) return native.node_set(this.account[HANDLE], this.number, count);
    return native.node_set_until(this.account[HANDLE], this.number, count, milliseconds(until));
  }

  dot(until) {
    if (until === undefined) return native.node_dot(this.account[HANDLE], this.number);
    return native.node_dot_until(this.account[HANDLE], this.number, milliseconds(until));
  }

  add(delta) {
    return native.node_add(this.account[HANDLE], this.number, delta);
  }

  clear() {
    return native.node_clear(this.account[HANDLE], this.number);
  }

  clearTree() {
    return native.node_clear_tree(this.account[HANDLE], this.number);
  }

  mute(mode, until) {
    return native.node_mute(this.account[HANDLE], this.number, mode, milliseconds(until));
  }

  get() {
    return new Badge(first(native.node_get(this.account[HANDLE], this.number)));
  }
}

class FeedMethods extends Handle {
  remove() {
    return native.feed_remove(this[HANDLE]);
  }

  refresh() {
    return native.feed_refresh(this[HANDLE]);
  }

  pageShown(page) {
    return first(native.feed_show_page(this[HANDLE], page));
  }

  pageHidden(page) {
    return native.feed_hide_page(this[HANDLE], page);
  }

  cancel() {
    return native.feed_cancel(this[HANDLE]);
  }

  pause(paused = true) {
    return native.feed_pause(this[HANDLE], paused);
  }

  setCredential(credential) {
    return native.feed_set_credential(this[HANDLE], optionsIn(credential,
      { plain: constants.CREDENTIAL_FLAG_PLAIN }));
  }

  removeCredential() {
    return native.feed_remove_credential(this[HANDLE]);
  }

  state() {
    return merged(native.feed_get(this[HANDLE]), "title");
  }

  deliver(page) {
    return native.feed_deliver(this[HANDLE], page);
  }

  push(payload) {
    return native.feed_push(this[HANDLE], payload);
  }
}

class SnapshotMethods extends Handle {
  static decode(bytes) {
    return new classes.Snapshot(first(native.snapshot_decode(bytes)));
  }

  encode() {
    return first(native.snapshot_encode(this[HANDLE]));
  }

  diff(to) {
    return first(native.snapshot_diff(this[HANDLE], to[HANDLE]));
  }

  list(path = "root", options) {
    const { subtree = false } = known(options, "subtree");
    return pages((after) => this.listPage(path, { subtree, after }));
  }

  listPage(path = "root", options) {
    const { subtree = false, after, limit = 1000 } = known(options, "subtree", "after", "limit");
    return rows(native.snapshot_list(this[HANDLE], path, flag(subtree, constants.SUBTREE), after, limit));
  }
}

class ScopeMethods extends Handle {
  observe(account, path, listener, options) {
    const { subtree = false, initial = false } = known(options, "subtree", "initial");
    return this._watch(native.observe(this[HANDLE], account[HANDLE], path, flag(subtree, constants.SUBTREE) |
      flag(initial, constants.OBSERVE_INITIAL)), listener);
  }

  observeMessages(account, path, listener, options) {
    const { subtree = false } = known(options, "subtree");
    return this._watch(native.observe_messages(this[HANDLE], account[HANDLE], path,
      flag(subtree, constants.SUBTREE)), listener);
  }

  observeGroups(account, listener, options) {
    const { initial = false } = known(options, "initial");
    return this._watch(native.observe_groups(this[HANDLE], account[HANDLE],
      flag(initial, constants.OBSERVE_INITIAL)), listener);
  }

  observeTotal(listener, options) {
    const { initial = false } = known(options, "initial");
    return this._watch(native.observe_total(this[HANDLE], flag(initial, constants.OBSERVE_INITIAL)), listener);
  }

  observeFeed(feed, listener) {
    return this._watch(native.observe_feed(this[HANDLE], feed[HANDLE], 0), listener);
  }

  refreshWidgets() {
    return native.widget_refresh(this[HANDLE]);
  }
}

class Feeds extends Room {
  add(name, options) {
    return new classes.Feed(this.account, name, first(native.feed_add(this[HANDLE], name, optionsIn(options,
      { stopsInBackground: constants.FEED_OPTION_STOPS_IN_BACKGROUND, exactDelay: constants.FEED_OPTION_EXACT_DELAY,
        temporary: constants.FEED_OPTION_TEMPORARY }))));
  }

  get(name) {
    return new classes.Feed(this.account, name, first(native.feed_find(this[HANDLE], name)));
  }

  getById(id) {
    return classes.Feed._found(this.account, id, first(native.feed_find_by_id(this[HANDLE], id)));
  }

  list() {
    return pages((after) => this.page(after));
  }

  page(after, limit = 1000) {
    return rows(native.feed_list(this[HANDLE], 0, after, limit));
  }

  rejected(feed) {
    return pages((after) => this.rejectedPage(feed, after));
  }

  rejectedPage(feed, after, limit = 1000) {
    return rows(native.feed_list_rejected(this[HANDLE], feed, 0, after, limit));
  }
}

class Messages extends Room {
  list(path = "root", options) {
    const { subtree = false, unread = false } = known(options, "subtree", "unread");
    return pages((after) => this.page(path, { subtree, unread, after }));
  }

  page(path = "root", options) {
    const { subtree = false, unread = false, after, limit = 1000 } = known(options, "subtree", "unread", "after",
      "limit");
    return rows(native.message_list(this[HANDLE], path, flag(subtree, constants.SUBTREE) |
      flag(unread, constants.MESSAGES_UNREAD), after, limit));
  }

  listFrom(path, key = 0, options) {
    const { subtree = false, unread = false, newer = false } = known(options, "subtree", "unread", "newer");
    return pages((after) => this.listFromPage(path, key, { subtree, unread, newer, after }));
  }

  listFromPage(path, key = 0, options) {
    const { subtree = false, unread = false, newer = false, after, limit = 1000 } = known(options, "subtree",
      "unread", "newer", "after", "limit");
    return rows(native.message_list_from(this[HANDLE], path, flag(subtree, constants.SUBTREE) |
      flag(unread, constants.MESSAGES_UNREAD) | flag(newer, constants.MESSAGES_NEWER), key, after, limit));
  }

  first(path, most = 0, options) {
    const { subtree = false, unseen = false, newest = false, highlights = false } = known(options, "subtree",
      "unseen", "newest", "highlights");
    return first(native.message_first(this[HANDLE], path, flag(subtree, constants.SUBTREE) |
      flag(unseen, constants.MESSAGES_UNSEEN) | flag(newest, constants.MESSAGES_NEWEST) |
        flag(highlights, constants.MESSAGES_HIGHLIGHTS), most));
  }

  get(key) {
    return first(native.message_get(this[HANDLE], key, null))[0];
  }

  find(id, feed = 0) {
    return first(native.message_find(this[HANDLE], feed, id, null))[0];
  }

  data(key) {
    return first(native.message_get_data(this[HANDLE], key));
  }

  counts(path = "root", options) {
    const { subtree = false } = known(options, "subtree");
    return first(native.message_get_counts(this[HANDLE], path, flag(subtree, constants.SUBTREE)));
  }

  read(keys) {
    return first(native.message_mark_read(this[HANDLE], keys));
  }

  readPath(path, options) {
    const { subtree = false } = known(options, "subtree");
    return first(native.message_mark_path_read(this[HANDLE], path, flag(subtree, constants.SUBTREE)));
  }

  readUntil(path, last, options) {
    const { subtree = false } = known(options, "subtree");
    return first(native.message_mark_read_until(this[HANDLE], path, flag(subtree, constants.SUBTREE), last));
  }

  unread(keys) {
    return first(native.message_mark_unread(this[HANDLE], keys));
  }

  markSeen(keys) {
    return first(native.message_mark_seen(this[HANDLE], keys));
  }

  snooze(key, until) {
    return native.message_snooze(this[HANDLE], key, milliseconds(until));
  }

  post(path, options) {
    return first(native.message_post(this[HANDLE], path, optionsIn(options, { dot: constants.POST_DOT,
      once: constants.POST_ONCE })));
  }

  remove(keys) {
    return native.message_remove(this[HANDLE], keys);
  }

  withdraw(id) {
    return native.message_withdraw(this[HANDLE], id);
  }
}

class Groups extends Room {
  setCategory(id, summary, hidden) {
    return native.category_set(this[HANDLE], id, summary, hidden);
  }

  removeCategory(id) {
    return native.category_remove(this[HANDLE], id);
  }

  setStrings(key, language, forms) {
    return native.strings_set(this[HANDLE], key, language, forms);
  }

  removeStrings(key, language) {
    return native.strings_remove(this[HANDLE], key, language);
  }

  importStrings(kind, content, language) {
    return first(native.strings_import(this[HANDLE], kind, content, language));
  }

  list(language, options) {
    const { hidden = false } = known(options, "hidden");
    return pages((after) => this.page(language, { hidden, after }));
  }

  page(language, options) {
    const { hidden = false, after, limit = 1000 } = known(options, "hidden", "after", "limit");
    return rows(native.group_list(this[HANDLE], language, flag(hidden, constants.GROUPS_HIDDEN), after, limit));
  }

  get(thread, language, options) {
    const { hidden = false } = known(options, "hidden");
    return first(native.group_get(this[HANDLE], thread, language, flag(hidden, constants.GROUPS_HIDDEN), null))[0];
  }

  messages(thread) {
    return pages((after) => this.messagesPage(thread, after));
  }

  messagesPage(thread, after, limit = 1000) {
    return rows(native.group_list_messages(this[HANDLE], thread, 0, after, limit));
  }

  seen(thread) {
    return native.group_mark_seen(this[HANDLE], thread);
  }

  dismiss(thread) {
    return first(native.group_dismiss(this[HANDLE], thread));
  }
}

class Outbox extends Room {
  lease(duration, limit = 1000) {
    return rows(native.outbox_lease(this[HANDLE], duration, limit));
  }

  ack(id, response) {
    return native.outbox_ack(this[HANDLE], id, response);
  }

  fail(id, attempt, retryAfter = -1) {
    return native.outbox_fail(this[HANDLE], id, attempt, retryAfter);
  }

  list() {
    return pages((after) => this.page({ after }));
  }

  page(options) {
    const { follow = false, after, limit = 1000 } = known(options, "follow", "after", "limit");
    return rows(native.outbox_list(this[HANDLE], flag(follow, constants.LIST_FOLLOW), after, limit));
  }

  counts() {
    return first(native.outbox_get_counts(this[HANDLE]));
  }

  retry(id) {
    return first(native.outbox_retry(this[HANDLE], id));
  }

  retryAll() {
    return first(native.outbox_retry_all(this[HANDLE]));
  }

  remove(id) {
    return first(native.outbox_remove(this[HANDLE], id));
  }

  removeFailed() {
    return first(native.outbox_remove_failed(this[HANDLE]));
  }
}

class Reminders extends Room {
  put(id, options) {
    return native.reminder_put(this[HANDLE], id, reminderIn(options));
  }

  edit(id, options) {
    return native.reminder_edit(this[HANDLE], id, reminderIn(options));
  }

  done(id) {
    return native.reminder_mark_done(this[HANDLE], id, 0);
  }

  undone(id) {
    return native.reminder_mark_undone(this[HANDLE], id);
  }

  remove(id) {
    return native.reminder_remove(this[HANDLE], id);
  }

  snooze(id, until) {
    return native.reminder_snooze(this[HANDLE], id, milliseconds(until));
  }

  acknowledge(id) {
    return native.reminder_acknowledge(this[HANDLE], id);
  }

  list() {
    return pages((after) => this.page(after));
  }

  page(after, limit = 1000) {
    return rows(native.reminder_list(this[HANDLE], 0, after, limit));
  }

  get(id) {
    return first(native.reminder_get(this[HANDLE], id, null))[0];
  }

  plan(options) {
    return merged(native.reminder_plan(this[HANDLE], optionsIn(options,
      { fromScratch: constants.PLAN_FLAG_FROM_SCRATCH }), null), "entries");
  }

  confirmPlan(token) {
    return native.reminder_confirm_plan(this[HANDLE], token);
  }

  log() {
    return pages((after) => this.logPage({ after }));
  }

  logPage(options) {
    const { follow = false, after, limit = 1000 } = known(options, "follow", "after", "limit");
    return rows(native.reminder_list_notes(this[HANDLE], flag(follow, constants.LIST_FOLLOW), after, limit));
  }

  export() {
    return first(native.reminder_export(this[HANDLE]));
  }

  import(content) {
    return merged(native.reminder_import(this[HANDLE], content, null), "entries");
  }
}

function recover(damaged, fresh) {
  return first(native.file_recover(String(damaged), String(fresh)));
}

function vacuum(file) {
  return native.file_vacuum(String(file));
}

function accountHash(name, partitions) {
  return first(native.account_hash(name, partitions));
}

function tryMapping(body, options) {
  const { preset, mapping } = known(options, "preset", "mapping");
  return first(native.mapping_try(preset, mapping, body));
}

function inverse(patch) {
  return first(native.patch_inverse(patch));
}

function patchList(patch, path = "root", options) {
  const { subtree = false } = known(options, "subtree");
  return pages((after) => patchListPage(patch, path, { subtree, after }));
}

function patchListPage(patch, path = "root", options) {
  const { subtree = false, after, limit = 1000 } = known(options, "subtree", "after", "limit");
  return rows(native.patch_list(patch, path, flag(subtree, constants.SUBTREE), after, limit));
}

function present(badge, style) {
  return merged(native.present(badge, styleIn(style)), "text");
}

function escape(name) {
  return first(native.path_escape(name));
}

function parent(path) {
  return first(native.path_parent(path));
}

function component(path, index) {
  return first(native.path_component(path, index));
}

module.exports = {
  EngineMethods, AccountMethods, NodeMethods, FeedMethods, SnapshotMethods, ScopeMethods, Feeds, Messages, Groups,
  Outbox, Reminders,
  functions: { recover, vacuum, accountHash, tryMapping, inverse, patchList, patchListPage, present, escape, parent,
    component },
};
