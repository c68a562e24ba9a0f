"""The statuses, enumerations, records and options of C++."""

import re

import cpp_words
import documents
import methods
import names
import roles
from cpp_words import word
from generate import NOTICE, packed

OUTPUT = "cpp/tally"
# Options whose members are given or not: what is not given has no value.
GIVEN = "tally_reminder_options"
TYPES = {"float": "float", "tally_status": "std::int32_t", "bool": "bool"}
RECORDS = ["tally_account_settings_entry", "tally_link", "tally_reason", "tally_feed_entry", "tally_rejected", "tally_message", "tally_group", "tally_outbox_entry",
           "tally_reminder", "tally_plan_entry", "tally_reminder_note", "tally_skipped_entry", "tally_snapshot_entry",
           "tally_patch_entry"]
# Records that have no texts.
# A record whose text comes beside it.
TEXTED = {"tally_event": "text"}
PLAIN = ["tally_badge_own", "tally_message_counts", "tally_message_position", "tally_outbox_counts", "tally_position", "tally_import_report"]
OPTIONS = {"tally_engine_options": "How an engine is opened.",
           "tally_engine_batch_options": "The source of items, and the options of accounts that they create.",
           **{struct: text for struct, (_, text) in names.OPTIONS.items()}}
# Members that say how large the structures of this program are.
SIZES = {"operation_size": "tally_operation", "item_size": "tally_item"}
# Options that are also results.
READ = [name for name in names.OPTIONS if name in names.RECORDS]


def members(header, struct):
    """Triples of a name, a type and what reads it, in the header's order."""
    for member in struct.members:
        name, kind = member.name, roles.scalar(header, member.type.name)
        if name in ("struct_size", *SIZES) or name.startswith("reserved") or name.endswith(("_length", "user_data")):
            continue
        if name.endswith("_offset"):
            name = name.removesuffix("_offset")
            yield name, "std::string", f"detail::at(text, from.{name}_offset, from.{name}_length)"
        elif kind == "tally_text":
            yield name, "std::string", f"detail::at(text, from.{name})"
        elif header.callback(kind):
            yield name, cpp_words.CALLBACKS[name], None
        elif member.type.pointers:
            yield name, "std::optional<std::string>", None
        else:
            special = type_of(header, struct.name, member)
            yield cpp_words.MEMBERS.get((struct.name, name), name), special or TYPES.get(kind, f"std::{kind}"), (
                f"detail::made<{special}>(from.{name})" if special else f"from.{name}")


def type_of(header, struct, member):
    """The type of a member that is more than a number, else None."""
    if names.flag_type(struct, member.name):
        return f"tally::{names.flag_type(struct, member.name)}"
    if struct in TEXTED and member.name in names.BOOLEAN_MEMBERS:
        return "bool"
    if struct in TEXTED and member.type.name == "tally_status":
        return "tally::status"
    enumeration = methods.enumeration(header, member.type.name, names.RAW_KINDS)
    if enumeration == "event_kind":
        return "tally::event_kind"
    kind, enumeration = methods.member_kind(header, struct, member)
    return {"duration": "milliseconds", "time": "time_point", "enum": f"tally::{enumeration}"}.get(kind)


def enumerations(header):
    lines = []
    for kind, documentation, pairs in names.flags(header):
        lines += [f"/// {documentation} Combined with |.", f"enum class {kind} : std::uint32_t {{"]
        pieces = ["none = 0,"] + [f"{word(short)} = {constant.name}," for short, constant in pairs]
        lines += packed(pieces, "    ") + ["};"]
    raw = [(kind, pairs) for kind, pairs in names.kinds(header, names.RAW_KINDS) if kind == "event_kind"]
    for kind, pairs in [*names.kinds(header), *raw]:
        lines += [f"enum class {kind} : std::int32_t {{"]
        lines += packed([f"{word(short)} = {constant.name}," for short, constant in pairs], "    ") + ["};"]
    lines.append("")
    return lines + [f"template <> struct is_flags<{kind}> : std::true_type {{}};" for kind in names.FLAGS]


def declared(header, struct, listed):
    """Declarations of pairs of a name and a type, with what the header says of them."""
    said = {cpp_words.MEMBERS.get((struct.name, name), name): text
            for name, text in documents.members(header, struct.name, cpp_words.Words(header))}
    for name, kind in listed:
        text = cpp_words.Words.parameters.get(("engine_open", name)) or said.get(re.sub(r"( = 0|{})$", "", name), "")
        text = documents.whether(text) if kind == "bool" else text
        line = f"    {kind} {name};"
        if text and len(line) + len(text) + 6 <= 118:
            yield f"{line} ///< {text}"
        else:
            yield from cpp_words.comment([text] if text else [], "    ")
            yield line


def record(header, struct):
    name, listed = cpp_words.type_name(struct.name), list(members(header, struct))
    text = TEXTED.get(struct.name)
    is_plain = text or struct.name in PLAIN
    listed += [(text, "std::string", "std::move(words)")] if text else []
    lines = ["", f"/// {names.RECORDS[struct.name][1]}", f"struct {name} {{"]
    lines += [*declared(header, struct, [(each + "{}" * bool(is_plain and kind != "std::string"), kind)
                                      for each, kind, _ in listed]), ""]
    lines += [f"    {name}() = default;"] if is_plain else []
    reads = [f"{each}({read})," for each, _, read in listed]
    reads[-1] = reads[-1][:-1] + " {}"
    given = ", std::string words" if text else "" if is_plain else ", const char *text"
    return lines + [f"    {name}(const {struct.name} &from{given})"] + packed(
        reads, "          ", first="        :") + ["};"]


def listed_options(header, struct):
    """Pairs of a name and a type: of GIVEN, all are optional."""
    for name, kind, _ in members(header, struct):
        if struct.name == GIVEN and name == "fields":
            continue
        is_given = struct.name == GIVEN and "optional" not in kind
        yield name, f"std::optional<{kind}>" if is_given else kind


def options(header, struct):
    listed = [(name if "optional" in kind or "function" in kind else f"{name} = 0" if kind.startswith("std::")
               else f"{name}{{}}", kind) for name, kind in listed_options(header, struct)]
    if struct.name == "tally_forms":  # The values in braces are the forms.
        listed = [pair for pair in listed if pair[0] != "flags = 0"] + [("flags = 0", "std::uint32_t")]
    lines = ["", *cpp_words.comment([cpp_words.Words(header).text(OPTIONS[struct.name])]),
             f"struct {cpp_words.type_name(struct.name)} {{"]
    return lines + [*declared(header, struct, listed), "};"]


def read(header, struct):
    """The options of a structure of the header that comes out: they stay an aggregate, without a constructor for it."""
    name = cpp_words.type_name(struct.name)
    values = ", ".join(value for _, _, value in members(header, struct))
    return ["", f"inline {name} read(const {struct.name} &from) {{", *packed(
        f"{{{values}}};".replace(", ", ",\n").split("\n"), "            ", first="    return "), "}"]


def field(header, struct, name):
    """The flag of a member of GIVEN: that of its name, or of its first word."""
    prefix = "TALLY_REMINDER_FIELD_"
    flags = [each.name for each in header.constants if each.name.startswith(prefix)]
    own = prefix + name.upper()
    return own if own in flags else next(each for each in flags if each.startswith(own.rsplit("_", 1)[0]))


def passed(header, struct):
    """The structure of the header, made of options, with the texts that it borrows."""
    name, listed = cpp_words.type_name(struct.name), list(listed_options(header, struct))
    texts = [each for each, kind in listed if kind == "std::optional<std::string>"]
    renamed = {new: old for (_, old), new in cpp_words.MEMBERS.items()}
    lines = ["", f"struct c_{name} {{"]
    begin = f"    explicit c_{name}(const {name} &from)"
    lines += packed([f"{each}(from.{each})," for each in texts], "          ", first=begin + " :") if texts else [begin]
    lines[-1] = lines[-1].rstrip(",") + " {"
    for each, kind in listed:
        if struct.name == GIVEN:
            lines.append(f"        give(from.{each}, value.{each}, value.fields, {field(header, struct, each)});")
        elif "function" not in kind and each not in texts:
            lines.append(f"        value.{renamed.get(each, each)} = detail::raw(from.{each});")
    lines += [f"        value.{each} = {each};" for each in texts]
    lines += [f"        value.{each.name} = sizeof({SIZES[each.name]});" for each in struct.members if each.name in SIZES]
    lines += ["    }", f"    operator const {struct.name} *() const {{ return &value; }}", "",
              f"    {struct.name} value = sized<{struct.name}>();"]
    if texts:
        lines += ["", "private:", *packed([f"{each}," for each in texts[:-1]] + [texts[-1] + ";"], "        ",
                                          first="    c_text")]
    return lines + ["};"]


def file(name, includes, body):
    guard = f"TALLY_{name.upper()}_HPP"
    return "\n".join([f"// {NOTICE}", f"#ifndef {guard}", f"#define {guard}", "",
                      *[f"#include {each}" for each in includes], "", "namespace tally {", "", *body, "",
                      "}  // namespace tally", "", f"#endif  // {guard}", ""])


def emit_files(header):
    statuses = ["/// The status of a call. A newer library may return numbers without a name.",
                "enum class status : std::int32_t {"]
    statuses += packed([f"{status.name[6:].removeprefix('ERROR_').lower()} = {status.name},"
                        for status in names.statuses(header)], "    ") + ["};"]
    flags = ["", "/// Whether an enumeration is a set of flags, which | combines and & selects.",
             "template <typename T>", "struct is_flags : std::false_type {};", ""]
    values = []
    for name in [*RECORDS, *PLAIN, *TEXTED]:
        values += record(header, header.struct(name))
    for name in OPTIONS:
        values += options(header, header.struct(name))
    made = [line for name in OPTIONS for line in passed(header, header.struct(name))]
    made += [line for name in READ for line in read(header, header.struct(name))]
    return {"enumerations.hpp": file("enumerations", ["<tally.h>", "", "<cstdint>", "<type_traits>"],
                                     statuses + flags + enumerations(header)).replace("#include \n", "\n"),
            "values.hpp": file("values", ['"types.hpp"'], values[1:] + [
                "", "namespace detail {"] + made + ["", "}  // namespace detail"])}
