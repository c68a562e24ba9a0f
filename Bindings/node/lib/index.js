// Tally, an embeddable engine for unread badges.

"use strict";

const { Account, Node } = require("./account.js");
const { Engine } = require("./engine.js");
const { Feed } = require("./feed.js");
const { Feeds, Groups, Messages, Outbox, Reminders } = require("./methods.js");
const { Operation } = require("./operations.js");
const { Scope } = require("./scope.js");

/** Opens a file, or an engine in memory. */
function open(file, options) {
  return new Engine(file, options);
}

module.exports = {
  ...require("./constants.js"),
  ...require("./errors.js").classes,
  ...require("./snapshot.js"),
  Operation,
  open, Engine, Account, Node, Scope, Feed, Feeds, Messages, Groups, Outbox, Reminders,
};
