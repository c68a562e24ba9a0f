/**
 * Tally's tree of badges for JavaScript: the rules, changes, snapshots and patches of the library, compiled to
 * WebAssembly, without its store, its feeds and its reminders. It works only inside calls: no timer, no thread, no I/O.
 *
 *     import init, { Tree, shown } from "./tally-tree.js";
 *     await init();
 *     const tree = new Tree();
 *     tree.onChange("root", badge => console.log(badge.path, shown(badge)));
 *     tree.set("chat.bo", 3);
 *
 * @module tally-tree
 */

/**
 * The badge that a path shows. Numbers beyond 2^53 are BigInts.
 * @typedef {object} Badge
 * @property {string} path
 * @property {"none"|"dot"|"number"} kind what is shown.
 * @property {number|bigint} count its number; 0: a dot, or nothing.
 * @property {number|bigint} revision the revision that last changed what it shows; 0: none.
 * @property {number} flags those of `tally_badge` in tally.h.
 * @property {number} ownCount its own count, 0 where there is none.
 * @property {boolean} ownDot whether it owns a dot.
 * @property {boolean} children whether a child contributes a badge.
 * @property {"none"|"number"|"all"} mute
 */

/**
 * The badge that a node owns, and its mute.
 * @typedef {object} OwnBadge
 * @property {"none"|"dot"|"number"} kind
 * @property {number} count its own count; 0: a dot, or nothing.
 * @property {number|bigint} until when its badge ends, in milliseconds since 1970; 0: it does not.
 * @property {"none"|"number"|"all"} mute
 * @property {number|bigint} muteUntil when its mute ends; 0: it does not.
 */

/** A badge in words: "dot", its number, or "nothing". @param {Badge} badge @returns {string} */
export function shown(badge) {
  return badge.kind === "none" ? "nothing" : badge.kind === "dot" ? "dot" : `${badge.count}`;
}

/** Names of the statuses of tally.h that occur here. */
const STATUSES = new Map([
  [-1, "TALLY_ERROR_ARGUMENT"], [-2, "TALLY_ERROR_NO_MEMORY"], [-3, "TALLY_ERROR_PATH"], [-4, "TALLY_ERROR_RANGE"],
  [-5, "TALLY_ERROR_LIMIT"], [-8, "TALLY_ERROR_CONFLICT"], [-10, "TALLY_ERROR_STALE_HANDLE"],
  [-11, "TALLY_ERROR_CLOSED"], [-15, "TALLY_ERROR_INTERNAL"], [-17, "TALLY_ERROR_MALFORMED"],
]);
const HELD = 1;
const MORE = 2;
const RESYNC = 3;
const EMPTY = 6;
const BUFFER_TOO_SMALL = -9;
const CLOSED = -11;
const MUTES = ["none", "number", "all"];
const KINDS = ["none", "dot", "icon", "number"];

/** Bytes of structures of tally_tree.h, and where their members lie. */
const BADGE = { size: 32, count: 0, revision: 8, kind: 16, flags: 20, ownCount: 24 };
const ENTRY = { size: 40, pathOffset: 0, pathLength: 4, badge: 8 };
const ROWS = { size: 36, entrySize: 4, entries: 8, capacity: 12, text: 16, textCapacity: 20, count: 24, next: 32 };
const OWN = { size: 40, kind: 4, count: 8, until: 16, muteUntil: 24, mute: 32 };
const STATS = { size: 40, revision: 8, nextExpiry: 16 };
const NOTICE = { size: 48, observer: 4, pathLength: 40 };
/** Room for the outputs of a call that are numbers, and for the structure of a list. */
const OUTPUTS = 16;
const LIST_OUTPUTS = 48;
const LONGEST_MESSAGE = 1024;

/** An operation was refused; nothing has changed. */
export class TallyError extends Error {
  /**
   * @param {number} status
   * @param {string} [message]
   */
  constructor(status, message) {
    super(message || STATUSES.get(status) || `status ${status}`);
    this.name = "TallyError";
    /** The number of tally.h. */
    this.status = status;
    /** Its name, `TALLY_ERROR_PATH`. */
    this.code = STATUSES.get(status) ?? "TALLY_UNKNOWN";
  }
}

/** The module's functions, once it is loaded. */
let wasm;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Loads the module; once, before the first tree. Further calls do nothing.
 * @param {BufferSource|WebAssembly.Module|Response|URL|string} [source] `tally-tree.wasm` beside this file by default.
 */
export default async function init(source = new URL("tally-tree.wasm", import.meta.url)) {
  if (wasm) return;
  const instance = await WebAssembly.instantiate(await moduleOf(await source));
  wasm ??= instance.exports;
}

async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  if (source instanceof URL && source.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(source));
  }
  const response = source instanceof Response ? source : await fetch(source);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** How many bytes of memory the module has just now. It never becomes less, but what was freed is used again. */
export function memorySize() {
  return wasm.memory.buffer.byteLength;
}

/** Memory in the module for inputs and outputs: one block, which grows. */
const scratch = { address: 0, size: 0 };

/** A string as UTF-8, which has no half of a surrogate pair: another character would take its place. */
function text(value) {
  if (typeof value !== "string") throw new TallyError(-1, "a path is no string");
  if (/\p{Surrogate}/u.test(value)) throw new TallyError(-3, "a path has half of a surrogate pair");
  if (value.includes("\0")) throw new TallyError(-3, "control characters are not allowed");
  return encoder.encode(`${value}\0`);
}

/** Bytes, also of another realm. */
function binary(value) {
  if (Object.prototype.toString.call(value) !== "[object Uint8Array]") {
    throw new TallyError(-1, "a snapshot or patch is no Uint8Array");
  }
  return value;
}

const aligned = size => Math.ceil(size / 8) * 8;

/**
 * Copies the inputs into the module, and makes room for the output.
 * @param {Uint8Array[]} inputs
 * @returns {{places: number[], out: number}} the addresses of the inputs, and of the room.
 */
function pass(inputs, room = 0) {
  const before = aligned(inputs.reduce((sum, bytes) => sum + bytes.length, 0)), needed = Math.max(before + room, 1);
  if (needed > scratch.size) {
    const address = wasm.memory_resize(scratch.address, scratch.size, needed);
    if (address === 0) throw new TallyError(-2);
    Object.assign(scratch, { address, size: needed });
  }
  const memory = new Uint8Array(wasm.memory.buffer);
  let at = scratch.address;
  const places = inputs.map(bytes => {
    memory.set(bytes, at);
    at += bytes.length;
    return at - bytes.length;
  });
  return { places, out: scratch.address + before };
}

const view = () => new DataView(wasm.memory.buffer);

/** Text of the module. @returns {string} */
const textAt = (address, length) => decoder.decode(new Uint8Array(wasm.memory.buffer).slice(address, address + length));

/** The error of a call, with its message. @param {number} status */
function check(status) {
  if (status >= 0) return status;
  const { out } = pass([], 8 + LONGEST_MESSAGE);
  wasm.tally_tree_error_message(out + 8, LONGEST_MESSAGE, out);
  throw new TallyError(status, textAt(out + 8, view().getUint32(out, true)));
}

/**
 * Returns the list of a call. Calls it with more room until the list fits.
 * @param {Uint8Array[]} inputs
 * @param {(places: number[], rows: number, revision: number) => number} call
 */
function list(inputs, call) {
  for (let [count, size] = [16, 1024];;) {
    const { places, out: rows } = pass(inputs, LIST_OUTPUTS + count * ENTRY.size + size);
    const entries = rows + LIST_OUTPUTS, text = entries + count * ENTRY.size, memory = view();
    const members = [[0, ROWS.size], [ROWS.entrySize, ENTRY.size], [ROWS.entries, entries], [ROWS.capacity, count],
      [ROWS.text, text], [ROWS.textCapacity, size]];
    for (const [member, value] of members) memory.setUint32(rows + member, value, true);
    const status = call(places, rows, rows + aligned(ROWS.size));
    // A call that continues would sort again, so all rows are listed with more room.
    if (status !== BUFFER_TOO_SMALL && status !== MORE) {
      const found = check(status) === RESYNC ? 0 : view().getUint32(rows + ROWS.count, true);
      return { status, entries: Array.from({ length: found }, (_, at) => entry(entries, at, text)) };
    }
    [count, size] = [count * 4, size * 4];
  }
}

function entry(entries, at, text) {
  const memory = view(), address = entries + at * ENTRY.size;
  const path = text + memory.getUint32(address + ENTRY.pathOffset, true);
  return badge(address + ENTRY.badge, textAt(path, memory.getUint32(address + ENTRY.pathLength, true)));
}

/** @returns {Badge} */
function badge(address, path) {
  const memory = view(), flags = memory.getUint32(address + BADGE.flags, true);
  return {
    path,
    kind: KINDS[memory.getInt32(address + BADGE.kind, true)],
    count: small(memory.getBigUint64(address + BADGE.count, true)),
    revision: small(memory.getBigUint64(address + BADGE.revision, true)),
    flags,
    ownCount: memory.getUint32(address + BADGE.ownCount, true),
    ownDot: (flags & 2) !== 0,
    children: (flags & 8) !== 0,
    mute: MUTES[flags >> 4],
  };
}

/**
 * The bytes that a call writes, as a copy.
 * @param {Uint8Array[]} inputs
 * @param {(places: number[], buffer: number, capacity: number, out: number) => number} call
 * @returns {Uint8Array}
 */
function bytesOf(inputs, call) {
  for (let capacity = 1024;;) {
    const { places, out } = pass(inputs, OUTPUTS + capacity), buffer = out + OUTPUTS;
    const status = call(places, buffer, capacity, out), size = view().getUint32(out, true);
    if (status !== BUFFER_TOO_SMALL) {
      check(status);
      return new Uint8Array(wasm.memory.buffer).slice(buffer, buffer + size);
    }
    capacity = size;
  }
}

/** A path as the tree writes it: the leading root may be left out. @param {string} path */
const canonical = path => path === "root" || path.startsWith("root.") ? path : `root.${path}`;

/** @param {bigint} number */
const small = number => number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number;

/** @param {number|bigint} number */
function integer(number, what) {
  if (typeof number === "bigint") {
    if (BigInt.asIntN(64, number) === number) return number;
  } else if (Number.isSafeInteger(number)) {
    return BigInt(number);
  }
  throw new TallyError(-4, `${what} is no integer, or too large`);
}

/** Frees trees that were forgotten. */
const forgotten = new FinalizationRegistry(address => wasm.tally_tree_release(address));

/** A tree for what needs none of its own. */
let helper;

/**
 * A tree of badges. A path is `root`, or components separated by dots (see {@link Tree.escape}); a leading `root` may
 * be left out. Belongs to one thread, as all of JavaScript's objects do.
 */
export class Tree {
  #address = 0;
  #clock;
  #deadline = 0;
  #inTransaction = false;
  /** By the numbers of observers. @type {Map<number, (badge: Badge) => void>} */
  #callbacks = new Map();
  /** The functions that end a callback's observers, by callback and by what they observe. */
  #stops = new Map();
  /** Pending notifications, by observer and path, in order. @type {Map<string, {observer: number, path: string}>} */
  #waiting = new Map();
  #isTelling = false;
  #maxPathBytes;
  /** The tree's own time. */
  #time = 0n;

  /**
   * @param {object} [options]
   * @param {"children"|"sum"} [options.aggregation] how a number is made of the children's and its own.
   * @param {number} [options.maxDepth] components of a path, 1 to 1,024.
   * @param {number} [options.maxPathBytes] of a path as it is put out, 4 to 65,535.
   * @param {number} [options.maxNodes] 1 to 2^30.
   * @param {() => number} [options.clock] milliseconds since 1970; what has an end is compared with it.
   */
  constructor({ aggregation = "children", maxDepth = 64, maxPathBytes = 4096, maxNodes = 1 << 24,
    clock = Date.now } = {}) {
    if (!wasm) throw new Error("call `await init()` before the first tree");
    if (aggregation !== "children" && aggregation !== "sum") throw new TallyError(-1, "an unknown aggregation");
    for (const [value, least, most] of [[maxDepth, 1, 1024], [maxPathBytes, 4, 65535], [maxNodes, 1, 2 ** 30]]) {
      if (!Number.isInteger(value) || value < least || value > most) throw new TallyError(-4, "a limit out of range");
    }
    const seed = BigInt(Math.floor(Math.random() * 2 ** 53));
    this.#address = wasm.tree_create(aggregation === "sum" ? 2 : 1, maxDepth, maxPathBytes, maxNodes, seed);
    if (this.#address === 0) throw new TallyError(-2);
    this.#maxPathBytes = maxPathBytes;
    this.#clock = clock;
    this.#expire(1n); // A time that is always over: see #until.
    forgotten.register(this, this.#address, this);
  }

  /** Releases the memory. Later calls throw CLOSED; closing again does nothing. */
  close() {
    if (this.#address === 0) return;
    forgotten.unregister(this);
    wasm.tally_tree_release(this.#address);
    this.#address = 0;
    this.#callbacks.clear();
    this.#stops.clear();
    this.#waiting.clear();
  }

  // ---- Operations ----

  /**
   * Sets the node's own badge to a count, 0 to 2^32 - 1; 0 removes it.
   * @param {string} path @param {number|bigint} count
   * @param {{until?: number}} [options] until: the timestamp when the badge expires, in milliseconds; 0: never.
   */
  set(path, count, { until = 0 } = {}) {
    const number = integer(count, "a count");
    this.#operate(path, (tree, place) => wasm.tally_tree_set_until(tree, place, number, this.#until(until)));
  }

  /** Sets the node's own badge to a dot. @param {string} path @param {{until?: number}} [options] as in `set`. */
  dot(path, { until = 0 } = {}) {
    this.#operate(path, (tree, place) => wasm.tally_tree_dot_until(tree, place, this.#until(until)));
  }

  /** Adds to the node's own count. @param {string} path @param {number|bigint} delta */
  add(path, delta) {
    const number = integer(delta, "a count");
    this.#operate(path, (tree, place) => wasm.tally_tree_add(tree, place, number));
  }

  /**
   * Takes the node's own badge away, as when the user has looked.
   * @param {string} path
   * @returns {boolean} false: it is held, because a child contributes a badge (with "sum": it still shows one).
   */
  clear(path) {
    return this.#operate(path, (tree, place) => wasm.tally_tree_clear(tree, place)) !== HELD;
  }

  /** Takes away the badges of the node and of everything below it. @param {string} path */
  clearTree(path) {
    this.#operate(path, (tree, place) => wasm.tally_tree_clear_tree(tree, place));
  }

  /**
   * Sets the node's contribution to its parent: the badge that it shows, a dot at most, or nothing.
   * @param {string} path @param {"none"|"number"|"all"} mode @param {{until?: number}} [options] as in `set`.
   */
  mute(path, mode, { until = 0 } = {}) {
    const value = MUTES.indexOf(mode);
    if (value < 0) throw new TallyError(-1, "an unknown mute");
    this.#operate(path, (tree, place) => wasm.tally_tree_mute(tree, place, value, this.#until(until)));
  }

  /**
   * Runs `body` as one transaction: with one revision, and with notifications at its end. If `body` throws, the tree is
   * unchanged. `body` must not be asynchronous. Transactions do not nest.
   * @template Result @param {() => Result} body @returns {Result}
   */
  transaction(body) {
    this.#settle();
    check(wasm.tally_tree_begin(this.#address));
    this.#inTransaction = true;
    let result;
    try {
      result = body();
      if (typeof result?.then === "function") throw new TallyError(-1, "a transaction must not be asynchronous");
    } catch (error) {
      this.#inTransaction = false;
      if (this.#address !== 0) check(wasm.tally_tree_rollback(this.#address));
      this.#readDeadline();
      throw error;
    }
    this.#inTransaction = false;
    check(wasm.tally_tree_commit(this.#open()));
    this.#changed();
    return result;
  }

  /** When the next badge or mute ends, in milliseconds since 1970, so that a host can call `expire` then. */
  get nextDeadline() {
    this.#open();
    return this.#deadline === Infinity ? undefined : this.#deadline;
  }

  /** Removes expired badges and mutes, and notifies observers. Every other call does so first. */
  expire() {
    this.#settle();
  }

  // ---- Reading ----

  /** Reads the badge that a path shows; an unknown one shows nothing. @param {string} path @returns {Badge} */
  get(path) {
    this.#settle();
    const { places: [place], out } = pass([text(path)], BADGE.size);
    check(wasm.tally_tree_get(this.#open(), place, out));
    const found = badge(out, canonical(path));
    return found.revision === 0 && found.flags === 0 ? { ...found, path } : found;
  }

  /**
   * Reads the badge that a path owns, and its mute; an unknown one owns nothing.
   * @param {string} path @returns {OwnBadge}
   */
  getOwn(path) {
    this.#settle();
    const { places: [place], out } = pass([text(path)], OWN.size);
    view().setUint32(out, OWN.size, true);
    check(wasm.tally_tree_get_own(this.#open(), place, out));
    const memory = view();
    return {
      kind: KINDS[memory.getInt32(out + OWN.kind, true)],
      count: Number(memory.getBigUint64(out + OWN.count, true)),
      until: small(memory.getBigInt64(out + OWN.until, true)),
      mute: MUTES[memory.getInt32(out + OWN.mute, true)],
      muteUntil: small(memory.getBigInt64(out + OWN.muteUntil, true)),
    };
  }

  /**
   * The nodes that show a badge, or are muted, sorted by the bytes of their paths.
   * @param {string} [path] those directly below it,
   * @param {{subtree?: boolean}} [options] or the node itself and all below it.
   * @returns {Badge[]}
   */
  list(path = "root", { subtree = false } = {}) {
    this.#settle();
    return list([text(path)], ([place], rows) =>
      wasm.tally_tree_list(this.#open(), place, subtree ? 1 : 0, 0, rows, 0)).entries;
  }

  /** The revision of the last change that could be seen. */
  get revision() {
    return small(this.#stats(STATS.revision));
  }

  /**
   * The nodes whose badge changed after a revision, each once, in no particular order.
   * @param {number|bigint} since the `revision` of the tree, or of a former answer.
   * @returns {{revision: number|bigint, entries: Badge[]}|undefined} undefined: that is no longer kept; list
   *   everything instead, and go on with the tree's revision. The first call begins to keep changes.
   */
  changes(since) {
    this.#settle();
    const from = integer(since, "a revision");
    const { status, entries } = list([], (_, rows, revision) =>
      wasm.tally_tree_changes(this.#open(), from, rows, revision));
    return status === RESYNC ? undefined : { entries, revision: this.revision };
  }

  /** Recounts everything, and throws INTERNAL where something is wrong. */
  verify() {
    check(wasm.tally_tree_verify(this.#open()));
  }

  // ---- Watching ----

  /**
   * Calls `callback` with what a path shows whenever that changes, at the end of the call that changed it, deeper paths
   * first. The callback may call anything; observers are notified of its own changes afterwards. If a callback throws,
   * the others are still called. Then the call that made the change throws the error, or an AggregateError for several;
   * the change is kept.
   * @param {string} path
   * @param {(badge: Badge) => void} callback
   * @param {{subtree?: boolean, initial?: boolean}} [options] subtree (default true): the path and everything below it;
   *   initial: also calls it immediately, with what the path shows now; if that throws, there is no observer.
   * @returns {() => void} Ends the observer; the callback is never called again. If the same callback already observes
   *   this path with the same `subtree`, returns the function that ends that observer.
   */
  onChange(path, callback, { subtree = true, initial = false } = {}) {
    if (typeof callback !== "function") throw new TallyError(-1, "the callback is no function");
    this.#settle();
    const bytes = text(path);
    const place = `${subtree ? "below" : "at"} ${canonical(path)}`;
    const known = this.#address === 0 ? undefined : this.#stops.get(callback)?.get(place);
    if (known) return known;
    const { places: [address], out } = pass([bytes], 4);
    check(wasm.tally_tree_observe(this.#open(), address, subtree ? 1 : 0, out));
    const observer = view().getUint32(out, true);
    const isOver = { value: false };
    this.#callbacks.set(observer, callback);
    const stop = () => {
      if (isOver.value || this.#address === 0) return;
      isOver.value = true;
      this.#callbacks.delete(observer);
      this.#forget(callback, place);
      for (const [key, { observer: other }] of this.#waiting) if (other === observer) this.#waiting.delete(key);
      wasm.tally_tree_unobserve(this.#address, observer);
    };
    if (!this.#stops.has(callback)) this.#stops.set(callback, new Map());
    this.#stops.get(callback).set(place, stop);
    try {
      if (initial) callback(this.get(canonical(path)));
    } catch (error) {
      stop(); // No other code could.
      throw error;
    }
    return stop;
  }

  #forget(callback, place) {
    const places = this.#stops.get(callback);
    places?.delete(place);
    if (places?.size === 0) this.#stops.delete(callback);
  }

  // ---- Snapshots and patches ----

  /** Encodes what a path and the nodes below it own; equal states give equal bytes. @returns {Uint8Array} */
  snapshot(path = "root") {
    this.#settle();
    return bytesOf([text(path)], ([place], buffer, capacity, out) =>
      wasm.tally_tree_snapshot(this.#open(), place, buffer, capacity, out));
  }

  /** Replaces the contents of a path and its subtree with the snapshot. @param {Uint8Array} snapshot */
  restore(path, snapshot) {
    this.#settle();
    const { places: [place, bytes] } = pass([text(path), binary(snapshot)]);
    check(wasm.tally_tree_restore(this.#open(), place, bytes, snapshot.length));
    this.#changed();
  }

  /** A hash of a subtree, the same on every machine; different subtrees hardly ever share one. @returns {bigint} */
  digest(path = "root") {
    this.#settle();
    const { places: [place], out } = pass([text(path)], 8);
    check(wasm.tally_tree_digest(this.#open(), place, out));
    return view().getBigUint64(out, true);
  }

  /** The minimal patch from a subtree of this tree to one of another, or of the same. @returns {Uint8Array} */
  diff(path, other, otherPath = path) {
    this.#settle();
    other.#settle();
    return bytesOf([text(path), text(otherPath)], ([from, to], buffer, capacity, out) =>
      wasm.tally_tree_diff(this.#open(), from, other.#open(), to, buffer, capacity, out));
  }

  /**
   * Applies a patch at a path. Throws CONFLICT, and changes nothing, if the tree differs from the patch's old state.
   * @param {string} path @param {Uint8Array} patch
   * @param {{overwrite?: boolean}} [options] overwrite: writes the new state without this check.
   */
  apply(path, patch, { overwrite = false } = {}) {
    this.#settle();
    const { places: [place, bytes] } = pass([text(path), binary(patch)]);
    check(wasm.tally_tree_apply(this.#open(), place, bytes, patch.length, overwrite ? 1 : 0));
    this.#changed();
  }

  /** The patch that leads back. @param {Uint8Array} patch @returns {Uint8Array} */
  static inverse(patch) {
    helper ??= new Tree();
    return bytesOf([binary(patch)], ([bytes], buffer, capacity, out) =>
      wasm.tally_tree_patch_inverse(helper.#address, bytes, patch.length, buffer, capacity, out));
  }

  /** The minimal patch from one snapshot to another. @returns {Uint8Array} */
  static snapshotDiff(from, to) {
    helper ??= new Tree();
    return bytesOf([binary(from), binary(to)], ([a, b], buffer, capacity, out) => wasm.tally_tree_snapshot_diff(
      helper.#address, a, from.length, b, to.length, buffer, capacity, out));
  }

  /** A name as a component of a path: a dot and a backslash get a backslash before them. @param {string} name */
  static escape(name) {
    return name.replace(/[.\\]/g, "\\$&");
  }

  // ---- Inside ----

  #open() {
    if (this.#address === 0) throw new TallyError(CLOSED, "the tree was closed");
    return this.#address;
  }

  /** A number of the tree's. */
  #stats(member) {
    const { out } = pass([], STATS.size);
    view().setUint32(out, STATS.size, true);
    check(wasm.tally_tree_get_stats(this.#open(), out));
    return view().getBigUint64(out + member, true);
  }

  #expire(now) {
    check(wasm.tally_tree_expire(this.#open(), now));
    this.#time = now;
  }

  /** An end for the tree, whose own time may be behind the clock: 1 is over in any case. */
  #until(until) {
    const end = integer(until, "an end");
    if (end < 0n) throw new TallyError(-4, "an end is negative");
    const now = BigInt(Math.floor(this.#clock()));
    if (end !== 0n && end <= now) return 1n;
    if (now < this.#time) this.#expire(now); // The clock was set back.
    return end;
  }

  #operate(path, call) {
    this.#settle();
    const { places: [place] } = pass([text(path)]);
    const status = check(call(this.#open(), place));
    this.#changed();
    return status;
  }

  /** Expires what is due, before anything else is done or read. */
  #settle() {
    this.#open();
    if (this.#inTransaction || this.#deadline > this.#clock()) return;
    this.#readDeadline();
    if (this.#deadline > this.#clock()) return;
    this.#expire(BigInt(Math.floor(this.#clock())));
    this.#changed();
  }

  #readDeadline() {
    if (this.#address === 0) return;
    const deadline = this.#stats(STATS.nextExpiry);
    this.#deadline = deadline === 0n ? Infinity : Number(deadline);
  }

  /** After a change: reads the time of the next expiry, and notifies observers. */
  #changed() {
    if (this.#inTransaction) return;
    this.#readDeadline();
    if (this.#callbacks.size === 0) return;
    const { out } = pass([], NOTICE.size + this.#maxPathBytes + 1), text = out + NOTICE.size;
    view().setUint32(out, NOTICE.size, true);
    while (check(wasm.tally_tree_next_notice(this.#address, out, text, this.#maxPathBytes + 1)) !== EMPTY) {
      const observer = view().getUint32(out + NOTICE.observer, true);
      const path = textAt(text, view().getUint32(out + NOTICE.pathLength, true)), key = `${observer} ${path}`;
      // Pending notifications are merged: the latest one decides the order.
      this.#waiting.delete(key);
      this.#waiting.set(key, { observer, path });
    }
    if (!this.#isTelling) this.#tell();
  }

  #tell() {
    const errors = [];
    this.#isTelling = true;
    for (const [key, { observer, path }] of this.#waiting) { // Also what callbacks add meanwhile.
      this.#waiting.delete(key);
      try {
        this.#callbacks.get(observer)?.(this.get(path));
      } catch (error) {
        errors.push(error);
      }
    }
    this.#isTelling = false;
    if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, "callbacks have thrown");
  }
}

if (Symbol.dispose) Tree.prototype[Symbol.dispose] = Tree.prototype.close;
