"""How a number is drawn, without an engine."""

from __future__ import annotations

from typing import Optional, Tuple

from ._library import call
from .account import style_structure
from .types import Presentation, Style


def present(kind: int, count: int, style: Optional[Style] = None) -> Tuple[Presentation, str]:
    """How a count is to be drawn, and the text: the total over the accounts, or a number from elsewhere.
    kind: a BadgeKind."""
    _, drawn, presentation = call.present(kind, count, style_structure(style))
    return presentation, drawn
