"""The types of the functions as the Python binding calls them, for type checkers."""

import keyword

import faces
import names
import roles
import steps
from generate import NOTICE

OUTPUT = "python/tally/_calls.py"
HANDLES = {f"tally_{each}": f"{each.capitalize()}Methods" for each in ("engine", "account", "feed", "scope", "snapshot")}
# A list is given how many rows it may have at most; None: all of them.
GIVEN = {"list": "Optional[int]", "text": "Text", "integer": "int", "data": "Data", "keys": "Union[int, Iterable[int]]",
         "struct": "Optional[Structure]", "raw": "Any"}


# Tools of developers have these.
TRACES = {short for short in steps.WITHOUT_CASE if short.startswith("trace_")}


def record(kind):
    return names.RECORDS[kind][0] if kind in names.RECORDS else f"declarations.{kind}"


def results(header, function):
    """The results, in the order of `_library._results`."""
    found = roles.of(header, function)
    buffers = ["bytes" if role[2] == "bytes" else "str" for role in found if role[0] == "buffer"]
    lists = [f"Page[{record(role[2])}]" for role in found if role[0] == "list"]
    lists += ["bytes" for role in found if role[0] == "bytes"]
    return buffers + lists + [record(role[2]) if role[0] == "filled" else "int" for role in found
                              if role[0] in ("out", "made", "filled")]


def signature(header, function):
    given = []
    for role in roles.of(header, function):
        kind = HANDLES[role[2]] if role[0] == "handle" else GIVEN.get(role[0])
        kind = f"Optional[{kind}]" if (function.name, role[1]) in faces.optional_handles(header) else kind
        if kind:
            name = "limit" if role[0] == "list" else role[1]
            given.append(f"{name}{'_' if keyword.iskeyword(name) else ''}: {kind}")
    made = results(header, function)
    is_told = any(role[0] in ("buffer", "bytes", "list") for role in roles.of(header, function))
    result = f"Tuple[Status, {', '.join(made)}]" if made or is_told else "Status"
    first, line = f"    def {function.name[len('tally_'):]}(", ", ".join(["self", *given, "/"])
    text = f"{first}{line}) -> {result}: ..."
    if len(text) <= 118:
        return [text]
    lines, row = [first.rstrip()], "       "
    for piece in [f"{each}," for each in ["self", *given, "/"]]:
        if len(row) + 1 + len(piece) > 118:
            lines.append(row)
            row = "       "
        row += " " + piece
    return lines + [row, f"    ) -> {result}: ..."]


def emit(header):
    lines = [f'"""{NOTICE}"""', "", "# ruff: noqa: E501", "from __future__ import annotations", "",
             "from ctypes import Structure",
             "from typing import TYPE_CHECKING, Any, Iterable, Optional, Protocol, Tuple, Union", "",
             "from . import _declarations as declarations", "from ._generated import ("]
    lines += [f"    {name}," for name in sorted([name for name, _ in names.RECORDS.values()] + ["Status"])] + [")"]
    lines += ["from ._values import Data, Text", "from .types import Page", "", "if TYPE_CHECKING:",
              *[f"    from ._{kind[len('tally_'):]} import {name}" for kind, name in sorted(HANDLES.items())], "", "",
              "class Calls(Protocol):",
              '    """The functions of the header: what goes in, and the status with what comes out."""', ""]
    for function in header.functions:
        short = function.name[len("tally_"):]
        if function.result.name == "tally_status" and short not in TRACES or short in steps.RELEASES:
            lines += signature(header, function)
    return "\n".join(lines + [""])
