// A program that uses the declarations. It is compiled, not run.
import * as tally from "../lib/index";

const engine = tally.open("badges.db", { hostDriven: true, clock: { wall: 0, elapsed: 0n } });
const account = engine.account("ann", { existing: true, aggregation: tally.AGGREGATION_SUM });
account.set("chat.bo", 3, new Date());
const count: tally.Integer = account.get("chat").count;
const revision: tally.Integer = account.list("root", { subtree: true }).revision;
for (const message of account.messages.list("root", { unread: true })) account.messages.read([message.key]);
const after: string | null = account.messages.page("root", { after: null }).next;
const key: tally.Integer = account.messages.post("chat", { title: "hello", dot: true, time: new Date() });
account.reminders.put("tea", { shelfLife: 3, shelfUnit: tally.UNIT_DAY, start: new Date(), produced: 20260131 });
const { entries, reach, token: plan } = account.reminders.plan({ limit: 10, fromScratch: true });
account.reminders.confirmPlan(plan);
const ends: tally.Integer[] = [account.getOwn("chat").until, account.batchPosition("log").time];
const reasons: string[] = account.reminders.import("BEGIN:VCALENDAR").entries.map((entry) => entry.reason);
const titles: string = account.messages.get(key).title + account.messages.find("1", 2n).title;
account.reminders.snooze("tea", 1767225600000);
const feed: tally.Feed = account.feeds.add("in", { url: "https://example.org/", exactDelay: true, maxAge: 1000n });
const scope = engine.scope();
const token: tally.Integer = scope.observe(account, "chat", (event) => console.log(event.text), { initial: true });
const whole: tally.Integer = scope.observeFeeds((event) => console.log(event.httpStatus), account);
scope.observeReminders((event) => console.log(event.reminder));
const same: [tally.Account, tally.Feed] = [engine.findAccount(1), account.feeds.getById(2n)];
const bytes: Uint8Array = account.snapshot().diff(tally.Snapshot.decode(tally.inverse("")));
account.setStyle("chat", { maxCount: 99 });
account.setRule("mail", { feeding: tally.FEEDING_UNREAD });
const rule: tally.BadgeRule = account.getRule("mail.work", { effective: true });
account.setRule("copy", rule);
const drawn: string = account.present("chat").text + tally.present({ kind: tally.KIND_DOT, count: 0 }, null).text;

engine.on("synced", (event) => console.log(event.result, event.text));
engine.setTransport((request) => fetch(request.url, request));
engine.setTransport(async ({ url }) => ({ status: 200, headers: { ETag: url }, body: "{}" }));
// @ts-expect-error A response has a status.
engine.setTransport(() => ({ body: "" }));
engine.once("reminder", ({ text }) => console.log(text.length));
// @ts-expect-error: there is no such event.
engine.on("sinced", () => undefined);
// @ts-expect-error: an event has no such member.
engine.on("synced", (event) => event.rezult);
// @ts-expect-error: there is no such option.
account.messages.list("root", { unred: true });

// @ts-expect-error: there is no such constant.
account.feeds.add("in", { polling: 77 });
// @ts-expect-error: a mute has another mode.
account.mute("chat", 99);
const kind: tally.BadgeKind = account.get("chat").kind;
const operations: tally.Operation[] = [tally.Operation.add("chat", 1), tally.Operation.dot(account.node("mail"), new Date())];
const done: tally.BatchResult = account.batchEach(operations);
const items: tally.Item[] = [{ account: "ann", operations, time: new Date() }];
const applied: tally.Status = engine.batch(items, { source: "log", position: 1n });
const limit: tally.Integer = engine.limit(tally.LIMIT_NODES) || engine.limit(tally.LIMIT_NODES, 1000);
const entries2: tally.SnapshotEntry[] = [...account.snapshot().list("root", { subtree: true })];
const patched: tally.PatchEntry[] = [...tally.patchList(bytes)];
console.log(kind, done.message, applied, limit, entries2, patched, operations[0].status, `${account.get("chat")}`);

feed.refreshNow().then((event) => event.result, (error: tally.TallyError) => error.code);
console.log(ends, reasons, titles, whole, same);
console.log(count, revision, after, key, entries, reach, token, bytes, drawn);
