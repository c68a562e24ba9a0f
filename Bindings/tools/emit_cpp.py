"""The statuses, records and options of tally.hpp: regions within a file that is written by hand."""

import names
import roles
from generate import packed

OUTPUT = "cpp/tally.hpp"
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
            yield name, TYPES.get(kind, f"std::{kind}"), f"from.{name}"


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
    listed = [(name if "optional" in kind else f"{name} = 0", kind) for name, kind, _ in members(header, struct)]
    if struct.name == "tally_forms":  # What one writes in braces are the forms.
        listed = listed[1:] + listed[:1]
    return ["", f"struct {struct.name.removeprefix('tally_')} {{"] + declared(listed) + ["};"]


def emit_regions(header):
    statuses = ["/// What a call answers; any number of a newer library is one too.",
                "enum class status : std::int32_t {"]
    statuses += packed([f"{status.name[6:].removeprefix('ERROR_').lower()} = {status.name},"
                        for status in names.statuses(header)], "    ") + ["};"]
    values = []
    for name in RECORDS:
        values += record(header, header.struct(name))
    for name in names.OPTIONS:
        values += options(header, header.struct(name))
    return {"statuses": statuses, "values": values[1:]}
