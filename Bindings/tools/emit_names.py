"""Bindings/NAMES.md: what each function of the header is called in each language, read from the bindings."""

import pathlib
import re
import textwrap

import cpp_words
import go_words
import header as model
import java_words
import lua_words
import node_words
import python_words
import ruby_words
import swift_names

OUTPUT = "NAMES.md"
HERE = pathlib.Path(__file__).resolve().parents[1]

# For each language: its files, and the expressions of a call to a function of the header, of the beginning of a
# function of the language, of the beginning of a type, and of a public name. The first public function in the files'
# order counts. A language whose methods are generated has only files (see SPELLINGS).
LANGUAGES = {
    "C++": (["cpp/tally/*.hpp"],),
    "Go": (["go/*.go"],),
    "Java": (["java/src/dev/tally/*.java"],),
    "Lua": (["lua/tally.lua", "lua/tally/*.lua", "lua/tally/methods/*.lua"],),
    "Node": (["node/lib/*.js"],),
    "Python": (["python/tally/*.py"],),
    "Ruby": (["ruby/lib/tally/*.rb", "ruby/lib/tally/methods/*.rb"],),
    "Rust": (["rust/tally/src/*.rs"], r"\btally_{}\b", r"^ *(?:pub )?(?:unsafe )?(?!extern )fn (\w+)",
             r"^impl(?:<[^>]*>)? (?:\w+(?:<[^>]*>)? for )?(\w+)", r"(?!drop$|on_)[a-z]"),
}
# No rule finds these: names that are made in a loop, or whose function calls the library by another one. A language
# whose methods are generated has no names here.
BY_HAND = {
    "Rust": {
        "error_message": "Error.message", "engine_close": "Engine.close", "scope_close": "Scope.close",
        "engine_export": "Engine.export_account", "engine_step": "Engine.step", "engine_timeout": "Engine.timeout",
        "unobserve": "Scope.unobserve"},
}
SWIFT = ["../Sources/Tally/*.swift"]
# Languages whose methods are generated: their names are known.
SPELLINGS = {
    "C++": cpp_words.spellings, "Go": go_words.spellings, "Java": java_words.spellings, "Lua": lua_words.spellings,
    "Node": node_words.spellings, "Python": python_words.spellings, "Ruby": ruby_words.spellings}
# Files that only declare.
DECLARATIONS = ("declarations", "_calls.py", "Functions.java", "calls.h", "generated.rs")

INTRODUCTION = [
    "This table has the name of each function of `include/tally.h` in each language: its type there, and its method. "
    "`make bindings` writes it.",
    "The words are usually those of the header, and the case is that of the language. A language has another word where "
    "its own usage differs, or where the header's word means something else there: `tally_account_get` is a property "
    "`state`, `tally_observe` is `watch` in Rust, and `tally_engine_batch` is `apply` in Swift. So look a function up here "
    "rather than guess its name. A function of an object is a method of that object's type. If a language groups methods (`account.messages.read`), the group "
    "is the noun. `set_until` and `dot_until` are `set` and `dot` with an end in languages with optional arguments. For a "
    "function that lists, the table has the method that returns a page of rows. `import` is `import_all` in languages "
    "where it is a keyword.",
    "A gap has one of these reasons:",
    "- The language releases handles (C++, Rust).\n"
    "- The function that sends requests returns the response (`transport_respond` in Node).\n"
    "- The function is one of `steps.LACKS` (Bindings/tools/steps.py) or `swift_names.LACKS`, which give the reason.",
    "Every name in this table exists in its language: otherwise `make bindings` fails.",
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


def name_in(header, language, short):
    if language in SPELLINGS:
        return SPELLINGS[language](header).get(short, "")
    if language == "Swift":
        return swift_names.NAMES.get(short, "")
    if short in BY_HAND[language]:
        return BY_HAND[language][short]
    patterns, call, function, kind, public = LANGUAGES[language]
    for path, lines in sources(patterns):
        for index, line in enumerate(lines):
            if not re.search(call.replace("{}", short), line):
                continue
            name, is_member = above(lines, index, function.replace("{{", "{").replace("}}", "}"))
            if not name or not re.match(public, name):
                continue
            owner = above(lines, index, kind)[0] if is_member else ""
            return f"{owner}.{name}" if owner and name else name
    return ""


# The declaration of a function of a language, by its name and its type.
DECLARED = {
    "C++": r"[ ~*&]{name}\(", "Go": r"^func (?:\(\w+ \*?{owner}\) )?{name}\(|^\t{name} +\w",
    "Java": r"^ +public [^=;]*\b{name}\(", "Node": r"^(?:  )?(?:static |get |async |function )*\*?{name}\(",
    "Lua": r"function {owner}[:.]{name}\(|\b{owner}\.{name} =|ipairs{{[^}}]*\"{name}\"|made\.{name} = function|\b{name} = message",
    "Python": r"^ *(?:async )?def {name}\(|^class {name}\b|self\.{name} =", "Rust": r"^ *pub fn {name}\b",
    "Ruby": r"^ *def (?:self\.)?{name}(?!\w)|^ *%[iw]\[[^\]]*\b{name}\b",
    "Swift": r"^ +public (?:static |convenience )*(?:func |let |var )?{name}\b",
}
# Methods that a language's own classes have.
INHERITED = {("Node", "TallyError.message"), ("Java", "TallyException.getMessage"), ("Ruby", "Error.message")}


def check(language, name):
    """A name of the table must be one of the language's."""
    if (language, name) in INHERITED:
        return
    owner, _, last = name.rpartition(".")
    pattern = DECLARED[language].replace("{name}", re.escape(last)).replace("{owner}", re.escape(owner)).replace("{{", "{").replace(
        "}}", "}")
    texts = ["\n".join(lines) for _, lines in sources(SWIFT if language == "Swift" else LANGUAGES[language][0])]
    if not any(re.search(pattern, text, re.MULTILINE) for text in texts):
        raise ValueError(f"{language} has no {name}: see BY_HAND in emit_names.py")
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
