"""The statuses, records and options of the Rust binding, as calls of macros: values.rs makes types of them, the
replay of the conformance data what shows and fills these."""

import textwrap

import documents
import emit_rust
import methods
import names
import rust_words
from generate import NOTICE

OUTPUT = "rust/tally/src/generated.rs"
# These are called otherwise, or have members of other types.
BY_HAND = {"tally_badge", "tally_badge_entry", "tally_account_entry", "tally_account_state", "tally_page_info"}
# The members of a reminder are options.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_"}
NUMBERS = {"tally_plan": "PlanSummary", "tally_feed_state": "FeedNumbers", "tally_presentation": "Look",
           "tally_event": "EventNumbers"}
KINDS = {**names.KINDS, **names.RAW_KINDS}
# Options that other languages have by hand.
ITEMS = {"tally_engine_batch_options": ("ItemsOptions", "The source of items, and the options of accounts that they create.")}


class Words(rust_words.Words):
    """The words in the module of values, which does not have all names of the crate."""

    def function(self, short):
        name = super().function(short)
        return f"{name}(crate::{name[2:-2]})"


def wrapped(text, width=108):
    return textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)


def call(macro, name, struct, documentation, groups):
    """A call of a macro. Each of the groups has (documentation, text) for each member."""
    lines = [f"{macro}! {{", *[f"    /// {line}" for line in wrapped(documentation)], f"    {name} of {struct} {{"]
    for index, group in enumerate(groups):
        for words, each in group:
            lines += [f"        /// {line}" for line in words] + [f"        {each},"]
        lines.append("    }" if index + 1 == len(groups) else "    } {")
    return lines + ["}"]


def kind_of(header, struct, name, kind):
    """The type of a member, and for one of options `as` what its method takes, if that is another type."""
    pair = struct.name, name
    own = next(each.type.name for each in struct.members if each.name == name)
    chosen = names.flag_type(struct.name, name) or methods.enumeration(header, own, KINDS)
    if chosen:
        return emit_rust.camel(chosen)
    if own == "tally_status":
        return "Status"
    if name in names.BOOLEAN_MEMBERS:
        return "bool"
    is_option = struct.name in names.OPTIONS or struct.name in ITEMS
    if pair in names.TIMES:
        return "Option<SystemTime>" + (" as impl Into<Option<SystemTime>>" if is_option else "")
    if pair in names.DURATIONS:
        return "Period as impl Into<Period>" if is_option else "Option<Duration>"
    return emit_rust.SCALARS.get(kind, "i32")


def kinds(header, words):
    lines = []
    for kind, constants in [*names.kinds(header), *names.kinds(header, names.RAW_KINDS)]:
        spoken = kind.replace("_", " ")
        article = "An" if spoken[0] in "aeiou" else "A"
        lines += ["kinds! {", f"    /// {article} {spoken}: one of these constants, or one of a newer library.",
                  f"    {emit_rust.camel(kind)} {{"]
        for short, constant in constants:
            text = documents.constant_text(constant, short, words)
            lines += [f"        /// {line}" for line in wrapped(text)]
            lines.append(f"        {short} = {constant.name},")
        lines += ["    }", "}"]
    return lines


def given(header, struct, groups):
    """The members of options with `fields`, each with the constant that says that it is given: the one of its name, or
    of the beginning of its name where several members share one."""
    names_of = {constant.name for constant in header.constants}

    def field(member):
        name = GIVEN[struct.name] + member.upper()
        return name if name in names_of else next(
            each for each in sorted(names_of) if each.startswith(GIVEN[struct.name] + member.split("_")[0].upper()))
    return [[(words, f"{text} = {field(text.split(':')[0])}") for words, text in group if text != "fields: u32"]
            for group in groups]


def filled(header, struct, name):
    """The functions that read options that are also results."""
    members = ", ".join(each for each, _ in names.numbers(header, struct))
    return ["filled! {", f"    {name} of {struct.name} {{ {members} }}", "}"]


def emit(header):
    words = Words(header)
    lines = [f"// {NOTICE}", "", "statuses! {"]
    for status in names.statuses(header):
        short = status.name[len("TALLY_"):].removeprefix("ERROR_")
        text = documents.constant_text(status, short, words)
        lines += [f"    /// {line}" for line in wrapped(text, 110)] + [f"    {short} = {status.name},"]
    lines.append("}")
    for kind, documentation, constants in names.flags(header):
        if kind == "reminder_fields":
            continue
        lines += ["flags! {", f"    /// {documentation}", f"    {emit_rust.camel(kind)} {{"]
        for short, constant in constants:
            lines += [f"        /// {line}" for line in wrapped(documents.constant_text(constant, short, words))]
            lines.append(f"        {short} = {constant.name},")
        lines += ["    }", "}"]
    lines += kinds(header, words)
    for struct in header.structs:
        name, documentation = {**names.RECORDS, **names.OPTIONS, **ITEMS}.get(struct.name, (None, None))
        if name is None or struct.name in BY_HAND:
            continue
        documentation = words.text(documentation)
        spoken = {each: wrapped(documents.capital(text)) for each, text in documents.typed_members(
            header, struct, words).items()}
        pairs = [(spoken[each], f"{each}: {kind_of(header, struct, each, kind)}") for each, kind in names.numbers(header, struct)]
        texts = [(spoken[each], each) for each in names.texts(header, struct)]
        if struct.name in GIVEN:
            lines += call("given", name, struct.name, documentation, given(header, struct, [pairs, texts]))
        elif struct.name in names.OPTIONS or struct.name in ITEMS:
            lines += call("options", name, struct.name, documentation, [pairs, texts])
            lines += filled(header, struct, name) if struct.name in names.RECORDS else []
        elif texts:
            lines += call("record", name, struct.name, documentation, [pairs, texts])
        else:
            lines += call("numbers", NUMBERS.get(struct.name, name), struct.name, documentation, [pairs])
    return "\n".join(lines + [""])
