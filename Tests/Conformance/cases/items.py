"""Many accounts in one call: items of a log, how far it was applied, and accounts and sources that another engine
takes over."""

from .case import *

OK, APPLIED, PARTIAL = "TALLY_OK", "TALLY_ALREADY_APPLIED", "TALLY_PARTIAL"
RANGE, PATH, STALE, NOT_FOUND, EXISTS, CONFLICT, MALFORMED = (
    "TALLY_ERROR_" + name for name in ("RANGE", "PATH", "STALE_EPOCH", "NOT_FOUND", "EXISTS", "CONFLICT", "MALFORMED"))
POST, READ_PATH = 8, 10
REPLACE = 1


def case(name, account={}, **members):
    return Case(f"items: {name}", account, **members)


def item(account, *operations, **rest):
    return {"account": account, **rest, "operations": list(operations)}


def log(position, epoch=1, source="log"):
    return {"source": source, "epoch": epoch, "position": position}


def statuses(*names):
    return [{"status": name} for name in names]


ADD = item("ann", operation(OP_ADD, "a", 1))


def cases():
    for part in (batches, once, times, imports):
        yield from part()


def batches():
    yield (case("operations on two accounts").engine_batch(
               items=[item("ann", operation(OP_SET, "a", 3), operation(OP_ADD, "a", 2), operation(OP_DOT, "d")),
                      item("bo", operation(OP_SET, "b.x", 1), operation(OP_SET, "c", 4), operation(OP_CLEAR, "c"),
                           operation(OP_CLEAR_TREE, "b")),
                      item("ann", operation(POST, "in"), operation(OP_SET, "m", 9), operation(OP_MUTE, "m", MUTE_ALL)),
                      item("bo", operation(POST, "in"), operation(POST, "in"), operation(READ_PATH, "in"),
                           operation(OP_SET, "e", MAX_COUNT))],
               out={"items": statuses(OK, OK, OK, OK)})
           .get("a", True, 5).get("d", True, 0).get("in", True, 1).get("root", True, 6)
           .account_open(account="bo").get("in", False, 0, account="bo").get("root", True, MAX_COUNT, account="bo")
           .message_get_counts(account="bo", path="in", out={"total": 2, "unread": 0, "unseen": 0})
           .engine_batch(items=[], out={"items": []}))
    yield (case("a rejected item leaves the others").engine_batch(
               items=[item("ann", operation(OP_SET, "a", 1)),
                      item("bo", operation(OP_SET, "b", 1), operation(OP_ADD, "b", -5)),
                      item("cy", operation(OP_SET, "a..b", 1)), ADD],
               status=PARTIAL, out={"items": statuses(OK, RANGE, PATH, OK)})
           .get("a", True, 2).account_list(out={"entries": [{"name": "ann"}]}).engine_verify())


def once():
    yield (case("once by its position").engine_get_position(source="log", status=NOT_FOUND)
           .engine_batch(items=[ADD], options=log(10), out={"items": statuses(OK)})
           .engine_get_position(source="log", out={"epoch": 1, "position": 10})
           .engine_batch(items=[ADD], options=log(10), status=APPLIED)
           .engine_batch(items=[ADD], options=log(9), status=APPLIED).get("a", True, 1)
           .engine_batch(items=[ADD], options=log(11), out={"items": statuses(OK)}).get("a", True, 2)
           .engine_batch(items=[ADD], options=log(1, source="other"), out={"items": statuses(OK)}).get("a", True, 3)
           .engine_get_position(source="log", out={"epoch": 1, "position": 11})
           .engine_get_position(source="other", out={"epoch": 1, "position": 1}))
    named = item("ann", operation(OP_ADD, "a", 1), id="é1")
    yield (case("once by its id")
           .engine_batch(items=[named, named], options=log(1), out={"items": statuses(OK, APPLIED)})
           .engine_batch(items=[named, ADD], options=log(2), out={"items": statuses(APPLIED, OK)}).get("a", True, 2)
           .engine_batch(items=[named], options=log(1, source="other"), out={"items": statuses(OK)}).get("a", True, 3))
    yield (case("an id of a rejected item is free").engine_batch(
               items=[item("ann", operation(OP_ADD, "a", -1), id="1")], options=log(1), status=PARTIAL,
               out={"items": statuses(RANGE)})
           .engine_batch(items=[item("ann", operation(OP_ADD, "a", 1), id="1")], options=log(2),
                         out={"items": statuses(OK)}).get("a", True, 1))
    yield (case("a stale epoch").engine_batch(items=[ADD], options=log(5, epoch=2), out={"items": statuses(OK)})
           .engine_batch(items=[ADD], options=log(6, epoch=1), status=STALE).get("a", True, 1)
           .engine_get_position(source="log", out={"epoch": 2, "position": 5})
           .engine_batch(items=[ADD], options=log(2**60 + 1, epoch=2**53 + 1), out={"items": statuses(OK)})
           .engine_get_position(source="log", out={"epoch": 2**53 + 1, "position": 2**60 + 1}).get("a", True, 2))


def times():
    yield (case("the time of items").engine_batch(
               items=[item("ann", operation(OP_SET, "a", 1, until=WALL + 5000), time=WALL + 1000)], options=log(1),
               out={"items": statuses(OK)})
           .get("a", True, 1).engine_get_position(source="log", out={"time": WALL + 1000})
           .engine_batch(items=[{"time": WALL + 5000, "operations": []}], options=log(2), out={"items": statuses(OK)})
           .get("a", False, 0).engine_get_position(source="log", out={"time": WALL + 5000}))


def imports():
    yield (case("an account under another name, and in its own place").set("a", 3)
           .engine_export_account(name="ann", **{"as": "x"})
           .engine_import(imports=[{"account": "bo", "bytes": "$x"}], out={"imports": statuses(OK)})
           .account_open(account="bo").get("a", True, 3, account="bo").set("a", 5)
           .engine_import(imports=[{"account": "ann", "bytes": "$x"}], status=PARTIAL,
                          out={"imports": statuses(EXISTS)}).get("a", True, 5)
           .engine_import(imports=[{"account": "ann", "bytes": "$x"}], flags=REPLACE, out={"imports": statuses(OK)})
           .account_open().get("a", True, 3).engine_verify())
    yield (case("a rejected import leaves the others").post("in", "1").engine_export_account(name="ann", **{"as": "x"})
           .account_open(account="bo").set("a", 2, account="bo").engine_export_account(name="bo", **{"as": "y"})
           .engine_import(imports=[{"account": "cy", "bytes": "$x"}, {"account": "di", "bytes": "00"},
                                   {"account": "eve", "bytes": "$y"}],
                          status=PARTIAL, out={"imports": statuses(CONFLICT, MALFORMED, OK)})
           .account_list(out={"entries": [{"name": "ann"}, {"name": "bo"}, {"name": "eve"}]})
           .account_open(account="eve").get("a", True, 2, account="eve")
           .engine_export_account(name="cy", status=NOT_FOUND).engine_import(imports=[], out={"imports": []}))
    named = item("ann", operation(OP_ADD, "a", 1), id="1")
    yield (case("a source").engine_export_source(source="log", status=NOT_FOUND)
           .engine_batch(items=[named], options=log(7), out={"items": statuses(OK)})
           .engine_export_source(source="log", **{"as": "x"}).engine_batch(items=[ADD], options=log(9))
           .engine_import(imports=[{"bytes": "$x"}], status=PARTIAL, out={"imports": statuses(EXISTS)})
           .engine_get_position(source="log", out={"epoch": 1, "position": 9})
           .engine_import(imports=[{"bytes": "$x"}], flags=REPLACE, out={"imports": statuses(OK)})
           .engine_get_position(source="log", out={"epoch": 1, "position": 7})
           .engine_batch(items=[named, ADD], options=log(8), out={"items": statuses(APPLIED, OK)}).get("a", True, 3))
