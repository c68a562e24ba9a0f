"""The statuses, flags and enumerations of Rust."""

import textwrap

import documents
import emit_rust
import names
import rust_words
from generate import NOTICE

OUTPUT = "rust/tally/src/kinds.rs"
# The functions of both. NUMBER is the type of C, VALUE the number of a value.
COMMON = """
impl From<NUMBER> for NAME {
    fn from(number: NUMBER) -> NAME {
        NAME(number)
    }
}

impl From<NAME> for NUMBER {
    fn from(value: NAME) -> NUMBER {
        value.0
    }
}

impl crate::times::Member<NUMBER> for NAME {
    fn of(raw: NUMBER) -> NAME {
        NAME(raw)
    }
    fn raw(self) -> NUMBER {
        self.0
    }
}
"""
FLAGS = """
    /// The flags with these bits of tally.h.
    pub const fn from_bits(bits: u32) -> NAME {
        NAME(bits)
    }

    /// The bits of tally.h.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all flags of `other` are set.
    pub const fn contains(self, other: NAME) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for NAME {
    type Output = NAME;
    fn bitor(self, other: NAME) -> NAME {
        NAME(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for NAME {
    fn bitor_assign(&mut self, other: NAME) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for NAME {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::values::write_flags(formatter, "NAME", self.0, &[CONSTANTS])
    }
}
"""
KINDS = """}

impl fmt::Debug for NAME {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
CONSTANTS
            NAME(number) => write!(formatter, "NAME({number})"),
        }
    }
}
"""


def comment(text, indent, width=108):
    return [f"{indent}/// {line}" for line in textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False)]


def constants(pairs, name, words):
    lines = []
    for short, constant in pairs:
        lines += comment(documents.constant_text(constant, short, words), "    ")
        lines.append(f"    pub const {short}: {name} = {name}(sys::{constant.name});")
    return lines


def flags(kind, documentation, pairs, words):
    name = emit_rust.camel(kind)
    bits = [pair for pair in pairs if pair[1].value]
    listed = ", ".join(f'("{short}", sys::{constant.name})' for short, constant in bits)
    return ["", *comment(documentation, ""),
            "/// Combine flags with `|`. Flags of a newer library that this crate does not know are kept.",
            "#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]", f"pub struct {name}(u32);", "", f"impl {name} {{",
            "    /// No flag.", f"    pub const NONE: {name} = {name}(0);", *constants(pairs, name, words),
            *(FLAGS + COMMON).replace("NUMBER", "u32").replace("NAME", name).replace("CONSTANTS", listed).split("\n")[:-1]]


def kinds(kind, pairs, words):
    name, spoken = emit_rust.camel(kind), kind.replace("_", " ")
    article = "An" if spoken[0] in "aeiou" else "A"
    first = {}
    for short, constant in pairs:
        first.setdefault(constant.value, short)
    listed = "\n".join(f'            {name}::{short} => formatter.write_str("{name}::{short}"),' for short in first.values())
    return ["", f"/// {article} {spoken}: one of these constants, or one of a newer library.",
            "#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]",
            "#[allow(clippy::exhaustive_structs)] // A number, and never more.", f"pub struct {name}(pub i32);", "",
            f"impl {name} {{", *constants(pairs, name, words),
            *(KINDS + COMMON).replace("NUMBER", "i32").replace("NAME", name).replace("CONSTANTS", listed).split("\n")[:-1]]


def used_flags(header):
    return [each for each in names.flags(header) if each[0] != "reminder_fields"]


def used_kinds(header):
    return [*names.kinds(header), *names.kinds(header, names.RAW_KINDS)]


def emit(header):
    words = rust_words.Words(header)
    lines = [f"// {NOTICE}", "", "use crate::*;", "use std::fmt;", "", "impl Status {"]
    for status in names.statuses(header):
        short = status.name[len("TALLY_"):].removeprefix("ERROR_")
        lines += comment(documents.constant_text(status, short, words), "    ")
        lines.append(f"    pub const {short}: Status = Status(sys::{status.name});")
    lines.append("}")
    for each in used_flags(header):
        lines += flags(*each, words)
    for kind, pairs in used_kinds(header):
        lines += kinds(kind, pairs, words)
    return "\n".join(lines + [""])
