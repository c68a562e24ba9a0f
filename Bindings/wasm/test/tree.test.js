import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import init, { TallyError, Tree, memorySize } from "../tally-tree.js";

await init();

const throwsCode = (body, code, message = /./) =>
  assert.throws(body, error => error instanceof TallyError && error.code === code && message.test(error.message));

test("loading again does nothing", async () => {
  const before = memorySize();
  await init();
  assert.equal(memorySize(), before);
});

test("the package exports its module, its declarations and nothing that is not in it", async () => {
  const { resolve } = createRequire(import.meta.url);
  assert.ok(WebAssembly.validate(await readFile(resolve("tally-tree/tally-tree.wasm"))));
  assert.equal((await import("tally-tree")).Tree, Tree);
  const { exports, files, types } = JSON.parse(await readFile(resolve("tally-tree/package.json")));
  assert.equal(exports["."].types, types);
  for (const file of [types, exports["."].default, exports["./tally-tree.wasm"]]) {
    assert.ok(files.includes(file.slice("./".length)), file);
  }
});

test("observers are notified of deeper paths first, once a transaction, and not after their end", () => {
  const tree = new Tree(), told = [];
  const end = tree.onChange("root", badge => told.push(`${badge.path} ${badge.count}`));
  tree.set("a.x", 3);
  assert.deepEqual(told.splice(0), ["root.a.x 3", "root.a 3", "root 3"]);
  tree.set("a.x", 3);
  assert.deepEqual(told.splice(0), []);
  tree.transaction(() => {
    tree.add("a.x", 1);
    tree.dot("b");
    assert.deepEqual(told, []);
  });
  assert.deepEqual(told.splice(0), ["root.a.x 4", "root.a 4", "root.b 0", "root 4"]);
  end();
  end();
  tree.clearTree("root");
  assert.deepEqual(told, []);
  tree.close();
});

test("an observer of one path is notified of that path alone, and immediately if it is initial", () => {
  const tree = new Tree(), told = [];
  tree.onChange("a", badge => told.push([badge.path, badge.kind !== "none", badge.count]), { subtree: false, initial: true });
  tree.set("a.x", 2);
  tree.set("b", 2);
  assert.deepEqual(told, [["root.a", false, 0], ["root.a", true, 2]]);
  tree.close();
});

test("the same callback at the same path is one observer", () => {
  const tree = new Tree(), told = [];
  const changed = badge => told.push(badge.path);
  const stop = tree.onChange("a", changed);
  assert.equal(tree.onChange("root.a", changed), stop);
  assert.notEqual(tree.onChange("b", changed), stop);
  assert.notEqual(tree.onChange("a", () => told.push("other")), stop);
  tree.set("a", 1);
  assert.deepEqual(told.sort(), ["other", "root.a"]);
  stop();
  const again = tree.onChange("a", changed);
  assert.notEqual(again, stop);
  tree.set("a", 2);
  assert.deepEqual(told.sort(), ["other", "other", "root.a", "root.a"]);
  tree.close();
});

test("what is no text, no bytes or no time is refused, and nothing is made of it", () => {
  const tree = new Tree();
  for (const path of [5, undefined, null, {}, ["a"], new Uint8Array([97])]) {
    throwsCode(() => tree.set(path, 1), "TALLY_ERROR_ARGUMENT", /no string/);
    throwsCode(() => tree.get(path), "TALLY_ERROR_ARGUMENT");
  }
  for (const half of ["a\ud800", "\udc00a"]) throwsCode(() => tree.set(half, 1), "TALLY_ERROR_PATH", /surrogate/);
  tree.set("\u{1f600}", 1);
  assert.equal(tree.list()[0].path, "root.\u{1f600}");
  const bytes = tree.snapshot();
  for (const other of [bytes.buffer, new Uint16Array(bytes), [...bytes], "abc", undefined]) {
    throwsCode(() => tree.restore("b", other), "TALLY_ERROR_ARGUMENT");
    throwsCode(() => Tree.snapshotDiff(bytes, other), "TALLY_ERROR_ARGUMENT");
  }
  tree.restore("b", Buffer.from(bytes));
  throwsCode(() => tree.dot("c", { until: -1 }), "TALLY_ERROR_RANGE", /an end/);
  tree.close();
});

test("an observer whose first call throws does not stay", () => {
  const tree = new Tree();
  let calls = 0;
  assert.throws(() => tree.onChange("a", () => { calls++; throw new Error("first"); }, { initial: true }), /first/);
  tree.set("a", 1);
  assert.equal(calls, 1);
  tree.close();
});

test("a callback may change badges; observers are notified afterwards, of the last state", () => {
  const tree = new Tree(), told = [];
  tree.set("a.x", 1);
  tree.onChange("root.a", badge => {
    told.push([badge.path, badge.count]);
    if (badge.path === "root.a.x" && badge.kind === "none") tree.set("a.x", 9);
  });
  tree.clear("a.x");
  assert.deepEqual(told.at(-1), ["root.a", 9]);
  assert.ok(told.some(([path, count]) => path === "root.a.x" && count === 9));
  tree.close();
});

test("if a callback throws, the others are notified, and the call that made the change throws the error", () => {
  const tree = new Tree(), told = [];
  tree.onChange("a", () => { throw new Error("first"); });
  tree.onChange("a", badge => told.push(badge.count));
  assert.throws(() => tree.set("a", 1), /first/);
  assert.deepEqual(told, [1]);
  assert.equal(tree.get("a").count, 1);
  tree.onChange("a", () => { throw new Error("second"); });
  assert.throws(() => tree.set("a", 2), AggregateError);
  tree.close();
});

test("a callback may end another observer, which is not told any more, and close the tree", () => {
  const tree = new Tree(), told = [];
  let end = () => {};
  tree.onChange("a", () => end());
  end = tree.onChange("a", () => told.push("second"));
  tree.onChange("a", () => tree.close());
  tree.onChange("a", () => told.push("fourth"));
  tree.set("a", 1);
  assert.deepEqual(told, []);
  throwsCode(() => tree.get("a"), "TALLY_ERROR_CLOSED");
});

test("a transaction that throws has not happened", () => {
  const tree = new Tree(), told = [];
  tree.set("a", 1);
  const before = tree.snapshot(), revision = tree.revision;
  tree.onChange("root", badge => told.push(badge.path));
  assert.throws(() => tree.transaction(() => {
    tree.set("a", 2);
    tree.mute("a", "all");
    throw new Error("no");
  }), /no/);
  throwsCode(() => tree.transaction(() => tree.add("b", -1)), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.transaction(() => tree.transaction(() => {})), "TALLY_ERROR_ARGUMENT");
  throwsCode(() => tree.transaction(async () => {}), "TALLY_ERROR_ARGUMENT");
  assert.deepEqual(tree.snapshot(), before);
  assert.equal(tree.revision, revision);
  assert.deepEqual(told, []);
  assert.equal(tree.transaction(() => tree.get("a").count), 1);
  tree.verify();
  tree.close();
});

test("paths that come and go give their memory to others", () => {
  const tree = new Tree(), sizes = [];
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 20_000; i++) tree.set(`r${round}.g${i % 100}.n${i}`, 1);
    assert.equal(tree.get("root").count, 20_000);
    for (let i = 0; i < 20_000; i++) tree.clear(`r${round}.g${i % 100}.n${i}`);
    assert.equal(tree.get("root").kind, "none");
    tree.verify();
    sizes.push(memorySize());
  }
  assert.equal(sizes[3], sizes[2]);
  tree.close();
});

test("badges and mutes end at their time", () => {
  let now = 1000;
  const tree = new Tree({ clock: () => now }), told = [];
  tree.onChange("a", badge => told.push(badge.kind !== "none"));
  assert.equal(tree.nextDeadline, undefined);
  tree.dot("a", { until: 2000 });
  tree.set("b.c", 5);
  tree.mute("b.c", "number", { until: 1500 });
  assert.equal(tree.nextDeadline, 1500);
  assert.equal(tree.get("b").count, 0);
  now = 1500;
  assert.equal(tree.get("b").count, 5);
  assert.equal(tree.nextDeadline, 2000);
  now = 2500;
  tree.expire();
  assert.deepEqual(told, [true, false]);
  tree.dot("a", { until: 2400 });
  assert.equal(tree.get("a").kind, "none");
  tree.close();
});

test("what is wrong is refused with a status and words, and changes nothing", () => {
  const tree = new Tree({ maxDepth: 3, maxNodes: 4 });
  throwsCode(() => tree.set("", 1), "TALLY_ERROR_PATH", /empty/);
  throwsCode(() => tree.set("a..b", 1), "TALLY_ERROR_PATH", /component is empty, at byte 2/);
  throwsCode(() => tree.set("a.b.c.d", 1), "TALLY_ERROR_PATH", /components/);
  throwsCode(() => tree.set("a", 2 ** 32), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.set("a", -1), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.set("a", 1.5), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.set("a", 2n ** 64n), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.dot("a", { until: -1 }), "TALLY_ERROR_RANGE");
  throwsCode(() => tree.mute("a", "some"), "TALLY_ERROR_ARGUMENT");
  throwsCode(() => tree.onChange("a", "b"), "TALLY_ERROR_ARGUMENT");
  throwsCode(() => tree.restore("root", new Uint8Array([1, 2, 3])), "TALLY_ERROR_MALFORMED", /byte/);
  throwsCode(() => Tree.inverse(new Uint8Array(100)), "TALLY_ERROR_MALFORMED");
  throwsCode(() => new Tree({ maxDepth: 0 }), "TALLY_ERROR_RANGE");
  throwsCode(() => new Tree({ aggregation: "product" }), "TALLY_ERROR_ARGUMENT");
  tree.set("a", 1), tree.set("b", 1), tree.set("c", 1);
  throwsCode(() => tree.set("d", 1), "TALLY_ERROR_LIMIT");
  assert.deepEqual(tree.list().map(badge => badge.path), ["root.a", "root.b", "root.c"]);
  tree.close();
});

test("what a path owns, with its ends", () => {
  const tree = new Tree({ clock: () => 1000 });
  tree.set("a", 2 ** 32 - 1, { until: 2 ** 52 });
  tree.mute("a", "number", { until: 5000 });
  tree.dot("a.b");
  assert.deepEqual(tree.getOwn("a"),
    { kind: "number", count: 2 ** 32 - 1, until: 2 ** 52, mute: "number", muteUntil: 5000 });
  assert.deepEqual(tree.getOwn("a.b"), { kind: "dot", count: 0, until: 0, mute: "none", muteUntil: 0 });
  assert.deepEqual(tree.getOwn("root"), { kind: "none", count: 0, until: 0, mute: "none", muteUntil: 0 });
  throwsCode(() => tree.getOwn("a..b"), "TALLY_ERROR_PATH");
  tree.close();
});

test("a list of many rows with long paths", () => {
  const tree = new Tree(), since = tree.revision;
  tree.changes(since);
  const paths = Array.from({ length: 700 }, (_, at) => `root.${"x".repeat(200)}.${String(at).padStart(3, "0")}`);
  for (const [at, path] of paths.entries()) tree.set(path, at + 1);
  const rows = tree.list("root." + "x".repeat(200));
  assert.deepEqual(rows.map(badge => badge.path), paths);
  assert.deepEqual(rows.map(badge => badge.count), paths.map((_, at) => at + 1));
  assert.equal(tree.changes(since).entries.length, 702);
  tree.close();
});

test("names of any kind are components, once escaped", () => {
  const tree = new Tree(), name = "a.b\\c·ü😀";
  tree.set(`chat.${Tree.escape(name)}`, 2);
  assert.equal(tree.get(`root.chat.${Tree.escape(name)}`).count, 2);
  assert.equal(tree.list("chat").length, 1);
  assert.equal(tree.get("nowhere").path, "nowhere");
  tree.close();
});

test("closing twice is fine, and everything afterwards says CLOSED", () => {
  const tree = new Tree(), other = new Tree();
  const end = tree.onChange("a", () => {});
  tree.close();
  tree.close();
  end();
  for (const call of [() => tree.set("a", 1), () => tree.list(), () => tree.revision, () => tree.snapshot(),
    () => tree.onChange("a", () => {}), () => tree.transaction(() => {}), () => other.diff("root", tree)]) {
    throwsCode(call, "TALLY_ERROR_CLOSED");
  }
  other.close();
});

test("memory that was given back is used again", () => {
  const cycle = () => {
    const tree = new Tree();
    for (let at = 0; at < 300; at++) tree.set(`a${at % 7}.b${at}`, at + 1);
    tree.onChange("root", () => {});
    tree.changes(0);
    const copy = new Tree();
    copy.restore("root", tree.snapshot());
    copy.close();
    tree.close();
  };
  for (let at = 0; at < 20; at++) cycle();
  const before = memorySize();
  for (let at = 0; at < 1000; at++) cycle();
  assert.equal(memorySize(), before);
});

test("calls that fail, observers that end and transactions that throw leave no memory behind", () => {
  const tree = new Tree({ maxNodes: 20 }), other = new Tree();
  const patch = other.diff("root", tree), bytes = tree.snapshot();
  const cycle = () => {
    throwsCode(() => tree.set("a..b", 1), "TALLY_ERROR_PATH");
    throwsCode(() => tree.set("a", -1), "TALLY_ERROR_RANGE");
    throwsCode(() => tree.restore("root", bytes.slice(1)), "TALLY_ERROR_MALFORMED");
    throwsCode(() => { for (let at = 0; at < 30; at++) tree.set(`full${at}`, 1); }, "TALLY_ERROR_LIMIT");
    tree.clearTree("root");
    assert.throws(() => tree.transaction(() => { tree.set("a.b.c", 1); throw new Error("no"); }), /no/);
    const stop = tree.onChange("a", () => { throw new Error("callback"); });
    assert.throws(() => tree.set("a", 1), /callback/);
    stop();
    assert.throws(() => tree.onChange("a", () => { throw new Error("first"); }, { initial: true }), /first/);
    tree.apply("root", Tree.inverse(patch), { overwrite: true });
    tree.apply("root", Tree.snapshotDiff(bytes, bytes), { overwrite: true });
    tree.restore("root", bytes);
  };
  for (let at = 0; at < 20; at++) cycle();
  const before = memorySize();
  for (let at = 0; at < 1000; at++) cycle();
  for (let at = 0; at < 20000; at++) tree.onChange("a", () => {})();
  assert.equal(memorySize(), before);
  tree.close();
  other.close();
});

test("trees that were forgotten give their memory back", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const forget = async trees => {
    for (let count = 0; count < trees; count++) {
      const tree = new Tree();
      for (let at = 0; at < 300; at++) tree.set(`a${at % 7}.b${at}`, at + 1);
      tree.onChange("root", badge => tree.get(badge.path));
    }
    for (let turn = 0; turn < 3; turn++) {
      collect();
      await new Promise(setImmediate);
    }
  };
  const before = memorySize();
  await forget(50);
  const most = memorySize() + 2 * (memorySize() - before);
  for (let round = 0; round < 20; round++) await forget(50);
  assert.ok(memorySize() <= most, `${memorySize()} of ${most} bytes`);
});

// ---- Random operations, against a model that knows no shortcut ----

function random(seed) { // mulberry32
  return most => {
    seed = seed + 0x6D2B79F5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) % most;
  };
}

const PATHS = ["root"];
for (const a of "abc") for (const b of ["", ".x", ".y", ".x.1", ".x.2"]) PATHS.push(`root.${a}${b}`);
const parentOf = path => path.slice(0, Math.max(path.lastIndexOf("."), 0));

class Model {
  constructor(aggregation) {
    this.isSum = aggregation === "sum";
    this.own = new Map(PATHS.map(path => [path, { dot: false, count: 0, mute: "none" }]));
  }
  contribution(path) {
    const shown = this.shown(path), { mute } = this.own.get(path);
    if (mute === "all") return { shows: false, count: 0 };
    return mute === "number" ? { shows: shown.shows, count: 0 } : shown;
  }
  children(path) { return PATHS.filter(other => other !== "root" && parentOf(other) === path); }
  isLit(path) { return this.children(path).some(child => this.contribution(child).shows); }
  shown(path) {
    const own = this.own.get(path);
    const sum = this.children(path).reduce((total, child) => total + this.contribution(child).count, 0);
    const count = this.isSum ? sum + own.count : sum > 0 ? sum : own.count;
    return { shows: own.dot || own.count > 0 || this.isLit(path), count };
  }
  /** A change of what is owned, and what is cleared by it. */
  change(body) {
    const lit = PATHS.filter(path => this.isLit(path)).sort((a, b) => b.length - a.length);
    body();
    if (this.isSum) return;
    for (const path of lit) if (!this.isLit(path)) Object.assign(this.own.get(path), { dot: false, count: 0 });
  }
  put(path, dot, count) { this.change(() => Object.assign(this.own.get(path), { dot, count })); }
  clear(path) {
    if (!this.isSum && this.isLit(path)) return false;
    this.put(path, false, 0);
    return !this.shown(path).shows;
  }
  clearTree(path) {
    this.change(() => {
      for (const other of PATHS) {
        if (!`${other}.`.startsWith(`${path}.`)) continue;
        Object.assign(this.own.get(other), { dot: false, count: 0 });
      }
    });
  }
}

function step(tree, model, next) {
  const path = PATHS[next(PATHS.length)], count = next(5);
  switch (next(7)) {
    case 0: case 1:
      tree.set(path, count);
      return model.put(path, false, count);
    case 2:
      tree.dot(path);
      return model.put(path, true, 0);
    case 3: {
      const delta = count - 2, result = model.own.get(path).count + delta;
      if (result < 0) return throwsCode(() => tree.add(path, delta), "TALLY_ERROR_RANGE");
      tree.add(path, delta);
      return delta === 0 ? undefined : model.put(path, false, result);
    }
    case 4: return assert.equal(tree.clear(path), model.clear(path));
    case 5:
      if (next(4) > 0) return undefined;
      tree.clearTree(path);
      return model.clearTree(path);
    default: {
      const mute = ["none", "number", "all"][next(3)];
      tree.mute(path, mute);
      model.own.get(path).mute = mute;
    }
  }
}

for (const aggregation of ["children", "sum"]) {
  for (let seed = 1; seed <= 20; seed++) {
    test(`random operations, ${aggregation}, seed ${seed}`, () => {
      const next = random(seed), tree = new Tree({ aggregation }), copy = new Tree({ aggregation });
      const model = new Model(aggregation), seen = new Map();
      tree.changes(0);
      copy.onChange("root", badge => seen.set(badge.path, [badge.kind !== "none", badge.count]));
      let polled = 0;
      const known = new Map();
      for (let at = 0; at < 150; at++) {
        step(tree, model, next);
        for (const path of PATHS) {
          const badge = tree.get(path), shown = model.shown(path);
          assert.deepEqual([badge.kind !== "none", badge.count], [shown.shows, shown.count], `${path} after step ${at}`);
        }
        const changes = tree.changes(polled);
        polled = changes.revision;
        for (const badge of changes.entries) known.set(badge.path, [badge.kind !== "none", badge.count]);
        if (at % 10 === 0) { // By patches to another tree, whose observers see what happens.
          copy.apply("root", copy.diff("root", tree));
          assert.equal(copy.digest(), tree.digest());
          for (const badge of tree.list("root", { subtree: true })) {
            if (badge.kind !== "none") assert.deepEqual(seen.get(badge.path), [badge.kind !== "none", badge.count], badge.path);
          }
        }
        for (const badge of tree.list("root", { subtree: true })) {
          if (badge.kind !== "none") assert.deepEqual(known.get(badge.path), [badge.kind !== "none", badge.count], badge.path);
        }
        tree.verify();
      }
      tree.close();
      copy.close();
    });
  }
}
