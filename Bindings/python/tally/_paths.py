"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from . import _calls as call


def escape(name: str) -> str:
    r"""Returns a name as a component of a path, with `\.` and `\\`.

    Raises PathError (not a component).
    """
    return call.path_escape(name)[1]


def parent(path: str) -> str:
    """Returns the parent of a path.

    path: `root`, or components separated by dots

    Raises PathError, NotFoundError (`root` has none).
    """
    return call.path_parent(path)[1]


def component(path: str, index: int) -> str:
    """Returns a component of a path, without escapes.

    path: `root`, or components separated by dots
    index: from 0; `root` is not counted

    Raises PathError, NotFoundError (beyond the last one).
    """
    return call.path_component(path, index)[1]
