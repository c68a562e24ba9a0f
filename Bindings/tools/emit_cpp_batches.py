"""The operations of batches, the items and the imports of C++, with what writes them for C and reads the results."""

import arrays
import cpp_words
import emit_cpp
import methods
import names
from generate import packed

OUTPUT = "cpp/tally"
# Their texts that may be missing, though they are never NULL.
OPTIONAL = {("tally_import", "account"), ("tally_item", "id")}
ROWS = {"tally_operation": "operations", "tally_item": "items", "tally_import": "imports"}
# The types of a maker's parameters, by the kinds of arguments.
PARAMETERS = {"path": "std::string", "text": "std::string", "until": "time_point", "enum": "tally::{}",
              "integer": "std::int64_t"}


def type_of(header, struct, each):
    if each.role in ("text", "optional"):
        return "std::optional<std::string>" if (struct, each.name) in OPTIONAL else "std::string"
    if each.role == "options":
        return f"std::optional<{each.type.name[6:]}>"
    if each.role in ("operations", "bytes"):
        return "std::vector<operation>" if each.role == "operations" else "tally::bytes"
    if each.type.name == "tally_status":
        return "tally::status"
    if each.type.name == "tally_node":
        return "tally_node"
    member = next(found for found in header.struct(struct).members if found.name == each.name)
    return emit_cpp.type_of(header, struct, member) or f"std::{each.type.name}"


def maker(operation):
    """A function that makes an operation, with the arguments of its function."""
    given, sets = [], [f"result.kind = operation_kind::{operation.constant.name[len('TALLY_OP_'):].lower()};"]
    for each in operation.method.arguments:
        if each.name not in operation.members:
            continue
        default = " = forever" if each.kind == "until" and not each.is_required else ""
        is_target = each.kind == "path" and operation.is_of_badges
        kind = "target" if is_target else PARAMETERS[each.kind].format(each.type)
        given.append(f"{kind} {each.name}{default}")
        member = operation.members[each.name]
        if is_target:
            sets += ["result.path = std::move(path.path);", "result.node = path.node;"]
        else:
            value = {"path": "std::move(path)", "text": f"std::move({each.name})", "enum": f"detail::raw({each.name})"}.get(each.kind, each.name)
            sets.append(f"result.{member} = {value};")
    if operation.options:
        given.append(f"{operation.options}_options {operation.options}")
        sets.append(f"result.{operation.options} = std::move({operation.options});")
    if any(slot.kind == "flags" and slot.arguments for slot in operation.method.slots):
        given.append("messages_flags flags = messages_flags::none")
        sets.append("result.flags = flags;")
    first = f"    static operation {operation.name}("
    lines = packed([f"{each}," for each in given[:-1]] + [given[-1] + ") {"], " " * len(first), first=first)
    return [*lines, *packed(["operation result;", *sets, "return result;"], "        "), "    }"]


def structure(header, struct, words):
    name = cpp_words.type_name(struct)
    lines = ["", *cpp_words.comment([words.text(arrays.ARRAYS[struct])]), f"struct {name} {{"]
    for each in arrays.members(header, struct):
        kind = type_of(header, struct, each)
        start = "{}" if each.role in ("plain", "out") else ""
        lines += [*cpp_words.comment([arrays.text(each, words)], "    "), f"    {kind} {each.name}{start};"]
    if struct == "tally_operation":
        lines.append("")
        for each in methods.operations(header):
            lines += maker(each)
    return lines + ["};"]


def written(header, struct, each):
    """The statements that write a member for C."""
    of, to = f"of.{each.name}", f"row.{each.name}"
    if each.role in ("text", "optional"):
        if (struct, each.name) in OPTIONAL or each.role == "text":
            return [f'{to} = c_string({of}, "{cpp_words.type_name(struct)}", rows_.size());']
        return [f'{to} = {of}.empty() ? nullptr : c_string({of}, "{cpp_words.type_name(struct)}", rows_.size());']
    if each.role == "options":
        return [f"if ({of}) {to} = &{each.name}s_.emplace_back(*{of}).value;"]
    if each.role == "operations":
        return [f"auto &inner = operations_.emplace_back({of});", f"{to} = inner.data();", "row.count = inner.size();"]
    if each.role == "bytes":
        return [f"{to} = {of}.data();", f"row.size = {of}.size();"]
    return [f"{to} = raw({of});"]


def rows(header, struct):
    """The class that has the rows for C, and what they borrow beside their texts."""
    name, kind = f"c_{ROWS[struct]}", cpp_words.type_name(struct)
    lines = ["", f"/// {ROWS[struct].capitalize()} for C, which borrows their texts until the call returns.",
             f"class {name} {{", "public:", f"    explicit {name}(const std::vector<{kind}> &from) {{",
             "        rows_.reserve(from.size());", f"        for (const {kind} &of : from) {{",
             f"            {struct} row{{}};"]
    for each in arrays.inward(header, struct):
        lines += [f"            {line}" for line in written(header, struct, each)]
    lines += ["            rows_.push_back(row);", "        }", "    }",
              f"    {struct} *data() {{ return rows_.data(); }}",
              "    [[nodiscard]] std::size_t size() const { return rows_.size(); }",
              "    /// Reads what the call has written.", f"    void read(std::vector<{kind}> &into) const {{",
              "        for (std::size_t index = 0; index < rows_.size(); ++index) {"]
    for each in arrays.outward(header, struct):
        value = type_of(header, struct, each)
        lines.append(f"            into[index].{each.name} = made<{value}>(rows_[index].{each.name});")
    inner = [each for each in arrays.inward(header, struct) if each.role == "operations"]
    lines += [f"            operations_[index].read(into[index].{each.name});" for each in inner]
    lines += ["        }", "    }", "", "private:", f"    std::vector<{struct}> rows_;"]
    for each in arrays.inward(header, struct):
        if each.role == "options":
            lines.append(f"    std::deque<c_{each.type.name[6:]}> {each.name}s_;")
        elif each.role == "operations":
            lines.append("    std::deque<c_operations> operations_;")
    return lines + ["};"]


TARGET = """
/// What an operation changes: a path, or a node.
struct target {
    std::string path;
    tally_node node = 0;

    target(std::string text) : path(std::move(text)) {}
    target(std::string_view text) : path(text) {}
    target(const char *text) : path(text) {}
    target(const class node &of);
};"""


def emit_files(header):
    words = cpp_words.Words(header)
    body = TARGET.split("\n")
    for struct in arrays.ARRAYS:
        body += structure(header, struct, words)
    body += ["", "namespace detail {"]
    for struct in arrays.ARRAYS:
        body += rows(header, struct)
    includes = ['"values.hpp"', "", "<cstddef>", "<cstdint>", "<deque>", "<optional>", "<string>", "<string_view>",
                "<utility>", "<vector>"]
    text = emit_cpp.file("batches", includes, [*body[1:], "", "}  // namespace detail"])
    return {"batches.hpp": text.replace("#include \n", "\n")}
