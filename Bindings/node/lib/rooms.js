// The parts of an account: feeds, messages, groups, the outbox, reminders.

"use strict";

const constants = require("./constants.js");
const { errorOf } = require("./errors.js");
const { native, Handle, HANDLE } = require("./native.js");
const { day, first, flag, milliseconds, pages, rows } = require("./values.js");

class Room {
  constructor(account) {
    Object.defineProperty(this, "account", { value: account });
  }

  get [HANDLE]() {
    return this.account[HANDLE];
  }
}

class Feeds extends Room {
  add(name, { stopsInBackground = false, exactDelay = false, flags = 0, ...options } = {}) {
    flags |= flag(stopsInBackground, constants.FEED_OPTION_STOPS_IN_BACKGROUND) | flag(exactDelay, constants.FEED_OPTION_EXACT_DELAY);
    return new Feed(this.account, name, first(native.feed_add(this[HANDLE], name, { ...options, flags })));
  }

  list() {
    return pages((after) => this.page(after), null, (feed) => feed.name);
  }

  page(after, limit = 1000) {
    return rows(native.feed_list(this[HANDLE], after, limit), constants.MORE);
  }

  rejected(feed) {
    return pages((after) => this.rejectedPage(feed, after), 0, (item) => item.number);
  }

  rejectedPage(feed, after = 0, limit = 1000) {
    return rows(native.feed_rejected(this[HANDLE], feed, after, limit), constants.MORE);
  }
}

class Feed extends Handle {
  constructor(account, name, handle) {
    super(handle);
    this.account = account;
    this.name = name;
  }

  state() {
    const [, title, state] = native.feed_get(this[HANDLE]);
    return { title, ...state };
  }

  /**
   * Sends a request immediately. The promise is fulfilled with the COMPLETION event, and rejected if the refresh fails:
   * with the error of its status, which has the event as `event`.
   */
  async refreshNow() {
    const event = await this.account.engine.completion(() => first(native.feed_refresh_now(this[HANDLE])));
    if (event.result < 0) throw Object.assign(errorOf(event.result, event.text), { event });
    return event;
  }

  remove() {
    return native.feed_remove(this[HANDLE]);
  }

  refresh() {
    return native.feed_refresh(this[HANDLE]);
  }

  cancel() {
    return native.feed_cancel(this[HANDLE]);
  }

  pause(paused = true) {
    return native.feed_pause(this[HANDLE], paused);
  }

  pageShown(page) {
    return first(native.feed_page_shown(this[HANDLE], page));
  }

  pageHidden(page) {
    return native.feed_page_hidden(this[HANDLE], page);
  }

  deliver(page) {
    return native.feed_deliver(this[HANDLE], page);
  }

  push(payload) {
    return native.feed_push(this[HANDLE], payload);
  }
}

class Messages extends Room {
  list(path = "root", { subtree = false, unread = false } = {}) {
    return pages((after) => this.page(path, { subtree, unread, after }), 0, (message) => message.key);
  }

  page(path = "root", { subtree = false, unread = false, after = 0, limit = 1000 } = {}) {
    const flags = flag(subtree, constants.SUBTREE) | flag(unread, constants.MESSAGES_UNREAD);
    return rows(native.message_list(this[HANDLE], path, flags, after, limit), constants.MORE);
  }

  counts(path = "root", { subtree = false } = {}) {
    const [, total, unread, unseen] = native.message_counts(
      this[HANDLE], path, flag(subtree, constants.SUBTREE));
    return { total, unread, unseen };
  }

  read(keys) {
    return first(native.message_read(this[HANDLE], keys));
  }

  unread(keys) {
    return first(native.message_unread(this[HANDLE], keys));
  }

  markSeen(keys) {
    return first(native.message_mark_seen(this[HANDLE], keys));
  }

  readPath(path, { subtree = false } = {}) {
    return first(native.message_read_path(this[HANDLE], path, flag(subtree, constants.SUBTREE)));
  }

  readUntil(path, last, { subtree = false } = {}) {
    return first(native.message_read_until(this[HANDLE], path, flag(subtree, constants.SUBTREE), last));
  }

  post(path, { dot = false, flags = 0, time, ...options } = {}) {
    flags |= flag(dot, constants.POST_DOT);
    return first(native.message_post(this[HANDLE], path, { ...options, flags, time: milliseconds(time) }));
  }

  withdraw(id) {
    return native.message_withdraw(this[HANDLE], id);
  }
}

class Groups extends Room {
  configure(grouping = constants.GROUPING_DEFAULT, language) {
    return native.group_configure(this[HANDLE], grouping, language);
  }

  setCategory(id, summary, hidden) {
    return native.category_set(this[HANDLE], id, summary, hidden);
  }

  setStrings(key, language, forms) {
    return native.strings_set(this[HANDLE], key, language, forms);
  }

  importStrings(kind, content, language) {
    const [, taken, skipped] = native.strings_import(this[HANDLE], kind, content, language);
    return { taken, skipped };
  }

  list(language, { hidden = false } = {}) {
    return pages((after) => this.page(language, { hidden, after }), 0, (group) => group.newest);
  }

  page(language, { hidden = false, after = 0, limit = 1000 } = {}) {
    return rows(
      native.group_list(this[HANDLE], language, flag(hidden, constants.GROUPS_HIDDEN), after, limit), constants.MORE);
  }

  get(thread, language, { hidden = false } = {}) {
    return first(native.group_get(this[HANDLE], thread, language, flag(hidden, constants.GROUPS_HIDDEN), null))[0];
  }

  messages(thread) {
    return pages((after) => this.messagesPage(thread, after), 0, (message) => message.key);
  }

  messagesPage(thread, after = 0, limit = 1000) {
    return rows(native.group_messages(this[HANDLE], thread, after, limit), constants.MORE);
  }

  seen(thread) {
    return native.group_seen(this[HANDLE], thread);
  }

  dismiss(thread) {
    return first(native.group_dismiss(this[HANDLE], thread));
  }
}

class Outbox extends Room {
  configure(options) {
    return native.outbox_configure(this[HANDLE], options);
  }

  lease(duration, limit = 1000) {
    return rows(native.outbox_lease(this[HANDLE], duration, limit), constants.MORE);
  }

  ack(sequence, answer) {
    return native.outbox_ack(this[HANDLE], sequence, answer);
  }

  fail(sequence, attempt, retryAfter = -1) {
    return native.outbox_fail(this[HANDLE], sequence, attempt, retryAfter);
  }

  list() {
    return pages((after) => this.page(after), 0, (row) => row.sequence);
  }

  page(after = 0, limit = 1000) {
    return rows(native.outbox_list(this[HANDLE], after, limit), constants.MORE);
  }

  counts() {
    const [, total, leased, failed] = native.outbox_counts(this[HANDLE]);
    return { total, leased, failed };
  }

  retry(sequence) {
    return first(native.outbox_retry(this[HANDLE], sequence));
  }

  retryAll() {
    return first(native.outbox_retry_all(this[HANDLE]));
  }

  remove(sequence) {
    return first(native.outbox_remove(this[HANDLE], sequence));
  }

  removeFailed() {
    return first(native.outbox_remove_failed(this[HANDLE]));
  }
}

class Reminders extends Room {
  put(id, options) {
    return native.reminder_put(this[HANDLE], id, given(options));
  }

  edit(id, options) {
    return native.reminder_edit(this[HANDLE], id, given(options));
  }

  done(id) {
    return native.reminder_done(this[HANDLE], id);
  }

  undone(id) {
    return native.reminder_undone(this[HANDLE], id);
  }

  remove(id) {
    return native.reminder_remove(this[HANDLE], id);
  }

  acknowledge(id) {
    return native.reminder_acknowledge(this[HANDLE], id);
  }

  snooze(id, until) {
    return native.reminder_snooze(this[HANDLE], id, milliseconds(until));
  }

  list() {
    return pages((after) => this.page(after), null, (reminder) => reminder.id);
  }

  page(after, limit = 1000) {
    return rows(native.reminder_list(this[HANDLE], after, limit), constants.MORE);
  }

  plan(options = {}) {
    const [, entries, plan] = native.reminder_plan(this[HANDLE], options, null);
    return { entries, ...plan };
  }

  log() {
    return pages((after) => this.logPage(after), 0, (note) => note.number);
  }

  logPage(after = 0, limit = 1000) {
    return rows(native.reminder_log(this[HANDLE], after, limit), constants.MORE);
  }

  export() {
    return first(native.reminder_export(this[HANDLE]));
  }

  import(content) {
    const [, taken, skipped] = native.reminder_import(this[HANDLE], content);
    return { taken, skipped };
  }
}

const FIELDS = ["title", "body", "path", "zone", "produced", "shelf", "time", "smart", "repeat", "start", "end", "overdue"];

/** Which fields of a reminder are given: a member, or those that begin with the same word, are a field. */
function given(options) {
  const made = {};
  let fields = 0;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const field = FIELDS.find((each) => name === each || (name.startsWith(each) && /[A-Z]/.test(name[each.length])));
    if (field) fields |= constants[`REMINDER_FIELD_${field === "shelf" ? "SHELF_LIFE" : field.toUpperCase()}`];
    made[name] = ["produced", "start", "end"].includes(name) ? day(value) : value;
  }
  return { ...made, fields };
}

module.exports = { Feeds, Feed, Messages, Groups, Outbox, Reminders, reminderIn: given };
