"""The operations of batches, the items and the imports of Go, with what writes them for C and reads the results."""

import arrays
import documents
import emit_go
import go_words
from emit_go import camel
from generate import NOTICE

OUTPUT = "go/batches.go"
ROWS = {"tally_operation": "operations", "tally_item": "items", "tally_import": "imports"}
TYPES = {"tally_operation": "Operation", "tally_item": "Item", "tally_import": "Import"}


def type_of(header, struct, each):
    member = next(found for found in header.struct(struct).members if found.name == each.name)
    if each.type.name == "tally_node":
        return "*Node"
    if each.type.name == "tally_status":
        return "Status"
    if each.role == "options":
        return "*" + emit_go.OPTIONS[each.type.name]
    return {"text": "string", "optional": "string", "operations": "[]Operation", "bytes": "[]byte"}.get(
        each.role) or emit_go.plain_type(header, header.struct(struct), member)


def structure(header, struct, words):
    fields = []
    for each in arrays.members(header, struct):
        comment = documents.whole(header, struct, each, each.comment, words)
        text = emit_go.spoken(words, arrays.text(each._replace(comment=comment), words))
        text = text.replace("nil: ", "Empty: ") if each.role in ("text", "optional") else text
        text = text.replace("or Forever", "or zero: never").replace(" 0: not given", " Zero: not given")
        fields += emit_go.comment(text.replace("if node is 0", "without a Node"), "\t")
        fields.append((camel(each.name), type_of(header, struct, each)))
    name = TYPES[struct]
    said = arrays.ARRAYS[struct]
    return ["", f"// {name}: {said[:1].lower()}{said[1:]}", f"type {name} struct {{", *emit_go.aligned(fields), "}"]


def written(header, struct, each):
    """The statements that write a member for C."""
    of, to = f"of.{camel(each.name)}", f"row.{emit_go.member(each.name)}"
    if each.type.name == "tally_node":
        return [f"if {of} != nil {{", f"\t{to} = {of}.raw", "} else {", "\trow.path = texts.text(of.Path)", "}"]
    if each.role in ("text", "optional"):
        return [] if each.name == "path" else [f"{to} = texts.optional({of})"]
    if each.role == "options":
        kind = each.type.name
        return [f"if {of} != nil {{", f"\t{to} = (*C.{kind})(texts.zeros(1, C.sizeof_{kind}))",
                f"\t*{to} = *{of}.raw(texts)", "}"]
    if each.role == "operations":
        return [f"{to}, row.count = writeOperations({of}, texts), C.size_t(len({of}))"]
    if each.role == "bytes":
        return [f"{to}, row.size = texts.bytes({of}), C.size_t(len({of}))"]
    kind = type_of(header, struct, each)
    return [f"{to} = timestamp({of})" if kind == "time.Time" else f"{to} = C.{each.type.name}({of})"]


def writer(header, struct):
    rows, name = ROWS[struct], TYPES[struct]
    lines = ["", f"// write{rows.capitalize()} writes {rows} for C, in memory that is freed with the texts.",
             f"func write{rows.capitalize()}(from []{name}, texts *texts) *C.{struct} {{",
             f"\tfirst := (*C.{struct})(texts.zeros(len(from), C.sizeof_{struct}))",
             "\trows := unsafe.Slice(first, len(from))", "\tfor index := range rows {",
             "\t\tof, row := &from[index], &rows[index]"]
    for each in arrays.inward(header, struct):
        lines += [f"\t\t{line}" for line in written(header, struct, each)]
    return lines + [f'\t\ttexts.at("{name.lower()}", index)', "\t}", "\treturn first", "}"]


def reader(header, struct):
    rows, name = ROWS[struct], TYPES[struct]
    lines = ["", f"// read{rows.capitalize()} reads what the call has written.",
             f"func read{rows.capitalize()}(first *C.{struct}, into []{name}) {{",
             "\tfor index, row := range unsafe.Slice(first, len(into)) {"]
    for each in arrays.outward(header, struct):
        lines.append(f"\t\tinto[index].{camel(each.name)} = {type_of(header, struct, each)}(row.{each.name})")
    lines += [f"\t\treadOperations(row.operations, into[index].{camel(each.name)})"
              for each in arrays.inward(header, struct) if each.role == "operations"]
    return lines + ["\t}", "}"]


def emit(header):
    words = go_words.Words(header)
    lines = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally", "",
             "/*", '#include "calls.h"', "*/", 'import "C"', "", "import (", '\t"time"', '\t"unsafe"', ")"]
    for struct in arrays.ARRAYS:
        lines += structure(header, struct, words) + writer(header, struct) + reader(header, struct)
    return "\n".join(lines) + "\n"
