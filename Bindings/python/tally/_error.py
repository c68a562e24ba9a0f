"""The base of all errors."""

from __future__ import annotations

from typing import Tuple, Type

from ._generated import Status


class TallyError(Exception):
    """The base of all errors. Each status has its own subclass, so a program can catch one status alone."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = Status(status)
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} ({self.status.header_name}, {int(self.status)})"

    def __reduce__(self) -> Tuple[Type[TallyError], Tuple[int, str]]:
        return type(self), (int(self.status), self.message)
