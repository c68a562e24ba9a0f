"""Callbacks: what the library calls, and keeping it alive exactly as long as that may happen.

Nothing may be thrown through the library. What a callback raises inside next_event, dispatch or step is raised from
there; what one raises on another thread is reported as Python reports errors that nobody can catch.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import types
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Type, Union, cast

from . import _declarations as declarations
from ._inputs import Registration
from ._records import MAKERS
from .types import Event, LogLevel

if TYPE_CHECKING:
    import logging

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
    said = "Exception ignored in a callback of"
    sys.unraisablehook(cast(Any, _Unraisable(type(error), error, error.__traceback__, said, where)))


class _Unraisable(NamedTuple):
    """The argument of sys.unraisablehook."""

    exc_type: Type[BaseException]
    exc_value: BaseException
    exc_traceback: Optional[TracebackType]
    err_msg: str
    object: Any


def _identity(target: Any) -> Any:
    """Equal for the same function. Python creates a new bound method on each access."""
    if isinstance(target, types.MethodType):
        return id(target.__self__), id(target.__func__)
    return id(target)


class Once(Registration):
    """A function that the library calls by a number of its own: a completion, or a C callback."""

    def __init__(self, callbacks: "Callbacks", target: Any):
        self.callbacks, self.target = callbacks, target

    def enter(self) -> int:
        return self.callbacks.add(self.target)


class Shared(Registration):
    """A function of a scope's, which has one number there."""

    number = 0

    def __init__(self, callbacks: "Callbacks", numbers: Dict[Any, int], target: Any):
        self.callbacks, self.numbers, self.target = callbacks, numbers, target

    def enter(self) -> int:
        self.number = self.callbacks.share(self.numbers, self.target)
        return self.number


class Callbacks:
    """The functions of an engine's observers, widgets and completions, by the numbers that the library has as
    user_data, until it says that it will never call them again. An engine's box keeps this.

    The library tells observers apart by their user_data. So a scope gives each function one number, which lasts while
    an observer or widget there calls it. `uses` counts these; `known` is where the scope keeps the number."""

    def __init__(self) -> None:
        self.targets: Dict[int, Any] = {}
        self.uses: Dict[int, int] = {}
        self.known: Dict[int, Tuple[Dict[Any, int], Any]] = {}
        self.renew_lock()
        self.numbers = count(1)
        self.release = Release(self._release)
        self.event = declarations.tally_event_callback(self._event)
        functions = [declarations.tally_widget_function(self._widget_function(name))
                     for name in ("show_dot", "show_number", "show_icon", "hide")]
        self.widget = declarations.tally_widget(ctypes.sizeof(declarations.tally_widget), 0, *functions)

    def renew_lock(self) -> None:
        """Collecting garbage may lead back here while it is held."""
        self.lock = threading.RLock()

    def add(self, target: Any) -> int:
        number = next(self.numbers)
        self.targets[number] = target
        self.uses[number] = 1
        return number

    def share(self, numbers: Dict[Any, int], target: Any) -> int:
        """The number that a scope has for a function, used once more."""
        key = _identity(target)
        with self.lock:
            if key in numbers:
                self.uses[numbers[key]] += 1
                return numbers[key]
            number = numbers[key] = self.add(target)
            self.known[number] = numbers, key
            return number

    def _release(self, number: int) -> None:
        with self.lock:
            self.uses[number] -= 1
            if self.uses[number]:
                return
            del self.uses[number]
            if number in self.known:
                numbers, key = self.known.pop(number)
                del numbers[key]
            target = self.targets.pop(number)
        del target  # Outside of the lock: what goes with it may run code.

    def end_second(self, tokens: Dict[int, int], token: int, number: int) -> None:
        """Gives a use back where the library took what was registered for one that it had."""
        with self.lock:
            is_known = token in tokens
            tokens[token] = tokens.get(token, 0) + 1
        if is_known:
            self._release(number)

    def end_one(self, tokens: Dict[int, int], token: int) -> None:
        """Counts a removal."""
        with self.lock:
            left = tokens.pop(token, 1) - 1
            if left > 0:
                tokens[token] = left

    def _event(self, number: int, event: Any, text: Optional[bytes]) -> None:
        try:
            self.targets[number](_event(event.contents, text or b""))
        except BaseException as error:  # Everything: what is not caught here is lost.
            errors().append(error)

    def _widget_function(self, name: str) -> Callable[[int, bytes, Any, Optional[bytes]], None]:
        def draw(number: int, path: bytes, presentation: Any, text: Optional[bytes]) -> None:
            try:
                getattr(self.targets[number], name)(path.decode(), _presentation(presentation.contents, b""),
                                                    (text or b"").decode())
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
