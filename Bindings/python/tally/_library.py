"""Calls of the library: one way in and out for all of its functions.

What a function takes and gives is read from the names and types of its parameters, which the header keeps uniform:
texts, bytes and structures in; scalars, structures, texts, bytes and lists out. Buffers grow where the library says
that they are too small. A list takes, at its place, how many rows it may have at most (None: all that there are).
"""

from __future__ import annotations

import ctypes
from operator import index
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Tuple, cast

from . import _declarations as declarations
from ._handles import Box, Handle, answer, dropped, error, handle_box, raw, release_dropped
from ._inputs import CONVERTERS, data, handle_of, keys_of, structure, text
from ._records import RECORDS, maker
from .errors import ArgumentError, Status
from .types import Page

if TYPE_CHECKING:
    from ._calls import Calls

__all__ = ["Box", "Handle", "Registration", "Rows", "answer", "call", "data", "dropped", "error", "handle_box", "raw",
           "release_dropped", "structure", "text"]
TOO_SMALL = declarations.TALLY_ERROR_BUFFER_TOO_SMALL
#: The rows that one call writes at most.
MOST_ROWS = 10000
#: The rows that the first call writes of a list that is wanted whole: most lists are shorter.
FIRST_ROWS = 1000
#: How often a list is read that is to be of one moment.
ATTEMPTS = 10


class Registration:
    """A callback of the library, as user_data. It is registered when nothing else can go wrong before the library has
    it. From then on the library releases it, also if the call fails."""

    def enter(self) -> int:
        raise NotImplementedError


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
        make, texts, entries = maker(self.kind), memoryview(self.text), self.entries
        rows = [make(entries[row], texts) for row in range(self.cell.count)]
        following: Optional[bytes] = self.cell.next  # A copy: the library's text is in the buffer.
        return Page(rows, status == Status.MORE, following.decode() if following else None)


# Marks in a plan for the roles of parameters that go in; those of other roles have a converter.
_MARKS = {"list": "rows", "data": "data", "keys": "keys"}


def _input(role: str, name: str, kind: Any, type_: Any) -> Any:
    """A converter of an argument, or what it is."""
    if role == "handle":
        return handle_of(kind.rstrip("?"), kind.endswith("?"))
    return "user_data" if name == "user_data" else _MARKS.get(role) or CONVERTERS.get(type_)


class _Plan:
    """How a function is called: what each argument in becomes, and what comes out of which of the C arguments."""

    def __init__(self, types: List[Any], parts: List[Tuple[str, str, int, Any]]):
        def places(*roles: str) -> List[int]:
            return [place for role, _, place, _ in parts if role in roles]

        self.size = len(types)
        out = ("out", "made", "filled", "bytes", "buffer", "told")
        given = [part for part in parts if part[0] not in out]
        self.inputs = [(place, _input(role, name, kind, types[place])) for role, name, place, kind in given]
        self.outputs = [(place, types[place]._type_) for place in places("out", "made", "filled")]
        self.lists, self.owned, self.told = places("list"), places("bytes"), places("told")
        self.rows = next((kind for role, _, _, kind in parts if role == "list"), None)
        self.buffers: List[Tuple[int, Optional[int], bool]] = [
            (place, *kind) for role, _, place, kind in parts if role == "buffer"]
        self.gives = bool(self.outputs or self.lists or self.owned or self.buffers)
        self.grows = bool(self.lists or self.buffers)
        names = [name for _, name, _, _ in given]
        #: Where a list takes what continues it, among the arguments, and how many rows it may have.
        self.pages = (names.index("after"), names.index("rows")) if self.lists and "after" in names else None
        self.is_simple = not self.gives and not any(isinstance(convert, str) for _, convert in self.inputs)


def _simple(raw: Any, plan: _Plan) -> Callable[..., Any]:
    converters = [convert for _, convert in plan.inputs]

    def call(*arguments: Any) -> Status:
        if dropped:
            release_dropped()
        if len(arguments) != len(converters):
            raise TypeError(f"{len(converters)} arguments are needed, not {len(arguments)}")
        status: int = raw(*[convert(value) if convert else value for convert, value in zip(converters, arguments)])
        return answer(status) if status else Status.OK
    return call


def _general(function: Any, plan: _Plan) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        if dropped:
            release_dropped()
        if len(arguments) != len(plan.inputs):
            raise TypeError(f"{len(plan.inputs)} arguments are needed, not {len(arguments)}")
        values, cells, registrations = _prepared(plan, arguments)
        for position, registration in registrations:
            values[position] = registration.enter()
        try:
            status: int = function(*values)
            while status == TOO_SMALL and plan.grows:
                _grow(plan, values, cells)
                status = function(*values)
            return _results(plan, answer(status), values, cells) if plan.gives else answer(status)
        finally:
            for position in plan.owned:
                raw.tally_bytes_release(values[position])
    return call


def _prepared(plan: _Plan, arguments: Tuple[Any, ...]) -> Tuple[
        List[Any], Dict[int, Any], List[Tuple[int, Registration]]]:
    """The C arguments, the cells for what comes out, and what is to be registered last."""
    values: List[Any] = [None] * plan.size
    cells: Dict[int, Any] = {}
    registrations: List[Tuple[int, Registration]] = []
    for (position, convert), value in zip(plan.inputs, arguments):
        if convert == "data":
            content = data(value)
            values[position:position + 2] = content, len(content or b"")
        elif convert == "keys":
            values[position:position + 2] = keys_of(value)
        elif convert == "rows":
            cells[position] = Rows(plan.rows, value)
        elif convert == "user_data" and isinstance(value, Registration):
            registrations.append((position, value))
        else:
            values[position] = convert(value) if callable(convert) else value
    for position in plan.told:
        cells[position] = ctypes.c_size_t()
    for position in plan.owned:
        cells[position] = declarations.tally_bytes()
    for position, kind in plan.outputs:
        cell = cells[position] = kind()
        if hasattr(cell, "struct_size"):
            cell.struct_size = ctypes.sizeof(kind)
    for position, cell in cells.items():
        values[position] = ctypes.byref(cell.cell if isinstance(cell, Rows) else cell)
    for position, _, _ in plan.buffers:
        values[position:position + 2] = ctypes.create_string_buffer(512), 512
    return values, cells, registrations


def _in_pages(call: Callable[..., Any], places: Tuple[int, int]) -> Callable[..., Any]:
    """A list that continues, call by call, until it has as many rows as are wanted. A list with a revision is read again
    if its parts are of several moments. If that does not end, it has the revision of its first part."""
    after, room = places

    def once(given: List[Any], limit: Optional[int]) -> Tuple[bool, Any]:
        given[room] = FIRST_ROWS if limit is None else min(limit, MOST_ROWS)
        status, page, *others = call(*given)
        if limit is None and page.more:
            given[room] = MOST_ROWS
            status, page, *others = call(*given)
        is_of_one_moment = True
        while page.more and (limit is None or len(page) < limit):
            given[after] = page.next
            given[room] = MOST_ROWS if limit is None else min(limit - len(page), MOST_ROWS)
            status, rows, *further = call(*given)
            is_of_one_moment = is_of_one_moment and further == others
            page += rows
            page.more, page.next = rows.more, rows.next
        return is_of_one_moment, (status, page, *others)

    def whole(*arguments: Any) -> Any:
        is_of_one_moment, results = once(list(arguments), arguments[room])
        for _ in range(ATTEMPTS - 1):
            if is_of_one_moment:
                break
            is_of_one_moment, results = once(list(arguments), arguments[room])
        return results
    return whole


def _grow(plan: _Plan, values: List[Any], cells: Dict[int, Any]) -> None:
    """Makes room for the size that the call reported. If it reported none, doubles the room."""
    grown = False
    for position in plan.lists:
        cells[position].grow()
        grown = True
    for position, size, _ in plan.buffers:
        needed = cells[size].value + 1 if size is not None else 0
        if needed > values[position + 1]:
            values[position:position + 2] = ctypes.create_string_buffer(needed), needed
            grown = True
    if not grown:
        for position, _, _ in plan.buffers:
            size = 2 * values[position + 1]
            values[position:position + 2] = ctypes.create_string_buffer(size), size


def _results(plan: _Plan, status: Status, values: List[Any], cells: Dict[int, Any]) -> Tuple[Any, ...]:
    """The status, texts, lists, bytes, then the rest in the order of the header."""
    results: List[Any] = [status]
    for position, told, is_bytes in plan.buffers:
        content = ctypes.string_at(values[position], cells[cast(int, told)].value)
        results.append(content if is_bytes else content.decode("utf-8"))
    results += [cells[position].page(status) for position in plan.lists]
    results += [ctypes.string_at(cells[position].data, cells[position].size) for position in plan.owned]
    for position, kind in plan.outputs:
        cell = cells[position]
        if kind in RECORDS:
            results.append(maker(kind)(cell, b""))
        else:
            results.append(cell if isinstance(cell, ctypes.Structure) else cell.value)
    return tuple(results)


class _Functions:
    """The functions of the header, by their names without `tally_`."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if f"tally_{name}" not in declarations.FUNCTIONS:
            raise AttributeError(name)
        _, types, parts = declarations.FUNCTIONS[f"tally_{name}"]
        plan, function = _Plan(types, parts), getattr(raw, f"tally_{name}")
        call = _simple(function, plan) if plan.is_simple else _general(function, plan)
        call = _in_pages(call, plan.pages) if plan.pages else call
        call.__name__ = name
        setattr(self, name, call)
        return call


def _declare() -> None:
    for name, (result, types, _) in declarations.FUNCTIONS.items():
        function = getattr(raw, name)
        function.restype, function.argtypes = result, types


_declare()

call = cast("Calls", _Functions())
