"""The observers of Java: the class from which Scope derives. It registers listeners, and knows the library's callbacks."""

import re

import documents
import java_words as java
import methods
import names
from emit_java_methods import HANDLE, TYPES, Emitter as Methods
from emit_java_values import file
from generate import packed
from java_forms import singular

OUTPUT = "java/src/dev/tally/ScopeMethods.java"
# Functions of which Scope has its own.
BY_HAND = {"widget_bind", "unobserve", "scope_close", "view_end"}
LISTENER = "called with each event; null: only {@link Engine#nextEvent} returns the events"
REGISTERING = """
    /**
     * Registers what the library gives a token for.
     *
     * @param listener called with its events; null: none
     * @param registering the call
     * @return it: closing it ends it
     */
    abstract Scope.Subscription register(Consumer<Event> listener, Scope.Registering registering);"""


class Emitter:
    def __init__(self, header):
        self.methods = Methods(header)
        self.words = self.methods.words

    def parameters(self, method):
        for slot in method.slots:
            each = slot.arguments[0] if slot.arguments else None
            if slot.kind == "callback":
                yield "Consumer<Event>", "listener"
            elif each and slot.kind == "argument":
                handle = java.OWNERS[each.type[len("tally_"):]] if each.kind == "handle" else ""
                yield handle or TYPES[each.kind], self.methods.name(method, each)
        if any(slot.kind == "flags" and slot.arguments for slot in method.slots):
            yield f"{singular(names.FLAG_PARAMETERS[method.short])}...", "flags"

    def comment(self, method):
        document = documents.of(method, self.words)
        texts = {self.methods.name(method, each): text for each, text in document.parameters}
        rows = []
        for kind, name in self.parameters(method):
            text = {"listener": LISTENER, "account": texts.get("account") or "the account"}.get(name) or texts.get(name)
            if name == "flags":
                text = documents.flags_text(method, document, self.words)
            elif name == "listener" and any(each.kind == "handle" and each.is_nullable for each in method.arguments):
                text = "called with each event; required"
            rows.append(f"@param {name} {text or java.PARAMETERS.get(name, 'the ' + name)}")
        errors = [f"@throws TallyException {document.errors}."] if document.errors else []
        returns = [] if method.result.kind == "nothing" else ["@return it: closing it ends it"]
        return java.comment([document.summary, *document.details, *rows, *returns, *errors], "    ")

    def body(self, method):
        function = f"Functions.{method.function.name}"
        if method.result.kind == "nothing":
            return [f"handle.call({function.replace('.tally', '::tally')});"]
        listener, passed, handle, lines = "null", ["scope"], "", []
        for slot in method.slots[1:]:
            each = slot.arguments[0] if slot.arguments else None
            if slot.kind == "callback":
                passed += ["callback", "number", "null"]
                listener = "listener"
            elif slot.kind in ("flags", "zero"):
                passed.append("Codes.bits(flags)" if each else "0")
            elif each.kind == "handle":
                name = self.methods.name(method, each)
                handle = f"Handle.useAny({name} == null ? null : {name}.handle, " if each.is_nullable else \
                    f"{name}.handle.use("
                passed.append("at")
            else:
                passed.append(self.methods.name(method, each))
                lines.append(f"Calls.text({self.methods.name(method, each)});")
        call = f"{function}({', '.join([*passed, 'token'])})"
        made = f"register({listener}, (scope, callback, number, token) -> {call})"
        return [*lines, f"return {handle}at -> {made});" if handle else f"return {made};"]

    def method(self, method):
        pieces = [f"{kind} {name}," for kind, name in self.parameters(method)]
        pieces = pieces[:-1] + [pieces[-1][:-1] + ") {"] if pieces else [") {"]
        kind = "void" if method.result.kind == "nothing" else "Scope.Subscription"
        lines = ["", *self.comment(method), *packed(
            pieces, "        ", first=f"    public {kind} {java.SPELLING.method(method)}(")]
        for line in self.body(method):
            lines += packed(re.split(r"(?<=->) ", line), "            ", first="        ")
        return [*lines, "    }"]


def emit(header):
    emitter = Emitter(header)
    chosen = [each for each in methods.all(header) if each.owner == "scope" and each.short not in BY_HAND]
    lines = ["/** The methods of Scope that follow from tally.h. */", "abstract class ScopeMethods {",
             *[f"    {line.format('Scope')}".rstrip() for line in HANDLE], *REGISTERING.split("\n")]
    return file([*lines, *[row for each in chosen for row in emitter.method(each)], "}"])
