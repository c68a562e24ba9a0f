"""Decoded snapshots, and what needs no engine."""

from __future__ import annotations

from typing import Optional, Union

from . import _declarations as declarations
from ._library import Box, Handle, call, raw


class Snapshot(Handle):
    """A decoded snapshot. It belongs to no engine, never changes, and any number of threads may use it."""

    def __init__(self, source: Union[bytes, int]):
        handle = source if isinstance(source, int) else call.snapshot_decode(source)[1]
        self._box = Box(handle, raw.tally_snapshot_release)

    def __bytes__(self) -> bytes:
        return call.snapshot_encode(self)[1]

    def diff(self, to: Snapshot) -> bytes:
        """The minimal patch from this one to another."""
        return call.snapshot_compare(self, to)[1]


def diff(old: bytes, new: bytes) -> bytes:
    """The minimal patch from one snapshot to another, both as bytes."""
    return call.snapshot_diff(old, new)[1]


def inverse(patch: bytes) -> bytes:
    """The patch that leads back."""
    return call.patch_inverse(patch)[1]


def try_mapping(body: Union[bytes, str], *, preset: Optional[str] = None, mapping: Optional[str] = None) -> str:
    """What a mapping makes of an answer, for whoever writes one: a page of the wire format."""
    return call.mapping_try(preset, mapping, body)[1]


def account_hash(name: str, partitions: int) -> int:
    """Which of so many partitions an account of this name belongs to."""
    return call.account_hash(name, partitions)[1]


def version() -> str:
    """The version of the library."""
    return str(raw.tally_version_text(), "utf-8")


#: The version of the header that this package was written for.
HEADER_VERSION = declarations.TALLY_VERSION
