"""Seeing, on all devices: an account that asks for it sends what was seen, and takes it from pages."""

from .case import *
from .sync import deliver, item, text

ARGUMENT = "TALLY_ERROR_ARGUMENT"
READS, REMINDERS, SEES = 1, 2, 4
OUTBOX_KIND_MESSAGE, OUTBOX_KIND_SEEN, OUTBOX_KIND_SEEN_MARK = 1, 5, 6
UNREAD = 2


def case(name, kinds=READS | SEES, account={}):
    settings = {**OUTBOX, **({"outbox_kinds": kinds} if kinds else {})}
    return Case(f"seen: {name}", account).account_log_in().feed_add(feed="inbox").account_configure(settings=settings)


def leased(one, *rows):
    """Rows, each as its kind and its body beside the feed; all are acknowledged."""
    written = ['{"v":1,"feed":"inbox",%s}' % text(body)[1:-1] for _, body in rows]
    one.outbox_lease(duration=9, out={"entries": [{"kind": kind, "body": body} for (kind, _), body in zip(rows, written)]})
    return one


def items(*identifiers):
    return [item(id, rev="1", seq=id, ver=0) for id in identifiers]


def cases():
    for part in (settings, sent, taken):
        yield from part()


def settings():
    one = case("the kinds of an outbox", 0).account_get_settings(out={"outbox": 2, "outbox_kinds": READS | REMINDERS})
    one.account_configure(settings={"outbox_kinds": SEES}).account_get_settings(out={"outbox": 2, "outbox_kinds": SEES})
    yield one.account_configure(settings={"outbox_kinds": 0}).account_get_settings(out={"outbox_kinds": SEES})
    one = deliver(case("what is not asked for is not sent", REMINDERS), "1", *items("1", "2"))
    one.message_mark_read(keys=["1"], out={"changed": 1}).message_mark_seen(keys=["2"], out={"changed": 1})
    yield one.outbox_get_counts(out={"total": 0})


def sent():
    one = deliver(case("a message").message_mark_seen(keys=[]), "1", *items("1", "2"))
    one.message_mark_seen(keys=["1"], out={"changed": 1}).message_mark_seen(keys=["1"], out={"changed": 0})
    yield leased(one, (OUTBOX_KIND_SEEN, {"items": [{"id": "1", "rev": "1", "seen": True}]})).get("in", 1, 1)
    one = deliver(case("a path"), "1", *items("1", "2"), item("3", "in.a", rev="1", ver=0)).clear_tree("in").get("in", 0, 0)
    yield leased(one, (OUTBOX_KIND_SEEN_MARK, {"marks": {"root.in": {"seen": "3"}}})).account_verify()
    one = deliver(case("a path alone, one by one", account={"aggregation": SUM}), "1", *items("1"), item("3", "in.a", rev="1", ver=0))
    one.clear("in", status=HELD)
    yield leased(one.get("in", 1, 1), (OUTBOX_KIND_SEEN, {"items": [{"id": "1", "rev": "1", "seen": True}]}))
    one = deliver(case("reading says so too"), "1", *items("1")).message_mark_seen(keys=["1"])
    yield leased(one.message_mark_read(keys=["1"]),
                 (OUTBOX_KIND_MESSAGE, {"items": [{"id": "1", "rev": "1", "read": True, "ver": 1}]}))


def taken():
    one = deliver(case("from a page"), "1", *items("1", "2"), item("3", rev="1", seq="3", ver=0, seen=True)).get("in", 1, 2)
    one = deliver(one, "2", marks={"in": {"seen": "1"}}).get("in", 1, 1)
    # A late message is seen, and a new one is not.
    one = deliver(one, "3", item("0", rev="1", seq="0", ver=0), item("4", rev="1", seq="4", ver=0)).get("in", 1, 2)
    yield deliver(one, "4", item("3", rev="2", seq="5", ver=0)).get("in", 1, 3).outbox_get_counts(out={"total": 0})
    one = deliver(case("not without asking", READS), "1", *items("1"), item("2", rev="1", ver=0, seen=True))
    yield deliver(one, "2", marks={"in": {"seen": "9"}}).get("in", 1, 2)
    one = deliver(case("an unread message stays unread", account={"feeding": UNREAD}), "1", *items("1"))
    one = deliver(one, "2", marks={"in": {"seen": "1"}}).get("in", 1, 1)
    yield one.message_get_counts(path="in", out={"total": 1, "unread": 1, "unseen": 0})
    one = deliver(case("an acknowledgement"), "1", *items("1", "2")).message_mark_seen(keys=["1"])
    leased(one, (OUTBOX_KIND_SEEN, {"items": [{"id": "1", "rev": "1", "seen": True}]}))
    yield one.outbox_ack(id=1, text=text({"cursor": "", "items": [], "marks": {"in": {"seen": "2"}}})).get("in", 0, 0)
