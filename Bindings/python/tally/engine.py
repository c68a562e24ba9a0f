"""Engines."""

from __future__ import annotations

import asyncio
import atexit
import ctypes
import datetime
import logging
import math
import os
import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, List, Optional, Sequence, Tuple, Union, cast

from . import _callbacks
from . import _calls as call
from . import _declarations as declarations
from ._engine import EngineMethods
from ._library import Box, answer, dropped, error, handle_box, raw, release_dropped, structure, text
from ._transport import Request, notifier, sender
from ._watching import Scope
from .account import Account
from .errors import ArgumentError, ForkedError, Status, TallyError
from .events import Events, next_event, wake_waiting
from .items import Item
from .types import Event, LogLevel

if TYPE_CHECKING:
    from typing_extensions import Self

_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()
_LEVELS = {1: logging.ERROR, 2: logging.WARNING, 3: logging.INFO}


def _close_handle(handle: int) -> int:
    return int(raw.tally_engine_close(handle, -1))


def _milliseconds(timeout: Union[float, datetime.timedelta, None]) -> int:
    """Seconds that a call may take, or a timedelta. None or infinity: without a limit."""
    if isinstance(timeout, datetime.timedelta):
        timeout = timeout.total_seconds()
    if timeout is None or timeout == math.inf:
        return -1
    if not timeout >= 0:
        raise ArgumentError(Status.ERROR_ARGUMENT, "a timeout is None, or 0 seconds or more")
    return min(int(timeout * 1000), 2**62)


class Engine(EngineMethods):
    """An engine: one file, or none, with accounts in it.

    Any thread may use it. It is closed by `close`, at the end of a `with`, or when it has no references left. Objects of
    a closed engine raise ClosedError. `set_aside_message` says how a damaged file was renamed.
    """

    def _start(self, *, flags: int = 0, clock: Any = None, log: Any = None, zone_file: Any = None, **members: Any) -> None:
        """Opens the engine with its options."""
        release_dropped()
        #: The name of the file as bytes; None: the engine has no file.
        self.file: Optional[bytes] = members.get("file")
        functions = {"clock": clock and _callbacks.clock_callback(clock),
                     "log": log and _callbacks.log_callback(_log_function(log)),
                     "zone_file": zone_file and _callbacks.zone_callback(zone_file)}
        options = structure(declarations.tally_engine_options, flags=flags, **members, **functions)
        super(EngineMethods, self).__init__()
        self._host_driven = bool(flags & declarations.TALLY_ENGINE_HOST_DRIVEN)
        status, handle = _open(options)
        #: What was wrong with a damaged file that was renamed, and its new name; None: no file was renamed.
        self.set_aside_message: Optional[str] = error(status).message if status == Status.SET_ASIDE else None
        self._box = Box(handle, _close_handle, (self._callbacks, functions))
        _engines.add(self)

    def close(self, timeout: Union[float, datetime.timedelta, None] = None) -> None:
        """Ends all work in progress, writes everything and closes the file. Threads in `next_event` wake with
        ClosedError. The call waits for callbacks on other threads. timeout: seconds that writing may take, or a
        timedelta; None: no limit. After ThreadError (inside a callback) and ArgumentError (a wrong timeout) the engine is still open. After
        IO, FULL and TIMEOUT it is closed. Closing again does nothing."""
        if self._close(_milliseconds(timeout), None):
            release_dropped()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Closes the engine on another thread, because the loop must not wait until everything is written."""
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def __repr__(self) -> str:
        return f"<Engine {os.fsdecode(self.file) if self.file else None!r}{' closed' if self.closed else ''}>"

    def _opened(self, name: str, handle: int) -> Account:
        return Account(self, name, handle)

    def _found(self, handle: int) -> Account:
        account = Account(self, "", handle)
        account.name = account.state.name
        return account

    # --- Many accounts ---

    def batch(self, items: Sequence[Item], *, source: Optional[str] = None, epoch: int = 0, position: int = 0,
              aggregation: int = 0, feeding: int = 0) -> Status:
        """Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or
        ALREADY_APPLIED. `status` and `results` of each item have its result, also if this raises."""
        release_dropped()
        rows = (declarations.tally_item * max(len(items), 1))(*[item._row() for item in items])
        options = structure(
            declarations.tally_engine_batch_options, source=source, epoch=epoch, position=position,
            aggregation=aggregation, feeding=feeding)
        status = raw.tally_engine_batch(handle_box(self), rows, len(items), options)
        for item, row in zip(items, rows):
            item.status = Status(row.status)
        return answer(status)

    def import_all(self, imports: Sequence[Tuple[Optional[str], bytes]], *, replace: bool = False) -> List[Status]:
        """Imports accounts and sources, in one transaction. Each import is an account's name, or None for a source, and
        its bytes. Returns the status of each: a rejected one does not undo the others."""
        release_dropped()
        rows = (declarations.tally_import * max(len(imports), 1))()
        for row, (account, content) in zip(rows, imports):
            row.account = text(account)
            row.bytes = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p)
            row.size = len(content)
        flags = declarations.TALLY_IMPORT_REPLACE if replace else 0
        answer(raw.tally_engine_import(handle_box(self), rows, len(imports), flags))
        return [Status(row.status) for row in rows[:len(imports)]]

    # --- Watching ---

    def scope(self) -> Scope:
        """Opens a scope. It holds observers, views and widgets of any accounts, until it or the engine is closed."""
        _, handle = self._call(call.scope_open)
        box = Box(handle, raw.tally_scope_close)
        self._scopes.add(box)
        return Scope(self, box)

    def next_event(self, timeout: Union[float, datetime.timedelta, None] = 0) -> Optional[Event]:
        """Waits for an event, runs its callback if it has one, and returns it. timeout: seconds, or a timedelta; None: no
        limit.
        Returns None if the time passed, or `interrupt` was called."""
        return self._call(next_event, _milliseconds(timeout))

    def events(self) -> Events:
        """Returns the events. `for event in …` takes the pending ones. `async for event in …` also waits for new
        ones, until the engine is closed."""
        return Events(self)

    def dispatch(self, limit: int = 0) -> int:
        """Calls the callbacks of pending events, at most `limit` (0: all), and returns how many it called. If a
        callback raises, this raises the same, and later events stay pending."""
        delivered = 0
        while not limit or delivered < limit:
            _, number = self._call(call.engine_dispatch, 1)
            _callbacks.raise_errors()
            if not number:
                wake_waiting(self)
                break
            delivered += number
        return delivered

    def interrupt(self) -> None:
        """Wakes one `next_event` that waits, or the next one that would."""
        if self._wakes.process != os.getpid():
            raise ForkedError(Status.ERROR_FORKED, "the engine belongs to the parent process")
        self._call(lambda engine: engine._wakes.wake())

    def set_notify(self, notify: Optional[Callable[[], None]]) -> None:
        """Sets the callback that wakes the host's loop; None removes it. It is called on any thread, without a lock,
        when the queue is no longer empty. It must not close the engine."""
        kind = declarations.tally_notify_callback
        self._set_callback(call.engine_set_notify, notify and kind(notifier(notify)), kind())

    def set_transport(self, transport: Optional[Callable[[Request], None]]) -> None:
        """Sends requests through `transport`, which is called on the loop thread with a Request. SEND: send it, and
        call its `answer` once, on any thread. CANCEL: nobody needs the response any more. None: libcurl sends again."""
        kind = declarations.tally_transport_callback
        self._set_callback(call.engine_set_transport, transport and kind(sender(weakref.ref(self), transport)), kind())

    def _set_callback(self, function: Callable[..., Status], callback: Any, none: Any) -> None:
        """A C callback is kept among the engine's targets until the library releases it."""
        callbacks = self._callbacks
        if callback is None:
            self._call(function, none, None, _callbacks.NO_RELEASE)
        else:
            callbacks.lend(callback, lambda number: self._call(function, callback, number, callbacks.release))

    # --- Driven by the program ---

    def step(self) -> None:
        """host_driven: does the work that is due, without waiting, and calls callbacks. One thread at a time; not in
        callbacks."""
        self._call(call.engine_step)
        _callbacks.raise_errors()

    @property
    def timeout(self) -> Optional[float]:
        """host_driven: returns the seconds until `step` has work; None: until the descriptor is readable."""
        milliseconds = self._call(call.engine_get_timeout)[1]
        return None if milliseconds < 0 else milliseconds / 1000


def _open(options: declarations.tally_engine_options) -> Tuple[Status, int]:
    """If Ctrl-C comes between the library and us, no variable has the engine, so it is closed."""
    handle = ctypes.c_void_p()
    try:
        status = answer(raw.tally_engine_open(ctypes.byref(options), ctypes.byref(handle)))
        return status, cast(int, handle.value)
    except BaseException:
        if handle.value:
            dropped.append((handle.value, _close_handle, options))
            release_dropped()
        raise


def _log_function(log: Any) -> Callable[[LogLevel, str], Any]:
    if hasattr(log, "log"):  # A Logger, or what wraps one.
        return lambda level, message: log.log(_LEVELS.get(level, 20), "%s", message)
    return cast(Callable[[LogLevel, str], Any], log)


def _at_exit() -> None:
    """The library's threads must not call into an interpreter that is gone."""
    for engine in list(_engines):
        try:
            engine._close(-1, 1.0)
        except TallyError as problem:
            _callbacks.report(problem, engine)
    release_dropped()


def _after_fork() -> None:
    for engine in list(_engines):
        engine._lock, engine._users, engine._closing = threading.Condition(), {}, False


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
