"""Engines, and scopes with their observers, views and widgets."""

from __future__ import annotations

import atexit
import ctypes
import datetime
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
    Sequence,
    Set,
    Tuple,
    TypeVar,
    Union,
    cast,
)

from . import _callbacks
from . import _declarations as declarations
from ._library import Box, Handle, answer, call, dropped, error, handle_box, raw, release_dropped, structure, text
from ._values import Duration, Path, duration, pages
from .account import Account
from .errors import ArgumentError, ClosedError, ForkedError, Status, TallyError, ThreadError
from .events import Events, Stream, Wakes, next_event
from .items import Item, SourcePosition
from .types import Badge, Durability, Event, Limits, LogLevel, Page, Presentation, Recovery, RequestKind, Stats, page_of

if TYPE_CHECKING:
    import logging

    from .feed import Feed

T = TypeVar("T")
EventCallback = Callable[[Event], Any]
LogFunction = Callable[[LogLevel, str], Any]
_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()
_LEVELS = {1: 40, 2: 30, 3: 20}  # Levels of the library: those of the module logging.


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


class Engine(Handle):
    """An engine: one file, or none, with accounts in it.

    Any thread may use it. It is closed by `close`, at the end of a `with`, or when it has no references left. Objects of
    a closed engine raise ClosedError.

    file: the path of the database, created if it does not exist; None: in memory only.
    host_driven: the library has no thread of its own; the program calls `step`.
    set_aside, vacuum: see tally_engine_open in the header. `set_aside_message` says how the file was renamed.
    clock: for tests, a function that returns two clocks in milliseconds, (wall, elapsed). It is called on any thread
    with locks held, and must not call the library. The same holds for `zone_file`. `log` must not close the engine.
    log: a logging.Logger, or a function of a level and a text. zone_file: a function that returns the bytes of a zone's
    TZif file by its name, or None.
    The limits are those of tally_engine_options; None means the default.
    """

    def __init__(self, file: Optional[Path] = None, *, host_driven: bool = False,
                 set_aside: bool = False, vacuum: bool = False, durability: Optional[Durability] = None,
                 max_depth: Optional[int] = None, max_path_bytes: Optional[int] = None,
                 max_nodes: Optional[int] = None, max_accounts: Optional[int] = None,
                 max_feeds: Optional[int] = None, max_observers: Optional[int] = None,
                 max_response_bytes: Optional[int] = None, max_loaded_accounts: Optional[int] = None,
                 max_batch_ids: Optional[int] = None, batch_id_time: Duration = None,
                 max_requests: Optional[int] = None, max_requests_per_origin: Optional[int] = None,
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
            max_batch_ids=max_batch_ids, batch_id_time=duration(batch_id_time), max_requests=max_requests,
            max_requests_per_origin=max_requests_per_origin, max_forgotten=max_forgotten, max_marks=max_marks,
            max_failed_rows=max_failed_rows, max_rejected=max_rejected, max_reminder_log=max_reminder_log,
            max_cached_groups=max_cached_groups, max_events=max_events, max_completions=max_completions,
            ca_file=os.fsencode(ca_file) if ca_file is not None else None, user_agent=user_agent, log_level=log_level,
            seed=seed, zone=zone, **functions)
        self._lock, self._wakes = threading.Condition(), Wakes()
        self._users: Dict[int, int] = {}
        self._closing, self._host_driven = False, host_driven
        self._streams: weakref.WeakSet[Stream] = weakref.WeakSet()
        self._callbacks = _callbacks.Callbacks()
        self._scopes: Set[Box] = set()  # Those that are open, so that observers last if nothing refers to their scope.
        status, handle = _open(options)
        #: What was wrong with a damaged file that was renamed, and its new name; None: no file was renamed.
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

    def close(self, timeout: Union[float, datetime.timedelta, None] = None) -> None:
        """Ends all work in progress, writes everything and closes the file. Threads in `next_event` wake with
        ClosedError. The call waits for callbacks on other threads. timeout: seconds that writing may take, or a
        timedelta; None: no limit. After ThreadError (inside a callback) and ArgumentError (a wrong timeout) the engine is still open. After
        IO, FULL and TIMEOUT it is closed. Closing again does nothing."""
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
        """If Ctrl-C comes between the library and us, the engine is closed, and only its status is lost."""
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
                self._scopes.clear()
        if problem:
            raise problem

    # --- Many accounts ---

    def batch(self, items: Sequence[Item], *, source: Optional[str] = None, epoch: int = 0, position: int = 0,
              aggregation: int = 0, feeding: int = 0) -> Status:
        """Applies items to many accounts, in one transaction. Returns OK, PARTIAL (some were rejected) or
        ALREADY_APPLIED. `status` and `results` of each item have its result, also if this raises."""
        release_dropped()
        made = [item._row() for item in items]
        rows = (declarations.tally_item * max(len(made), 1))(*[row for row, _ in made])
        options = structure(
            declarations.tally_engine_batch_options, item_size=ctypes.sizeof(declarations.tally_item),
            operation_size=ctypes.sizeof(declarations.tally_item_operation), source=source, epoch=epoch,
            position=position, aggregation=aggregation, feeding=feeding)
        status = raw.tally_engine_batch(handle_box(self), rows, len(made), options)
        for item, row, (_, operations) in zip(items, rows, made):
            item._take(row, operations)
        return answer(status)

    def position(self, source: str) -> SourcePosition:
        """Returns how far `batch` has applied a source."""
        return SourcePosition(*call.engine_position(self, source)[1:])

    def export(self, *, account: Optional[str] = None, source: Optional[str] = None) -> bytes:
        """Returns what `import_all` reads: an account with its keys, or how far a source was applied."""
        return call.engine_export(self, account, source)[1]

    def import_all(self, imports: Sequence[Tuple[Optional[str], bytes]], *, replace: bool = False) -> List[Status]:
        """Imports accounts and sources, in one transaction. Each import is an account's name, or None for a source, and
        its bytes. Returns the status of each: a rejected one does not undo the others."""
        release_dropped()
        rows = (declarations.tally_import * max(len(imports), 1))()
        for row, (account, snapshot) in zip(rows, imports):
            row.account = text(account)
            row.snapshot = ctypes.cast(ctypes.c_char_p(snapshot), ctypes.c_void_p)
            row.size = len(snapshot)
        flags = declarations.TALLY_IMPORT_REPLACE if replace else 0
        answer(raw.tally_engine_import(handle_box(self), rows, len(imports), flags))
        return [Status(row.status) for row in rows[:len(imports)]]

    # --- Accounts ---

    def account(self, name: str, *, aggregation: Optional[int] = None, feeding: Optional[int] = None,
                existing: bool = False) -> Account:
        """Opens an account, and creates it if it does not exist. existing: raises NotFoundError instead."""
        options = structure(declarations.tally_account_options, aggregation=aggregation, feeding=feeding,
                            flags=declarations.TALLY_ACCOUNT_EXISTING * existing)
        _, handle = self._call(call.account_open, name, options)
        return Account(self, name, handle)

    def accounts(self) -> Iterator[str]:
        """Lists the names of the stored accounts, open or not."""
        return pages(self.account_page, None, lambda name: name)

    def account_page(self, after: Optional[str] = None, limit: int = 1000) -> Page[str]:
        status, entries = self._call(call.account_list, after, limit)
        return page_of((status, [entry.name for entry in entries]))

    def remove_account(self, name: str) -> None:
        """Removes an account and everything that is stored for it."""
        self._call(call.account_remove, name)

    def import_account(self, name: str, snapshot: bytes) -> None:
        """Creates an account from the bytes of Account.export_account."""
        self._call(call.account_import, name, snapshot)

    @property
    def total(self) -> Badge:
        """Returns the total over all accounts that are logged in: what an application's icon shows."""
        return self._call(call.engine_total)[1]

    # --- Presence ---

    def set_foreground(self, foreground: bool) -> None:
        """Reports whether the application is in the foreground. At first it is."""
        self._call(call.engine_set_foreground, bool(foreground))

    def set_network(self, available: bool) -> None:
        """Reports that there is a network again, or another one, or that it was lost."""
        self._call(call.engine_set_network, bool(available))

    def woke(self) -> None:
        """Reports that the machine slept and is awake."""
        self._call(call.engine_woke)

    # --- The file ---

    def flush(self) -> None:
        """Waits until everything that was applied before is on the disk."""
        self._call(call.engine_flush)

    def verify(self) -> None:
        """Checks the whole file, and compares the badges in memory with it. Raises CorruptError or InternalError."""
        self._call(call.engine_verify)

    def backup(self, file: Path, *, replace: bool = False) -> None:
        """Copies the file into another one, while the engine is used."""
        self._call(call.engine_backup, os.fsencode(file), declarations.TALLY_BACKUP_REPLACE * replace)

    @property
    def limits(self) -> Limits:
        return self._call(call.engine_limits)[1]

    @property
    def stats(self) -> Stats:
        return self._call(call.engine_stats)[1]

    def set_zone(self, name: Optional[str] = None) -> None:
        """Sets the device's zone. None: the zone in the options, or the system's."""
        self._call(call.engine_set_zone, name)

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
                break
            delivered += number
        return delivered

    def interrupt(self) -> None:
        """Wakes one `next_event` that waits, or the next one that would."""
        if self._wakes.process != os.getpid():
            raise ForkedError(Status.ERROR_FORKED, "the engine belongs to the parent process")
        self._call(lambda engine: engine._wakes.wake())

    def fileno(self) -> int:
        """Returns a descriptor that is readable while events are pending (host-driven: when `step` has work). Never
        read from it or close it."""
        return self._call(call.engine_descriptor)[1]

    def set_notify(self, notify: Optional[Callable[[], None]]) -> None:
        """Sets the callback that wakes the host's loop; None removes it. It is called on any thread, without a lock,
        when the queue is no longer empty. It must not close the engine."""
        kind = declarations.tally_notify_callback
        self._set_callback(call.engine_set_notify, notify and kind(_notifier(notify)), kind())

    def set_transport(self, transport: Optional[Callable[[Request], None]]) -> None:
        """Sends requests through `transport`, which is called on the loop thread with a Request. SEND: send it, and
        call its `answer` once, on any thread. CANCEL: nobody needs the response any more. None: libcurl sends again."""
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
        """host_driven: does the work that is due, without waiting, and calls callbacks. One thread at a time; not in
        callbacks."""
        self._call(call.engine_step)
        _callbacks.raise_errors()

    @property
    def timeout(self) -> Optional[float]:
        """host_driven: returns the seconds until `step` has work; None: until the descriptor is readable."""
        milliseconds = self._call(call.engine_timeout)[1]
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
    """Saves what can be read of a damaged file in a new one."""
    return call.engine_recover(os.fsencode(damaged), os.fsencode(fresh))[1]


def _log_function(log: Any) -> LogFunction:
    if hasattr(log, "log"):  # A Logger, or what wraps one.
        return lambda level, message: log.log(_LEVELS.get(level, 20), "%s", message)
    return cast(LogFunction, log)


class Widget(Protocol):
    """The functions that `Scope.bind` calls. Each gets the path, how to draw it, and the text."""

    def show_dot(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def show_number(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def show_icon(self, path: str, presentation: Presentation, text: str, /) -> Any: ...
    def hide(self, path: str, presentation: Presentation, text: str, /) -> Any: ...


class Scope(Handle):
    """Observers, views and widgets of any accounts. Their callbacks run inside `dispatch`, `next_event` and `step`, on
    the thread that called them. Closing the scope removes them, and waits for callbacks on other threads."""

    def __init__(self, engine: Engine, box: Box):
        self.engine, self._box = engine, box
        # Numbers of the functions that are called, and tokens of what calls them.
        self._numbers: Dict[Any, int] = {}
        self._tokens: Set[int] = set()

    def close(self) -> None:
        """Removes what the scope holds. Closing again does nothing."""
        if self._box is not None:
            self.engine._scopes.discard(self._box)
        super().close()

    def observe(self, account: Account, path: str, callback: Optional[EventCallback] = None, *,
                subtree: bool = False, initial: bool = False) -> int:
        """Observes a path. The callback is called at most once a transaction, if what the path shows changed. Without a
        callback only `next_event` returns the events. Returns the token of the events, which `unobserve` takes.
        Observing the same path with the same callback again returns the first observer's token."""
        return self._observe(call.observe, callback, account, path, _flags(subtree, initial))

    def observe_messages(self, account: Account, path: str, callback: Optional[EventCallback] = None, *,
                         subtree: bool = False) -> int:
        """Observes the messages at a path. It is notified initially, and after each transaction that changes some."""
        return self._observe(call.observe_messages, callback, account, path, _flags(subtree, False))

    def observe_groups(self, account: Account, callback: Optional[EventCallback] = None, *,
                       initial: bool = False) -> int:
        """Observes the groups of an account."""
        return self._observe(call.observe_groups, callback, account, _flags(False, initial))

    def observe_total(self, callback: Optional[EventCallback] = None, *, initial: bool = False) -> int:
        """Observes the total over the accounts that are logged in."""
        return self._observe(call.observe_total, callback, _flags(False, initial))

    def observe_feed(self, feed: Feed, callback: Optional[EventCallback] = None) -> int:
        """Observes the requests of a feed, and the pages that the host delivers."""
        return self._observe(call.observe_feed, callback, feed)

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
        """Removes an observer, unbinds a widget or ends a view. Its callback is never called again."""
        call.unobserve(self, token)
        self._tokens.discard(token)

    def bind(self, account: Account, path: str, widget: Widget) -> int:
        """Binds a widget to a path. The widget has show_dot, show_number, show_icon and hide, each a function of the
        path, a Presentation and a text. The one that fits is called whenever the badge looks different. Binding the same
        widget to the same path again returns the first one's token."""
        return self._register(call.widget_bind, widget, account, path, event=self.engine._callbacks.widget)

    def refresh_widgets(self) -> None:
        """Draws all widgets of the scope again."""
        call.widget_refresh(self)

    def begin_view(self, account: Account, path: str) -> View:
        """Reports that the user looks at a path. Until the view ends, the path is cleared, now and whenever it lights
        up."""
        status, token = call.view_begin(self, account, path, 0)
        return View(self, token, status)

    def end_view(self, view: View) -> None:
        """Reports that the user no longer looks. Nothing else changes."""
        call.view_end(self, view.token)
        view.token = 0


class View:
    """A view of a path. It lasts until `close` or the end of a `with`. status: HELD if a child still lights it."""

    def __init__(self, scope: Scope, token: int, status: Status):
        self.scope, self.token, self.status = scope, token, status

    def close(self) -> None:
        """Ends the view. Closing again does nothing."""
        if self.token and not self.scope.closed:
            self.scope.end_view(self)

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _flags(subtree: bool, initial: bool) -> int:
    return declarations.TALLY_SUBTREE * subtree | declarations.TALLY_OBSERVE_INITIAL * initial


def event_callback(engine: Engine, callback: Optional[EventCallback]) -> Tuple[Any, Any, Any]:
    if callback is None:
        return _callbacks.NO_EVENT_CALLBACK, None, _callbacks.NO_RELEASE
    callbacks = engine._callbacks
    return callbacks.event, _callbacks.Once(callbacks, callback), callbacks.release


class Request:
    """A request for a transport: to send (kind SEND), or to cancel (CANCEL)."""

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
        self.has_credential = bool(request.flags & declarations.TALLY_REQUEST_FLAG_CREDENTIAL)

    def respond(self, status: int, headers: Union[Mapping[str, str], Iterable[Tuple[str, str]], None] = None,
               body: Union[bytes, str] = b"") -> None:
        """Reports the response, once, on any thread. status: of HTTP, or the reason why there is none:
        Status.ERROR_NETWORK, _TLS, _TIMEOUT, _PROTOCOL or _TOO_LARGE, with a description as the body. headers: a mapping
        or pairs. NotFoundError: the request has ended."""
        pairs = headers.items() if isinstance(headers, Mapping) else headers or ()
        lines = "".join(f"{name}: {value}\r\n" for name, value in pairs)
        self._engine._call(call.transport_respond, self.id, status, lines, body)

    def progress(self) -> None:
        """Reports that a part of the response has come, so that idle_timeout starts again."""
        self._engine._call(call.transport_progress, self.id)


def _hand_on(transport: Callable[[Request], None], request: Request) -> None:
    """A transport that fails has not reached the server."""
    try:
        transport(request)
    except BaseException as problem:
        if request.kind == RequestKind.SEND:
            try:
                request.respond(Status.ERROR_NETWORK, body=f"the transport failed: {problem!r}"[:300])
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
