"""The operations of batches, the items and the imports of Rust, with what writes them for C and reads the results."""

import re
import textwrap

import arrays
import emit_rust
import methods
import names
import rust_words
from emit_rust import camel
from generate import NOTICE

OUTPUT = "rust/tally/src/batches.rs"
TYPES = {"tally_operation": "Operation", "tally_item": "Item", "tally_import": "Import"}
# Their texts that may be missing; others are empty then.
OPTIONAL = {("tally_import", "account"), ("tally_item", "id")}
# The parameters of a maker, by the kinds of arguments, and what a member becomes of them.
PARAMETERS = {"text": "impl Into<String>", "path": "impl Into<String>", "until": "impl Into<Option<SystemTime>>",
              "enum": "{}", "integer": "i64"}
VALUES = {"text": "{}.into()", "path": "{}.into()", "until": "{}.into()", "enum": "{}.0.into()", "integer": "{}"}


def type_of(header, struct, each):
    if each.role in ("text", "optional"):
        return "Option<String>" if (struct, each.name) in OPTIONAL else "String"
    if each.role == "options":
        return f"Option<{names.OPTIONS[each.type.name][0]}>"
    if each.role in ("operations", "bytes"):
        return "Vec<Operation>" if each.role == "operations" else "Vec<u8>"
    if each.type.name in ("tally_status", "tally_node"):
        return "Status" if each.type.name == "tally_status" else "u64"
    chosen = names.flag_type(struct, each.name) or methods.enumeration(header, each.type.name)
    return camel(chosen) if chosen else "Option<SystemTime>" if (struct, each.name) in names.TIMES else \
        emit_rust.SCALARS[each.type.name]


def comment(text, indent):
    return [f"{indent}/// {line}" for line in textwrap.wrap(text, 108, break_on_hyphens=False, break_long_words=False)]


def structure(header, struct, words):
    name = TYPES[struct]
    lines = ["", *comment(words.text(arrays.ARRAYS[struct]), ""), "#[derive(Clone, Debug, Default, PartialEq)]",
             "#[non_exhaustive]", f"pub struct {name} {{"]
    for each in arrays.members(header, struct):
        text = arrays.text(each, words)
        text = re.sub(r"None: ", "Empty: ", text) if each.role == "optional" and (struct, each.name) not in OPTIONAL else text
        text = re.sub(r"or \[`sys::TALLY_FOREVER`\]", "or None: never", text.replace(" 0: not given", " None: not given"))
        lines += [*comment(text, "    "), f"    pub {each.name}: {type_of(header, struct, each)},"]
    return lines + ["}"]


def setters(header, struct):
    """The call of a macro that makes a method for each member that goes in."""
    given, plain = [], []
    for each in arrays.inward(header, struct):
        kind = type_of(header, struct, each)
        into = {"String": "impl Into<String>", "Option<String>": "impl Into<String>", "Vec<u8>": "impl Into<Vec<u8>>",
                "Option<SystemTime>": "impl Into<Option<SystemTime>>"}.get(kind, re.sub(r"^Option<(.*)>$", r"\1", kind))
        (given if kind.startswith("Option<") and kind != "Option<SystemTime>" else plain).append(f"{each.name}: {into},")
    return ["", "setters! {", f"    {TYPES[struct]} {{", *[f"        {each}" for each in given], "    } {",
            *[f"        {each}" for each in plain], "    }", "}"]


def maker(operation, words):
    """A function that makes an operation, with the arguments of its function."""
    given, sets = [], [f"kind: OperationKind::{operation.constant.name[len('TALLY_OP_'):]},"]
    for each in operation.method.arguments:
        if each.name not in operation.members or each.kind == "until" and operation.method.until:
            continue
        if each.kind == "path" and operation.is_of_badges:
            given.append("target: impl Into<Target>")
            continue
        kind, value = PARAMETERS[each.kind].format(camel(each.type)), VALUES[each.kind].format(each.name)
        given.append(f"{each.name}: {kind}")
        sets.append(f"{operation.members[each.name]}: {value},")
    if operation.options:
        given.append(f"{operation.options}: {camel(operation.options)}Options")
        sets.append(f"{operation.options}: Some({operation.options}),")
    last = "Operation::default().on(target)" if operation.is_of_badges else "Operation::default()"
    what = f"An operation that does what [`Account::{rust_words.SPELLING.method(operation.method)}`] does."
    return [f"    /// {what}", f"    pub fn {operation.name}({', '.join(given)}) -> Operation {{",
            f"        Operation {{ {' '.join(sets)} ..{last} }}", "    }"]


def makers(header, words):
    lines = ["", "impl Operation {"]
    for each in methods.operations(header):
        lines += maker(each, words) + [""]
    lines[-1:] = ["}"]
    return lines


def written(header, struct, each):
    """The value of a member for C."""
    of = f"self.{each.name}"
    if each.role in ("text", "optional"):
        is_given = (struct, each.name) in OPTIONAL
        optional = f"{of}.as_deref()" if is_given else f"filled(&{of})" if each.role == "optional" else f"Some(&{of})"
        return f"lent.text({optional})?"
    if each.role == "options":
        return f"lent.structure({of}.as_ref().map({names.OPTIONS[each.type.name][0]}::own))?"
    if each.role == "operations":
        return f"lent.rows(&{of})?"
    if each.role == "bytes":
        return f"{of}.as_ptr().cast()"
    return f"Member::raw({of})"


def row(header, struct):
    """The structure for C of a value, and the reading of what the call has written."""
    name, lines = TYPES[struct], []
    lines += ["", f"impl Row for {name} {{", f"    type Raw = sys::{struct};",
              f'    const NAME: &\'static str = "{name.lower()}";',
              f"    fn raw(&self, lent: &mut Lent) -> Result<sys::{struct}> {{",
              "        // SAFETY: Zeroes are a value of this structure.",
              f"        let mut raw: sys::{struct} = unsafe {{ std::mem::zeroed() }};"]
    for each in arrays.inward(header, struct):
        lines.append(f"        raw.{each.name} = {written(header, struct, each)};")
        if each.role in ("operations", "bytes"):
            lines.append(f"        raw.{'count' if each.role == 'operations' else 'size'} = self.{each.name}.len();")
    lines += ["        Ok(raw)", "    }", f"    fn read(&mut self, raw: &sys::{struct}) {{"]
    for each in arrays.outward(header, struct):
        lines.append(f"        self.{each.name} = Member::of(raw.{each.name});")
    for each in arrays.inward(header, struct):
        if each.role == "operations":
            lines += ["        // SAFETY: `raw` has as many operations as this.",
                      f"        unsafe {{ read_rows(raw.{each.name}, &mut self.{each.name}) }};"]
    return lines + ["    }", "}"]


def emit(header):
    words = rust_words.Words(header)
    lines = [f"// {NOTICE}", "", "use crate::options::setters;", "use crate::rows::{filled, read_rows, Lent, Row, Target};",
             "use crate::times::Member;", "use crate::*;", "use std::time::SystemTime;"]
    for struct in arrays.ARRAYS:
        lines += structure(header, struct, words) + setters(header, struct) + row(header, struct)
    return "\n".join(lines + makers(header, words) + [""])
