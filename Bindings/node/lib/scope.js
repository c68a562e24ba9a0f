// The observers, views and widgets of a part of a program. Closing the scope ends all of them.

"use strict";

const { KIND_DOT, KIND_ICON, KIND_NUMBER, SUBTREE, VIEW_READ } = require("./constants.js");
const { ScopeMethods } = require("./methods.js");
const { native, HANDLE } = require("./native.js");
const { first, flag } = require("./values.js");

let numbers = 0; // The last number of a widget, or of an observer of whole accounts.

class Scope extends ScopeMethods {
  #engine;
  #tokens = new Map(); // With each, a function that forgets its listener.

  constructor(engine, handle) {
    super(handle);
    this.#engine = engine;
  }

  close() {
    this.#engine.scopes_.delete(this);
    for (const token of [...this.#tokens.keys()]) this.#forget(token);
    super.close();
  }

  unobserve(token) {
    native.unobserve(this[HANDLE], token);
    this.#forget(token);
  }

  beginView(account, path, { subtree = false, read = false } = {}) {
    const flags = flag(subtree, SUBTREE) | flag(read, VIEW_READ);
    const [status, token] = native.view_begin(this[HANDLE], account[HANDLE], path, flags);
    return { status, token };
  }

  endView(token) {
    native.view_end(this[HANDLE], token);
  }

  bind(account, path, widget) {
    for (const name of ["showDot", "showNumber", "showIcon", "hide"]) {
      if (typeof widget[name] !== "function") throw new TypeError(`a widget needs a method ${name}`);
    }
    const number = ++numbers;
    const token = first(native.widget_bind(this[HANDLE], account[HANDLE], path, number));
    return this.#note(token, number, (drawn) => draw(widget, drawn));
  }

  observeFeeds(listener, account = null) {
    return this.#observeAll(native.observe_feeds, listener, account);
  }

  observeReminders(listener, account = null) {
    return this.#observeAll(native.observe_reminders, listener, account);
  }

  #observeAll(observe, listener, account) {
    if (typeof listener !== "function") throw new TypeError("a listener is a function");
    const number = ++numbers;
    const result = observe(this[HANDLE], account?.[HANDLE], 0, number);
    return this.#note(first(result), number, ({ event }) => listener(event));
  }

  /** Remembers what is called with the notes of a number. */
  #note(token, number, receive) {
    this.#engine.noted.set(number, receive);
    this.#tokens.set(token, () => this.#engine.noted.delete(number));
    return token;
  }

  /** Remembers the listener of an observer. */
  _watch([, token], listener) {
    if (listener !== undefined && listener !== null) {
      if (typeof listener !== "function") throw new TypeError("a listener is a function");
      this.#engine.listeners_.set(token, listener);
    }
    this.#tokens.set(token, () => this.#engine.listeners_.delete(token));
    return token;
  }

  #forget(token) {
    this.#tokens.get(token)?.();
    this.#tokens.delete(token);
  }
}

const METHODS = new Map([[KIND_DOT, "showDot"], [KIND_NUMBER, "showNumber"], [KIND_ICON, "showIcon"]]);

function draw(widget, { path, text, number: _, ...presentation }) {
  widget[METHODS.get(presentation.kind) || "hide"](path, presentation, text);
}

module.exports = { Scope };
