"""The numbered cases of the specification of links and of counting: what is shown, and why."""

from .case import *

CONFLICT, NOT_FOUND = "TALLY_ERROR_CONFLICT", "TALLY_ERROR_NOT_FOUND"
ARGUMENT, PATH, LIMIT = "TALLY_ERROR_ARGUMENT", "TALLY_ERROR_PATH", "TALLY_ERROR_LIMIT"
MENTION, UNDER = "root.chat.bo.mention", 2
LIT = {"counting": 1}


def case(number, name, account={}, **members):
    return Case(f"links {number}: {name}", account, **members)


def mention(number, name, account={}):
    """A mention in a chat that also belongs to `mentions`."""
    return case(number, name, account).link_add(path=MENTION, under="root.mentions")


def all_show(one, count, *paths):
    for path in paths:
        one.get(path, count > 0, count)
    return one


def cases():
    one = mention(1, "once at each path above").set(MENTION, 2)
    yield all_show(one, 2, "root.chat.bo", "root.chat", "root.mentions", "root").account_verify()
    one = mention(2, "beside others").set(MENTION, 2).set("root.mentions.x", 1)
    yield all_show(one, 3, "root.mentions", "root")
    one = mention(3, "a mention passes a muted chat").set(MENTION, 2).set("root.mentions.x", 1).mute("root.chat", MUTE_ALL)
    yield one.get("root.chat", 1, 2).get("root", 1, 3).account_verify()
    one = mention(4, "a linked path holds back").set(MENTION, 2).set("root.mentions.x", 1)
    one.clear("root.mentions", status=HELD).clear(MENTION)
    yield all_show(one, 1, "root.mentions", "root")
    one = case(5, "two ways meet again").link_add(path="root.a.x", under="root.b.c").link_add(path="a.x", under="b.d")
    yield all_show(one.set("root.a.x", 1), 1, "root.b.c", "root.b.d", "root.b", "root.a", "root")
    yield (case(6, "circles are refused").link_add(path="root.a", under="root.a.b", status=CONFLICT)
           .link_add(path="root.a.b", under="root.c").link_add(path="root.c", under="root.a.b.d", status=CONFLICT)
           .link_add(path="root.a", under="a", status=CONFLICT).link_add(path="root.a.b", under="a").set("a.b", 2)
           .get("root.a", 1, 2).get("root", 1, 2)
           .link_list(path="root", flags=SUBTREE, out={"entries": [
               {"path": "root.a.b", "under": "root.a"}, {"path": "root.a.b", "under": "root.c"}]}))
    one = mention(8, "clearing a subtree follows links").set(MENTION, 2).clear_tree("root.mentions")
    yield all_show(one, 0, MENTION, "root.chat", "root.mentions", "root")
    one = mention(9, "mutes hold back on their own ways").set(MENTION, 2).mute("root.mentions", MUTE_NUMBER)
    yield one.get("root.mentions", 1, 2).get("root", 1, 2).mute("root.chat", MUTE_NUMBER).get("root", 1, 0)
    one = case(10, "a linked path takes the place of a number").set("root.mentions", 5)
    one.link_add(path=MENTION, under="root.mentions").set(MENTION, 2)
    yield one.get("root.mentions", 1, 2).clear(MENTION).get("root.mentions", 0, 0)
    one = case(10, "a linked path is added to a number", {"aggregation": SUM}).set("root.mentions", 5)
    one.link_add(path=MENTION, under="root.mentions").set(MENTION, 2)
    yield one.get("root.mentions", 1, 7).clear(MENTION).get("root.mentions", 1, 5)
    yield (case("LIT", "a tab counts conversations").badge_set_rule(path="root.chat", rule=LIT).set("root.chat.a", 5)
           .set("root.chat.b", 2).dot("root.chat.c").get("root.chat", 1, 2).get("root", 1, 2)
           .mute("root.chat.a", MUTE_NUMBER).get("root.chat", 1, 1).set("root.chat.b", 0).get("root.chat", 1, 0)
           .badge_get_rule(path="root.chat", out={"counting": 1, "feeding": 0})
           .badge_set_rule(path="root.chat", rule={"counting": 2}, status=ARGUMENT)
           .badge_set_rule(path="root.chat", rule={}).set("root.chat.b", 3).get("root.chat", 1, 3).account_verify())
    yield (mention("list", "links by their paths and by their ends").link_add(path="a.x", under="mentions")
           .link_add(path=MENTION, under="mentions").link_list(path="mentions", flags=UNDER, out={"entries": [
               {"path": "root.a.x", "under": "root.mentions"}, {"path": MENTION, "under": "root.mentions"}]})
           .link_list(path="a.x", out={"entries": [{"path": "root.a.x", "under": "root.mentions"}]})
           .link_remove(path="a.x", under="mentions").link_remove(path="a.x", under="mentions", status=NOT_FOUND)
           .link_list(path="root", flags=SUBTREE, out={"entries": [{"path": MENTION, "under": "root.mentions"}]})
           .link_list(path="a..b", status=PATH)
           .link_add(path="a..b", under="c", status=PATH).link_remove(path="c", under="a..b", status=PATH))
    one = case("most", "16 links leave a path")
    for number in range(16):
        one.link_add(path="a", under=f"t{number}")
    yield one.link_add(path="a", under="t16", status=LIMIT).set("a", 1).get("t15", 1, 1).get("root", 1, 1)
    yield (mention("explain", "an owner is listed once").badge_set_rule(path="root.chat", rule=LIT).set(MENTION, 2)
           .badge_explain(path="root.mentions", out={"entries": [
               {"path": MENTION, "contributed": 2, "flags": 1 | 64 | 512}]})
           .badge_explain(path="root.chat", out={"entries": [
               {"path": "root.chat", "contributed": 1, "flags": 1024}, {"path": MENTION, "contributed": 0, "flags": 1 | 64}]}))
