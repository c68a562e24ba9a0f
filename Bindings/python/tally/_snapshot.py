"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._library import call
from ._receivers import Made

if TYPE_CHECKING:
    from typing_extensions import Self

    from .account import Account
    from .snapshot import Snapshot


class SnapshotMethods(Made):
    """The methods of Snapshot that follow from the header."""

    _kind = "snapshot"

    @classmethod
    def decode(cls, content: bytes) -> Self:
        """Decodes the bytes of a snapshot.

        Raises MalformedError.
        Cost: O(size).
        """
        return cls(call.snapshot_decode(content)[1])

    def encode(self) -> bytes:
        """Returns the bytes of a snapshot.

        Cost: O(size).
        """
        return call.snapshot_encode(self)[1]

    def diff(self, to: Snapshot) -> bytes:
        """Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.

        Cost: O(bytes), at the speed of comparing memory where they are equal.
        """
        return call.snapshot_diff(self, to)[1]

    def restore(self, account: Account, path: str = "root") -> None:
        """Replaces the contents of `path` and its subtree with the snapshot.

        account: an account of the same engine
        path: `root`, or components separated by dots

        Raises PathError, LimitError, ConflictError, IOError, FullError.
        """
        call.snapshot_restore(self, account, path)
