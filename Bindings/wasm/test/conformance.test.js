import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import init from "../tally-tree.js";
import { obstacle, replay } from "./replay.js";

const DATA = process.env.TALLY_CONFORMANCE ?? new URL("../../../Tests/Conformance/data", import.meta.url).pathname;
const cases = path => readFileSync(path, "utf8").split("\n").filter(line => line.trim()).map(line => JSON.parse(line));

await init();

test("conformance data that a tree alone can replay", context => {
  const obstacles = new Map();
  let replayed = 0;
  for (const name of readdirSync(DATA).filter(name => name.endsWith(".jsonl"))) {
    for (const each of cases(join(DATA, name))) {
      const reason = obstacle(each);
      if (reason) obstacles.set(reason, (obstacles.get(reason) ?? 0) + 1);
      else {
        replay(each, assert);
        replayed++;
      }
    }
  }
  context.diagnostic(`${replayed} cases replayed; of others, what a tree does not have: ` +
    [...obstacles].map(([reason, count]) => `${reason} (${count})`).join(", "));
  assert.ok(replayed > 0, "no case is about badges alone");
});

test("a case that is wrong fails", () => {
  const steps = [{ call: "account_open", account: "a" }, { call: "badge_set", account: "a", path: "root.x", count: 1 }];
  for (const wrong of [{ call: "badge_get", path: "root", out: { count: 2 } }, { call: "badge_get", path: "a..b" },
    { call: "badge_list", path: "root", out: { entries: [] } }, { call: "badge_clear", path: "root" },
    { call: "badge_set", path: "a..b", count: 1, status: "TALLY_ERROR_PATH", message: "no such words" }]) {
    assert.throws(() => replay({ case: "wrong", steps: [...steps, { account: "a", ...wrong }] }, assert),
      assert.AssertionError, JSON.stringify(wrong));
  }
  assert.equal(obstacle({ case: "unknown", steps: [{ call: "badge_nothing" }] }), "badge_nothing");
});
