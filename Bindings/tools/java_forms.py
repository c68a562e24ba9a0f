"""The members of structures as Java has them: enumerations, sets of flags, times, durations, days and numbers, each
with the expressions that read it from memory and that make a number of it again."""

import dataclasses

import methods
import names
from emit_java import SIZES, camel, class_name

# Enumerations, with those that other languages leave to the header.
KINDS = {**names.KINDS, **names.RAW_KINDS}
# Days and times of day that come out. In names.py they are numbers, because other languages have them so.
DAYS = names.DAYS | names.RECORD_DAYS
TIMES_OF_DAY = names.TIMES_OF_DAY | {("tally_reminder", "time_of_day")}
# A flag that stands alone in its record, by its name there.
ONLY_FLAGS = {("tally_recovery", "flags"): "uncertain"}


@dataclasses.dataclass
class Form:
    """A type of Java: how a member is read (`{}` is the number), and how a value becomes the number (`{}` is it)."""
    java: str
    read: str = "{}"
    write: str = "{}"


def singular(flags):
    """The enumeration of a type of flags: "observe_flags" is ObserveFlag."""
    return camel(flags, True).removesuffix("s")


def form(header, struct, member, scalar):
    """The form of a number."""
    pair, kind = (struct, member.name), methods.enumeration(header, member.type.name, KINDS)
    flags = names.flag_type(*pair)
    if flags:
        return Form(f"Set<{singular(flags)}>", f"Codes.set({singular(flags)}.class, {{}})")
    if kind:
        return Form(camel(kind, True), f"{camel(kind, True)}.of({{}})", "Codes.number({})")
    if member.type.name == "tally_status":
        return Form("Status", "Status.of({})")
    if member.name in names.BOOLEAN_MEMBERS or pair in ONLY_FLAGS:
        return Form("boolean", "{} != 0")
    for table, made in [
            (names.DURATIONS, Form("Duration", "Times.duration({})", "Times.milliseconds({})")),
            (names.TIMES, Form("Instant", "Times.instant({})", "Times.timestamp({})")),
            (DAYS, Form("LocalDate", "Times.day({})", "Times.number({})")),
            (TIMES_OF_DAY, Form("LocalTime", "Times.timeOfDay({})", "Times.number({})"))]:
        if pair in table:
            return made
    if scalar == "float":
        return Form("float")
    return Form("long" if SIZES[scalar] == 8 or scalar == "uint32_t" else "int")


def reading(scalar, at):
    """The expression that reads a number at an offset."""
    if scalar == "float":
        return f"at.getFloat({at})"
    return f"at.getLong({at})" if SIZES[scalar] == 8 else f"at.getInt({at})"


def component(layout, struct, member, at):
    """(Java type, name, expression that reads it) of a member that comes out, or None."""
    name, kind, scalar = member.name, member.type, layout.scalar(member.type)
    if name.startswith("reserved") or name in ("struct_size", "body_size", "headers_size"):
        return None
    if name == "text_length":
        return "String", "text", f"Raw.textIn(text, 0, at.getInt({at}))"
    if kind.name == "tally_text":
        return "String", camel(name), f"Raw.textIn(text, at.getInt({at}), at.getInt({at + 4}))"
    if layout.header.struct(kind.name):
        return class_name(kind.name), camel(name), f"{class_name(kind.name)}.read(at.share({at}), text)"
    if name == "body" and kind.pointers:
        return "byte[]", "body", f"Raw.bytesAt(at.getPointer({at}), at.getLong({at + 8}))"
    if kind.pointers:
        return "String", camel(name), f"Raw.stringAt(at.getPointer({at}))"
    found, read = form(layout.header, struct.name, member, scalar), reading(scalar, at)
    if found.java == "long" and scalar == "uint32_t":
        read += " & 0xFFFFFFFFL"
    return found.java, camel(ONLY_FLAGS.get((struct.name, name), name)), found.read.format(read)


IMPORTS = {"Memory": "com.sun.jna.Memory", "Pointer": "com.sun.jna.Pointer",
           "PointerByReference": "com.sun.jna.ptr.PointerByReference",
           **{name: f"java.time.{name}" for name in ("Duration", "Instant", "LocalDate", "LocalTime")},
           "List": "java.util.List", "Set": "java.util.Set", "Consumer": "java.util.function.Consumer"}
