"""The declarations of the Ruby binding: constants, how structures are packed, and the types of functions."""

import faces
import names
import roles
from generate import NOTICE, grouped, packed

OUTPUT = "ruby/lib/tally/declarations.rb"
# Directives of Array#pack, native, and sizes.
PACKED = {"int32_t": ("l", 4), "uint32_t": ("L", 4), "int64_t": ("q", 8), "uint64_t": ("Q", 8), "size_t": ("Q", 8),
          "float": ("f", 4)}


def flat(header, struct, prefix=""):
    """The members without nesting: triples of a name, a directive and a size."""
    for member in struct.members:
        kind = roles.scalar(header, member.type.name)
        inner = header.struct(kind)
        for _ in range(member.length or 1):
            if member.type.pointers or member.function or header.callback(kind):
                yield prefix + member.name, "J", 8
            elif inner:
                # The texts of a record are known by their names; the badge in an entry is the entry's own.
                inside = f"{member.name}_" if kind == "tally_text" else ""
                yield from flat(header, inner, prefix + inside)
            else:
                yield (prefix + member.name, *PACKED[kind])


def layout(header, struct):
    """How it is packed, with its padding, as a C compiler with 64-bit pointers lays it out."""
    template, names, offset = "", [], 0
    for name, directive, size in flat(header, struct):
        template += "x" * (-offset % size) + directive
        offset += -offset % size + size
        names.append(name)
    alignment = max(size for _, _, size in flat(header, struct))
    template += "x" * (-offset % alignment)
    return template, offset + -offset % alignment, names


def signature(header, function):
    """The types of a function's result and of its parameters."""
    result = "J" if function.result.pointers else directive(header, function.result.name)
    return result + "".join("J" if each.type.pointers or each.function else directive(header, each.type.name)
                            for each in function.parameters)


def directive(header, name):
    kind = roles.scalar(header, name)
    return "v" if kind == "void" else PACKED[kind][0] if kind in PACKED else "J"


def emit(header):
    lines = ["# frozen_string_literal: true", "", f"# {NOTICE}", "", "module Tally"]
    for group in grouped(header.constants):
        values = [f'"{each.value}"' if isinstance(each.value, str) else each.value for each in group]
        lines += packed([f"{each.name[len('TALLY_'):]} = {value};" for each, value in zip(group, values)], "  ")
    lines += ["", "  module Declarations # :nodoc:", "    # Name: [how it is packed, its size, its members].",
              "    STRUCTS = {"]
    for struct in header.structs:
        template, size, members = layout(header, struct)
        members[-1] += "]],"
        lines += packed(members, "        ", first=f'      "{struct.name}" => ["{template}", {size}, %i[')
    lines += ["    }.freeze", "", "    # Name: its result and its parameters, as Array#pack calls them; v: nothing.",
              "    FUNCTIONS = {"]
    lines += packed([f"{each.name}: \"{signature(header, each)}\"," for each in header.functions], "      ")
    outs = [each.name for each in header.struct("tally_operation").members if each.comment.startswith("out")]
    records = [f'"{struct}" => "{name}",' for struct, (name, _) in names.RECORDS.items()]
    lines += ["    }.freeze", "", "    # The records that structures become.", "    RECORDS = {"]
    lines += packed(records, "      ") + ["    }.freeze", "    # Bits that say which members are given.", "    FIELDS = {"]
    for struct, bits in faces.fields(header):
        lines += packed([f"{name}: {value}," for name, value in bits.items()], "        ", first=f'      "{struct}" => {{ ')
        lines[-1] = lines[-1].rstrip(",") + " },"
    lines += ["    }.freeze", "    # Members of records that are true or false.",
              f"    BOOLEANS = %i[{' '.join(sorted(names.BOOLEAN_MEMBERS))}].freeze"]
    lines += ["    # The members of an operation that come out.",
                                          f"    RESULTS = %i[{' '.join(outs)}].freeze", "  end", "end", ""]
    return "\n".join(line for line in lines if line.strip() or line == "")
