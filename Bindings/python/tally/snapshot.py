"""Snapshots, and the version of the library."""

from __future__ import annotations

from . import _declarations as declarations
from ._library import Box, raw
from ._snapshot import SnapshotMethods


class Snapshot(SnapshotMethods):
    """The state of the nodes of a subtree. It belongs to no engine and never changes. Any number of threads may use it.
    `Account.snapshot` takes one."""

    def __init__(self, handle: int):
        self._box = Box(handle, raw.tally_snapshot_release)

    def __bytes__(self) -> bytes:
        return self.encode()


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
