"""A stand-in for a cluster, to test clients: it keeps the log as the servers do, and a test decides what the owner of a
partition answers."""

import asyncio
import json
import time

import nats
from nats.js.api import KeyValueConfig, StreamConfig
from servers import PATIENCE
from tally_cluster import flush

STORE_FAILED = 10049


async def when_removed(create):
    """Creates what was removed a moment ago: the server may still be removing the folder of that name."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await create()
        except nats.js.errors.ServerError as error:
            if error.err_code != STORE_FAILED or time.monotonic() > end:
                raise
        await asyncio.sleep(0.05)


async def add_stream(streams, configuration):
    return await when_removed(lambda: streams.add_stream(configuration))


class StandIn:
    """The streams and the bucket of a cluster; `answers` are taken one by one by requests of any partition. The last one
    remains: a client that was slow asks again."""

    def __init__(self, connection, partitions):
        self.connection, self.partitions = connection, partitions
        self.requests, self.replies, self.answers = [], [], []

    @classmethod
    async def start(cls, url, partitions, used, **options):
        """Creates streams only for the partitions that are used, because each costs the disk some writes."""
        self = cls(await nats.connect(url, **options), partitions)
        for name in [*(f"TALLY_{p}" for p in used), "KV_TALLY_CLUSTER"]:
            await delete(self.streams, name)
        bucket = await when_removed(lambda: self.streams.create_key_value(KeyValueConfig(bucket="TALLY_CLUSTER")))
        await bucket.put("cluster", json.dumps({"v": 1, "partitions": partitions, "node": "n1"}).encode())
        for partition in used:
            await self.add_stream(partition)
        await self.connection.subscribe("tally.q.*.*", cb=self.answer)
        await flush(self.connection)
        return self

    @property
    def streams(self):
        return self.connection.jetstream(timeout=PATIENCE)

    async def add_stream(self, partition):
        configuration = StreamConfig(name=f"TALLY_{partition}", subjects=[f"tally.log.{partition}"])
        return await add_stream(self.streams, configuration)

    async def remove_stream(self, partition):
        await delete(self.streams, f"TALLY_{partition}")

    async def answer(self, message):
        self.requests.append((message.subject, json.loads(message.data)))
        self.replies.append(message.reply)
        if self.answers:
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            await message.respond(json.dumps(answer).encode())

    async def log(self, partition):
        """All batches of a partition: header and body of each."""
        streams = self.streams
        last = (await streams.stream_info(f"TALLY_{partition}")).state.last_seq
        messages = [await streams.get_msg(f"TALLY_{partition}", number + 1) for number in range(last)]
        return [(message.headers, json.loads(message.data)) for message in messages]

    async def stop(self):
        await self.connection.close()


async def delete(streams, name):
    try:
        await streams.delete_stream(name)
    except nats.js.errors.NotFoundError:
        pass


class Client:
    """A client in any language, which takes commands and prints a line for each."""

    def __init__(self, process):
        self.process = process

    @classmethod
    async def start(cls, words, **options):
        return cls(await asyncio.create_subprocess_exec(*words, stdin=asyncio.subprocess.PIPE,
                                                        stdout=asyncio.subprocess.PIPE, **options))

    def send(self, *words):
        self.process.stdin.write(" ".join(str(word) for word in words).encode() + b"\n")

    async def line(self):
        """The next line: its first word, and the rest, as a value if it is JSON."""
        text = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode().rstrip("\n")
        word, _, rest = text.partition(" ")
        try:
            return word, json.loads(rest)
        except json.JSONDecodeError:
            return word, rest

    async def ask(self, *words):
        self.send(*words)
        return await self.line()

    async def stop(self):
        self.process.stdin.close()
        assert await asyncio.wait_for(self.process.wait(), PATIENCE) == 0
        self.process._transport.close()
