"""Writes the man pages, in mdoc. Those of section 3 come from the comments of include/tally.h: libtally(3) is its
introduction, each section of the header is a page such as libtally-badges(3), and each function has a page that
includes (.so) the page of its section. libtally-tree(3) is all of include/tally_tree.h. tally(1) comes from the help of the command. So no page can be out of date.

    manual.py library VERSION FOLDER    writes the pages of section 3 into a folder
    manual.py command VERSION           writes tally(1); --experimental-dump-help of the command is standard input

SOURCE_DATE_EPOCH is the day that the pages name.
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

# The beginning of a paragraph of its own in a comment: "Errors: …", "out_count: …", "GROUP: …".
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
            lead = list(itertools.takewhile(lambda row: not row.startswith("- "), rows))
            out += ([".Pp"] if out and lead else []) + sentences(" ".join(lead)) + items(rows[len(lead):])
    return out


def items(rows):
    """The items of a list, which begin with `- `, at the end of a paragraph."""
    found = []
    for row in rows:
        if row.startswith("- "):
            found.append([])
        found[-1].append(row.removeprefix("- "))
    written = [text for item in found for text in (".It", *sentences(" ".join(item)))]
    return [".Bl -dash -compact", *written, ".El"] if found else []


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


def write_function(function):
    """The prototype, and what its comment says."""
    out = [".It Xo", f".Ft {quoted(str(function.result).strip())}", f".Fo {function.name}"]
    out += [f".Fa {quoted(declared(parameter))}" for parameter in function.parameters] or [".Fa void"]
    told = function.contract
    out += [".Fc", ".Xc", *sentences(f"{told.summary} {told.lead}")]
    if told.parameters:
        out += [".Bl -tag -width Ds -compact"]
        for names, text in told.parameters:
            out += [".It " + " , ".join(f"Fa {name}" for name in names.split(", ")), *sentences(text)]
        out += [".El"]
    for detail in told.details[1 if told.lead else 0:]:
        out += [".Pp", *prose(detail)]
    labels = [("Errors", told.error_text), ("Threads", told.threads), ("Cost", told.cost)]
    last = sentences(told.returns) + [line(f"{label}: {text}.") for label, text in labels if text]
    return out + ([".Pp", *last] if last else [])


def write_functions(functions):
    return [".Bl -tag -width Ds", *itertools.chain.from_iterable(map(write_function, functions)), ".El"]


def kind_of(item):
    """Neighbours of the same kind are written together."""
    if isinstance(item, tally_header.Constant):
        return "constants", item.group
    if isinstance(item, tally_header.Function):
        return "functions", ""
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
        if out and out[-1] == ".Pp" and row in (".Bl -tag -width Ds", ".Bd -literal -offset indent", ".El"):
            out.pop()
        out.append(row)
    return out


# The sections of the header, and their pages.
PAGES = {
    "Version, status, errors": "status", "Lists": "lists", "Bytes": "bytes", "Engine": "engine", "Files": "files",
    "Accounts": "accounts",
    "Badges": "badges", "Snapshots and patches": "snapshots", "Node handles": "nodes", "Batches": "batches", "Many accounts": "many",
    "Paths as text": "paths", "Presentation and widgets": "presentation", "Watching": "watching", "Feeds": "feeds",
    "The host's own transport": "transport", "Messages": "messages", "Groups and summaries": "groups",
    "Outbox": "outbox", "Reminders": "reminders", "Traces": "traces",
}


def first_sentence(model):
    """The first one of the header's introduction, which says what Tally is."""
    return re.search(r"\n\n(.*?\.)\s", model.introduction, re.S)[1]


def introduction(version, model):
    rows = opening("libtally", 3, version, "embeddable engine for unread badges")
    rows += [".Sh SYNOPSIS", ".In tally.h", ".Pp", ".Li cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs tally)"]
    rows += [".Sh DESCRIPTION", *prose(model.introduction.split("\n", 1)[1].strip()), ".Sh PAGES"]
    rows += ["Each function has a page of its name.", "It shows the whole section that the function belongs to:",
             ".Bl -tag -width Ds -compact"]
    for section in model.sections:
        rows += [f".It Xr libtally-{PAGES[section.title]} 3", line(section.title)]
    return rows + [".El", ".Sh SEE ALSO", ".Xr tally 1 ,", ".Xr libtally\\-tree 3"]


def named(names):
    return [".Sh NAME", *[f".Nm {name} ," for name in names[:-1]], f".Nm {names[-1]}"]


def group_page(version, model, section):
    """The page of a section. Its NAME lists its functions, so that apropos(1) finds them."""
    name = f"libtally-{PAGES[section.title]}"
    names = [function.name for function in model.functions if function.section == section.title]
    rows = opening(name, 3, version, escape(section.title[0].lower() + section.title[1:]) + ", of the library libtally")
    rows[3:5] = named([name, *names])
    items = [item for item in model.items if getattr(item, "section", None) == section.title]
    rows += [".Sh SYNOPSIS", ".In tally.h", ".Sh DESCRIPTION", *prose(section.comment), ".Pp", *write_items(items)]
    return rows + [".Sh SEE ALSO", ".Xr libtally 3"]


def tree_page(version, model):
    rows = opening("libtally-tree", 3, version, "tree of unread badges, without an operating system")
    rows[3:5] = named(["libtally-tree", *[function.name for function in model.functions]])
    rows += [".Sh SYNOPSIS", ".In tally_tree.h", ".Sh DESCRIPTION", *prose(model.introduction.split("\n", 1)[1].strip())]
    for section in model.sections:
        items = [item for item in model.items if getattr(item, "section", None) == section.title]
        rows += [".Sh " + escape(section.title.upper()), *prose(section.comment), ".Pp", *write_items(items)]
    return rows + [".Sh SEE ALSO", ".Xr libtally 3"]


def library(version, folder):
    model = tally_header.parse()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    unknown = {section.title for section in model.sections} ^ set(PAGES)
    if unknown:
        sys.exit(f"manual.py: PAGES and the header's sections differ: {sorted(unknown)}")
    pages = {"libtally": "\n".join(tidy(introduction(version, model))) + "\n"}
    for section in model.sections:
        pages[f"libtally-{PAGES[section.title]}"] = "\n".join(tidy(group_page(version, model, section))) + "\n"
    for function in model.functions:
        pages[function.name] = f".so man3/libtally-{PAGES[function.section]}.3\n"
    tree = tally_header.parse(tally_header.HEADER.with_name("tally_tree.h"))
    pages["libtally-tree"] = "\n".join(tidy(tree_page(version, tree))) + "\n"
    for function in tree.functions:
        pages[function.name] = ".so man3/libtally-tree.3\n"
    for name, text in pages.items():
        (folder / f"{name}.3").write_text(text, encoding="utf-8")


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
    text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
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
    text, tables = re.split(r"(?=^ENVIRONMENT$)", root["discussion"], flags=re.M)
    rows = opening("tally", 1, version, escape(root["abstract"].rstrip(".")))
    rows += [".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar argument ...", ".Sh DESCRIPTION"]
    rows += [*prose(first_sentence(tally_header.parse())), ".Pp", *prose(text)]
    rows += [".Pp", "Each command knows", ".Cm \\-\\-help", "and", ".Cm \\-\\-version .", ".Sh COMMANDS"]
    for inner in shown(root):
        rows += write_command(inner, [root["commandName"]])
    return rows + discussion(tables) + [".Sh SEE ALSO", ".Xr libtally 3"]


if __name__ == "__main__":
    if sys.argv[1] == "library":
        library(*sys.argv[2:])
    else:
        print("\n".join(tidy(command(sys.argv[2]))))
