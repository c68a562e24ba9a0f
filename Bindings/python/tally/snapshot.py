"""Snapshots, and what needs no engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from . import _declarations as declarations
from ._library import Box, Handle, call, raw

if TYPE_CHECKING:
    from .account import Account


class Snapshot(Handle):
    """What the nodes of a subtree own themselves. It belongs to no engine, never changes, and any number of threads may
    use it. `Account.snapshot` takes one."""

    def __init__(self, handle: int):
        self._box = Box(handle, raw.tally_snapshot_release)

    @classmethod
    def decode(cls, content: bytes) -> Snapshot:
        """What `encode` gave."""
        return cls(call.snapshot_decode(content)[1])

    def encode(self) -> bytes:
        """As bytes: equal states give equal ones."""
        return call.snapshot_encode(self)[1]

    def __bytes__(self) -> bytes:
        return self.encode()

    def diff(self, to: Snapshot) -> bytes:
        """The minimal patch from this one to another."""
        return call.snapshot_diff(self, to)[1]

    def restore(self, account: Account, path: str = "root") -> None:
        """Makes the path and all below it own what the snapshot says, and nothing else."""
        call.snapshot_restore(self, account, path)


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
