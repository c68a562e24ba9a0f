"""The statuses of the library, and an error for each that is one."""
# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.
# flake8: noqa
from __future__ import annotations

import builtins
from typing import Dict, Type

from ._error import TallyError
from ._generated import Status

__all__ = ["Status", "TallyError", "ArgumentError", "NoMemoryError", "PathError", "RangeError", "LimitError",
    "NotFoundError", "ExistsError", "ConflictError", "BufferTooSmallError", "StaleHandleError", "ClosedError",
    "ForkedError", "ThreadError", "UnsupportedError", "InternalError", "NotAppliedError", "MalformedError",
    "FullError", "LockedError", "CorruptError", "NotAStoreError", "NewerError", "ReadOnlyError", "StaleEpochError",
    "URLError", "NetworkError", "TLSError", "ProtocolError", "TooLargeError", "ServerError", "UnauthorizedError",
    "RateLimitedError", "LoggedOutError", "CancelledError",
]

class ArgumentError(TallyError, ValueError):
    """None, an unknown flag or a value without a meaning."""

class NoMemoryError(TallyError, MemoryError):
    """There was not enough memory."""

class PathError(TallyError, ValueError):
    """An invalid path, or one that is too deep or too long."""

class RangeError(TallyError, ValueError):
    """A number is out of its range."""

class LimitError(TallyError):
    """A limit set when opening would be exceeded."""

class NotFoundError(TallyError, LookupError):
    """There is no such account, feed, message or reminder."""

class ExistsError(TallyError):
    """It exists already."""

class ConflictError(TallyError):
    """It contradicts what is stored."""

class BufferTooSmallError(TallyError):
    """The caller's buffer is too small; the call reports the size needed."""

class StaleHandleError(TallyError):
    """The node was released, or belongs to another account."""

class ClosedError(TallyError):
    """The engine, or the handle's parent, was closed."""

class ForkedError(TallyError):
    """The engine belongs to the parent process."""

class ThreadError(TallyError):
    """Not allowed on this thread, or inside a callback."""

class UnsupportedError(TallyError, NotImplementedError):
    """Not available in this build or mode."""

class InternalError(TallyError):
    """A defect of the library; please report it."""

class NotAppliedError(TallyError):
    """This operation was valid, but another one failed the batch."""

class MalformedError(TallyError, ValueError):
    """Not a valid snapshot, patch, export or mapping."""

class IOError(TallyError, OSError):
    """The file could not be read or written."""

class FullError(TallyError, OSError):
    """The disk, or the database's size limit, is full."""

class LockedError(TallyError, OSError):
    """Another process has the file open."""

class CorruptError(TallyError, OSError):
    """The file is damaged. It was not changed."""

class NotAStoreError(TallyError):
    """Not a file of this library. It was not changed."""

class NewerError(TallyError):
    """Written by a newer version. It was not changed."""

class ReadOnlyError(TallyError, OSError):
    """The file or its directory is read-only."""

class PermissionError(TallyError, builtins.PermissionError):
    """The system does not permit access."""

class StaleEpochError(TallyError):
    """The batch comes from a former owner of its source."""

class URLError(TallyError, ValueError):
    """An invalid URL, or an unsupported scheme."""

class NetworkError(TallyError, builtins.ConnectionError):
    """The server could not be reached, or the connection broke."""

class TimeoutError(TallyError, builtins.TimeoutError):
    """A deadline passed."""

class TLSError(TallyError, OSError):
    """The server's certificate or the handshake was rejected."""

class ProtocolError(TallyError):
    """The response is not of the expected form; all of it was rejected."""

class TooLargeError(TallyError):
    """The response exceeds the limit; all of it was rejected."""

class ServerError(TallyError):
    """The server responded with an error."""

class UnauthorizedError(TallyError):
    """The server rejected the credential, or the request waits for one."""

class RateLimitedError(TallyError):
    """The server asks the client to wait."""

class LoggedOutError(TallyError):
    """The account is not logged in."""

class CancelledError(TallyError):
    """The request was cancelled, or its feed was removed."""


_CLASSES: Dict[int, Type[TallyError]] = { Status.ERROR_ARGUMENT: ArgumentError, Status.ERROR_NO_MEMORY: NoMemoryError,
    Status.ERROR_PATH: PathError, Status.ERROR_RANGE: RangeError, Status.ERROR_LIMIT: LimitError,
    Status.ERROR_NOT_FOUND: NotFoundError, Status.ERROR_EXISTS: ExistsError, Status.ERROR_CONFLICT: ConflictError,
    Status.ERROR_BUFFER_TOO_SMALL: BufferTooSmallError, Status.ERROR_STALE_HANDLE: StaleHandleError,
    Status.ERROR_CLOSED: ClosedError, Status.ERROR_FORKED: ForkedError, Status.ERROR_THREAD: ThreadError,
    Status.ERROR_UNSUPPORTED: UnsupportedError, Status.ERROR_INTERNAL: InternalError,
    Status.ERROR_NOT_APPLIED: NotAppliedError, Status.ERROR_MALFORMED: MalformedError, Status.ERROR_IO: IOError,
    Status.ERROR_FULL: FullError, Status.ERROR_LOCKED: LockedError, Status.ERROR_CORRUPT: CorruptError,
    Status.ERROR_NOT_A_STORE: NotAStoreError, Status.ERROR_NEWER: NewerError, Status.ERROR_READ_ONLY: ReadOnlyError,
    Status.ERROR_PERMISSION: PermissionError, Status.ERROR_STALE_EPOCH: StaleEpochError, Status.ERROR_URL: URLError,
    Status.ERROR_NETWORK: NetworkError, Status.ERROR_TIMEOUT: TimeoutError, Status.ERROR_TLS: TLSError,
    Status.ERROR_PROTOCOL: ProtocolError, Status.ERROR_TOO_LARGE: TooLargeError, Status.ERROR_SERVER: ServerError,
    Status.ERROR_UNAUTHORIZED: UnauthorizedError, Status.ERROR_RATE_LIMITED: RateLimitedError,
    Status.ERROR_LOGGED_OUT: LoggedOutError, Status.ERROR_CANCELLED: CancelledError,
}


def error_class(status: int) -> Type[TallyError]:
    return _CLASSES.get(status, TallyError)
