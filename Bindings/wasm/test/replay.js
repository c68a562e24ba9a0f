// Replays cases of Tests/Conformance that consist of operations on badges, with the tree alone.

import { Tree, TallyError } from "../tally-tree.js";

/** Members of the options that a tree has. */
const LIMITS = { max_depth: "maxDepth", max_path_bytes: "maxPathBytes", max_nodes: "maxNodes" };
const hex = bytes => Buffer.from(bytes).toString("hex");
const unhex = text => new Uint8Array(Buffer.from(text ?? "", "hex"));
const integer = value => typeof value === "string" ? BigInt(value) : value ?? 0;
const plain = number => typeof number === "bigint" ? String(number) : number;
const HELD = { status: "TALLY_HELD" };

const badge = b => ({ kind: ["none", "dot", "icon", "number"].indexOf(b.kind), count: plain(b.count), revision: plain(b.revision),
  flags: b.flags });
/** The badge that a path owns. */
const own = b => ({ kind: ["none", "dot", "icon", "number"].indexOf(b.kind), count: b.count, until: plain(b.until),
  flags: 0, mute: ["none", "number", "all"].indexOf(b.mute), mute_until: plain(b.muteUntil) });
const entry = b => ({ ...badge(b), path: b.path });
/** An event BADGE. */
const eventOf = (members, { kind, ...shown }) => ({ kind: 1, badge_kind: kind, ...members, ...shown });
const held = isDone => isDone ? {} : HELD;

/** A mute's name; what is none is for the tree to refuse. */
const mode = value => ["none", "number", "all"][value ?? 0] ?? String(value);

/** The effects of the calls on a tree, and their results. */
const CALLS = {
  badge_set: (tree, s) => tree.set(s.path, integer(s.count)),
  badge_dot: (tree, s) => tree.dot(s.path),
  badge_set_until: (tree, s) => tree.set(s.path, integer(s.count), { until: integer(s.until) }),
  badge_dot_until: (tree, s) => tree.dot(s.path, { until: integer(s.until) }),
  badge_add: (tree, s) => tree.add(s.path, integer(s.delta)),
  badge_clear: (tree, s) => held(tree.clear(s.path)),
  badge_clear_tree: (tree, s) => tree.clearTree(s.path),
  badge_mute: (tree, s) => tree.mute(s.path, mode(s.mode), { until: integer(s.until) }),
  badge_get: (tree, s) => badge(tree.get(s.path)),
  badge_get_own: (tree, s) => own(tree.getOwn(s.path)),
  badge_list: (tree, s) => ({ entries: tree.list(s.path, { subtree: (s.flags ?? 0) === 1 }).map(entry),
    revision: plain(tree.revision) }),
  badge_changes: (tree, s) => {
    const found = tree.changes(integer(s.since));
    if (!found) return { status: "TALLY_RESYNC" };
    return { entries: found.entries.map(entry), revision: plain(found.revision) };
  },
  snapshot_take: (tree, s) => ({ bytes: hex(tree.snapshot(s.path)) }),
  snapshot_restore: (tree, s) => tree.restore(s.path, unhex(s.snapshot ?? s.bytes)),
  badge_digest: (tree, s) => ({ digest: plain(small(tree.digest(s.path))) }),
  badge_apply: (tree, s) => tree.apply(s.path, unhex(s.patch ?? s.bytes), { overwrite: (s.flags ?? 0) === 1 }),
  snapshot_diff: (_, s) => ({ bytes: hex(Tree.snapshotDiff(unhex(s.from), unhex(s.to))) }),
  patch_inverse: (_, s) => ({ bytes: hex(Tree.inverse(unhex(s.patch ?? s.bytes))) }),
  badge_batch: (tree, s) => batch(tree, s.operations ?? []),
  account_get: tree => ({ revision: plain(tree.revision) }),
  account_verify: tree => tree.verify(),
  path_escape: (_, s) => ({ text: Tree.escape(s.name) }),
};
const OTHERS = ["account_open", "badge_diff", "observe", "unobserve", "events", "go", "wall", "step"];

const small = number => number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number;

const KINDS = [null, (t, o) => t.set(o.path, integer(o.value), { until: integer(o.until) }),
  (t, o) => t.dot(o.path, { until: integer(o.until) }), (t, o) => t.add(o.path, integer(o.value)),
  (t, o) => held(t.clear(o.path)), (t, o) => t.clearTree(o.path),
  (t, o) => t.mute(o.path, mode(o.value), { until: integer(o.until) }), (t, o) => badge(t.get(o.path))];

function batch(tree, operations) {
  let results = [];
  try {
    tree.transaction(() => operations.forEach(operation => {
      const { status = "TALLY_OK", count = 0, kind = 0 } = KINDS[operation.kind](tree, operation) ?? {};
      results.push({ status, count, badge_kind: kind });
    }));
  } catch (error) {
    if (!(error instanceof TallyError)) throw error;
    const failed = results.length;
    results = operations.map((_, at) => ({ status: at === failed ? error.code : "TALLY_ERROR_NOT_APPLIED" }));
    return { status: error.code, message: error.message, operations: results };
  }
  return { operations: results, revision: plain(tree.revision) };
}

/** Why a tree alone cannot replay a case; undefined: it can. */
export function obstacle(test) {
  for (const name of Object.keys(test.options ?? {})) if (!(name in LIMITS)) return `options.${name}`;
  for (const step of test.steps) {
    if (!(step.call in CALLS) && !OTHERS.includes(step.call)) return step.call;
    if (step.options?.feeding || step.options?.source || step.options?.id) return "options";
    if (step.operations?.some(operation => operation.node || operation.kind < 1 || operation.kind > 7)) return "nodes";
    if ((step.flags ?? 0) > 1 && step.call !== "observe") return "flags";
    // The tree has no epoch and no identifiers, does not look at what is only escaped, and lists without a limit.
    if (step.epoch || step.limit) return "epoch, limit";
    if (step.call === "path_escape" && step.status) return "path_escape";
    if (Object.keys(step.out ?? {}).some(name => ["id", "epoch", "logged_in"].includes(name))) return "identifiers";
    if (step.call === "observe" && (step.flags ?? 0) > 3) return "flags";
  }
  return undefined;
}

/** Replays a case; throws at the first step that is not as it should be. */
export function replay(test, assert) {
  const trees = new Map(), kept = new Map(), ends = new Map();
  /** The events of observers since the last `events`, merged: by token and path, in the order of the last change. */
  const told = new Map();
  let wall = test.wall ?? 1767225600000;
  const limits = Object.fromEntries(Object.entries(test.options ?? {}).map(([name, value]) => [LIMITS[name], value]));
  const resolve = value => {
    if (typeof value === "string" && value.startsWith("$")) return kept.get(value.slice(1));
    if (Array.isArray(value)) return value.map(resolve);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
    }
    return value;
  };

  const perform = step => {
    if (step.call === "account_open") {
      const aggregation = step.options?.aggregation === 2 ? "sum" : "children";
      if (!trees.has(step.account)) {
        trees.set(step.account, new Tree({ aggregation, ...limits, clock: () => wall }));
      }
      return {};
    }
    if (step.call === "go" || step.call === "wall") wall = step.to;
    if (["go", "wall", "step"].includes(step.call)) {
      for (const tree of trees.values()) tree.expire();
      return {};
    }
    if (step.call === "observe") {
      const { account, token } = step, tree = trees.get(account);
      ends.set(token, tree.onChange(step.path, ({ path }) => {
        told.delete(`${token} ${path}`);
        told.set(`${token} ${path}`, { account, token, path });
      }, { subtree: (step.flags & 1) === 1, initial: (step.flags & 2) === 2 }));
      return {};
    }
    if (step.call === "unobserve") {
      ends.get(step.token)();
      for (const [key, { token }] of told) if (token === step.token) told.delete(key);
      return {};
    }
    if (step.call === "events") {
      const entries = [...told.values()].map(({ account, token, path }) =>
        eventOf({ account, token, text: path }, badge(trees.get(account).get(path))));
      told.clear();
      return { entries };
    }
    if (step.call === "badge_diff") {
      return { bytes: hex(trees.get(step.from).diff(step.from_path, trees.get(step.to), step.to_path)) };
    }
    return CALLS[step.call](trees.get(step.account), step) ?? {};
  };

  test.steps.forEach((raw, at) => {
    const step = resolve(raw), where = `${test.case}, step ${at}: ${JSON.stringify(raw)}`;
    let out;
    try {
      out = perform(step);
    } catch (error) {
      if (!(error instanceof TallyError)) throw error;
      out = { status: error.code, message: error.message };
    }
    assert.equal(out.status ?? "TALLY_OK", step.status ?? "TALLY_OK", `${where} ${out.message ?? ""}`);
    if (step.message) assert.ok((out.message ?? "").includes(step.message), `${where}: ${out.message}`);
    if (step.out) compare(out, step.out, step.call === "badge_changes", assert, where);
    if (raw.as) kept.set(raw.as, out.bytes ?? out.digest ?? out.revision);
  });
  for (const tree of trees.values()) {
    tree.verify();
    tree.close();
  }
}

const byPath = (a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));

/** Compares the expected members, and ignores those that are not named. */
function compare(out, expected, isUnordered, assert, where) {
  for (const [name, value] of Object.entries(expected)) {
    if (!Array.isArray(value)) {
      assert.equal(String(out[name]), String(value), `${where}: ${name}`);
      continue;
    }
    const found = isUnordered ? [...out[name]].sort(byPath) : out[name];
    const wanted = isUnordered ? [...value].sort(byPath) : value;
    assert.equal(found.length, wanted.length, `${where}: how many ${name}: ${JSON.stringify(found)}`);
    wanted.forEach((part, at) => compare(found[at], part, false, assert, `${where}: ${name} ${at}`));
  }
}
