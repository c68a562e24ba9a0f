"""What enumerations and records have in common."""

from __future__ import annotations

import enum


class Open(enum.IntEnum):
    """A newer library may answer with a number that has no name here yet; it is kept."""

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        made = int.__new__(cls, value)
        made._name_, made._value_ = f"UNKNOWN_{value}", value
        return made


class Named(Open):
    @property
    def header_name(self) -> str:
        """As the header has it: TALLY_ERROR_PATH."""
        return f"TALLY_{self.name}"


def shown(shows: bool, count: int) -> str:
    """What a badge shows: "dot", its number, or "nothing"."""
    return str(count) if shows and count else "dot" if shows else "nothing"
