"""The structures of which batches and imports take arrays: how an emitter sees their members. A language has a type
for each, and one function that writes the members that go in and one that reads those that come out.

    out         filled by the call: the status, and what the operation has read or made
    text        a text that is always there
    optional    a text, or NULL
    options     a structure of options, or NULL
    operations  the operations of an item, whose number follows
    bytes       bytes, whose number follows
    plain       a number, an enumeration, flags or a timestamp
"""

import collections
import re

import documents
import names

# With each structure, what it is.
ARRAYS = {"tally_operation": "One operation of a batch or of an item. Its kind ignores members that do not name it.",
          "tally_item": "Operations on one account, all or none. An item with only a time lets time pass.",
          "tally_import": "One account, or how far one source was applied."}
Member = collections.namedtuple("Member", "name type role comment")


def members(header, struct):
    """The members of a structure that a language has."""
    sizes = {"size", "count"} if struct != "tally_operation" else set()
    for each in header.struct(struct).members:
        is_zero = each.name == "flags" and each.comment == "0"
        if not is_zero and not each.name.startswith("reserved") and each.name not in sizes:
            yield Member(each.name, each.type, role(each), each.comment)


def role(each):
    if each.comment.startswith("out"):
        return "out"
    if each.type.name == "char":
        return "optional" if "NULL" in each.comment else "text"
    if each.type.name in names.OPTIONS:
        return "options"
    return {"tally_operation": "operations", "void": "bytes"}.get(each.type.name, "plain")


def text(each, words):
    """The words about a member, as a sentence. The types of languages say which constants an enumeration has."""
    plain = re.sub(r"^TALLY_\w+_…$", "What it does.", re.sub(r"TALLY_\w+_…, ", "", each.comment))
    return documents.capital(words.text(re.sub(r"TALLY_\w+_…", "the mode", plain)))


def inward(header, struct):
    return [each for each in members(header, struct) if each.role != "out"]


def outward(header, struct):
    return [each for each in members(header, struct) if each.role == "out"]
