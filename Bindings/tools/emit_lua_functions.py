"""The functions of the library in Lua: one for each function of the header, with the arguments that go in. They return
texts or bytes, lists, the rest in the order of the header, and the status. tally/calls.lua has what they share."""

import bodies
from bodies import Form
from emit_lua_methods import long
from generate import NOTICE

OUTPUT = "lua/tally/functions.lua"
FORMS = {
    "handle": Form(['handle({name}, "{name}", "{kind}")']),
    "optional": Form(['{name} ~= nil and handle({name}, "{name}", "{kind}") or nil']),
    "text": Form(['string_of({parameter}, "{name}")']), "integer": Form(['integer({parameter}, "{kind}", "{name}")']),
    "raw": Form(["{name}"]), "told": Form(["{buffer}.length"]),
    "data": Form(['data({name}, "{name}")', "{name} and #{name} or 0"]),
    "keys": Form(["packed({name})", "{name} and #{name} or 0"]), "struct": Form(['argument("{kind}", {name})']),
    "list": Form(["rows.cell"], 'local rows = library.rows("{kind}", limit)', "page_of(rows, status)"),
    "buffer": Form(["{name}.bytes", "{name}.capacity"], "local {name} = new_buffer()", "{name}:text()"),
    "bytes": Form(["{name}"], "local {name} = owned()", "content({name})"),
    "out": Form(["{name}"], 'local {name} = cell("{kind}")', "number({name}[0])"),
    "made": Form(["{name}"], 'local {name} = cell("{kind} *")', "{name}[0]"),
    "filled": Form(["{name}"], 'local {name} = filled("{kind}")', "{record}"),
}


def fields(role, name, kind):
    return {"parameter": "limit" if role == "list" else name + "_" * (name == "until"),
            "record": f"{name}[0]" if kind == "tally_style" else f'record({name}[0], "{kind}")'}


def statements(header, function):
    body = bodies.Body(header, function, FORMS, fields)
    call = f"invoke({', '.join([f'C.{function.name}', *body.passed])})"
    if function.result.name != "tally_status":
        return body.given, [*long(call), "library.raise()"] if function.result.name == "void" else [f"return {call}"]
    begin, makes = ("local status = " if body.results else "return "), ", true" * body.makes
    if body.room:
        lines = [f"{begin}repeated({body.room}, function()", *[f"    {row}" for row in long(f"return {call}")], f"end{makes})"]
    else:
        lines = long(f"{begin}finish({call}{makes})")
    lines = [*body.before, *lines] + ([f"return {', '.join([*body.results, 'status'])}"] if body.results else [])
    if body.is_continued:
        body.given = [{"after": "begin", "limit": "most"}.get(each, each) for each in body.given]
        lines = ["return in_pages(begin, most, function(after, limit)", *[f"    {line}" for line in lines], "end)"]
    return body.given, lines


def emit(header):
    shared = ("argument cell content data filled finish handle in_pages integer invoke new_buffer number owned packed "
              "page_of record repeated string_of").split()
    lines = [f"-- {NOTICE}", "", 'local library = require("tally.calls")', 'local C = library.C',
             *long(f"local {', '.join(shared)} = {', '.join(f'library.{each}' for each in shared)}"),
             "local call = library.call"]
    for short, function in bodies.called(header, {"bytes_release"}):
        given, body = statements(header, function)
        lines += ["", f"function call.{short}({', '.join(given)})", *[f"    {line}" for line in body], "end"]
    return "\n".join([*lines, "", "return library", ""])
