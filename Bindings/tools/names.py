"""What structures of the header are called where they are records and options of a language, and what their members are
there."""

import roles

# Structures that come out, by their names; None: what is said of them is in the header.
RECORDS = {
    "tally_badge": ("Badge", 'What a path shows. As a string: "dot", its number, or "nothing".'),
    "tally_badge_entry": ("BadgeEntry", "What a path shows, in a list."),
    "tally_reason": ("Reason", "One reason why a path shows what it shows."),
    "tally_presentation": ("Presentation", "How a badge is drawn: lengths in points, colours 0xRRGGBBAA."),
    "tally_event": ("Event", "Something that happened."),
    "tally_feed_entry": ("FeedEntry", "A feed that is stored."),
    "tally_rejected": ("Rejected", "An item of a response that could not be used."),
    "tally_feed_state": ("FeedState", "What a feed is doing."),
    "tally_message": ("Message", "A message."),
    "tally_group": ("Group", "The unseen messages of a thread, and their summary."),
    "tally_outbox_entry": ("OutboxEntry", "A row on its way to the server."),
    "tally_reminder": ("Reminder", "A reminder."),
    "tally_plan_entry": ("PlanEntry", "A notification that the system is to arm or disarm."),
    "tally_plan": ("Plan", "What a plan reaches."),
    "tally_reminder_note": ("ReminderNote", "A note in the log of reminders."),
    "tally_recovery": ("Recovery", "What was saved and lost."),
    "tally_limits": ("Limits", "The limits in force."),
    "tally_stats": ("Stats", "What an engine is made of just now."),
}
# Structures that go in.
OPTIONS = {
    "tally_account_options": ("AccountOptions", "How an account is opened."),
    "tally_batch_options": ("BatchOptions", "What a batch is recognised by."),
    "tally_feed_options": ("FeedOptions", "How a feed is polled."),
    "tally_message_options": ("MessageOptions", "A message that the host posts."),
    "tally_forms": ("Forms", "The plural forms of a format; `other` is required."),
    "tally_outbox_options": ("OutboxOptions", "How the outbox is sent."),
    "tally_reminder_options": (
        "ReminderOptions", "What a user enters of a reminder. A shelf life and its unit are to be given."),
    "tally_plan_options": ("PlanOptions", "What a plan has room for."),
}


def statuses(header):
    """The statuses, in their order: constants of the section that has them."""
    return [constant for constant in header.constants
            if constant.section == "Version, status, errors" and not constant.name.startswith("TALLY_VERSION")]


def numbers(header, struct):
    """Pairs of the names and the C types of the members that are numbers."""
    return [(name, kind) for name, kind in roles.members(header, struct)
            if kind not in ("text", "offset") and not header.struct(kind)]


def texts(header, struct):
    """The names of the texts: those within a record, or those that options point to."""
    return [name for name, kind in roles.members(header, struct) if kind in ("text", "offset")] + [
        member.name for member in struct.members if member.type.name == "char" and member.type.pointers]


def members(header, struct):
    """Pairs of names and kinds of all members as a record has them; those of a structure within it stand in its place,
    behind the texts."""
    inner = [(member, kind) for member, kind in roles.members(header, struct) if header.struct(kind)]
    own = [(member, "text" if kind == "offset" else kind) for member, kind in roles.members(header, struct)
           if not header.struct(kind)]
    return own + [pair for _, kind in inner for pair in roles.members(header, header.struct(kind))]
