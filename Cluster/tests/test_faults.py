"""Faults among servers and nodes while publishers never stop. In the end each account has what was acknowledged, once.

The short form runs a handful of faults; with TALLY_SOAK=1 they go on, in an order that the seed decides."""

import asyncio
import contextlib
import os

import faults
import pytest
from conftest import SOAK
from network import Network, Unavailable
from nodes import Cluster
from oracle import Run

ROUNDS = int(os.environ.get("TALLY_ROUNDS", 30 if SOAK else 1))
PARTITIONS, LEASE = (16, 12) if SOAK else (4, 4)


# One server, which the logs are cut on all the time.
CUTTING = {"servers": 1, "partitions": 2, "lease": 3, "snapshot_seconds": 1}


def with_network(main):
    """Runs a test that needs machines of its own."""
    try:
        with Network(3) as network:
            asyncio.run(main(network))
    except Unavailable as error:
        pytest.fail(f"this test needs namespaces and iptables, as root: {error}")


async def go_through(run, chance, choice):
    """All faults once, in the short form; many at random, in the long one."""
    order = [chance.choice(choice) for _ in range(ROUNDS * len(choice))] if SOAK else choice
    await run.progress()
    for fault in order:
        begin = len(run.readers.seconds)
        said = await fault(run, chance)
        print(f"{said}; {await run.readers.spread(begin)}", flush=True)
        await run.progress()


def test_processes_that_die_and_stand_still(tmp_path, chance):
    choice = [faults.kill_owner, faults.kill_meta_leader, faults.pause_owner, faults.damage_file]

    async def main():
        async with Cluster(tmp_path, partitions=PARTITIONS, lease=LEASE) as cluster, Run(cluster, chance) as run:
            await go_through(run, chance, [*choice, faults.kill_server, faults.restart_all] if SOAK else choice)

    asyncio.run(main())


def test_a_standby_stands_still_while_the_log_is_cut(tmp_path, chance):
    async def main():
        async with Cluster(tmp_path, **CUTTING) as cluster, Run(cluster, chance) as run:
            await go_through(run, chance, [faults.pause_standby])

    asyncio.run(main())


def test_a_standby_has_no_connection_while_the_log_is_cut(tmp_path, chance):
    async def main(network):
        async with Cluster(tmp_path, machines=network.machines, **CUTTING) as cluster, Run(cluster, chance) as run:
            run.network = network
            await go_through(run, chance, [faults.cut_off_standby])

    with_network(main)


def test_a_planned_restart_of_everything(tmp_path, chance):
    async def main():
        async with Cluster(tmp_path, partitions=PARTITIONS, lease=LEASE) as cluster, Run(cluster, chance) as run:
            await go_through(run, chance, [faults.restart_all] if SOAK else [faults.restart_nodes])

    asyncio.run(main())


def test_the_network_between_machines_is_cut(tmp_path, chance):
    async def main(network):
        async with Cluster(tmp_path, partitions=PARTITIONS, lease=LEASE, machines=network.machines) as cluster:
            async with Run(cluster, chance) as run:
                run.network = network
                await go_through(run, chance, [faults.cut_two, faults.isolate_owner] if SOAK else [faults.isolate_owner])

    with_network(main)


def test_a_disk_that_is_full(tmp_path, chance):
    async def main():
        with contextlib.ExitStack() as stack:
            cluster = Cluster(tmp_path, servers=1, partitions=PARTITIONS, lease=LEASE)
            for node in cluster.nodes:
                stack.enter_context(faults.SmallDisk(node.data))
            async with cluster, Run(cluster, chance) as run:
                await go_through(run, chance, [faults.fill_disk])

    asyncio.run(main())
