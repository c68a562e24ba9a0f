"""The declarations of the Python binding: constants, structures and functions for ctypes."""

import faces
import header as model
import roles
from generate import NOTICE, grouped, packed

OUTPUT = "python/tally/_declarations.py"
SCALARS = {"int32_t": "c_int32", "uint32_t": "c_uint32", "int64_t": "c_int64", "uint64_t": "c_uint64",
           "size_t": "c_size_t", "intptr_t": "c_ssize_t", "float": "c_float"}


class Names:
    """The ctypes of the C types."""

    def __init__(self, header):
        self.header = header

    def of(self, variable):
        if variable.function:
            return "CFUNCTYPE(None, " + ", ".join(map(self.of, variable.function.parameters)) + ")"
        return self.type(variable.type)

    def type(self, kind):
        name, pointers = kind.name, kind.pointers
        if name in self.header.aliases and pointers == 0:
            return self.type(self.header.aliases[name])
        if name == "void" or name in self.header.opaque:
            pointers -= 1
            base = "c_void_p" if name != "void" or pointers >= 0 else "None"
            return base if pointers <= 0 else f"POINTER({base})"
        if name == "char":
            return "c_char_p" if kind.const else "c_void_p"
        if self.header.callback(name):
            return name
        base = SCALARS.get(name) or (self.type(self.header.aliases[name]) if name in self.header.aliases else name)
        return f"POINTER({base})" if pointers else base


# Roles that have two parameters.
PAIRS = ("buffer", "data", "keys")


def parts(header, function):
    """The roles of the parameters, as the runtime reads them. The kind of a buffer has the place of its size."""
    found, place, places = roles.of(header, function), 0, {}
    for role in found:
        places[role[1]], place = place, place + 1 + (role[0] in PAIRS)
    for role in found:
        kind = f'"{role[2][len("tally_"):]}"' if role[0] == "handle" else "None"
        if (function.name, role[1]) in faces.optional_handles(header):
            kind = kind[:-1] + '?"'
        if role[0] == "list":
            kind = role[2]
        if role[0] == "buffer":
            kind = f"({places.get(role[3])}, {role[2] == 'bytes'})"
        yield f'("{role[0]}", "{role[1]}", {places[role[1]]}, {kind}),'


def emit(header):
    names = Names(header)
    lines = [f'"""{NOTICE}"""', "", "# flake8: noqa", "from ctypes import (CFUNCTYPE, POINTER, Structure, c_char_p, "
             "c_float, c_int32, c_int64, c_size_t, c_ssize_t, c_uint32,", "                    c_uint64, c_void_p)",
             "from typing import Any, Dict, List, Tuple", ""]
    for group in grouped(header.constants):
        lines += packed([f"{each.name} = {each.value!r};" for each in group])
    for item in header.items:
        if isinstance(item, model.Struct):
            lines += ["", "", f"class {item.name}(Structure):"]
            kinds = [names.of(member) + (f" * {member.length}" if member.length else "") for member in item.members]
            members = [f'("{member.name}", {kind}),' for member, kind in zip(item.members, kinds)]
            lines += packed(members[:-1] + [members[-1][:-1] + "]"], "        ", first="    _fields_ = [")
        elif item in header.callbacks:
            result = names.type(item.result)
            arguments = ", ".join(map(names.of, item.parameters))
            lines += ["", "", f"{item.name} = CFUNCTYPE({result}, {arguments})"]
    lines += ["", "", "# Name: (result, arguments, parts: what each is for, its name, its place, and a kind)",
              "FUNCTIONS: Dict[str, Tuple[Any, List[Any], List[Tuple[str, str, int, Any]]]] = {"]
    for function in header.functions:
        result = "c_char_p" if function.result.pointers else names.type(function.result)
        arguments = ", ".join(map(names.of, function.parameters))
        lines += packed([f'"{function.name}": ({result}, [{arguments}], [', *parts(header, function)], "        ",
                        first="    ")
        lines[-1] = lines[-1].rstrip(",") + "]),"
    lines += ["}", ""]
    lines += ["# The bits of members that say which of them are given.", "FIELDS: Dict[str, Dict[str, int]] = {"]
    for struct, bits in faces.fields(header):
        lines += packed([f'"{name}": {value},' for name, value in bits.items()], "        ", first=f'    "{struct}": {{')
        lines[-1] += "},"
    return "\n".join([*lines, "}", ""])
