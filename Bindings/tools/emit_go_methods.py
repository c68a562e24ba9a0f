"""The methods of the Go binding, and its functions without an object. Lifetimes, callbacks, events and what has a
result of Go's own stand in files written by hand, with an `enter` and a `leave` of each type."""

import dataclasses
import itertools
import re
import textwrap

import contract
import documents
import emit_go
import faces
import go_words as go
import names
import roles
from emit_go import SCALARS, camel
from generate import NOTICE

OUTPUT = "go"
# Files: the owners and groups whose methods stand in them.
FILES = {"methods_engine.go": ["engine"], "methods_badges.go": ["account", "node"], "methods_feeds.go": ["feeds", "feed"],
         "methods_messages.go": ["messages", "groups"], "methods_outbox.go": ["outbox"],
         "methods_reminders.go": ["reminders"], "methods_scope.go": ["scope"], "methods_snapshot.go": ["snapshot"],
         "methods_functions.go": ["tally", "paths"]}
TYPES = {"path": "string", "text": "string", "file": "string", "data": "[]byte", "bool": "bool", "time": "time.Time",
         "until": "time.Time", "duration": "time.Duration", "key": "int64", "keys": "[]int64", "style": "*Style", "badge": "Badge",
         "callback": "func(Event)", "limit": "int"}
NUMBERS = {**SCALARS, "size_t": "int"}
BUFFER = "buffer *C.char, capacity C.size_t, length *C.size_t"


def inner(name):
    """The variable for what C gets of an argument."""
    return "c" + name[:1].upper() + name[1:]


class Function:
    """A method: its signature and its body."""

    def __init__(self, header, words, method):
        if method.until:  # A method of its own in Go.
            given = [each for each in method.arguments if each.name != "until"]
            method = dataclasses.replace(method, until=None, arguments=given)
        self.header, self.words, self.method, self.result = header, words, method, method.result
        self.name = go.SPELLING.full(method).rpartition(".")[2]
        self.given = []  # Pairs of a name and a type.
        self.texts, self.entered, self.before, self.passed = [], [], [], []
        self.after = "nil"  # The first call of a list begins there.
        for slot in method.slots:
            self.slot(slot)

    def slot(self, slot):
        if slot.kind in ("receiver", "node"):
            self.passed.append("handle" if slot.kind == "receiver" else "n.raw")
        elif slot.kind == "zero":
            self.passed.append("0")
        elif slot.kind == "flags":
            self.given.append(("flags", camel(names.FLAG_PARAMETERS[self.method.short])))
            self.passed.append("C.uint32_t(flags)")
        elif slot.kind == "options":
            pointer = "*" if self.method.short in go.NILABLE else ""
            self.given.append((slot.name, pointer + emit_go.OPTIONS[slot.struct]))
            self.texts.append((inner(slot.name), f"{slot.name}.raw(texts)"))
            self.passed.append(inner(slot.name))
        elif slot.kind == "rows":
            self.given += [("limit", "int")] if slot.arguments else []
            self.passed.append("rows")
        else:
            self.argument(slot.arguments[0])

    def argument(self, each):
        name, kind = self.words.argument(self.method.short, each.name), each.kind
        is_pointer, of = (self.method.short, each.name) in go.POINTERS, inner(name)
        type_ = TYPES.get(kind) or (camel(each.type) if kind == "enum" else NUMBERS.get(each.type))
        if kind == "handle":
            type_ = "*" + go.OWNERS[each.type[len("tally_"):]]
            self.entered.append((of, name, "IfAny" if each.is_nullable else ""))
        self.given.append((name, "*string" if is_pointer else type_))
        if kind in ("path", "text", "file"):
            how = "pointer" if is_pointer else "optional" if each.is_nullable else "text"
            self.texts.append((of, f"texts.{how}({name})"))
            if self.result.kind == "page" and each.name == "after":
                self.after, of = of, "behind"
        elif kind == "style":
            self.texts.append((of, f"styleOf({name}, texts)"))
        elif kind in ("data", "keys"):
            self.before.append(f"{of}, {of}Count := {'data' if kind == 'data' else 'keysOf'}({name})")
            of = f"{of}, {of}Count"
        elif kind != "handle":
            c_type = "int32_t" if kind == "enum" else each.type
            of = {"duration": f"exactly({name})", "until": f"timestamp({name})", "bool": f"integer({name})", "callback": f"eventHandle({name})",
                  "badge": f"{name}.raw(nil)"}.get(
                kind, f"C.{c_type}({name})")
        self.passed.append(of)

    # --- Signature ---

    def out_type(self, out):
        return {"token": "Token", "descriptor": "int"}.get(out[0], NUMBERS[out[2]])

    def results(self):
        """The types of the results before the error."""
        result = self.result
        kind = {"nothing": [], "status": ["Status"], "text": ["string"], "bytes": ["[]byte"]}.get(result.kind)
        if kind is not None:
            return kind
        if result.kind in ("number", "token"):
            return [self.out_type(result.outs[0])]
        if result.kind == "made":
            return ["*" + go.OWNERS[result.type[len("tally_"):]]]
        record = emit_go.RECORDS[result.type]
        if result.kind == "list" and self.filled():
            both = [f"[]{record}", emit_go.RECORDS[self.filled()]]
            return both[::-1] if self.method.short in go.RECORD_FIRST else both
        if result.kind == "page":
            return [f"[]{record}", "string" if self.continues() else "bool"]
        return [f"[]{record}"] if result.kind == "list" else [record]

    def filled(self):
        """The structure that comes out beside a list, or ""."""
        return next((role[2] for role in roles.of(self.header, self.method.function) if role[0] == "filled"), "")

    def continues(self):
        """Whether a text continues the list; otherwise its rows are taken."""
        return any(each.name == "after" for each in self.method.arguments)

    def signature(self):
        given = [f"{', '.join(name for name, _ in run)} {type_}"
                 for type_, run in itertools.groupby(self.given, lambda pair: pair[1])]
        results = [*self.results(), "error"]
        if self.result.kind == "page":
            text = f"(rows {results[0]}, {'next string' if self.continues() else 'more bool'}, err error)"
        else:
            text = results[0] if len(results) == 1 else f"({', '.join(results)})"
        owner = go.OWNERS.get(self.method.owner)
        receiver = f"({owner[0].lower()} *{owner}) " if owner and not self.method.is_static else ""
        return f"func {receiver}{self.name}({', '.join(given)}) {text} {{"

    # --- Body ---

    def fails(self, error, status):
        zeros = [{"Status": status, "string": '""', "bool": "false"}.get(
            kind, "nil" if kind[0] in "[*" else "0" if kind in {*NUMBERS.values(), "Token"} else f"{kind}{{}}")
            for kind in self.results()]
        return ["if " + error + " != nil {", f"\treturn {', '.join([*zeros, error])}", "}"]

    def body(self):
        lines, known = [], False
        if self.texts:
            names_, values = zip(*self.texts)
            lines += ["texts := &texts{}", "defer texts.free()", f"{', '.join(names_)} := {', '.join(values)}"]
            lines += self.fails("texts.err", "StatusArgument")
        entered = list(self.entered)
        if self.passed and self.passed[0] == "handle":
            entered.insert(0, ("handle", go.OWNERS[self.method.owner][0].lower(), ""))
        for variable, object_, how in entered:
            lines += [f"{variable}, err := {object_}.enter{how}()", *self.fails("err", "StatusClosed"),
                      f"defer {object_}.leave{how}()"]
            known = True
        return lines + self.before + self.ending("=" if known else ":=")

    def call(self, *outs):
        return f"C.go_{self.method.short}({', '.join([*self.passed, *outs])})"

    def closure(self, begin, parameters, *outs):
        return [f"{begin}func({parameters}) C.tally_go_answer {{", f"\treturn {self.call(*outs)}", "})"]

    def ending(self, sign):
        result, kind = self.result, self.result.kind
        if kind in ("nothing", "status"):
            return [f"return {'failure' if kind == 'nothing' else 'answered'}({self.call()})"]
        is_allocated = any(each.type.name == "tally_bytes" for each in self.method.function.parameters)
        if kind in ("text", "bytes") and is_allocated:
            lines = self.closure("content, err := bytesOut(", "out *C.tally_bytes", "out")
            return lines + [f"return {'string(content)' if kind == 'text' else 'content'}, err"]
        if kind == "text":
            return self.closure("return textOut(", BUFFER, "buffer", "capacity", "length")
        if kind == "made":
            made = go.OWNERS[result.type[len("tally_"):]]
            # A feed belongs to the engine of its account.
            owner = {"feed": "a.engine, ", "account": "e, "}.get(result.type[len("tally_"):], "")
            return [f"var raw *C.{result.type}", f"err {sign} failure({self.call('&raw')})",
                    f"return new{made}({owner}raw, err)"]
        if kind in ("number", "token"):
            return self.number(sign)
        record = emit_go.RECORDS[result.type]
        if kind == "page" and not self.continues():
            lines = self.closure(f"taken, err := partOut(limit, read{record}, ", "rows *C.tally_rows")
            return lines + ["return taken.list, taken.status == StatusMore, err"]
        if kind == "list":
            return self.listed(record)
        if kind == "page":
            return self.closure(f"return listOut(limit, {self.after}, read{record[:1].upper()}{record[1:]}, ",
                                "rows *C.tally_rows, behind *C.char")
        if kind == "row":
            lines = self.closure(f"found, err := partOut(1, read{record}, ", "rows *C.tally_rows")
            return lines + self.fails("err", "") + ["return found.list[0], nil"]
        has_size = any(each.name == "struct_size" for each in self.header.struct(result.type).members)
        size = f"struct_size: C.sizeof_{result.type}" if has_size else ""
        lines = [f"raw := &C.{result.type}{{{size}}}"]
        if kind == "record" and not result.text_member:
            return lines + [f"err {sign} failure({self.call('raw')})", f"return read{record}(raw, nil), err"]
        lines += self.closure("text, err := textOut(", BUFFER, "raw", "buffer", "capacity", "length")
        return lines + [f"return read{record}(raw, []byte(text)), err"]

    def listed(self, record):
        """The body of a list that comes in one call, with the structure beside it."""
        filled = self.filled()
        lines = [f"raw := &C.{filled}{{struct_size: C.sizeof_{filled}}}"] if filled else []
        lines += self.closure(f"part, err := partOut(noLimit, read{record}, ", "rows *C.tally_rows",
                              *(["raw"] if filled else []))
        values = ["part.list"] + ([f"read{emit_go.RECORDS[filled]}(raw, nil)"] if filled else [])
        values = values[::-1] if self.method.short in go.RECORD_FIRST else values
        return lines + [f"return {', '.join([*values, 'err'])}"]

    def number(self, sign):
        out = self.result.outs[0]
        variable = inner(out[0])
        return [f"var {variable} C.{out[2]}", f"err {sign} failure({self.call('&' + variable)})",
                f"return {self.out_type(out)}({variable}), err"]

    # --- All of it ---

    def documentation(self):
        document = documents.of(self.method, self.words)
        document.summary = f"{self.name} {document.summary[:1].lower()}{document.summary[1:]}"
        of_options = self.method.short not in names.FLAG_PARAMETERS  # The flags of options are a member of these.
        rows = [row for each, text in document.parameters
                if not (each.is_option or each.kind == "flag" and of_options) for row in self.row(each, text)]
        document.details = ["\n".join(kept(each)) if contract.is_kept(each) else each for each in document.details]
        lines = documents.lines(document, rows, wrapped)
        return [f"// {line}".rstrip() if not line.startswith("    \t") else f"//{line[4:]}" for line in lines]

    def row(self, each, text):
        short = self.method.short
        if each.kind in ("path", "text", "file") and (short, each.name) not in go.POINTERS:
            text = re.sub(r'\bnil(?: or empty)?(?=: )', '""', text)
        name = self.words.flag(each.constant) if each.kind == "flag" else self.words.argument(short, each.name)
        return item(f"{name}: {text}")

    def lines(self):
        whole = self.whole() if self.result.kind == "page" and self.continues() else []
        return ["", *self.documentation(), self.signature(),
                *[f"\t{line}" for line in self.body()], "}"] + whole

    def whole(self):
        """The method for all rows of a list."""
        record, owner = emit_go.RECORDS[self.result.type], go.OWNERS.get(self.method.owner)
        passed = ", ".join("1000" if name == "limit" else name for name, _ in self.given)
        given = [(name, type_) for name, type_ in self.given if name not in ("after", "limit")]
        listed = ", ".join(f"{', '.join(name for name, _ in run)} {type_}"
                           for type_, run in itertools.groupby(given, lambda pair: pair[1]))
        receiver, of = (f"({owner[0].lower()} *{owner}) ", f"{owner[0].lower()}.") if owner else ("", "")
        text = f"All{self.name} returns all rows of [{owner + '.' if owner else ''}{self.name}], from as many calls as they take."
        return ["", *[f"// {line}" for line in wrapped(text)],
                f"func {receiver}All{self.name}({listed}) ([]{record}, error) {{",
                f"\treturn allOf(func(after string) ([]{record}, string, error) {{",
                f"\t\treturn {of}{self.name}({passed})", "\t})", "}"]


def wrapped(text):
    return textwrap.wrap(re.sub("^Raises ", "Errors: ", text), 115, break_on_hyphens=False, break_long_words=False)


def item(text):
    return textwrap.wrap(text, 115, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False,
                         break_long_words=False)


def kept(paragraph):
    """A list or an example, as gofmt has them."""
    if not paragraph.startswith("- "):
        return ["    \t" + line.removeprefix("    ") for line in paragraph.split("\n")]
    items = re.split(r"\n(?=- )", paragraph)
    return [row for each in items for row in item(" ".join(each[2:].split()))]


def emit_files(header):
    words = go.Words(header)
    files = {}
    for name, owners in FILES.items():
        lines = [line for owner in owners for each in faces.chosen(header, owner, go.BY_HAND, merges=False)
                 for line in Function(header, words, each).lines()]
        body = "\n".join(lines)
        imports = [f'import "{package}"' for package in ("time", "unsafe") if re.search(rf"\b{package}\.[A-Z]", re.sub(
            "//.*", "", body))]
        imports = imports if len(imports) < 2 else ["import (", *[f"\t{each[len('import '):]}" for each in imports], ")"]
        head = [f"// Code {NOTICE[0].lower()}{NOTICE[1:].split(':')[0]}; DO NOT EDIT.", "", "package tally", "", "/*",
                '#include "calls.h"', "*/", 'import "C"', *([""] + imports if imports else [])]
        files[name] = "\n".join(head) + "\n" + body + "\n"
    return files
