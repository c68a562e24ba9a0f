"""Items: operations on many accounts in one call, for servers that apply a log."""

from __future__ import annotations

import ctypes
from typing import Any, List, NamedTuple, Optional, Tuple

from . import _declarations as declarations
from ._library import structure
from ._values import Time, Until, milliseconds
from .account import message_structure, reminder_structure
from .errors import Status
from .types import Op


class ItemResult(NamedTuple):
    """The result of an operation of an item: the key of a posted message, and how many messages READ changed."""

    status: Status
    key: int
    changed: int


class SourcePosition(NamedTuple):
    """How far a source was applied: the epoch and position of its last batch, and the time of its last item."""

    epoch: int
    position: int
    time: int


class Item:
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
               flags: int = 0) -> Item:
        """Appends an operation of any kind."""
        return self._append(op, path=path, value=value, until=milliseconds(until), id=id, flags=flags)

    def set(self, path: str, count: int, until: Until = None) -> Item:
        return self.append(Op.SET, path, count, until)

    def dot(self, path: str, until: Until = None) -> Item:
        return self.append(Op.DOT, path, 0, until)

    def add(self, path: str, delta: int) -> Item:
        return self.append(Op.ADD, path, delta)

    def clear(self, path: str) -> Item:
        return self.append(Op.CLEAR, path)

    def clear_tree(self, path: str) -> Item:
        return self.append(Op.CLEAR_TREE, path)

    def mute(self, path: str, mode: int, until: Until = None) -> Item:
        return self.append(Op.MUTE, path, mode, until)

    def post(self, path: str, **message: Any) -> Item:
        """Appends a message, as `account.messages.post` takes it."""
        options = message_structure(**message)
        self._kept.append(options)
        return self._append(Op.POST, path=path, message=ctypes.pointer(options))

    def withdraw(self, id: str) -> Item:
        return self.append(Op.WITHDRAW, id=id)

    def read(self, path: str, *, subtree: bool = False) -> Item:
        return self.append(Op.READ, path, flags=declarations.TALLY_SUBTREE * subtree)

    def put_reminder(self, id: str, **terms: Any) -> Item:
        return self._reminder(Op.REMINDER_PUT, id, terms)

    def edit_reminder(self, id: str, **terms: Any) -> Item:
        return self._reminder(Op.REMINDER_EDIT, id, terms)

    def reminder_done(self, id: str) -> Item:
        return self.append(Op.REMINDER_DONE, id=id)

    def reminder_undone(self, id: str) -> Item:
        return self.append(Op.REMINDER_UNDONE, id=id)

    def remove_reminder(self, id: str) -> Item:
        return self.append(Op.REMINDER_REMOVE, id=id)

    def snooze_reminder(self, id: str, until: Until) -> Item:
        return self.append(Op.REMINDER_SNOOZE, until=until, id=id)

    def acknowledge_reminder(self, id: str) -> Item:
        return self.append(Op.REMINDER_ACKNOWLEDGE, id=id)

    def __len__(self) -> int:
        return len(self._operations)

    def _reminder(self, op: int, id: str, terms: Any) -> Item:
        options = reminder_structure(terms)
        self._kept.append(options)
        return self._append(op, id=id, reminder=ctypes.pointer(options))

    def _append(self, op: int, **members: Any) -> Item:
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
