"""Rust's own way: the words of its documentation, and its exceptions from the common model, each with its reason."""

import re

import documents
import faces
import names
from emit_rust import camel

OWNERS = {each: each.capitalize() for each in ("engine", "account", "node", "feed", "snapshot", "scope")}
# Methods with other names: why.
NAMES = {
    "engine_open": "open", "file_recover": ".Engine.recover", "file_vacuum": ".Engine.vacuum", "engine_limit": "set_limit",
    "account_open": ".Engine.open_account_with", "scope_open": "open_scope",
    "account_find": "find_account", "message_find": "find_message",
    "account_list": ".Engine.accounts", "node_resolve": "resolve", "feed_get": "state", "status_name": ".Status.name",
    "status_message": ".Status.message", "error_message": ".Error.message",
    # `observe` takes a closure; `watch` may have none.
    "observe": "watch", "observe_messages": "watch_messages", "observe_groups": "watch_groups",
    "observe_total": "watch_total", "observe_feed": "watch_feed",
    "view_begin": "begin_view", "view_end": "end_view", "widget_bind": "bind", "mapping_try": "mapping_try",
    "transport_respond": ".Responder.respond",
    "transport_progress": ".Responder.progress",
}
# Arguments with other names: these say what they are.
ARGUMENTS = {"bytes": "content", ("feed_deliver", "bytes"): "page", ("account_push", "bytes"): "payload",
             ("feed_push", "bytes"): "payload", ("badge_diff", "from_path"): "path"}
# By hand in Rust, besides methods.CUSTOM: they have a result of Rust's own.
BY_HAND = {"badge_list", "outbox_lease"}
# A list and a structure beside it: their type, and its members.
PAIRS = {"reminder_plan": ("Plan", "entries", "summary"), "reminder_import": ("ImportedReminders", "skipped", "report")}
# Callbacks may be called in them.
CATCHING = {"account_remove"}
# Callbacks may be released in them.
RELEASING = {"account_log_out", "feed_remove"}
# Durations that may be missing.
OPTIONAL = {("outbox_fail", "retry_after")}
# Points in time that may not be missing.
REQUIRED = {("reminder_snooze", "until")}
LACKS = {"account_release", "feed_release", "snapshot_release", "node_release"}
SPELLING = faces.Spelling(NAMES, OWNERS, is_grouped=False, merges=False)
STRUCTS = {struct: name for table in (names.RECORDS, names.OPTIONS) for struct, (name, _) in table.items()}
STRUCTS["tally_style"] = "Style"


def linked(name):
    """A name as rustdoc finds it from every module of the crate."""
    return f"[`{name}`]"


class Words(documents.Words):
    more = {"feed_refresh_now": "A callback is `Some(Box::new(|event| …))`.",
            "reminder_plan": "The next call offers a plan again that was not confirmed.",
            "badge_set_rule": "If no member of the rule is set, the path has no rule of its own any more."}
    null, default, off = "None", "Default", "`Period::OFF`"
    sentences = [(r"None or (?:empty|\"\")(?=: )", "None"), (r"SUBTREE flag, user_data and callback \(not None\)",
                                                            "`SUBTREE` flag and callback, which is not None,"),
                 (r"(?<=; )-1 ms(?=: it has failed)", "None"), (r"(?<=; )-1(?=: it has failed)", "None"),
                 (r"(?<!\w)-1(?: ms)?: (no limit|never)", r"None: \1"), (r"(?<!\w)-1(?= is off)", off),
                 (r"(?<=until it returns )\[`Status::EMPTY`\]", "None"),
                 (r",? as a row of `\w+`(?=\.)", ""),
                 (r"\b0(?= is the value of the polling profile)", "`Period::DEFAULT`"), (r" 0 also\b", " False also")]
    parameters = dict.fromkeys(
        [(short, "thread") for short in ("group_get", "group_list_messages", "group_mark_seen", "group_dismiss")],
        'the thread of the group; "": messages without a thread')

    def __init__(self, header):
        super().__init__(header)
        self.types = {}  # The types that have a flag.
        for kind, _, pairs in names.flags(header):
            for short, constant in pairs:
                self.types.setdefault(constant.name, []).append(f"{camel(kind)}::{short}")

    def text(self, text, short=""):
        pieces = re.split(r"(`[^`]*`)", text)
        pieces = [each if each.startswith("`") else re.sub(r"\[(?!$)|(?<!^)\]|<", r"\\\g<0>", each) for each in pieces]
        return super().text("".join(pieces), short)

    def function(self, short):
        return linked(SPELLING.full(self.methods[short]).replace(".", "::"))

    def constant(self, kind, short, name):
        return linked(f"{camel(kind)}::{short}") if kind else linked(f"sys::{name}")

    def flag(self, name):
        types = self.types.get(name, [])
        return linked(types[0]) if len(types) == 1 else f"`{name.rpartition('_')[2]}`"

    def status(self, name):
        return linked(f"Status::{name}")

    error = status

    def record(self, struct):
        return f"`{STRUCTS.get(struct, struct)}`"

    def argument(self, short, name):
        return ARGUMENTS.get((short, name)) or ARGUMENTS.get(name, name)


def spellings(header):
    """The names of all functions, for NAMES.md."""
    return SPELLING.table(header, LACKS)
