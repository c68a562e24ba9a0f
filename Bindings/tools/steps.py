"""The calls of each step of the conformance data (Tests/Conformance/README.md), from which the replays' dispatch is
generated (emit_steps_*.py). They follow from the model of the methods. Steps that are idiomatic to a language, or that
no rule covers, are written by hand in its replay.

An argument has the type that the header says, or a kind of its own:

    key      an identifier of a message, for which its key is given
    bool     a number that is one
    room     the limit of a step
    file     the name of a file in the folder of the case
"""

import collections

import methods

# Steps that a replay has by hand in every language: they make what later steps name, have arguments or results that
# languages do not say alike, or are no functions. With each step, what it calls of the header besides the function of
# its name.
BY_HAND = {
    "go": ["engine_step"], "wall": ["engine_step"], "step": ["engine_step"], "events": ["engine_next_event"],
    "account_open": ["account_release"], "account_find": ["account_release"], "badge_changes": [], "badge_batch": [],
    "node_resolve": [],
    "engine_batch": [], "engine_get_position": [], "engine_import": [],
    "feed_add": ["feed_release"], "feed_find": ["feed_release"], "feed_find_by_id": ["feed_release"],
    "snapshot_take": ["snapshot_encode", "snapshot_release", "bytes_release"],
    "badge_restore": ["snapshot_decode"], "snapshot_diff": ["snapshot_decode"], "snapshot_list": ["snapshot_decode"],
    "widget_bind": [], "drawn": [],
    "engine_set_notify": [], "notified": [], "engine_set_transport": [], "requests": [], "transport_respond": [],
    "transport_progress": [], "version": ["version_text"], "status_name": [], "status_message": []}
# Every case calls these, because it has an engine and a scope, and a step that fails has a message.
ALWAYS = ["engine_open", "engine_close", "scope_open", "scope_close", "error_message"]
# Steps that a language has no method for, and why. Its replay skips a case that has one of them.
LACKS = {
    "Lua": {"engine_set_notify": "the library calls it from another thread, which a Lua state does not permit"},
    "Ruby": {"engine_set_notify": "the library calls it from another thread, which Fiddle does not permit"},
    "Go": {"engine_interrupt": "the context of NextEvent ends a wait"},
    "Node": {"engine_dispatch": "Engine.dispatch takes all events, and emits those without a listener",
             "engine_interrupt": "no call waits for an event",
             "engine_set_notify": "the binding has set its own, which wakes Node's loop",
             "engine_set_transport": "a transport gives a promise, which Node's loop fulfils when a step is over",
             "feed_refresh_now": "it gives a promise, which Node's loop fulfils when a step is over"},
}
# Functions that return no status, because nothing that they release has to be there. Cases call them nevertheless.
RELEASES = {"node_release", "unobserve", "view_end"}
# Functions that no case calls in any language, and why.
WITHOUT_CASE = dict.fromkeys(["trace_open", "trace_next", "trace_get_descriptor", "trace_close"],
                             "tools of developers use the header") | dict.fromkeys(
    ["observe_feeds", "observe_reminders"], "they need a callback: the languages' tests of callbacks call them")
# Functions that a language does not call in any case, and why.
_TAKES = "callbacks are called outside the library, with the events that tally_engine_next_event gives"
_PIPE = "a thread that waits also waits for a pipe, so that a signal ends the wait"
NOT_CALLED = {
    "Ruby": {"engine_interrupt": _PIPE},
    "Python": {"engine_interrupt": _PIPE},
    "Node": {"transport_respond": "see engine_set_transport", "transport_progress": "see engine_set_transport"},
    "Java": {"view_end": "a Subscription ends a view by tally_unobserve, which does the same"},
}


def called_by(name):
    """The functions of the header, without tally_, that a step calls."""
    own = [] if name in ("go", "wall", "step", "events", "drawn", "notified", "requests") else [name]
    return own + BY_HAND.get(name, [])

# `optional`: "?" is NULL where a step does not have it; "~" is empty. `enum`: the enumeration in names.KINDS.
# `grouped`: the method where accounts have groups. `flags`: pairs of a name and a bit.
Argument = collections.namedtuple("Argument", "name kind optional enum", defaults=("",))
Step = collections.namedtuple("Step", "name function receiver method grouped arguments flags result names")
# An account that is not called `account`.
RECEIVERS = {"badge_diff": "from"}


def all(header):
    without = {*BY_HAND, *ALWAYS, *WITHOUT_CASE, *(name for names in BY_HAND.values() for name in names)}
    for method in methods.all(header):
        if method.short not in without and (
                method.function.result.name == "tally_status" or method.short in RELEASES):
            flags = [(each.name, header_value(header, each)) for slot in method.slots if slot.kind == "flags"
                     for each in slot.arguments]
            yield Step(method.short, method.function, RECEIVERS.get(method.short, method.owner), method.flat,
                       grouped(method), list(arguments(method)), flags, *result_of(method))


def header_value(header, flag):
    return next(constant.value for constant in header.constants if constant.name == flag.constant)


def grouped(method):
    name = method.page if method.page and method.short != "badge_list" else method.grouped
    name = name.removesuffix("_until") if method.without_end else name
    return f"{method.group}.{name}" if method.group not in ("", "paths") else name


def arguments(method):
    """In the order of the header."""
    for slot in method.slots:
        if slot.kind == "flags" and slot.arguments:
            yield Argument("flags", "uint32_t", "")
        elif slot.kind == "options":
            yield Argument(slot.name, slot.struct, "")
        elif slot.kind == "rows" and slot.arguments and method.short != "badge_list":
            yield Argument("limit", "room", "")
        elif slot.kind == "argument" and not (method.short, slot.arguments[0].name) in {
                ("engine_dispatch", "limit"), ("badge_list", "after")}:
            yield argument(slot.arguments[0])


def argument(each):
    kind = each.kind if each.kind in ("key", "bool", "file", "data", "keys") else "text" if each.kind in (
        "text", "path") else "int32_t" if each.kind == "enum" else each.type
    optional = "" if kind != "text" or not each.is_nullable else "~" if each.name == "thread" else "?"
    kind = "token" if each.name == "token" and kind == "uint64_t" else kind
    return Argument(each.name, kind, optional, each.type if each.kind == "enum" else "")


def result_of(method):
    """The result of a function, and its name: page, list, structure (of a type), text, bytes, number, numbers,
    token, status, done."""
    result = method.result
    names = [name for name, _, _ in result.outs]
    kind = {"record": "structure", "text and record": "structure", "row": "structure", "nothing": "done"}.get(
        result.kind, result.kind)
    if method.short == "badge_list":
        kind = "list"
    return kind, result.type if result.type else None if kind in ("text", "bytes", "token") else names
