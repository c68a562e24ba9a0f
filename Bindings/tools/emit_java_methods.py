"""The methods of Java: classes from which those written by hand derive."""

import re

import documents
import java_words as java
import methods
import names
from emit_java import SCALARS, camel, class_name
from generate import NOTICE, packed
from java_forms import IMPORTS, singular

OUTPUT = "java/src/dev/tally"
CLASSES = ("tally", "engine", "account", "node", "feed", "snapshot")
TYPES = {"path": "String", "text": "String", "file": "String", "data": "byte[]", "bool": "boolean",
         "until": "Instant", "time": "Instant", "duration": "Duration", "key": "long", "keys": "long...", "style": "Style",
         "limit": "int"}
PASSED = {"path": "Calls.text({})", "text": "Calls.text({})", "file": "Calls.text({})", "bool": "{} ? 1 : 0",
          "enum": "{}.value()",
          "until": "Times.timestamp({})", "duration": "Times.orNone({})",
          "data": "{0}, {0} == null ? 0 : {0}.length", "keys": "{0}, {0}.length", "style": "written"}
# Numbers that are small enough for an int.
SMALL = {"page", "index"}
# The handles of a class: fields and a constructor.
FIELDS = {
    "node": ["/** The account of the node. */", "final Account account;", "/** The node in tally.h. */", "final long node;",
             "", "/**", " * The methods of a node.", " *", " * @param account the account", " * @param node the node",
             " */", "NodeMethods(Account account, long node) {",
             "    this.account = account;", "    this.node = node;", "}"],
}
HANDLE = ["/** The handle of the library. */", "final Handle handle;", "", "/**", " * The methods of a handle.", " *",
          " * @param handle the handle", " */",
          "{}Methods(Handle handle) {{", "    this.handle = handle;", "}}"]


def constants(header, words):
    """The constants of tally.h that are no kinds, flags or statuses."""
    rows = []
    statuses = names.statuses(header)
    for each in header.constants:
        if each.kind or each.is_flag or each in statuses or each.name in java.VALUES \
                or each.name.startswith("TALLY_VERSION"):
            continue
        short = each.name[len("TALLY_"):]
        text = words.text(each.comment) or java.CONSTANTS[short]
        type_ = "String" if isinstance(each.value, str) else "long" if each.value >= 2**31 else "int"
        rows += java.comment([documents.capital(text)], "") + [f"public static final {type_} {short} = Raw.{each.name};"]
    return rows


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, java.Words(header)

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    # --- Signatures ---

    def parameters(self, method):
        for slot in method.slots:
            if slot.kind == "options":
                yield java.options_name(slot.struct), slot.name
            elif slot.arguments and slot.kind != "flags":
                each = slot.arguments[0]
                kind = java.OWNERS[each.type[len("tally_"):]] if each.kind == "handle" else "int" if \
                    each.name in SMALL else TYPES.get(each.kind) or (
                        camel(each.type, True) if each.kind == "enum" else SCALARS[each.type])
                yield kind, self.name(method, each)
        if any(slot.kind == "flags" and slot.arguments for slot in method.slots):
            yield f"{singular(names.FLAG_PARAMETERS[method.short])}...", "flags"

    def result(self, method):
        result = method.result
        record = self.row(method)[0]
        if method.short in java.PAIRS:
            return java.PAIRS[method.short][0]
        if result.kind == "number":
            return SCALARS[result.outs[0][2]]
        return {"nothing": "void", "status": "boolean", "text": "String", "bytes": "byte[]", "record": record,
                "list": f"List<{record}>", "row": record, "page": f"Page<{record}>",
                "made": record}[result.kind]

    def row(self, method):
        """The class of a record or row, its size, and what reads it. An account in a list is its name."""
        if method.short == "account_list":
            return "String", "Raw.TALLY_ACCOUNT_ENTRY_SIZE", "Calls::readName"
        record = class_name(method.result.type) if method.result.type else ""
        return record, f"{record}.SIZE", f"{record}::read"

    def text(self, method, name, texts, flags):
        """The words about a parameter. name: the one that it has in Java."""
        if name == "flags":
            return f"{flags}; none: without them"
        for slot in method.slots:
            if slot.kind == "options" and slot.name == name:
                is_required = any(each.is_required for each in slot.arguments)
                return documents.slot_text(method, slot, self.words) or (
                    "what is set of its members" if is_required else "null: all defaults")
            for each in slot.arguments:
                if self.name(method, each) == name:
                    return texts.get(name) or java.PARAMETERS[each.name]

    def returned(self, method, document):
        """The words about the result."""
        text = document.returns.removeprefix("Returns ")
        if method.result.kind == "status":
            link = r"\{@link Status#(?:%s)\}"
            return re.sub(link % "HELD|ALREADY_APPLIED", "false", re.sub(r"\bOK\b|" + link % "OK", "true", text))
        return text or java.RESULTS.get(method.short) or java.OF_KINDS.get(method.result.kind) or "the " + class_name(
            method.result.type).lower()

    def comment(self, method, indent):
        document = documents.of(method, self.words)
        texts = {self.name(method, each): text for each, text in document.parameters}
        flags = documents.flags_text(method, document, self.words)
        rows = [f"@param {name} {self.text(method, name, texts, flags)}" for _, name in self.parameters(method)]
        ends = [f"@return {self.returned(method, document)}" if method.result.kind != "nothing" else "",
                f"@throws TallyException {document.errors}." if document.errors else ""]
        more = [f"{label} {text}." for label, text in [("Threads:", document.threads), ("Cost:", document.cost)] if text]
        return java.comment([each for each in [document.summary, *document.details, " ".join(more), *rows, *ends] if each],
                            indent)

    # --- Bodies ---

    def call(self, method, outs):
        passed = [] if method.owner == "tally" or method.is_static else ["at"]
        for slot in method.slots:
            each = slot.arguments[0] if slot.arguments else None
            if slot.kind == "node":
                passed.append("node")
            elif slot.kind == "flags":
                passed.append("Codes.bits(flags)" if slot.arguments else "0")
            elif slot.kind in ("options", "rows", "zero"):
                passed.append({"options": "written", "rows": "rows", "zero": "0"}[slot.kind])
            elif each and each.kind == "handle":
                passed.append("other")
            elif each and each.name == "after":
                passed.append("from")
            elif each:
                passed.append(PASSED.get(each.kind, "{}").format(self.name(method, each)))
        return f"Functions.{method.function.name}({', '.join(passed + outs)})"

    def used(self, method, way, body):
        """An expression with the handles that the call takes. way: call or use."""
        if method.owner == "tally" or method.is_static:
            return f"Calls.check({body})" if way == "call" else body
        handle = "account.handle" if method.owner == "node" else "handle"
        other = next((self.name(method, each) for slot in method.slots for each in slot.arguments
                      if each.kind == "handle"), None)
        if other:
            return f"{other}.handle.use(other -> {handle}.{way}(at -> {body}))"
        return f"{handle}.{way}(at -> {body})"

    def body(self, method):
        result, lines = method.result, []
        for slot in method.slots:
            if slot.kind == "options" or (slot.arguments and slot.arguments[0].kind == "style"):
                name = slot.name or self.name(method, slot.arguments[0])
                lines.append(f"Raw.Block written = {name} == null ? null : {name}.write();")
        record, size, read = self.row(method)
        if method.short in java.PAIRS:
            return lines + self.pair(method)
        if result.kind == "nothing":
            return lines + [f"{self.used(method, 'call', self.call(method, []))};"]
        if result.kind == "status":
            return lines + [f"return {self.used(method, 'call', self.call(method, []))} == Raw.TALLY_OK;"]
        if result.kind == "number":
            return lines + [f"{SCALARS[result.outs[0][2]]}[] result = {{0}};",
                            f"{self.used(method, 'call', self.call(method, ['result']))};", "return result[0];"]
        if result.kind == "bytes" or method.short in methods.TEXT_BYTES:
            way = "bytes" if result.kind == "bytes" else "longString"
            return lines + [f"return {self.used(method, 'use', f'Calls.{way}(bytes -> ' + self.call(method, ['bytes']) + ')')};"]
        if result.kind == "text":
            call = self.call(method, ["buffer", "capacity", "size"])
            return lines + [f"return {self.used(method, 'use', f'Calls.string((buffer, capacity, size) -> {call})')};"]
        if result.kind == "record":
            return lines + [f"Memory result = Calls.sized({record}.SIZE);",
                            f"{self.used(method, 'call', self.call(method, ['result']))};",
                            f"return {record}.read(result, null);"]
        if result.kind == "made":
            return lines + ["PointerByReference out = new PointerByReference();",
                            f"{self.used(method, 'call', self.call(method, ['out']))};",
                            f"return {java.MADE[result.type]};"]
        way, end = ("lease(limit", "") if method.short == "outbox_lease" else {"page": ("page(after, limit", ""), "list": ("list(Calls.ALL", ""), "row": ("list(1", ".get(0)")}[
            result.kind]
        taken = "(from, rows)" if way.startswith("page") else "rows"
        made = f"Calls.{way}, {size}, {read}, {taken} -> {self.call(method, [])})"
        return lines + [f"return {self.used(method, 'use', made)}{end};"]

    def pair(self, method):
        """The statements of a call that fills a structure, and gives a text or rows besides."""
        _, struct, made = java.PAIRS[method.short]
        lines = [f"Memory result = Calls.sized({struct}.SIZE);"]
        if method.result.kind == "list":
            record, size, read = self.row(method)
            call = f"Calls.list(Calls.ALL, {size}, {read}, rows -> {self.call(method, ['result'])})"
            return [*lines, f"List<{record}> found = {self.used(method, 'use', call)};", f"return {made};"]
        call = self.call(method, ["result", "buffer", "capacity", "size"])
        call = f"Calls.string((buffer, capacity, size) -> {call})"
        return [*lines, f"String text = {self.used(method, 'use', call)};", f"return {made};"]

    def overload(self, method):
        """The method without its options."""
        whole = list(self.parameters(method))
        value, said = java.OVERLOADED[method.short]
        given = ", ".join([name for _, name in whole[:-1]] + [value])
        name = java.SPELLING.method(method)
        document = documents.of(method, self.words)
        texts = {self.name(method, each): text for each, text in document.parameters}
        rows = [f"@param {each} {self.text(method, each, texts, '')}" for _, each in whole[:-1]]
        ends = [f"@return {self.returned(method, document)}", f"@throws TallyException {document.errors}."]
        return ["", *java.comment([f"{said}: see {{@link #{name}({', '.join(kind for kind, _ in whole)})}}.",
                                   *rows, *ends], "    "),
                f"    public {self.result(method)} {name}({', '.join(f'{kind} {each}' for kind, each in whole[:-1])}) {{",
                f"        return {name}({given});", "    }"]

    def method(self, method):
        static = "static " if method.is_static or method.owner == "tally" else ""
        pieces = [f"{kind} {name}," for kind, name in self.parameters(method)]
        pieces = pieces[:-1] + [pieces[-1][:-1] + ") {"] if pieces else [") {"]
        lines = self.comment(method, "    ") + packed(
            pieces, "        ", first=f"    public {static}{self.result(method)} {java.SPELLING.method(method).rpartition('.')[2]}(")
        for line in self.body(method):
            lines += packed(re.split(r"(?<=,) (?!capacity, size\) ->|size\) ->|rows\) ->)|(?<=->) ", line), "            ",
                            first="        ") if len(line) > 110 else [f"        {line}"]
        return lines + ["    }"]

    def file(self, owner):
        name = owner.capitalize()
        chosen = [each for each in methods.all(self.header) if each.owner == owner and each.short not in java.BY_HAND
                  and (not each.is_custom or each.short in java.GENERATED)]
        body = [row for each in chosen for row in ["", *self.method(each), *(
            self.overload(each) if each.short in java.OVERLOADED else [])]]
        fields = [line.format(name) for line in HANDLE] if owner not in FIELDS else FIELDS[owner]
        if owner == "tally":
            fields = [*constants(self.header, self.words), "", "/** Only for Tally. */", "TallyMethods() {}"]
        text = "\n".join(body)
        imports = [f"import {path};" for each, path in IMPORTS.items()
                   if re.search(rf"^[^*]*\b{each}\b[ <]", text, re.M)]
        lines = [f"// {NOTICE}", "", "package dev.tally;", "", *imports, *([""] if imports else []),
                 f"/** The methods of {name} that follow from tally.h. */", f"abstract class {name}Methods {{"]
        lines += [f"    {line}".rstrip() for line in fields]
        return "\n".join(lines + body + ["}", ""])


def emit_files(header):
    emitter = Emitter(header)
    return {f"{owner.capitalize()}Methods.java": emitter.file(owner) for owner in CLASSES}
