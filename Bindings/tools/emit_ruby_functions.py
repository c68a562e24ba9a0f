"""The functions of the library in Ruby: one for each function of the header, with the arguments that go in. They return
texts or bytes, lists, the rest in the order of the header, and the status. lib/tally/calls.rb has what they share."""

import faces
import names
import roles
from emit_ruby import PACKED
from emit_ruby_methods import broken
from generate import NOTICE

OUTPUT = "ruby/lib/tally/functions.rb"
# Called by hand: before there are errors, when handles are released, and while the engine is closed.
BY_HAND = {"version", "version_text", "status_name", "status_message", "error_message", "bytes_release", "engine_close",
           "account_release", "feed_release", "scope_close", "snapshot_release", "node_release"}
DIRECTIVES = {**{kind: directive for kind, (directive, _) in PACKED.items()}, "intptr_t": "q"}
# Functions that make something: what a callback has raised comes out of the next call.
MAKES = ("out_token", "out_node")


class Function:
    """What a function has before its call, in it, and behind it."""

    def __init__(self, header, function):
        self.name, self.parts = function.name, roles.of(header, function)
        self.optional = {name for each, name in faces.optional_handles(header) if each == function.name}
        self.is_void = function.result.name == "void"
        self.given, self.boxes, self.before, self.passed, self.rest = [], [], [], [], []
        self.found = {"buffer": [], "bytes": [], "list": []}
        self.handles = [f"{part[1]}_handle" for part in self.parts if part[0] == "handle"]
        for part in self.parts:
            getattr(self, part[0])(*part[1:])

    def handle(self, name, kind):
        self.given.append(name)
        box = f"box_of({name}, {kind.removeprefix('tally_').capitalize()})"
        self.boxes.append(f"{name} && {box}" if name in self.optional else box)
        self.passed.append(f"{name}_handle")

    def text(self, name):
        self.given.append(name)
        self.passed.append(f"text({name})")

    def integer(self, name, kind):
        name += "_" * (name == "until")
        self.given.append(name)
        self.passed.append(f'integer({name}, "{DIRECTIVES[kind]}")')

    def data(self, name):
        self.given.append(name)
        self.before.append(f"{name} = {name}&.to_str&.dup # Another thread may change the caller's meanwhile.")
        self.passed += [name, f"{name}&.bytesize || 0"]

    def keys(self, name):
        self.given.append(name)
        self.before.append(f"{name} = packed({name})")
        self.passed += [name, f"{name}.bytesize / 8"]

    def struct(self, name, kind):
        self.given.append(name)
        self.passed.append(f'structure("{kind}", {name})')

    def raw(self, name):
        self.given.append(name)
        self.passed.append(name)

    def list(self, _, kind):
        self.given.append("limit")
        self.before.append(f'rows = Rows.new("{kind}", limit)')
        self.passed.append("rows.bytes")
        self.found["list"].append("page(rows, status)")

    def buffer(self, name, kind, _):
        self.before.append(f"{name} = Buffer.new")
        self.passed += [f"{name}.bytes", f"{name}.bytes.bytesize"]
        self.found["buffer"].append(f"{name}.{'text' if kind == 'text' else 'content'}")

    def told(self, name):
        buffer = next(part[1] for part in self.parts if part[0] == "buffer")
        self.passed.append(f"{buffer}.length")

    def bytes(self, name):
        self.passed.append(name)
        self.found["bytes"].append(f"content({name})")

    def out(self, name, kind):
        self.before.append(f"{name} = cell")
        self.passed.append(name)
        self.rest.append(f'{name}.unpack1("{DIRECTIVES[kind]}")')

    def made(self, name, _):
        self.before.append(f"{name} = cell")
        self.passed.append(name)
        self.rest.append(f'{name}.unpack1("J")')

    def filled(self, name, kind):
        self.before.append(f'{name} = filled("{kind}")')
        self.passed.append(name)
        self.rest.append(f'record("{kind}", {name})' if kind in names.RECORDS else name)

    def body(self):
        room = next((f"room: {'rows' if part[0] == 'list' else part[1]}" for part in self.parts
                     if part[0] in ("list", "buffer")), "")
        makes = any(part[0] == "made" or part[1] in MAKES for part in self.parts)
        given = [f'"{self.name}"', *self.boxes, *([room] if room else []), *["makes: true"] * makes]
        results = [*self.found["buffer"], *self.found["bytes"], *self.found["list"], *self.rest]
        block = f") do |{', '.join(['function', *self.handles])}|"
        call = broken("  function.call(", self.passed, ")" + " || OK" * self.is_void)
        lines = [*self.before, *broken(f"{'status = ' if results else ''}invoke(", given, block), *call, "end"]
        lines += [f"[{', '.join([*results, 'status'])}]"] if results else []
        for part in self.parts:
            if part[0] == "bytes":
                lines = nested(f"owning do |{part[1]}|", lines)
        return nested("of_one_moment(after, limit) do |after, limit|", lines) if self.is_continued() else lines

    def is_continued(self):
        return ("text", "after") in self.parts and bool(self.found["list"])


def nested(begin, lines):
    return [begin, *[f"  {line}" for line in lines], "end"]


def emit(header):
    lines = ["# frozen_string_literal: true", "", f"# {NOTICE}", "", "module Tally", "  module Library # :nodoc:",
             "    module Functions", "      extend Library", "", "      module_function"]
    for function in header.functions:
        short = function.name.removeprefix("tally_")
        if short not in BY_HAND and not short.startswith("trace_"):
            made = Function(header, function)
            lines += [""] + [f"      {line}" for line in nested(f"def {short}({', '.join(made.given)})", made.body())]
    return "\n".join([*lines, "    end", "  end", "end", ""])
