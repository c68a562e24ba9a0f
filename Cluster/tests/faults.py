"""The faults of a cluster. Each one does its harm, waits until the cluster has recovered, and returns a sentence about
it. They get the cluster and random numbers; `run.progress()` says that publishers go on."""

import asyncio
import subprocess
import time

from nodes import connect
from servers import PATIENCE


async def kill_owner(run, chance):
    """kill -9 of a node that owns something; it comes back with its files."""
    cluster = run.cluster
    node = await cluster.some_owner(chance)
    begin = time.monotonic()
    cluster.down.append(node)
    node.kill()
    await others_own(cluster, node)
    seconds = time.monotonic() - begin
    await run.progress()
    await come_back(cluster, node)
    return f"{node.name} was killed: all owned again after {seconds:.1f} s"


async def others_own(cluster, node, server=None):
    """Waits until nothing belongs to a node that is down, and all partitions answer; as one of the servers sees it."""
    connection = cluster.connection if server is None else await connect([cluster.servers.urls[server]])

    async def gone():
        return node.name not in (await cluster.owners(connection)).values()

    try:
        await cluster.until(gone, f"{node.name} has no leases")
        await cluster.whole(connection=connection)
    finally:
        if server is not None:
            await connection.close()


async def come_back(cluster, node):
    node.start()
    cluster.down.remove(node)
    await settled(cluster, node)


async def settled(cluster, node):
    """Waits until a node says that it holds something again, and all partitions answer."""
    async def holds():
        return (await cluster.held()).get(node.name)

    await cluster.until(holds, f"{node.name} holds partitions")
    await cluster.whole()


async def pause_owner(run, chance):
    """SIGSTOP beyond the lease: another node owns what it had. When it goes on, it must not answer."""
    cluster = run.cluster
    node = await cluster.some_owner(chance)
    begin = time.monotonic()
    node.pause()
    await others_own(cluster, node)
    seconds = time.monotonic() - begin
    await run.progress()
    node.go_on()
    await settled(cluster, node)
    return f"{node.name} stood still: all owned again after {seconds:.1f} s; it went on after {time.monotonic() - begin:.1f} s"


async def pause_standby(run, chance):
    """SIGSTOP of a node until the logs are cut behind its files. When it goes on, its consumers deliver without a gap,
    but from later positions: it must notice, and fetch other files."""
    cluster = run.cluster
    node = await cluster.some_standby(chance)
    numbers = sorted((await cluster.held())[node.name])
    begin = time.monotonic()
    node.pause()
    await cut_behind(cluster, numbers, cluster.connection)
    await run.progress()
    node.go_on()
    await settled(cluster, node)
    await run.progress()
    return f"{node.name} stood still for {time.monotonic() - begin:.1f} s, while the logs of {numbers} were cut"


async def cut_behind(cluster, numbers, connection):
    """Waits until the logs of partitions have lost all that they have now."""
    streams = connection.jetstream(timeout=PATIENCE)

    async def ends():
        return {number: (await streams.stream_info(f"TALLY_{number}")).state.last_seq for number in numbers}

    async def are_cut():
        return all([(await streams.stream_info(f"TALLY_{number}")).state.first_seq > end for number, end in now.items()])

    now = await cluster.until(ends, "the logs have leaders")
    await cluster.until(are_cut, f"the logs of {numbers} are cut")


async def kill_server(run, chance):
    return await kill_one_server(run, chance.choice(run.cluster.servers.all))


async def kill_meta_leader(run, _):
    return await kill_one_server(run, await asyncio.to_thread(run.cluster.servers.leader))


async def kill_one_server(run, server):
    """kill -9 of a server of NATS; publishers and nodes go on with the others."""
    if server is None:
        return "the servers had no leader to kill"
    begin = time.monotonic()
    server.kill()
    await run.progress()
    await run.cluster.whole()
    seconds = time.monotonic() - begin
    server.start()
    await healthy(run)
    return f"server {server.number} was killed: publishers and owners went on within {seconds:.1f} s"


async def healthy(run):
    await asyncio.to_thread(run.cluster.servers.wait_until_ready)
    await run.progress(20)


async def restart_nodes(run, _):
    """Stops each node in turn, as planned, and starts it again."""
    cluster, longest = run.cluster, 0.0
    for node in cluster.nodes:
        cluster.down.append(node)
        code = await asyncio.to_thread(node.stop)
        assert code == 0, f"{node.name} ended with {code}\n{node.said()[-3000:]}"
        longest = max(longest, await cluster.whole())
        await come_back(cluster, node)
        await run.progress(20)
    return f"all nodes were restarted; without an owner for at most {longest:.1f} s"


async def restart_all(run, chance):
    """The same for each server after the nodes."""
    cluster, said = run.cluster, await restart_nodes(run, chance)
    for server in cluster.servers.all:
        await asyncio.to_thread(server.stop)
        server.start()
        await healthy(run)
    await cluster.whole()
    return f"{said}; then all servers"


async def damage_file(run, chance):
    """A file of a node that was killed is damaged: the node must notice, set it aside, and get another one."""
    cluster = run.cluster
    node = await cluster.some_owner(chance)

    async def candidates():
        """The partitions that it will hold again, and whose files have been written to. A node also follows for others, for
        a while."""
        files = node.files()
        return [number for number in sorted((await cluster.held()).get(node.name, ()))
                if cluster.is_wanted(node.name, number) and number in files and files[number].stat().st_size > 8192]

    number = chance.choice(await cluster.until(candidates, f"{node.name} has a file to damage"))
    cluster.down.append(node)
    node.kill()
    damage(node.files()[number], chance)
    await others_own(cluster, node)
    await come_back(cluster, node)
    await cluster.until(lambda: list(node.data.glob(f"p{number}.db.damaged*")), f"{node.name} sets p{number}.db aside")
    await run.progress()
    return f"the file of partition {number} of {node.name} was damaged"


def damage(path, chance):
    """Overwrites the middle of a file, and what of it stands in the log beside it."""
    for each in (path, path.with_name(path.name + "-wal")):
        if each.exists() and each.stat().st_size > 8192:
            with each.open("r+b") as file:
                for place in range(4096, each.stat().st_size, 4096):
                    file.seek(place + chance.randrange(2048))
                    file.write(chance.randbytes(512))


async def fill_disk(run, chance):
    """The disk of a node is full for a while. Nothing is lost, whether it waits or gives its partitions to others."""
    cluster = run.cluster
    node = await cluster.some_owner(chance)
    filler = node.data / "filler"
    try:
        fill(filler)
        begin = time.monotonic()
        while time.monotonic() < begin + 2 * cluster.lease:
            await run.progress(20)
    finally:
        filler.unlink()
    await settled(cluster, node)
    await run.progress()
    return f"the disk of {node.name} was full"


def fill(path):
    """Writes until there is no room."""
    try:
        with path.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
    except OSError:
        pass


async def cut_two(run, chance):
    """The way between two machines is cut; each of both still sees the third one. Servers do not pass on what is for a
    third one: clients of the one server do not reach nodes at the other one until the way is there again."""
    network, begin = run.network, time.monotonic()
    one, other = chance.sample(network.machines, 2)
    network.cut(one, other)
    while time.monotonic() < begin + 2 * run.cluster.lease:
        await run.progress(20)
    network.heal()
    seconds = time.monotonic() - begin
    await healthy(run)
    await run.cluster.whole()
    return f"two machines did not see each other for {seconds:.1f} s; all was well {time.monotonic() - begin - seconds:.1f} s later"


async def isolate_owner(run, chance):
    """A machine with an owner and a server is cut off. Requests through its own server still reach this owner."""
    network, cluster = run.network, run.cluster
    node = await cluster.some_owner(chance)
    others = [machine for machine in network.machines if machine is not node.machine]
    begin = time.monotonic()
    for machine in others:
        network.cut(node.machine, machine)
    await others_own(cluster, node, network.machines.index(others[0]))
    seconds = time.monotonic() - begin
    await run.progress()
    network.heal()
    await healthy(run)
    await settled(cluster, node)
    return f"{node.name} was cut off with its server: all owned again after {seconds:.1f} s"


async def cut_off_standby(run, chance):
    """A node loses its connection to the only server, until the logs are cut behind its files."""
    network, cluster = run.network, run.cluster
    node = await cluster.some_standby(chance, [node for node in cluster.nodes if node.machine is not network.machines[0]])
    numbers = sorted((await cluster.held())[node.name])
    begin = time.monotonic()
    network.cut(node.machine, network.machines[0])
    await cut_behind(cluster, numbers, cluster.connection)
    network.heal()
    seconds = time.monotonic() - begin
    await settled(cluster, node)
    await run.progress()
    return f"{node.name} had no connection for {seconds:.1f} s, while the logs of {numbers} were cut"


class SmallDisk:
    """A folder on a file system of its own, of a few megabytes: only root can mount it."""

    def __init__(self, folder, megabytes=32):
        self.folder, self.megabytes = folder, megabytes

    def __enter__(self):
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self.megabytes}m", "tmpfs", str(self.folder)],
                                 capture_output=True, text=True, check=False)
        assert mounted.returncode == 0, f"this test must mount a small disk, as root: {mounted.stderr.strip()}"
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", str(self.folder)], check=True)
