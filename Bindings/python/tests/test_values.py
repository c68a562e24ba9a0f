"""Values as Python's users write them: conditions, durations, names of enumerations, and errors."""

import builtins
import datetime
import pickle
import subprocess
import sys

import pytest

import tally
from tally._values import milliseconds


@pytest.fixture
def ann():
    with tally.Engine() as engine, engine.account("ann") as account:
        yield account


def test_a_badge_is_false_if_nothing_shows(ann):
    assert not ann.get("root.nothing") and int(ann.get("root.nothing")) == 0
    ann.set("root.a", 3)
    ann.dot("root.b")
    assert ann.get("root.a") and int(ann.get("root.a")) == 3
    assert ann.get("root.b") and int(ann.get("root.b")) == 0
    assert [bool(entry) for entry in ann.list("root", subtree=True)] == [True, True, True]
    ann.clear_tree("root")
    assert not ann.get("root")


def test_enumerations_have_their_own_names():
    assert str(tally.PlanAction(1)) == "PlanAction.DISARM" and tally.PlanAction(2).name == "ARM"
    assert tally.FeedEntryFlags(1).name == "RUNNING"
    assert str(tally.RequestKind(1)) == "RequestKind.SEND"


def test_clearing_a_tree_returns_what_is_held():
    with tally.Engine() as engine, engine.account("ann", feeding=tally.Feeding.UNREAD) as ann:
        ann.set("root.a", 3)
        assert ann.clear_tree("root") is tally.Status.OK
        ann.messages.post("root.a", title="hello")
        assert ann.clear_tree("root.a") is tally.Status.HELD
        with ann.node("root.a") as node:
            assert node.clear_tree() is tally.Status.HELD


def test_durations(ann):
    hour, minute = datetime.timedelta(hours=1), datetime.timedelta(minutes=1)
    before = datetime.datetime.now(datetime.timezone.utc)
    end = milliseconds(hour)
    after = datetime.datetime.now(datetime.timezone.utc)
    assert milliseconds(before + hour) <= end <= milliseconds(after + hour)
    ann.set("root.a", 3, until=hour)
    ann.mute("root.a", tally.Mute.NUMBER, until=hour)
    ann.batch(tally.Batch().set("root.b", 2, until=hour))
    assert ann.get("root.a").count == 3 and ann.get("root.b").count == 2
    ann.feeds.add("f", url="http://127.0.0.1:1/", interval=minute, max_age=24 * hour)
    with pytest.raises(tally.RangeError):
        ann.feeds.add("g", url="http://127.0.0.1:1/", interval=datetime.timedelta(milliseconds=99))
    assert ann.engine.next_event(datetime.timedelta(0)) is None
    assert ann.outbox.lease(datetime.timedelta(seconds=1)) == []


def test_errors_are_those_of_python():
    with pytest.raises(OSError) as caught:
        tally.Engine("/nonexistent/x")
    assert type(caught.value) is tally.IOError and caught.value.status is tally.Status.ERROR_IO
    bases = {tally.PermissionError: PermissionError, tally.TimeoutError: TimeoutError,
             tally.NetworkError: ConnectionError, tally.FullError: OSError, tally.LockedError: OSError}
    for kind, base in bases.items():
        assert issubclass(kind, base) and issubclass(kind, tally.TallyError)
        copy = pickle.loads(pickle.dumps(kind(-20, "words")))
        assert type(copy) is kind and copy.message == "words" and str(copy) == "words (TALLY_ERROR_IO, -20)"


def test_importing_all_names_replaces_none_of_python():
    assert [name for name in tally.__all__ if hasattr(builtins, name)] == []
    program = ("from tally import *; assert IOError is OSError; "
               "print(PermissionError.__module__, TimeoutError.__module__)")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["builtins", "builtins"]


def test_everything_public_has_a_documentation():
    """Each class, function, method and property of the package, also those that are inherited from it."""
    import inspect

    found, missing = 0, []
    for name in tally.__all__:
        given = getattr(tally, name)
        members = [(name, given)] if callable(given) else []
        if inspect.isclass(given):
            members += [(f"{name}.{member}", inspect.getattr_static(given, member)) for member in dir(given)
                        if not member.startswith("_")]
        for where, member in members:
            function = getattr(member, "fget", None) or getattr(member, "__func__", member)
            if callable(function) and (getattr(function, "__module__", None) or "").startswith("tally"):
                found += 1
                missing += [] if inspect.getdoc(function) else [where]
    assert missing == [] and found > 200


def test_messages_name_the_option():
    with tally.Engine() as engine:
        ann = engine.account("ann")
        with pytest.raises(TypeError, match="^interval: "):
            ann.feeds.add("f", interval=0.5)
        with pytest.raises(OverflowError, match="^max_age: "):
            ann.feeds.add("f", max_age=2**70)
        with pytest.raises(TypeError, match="^style: a Style is needed, not dict$"):
            ann.set_style("a", {"font_size": 3})
        with pytest.raises(tally.ArgumentError, match="^path must not be None "):
            ann.get(None)


def test_an_error_that_nobody_can_catch_is_printed(monkeypatch, capsys):
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)

    def transport(request):
        raise OSError("no cable")

    with tally.Engine() as engine:
        engine.set_transport(transport)
        ann = engine.account("ann")
        ann.log_in()
        ann.feeds.add("inbox", "http://example.org/", initial_delay=-1).refresh_now()
        event = engine.next_event(60)
        while event and event.kind != tally.EventKind.COMPLETION:
            event = engine.next_event(60)
    said = capsys.readouterr().err
    assert "Exception ignored in a callback of: <function test_an_error" in said and "OSError: no cable" in said
    assert "Traceback" in said and "UnraisableHookArgs" not in said
