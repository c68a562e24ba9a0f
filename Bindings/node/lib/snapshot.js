// Snapshots, and the functions that need no engine.

"use strict";

const { KIND_DOT, KIND_NONE } = require("./constants.js");
const { native, Handle, HANDLE } = require("./native.js");
const { first, styleIn } = require("./values.js");

class Snapshot extends Handle {
  static decode(bytes) {
    return new Snapshot(first(native.snapshot_decode(bytes)));
  }

  encode() {
    return first(native.snapshot_encode(this[HANDLE]));
  }

  diff(to) {
    return first(native.snapshot_diff(this[HANDLE], to[HANDLE]));
  }

  restore(account, path = "root") {
    return native.snapshot_restore(this[HANDLE], account[HANDLE], path);
  }
}

function inverse(patch) {
  return first(native.patch_inverse(patch));
}

function recover(damaged, fresh) {
  return first(native.engine_recover(damaged, fresh));
}

function accountHash(name, partitions) {
  return first(native.account_hash(name, partitions));
}

function tryMapping(body, { preset, mapping } = {}) {
  return first(native.mapping_try(preset, mapping, body));
}

function present(kind, count, style) {
  const [, text, presentation] = native.present(kind, count, styleIn(style));
  return { ...presentation, text };
}

/** A badge or an event in words: "nothing", "dot", or its number. */
function shown({ kind, badgeKind = kind, count }) {
  if (badgeKind === KIND_NONE) return "nothing";
  return badgeKind === KIND_DOT ? "dot" : String(count);
}

function escape(name) {
  return first(native.path_escape(name));
}

function join(path, ...names) {
  return names.reduce((above, name) => first(native.path_join(above, name)), path);
}

function parent(path) {
  return first(native.path_parent(path));
}

function component(path, index) {
  return first(native.path_component(path, index));
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

module.exports = {
  Snapshot, inverse, recover, accountHash, tryMapping, present, shown, escape, join, parent, component, version,
  versionNumber, statusName, statusMessage,
};
