"""The steps of the conformance data in Go: a method for each, found by its name."""

import emit_go
import names
import steps
from generate import NOTICE

OUTPUT = "go/conformance_steps_test.go"
RECEIVERS = {"engine": "s.engine.", "scope": "s.scope.", "account": 's.account().',
             "from": 's.accountOf("from").', "feed": "s.feed().", "tally": ""}
NUMBERS = {"int32_t": "int32", "uint32_t": "uint32", "int64_t": "int64", "uint64_t": "uint64", "size_t": "int"}
# Texts that are NULL where there are none; the others are empty.
POINTERS = {("engine_set_zone", "name")}
METHODS = {"message_find": "find_message", "engine_limit": "set_limit"}
# Steps that no rule covers.
OWN = {"engine_dispatch": "s.dispatched(s.engine.Dispatch(0))",
       "engine_get_timeout": "s.waiting(s.engine.Timeout())",
       "feed_get": "s.feedState(s.feed().State())",
       "account_list": 'named(s.engine.Accounts(s.text("after"), s.limit()))',
       "badge_list": 'revised(s.account().List(s.path(), ListFlags(s.int("flags"))))',
       "view_begin": 's.keepView(s.scope.BeginView(s.account(), s.path(), ViewFlags(s.int("flags"))))',
       "unobserve": "s.ended(s.scope.Unobserve)", "view_end": "s.ended(s.scope.EndView)",
       "reminder_import": 'imported(s.account().ImportReminders(s.bytes("bytes")))',
       "reminder_plan": 's.planned(s.account().Plan(options[PlanOptions](s.get("options"))))'}


def argument(step, each):
    name = f'"{each.name}"'
    if each.name == "flags":
        return f"{emit_go.camel(names.FLAG_PARAMETERS[step.name])}(s.int({name}))"
    if each.name == "until":
        return f"timeOf64(s.int({name}))"
    if each.name in names.DURATION_PARAMETERS:
        return f"milliseconds64(s.int({name}))"
    if each.enum:
        return f"{emit_go.camel(each.enum)}(s.int({name}))"
    if each.kind == "bool":
        return f"s.int({name}) != 0"
    if each.kind in NUMBERS:
        if each.name == "feed":
            return "s.feedID()"
        return f"s.int({name})" if each.kind == "int64_t" else f"{NUMBERS[each.kind]}(s.int({name}))"
    if each.kind == "text":
        if each.name == "path" and (step.name, each.name) not in POINTERS:
            return "s.path()"
        return f"s.{'pointer' if (step.name, each.name) in POINTERS else 'text'}({name})"
    if each.kind == "tally_style":
        return "s.style()"
    if each.kind.startswith("tally_"):
        if each.kind == "tally_account":
            return "s.account()" if each.name == "account" else f"s.accountOf({name})"
        if each.kind == "tally_feed":
            return "s.feed()"
        return f"options[{emit_go.OPTIONS[each.kind]}](s.get({name}))"
    return {"file": f"s.file({name})", "data": f"s.bytes({name})", "keys": "s.keys()", "key": f"s.key({name})", "room": "s.limit()",
            "bool": f"s.int({name}) != 0", "token": "uint64(s.token())"}[each.kind]


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments]
    if step.name.startswith("observe") or step.name == "feed_refresh_now":
        arguments.append("nil")
    made = f"{RECEIVERS[step.receiver]}{emit_go.camel(METHODS.get(step.name, step.method))}({', '.join(arguments)})"
    kind = step.result
    if kind == "number":
        return f"number({made}).as({', '.join(f'{chr(34)}{name}{chr(34)}' for name in step.names)})"
    page = "paged" if any(each.name == "after" for each in step.arguments) else "leased"
    return {"page": page, "list": "listed", "bytes": "inHex", "token": "s.keep", "status": "told"}.get(
        kind, kind) + f"({made})"


def emit(header):
    lines = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally", "",
             "// lacks has the steps that the package has no function for.",
             f"var lacks = map[string]bool{{{', '.join(f'{chr(34)}{name}{chr(34)}: true' for name in steps.LACKS['Go'])}}}", ""]
    for step in steps.all(header):
        if step.receiver == "node" or step.name in steps.LACKS["Go"]:
            continue
        begin, body = f"func (s step) {emit_go.camel(step.name)}() result", f"return {call(step)}"
        # As gofmt has it: short ones in a line, the bodies of neighbours below each other.
        if len(begin) + len(body) <= 96:
            lines.append((begin, f"{{ {body} }}"))
        else:
            lines += [begin + " {", f"\t{body}", "}"]
    return "\n".join(line.removeprefix("\t") if line.startswith("\tfunc") else line
                     for line in emit_go.aligned(lines) + [""])
