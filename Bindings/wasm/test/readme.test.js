import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

test("the example of the README works as it stands there", async () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const script = new URL("../tally-tree.js", import.meta.url);
  const code = /```js\n(.*?)```/s.exec(text)[1].replace('"./tally-tree.js"', `"${script}"`);
  const told = [], log = console.log;
  console.log = (...values) => told.push(values.join(" "));
  try {
    await import(`data:text/javascript,${encodeURIComponent(code)}`);
  } finally {
    console.log = log;
  }
  assert.deepEqual(told, ["root.chat.bo true 3", "root.chat true 3", "root true 3", "root.promo true 0",
    "root.chat.bo true 4", "root.chat true 4", "root true 0"]);
});
