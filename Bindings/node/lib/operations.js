// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

"use strict";

const constants = require("./constants.js");
const { flag } = require("./values.js");

// The members in which an operation gets its results.
const RESULTS = ["status", "badgeKind", "count", "key", "changed"];

/** The path, or the node, that an operation is about. */
function where(place) {
  return typeof place === "object" ? { node: place } : { path: place };
}

/** Makes operations for batches and items. */
const Operation = {
  set(place, count, until) {
    return { kind: constants.OP_SET, ...where(place), value: count, until };
  },
  dot(place, until) {
    return { kind: constants.OP_DOT, ...where(place), until };
  },
  add(place, delta) {
    return { kind: constants.OP_ADD, ...where(place), value: delta };
  },
  clear(place) {
    return { kind: constants.OP_CLEAR, ...where(place) };
  },
  clearTree(place) {
    return { kind: constants.OP_CLEAR_TREE, ...where(place) };
  },
  mute(place, mode, until) {
    return { kind: constants.OP_MUTE, ...where(place), value: mode, until };
  },
  get(place) {
    return { kind: constants.OP_GET, ...where(place) };
  },
  post(path, message) {
    return { kind: constants.OP_POST, path, message };
  },
  withdraw(id) {
    return { kind: constants.OP_WITHDRAW, id };
  },
  read(path, { subtree } = {}) {
    return { kind: constants.OP_READ, path, flags: flag(subtree, constants.SUBTREE) };
  },
  putReminder(id, reminder) {
    return { kind: constants.OP_REMINDER_PUT, id, reminder };
  },
  editReminder(id, reminder) {
    return { kind: constants.OP_REMINDER_EDIT, id, reminder };
  },
  reminderDone(id) {
    return { kind: constants.OP_REMINDER_DONE, id };
  },
  reminderUndone(id) {
    return { kind: constants.OP_REMINDER_UNDONE, id };
  },
  removeReminder(id) {
    return { kind: constants.OP_REMINDER_REMOVE, id };
  },
  snoozeReminder(id, until) {
    return { kind: constants.OP_REMINDER_SNOOZE, id, until };
  },
  acknowledgeReminder(id) {
    return { kind: constants.OP_REMINDER_ACKNOWLEDGE, id };
  },
};

module.exports = { Operation, RESULTS };
