"""The package for type checkers: each line with `ignore` is a mistake that they find, and others are none."""

from __future__ import annotations

import datetime
import logging
from typing import TYPE_CHECKING, Dict, List, Optional

import tally

if TYPE_CHECKING:
    from typing_extensions import assert_type


class Screen:
    """A widget."""

    def show_dot(self, path: str, presentation: tally.Presentation, text: str) -> None:
        print(path, presentation.kind, text)

    show_number = show_icon = hide = show_dot


async def follow(engine: tally.Engine) -> List[tally.Event]:
    return [event async for event in engine.events()]


def badges(ann: tally.Account) -> None:
    ann.set("root.chat.bo", 3, until=datetime.datetime.now())
    badge = ann.get("root.chat")
    if ann.clear("root.chat") is tally.Status.HELD:
        ann.mute("root.chat", tally.Mute.ALL)
    batch = tally.Batch().add("root.a", 1).dot(ann.node("root.b"))
    answer = ann.batch(batch, id="once")
    page = ann.list(subtree=True)
    ann.set_style("root", tally.Style(icon="new", offset=(1.0, 2.0)))
    presentation, text = ann.present("root")
    changes: List[tally.BadgeEntry] = ann.changes().poll()
    shown: Dict[str, int] = {entry.path: entry.count for entry in page}
    print(shown, changes, ann.snapshot().diff(ann.snapshot()), [reason.flags for reason in ann.explain("root")])
    if TYPE_CHECKING:
        assert_type(badge, tally.Badge)
        assert_type(badge.flags, tally.BadgeFlags)
        assert_type(badge.kind, tally.BadgeKind)
        assert_type(ann.state, tally.AccountState)
        assert_type(answer, tally.BatchResult)
        assert_type(page, tally.Page[tally.BadgeEntry])
        assert_type(page.revision, int)
        assert_type(presentation, tally.Presentation)
        assert_type(text, str)
        assert_type(ann.digest(), int)
        assert_type(ann.style("root"), tally.Style)
        assert_type(ann.batch_position("log"), tally.Position)
        assert_type(ann.get_own("root").mute, tally.Mute)
        ann.set_rule("root", feeding=tally.Feeding.UNREAD)
        assert_type(ann.get_rule("root", effective=True), tally.BadgeRule)
        assert_type(ann.get_rule("root").feeding, tally.Feeding)


def rooms(ann: tally.Account) -> None:
    for message in ann.messages.list("root", unread=True):
        text: str = message.title
        print(text)
    key: int = ann.messages.post("root.mail", title="hello")
    ann.messages.read([key])
    ann.reminders.put("milk", shelf_life=7, shelf_unit=tally.Unit.DAY, produced=datetime.date.today())
    for entry in ann.reminders.plan(limit=1):
        print(entry.action, entry.reminder)
    info: tally.FeedInfo = ann.feeds.add("in", "http://example.org").info
    print(info.state.result, [group.summary for group in ann.groups], [row.body for row in ann.outbox])
    if TYPE_CHECKING:
        assert_type(ann.reminders.plan().plan, tally.Plan)
        assert_type(ann.messages.page(), tally.Page[tally.Message])
        assert_type(ann.messages.page(after=ann.messages.page().next).next, Optional[str])
        assert_type(ann.messages.counts(), tally.MessageCounts)
        assert_type(ann.messages.get(key), tally.Message)
        assert_type(ann.messages.find("1"), tally.Message)
        assert_type(ann.reminders.get("milk"), tally.Reminder)
        assert_type(ann.reminders.import_calendar(b"")[0], tally.SkippedEntry)
        assert_type(ann.feeds.get_by_id(info.state.id), tally.Feed)


def mistakes(engine: tally.Engine, ann: tally.Account, scope: tally.Scope) -> None:
    ann.set("root", "3")  # type: ignore[arg-type]
    ann.get(3)  # type: ignore[arg-type]
    ann.nothing()  # type: ignore[attr-defined]
    scope.observe("ann", "root")  # type: ignore[arg-type]
    scope.observe(ann, "root", lambda: None)  # type: ignore[misc,arg-type]
    scope.bind(ann, "root", print)  # type: ignore[arg-type]
    wrong: str = engine.total  # type: ignore[assignment]
    print(wrong, engine.next_event().text)  # type: ignore[union-attr]
    tally.Engine(files="badges.db")  # type: ignore[call-arg]
    tally.Engine(clock=lambda: 3)  # type: ignore[arg-type,return-value]


def main() -> None:
    with tally.Engine(log=logging.getLogger("tally"), durability=tally.Durability.FULL) as engine:
        with engine.account("ann") as ann, engine.scope() as scope, scope.begin_view(ann, "root") as view:
            token: int = scope.observe(ann, "root", lambda event: print(event.shown), subtree=True)
            scope.bind(ann, "root", Screen())
            badges(ann)
            rooms(ann)
            event: Optional[tally.Event] = engine.next_event(0.0)
            print(view.status, event, [name for name in engine.accounts()], engine.stats(reset=True).nodes)
            scope.unobserve(token)
            scope.observe_feeds(lambda event: print(event.http_status))
            scope.observe_reminders(lambda event: print(event.text), ann)
        try:
            engine.flush()
        except (tally.PathError, tally.TallyError) as problem:
            print(problem.status.header_name, problem.message)


if __name__ == "__main__":
    main()
