// Accounts and nodes, as far as the header does not say it: their parts, changes and batches.

"use strict";

const constants = require("./constants.js");
const { AccountMethods, Feeds, Groups, Messages, NodeMethods, Outbox, Reminders } = require("./methods.js");
const { native, HANDLE } = require("./native.js");
const { classes, first, milliseconds } = require("./values.js");

class Account extends AccountMethods {
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

  /** An account that was found by its identifier. */
  static _found(engine, handle) {
    const [, name] = native.account_get(handle);
    return new Account(engine, name, handle);
  }

  changes(since, { epoch = 0, limit = 10_000 } = {}) {
    const [status, entries, revision] = native.badge_changes(this[HANDLE], since, epoch, limit);
    return { entries, revision, more: status === constants.MORE, resync: status === constants.RESYNC };
  }

  batch(operations, { source, epoch, position, id } = {}) {
    const recognised = source !== undefined || id !== undefined ? { source, epoch, position, id } : null;
    const [status, revision] = native.badge_batch(this[HANDLE], operations.map(withNode), recognised);
    return { status, revision };
  }

  applyNodes(operations) {
    return native.node_apply(this[HANDLE], operations.map(withNode));
  }

  node(path) {
    return new Node(this, first(native.node_resolve(this[HANDLE], path)));
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
class Node extends NodeMethods {
  constructor(account, number) {
    super();
    this.account = account;
    this.number = number;
  }

  close() {
    native.node_release(this.account[HANDLE], this.number);
  }
}

classes.Account = Account;

module.exports = { Account, Node };
