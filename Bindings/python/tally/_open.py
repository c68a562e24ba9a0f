"""The bases of enumerations and records."""

from __future__ import annotations

import enum
from typing import Optional


class Open(enum.IntEnum):
    """A newer library may answer with a number that has no name here yet; it is kept. As a text it is its name."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return _formatted(self, spec)

    @classmethod
    def _missing_(cls, value: object) -> Optional[Open]:
        if not isinstance(value, int):
            return None
        made = int.__new__(cls, value)
        made._name_, made._value_ = f"UNKNOWN_{value}", value
        return made


class Flags(enum.IntFlag):
    """As a text they are their names."""

    def __str__(self) -> str:
        return enum.Flag.__str__(self)

    def __format__(self, spec: str) -> str:
        return _formatted(self, spec)


def _formatted(member: enum.IntEnum | enum.IntFlag, spec: str) -> str:
    """A name, but for a format of numbers, like `d`."""
    return format(int(member) if spec[-1:] in tuple("bcdoxXneEfFgG%") else str(member), spec)


class Named(Open):
    @property
    def header_name(self) -> str:
        """As the header has it: TALLY_ERROR_PATH."""
        return f"TALLY_{self.name}"


def shown(kind: int, count: int) -> str:
    """A badge in words: "dot", its number, or "nothing"."""
    return "nothing" if kind == 0 else "dot" if kind == 1 else str(count)
