"""Reads include/tally.h into a model, from which the bindings' declarations and the manual are generated.

The header is regular enough to be read without a C parser: comments are `/* … */`, each declaration ends at a `;`
outside of braces, structures are flat, and function types have names. What it does not understand it
refuses, so that nothing is left out in silence.
"""

import dataclasses
import functools
import pathlib
import re

import contract

HEADER = pathlib.Path(__file__).resolve().parents[2] / "include" / "tally.h"


CONTRACT = {field.name for field in dataclasses.fields(contract.Contract)} - {"parameters"}


@dataclasses.dataclass
class Type:
    """A C type: `name` without const and pointers; `pointers` of them; `const` if what is pointed to is."""
    name: str
    pointers: int = 0
    const: bool = False

    def __str__(self):
        stars = "*" * self.pointers
        return ("const " if self.const else "") + self.name + (" " + stars if stars else "")


@dataclasses.dataclass
class Variable:
    """A member or a parameter. `length`: of an array, else None. `function`: its type where it is one without a name."""
    name: str
    type: Type
    length: int = None
    comment: str = ""
    function: "Function" = None


@dataclasses.dataclass
class Constant:
    name: str
    value: object  # An int or a str.
    comment: str
    section: str
    group: str     # The comment above the group of constants that it stands in.
    kind: str      # The enumeration that it belongs to, without tally_; "": none.
    is_flag: bool  # Whether it is a bit, which is combined with others.


@dataclasses.dataclass
class Struct:
    name: str
    members: list
    comment: str
    section: str


@dataclasses.dataclass
class Function:
    """A function, or the type of a callback. What its comment says is in `contract` (contract.py)."""
    name: str
    result: Type
    parameters: list
    comment: str
    section: str

    @functools.cached_property
    def contract(self):
        return contract.read(self.comment, [parameter.name for parameter in self.parameters])

    def __getattr__(self, name):
        """summary, returns, errors, error_text, threads, cost and details, as the contract has them."""
        if name.startswith("_") or name not in CONTRACT:
            raise AttributeError(name)
        return getattr(self.contract, name)


@dataclasses.dataclass
class Section:
    title: str
    comment: str  # Its introduction.

    @property
    def introduction(self):
        return self.comment


@dataclasses.dataclass
class Note:
    """A comment that belongs to no declaration."""
    text: str
    section: str


@dataclasses.dataclass(eq=False)
class Header:
    introduction: str
    sections: list
    items: list      # All of the following, and sections and notes, in their order.
    constants: list
    aliases: dict    # Name to Type: tally_status, tally_node.
    opaque: list     # Names of handles.
    structs: list
    callbacks: list
    functions: list

    def struct(self, name):
        return next((struct for struct in self.structs if struct.name == name), None)

    def callback(self, name):
        return next((callback for callback in self.callbacks if callback.name == name), None)


def text_of(comment):
    """A comment without its stars, and without the indentation that all of its lines have."""
    lines = re.sub(r"^/\*|\*/$", "", comment.strip()).split("\n")
    lines = [re.sub(r"^\s*\* ?", "", line) if re.match(r"^\s*\*", line) else line.strip() for line in lines]
    return "\n".join(line.rstrip() for line in lines).strip("\n").strip()


def fold(text):
    return re.sub(r"\s+", " ", text).strip()


def pieces(text):
    """The header as a list of (kind, text): comment, directive, blank (an empty line), declaration."""
    text = re.sub(r"^#ifdef __cplusplus\n.*?^#endif\n", "", text, flags=re.S | re.M)
    # The model leaves out what is for compilers alone: the macros before declarations, and initialisers.
    text = re.sub(r"^#ifndef TALLY_(?:API|CHECKED)\n.*?^#endif\n#endif\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^#define TALLY_\w+(?:_INIT\b|\()(?:[^\n]*\\\n)*[^\n]*\n", "", text, flags=re.M)
    text = re.sub(r"^TALLY_(?:API|CHECKED) ", "", text, flags=re.M)
    # A directive goes on through a comment that begins in its line; a declaration to the semicolon outside of braces.
    grammar = re.compile(r"""(?P<comment>/\*.*?\*/) | (?P<directive>\#(?:/\*.*?\*/|[^\n])*)
        | (?P<blank>\n[ \t]*(?=\n)) | (?P<space>\s+)
        | (?P<declaration>(?:/\*.*?\*/|\{(?:/\*.*?\*/|[^}])*\}|[^;{])*;)""", re.S | re.X)
    result, position = [], 0
    while position < len(text):
        found = grammar.match(text, position)
        if not found:
            raise ValueError(f"not understood: {text[position:position + 80]!r}")
        result.append((found.lastgroup, found[0].strip()))
        position = found.end()
    return [item for item in result if item[0] != "space"]


def parse_type(words, stars):
    name = " ".join(word for word in words if word not in ("const", "struct"))
    return Type(name, stars, "const" in words)


def parse_variable(text):
    """`const char *file`, `uint64_t reserved[3]`, `void (*release_user_data)(void *)`."""
    text = fold(text)
    function = re.fullmatch(r"void \(\*(\w+)\)\((.*)\)", text)
    if function:
        inner = [parse_variable(part) if re.search(r"\w\s*\*?\s*\w+$", part.strip()) and part.strip() != "void *"
                 else Variable("user_data", Type("void", 1)) for part in function[2].split(",")]
        return Variable(function[1], Type("void"), function=Function(function[1], Type("void"), inner, "", ""))
    found = re.fullmatch(r"((?:const )?\w+(?: \w+)*?) ?(\**)(\w+)(?:\[(\d+)\])?", text)
    if not found:
        raise ValueError(f"not understood: {text!r}")
    return Variable(found[3], parse_type(found[1].split(), len(found[2])), int(found[4]) if found[4] else None)


def parse_parameters(text):
    text = fold(text)
    if text in ("", "void"):
        return []
    parts, depth, part = [], 0, ""
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += character
    return [parse_variable(part.strip()) for part in parts + [part]]


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def parse_members(body):
    members = []
    for found in re.finditer(r"([^;]+);((?:[ \t]*/\*.*?\*/)?)", body, re.S):
        before = re.findall(r"/\*.*?\*/", found[1], re.S)
        member = parse_variable(without_comments(found[1]))
        member.comment = fold(" ".join(map(text_of, before + ([found[2]] if found[2].strip() else []))))
        members.append(member)
    return members


def number(text):
    value = text.strip().strip("()")
    if value.startswith('"'):
        return value.strip('"')
    value = re.sub(r"^INT64_C\((.*)$", r"\1", value)
    return int(re.sub(r"[uUlL]+$", "", value), 0)


def parse(path=HEADER):
    header = Header("", [], [], [], {}, [], [], [], [])
    section, comment, group, group_is_open = "", "", "", False
    whole = pathlib.Path(path).read_text(encoding="utf-8")
    items = pieces(whole)
    for index, (kind, text) in enumerate(items):
        if kind == "comment":
            if re.search(r"-{60}", text):
                lines = re.sub(r"-{60,}", "", text_of(text)).strip().split("\n")
                section = lines[0].strip()
                header.sections.append(Section(section, "\n".join(lines[1:]).strip()))
                header.items.append(header.sections[-1])
                comment = group = ""
            elif not header.introduction:
                header.introduction = text_of(text)
            else:
                comment, group_is_open = text_of(text), False
                if items[index + 1][0] not in ("directive", "declaration"):
                    header.items.append(Note(comment, section))
        elif kind == "blank":
            # A comment that stands alone speaks of what follows it; it is kept for the next declaration.
            group_is_open = False
        elif kind == "directive":
            found = re.match(r"#define (TALLY_\w+) +(.+?)\s*(?:/\*(.*))?$", text, re.S)
            if found:
                if not group_is_open:
                    group, group_is_open = comment, True
                trailing = fold(text_of("/*" + found[3])) if found[3] else ""
                header.constants.append(Constant(found[1], number(found[2]), trailing, section, group, "", is_bit(found[2])))
                header.items.append(header.constants[-1])
        else:
            declare(header, text, section, comment)
            # Constants that a comment is about have a type after them; the structure after that has no part in it.
            comment = comment if shares_comment(items, index) and not (group_is_open and comment == group) else ""
    declare_kinds(header, whole)
    check(header, whole)
    return header


def is_bit(text):
    return re.fullmatch(r"\d+u", text.strip()) is not None


def declare_kinds(header, whole):
    """Gives each constant its enumeration: the type that is declared directly below its group. Constants that continue
    an enumeration further below belong to it if it alone has constants with this prefix. A negative one does not: it is
    a special value of a parameter."""
    starts = {}
    constants = {constant.name: constant for constant in header.constants}
    for block in re.split(r"\n\n", whole):
        found = re.search(r"^typedef int32_t tally_(\w+);", block, re.M)
        if not found:
            continue
        for name in re.findall(r"^#define (TALLY_\w+)", block[:found.start()], re.M):
            if not constants[name].is_flag:
                constants[name].kind = found[1]
                starts.setdefault(first_word(name), set()).add(found[1])
    for constant in header.constants:
        kinds = starts.get(first_word(constant.name), set())
        is_number = isinstance(constant.value, int) and constant.value >= 0 and not constant.is_flag
        if not constant.kind and is_number and len(kinds) == 1:
            constant.kind = next(iter(kinds))


def first_word(name):
    return name.split("_")[1]


def shares_comment(items, index):
    """Whether the next declaration has the same comment: no empty line is between, or this one only names its type."""
    following = [kind for kind, _ in items[index + 1:index + 3]]
    if re.fullmatch(r"typedef \w+ \w+;", items[index][1]):
        return following == ["blank", "declaration"]
    return items[index][1].startswith("tally_") and following[:1] == ["declaration"]


def declare(header, text, section, comment):
    opaque = re.fullmatch(r"typedef struct (\w+) (\w+);", text)
    struct = re.fullmatch(r"typedef struct (\w+) \{(.*)\} \w+;", text, re.S)
    callback = re.fullmatch(r"typedef (\w+) (\**)\(\*(\w+)\)\((.*)\);", without_comments(text), re.S)
    alias = re.fullmatch(r"typedef (\w+) (\w+);", text)
    function = re.fullmatch(r"((?:const )?\w+) (\**)(tally_\w+)\((.*)\);", without_comments(text), re.S)
    if opaque:
        header.opaque.append(opaque[1])
    elif struct:
        header.structs.append(Struct(struct[1], parse_members(struct[2]), comment, section))
        header.items.append(header.structs[-1])
    elif callback:
        header.callbacks.append(
            Function(callback[3], Type(callback[1], len(callback[2])), parse_parameters(callback[4]), comment, section))
        header.items.append(header.callbacks[-1])
    elif alias:
        header.aliases[alias[2]] = Type(alias[1])
    elif function:
        result = parse_type(function[1].split(), len(function[2]))
        header.functions.append(Function(function[3], result, parse_parameters(function[4]), comment, section))
        header.items.append(header.functions[-1])
        comment_parameters(header.functions[-1])
    else:
        raise ValueError(f"not understood: {text!r}")


def comment_parameters(function):
    """Gives each parameter what the table in the function's comment says of it."""
    for names, text in function.contract.parameters:
        for parameter in function.parameters:
            if parameter.name in names.split(", "):
                parameter.comment = text


def check(header, text):
    """Every name that looks declared in the text is in the model."""
    names = {function.name for function in header.functions}
    text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*$", "", without_comments(text), flags=re.M)
    text = re.sub(r"typedef[^;{]*(\{[^}]*\})?[^;]*;", "", text)
    for name in re.findall(r"\b(tally_\w+)\s*\(", text):
        if name not in names:
            raise ValueError(f"{name} was not read")


if __name__ == "__main__":
    model = parse()
    print(f"{len(model.functions)} functions, {len(model.structs)} structures, {len(model.callbacks)} callbacks, "
          f"{len(model.constants)} constants, {len(model.opaque)} handles, {len(model.sections)} sections")
