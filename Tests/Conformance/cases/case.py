"""A case of the conformance data, written down step by step: `case.badge_set(path="root.a", count=3)` appends the
step of that call. Steps are of the account `ann` unless they say otherwise; only those of WITHOUT_ACCOUNT have none."""

WITHOUT_ACCOUNT = {
    "go", "wall", "step", "events", "engine_get_total", "engine_get_total_of_all", "engine_verify", "account_list", "account_remove", "account_hash",
    "account_import", "badge_diff", "snapshot_diff", "snapshot_list", "patch_inverse", "patch_list", "present", "path_escape", "path_join",
    "path_parent", "path_component", "observe_total", "observe_feed", "unobserve", "view_end", "feed_remove", "feed_refresh",
    "feed_set_credential", "feed_remove_credential", "feed_deliver", "feed_push", "mapping_try", "engine_set_zone",
    "engine_flush", "engine_limit", "engine_get_stats",
    "engine_backup", "file_recover", "file_vacuum", "engine_set_foreground", "engine_set_network", "engine_woke", "engine_dispatch",
    "engine_interrupt", "engine_get_timeout", "engine_get_descriptor", "engine_set_notify", "notified", "widget_refresh", "drawn",
    "feed_refresh_now", "feed_cancel", "feed_pause", "feed_show_page", "feed_hide_page", "feed_get",
    "engine_set_transport", "requests", "transport_respond", "transport_progress", "version", "status_name",
    "status_message", "engine_batch", "engine_get_position", "engine_export_account", "engine_export_source",
    "engine_import",
}
# The beginning of a case's clock: 2026-01-01 00:00 UTC.
WALL = 1767225600000
MAX_COUNT = 4294967295

CHILDREN, SUM = 1, 2
MUTE_NONE, MUTE_NUMBER, MUTE_ALL = 0, 1, 2
SUBTREE, INITIAL = 1, 2
# The step keeps where its list goes on.
REST = {"as": "rest"}
OP_SET, OP_DOT, OP_ADD, OP_CLEAR, OP_CLEAR_TREE, OP_MUTE, OP_GET = range(1, 8)
(EVENT_BADGE, EVENT_TOTAL, EVENT_SYNCED, EVENT_COMPLETION, EVENT_AUTH, EVENT_WIDGET, EVENT_MESSAGES, EVENT_GROUP,
 EVENT_REMINDER, EVENT_DRIFT) = range(1, 11)
UNSEEN, SEEN, READ = range(3)
# Settings: reads become rows, and the host sends them.
OUTBOX = {"outbox": 2}
HELD = "TALLY_HELD"
NONE, DOT, KIND_ICON, NUMBER = range(4)


def integer(value):
    """As JSON has it: beyond 2^53 as a string."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return str(value)
    if isinstance(value, dict):
        return {name: integer(member) for name, member in value.items()}
    if isinstance(value, list):
        return [integer(member) for member in value]
    return value


def kind(shows, count):
    """The header's kind of the shown badge."""
    return NUMBER if count else DOT if shows else NONE


class Case:
    """`account`: options of the account that is opened first; None: none is. The other arguments are the case's own."""

    def __init__(self, name, account={}, **members):
        self.members = {"case": name, **members}
        self.steps = []
        if account is not None:
            self.account_open(**({"options": account} if account else {}))

    def __getattr__(self, call):
        def append(**members):
            named = {} if call in WITHOUT_ACCOUNT else {"account": "ann"}
            if not members.get("message", True):
                del members["message"]
            self.steps.append(integer({"call": call, **named, **members}))
            return self

        return append

    def json(self):
        return {**self.members, "steps": self.steps}

    # The usual steps in short.

    def set(self, path, count, **rest):
        return self.badge_set(path=path, count=count, **rest)

    def dot(self, path, **rest):
        return self.badge_dot(path=path, **rest)

    def add(self, path, delta, **rest):
        return self.badge_add(path=path, delta=delta, **rest)

    def clear(self, path, **rest):
        return self.badge_clear(path=path, **rest)

    def clear_tree(self, path, **rest):
        return self.badge_clear_tree(path=path, **rest)

    def mute(self, path, mode, **rest):
        return self.badge_mute(path=path, mode=mode, **rest)

    def get(self, path, shows, count, account="ann", **out):
        """The badge that a path shows."""
        return self.badge_get(account=account, path=path, out={"kind": kind(shows, count), "count": count, **out})

    def post(self, path, id, status=None, **options):
        refusal = {"status": status} if status else {}
        return self.message_post(path=path, options={"id": id, **options}, **refusal)

    def told(self, *entries):
        """All events that wait."""
        return self.events(out={"entries": list(entries)})

    def batch(self, *operations, **rest):
        return self.badge_batch(operations=list(operations), **rest)


def badge(text, shows, count, **rest):
    """An event BADGE."""
    return {"kind": EVENT_BADGE, "text": text, "badge_kind": kind(shows, count), "count": count, **rest}


def operation(kind, path, value=0, until=0):
    members = {"kind": kind, "path": path, "value": value, "until": until}
    return {name: member for name, member in members.items() if member != 0 or name == "kind"}
