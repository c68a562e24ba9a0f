// Tally, an embeddable engine for unread badges. See tally.h for what each function does.

/// <reference types="node" />
import { EventEmitter } from "node:events";

import {
  AccountOptions, AccountState, Badge, BadgeEntry, BatchOptions, EngineLimits, Event, FeedEntry,
  FeedOptions, FeedState, Forms, Group, Integer, Limits, Message, MessageOptions, OutboxEntry, OutboxOptions,
  PageInfo, Plan, PlanEntry, PlanOptions, Presentation, Reason, Recovery, Rejected, Reminder, ReminderNote, ReminderOptions, Request,
  Stats, Style,
} from "./generated";

export * from "./generated";

/** A qualified success: OK, HELD, MORE and so on. */
export type Status = number;
export type Time = Integer | Date;
export type Bytes = Uint8Array | string;
/** One page of a list. `more`: there are further rows behind it. */
export type Page<T> = T[] & { more: boolean };
/** An event with its text: the path of a badge, the thread of a group, the identifier of a reminder. */
export type TallyEvent = Event & { text: string };
export type Listener = (event: TallyEvent) => void;

export interface EngineOptions extends Omit<EngineLimits, "file"> {
  /** The program drives the engine: see `step`. */
  hostDriven?: boolean;
  /** A damaged file is renamed, and a new one takes its place. */
  setAside?: boolean;
  vacuum?: boolean;
  /** A clock that the program sets, for tests. */
  clock?: { wall: Integer; elapsed: Integer };
  log?: (level: number, text: string) => void;
}

export interface Answer {
  /** Of HTTP, or ERROR_NETWORK, ERROR_TIMEOUT, ERROR_TLS, ERROR_PROTOCOL, ERROR_TOO_LARGE. */
  status: number;
  /** "Name: value" lines. */
  headers?: string;
  body?: Bytes;
}

export interface Widget {
  showDot(path: string, presentation: Presentation, text: string): void;
  showNumber(path: string, presentation: Presentation, text: string): void;
  showIcon(path: string, presentation: Presentation, text: string): void;
  hide(path: string, presentation: Presentation, text: string): void;
}

/** One operation of a batch. The last three members are its result. */
export interface Operation {
  kind: number;
  path?: string;
  node?: Node;
  value?: Integer;
  until?: Time;
  status?: Status;
  count?: Integer;
  badgeKind?: number;
}

/** One operation of an item. The last three members are its result. */
export interface ItemOperation {
  kind: number;
  path?: string;
  id?: string;
  value?: Integer;
  until?: Time;
  flags?: number;
  message?: Omit<MessageOptions, "time"> & { time?: Time };
  reminder?: ReminderOptions;
  status?: Status;
  key?: Integer;
  changed?: number;
}

/** Operations on one account, all or nothing. `status` is its result. */
export interface Item {
  account?: string;
  id?: string;
  time?: Time;
  operations?: ItemOperation[];
  status?: Status;
}

/** One account, or the state of a source (without `account`). `status` is its result. */
export interface Import {
  account?: string;
  snapshot: Bytes;
  status?: Status;
}

declare class Handle {
  close(): void;
}

export class Engine extends EventEmitter {
  constructor(file?: string | null, options?: EngineOptions);
  readonly setAsideMessage: string | undefined;
  readonly descriptor: number;
  close(options?: { timeout?: number }): void;
  ref(): this;
  unref(): this;
  account(name: string, options?: AccountOptions & { existing?: boolean }): Account;
  accounts(): Generator<string>;
  accountPage(after?: string | null, limit?: number): Page<string>;
  removeAccount(name: string): Status;
  importAccount(name: string, snapshot: Bytes): Status;
  batch(items: Item[], options?: {
    source?: string; epoch?: Integer; position?: Integer; aggregation?: number; feeding?: number;
  }): Status;
  position(source: string): { epoch: Integer; position: Integer; time: Integer };
  export(what: { account: string } | { source: string }): Buffer;
  import(imports: Import[], options?: { replace?: boolean }): Status;
  total(): Badge;
  setForeground(isForeground: boolean): Status;
  setNetwork(isAvailable: boolean): Status;
  woke(): Status;
  setZone(name: string | null): Status;
  flush(): Status;
  verify(): Status;
  backup(file: string, options?: { replace?: boolean }): Status;
  limits(): Limits;
  stats(): Stats;
  scope(): Scope;
  dispatch(limit?: number): number;
  nextEvent(): TallyEvent | undefined;
  events(): Generator<TallyEvent>;
  step(): void;
  timeout(): number;
  setClock(wall: Integer, elapsed: Integer): Status;
  setTransport(send: ((request: Request & { body: Uint8Array; signal: AbortSignal }) => Answer | Promise<Answer>) | null): Status;
  transportProgress(request: { id: Integer }): Status;
}

export class Account extends Handle {
  readonly engine: Engine;
  readonly name: string;
  readonly feeds: Feeds;
  readonly messages: Messages;
  readonly groups: Groups;
  readonly outbox: Outbox;
  readonly reminders: Reminders;
  logIn(token?: string | null): Status;
  logOut(): Status;
  state(): AccountState;
  exportAccount(): Buffer;
  verify(): Status;
  set(path: string, count: Integer, until?: Time): Status;
  dot(path: string, until?: Time): Status;
  add(path: string, delta: Integer): Status;
  clear(path: string): Status;
  clearTree(path: string): Status;
  mute(path: string, mode: number, until?: Time): Status;
  get(path: string): Badge;
  list(path?: string, options?: { subtree?: boolean }): Page<BadgeEntry> & { revision: Integer };
  /** At most `limit` rows of `list`, those after a path. Pages with the same `revision` are of one moment. */
  listPage(path?: string, options?: { subtree?: boolean; after?: string | null; limit?: number | null }):
    Page<BadgeEntry> & { revision: Integer };
  changes(since: Integer, options?: { epoch?: Integer; limit?: number }):
    { entries: BadgeEntry[]; revision: Integer; more: boolean; resync: boolean };
  explain(path: string): Page<Reason>;
  digest(path?: string): Integer;
  snapshot(path?: string): Snapshot;
  diff(path: string, to: Account, toPath: string): Buffer;
  apply(path: string, patch: Bytes, options?: { overwrite?: boolean }): Status;
  batch(operations: Operation[], options?: Omit<BatchOptions, "flags">): { status: Status; revision: Integer };
  applyNodes(operations: Operation[]): Status;
  batchPosition(source: string): { epoch: Integer; position: Integer };
  node(path: string): Node;
  setStyle(path: string, style: Omit<Style, "fields"> | null): Status;
  style(path: string): Omit<Style, "fields">;
  present(path: string): Presentation & { text: string };
  push(payload: Bytes): Status;
  pushBadgePath(path: string | null): Status;
}

export class Node {
  readonly account: Account;
  readonly number: Integer;
  close(): Status;
  path(): string;
  get(): Badge;
  set(count: Integer, until?: Time): Status;
  dot(until?: Time): Status;
  add(delta: Integer): Status;
  clear(): Status;
  clearTree(): Status;
  mute(mode: number, until?: Time): Status;
}

export class Scope extends Handle {
  observe(account: Account, path: string, listener?: Listener | null, options?: { subtree?: boolean; initial?: boolean }): Integer;
  observeMessages(account: Account, path: string, listener?: Listener | null, options?: { subtree?: boolean }): Integer;
  observeGroups(account: Account, listener?: Listener | null, options?: { initial?: boolean }): Integer;
  observeTotal(listener?: Listener | null, options?: { initial?: boolean }): Integer;
  observeFeed(feed: Feed, listener?: Listener | null): Integer;
  unobserve(token: Integer): void;
  beginView(account: Account, path: string): { status: Status; token: Integer };
  endView(token: Integer): Status;
  bind(account: Account, path: string, widget: Widget): Integer;
  refreshWidgets(): Status;
}

export class Feeds {
  add(name: string, options?: FeedOptions & { stopsInBackground?: boolean; exactDelay?: boolean }): Feed;
  list(): Generator<FeedEntry>;
  page(after?: string | null, limit?: number): Page<FeedEntry>;
  rejected(feed: Integer): Generator<Rejected>;
  rejectedPage(feed: Integer, after?: Integer, limit?: number): Page<Rejected>;
}

export class Feed extends Handle {
  readonly account: Account;
  readonly name: string;
  state(): FeedState & { title: string };
  /** Sends a request immediately. Rejected with the error of its status, with the event as `event`, if it fails. */
  refreshNow(): Promise<TallyEvent>;
  remove(): Status;
  refresh(): Status;
  cancel(): Status;
  pause(paused?: boolean): Status;
  pageShown(page: number): PageInfo;
  pageHidden(page: number): Status;
  deliver(page: Bytes): Status;
  push(payload: Bytes): Status;
}

export class Messages {
  list(path?: string, options?: { subtree?: boolean; unread?: boolean }): Generator<Message>;
  page(path?: string, options?: { subtree?: boolean; unread?: boolean; after?: Integer; limit?: number }): Page<Message>;
  counts(path?: string, options?: { subtree?: boolean }): { total: Integer; unread: Integer; unseen: Integer };
  read(keys: Integer[]): number;
  unread(keys: Integer[]): number;
  markSeen(keys: Integer[]): number;
  readPath(path: string, options?: { subtree?: boolean }): number;
  readUntil(path: string, last: Integer, options?: { subtree?: boolean }): number;
  post(path: string, options?: Omit<MessageOptions, "time"> & { dot?: boolean; time?: Time }): Integer;
  withdraw(id: string): Status;
}

export class Groups {
  configure(grouping?: number, language?: string | null): Status;
  setCategory(id: string, summary?: string | null, hidden?: string | null): Status;
  setStrings(key: string, language: string | null, forms: Forms): Status;
  importStrings(kind: number, content: Bytes, language?: string | null): { taken: number; skipped: number };
  list(language?: string | null, options?: { hidden?: boolean }): Generator<Group>;
  page(language?: string | null, options?: { hidden?: boolean; after?: Integer; limit?: number }): Page<Group>;
  get(thread: string, language?: string | null, options?: { hidden?: boolean }): Group;
  messages(thread: string): Generator<Message>;
  messagesPage(thread: string, after?: Integer, limit?: number): Page<Message>;
  seen(thread: string): Status;
  dismiss(thread: string): number;
}

export class Outbox {
  configure(options: OutboxOptions | null): Status;
  lease(duration: Integer, limit?: number): Page<OutboxEntry>;
  ack(sequence: Integer, answer?: Bytes | null): Status;
  fail(sequence: Integer, attempt: Integer, retryAfter?: Integer): Status;
  list(): Generator<OutboxEntry>;
  page(after?: Integer, limit?: number): Page<OutboxEntry>;
  counts(): { total: Integer; leased: Integer; failed: Integer };
  retry(sequence: Integer): number;
  retryAll(): number;
  remove(sequence: Integer): number;
  removeFailed(): number;
}

export class Reminders {
  put(id: string, options: Omit<ReminderOptions, "produced" | "start" | "end"> & Days): Status;
  edit(id: string, options: Omit<ReminderOptions, "produced" | "start" | "end"> & Days): Status;
  done(id: string): Status;
  undone(id: string): Status;
  remove(id: string): Status;
  acknowledge(id: string): Status;
  snooze(id: string, until: Time): Status;
  list(): Generator<Reminder>;
  page(after?: string | null, limit?: number): Page<Reminder>;
  plan(options?: PlanOptions): Plan & { entries: PlanEntry[] };
  log(): Generator<ReminderNote>;
  logPage(after?: Integer, limit?: number): Page<ReminderNote>;
  export(): string;
  import(content: Bytes): { taken: number; skipped: number };
}

/** Days as 20260131, or as dates of the device's calendar. */
export interface Days {
  produced?: number | Date;
  start?: number | Date;
  end?: number | Date;
}

export class Snapshot extends Handle {
  static decode(bytes: Bytes): Snapshot;
  encode(): Buffer;
  diff(to: Snapshot): Buffer;
  restore(account: Account, path?: string): Status;
}

export function open(file?: string | null, options?: EngineOptions): Engine;
export function inverse(patch: Bytes): Buffer;
export function recover(damaged: string, fresh: string): Recovery;
export function accountHash(name: string, partitions: number): number;
export function tryMapping(body: Bytes, options: { preset?: string; mapping?: string }): string;
export function present(kind: number, count: Integer, style?: Omit<Style, "fields"> | null): Presentation & { text: string };
/** "nothing", "dot", or its number. */
export function shown(badge: Badge | BadgeEntry | Event): string;
export function escape(name: string): string;
export function join(path: string, ...names: string[]): string;
export function parent(path: string): string;
export function component(path: string, index: number): string;
export function version(): string;
/** major * 1,000,000 + minor * 1,000 + patch. */
export function versionNumber(): number;
/** Describes a status in an English sentence, without the details of a call. */
export function statusMessage(status: number): string;
export function statusName(status: number): string;
