"""The declarations of the Lua binding: C for LuaJIT's ffi, constants, and what parameters and members are for."""

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


def optional(header, function, name):
    """The note about a handle that may be nil."""
    return " optional" if (function.name, name) in faces.optional_handles(header) else ""


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
    lines += ["},", "-- What each parameter is for (Bindings/tools/roles.py); `=` before the type of what is answered.",
              "functions = {"]
    for function in header.functions:
        text = "; ".join(" ".join(role) + optional(header, function, role[1]) for role in roles.of(header, function))
        kind = "text" if function.result.pointers else function.result.name
        lines.append(f'    {function.name} = "={kind}; {text}",')
    lines += ["},", "-- The members that a host sees.", "structs = {"]
    for struct in header.structs:
        text = "; ".join(" ".join(member) for member in roles.members(header, struct))
        lines.append(f'    {struct.name} = "{text}",')
    outs = [f'"{each.name}"' for each in header.struct("tally_operation").members if each.comment.startswith("out")]
    lines += ["},", "-- The bits of members that say which of them are given.", "fields = {"]
    for struct, bits in faces.fields(header):
        pieces = [f'["{name}"] = {value},' for name, value in bits.items()]
        lines += packed(pieces, "        ", first=f"    {struct} = {{")
        lines[-1] += "},"
    booleans = ", ".join(f"{name} = true" for name in sorted(names.BOOLEAN_MEMBERS))
    lines += ["},", "-- Members of records that are true or false.", f"booleans = {{{booleans}}},"]
    lines += ["-- The members of an operation that come out.", f"results = {{{', '.join(outs)}}},", "}", ""]
    return "\n".join(lines)
