"""The methods of the Lua binding, which complete the classes written by hand, with annotations for language servers."""

import textwrap

import documents
import faces
import lua_words as lua
import methods
import names
from generate import NOTICE

OUTPUT = "lua/tally"
WIDTH = 116
# Files, and the owners or groups in them.
FILES = {**{each: [each] for each in ("engine", "account", "node", "feed", "snapshot", "scope", "messages", "groups",
                                      "outbox", "reminders", "feeds")}, "functions": ["tally", "paths"]}
# How a value becomes the library's.
CONVERTED = {"badge": "support.badge({})", "bool": "{} and true or false"}


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, lua.Words(header)

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    # --- Parameters ---

    def table(self, method):
        """The name of the table with the flags or options of a method, and its arguments; or "" and none."""
        for slot in method.slots:
            if slot.kind == "options":
                return slot.name, slot.arguments
            if slot.kind == "flags" and slot.arguments and method.short not in lua.POSITIONAL:
                return "options", slot.arguments
        return "", []

    def parameters(self, method, arguments):
        """Triples of a name, an annotation's type and the arguments that it stands for."""
        table, inside = self.table(method)
        inner, found = {each.name for each in inside}, []
        inside = [each for each in inside if each in arguments]  # The method for all rows follows no list.
        last = [each for each in arguments if (each.name == "after" or each.kind == "limit") and each.name not in inner]
        for each in [each for each in arguments if each.name not in inner and each not in last]:
            kind = lua.TYPES.get(each.kind) or f"tally.{each.type[len('tally_'):].capitalize()}"
            found.append((self.name(method, each) + ("" if each.is_required and not each.is_nullable else "?"), kind,
                          [each]))
        if inside:
            struct = next((slot.struct for slot in method.slots if slot.kind == "options"), "")
            kind = lua.options_name(struct) if struct else (
                "{" + ", ".join(f"{each.name}?: boolean" for each in inside) + "}")
            found.append((table + ("" if any(each.is_required for each in inside) else "?"), kind, inside))
        return found + [(f"{each.name}?", lua.TYPES[each.kind], [each]) for each in last]

    # --- Documentation ---

    def comment(self, method, parameters, results, first=""):
        document = documents.of(method, self.words)
        lines = documents.lines(document, [], lambda text: wrapped(text), first)
        texts = {each.name: text for each, text in document.parameters}
        rows, listed, tags = [f"--- {line}".rstrip() for line in lines], [], []
        for name, kind, arguments in parameters:
            tag, text = f"---@param {name} {kind}", texts.get(arguments[0].name, "")
            if any(slot.name == name.rstrip("?") for slot in method.slots if slot.kind == "options"):
                text = ""  # types.lua has the members.
            if kind.startswith("{"):
                listed += [(each.name, texts[each.name]) for each in arguments if each.name in texts]
            elif len(f"{tag} {text}") > WIDTH:
                listed.append((name.rstrip("?"), text))
            elif text:
                tag += f" {text}"
            tags.append(tag)
        # A text that goes on in a second line would not belong to the parameter.
        rows += ["---"] * bool(listed) + [row for name, text in listed for row in commented(f"- `{name}`: {text}")]
        rows += tags
        return rows + [f"---@return {each}" for each in results]

    # --- Bodies ---

    def value(self, each, name):
        if each.kind == "bool" and each.default is True:
            return f"{name} ~= false"
        if each.kind in CONVERTED:
            return CONVERTED[each.kind].format(name)
        if isinstance(each.default, (str, int)) and each.default:
            return f'{name} or "{each.default}"' if isinstance(each.default, str) else f"{name} or {each.default}"
        return name

    def passed(self, method, is_whole):
        for slot in method.slots:
            if slot.kind in ("receiver", "node"):
                yield {"node": "self.number"}.get(slot.kind, "support.account_of(self)" if method.owner == "node"
                                                  else "self")
            elif slot.kind == "argument":
                yield self.value(slot.arguments[0], self.name(method, slot.arguments[0])) if not (
                    is_whole and slot.arguments[0].name == "after") else "nil"
            elif slot.kind == "flags":
                yield self.flags(method, slot)
            elif slot.kind == "zero":
                yield "0"
            elif slot.kind == "rows":
                limit = slot.arguments and not is_whole and slot.arguments[0]
                yield "nil" if not limit else "rows" if method.short in lua.LEASES else \
                    f"limit or {limit.default}"
            elif slot.kind == "options":
                yield self.options(slot)
            elif slot.kind == "callback":
                yield "support.callback(observer)"

    def flags(self, method, slot):
        if not slot.arguments:
            return "0"
        constants = [(each.name, f"constants.{each.constant[len('TALLY_'):]}") for each in slot.arguments]
        if method.short in lua.POSITIONAL:
            return f"support.flag({constants[0][0]}, {constants[0][1]})"
        given = "support.everything(path, options)" if method.short in faces.EVERYTHING else "options"
        return f"support.flags_of({given}, {{{', '.join(f'{name} = {value}' for name, value in constants)}}})"

    def options(self, slot):
        flags = ", ".join(f"{each.name} = constants.{each.constant[len('TALLY_'):]}" for each in slot.arguments
                          if each.kind == "flag")
        return f"support.members({slot.name}, {{{flags}}})" if flags else f"{slot.name} or {{}}"

    def call(self, method, is_whole=False, short=None):
        given = list(self.passed(method, is_whole)) + (["expiry"] if short else [])
        return f"call.{short or method.short}({', '.join(given)})"

    def body(self, method, variant):
        """Lines of the function, and the types of its results."""
        result, call = method.result, self.call(method, variant.part == "all")
        entry = lua.record_name(result.type) if result.type and result.kind != "made" else ""
        if method.short in lua.RESULTS and variant.part != "whole":
            expression, kind = lua.RESULTS[method.short]
            return [f"return {expression.format(call)}"], [kind]
        if variant.part == "whole":
            given = [self.bare(each) for each in self.parameters(method, variant.arguments)]
            is_followed = any(each.name == "follow" for each in method.arguments)
            inner = ", ".join([*given, *["nil"] * is_followed, "..."])
            page = ("tally." if method.owner == "tally" else "self:") + lua.SPELLING.page(method)
            kind = lua.RESULTS[method.short][1][:-2] if method.short in lua.RESULTS else entry
            return [f"return support.pages(function(...) return {page}({inner}) end)"], [
                f"fun(): {kind}?"]
        if method.until:
            until = self.call(method, short=method.until.name[len("tally_"):])
            return ["if expiry then", f"    {until}", "else", f"    {call}", "end"], []
        return self.returned(method, result, call, entry)

    def returned(self, method, result, call, entry):
        if result.kind == "nothing":
            return [call], []
        if method.short == "reminder_import":
            return [f"local skipped, report = {call}", "return report, skipped"], [
                "tally.ImportReport report", f"{entry}[] skipped"]
        if result.kind == "token":
            return [f"return support.observing(self, {call}, observer)"], ["integer"]
        if result.kind == "row":
            return [f"return {call}[1]"], [entry]
        if result.kind == "numbers":
            outs = [name for name, _, _ in result.outs]
            assigned = f"local {', '.join(outs)} = {call}"
            if not result.record:
                return [assigned, f"return {', '.join(outs)}"], [f"integer {name}" for name in outs]
            fields = ", ".join(f"{name}: integer" for name in outs)
            return [assigned, f"return {{{', '.join(f'{name} = {name}' for name in outs)}}}"], [f"{{{fields}}}"]
        if result.kind == "text and record" or method.short == "reminder_plan":
            kinds = [f"{entry} presentation"] if result.kind == "text and record" else [f"{entry}[] entries"]
            if result.kind == "list":
                return [f"local entries, plan = {call}", "return entries, plan"], [*kinds, "tally.Plan plan"]
            return [f"local text, record = {call}", "return text, record"], ["string text", *kinds]
        if result.text_member:
            return [f'return support.with_text("{result.text_member}", {call})'], [entry]
        if result.kind == "status":
            return [f"return {call}"], ["integer status"]
        if result.kind == "page":
            return [f"return {call}"], [f"{entry}[]", "integer status"]
        kind = {"number": "integer", "text": "string", "bytes": "string", "list": f"{entry}[]"}.get(result.kind, entry)
        return [f"return ({call})"], [kind]

    @staticmethod
    def bare(parameter):
        return parameter[0].rstrip("?")

    # --- Functions ---

    def method(self, method):
        name, lines = lua.SPELLING.method(method), []
        owner = lua.OWNERS.get(method.group if method.owner == "tally" else method.owner, "tally")
        sign = "." if owner == "tally" or method.is_static else ":"
        for variant in faces.variants(method, name, ("badge_list",)):
            parameters = self.parameters(method, variant.arguments)
            is_page = variant.part == "page"
            spelled = lua.SPELLING.page(method) if is_page else variant.name
            body, results = self.body(method, variant)
            first = f"A page of `{owner}:{name}`: at most `limit` rows, those after `after`." if is_page else ""
            given = ", ".join(map(self.bare, parameters))
            lines += ["", *self.comment(method, parameters, results, first), f"function {owner}{sign}{spelled}({given})",
                      *[f"    {row}" for line in body for row in long(line)], "end"]
        return lines

    def file(self, owners):
        lines = [line for owner in owners for each in faces.chosen(self.header, owner, lua.BY_HAND)
                 if each.short not in lua.LACKS and not each.short.startswith("trace_") for line in self.method(each)]
        owner = lua.OWNERS.get(owners[0], "tally")
        begin = [f"-- {NOTICE}", "", 'local support = require("tally.support")']
        begin += ["local constants = support.constants"] if any("constants." in line for line in lines) else []
        of = "{}" if owner == "tally" else f"support.{owner}"
        begin += ["local call = support.call", "", f"---@class tally{'' if owner == 'tally' else '.' + owner}",
                  f"local {owner} = {of}"]
        return "\n".join(begin + lines + (["", "return tally"] if owner == "tally" else []) + [""])

    # --- Operations ---

    def operations(self):
        lines = [f"-- {NOTICE}", "", "-- The operations of batches and items.",
                 'local support = require("tally.support")', "local constants = support.constants", ""]
        for kind in ("Batch", "Item"):
            lines += [f"---@class tally.{kind}", f"local {kind} = support.{kind}", ""]
        for each in methods.operations(self.header):
            for kind in (["Batch"] if each.is_of_badges else []) + (["Item"] if each.name != "get" else []):
                lines += self.operation(each, kind) + [""]
        return "\n".join(lines)

    def operation(self, each, kind):
        method, rows, given, members, more = each.method, [], [], {}, []
        for argument in method.arguments:
            if argument.is_option or argument.kind == "flag":
                continue
            is_where = argument.name == "path" and kind == "Batch"
            name = "where" if is_where else self.name(method, argument)
            type_ = "string|tally.Node" if is_where else lua.TYPES[argument.kind]
            given.append(name)
            rows.append(f"---@param {name}{'' if argument.is_required else '?'} {type_}")
            members[each.members[argument.name]] = name
        place = [members.pop("path", "nil"), members.pop("value", "nil"), members.pop("until", "nil")]
        more += [f"{member} = {name}" for member, name in members.items()]
        for slot in method.slots:
            if slot.kind in ("options", "flags") and slot.arguments:
                given.append("options")
                kind_of = lua.record_name(slot.struct) if slot.struct else (
                    "{" + ", ".join(f"{flag.name}?: boolean" for flag in slot.arguments) + "}")
                rows.append(f"---@param options? {kind_of}")
                more.append(f"{each.options} = {self.options(slot)}" if each.options else
                            f"flags = {self.flags(method, slot)}")
        while place and place[-1] == "nil" and not more:
            place.pop()
        values = [f"constants.{each.constant.name[len('TALLY_'):]}", *place, *([f"{{{', '.join(more)}}}"] if more else [])]
        return [f"--- Appends an operation that does what {self.words.function(method.short)} does.", *rows,
                f"---@return tally.{kind}", f"function {kind}:{lua.SPELLING.method(method)}({', '.join(given)})",
                *[f"    {row}" for row in long(f"return self:append({', '.join(values)})")], "end"]

    # --- Types ---

    def types(self):
        """Records and options, for language servers."""
        lines = [f"-- {NOTICE}", "", "---@meta"]
        for struct, (name, text) in names.RECORDS.items():
            fields = [(member, self.member_type(struct, member, kind), False, "", kind)
                      for member, kind in names.members(self.header, self.header.struct(struct))]
            lines += self.type(struct, f"tally.{name}", text, fields)
        outs = [each for each in self.header.struct("tally_operation").members if each.comment.startswith("out")]
        lines += self.type("tally_operation", "tally.OperationResult", "The result of an operation.",
                           [(each.name, "integer", False, "", "") for each in outs])
        for struct, (_, text) in {**names.OPTIONS, **lua.MORE_OPTIONS}.items():
            fields = [(each.name, lua.OPTION_TYPES.get(each.kind) or lua.TYPES[each.kind],
                       each.is_option or each.kind == "flag", each.comment, "flag")
                      for each in faces.options(self.header, struct)]
            lines += self.type(struct, lua.options_name(struct), text, fields)
        return "\n".join(lines + [""])

    def type(self, struct, name, text, fields):
        """A class. fields: a name, a type, whether it may be left out, the header's comment if it is known, a kind."""
        texts = documents.all_members(self.header, struct, self.words)
        lines = ["", *commented(self.words.text(text)), f"---@class {name}"]
        for member, kind, is_optional, comment, said in fields:
            told = texts.get(member) or documents.said(comment, said, self.words)
            tag = f"---@field {member}{'?' if is_optional else ''} {kind}"
            is_long = len(f"{tag} {told}") > WIDTH  # It would not belong to the member in a second line.
            lines += [*commented(told), tag] if is_long else [f"{tag} {told}".rstrip()]
        return lines

    @staticmethod
    def member_type(struct, member, kind):
        return "string" if kind == "text" else "boolean" if member in names.BOOLEAN_MEMBERS else \
            "number" if kind == "float" else "integer"


def wrapped(text):
    return textwrap.wrap(text, WIDTH - 2, break_on_hyphens=False, break_long_words=False) or [""]


def commented(text):
    return [f"--- {row}" for row in wrapped(text)]


def long(line, indent=""):
    """A statement, in several lines if it is too long."""
    if len(indent + line) < WIDTH:
        return [indent + line]
    end = line.rindex(", ", 0, WIDTH - len(indent)) + 1
    return [indent + line[:end], *long(line[end + 1:], "    ")]


def emit_files(header):
    emitter = Emitter(header)
    files = {f"methods/{name}.lua": emitter.file(owners) for name, owners in FILES.items()}
    return {**files, "methods/operations.lua": emitter.operations(), "types.lua": emitter.types()}
