"""The statuses, enumerations and records of the Python binding."""

import re

import names
from generate import NOTICE, grouped, packed

OUTPUT = "python/tally/_generated.py"
# Enumerations: the first constant, how much of it is no name, and what is said of it.
ENUMERATIONS = {
    "Durability": ("DURABILITY_GROUP", "DURABILITY_", "When a change is on the disk."),
    "LogLevel": ("LOG_ERROR", "LOG_", "How important a line of the log is."),
    "Aggregation": ("AGGREGATION_DEFAULT", "AGGREGATION_", "How the number of a node is computed."),
    "Feeding": ("FEEDING_DEFAULT", "FEEDING_", "Which messages feed the badge at their path."),
    "Mute": ("MUTE_NONE", "MUTE_", "What a node keeps from its parent."),
    "BadgeFlags": ("BADGE_MANUAL_COUNT", "BADGE_", "Why a node shows a badge."),
    "ReasonFlags": ("REASON_MANUAL_COUNT", "REASON_", "What an explanation says of a node."),
    "Op": ("OP_SET", "OP_", "What an operation of a batch does."),
    "Overflow": ("OVERFLOW_PLUS", "OVERFLOW_", "What stands for a number above max_count."),
    "BadgeKind": ("KIND_NONE", "KIND_", "The kind of a badge. NONE is false in a condition."),
    "EventKind": ("EVENT_BADGE", "EVENT_", "What an event reports."),
    "Preset": ("PRESET_MESSAGE_CENTRE", "PRESET_", "The defaults of a feed's options."),
    "FeedEntryFlags": ("FEED_ADDED", "FEED_", "The flags of a stored feed."),
    "RequestKind": ("REQUEST_SEND", "REQUEST_", "What a transport must do with a request."),
    "MessageState": ("MESSAGE_UNSEEN", "MESSAGE_", "What the user has done with a message."),
    "Grouping": ("GROUPING_DEFAULT", "GROUPING_", "How messages are grouped."),
    "StringsKind": ("STRINGS_CATALOG", "STRINGS_", "Files of translations: .xcstrings and .stringsdict."),
    "SummaryOrigin": ("SUMMARY_NONE", "SUMMARY_", "Where a summary comes from."),
    "OutboxKind": ("OUTBOX_MESSAGE", "OUTBOX_", "What a row of the outbox is about."),
    "OutboxState": ("OUTBOX_WAITING", "OUTBOX_", "What has become of a row of the outbox."),
    "Unit": ("UNIT_MINUTE", "UNIT_", "Units of time."),
    "Smart": ("SMART_AUTOMATIC", "SMART_", "Whether the library chooses the days of a reminder."),
    "ReminderState": ("REMINDER_ACTIVE", "REMINDER_", "The state of a reminder."),
    "PlanAction": ("PLAN_DISARM", "PLAN_", "What to do with a notification of the system."),
    "NoteKind": ("NOTE_CREATED", "NOTE_", "What a note in the log of reminders reports."),
}
COUNT = re.compile(r"(?<![a-z_])count: int")
FLAGS = {"BadgeFlags", "ReasonFlags", "FeedEntryFlags"}
# Members that are more than a number: of a record, or of every one.
KINDS = {"missed": "bool", "logged_in": "bool", "aggregation": "Aggregation", "feeding": "Feeding",
         "in_flight": "bool", "is_smart": "bool", "result": "Status", "badge_kind": "BadgeKind",
         "Badge.flags": "BadgeFlags", "Badge.kind": "BadgeKind", "BadgeEntry.kind": "BadgeKind",
         "BadgeEntry.flags": "BadgeFlags", "Reason.flags": "ReasonFlags", "Presentation.kind": "BadgeKind",
         "Presentation.overflow": "Overflow", "Event.kind": "EventKind", "FeedEntry.flags": "FeedEntryFlags",
         "Message.state": "MessageState", "Group.origin": "SummaryOrigin", "OutboxEntry.kind": "OutboxKind",
         "OutboxEntry.state": "OutboxState", "Reminder.state": "ReminderState", "Reminder.smart": "Smart",
         "PlanEntry.action": "PlanAction", "ReminderNote.kind": "NoteKind"}
# Texts that stand beside a structure, and what a record can besides.
MORE = {"Badge": ["", "    def __str__(self) -> str:", "        return shown(self.kind, self.count)"],
        "BadgeEntry": ["", "    @property", "    def shown(self) -> str:",
                       '        """What the path shows: "dot", its number, or "nothing"."""',
                       "        return shown(self.kind, self.count)"],
        "AccountState": ["    name: str"],
        "Event": ["    text: str", "", "    @property", "    def shown(self) -> str:",
                  '        """What the badge of a BADGE or TOTAL event shows: "dot", its number, or "nothing"."""',
                  "        return shown(self.badge_kind, self.count)"]}


#: Enumerations whose constants stand in several places of the header.
SCATTERED = {"Op"}


def enumeration(header, name, first, prefix, documentation):
    group = header.constants if name in SCATTERED else next(group for group in grouped(header.constants) if any(each.name == f"TALLY_{first}" for each in group))
    members = [f"{each.name[len('TALLY_' + prefix):]} = {each.value};" for each in group
               if each.name.startswith(f"TALLY_{prefix}")]
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
