"""The methods of the Python binding: classes from which those written by hand derive, functions without an object, and
what makes structures of options."""

import re

import documents
import faces
import methods
import names
import python_words as python
from python_layout import WIDTH, broken, module, packed, wrapped

OUTPUT = "python/tally"
# Files: what stands in them, as pairs of an owner or a group and the class that it derives from.
FILES = {
    "_engine.py": [("engine", "Counted")], "_account.py": [("account", "Handle")], "_node.py": [("node", "Resolved")],
    "_feed.py": [("feed", "Handle")], "_snapshot.py": [("snapshot", "Made")], "_scope.py": [("scope", "Observing")],
    "_rooms.py": [(group, "Room") for group in ("messages", "groups", "outbox", "reminders", "feeds")],
    "_functions.py": [("tally", "")], "_paths.py": [("paths", "")]}
HINTS = {"path": "str", "text": "str", "file": "Path", "integer": "int", "float": "float", "bool": "bool",
         "flag": "bool", "time": "Time", "until": "Until", "duration": "Interval", "day": "Day",
         "time_of_day": "TimeOfDay", "key": "int", "keys": "Union[int, Iterable[int]]", "style": "Style", "badge": "Union[Badge, BadgeEntry]",
         "callback": "EventCallback", "limit": "int", "data": "Content"}
CALLBACKS = {"clock": "Callable[[], Tuple[int, int]]", "zone_file": "Callable[[str], Optional[bytes]]",
             "log": "Log"}
# How a value becomes the library's.
CONVERTED = {"file": "os.fsencode({})", "until": "milliseconds({})", "time": "milliseconds({})",
             "duration": "exactly({})", "day": "day({})", "time_of_day": "seconds_of_day({})", "bool": "bool({})",
             "style": "style_structure({})", "badge": "badge_structure({})"}
RECEIVERS = {"engine": "self._call(call.{}", "node": "self._call(call.{}", "account": "call.{}(self",
             "feed": "call.{}(self", "snapshot": "call.{}(self", "scope": "call.{}(self", "tally": "call.{}("}


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, python.Words(header)
        self.methods = methods.all(header)
        self.values = {kind: {constant.value: short for short, constant in pairs}
                       for kind, pairs in names.kinds(header)}

    # --- Signatures ---

    def name(self, method, each):
        return self.words.argument(method.short, each.name)

    def hint(self, each, short=""):
        kind = python.CLASSES[each.type] if each.kind == "enum" else HINTS.get(each.kind, "")
        if each.kind == "handle":
            kind = python.OWNERS[each.type[len("tally_"):]]
        if each.kind == "callback" and each.name in CALLBACKS:
            kind = CALLBACKS[each.name]
        if each.kind == "data" and (each.name in python.BYTES or (short, each.name) in python.BYTES):
            kind = "bytes"
        if each.kind == "duration" and each.default is None:
            return "Duration"
        given = each.is_nullable or each.default is None
        return f"Optional[{kind}]" if given and kind not in ("Time", "Until", "Day", "TimeOfDay") else kind

    def default(self, each):
        if each.is_required:
            return ""
        value = repr(each.default)
        if each.kind == "path" and each.default:
            value = f'"{each.default}"'
        if each.kind == "enum" and each.default is not None:
            value = f"{python.CLASSES[each.type]}.{self.values[each.type][each.default]}"
        return f" = {value}"

    def parameters(self, method, arguments, raw_flags=False):
        given, named = [], []
        for each in arguments:
            text = f"{self.name(method, each)}: {self.hint(each, method.short)}{self.default(each)}"
            if method.short in faces.EVERYTHING and each.name in ("path", "subtree"):
                text = f"{each.name}: Optional[{HINTS[each.kind]}] = None"
            (named if each.is_named else given).append(text)
        if raw_flags:
            named.append("flags: int = 0")
        return given + (["*"] + named if named else [])

    def definition(self, name, parameters, result, indent, receiver="self"):
        given = ([receiver] if receiver else []) + parameters
        first = f"{indent}def {name}("
        line = f"{first}{', '.join(given)}) -> {result}:"
        if len(line) <= WIDTH:
            return [line]
        pieces = [f"{each}," for each in given]
        pieces[-1] = pieces[-1][:-1] + f") -> {result}:"
        lines, row = [], first
        for piece in pieces:
            if len(row) + len(piece) + 1 > WIDTH:
                lines.append(row)
                row = " " * len(first) + piece
            else:
                row += ("" if row == first else " ") + piece
        return lines + [row]

    # --- Documentation ---

    def docstring(self, method, arguments, indent, first=""):
        document = documents.of(method, self.words)
        wide = WIDTH + 2 - len(indent)
        listed = {"after", "limit", "follow"} if first else {each.name for each in arguments}
        rows = [row for each, text in document.parameters if each.name in listed
                for row in wrapped(f"{self.name(method, each)}: {text}", wide, "    ")]
        lines = documents.lines(
            document, rows, lambda text: wrapped(text, wide - 3 if text == document.summary else wide), first)
        raw = "r" if any("\\" in line for line in lines) else ""
        quoted = [f'{raw}"""{lines[0]}', *lines[1:]]
        if len(lines) == 1 and len(quoted[0]) + 3 <= wide:
            quoted[0] += '"""'
        else:
            quoted.append('"""')
        return [f"{indent}{line}" if line else "" for line in quoted]

    # --- Bodies ---

    def value(self, method, each):
        name = self.name(method, each)
        if method.short in faces.EVERYTHING and each.name == "path":
            return '"root" if path is None else path'
        return CONVERTED.get(each.kind, "{}").format(name)

    def flags(self, arguments, short=""):
        values = {"subtree": "(path is None if subtree is None else subtree)"} if short in faces.EVERYTHING else {}
        return " | ".join(f"declarations.{each.constant} * {values.get(each.name, each.name)}"
                          for each in arguments) or "0"

    def passed(self, method, until=False):
        """The arguments of the call, in the order of the header, without its receiver."""
        for slot in method.slots:
            if slot.kind == "argument":
                yield self.value(method, slot.arguments[0])
            elif slot.kind == "flags":
                yield self.flags(slot.arguments, method.short)
            elif slot.kind == "zero":
                yield "0"
            elif slot.kind == "rows":
                yield "limit" if slot.arguments else "None"
            elif slot.kind == "options":
                given = [f"{each.name}={each.name}" for each in slot.arguments]
                given += ["flags=flags"] if slot.struct in python.RAW_FLAGS else []
                yield f"{option_function(slot.struct)}({', '.join(given)})"
        if until:
            yield "milliseconds(until)"

    def call(self, method, function=None):
        short = (function or method.function).name[len("tally_"):]
        given = list(self.passed(method, until=function is not None))
        if method.owner == "scope" and any(slot.kind == "callback" for slot in method.slots):
            return f"self._observe({', '.join([f'call.{short}', 'callback', *given])})"
        receiver = RECEIVERS[method.owner] if method.group in ("", "paths") else "call.{}(self.account"
        begin = f"call.{short}(" if method.is_static else receiver.format(short)
        return begin + ("" if begin.endswith("(") or not given else ", ") + ", ".join(given) + ")"

    def result(self, method):
        """The expression of the result, and its type."""
        result, call = method.result, self.call(method)
        if method.short in python.RESULTS:
            expression, kind = python.RESULTS[method.short]
            return expression.format(call), kind
        record = names.RECORDS.get(result.type, ("",))[0]
        if result.kind == "text" and method.short in methods.TEXT_BYTES:
            return f"{call}[1].decode()", "str"
        if result.kind == "token":
            return call, "int"
        if method.is_static:
            return f"cls({call}[1])", "Self"
        if result.kind == "numbers":
            return (f"{result.record}(*{call}[1:])", result.record) if result.record else (
                f"{call}[1:]", f"Tuple[{', '.join('int' for _ in result.outs)}]")
        return {"nothing": (call, "None"), "status": (call, "Status"), "number": (f"{call}[1]", "int"),
                "text": (f"{call}[1]", "str"), "bytes": (f"{call}[1]", "bytes"), "record": (f"{call}[1]", record),
                "text and record": (call, f"Tuple[{record}, str]"), "list": (f"{call}[1]", f"List[{record}]"),
                "row": (f"{call}[1][0]", record), "page": (f"{call}[1]", f"Page[{record}]")}[result.kind]

    def body(self, method):
        expression, kind = self.result(method)
        if method.result.kind == "text and record" and method.short not in python.RESULTS:
            lines = [f"_, text, {'record'} = {expression}", "return record, text"]
        elif method.result.text_member:
            call = self.call(method)
            lines = [f"_, {method.result.text_member}, record = {call}",
                     f"return record._replace({method.result.text_member}={method.result.text_member})"]
        elif method.until:
            lines = ["if until is None:", f"    {expression}", "else:", f"    {self.call(method, method.until)}"]
        else:
            lines = [expression if kind == "None" else f"return {expression}"]
        return [row for line in lines for row in broken(line)], kind

    def method(self, method, indent):
        """The lines of a method; of a list, those of the one for all rows and the one for a page."""
        name, lines = python.method_name(method), []
        body, kind = self.body(method)
        whole = [each for each in method.arguments if each.name not in ("after", "limit", "follow")]
        if method.page and method.short in python.EAGER:
            lines += self.function(method, name, whole, kind, ["after, limit = None, None", *body], indent, eager=True)
        elif method.page:
            row = re.fullmatch(r"Page\[(\w+)\]", kind)[1]
            lines += self.function(method, name, whole, f"Iterator[{row}]", self.all_pages(method), indent)
        if method.page:
            first = f"Returns a page of `{name}`."
            gap = [""] if indent else ["", ""]
            return lines + gap + self.function(method, method.page, method.arguments, kind, body, indent, first)
        return self.function(method, name, method.arguments, kind, body, indent)

    def function(self, method, name, arguments, kind, body, indent, first="", eager=False):
        lines = []
        if eager:
            body = [re.sub(r"\bafter, limit\)", "None, None)", line) for line in body[1:]]
        if method.short in python.PROPERTIES:
            lines.append(f"{indent}@property")
        if method.is_static:
            lines.append(f"{indent}@classmethod")
        raw = any(slot.struct in python.RAW_FLAGS for slot in method.slots)
        receiver = "" if method.owner == "tally" else "cls" if method.is_static else "self"
        lines += self.definition(name, self.parameters(method, arguments, raw), kind, indent, receiver)
        lines += self.docstring(method, arguments, indent + "    ", first)
        return lines + [f"{indent}    {line}" for line in body]

    def all_pages(self, method):
        after = next(each for each in method.arguments if each.name == "after")
        others = [each for each in method.arguments if each.name not in ("after", "limit", "follow")]
        if not [each for each in method.arguments if each.name not in ("after", "limit")]:
            page = f"self.{method.page}"
        else:
            named = [(self.name(method, each), each.is_named) for each in others]
            given = [f"{name}={name}" if is_named else name for name, is_named in named]
            last = ["after=after", "limit=limit"] if after.is_named else ["after", "limit"]
            receiver = "" if method.owner == "tally" else "self."
            page = f"lambda after, limit: {receiver}{method.page}({', '.join(given + last)})"
        return broken(f"return pages({page})")

    # --- Files ---

    def classes(self, what, base):
        chosen = faces.chosen(self.header, what, python.BY_HAND)
        if not base:
            return [line for each in chosen for line in ["", "", *self.method(each, "")]]
        iterated = next((each for each in chosen if python.method_name(each) == "list" and each.group), None)
        row = names.RECORDS[iterated.result.type][0] if iterated else ""
        lines = ["", "", f"class {python.OWNERS[what]}Methods({base}{f'[{row}]' if base == 'Room' else ''}):",
                 f'    """The methods of {python.OWNERS[what]} that follow from the header."""', ""]
        if base != "Room":
            lines += [f'    _kind = "{what}"', ""]
        if what == "engine":
            lines += self.init() + [""]
        if iterated:
            lines += [f"    def __iter__(self) -> Iterator[{row}]:",
                      f"        return self.list()", ""]
        for each in chosen:
            lines += self.method(each, "    ") + [""]
        return lines[:-1]

    def init(self):
        """The constructor of an engine, which has all options."""
        method = next(each for each in self.methods if each.short == "engine_open")
        options = list(methods.options(self.header, "tally_engine_options", {"file"}, False))
        file = [each for each in options if each.name == "file"]
        made = methods.dataclasses.replace(method, arguments=file + [each for each in options if each.name != "file"])
        values = [each for each in made.arguments if each.kind not in ("flag", "callback")]
        members = [f"{each.name}={option_value(each)}," for each in values]
        flags = self.flags([each for each in options if each.kind == "flag"])
        lines = self.definition("__init__", self.parameters(made, made.arguments), "None", "    ")
        lines += self.docstring(made, made.arguments, "        ")
        body = packed(members, " " * 12)
        summands = packed(flags.replace(" | ", "\n| ").split("\n"), " " * 12)
        return lines + ["        flags = (", *summands[:-1], f"{summands[-1]})", "        self._start(", *body,
                        "            flags=flags, clock=clock, log=log, zone_file=zone_file)"]

    def options(self):
        """The functions that make structures of options."""
        lines = []
        for struct in names.OPTIONS:
            if struct == "tally_batch_options":  # The method that takes it is written by hand.
                continue
            members = list(methods.options(self.header, struct, {}, True))
            flags = [each for each in members if each.kind == "flag"]
            given = [f"{each.name}: {self.hint(each)}{self.default(each)}" for each in members]
            given += ["flags: int = 0"] if struct in python.RAW_FLAGS else []
            lines += ["", ""]
            lines += self.definition(option_function(struct), ["*"] + given, f"declarations.{struct}", "", "")
            lines += [f'    """{self.words.text(names.OPTIONS[struct][1])}"""']
            values = [f"{each.name}={option_value(each)}," for each in members if each.kind != "flag"]
            if flags:
                own = "flags | " if struct in python.RAW_FLAGS else ""
                values += f"flags={own}{self.flags(flags)},".replace(" | ", "\n| ").split("\n")
            lines += ["    return structure(", *packed([f"declarations.{struct},"] + values, " " * 8)]
            lines[-1] = lines[-1].rstrip(",") + ")"
        return lines


    # --- Operations of batches ---

    def operations(self):
        """The classes from which a Batch and an Item derive."""
        lines = []
        for name, called in python.OPERATIONS.items():
            lines += ["", "", f"class {name}Operations(Operations):",
                      f'    """The operations of {called} that follow from the header."""']
            for each in methods.operations(self.header):
                if each.is_of_badges if name == "Batch" else each.name != "get":
                    lines += [""] + self.operation(each, name == "Batch")
        return lines

    def operation(self, each, is_batch):
        method, given = each.method, {name: name for name in each.members}
        kind = f"Op.{each.constant.name[len('TALLY_OP_'):]}"
        raw = any(slot.struct in python.RAW_FLAGS for slot in method.slots)
        parameters = self.parameters(method, method.arguments, raw)
        if is_batch:
            parameters = ["where: Where" if text.startswith("path:") else text for text in parameters]
            given["path"] = "where"
        members = {member: given[name] for name, member in each.members.items()}
        place, rest = members.pop("path", "None"), [members.pop(name, None) for name in ("value", "until")]
        values = [place, rest[0] or "0", rest[1] or "None"]
        while len(values) > 1 and values[-1] in ("0", "None"):
            values.pop()
        values = values if values != ["None"] else []
        values += [f"{member}={name}" for member, name in members.items()]
        values += [f"flags={self.flags(slot.arguments)}" for slot in method.slots if slot.kind == "flags"]
        values += [f"{each.options}={text}" for text in self.passed(method)
                   if each.options and text.startswith(f"{each.options}_options(")]
        body = f"return self.append({', '.join([kind, *values])})"
        return [*self.definition(each.name, parameters, "Self", "    "),
                f'        """Appends an operation that does what `{python.SPELLING.full(method)}` does."""',
                *[f"        {line}" for line in broken(body)]]


def option_value(each):
    if each.kind == "duration":
        return f"duration({each.name})"
    if each.kind == "file":
        return f"os.fsencode({each.name}) if {each.name} is not None else None"
    return CONVERTED.get(each.kind, "{}").format(each.name)


def option_function(struct):
    return struct[len("tally_"):]


def emit_files(header):
    emitter = Emitter(header)
    files = {name: module([line for what, base in classes for line in emitter.classes(what, base)])
             for name, classes in FILES.items()}
    return {**files, "_options.py": module(emitter.options()), "_operations.py": module(emitter.operations())}
