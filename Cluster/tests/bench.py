"""Measures a cluster on this machine: three servers with replicas on the disk, a publisher, an owner and a standby.

    make bench-cluster

A row says how many batches a second go from the publisher into the files of both nodes, all of them counted from the
start of the publisher to the moment at which the last file has the last batch. The sums of all accounts are compared
afterwards. Then one batch at a time is published, and asked for until the answer has it."""

import asyncio
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

CLUSTER = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(CLUSTER / "tests"), str(CLUSTER / "clients" / "python")]

from nodes import Cluster, node_binary  # noqa: E402
from tally_cluster import Tally  # noqa: E402

PARTITIONS, ACCOUNTS, LEASE = 8, 2000, 12


def batches(name, count, operations, sums):
    """Lines of batches, and what they add to each account."""
    chance = random.Random(count * operations)
    ops = [{"op": "add", "path": f"chat.c{number}", "n": 1} for number in range(operations)]
    for number in range(count):
        account = f"user{chance.randrange(ACCOUNTS)}"
        sums[account] = sums.get(account, 0) + operations
        yield json.dumps({"v": 1, "account": account, "id": f"{name}{number}", "ops": ops}) + "\n"


async def wait_until_applied(cluster):
    """Until both nodes have each partition up to the end of its log."""
    streams = cluster.connection.jetstream()
    ends = {number: (await streams.stream_info(f"TALLY_{number}")).state.last_seq for number in range(PARTITIONS)}
    while True:
        held = (await cluster.held()).values()
        if all(each.get(number, {}).get("position", 0) >= end for each in held for number, end in ends.items()):
            return
        await asyncio.sleep(0.02)


async def wait_until_owners_applied(cluster):
    """Until the owner of each partition answers with the end of its log."""
    streams = cluster.connection.jetstream()
    for number in range(PARTITIONS):
        end = (await streams.stream_info(f"TALLY_{number}")).state.last_seq
        while ((await cluster.ask(number, seconds=5)) or {}).get("position", 0) < end:
            await asyncio.sleep(0.005)


def processor_seconds(node):
    fields = pathlib.Path(f"/proc/{node.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(cluster, name, count, operations, sums):
    text = "".join(batches(name, count, operations, sums))
    environment = {**os.environ, **cluster.nodes[0].environment()}
    begin, before = time.monotonic(), sum(map(processor_seconds, cluster.nodes))
    publisher = await asyncio.create_subprocess_exec(
        node_binary(), "publish", stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    said, _ = await publisher.communicate(text.encode())
    stored = time.monotonic() - begin
    assert publisher.returncode == 0, said
    await wait_until_owners_applied(cluster)
    whole = time.monotonic() - begin
    await wait_until_applied(cluster)
    spent = (sum(map(processor_seconds, cluster.nodes)) - before) / len(cluster.nodes)
    print(f"{operations:2} operations in a batch: {count / stored:8,.0f} batches a second are stored, "
          f"{count / whole:8,.0f} applied by their owners ({count * operations / whole:9,.0f} operations); "
          f"a node needs {spent / count * 1e6:.0f} µs of a processor for a batch", flush=True)


async def check(cluster, sums):
    async with await Tally.connect(*cluster.servers.urls) as tally:
        for account, expected in sums.items():
            badge = await tally.query("get", account, path="chat")
            assert badge["count"] == expected, f"{account}: {badge}, not {expected}"


async def read_own_writes(cluster, count):
    times = []
    async with await Tally.connect(*cluster.servers.urls) as tally:
        for number in range(count):
            position = await tally.publish("reader", [{"op": "add", "path": "own", "n": 1}])
            begin = time.monotonic()
            badge = await tally.query("get", "reader", at_least=position, path="own")
            times.append((time.monotonic() - begin) * 1000)
            assert badge["count"] == number + 1, badge
    cuts = statistics.quantiles(times, n=100)
    print(f"an answer that has one's own write: {cuts[49]:.1f} ms, 99 of 100 within {cuts[98]:.1f} ms", flush=True)


async def main(folder):
    async with Cluster(folder, nodes=2, partitions=PARTITIONS, lease=LEASE) as cluster:
        sums = {}
        await measure(cluster, "first", 5_000, 1, sums)
        for turn in range(2):
            await measure(cluster, f"one{turn}-", 60_000, 1, sums)
            await measure(cluster, f"many{turn}-", 20_000, 16, sums)
        await read_own_writes(cluster, 500)
        await check(cluster, sums)
        print(f"the sums of {len(sums):,} accounts are right; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        asyncio.run(main(pathlib.Path(directory)))
