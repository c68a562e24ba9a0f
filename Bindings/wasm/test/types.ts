// Compiled, not run: uses that the declarations allow, and those that they must reject.
import init, { Badge, Changes, Integer, OwnBadge, TallyError, Tree, memorySize, shown } from "../tally-tree";

async function uses(): Promise<void> {
  await init();
  await init(new URL("tally-tree.wasm", "https://example.org/"));
  await init(fetch("tally-tree.wasm"));
  await init(new Uint8Array(8));
  const tree = new Tree({ aggregation: "sum", maxDepth: 8, maxPathBytes: 100, maxNodes: 10, clock: () => 0 });
  tree.set("chat.bo", 3, { until: Date.now() + 1000 });
  tree.set("chat.bo", 3n);
  tree.dot("promo");
  tree.add("chat.bo", -1n);
  tree.mute("chat", "number", { until: 0 });
  const isHeld: boolean = !tree.clear("chat");
  const doubled: number = tree.transaction(() => 2) * 2;
  const deadline: number | undefined = tree.nextDeadline;
  const own: OwnBadge = tree.getOwn("chat.bo");
  const ownEnd: Integer = own.until;
  const badges: Badge[] = tree.list("root", { subtree: true });
  const changes: Changes | undefined = tree.changes(tree.revision);
  const revision: Integer = changes?.revision ?? 0;
  const stop = tree.onChange("root", badge => console.log(badge.path, shown(badge)), { initial: true });
  const patch: Uint8Array = Tree.inverse(tree.diff("root", new Tree(), "root.a"));
  tree.apply("root", patch, { overwrite: true });
  tree.restore("root", tree.snapshot());
  const digest: bigint = tree.digest();
  stop();
  tree.clearTree(Tree.escape("a.b"));
  tree.expire();
  tree.verify();
  tree.close();
  console.log(isHeld, doubled, ownEnd, badges[0].mute, revision, digest, memorySize(), Tree.snapshotDiff(patch, patch));
  console.log(deadline, new TallyError(-3).code);

  // @ts-expect-error: a path is text
  tree.set(1, 2);
  // @ts-expect-error: an unknown mute
  tree.mute("a", "some");
  // @ts-expect-error: no result, since changes that are no longer kept are undefined
  tree.changes(0).entries;
  // @ts-expect-error: a transaction is not asynchronous
  tree.transaction(async () => 1);
  // @ts-expect-error: read only
  tree.revision = 2;
  // @ts-expect-error: a style of counting that there is not
  new Tree({ aggregation: "product" });
}

void uses;
