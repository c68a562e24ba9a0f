"""The operations of batches in C#: a class with a method for each kind, their results, and the methods of items that
append them."""

import re

import csharp_words as csharp
import documents
import methods
from emit_csharp import module, scalar
from emit_csharp_methods import Emitter as Methods, broken
from generate import packed

OUTPUT = "csharp/dev.tally/Runtime/Generated/Operations.cs"
PLACES = ("string path", "Node node")
# How a member becomes the number or the pointer in C.
WRITTEN = {"kind": "(int)kind", "node": "node?.Number ?? 0", "path": "memory.Text(path)", "id": "memory.Text(id)",
           "message": "memory.Add(message)", "reminder": "memory.Add(reminder)"}
TYPES = {"kind": "OperationKind", "node": "Node", "path": "string", "id": "string", "message": "MessageOptions",
         "reminder": "ReminderOptions"}
# How the argument of a member is written.
GIVEN = {"until": "Times.Milliseconds({})", "mode": "(long){}"}


class Emitter:
    def __init__(self, header):
        self.header, self.methods = header, Methods(header)
        self.words, self.struct = self.methods.words, header.struct("tally_operation")
        self.inputs = [each for each in self.struct.members if not each.comment.startswith("out")]
        self.outputs = [each for each in self.struct.members if each.comment.startswith("out")]

    def parameters(self, each, place):
        """Pairs of a declaration and a name. place: what stands for the path."""
        for text, name, _ in self.methods.parameters(each.method, each.method.arguments):
            yield (place, place.split(" ")[1]) if name == "path" else (text, name)

    def declared(self, begin, parameters):
        pieces = [f"{text}," for text, _ in parameters]
        return packed([*pieces[:-1], pieces[-1][:-1] + ")"], "            ", first=f"        public {begin}(")

    def assignments(self, each, place):
        method = each.method
        for given, member in each.members.items():
            if given == "path":
                yield "path = path" if place == PLACES[0] else "node = Calls.Given(node, nameof(node))"
            else:
                yield f"{member} = {GIVEN.get(given, '{}').format(csharp.camel(given))}"
        for slot in method.slots:
            if slot.kind == "options":
                yield f"{each.options} = {csharp.camel(slot.name)}"
            elif slot.kind == "flags" and slot.arguments:
                yield "flags = " + " | ".join(f"({self.methods.name(method, flag)} ? 1u : 0u)" for flag in slot.arguments)

    def said(self, each):
        return f"an operation that does what {{@{csharp.SPELLING.full(each.method)}}} does."

    def maker(self, each, place):
        kind = csharp.pascal(each.constant.name[len("TALLY_OP_"):])
        made = ", ".join(self.assignments(each, place))
        name = csharp.pascal(each.name)
        return ["", *csharp.comment(f"Makes {self.said(each)}", "        "),
                *self.declared(f"static Operation {name}", list(self.parameters(each, place))), "        {",
                *[f"            {row}" for row in broken(
                    f"return new Operation(OperationKind.{kind}) {{ {made} }};")], "        }"]

    def appender(self, each):
        parameters, name = list(self.parameters(each, "string path")), csharp.pascal(each.name)
        given = ", ".join(name for _, name in parameters)
        return ["", *csharp.comment(f"Appends {self.said(each)}", "        "), *self.declared(f"Item {name}", parameters),
                "        {", f"            return Append(Operation.{name}({given}));", "        }"]

    def operation(self):
        lines = csharp.comment("An operation of a batch on an account, or of an item.", "    ", [
            "Badges are named by a path or by a node."]) + ["    public sealed class Operation", "    {"]
        for each in self.inputs:
            kind = TYPES.get(each.name) or scalar(self.header, each.type)
            lines.append(f"        private {'readonly ' * (each.name == 'kind')}{kind} {each.name};")
        lines += ["", "        private Operation(OperationKind kind) => this.kind = kind;"]
        for each in methods.operations(self.header):
            for place in PLACES if each.is_of_badges else PLACES[:1]:
                lines += self.maker(each, place)
        writes = [f"{each.name} = {WRITTEN.get(each.name, each.name)}," for each in self.inputs]
        return [*lines, "", "        internal NativeOperation Write(Memory memory)", "        {",
                "            return new NativeOperation", "            {", *packed(writes, "                "),
                "            };", "        }", "    }"]

    def result(self):
        lines = ["", *csharp.comment("The result of an operation.", "    "), "    public sealed class OperationResult",
                 "    {"]
        reads = []
        for each in self.outputs:
            kind, read, _ = self.reading(each)
            text = documents.whole(self.header, "tally_operation", each, each.comment, self.words)
            text = re.sub(r": , ", ": ", self.words.text(re.sub(r"^out[,:]? ?", "", text)))
            lines += csharp.comment(csharp.sentence(text), "        ")
            lines += [f"        public {kind} {csharp.pascal(each.name)} {{ get; }}", ""]
            reads.append(f"            {csharp.pascal(each.name)} = {read};")
        return [*lines, *SHOWN, "        internal OperationResult(NativeOperation at)", "        {", *reads, "        }",
                "    }"]

    def reading(self, member):
        found = methods.enumeration(self.header, member.type.name)
        kind = "Status" if member.type.name == "tally_status" else csharp.pascal(found) if found else ""
        number = scalar(self.header, member.type)
        return (kind, f"({kind})at.{member.name}", number) if kind else (number, f"at.{member.name}", number)

    def item(self):
        lines = ["", "    public sealed partial class Item", "    {"]
        for each in methods.operations(self.header):
            lines += self.appender(each) if each.name != "get" else []
        lines.remove("")
        return [*([""] if lines[0] else []), *lines, "    }"]


SHOWN = """
        /// <summary>Whether the operation was rejected: its status is an error.</summary>
        public bool IsRejected => Status < 0;

        /// <summary>The badge that a Get read, in words: "dot", its number, or "nothing".</summary>
        public string Shown => Calls.InWords(BadgeKind, Count);
""".split("\n")[1:]


def emit(header):
    emitter = Emitter(header)
    return module([*emitter.operation(), *emitter.result(), *emitter.item()], ("System",))
