"""The names of Go's constants, for printing: those of enumerations, and of flags."""

import emit_go
import names
from emit_go import camel
from generate import NOTICE, packed

OUTPUT = "go/names.go"


def table(kind, pairs, documentation, result):
    """A type's names and its String. An enumeration may have several constants of one value: the first one counts."""
    first = {}
    for _, constant in pairs:
        first.setdefault(constant.value, camel(constant.name[len("TALLY_"):]))
    variable = f"names{kind}"
    pieces = [f'{value}: "{name}",' for value, name in sorted(first.items())]
    return ["", f"var {variable} = map[int64]string{{", *packed(pieces, "\t", 110), "}", "",
            f"// String returns {documentation}.",
            f"func (value {kind}) String() string {{", f"\treturn {result}(int64(value), {variable}, \"{kind}\")", "}"]


def emit(header):
    lines = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally"]
    for kind, pairs in names.kinds(header, emit_go.KINDS):
        lines += table(camel(kind), pairs, "the name of the constant, or its number", "nameOf")
    for kind, _, pairs in names.flags(header):
        pairs = [pair for pair in pairs if pair[1].value]
        lines += table(camel(kind), pairs, "the names of the flags, with | between them", "namesOf")
    return "\n".join(lines) + "\n"
