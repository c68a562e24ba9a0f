"""Planning that the emitters of method layers share: the names of methods, the functions of a class, and the methods
that a list has."""

import collections
import dataclasses

import methods

@dataclasses.dataclass
class Spelling:
    """The names of a language: `Spelling(NAMES, OWNERS)`."""
    names: dict              # Exceptions, by functions without tally_. With a dot in it, the name has its owner.
    owners: dict             # The types, by owners and groups: "account": "Account".
    module: str = ""         # The owner of functions without an object: "Tally".
    case: object = str       # The language's case for a name of the header's.
    is_grouped: bool = True  # Whether an account has groups of methods.
    merges: bool = True      # Whether an end is an optional argument.
    # Without groups, a list has one method, for a page; but these have one for all of it besides.
    whole: tuple = ("badge_list",)

    def method(self, method):
        """The name of a method; of a list, that of the method for all of it."""
        if method.short in self.names:
            return self.names[method.short]
        name = method.grouped if self.is_grouped and not method.is_custom else method.flat
        return self.case(name.removesuffix("_until") if self.merges and method.without_end else name)

    def full(self, method, is_whole=False):
        """The name with its owner: "Account.set"; of a list, that of the method for a page, or for all of it."""
        name = self.method(method)
        has_both = self.is_grouped or method.short in self.whole
        if method.page and has_both and not is_whole and method.short not in self.names:
            name = self.case(method.page)
        if "." in name:
            return name.strip(".")
        of = method.group if self.is_grouped and method.group and method.owner != "tally" else method.owner
        owner = self.owners.get(of, self.module)
        return f"{owner}.{name}" if owner else name

    def table(self, header, without=()):
        """The names of all functions, for NAMES.md, without those that the language lacks. Bytes that the library
        allocates become a value of the language, so no language has a method that releases them."""
        return {each.short: self.full(each) for each in methods.all(header)
                if each.short not in without and each.short != "bytes_release" and not each.short.startswith("trace_")}


# A method of a language for a function: its name, its arguments, and `part`: one (no list), whole (all rows of a list),
# page (a part of it) or all (all rows at the same time, where the list has a result of its own).
Variant = collections.namedtuple("Variant", "name arguments part")


def chosen(header, owner, by_hand, merges=True):
    """The methods of an owner or a group that a language generates. merges: an end is an optional argument there."""
    return [each for each in methods.all(header) if (each.group or each.owner) == owner and not each.is_custom
            and each.short not in by_hand and not (merges and each.without_end)]


def variants(method, name, eager=()):
    """The methods for a function, where a list has one for all rows and one for a page. eager: functions whose lists
    come in one piece, because their revision belongs to them."""
    if not method.page:
        return [Variant(name, method.arguments, "one")]
    whole = [each for each in method.arguments if each.name not in ("after", "limit", "follow")]
    return [Variant(name, whole, "all" if method.short in eager else "whole"),
            Variant(method.page, method.arguments, "page")]


def options(header, struct, notes=()):
    """The members of a structure of options, all of them optional, for a function that makes one."""
    return list(methods.options(header, struct, notes, True))


def field_of(header, prefix, member):
    """The constant of the `fields` of options which says that a member is given: the one of its name, or of the beginning
    of its name where several members share one."""
    found = {constant.name: constant for constant in header.constants if constant.name.startswith(prefix)}
    name = prefix + member.upper()
    return found[name] if name in found else next(
        found[each] for each in sorted(found) if each.startswith(prefix + member.split("_")[0].upper()))


def fields(header):
    """Pairs of a structure that says by bits which members are given, and the bit of each member."""
    for struct in header.structs:
        comment = next((member.comment for member in struct.members if member.name == "fields"), "")
        prefix = comment[:-1]  # Without the ellipsis.
        members = [member.name for member in struct.members if member.name not in ("struct_size", "fields")
                   and not member.name.startswith("reserved")]
        if prefix:
            yield struct.name, {name: field_of(header, prefix, name).value for name in members}


# Functions that are about everything if no path is given: messages are below the root, never at it.
EVERYTHING = {"message_list", "message_get_counts"}


def optional_handles(header):
    """Pairs of a function and a handle that may be NULL, as the account of an observer of all feeds."""
    return [(method.function.name, each.name) for method in methods.all(header) for each in method.arguments
            if each.kind == "handle" and each.is_nullable]
