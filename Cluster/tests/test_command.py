"""The commands of tally-node for people: what they print, and how they end."""

import asyncio
import base64
import json
import os
import subprocess
import urllib.request

import pytest
from nodes import Cluster, node_binary
from servers import PATIENCE, free_ports
from tally_cluster import Tally, account_hash

PARTITIONS = 4
ANN = account_hash("ann", PARTITIONS)
ADD = {"op": "add", "path": "chat", "n": 1}


def command(url, *words, **options):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TALLY_NODE_")}
    return subprocess.run([node_binary(), *words, "--set", f"servers={url}"], capture_output=True, text=True, env=environment,
                          timeout=PATIENCE, check=False, **options)


def batch(*operations, **members):
    return json.dumps({"account": "ann", "ops": operations or [ADD], **members})


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A node, and a function that runs a command."""
    loop = asyncio.new_event_loop()
    folder = tmp_path_factory.mktemp("cluster")
    cluster = Cluster(folder, servers=1, nodes=1, partitions=PARTITIONS, standbys=0, loaded_accounts=8, snapshot_seconds=1)
    loop.run_until_complete(cluster.__aenter__())
    cluster.loop = loop
    try:
        yield cluster
    finally:
        loop.run_until_complete(cluster.__aexit__(None, None, None))
        loop.close()


def tell(cluster, *words, **options):
    return command(cluster.servers.urls[0], *words, **options)


@pytest.mark.parametrize("words", [("status",), ("query", "get", "ann"), ("publish", batch()), ("dead", "list")])
def test_without_a_server_a_command_ends_with_a_message(words):
    """It makes one attempt. The test fails by its limit if the command goes on trying."""
    (port,) = free_ports("127.0.0.1", 1)
    said = command(f"nats://127.0.0.1:{port}", *words)
    assert said.returncode != 0 and said.stdout == ""
    assert said.stderr.startswith(f"Error: connecting to nats://127.0.0.1:{port}: "), said.stderr


def test_a_query_that_fails_does_not_end_with_0(cluster):
    _, position = tell(cluster, "publish", batch()).stdout.split()
    said = tell(cluster, "query", "get", "nobody")
    assert said.returncode == 1
    assert json.loads(said.stdout)["error"]["status"] == "TALLY_ERROR_NOT_FOUND"
    assert said.stderr.startswith("Error: TALLY_ERROR_NOT_FOUND: "), said.stderr
    # Before the owner has applied the batch, there is no account.
    said = tell(cluster, "query", "get", "ann", "a..b", "--at-least", position)
    assert said.returncode == 1 and "TALLY_ERROR_PATH" in said.stderr


def test_total_is_about_a_partition(cluster):
    partition, position = tell(cluster, "publish", batch()).stdout.split()
    said = tell(cluster, "query", "total", partition, "--at-least", position)
    assert said.returncode == 0 and json.loads(said.stdout)["result"]["accounts"] >= 1, said
    for word in ("ann", str(PARTITIONS), "-1"):
        said = tell(cluster, "query", "total", "--", word) if word == "-1" else tell(cluster, "query", "total", word)
        assert said.returncode != 0 and said.stdout == ""
    assert "total needs the number of a partition, 0 to 3, not 'ann'" in tell(cluster, "query", "total", "ann").stderr
    assert "total <partition>" in tell(cluster, "query", "--help").stdout


@pytest.mark.parametrize("text, words", [
    ("{", "TALLY_ERROR_PROTOCOL: invalid JSON"), (batch({"op": "fly"}), "TALLY_ERROR_ARGUMENT: operation 0: unknown 'op' 'fly'"),
    (batch({"op": "add", "path": "a..b", "n": 1}), "TALLY_ERROR_PATH"), (batch({"op": "add", "path": "a"}), "'n' is missing"),
])
def test_publish_rejects_what_nodes_would_reject(cluster, text, words):
    before = last(cluster)
    said = tell(cluster, "publish", text)
    assert said.returncode == 1 and said.stdout == ""
    assert said.stderr.startswith("Error: TALLY_ERROR_") and words in said.stderr, said.stderr
    assert last(cluster) == before


def test_publish_goes_on_behind_a_wrong_line(cluster):
    before = last(cluster)
    said = tell(cluster, "publish", input=f"{batch()}\n{batch({'op': 'fly'})}\n\n{batch()}\n")
    assert said.returncode == 1 and said.stdout == "2 stored, 0 of them before\n", said
    assert "line 2: TALLY_ERROR_ARGUMENT: operation 0" in said.stderr
    assert last(cluster) == before + 2


def last(cluster):
    async def ask():
        return (await cluster.streams.stream_info(f"TALLY_{ANN}")).state.last_seq

    return cluster.loop.run_until_complete(ask())


def test_dead_letters_can_be_listed_and_shown(cluster):
    body = b'{"account": "ann", "ops": [\x9b]}'

    async def reject():
        position = (await cluster.streams.publish(f"tally.log.{ANN}", body)).seq
        async with await Tally.connect(cluster.servers.urls[0]) as tally:
            await tally.publish("ann", [{"op": "reminder_done", "id": "nobody"}])

        async def are_there():
            return (await cluster.streams.stream_info("TALLY_DEAD")).state.messages >= 2

        await cluster.until(are_there, "the dead letters are there")
        return position

    position = cluster.loop.run_until_complete(reject())
    letters = [json.loads(line) for line in tell(cluster, "dead", "list", "--json").stdout.splitlines()]
    letter = next(each for each in letters if each["position"] == position)
    assert letter["partition"] == ANN and letter["status"] == "TALLY_ERROR_PROTOCOL" and "JSON" in letter["reason"]
    assert base64.b64decode(letter["base64"]) == body
    said = tell(cluster, "dead", "list")
    head, *rows = said.stdout.splitlines()
    assert head.split() == ["NUMBER", "PARTITION", "POSITION", "TIME", "STATUS", "REASON"]
    assert len(rows) == len(letters) and "TALLY_ERROR_NOT_FOUND" in rows[-1]
    assert str(cluster.folder) not in said.stdout
    shown = tell(cluster, "dead", "show", str(letter["number"]))
    assert shown.returncode == 0 and json.loads(shown.stdout) == letter
    raw = subprocess.run([node_binary(), "dead", "show", str(letter["number"]), "--bytes", "--set",
                          f"servers={cluster.servers.urls[0]}"], capture_output=True, timeout=PATIENCE, check=True)
    assert raw.stdout == body
    few = tell(cluster, "dead", "list", "--json", "--limit", "1", "--partition", str(ANN))
    assert json.loads(few.stdout) == letters[0] and f"--after {letters[0]['number']}" in few.stderr
    rest = tell(cluster, "dead", "list", "--json", "--after", str(letters[0]["number"]))
    assert [json.loads(line) for line in rest.stdout.splitlines()] == letters[1:]
    assert tell(cluster, "dead", "list", "--json", "--partition", str((ANN + 1) % PARTITIONS)).stdout == ""
    missing = tell(cluster, "dead", "show", "999999")
    assert missing.returncode == 1 and missing.stderr == "Error: there is no dead letter 999999\n"


def metrics(cluster):
    address = cluster.nodes[0].settings["http"]
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=PATIENCE) as answer:
        lines = [line for line in answer.read().decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_memory_and_snapshots_are_reported(cluster):
    """loaded_accounts is a limit for the node, whatever the number of its partitions."""
    async def fill():
        async with await Tally.connect(cluster.servers.urls[0]) as tally:
            for number in range(60):
                position = await tally.publish(f"account{number}", [ADD])
                await tally.query("get", f"account{number}", at_least=position, seconds=PATIENCE)

        def has_snapshots():
            found = metrics(cluster)
            return all(f'tally_snapshot_age_seconds{{partition="{p}"}}' in found for p in range(PARTITIONS))

        await cluster.until(has_snapshots, "each partition has snapshots")

    cluster.loop.run_until_complete(fill())
    found = metrics(cluster)
    loaded = [found[f'tally_loaded_accounts{{partition="{p}"}}'] for p in range(PARTITIONS)]
    assert all(1 <= each <= 8 // PARTITIONS for each in loaded), loaded
    assert found["process_resident_memory_bytes"] > 1_000_000
    assert sum(found[f'tally_loaded_bytes{{partition="{p}"}}'] for p in range(PARTITIONS)) > 0
    head, *rows = tell(cluster, "status").stdout.splitlines()
    assert head.split()[-2:] == ["LOADED", "SNAPSHOT_SECONDS"]
    for row in rows[:PARTITIONS]:
        number, owner, *_, loads, age = row.split()
        assert owner == "n1" and int(loads) <= 8 // PARTITIONS and int(age) >= 0, row
    assert rows[PARTITIONS + 1].split() == ["NODE", "HOLDS", "LOADED", "MEMORY_MB"]
    name, holds, loads, memory = rows[PARTITIONS + 2].split()
    assert (name, holds) == ("n1", str(PARTITIONS)) and int(loads) <= 8 and int(memory) > 0
