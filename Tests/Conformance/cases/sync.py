"""The parts of synchronizing that need no network: pages that the host delivers, pushes, mappings, marks, reading, and
the outbox that the host leases."""

import json

from .case import *

PROTOCOL, NOT_FOUND, LOGGED_OUT, UNSUPPORTED, CONFLICT, MALFORMED, RANGE, ARGUMENT, URL, PATH, LIMIT = (
    "TALLY_ERROR_" + name for name in ("PROTOCOL", "NOT_FOUND", "LOGGED_OUT", "UNSUPPORTED", "CONFLICT", "MALFORMED",
                                       "RANGE", "ARGUMENT", "URL", "PATH", "LIMIT"))
APPLIED, MORE = "TALLY_ALREADY_APPLIED", "TALLY_MORE"
OUTBOX_KIND_MESSAGE, OUTBOX_KIND_MARK = 1, 2
WAITING, LEASED, FAILED = range(3)


def case(name, account={}, feed={}, **members):
    """With a feed `inbox` that the host delivers to, of an account that is logged in."""
    return Case(f"sync: {name}", account, **members).feed_add(feed="inbox", **({"options": feed} if feed else {})) \
        .account_log_in().step()


def text(page):
    return json.dumps(page, ensure_ascii=False, separators=(",", ":"))


def item(id, path="in", **members):
    return {"id": id, "path": path, **members}


def page(cursor, *items, **members):
    return text({"cursor": cursor, "items": list(items), **members})


def deliver(one, cursor, *items, **members):
    return one.feed_deliver(feed="inbox", text=page(cursor, *items, **members))


def synced(**members):
    return {"kind": EVENT_SYNCED, "feed": "inbox", "account": "ann", "result": "TALLY_OK", **members}


def listed(one, *entries, path="root"):
    return one.message_list(path=path, flags=SUBTREE, out={"entries": list(entries)})


def cases():
    for part in (feeds, titles, observed, answers, checks, revisions, marks, server_badges, pushes, mappings, reads, outbox):
        yield from part()


def feeds():
    yield (Case("sync: feeds").feed_list(out={"entries": []})
           .feed_add(feed="b", options={"prefix": "shop", "title": "kept é", "interval": -1, "initial_delay": -1})
           .feed_add(feed="a", options={"url": "http://localhost:9/x", "interval": -1, "initial_delay": -1})
           .feed_list(out={"entries": [{"name": "a", "url": "http://localhost:9/x", "prefix": "root", "title": ""},
                                       {"name": "b", "url": "", "prefix": "root.shop", "title": "kept é", "flags": 1,
                                        "last_success": 0, "rejected": 0, "interval": -1,
                                        "initial_delay": -1, "page_limit": 200, "options": 0, "mapping": ""}]})
           .feed_find(feed="b").feed_find(feed="c", status=NOT_FOUND).feed_find_by_id(feed="b")
           .feed_add(feed="b", options={"prefix": "shop", "interval": 5000, "flags": 4})
           .feed_list(limit=1, status=MORE, out={"entries": [{"name": "a"}]}, **REST)
           .feed_list(after="$rest", out={"entries": [{"name": "b", "interval": 5000, "options": 4}]})
           .feed_refresh(feed="a", status=LOGGED_OUT).feed_refresh(feed="b", status=UNSUPPORTED)
           .feed_deliver(feed="b", text=page("1"), status=LOGGED_OUT).account_log_in()
           .feed_refresh(feed="a").account_log_out().feed_remove(feed="a").feed_remove(feed="a", status=NOT_FOUND)
           .feed_list(out={"entries": [{"name": "b"}]}).feed_add(feed="c", options={"url": "ftp://x/"}, status=URL)
           .feed_add(feed="c", options={"prefix": "a..b"}, status=PATH)
           .feed_add(feed="c", options={"mapping": "{"}, status=MALFORMED)
           .feed_add(feed="c", options={"mapping_preset": "nobody"}, status=ARGUMENT)
           .feed_add(feed="c", options={"page_limit": 10001}, status=RANGE)
           .feed_add(feed="", status=ARGUMENT))
    one = case("a prefix", feed={"prefix": "shop"})
    yield listed(deliver(one, "1", item("1", "in"), badges={"sale": {"dot": True}}).get("shop.in", 1, 1)
                 .get("shop.sale", 1, 0).get("root", 1, 1), {"id": "1", "path": "root.shop.in"}, path="shop")
    one = deliver(case("a feed that is removed takes its messages and badges").post("in", "own"), "1", item("1"),
                  badges={"sale": {"count": 3}, "kept": {"count": 1}}).set("kept", 5).get("root", 1, 10)
    yield listed(one.feed_remove(feed="inbox").get("in", 1, 1).get("sale", 0, 0).get("kept", 1, 5), {"id": "own"})


def titles():
    given = {"title": "Inbox é"}
    one = case("a title until the server sends one", feed=given).feed_get(feed="inbox", out={"text": "Inbox é"})
    one.feed_list(out={"entries": [{"name": "inbox", "title": "Inbox é"}]})
    deliver(one, "1").told(synced(text="Inbox é"))
    deliver(one, "2", title="Centre").told(synced(text="Centre")).feed_get(feed="inbox", out={"text": "Centre"})
    one.feed_add(feed="inbox", options={"title": "Another"}).feed_get(feed="inbox", out={"text": "Centre"})
    one.feed_list(out={"entries": [{"title": "Centre"}]}).feed_add(feed="other", options={"title": "Other"})
    one.feed_get(feed="other", out={"text": "Other"}).feed_add(feed="other").feed_get(feed="other", out={"text": ""})
    one.feed_add(feed="other", options={"title": "x" * 1024}).feed_get(feed="other", out={"text": "x" * 1024})
    yield one.feed_add(feed="other", options={"title": "x" * 1025}, status=ARGUMENT)


def observed():
    def shows(kind, count, revision, **members):
        return synced(badge_kind=kind, count=count, revision=revision, **members)

    one = case("the event of a request has what the feed's path shows", feed={"prefix": "in"}).set("other", 5)
    deliver(one, "1", item("1", "chat"), item("2", "deep")).told(shows(NUMBER, 2, 2, added=2))
    deliver(one, "2", gone=["1", "2"]).told(shows(NONE, 0, 3, removed=2))
    deliver(one, "3", badges={"sale": {"dot": True}}).told(shows(DOT, 0, 4)).set("other", 6)
    # When the event is taken, not when the request ended.
    deliver(one, "4").set("in", 3).told(shows(NUMBER, 3, 6, added=0))
    yield one
    one = case("the requests of a feed are observed", feed={"prefix": "in"}).observe_feed(feed="inbox", token="f")
    one.told()
    deliver(one, "1", item("1"), item("2"), title="Centre").told(
        shows(NUMBER, 2, 1, text="Centre", added=2), shows(NUMBER, 2, 1, text="Centre", added=2, token="f"))
    # Pending ones of an observer are merged.
    deliver(deliver(one, "2", item("3")), "3", item("4"), gone=["1"]).told(
        shows(NUMBER, 3, 2, added=2, removed=1), shows(NUMBER, 3, 2, added=2, removed=1, token="f"))
    one.feed_deliver(feed="inbox", text="{", status=PROTOCOL)
    one.observe_feed(feed="inbox", token="g").unobserve(token="f").events()
    deliver(one, "4").told(shows(NUMBER, 3, 2, added=0), shows(NUMBER, 3, 2, added=0, token="g"))
    deliver(one.feed_add(feed="other"), "5").feed_remove(feed="inbox").told().unobserve(token="g")
    yield one.observe_feed(feed="inbox", token="h", status=NOT_FOUND)
    yield (case("as many observers as there may be, with feeds", options={"max_observers": 2})
           .observe(path="a", token="1").observe_feed(feed="inbox", token="2")
           .observe_feed(feed="inbox", token="3", status=LIMIT).unobserve(token="1")
           .observe_total(token="3"))


def answers():
    full = item("7", "in.mentions", rev="3", seq="7", ts=1635528741, kind="mention", title="é", body="日本\nb", count=2,
                read=False, thread="t1", category="msg", arg="Ann", arg_count=4)
    one = case("200 with content").observe_messages(path="in", flags=SUBTREE, token="m").events()
    one = deliver(one, "1", full, item("8", "in", read=True), title="Centre", unknown={"x": [1]})
    one.told({"kind": EVENT_MESSAGES, "token": "m", "total": 2, "unread": 1, "unseen": 1},
             synced(text="Centre", added=2, changed=0, removed=0, rejected=0))
    one.feed_list(out={"entries": [{"name": "inbox", "title": "Centre", "last_success": WALL}]})
    yield listed(one.get("in.mentions", 1, 2), {"id": "8", "state": READ}, {
        "id": "7", "path": "root.in.mentions", "time": 1635528741000, "kind": "mention", "title": "é", "body": "日本\nb",
        "count": 2, "thread": "t1", "category": "msg", "argument": "Ann", "argument_count": 4, "state": UNSEEN})
    one = deliver(case("200 that is empty clears nothing"), "1", item("1"), badges={"sale": {"count": 2}})
    yield deliver(one.events(), "2").told(synced(added=0, changed=0, removed=0)).get("in", 1, 1).get("sale", 1, 2)
    one = deliver(case("what is refused changes nothing"), "1", item("1"))
    for body in ("", "{", "[]", "null", '{"items":[]}', '{"cursor":"1"}', '{"cursor":"2","items":{}}',
                 '{"cursor":"2","items":[]', '{"cursor":true,"items":[]}',
                 '{"cursor":"2","items":[],"gone":{}}', '{"cursor":"2","items":[],"badges":[]}'):
        one.feed_deliver(feed="inbox", text=body, status=PROTOCOL)
    one.feed_deliver(feed="inbox", bytes="7b22637572736f72223a2231222c226974656d73223a5b5d2c2274223a22ff227d",
                     status=PROTOCOL)
    yield listed(one.get("in", 1, 1), {"id": "1"}).account_verify()
    one = case("one bad item among good ones is set aside").events()
    one = deliver(one, "1", item("1"), {"path": "in"}, item("2", "a..b"), item("3", count=-1), item("4"))
    one.told(synced(added=2, rejected=3)).get("root", 1, 2)
    one.feed_list_rejected(feed="inbox", out={"entries": [{"body": '{"path":"in"}', "time": WALL},
                                                     {"body": text(item("2", "a..b"))},
                                                     {"body": text(item("3", count=-1))}]})
    yield one.feed_list(out={"entries": [{"name": "inbox", "rejected": 3}]})
    one = deliver(deliver(case("ids that are numbers keep their text"), 12345678901234567890123,
                          item(9007199254740993)),
                  "2", gone=[9007199254740992])
    yield listed(one, {"id": "9007199254740993"})
    one = deliver(case("the order is that of seq, then of id, by length and bytes"), "1", item("10"), item("9"),
                  item("x", seq="9"), item("b", seq="100"), item("a", seq="100"))
    yield listed(one, {"id": "b"}, {"id": "a"}, {"id": "10"}, {"id": "x"}, {"id": "9"})
    one = deliver(deliver(case("gone, and deleted"), "1", item("1"), item("2"), item("3")).events(), "2",
                  item("1", deleted=True), gone=["2", "9"])
    yield listed(one.told(synced(removed=2)).get("in", 1, 1), {"id": "3"})
    one = deliver(case("reset: what is not in it goes, what the host brought stays"), "1", item("1"), item("2"),
                  badges={"sale": {"count": 2}, "new": {"dot": True}}).set("own", 4).post("in", "host")
    one = deliver(one.feed_push(feed="inbox", text=text(item("pushed"))), "9", item("2"), item("3"), reset=True,
                  badges={"new": {"dot": True}})
    yield (one.get("sale", 0, 0).get("new", 1, 0).get("own", 1, 4).get("in", 1, 4)
           .message_get_counts(path="in", out={"total": 4, "unread": 4, "unseen": 4}))
    one = deliver(deliver(case("another epoch is a new beginning"), "5", item("1"), item("2"), epoch="e1"), "1",
                  item("2"), epoch="e2")
    yield listed(one.get("in", 1, 1), {"id": "2"})
    one = deliver(case("what was seen stays so at a new beginning"), "1", item("1", rev="1")).clear("in")
    yield listed(deliver(one, "2", item("1", rev="1"), reset=True).get("in", 0, 0), {"id": "1", "state": SEEN})
    yield (case("a new beginning that says more is refused").feed_deliver(
        feed="inbox", text=page("1", item("1"), reset=True, more=True), status=PROTOCOL).get("root", 0, 0))


def checks():
    one = deliver(case("what the server counts is compared").events(), "1", item("1", "chat.bo", count=2),
                  item("2", "chat.al"), check={"chat": {"n": 3}, "chat.bo": {"n": 2}})
    one.told(synced(added=2)).drift_list(path="root", flags=SUBTREE, out={"entries": []})
    one = deliver(one, "2", check={"chat": {"n": 4}, "chat.al": {"n": 1}})
    one.told({"kind": EVENT_DRIFT, "text": "root.chat", "count": 3, "total": 4}, synced()).get("chat", 1, 3)
    one.drift_list(path="root", flags=SUBTREE, out={"entries": [{"path": "root.chat", "ours": 3, "theirs": 4}]})
    one.drift_list(path="chat.al", out={"entries": []}).drift_list(path="a..b", status=PATH)
    one = deliver(one, "3", check={"chat": {"n": 4}})
    one.told(synced())
    one = deliver(one, "4", item("3", "chat.bo"), check={"chat": {"n": 5}}).told(synced(added=1))
    one.drift_list(path="chat", out={"entries": [{"path": "root.chat", "ours": 4, "theirs": 5}]})
    yield deliver(one, "5", check={"chat": {"n": 4}}).told(synced()).drift_list(
        path="root", flags=SUBTREE, out={"entries": []})
    one = deliver(case("highlights that the server counts are compared").events(), "1",
                  item("1", "chat.bo", count=2, level="highlight"), item("2", "chat.bo"),
                  check={"chat": {"n": 3, "h": 2}, "root": {"n": 3}}).told(synced(added=2))
    one = deliver(one, "2", check={"chat": {"n": 3, "h": 5}})
    one.told({"kind": EVENT_DRIFT, "text": "root.chat", "count": 3, "total": 3, "highlights": 2, "total_highlights": 5},
             synced())
    one.drift_list(path="chat", out={"entries": [
        {"path": "root.chat", "ours": 3, "theirs": 3, "our_highlights": 2, "their_highlights": 5}]})
    yield deliver(one, "3", check={"chat": {"n": 3}}).told(synced()).drift_list(
        path="root", flags=SUBTREE, out={"entries": []})
    one = case("a check without a number is ignored").events()
    for number, bad in enumerate(({}, {"h": 1}, {"n": 0, "h": "0"}, 4, {"n": -1}, {"n": 1.5}, {"n": "4"}, {"n": None})):
        one = deliver(one, str(number), check={"chat": bad}).told(synced(rejected=1))
    one.feed_deliver(feed="inbox", text='{"cursor":"9","items":[],"check":[]}', status=PROTOCOL)
    yield one.drift_list(path="root", flags=SUBTREE, out={"entries": []})


def revisions():
    one = deliver(deliver(case("the same revision is nothing new"), "1", item("1", rev="5", title="a")).clear("in")
                  .events(), "2", item("1", rev="5", title="b"))
    yield listed(one.told(synced(added=0, changed=0)).get("in", 0, 0), {"id": "1", "title": "a", "state": SEEN})
    one = deliver(deliver(case("a greater revision is new again"), "1", item("1", rev="9")).message_mark_read(
        keys=["1"], out={"changed": 1}), "2", item("1", rev="10", title="b"))
    yield listed(one.get("in", 1, 1), {"id": "1", "title": "b", "state": UNSEEN})
    one = deliver(deliver(case("a smaller revision is late"), "1", item("1", rev="10", title="a")), "2",
                  item("1", rev="9", title="b"))
    yield listed(one, {"id": "1", "title": "a"})
    one = deliver(deliver(case("without a revision content is taken, and stays seen"), "1", item("1", title="a"))
                  .clear("in"), "2", item("1", title="b", path="out"))
    yield listed(one.get("root", 0, 0), {"id": "1", "title": "b", "path": "root.out", "state": SEEN})
    one = deliver(deliver(case("a message that moves takes its badge along"), "1", item("1", "a", rev="1", count=3)),
                  "2", item("1", "b", rev="2", count=4))
    yield one.get("a", 0, 0).get("b", 1, 4).get("root", 1, 4)


def marks():
    three = item("1"), item("2", "in.deep"), item("3")
    one = deliver(deliver(case("a mark reads what is there up to it"), "1", *three), "2",
                  marks={"in": {"upto": "2", "ver": 1}})
    yield listed(one.get("in", 1, 1), {"id": "3", "state": UNSEEN}, {"id": "2", "state": READ},
                 {"id": "1", "state": READ})
    one = deliver(deliver(case("marks may come in any order"), "1", *three), "2", marks={"in": {"upto": "3", "ver": 1}})
    one = deliver(deliver(one, "3", marks={"in": {"upto": "1", "ver": 1}}).get("in", 0, 0), "4",
                  marks={"in": {"upto": "3", "ver": 1}})
    yield one.message_get_counts(path="in", flags=SUBTREE, out={"total": 3, "unread": 0})
    one = deliver(deliver(case("no mark takes away what another one has read"), "1", *three), "2",
                  marks={"in": {"upto": "3", "ver": 1}})
    one = deliver(one, "3", marks={"in": {"upto": "1", "ver": 2}}).message_get_counts(path="in", flags=SUBTREE,
                                                                               out={"total": 3, "unread": 0})
    yield deliver(one, "4", marks={"in": [{"upto": "2", "ver": 2}, {"upto": "3", "ver": 1}]}).message_get_counts(
        path="in", flags=SUBTREE, out={"unread": 0})
    one = deliver(case("the greater version of a message wins, and at a tie, read"), "1", item("1", rev="1", ver=2))
    one = deliver(one, "2", item("1", rev="1", read=True, ver=1)).get("in", 1, 1)
    one = deliver(one, "3", item("1", rev="1", read=True, ver=2)).get("in", 0, 0)
    one = deliver(one, "4", item("1", rev="1", ver=2)).message_get_counts(path="in", out={"unread": 0})
    one = deliver(one, "5", item("1", rev="1", ver=3)).message_get_counts(path="in", out={"unread": 1})
    yield deliver(one, "6", marks={"in": {"upto": "1", "ver": 3}}).message_get_counts(path="in", out={"unread": 0})
    one = deliver(case("an act has a version of its own where the server gives them").account_configure(settings=OUTBOX), "1",
                  item("1", rev="4", ver=6)).message_mark_read(keys=["1"]).outbox_lease(duration=9, out={"entries": [{
                      "body": '{"v":1,"feed":"inbox","items":[{"id":"1","rev":"4","read":true,"ver":7}]}'}]})
    # The answer is late: it adds nothing, and takes nothing away.
    one = deliver(one, "2", gone=["1"]).outbox_ack(id=1, text=page("", item("1", rev="4", ver=7), gone=["2"]))
    yield one.message_get_counts(path="in", out={"total": 0})
    one = deliver(deliver(case("a mark covers what is there, and what comes with it"), "1", item("1")), "2", item("2"),
                  marks={"in": {"upto": "5", "ver": 1}})
    yield listed(deliver(one, "3", item("3")).get("in", 1, 1), {"id": "3", "state": UNSEEN}, {"id": "2", "state": READ},
                 {"id": "1", "state": READ})


def server_badges():
    one = deliver(case("badges that the server sets"), "1", badges={
        "promo.a": {"count": 5}, "promo.b": {"dot": True, "icon": "new", "until": WALL // 1000 + 60}, "old": None})
    one.get("promo", 1, 5).get("promo.b", 1, 0).go(to=WALL + 60000).get("promo.b", 0, 0)
    one = deliver(deliver(one, "2", badges={"promo.a": {"count": 0}}).get("promo", 0, 0), "3", badges={
        "promo.a": {"count": MAX_COUNT}})
    yield deliver(one.get("promo.a", 1, MAX_COUNT), "4", badges={"promo.a": None}).get("root", 0, 0)
    one = deliver(case("two siblings whose going clears what is above").set("promo", 2), "1",
                  badges={"promo.a": {"dot": True}, "promo.b": {"dot": True}})
    yield deliver(one.get("promo", 1, 2), "2", badges={"promo.a": None, "promo.b": None}).get("promo", 0, 0)


def pushes():
    one = deliver(case("a push of an item is that item"), "1", item("1"))
    one.feed_push(feed="inbox", text=text(item("2", title="pushed"))).get("in", 1, 2)
    one.feed_push(feed="inbox", text=text(item("2", title="pushed"))).get("in", 1, 2)
    yield listed(deliver(one, "2", item("2", title="pulled")).get("in", 1, 2), {"id": "2", "title": "pulled"},
                 {"id": "1"})
    one = deliver(case("a push without an id counts until the next answer"), "1").feed_push(
        feed="inbox", text=text({"path": "in", "count": 3})).get("in", 1, 3)
    yield deliver(one, "2", item("5")).get("in", 1, 1)
    one = deliver(case("pushes without seq are listed in the order of their arrival"), "1", item("5", seq="900"))
    for id in ("zeta", "10", "9"):
        one.account_push(text=text({"feed": "inbox", **item(id, thread="t")}))
    one = listed(one, {"id": "9"}, {"id": "10"}, {"id": "zeta"}, {"id": "5"})
    one.group_get(thread="t", out={"notifications": 3}).group_list_messages(thread="t", out={"entries": [
        {"id": "9"}, {"id": "10"}, {"id": "zeta"}]})
    # Delivered twice, it stays where it is. A server's seq counts, also that of a push.
    one.account_push(text=text({"feed": "inbox", **item("zeta", thread="t")}))
    one = listed(one, {"id": "9"}, {"id": "10"}, {"id": "zeta"}, {"id": "5"})
    one.account_push(text=text({"feed": "inbox", **item("6", seq="901")}))
    yield listed(one, {"id": "9"}, {"id": "10"}, {"id": "zeta"}, {"id": "6"}, {"id": "5"})
    one = deliver(case("a page gives a pushed item its place"), "1", item("1", rev="1", seq="100"))
    for id in ("c", "b", "a"):
        one.feed_push(feed="inbox", text=text(item(id, rev="1")))
    one = listed(one, {"id": "a"}, {"id": "b"}, {"id": "c"}, {"id": "1"})
    one = deliver(one, "2", item("a", rev="1", seq="101"), item("b", rev="1", seq="99"), item("2", rev="1", seq="102"))
    one = listed(one.get("in", 1, 5), {"id": "c"}, {"id": "2"}, {"id": "a"}, {"id": "1"}, {"id": "b"})
    # Late pushes of what the page had; then a new revision, which the next page gives its place.
    one.feed_push(feed="inbox", text=text(item("b", rev="1"))).feed_push(feed="inbox", text=text(item("a")))
    one = listed(one, {"id": "c"}, {"id": "2"}, {"id": "a"}, {"id": "1"}, {"id": "b"})
    one = listed(one.feed_push(feed="inbox", text=text(item("b", rev="2"))), {"id": "b"}, {"id": "c"}, {"id": "2"},
                 {"id": "a"}, {"id": "1"})
    yield listed(deliver(one, "3", item("b", rev="2", seq="103"), item("c", rev="1", seq="98")).get("in", 1, 5),
                 {"id": "b"}, {"id": "2"}, {"id": "a"}, {"id": "1"}, {"id": "c"})
    one = deliver(case("marks reach a push without seq when a page has given it its place").account_configure(settings=OUTBOX), "1",
                  item("1", seq="100", ver=0), marks={"in": {"upto": "99999999999999999999", "ver": 4}})
    one.get("in", 0, 0).feed_push(feed="inbox", text=text(item("2", rev="1", ver=0))).get("in", 1, 1)
    one = deliver(one, "2", marks={"in": {"upto": "999999999999999999999", "ver": 5}}).get("in", 1, 1)
    yield deliver(one, "3", item("2", rev="1", seq="101", ver=0)).get("in", 0, 0).message_get_counts(
        path="in", out={"unread": 0})
    one = deliver(case("a path with pushes is read up to the server's last seq, and they one by one")
                  .account_configure(settings=OUTBOX), "1", item("1", seq="100"), item("2", seq="101"))
    one.feed_push(feed="inbox", text=text(item("z", rev="1"))).feed_push(feed="inbox", text=text(item("y", rev="1")))
    one.message_mark_path_read(path="in", out={"changed": 4}).get("in", 0, 0).outbox_lease(duration=9, out={"entries": [{
        "body": '{"v":1,"feed":"inbox","marks":{"root.in":{"upto":"101","ver":1}}}'}]})
    one.outbox_ack(id=1).outbox_lease(duration=9, out={"entries": [{
        "body": '{"v":1,"feed":"inbox","items":[{"id":"z","rev":"1","read":true}]}'}, {
        "body": '{"v":1,"feed":"inbox","items":[{"id":"y","rev":"1","read":true}]}'}]})
    one = deliver(one, "2", item("z", rev="1", seq="102"), item("y", rev="1", seq="103"), item("3", seq="104"))
    yield listed(one.get("in", 1, 1), {"id": "3", "state": UNSEEN}, {"id": "y", "state": READ},
                 {"id": "z", "state": READ}, {"id": "2", "state": READ}, {"id": "1", "state": READ})
    yield (deliver(case("a push with the cursor that is held brings nothing"), "7").feed_push(
        feed="inbox", text=text({"cursor": "7", **item("1")})).get("in", 0, 0)
        .feed_push(feed="inbox", text=text({"cursor": "8", **item("1")})).get("in", 1, 1))
    yield (case("pushes of the account").account_push(text=text({"feed": "inbox", **item("1")})).get("in", 1, 1)
           .account_push(text=text(item("2"))).get("in", 1, 2).account_push(text="{}").account_push(text=text({"feed": "nobody", **item("3")}),
                                                                      status=NOT_FOUND)
           .account_push(text=text({"path": "in"}), status=PROTOCOL).account_push(text="[]", status=PROTOCOL)
           .account_push(text="", status=PROTOCOL)
           .account_push(text=text(item("4", "a..b")), status=PROTOCOL).get("in", 1, 2).account_log_out()
           .account_push(text=text(item("5")), status=LOGGED_OUT).feed_push(feed="inbox", text="{}", status=LOGGED_OUT))
    apns = {"aps": {"alert": {"title": "Title", "body": "Body", "summary-arg": "Ann", "summary-arg-count": 3},
                    "thread-id": "t", "category": "msg", "badge": 9}, "path": "in", "id": "1"}
    one = case("the payload of a notification").account_push(text=text(apns)).get("root", 1, 1)
    one = listed(one, {"id": "1", "title": "Title", "body": "Body", "argument": "Ann", "argument_count": 3,
                       "thread": "t", "category": "msg"})
    one.account_configure(settings={"push_path": "icon"}).account_push(text=text({"aps": {"badge": 9}})).get("icon", 1, 9).get("root", 1, 10)
    one.account_push(text=text({"aps": {"alert": "Only a body"}, "path": "in", "id": "2", "thread-id": "beside"}))
    one.group_list_messages(thread="beside", out={"entries": [{"id": "2", "body": "Only a body", "title": ""}]})
    yield (one.account_push(text='{"aps":{"badge":0}}').get("icon", 0, 0)
           .account_push(text='{"aps":{"badge":-1}}', status=PROTOCOL).account_push(text='{"aps":{"badge":"many"}}', status=PROTOCOL)
           .account_configure(settings={"push_path": ""}).account_push(text='{"aps":{"badge":5}}').get("icon", 0, 0))


def mappings():
    one = Case("sync: mappings", None)
    one.mapping_try(preset="nobody", text="{}", status=ARGUMENT).mapping_try(text="{}", status=ARGUMENT)
    one.mapping_try(mapping="{", text="{}", status=MALFORMED).mapping_try(mapping='{"list":"$.x","y":1}', text="{}",
                                                                        status=MALFORMED)
    one.mapping_try(mapping='{"list":"$.x","item":{"id":"$.id"}}', text="{", status=PROTOCOL)
    yield one.mapping_try(mapping='{"list":"$.x","item":{"id":"$.id"}}', text='{"x":5}', status=PROTOCOL)
    shop = text({"list": "$.notifications", "cursor": "$.next", "item": {
        "id": "$.id", "path": "shop.{order.state}", "title": "{name}: {$.text}", "ts": "$.at", "read": "$.state=seen",
        "where": "!$.hidden"}})
    answer = text({"next": 12, "notifications": [
        {"id": 1, "order": {"state": "on.hold"}, "name": "Ann", "text": "é", "at": "2026-01-01T00:00:05Z"},
        {"id": 2, "order": {"state": "sent"}, "name": "Bo", "text": "x", "state": "seen"},
        {"id": 3, "hidden": True, "order": {"state": "sent"}}]})
    found = ({"id": "2", "path": "root.shop.sent", "state": READ, "title": "Bo: x"},
             {"id": "1", "path": "root.shop.on\\.hold", "title": "Ann: é", "time": WALL + 5000})
    one = case("answers of another server", feed={"mapping": shop}).feed_deliver(feed="inbox", text=answer)
    yield listed(one.get("root", 1, 1), *found)
    one = case("what a mapping makes of an answer is a page").mapping_try(mapping=shop, text=answer, **{"as": "page"})
    yield listed(one.feed_deliver(feed="inbox", text="$page").get("root", 1, 1), *found)
    one = case("what a preset makes of an answer is a page").mapping_try(preset="message-center", text=text(
        {"title": "Centre", "list": [{"id": 196014, "type": "mention", "title": "Hello"}]}), **{"as": "page"})
    one.feed_deliver(feed="inbox", text="$page").feed_list(out={"entries": [{"title": "Centre"}]})
    yield listed(one, {"id": "196014", "path": "root.messages.mention", "title": "Hello"})
    one = case("a number that the server keeps", feed={"mapping_preset": "unread-count", "mapping": '{"path":"chat"}'})
    one.feed_deliver(feed="inbox", text='{"count":5}').get("chat", 1, 5).feed_deliver(feed="inbox", text="7")
    one.get("chat", 1, 7).clear("chat").get("chat", 0, 0).feed_deliver(feed="inbox", text="7").get("chat", 0, 0)
    yield one.feed_deliver(feed="inbox", text="8").get("chat", 1, 8).feed_deliver(feed="inbox", text="0").get(
        "chat", 0, 0)


def reads():
    one = deliver(case("reading by id, by path, up to a message, and back"), "1", *(item(str(n)) for n in range(1, 7)),
                  item("7", "in.deep"))
    one.message_mark_read(keys=["1", "3"], out={"changed": 2}).message_mark_read_until(path="in", last="4", out={"changed": 2})
    one.get("in", 1, 3).message_mark_unread(keys=["1"], out={"changed": 1}).message_mark_path_read(path="in", out={"changed": 3})
    yield one.get("in", 1, 1).message_mark_path_read(path="in", flags=SUBTREE, out={"changed": 1}).get("root", 0, 0)
    one = deliver(case("what was read here stays read").account_configure(settings=OUTBOX), "1", item("1", rev="1"), item("2", rev="1"))
    one = one.message_mark_read(keys=["1"], out={"changed": 1})
    one = deliver(one, "2", item("1", rev="1", read=False), item("2", rev="1", read=False))
    yield listed(one.get("in", 1, 1), {"id": "2", "state": UNSEEN}, {"id": "1", "state": READ})


def outbox():
    one = deliver(case("what is read goes out").account_configure(settings=OUTBOX), "1", item("1", rev="3"), item("2"))
    one.message_mark_read(keys=["1"], out={"changed": 1}).outbox_get_counts(out={"total": 1, "leased": 0, "failed": 0})
    one.outbox_list(out={"entries": [{"id": 1, "kind": OUTBOX_KIND_MESSAGE, "state": WAITING, "entity": "1",
                                      "attempt": 0, "body": ""}]})
    one.outbox_ack(id=1, status=CONFLICT).outbox_ack(id=9, status=NOT_FOUND)
    one.outbox_fail(id=1, attempt=1, retry_after=0, status=CONFLICT)
    one.outbox_lease(duration=1000, out={"entries": [{
        "id": 1, "attempt": 1, "entity": "1", "kind": OUTBOX_KIND_MESSAGE, "state": LEASED, "lease_end": WALL + 1000,
        "body": '{"v":1,"feed":"inbox","items":[{"id":"1","rev":"3","read":true}]}'}]})
    one.outbox_lease(duration=1000, out={"entries": []}).outbox_get_counts(out={"total": 1, "leased": 1})
    one.outbox_fail(id=1, attempt=2, retry_after=0, status=CONFLICT)
    one.outbox_fail(id=1, attempt=1, retry_after=5000).outbox_lease(duration=1000, out={"entries": []})
    one.outbox_list(out={"entries": [{"id": 1, "state": WAITING, "next_time": WALL + 5000, "attempt": 1}]})
    one.go(to=WALL + 5000).outbox_lease(duration=1000, out={"entries": [{"id": 1, "attempt": 2}]})
    one.outbox_ack(id=1).outbox_ack(id=1, status=APPLIED)
    one.outbox_fail(id=1, attempt=2, retry_after=0, status=APPLIED)
    one.outbox_get_counts(out={"total": 0}).outbox_lease(duration=0, status=RANGE)
    yield one.outbox_lease(duration=86400001, status=RANGE).outbox_fail(id=1, attempt=1, retry_after=-2,
                                                                       status=RANGE)
    one = deliver(case("a lease that has run out").account_configure(settings=OUTBOX), "1", item("1")).message_mark_read(keys=["1"])
    one.outbox_lease(duration=1000, out={"entries": [{"attempt": 1}]}).go(to=WALL + 1000)
    one.outbox_lease(duration=1000, out={"entries": [{"attempt": 2}]})
    one.outbox_fail(id=1, attempt=1, retry_after=-1, status=CONFLICT).outbox_ack(id=1)
    yield one.outbox_get_counts(out={"total": 0, "leased": 0, "failed": 0})
    one = deliver(case("a row that failed for good").account_configure(settings=OUTBOX), "1", item("1"), item("2"))
    one.message_mark_read(keys=["1", "2"], out={"changed": 2}).outbox_lease(duration=9, limit=1, status=MORE, out={
        "entries": [{"id": 1, "entity": "1"}]})
    one.outbox_fail(id=1, attempt=1, retry_after=-1).outbox_get_counts(out={"total": 2, "leased": 0, "failed": 1})
    one.outbox_list(out={"entries": [{"id": 1, "state": FAILED, "next_time": 0}, {"id": 2}]})
    one.outbox_list(limit=1, status=MORE, out={"entries": [{"id": 1}]}, **REST)
    one.outbox_list(after="$rest", out={"entries": [{"id": 2, "entity": "2"}]})
    one.outbox_retry(id=1, out={"count": 1}).outbox_lease(duration=9, limit=1, status=MORE, out={
        "entries": [{"id": 1, "attempt": 2}]})
    one.outbox_fail(id=1, attempt=2, retry_after=-1).outbox_remove(id=2, out={"count": 0})
    one.outbox_retry(id=0, status=ARGUMENT).outbox_remove(id=0, status=ARGUMENT)
    one.outbox_retry_all(out={"count": 1})
    one.outbox_lease(duration=9, limit=1, status=MORE, out={"entries": [{"id": 1, "attempt": 3}]})
    one.outbox_fail(id=1, attempt=3, retry_after=-1)
    one.outbox_remove_failed(out={"count": 1}).outbox_list(out={"entries": [{"id": 2}]})
    yield one.outbox_remove(id=1, out={"count": 0}).outbox_remove_failed(out={"count": 0})
    one = deliver(case("what was not given out is replaced by what is newer").account_configure(settings=OUTBOX), "1", item("1"))
    one.message_mark_read(keys=["1"]).message_mark_unread(keys=["1"]).message_mark_read(keys=["1"])
    one.outbox_get_counts(out={"total": 1}).outbox_lease(duration=1000, out={"entries": [{"entity": "1"}]})
    one.message_mark_unread(keys=["1"]).outbox_get_counts(out={"total": 2, "leased": 1})
    yield one.outbox_lease(duration=1000, out={"entries": []}).account_log_out().outbox_get_counts(out={"total": 2})
    one = deliver(case("a path that is read is a mark").account_configure(settings=OUTBOX), "1", item("1"), item("2", "in.deep"))
    one.message_mark_path_read(path="in", flags=SUBTREE, out={"changed": 2}).outbox_lease(duration=9, out={"entries": [{
        "kind": OUTBOX_KIND_MARK, "entity": "root.in",
        "body": '{"v":1,"feed":"inbox","marks":{"root.in":{"upto":"2","ver":1}}}'}]})
    one = deliver(case("what the server has now is taken").account_configure(settings=OUTBOX), "1", item("1", rev="1"))
    one.message_mark_read(keys=["1"]).outbox_lease(duration=9).outbox_ack(id=1, text=page(
        "", item("1", rev="2", title="newer")))
    yield listed(one.get("in", 1, 1), {"id": "1", "title": "newer", "state": UNSEEN})
    yield (deliver(case("without an outbox nothing is noted"), "1", item("1")).message_mark_read(keys=["1"])
           .outbox_get_counts(out={"total": 0}))
