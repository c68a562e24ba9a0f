"""The classes from which generated classes derive, and what their methods make of results."""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, List, Optional, Set, Tuple, TypeVar

from . import _callbacks
from ._callbacks import EventCallback
from ._library import Box, Handle, error, raw
from .errors import ClosedError, StaleHandleError, Status, TallyError, ThreadError
from .events import Stream, Wakes
from .types import (
    AccountEntry,
    BadgeEntry,
    CalendarImport,
    FeedInfo,
    FeedState,
    ImportReport,
    Page,
    Plan,
    PlanDifference,
    PlanEntry,
    SkippedEntry,
)

if TYPE_CHECKING:
    from ._rooms import FeedsMethods
    from .account import Account
    from .engine import Engine

T = TypeVar("T")


class Counted(Handle):
    """An engine's handle. Whoever calls with it is counted, so that it is not closed under a thread's feet."""

    _closing = False

    def __init__(self) -> None:
        self._lock, self._wakes, self._callbacks = threading.Condition(), Wakes(), _callbacks.Callbacks()
        self._users: Dict[int, int] = {}
        self._streams: weakref.WeakSet[Stream] = weakref.WeakSet()
        self._scopes: Set[Box] = set()  # Those that are open, so that observers last if nothing refers to their scope.

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
                self._callbacks.targets.clear()
        if problem:
            raise problem


    def _start(self, **options: Any) -> None:
        """Opens the engine."""
        raise NotImplementedError

    def _opened(self, name: str, handle: int) -> Account:
        """The object for an account that was opened."""
        raise NotImplementedError

    def _found(self, handle: int) -> Account:
        """The object for an account that was found by its identifier."""
        raise NotImplementedError


class Made(Handle):
    """A handle that is made of bytes."""

    def __init__(self, handle: int):
        raise NotImplementedError


class Observing(Handle):
    """A scope's handle, with the functions that its observers and widgets call."""

    def __init__(self, engine: Engine, box: Box):
        self.engine, self._box = engine, box
        # The number of each function, and how often it is registered; and by tokens, which function, and how often.
        self._known: Dict[Any, List[int]] = {}
        self._tokens: Dict[int, Tuple[Any, int]] = {}

    def _observe(self, function: Callable[..., Tuple[Status, int]], callback: Optional[EventCallback],
                 *arguments: Any) -> int:
        if callback is None:
            return function(self, *arguments, _callbacks.NO_EVENT_CALLBACK, None, _callbacks.NO_RELEASE)[1]
        return self._register(function, callback, *arguments, event=self.engine._callbacks.event)

    def _register(self, function: Callable[..., Tuple[Status, int]], target: Any, *arguments: Any, event: Any) -> int:
        """The library tells observers apart by their numbers, so a function has the same one in all of a scope."""
        key = _callbacks.identity(target)
        with self.engine._lock:
            if key not in self._known:
                self._known[key] = [self.engine._callbacks.add(target), 0]
            known = self._known[key]
            known[1] += 1
        try:
            token = function(self, *arguments, event, known[0], _callbacks.NO_RELEASE)[1]
        except BaseException:
            self._drop(key)
            raise
        with self.engine._lock:
            self._tokens[token] = key, self._tokens.get(token, (key, 0))[1] + 1
        return token

    def _forget(self, token: int) -> None:
        """Counts a removal."""
        with self.engine._lock:
            key, times = self._tokens.pop(token, (None, 0))
            if times > 1:
                self._tokens[token] = key, times - 1
        if times:
            self._drop(key)

    def _drop(self, key: Any) -> None:
        with self.engine._lock:
            known = self._known[key]
            known[1] -= 1
            if known[1]:
                return
            del self._known[key]
        self.engine._callbacks.forget(known[0])

    def _forget_all(self) -> None:
        for token in list(self._tokens):
            while token in self._tokens:
                self._forget(token)


class Resolved(Handle):
    """A node's handle, which belongs to its account."""

    account: Account
    _number: int

    def _check(self) -> int:
        if self._box is None:
            raise StaleHandleError(Status.ERROR_STALE_HANDLE, "this Node was closed")
        return self._number

    def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        return function(self.account, self._check(), *arguments)


class Room(Generic[T]):
    """A group of methods of an account."""

    def __init__(self, account: Account):
        self.account = account


# --- Results ---

def names_of(results: Tuple[Status, Page[AccountEntry]]) -> Page[str]:
    page = results[1]
    return Page([entry.name for entry in page], page.more, page.next)


def revised(results: Tuple[Status, Page[BadgeEntry], int]) -> Page[BadgeEntry]:
    page = results[1]
    page.revision = results[2]
    return page


def feed_info(results: Tuple[Status, str, FeedState]) -> FeedInfo:
    return FeedInfo(results[2], results[1])


def plan_difference(results: Tuple[Status, Page[PlanEntry], Plan]) -> PlanDifference:
    difference = PlanDifference(results[1])
    difference.plan = results[2]
    return difference


def imported(results: Tuple[Status, Page[SkippedEntry], ImportReport]) -> CalendarImport:
    done = CalendarImport(results[1])
    done.taken, done.skipped = results[2]
    return done


def feed_name(feeds: FeedsMethods, id: int) -> str:
    """The name of a feed; empty if there is none, which the library then reports."""
    return next((entry.name for entry in feeds.list() if entry.id == id), "")


def leased(lease: Callable[[int], Tuple[Status, Page[T]]], limit: int) -> Page[T]:
    """Rows that are given out only once: further ones follow if their texts did not fit."""
    _, rows = lease(limit)
    while rows.more and len(rows) < limit:
        _, others = lease(limit - len(rows))
        rows += others
        rows.more = others.more
    return rows
