// The addon and the library: finding them, and handles. What a function of the addon takes and gives is in src/call.h.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { inspect } = require("node:util");

const { errorOf } = require("./errors.js");

const ADDONS = ["../build/Release/tally.node", "../tally.node"];

function loadAddon() {
  const chosen = process.env.TALLY_NODE_ADDON;
  const file = chosen || ADDONS.map((each) => path.join(__dirname, each)).find((each) => fs.existsSync(each));
  if (!file) throw new Error("Tally's addon is not built: run `npm rebuild`, or `make node-addon` in Tally's sources");
  return require(path.resolve(file));
}

function loadLibrary(addon) {
  const chosen = process.env.TALLY_LIBRARY;
  const within = path.join(__dirname, "..", "native", "libtally.so.0");
  try {
    addon.load(chosen || (fs.existsSync(within) ? within : "libtally.so.0"), errorOf);
  } catch (error) {
    const where = chosen ? `TALLY_LIBRARY says ${chosen}` : "the loader looked for libtally.so.0";
    throw new Error(
      `the library of Tally cannot be loaded (${where}): ${error.message}. Install it (make install, or the package ` +
        "libtally0), or let the environment variable TALLY_LIBRARY name its file.",
    );
  }
}

const native = loadAddon();
loadLibrary(native);

/** The handle of an object, for the addon. */
const HANDLE = Symbol("handle");
const DISPOSE = Symbol.dispose || Symbol.for("Symbol.dispose");

/** An object in console.log: its class, and its name if it has one. */
function shownAs(object, options) {
  return `${object.constructor.name} ${inspect(object.name === undefined ? {} : { name: object.name }, options)}`;
}

/** An object with a handle. The handle is released when the object is closed or collected. */
class Handle {
  constructor(handle) {
    Object.defineProperty(this, HANDLE, { value: handle });
  }

  /** Releases the handle. Later calls fail with ClosedError. Closing twice is not an error. */
  close() {
    native.release(this[HANDLE]);
  }

  [DISPOSE]() {
    this.close();
  }

  [inspect.custom](_, options) {
    return shownAs(this, options);
  }
}

/** The methods of a part of an account: messages, feeds and so on. */
class Room {
  constructor(account) {
    Object.defineProperty(this, "account", { value: account });
  }

  get [HANDLE]() {
    return this.account[HANDLE];
  }
}

module.exports = { native, shownAs, Handle, Room, HANDLE, DISPOSE };
