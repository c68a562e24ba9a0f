"""Publishers that never stop, and an oracle that knows only what they were acknowledged.

It compares the sums of all accounts in the end. While faults run it holds each answer against what answers promise, and
notes how long clients wait for theirs."""

import asyncio
import collections
import itertools
import json
import statistics
import time

import nats
from nodes import connect
from servers import PATIENCE
from tally_cluster import QueryFailed, Tally, flush

PATHS = ("chat.ann", "chat.bo", "mail", "promo")
POLL_SECONDS, ANSWER_SECONDS = 0.1, 20
QUERY_SECONDS = 0.05  # Between two queries of a reader.


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
            badge = await tally.query("get", account, at_least=position, path=path, seconds=PATIENCE)
        except TimeoutError as error:
            self.wrong.append(f"read of {account} {path} at {position}: {error}")
            return
        self.reads += 1
        if not least <= badge["count"] <= self.attempted[account, path]:
            self.wrong.append(f"{account} {path} at {position} is {badge['count']}, not from {least} to "
                              f"{self.attempted[account, path]}")

    async def compare(self, tally, partitions=None, who="the owner", seconds=PATIENCE):
        """Compares each account, or those of some partitions, with what was acknowledged; all publishers have ended.
        Returns the state of paths."""
        states = {}
        for account in self.accounts:
            if partitions is not None and tally.partition(account) not in partitions:
                continue
            wanted = {path: self.acknowledged[account, path] for path in PATHS if self.acknowledged[account, path]}
            if not wanted and not self.messages[account]:
                continue
            at_least = self.positions[tally.partition(account)]
            changes = await everything(tally, "changes", "changes", account, at_least, seconds)
            epoch = tally.epochs[tally.partition(account)]
            states[account] = {plain(each["path"]): {**each, "epoch": epoch} for each in changes}
            found = {path: states[account].get(path, {}).get("count", 0) for path in wanted}
            if found != wanted:
                self.wrong.append(f"{account} of partition {tally.partition(account)} by {who}: {found}, not {wanted}")
            messages = await everything(tally, "messages", "messages", account, at_least, seconds, path="inbox")
            ids = [message["id"] for message in messages]
            if sorted(ids) != sorted(self.messages[account]):
                self.wrong.append(f"messages of {account} by {who}: {len(ids)}, not {len(self.messages[account])}")
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
        # By partition: (sent, received, epoch, position, node, sent by the clock of the day, which servers have).
        self.answers = collections.defaultdict(list)
        self.events = collections.defaultdict(dict)  # By account and path: the event of each epoch and revision.
        self.failures = []

    async def ask(self, url, stop):
        """Asks through one server, so that also a node that is cut off with it may answer. It does not wait for one
        answer before it asks again: a node that stands still may answer much later."""
        connection, waiting = await connect([url], connect_timeout=PATIENCE), set()
        try:
            while not stop.is_set():
                for partition in range(self.cluster.partitions):
                    task = asyncio.create_task(self.ask_once(connection, partition))
                    waiting.add(task)
                    task.add_done_callback(waiting.discard)
                await asyncio.sleep(POLL_SECONDS)
            if waiting:
                await asyncio.wait(waiting, timeout=1)
        finally:
            for task in waiting:
                task.cancel()
            await connection.close()

    async def ask_once(self, connection, partition):
        sent, day = time.monotonic(), time.time()
        answer = await self.cluster.ask(partition, connection=connection, seconds=ANSWER_SECONDS)
        if answer is not None:
            self.answers[partition].append(
                (sent, time.monotonic(), answer["epoch"], answer["position"], answer["node"], day))

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
        streams, count = self.cluster.streams, 0
        for partition, answers in self.answers.items():
            entries = await take_overs(streams, partition)
            count += len(entries)
            for *_, epoch, _, node, sent in answers:
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
        message = await subscription.next_msg(PATIENCE)
        place = message.metadata.sequence.stream
        if message.headers and "Tally-Epoch" in message.headers:
            result.append((message.metadata.timestamp.timestamp(), int(message.headers["Tally-Epoch"])))
    await subscription.unsubscribe()
    return result


class Readers:
    """Clients that query at a steady pace, whether the former query has its answer or not, and how long each took, with
    all its attempts."""

    def __init__(self, accounts):
        self.accounts, self.waiting = itertools.cycle(accounts), set()
        self.seconds, self.failures = [], []

    async def ask(self, tally, stop):
        while not stop.is_set():
            task = asyncio.create_task(self.ask_once(tally, next(self.accounts)))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)
            await asyncio.sleep(QUERY_SECONDS)

    async def ask_once(self, tally, account):
        sent = time.monotonic()
        try:
            await tally.query("get", account, seconds=PATIENCE)
        except QueryFailed as error:  # The owner has answered.
            if error.status != "TALLY_ERROR_NOT_FOUND":
                self.failures.append(f"query of {account}: {error}")
        except TimeoutError as error:
            return self.failures.append(f"query of {account}: {error}")
        self.seconds.append(time.monotonic() - sent)

    async def spread(self, begin=0):
        """In words, how long queries took since `seconds` had `begin` elements. Those in progress end first."""
        if waiting := set(self.waiting):
            await asyncio.wait(waiting, timeout=PATIENCE)
        taken = sorted(self.seconds[begin:])
        if len(taken) < 2:
            return "no queries"
        last = statistics.quantiles(taken, n=100, method="inclusive")[98]
        return (f"{len(taken)} queries: median {statistics.median(taken) * 1000:.1f} ms, 99 of 100 within "
                f"{last * 1000:.0f} ms, longest {taken[-1] * 1000:.0f} ms")


class Run:
    """Publishers, readers and a watcher around faults: `async with Run(...)` compares everything at its end."""

    def __init__(self, cluster, chance, accounts=100, publishers=8):
        self.cluster, self.oracle, self.watcher = cluster, Oracle(chance, accounts), Watcher(cluster)
        self.readers = Readers(self.oracle.accounts)
        self.publishers, self.stop, self.tasks = publishers, asyncio.Event(), []

    async def __aenter__(self):
        urls = self.cluster.servers.urls
        await self.cluster.connection.subscribe("tally.changed.>", cb=self.watcher.receive)
        await flush(self.cluster.connection)
        self.tallies = [Tally(await connect(urls[number:] + urls[:number]), self.cluster.partitions)
                        for number in range(len(urls))]
        for number in range(self.publishers):
            tally = self.tallies[number % len(self.tallies)]
            self.tasks.append(asyncio.create_task(self.oracle.publish(tally, self.stop)))
        for tally in self.tallies:
            self.tasks.append(asyncio.create_task(self.readers.ask(tally, self.stop)))
        for url in urls:
            self.tasks.append(asyncio.create_task(self.watcher.ask(url, self.stop)))
        return self

    async def progress(self, batches=100):
        """Waits until publishers were acknowledged as many more batches."""
        wanted, until = self.oracle.batches + batches, time.monotonic() + PATIENCE
        while self.oracle.batches < wanted:
            self.cluster.check_alive()
            for task in self.tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < until, f"{wanted - self.oracle.batches} batches are missing\n{self.cluster.logs()}"
            await asyncio.sleep(0.02)

    async def __aexit__(self, kind, *_):
        self.stop.set()
        done, pending = await asyncio.wait(self.tasks, timeout=PATIENCE if kind is None else 1)
        for task in pending:
            task.cancel()
        try:
            if kind is None:
                assert not pending, f"{len(pending)} publishers are not acknowledged within {PATIENCE} s"
                for task in done:
                    task.result()
                await self.check()
        finally:
            for task in self.readers.waiting:
                task.cancel()
            for tally in self.tallies:
                await tally.connection.close()

    async def compare_files(self):
        """Compares what each node has: a file that lacks something shows it only when its node owns the partition. So
        each node answers alone, for the partitions that it holds."""
        held = await self.cluster.until(self.cluster.copies, "each partition has an owner and a standby")
        self.cluster.down.extend(self.cluster.nodes)
        for node in self.cluster.nodes:
            node.kill()
        for name, partitions in held.items():
            node, tally = self.cluster.node(name), Tally(await connect(self.cluster.servers.urls), self.cluster.partitions)
            node.start(ownership="sole")
            try:
                await self.oracle.compare(tally, partitions, name)
            except TimeoutError as error:
                self.oracle.wrong.append(f"{name} alone, of {partitions}: {error}")
            finally:
                node.kill()
                await tally.connection.close()

    async def check(self):
        spread = await self.readers.spread()
        states = await self.oracle.compare(self.tallies[0])
        await flush(self.cluster.connection)
        self.watcher.check_order()
        count = await self.watcher.check_epochs()
        self.watcher.check_events(states)
        await self.compare_files()
        wrong = self.oracle.wrong + self.watcher.failures + self.readers.failures
        answers = sum(map(len, self.watcher.answers.values()))
        print(f"{self.oracle.batches} batches, {self.oracle.reads} reads of own writes, {answers} answers, "
              f"{len(self.watcher.events)} paths with events, {count} take-overs; {spread}; wrong: {len(wrong)}")
        assert not wrong, "\n".join(wrong[:20])
        assert answers and self.watcher.events and self.oracle.batches
