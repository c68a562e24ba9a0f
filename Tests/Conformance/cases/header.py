"""Every function of the header at least once with success, and its errors."""

import json

from .case import *

MAX_UINT64 = 2**64 - 1
MAX_INT64 = 2**63 - 1
PATH, RANGE, NOT_FOUND, EXISTS, CONFLICT, LIMIT, ARGUMENT, MALFORMED, TOO_LARGE, URL = (
    "TALLY_ERROR_" + name for name in (
        "PATH", "RANGE", "NOT_FOUND", "EXISTS", "CONFLICT", "LIMIT", "ARGUMENT", "MALFORMED", "TOO_LARGE", "URL"))
RESYNC, MORE, APPLIED = "TALLY_RESYNC", "TALLY_MORE", "TALLY_ALREADY_APPLIED"
FLAG_COUNT, FLAG_DOT, FLAG_FED, FLAG_CHILDREN, FLAG_MUTE_NUMBER, FLAG_MUTE_ALL = (1 << bit for bit in range(6))
REASON_COUNT, REASON_DOT, REASON_FED, OVERRIDDEN, REASON_MUTE_NUMBER, REASON_MUTE_ALL, LIGHTS, MUTED, MESSAGE = (
    1 << bit for bit in range(9))
DOT_RADIUS, OFFSET, FONT_SIZE, FONT_WEIGHT, TEXT_COLOR, BACKGROUND_COLOR, STYLE_FIELD_MAX_COUNT, OVERFLOW, ICON = (
    1 << bit for bit in range(9))
# Lengths around which encodings and buffers change.
LENGTHS = [*range(1, 18), 31, 32, 33, 63, 64, 65, 127, 128, 129, 253, 254, 255]


def case(name, account={}, **members):
    return Case(f"header: {name}", account, **members)


def cases():
    for part in (paths, accounts, settings, badges, batches, nodes, snapshots, presentation, watching, messages, groups, lists_that_go_on,
                 limits):
        yield from part()


def paths():
    names = ["a", "a.b", "a\\b", "..", "\\", "root", " ", "日本語", "é", "e\u0301", "👩‍👩‍👧", "\u00a0", "\ufffd",
             "a b/c:d*?\"'<>{}"]
    one = case("names become components, and come back", None)
    for name in names:
        escaped = name.replace("\\", "\\\\").replace(".", "\\.")
        one.path_escape(name=name, out={"text": escaped}).path_join(path="root", name=name,
           out={"text": f"root.{escaped}"})
        one.path_component(path=f"root.{escaped}", index=0, out={"text": name})
    yield one
    one = case("names of every length", None)
    for length in LENGTHS:
        name = ("é" * 128)[:length // 2] + "x" * (length % 2)
        one.path_escape(name=name, out={"text": name}).path_join(path="a", name=name, out={"text": f"root.a.{name}"})
    one.path_escape(name="." * 255, out={"text": "\\." * 255})
    for name in ("", "x" * 256, "a\tb", "a\x7fb", "a\u0085b", "\x01"):
        one.path_escape(name=name, status=PATH).path_join(path="root", name=name, status=PATH)
    yield one
    one = case("parents and components", None)
    one.path_parent(path="root.a.b", out={"text": "root.a"}).path_parent(path="a", out={"text": "root"})
    one.path_parent(path="a.b\\.c", out={"text": "root.a"}).path_parent(path="root.root", out={"text": "root"})
    one.path_parent(path="root", status=NOT_FOUND).path_parent(path="", status=PATH)
    one.path_component(path="root.a.b\\.c", index=1, out={"text": "b.c"}).path_component(path="root.a", index=1,
           status=NOT_FOUND)
    one.path_component(path="root", index=0, status=NOT_FOUND).path_component(path="root.root", index=0,
           out={"text": "root"})
    one.path_component(path="a..b", index=0, status=PATH, message="path 'a..b': a component is empty, at byte 2")
    one.path_join(path="root.a", name="b", out={"text": "root.a.b"}).path_join(path="a.", name="b", status=PATH)
    yield one
    one = case("paths that are none")
    bad = [("", "empty"), (".", "empty"), ("a.", "empty"), (".a", "empty"), ("a..b", "a component is empty, at byte 2"),
           ("root.", "empty"), ("a\\", ""), ("a\\b", ""), ("a\nb", ""), ("x" * 256, ""), ("a\u009fb", "")]
    for path, message in bad:
        one.set(path, 1, status=PATH, message=message).badge_get(path=path, status=PATH)
    one.account_get(out={"revision": 0}).get("root", 0, 0)
    yield one
    one = case("paths in many writings")
    for number, path in enumerate(("root.日本.é", "e\u0301", "é", "A", "a", "root.root", "a\\.b", "a.b", "\\\\",
                                   "x" * 255, " "), 1):
        one.set(path, number)
    shown = {"root.日本.é": 1, "root.e\u0301": 2, "root.é": 3, "root.A": 4, "root.root": 6, "root.a\\.b": 7,
             "root.a.b": 8,
             "root.\\\\": 9, "root." + "x" * 255: 10, "root. ": 11}
    for path, count in shown.items():
        one.get(path, 1, count)
    listed = {**shown, "root.日本": 1, "root.a": 8, "root": sum(shown.values())}
    entries = [{"path": path, "count": listed[path]} for path in sorted(listed, key=lambda path: path.encode())]
    yield one.get("a", 1, 8).badge_list(path="root", flags=SUBTREE, out={"entries": entries})
    deep = "root" + ".x" * 64
    yield (case("as deep and as long as paths may be").set(deep, 3).get("root", 1, 3).set(deep + ".x", 1, status=PATH)
           .badge_get(path=deep + ".x", status=PATH).path_parent(path=deep, out={"text": deep[:-2]})
           .set("root" + (".a" + "y" * 252) * 16, 1).set("root" + (".a" + "y" * 254) * 16, 1, status=PATH)
           .get("root", 1, 4))


def lists_that_go_on():
    one = case("a list goes on behind a message that was removed").post("in", "1").post("in", "2").post("in", "3")
    one.message_list(path="in", limit=2, status=MORE, out={"entries": [{"id": "3"}, {"id": "2"}]}, **REST)
    yield one.message_withdraw(id="2").message_list(path="in", after="$rest", out={"entries": [{"id": "1"}]})
    one = case("a list of groups goes on behind a group that was dismissed")
    for number, thread in enumerate(("a", "b", "c")):
        one.post("in", f"{number}", thread=thread)
    one.group_list(limit=2, status=MORE, out={"entries": [{"thread": "c"}, {"thread": "b"}]}, **REST)
    yield one.group_dismiss(thread="b", out={"changed": 1}).group_list(after="$rest", out={"entries": [{"thread": "a"}]})


def accounts():
    yield (case("accounts", None).account_list(out={"entries": []}).account_open(account="bob")
           .account_open(account="ann")
           .account_open(account="émile").account_list(out={"entries": [{"name": "ann"}, {"name": "bob"},
           {"name": "émile"}]})
           .account_list(limit=2, status=MORE, out={"entries": [{"name": "ann"}, {"name": "bob"}]}, **REST)
           .account_list(after="$rest", out={"entries": [{"name": "émile"}]})
           .account_list(limit=1, status=MORE, out={"entries": [{"name": "ann"}]}, **REST)
           .account_list(after="$rest", limit=1, status=MORE, out={"entries": [{"name": "bob"}]}, **REST)
           .account_list(after="$rest", limit=1, out={"entries": [{"name": "émile"}]})
           .account_find(account="bob").badge_dot(account="bob", path="a")
           .account_remove(name="bob").account_remove(name="bob", status=NOT_FOUND, message="'bob'")
           .account_list(out={"entries": [{"name": "ann"}, {"name": "émile"}]}).badge_get(account="bob", path="root",
           status=NOT_FOUND))
    one = case("names of accounts", None)
    for length in LENGTHS:
        one.account_open(account="n" * length)
    for name in ("", "x" * 256, "a\nb", "\x7f"):
        one.account_open(account=name, status=ARGUMENT)
    yield one.account_list(limit=3, status=MORE, out={"entries": [{"name": "n" * length} for length in (1, 2, 3)]})
    yield (case("what an account was created with", {"aggregation": SUM, "feeding": 2}).account_open(account="ann")
           .account_open(account="ann", options={"aggregation": SUM}).account_open(
               account="ann", options={"aggregation": CHILDREN}, status=CONFLICT)
           .account_open(account="ann", options={"feeding": 1}, status=CONFLICT))
    yield (case("logging in and out, and the total").account_get(out={"logged_in": 0, "revision": 0})
           .account_open(account="bob").set("root.a", 2).dot("root.b", account="bob")
           .engine_get_total(out={"kind": NONE, "count": 0}).account_log_in()
           .account_get(out={"logged_in": 1, "revision": 1})
           .engine_get_total(out={"kind": NUMBER, "count": 2}).account_log_in(account="bob").set("root.b", 3, account="bob")
           .engine_get_total(out={"kind": NUMBER, "count": 5, "flags": 0, "highlights": 0, "level": 0}).account_log_out()
           .engine_get_total(out={"kind": NUMBER, "count": 3})
           .engine_get_total_of_all(out={"kind": NUMBER, "count": 5, "flags": 0, "highlights": 0, "level": 0, "revision": 0}).get("root", 1, 2).account_get(out={"logged_in": 0})
           .engine_verify().account_verify())
    # FNV-1a of 32 bits: its published vectors.
    one = case("which partition an account belongs to", None)
    for name, hashed in (("a", 0xe40c292c), ("b", 0xe70c2de5), ("foobar", 0xbf9cf968), ("foo", 0xa9f37ed7)):
        one.account_hash(name=name, partitions=4294967295, out={"partition": hashed % 4294967295})
        one.account_hash(name=name, partitions=7, out={"partition": hashed % 7}).account_hash(name=name, partitions=1,
           out={"partition": 0})
    yield one.account_hash(name="a", status=ARGUMENT).account_hash(name="", partitions=2, status=ARGUMENT)
    yield (case("an account as bytes").set("root.a", 3).dot("root.b").mute("root.b", MUTE_ALL)
           .post("root.in", "m", title="é")
           .account_export(**{"as": "account"}).account_import(name="bob", bytes="$account")
           .account_import(name="bob", bytes="$account", status=EXISTS, message="'bob'").account_open(account="bob")
           .get("root", 1, 4, account="bob").message_list(account="bob", path="root", flags=SUBTREE, out={
               "entries": [{"id": "m", "path": "root.in", "title": "é", "state": UNSEEN}]})
           .account_import(name="carl", bytes="00ff", status=MALFORMED).account_import(name="carl", bytes="",
           status=MALFORMED)
           .account_list(out={"entries": [{"name": "ann"}, {"name": "bob"}]})
           .account_verify(account="bob"))


def settings():
    first = {"grouping": 1, "outbox": 1, "feeding": 1, "outbox_kinds": 3, "outbox_request_timeout": 300000, "outbox_idle_timeout": 60000, "language": "",
             "outbox_url": "", "push_path": ""}
    given = {"grouping": 3, "outbox": 3, "feeding": 2, "outbox_kinds": 5, "outbox_request_timeout": 1000, "outbox_idle_timeout": 100, "language": "pt_br",
             "outbox_url": "http://localhost:9/x?é", "push_path": "icon"}
    stored = {**given, "language": "pt-BR", "push_path": "root.icon"}
    one = case("settings of an account").account_get_settings(out=first).account_configure()
    one.account_configure(settings={}).account_get_settings(out=first)
    one.account_configure(settings={"outbox": 3}, status=ARGUMENT).account_configure(settings=given)
    one.account_get_settings(out=stored)
    for bad, status in [({"grouping": 4}, ARGUMENT), ({"outbox": 4}, ARGUMENT), ({"feeding": 3}, ARGUMENT), ({"language": "no language"}, ARGUMENT),
                        ({"outbox_request_timeout": 99}, RANGE), ({"outbox_idle_timeout": 1}, RANGE),
                        ({"outbox_url": "ftp://x/"}, URL), ({"outbox_url": ""}, ARGUMENT), ({"push_path": "a..b"}, PATH)]:
        one.account_configure(settings={"grouping": 2, "language": "de", "push_path": "other", **bad}, status=status)
    one.account_get_settings(out=stored).account_configure(settings={"language": "", "push_path": "root"})
    one.account_get_settings(out={**stored, "language": "", "push_path": "root"})
    one.account_configure(settings={"outbox": 1, "outbox_url": "", "push_path": ""})
    yield one.account_get_settings(out={**stored, "outbox": 1, "language": "", "outbox_url": "", "push_path": ""})


def badges():
    yield (case("counts and their range").set("a", MAX_COUNT).get("a", 1, MAX_COUNT, flags=FLAG_COUNT)
           .badge_get_own(path="a", out={"kind": NUMBER, "count": MAX_COUNT})
           .set("a", MAX_COUNT + 1, status=RANGE).set("a", -1, status=RANGE).set("a", MAX_INT64, status=RANGE)
           .set("a", -MAX_INT64 - 1, status=RANGE).get("a", 1, MAX_COUNT).add("a", 1, status=RANGE).add("a", -MAX_COUNT)
           .get("a", 0, 0).add("a", -1, status=RANGE).add("a", MAX_INT64, status=RANGE).add("a", -MAX_INT64 - 1,
           status=RANGE)
           .add("a", 5).add("a", 0).get("a", 1, 5).dot("a").get("a", 1, 0, flags=FLAG_DOT).add("a", 7)
           .get("a", 1, 7, flags=FLAG_COUNT)
           .account_get(out={"revision": 5}))
    yield (case("what the flags say").set("a.x", 2).post("a", "m", count=4).mute("a", MUTE_NUMBER)
           .get("a", 1, 6, flags=FLAG_FED | FLAG_CHILDREN | FLAG_MUTE_NUMBER)
           .badge_get_own(path="a", out={"kind": NONE, "count": 0, "mute": MUTE_NUMBER, "flags": 0})
           .get("root", 1, 0, flags=FLAG_CHILDREN).mute("a", MUTE_ALL)
           .get("a", 1, 6, flags=FLAG_FED | FLAG_CHILDREN | FLAG_MUTE_ALL)
           .get("root", 0, 0, flags=0).get("never.heard.of", 0, 0, flags=0, revision=0))
    yield (case("ends of badges and of mutes").badge_set_until(path="a", count=3, until=WALL + 10)
           .badge_dot_until(path="b", until=WALL + 20).badge_mute(path="c", mode=MUTE_ALL, until=WALL + 30).set("c", 5)
           .badge_get_own(path="a", out={"kind": NUMBER, "count": 3, "until": WALL + 10, "mute": MUTE_NONE,
                                         "mute_until": 0, "flags": 0})
           .badge_get_own(path="b", out={"kind": DOT, "count": 0, "until": WALL + 20})
           .badge_get_own(path="c", out={"kind": NUMBER, "count": 5, "until": 0, "mute": MUTE_ALL,
                                         "mute_until": WALL + 30})
           .badge_get_own(path="nowhere", out={"kind": NONE, "count": 0, "until": 0, "mute": MUTE_NONE, "mute_until": 0})
           .badge_get_own(path="a..b", status=PATH)
           .get("root", 1, 3).go(to=WALL + 10).get("a", 0, 0).get("root", 1, 0).go(to=WALL + 20).get("root", 0, 0)
           .go(to=WALL + 30).get("root", 1, 5).get("c", 1, 5, flags=FLAG_COUNT)
           .badge_set_until(path="d", count=1, until=-1, status=RANGE).badge_dot_until(path="d", until=-1, status=RANGE)
           .badge_mute(path="d", mode=MUTE_ALL, until=-1, status=RANGE).badge_set_until(path="d", count=1, until=WALL)
           .step()
           .get("d", 0, 0).badge_set_until(path="d", count=2, until=MAX_INT64).get("d", 1, 2)
           .badge_set_until(path="d", count=2, until=WALL + 40).add("d", 1).go(to=WALL + 40).get("d", 0, 0)
           .badge_set_until(path="d", count=2, until=WALL + 50).set("d", 2).go(to=WALL + 50).get("d", 1, 2))
    yield (case("the wall clock alone is set").badge_dot_until(path="a", until=WALL + 1000).wall(to=WALL + 1000)
           .get("a", 0, 0)
           .badge_dot_until(path="a", until=WALL + 500).step().get("a", 0, 0).wall(to=WALL).badge_dot_until(path="a",
           until=WALL + 500)
           .step().get("a", 1, 0))
    yield (case("lists").set("b.y", 2).set("b.x", 1).dot("c").mute("z", MUTE_NUMBER).badge_list(path="root",
           out={"revision": 3, "entries": [
               {"path": "root.b", "count": 3, "kind": NUMBER, "flags": FLAG_CHILDREN}, {"path": "root.c", "count": 0,
               "kind": DOT, "flags": FLAG_DOT},
               {"path": "root.z", "count": 0, "kind": NONE, "flags": FLAG_MUTE_NUMBER}]})
           .badge_list(path="b", flags=SUBTREE, out={"entries": [
               {"path": "root.b", "revision": 2}, {"path": "root.b.x", "flags": FLAG_COUNT, "revision": 2},
               {"path": "root.b.y", "revision": 1}]})
           .badge_list(path="nothing", flags=SUBTREE, out={"entries": []}).badge_list(path="a..b", status=PATH))
    yield (case("changes").set("a.x", 1).badge_changes(since=0, status=RESYNC).badge_list(path="root", flags=SUBTREE,
           out={"revision": 1}, **{"as": "r"})
           .badge_changes(since="$r", out={"entries": [], "revision": "$r"}).set("a.y", 2).dot("b").set("a.y", 0)
           .badge_changes(since="$r", out={"revision": 4, "entries": [
               {"path": "root", "count": 1}, {"path": "root.a", "count": 1}, {"path": "root.a.y", "kind": NONE},
               {"path": "root.b", "count": 0, "kind": DOT}]},
               **{"as": "r"})
           .badge_changes(since="$r", out={"entries": [], "revision": "$r"}).set("c", 1).badge_changes(since="$r",
           epoch=1, status=RESYNC)
           .badge_changes(since=1000, status=RESYNC).badge_changes(since="$r", out={"entries": [{"path": "root"},
           {"path": "root.c"}]}))
    yield (case("why a path shows what it shows").set("a.x", 3).set("a", 9).set("a.y", 2).mute("a.y", MUTE_NUMBER)
           .post("a.in", "m", count=4)
           .badge_explain(path="a", out={"entries": [
               {"path": "root.a", "flags": REASON_COUNT | OVERRIDDEN | LIGHTS, "contributed": 0, "own_count": 9},
               {"path": "root.a.in", "flags": REASON_FED | LIGHTS, "contributed": 4, "fed_count": 4},
               {"path": "root.a.in", "id": "m", "fed_count": 4, "flags": MESSAGE | LIGHTS},
               {"path": "root.a.x", "flags": REASON_COUNT | LIGHTS, "contributed": 3, "own_count": 3},
               {"path": "root.a.y", "flags": REASON_COUNT | REASON_MUTE_NUMBER | LIGHTS | MUTED, "contributed": 0,
                "kept_count": 2}]})
           .get("a", 1, 7).badge_explain(path="nothing", out={"entries": []}))
    yield (case("clear and force").set("a.x", 1).clear("a", status=HELD).clear("a.x").clear("a.x").clear("nothing")
           .get("root", 0, 0)
           .set("a.x", 1).set("b", 2).clear_tree("root").get("root", 0, 0).clear_tree("nothing").account_get(out={"revision": 5})
           .account_verify())


def batches():
    ok = {"status": "TALLY_OK"}
    yield (case("a batch and what its operations answer").dot("a.x").batch(
               operation(OP_SET, "b", 3), operation(OP_DOT, "c"), operation(OP_ADD, "b", 4), operation(OP_GET, "b"),
               operation(OP_CLEAR, "a"),
               operation(OP_GET, "root"), operation(OP_MUTE, "b", MUTE_ALL), operation(OP_CLEAR_TREE, "a"),
               operation(OP_GET, "root"),
               out={"revision": 2, "operations": [ok, ok, ok, {**ok, "count": 7, "badge_kind": NUMBER}, {"status": HELD},
               {**ok, "count": 7, "badge_kind": NUMBER},
                                                  ok, ok, {**ok, "count": 0, "badge_kind": DOT}]})
           .get("root", 1, 0).account_get(out={"revision": 2}).batch(out={"revision": 2}))
    refused = {"status": "TALLY_ERROR_NOT_APPLIED"}
    yield (case("a batch is all or nothing").set("a", 1).batch(
               operation(OP_SET, "a", 5), operation(OP_ADD, "a", -6), operation(OP_DOT, "b"), status=RANGE,
               out={"operations": [refused, {"status": RANGE}, refused]})
           .get("a", 1, 1).batch(operation(OP_SET, "a", 5), operation(OP_SET, "a..b", 1), status=PATH, out={
               "operations": [refused, {"status": PATH}]}).get("a", 1, 1).get("b", 0, 0))
    yield (case("ends in batches").batch(operation(OP_SET, "a", 2, until=WALL + 5), operation(OP_DOT, "b",
           until=WALL + 6),
                                        operation(OP_MUTE, "a", MUTE_NUMBER, until=WALL + 5))
           .get("root", 1, 0).go(to=WALL + 5).get("a", 0, 0).get("b", 1, 0).go(to=WALL + 6).get("root", 0, 0))
    add = operation(OP_ADD, "a", 1)
    done = {"operations": [{"status": APPLIED}]}
    yield (case("a batch with an id counts once").batch(add, options={"id": "é1"}).batch(add, options={"id": "é1"},
           status=APPLIED, out=done)
           .get("a", 1, 1).batch(add, options={"id": "2"}).get("a", 1, 2).batch(operation(OP_ADD, "a", -9),
           options={"id": "3"}, status=RANGE)
           .batch(add, options={"id": "3"}).get("a", 1, 3).batch(add, options={"id": "x" * 256}, status=ARGUMENT)
           .get("a", 1, 3))
    yield (case("positions in a log").account_get_position(source="log", status=NOT_FOUND)
           .batch(add, options={"source": "log", "epoch": 1, "position": 10})
           .account_get_position(source="log", out={"epoch": 1, "position": 10}).batch(add, options={"source": "log",
           "epoch": 1, "position": 10}, status=APPLIED, out=done)
           .batch(add, options={"source": "log", "epoch": 1, "position": 9}, status=APPLIED)
           .batch(options={"source": "log", "epoch": 2, "position": 11}).batch(add, options={"source": "log",
           "epoch": 1, "position": 12}, status="TALLY_ERROR_STALE_EPOCH")
           .batch(add, options={"source": "log", "epoch": 2**53 + 1, "position": 2**60 + 1})
           .account_get_position(source="log", out={"epoch": 2**53 + 1, "position": 2**60 + 1})
           .batch(add, options={"source": "other", "epoch": 1, "position": 1}).get("a", 1, 3))
    yield (case("few identifiers are remembered", options={"max_batch_ids": 2}).batch(add, options={"id": "1"})
           .batch(add, options={"id": "2"}).batch(add, options={"id": "2"}, status=APPLIED)
           .batch(add, options={"id": "3"})
           .batch(add, options={"id": "1"}).get("a", 1, 4))


def nodes():
    yield (case("nodes").node_resolve(path="a.b", node="n").node_get_path(node="n", out={"text": "root.a.b"})
           .node_get(node="n", out={"kind": NONE, "count": 0})
           .node_set(node="n", count=3).get("a", 1, 3).node_add(node="n", delta=2).node_get(node="n", out={"kind": NUMBER,
           "count": 5, "flags": FLAG_COUNT})
           .node_set(node="n", count=-1, status=RANGE).node_add(node="n", delta=-6, status=RANGE)
           .node_mute(node="n", mode=MUTE_NUMBER)
           .get("a", 1, 0).node_mute(node="n", mode=MUTE_NONE).node_dot(node="n").get("a.b", 1, 0).set("a.b.c", 1)
           .node_clear(node="n", status=HELD).node_clear_tree(node="n").get("root", 0, 0).node_set(node="n", count=1)
           .node_clear(node="n")
           .get("root", 0, 0).node_resolve(path="root.a.b", node="again").node_set(node="again", count=4)
           .node_get(node="n", out={"count": 4})
           .node_release(node="again").node_get(node="n", out={"count": 4}).node_release(node="n").get("a.b", 1, 4)
           .node_resolve(path="a..b", node="bad", status=PATH))
    yield (case("nodes that end").node_resolve(path="a.b", node="n")
           .node_set_until(node="n", count=3, until=WALL + 1000).get("a", 1, 3).node_set_until(node="n", count=3, until=-1,
           status=RANGE).go(to=WALL + 1000).get("a", 0, 0)
           .node_dot_until(node="n", until=WALL + 5000).get("a", 1, 0).go(to=WALL + 5000).get("a", 0, 0)
           .node_set_until(node="n", count=2, until=WALL).get("a", 0, 0))
    yield (case("nodes in batches").node_resolve(path="a", node="a").node_resolve(path="日本", node="b")
           .badge_batch(operations=[
               {"kind": OP_SET, "node": "a", "value": 2}, {"kind": OP_DOT, "node": "b"}, {"kind": OP_GET,
               "path": "root"}, {"kind": OP_GET, "node": "b"}],
               out={"operations": [{"status": "TALLY_OK"}, {}, {"badge_kind": NUMBER, "count": 2}, {"badge_kind": DOT, "count": 0}]})
           .get("a", 1, 2).node_mute(node="b", mode=MUTE_ALL, until=WALL + 9).get("root", 1, 2)
           .node_get_path(node="b", out={"text": "root.日本"})
           .node_release(node="a").node_release(node="b"))


def snapshots():
    yield (case("snapshots and patches").account_open(account="bob").set("a.x", 3).dot("a.y").mute("a", MUTE_NUMBER)
           .snapshot_take(path="root", **{"as": "a"}).badge_digest(path="root", **{"as": "digest"})
           .badge_restore(account="bob", path="root", snapshot="$a").snapshot_take(account="bob", path="root",
           out={"bytes": "$a"})
           .badge_digest(account="bob", path="root", out={"digest": "$digest"}).get("a", 1, 3, account="bob")
           .set("a.x", 4, account="bob").set("b", 1, account="bob").snapshot_take(account="bob", path="root",
           **{"as": "b"})
           .snapshot_diff(**{"from": "$a", "to": "$b", "as": "patch"})
           .badge_diff(**{"from": "ann", "from_path": "root", "to": "bob", "to_path": "root",
                          "out": {"bytes": "$patch"}})
           .patch_inverse(patch="$patch", **{"as": "back"}).badge_apply(path="root", patch="$patch")
           .snapshot_take(path="root", out={"bytes": "$b"})
           .badge_apply(path="root", patch="$patch", status=CONFLICT, message="'a.x'").badge_apply(path="root",
           patch="$back")
           .snapshot_take(path="root", out={"bytes": "$a"}).badge_digest(path="root", out={"digest": "$digest"})
           .set("a.x", 9).badge_apply(path="root", patch="$patch", status=CONFLICT).get("a.x", 1, 9)
           .badge_apply(path="root", patch="$patch", flags=1)
           .snapshot_take(path="root", out={"bytes": "$b"}).patch_inverse(patch="$back", out={"bytes": "$patch"})
           .account_verify())
    yield (case("a subtree at another place").set("a.x", 3).set("a.y.z", 1).snapshot_take(path="a", **{"as": "a"})
           .badge_restore(path="b.c", snapshot="$a")
           .get("b", 1, 4).snapshot_take(path="b.c", out={"bytes": "$a"}).badge_digest(path="a", **{"as": "d"})
           .badge_digest(path="b.c", out={"digest": "$d"})
           .snapshot_take(path="nothing", **{"as": "empty"}).badge_restore(path="b", snapshot="$empty").get("b", 0, 0)
           .get("root", 1, 4))
    yield (case("bytes that are none").set("a", 1).badge_restore(path="root", snapshot="", status=MALFORMED)
           .badge_restore(path="root", snapshot="00", status=MALFORMED)
           .badge_restore(path="root", snapshot="ff" * 64, status=MALFORMED).badge_apply(path="root",
           patch="54616c6c79", status=MALFORMED)
           .patch_inverse(patch="00", status=MALFORMED).snapshot_take(path="root", **{"as": "s"})
           .snapshot_diff(**{"from": "$s", "to": "01", "status": MALFORMED})
           .badge_apply(path="root", patch="$s", status=MALFORMED).get("a", 1, 1))


def presentation():
    defaults = {"dot_radius": 3, "offset_x": 0, "offset_y": 0, "font_size": 9, "font_weight": 700,
                "text_color": 0xFFFFFFFF,
                "background_color": 0xFF0000FF, "overflow": 0, "max_count": 99}
    yield (case("how a path is drawn").badge_present(path="a", out={"kind": NONE, "text": "", **defaults})
           .dot("a")
           .badge_present(path="a", out={"kind": DOT, "text": "", "count": 0}).set("a", 7)
           .badge_present(path="a", out={"kind": NUMBER, "text": "7", "count": 7})
           .set("a", 99).badge_present(path="a", out={"text": "99"}).set("a", 100).badge_present(path="a",
           out={"text": "99+", "count": 100}).badge_present(
               path="a..b", status=PATH))
    all_fields = (DOT_RADIUS | OFFSET | FONT_SIZE | FONT_WEIGHT | TEXT_COLOR | BACKGROUND_COLOR | STYLE_FIELD_MAX_COUNT
                  | OVERFLOW | ICON)
    style = {"fields": all_fields,
             "dot_radius": 2.5, "offset_x": -1.25, "offset_y": 0.5, "font_size": 11.5, "font_weight": 400,
             "text_color": 0x11223344,
             "background_color": 0xAABBCCDD, "max_count": 9, "overflow": 1, "icon": "hot"}
    inherited = {name: value for name, value in style.items() if name not in ("fields", "icon")}
    yield (case("styles are inherited, icons are not").style_set(path="a", style=style).style_get(path="a", out=style)
           .style_get(path="a.b", out={"fields": 0, "icon": ""})
           .dot("a.b").badge_present(path="a", out={"kind": KIND_ICON, "text": "hot", **inherited})
           .badge_present(path="a.b", out={"kind": DOT, "text": "", **inherited})
           .set("a.b", 10).badge_present(path="a.b", out={"text": "…"}).style_set(path="a.b",
           style={"fields": STYLE_FIELD_MAX_COUNT | ICON, "max_count": 1000, "icon": "é" * 127})
           .badge_present(path="a.b", out={**inherited, "text": "10", "max_count": 1000}).dot("a.b")
           .badge_present(path="a.b", out={"kind": KIND_ICON, "text": "é" * 127})
           .style_set(path="a.b").style_get(path="a.b", out={"fields": 0}).badge_present(path="a.b",
           out={"kind": DOT})
           .style_set(path="a", style={"fields": STYLE_FIELD_MAX_COUNT, "max_count": 0}, status=RANGE)
           .style_set(path="a", style={"fields": DOT_RADIUS, "dot_radius": -1}, status=RANGE)
           .style_set(path="a", style={"fields": FONT_SIZE}, status=RANGE)
           .style_set(path="a", style={"fields": FONT_WEIGHT, "font_weight": 1001}, status=RANGE)
           .style_set(path="a", style={"fields": ICON, "icon": ""}, status=ARGUMENT)
           .style_set(path="a", style={"fields": ICON, "icon": "a\nb"}, status=ARGUMENT)
           .style_get(path="a", out=style).account_get(out={"revision": 3}))
    everything = {"fields": STYLE_FIELD_MAX_COUNT, "max_count": MAX_UINT64}
    yield (case("presentation without an engine", None).present(badge={"kind": NONE, "count": 5}, out={"kind": NONE,
           "text": ""})
           .present(badge={"kind": DOT, "count": 0}, out={"kind": DOT, **defaults})
           .present(badge={"kind": NUMBER, "count": 100}, out={"kind": NUMBER, "text": "99+", "count": 100})
           .present(badge={"kind": NUMBER, "count": MAX_UINT64}, out={"text": "99+", "count": MAX_UINT64})
           .present(badge={"kind": NUMBER, "count": MAX_UINT64}, style=everything, out={
               "text": "18446744073709551615", "count": MAX_UINT64, "max_count": MAX_UINT64})
           .present(badge={"kind": NUMBER, "count": 2**53 + 1}, style=everything, out={"text": "9007199254740993"})
           .present(badge={"kind": DOT, "count": 0}, style={"fields": ICON, "icon": "new"}, out={
               "kind": KIND_ICON, "text": "new"})
           .present(badge={"kind": NUMBER, "count": 3},
               style={"fields": STYLE_FIELD_MAX_COUNT | OVERFLOW, "max_count": 2, "overflow": 1}, out={"text": "…"})
           .present(badge={"kind": NUMBER, "count": 3}, style={"fields": STYLE_FIELD_MAX_COUNT, "max_count": 0},
                    status=RANGE))


def watching():
    yield (case("observers").set("a.x", 1).observe(path="a", flags=INITIAL, token="initial")
           .told(badge("root.a", 1, 1, token="initial", account="ann"))
           .observe(path="a", token="one").observe(path="a", flags=SUBTREE, token="all").set("a.y", 2).told(
               badge("root.a.y", 1, 2, token="all", revision=2), badge("root.a", 1, 3, token="initial"),
               badge("root.a", 1, 3, token="one"), badge("root.a", 1, 3, token="all"))
           .unobserve(token="one").unobserve(token="initial").set("b", 1).told().clear_tree("root").told(
               badge("root.a.x", 0, 0, token="all"), badge("root.a.y", 0, 0, token="all"), badge("root.a", 0, 0,
               token="all", revision=4))
           .observe(path="a..b", token="bad", status=PATH).unobserve(token="all").set("a", 1).told())
    yield (case("the order of what is told").observe(path="root", flags=SUBTREE, token="all").batch(
               operation(OP_SET, "b.y", 1), operation(OP_SET, "b.x", 1), operation(OP_SET, "a.z", 1), operation(OP_SET,
               "c", 1))
           .told(*(badge(path, 1, count, token="all", revision=1) for path, count in (
               ("root.a.z", 1), ("root.b.x", 1), ("root.b.y", 1), ("root.a", 1), ("root.b", 2), ("root.c", 1),
               ("root", 4)))))
    yield (case("the total is observed").observe_total(flags=INITIAL, token="t")
           .told({"kind": EVENT_TOTAL, "token": "t", "badge_kind": NONE, "count": 0})
           .set("a", 2).told().account_log_in().told({"kind": EVENT_TOTAL, "token": "t", "badge_kind": NUMBER, "count": 2})
           .set("a", 3).told(
               {"kind": EVENT_TOTAL, "token": "t", "count": 3}).account_log_out()
               .told({"kind": EVENT_TOTAL, "badge_kind": NONE, "count": 0}).unobserve(token="t"))
    counts = {"kind": EVENT_MESSAGES, "token": "m", "account": "ann", "text": "root.in"}
    yield (case("messages are observed").post("in", "1").observe_messages(path="in", token="m")
           .told({**counts, "total": 1, "unread": 1, "unseen": 1})
           .post("in", "2").post("in.deep", "3").told({**counts, "total": 2, "unread": 2, "unseen": 2})
           .message_mark_read(keys=["1"], out={"changed": 1})
           .told({**counts, "total": 2, "unread": 1, "unseen": 1}).clear("in", status=HELD).told()
           .message_withdraw(id="2").told({**counts, "total": 1, "unread": 0, "unseen": 0})
           .observe_messages(path="in", flags=SUBTREE, token="all").told({**counts, "token": "all", "total": 2,
           "unread": 1, "unseen": 1}).unobserve(token="m")
           .unobserve(token="all").post("in", "4").told())
    group = {"kind": EVENT_GROUP, "token": "g", "account": "ann"}
    yield (case("groups are observed").post("in", "1", thread="t").observe_groups(flags=INITIAL, token="g")
           .told({**group, "text": "t"})
           .post("in", "2", thread="t").post("in", "3", thread="t").post("in", "4", thread="u")
           .told({**group, "text": "t"}, {**group, "text": "u"})
           .group_mark_seen(thread="u").told({**group, "text": "u"}).message_withdraw(id="4").told({**group, "text": "u"})
           .unobserve(token="g").post("in", "5", thread="t").told())
    yield (case("a view clears what it sees").post("in", "1").set("in", 4).view_begin(path="in", token="v")
           .get("in", 0, 0)
           .message_get_counts(path="in", out={"total": 1, "unread": 1, "unseen": 0}).post("in", "2").get("in", 0, 0)
           .set("in", 3).get("in", 0, 0)
           .set("in.deep", 1).get("in", 1, 1).post("in", "3").message_get_counts(path="in", out={"unseen": 1})
           .clear("in.deep").view_end(token="v")
           .view_begin(path="in", token="w").get("in", 0, 0).view_end(token="w").post("in", "4")
           .get("in", 1, 1).set("in.deep", 1)
           .view_begin(path="in", token="x", status=HELD).get("in", 1, 2).view_end(token="x")
           .view_begin(path="a..b", token="y", status=PATH))
    yield (case("a view of a subtree clears what is below").post("in.a.b", "1").set("in.c", 4)
           .view_begin(path="in", flags=SUBTREE, token="v").get("in", 0, 0).post("in.d", "2").set("in.c", 2)
           .get("in", 0, 0).message_get_counts(path="in", flags=SUBTREE, out={"total": 2, "unread": 2, "unseen": 0})
           .link_add(path="out", under="in.a").set("out", 3).get("root", 0, 0)
           .view_end(token="v").post("in.d", "3").get("in", 1, 1))
    yield (case("a view that reads", {"feeding": 2}).post("in", "1").post("in.a", "2")
           .view_begin(path="in", flags=2, token="v", status=HELD).message_mark_read(keys=["2"], out={"changed": 1})
           .get("in", 0, 0).message_get_counts(path="in", out={"total": 1, "unread": 0, "unseen": 0})
           .view_end(token="v").view_begin(path="in", flags=SUBTREE | 2, token="w").post("in.a", "3").get("in", 0, 0)
           .message_get_counts(path="in", flags=SUBTREE, out={"total": 3, "unread": 0}))


def messages():
    one = case("where to begin reading", {"feeding": 2})
    for number in range(1, 6):
        one.post("in", str(number), time=1000 * number)
    one.post("in.a", "6", time=500).message_mark_read_until(path="in", last="2", out={"changed": 2})
    one.message_first(path="in", most=0, out={"time": 3000, "matching": 3, "newer": 2, "older": 2})
    one.message_first(path="in", flags=8, most=1, out={"time": 5000, "matching": 1, "newer": 0, "older": 1})
    one.message_first(path="in", flags=SUBTREE, most=0, out={"time": 500, "matching": 4, "newer": 5, "older": 0})
    one.clear("in.a", status=HELD).message_first(path="root", flags=SUBTREE | 4, most=0, out={"time": 3000, "matching": 3})
    one.message_first(path="out", most=0, out={"key": 0, "time": 0, "matching": 0, "newer": 0, "older": 0})
    one.message_first(path="a..b", most=0, status=PATH)
    one.message_list_from(path="in", key="3", limit=2, status=MORE, out={"entries": [{"id": "3"}, {"id": "2"}]}, **REST)
    one.message_list_from(path="in", key="3", after="$rest", out={"entries": [{"id": "1"}]})
    one.message_list_from(path="in", key="3", flags=16, out={"entries": [{"id": "4"}, {"id": "5"}]})
    one.message_list_from(path="in", flags=SUBTREE | 16, limit=2, status=MORE, out={"entries": [{"id": "6"}, {"id": "1"}]})
    yield one.message_list_from(path="in", flags=SUBTREE | 2, key="4", out={"entries": [
        {"id": "4"}, {"id": "3"}, {"id": "6"}]})
    yield (case("messages").message_post(path="in.a", options={"id": "1", "title": "One", "body": "é\n日本", "kind": "k",
           "thread": "t", "category": "c", "argument": "Ann",
                                                              "argument_count": 2, "time": 1000, "count": 3})
           .post("in", "2", time=2000, flags=1).post("in", "3").message_list(path="in", flags=SUBTREE, out={"entries": [
               {"id": "3", "path": "root.in", "time": WALL, "count": 1, "state": UNSEEN, "title": "", "kind": ""},
               {"id": "2", "count": 0, "time": 2000},
               {"id": "1", "path": "root.in.a", "title": "One", "body": "é\n日本", "kind": "k", "thread": "t",
                "category": "c", "argument": "Ann", "argument_count": 2,
                "time": 1000, "count": 3, "state": UNSEEN}]})
           .message_get(key="1", out={"id": "1", "path": "root.in.a", "title": "One", "argument_count": 2})
           .message_find(id="2", out={"id": "2", "count": 0, "time": 2000})
           .message_find(id="4", status=NOT_FOUND, message="'4'")
           .message_list(path="in", out={"entries": [{"id": "3"}, {"id": "2"}]}).message_list(path="in", flags=SUBTREE,
           limit=1, status=MORE, out={"entries": [{"id": "3"}]}, **REST)
           .message_list(path="in", flags=SUBTREE, after="$rest", limit=2, out={"entries": [{"id": "2"}, {"id": "1"}]})
           .get("in", 1, 4)
           .message_get_counts(path="in", flags=SUBTREE, out={"total": 3, "unread": 3, "unseen": 3})
           .message_get_counts(path="nothing", out={"total": 0, "unread": 0, "unseen": 0})
           .message_mark_read(keys=["1", "2"], out={"changed": 2}).message_mark_read(keys=["1"], out={"changed": 0})
           .get("in", 1, 1)
           .message_list(path="root", flags=SUBTREE | 2, out={"entries": [{"id": "3"}]}).message_mark_unread(keys=["1"],
           out={"changed": 1}).get("in.a", 0, 0)
           .message_list(path="in.a", out={"entries": [{"id": "1", "state": SEEN}]}).message_mark_path_read(path="in",
           out={"changed": 1})
           .message_mark_path_read(path="in", flags=SUBTREE, out={"changed": 1}).get("root", 0, 0)
           .message_get_counts(path="root", flags=SUBTREE, out={"total": 3, "unread": 0, "unseen": 0})
           .message_post(path="a..b", status=PATH).message_list(path="", status=PATH).message_withdraw(id="9",
           status=NOT_FOUND)
           .post("in", "4", time=-1, status=RANGE).post("in", "x" * 256, status=ARGUMENT).account_verify())
    one = case("read up to a message").post("in", "1", time=1).post("in", "2", time=2).post("in.a", "3",
           time=3).post("in", "4", time=4)
    yield (one.message_mark_read_until(path="in", last="2", out={"changed": 2}).message_mark_read_until(path="in", flags=SUBTREE,
           last="3", out={"changed": 1})
           .message_list(path="in", flags=SUBTREE, out={"entries": [{"id": "4", "state": UNSEEN},
           {"id": "3", "state": READ}, {"id": "2", "state": READ}, {"id": "1", "state": READ}]})
           .message_mark_read_until(path="in", flags=SUBTREE, status=ARGUMENT).get("root", 1, 1)
           .message_mark_path_read(path="in", flags=SUBTREE, out={"changed": 1}).get("root", 0, 0))
    yield (case("an id is a key for replacing").post("a", "1", title="old", count=2).message_mark_read(keys=["1"],
           out={"changed": 1}).post("b", "1", title="new", count=5)
           .get("a", 0, 0).get("b", 1, 5).message_list(path="root", flags=SUBTREE,
           out={"entries": [{"id": "1", "title": "new", "state": UNSEEN, "path": "root.b"}]})
           .message_withdraw(id="1").get("root", 0, 0).message_list(path="root", flags=SUBTREE, out={"entries": []}))
    yield (case("what is unread feeds", {"feeding": 2}).post("in", "1").post("in", "2").clear("in", status=HELD)
           .clear_tree("in", status=HELD).node_resolve(path="in", node="n").node_clear_tree(node="n", status=HELD)
           .message_get_counts(path="in", out={"unseen": 0, "unread": 2})
           .get("in", 1, 2).message_mark_read(keys=["1"], out={"changed": 1}).get("in", 1, 1).message_mark_unread(keys=["1"],
           out={"changed": 1}).get("in", 1, 2)
           .message_mark_path_read(path="in", out={"changed": 2}).get("in", 0, 0))
    rule = {"feeding": 2}
    yield (case("a rule of a path").post("mail", "1", count=2).post("mail.work", "2", count=3).post("news", "3")
           .message_mark_read(keys=["1"], out={"changed": 1}).clear_tree("root").get("root", 0, 0)
           .badge_set_rule(path="mail", rule=rule).get("mail", 1, 3).get("mail.work", 1, 3).get("news", 0, 0)
           .badge_get_rule(path="mail", out={"feeding": 2, "flags": 0}).badge_get_rule(path="mail.work", out={"feeding": 0})
           .badge_get_rule(path="mail.work", flags=1, out={"feeding": 2}).badge_get_rule(path="news", flags=1,
           out={"feeding": 1}).clear_tree("mail", status=HELD).badge_set_rule(path="mail.work", rule={"feeding": 1})
           .get("root", 0, 0).badge_set_rule(path="mail.work").get("mail", 1, 3)
           .account_configure(settings={"feeding": 2}).get("news", 1, 1).badge_set_rule(path="root", rule={"feeding": 1})
           .get("news", 0, 0).get("mail", 1, 3).badge_set_rule(path="mail", rule={}).get("root", 0, 0)
           .badge_set_rule(path="mail", rule={"feeding": 3}, status=ARGUMENT)
           .badge_set_rule(path="mail..x", rule=rule, status=PATH).badge_get_rule(path="mail..x", status=PATH)
           .account_verify())
    one = case("texts of every length")
    titles = ["é" * (length // 2) + "x" * (length % 2) for length in (0, *LENGTHS, 256, 1000, 4096)]
    for number, title in enumerate(titles):
        one.post("in", str(number), title=title, time=number + 1)
    one.message_list(path="in", out={"entries": [{"title": title} for title in reversed(titles)]})
    title = "quote \" backslash \\ tab\t nul-free \u0001 \u2028 \U0001F600"
    yield one.post("in", "x", title=title).message_list(path="in", limit=1, status=MORE,
                                                        out={"entries": [{"title": title}]})


def unit(words):
    """A text of a catalogue of translations."""
    return {"stringUnit": {"state": "translated", "value": words}}


def groups():
    yield (case("groups").category_set(id="c", summary="%u more from %@", hidden="%u new").post("in", "1", thread="t",
           category="c", argument="Ann", time=1, title="first")
           .post("in", "2", thread="t", category="c", argument="Bo", argument_count=3, time=2)
           .post("in.x", "3", thread="t", category="c", time=3, title="newest", argument="Cy")
           .post("in", "4", thread="u", time=4).post("in", "5", time=5)
           .group_list(language="en", out={"entries": [
               {"thread": "", "notifications": 1, "summary": "", "origin": 0}, {"thread": "u", "notifications": 1},
               {"thread": "t", "notifications": 3, "items": 5, "fresh": 3, "time": 3, "path": "root.in.x",
                "title": "newest", "summary": "4 more from Bo and Ann", "origin": 1,
                "language": "und"}]})
           .group_list(language="en", limit=2, status=MORE, out={"entries": [{"thread": ""}, {"thread": "u"}]}, **REST)
           .group_list(after="$rest", out={"entries": [{"thread": "t"}]})
           .group_get(thread="t", language="en", flags=1, out={"summary": "5 new", "items": 5})
           .group_get(out={"thread": "", "notifications": 1})
           .group_get(thread="nothing", status=NOT_FOUND, message="'nothing'").group_get(thread="t",
           language="not a language",
           status=ARGUMENT)
           .group_list_messages(thread="t", out={"entries": [{"id": "3"}, {"id": "2"}, {"id": "1"}]})
           .group_list_messages(thread="t", limit=1, status=MORE, out={"entries": [{"id": "3"}]}, **REST)
           .group_list_messages(thread="t", limit=1, after="$rest", status=MORE, out={"entries": [{"id": "2"}]})
           .group_mark_seen(thread="t").group_get(thread="t", out={"fresh": 0, "notifications": 3}).get("in", 1, 5)
           .message_mark_seen(keys=["1"], out={"changed": 1}).message_mark_seen(out={"changed": 0})
           .group_get(thread="t", language="en", out={"notifications": 2, "summary": "3 more from Bo"}).get("in", 1, 4)
           .group_dismiss(thread="t", out={"changed": 2})
           .group_get(thread="t", status=NOT_FOUND).group_dismiss(thread="t", status=NOT_FOUND).get("in", 1, 2)
           .message_get_counts(path="in", flags=SUBTREE, out={"total": 5, "unread": 5, "unseen": 2}).group_mark_seen(thread="t",
           status=NOT_FOUND))
    yield (case("how messages are grouped").post("in", "1", thread="t", time=1).post("in", "2", thread="u", time=2)
           .account_configure(settings={"grouping": 2, "language": "de"})
           .group_list(out={"entries": [{"thread": "", "notifications": 2, "origin": 2, "language": "de"}]})
           .account_configure(settings={"grouping": 3})
           .group_list(out={"entries": [{"notifications": 1}, {"notifications": 1}]})
           .group_get(thread="t", status=NOT_FOUND)
           .account_configure(settings={"grouping": 1})
           .group_list(out={"entries": [{"thread": "u"}, {"thread": "t"}]}))
    catalog = json.dumps({"sourceLanguage": "en", "version": "1.0", "strings": {
        "more": {"localizations": {
            "en": {"variations": {"plural": {"one": unit("%d more"), "other": unit("%d more ones")}}},
            "de": unit("noch %d")}},
        "title": {"localizations": {"en": unit("Save %d of %s")}}}})
    dictionary = ('<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>more</key><dict>'
                  "<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>"
                  "<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>"
                  "<key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key><string>encore %d</string>"
                  "<key>other</key><string>encore %d autres</string></dict></dict></dict></plist>")
    yield (case("translations").category_set(id="c", summary="more").post("in", "1", thread="t", category="c", time=1)
           .post("in", "2", thread="t", category="c", time=2)
           .post("in", "3", thread="t", category="c", time=3).strings_set(key="more", language="fr",
           forms={"one": "%u de plus", "other": "%u de plus (s)"})
           .group_get(thread="t", language="fr", out={"summary": "2 de plus (s)", "language": "fr"})
           .strings_import(kind=1, text=catalog, out={"taken": 2, "skipped": 1})
           .group_get(thread="t", language="en-GB", out={"summary": "2 more ones", "language": "en"})
           .group_get(thread="t", language="de-AT", out={"summary": "noch 2", "language": "de"})
           .strings_import(kind=2, text=dictionary, language="fr", out={"taken": 1, "skipped": 0})
           .group_get(thread="t", language="fr-CA", out={"summary": "encore 2 autres"})
           .category_set(id="c", summary="SUMMARY_KEY").strings_import(kind=2, text=dictionary.replace(
               ">more<", ">SUMMARY_KEY<"), language="fr", out={"taken": 1})
           .group_get(thread="t", language="fr", out={"summary": "encore 2 autres", "origin": 1})
           .strings_remove(key="SUMMARY_KEY", language="fr").strings_remove(key="SUMMARY_KEY", language="fr",
           status=NOT_FOUND)
           .group_get(thread="t", language="de", out={"summary": "2 weitere Mitteilungen", "origin": 2})
           .strings_import(kind=1, text="{", status=MALFORMED, message="at byte 1").strings_import(kind=2,
           text="<plist>", language="fr",
           status=MALFORMED)
           .strings_set(key="more", language="de", forms={"one": "nur eine"}, status=ARGUMENT).strings_set(key="more",
           language="de", forms={"other": "%x"}, status=MALFORMED)
           .category_set(id="d", summary="%u and %", status=MALFORMED).category_set(id="d", hidden="%u from %@",
           status=MALFORMED).category_set(id="", summary="%u", status=ARGUMENT)
           .category_set(id="d", summary="x" * 65537, status=TOO_LARGE)
           .category_remove(id="c").category_remove(id="c", status=NOT_FOUND, message="'c'"))


def limits():
    yield (case("as many nodes as there may be", options={"max_nodes": 4}).set("a", 1).set("b", 1).set("c", 1)
           .set("d", 1, status=LIMIT).get("root", 1, 3).set("a", 5).get("root", 1, 7))
    yield (case("shorter paths", options={"max_depth": 2, "max_path_bytes": 12}).set("a.b", 1)
           .set("a.b.c", 1, status=PATH).set("root.1234567", 1)
           .set("root.12345678", 1, status=PATH).set("12345678", 1, status=PATH).get("root", 1, 2))
    yield (case("as many accounts as may be open", None, options={"max_accounts": 2}).account_open(account="a")
           .account_open(account="b").account_open(account="c", status=LIMIT, message="accounts")
           .account_open(account="a"))
    yield (case("as many observers as there may be", options={"max_observers": 2}).observe(path="a", token="1")
           .view_begin(path="b", token="2")
           .observe(path="c", token="3", status=LIMIT, message="observers")
           .unobserve(token="1").observe(path="c", token="3")
           .observe_total(token="4", status=LIMIT))
    yield (case("as many feeds as there may be", options={"max_feeds": 1}).feed_add(feed="a")
           .feed_add(feed="b", status=LIMIT, message="feeds").feed_add(feed="a"))
    yield (case("answers that are too large", options={"max_response_bytes": 64}).feed_add(feed="a").account_log_in()
           .feed_deliver(feed="a", text='{"cursor":"1","items":[]}' + " " * 64, status=TOO_LARGE)
           .feed_deliver(feed="a", text='{"cursor":"1","items":[]}')
           .feed_push(feed="a", text="{}" + " " * 64, status=TOO_LARGE).post("in", "1", title="x" * 65,
           status=TOO_LARGE))
