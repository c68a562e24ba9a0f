// Accounts and nodes, as far as the header does not say it: their parts, changes and batches.

"use strict";

const { operationIn, performed } = require("./batches.js");
const constants = require("./constants.js");
const { AccountMethods, Feeds, Groups, Messages, NodeMethods, Outbox, Reminders } = require("./methods.js");
const { native, HANDLE } = require("./native.js");
const { classes, first, known, optionsIn } = require("./values.js");

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

  changes(since, options) {
    const { epoch = 0, limit = 10_000 } = known(options, "epoch", "limit");
    const [status, entries, revision] = native.badge_changes(this[HANDLE], since, epoch, limit);
    return { entries, revision, more: status === constants.MORE, resync: status === constants.RESYNC };
  }

  batch(operations, options) {
    const given = optionsIn(options, { each: constants.BATCH_EACH });
    const [status, ...results] = performed(operations, operationIn, (rows) =>
      native.badge_batch(this[HANDLE], rows, given));
    return { status, revision: results.pop(), message: results.pop() ?? null };
  }

  batchEach(operations) {
    return this.batch(operations, { each: true });
  }

  node(path) {
    return new Node(this, first(native.node_resolve(this[HANDLE], path)));
  }
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
