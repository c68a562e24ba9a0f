"""The operations of batches in Java: a class with a method for each kind, and the methods that append them to items."""

import re

import documents
import java_words as java
import methods
from emit_java import Layout, camel
from emit_java_values import file
from generate import packed
from java_forms import Form, component, form

OUTPUT = "java/src/dev/tally"
# The types of the arguments of operations.
TYPES = {"path": "String", "text": "String", "integer": "long", "until": "Instant"}
SETTERS = {"int32_t": "setInt", "uint32_t": "setInt", "int64_t": "setLong", "uint64_t": "setLong"}
# Names that arguments have in a batch: Account#post has the badge's flag in its options.
FLAGS = {"read": ("MessagesFlag", "{@link MessagesFlag#SUBTREE}: the path and everything below it; none: without it")}


class Emitter:
    def __init__(self, header):
        self.header, self.layout, self.words = header, Layout(header), java.Words(header)
        self.struct = header.struct("tally_operation")
        self.places, self.size, _ = self.layout.of(self.struct)
        self.operations = list(methods.operations(header))

    # --- The members ---

    def is_result(self, member):
        return member.comment.startswith("out")

    def input(self, member):
        """The form of a member that goes in, and the statement that writes it."""
        scalar, place = self.layout.scalar(member.type), f"start + Raw.TALLY_OPERATION_{member.name.upper()}"
        if self.header.struct(member.type.name):
            name = java.options_name(member.type.name)
            return Form(name), f"memory.setPointer({place}, memory.options({member.name} == null ? null : {member.name}.write()));"
        if not scalar:
            return Form("String"), f"memory.setPointer({place}, memory.string({member.name}));"
        if member.name == "until":
            return Form("Instant"), f"memory.setLong({place}, Times.timestamp(until));"
        found = form(self.header, self.struct.name, member, scalar) if member.name != "flags" else Form("int")
        value = found.write.format(member.name)
        return found, f"memory.{SETTERS[scalar]}({place}, {value});"

    # --- Makers ---

    def parameters(self, each, place, with_until):
        """Pairs of a type and a name. place: "path", or "node" for the node instead of the path."""
        for argument in each.method.arguments:
            if argument.name == "path" and place == "node":
                yield "Node", "node"
            elif argument.name in each.members and (argument.name != "until" or with_until or argument.is_required):
                kind = camel(argument.type, True) if argument.kind == "enum" else TYPES[argument.kind]
                yield kind, java.Words.argument(self.words, "", argument.name)
        if each.options:
            yield java.options_name(f"tally_{each.options}_options"), each.options
        if each.name in FLAGS:
            yield f"{FLAGS[each.name][0]}...", "flags"

    def texts(self, each, parameters):
        """The texts about the parameters."""
        document = documents.of(each.method, self.words)
        known = {argument.name: text for argument, text in document.parameters}
        for kind, name in parameters:
            text = {"node": "the node", "flags": FLAGS.get(each.name, ("", ""))[1], "message": "null: all defaults",
                    "reminder": "its members"}.get(name) or known.get(name) or java.PARAMETERS.get(name, "the " + name)
            yield f"@param {name} {text}"

    def assignments(self, each, place):
        for argument in each.method.arguments:
            if argument.name == "path" and place == "node":
                yield "made.node = node.handle();"
            elif argument.name in each.members and (argument.name != "until" or argument.is_required):
                name = camel(argument.name)
                yield f"made.{each.members[argument.name]} = {name}{'.value()' if argument.kind == 'enum' else ''};"
        if each.options:
            yield f"made.{each.options} = {each.options};"
        if each.name in FLAGS:
            yield "made.flags = Codes.bits(flags);"

    def said(self, each):
        return f"does what {self.words.function(each.method.short)} does."

    def maker(self, each, place):
        parameters = list(self.parameters(each, place, False))
        comment = java.comment([f"An operation that {self.said(each)}", *self.texts(each, parameters),
                                "@return the operation"], "    ")
        kind = each.constant.name[len("TALLY_OP_"):]
        return ["", *comment, *declared("static Operation", camel(each.name), parameters),
                f"        Operation made = new Operation(OperationKind.{kind});",
                *[f"        {line}" for line in self.assignments(each, place)], "        return made;", "    }"]

    def appender(self, each, with_until):
        parameters = list(self.parameters(each, "path", with_until))
        is_end = with_until and parameters[-1][1] == "until" and not self.needs_end(each)
        given = ", ".join(name for _, name in (parameters[:-1] if is_end else parameters))
        comment = java.comment([f"Appends an operation that {self.said(each)}", *self.texts(each, parameters),
                                "@return this"], "    ")
        made = f"Operation.{camel(each.name)}({given}){'.until(until)' if is_end else ''}"
        return ["", *comment, *declared("Item", java.APPENDERS.get(each.name, camel(each.name)), parameters),
                f"        return append({made});", "    }"]

    def needs_end(self, each):
        return any(argument.name == "until" and argument.is_required for argument in each.method.arguments)

    # --- Files ---

    def result(self):
        found = [(member, made) for member, at in self.places
                 if self.is_result(member) and (made := component(self.layout, self.struct, member, at))]
        texts = {member.name: documents.capital(re.sub(r": , ", ": ", self.words.text(
            member.comment.removeprefix("out").lstrip(":, ")))) for member, _ in found}
        rows = [f"@param {made[1]} {texts[member.name]}" for member, made in found]
        fields = [f"{kind} {name}{',' if at + 1 < len(found) else ') {'}"
                  for at, (_, (kind, name, _)) in enumerate(found)]
        reads = [f"{read}{',' if at + 1 < len(found) else ');'}" for at, (_, (_, _, read)) in enumerate(found)]
        return ["", *java.comment(["The result of an operation.", *rows], "    "),
                *packed(fields, "        ", first="    public record Result("),
                "        static Result read(Pointer at, byte[] text) {",
                *packed(reads, "                ", first="            return new Result("), "        }", *SHOWN, "    }"]

    def operation(self):
        inputs = [(member, *self.input(member)) for member, _ in self.places if not self.is_result(member)]
        lines = java.comment([
            "An operation of a batch on an account, or of an item. Badges are named by a path or by a node, so there are "
            "two methods for each kind of operation on them.",
            "    account.batch(List.of(Operation.set(\"root.chat\", 3), Operation.dot(\"root.promo\")));"], "")
        lines += ["public final class Operation {"]
        lines += [f"    private {'final ' * (member.name == 'kind')}{kind.java} {member.name};" for member, kind, _ in inputs]
        lines += ["", "    private Operation(OperationKind kind) {", "        this.kind = kind;", "    }", *self.result()]
        for each in self.operations:
            for place in ("path", "node") if each.is_of_badges else ("path",):
                lines += self.maker(each, place)
        lines += UNTIL + [f"        made.{member.name} = {'time' if member.name == 'until' else member.name};"
                          for member, _, _ in inputs if member.name != "kind"] + ["        return made;", "    }"]
        lines += WRITE + [f"        {write}" for _, _, write in inputs] + ["    }", *READ, "}"]
        return file(lines)

    def item(self):
        lines = ["/** The operations of an item: each method appends one, all kinds but {@link Operation#get}. */",
                 "abstract class ItemMethods {",
                 *java.comment(["Appends an operation.", "@param operation the operation", "@return this"], "    "),
                 "    abstract Item append(Operation operation);"]
        for each in self.operations:
            if each.name == "get":
                continue
            has_end = "until" in each.members
            lines += [] if self.needs_end(each) or each.name in java.WITH_END else self.appender(each, False)
            lines += self.appender(each, True) if has_end else []
        return file(lines + ["}"])


def declared(begin, name, parameters):
    pieces = [f"{kind} {each}," for kind, each in parameters]
    return packed([*pieces[:-1], pieces[-1][:-1] + ") {"], "        ", first=f"    public {begin} {name}(")


SHOWN = '''
        /**
         * The badge that a {@link OperationKind#GET} read, in words: "dot", its number, or "nothing".
         *
         * @return the words
         */
        public String shown() {
            return Raw.shown(badgeKind, count);
        }

        /**
         * Whether the operation was rejected.
         *
         * @return whether its status is an error
         */
        public boolean isRejected() {
            return status.isError();
        }'''.split("\n")
UNTIL = '''
    /**
     * The kind of the operation.
     *
     * @return the kind
     */
    public OperationKind kind() {
        return kind;
    }

    /**
     * The same operation with an end: of a badge or of a mute.
     *
     * @param time when it ends; null: it does not
     * @return the operation with the end
     */
    public Operation until(Instant time) {
        Operation made = new Operation(kind);'''.split("\n")
WRITE = '''
    /** Operations as C has them, and the memory that they point to. Later a status is in each. */
    static Raw.Block write(List<Operation> operations) {
        Raw.Block memory = new Raw.Block(Math.max(1, operations.size()) * (long) Raw.TALLY_OPERATION_SIZE);
        for (int index = 0; index < operations.size(); index++) {
            operations.get(index).write(memory, (long) index * Raw.TALLY_OPERATION_SIZE);
        }
        return memory;
    }

    private void write(Raw.Block memory, long start) {'''.split("\n")
READ = '''
    /** The results that C has written. */
    static List<Result> results(Pointer memory, int count) {
        return Calls.read(memory, count, Raw.TALLY_OPERATION_SIZE, Result::read, null);
    }'''.split("\n")


def emit_files(header):
    emitter = Emitter(header)
    return {"Operation.java": emitter.operation(), "ItemMethods.java": emitter.item()}
