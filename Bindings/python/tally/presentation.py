"""Styles, as the library has them: with a bit for each member that is given."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Union

from . import _declarations as declarations
from ._library import structure
from .errors import Status
from .types import Badge, BadgeEntry, Style


def style_structure(style: Optional[Style]) -> Optional[declarations.tally_style]:
    """A style with the fields that it has."""
    if style is None:
        return None
    if not isinstance(style, Style):
        raise TypeError(f"style: a Style is needed, not {type(style).__name__}")
    members: Dict[str, Any] = dict(style._asdict())
    members["offset_x"], members["offset_y"] = members.pop("offset") or (None, None)
    return structure(declarations.tally_style, **members)


def badge_structure(badge: Union[Badge, BadgeEntry]) -> declarations.tally_badge:
    return structure(declarations.tally_badge, kind=badge.kind, count=badge.count)


def style_of(results: Tuple[Status, str, declarations.tally_style]) -> Style:
    """The style that a call returns, with the icon that comes beside it."""
    _, icon, told = results
    members: Dict[str, Any] = {}
    for name in Style._fields:
        if told.fields & getattr(declarations, f"TALLY_STYLE_FIELD_{name.upper()}"):
            members[name] = icon if name == "icon" else (told.offset_x, told.offset_y) if name == "offset" \
                else getattr(told, name)
    return Style(**members)
