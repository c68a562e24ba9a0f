// Tally, an embeddable engine for unread badges. See tally.h for what each function does.

import {
  Aggregation, Badge, BadgeEntry, BatchOptions, EngineEvents, EngineLimits, Event, Feeding, Import, Integer, Item,
  LogLevel, Operation, Presentation, Request, Status,
} from "./generated";
import {
  AccountMethods, EngineMethods, FeedMethods, Feeds, Groups, Messages, NodeMethods, Outbox, Reminders, ScopeMethods,
  SnapshotMethods,
} from "./methods";

export * from "./generated";
export {
  Feeds, Groups, Messages, Outbox, Reminders, accountHash, component, escape, inverse, parent, patchList, patchListPage,
  present, recover, tryMapping, vacuum,
} from "./methods";

export type Bytes = Uint8Array | string;
/**
 * One page of a list. `more`: there are further rows. `next` continues the list, as `after` of the next page; null: no
 * more rows, or the list has no pages.
 */
export type Page<T> = T[] & { more: boolean; next: string | null };
/** An event with its text: the path of a badge, the thread of a group, the identifier of a reminder. */
export type TallyEvent = Event & { text: string };
export type Listener = (event: TallyEvent) => void;

/** How an engine is opened. `clock` and `log` are the program's. */
export interface EngineOptions extends Omit<EngineLimits, "file"> {
  /** A clock that the program sets, for tests. See `Engine.setClock`. */
  clock?: { wall: Integer; elapsed: Integer };
  /** Called with each line of the log, and its level: `LOG_ERROR` and so on. */
  log?: (level: LogLevel, text: string) => void;
}

/** A response that a transport makes itself. */
export interface Answer {
  /** Of HTTP, or ERROR_NETWORK, ERROR_TIMEOUT, ERROR_TLS, ERROR_PROTOCOL, ERROR_TOO_LARGE. */
  status: number;
  /** Headers, pairs, an object, or "Name: value" lines. */
  headers?: Headers | [string, string][] | Record<string, string> | string;
  body?: Bytes;
}

/** A request that a transport sends: `fetch(request.url, request)` does. */
export interface TransportRequest extends Omit<Request, "headers"> {
  headers: Headers;
  /** undefined: none. */
  body: Uint8Array | undefined;
  /** Is aborted when the request is no longer needed. */
  signal: AbortSignal;
}

export interface Widget {
  showDot(path: string, presentation: Presentation, text: string): void;
  showNumber(path: string, presentation: Presentation, text: string): void;
  showIcon(path: string, presentation: Presentation, text: string): void;
  hide(path: string, presentation: Presentation, text: string): void;
}

type EventName = keyof EngineEvents;

/**
 * A file of badges, or an engine in memory. Listeners are called on Node's loop, unless the program drives the engine
 * itself (`hostDriven`). An open engine keeps the process running, as a socket does; see `unref`.
 */
export class Engine extends EngineMethods {
  constructor(file?: string | URL | null, options?: EngineOptions);
  /** The new name of a damaged file, if `setAside` is set. */
  readonly setAsideMessage: string | undefined;
  /** Readable while events are pending; if the program drives the engine, when `step` has work. */
  readonly descriptor: number;
  /**
   * Writes everything and closes the file.
   * @param options.timeout milliseconds that writing may take; -1: no limit
   */
  close(options?: { timeout?: number }): void;
  /** Keeps the process running while the engine is open. */
  ref(): this;
  /** Lets the process end while the engine is open. The engine is closed then. */
  unref(): this;
  on<K extends EventName>(name: K, listener: (...event: EngineEvents[K]) => void): this;
  once<K extends EventName>(name: K, listener: (...event: EngineEvents[K]) => void): this;
  off<K extends EventName>(name: K, listener: (...event: EngineEvents[K]) => void): this;
  addListener<K extends EventName>(name: K, listener: (...event: EngineEvents[K]) => void): this;
  removeListener<K extends EventName>(name: K, listener: (...event: EngineEvents[K]) => void): this;
  /** Applies items to many accounts, in one transaction. `status` of each item and operation is its result. */
  batch(items: Item[], options?: {
    source?: string; epoch?: Integer; position?: Integer; aggregation?: Aggregation; feeding?: Feeding;
  }): Status;
  /** Imports accounts and sources, in one transaction. `status` of each is its result. */
  import(imports: Import[], options?: { replace?: boolean }): Status;
  /** Opens a scope, which holds observers, views and widgets. */
  scope(): Scope;
  /** Calls the listeners of pending events, at most `limit`. Returns the number of events. */
  dispatch(limit?: number): number;
  /** Takes the next event out of the queue, after its listener was called; undefined: none is pending. */
  nextEvent(): TallyEvent | undefined;
  /** The pending events, one after the other. */
  events(): Generator<TallyEvent>;
  /** Runs pending work, and draws widgets. Call `dispatch` afterwards, or take the events. */
  step(): void;
  /** Milliseconds until `step` has something to do; -1: nothing is due. */
  timeout(): number;
  /** Sets the times of the clock: milliseconds since 1970, and of a clock that only runs on. */
  setClock(wall: Integer, elapsed: Integer): Status;
  /**
   * Sends requests by `send(request)` in place of libcurl, for example `(request) => fetch(request.url, request)`. It
   * returns, or promises, the response: that of fetch, or an `Answer`. An error that it throws is a failure of the
   * network. `request.signal` aborts a request that is no longer needed. null: libcurl.
   */
  setTransport(send: Send | null): Status;
  /** Reports that a response makes progress, so that its idle timeout starts again. */
  transportProgress(request: { id: Integer }): Status;
}
export type Send = (request: TransportRequest) => Answer | Response | Promise<Answer | Response>;

/**
 * The result of a batch. `status`: that of the first rejected operation if each is on its own, and `message` says why;
 * null: none was rejected.
 */
export interface BatchResult {
  status: Status;
  revision: Integer;
  message: string | null;
}

/** The badges of a user, in groups of methods. */
export class Account extends AccountMethods {
  readonly engine: Engine;
  readonly name: string;
  readonly feeds: Feeds;
  readonly messages: Messages;
  readonly groups: Groups;
  readonly outbox: Outbox;
  readonly reminders: Reminders;
  /**
   * Reads the changes since a revision. `resync`: the library no longer keeps them, so list everything. `more`: call
   * again with `revision`. `limit`: 10,000 rows by default.
   */
  changes(since: Integer, options?: { epoch?: Integer; limit?: number }):
    { entries: BadgeEntry[]; revision: Integer; more: boolean; resync: boolean };
  /**
   * Applies operations in one transaction, all or none; or each on its own, with `each`. The result of each is written
   * to it, also if this throws.
   */
  batch(operations: Operation[], options?: Omit<BatchOptions, "flags">): BatchResult;
  /**
   * Performs operations each on its own, which is the fastest way to change many badges by their nodes. A rejected
   * operation changes nothing, and does not throw: its `status` says why, and those after it are still performed.
   */
  batchEach(operations: Operation[]): BatchResult;
  /** Resolves a path once, for faster calls. */
  node(path: string): Node;
}

/** A path that is resolved once. */
export class Node extends NodeMethods {
  readonly account: Account;
  readonly number: Integer;
  /** Releases the node. */
  close(): void;
}

/** The observers, views and widgets of a part of a program. Closing the scope ends all of them. */
export class Scope extends ScopeMethods {
  /**
   * Removes an observer, or unbinds a widget. Its listener is never called again. A token that the scope does not have
   * is accepted: nothing happens.
   */
  unobserve(token: Integer): void;
  /**
   * Reports that the user looks at a path. `status` is `HELD` if a child still lights up the path.
   *
   * @param options `subtree`: and at everything below it. `read`: messages are marked read, not only seen.
   */
  beginView(account: Account, path: string, options?: { subtree?: boolean; read?: boolean }):
    { status: Status; token: Integer };
  /** Reports that the user looks away. */
  endView(token: Integer): void;
  /**
   * Observes all feeds of an account, or of all accounts: `EVENT_SYNCED`, and `EVENT_AUTH`, also that of the outbox. The
   * listener hears of the events that `Engine.nextEvent` returns without a token, before it returns them, and gets them
   * with the observer's token. If the program drives the engine, `step` passes these events to such listeners alone.
   */
  observeFeeds(listener: Listener, account?: Account | null): Integer;
  /** Observes the reminders of an account, or of all accounts: `EVENT_REMINDER`, whose `reminder` is the reminder's key. */
  observeReminders(listener: Listener, account?: Account | null): Integer;
  /** Binds a widget, whose methods are called when the badge of the path changes. Returns a token for `unobserve`. */
  bind(account: Account, path: string, widget: Widget): Integer;
}

/** A feed that the engine polls. */
export class Feed extends FeedMethods {
  readonly account: Account;
  readonly name: string;
  /**
   * Sends a request immediately. The promise is fulfilled with the COMPLETION event, and rejected if the refresh
   * fails: with the error of its status, which has the event as `event`. An aborted `signal` cancels the feed's
   * requests, and rejects the promise with its reason.
   */
  refreshNow(options?: { signal?: AbortSignal }): Promise<TallyEvent>;
}

/** A copy of a subtree. */
export class Snapshot extends SnapshotMethods {}

/** Opens a file, or an engine in memory. */
export function open(file?: string | URL | null, options?: EngineOptions): Engine;
/** "nothing", "dot", or its number. */
export function shown(badge: Badge | BadgeEntry | Event): string;
/** Joins a path and names, which are escaped. */
export function join(path: string, ...names: string[]): string;
/** The version of the library. */
export function version(): string;
/** major * 1,000,000 + minor * 1,000 + patch. */
export function versionNumber(): number;
/** Describes a status in an English sentence, without the details of a call. */
export function statusMessage(status: Status): string;
/** The name of a status: "TALLY_HELD". */
export function statusName(status: Status): string;
