"""The functions of the library in Ruby: one for each function of the header, with the arguments that go in. They return
texts or bytes, lists, the rest in the order of the header, and the status. lib/tally/calls.rb has what they share."""

import bodies
import names
from bodies import Form
from emit_ruby import PACKED
from emit_ruby_methods import broken
from generate import NOTICE

OUTPUT = "ruby/lib/tally/functions.rb"
# Called by hand: before there are errors, when handles are released, and while the engine is closed. Traces are for
# tools of developers.
BY_HAND = {"version", "version_text", "status_name", "status_message", "error_message", "bytes_release", "engine_close",
           "account_release", "feed_release", "scope_close", "snapshot_release", "node_release", "trace_open",
           "trace_next", "trace_get_descriptor", "trace_close"}
DIRECTIVES = {**{kind: directive for kind, (directive, _) in PACKED.items()}, "intptr_t": "q"}
FORMS = {
    "handle": Form(["{name}_handle"]), "optional": Form(["{name}_handle"]), "text": Form(["text({parameter})"]),
    "integer": Form(['integer({parameter}, "{directive}", :{name})']), "raw": Form(["{name}"]), "told": Form(["{buffer}.length"]),
    # Another thread may change the caller's bytes meanwhile.
    "data": Form(["{name}", "{name}&.bytesize || 0"], "{name} = {name}&.to_str&.dup"),
    "keys": Form(["{name}", "{name}.bytesize / 8"], "{name} = packed({name})"),
    "struct": Form(['structure("{kind}", {name})']),
    "list": Form(["rows.bytes"], 'rows = Rows.new("{kind}", limit)', "page(rows, status)"),
    "buffer": Form(["{name}.bytes", "{name}.bytes.bytesize"], "{name} = Buffer.new", "{name}.text"),
    "bytes": Form(["{name}"], "", "content({name})"),
    "out": Form(["{name}"], "{name} = cell", '{name}.unpack1("{directive}")'),
    "made": Form(["{name}"], "{name} = cell", '{name}.unpack1("J")'),
    "filled": Form(["{name}"], '{name} = filled("{kind}")', "{record}"),
}


def fields(role, name, kind):
    return {"parameter": "limit" if role == "list" else name + "_" * (name == "until"),
            "directive": DIRECTIVES.get(kind, ""), "record": f'record("{kind}", {name})' if kind in names.RECORDS else name}


def nested(begin, lines):
    return [begin, *[f"  {line}" for line in lines], "end"]


def box(body, part, optional):
    made = f"box_of({part[1]}, {part[2].removeprefix('tally_').capitalize()})"
    return f"{part[1]} && {made}" if (body, part[1]) in optional else made


def statements(header, function):
    body, optional = bodies.Body(header, function, FORMS, fields), bodies.faces.optional_handles(header)
    handles = [part for part in body.parts if part[0] == "handle"]
    given = [f'"{function.name}"', *[box(function.name, part, optional) for part in handles]]
    given += [f"room: {body.room}"] * bool(body.room) + ["makes: true"] * body.makes
    block = f") do |{', '.join(['function', *[f'{part[1]}_handle' for part in handles]])}|"
    lines = broken(f"{'status = ' if body.results else ''}invoke(", given, block)
    lines += broken("  function.call(", body.passed, ")" + " || OK" * (function.result.name == "void"))
    lines = [*body.before, *lines, "end"] + ([f"[{', '.join([*body.results, 'status'])}]"] if body.results else [])
    for part in body.parts:
        lines = nested(f"owning do |{part[1]}|", lines) if part[0] == "bytes" else lines
    if body.is_continued:
        lines = nested("of_one_moment(after, limit) do |after, limit|", lines)
    return body.given, lines


def emit(header):
    lines = ["# frozen_string_literal: true", "", f"# {NOTICE}", "", "module Tally", "  module Library # :nodoc:",
             "    module Functions", "      extend Library", "", "      module_function"]
    for short, function in bodies.called(header, BY_HAND):
        given, body = statements(header, function)
        lines += [""] + [f"      {line}" for line in nested(f"def {short}({', '.join(given)})", body)]
    return "\n".join([*lines, "    end", "  end", "end", ""])
