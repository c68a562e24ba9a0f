// Operations, items and imports of batches, as the addon reads them. Results are written into the program's objects.

"use strict";

const constants = require("./constants.js");
const { RESULTS } = require("./operations.js");
const { milliseconds, optionsIn, reminderIn } = require("./values.js");

function operationIn(operation) {
  const { node, until, message, reminder } = operation;
  const made = { ...operation, node: node?.number, until: milliseconds(until) };
  if (message) made.message = optionsIn(message, { dot: constants.POST_DOT });
  if (reminder) made.reminder = reminderIn(reminder);
  return made;
}

function itemIn(item) {
  return { ...item, time: milliseconds(item.time), operations: (item.operations ?? []).map(operationIn) };
}

/** Copies the results from the addon's objects to the program's. */
function takeResults(rows, originals) {
  for (const [index, row] of rows.entries()) {
    for (const name of RESULTS) {
      if (name in row) originals[index][name] = row[name];
    }
    if (row.operations) takeResults(row.operations, originals[index].operations ?? []);
  }
}

/** Calls `batch` with the addon's objects. The results are taken also if it throws. */
function performed(originals, convert, batch) {
  const rows = originals.map(convert);
  try {
    return batch(rows);
  } finally {
    takeResults(rows, originals);
  }
}

module.exports = { itemIn, operationIn, performed };
