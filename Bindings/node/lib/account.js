// An account's badges: operations, reading, snapshots and patches, styles, nodes and batches.

"use strict";

const constants = require("./constants.js");
const { native, Handle, HANDLE } = require("./native.js");
const { Feeds, Groups, Messages, Outbox, Reminders } = require("./rooms.js");
const { Snapshot } = require("./snapshot.js");
const { first, flag, milliseconds, rows, styleIn, styleOut } = require("./values.js");

class Account extends Handle {
  constructor(engine, name, handle) {
    super(handle);
    this.engine = engine;
    this.name = name;
    this.feeds = new Feeds(this);
    this.messages = new Messages(this);
    this.groups = new Groups(this);
    this.outbox = new Outbox(this);
    this.reminders = new Reminders(this);
  }

  logIn(token) {
    return native.account_log_in(this[HANDLE], token);
  }

  logOut() {
    return native.account_log_out(this[HANDLE]);
  }

  state() {
    const [, name, state] = native.account_get(this[HANDLE]);
    return { name, ...state };
  }

  exportAccount() {
    return first(native.account_export(this[HANDLE]));
  }

  verify() {
    return native.account_verify(this[HANDLE]);
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

  get(path) {
    return first(native.badge_get(this[HANDLE], path));
  }

  list(path = "root", { subtree = false } = {}) {
    return this.listPage(path, { subtree, limit: null });
  }

  listPage(path = "root", { subtree = false, after = null, limit = 1000 } = {}) {
    const [status, entries, revision] =
      native.badge_list(this[HANDLE], path, flag(subtree, constants.SUBTREE), after, limit);
    const list = rows([status, entries], constants.MORE);
    list.revision = revision;
    return list;
  }

  changes(since, { epoch = 0, limit } = {}) {
    const [status, entries, revision] = native.badge_changes(this[HANDLE], since, epoch, limit);
    return { entries, revision, more: status === constants.MORE, resync: status === constants.RESYNC };
  }

  explain(path) {
    return rows(native.badge_explain(this[HANDLE], path, 0, null), constants.MORE);
  }

  digest(path = "root") {
    return first(native.badge_digest(this[HANDLE], path));
  }

  snapshot(path = "root") {
    return new Snapshot(first(native.snapshot_take(this[HANDLE], path)));
  }

  diff(path, to, toPath) {
    return first(native.badge_diff(this[HANDLE], path, to[HANDLE], toPath));
  }

  apply(path, patch, { overwrite = false } = {}) {
    return native.badge_apply(this[HANDLE], path, patch, flag(overwrite, constants.APPLY_OVERWRITE));
  }

  batch(operations, { source, epoch, position, id } = {}) {
    const recognised = source !== undefined || id !== undefined ? { source, epoch, position, id } : null;
    const [status, revision] = native.badge_batch(this[HANDLE], operations.map(withNode), recognised);
    return { status, revision };
  }

  applyNodes(operations) {
    return native.node_apply(this[HANDLE], operations.map(withNode));
  }

  batchPosition(source) {
    const [, epoch, position] = native.batch_position(this[HANDLE], source);
    return { epoch, position };
  }

  node(path) {
    return new Node(this, first(native.node_resolve(this[HANDLE], path)));
  }

  setStyle(path, style) {
    return native.style_set(this[HANDLE], path, styleIn(style));
  }

  style(path) {
    const [, icon, style] = native.style_get(this[HANDLE], path);
    return styleOut(style, icon);
  }

  present(path) {
    const [, text, presentation] = native.badge_present(this[HANDLE], path);
    return { ...presentation, text };
  }

  push(payload) {
    return native.push(this[HANDLE], payload);
  }

  pushBadgePath(path) {
    return native.push_badge_path(this[HANDLE], path);
  }
}

/** An operation as the addon takes it, with the number of its node. Results are written to the one that was given. */
function withNode(operation) {
  const made = Object.create(operation, {
    node: { value: operation.node?.number },
    until: { value: milliseconds(operation.until) },
  });
  for (const name of ["status", "count", "badgeKind"]) {
    Object.defineProperty(made, name, { set: (value) => (operation[name] = value) });
  }
  return made;
}

/** A path that is resolved once. */
class Node {
  constructor(account, number) {
    this.account = account;
    this.number = number;
  }

  close() {
    return native.node_release(this.account[HANDLE], this.number);
  }

  path() {
    return first(native.node_path(this.account[HANDLE], this.number));
  }

  get() {
    return first(native.node_get(this.account[HANDLE], this.number));
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
}

module.exports = { Account, Node };
