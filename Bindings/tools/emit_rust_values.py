"""The records and the options of the Rust binding: structures that come out, and structures that go in."""

import documents
import emit_rust
import faces
import methods
import names
import rust_words
from emit_rust_kinds import comment
from generate import NOTICE, packed

OUTPUT = "rust/tally/src/generated.rs"
# A structure of names that a program has no use for.
SILENT = {"tally_account_entry"}
NAMES = {"tally_plan": "PlanSummary", "tally_account_entry": "String"}
# Structures whose text comes in a buffer beside them: what it is called, and what it is.
TEXTS = {"tally_presentation": ("text", "The number, capped, or the icon's name."),
         "tally_feed_state": ("title", "The last title that the server sent, or that of the options; empty: none."),
         "tally_event": ("text", "The path, the name or the words that it is about, by its kind."),
         "tally_account_state": ("name", "Its name.")}
OPTIONS = {**names.OPTIONS,
           "tally_engine_options": ("EngineOptions", "The options of an engine. `clock`, `log` and `zone_file` are called on any "
                                    "thread, the clock and `zone_file` with locks held: they must return soon, and must "
                                    "not use the engine."),
           "tally_engine_batch_options": ("ItemsOptions", "The source of items, and the options of accounts that they "
                                          "create."),
           "tally_style": ("Style", "How a badge looks. A member that is None is inherited.")}
# Options whose members are given or not, with the beginning of the constants that say so; and their members that go
# together.
GIVEN = {"tally_reminder_options": "TALLY_REMINDER_FIELD_", "tally_style": "TALLY_STYLE_FIELD_"}
TOGETHER = {"offset": ("offset_x", "offset_y")}
CALLBACKS = {"clock": ("Clock", "For tests. None: the system's clocks."), "log": ("Log", "None: nothing is logged."),
             "zone_file": ("ZoneFile", "Files of zones. None: the system's.")}
KINDS = {**names.KINDS, **names.RAW_KINDS}
SIZES = {"operation_size": "tally_operation", "item_size": "tally_item"}


class Words(rust_words.Words):
    """The words in the module of values, which does not have all names of the crate."""

    def function(self, short):
        name = super().function(short)
        return f"{name}(crate::{name[2:-2]})"


def type_of(header, struct, each):
    """The type of a member that is no text."""
    pair = struct.name, each.name
    chosen = names.flag_type(*pair) or methods.enumeration(header, each.type.name, KINDS)
    if chosen:
        return emit_rust.camel(chosen)
    if each.name in names.BOOLEAN_MEMBERS:
        return "bool"
    if pair in names.TIMES:
        return "Option<SystemTime>"
    if pair in names.DAYS | names.RECORD_DAYS:
        return "Day" if pair in names.DAYS else "Option<Day>"
    if pair in names.DURATIONS:
        # No time to wait is a wait of zero, and never missing.
        out = "Duration" if pair == ("tally_event", "retry_after") else "Option<Duration>"
        return "Period" if struct.name in OPTIONS else out
    return {"tally_status": "Status", "tally_badge": "Badge"}.get(each.type.name) or emit_rust.SCALARS.get(
        each.type.name, "i32")


def is_text(each):
    return each.type.name in ("tally_text", "char")


def kept(struct):
    return [each for each in struct.members if each.name not in ("struct_size", "fields", *SIZES)
            and not each.name.startswith("reserved") and not each.name.endswith(("user_data", "_length"))]


def spoken(header, struct, words):
    return {each: documents.capital(text) for each, text in documents.typed_members(header, struct, words).items()}


def name_of(struct):
    return NAMES.get(struct) or (names.RECORDS.get(struct) or OPTIONS.get(struct))[0]


# --- What comes out ---

def record(header, struct, words):
    name, said, members = name_of(struct.name), spoken(header, struct, words), kept(struct)
    texts, text = [each for each in members if is_text(each)], TEXTS.get(struct.name)
    numbers = [each for each in members if not is_text(each)]
    is_row = bool(texts) or struct.name == "tally_badge_entry"
    types = [type_of(header, struct, each) for each in numbers]
    derived = ["Clone", *([] if texts or text else ["Copy"]), "Debug", *([] if is_row else ["Default"]), "PartialEq",
               *([] if "f32" in types else ["Eq"])]
    lines = ["", *comment(words.text(names.RECORDS[struct.name][1]), ""), f"#[derive({', '.join(derived)})]",
             "#[non_exhaustive]", f"pub struct {name} {{"]
    for each, kind in zip(numbers, types):
        lines += [*comment(said[each.name], "    "), f"    pub {each.name}: {kind},"]
    for each in texts:
        lines += [*comment(said[each.name], "    "), f"    pub {each.name}: String,"]
    lines += [*comment(text[1], "    "), f"    pub {text[0]}: String,"] if text else []
    values = [f"{each.name}: {'Badge::of(&raw.badge)' if kind == 'Badge' else f'Member::of(raw.{each.name})'},"
              for each, kind in zip(numbers, types)]
    values += [f"{each.name}: at(text, raw.{each.name}.offset, raw.{each.name}.length)," for each in texts]
    values += [f"{text[0]}: text," if text[0] != "text" else "text,"] if text else []
    trait, taken = ("Record", ", text: &[u8]") if is_row else ("WithText", ", text: String") if text else ("Numbers", "")
    function = "read" if is_row else "of"
    lines += ["}", "", f"impl {trait} for {name} {{", f"    type Raw = sys::{struct.name};"]
    lines += [] if is_row else room(struct)
    return lines + [f"    fn {function}(raw: &sys::{struct.name}{taken}) -> {name} {{", f"        {name} {{",
                    *packed(values, "            "), "        }", "    }", "}"]


def room(struct):
    is_sized = any(each.name == "struct_size" for each in struct.members)
    made = ("// SAFETY: This structure of `sys` begins with its size, and zeroes are a value of it.", "sys::sized()") if \
        is_sized else ("// SAFETY: Zeroes are a value of this structure.", "std::mem::zeroed()")
    return [f"    fn room() -> sys::{struct.name} {{", f"        {made[0]}", f"        unsafe {{ {made[1]} }}", "    }"]


# --- What goes in ---

def members_in(header, struct, words):
    """Triples of the name, the type and the text of each member of options."""
    said = spoken(header, struct, words)
    for each in kept(struct):
        pair = next((pair for pair in TOGETHER.items() if each.name in pair[1]), None)
        if pair:
            if each.name == pair[1][0]:
                kind = type_of(header, struct, each)
                yield pair[0], f"({kind}, {kind})", f"{said[each.name]} {said[pair[1][1]]}"
        elif each.name in CALLBACKS:
            yield each.name, *CALLBACKS[each.name]
        else:
            yield each.name, "String" if is_text(each) else type_of(header, struct, each), said[each.name]


def taken(name, kind, is_given):
    """The type that the method which sets a member takes."""
    if kind == "String" or kind == "Period" and not is_given:
        return f"impl Into<{kind}>"
    return "impl Into<Option<SystemTime>>" if kind == "Option<SystemTime>" else kind


def is_optional(name, kind, is_given):
    return is_given or kind == "String" or name in CALLBACKS


def options(header, struct, words):
    name, is_given = name_of(struct.name), struct.name in GIVEN
    members = list(members_in(header, struct, words))
    has_functions = any(each in CALLBACKS for each, _, _ in members)
    secret = any(each == "secret" for each, _, _ in members)
    derived = ["Clone"] * (not has_functions) + ["Debug"] * (not has_functions and not secret) + ["Default"] + [
        "PartialEq"] * (not has_functions)
    lines = []
    if struct.name not in names.RECORDS or struct.name == "tally_badge_rule":
        note = ["///", "/// A member that is None is not given. 0 or an empty text is given."] if is_given else []
        lines += ["", *comment(words.text(OPTIONS[struct.name][1]), ""), *note, f"#[derive({', '.join(derived)})]",
                  "#[non_exhaustive]", f"pub struct {name} {{"]
        for each, kind, text in members:
            lines += [*comment(text, "    "), f"    pub {each}: "
                      f"{f'Option<{kind}>' if is_optional(each, kind, is_given) else kind},"]
        lines.append("}")
    lines += debug(name, members) if secret else []
    lines += ["", f"impl {name} {{", "    /// Nothing is given." if is_given else "    /// All defaults.",
              f"    pub fn new() -> {name} {{", f"        {name}::default()", "    }", ""]
    for each, kind, text in members:
        value = "Some(value.into())" if kind == "String" else "Some(value)" if is_optional(each, kind, is_given) else \
            "value.into()" if taken(each, kind, is_given).startswith("impl") else "value"
        lines += [*comment(text, "    "), "    #[must_use]",
                  f"    pub fn {each}(mut self, value: {taken(each, kind, is_given)}) -> {name} {{",
                  f"        self.{each} = {value};", "        self", "    }", ""]
    return lines + passed(header, struct, members, is_given) + ["}"]


def passed(header, struct, members, is_given):
    """The function that lends options to C, with the texts that the structure points to."""
    texts = [each for each, kind, _ in members if kind == "String"]
    lines = [] if struct.name == "tally_engine_options" else [
        "    /// Lends it to C.",
        f"    pub(crate) fn with<R>(&self, call: impl FnOnce(*const sys::{struct.name}) -> R) -> Result<R> {{",
        "        let (raw, _texts) = self.own()?;", "        Ok(call(&raw))", "    }", ""]
    lines += ["    /// With its texts, which it points to.",
              f"    pub(crate) fn own(&self) -> Result<(sys::{struct.name}, Vec<Optional>)> {{",
              *[f"        let {each} = Optional::new(self.{each}.as_deref())?;" for each in texts],
              "        // SAFETY: This is a structure of `sys` that begins with its size, and zeroes are a value of it.",
              f"        let mut raw: sys::{struct.name} = unsafe {{ sys::sized() }};"]
    for each in struct.members:
        if each.name in SIZES:
            lines.append(f"        raw.{each.name} = std::mem::size_of::<sys::{SIZES[each.name]}>() as u32;")
    for each, kind, _ in members:
        if each in CALLBACKS:
            continue
        if is_given:
            lines += ["        " + line for line in given(header, struct, each, kind)]
        else:
            lines.append(f"        raw.{each} = {f'{each}.as_ptr()' if kind == 'String' else f'Member::raw(self.{each})'};")
    return lines + [f"        Ok((raw, vec![{', '.join(texts)}]))", "    }"]


def given(header, struct, each, kind):
    field = faces.field_of(header, GIVEN[struct.name], each).name
    if kind == "String":
        return [f"if self.{each}.is_some() {{", f"    raw.{each} = {each}.as_ptr();", f"    raw.fields |= sys::{field};", "}"]
    parts = TOGETHER.get(each)
    sets = [f"    (raw.{parts[0]}, raw.{parts[1]}) = value;"] if parts else [f"    raw.{each} = Member::raw(value);"]
    return [f"if let Some(value) = self.{each} {{", *sets, f"    raw.fields |= sys::{field};", "}"]


def debug(name, members):
    """A secret is left out, so that no log has it."""
    values = [f'.field("{each}", &self.{each}{".as_ref().map(|_| Hidden)" if each == "secret" else ""})'
              for each, _, _ in members]
    return ["", f"impl fmt::Debug for {name} {{", "    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {",
            f'        formatter.debug_struct("{name}")', *packed(values, "            "), "            .finish()", "    }", "}"]


def style_read(header, struct, words):
    """The reading of a style: what it does not give is None."""
    lines = ["", "impl WithText for Style {", "    type Raw = sys::tally_style;", *room(struct),
             "    fn of(raw: &sys::tally_style, icon: String) -> Style {",
             "        let has = |field: u32| raw.fields & field != 0;", "        Style {"]
    for each, kind, _ in members_in(header, struct, words):
        field = faces.field_of(header, GIVEN[struct.name], each).name
        parts = TOGETHER.get(each)
        value = "icon" if kind == "String" else f"(raw.{parts[0]}, raw.{parts[1]})" if parts else f"Member::of(raw.{each})"
        lines.append(f"            {each}: has(sys::{field}).then_some({value}),")
    return lines + ["        }", "    }", "}"]


def both(header, struct):
    """The reading of options that are also results: they have their type already."""
    values = [f"{each.name}: Member::of(raw.{each.name})," for each in kept(struct)]
    name = name_of(struct.name)
    return ["", f"impl Numbers for {name} {{", f"    type Raw = sys::{struct.name};", *room(struct),
            f"    fn of(raw: &sys::{struct.name}) -> {name} {{", f"        {name} {{", *packed(values, "            "),
            "        }", "    }", "}"]


REQUEST = """
/// It is printed without its body, and with a credential also without the URL and the headers.
impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printed = formatter.debug_struct("Request");
        printed.field("kind", &self.kind).field("id", &self.id).field("method", &self.method);
        if !self.flags.contains(RequestFlags::CREDENTIAL) {
            printed.field("url", &self.url).field("headers", &self.headers);
        }
        printed.field("flags", &self.flags).finish_non_exhaustive()
    }
}
"""


def request(header, struct, words):
    """A request, which is a copy of what C lends to the transport, with what reports the response."""
    said = spoken(header, struct, words)
    members = [each for each in kept(struct) if not each.name.endswith("_size") or each.name == "max_size"]
    types = {each.name: "String" if is_text(each) else "Vec<u8>" if each.type.name == "void" else type_of(
        header, struct, each) for each in members}
    lines = ["", "/// A request for the host's transport.", "#[derive(Clone)]", "#[non_exhaustive]", "pub struct Request {"]
    for each in members:
        lines += [*comment(said[each.name], "    "), f"    pub {each.name}: {types[each.name]},"]
    lines += ["    /// Reports the response.", "    pub responder: Responder,", "}", *REQUEST.split("\n")[:-1], "",
              "impl Request {", "    /// # Safety", "    /// The library has written `raw`.",
              "    pub(crate) unsafe fn lent(raw: &sys::tally_request, responder: Responder) -> Request {", "        Request {"]
    for each in members:
        value = {"String": f"lent(raw.{each.name})", "Vec<u8>": f"lent_bytes(raw.{each.name}, raw.{each.name}_size)"}.get(
            types[each.name], f"Member::of(raw.{each.name})")
        lines.append(f"            {each.name}: {value},")
    return [*lines, "            responder,", "        }", "    }", "}"]


def emit(header):
    words = Words(header)
    lines = [f"// {NOTICE}", "", "use crate::ffi::{at, lent, lent_bytes, Numbers, Optional, Record, WithText};", "use crate::options::Hidden;",
             "use crate::times::Member;", "use crate::*;", "use std::fmt;", "use std::time::{Duration, SystemTime};"]
    for struct in header.structs:
        if struct.name in names.RECORDS and struct.name not in OPTIONS and struct.name not in SILENT:
            lines += record(header, struct, words)
        if struct.name in OPTIONS:
            lines += options(header, struct, words)
            lines += both(header, struct) if struct.name in names.RECORDS else []
    lines += style_read(header, header.struct("tally_style"), words)
    lines += request(header, header.struct("tally_request"), words)
    return "\n".join(lines + [""])
