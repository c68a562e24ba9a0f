"""Items: operations on many accounts in one call, for servers that apply a log."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, List, NamedTuple, Optional, Tuple

from . import _declarations as declarations
from ._library import structure
from ._operations import ItemOperations
from ._values import Time, Until, milliseconds
from .errors import Status

if TYPE_CHECKING:
    from typing_extensions import Self


class ItemResult(NamedTuple):
    """The result of an operation of an item: the key of a posted message, and how many messages READ changed."""

    status: Status
    key: int
    changed: int


class Item(ItemOperations):
    """Operations on one account, all or none. An item with a time alone lets time pass.

    id: a name of its own, so that it is applied once. time: when it happened.

        items = [tally.Item("ann", id="1").add("chat.bo", 1), tally.Item("bo").post("in", title="Hello")]
        engine.batch(items, source="log", position=7)
    """

    def __init__(self, account: Optional[str] = None, *, id: Optional[str] = None, time: Time = None):
        self.account, self.id, self.time = account, id, time
        #: OK, ALREADY_APPLIED, or why it was rejected.
        self.status = Status.ERROR_NOT_APPLIED
        self.results: List[ItemResult] = []
        self._operations: List[Any] = []
        self._kept: List[Any] = []

    def append(self, op: int, path: Optional[str] = None, value: int = 0, until: Until = None, *, id: Optional[str] = None,
               flags: int = 0) -> Self:
        """Appends an operation of any kind."""
        return self._append(op, path=path, value=value, until=milliseconds(until), id=id, flags=flags)

    def __len__(self) -> int:
        return len(self._operations)

    def _structured(self, op: int, member: str, options: ctypes.Structure, **members: Optional[str]) -> Self:
        """An operation that points to a structure."""
        self._kept.append(options)
        return self._append(op, **members, **{member: ctypes.pointer(options)})

    def _append(self, op: int, **members: Any) -> Self:
        self._operations.append(structure(declarations.tally_item_operation, kind=op, **members))
        return self

    def _row(self) -> Tuple[declarations.tally_item, Any]:
        """Returns the structure for the library, and the operations that it points to."""
        operations = (declarations.tally_item_operation * max(len(self), 1))(*self._operations)
        row = structure(declarations.tally_item, account=self.account, id=self.id, time=milliseconds(self.time))
        row.operations, row.count = operations, len(self)
        return row, operations

    def _take(self, row: declarations.tally_item, operations: Any) -> None:
        self.status = Status(row.status)
        self.results = [ItemResult(Status(operation.status), operation.key, operation.changed)
                        for operation in operations[:len(self)]]
