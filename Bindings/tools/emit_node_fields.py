"""The members of the structures whose `fields` say which members they have, for the Node binding."""

import faces
import names
from emit_node import camel
from generate import NOTICE, packed

OUTPUT = "node/lib/fields.js"
TABLES = {"STYLE_FIELDS": ("tally_style", "TALLY_STYLE_FIELD_"),
          "REMINDER_FIELDS": ("tally_reminder_options", "TALLY_REMINDER_FIELD_")}


def emit(header):
    lines = [f"// {NOTICE}", "", '"use strict";', "", 'const constants = require("./constants.js");', "",
             "// The bit of each member in `fields`."]
    for table, (struct, prefix) in TABLES.items():
        lines.append(f"const {table} = {{")
        for member in header.struct(struct).members:
            if member.name not in ("struct_size", "fields", "flags") and not member.name.startswith("reserved"):
                field = faces.field_of(header, prefix, member.name).name[len("TALLY_"):]
                lines.append(f"  {camel(member.name)}: constants.{field},")
        lines.append("};")
    days = [f'"{camel(name)}",' for name in sorted(name for struct, name in names.DAYS
                                                   if struct == "tally_reminder_options")]
    lines += ["// Members of a reminder that are days.",
              *packed([*days[:-1], days[-1][:-1] + "];"], "  ", first="const DAYS = [")]
    return "\n".join([*lines, "", "module.exports = { DAYS, REMINDER_FIELDS, STYLE_FIELDS };", ""])
