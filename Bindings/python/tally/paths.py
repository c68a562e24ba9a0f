"""Paths: `root`, or components separated by dots."""

from __future__ import annotations

from typing import Iterator

from . import _calls as call
from ._paths import component as component
from ._paths import escape as escape
from ._paths import parent as parent
from .errors import NotFoundError


def join(path: str, *names: str) -> str:
    """A path and names below it, beginning with root."""
    for name in names:
        path = call.path_join(path, name)[1]
    return path


def components(path: str) -> Iterator[str]:
    """The components, without escapes."""
    index = 0
    while True:
        try:
            yield component(path, index)
        except NotFoundError:
            return
        index += 1
