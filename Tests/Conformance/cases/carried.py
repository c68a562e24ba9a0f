"""Messages carry a link, an icon, a subtitle and data, and may be the user's own."""

from .case import *
from .sync import deliver, item, text

ARGUMENT, NOT_FOUND, TOO_LARGE = "TALLY_ERROR_ARGUMENT", "TALLY_ERROR_NOT_FOUND", "TALLY_ERROR_TOO_LARGE"
PROTOCOL = "TALLY_ERROR_PROTOCOL"
CARRIED = {"link": "app:orders/7?x=1", "icon": "bell", "subtitle": "Zwischentitel é"}
UNREAD = 2


def case(name, account={}, **members):
    return Case(f"carried: {name}", account, **members)


def feed(name, account={}):
    return case(name, account).account_log_in().feed_add(feed="inbox")


def data(one, id, value):
    return one.message_get_data(key=id, out={"bytes": value.encode().hex()})


def posted():
    one = case("a posted message").post("in", "1", data='{"a": 1}', **CARRIED).post("in", "2")
    one.message_find(id="1", out={**CARRIED, "data_size": 8}).message_find(id="2", out={
        "link": "", "icon": "", "subtitle": "", "data_size": 0})
    yield (data(data(one, "1", '{"a": 1}'), "2", "").post("in", "1")
           .message_find(id="1", out={"link": "", "icon": "", "subtitle": "", "data_size": 0}))
    one = case("the limits of a host").post("in", "1", link="l" * 2048, icon="i" * 255, data="d" * 65536)
    one.post("in", "1", status=ARGUMENT, link="l" * 2049).post("in", "1", status=ARGUMENT, link="a\nb")
    one.post("in", "1", status=ARGUMENT, icon="i" * 256).post("in", "1", status=TOO_LARGE, data="d" * 65537)
    yield one.message_find(id="1", out={"link": "l" * 2048, "icon": "i" * 255, "data_size": 65536})
    one = case("an export").post("in", "1", data="{}", **CARRIED).account_export(**{"as": "all"})
    yield data(one.account_remove(name="ann").account_import(name="ann", bytes="$all").account_open()
               .message_find(id="1", out={**CARRIED, "data_size": 2}), "1", "{}")


def received():
    one = deliver(feed("an item"), "1", item("1", **CARRIED, data={"b": [1, None], "a": "é/"}))
    one.message_find(feed="inbox", id="1", out={**CARRIED, "data_size": 24})
    yield data(one, "1", '{"b":[1,null],"a":"é/"}')
    one = feed("data are compact JSON").feed_deliver(
        feed="inbox", text='{"cursor":"1","items":[{"id":"1","path":"in","data":{ "b" : [ 1.50 , "\\u00e9\\/\\n" ],\n"a":{} }}]}')
    yield data(one, "1", '{"b":[1.50,"é/\\n"],"a":{}}')
    one = deliver(feed("invalid values set an item aside"), "1", item("1", link=5), item("2", link="l" * 2049),
                  item("3", icon="\x01"), item("4", subtitle=[]), item("5", data="d" * 65535), item("6", data=None))
    yield one.message_list(path="in", out={"entries": [{"id": "6", "data_size": 0}]}).get("in", 1, 1)
    push = {"path": "in", "id": "1", "data": [1], "link": 7, "aps": {"alert": {"subtitle": "Second"}}}
    one = case("a notification").account_log_in().account_push(text=text(push))
    one.message_find(id="1", out={"subtitle": "Second", "link": "", "data_size": 3})
    yield data(one, "1", "[1]").account_push(text='{"id":"2","path":"in","link":7}', status=PROTOCOL)
    mapping = text({"list": "$.x", "item": {"id": "$.id", "path": "in", "link": "https://example.com/{id}", "icon": "$.i",
                                            "subtitle": "$.s", "data": "$.more", "own": "$.from=me"}})
    one = case("a mapping").account_log_in().feed_add(feed="inbox", options={"mapping": mapping})
    one.feed_deliver(feed="inbox", text=text({"x": [
        {"id": 1, "i": "star", "s": "S", "more": {"n": 1}}, {"id": 2, "from": "me", "more": 5}]}))
    one.message_list(path="in", out={"entries": [{"id": "2", "state": READ, "data_size": 1}, {
        "id": "1", "state": READ, "link": "https://example.com/1", "icon": "star", "subtitle": "S", "data_size": 7}]})
    yield data(one, "1", '{"n":1}')


def own():
    first = [item(id, "chat.bo", seq=id) for id in ("1", "2", "4")]
    answer = item("m", "chat.bo", seq="3", own=True, ver=2)
    one = deliver(feed("an answer reads what came before", {"feeding": UNREAD}), "1", *first).get("chat", 1, 3)
    yield deliver(one, "2", answer).get("chat", 1, 1).account_verify()
    one = deliver(feed("what comes late was read", {"feeding": UNREAD}), "1", answer)
    yield deliver(one, "2", item("2", "chat.bo.thread", seq="2", ver=1), item("4", "chat.bo", seq="4", ver=0)).get("chat", 1, 1)


def removed():
    """Messages that the host removes stay removed."""
    one = deliver(feed("a removed message stays removed"), "1", item("1", rev="2"), item("2", rev="2"))
    one.message_remove(keys=["1"]).get("in", 1, 1)
    one = deliver(one, "2", item("1", rev="2")).get("in", 1, 1)
    yield deliver(one, "3", item("1", rev="3")).get("in", 1, 2).account_verify()
    one = case("a row for the server").account_configure(settings=OUTBOX).account_log_in().feed_add(feed="inbox")
    one = deliver(one, "1", item("1", rev="2")).post("in", "2").message_remove(keys=["1", "2"]).get("in", 0, 0)
    yield one.outbox_lease(duration=9, out={"entries": [{
        "kind": 4, "entity": "1", "body": '{"v":1,"feed":"inbox","items":[{"id":"1","rev":"2","deleted":true}]}'}]})


def cases():
    yield from removed()
    yield from posted()
    yield from received()
    yield from own()
