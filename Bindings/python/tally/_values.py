"""Values that Python has types for, as the library takes them; and lists that come in pages."""

from __future__ import annotations

import datetime
from typing import Any, Callable, Iterator, Union

Time = Union[int, datetime.datetime, None]
Day = Union[int, datetime.date, None]

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def milliseconds(value: Time) -> int:
    """A point in time: milliseconds since 1970, a datetime (one without a zone is local time), or None for 0."""
    if isinstance(value, datetime.datetime):
        return (value.astimezone(datetime.timezone.utc) - _EPOCH) // datetime.timedelta(milliseconds=1)
    return value or 0


def day(value: Day) -> Any:
    """A day: a number like 20260131, or a date."""
    if isinstance(value, datetime.date):
        return value.year * 10000 + value.month * 100 + value.day
    return value


def pages(page: Callable, after: Any, key: Callable, limit: int = 1000) -> Iterator:
    """All entries, page after page."""
    while True:
        entries = page(after=after, limit=limit)
        yield from entries
        if not entries.more:
            return
        after = key(entries[-1])
