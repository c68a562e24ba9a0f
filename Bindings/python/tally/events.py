"""Waiting for events: of a thread, and in asyncio."""

from __future__ import annotations

import asyncio
import ctypes
import math
import os
import select
import threading
import time
from typing import TYPE_CHECKING, AsyncIterator, Callable, Iterator, List, Optional, Tuple, cast

from . import _callbacks
from . import _calls as call
from . import _declarations as declarations
from ._library import answer, raw, release_dropped
from ._records import MAKERS
from .errors import ClosedError, Status
from .types import Event

if TYPE_CHECKING:
    from .engine import Engine

_event = MAKERS[declarations.tally_event]
#: What wakes a thread: to return, or to look again.
_INTERRUPT, _LOOK = b".", b"l"
#: Events that an iteration of asyncio gives before the loop has its turn.
_TURN = 64


class Wakes:
    """A pipe that wakes those that wait in next_event. A byte that nobody takes out wakes all of them."""

    def __init__(self) -> None:
        self.waiting = 0  # Threads that wait, or are about to.
        self.process, (self.wait_end, self.wake_end) = os.getpid(), os.pipe()
        os.set_blocking(self.wait_end, False)
        os.set_blocking(self.wake_end, False)

    def wake(self, byte: bytes = _INTERRUPT) -> None:
        if self.process == os.getpid():  # After fork it is the parent's.
            try:
                os.write(self.wake_end, byte)
            except BlockingIOError:  # There are as many as it holds.
                pass

    def take(self) -> bool:
        """Takes one out; whether it ends a wait."""
        byte = _LOOK
        try:
            while byte == _LOOK:
                byte = os.read(self.wait_end, 1)
        except BlockingIOError:
            return False
        return byte == _INTERRUPT

    def hand_on(self, is_ended: bool) -> None:
        """A wait took an event, and perhaps the end of another wait. There may be more events for those that wait."""
        if is_ended:
            self.wake()
        elif self.waiting > 1:
            self.wake(_LOOK)

    def __del__(self, close: Callable[[int], None] = os.close) -> None:
        close(self.wait_end)
        close(self.wake_end)


class _Room(threading.local):
    """The same structure and buffer for each event, of each thread. They are not in use while a callback runs that
    itself takes an event, since the library fills them last."""

    def __init__(self) -> None:
        self.event = declarations.tally_event(ctypes.sizeof(declarations.tally_event))
        self.buffer = ctypes.create_string_buffer(1024)


_room = _Room()


def next_event(engine: Engine, timeout: int) -> Optional[Event]:
    """Waiting is Python's, on descriptors, so that signals are heard."""
    event = _take_event(engine)
    if event is not None or not timeout or engine._host_driven:
        return event
    deadline = None if timeout < 0 else time.monotonic() + timeout / 1000
    waits = select.poll()
    waits.register(call.engine_get_descriptor(engine)[1], select.POLLIN)
    waits.register(engine._wakes.wait_end, select.POLLIN)
    with engine._lock:
        engine._wakes.waiting += 1
    try:
        return _wait(engine, waits, deadline)
    finally:
        with engine._lock:
            engine._wakes.waiting -= 1


def _wait(engine: Engine, waits: select.poll, deadline: Optional[float]) -> Optional[Event]:
    ready: List[Tuple[int, int]] = []
    while True:
        # First the pipe, then the queue: a dispatch after that writes to the pipe again.
        is_ended = any(descriptor == engine._wakes.wait_end for descriptor, _ in ready) and engine._wakes.take()
        event = _take_event(engine)
        if event is not None:
            engine._wakes.hand_on(is_ended)
            return event
        if is_ended:
            return None
        if deadline is not None and time.monotonic() >= deadline:
            return None
        # An hour at a time: the system's number for it is short.
        rest = 3600.0 if deadline is None else max(min(deadline - time.monotonic(), 3600.0), 0.0)
        ready = waits.poll(math.ceil(rest * 1000))
        if engine._closing:
            raise ClosedError(Status.ERROR_CLOSED, "this Engine was closed")


def wake_waiting(engine: Engine) -> None:
    """After a dispatch the descriptor says nothing of the events that it has left. So those that wait look again."""
    if engine._wakes.waiting:
        engine._wakes.wake(_LOOK)
    for stream in list(engine._streams):
        stream.wake()


def _take_event(engine: Engine) -> Optional[Event]:
    release_dropped()
    event, buffer = _room.event, _room.buffer
    status = raw.tally_engine_next_event(engine._box, 0, event, buffer, len(buffer))
    while status == Status.ERROR_BUFFER_TOO_SMALL:
        buffer = _room.buffer = ctypes.create_string_buffer(event.text_length + 1)
        status = raw.tally_engine_next_event(engine._box, 0, event, buffer, len(buffer))
    _callbacks.raise_errors()
    if status == Status.OK:
        return cast(Event, _event(event, buffer.raw[:event.text_length]))
    answer(status)
    return None


class Events:
    """The events of an engine, one after the other."""

    def __init__(self, engine: Engine):
        self._engine = engine

    def __iter__(self) -> Iterator[Event]:
        while True:
            event = self._engine.next_event()
            if event is None:
                return
            yield event

    def __aiter__(self) -> AsyncIterator[Event]:
        return self._generate()

    async def _generate(self) -> AsyncIterator[Event]:
        """Events that wait come one after the other; but the loop has its turn now and then."""
        engine, count = self._engine, 0
        try:
            with Stream(engine) as stream:
                while not engine.closed:
                    timeout = None
                    if engine._host_driven:
                        engine.step()
                        timeout = engine.timeout
                    event = engine.next_event()
                    if event is None:
                        await stream.wait(timeout)
                        continue
                    yield event
                    count += 1
                    if not count % _TURN:
                        await asyncio.sleep(0)
        except ClosedError:
            if not (engine.closed or engine._closing):  # A callback has raised it.
                raise


class Stream:
    """Waits for an engine in asyncio. The descriptor is a copy, which outlives the engine. The loop watches it only
    while a task waits, because it stays readable as long as events are pending."""

    def __init__(self, engine: Engine):
        self.engine, self.loop, self.ready = engine, asyncio.get_running_loop(), asyncio.Event()
        self.descriptor = os.dup(engine.fileno())
        engine._streams.add(self)

    async def wait(self, timeout: Optional[float]) -> None:
        self.ready.clear()
        if self.engine.closed:
            return
        self.loop.add_reader(self.descriptor, self.ready.set)
        try:
            await asyncio.wait_for(self.ready.wait(), timeout)
        except asyncio.TimeoutError:
            pass
        finally:
            self.loop.remove_reader(self.descriptor)

    def wake(self) -> None:
        try:
            self.loop.call_soon_threadsafe(self.ready.set)
        except RuntimeError:  # The loop was closed.
            pass

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine._streams.discard(self)
        os.close(self.descriptor)
