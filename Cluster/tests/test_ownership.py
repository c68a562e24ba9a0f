"""Nodes that start: before there are servers, and without a file."""

import asyncio
import json
import shutil

from nodes import Cluster, connect
from servers import PATIENCE
from tally_cluster import Tally

SILENCE_SECONDS = 5  # After which a node compares a consumer with its stream.
ACCOUNTS = [f"user{number}" for number in range(40)]


def test_all_files_are_lost(tmp_path):
    """The nodes make their files of the snapshots and the rest of the log. A batch that is sent again counts once."""
    async def main():
        settings = {"snapshot_seconds": 2}
        async with Cluster(tmp_path, servers=1, partitions=2, lease=4, **settings) as cluster:
            async with await Tally.connect(*cluster.servers.urls) as tally:
                streams = cluster.streams

                async def publish(count, word):
                    """Without `Nats-Msg-Id`: the servers drop no copies."""
                    for number in range(count):
                        for account in ACCOUNTS:
                            batch = {"account": account, "id": f"{word}-{number}-{account}",
                                     "ops": [{"op": "add", "path": "inbox", "n": 1}]}
                            await streams.publish(f"tally.log.{tally.partition(account)}", json.dumps(batch).encode())

                async def sums():
                    last = [(await streams.stream_info(f"TALLY_{partition}")).state.last_seq for partition in range(2)]
                    return {(await tally.query("get", account, at_least=last[tally.partition(account)],
                                               path="inbox", seconds=PATIENCE))["count"] for account in ACCOUNTS}

                await publish(3, "early")

                async def is_cut():
                    return all([(await streams.stream_info(f"TALLY_{partition}")).state.first_seq > 20
                                for partition in range(2)])

                await cluster.until(is_cut, "the logs are cut")
                await publish(2, "late")
                cluster.down.extend(cluster.nodes)
                for node in cluster.nodes:
                    node.kill()
                    shutil.rmtree(node.data)
                    node.data.mkdir()
                for node in cluster.nodes:
                    node.start()
                cluster.down.clear()
                await cluster.whole()
                assert await sums() == {5}
                assert any("a file from the snapshots" in node.said() for node in cluster.nodes)
                # Most of these were cut out of the log: the snapshots remember their identifiers.
                await publish(3, "early")
                assert await sums() == {5}

    asyncio.run(main())


def test_a_node_that_stood_still_goes_on_with_its_consumers(tmp_path):
    """It stands still for longer than a consumer may be silent. That is no fault of the consumer."""
    async def main():
        settings = {"servers": 1, "nodes": 1, "partitions": 1, "standbys": 0, "ownership": "sole"}
        async with Cluster(tmp_path, **settings) as cluster, await Tally.connect(*cluster.servers.urls) as tally:
            node, add = cluster.nodes[0], [{"op": "add", "path": "inbox", "n": 1}]

            async def count():
                position = await tally.publish("ann", add)
                return (await tally.query("get", "ann", at_least=position, path="inbox", seconds=PATIENCE))["count"]

            assert await count() == 1
            node.pause()
            await asyncio.sleep(SILENCE_SECONDS + 1)
            # By now the server has given up the fetch that was in progress.
            for _ in range(300):
                await tally.publish("ann", add)
            node.go_on()
            assert await count() == 302
            assert "the consumer is silent" not in node.said()

    asyncio.run(main())


def test_an_entry_is_removed_from_the_middle_of_the_log(tmp_path):
    """An administrator removes an entry that one node has applied and the other one has not, and one that neither has.
    Both nodes then have the first one, and go on without the second one."""
    async def main():
        async with Cluster(tmp_path, servers=1, nodes=2, partitions=1, lease=4) as cluster:
            async with await Tally.connect(*cluster.servers.urls) as tally:
                streams = cluster.streams

                async def publish(n):
                    return await tally.publish("ann", [{"op": "add", "path": "inbox", "n": n}])

                async def count(at_least):
                    badge = await tally.query("get", "ann", at_least=at_least, path="inbox", seconds=PATIENCE)
                    return badge["count"]

                await cluster.until(cluster.copies, "both nodes are level")
                owner = cluster.node((await cluster.owners())[0])
                (other,) = [node for node in cluster.nodes if node is not owner]
                assert await count(await publish(1)) == 1
                cluster.down.append(other)
                other.kill()
                removed = await publish(10)
                assert await count(await publish(100)) == 111
                await streams.delete_msg("TALLY_0", removed)
                other.start()
                cluster.down.remove(other)
                await cluster.until(cluster.copies, "both nodes are level again")
                cluster.down.extend(cluster.nodes)
                for node in (owner, other):
                    node.kill()
                await streams.delete_msg("TALLY_0", await publish(1000))
                last = await publish(10_000)
                for node in (owner, other):
                    node.start()
                cluster.down.clear()
                await cluster.whole()
                assert await count(last) == 10_111
                await cluster.until(cluster.copies, "both nodes are level in the end")
                cluster.down.append(owner)
                owner.kill()
                await cluster.whole()
                assert await count(last) == 10_111

    asyncio.run(main())


def test_a_node_that_starts_before_its_servers_waits(tmp_path):
    """Without a server, and then with one of three: it cannot store anything alone."""
    async def main():
        cluster = Cluster(tmp_path, nodes=1, partitions=2, standbys=0)
        node, (first, *others) = cluster.nodes[0], cluster.servers.all

        def waits():
            return node.said().count("waits for servers")

        try:
            node.start()
            await cluster.until(waits, "the node waits")
            before = waits()
            first.start()
            await cluster.until(lambda: waits() > before, "the node waits for a leader")
            for server in others:
                server.start()
            await asyncio.to_thread(cluster.servers.wait_until_ready)
            cluster.connection = await connect(cluster.servers.urls)
            await cluster.whole()
        finally:
            await cluster.__aexit__()

    asyncio.run(main())
