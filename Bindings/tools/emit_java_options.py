"""The options of the Java binding, each a class that writes itself to memory. Its fields have the numbers of tally.h,
and its methods take the types of Java. In a structure with `fields`, members count that were set."""

import documents
import faces
import java_words as java
import methods
import names
from emit_java import Layout, camel
from emit_java_values import file
from generate import packed
from java_forms import Form, form, reading, singular

OUTPUT = "java/src/dev/tally"
OPTIONS = {*names.OPTIONS, "tally_engine_options", "tally_engine_batch_options", "tally_style"}
# The prefixes of the constants of `fields`.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_", "tally_style": "TALLY_STYLE_FIELD_"}
# The host's functions, by interfaces that are written by hand.
HOOKS = {"tally_clock_callback": "Clock", "tally_log_callback": "Log", "tally_zone_callback": "ZoneFile"}
# Members that the binding itself sets: the sizes of structures.
INNER = {"item_size": "TALLY_ITEM_SIZE", "operation_size": "TALLY_OPERATION_SIZE"}
# Options that toString must not show.
SECRETS = {"tally_credential": {"secret"}}
STORED = {"int32_t": "int", "uint32_t": "long", "int64_t": "long", "uint64_t": "long", "float": "float"}


class Member:
    """A member of options: its field, how it is written, and the method that sets it."""

    def __init__(self, layout, struct, member, at):
        self.struct, self.member, self.at, self.name = struct, member, at, camel(member.name)
        self.scalar = layout.scalar(member.type)
        self.hook = HOOKS.get(member.type.name)
        is_bits = member.name in ("flags", "fields")
        self.flags = "" if is_bits else names.flag_type(struct.name, member.name)
        is_bits = is_bits or bool(self.flags)
        self.form = Form(self.hook or "String") if not self.scalar else Form("int") if is_bits else form(
            layout.header, struct.name, member, self.scalar)
        self.stored = self.form.java if not self.scalar else "int" if is_bits else STORED[self.scalar]
        self.field = faces.field_of(layout.header, GIVEN[struct.name], member.name).name if struct.name in GIVEN and not is_bits else ""

    def writes(self):
        if self.hook:
            return []
        if not self.scalar:
            return [f"memory.setPointer({self.at}, memory.string({self.name}));"]
        how = {"int": "setInt", "float": "setFloat", "long": "setLong"}[self.stored]
        if self.stored == "long" and self.scalar == "uint32_t":
            return [f'memory.setInt({self.at}, Raw.unsigned("{self.name}", {self.name}));']
        return [f"memory.{how}({self.at}, {self.name});"]

    def read(self):
        value = reading(self.scalar, self.at) if self.scalar else f"Raw.stringAt(at.getPointer({self.at}))"
        value += " & 0xFFFFFFFFL" if self.scalar == "uint32_t" and self.stored == "long" else ""
        return f"style.{self.name} = {value};"

    def setter(self, text):
        """The method that sets the member."""
        value = "Codes.bits(value)" if self.flags else self.form.write.format("value")
        kind = f"{singular(self.flags)}..." if self.flags else self.form.java
        given = [f"    fields |= Raw.{self.field};"] if self.field else []
        lines = [f"public {java.options_name(self.struct.name)} {self.name}({kind} value) {{",
                 f"    {self.name} = {value};", *given, "    return this;", "}"]
        return ["", *documented(text, ["@param value the value", "@return this"]), *[f"    {line}" for line in lines]]

    def getter(self, text):
        """The method that returns the member of a style: null if it is not set."""
        boxed = {"int": "Integer", "long": "Long", "float": "Float"}.get(self.form.java, self.form.java)
        lines = [f"public {boxed} {self.name}() {{",
                 f"    return (fields & Raw.{self.field}) == 0 ? null : {self.form.read.format(self.name)};", "}"]
        return ["", *documented(text, ["@return the value; null: it is not set"]), *[f"    {line}" for line in lines]]


def documented(text, tags):
    return java.comment([text, *tags], "    ")


def flag_setters(header, struct, words):
    """A method for each flag of the structure."""
    for each in methods.flags(header, names.flag_type(struct.name, "flags")):
        name = camel(each.name)
        text = documents.capital(words.text(each.comment) or each.name.replace("_", " "))
        yield from ["", *documented(text, ["@param value whether it applies", "@return this"]),
                    f"    public {java.options_name(struct.name)} {name}(boolean value) {{",
                    f"        flags = Codes.with(flags, Raw.{each.constant}, value);",
                    "        return this;", "    }"]


def shown(struct, members):
    """`toString` of options with a secret, which is left out."""
    name, parts = java.options_name(struct.name), []
    for each in members:
        value = each.name
        if each.member.name in SECRETS[struct.name]:
            value = f'({each.name} == null ? "null" : "…")'
        elif each.form.read.startswith(each.form.java):  # An enumeration.
            value = f"({each.name} == 0 ? null : {each.form.java}.of({each.name}))"
        parts.append(f'"{", " if parts else name + "["}{each.name}=" + {value}')
    lines = "\n            + ".join(parts).split("\n")
    return ["", "    /** The options without the secret, so that no log has it. */", "    @Override",
            "    public String toString() {", f"        return {lines[0]}", *lines[1:-1], f'{lines[-1]} + "]";', "    }"]


def style(members):
    """How a style reads itself, because it also comes out."""
    at = next(each.at for each in members if each.name == "icon")
    return ["", f"    static final int ICON = {at};", "", "    static Style read(Pointer at) {",
            "        Style style = new Style();", *[f"        {each.read()}" for each in members],
            "        return style;", "    }"]


def options(layout, struct, words):
    header, name = layout.header, java.options_name(struct.name)
    places, size, _ = layout.of(struct)
    sizes = [f"        memory.setInt({at}, Raw.{INNER[member.name]});" for member, at in places if member.name in INNER]
    members = [Member(layout, struct, member, at) for member, at in places
               if not member.name.startswith("reserved") and member.name not in {"struct_size", "data_length", *INNER}
               and not member.name.endswith("user_data")]
    texts = java.component_texts(header, struct, words)
    lines = java.comment(java.paragraphs(header, struct, words), "") + [
        f"public final class {name} {{", f"    static final int SIZE = {size};"]
    lines += [f"    static final int {each.member.name.upper()} = {each.at};" for each in members if each.hook] + [""]
    for kind in dict.fromkeys(each.stored for each in members):
        fields = [f"{each.name}," for each in members if each.stored == kind]
        lines += packed([*fields[:-1], fields[-1][:-1] + ";"], "        ", first=f"    {kind}")
    lines += ["", "    /** All defaults. */", f"    public {name}() {{}}", *flag_setters(header, struct, words)]
    for each in members:
        if each.member.name not in ("flags", "fields"):
            text = documents.capital(texts[each.member.name])
            lines += each.setter(text)
            lines += each.getter(text) if struct.name == "tally_style" else []
    lines += shown(struct, [each for each in members if each.name != "flags"]) if struct.name in SECRETS else []
    lines += ["", "    Raw.Block write() {", f"        Raw.Block memory = new Raw.Block({size});",
              f"        memory.setInt(0, {size});", *sizes]
    lines += [f"        {line}" for each in members for line in each.writes()] + ["        return memory;", "    }"]
    return file(lines + (style(members) if struct.name == "tally_style" else []) + ["}"])


def emit_files(header):
    layout, words = Layout(header), java.Words(header)
    return {f"{java.options_name(struct.name)}.java": options(layout, struct, words)
            for struct in header.structs if struct.name in OPTIONS}
