"""The numbered cases of the specification of levels, and what else a host sees of them."""

from .case import *
from .sync import deliver, item

ARGUMENT = "TALLY_ERROR_ARGUMENT"
PASSIVE, NORMAL, HIGHLIGHT, CRITICAL = -1, 0, 1, 2
MUTE_NUMBER_BUT_HIGHLIGHTS, MUTE_ALL_BUT_HIGHLIGHTS = 5, 6
UNREAD = {"feeding": 2}
MESSAGE, LIGHTS, FED, MUTED, REASON_MUTE_ALL = 256, 64, 4, 128, 32
UNSEEN, NEWEST, HIGHLIGHTS = 4, 8, 32
FIELD_BACKGROUND, FIELD_HIGHLIGHT = 32, 512


def case(name, account=UNREAD, **members):
    return Case(f"levels {name}", account, **members)


def shows(one, path, count, highlights, level):
    return one.get(path, 1, count, highlights=highlights, level=level)


def three(name):
    """A message of each kind in two chats."""
    return (case(name).post("chat.bo", "m1").post("chat.bo", "m2", level=HIGHLIGHT)
            .post("chat.al", "m3", level=PASSIVE, count=3))


def numbered():
    one = three("1: highlights are counted apart")
    for path in ("chat.bo", "chat", "root"):
        shows(one, path, 2, 1, HIGHLIGHT)
    yield shows(one, "chat.al", 0, 0, PASSIVE).account_verify()
    one = shows(three("2: a muted number holds them back, or lets them pass").mute("chat.bo", MUTE_NUMBER), "chat", 0, 0, NORMAL)
    yield shows(one.mute("chat.bo", MUTE_NUMBER_BUT_HIGHLIGHTS), "chat", 1, 1, HIGHLIGHT).account_verify()
    one = shows(three("3: they pass a muted chat").mute("chat.bo", MUTE_ALL_BUT_HIGHLIGHTS), "chat", 1, 1, HIGHLIGHT)
    one.badge_get(path="chat.bo", out={"flags": 4 + 32 + 64}).badge_get_own(path="chat.bo", out={"mute": 6})
    yield shows(one.message_mark_read(keys=["m2"]), "chat", 0, 0, PASSIVE).account_verify()
    one = three("4: a highlight counts at its further paths").post("chat.bo", "m2", level=HIGHLIGHT, also="mentions")
    yield shows(shows(one, "mentions", 1, 1, HIGHLIGHT), "root", 2, 1, HIGHLIGHT).account_verify()
    one = three("5: they stay a sum where children count").badge_set_rule(path="chat", rule={"counting": 1})
    yield shows(one, "chat", 1, 1, HIGHLIGHT).account_verify()


def others():
    one = case("a linked mention counts once").link_add(path="chat.bo.mention", under="mentions")
    one.post("chat.bo.mention", "m", level=CRITICAL, count=2).post("chat.bo", "n")
    shows(shows(one, "mentions", 2, 2, CRITICAL), "root", 3, 2, CRITICAL)
    yield shows(one.mute("chat", MUTE_ALL_BUT_HIGHLIGHTS), "root", 2, 2, CRITICAL).account_verify()
    one = deliver(case("of items, by names or numbers").account_log_in().feed_add(feed="inbox"), "1",
                  item("1", "a", level="highlight", count=3), item("2", "a", level=2), item("3", "b", level="passive"),
                  item("4", "a", level="urgent"), item("5", "a", level=3), item("6", "b", level=None), item("7", "c", level=[]))
    one.message_list(path="root", flags=SUBTREE, out={"entries": [
        {"id": "6", "level": 0}, {"id": "3", "level": -1}, {"id": "2", "level": 2}, {"id": "1", "level": 1}]})
    yield shows(shows(one, "a", 4, 4, CRITICAL), "b", 1, 0, NORMAL)
    one = three("where to begin reading mentions").post("chat.bo", "m4", level=CRITICAL, time=5000)
    one.message_first(path="chat", flags=SUBTREE | HIGHLIGHTS, most=0, out={"time": 5000, "matching": 2, "newer": 3})
    one.message_first(path="chat.bo", flags=HIGHLIGHTS | NEWEST, most=1, out={"matching": 1, "newer": 0, "older": 1})
    one.message_first(path="chat.al", flags=HIGHLIGHTS, most=0, out={"key": 0})
    yield one.clear("chat.bo", status=HELD).message_first(path="chat.bo", flags=HIGHLIGHTS | UNSEEN, most=0, out={"key": 0})
    one = case("of a message that the host posts").post("a", "1", level=3, status=ARGUMENT)
    one.post("a", "1", level=-2, status=ARGUMENT).post("a", "1", level=CRITICAL).message_find(id="1", out={"level": 2})
    yield shows(one.post("a", "1", level=PASSIVE), "a", 0, 0, PASSIVE)
    one = case("alone change a badge").post("a", "1").observe(path="root", token="t").post("a", "1", level=HIGHLIGHT)
    yield one.told(badge("root", 1, 1, token="t", highlights=1, level=HIGHLIGHT))
    one = case("are in the total").account_log_in().observe_total(token="t").post("a", "1", level=HIGHLIGHT)
    one.told({"kind": EVENT_TOTAL, "token": "t", "count": 1, "highlights": 1, "level": HIGHLIGHT})
    yield one.engine_get_total(out={"count": 1, "highlights": 1, "level": HIGHLIGHT})
    one = three("are in reasons").mute("chat.bo", MUTE_ALL_BUT_HIGHLIGHTS)
    yield one.badge_explain(path="root", out={"entries": [
        {"path": "root.chat.al", "flags": FED | LIGHTS, "highlights": 0, "level": PASSIVE, "fed_count": 0},
        {"path": "root.chat.al", "flags": MESSAGE | LIGHTS, "id": "m3", "level": PASSIVE, "fed_count": 0},
        {"path": "root.chat.bo", "flags": FED | LIGHTS | MUTED | REASON_MUTE_ALL, "highlights": 1, "level": HIGHLIGHT,
         "contributed": 1, "fed_count": 2, "kept_count": 1},
        {"path": "root.chat.bo", "flags": MESSAGE | MUTED, "id": "m1", "highlights": 0, "level": NORMAL},
        {"path": "root.chat.bo", "flags": MESSAGE | LIGHTS, "id": "m2", "highlights": 1, "level": HIGHLIGHT}]})
    one = case("may have a background").post("a", "1", level=HIGHLIGHT).style_set(path="root", style={
        "fields": FIELD_BACKGROUND | FIELD_HIGHLIGHT, "background_color": 255, "highlight_color": 65535})
    one.badge_present(path="a", out={"highlighted": 1, "background_color": 65535}).post("a", "1")
    yield one.badge_present(path="a", out={"highlighted": 0, "background_color": 255})
    one = three("are kept with an account").mute("chat.bo", MUTE_ALL_BUT_HIGHLIGHTS).account_export(**{"as": "all"})
    one.account_remove(name="ann").account_import(name="ann", bytes="$all").account_open()
    yield shows(one, "chat", 1, 1, HIGHLIGHT).account_verify()


def cases():
    yield from numbered()
    yield from others()
