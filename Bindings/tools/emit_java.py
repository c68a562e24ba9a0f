"""The inner declarations of the Java binding, which no program sees: the constants of tally.h, the offsets that its
structures have on 64 bits, and the memory of structures. Names and layouts are shared with the other emitters."""

import header as model
from generate import NOTICE, grouped, packed

OUTPUT = "java/src/dev/tally/Raw.java"
SIZES = {"int32_t": 4, "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "size_t": 8, "intptr_t": 8,
         "float": 4}
SCALARS = {"int32_t": "int", "uint32_t": "int", "int64_t": "long", "uint64_t": "long", "size_t": "long",
           "intptr_t": "long", "float": "float"}
BY_HAND = {"tally_account_entry", "tally_account_state", "tally_bytes", "tally_import", "tally_item", "tally_operation",
           "tally_rows", "tally_widget"}
# Structures whose places are used by hand. Those that are records or options have classes besides.
PLACES = BY_HAND | {"tally_badge"}


def camel(name, first_upper=False):
    text = "".join(part.capitalize() for part in name.split("_"))
    return text if first_upper else text[0].lower() + text[1:]


def class_name(struct):
    # The record is named as in all languages: a badge that a path owns.
    return "OwnBadge" if struct == "tally_badge_own" else camel(struct.removeprefix("tally_"), True)


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
            lines += packed(items, "        ", first=f"    static final {kind}")
    return lines


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

        /** Options that live as long as this; null: none. */
        Pointer options(Block written) {
            if (written != null) texts.add(written);
            return written;
        }
    }

    /** The result for a badge's `toString`: "dot", its number, or "nothing". */
    static String shown(BadgeKind kind, long count) {
        return kind == BadgeKind.NONE ? "nothing" : kind == BadgeKind.DOT ? "dot" : Long.toUnsignedString(count);
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
        if (value < 0 || value > 0xFFFFFFFFL) throw TallyException.of(Status.RANGE, name + " is out of range");
        return (int) value;
    }
'''


def emit(header):
    layout = Layout(header)
    lines = [f"// {NOTICE}", "", "package dev.tally;", "", "import com.sun.jna.Memory;", "import com.sun.jna.Pointer;",
             "import java.nio.charset.StandardCharsets;", "",
             "/** The constants of tally.h, the offsets in its structures, and their memory. */",
             "final class Raw {", "    private Raw() {}", ""]
    for group in grouped(header.constants):
        lines += constants(group)
    for name in sorted(PLACES):
        places, size, _ = layout.of(header.struct(name))
        # SIZE is that of the whole structure.
        pairs = [("length" if member.name == "size" else member.name, at) for member, at in places
                 if not member.name.startswith("reserved")]
        pairs.append(("size", size))
        items = [f"{name.upper()}_{member.upper()} = {at}{',' if member != 'size' else ';'}" for member, at in pairs]
        lines += [""] + packed(items, "        ", first="    static final int")
    return "\n".join(lines + HELPERS.rstrip().split("\n") + ["}", ""])
