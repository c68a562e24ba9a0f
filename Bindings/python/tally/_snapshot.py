"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional

from . import _calls as call
from . import _declarations as declarations
from ._receivers import Made
from ._values import pages
from .types import Page, SnapshotEntry

if TYPE_CHECKING:
    from typing_extensions import Self

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

    def list(self, path: str = "root", *, subtree: bool = False) -> Iterator[SnapshotEntry]:
        """Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
        engine is needed.

        path: relative to the top of the snapshot; `root`, "" or None: the top
        subtree: the path itself and everything below it

        A badge that has ended is listed too.

        Raises PathError.
        Cost: O(nodes of the snapshot), with little work for those that are not listed.
        """
        return pages(lambda after, limit: self.list_page(path, subtree=subtree, after=after, limit=limit))

    def list_page(self, path: str = "root", *, subtree: bool = False, after: Optional[str] = None,
                  limit: int = 1000) -> Page[SnapshotEntry]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError.
        Cost: O(nodes of the snapshot), with little work for those that are not listed.
        """
        return call.snapshot_list(self, path, declarations.TALLY_SUBTREE * subtree, after, limit)[1]
