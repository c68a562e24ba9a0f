"""Batches: many operations in one call, as one transaction."""

from __future__ import annotations

import ctypes
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Union

from . import _declarations as declarations
from ._operations import BatchOperations
from ._values import Until, milliseconds
from .errors import ArgumentError, Status
from .types import BadgeKind, Op, OperationResult

if TYPE_CHECKING:
    from typing_extensions import Self

    from .account import Node

Where = Union[str, "Node"]

# An operation is eight words of 64 bits: kind and status, kind of the badge and flags, node, value, until, count, path,
# reserved. Columns are filled with slices, which takes a hundredth of what filling structures by their members does.
_WORDS = ctypes.sizeof(declarations.tally_operation) // 8
_NODE, _VALUE, _UNTIL, _PATH = (
    getattr(declarations.tally_operation, name).offset // 8 for name in ("node", "value", "until", "path"))


class BatchAnswer(NamedTuple):
    """The status, OK or ALREADY_APPLIED, and the account's revision afterwards."""

    status: Status
    revision: int


class Batch(BatchOperations):
    """Operations that are applied together, all or none; as often as one likes, with the same values or others.

    Paths are turned into what the library reads once, when the batch is applied first; nodes even spare it looking them
    up. A batch is used by one thread at a time.

        batch = tally.Batch()
        batch.set("root.chat.bo", 3).add("root.mail", 1)
        account.batch(batch)
    """

    def __init__(self) -> None:
        self._rows: List[Any] = []                       # (kind, where, value, until), as they were appended.
        self._values: Optional[Sequence[int]] = None     # They take the place of the rows' values.
        self._words: Optional[array[int]] = None              # The library reads them; None: to be made of the rows.
        self._paths = bytearray()
        self._known: Dict[str, int] = {}                 # And where a path is in there.

    @classmethod
    def of(cls, op: int, places: Iterable[Where], values: Optional[Sequence[int]] = None) -> Batch:
        """Appends the same operation on many paths or nodes, each with its value."""
        batch = cls()
        batch._rows = [(op, place, 0, None) for place in places]
        if values is not None:
            batch.set_values(values)
        return batch

    def append(self, op: int, where: Where, value: int = 0, until: Until = None) -> Self:
        """One operation. where: a path or a Node. value: the count, the delta or the mute, where it has one."""
        if self._values is not None:
            self._rows = [(op, where, value, until) for (op, where, _, until), value in zip(self._rows, self._values)]
            self._values = None
        self._rows.append((op, where, value, until))
        self._words = None
        return self

    def set_values(self, values: Sequence[int]) -> Batch:
        """Replaces the values of all operations, in order."""
        if len(values) != len(self._rows):
            raise ValueError(f"{len(self._rows)} values are needed, not {len(values)}")
        self._values = values
        if self._words is not None:
            self._words[_VALUE::_WORDS] = array("q", values)
        return self

    def __len__(self) -> int:
        return len(self._rows)

    def clear_all(self) -> None:
        """Removes all operations. The paths stay known."""
        self._rows, self._values, self._words = [], None, None

    def _memory(self) -> int:
        """The address of the operations, valid until something is appended."""
        if self._words is None:
            self._words = self._make_words()
        return self._words.buffer_info()[0]

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
            words[_NODE::_WORDS] = array(
                "q", array("Q", [0 if isinstance(place, str) else place._number for place in places]).tobytes())
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
        """The result of each operation when the batch was last applied."""
        if not self._words:
            return []
        operations = (declarations.tally_operation * len(self._rows)).from_buffer(self._words)
        return [OperationResult(Status(operation.status), operation.count, BadgeKind(operation.badge_kind))
                for operation in operations]


class NodeBatch:
    """Operations on nodes that are performed each on its own: one that is rejected does not stop the others. The fastest
    way to change many badges. Used by one thread at a time.

        batch = tally.NodeBatch()
        batch.append(tally.Op.SET, node, 3).append(tally.Op.GET, other)
        account.apply_nodes(batch)
    """

    def __init__(self) -> None:
        self._nodes: List[Node] = []
        self._kinds = array("i")
        self._values = array("q")
        self._words = array("q")    # As the library has seen them: node, value, kind and status.

    def append(self, op: int, node: Node, value: int = 0) -> NodeBatch:
        """One operation. value: the count, the delta or the mute, where it has one."""
        self._kinds.append(op)
        self._values.append(value)
        self._nodes.append(node)
        return self

    def __len__(self) -> int:
        return len(self._nodes)

    def _memory(self) -> int:
        self._words = array("q", bytes(24 * len(self)))
        self._words[::3] = array("q", array("Q", [node._open_number() for node in self._nodes]).tobytes())
        self._words[1::3] = self._values
        memoryview(self._words).cast("B").cast("i")[4::6] = self._kinds
        return self._words.buffer_info()[0]

    @property
    def results(self) -> List[OperationResult]:
        """The result of each operation when they were last applied."""
        if not self._words:
            return []
        operations = (declarations.tally_node_operation * (len(self._words) // 3)).from_buffer(self._words)
        shown = [o.value if o.kind == Op.GET and o.status == Status.OK else -1 for o in operations]
        return [OperationResult(Status(o.status), max(value, 0), _kind(value)) for o, value in zip(operations, shown)]


def _kind(value: int) -> BadgeKind:
    """The kind of a badge by its value: its count, 0 for a dot, -1 for nothing."""
    return BadgeKind.NUMBER if value > 0 else BadgeKind.DOT if value == 0 else BadgeKind.NONE


def checked(batch: Batch) -> Batch:
    if not isinstance(batch, Batch):
        raise ArgumentError(Status.ERROR_ARGUMENT, "not a Batch")
    return batch
