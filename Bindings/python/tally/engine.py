"""Engines, and the scopes that hold what watches."""

from __future__ import annotations

import atexit
import ctypes
import math
import os
import threading
import weakref
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Protocol,
    Set,
    Tuple,
    TypeVar,
    Union,
    cast,
)

from . import _callbacks
from . import _declarations as declarations
from ._library import Box, Handle, answer, call, dropped, error, raw, release_dropped, structure
from ._values import Path, pages
from .account import Account
from .errors import ArgumentError, ClosedError, ForkedError, Status, TallyError, ThreadError
from .events import Events, Stream, Wakes, next_event
from .types import Badge, Durability, Event, Limits, LogLevel, Page, Presentation, Recovery, RequestKind, Stats, page_of

if TYPE_CHECKING:
    import logging

T = TypeVar("T")
EventCallback = Callable[[Event], Any]
LogFunction = Callable[[LogLevel, str], Any]
_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()
_LEVELS = {1: 40, 2: 30, 3: 20}  # Of this library: of the module logging.


def _close_handle(handle: int) -> int:
    return int(raw.tally_engine_close(handle, -1))


def _milliseconds(timeout: Optional[float]) -> int:
    """Seconds that a call may take, None or infinity: without a limit."""
    if timeout is None or timeout == math.inf:
        return -1
    if not timeout >= 0:
        raise ArgumentError(Status.ERROR_ARGUMENT, "a timeout is None, or 0 seconds or more")
    return min(int(timeout * 1000), 2**62)


class Engine(Handle):
    """An engine: one file, or none, with accounts in it.

    All of it may be used from any thread. It is closed with `close`, at the end of a `with`, or when nobody has it any
    more; what is left of it afterwards raises ClosedError.

    file: path of the database, created where it does not exist; None: in memory only.
    host_driven: no thread of the library's own: the program calls `step`.
    set_aside, vacuum: see tally_engine_open in the header; `set_aside_message` says what was set aside.
    clock: a function that gives two clocks in milliseconds, (wall, elapsed), for tests. It is called from any thread
    with locks held, and must not call the library; neither must `zone_file`. `log` must not close the engine.
    log: a logging.Logger, or a function of a level and a text. zone_file: a function that gives the bytes of a zone's
    TZif file by its name, or None.
    The limits are those of tally_engine_options; None means the default.
    """

    def __init__(self, file: Optional[Path] = None, *, host_driven: bool = False,
                 set_aside: bool = False, vacuum: bool = False, durability: Optional[Durability] = None,
                 max_depth: Optional[int] = None, max_path_bytes: Optional[int] = None,
                 max_nodes: Optional[int] = None, max_accounts: Optional[int] = None,
                 max_feeds: Optional[int] = None, max_observers: Optional[int] = None,
                 max_response_bytes: Optional[int] = None, max_loaded_accounts: Optional[int] = None,
                 max_batch_ids: Optional[int] = None, batch_id_time: Optional[int] = None,
                 max_flights: Optional[int] = None, max_flights_per_origin: Optional[int] = None,
                 max_forgotten: Optional[int] = None, max_marks: Optional[int] = None,
                 max_failed_rows: Optional[int] = None, max_rejected: Optional[int] = None,
                 max_reminder_log: Optional[int] = None, max_cached_groups: Optional[int] = None,
                 max_events: Optional[int] = None, max_completions: Optional[int] = None,
                 ca_file: Optional[Path] = None, user_agent: Optional[str] = None,
                 clock: Optional[Callable[[], Tuple[int, int]]] = None,
                 log: Union[logging.Logger, logging.LoggerAdapter[Any], LogFunction, None] = None,
                 log_level: Optional[int] = None, seed: Optional[int] = None, zone: Optional[str] = None,
                 zone_file: Optional[Callable[[str], Optional[bytes]]] = None):
        release_dropped()
        flags = (declarations.TALLY_ENGINE_HOST_DRIVEN * host_driven | declarations.TALLY_ENGINE_SET_ASIDE * set_aside
                 | declarations.TALLY_ENGINE_VACUUM * vacuum)
        functions = {"clock": clock and _callbacks.clock_callback(clock),
                     "log": log and _callbacks.log_callback(_log_function(log)),
                     "zone_file": zone_file and _callbacks.zone_callback(zone_file)}
        options = structure(
            declarations.tally_engine_options, flags=flags, file=os.fsencode(file) if file is not None else None,
            durability=durability, max_depth=max_depth, max_path_bytes=max_path_bytes, max_nodes=max_nodes,
            max_accounts=max_accounts, max_feeds=max_feeds, max_observers=max_observers,
            max_response_bytes=max_response_bytes, max_loaded_accounts=max_loaded_accounts,
            max_batch_ids=max_batch_ids, batch_id_time=batch_id_time, max_flights=max_flights,
            max_flights_per_origin=max_flights_per_origin, max_forgotten=max_forgotten, max_marks=max_marks,
            max_failed_rows=max_failed_rows, max_rejected=max_rejected, max_reminder_log=max_reminder_log,
            max_cached_groups=max_cached_groups, max_events=max_events, max_completions=max_completions,
            ca_file=os.fsencode(ca_file) if ca_file is not None else None, user_agent=user_agent, log_level=log_level,
            seed=seed, zone=zone, **functions)
        self._lock, self._wakes = threading.Condition(), Wakes()
        self._users: Dict[int, int] = {}
        self._closing, self._host_driven = False, host_driven
        self._streams: weakref.WeakSet[Stream] = weakref.WeakSet()
        self._callbacks = _callbacks.Callbacks()
        status, handle = _open(options)
        #: What was wrong with a damaged file, and the name that it was given; None: nothing was set aside.
        self.set_aside_message: Optional[str] = error(status).message if status == Status.SET_ASIDE else None
        self._box = Box(handle, _close_handle, (self._callbacks, functions))
        _engines.add(self)

    # Whoever calls with the engine's handle is counted, so that it is not closed under a thread's feet.

    def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        me = threading.get_ident()
        with self._lock:
            self._check()
            self._users[me] = self._users.get(me, 0) + 1
        try:
            return function(self, *arguments)
        finally:
            with self._lock:
                self._users[me] -= 1
                if not self._users[me]:
                    del self._users[me]
                if self._closing:
                    self._lock.notify_all()

    def _check(self) -> None:
        if self._closing or self._box is None:
            raise ClosedError(Status.ERROR_CLOSED, "this Engine was closed")

    def close(self, timeout: Optional[float] = None) -> None:
        """Ends what is under way, writes everything and closes the file. Threads in `next_event` wake with ClosedError,
        callbacks on other threads are waited for. timeout: seconds that writing may take; None: as long as it takes.
        ThreadError (inside a callback) and ArgumentError (a wrong timeout): it is still open. IO, FULL, TIMEOUT: closed
        all the same. Closing again does nothing."""
        if self._close(_milliseconds(timeout), None):
            release_dropped()

    def _close(self, timeout: int, patience: Optional[float]) -> bool:
        with self._lock:
            if threading.get_ident() in self._users:
                raise ThreadError(Status.ERROR_THREAD, "an engine cannot be closed inside a callback")
            if self._box is None or self._closing:
                return False
            self._closing = True
        self._wakes.wake()
        try:
            with self._lock:
                if not self._lock.wait_for(lambda: not self._users, patience):
                    return False
            self._close_box(self._box, timeout)
        finally:
            self._closing = False
            if self._box is not None:
                self._wakes.take()
        for stream in list(self._streams):
            stream.wake()
        return True

    def _close_box(self, box: Box, timeout: int) -> None:
        """Where Ctrl-C is heard between the library and us, the engine is closed: only its status is lost."""
        handle, box._as_parameter_ = box._as_parameter_, None
        problem: Optional[TallyError] = None
        try:
            status = raw.tally_engine_close(handle, timeout)
            if status < 0:
                problem = error(status)
            if status == Status.ERROR_THREAD:  # With any other error it is closed all the same.
                box._as_parameter_ = handle
        finally:
            if box._as_parameter_ is None:
                self._box = None
        if problem:
            raise problem

    # --- Accounts ---

    def account(self, name: str, *, aggregation: Optional[int] = None, feeding: Optional[int] = None,
                existing: bool = False) -> Account:
        """Opens an account, creating it where there is none of that name; existing: NotFoundError then."""
        options = structure(declarations.tally_account_options, aggregation=aggregation, feeding=feeding,
                            flags=declarations.TALLY_ACCOUNT_EXISTING * existing)
        _, handle = self._call(call.account_open, name, options)
        return Account(self, name, handle)

    def accounts(self) -> Iterator[str]:
        """The names of the accounts that are stored, open or not."""
        return pages(self.account_page, None, lambda name: name)

    def account_page(self, after: Optional[str] = None, limit: int = 1000) -> Page[str]:
        status, entries = self._call(call.account_list, after, limit)
        return page_of((status, [entry.name for entry in entries]))

    def remove_account(self, name: str) -> None:
        """Removes an account with all that is stored for it, for good."""
        self._call(call.account_remove, name)

    def import_account(self, name: str, snapshot: bytes) -> None:
        """Makes an account of what Account.export_account gave."""
        self._call(call.account_import, name, snapshot)

    @property
    def total(self) -> Badge:
        """The total over all accounts that are logged in: what an application's icon shows."""
        return self._call(call.engine_total)[1]

    # --- Presence ---

    def set_foreground(self, foreground: bool) -> None:
        """Whether the application is in front. Until it is told, it is."""
        self._call(call.engine_set_foreground, bool(foreground))

    def set_network(self, available: bool) -> None:
        """There is a network again, or another one; or it was lost."""
        self._call(call.engine_set_network, bool(available))

    def woke(self) -> None:
        """The machine slept, and is awake."""
        self._call(call.engine_woke)

    # --- The file ---

    def flush(self) -> None:
        """Waits until all that was applied before is on the disk."""
        self._call(call.engine_flush)

    def verify(self) -> None:
        """Reads the whole file and compares it with what it should be; raises CorruptError or InternalError."""
        self._call(call.engine_verify)

    def backup(self, file: Path, *, replace: bool = False) -> None:
        """Copies the file into another one while the engine is used."""
        self._call(call.engine_backup, os.fsencode(file), declarations.TALLY_BACKUP_REPLACE * replace)

    @property
    def limits(self) -> Limits:
        return self._call(call.engine_limits)[1]

    @property
    def stats(self) -> Stats:
        return self._call(call.engine_stats)[1]

    def set_zone(self, name: Optional[str] = None) -> None:
        """The device is in another zone, or may be. None: what the options say, else the system."""
        self._call(call.engine_set_zone, name)

    # --- Watching ---

    def scope(self) -> Scope:
        """A scope holds observers, views and widgets, of any accounts; closing it removes all of them."""
        _, handle = self._call(call.scope_open)
        return Scope(self, Box(handle, raw.tally_scope_close, self))

    def next_event(self, timeout: Optional[float] = 0) -> Optional[Event]:
        """Takes an event out of the queue, after the callback of its observer, if it has one, was called. timeout:
        seconds to wait; None: without a limit. None: there was none in that time, or `interrupt` was called."""
        return self._call(next_event, _milliseconds(timeout))

    def events(self) -> Events:
        """All events: `for event in …` those that wait, `async for event in …` also those to come, until the engine is
        closed."""
        return Events(self)

    def dispatch(self, limit: int = 0) -> int:
        """Calls the callbacks of the events that wait, `limit` at most (0: all); tells how many. What a callback raises
        is raised here, and what waits behind it still waits."""
        delivered = 0
        while not limit or delivered < limit:
            _, number = self._call(call.engine_dispatch, 1)
            _callbacks.raise_errors()
            if not number:
                break
            delivered += number
        return delivered

    def interrupt(self) -> None:
        """Wakes one `next_event` that waits, or the next one that would."""
        if self._wakes.process != os.getpid():
            raise ForkedError(Status.ERROR_FORKED, "the engine belongs to the parent process")
        self._call(lambda engine: engine._wakes.wake())

    def fileno(self) -> int:
        """A descriptor that is readable while events wait (host-driven: when `step` has something to do). Never to be
        read from or closed."""
        return self._call(call.engine_descriptor)[1]

    def set_notify(self, notify: Optional[Callable[[], None]]) -> None:
        """notify is called, on whichever thread and without a lock held, when the queue is no longer empty. It wakes
        somebody, and must not close the engine. None ends it."""
        kind = declarations.tally_notify_callback
        self._set_callback(call.engine_set_notify, notify and kind(_notifier(notify)), kind())

    def set_transport(self, transport: Optional[Callable[[Request], None]]) -> None:
        """Requests go out through `transport`, which is called on the loop thread with a Request (SEND: send it, and
        call its `answer` once, from any thread; CANCEL: nobody waits any more). None: by libcurl again."""
        kind = declarations.tally_transport_callback
        self._set_callback(call.engine_set_transport, transport and kind(_sender(weakref.ref(self), transport)), kind())

    def _set_callback(self, function: Callable[..., Status], callback: Any, none: Any) -> None:
        """A C callback is kept among the engine's targets until the library releases it."""
        if callback is None:
            self._call(function, none, None, _callbacks.NO_RELEASE)
        else:
            self._call(function, callback, _callbacks.Once(self._callbacks, callback), self._callbacks.release)

    # --- Driven by the program ---

    def step(self) -> None:
        """host_driven: does what is due, without waiting, and calls callbacks. From one thread, not in a callback."""
        self._call(call.engine_step)
        _callbacks.raise_errors()

    @property
    def timeout(self) -> Optional[float]:
        """host_driven: seconds until `step` has something to do; None: until the descriptor is readable."""
        milliseconds = self._call(call.engine_timeout)[1]
        return None if milliseconds < 0 else milliseconds / 1000


def _open(options: declarations.tally_engine_options) -> Tuple[Status, int]:
    """Where Ctrl-C is heard between the library and us, nobody would have the engine: it is closed."""
    handle = ctypes.c_void_p()
    try:
        status = answer(raw.tally_engine_open(ctypes.byref(options), ctypes.byref(handle)))
        return status, cast(int, handle.value)
    except BaseException:
        if handle.value:
            dropped.append((handle.value, _close_handle, options))
            release_dropped()
        raise


def _notifier(notify: Callable[[], None]) -> Callable[[Any], None]:
    def wake(_: Any) -> None:
        try:
            notify()
        except BaseException as problem:
            _callbacks.report(problem, notify)
    return wake


def _sender(engine: weakref.ref[Engine], transport: Callable[[Request], None]) -> Callable[[Any, Any], None]:
    def send(_: Any, request: Any) -> None:
        try:
            target = engine()
            if target is not None:
                _hand_on(transport, Request(target, request.contents))
        except BaseException as problem:
            _callbacks.report(problem, transport)
    return send


def recover(damaged: Path, fresh: Path) -> Recovery:
    """Salvages what can be read of a damaged file into a new one."""
    return call.engine_recover(os.fsencode(damaged), os.fsencode(fresh))[1]


def _log_function(log: Any) -> LogFunction:
    if hasattr(log, "log"):  # A Logger, or what wraps one.
        return lambda level, message: log.log(_LEVELS.get(level, 20), "%s", message)
    return cast(LogFunction, log)


class Widget(Protocol):
    """What `Scope.bind` draws with: each function gets the path, how it is to be drawn, and the text."""

    def show_dot(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def show_number(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def show_icon(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def hide(self, path: str, presentation: Presentation, text: str, /) -> Any: ...


class Scope(Handle):
    """Observers, views and widgets, of any accounts. They are told in `dispatch`, `next_event` and `step`, on the
    thread that called it; closing the scope removes them, and waits for a callback that runs on another thread."""

    def __init__(self, engine: Engine, box: Box):
        self.engine, self._box = engine, box
        # Numbers of the functions that are called, and tokens of what calls them.
        self._numbers: Dict[Any, int] = {}
        self._tokens: Set[int] = set()

    def observe(self, account: Account, path: str, callback: Optional[EventCallback] = None, *,
                subtree: bool = False, initial: bool = False) -> int:
        """Observes a path: told at most once a transaction, where what it shows changed. Without a callback the events
        come from `next_event` alone. Returns the token of its events, which `unobserve` takes. Observing the same path
        with the same callback again adds no second observer; it returns the first one's token."""
        return self._observe(call.observe, callback, account, path, _flags(subtree, initial))

    def observe_messages(self, account: Account, path: str, callback: Optional[EventCallback] = None, *,
                         subtree: bool = False) -> int:
        """Observes the messages at a path: told first, and then where some came, changed or went."""
        return self._observe(call.observe_messages, callback, account, path, _flags(subtree, False))

    def observe_groups(self, account: Account, callback: Optional[EventCallback] = None, *,
                       initial: bool = False) -> int:
        """Observes the groups of an account."""
        return self._observe(call.observe_groups, callback, account, _flags(False, initial))

    def observe_total(self, callback: Optional[EventCallback] = None, *, initial: bool = False) -> int:
        """Observes the total over the accounts that are logged in."""
        return self._observe(call.observe_total, callback, _flags(False, initial))

    def _observe(self, function: Callable[..., Tuple[Status, int]], callback: Optional[EventCallback],
                 *arguments: Any) -> int:
        if callback is None:
            return function(self, *arguments, *event_callback(self.engine, None))[1]
        return self._register(function, callback, *arguments, event=self.engine._callbacks.event)

    def _register(self, function: Callable[..., Tuple[Status, int]], target: Any, *arguments: Any, event: Any) -> int:
        callbacks = self.engine._callbacks
        shared = _callbacks.Shared(callbacks, self._numbers, target)
        token = function(self, *arguments, event, shared, callbacks.release)[1]
        callbacks.end_second(self._tokens, token, shared.number)
        return token

    def unobserve(self, token: int) -> None:
        """Removes an observer, or unbinds a widget: afterwards it is never called again. Ends a view, too."""
        call.unobserve(self, token)
        self._tokens.discard(token)

    def bind(self, account: Account, path: str, widget: Widget) -> int:
        """Binds a widget to a path: an object with show_dot, show_number, show_icon and hide, each a function of the
        path, a Presentation and a text. The one that fits is called whenever what is to be drawn changes. Binding the
        same widget to the same path again returns the first one's token."""
        return self._register(call.widget_bind, widget, account, path, event=self.engine._callbacks.widget)

    def refresh_widgets(self) -> None:
        """Has all widgets of the scope called once more."""
        call.widget_refresh(self)

    def begin_view(self, account: Account, path: str) -> View:
        """The user looks at a path: it is cleared, now and whenever something lights it, until the view ends."""
        status, token = call.view_begin(self, account, path, 0)
        return View(self, token, status)

    def end_view(self, view: View) -> None:
        """The user looks away. Nothing else changes."""
        call.view_end(self, view.token)
        view.token = 0


class View:
    """A user looks at a path, until `close` or the end of a `with`. status: HELD, where a child still lights it."""

    def __init__(self, scope: Scope, token: int, status: Status):
        self.scope, self.token, self.status = scope, token, status

    def close(self) -> None:
        """The user looks away. Closing again does nothing."""
        if self.token and not self.scope.closed:
            self.scope.end_view(self)

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _flags(subtree: bool, initial: bool) -> int:
    return declarations.TALLY_OBSERVE_SUBTREE * subtree | declarations.TALLY_OBSERVE_INITIAL * initial


def event_callback(engine: Engine, callback: Optional[EventCallback]) -> Tuple[Any, Any, Any]:
    if callback is None:
        return _callbacks.NO_EVENT_CALLBACK, None, _callbacks.NO_RELEASE
    callbacks = engine._callbacks
    return callbacks.event, _callbacks.Once(callbacks, callback), callbacks.release


class Request:
    """A request that a transport is to send (kind SEND), or that nobody waits for any more (CANCEL)."""

    def __init__(self, engine: Engine, request: Any):
        self._engine, self.kind = engine, RequestKind(request.kind)
        self.id: int = request.id
        self.method: str = request.method.decode()
        self.url: str = request.url.decode()
        lines = [line.partition(": ") for line in (request.headers or b"").decode().split("\r\n") if line]
        #: Pairs of a name and a value.
        self.headers: List[Tuple[str, str]] = [(name, value) for name, _, value in lines]
        self.body = ctypes.string_at(request.body, request.body_size) if request.body_size else b""
        self.max_size: int = request.max_size
        self.request_timeout: int = request.request_timeout
        self.idle_timeout: int = request.idle_timeout
        #: It carries a credential: follow redirects only within the same origin.
        self.has_credential = bool(request.flags & declarations.TALLY_REQUEST_CREDENTIAL)

    def answer(self, status: int, headers: Union[Mapping[str, str], Iterable[Tuple[str, str]], None] = None,
               body: Union[bytes, str] = b"") -> None:
        """What the server said, once, from any thread. status: of HTTP, or what prevented an answer:
        Status.ERROR_NETWORK, _TLS, _TIMEOUT, _PROTOCOL or _TOO_LARGE, with words for people as the body. headers: a
        mapping or pairs. NotFoundError: it was answered or cancelled."""
        pairs = headers.items() if isinstance(headers, Mapping) else headers or ()
        lines = "".join(f"{name}: {value}\r\n" for name, value in pairs)
        self._engine._call(call.transport_answer, self.id, status, lines, body)

    def progress(self) -> None:
        """Something of the answer has come: idle_timeout begins anew."""
        self._engine._call(call.transport_progress, self.id)


def _hand_on(transport: Callable[[Request], None], request: Request) -> None:
    """A transport that fails has not reached the server."""
    try:
        transport(request)
    except BaseException as problem:
        if request.kind == RequestKind.SEND:
            try:
                request.answer(Status.ERROR_NETWORK, body=f"the transport failed: {problem!r}"[:300])
            except TallyError:
                pass
        raise


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
        engine._callbacks.renew_lock()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
