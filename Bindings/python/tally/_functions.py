"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

import os
from typing import Iterator, Optional, Tuple, Union

from . import _calls as call
from . import _declarations as declarations
from ._values import Content, Path, pages
from .presentation import badge_structure, style_structure
from .types import Badge, BadgeEntry, Page, PatchEntry, Presentation, Recovery, Style


def recover(damaged: Path, fresh: Path) -> Recovery:
    """Saves the readable parts of a damaged file in a new one.

    damaged: only read, as is its log; no engine may have it open
    fresh: must not exist; appears when it is complete and verified

    Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory rows
    are left out and counted. If anything was lost, feeds request everything from scratch.

    Returns the result.
    Raises ExistsError (fresh, or `<fresh>.recovering` of a killed run), ConflictError (a log of an earlier file lies
    beside fresh), NotAStoreError, NewerError, LockedError, CorruptError (nothing can be read), IOError, FullError,
    ReadOnlyError, PermissionError.
    Cost: O(size of the file).
    """
    return call.file_recover(os.fsencode(damaged), os.fsencode(fresh))[1]


def vacuum(file: Path) -> None:
    """Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it fails,
    nothing is lost.

    Raises IOError (also: there is no such file), FullError, LockedError, CorruptError, NotAStoreError, NewerError,
    ReadOnlyError, PermissionError.
    Cost: O(size of the file).
    """
    call.file_vacuum(os.fsencode(file))


def account_hash(name: str, partitions: int) -> int:
    """Computes the partition of an account, for hosts that divide accounts among machines.

    The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the same
    on every machine and in every version. No engine is needed.

    Raises ArgumentError (an invalid name; partitions is 0).
    """
    return call.account_hash(name, partitions)[1]


def try_mapping(body: Content, *, preset: Optional[str] = None, mapping: Optional[str] = None) -> str:
    """Shows what a mapping makes of a response, as a page of the wire format.

    The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
    "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
    "count". preset and mapping are as mapping_preset and mapping of FeedOptions; one is required.

    Raises ArgumentError (also: an unknown preset), MalformedError (the mapping), ProtocolError (the response).
    Cost: O(response, times texts of the mapping).
    """
    return call.mapping_try(preset, mapping, body)[1].decode()


def inverse(patch: bytes) -> bytes:
    """Returns the patch that undoes a patch. No engine is needed.

    Raises MalformedError.
    Cost: O(size).
    """
    return call.patch_inverse(patch)[1]


def patch_list(patch: bytes, path: str = "root", *, subtree: bool = False) -> Iterator[PatchEntry]:
    """Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.

    path: relative to the top of the patch; `root`, "" or None: the top
    subtree: the path itself and everything below it

    Each call checks the bytes again.

    Raises MalformedError, PathError.
    Cost: O(size).
    """
    return pages(lambda after, limit: patch_list_page(patch, path, subtree=subtree, after=after, limit=limit))


def patch_list_page(patch: bytes, path: str = "root", *, subtree: bool = False, after: Optional[str] = None,
                    limit: int = 1000) -> Page[PatchEntry]:
    """Returns a page of `patch_list`.

    after: the `next` of the page before; None: the first page
    limit: the largest number of rows

    Raises MalformedError, PathError.
    Cost: O(size).
    """
    return call.patch_list(patch, path, declarations.TALLY_SUBTREE * subtree, after, limit)[1]


def present(badge: Union[Badge, BadgeEntry], style: Optional[Style] = None) -> Tuple[Presentation, str]:
    """Reads how to draw any other badge, such as the total over the accounts. No engine is needed.

    badge: a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
    style: None means all defaults

    Raises ArgumentError (the badge, or the style), RangeError (of the style).
    """
    _, text, record = call.present(badge_structure(badge), style_structure(style))
    return record, text
