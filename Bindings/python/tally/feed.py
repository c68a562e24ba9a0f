"""Feeds: where the unread comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Union

from ._library import Box, Handle, call
from .types import Event, FeedState

if TYPE_CHECKING:
    from .account import Account


class FeedInfo(NamedTuple):
    """The state of a feed, and the title that the server last gave."""

    state: FeedState
    title: str


class Feed(Handle):
    """A feed that was added. From any thread; closing it gives the handle back, and the feed goes on."""

    def __init__(self, account: Account, name: str, box: Box):
        self.account, self.name, self._box = account, name, box

    def __repr__(self) -> str:
        return f"<Feed {self.name!r}>"

    @property
    def info(self) -> FeedInfo:
        _, title, state = call.feed_get(self)
        return FeedInfo(state, title)

    def remove(self) -> None:
        """Removes the feed, its messages and what they feed to badges, for good."""
        call.feed_remove(self)

    def refresh(self) -> None:
        """Asks soon, unless a request is under way."""
        call.feed_refresh(self)

    def refresh_now(self, callback: Optional[Callable[[Event], Any]] = None) -> int:
        """Asks now, and completes exactly once, with an event COMPLETION of the token that is given here."""
        from .engine import event_callback
        return call.feed_refresh_now(self, *event_callback(self.account.engine, callback))[1]

    def cancel(self) -> None:
        """Breaks off the request under way."""
        call.feed_cancel(self)

    def pause(self, paused: bool = True) -> None:
        """The feed asks nothing by itself, or goes on."""
        call.feed_pause(self, paused)

    def page_shown(self, page: int) -> None:
        """The user sees a registered page (0 to 7)."""
        call.feed_page_shown(self, page)

    def page_hidden(self, page: int) -> None:
        call.feed_page_hidden(self, page)

    def deliver(self, page: Union[bytes, str]) -> None:
        """A page that the host has by other means, applied as an answer would be."""
        call.feed_deliver(self, page)

    def push(self, payload: Union[bytes, str]) -> None:
        """A push about this feed."""
        call.feed_push(self, payload)
