"""Handles, callbacks and waits where something goes wrong: what was refused leaves nothing behind."""

import asyncio
import ctypes
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest

import tally

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(tally.__file__)))
ENVIRONMENT = {**os.environ, "PYTHONPATH": FOLDER}
# Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
HANG_SECONDS = 120


@pytest.fixture
def engine():
    with tally.Engine() as engine:
        yield engine


@pytest.fixture
def ann(engine):
    return engine.account("ann")


# --- Values ---

def test_enumerations_print_as_names(ann):
    assert f"{tally.Status.HELD} {tally.PlanAction.ARM!s}" == "Status.HELD PlanAction.ARM"
    assert str(tally.Status(99)) == "Status.UNKNOWN_99" and f"{tally.Status(-3):d}" == "-3"
    assert f"{tally.Status.HELD:>12}|{tally.BadgeFlags.FED:04x}" == " Status.HELD|0004"
    ann.set("a", 1)
    flags = ann.get("root.a").flags
    assert f"{flags}" == str(flags) == "BadgeFlags.OWN_COUNT" and flags == 1
    assert "FED" in str(tally.BadgeFlags.FED | tally.BadgeFlags.CHILDREN)


def test_all_is_what_the_package_has():
    assert len(tally.__all__) == len(set(tally.__all__))
    assert all(hasattr(tally, name) for name in tally.__all__)
    modules = {"account", "batch", "changes", "engine", "events", "feed", "items", "presentation", "snapshot"}
    public = {name for name in vars(tally) if not name.startswith("_")} - modules
    # `import *` does not replace what Python has under these names.
    hidden = {"IOError", "PermissionError", "TimeoutError"}
    assert public - hidden == {name for name in tally.__all__ if name != "__version__"} and hidden < public


# --- Observers ---

def test_a_feed_is_observed(engine, ann):
    ann.log_in()
    feed = ann.feeds.add("inbox", prefix="in", title="Inbox", exact_delay=True)
    told = []
    tell = told.append
    scope = engine.scope()
    token = scope.observe_feed(feed, tell)
    assert scope.observe_feed(feed, tell) == token
    feed.deliver('{"cursor":"1","items":[{"id":"1","path":"a"}]}')
    feed.deliver('{"cursor":"2","items":[{"id":"2","path":"a"}]}')
    assert engine.dispatch() == 1
    event, = told
    assert (event.kind, event.token, event.text) == (tally.EventKind.SYNCED, token, "Inbox")
    assert (event.added, event.shown) == (2, "2")
    assert feed.page_shown(0) == tally.PageInfo(True, -1, False)
    scope.unobserve(token)  # It was added twice.
    scope.unobserve(token)
    feed.deliver('{"cursor":"3","items":[]}')
    assert engine.dispatch() == 0 and len(told) == 1


# --- Closing ---

@pytest.mark.parametrize("wrong", [-1, -0.001, float("nan"), "soon"])
def test_a_wrong_timeout_leaves_the_engine_open(engine, ann, wrong):
    for call in (engine.close, engine.next_event):
        with pytest.raises((ValueError, TypeError)):
            call(wrong)
    ann.set("a", 1)
    assert not engine.closed and ann.get("a").count == 1


def test_long_timeouts_are_without_a_limit():
    engine = tally.Engine()
    engine.interrupt()
    assert engine.next_event(float("inf")) is None
    engine.interrupt()
    assert engine.next_event(1e300) is None
    engine.close(1e300)
    assert engine.closed


def test_an_engine_that_the_library_does_not_close_is_open(engine, ann):
    """A callback that this package does not know: only the library knows that the thread is in it."""
    refused = []

    def close(*_):
        try:
            engine.close()
        except tally.ThreadError as problem:
            refused.append(problem)

    callback = tally.raw.tally_observe.argtypes[4](close)
    with engine.scope() as scope:
        tally.raw.tally_observe(scope._box, ann._box, b"a", 0, callback, None, ctypes.CFUNCTYPE(None, ctypes.c_void_p)(),
                                None)
        ann.set("a", 1)
        assert tally.raw.tally_engine_dispatch(engine._box, 0, None) == 0
    assert len(refused) == 1 and not engine.closed
    ann.set("a", 2)
    engine.flush()
    engine.close()  # It has not lost its handle.
    assert engine.closed
    with pytest.raises(tally.ClosedError):
        ann.set("a", 3)


def test_an_engine_that_is_forgotten_in_a_callback_is_closed_afterwards(tmp_path, engine, ann):
    """The collector finds it there, where no engine may be closed."""
    others = [tally.Engine(tmp_path / "badges.db")]

    def forget(_):
        others.clear()
        gc.collect()
        ann.set("b", 1)  # Tries to release it.

    with engine.scope() as scope:
        scope.observe(ann, "a", forget)
        ann.set("a", 1)
        assert engine.dispatch() == 1
    tally.paths.join("a", "b")
    with tally.Engine(tmp_path / "badges.db"):  # The file is free.
        pass


def test_ctrl_c_while_closing_leaves_the_engine_open(engine, ann, monkeypatch):
    """It waits for a call on another thread; what the user interrupts can be done again."""
    inside, leave = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: engine._call(lambda _: (inside.set(), leave.wait(HANG_SECONDS))))
    thread.start()
    inside.wait(HANG_SECONDS)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(engine._lock, "wait_for", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.close()
    monkeypatch.undo()
    leave.set()
    thread.join()
    ann.set("a", 1)
    assert engine.next_event() is None
    engine.interrupt()
    assert engine.next_event(None) is None  # Nothing is left of the attempt.
    engine.close()
    assert engine.closed


# --- Waiting ---

def test_ctrl_c_is_heard_while_waiting():
    # Whoever started the tests may ignore SIGINT, and children inherit that.
    program = """if True:
        import signal, tally
        signal.signal(signal.SIGINT, signal.default_int_handler)
        engine = tally.Engine()
        try:
            print("waits", flush=True)
            engine.next_event(None)
        except KeyboardInterrupt:
            print("heard", engine.closed, flush=True)
        engine.close()
    """
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as child:
        assert child.stdout.readline() == "waits\n"
        while pathlib.Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            pass
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=HANG_SECONDS)[0] == "heard False\n"
        finally:
            child.kill()


def test_a_signal_that_raises_nothing_does_not_end_a_wait(engine):
    heard = []
    former = signal.signal(signal.SIGUSR1, lambda *_: heard.append(1) or engine.interrupt())
    try:
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
        assert engine.next_event(None) is None and heard
    finally:
        signal.signal(signal.SIGUSR1, former)


def test_many_threads_wait_for_events(engine, ann):
    taken, threads = [], []
    with engine.scope() as scope:
        for number in range(200):
            scope.observe(ann, f"root.a{number}")

        def take():
            while True:
                event = engine.next_event(None)
                if event is None:
                    return
                taken.append(event.text)

        threads += [threading.Thread(target=take) for _ in range(4)]
        for thread in threads:
            thread.start()
        for number in range(200):
            ann.set(f"root.a{number}", 1)
        while len(taken) < 200:
            ann.get("root")
        for _ in threads:
            engine.interrupt()
        for thread in threads:
            thread.join(HANG_SECONDS)
    assert sorted(taken) == sorted(f"root.a{number}" for number in range(200))
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_dispatch_leaves_events_to_threads_that_wait(engine, ann):
    """A dispatch takes the events without a callback out of the descriptor, but not away from those that wait."""
    engine.scope().observe(ann, "a")
    for number in range(20):
        taken = []
        thread = threading.Thread(target=lambda taken=taken: taken.append(engine.next_event(HANG_SECONDS)))
        thread.start()
        while not engine._wakes.waiting:
            pass
        begun = time.monotonic()
        ann.set("a", number + 1)
        assert engine.dispatch() == 0
        thread.join()
        assert taken[0].count == number + 1 and time.monotonic() - begun < HANG_SECONDS


def test_a_child_does_not_wake_its_parent(engine, ann):
    child = os.fork()
    if child == 0:
        try:
            engine.interrupt()
        except tally.ForkedError:
            engine.close()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    scope = engine.scope()
    scope.observe(ann, "a", initial=True)
    assert engine.next_event(None).text == "root.a"


# --- asyncio ---

def test_pending_events_leave_the_loop_its_turn(engine, ann):
    """Other tasks run between events that wait, also where the iteration never has to wait."""
    with engine.scope() as scope:
        for number in range(1000):
            scope.observe(ann, f"root.a{number}", initial=True)

        async def main():
            turns, seen = [], 0

            async def tick():
                while seen < 1000:
                    turns.append(seen)
                    await asyncio.sleep(0)

            ticking = asyncio.ensure_future(tick())
            async for _ in engine.events():
                seen += 1
                if seen == 1000:
                    break
            await ticking
            return turns
        turns = asyncio.run(main())
    assert max(later - earlier for earlier, later in zip(turns, turns[1:] + [1000])) <= 100


def test_the_loop_sleeps_while_events_wait(engine, ann):
    """A program may take long for an event. The next one, which waits, does not keep the loop busy meanwhile."""
    with engine.scope() as scope:
        for path in "abc":
            scope.observe(ann, path, initial=True)

        async def main():
            loop, turns = asyncio.get_running_loop(), 0
            poll = loop._selector.select

            def select(timeout=None):
                nonlocal turns
                turns += 1
                return poll(timeout)

            loop._selector.select = select
            async for event in engine.events():
                turns = 0
                await asyncio.sleep(0.2)
                if event.text == "root.b":
                    return turns
        assert asyncio.run(main()) < 10


def test_two_iterations_end_when_the_engine_is_closed():
    async def main():
        engine = tally.Engine()
        stream = engine.events()

        async def follow():
            return [event async for event in stream]

        tasks = [asyncio.ensure_future(follow()) for _ in range(2)]
        while len(engine._streams) < 2:
            await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, engine.close)
        return await asyncio.wait_for(asyncio.gather(*tasks), HANG_SECONDS)
    assert asyncio.run(main()) == [[], []]


# --- Callbacks ---

def refusals(engine, ann):
    """Calls that fail, before the library is reached and in it."""
    closed = engine.scope()
    closed.close()
    scope, feed = engine.scope(), ann.feeds.add("local")
    gone = ann.feeds.add("gone")
    gone.close()
    yield lambda callback: closed.observe(ann, "a", callback)
    yield lambda callback: scope.observe(None, "a", callback)
    yield lambda callback: scope.observe(ann, None, callback)
    yield lambda callback: scope.observe(ann, "a\0b", callback)
    yield lambda callback: scope.observe(ann, "a..b", callback)
    yield lambda callback: scope.observe_messages(ann, "a..b", callback)
    yield lambda callback: scope.observe_groups(None, callback)
    yield lambda callback: scope.bind(ann, "a..b", callback)
    yield lambda callback: scope.bind("ann", "a", callback)
    yield lambda callback: scope.observe_feed(gone, callback)
    yield lambda callback: scope.observe_feed(None, callback)
    yield lambda callback: feed.refresh_now(callback)
    yield lambda callback: gone.refresh_now(callback)
    other = tally.Engine(max_observers=1)
    full, bob = other.scope(), other.account("bob")
    full.observe(bob, "a")
    yield lambda callback: full.observe(bob, "b", callback)
    other.close()
    yield lambda callback: full.observe_total(callback)
    yield lambda callback: other.set_notify(callback)
    yield lambda callback: other.set_transport(callback)


def test_what_was_refused_is_not_kept(engine, ann):
    class Callback:
        def __call__(self, *_):
            pass

    count = 0
    for refused in refusals(engine, ann):
        count += 1
        callback = Callback()
        kept = weakref.ref(callback)
        with pytest.raises((tally.TallyError, TypeError)):
            refused(callback)
        del callback
        gc.collect()
        assert kept() is None
    assert count > 15
    assert engine._callbacks.targets == {}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_of_a_thread_that_registers_can_close(engine, ann):
    """Another thread had the lock of the engine when the process forked."""
    held, leave = threading.Event(), threading.Event()

    def hold():
        with engine._lock:
            held.set()
            leave.wait(HANG_SECONDS)

    scope = engine.scope()
    scope.observe(ann, "a", print)
    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(HANG_SECONDS)
    child = os.fork()
    if child == 0:
        signal.alarm(HANG_SECONDS)
        try:
            scope.close()
            engine.close()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    leave.set()
    thread.join()


def test_a_clock_that_gives_too_much_is_reported(monkeypatch):
    reported, times = [], [1767225600000, 1000]
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: reported.append(problem.exc_value))
    with tally.Engine(host_driven=True, clock=lambda: tuple(times)) as engine:
        ann = engine.account("ann")
        times.append(3)
        ann.set("a", 1, until=1767225600500)
        assert reported and all(isinstance(problem, ValueError) for problem in reported)
        times[:] = [1767225601000, 2000]
        engine.step()
        assert not ann.get("a").kind


def test_a_logger_adapter_is_a_logger(tmp_path, caplog):
    import logging
    adapter = logging.LoggerAdapter(logging.getLogger("tally"), {})
    with tally.Engine(tmp_path / "badges.db", log=adapter, log_level=tally.LogLevel.INFO) as engine:
        engine.account("ann").set("a", 1)
        engine._call(lambda each: each._box.keep[1]["log"](None, 1, b"as the library calls it"))
    assert ("tally", logging.ERROR, "as the library calls it") in caplog.record_tuples
