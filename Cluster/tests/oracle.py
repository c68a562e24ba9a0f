"""Publishers that never stop, and an oracle that knows only what they were acknowledged.

It compares the sums of all accounts in the end. While faults run it holds each answer against what answers promise."""

import asyncio
import collections
import itertools
import json
import time

import nats
from nodes import connect
from tally_cluster import Tally

PATHS = ("chat.ann", "chat.bo", "mail", "promo")
POLL_SECONDS, ANSWER_SECONDS = 0.1, 20


class Oracle:
    """The sums that were attempted and acknowledged, by account and path, and the messages that were posted."""

    def __init__(self, chance, accounts):
        self.chance = chance
        self.accounts = [f"a.{number}" for number in range(accounts)]
        self.attempted, self.acknowledged = collections.Counter(), collections.Counter()
        self.messages = collections.defaultdict(set)
        self.positions = collections.Counter()  # The greatest acknowledged position of each partition.
        self.batches, self.reads, self.numbers = 0, 0, itertools.count()
        self.wrong = []

    def batch(self):
        """An account and operations, at random."""
        account = self.chance.choice(self.accounts)
        if self.chance.random() < 0.05:
            message = f"m{next(self.numbers)}"
            self.messages[account].add(message)
            return account, [{"op": "post", "path": "inbox", "id": message, "title": "A message"}]
        return account, [{"op": "add", "path": self.chance.choice(PATHS), "n": self.chance.randint(1, 5)}
                         for _ in range(self.chance.choice((1, 1, 1, 4)))]

    async def publish(self, tally, stop):
        """One publisher. A batch of which it does not know the fate is published until it is acknowledged."""
        while not stop.is_set():
            account, ops = self.batch()
            adds = [(account, op["path"], op["n"]) for op in ops if op["op"] == "add"]
            for account, path, n in adds:
                self.attempted[account, path] += n
            id = f"b{next(self.numbers)}"
            position = await tally.publish(account, ops, id)
            for account, path, n in adds:
                self.acknowledged[account, path] += n
            self.batches += 1
            partition = tally.partition(account)
            self.positions[partition] = max(self.positions[partition], position)
            if self.chance.random() < 0.05:
                await self.publish_copy(tally, account, ops, id)
            if adds and self.chance.random() < 0.05:
                await self.read(tally, *adds[0][:2])

    async def publish_copy(self, tally, account, ops, id):
        """The same batch again, as a sender does that has lost its memory: the server knows no id of it, the node does."""
        partition = tally.partition(account)
        body = json.dumps({"account": account, "id": id, "ops": ops}).encode()
        try:
            copy = await tally.log.publish(f"tally.log.{partition}", body)
            self.positions[partition] = max(self.positions[partition], copy.seq)
        except (nats.errors.Error, OSError):
            pass  # It may have arrived: that must make no difference.

    async def read(self, tally, account, path):
        """A publisher reads all that was acknowledged before, and nothing that was never written."""
        least, position = self.acknowledged[account, path], self.positions[tally.partition(account)]
        try:
            badge = await tally.query("get", account, at_least=position, path=path, seconds=60)
        except TimeoutError as error:
            self.wrong.append(f"read of {account} {path} at {position}: {error}")
            return
        self.reads += 1
        if not least <= badge["count"] <= self.attempted[account, path]:
            self.wrong.append(f"{account} {path} at {position} is {badge['count']}, not from {least} to "
                              f"{self.attempted[account, path]}")

    async def compare(self, tally, seconds=120):
        """Compares each account with what was acknowledged; all publishers have ended. Returns the state of paths."""
        states = {}
        for account in self.accounts:
            wanted = {path: self.acknowledged[account, path] for path in PATHS if self.acknowledged[account, path]}
            if not wanted and not self.messages[account]:
                continue
            at_least = self.positions[tally.partition(account)]
            changes = await everything(tally, "changes", "changes", account, at_least, seconds)
            epoch = tally.epochs[tally.partition(account)]
            states[account] = {plain(each["path"]): {**each, "epoch": epoch} for each in changes}
            found = {path: states[account].get(path, {}).get("count", 0) for path in wanted}
            if found != wanted:
                self.wrong.append(f"{account} of partition {tally.partition(account)}: {found}, not {wanted}")
            messages = await everything(tally, "messages", "messages", account, at_least, seconds, path="inbox")
            ids = [message["id"] for message in messages]
            if sorted(ids) != sorted(self.messages[account]):
                self.wrong.append(f"messages of {account}: {len(ids)}, not {len(self.messages[account])}")
        return states


async def everything(tally, verb, name, account, at_least, seconds, **members):
    """All of a list that may come in parts."""
    result, place = [], {}
    while True:
        part = await tally.query(verb, account, at_least=at_least, seconds=seconds, **members, **place)
        result += part[name]
        if part.get("next") is not None:
            place = {"after": part["next"]}
        elif part.get("more"):
            place = {"since": part["revision"]}
        else:
            return result


def plain(path):
    """Without the root, which may be written or left out."""
    return path.removeprefix("root.")


class Watcher:
    """Asks all partitions all the time, through each server, and writes down what comes back and when."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.answers = collections.defaultdict(list)  # By partition: (sent, received, epoch, position, node).
        self.events = collections.defaultdict(dict)  # By account and path: the event of each epoch and revision.
        self.failures = []

    async def ask(self, url, stop):
        """Asks through one server, so that also a node that is cut off with it may answer. It does not wait for one
        answer before it asks again: a node that stands still may answer much later."""
        connection, waiting = await connect([url], connect_timeout=30), set()
        try:
            while not stop.is_set():
                for partition in range(self.cluster.partitions):
                    task = asyncio.create_task(self.ask_once(connection, partition))
                    waiting.add(task)
                    task.add_done_callback(waiting.discard)
                await asyncio.sleep(POLL_SECONDS)
            await asyncio.gather(*(asyncio.wait_for(task, 1) for task in waiting), return_exceptions=True)
        finally:
            for task in waiting:
                task.cancel()
            await connection.close()

    async def ask_once(self, connection, partition):
        sent = time.time()
        answer = await self.cluster.ask(partition, connection=connection, seconds=ANSWER_SECONDS)
        if answer is not None:
            self.answers[partition].append((sent, time.time(), answer["epoch"], answer["position"], answer["node"]))

    async def receive(self, message):
        changed = json.loads(message.data)
        for each in changed["changes"]:
            self.events[changed["account"], plain(each["path"])][changed["epoch"], each["revision"]] = each

    def check_order(self):
        """A request that was sent after an answer had come sees at least its epoch and its position."""
        for partition, answers in self.answers.items():
            received = sorted(answers, key=lambda answer: answer[1])
            epoch = position = place = 0
            for answer in sorted(answers):
                while received[place][1] < answer[0]:
                    epoch, position = max(epoch, received[place][2]), max(position, received[place][3])
                    place += 1
                if answer[2] < epoch or answer[3] < position:
                    self.failures.append(f"partition {partition}: {answer} after epoch {epoch}, position {position}")

    async def check_epochs(self):
        """No request that was sent after a take-over had been stored has an answer of a former owner."""
        streams, count = self.cluster.connection.jetstream(), 0
        for partition, answers in self.answers.items():
            entries = await take_overs(streams, partition)
            count += len(entries)
            for sent, _, epoch, _, node in answers:
                over = [stored for stored, greater in entries if greater > epoch]
                if over and sent > min(over):
                    self.failures.append(f"partition {partition}: {node} answered with epoch {epoch} to a request "
                                         f"{sent - min(over):.3f} s after its end")
        return count

    def check_events(self, states):
        """The latest event of a path says what is there. Revisions are counted by each owner for itself."""
        for (account, path), events in self.events.items():
            state = states.get(account, {}).get(path)
            place, event = max(events.items(), key=lambda item: item[0])
            if state is None:
                continue
            now = (state["epoch"], state["revision"])
            if place > now or place == now and event["count"] != state["count"]:
                self.failures.append(f"event of {account} {path} at {place}: {event}, but at {now} there is {state}")


async def take_overs(streams, partition):
    """When each take-over was stored, and its epoch."""
    subscription = await streams.subscribe(f"tally.log.{partition}", ordered_consumer=True, headers_only=True)
    last = (await streams.stream_info(f"TALLY_{partition}")).state.last_seq
    result, place = [], 0
    while place < last:
        message = await subscription.next_msg(10)
        place = message.metadata.sequence.stream
        if message.headers and "Tally-Epoch" in message.headers:
            result.append((message.metadata.timestamp.timestamp(), int(message.headers["Tally-Epoch"])))
    await subscription.unsubscribe()
    return result


class Run:
    """Publishers and a watcher around faults: `async with Run(...)` compares everything at its end."""

    def __init__(self, cluster, chance, accounts=100, publishers=8):
        self.cluster, self.oracle, self.watcher = cluster, Oracle(chance, accounts), Watcher(cluster)
        self.publishers, self.stop, self.tasks = publishers, asyncio.Event(), []

    async def __aenter__(self):
        urls = self.cluster.servers.urls
        await self.cluster.connection.subscribe("tally.changed.>", cb=self.watcher.receive)
        self.tallies = [Tally(await connect(urls[number:] + urls[:number]), self.cluster.partitions)
                        for number in range(len(urls))]
        for number in range(self.publishers):
            tally = self.tallies[number % len(self.tallies)]
            self.tasks.append(asyncio.create_task(self.oracle.publish(tally, self.stop)))
        for url in urls:
            self.tasks.append(asyncio.create_task(self.watcher.ask(url, self.stop)))
        return self

    async def progress(self, batches=100, seconds=60):
        """Waits until publishers were acknowledged as many more batches."""
        wanted, until = self.oracle.batches + batches, time.monotonic() + seconds
        while self.oracle.batches < wanted:
            self.cluster.check_alive()
            for task in self.tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < until, f"{wanted - self.oracle.batches} batches are missing\n{self.cluster.logs()}"
            await asyncio.sleep(0.02)

    async def __aexit__(self, kind, *_):
        self.stop.set()
        done, pending = await asyncio.wait(self.tasks, timeout=90)
        for task in pending:
            task.cancel()
        try:
            if kind is None:
                assert not pending, f"{len(pending)} publishers are not acknowledged within 90 s"
                for task in done:
                    task.result()
                await self.check()
        finally:
            for tally in self.tallies:
                await tally.connection.close()

    async def check(self):
        states = await self.oracle.compare(self.tallies[0])
        await self.cluster.connection.flush()
        self.watcher.check_order()
        count = await self.watcher.check_epochs()
        self.watcher.check_events(states)
        wrong = self.oracle.wrong + self.watcher.failures
        answers = sum(map(len, self.watcher.answers.values()))
        print(f"{self.oracle.batches} batches, {self.oracle.reads} reads of own writes, {answers} answers, "
              f"{len(self.watcher.events)} paths with events, {count} take-overs; wrong: {len(wrong)}")
        assert not wrong, "\n".join(wrong[:20])
        assert answers and self.watcher.events and self.oracle.batches
