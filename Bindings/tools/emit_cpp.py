"""The statuses, records and options of tally.hpp: regions within a file that is written by hand."""

import names
import roles
from generate import packed

OUTPUT = "cpp/tally.hpp"
# Options whose members are given or not: what is not given has no value.
GIVEN = "tally_reminder_options"
TYPES = {"float": "float", "tally_status": "std::int32_t"}
RECORDS = ["tally_reason", "tally_feed_entry", "tally_rejected", "tally_message", "tally_group", "tally_outbox_entry",
           "tally_reminder", "tally_plan_entry", "tally_reminder_note"]


def members(header, struct):
    """Triples of a name, a type and what reads it, in the header's order."""
    for member in struct.members:
        name, kind = member.name, roles.scalar(header, member.type.name)
        if name == "struct_size" or name.startswith("reserved") or name.endswith("_length"):
            continue
        if name.endswith("_offset"):
            name = name.removesuffix("_offset")
            yield name, "std::string", f"detail::at(text, from.{name}_offset, from.{name}_length)"
        elif kind == "tally_text":
            yield name, "std::string", f"detail::at(text, from.{name})"
        elif member.type.pointers:
            yield name, "std::optional<std::string>", None
        else:
            special = type_of(struct.name, name)
            yield name, special or TYPES.get(kind, f"std::{kind}"), (
                f"detail::made<{special}>(from.{name})" if special else f"from.{name}")


def type_of(struct, name):
    """The type of a member that is more than a number, else None."""
    if (struct, name) in names.DURATIONS:
        return "milliseconds"
    if (struct, name) in names.TIMES:
        return "time_point"
    kind = names.flag_type(struct, name) or names.KIND_OF.get((struct, name))
    return kind and f"tally::{kind}"


def word(name):
    """A constant's name in lower case, with an underscore behind it where it is a keyword."""
    return name.lower() + ("_" if name.lower() in {"default"} else "")


def enumerations(header):
    lines = []
    for kind, documentation, pairs in names.flags(header):
        lines += [f"/// {documentation} Combined with |.", f"enum class {kind} : std::uint32_t {{"]
        pieces = ["none = 0,"] + [f"{word(short)} = {constant.name}," for short, constant in pairs]
        lines += packed(pieces, "    ") + ["};"]
    for kind, pairs in names.kinds(header):
        lines += [f"enum class {kind} : std::int32_t {{"]
        lines += packed([f"{word(short)} = {constant.name}," for short, constant in pairs], "    ") + ["};"]
    lines.append("")
    return lines + [f"template <> struct is_flags<{kind}> : std::true_type {{}};" for kind in names.FLAGS]


def declared(listed):
    """Declarations, those of one type that follow each other in one: of pairs of a name and a type."""
    lines, block = [], []
    for name, kind in listed + [(None, None)]:
        if block and kind != block[0]:
            pieces = [f"{each}," for each in block[1:-1]] + [block[-1] + ";"]
            lines += packed(pieces, "        ", first=f"    {block[0]}")
            block = []
        block = block + [name] if block else [kind, name]
    return lines


def record(header, struct):
    name, listed = struct.name.removeprefix("tally_"), list(members(header, struct))
    lines = ["", f"struct {name} {{"] + declared([(each, kind) for each, kind, _ in listed]) + [""]
    reads = [f"{each}({read})," for each, _, read in listed]
    reads[-1] = reads[-1][:-1] + " {}"
    return lines + [f"    {name}(const {struct.name} &from, const char *text)"] + packed(
        reads, "          ", first="        :") + ["};"]


def options(header, struct):
    listed = list(members(header, struct))
    if struct.name == GIVEN:
        listed = [(name, kind if "optional" in kind else f"std::optional<{kind}>", read)
                  for name, kind, read in listed if name != "fields"]
    listed = [(name if "optional" in kind else f"{name} = 0" if kind.startswith("std::") else f"{name}{{}}", kind)
              for name, kind, _ in listed]
    if struct.name == "tally_forms":  # The values in braces are the forms.
        listed = listed[1:] + listed[:1]
    return ["", f"struct {struct.name.removeprefix('tally_')} {{"] + declared(listed) + ["};"]


def emit_regions(header):
    statuses = ["/// The status of a call. A newer library may return numbers without a name.",
                "enum class status : std::int32_t {"]
    statuses += packed([f"{status.name[6:].removeprefix('ERROR_').lower()} = {status.name},"
                        for status in names.statuses(header)], "    ") + ["};"]
    values = []
    for name in RECORDS:
        values += record(header, header.struct(name))
    for name in names.OPTIONS:
        values += options(header, header.struct(name))
    return {"statuses": statuses, "enumerations": enumerations(header), "values": values[1:]}
