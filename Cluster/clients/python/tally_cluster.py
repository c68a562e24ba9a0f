"""A client of tally-node on nats-py: publishes batches, sends queries and subscribes to changes.

    async with await Tally.connect("nats://127.0.0.1:4222") as tally:
        position = await tally.publish("ann", [{"op": "add", "path": "chat.bo", "n": 1}])
        badge = await tally.query("get", "ann", at_least=position, path="chat")
        await tally.subscribe("ann", print)

Cluster/PROTOCOL.md is the contract. This file may be copied into a program.
"""

import asyncio
import json
import uuid

import nats
from nats.js.errors import APIError

PAUSE_SECONDS = (0.1, 0.2, 0.5, 1.0)  # Between attempts; the last one repeats.
REQUEST_SECONDS = 2.0
SAFE_BYTES = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"


class QueryFailed(Exception):
    """The owner answered with an error; `status` is its name."""

    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


def account_hash(account, partitions):
    """The partition of an account (docs/account-hash.md)."""
    value = 2166136261
    for byte in account.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value % partitions


def escaped(account):
    """An account's name as a token of a subject."""
    return "".join(chr(byte) if byte in SAFE_BYTES else f"={byte:02X}" for byte in account.encode())


class Tally:
    """One connection. All methods belong to the event loop that connected."""

    def __init__(self, connection, partitions, prefix="tally"):
        self.connection, self.partitions, self.prefix = connection, partitions, prefix
        self.log = connection.jetstream(timeout=REQUEST_SECONDS)
        self.epochs = {}  # The greatest epoch that was seen of each partition.

    @classmethod
    async def connect(cls, *servers, prefix="tally", **options):
        """Connects, and reads the number of partitions from the cluster's bucket.

        Options are those of nats.connect: with inbox_prefix=b"_INBOX.reader", responses go to subjects below that one.
        It must begin with the nodes' inbox_prefix, because nodes do not respond to other subjects.
        """
        connection = await nats.connect(list(servers), max_reconnect_attempts=-1, **options)
        bucket = await connection.jetstream().key_value(f"{prefix.upper()}_CLUSTER")
        cluster = json.loads((await bucket.get("cluster")).value)
        return cls(connection, cluster["partitions"], prefix)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.connection.close()

    def partition(self, account):
        return account_hash(account, self.partitions)

    async def publish(self, account, ops, id=None, seconds=None):
        """Publishes a batch until the log has acknowledged it, and returns its position.

        Each attempt has the same id, so the batch counts once. Without `seconds` it tries forever. Raises TimeoutError
        if the time is over: the batch may count nevertheless. A batch that is too large raises ValueError.
        """
        id = id or uuid.uuid4().hex
        body = json.dumps({"v": 1, "account": account, "id": id, "ops": ops}).encode()
        if len(body) > self.connection.max_payload:
            raise ValueError(f"the batch has {len(body)} bytes; the servers take {self.connection.max_payload}")
        subject = f"{self.prefix}.log.{self.partition(account)}"
        async for _ in attempts(seconds):
            try:
                return (await self.log.publish(subject, body, headers={"Nats-Msg-Id": id})).seq
            except (nats.errors.Error, OSError) as error:  # No leader, no connection or no answer in time: again.
                # 409: a former attempt with this id is still in progress.
                if self.connection.is_closed or isinstance(error, APIError) and error.code < 500 and error.code != 409:
                    raise
        raise TimeoutError(f"{subject}: not acknowledged within {seconds} s")

    async def query(self, verb, account, at_least=0, seconds=10.0, partition=None, **members):
        """The result of a request to the owner of an account, which has applied the log up to `at_least`.

        Asks again while nobody owns the partition. Raises QueryFailed if the owner reports an error, and TimeoutError.
        """
        if account is not None:
            partition, members = self.partition(account), {"account": account, **members}
        body = json.dumps({**members, "at_least": at_least, "wait": int(REQUEST_SECONDS * 500)}).encode()
        async for _ in attempts(seconds):
            try:
                reply = await self.connection.request(f"{self.prefix}.q.{partition}.{verb}", body, REQUEST_SECONDS)
            except (nats.errors.Error, OSError):
                if self.connection.is_closed:
                    raise
                continue
            answer = json.loads(reply.data)
            if not self.is_current(partition, answer):
                continue
            status = answer.get("error", {}).get("status")
            if status is None:
                return answer["result"]
            if status != "TALLY_ERROR_TIMEOUT":
                raise QueryFailed(status, answer["error"].get("message", ""))
        raise TimeoutError(f"{verb} of partition {partition}: no answer within {seconds} s")

    async def subscribe(self, account, callback):
        """Calls `callback` with each change of an account from the return on. The result has `unsubscribe`.

        Nothing repeats a change: after a reconnect, query `changes` with the last revision that was seen.
        """
        async def receive(message):
            changed = json.loads(message.data)
            if self.is_current(self.partition(account), changed):
                callback(changed)

        subscription = await self.connection.subscribe(f"{self.prefix}.changed.{escaped(account)}", cb=receive)
        await flush(self.connection)
        return subscription

    def is_current(self, partition, answer):
        """Whether an answer is not from an owner that was replaced, as far as this client knows."""
        if answer["epoch"] < self.epochs.get(partition, 0):
            return False
        self.epochs[partition] = answer["epoch"]
        return True


async def flush(connection):
    """Waits until the server has everything, including subscriptions. nats-py sends the PING of a flush before its
    pending data. The PONG arrives after it has sent that data, so the PING of a second flush follows the data."""
    await connection.flush()
    await connection.flush()


async def attempts(seconds):
    """Counts attempts, with a pause between them, until the time is over."""
    loop, number = asyncio.get_running_loop(), 0
    until = None if seconds is None else loop.time() + seconds
    while number == 0 or until is None or loop.time() < until:
        yield number
        await asyncio.sleep(PAUSE_SECONDS[min(number, len(PAUSE_SECONDS) - 1)])
        number += 1
