"""Calls of the library: buffers that grow, where the library says that they are too small, and lists in parts.

`_calls` has a function for each one of the header."""

from __future__ import annotations

import ctypes
from operator import index
from typing import Any, Callable, Optional, Tuple, TypeVar, cast

from . import _declarations as declarations
from ._handles import Box, Handle, answer, dropped, error, handle_box, raw, release_dropped
from ._inputs import structure, text
from ._records import MAKERS
from .errors import ArgumentError, Status
from .types import Page

__all__ = ["Box", "Handle", "Rows", "answer", "dropped", "error", "filled", "handle_box", "in_pages", "listed", "owned",
           "raw", "record_of", "release_dropped", "structure", "text", "written"]
TOO_SMALL = declarations.TALLY_ERROR_BUFFER_TOO_SMALL
#: The rows that one call writes at most.
MOST_ROWS = 10000
#: The rows that the first call writes of a list that is wanted whole: most lists are shorter.
FIRST_ROWS = 1000
#: How often a list is read that is to be of one moment.
ATTEMPTS = 10
P = TypeVar("P", bound=Tuple[Any, ...])

for _name, (_result, _types) in declarations.FUNCTIONS.items():
    _function = getattr(raw, _name)
    _function.restype, _function.argtypes = _result, _types


class Rows:
    """A list's buffers. limit: how many rows the call may write; None: those that belong together, however many."""

    def __init__(self, kind: Any, limit: Optional[int], first: int = 64):
        if limit is not None and index(limit) < 1:
            raise ArgumentError(Status.ERROR_ARGUMENT, "a list has room for one row or more")
        self.kind = kind
        self.cell = declarations.tally_rows(ctypes.sizeof(declarations.tally_rows), ctypes.sizeof(kind))
        rows = first if limit is None else min(limit, MOST_ROWS)
        self.make_room(rows, 64 * rows)

    def make_room(self, rows: int, size: int) -> None:
        self.entries, self.text = (self.kind * rows)(), ctypes.create_string_buffer(size)
        self.cell.entries, self.cell.capacity = ctypes.addressof(self.entries), rows
        self.cell.text, self.cell.text_capacity = ctypes.addressof(self.text), size

    def grow(self) -> None:
        """After BUFFER_TOO_SMALL the cell says how much the call needs. If it says nothing, the room is doubled."""
        cell = self.cell
        times = 1 if cell.count > cell.capacity or cell.text_size > cell.text_capacity else 2
        self.make_room(max(times * cell.capacity, cell.count), max(times * cell.text_capacity, cell.text_size))

    def page(self, status: int) -> Page[Any]:
        make, texts, entries = MAKERS[self.kind], memoryview(self.text), self.entries
        rows = [make(entries[row], texts) for row in range(self.cell.count)]
        following: Optional[bytes] = self.cell.next  # A copy: the library's text is in the buffer.
        return Page(rows, status == Status.MORE, following.decode() if following else None)


def listed(kind: Any, limit: Optional[int], call: Callable[[Any], int]) -> Tuple[Status, Page[Any]]:
    """The rows that a call writes, into memory that grows until they fit."""
    rows = Rows(kind, limit)
    status = call(ctypes.byref(rows.cell))
    while status == TOO_SMALL:
        rows.grow()
        status = call(ctypes.byref(rows.cell))
    return answer(status), rows.page(status)


def in_pages(part: Callable[[Any, int], P], after: Any, limit: Optional[int]) -> P:
    """A list that continues, call by call, until it has as many rows as are wanted. A list with a revision is read again
    if its parts are of several moments. If that does not end, it has the revision of its first part."""
    def once() -> Tuple[bool, P]:
        status, page, *others = part(after, FIRST_ROWS if limit is None else min(limit, MOST_ROWS))
        if limit is None and page.more:
            status, page, *others = part(after, MOST_ROWS)
        is_of_one_moment = True
        while page.more and (limit is None or len(page) < limit):
            status, rows, *further = part(page.next, MOST_ROWS if limit is None else min(limit - len(page), MOST_ROWS))
            is_of_one_moment = is_of_one_moment and further == others
            page += rows
            page.more, page.next = rows.more, rows.next
        return is_of_one_moment, cast(P, (status, page, *others))

    attempts, (is_of_one_moment, results) = 1, once()
    while not is_of_one_moment and attempts < ATTEMPTS:
        attempts, (is_of_one_moment, results) = attempts + 1, once()
    return results


def written(call: Callable[[Any, int, Any], int]) -> Tuple[Status, str]:
    """The text that a call writes."""
    capacity, length = 512, ctypes.c_size_t()
    while True:
        buffer = ctypes.create_string_buffer(capacity)
        status = call(buffer, capacity, ctypes.byref(length))
        if status != TOO_SMALL:
            return answer(status), ctypes.string_at(buffer, length.value).decode()
        capacity = max(2 * capacity, length.value + 1)


def owned(call: Callable[[Any], int]) -> Tuple[Status, bytes]:
    """Bytes that the library has allocated."""
    given = declarations.tally_bytes()
    try:
        return answer(call(ctypes.byref(given))), ctypes.string_at(given.data, given.size)
    finally:
        raw.tally_bytes_release(ctypes.byref(given))


def filled(kind: Any) -> Any:
    """A structure that a call fills."""
    made = kind()
    if hasattr(made, "struct_size"):
        made.struct_size = ctypes.sizeof(kind)
    return made


def record_of(cell: Any) -> Any:
    return MAKERS[type(cell)](cell, b"")
