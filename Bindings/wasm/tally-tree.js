/**
 * Tally's tree of badges for JavaScript: the rules, changes, snapshots and patches of the library, compiled to
 * WebAssembly, without its store, its feeds and its reminders. It does nothing by itself: no timer, no thread, no I/O.
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
 * What a path shows. Numbers beyond 2^53 are BigInts.
 * @typedef {object} Badge
 * @property {string} path
 * @property {boolean} shows whether there is a badge.
 * @property {number|bigint} count its number; 0: a dot, or nothing.
 * @property {number|bigint} revision the revision that last changed what it shows; 0: none.
 * @property {number} flags those of `tally_badge` in tally.h.
 * @property {number} manualCount its own count, 0 where there is none.
 * @property {boolean} manualDot whether it owns a dot.
 * @property {boolean} children whether a child contributes a badge.
 * @property {"none"|"number"|"all"} mute
 */

/** What a badge shows, in words: "dot", its number, or "nothing". @param {Badge} badge @returns {string} */
export function shown(badge) {
  return !badge.shows ? "nothing" : badge.count === 0 ? "dot" : `${badge.count}`;
}

/** Names of the statuses of tally.h that occur here. */
const STATUSES = new Map([
  [-1, "TALLY_ERROR_ARGUMENT"], [-2, "TALLY_ERROR_NO_MEMORY"], [-3, "TALLY_ERROR_PATH"], [-4, "TALLY_ERROR_RANGE"],
  [-5, "TALLY_ERROR_LIMIT"], [-8, "TALLY_ERROR_CONFLICT"], [-10, "TALLY_ERROR_STALE_HANDLE"],
  [-11, "TALLY_ERROR_CLOSED"], [-15, "TALLY_ERROR_INTERNAL"], [-17, "TALLY_ERROR_MALFORMED"],
]);
const HELD = 1;
const RESYNC = 3;
const CLOSED = -11;
const OPERATIONS = { set: 1, dot: 2, add: 3, clear: 4, force: 5, mute: 6 };
const MUTES = ["none", "number", "all"];
const RECORD = 32;

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

/** What goes into the module: copied behind one another into one block, which grows. */
const scratch = { address: 0, size: 0 };

/** A string as UTF-8, which has no half of a surrogate pair: another character would take its place. */
function text(value) {
  if (typeof value !== "string") throw new TallyError(-1, "a path is no string");
  if (/\p{Surrogate}/u.test(value)) throw new TallyError(-3, "a path has half of a surrogate pair");
  return encoder.encode(value);
}

/** Bytes, also of another realm. */
function binary(value) {
  if (Object.prototype.toString.call(value) !== "[object Uint8Array]") {
    throw new TallyError(-1, "a snapshot or patch is no Uint8Array");
  }
  return value;
}

/** @param {...Uint8Array} all @returns {number[]} address and size of each. */
function pass(...all) {
  const needed = all.reduce((sum, bytes) => sum + bytes.length, 0);
  if (needed > scratch.size) {
    wasm.memory_free(scratch.address);
    scratch.address = wasm.memory_allocate(needed);
    scratch.size = scratch.address === 0 ? 0 : needed;
    if (scratch.address === 0) throw new TallyError(-2);
  }
  const memory = new Uint8Array(wasm.memory.buffer);
  let at = scratch.address;
  return all.flatMap(bytes => {
    memory.set(bytes, at);
    at += bytes.length;
    return [at - bytes.length, bytes.length];
  });
}

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
const forgotten = new FinalizationRegistry(address => wasm.tree_free(address));

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
  /** What ends the observers of a callback, by what they observe. */
  #stops = new Map();
  /** What is to be told, by observer and path, in order. @type {Map<string, {observer: number, path: string}>} */
  #waiting = new Map();
  #isTelling = false;

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
    this.#address = wasm.tree_new(aggregation === "sum" ? 2 : 1, maxDepth, maxPathBytes, maxNodes, seed);
    if (this.#address === 0) throw new TallyError(-2);
    this.#clock = clock;
    forgotten.register(this, this.#address, this);
  }

  /** Gives the memory back. Every later call throws CLOSED, but this one, which does nothing then. */
  close() {
    if (this.#address === 0) return;
    forgotten.unregister(this);
    wasm.tree_free(this.#address);
    this.#address = 0;
    this.#callbacks.clear();
    this.#stops.clear();
    this.#waiting.clear();
  }

  // ---- Operations ----

  /**
   * Sets the node's own badge to a count, 0 to 2^32 - 1; 0 takes it away.
   * @param {string} path @param {number|bigint} count
   * @param {{until?: number}} [options] until: a point in time when it goes by itself, in milliseconds; 0: none.
   */
  set(path, count, { until = 0 } = {}) {
    this.#operate(OPERATIONS.set, path, count, until);
  }

  /** Sets the node's own badge to a dot. @param {string} path @param {{until?: number}} [options] as in `set`. */
  dot(path, { until = 0 } = {}) {
    this.#operate(OPERATIONS.dot, path, 0, until);
  }

  /** Adds to the node's own count. @param {string} path @param {number|bigint} delta */
  add(path, delta) {
    this.#operate(OPERATIONS.add, path, delta, 0);
  }

  /**
   * Takes the node's own badge away, as when the user has looked.
   * @param {string} path
   * @returns {boolean} false: it is held, because a child contributes a badge (with "sum": it still shows one).
   */
  clear(path) {
    return this.#operate(OPERATIONS.clear, path, 0, 0) !== HELD;
  }

  /** Takes away the badges of the node and of everything below it. @param {string} path */
  force(path) {
    this.#operate(OPERATIONS.force, path, 0, 0);
  }

  /**
   * What the node contributes to its parent: what it shows, a dot at most, or nothing.
   * @param {string} path @param {"none"|"number"|"all"} mode @param {{until?: number}} [options] as in `set`.
   */
  mute(path, mode, { until = 0 } = {}) {
    const value = MUTES.indexOf(mode);
    if (value < 0) throw new TallyError(-1, "an unknown mute");
    this.#operate(OPERATIONS.mute, path, value, until);
  }

  /**
   * Everything that `body` does is one transaction: one revision, observers told at its end. Where it throws, nothing
   * has happened. It must not be asynchronous, and transactions do not nest.
   * @template Result @param {() => Result} body @returns {Result}
   */
  transaction(body) {
    this.#settle();
    this.#check(wasm.tree_begin(this.#address));
    this.#inTransaction = true;
    let result;
    try {
      result = body();
      if (typeof result?.then === "function") throw new TallyError(-1, "a transaction must not be asynchronous");
    } catch (error) {
      this.#inTransaction = false;
      if (this.#address !== 0) this.#check(wasm.tree_rollback(this.#address));
      this.#readDeadline();
      throw error;
    }
    this.#inTransaction = false;
    this.#check(wasm.tree_commit(this.#open()));
    this.#changed();
    return result;
  }

  /** When the next badge or mute ends, in milliseconds since 1970, so that a host can call `expire` then. */
  get nextDeadline() {
    this.#open();
    return this.#deadline === Infinity ? undefined : this.#deadline;
  }

  /** Ends what is due, and tells observers. Every other call does so too, first. */
  expire() {
    this.#settle();
  }

  // ---- Reading ----

  /** What a path shows; an unknown one shows nothing. @param {string} path @returns {Badge} */
  get(path) {
    this.#settle();
    this.#check(wasm.tree_get(this.#open(), ...pass(text(path))));
    const badge = this.#records()[0];
    return badge.path === "" ? { ...badge, path } : badge;
  }

  /**
   * The nodes that show a badge, or are muted, sorted by the bytes of their paths.
   * @param {string} [path] those directly below it,
   * @param {{subtree?: boolean}} [options] or the node itself and all below it.
   * @returns {Badge[]}
   */
  list(path = "root", { subtree = false } = {}) {
    this.#settle();
    this.#check(wasm.tree_list(this.#open(), ...pass(text(path)), subtree ? 1 : 0));
    return this.#records();
  }

  /** The revision of the last change that could be seen. */
  get revision() {
    return small(BigInt.asUintN(64, wasm.tree_revision(this.#open())));
  }

  /**
   * The nodes whose badge changed after a revision, each once, in no particular order.
   * @param {number|bigint} since the `revision` of the tree, or of a former answer.
   * @returns {{revision: number|bigint, entries: Badge[]}|undefined} undefined: that is no longer kept; list
   *   everything instead, and go on with the tree's revision. The first call begins to keep changes.
   */
  changes(since) {
    this.#settle();
    if (this.#check(wasm.tree_changes(this.#open(), integer(since, "a revision"))) === RESYNC) return undefined;
    return { entries: this.#records(), revision: this.revision };
  }

  /** Recounts everything, and throws INTERNAL where something is wrong. */
  verify() {
    this.#check(wasm.tree_verify(this.#open()));
  }

  // ---- Watching ----

  /**
   * Calls `callback` with what a path shows whenever that has changed, at the end of the call that changed it, deeper
   * paths first. It may call anything; what it changes is told afterwards. Where callbacks throw, the others are called
   * all the same, and then the call that made the change throws (several: an AggregateError), although it was done.
   * @param {string} path
   * @param {(badge: Badge) => void} callback
   * @param {{subtree?: boolean, initial?: boolean}} [options] subtree (default true): the path and everything below it;
   *   initial: also at once, with what the path shows now; where that throws, it is not observed.
   * @returns {() => void} Ends it; after that the callback is never called again. The same callback at the same path,
   *   with the same `subtree`, is no second observer: the function that ends the first one is returned.
   */
  onChange(path, callback, { subtree = true, initial = false } = {}) {
    if (typeof callback !== "function") throw new TallyError(-1, "the callback is no function");
    this.#settle();
    const bytes = text(path);
    // The leading root may be left out.
    const place = `${subtree ? "below" : "at"} ${path === "root" || path.startsWith("root.") ? path : `root.${path}`}`;
    const known = this.#address === 0 ? undefined : this.#stops.get(callback)?.get(place);
    if (known) return known;
    const observer = this.#check(wasm.tree_observe(this.#open(), ...pass(bytes), subtree ? 1 : 0));
    const isOver = { value: false };
    this.#callbacks.set(observer, callback);
    const stop = () => {
      if (isOver.value || this.#address === 0) return;
      isOver.value = true;
      this.#callbacks.delete(observer);
      this.#forget(callback, place);
      for (const [key, { observer: other }] of this.#waiting) if (other === observer) this.#waiting.delete(key);
      wasm.tree_unobserve(this.#address, observer);
    };
    if (!this.#stops.has(callback)) this.#stops.set(callback, new Map());
    this.#stops.get(callback).set(place, stop);
    try {
      if (initial) callback(this.get(path));
    } catch (error) {
      stop(); // Nobody else could.
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

  /** What is owned at and below a path, as bytes; equal states give equal bytes. @returns {Uint8Array} */
  snapshot(path = "root") {
    this.#settle();
    this.#check(wasm.tree_snapshot(this.#open(), ...pass(text(path))));
    return this.#output();
  }

  /** Makes the path and all below it own what the snapshot says, and nothing else. @param {Uint8Array} snapshot */
  restore(path, snapshot) {
    this.#settle();
    this.#check(wasm.tree_restore(this.#open(), ...pass(text(path), binary(snapshot))));
    this.#changed();
  }

  /** A number that is equal for equal subtrees, on every machine, and for others hardly ever. @returns {bigint} */
  digest(path = "root") {
    this.#settle();
    this.#check(wasm.tree_digest(this.#open(), ...pass(text(path))));
    return this.#view().getBigUint64(0, true);
  }

  /** The minimal patch from a subtree of this tree to one of another, or of the same. @returns {Uint8Array} */
  diff(path, other, otherPath = path) {
    this.#settle();
    other.#settle();
    const [from, fromSize, to, toSize] = pass(text(path), text(otherPath));
    this.#check(wasm.tree_diff(this.#open(), from, fromSize, other.#open(), to, toSize));
    return this.#output();
  }

  /**
   * Applies a patch at a path. CONFLICT: what is there is not what it begins with, and nothing has changed.
   * @param {string} path @param {Uint8Array} patch
   * @param {{force?: boolean}} [options] force: writes what is after, whatever is there.
   */
  apply(path, patch, { force = false } = {}) {
    this.#settle();
    this.#check(wasm.tree_apply(this.#open(), ...pass(text(path), binary(patch)), force ? 1 : 0));
    this.#changed();
  }

  /** The patch that leads back. @param {Uint8Array} patch @returns {Uint8Array} */
  static inverse(patch) {
    helper ??= new Tree();
    helper.#check(wasm.patch_inverse(helper.#address, ...pass(binary(patch))));
    return helper.#output();
  }

  /** The minimal patch from one snapshot to another. @returns {Uint8Array} */
  static snapshotDiff(from, to) {
    helper ??= new Tree();
    helper.#check(wasm.snapshot_diff(helper.#address, ...pass(binary(from), binary(to))));
    return helper.#output();
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

  #check(status) {
    if (status < 0) throw new TallyError(status, decoder.decode(this.#output()));
    return status;
  }

  /** What the last call put out, as a copy. */
  #output() {
    const at = wasm.tree_output(this.#address);
    return new Uint8Array(wasm.memory.buffer).slice(at, at + wasm.tree_output_size(this.#address));
  }

  #view() {
    return new DataView(this.#output().buffer);
  }

  /** @returns {Badge[]} */
  #records() {
    const bytes = this.#output(), view = new DataView(bytes.buffer), records = [];
    for (let at = 0; at < bytes.length;) {
      const flags = view.getUint32(at + 20, true), length = view.getUint32(at + 28, true);
      records.push({
        path: decoder.decode(bytes.subarray(at + RECORD, at + RECORD + length)),
        shows: view.getUint32(at + 16, true) !== 0,
        count: small(view.getBigUint64(at, true)),
        revision: small(view.getBigUint64(at + 8, true)),
        flags,
        manualCount: view.getUint32(at + 24, true),
        manualDot: (flags & 2) !== 0,
        children: (flags & 8) !== 0,
        mute: MUTES[flags >> 4],
      });
      at += RECORD + Math.ceil(length / 8) * 8;
    }
    return records;
  }

  #operate(kind, path, value, until) {
    this.#settle();
    if (until < 0) throw new TallyError(-4, "an end is negative");
    const now = Math.floor(this.#clock());
    const status = this.#check(wasm.tree_operate(this.#open(), kind, ...pass(text(path)), integer(value, "a count"),
      integer(until, "an end"), BigInt(now)));
    this.#changed();
    return status;
  }

  /** Ends what is due before anything else is done or read. */
  #settle() {
    this.#open();
    if (this.#inTransaction || this.#deadline > this.#clock()) return;
    this.#readDeadline();
    if (this.#deadline > this.#clock()) return;
    this.#check(wasm.tree_expire(this.#address, BigInt(Math.floor(this.#clock()))));
    this.#changed();
  }

  #readDeadline() {
    if (this.#address === 0) return;
    const deadline = wasm.tree_deadline(this.#address);
    this.#deadline = deadline === 0n ? Infinity : Number(deadline);
  }

  /** After a change: reads when something ends next, and tells observers. */
  #changed() {
    if (this.#inTransaction) return;
    this.#readDeadline();
    if (this.#callbacks.size === 0) return;
    this.#check(wasm.tree_notices(this.#address));
    const bytes = this.#output(), view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length;) {
      const observer = view.getUint32(at, true), length = view.getUint32(at + 4, true);
      const path = decoder.decode(bytes.subarray(at + 8, at + 8 + length)), key = `${observer} ${path}`;
      // What waits is merged: it takes the place of its latest change.
      this.#waiting.delete(key);
      this.#waiting.set(key, { observer, path });
      at += 8 + Math.ceil(length / 8) * 8;
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
