"""Messages with further paths: each counts at all of its paths, and is one message."""

from .case import *
from .sync import deliver, item

ARGUMENT, LIMIT, PATH = "TALLY_ERROR_ARGUMENT", "TALLY_ERROR_LIMIT", "TALLY_ERROR_PATH"
PROTOCOL = "TALLY_ERROR_PROTOCOL"
UNREAD = 2
BOTH = "mentions\ninbox"


def case(name, account={}, **members):
    return Case(f"also: {name}", account, **members)


def feed(name, account={}):
    return case(name, account).account_log_in().feed_add(feed="inbox")


def all_show(one, count, *paths):
    for path in paths:
        one.get(path, count > 0, count)
    return one


def posted():
    one = case("a message counts at both paths, and once above").post("root.chat.bo", "1", also="root.mentions")
    all_show(one, 1, "root.chat.bo", "root.mentions", "root").clear("root.mentions")
    yield all_show(one, 0, "root.chat.bo", "root.mentions", "root").account_verify()
    one = case("reading it anywhere ends it everywhere", {"feeding": UNREAD}).post("chat.bo", "1", also=BOTH)
    all_show(one, 1, "chat.bo", "mentions", "inbox", "root").clear("mentions", status=HELD)
    one.message_mark_path_read(path="inbox", out={"changed": 1})
    yield all_show(one, 0, "chat.bo", "mentions", "inbox", "root").account_verify()
    one = case("it is listed at each path").post("chat.bo", "1", also=BOTH).post("mentions", "2")
    for path, ids in (("chat", "1"), ("mentions", "21"), ("inbox", "1"), ("root", "21")):
        one.message_list(path=path, flags=SUBTREE, out={"entries": [{"id": id} for id in ids]})
    yield one.message_find(id="1", out={"path": "root.chat.bo", "also": "root.inbox\nroot.mentions"})
    one = case("a mention passes a muted chat").post("chat.bo", "1", also="mentions").post("chat.bo", "2")
    yield one.mute("chat", MUTE_ALL).get("chat", 1, 2).get("root", 1, 1).account_verify()
    one = case("paths that change nothing").post("chat.bo", "1", also="chat\nchat.bo\nroot.chat")
    yield all_show(one, 1, "chat.bo", "chat", "root").message_find(id="1", out={"also": "root.chat"})
    one = case("invalid paths").post("a", "1", status=PATH, also="b..c").post("a", "1", status=PATH, also="b\n\nc")
    one.post("a", "1", status=LIMIT, also="\n".join("123456789")).get("root", 0, 0)
    yield one.post("a", "1", also="\n".join("12345678")).get("root", 1, 1).get("8", 1, 1)
    one = case("an export").post("chat.bo", "1", also=BOTH).account_export(**{"as": "all"})
    one.account_remove(name="ann").account_import(name="ann", bytes="$all").account_open()
    yield all_show(one, 1, "chat.bo", "mentions", "inbox", "root").account_verify()


def received():
    one = deliver(feed("an item"), "1", item("1", "chat.bo", count=3, also=["mentions", "mix"]))
    one = deliver(all_show(one, 3, "chat.bo", "mentions", "mix", "root"), "2", item("1", "chat.bo", count=3, also=["mentions"]))
    yield all_show(one, 3, "chat.bo", "mentions", "root").get("mix", 0, 0).account_verify()
    one = deliver(feed("invalid values set an item aside"), "1", item("1", also="m"), item("2", also=["a..b"]),
                  item("3", also=[""]), item("4", also=[1]), item("5", also=list("123456789")), item("6", also=[]))
    yield one.message_list(path="in", out={"entries": [{"id": "6", "also": ""}]}).get("root", 1, 1)
    one = case("a push").account_log_in().account_push(text='{"id":"1","path":"a","also":["m"]}').get("m", 1, 1)
    yield one.account_push(text='{"id":"2","path":"a","also":7}', status=PROTOCOL).get("root", 1, 1)


def cases():
    yield from posted()
    yield from received()
