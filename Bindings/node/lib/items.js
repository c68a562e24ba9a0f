// Items of a batch for many accounts, as the addon reads them. Results are written into the program's own objects.

"use strict";

const { milliseconds, reminderIn } = require("./values.js");

/** An object with other members, whose results are set in the program's object. */
function standIn(original, members, results) {
  const made = Object.create(original);
  for (const [name, value] of Object.entries(members)) Object.defineProperty(made, name, { value });
  for (const name of results) Object.defineProperty(made, name, { set: (value) => (original[name] = value) });
  return made;
}

function operationIn(operation) {
  const members = { until: milliseconds(operation.until) };
  const { message, reminder } = operation;
  if (message) members.message = { ...message, time: milliseconds(message.time) };
  if (reminder) members.reminder = reminderIn(reminder);
  return standIn(operation, members, ["status", "key", "changed"]);
}

function itemIn(item) {
  const members = { time: milliseconds(item.time), operations: (item.operations ?? []).map(operationIn) };
  return standIn(item, members, ["status"]);
}

module.exports = { itemIn };
