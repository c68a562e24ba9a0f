"""Feeds: where the unread comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Union

from ._library import Box, Handle, call
from .types import Event, FeedState, PageInfo

if TYPE_CHECKING:
    from .account import Account


class FeedInfo(NamedTuple):
    """The state of a feed, and its title: the last one that the server sent, or that of the options."""

    state: FeedState
    title: str


class Feed(Handle):
    """A feed of an account, for any thread. Closing it releases the handle; the feed goes on."""

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
        """Sends a request soon, unless one is in flight."""
        call.feed_refresh(self)

    def refresh_now(self, callback: Optional[Callable[[Event], Any]] = None) -> int:
        """Sends a request now, and returns a token. Exactly one event COMPLETION with this token follows."""
        from .engine import event_callback
        return call.feed_refresh_now(self, *event_callback(self.account.engine, callback))[1]

    def cancel(self) -> None:
        """Cancels the request in flight."""
        call.feed_cancel(self)

    def pause(self, paused: bool = True) -> None:
        """Stops automatic polling, or resumes it."""
        call.feed_pause(self, paused)

    def page_shown(self, page: int) -> PageInfo:
        """The user sees a registered page (0 to 7). Returns what is known of it."""
        return call.feed_page_shown(self, page)[1]

    def page_hidden(self, page: int) -> None:
        call.feed_page_hidden(self, page)

    def deliver(self, page: Union[bytes, str]) -> None:
        """Applies a page that the host received in another way."""
        call.feed_deliver(self, page)

    def push(self, payload: Union[bytes, str]) -> None:
        """Passes on a push message for this feed."""
        call.feed_push(self, payload)
