"""The library, its errors, and handles that anybody may drop."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Deque, Optional, Tuple, Type

from .errors import ClosedError, Status, TallyError, error_class

if TYPE_CHECKING:
    from typing_extensions import Self


def _load() -> ctypes.CDLL:
    chosen = os.environ.get("TALLY_LIBRARY")
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtally.so.0")
    try:
        # A wheel may contain the library.
        return ctypes.CDLL(chosen or (beside if os.path.exists(beside) else "libtally.so.0"))
    except OSError as error:
        where = f"TALLY_LIBRARY says {chosen}" if chosen else "the loader looked for libtally.so.0"
        raise ImportError(f"the library of Tally cannot be loaded ({where}): {error}. Install it (make install, or the "
                          "package libtally0), or let the environment variable TALLY_LIBRARY name its file.") from None


#: The functions of the header as ctypes has them, for what this package has no word for.
raw = _load()


# --- Errors --------------------------------------------------------------------------------------------------------

def error(status: int) -> TallyError:
    """The error for a status, with what the last call on this thread had to say."""
    buffer, length = ctypes.create_string_buffer(1024), ctypes.c_size_t()
    raw.tally_error_message(buffer, 1024, ctypes.byref(length))
    message = buffer.value.decode("utf-8", "replace")
    if message.endswith(" NULL"):
        message = message[:-len("NULL")] + "None"
    return error_class(status)(status, message)


def answer(status: int) -> Status:
    if status < 0:
        raise error(status)
    return Status(status) if status else Status.OK


# --- Handles -------------------------------------------------------------------------------------------------------
# A handle is released with the last reference to its box. A call in progress has a reference, so no other thread can
# release the handle during the call. Garbage may be collected anywhere, even in a callback that must not call the
# library. So collected handles are queued in `dropped`, and the next call from outside releases them.

Release = Callable[[Any], Any]
dropped: Deque[Tuple[int, Release, Any]] = deque()


class Box:
    """Owns a handle of the library. `keep` lives as long as the handle does."""

    __slots__ = ("__weakref__", "_as_parameter_", "keep", "release")

    def __init__(self, handle: int, release: Release, keep: Any = None):
        self._as_parameter_: Optional[int] = handle
        self.release, self.keep = release, keep

    def __del__(self, dropped: Deque[Tuple[int, Release, Any]] = dropped) -> None:
        if self._as_parameter_ is not None:
            dropped.append((self._as_parameter_, self.release, self.keep))


def release_dropped() -> None:
    while True:
        try:
            handle, release, keep = dropped.popleft()
        except IndexError:
            return
        if release(handle) == Status.ERROR_THREAD:  # An engine cannot be closed inside a callback.
            dropped.append((handle, release, keep))
            return


class Handle:
    """An object with a handle of the library. It can be closed, more than once."""

    _box: Box | None = None
    _kind: str | None = None  # The header's name of it: "account".

    def __init_subclass__(cls) -> None:
        cls._kind = cls._kind or cls.__name__.lower()

    def close(self) -> None:
        """Releases the handle. Later calls raise ClosedError; closing again does nothing."""
        self._box = None
        release_dropped()

    @property
    def closed(self) -> bool:
        """Whether the handle was released."""
        return self._box is None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], problem: Optional[BaseException],
                 trace: Optional[TracebackType], /) -> None:
        self.close()


def handle_box(value: Handle) -> Box:
    box = value._box
    if box is None:
        raise ClosedError(Status.ERROR_CLOSED, f"this {type(value).__name__} was closed")
    return box
