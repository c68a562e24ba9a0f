"""The names of the header's structures that are records and options of a language, and those of their members."""

import roles

# Structures that come out, by their names; None: what is said of them is in the header.
RECORDS = {
    "tally_account_entry": ("AccountEntry", "An account that is stored."),
    "tally_account_settings_entry": ("AccountSettingsEntry", "The settings of an account."),
    "tally_account_state": ("AccountState", "The facts about an account, and its revision."),
    "tally_badge": ("Badge", 'The badge that a path shows. As a string: "dot", its number, or "nothing".'),
    "tally_badge_rule": ("BadgeRule", "How a path counts."),
    "tally_badge_own": ("OwnBadge", "The badge that a path owns, and its mute, with the times at which they end."),
    "tally_badge_entry": ("BadgeEntry", "The badge that a path shows, in a list."),
    "tally_link": ("Link", "A path that counts at another one too."),
    "tally_reason": ("Reason", "One reason why a path shows what it shows."),
    "tally_presentation": ("Presentation", "How a badge is drawn: lengths in points, colours 0xRRGGBBAA."),
    "tally_event": ("Event", "Something that happened."),
    "tally_feed_entry": ("FeedEntry", "A feed that is stored."),
    "tally_rejected": ("Rejected", "An item of a response that could not be used."),
    "tally_drift": ("Drift", "A path where the server of a feed counts something else than the feed contributes."),
    "tally_page_info": ("PageInfo", "Facts about a page, for its feed."),
    "tally_feed_state": ("FeedState", "The state of a feed."),
    "tally_message": ("Message", "A message."),
    "tally_group": ("Group", "The unseen messages of a thread, and their summary."),
    "tally_outbox_entry": ("OutboxEntry", "A row on its way to the server."),
    "tally_reminder": ("Reminder", "A reminder."),
    "tally_plan_entry": ("PlanEntry", "A notification that the system is to arm or disarm."),
    "tally_plan": ("Plan", "The reach of a plan."),
    "tally_reminder_note": ("ReminderNote", "A note in the log of reminders."),
    "tally_recovery": ("Recovery", "The numbers of things that were saved and lost."),
    "tally_stats": ("Stats", "The contents of an engine at this moment."),
    "tally_position": ("Position", "How far the batches of a source were applied."),
    "tally_message_position": ("MessagePosition", "The place of a message among those at its path, or in a subtree."),
    "tally_message_counts": ("MessageCounts", "Numbers of messages."),
    "tally_outbox_counts": ("OutboxCounts", "Numbers of rows of an outbox."),
    "tally_import_report": ("ImportReport", "The result of importing another program's file."),
    "tally_snapshot_entry": ("SnapshotEntry", "What a node of a snapshot owns."),
    "tally_patch_entry": ("PatchEntry", "What a node owns before and after a patch."),
    "tally_skipped_entry": ("SkippedEntry", "An entry of an imported file that was skipped."),
}
# Structures that go in.
OPTIONS = {
    "tally_badge_rule": ("BadgeRule", "How a path counts. Members that are left out are those above the path."),
    "tally_account_options": ("AccountOptions", "How an account is opened."),
    "tally_account_settings": ("AccountSettings", "Settings of an account. Those that are left out stay unchanged."),
    "tally_credential": ("Credential", "A credential for a server."),
    "tally_batch_options": ("BatchOptions", "How a batch is performed, and the marks by which it is recognised."),
    "tally_feed_options": (
        "FeedOptions", "How a feed is polled. 0 is the value of the polling profile (MESSAGE_CENTER's; UNREAD_COUNT's), and -1 is "
        "off."),
    "tally_message_options": ("MessageOptions", "A message that the host posts."),
    "tally_forms": ("Forms", "The plural forms of a format; `other` is required."),
    "tally_reminder_options": (
        "ReminderOptions", "The terms of a reminder that a user enters. A shelf life and its unit are required."),
    "tally_plan_options": ("PlanOptions", "The limits of a plan."),
}

# Types of flags: what their constants begin with, without TALLY_, and what they are. Names are those of the constants
# without this; those of one constant have it in full.
FLAGS = {
    "account_flags": ("ACCOUNT_", "How an account is opened."),
    "engine_flags": ("ENGINE_", "How an engine is opened."),
    "backup_flags": ("BACKUP_", "How a file is copied."),
    "badge_flags": ("BADGE_", "The reasons why a path shows a badge, and its mutes."),
    "list_flags": ("LIST_", "Which nodes are listed, and whether the list can be continued from its end."),
    "reason_flags": ("REASON_", "The contribution of a reason, and its kind."),
    "apply_flags": ("APPLY_", "How a patch is applied."),
    "batch_flags": ("BATCH_", "How a batch is performed."),
    "observe_flags": ("OBSERVE_", "The changes of which an observer is notified."),
    "feed_flags": ("FEED_OPTION_", "How a feed is polled."),
    "feed_entry_flags": ("FEED_ENTRY_", "The properties of a stored feed."),
    "request_flags": ("REQUEST_FLAG_", "How a request is sent."),
    "messages_flags": ("MESSAGES_", "Which messages are meant."),
    "message_flags": ("POST_", "How a message is posted."),
    "groups_flags": ("GROUPS_", "How groups are summarised."),
    "reminder_fields": ("REMINDER_FIELD_", "Which members of a reminder are set."),
    "plan_flags": ("PLAN_FLAG_", "How notifications are planned."),
    "credential_flags": ("CREDENTIAL_FLAG_", "Where a credential may be sent."),
    "rule_flags": ("RULE_", "Which rule is read."),
    "view_flags": ("VIEW_", "What a view clears."),
    "link_flags": ("LINK_", "Which links are listed."),
    "stats_flags": ("STATS_", "How the numbers about an engine are read."),
    "outbox_flags": ("OUTBOX_", "The changes that an outbox sends."),
    "import_flags": ("IMPORT_", "How accounts and sources are imported."),
    "own_flags": ("OWN_", "The properties of a path that are no badge."),
}
# Types of flags that also have TALLY_SUBTREE.
WITH_SUBTREE = {"view_flags", "link_flags", "list_flags", "observe_flags", "messages_flags"}
# Which members and parameters have them.
FLAG_MEMBERS = {
    "tally_engine_options": "engine_flags", "tally_badge": "badge_flags", "tally_reason": "reason_flags",
    "tally_feed_options": "feed_flags", "tally_feed_entry": "feed_entry_flags", "tally_request": "request_flags",
    "tally_message_options": "message_flags", "tally_plan_options": "plan_flags",
    "tally_account_options": "account_flags", "tally_credential": "credential_flags",
    "tally_batch_options": "batch_flags", "tally_operation": "messages_flags",
    "tally_badge_own": "own_flags",
}
# Members with flags that are not called so.
OTHER_FLAG_MEMBERS = {
    ("tally_feed_entry", "options"): "feed_flags", ("tally_account_settings", "outbox_kinds"): "outbox_flags",
    ("tally_account_settings_entry", "outbox_kinds"): "outbox_flags",
}
FLAG_PARAMETERS = {
    "engine_backup": "backup_flags", "badge_list": "list_flags",
    "snapshot_list": "list_flags", "patch_list": "list_flags", "outbox_list": "list_flags",
    "reminder_list_notes": "list_flags", "badge_apply": "apply_flags",
    "observe": "observe_flags", "observe_messages": "observe_flags", "observe_groups": "observe_flags",
    "observe_total": "observe_flags", "view_begin": "view_flags", "message_list": "messages_flags", "message_list_from": "messages_flags",
    "message_first": "messages_flags", "message_get_counts": "messages_flags",
    "message_mark_path_read": "messages_flags", "message_mark_read_until": "messages_flags", "group_list": "groups_flags",
    "group_get": "groups_flags", "engine_import": "import_flags", "badge_get_rule": "rule_flags", "link_list": "link_flags", "drift_list": "list_flags", "engine_get_stats": "stats_flags",
}
# Members that are durations in milliseconds; parameters are called so in the header.
DURATIONS = {
    ("tally_engine_options", "batch_id_time"), ("tally_event", "retry_after"), ("tally_feed_options", "initial_delay"),
    ("tally_page_info", "away_time"),
    ("tally_feed_options", "interval"), ("tally_feed_options", "request_timeout"),
    ("tally_feed_options", "idle_timeout"), ("tally_feed_options", "visible_interval"),
    ("tally_feed_options", "tolerance"), ("tally_feed_options", "away_time"), ("tally_feed_options", "max_age"),
    *(("tally_feed_entry", member) for member in ("initial_delay", "interval", "visible_interval", "request_timeout",
                                                  "idle_timeout", "tolerance", "away_time", "max_age")),
    ("tally_request", "request_timeout"), ("tally_request", "idle_timeout"),
    *((struct, member) for struct in ("tally_account_settings", "tally_account_settings_entry")
      for member in ("outbox_request_timeout", "outbox_idle_timeout")),
}
DURATION_PARAMETERS = {"timeout", "duration", "retry_after"}
# Members that are days, numbers like 20260131, and those that are seconds since midnight.
DAYS = {("tally_reminder_options", member) for member in ("produced", "start", "end")}
# Days that come out, for languages that have a type for a day.
RECORD_DAYS = {("tally_reminder", member) for member in ("expiry", "produced", "entered", "start", "end")}
TIMES_OF_DAY = {("tally_reminder_options", "time_of_day")}
# Members of records that are 0 or 1.
BOOLEAN_MEMBERS = {"first", "highlighted", "in_flight", "is_smart", "logged_in", "missed", "requested"}
# Parameters that are 0 or 1, and those that name a file.
BOOLEAN_PARAMETERS = {"foreground", "available", "paused", "on"}
FILE_PARAMETERS = {"file", "damaged", "fresh", "ca_file"}
# Members that are points in time, in milliseconds since 1970-01-01 00:00 UTC; 0: none.
TIMES = {
    ("tally_feed_entry", "last_success"), ("tally_event", "next_time"), ("tally_rejected", "time"),
    ("tally_feed_state", "last_success"), ("tally_feed_state", "next_time"),
    ("tally_message", "time"), ("tally_message_position", "time"), ("tally_message_options", "time"), ("tally_group", "time"),
    ("tally_outbox_entry", "next_time"), ("tally_outbox_entry", "lease_end"), ("tally_reminder", "next_time"),
    ("tally_reminder", "due_time"), ("tally_reminder", "expires"), ("tally_reminder", "stamp"),
    ("tally_plan_entry", "time"), ("tally_plan", "reach"), ("tally_reminder_note", "time"),
    ("tally_reminder_note", "occurrence_time"), ("tally_badge_own", "until"), ("tally_badge_own", "mute_until"),
    ("tally_badge_own", "snoozed_until"), ("tally_message", "snoozed_until"), ("tally_snapshot_entry", "snoozed_until"),
    ("tally_position", "time"), ("tally_operation", "until"), ("tally_item", "time"),
    ("tally_snapshot_entry", "until"), ("tally_snapshot_entry", "mute_until"),
    *(("tally_patch_entry", f"{when}_{member}") for when in ("before", "after")
      for member in ("until", "mute_until", "snoozed_until")),
}

# Enumerations: the types of the header, or what they are called where that is the name of something else; what their
# constants begin with, without TALLY_; and the members that have them. The header says which constants a type has.
KINDS = {
    "badge_kind": ("KIND_", [("tally_badge", "kind"), ("tally_badge_own", "kind"), ("tally_presentation", "kind"),
                             ("tally_event", "badge_kind"), ("tally_operation", "badge_kind"),
                             ("tally_snapshot_entry", "kind"), ("tally_patch_entry", "before_kind"),
                             ("tally_patch_entry", "after_kind")]),
    "durability": ("DURABILITY_", []),
    "log_level": ("LOG_", []),
    "limit": ("LIMIT_", []),
    "aggregation": ("AGGREGATION_", [("tally_account_options", "aggregation"), ("tally_account_state", "aggregation")]),
    "feeding": ("FEEDING_", [("tally_account_options", "feeding"), ("tally_account_state", "feeding"), ("tally_badge_rule", "feeding"),
                             ("tally_account_settings", "feeding"), ("tally_account_settings_entry", "feeding")]),
    "counting": ("COUNTING_", [("tally_badge_rule", "counting")]),
    "credential_kind": ("CREDENTIAL_KIND_", [("tally_credential", "kind")]),
    "mute_mode": ("MUTE_", [("tally_badge_own", "mute"), ("tally_snapshot_entry", "mute"),
                            ("tally_patch_entry", "before_mute"), ("tally_patch_entry", "after_mute")]),
    "level": ("LEVEL_", [(struct, "level") for struct in ("tally_badge", "tally_event", "tally_reason", "tally_message",
                                                          "tally_message_options")]),
    "operation_kind": ("OP_", []),
    "overflow_style": ("OVERFLOW_", []),
    "polling": ("POLLING_", [("tally_feed_options", "polling")]),
    "message_state": ("MESSAGE_STATE_", [("tally_message", "state")]),
    "grouping": ("GROUPING_", [("tally_account_settings", "grouping"), ("tally_account_settings_entry", "grouping")]),
    "outbox_mode": ("OUTBOX_MODE_", [("tally_account_settings", "outbox"), ("tally_account_settings_entry", "outbox")]),
    "strings_kind": ("STRINGS_", []),
    "summary_origin": ("SUMMARY_ORIGIN_", [("tally_group", "origin")]),
    "outbox_kind": ("OUTBOX_KIND_", [("tally_outbox_entry", "kind")]),
    "outbox_state": ("OUTBOX_STATE_", [("tally_outbox_entry", "state")]),
    "unit": ("UNIT_", [(struct, member) for struct in ("tally_reminder", "tally_reminder_options")
                       for member in ("shelf_unit", "repeat_unit", "overdue_unit")]),
    "smart_mode": ("SMART_", [("tally_reminder", "smart"), ("tally_reminder_options", "smart")]),
    "reminder_state": ("REMINDER_STATE_", [("tally_reminder", "state")]),
    "plan_action": ("PLAN_ACTION_", [("tally_plan_entry", "action")]),
    "note_kind": ("NOTE_", [("tally_reminder_note", "kind")]),
}
# Enumerations of structures that some languages have as the header does.
RAW_KINDS = {"event_kind": ("EVENT_", []), "request_kind": ("REQUEST_KIND_", [])}
# Types whose names are those of something else in a language: what the header calls them.
HEADER_KINDS = {"overflow_style": "overflow", "smart_mode": "smart"}
KIND_OF = {pair: kind for kind, (_, pairs) in KINDS.items() for pair in pairs}


def kinds(header, table=None):
    """Pairs of an enumeration and its constants, by pairs of a short name and the constant."""
    for kind, (prefix, _) in (table or KINDS).items():
        yield kind, [(constant.name[len("TALLY_" + prefix):], constant) for constant in header.constants
                     if constant.kind == HEADER_KINDS.get(kind, kind)]


def flag_type(struct, member):
    """The type of a member that has flags, else None."""
    if (struct, member) in OTHER_FLAG_MEMBERS:
        return OTHER_FLAG_MEMBERS[struct, member]
    return FLAG_MEMBERS.get(struct) if member == "flags" else None


def flags(header):
    """Triples of a type of flags, what it is, and its constants, by pairs of a short name and the constant."""
    for kind, (prefix, documentation) in FLAGS.items():
        shared = [("SUBTREE", constant) for constant in header.constants
                  if kind in WITH_SUBTREE and constant.name == "TALLY_SUBTREE"]
        own = [(constant.name[len("TALLY_" + prefix):], constant) for constant in header.constants
               if constant.is_flag and constant.name.startswith("TALLY_" + prefix)]
        yield kind, documentation, sorted(own + shared, key=lambda pair: pair[1].value)


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
