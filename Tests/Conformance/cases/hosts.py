"""Calls of a host about its engine: files, presence, its loop, widgets, a transport of its own. Each case needs only one
of them, because not every language has all of them."""

import json
import pathlib
import re

from .case import *

HEADER = (pathlib.Path(__file__).resolve().parents[3] / "include" / "tally.h").read_text(encoding="utf-8")
# Limits of an engine, and the value that only reads one.
LIMIT_DEPTH, LIMIT_PATH_BYTES, LIMIT_NODES, LIMIT_BATCH_ID_TIME, KEEP = 1, 2, 3, 10, -1
RANGE, ARGUMENT, STALE, EXISTS, UNSUPPORTED, NOT_FOUND, IO, CANCELLED, NETWORK, LOGGED_OUT = (
    "TALLY_ERROR_" + name for name in ("RANGE", "ARGUMENT", "STALE_HANDLE", "EXISTS", "UNSUPPORTED", "NOT_FOUND", "IO",
                                       "CANCELLED", "NETWORK", "LOGGED_OUT"))
OK, NOT_MODIFIED = "TALLY_OK", "TALLY_NOT_MODIFIED"
SEND, CANCEL = 1, 2
STOPS_IN_BACKGROUND, EXACT_DELAY = 1, 2
BATCH_EACH = 1
PATH = "TALLY_ERROR_PATH"
OFF = -1
URL = "http://feed.invalid/in"
MINUTE = 60000


def case(name, account={}, **members):
    return Case(f"hosts: {name}", account, **members)


def cases():
    for part in (words, nodes, files, numbers, presence, loop, widgets, transport):
        yield from part()


def words():
    number = int(re.search(r"#define TALLY_VERSION_NUMBER (\d+)", HEADER)[1])
    text = re.search(r'#define TALLY_VERSION "(.*)"', HEADER)[1]
    yield case("the version", None).version(out={"number": number, "text": text})
    one = case("the names of statuses", None)
    for name, digits in re.findall(r"#define (TALLY_\w+) \(?(-?\d+)\)? +/\* .*\*/", HEADER):
        if name.startswith("TALLY_ERROR_") or name in ("TALLY_HELD", "TALLY_MORE", "TALLY_SET_ASIDE"):
            one.status_name(number=int(digits), out={"text": name})
    yield one.status_name(number=0, out={"text": OK}).status_name(number=-9999, out={"text": "TALLY_UNKNOWN"})
    yield case("the words of a status", None).status_message(number=-3, **{"as": "path"}).status_message(
        number=-3, out={"text": "$path"})


def nodes():
    def on(kind, node, value=None):
        return {"kind": kind, "node": node, **({} if value is None else {"value": value})}

    def done(status=OK, kind=NONE, count=0):
        return {"status": status, "badge_kind": kind, "count": count}

    each = {"flags": BATCH_EACH}
    yield (case("operations on nodes, each on its own").node_resolve(path="n", node="n").node_resolve(path="o", node="o")
           .node_resolve(path="o.below", node="b").badge_batch(
               operations=[on(OP_SET, "n", 3), on(OP_SET, "o", -1), on(OP_ADD, "n", 2), on(OP_GET, "n"),
                           on(OP_GET, "o"), on(OP_DOT, "b"), on(OP_GET, "o"), on(OP_CLEAR, "o"), on(OP_CLEAR_TREE, "o"),
                           on(OP_GET, "o"), on(OP_ADD, "n", -6)],
               options=each, status=RANGE,
               out={"operations": [done(), done(RANGE), done(), done(OK, NUMBER, 5), done(), done(), done(OK, DOT),
                                   done(HELD), done(), done(), done(RANGE)]})
           .get("n", True, 5).get("o", False, 0)
           .badge_batch(operations=[on(OP_MUTE, "n", MUTE_ALL), on(OP_GET, "n")], options=each,
                        out={"operations": [done(), done(OK, NUMBER, 5)]})
           .get("root", False, 0).badge_batch(operations=[], options=each, out={"operations": []})
           .node_release(node="b").badge_batch(operations=[on(OP_GET, "b"), on(OP_SET, "n", 1), on(OP_GET, "n")],
                                               options=each, status=STALE,
                                               out={"operations": [done(STALE), done(), done(OK, NUMBER, 1)]}))
    yield (case("operations at paths, each on its own").node_resolve(path="n", node="n").badge_batch(
               operations=[operation(OP_SET, "a.x", 3), operation(OP_SET, "a..b", 1), on(OP_DOT, "n"),
                           operation(OP_MUTE, "a", MUTE_NUMBER, until=WALL + 5), operation(OP_GET, "root"),
                           operation(OP_DOT, "b", until=WALL + 5)],
               options=each, status=PATH,
               out={"operations": [done(), done(PATH), done(), done(), done(OK, DOT), done()]})
           .get("a", True, 3).get("root", True, 0).get("b", True, 0).go(to=WALL + 5).get("root", True, 3)
           .get("b", False, 0))
    yield (case("without a transaction a batch has no source and no id").badge_batch(
               operations=[operation(OP_SET, "a", 1)], options={**each, "id": "1"}, status=ARGUMENT)
           .badge_batch(operations=[operation(OP_SET, "a", 1)], options={**each, "source": "log", "position": 1},
                        status=ARGUMENT).get("a", False, 0))


def files():
    yield (case("a copy, and what is salvaged of it", file="a.db").set("chat.bo", 3).dot("promo").feed_add(feed="inbox")
           .engine_flush().engine_backup(file="b.db").engine_backup(file="b.db", status=EXISTS).set("late", 1)
           .engine_backup(file="b.db", flags=1).engine_verify()
           .file_recover(damaged="b.db", fresh="c.db", out={
               "accounts_saved": 1, "accounts_lost": 0, "badges_saved": 3, "badges_lost": 0, "feeds_saved": 1,
               "feeds_lost": 0, "messages_saved": 0, "damaged_pages": 0})
           .file_recover(damaged="b.db", fresh="c.db", status=EXISTS)
           .file_vacuum(file="c.db").file_vacuum(file="d.db", status=IO))
    yield (case("an engine in memory has no file").set("a", 1).engine_flush()
           .engine_backup(file="b.db", status=UNSUPPORTED))


def numbers():
    yield (case("limits", None, options={"max_depth": 7, "batch_id_time": 5000})
           .engine_limit(limit=LIMIT_DEPTH, value=KEEP, out={"old": 7})
           .engine_limit(limit=LIMIT_PATH_BYTES, value=KEEP, out={"old": 4096})
           .engine_limit(limit=LIMIT_BATCH_ID_TIME, value=6000, out={"old": 5000})
           .engine_limit(limit=LIMIT_BATCH_ID_TIME, value=KEEP, out={"old": 6000})
           .engine_limit(limit=LIMIT_DEPTH, value=8, status=UNSUPPORTED)
           .engine_limit(limit=LIMIT_BATCH_ID_TIME, value=999, status=RANGE))
    yield (case("a lower limit removes nothing").set("a", 1).set("b", 1).engine_limit(limit=LIMIT_NODES, value=2)
           .set("a", 2).set("c", 1, status="TALLY_ERROR_LIMIT").engine_limit(limit=LIMIT_NODES, value=9, out={"old": 2})
           .set("c", 1).account_log_in().engine_get_total(out={"count": 4}))
    yield (case("what the engine is made of").feed_add(feed="inbox").observe(path="a", token="1")
           .engine_get_stats(out={"accounts": 1, "loaded_accounts": 1, "feeds": 1, "observers": 1, "events": 0,
                              "file_size": 0, "requests": 0})
           .set("a", 1).engine_get_stats(out={"events": 1}))


def presence():
    yield (case("presence, for feeds that poll nothing").feed_add(feed="inbox").account_log_in()
           .engine_set_foreground(foreground=0).engine_set_foreground(foreground=1).engine_set_network(available=0)
           .engine_set_network(available=1).engine_woke().feed_show_page(feed="inbox", page=7)
           .feed_hide_page(feed="inbox", page=7).feed_show_page(feed="inbox", page=8, status=RANGE)
           .feed_hide_page(feed="inbox", page=8, status=RANGE).feed_pause(feed="inbox", paused=1)
           .feed_pause(feed="inbox", paused=0).feed_cancel(feed="inbox")
           .feed_remove(feed="inbox")
           .feed_pause(feed="inbox", paused=1, status=NOT_FOUND).feed_cancel(feed="inbox", status=NOT_FOUND)
           .feed_show_page(feed="inbox", page=1, status=NOT_FOUND)
           .feed_hide_page(feed="inbox", page=1, status=NOT_FOUND))


    def known(first=0, away_time=-1, requested=0):
        return {"first": first, "away_time": away_time, "requested": requested}

    # It asks nothing, since it is paused.
    one = case("what a feed knows of a page").feed_add(
        feed="inbox", options={"url": URL, "initial_delay": OFF, "interval": OFF}).feed_pause(feed="inbox", paused=1)
    one.account_log_in()
    one.feed_show_page(feed="inbox", page=3, out=known(first=1)).feed_show_page(feed="inbox", page=3, out=known())
    one.feed_hide_page(feed="inbox", page=3).go(to=WALL + 5000)
    one.feed_show_page(feed="inbox", page=3, out=known(away_time=5000))
    one.feed_show_page(feed="inbox", page=4, out=known(first=1))
    # In the background the user does not see it.
    one.engine_set_foreground(foreground=0).feed_show_page(feed="inbox", page=5, out=known())
    one.feed_hide_page(feed="inbox", page=4).feed_show_page(feed="inbox", page=4, out=known())
    # In the foreground, it is seen immediately.
    one.engine_set_foreground(foreground=1).feed_show_page(feed="inbox", page=5, out=known())
    one.feed_hide_page(feed="inbox", page=3).account_log_out().account_log_in()
    yield one.feed_show_page(feed="inbox", page=3, out={"first": 1})
    one = case("what a feed without a URL knows of a page").feed_add(feed="inbox").account_log_in()
    one.feed_show_page(feed="inbox", page=3, out=known(first=1)).feed_hide_page(feed="inbox", page=3)
    one.go(to=WALL + 5000).feed_show_page(feed="inbox", page=3, out=known(away_time=5000))
    yield one.feed_add(feed="inbox", options={"url": URL, "initial_delay": OFF, "interval": OFF}).feed_pause(
        feed="inbox", paused=1).feed_hide_page(feed="inbox", page=3).account_log_out().account_log_in(
        ).feed_show_page(feed="inbox", page=3, out={"first": 1, "requested": 0})
    one = case("an initial delay that is exact").feed_add(
        feed="inbox", options={"url": URL, "initial_delay": MINUTE, "interval": OFF, "flags": EXACT_DELAY})
    yield one.feed_get(feed="inbox", out={"next_time": 0}).account_log_in().feed_get(
        feed="inbox", out={"next_time": WALL + MINUTE})
    yield (case("a forced request needs a URL").feed_add(feed="inbox").account_log_in()
           .feed_refresh_now(feed="inbox", token="f", status=UNSUPPORTED))


def loop():
    yield (case("how long the host may wait").step().engine_get_timeout(out={"timeout": -1})
           .badge_set_until(path="a", count=1, until=WALL + 5000).step().engine_get_timeout(out={"timeout": 5000})
           .go(to=WALL + 4000).engine_get_timeout(out={"timeout": 1000}).go(to=WALL + 5000).get("a", False, 0))
    yield case("a descriptor").engine_get_descriptor().engine_get_descriptor()
    yield (case("events without a callback are not dispatched").observe(path="a", token="1").set("a", 1)
           .engine_dispatch(out={"count": 0}).told(badge("root.a", True, 1, token="1")))
    yield case("an interrupted wait").engine_interrupt().told().set("a", 1).engine_interrupt().told()
    yield (case("being notified").engine_set_notify(on=1).notified(out={"count": 0}).observe(path="a", token="1")
           .set("a", 1).notified(out={"count": 1}).set("a", 2).notified(out={"count": 0})
           .told(badge("root.a", True, 2)).set("a", 3).notified(out={"count": 1})
           .told(badge("root.a", True, 3)).engine_set_notify(on=0).set("a", 4).notified(out={"count": 0}))


def widgets():
    def played(name, deliver):
        """Widgets are drawn where callbacks are made."""
        def drawn(one, function, path, text=""):
            return deliver(one).drawn(out={"entries": [{"function": function, "path": path, "text": text}]})

        one = case(name).set("chat", 3).widget_bind(path="chat", token="w").drawn(out={"entries": []})
        one = drawn(one, "show_number", "root.chat", "3").set("chat", 120).set("chat", 121)
        one = drawn(one, "show_number", "root.chat", "99+").dot("chat")
        one = drawn(drawn(one, "show_dot", "root.chat").clear("chat"), "hide", "root.chat").widget_refresh()
        one = drawn(one, "hide", "root.chat").dot("chat").style_set(path="chat", style={"fields": 256, "icon": "star"})
        one = drawn(one, "show_icon", "root.chat", "star").unobserve(token="w").set("chat", 2).step()
        return one.drawn(out={"entries": []}).widget_refresh().step().drawn(out={"entries": []})

    yield played("a widget is drawn by a dispatch", lambda one: one.engine_dispatch(out={"count": 1}))
    yield played("a widget is drawn by a step", lambda one: one.step())


def transport():
    def sent(request, **members):
        return {"kind": SEND, "request": request, "method": "GET", **members}

    def own(name, **options):
        return (case(name).engine_set_transport(on=1)
                .feed_add(feed="inbox", options={"url": URL, "initial_delay": OFF, "interval": OFF, **options})
                .account_log_in().step())

    def page(cursor, *ids):
        return json.dumps({"cursor": cursor, "items": [{"id": id, "path": "in"} for id in ids], "title": "Centre"},
                          separators=(",", ":"))

    def asked(one, request):
        """A request that the host forces, and answers with a page."""
        return one.feed_refresh_now(feed="inbox", token=f"t{request}").step().requests(
            out={"entries": [sent(request)]})

    secure = "https://feed.invalid/in"
    bearer, query = {"kind": 1, "secret": "secret"}, {"kind": 4, "name": "api key", "secret": "a&b"}
    one = own("a credential goes to its server", url=secure).account_set_credential(url=secure, credential=query)
    one.feed_refresh(feed="inbox").step().requests(
        out={"entries": [sent("r1", url=f"{secure}?limit=200&api%20key=a%26b")]})
    one.transport_respond(request="r1", code=200, text=page("7")).step().feed_set_credential(
        feed="inbox", credential=bearer).feed_refresh(feed="inbox").step()
    one.requests(out={"entries": [sent("r2", url=f"{secure}?since=7&limit=200")]})
    one.transport_respond(request="r2", code=304).step().feed_remove_credential(feed="inbox").account_remove_credential(
        url=secure).feed_refresh(feed="inbox").step()
    one.requests(out={"entries": [sent("r3", url=f"{secure}?since=7&limit=200")]})
    yield one.transport_respond(request="r3", code=304).step()
    one = case("credentials that are refused, and others").feed_add(feed="inbox").feed_add(
        feed="polled", options={"url": secure, "initial_delay": OFF, "interval": OFF})
    one.feed_set_credential(feed="polled", credential=bearer).feed_remove_credential(feed="polled")
    one.account_set_credential(url=secure, credential=query).account_remove_credential(url=secure)
    one.account_set_credential(url=secure, credential={"kind": 1, "secret": "a\nb"}, status=ARGUMENT)
    one.account_set_credential(url=secure, credential={"kind": 9, "secret": "a"}, status=ARGUMENT)
    one.account_set_credential(url="example.org", credential=bearer, status="TALLY_ERROR_URL")
    one.account_set_credential(url="http://example.org", credential=bearer, status=ARGUMENT)
    one.account_remove_credential(url="example.org", status="TALLY_ERROR_URL")
    yield one.feed_set_credential(feed="inbox", credential=bearer, status="TALLY_ERROR_URL")

    one = own("the host sends a request").requests(out={"entries": []}).feed_refresh(feed="inbox").step()
    one.requests(out={"entries": [sent("r1", url=f"{URL}?limit=200")]}).feed_get(feed="inbox", out={
        "in_flight": 1, "requests": 1, "result": "TALLY_EMPTY", "text": ""})
    one.transport_progress(request="r1").transport_respond(request="r1", code=99, status=RANGE)
    one.transport_respond(request="r1", code=200, headers='ETag: "1"\r\n', text=page("7", "1", "2")).step()
    one.told({"kind": EVENT_SYNCED, "feed": "inbox", "account": "ann", "result": OK, "text": "Centre", "added": 2})
    one.get("in", True, 2).feed_get(feed="inbox", out={
        "in_flight": 0, "requests": 1, "failures": 0, "not_modified": 0, "result": OK, "text": "Centre",
        "last_success": WALL})
    one.transport_respond(request="r1", code=200, status=NOT_FOUND).transport_progress(request="r1", status=NOT_FOUND)
    one.feed_refresh(feed="inbox").step().requests(out={"entries": [sent("r2", url=f"{URL}?since=7&limit=200")]})
    yield one.transport_respond(request="r2", code=304).step().feed_get(
        feed="inbox", out={"not_modified": 1, "result": NOT_MODIFIED, "text": "Centre"}).get("in", True, 2)

    one = asked(own("a forced request completes once"), "r1").transport_respond(request="r1", code=200, text=page("1"))
    one.step().told({"kind": EVENT_SYNCED, "result": OK}, {"kind": EVENT_COMPLETION, "token": "tr1", "result": OK})
    asked(one, "r2").feed_cancel(feed="inbox").step().requests(out={"entries": [{"kind": CANCEL, "request": "r2"}]})
    one.told({"kind": EVENT_COMPLETION, "token": "tr2", "result": CANCELLED})
    asked(one, "r3").transport_respond(request="r3", code=-41, text="the host has no network").step()
    yield one.feed_get(feed="inbox", out={"result": NETWORK, "failures": 1, "failures_in_a_row": 1}).account_log_out()

    def begun(one):
        """An interval begins with a request."""
        one.feed_refresh(feed="inbox").step().requests(out={"entries": [sent("r1")]})
        return one.transport_respond(request="r1", code=200, text=page("1")).step().requests(out={"entries": []})

    one = begun(own("a feed that is paused asks nothing", interval=MINUTE)).feed_pause(feed="inbox", paused=1)
    one.go(to=WALL + 2 * MINUTE).requests(out={"entries": []}).feed_pause(feed="inbox", paused=0).step()
    yield one.requests(out={"entries": [sent("r2")]})

    one = begun(own("a feed rests in the background", interval=MINUTE, flags=STOPS_IN_BACKGROUND))
    one.engine_set_foreground(foreground=0).go(to=WALL + 2 * MINUTE).requests(out={"entries": []})
    yield one.engine_set_foreground(foreground=1).step().requests(out={"entries": [sent("r2")]})

    one = own("a page that is shown asks").feed_show_page(
        feed="inbox", page=3, out={"first": 1, "away_time": -1, "requested": 1}).step()
    one.requests(out={"entries": [sent("r1")]}).transport_respond(request="r1", code=304).step()
    one.feed_hide_page(feed="inbox", page=3).feed_show_page(
        feed="inbox", page=3, out={"first": 0, "away_time": 0, "requested": 0}).step().requests(out={"entries": []})
    one.feed_hide_page(feed="inbox", page=3).go(to=WALL + 10 * MINUTE).feed_show_page(
        feed="inbox", page=3, out={"first": 0, "away_time": 10 * MINUTE, "requested": 1}).step()
    yield one.requests(out={"entries": [sent("r2")]})

    one = own("an initial delay that is exact, with a transport", initial_delay=MINUTE, flags=EXACT_DELAY)
    one.go(to=WALL + MINUTE - 1).requests(out={"entries": []}).go(to=WALL + MINUTE)
    yield one.requests(out={"entries": [sent("r1")]})

    one = own("a feed is observed whose requests the host sends").observe_feed(feed="inbox", token="f")
    one.feed_refresh(feed="inbox").step().told().requests(out={"entries": [sent("r1")]})
    one.transport_respond(request="r1", code=200, text=page("7", "1", "2")).step()
    end = {"kind": EVENT_SYNCED, "feed": "inbox", "account": "ann", "result": OK, "text": "Centre", "added": 2,
           "badge_kind": NUMBER, "count": 2, "revision": 1}
    one.told(end, {**end, "token": "f"}).feed_refresh(feed="inbox").step().told()
    one.requests(out={"entries": [sent("r2")]}).transport_respond(request="r2", code=500).step()
    end = {"kind": EVENT_SYNCED, "result": "TALLY_ERROR_SERVER", "count": 2}
    yield one.told(end, {**end, "token": "f"})

    for name in ("engine_set_network", "engine_woke"):
        again = {"available": 1} if name == "engine_set_network" else {}
        one = begun(own(f"after a failure, {name}", interval=10 * MINUTE)).go(to=WALL + 10 * MINUTE)
        one.requests(out={"entries": [sent("r2")]}).transport_respond(request="r2", code=-41).step()
        one.requests(out={"entries": []})
        getattr(one, name)(**again)
        # A second after the last request, at the earliest.
        yield one.go(to=WALL + 10 * MINUTE + 1000).requests(out={"entries": [sent("r3")]})

    one = case("a transport is taken back").engine_set_transport(on=1).engine_set_transport(on=0)
    yield one.feed_add(feed="inbox").account_log_in().step().requests(out={"entries": []})
