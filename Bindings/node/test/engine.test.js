// Beyond the conformance data: events on Node's loop, errors, widgets, transports, the ends of processes.

"use strict";

const assert = require("node:assert");
const { execFile, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { inspect, promisify } = require("node:util");
const { Worker } = require("node:worker_threads");

const tally = require("../lib/index.js");

const INDEX = path.join(__dirname, "../lib/index.js");
// Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
const HANG_MILLISECONDS = 120_000;

function temporary(context) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tally-"));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

/** An engine in memory that the test closes. */
function opened(context, file, options) {
  const engine = tally.open(file, options);
  context.after(() => engine.close());
  return engine;
}

/** The next event of a name. */
function next(engine, name) {
  return new Promise((resolve) => engine.once(name, resolve));
}

test("a listener hears of badges on Node's loop", async (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const heard = [];
  engine.scope().observe(ann, "root", (event) => heard.push([event.text, event.count]), { subtree: true });
  ann.set("root.chat.bo", 3);
  assert.deepStrictEqual(heard, []);
  await next(engine, "badge");
  engine.dispatch();
  assert.deepStrictEqual(heard, [["root.chat.bo", 3], ["root.chat", 3], ["root", 3]]);
});

test("a feed is observed", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("inbox", { prefix: "in", title: "Inbox", exactDelay: true });
  const heard = [];
  let synced = 0;
  engine.on("synced", () => synced++);
  const scope = engine.scope();
  const token = scope.observeFeed(feed, (event) => heard.push([event.kind, event.token, event.text, event.added, event.count]));
  scope.observeFeed(feed);
  feed.deliver('{"cursor":"1","items":[{"id":"1","path":"a"}]}');
  feed.deliver('{"cursor":"2","items":[{"id":"2","path":"a"}]}');
  assert.strictEqual(engine.dispatch(), 3);
  assert.deepStrictEqual(heard, [[tally.EVENT_SYNCED, token, "Inbox", 2, 2]]);
  assert.strictEqual(synced, 1);
  assert.deepStrictEqual(feed.pageShown(0), { first: true, awayTime: -1, requested: false });
  scope.unobserve(token);
  feed.deliver('{"cursor":"3","items":[]}');
  engine.dispatch();
  assert.strictEqual(heard.length, 1);
});

test("an observer that is removed, or whose scope is closed, hears nothing more", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const heard = [];
  const scope = engine.scope();
  const first = scope.observe(ann, "root.a", () => heard.push("a"));
  scope.observe(ann, "root.b", () => heard.push("b"));
  scope.unobserve(first);
  ann.set("root.a", 1);
  ann.set("root.b", 1);
  engine.dispatch();
  assert.deepStrictEqual(heard, ["b"]);
  ann.set("root.b", 2);
  scope.close();
  engine.dispatch();
  assert.deepStrictEqual(heard, ["b"]);
});

test("an exception of a listener reaches the process, and later events are delivered", async () => {
  const program = `
    const tally = require(${JSON.stringify(INDEX)});
    const engine = tally.open();
    const ann = engine.account("ann");
    engine.scope().observe(ann, "root.a", () => { throw new Error("mine"); });
    engine.scope().observe(ann, "root.b", () => { console.log("b"); engine.close(); });
    process.on("uncaughtException", (error) => console.log(error.message));
    ann.set("root.a", 1);
    ann.set("root.b", 1);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program]);
  assert.strictEqual(stdout, "mine\nb\n");
});

test("errors are of the class of their status", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  assert.throws(() => ann.set("a..b", 1), (error) => error instanceof tally.PathError && error instanceof tally.TallyError
    && error.status === tally.ERROR_PATH && error.code === "TALLY_ERROR_PATH" && /at byte 2/.test(error.message));
  assert.throws(() => ann.set("root.a", -1), tally.RangeError);
  assert.throws(() => ann.set("root.a\0b", 1), tally.ArgumentError);
  assert.throws(() => ann.set("root.\ud800", 1), tally.ArgumentError);
  assert.throws(() => ann.feeds.add("f", { every: 5 }), /there is no option every/);
  for (const wrong of ["3", null, {}, undefined]) assert.throws(() => ann.set("root.a", wrong), TypeError);
  for (const wrong of [1.5, NaN, Infinity, 2 ** 60, 2n ** 64n, -(2n ** 63n) - 1n]) {
    assert.throws(() => ann.set("root.a", wrong), RangeError);
  }
  assert.throws(() => engine.account(ann), TypeError);
  assert.strictEqual(ann.get("root").count, 0);
});

test("what was closed fails with ClosedError, and closing twice is no error", () => {
  const engine = tally.open();
  const ann = engine.account("ann");
  const scope = engine.scope();
  engine.close();
  engine.close();
  assert.throws(() => engine.total(), tally.ClosedError);
  assert.throws(() => ann.set("root.a", 1), tally.ClosedError);
  scope.close();
  ann.close();
  ann.close();
  assert.throws(() => ann.get("root"), tally.ClosedError);
});

test("a call with an object of another kind is refused", (context) => {
  const engine = opened(context);
  const scope = engine.scope();
  assert.throws(() => scope.observe(engine, "root"), TypeError);
  assert.throws(() => scope.observe({}, "root"), TypeError);
});

test("badges are listed page by page", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  for (let number = 0; number < 7; number++) ann.set(`root.a.n${number}`, number + 1);
  const paths = [];
  let after = null;
  do {
    const page = ann.listPage("a", { after, limit: 3 });
    assert.ok(page.length <= 3 && Number(page.revision) === 7);
    for (const entry of page) paths.push(entry.path);
    after = page.next;
    assert.strictEqual(page.more, after !== null);
  } while (after !== null);
  assert.deepStrictEqual(paths, [0, 1, 2, 3, 4, 5, 6].map((number) => `root.a.n${number}`));
  assert.strictEqual(ann.listPage("root", { subtree: true }).length, 9);
  assert.strictEqual(ann.list("a").more, false);
});

const ids = (messages) => [...messages].map((message) => message.id);

test("a list goes on behind a row that was removed", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const body = "é".repeat(50000);
  for (let number = 0; number < 5; number++) ann.messages.post("in", { id: `${number}`, thread: `t${number}`, body });
  const first = ann.messages.page("in", { limit: 2 });
  const groups = ann.groups.page(null, { limit: 2 });
  assert.deepStrictEqual([...ids(first), ...groups.map((group) => group.thread)], ["4", "3", "t4", "t3"]);
  ann.messages.withdraw("3");
  const rest = ann.messages.page("in", { after: first.next }); // This call is repeated with more room.
  assert.deepStrictEqual([...ids(rest), rest.next], ["2", "1", "0", null]);
  const others = ann.groups.page(null, { after: groups.next }).map((group) => group.thread);
  assert.deepStrictEqual(others, ["t2", "t1", "t0"]);
  for (const name of ["bob", "eve"]) engine.account(name).set("a", 1);
  const names = engine.accountPage(null, 2);
  engine.removeAccount(names[1]);
  assert.deepStrictEqual([...names, ...engine.accountPage(names.next)], ["ann", "bob", "eve"]);
});

test("a list goes on only where it began", (context) => {
  const engine = opened(context);
  const [ann, bob] = ["ann", "bob"].map((name) => engine.account(name));
  for (const account of [ann, bob]) {
    for (const id of ["0", "1", "2"]) {
      account.messages.post("in", { id, thread: "t" });
      account.set(`out.n${id}`, 1);
    }
  }
  const after = ann.messages.page("in", { limit: 1 }).next;
  assert.deepStrictEqual(ids(ann.messages.page("in", { after, limit: 1 })), ["1"]);
  for (const call of [
    () => bob.messages.page("in", { after }), () => ann.messages.page("out", { after }),
    () => ann.groups.messagesPage("t", after), () => ann.explainPage("in", after),
    () => ann.listPage("in", { after }), () => ann.messages.page("in", { after: "root.in" }),
  ]) assert.throws(call, (error) => error instanceof tally.ArgumentError && error.message.includes("after"));
});

test("reasons come page by page", (context) => {
  const ann = opened(context).account("ann");
  const paths = [0, 1, 2, 3, 4].map((number) => `root.a.n${number}`);
  for (const path of paths) ann.set(path, 1);
  const first = ann.explainPage("root", null, 2);
  const rest = ann.explainPage("root", first.next);
  assert.deepStrictEqual([first.length, first.more, rest.length, rest.next], [2, true, 3, null]);
  assert.deepStrictEqual([...first, ...rest].map((reason) => reason.path), paths);
  assert.deepStrictEqual([...ann.explain("root")].map((reason) => reason.path), paths);
});

test("long texts and long lists come whole", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const title = "é".repeat(5000);
  for (let number = 0; number < 2500; number++) ann.messages.post("root.a", { id: `m${number}`, title: `${number}` });
  ann.messages.post("root.a", { id: "long", title });
  const messages = [...ann.messages.list("root", { subtree: true })];
  assert.strictEqual(messages.length, 2501);
  assert.strictEqual(messages.find((message) => message.id === "long").title, title);
  assert.strictEqual(ann.messages.page("root.a", { limit: 10 }).length, 10);
  assert.strictEqual(ann.messages.page("root.a", { limit: 10 }).more, true);
  assert.strictEqual(ann.list("root", { subtree: true }).length, 2);
});

test("numbers beyond 2 to the power of 53 are bigints, both ways", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const position = 2n ** 60n + 1n;
  ann.batch([{ kind: tally.OP_SET, path: "root.a", value: 7n }], { source: "log", epoch: 1, position });
  assert.deepStrictEqual(ann.batchPosition("log"), { epoch: 1, position, time: 0 });
  assert.strictEqual(ann.get("root.a").count, 7);
});

test("a batch applies all of its operations or none, and says why", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const node = ann.node("root.n");
  const operations = [{ kind: tally.OP_SET, path: "root.a", value: 1 }, { kind: tally.OP_ADD, node, value: 2 },
    { kind: tally.OP_GET, path: "root" }];
  assert.strictEqual(ann.batch(operations).status, tally.OK);
  assert.deepStrictEqual(operations.map((each) => each.status), [0, 0, 0]);
  assert.strictEqual(operations[2].count, 3);
  const wrong = [{ kind: tally.OP_SET, path: "root.b", value: 1 }, { kind: tally.OP_SET, path: "..", value: 1 }];
  assert.throws(() => ann.batch(wrong), tally.TallyError);
  assert.strictEqual(wrong[1].status, tally.ERROR_PATH);
  assert.strictEqual(ann.get("root.b").count, 0);
  ann.batchEach([tally.Operation.set(node, 9)]);
  assert.strictEqual(node.get().count, 9);
});

test("operations of a batch each on its own", (context) => {
  const ann = opened(context).account("ann");
  const node = ann.node("n");
  const { Operation } = tally;
  const operations = [Operation.set(node, 3), Operation.set("a..b", 1), Operation.dot("d", new Date(Date.now() + 1e9)),
    Operation.get(node), Operation.mute("n", tally.MUTE_ALL, new Date(Date.now() + 1e9)), Operation.get("root")];
  const { status, message, revision } = ann.batchEach(operations);
  assert.deepStrictEqual(operations.map((each) => each.status), [0, tally.ERROR_PATH, 0, 0, 0, 0]);
  assert.deepStrictEqual([operations[3].count, operations[5].badgeKind], [3, tally.KIND_DOT]);
  assert.strictEqual(status, tally.ERROR_PATH);
  assert.match(message, /a\.\.b/);
  assert.strictEqual(revision, ann.state().revision);
  assert.ok(ann.getOwn("n").muteUntil > Date.now());
  assert.deepStrictEqual(ann.batchEach([Operation.get(node)]).message, null);
  assert.throws(() => ann.batch([Operation.dot("b")], { each: true, id: "1" }), tally.ArgumentError);
  node.close();
  assert.strictEqual(ann.batchEach([Operation.get(node)]).status, tally.ERROR_STALE_HANDLE);
});

test("snapshots and patches list their nodes", (context) => {
  const ann = opened(context).account("ann");
  const before = ann.snapshot();
  ann.set("a.x", 3);
  ann.dot("b");
  ann.mute("b", tally.MUTE_NUMBER);
  const after = ann.snapshot();
  assert.deepStrictEqual([...after.list("root", { subtree: true })].map((each) => each.path), ["a.x", "b"]);
  assert.strictEqual([...after.list()][0].mute, tally.MUTE_NUMBER);
  const page = after.listPage("root", { subtree: true, limit: 1 });
  assert.deepStrictEqual([page.length, page.more, page[0].count], [1, true, 3]);
  assert.strictEqual(after.listPage("root", { subtree: true, after: page.next })[0].path, "b");
  const patch = before.diff(after);
  const { patchList } = tally;
  const changes = [...patchList(patch, "root", { subtree: true })];
  assert.deepStrictEqual(changes.map((each) => [each.path, each.beforeKind, each.afterKind]),
    [["a.x", tally.KIND_NONE, tally.KIND_NUMBER], ["b", tally.KIND_NONE, tally.KIND_DOT]]);
  assert.throws(() => tally.patchListPage("bytes"), tally.MalformedError);
});

test("the outbox is followed", (context) => {
  const ann = opened(context).account("ann");
  ann.configure({ outbox: tally.OUTBOX_MODE_LEASED });
  let rows = ann.outbox.page({ follow: true });
  assert.deepStrictEqual([rows.length, rows.more], [0, false]);
  ann.reminders.put("milk", { shelfLife: 7, shelfUnit: tally.UNIT_DAY });
  rows = ann.outbox.page({ follow: true, after: rows.next });
  assert.deepStrictEqual(rows.map((each) => each.id), [1]);
  assert.strictEqual(ann.outbox.page({ follow: true, after: rows.next }).length, 0);
  assert.strictEqual(ann.outbox.page().next, null);
  assert.strictEqual([...ann.outbox.list()].length, 1);
});

test("limits change, and are read", (context) => {
  const engine = opened(context, null, { maxDepth: 7 });
  const ann = engine.account("ann");
  assert.strictEqual(engine.limit(tally.LIMIT_DEPTH), 7);
  ann.set("a", 1);
  const nodes = engine.limit(tally.LIMIT_NODES);
  assert.strictEqual(engine.limit(tally.LIMIT_NODES, 2), nodes);
  assert.throws(() => ann.set("b", 1), tally.LimitError);
  assert.strictEqual(engine.limit(tally.LIMIT_NODES, 9), 2);
  ann.set("b", 1);
  assert.throws(() => engine.limit(tally.LIMIT_DEPTH, 8), tally.UnsupportedError);
});

test("a file is rewritten without gaps", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tally-"));
  const file = path.join(folder, "a.db");
  tally.open(file).close();
  tally.vacuum(file);
  assert.throws(() => tally.vacuum(path.join(folder, "b.db")), tally.IOError);
  fs.rmSync(folder, { recursive: true });
});

test("a badge is a string and a number, and a misspelled option is an error", (context) => {
  const ann = opened(context).account("ann");
  ann.set("a", 3);
  assert.deepStrictEqual([`${ann.get("a")}`, +ann.get("a"), `${ann.get("b")}`], ["3", 3, "nothing"]);
  assert.strictEqual(tally.present(ann.get("a")).text, "3");
  assert.strictEqual(tally.present({ kind: tally.KIND_NUMBER, count: 100 }).text, "99+");
  assert.throws(() => ann.list("root", { subtre: true }), /there is no option subtre/);
  assert.throws(() => ann.messages.list("root", { unraed: true }), TypeError);
  assert.throws(() => ann.batch([], { sauce: "log" }), TypeError);
  assert.throws(() => ann.set("a", "3"), { code: "ERR_INVALID_ARG_TYPE", message: "count: a number is needed" });
  assert.throws(() => ann.set("a", 2n ** 70n), { code: "ERR_OUT_OF_RANGE", message: /^count: / });
  assert.throws(() => ann.messages.post("a", { title: 3 }), { message: "title: a string is needed" });
});

test("options in the place of a file are an error", () => {
  assert.throws(() => tally.open({ hostDriven: true }), /options are the second argument/);
});

test("objects print what they are", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  assert.strictEqual(inspect([engine, ann]), "[ Engine {}, Account { name: 'ann' } ]");
  ann.dot("a");
  assert.match(inspect(ann.get("a")), /^Badge \{/);
});

test("names are imported from the ES module", async () => {
  const module = await import("tally");
  assert.deepStrictEqual(Object.keys(module).filter((name) => name !== "default").sort(), Object.keys(tally).sort());
  assert.strictEqual(module.open, tally.open);
});

test("a widget draws what present says", (context) => {
  const engine = opened(context);
  const ann = engine.account("ann");
  const drawn = [];
  const widget = Object.fromEntries(["showDot", "showNumber", "showIcon", "hide"].map(
    (name) => [name, (path, presentation, text) => drawn.push([name, path, text, presentation.backgroundColor])]));
  const scope = engine.scope();
  const token = scope.bind(ann, "root.chat", widget);
  engine.dispatch();
  ann.setStyle("root", { backgroundColor: 0x11223344, maxCount: 99, overflow: tally.OVERFLOW_PLUS });
  ann.set("root.chat.bo", 150);
  engine.dispatch();
  const { backgroundColor, text } = ann.present("root.chat");
  assert.deepStrictEqual(drawn.at(-1), ["showNumber", "root.chat", "99+", 0x11223344]);
  assert.deepStrictEqual([text, backgroundColor], ["99+", 0x11223344]);
  assert.deepStrictEqual(drawn[0].slice(0, 2), ["hide", "root.chat"]);
  scope.unobserve(token);
  const before = drawn.length;
  ann.clearTree("root");
  engine.dispatch();
  assert.strictEqual(drawn.length, before);
  assert.deepStrictEqual(ann.style("root"), { backgroundColor: 0x11223344, maxCount: 99, overflow: tally.OVERFLOW_PLUS });
});

test("a program sets the clock of an engine that it drives", (context) => {
  const engine = opened(context, null, { hostDriven: true, clock: { wall: 1767225600000, elapsed: 0 } });
  const ann = engine.account("ann");
  ann.set("root.a", 1, new Date(1767225660000));
  engine.step();
  assert.strictEqual(ann.get("root.a").count, 1);
  engine.setClock(1767225660000, 60000);
  engine.step();
  assert.strictEqual(ann.get("root.a").count, 0);
});

test("a program's own transport polls a feed", async (context) => {
  const engine = opened(context);
  const requests = [];
  engine.setTransport(async (request) => {
    requests.push([request.method, request.url]);
    return { status: 200, body: JSON.stringify({ cursor: "1", items: [{ id: "1", path: "in", title: "Hello" }] }) };
  });
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("inbox", { url: "http://feed.test/inbox", initialDelay: 3600000, interval: 3600000 });
  const completion = await feed.refreshNow();
  assert.strictEqual(completion.result, tally.OK);
  assert.deepStrictEqual([completion.httpStatus, feed.state().httpStatus], [200, 200]);
  assert.strictEqual(requests[0][0], "GET");
  assert.match(requests[0][1], /^http:\/\/feed\.test\/inbox/);
  assert.deepStrictEqual([...ann.messages.list("root", { subtree: true })].map((message) => message.title), ["Hello"]);
  assert.strictEqual(ann.get("root.in").count, 1);
});

test("what a transport throws is a failure of the network", async (context) => {
  const engine = opened(context);
  engine.setTransport(() => {
    throw new Error("no cable");
  });
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("inbox", { url: "http://feed.test/", initialDelay: 3600000, interval: 3600000 });
  await assert.rejects(feed.refreshNow(), (error) => {
    assert.ok(error instanceof tally.NetworkError && error.status === tally.ERROR_NETWORK);
    assert.strictEqual(error.event.kind, tally.EVENT_COMPLETION);
    assert.strictEqual(error.event.result, tally.ERROR_NETWORK);
    return true;
  });
});

test("a feed of a real server lights a badge, by libcurl", async (context) => {
  const server = spawn(process.env.PYTHON || "python3", [
    process.env.TALLY_FEED_SERVER || path.join(__dirname, "../../../Examples/feed-server/feed_server.py")]);
  context.after(() => server.kill());
  const line = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data))));
  const url = line.match(/http:\S+/)[0];
  await fetch(`${url}/messages`, { method: "POST", body: JSON.stringify({ path: "inbox.mentions", title: "Hello" }) });
  const engine = opened(context);
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("inbox", { url: `${url}/feed`, initialDelay: 3600000, interval: 3600000 });
  assert.strictEqual((await feed.refreshNow()).result, tally.OK);
  assert.strictEqual(ann.get("root.inbox").count, 1);
});

test("a request that has not ended is rejected when the engine is closed", async () => {
  const engine = tally.open();
  engine.setTransport(() => new Promise(() => {}));
  const ann = engine.account("ann");
  ann.logIn();
  const waiting = ann.feeds.add("f", { url: "http://feed.test/", initialDelay: 3600000 }).refreshNow();
  engine.close();
  await assert.rejects(waiting, tally.ClosedError);
});

test("an aborted refresh is rejected with the reason of its signal", async (context) => {
  const engine = opened(context);
  engine.setTransport(() => new Promise(() => {}));
  const ann = engine.account("ann");
  ann.logIn();
  const feed = ann.feeds.add("f", { url: "http://feed.test/", initialDelay: 3600000 });
  const abort = new AbortController();
  const waiting = feed.refreshNow({ signal: abort.signal });
  abort.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  await assert.rejects(feed.refreshNow({ signal: abort.signal }), { name: "AbortError" });
  const cancelled = feed.refreshNow({ signal: new AbortController().signal });
  feed.cancel();
  await assert.rejects(cancelled, tally.CancelledError);
});

test("a stack begins with the method that the program called", (context) => {
  const ann = opened(context).account("ann");
  assert.throws(() => ann.set("a..b", 1), (error) => /^\s+at \S*\.set /.test(error.stack.split("\n")[1]));
});

test("an exception of the log reaches the process", async () => {
  const program = `
    const tally = require(${JSON.stringify(INDEX)});
    const engine = tally.open(null, { log: () => { throw new Error("mine"); } });
    engine.setTransport(() => ({ status: 200, headers: "ETag: a\\x01b\\r\\n", body: '{"cursor":"1","items":[]}' }));
    process.on("uncaughtException", (error) => { console.log(error.message); engine.close(); });
    const ann = engine.account("ann");
    ann.logIn();
    ann.feeds.add("inbox", { url: "http://feed.test/", initialDelay: 3600000, interval: 3600000 }).refreshNow().catch(() => {});`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { timeout: HANG_MILLISECONDS });
  assert.strictEqual(stdout, "mine\n");
});

test("the log reaches a function", async (context) => {
  let engine;
  const line = new Promise((resolve) => {
    engine = opened(context, null, { log: (level, text) => resolve([level, text]) });
  });
  engine.setTransport(() => ({ status: 200, headers: "ETag: a\x01b\r\n", body: '{"cursor":"1","items":[]}' }));
  const ann = engine.account("ann");
  ann.logIn();
  await ann.feeds.add("inbox", { url: "http://feed.test/", initialDelay: 3600000, interval: 3600000 }).refreshNow();
  const [level, text] = await line;
  assert.strictEqual(level, tally.LOG_WARNING);
  assert.match(text, /etag/i);
});

test("a damaged file is set aside, and the engine says so", (context) => {
  const file = path.join(temporary(context), "badges.db");
  const engine = tally.open(file);
  engine.account("ann").set("root.a", 1);
  engine.close();
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, bytes.fill("x", 100, bytes.length));
  assert.throws(() => tally.open(file), tally.CorruptError);
  const fresh = opened(context, file, { setAside: true });
  assert.match(fresh.setAsideMessage, /badges\.db/);
  assert.strictEqual(fresh.account("ann").get("root").count, 0);
});

test("what a process wrote is in the file, whether it closes the engine or not", async (context) => {
  const file = path.join(temporary(context), "badges.db");
  for (const [number, end] of [[1, "engine.close()"], [2, "engine.unref()"], [3, "process.exit()"]]) {
    const program = `
      const engine = require(${JSON.stringify(INDEX)}).open(${JSON.stringify(file)});
      engine.account("ann").set("root.a${number}", ${number});
      ${end};`;
    await promisify(execFile)(process.execPath, ["-e", program]);
  }
  const engine = opened(context, file);
  assert.strictEqual(engine.account("ann").get("root").count, 6);
});

test("a worker has an engine of its own, and may end with it open", async (context) => {
  const file = path.join(temporary(context), "badges.db");
  const program = `
    const engine = require(${JSON.stringify(INDEX)}).open(${JSON.stringify(file)});
    const ann = engine.account("ann");
    engine.scope().observe(ann, "root", (event) => { require("node:worker_threads").parentPort.postMessage(event.count); });
    ann.set("root.a", 3);`;
  const worker = new Worker(program, { eval: true });
  assert.strictEqual(await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject)), 3);
  await worker.terminate();
  const engine = opened(context, file);
  assert.strictEqual(engine.account("ann").get("root.a").count, 3);
});

test("handles that are collected are released", async () => {
  const program = `
    const tally = require(${JSON.stringify(INDEX)});
    const engine = tally.open(null, { maxAccounts: 4 });
    for (let round = 0; round < 2000; round++) {
      const account = engine.account("ann");
      account.snapshot("root").encode();
      if (round % 500 === 0) global.gc();
    }
    setImmediate(() => { global.gc(); console.log(engine.stats().accounts); engine.close(); });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "-e", program]);
  assert.strictEqual(stdout, "1\n");
});

test("observers last, even if no variable refers to their scope", async () => {
  const program = `
    const tally = require(${JSON.stringify(INDEX)});
    const engine = tally.open();
    const account = engine.account("ann");
    engine.scope().observe(account, "root.a", (event) => { console.log(event.text); engine.close(); });
    setImmediate(() => {
      global.gc();
      setImmediate(() => { account.set("root.a", 1); setTimeout(() => engine.close(), ${HANG_MILLISECONDS}).unref(); });
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "-e", program], { timeout: 2 * HANG_MILLISECONDS });
  assert.strictEqual(stdout, "root.a\n");
});

test("a library that is not there is named", async () => {
  const environment = { ...process.env, TALLY_LIBRARY: "/nowhere/libtally.so.0" };
  await assert.rejects(promisify(execFile)(process.execPath, ["-e", `require(${JSON.stringify(INDEX)})`], { env: environment }),
    (error) => /TALLY_LIBRARY says \/nowhere/.test(error.stderr) && /make install/.test(error.stderr));
});

test("items change many accounts, and another engine takes the place of the first", (context) => {
  const engine = opened(context);
  const items = [
    {
      account: "ann", id: "1", time: new Date(5000),
      operations: [
        { kind: tally.OP_ADD, path: "chat", value: 2 }, { kind: tally.OP_POST, path: "in", message: { id: "hello" } },
        { kind: tally.OP_REMINDER_PUT, id: "milk", reminder: { shelfLife: 10, shelfUnit: tally.UNIT_DAY, zone: "UTC" } },
      ],
    },
    { account: "bo", operations: [{ kind: tally.OP_SET, path: "a", value: 1 }, { kind: tally.OP_SET, path: "a..b" }] },
    { account: "ann", id: "1" },
  ];
  assert.strictEqual(engine.batch(items, { source: "log", epoch: 1, position: 3 }), tally.PARTIAL);
  assert.deepStrictEqual(items.map((item) => item.status), [tally.OK, tally.ERROR_PATH, tally.ALREADY_APPLIED]);
  assert.deepStrictEqual(items[1].operations.map((each) => each.status), [tally.ERROR_NOT_APPLIED, tally.ERROR_PATH]);
  const { key } = items[0].operations[1];
  assert.ok(key > 0);
  assert.deepStrictEqual(engine.position("log"), { epoch: 1, position: 3, time: 5000 });
  assert.deepStrictEqual([...engine.accounts()], ["ann"]);
  assert.strictEqual(engine.account("ann").get("root").count, 3);

  const other = opened(context);
  const imports = [
    { account: "ann", bytes: engine.exportAccount("ann") }, { bytes: engine.exportSource("log") },
    { account: "bad", bytes: "bytes" },
  ];
  assert.strictEqual(other.import(imports), tally.PARTIAL);
  assert.deepStrictEqual(imports.map((each) => each.status), [tally.OK, tally.OK, tally.ERROR_MALFORMED]);
  assert.deepStrictEqual([...other.account("ann").messages.list("in")].map((each) => each.key), [key]);
  assert.strictEqual(other.import(imports.slice(0, 2), { replace: true }), tally.OK);
  assert.deepStrictEqual(other.exportAccount("ann"), engine.exportAccount("ann"));

  assert.throws(() => engine.batch([{ account: "ann", operations: 3 }]), TypeError);
  assert.throws(() => engine.batch([{ account: 3 }]), TypeError);
  assert.throws(() => engine.batch(items, { position: 1 }), tally.ArgumentError);
  assert.deepStrictEqual(items.map((item) => item.status), Array(3).fill(tally.ERROR_NOT_APPLIED));
});
