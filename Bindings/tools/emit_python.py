"""The declarations of the Python binding: constants, structures and functions for ctypes."""

import faces
import header as model
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
    lines += ["", "", "# Name: (result, arguments)", "FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {"]
    for function in header.functions:
        result = "c_char_p" if function.result.pointers else names.type(function.result)
        arguments = ", ".join(map(names.of, function.parameters))
        lines += packed(f'"{function.name}": ({result}, [{arguments}]),'.split(" "), "        ", first="    ")
    lines += ["}", ""]
    lines += ["# The bits of members that say which of them are given.", "FIELDS: Dict[str, Dict[str, int]] = {"]
    for struct, bits in faces.fields(header):
        lines += packed([f'"{name}": {value},' for name, value in bits.items()], "        ", first=f'    "{struct}": {{')
        lines[-1] += "},"
    return "\n".join([*lines, "}", ""])
