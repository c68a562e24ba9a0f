"""Paths: `root`, or components separated by dots."""

from __future__ import annotations

from typing import Iterator

from ._library import call
from .errors import NotFoundError


def escape(name: str) -> str:
    """A name as a component."""
    return call.path_escape(name)[1]


def join(path: str, *names: str) -> str:
    """A path and names below it, beginning with root."""
    for name in names:
        path = call.path_join(path, name)[1]
    return path


def parent(path: str) -> str:
    """The path above; NotFoundError for root."""
    return call.path_parent(path)[1]


def component(path: str, index: int) -> str:
    """The index-th component, from 0, without escapes; root itself is not counted."""
    return call.path_component(path, index)[1]


def components(path: str) -> Iterator[str]:
    """The components, without escapes."""
    index = 0
    while True:
        try:
            yield component(path, index)
        except NotFoundError:
            return
        index += 1
