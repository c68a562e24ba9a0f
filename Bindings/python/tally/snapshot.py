"""Snapshots, and functions that need no engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from . import _declarations as declarations
from ._library import Box, Handle, call, raw

if TYPE_CHECKING:
    from .account import Account


class Snapshot(Handle):
    """The state of the nodes of a subtree. It belongs to no engine and never changes. Any number of threads may use it.
    `Account.snapshot` takes one."""

    def __init__(self, handle: int):
        self._box = Box(handle, raw.tally_snapshot_release)

    @classmethod
    def decode(cls, content: bytes) -> Snapshot:
        """Decodes the bytes of `encode`."""
        return cls(call.snapshot_decode(content)[1])

    def encode(self) -> bytes:
        """Returns the bytes of the snapshot. Equal states give equal bytes."""
        return call.snapshot_encode(self)[1]

    def __bytes__(self) -> bytes:
        return self.encode()

    def diff(self, to: Snapshot) -> bytes:
        """Returns the minimal patch from this snapshot to another one."""
        return call.snapshot_diff(self, to)[1]

    def restore(self, account: Account, path: str = "root") -> None:
        """Replaces the contents of the path and its subtree with the snapshot."""
        call.snapshot_restore(self, account, path)


def inverse(patch: bytes) -> bytes:
    """Returns the patch that leads back."""
    return call.patch_inverse(patch)[1]


def try_mapping(body: Union[bytes, str], *, preset: Optional[str] = None, mapping: Optional[str] = None) -> str:
    """Shows what a mapping makes of a response, as a page of the wire format. It is for authors of mappings."""
    return call.mapping_try(preset, mapping, body)[1]


def account_hash(name: str, partitions: int) -> int:
    """Computes the partition of an account."""
    return call.account_hash(name, partitions)[1]


def version() -> str:
    """Returns the version of the library."""
    return str(raw.tally_version_text(), "utf-8")


def version_number() -> int:
    """Returns the version of the library as a number: major * 1,000,000 + minor * 1,000 + patch."""
    return int(raw.tally_version())


def status_name(status: int) -> str:
    """Returns the name of a status in the header, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number."""
    return str(raw.tally_status_name(status), "utf-8")


def status_message(status: int) -> str:
    """Returns an English sentence that describes a status in general."""
    return str(raw.tally_status_message(status), "utf-8")


#: The version of the header that this package was written for.
HEADER_VERSION = declarations.TALLY_VERSION
