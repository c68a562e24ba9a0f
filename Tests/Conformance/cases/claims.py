"""Claims of feeds on a path's own badge, and what the user has dismissed."""

from .case import *
from .sync import text

OUTBOX_KIND_DISMISSAL = 10
READS, DISMISSALS = 1, 64


def case(name, *feeds, kinds=READS, account={}):
    one = Case(f"claims: {name}", account).account_log_in().account_configure(settings={**OUTBOX, "outbox_kinds": kinds})
    for feed in feeds or ("shop",):
        one.feed_add(feed=feed)
    return one


def say(one, feed, cursor, badges, **members):
    """A page with badges only."""
    return one.feed_deliver(feed=feed, text=text({"cursor": cursor, "items": [], "badges": badges, **members}))


DOT, NINE, TEN = {"dot": True}, {"dot": True, "rev": "9"}, {"dot": True, "rev": "10"}


def cases():
    for part in (withdrawals, dismissals, other_devices):
        yield from part()


def withdrawals():
    one = case("the latest of two feeds", "shop", "news")
    say(one, "shop", "1", {"promo": {"count": 3}}).get("promo", 1, 3)
    say(one, "news", "1", {"promo": DOT}).get("promo", 1, 0)
    say(one, "news", "2", {"promo": None}).get("promo", 1, 3)
    yield say(one, "shop", "2", {"promo": None}).get("promo", 0, 0)
    one = say(case("one that is covered goes unnoticed", "shop", "news"), "shop", "1", {"promo": {"count": 3}})
    say(one, "news", "1", {"promo": {"count": 4}})
    yield say(one, "shop", "2", {"promo": None}).get("promo", 1, 4)
    one = say(case("the host's badge").set("promo", 5), "shop", "1", {"promo": {"count": 3}}).get("promo", 1, 3)
    yield say(one, "shop", "2", {"promo": None}).get("promo", 1, 5)
    one = say(case("the host's later badge"), "shop", "1", {"promo": {"count": 3}}).set("promo", 6)
    yield say(one, "shop", "2", {"promo": None}).get("promo", 1, 6)
    one = say(case("a snapshot without it").set("promo", 5), "shop", "1", {"promo": {"count": 3}})
    yield say(one, "shop", "2", {}, reset=True).get("promo", 1, 5).account_verify()


def dismissals():
    one = say(case("a revision shows once"), "shop", "1", {"promo": NINE}).get("promo", 1, 0).clear("promo")
    say(one, "shop", "2", {"promo": NINE}).get("promo", 0, 0)
    say(one, "shop", "3", {"promo": NINE}, reset=True).get("promo", 0, 0)
    say(one, "shop", "4", {"promo": {"count": 2, "rev": "8"}}).get("promo", 0, 0)
    yield say(one, "shop", "5", {"promo": TEN}).get("promo", 1, 0).outbox_get_counts(out={"total": 0})
    one = say(case("without a revision it is new each time"), "shop", "1", {"promo": DOT}).clear("promo").get("promo", 0, 0)
    yield say(one, "shop", "2", {"promo": DOT}).get("promo", 1, 0)
    one = say(case("all of them", "shop", "news"), "shop", "1", {"promo": {"count": 3, "rev": "1"}})
    say(one, "news", "1", {"promo": DOT}).clear("promo").get("promo", 0, 0)
    yield say(one, "news", "2", {"promo": None}).get("promo", 0, 0)
    one = say(case("null forgets it"), "shop", "1", {"promo": NINE}).clear("promo")
    say(one, "shop", "2", {"promo": None})
    yield say(one, "shop", "3", {"promo": NINE}).get("promo", 1, 0)
    one = say(case("a badge of the host follows", account={"aggregation": SUM}), "shop", "1", {"promo": NINE})
    one.set("promo", 0).set("promo", 4)
    say(one, "shop", "2", {"promo": NINE}).get("promo", 1, 4)
    yield one.set("promo", 0).get("promo", 0, 0).account_verify()


def other_devices():
    one = say(case("dismissed elsewhere").set("promo", 5), "shop", "1", {"promo": NINE}).get("promo", 1, 0)
    say(one, "shop", "2", {"promo": {"dismissed": "8"}}).get("promo", 1, 0)
    say(one, "shop", "3", {"promo": {**NINE, "dismissed": "9"}}).get("promo", 1, 5)
    yield say(one, "shop", "4", {"promo": {**TEN, "dismissed": "9"}}).get("promo", 1, 0)
    one = say(case("dismissed before it arrives"), "shop", "1", {"promo": {"dismissed": "9"}}).get("promo", 0, 0)
    say(one, "shop", "2", {"promo": NINE}).get("promo", 0, 0)
    yield say(one, "shop", "3", {"promo": TEN}).get("promo", 1, 0)
    one = say(case("it is sent", kinds=READS | DISMISSALS), "shop", "1", {"promo": NINE, "other": DOT})
    one.clear("promo").clear("other")
    body = '{"v":1,"feed":"shop","badges":{"root.promo":{"dismissed":"9"}}}'
    yield one.outbox_lease(duration=9, out={"entries": [{"kind": OUTBOX_KIND_DISMISSAL, "body": body}]})
