"""Declarations of the Node binding for TypeScript: constants, classes of errors, records and options."""

import re

import documents
import names
import node_words
from emit_node import camel, fields
from emit_node_methods import block, wrapped
from generate import NOTICE

OUTPUT = "node/lib/generated.d.ts"
KINDS = {"STRING": "string", "TEXT": "string", "BOOLEAN": "boolean", "FLOAT": "number", "INT32": "number",
         "UINT32": "number", "INT64": "Integer", "UINT64": "Integer"}


def error_class(name):
    """TALLY_ERROR_NO_MEMORY: NoMemoryError."""
    words = name[len("TALLY_ERROR_"):].split("_")
    return "".join(word if word in ("IO", "URL", "TLS") else word.capitalize() for word in words) + "Error"


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
        own = node_words.option_type(header, struct, last) if optional else ""
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
    lines = [f"// {NOTICE}", "", "/** A whole number: a bigint where a number would not be exact. Arguments may be either. */",
             "export type Integer = number | bigint;",
             "/** Milliseconds since 1970-01-01 00:00 UTC, or a date; 0: none. */", "export type Time = Integer | Date;",
             ""]
    for constant in header.constants:
        value = f'"{constant.value}"' if isinstance(constant.value, str) else constant.value
        if constant.comment:
            lines += block(wrapped(words.text(constant.comment)))
        lines.append(f"export const {constant.name[len('TALLY_'):]}: {value};")
    lines += ["", "/** A call failed. There is a class for each status. */", "export class TallyError extends Error {",
              "  readonly status: number;", "  readonly code: string;", "}"]
    lines += [f"export class {error_class(each.name)} extends TallyError {{}}" for each in names.statuses(header)
              if each.name.startswith("TALLY_ERROR_")]
    for struct, (name, documentation) in names.RECORDS.items():
        lines += interface(header, words, struct, name, documentation or "See tally.h.", False)
    for struct, (_, documentation) in names.OPTIONS.items():
        lines += interface(header, words, struct, node_words.options_name(struct), documentation, True)
    lines += interface(header, words, "tally_engine_options", "EngineLimits", "How an engine is opened: its limits.", True)
    lines += interface(header, words, "tally_request", "Request", "A request that a transport sends.", False)
    lines += interface(header, words, "tally_style", "Style", "How badges are drawn. Members that are left out are inherited.", True)
    return "\n".join(lines + [""])


assert camel("text_color") == "textColor"
