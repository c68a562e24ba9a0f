// Tally's tree of badges for JavaScript. tally-tree.js documents each function.

/** A whole number: a bigint where a number would not be exact. Arguments may be either. */
export type Integer = number | bigint;
export type BadgeKind = "none" | "dot" | "number";
export type MuteMode = "none" | "number" | "all";

/** What a path shows. */
export interface Badge {
  path: string;
  kind: BadgeKind;
  /** 0: a dot, or nothing. */
  count: Integer;
  /** The revision that last changed what it shows; 0: none. */
  revision: Integer;
  /** Those of `tally_badge` in tally.h. */
  flags: number;
  /** Its own count, 0 if there is none. */
  ownCount: number;
  /** Whether it owns a dot. */
  ownDot: boolean;
  /** Whether a child contributes a badge. */
  children: boolean;
  mute: MuteMode;
}

/** The badge that a node owns, and its mute. */
export interface OwnBadge {
  kind: BadgeKind;
  /** Its own count; 0: a dot, or nothing. */
  count: number;
  /** When its badge ends, in milliseconds since 1970; 0: it does not. */
  until: Integer;
  mute: MuteMode;
  /** When its mute ends; 0: it does not. */
  muteUntil: Integer;
}

export interface TreeOptions {
  /** How a number is made of the children's and its own. */
  aggregation?: "children" | "sum";
  /** Components of a path, 1 to 1,024. */
  maxDepth?: number;
  /** Bytes of a path as it is written, 4 to 65,535. */
  maxPathBytes?: number;
  /** 1 to 2^30. */
  maxNodes?: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

export interface End {
  /** When the badge or mute ends, in milliseconds since 1970; 0: never. */
  until?: Integer;
}

export interface Changes {
  revision: Integer;
  entries: Badge[];
}

/** Loads the module, once. `tally-tree.wasm` beside the script by default. */
export default function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
export type ModuleSource = BufferSource | WebAssembly.Module | Response | URL | string;

/** What a badge shows, in words: "dot", its number, or "nothing". */
export function shown(badge: Pick<Badge, "kind" | "count">): string;

/** Bytes of memory that the module has. */
export function memorySize(): number;

/** A call failed and changed nothing. */
export class TallyError extends Error {
  constructor(status: number, message?: string);
  /** The number in tally.h. */
  status: number;
  /** Its name, `TALLY_ERROR_PATH`. */
  code: string;
}

/** A tree of badges. */
export class Tree {
  constructor(options?: TreeOptions);
  /** Frees the tree's memory. Later calls throw CLOSED. */
  close(): void;

  set(path: string, count: Integer, options?: End): void;
  dot(path: string, options?: End): void;
  add(path: string, delta: Integer): void;
  /** False: the badge is held, because a child contributes one. */
  clear(path: string): boolean;
  clearTree(path: string): void;
  mute(path: string, mode: MuteMode, options?: End): void;
  /** Everything that `body` does is one transaction. It must not be asynchronous. */
  transaction<Result>(body: () => Result extends PromiseLike<unknown> ? never : Result): Result;
  /** When the next badge or mute ends, in milliseconds since 1970. */
  get nextDeadline(): number | undefined;
  expire(): void;

  get(path: string): Badge;
  getOwn(path: string): OwnBadge;
  list(path?: string, options?: { subtree?: boolean }): Badge[];
  get revision(): Integer;
  /** Undefined: changes since that revision are no longer kept. List everything instead. */
  changes(since: Integer): Changes | undefined;
  verify(): void;

  /** Returns the function that ends the observer. */
  onChange(path: string, callback: (badge: Badge) => void, options?: { subtree?: boolean; initial?: boolean }):
    () => void;

  snapshot(path?: string): Uint8Array;
  restore(path: string, snapshot: Uint8Array): void;
  digest(path?: string): bigint;
  diff(path: string, other: Tree, otherPath?: string): Uint8Array;
  apply(path: string, patch: Uint8Array, options?: { overwrite?: boolean }): void;
  static inverse(patch: Uint8Array): Uint8Array;
  static snapshotDiff(from: Uint8Array, to: Uint8Array): Uint8Array;
  /** A name as a component of a path. */
  static escape(name: string): string;
}
