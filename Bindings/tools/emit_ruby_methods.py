"""The methods of the Ruby binding, which complete the classes written by hand, and their signatures (RBS)."""

import re
import textwrap

import documents
import faces
import methods
import names
import ruby_words as ruby
from generate import NOTICE

OUTPUT = "ruby"
WIDTH = 118
# Files, and the owners or groups in them.
FILES = {"engine": ["engine"], "account": ["account"], "node": ["node"], "feed": ["feed"], "snapshot": ["snapshot"],
         "scope": ["scope"], "messages": ["messages"], "groups": ["groups"], "outbox": ["outbox"],
         "reminders": ["reminders"], "feeds": ["feeds"], "functions": ["tally", "paths"]}
CONVERTED = {"file": "{}.to_s", "until": "Values.milliseconds({})", "time": "Values.milliseconds({})",
             "day": "Values.day({})", "style": "Values.style({})", "badge": "Values.badge({})"}
# Types of RBS.
TYPES = {"path": "String", "text": "String", "file": "_Path", "integer": "Integer", "float": "Float", "bool": "bool",
         "flag": "bool", "time": "time", "until": "time", "duration": "Integer", "day": "day", "time_of_day": "Integer",
         "key": "Integer", "keys": "Array[Integer]", "style": "(Style | Hash[Symbol, untyped])", "badge": "Badge | BadgeEntry", "limit": "Integer", "data": "String",
         "enum": "kind"}
# An end may be given by its name, which is a keyword of Ruby's.
UNTIL = "expiry = binding.local_variable_get(:until)"


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, ruby.Words(header)

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    def label(self, method, each):
        """The name of an argument in a comment."""
        return "block" if has_block(method) and each.kind == "callback" else self.name(method, each)

    # --- Signatures ---

    def converted(self, each, name):
        """The value of an argument as the library takes it."""
        if each.kind == "enum":
            return f"Values.constant({name}, :{names.KINDS[each.type][0]})"
        return CONVERTED.get(each.kind, "{}").format(name)

    def default(self, each, short=""):
        if short in faces.EVERYTHING and each.name in ("path", "subtree"):
            return "nil" if each.name == "path" else "path.nil?"
        if each.default is None or isinstance(each.default, bool):
            return {None: "nil", True: "true", False: "false"}[each.default]
        if each.default == ():
            return "[]"
        return f'"{each.default}"' if isinstance(each.default, str) else str(each.default)

    def parameters(self, method, arguments):
        """As a definition of Ruby's has them."""
        given, named = [], []
        for each in arguments:
            if each.kind == "callback":
                continue
            name = self.name(method, each)
            if each.is_named and not self.is_hashed(method, each):
                named.append(f"{name}:" if each.is_required else f"{name}: {self.default(each, method.short)}")
            elif each.is_option and not each.is_named:
                given.append(f"{ruby.POSITIONAL[name]} = nil")
                named.append(f"{name}: {ruby.POSITIONAL[name]}")
            elif not each.is_named:
                is_given = each.is_required or ruby.method_name(method).endswith("=")
                given.append(name if is_given else f"{name} = {self.default(each, method.short)}")
                named += ["until: expiry"] if name == "expiry" else []
        more = ["flags: 0"] if any(slot.struct in ruby.RAW_FLAGS for slot in method.slots) else []
        hashed = ["**options"] if any(slot.struct in ruby.HASHES for slot in method.slots) else []
        return given + named + more + hashed + (["&block"] if has_block(method) else [])

    def is_hashed(self, method, each):
        return each.is_option and any(slot.struct in ruby.HASHES for slot in method.slots)

    def type(self, method, each):
        kind = ruby.OWNERS[each.type[len("tally_"):]] if each.kind == "handle" else TYPES[each.kind]
        if each.kind == "limit" and method.short in ruby.EAGER:
            return "Integer?"
        if each.name == "path" and method.short in faces.EVERYTHING:
            return "String?"
        return f"{kind}?" if (each.is_nullable or each.default is None) and kind not in ("time", "day") else kind

    def signature(self, method, variant, result):
        given, named = [], []
        for each in variant.arguments:
            if each.kind == "callback" or self.is_hashed(method, each):
                continue
            name = self.name(method, each)
            if each.is_option and not each.is_named:
                given.append(f"?{self.type(method, each)} {ruby.POSITIONAL[name]}")
            if each.is_option or each.is_named:
                named.append(f"{'' if each.is_required else '?'}{name}: {self.type(method, each)}")
            else:
                is_given = each.is_required or variant.name.endswith("=")
                given.append(f"{'' if is_given else '?'}{self.type(method, each)} {name}")
                named += ["?until: time"] if name == "expiry" else []
        more = ["?flags: Integer"] if any(slot.struct in ruby.RAW_FLAGS for slot in method.slots) else []
        hashed = ["**option options"] if any(slot.struct in ruby.HASHES for slot in method.slots) else []
        is_required = any(each.kind == "callback" and each.is_required for each in method.arguments)
        block = f" {'' if is_required else '?'}{{ (Event) -> void }}" if has_block(method) else ""
        owner = "self." if method.owner == "tally" or method.is_static else ""
        result = "untyped" if variant.name.endswith("=") else result
        return broken(f"def {owner}{variant.name}: (", given + named + more + hashed, f"){block} -> {result}")

    # --- Comments ---

    def comment(self, method, variant):
        document = documents.of(method, self.words)
        first = f"Returns a page of `{ruby.method_name(method)}`." if variant.part == "page" else ""
        listed = {"after", "limit", "follow"} if first else {each.name for each in variant.arguments}
        rows = [row for each, text in document.parameters if each.name in listed
                for row in wrapped(f"{self.label(method, each)}:: {text}", "  ")]
        return [f"# {line}".rstrip() for line in documents.lines(document, rows, wrapped, first)]

    # --- Bodies ---

    def passed(self, method, limit):
        """The arguments of the call, in the order of the header, without its receiver."""
        for slot in method.slots:
            if slot.kind == "argument":
                each = slot.arguments[0]
                everything = method.short in faces.EVERYTHING and each.name == "path"
                yield 'path || "root"' if everything else self.converted(each, self.name(method, each))
            elif slot.kind == "flags":
                yield flags(slot.arguments) if len(slot.arguments) < 2 else "flags"
            elif slot.kind == "zero":
                yield "0"
            elif slot.kind == "rows":
                yield limit if slot.arguments else "nil"
            elif slot.kind == "options":
                yield ruby.HASHES.get(slot.struct, "options")

    def call(self, method, function=None, limit="limit"):
        short = (function or method.function).name[len("tally_"):]
        given = [f":{short}", *self.passed(method, limit)] + (["Values.milliseconds(expiry)"] if function else [])
        if has_block(method):
            return f"observing(block, {', '.join(given)})"
        if method.owner in ("feed", "snapshot", "scope") and not method.is_static:
            return f"Library.call({', '.join([given[0], 'self', *given[1:]])})"
        return f"{'Library.call' if method.owner == 'tally' or method.is_static else 'call'}({', '.join(given)})"

    def body(self, method):
        """The statements of a method, and the type of its result."""
        result = method.result
        if method.short in ruby.RESULTS:
            templates, kind = ruby.RESULTS[method.short]
            limit = "rest" if "|rest|" in "".join(templates) else "limit"
            return [each.replace("{}", self.call(method, limit=limit)) for each in templates], kind
        call, record = self.call(method), names.RECORDS.get(result.type, ("",))[0]
        if method.until:
            return [f"expiry ? {self.call(method, method.until)} : {call}", "nil"], "nil"
        if result.kind == "numbers":
            numbers = f"{call}.first({len(result.outs)})"
            return ([f"{result.record}.new(*{numbers})"], result.record) if result.record else (
                [numbers], f"[{', '.join('Integer' for _ in result.outs)}]")
        if result.kind == "text and record":
            return [f"text, record, = {call}", "[record, text]"], f"[{record}, String]"
        if result.kind == "text" and method.short in methods.TEXT_BYTES:
            return [f"{call}.first.force_encoding(Encoding::UTF_8)"], "String"
        listed = f"Library::List[{record}]"
        return {"nothing": ([call, "nil"], "nil"), "status": ([call], "Integer"), "token": ([call], "Integer"),
                "number": ([f"{call}.first"], "Integer"), "text": ([f"{call}.first"], "String"),
                "bytes": ([f"{call}.first"], "String"), "record": ([f"{call}.first"], record),
                "list": ([f"{call}.first"], listed), "row": ([f"{call}.first.first"], record),
                "page": ([f"{call}.first"], listed)}[result.kind]

    def others(self, method, variant):
        """The arguments of the method for a page, as the method for all rows passes them on."""
        return [f"{self.name(method, each)}: {self.name(method, each)}" if each.is_named else self.name(method, each)
                for each in variant.arguments]

    def one(self, method, variant):
        """The lines of a method, and its signature."""
        statements, kind = self.body(method)
        if variant.part == "all":
            statements = [f"{method.page}({', '.join(self.others(method, variant) + ['limit: nil'])})"]
        elif variant.part == "whole":
            after = next(each for each in method.arguments if each.name == "after")
            last = ["after: after", "limit: limit"] if after.is_named else ["after", "limit"]
            page = f"{method.page}({', '.join(self.others(method, variant) + last)})"
            row = re.fullmatch(r"Library::List\[(\w+)\]", kind)[1]
            statements, kind = [f"Pages.new {{ |after, limit| {page} }}"], f"Pages[{row}]"
        for slot in method.slots if variant.part in ("one", "page") else []:
            if slot.kind == "flags" and len(slot.arguments) > 1:
                statements = [f"flags = {flags(slot.arguments)}"] + statements
            if slot.kind == "options" and slot.struct not in ruby.HASHES:
                given = [f"{each.name}: {self.name(method, each)}" for each in slot.arguments]
                given += ["flags: flags"] if slot.struct in ruby.RAW_FLAGS else []
                made = f"options = Library::Options.{slot.struct[len('tally_'):]}("
                statements = broken(made, given, ")") + statements
        if any(self.name(method, each) == "expiry" for each in variant.arguments):
            statements = [UNTIL] + statements
        owner = "self." if method.is_static else ""
        disabled = " # rubocop:disable Style/OptionalBooleanParameter" if any(
            each.default is True for each in variant.arguments) else ""
        given = self.parameters(method, variant.arguments)
        head = broken(f"def {owner}{variant.name}(", given, ")") if given else [f"def {owner}{variant.name}"]
        head[-1] += disabled
        inner = [f"  {row}" for line in statements for row in long(line)]
        lines = [*self.comment(method, variant), *head, *inner, "end"]
        return lines, self.signature(method, variant, kind)

    # --- Files ---

    def file(self, owners):
        lines, signatures = [], {}
        for owner in owners:
            body = []
            if owner == "engine":
                text, signature = self.constructor()
                body, signatures["engine"] = ["", *text], signature
            for method in faces.chosen(self.header, owner, ruby.BY_HAND):
                for variant in faces.variants(method, ruby.method_name(method), ruby.EAGER):
                    text, signature = self.one(method, variant)
                    body += [""] + text
                    signatures.setdefault(owner, []).extend(signature)
            lines += body
        if owners[0] == "tally":
            begin = "  class << self"
        else:
            begin = f"  class {ruby.OWNERS[owners[0]]}" + (" < Room" if owners[0] in methods.GROUPS else "")
        inner = [f"    {line}".rstrip() for line in lines[1:]]
        return ruby_file([begin, *inner, "  end"]), signatures

    def operations(self):
        """The operations of batches, and their signatures by classes."""
        lines, signatures = [], {}
        for name, (where, kind) in ruby.OPERATIONS.items():
            lines += [f"  class {name}"]
            for each in methods.operations(self.header):
                if each.is_of_badges if where else each.name != "get":
                    text, signature = self.operation(each, where, kind)
                    lines += [f"    {line}".rstrip() for line in text] + [""]
                    signatures.setdefault(name, []).extend(signature)
            lines[-1:] = ["  end", ""]
        return ruby_file(lines[:-1]), signatures

    def operation(self, each, where, kind):
        method, op = each.method, each.constant.name[len("TALLY_"):]
        arguments = [argument for argument in method.arguments if not argument.is_option
                     and (argument.kind != "flag" or not each.options)]
        own = {argument.name: self.name(method, argument) for argument in arguments}
        defined, types = [], []
        for argument in arguments:
            name, type_ = own[argument.name], self.type(method, argument)
            is_flag, is_given = argument.kind == "flag", argument.is_required
            defined.append(f"{name}: false" if is_flag else name if is_given else f"{name} = {self.default(argument)}")
            types.append(f"?{name}: bool" if is_flag else f"{'' if is_given else '?'}{type_} {name}")
            own[argument.name] = self.converted(argument, name) if argument.kind == "enum" else name
        has_end = "expiry" in own.values()
        if has_end:
            defined, types = defined + ["until: expiry"], types + ["?until: time"]
        if where:
            defined[0], types[0], own["path"] = where, f"{kind} {where}", where
        values = {member: own[name] for name, member in each.members.items() if name in own}
        positional = [values.pop("path", "nil"), values.pop("value", "0"), values.pop("until", "nil")]
        while positional and positional[-1] in ("nil", "0"):
            positional.pop()
        named = [f"{member}: {name}" for member, name in values.items()]
        if each.options:
            defined, types = defined + ["**options"], types + ["**option options"]
            struct = f"{each.options}_options"
            named += [f"{each.options}: " + ruby.HASHES.get(f"tally_{struct}", f"Library::Options.{struct}(**options)")]
        else:
            named += [f"flags: {flags(slot.arguments)}" for slot in method.slots if slot.kind == "flags"]
        comment = f"# Appends an operation that does what {self.words.function(method.short)} does."
        body = long(f"append({', '.join([op, *positional, *named])})")
        body = [UNTIL] * has_end + body
        return ([comment, f"def {each.name}({', '.join(defined)})", *[f"  {row}" for row in body], "end"],
                [f"def {each.name}: ({', '.join(types)}) -> self"])

    def constructor(self):
        """The constructor of an engine, which has all options, and its signature."""
        method = next(each for each in methods.all(self.header) if each.short == "engine_open")
        members = list(methods.options(self.header, "tally_engine_options", {"file"}, False))
        members.sort(key=lambda each: each.name != "file")
        own = [each for each in members if each.kind == "flag"]
        values = [each for each in members if each.kind not in ("flag", "callback")]
        made = methods.dataclasses.replace(method, arguments=members)
        given = ["path = nil", "file: path"]
        given += [*[f"{each.name}: {self.default(each)}" for each in members[1:]], "flags: 0"]
        hashed = ["file: file&.to_s"] + [f"{each.name}: {self.converted(each, each.name)}" for each in values[1:]]
        types = [f"?{each.name}: {ruby.CALLBACKS.get(each.name) or self.type(made, each)}" for each in members[1:]]
        types = ["?_Path? path", "?file: _Path?", *types, "?flags: Integer"]
        body = [*broken("flags |= ", flag_pieces(own), ""), *broken("options = { ", hashed, " }"),
                "start(options, flags, clock: clock, log: log, zone_file: zone_file)"]
        comment = self.comment(made, faces.Variant("initialize", members, "one"))
        lines = [*comment, *broken("def initialize(", given, ")"), *[f"  {row}" for row in body], "end"]
        return lines, broken("def initialize: (", types, ") -> void")

    def options(self):
        """The functions that make the Hash of a structure of options."""
        lines = []
        for struct in names.OPTIONS:
            if struct in ruby.HASHES or struct == "tally_batch_options":
                continue
            members = faces.options(self.header, struct)
            own = [each for each in members if each.kind == "flag"]
            raw = struct in ruby.RAW_FLAGS
            given = [f"{each.name}: {self.default(each)}" for each in members] + (["flags: 0"] if raw else [])
            hashed = [f"{each.name}: {self.converted(each, each.name)}" for each in members
                      if each not in own]
            if own:
                first, *rest = flag_pieces(own)
                hashed[:0] = [f"flags: {'flags | ' if raw else ''}{first}", *rest]
            lines += ["", f"# {self.words.text(names.OPTIONS[struct][1])}",
                      *broken(f"def {struct[len('tally_'):]}(", given, ")"),
                      *[f"  {row}" for row in broken("{ ", hashed, " }")], "end"]
        inner = [f"      {line}".rstrip() for line in lines]
        return ruby_file(["  module Library # :nodoc:", "    module Options", "      module_function", *inner,
                          "    end", "  end"])


def has_block(method):
    """Whether the function calls back; options with functions do not count."""
    return any(slot.kind == "callback" for slot in method.slots)


def flag_pieces(arguments):
    """The summands of flags, each with the operator behind it."""
    made = [f"Values.flag({each.name}, {each.constant[len('TALLY_'):]})" for each in arguments]
    return [f"{each} |" for each in made[:-1]] + made[-1:]


def flags(arguments):
    return " ".join(flag_pieces(arguments)) or "0"


def wrapped(text, indent=""):
    return textwrap.wrap(text, 112, break_on_hyphens=False, break_long_words=False, subsequent_indent=indent)


def broken(begin, pieces, end):
    """A call, or a Hash: in one line if it fits, else with its pieces in lines below its first one."""
    one = f"{begin}{', '.join(pieces)}{end}".replace("|, ", "| ")
    if len(one) <= WIDTH - 6:
        return [one]
    lines, row = [], begin
    for number, piece in enumerate(pieces):
        piece += "" if piece.endswith("|") else "," if number + 1 < len(pieces) else end
        if row != begin and len(row) + len(piece) + 1 > WIDTH - 6:
            lines.append(row.rstrip())
            row = " " * len(begin) + piece
        else:
            row += piece if row == begin else f" {piece}"
    return lines + [row]


def long(line):
    """A statement in lines that fit, or the line of one."""
    if len(line) <= WIDTH - 6:
        return [line]
    block = re.fullmatch(r"Pages\.new \{ \|after, limit\| (.*) \}", line)
    if block:
        return ["Pages.new do |after, limit|", f"  {block[1]}", "end"]
    found = re.fullmatch(r"(.*?\()(.*)(\).*)", line)
    return broken(found[1], found[2].split(", "), found[3]) if found else [line]


def ruby_file(lines):
    return "\n".join(["# frozen_string_literal: true", "", f"# {NOTICE}", "", "module Tally", *lines, "end", ""])


def emit_files(header):
    emitter, files, signatures = Emitter(header), {}, {}
    for name, owners in FILES.items():
        files[f"lib/tally/methods/{name}.rb"], found = emitter.file(owners)
        signatures.update(found)
    files["lib/tally/methods/options.rb"] = emitter.options()
    files["lib/tally/methods/operations.rb"], found = emitter.operations()
    signatures.update(found)
    lines = [f"# {NOTICE}", "", "module Tally"]
    for owner, rows in signatures.items():
        if owner in ("tally", "paths"):
            lines += [f"  {row}" for row in rows]
        else:
            lines += ["", f"  class {ruby.OWNERS.get(owner, owner)}", *[f"    {row}" for row in rows], "  end"]
    files["sig/tally/methods.rbs"] = "\n".join([*lines, "end", ""])
    return files
