"""The ends of handles, callbacks, threads and processes, as README.md describes them."""

import asyncio
import gc
import logging
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time
import weakref

import pytest

import tally

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(tally.__file__)))}
# Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
HANG_SECONDS = 120


@pytest.fixture
def engine():
    with tally.Engine() as engine:
        yield engine


@pytest.fixture
def ann(engine):
    return engine.account("ann")


class Clock:
    def __init__(self):
        self.wall, self.elapsed = 1767225600000, 1000000

    def __call__(self):
        return self.wall, self.elapsed

    def go(self, milliseconds):
        self.wall += milliseconds
        self.elapsed += milliseconds


# --- The declarations ---

def test_every_function_of_the_header_can_be_called():
    header = os.path.join(os.path.dirname(__file__), "../../../include/tally.h")
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tools"))
    import header as model

    from tally import _declarations as declarations
    names = {function.name for function in model.parse(header).functions}
    assert len(names) > 100 and names == set(declarations.FUNCTIONS)
    for name in names:
        assert getattr(tally.raw, name).argtypes == declarations.FUNCTIONS[name][1]


def test_every_function_has_a_word_in_the_package_or_is_known_to_need_none():
    import re

    from tally import _declarations as declarations
    folder = pathlib.Path(tally.__file__).parent
    text = "".join(file.read_text() for file in folder.glob("*.py") if file.name not in ("_declarations.py", "_calls.py"))
    used = set(re.findall(r"\b(?:call\.|raw\.tally_|_dll\.tally_)(\w+)", text))
    without = {name for name in declarations.FUNCTIONS if name[6:] not in used}
    # Threads wait, and are woken, in Python. Traces are for tools of developers.
    assert without == {"tally_engine_interrupt", "tally_trace_open", "tally_trace_next", "tally_trace_get_descriptor",
                       "tally_trace_close"}


def test_statuses_have_the_names_of_the_library():
    assert len(tally.Status) > 40
    for status in tally.Status:
        assert tally.raw.tally_status_name(status).decode() == status.header_name
        assert tally.raw.tally_status_message(status)


def test_a_missing_library_says_what_to_do():
    result = subprocess.run([sys.executable, "-c", "import tally"], capture_output=True, text=True,
                            env={**ENVIRONMENT, "TALLY_LIBRARY": "/nowhere/libtally.so.0"})
    assert result.returncode != 0
    assert "ImportError" in result.stderr and "TALLY_LIBRARY" in result.stderr and "/nowhere" in result.stderr


# --- Errors and values ---

def test_errors_have_a_class_a_status_and_words(ann):
    with pytest.raises(tally.PathError, match="a component is empty, at byte 2") as caught:
        ann.set("a..b", 1)
    assert caught.value.status is tally.Status.ERROR_PATH and isinstance(caught.value, ValueError)
    assert "TALLY_ERROR_PATH" in str(caught.value)
    with pytest.raises(tally.RangeError):
        ann.set("a", -1)


def test_objects_of_another_kind_are_refused(engine, ann):
    with engine.scope() as scope, ann.node("a") as node:
        for wrong in (scope, engine, node, "ann", None):
            with pytest.raises(TypeError):
                scope.observe(wrong, "a", print)
        with pytest.raises(TypeError):
            ann.diff("a", scope, "b")
        with pytest.raises(TypeError):
            ann.snapshot("a").diff(ann)

        class Special(tally.Account):
            pass

        ann.__class__ = Special
        scope.observe(ann, "a", print)


def test_a_timeout_is_not_negative(engine):
    with pytest.raises(ValueError):
        engine.next_event(-1)


def test_a_number_that_is_forgotten_is_not_0(ann):
    ann.set("a", 3)
    for call in (lambda: ann.set("a", None), lambda: ann.add("a", None), lambda: ann.node("a").set(None)):
        with pytest.raises(TypeError):
            call()
    assert ann.get("a").count == 3


def test_numbers_and_texts_are_never_cut(ann):
    for wrong in (2**63, -2**63 - 1, 2**64 + 3):
        with pytest.raises(OverflowError):
            ann.set("a", wrong)
        with pytest.raises(OverflowError):
            ann.batch(tally.Batch().set("a", wrong))
    with pytest.raises(TypeError):
        ann.set("a", 1.5)
    for call in (lambda: ann.set("a\0b", 1), lambda: ann.batch(tally.Batch().set("a\0b", 1)),
                 lambda: ann.messages.post("a", title="x\0y")):
        with pytest.raises(tally.ArgumentError):
            call()
    assert not ann.get("root").kind


def test_badges_are_listed_page_by_page(ann):
    for number in range(7):
        ann.set(f"root.a.n{number}", number + 1)
    paths, after = [], None
    while True:
        page = ann.list_page("a", after=after, limit=3)
        assert len(page) <= 3 and page.revision == 7
        paths += [entry.path for entry in page]
        after = page.next
        assert page.more == (after is not None)
        if after is None:
            break
    assert paths == [f"root.a.n{number}" for number in range(7)] == [entry.path for entry in ann.list("a")]
    assert not ann.list("a").more and len(ann.list_page(subtree=True)) == 9


def test_long_texts_and_long_lists_come_out_whole(ann):
    for number in range(300):
        ann.set(f"root.a{number:03}", number + 1)
    assert [entry.path for entry in ann.list("root")] == [f"root.a{number:03}" for number in range(300)]
    body = "ä" * 20000
    key = ann.messages.post("in", title="t", body=body)
    assert [(message.key, message.body) for message in ann.messages.list("in")] == [(key, body)]
    for number in range(30):
        ann.messages.post("in", id=str(number))
    listed = list(tally.account.pages(lambda after, limit: ann.messages.page("in", after=after, limit=limit), limit=7))
    assert [message.id for message in listed] == [message.id for message in ann.messages.list("in")]
    assert len(listed) == 31


def test_pages_have_as_many_rows_as_are_asked_for(ann):
    """Also where their texts need more room than is there at first."""
    body = "ä" * 200_000
    for number in range(6):
        ann.messages.post("in", id=str(number), body=body)
    page = ann.messages.page("in", limit=5)
    assert [message.id for message in page] == ["5", "4", "3", "2", "1"] and page.more and page[4].body == body
    page = ann.messages.page("in", after=page.next, limit=5)
    assert [message.id for message in page] == ["0"] and not page.more and page.next is None
    with pytest.raises(tally.ArgumentError):
        ann.messages.page("in", limit=0)
    ann.log_in()
    ann.configure(outbox=tally.OutboxMode.LEASED)
    for number in range(200):
        ann.reminders.put(str(number), title="x" * 2000, shelf_life=1, shelf_unit=tally.Unit.DAY)
    leased = ann.outbox.lease(1000, limit=3)
    assert len(leased) == 3 and leased.more
    leased = ann.outbox.lease(1000, limit=1000)
    assert len(leased) == 197 and not leased.more
    assert len(ann.reminders.plan()) > 0 and len(list(ann.reminders)) == 200


def test_a_list_goes_on_behind_a_row_that_was_removed(engine, ann):
    for number in range(5):
        ann.messages.post("in", id=str(number), thread=f"t{number}", body="ä" * 50_000)
    page, groups = ann.messages.page("in", limit=2), ann.groups.page(limit=2)
    assert [message.id for message in page] == ["4", "3"] and [group.thread for group in groups] == ["t4", "t3"]
    ann.messages.withdraw("3")
    page = ann.messages.page("in", after=page.next)  # This call is repeated with more room.
    assert [message.id for message in page] == ["2", "1", "0"] and page.next is None
    assert [group.thread for group in ann.groups.page(after=groups.next)] == ["t2", "t1", "t0"]
    for name in ("bob", "eve"):
        engine.account(name).set("a", 1)
    names = engine.account_page(limit=2)
    engine.remove_account(names[-1])
    assert [*names, *engine.account_page(names.next)] == ["ann", "bob", "eve"]


def test_a_list_goes_on_only_where_it_began(engine, ann):
    bob = engine.account("bob")
    for account in (ann, bob):
        for number in range(3):
            account.messages.post("in", id=str(number), thread="t")
            account.set(f"out.n{number}", 1)
    following = ann.messages.page("in", limit=1).next
    assert [message.id for message in ann.messages.page("in", after=following, limit=1)] == ["1"]
    for call in (lambda: bob.messages.page("in", after=following), lambda: ann.messages.page("out", after=following),
                 lambda: ann.groups.messages_page("t", following), lambda: ann.explain_page("in", following),
                 lambda: ann.list_page("in", after=following), lambda: ann.messages.page("in", after="root.in")):
        with pytest.raises(tally.ArgumentError, match="after"):
            call()


def test_reasons_come_page_by_page(ann):
    for number in range(5):
        ann.set(f"root.a.n{number}", 1)
    page = ann.explain_page("root", limit=2)
    assert [reason.path for reason in page] == ["root.a.n0", "root.a.n1"] and page.more
    page = ann.explain_page("root", page.next)
    assert [reason.path for reason in page] == ["root.a.n2", "root.a.n3", "root.a.n4"] and page.next is None
    assert [reason.path for reason in ann.explain("root")] == [f"root.a.n{number}" for number in range(5)]


def test_a_dot_is_no_number(engine, ann):
    assert str(ann.get("a")) == "nothing" and not ann.get("a").kind
    events = []
    scope = engine.scope()
    scope.observe(ann, "a", lambda event: events.append(event.shown))
    for change in (lambda: ann.dot("a"), lambda: ann.set("a", 7), lambda: ann.clear("a")):
        change()
        engine.dispatch()
    assert events == ["dot", "7", "nothing"]
    ann.dot("b")
    badge = ann.get("b")
    assert str(badge) == "dot" and badge.kind is tally.BadgeKind.DOT and badge.count == 0
    assert [entry.shown for entry in ann.list()] == ["dot"]
    assert tally.present(tally.Badge(kind=tally.BadgeKind.NUMBER, count=120))[1] == "99+"
    assert tally.present(badge)[0].kind is tally.BadgeKind.DOT


def test_accounts_and_presence(engine, ann):
    assert ann.state.name == "ann" and ann.state.feeding is tally.Feeding.UNSEEN and not ann.state.logged_in
    with pytest.raises(tally.NotFoundError):
        engine.account("bob", existing=True)
    engine.account("ann", existing=True).close()
    engine.set_foreground(False)
    engine.set_network(False)
    engine.set_network(True)
    engine.woke()
    engine.set_foreground(True)


def test_what_nodes_show_may_end():
    clock = Clock()
    with tally.Engine(host_driven=True, clock=clock) as engine:
        node = engine.account("ann").node("a")
        for change in (lambda: node.set(3, clock.wall + 1000), lambda: node.dot(clock.wall + 1000)):
            change()
            assert node.get().kind
            clock.go(1000)
            engine.step()
            assert not node.get().kind


def test_snapshots_are_taken_and_restored(ann):
    ann.set("a.b", 3)
    ann.dot("a.c")
    taken = ann.snapshot("a")
    encoded = taken.encode()
    ann.clear_tree("a")
    with tally.Snapshot.decode(encoded) as decoded:
        assert bytes(decoded) == encoded and decoded.diff(taken) == taken.diff(taken)
        ann.restore(decoded, "x")
    assert str(ann.get("x.b")) == "3" and str(ann.get("x.c")) == "dot"
    with pytest.raises(tally.MalformedError):
        tally.Snapshot.decode(encoded[:-1])


def test_members_of_reminders_are_taken_away(ann):
    ann.reminders.put("milk", title="Milk", body="2 l", path="root.fridge", zone="UTC", shelf_life=7,
                      shelf_unit=tally.Unit.DAY, produced=20990101, time_of_day=3600, start=20990102, smart=tally.Smart.OFF,
                      repeat_unit=tally.Unit.DAY, repeat_every=2, end=20990105)
    ann.reminders.edit("milk", overdue_unit=tally.Unit.DAY, overdue_every=2, overdue_limit=3)
    ann.reminders.edit("milk", title="", time_of_day=0, path=None)
    (reminder,) = ann.reminders
    assert (reminder.title, reminder.time_of_day, reminder.path, reminder.overdue_limit) == ("", 0, "root.fridge", 3)
    ann.reminders.edit("milk", path="", overdue_unit=0)
    (reminder,) = ann.reminders
    assert (reminder.path, reminder.overdue_unit, reminder.end) == ("", 0, 20990105)
    assert (reminder.body, reminder.start, reminder.repeat_every) == ("2 l", 20990102, 2)


def test_changes_are_read_into_the_same_memory(ann):
    changes = tally.Changes(ann, ann.state.revision, capacity=4)
    assert changes.poll() == []
    paths = [f"root.b{number}" for number in range(100)]
    for path in paths:
        ann.set(path, 1)
    changed = {entry.path: entry.count for entry in changes.poll()}
    assert changed == {"root": 100, **dict.fromkeys(paths, 1)}
    assert changes.poll() == [] and changes.revision == ann.state.revision
    ann.batch(tally.Batch.of(tally.Op.SET, paths, [2] * 100))  # More than there is room for, in one transaction.
    memory = changes._rows.text
    assert len(changes.poll()) == 101
    changes.restart(10**9)
    assert changes.poll() == [] and changes.resync
    ann.set("root.b1", 5)
    changes.restart(ann.list().revision)
    memory = changes._rows.text
    ann.set("root.b1", 6)
    assert len(changes.poll()) == 2 and not changes.resync and changes._rows.text is memory


def test_operations_on_nodes_each_on_its_own(ann):
    node, other = ann.node("root.n"), ann.node("root.o")
    batch = tally.Batch().append(tally.Op.SET, node, 3).append(tally.Op.SET, other, -1).append(tally.Op.ADD, node, 2)
    batch.append(tally.Op.GET, node).append(tally.Op.GET, other)
    with pytest.raises(tally.RangeError):
        ann.batch(batch, each=True)
    assert [result.status.name for result in batch.results] == ["OK", "ERROR_RANGE", "OK", "OK", "OK"]
    assert [(result.count, result.badge_kind) for result in batch.results[3:]] == [
        (5, tally.BadgeKind.NUMBER), (0, tally.BadgeKind.NONE)]
    ann.batch(tally.Batch(), each=True)
    other.close()  # An operation on it fails alone. The exception is that of the first one that fails.
    with pytest.raises(tally.RangeError):
        ann.batch(batch, each=True)
    assert [result.status.name for result in batch.results] == ["OK", "ERROR_RANGE", "OK", "OK", "ERROR_STALE_HANDLE"]
    assert ann.get("root.n").count == 5


def test_a_batch_is_applied_again_and_again(ann):
    node = ann.node("root.n")
    batch = tally.Batch().set("root.a", 1).add(node, 2).mute("root.c", tally.Mute.ALL).get("root")
    for turn in range(1, 4):
        assert ann.batch(batch).status == tally.Status.OK
        assert batch.results[-1].count == 1 + 2 * turn and batch.results[-1].badge_kind == tally.BadgeKind.NUMBER
    batch.set_values([5, 1, 0, 0])
    ann.batch(batch)
    assert ann.get("root.a").count == 5 and ann.get("root.n").count == 7
    batch.append(tally.Op.DOT, "root.d")
    ann.batch(batch)
    assert ann.get("root.a").count == 5 and ann.get("root.d").kind and ann.get("root.n").count == 8
    node.close()
    with pytest.raises(tally.StaleHandleError):
        ann.batch(batch)
    assert [result.status.name for result in batch.results] == ["ERROR_NOT_APPLIED", "ERROR_STALE_HANDLE"] + \
        ["ERROR_NOT_APPLIED"] * 3
    with pytest.raises(ValueError):
        batch.set_values([1])
    once = tally.Batch().add("root.once", 1)
    assert ann.batch(once, id="x").status == tally.Status.OK
    assert ann.batch(once, id="x").status == tally.Status.ALREADY_APPLIED
    assert ann.get("root.once").count == 1
    assert ann.batch(tally.Batch(), source="log", epoch=2, position=9).status == tally.Status.OK
    assert ann.batch_position("log") == tally.Position(epoch=2, position=9, time=0)


def test_dates_are_understood(engine, ann):
    import datetime
    until = datetime.datetime(2099, 1, 1, tzinfo=datetime.timezone.utc)
    ann.set("a", 1, until=until)
    ann.reminders.put("milk", shelf_life=7, shelf_unit=tally.Unit.DAY, produced=datetime.date(2099, 1, 1),
                      time_of_day=datetime.time(0, 0), zone="UTC")
    (reminder,) = ann.reminders
    assert reminder.produced == 20990101 and reminder.time_of_day == 0 and reminder.state is tally.ReminderState.ACTIVE
    ann.reminders.snooze("milk", until + datetime.timedelta(days=3))
    assert next(iter(ann.reminders)).next_time == (int(until.timestamp()) + 3 * 86400) * 1000
    with pytest.raises(TypeError, match="nonsense"):
        ann.reminders.edit("milk", nonsense=1)


# --- Closing ---

def test_use_after_close_and_double_close(engine):
    ann, bob = engine.account("ann"), engine.account("bob")
    scope, feed, node = engine.scope(), ann.feeds.add("in"), ann.node("a")
    view = scope.begin_view(ann, "a")
    for handle, use in ((feed, lambda: feed.info), (node, lambda: node.get()), (scope, lambda: scope.refresh_widgets()),
                        (bob, lambda: bob.get("a"))):
        assert not handle.closed
        handle.close()
        handle.close()
        assert handle.closed
        with pytest.raises((tally.ClosedError, tally.StaleHandleError)):
            use()
    view.close()
    view.close()
    snapshot = ann.snapshot()
    engine.close()
    engine.close()
    for use in (lambda: ann.get("a"), lambda: engine.flush(), lambda: engine.account("c"), lambda: engine.next_event(),
                lambda: engine.total, lambda: ann.feeds.add("x")):
        with pytest.raises(tally.ClosedError):
            use()
    assert bytes(snapshot)
    snapshot.close()
    with pytest.raises(tally.ClosedError):
        bytes(snapshot)
    ann.close()


@pytest.mark.parametrize("order", range(6))
def test_garbage_is_collected_in_any_order(order, tmp_path):
    import itertools
    file = tmp_path / "badges.db"
    engine = tally.Engine(file)
    parts = {"engine": engine, "ann": engine.account("ann"), "scope": engine.scope()}
    parts["feed"], parts["node"] = parts["ann"].feeds.add("in"), parts["ann"].node("a")
    parts["scope"].observe(parts["ann"], "root", lambda event: parts, subtree=True)
    gone = weakref.ref(engine)
    del engine
    names = list(itertools.permutations(("engine", "ann", "scope")))[order]
    for name in names + ("feed", "node"):
        del parts[name]
        gc.collect()
    parts = None
    for _ in range(2):  # The first call after that releases what nobody has.
        gc.collect()
        tally.paths.join("a", "b")
    assert gone() is None
    with tally.Engine(file):  # The file is free again: the engine that nobody had was closed.
        pass


def test_observers_last_if_nothing_refers_to_their_scope(engine, ann):
    told = []
    engine.scope().observe(ann, "a", lambda event: told.append(event.text))
    gc.collect()
    ann.set("a", 1)
    engine.dispatch()
    assert told == ["root.a"]


def test_an_open_scope_does_not_keep_its_engine(tmp_path):
    engine = tally.Engine(tmp_path / "badges.db")
    engine.scope().observe(engine.account("ann"), "a", lambda event: None)
    del engine
    tally.paths.join("a", "b")  # Any call releases it, without the collector.
    with tally.Engine(tmp_path / "badges.db"):  # The file is free.
        pass


def test_nodes_and_their_account_are_collected_at_once(engine):
    for turn in range(50):
        account = engine.account(f"a{turn}")
        account.ring = [account.node("a"), account.node("b")]
        if turn % 2:
            account.ring.insert(0, account)
        if turn % 3 == 0:
            account.close()
        del account
        gc.collect()
        tally.paths.join("a", "b")  # Releases them.
    engine.verify()


def test_a_closed_engine_leaves_its_children_harmless():
    engine = tally.Engine()
    ann = engine.account("ann")
    scope, feed, node = engine.scope(), ann.feeds.add("in"), ann.node("a")
    engine.close()
    del engine, ann
    gc.collect()
    for handle in (node, feed, scope):
        handle.close()
    del handle, node, feed, scope
    gc.collect()
    tally.Engine().close()


def test_callbacks_live_until_the_library_releases_them(engine, ann):
    class Callback:
        def __call__(self, event):
            pass

    scope, first, second = engine.scope(), Callback(), Callback()
    one, other = weakref.ref(first), weakref.ref(second)
    token = scope.observe(ann, "a", first)
    scope.observe(ann, "a", second)
    del first, second
    gc.collect()
    assert one() and other()
    scope.unobserve(token)
    gc.collect()
    assert one() is None and other()
    scope.close()
    gc.collect()
    assert other() is None
    with pytest.raises(tally.PathError):  # Also where the function fails that took it.
        third = Callback()
        last = weakref.ref(third)
        engine.scope().observe(ann, "a..b", third)
    del third
    gc.collect()
    assert last() is None


def test_the_same_function_is_one_observer(engine, ann):
    class Screen:
        def __init__(self):
            self.told = []

        def changed(self, event):
            self.told.append(event.text)

        def __eq__(self, other):  # Equal is not the same.
            return True

        __hash__ = None

    scope, screen, other = engine.scope(), Screen(), Screen()
    token = scope.observe(ann, "a", screen.changed)
    assert scope.observe(ann, "root.a", screen.changed) == token
    assert len({token, scope.observe(ann, "a", other.changed), scope.observe(ann, "b", screen.changed),
                scope.observe(ann, "a", screen.changed, subtree=True)}) == 4
    ann.set("a", 1)
    engine.dispatch()
    assert screen.told == ["root.a"] * 2 and other.told == ["root.a"]
    scope.unobserve(token)  # It was added twice.
    ann.set("a", 2)
    engine.dispatch()
    assert screen.told == ["root.a"] * 4
    scope.unobserve(token)
    assert scope.observe(ann, "a", screen.changed) != token
    # One function in two scopes is two observers, and each of them keeps it.
    screen.told.clear()
    second = engine.scope()
    second.observe(ann, "a", screen.changed)
    scope.close()
    ann.set("a", 3)
    engine.dispatch()
    assert screen.told == ["root.a"]
    reference = weakref.ref(screen)
    del screen
    gc.collect()
    assert reference()
    second.close()
    gc.collect()
    assert reference() is None and engine._callbacks.targets == {}


def test_the_same_widget_is_bound_once(engine, ann):
    class Widget:
        def __init__(self):
            self.drawn = []

        def show_number(self, path, presentation, text):
            self.drawn.append(text)

        show_dot = show_icon = hide = show_number

    scope, widget = engine.scope(), Widget()
    token = scope.bind(ann, "a", widget)
    assert scope.bind(ann, "a", widget) == token != scope.bind(ann, "b", widget)
    engine.dispatch()
    widget.drawn.clear()
    ann.set("a", 1)
    engine.dispatch()
    assert widget.drawn == ["1"]


def test_changes_from_now_on_begin_with_what_changes_next(ann):
    ann.set("a", 1)
    changes = ann.changes()
    ann.set("b", 2)
    assert {entry.path for entry in changes.poll()} == {"root", "root.b"} and not changes.resync
    later = ann.changes()
    assert later.poll() == [] and later.revision == changes.revision


# --- Callbacks ---

def test_what_a_callback_raises_comes_out_of_dispatch(engine, ann):
    told = []

    def fail(event):
        told.append(event.text)
        raise ZeroDivisionError(event.text)

    scope = engine.scope()
    scope.observe(ann, "root", fail, subtree=True)
    ann.set("a.b", 1)
    for path in ("root.a.b", "root.a", "root"):
        with pytest.raises(ZeroDivisionError, match=path):
            engine.dispatch()
    assert engine.dispatch() == 0 and told == ["root.a.b", "root.a", "root"]
    ann.set("a.b", 2)
    with pytest.raises(ZeroDivisionError):
        engine.next_event()


def test_what_a_callback_raises_comes_out_of_step(monkeypatch):
    reported = []
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: reported.append(problem.exc_value))

    def fail(event):
        raise KeyError(event.text)

    clock = Clock()
    with tally.Engine(host_driven=True, clock=clock) as engine:
        ann, scope = engine.account("ann"), engine.scope()
        scope.observe(ann, "root", fail, subtree=True)
        ann.set("a", 1)
        with pytest.raises(KeyError, match="root.a"):
            engine.step()
        assert [problem.args for problem in reported] == [("root",)]
        engine.step()


def test_a_callback_may_call_anything_but_close(engine, ann):
    def use(event):
        ann.set("other", 7)
        with pytest.raises(tally.ThreadError):
            engine.close()
        scope.unobserve(token)

    scope = engine.scope()
    token = scope.observe(ann, "a", use)
    ann.set("a", 1)
    assert engine.dispatch() == 1
    ann.set("a", 2)
    assert engine.dispatch() == 0 and ann.get("other").count == 7 and not engine.closed


def test_garbage_in_callbacks_is_released_afterwards(tmp_path):
    """Collecting happens also inside of calls of the library: within log."""
    file, problems = tmp_path / "badges.db", []

    def log(level, text):
        gc.collect()
        problems.append(text)

    with tally.Engine(file, log=log, log_level=tally.LogLevel.INFO) as engine:
        for number in range(20):
            account = engine.account(f"a{number}")
            account.ring = account  # Only the collector takes it away.
            account.set("x", 1)
            del account
        ann = engine.account("ann")
        with pytest.raises(tally.TallyError):
            ann.reminders.import_calendar("BEGIN:NOTHING")
        engine.flush()
    assert engine.closed


def test_widgets_draw(engine, ann):
    class Widget:
        def __init__(self):
            self.drawn = []

        def __getattr__(self, name):
            return lambda path, presentation, text: self.drawn.append((name, path, presentation.kind, text))

    widget, scope = Widget(), engine.scope()
    token = scope.bind(ann, "a", widget)
    engine.dispatch()
    ann.set("a.b", 120)
    engine.dispatch()
    ann.clear_tree("a")
    ann.dot("a")
    ann.set_style("a", tally.Style(icon="new"))
    engine.dispatch()
    scope.refresh_widgets()
    engine.dispatch()
    assert widget.drawn == [("hide", "root.a", 0, ""), ("show_number", "root.a", 3, "99+"),
                          ("show_icon", "root.a", 2, "new"), ("show_icon", "root.a", 2, "new")]
    scope.unobserve(token)


def test_log_reaches_logging(tmp_path, caplog):
    file = tmp_path / "badges.db"
    with tally.Engine(file) as engine:
        engine.account("ann").set("a", 1)
    content = bytearray(file.read_bytes())
    content[5000:5100] = b"\xff" * 100
    file.write_bytes(content)
    with pytest.raises(tally.CorruptError):
        with tally.Engine(file, log=logging.getLogger("tally")) as engine:
            engine.account("ann")
            engine.verify()
    with tally.Engine(file, set_aside=True) as engine:
        assert "damaged" in engine.set_aside_message
    recovery = tally.recover(f"{file}.damaged", tmp_path / "fresh.db")
    assert recovery.damaged_pages >= 1


def test_zone_files_and_failing_callbacks(monkeypatch):
    reported, asked = [], []
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: reported.append(problem.exc_value))

    def zone_file(name):
        asked.append(name)
        if name == "Broken/Zone":
            raise RuntimeError("no disk")
        return pathlib.Path("/usr/share/zoneinfo/UTC").read_bytes() if name in ("UTC", "My/Zone") else None

    with tally.Engine(zone="UTC", zone_file=zone_file) as engine:
        engine.set_zone("My/Zone")
        for name in ("No/Zone", "Broken/Zone"):
            with pytest.raises(tally.NotFoundError):
                engine.set_zone(name)
    assert "My/Zone" in asked and [str(problem) for problem in reported] == ["no disk"]


# --- Threads ---

def test_notify_wakes_from_the_librarys_thread():
    woken, called = queue.Queue(), []
    with tally.Engine() as engine:
        engine.set_notify(lambda: (called.append(threading.get_ident()), woken.put(1)))
        ann, scope = engine.account("ann"), engine.scope()
        scope.observe(ann, "a")
        for attempt in range(9):
            ann.set("a", 1, until=int(time.time() * 1000) + (60 << attempt))  # Expires on the loop thread.
            kind = None
            while kind != tally.BadgeKind.NONE:
                woken.get(timeout=HANG_SECONDS)
                for event in iter(engine.next_event, None):
                    kind = event.badge_kind
            # Only this thread is notified if the badge has expired before its first event is taken.
            if len(set(called)) == 2:
                break
        assert len(set(called)) == 2
        engine.set_notify(None)


def test_a_transport_of_ones_own(monkeypatch):
    reported, requests, answered = [], [], queue.Queue()
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: reported.append(problem.exc_value))

    def transport(request):
        requests.append(request)
        if request.kind == tally.RequestKind.SEND and request.url.endswith("/broken?limit=200"):
            raise RuntimeError("no modem")
        if request.kind == tally.RequestKind.SEND:
            threading.Thread(target=lambda: (request.progress(), request.respond(
                200, {"Content-Type": "application/json"},
                '{"cursor":"1","items":[{"id":"1","path":"in","title":"hello"}]}'))).start()

    with tally.Engine() as engine:
        engine.set_transport(transport)
        ann = engine.account("ann")
        ann.set_credential("https://example.org", kind=tally.CredentialKind.BEARER, secret="secret")
        ann.log_in()
        feed = ann.feeds.add("inbox", "https://example.org/feed", initial_delay=-1)
        token = feed.refresh_now(answered.put)
        while answered.empty():
            engine.next_event(20)
        event = answered.get()
        assert event.kind == tally.EventKind.COMPLETION and event.token == token and event.result == tally.Status.OK
        assert ann.get("in").count == 1 and feed.info.state.requests == 1
        request = requests[0]
        assert request.method == "GET" and request.has_credential
        assert ("Authorization", "Bearer secret") in request.headers
        with pytest.raises(tally.NotFoundError):
            request.respond(200)
        broken = ann.feeds.add("broken", "http://example.org/broken", initial_delay=-1)
        broken.refresh_now(answered.put)
        while answered.empty():
            engine.next_event(20)
        event = answered.get()
        assert event.result == tally.Status.ERROR_NETWORK and "no modem" in event.text
        assert [str(problem) for problem in reported] == ["no modem"]
        with pytest.raises(tally.NotFoundError):
            feed.cancel() or feed.remove() or feed.refresh()


def test_threads_may_outlive_the_engine():
    engine = tally.Engine()
    ann, ends, waiting = engine.account("ann"), [], threading.Barrier(5)

    def wait():
        waiting.wait()
        try:
            while True:
                engine.next_event(None)
        except tally.ClosedError:
            ends.append("closed")

    def write():
        waiting.wait()
        try:
            while True:
                ann.add("a", 1)
                engine.total
        except tally.ClosedError:
            ends.append("closed")

    threads = [threading.Thread(target=target) for target in (wait, wait, wait, write)]
    for thread in threads:
        thread.start()
    waiting.wait()
    engine.close()
    for thread in threads:
        thread.join(HANG_SECONDS)
    assert ends == ["closed"] * 4


def test_interrupt_ends_a_wait(engine):
    thread = threading.Timer(0, engine.interrupt)
    thread.start()
    assert engine.next_event(None) is None
    thread.join()


def test_a_forgotten_engine_with_threads_ends_with_the_interpreter():
    program = """if True:
        import tally, threading
        engine = tally.Engine(log=print, log_level=3)
        ann = engine.account("ann")
        scope = engine.scope()
        scope.observe(ann, "a", print)
        def wait():
            while True:
                engine.next_event(None)
        threading.Thread(target=wait, daemon=True).start()
        ann.set("a", 1)
        print("end")
    """
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG_SECONDS,
                            env=ENVIRONMENT)
    assert result.returncode == 0 and "end" in result.stdout, result.stderr


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_engine_is_closed_at_the_end_of_async_with():
    async def main():
        async with tally.Engine() as engine:
            engine.account("ann").set("a", 1)
            assert not engine.closed
        return engine

    assert asyncio.run(asyncio.wait_for(main(), HANG_SECONDS)).closed


def test_after_fork_the_child_has_nothing(engine, ann):
    scope = engine.scope()
    scope.observe(ann, "a", print)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for use in (lambda: ann.set("a", 1), engine.flush, lambda: engine.next_event(None), engine.scope):
                try:
                    use()
                    os._exit(2)
                except tally.ForkedError:
                    pass
            ann.close()
            scope.close()
            engine.close()
            gc.collect()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    ann.set("a", 1)
    assert ann.get("a").count == 1


# --- asyncio ---

def collect(engine, number, cause):
    async def main():
        texts = []
        task = asyncio.ensure_future(cause())
        async for event in engine.events():
            texts.append(event.text)
            if len(texts) == number:
                break
        await task
        return texts
    return asyncio.run(asyncio.wait_for(main(), HANG_SECONDS))


def test_events_in_asyncio(engine, ann):
    async def cause():
        ann.set("a", 1)
        await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, ann.set, "b.c", 2)

    scope = engine.scope()
    scope.observe(ann, "root", subtree=True)
    assert set(collect(engine, 4, cause)) == {"root.a", "root.b.c", "root.b", "root"}


def test_closing_ends_the_events_of_asyncio():
    async def main():
        engine = tally.Engine()
        scope, ann, seen = engine.scope(), engine.account("ann"), []
        scope.observe(ann, "a")
        ann.set("a", 1)
        async for event in engine.events():
            seen.append(event.count)
            asyncio.get_running_loop().run_in_executor(None, engine.close)
        return seen
    assert asyncio.run(asyncio.wait_for(main(), HANG_SECONDS)) == [1]


def test_a_host_driven_engine_in_asyncio():
    with tally.Engine(host_driven=True) as engine:
        ann, scope = engine.account("ann"), engine.scope()
        scope.observe(ann, "a")

        async def main():
            ann.set("a", 1)
            async for event in engine.events():
                if event.badge_kind == tally.BadgeKind.NONE:
                    return
                if event.count == 1:
                    ann.set("a", 2, until=int(time.time() * 1000) + 30)  # It may expire before its event is taken.

        asyncio.run(asyncio.wait_for(main(), HANG_SECONDS))
        assert not ann.get("a").kind
