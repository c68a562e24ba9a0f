"""The statuses, enumerations and records of the Python binding."""

import re

import names
from generate import NOTICE, packed

OUTPUT = "python/tally/_generated.py"
# Enumerations and flags: the type in names.py, and what is said of it.
ENUMERATIONS = {
    "Durability": ("durability", "When a change is on the disk."),
    "LogLevel": ("log_level", "How important a line of the log is."),
    "Aggregation": ("aggregation", "How the number of a node is computed."),
    "Feeding": ("feeding", "Which messages feed the badge at their path."),
    "Mute": ("mute_mode", "The part of a badge that a mute hides from the parent."),
    "BadgeFlags": ("badge_flags", "Why a node shows a badge."),
    "ReasonFlags": ("reason_flags", "The part of a node in an explanation."),
    "Op": ("operation_kind", "The kinds of operations of a batch."),
    "Overflow": ("overflow_style", "The text in place of a number above max_count."),
    "BadgeKind": ("badge_kind", "The kind of a badge. NONE is false in a condition."),
    "EventKind": ("event_kind", "The subject of an event."),
    "Polling": ("polling", "When a feed polls: the defaults of its options."),
    "FeedEntryFlags": ("feed_entry_flags", "The flags of a stored feed."),
    "RequestKind": ("request_kind", "The task of a transport about a request."),
    "MessageState": ("message_state", "Whether the user has seen or read a message."),
    "Grouping": ("grouping", "How messages are grouped."),
    "StringsKind": ("strings_kind", "Files of translations: .xcstrings and .stringsdict."),
    "SummaryOrigin": ("summary_origin", "The origin of a summary."),
    "OutboxKind": ("outbox_kind", "The subject of a row of the outbox."),
    "OutboxState": ("outbox_state", "The state of a row of the outbox."),
    "Unit": ("unit", "Units of time."),
    "Smart": ("smart_mode", "Whether the library chooses the days of a reminder."),
    "ReminderState": ("reminder_state", "The state of a reminder."),
    "PlanAction": ("plan_action", "The action on a notification of the system."),
    "NoteKind": ("note_kind", "The subject of a note in the log of reminders."),
}
COUNT = re.compile(r"(?<![a-z_])count: int")
FLAGS = {"BadgeFlags", "ReasonFlags", "FeedEntryFlags"}
# Members that are more than a number: of a record, or of every one.
KINDS = {"missed": "bool", "logged_in": "bool", "aggregation": "Aggregation", "feeding": "Feeding",
         "first": "bool", "requested": "bool", "in_flight": "bool", "is_smart": "bool", "result": "Status",
         "badge_kind": "BadgeKind",
         "Badge.flags": "BadgeFlags", "Badge.kind": "BadgeKind", "BadgeEntry.kind": "BadgeKind",
         "BadgeEntry.flags": "BadgeFlags", "Reason.flags": "ReasonFlags", "Presentation.kind": "BadgeKind",
         "Presentation.overflow": "Overflow", "Event.kind": "EventKind", "FeedEntry.flags": "FeedEntryFlags",
         "Message.state": "MessageState", "Group.origin": "SummaryOrigin", "OutboxEntry.kind": "OutboxKind",
         "OutboxEntry.state": "OutboxState", "Reminder.state": "ReminderState", "Reminder.smart": "Smart",
         "PlanEntry.action": "PlanAction", "ReminderNote.kind": "NoteKind"}
# Texts that stand beside a structure, and what a record can besides.
VALUE = ["", "    def __bool__(self) -> bool:", '        """Whether the path shows a badge."""',
         "        return self.kind != BadgeKind.NONE",
         "", "    def __int__(self) -> int:", '        """The number; 0 for a dot or nothing."""', "        return self.count"]
MORE = {"Badge": ["", "    def __str__(self) -> str:", "        return shown(self.kind, self.count)"] + VALUE,
        "BadgeEntry": ["", "    @property", "    def shown(self) -> str:",
                       '        """The badge in words: "dot", its number, or "nothing"."""',
                       "        return shown(self.kind, self.count)"] + VALUE,
        "AccountState": ["    name: str"],
        "Event": ["    text: str", "", "    @property", "    def shown(self) -> str:",
                  '        """The badge of a BADGE, TOTAL or SYNCED event in words: "dot", its number, or "nothing"."""',
                  "        return shown(self.badge_kind, self.count)"]}


def enumeration(header, name, kind, documentation):
    kinds = {**dict(names.kinds(header)), **dict(names.kinds(header, names.RAW_KINDS))}
    flags = {each: pairs for each, _, pairs in names.flags(header)}
    members = [f"{short} = {constant.value};" for short, constant in flags.get(kind) or kinds[kind]]
    return block(name, "Flags" if name in FLAGS else "Open", documentation, members)


def block(name, base, documentation, members):
    members[-1] = members[-1].rstrip(";")
    return ["", f"class {name}({base}):", f'    """{documentation}"""'] + packed(members, "    ")


def record(header, struct):
    name, documentation = names.RECORDS[struct.name]
    members = []
    for member, kind in names.members(header, struct):
        hint = KINDS.get(member) or KINDS.get(f"{name}.{member}") or {"text": "str", "float": "float"}.get(kind, "int")
        members.append(f"{member}: {hint};")
    lines = block(name, "NamedTuple", documentation, members)
    return [each for line in lines for each in without_count(line)] + MORE.get(name, [])


def without_count(line):
    """`count` has a line of its own: a tuple has a function of that name."""
    before, found, behind = re.split(r"(?<![a-z_])(count: int)(?:; *)?", line, maxsplit=1) if COUNT.search(line) else (
        line, "", "")
    lines = [before.rstrip().rstrip(";"), f"    {found}  # type: ignore[assignment]", f"    {behind}".rstrip()]
    return [line] if not found else [each for each in lines if each.strip()]


def emit(header):
    lines = [f'"""{NOTICE}"""', "", "# flake8: noqa", "from __future__ import annotations", "",
             "from typing import Any, Dict, NamedTuple", "", "from ._open import Flags, Named, Open, shown"]
    lines += block("Status", "Named", "The status of a call: 0, a qualified success (above 0) or an error (below). "
                   "Errors are raised; successes are\n    returned.",
                   [f"{each.name[len('TALLY_'):]} = {each.value};" for each in names.statuses(header)])
    for name, row in ENUMERATIONS.items():
        lines += enumeration(header, name, *row)
    found = {struct.name: names.RECORDS[struct.name][0] for struct in header.structs if struct.name in names.RECORDS}
    for struct in header.structs:
        if struct.name in found:
            lines += record(header, struct)
    lines += ["", ""] + packed([f'"{struct[len("tally_"):]}": {name},' for struct, name in found.items()], "    ",
                               first="RECORDS: Dict[str, Any] = {") + ["}"]
    public = list(ENUMERATIONS) + list(found.values())
    return "\n".join(lines + packed([f'"{name}",' for name in public], "    ", first="__all__ = [") + ["]", ""])
