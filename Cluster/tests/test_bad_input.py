"""Input that a node must reject, and say so: one server, one node."""

import asyncio
import contextlib
import json
import signal

import nats
import pytest
from nodes import Cluster, Node
from servers import PATIENCE, end
from stand_in import add_stream
from tally_cluster import QueryFailed, Tally, account_hash

PARTITIONS = 4
ADD = {"op": "add", "path": "chat", "n": 1}
ANN = account_hash("ann", PARTITIONS)
ELSEWHERE = next(name for name in map(str, range(99)) if account_hash(name, PARTITIONS) != ANN)


def batch(account="ann", **members):
    return json.dumps({"account": account, "ops": [ADD], **members}).encode()


# Published into ann's partition, the status of the dead letter, and a word of its reason.
REJECTED = {
    "no JSON": (b"{\"account\": ", "JSON"),
    "no object": (b"[1, 2]", ""),
    "nothing": (b"", ""),
    "not UTF-8": (b"\xff\xfe{}", ""),
    "another version": (batch(v=2), "v"),
    "no account": (json.dumps({"ops": [ADD]}).encode(), "account"),
    "an account of 256 bytes": (batch("x" * 256), "account"),
    "an account of another partition": (batch(ELSEWHERE), "partition"),
    "no operations": (batch(ops=[]), "ops"),
    "10,001 operations": (batch(ops=[ADD] * 10001), "ops"),
    "an unknown operation": (batch(ops=[{"op": "fly", "path": "chat"}]), "fly"),
    "an operation after one that is right": (batch(ops=[ADD, {"op": "add", "path": "", "n": "many"}]), ""),
    "a path that is none": (batch(ops=[{"op": "add", "path": "a..b", "n": 1}]), "path"),
    "a count beyond all limits": (batch(ops=[{"op": "set", "path": "chat", "n": 1 << 60}]), ""),
    "an id of 256 bytes": (batch(id="x" * 256), "id"),
    "8 MB": (batch(ops=[{"op": "post", "path": "in", "id": "m", "title": "x" * (8 << 20)}]), ""),
    "deep": (b"[" * 100_000, ""),
}


@contextlib.asynccontextmanager
async def one_node(folder, **settings):
    """A cluster of one, which needs no leases, and a client."""
    settings = {"ownership": "sole", **settings}
    async with Cluster(folder, servers=1, nodes=1, partitions=PARTITIONS, standbys=0, **settings) as cluster:
        async with await Tally.connect(cluster.servers.urls[0]) as tally:
            yield cluster, tally


async def dead_letters(cluster, count):
    """All dead letters, in their order, as soon as there are as many."""
    streams, last = cluster.streams, 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while last < count:
                await asyncio.sleep(0.05)
                last = (await streams.stream_info("TALLY_DEAD")).state.last_seq
    return [await streams.get_msg("TALLY_DEAD", number + 1) for number in range(last)]


def test_what_cannot_be_applied_becomes_a_dead_letter(tmp_path):
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            log, positions = cluster.streams, {}
            for name, (body, _) in REJECTED.items():
                positions[name] = (await log.publish(f"tally.log.{ANN}", body)).seq
            position = await tally.publish("ann", [ADD])
            badge = await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            assert badge["count"] == 1
            letters = {int(letter.headers["Tally-Position"]): letter for letter in await dead_letters(cluster, len(REJECTED))}
            assert sorted(letters) == sorted(positions.values()), "each is a dead letter once, and nothing else is"
            for name, (body, word) in REJECTED.items():
                letter = letters[positions[name]]
                assert letter.subject == f"tally.dead.{ANN}"
                assert letter.headers["Tally-Status"].startswith("TALLY_ERROR_"), name
                assert word in letter.headers["Tally-Reason"], name
                assert (letter.data or b"") == body, name
            # A node that starts again does not report them again, and has the same state.
            node = cluster.nodes[0]
            cluster.down.append(node)
            node.kill()
            node.start()
            cluster.down.clear()
            position = await tally.publish("ann", [ADD])
            assert (await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE))["count"] == 2
            assert len(await dead_letters(cluster, len(REJECTED))) == len(REJECTED)

    asyncio.run(run())


def test_take_overs_that_are_none(tmp_path):
    async def run():
        # A lease that does not end, also if the node stands still for a while: another one would have another epoch.
        async with one_node(tmp_path, ownership="leases", lease=PATIENCE) as (cluster, tally):
            log = cluster.streams
            position = await tally.publish("ann", [ADD])
            before = await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            epoch = tally.epochs[ANN]
            for header, body in (("-1", b"{}"), ("many", b"{}"), ("0", b'{"epoch": 0, "node": "x"}'),
                                 (str(epoch), b"[]"), ("1" * 40, b"{}")):
                await log.publish(f"tally.log.{ANN}", body, headers={"Tally-Epoch": header})
            position = await tally.publish("ann", [ADD])
            after = await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            assert (before["count"], after["count"]) == (1, 2)
            assert tally.epochs[ANN] == epoch

    asyncio.run(run())


def test_a_take_over_with_an_epoch_that_leaves_no_room(tmp_path):
    """A claim that no later owner could exceed counts for nothing, and nothing is lost with it: neither for the owner,
    nor for one that comes later, nor for a file that is made of the log."""
    async def run():
        async with one_node(tmp_path, ownership="leases", lease=PATIENCE) as (cluster, tally):
            log, node = cluster.streams, cluster.nodes[0]

            async def count():
                position = await tally.publish("ann", [ADD])
                badge = await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
                return badge["count"]

            assert await count() == 1
            epoch, positions = tally.epochs[ANN], []
            for claim in (1 << 40, 1 << 52, (1 << 53) - 1, 1 << 53, (1 << 63) - 1):
                body = json.dumps({"epoch": claim, "node": "x"}).encode()
                positions.append((await log.publish(f"tally.log.{ANN}", body, headers={"Tally-Epoch": str(claim)})).seq)
            assert await count() == 2
            assert tally.epochs[ANN] == epoch, "the owner stays"
            letters = await dead_letters(cluster, len(positions))
            assert sorted(int(letter.headers["Tally-Position"]) for letter in letters) == positions
            for number in (3, 4):
                assert await asyncio.to_thread(node.stop) == 0
                if number == 4:
                    node.files()[ANN].unlink()
                cluster.down[:] = [node]
                node.start()
                cluster.down.clear()
                await cluster.whole()
                assert await count() == number
                assert epoch < tally.epochs[ANN] < 1 << 40, "an owner that comes later has the next epoch"
                epoch = tally.epochs[ANN]

    asyncio.run(run())


REQUESTS = {
    "no JSON": (b"{", "TALLY_ERROR_"),
    "an array": (b"[]", "TALLY_ERROR_"),
    "no account": (b"{}", "TALLY_ERROR_"),
    "an unknown account": (b'{"account": "ann-who-is-nobody"}', "TALLY_ERROR_"),
    "a position that is none": (b'{"account": "ann", "at_least": -1}', "TALLY_ERROR_"),
    "a position to come": (b'{"account": "ann", "at_least": 999999, "wait": 50}', "TALLY_ERROR_TIMEOUT"),
    "an account of another partition": (json.dumps({"account": ELSEWHERE}).encode(), "TALLY_ERROR_CONFLICT"),
    "100 kB": (b'{"account": "' + b"x" * 100_000 + b'"}', "TALLY_ERROR_"),
}


def test_requests_that_are_wrong_get_an_error(tmp_path):
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            position = await tally.publish("ann", [ADD])
            await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            for verb in ("get", "list", "changes", "explain", "messages", "groups", "plan"):
                for name, (body, status) in REQUESTS.items():
                    reply = await cluster.connection.request(f"tally.q.{ANN}.{verb}", body, timeout=PATIENCE)
                    answer = json.loads(reply.data)
                    assert answer.get("error", {}).get("status", "").startswith(status), f"{verb}, {name}: {answer}"
            assert (await tally.query("get", "ann", path="chat", seconds=PATIENCE))["count"] == 1
            for verb, path in (("get", "a..b"), ("fly", "chat")):
                with pytest.raises(QueryFailed):
                    await tally.query(verb, "ann", path=path, seconds=PATIENCE)

    asyncio.run(run())


def test_responses_go_to_inboxes_alone(tmp_path):
    """A client chooses the reply subject, and the node publishes there with its own permissions. So a client that may only
    send requests could write into buckets and logs, and call JetStream."""
    async def run():
        async with one_node(tmp_path, ownership="leases", lease=PATIENCE) as (cluster, tally):
            position = await tally.publish("ann", [ADD])
            await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            streams, connection, heard = cluster.streams, cluster.connection, []

            async def hear(message):
                heard.append(message.subject)

            for subject in ("tally.changed.forged", "elsewhere", "tally.q.9.get"):
                await connection.subscribe(subject, cb=hear)

            async def state():
                found = {}
                for name in (f"TALLY_{ANN}", "TALLY_DEAD", f"TALLY_SNAP_{ANN}"):
                    info = (await streams.stream_info(name)).state
                    found[name] = info.first_seq, info.last_seq
                for bucket, key in (("TALLY_CLUSTER", "cluster"), ("TALLY_LEASES", "p99")):
                    with contextlib.suppress(nats.js.errors.NotFoundError):
                        message = await streams.get_last_msg(f"KV_{bucket}", f"$KV.{bucket}.{key}")
                        found[bucket] = message.seq, message.data
                return found

            before = await state()
            requests = [f"tally.q.{ANN}.{verb}" for verb in ("get", "total", "fly")]
            requests += [f"tally.backup.{ANN}", f"tally.backup.{ANN}.x", "$SRV.STATS", "$SRV.PING.tally-node"]
            for reply in ("$KV.TALLY_CLUSTER.cluster", "$KV.TALLY_LEASES.p99", f"tally.log.{ANN}", f"tally.dead.{ANN}",
                          f"$JS.API.STREAM.PURGE.TALLY_{ANN}", f"tally.snap.{ANN}.x", "tally.changed.forged",
                          "tally.q.9.get", "elsewhere"):
                for request in requests:
                    for body in (b'{"account": "ann"}', b"{", b'{"account": "ann", "at_least": 99999999, "wait": 1}'):
                        await connection.publish(request, body, reply=reply)
            # The node takes the requests of a subject in their order: after a response to the last one, all are done.
            for request in requests:
                if "fly" in request or request.endswith(".x"):
                    continue
                await connection.request(request, b'{"account": "ann"}', timeout=PATIENCE)
            await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            assert await state() == before
            assert heard == []
            assert "reply subject outside the inboxes" in cluster.nodes[0].said()

    asyncio.run(run())


def test_errors_do_not_name_the_file(tmp_path):
    """Clients do not learn where the node has its files."""
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            await tally.query("get", "ann", at_least=await tally.publish("ann", [ADD]), seconds=PATIENCE)
            for verb in ("get", "list", "changes", "explain", "messages", "groups", "plan"):
                for name, (body, _) in REQUESTS.items():
                    reply = await cluster.connection.request(f"tally.q.{ANN}.{verb}", body, timeout=PATIENCE)
                    assert str(tmp_path) not in reply.data.decode(), f"{verb}, {name}"

    asyncio.run(run())


def test_a_folder_belongs_to_one_node_and_its_user(tmp_path):
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            await tally.query("get", "ann", at_least=await tally.publish("ann", [ADD]), seconds=PATIENCE)
            first = cluster.nodes[0]
            assert first.data.stat().st_mode & 0o777 == 0o700
            modes = {path.name: path.stat().st_mode & 0o777 for path in first.data.iterdir()}
            assert f"p{ANN}.db" in modes and set(modes.values()) == {0o600}, modes
            other = Node("n9", tmp_path / "other", {**first.settings, "node": "n9", "http": ""})
            other.start()
            try:
                assert await asyncio.to_thread(other.process.wait, PATIENCE) != 0
            finally:
                end(other.process, signal.SIGKILL)
            assert str(first.data) in other.said() and f"process {first.process.pid}" in other.said(), other.said()
            assert (await tally.query("get", "ann", path="chat", seconds=PATIENCE))["count"] == 1

    asyncio.run(run())


def test_a_partition_without_an_owner_says_so_immediately(tmp_path):
    async def run():
        async with one_node(tmp_path) as (cluster, _):
            with pytest.raises(nats.errors.NoRespondersError):
                await cluster.connection.request(f"tally.q.{PARTITIONS}.get", b"{}", timeout=PATIENCE)
            cluster.down.append(cluster.nodes[0])
            await asyncio.to_thread(cluster.nodes[0].stop)

            async def nobody_responds():
                try:
                    await cluster.connection.request("tally.q.0.get", b"{}", timeout=1)
                except nats.errors.NoRespondersError:
                    return True

            # The server may notice a little later than this test that the node has ended.
            await cluster.until(nobody_responds, "nobody responds")

    asyncio.run(run())


def test_a_node_with_another_number_of_partitions_refuses_to_start(tmp_path):
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            settings = {**cluster.nodes[0].settings, "partitions": PARTITIONS + 1, "http": ""}
            del settings["node"], settings["folder"]
            other = Node("other", tmp_path / "other", settings)
            other.start()
            try:
                assert await asyncio.to_thread(other.process.wait, PATIENCE) != 0
            finally:
                end(other.process, signal.SIGKILL)
            said = other.said()
            for word in ("partitions", "other", cluster.nodes[0].name, str(PARTITIONS), str(PARTITIONS + 1)):
                assert word in said, said
            await tally.publish("ann", [ADD])

    asyncio.run(run())


def test_a_log_that_went_back_is_noticed(tmp_path):
    """The stream was made again: its positions begin at 1, where the file has batches of another log. A node that went on
    would skip what is published, so it says what is wrong, and does not answer as if all were well."""
    async def run():
        async with one_node(tmp_path) as (cluster, tally):
            for _ in range(20):
                position = await tally.publish("ann", [ADD])
            await tally.query("get", "ann", at_least=position, seconds=PATIENCE)
            streams = cluster.streams
            configuration = (await streams.stream_info(f"TALLY_{ANN}")).config
            await streams.delete_stream(f"TALLY_{ANN}")
            await add_stream(streams, configuration)
            await tally.publish("ann", [ADD])
            await cluster.until(lambda: f"TALLY_{ANN}" in problems(cluster.nodes[0]), "the node reports the log")

    asyncio.run(run())


def problems(node):
    """The lines of a node's log that report errors."""
    return "\n".join(line for line in node.said().splitlines() if " error " in line.lower())


@pytest.mark.parametrize("name, value", [
    ("partitions", "0"), ("partitions", "many"), ("partitions", "4294967296"), ("replicas", "9"), ("lease_seconds", "0"),
    ("node", ""), ("node", "a.b"), ("servers", "127.0.0.1"), ("servers", ""), ("folder", "/dev/null/folder"),
    ("http", "nowhere"), ("prefix", "a b"), ("standbys", "-1"), ("no_such_setting", "1"),
])
def test_a_wrong_value_is_named(tmp_path, server, name, value):
    node = Node("n1", tmp_path, {"servers": server.urls[0], "replicas": 1, "http": "", name: value})
    node.start()
    try:
        assert node.process.wait(PATIENCE) != 0
    finally:
        end(node.process, signal.SIGKILL)
    assert name in node.said().lower(), node.said()
