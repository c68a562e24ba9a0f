"""The methods of the Node binding, from which the classes written by hand derive, and their declarations with
documentation for TypeScript."""

import re
import textwrap

import documents
import faces
import methods
import names
import node_words as node
from emit_node import camel
from generate import NOTICE, packed

OUTPUT = "node/lib"
WIDTH = 118
# Classes: the owner or group of their methods, and the class that they derive from.
OBJECTS = {"engine": "EventEmitter", "account": "Handle", "node": "", "feed": "Handle", "snapshot": "Handle",
           "scope": "Handle"}
ROOMS = ["feeds", "messages", "groups", "outbox", "reminders"]
CONVERTED = {"until": "milliseconds({})", "time": "milliseconds({})", "style": "styleIn({})", "file": "String({})",
             "handle": "{}[HANDLE]"}
# The declarations of what classes derive from (lib/native.js).
BASES = ["", "/** An object with a handle. */", "declare class Handle {",
         "  /** Releases the handle. Later calls throw ClosedError. Closing twice is not an error. */",
         "  close(): void;", "}", "", "/** A part of an account. */", "declare class Room {",
         "  readonly account: Account;", "}"]
HELPERS = ["Badge", "classes", "first", "flag", "known", "merged", "milliseconds", "namesOf", "optionsIn", "pages", "reminderIn",
           "revised", "rows", "styleIn", "styleOut"]


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, node.Words(header)

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    def default(self, method, each):
        """The default in JavaScript, or ""."""
        value = node.DEFAULTS.get((method.short, each.name), each.default)
        if value is methods.REQUIRED or value is None:
            return ""
        return f'"{value}"' if isinstance(value, str) else str(value).lower()

    # --- Parameters ---

    @staticmethod
    def struct(method):
        return next((slot for slot in method.slots if slot.kind == "options"), None)

    def positional(self, arguments):
        return [each for each in arguments if not each.is_named and not each.is_option]

    def named(self, arguments):
        """The members of the object that stands behind the others: flags, where a page begins."""
        return [each for each in arguments if each.is_named and not each.is_option]

    def parameters(self, method, arguments):
        slot, found = self.struct(method), []
        inside = {id(each) for each in slot.arguments} if slot else set()
        for each in self.positional(arguments):
            value = self.default(method, each)
            found.append(self.name(method, each) + (f" = {value}" if value else ""))
        if slot:
            return found + [slot.name]
        inner = [each for each in self.named(arguments) if id(each) not in inside]
        return found + (["options"] if inner else [])

    def taken(self, method, arguments):
        """The statement that takes the named arguments out of `options`."""
        if self.struct(method):
            return []
        inner = [camel(each.name) + (f" = {self.default(method, each)}" if self.default(method, each) else "")
                 for each in self.named(arguments)]
        quoted = ", ".join(f'"{camel(each.name)}"' for each in self.named(arguments))
        return [f"const {{ {', '.join(inner)} }} = known(options, {quoted});"] if inner else []

    # --- Bodies ---

    def passed(self, method, is_all):
        for slot in method.slots:
            if slot.kind == "receiver":
                yield "this.account[HANDLE]" if method.owner == "node" else "this[HANDLE]"
            elif slot.kind == "node":
                yield "this.number"
            elif slot.kind == "argument":
                each = slot.arguments[0]
                name = self.name(method, each)
                yield "null" if is_all and each.name == "after" else CONVERTED.get(each.kind, "{}").format(name)
            elif slot.kind == "flags":
                yield self.sum(slot)
            elif slot.kind == "zero":
                yield "0"
            elif slot.kind == "rows":
                yield "limit" if slot.arguments and not is_all else "null"
            elif slot.kind == "options":
                yield self.options(slot)

    @staticmethod
    def sum(slot):
        return " | ".join(f"flag({camel(each.name)}, constants.{each.constant[len('TALLY_'):]})"
                          for each in slot.arguments) or "0"

    def options(self, slot):
        name = slot.name
        if slot.struct in node.CONVERTED:
            return node.CONVERTED[slot.struct].format(name)
        flags = [f"{camel(each.name)}: constants.{each.constant[len('TALLY_'):]}"
                 for each in node.flags(self.header, slot.struct)]
        return f"optionsIn({name}, {{ {', '.join(flags)} }})" if flags else f"optionsIn({name})"

    def call(self, method, is_all=False, until=None):
        given = [*self.passed(method, is_all), *(["milliseconds(until)"] if until else [])]
        return f"native.{until or method.short}({', '.join(given)})"

    def body(self, method, variant):
        result, call = method.result, self.call(method, variant.part == "all")
        if variant.part == "whole":
            return [self.whole(method, variant)]
        if method.short in node.RESULTS:
            return [f"return {node.RESULTS[method.short][0].format(call)};"]
        if method.until:
            until = self.call(method, until=method.until.name[len("tally_"):])
            return [f"if (until === undefined) return {call};", f"return {until};"]
        if result.kind == "numbers":
            outs = ", ".join(camel(name) for name, _, _ in result.outs)
            return [f"const [, {outs}] = {call};", f"return {{ {outs} }};"]
        if result.kind == "token":
            return [f"return this._watch({call}, listener);"]
        if result.kind in ("page", "list"):
            return [f"return rows({call});"]
        if result.kind == "row":
            return [f"return first({call})[0];"]
        if result.type == "tally_badge":
            return [f"return new Badge(first({call}));"]
        return [f"return {call};" if result.kind in ("nothing", "status") else f"return first({call});"]

    def whole(self, method, variant):
        """All rows, a page at a time."""
        given = [self.name(method, each) for each in self.positional(variant.arguments)]
        inner = [camel(each.name) for each in self.named(variant.arguments)]
        is_named = any(each.name == "after" and each.is_named for each in method.arguments)
        given += [f"{{ {', '.join([*inner, 'after'])} }}"] if is_named else ["after"]
        # A function of the module may be called without it: `const { patchList } = tally`.
        receiver = "" if method.owner in ("tally", "paths") else "this."
        return f"return pages((after) => {receiver}{camel(method.page)}({', '.join(given)}));"

    # --- Declarations ---

    def type(self, method, each):
        kind = node.type_of(each.kind, each.type) if each.kind != "enum" else node.enumeration(each.type)
        given = each.is_nullable or each.kind in ("callback", "style")
        return kind + (" | null" if given and each.kind != "until" else "")

    def declared(self, method, arguments):
        slot, found = self.struct(method), []
        for each in self.positional(arguments):
            is_given = each.is_required or method.short in node.REQUIRED  # The options behind it are.
            found.append(f"{self.name(method, each)}{'' if is_given else '?'}: {self.type(method, each)}")
        if slot:
            kind = node.options_name(slot.struct)
            mark = "" if method.short in node.REQUIRED else "?"
            return found + [f"{slot.name}{mark}: {kind}"]
        inner = [f"{camel(each.name)}?: {self.type(method, each)}" for each in self.named(arguments)]
        return found + ([f"options?: {{ {'; '.join(inner)} }}"] if inner else [])

    def result(self, method, part):
        result = method.result
        if method.short in node.RESULTS:
            kind = node.RESULTS[method.short][1]
            return kind if part != "whole" else f"Generator<{kind[5:-1]}>"
        entry = (names.RECORDS.get(result.type) or ("",))[0]
        if result.kind == "numbers":
            return "{ " + "; ".join(f"{camel(name)}: {node.type_of('', type_)}" for name, _, type_ in result.outs) + " }"
        if result.kind == "number":
            return node.type_of("", result.outs[0][2])
        if part == "whole":
            return f"Generator<{entry}>"
        return {"nothing": "Status", "status": "Status", "text": "string", "bytes": "Buffer", "token": "Integer",
                "page": f"Page<{entry}>", "list": f"Page<{entry}>"}.get(result.kind, entry)

    def comment(self, method, variant, first, indent):
        document = documents.of(method, self.words)
        lines = documents.lines(document, [], lambda text: wrapped(text, indent), first)
        lines = [re.sub("^Raises ", "Throws ", line) for line in lines]
        texts = {each.name: text for each, text in document.parameters}
        slot, rows = self.struct(method), []
        for each in variant.arguments:
            if each.name in texts and not (slot and each in slot.arguments):  # The interface has these.
                place = "options." if each.is_named else ""
                text = texts[each.name].replace("null", "undefined") if each.kind == "until" else texts[each.name]
                head, *more = wrapped(f"@param {place}{self.name(method, each)} {text}", indent)
                rows += [head, *[f"  {row}" for row in more]]
        text = documents.slot_text(method, slot, self.words).replace("null", "undefined") if slot else ""
        rows += wrapped(f"@param {slot.name} {text}", indent) if text else []
        return block([*lines, *([""] if rows else []), *rows], indent)

    def declaration(self, method, variant, name, indent="  ", begin=""):
        is_page = variant.part == "page"
        full = node.SPELLING.full(method, is_whole=True)
        first = f"A page of `{full}`: at most `limit` rows, those after `after`." if is_page else ""
        pieces = [f"{each}," for each in self.declared(method, variant.arguments)]
        result = self.result(method, variant.part)
        head = f"{indent}{begin}{name}("
        line = f"{head}{' '.join(pieces)[:-1] if pieces else ''}): {result};"
        if len(line) > WIDTH:
            pieces[-1] = f"{pieces[-1][:-1]}): {result};"
            line = "\n".join(packed(pieces, indent + "  ", WIDTH, head))
        return [*self.comment(method, variant, first, indent), line]

    # --- Files ---

    def methods_of(self, owner):
        """Triples of a method, a variant and its name."""
        for method in faces.chosen(self.header, owner, node.BY_HAND | node.LACKS):
            if not method.short.startswith("trace_"):
                for variant in faces.variants(method, node.SPELLING.method(method), ("badge_list",)):
                    yield method, variant, camel(method.page) if variant.part == "page" else variant.name

    def functions(self, owner, indent, begin=""):
        lines = []
        for method, variant, name in self.methods_of(owner):
            static = "static " if method.is_static and method.owner != "tally" else ""
            head = packed([f"{each}," for each in self.parameters(method, variant.arguments)], indent + "  ", WIDTH,
                          f"{indent}{static}{begin}{name}(")
            head[-1] = head[-1].rstrip(",") + ") {"
            body = [row for line in [*self.taken(method, variant.arguments), *self.body(method, variant)]
                    for row in long(line, indent + "  ")]
            lines += [*head, *body, f"{indent}}}", ""]
        return lines

    def javascript(self):
        lines = []
        for owner, base in [*OBJECTS.items(), *[(each, "Room") for each in ROOMS]]:
            name = owner.capitalize() + ("Methods" if owner in OBJECTS else "")
            lines += [f"class {name}{extended(base)} {{", *self.functions(owner, "  ")]
            lines[-1] = "}"
            lines.append("")
        for owner in ("tally", "paths"):
            lines += self.functions(owner, "", "function ")
        text = "\n".join(lines)
        used = [each for each in HELPERS if f"{each}(" in text or f"{each}." in text]
        begin = [f"// {NOTICE}", "", '"use strict";', "", 'const { EventEmitter } = require("node:events");', "",
                 'const constants = require("./constants.js");',
                 'const { native, Handle, Room, HANDLE } = require("./native.js");',
                 *packed([f"{each}," for each in used[:-1]] + [used[-1], '} = require("./values.js");'], "  ", WIDTH,
                         "const { "), ""]
        functions = [name for owner in ("tally", "paths") for _, _, name in self.methods_of(owner)]
        classes = [each.capitalize() + "Methods" for each in OBJECTS] + [each.capitalize() for each in ROOMS]
        end = ["module.exports = {", *packed([f"{each}," for each in classes], "  "),
               *packed([*[f"{each}," for each in functions[:-1]], f"{functions[-1]} }},"], "    ", WIDTH,
                       "  functions: { "), "};", ""]
        return "\n".join([*begin, *lines, *end])

    def typescript(self):
        imported = ["Badge", *[name for name, _ in names.RECORDS.values()], *map(node.options_name, names.OPTIONS),
                    *map(node.enumeration, names.KINDS), "Integer", "Status", "Style", "Time"]
        lines = BASES[:]
        for owner, base in [*OBJECTS.items(), *[(each, "Room") for each in ROOMS]]:
            name = owner.capitalize() + ("Methods" if owner in OBJECTS else "")
            lines += ["", f"declare class {name}{extended(base)} {{"]
            for method, variant, method_name in self.methods_of(owner):
                lines += self.declaration(method, variant, method_name, begin="static " * (
                    method.is_static and method.owner != "tally"))
            lines.append("}")
        for owner in ("tally", "paths"):
            for method, variant, name in self.methods_of(owner):
                lines += ["", *self.declaration(method, variant, name, "", "export function ")]
        text = "\n".join(lines)
        used = sorted(each for each in set(imported) if re.search(rf"\b{each}\b", text))
        begin = [f"// {NOTICE}", "", '/// <reference types="node" />', 'import { EventEmitter } from "node:events";',
                 "", *packed([f"{each}," for each in used[:-1]] + [used[-1], '} from "./generated";'], "  ", WIDTH,
                         "import { "),
                 'import { Account, Bytes, Feed, Listener, Page, Snapshot } from "./index";']
        classes = [each.capitalize() + "Methods" for each in OBJECTS] + [each.capitalize() for each in ROOMS]
        return "\n".join([*begin, *lines, "", *packed([f"{each}," for each in classes[:-1]] + [classes[-1], "};"],
                                                      "  ", WIDTH, "export { "), ""])


def extended(base):
    return f" extends {base}" if base else ""


def wrapped(text, indent=""):
    return textwrap.wrap(text, WIDTH - 3 - len(indent), break_on_hyphens=False, break_long_words=False) or [""]


def block(lines, indent=""):
    """A comment of JSDoc."""
    lines = [line.replace("*/", "* /") for line in lines]
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *[f"{indent} * {line}".rstrip() for line in lines], f"{indent} */"]


def long(line, indent):
    """A statement, in several lines if it is too long."""
    if len(indent + line) <= WIDTH:
        return [indent + line]
    found = [each.end() - 1 for each in re.finditer(r", (?!constants\.)|\| |\((?=native)", line)
             if each.end() <= WIDTH - len(indent)]
    end = found[-1]
    return [indent + line[:end].rstrip(), *long(line[end:].lstrip(), indent + "  ")]


def emit_files(header):
    emitter = Emitter(header)
    return {"methods.js": emitter.javascript(), "methods.d.ts": emitter.typescript()}
