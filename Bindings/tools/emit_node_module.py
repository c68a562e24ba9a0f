"""The Node binding as an ES module: Node finds no names in the CommonJS one, which spreads its exports."""

import methods
import names
import node_words as node
from emit_node import camel
from emit_node_types import error_class
from generate import NOTICE, packed

OUTPUT = "node/lib/index.mjs"
# Names that lib/index.js exports besides constants, errors and functions of the header.
BY_HAND = ["Account", "Badge", "Engine", "Feed", "Feeds", "Groups", "Messages", "Node", "Operation", "Outbox",
           "Reminders", "Scope", "Snapshot", "TallyError", "join", "open", "shown", "statusMessage", "statusName",
           "version", "versionNumber"]


def functions(header):
    for each in methods.all(header):
        if each.owner == "tally" and not each.is_custom and each.short not in node.BY_HAND | node.LACKS \
                and not each.short.startswith("trace_"):
            yield node.SPELLING.method(each)
            if each.page:
                yield camel(each.page)


def emit(header):
    constants = [each.name[len("TALLY_"):] for each in header.constants]
    errors = [error_class(each.name) for each in names.statuses(header) if each.name.startswith("TALLY_ERROR_")]
    found = sorted({*BY_HAND, *functions(header), *errors}) + constants
    return "\n".join([f"// {NOTICE}", "", 'import tally from "./index.js";', "",
                      *packed([f"{each}," for each in found], "  ", first="export const {"), "} = tally;",
                      "export default tally;", ""])
