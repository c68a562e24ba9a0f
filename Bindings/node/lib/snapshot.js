// Snapshots, and functions that need no engine.

"use strict";

const { SnapshotMethods, functions } = require("./methods.js");
const { native } = require("./native.js");
const { Badge, classes, first, shown } = require("./values.js");

class Snapshot extends SnapshotMethods {}
classes.Snapshot = Snapshot;

function join(path, ...names) {
  return names.reduce((above, name) => first(native.path_join(above, name)), path);
}

function version() {
  return native.version_text();
}

/** The version as a number: major * 1,000,000 + minor * 1,000 + patch. */
function versionNumber() {
  return native.version();
}

/** Describes a status in an English sentence, without the details of a call. */
function statusMessage(status) {
  return native.status_message(status);
}

function statusName(status) {
  return native.status_name(status);
}

module.exports = { ...functions, Badge, Snapshot, shown, join, version, versionNumber, statusName, statusMessage };
