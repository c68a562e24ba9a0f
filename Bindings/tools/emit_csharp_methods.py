"""The methods of C#: parts of the classes whose other parts are written by hand, and the classes of an account's groups
of methods."""

import re

import csharp_words as csharp
import documents
import methods
from emit_csharp import SCALARS, module
from emit_csharp_types import number
from generate import packed

OUTPUT = "csharp/dev.tally/Runtime/Generated"
TYPES = {"path": "string", "text": "string", "file": "string", "data": "byte[]", "bool": "bool", "flag": "bool",
         "until": "DateTimeOffset?", "time": "DateTimeOffset?", "duration": "TimeSpan", "key": "long",
         "keys": "params long[]", "style": "Style", "callback": "Action<TallyEvent>", "limit": "int"}
PASSED = {"path": "Text.Utf8({})", "text": "Text.Utf8({})", "file": "Text.Utf8({})", "bool": "{} ? 1 : 0",
          "data": "{0}, Text.Size({0})", "keys": "{0}, Text.Size({0})", "until": "Times.Milliseconds({})",
          "time": "Times.Milliseconds({})", "duration": "Times.Milliseconds({})", "enum": "(int){}",
          "style": "memory.Add({})", "callback": "callback, data, null"}
GROUPS = ("messages", "groups", "outbox", "reminders", "feeds")
# The handle of each object, and what its functions are called with. A call of an engine is counted.
RECEIVERS = {"engine": ["call.Engine"], "account": ["Handle"], "node": ["account.Handle", "handle"],
             "feed": ["Handle"], "snapshot": ["Handle"], "scope": ["Handle"], "tally": []}
# How a handle becomes an object, from its pointer.
MADE = {"tally_account": "new Account(this, made)", "tally_feed": "new Feed({account}, made)",
        "tally_snapshot": "new Snapshot(made)"}
# The names of the files of classes, and those that need no object.
FILES = {"engine": "EngineMethods", "account": "AccountMethods", "node": "NodeMethods", "feed": "FeedMethods",
         "snapshot": "SnapshotMethods", "scope": "ScopeMethods", "tally": "LibraryMethods", "paths": "PathMethods"}
USING = ("System", "System.Collections.Generic")
FILLING = "(byte[] buffer, UIntPtr capacity, out UIntPtr size) =>"


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, csharp.Words(header)

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    def record(self, struct):
        return csharp.record(struct)

    # --- Signatures ---

    def type(self, each):
        if each.kind == "enum":
            return csharp.pascal(each.type)
        if each.kind == "handle":
            return csharp.OWNERS[each.type[len("tally_"):]]
        kind = TYPES.get(each.kind) or {"size_t": "int"}.get(each.type) or SCALARS[each.type]
        return f"{kind}?" if each.kind == "duration" and not each.is_required else kind

    def default(self, method, each):
        if each.is_required or (method.short, each.name) in csharp.WITHOUT_DEFAULT:
            return ""
        if each.default is None or each.kind == "duration":
            return " = null"
        value = each.default
        text = f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else value
        return f" = {text}"

    def parameters(self, method, arguments):
        """Triples of a declaration, the name, and the argument or slot: first those that are required."""
        required, optional, options = [], [], []
        for slot in method.slots:
            if slot.kind == "options":
                is_required, name = slot.struct in csharp.REQUIRED, csharp.camel(slot.name)
                declared = f"{csharp.options(slot.struct)} {name}" + ("" if is_required else " = null")
                (required if is_required else options).append((declared, name, slot))
        given = []
        for each in arguments:
            if not each.is_option and not (each.kind == "flag" and any(
                    slot.kind == "options" and each in slot.arguments for slot in method.slots)):
                name = self.name(method, each)
                entry = (f"{self.type(each)} {name}{self.default(method, each)}", name, each)
                (given if each.is_required else optional).append(entry)
        return given + required + options + optional

    def result(self, method):
        result = method.result
        if method.short in csharp.PAIRS:
            return csharp.PAIRS[method.short][0]
        if result.kind == "number":
            return number(*result.outs[0][1:])[0]
        kind = self.record(result.type) if result.type else ""
        return {"nothing": "void", "status": "Status", "text": "string", "bytes": "byte[]", "record": kind,
                "list": f"IReadOnlyList<{kind}>", "row": kind, "page": f"Page<{kind}>", "token": "Subscription",
                "made": csharp.OWNERS.get(result.type[len("tally_"):], "")}[result.kind]

    def comment(self, method, parameters, first=""):
        document = documents.of(method, self.words)
        texts = {self.name(method, each): text for each, text in document.parameters if not each.is_option}
        rows = []
        for _, name, each in parameters:
            text = texts.get(name, "")
            if isinstance(each, methods.Slot):
                text = documents.slot_text(method, each, self.words) or (
                    "the members that are set" if each.struct in csharp.REQUIRED else "null: all defaults")
            if text:
                rows.append((f'param name="{name.removeprefix("@")}"', csharp.sentence(text)))
        returns = document.returns.removeprefix("Returns ")
        if returns and not first and method.result.kind not in ("nothing", "page"):
            rows.append(("returns", csharp.sentence(returns)))
        if document.errors:
            rows.append(('exception cref="TallyException"', csharp.sentence(document.errors)))
        more = " ".join(f"{label} {text.rstrip('.')}." for label, text in [
            ("Threads:", document.threads), ("Cost:", document.cost)] if text)
        details = [] if first else [*document.details, *([more] if more else [])]
        return csharp.comment(first or document.summary, "        ", details, rows)

    # --- Bodies ---

    def receiver(self, method):
        if method.is_static or method.owner == "tally":
            return []
        return ["account.Handle"] if method.group else RECEIVERS[method.owner]

    def passed(self, method, until=False):
        """The arguments of the call, in the order of the header."""
        yield from self.receiver(method)
        for slot in method.slots:
            each = slot.arguments[0] if slot.arguments else None
            if slot.kind == "flags":
                bits = {flag.name: flag for flag in self.header.constants}
                yield " | ".join(f"({self.name(method, flag)} ? {bits[flag.constant].value}u : 0u)"
                                 for flag in slot.arguments) or "0"
            elif slot.kind == "zero":
                yield "0"
            elif slot.kind == "options":
                yield f"memory.Add({csharp.camel(slot.name)})"
            elif slot.kind == "rows":
                yield "ref rows"
            elif each and each.kind == "handle":
                name = self.name(method, each)
                yield f"AccountHandle.Of({name})" if each.is_nullable else f"Calls.Given({name}, nameof({name})).Handle"
            elif each and each.name == "after":
                yield "from"
            elif each:
                given = PASSED.get(each.kind, "(UIntPtr)(uint){}" if each.type == "size_t" else "{}")
                given = given.replace("{}", "{}, -1") if each.kind == "duration" and not each.is_required else given
                yield given.format(self.name(method, each))
        if until:
            yield "Times.Milliseconds(until)"

    def call(self, method, outs=(), until=None):
        function = (until or method.function).name
        return f"Native.{function}({', '.join([*self.passed(method, until is not None), *outs])})"

    def statements(self, method):
        result = method.result
        if method.short in csharp.PAIRS:
            return self.pair(method)
        if result.kind in ("nothing", "status"):
            begin = "return " if result.kind == "status" else ""
            if method.until:
                return [f"if (until == null) {begin}Calls.Check({self.call(method)});",
                        f"else {begin}Calls.Check({self.call(method, until=method.until)});"]
            return [f"{begin}Calls.Check({self.call(method)});"]
        if result.kind == "number":
            name, kind, c_type = result.outs[0]
            out = csharp.camel(name) + "Out"
            return [f"Calls.Check({self.call(method, [f'out {SCALARS[c_type]} {out}'])});",
                    f"return {number(kind, c_type)[1].format(out)};"]
        if result.kind == "bytes" or method.short in methods.TEXT_BYTES:
            way = "Bytes" if result.kind == "bytes" else "LongString"
            return [f"return Calls.{way}((ref NativeBytes bytes) => {self.call(method, ['ref bytes'])});"]
        if result.kind == "text":
            return [f"return Calls.String({FILLING} {self.call(method, ['buffer', 'capacity', 'out size'])});"]
        if result.kind == "made":
            made = MADE[result.type].format(account="account" if method.group else "this")
            return [f"Calls.Check({self.call(method, ['out IntPtr made'])});", f"return {made};"]
        if result.kind == "token":
            return ["return Register(listener, (EventCallback callback, IntPtr data, out ulong token) => "
                    f"{self.call(method, ['out token'])});"]
        return self.structured(method)

    def pair(self, method):
        """The statements of a call that fills a structure, and gives a text or rows besides. Each attempt fills it again."""
        name, _, struct, properties = csharp.PAIRS[method.short]
        native, row = csharp.native(struct), csharp.native(method.result.type)
        is_list = method.result.kind == "list"
        call = self.call(method, ["ref result"] if is_list else ["ref result", "buffer", "capacity", "out size"])
        begin = "Lists.Whole((ref NativeRows rows) =>" if is_list else f"Calls.String({FILLING}"
        end = f"}}, ({row} at, byte[] text) => new {self.record(method.result.type)}(at, text));" if is_list else "});"
        kind = f"IReadOnlyList<{self.record(method.result.type)}>" if is_list else "string"
        return [f"var result = new {native}();", f"{kind} found = {begin}", "{",
                f"    result = new {native} {{ struct_size = Memory.SizeOf<{native}>() }};", f"    return {call};", end,
                f"return new {name}({', '.join(value for _, _, _, value in properties)});"]

    def structured(self, method):
        """The statements of a call that fills structures."""
        result, record = method.result, self.record(method.result.type)
        native = csharp.native(result.type)
        if result.kind == "record":
            sized = any(each.name == "struct_size" for each in self.header.struct(result.type).members)
            made = f"new {native} {{ struct_size = Memory.SizeOf<{native}>() }}" if sized else f"new {native}()"
            if result.text_member:
                call = self.call(method, ["ref result", "buffer", "capacity", "out size"])
                return [f"var result = {made};", f"string text = Calls.String({FILLING} {call});",
                        f"return new {record}(result, text);"]
            return [f"var result = {made};", f"Calls.Check({self.call(method, ['ref result'])});",
                    f"return new {record}(result, null);"]
        way = {"page": "Page(after, limit, (byte[] from, ", "list": "Whole((", "row": "One(("}[result.kind]
        way = "Lease(limit, (" if method.short == "outbox_lease" else way
        return [f"return Lists.{way}ref NativeRows rows) => {self.call(method)}, "
                f"({native} at, byte[] text) => new {record}(at, text));"]

    def body(self, method):
        lines = [row for line in self.statements(method) for row in broken(line)]
        if any(slot.kind == "options" or (slot.arguments and slot.arguments[0].kind == "style") for slot in method.slots):
            lines = ["using (var memory = new Memory())", "{", *[f"    {line}" for line in lines], "}"]
        if method.owner == "engine" and not method.is_static:
            lines = ["using (EngineHandle.Call call = Handle.Enter())", "{", *[f"    {line}" for line in lines], "}"]
        return lines

    # --- Methods ---

    def declared(self, method, name, kind, parameters):
        static = "static " if method.is_static or method.owner == "tally" else ""
        pieces = [f"{text}," for text, _, _ in parameters]
        pieces = pieces[:-1] + [pieces[-1][:-1] + ")"] if pieces else [")"]
        return packed(pieces, "            ", first=f"        public {static}{kind} {name}(")

    def method(self, method):
        name = csharp.SPELLING.method(method).rpartition(".")[2]
        if not method.page:
            return self.one(method, name, method.arguments)
        page = csharp.pascal(method.page)
        whole = [each for each in method.arguments if each.name not in ("after", "limit", "follow")]
        return self.whole(method, name, page, whole) + [""] + self.one(
            method, page, method.arguments, f"Returns a page of `{name}`.")

    def one(self, method, name, arguments, first=""):
        parameters = self.parameters(method, arguments)
        return [*self.comment(method, parameters, first), *self.declared(method, name, self.result(method), parameters),
                "        {", *[f"            {line}" for line in self.body(method)], "        }"]

    def whole(self, method, name, page, arguments):
        """The method for all rows of a list."""
        parameters, row = self.parameters(method, arguments), self.record(method.result.type)
        given = ", ".join([*[spelled for _, spelled, _ in parameters], "after: after"])
        call = f"return Lists.All(after => {page}({given}));"
        return [*self.comment(method, parameters),
                *self.declared(method, name, f"IEnumerable<{row}>", parameters),
                "        {", *[f"            {line}" for line in broken(call)], "        }"]

    # --- Files ---

    def chosen(self, owner):
        for each in methods.all(self.header):
            of = each.group or each.owner
            if of == owner and each.short not in csharp.BY_HAND and not each.without_end and (
                    not each.is_custom or each.short in csharp.GENERATED):
                yield each

    def file(self, owner, declaration, fields=()):
        lines = [f"    {declaration}", "    {", *[f"        {line}".rstrip() for line in fields]]
        for each in self.chosen(owner):
            lines += ["", *self.method(each)] if lines[-1] != "    {" else self.method(each)
        return module(lines + ["    }"], USING)


def pairs():
    """The classes of results of two parts."""
    lines = []
    for name, said, _, properties in csharp.PAIRS.values():
        lines += ["", *csharp.comment(said, "    "), f"    public sealed class {name}", "    {"]
        given = ", ".join(f"{kind} {csharp.camel(each)}" for kind, each, _, _ in properties)
        lines += [f"        internal {name}({given})", "        {",
                  *[f"            {each} = {csharp.camel(each)};" for _, each, _, _ in properties], "        }"]
        for kind, each, text, _ in properties:
            lines += ["", *csharp.comment(text, "        "), f"        public {kind} {each} {{ get; }}"]
        parts = [f"{each} = [{{string.Join(\", \", {each})}}]" if kind.startswith("IReadOnlyList") else f"{each} = {{{each}}}"
                 for kind, each, _, _ in properties]
        lines += ["", "        /// <summary>The members with their values.</summary>",
                  "        public override string ToString() =>",
                  f"            $\"{name} {{{{ {', '.join(parts)} }}}}\";"]
        lines.append("    }")
    return module(lines, ("System.Collections.Generic",))


def broken(line):
    """A statement in lines of a common width."""
    if len(line) <= 104:
        return [line]
    lines = packed(re.split(r"(?<=,) (?!UIntPtr capacity|out UIntPtr size|IntPtr data|out ulong token|byte\[\] text)|(?<==>) ",
                           line), "    ", 106, first=" ")
    return [lines[0].lstrip(), *lines[1:]]


def emit_files(header):
    emitter, files = Emitter(header), {}
    for owner, name in FILES.items():
        kind = {"tally": "static partial class TallyLibrary", "paths": "static class TallyPath"}.get(
            owner, f"sealed partial class {csharp.OWNERS.get(owner)}")
        declaration = f"public {kind}"
        files[f"{name}.cs"] = emitter.file(owner, declaration)
        if owner == "paths":
            files[f"{name}.cs"] = files[f"{name}.cs"].replace(
                f"    {declaration}", "    /// <summary>Paths as texts: these functions need no engine.</summary>\n"
                f"    {declaration}")
    for group in GROUPS:
        name = csharp.OWNERS[group]
        said = f"    /// <summary>The methods of an account about its {group}.</summary>"
        files[f"{name}.cs"] = emitter.file(group, f"public sealed partial class {name}", [
            "private readonly Account account;", "", f"internal {name}(Account account)", "{",
            "    this.account = account;", "}"]).replace("    public sealed", f"{said}\n    public sealed", 1)
    return {**files, "Results.cs": pairs()}
