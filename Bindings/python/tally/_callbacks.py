"""Callbacks: what the library calls, and keeping it alive exactly as long as that may happen.

Nothing may be thrown through the library. What a callback raises inside next_event, dispatch or step is raised from
there; what one raises on another thread is reported as Python reports errors that nobody can catch.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import traceback
import types
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Type, TypeVar, Union, cast

from . import _declarations as declarations
from ._records import MAKERS
from .types import Event, LogLevel

if TYPE_CHECKING:
    import logging

T = TypeVar("T")
#: A function of an event.
EventCallback = Callable[[Event], Any]
#: Where the log goes: a function of a level and a text, or a logger.
Log = Union["logging.Logger", "logging.LoggerAdapter[Any]", Callable[[LogLevel, str], Any]]


class _Raised(threading.local):
    def __init__(self) -> None:
        self.errors: List[BaseException] = []


_raised = _Raised()
_event = MAKERS[declarations.tally_event]
_presentation = MAKERS[declarations.tally_presentation]

Release = declarations.tally_release_callback
NO_RELEASE = Release()
NO_EVENT_CALLBACK = declarations.tally_event_callback()


def errors() -> List[BaseException]:
    """The exceptions of callbacks on this thread since the last raise_errors."""
    return _raised.errors


def raise_errors() -> None:
    """Raises the first error, and reports the others."""
    raised = errors()
    if raised:
        _raised.errors = []
        for error in raised[1:]:
            report(error)
        raise raised[0]


def report(error: BaseException, where: Any = None) -> None:
    said = "Exception ignored in a callback" + (" of" if where is not None else "")
    if sys.unraisablehook is not sys.__unraisablehook__:
        sys.unraisablehook(cast(Any, _Unraisable(type(error), error, error.__traceback__, said, where)))
    elif sys.stderr is not None:
        # Python's own hook takes only an object of a type that no program can make.
        print(said if where is None else f"{said}: {where!r}", file=sys.stderr)
        traceback.print_exception(type(error), error, error.__traceback__)


class _Unraisable(NamedTuple):
    """The argument of sys.unraisablehook."""

    exc_type: Type[BaseException]
    exc_value: BaseException
    exc_traceback: Optional[TracebackType]
    err_msg: str
    object: Any


def identity(target: Any) -> Any:
    """Equal for the same function. Python creates a new bound method on each access."""
    if isinstance(target, types.MethodType):
        return id(target.__self__), id(target.__func__)
    return id(target)


class Callbacks:
    """The functions of an engine's observers, widgets and completions, and its C callbacks, by the numbers that the
    library has as user_data. An engine's box keeps this."""

    def __init__(self) -> None:
        self.targets: Dict[int, Any] = {}
        self.numbers = count(1)
        self.release = Release(self.forget)
        self.event = declarations.tally_event_callback(self._event)
        functions = [declarations.tally_widget_function(self._widget_function(name))
                     for name in ("show_dot", "show_number", "show_icon", "hide")]
        self.widget = declarations.tally_widget(ctypes.sizeof(declarations.tally_widget), 0, *functions)

    def add(self, target: Any) -> int:
        number = next(self.numbers)
        self.targets[number] = target
        return number

    def forget(self, number: int) -> None:
        self.targets.pop(number, None)

    def lend(self, target: Any, function: Callable[[int], T]) -> T:
        """Passes a target to the library, with `release`, which it calls when it does not need the target any more."""
        number = self.add(target)
        try:
            return function(number)
        except BaseException:  # Perhaps it came before the library had the target.
            self.forget(number)
            raise

    def _event(self, number: int, event: Any, text: Optional[bytes]) -> None:
        target = self.targets.get(number)
        try:
            if target is not None:
                target(_event(event.contents, text or b""))
        except BaseException as error:  # Everything: what is not caught here is lost.
            errors().append(error)

    def _widget_function(self, name: str) -> Callable[[int, bytes, Any, Optional[bytes]], None]:
        def draw(number: int, path: bytes, presentation: Any, text: Optional[bytes]) -> None:
            target = self.targets.get(number)
            try:
                if target is not None:
                    getattr(target, name)(path.decode(), _presentation(presentation.contents, b""), (text or b"").decode())
            except BaseException as error:
                errors().append(error)
        return draw


def clock_callback(clock: Callable[[], Tuple[int, int]]) -> Any:
    last = [0, 0]

    def tell(_: Any, wall: Any, elapsed: Any) -> None:
        try:
            last[0], last[1] = map(int, clock())
        except BaseException as error:
            report(error, clock)
        wall[0], elapsed[0] = last
    return declarations.tally_clock_callback(tell)


def log_callback(log: Callable[[LogLevel, str], Any]) -> Any:
    def tell(_: Any, level: int, text: bytes) -> None:
        try:
            log(LogLevel(level), text.decode("utf-8", "replace"))
        except BaseException as error:
            report(error, log)
    return declarations.tally_log_callback(tell)


def zone_callback(zone_file: Callable[[str], Optional[bytes]]) -> Any:
    def give(_: Any, name: bytes, room: int, capacity: int) -> int:
        try:
            content = zone_file(name.decode())
            if not content or len(content) > capacity:
                return 0
            ctypes.memmove(room, bytes(content), len(content))
            return len(content)
        except BaseException as error:
            report(error, zone_file)
            return 0
    return declarations.tally_zone_callback(give)
