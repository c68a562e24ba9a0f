"""The signatures (RBS) of what the Ruby binding has from the header: constants, errors and records."""

import names
from emit_python_errors import class_name
from generate import NOTICE

OUTPUT = "ruby/sig/tally/declarations.rbs"
STYLE = {"float": "(Float | Integer)", "char": "String"}
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
            lines += ["", f"  # {status.comment.replace('NULL', 'nil')}", f"  class {class_name(status)} < Error", "  end"]
    for struct in header.structs:
        if struct.name in names.RECORDS:
            lines += record(header, struct)
    lines += ["", "  # The result of an operation of a batch or an item.", "  class OperationResult < Struct[untyped]"]
    lines += [f"    attr_accessor {each.name}: Integer" for each in header.struct("tally_operation").members
              if each.comment.startswith("out")]
    lines += ["  end", "", "  # How a path is drawn. A member that is nil is inherited.", "  class Style < Struct[untyped]",
              "    attr_accessor offset: [Float | Integer, Float | Integer]?"]
    style = header.struct("tally_style").members
    lines += [f"    attr_accessor {each.name}: {STYLE.get(each.type.name, 'Integer')}?" for each in style
              if each.name not in ("struct_size", "fields", "offset_x", "offset_y") and "reserved" not in each.name]
    lines += ["  end", "", "  # A request for a transport.", "  class Request"]
    lines += [f"    attr_reader {each.name}: {'String' if each.type.pointers else 'Integer'}"
              for each in header.struct("tally_request").members
              if each.name not in ("struct_size", "body_size", "headers_size") and "reserved" not in each.name]
    return "\n".join(lines + ["  end", "end", ""])
