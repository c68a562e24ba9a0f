"""The changes since a revision, for programs that poll once a frame."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, List, Optional, Tuple

from . import _declarations as declarations
from ._library import Rows, answer, handle_box, raw, release_dropped
from .errors import Status
from .types import BadgeEntry

if TYPE_CHECKING:
    from .account import Account

class Changes:
    """Reads the changes since the last call, into the same memory. One thread at a time may use it.

    revision: how far it has read. resync: the library no longer keeps the changes since then; list everything, and
    `restart` with the revision of the list.
    """

    def __init__(self, account: Account, since: Optional[int], epoch: int = 0, capacity: int = 256):
        self.account, self.revision, self.epoch, self.resync = account, since or 0, epoch, False
        self._rows = Rows(declarations.tally_badge_entry, None, capacity)
        if since is None:
            self._begin()

    def _begin(self) -> None:
        """Starts from now. The library keeps changes from its first call on, which is this one. If another thread changed
        something just before, the library has not kept it, and the revision is read again."""
        for _ in range(2):
            now = self.account.state.revision
            self.revision = now
            self.read()
            self.revision = now
            if not self.resync:
                break

    def restart(self, revision: int) -> None:
        """Continues after a revision, for example that of a list that was read after `resync`."""
        self.revision, self.resync = revision, False

    def poll(self) -> List[BadgeEntry]:
        """Returns the nodes whose badge changed, each once, in any order, with what they show now. The list is empty if
        `resync` is set."""
        status, changed = self.read()
        while status == Status.MORE:
            status, more = self.read()
            changed += more
        return changed

    def read(self) -> Tuple[Status, List[BadgeEntry]]:
        """Reads as many as fit. MORE: call again."""
        release_dropped()
        revision = ctypes.c_uint64()
        while True:
            status = raw.tally_badge_changes(handle_box(self.account), self.revision, self.epoch,
                                             ctypes.byref(self._rows.cell), ctypes.byref(revision))
            if status != Status.ERROR_BUFFER_TOO_SMALL:
                break
            self._rows.grow()
        answered = answer(status)
        self.resync = answered == Status.RESYNC
        if self.resync:
            return answered, []
        self.revision = revision.value
        return answered, self._rows.page(answered)
