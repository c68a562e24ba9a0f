#!/usr/bin/env python3
"""A cluster on one machine, in two minutes: three servers of NATS, three nodes of Tally, publishers that never stop.

    make demo-cluster

It shows who owns each partition, kills a node that owns some while it counts, starts it again, and compares the sums of
all accounts with what the publishers were acknowledged. It ends with 0 if they are right."""

import asyncio
import pathlib
import random
import sys
import tempfile
import time

CLUSTER = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CLUSTER / "tests"), str(CLUSTER / "clients" / "python")]

from nodes import Cluster  # noqa: E402
from oracle import Run  # noqa: E402

PARTITIONS, LEASE, ACCOUNTS = 8, 6, 200
ACTS = (  # How long, and what is shown.
    (20, "All nodes count."),
    (25, "{name} was killed (kill -9). Its standbys take over when its leases end, after {lease} seconds."),
    (25, "{name} was started again. It catches up, and takes its partitions back."),
)


class Table:
    """Draws the partitions, in the same place again and again on a terminal, otherwise a few times."""

    def __init__(self, cluster, run):
        self.cluster, self.run, self.rows = cluster, run, 0
        self.begin, self.before = time.monotonic(), (time.monotonic(), 0)

    async def row(self, partition, owner, held):
        """A line about a partition. Its owner answers, or it has none."""
        streams = self.cluster.connection.jetstream()
        standbys = ",".join(sorted(name for name, each in held.items() if partition in each and name != owner))
        answer = await self.cluster.ask(partition, seconds=0.2)
        if answer is None:
            return f"{partition:>9}  {'-':6} {standbys or '-':10} {'-':>10} {'-':>6}"
        last = (await streams.stream_info(f"TALLY_{partition}")).state.last_seq
        lag = max(last - answer["position"], 0)
        return f"{partition:>9}  {answer['node']:6} {standbys or '-':10} {answer['position']:>10} {lag:>6}"

    async def lines(self, headline):
        owners, held = await self.cluster.owners(), await self.cluster.held()
        now, batches = time.monotonic(), self.run.oracle.batches
        speed = (batches - self.before[1]) / max(now - self.before[0], 0.001)
        self.before = (now, batches)
        rows = [await self.row(partition, owners.get(partition), held) for partition in range(self.cluster.partitions)]
        return [f"{now - self.begin:5.0f} s  {headline}",
                f"         {batches:,} batches are acknowledged, {speed:,.0f} a second", "",
                f"{'partition':>9}  {'owner':6} {'standby':10} {'position':>10} {'lag':>6}", *rows]

    async def draw(self, headline):
        lines = await self.lines(headline)
        if sys.stdout.isatty():
            print((f"\x1b[{self.rows}A\x1b[J" if self.rows else "") + "\n".join(lines), flush=True)
            self.rows = len(lines)
        else:
            print("\n".join(lines) + "\n", flush=True)


async def show(table, seconds, headline):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await table.draw(headline)
        await asyncio.sleep(1 if sys.stdout.isatty() else 5)


async def main(folder):
    print("Three servers of NATS and three nodes of Tally start on this machine.", flush=True)
    chance = random.Random()
    async with Cluster(folder, partitions=PARTITIONS, lease=LEASE) as cluster:
        run = Run(cluster, chance, ACCOUNTS)
        async with run:
            table = Table(cluster, run)
            await show(table, *ACTS[0])
            node = await cluster.some_owner(chance)
            words = {"name": node.name, "lease": LEASE}
            cluster.down.append(node)
            node.kill()
            await show(table, ACTS[1][0], ACTS[1][1].format(**words))
            node.start()
            cluster.down.remove(node)
            await show(table, ACTS[2][0], ACTS[2][1].format(**words))
            print("\nThe publishers stop. Every account is compared with what was acknowledged.", flush=True)
        total = sum(run.oracle.acknowledged.values())
        print(f"The sums are right: {total:,} in {ACCOUNTS} accounts, from {run.oracle.batches:,} batches.")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        try:
            asyncio.run(main(pathlib.Path(directory)))
        except AssertionError as error:
            sys.exit(f"demo: {error}")
        except KeyboardInterrupt:
            sys.exit(130)
