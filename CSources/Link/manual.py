"""Writes the manual, in mdoc: libtally(3) from the comments of include/tally.h, tally(1) from what the command says of
itself (--experimental-dump-help, on standard input). So neither can be out of date.

    manual.py library|command VERSION      SOURCE_DATE_EPOCH: the day that it names
"""

import itertools
import json
import os
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Bindings" / "tools"))
import header as tally_header  # noqa: E402

# What begins a paragraph of its own in a comment: "Errors: …", "out_count: …", "GROUP: …".
LABEL = re.compile(r"(Errors|Answers|Threads|Complexity|[A-Z][A-Z_]+|[a-z_]+(, [a-z_]+)*)( \([^)]*\))?: ")


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    return "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)


def line(text):
    """A line of text, which no dot at its beginning makes a macro."""
    text = escape(text.strip())
    return "\\&" + text if text.startswith(".") else text


def quoted(text):
    return '"' + escape(text).replace('"', "\\(dq") + '"'


def sentences(text):
    """Each sentence on a line of its own, as mdoc wants it."""
    return [line(part) for part in re.split(r"(?<=[.!?]) +(?=[A-Z_`\"(])", re.sub(r"\s+", " ", text.strip())) if part]


def paragraphs(text):
    """A comment: paragraphs that blank lines or labels divide, and blocks of code, which are indented."""
    blocks = []
    for row in text.split("\n"):
        is_code = blocks and (blocks[-1][0] == "code" or not blocks[-1][1])
        if row.startswith("    ") and is_code:
            if blocks[-1][0] != "code":
                blocks.append(("code", []))
            blocks[-1][1].append(row[4:])
        elif not row.strip():
            blocks.append(("text", []))
        else:
            before = blocks[-1][1][-1] if blocks and blocks[-1][1] else "."
            if not blocks or blocks[-1][0] == "code" or (LABEL.match(row) and before.endswith((".", ":"))):
                blocks.append(("text", []))
            blocks[-1][1].append(row)
    return [block for block in blocks if block[1]]


def prose(text):
    out = []
    for kind, rows in paragraphs(text):
        if kind == "code":
            out += [".Bd -literal -offset indent", *map(lambda row: "\\&" + escape(row), rows), ".Ed"]
        else:
            out += ([".Pp"] if out else []) + sentences(" ".join(rows))
    return out


def opening(name, section, version, description):
    day = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or time.time()))
    date = time.strftime("%B ", day) + f"{day.tm_mday}, {day.tm_year}"
    return [f".Dd {date}", f".Dt {name.upper()} {section}", f".Os Tally {version}",
            ".Sh NAME", f".Nm {name}", f".Nd {description}"]


# ---- libtally(3) ----


def declared(variable):
    if variable.function:
        return f"void (*{variable.name})(void *)"
    array = f"[{variable.length}]" if variable.length else ""
    kind = str(variable.type)
    return kind + ("" if kind.endswith("*") else " ") + variable.name + array


def write_constants(constants):
    out = [".Bl -tag -width Ds -compact"]
    for constant in constants:
        value = f'"{constant.value}"' if isinstance(constant.value, str) else str(constant.value)
        out += [f".It Dv {constant.name} No {quoted(value)}", *sentences(constant.comment)]
    return out + [".El"]


def write_struct(struct):
    out = [f".Ss struct {struct.name}", *prose(struct.comment), ".Bl -tag -width Ds -compact"]
    for member in struct.members:
        out += [f".It Fa {quoted(declared(member))}", *sentences(member.comment)]
    return out + [".El"]


def write_functions(functions):
    """Those that share a comment, with it."""
    out = [".Bl -tag -width Ds"]
    for function in functions:
        out += [".It Xo", f".Ft {quoted(str(function.result).strip())}", f".Fo {function.name}"]
        out += [f".Fa {quoted(declared(parameter))}" for parameter in function.parameters] or [".Fa void"]
        out += [".Fc", ".Xc"]
    return out + prose(functions[0].comment) + [".El"]


def kind_of(item):
    """Neighbours of the same kind are written together."""
    if isinstance(item, tally_header.Constant):
        return "constants", item.group
    if isinstance(item, tally_header.Function):
        return "functions", item.comment
    return type(item).__name__, id(item)


def write_items(items):
    out = []
    for (kind, _), group in itertools.groupby(items, key=kind_of):
        group = list(group)
        if kind == "constants":
            out += [".Pp", *prose(group[0].group), *write_constants(group)]
        elif kind == "functions":
            out += [".Pp"] + write_functions(group)
        elif kind == "Struct":
            out += write_struct(group[0])
        elif kind == "Section":
            out += [".Sh " + escape(group[0].title.upper()), *prose(group[0].comment)]
        else:
            out += [".Pp", *prose(group[0].text)]
    return out


def tidy(rows):
    """Without paragraphs where something else begins or ends one."""
    out = []
    for row in rows:
        if row == ".Pp" and (not out or out[-1] == ".Pp" or out[-1].startswith((".Sh", ".Ss", ".It"))):
            continue
        if out and out[-1] == ".Pp" and row.startswith((".Sh", ".Ss")):
            out.pop()
        if out and out[-1] == ".Pp" and row in (".Bl -tag -width Ds", ".Bd -literal -offset indent"):
            out.pop()
        out.append(row)
    return out


def library(version):
    model = tally_header.parse()
    introduction = model.introduction.split("\n", 1)[1].strip()
    rows = opening("libtally", 3, version, "embeddable engine for unread badges")
    rows += [".Sh SYNOPSIS", ".In tally.h", ".Pp", ".Li cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs tally)"]
    rows += [".Sh DESCRIPTION", *prose(introduction)]
    rows += write_items(model.items)
    return rows + [".Sh SEE ALSO", ".Xr tally 1"]


# ---- tally(1) ----

COMMON = {"version", "help"}


def name_of(name):
    return ("\\-" if name["kind"] == "short" else "\\-\\-") + escape(name["name"])


def item_of(argument):
    value = "" if argument["kind"] == "flag" else " Ar " + escape(argument["valueName"])
    if argument["kind"] == "positional":
        return f".It Ar {escape(argument['valueName'])}"
    return ".It " + " , ".join(f"Cm {name_of(name)}" for name in argument["names"]) + value


def usage_of(argument):
    if argument["kind"] == "positional":
        words = f"Ar {escape(argument['valueName'])}" + (" ..." if argument["isRepeating"] else "")
    else:
        words = f"Cm {name_of(argument['preferredName'])}"
        words += "" if argument["kind"] == "flag" else f" Ar {escape(argument['valueName'])}"
    return (".Op " if argument["isOptional"] else ".") + words


def about(argument):
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += f" One of: {', '.join(argument['allValues'])}."
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return sentences(text)


def arguments_of(command):
    return [a for a in command.get("arguments", [])
            if a["shouldDisplay"] and a.get("preferredName", {}).get("name") not in COMMON]


def discussion(text):
    """Paragraphs; and parts, whose titles are in capitals, of lines that begin with what they are about."""
    first, *parts = re.split(r"^([A-Z ]+)\n(?=  )", text, flags=re.M)
    out = prose(first)
    for title, body in zip(parts[::2], parts[1::2]):
        out += [f".Sh {title}", ".Bl -tag -width Ds"]
        for row in body.strip("\n").split("\n"):
            subject, meaning = row.split(maxsplit=1)
            out += [f".It {escape(subject)}", line(meaning[0].upper() + meaning[1:] + ".")]
        out += [".El"]
    return out


def shown(command):
    return [inner for inner in command.get("subcommands", [])
            if inner["shouldDisplay"] and inner["commandName"] not in COMMON]


def write_command(command, path):
    path = path + [command["commandName"]]
    arguments = arguments_of(command)
    out = [f".Ss {escape(' '.join(path))}", ".Bd -ragged", ".Nm " + escape(" ".join(path))]
    out += list(map(usage_of, arguments)) + [".Ed", ".Pp", *sentences(command["abstract"])]
    out += [".Pp", *prose(command.get("discussion", ""))] if command.get("discussion") else []
    if arguments:
        out += [".Bl -tag -width Ds"]
        for argument in arguments:
            out += [item_of(argument), *about(argument)]
        out += [".El"]
    for inner in shown(command):
        out += write_command(inner, path)
    return out


def command(version):
    root = json.load(sys.stdin)["command"]
    text, status = re.split(r"(?=^EXIT STATUS$)", root["discussion"], flags=re.M)
    rows = opening("tally", 1, version, escape(root["abstract"].rstrip(".")))
    rows += [".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar argument ...", ".Sh DESCRIPTION", *prose(text)]
    rows += [".Pp", "Each command knows", ".Cm \\-\\-help", "and", ".Cm \\-\\-version .", ".Sh COMMANDS"]
    for inner in shown(root):
        rows += write_command(inner, [root["commandName"]])
    return rows + discussion(status) + [".Sh SEE ALSO", ".Xr libtally 3"]


if __name__ == "__main__":
    print("\n".join(tidy({"library": library, "command": command}[sys.argv[1]](sys.argv[2]))))
