"""The permissions of nats-permissions.conf: each role can do its work, and nothing else, on a real server."""

import asyncio
import json
import pathlib
import subprocess

import nats
import pytest
from nodes import Node, node_binary
from servers import PATIENCE, Servers, end, free_ports, wait_for
from tally_cluster import Tally, account_hash, flush

CONFIGURATION = pathlib.Path(__file__).resolve().parents[1] / "nats-permissions.conf"
ROLES = ("node", "publisher", "reader", "operator")
PARTITIONS = 2
ANN = account_hash("ann", PARTITIONS)
ADD = {"op": "add", "path": "chat", "n": 1}


def password(role):
    return f"secret-of-{role}"


def url(server, role):
    return f"nats://{role}:{password(role)}@{server.host}:{server.client}"


@pytest.fixture
def guarded(tmp_path, monkeypatch):
    """A server with the roles."""
    for role in ROLES:
        monkeypatch.setenv(f"TALLY_{role.upper()}_PASSWORD", password(role))
    servers = Servers(tmp_path / "servers", 1, more=CONFIGURATION.read_text(encoding="utf-8"))
    try:
        servers.start()
        yield servers.all[0]
    finally:
        servers.stop()


@pytest.fixture
def nodes(tmp_path, guarded, monkeypatch):
    """Two nodes: one of them fetches its files from the other, and both write snapshots."""
    for role in ROLES:  # These are the server's alone: a node rejects variables that it does not know.
        monkeypatch.delenv(f"TALLY_{role.upper()}_PASSWORD")
    both = []
    try:
        for name in ("n1", "n2"):
            (http,) = free_ports("127.0.0.1", 1)
            node = Node(name, tmp_path / name, {
                "servers": url(guarded, "node"), "partitions": PARTITIONS, "replicas": 1, "standbys": 1,
                "lease_seconds": 4, "snapshot_seconds": 1, "http": f"127.0.0.1:{http}"})
            node.start()
            both.append(node)
        yield both
    finally:
        for node in both:
            end(node.process, 9)


def run(server, role, *words):
    return subprocess.run([node_binary(), *words, "--set", f"servers={url(server, role)}",
                           "--set", f"inbox_prefix=_INBOX.{role}"],
                          capture_output=True, text=True, timeout=PATIENCE, check=False)


def violations(server, role):
    """The lines of the log in which the server rejects something of a role."""
    text = (server.folder / "log").read_text(encoding="utf-8", errors="replace")
    return [line for line in text.splitlines() if "Violation" in line and f'/user:{role}"' in line]


def test_each_role_can_do_its_work(guarded, nodes):
    def both_level():
        for node in nodes:
            assert node.is_running, node.said()
        rows = json.loads("[" + ",".join(run(guarded, "operator", "status", "--json").stdout.splitlines()) + "]")
        return sum(len(row["endpoints"]) for row in rows) == PARTITIONS and [
            row["data"]["partitions"] for row in rows] == [PARTITIONS] * 2

    wait_for(both_level, "both nodes hold both partitions")
    said = run(guarded, "publisher", "publish", json.dumps({"account": "ann", "id": "1", "ops": [ADD]}))
    assert said.returncode == 0, said.stderr
    partition, position = said.stdout.split()
    assert int(partition) == ANN
    said = run(guarded, "reader", "query", "get", "ann", "chat", "--at-least", position)
    assert said.returncode == 0 and json.loads(said.stdout)["result"]["count"] == 1, said
    wait_for(lambda: "snapshots are published" in "".join(node.said() for node in nodes), "snapshots are published")
    # A batch that only the owner can reject, because it depends on the account.
    said = run(guarded, "publisher", "publish",
               json.dumps({"account": "ann", "ops": [{"op": "reminder_done", "id": "nobody"}]}))
    assert said.returncode == 0, said.stderr
    wait_for(lambda: '"position"' in run(guarded, "operator", "dead", "list", "--json").stdout, "a dead letter")
    nodes[0].stop()
    said = run(guarded, "reader", "query", "get", "ann", "chat")
    assert said.returncode == 0, said.stderr
    for role in ROLES:
        assert violations(guarded, role) == []


@pytest.mark.parametrize("role, forbidden", [
    ("publisher", ["tally.q.0.get", "tally.dead.0", "tally.snap.0.x", "$KV.TALLY_CLUSTER.cluster", "$SRV.STATS",
                   "$JS.API.STREAM.PURGE.TALLY_0", "tally.backup.0", "_INBOX.reader.x"]),
    ("reader", ["tally.log.0", "tally.changed.ann", "tally.backup.0", "$KV.TALLY_LEASES.p0",
                "$JS.API.STREAM.DELETE.TALLY_0", "$JS.API.CONSUMER.CREATE.TALLY_0", "_INBOX.publisher.x"]),
    ("operator", ["tally.log.0", "tally.backup.0", "$KV.TALLY_CLUSTER.cluster", "$JS.API.STREAM.PURGE.TALLY_DEAD",
                  "$JS.API.STREAM.MSG.GET.TALLY_0", "_INBOX.reader.x"]),
])
def test_no_role_can_do_more(guarded, role, forbidden):
    async def attempt():
        errors = []

        async def note(error):
            errors.append(str(error))

        connection = await nats.connect(url(guarded, role), error_cb=note, inbox_prefix=f"_INBOX.{role}".encode())
        for subject in forbidden:
            await connection.publish(subject, b"x", reply=f"_INBOX.{role}.1")
        for subject in ("_INBOX.>", "tally.q.>", "tally.log.>", ">"):
            await connection.subscribe(subject)
        await flush(connection)
        await connection.close()

    asyncio.run(attempt())
    rejected = "\n".join(violations(guarded, role))
    for subject in [*forbidden, "_INBOX.>", "tally.q.>", "tally.log.>", ">"]:
        assert f'Subject "{subject}"' in rejected, rejected


def test_clients_take_a_prefix_of_inboxes(guarded, nodes):
    async def ask():
        options = {"inbox_prefix": b"_INBOX.publisher"}
        async with await Tally.connect(url(guarded, "publisher"), **options) as tally:
            position = await tally.publish("ann", [ADD])
        options = {"inbox_prefix": b"_INBOX.reader"}
        async with await Tally.connect(url(guarded, "reader"), **options) as tally:
            assert (await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE))["count"] == 1

    wait_for(lambda: "serving" in nodes[0].said() + nodes[1].said(), "a partition is served")
    asyncio.run(ask())
