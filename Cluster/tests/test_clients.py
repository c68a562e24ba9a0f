"""The clients in Python, Go and C do the same: they are driven by the same commands, against real servers and a stand-in
for the owner, so that a test can let an owner that was replaced answer."""

import asyncio
import contextlib
import json
import os
import pathlib
import ssl
import subprocess
import sys

import nats
import pytest
import security
from servers import PATIENCE, Servers
from stand_in import Client, StandIn
from tally_cluster import Tally, flush

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
async def pair(server, words, url=None, environment=None, arguments=None, **options):
    """The stand-in, and a client that is connected to the same server, with other arguments than the URL if given."""
    url = url or server.urls[0]
    cluster = await StandIn.start(url, PARTITIONS, set(HASHES.values()), **options)
    client = await Client.start([*words, *(arguments or [url])], env=environment)
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
            await flush(cluster.connection)
            client.send("publish", "ann", "late", json.dumps(OPS))
            await attempts.next_msg(PATIENCE)
            await attempts.next_msg(PATIENCE)
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
                await message.respond(json.dumps(replies.pop(0) if len(replies) > 1 else replies[0]).encode())

            await cluster.connection.subscribe(f"tally.log.{HASHES['ann']}", cb=reply)
            await flush(cluster.connection)
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
            assert cluster.requests
            for subject, request in cluster.requests:
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
            assert len(cluster.requests) >= 3

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


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server whose user `client` has only the inboxes below _INBOX.mine; `owner` may do everything."""
    servers = Servers(tmp_path_factory.mktemp("guarded"), 1, more="""
        authorization { users: [
          { user: owner, password: o }
          { user: client, password: c, permissions: { subscribe: ["_INBOX.mine.>", "tally.changed.*"] } }
        ] }""")
    try:
        servers.start()
        yield servers.all[0]
    finally:
        servers.stop()


def test_responses_go_to_the_inboxes_of_the_client(guarded, words):
    async def run():
        url = f"nats://client:c@{guarded.host}:{guarded.client}"
        owner = f"nats://owner:o@{guarded.host}:{guarded.client}"
        async with pair(guarded, words, owner, arguments=[url, "_INBOX.mine"]) as (cluster, client):
            assert await client.ask("publish", "ann", "b", json.dumps(OPS)) == ("position", 1)
            cluster.answers = [answer(1, result=4)]
            assert await client.ask("query", "get", "ann", 1, "{}") == ("result", 4)
            assert cluster.replies and all(reply.startswith("_INBOX.mine.") for reply in cluster.replies)
            assert (await client.ask("watch", "ann"))[0] == "ready"
            change = {"account": "ann", "epoch": 1, "position": 1, "changes": []}
            await cluster.connection.publish("tally.changed.ann", json.dumps(change).encode())
            assert await client.line() == ("changed", change)

    asyncio.run(run())
    log = (guarded.folder / "log").read_text(encoding="utf-8", errors="replace")
    assert "Violation" not in log


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return security.Authority(tmp_path_factory.mktemp("authority"), "ours")


@pytest.fixture(scope="module")
def secure(tmp_path_factory, authority):
    """A server with TLS and a password."""
    servers = Servers(tmp_path_factory.mktemp("secure"), 1, more=security.settings(authority))
    try:
        servers.start()
        yield servers
    finally:
        servers.stop()


def trusting(authority):
    """The authorities are the system's, for which OpenSSL, Go and Python let a variable name a file."""
    return {**os.environ, "SSL_CERT_FILE": str(authority.certificate)}


def test_tls_and_a_password(secure, authority, words):
    async def run():
        url, tls = security.address(secure.all[0]), ssl.create_default_context(cafile=authority.certificate)
        async with pair(secure, words, url, trusting(authority), tls=tls) as (_, client):
            assert await client.ask("publish", "ann", "b", json.dumps(OPS)) == ("position", 1)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["c", "go"])  # nats-py goes on trying, and says so in its log.
def test_servers_that_are_not_trusted(tmp_path, server, secure, authority, name):
    stranger = security.Authority(tmp_path, "theirs")
    for url, trusted in ((security.address(secure.all[0]), stranger), (security.address(server.all[0]), authority),
                         (security.address(secure.all[0], password="wrong"), authority)):
        said = subprocess.run([*CLIENTS[name], url], env=trusting(trusted), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=PATIENCE, check=False)
        assert said.returncode != 0, url


def test_python_has_a_subscription_when_subscribe_returns():
    """nats-py sends the PING of a flush before a subscription that waits to be sent."""
    lines = []

    async def serve(reader, writer):
        writer.write(b'INFO {"server_id": "s", "version": "2.15.1", "max_payload": 1048576, "headers": true}\r\n')
        while line := await reader.readline():
            lines.append(line.split()[0])
            if line.startswith(b"PING"):
                writer.write(b"PONG\r\n")

    async def run():
        listener = await asyncio.start_server(serve, "127.0.0.1", 0)
        connection = await nats.connect("nats://127.0.0.1:{}".format(listener.sockets[0].getsockname()[1]))
        lines.clear()
        await Tally(connection, PARTITIONS).subscribe("ann", print)
        assert lines.index(b"SUB") < len(lines) - 1 and lines[-1] == b"PING"
        await connection.close()
        listener.close()

    asyncio.run(run())
