"""Feeds: where the unread comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _calls as call
from ._callbacks import NO_EVENT_CALLBACK, NO_RELEASE, EventCallback
from ._feed import FeedMethods
from ._library import Box, raw

if TYPE_CHECKING:
    from .account import Account


class Feed(FeedMethods):
    """A feed of an account, for any thread. Closing it releases the handle; the feed goes on."""

    def __init__(self, account: Account, name: str, handle: int):
        self.account, self.name = account, name
        self._box = Box(handle, raw.tally_feed_release, account)

    def __repr__(self) -> str:
        return f"<Feed {self.name!r}>"

    def refresh_now(self, callback: Optional[EventCallback] = None) -> int:
        """Sends a request immediately, and returns a token. Exactly one event COMPLETION with this token follows."""
        callbacks = self.account.engine._callbacks
        if callback is None:
            return call.feed_refresh_now(self, NO_EVENT_CALLBACK, None, NO_RELEASE)[1]
        return callbacks.lend(
            callback, lambda number: call.feed_refresh_now(self, callbacks.event, number, callbacks.release)[1])
