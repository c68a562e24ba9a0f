// The engine: opening, accounts, and events on Node's own loop. index.d.ts documents the methods.

"use strict";

const { fileURLToPath } = require("node:url");
const { inspect } = require("node:util");

const { itemIn, performed } = require("./batches.js");
const constants = require("./constants.js");
const { errorOf } = require("./errors.js");
const { EngineMethods } = require("./methods.js");
const { native, shownAs, HANDLE, DISPOSE } = require("./native.js");
const { Scope } = require("./scope.js");
const { answerOf, requestOf } = require("./transport.js");
const { first, flag, known } = require("./values.js");

// The events of a program without an observer: engine.on("synced", …) for EVENT_SYNCED.
const NAMES = new Map(Object.entries(constants).filter(([name]) => name.startsWith("EVENT_"))
  .map(([name, kind]) => [kind, name.slice("EVENT_".length).toLowerCase()]));

// Engines that are open. They are closed when the process ends, so that everything is written.
const open = new Set();
process.on("exit", () => {
  for (const each of [...open]) each.deref()?.close();
});

class Engine extends EngineMethods {
  #closed = false;
  #completions = new Map();
  #clock;
  #weakly = new WeakRef(this);

  constructor(file, { hostDriven = false, setAside = false, flags = 0, clock, log, ...options } = {}) {
    super();
    if (file !== undefined && file !== null && typeof file !== "string" && !(file instanceof URL)) {
      throw new TypeError("file: a string or a URL is needed; options are the second argument");
    }
    if (log && typeof log !== "function") throw new TypeError("log is a function");
    flags |= flag(hostDriven, constants.ENGINE_HOST_DRIVEN) | flag(setAside, constants.ENGINE_SET_ASIDE);
    const all = { ...options, flags };
    if (file !== undefined && file !== null) all.file = file instanceof URL ? fileURLToPath(file) : file;
    const wake = hostDriven ? undefined : () => this.#wake();
    const [, handle, message] = native.engine_open(all, clock && true, clock?.wall, clock?.elapsed, log, wake);
    Object.defineProperty(this, HANDLE, { value: handle });
    // Listeners by the tokens of their observers, and widgets and observers of whole accounts by numbers. A scope
    // enters them.
    Object.defineProperty(this, "listeners_", { value: new Map() });
    Object.defineProperty(this, "noted", { value: new Map() });
    // Open scopes. A variable of a module is collected after its last use, but its observers must last.
    Object.defineProperty(this, "scopes_", { value: new Set() });
    this.setAsideMessage = message;
    this.#clock = clock;
    open.add(this.#weakly);
  }

  /** Calls the listeners when events are pending. The library says so once, so events behind an error come later. */
  #wake() {
    try {
      this.dispatch();
    } catch (error) {
      setImmediate(() => this.#wake());
      throw error;
    }
  }

  close(options) {
    const { timeout = -1 } = known(options, "timeout");
    if (this.#closed) return;
    this.#closed = true;
    open.delete(this.#weakly);
    try {
      native.engine_close(this[HANDLE], timeout);
    } finally {
      for (const { reject } of this.#completions.values()) {
        reject(errorOf(constants.ERROR_CLOSED, "the engine was closed before the request ended"));
      }
      this.#completions.clear();
      this.scopes_.clear();
    }
  }

  [DISPOSE]() {
    this.close();
  }

  [inspect.custom](_, options) {
    return shownAs(this, options);
  }

  unref() {
    native.engine_ref(this[HANDLE], false);
    return this;
  }

  ref() {
    native.engine_ref(this[HANDLE], true);
    return this;
  }

  batch(items, options = {}) {
    return performed(items, itemIn, (rows) => native.engine_batch(this[HANDLE], rows, options));
  }

  import(imports, options) {
    const flags = flag(known(options, "replace").replace, constants.IMPORT_REPLACE);
    return performed(imports, (each) => ({ ...each }), (rows) => native.engine_import(this[HANDLE], rows, flags));
  }

  scope() {
    const scope = new Scope(this, first(native.scope_open(this[HANDLE])));
    this.scopes_.add(scope);
    return scope;
  }

  // --- Events ---

  dispatch(limit = Infinity) {
    let count = 0;
    while (count < limit && !this.#closed && this.nextEvent()) count++;
    return count;
  }

  nextEvent() {
    const answer = native.engine_next_event(this[HANDLE]);
    if (!Array.isArray(answer)) return undefined;
    const [, event, noted] = answer;
    try {
      this.#note(noted);
    } finally {
      this.#tell(event);
    }
    return event;
  }

  *events() {
    for (let event = this.nextEvent(); event; event = this.nextEvent()) yield event;
  }

  /** Draws widgets, and calls observers of whole accounts, which hear of an event before it is returned. */
  #note(noted) {
    for (const each of noted) this.noted.get(each.number)?.(each);
  }

  #tell(event) {
    const completion = this.#completions.get(event.token);
    if (event.kind === constants.EVENT_COMPLETION && completion) {
      this.#completions.delete(event.token);
      completion.resolve(event);
    } else {
      this.listeners_.get(event.token)?.(event);
    }
    // "synced" is emitted once for a feed's request, however many observers the feed has.
    const isForObserver = event.kind === constants.EVENT_SYNCED && event.token !== 0;
    const name = NAMES.get(event.kind);
    if (name && !isForObserver) this.emit(name, event);
  }

  /** A promise of the COMPLETION event that `begin` gives the token of. */
  _completion(begin) {
    return new Promise((resolve, reject) => {
      this.#completions.set(begin(), { resolve, reject });
    });
  }

  // --- Engines that the program drives: hostDriven ---

  get descriptor() {
    return first(native.engine_get_descriptor(this[HANDLE]));
  }

  step() {
    const [, noted] = native.engine_step(this[HANDLE]);
    this.#note(noted);
  }

  timeout() {
    return first(native.engine_get_timeout(this[HANDLE]));
  }

  setClock(wall, elapsed) {
    if (!this.#clock) throw errorOf(constants.ERROR_UNSUPPORTED, "the engine was opened without a clock to be set");
    return native.engine_set_clock(this[HANDLE], wall, elapsed);
  }

  // --- The program's own transport ---

  setTransport(send) {
    if (send !== null && typeof send !== "function") throw new TypeError("send: a function or null is needed");
    if (send === null) return native.engine_set_transport(this[HANDLE], null);
    const flights = new Map();
    return native.engine_set_transport(this[HANDLE], (request) => {
      if (request.kind === constants.REQUEST_KIND_CANCEL) return flights.get(request.id)?.abort();
      const abort = new AbortController();
      flights.set(request.id, abort);
      this.#send(send, requestOf(request, abort.signal)).finally(() => flights.delete(request.id));
    });
  }

  async #send(send, request) {
    let answer;
    try {
      answer = await answerOf(await send(request));
    } catch (error) {
      answer = { status: constants.ERROR_NETWORK, headers: "", body: String(error?.message ?? error).slice(0, 250) };
    }
    if (this.#closed || request.signal.aborted) return;
    try {
      native.transport_respond(this[HANDLE], request.id, answer.status, answer.headers, answer.body);
    } catch (error) {
      if (error.status !== constants.ERROR_NOT_FOUND) throw error;
    }
  }

  transportProgress(request) {
    return native.transport_progress(this[HANDLE], request.id);
  }
}

module.exports = { Engine };
