"""The declarations of the Lua binding: C for LuaJIT's ffi, constants, and what parameters and members are for."""

import re

import faces
import header as model
import names
import roles
from generate import NOTICE, grouped, packed

OUTPUT = "lua/tally/declarations.lua"


def declared(variable, indent=""):
    if variable.function:
        return f"void (*{variable.name})({', '.join(map(declared, variable.function.parameters))})"
    kind = str(variable.type)
    return kind + ("" if kind.endswith("*") else " ") + variable.name + (f"[{variable.length}]" if variable.length
                                                                         else "")


# The members that say how large something is.
SIZES = {"item_size": "tally_item", "operation_size": "tally_operation"}


def table(members):
    """A table of Lua from a dictionary, whose values are numbers, truths and texts."""
    return "{" + ", ".join(f"{name} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
                           for name, value in members.items()).replace("'", '"') + "}"


def tables(header):
    """The tables by which values.lua works."""
    lines = ["-- The members that a host sees.", "structs = {"]
    for struct in header.structs:
        pieces = [table({"name": name, "kind": kind}) + "," for name, kind in roles.members(header, struct)]
        lines += packed(pieces, "        ", first=f"    {struct.name} = {{")
        lines[-1] += "},"
    lines += ["},", "-- The members of structures that say how large something is.", "sizes = {"]
    for struct in header.structs:
        members = {member.name: struct.name if member.name == "struct_size" else SIZES[member.name]
                   for member in struct.members if member.name in ("struct_size", *SIZES)}
        lines += [f"    {struct.name} = {table(members)},"] if members and struct.name != "tally_rows" else []
    lines += ["},", "-- The bits of members that say which of them are given.", "fields = {"]
    for struct, bits in faces.fields(header):
        pieces = [f'["{name}"] = {value},' for name, value in bits.items()]
        lines += packed(pieces, "        ", first=f"    {struct} = {{")
        lines[-1] += "},"
    booleans = ", ".join(f"{name} = true" for name in sorted(names.BOOLEAN_MEMBERS))
    lines += ["},", "-- Members of records that are true or false.", f"booleans = {{{booleans}}},"]
    outs = [f'"{each.name}"' for each in header.struct("tally_operation").members if each.comment.startswith("out")]
    return lines + ["-- The members of an operation that come out.", f"results = {{{', '.join(outs)}}},"]


def emit(header):
    lines = [f"-- {NOTICE}", "", "return {", "cdef = [["]
    lines += [f"typedef struct {name} {name};" for name in header.opaque]
    lines += [f"typedef {kind} {name};" for name, kind in header.aliases.items()]
    for item in header.items:
        if isinstance(item, model.Struct):
            members = [f"{declared(member)};" for member in item.members] + [f"}} {item.name};"]
            lines += packed(members, "    ", first=f"typedef struct {item.name} {{")
        elif item in header.callbacks:
            lines.append(f"typedef {item.result} (*{item.name})({', '.join(map(declared, item.parameters))});")
    for function in header.functions:
        parameters = ", ".join(map(declared, function.parameters)) or "void"
        result = str(function.result)
        lines.append(f"{result}{'' if result.endswith('*') else ' '}{function.name}({parameters});")
    lines += ["]],", "constants = {"]
    for group in grouped(header.constants):
        values = [f'"{each.value}"' if isinstance(each.value, str) else each.value for each in group]
        lines += packed([f"{each.name[len('TALLY_'):]} = {value}," for each, value in zip(group, values)], "    ")
    return "\n".join(lines + ["},", *tables(header), "}", ""])
