"""Values that Python has types for, as the library takes them; and lists that come in pages."""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING, Callable, Iterator, Optional, TypeVar, Union

if TYPE_CHECKING:
    from .types import Page

T = TypeVar("T")
Path = Union[str, "os.PathLike[str]"]
#: What a function of the library takes as a text, and as bytes.
Text = Union[str, bytes, "os.PathLike[str]", None]
Data = Union[str, bytes, bytearray, memoryview, None]
Time = Union[int, datetime.datetime, None]
#: When something ends: a timedelta counts from now, on the system's clock.
Until = Union[Time, datetime.timedelta]
#: Milliseconds, or a timedelta.
Interval = Union[int, datetime.timedelta]
Duration = Union[Interval, None]
Day = Union[int, datetime.date, None]
#: Seconds since midnight, or a time.
TimeOfDay = Union[int, datetime.time, None]
#: A page, a push or a file, as bytes or as text.
Content = Union[bytes, str]

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def milliseconds(value: Until) -> int:
    """A point in time: milliseconds since 1970, a datetime (one without a zone is local time), a timedelta from now, or
    None for 0."""
    if isinstance(value, datetime.timedelta):
        value = datetime.datetime.now(datetime.timezone.utc) + value
    if isinstance(value, datetime.datetime):
        return (value.astimezone(datetime.timezone.utc) - _EPOCH) // datetime.timedelta(milliseconds=1)
    return value or 0


def exactly(value: Interval) -> int:
    """Milliseconds. A timedelta that is positive is at least one of them."""
    return -(-value // datetime.timedelta(milliseconds=1)) if isinstance(value, datetime.timedelta) else value


def duration(value: Duration) -> Optional[int]:
    """The same of what may be missing."""
    return None if value is None else exactly(value)


def day(value: Day) -> Optional[int]:
    """A day: a number like 20260131, or a date."""
    if isinstance(value, datetime.date):
        return value.year * 10000 + value.month * 100 + value.day
    return value


def seconds_of_day(value: TimeOfDay) -> Optional[int]:
    """A time of the day: seconds since midnight, or a time."""
    if isinstance(value, datetime.time):
        return value.hour * 3600 + value.minute * 60 + value.second
    return value


def pages(page: Callable[[Optional[str], int], Page[T]], limit: int = 1000) -> Iterator[T]:
    """All rows, page after page. page: a function of the `next` of the page before, and a limit."""
    rows = page(None, limit)
    yield from rows
    while rows.more:
        rows = page(rows.next, limit)
        yield from rows
