"""The values of the C# binding: constants, enumerations, records, which read themselves from a structure of C's, and
options, which write themselves to one."""

import re

import csharp_words as csharp
import documents
import faces
import header as model
import methods
import names
from emit_csharp import UNUSED, module, scalar

OUTPUT = "csharp/dev.tally/Runtime/Generated"
# Structures that a host fills. A style comes out, too.
INPUTS = {*names.OPTIONS, "tally_style", "tally_engine_options", "tally_engine_batch_options"}
# Their classes are written by hand, or they are of no use to programs.
BY_HAND = {"tally_bytes", "tally_import", "tally_item", "tally_operation",
           "tally_rows", "tally_text", "tally_widget"}
# Members that the binding fills.
HIDDEN = {"struct_size", "fields", "text_length", "data_length", "body_size", "headers_size", "item_size", "operation_size"}
# Options whose `fields` say which members are given: null is not given. What the constants of the fields begin with.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_", "tally_style": "TALLY_STYLE_FIELD_"}
# Functions of options, each with its type here.
HOOKS = {"tally_clock_callback": ("IClock", "Clock"), "tally_log_callback": ("Action<LogLevel, string>", "Log"),
         "tally_zone_callback": ("Func<string, byte[]>", "ZoneFile")}
# Types of members by their kinds, how each is read from a number, and how it is written.
READ = {"time": ("DateTimeOffset?", "Times.Moment({})"), "duration": ("TimeSpan", "Times.Span({})"),
        "time_of_day": ("TimeSpan", "TimeSpan.FromSeconds({})")}
WRITTEN = {"time": ("DateTimeOffset?", "Times.Milliseconds({})"), "duration": ("TimeSpan", "Times.Milliseconds({})"),
           "time_of_day": ("TimeSpan", "Times.Seconds({})")}
# Records with members that a function adds as a text: its name, and what it is.
ADDED = {"tally_account_state": ("Name", "The name of the account.")}
# Flags of which there is one: the name of its truth, and its description.
ONLY_FLAGS = {("tally_recovery", "flags"): ("uncertain", "Whether more may be lost than was counted.")}
# Structures that show a badge, by the member that has its kind.
SHOWN = {"tally_badge": "Kind", "tally_event": "BadgeKind"}


# Structures that have a string of their own, or none, because they may have secrets.
PRINTED = {"tally_badge"}


# A request as a string. Its URL and its headers may have secrets.
REQUEST = ["", "        /// <summary>The request. If it has a credential, the URL is left out, so that no log has it.</summary>",
           "        public override string ToString() =>",
           "            $\"Request {{ Kind = {Kind}, Id = {Id}, Method = {Method}\"",
           "            + (Flags.HasFlag(RequestFlags.Credential) ? \" }\" : $\", Url = {Url} }}\");"]


class Emitter:
    def __init__(self, header):
        self.header, self.words = header, csharp.Words(header)

    # --- Members ---

    def visible(self, struct, is_input):
        return [each for each in struct.members
                if each.name not in HIDDEN and not each.name.startswith("reserved")
                and not each.name.endswith("user_data") and not (
                    each.name == "flags" and is_input and not self.flags(struct, each))]

    def flags(self, struct, member):
        return names.flag_type(struct.name, member.name)

    def enumeration(self, struct, member):
        """The C# enumeration of a member, or ""."""
        if self.flags(struct, member):
            return csharp.pascal(self.flags(struct, member))
        if member.type.name == "tally_status":
            return "Status"
        kind = methods.enumeration(self.header, member.type.name) or methods.enumeration(
            self.header, member.type.name, names.RAW_KINDS)
        return csharp.pascal(kind)

    def comments(self, struct):
        found = documents.all_members(self.header, struct.name, self.words)
        for member in struct.members:
            if methods.member_kind(self.header, struct.name, member)[0] == "time" and member.name in found:
                found[member.name] = re.sub(r"\b0: ", "null: ", found[member.name])
        return {name: csharp.sentence(text) for name, text in found.items() if text not in ("milliseconds", "ms")}

    # --- Records ---

    def reading(self, struct, member):
        """The type of a member of a record, and the expression that reads it."""
        at, kind = f"at.{csharp.escaped(member.name)}", methods.member_kind(self.header, struct.name, member)[0]
        if member.type.name == "tally_text":
            return "string", f"Text.Of({at}, text)"
        if self.header.struct(member.type.name):
            inner = csharp.record(member.type.name)
            return inner, f"new {inner}({at}, text)"
        if member.name == "body" and member.type.pointers:
            return "byte[]", f"Text.Bytes({at}, at.body_size)"
        if member.type.pointers:
            return "string", f"Text.Of({at})"
        enumeration = self.enumeration(struct, member)
        if enumeration:
            return enumeration, f"({enumeration}){at}"
        if member.name in names.BOOLEAN_MEMBERS or (struct.name, member.name) in ONLY_FLAGS:
            return "bool", f"{at} != 0"
        if kind in READ:
            return READ[kind][0], READ[kind][1].format(at)
        return scalar(self.header, member.type), at

    def record(self, struct):
        name, comments = csharp.record(struct.name), self.comments(struct)
        said = names.RECORDS.get(struct.name, ("", None))[1] or re.split(r"\n\n", struct.comment or name)[0]
        lines = csharp.comment(self.words.text(csharp.sentence(re.sub(r"\s+", " ", said))), "    ")
        lines += [f"    public sealed class {name}", "    {"]
        reads, has_text = [], any(each.name == "text_length" for each in struct.members)
        properties = []
        for each in self.visible(struct, False):
            spelled, text = ONLY_FLAGS.get((struct.name, each.name), (each.name, comments.get(each.name, "")))
            properties.append((*self.reading(struct, each), csharp.pascal(spelled), text))
        if struct.name in ADDED:
            properties.insert(0, ("string", "text", *ADDED[struct.name]))
        if has_text:
            properties.append(("string", "text", "Text", "The text, which each kind of event has for something else."))
        for kind, read, spelled, said in properties:
            lines += csharp.comment(said, "        ")
            lines += [f"        public {kind} {spelled} {{ get; }}", ""]
            reads.append(f"            {spelled} = {read};")
        text = "string text" if has_text or struct.name in ADDED else "byte[] text"
        lines += [f"        internal {name}({csharp.native(struct.name)} at, {text})", "        {", *reads, "        }"]
        return lines + self.shown(struct) + self.printed(struct, [each for _, _, each, _ in properties]) + ["    }"]

    def printed(self, struct, properties):
        """A record as a string, for logs and debuggers. A request may have secrets."""
        if struct.name == "tally_request":
            return REQUEST
        if struct.name in PRINTED:
            return []
        parts = [f"{each} = {{{each}}}" for each in properties]
        pieces = [f"{each}, " for each in parts[:-1]] + parts[-1:]
        rows, row = [], f"{csharp.record(struct.name)} {{{{ "
        for each in pieces:
            if len(row) + len(each) > 90:
                rows, row = [*rows, row], ""
            row += each
        rows.append(row + " }}")
        return ["", "        /// <summary>The members with their values.</summary>",
                "        public override string ToString() =>",
                *[f"            {'' if not at else '+ '}$\"{each}\"{';' if at + 1 == len(rows) else ''}"
                  for at, each in enumerate(rows)]]

    def shown(self, struct):
        if struct.name not in SHOWN:
            return []
        lines = ["", '        /// <summary>The badge in words: "dot", its number, or "nothing".</summary>',
                 f"        public string Shown => Calls.InWords({SHOWN[struct.name]}, Count);"]
        if struct.name == "tally_badge":
            lines += ["", '        /// <summary>"dot", the number, or "nothing".</summary>',
                      "        public override string ToString() => Shown;"]
        return lines

    # --- Options ---

    def writing(self, struct, member):
        """The type of a member of options, the expression that writes it, and that which reads it (of a style)."""
        name, at = csharp.pascal(member.name), f"at.{csharp.escaped(member.name)}"
        value = f"{name}.Value" if struct.name in GIVEN else name
        kind = methods.member_kind(self.header, struct.name, member)[0]
        if member.type.pointers:
            return "string", f"memory.Text({name})", f"Text.Of({at})"
        enumeration = self.enumeration(struct, member)
        if enumeration:
            number = "uint" if self.flags(struct, member) else "int"
            return enumeration, f"({number}){value}", f"({enumeration}){at}"
        if kind in WRITTEN:
            return WRITTEN[kind][0], WRITTEN[kind][1].format(value), READ[kind][1].format(at)
        return scalar(self.header, member.type), value, at

    def options(self, struct):
        name, native, is_given = csharp.options(struct.name), csharp.native(struct.name), struct.name in GIVEN
        comments = self.comments(struct)
        said = names.OPTIONS.get(struct.name, ("", None))[1] or re.split(r"\n\n", struct.comment)[0].split(". ")[0]
        lines = csharp.comment(self.words.text(csharp.sentence(re.sub(r"\s+", " ", said))), "    ", [
            "A member that is null is not given."] if is_given else [])
        lines += [f"    public sealed class {name} : IOptions<{native}>", "    {"]
        writes, reads = [], []
        for each in self.visible(struct, True):
            spelled = csharp.pascal(each.name)
            if self.header.callback(each.type.name):
                kind, spelled = HOOKS[each.type.name]
                lines += self.hook(kind, spelled, each)
                continue
            kind, write, read = self.writing(struct, each)
            lines += csharp.comment(comments.get(each.name, ""), "        ")
            is_nullable = is_given and kind not in ("string",) and not kind.endswith("?")
            lines += [f"        public {kind}{'?' if is_nullable else ''} {spelled} {{ get; set; }}", ""]
            field = f"at.{csharp.escaped(each.name)}"
            if is_given:
                bit = faces.field_of(self.header, GIVEN[struct.name], each.name)
                writes += [f"            if ({spelled} != null)", "            {", f"                {field} = {write};",
                           f"                at.fields |= {bit.value}; // {bit.name}", "            }"]
                reads.append(f"            if ((at.fields & {bit.value}) != 0) {spelled} = {read};")
            else:
                writes.append(f"            {field} = {write};")
        lines += [f"        {native} IOptions<{native}>.Write(Memory memory)", "        {",
                  f"            var at = new {native}();", *self.sizes(struct), *writes, "            return at;", "        }"]
        if struct.name == "tally_style":
            lines += ["", f"        internal static {name} Read({native} at, string icon)", "        {",
                      f"            var style = new {name}();",
                      *[re.sub(r"\) (\w+) = Text\.Of\(at\.icon\)", r") style.\1 = icon", line) if "at.icon" in line
                        else re.sub(r"\) (\w+) = ", r") style.\1 = ", line) for line in reads],
                      "            return style;", "        }"]
        return lines + ["    }"]

    def sizes(self, struct):
        known = {"struct_size": csharp.native(struct.name), "item_size": "NativeItem",
                 "operation_size": "NativeOperation"}
        return [f"            at.{each.name} = Memory.SizeOf<{known[each.name]}>();" for each in struct.members
                if each.name in known]

    def hook(self, kind, spelled, member):
        comment = csharp.sentence(self.words.text(member.comment.replace("NULL", "null")))
        return [*csharp.comment(comment, "        ", ["It is called on any thread."]),
                f"        public {kind} {spelled} {{ get; set; }}", ""]

    # --- Enumerations and constants ---

    def value_lines(self, pairs, indent="        "):
        lines = []
        for short, constant in pairs:
            comment = self.words.text(constant.comment)
            lines += csharp.comment(csharp.sentence(comment) if comment else "", indent)
            lines += [f"{indent}{csharp.pascal(short)} = {constant.value},", ""]
        return lines[:-1]

    def enumerations(self):
        lines = ["", *csharp.comment("The result of a call. Negative numbers are errors.", "    "),
                 "    public enum Status", "    {", *self.value_lines(
                     self.words.statuses.items()), "    }"]
        for table in (names.KINDS, names.RAW_KINDS):
            for kind, pairs in names.kinds(self.header, table):
                lines += ["", *csharp.comment(csharp.KINDS[kind], "    "), f"    public enum {csharp.pascal(kind)}",
                          "    {", *self.value_lines(pairs), "    }"]
        for kind, documentation, pairs in names.flags(self.header):
            if kind in csharp.FLAG_TYPES:
                shown = ["        /// <summary>None of them.</summary>", "        None = 0,", ""]
                lines += ["", *csharp.comment(documentation, "    "), "    [Flags]",
                          f"    public enum {csharp.pascal(kind)} : uint", "    {", *shown,
                          *self.value_lines([pair for pair in pairs if pair[1].value]), "    }"]
        return lines

    def constants(self):
        lines = csharp.comment("Constants that belong to no enumeration.", "    ") + [
            "    public static class Constants", "    {"]
        statuses = {each.name for each in names.statuses(self.header)}
        for each in self.header.constants:
            if each.kind or each.is_flag or each.name in statuses or "_FIELD_" in each.name:
                continue
            kind = "string" if isinstance(each.value, str) else "int" if -2**31 <= each.value < 2**31 else "long"
            value = f'"{each.value}"' if kind == "string" else each.value
            comment = self.words.text(each.comment)
            lines += csharp.comment(csharp.sentence(comment) if comment else "", "        ")
            lines += [f"        public const {kind} {csharp.pascal(each.name.removeprefix('TALLY_'))} = {value};", ""]
        return lines[:-1] + ["    }"]


def number(kind, c_type):
    """The C# type of a number that comes out, and the expression that makes it."""
    if kind in READ:
        return READ[kind][0], READ[kind][1]
    return ("long", "(long){}") if c_type in ("size_t", "intptr_t") else (
        {"int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong"}[c_type], "{}")


def emit_files(header):
    emitter = Emitter(header)
    records, options = [], []
    for each in header.items:
        if isinstance(each, model.Struct) and each.name not in BY_HAND | UNUSED:
            if each.name in INPUTS:
                options += ["", *emitter.options(each)]
            if each.name not in INPUTS or each.name in csharp.OPTIONS:
                records += ["", *emitter.record(each)]
    return {"Records.cs": module(records, ("System",)),
            "Options.cs": module(options, ("System",)),
            "Enumerations.cs": module(emitter.enumerations(), ("System",)),
            "Constants.cs": module(emitter.constants(), ())}
