"""Declarations of the Node binding for TypeScript: constants, classes of errors, records and options."""

import re

import documents
import emit_node_operations as operations
import methods
import names
import node_words
from emit_node import camel, fields
from emit_node_methods import block, wrapped
from generate import NOTICE, packed

OUTPUT = "node/lib/generated.d.ts"
KINDS = {"STRING": "string", "TEXT": "string", "BOOLEAN": "boolean", "FLOAT": "number", "INT32": "number",
         "UINT32": "number", "INT64": "Integer", "UINT64": "Integer", "BYTES": "Bytes"}
# Objects of batches, in which results are written.
BATCHES = {"tally_operation": ("Operation", "One operation of a batch or of an item: see `Operation`, which makes them."),
           "tally_item": ("Item", "Operations on one account, all or nothing."),
           "tally_import": ("Import", "One account, or how far a source was applied (without `account`).")}


# The class of a badge, besides its members.
BADGE = ["export class Badge {", "  constructor(members: Pick<Badge, \"kind\" | \"count\">);",
         "  /** \"dot\", its number, or \"nothing\". */", "  toString(): string;", "  /** The count. */",
         "  valueOf(): Integer;", "}"]


def error_class(name):
    """TALLY_ERROR_NO_MEMORY: NoMemoryError."""
    words = name[len("TALLY_ERROR_"):].split("_")
    return "".join(word if word in ("IO", "URL", "TLS") else word.capitalize() for word in words) + "Error"


def enumeration(header, struct, place):
    """The type of a member with an enumeration, or a status, or ""."""
    owner, _, last = place.rpartition(".")
    inner = next((each.type.name for each in header.struct(struct).members if each.name == owner), struct)
    member = next(each for each in header.struct(inner).members if each.name == last)
    if member.type.name == "tally_status":
        return "Status"
    found = methods.enumeration(header, member.type.name, ALL_KINDS)
    if not found:
        return ""
    is_whole = any(constant.value == 0 for _, constant in dict(names.kinds(header, ALL_KINDS))[found])
    return node_words.enumeration(found) + ("" if is_whole or member.name == "kind" else " | 0")


ALL_KINDS = {**names.KINDS, **names.RAW_KINDS}


def enumerations(header):
    """The types of enumerations: the unions of their constants."""
    for kind, pairs in names.kinds(header, ALL_KINDS):
        yield from union(node_words.enumeration(kind), [constant for _, constant in pairs])
    yield from union("Status", names.statuses(header))


def union(name, constants):
    pieces = [f"{'| ' if at else ''}typeof {each.name[len('TALLY_'):]}" for at, each in enumerate(constants)]
    return packed([*pieces[:-1], pieces[-1] + ";"], "  ", 118, f"export type {name} = ")


def batch_objects(header, words):
    """The objects of batches: what goes in is optional, and results come out."""
    for struct, (name, documentation) in BATCHES.items():
        lines = ["", *block(wrapped(documentation + " The library sets the members that say so.")),
                 f"export interface {name} {{"]
        for member, place, kind in fields(header, header.struct(struct)):
            given = next(each for each in header.struct(struct).members if each.name == place)
            inner = {"STRUCTURE": lambda: node_words.options_name(given.type.name), "ROWS": lambda: "Operation[]"}.get(kind)
            type_ = enumeration(header, struct, place) or (inner() if inner else KINDS[kind])
            type_ = {"node": "Node", "until": "Time", "time": "Time"}.get(member, type_)
            text = documents.capital(words.text(re.sub(r"^out[,:]? ?", "Set: ", given.comment)))
            text = "The change that it makes." if text == "." else re.sub(r": , ", ": ", text)
            mark = "" if member in ("kind", "bytes") else "?"
            lines += [*block(wrapped(text, "  "), "  "), f"  {member}{mark}: {type_.removesuffix(' | 0')};"]
        yield from [*lines, "}"]


def makers(header, words):
    """The functions that make operations."""
    yield from ["", "/** Makes operations for batches and items. `place` is a path or a node. */",
                "export const Operation: {"]
    for each in methods.operations(header):
        given = {argument.name: argument for argument in each.method.arguments}
        pieces = []
        for name in operations.parameters(each):
            argument = given.get({"place": "path"}.get(name, name))
            if name == each.options:
                kind, mark = node_words.options_name(f"tally_{name}_options"), "" if name == "reminder" else "?"
            elif argument is None:
                name, kind, mark = "options", "{ " + "; ".join(f"{flag}?: boolean" for flag in operations.flags(each)) + " }", "?"
            else:
                kind = node_words.enumeration(argument.type) if argument.kind == "enum" else "Integer" if \
                    argument.kind == "integer" else node_words.type_of(argument.kind, argument.type)
                kind, mark = "string | Node" if name == "place" else kind, "" if argument.is_required else "?"
            pieces.append(f"{name}{mark}: {kind}")
        summary = f"Does what {words.function(each.method.short)} does."
        yield from [*block([summary], "  "), f"  {camel(each.name)}({', '.join(pieces)}): Operation;"]
    yield "};"


def events(header, words):
    """The names under which an engine emits events."""
    text = "Events by the names under which an engine emits them. A request emits `synced` once."
    yield from ["", *block(wrapped(text)), "export interface EngineEvents {"]
    for name, constant in dict(names.kinds(header, ALL_KINDS))["event_kind"]:
        yield from [*block(wrapped(words.text(constant.comment), "  "), "  "), f"  {camel(name.lower())}: [event: TallyEvent];"]
    yield "}"


def interface(header, words, struct, name, documentation, optional):
    texts = documents.all_members(header, struct, words)
    lines = ["", *block(wrapped(words.text(documentation))), f"export interface {name} {{"]
    rows = [("name", "string", "")] if struct == "tally_account_state" else []
    flags = node_words.flags(header, struct) if optional else []
    rows += [(camel(each.name), "boolean", documents.said(each.comment, "flag", words)) for each in flags]
    for member, place, kind in fields(header, header.struct(struct)):
        if optional and member == "fields":
            continue
        last = place.rpartition(".")[2]
        own = (node_words.option_type(header, struct, last) if optional else "") or enumeration(header, struct, place)
        text = texts.get(last, "") or ("flags as a number, beside those above" if last == "flags" and flags else "")
        rows.append((member, own or KINDS[kind], text))
    for member, kind, text in rows:
        if text:
            begin = text[:1].upper() if not re.match(r"https?:|[a-z]+[A-Z]", text) else text[:1]
            lines += block(wrapped(begin + text[1:] + ".", "  "), "  ")
        lines.append(f"  {member}{'?' if optional else ''}: {kind};")
    return lines + ["}"]


def emit(header):
    words = node_words.Words(header)
    lines = [f"// {NOTICE}", "", 'import { Bytes, Node, TallyEvent } from "./index";', "", "/** A whole number: a bigint where a number would not be exact. Arguments may be either. */",
             "export type Integer = number | bigint;",
             "/** Milliseconds since 1970-01-01 00:00 UTC, or a date; 0: none. */", "export type Time = Integer | Date;",
             ""]
    for constant in header.constants:
        value = f'"{constant.value}"' if isinstance(constant.value, str) else constant.value
        if constant.comment:
            lines += block(wrapped(words.text(constant.comment)))
        lines.append(f"export const {constant.name[len('TALLY_'):]}: {value};")
    lines += ["", *enumerations(header), *events(header, words), *batch_objects(header, words), *makers(header, words)]
    lines += ["", "/** A call failed. There is a class for each status. */", "export class TallyError extends Error {",
              "  readonly status: Status;", "  readonly code: string;", "}"]
    lines += [f"export class {error_class(each.name)} extends TallyError {{}}" for each in names.statuses(header)
              if each.name.startswith("TALLY_ERROR_")]
    for struct, (name, documentation) in names.RECORDS.items():
        lines += interface(header, words, struct, name, documentation or "See tally.h.", False)
        lines += BADGE if name == "Badge" else []
    for struct, (_, documentation) in names.OPTIONS.items():
        lines += interface(header, words, struct, node_words.options_name(struct), documentation, True)
    lines += interface(header, words, "tally_engine_options", "EngineLimits", "How an engine is opened: its limits.", True)
    lines += interface(header, words, "tally_request", "Request", "A request that a transport sends.", False)
    lines += interface(header, words, "tally_style", "Style", "How badges are drawn. Members that are left out are inherited.", True)
    return "\n".join(lines + [""])


assert camel("text_color") == "textColor"
