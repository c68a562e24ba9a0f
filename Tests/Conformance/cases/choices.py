"""Choices of the user: paths that are marked as unread, and snoozes of paths and of messages."""

from .case import *
from .sync import deliver, item

PATH, RANGE = "TALLY_ERROR_PATH", "TALLY_ERROR_RANGE"
CONFLICT, NOT_FOUND = "TALLY_ERROR_CONFLICT", "TALLY_ERROR_NOT_FOUND"
UNREAD = {"feeding": 2}
FED, CHILDREN_LIT, SNOOZED = 4, 8, 128
REASON_LIGHTS, REASON_MESSAGE, REASON_FLAG, REASON_SNOOZED = 64, 256, 2048, 4096
FLAGGED = 1
CHOICES = {"outbox": 2, "outbox_kinds": 1 | 8 | 16 | 32}
LATER = WALL + 3600000


def case(name, account={}, **members):
    return Case(f"choices: {name}", account, **members)


def flags():
    one = case("a flag shows at least a dot").badge_flag(path="a.b", on=1).get("a.b", 1, 0, flags=FED).get("root", 1, 0)
    one.badge_get_own(path="a.b", out={"kind": NONE, "flags": FLAGGED}).set("a.b", 3).get("root", 1, 3).set("a.b", 0)
    one.get("root", 1, 0).badge_flag(path="a.b", on=0).get("root", 0, 0)
    yield one.badge_get_own(path="a.b", out={"flags": 0}).account_verify()
    one = case("a flag ends when it is cleared, read or viewed").badge_flag(path="a.b", on=1).clear("a.b").get("a", 0, 0)
    one.badge_flag(path="a.b", on=1).clear_tree("a").get("a", 0, 0).badge_flag(path="a.b", on=1)
    one.message_mark_path_read(path="a", flags=SUBTREE, out={"changed": 0}).get("a", 0, 0)
    one.view_begin(path="a", flags=SUBTREE, token="v").badge_flag(path="a.b", on=1)
    yield one.get("a", 0, 0).account_verify()
    one = case("a flag is no message", UNREAD).post("a", "1").badge_flag(path="a", on=1).clear("a", status=HELD)
    yield one.get("a", 1, 1).badge_get_own(path="a", out={"flags": 0}).account_verify()
    one = case("a flag is explained").post("a", "1", count=2).badge_flag(path="a", on=1)
    yield one.badge_explain(path="root", out={"entries": [
        {"path": "root.a", "flags": FED | REASON_LIGHTS, "fed_count": 2, "contributed": 2},
        {"path": "root.a", "flags": REASON_FLAG | REASON_LIGHTS, "fed_count": 0, "contributed": 0},
        {"path": "root.a", "flags": REASON_MESSAGE | REASON_LIGHTS, "id": "1", "fed_count": 2}]})
    yield (case("flags that make no sense")
           .badge_flag(path="a..b", on=1, status=PATH).badge_flag(path="never", on=0).get("root", 0, 0))


def paths():
    one = case("nothing passes a snoozed path").set("a.b", 3).set("c", 1).badge_snooze(path="a", until=WALL + 1000)
    one.get("a", 1, 3, flags=CHILDREN_LIT | SNOOZED).get("root", 1, 1)
    one.badge_get_own(path="a", out={"snoozed_until": WALL + 1000}).badge_explain(path="root", out={"entries": [
        {"path": "root.a", "flags": REASON_SNOOZED, "kept_count": 3}, {"path": "root.a.b"}, {"path": "root.c"}]})
    yield one.go(to=WALL + 1000).get("root", 1, 4).badge_get_own(path="a", out={"snoozed_until": 0}).account_verify()
    one = case("a mute waits beside a snooze").set("a", 3).mute("a", MUTE_NUMBER).badge_snooze(path="a", until=LATER)
    one.get("root", 0, 0).badge_get_own(path="a", out={"mute": MUTE_NUMBER, "snoozed_until": LATER})
    yield one.badge_snooze(path="a", until=0).get("root", 1, 0).account_verify()
    yield (case("snoozes that make no sense").badge_snooze(path="a", until=WALL, status=RANGE)
           .badge_snooze(path="a", until=-1, status=RANGE).badge_snooze(path="a..b", until=LATER, status=PATH)
           .badge_snooze(path="never", until=0).get("root", 0, 0))


def messages():
    for feeding in ({}, UNREAD):
        one = case(f"a message comes back, feeding {feeding.get('feeding', 1)}", feeding).post("a", "1", count=2)
        one.message_snooze(key="1", until=WALL + 1000).get("root", 0, 0)
        one.message_find(id="1", out={"state": SEEN, "snoozed_until": WALL + 1000}).go(to=WALL + 1000).step()
        yield one.get("root", 1, 2).message_find(id="1", out={"state": UNSEEN, "snoozed_until": 0}).account_verify()
    one = case("reading ends a snooze", UNREAD).post("a", "1").message_snooze(key="1", until=LATER)
    one.message_mark_read(keys=["1"]).message_find(id="1", out={"state": READ, "snoozed_until": 0})
    one.message_snooze(key="1", until=LATER, status=CONFLICT).message_mark_unread(keys=["1"])
    yield one.get("a", 1, 1).account_verify()
    yield (case("message snoozes that make no sense").post("a", "1").message_snooze(key="1", until=WALL, status=RANGE)
           .message_snooze(key="1", until=-1, status=RANGE).message_snooze(key="1", until=0).get("a", 1, 1)
           .message_remove(keys=["1"]).message_snooze(key="1", until=LATER, status=NOT_FOUND))


def exchanges():
    one = case("settings in a page are taken").account_log_in().account_configure(settings=CHOICES).feed_add(feed="inbox")
    deliver(one, "1", settings=[{"path": "a", "mute": "all", "pass": True, "until": LATER / 1000, "ver": 2},
                                {"path": "b", "flag": True, "snooze": LATER / 1000, "ver": 1},
                                {"path": "c", "flag": 1, "ver": 1}])
    one.badge_get_own(path="a", out={"mute": 6, "mute_until": LATER})
    one.badge_get_own(path="b", out={"flags": FLAGGED, "snoozed_until": LATER})
    deliver(one, "2", settings=[{"path": "a", "mute": "none", "ver": 1}, {"path": "b", "flag": False, "ver": 2}])
    yield one.badge_get_own(path="a", out={"mute": 6}).badge_get_own(path="b", out={"flags": 0}).account_verify()
    one = case("a snoozed item", UNREAD).account_log_in().account_configure(settings=CHOICES).feed_add(feed="inbox")
    deliver(one, "1", item("1", "a", ver=1, snooze=LATER / 1000), item("2", "a", ver=1))
    one.get("a", 1, 1)
    deliver(one, "2", item("1", "a", ver=2))
    yield one.get("a", 1, 2).account_verify()


def cases():
    yield from flags()
    yield from paths()
    yield from messages()
    yield from exchanges()
