// Replays a case of the conformance data (Tests/Conformance/README.md). A step that it has no method for fails.

"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const tally = require("../lib/index.js");
const steps = require("./steps.js");

const STYLE = [[1, ["dot_radius"]], [2, ["offset_x", "offset_y"]], [4, ["font_size"]], [8, ["font_weight"]],
  [16, ["text_color"]], [32, ["background_color"]], [64, ["max_count"]], [128, ["overflow"]], [256, ["icon"]],
  [512, ["highlight_color"]]];
const TEXTS = new Set(["id", "key", "title", "body", "kind", "thread", "category", "argument", "path", "source", "url",
  "prefix", "zone", "zero", "one", "two", "few", "many", "other", "mapping", "mapping_preset"]);

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const hex = (bytes) => Buffer.from(bytes).toString("hex");

/** A number that is written as a text, because JSON's are not exact there. */
function integer(value) {
  if (typeof value !== "string" || !/^-?\d+$/.test(value)) return value;
  const number = BigInt(value);
  return BigInt.asIntN(54, number) === number && Number.isSafeInteger(Number(number)) ? Number(number) : number;
}

/** The result, with the header's names. */
function outcome(value) {
  if (Array.isArray(value)) return value.map(outcome);
  if (value === null || typeof value !== "object" || Buffer.isBuffer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), outcome(member)]));
}

/** A step's arguments. */
class Step {
  constructor(given) {
    this.given = given;
  }

  text(name) {
    return this.given[name];
  }

  object(name) {
    return this.given[name];
  }

  int(name) {
    return integer(this.given[name]) ?? 0;
  }

  has(bit) {
    return (this.int("flags") & bit) !== 0;
  }

  get limit() {
    return this.given.limit ?? 10000;
  }

  content(name = "bytes") {
    if (this.given.text !== undefined) return this.given.text;
    return this.given[name] === undefined ? undefined : Buffer.from(this.given[name], "hex");
  }

  options(name = "options") {
    return Object.fromEntries(Object.entries(this.given[name] ?? {}).map(
      ([key, value]) => [camel(key), TEXTS.has(key) ? value : integer(value)]));
  }
}

class Replay {
  constructor(given) {
    this.given = given;
    this.wall = given.wall ?? 1767225600000;
    this.elapsed = 1000000;
    const options = Object.fromEntries(
      Object.entries(given.options ?? {}).map(([name, value]) => [camel(name), integer(value)]));
    if (given.file) this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "tally-"));
    this.engine = tally.open(given.file ? path.join(this.folder, given.file) : null, {
      hostDriven: true, seed: 1, zone: given.zone ?? "UTC", clock: { wall: this.wall, elapsed: this.elapsed }, ...options,
    });
    this.scope = this.engine.scope();
    this.accounts = new Map();
    this.feeds = new Map();
    this.nodes = new Map();
    this.tokens = new Map();
    this.kept = new Map();
    this.drawn = [];
  }

  run() {
    try {
      this.given.steps.forEach((step, index) => {
        try {
          this.play(this.filledIn(step));
        } catch (error) {
          error.message = `${this.given.case}, step ${index + 1}: ${JSON.stringify(step).slice(0, 300)}\n${error.message}`;
          throw error;
        }
      });
    } finally {
      this.engine.close();
      if (this.folder) fs.rmSync(this.folder, { recursive: true });
    }
  }

  filledIn(value) {
    if (Array.isArray(value)) return value.map((each) => this.filledIn(each));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.filledIn(member)]));
    }
    if (typeof value !== "string" || !value.startsWith("$")) return value;
    assert(this.kept.has(value.slice(1)), `${value} was not kept`);
    return this.kept.get(value.slice(1));
  }

  play(given) {
    const method = this[`do_${given.call}`] ?? steps[given.call];
    assert(method, `there is no call ${given.call}`);
    let out = {};
    let status = 0;
    let message = "";
    try {
      const result = method.call(this, new Step(given));
      if (typeof result === "number") status = result;
      else if (result) ({ $status: status = 0, ...out } = result);
    } catch (error) {
      if (!(error instanceof tally.TallyError)) throw error;
      ({ status, message } = error);
    }
    const actual = tally.statusName(status);
    assert(actual === (given.status ?? "TALLY_OK"), `${actual} ${message}, not ${given.status ?? "TALLY_OK"}`);
    assert(message.includes(given.message ?? ""), message);
    if (this.results) out.operations = this.results;
    const made = outcome(out);
    for (const [name, expected] of Object.entries(given.out ?? {})) this.compare(name, made[name], expected);
    const kept = ["text", "bytes", "digest", "revision", "next"].find((name) => name in made);
    if (given.as) this.kept.set(given.as, made[kept]);
  }

  compare(name, actual, expected) {
    assert(actual !== undefined, `${name} did not come out`);
    if (Array.isArray(expected)) {
      assert(actual.length === expected.length, `${actual.length} ${name}, not ${expected.length}: ${show(actual)}`);
      expected.forEach((wanted, index) => {
        for (const [member, value] of Object.entries(wanted)) this.compare(member, actual[index][member], value);
      });
      return;
    }
    if (typeof actual === "boolean") actual = Number(actual);
    let wanted = typeof actual === "string" ? expected : integer(expected);
    if (typeof actual === "number" && typeof wanted === "string") actual = tally.statusName(actual);
    const isClose = typeof actual === "number" && !Number.isInteger(actual) &&
      Math.abs(actual - wanted) <= 1e-6 * Math.abs(wanted);
    assert(isClose || actual === wanted, `${name}: ${show(actual)}, not ${show(wanted)}`);
  }

  // --- What steps name ---

  account(step, name = "account") {
    return found(this.accounts, step.given[name]);
  }

  feed(step) {
    return found(this.feeds, step.given.feed);
  }

  /** 0 if the step has none. */
  feedId(step) {
    return step.given.feed === undefined ? 0 : this.feed(step).state().id;
  }

  planned(step, plan) {
    if (step.given.token !== undefined) this.tokens.set(step.given.token, plan.token);
    return plan;
  }

  node(step) {
    return found(this.nodes, step.given.node);
  }

  token(step) {
    return found(this.tokens, step.given.token);
  }

  keys(step, identifiers = step.given.keys ?? []) {
    const all = this.account(step).messages.list("root", { subtree: true });
    const known = new Map([...all].map((message) => [message.id, message.key]));
    return identifiers.map((identifier) => known.get(identifier) ?? 2n ** 62n);
  }

  key(step, name) {
    return step.given[name] === undefined ? 0 : this.keys(step, [step.given[name]])[0];
  }

  entries(list) {
    return {
      entries: [...list], ...(list.next === null ? {} : { next: list.next }), $status: list.more ? tally.MORE : tally.OK,
    };
  }

  names(list) {
    return { ...this.entries(list), entries: list.map((name) => ({ name })) };
  }

  revised(list) {
    return { entries: list, revision: list.revision };
  }

  watch(step, token) {
    this.tokens.set(step.given.token, token);
  }

  done() {}

  style(given) {
    if (!given) return null;
    const members = STYLE.filter(([bit]) => (given.fields ?? 0) & bit).flatMap(([, names]) => names);
    return Object.fromEntries(
      members.map((name) => [camel(name), name === "icon" ? given[name] ?? "" : integer(given[name] ?? 0)]));
  }

  styleOf(style) {
    const out = { fields: 0, icon: "" };
    for (const [bit, names] of STYLE) {
      if (style[camel(names[0])] !== undefined) out.fields |= bit;
      for (const name of names) out[name] = style[camel(name)] ?? (name === "icon" ? "" : 0);
    }
    return out;
  }

  // --- Steps that make what others name ---

  do_wall(step) {
    this.wall = step.given.to;
    this.engine.setClock(this.wall, this.elapsed);
    this.engine.step();
  }

  do_go(step) {
    this.elapsed += step.given.to - this.wall;
    this.do_wall(step);
  }

  do_step() {
    this.engine.step();
  }

  do_events() {
    return { entries: [...this.engine.events()].map((event) => this.named(event)) };
  }

  named(event) {
    const token = [...this.tokens].find(([, each]) => each === event.token)?.[0] ?? event.token;
    const out = { ...event, token };
    for (const account of this.accounts.values()) {
      try {
        if (account.state().id !== event.account) continue;
        out.account = account.name;
        out.feed = [...account.feeds.list()].find((feed) => feed.id === event.feed)?.name ?? event.feed;
      } catch (error) {
        if (!(error instanceof tally.NotFoundError)) throw error;
      }
    }
    return out;
  }

  do_account_open(step) {
    this.accounts.set(step.given.account, this.engine.account(step.given.account, step.options()));
  }

  do_account_find(step) {
    const { id } = this.account(step).state();
    this.accounts.set(step.given.account, this.engine.findAccount(id));
  }

  do_badge_changes(step) {
    const { entries, revision, more, resync } = this.account(step).changes(
      step.int("since"), { epoch: step.int("epoch"), limit: step.limit });
    entries.sort((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
    return { entries, revision, $status: more ? tally.MORE : resync ? tally.RESYNC : tally.OK };
  }

  do_badge_batch(step) {
    const operations = step.given.operations.map((given) => this.operation(given));
    this.results = null;
    try {
      const { status, revision } = this.account(step).batch(operations, step.options());
      return { revision, $status: status };
    } finally {
      this.results = operations;
    }
  }

  operation(given) {
    const one = new Step(given);
    const where = given.node === undefined ? { path: given.path } : { node: this.node(one) };
    return { kind: given.kind, ...where, value: one.int("value"), until: one.int("until") };
  }

  do_engine_batch(step) {
    const items = step.given.items.map(({ operations, ...item }) => ({
      ...item, operations: operations.map((operation) => ({ ...operation, value: integer(operation.value) })),
    }));
    const status = this.engine.batch(items, step.options());
    return { items: items.map((item) => ({ status: item.status })), $status: status };
  }

  do_engine_get_position(step) {
    return this.engine.position(step.given.source);
  }

  do_engine_import(step) {
    const imports = step.given.imports.map(
      ({ account, bytes }) => ({ account, bytes: Buffer.from(bytes, "hex") }));
    const status = this.engine.import(imports, { replace: step.has(tally.IMPORT_REPLACE) });
    return { imports: imports.map((each) => ({ status: each.status })), $status: status };
  }

  do_widget_bind(step) {
    const widget = {};
    for (const name of ["show_dot", "show_number", "show_icon", "hide"]) {
      widget[camel(name)] = (at, _, text) => this.drawn.push({ function: name, path: at, text });
    }
    this.watch(step, this.scope.bind(this.account(step), step.given.path, widget));
  }

  do_drawn() {
    return { entries: this.drawn.splice(0) };
  }

  do_version() {
    return { number: tally.versionNumber(), text: tally.version() };
  }

  do_status_name(step) {
    return { text: tally.statusName(step.int("number")) };
  }

  do_status_message(step) {
    return { text: tally.statusMessage(step.int("number")) };
  }

  file(step, name) {
    return path.join(this.folder ?? ".", step.given[name]);
  }

  feedState(step) {
    const { title, ...state } = this.feed(step).state();
    return { ...state, text: title };
  }

  do_node_resolve(step) {
    this.nodes.set(step.given.node, this.account(step).node(step.given.path));
  }

  do_feed_add(step) {
    this.feeds.set(step.given.feed, this.account(step).feeds.add(step.given.feed, step.options()));
  }

  do_feed_find(step) {
    this.feeds.set(step.given.feed, this.account(step).feeds.get(step.given.feed));
  }

  do_feed_find_by_id(step) {
    this.feeds.set(step.given.feed, this.account(step).feeds.getById(this.feed(step).state().id));
  }

  do_snapshot_take(step) {
    return { bytes: hex(this.account(step).snapshot(step.given.path).encode()) };
  }

  do_badge_restore(step) {
    this.account(step).restore(tally.Snapshot.decode(step.content("snapshot")), step.given.path);
  }

  do_snapshot_diff(step) {
    return { bytes: hex(tally.Snapshot.decode(step.content("from")).diff(tally.Snapshot.decode(step.content("to")))) };
  }

  do_snapshot_list(step) {
    const snapshot = tally.Snapshot.decode(step.content("snapshot"));
    const options = { after: step.text("after"), limit: step.limit, subtree: step.has(1) };
    return this.entries(snapshot.listPage(step.text("path"), options));
  }

  beginView(step) {
    const { status, token } = this.scope.beginView(
      this.account(step), step.given.path, { subtree: step.has(1), read: step.has(2) });
    this.tokens.set(step.given.token, token);
    return status;
  }
}

function found(map, name) {
  assert(map.has(name), `${name} was not made`);
  return map.get(name);
}

function show(value) {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each));
}

function cases(folder) {
  return fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort().flatMap((name) =>
    fs.readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)))
    .filter((given) => !given.steps.some((step) => steps.lacks.includes(step.call)));
}

module.exports = { Replay, cases };
