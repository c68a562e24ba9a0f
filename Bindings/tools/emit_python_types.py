"""The statuses, enumerations and records of the Python binding."""

import re

import documents
import methods
import names
import python_words
from generate import NOTICE, packed
from python_layout import wrapped

OUTPUT = "python/tally"
COUNT = re.compile(r"(?<![a-z_])count: int")
# A program makes a Badge for `present`.
DEFAULTS = {"int": "0", "BadgeKind": "BadgeKind.NONE", "BadgeFlags": "BadgeFlags(0)", "Level": "Level.NORMAL"}
FLAGS = {"BadgeFlags", "ReasonFlags", "FeedEntryFlags"}
# Texts that stand beside a structure, and what a record can besides.
VALUE = ["", "    def __bool__(self) -> bool:", '        """Whether the path shows a badge."""',
         "        return self.kind != BadgeKind.NONE",
         "", "    def __int__(self) -> int:", '        """The number; 0 for a dot or nothing."""', "        return self.count"]
MORE = {"Badge": ["", "    def __str__(self) -> str:", "        return shown(self.kind, self.count)"] + VALUE,
        "BadgeEntry": ["", "    @property", "    def shown(self) -> str:",
                       '        """The badge in words: "dot", its number, or "nothing"."""',
                       "        return shown(self.kind, self.count)"] + VALUE,
        "AccountState": ["    name: str"],
        "Event": ["    text: str", "", "    @property", "    def shown(self) -> str:",
                  '        """The badge of a BADGE, TOTAL or SYNCED event in words: "dot", its number, or "nothing"."""',
                  "        return shown(self.badge_kind, self.count)"]}


def enumeration(header, name, kind, documentation):
    kinds = {**dict(names.kinds(header)), **dict(names.kinds(header, names.RAW_KINDS))}
    flags = {each: pairs for each, _, pairs in names.flags(header)}
    members = [f"{short} = {constant.value};" for short, constant in flags.get(kind) or kinds[kind]]
    return block(name, "Flags" if name in FLAGS else "Open", documentation, members)


def block(name, base, documentation, members):
    members[-1] = members[-1].rstrip(";")
    return ["", f"class {name}({base}):", f'    """{documentation}"""'] + packed(members, "    ")


def described(header, struct, listed):
    """The documentation of a record, with a line for each member that the header's comment describes."""
    words = python_words.Words(header)
    structs = [struct.name] + [member.type.name for member in struct.members if header.struct(member.type.name)]
    texts = {name: text for each in reversed(structs) for name, text in documents.members(header, each, words)}
    rows = [row for name in listed if name in texts for row in wrapped(f"{name}: {texts[name]}", 112, "    ")]
    first = names.RECORDS[struct.name][1]
    return first if not rows else "\n    ".join([first + "\n", *rows, ""])


def operation_result(header):
    """The record of the members of an operation that come out."""
    words, struct = python_words.Words(header), header.struct("tally_operation")
    outs = [member for member in struct.members if member.comment.startswith("out")]
    texts = [documents.said(member.comment.split(":", 1)[1], "", words) for member in outs]
    rows = [row for member, text in zip(outs, texts) for row in wrapped(f"{member.name}: {text}", 112, "    ")]
    documentation = "\n    ".join(["The result of an operation of a batch or an item.\n", *rows, ""])
    lines = block("OperationResult", "NamedTuple", documentation,
                  [f"{each.name}: {hint(header, struct, each.name, each.type.name)};" for each in outs])
    return [each for line in lines for each in without_count(line)]


def hint(header, struct, member, kind):
    """The type of a member of a record."""
    if member in names.BOOLEAN_MEMBERS:
        return "bool"
    inner = [header.struct(each.type.name) for each in struct.members if header.struct(each.type.name)]
    found = next(((owner, each) for owner in [struct, *inner] for each in owner.members if each.name == member), None)
    if not found:
        return {"text": "str"}.get(kind, "int")
    owner, each = found
    if each.type.name == "tally_status":
        return "Status"
    kinds = {**names.KINDS, **names.RAW_KINDS}
    made = names.flag_type(owner.name, member) or methods.enumeration(header, each.type.name, kinds)
    made = None if made == "unit" else made  # 0 is none, which no Unit is.
    return python_words.CLASSES.get(made) or {"text": "str", "float": "float"}.get(kind, "int")


def record(header, struct):
    name = names.RECORDS[struct.name][0]
    documentation = described(header, struct, [member for member, _ in names.members(header, struct)])
    members = []
    for member, kind in names.members(header, struct):
        type_ = hint(header, struct, member, kind)
        default = f" = {DEFAULTS[type_]}" if name == "Badge" else ""
        members.append(f"{member}: {type_}{default};")
    lines = block(name, "NamedTuple", documentation, members)
    return [each for line in lines for each in without_count(line)] + MORE.get(name, [])


def without_count(line):
    """`count` has a line of its own: a tuple has a function of that name."""
    before, found, behind = re.split(r"(?<![a-z_])(count: int(?: = 0)?)(?:; *)?", line, maxsplit=1) if COUNT.search(line) else (
        line, "", "")
    lines = [before.rstrip().rstrip(";"), f"    {found}  # type: ignore[assignment]", f"    {behind}".rstrip()]
    return [line] if not found else [each for each in lines if each.strip()]


def reading(header, struct, member, kind, at):
    """The expression for a member of a record."""
    type_, name = hint(header, struct, member, kind), f"{at}.{member}"
    return f"_text({name}, texts)" if type_ == "str" else name if type_ in ("int", "float") else \
        f"bool({name})" if type_ == "bool" else f"types.{type_}({name})"


def makers(header):
    """Functions that make records of structures, and of the bytes that their texts are in."""
    outs = [each for each in header.struct("tally_operation").members if each.comment.startswith("out")]
    lines = [f'"""{NOTICE}"""', "", "from __future__ import annotations", "",
             "from typing import Any, Callable, Dict, Union", "", "from . import _declarations as declarations",
             "from . import _generated as types", "", "Texts = Union[bytes, memoryview]", "", "",
             "def _text(at: Any, texts: Texts) -> str:",
             '    return str(texts[at.offset:at.offset + at.length], "utf-8")']
    found = {each.name: names.RECORDS[each.name][0] for each in header.structs if each.name in names.RECORDS}
    found["tally_operation"] = "OperationResult"
    for name, made in found.items():
        struct = header.struct(name)
        listed = names.members(header, struct) if name in names.RECORDS else [(each.name, each.type.name) for each in outs]
        values = [reading(header, struct, *each, "at.badge" if made == "BadgeEntry" and each[0] != "path" else "at")
                  for each in listed]
        # A text that comes beside the structure.
        values += ['str(texts, "utf-8")'] * any(re.match(r"    \w+: str$", line) for line in MORE.get(made, []))
        lines += ["", "", f"def _{name[len('tally_'):]}(at: Any, texts: Texts) -> types.{made}:",
                  *packed([f"{each}," for each in values[:-1]] + [values[-1] + ")"], "        ",
                          first=f"    return types.{made}(")]
    lines += ["", "", "MAKERS: Dict[Any, Callable[[Any, Texts], Any]] = {"]
    lines += packed([f"declarations.{name}: _{name[len('tally_'):]}," for name in found], "    ") + ["}", ""]
    return "\n".join(lines)


def emit_files(header):
    return {"_generated.py": types(header), "_records.py": makers(header)}


def types(header):
    lines = [f'"""{NOTICE}"""', "", "# flake8: noqa", "from __future__ import annotations", "",
             "from typing import NamedTuple", "", "from ._open import Flags, Named, Open, shown"]
    lines += block("Status", "Named", "The status of a call: 0, a qualified success (above 0) or an error (below). "
                   "Errors are raised; successes are\n    returned.",
                   [f"{each.name[len('TALLY_'):]} = {each.value};" for each in names.statuses(header)])
    for name, row in python_words.ENUMERATIONS.items():
        lines += enumeration(header, name, *row)
    found = {struct.name: names.RECORDS[struct.name][0] for struct in header.structs if struct.name in names.RECORDS}
    for struct in header.structs:
        if struct.name in found:
            lines += record(header, struct)
    lines += operation_result(header)
    found["tally_operation"] = "OperationResult"
    lines += ["", ""]
    public = list(python_words.ENUMERATIONS) + list(found.values())
    return "\n".join(lines + packed([f'"{name}",' for name in public], "    ", first="__all__ = [") + ["]", ""])
