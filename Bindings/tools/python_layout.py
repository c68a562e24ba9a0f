"""How generated Python is laid out: lines that fit, and the imports of what a module names."""

import re
import textwrap

import names
import python_words as python
from generate import NOTICE

WIDTH = 118
# The modules of names in generated code. Those under TYPES are imported only for type checkers, if nothing is called.
RECORDS = [record for record, _ in names.RECORDS.values()] + [
    "CalendarImport", "FeedInfo", "Page", "PlanDifference", "Style"]
MODULES = {
    "typing": "Any Callable Iterable Iterator List Optional Tuple Union",
    ".": "_calls _declarations",
    "._builder": "Operations Where",
    "._callbacks": "EventCallback Log",
    "._library": "Handle structure",
    "._options": " ".join(struct[len("tally_"):] for struct in names.OPTIONS),
    "._receivers": "Counted Made Observing Resolved Room feed_info feed_name imported leased names_of "
                   "plan_difference revised",
    "._values": "Content Day Duration Interval Path Time TimeOfDay Until day duration exactly milliseconds pages "
                "seconds_of_day",
    ".types": " ".join([*RECORDS, *python.ENUMERATIONS]),
    ".errors": "Status",
    ".presentation": "badge_structure style_of style_structure",
    "ctypes": "Structure", "typing_extensions": "Self",
    ".account": "Account", ".engine": "Engine", ".feed": "Feed", ".snapshot": "Snapshot",
}
TYPES = {".account", ".engine", ".feed", ".snapshot", "typing_extensions"}


def wrapped(text, width, indent=""):
    return textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False, subsequent_indent=indent) or [""]


def packed(pieces, indent, width=WIDTH):
    lines, row = [], indent
    for piece in pieces:
        if row.strip() and len(row) + len(piece) + 1 > width:
            lines.append(row.rstrip())
            row = indent
        row += ("" if row == indent else " ") + piece
    return lines + [row.rstrip()]


def broken(line):
    """A statement, in lines that are indented below its first parenthesis."""
    if len(line) + 8 <= WIDTH:
        return [line]
    at = line.index("(") + 1
    pieces = re.split(r"(?<=,) | (?=\| )", line[at:])
    return [line[:at], *packed(pieces, "    ", WIDTH - 8)]


def module(body):
    """The text of a module with these lines: its imports are what the lines name."""
    text = "\n".join(body)
    code = re.sub(r'r?"""(?:[^"]|"(?!""))*"""', "", text)
    defined = set(re.findall(r"^(?:class|def) (\w+)", code, re.M))
    runtime, types = {}, {}
    for name, listed in MODULES.items():
        used = {each for each in listed.split() if names_it(code, each)} - defined
        called = {each for each in used if name not in TYPES or re.search(rf"(?<![\w.]){each}\(", code)}
        runtime[name], types[name] = called, used - called
    lines = [f'"""{NOTICE}"""', "", "from __future__ import annotations", ""]
    types = {name: used for name, used in types.items() if used}
    if types:
        runtime["typing"].add("TYPE_CHECKING")
    standard = ["import os"] if "os.fsencode" in code else []
    standard += [line for name in ("ctypes", "typing") for line in imports(name, runtime.pop(name))]
    lines += standard + ([""] if standard else [])
    for name in sorted(runtime, key=lambda name: name.lstrip(".")):
        lines += imports(name, runtime[name])
    if types:
        lines += ["", "if TYPE_CHECKING:"]
        for name in sorted(types, key=lambda name: (name[0] == ".", name)):
            own = name[0] == "." and "typing_extensions" in types
            lines += [""] if own and lines[-1].endswith("Self") else []
            lines += [f"    {line}" for line in imports(name, types[name])]
    return "\n".join(lines) + "\n" + text + "\n"


def names_it(code, name):
    """Whether code names something: a class anywhere, a function where it is called."""
    end = r"\b(?!=)" if name[0].isupper() else r"[.(]"
    name = {"_calls": "call", "_declarations": "declarations"}.get(name, name)
    return re.search(rf"(?<![\w.]){name}{end}", code)


def imports(name, used):
    """Constants, then classes, then functions, as the linter sorts them."""
    if not used:
        return []
    if name == ".":
        short = {"_calls": "call", "_declarations": "declarations"}
        return [f"from . import {each} as {short[each]}" for each in sorted(used)]
    listed = sorted(used, key=lambda each: (0 if each.isupper() else 1 if each[0].isupper() else 2, each))
    line = f"from {name} import {', '.join(listed)}"
    if len(line) <= WIDTH + 2:
        return [line]
    return [f"from {name} import (", *[f"    {each}," for each in listed], ")"]
