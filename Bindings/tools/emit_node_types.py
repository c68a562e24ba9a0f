"""Declarations of the Node binding for TypeScript: constants, classes of errors, records and options."""

import names
from emit_node import camel, fields
from generate import NOTICE

OUTPUT = "node/lib/generated.d.ts"
KINDS = {"STRING": "string", "TEXT": "string", "BOOLEAN": "boolean", "FLOAT": "number", "INT32": "number",
         "UINT32": "number", "INT64": "Integer", "UINT64": "Integer"}


def error_class(name):
    """TALLY_ERROR_NO_MEMORY: NoMemoryError."""
    words = name[len("TALLY_ERROR_"):].split("_")
    return "".join(word if word in ("IO", "URL", "TLS") else word.capitalize() for word in words) + "Error"


def interface(header, struct, name, documentation, optional):
    lines = ["", f"/** {documentation} */", f"export interface {name} {{"]
    if struct == "tally_account_state":
        lines.append("  name: string;")
    for member, _, kind in fields(header, header.struct(struct)):
        if optional and member == "fields":
            continue
        lines.append(f"  {member}{'?' if optional else ''}: {KINDS[kind]};")
    return lines + ["}"]


def emit(header):
    lines = [f"// {NOTICE}", "", "/** A whole number: a bigint where a number would not be exact. Arguments may be either. */",
             "export type Integer = number | bigint;", ""]
    for constant in header.constants:
        value = f'"{constant.value}"' if isinstance(constant.value, str) else constant.value
        lines.append(f"export const {constant.name[len('TALLY_'):]}: {value};")
    lines += ["", "/** A call failed. There is a class for each status. */", "export class TallyError extends Error {",
              "  readonly status: number;", "  readonly code: string;", "}"]
    lines += [f"export class {error_class(each.name)} extends TallyError {{}}" for each in names.statuses(header)
              if each.name.startswith("TALLY_ERROR_")]
    for struct, (name, documentation) in names.RECORDS.items():
        lines += interface(header, struct, name, documentation or "See tally.h.", False)
    for struct, (name, documentation) in names.OPTIONS.items():
        lines += interface(header, struct, name, documentation, True)
    lines += interface(header, "tally_engine_options", "EngineLimits", "Options of an engine as tally.h has them.", True)
    lines += interface(header, "tally_request", "Request", "A request that a transport sends.", False)
    lines += interface(header, "tally_style", "Style", "How badges are drawn. Members that are left out are inherited.", True)
    return "\n".join(lines + [""])


assert camel("text_color") == "textColor"
