#!/usr/bin/env python3
"""Checks the values of the Swift package against the structures of include/tally.h: each member of a structure that
comes out is a public member of the Swift type, under its name, or is in a table below with its reason. So a new member
of the header fails here until Swift has it.

    python3 Bindings/tools/check_swift_values.py
"""

import pathlib
import re
import sys

import header as model
import names
import roles

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The Swift types of the structures in names.RECORDS.
TYPES = {
    "tally_account_settings_entry": "Account.Settings", "tally_account_state": "Account", "tally_badge": "Badge",
    "tally_badge_rule": "Badge.Rule", "tally_badge_own": "Badge.Own", "tally_badge_entry": "Badge.Entry",
    "tally_snapshot_entry": "BadgeSnapshot.Entry", "tally_patch_entry": "BadgePatch.Entry",
    "tally_reason": "Badge.Reason", "tally_link": "Badge.Link", "tally_presentation": "Badge.Presentation", "tally_event": "Engine.Event.Sync",
    "tally_feed_entry": "Feed.Stored", "tally_rejected": "Feed.Rejected", "tally_drift": "Feed.Drift", "tally_page_info": "Feed.PageInfo",
    "tally_feed_state": "Feed.State", "tally_message": "Message", "tally_group": "Message.Group",
    "tally_outbox_entry": "Outbox.Entry", "tally_reminder": "Reminder", "tally_plan_entry": "Reminder.Plan.Change",
    "tally_plan": "Reminder.Plan", "tally_reminder_note": "Reminder.Note", "tally_recovery": "Engine.Recovery",
    "tally_stats": "Engine.Statistics", "tally_position": "Batch.Position", "tally_message_counts": "Message.Counts",
    "tally_message_position": "Message.Place",
    "tally_outbox_counts": "Outbox.Summary", "tally_skipped_entry": "Reminder.SkippedEntry",
}
# Structures without a Swift type, and the reason.
WITHOUT_TYPE = {
    "tally_account_entry": "Engine.accountNames returns the names",
    "tally_import_report": "Account.importReminders returns the number and the skipped entries",
}

OWN = "a badge of a path is an enumeration with its number"
OWNED = "the badge and the mute of a node are one value"
LENGTHS = "the style has the lengths and colors"
TERMS = "a reminder has its terms as one value"
OPTIONS = "a stored feed has its options as one value, which addFeed takes"
SPAN = "a number and its unit are one value"
PAIR = "the numbers of a kind of row are one value"

# Members that Swift has under another name or elsewhere: their places, which must exist, and the reason. A member
# without a place does not exist in Swift.
PLACES = {
    "tally_account_state": {
        "logged_in": ("Account.isLoggedIn", "a Boolean of Swift begins with is"),
    },
    "tally_badge": {
        "flags": ("Badge.isFed Badge.isLitFromBelow Badge.own Badge.mute Badge.isSnoozed", "each flag is a property"),
    },
    "tally_badge_rule": {"flags": (None, "reserved, always 0")},
    "tally_snapshot_entry": {member: ("BadgeSnapshot.Entry.own", OWNED)
                             for member in ("count", "until", "mute_until", "kind", "mute", "snoozed_until")},
    "tally_patch_entry": {f"{side}_{member}": (f"BadgePatch.Entry.{side}", OWNED) for side in ("before", "after")
                          for member in ("count", "until", "mute_until", "kind", "mute", "snoozed_until")},
    "tally_badge_own": {
        "kind": ("Badge.Own.value", OWN), "count": ("Badge.Own.value Badge.Value.count", OWN),
        "until": ("Badge.Own.end", "a member is a noun"), "mute_until": ("Badge.Own.muteEnd", "a member is a noun"),
        "snoozed_until": ("Badge.Own.snoozeEnd", "a member is a noun"),
        "flags": ("Badge.Own.isFlagged", "each flag is a property"),
    },
    "tally_reason": {
        "own_count": ("Badge.Reason.own Badge.Value.count", OWN),
        "flags": ("Badge.Reason.isFed Badge.Reason.isOverridden Badge.Reason.isMuted Badge.Reason.lights "
                  "Badge.Reason.mute Badge.Reason.own Badge.Reason.isLinked Badge.Reason.isCounting "
                  "Badge.Reason.isFlagged Badge.Reason.isSnoozed", "each flag is a property"),
        "message": ("Badge.Reason.messages Badge.FedMessage.key", "the messages are a list in their reason"),
        "id": ("Badge.FedMessage.serverID", "the messages are a list in their reason"),
    },
    "tally_presentation": {
        "kind": ("Badge.Presentation.content", "an enumeration with the text or the icon"),
        **{member: (f"Badge.ResolvedStyle.{place}", LENGTHS) for member, place in (
            ("dot_radius", "dotRadius"), ("offset_x", "offset"), ("offset_y", "offset"), ("font_size", "fontSize"),
            ("font_weight", "fontWeight"), ("text_color", "textColor"), ("background_color", "backgroundColor"),
            ("overflow", "overflow"), ("max_count", "maxCount"))},
        "highlighted": ("Badge.Presentation.isHighlighted", "a Boolean of Swift begins with is"),
    },
    "tally_event": {
        "kind": ("Engine.Event.synced Engine.Event.unauthorized Engine.Event.reminder HostDrivenEngine.Event.badge",
                 "each kind is a case"),
        "highlights": ("Badge.Change.highlights", "only events of badges have them"),
        "level": ("Badge.Change.level", "only events of badges have it"),
        "total_highlights": ("Feed.Drift.theirHighlights", "only a difference has them"),
        "token": ("HostDrivenEngine.Event.observer", "closures and streams know their observer"),
        "badge_kind": ("Engine.Event.Sync.kind", "the event has one kind, that of its badge"),
        "missed": ("Engine.Event.Firing.isMissed", "only a reminder can be missed"),
        "reminder": ("Engine.Event.Firing.key", "only an event of a reminder has it"),
        **{member: (f"Message.Counts.{member}", "only changes of messages have them")
           for member in ("total", "unread", "unseen")},
    },
    "tally_feed_entry": {
        "rejected": ("Feed.Stored.rejectedCount", "it is a number, not a list"),
        **{member: (f"Feed.Configuration.{place}", OPTIONS) for member, place in (
            ("initial_delay", "initialDelay"), ("interval", "interval"), ("visible_interval", "visibleInterval"),
            ("request_timeout", "requestTimeout"), ("idle_timeout", "idleTimeout"), ("tolerance", "tolerance"),
            ("away_time", "awayTime"), ("max_age", "maximumAge"), ("max_messages", "maximumMessages"),
            ("page_limit", "pageLimit"), ("mapping_preset", "mapping"), ("mapping", "mapping"))},
        "options": ("Feed.Configuration.stopsInBackground Feed.Configuration.isInitialDelayExact", OPTIONS),
        "flags": ("Feed.Stored.isRunning Feed.Stored.hasCredential Feed.Stored.configuration",
                  "each flag is a property"),
    },
    "tally_page_info": {
        "first": ("Feed.PageInfo.isFirst", "a Boolean of Swift begins with is"),
        "away_time": ("Feed.PageInfo.timeAway", "awayTime is an option of a feed"),
        "requested": ("Feed.PageInfo.hasRequested", "a Boolean of Swift begins with has"),
    },
    "tally_feed_state": {
        "id": ("Feed.id", "the object has it"),
        "in_flight": ("Feed.State.isRequesting", "a Boolean of Swift begins with is"),
    },
    "tally_message": {
        "id": ("Message.serverID", "id identifies a row of a list, and is the key"),
        "snoozed_until": ("Message.snoozeEnd", "a member is a noun"),
    },
    "tally_outbox_entry": {
        "next_time": ("Outbox.Entry.State.waiting", "the state is an enumeration with its time"),
        "lease_end": ("Outbox.Entry.State.leased", "the state is an enumeration with its time"),
    },
    "tally_reminder": {
        "stamp": ("Reminder.changed", "the time of the last change"),
        "shelf_life": ("Reminder.Terms.shelfLife", SPAN), "shelf_unit": ("Reminder.Terms.shelfLife", SPAN),
        "repeat_every": ("Reminder.Terms.repetition", SPAN), "repeat_unit": ("Reminder.Terms.repetition", SPAN),
        "overdue_every": ("Reminder.Terms.Overdue.interval", SPAN),
        "overdue_unit": ("Reminder.Terms.Overdue.interval", SPAN),
        "overdue_limit": ("Reminder.Terms.Overdue.limit", TERMS),
        "time_of_day": ("Reminder.Terms.time", TERMS),
        **{member: (f"Reminder.Terms.{member}", TERMS) for member in ("smart", "start", "end")},
    },
    "tally_plan_entry": {"action": ("Reminder.Plan.Change.isArmed", "there are two actions")},
    "tally_reminder_note": {"occurrence_time": ("Reminder.Note.occurrence", "its type is a date")},
    "tally_recovery": {
        "flags": ("Engine.Recovery.isUncertain", "each flag is a property"),
        **{f"{kind}_{half}": (f"Engine.Recovery.{kind} Engine.Recovery.Rows.{half}", PAIR)
           for kind in ("accounts", "badges", "feeds", "messages", "others") for half in ("saved", "lost")},
    },
    "tally_stats": {
        "longest_wait_us": ("Engine.Statistics.longestWait", "the documentation has the unit"),
        "longest_hold_us": ("Engine.Statistics.longestStoreHold", "the documentation has the unit"),
    },
}
ABBREVIATIONS = {"url": "URL", "id": "ID"}

TYPE = re.compile(r"( *)(?:public )?(?:final |indirect )?(?:struct|enum|class|extension) ([\w.]+)")
MEMBER = re.compile(r"( *)public (?:\w+\(set\) )?(?:let|var|func) (\w+)")
CASE = re.compile(r"( *)(?:indirect )?case (\w+)(.*)$")


def swift_name(member):
    first, *others = member.split("_")
    return first + "".join(ABBREVIATIONS.get(word, word.capitalize()) for word in others)


def places(text):
    """The public members of the types of a file: "Badge.Entry.path". The labels of a case are also members."""
    found, scope = set(), []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        while scope and line.strip() and indent <= scope[-1][0]:
            scope.pop()
        owner = ".".join(name for _, name in scope)
        if kind := TYPE.match(line):
            if not line.rstrip().endswith("}"):
                scope.append((len(kind[1]), kind[2]))
        elif (member := MEMBER.match(line)) and scope and len(member[1]) == scope[-1][0] + 2:
            found.add(f"{owner}.{member[2]}")
        elif (case := CASE.match(line)) and scope and len(case[1]) == scope[-1][0] + 2:
            found |= {f"{owner}.{name}" for name in (case[2], *re.findall(r"(\w+): ", case[3]))}
    return found


def problems(header, exist):
    structs = {struct.name: struct for struct in header.structs}
    for name in names.RECORDS:
        if name in WITHOUT_TYPE:
            continue
        if name not in TYPES:
            yield f"{name} has no Swift type in TYPES, and no reason in WITHOUT_TYPE"
            continue
        others = PLACES.get(name, {})
        members = [member for member, _ in roles.members(header, structs[name])]
        for member in members:
            wanted = f"{TYPES[name]}.{swift_name(member)}"
            if member not in others and wanted not in exist:
                yield f"{name}.{member}: Swift has no {wanted}"
            for place in (others.get(member, ("", ""))[0] or "").split():
                if place not in exist:
                    yield f"{name}.{member}: Swift has no {place}"
        yield from (f"{name} has no {member}: see PLACES" for member in others if member not in members)
    yield from (f"{name} is no record" for name in {*TYPES, *WITHOUT_TYPE, *PLACES} - set(names.RECORDS))


def main():
    exist = set()
    for path in sorted((ROOT / "Sources/Tally").rglob("*.swift")):
        exist |= places(path.read_text(encoding="utf-8"))
    found = list(problems(model.parse(), exist))
    print("\n".join(found) or f"{len(TYPES)} Swift types", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
