"""The methods of C++: classes from which those written by hand derive, functions without an object, and what defines
them behind all classes."""

import cpp_words as cpp
import documents
import methods
import names
from emit_cpp import READ, file
from generate import packed

OUTPUT = "cpp/tally"
CLASSES = ("snapshot", "node", "feed", "account", "scope", "engine")
TEXT = ("std::string_view", "std::optional<std::string_view>")
PARAMETERS = {"path": TEXT, "text": TEXT, "file": TEXT, "data": ("bytes_view", "bytes_view"), "bool": ("bool", ""),
              "keys": ("const std::vector<std::int64_t> &", ""), "style": ("", "const std::optional<style> &"), "badge": ("const tally::badge &", ""),
              "callback": ("", "event_callback"), "until": ("time_point", "time_point"),
              "duration": ("milliseconds", "std::optional<milliseconds>")}
PASSED = {"path": "detail::c_text({})", "text": "detail::c_text({})", "file": "detail::c_text({})",
          "data": "{0}.data(), {0}.size()", "keys": "{0}.data(), {0}.size()", "style": "detail::c_style({})", "badge": "detail::c_badge({})",
          "enum": "detail::raw({})", "until": "detail::raw({})", "handle": "detail::handle({})", "flags": "detail::raw({})"}
BUFFER = "[&](char *b, std::size_t n, std::size_t *l)"


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, cpp.Words(header)

    # --- Declarations ---

    def parameter(self, method, slot):
        """The type, the name and the default of a slot, or None."""
        if slot.kind == "flags" and slot.arguments:
            kind = names.FLAG_PARAMETERS[method.short]
            return f"{kind} ", "flags", f"{cpp.FLAGS.get(method.short, '{}')}"
        if slot.kind == "options":
            required = any(each.is_required for each in slot.arguments) or slot.struct in cpp.REQUIRED
            return f"const tally::{slot.struct[6:]} &", slot.name, None if required else "{}"
        if not slot.arguments or slot.kind == "flags":
            return None
        each = slot.arguments[0]
        name, default = self.words.argument(method.short, each.name), None
        if each.kind == "limit":
            return "std::size_t ", name, str(each.default)
        if each.kind == "handle" and each.is_nullable:
            return f"const tally::{each.type[6:]} *", name, None
        if each.kind == "handle":
            return f"{'' if method.owner == 'snapshot' and each.type == 'tally_account' else 'const '}tally::{each.type[6:]} &", \
                name, None
        kind = PARAMETERS.get(each.kind, (f"tally::{each.type}" if each.kind == "enum" else f"std::{each.type}",) * 2)
        kind = kind[each.is_nullable or each.default == -1]
        if not each.is_required:
            default = "TALLY_LIMIT_KEEP" if (each.kind, each.default) == ("integer", -1) else "nullptr" if \
                each.kind == "callback" else "forever" if each.kind == "until" else "{}" if \
                each.kind in ("data", "enum") else "std::nullopt" if each.default in (None, -1) else \
                f'"{each.default}"' if isinstance(each.default, str) else str(each.default).lower()
        return kind + ("" if kind.endswith("&") else " "), name, default

    def parameters(self, method, with_defaults):
        listed, optional = [], with_defaults
        for slot in reversed(method.slots):
            made = self.parameter(method, slot)
            if made:
                kind, name, default = made
                optional = optional and default is not None
                listed.append(f"{kind}{name}" + (f" = {default}" if optional else ""))
        return listed[::-1]

    def result(self, method):
        result = method.result
        kind = cpp.type_name(result.type)
        if result.kind in ("record", "text and record", "made"):
            return f"tally::{kind}"
        if result.kind == "number":
            return f"std::{result.outs[0][2]}"
        return {"nothing": "void", "status": "tally::status", "text": "std::string", "bytes": "bytes", "token": "token",
                "list": f"std::vector<tally::{kind}>", "row": f"tally::{kind}", "page": f"page<tally::{kind}>"}[result.kind]

    def is_const(self, method):
        kind = method.result.kind
        if method.owner == "tally" or method.is_static or method.short in cpp.NOT_CONST:
            return False
        return method.short in cpp.CONST.get(kind, ()) or kind in (
            "text", "bytes", "record", "text and record", "list", "row", "page") or method.short == "snapshot_take"

    def declaration(self, method, indent):
        name, result = cpp.SPELLING.method(method), self.result(method)
        is_read = method.owner == "tally" or method.result.kind == "made" or self.is_const(method)
        first = "[[nodiscard]] " if is_read and result != "void" and method.short not in cpp.DISCARDED else ""
        first += "static " if method.is_static else ""
        return [*self.comment(method, indent), *self.signature(
            f"{indent}{first}{result} {name}(", self.parameters(method, True), " const;" if self.is_const(method) else ";")]

    def signature(self, first, parameters, last):
        pieces = [f"{each}," for each in parameters]
        pieces = pieces[:-1] + [pieces[-1][:-1] + f"){last}"] if pieces else [f"){last}"]
        return packed(pieces, " " * (len(first.lstrip()) + len(first) - len(first.lstrip())), first=first)

    def comment(self, method, indent):
        document = documents.of(method, self.words)
        shown = {made[1] for made in (self.parameter(method, slot) for slot in method.slots) if made}
        rows = [f"@param {name} {text}" for name, text in (
            (self.words.argument(method.short, each.name), text) for each, text in document.parameters) if name in shown]
        flags = documents.flags_text(method, document, self.words)
        rows += [f"@param flags {flags}"] if flags else []
        ends = [f"@returns {document.returns.removeprefix('Returns ')}" if document.returns else "",
                f"@throws error {document.errors}." if document.errors else "",
                f"Threads: {document.threads}." if document.threads else "",
                f"Cost: {document.cost}." if document.cost else ""]
        paragraphs = [document.summary, "\n".join(rows), *document.details, "\n".join(filter(None, ends))]
        return cpp.comment([each for each in paragraphs if each], indent)

    # --- Definitions ---

    def call(self, method, outs):
        """The call of the header's function. outs: what is passed for what comes out."""
        given = {"node": "account_.get(), value_", "tally": ""}.get(method.owner, "native()")
        passed = ["" if method.is_static else given]
        for slot in method.slots:
            made = self.parameter(method, slot)
            if slot.kind == "options":
                passed.append(f"detail::c_{slot.struct[6:]}({slot.name})")
            elif slot.kind in ("zero", "flags") and not slot.arguments:
                passed.append("0")
            elif slot.kind == "callback":
                passed.append("function, data, release")
            elif slot.kind == "rows":
                passed.append("rows")
            elif made and method.result.kind == "page" and made[1] == "after":
                passed.append("behind")
            elif made:
                each = slot.arguments[0]
                form = PASSED["flags"] if slot.kind == "flags" else PASSED.get(each.kind, "{}")
                if each.kind == "duration":
                    form = "detail::limit({})" if "optional" in made[0] else "detail::raw({})"
                passed.append(form.format(made[1]))
        return f"{method.function.name}({', '.join(each for each in passed + outs if each)})"

    def body(self, method):
        kind, record = method.result.kind, method.result.type
        if kind in ("nothing", "status"):
            return [f"{'return ' if kind == 'status' else ''}detail::check({self.call(method, [])});"]
        if kind == "number":
            return [f"{self.result(method)} result = 0;", f"detail::check({self.call(method, ['&result'])});",
                    "return result;"]
        is_allocated = any(each.type.name == "tally_bytes" for each in method.function.parameters)
        if kind in ("text", "bytes") and is_allocated:
            return [f"return detail::copied<{self.result(method)}>([&](tally_bytes *out) {{",
                    f"    return {self.call(method, ['out'])};", "});"]
        if kind == "text":
            return [f"return detail::text({BUFFER} {{", f"    return {self.call(method, ['b', 'n', 'l'])};", "});"]
        if kind == "text and record" or method.result.text_member:
            return [f"auto result = detail::sized<{record}>();", f"std::string text = detail::text({BUFFER} {{",
                    f"    return {self.call(method, ['&result', 'b', 'n', 'l'])};", "});",
                    "return {result, std::move(text)};"]
        if kind == "record":
            made = f"{record} result{{}};" if record == "tally_badge" else f"auto result = detail::sized<{record}>();"
            returned = "detail::read(result)" if record in READ else "result"
            return [made, f"detail::check({self.call(method, ['&result'])});", f"return {returned};"]
        if kind == "made":
            return [f"{record} *handle = nullptr;", f"detail::check({self.call(method, ['&handle'])});",
                    f"return {self.result(method)}(handle);"]
        if kind == "token":
            return self.observing(method)
        if kind == "page" and method.short not in cpp.ONCE:
            return [f"return detail::list<tally::{record[6:]}, {record}>([&](tally_rows *rows, const char *behind) {{",
                    f"    return {self.call(method, [])};", "}, after, limit);"]
        end = "limit)" if kind == "page" else "1).entries.at(0)"
        return [f"return detail::part<tally::{record[6:]}, {record}>([&](tally_rows *rows) {{",
                f"    return {self.call(method, [])};", f"}}, {end};"]

    def observing(self, method):
        """The body: all that may throw comes before the box of the callback is made, which the library releases."""
        lines, call = ["auto *const self = native();"], self.call(method, ["out"]).replace("native()", "self")
        for slot in method.slots:
            for each in slot.arguments if slot.kind == "argument" else []:
                if each.kind in ("path", "handle"):
                    old = PASSED[each.kind].format(each.name)
                    kind = "const detail::c_text" if each.kind == "path" else "auto *const"
                    lines.append(f"{kind} c_{each.name}{old.removeprefix('detail::c_text')};" if each.kind == "path"
                                 else f"{kind} c_{each.name} = {old};")
                    call = call.replace(old, f"c_{each.name}")
        return lines + ["return detail::with_token(std::move(callback), "
                        "[&](auto function, void *data, auto release, token *out) {", f"    return {call};", "});"]

    def definition(self, method):
        of = f"detail::{method.owner}_methods::" if method.owner != "tally" else ""
        head = self.signature(f"inline {self.result(method)} {of}{cpp.SPELLING.method(method)}(",
                              self.parameters(method, False), " const {" if self.is_const(method) else " {")
        lines = []
        for line in self.body(method):
            indent = "    " + " " * (len(line) - len(line.lstrip()))
            if len(indent) + len(line.lstrip()) <= 118:
                lines.append("    " + line)
            else:
                pieces = line.strip().replace(", ", ",\n").split("\n")
                lines += packed(pieces, indent + "    ", first=indent)
        return ["", *head, *lines, "}"]

    def chosen(self, owner):
        """The methods of an owner. An account has no groups."""
        return [each for each in methods.all(self.header) if each.owner == owner and not each.is_custom
                and each.short not in cpp.BY_HAND]

    def declarations(self):
        lines = [line for each in self.chosen("tally") for line in [*self.declaration(each, ""), ""]]
        lines += [*[f"class {each};" for each in CLASSES], "", "namespace detail {", ""]
        for owner in CLASSES:
            lines += [f"/// The methods of {owner} that follow from tally.h.", f"class {owner}_methods : public {owner}_holder {{",
                      "public:", f"    using {owner}_holder::{owner}_holder;", ""]
            lines += [line for each in self.chosen(owner) for line in [*self.declaration(each, "    "), ""]]
            lines[-1:] = ["};", ""]
        return lines + ["}  // namespace detail"]


def emit_files(header):
    emitter = Emitter(header)
    definitions = [line for owner in ("tally", *CLASSES) for each in emitter.chosen(owner)
                   for line in emitter.definition(each)]
    return {"methods.hpp": file("methods", ['"callbacks.hpp"'], emitter.declarations()),
            "definitions.hpp": file("definitions", ['"engine.hpp"'], definitions[1:])}
