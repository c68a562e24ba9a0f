"""The declarations of the Java binding that programs see: constants; structures as records that read themselves from
memory, and options, each a class of its own that writes itself there, at the offsets that C has on 64 bits. No type of
JNA is public."""

import re
import textwrap

import documents
import faces
import header as model
import methods
import names
from generate import NOTICE, grouped, packed

OUTPUT = "java/src/dev/tally"
SIZES = {"int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "size_t": 8, "float": 4}
SCALARS = {"int32_t": "int", "uint32_t": "int", "int64_t": "long", "uint64_t": "long", "size_t": "long",
           "float": "float"}
BOOLEANS = {"first", "is_smart", "in_flight", "logged_in", "missed", "requested"}
# Structures that a host fills; the others come out. A style does both; operations have a class of their own.
INPUTS = {"tally_style", "tally_forms", "tally_credential", "tally_account_settings"}
BY_HAND = {"tally_account_entry", "tally_account_state", "tally_import", "tally_item", "tally_item_operation",
           "tally_node_operation", "tally_operation", "tally_rows", "tally_widget"}
# A text is two numbers within a row; tools of developers open traces through the header.
UNUSED = {"tally_text", "tally_trace_options"}
# Options whose `fields` say which members are given: null is not given. What the constants of the fields begin with.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_"}
# Structures that show a badge, by the component that has its kind.
SHOWN = {"tally_badge": "kind", "tally_event": "badgeKind"}
# The host's functions of options, by interfaces that are written by hand.
HOOKS = {"tally_clock_callback": "Clock", "tally_log_callback": "Log", "tally_zone_callback": "ZoneFile"}


def camel(name, first_upper=False):
    text = "".join(part.capitalize() for part in name.split("_"))
    return text if first_upper else text[0].lower() + text[1:]


def class_name(struct):
    return camel(struct.removeprefix("tally_"), True)


def is_input(struct):
    return struct.name.endswith("_options") or struct.name in INPUTS


class Layout:
    """The Java types of the C types, and the offsets of members."""

    def __init__(self, header):
        self.header = header

    def scalar(self, kind):
        """The C name of a number's type, aliases followed; None: it is none."""
        if kind.pointers:
            return None
        name = self.header.aliases[kind.name].name if kind.name in self.header.aliases else kind.name
        return name if name in SIZES else None

    def size_and_alignment(self, member):
        scalar = self.scalar(member.type)
        struct = self.header.struct(member.type.name)
        if member.function or (not scalar and not (struct and not member.type.pointers)):
            size = alignment = 8
        elif scalar:
            size = alignment = SIZES[scalar]
        else:
            _, size, alignment = self.of(struct)
        return size * (member.length or 1), alignment

    def of(self, struct):
        """(member, offset) for each, the size, and the alignment."""
        offset, widest, places = 0, 1, []
        for member in struct.members:
            size, alignment = self.size_and_alignment(member)
            offset = -(-offset // alignment) * alignment
            places.append((member, offset))
            offset += size
            widest = max(widest, alignment)
        return places, -(-offset // widest) * widest, widest

    def parameter(self, variable):
        """The Java type of a parameter."""
        kind = variable.type
        if self.header.callback(kind.name):
            return class_name(kind.name)
        scalar = self.scalar(kind)
        if scalar:
            return SCALARS[scalar]
        if kind.name in self.header.opaque:
            return "Pointer" if kind.pointers == 1 else "PointerByReference"
        if kind.name == "char" and kind.const:
            return "String"
        if kind.name in ("char", "void") and variable.name != "user_data":
            return "byte[]"
        number = self.scalar(model.Type(kind.name))
        return SCALARS[number] + "[]" if number else "Pointer"


def constants(group):
    """The constants of a group: those of one type together."""
    kinds = {"String": [], "int": [], "long": []}
    for item in group:
        if isinstance(item.value, str):
            kinds["String"].append(f'{item.name} = "{item.value}",')
        elif -2**31 <= item.value < 2**31:
            kinds["int"].append(f"{item.name} = {item.value},")
        else:
            kinds["long"].append(f"{item.name} = {item.value}L,")
    lines = []
    for kind, items in kinds.items():
        if items:
            items[-1] = items[-1][:-1] + ";"
            lines += packed(items, "        ", first=f"    public static final {kind}")
    return lines


def components(layout, struct):
    """(Java type, name, expression that reads it) of what comes out."""
    places, _, _ = layout.of(struct)
    result = []
    for member, at in places:
        name, kind = member.name, member.type
        scalar = layout.scalar(kind)
        if name.startswith("reserved") or name in ("struct_size", "body_size", "headers_size"):
            continue
        if name == "text_length":
            result.append(("String", "text", f"textIn(text, 0, at.getInt({at}))"))
        elif kind.name == "tally_text":
            result.append(("String", camel(name), f"textIn(text, at.getInt({at}), at.getInt({at + 4}))"))
        elif layout.header.struct(kind.name):
            result.append((class_name(kind.name), camel(name), f"{class_name(kind.name)}.read(at.share({at}), text)"))
        elif name == "body" and kind.pointers:
            result.append(("byte[]", "body", f"bytesAt(at.getPointer({at}), at.getLong({at + 8}))"))
        elif kind.pointers:
            result.append(("String", camel(name), f"stringAt(at.getPointer({at}))"))
        elif name in BOOLEANS:
            result.append(("boolean", camel(name), f"at.getInt({at}) != 0"))
        elif scalar == "float":
            result.append(("float", camel(name), f"at.getFloat({at})"))
        elif SIZES[scalar] == 8:
            result.append(("long", camel(name), f"at.getLong({at})"))
        elif scalar == "uint32_t" and name != "flags":
            result.append(("long", camel(name), f"at.getInt({at}) & 0xFFFFFFFFL"))
        else:
            result.append(("int", camel(name), f"at.getInt({at})"))
    return result


def record(layout, struct):
    parts, (_, size, _) = components(layout, struct), layout.of(struct)
    lines = comment(struct.comment, "    ")
    fields = [f"{kind} {name}{',' if at + 1 < len(parts) else ') {'}" for at, (kind, name, _) in enumerate(parts)]
    lines += packed(fields, "        ", first=f"    public record {class_name(struct.name)}(")
    lines += [f"        static final int SIZE = {size};", "",
              f"        static {class_name(struct.name)} read(Pointer at, byte[] text) {{"]
    reads = [f"{read}{',' if at + 1 < len(parts) else ');'}" for at, (_, _, read) in enumerate(parts)]
    lines += packed(reads, "                ", first=f"            return new {class_name(struct.name)}(")
    lines.append("        }")
    if struct.name in SHOWN:
        kind = SHOWN[struct.name]
        lines += ["", '        /** What a badge shows: "dot", its number, or "nothing". */',
                  "        public String shown() {",
                  f"            return Raw.shown({kind}, count);",
                  "        }"]
    if struct.name == "tally_badge":
        lines += ["", '        /** "dot", the number, or "nothing". */', "        @Override",
                  "        public String toString() {", "            return shown();", "        }"]
    return lines + ["    }"]


def said(header, struct):
    """The comments of the setters, by members: the header's, in Java's words."""
    import java_words  # It takes the case of names from here.
    words = java_words.Words(header)
    texts = dict(documents.members(header, struct.name, words))
    for member in struct.members:
        if member.name not in texts:
            texts[member.name] = ", ".join(words.constant("", "", each) for each in choices(header, struct.name, member))
    return {name: java_words.comment([(text if ":" in text.split(" ")[0] else text[:1].upper() + text[1:]) + "."],
                                     "        ") for name, text in texts.items() if text}


def choices(header, struct, member):
    """The constants that a member of options may have, where the header says no more of it."""
    kind = names.flag_type(struct, member.name)
    pairs = next((pairs for name, _, pairs in names.flags(header) if name == kind), [])
    if member.name != "flags":
        pairs = dict(names.kinds(header)).get(methods.member_kind(header, struct, member)[1], [])
    return [constant.name for _, constant in pairs]


def described(header, struct):
    import java_words
    return comment(java_words.Words(header).text(struct.comment), "    ")


def writing(size):
    """How `write` of options begins."""
    return ["", "        /** As C has it. */", "        Block write() {",
            f"            Block memory = new Block({size});", f"            memory.setInt(0, {size});"]


def given(layout, struct):
    """Options of which a member that is null is not given."""
    places, size, _ = layout.of(struct)
    name_of_class = class_name(struct.name)
    fields, setters, writes, texts = {}, [], [], said(layout.header, struct)
    for member, at in places:
        if member.name.startswith("reserved") or member.name in ("struct_size", "fields"):
            continue
        name, is_text = camel(member.name), member.type.pointers
        java = "String" if is_text else "Integer"
        fields.setdefault(java, []).append(f"{name},")
        setters += texts.get(member.name, [])
        setters.append(f"        public {name_of_class} {name}({'String' if is_text else 'int'} value) "
                       f"{{ {name} = value; return this; }}")
        put = f"memory.setPointer({at}, memory.string({name}))" if is_text else f"memory.setInt({at}, {name})"
        writes += [f"            if ({name} != null) {{", f"                {put};",
                   f"                fields |= {faces.field_of(layout.header, GIVEN[struct.name], member.name).name};", "            }"]
    lines = described(layout.header, struct) + [f"    public static final class {name_of_class} {{",
                                             f"        static final int SIZE = {size};", "",
                                             "        /** null: not given. 0 and an empty text are given. */"]
    for java, listed in fields.items():
        listed[-1] = listed[-1][:-1] + ";"
        lines += packed(listed, "            ", first=f"        public {java}")
    at = next(at for member, at in places if member.name == "fields")
    lines += [""] + setters
    lines += writing(size) + ["            int fields = 0;"] + writes
    return lines + [f"            memory.setInt({at}, fields);", "            return memory;", "        }", "    }"]


def options(layout, struct):
    places, size, _ = layout.of(struct)
    fields, writes, reads, setters, hooks, texts = {}, [], [], [], [], said(layout.header, struct)
    name_of_class = class_name(struct.name)
    for member, at in places:
        name, kind = camel(member.name), member.type
        scalar = layout.scalar(kind)
        if member.name.startswith("reserved") or member.name == "struct_size" or member.name.endswith("user_data"):
            continue
        if layout.header.callback(kind.name):
            java = HOOKS[kind.name]
            hooks.append((re.sub("([A-Z])", r"_\1", name).upper(), at))
        elif kind.pointers:
            java = "String"
            writes.append(f"memory.setPointer({at}, memory.string({name}));")
            reads.append(f"{name} = stringAt(at.getPointer({at}));")
        elif scalar == "float":
            java = "float"
            writes.append(f"memory.setFloat({at}, {name});")
            reads.append(f"{name} = at.getFloat({at});")
        elif SIZES[scalar] == 8:
            java = "long"
            writes.append(f"memory.setLong({at}, {name});")
            reads.append(f"{name} = at.getLong({at});")
        elif scalar == "uint32_t" and member.name not in ("flags", "fields"):
            java = "long"
            writes.append(f"memory.setInt({at}, unsigned(\"{name}\", {name}));")
            reads.append(f"{name} = at.getInt({at}) & 0xFFFFFFFFL;")
        else:
            java = "int"
            writes.append(f"memory.setInt({at}, {name});")
            reads.append(f"{name} = at.getInt({at});")
        fields.setdefault(java, []).append(f"{name},")
        setters += texts.get(member.name, [])
        setters.append(f"        public {name_of_class} {name}({java} value) {{ {name} = value; return this; }}")
    lines = described(layout.header, struct) + [f"    public static final class {name_of_class} {{",
                                             f"        static final int SIZE = {size};"]
    lines += [f"        static final int {name} = {at};" for name, at in hooks] + [""]
    for java, listed in fields.items():
        listed[-1] = listed[-1][:-1] + ";"
        lines += packed(listed, "            ", first=f"        public {java}")
    lines += [""] + setters
    lines += writing(size)
    lines += [f"            {line}" for line in writes] + ["            return memory;", "        }"]
    if struct.name == "tally_style":
        lines += ["", f"        static final int ICON = {dict((m.name, at) for m, at in places)['icon']};"]
        lines += ["", f"        static {name_of_class} read(Pointer at) {{",
                  f"            {name_of_class} style = new {name_of_class}();"]
        lines += [f"            style.{line}" for line in reads] + ["            return style;", "        }"]
    return lines + ["    }"]


def comment(text, indent):
    """A comment for javadoc, which keeps the lines of a table only in <pre>."""
    text = (text or "").strip("\n").replace("*/", "* /").replace("&", "&amp;").replace("<", "&lt;")
    rows = []
    for paragraph in text.split("\n\n") if text.strip() else []:
        if paragraph.startswith("    "):
            rows += ["<pre>", *(line.removeprefix("    ") for line in paragraph.split("\n")), "</pre>"]
        else:
            rows += ["<p>" if rows else "", *textwrap.wrap(re.sub(r"\s+", " ", paragraph), 116 - len(indent) - 3)]
            rows = [row for row in rows if row]
    if len(rows) == 1:
        return [f"{indent}/** {rows[0]} */"]
    return [f"{indent}/** {rows[0]}", *(f"{indent} * {row}" for row in rows[1:-1]), f"{indent} * {rows[-1]} */"] if rows else []


HELPERS = '''
    /** Memory of a structure, and of the texts that it points to. */
    static final class Block extends Memory {
        private final java.util.List<Memory> texts = new java.util.ArrayList<>();

        Block(long size) {
            super(size);
            clear();
        }

        /** A text, ended by NUL, that lives as long as this. */
        Pointer string(String text) {
            if (text == null) return null;
            byte[] bytes = Calls.text(text).getBytes(StandardCharsets.UTF_8);
            Memory memory = new Memory(bytes.length + 1);
            memory.write(0, bytes, 0, bytes.length);
            memory.setByte(bytes.length, (byte) 0);
            texts.add(memory);
            return memory;
        }
    }

    /** What a badge shows: "dot", its number, or "nothing". */
    static String shown(int kind, long count) {
        return kind == TALLY_KIND_NONE ? "nothing" : kind == TALLY_KIND_DOT ? "dot" : Long.toUnsignedString(count);
    }

    static String textIn(byte[] text, int offset, int length) {
        return text == null ? "" : new String(text, offset, length, StandardCharsets.UTF_8);
    }

    static String stringAt(Pointer at) {
        return at == null ? null : at.getString(0, "UTF-8");
    }

    static byte[] bytesAt(Pointer at, long size) {
        return at == null ? new byte[0] : at.getByteArray(0, Math.toIntExact(size));
    }

    static int unsigned(String name, long value) {
        if (value < 0 || value > 0xFFFFFFFFL) throw new TallyException(TALLY_ERROR_RANGE, name + " is out of range");
        return (int) value;
    }
'''


def alone(lines):
    """The file of a class, from the lines that it would have within Raw."""
    text = "\n".join(line.removeprefix("    ") for line in lines).replace("public static final class", "public final class")
    text = re.sub(r"(?<![\w.#])(Block\b|unsigned\(|stringAt\(|TALLY_\w+(?=;))", r"Raw.\1", text)
    imports = ["import com.sun.jna.Pointer;", ""] if "Pointer at" in text else []
    return "\n".join([f"// {NOTICE}", "", "package dev.tally;", "", *imports, text, ""])


def emit_files(header):
    layout, files = Layout(header), {}
    lines = [f"// {NOTICE}", "", "package dev.tally;", "", "import com.sun.jna.Memory;", "import com.sun.jna.Pointer;",
             "import java.nio.charset.StandardCharsets;", "",
             "/** The constants of tally.h, and the records that come out. uint64_t is a long of the same bits. */",
             "public final class Raw {", "    private Raw() {}", ""]
    for group in grouped(header.constants):
        lines += constants(group)
    for item in header.items:
        if isinstance(item, model.Struct) and item.name not in BY_HAND | UNUSED:
            if is_input(item):
                made = (given if item.name in GIVEN else options)(layout, item)
                files[f"{class_name(item.name)}.java"] = alone(made)
            else:
                lines += [""] + record(layout, item)
    for name in sorted(BY_HAND):
        places, size, _ = layout.of(header.struct(name))
        # SIZE is that of the whole structure.
        pairs = [("length" if member.name == "size" else member.name, at) for member, at in places
                 if not member.name.startswith("reserved")]
        pairs.append(("size", size))
        items = [f"{name.upper()}_{member.upper()} = {at}{',' if member != 'size' else ';'}" for member, at in pairs]
        lines += [""] + packed(items, "        ", first="    static final int")
    return {**files, "Raw.java": "\n".join(lines + HELPERS.rstrip().split("\n") + ["}", ""])}
