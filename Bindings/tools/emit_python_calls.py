"""The calls of the Python binding: a function for each one of the header, whose arguments Python has. Each returns the
status, then what comes out: texts, lists, bytes, and the rest in the order of the header."""

import keyword
import re

import faces
import methods
import names
import roles
from emit_python import SCALARS
from generate import NOTICE
from python_layout import broken, packed

OUTPUT = "python/tally/_calls.py"
HANDLES = {f"tally_{each}": f"{each.capitalize()}Methods" for each in ("engine", "account", "feed", "scope", "snapshot")}
# A list is given how many rows it may have at most; None: all of them.
GIVEN = {"list": "Optional[int]", "text": "Text", "integer": "int", "data": "Data", "keys": "Union[int, Iterable[int]]",
         "struct": "Optional[Structure]", "raw": "Any"}
OUTS = ("out", "made", "filled")
# The binding calls these itself: their memory lasts longer than the call, or another thread may end it.
BY_HAND = {"error_message", "bytes_release", "engine_open", "engine_close", "engine_interrupt", "engine_next_event",
           "engine_batch", "engine_import", "badge_batch", "account_release", "feed_release", "snapshot_release",
           "node_release", "scope_close"}


def record(kind):
    return names.RECORDS[kind][0] if kind in names.RECORDS else f"declarations.{kind}"


def name_of(role):
    name = "limit" if role[0] == "list" else role[1]
    return name + "_" * keyword.iskeyword(name)


class Call:
    """The function for one of the header's."""

    def __init__(self, header, function):
        self.function, self.roles = function, roles.of(header, function)
        self.any = {handle for name, handle in faces.optional_handles(header) if name == function.name}
        self.outs = [role for role in self.roles if role[0] in OUTS]
        self.whole = next((role for role in self.roles if role[0] in ("list", "buffer", "bytes")), None)
        self.has_pages = any(role[1] == "after" for role in self.roles)

    def parameters(self):
        for role in self.roles:
            kind = HANDLES[role[2]] if role[0] == "handle" else GIVEN.get(role[0])
            if kind:
                yield f"{name_of(role)}: {f'Optional[{kind}]' if role[1] in self.any else kind}"

    def result(self):
        """The type of the result."""
        if self.function.result.name == "void":
            return "None"
        whole = {"buffer": "str", "bytes": "bytes", "list": f"Page[{record(self.whole[-1])}]"}[self.whole[0]] \
            if self.whole else ""
        made = [whole] * bool(whole) + [record(role[2]) if role[0] == "filled" else "int" for role in self.outs]
        return f"Tuple[Status, {', '.join(made)}]" if made else "Status"

    def passed(self, role):
        """The arguments for the library."""
        name = name_of(role)
        if role[0] == "handle":
            return f"any_{role[2][len('tally_'):]}({name})" if role[1] in self.any else f"{role[2][len('tally_'):]}_of({name})"
        return {"text": f"text({name})", "data": f"*sized({name})", "keys": f"*keys_of({name})", "list": "rows",
                "integer": f"{role[-1].removesuffix('_t')}({name})", "buffer": "buffer, capacity", "bytes": "out",
                "told": "length"}.get(role[0]) or (f"byref({name})" if role[0] in OUTS else name)

    def lines(self):
        """The statements."""
        call = f"raw.{self.function.name}({', '.join(map(self.passed, self.roles))})"
        if self.function.result.name == "void":
            return [call]
        lines = [f"{role[1]} = " + (f"filled(declarations.{role[2]})" if role[0] == "filled" else
                 f"{SCALARS[role[2]]}()" if role[0] == "out" else "c_void_p()")
                 for role in self.outs]
        if self.whole:
            way = {"list": f"listed(declarations.{self.whole[-1]}, limit, lambda rows: ",
                   "buffer": "written(lambda buffer, capacity, length: ", "bytes": "owned(lambda out: "}[self.whole[0]]
            call = f"{way}{call})"
            values = ["*result"]
        else:
            call, values = f"answer({call})", ["result"]
        if not self.outs:
            return [*lines, f"return {call}"]
        values += [f"record_of({role[1]})" if role[0] == "filled" and role[2] in names.RECORDS else
                   role[1] + {"filled": "", "out": ".value", "made": ".value or 0"}[role[0]] for role in self.outs]
        return [*lines, f"result = {call}", f"return {', '.join(values)}"]

    def emit(self):
        result, short = self.result(), self.function.name[len("tally_"):]
        pieces = [*[f"{each}," for each in self.parameters()], f"/) -> {result}:"]
        lines = ["", "", *packed(pieces, " " * len(f"def {short}("))]
        lines[2] = f"def {short}({lines[2].lstrip()}"
        body = [f"    {row}" for line in self.lines() for row in broken(line)]
        if not any(role[0] == "handle" for role in self.roles):  # Converting a handle does this, too.
            body.insert(0, "    release_dropped()")
        if not self.has_pages:
            return [*lines, *body]
        return [*lines, f"    def part(after: Text, limit: Optional[int]) -> {result}:",
                *[f"    {line}" for line in body], "    return in_pages(part, after, limit)"]


def emit(header):
    chosen = [Call(header, each.function) for each in methods.all(header)
              if each.short not in BY_HAND and not each.short.startswith("trace_")
              and each.function.result.name in ("tally_status", "void") and not each.function.result.pointers]
    body = [line for each in chosen for line in each.emit()]
    text = "\n".join(body)
    used = sorted({name for name, _ in names.RECORDS.values() if f"[{name}]" in text or f", {name}" in text} | {"Status"})
    kinds = sorted({*re.findall(r"= (c_\w+)\(\)", text), "byref"})
    helpers = ["answer", "filled", "in_pages", "listed", "owned", "raw", "record_of", "release_dropped", "written"]
    inputs = ["account_of", "any_account", "engine_of", "feed_of", "int32", "int64", "keys_of", "scope_of",
              "size", "sized", "snapshot_of", "text", "uint32", "uint64"]
    return "\n".join([
        f'"""{NOTICE}"""', "", "# ruff: noqa: E501", "from __future__ import annotations", "",
        f"from ctypes import Structure, {', '.join(kinds)}", "from typing import TYPE_CHECKING, Any, Iterable, Optional, Tuple, Union",
        "", "from . import _declarations as declarations",
        "from ._generated import (", *[f"    {name}," for name in used], ")",
        "from ._inputs import (", *[f"    {name}," for name in inputs], ")",
        f"from ._library import {', '.join(helpers)}", "from ._values import Data, Text", "from .types import Page", "",
        "if TYPE_CHECKING:",
        *[f"    from ._{kind[len('tally_'):]} import {name}" for kind, name in sorted(HANDLES.items())], *body, ""])
