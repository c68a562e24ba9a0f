"""Items: operations on many accounts in one call, for servers that apply a log."""

from __future__ import annotations

import ctypes
from typing import Optional

from . import _declarations as declarations
from ._library import structure
from ._operations import ItemOperations
from ._values import Time, milliseconds
from .errors import Status


class Item(ItemOperations):
    """Operations on one account, all or none. An item with a time alone lets time pass.

    id: a name of its own, so that it is applied once. time: when it happened.

        items = [tally.Item("ann", id="1").add("chat.bo", 1), tally.Item("bo").post("in", title="Hello")]
        engine.batch(items, source="log", position=7)
    """

    def __init__(self, account: Optional[str] = None, *, id: Optional[str] = None, time: Time = None):
        super().__init__()
        self.account, self.id, self.time = account, id, time
        #: OK, ALREADY_APPLIED, or why it was rejected.
        self.status = Status.ERROR_NOT_APPLIED

    def _row(self) -> declarations.tally_item:
        row = structure(declarations.tally_item, account=self.account, id=self.id, time=milliseconds(self.time))
        row.operations = ctypes.cast(self._memory(), ctypes.POINTER(declarations.tally_operation))
        row.count = len(self)
        return row
