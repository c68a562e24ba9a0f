// The conformance data, which every binding replays: TALLY_CONFORMANCE names its folder.

"use strict";

const assert = require("node:assert");
const path = require("node:path");
const { test } = require("node:test");

const { Replay, cases } = require("./replay.js");

const folder = process.env.TALLY_CONFORMANCE || path.join(__dirname, "../../../Tests/Conformance/data");
const all = cases(folder);
assert(all.length > 100);

test(`${all.length} cases of the conformance data`, () => {
  for (const each of all) new Replay(each).run();
});
