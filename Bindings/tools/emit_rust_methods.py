"""The methods of the Rust binding, and its functions without an object. Lifetimes, callbacks, events and what has a
result of Rust's own stand in files written by hand."""

import dataclasses
import itertools
import re
import textwrap

import documents
import emit_rust
import emit_rust_values as values
import faces
import names
import rust_words as rust
from emit_rust import SCALARS, camel
from generate import NOTICE, packed

OUTPUT = "rust/tally/src/methods"
# Files: the owners and groups whose methods stand in them.
FILES = {"engine": ["engine"], "badges": ["account", "node"], "feeds": ["feeds", "feed"], "messages": ["messages"],
         "groups": ["groups"], "outbox": ["outbox"], "reminders": ["reminders"], "scope": ["scope"],
         "snapshot": ["snapshot"], "functions": ["tally", "paths"]}
TYPES = {"path": "&str", "text": "&str", "file": "&str", "data": "&[u8]", "bool": "bool", "until": "impl Into<Option<SystemTime>>",
         "duration": "Duration", "key": "i64", "keys": "&[i64]", "style": "Option<&Style>", "badge": "&Badge",
         "callback": "Option<Callback>", "limit": "usize"}
REQUIRED_CALLBACK = "impl FnMut(&Event) + Send + 'static"
# Structures whose text comes in a buffer beside them.
WITH_TEXT = {"tally_presentation", "tally_feed_state", "tally_account_state"}
WIDTH = 108
ARGUMENTS = "\0"  # In place of the arguments of a call, until it is laid out.
EXAMPLES = {
    "path_join": ["", "```", 'assert_eq!(tally::path_join("chat", "bo.b").unwrap(), r"root.chat.bo\.b");', "```"],
    "present": ["", "```",
                'assert_eq!(tally::present(&tally::Badge::new(tally::BadgeKind::NUMBER, 120), None).unwrap().text, "99+");', "```"],
}
BUFFER = ["buffer", "capacity", "length"]
HANDING = ["function", "user_data", "release", "token"]


class Function:
    """A method: its signature and its body."""

    def __init__(self, header, words, method):
        if method.until:  # A method of its own in Rust.
            given = [each for each in method.arguments if each.name != "until"]
            method = dataclasses.replace(method, until=None, arguments=given)
        self.header, self.words, self.method, self.result = header, words, method, method.result
        self.name = rust.SPELLING.full(method).rpartition(".")[2]
        self.given = []                    # Pairs of a name and a type.
        self.texts, self.passed = [], []   # Pairs of a variable and its value; the arguments of the call.
        self.lends = ""                    # The beginning of a call that lends a structure.
        for slot in method.slots:
            self.slot(slot)

    def slot(self, slot):
        if slot.kind == "receiver":
            self.passed.append("self.account.as_ptr()" if self.method.owner == "node" else "self.as_ptr()")
        elif slot.kind == "node":
            self.passed.append("self.as_raw()")
        elif slot.kind == "zero":
            self.passed.append("0")
        elif slot.kind == "flags":
            self.given.append(("flags", camel(names.FLAG_PARAMETERS[self.method.short])))
            self.passed.append("flags.bits()")
        elif slot.kind == "options":
            self.given.append((slot.name, "&" + names.OPTIONS[slot.struct][0]))
            self.lends = f"{slot.name}.with(|{slot.name}|"
            self.passed.append(slot.name)
        elif slot.kind == "rows":
            self.given += [("limit", "usize")] if slot.arguments else []
            self.passed.append("rows")
        else:
            self.argument(slot.arguments[0])

    def argument(self, each):
        name, kind = self.words.argument(self.method.short, each.name), each.kind
        type_ = TYPES.get(kind) or (camel(each.type) if kind == "enum" else SCALARS.get(each.type))
        if (self.method.short, each.name) in rust.REQUIRED:
            type_ = "SystemTime"
        if kind == "handle":
            type_ = "&" + rust.OWNERS[each.type[len("tally_"):]]
            type_ = f"Option<{type_}>" if each.is_nullable else type_
        if kind == "callback" and each.is_required:
            type_ = REQUIRED_CALLBACK
        is_optional = each.is_nullable and name != "thread" and kind in ("path", "text", "file")
        if is_optional or (self.method.short, each.name) in rust.OPTIONAL:
            type_ = f"Option<{type_}>"
        self.given.append((name, type_))
        if kind in ("path", "text", "file"):
            self.texts.append((name, f"{'Optional::new' if is_optional else 'text'}({name})?"))
        if kind == "style":
            self.lends = f"Style::lend({name}, |{name}|"
        self.passed += {
            "path": [f"{name}.as_ptr()"], "text": [f"{name}.as_ptr()"], "file": [f"{name}.as_ptr()"],
            "handle": [f"{name}.map_or(std::ptr::null_mut(), {type_[8:-1]}::as_ptr)" if each.is_nullable
                       else f"{name}.as_ptr()"], "data": [f"{name}.as_ptr().cast()", f"{name}.len()"],
            "keys": [f"{name}.as_ptr()", f"{name}.len()"], "enum": [f"{name}.0"], "bool": [f"{name}.into()"],
            "badge": [f"&{name}.raw()"],
            "duration": [f"milliseconds({name})"], "until": [f"timestamp({name})"], "callback": HANDING[:3]}.get(
                kind, [name])
        if name == "after" and self.result.kind == "page":
            self.passed[-1] = "after"

    # --- Signature ---

    def returned(self):
        result = self.result
        kind = {"nothing": "()", "status": "Status", "text": "String", "bytes": "Vec<u8>", "token": "Token"}.get(
            result.kind)
        if kind:
            return kind
        if result.kind == "number":
            return SCALARS[result.outs[0][2]]
        if result.kind == "made":
            return rust.OWNERS[result.type[len("tally_"):]]
        record = values.name_of(result.type)
        if result.kind == "list":
            return rust.PAIRS[self.method.short][0]
        return f"Page<{record}>" if result.kind == "page" else record

    def signature(self, name, given, returned, lifetime=""):
        receiver = [] if self.method.owner == "tally" or self.method.is_static else ["&'a self" if lifetime else "&self"]
        given = receiver + [f"{each}: {type_}" for each, type_ in given]
        line = f"pub fn {name}{lifetime}({', '.join(given)}) -> {returned} {{"
        if len(line) + (0 if self.method.owner == "tally" else 4) <= 120:
            return [line]
        return [f"pub fn {name}{lifetime}(", *[f"    {each}," for each in given], f") -> {returned} {{"]

    # --- Body ---

    def call(self, *outs):
        self.outs = outs
        return f"call!(tally_{self.method.short}({ARGUMENTS}))"

    def expression(self):
        """The call with what makes a result of it."""
        result, kind = self.result, self.result.kind
        if self.method.short in rust.CATCHING:
            return f"done(self.shared().catching(|| {self.call()}))"
        if kind in ("nothing", "status"):
            return f"{'done' if kind == 'nothing' else 'check'}({self.call()})"
        if kind == "list":
            return f"pair_out(|rows, out| {self.call('out')})"
        is_allocated = any(each.type.name == "tally_bytes" for each in self.method.function.parameters)
        if kind in ("text", "bytes") and is_allocated:
            return f"{'document' if kind == 'text' else 'bytes'}_out(|out| {self.call('out')})"
        if kind == "text":
            return f"text_out(|{', '.join(BUFFER)}| {self.call(*BUFFER)})"
        if kind == "made":
            shared = "" if self.method.is_static or self.returned() == "Snapshot" else "self.shared(), "
            return f"{self.returned()}::made({shared}|out| {self.call('out')})"
        if kind == "token":
            callback = "callback" if ("callback", TYPES["callback"]) in self.given else "Some(callback)"
            return f"hand_over(self.shared(), {callback}, |{', '.join(HANDING)}| {self.call('token')})"
        if kind == "number":
            return f"done({self.call('&mut result')}).map(|()| result)"
        if kind == "page":
            return f"list_out(limit, after.as_ptr(), |rows, after| {self.call()})"
        if kind == "row":
            return f"row_out(|rows| {self.call()})"
        if kind == "record" and not result.text_member and result.type not in WITH_TEXT:
            return f"numbers_out(|out| {self.call('out')})"
        return f"words_out(|out, {', '.join(BUFFER)}| {self.call('out', *BUFFER)})"

    def body(self):
        lines = []
        if self.texts:
            variables, values = zip(*self.texts)
            one = len(variables) == 1
            lines.append(f"let {variables[0] if one else '(' + ', '.join(variables) + ')'} = "
                         f"{values[0] if one else '(' + ', '.join(values) + ')'};")
        if self.result.kind == "number":
            lines.append("let mut result = 0;")
        elif ("callback", REQUIRED_CALLBACK) in self.given:
            lines.append("let callback: Callback = Box::new(callback);")
        expression = self.expression()
        if self.lends:
            expression = f"{self.lends} {expression})?"
        if self.result.kind == "list":
            made, listed, other = rust.PAIRS[self.method.short]
            expression += f".map(|({listed}, {other})| {made} {{ {listed}, {other} }})"
        if self.method.short in rust.RELEASING:
            return lines + self.laid_out(f"let answer = {expression};") + ["self.shared().bury();", "answer"]
        return lines + self.laid_out(expression)

    def laid_out(self, expression):
        """An expression, over several lines if it is long: the arguments of the call stand alone."""
        arguments = [*self.passed, *self.outs]
        line = expression.replace(ARGUMENTS, ", ".join(arguments))
        if len(line) <= WIDTH:
            return [line]
        head, tail = expression.split(ARGUMENTS)
        return [head, *packed([f"{each}," for each in arguments], "    ", WIDTH), tail]

    def whole(self):
        """The iterator over all rows of a list."""
        method, given = self.method, [pair for pair in self.given if pair[0] not in ("after", "limit")]
        borrowed = [(name, each.replace("&", "&'a ")) for name, each in given]
        passed = ", ".join("1000" if name == "limit" else name for name, _ in self.given)
        record = values.name_of(self.result.type)
        lines = self.signature(f"all_{self.name}", borrowed, f"impl Iterator<Item = Result<{record}>> + 'a", "<'a>")
        owner = rust.OWNERS.get(method.owner, "")
        text = f"All rows of [`{owner}{'::' * bool(owner)}{self.name}`], page by page."
        return ["", f"/// {text}", *lines, f"    all(move |after| {'self.' * bool(owner)}{self.name}({passed}))", "}"]

    # --- All of it ---

    def documentation(self):
        document = documents.of(self.method, self.words)
        of_options = self.method.short not in names.FLAG_PARAMETERS  # Their type documents them.
        rows = [row for each, text in document.parameters
                if not (each.is_option or each.kind == "flag" and of_options) for row in self.row(each, text)]
        lines = fenced(documents.lines(document, rows, wrapped)) + EXAMPLES.get(self.method.short, [])
        return [f"/// {line}".rstrip() for line in lines]

    def row(self, each, text):
        short = self.method.short
        name = f"`{self.words.argument(short, each.name)}`"
        if each.kind == "flag":
            name = f"[`{camel(names.FLAG_PARAMETERS[short])}::{each.name.upper()}`]"
        return textwrap.wrap(f"{name}: {text}", 108, initial_indent="- ", subsequent_indent="  ",
                             break_on_hyphens=False, break_long_words=False)

    def lines(self):
        body = [*self.documentation(), *self.signature(self.name, self.given, f"Result<{self.returned()}>"),
                *[f"    {line}" for line in self.body()], "}"]
        return body + (self.whole() if self.method.page else [])


def wrapped(text):
    if text.startswith(("```", "- ")):
        return text.split("\n")
    return textwrap.wrap(re.sub("^Raises ", "Errors: ", text), 110, break_on_hyphens=False, break_long_words=False)


def fenced(lines):
    """An indented paragraph is a program to rustdoc, unless a fence says what it is."""
    result = []
    for is_program, run in itertools.groupby(lines, lambda line: line.startswith("    ")):
        result += ["```text", *[line[4:] for line in run], "```"] if is_program else run
    return result


def emit_files(header):
    words = rust.Words(header)
    files = {}
    for name, owners in FILES.items():
        lines = []
        for owner in owners:
            functions = [Function(header, words, each) for each in faces.chosen(header, owner, rust.BY_HAND, merges=False)]
            by_type = {}
            for each in functions:
                by_type.setdefault(rust.SPELLING.full(each.method).rpartition(".")[0], []).append(each)
            for type_, own in by_type.items():
                inner = []
                for each in own:
                    inner += [""] + each.lines()
                if type_:
                    lines += ["", f"impl {type_} {{", *[f"    {line}".rstrip() for line in inner[1:]], "}"]
                else:
                    lines += inner
        body = "\n".join(lines)
        used = sorted(each for each in HELPERS if re.search(rf"\b{each}\b[(!:]", body))
        head = [f"// {NOTICE}", "", "use crate::*;"]
        for module in sorted({HELPERS[each] for each in used}):
            found = [each for each in used if HELPERS[each] == module]
            head.append(f"use crate::{module}::{found[0] if len(found) == 1 else '{' + ', '.join(found) + '}'};")
        standard = [each for each in ("Duration", "SystemTime") if re.search(rf"\b{each}\b", re.sub("//.*", "", body))]
        head += [f"use std::time::{{{', '.join(standard)}}};"] if len(standard) > 1 else [
            f"use std::time::{each};" for each in standard]
        files[f"{name}.rs"] = "\n".join(head) + "\n" + body + "\n"
    files["mod.rs"] = "\n".join([f"// {NOTICE}", "", *[f"mod {name};" for name in sorted(FILES)], "",
                                 "pub use functions::*;", ""])
    return files


# Functions of the crate that the methods use, by their modules.
HELPERS = {"text": "ffi", "Optional": "ffi", "text_out": "ffi", "bytes_out": "ffi",
           "document_out": "ffi", "list_out": "ffi", "pair_out": "ffi", "row_out": "ffi",
           "numbers_out": "ffi", "words_out": "ffi", "call": "ffi", "check": "status", "done": "status",
           "hand_over": "scope", "all": "page", "milliseconds": "times", "timestamp": "times"}
