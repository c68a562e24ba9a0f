"""Enumerations, flags and records, with the names of the header, which explains them. Timestamps are milliseconds since
1970. Days are numbers like 20260131."""

from __future__ import annotations

from typing import Generic, Iterable, List, NamedTuple, Optional, Tuple, TypeVar

from . import _declarations as declarations
from . import _generated
from ._generated import *  # noqa: F403
from ._generated import FeedState, Plan, PlanEntry, SkippedEntry

__all__ = [
    "MAX_COUNT", "FEED_LOCAL", "FEED_REMINDERS", "Style", "Page", "PlanDifference",
    "CalendarImport", "FeedInfo",
]
__all__ += _generated.__all__

#: The largest count that can be set.
MAX_COUNT = declarations.TALLY_MAX_COUNT

#: The feeds that every account has: messages that the host posts, and reminders.
FEED_LOCAL = declarations.TALLY_FEED_LOCAL
FEED_REMINDERS = declarations.TALLY_FEED_REMINDERS

T = TypeVar("T")


class Style(NamedTuple):
    """How a path is drawn. A member that is None is inherited."""

    dot_radius: Optional[float] = None
    offset: Optional[Tuple[float, float]] = None
    font_size: Optional[float] = None
    font_weight: Optional[int] = None
    text_color: Optional[int] = None
    background_color: Optional[int] = None
    max_count: Optional[int] = None
    overflow: Optional[int] = None
    icon: Optional[str] = None
    highlight_color: Optional[int] = None


class FeedInfo(NamedTuple):
    """The state of a feed, and its title: the last one that the server sent, or that of the options."""

    state: FeedState
    title: str


class Page(List[T], Generic[T]):
    """A page of a list. `more`: there are further rows. `next`: continues the list, as `after` of the next page; None: no
    more rows, or the list has no pages. `revision`: of a list of badges, the revision that it shows."""

    def __init__(self, rows: Iterable[T] = (), more: bool = False, next: Optional[str] = None):
        super().__init__(rows)
        self.more, self.next, self.revision = more, next, 0


class PlanDifference(List[PlanEntry]):
    """The notifications to disarm, then to arm. `plan` has the numbers and the reach of the whole plan."""

    plan: Plan

    @property
    def token(self) -> int:
        """Confirms the plan: see `Reminders.confirm_plan`."""
        return self.plan.token


class CalendarImport(List[SkippedEntry]):
    """The entries of a file that were skipped. `taken` and `skipped` are the numbers of entries."""

    taken: int
    skipped: int
