// Badges that paths own, look-ups by identifiers, confirmed plans, large outputs, long lists, observers of accounts.

"use strict";

const assert = require("node:assert");
const { test } = require("node:test");

const tally = require("../lib/index.js");

const START = 1767225600000;
const MINUTE = 60_000;
const EMPTY = '{"cursor":"1","items":[]}';
const MILK = { shelfLife: 7, shelfUnit: tally.UNIT_DAY, title: "Milk" };

/** An engine that the test drives, and an account that is logged in. */
function driven(context) {
  const engine = tally.open(null, { hostDriven: true, zone: "UTC", clock: { wall: START, elapsed: 1000 } });
  context.after(() => engine.close());
  const ann = engine.account("ann");
  ann.logIn();
  return { engine, ann };
}

test("a path owns a badge and a mute, with their ends", (context) => {
  const { ann } = driven(context);
  ann.set("a", 3, START + MINUTE);
  ann.mute("a", tally.MUTE_NUMBER, START + 2 * MINUTE);
  ann.dot("a.b");
  assert.deepStrictEqual(ann.getOwn("a"), {
    kind: tally.KIND_NUMBER, count: 3, until: START + MINUTE, muteUntil: START + 2 * MINUTE, mute: tally.MUTE_NUMBER,
    flags: 0, snoozedUntil: 0,
  });
  const { kind, count, until, mute } = ann.getOwn("a.b");
  assert.deepStrictEqual([kind, count, until, mute], [tally.KIND_DOT, 0, 0, tally.MUTE_NONE]);
  assert.strictEqual(ann.getOwn("root").kind, tally.KIND_NONE);
  assert.throws(() => ann.getOwn("a..b"), tally.PathError);
});

test("a rule holds at its path and below, until it is removed", (context) => {
  const { ann } = driven(context);
  const { COUNTING_DEFAULT, FEEDING_DEFAULT, FEEDING_UNSEEN, FEEDING_UNREAD } = tally;
  const feedings = (...paths) => paths.map((path) => ann.getRule(path).feeding);
  const effective = (path) => ann.getRule(path, { effective: true }).feeding;
  const shown = () => ann.get("mail.work").count;
  ann.messages.post("mail.work", { count: 3 });
  ann.clearTree("root");
  assert.strictEqual(shown(), 0);
  ann.setRule("mail", { feeding: FEEDING_UNREAD });
  assert.strictEqual(shown(), 3);
  assert.deepStrictEqual(ann.getRule("mail"), { feeding: FEEDING_UNREAD, flags: 0, counting: COUNTING_DEFAULT });
  assert.deepStrictEqual(feedings("mail", "mail.work"), [FEEDING_UNREAD, FEEDING_DEFAULT]);
  assert.strictEqual(effective("mail.work"), FEEDING_UNREAD);
  ann.setRule("mail", { feeding: FEEDING_UNSEEN });
  assert.strictEqual(shown(), 0);
  ann.configure({ feeding: FEEDING_UNREAD });
  assert.strictEqual(ann.settings().feeding, FEEDING_UNREAD);
  assert.strictEqual(effective("mail.work"), FEEDING_UNSEEN);
  ann.setRule("mail");
  assert.strictEqual(shown(), 3);
  assert.deepStrictEqual([...feedings("mail"), effective("mail")], [FEEDING_DEFAULT, FEEDING_UNREAD]);
  ann.setRule("mail", { feeding: FEEDING_UNSEEN });
  ann.setRule("mail", {});
  assert.deepStrictEqual(feedings("mail"), [FEEDING_DEFAULT]);
  assert.throws(() => ann.setRule("mail", { feeding: 3 }), tally.ArgumentError);
});

test("things are found by their identifiers", (context) => {
  const { engine, ann } = driven(context);
  const key = ann.messages.post("in", { id: "one", title: "One" });
  const feed = ann.feeds.add("inbox");
  feed.deliver('{"cursor":"1","items":[{"id":"one","path":"in","title":"Fed"}]}');
  const { id } = feed.state();
  assert.strictEqual(ann.messages.get(key).title, "One");
  assert.strictEqual(ann.messages.find("one").key, key);
  assert.strictEqual(ann.messages.find("one", id).title, "Fed");
  assert.throws(() => ann.messages.get(key + 1000), tally.NotFoundError);
  assert.throws(() => ann.messages.find("two", id), tally.NotFoundError);
  assert.deepStrictEqual([ann.feeds.getById(id).name, ann.feeds.getById(BigInt(id)).state().id], ["inbox", id]);
  assert.throws(() => ann.feeds.getById(id + 1000), tally.NotFoundError);
  const same = engine.findAccount(ann.state().id);
  assert.deepStrictEqual([same.name, same.state().id], ["ann", ann.state().id]);
  assert.throws(() => engine.findAccount(ann.state().id + 1000), tally.NotFoundError);
});

test("a reminder is found, and categories and strings are removed", (context) => {
  const { ann } = driven(context);
  ann.reminders.put("milk", MILK);
  assert.strictEqual(ann.reminders.get("milk").title, "Milk");
  assert.throws(() => ann.reminders.get("eggs"), tally.NotFoundError);
  ann.groups.setCategory("talk", "%u more messages");
  ann.groups.setStrings("%u more messages", "de", { other: "%u weitere" });
  ann.groups.removeStrings("%u more messages", "de");
  ann.groups.removeCategory("talk");
  assert.throws(() => ann.groups.removeStrings("%u more messages", "de"), tally.NotFoundError);
  assert.throws(() => ann.groups.removeCategory("talk"), tally.NotFoundError);
});

test("a plan is offered until it is confirmed", (context) => {
  const { ann } = driven(context);
  ann.reminders.put("milk", MILK);
  const first = ann.reminders.plan();
  const again = ann.reminders.plan();
  assert(first.entries.length > 0);
  assert.deepStrictEqual([...first.entries], [...again.entries]);
  assert.throws(() => ann.reminders.confirmPlan(first.token), tally.ConflictError);
  assert.strictEqual(ann.reminders.confirmPlan(again.token), tally.OK);
  assert.strictEqual(ann.reminders.confirmPlan(again.token), tally.ALREADY_APPLIED);
  assert.strictEqual(ann.reminders.plan().entries.length, 0);
});

test("an import of reminders names the skipped entries", (context) => {
  const { ann } = driven(context);
  const entry = (uid) => ["BEGIN:VTODO", `UID:${uid}`, "SUMMARY:Milk", "DUE;VALUE=DATE:20990101", "END:VTODO"];
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", ...entry("milk"), ...entry("x".repeat(300)), "END:VCALENDAR", ""];
  const { taken, skipped, entries } = ann.reminders.import(lines.join("\r\n"));
  assert.deepStrictEqual([taken, skipped, entries.length], [1, 1, 1]);
  assert(entries[0].line > 7 && entries[0].reason.length > 0);
  assert.strictEqual(ann.reminders.get("milk").title, "Milk");
  assert.throws(() => ann.reminders.import("nothing"), tally.MalformedError);
});

// A call returns at most 10,000 rows: longer lists continue, and rooms stay as they are.
test("lists may be longer than a call returns", (context) => {
  const { engine, ann } = driven(context);
  const all = Array.from({ length: 10_050 }, (_, at) => at);
  const operations = all.map((at) => ({ kind: tally.OP_POST, path: "m", message: { id: `${at}` } }));
  assert.strictEqual(engine.batch([{ account: "ann", operations }]), tally.OK);
  ann.batch(all.map((at) => ({ kind: tally.OP_SET, path: `b.n${at}`, value: 1 })));
  assert.strictEqual(ann.messages.page("m", { limit: 20_000 }).length, all.length);
  const most = ann.messages.page("m", { limit: all.length - 1 });
  assert.deepStrictEqual([most.length, most.more], [all.length - 1, true]);
  assert.strictEqual(ann.messages.page("m", { after: most.next, limit: 20_000 }).length, 1);
  const badges = ann.list("b", { subtree: true });
  assert.deepStrictEqual([badges.length, badges.more, badges.next], [all.length + 1, false, null]);
});

// The library's memory would grow by 400 MB if its bytes were not released.
test("owned bytes are released", (context) => {
  const { ann } = driven(context);
  ann.messages.post("m", { title: "x".repeat(1 << 20) });
  assert(ann.exportAccount().length > 1 << 20);
  const { rss, external } = process.memoryUsage();
  for (let round = 0; round < 400; round++) ann.exportAccount();
  const after = process.memoryUsage();
  // Buffers that Node has not collected yet are its own.
  const left = after.rss - rss - Math.max(0, after.external - external);
  assert(left < 200 << 20, `${left} bytes are left`);
});

test("all feeds are observed", (context) => {
  const engine = tally.open(null);
  context.after(() => engine.close());
  const [ann, bo] = ["ann", "bo"].map((name) => engine.account(name));
  ann.logIn();
  bo.logIn();
  const scope = engine.scope();
  const heard = [];
  let synced = 0;
  engine.on("synced", () => synced++);
  const every = scope.observeFeeds((event) => heard.push(["every", event.kind, event.token, event.account]));
  const one = scope.observeFeeds((event) => heard.push(["one", event.kind, event.token, event.account]), bo);
  ann.feeds.add("inbox").deliver(EMPTY);
  assert.strictEqual(engine.dispatch(), 1);
  bo.feeds.add("inbox").deliver(EMPTY);
  const event = engine.nextEvent();
  assert.deepStrictEqual([event.kind, event.token], [tally.EVENT_SYNCED, 0]);
  assert.deepStrictEqual(heard, [
    ["every", tally.EVENT_SYNCED, every, ann.state().id], ["every", tally.EVENT_SYNCED, every, bo.state().id],
    ["one", tally.EVENT_SYNCED, one, bo.state().id],
  ]);
  assert.strictEqual(synced, 2);
  scope.unobserve(every);
  scope.unobserve(every); // It is gone: nothing happens.
  ann.feeds.get("inbox").deliver(EMPTY);
  engine.dispatch();
  assert.deepStrictEqual([heard.length, synced], [3, 3]);
  assert.throws(() => scope.observeFeeds(null), TypeError);
});

test("reminders are observed", (context) => {
  const { engine, ann } = driven(context);
  ann.reminders.put("milk", MILK);
  const heard = [];
  const scope = engine.scope();
  scope.observeReminders((event) => heard.push([event.kind, event.reminder, event.text]), ann);
  engine.setClock(START + 30 * 24 * 60 * MINUTE, 1000 + 30 * 24 * 60 * MINUTE);
  engine.step();
  engine.dispatch();
  assert.deepStrictEqual(heard, [[tally.EVENT_REMINDER, ann.reminders.get("milk").key, "milk"]]);
  scope.close();
});
