"""The steps of the conformance data in Rust: an arm of a match for each."""

import emit_rust
import emit_rust_kinds
import emit_rust_values as values
import names
import rust_words
import steps
from generate import NOTICE, packed

OUTPUT = "rust/tally/tests/steps/mod.rs"
RECEIVERS = {"engine": "self.engine.", "scope": "self.scope.", "account": "self.account(s)?.",
             "from": 'self.account_of(s, "from")?.', "feed": "self.feed(s)?.", "tally": ""}
METHODS = {"feed_get": "state", "observe": "watch", "observe_messages": "watch_messages", "observe_groups": "watch_groups",
           "observe_total": "watch_total", "observe_feed": "watch_feed", "message_find": "find_message", "engine_limit": "set_limit"}
OWN = {"engine_dispatch": 'number("count", self.engine.dispatch(0)?.count as u64)',
       "engine_get_timeout": 'number("timeout", self.engine.timeout()?.map_or(-1, |each| each.as_millis() as i64))',
       "file_recover": 'structure(&Engine::recover(&self.file(s, "damaged"), &self.file(s, "fresh"))?)',
       "engine_get_descriptor": 'number("descriptor", self.engine.descriptor()? as i64)',
       "unobserve": "self.ended(s, Scope::unobserve)", "view_end": "self.ended(s, Scope::end_view)",
       "badge_list": 'revised(self.account(s)?.list(s.text("path"), s.u32("flags").into())?)',
       "group_get": 'structure(&self.account(s)?.group(s.text("thread"), s.optional("language"), '
                    's.u32("flags").into())?)',
       "style_set": 'done(self.account(s)?.set_style(s.text("path"), style(s.get("style"))?.as_ref())?)',
       "present": 'structure(&present(&badge(s.get("badge")), style(s.get("style"))?.as_ref())?)',
       "feed_get": "self.feed_state(s)",
       "file_vacuum": 'done(Engine::vacuum(&self.file(s, "file"))?)',
       "view_begin": 'self.keep_view(s, self.scope.begin_view(&self.account(s)?, s.text("path"), s.u32("flags").into())?)',
       "reminder_import": 'structure(&self.account(s)?.import_reminders(&s.bytes("bytes"))?.report)',
       "reminder_plan": "self.planned(s, self.account(s)?.plan_reminders(&PlanOptions::fill(s.get(\"options\")))?)"}


def argument(step, each):
    name = f'"{each.name}"'
    kind = emit_rust.SCALARS.get(each.kind, each.kind)
    if each.name == "feed" and each.kind == "int64_t":
        return "self.feed_id(s)?"
    if each.name == "flags":
        return "s.u32(\"flags\").into()"
    if each.kind == "text":
        return f"s.{'optional' if each.optional == '?' else 'text'}({name})"
    if each.kind == "tally_account":
        return "&self.account(s)?" if each.name == "account" else f"&self.account_of(s, {name})?"
    if each.kind == "tally_feed":
        return "self.feed(s)?"
    if each.kind in names.OPTIONS:
        return f"&{names.OPTIONS[each.kind][0]}::fill(s.get({name}))"
    if each.enum:
        return f"s.i32({name}).into()"
    if each.name == "until":
        return "s.time().unwrap_or(UNIX_EPOCH)" if (step.name, each.name) in rust_words.REQUIRED else "s.time()"
    if each.name in ("duration", "retry_after"):
        return f"s.duration({name})?{'' if (step.name, each.name) in rust_words.OPTIONAL else '.unwrap_or_default()'}"
    return {"file": f"&self.file(s, {name})", "data": f"&s.bytes({name})", "keys": "&self.keys(s)?", "key": f"self.key(s, s.get({name}))?",
            "room": "s.limit()", "bool": f"s.i32({name}) != 0", "token": "self.token(s)",
            "usize": f"s.u64({name}) as usize"}.get(kind, f"s.{kind}({name})")


def call(step):
    if step.name in OWN:
        return OWN[step.name]
    arguments = [argument(step, each) for each in step.arguments]
    arguments += ["None"] if step.name.startswith("observe") or step.name == "feed_refresh_now" else []
    made = f"{RECEIVERS[step.receiver]}{METHODS.get(step.name, step.method)}({', '.join(arguments)})?"
    if step.result == "number":
        return f'number("{step.names[0]}", {made})'
    return {"page": "self.page(", "list": "list(&", "bytes": "hex(&", "token": "self.keep(s, ",
            "status": "self.told(", "structure": "structure(&", "numbers": "structure(&"}.get(
                step.result, f"{step.result}(") + f"{made})"


def shown(header):
    """The lines that show records and fill options, by macros of the replay."""
    kinds = [emit_rust.camel(kind) for kind, _ in emit_rust_kinds.used_kinds(header)]
    flags = [emit_rust.camel(kind) for kind, _, _ in emit_rust_kinds.used_flags(header)]
    lines = ["", *packed([f"{each}," for each in kinds] + ["}"], "    ", first="kinds! { "),
             *packed([f"{each}," for each in flags] + ["}"], "    ", first="flags! { ")]
    words = values.Words(header)
    for struct in header.structs:
        members = [each.name for each in values.kept(struct)]
        if struct.name in names.RECORDS and struct.name not in values.SILENT and struct.name != "tally_badge_entry":
            text = [values.TEXTS[struct.name][0]] if struct.name in values.TEXTS else []
            lines += packed([f"{each}," for each in members + text] + [");"], "    ", first=f"out!({values.name_of(struct.name)}; ")
        if struct.name in values.OPTIONS and struct.name != "tally_style":
            own = [each for each in values.members_in(header, struct, words) if each[0] not in values.CALLBACKS]
            is_given = struct.name in values.GIVEN
            texts = [name for name, kind, _ in own if kind == "String"]
            numbers = [name for name, kind, _ in own if kind != "String"]
            groups = [[] if is_given else numbers, texts, numbers if is_given else []]
            lines += packed("; ".join([values.name_of(struct.name), *[", ".join(group) for group in groups]]).split(" ") + [");"],
                            "    ", first="fill!(")
    return lines


def emit(header):
    lines = [f"// {NOTICE}", "", "use super::*;", *shown(header), "", "impl Replay {",
             "    pub(crate) fn call(&mut self, s: &Step) -> Answer {", '        match s.text("call") {']
    for step in steps.all(header):
        if step.receiver == "node":
            continue
        one = f'            "{step.name}" => {call(step)},'
        lines += [one] if len(one) <= 120 else [f'            "{step.name}" =>', f"                {call(step)},"]
    return "\n".join(lines + ["            name => self.by_hand(name, s),", "        }", "    }", "}", ""])
