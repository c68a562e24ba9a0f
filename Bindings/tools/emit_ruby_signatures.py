"""The signatures (RBS) of what the Ruby binding has from the header: constants, errors and records."""

import names
from emit_python_errors import class_name
from generate import NOTICE

OUTPUT = "ruby/sig/tally/declarations.rbs"
TYPES = {"text": "String", "float": "Float"}


def record(header, struct):
    name, documentation = names.RECORDS[struct.name]
    lines = ["", f"  # {documentation}", f"  class {name} < Struct[untyped]"]
    for member, kind in names.members(header, struct):
        lines.append(f"    attr_accessor {member}: {'bool' if member in names.BOOLEAN_MEMBERS else TYPES.get(kind, 'Integer')}")
    return lines + ["  end"]


def emit(header):
    lines = [f"# {NOTICE}", "", "module Tally"]
    for constant in header.constants:
        kind = "String" if isinstance(constant.value, str) else "Integer"
        lines.append(f"  {constant.name[len('TALLY_'):]}: {kind}")
    for status in names.statuses(header):
        if status.value < 0:
            lines += ["", f"  # {status.comment}", f"  class {class_name(status)} < Error", "  end"]
    for struct in header.structs:
        if struct.name in names.RECORDS:
            lines += record(header, struct)
    lines += ["", "  # The result of an operation of a batch or an item.", "  class OperationResult < Struct[untyped]"]
    lines += [f"    attr_accessor {each.name}: Integer" for each in header.struct("tally_operation").members
              if each.comment.startswith("out")]
    return "\n".join(lines + ["  end", "end", ""])
