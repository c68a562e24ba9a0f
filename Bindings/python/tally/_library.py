"""Calls of the library: finding it, one way in and out for all of its functions, and handles that anybody may drop.

What a function takes and gives is read from the names and types of its parameters, which the header keeps uniform:
texts, bytes and structures in; scalars, structures, texts, bytes and lists out. Buffers grow until the answer fits.
"""

from __future__ import annotations

import ctypes
import os
from collections import deque
from operator import index
from typing import Any, Callable

from . import _declarations as declarations
from ._records import RECORDS, maker
from .errors import ArgumentError, ClosedError, Status, error_class

TOO_SMALL = declarations.TALLY_ERROR_BUFFER_TOO_SMALL


def _load() -> ctypes.CDLL:
    chosen = os.environ.get("TALLY_LIBRARY")
    try:
        return ctypes.CDLL(chosen or "libtally.so.0")
    except OSError as error:
        where = f"TALLY_LIBRARY says {chosen}" if chosen else "the loader looked for libtally.so.0"
        raise ImportError(f"the library of Tally cannot be loaded ({where}): {error}. Install it (make install, or the "
                          "package libtally0), or let the environment variable TALLY_LIBRARY name its file.") from None


_dll = _load()


# --- Errors --------------------------------------------------------------------------------------------------------

def error(status: int) -> Exception:
    """The error for a status, with what the last call on this thread had to say."""
    buffer, length = ctypes.create_string_buffer(1024), ctypes.c_size_t()
    _dll.tally_error_message(buffer, 1024, ctypes.byref(length))
    return error_class(status)(status, buffer.value.decode("utf-8", "replace"))


def answer(status: int) -> Status:
    if status < 0:
        raise error(status)
    return Status(status)


# --- Handles -------------------------------------------------------------------------------------------------------
# A handle is released when the last reference to its box goes: also a call that is under way has one, so no thread can
# take a handle away from another. Collecting garbage may happen anywhere, even in a callback that must not call the
# library; so what was collected is put down here, and released by the next call from outside.

_dropped: deque = deque()


class Box:
    """Owns a handle of the library's. `keep` lives as long as the handle does."""

    __slots__ = ("_as_parameter_", "release", "keep", "__weakref__")

    def __init__(self, handle: int, release: Callable, keep: Any = None):
        self._as_parameter_, self.release, self.keep = handle, release, keep

    def __del__(self, dropped=_dropped):
        if self._as_parameter_ is not None:
            dropped.append((self._as_parameter_, self.release, self.keep))


def release_dropped() -> None:
    while True:
        try:
            handle, release, keep = _dropped.popleft()
        except IndexError:
            return
        if release(handle) == Status.ERROR_THREAD:  # An engine cannot be closed inside a callback.
            _dropped.append((handle, release, keep))
            return


class Handle:
    """What has a handle of the library's, and can be closed, more than once."""

    _box: Box | None = None
    _kind: str | None = None  # What the header calls it: "account".

    def __init_subclass__(cls):
        cls._kind = cls._kind or cls.__name__.lower()

    def close(self) -> None:
        """Gives the handle back. What is called afterwards raises ClosedError; closing again does nothing."""
        self._box = None
        release_dropped()

    @property
    def closed(self) -> bool:
        return self._box is None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _handle(value):
    box = value._box
    if box is None:
        raise ClosedError(Status.ERROR_CLOSED, f"this {type(value).__name__} was closed")
    return box


def _handle_of(kind):
    """What takes the handle of one kind of object only: the library cannot tell them apart."""
    def convert(value):
        if getattr(value, "_kind", None) != kind:
            raise TypeError(f"{kind.capitalize()} needed, not {type(value).__name__}")
        return _handle(value)
    return convert


# --- What goes in --------------------------------------------------------------------------------------------------

def text(value):
    """A text as the library takes it: UTF-8, which must not have a NUL in it."""
    if value is None:
        return None
    encoded = value.encode("utf-8") if isinstance(value, str) else os.fsencode(value)
    if b"\0" in encoded:
        raise ArgumentError(Status.ERROR_ARGUMENT, "a text has a NUL character in it")
    return encoded


def data(value) -> bytes:
    return value.encode("utf-8") if isinstance(value, str) else bytes(value)


def _integer(low, high):
    def check(value):
        number = index(value)
        if not low <= number <= high:
            raise OverflowError(f"{number} is not from {low} to {high}")
        return number
    return check


_CONVERTERS = {
    ctypes.c_char_p: text,
    ctypes.c_int32: _integer(-2**31, 2**31 - 1),
    ctypes.c_uint32: _integer(0, 2**32 - 1),
    ctypes.c_int64: _integer(-2**63, 2**63 - 1),
    ctypes.c_uint64: _integer(0, 2**64 - 1),
    ctypes.c_size_t: _integer(0, 2**64 - 1),
    ctypes.c_float: float,
}


def structure(kind, /, **members):
    """A structure for options; what is None is left out."""
    types = dict(kind._fields_)
    made = kind()
    if "struct_size" in types:
        made.struct_size = ctypes.sizeof(kind)
    for name, value in members.items():
        if value is not None:
            convert = _CONVERTERS.get(types[name])
            setattr(made, name, convert(value) if convert else value)
    return made


def _keys(values):
    values = list(map(_CONVERTERS[ctypes.c_uint64], values))
    return (ctypes.c_uint64 * len(values))(*values), len(values)


# --- Functions -----------------------------------------------------------------------------------------------------

class _Plan:
    """How a function is called: what each argument in becomes, and what comes out of which of the C arguments."""

    def __init__(self, function, types, names):
        self.size, self.inputs, self.outputs, self.lists, self.buffers = len(types), [], [], [], []
        lengths = {name: position for position, name in enumerate(names)}
        used, position = set(), 0
        while position < len(types):
            kind, name = types[position], names[position]
            following = names[position + 1] if position + 1 < len(names) else ""
            target = getattr(kind, "_type_", None)
            if following.endswith("capacity"):
                if kind is ctypes.c_void_p:
                    told = next((lengths[n] for n in ("out_length", "out_size", f"out_{name}_size",
                                                      f"out_{name}_length") if n in lengths), None)
                    self.buffers.append((position, told, following == "capacity" and "out_size" in lengths))
                else:
                    told = lengths["out_count"]
                    self.lists.append((position, told, target))
                used.add(told)
                position += 2
                continue
            if name.startswith("out_"):
                self.outputs.append((position, target))
            elif kind is ctypes.c_void_p and following.endswith("size"):
                self.inputs.append((position, "data"))
                position += 1
            elif name == "keys":
                self.inputs.append((position, "keys"))
                position += 1
            elif kind is ctypes.c_void_p and name != "user_data":
                if name in ("from", "to"):
                    name = "snapshot" if function.startswith("tally_snapshot") else "account"
                self.inputs.append((position, _handle_of(name)))
            else:
                self.inputs.append((position, _CONVERTERS.get(kind)))
            position += 1
        self.outputs = [output for output in self.outputs if output[0] not in used]
        self.told = sorted(used - {None})
        # Records whose texts are in the buffer take it; it is not given besides.
        kinds = [kind for _, _, kind in self.lists] + [kind for _, kind in self.outputs]
        self.text_is_taken = any(RECORDS[kind].has_texts for kind in kinds if kind in RECORDS)

        self.gives = bool(self.outputs or self.lists or self.buffers)
        self.is_simple = not self.gives and not any(isinstance(convert, str) for _, convert in self.inputs)


def _simple(raw, plan):
    converters = [convert for _, convert in plan.inputs]
    dropped = _dropped

    def call(*arguments):
        if dropped:
            release_dropped()
        if len(arguments) != len(converters):
            raise TypeError(f"{len(converters)} arguments are needed, not {len(arguments)}")
        status = raw(*[convert(value) if convert else value for convert, value in zip(converters, arguments)])
        return answer(status) if status else Status.OK
    return call


def _general(raw, plan):
    def call(*arguments):
        if _dropped:
            release_dropped()
        if len(arguments) != len(plan.inputs):
            raise TypeError(f"{len(plan.inputs)} arguments are needed, not {len(arguments)}")
        values, cells = [None] * plan.size, {}
        for (position, convert), value in zip(plan.inputs, arguments):
            if convert == "data":
                value = data(value) if value is not None else None
                values[position:position + 2] = value, len(value or b"")
            elif convert == "keys":
                values[position:position + 2] = _keys(value)
            else:
                values[position] = convert(value) if convert else value
        for position in plan.told:
            cells[position] = ctypes.c_size_t()
        for position, kind in plan.outputs:
            cell = cells[position] = kind()
            if hasattr(cell, "struct_size"):
                cell.struct_size = ctypes.sizeof(kind)
        for position, cell in cells.items():
            values[position] = ctypes.byref(cell)
        for position, _, kind in plan.lists:
            values[position:position + 2] = (kind * 16)(), 16
        for position, _, _ in plan.buffers:
            values[position:position + 2] = ctypes.create_string_buffer(512), 512
        status = raw(*values)
        while status == TOO_SMALL:
            _grow(plan, values, cells)
            status = raw(*values)
        return _results(plan, answer(status), values, cells) if plan.gives else answer(status)
    return call


def _grow(plan, values, cells):
    """Makes room for what is needed, as far as it was told; else twice as much."""
    grown = False
    for position, told, kind in plan.lists:
        if cells[told].value > values[position + 1]:
            values[position:position + 2] = (kind * cells[told].value)(), cells[told].value
            grown = True
    for position, told, _ in plan.buffers:
        needed = cells[told].value + 1 if told is not None else 0
        if needed > values[position + 1]:
            values[position:position + 2] = ctypes.create_string_buffer(needed), needed
            grown = True
    if not grown:
        for position, _, kind in plan.lists:
            values[position:position + 2] = (kind * (2 * values[position + 1]))(), 2 * values[position + 1]
        for position, _, _ in plan.buffers:
            size = 2 * values[position + 1]
            values[position:position + 2] = ctypes.create_string_buffer(size), size

def _results(plan, status, values, cells):
    """The status, texts or bytes, lists, then the rest in the order of the header."""
    results, texts = [status], memoryview(b"")
    for position, told, is_bytes in plan.buffers:
        buffer = values[position]
        if plan.text_is_taken:
            texts = memoryview(buffer)
        else:
            content = ctypes.string_at(buffer, cells[told].value)
            results.append(content if is_bytes else content.decode("utf-8"))
    for position, told, kind in plan.lists:
        make = maker(kind)
        entries = values[position]
        results.append([make(entries[row], texts) for row in range(cells[told].value)])
    for position, kind in plan.outputs:
        cell = cells[position]
        if kind in RECORDS:
            results.append(maker(kind)(cell, texts))
        else:
            results.append(cell if isinstance(cell, ctypes.Structure) else cell.value)
    return results


class _Functions:
    """The functions of the header, by their names without `tally_`."""

    def __getattr__(self, name: str):
        if f"tally_{name}" not in declarations.FUNCTIONS:
            raise AttributeError(name)
        _, types, names = declarations.FUNCTIONS[f"tally_{name}"]
        plan, raw = _Plan(f"tally_{name}", types, names.split()), getattr(_dll, f"tally_{name}")
        call = _simple(raw, plan) if plan.is_simple else _general(raw, plan)
        call.__name__ = name
        setattr(self, name, call)
        return call


def _declare():
    for name, (result, types, _) in declarations.FUNCTIONS.items():
        function = getattr(_dll, name)
        function.restype, function.argtypes = result, types


_declare()

#: The functions of the header as ctypes has them, for what this package has no word for.
raw = _dll
call = _Functions()
