"""A message read on one device is read on others: the library, the example server, and processes that are killed."""

import json
import os
import pathlib
import random
import subprocess
import sys
import time

import pytest

from test_feed_server import HANG_SECONDS, Client, feed_server, serve

HERE = pathlib.Path(__file__).resolve()
LIBRARY = HERE.parents[2] / "build" / "libtally.so.0"
IS_LONG = os.environ.get("TALLY_SOAK") == "1"

assert LIBRARY.exists(), f"{LIBRARY} is missing: make lib"


class Device:
    """A process with a file of its own."""

    def __init__(self, file, url):
        self.command = [sys.executable, str(HERE.with_name("device.py")), str(LIBRARY), str(file), url]
        self.process = None

    def start(self):
        if self.process is None:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
            assert self.process.stdout.readline() == "ready\n"

    def kill(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def send(self, *command):
        self.start()
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def do(self, *command):
        self.send(*command)
        return json.loads(self.process.stdout.readline())

    def settle(self):
        """Sends everything in the outbox."""
        end = time.monotonic() + HANG_SECONDS
        while time.monotonic() < end:
            if self.do("unsent") == 0:
                return
            time.sleep(0.01)
            self.do("sync")
        raise AssertionError("the outbox is not sent")


def is_read(item, marks):
    """Whether an item is read, according to the marks by path."""
    reaching = [
        mark for path, body in marks.items() if feed_server.is_within(item["path"], path)
        for mark in feed_server.marks_of(body)
    ]
    return feed_server.is_read(feed_server.register_of(item), reaching, item["seq"])


def is_seen(item, marks):
    """Whether an item was seen, according to the marks by path."""
    reaching = [
        mark for path, body in marks.items() if feed_server.is_within(item["path"], path)
        for mark in feed_server.marks_of(body)
    ]
    return feed_server.is_seen(item, reaching)


class Story:
    """A server, and two devices of one account."""

    def __init__(self, directory):
        self.server, self.thread = serve(feed_server.Store())
        self.client = Client(self.server.server_port)
        self.devices = [Device(directory / f"device{number}.db", self.server.url) for number in range(2)]

    def end(self):
        for device in self.devices:
            device.kill()
        self.client.connection.close()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def truth(self):
        """Returns what is unread, and what is not seen, for a client that polls for the first time."""
        items, marks, cursor = {}, {}, None
        while True:
            page = self.client.feed(cursor, 100)
            items.update({item["id"]: item for item in page["items"]})
            marks.update(page.get("marks", {}))
            cursor = page["cursor"]
            if not page["more"]:
                return [sorted(identifier for identifier, item in items.items() if not is_shown(item, marks))
                        for is_shown in (is_read, is_seen)]

    def promotions(self):
        """[kind, count] of the badges that the server shows to a client that polls for the first time."""
        badges = self.client.feed().get("badges", {})
        shown = []
        for path in PROMOTIONS:
            badge = badges.get(path)
            if badge is None or int(badge["rev"]) <= int(badge.get("dismissed", 0)):
                shown.append([0, 0])
            else:
                shown.append([3, badge["count"]] if "count" in badge else [1, 0])
        return shown

    def check(self):
        """In the end all devices have what the server has, in whatever order they sync."""
        for device in self.devices:
            device.settle()
        lists = []
        for device in self.devices:
            device.do("sync")
            lists.append([device.do("list"), device.do("list_unseen")])
        truth = self.truth()
        assert lists == [truth, truth]
        return truth[0]


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path)
    yield story
    story.end()


def test_a_read_reaches_the_other_device(story):
    one, two = story.devices
    story.client.post(*({"path": "inbox", "id": str(number)} for number in range(1, 6)))
    one.do("sync")
    two.do("sync")
    one.do("read", "2")
    one.do("read_path", "inbox", "3")
    one.do("unread", "1")
    one.settle()
    two.do("sync")
    assert two.do("list") == ["1", "4", "5"]
    two.do("read_path", "root", None)
    two.settle()
    one.do("sync")
    assert one.do("list") == []
    assert story.check() == []


def test_a_bell_that_is_opened_clears_on_the_other_device(story):
    """Both show what was not seen. Opening the bell clears its path, and reads nothing."""
    one, two = story.devices
    story.client.post(*({"path": "bell", "id": str(number)} for number in range(1, 4)), {"path": "other", "id": "4"})
    one.do("sync")
    two.do("sync")
    assert one.do("list_unseen") == two.do("list_unseen") == ["1", "2", "3", "4"]
    one.do("clear", "bell")
    one.settle()
    two.do("sync")
    assert two.do("list_unseen") == ["4"]
    assert two.do("list") == ["1", "2", "3", "4"]
    # A device that begins later, and one that was killed, have not seen it less.
    two.kill()
    two.do("see", "4")
    two.settle()
    one.kill()
    one.do("sync")
    assert one.do("list_unseen") == []
    (item,) = story.client.post({"path": "bell"})
    assert story.check() == ["1", "2", "3", "4", item["id"]]
    assert one.do("list_unseen") == [item["id"]]


def test_both_at_once(story):
    """One reads what the other one makes unread: reading wins, in whichever order they come."""
    one, two = story.devices
    for first, second in ((one, two), (two, one)):
        (item,) = story.client.post({"path": "inbox"})
        identifier = item["id"]
        for device in (first, second):
            device.do("sync")
        second.kill()
        first.do("read", identifier)
        first.settle()
        first.do("unread", identifier)
        first.settle()
        second.do("sync")
        # Based on the same revision.
        assert second.do("list") == [identifier]
        second.do("read", identifier)
        second.settle()
        first.do("sync")
        assert story.check() == []


PATHS = ["inbox", "inbox.a", "b", "root"]
PROMOTIONS = ["promo", "sale"]


def later(seconds):
    """A timestamp of the header."""
    return int(time.time() + seconds) * 1000


def test_choices_follow(story):
    """A mute, a path that is marked as unread, and snoozes hold on the other device, and so does their end."""
    one, two = story.devices
    story.client.post(*({"path": "chat.bo", "id": str(number)} for number in range(1, 4)))
    for device in story.devices:
        device.do("sync")
    end = later(3600)
    one.do("mute", "chat", 6, end)
    one.do("flag", "chat.bo", 1)
    one.do("snooze", "chat.bo", end + 1000)
    one.do("snooze_message", "2", end + 2000)
    one.settle()
    two.do("sync")
    assert two.do("own", "chat") == [6, end, 0, 0]
    assert two.do("own", "chat.bo") == [0, 0, 1, end + 1000]
    assert [two.do("snoozed", str(number)) for number in range(1, 4)] == [0, end + 2000, 0]
    two.do("mute", "chat", 0, 0)
    two.do("read_path", "chat", None)
    two.do("snooze", "chat.bo", 0)
    two.settle()
    one.do("sync")
    assert one.do("own", "chat") == [0, 0, 0, 0]
    assert one.do("own", "chat.bo") == [0, 0, 0, 0]
    assert one.do("snoozed", "2") == 0
    assert story.check() == []


def test_choices_of_both_at_once(story):
    """The device that decides more often wins; otherwise the greater value does."""
    one, two = story.devices
    end = later(3600)
    one.do("snooze", "a", end)
    two.do("snooze", "a", end + 5000)
    two.do("mute", "a", 2, 0)
    one.do("mute", "a", 2, 0)
    one.do("mute", "a", 1, 0)
    one.do("flag", "a", 1)
    two.do("flag", "a", 1)
    two.do("flag", "a", 0)
    for device in (one, two, one, two):
        device.settle()
        device.do("sync")
    assert one.do("own", "a") == two.do("own", "a") == [1, 0, 0, end + 5000]


def test_what_is_dismissed_ends_on_all_devices(story):
    one, two = story.devices
    story.client.ok("PUT", "/badges/promo", {"dot": True, "icon": "new"})
    story.client.ok("PUT", "/badges/sale", {"count": 3})
    for device in (one, two):
        device.do("sync")
        assert device.do("owned", PROMOTIONS) == [[1, 0], [3, 3]]
    one.do("dismiss", "promo")
    one.settle()
    assert story.promotions() == [[0, 0], [3, 3]]
    two.do("sync")
    assert two.do("owned", PROMOTIONS) == [[0, 0], [3, 3]]
    # A snapshot has it as well.
    story.client.ok("POST", "/admin/epoch")
    for device in (one, two):
        device.do("sync")
        assert device.do("owned", PROMOTIONS) == [[0, 0], [3, 3]]
    # A new badge shows again, and a late dismissal of the former one does not concern it.
    two.do("dismiss", "sale")
    story.client.ok("PUT", "/badges/promo", {"count": 5})
    story.client.ok("PUT", "/badges/sale", {"count": 6})
    for device in (two, one):
        device.settle()
        device.do("sync")
        assert device.do("owned", PROMOTIONS) == [[3, 5], [3, 6]]
    story.client.ok("DELETE", "/badges/promo")
    one.do("dismiss", "promo")
    one.settle()
    assert story.promotions() == [[0, 0], [3, 6]]


def test_a_stale_read_of_what_has_changed(story):
    """A message that the user has not seen stays unread, also if he has read its former contents."""
    one, two = story.devices
    story.client.post({"path": "inbox", "id": "1", "title": "old"})
    one.do("sync")
    two.do("sync")
    story.client.post({"id": "1", "title": "new"})
    one.do("read", "1")
    one.settle()
    assert story.check() == ["1"]


def test_the_same_key_counts_once(story):
    story.client.post({"path": "inbox", "id": "1"})
    write = {"v": 1, "feed": "f", "items": [{"id": "1", "rev": "1", "read": True}]}

    def send(value, key, status=200):
        given, answer, _ = story.client.ask("POST", "/outbox", value, {"Idempotency-Key": key})
        assert given == status, answer
        return answer

    (item,) = send(write, "a")["items"]
    assert (item["rev"], item["ver"], item["read"]) == ("1", 1, True)
    story.client.post({"id": "1", "read": False, "title": "again"})
    # Not once more, and the answer is what there is now.
    answer = send(write, "a")["items"][0]
    assert (answer["rev"], answer["ver"], answer["read"]) == ("2", 2, False)
    send({**write, "feed": "g"}, "a", 422)
    assert send({"items": [{"id": "none", "read": True}]}, "b")["gone"] == ["none"]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        {"items": []},
        {"items": 1},
        {"items": [{"id": "1"}]},
        {"items": [{"id": "1", "read": 1}]},
        {"items": [{"id": "1", "read": True, "rev": "x"}]},
        {"items": [{"id": "1", "read": True, "more": 1}]},
        {"items": [{"id": "1", "read": True, "ver": -1}]},
        {"items": [{"id": "1", "read": True, "ver": "1"}]},
        {"items": [{"id": "1", "seen": False}]},
        {"items": [{"id": "1", "seen": True, "deleted": True}]},
        {"marks": {"a": {"seen": "x"}}},
        {"marks": {"a": {"upto": "1", "seen": "1"}}},
        {"marks": {}},
        {"marks": {"a..b": {"upto": "1", "ver": 1}}},
        {"v": 2, "marks": {"a": {"upto": "1", "ver": 1}}},
        {"feed": 1, "marks": {"a": {"upto": "1", "ver": 1}}},
        {"unknown": 1, "marks": {"a": {"upto": "1", "ver": 1}}},
        {"items": [{"id": "1", "read": False, "snooze": -1}]},
        {"settings": []},
        {"settings": [{"path": "a", "ver": 1}]},
        {"settings": [{"path": "a", "flag": 1, "ver": 1}]},
        {"settings": [{"path": "a", "flag": True}]},
        {"settings": [{"path": "a..b", "flag": True, "ver": 1}]},
        {"settings": [{"path": "a", "mute": "some", "ver": 1}]},
        {"settings": [{"path": "a", "flag": True, "until": 1, "ver": 1}]},
        {"settings": [{"path": "a", "snooze": "soon", "ver": 1}]},
        {"badges": {}},
        {"badges": {"a": None}},
        {"badges": {"a": {"dismissed": "x"}}},
        {"badges": {"a": {"dismissed": "1", "count": 2}}},
        {"badges": {"a..b": {"dismissed": "1"}}},
    ],
)
def test_what_cannot_be_sent(story, value):
    status, answer, _ = story.client.ask("POST", "/outbox", value, {"Idempotency-Key": "k"})
    assert status == 400 and answer["error"] == "bad_request"


@pytest.mark.parametrize("key", [None, "", "x" * 256])
def test_a_key_is_needed(story, key):
    headers = {} if key is None else {"Idempotency-Key": key}
    write = {"items": [{"id": "1", "read": True}]}
    assert story.client.ask("POST", "/outbox", write, headers)[0] == 400


STEPS = (
    ["read", "1"],
    ["read_path", "inbox", "3"],
    ["unread", "2"],
    ["read", "4"],
    ["unread", "4"],
    ["read_path", "root", None],
    ["unread", "5"],
    ["sync"],
)


@pytest.mark.parametrize("when", ["before", "after", "during"])
def test_killed_between_every_two_steps(story, when):
    """Whatever was answered is never lost, and is there on the other device in the end."""
    one, two = story.devices
    story.client.post(*({"path": "inbox.a" if number % 2 else "inbox", "id": str(number)} for number in range(1, 8)))
    one.do("sync")
    two.do("sync")
    for number, step in enumerate(STEPS):
        if when == "before":
            one.kill()
        if when == "during":
            one.send(*step)
            time.sleep(0.001 * number)
            one.kill()
            one.do(*step)
        else:
            one.do(*step)
        if when == "after":
            one.kill()
        two.do("sync")
    assert story.check() == ["5"]


@pytest.mark.parametrize("seed", range(200 if IS_LONG else 8))
def test_any_order(story, seed):
    """Two devices, a server that changes things meanwhile, and kills: one result."""
    random_number = random.Random(seed)
    print("seed", seed)
    identifiers = []
    end = later(3600)
    for _ in range(60):
        kind = random_number.choice(["post", "post", "change", "read", "read", "unread", "see", "clear", "read_path", "sync",
                                     "sync", "kill", "mute", "flag", "snooze", "snooze_unread", "badge", "badge", "dismiss"])
        device = random_number.choice(story.devices)
        some = random_number.choice(identifiers) if identifiers else None
        if kind == "post" or some is None:
            (item,) = story.client.post({"path": random_number.choice(["inbox", "inbox.a", "b"])})
            identifiers.append(item["id"])
        elif kind == "change":
            story.client.post({"id": some, "title": str(random_number.random()), "read": False})
        elif kind == "read_path":
            path = random_number.choice(["inbox", "inbox.a", "b", "root"])
            device.do("read_path", path, random_number.choice([some, None]), random_number.choice([0, 1]))
        elif kind == "badge":
            path = "/badges/" + random_number.choice(PROMOTIONS)
            story.client.ok("PUT", path, random_number.choice([{"dot": True}, {"count": len(identifiers)}]))
        elif kind == "dismiss":
            device.do("dismiss", random_number.choice(PROMOTIONS))
        elif kind == "clear":
            device.do("clear", random_number.choice(["inbox", "inbox.a", "b", "root"]), random_number.choice([0, 1]))
        elif kind == "mute":
            device.do("mute", random_number.choice(PATHS), random_number.choice([0, 1, 2, 5, 6]), random_number.choice([0, end]))
        elif kind == "flag":
            device.do("flag", random_number.choice(PATHS), random_number.choice([0, 1]))
        elif kind == "snooze":
            device.do("snooze", random_number.choice(PATHS), random_number.choice([0, end, end + 1000]))
        elif kind == "snooze_unread":
            device.do("snooze_unread", some, random_number.choice([0, end, end + 1000]))
        elif kind == "kill":
            device.send("sync")
            time.sleep(random_number.random() * 0.01)
            device.kill()
        else:
            device.do(*([kind, some] if kind != "sync" else [kind]))
    story.check()
    choices = [[device.do("choices", PATHS), [device.do("own", path) for path in PATHS]] for device in story.devices]
    assert choices[0] == choices[1]
    assert [device.do("owned", PROMOTIONS) for device in story.devices] == [story.promotions()] * 2
