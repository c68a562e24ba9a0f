// A class for each status below 0: TALLY_ERROR_PATH is PathError.

"use strict";

const constants = require("./constants.js");

/** A call failed: `status`, its name as `code` (TALLY_ERROR_PATH), and words. */
class TallyError extends Error {
  constructor(status, message, name) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = name || "TALLY_ERROR_INTERNAL";
  }
}

const CLASSES = new Map();
for (const [constant, status] of Object.entries(constants)) {
  if (!constant.startsWith("ERROR_")) continue;
  const words = constant.slice("ERROR_".length).split("_");
  const name = words.map((word) => (/^(IO|URL|TLS)$/.test(word) ? word : word[0] + word.slice(1).toLowerCase()));
  const title = `${name.join("")}Error`;
  const made = { [title]: class extends TallyError {} }[title];
  CLASSES.set(status, { made, code: `TALLY_${constant}` });
}

function errorOf(status, message) {
  const { made, code } = CLASSES.get(status) ?? { made: TallyError };
  const error = new made(status, message, code);
  Error.captureStackTrace(error, errorOf); // The stack begins with the method that the program called.
  return error;
}

const classes = { TallyError };
for (const { made } of CLASSES.values()) classes[made.name] = made;

module.exports = { errorOf, classes };
