"""The steps of the conformance data in C#: a case of a switch for each. Arguments have their names."""

import re

import csharp_words as csharp
import methods
import steps
from emit_csharp import SCALARS
from emit_csharp_methods import GROUPS
from generate import NOTICE, packed

OUTPUT = "csharp/tests/Steps.cs"
RECEIVERS = {"engine": "r.Engine", "scope": "r.Scope", "account": "r.Account()", "from": 'r.Account("from")',
             "feed": "r.Feed()", "node": "r.Node()", "tally": "TallyLibrary"}
# How an argument is taken from a step, by its kind.
TAKEN = {"path": "r.String({})", "text": "r.String({})", "file": "r.File({})", "data": "r.Bytes({})",
         "bool": "r.Number({}) != 0", "until": "r.Time({})", "time": "r.Time({})", "duration": "r.Span({})",
         "key": "r.Key(r.String({}))", "keys": "r.Keys()", "limit": "r.Limit()"}
NUMBERS = {"int": "(int)r.Number({})", "uint": "(uint)r.Number({})", "long": "r.Number({})",
           "ulong": "r.Unsigned({})", "UIntPtr": "(int)r.Number({})"}
# Results that need more than their members.
OWN = {"feed_get": "r.FeedState()", "feed_refresh_now": "Replay.Done(r.RefreshNow)", "badge_list": "r.Revised({})",
       "reminder_plan": "r.Planned({})", "style_get": "Replay.Styled({})", "node_release": "Replay.Done({})",
       "reminder_import": "Replay.Imported({})"}


def taken(step, each):
    name = f'"{each.name}"'
    if each.kind == "handle":
        return f"r.Account({name})" if each.type == "tally_account" else "r.Feed()"
    if each.kind == "enum":
        return f"({csharp.pascal(each.type)})r.Number({name})"
    if each.kind == "style":
        return f"r.Options<Style>({name})"
    if each.name == "token":
        return "r.Token()"
    if each.name == "feed" and step.name in ("feed_list_rejected", "message_find"):
        return "r.FeedId()"
    return (TAKEN.get(each.kind) or NUMBERS[SCALARS[each.type]]).format(name)


def arguments(step, method, words):
    """Pairs of a parameter's name and an expression."""
    for slot in method.slots:
        if slot.kind == "options":
            yield csharp.camel(slot.name), f'r.Options<{csharp.options(slot.struct)}>("{slot.name}")'
        elif slot.kind == "flags":
            bits = dict(step.flags)
            for each in slot.arguments:
                yield csharp.camel(each.name), f'r.Flag({bits[each.name]})'
        elif slot.kind in ("argument", "rows") and slot.arguments and not (
                step.name == "badge_list" and slot.arguments[0].name in ("after", "limit")) and not (
                step.name == "engine_dispatch"):
            each = slot.arguments[0]
            if each.kind == "badge":
                yield from [("kind", "r.BadgeKind()"), ("count", "r.BadgeCount()")]
                continue
            yield words.argument(method.short, each.name), taken(step, each)


def call(step, method, words):
    name = csharp.SPELLING.method(method)
    if method.page and step.name != "badge_list":
        name = csharp.pascal(method.page)
    receiver = RECEIVERS[step.receiver]
    if method.group in GROUPS:
        receiver += f".{csharp.OWNERS[method.group]}"
    # Steps name an end that they do not have apart: it is that of the same method.
    given = ", ".join(f"{name}: {value}" for name, value in arguments(step, method, words))
    made = f"{name if '.' in name else f'{receiver}.{name}'}({given})"
    if step.name in OWN:
        made = f"() => {made}" if step.name == "node_release" else made
        return OWN[step.name].format(made)
    if step.result == "done":
        return f"Replay.Done(() => {made})"
    if step.result in ("number", "text"):
        return f'Replay.One("{step.names[0] if step.names else "text"}", {made})'
    return {"page": "Replay.Entries(", "list": "Replay.Entries(", "bytes": "Replay.Hex(", "token": "r.Keep(",
            "status": "Replay.Answer("}.get(step.result, "Replay.Members(") + f"{made})"


def emit(header):
    words = csharp.Words(header)
    found = {method.short: method for method in methods.all(header)}
    lines = [f"// {NOTICE}", "", "using System.Collections.Generic;", "", "namespace Tally.Tests", "{",
             "    internal static class Steps", "    {",
             "        internal static Dictionary<string, object> Call(Replay r, string name)", "        {",
             "            switch (name)", "            {"]
    for step in steps.all(header):
        lines += packed(re.split(r"(?<=,) ", f"{call(step, found[step.name], words)};"), "                        ", 110,
                        first=f'                case "{step.name}": return')
    return "\n".join(lines + ["                default: return r.ByHand(name);", "            }", "        }", "    }",
                              "}", ""])
