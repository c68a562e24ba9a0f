"""Operations in the memory of the library, for batches and items."""

from __future__ import annotations

import ctypes
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

from . import _declarations as declarations
from ._inputs import CONVERTERS
from ._records import MAKERS
from ._values import Until, milliseconds
from .errors import ArgumentError, Status
from .types import OperationResult

if TYPE_CHECKING:
    from typing_extensions import Self

    from .account import Node

Where = Union[str, "Node"]

# Columns are filled with slices of words, which takes a hundredth of what filling structures by their members does.
_WORDS = ctypes.sizeof(declarations.tally_operation) // 8
_NODE, _VALUE, _UNTIL, _PATH = (
    getattr(declarations.tally_operation, name).offset // 8 for name in ("node", "value", "until", "path"))
# The types of the members that few operations have.
_TYPES: Dict[str, Any] = dict(declarations.tally_operation._fields_)  # type: ignore[arg-type]


class Operations:
    """Operations in order. The library reads and fills their memory, which is kept until another one is appended."""

    def __init__(self) -> None:
        self._rows: List[Any] = []                       # (kind, where, value, until), as they were appended.
        self._more: List[Tuple[int, str, Any]] = []      # The other members that are given, by rows.
        self._values: Optional[Sequence[int]] = None     # They take the place of the rows' values.
        self._words: Optional[array[int]] = None         # The library reads them; None: to be made of the rows.
        self._paths = bytearray()
        self._known: Dict[str, int] = {}                 # And where a path is in there.

    def append(self, op: int, where: Optional[Where] = None, value: int = 0, until: Until = None,
               **members: Any) -> Self:
        """Appends an operation of any kind. where: a path or a Node. value: the count, the delta or the mute, where it
        has one. members: `id`, `flags`, and structures of options, where it has them."""
        if self._values is not None:
            self._rows = [(op, where, value, until) for (op, where, _, until), value in zip(self._rows, self._values)]
            self._values = None
        for name, given in members.items():
            if given:
                self._more.append((len(self._rows), name, self._member(name, given)))
        self._rows.append((op, where, value, until))
        self._words = None
        return self

    @staticmethod
    def _member(name: str, value: Any) -> Any:
        convert = CONVERTERS.get(_TYPES[name])
        return convert(value) if convert else ctypes.pointer(value)

    def __len__(self) -> int:
        return len(self._rows)

    def _memory(self) -> int:
        """The address of the operations, valid until something is appended."""
        if self._words is None:
            self._words = self._make_words()
            operations = self._operations()
            for row, name, value in self._more:
                setattr(operations[row], name, value)
        if self._rows:  # A call that fails early leaves the results untouched: they are not those of an earlier call.
            statuses = memoryview(self._words).cast("B").cast("i")[1::2 * _WORDS]
            statuses[:] = array("i", [Status.ERROR_NOT_APPLIED]) * len(self._rows)
        return self._words.buffer_info()[0]

    def _operations(self) -> Any:
        return (declarations.tally_operation * len(self._rows)).from_buffer(self._words) if self._words else []

    def _make_words(self) -> array[int]:
        words = array("q", bytes(8 * _WORDS * len(self._rows)))
        if not self._rows:
            return words
        kinds, places, values, until = zip(*self._rows)
        memoryview(words).cast("B").cast("i")[::2 * _WORDS] = array("i", kinds)
        if set(map(type, places)) == {str}:
            words[_PATH::_WORDS] = array("q", self._addresses(places))
        else:
            paths = iter(self._addresses([place for place in places if isinstance(place, str)]))
            words[_PATH::_WORDS] = array("q", [next(paths) if isinstance(place, str) else 0 for place in places])
            words[_NODE::_WORDS] = array("q", array("Q", map(_node_of, places)).tobytes())
        words[_VALUE::_WORDS] = array("q", values if self._values is None else self._values)
        if set(until) != {None}:
            words[_UNTIL::_WORDS] = array("q", map(milliseconds, until))
        return words

    def _addresses(self, paths: Sequence[str]) -> List[int]:
        """The addresses of the paths, which are written down once, behind each other."""
        known = self._known
        new = [path for path in dict.fromkeys(paths) if path not in known]
        if new:
            encoded = [path.encode() for path in new]
            written = b"\0".join(encoded) + b"\0"
            if written.count(b"\0") != len(new):
                raise ArgumentError(Status.ERROR_ARGUMENT, "a path has a NUL character in it")
            known.update(zip(new, accumulate([len(path) + 1 for path in encoded], initial=len(self._paths))))
            self._paths += written
        if not paths:
            return []
        first = ctypes.addressof(ctypes.c_char.from_buffer(self._paths))
        return [first + known[path] for path in paths]

    @property
    def results(self) -> List[OperationResult]:
        """The result of each operation when they were last applied, also if some were rejected."""
        make = MAKERS[declarations.tally_operation]
        return [make(operation, b"") for operation in self._operations()]


def _node_of(place: Optional[Where]) -> int:
    return 0 if place is None or isinstance(place, str) else place._number
