"""Bindings/NAMES.md: what each function of the header is called in each language, from its words and checked
in its files."""

import pathlib
import re
import textwrap

import cpp_words
import csharp_words
import go_words
import header as model
import java_words
import lua_words
import node_words
import python_words
import ruby_words
import rust_words
import swift_names

OUTPUT = "NAMES.md"
HERE = pathlib.Path(__file__).resolve().parents[1]

# For each language, its words and its files.
LANGUAGES = {
    "C++": (cpp_words, ["cpp/tally/*.hpp"]),
    "C#": (csharp_words, ["csharp/dev.tally/Runtime/*.cs", "csharp/dev.tally/Runtime/Generated/*.cs"]),
    "Go": (go_words, ["go/*.go"]),
    "Java": (java_words, ["java/src/dev/tally/*.java"]),
    "Lua": (lua_words, ["lua/tally.lua", "lua/tally/*.lua", "lua/tally/methods/*.lua"]),
    "Node": (node_words, ["node/lib/*.js"]),
    "Python": (python_words, ["python/tally/*.py"]),
    "Ruby": (ruby_words, ["ruby/lib/tally/*.rb", "ruby/lib/tally/methods/*.rb"]),
    "Rust": (rust_words, ["rust/tally/src/*.rs", "rust/tally/src/methods/*.rs"]),
}
SWIFT = ["../Sources/Tally/**/*.swift"]
# Files that only declare.
DECLARATIONS = ("declarations", "_calls.py", "Functions.java", "Native.cs", "Structures.cs", "calls.h", "generated.rs")

INTRODUCTION = [
    "This table has the name of each function of `include/tally.h` in each language: its type there, and its method. "
    "`make bindings` writes it.",
    "The words are usually those of the header, and the case is that of the language. A language has another word where "
    "its own usage differs, or where the header's word means something else there: `tally_account_get` is a property "
    "`state`, and `tally_observe` is `watch` in Rust. So look a function up here "
    "rather than guess its name. A function of an object is a method of that object's type. If a language groups methods (`account.messages.read`), the group "
    "is the noun. `set_until` and `dot_until` are `set` and `dot` with an end in languages with optional arguments. For a "
    "function that lists, the table has the method that returns a page of rows. `import` is `import_all` in languages "
    "where it is a keyword.",
    "A gap has one of these reasons:",
    "- The language releases handles (C++, Rust), or bytes (all languages).\n"
    "- The function that sends requests returns the response (`transport_respond` in Node).\n"
    "- The function is one of `steps.LACKS` (Bindings/tools/steps.py) or `swift_names.LACKS`, which give the reason.",
    "Every name in this table exists in its language: otherwise `make bindings` fails.",
]


def sources(patterns):
    for pattern in patterns:
        for path in sorted(HERE.glob(pattern)):
            if not any(each in path.name for each in DECLARATIONS):
                yield path, path.read_text(encoding="utf-8").split("\n")


def name_in(header, language, short):
    if language == "Swift":
        return swift_names.NAMES.get(short, "")
    return LANGUAGES[language][0].spellings(header).get(short, "")


# The declaration of a function of a language, by its name and its type.
DECLARED = {
    "C++": r"[ ~*&]{name}\(", "Go": r"^func (?:\(\w+ \*?{owner}\) )?{name}\(|^\t{name} +\w",
    "C#": r"^ +public [^=;(]*\b{name}(?:\(| =>)",
    "Java": r"^ +public [^=;]*\b{name}\(", "Node": r"^(?:  )?(?:static |get |async |function )*\*?{name}\(",
    "Lua": r"function {owner}[:.]{name}\(|\b{owner}\.{name} =|ipairs{{[^}}]*\"{name}\"|made\.{name} = function|\b{name} = message",
    "Python": r"^ *(?:async )?def {name}\(|^class {name}\b|self\.{name} =", "Rust": r"^ *pub fn {name}\b",
    "Ruby": r"^ *def (?:self\.)?{name}(?!\w)|^ *%[iw]\[[^\]]*\b{name}\b",
    "Swift": r"^ +public (?:static |convenience )*(?:func |let |var )?{name}\b",
}
# Methods that a language's own classes have.
INHERITED = {("Node", "TallyError.message"), ("Java", "TallyException.getMessage"), ("C#", "TallyException.Message"), ("Ruby", "Error.message")}


def check(language, name):
    """A name of the table must be one of the language's."""
    if (language, name) in INHERITED:
        return
    owner, _, last = name.rpartition(".")
    pattern = DECLARED[language].replace("{name}", re.escape(last)).replace("{owner}", re.escape(owner)).replace("{{", "{").replace(
        "}}", "}")
    texts = ["\n".join(lines) for _, lines in sources(SWIFT if language == "Swift" else LANGUAGES[language][1])]
    if not any(re.search(pattern, text, re.MULTILINE) for text in texts):
        raise ValueError(f"{language} has no {name}: see its words, NAMES in {language.lower()}_words.py")
    if owner and not any(re.search(rf"\b{re.escape(owner)}\b", text) for text in texts):
        raise ValueError(f"{language} has no type {owner}")


def emit(header):
    lines = ["# Names", ""]
    for paragraph in INTRODUCTION:
        for row in paragraph.split("\n"):
            inner = "  " if row.startswith("- ") else ""
            lines += textwrap.wrap(row, 118, break_on_hyphens=False, subsequent_indent=inner)
        lines.append("")
    columns = [*LANGUAGES, "Swift"]
    section = None
    for function in header.functions:
        if function.section != section:
            section = function.section
            lines += ["", f"## {section}", "", "| C | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
        short = function.name[len("tally_"):]
        names = [name_in(header, language, short) for language in columns]
        for language, name in zip(columns, names):
            if name:
                check(language, name)
            elif language == "Swift" and short not in swift_names.LACKS:
                raise ValueError(f"swift_names.py has no name for {function.name}, and no reason in LACKS")
        lines.append(f"| `{function.name}` | " + " | ".join(f"`{name}`" if name else "" for name in names) + " |")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


if __name__ == "__main__":
    print(emit(model.parse()))
