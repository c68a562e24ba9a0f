"""The clients in Python, Go and C do the same: they are driven by the same commands, against real servers and a stand-in
for the owner, so that a test can let an owner that was replaced answer."""

import asyncio
import contextlib
import json
import os
import pathlib
import sys

import pytest
from stand_in import Client, StandIn

CLUSTER = pathlib.Path(__file__).resolve().parents[1]
BUILT = pathlib.Path(os.environ.get("TALLY_CLIENTS", CLUSTER.parent / "build" / "cluster-clients"))
CLIENTS = {
    "python": [sys.executable, str(CLUSTER / "clients" / "python" / "example.py")],
    "go": [str(BUILT / "go")],
    "c": [str(BUILT / "c")],
}
PARTITIONS = 16
OPS = [{"op": "add", "path": "chat.bo", "n": 1}]
HASHES = {"ann": 8, "a": 12, "foobar": 8, "müller": 12}  # docs/account-hash.md


@pytest.fixture(params=CLIENTS)
def words(request):
    return CLIENTS[request.param]


@contextlib.asynccontextmanager
async def pair(server, words):
    """The stand-in, and a client that is connected to the same server."""
    cluster = await StandIn.start(server.urls[0], PARTITIONS, set(HASHES.values()))
    client = await Client.start([*words, server.urls[0]])
    try:
        yield cluster, client
        await client.stop()
    finally:
        with contextlib.suppress(ProcessLookupError):
            client.process.kill()
        await cluster.stop()


def answer(epoch, **members):
    return {"epoch": epoch, "position": 1, "node": "n1", **members}


def test_publishes_into_the_partition_of_the_account(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            for number, (account, partition) in enumerate(HASHES.items()):
                before = len(await cluster.log(partition))
                word, position = await client.ask("publish", account, f"id-{number}", json.dumps(OPS))
                assert (word, position) == ("position", before + 1)
                headers, batch = (await cluster.log(partition))[-1]
                assert headers["Nats-Msg-Id"] == f"id-{number}"
                assert batch.pop("v", 1) == 1
                assert batch == {"account": account, "id": f"id-{number}", "ops": OPS}

    asyncio.run(run())


def test_a_batch_that_is_published_twice_has_one_position(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            first = await client.ask("publish", "ann", "order-7", json.dumps(OPS))
            assert await client.ask("publish", "ann", "order-7", json.dumps(OPS)) == first
            assert len(await cluster.log(HASHES["ann"])) == 1

    asyncio.run(run())


def test_publishing_goes_on_until_the_log_acknowledges(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            await cluster.remove_stream(HASHES["ann"])
            # The client has sent its batch, and nobody has it: a stream that comes later gets it once.
            attempts = await cluster.connection.subscribe(f"tally.log.{HASHES['ann']}")
            client.send("publish", "ann", "late", json.dumps(OPS))
            await attempts.next_msg(10)
            await attempts.next_msg(10)
            await cluster.add_stream(HASHES["ann"])
            assert await client.line() == ("position", 1)
            assert [batch["id"] for _, batch in await cluster.log(HASHES["ann"])] == ["late"]

    asyncio.run(run())


def test_an_attempt_that_is_still_in_progress_is_repeated(server, words):
    """A server that stores a batch rejects a copy of it until that is done."""
    replies = [{"error": {"code": 409, "err_code": 10158, "description": "duplicate message id is in process"}},
               {"error": {"code": 503, "err_code": 10008, "description": "temporarily unavailable"}},
               {"stream": f"TALLY_{HASHES['ann']}", "seq": 4711}]

    async def run():
        async with pair(server, words) as (cluster, client):
            await cluster.remove_stream(HASHES["ann"])

            async def reply(message):
                await message.respond(json.dumps(replies.pop(0)).encode())

            await cluster.connection.subscribe(f"tally.log.{HASHES['ann']}", cb=reply)
            await cluster.connection.flush()
            assert await client.ask("publish", "ann", "slow", json.dumps(OPS)) == ("position", 4711)

    asyncio.run(run())


def test_a_batch_that_no_server_takes_fails(server, words):
    async def run():
        async with pair(server, words) as (_, client):
            ops = [{"op": "post", "path": "chat", "id": "m", "text": "x" * (10 << 20)}]
            word, _ = await client.ask("publish", "ann", "large", json.dumps(ops))
            assert word == "failed"

    asyncio.run(run())


def test_a_query_names_the_account_and_the_position(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            cluster.answers = [answer(1, result={"path": "chat", "count": 3})]
            reply = await client.ask("query", "get", "ann", 4711, '{"path": "chat"}')
            assert reply == ("result", {"path": "chat", "count": 3})
            ((subject, request),) = cluster.requests
            assert subject == f"tally.q.{HASHES['ann']}.get"
            assert request.pop("wait") > 0
            assert request == {"account": "ann", "path": "chat", "at_least": 4711}

    asyncio.run(run())


def test_an_answer_of_an_owner_that_was_replaced_is_dropped(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            cluster.answers = [answer(7, result=1), answer(6, result="stale"), answer(7, result=2)]
            assert await client.ask("query", "get", "ann", 0, "{}") == ("result", 1)
            assert await client.ask("query", "get", "ann", 0, "{}") == ("result", 2)
            assert len(cluster.requests) == 3

    asyncio.run(run())


def test_an_owner_that_is_behind_gets_the_request_again(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            busy = {"status": "TALLY_ERROR_TIMEOUT", "message": "at 3 of 4"}
            cluster.answers = [answer(1, error=busy), answer(1, error=busy), answer(1, result=4)]
            assert await client.ask("query", "get", "ann", 4, "{}") == ("result", 4)

    asyncio.run(run())


def test_an_error_of_the_owner_is_reported(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            cluster.answers = [answer(1, error={"status": "TALLY_ERROR_NOT_FOUND", "message": "no such account"})]
            word, text = await client.ask("query", "get", "nobody", 0, "{}")
            assert word == "failed" and "TALLY_ERROR_NOT_FOUND" in text

    asyncio.run(run())


def test_changes_come_and_stale_ones_do_not(server, words):
    async def run():
        async with pair(server, words) as (cluster, client):
            assert (await client.ask("watch", "a.b*ü"))[0] == "ready"
            for epoch, count in ((3, 1), (2, 9), (3, 2)):
                change = {"account": "a.b*ü", "epoch": epoch, "position": 1,
                          "changes": [{"path": "chat", "shows": "number", "count": count, "revision": count}]}
                await cluster.connection.publish("tally.changed.a=2Eb=2A=C3=BC", json.dumps(change).encode())
            counts = [(await client.line())[1]["changes"][0]["count"] for _ in range(2)]
            assert counts == [1, 2]

    asyncio.run(run())
