"""The constants of the header in JavaScript, without TALLY_."""

from generate import NOTICE, grouped

OUTPUT = "node/lib/constants.js"


def emit(header):
    lines = [f"// {NOTICE}", "", '"use strict";', "", "module.exports = {"]
    for group in grouped(header.constants):
        for constant in group:
            value = f'"{constant.value}"' if isinstance(constant.value, str) else constant.value
            lines.append(f"  {constant.name[len('TALLY_'):]}: {value},")
    return "\n".join(lines + ["};", ""])
