import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import init from "../tally-tree.js";
import { obstacle, replay } from "./replay.js";

const DATA = process.env.TALLY_CONFORMANCE ?? new URL("../../../Tests/Conformance/data", import.meta.url).pathname;
const cases = path => readFileSync(path, "utf8").split("\n").filter(line => line.trim()).map(line => JSON.parse(line));

await init();

test("cases of the specification", () => {
  for (const each of cases(new URL("cases.jsonl", import.meta.url))) {
    assert.equal(obstacle(each), undefined);
    replay(each, assert);
  }
});

test("conformance data that a tree alone can replay", { skip: !existsSync(DATA) && "there is none" }, context => {
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
