"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

import os
from typing import Optional, Tuple

from ._library import call
from ._values import Content, Path
from .presentation import style_structure
from .types import BadgeKind, Presentation, Recovery, Style


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
    return call.engine_recover(os.fsencode(damaged), os.fsencode(fresh))[1]


def account_hash(name: str, partitions: int) -> int:
    """Computes the partition of an account, for hosts that divide accounts among machines.

    The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the same
    on every machine and in every version. No engine is needed.

    Raises ArgumentError (an invalid name; partitions is 0).
    """
    return call.account_hash(name, partitions)[1]


def inverse(patch: bytes) -> bytes:
    """Returns the patch that undoes a patch. No engine is needed.

    Raises MalformedError.
    Cost: O(size).
    """
    return call.patch_inverse(patch)[1]


def present(kind: BadgeKind, count: int, style: Optional[Style] = None) -> Tuple[Presentation, str]:
    """Reads how to draw any other count, such as the total over the accounts. No engine is needed.

    kind: BadgeKind.NONE, BadgeKind.DOT or BadgeKind.NUMBER; a NUMBER of 0 is a dot
    style: None means all defaults

    Raises ArgumentError (the kind, or the style), RangeError (of the style).
    """
    _, text, record = call.present(kind, count, style_structure(style))
    return record, text


def try_mapping(body: Content, *, preset: Optional[str] = None, mapping: Optional[str] = None) -> str:
    """Shows what a mapping makes of a response, as a page of the wire format.

    The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of {"index",
    "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have "total" instead of
    "count". preset and mapping are as mapping_preset and mapping of FeedOptions; one is required.

    Raises ArgumentError (also: an unknown preset), MalformedError (the mapping), ProtocolError (the response).
    Cost: O(response, times texts of the mapping).
    """
    return call.mapping_try(preset, mapping, body)[1].decode()
