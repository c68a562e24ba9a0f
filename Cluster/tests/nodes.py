"""Nodes and their servers as one cluster of processes."""

import asyncio
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

import nats
from servers import PATIENCE, Servers, end, free_ports
from tally_cluster import account_hash

ANSWER_SECONDS = 1.0


def node_binary():
    """The command tally-node: TALLY_NODE in the environment, or the one in build/."""
    built = pathlib.Path(__file__).resolve().parents[2] / "build" / "tally-node"
    found = pathlib.Path(os.environ.get("TALLY_NODE", built))
    assert found.exists(), f"{found} does not exist: `make node` builds it"
    return str(found)


class Node:
    """A node, with a folder and a configuration of its own. It can be stopped, killed, and started again."""

    def __init__(self, name, folder, settings, machine=None):
        self.name, self.folder, self.machine = name, pathlib.Path(folder), machine
        self.data, self.log = self.folder / "data", self.folder / "log"
        self.settings = {"node": name, "folder": str(self.data), **settings}
        self.process = None
        self.data.mkdir(parents=True)

    def environment(self, **settings):
        return {f"TALLY_NODE_{name.upper()}": str(value) for name, value in {**self.settings, **settings}.items()}

    def start(self, **settings):
        """Starts it, with other settings than its own if need be."""
        words = [node_binary(), "run"]
        if self.machine is not None:
            words = self.machine.words(words)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            env={**os.environ, **self.environment(**settings)}, start_new_session=True)

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        end(self.process, signal.SIGKILL)

    def stop(self):
        """Asks it to hand over what it has and to end."""
        return end(self.process, signal.SIGTERM)

    def pause(self):
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.process.send_signal(signal.SIGCONT)

    def said(self):
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def files(self):
        """The files of partitions, by number."""
        return {int(path.stem[1:]): path for path in self.data.glob("p*.db") if path.stem[1:].isdigit()}


class Cluster:
    """Servers and nodes. `async with`: it starts them, and stops them at the end."""

    def __init__(self, folder, servers=3, nodes=3, partitions=8, lease=4, machines=None, **settings):
        self.folder, self.partitions, self.lease = pathlib.Path(folder), partitions, lease
        self.servers = Servers(self.folder, servers, machines)
        self.nodes = []
        for number in range(1, nodes + 1):
            machine = machines[number - 1] if machines else None
            near = self.servers.all[(number - 1) % servers:] + self.servers.all[:(number - 1) % servers]
            (http,) = free_ports("127.0.0.1", 1)
            self.nodes.append(Node(f"n{number}", self.folder / f"node{number}", {
                "servers": ",".join(server.url for server in near), "partitions": partitions, "replicas": servers,
                "lease_seconds": lease, "http": f"127.0.0.1:{http}", **settings}, machine))
        self.connection = None
        self.down = []
        self.probes = {}
        for number in range(partitions * 100):
            self.probes.setdefault(account_hash(f"probe{number}", partitions), f"probe{number}")

    async def __aenter__(self):
        try:
            self.servers.start()
            self.connection = await connect(self.servers.urls)
            for node in self.nodes:
                node.start()
            await self.whole()
        except BaseException:
            await self.__aexit__(*[None] * 3)
            raise
        return self

    async def __aexit__(self, *_):
        for node in self.nodes:
            if node.is_running:
                node.go_on()
                node.kill()
        try:
            if self.connection is not None:
                await self.connection.close()
        finally:
            self.servers.stop()
        kept = os.environ.get("TALLY_LOGS")
        for node in self.nodes if kept else []:
            shutil.copy(node.log, pathlib.Path(kept) / f"{self.folder.name}-{node.name}.log")

    async def ask(self, partition, seconds=ANSWER_SECONDS, connection=None):
        """An answer of a partition's owner as it is, or None. It need not know the account."""
        body = json.dumps({"account": self.probes[partition]}).encode()
        try:
            reply = await (connection or self.connection).request(f"tally.q.{partition}.get", body, timeout=seconds)
        except (nats.errors.Error, OSError):
            return None
        return json.loads(reply.data)

    async def whole(self, connection=None):
        """Waits until each partition has an owner that answers, and returns how long that took."""
        begin, missing = time.monotonic(), set(range(self.partitions))
        while missing:
            self.check_alive()
            answers = await asyncio.gather(*(self.ask(partition, connection=connection) for partition in missing))
            missing -= {partition for partition, answer in zip(list(missing), answers) if answer is not None}
            if missing and time.monotonic() > begin + PATIENCE:
                raise AssertionError(f"nobody answers for {sorted(missing)} after {PATIENCE} s\n{self.logs()}")
            await asyncio.sleep(0.05 if missing else 0)
        return time.monotonic() - begin

    def check_alive(self):
        """A node that ends and was not asked to has crashed."""
        for node in self.nodes:
            if node not in self.down and node.process is not None and node.process.poll() is not None:
                raise AssertionError(f"{node.name} ended with {node.process.returncode}\n{node.said()[-3000:]}")

    def logs(self):
        return "\n".join(f"--- {node.name}\n{node.said()[-1500:]}" for node in self.nodes)

    @property
    def streams(self):
        """JetStream, with time for servers whose disk is busy."""
        return self.connection.jetstream(timeout=PATIENCE)

    async def until(self, condition, what):
        """Asks until a condition holds, which is a function or a coroutine, and returns its result."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                result = condition()
                result = await result if asyncio.iscoroutine(result) else result
                if result:
                    return result
            except (nats.errors.Error, OSError):
                pass  # A bucket has no leader at the moment.
            self.check_alive()
            assert time.monotonic() < end, f"{what}: not within {PATIENCE} s\n{self.logs()}"
            await asyncio.sleep(0.05)

    async def owners(self, connection=None):
        """The node of each partition that has a lease."""
        bucket = await (connection or self.connection).jetstream().key_value("TALLY_LEASES")
        result = {}
        for partition in range(self.partitions):
            try:
                result[partition] = json.loads((await bucket.get(f"p{partition}")).value)["node"]
            except nats.js.errors.KeyNotFoundError:
                pass
        return result

    async def held(self):
        """The partitions that each live node reports to hold: {node: {partition: {role, position}}}."""
        bucket = await self.connection.jetstream().key_value("TALLY_NODES")
        try:
            names = await bucket.keys()
        except nats.js.errors.NoKeysError:
            return {}
        result = {}
        for name in names:
            try:
                held = json.loads((await bucket.get(name)).value).get("held", {})
            except nats.js.errors.KeyNotFoundError:
                continue
            result[name] = {int(partition): each for partition, each in held.items()}
        return result

    def node(self, name):
        return next(node for node in self.nodes if node.name == name)

    async def some_owner(self, chance):
        """A node that owns something."""
        async def owners():
            return sorted(set((await self.owners()).values()))

        return self.node(chance.choice(await self.until(owners, "a partition has an owner")))

    async def some_standby(self, chance, among=None):
        """A node that follows something, and has applied some of it."""
        names = [node.name for node in among or self.nodes]

        async def standbys():
            return sorted(name for name, held in (await self.held()).items() if name in names
                          and any(each["role"] == "standby" and each["position"] > 0 for each in held.values()))

        return self.node(chance.choice(await self.until(standbys, "a partition has a standby")))

    async def copies(self, count=2):
        """The partitions of each node, if each partition has as many level nodes as it should; otherwise nothing."""
        held = await self.held()
        level = [number for each in held.values() for number, holding in each.items() if holding["level"]]
        if all(level.count(number) >= min(count, len(self.nodes)) for number in range(self.partitions)):
            return {name: sorted(each) for name, each in held.items()}
        return None

    def is_wanted(self, name, partition, standbys=1):
        """Whether a node is to own a partition or to follow it while all nodes are alive (Cluster/PROTOCOL.md)."""
        names = sorted((node.name for node in self.nodes), key=lambda each: (-weight(each, partition), each))
        return name in names[:1 + standbys]


def weight(name, partition):
    """The score of a node for a partition (Cluster/PROTOCOL.md)."""
    mask = (1 << 64) - 1
    value = 0xcbf29ce484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001b3 & mask
    value = value + (partition + 1) * 0x9e3779b97f4a7c15 & mask
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9 & mask
    value = (value ^ value >> 27) * 0x94d049bb133111eb & mask
    return value ^ value >> 31


async def connect(urls, **options):
    async def ignore(_):
        """Servers die here on purpose; the library would print each loss."""

    return await nats.connect(urls, max_reconnect_attempts=-1, reconnect_time_wait=0.2, ping_interval=5,
                              max_outstanding_pings=2, error_cb=ignore, dont_randomize=True, **options)
