"""The steps of the conformance data in C++: what reads options and shows records, and a function for each step."""

import re

import cpp_words
import emit_cpp
import names
import roles
import steps
from generate import NOTICE, packed

OUTPUT = "cpp/tests/steps.hpp"
RECEIVERS = {"engine": "r.engine_->", "scope": "r.scope_->", "account": "r.account(s).",
             "from": 'r.account(s, "from").', "feed": "r.feed(s).", "tally": "tally::"}
METHODS = {"style_get": "get_style", "message_get_counts": "counts", "message_find": "find_message"}
OWN = {"engine_dispatch": 'return json{{"count", r.engine_->dispatch().count}}',
       "engine_get_timeout": 'return r.waiting()',
       "feed_get": "return r.feed_state(s)",
       "feed_show_page": "return r.page_shown(s)",
       "badge_list": 'return revised(r.account(s).list(s.text("path"), s.made<tally::list_flags>("flags")))',
       "view_begin": 'return r.keep(s, r.scope_->begin_view(r.account(s), s.text("path"), &r.status_, s.made<tally::view_flags>("flags")))',
       "reminder_plan": 'return r.planned(s)',
       "reminder_import": 'return to_json(r.account(s).import_reminders(s.bytes("bytes")))'}
# Structures that have types of their own, or none, of tally.h.
RECORDS = ["tally_badge", "tally_presentation", "tally_event"]
# Structures without a text beside them that are those of tally.h.
PLAIN = ["tally_stats", "tally_recovery"]
SHORT = {"int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "size_t": "u64"}


def readers(header):
    lines = []
    for name in emit_cpp.OPTIONS:
        short, pieces = cpp_words.type_name(name), []
        for member, kind, _ in emit_cpp.members(header, header.struct(name)):
            if name == emit_cpp.GIVEN and member == "fields" or "function" in kind:
                continue
            reader = "OPTION" if "optional" in kind else "GIVEN" if name == emit_cpp.GIVEN else "NUMBER"
            pieces.append(f"{reader}({member});")
        lines += packed([f"tally::{short} result;"] + pieces + ["return result; }"], "    ",
                        first=f"inline tally::{short} {short}(const members &from) {{")
    own = emit_cpp.RECORDS + emit_cpp.PLAIN + emit_cpp.READ
    for name in RECORDS + PLAIN + own:
        struct = header.struct(name)
        if name in own:
            listed = [member for member, _, _ in emit_cpp.members(header, struct)]
        else:
            listed = [member for member, _ in roles.members(header, struct)]
        pieces = [f"OUT({member})," for member in listed + (["text"] if name in RECORDS[1:] else [])]
        pieces[-1] = pieces[-1][:-1] + "}; }"
        begin = f"inline json to_json(const tally::{cpp_words.type_name(name)} &from)"
        lines += packed(pieces, "    ", first=begin + " { return {")
    return lines


def argument(step, each):
    name = f'"{each.name}"'
    if each.name == "feed" and each.kind == "int64_t":
        return "r.feed_id(s)"
    special = names.FLAG_PARAMETERS.get(step.name) if each.name == "flags" else each.enum
    if special:
        return f"s.made<tally::{special}>({name})"
    if each.name in names.DURATION_PARAMETERS:
        return f"s.made<tally::milliseconds>({name})"
    if each.name == "until":
        return f"s.made<tally::time_point>({name})"
    if each.kind == "text":
        return f"s.{'optional' if each.optional == '?' else 'text'}({name})"
    if each.kind == "tally_account":
        return "r.account(s)" if each.name == "account" else f"r.account(s, {name})"
    if each.kind == "tally_feed":
        return "r.feed(s)"
    if each.kind.startswith("tally_"):
        return f"{each.kind[6:]}({{s[{name}]}})"
    return {"file": f"r.file(s, {name})", "data": f"s.bytes({name})", "keys": "r.keys(s)", "key": f"r.key(s, s[{name}])", "room": "s.limit()",
            "bool": f"s.i32({name}) != 0", "token": "r.token(s)"}.get(each.kind) or f"s.{SHORT[each.kind]}({name})"


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = ", ".join(argument(step, each) for each in step.arguments)
    made = f"{RECEIVERS[step.receiver]}{METHODS.get(step.name, step.method)}({arguments})"
    if step.result in ("done", "status"):
        return made if step.result == "done" else f"r.status_ = {made}"
    if step.result == "number":
        return f'return json{{{{"{step.names[0]}", {made}}}}}'
    return {"page": "return r.listed(", "list": "return entries(", "bytes": "return data(", "text": "return text(",
            "token": "return r.keep(s, "}.get(step.result, "return to_json(") + f"{made})"


def broken(text):
    """Lines of a call that does not fit in one, broken behind commas."""
    return packed(re.split(r"(?<=,) ", text), "         ", 120, first="     ")


def emit(header):
    lines = [f"// {NOTICE} Included twice by replay.cpp.", "#ifndef CALL"] + readers(header) + ["#else"]
    for step in steps.all(header):
        if step.receiver != "node":
            one = f'CALL("{step.name}", {call(step)}),'
            lines += [one] if len(one) <= 120 else [f'CALL("{step.name}",'] + broken(f"{call(step)}),")
    return "\n".join(lines + ["#endif", ""])
