"""Batches: many operations in one call."""

from __future__ import annotations

from array import array
from typing import Iterable, NamedTuple, Optional, Sequence

from ._builder import _VALUE, _WORDS, Where
from ._operations import BatchOperations
from .errors import ArgumentError, Status


class BatchResult(NamedTuple):
    """The status, OK or ALREADY_APPLIED, and the account's revision afterwards."""

    status: Status
    revision: int


class Batch(BatchOperations):
    """Operations on badges that are applied together, as often as one likes, with the same values or others.

    Paths are turned into what the library reads once, when the batch is applied first; nodes even spare it looking them
    up. A batch is used by one thread at a time.

        batch = tally.Batch()
        batch.set("root.chat.bo", 3).add("root.mail", 1)
        account.batch(batch)
    """

    @classmethod
    def of(cls, op: int, places: Iterable[Where], values: Optional[Sequence[int]] = None) -> Batch:
        """Appends the same operation on many paths or nodes, each with its value."""
        batch = cls()
        batch._rows = [(op, place, 0, None) for place in places]
        if values is not None:
            batch.set_values(values)
        return batch

    def set_values(self, values: Sequence[int]) -> Batch:
        """Replaces the values of all operations, in order."""
        if len(values) != len(self._rows):
            raise ValueError(f"{len(self._rows)} values are needed, not {len(values)}")
        self._values = values
        if self._words is not None:
            self._words[_VALUE::_WORDS] = array("q", values)
        return self

    def clear_all(self) -> None:
        """Removes all operations. The paths stay known."""
        self._rows, self._more, self._values, self._words = [], [], None, None


def checked(batch: Batch) -> Batch:
    if not isinstance(batch, Batch):
        raise ArgumentError(Status.ERROR_ARGUMENT, "not a Batch")
    return batch
