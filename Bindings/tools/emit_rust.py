"""The declarations of the Rust binding: constants, structures and functions of tally-sys."""

import re
import textwrap

import header as model
from generate import NOTICE, packed

OUTPUT = "rust/tally-sys/src/declarations.rs"
SCALARS = {"int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "size_t": "usize",
           "intptr_t": "isize", "float": "f32", "char": "c_char", "void": "c_void"}
KEYWORDS = {"type", "match", "move", "ref", "loop", "use", "where", "in", "final"}


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def name_of(name):
    return "r#" + name if name in KEYWORDS else name


def type_of(header, variable):
    if variable.function:
        return function_type(header, variable.function)
    base = SCALARS.get(variable.type.name, variable.type.name)
    if header.callback(variable.type.name):
        return base
    result = base
    for level in range(variable.type.pointers):
        result = ("*const " if level == 0 and variable.type.const else "*mut ") + result
    return f"[{result}; {variable.length}]" if variable.length else result


def function_type(header, function):
    parameters = ", ".join(f"{name_of(p.name)}: {type_of(header, p)}" for p in function.parameters)
    return f"Option<unsafe extern \"C\" fn({parameters}){result_of(header, function)}>"


def result_of(header, function):
    if function.result.name == "void" and not function.result.pointers:
        return ""
    return " -> " + type_of(header, model.Variable("", function.result))


def documented(comment, indent=""):
    """A comment for rustdoc, to which an indented paragraph without a fence is a program."""
    lines = []
    for paragraph in comment.split("\n\n") if comment else []:
        rows = paragraph.split("\n")
        lines += ([""] if lines else []) + (["```text", *rows, "```"] if rows[0].startswith("    ") else rows)
    return [f"{indent}/// {line}".rstrip() for line in lines]


def first_sentence(comment):
    """The sentence that says what a function does. The header has its whole description."""
    paragraph = model.fold(comment.split("\n\n")[0])
    return "\n".join(textwrap.wrap(re.split(r"(?<=\.) ", paragraph)[0], 110))


def constant_of(constant, text):
    """A constant with the type that its literal has in C; statuses are i32 as all numbers that fit."""
    if isinstance(constant.value, str):
        return f"pub const {constant.name}: &str = \"{constant.value}\";"
    unsigned = re.search(rf"#define {constant.name} +\(?-?\w+?u\)?(?:\s|$)", text)
    kind = "u32" if unsigned else "i32" if -2**31 <= constant.value < 2**31 else "i64"
    return f"pub const {constant.name}: {kind} = {constant.value};"


def emit(header):
    text = model.HEADER.read_text(encoding="utf-8")
    lines = [f"// {NOTICE}", "", "use std::os::raw::{c_char, c_void};", ""]
    for constant in header.constants:
        lines += documented(constant.comment) + [constant_of(constant, text)]
    for alias, kind in header.aliases.items():
        lines += ["", f"pub type {alias} = {SCALARS[kind.name]};"]
    for opaque in header.opaque:
        lines += ["", "#[repr(C)]", f"pub struct {opaque} {{", "    _private: [u8; 0],",
                  "    _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,", "}"]
    for callback in header.callbacks:
        lines += [""] + documented(callback.comment) + [f"pub type {callback.name} =",
                                                       f"    {function_type(header, callback)};"]
    for struct in header.structs:
        lines += [""] + documented(struct.comment) + ["#[repr(C)]", "#[derive(Clone, Copy)]",
                                                     f"pub struct {struct.name} {{"]
        plain = []
        for member in struct.members + [None]:
            if plain and (member is None or member.comment):
                lines += packed(plain, "    ")
                plain = []
            if member:
                lines += documented(member.comment, "    ")
                plain.append(f"pub {name_of(member.name)}: {type_of(header, member)},")
        lines.append("}")
    lines += ["", "extern \"C\" {"]
    for function in header.functions:
        lines += documented(first_sentence(function.comment), "    ")
        parameters = [f"{name_of(p.name)}: {type_of(header, p)}," for p in function.parameters] or [""]
        parameters[-1] = parameters[-1].rstrip(",") + f"){result_of(header, function)};"
        lines += packed(parameters, "        ", first=f"    pub fn {function.name}(")
    lines += ["}", ""]
    return "\n".join(lines)
