"""Any number of devices, any order, any repetition, lost and late responses: all end in one state.

First the example server's own rule, exhaustively; then whole engines with its store, in one process: they lease the rows
of their outboxes and are given the pages, so that each exchange can be lost, repeated, or come after the next ones.
"""

import ctypes
import hashlib
import itertools
import json
import random

import pytest

from device import (AccountOptions, Device, EngineOptions, FEEDING_UNREAD, OUTBOX_LEASED, Rows, Text, feed_options,
                    settings)
from test_feed_server import feed_server
from test_two_devices import IS_LONG, LIBRARY, is_read, is_seen

MORE = 2
ALREADY_APPLIED = 4

# --- The rule --------------------------------------------------------------------------------------------------------

SEQS = ("1", "2")
ACTS = (("item", 0, True), ("item", 0, False), ("item", 1, False), ("snooze", 0, 5), ("path", "1"), ("path", "2"), ("see", 1),
        ("see path", "1"), ("see path", "2"))
# A state: each message's register and whether it says that it was seen; the marks. The first message was read.
START = (((0, True, 0, True), (0, False, 0, False)), ())


def join(one, other):
    items = tuple(
        (*feed_server.join_register(mine[:3], its[:3]), mine[3] or its[3]) for mine, its in zip(one[0], other[0]))
    return items, tuple(feed_server.join_marks(one[1], other[1]))


def act(state, action):
    items, marks = state
    if "path" not in action[0]:
        index, acted = action[1], items[action[1]][:3]
        if action[0] != "see":
            version = feed_server.marks_version(marks, SEQS[index])
            acted = feed_server.act(acted, version, action[2] is True)
        if action[0] == "snooze":
            acted = (*acted[:2], action[2])
        return tuple((*acted, True) if at == index else item for at, item in enumerate(items)), marks
    version = feed_server.SEEN
    if action[0] == "path":
        version = max([version for version, *_ in items] + [version for _, version in marks]) + 1
    return items, tuple(feed_server.join_marks(marks, [(action[1], version)]))


def shown(state):
    """Whether each message is read, whether it was seen, and until when it is snoozed."""
    shows = []
    for (*register, seen), seq in zip(state[0], SEQS):
        is_read = feed_server.is_read(register, state[1], seq)
        is_seen = feed_server.is_seen({"seen": seen, "read": register[1], "seq": seq}, state[1])
        shows.append((is_read, is_seen, 0 if is_read else register[2]))
    return tuple(shows)


class Walk:
    """All interleavings of three devices and a server. `net` has what is in flight: to whom (3: server), and what."""

    def __init__(self):
        self.seen, self.joins = set(), {}

    def join(self, one, other):
        key = (one, other)
        if key not in self.joins:
            self.joins[key] = join(one, other)
        return self.joins[key]

    def deliver(self, devices, server, message):
        to, state = message
        if to == 3:
            return devices, self.join(server, state)
        return tuple(self.join(device, state) if at == to else device for at, device in enumerate(devices)), server

    def check(self, devices, server, net):
        for message in net:
            devices, server = self.deliver(devices, server, message)
        for device in devices:
            server = self.join(server, device)
        ends = {shown(self.join(device, server)) for device in devices} | {shown(server)}
        assert len(ends) == 1, (devices, server, net)

    def go(self, devices, server, net, left):
        key = (devices, server, net, left)
        if key in self.seen:
            return
        self.seen.add(key)
        self.check(devices, server, net)
        if left == 0:
            return
        for at in range(3):
            for action in ACTS:
                acted = tuple(act(device, action) if at == place else device for place, device in enumerate(devices))
                self.go(acted, server, net, left - 1)
            if len(net) < 2:
                self.go(devices, server, net | {(3, devices[at])}, left - 1)
                self.go(devices, server, net | {(at, server)}, left - 1)
        for message in net:
            for rest in (net - {message}, net):
                self.go(*self.deliver(devices, server, message), rest, left - 1)


def test_all_interleavings_end_equal():
    walk = Walk()
    walk.go((START,) * 3, START, frozenset(), 5 if IS_LONG else 4)
    assert len(walk.seen) > 10_000


def test_settings_are_a_join():
    """Any order and any repetition end with the same register of each kind."""
    for kind, values in (
        ("flag", [{"flag": False}, {"flag": True}]),
        ("snooze", [{"snooze": time} for time in (0, 5, 7.5)]),
        ("mute", [{"mute": "none"}, *({"mute": mode, **extras} for mode in ("number", "all") for extras in (
            {}, {"pass": True}, {"until": 5}, {"until": 7, "pass": True}))]),
    ):
        settings = [{**value, "ver": version} for value in values for version in (1, 2)]
        assert len({feed_server.setting_order(kind, one) for one in settings}) == len(settings)
        for one, other in itertools.product(settings, settings):
            joined = feed_server.join_setting(kind, one, other)
            assert joined == feed_server.join_setting(kind, other, one)
            assert joined == feed_server.join_setting(kind, joined, one) == feed_server.join_setting(kind, None, joined)
            for third in settings:
                assert (feed_server.join_setting(kind, joined, third)
                        == feed_server.join_setting(kind, one, feed_server.join_setting(kind, other, third)))


def test_the_rule_is_a_join():
    states = {START}
    for _ in range(3):
        states |= {act(state, action) for state in states for action in ACTS}
    states = sorted(states)[:: 1 if IS_LONG else 5]
    assert len(states) > 10
    for one in states:
        assert join(one, one) == one
        for other in states:
            joined = join(one, other)
            assert joined == join(other, one) and join(joined, other) == joined
            for third in states[::7]:
                assert join(joined, third) == join(one, join(other, third))


# --- Engines ---------------------------------------------------------------------------------------------------------


class Row(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_int64),
        ("feed", ctypes.c_int64),
        ("attempt", ctypes.c_int64),
        ("next_time", ctypes.c_int64),
        ("lease_end", ctypes.c_int64),
        ("kind", ctypes.c_int32),
        ("state", ctypes.c_int32),
        ("key", Text),
        ("entity", Text),
        ("body", Text),
    ]


class Local(Device):
    """A device in this process, which leases its outbox and is given its pages."""

    def __init__(self, store):
        self.tally = ctypes.CDLL(str(LIBRARY))
        self.store, self.cursor = store, None
        self.engine, self.account, self.feed = (ctypes.c_void_p() for _ in range(3))
        self.leased = []  # Rows that were given out: (sequence, attempt, key, body).
        self.late = []  # Responses in flight: (sequence, answer).
        options = EngineOptions(ctypes.sizeof(EngineOptions))
        self.call("tally_engine_open", ctypes.byref(options), ctypes.byref(self.engine))
        account = AccountOptions(ctypes.sizeof(AccountOptions), 0, 0, FEEDING_UNREAD)
        self.call("tally_account_open", self.engine, b"ann", ctypes.byref(account), ctypes.byref(self.account))
        outbox = settings(OUTBOX_LEASED)
        self.call("tally_account_configure", self.account, ctypes.byref(outbox))
        feed = feed_options("http://127.0.0.1:1/feed")
        self.call("tally_feed_add", self.account, b"feed", ctypes.byref(feed), ctypes.byref(self.feed))
        self.call("tally_account_log_in", self.account, None)
        self.pull()

    def close(self):
        self.call("tally_engine_close", self.engine, ctypes.c_int64(-1))

    def lease(self):
        """Takes what is due."""
        rows = Rows(Row, 64, 1 << 16)
        self.call("tally_outbox_lease", self.account, ctypes.c_int64(86_400_000), ctypes.byref(rows),
                  answers=(0, MORE))
        for row in rows:
            self.leased.append((row.id, row.attempt, rows.read(row.key).decode(), rows.read(row.body)))

    def post(self, row):
        """The server takes a row. Answers what it says."""
        writes = feed_server.checked_writes(json.loads(row[3]))
        return feed_server.encode_json(self.store.take(row[2], hashlib.sha256(row[3]).hexdigest(), *writes))

    def acknowledge(self, number, answer):
        self.call("tally_outbox_ack", self.account, ctypes.c_int64(number), answer, ctypes.c_size_t(len(answer)),
                  answers=(0, ALREADY_APPLIED))
        self.leased = [row for row in self.leased if row[0] != number]

    def give_back(self, row):
        """There was no response, so the row is sent again."""
        self.call("tally_outbox_fail", self.account, *map(ctypes.c_int64, (row[0], row[1], 0)))
        self.leased.remove(row)

    def get(self, limit=3):
        return self.store.page(self.cursor, limit)

    def take(self, page):
        content = feed_server.encode_json(page)
        self.call("tally_feed_deliver", self.feed, content, ctypes.c_size_t(len(content)))
        self.cursor = page["cursor"]

    def pull(self, limit=1000):
        more = True
        while more:
            page = self.get(limit)
            self.take(page)
            more = page["more"]

    def send(self):
        """Sends all, and takes the answers."""
        for sequence, answer in self.late:
            self.acknowledge(sequence, answer)
        self.late = []
        for _ in range(100):
            self.lease()
            if not self.leased:
                return
            for row in list(self.leased):
                self.acknowledge(row[0], self.post(row))
        raise AssertionError("the outbox is not sent")

    def sync(self):
        self.send()
        self.pull()


class Story:
    def __init__(self, count=3):
        self.store = feed_server.Store()
        self.devices = [Local(self.store) for _ in range(count)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for device in self.devices:
            device.close()
        self.store.close()

    def post(self, *items):
        return self.store.post([feed_server.checked_item(item) for item in items])

    def truth(self):
        """The unread messages, and those that are not seen."""
        page = self.store.page(None, 10_000)
        items, marks = page["items"], page.get("marks", {})
        return (sorted(item["id"] for item in items if not is_read(item, marks)),
                sorted(item["id"] for item in items if not is_seen(item, marks)))

    def choices(self):
        """The unread items that are snoozed, and the paths that are flagged, by the server."""
        page = self.store.page(None, 10_000)
        marks = page.get("marks", {})
        snoozes = {item["id"]: round(item["snooze"] * 1000) for item in page["items"]
                   if not is_read(item, marks) and item.get("snooze")}
        return snoozes, sorted(one["path"] for one in page.get("settings", []) if one.get("flag"))

    def check(self):
        """All devices have in the end what the server has."""
        for device in self.devices:
            device.send()
        for device in self.devices:
            device.sync()
        truth = self.truth()
        lists = [(device.list(), device.list_unseen()) for device in self.devices]
        assert lists == [truth] * len(self.devices)
        assert [device.choices(PATHS) for device in self.devices] == [self.choices()] * len(self.devices)
        for device in self.devices:
            device.call("tally_account_verify", device.account)
        return truth[0]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_devices_that_never_agreed(order):
    with Story(2) as story:
        story.post({"path": "inbox", "id": "1", "read": True}, {"path": "inbox", "id": "2", "read": True})
        zero, one = story.devices
        zero.pull()
        one.pull()
        zero.unread("1")
        zero.read_path("inbox", None)
        one.unread("2")
        one.sync()
        one.read_path("inbox", None)
        one.sync()
        zero.sync()
        for number in order:
            story.devices[number].sync()
        assert story.check() == []


def test_a_late_answer_brings_no_message_back():
    with Story(2) as story:
        story.post({"path": "inbox", "id": "1"}, {"path": "inbox", "id": "2"})
        one, other = story.devices
        one.pull()
        one.read("1")
        one.lease()
        (row,) = one.leased
        answer = one.post(row)
        assert b'"id":"1"' in answer
        story.store.remove("item", "1")
        one.pull()
        assert one.key("1") is None
        one.acknowledge(row[0], answer)
        assert one.key("1") is None
        assert story.check() == ["2"]
        # Nor does it take one away that is there again.
        story.post({"path": "inbox", "id": "3"})
        one.pull()
        one.read("3")
        one.lease()
        (row,) = one.leased
        story.store.remove("item", "3")
        answer = one.post(row)
        assert json.loads(answer)["gone"] == ["3"]
        story.post({"path": "inbox", "id": "3"})
        one.pull()
        one.acknowledge(row[0], answer)
        assert story.check() == ["2", "3"]


def test_what_changed_since_it_was_read():
    """A read of what it was before says nothing of what it is now, whichever arrives first."""
    for first in (True, False):
        with Story(2) as story:
            story.post({"path": "inbox", "id": "1"})
            one, other = story.devices
            one.pull()
            one.read("1")
            story.post({"id": "1", "title": "new", "read": False})
            if first:
                one.pull()
            assert story.check() == ["1"]


def test_an_older_mark_is_not_taken_back():
    with Story(2) as story:
        story.post(*({"path": "inbox", "id": str(number)} for number in range(1, 6)))
        one, other = story.devices
        one.pull()
        other.pull()
        one.read_path("inbox", "4")
        other.read_path("inbox", "1")
        other.unread("1")
        other.read_path("inbox", "2")
        assert story.check() == ["5"]


def test_what_was_seen_on_one_device():
    with Story(2) as story:
        story.post(*({"path": "inbox", "id": str(number)} for number in range(1, 5)))
        one, other = story.devices
        one.pull()
        other.pull()
        one.see("2")
        one.sync()
        other.pull()
        assert other.list_unseen() == ["1", "3", "4"]
        other.clear("inbox")
        other.send()
        one.pull()
        assert one.list_unseen() == [] and one.list() == ["1", "2", "3", "4"]
        # A late message is seen. A new one is not, nor is a new revision behind the mark.
        story.post({"path": "inbox", "id": "late", "seq": "2"}, {"path": "inbox", "id": "5"}, {"id": "3", "seq": "9"})
        one.pull()
        assert one.list_unseen() == ["3", "5"]
        assert story.check() == ["1", "2", "3", "4", "5", "late"]


def test_a_mark_from_before_a_restored_store():
    """No mark says that something was seen that the server has not sent."""
    with Story(2) as story:
        story.post({"path": "inbox", "id": "1"})
        assert story.store.put_marks({"inbox": [("900", feed_server.SEEN)]}) == {"inbox": {"seen": "1"}}
        story.post({"path": "inbox", "id": "2"})
        assert story.check() == ["1", "2"]
        assert story.devices[0].list_unseen() == ["2"]


PATHS = ["inbox", "inbox.a", "b", "root"]
FUTURE = 4_000_000_000_000


def step(story, random_number, identifiers):
    """One thing that happens."""
    device = random_number.choice(story.devices)
    some = random_number.choice(identifiers[-4:])
    paths = PATHS
    kind = random_number.choices(
        ["post", "change", "remove", "read", "unread", "see", "read_path", "clear", "page", "lease", "take", "lost", "give",
         "late", "snooze", "flag"], [1, 1, 0.5, 5, 6, 4, 6, 4, 4, 6, 5, 2, 2, 5, 4, 3])[0]
    if kind == "post":
        path = random_number.choice(paths[:3])
        posted = {"path": path} if random_number.random() < 0.8 else {"path": path, "seq": random_number.choice(["1", "4"])}
        identifiers.append(story.post(posted)[0]["id"])
    elif kind == "change":
        changed = {"id": some, "title": str(random_number.random()), "path": random_number.choice(paths[:3])}
        if random_number.random() < 0.5:
            changed["read"] = random_number.random() < 0.5
        story.post(changed)
    elif kind == "remove":
        story.store.remove("item", some)
    elif kind in ("read", "unread", "see"):
        getattr(device, kind)(some)
    elif kind == "clear":
        device.clear(random_number.choice(paths), random_number.choice([0, 1]))
    elif kind == "snooze":
        device.snooze_unread(some, random_number.choice([FUTURE, FUTURE + 1000, 0]))
    elif kind == "flag":
        device.flag(random_number.choice(PATHS), random_number.choice([0, 1, 1]))
    elif kind == "read_path":
        device.read_path(random_number.choice(paths), random_number.choice([some, None]), random_number.choice([0, 1]))
    elif kind == "page":
        device.take(device.get(random_number.choice([1, 3, 100])))
    elif kind == "lease":
        device.lease()
    elif device.leased and kind in ("take", "lost", "give"):
        row = random_number.choice(device.leased)
        if kind == "give":
            device.give_back(row)
            return
        answer = device.post(row)  # Lost: it will be sent again.
        if kind == "take":
            device.late.append((row[0], answer))
    elif kind == "late" and device.late:
        # Not in their order, and now and then twice.
        place = random_number.randrange(len(device.late))
        device.acknowledge(*device.late[place])
        if random_number.random() < 0.7:
            del device.late[place]


@pytest.mark.parametrize("first", range(0, 4000 if IS_LONG else 60, 20))
def test_engines_end_equal(first):
    """Three devices with marks, faults, and a server that changes things meanwhile: one result."""
    for seed in range(first, first + 20):
        print("seed", seed)
        random_number = random.Random(seed)
        with Story(3) as story:
            identifiers = [item["id"] for item in story.post(*({"path": path} for path in ["inbox", "inbox.a", "b"]))]
            for device in story.devices:
                device.pull()
            for _ in range(random_number.choice([8, 20, 80])):
                step(story, random_number, identifiers)
            story.check()
