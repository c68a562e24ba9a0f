"""Bindings/NAMES.md: what each function of the header is called in each language, read from the bindings."""

import pathlib
import re
import textwrap

import header as model

OUTPUT = "NAMES.md"
HERE = pathlib.Path(__file__).resolve().parents[1]

# Of a language: its files, what calls a function of the header there, what begins a function of the language, and what
# begins a type. The first call in the files' order counts.
LANGUAGES = {
    "C++": (["cpp/tally.hpp"], r"\btally_{}\(", r"^(?: {{4}})?(?:\[\[nodiscard\]\] )?(?:[\w:<>&*,]+ )+[&*]?(~?\w+)\(",
            r"^(?:class|struct) (\w+)"),
    "Go": (["go/*.go"], r"\bC\.go_{}\(", r"^func (?:\(\w+ \*?\w+\) )?(\w+)\(", r"^func \(\w+ \*?(\w+)\)"),
    "Java": (["java/src/dev/tally/*.java"], r"Functions\.tally_{}\b|Functions::tally_{}\b",
             r"^ {{4}}(?:public |static |private |final |synchronized )+(?:<\w+> )?[\w<>\[\]., ]*?\b(\w+)\([^;]*$", None),
    "Lua": (["lua/tally.lua"], r"\bcall\.{}\b", r"^(?:local )?function (?:\w+[:.])?(\w+)\(", r"^function (\w+)[:.]"),
    "Python": (["python/tally/*.py"], r"\bcall\.{}\b", r"^ *(?:async )?def (\w+)\(", r"^class (\w+)"),
    "Ruby": (["ruby/lib/tally/*.rb"], r"\(:{}\b", r"^ *def (?:self\.)?(\w+[=?]?)", r"^ *(?:class|module) (\w+)"),
    "Rust": (["rust/tally/src/*.rs"], r"\btally_{}\b", r"^ *(?:pub(?:\(\w+\))? )?(?:unsafe )?fn (\w+)",
             r"^impl(?:<[^>]*>)? (?:\w+(?:<[^>]*>)? for )?(\w+)"),
}
# Files that only declare.
DECLARATIONS = ("declarations", "_calls.py", "Functions.java", "calls.h", "generated.rs")

INTRODUCTION = [
    "What each function of `include/tally.h` is called in each language: its type there, and its method. Written by "
    "`make bindings`.",
    "One rule for each: the words are the header's, their case is the language's. A function of an object is a method of "
    "that object's type. Where a language groups what belongs together (`account.messages.read`), the group is the noun. "
    "`set_until` and `dot_until` are `set` and `dot` with an end in languages where arguments can be left out.",
    "A gap has one of these reasons: the language releases handles for you; it calls the function only within others; "
    "or it makes several methods in one loop (Lua's and Ruby's nodes, observers).",
]


def sources(patterns):
    for pattern in patterns:
        for path in sorted(HERE.glob(pattern)):
            if not any(each in path.name for each in DECLARATIONS):
                yield path, path.read_text(encoding="utf-8").split("\n")


def above(lines, index, pattern):
    """The name that a line at or above one begins, and whether it is indented."""
    for line in reversed(lines[:index + 1]):
        found = re.match(pattern, line)
        if found and found[1] not in ("if", "for", "while", "return", "switch", "catch"):
            return found[1], line.startswith((" ", "\t"))
    return "", False


def name_in(language, short):
    patterns, call, function, kind = LANGUAGES[language]
    for path, lines in sources(patterns):
        for index, line in enumerate(lines):
            if re.search(call.replace("{}", short), line):
                name, is_member = above(lines, index, function.replace("{{", "{").replace("}}", "}"))
                if language == "Java":
                    owner = path.stem
                else:
                    owner = above(lines, index, kind)[0] if is_member or language in ("Go", "Lua") else ""
                return f"{owner}.{name}" if owner and name else name
    return ""


def emit(header):
    lines = ["# Names", ""]
    for paragraph in INTRODUCTION:
        lines += textwrap.wrap(paragraph, 118, break_on_hyphens=False) + [""]
    columns = list(LANGUAGES)
    section = None
    for function in header.functions:
        if function.section != section:
            section = function.section
            lines += ["", f"## {section}", "", "| C | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
        short = function.name[len("tally_"):]
        names = [name_in(language, short) for language in columns]
        lines.append(f"| `{function.name}` | " + " | ".join(f"`{name}`" if name else "" for name in names) + " |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


if __name__ == "__main__":
    print(emit(model.parse()))
