// A program's own transport, in the forms of fetch, and arguments of the wrong kind.

"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");

const tally = require("../lib/index.js");

function opened(context) {
  const engine = tally.open();
  context.after(() => engine.close());
  return engine;
}

test("fetch is a transport: it takes the request, and its Response is the response", async (context) => {
  const heard = [];
  const server = http.createServer((request, response) => {
    heard.push([request.headers["if-none-match"], request.headers["x-secret"]]);
    response.writeHead(200, { ETag: '"one"' }).end('{"cursor":"1","items":[]}');
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}/`;
  const engine = opened(context);
  engine.setTransport((request) => fetch(request.url, request));
  const ann = engine.account("ann");
  ann.setCredential(url, { kind: tally.CREDENTIAL_KIND_HEADER, name: "X-Secret", secret: "käse", plain: true });
  ann.logIn();
  const feed = ann.feeds.add("inbox", { url, initialDelay: 3600000, interval: 3600000 });
  await feed.refreshNow();
  await feed.refreshNow();
  const secret = Buffer.from("käse").toString("latin1");
  assert.deepStrictEqual(heard, [[undefined, secret], ['"one"', secret]]);
});

test("a transport's mistake is the error of its request", async (context) => {
  const engine = opened(context);
  const answers = [undefined, { status: 200, headers: { "bad name": "x" } }, { status: 304, headers: [["ETag", "1"]] }];
  engine.setTransport(() => answers.shift());
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("inbox", { url: "http://feed.test/", initialDelay: 3600000, interval: 3600000 });
  await assert.rejects(feed.refreshNow(), /returned no response with a status/);
  await assert.rejects(feed.refreshNow(), /bad name/);
  assert.strictEqual((await feed.refreshNow()).httpStatus, 304);
  assert.throws(() => engine.setTransport("fetch"), TypeError);
});

test("arguments of the wrong kind are rejected by their names", (context) => {
  assert.throws(() => tally.open(5), { name: "TypeError", message: /^file: a string/ });
  const ann = opened(context).account("ann");
  assert.throws(() => ann.get(), { name: "TypeError", message: "path: a string is needed" });
  assert.throws(() => ann.set(null, 1), { name: "TypeError", message: "path: a string is needed" });
  assert.throws(() => ann.dot("root.a", new Date(NaN)), { name: "RangeError", message: "the date is invalid" });
  assert.throws(() => ann.reminders.put("r", { produced: new Date(NaN) }), RangeError);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tally-"));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, "a b.db");
  tally.open(pathToFileURL(file)).close();
  assert.ok(fs.existsSync(file));
});
